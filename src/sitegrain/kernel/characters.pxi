# Text as it is written to text as it is meant: character references, line ends, NULs.

# What the numbers 128 to 159 mean: windows-1252, as in every browser.
cdef unsigned short WINDOWS_1252[32]


def _fill_windows_1252():
    for code in range(32):
        try:
            WINDOWS_1252[code] = ord(bytes([128 + code]).decode("cp1252"))
        except UnicodeDecodeError:
            WINDOWS_1252[code] = 128 + code


cdef inline int digit_value(byte c, bint is_hex) noexcept nogil:
    """The value of a digit, -1 if it is none."""
    if c >= c"0" and c <= c"9":
        return c - c"0"
    if not is_hex:
        return -1
    c |= 0x20
    return c - c"a" + 10 if c >= c"a" and c <= c"f" else -1


cdef const byte* decode_number(const byte* at, const byte* end, byte** out) noexcept nogil:
    """Decode `&#...`; `at` is on the number sign. Returns where reading goes on, NULL if it is no reference."""
    cdef bint is_hex = False
    cdef long code = 0
    cdef int value
    cdef const byte* first
    at += 1
    if at < end and (at[0] | 0x20) == c"x":
        is_hex = True
        at += 1
    first = at
    while at < end:
        value = digit_value(at[0], is_hex)
        if value < 0:
            break
        if code < 0x110000:
            code = code * (16 if is_hex else 10) + value
        at += 1
    if at == first:
        return NULL
    if at < end and at[0] == c";":
        at += 1
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        code = 0xFFFD
    elif 0x80 <= code <= 0x9F:
        code = WINDOWS_1252[code - 0x80]
    out[0] += put_code_point(out[0], code)
    return at


cdef const byte* decode_name(const byte* at, const byte* end, byte** out, bint in_attribute) noexcept nogil:
    """Decode `&name;`, `at` behind the ampersand; older names count without a semicolon and as a beginning."""
    cdef Py_ssize_t size = 0
    cdef const Entity* entity = NULL
    while size < MAX_ENTITY and at + size < end and CHARS[at[size]] & C_WORD:
        size += 1
    if size and at + size < end and at[size] == c";":
        entity = find_entity(at, size + 1)
        if entity != NULL:
            size += 1
    if entity == NULL:
        if size > 6:  # the longest name that may stand without a semicolon
            size = 6
        while size >= 2:
            entity = find_entity(at, size)
            if entity != NULL:
                break
            size -= 1
        if entity == NULL:
            return NULL
        if in_attribute and at + size < end and (at[size] == c"=" or CHARS[at[size]] & C_WORD):
            return NULL
    memcpy(out[0], entity.value, entity.value_size)
    out[0] += entity.value_size
    return at + size


cdef enum:  # what `decode` does
    D_REFERENCES = 1
    D_ATTRIBUTE = 2
    D_LINES = 4  # carriage returns become line feeds
    D_NULS = 8  # NULs become U+FFFD


cdef Py_ssize_t decode(const byte* at, Py_ssize_t size, byte* out, int what) noexcept nogil:
    """Decode text into a buffer of at least three times its size; returns the number of bytes."""
    cdef const byte* end = at + size
    cdef const byte* found
    cdef byte* start = out
    cdef byte c
    cdef Block block
    cdef int size_plain
    while at < end:
        c = at[0]
        if c > c"&" and end - at >= BLOCK:
            block = load_block(at)
            store_block(out, block)
            size_plain = low_zeros(odd_bits(block) | <u64> 1 << (BLOCK - 1))
            at += size_plain
            out += size_plain
            continue
        if c == c"&" and what & D_REFERENCES:
            found = NULL
            if at + 1 < end:
                if at[1] == c"#":
                    found = decode_number(at + 1, end, &out)
                elif CHARS[at[1]] & C_WORD:
                    found = decode_name(at + 1, end, &out, what & D_ATTRIBUTE)
            if found != NULL:
                at = found
                continue
        elif c == c"\r" and what & D_LINES:
            c = c"\n"
            if at + 1 < end and at[1] == c"\n":
                at += 1
        elif c == 0 and what & D_NULS:
            out += put_code_point(out, 0xFFFD)
            at += 1
            continue
        out[0] = c
        out += 1
        at += 1
    return out - start


cdef bint to_side(Parser* p, Token* token, int what) noexcept nogil:
    """Decode a token's text into the side buffer; the token then lies there."""
    cdef Py_ssize_t size = token.end - token.start
    if p.n_side + 3 * size > INT_MAX or not grow(<void**> &p.side, &p.room_side, p.n_side + 3 * size, 1):
        p.failed = NO_MEMORY
        return False
    size = decode(p.source + token.start, size, p.side + p.n_side, what)
    token.start = <int> p.n_side
    token.end = <int> (p.n_side + size)
    token.side = True
    p.n_side += size
    return True


cdef inline const byte* text_of(Parser* p, bint side, int start) noexcept nogil:
    return p.side + start if side else p.source + start
