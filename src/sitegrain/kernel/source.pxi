# What Python gives the kernel, as valid UTF-8.

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    bint PyUnicode_IS_ASCII(object text)
    PyObject* PyBytes_FromStringAndSize(const char* data, Py_ssize_t size)
    int _PyBytes_Resize(PyObject** made, Py_ssize_t size)

ctypedef unsigned short two_bytes

cdef extern from *:
    """
    #include <string.h>
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    /* Narrow 16 characters of two bytes to ASCII; 0 if one of them is not. */
    static int narrow_16(const unsigned short *in, unsigned char *out) {
        __m128i a = _mm_loadu_si128((const __m128i *)in);
        __m128i b = _mm_loadu_si128((const __m128i *)(in + 8));
        __m128i high = _mm_and_si128(_mm_or_si128(a, b), _mm_set1_epi16((short)0xFF80));
        if (_mm_movemask_epi8(_mm_cmpeq_epi16(high, _mm_setzero_si128())) != 0xFFFF) return 0;
        _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(a, b));
        return 1;
    }
    #else
    static int narrow_16(const unsigned short *in, unsigned char *out) {
        unsigned int seen = 0;
        for (int i = 0; i < 16; i++) seen |= in[i];
        if (seen >= 0x80) return 0;
        for (int i = 0; i < 16; i++) out[i] = (unsigned char)in[i];
        return 1;
    }
    #endif
    """
    int narrow_16(const two_bytes* text, byte* out) noexcept nogil

cdef enum:
    MAX_SOURCE = 0x7FFFFF00  # offsets have 31 bits
    CHUNK = 16  # characters that are looked at together


cdef inline long code_at(const byte* text, int kind, Py_ssize_t i) noexcept nogil:
    """A character of a text whose characters have 1, 2 or 4 bytes; U+FFFD for a lone surrogate."""
    cdef long code
    if kind == 1:
        return text[i]
    if kind == 4:
        code = <long> (<const unsigned int*> text)[i]
    else:
        code = (<const two_bytes*> text)[i]
    return 0xFFFD if 0xD800 <= code <= 0xDFFF else code


cdef Py_ssize_t encode_into(const byte* text, int kind, Py_ssize_t size, byte* out) noexcept nogil:
    """Write a text as UTF-8, stretches of ASCII many characters at a time; returns the number of bytes."""
    cdef byte* start = out
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t end
    cdef u64 words[2]
    while i < size:
        end = i + CHUNK
        if end > size:
            end = size
        elif kind == 2:
            if narrow_16(<const two_bytes*> text + i, out):
                out += CHUNK
                i = end
                continue
        elif kind == 1:
            memcpy(words, text + i, CHUNK)
            if not (words[0] | words[1]) & <u64> 0x8080808080808080ULL:
                memcpy(out, words, CHUNK)
                out += CHUNK
                i = end
                continue
        while i < end:
            out += put_code_point(out, code_at(text, kind, i))
            i += 1
    return out - start


cdef object encoded(str text):
    """The UTF-8 of a text; faster than str.encode on pages, which are mostly ASCII."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef int widest = 2 if kind == 1 else 3 if kind == 2 else 4
    cdef PyObject* made
    if size > MAX_SOURCE:
        raise ValueError(f"a page has at most {MAX_SOURCE} bytes, got {size} characters")
    made = PyBytes_FromStringAndSize(NULL, widest * size)
    if made == NULL:
        raise MemoryError
    size = encode_into(<byte*> PyUnicode_DATA(text), kind, size, <byte*> PyBytes_AS_STRING(<object> made))
    if _PyBytes_Resize(&made, size) < 0:
        raise MemoryError
    try:
        return <object> made
    finally:
        Py_DECREF(<object> made)


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


cdef inline void note_controls(Block block, Traits* seen) noexcept nogil:
    if any_of(block, c"\r", 0):
        seen.has_cr |= equal_bits(block, c"\r") != 0
        seen.has_nul |= equal_bits(block, 0) != 0


cdef void look_through(const byte* at, Py_ssize_t size, Traits* seen) noexcept nogil:
    """Find out what is in a source, 64 bytes at a time."""
    cdef const byte* end = at + size
    cdef const byte* last = at  # where the character ends that was read last
    cdef byte rest[BLOCK]
    cdef Block block
    seen.has_cr = seen.has_nul = False
    seen.is_ascii = seen.is_utf8 = True
    while at < end:
        if end - at >= BLOCK:
            block = load_block(at)
        else:
            memset(rest, c" ", BLOCK)
            memcpy(rest, at, end - at)
            block = load_block(rest)
        note_controls(block, seen)
        if any_high(block):
            seen.is_ascii = False
            last = end_of_wide(at, end, last, high_bits(block))
            if last == NULL:
                seen.is_utf8 = False
                return
        at += BLOCK


cdef const byte* end_of_wide(const byte* at, const byte* end, const byte* last, u64 high) noexcept nogil:
    """Where the last character beyond ASCII ends that begins in a block; NULL if the block is not UTF-8.

    last : where the one before ended; it may reach into the block
    """
    cdef int size
    if last > at:
        high &= ~<u64> 0 << (last - at)
    while high:
        last = at + low_zeros(high)
        size = sequence_size(last, end)
        if size == 0:
            return NULL
        last += size
        if last - at >= BLOCK:
            break
        high &= ~<u64> 0 << (last - at)
    return last


cdef object as_source(object html, Traits* seen, bint strict=False):
    """A text of ASCII as it is, any other as UTF-8; bytes made valid as a browser decodes them, None if `strict`."""
    cdef Py_ssize_t size = 0
    cdef const byte* data
    if isinstance(html, str):
        html = str.__str__(html)  # a subclass of str made a str
        if not PyUnicode_IS_ASCII(html):
            html = encoded(html)
    else:
        if type(html) is not bytes:
            html = bytes(memoryview(html))  # a number or a list is an error
        if html.startswith(b"\xef\xbb\xbf"):
            html = html[3:]
    data = source_bytes(html, &size)
    with nogil:
        look_through(data, size, seen)
    if not seen.is_utf8:
        if strict:
            return None
        html = html.decode("utf-8", "replace").encode()
        data = source_bytes(html, &size)
        look_through(data, size, seen)
    if size > MAX_SOURCE:
        raise ValueError(f"a page has at most {MAX_SOURCE} bytes, got {size}")
    return html


cdef const byte* source_bytes(object source, Py_ssize_t* size) except NULL:
    """The UTF-8 of what `as_source` returned; it lives as long as that."""
    if isinstance(source, str):
        return <const byte*> PyUnicode_AsUTF8AndSize(source, size)
    size[0] = PyBytes_GET_SIZE(source)
    return <const byte*> PyBytes_AS_STRING(source)
