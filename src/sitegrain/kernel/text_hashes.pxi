# What is hashed of the texts of units, and of pages.

cdef enum:
    TAIL = 8  # bytes behind a text that is hashed


cdef bint make_room(byte** data, Py_ssize_t* room, Py_ssize_t size) noexcept nogil:
    """Make a scratch buffer this large; False if there is no memory."""
    cdef byte* made
    if size <= room[0]:
        return True
    size = 2 * size
    made = <byte*> realloc(data[0], size)
    if made == NULL:
        return False
    data[0], room[0] = made, size
    return True


cdef inline byte* put_masked(byte* out, long code, bint* in_digits) noexcept nogil:
    """Write a character, `#` for a run of digits."""
    if code < N_CLASSED and TRAITS[code] & T_DECIMAL or code >= N_CLASSED and Py_UNICODE_ISDECIMAL(<Py_UCS4> code):
        if in_digits[0]:
            return out
        in_digits[0] = True
        out[0] = c"#"
        return out + 1
    in_digits[0] = False
    return out + put_code_point(out, code)


cdef inline byte* put_masked_word(byte* out, u64 word, int n, bint* in_digits) noexcept nogil:
    """Write up to eight ASCII characters, `#` for a run of digits."""
    cdef int i
    cdef byte c
    cdef bint is_digit
    for i in range(n):
        c = word >> 8 * i & 0xFF
        is_digit = c"0" <= c <= c"9"
        out[0] = c"#" if is_digit else c
        out += not (is_digit and in_digits[0])
        in_digits[0] = is_digit
    return out


cdef Py_ssize_t fold_text(const byte* at, const byte* end, byte* out) noexcept nogil:
    """Write a text case folded, runs of digits masked: at most three times as long, and TAIL. Returns its size."""
    cdef byte* start = out
    cdef bint in_digits = False
    cdef u64 word
    cdef long code
    cdef int folded, i, n
    while at < end:
        n = <int> min(end - at, 8)
        word = 0
        if n == 8:
            word = load_word(at)
        else:
            memcpy(&word, at, n)
        if not word & <u64> 0x8080808080808080ULL:
            word = lower_word(word)
            if has_digit(word):
                out = put_masked_word(out, word, n, &in_digits)
            else:
                memcpy(out, &word, 8)
                in_digits = False
                out += n
            at += n
            continue
        at = next_code(at, end, &code)
        if code >= N_CLASSED or not CLASSES[code] & W_FOLDS:
            out = put_masked(out, code, &in_digits)
            continue
        folded = FOLDED[code]
        if folded > 0:
            out = put_masked(out, folded, &in_digits)
            continue
        for i in range(3):
            if MANY[-folded][i]:
                out = put_masked(out, MANY[-folded][i], &in_digits)
    return out - start


cdef inline bint has_digit(u64 word) noexcept nogil:
    """Whether one of 8 bytes below 128 is a digit."""
    return (in_range(word, 0x30, 0x39) & <u64> 0x8080808080808080ULL) != 0


def fingerprints(const byte[::1] text, const int[::1] starts, u64[::1] out):
    """Fill uint64 (n_units,): a hash of each text, case folded, every run of digits masked. O(bytes)."""
    cdef Py_ssize_t unit, size
    cdef const byte* data = text_bytes(text, starts)
    cdef byte* scratch = NULL
    cdef Py_ssize_t room = 0
    cdef bint is_made = True
    if out.shape[0] != starts.shape[0] - 1:
        raise ValueError(f"expected a column of {starts.shape[0] - 1} units")
    with nogil:
        for unit in range(out.shape[0]):
            size = starts[unit + 1] - starts[unit]
            is_made = make_room(&scratch, &room, 3 * size + TAIL)
            if not is_made:
                break
            size = fold_text(data + starts[unit], data + starts[unit + 1], scratch)
            out[unit] = hash_text(scratch, size, 0)
        free(scratch)
    if not is_made:
        raise MemoryError


def hash_numbers(const u64[::1] numbers):
    """Hash all numbers, in their order, to one."""
    cdef u64 h = stirred(0, <u64> numbers.shape[0])
    cdef Py_ssize_t i
    for i in range(numbers.shape[0]):
        h = stirred(h, numbers[i])
    return h & BITS_63


def placed_keys(const u64[::1] hashes, const int[::1] places, u64[::1] out):
    """Fill uint64 (n_units,): a hash of each number together with its place."""
    cdef Py_ssize_t i
    if places.shape[0] != hashes.shape[0] or out.shape[0] != hashes.shape[0]:
        raise ValueError(f"expected {hashes.shape[0]} places")
    for i in range(out.shape[0]):
        out[i] = placed_key(hashes[i], places[i])


cdef inline u64 placed_key(u64 key, int place) noexcept nogil:
    return stirred(key, <u64> (place + 2)) & BITS_63
