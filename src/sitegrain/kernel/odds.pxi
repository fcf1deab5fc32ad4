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


def mix_logits(first, second, double share, double scale, double most, out, units=None):
    """Fill float64 (n,): the negative of the mean of two log odds, of which the second has a share, times the scale.

    first, second : float64 (n,)   log odds over the scale; log odds
    most          : the largest size of what is written
    units         : intp (n,)   which of the first, if these are more; None for all
    """
    cdef Py_ssize_t n = len(out)
    cdef Py_ssize_t n_first = n if units is None else len(first)
    cdef const double* a = <const double*> data_of(first, c"d", n_first, 0)
    cdef const double* b = <const double*> data_of(second, c"d", n, 0)
    cdef double* mixed = <double*> data_of(out, c"d", n, PyBUF_WRITABLE)
    cdef const Py_ssize_t* wanted = NULL
    cdef Py_ssize_t i
    cdef double mean
    if units is not None:
        wanted = rows_of(units, n, n_first)
    with nogil:
        for i in range(n):
            mean = scale * ((1 - share) * a[i if wanted == NULL else wanted[i]] + share * (b[i] / scale))
            mixed[i] = -min(max(mean, -most), most)


def bound_logits(logits, double base, double most, out):
    """Fill float64 (n,): the negative of logits and a base, of at most this size: what a logistic function raises."""
    cdef Py_ssize_t n = len(out)
    cdef const double* values = <const double*> data_of(logits, c"d", n, 0)
    cdef double* powers = <double*> data_of(out, c"d", n, PyBUF_WRITABLE)
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            powers[i] = -min(max(values[i] + base, -most), most)


def take_shares(powers):
    """Put 1 / (1 + x) in the place of every x, float64 (n,)."""
    cdef Py_ssize_t n = len(powers)
    cdef double* values = <double*> data_of(powers, c"d", n, PyBUF_WRITABLE)
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            values[i] = 1 / (1 + values[i])


def find_likely(scores, double least, units):
    """Fill the first of intp (n,) with the units of at least this score, float64 (n,); returns how many there are."""
    cdef Py_ssize_t n = len(scores)
    cdef const double* values = <const double*> data_of(scores, c"d", n, 0)
    cdef Py_ssize_t* found = <Py_ssize_t*> data_of(units, c"n", n, PyBUF_WRITABLE)
    cdef Py_ssize_t i, n_found = 0
    with nogil:
        for i in range(n):
            found[n_found] = i
            n_found += values[i] >= least
    return n_found


def put_scores(values, units, out):
    """Write float64 (n,) to some places of float64 (n_units,); units : intp (n,)."""
    cdef Py_ssize_t n = len(values)
    cdef Py_ssize_t n_units = len(out)
    cdef const double* given = <const double*> data_of(values, c"d", n, 0)
    cdef double* scores = <double*> data_of(out, c"d", n_units, PyBUF_WRITABLE)
    cdef const Py_ssize_t* wanted = rows_of(units, n, n_units)
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            scores[wanted[i]] = given[i]


cdef const Py_ssize_t* rows_of(units, Py_ssize_t n, Py_ssize_t n_units) except NULL:
    """The numbers of n units, each of n_units; IndexError for another."""
    cdef const Py_ssize_t* wanted = <const Py_ssize_t*> data_of(units, c"n", n, 0)
    cdef Py_ssize_t i
    for i in range(n):
        if not 0 <= wanted[i] < n_units:
            raise IndexError(wanted[i])
    return wanted
