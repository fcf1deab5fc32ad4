# What is read of a page when it is asked for: where its links lead, and the tokens of a text that is not on the page.

cdef struct Hrefs:
    int* rows
    int* starts  # in text; one more than there are rows
    byte* text
    Py_ssize_t n
    Py_ssize_t size
    Py_ssize_t room_rows
    Py_ssize_t room_starts
    Py_ssize_t room_text


cdef bint find_href(const byte* at, const byte* end, Attribute* found) noexcept nogil:
    """Whether the start tag has an href; the first counts."""
    cdef const byte* after
    cdef int bit = 0
    at = end_of_tag_name(at + 1, end)
    while True:
        after = next_short(at, end, found, &bit)
        if after == NULL:
            after = next_attribute(at, end, found)
            if after == NULL or found.name == NULL:
                return False
            bit = A_HREF if found.name_end - found.name == 4 and is_name(found, "href", 4) else 0
        if bit == A_HREF:
            return True
        at = after


cdef bint add_href(Hrefs* h, int row, Attribute* found) noexcept nogil:
    """Keep the decoded value; False if there is no memory."""
    cdef Py_ssize_t size = found.value_end - found.value if found.has_value else 0
    if not (
        3 * size + h.size < INT_MAX
        and grow(<void**> &h.rows, &h.room_rows, h.n + 1, sizeof(int))
        and grow(<void**> &h.starts, &h.room_starts, h.n + 2, sizeof(int))
        and grow(<void**> &h.text, &h.room_text, h.size + 3 * size, 1)
    ):
        return False
    if size:
        h.size += decode(found.value, size, h.text + h.size, D_REFERENCES | D_ATTRIBUTE | D_LINES | D_NULS)
    h.rows[h.n] = row
    h.n += 1
    h.starts[h.n] = <int> h.size
    return True


cdef bint read_hrefs(Axis axis, Hrefs* h) noexcept nogil:
    """Read the href of every link; False if there is no memory."""
    cdef const byte* end = axis.data + axis.size
    cdef const byte* flags = <const byte*> axis.flags.data
    cdef const int* tags = <const int*> axis.tag_ids.data
    cdef const int* starts = <const int*> axis.starts.data
    cdef int row
    cdef Attribute found
    memset(h, 0, sizeof(Hrefs))
    if not grow(<void**> &h.starts, &h.room_starts, 1, sizeof(int)):
        return False
    h.starts[0] = 0
    for row in range(<int> axis.parents.shape[0]):
        if flags[row] & F_LINK and tags[row] == T_A and starts[row] >= 0:
            if find_href(axis.data + starts[row], end, &found) and not add_href(h, row, &found):
                return False
    return True


cdef void make_tokens(Rows* r, const byte* data, Py_ssize_t size) noexcept nogil:
    """Cut one text into tokens."""
    cdef Writer w
    if not (reserve_unit(r, size, 1) and grow(<void**> &r.text, &r.room_text, size + SPARE, 1)):
        r.failed = True
        return
    memset(&w, 0, sizeof(Writer))
    memcpy(r.text, data, size)  # with room behind it
    memset(r.text + size, 0, SPARE)
    r.token_starts[0] = 0
    w.text = w.text_start = r.unit_text
    w.token = w.token_start = r.token_text
    write_run(r, &w, r.text, r.text + size)
    if w.in_word:
        end_word(r, &w)


def hash_tokens(str text not None):
    """Hash the tokens of a text as `Axis.token_hashes` has them. Returns uint64 (n_tokens,)."""
    cdef Rows rows
    cdef Py_ssize_t size = 0
    cdef Traits seen
    cdef object source = as_source(text, &seen)
    cdef const byte* data = source_bytes(source, &size)
    memset(&rows, 0, sizeof(Rows))
    with nogil:
        make_tokens(&rows, data, size)
    try:
        if rows.failed:
            raise MemoryError
        return column(<void**> &rows.token_hashes, rows.n_tokens, sizeof(u64), b"Q")
    finally:
        free_rows(&rows)
