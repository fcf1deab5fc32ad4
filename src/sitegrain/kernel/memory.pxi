# Growing arrays. Space is made once a token, before it is used, so that what changes the tree cannot fail half-way.

cdef enum:
    RESERVE = 96  # nodes, open elements and formatting entries that one token may need; 8 rounds of adoption need 40

cdef enum:
    FIRST_BYTES = 4096  # of an array that is made at all

cdef enum:  # of a source: what most pages need at most, so that arrays are rarely moved
    BYTES_PER_NODE = 40
    BYTES_PER_FACTS = 96
    BYTES_PER_TEXT = 6
    BYTES_PER_TOKEN = 4  # of the text

cdef inline bint grow(void** data, Py_ssize_t* room, Py_ssize_t needed, size_t item) noexcept nogil:
    """Make room for `needed` items; False if there is no memory."""
    return needed <= room[0] or enlarge(data, room, needed, item)


cdef bint enlarge(void** data, Py_ssize_t* room, Py_ssize_t needed, size_t item) noexcept nogil:
    """Move an array that is too small."""
    cdef Py_ssize_t wanted
    cdef void* grown
    if needed > PY_SSIZE_T_MAX // 4 // <Py_ssize_t> item:
        return False
    wanted = max(room[0] * 2, needed, FIRST_BYTES // <Py_ssize_t> item)
    grown = realloc(data[0], <size_t> wanted * item)
    if grown == NULL:
        return False
    data[0] = grown
    room[0] = wanted
    return True


cdef bint reserve(Parser* p, Py_ssize_t n) noexcept nogil:
    """Make room for what the next token can add; rarer arrays grow where they are written."""
    if (
        grow(<void**> &p.nodes, &p.room_nodes, p.n_nodes + n, sizeof(Node))
        and grow(<void**> &p.opens, &p.room_opens, p.n_opens + n, sizeof(Open))
        and grow(<void**> &p.stack, &p.room_stack, p.room_opens, sizeof(int))
        and grow(<void**> &p.formatting, &p.room_formatting, p.n_formatting + n, sizeof(Formatting))
        and grow_keys(p)
    ):
        return True
    p.failed = NO_MEMORY
    return False


cdef bint grow_keys(Parser* p) noexcept nogil:
    """Make room for the last open element of every name."""
    cdef Py_ssize_t known = p.room_last_same
    if not grow(<void**> &p.last_same, &p.room_last_same, 2 * (N_TAGS + p.n_names + 1), sizeof(int)):
        return False
    if known < p.room_last_same:
        memset(p.last_same + known, 0xFF, (p.room_last_same - known) * sizeof(int))
    return True


cdef inline bint has_room(Parser* p) noexcept nogil:
    """Whether one more token fits into what is reserved; the stack is never longer than the pool of its entries."""
    return (
        p.n_nodes + RESERVE <= p.room_nodes
        and p.n_opens + RESERVE <= p.room_opens
        and p.n_formatting + RESERVE <= p.room_formatting
    )


cdef void start_parser(Parser* p, const byte* source, Py_ssize_t size, const Traits* seen) noexcept nogil:
    """Set up a parser for a source of less than 2 GB."""
    memset(p, 0, sizeof(Parser))
    p.source = source
    p.size = <int> size
    p.free_open = p.free_formatting = p.last_formatting = -1
    p.head = p.form = p.open_form = -1
    p.frameset_ok = True
    p.max_reopened = MIN_REOPENED + size // BYTES_PER_REOPENED
    memset(p.last_kind, 0xFF, sizeof(p.last_kind))
    memset(p.last_of_tag, 0xFF, sizeof(p.last_of_tag))
    p.has_cr, p.has_nul = seen.has_cr, seen.has_nul
    if (
        grow(<void**> &p.nodes, &p.room_nodes, size // BYTES_PER_NODE + RESERVE, sizeof(Node))
        and grow(<void**> &p.facts, &p.room_facts, size // BYTES_PER_FACTS + 1, sizeof(Facts))
        and grow(<void**> &p.classes, &p.room_classes, size // BYTES_PER_FACTS + 1, sizeof(u64))
        and reserve(p, RESERVE)
    ):
        new_node(p, DOCUMENT, 0)
    else:
        p.failed = NO_MEMORY


cdef void end_parser(Parser* p) noexcept nogil:
    """Free all that a parser holds."""
    free(p.nodes)
    free(p.facts)
    free(p.classes)
    free(p.side)
    free(p.scratch)
    free(p.extras)
    free(p.names)
    free(p.name_spans)
    free(p.name_slots)
    free(p.opens)
    free(p.stack)
    free(p.last_same)
    free(p.formatting)
    free(p.template_modes)
    free(p.pending)
    memset(p, 0, sizeof(Parser))


cdef inline Node* node_at(Parser* p, int index) noexcept nogil:
    """A node by its number; all access goes through here, so that a checked build sees every wrong one."""
    if IS_CHECKED and not 0 <= index < p.n_nodes:
        p.failed = BROKEN
        return p.nodes
    return p.nodes + index


cdef inline Open* open_at(Parser* p, int index) noexcept nogil:
    if IS_CHECKED and not 0 <= index < p.n_opens:
        p.failed = BROKEN
        return p.opens
    return p.opens + index


cdef inline Formatting* formatting_at(Parser* p, int index) noexcept nogil:
    if IS_CHECKED and not 0 <= index < p.n_formatting:
        p.failed = BROKEN
        return p.formatting
    return p.formatting + index
