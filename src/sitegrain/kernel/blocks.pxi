# 64 bytes at once: which of them are of a kind, one bit for each, the first lowest. With SSE2, which every x86-64 has,
# or with words of 8 bytes where there is none; PORTABLE_KERNEL=1 builds the latter anywhere, so that both are tested.

cdef extern from *:
    """
    typedef unsigned long long bits64;
    #if !defined(SITEGRAIN_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
    #include <emmintrin.h>
    typedef struct { __m128i part[4]; } block64;
    static inline block64 load_block(const unsigned char *at) {
        block64 b;
        for (int i = 0; i < 4; i++) b.part[i] = _mm_loadu_si128((const __m128i *)(at + 16 * i));
        return b;
    }
    static inline void store_block(unsigned char *at, const block64 b) {
        for (int i = 0; i < 4; i++) _mm_storeu_si128((__m128i *)(at + 16 * i), b.part[i]);
    }
    /* Sixteen bytes in lower case: letters and digits only, all of which have the bit or take it. */
    static inline void copy_lower_16(unsigned char *out, const unsigned char *at) {
        __m128i v = _mm_loadu_si128((const __m128i *)at);
        _mm_storeu_si128((__m128i *)out, _mm_or_si128(v, _mm_set1_epi8(0x20)));
    }
    static inline bits64 joined(const __m128i *m) {
        return (bits64)(unsigned)_mm_movemask_epi8(m[0]) | (bits64)(unsigned)_mm_movemask_epi8(m[1]) << 16 |
               (bits64)(unsigned)_mm_movemask_epi8(m[2]) << 32 | (bits64)(unsigned)_mm_movemask_epi8(m[3]) << 48;
    }
    static inline bits64 high_bits(const block64 b) { return joined(b.part); }
    static inline int any_high(const block64 b) {
        return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(b.part[0], b.part[1]), _mm_or_si128(b.part[2], b.part[3])));
    }
    static inline int any_equal(const block64 b, char wanted) {
        block64 m;
        for (int i = 0; i < 4; i++) m.part[i] = _mm_cmpeq_epi8(b.part[i], _mm_set1_epi8(wanted));
        return any_high(m);
    }
    static inline bits64 odd_bits(const block64 b) {
        __m128i m[4];
        for (int i = 0; i < 4; i++) {
            __m128i is_low = _mm_cmpeq_epi8(_mm_min_epu8(b.part[i], _mm_set1_epi8(13)), b.part[i]);
            m[i] = _mm_or_si128(is_low, _mm_cmpeq_epi8(b.part[i], _mm_set1_epi8('&')));
        }
        return joined(m);
    }
    static inline bits64 equal_bits(const block64 b, char wanted) {
        __m128i m[4];
        for (int i = 0; i < 4; i++) m[i] = _mm_cmpeq_epi8(b.part[i], _mm_set1_epi8(wanted));
        return joined(m);
    }
    /* Signed bytes above `last` after adding what makes `last_wanted` the highest of them. */
    static inline __m128i between(__m128i v, int first, int last) {
        return _mm_cmpgt_epi8(_mm_add_epi8(v, _mm_set1_epi8((char)(127 - last))), _mm_set1_epi8((char)(126 - last + first)));
    }
    static inline bits64 word_bits(const block64 b) {
        __m128i m[4];
        for (int i = 0; i < 4; i++) {
            __m128i lower = _mm_or_si128(b.part[i], _mm_set1_epi8(0x20));
            m[i] = _mm_or_si128(between(lower, 'a', 'z'), between(b.part[i], '0', '9'));
        }
        return joined(m);
    }
    static inline bits64 range_bits(const block64 b, int first, int last) {
        __m128i m[4];
        for (int i = 0; i < 4; i++) m[i] = between(b.part[i], first, last);
        return joined(m);
    }
    #else
    typedef struct { bits64 part[8]; } block64;
    #define EACH_BYTE 0x0101010101010101ULL
    static inline block64 load_block(const unsigned char *at) { block64 b; memcpy(b.part, at, 64); return b; }
    static inline void store_block(unsigned char *at, const block64 b) { memcpy(at, b.part, 64); }
    static inline void copy_lower_16(unsigned char *out, const unsigned char *at) {
        bits64 words[2];
        memcpy(words, at, 16);
        words[0] |= 0x20 * EACH_BYTE;
        words[1] |= 0x20 * EACH_BYTE;
        memcpy(out, words, 16);
    }
    static inline bits64 joined(const bits64 *m) { /* the top bits of eight words */
        bits64 bits = 0;
        for (int i = 0; i < 8; i++) bits |= ((m[i] & 0x80 * EACH_BYTE) >> 7) * 0x0102040810204080ULL >> 56 << 8 * i;
        return bits;
    }
    static inline bits64 high_bits(const block64 b) { return joined(b.part); }
    static inline bits64 equal_bits(const block64 b, char wanted) {
        bits64 m[8];
        for (int i = 0; i < 8; i++) {
            bits64 word = b.part[i] ^ (unsigned char)wanted * EACH_BYTE;
            m[i] = ~(((word & 0x7F * EACH_BYTE) + 0x7F * EACH_BYTE) | word);
        }
        return joined(m);
    }
    static inline int any_high(const block64 b) {
        bits64 all = 0;
        for (int i = 0; i < 8; i++) all |= b.part[i];
        return (all & 0x80 * EACH_BYTE) != 0;
    }
    static inline int any_equal(const block64 b, char wanted) { return equal_bits(b, wanted) != 0; }
    static inline bits64 between(bits64 word, int first, int last) {
        bits64 low = word & 0x7F * EACH_BYTE;
        return (low + (0x80 - first) * EACH_BYTE) & ~(low + (0x7F - last) * EACH_BYTE) & ~word;
    }
    static inline bits64 word_bits(const block64 b) {
        bits64 m[8];
        for (int i = 0; i < 8; i++)
            m[i] = between(b.part[i] | 0x20 * EACH_BYTE, 'a', 'z') | between(b.part[i], '0', '9');
        return joined(m);
    }
    static inline bits64 range_bits(const block64 b, int first, int last) {
        bits64 m[8];
        for (int i = 0; i < 8; i++) m[i] = between(b.part[i], first, last);
        return joined(m);
    }
    static inline bits64 odd_bits(const block64 b) { return range_bits(b, 0, 13) | equal_bits(b, '&'); }
    #endif
    """
    ctypedef struct Block "block64":
        pass

    Block load_block(const byte* at) noexcept nogil
    void store_block(byte* at, Block block) noexcept nogil
    void copy_lower_16(byte* out, const byte* at) noexcept nogil  # of letters and digits
    bint any_high(Block block) noexcept nogil
    bint any_equal(Block block, char wanted) noexcept nogil
    u64 high_bits(Block block) noexcept nogil  # bytes from 128 on
    u64 equal_bits(Block block, char wanted) noexcept nogil
    u64 word_bits(Block block) noexcept nogil  # ASCII letters and digits
    u64 range_bits(Block block, int first, int last) noexcept nogil  # ASCII from the first to the last
    u64 odd_bits(Block block) noexcept nogil  # ampersands and what is at most a carriage return


cdef enum:
    BLOCK = 64


cdef inline int n_low_ones(u64 bits) noexcept nogil:
    """How many of the lowest bits are set."""
    return 64 if bits == ~<u64> 0 else low_zeros(~bits)


cdef inline u64 below_first(u64 bits) noexcept nogil:
    """Ones below the lowest bit that is set; all if none is."""
    return (bits & (~bits + 1)) - 1


cdef inline u64 low_ones(int n) noexcept nogil:
    """The lowest bits, 1 to 64 of them."""
    return ~<u64> 0 >> (64 - n)
