# The leaves that rows can still reach, vectors of rows side by side.

cdef extern from *:
    """
    /* Take away what is not in `mask` from the leaves of BLOCK rows, at each branch that they go right at; four vectors
       of rows stay in registers. */
    #define SITEGRAIN_BLOCK 32
    typedef struct { unsigned int start; float threshold; unsigned int mask; } SitegrainBranch;

    #if defined(__GNUC__)
    #define SITEGRAIN_SIFT(NAME, WIDTH) \
    static void NAME(const SitegrainBranch* branch, const SitegrainBranch* end, const float* block, \
                     unsigned int* leaves) { \
        typedef float Floats __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias)); \
        typedef int Bits __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias)); \
        const SitegrainBranch* b; \
        int row; \
        for (row = 0; row < SITEGRAIN_BLOCK; row += 4 * WIDTH) { \
            Bits v = (Bits) {0} - 1, w = v, x = v, y = v; \
            for (b = branch; b < end; b++) { \
                const float* at = block + b->start + row; \
                Floats threshold = (Floats) {0} + b->threshold; \
                Bits gone = (Bits) {0} + (int) ~b->mask; \
                v &= ~((*(const Floats*) at > threshold) & gone); \
                w &= ~((*(const Floats*) (at + WIDTH) > threshold) & gone); \
                x &= ~((*(const Floats*) (at + 2 * WIDTH) > threshold) & gone); \
                y &= ~((*(const Floats*) (at + 3 * WIDTH) > threshold) & gone); \
            } \
            *(Bits*) (leaves + row) = v; \
            *(Bits*) (leaves + row + WIDTH) = w; \
            *(Bits*) (leaves + row + 2 * WIDTH) = x; \
            *(Bits*) (leaves + row + 3 * WIDTH) = y; \
        } \
    }
    SITEGRAIN_SIFT(sitegrain_sift, 4)
    #if defined(__x86_64__)
    __attribute__((target("avx2"))) SITEGRAIN_SIFT(sitegrain_sift_wide, 8)
    #define SITEGRAIN_IS_WIDE __builtin_cpu_supports("avx2")
    #else
    #define sitegrain_sift_wide sitegrain_sift
    #define SITEGRAIN_IS_WIDE 0
    #endif
    #define SITEGRAIN_FIRST_BIT(bits) __builtin_ctz(bits)
    #else
    static void sitegrain_sift(const SitegrainBranch* b, const SitegrainBranch* end, const float* block,
                               unsigned int* leaves) {
        int row;
        for (row = 0; row < SITEGRAIN_BLOCK; row++)
            leaves[row] = 0xFFFFFFFF;
        for (; b < end; b++)
            for (row = 0; row < SITEGRAIN_BLOCK; row++)
                leaves[row] &= b->mask | ((unsigned int) (block[b->start + row] > b->threshold) - 1);
    }
    static int SITEGRAIN_FIRST_BIT(unsigned int bits) {
        int at = 0;
        while (!(bits >> at & 1))
            at++;
        return at;
    }
    #define sitegrain_sift_wide sitegrain_sift
    #define SITEGRAIN_IS_WIDE 0
    #endif
    """
    ctypedef struct Branch "SitegrainBranch":
        unsigned int start  # of the column in a block of rows
        float threshold
        unsigned int mask  # the leaves that are left of those that go right, a bit each
    const bint IS_WIDE "SITEGRAIN_IS_WIDE"
    void sift "sitegrain_sift" (const Branch* b, const Branch* end, const float* block, unsigned int* leaves) nogil
    void sift_wide "sitegrain_sift_wide" (
        const Branch* b, const Branch* end, const float* block, unsigned int* leaves
    ) nogil
    int first_bit "SITEGRAIN_FIRST_BIT" (unsigned int bits) nogil
    enum:
        BLOCK "SITEGRAIN_BLOCK"  # rows that are looked at together
