# Boosted trees, each a complete binary tree of one depth, so that every row takes the same few look-ups down it.

cdef enum:
    LANES = 8  # rows that go down a tree together, so that their look-ups do not wait for one another

cdef struct Branch:  # side by side, since they are read together
    unsigned int start  # of the column in a block of rows
    float threshold


cdef class Forest:
    """Trees that look at rows of `n_columns` numbers.

    features   : int16 (n_trees, 2**depth - 1)     column that each inner node looks at; each in [0, n_columns)
    thresholds : float32 of the same shape         node i goes on to 2 i + 1, to 2 i + 2 if value > threshold
    values     : float32 (n_trees, 2**(depth + 1) - 1)   of each node
    """

    cdef tuple arrays
    cdef Branch* branches
    cdef float* values
    cdef Py_ssize_t n_trees
    cdef Py_ssize_t n_inner
    cdef Py_ssize_t n_columns
    cdef int depth

    def __cinit__(
        self,
        const short[:, ::1] features,
        const float[:, ::1] thresholds,
        const float[:, ::1] values,
        Py_ssize_t n_columns,
    ):
        self.n_trees, self.n_inner, self.n_columns = features.shape[0], features.shape[1], n_columns
        while self.depth < 20 and (1 << (self.depth + 1)) - 1 <= self.n_inner:
            self.depth += 1
        if (
            self.n_inner != (1 << self.depth) - 1
            or thresholds.shape[0] != self.n_trees or thresholds.shape[1] != self.n_inner
            or values.shape[0] != self.n_trees or values.shape[1] != 2 * self.n_inner + 1
        ):
            raise ValueError("the arrays are not those of complete trees")
        self.branches = <Branch*> malloc((self.n_trees * self.n_inner + 1) * sizeof(Branch))
        self.values = <float*> malloc((self.n_trees * (2 * self.n_inner + 1) + 1) * sizeof(float))
        if self.branches == NULL or self.values == NULL:
            raise MemoryError
        self.copy(features, thresholds, values)

    def __init__(self, features, thresholds, values, n_columns):
        self.arrays = (features, thresholds, values, n_columns)

    def __dealloc__(self):
        free(self.branches)
        free(self.values)

    def __reduce__(self):
        return Forest, self.arrays

    cdef int copy(
        self, const short[:, ::1] features, const float[:, ::1] thresholds, const float[:, ::1] values
    ) except -1:
        """Take the numbers over; IndexError for a column that rows do not have."""
        cdef Py_ssize_t tree, node
        for tree in range(self.n_trees):
            for node in range(self.n_inner):
                if not 0 <= features[tree, node] < self.n_columns:
                    raise IndexError("a tree looks at a column that rows do not have")
                self.branches[tree * self.n_inner + node].start = features[tree, node] * LANES
                self.branches[tree * self.n_inner + node].threshold = thresholds[tree, node]
            for node in range(2 * self.n_inner + 1):
                self.values[tree * (2 * self.n_inner + 1) + node] = values[tree, node]
        return 0

    def add_leaves(self, const float[:, ::1] rows, double[:, ::1] sums):
        """Add the leaf that each row reaches in each tree to the row's sums: tree i to sum i % n_sums.

        rows : float32 (n_rows, n_columns)
        sums : float64 (n_rows, n_sums), added to, tree after tree. O(n_rows * n_trees * depth).
        """
        cdef Py_ssize_t n_rows = rows.shape[0]
        cdef Py_ssize_t n_sums = sums.shape[1]
        cdef Py_ssize_t row, n
        cdef float* block
        if sums.shape[0] != n_rows or rows.shape[1] != self.n_columns:
            raise ValueError("as many sums as rows, and the columns of the trees, are needed")
        if n_rows == 0 or n_sums == 0 or self.n_columns == 0:
            return
        block = <float*> malloc(self.n_columns * LANES * sizeof(float))
        if block == NULL:
            raise MemoryError
        with nogil:
            row = 0
            while row + 1 < n_rows:
                n = min(n_rows - row, <Py_ssize_t> LANES)
                fill_block(block, &rows[row, 0], n, self.n_columns)
                add_together(self, block, &sums[row, 0], n, n_sums)
                row += n
            if row < n_rows:
                add_alone(self, &rows[row, 0], &sums[row, 0], n_sums)
        free(block)

    def add_changes(self, const float[:, ::1] rows, double[:, ::1] moved):
        """Add to each column of each row the change of the node values at the branches that look at the column.

        rows : as in `add_leaves`; moved : float64 (n_rows, n_columns). O(n_rows * n_trees * depth).
        """
        cdef Py_ssize_t row
        cdef int* at
        if moved.shape[0] != rows.shape[0] or rows.shape[1] != self.n_columns or moved.shape[1] != self.n_columns:
            raise ValueError("moved is as large as the rows, which have the columns of the trees")
        if rows.shape[0] == 0 or self.n_columns == 0:
            return
        at = <int*> malloc((self.n_trees + 1) * sizeof(int))
        if at == NULL:
            raise MemoryError
        with nogil:
            for row in range(rows.shape[0]):
                add_moves(self, &rows[row, 0], &moved[row, 0], at)
        free(at)


cdef void fill_block(float* block, const float* rows, Py_ssize_t n_rows, Py_ssize_t n_columns) noexcept nogil:
    """Put the values of a column for all lanes side by side; lanes without a row repeat the last."""
    cdef Py_ssize_t column, lane
    cdef const float* row
    for lane in range(LANES):
        row = rows + min(lane, n_rows - 1) * n_columns
        for column in range(n_columns):
            block[column * LANES + lane] = row[column]


cdef void add_together(
    Forest f, const float* block, double* sums, Py_ssize_t n_rows, Py_ssize_t n_sums
) noexcept nogil:
    """Add the leaves of a block of rows to their sums; the trees take turns in giving to each of a row's sums."""
    cdef unsigned int at[LANES]
    cdef Py_ssize_t tree
    cdef Py_ssize_t turn = 0
    cdef const float* values = f.values
    cdef const Branch* branches = f.branches
    cdef const Branch* branch
    cdef int lane, level
    for tree in range(f.n_trees):
        for lane in range(LANES):
            at[lane] = 0
        for level in range(f.depth):
            for lane in range(LANES):
                branch = branches + at[lane]
                at[lane] = 2 * at[lane] + 1 + ((block + lane)[branch.start] > branch.threshold)
        for lane in range(n_rows):
            sums[lane * n_sums + turn] += values[at[lane]]
        values += 2 * f.n_inner + 1
        branches += f.n_inner
        turn = turn + 1 if turn + 1 < n_sums else 0


cdef void add_alone(Forest f, const float* row, double* sums, Py_ssize_t n_sums) noexcept nogil:
    """The same for one row."""
    cdef Py_ssize_t tree
    cdef int level, node
    cdef const Branch* branches = f.branches
    for tree in range(f.n_trees):
        node = 0
        for level in range(f.depth):
            node = 2 * node + 1 + (row[branches[node].start // LANES] > branches[node].threshold)
        sums[tree % n_sums] += f.values[tree * (2 * f.n_inner + 1) + node]
        branches += f.n_inner


cdef void add_moves(Forest f, const float* row, double* moved, int* at) noexcept nogil:
    """Level after level, what each branch changes."""
    cdef Py_ssize_t tree
    cdef int level, below
    cdef const float* values
    cdef const Branch* branch
    memset(at, 0, f.n_trees * sizeof(int))
    for level in range(f.depth):
        for tree in range(f.n_trees):
            branch = f.branches + tree * f.n_inner + at[tree]
            below = 2 * at[tree] + 1 + (row[branch.start // LANES] > branch.threshold)
            values = f.values + tree * (2 * f.n_inner + 1)
            moved[branch.start // LANES] += <double> <float> (values[below] - values[at[tree]])
            at[tree] = below


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
