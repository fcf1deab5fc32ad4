# Rows of columns put side by side, for explanations and tests.

cdef inline float number_at(const char* at, char format) noexcept nogil:
    """A number of one of the types that columns have."""
    if format == c"d":
        return <float> (<const double*> at)[0]
    if format == c"f":
        return (<const float*> at)[0]
    if format == c"l" or format == c"q":
        return <float> (<const long long*> at)[0]
    if format == c"i":
        return <float> (<const int*> at)[0]
    return <float> (<const byte*> at)[0]


cdef int put_column(Py_buffer* buffer, const Py_ssize_t[::1] rows, float[:, ::1] out, Py_ssize_t column) except -1:
    """Copy the wanted rows of a column."""
    cdef Py_ssize_t i
    cdef char format = buffer.format[0] if buffer.format != NULL and buffer.format[1] == 0 else c"?"
    cdef Py_ssize_t stride = buffer.strides[0] if buffer.ndim == 1 else 0
    cdef Py_ssize_t items[2]
    items[0], items[1] = (8 if format in b"dlq" else 4 if format in b"fi" else 1), buffer.itemsize
    if buffer.ndim != 1 or items[0] != items[1] or format not in b"dflqi?B":
        raise TypeError("a column is a vector of float64, float32, int64, int32, uint8 or bool")
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < buffer.shape[0]:
            raise IndexError(rows[i])
    if rows.shape[0] == 0:
        return 0
    with nogil:
        copy_numbers(<const char*> buffer.buf, stride, format, rows, &out[0, column], out.shape[1])
    return 0


cdef void copy_numbers(
    const char* data, Py_ssize_t stride, char format, const Py_ssize_t[::1] rows, float* out, Py_ssize_t step
) noexcept nogil:
    cdef Py_ssize_t i
    if format == c"f":  # nearly all are
        for i in range(rows.shape[0]):
            out[i * step] = (<const float*> (data + rows[i] * stride))[0]
        return
    for i in range(rows.shape[0]):
        out[i * step] = number_at(data + rows[i] * stride, format)


def gather_rows(columns, const Py_ssize_t[::1] rows, float[:, ::1] out):
    """Put rows of columns side by side, as float32.

    columns : n_columns vectors of numbers, as long as the largest of the rows wants
    rows    : intp (n_rows,)
    out     : float32 (n_rows, n_columns), written. O(n_rows * n_columns).
    """
    cdef Py_ssize_t i
    cdef Py_buffer buffer
    if out.shape[0] != rows.shape[0] or out.shape[1] != len(columns):
        raise ValueError("out has a row for each of the rows and a column for each of the columns")
    for i, column in enumerate(columns):
        PyObject_GetBuffer(column, &buffer, PyBUF_STRIDED_RO | PyBUF_FORMAT)
        try:
            put_column(&buffer, rows, out, i)
        finally:
            PyBuffer_Release(&buffer)
