# Arrays handed to Python without a copy, through the buffer protocol.

cdef class Column:
    """A one-dimensional array of numbers that owns its memory; `numpy.asarray` takes it as it is."""

    cdef void* data
    cdef Py_ssize_t shape[1]
    cdef Py_ssize_t strides[1]
    cdef char format[2]

    def __init__(self):
        raise TypeError("a Column is a part of an Axis")

    def __dealloc__(self):
        free(self.data)

    def __len__(self):
        return self.shape[0]

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        buffer.buf = self.data if self.data != NULL else <void*> self.shape
        buffer.obj = self
        buffer.len = self.shape[0] * self.strides[0]
        buffer.itemsize = self.strides[0]
        buffer.readonly = False
        buffer.ndim = 1
        buffer.format = self.format
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef Column column(void** data, Py_ssize_t size, Py_ssize_t item, char format):
    """Take an array over from the kernel, cut to its size."""
    cdef Column made = Column.__new__(Column)
    cdef void* cut
    made.shape[0] = size
    made.strides[0] = item
    made.format[0] = format
    made.format[1] = 0
    if size > 0:
        cut = realloc(data[0], <size_t> (size * item))
        made.data = cut if cut != NULL else data[0]
    else:
        free(data[0])
    data[0] = NULL
    return made


cdef inline Column int_column(int** data, Py_ssize_t size):
    return column(<void**> data, size, sizeof(int), b"i")


cdef inline Column byte_column(byte** data, Py_ssize_t size):
    return column(<void**> data, size, 1, b"B")
