# The leaves of many rows with AVX-512: they are looked up, and added, for all rows of a block side by side.

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
    #include <immintrin.h>
    #define SITEGRAIN_IS_WIDEST (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd"))
    #define SITEGRAIN_WIDEST __attribute__((target("avx512f,avx512cd"))) static
    /* The number of the lowest bit of each; one is set. */
    SITEGRAIN_WIDEST inline __m512i sitegrain_first_bits(__m512i v) {
        const __m512i lowest = _mm512_and_si512(v, _mm512_sub_epi32(_mm512_setzero_si512(), v));
        return _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest));
    }
    SITEGRAIN_WIDEST void sitegrain_add_widest(const SitegrainBranch* b, const Py_ssize_t* ends, const float* leaves,
                                               Py_ssize_t n_trees, const float* block, double* sums) {
        __m512d s0 = _mm512_loadu_pd(sums), s1 = _mm512_loadu_pd(sums + 8);
        __m512d s2 = _mm512_loadu_pd(sums + 16), s3 = _mm512_loadu_pd(sums + 24);
        const SitegrainBranch* const first = b;
        for (Py_ssize_t tree = 0; tree < n_trees; tree++, leaves += 32) {
            const SitegrainBranch* const end = first + ends[tree];
            __m512i v = _mm512_set1_epi32(-1), w = v;
            for (; b < end; b++) {
                const float* at = block + b->start;
                const __m512 threshold = _mm512_set1_ps(b->threshold);
                const __m512i mask = _mm512_set1_epi32((int) b->mask);
                v = _mm512_mask_and_epi32(v, _mm512_cmp_ps_mask(_mm512_loadu_ps(at), threshold, _CMP_GT_OQ), v, mask);
                w = _mm512_mask_and_epi32(w, _mm512_cmp_ps_mask(_mm512_loadu_ps(at + 16), threshold, _CMP_GT_OQ), w,
                                          mask);
            }
            const __m512 low = _mm512_loadu_ps(leaves), high = _mm512_loadu_ps(leaves + 16);
            const __m512 x = _mm512_permutex2var_ps(low, sitegrain_first_bits(v), high);
            const __m512 y = _mm512_permutex2var_ps(low, sitegrain_first_bits(w), high);
            s0 = _mm512_add_pd(s0, _mm512_cvtps_pd(_mm512_castps512_ps256(x)));
            s1 = _mm512_add_pd(s1, _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(x), 1))));
            s2 = _mm512_add_pd(s2, _mm512_cvtps_pd(_mm512_castps512_ps256(y)));
            s3 = _mm512_add_pd(s3, _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(y), 1))));
        }
        _mm512_storeu_pd(sums, s0);
        _mm512_storeu_pd(sums + 8, s1);
        _mm512_storeu_pd(sums + 16, s2);
        _mm512_storeu_pd(sums + 24, s3);
    }
    #else
    #define SITEGRAIN_IS_WIDEST 0
    #define sitegrain_add_widest(b, ends, leaves, n_trees, block, sums) ((void) 0)
    #endif
    """
    const bint IS_WIDEST "SITEGRAIN_IS_WIDEST"
    void add_widest "sitegrain_add_widest" (
        const Branch* branches, const Py_ssize_t* ends, const float* leaves, Py_ssize_t n_trees, const float* block,
        double* sums,
    ) noexcept nogil  # of BLOCK rows
