# The numbers of arrays without a memoryview for each: to make one takes longer than a short loop.

cdef int EMPTY = 0


cdef void* data_of(array, Py_ssize_t size, Py_ssize_t n, int flags) except NULL:
    """Where the numbers of an array stand, each of so many bytes; n of them, or any number if n is negative.

    Whoever asks keeps the array alive.
    """
    cdef Py_buffer buffer
    cdef void* data
    cdef bint fits
    PyObject_GetBuffer(array, &buffer, flags | PyBUF_ND)
    data = buffer.buf if buffer.len else <void*> &EMPTY
    fits = buffer.ndim == 1 and buffer.itemsize == size and (n < 0 or buffer.shape[0] == n)
    PyBuffer_Release(&buffer)
    if not fits:
        raise ValueError(f"expected a vector of {n if n >= 0 else 'some'} numbers of {size} bytes each")
    return data


cdef const int* ints_of(column) except? NULL:
    """The numbers of a column of an axis, which keeps them alive."""
    return <const int*> data_of(column, sizeof(int), -1, 0)


cdef const char* bytes_of(column) except? NULL:
    return <const char*> data_of(column, 1, -1, 0)
