# Nodes and where they go.

cdef struct Place:  # where a node is inserted: under `parent`, before `before` or last if that is -1
    int parent
    int before


cdef int new_node(Parser* p, int kind, int start) noexcept nogil:
    """Add a node that is in no tree yet. `reserve` has made room."""
    cdef int index = <int> p.n_nodes
    cdef Node* node
    if IS_CHECKED and p.n_nodes >= p.room_nodes:
        p.failed = BROKEN
        return 0
    p.n_nodes += 1
    node = p.nodes + index
    node.parent = node.first = node.last = node.next = node.prev = -1
    node.start = start
    node.size = 0
    node.tag = -1
    node.facts = -1
    node.kind = <byte> kind
    node.flags = 0
    return index


cdef int new_element(Parser* p, int kind, int tag, int start, int facts) noexcept nogil:
    cdef int index = new_node(p, kind, start)
    p.nodes[index].tag = tag
    p.nodes[index].facts = facts
    return index


cdef void attach(Parser* p, int index, Place place) noexcept nogil:
    """Insert a node that has no parent."""
    cdef Node* node = node_at(p, index)
    cdef Node* parent = node_at(p, place.parent)
    cdef int* before
    node.parent = place.parent
    node.next = place.before
    if place.before < 0:
        node.prev = parent.last
        parent.last = index
    else:
        node.prev = node_at(p, place.before).prev
        node_at(p, place.before).prev = index
    before = &parent.first if node.prev < 0 else &node_at(p, node.prev).next
    before[0] = index  # one store: first children and others take turns


cdef void append(Parser* p, int parent, int index) noexcept nogil:
    cdef Place place
    place.parent, place.before = parent, -1
    attach(p, index, place)


cdef void detach(Parser* p, int index) noexcept nogil:
    """Take a node out of the tree, with what is in it."""
    cdef Node* node = node_at(p, index)
    cdef Node* parent
    if node.parent < 0:
        return
    parent = node_at(p, node.parent)
    if node.prev < 0:
        parent.first = node.next
    else:
        node_at(p, node.prev).next = node.next
    if node.next < 0:
        parent.last = node.prev
    else:
        node_at(p, node.next).prev = node.prev
    node.parent = node.next = node.prev = -1


cdef void move_children(Parser* p, int source, int target) noexcept nogil:
    """Give all children of a node to one that has none."""
    cdef int child = node_at(p, source).first
    node_at(p, target).first = child
    node_at(p, target).last = node_at(p, source).last
    node_at(p, source).first = node_at(p, source).last = -1
    while child >= 0:
        node_at(p, child).parent = target
        child = node_at(p, child).next


cdef Place place_in(Parser* p, int target) noexcept nogil:
    """Where a node goes that is meant for `target`: out of a table that may not hold it."""
    cdef Node* node = node_at(p, target)
    cdef Place place
    cdef int table, template
    place.parent, place.before = target, -1
    if not p.foster or node.kind != HTML or node.tag >= N_TAGS or not GROUPS[node.tag] & G_FOSTERING:
        return place
    table, template = p.last_same[2 * T_TABLE], p.last_same[2 * T_TEMPLATE]
    if template >= 0 and (table < 0 or open_at(p, template).label > open_at(p, table).label):
        place.parent = open_at(p, template).node
    elif table < 0:
        place.parent = open_at(p, p.stack[0]).node
    elif node_at(p, open_at(p, table).node).parent >= 0:
        place.before = open_at(p, table).node
        place.parent = node_at(p, place.before).parent
    else:
        place.parent = open_at(p, p.stack[place_of(p, table) - 1]).node
    return place


cdef inline int current(Parser* p) noexcept nogil:
    """The element that is open innermost; the document if none is."""
    return p.opens[p.stack[p.n_stack - 1]].node if p.n_stack else 0


cdef int insert_element(Parser* p, int kind, Token* token) noexcept nogil:
    """Insert an element for a start tag and open it."""
    cdef int index = new_element(p, kind, token.tag, token.start, token.facts)
    attach(p, index, place_in(p, current(p)))
    push(p, index)
    return index


cdef int insert_implied(Parser* p, int tag) noexcept nogil:
    """Insert and open an element that has no tag in the source."""
    cdef int index = new_element(p, HTML, tag, -1, -1)
    attach(p, index, place_in(p, current(p)))
    push(p, index)
    return index


cdef void insert_void(Parser* p, Token* token) noexcept nogil:
    """Insert an element that can hold nothing."""
    cdef int index = new_element(p, HTML, token.tag, token.start, token.facts)
    attach(p, index, place_in(p, current(p)))


cdef void insert_span(Parser* p, int start, int size, int flags) noexcept nogil:
    """Insert text; next to text it continues that."""
    cdef Place place = place_in(p, current(p))
    cdef int index, before
    if size == 0 or place.parent == 0:
        return
    index = new_node(p, TEXT, start)
    p.nodes[index].size = size
    p.nodes[index].flags = <byte> flags
    attach(p, index, place)
    before = p.nodes[index].prev
    if before >= 0 and p.nodes[before].kind == TEXT:
        p.nodes[index].flags |= JOINED
        p.has_joined = True


cdef void insert_text(Parser* p, Token* token) noexcept nogil:
    insert_span(p, token.start, token.end - token.start, (SIDE if token.side else 0) | (BLANK if token.blank else 0))


cdef void insert_replacements(Parser* p, int count) noexcept nogil:
    """Insert U+FFFD, as often as there were NULs."""
    cdef int i
    cdef int start = <int> p.n_side
    if p.n_side > INT_MAX - 3 * <Py_ssize_t> count or not grow(
        <void**> &p.side, &p.room_side, p.n_side + 3 * <Py_ssize_t> count, 1
    ):
        p.failed = NO_MEMORY
        return
    for i in range(count):
        p.n_side += put_code_point(p.side + p.n_side, 0xFFFD)
    insert_span(p, start, 3 * count, SIDE)


cdef void insert_comment(Parser* p, Token* token, int parent) noexcept nogil:
    """Insert a comment last in `parent`, or where the current element takes it if that is -1."""
    cdef int index = new_node(p, COMMENT, token.start)
    p.nodes[index].size = token.end - token.start
    if parent >= 0:
        append(p, parent, index)
    else:
        attach(p, index, place_in(p, current(p)))
