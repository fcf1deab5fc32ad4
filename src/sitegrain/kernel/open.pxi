# The stack of open elements. Entries know the last one below them of the same name and of each kind a search stops at,
# so "has an element in scope" takes the same time at any depth. Labels order entries; places on the stack may shift.

cdef enum:
    LABEL_STEP = 1 << 28  # room for 28 insertions at one place before labels are given out anew

cdef inline int kinds_of(Node* node) noexcept nogil:
    """The kinds an element belongs to, as bits."""
    if node.kind == HTML:
        return KINDS[node.tag] if node.tag < N_TAGS else 0
    if node.kind == SVG:
        if not (node.tag == T_FOREIGNOBJECT or node.tag == T_DESC or node.tag == T_TITLE):
            return 0
    elif not (
        node.tag == T_MI
        or node.tag == T_MO
        or node.tag == T_MN
        or node.tag == T_MS
        or node.tag == T_MTEXT
        or node.tag == T_ANNOTATION_XML
    ):
        return 0
    return 1 << SPECIAL | 1 << STOP | 1 << SCOPE | 1 << ITEM_SCOPE | 1 << BUTTON_SCOPE


cdef inline void link_kinds(Parser* p, int index) noexcept nogil:
    """Make an entry the last of its kinds; no branch on which they are."""
    cdef Open* entry = open_at(p, index)
    cdef int kind, is_of
    if not entry.kinds:
        return
    memcpy(entry.below, p.last_kind, sizeof(entry.below))
    for kind in range(N_KINDS):
        is_of = -(entry.kinds >> kind & 1)
        p.last_kind[kind] ^= (p.last_kind[kind] ^ index) & is_of


cdef inline int push(Parser* p, int node_index) noexcept nogil:
    """Open an element; returns its entry."""
    cdef int index = p.free_open
    cdef int below = p.stack[p.n_stack - 1] if p.n_stack else -1
    cdef Node* node = node_at(p, node_index)
    cdef Open* entry
    if index >= 0:
        p.free_open = open_at(p, index).below_same
    else:
        index = <int> p.n_opens
        p.n_opens += 1
    entry = p.opens + index
    entry.node = node_index
    entry.key = 2 * node.tag + (node.kind != HTML)
    entry.kinds = kinds_of(node)
    entry.formatting = -1
    entry.label = open_at(p, below).label + LABEL_STEP if below >= 0 else LABEL_STEP
    entry.foreign_run = 0
    if node.kind != HTML:
        entry.foreign_run = 1 + (open_at(p, below).foreign_run if below >= 0 else 0)
    entry.above_same = -1
    entry.below_same = p.last_same[entry.key]
    if entry.below_same >= 0:
        open_at(p, entry.below_same).above_same = index
    p.last_same[entry.key] = index
    link_kinds(p, index)
    p.stack[p.n_stack] = index
    p.n_stack += 1
    return index


cdef inline void release(Parser* p, int index) noexcept nogil:
    """Forget an entry that has left the stack; kinds are the caller's to repair."""
    cdef Open* entry = open_at(p, index)
    if entry.above_same >= 0:
        open_at(p, entry.above_same).below_same = entry.below_same
    else:
        p.last_same[entry.key] = entry.below_same
    if entry.below_same >= 0:
        open_at(p, entry.below_same).above_same = entry.above_same
    if entry.formatting >= 0:
        formatting_at(p, entry.formatting).open = -1
    entry.node = -1
    entry.below_same = p.free_open
    p.free_open = index


cdef inline void pop(Parser* p) noexcept nogil:
    """Close the innermost open element."""
    cdef int index
    if p.n_stack == 0:
        return
    p.n_stack -= 1
    index = p.stack[p.n_stack]
    if open_at(p, index).kinds:
        memcpy(p.last_kind, open_at(p, index).below, sizeof(p.last_kind))
    release(p, index)


cdef int place_of(Parser* p, int index) noexcept nogil:
    """Where on the stack an entry lies."""
    cdef long long label = open_at(p, index).label
    cdef Py_ssize_t low = 0
    cdef Py_ssize_t high = p.n_stack - 1
    cdef Py_ssize_t middle
    if high >= 0 and p.stack[high] == index:
        return <int> high
    while low < high:
        middle = (low + high) // 2
        if open_at(p, p.stack[middle]).label < label:
            low = middle + 1
        else:
            high = middle
    return <int> low


cdef void take_out(Parser* p, int index) noexcept nogil:
    """Take an entry off the stack, wherever it lies."""
    cdef int place
    cdef int kinds = open_at(p, index).kinds
    if p.stack[p.n_stack - 1] == index:
        pop(p)
        return
    place = place_of(p, index)
    memmove(p.stack + place, p.stack + place + 1, (p.n_stack - place - 1) * sizeof(int))
    p.n_stack -= 1
    release(p, index)
    join_foreign(p, place)
    if kinds:
        relink_kinds(p)


cdef void join_foreign(Parser* p, Py_ssize_t place) noexcept nogil:
    """Count foreign elements anew from a place on, below which an HTML element has gone."""
    cdef int below = open_at(p, p.stack[place - 1]).foreign_run if place > 0 else 0
    while place < p.n_stack and open_at(p, p.stack[place]).foreign_run:
        below += 1
        open_at(p, p.stack[place]).foreign_run = below
        place += 1


cdef void relink_kinds(Parser* p) noexcept nogil:
    """Find the last of each kind anew, after an entry in the middle has gone."""
    cdef Py_ssize_t i
    memset(p.last_kind, 0xFF, sizeof(p.last_kind))
    for i in range(p.n_stack):
        link_kinds(p, p.stack[i])


cdef void relabel(Parser* p) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(p.n_stack):
        open_at(p, p.stack[i]).label = <long long> (i + 1) * LABEL_STEP


cdef inline int last_open(Parser* p, int tag) noexcept nogil:
    """The innermost open element of the HTML namespace with this name, -1 if none is."""
    return p.last_same[2 * tag]


cdef inline bint is_above(Parser* p, int index, int kind) noexcept nogil:
    """Whether an entry is at or above the last of a kind."""
    return p.last_kind[kind] < 0 or open_at(p, index).label >= open_at(p, p.last_kind[kind]).label


cdef inline bint in_scope(Parser* p, int tag, int kind) noexcept nogil:
    cdef int index = p.last_same[2 * tag]
    return index >= 0 and is_above(p, index, kind)


cdef inline bint is_current(Parser* p, int tag) noexcept nogil:
    """Whether the innermost open element is an HTML element of this name."""
    return p.n_stack > 0 and open_at(p, p.stack[p.n_stack - 1]).key == 2 * tag


cdef void pop_to(Parser* p, int index) noexcept nogil:
    """Close elements until this one is closed."""
    cdef int top = -1
    while p.n_stack and top != index:
        top = p.stack[p.n_stack - 1]
        pop(p)


cdef void pop_until(Parser* p, int tag) noexcept nogil:
    """Close elements until one of this name is closed; nothing if none is open."""
    if last_open(p, tag) >= 0:
        pop_to(p, last_open(p, tag))


cdef int heading_in_scope(Parser* p) noexcept nogil:
    """The innermost of the open h1 to h6 in scope, -1 if none is."""
    cdef int tag, index
    cdef int found = -1
    for tag in range(T_H1, T_H6 + 1):
        index = last_open(p, tag)
        if index >= 0 and is_above(p, index, SCOPE):
            if found < 0 or open_at(p, index).label > open_at(p, found).label:
                found = index
    return found


cdef void close_implied(Parser* p, int spared, int group) noexcept nogil:
    """Close the elements whose end tags may be left out, except one name; -1 spares none."""
    cdef Node* node
    while p.n_stack:
        node = node_at(p, current(p))
        if node.kind != HTML or node.tag >= N_TAGS or not GROUPS[node.tag] & group or node.tag == spared:
            return
        pop(p)


cdef inline void close_paragraph(Parser* p) noexcept nogil:
    """Close a <p> if one is open in button scope."""
    if in_scope(p, T_P, BUTTON_SCOPE):
        close_implied(p, T_P, G_IMPLIED_END)
        pop_until(p, T_P)


cdef void pop_to_context(Parser* p, int first, int second, int third) noexcept nogil:
    """Close elements until one of these, <template> or <html> is innermost."""
    cdef Node* node
    while p.n_stack:
        node = node_at(p, current(p))
        if node.kind == HTML and (
            node.tag == first
            or node.tag == second
            or node.tag == third
            or node.tag == T_TEMPLATE
            or node.tag == T_HTML
        ):
            return
        pop(p)


cdef inline bint is_in_foreign(Parser* p) noexcept nogil:
    return p.n_stack > 0 and open_at(p, p.stack[p.n_stack - 1]).foreign_run > 0
