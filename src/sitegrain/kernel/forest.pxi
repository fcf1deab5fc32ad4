# Boosted trees. A leaf is found without going down: all branches of a tree are asked, for many rows at once.

cdef enum:
    MOST_LEAVES = 32  # of a tree: a bit each
    MOST_DEPTH = 20
    MOST_PARTS = 8

cdef struct Part:  # some of the columns of the rows
    const float* values
    Py_ssize_t n_columns
    Py_ssize_t column_step
    Py_ssize_t row_step  # 0 if all rows have the same


cdef class Forest:
    """Trees that look at rows of `n_columns` numbers.

    features   : int16 (n_trees, 2**depth - 1)     column that each inner node looks at; each in [0, n_columns)
    thresholds : float32 of the same shape         node i goes on to 2 i + 1, to 2 i + 2 if value > threshold
    values     : float32 (n_trees, 2**(depth + 1) - 1)   of each node
    At most 32 leaves of a tree can be reached: none is to the right of a threshold of infinity.

    The branches of a tree are kept in any order, each with the leaves on its left (Lucchese et al. 2015, QuickScorer).
    A row whose value is above the threshold loses these; the first leaf that is left at the end is the one it reaches.
    """

    cdef tuple arrays
    cdef const short[:, ::1] features
    cdef const float[:, ::1] thresholds, values
    cdef Branch* branches
    cdef float* leaves  # MOST_LEAVES of each tree
    cdef Py_ssize_t* ends  # of the branches of each tree
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
        while self.depth < MOST_DEPTH and (1 << (self.depth + 1)) - 1 <= self.n_inner:
            self.depth += 1
        if (
            self.n_inner != (1 << self.depth) - 1
            or thresholds.shape[0] != self.n_trees or thresholds.shape[1] != self.n_inner
            or values.shape[0] != self.n_trees or values.shape[1] != 2 * self.n_inner + 1
        ):
            raise ValueError("the arrays are not those of complete trees")
        self.features, self.thresholds, self.values = features, thresholds, values
        self.branches = <Branch*> malloc((self.n_trees * self.n_inner + 1) * sizeof(Branch))
        self.leaves = <float*> calloc(self.n_trees * MOST_LEAVES + 1, sizeof(float))
        self.ends = <Py_ssize_t*> malloc((self.n_trees + 1) * sizeof(Py_ssize_t))
        if self.branches == NULL or self.leaves == NULL or self.ends == NULL:
            raise MemoryError
        self.take_over()

    def __init__(self, features, thresholds, values, n_columns):
        self.arrays = (features, thresholds, values, n_columns)

    def __dealloc__(self):
        free(self.branches)
        free(self.leaves)
        free(self.ends)

    def __reduce__(self):
        return Forest, self.arrays

    cdef int take_over(self) except -1:
        """Fill branches and leaves; IndexError for a column that rows do not have."""
        cdef Py_ssize_t tree, node
        cdef Py_ssize_t n = 0
        cdef int* numbers = <int*> malloc((self.n_inner + 2) * sizeof(int))
        if numbers == NULL:
            raise MemoryError
        try:
            for tree in range(self.n_trees):
                for node in range(self.n_inner):
                    if not 0 <= self.features[tree, node] < self.n_columns:
                        raise IndexError("a tree looks at a column that rows do not have")
                if number_leaves(self, tree, numbers) > MOST_LEAVES:
                    raise ValueError(f"a tree of more than {MOST_LEAVES} leaves")
                n = put_tree(self, tree, numbers, n)
                self.ends[tree] = n
        finally:
            free(numbers)
        return 0

    def add_leaves(self, const float[:, ::1] rows, double[:, ::1] sums):
        """Add the leaf that each row reaches in each tree to the row's sums: tree i to sum i % n_sums.

        rows : float32 (n_rows, n_columns)
        sums : float64 (n_rows, n_sums), added to, tree after tree. O(n_rows * n_trees * branches of a tree).
        """
        cdef Part part
        if sums.shape[0] != rows.shape[0] or rows.shape[1] != self.n_columns:
            raise ValueError("as many sums as rows, and the columns of the trees, are needed")
        if rows.shape[0] == 0 or self.n_columns == 0:
            return
        part.values, part.n_columns, part.column_step, part.row_step = &rows[0, 0], self.n_columns, 1, self.n_columns
        if sums.shape[1]:
            add_blocks(self, &part, 1, NULL, &sums[0, 0], sums.shape[0], sums.shape[1])

    def add_leaves_of_columns(self, parts, sums, units=None):
        """The same for columns that are rows of matrices.

        parts : float32 (n, n_units) each, their columns one after another; (n, 1) for what all units have
        sums  : float64 (n_rows, n_sums), added to
        units : intp (n_rows,)  which units are the rows; None for all
        """
        cdef Part taken[MOST_PARTS]
        cdef const Py_ssize_t* wanted = NULL
        cdef Py_buffer buffer
        cdef double* data
        cdef Py_ssize_t n_units
        cdef Py_ssize_t n_rows = 0, n_sums = 0
        cdef bint fits
        PyObject_GetBuffer(sums, &buffer, PyBUF_WRITABLE | PyBUF_ND | PyBUF_FORMAT)
        fits = buffer.ndim == 2 and is_kind(&buffer, c"d")
        data = <double*> buffer.buf
        if fits:
            n_rows, n_sums = buffer.shape[0], buffer.shape[1]
        PyBuffer_Release(&buffer)
        if not fits:
            raise ValueError("sums are a matrix of float64")
        n_units = read_parts(self, parts, taken)
        if units is not None:
            if len(units) != n_rows:
                raise ValueError("as many sums as units are needed")
            wanted = rows_of(units, n_rows, n_units)
        elif n_units != n_rows and n_units != 1:
            raise ValueError(f"columns of {n_units} numbers for {n_rows} units")
        add_blocks(self, taken, <int> len(parts), wanted, data, n_rows, n_sums)

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


cdef inline bint goes_on(float threshold) noexcept nogil:
    """Whether a value can be above a threshold."""
    return threshold < <float> INFINITY


cdef int number_leaves(Forest f, Py_ssize_t tree, int* numbers) noexcept nogil:
    """Number the leaves that can be reached, from the left; those of leaves a to b are numbers[a] to numbers[b] - 1."""
    cdef Py_ssize_t leaf, node
    cdef int n = 0
    cdef bint is_reached
    for leaf in range(f.n_inner + 1):
        numbers[leaf] = n
        is_reached = True
        node = f.n_inner + leaf
        while node > 0:
            is_reached = is_reached and (node & 1 or goes_on(f.thresholds[tree, (node - 1) // 2]))
            node = (node - 1) // 2
        if is_reached:
            if n < MOST_LEAVES:
                f.leaves[tree * MOST_LEAVES + n] = f.values[tree, f.n_inner + leaf]
            n += 1
    numbers[f.n_inner + 1] = n
    return n


cdef Py_ssize_t put_tree(Forest f, Py_ssize_t tree, const int* numbers, Py_ssize_t n) noexcept nogil:
    """Add the branches of a tree from branch n on; returns the end."""
    cdef Py_ssize_t node
    cdef Py_ssize_t first = 0  # node of the level
    cdef Py_ssize_t width = f.n_inner + 1  # leaves below each
    cdef Py_ssize_t leaf
    cdef u64 one = 1
    for node in range(f.n_inner):
        if node == 2 * first + 1:
            first, width = node, width // 2
        leaf = (node - first) * width
        if not goes_on(f.thresholds[tree, node]) or numbers[leaf] == numbers[leaf + width]:
            continue
        f.branches[n].start = f.features[tree, node] * BLOCK
        f.branches[n].threshold = f.thresholds[tree, node]
        f.branches[n].mask = ~<unsigned int> ((one << numbers[leaf + width // 2]) - (one << numbers[leaf]))
        n += 1
    return n


cdef Py_ssize_t read_parts(Forest f, parts, Part* taken) except -1:
    """Where the columns stand, which the caller keeps alive; returns the number of units, 1 if all parts have 1."""
    cdef Py_buffer buffer
    cdef Py_ssize_t n_columns = 0, n_units = 1, i
    cdef bint fits
    if len(parts) > MOST_PARTS:
        raise ValueError(f"at most {MOST_PARTS} parts, got {len(parts)}")
    for i in range(len(parts)):
        PyObject_GetBuffer(parts[i], &buffer, PyBUF_ND | PyBUF_FORMAT)
        fits = buffer.ndim == 2 and is_kind(&buffer, c"f")
        if fits:
            taken[i].values = <const float*> buffer.buf
            taken[i].n_columns, taken[i].column_step = buffer.shape[0], buffer.shape[1]
            taken[i].row_step = buffer.shape[1] != 1
            n_columns += buffer.shape[0]
        PyBuffer_Release(&buffer)
        if not fits:
            raise ValueError("a part is a matrix of float32")
        if taken[i].row_step:
            if n_units != 1 and taken[i].column_step != n_units:
                raise ValueError(f"columns of {taken[i].column_step} numbers for {n_units} units")
            n_units = taken[i].column_step
    if n_columns != f.n_columns:
        raise ValueError(f"the trees look at {f.n_columns} columns, got {n_columns}")
    return n_units


cdef int add_blocks(
    Forest f, const Part* parts, int n_parts, const Py_ssize_t* wanted, double* sums, Py_ssize_t n_rows,
    Py_ssize_t n_sums,
) except -1:  # fmt: skip
    """Ask all trees about all rows, or about the wanted ones, in blocks."""
    cdef Py_ssize_t row
    cdef float* block
    if n_rows == 0 or n_sums == 0:
        return 0
    block = <float*> calloc(f.n_columns * BLOCK + 1, sizeof(float))
    if block == NULL:
        raise MemoryError
    with nogil:
        row = 0
        while row < n_rows:
            fill_block(block, parts, n_parts, wanted, row, min(n_rows - row, <Py_ssize_t> BLOCK))
            if n_rows - row == 1:
                add_alone(f, block, sums + row * n_sums, n_sums)
            else:
                add_together(f, block, sums + row * n_sums, min(n_rows - row, <Py_ssize_t> BLOCK), n_sums)
            row += BLOCK
    free(block)
    return 0


cdef void fill_block(
    float* block, const Part* parts, int n_parts, const Py_ssize_t* wanted, Py_ssize_t row, Py_ssize_t n_rows
) noexcept nogil:
    """Put the values of a column for all rows of a block side by side."""
    cdef int i
    cdef Py_ssize_t column, lane
    cdef const float* values
    for i in range(n_parts):
        for column in range(parts[i].n_columns):
            values = parts[i].values + column * parts[i].column_step
            if parts[i].row_step == 0:
                for lane in range(n_rows):
                    block[lane] = values[0]
            elif wanted != NULL:
                for lane in range(n_rows):
                    block[lane] = values[wanted[row + lane] * parts[i].row_step]
            elif parts[i].row_step == 1 and n_rows == BLOCK:
                memcpy(block, values + row, BLOCK * sizeof(float))  # a size that is known is faster
            else:
                for lane in range(n_rows):
                    block[lane] = values[(row + lane) * parts[i].row_step]
            block += BLOCK


cdef void add_together(
    Forest f, const float* block, double* sums, Py_ssize_t n_rows, Py_ssize_t n_sums
) noexcept nogil:
    """Add the leaves of a block of rows to their sums; the trees take turns in giving to each of a row's sums."""
    cdef unsigned int left[BLOCK]
    cdef double wide[BLOCK]
    cdef Py_ssize_t tree, row
    cdef Py_ssize_t turn = 0
    cdef bint is_wide = IS_WIDE
    cdef const Branch* start = f.branches
    cdef const Branch* end
    cdef const float* leaves = f.leaves
    if IS_WIDEST and n_sums == 1:
        memset(wide, 0, sizeof(wide))
        memcpy(wide, sums, n_rows * sizeof(double))
        add_widest(f.branches, f.ends, f.leaves, f.n_trees, block, wide)
        memcpy(sums, wide, n_rows * sizeof(double))
        return
    for tree in range(f.n_trees):
        end = f.branches + f.ends[tree]
        if is_wide:
            sift_wide(start, end, block, left)
        else:
            sift(start, end, block, left)
        for row in range(n_rows):
            sums[row * n_sums + turn] += leaves[first_bit(left[row])]
        start = end
        leaves += MOST_LEAVES
        turn = turn + 1 if turn + 1 < n_sums else 0


cdef void add_alone(Forest f, const float* block, double* sums, Py_ssize_t n_sums) noexcept nogil:
    """The same for one row."""
    cdef Py_ssize_t tree, i
    cdef Py_ssize_t start = 0, turn = 0
    cdef unsigned int left
    for tree in range(f.n_trees):
        left = 0xFFFFFFFF
        for i in range(start, f.ends[tree]):
            left &= f.branches[i].mask | (
                <unsigned int> (block[f.branches[i].start] > f.branches[i].threshold) - <unsigned int> 1
            )
        sums[turn] += f.leaves[tree * MOST_LEAVES + first_bit(left)]
        start = f.ends[tree]
        turn = turn + 1 if turn + 1 < n_sums else 0


cdef void add_moves(Forest f, const float* row, double* moved, int* at) noexcept nogil:
    """Level after level, what each branch changes."""
    cdef Py_ssize_t tree
    cdef int level, below, column
    memset(at, 0, f.n_trees * sizeof(int))
    for level in range(f.depth):
        for tree in range(f.n_trees):
            column = f.features[tree, at[tree]]
            below = 2 * at[tree] + 1 + (row[column] > f.thresholds[tree, at[tree]])
            moved[column] += <double> <float> (f.values[tree, below] - f.values[tree, at[tree]])
            at[tree] = below
