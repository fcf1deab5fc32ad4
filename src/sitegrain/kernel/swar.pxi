# Eight bytes at once: how many at the beginning are of a kind. Branches on single bytes cost more than this arithmetic.

cdef extern from *:
    """
    #include <string.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int low_zeros(unsigned long long word) {
        unsigned long at;
        _BitScanForward64(&at, word);
        return (int)at;
    }
    #else
    static inline int low_zeros(unsigned long long word) { return __builtin_ctzll(word); }
    #endif
    #if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #error "the kernel reads words of bytes, the first byte lowest"
    #endif
    """
    int low_zeros(u64 word) noexcept nogil  # of a word that is not 0

cdef inline u64 load_word(const byte* at) noexcept nogil:
    cdef u64 word
    memcpy(&word, at, 8)
    return word


cdef inline u64 in_range(u64 low, u64 first, u64 last) noexcept nogil:
    """The top bit of every byte, below 128, that lies between two bytes; only top bits count in the result."""
    return (low + (0x80 - first) * <u64> 0x0101010101010101ULL) & ~(low + (0x7F - last) * <u64> 0x0101010101010101ULL)


cdef inline int n_marked(u64 marks) noexcept nogil:
    """How many bytes at the beginning have their top bit set."""
    marks = ~marks & <u64> 0x8080808080808080ULL
    return low_zeros(marks) >> 3 if marks else 8


cdef inline int n_word_bytes(u64 word) noexcept nogil:
    """How many bytes at the beginning are ASCII letters and digits."""
    cdef u64 low = word & <u64> 0x7F7F7F7F7F7F7F7FULL
    cdef u64 letters = in_range(low | <u64> 0x2020202020202020ULL, 0x61, 0x7A)
    return n_marked((letters | in_range(low, 0x30, 0x39)) & ~word)


cdef inline u64 equal_bytes(u64 word, u64 wanted) noexcept nogil:
    """The top bit of every byte that is this one; only top bits count in the result."""
    word ^= wanted * <u64> 0x0101010101010101ULL
    return ~(((word & <u64> 0x7F7F7F7F7F7F7F7FULL) + <u64> 0x7F7F7F7F7F7F7F7FULL) | word)


cdef inline int n_space_bytes(u64 word) noexcept nogil:
    """How many bytes at the beginning are blanks, tabs, line feeds or carriage returns."""
    return n_marked(
        equal_bytes(word, 0x20) | equal_bytes(word, 0x0A) | equal_bytes(word, 0x09) | equal_bytes(word, 0x0D)
    )


cdef inline u64 lower_word(u64 word) noexcept nogil:
    """Eight letters in lower case at once; bytes that are no ASCII letters stay."""
    cdef u64 upper = in_range(word & <u64> 0x7F7F7F7F7F7F7F7FULL, 0x41, 0x5A) & ~word
    return word | (upper & <u64> 0x8080808080808080ULL) >> 2
