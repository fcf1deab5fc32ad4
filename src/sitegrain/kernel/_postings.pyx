# cython: language_level=3
# cython: freethreading_compatible=True
# cython: wraparound=False
# cython: cdivision=True
# cython: initializedcheck=False
"""Sums over the postings of a search index."""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcpy

cdef enum:
    POSTING_BYTES = 6  # number of a block, uint32; count, uint16; little endian
    ANCHOR = 1
    QUIET = 2


def sum_postings(const unsigned char[::1] postings, const int[::1] rows, const double[::1] factors,
                 const unsigned char[::1] flags, const double[::1] anchor_counts,
                 double[::1] sums, unsigned char[::1] is_told, int[::1] found):
    """Add count times factor of each posting to its row of `sums`; returns how many rows are in `found`.

    postings: packed; blocks of row -1 are left out
    flags:    of each block, ANCHOR and QUIET; the count of an anchor is looked up in `anchor_counts`
    sums:     float64 (n_rows,), zero
    is_told:  uint8 (n_rows,), zero; becomes 1 for a row with a block that is not quiet
    found:    int32 (n_rows,), is given the rows that were added to, in the order they were met

    ValueError for a block that is not there.
    """
    cdef Py_ssize_t n_blocks = rows.shape[0], n_postings = postings.shape[0] // POSTING_BYTES, i
    cdef Py_ssize_t n_rows = sums.shape[0], n_counts = anchor_counts.shape[0], n_found = 0
    cdef uint32_t block
    cdef uint16_t count
    cdef int row
    cdef double value
    cdef bint is_wrong = False
    if factors.shape[0] != n_blocks or flags.shape[0] != n_blocks:
        raise ValueError("arrays of different lengths")
    if found.shape[0] != n_rows or is_told.shape[0] != n_rows:
        raise ValueError("arrays of different lengths")
    if n_postings == 0:
        return 0
    with nogil:
        for i in range(n_postings):
            memcpy(&block, &postings[POSTING_BYTES * i], 4)
            memcpy(&count, &postings[POSTING_BYTES * i + 4], 2)
            if block >= n_blocks:
                is_wrong = True
                break
            row = rows[block]
            if row < 0:
                continue
            if row >= n_rows or (flags[block] & ANCHOR and count >= n_counts):
                is_wrong = True
                break
            value = (anchor_counts[count] if flags[block] & ANCHOR else count) * factors[block]
            if sums[row] == 0 and value != 0:
                found[n_found] = row
                n_found += 1
            sums[row] += value
            if not flags[block] & QUIET:
                is_told[row] = 1
    if is_wrong:
        raise ValueError(f"posting {i} of {n_postings} is of block {block}, of {n_blocks}")
    return n_found
