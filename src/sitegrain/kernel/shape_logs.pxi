# Logarithms of counts by a table: those of numpy, whose last digit is its own.

def take_logs(double[:, ::1] columns, const int[::1] rows, const double[::1] table):
    """Put table[value] in the place of each value of some rows of a matrix.

    columns : float64 (n_columns, n_units)
    rows    : int32 (n_rows,)
    table   : float64 (n,)  by whole numbers
    Returns the rows that have another value than the whole numbers below n; these are left as they are.
    """
    cdef Py_ssize_t i, unit
    cdef Py_ssize_t n_units = columns.shape[1]
    cdef double most = <double> table.shape[0] - 1
    cdef double value
    cdef double* row
    cdef bint fits
    cdef list left = []
    if n_units == 0:
        return left
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < columns.shape[0]:
            raise ValueError(f"row {rows[i]} is not in the matrix")
        row = &columns[rows[i], 0]
        fits = True
        for unit in range(n_units):
            value = row[unit]
            fits &= value >= 0 and value <= most and value == <double> <Py_ssize_t> value
        if not fits:
            left.append(rows[i])
            continue
        for unit in range(n_units):
            row[unit] = table[<Py_ssize_t> row[unit]]
    return left
