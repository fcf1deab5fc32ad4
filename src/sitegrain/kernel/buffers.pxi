# The numbers of arrays without a memoryview for each: to make one takes longer than a short loop.

cdef int EMPTY = 0


cdef void* data_of(array, char kind, Py_ssize_t n, int flags) except NULL:
    """Where the numbers of an array stand; n of them, or any number if n is negative.

    kind : d for float64, i for int32, n for intp, B for anything of one byte
    Whoever asks keeps the array alive.
    """
    cdef Py_buffer buffer
    cdef void* data
    cdef bint fits
    PyObject_GetBuffer(array, &buffer, flags | PyBUF_ND | PyBUF_FORMAT)
    data = buffer.buf if buffer.len else <void*> &EMPTY
    fits = buffer.ndim == 1 and is_kind(&buffer, kind) and (n < 0 or buffer.shape[0] == n)
    PyBuffer_Release(&buffer)
    if not fits:
        raise ValueError(f"expected a vector of {n if n >= 0 else 'any number'} of type {chr(kind)}")
    return data


cdef inline bint is_kind(Py_buffer* buffer, char kind) noexcept nogil:
    """Whether a buffer holds numbers of a kind; whole numbers have other letters where long has other bits."""
    if kind == c"B":
        return buffer.itemsize == 1
    if kind == c"n":
        return buffer.itemsize == sizeof(Py_ssize_t) and buffer.format[0] in b"lqn"
    if kind == c"i":
        return buffer.itemsize == 4 and (buffer.format[0] == c"i" or buffer.format[0] == c"l")
    return buffer.format[0] == kind


cdef const int* ints_of(column) except? NULL:
    """The numbers of a column of an axis, which keeps them alive."""
    return <const int*> data_of(column, c"i", -1, 0)


cdef const char* bytes_of(column) except? NULL:
    return <const char*> data_of(column, c"B", -1, 0)
