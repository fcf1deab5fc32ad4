# The places of a site: rows of a table keyed by (parent place, key), found for all nodes of a page in one walk.

cdef struct Walk:  # over the nodes of a page
    Py_ssize_t n_nodes
    const int* parents
    const byte* flags
    const int* descriptors  # of each node
    const int* keys  # of each descriptor
    const int* ordinals  # of each node, NULL for none
    int n_ordinals  # numbers that a key with its ordinal can have
    byte block  # flag of the nodes that have places
    Py_ssize_t may_add  # nodes before this one may add places; 0: none
    int max_depth
    int* exact
    int* nearest


cdef class PlaceTable:
    """Places by number, in the order in which they were added: a parent comes before its children.

    A key is a number of its own choice, in [0, 2**31).
    """

    cdef Ids ids
    cdef int* rows  # parent, key and depth of each place
    cdef Py_ssize_t room

    def __dealloc__(self):
        end_ids(&self.ids)
        free(self.rows)

    def __len__(self):
        return self.ids.n

    def __reduce__(self):
        return _fill_places, (self.parents(), self.keys())

    cdef bint reserve(self, Py_ssize_t n) noexcept nogil:
        """Make room for so many more places; False if there is no memory."""
        cdef Py_ssize_t wanted = self.ids.n + n
        cdef int* grown
        if wanted > self.room:
            wanted = max(wanted, 2 * self.room, 64)
            grown = <int*> realloc(self.rows, wanted * 3 * sizeof(int))
            if grown == NULL:
                return False
            self.rows = grown
            self.room = wanted
        return reserve_ids(&self.ids, self.ids.n + n)

    cdef int put(self, int parent, int key) noexcept nogil:
        """Add a place for which there is room."""
        cdef int place = number_of(&self.ids, place_key(parent, key))
        self.rows[3 * place] = parent
        self.rows[3 * place + 1] = key
        self.rows[3 * place + 2] = self.rows[3 * parent + 2] + 1 if parent >= 0 else 0
        return place

    def add(self, int parent, int key):
        """The place of a key below a place, or at the root for parent -1; a new one if there is none."""
        cdef int place
        if not -1 <= parent < self.ids.n or key < 0:
            raise IndexError((parent, key))
        place = find_id(&self.ids, place_key(parent, key))
        if place >= 0:
            return place
        if not self.reserve(1):
            raise MemoryError
        return self.put(parent, key)

    def parents(self):
        """Parent of each place, -1 for the root."""
        return [self.rows[3 * i] for i in range(self.ids.n)]

    def keys(self):
        """Key of each place."""
        return [self.rows[3 * i + 1] for i in range(self.ids.n)]

    def depths(self):
        """Steps from the root to each place."""
        return [self.rows[3 * i + 2] for i in range(self.ids.n)]

    def walk(
        self, parents, flags, descriptors, keys, ordinals, *, int n_ordinals, byte block, Py_ssize_t may_add,
        int max_depth, exact, nearest,
    ):  # fmt: skip
        """Find the places of a page's nodes, and add those that are new.

        parents, flags, descriptors : (n_nodes,)   of the nodes in document order
        keys      : int32 (n_descriptors,)   of what nodes are called
        ordinals  : int32 (n_nodes,) in [0, n_ordinals), or None: the key of a node is n_ordinals times that of what it
                    is called, and its ordinal; in [0, 2**31)
        block     : flag of the nodes that have places of their own; others are where their parent is
        may_add   : nodes before this number may add places, if these are at most `max_depth` deep
        exact     : int32 (n_nodes,), written: the place of each node, -1 where there is none
        nearest   : int32 (n_nodes,), written: the same, with that of the nearest ancestor that has one. O(n_nodes).
        """
        cdef Walk w
        cdef Py_ssize_t n = len(parents)
        cdef bint done
        w.n_nodes, w.block, w.may_add, w.max_depth, w.n_ordinals = n, block, may_add, max_depth, n_ordinals
        w.parents, w.flags = <const int*> data_of(parents, c"i", n, 0), <const byte*> data_of(flags, c"B", n, 0)
        w.descriptors, w.keys = <const int*> data_of(descriptors, c"i", n, 0), <const int*> data_of(keys, c"i", -1, 0)
        w.ordinals = <const int*> data_of(ordinals, c"i", n, 0) if ordinals is not None else NULL
        w.exact = <int*> data_of(exact, c"i", n, PyBUF_WRITABLE)
        w.nearest = <int*> data_of(nearest, c"i", n, PyBUF_WRITABLE)
        check_numbers(w.descriptors, n, len(keys))
        with nogil:
            done = walk_page(self, &w)
        if not done:
            raise MemoryError

    def frame(self, exact, int max_depth, out):
        """Write the places among these that are at most so deep, each once, in order. Returns their number.

        exact, out : int32 (n,)   -1 stands for no place. O(n + n_places).
        """
        cdef Py_ssize_t n = len(exact)
        cdef const int* places = <const int*> data_of(exact, c"i", n, 0)
        cdef int* found = <int*> data_of(out, c"i", n, PyBUF_WRITABLE)
        cdef Py_ssize_t n_words = self.ids.n // 8 + 1
        cdef u64* marks = <u64*> calloc(n_words, 8)
        if marks == NULL:
            raise MemoryError
        with nogil:
            n = gather_frame(self, places, n, max_depth, marks, n_words, found)
        free(marks)
        return n


cdef Py_ssize_t gather_frame(
    PlaceTable table, const int* places, Py_ssize_t n, int max_depth, u64* marks, Py_ssize_t n_words, int* out
) noexcept nogil:
    """marks: a byte for every place, zeros."""
    cdef byte* mark = <byte*> marks
    cdef Py_ssize_t i, k
    cdef Py_ssize_t n_found = 0
    for i in range(n):
        if 0 <= places[i] < table.ids.n and table.rows[3 * places[i] + 2] <= max_depth:
            mark[places[i]] = 1
    for i in range(n_words):
        if not marks[i]:
            continue
        for k in range(8 * i, 8 * i + 8):
            if mark[k]:
                out[n_found] = <int> k
                n_found += 1
    return n_found


def nearest_frame(frame, leaders):
    """The largest share that a set and one of many have in common, of all that is in both, and the index of that one.

    frame, leaders : int32 vectors, each of rising numbers; two empty ones have all in common
    Returns (0, -1) if none has any in common; the first of equal ones. O(numbers).
    """
    cdef Py_ssize_t n = len(frame)
    cdef const int* own = <const int*> data_of(frame, c"i", n, 0)
    cdef Py_ssize_t n_other, n_both
    cdef Py_ssize_t best_index = -1
    cdef double best = 0
    cdef double share
    for i, leader in enumerate(leaders):
        n_other = len(leader)
        n_both = n_common(own, n, <const int*> data_of(leader, c"i", n_other, 0), n_other)
        share = <double> n_both / <double> (n + n_other - n_both) if n or n_other else 1.0
        if share > best:
            best, best_index = share, i
    return best, best_index


cdef Py_ssize_t n_common(const int* a, Py_ssize_t n_a, const int* b, Py_ssize_t n_b) noexcept nogil:
    """How many numbers are in both of two rising lists."""
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t k = 0
    cdef Py_ssize_t n = 0
    while i < n_a and k < n_b:
        n += a[i] == b[k]
        if a[i] <= b[k]:
            i += 1
        else:
            k += 1
    return n


cdef int check_numbers(const int* numbers, Py_ssize_t n, Py_ssize_t end) except -1:
    """IndexError where a number is not in [0, end)."""
    cdef Py_ssize_t i
    for i in range(n):
        if not 0 <= numbers[i] < end:
            raise IndexError(numbers[i])
    return 0


def _fill_places(parents, keys):
    table = PlaceTable()
    for parent, key in zip(parents, keys):
        table.add(parent, key)
    return table


cdef inline u64 place_key(int parent, int key) noexcept nogil:
    return <u64> (parent + 1) << 32 | <u64> <unsigned int> key


cdef bint walk_page(PlaceTable table, Walk* w) noexcept nogil:
    cdef Py_ssize_t node
    cdef int parent
    for node in range(w.n_nodes):
        parent = w.parents[node]
        if not -1 <= parent < node:  # no page has it; a wrong one must not read outside
            parent = -1
        if parent >= 0 and not w.flags[node] & w.block:
            w.exact[node] = w.exact[parent]
            w.nearest[node] = w.nearest[parent]
        elif not find_place(table, w, node, parent, key_of(w, node)):
            return False
    return True


cdef inline int key_of(Walk* w, Py_ssize_t node) noexcept nogil:
    return w.n_ordinals * w.keys[w.descriptors[node]] + (w.ordinals[node] if w.ordinals != NULL else 0)


cdef inline bint find_place(PlaceTable table, Walk* w, Py_ssize_t node, int parent, int key) noexcept nogil:
    """Set the places of a node that may have one of its own; False if there is no memory."""
    cdef int above = w.exact[parent] if parent >= 0 else -1
    cdef int place = -1
    cdef bint may_grow
    if parent < 0 or above >= 0:
        place = find_id(&table.ids, place_key(above, key))
        may_grow = above < 0 or table.rows[3 * above + 2] < w.max_depth
        if place < 0 and node < w.may_add and may_grow:
            if not table.reserve(1):
                return False
            place = table.put(above, key)
    w.exact[node] = place
    w.nearest[node] = place if place >= 0 or parent < 0 else w.nearest[parent]
    return True
