# Sums that round as numpy's.

cdef enum:
    BLOCK_OF_SUM = 128  # numbers up to which numpy makes eight sums side by side; longer arrays are halved
    MAX_HALVINGS = 64


cdef double sum_block(const double* values, Py_ssize_t n) noexcept nogil:
    """The sum of at most a block: eight sums side by side, from eight values on."""
    cdef double parts[8]
    cdef double total = 0
    cdef Py_ssize_t i, k
    if n < 8:
        for i in range(n):
            total += values[i]
        return total
    for k in range(8):
        parts[k] = values[k]
    i = 8
    while i + 8 <= n:
        for k in range(8):
            parts[k] += values[i + k]
        i += 8
    total = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    while i < n:
        total += values[i]
        i += 1
    return total


cdef inline Py_ssize_t first_half(Py_ssize_t n) noexcept nogil:
    """Where numpy halves an array: at a multiple of eight."""
    return n // 2 - n // 2 % 8


cdef double sum_up(const double* values, Py_ssize_t n) noexcept nogil:
    """The sum in the order of numpy: of each half for itself, down to blocks."""
    cdef Py_ssize_t sizes[MAX_HALVINGS]
    cdef double firsts[MAX_HALVINGS]  # sums of first halves
    cdef bint has_first[MAX_HALVINGS]
    cdef int depth = 0
    cdef double total
    sizes[0] = n
    while True:
        while sizes[depth] > BLOCK_OF_SUM:
            has_first[depth] = False
            sizes[depth + 1] = first_half(sizes[depth])
            depth += 1
        total = sum_block(values, sizes[depth])
        values += sizes[depth]
        depth -= 1
        while depth >= 0 and has_first[depth]:
            total = firsts[depth] + total
            depth -= 1
        if depth < 0:
            return total
        has_first[depth] = True
        firsts[depth] = total
        sizes[depth + 1] = sizes[depth] - first_half(sizes[depth])
        depth += 1
