# Numbers that were worked out before, by the hash of what they are about.

cdef enum:
    FIRST_SLOTS = 256  # of a table, which grows as it fills


cdef class Memo:
    """Rows of whole numbers by 64-bit keys. When it is full it forgets all, which bounds the memory.

    width : numbers of a row
    most  : rows
    """

    cdef i64* table  # of each slot: 1 if it is used, the key, the numbers; side by side, since they are read together
    cdef Py_ssize_t n_slots  # a power of two, at least twice as many as there are rows
    cdef Py_ssize_t n
    cdef Py_ssize_t width
    cdef Py_ssize_t most

    def __cinit__(self, Py_ssize_t width, Py_ssize_t most):
        if width < 1 or most < 1:
            raise ValueError(f"width and most must be positive, got {width} and {most}")
        self.width, self.most, self.n_slots = width, most, FIRST_SLOTS
        self.table = <i64*> calloc(FIRST_SLOTS * (width + 2), sizeof(i64))
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.table)

    def __len__(self):
        return self.n

    def __reduce__(self):
        return Memo, (self.width, self.most)  # it can all be worked out again

    def find(self, const u64[::1] keys, i64[:, ::1] out):
        """Copy the rows of known keys; returns the indices of the others.

        keys : uint64 (n,)
        out  : int64 (width, n)  filled, but for the columns of unknown keys
        """
        cdef Py_ssize_t i, j
        cdef const i64* slot
        cdef list unknown = []
        if out.shape[0] != self.width or out.shape[1] != keys.shape[0]:
            raise ValueError("arrays of different lengths")
        with critical_section(self):
            for i in range(keys.shape[0]):
                slot = self.slot_of(keys[i])
                if not slot[0]:
                    unknown.append(i)
                    continue
                for j in range(self.width):
                    out[j, i] = slot[2 + j]
        return unknown

    def add(self, u64 key, row):
        """Remember the numbers of a key, instead of those it may have had."""
        cdef Py_ssize_t j
        cdef i64* slot
        if len(row) != self.width:
            raise ValueError(f"a row has {self.width} numbers, got {len(row)}")
        cdef i64[::1] numbers = view.array((self.width,), sizeof(i64), "q")
        for j in range(self.width):
            numbers[j] = row[j]
        with critical_section(self):
            slot = self.slot_of(key)
            if not slot[0]:
                self.make_room()
                slot = self.slot_of(key)
                self.n += 1
            slot[0], slot[1] = 1, <i64> key
            for j in range(self.width):
                slot[2 + j] = numbers[j]

    cdef int make_room(self) except -1:
        """Let one more row fit: forget all when there are too many, else grow when the table is half full."""
        cdef Py_ssize_t size = self.width + 2
        cdef i64* old = self.table
        cdef Py_ssize_t n_old = self.n_slots
        cdef Py_ssize_t i
        if self.n == self.most:
            memset(self.table, 0, self.n_slots * size * sizeof(i64))
            self.n = 0
        if 2 * (self.n + 1) <= self.n_slots:
            return 0
        self.table = <i64*> calloc(2 * n_old * size, sizeof(i64))
        if self.table == NULL:
            self.table = old
            raise MemoryError
        self.n_slots = 2 * n_old
        for i in range(n_old):
            if old[i * size]:
                memcpy(self.slot_of(<u64> old[i * size + 1]), old + i * size, size * sizeof(i64))
        free(old)
        return 0

    cdef i64* slot_of(self, u64 key) noexcept nogil:
        """Where a key is, or would go."""
        cdef Py_ssize_t size = self.width + 2
        cdef Py_ssize_t last = self.n_slots - 1
        cdef Py_ssize_t slot = <Py_ssize_t> (stirred(key, 0) & <u64> last)
        while self.table[slot * size] and <u64> self.table[slot * size + 1] != key:
            slot = (slot + 1) & last
        return self.table + slot * size
