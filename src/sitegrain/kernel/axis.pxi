# The walk over a finished tree that makes the rows of elements, text runs and units.

cdef void make_axis(Parser* p, Rows* r) noexcept nogil:
    """Walk the tree in document order, along its links; no stack, whatever the depth."""
    cdef int root = first_element(p)
    cdef int index, row
    cdef Node* node
    cdef Py_ssize_t n = p.n_nodes
    if not (
        make_rows(r, 64 + n // 2)
        and make_runs(r, 64 + n // 3)
        and make_units(r, 64 + n // 6)
        and grow(<void**> &r.text, &r.room_text, p.size // BYTES_PER_TEXT, 1)
    ):
        r.failed = True
        return
    r.unit_runs[0] = r.run_starts[0] = 0
    index, row = root, -1
    while index >= 0 and not r.failed:
        node = node_at(p, index)
        if node.kind <= MATH:
            if role_of(r, node.tag) == R_OFF:
                note_off_axis(p, r, index)
            else:
                row = open_row(p, r, node, row)
                if node.first >= 0:
                    index = node.first
                    continue
                close_row(r, row)
                row = r.parents[row]
        elif node.kind == TEXT and (r.unit_has_text or not node.flags & BLANK or p.has_joined):
            index = add_run(p, r, index, row)
            node = node_at(p, index)
        while node.next < 0 and row >= 0:
            index = node.parent
            node = node_at(p, index)
            close_row(r, row)
            row = r.parents[row]
        index = node.next if row >= 0 else -1
    end_unit(r)


cdef int first_element(Parser* p) noexcept nogil:
    """The <html> element, -1 if there is none."""
    cdef int index = p.nodes[0].first
    while index >= 0 and p.nodes[index].kind > MATH:
        index = p.nodes[index].next
    return index


cdef Facts NO_FACTS  # of an element without attributes that are looked at; all zero


cdef inline int role_of(Rows* r, int tag) noexcept nogil:
    return r.roles[tag] if tag < N_TAGS else R_BLOCK


cdef int open_row(Parser* p, Rows* r, Node* node, int parent) noexcept nogil:
    """Add a row for an element; returns its number."""
    cdef int row = <int> r.n_nodes
    cdef int flags = r.flags[parent] & (F_HIDDEN | F_LINK) if parent >= 0 else 0
    cdef const Facts* facts = p.facts + node.facts if node.facts >= 0 else &NO_FACTS
    if r.n_nodes == r.room_nodes and not make_rows(r, 2 * r.room_nodes):
        return 0
    r.n_nodes += 1
    flags |= F_BLOCK * (role_of(r, node.tag) == R_BLOCK)
    end_unit_at(r, flags)
    if node.tag == T_BR and not flags & F_BLOCK:
        r.n_breaks += 1
        if r.n_breaks == 2:
            end_unit(r)
        elif r.unit_has_text:
            r.after_break = True
    if facts.seen & A_IS_HIDDEN:
        flags |= F_HIDDEN
    if facts.seen & A_HREF and node.tag == T_A:
        flags |= F_LINK
    r.parents[row] = parent
    r.depths[row] = r.depths[parent] + 1 if parent >= 0 else 0
    r.tags[row] = node.tag
    r.starts[row] = node.start
    r.owners[row] = row if flags & F_BLOCK or parent < 0 else r.owners[parent]
    r.class_firsts[row] = facts.first_class
    r.class_counts[row] = facts.n_classes
    r.ids[row] = facts.fields[1]
    r.flags[row] = <byte> flags
    r.descriptors[row] = find_descriptor(r, descriptor_hash(p, node.tag, facts), row)
    return row


cdef void close_row(Rows* r, int row) noexcept nogil:
    r.ends[row] = <int> r.n_nodes
    end_unit_at(r, r.flags[row])


cdef bint is_python_space(const byte* at, Py_ssize_t size) noexcept nogil:
    """Whether a text is white space alone, as str.isspace sees it."""
    cdef const byte* end = at + size
    cdef long code
    while end - at >= 8:
        size = n_space_bytes(load_word(at))
        at += size
        if size < 8:
            break
    while at < end:
        if at[0] < 0x80:
            if not CHARS[at[0]] & C_PYTHON_SPACE:
                return False
            at += 1
        else:
            at = next_code(at, end, &code)
            if not code_class(code) & W_SPACE:
                return False
    return True


cdef int add_run(Parser* p, Rows* r, int index, int row) noexcept nogil:
    """Add a text node as a run of the open unit; white space alone opens none. Returns its last piece."""
    cdef int last = index
    cdef bint is_all_space = True
    cdef Node* node
    cdef const byte* text
    cdef Py_ssize_t size = 0
    while True:
        node = node_at(p, last)
        size += node.size
        if is_all_space and not node.flags & BLANK:
            text = text_of(p, node.flags & SIDE, node.start)
            is_all_space = not CHARS[text[0]] & C_WORD and is_python_space(text, node.size)
        if not p.has_joined or node.next < 0 or not node_at(p, node.next).flags & JOINED:
            break
        last = node.next
    if is_all_space and not r.unit_has_text:
        return last
    if r.n_runs == r.room_runs and not make_runs(r, 2 * r.room_runs):
        return last
    if r.n_text + size + SPARE > INT_MAX or not grow(<void**> &r.text, &r.room_text, r.n_text + size + SPARE, 1):
        r.failed = True
        return last
    if not is_all_space:
        r.n_breaks = 0
        if not r.unit_has_text and not begin_unit(r, row):
            return last
    copy_run(p, r, index, last)
    r.run_nodes[r.n_runs] = row
    r.run_positions[r.n_runs] = <int> r.n_nodes
    r.run_units[r.n_runs] = <int> r.n_units
    r.run_bits[r.n_runs] = (B_SPACE if is_all_space else 0) | (B_AFTER_BREAK if r.after_break else 0)
    r.after_break = False
    r.n_runs += 1
    r.run_starts[r.n_runs] = <int> r.n_text
    return last


cdef void copy_run(Parser* p, Rows* r, int index, int last) noexcept nogil:
    """Copy the pieces of a text node, line ends made line feeds."""
    cdef Node* node
    cdef const byte* text
    while True:
        node = node_at(p, index)
        text = text_of(p, node.flags & SIDE, node.start)
        if p.has_cr and not node.flags & SIDE and memchr(text, c"\r", node.size) != NULL:
            r.n_text += decode(text, node.size, r.text + r.n_text, D_LINES)
        else:
            memcpy(r.text + r.n_text, text, node.size)
            r.n_text += node.size
        if index == last:
            return
        index = node.next


cdef bint begin_unit(Rows* r, int row) noexcept nogil:
    if r.n_units == r.room_units and not make_units(r, 2 * r.room_units):
        return False
    r.unit_has_text = True
    r.after_break = False
    r.unit_nodes[r.n_units] = r.owners[row] if row >= 0 else -1
    return True


cdef inline void end_unit(Rows* r) noexcept nogil:
    r.n_breaks = 0
    r.after_break = False
    if r.unit_has_text:
        r.unit_has_text = False
        r.n_units += 1
        r.unit_runs[r.n_units] = <int> r.n_runs


cdef inline void end_unit_at(Rows* r, int flags) noexcept nogil:
    """End the unit where a block begins or ends; no branch on what is a block, which is not predictable."""
    cdef int is_block = flags // F_BLOCK & 1
    r.n_breaks &= is_block - 1
    r.after_break &= is_block - 1
    if is_block & r.unit_has_text:
        end_unit(r)


cdef inline u64 tag_hash(Parser* p, int tag) noexcept nogil:
    """What stands for a name, the same on every page; the numbers of unknown names are of one page."""
    cdef Span* span
    if tag < N_TAGS:
        return <u64> tag + 1
    span = &p.name_spans[tag - N_TAGS]
    return hash_bytes(p.names + span.start, span.size)


cdef inline u64 descriptor_hash(Parser* p, int tag, const Facts* facts) noexcept nogil:
    """A hash of an element's name, class, id, role, itemprop and itemtype."""
    cdef u64 h = mixed(<u64> 7, tag_hash(p, tag))
    cdef int i
    for i in range(2):  # class and id come and go: no branch
        h ^= (h ^ mixed(h + <u64> i, facts.fields[i])) & (<u64> 0 - <u64> (facts.fields[i] != 0))
    if facts.seen & (A_ROLE | A_ITEMPROP | A_ITEMTYPE):
        for i in range(2, 5):
            if facts.fields[i]:  # an empty value is as good as none
                h = mixed(h + <u64> i, facts.fields[i])
    return h


cdef inline int find_descriptor(Rows* r, u64 h, int row) noexcept nogil:
    """The number of a descriptor among those of the page."""
    cdef Py_ssize_t slot
    if 2 * r.n_descriptors >= r.n_slots and not grow_slots(r):
        return 0
    slot = <Py_ssize_t> (h & <u64> (r.n_slots - 1))
    while r.slots[slot] >= 0:
        if r.descriptor_hashes[r.slots[slot]] == h:
            return r.slots[slot]
        slot = (slot + 1) & (r.n_slots - 1)
    r.slots[slot] = <int> r.n_descriptors
    r.descriptor_hashes[r.n_descriptors] = h
    r.descriptor_rows[r.n_descriptors] = row
    r.n_descriptors += 1
    return r.slots[slot]


cdef bint grow_slots(Rows* r) noexcept nogil:
    """Make the table of descriptors twice as large."""
    cdef Py_ssize_t size = max(512, 2 * r.n_slots)
    cdef Py_ssize_t i, slot
    if not (
        resize(<void**> &r.slots, size, sizeof(int))
        and resize(<void**> &r.descriptor_rows, size // 2 + 1, sizeof(int))
        and resize(<void**> &r.descriptor_hashes, size // 2 + 1, sizeof(u64))
    ):
        r.failed = True
        return False
    r.n_slots = size
    memset(r.slots, 0xFF, size * sizeof(int))
    for i in range(r.n_descriptors):
        slot = <Py_ssize_t> (r.descriptor_hashes[i] & <u64> (size - 1))
        while r.slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        r.slots[slot] = <int> i
    return True


cdef void note_off_axis(Parser* p, Rows* r, int index) noexcept nogil:
    """Note what the head says, and every script outside of other elements that are not on the axis."""
    cdef Node* node = node_at(p, index)
    cdef int child
    if node.tag == T_SCRIPT:
        note_script(p, r, node)
    elif node.tag == T_HEAD:
        child = node.first
        while child >= 0:
            node = node_at(p, child)
            if node.kind <= MATH:
                if node.tag == T_SCRIPT:
                    note_script(p, r, node)
                elif node.tag == T_TITLE:
                    note_head(p, r, node, True)
                elif node.tag == T_META or node.tag == T_LINK or node.tag == T_BASE:
                    note_head(p, r, node, False)
            child = node.next


cdef void note_script(Parser* p, Rows* r, Node* node) noexcept nogil:
    """Count the characters of a script; keep its text if it is data."""
    cdef int child = node.first
    cdef Node* text
    while child >= 0:
        text = node_at(p, child)
        if text.kind == TEXT:
            r.script_bytes += count_characters(p, r, text)
        child = text.next
    if node.facts >= 0 and p.facts[node.facts].seen & A_JSON_LD:
        note_head(p, r, node, True)


cdef Py_ssize_t count_tails(const byte* at, Py_ssize_t size) noexcept nogil:
    """The bytes of UTF-8 that do not begin a character."""
    cdef Py_ssize_t count = 0
    cdef u64 word
    while size >= 8:
        if size >= BLOCK and not any_high(load_block(at)):
            at += BLOCK
            size -= BLOCK
            continue
        memcpy(&word, at, 8)
        word = (word >> 7) & ~(word >> 6) & <u64> 0x0101010101010101ULL
        count += <Py_ssize_t> ((word * <u64> 0x0101010101010101ULL) >> 56)
        at += 8
        size -= 8
    while size > 0:
        count += (at[0] & 0xC0) == 0x80
        at += 1
        size -= 1
    return count


cdef Py_ssize_t count_characters(Parser* p, Rows* r, Node* node) noexcept nogil:
    """The characters of a text, a carriage return and a line feed as one."""
    cdef const byte* at = text_of(p, node.flags & SIDE, node.start)
    cdef const byte* end = at + node.size
    cdef Py_ssize_t count = node.size
    if not r.is_ascii:
        count -= count_tails(at, node.size)
    if p.has_cr and not node.flags & SIDE:
        while at < end:
            at = <const byte*> memchr(at, c"\r", end - at)
            if at == NULL:
                break
            at += 1
            count -= at < end and at[0] == c"\n"
    return count


cdef void note_head(Parser* p, Rows* r, Node* node, bint with_text) noexcept nogil:
    """Keep where an element of the head stands, and its text."""
    cdef HeadFact* fact
    cdef Node* text
    cdef int child = node.first if with_text else -1
    if not grow(<void**> &r.head, &r.room_head, r.n_head + 1, sizeof(HeadFact)):
        r.failed = True
        return
    fact = r.head + r.n_head
    r.n_head += 1
    fact.tag = node.tag
    fact.start = node.start
    fact.text_start = <int> r.n_head_text
    while child >= 0:
        text = node_at(p, child)
        if text.kind == TEXT:
            if r.n_head_text > INT_MAX - text.size or not grow(
                <void**> &r.head_text, &r.room_head_text, r.n_head_text + text.size, 1
            ):
                r.failed = True
                return
            r.n_head_text += decode(
                text_of(p, text.flags & SIDE, text.start), text.size, r.head_text + r.n_head_text,
                0 if text.flags & SIDE else D_LINES,
            )  # fmt: skip
        child = text.next
    fact.text_size = <int> (r.n_head_text - fact.text_start)
