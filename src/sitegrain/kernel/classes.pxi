# UTF-8, and what Python says about each character: for every extension that reads texts.

cdef enum:  # what a character is in a text
    W_SPACE = 1  # white space of str.split
    W_WORD = 2  # a letter or digit
    W_ALONE = 4  # a token by itself
    W_FOLDS = 8  # case folding changes it

cdef enum:
    N_CLASSED = 0x20000  # code points in the tables; above them nothing has case or is white space, a test says
    N_MANY = 512

cdef byte CLASSES[N_CLASSED]
cdef int FOLDED[N_CLASSED]  # what a character folds to; below 0 the place in MANY
cdef int MANY[N_MANY][3]  # ended by 0

cdef extern from "Python.h":
    int Py_UNICODE_ISALNUM(Py_UCS4 code) noexcept nogil
    int Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil


cdef str _first_characters():
    """All characters in the tables, NUL for surrogates."""
    cdef unsigned int code
    cdef unsigned int* codes = <unsigned int*> malloc(N_CLASSED * sizeof(unsigned int))
    if codes == NULL:
        raise MemoryError
    for code in range(N_CLASSED):
        codes[code] = 0 if 0xD800 <= code < 0xE000 else code
    try:
        return (<char*> codes)[: N_CLASSED * sizeof(unsigned int)].decode("utf-32-le")
    finally:
        free(codes)


def _fill_classes():
    """What Python says about each character; blocks that case folding leaves alone are passed over whole."""
    cdef long code
    cdef int n_many = 0
    for code in range(N_CLASSED):
        if 0xD800 <= code < 0xE000:
            continue
        if Py_UNICODE_ISSPACE(<Py_UCS4> code):
            CLASSES[code] |= W_SPACE
        if Py_UNICODE_ISALNUM(<Py_UCS4> code):
            CLASSES[code] |= W_WORD
        if (
            0x3040 <= code <= 0x30FF
            or 0x3400 <= code <= 0x9FFF
            or 0xAC00 <= code <= 0xD7AF
            or 0xF900 <= code <= 0xFAFF
        ):
            CLASSES[code] |= W_ALONE
    characters = _first_characters()
    for first in range(0, N_CLASSED, 256):
        block = characters[first : first + 256]
        if block.casefold() == block:
            continue
        for char in block:
            folded = char.casefold()
            if folded == char:
                continue
            code = ord(char)
            CLASSES[code] |= W_FOLDS
            FOLDED[code] = ord(folded[0])
            if len(folded) > 1:
                n_many += 1
                FOLDED[code] = -n_many
                for i, part in enumerate(folded):
                    MANY[n_many][i] = ord(part)


cdef inline const byte* next_code(const byte* at, const byte* end, long* code) noexcept nogil:
    """Read one character of valid UTF-8."""
    cdef long c = at[0]
    if c < 0x80:
        code[0] = c
        return at + 1
    if c < 0xE0 and at + 1 < end:
        code[0] = (c & 0x1F) << 6 | (at[1] & 0x3F)
        return at + 2
    if c < 0xF0 and at + 2 < end:
        code[0] = (c & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
        return at + 3
    if at + 3 < end:
        code[0] = (c & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F)
        return at + 4
    code[0] = 0xFFFD
    return end


cdef inline int code_class(long code) noexcept nogil:
    if code < N_CLASSED:
        return CLASSES[code]
    return W_WORD if Py_UNICODE_ISALNUM(<Py_UCS4> code) else 0


cdef inline int put_code_point(byte* out, long code) noexcept nogil:
    """Write one code point as UTF-8; returns the number of bytes."""
    if code < 0x80:
        out[0] = <byte> code
        return 1
    if code < 0x800:
        out[0] = <byte> (0xC0 | (code >> 6))
        out[1] = <byte> (0x80 | (code & 0x3F))
        return 2
    if code < 0x10000:
        out[0] = <byte> (0xE0 | (code >> 12))
        out[1] = <byte> (0x80 | ((code >> 6) & 0x3F))
        out[2] = <byte> (0x80 | (code & 0x3F))
        return 3
    out[0] = <byte> (0xF0 | (code >> 18))
    out[1] = <byte> (0x80 | ((code >> 12) & 0x3F))
    out[2] = <byte> (0x80 | ((code >> 6) & 0x3F))
    out[3] = <byte> (0x80 | (code & 0x3F))
    return 4
