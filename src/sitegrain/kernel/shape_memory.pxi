# Memory of one call, freed with it, and the numbering of pairs.

ctypedef unsigned char byte
ctypedef unsigned long long u64
ctypedef long long i64

cdef enum:
    MOST_BLOCKS = 24  # of one Scratch: its users take a fixed number of arrays
    BLOCK_BYTES = 1 << 15  # of a block at least
    ALIGNMENT = 16

# Groups are found by hashing. What the hash depends on is not known outside, so that no page can be made slow.
cdef u64 _SEED = int.from_bytes(os.urandom(8))


cdef class Scratch:
    """Arrays that live as long as this object; small ones lie side by side."""

    cdef char* blocks[MOST_BLOCKS]
    cdef int n_blocks
    cdef size_t used  # of the last block
    cdef size_t size

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_blocks):
            free(self.blocks[i])

    cdef void* take(self, Py_ssize_t count, size_t item) except NULL:
        """Zeros."""
        cdef size_t wanted = (<size_t> count * item + ALIGNMENT) & ~<size_t> (ALIGNMENT - 1)
        cdef char* found
        if self.size - self.used < wanted:
            self.add_block(wanted if wanted > BLOCK_BYTES else BLOCK_BYTES)
        found = self.blocks[self.n_blocks - 1] + self.used
        self.used += wanted
        memset(found, 0, wanted)
        return found

    cdef int add_block(self, size_t size) except -1:
        if self.n_blocks == MOST_BLOCKS:
            raise MemoryError
        self.blocks[self.n_blocks] = <char*> malloc(size)
        if self.blocks[self.n_blocks] == NULL:
            raise MemoryError
        self.n_blocks += 1
        self.size, self.used = size, 0
        return 0

    cdef double* doubles(self, Py_ssize_t count) except NULL:
        return <double*> self.take(count, sizeof(double))

    cdef int* ints(self, Py_ssize_t count) except NULL:
        return <int*> self.take(count, sizeof(int))

    cdef u64* words(self, Py_ssize_t count) except NULL:
        return <u64*> self.take(count, sizeof(u64))


cdef inline double larger(double a, double b) noexcept nogil:
    return a if a > b else b


cdef inline double smaller(double a, double b) noexcept nogil:
    return a if a < b else b


cdef inline u64 stirred(u64 first, u64 second) noexcept nogil:
    """Two words to one whose bits all depend on theirs."""
    cdef u64 h = (first ^ _SEED) * <u64> 0x9E3779B97F4A7C15ULL
    h = (h ^ (h >> 32) ^ second) * <u64> 0xBF58476D1CE4E5B9ULL
    h = (h ^ (h >> 29)) * <u64> 0x94D049BB133111EBULL
    return h ^ (h >> 32)


cdef int* number_pairs(Scratch scratch, const u64* pairs, Py_ssize_t n, Py_ssize_t* n_found) except NULL:
    """Number n pairs of words: equal ones get the number of the first of them, from 0 without gaps."""
    cdef Py_ssize_t size = 16, slot, i
    cdef int* numbers = scratch.ints(n)
    cdef int* firsts = scratch.ints(n)
    cdef int* slots
    cdef int found
    while size < 2 * n:
        size *= 2
    slots = scratch.ints(size)  # number + 1; 0 is free
    n_found[0] = 0
    with nogil:
        for i in range(n):
            slot = <Py_ssize_t> (stirred(pairs[2 * i], pairs[2 * i + 1]) & <u64> (size - 1))
            while True:
                found = slots[slot] - 1
                if found < 0:
                    found = <int> n_found[0]
                    firsts[found] = <int> i
                    n_found[0] += 1
                    slots[slot] = found + 1
                    break
                if pairs[2 * firsts[found]] == pairs[2 * i] and pairs[2 * firsts[found] + 1] == pairs[2 * i + 1]:
                    break
                slot = (slot + 1) & (size - 1)
            numbers[i] = found
    return numbers
