# What a page says of its own encoding, before it is read.

cdef inline bint is_blank_byte(byte c) noexcept nogil:
    return c == c" " or 9 <= c <= 13


cdef inline bint ends_plain_value(byte c) noexcept nogil:
    return is_blank_byte(c) or c == c'"' or c == c"'" or c == c">"


cdef Py_ssize_t copy_outside_comments(const byte* at, const byte* end, byte* out) noexcept nogil:
    """Leave out `<!-- ... -->`; an open one takes the rest. Returns the number of bytes."""
    cdef byte* start = out
    cdef const byte* found
    while at < end:
        found = <const byte*> memchr(at, c"<", end - at)
        if found == NULL:
            found = end
        memcpy(out, at, found - at)
        out += found - at
        at = found
        if end - at >= 4 and memcmp(at, b"<!--", 4) == 0:
            at += 4
            while at < end and not (end - at >= 3 and memcmp(at, b"-->", 3) == 0):
                at += 1
            at += 3
        elif at < end:
            out[0] = at[0]
            out += 1
            at += 1
    return out - start


cdef const byte* end_of_meta(const byte* at, const byte* end) noexcept nogil:
    """Where a tag ends, or its last quote begins that is never closed; quoted text may hold `>`."""
    cdef const byte* close
    while at < end and at[0] != c">":
        if at[0] == c'"' or at[0] == c"'":
            close = <const byte*> memchr(at + 1, at[0], end - at - 1)
            if close == NULL:
                return at
            at = close
        at += 1
    return at


cdef dict plain_attributes(const byte* at, const byte* end):
    """The attributes that have a value, as bytes, names in lower case; the first of a name counts."""
    cdef dict found = {}
    cdef const byte* name
    cdef const byte* name_end
    cdef const byte* value
    while at < end:
        if ends_plain_value(at[0]) or at[0] == c"=" or at[0] == c"/":
            at += 1
            continue
        name = at
        while at < end and not (ends_plain_value(at[0]) or at[0] == c"=" or at[0] == c"/"):
            at += 1
        name_end = at
        while at < end and is_blank_byte(at[0]):
            at += 1
        if at == end or at[0] != c"=":
            continue
        at += 1
        while at < end and is_blank_byte(at[0]):
            at += 1
        if at == end or at[0] == c">":
            continue
        value = at
        if at[0] == c'"' or at[0] == c"'":
            at = <const byte*> memchr(at + 1, at[0], end - at - 1)
            if at == NULL:
                at = value + 1
                continue
            value += 1
            found.setdefault((<const char*> name)[:name_end - name].lower(), (<const char*> value)[:at - value])
            at += 1
        else:
            while at < end and not ends_plain_value(at[0]):
                at += 1
            found.setdefault((<const char*> name)[:name_end - name].lower(), (<const char*> value)[:at - value])
    return found


def charset_metas(bytes html not None, Py_ssize_t most):
    """The attributes of every <meta> among the first bytes, outside of comments, that mentions a charset.

    most : bytes that are looked at
    Returns a mapping of bytes for each, names in lower case; attributes without a value are left out. O(most).
    """
    cdef Py_ssize_t size = max(min(PyBytes_GET_SIZE(html), most), 0)
    cdef const byte* source = <const byte*> PyBytes_AS_STRING(html)
    cdef list metas = []
    cdef const byte* at
    cdef const byte* end
    cdef const byte* start
    cdef byte* head = <byte*> malloc(max(size, 1))
    if head == NULL:
        raise MemoryError
    try:
        at = head
        end = head + copy_outside_comments(source, source + size, head)
        while at < end:
            at = <const byte*> memchr(at, c"<", end - at)
            if at == NULL:
                break
            at += 1
            if end - at < 5 or not same_letters(at, 4, "meta", 4) or not (is_blank_byte(at[4]) or at[4] == c"/"):
                continue
            start = at + 5
            at = end_of_meta(start, end)
            if contains_letters(start, at - start, "charset", 7):
                metas.append(plain_attributes(start, at))
    finally:
        free(head)
    return metas
