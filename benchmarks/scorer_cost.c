/* Evaluate boosted trees for rows of eight: every test of a feature in the order of its thresholds, each one that fails
   taking the leaves to its left out of its tree's bit set; the lowest bit left is the leaf. After QuickScorer (Lucchese
   et al. 2015) and its vectorised form (2016). */
#include <stdint.h>

#define LANES 8
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));

/* first:  n_features + 1, where the tests of each feature begin
   thresholds, trees, masks: one a test, ascending thresholds within a feature
   leaves: n_trees * 32 values
   rows:   blocks of eight rows, feature by feature: n_blocks * n_features * 8
   bits:   room for n_trees * 8
   sums:   n_blocks * 8, added to */
void score(const int32_t *first, const float *thresholds, const int32_t *trees, const int32_t *masks,
           const float *leaves, int32_t n_features, int32_t n_trees, const float *rows, int32_t n_blocks,
           int32_t *bits, float *sums)
{
    ints *sets = (ints *)bits;
    for (int32_t block = 0; block < n_blocks; block++) {
        const floats *columns = (const floats *)(rows + (int64_t)block * n_features * LANES);
        for (int32_t tree = 0; tree < n_trees; tree++)
            sets[tree] = (ints){-1, -1, -1, -1, -1, -1, -1, -1};
        for (int32_t feature = 0; feature < n_features; feature++) {
            floats value = columns[feature];
            float largest = value[0];
            for (int lane = 1; lane < LANES; lane++)
                largest = value[lane] > largest ? value[lane] : largest;
            for (int32_t test = first[feature]; test < first[feature + 1] && thresholds[test] < largest; test++)
                sets[trees[test]] &= ~(value > thresholds[test]) | masks[test];
        }
        for (int32_t tree = 0; tree < n_trees; tree++)
            for (int lane = 0; lane < LANES; lane++)
                sums[block * LANES + lane] += leaves[tree * 32 + __builtin_ctz((uint32_t)sets[tree][lane])];
    }
}
