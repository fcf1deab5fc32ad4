/* Evaluate boosted trees for rows of sixteen: every test of a feature in the order of its thresholds, each one that
   fails taking the leaves to its left out of its tree's bit set; the lowest bit left is the leaf. After QuickScorer
   (Lucchese et al. 2015) and its vectorised form (2016). */
#include <stdint.h>

#define LANES 8
#define WIDTH 2 /* vectors a block */
#define ROWS (LANES * WIDTH)
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));

static inline floats pick(const float *leaves, ints set)
{
    ints lowest = set & -set;
    ints index = (((ints)__builtin_convertvector(lowest, floats) >> 23) & 255) - 127;
    floats picked;
    for (int lane = 0; lane < LANES; lane++)
        picked[lane] = leaves[index[lane]];
    return picked;
}

/* first:  n_features + 1, where the tests of each feature begin
   thresholds, trees, masks: one a test, ascending thresholds within a feature
   leaves: n_trees * 32 values
   rows:   blocks of sixteen rows, feature by feature: n_blocks * n_features * 16
   bits:   room for n_trees * 16
   sums:   n_blocks * 16, added to */
void score(const int32_t *first, const float *thresholds, const int32_t *trees, const int32_t *masks,
           const float *leaves, int32_t n_features, int32_t n_trees, const float *rows, int32_t n_blocks,
           int32_t *bits, float *sums)
{
    ints *sets = (ints *)bits;
    const ints all = (ints){0} - 1;
    for (int32_t block = 0; block < n_blocks; block++) {
        const floats *columns = (const floats *)(rows + (int64_t)block * n_features * ROWS);
        for (int32_t i = 0; i < n_trees * WIDTH; i++)
            sets[i] = all;
        for (int32_t feature = 0; feature < n_features; feature++) {
            floats low = columns[feature * WIDTH], high = columns[feature * WIDTH + 1];
            const float *values = (const float *)(columns + feature * WIDTH);
            float largest = values[0];
            for (int row = 1; row < ROWS; row++)
                largest = values[row] > largest ? values[row] : largest;
            for (int32_t test = first[feature]; test < first[feature + 1] && thresholds[test] < largest; test++) {
                ints *set = sets + trees[test] * WIDTH;
                float threshold = thresholds[test];
                int32_t mask = masks[test];
                set[0] &= (low <= threshold) | mask;
                set[1] &= (high <= threshold) | mask;
            }
        }
        floats *sum = (floats *)(sums + (int64_t)block * ROWS);
        for (int32_t tree = 0; tree < n_trees; tree++)
            for (int half = 0; half < WIDTH; half++)
                sum[half] += pick(leaves + tree * 32, sets[tree * WIDTH + half]);
    }
}
