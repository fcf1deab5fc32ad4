# Hashes of texts, the same in every process and on every machine. 63 bits: JSON and numpy know them as integers.

cdef enum:
    TAIL = 8  # bytes behind a text that is hashed

cdef u64 BITS_63 = <u64> 0x7FFFFFFFFFFFFFFFULL


cdef inline u64 stirred(u64 h, u64 word) noexcept nogil:
    """One to one in the hash and in the word; every bit of both changes all others."""
    h = (h ^ word) * <u64> 0x9E3779B97F4A7C15ULL
    h = (h ^ (h >> 29)) * <u64> 0xBF58476D1CE4E5B9ULL
    return h ^ (h >> 32)


cdef u64 hash_text(const byte* at, Py_ssize_t size, u64 seed) noexcept nogil:
    """The hash of a text; the seed is 0 where others are to come to the same."""
    cdef u64 h = stirred(seed, <u64> size)
    cdef u64 word
    while size >= 8:
        memcpy(&word, at, 8)
        h = stirred(h, word)
        at += 8
        size -= 8
    word = 0
    memcpy(&word, at, size)
    return stirred(h, word) & BITS_63


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


cdef Py_ssize_t fold_text(const byte* at, const byte* end, byte* out) noexcept nogil:
    """Write a text case folded, runs of digits masked: at most three times as long, and TAIL. Returns its size."""
    cdef byte* start = out
    cdef bint in_digits = False
    cdef u64 word
    cdef long code
    cdef int folded, i
    while at < end:
        if end - at >= 8:
            word = load_word(at)
            if not word & <u64> 0x8080808080808080ULL and not has_digit(word):
                word = lower_word(word)
                memcpy(out, &word, 8)
                in_digits = False
                out += 8
                at += 8
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


def earlier_copies(const byte[::1] text, const int[::1] starts, const int[::1] units, byte[::1] out):
    """Fill uint8 (n,): whether the text of each of these units is that of one before it in `units`. O(bytes)."""
    cdef const byte* data = text_bytes(text, starts)
    cdef Py_ssize_t i, slot, mask, size
    cdef int* slots  # number in `units`, and one; 0: free
    cdef int unit, other
    mask = 7
    while mask < 2 * units.shape[0]:
        mask = 2 * mask + 1
    for i in range(units.shape[0]):
        if not 0 <= units[i] < starts.shape[0] - 1:
            raise IndexError(units[i])
    if out.shape[0] != units.shape[0]:
        raise ValueError(f"expected a column of {units.shape[0]} units")
    slots = <int*> calloc(mask + 1, sizeof(int))
    if slots == NULL:
        raise MemoryError
    with nogil:
        for i in range(units.shape[0]):
            unit = units[i]
            size = starts[unit + 1] - starts[unit]
            slot = <Py_ssize_t> (hash_text(data + starts[unit], size, SEED) & <u64> mask)
            out[i] = 0
            while slots[slot] and not out[i]:
                other = units[slots[slot] - 1]
                out[i] = (
                    starts[other + 1] - starts[other] == size
                    and memcmp(data + starts[other], data + starts[unit], size) == 0
                )
                slot = (slot + 1) & mask
            if not out[i]:
                slots[slot] = <int> (i + 1)
        free(slots)
