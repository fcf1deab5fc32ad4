# 64 bytes at once: which of them are of a kind, one bit for each, the first lowest. With SSE2, which every x86-64 has,
# with NEON, which every arm64 has, or with words of 8 bytes; PORTABLE_KERNEL=1 builds the last anywhere, for tests.

cdef enum:
    BLOCK = 64

cdef extern from *:
    """
    typedef unsigned long long bits64;
    #if !defined(SITEGRAIN_PORTABLE) && (defined(__SSE2__) || defined(_M_X64))
    #include <emmintrin.h>
    enum { N_PARTS = 4 };
    typedef __m128i part;
    typedef struct { part parts[N_PARTS]; } block64;
    static inline block64 load_block(const unsigned char *at) {
        block64 b;
        for (int i = 0; i < N_PARTS; i++) b.parts[i] = _mm_loadu_si128((const part *)(at + 16 * i));
        return b;
    }
    static inline void store_block(unsigned char *at, const block64 b) {
        for (int i = 0; i < N_PARTS; i++) _mm_storeu_si128((part *)(at + 16 * i), b.parts[i]);
    }
    static inline part either(part a, part b) { return _mm_or_si128(a, b); }
    static inline part equals(part v, char wanted) { return _mm_cmpeq_epi8(v, _mm_set1_epi8(wanted)); }
    /* ASCII only: the addition makes the last of them the largest signed byte. */
    static inline part between(part v, int first, int last) {
        v = _mm_add_epi8(v, _mm_set1_epi8((char)(127 - last)));
        return _mm_cmpgt_epi8(v, _mm_set1_epi8((char)(126 - last + first)));
    }
    static inline part lowered(part v) { return either(v, _mm_set1_epi8(0x20)); }
    static inline bits64 joined(const part *m) {
        return (bits64)(unsigned)_mm_movemask_epi8(m[0]) | (bits64)(unsigned)_mm_movemask_epi8(m[1]) << 16 |
               (bits64)(unsigned)_mm_movemask_epi8(m[2]) << 32 | (bits64)(unsigned)_mm_movemask_epi8(m[3]) << 48;
    }
    static inline int any_high(const block64 b) {
        return _mm_movemask_epi8(either(either(b.parts[0], b.parts[1]), either(b.parts[2], b.parts[3])));
    }
    static inline void copy_lower_16(unsigned char *out, const unsigned char *at) {
        _mm_storeu_si128((part *)out, lowered(_mm_loadu_si128((const part *)at)));
    }
    #elif !defined(SITEGRAIN_PORTABLE) && (defined(__aarch64__) || defined(_M_ARM64))
    #include <arm_neon.h>
    enum { N_PARTS = 4 };
    typedef uint8x16_t part;
    typedef struct { part parts[N_PARTS]; } block64;
    static inline block64 load_block(const unsigned char *at) {
        block64 b;
        for (int i = 0; i < N_PARTS; i++) b.parts[i] = vld1q_u8(at + 16 * i);
        return b;
    }
    static inline void store_block(unsigned char *at, const block64 b) {
        for (int i = 0; i < N_PARTS; i++) vst1q_u8(at + 16 * i, b.parts[i]);
    }
    static inline part either(part a, part b) { return vorrq_u8(a, b); }
    static inline part equals(part v, char wanted) { return vceqq_u8(v, vdupq_n_u8((unsigned char)wanted)); }
    static inline part between(part v, int first, int last) {
        v = vsubq_u8(v, vdupq_n_u8((unsigned char)first));
        return vcleq_u8(v, vdupq_n_u8((unsigned char)(last - first)));
    }
    static inline part lowered(part v) { return either(v, vdupq_n_u8(0x20)); }
    /* Of each byte the bit of its place among eight, then neighbours are added three times. */
    static inline bits64 joined(const part *m) {
        static const unsigned char places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
        const part each = vld1q_u8(places);
        part bits[N_PARTS];
        for (int i = 0; i < N_PARTS; i++)
            bits[i] = vandq_u8(each, vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(m[i]), 7)));
        part sums = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
        sums = vpaddq_u8(sums, sums);
        return vgetq_lane_u64(vreinterpretq_u64_u8(sums), 0);
    }
    static inline int any_high(const block64 b) {
        return vmaxvq_u8(either(either(b.parts[0], b.parts[1]), either(b.parts[2], b.parts[3]))) >= 0x80;
    }
    static inline void copy_lower_16(unsigned char *out, const unsigned char *at) {
        vst1q_u8(out, lowered(vld1q_u8(at)));
    }
    #else
    enum { N_PARTS = 8 };
    typedef bits64 part;
    typedef struct { part parts[N_PARTS]; } block64;
    #define EACH_BYTE 0x0101010101010101ULL
    #define TOPS (0x80 * EACH_BYTE)
    static inline block64 load_block(const unsigned char *at) { block64 b; memcpy(b.parts, at, 64); return b; }
    static inline void store_block(unsigned char *at, const block64 b) { memcpy(at, b.parts, 64); }
    /* Of each byte of a result only the top bit counts. */
    static inline part either(part a, part b) { return a | b; }
    static inline part equals(part v, char wanted) {
        v ^= (unsigned char)wanted * EACH_BYTE;
        return ~(((v & ~TOPS) + ~TOPS) | v);
    }
    static inline part between(part v, int first, int last) {
        part low = v & ~TOPS;
        return (low + (0x80 - first) * EACH_BYTE) & ~(low + (0x7F - last) * EACH_BYTE) & ~v;
    }
    static inline part lowered(part v) { return v | 0x20 * EACH_BYTE; }
    static inline bits64 joined(const part *m) {
        bits64 bits = 0;
        for (int i = 0; i < N_PARTS; i++) bits |= ((m[i] & TOPS) >> 7) * 0x0102040810204080ULL >> 56 << 8 * i;
        return bits;
    }
    static inline int any_high(const block64 b) {
        part all = 0;
        for (int i = 0; i < N_PARTS; i++) all |= b.parts[i];
        return (all & TOPS) != 0;
    }
    static inline void copy_lower_16(unsigned char *out, const unsigned char *at) {
        part words[2];
        memcpy(words, at, 16);
        words[0] = lowered(words[0]);
        words[1] = lowered(words[1]);
        memcpy(out, words, 16);
    }
    #endif
    /* NAME(block): a bit for each byte v of the block that is as CLAIM says. */
    #define BITS(NAME, CLAIM) \\
        static inline bits64 NAME(const block64 b) { \\
            part m[N_PARTS]; \\
            for (int i = 0; i < N_PARTS; i++) { const part v = b.parts[i]; m[i] = CLAIM; } \\
            return joined(m); \\
        }
    BITS(high_bits, v)
    BITS(word_bits, either(between(lowered(v), 'a', 'z'), between(v, '0', '9')))
    BITS(blank_bits, either(equals(v, ' '), either(between(v, 9, 10), between(v, 12, 13))))
    BITS(space_bits, either(equals(v, ' '), either(between(v, 9, 13), between(v, 28, 31))))
    BITS(odd_bits, either(between(v, 0, 13), equals(v, '&')))
    static inline bits64 equal_bits(const block64 b, char wanted) {
        part m[N_PARTS];
        for (int i = 0; i < N_PARTS; i++) m[i] = equals(b.parts[i], wanted);
        return joined(m);
    }
    static inline int any_of(const block64 b, char wanted, char other) {
        block64 m;
        for (int i = 0; i < N_PARTS; i++) m.parts[i] = either(equals(b.parts[i], wanted), equals(b.parts[i], other));
        return any_high(m);
    }
    """
    ctypedef struct Block "block64":
        pass

    Block load_block(const byte* at) noexcept nogil
    void store_block(byte* at, Block block) noexcept nogil
    void copy_lower_16(byte* out, const byte* at) noexcept nogil  # of letters and digits
    bint any_high(Block block) noexcept nogil  # a byte from 128 on
    bint any_of(Block block, char wanted, char other) noexcept nogil
    u64 high_bits(Block block) noexcept nogil
    u64 equal_bits(Block block, char wanted) noexcept nogil
    u64 word_bits(Block block) noexcept nogil  # ASCII letters and digits
    u64 blank_bits(Block block) noexcept nogil  # white space of HTML
    u64 space_bits(Block block) noexcept nogil  # white space of str.split, ASCII only
    u64 odd_bits(Block block) noexcept nogil  # ampersands and what is at most a carriage return


cdef inline int n_low_ones(u64 bits) noexcept nogil:
    """How many of the lowest bits are set."""
    return 64 if bits == ~<u64> 0 else low_zeros(~bits)


cdef inline u64 below_first(u64 bits) noexcept nogil:
    """Ones below the lowest bit that is set; all if none is."""
    return (bits & (~bits + 1)) - 1


cdef inline u64 low_ones(int n) noexcept nogil:
    """The lowest bits, 1 to 64 of them."""
    return ~<u64> 0 >> (64 - n)
