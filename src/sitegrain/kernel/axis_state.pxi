# The arrays of an axis while they are made. Columns that grow together share one count of what they have room for.

cdef enum:  # node flags, as in pages/page.py
    F_HIDDEN = 1
    F_LINK = 2
    F_BLOCK = 4

cdef enum:  # roles of elements
    R_BLOCK, R_INLINE, R_OFF

cdef enum:  # bits of a run
    B_AFTER_BREAK = 1  # follows a <br> inside its unit
    B_SPACE = 2  # white space alone

cdef struct HeadFact:  # something of the head, or a script
    int tag
    int start
    int text_start
    int text_size
    int seen

cdef struct Rows:
    Py_ssize_t n_nodes
    Py_ssize_t room_nodes
    int* parents
    int* ends
    int* depths
    int* tags
    int* starts
    int* owners  # innermost block of every row
    int* descriptors
    int* class_firsts
    int* class_counts
    u64* ids
    byte* flags

    Py_ssize_t n_runs
    Py_ssize_t room_runs
    int* run_nodes
    int* run_positions
    int* run_units
    int* run_starts  # of their texts; one more than there are runs
    byte* run_bits

    byte* text
    Py_ssize_t n_text
    Py_ssize_t room_text

    Py_ssize_t n_units
    Py_ssize_t room_units
    int* unit_nodes
    int* unit_runs  # this and the next two: one more than there are units
    int* unit_starts
    int* unit_tokens
    int* unit_words
    int* unit_link_words
    byte* unit_hidden

    byte* unit_text
    Py_ssize_t n_unit_text
    Py_ssize_t room_unit_text
    byte* token_text
    Py_ssize_t n_token_text
    Py_ssize_t room_token_text
    Py_ssize_t n_tokens
    Py_ssize_t room_tokens
    Py_ssize_t room_hashes
    int* token_starts  # in token_text; one more than there are tokens
    u64* token_hashes

    Py_ssize_t n_descriptors
    Py_ssize_t room_descriptors
    int* descriptor_rows  # first row of each
    u64* descriptor_hashes
    int* slots
    Py_ssize_t n_slots

    HeadFact* head
    Py_ssize_t n_head
    Py_ssize_t room_head
    byte* head_text
    Py_ssize_t n_head_text
    Py_ssize_t room_head_text
    long long script_bytes

    bint unit_has_text
    int n_breaks
    bint after_break
    bint is_ascii
    bint failed
    const byte* roles


cdef void free_rows(Rows* r) noexcept nogil:
    free(r.parents)
    free(r.ends)
    free(r.depths)
    free(r.tags)
    free(r.starts)
    free(r.owners)
    free(r.descriptors)
    free(r.class_firsts)
    free(r.class_counts)
    free(r.ids)
    free(r.flags)
    free(r.run_nodes)
    free(r.run_positions)
    free(r.run_units)
    free(r.run_starts)
    free(r.run_bits)
    free(r.text)
    free(r.unit_nodes)
    free(r.unit_runs)
    free(r.unit_starts)
    free(r.unit_tokens)
    free(r.unit_words)
    free(r.unit_link_words)
    free(r.unit_hidden)
    free(r.unit_text)
    free(r.token_text)
    free(r.token_starts)
    free(r.token_hashes)
    free(r.descriptor_rows)
    free(r.descriptor_hashes)
    free(r.slots)
    free(r.head)
    free(r.head_text)
    memset(r, 0, sizeof(Rows))


cdef bint resize(void** data, Py_ssize_t room, size_t item) noexcept nogil:
    cdef void* grown = realloc(data[0], <size_t> room * item)
    if grown == NULL:
        return False
    data[0] = grown
    return True


cdef bint make_rows(Rows* r, Py_ssize_t room) noexcept nogil:
    """Make room for the rows of elements."""
    if not (
        resize(<void**> &r.parents, room, sizeof(int))
        and resize(<void**> &r.ends, room, sizeof(int))
        and resize(<void**> &r.depths, room, sizeof(int))
        and resize(<void**> &r.tags, room, sizeof(int))
        and resize(<void**> &r.starts, room, sizeof(int))
        and resize(<void**> &r.owners, room, sizeof(int))
        and resize(<void**> &r.descriptors, room, sizeof(int))
        and resize(<void**> &r.class_firsts, room, sizeof(int))
        and resize(<void**> &r.class_counts, room, sizeof(int))
        and resize(<void**> &r.ids, room, sizeof(u64))
        and resize(<void**> &r.flags, room, 1)
    ):
        r.failed = True
        return False
    r.room_nodes = room
    return True


cdef bint make_runs(Rows* r, Py_ssize_t room) noexcept nogil:
    """Make room for text runs, and one place behind them."""
    if not (
        resize(<void**> &r.run_nodes, room, sizeof(int))
        and resize(<void**> &r.run_positions, room, sizeof(int))
        and resize(<void**> &r.run_units, room, sizeof(int))
        and resize(<void**> &r.run_starts, room + 1, sizeof(int))
        and resize(<void**> &r.run_bits, room, 1)
    ):
        r.failed = True
        return False
    r.room_runs = room
    return True


cdef bint make_units(Rows* r, Py_ssize_t room) noexcept nogil:
    """Make room for units, and one place behind them."""
    if not (
        resize(<void**> &r.unit_nodes, room, sizeof(int))
        and resize(<void**> &r.unit_runs, room + 1, sizeof(int))
        and resize(<void**> &r.unit_starts, room + 1, sizeof(int))
        and resize(<void**> &r.unit_tokens, room + 1, sizeof(int))
        and resize(<void**> &r.unit_words, room, sizeof(int))
        and resize(<void**> &r.unit_link_words, room, sizeof(int))
        and resize(<void**> &r.unit_hidden, room, 1)
    ):
        r.failed = True
        return False
    r.room_units = room
    return True
