# Odds of scores and back, without the logarithms and powers: those are numpy's, whose last digit is its own.

def take_odds(scores, double least, double most, out):
    """Fill float64 (n,): the odds of scores, which count as at least and at most so much."""
    cdef Py_ssize_t n = len(out)
    cdef const double* values = <const double*> data_of(scores, c"d", n, 0)
    cdef double* odds = <double*> data_of(out, c"d", n, PyBUF_WRITABLE)
    cdef Py_ssize_t i
    cdef double score
    with nogil:
        for i in range(n):
            score = min(max(values[i], least), most)
            odds[i] = score / (1 - score)


def mix_logits(first, second, double share, double scale, double most, out):
    """Fill float64 (n,): the negative of the mean of two log odds, of which the second has a share, times the scale.

    first, second : float64 (n,)   log odds over the scale; log odds
    most          : the largest size of what is written
    """
    cdef Py_ssize_t n = len(out)
    cdef const double* a = <const double*> data_of(first, c"d", n, 0)
    cdef const double* b = <const double*> data_of(second, c"d", n, 0)
    cdef double* mixed = <double*> data_of(out, c"d", n, PyBUF_WRITABLE)
    cdef Py_ssize_t i
    cdef double mean
    with nogil:
        for i in range(n):
            mean = scale * ((1 - share) * a[i] + share * (b[i] / scale))
            mixed[i] = -min(max(mean, -most), most)
