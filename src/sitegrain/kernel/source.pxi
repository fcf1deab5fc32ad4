# What Python gives the kernel, as valid UTF-8.

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    bint PyUnicode_IS_ASCII(object text)

ctypedef unsigned short two_bytes
ctypedef unsigned int four_bytes

ctypedef fused wide:
    byte
    two_bytes
    four_bytes

cdef enum:
    MAX_SOURCE = 0x7FFFFF00  # offsets have 31 bits
    CHUNK = 16  # characters that are looked at together


cdef Py_ssize_t encoded_size(const wide* text, Py_ssize_t size) noexcept nogil:
    """Bytes of a text in UTF-8; a lone surrogate becomes U+FFFD, which has as many."""
    cdef Py_ssize_t total = size
    cdef Py_ssize_t i
    for i in range(size):
        total += text[i] >= 0x80
        if wide is not byte:
            total += text[i] >= 0x800
        if wide is four_bytes:
            total += text[i] >= 0x10000
    return total


cdef void encode_into(const wide* text, Py_ssize_t size, byte* out) noexcept nogil:
    """Write a text as UTF-8; stretches of ASCII go many at a time."""
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t j, end
    cdef unsigned int seen
    cdef long code
    while i < size:
        end = i + CHUNK
        if end <= size:
            seen = 0
            for j in range(CHUNK):
                seen |= text[i + j]
            if seen < 0x80:
                for j in range(CHUNK):
                    out[j] = <byte> text[i + j]
                out += CHUNK
                i = end
                continue
        else:
            end = size
        for j in range(i, end):
            code = text[j]
            out += put_code_point(out, 0xFFFD if 0xD800 <= code <= 0xDFFF else code)
        i = end


cdef bytes encoded(str text):
    """The UTF-8 of a text; faster than str.encode on pages, which are mostly ASCII."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t total
    cdef bytes made
    if kind == 1:
        total = encoded_size(<byte*> data, size)
    elif kind == 2:
        total = encoded_size(<two_bytes*> data, size)
    else:
        total = encoded_size(<four_bytes*> data, size)
    made = PyBytes_FromStringAndSize(NULL, total)
    if kind == 1:
        encode_into(<byte*> data, size, <byte*> PyBytes_AS_STRING(made))
    elif kind == 2:
        encode_into(<two_bytes*> data, size, <byte*> PyBytes_AS_STRING(made))
    else:
        encode_into(<four_bytes*> data, size, <byte*> PyBytes_AS_STRING(made))
    return made


cdef inline bint is_tail(byte c) noexcept nogil:
    return (c & 0xC0) == 0x80


cdef int sequence_size(const byte* at, const byte* end) noexcept nogil:
    """Bytes of the character beyond ASCII that begins here, 0 if it is none."""
    cdef byte c = at[0]
    if c < 0xC2 or c > 0xF4 or end - at < 2 or not is_tail(at[1]):
        return 0
    if c < 0xE0:
        return 2
    if end - at < 3 or not is_tail(at[2]):
        return 0
    if c < 0xF0:
        return 0 if (c == 0xE0 and at[1] < 0xA0) or (c == 0xED and at[1] > 0x9F) else 3
    if end - at < 4 or not is_tail(at[3]) or (c == 0xF0 and at[1] < 0x90) or (c == 0xF4 and at[1] > 0x8F):
        return 0
    return 4


cdef bint is_utf8(const byte* at, Py_ssize_t size) noexcept nogil:
    """Whether bytes are valid UTF-8."""
    cdef const byte* end = at + size
    cdef u64 first, second
    cdef int length
    while at < end:
        if end - at >= 16:
            memcpy(&first, at, 8)
            memcpy(&second, at + 8, 8)
            if not (first | second) & <u64> 0x8080808080808080ULL:
                at += 16
                continue
        if at[0] < 0x80:
            at += 1
            continue
        length = sequence_size(at, end)
        if length == 0:
            return False
        at += length
    return True


cdef object as_source(object html):
    """A text of ASCII as it is, any other as UTF-8; bytes made valid as a browser decodes them."""
    cdef Py_ssize_t size
    cdef const byte* data
    cdef bint is_valid
    if isinstance(html, str):
        if not PyUnicode_IS_ASCII(html):
            html = encoded(html)
    else:
        html = bytes(html)
        if html.startswith(b"\xef\xbb\xbf"):
            html = html[3:]
        size = PyBytes_GET_SIZE(html)
        data = <const byte*> PyBytes_AS_STRING(html)
        with nogil:
            is_valid = is_utf8(data, size)
        if not is_valid:
            html = html.decode("utf-8", "replace").encode()
    if len(html) > MAX_SOURCE:
        raise ValueError(f"a page has at most {MAX_SOURCE} bytes, got {len(html)}")
    return html


cdef const byte* source_bytes(object source, Py_ssize_t* size) except NULL:
    """The UTF-8 of what `as_source` returned; it lives as long as that."""
    if isinstance(source, str):
        return <const byte*> PyUnicode_AsUTF8AndSize(source, size)
    size[0] = PyBytes_GET_SIZE(source)
    return <const byte*> PyBytes_AS_STRING(source)
