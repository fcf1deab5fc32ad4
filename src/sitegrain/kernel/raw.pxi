# The text of elements in which no tags count: up to the end tag of the same name.

cdef bint is_end_tag(const byte* at, const byte* end, const byte* name, Py_ssize_t size) noexcept nogil:
    """Whether `at` is on `</name` with a blank, a slash or `>` behind it."""
    if end - at < size + 3 or at[1] != c"/":
        return False
    if not CHARS[at[size + 2]] & C_ENDS_TAG_NAME:
        return False
    return same_letters(at + 2, size, <const char*> name, size)


cdef bint is_script_tag(const byte* at, const byte* end) noexcept nogil:
    """Whether `at` is on `<script` with a blank, a slash or `>` behind it."""
    return end - at >= 8 and same_letters(at + 1, 6, "script", 6) and CHARS[at[7]] & C_ENDS_TAG_NAME


cdef const byte* find_bytes(const byte* at, const byte* end, const char* wanted, Py_ssize_t size) noexcept nogil:
    """The next place of a short text, `end` if there is none."""
    while end - at >= size:
        at = <const byte*> memchr(at, wanted[0], end - at - size + 1)
        if at == NULL:
            return end
        if memcmp(at, wanted, size) == 0:
            return at
        at += 1
    return end


cdef const byte* raw_name(Parser* p, Py_ssize_t* size) noexcept nogil:
    """The name of the element whose text is read."""
    cdef Span* span
    if p.raw_tag < N_TAGS:
        size[0] = RAW_NAMES[p.raw_tag].size
        return RAW_NAMES[p.raw_tag].name
    span = &p.name_spans[p.raw_tag - N_TAGS]
    size[0] = span.size
    return p.names + span.start


cdef const byte* end_of_raw(Parser* p, const byte* at, const byte* end) noexcept nogil:
    """Where the end tag of a raw text element begins."""
    cdef Py_ssize_t size = 0
    cdef const byte* name
    if p.raw_tag < 0:
        return end
    name = raw_name(p, &size)
    while at < end:
        at = <const byte*> memchr(at, c"<", end - at)
        if at == NULL:
            return end
        if is_end_tag(at, end, name, size):
            return at
        at += 1
    return end


cdef const byte* end_of_script(Parser* p, const byte* at, const byte* end) noexcept nogil:
    """Where the end tag of a script begins; inside `<!--` a `<script` takes the next `</script` for itself."""
    cdef const byte* name = <const byte*> b"script"
    cdef const byte* close = end  # of the comment that is open
    cdef bint is_escaped = False
    cdef bint is_double = False
    while at < end:
        at = <const byte*> memchr(at, c"<", end - at)
        if at == NULL:
            return end
        if is_escaped and close < at:
            is_escaped = is_double = False
        if is_end_tag(at, end, name, 6):
            if not is_double:
                return at
            is_double = False
        elif is_escaped:
            is_double = is_double or is_script_tag(at, end)
        elif end - at >= 4 and at[1] == c"!" and at[2] == c"-" and at[3] == c"-":
            is_escaped = True
            close = find_bytes(at + 2, end, "-->", 3)  # the dashes of `<!-->` count
        at += 1
    return end


cdef bint read_raw(Parser* p, Token* token) noexcept nogil:
    """Read the text of a raw text element; False if there is none. Then tags count again."""
    cdef const byte* end = p.source + p.size
    cdef const byte* start = p.source + p.pos
    cdef const byte* at = end
    cdef int reading = p.reading
    if reading == READ_SCRIPT and p.raw_tag == T_SCRIPT:
        at = end_of_script(p, start, end)
    elif reading != READ_PLAIN:
        at = end_of_raw(p, start, end)
    p.reading = READ_DATA
    p.pos = <int> (at - p.source)
    token.kind = K_TEXT
    token.end = p.pos
    if at == start:
        return False
    if reading == READ_RCDATA and memchr(start, c"&", at - start) != NULL:
        to_side(p, token, D_REFERENCES | D_LINES | D_NULS)
    elif p.has_nul and memchr(start, 0, at - start) != NULL:
        to_side(p, token, D_LINES | D_NULS)
    return True


cdef struct RawName:
    byte name[24]
    Py_ssize_t size

cdef RawName RAW_NAMES[N_TAGS]


def _fill_raw_names():
    for tag, name in enumerate(_TAG_NAMES):
        raw = name.encode()
        for i, letter in enumerate(raw):
            RAW_NAMES[tag].name[i] = letter
        RAW_NAMES[tag].size = len(raw)
