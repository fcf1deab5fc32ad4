# The adoption agency: an end tag of a formatting element that is misnested. Its copies count among those opened again.

cdef enum:
    MAX_ROUNDS = 8  # of the standard
    MAX_COPIES = 3  # of the elements between, likewise
    MOVED_PER_REOPENED = 512  # entries of the stack that are moved count as one element opened again

cdef void adopt(Parser* p, int tag) noexcept nogil:
    """Run the adoption agency for the name of an end tag."""
    cdef int i, index
    cdef Formatting* entry
    if is_current(p, tag):
        index = open_at(p, p.stack[p.n_stack - 1]).formatting
        if index < 0 or index == active_formatting(p, tag):
            pop(p)
            if index >= 0:
                drop_formatting(p, index)
            return
    for i in range(MAX_ROUNDS):
        index = active_formatting(p, tag)
        if index < 0:
            close_any(p, tag)
            return
        entry = formatting_at(p, index)
        if entry.open < 0:
            drop_formatting(p, index)
            return
        if not is_above(p, entry.open, SCOPE):
            return
        if not has_block_above(p, entry.open):
            pop_to(p, entry.open)
            drop_formatting(p, index)
            return
        p.n_reopened += 1
        if p.n_reopened > p.max_reopened:
            p.notes |= REOPENED
            drop_formatting(p, index)
            return
        adopt_once(p, index, furthest_block(p, entry.open))


cdef inline bint has_block_above(Parser* p, int open_index) noexcept nogil:
    """Whether a special element lies above an entry."""
    return p.last_kind[SPECIAL] >= 0 and open_at(p, p.last_kind[SPECIAL]).label > open_at(p, open_index).label


cdef int furthest_block(Parser* p, int open_index) noexcept nogil:
    """The place on the stack of the first special element above an entry, of which there is one."""
    cdef int place = place_of(p, open_index) + 1
    while place < p.n_stack and not open_at(p, p.stack[place]).kinds & (1 << SPECIAL):
        place += 1
    return place


cdef void adopt_once(Parser* p, int index, int furthest) noexcept nogil:
    """Lift the furthest block out of the formatting element and put a copy of that into it."""
    cdef Formatting* entry = formatting_at(p, index)
    cdef int open_index = entry.open
    cdef int bottom = place_of(p, open_index)
    cdef int block = open_at(p, p.stack[furthest]).node
    cdef int bookmark = -1
    cdef int ancestor = open_at(p, p.stack[bottom - 1]).node
    cdef int last = copy_between(p, bottom, furthest, block, &bookmark)
    cdef Node* old
    cdef int made
    detach(p, last)
    attach(p, last, place_in(p, ancestor))
    old = node_at(p, entry.node)
    made = new_element(p, HTML, old.tag, old.start, old.facts)
    move_children(p, block, made)
    append(p, block, made)
    entry.node = open_at(p, open_index).node = made
    if bookmark >= 0:
        unlink_formatting(p, index)
        link_formatting(p, index, bookmark)
    move_above(p, bottom, furthest, open_index)


cdef int copy_between(Parser* p, int bottom, int furthest, int block, int* bookmark) noexcept nogil:
    """Copy the formatting elements between two places, innermost first, each into the next.

    Others leave the stack: their entry becomes -1. Returns the outermost copy, the block itself if there is none.
    """
    cdef int last = block
    cdef int counter = 0
    cdef int place = furthest
    cdef int open_index
    cdef Open* entry
    cdef Node* old
    while place - 1 > bottom:
        place -= 1
        open_index = p.stack[place]
        entry = open_at(p, open_index)
        counter += 1
        if counter > MAX_COPIES and entry.formatting >= 0:
            drop_formatting(p, entry.formatting)
        if entry.formatting < 0:
            release(p, open_index)
            p.stack[place] = -1
            continue
        old = node_at(p, entry.node)
        entry.node = new_element(p, old.kind, old.tag, old.start, old.facts)
        formatting_at(p, entry.formatting).node = entry.node
        if last == block:
            bookmark[0] = entry.formatting
        detach(p, last)
        append(p, entry.node, last)
        last = entry.node
    return last


cdef void move_above(Parser* p, int bottom, int furthest, int open_index) noexcept nogil:
    """Move an entry to right above another, and close the gaps between."""
    cdef int to = bottom
    cdef int place
    cdef long long label, above
    for place in range(bottom + 1, furthest + 1):
        if p.stack[place] >= 0:
            p.stack[to] = p.stack[place]
            to += 1
    p.stack[to] = open_index
    if to < furthest:
        memmove(p.stack + to + 1, p.stack + furthest + 1, (p.n_stack - furthest - 1) * sizeof(int))
        p.n_reopened += (p.n_stack - furthest) // MOVED_PER_REOPENED
        p.n_stack -= furthest - to
    label = open_at(p, p.stack[to - 1]).label
    above = open_at(p, p.stack[to + 1]).label if to + 1 < p.n_stack else label + 2 * LABEL_STEP
    open_at(p, open_index).label = label + (above - label) // 2
    if above - label < 2:
        p.n_reopened += p.n_stack // MOVED_PER_REOPENED
        relabel(p)


cdef void close_any(Parser* p, int tag) noexcept nogil:
    """The end tag of an ordinary element: closes the last of its name unless a special one lies above it."""
    cdef int index = last_open(p, tag)
    if index < 0 or not is_above(p, index, SPECIAL):
        return
    close_implied(p, tag, G_IMPLIED_END)
    pop_to(p, index)
