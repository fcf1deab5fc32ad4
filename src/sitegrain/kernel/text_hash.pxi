# Hashes of texts, the same in every process and on every machine. 63 bits: JSON and numpy know them as integers.

# Of the places in tables; nothing that is put out depends on it.
cdef u64 SEED = int.from_bytes(os.urandom(8), "little")

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
