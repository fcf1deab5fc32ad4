# Boosted trees, each a complete binary tree of one depth, so that every row takes the same few look-ups down it.

cdef enum:
    LANES = 8  # rows that go down a tree together, so that their look-ups do not wait for one another

cdef struct Forest:
    const short* features
    const float* thresholds
    const float* values
    Py_ssize_t n_trees
    Py_ssize_t n_inner
    int depth


cdef Forest as_forest(
    const short[:, ::1] features, const float[:, ::1] thresholds, const float[:, ::1] values, Py_ssize_t n_columns
):
    """The arrays of a forest, checked against each other and against the rows."""
    cdef Forest forest
    forest.n_trees, forest.n_inner, forest.depth = features.shape[0], features.shape[1], 0
    while (1 << (forest.depth + 1)) - 1 <= forest.n_inner:
        forest.depth += 1
    if (
        forest.n_inner != (1 << forest.depth) - 1
        or thresholds.shape[0] != forest.n_trees or thresholds.shape[1] != forest.n_inner
        or values.shape[0] != forest.n_trees or values.shape[1] != 2 * forest.n_inner + 1
    ):
        raise ValueError("the arrays are not those of complete trees")
    forest.features = &features[0, 0] if forest.n_trees and forest.n_inner else NULL
    forest.thresholds = &thresholds[0, 0] if forest.n_trees and forest.n_inner else NULL
    forest.values = &values[0, 0] if forest.n_trees else NULL
    if not are_columns(forest.features, forest.n_trees * forest.n_inner, n_columns):
        raise IndexError("a tree looks at a column that rows do not have")
    return forest


cdef bint are_columns(const short* features, Py_ssize_t n, Py_ssize_t n_columns) noexcept nogil:
    """Whether all are in [0, n_columns)."""
    cdef Py_ssize_t i
    cdef short low = 0
    cdef short high = -1
    for i in range(n):
        low = features[i] if features[i] < low else low
        high = features[i] if features[i] > high else high
    return low >= 0 and high < n_columns


cdef inline void down_together(
    Forest* f, Py_ssize_t tree, const float* rows, Py_ssize_t n_columns, int* at
) noexcept nogil:
    """The last nodes of `LANES` rows on their way down a tree."""
    cdef const short* features = f.features + tree * f.n_inner
    cdef const float* thresholds = f.thresholds + tree * f.n_inner
    cdef int lane, level, node
    for lane in range(LANES):
        at[lane] = 0
    for level in range(f.depth):
        for lane in range(LANES):
            node = at[lane]
            at[lane] = 2 * node + 1 + (rows[lane * n_columns + features[node]] > thresholds[node])


cdef inline int down(Forest* f, Py_ssize_t tree, const float* row) noexcept nogil:
    """The last node of one row."""
    cdef const short* features = f.features + tree * f.n_inner
    cdef const float* thresholds = f.thresholds + tree * f.n_inner
    cdef int node = 0
    cdef int level
    for level in range(f.depth):
        node = 2 * node + 1 + (row[features[node]] > thresholds[node])
    return node


cdef void add_together(
    Forest* f, const float* rows, Py_ssize_t n_columns, double* sums, Py_ssize_t n_sums
) noexcept nogil:
    """Add the leaves of `LANES` rows to their sums; the trees take turns in giving to each of a row's sums."""
    cdef int at[LANES]
    cdef Py_ssize_t tree
    cdef Py_ssize_t turn = 0
    cdef const float* values = f.values
    cdef int lane
    for tree in range(f.n_trees):
        down_together(f, tree, rows, n_columns, at)
        for lane in range(LANES):
            sums[lane * n_sums + turn] += values[at[lane]]
        values += 2 * f.n_inner + 1
        turn = turn + 1 if turn + 1 < n_sums else 0


cdef void add_alone(Forest* f, const float* row, double* sums, Py_ssize_t n_sums) noexcept nogil:
    """The same for one row."""
    cdef Py_ssize_t tree
    for tree in range(f.n_trees):
        sums[tree % n_sums] += f.values[tree * (2 * f.n_inner + 1) + down(f, tree, row)]


def add_leaves(
    const short[:, ::1] features,
    const float[:, ::1] thresholds,
    const float[:, ::1] values,
    const float[:, ::1] rows,
    double[:, ::1] sums,
):
    """Add the leaf that each row reaches in each tree to the row's sums: tree i to sum i % n_sums.

    features   : int16 (n_trees, 2**depth - 1)     column that each inner node looks at; each in [0, n_columns)
    thresholds : float32 of the same shape         node i goes on to 2 i + 1 where value <= threshold, else to 2 i + 2
    values     : float32 (n_trees, 2**(depth + 1) - 1)   of each node
    rows       : float32 (n_rows, n_columns)
    sums       : float64 (n_rows, n_sums)          added to, tree after tree. O(n_rows * n_trees * depth).
    """
    cdef Forest forest = as_forest(features, thresholds, values, rows.shape[1])
    cdef Py_ssize_t n_rows = rows.shape[0]
    cdef Py_ssize_t n_columns = rows.shape[1]
    cdef Py_ssize_t n_sums = sums.shape[1]
    cdef Py_ssize_t row = 0
    if sums.shape[0] != n_rows:
        raise ValueError("as many sums as rows are needed")
    if n_rows == 0 or forest.n_trees == 0 or n_sums == 0:
        return
    with nogil:
        while row + LANES <= n_rows:
            add_together(&forest, &rows[0, 0] + row * n_columns, n_columns, &sums[0, 0] + row * n_sums, n_sums)
            row += LANES
        while row < n_rows:
            add_alone(&forest, &rows[0, 0] + row * n_columns, &sums[0, 0] + row * n_sums, n_sums)
            row += 1


cdef void add_moves(Forest* f, const float* row, double* moved, int* at) noexcept nogil:
    """Level after level, what each branch changes."""
    cdef Py_ssize_t tree
    cdef int level, below, feature
    cdef const float* values
    memset(at, 0, f.n_trees * sizeof(int))
    for level in range(f.depth):
        for tree in range(f.n_trees):
            feature = f.features[tree * f.n_inner + at[tree]]
            below = 2 * at[tree] + 1 + (row[feature] > f.thresholds[tree * f.n_inner + at[tree]])
            values = f.values + tree * (2 * f.n_inner + 1)
            moved[feature] += <double> <float> (values[below] - values[at[tree]])
            at[tree] = below


def add_changes(
    const short[:, ::1] features,
    const float[:, ::1] thresholds,
    const float[:, ::1] values,
    const float[:, ::1] rows,
    double[:, ::1] moved,
):
    """Add to each column of each row the change of the node values at the branches that look at the column.

    The first four as in `add_leaves`; moved : float64 (n_rows, n_columns). O(n_rows * n_trees * depth).
    """
    cdef Forest forest = as_forest(features, thresholds, values, rows.shape[1])
    cdef Py_ssize_t row
    cdef int* at
    if moved.shape[0] != rows.shape[0] or moved.shape[1] != rows.shape[1]:
        raise ValueError("moved is as large as the rows")
    if rows.shape[0] == 0 or rows.shape[1] == 0 or forest.n_trees == 0:
        return
    at = <int*> malloc(forest.n_trees * sizeof(int))
    if at == NULL:
        raise MemoryError
    with nogil:
        for row in range(rows.shape[0]):
            add_moves(&forest, &rows[row, 0], &moved[row, 0], at)
    free(at)


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
    with nogil:
        for i in range(rows.shape[0]):
            out[i, column] = number_at(<const char*> buffer.buf + rows[i] * stride, format)
    return 0


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
