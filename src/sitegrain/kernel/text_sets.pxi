# Small sets of hashes. A stamp says which of many sets in turn a slot belongs to, so that none has to be emptied.

cdef struct Set:
    u64* keys
    int* stamps  # 0: free
    u64 mask


cdef bint make_set(Set* s, Py_ssize_t most) noexcept nogil:
    """Make room for sets of so many keys; False if there is no memory. `free_set` in any case."""
    cdef u64 size = 8
    while size < 2 * <u64> most:
        size *= 2
    s.mask = size - 1
    s.keys = <u64*> malloc(size * sizeof(u64))
    s.stamps = <int*> calloc(size, sizeof(int))
    return s.keys != NULL and s.stamps != NULL


cdef void free_set(Set* s) noexcept nogil:
    free(s.keys)
    free(s.stamps)
    memset(s, 0, sizeof(Set))


cdef inline u64 first_slot(u64 key) noexcept nogil:
    """Where the search for a key begins: not known before the process runs, so that no page can make all keys meet."""
    return ((key ^ SEED) * <u64> 0x9E3779B97F4A7C15ULL) >> 32


cdef inline bint add_to(Set* s, u64 key, int stamp) noexcept nogil:
    """Add a key to the set of this stamp, above 0 and above all before it; False if it is there."""
    cdef u64 slot = first_slot(key) & s.mask
    while s.stamps[slot] == stamp:
        if s.keys[slot] == key:
            return False
        slot = (slot + 1) & s.mask
    s.keys[slot] = key
    s.stamps[slot] = stamp
    return True


cdef inline bint is_in(Set* s, u64 key, int stamp) noexcept nogil:
    cdef u64 slot = first_slot(key) & s.mask
    while s.stamps[slot] == stamp:
        if s.keys[slot] == key:
            return True
        slot = (slot + 1) & s.mask
    return False


cdef inline u64 gram_at(const u64* tokens, int n) noexcept nogil:
    """The hash of n tokens in a row; of one its own."""
    cdef u64 h = tokens[0]
    cdef int i
    for i in range(1, n):
        h = stirred(h * <u64> 0xD6E8FEB86659FD93ULL, tokens[i])  # or `a b` and `b a` would be one
    return h


cdef int add_grams(Set* s, const u64[::1] tokens, int n) noexcept nogil:
    """Add all n-grams to the first set; returns how many are new."""
    cdef Py_ssize_t i
    cdef int n_new = 0
    for i in range(tokens.shape[0] - n + 1):
        n_new += add_to(s, gram_at(&tokens[i], n), 1)
    return n_new


cdef Py_ssize_t longest(const int[::1] bounds) noexcept nogil:
    """The largest distance of two bounds in a row."""
    cdef Py_ssize_t i
    cdef Py_ssize_t most = 0
    for i in range(bounds.shape[0] - 1):
        most = max(most, bounds[i + 1] - bounds[i])
    return most


cdef check_bounds(const u64[::1] tokens, const int[::1] bounds):
    """ValueError unless the bounds rise and are inside."""
    cdef Py_ssize_t i
    cdef bint is_wrong = bounds.shape[0] == 0 or bounds[0] < 0
    for i in range(bounds.shape[0] - 1):
        is_wrong |= bounds[i] > bounds[i + 1]
    if is_wrong or bounds[bounds.shape[0] - 1] > tokens.shape[0]:
        raise ValueError("the bounds of the units must rise from 0 to the number of tokens")
