# The places of a site: rows of a table keyed by (parent place, key), found for all nodes of a page in one walk.

cdef struct Walk:  # over the nodes of a page
    Py_ssize_t n_nodes
    const int* parents
    const byte* flags
    const int* keys  # of each node
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
        self,
        const int[::1] parents,
        const byte[::1] flags,
        const int[::1] keys,
        *,
        byte block,
        Py_ssize_t may_add,
        int max_depth,
        int[::1] exact,
        int[::1] nearest,
    ):
        """Find the places of a page's nodes, and add those that are new.

        parents, flags, keys : (n_nodes,)   of the nodes in document order; keys in [0, 2**31)
        block     : flag of the nodes that have places of their own; others are where their parent is
        may_add   : nodes before this number may add places, if these are at most `max_depth` deep
        exact     : int32 (n_nodes,), written: the place of each node, -1 where there is none
        nearest   : int32 (n_nodes,), written: the same, with that of the nearest ancestor that has one. O(n_nodes).
        """
        cdef Walk w
        cdef bint done
        w.n_nodes, w.block, w.may_add, w.max_depth = parents.shape[0], block, may_add, max_depth
        if not (flags.shape[0] == keys.shape[0] == exact.shape[0] == nearest.shape[0] == w.n_nodes):
            raise ValueError("one of each for every node")
        if w.n_nodes == 0:
            return
        w.parents, w.flags, w.keys, w.exact, w.nearest = &parents[0], &flags[0], &keys[0], &exact[0], &nearest[0]
        with nogil:
            done = walk_page(self, &w)
        if not done:
            raise MemoryError


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
        elif not find_place(table, w, node, parent):
            return False
    return True


cdef inline bint find_place(PlaceTable table, Walk* w, Py_ssize_t node, int parent) noexcept nogil:
    """Set the places of a node that may have one of its own; False if there is no memory."""
    cdef int above = w.exact[parent] if parent >= 0 else -1
    cdef int place = -1
    cdef bint may_grow
    if parent < 0 or above >= 0:
        place = find_id(&table.ids, place_key(above, w.keys[node]))
        may_grow = above < 0 or table.rows[3 * above + 2] < w.max_depth
        if place < 0 and node < w.may_add and may_grow:
            if not table.reserve(1):
                return False
            place = table.put(above, w.keys[node])
    w.exact[node] = place
    w.nearest[node] = place if place >= 0 or parent < 0 else w.nearest[parent]
    return True
