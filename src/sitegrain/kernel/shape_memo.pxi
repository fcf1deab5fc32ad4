# Numbers that were worked out before, by the hash of what they are about.

cdef class Memo:
    """Rows of whole numbers by 64-bit keys. When it is full it forgets all, which bounds the memory.

    width : numbers of a row
    most  : rows
    """

    cdef u64[::1] keys
    cdef i64[:, ::1] rows
    cdef int[::1] slots  # number of a row + 1; 0 is free
    cdef Py_ssize_t n
    cdef Py_ssize_t width
    cdef Py_ssize_t most

    def __init__(self, Py_ssize_t width, Py_ssize_t most):
        cdef Py_ssize_t size = 16
        if width < 1 or most < 1:
            raise ValueError(f"width and most must be positive, got {width} and {most}")
        while size < 2 * most:
            size *= 2
        self.width, self.most, self.n = width, most, 0
        self.keys = view.array((most,), sizeof(u64), "Q")
        self.rows = view.array((most, width), sizeof(i64), "q")
        self.slots = view.array((size,), sizeof(int), "i")
        self.slots[:] = 0

    def __len__(self):
        return self.n

    def __reduce__(self):
        return Memo, (self.width, self.most)  # it can all be worked out again

    def find(self, const u64[::1] keys, i64[:, ::1] out):
        """Copy the rows of known keys; returns the indices of the others.

        keys : uint64 (n,)
        out  : int64 (width, n)  filled, but for the columns of unknown keys
        """
        cdef Py_ssize_t i, j, row
        cdef list unknown = []
        if out.shape[0] != self.width or out.shape[1] != keys.shape[0]:
            raise ValueError("arrays of different lengths")
        with critical_section(self):
            for i in range(keys.shape[0]):
                row = self.slots[self.slot_of(keys[i])] - 1
                if row < 0:
                    unknown.append(i)
                    continue
                for j in range(self.width):
                    out[j, i] = self.rows[row, j]
        return unknown

    def add(self, u64 key, row):
        """Remember the numbers of a key, instead of those it may have had."""
        cdef Py_ssize_t slot, j, at
        if len(row) != self.width:
            raise ValueError(f"a row has {self.width} numbers, got {len(row)}")
        with critical_section(self):
            slot = self.slot_of(key)
            if self.slots[slot] == 0:
                if self.n == self.most:
                    self.slots[:] = 0
                    self.n = 0
                    slot = self.slot_of(key)
                self.keys[self.n] = key
                self.n += 1
                self.slots[slot] = <int> self.n
            at = self.slots[slot] - 1
            for j in range(self.width):
                self.rows[at, j] = row[j]

    cdef Py_ssize_t slot_of(self, u64 key) noexcept nogil:
        """Where a key is, or would go."""
        cdef Py_ssize_t last = self.slots.shape[0] - 1
        cdef Py_ssize_t slot = <Py_ssize_t> (stirred(key, 0) & <u64> last)
        while self.slots[slot] and self.keys[self.slots[slot] - 1] != key:
            slot = (slot + 1) & last
        return slot
