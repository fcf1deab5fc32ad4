# On how many pages of a sample something is: a table from hashes to counts.

cdef struct Count:
    u64 key
    int n_pages  # 0: free
    int last_page


cdef class Counts:
    """For each of many 64-bit hashes the number of pages that have it."""

    cdef Count* slots
    cdef u64 mask
    cdef Py_ssize_t n
    cdef int n_added

    def __cinit__(self):
        self.mask = 7
        self.slots = <Count*> calloc(8, sizeof(Count))
        if self.slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)

    def __len__(self):
        return self.n

    def __reduce__(self):
        return Counts.from_items, (self.items(),)

    @staticmethod
    def from_items(items):
        """A table of (hash, count) pairs; counts are above 0."""
        cdef Counts made = Counts()
        for key, n_pages in items:
            try:
                made.put(key, n_pages)
            except OverflowError as error:
                raise ValueError(f"expected a hash of 64 bits and a count, got {key}, {n_pages}") from error
        return made

    cdef put(self, u64 key, int n_pages):
        cdef Count* found
        if n_pages < 1:
            raise ValueError(f"counts are above 0, got {n_pages}")
        if not reserve_counts(self, 1):
            raise MemoryError
        found = find_count(self, key)
        self.n += found.n_pages == 0
        found.key, found.n_pages = key, n_pages

    def items(self):
        """All (hash, count) pairs, sorted."""
        cdef u64 i
        return sorted(
            [(self.slots[i].key, self.slots[i].n_pages) for i in range(self.mask + 1) if self.slots[i].n_pages]
        )

    def get(self, u64 key, int missing=0):
        """The count of one hash."""
        cdef Count* found = find_count(self, key)
        return found.n_pages if found.n_pages else missing

    def add_page(self, const u64[::1] keys):
        """Count one more page for each of these hashes, however often it is among them."""
        cdef Py_ssize_t i
        cdef Count* found
        if self.n_added == INT_MAX or not reserve_counts(self, keys.shape[0]):
            raise MemoryError
        self.n_added += 1
        with nogil:
            for i in range(keys.shape[0]):
                found = find_count(self, keys[i])
                if found.n_pages == 0:
                    self.n += 1
                    found.key = keys[i]
                elif found.last_page == self.n_added:
                    continue
                found.n_pages += 1
                found.last_page = self.n_added

    def at_least(self, int least):
        """A table of those with so many pages."""
        cdef Counts made = Counts()
        cdef Py_ssize_t n = 0
        cdef u64 i
        for i in range(self.mask + 1):
            n += self.slots[i].n_pages >= least
        if not reserve_counts(made, n):
            raise MemoryError
        for i in range(self.mask + 1):
            if self.slots[i].n_pages and self.slots[i].n_pages >= least:
                find_count(made, self.slots[i].key)[0] = self.slots[i]
                made.n += 1
        made.n_added = self.n_added
        return made

    def shares(self, const u64[::1] keys, int missing, int n_own, int n_pages, double[::1] out):
        """Fill float64 (n,): the share of the other pages that have each hash, 0 without other pages.

        missing : the count of a hash that is not in the table
        n_own   : pages that are not others, of the n_pages counted
        """
        cdef Py_ssize_t i
        if out.shape[0] != keys.shape[0]:
            raise ValueError(f"expected a column of {keys.shape[0]}")
        with nogil:
            for i in range(keys.shape[0]):
                out[i] = share_of_others(self, keys[i], missing, n_own, n_pages)

    cdef inline bint is_common(self, u64 key, double least) noexcept nogil:
        cdef Count* found = find_count(self, key)
        return found.n_pages != 0 and found.n_pages >= least


def fill_recurrence(
    Counts texts not None, Counts placed_texts not None, Counts targets not None, Counts common not None,
    Words words not None, const u64[::1] hashes, const int[::1] places, const u64[::1] links, const int[::1] starts,
    int n_own, int n_pages, double least, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """On what share of the other pages of a sample the text, the links and the words of a unit are.

    texts, placed_texts, targets, common : pages that have a text; that have it at its place; that link to a target;
             that have a word
    hashes, places : uint64, int32 (n_units,)  of the units' texts, and where they are
    links, starts  : uint64 (n_links,) targets, 0 for none; those of unit u are links[starts[u]] to links[starts[u + 1]]
    n_own    : pages that are not others, of the n_pages counted
    Rows: share of the text; of the text at its place; mean share of the unit's links, one that is not counted is on one
    page; share of its words that are on at least `least` pages. 0 without other pages, links or words.
    """
    cdef Py_ssize_t unit
    words.check(out, at, 4)
    check_bounds(links, starts)
    if not words.n_units == hashes.shape[0] == places.shape[0] == starts.shape[0] - 1:
        raise ValueError(f"expected columns of {words.n_units} units")
    with nogil:
        mark_common(words, common, least)
        for unit in range(words.n_units):
            out[at, unit] = share_of_others(texts, hashes[unit], 0, n_own, n_pages)
            out[at + 1, unit] = share_of_others(
                placed_texts, placed_key(hashes[unit], places[unit]), 0, n_own, n_pages
            )
            out[at + 2, unit] = mean_share(targets, links, starts[unit], starts[unit + 1], n_own, n_pages)
            out[at + 3, unit] = share_of_marked(words, unit)


cdef void mark_common(Words words, Counts common, double least) noexcept nogil:
    """Mark the words that are on at least so many pages."""
    cdef int number
    for number in range(words.n_words):
        words.marks[number] = common.is_common(words.tokens[words.firsts[number]], least)


cdef double share_of_marked(Words words, Py_ssize_t unit) noexcept nogil:
    cdef Py_ssize_t i
    cdef int n = 0
    for i in range(words.bounds[unit], words.bounds[unit + 1]):
        n += words.marks[words.numbers[i]]
    return <double> n / max(words.bounds[unit + 1] - words.bounds[unit], 1)


cdef double mean_share(
    Counts counts, const u64[::1] keys, Py_ssize_t start, Py_ssize_t end, int n_own, int n_pages
) noexcept nogil:
    """The mean share of the keys that are not 0; 0 if none."""
    cdef Py_ssize_t i, n = 0
    cdef double total = 0.0
    for i in range(start, end):
        if keys[i]:
            total += share_of_others(counts, keys[i], 1, n_own, n_pages)
            n += 1
    return total / max(n, 1)


cdef inline Count* find_count(Counts counts, u64 key) noexcept nogil:
    """The slot of a key, a free one if it is not there."""
    cdef u64 slot = first_slot(key) & counts.mask
    while counts.slots[slot].n_pages and counts.slots[slot].key != key:
        slot = (slot + 1) & counts.mask
    return counts.slots + slot


cdef inline double share_of_others(Counts counts, u64 key, int missing, int n_own, int n_pages) noexcept nogil:
    cdef Count* found
    cdef double share
    if n_pages <= n_own:
        return 0.0
    found = find_count(counts, key)
    share = <double> ((found.n_pages if found.n_pages else missing) - n_own) / (n_pages - n_own)
    return min(max(share, 0.0), 1.0)


cdef bint reserve_counts(Counts counts, Py_ssize_t n) noexcept nogil:
    """Make room for so many more keys; False if there is no memory."""
    cdef u64 size = counts.mask + 1
    cdef u64 i
    cdef u64 old_size = size
    cdef Count* old = counts.slots
    while size < 2 * <u64> (counts.n + n):
        size *= 2
    if size == old_size:
        return True
    counts.slots = <Count*> calloc(size, sizeof(Count))
    if counts.slots == NULL:
        counts.slots = old
        return False
    counts.mask = size - 1
    for i in range(old_size):
        if old[i].n_pages:
            find_count(counts, old[i].key)[0] = old[i]
    free(old)
    return True
