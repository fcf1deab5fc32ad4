# The list of active formatting elements, and the adoption agency that repairs misnested ones.

cdef enum:
    NOAH_LOOKBACK = 64  # entries of one name among which the fourth like one is looked for
    MIN_REOPENED = 8192  # formatting elements that may be opened again on any page; on a long one,
    BYTES_PER_REOPENED = 16  # one more for this many bytes. What is over that stays closed, text and all, and is noted.

cdef int add_formatting(Parser* p, int node, int tag, int after) noexcept nogil:
    """Put an entry behind another, -1 for the beginning; returns it. A marker has no node."""
    cdef int index = p.free_formatting
    cdef Formatting* entry
    if index >= 0:
        p.free_formatting = formatting_at(p, index).next
    else:
        index = <int> p.n_formatting
        p.n_formatting += 1
    entry = p.formatting + index
    entry.node = node
    entry.open = -1
    entry.tag = tag
    entry.level = p.level
    entry.attributes = 0
    entry.below_same = entry.above_same = -1
    link_formatting(p, index, after)
    if node >= 0:
        entry.below_same = p.last_of_tag[tag]
        if entry.below_same >= 0:
            formatting_at(p, entry.below_same).above_same = index
        p.last_of_tag[tag] = index
    return index


cdef void link_formatting(Parser* p, int index, int after) noexcept nogil:
    cdef Formatting* entry = formatting_at(p, index)
    entry.prev = after
    if after == p.last_formatting:
        entry.next = -1
        p.last_formatting = index
    else:
        entry.next = formatting_at(p, after).next
        formatting_at(p, entry.next).prev = index
    if after >= 0:
        formatting_at(p, after).next = index


cdef void unlink_formatting(Parser* p, int index) noexcept nogil:
    cdef Formatting* entry = formatting_at(p, index)
    if entry.prev >= 0:
        formatting_at(p, entry.prev).next = entry.next
    if entry.next >= 0:
        formatting_at(p, entry.next).prev = entry.prev
    else:
        p.last_formatting = entry.prev


cdef void drop_formatting(Parser* p, int index) noexcept nogil:
    """Take an entry off the list."""
    cdef Formatting* entry = formatting_at(p, index)
    unlink_formatting(p, index)
    if entry.node >= 0:
        if entry.above_same >= 0:
            formatting_at(p, entry.above_same).below_same = entry.below_same
        else:
            p.last_of_tag[entry.tag] = entry.below_same
        if entry.below_same >= 0:
            formatting_at(p, entry.below_same).above_same = entry.above_same
        if entry.open >= 0:
            open_at(p, entry.open).formatting = -1
    entry.next = p.free_formatting
    p.free_formatting = index


cdef void add_marker(Parser* p) noexcept nogil:
    add_formatting(p, -1, -1, p.last_formatting)
    p.level += 1


cdef void clear_to_marker(Parser* p) noexcept nogil:
    cdef int index
    cdef bint was_marker = False
    while p.last_formatting >= 0 and not was_marker:
        index = p.last_formatting
        was_marker = formatting_at(p, index).node < 0
        drop_formatting(p, index)
    if was_marker:
        p.level -= 1


cdef u64 hash_attributes(Parser* p, int start) noexcept nogil:
    """A hash of a start tag's attributes that does not depend on their order; the first of a name counts."""
    cdef const byte* end = p.source + p.size
    cdef const byte* at = end_of_tag_name(p.source + start + 1, end)
    cdef const byte* value
    cdef Attribute found
    cdef Py_ssize_t size, i
    cdef u64 total = 1  # 0 is a hash that is not known yet
    cdef u64 seen[32]
    cdef int n_seen = 0
    cdef u64 name
    while True:
        at = next_attribute(at, end, &found)
        if at == NULL or found.name == NULL:
            return total
        name = 0
        for i in range(found.name_end - found.name):
            name = mixed(name, LOWER[found.name[i]] + 1)
        for i in range(n_seen):
            if seen[i] == name:
                break
        else:
            if n_seen < 32:  # a name that comes again behind 32 others tells elements apart, no more
                seen[n_seen] = name
                n_seen += 1
            value = plain_value(p, &found, &size)
            total += mixed(name, hash_bytes(value, size))


cdef int fourth_like(Parser* p, Token* token, u64* attributes) noexcept nogil:
    """Of three entries behind the last marker with the name and attributes of a tag, the first; else -1.

    Attributes are hashed only if there are three entries of the name at all.
    """
    cdef int index = p.last_of_tag[token.tag]
    cdef int n_seen = 0
    cdef int n_like = 0
    cdef Formatting* entry
    while index >= 0 and n_seen < 3 and formatting_at(p, index).level == p.level:
        index = formatting_at(p, index).below_same
        n_seen += 1
    if n_seen < 3:
        return -1
    attributes[0] = hash_attributes(p, token.start)
    index = p.last_of_tag[token.tag]
    n_seen = 0
    while index >= 0 and n_seen < NOAH_LOOKBACK and formatting_at(p, index).level == p.level:
        entry = formatting_at(p, index)
        if entry.attributes == 0:
            entry.attributes = hash_attributes(p, node_at(p, entry.node).start)
        n_like += entry.attributes == attributes[0]
        if n_like == 3:
            return index
        index = entry.below_same
        n_seen += 1
    return -1


cdef void open_formatting(Parser* p, Token* token) noexcept nogil:
    """Insert a formatting element; of four like ones behind the last marker the first leaves the list."""
    cdef int node = insert_element(p, HTML, token)
    cdef u64 attributes = 0
    cdef int index = fourth_like(p, token, &attributes)
    if index >= 0:
        drop_formatting(p, index)
    index = add_formatting(p, node, token.tag, p.last_formatting)
    formatting_at(p, index).attributes = attributes
    formatting_at(p, index).open = p.stack[p.n_stack - 1]
    open_at(p, p.stack[p.n_stack - 1]).formatting = index


cdef inline bint is_closed(Parser* p, int index) noexcept nogil:
    """Whether there is an entry, no marker, whose element is not open."""
    return index >= 0 and formatting_at(p, index).node >= 0 and formatting_at(p, index).open < 0


cdef inline void reconstruct(Parser* p) noexcept nogil:
    """Open again the formatting elements that were closed only because the block around them was."""
    if is_closed(p, p.last_formatting):
        open_again(p)


cdef void open_again(Parser* p) noexcept nogil:
    """The same, if there are any."""
    cdef int index = p.last_formatting
    cdef int first = -1
    cdef Py_ssize_t count = 0
    while is_closed(p, index):
        first = index
        count += 1
        index = formatting_at(p, index).prev
    p.n_reopened += count
    if p.n_reopened > p.max_reopened:
        leave_closed(p, first)
        return
    if not reserve(p, RESERVE + count):
        return
    index = first
    while index >= 0:
        reopen(p, index)
        index = formatting_at(p, index).next


cdef void leave_closed(Parser* p, int index) noexcept nogil:
    """Drop the entries from this one on: their elements would have to be opened again too often."""
    cdef int following
    p.notes |= REOPENED
    while index >= 0:
        following = formatting_at(p, index).next
        drop_formatting(p, index)
        index = following


cdef void reopen(Parser* p, int index) noexcept nogil:
    """Insert and open a copy of a formatting element; the copy takes its place in the list."""
    cdef Formatting* entry = formatting_at(p, index)
    cdef Node* old = node_at(p, entry.node)
    entry.node = new_element(p, HTML, old.tag, old.start, old.facts)
    attach(p, entry.node, place_in(p, current(p)))
    entry.open = push(p, entry.node)
    open_at(p, entry.open).formatting = index


cdef inline int active_formatting(Parser* p, int tag) noexcept nogil:
    """The last entry of a name behind the last marker, -1 if there is none."""
    cdef int index = p.last_of_tag[tag]
    return index if index >= 0 and formatting_at(p, index).level == p.level else -1
