# A page's nodes and units, and sums over the units below each node.

def sums_below(const int[::1] ends, const int[::1] units, const double[::1] values, double[::1] out):
    """For each node the sum of a value over the units below it.

    ends   : int32 (n_nodes,)  first node after the node's subtree
    units  : int32 (n_units,)  node of each unit, in [0, n_nodes)
    values : float64 (n_units,)
    out    : float64 (n_nodes,)  filled
    """
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n = ends.shape[0]
    cdef double* running = scratch.doubles(n + 1)
    if out.shape[0] != n or values.shape[0] != units.shape[0]:
        raise ValueError("arrays of different lengths")
    check_range(ends, 0, n + 1, "ends")
    check_range(units, 0, n, "units")
    if n:
        with nogil:
            add_below(n, &ends[0], units, pointer(values), running, &out[0])


def sibling_ordinals(
    const int[::1] parents, const int[::1] tags, const double[::1] words, const int[::1] wanted, int most, int[::1] out
):
    """For each node its number among the siblings of its tag that have words, from 1, at most `most`; else 0.

    parents : int32 (n_nodes,)  -1 for none
    tags    : int32 (n_nodes,)  number of the tag
    words   : float64 (n_nodes,)  at or below the node
    wanted  : int32 (n_tags,)  1 for the tags that are numbered
    out     : int32 (n_nodes,)  filled
    """
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n = parents.shape[0], n_chosen = 0, n_groups = 0, i
    cdef u64* pairs = scratch.words(2 * n)
    cdef int* chosen = scratch.ints(n)
    cdef int* counts = scratch.ints(n)
    cdef int* groups
    if not n == tags.shape[0] == words.shape[0] == out.shape[0]:
        raise ValueError("arrays of different lengths")
    for i in range(n):
        out[i] = 0
        if words[i] > 0 and of_tag(wanted, tags[i]):
            pairs[2 * n_chosen] = <u64> parents[i]
            pairs[2 * n_chosen + 1] = <u64> tags[i]
            chosen[n_chosen] = <int> i
            n_chosen += 1
    groups = number_pairs(scratch, pairs, n_chosen, &n_groups)
    for i in range(n_chosen):
        counts[groups[i]] += 1
        out[chosen[i]] = min(counts[groups[i]], most)


def inherited(const int[::1] parents, const int[::1] descriptors, const i64[::1] bits, i64[::1] out):
    """The bits of a node and of all around it.

    parents     : int32 (n_nodes,)  smaller than the node, -1 for none
    descriptors : int32 (n_nodes,)  in [0, n_descriptors)
    bits        : int64 (n_descriptors,)
    out         : int64 (n_nodes,)  filled
    """
    cdef Py_ssize_t i
    if not parents.shape[0] == descriptors.shape[0] == out.shape[0]:
        raise ValueError("arrays of different lengths")
    check_range(descriptors, 0, bits.shape[0], "descriptors")
    for i in range(parents.shape[0]):
        if not -1 <= parents[i] < i:
            raise ValueError("a parent comes before its children")
        out[i] = bits[descriptors[i]] | (out[parents[i]] if parents[i] >= 0 else 0)


def words_inside(
    const int[::1] parents, const int[::1] descriptors, const i64[::1] bits, const int[::1] units, const int[::1] words
):
    """The words of the units whose node, or one around it, has bits; arrays as for `inherited`.

    units, words : int32 (n_units,)  node of each unit, in [0, n_nodes); its words
    """
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n = parents.shape[0], i
    cdef byte* is_inside = <byte*> scratch.take(n, 1)
    cdef long long total = 0
    if n != descriptors.shape[0] or units.shape[0] != words.shape[0]:
        raise ValueError("arrays of different lengths")
    check_range(descriptors, 0, bits.shape[0], "descriptors")
    check_range(units, 0, n, "units")
    for i in range(n):
        if not -1 <= parents[i] < i:
            raise ValueError("a parent comes before its children")
        is_inside[i] = bits[descriptors[i]] > 0 or (parents[i] >= 0 and is_inside[parents[i]])
    for i in range(units.shape[0]):
        total += words[i] * is_inside[units[i]]
    return total


cdef inline const double* pointer(const double[::1] values) noexcept nogil:
    return &values[0] if values.shape[0] else NULL


cdef inline int of_tag(const int[::1] table, int tag) noexcept nogil:
    """What a table says of a tag; 0 for the names that are not in it."""
    return table[tag] if 0 <= tag < table.shape[0] else 0


cdef int check_range(const int[::1] values, Py_ssize_t low, Py_ssize_t high, str name) except -1:
    """ValueError unless low <= value < high for all."""
    cdef Py_ssize_t i
    for i in range(values.shape[0]):
        if not low <= values[i] < high:
            raise ValueError(f"{name}: {values[i]} is not in [{low}, {high})")
    return 0


cdef void add_below(
    Py_ssize_t n, const int* ends, const int[::1] units, const double* values, double* running, double* out
) noexcept nogil:
    """Sums by differences of a running sum; `running` has room for n + 1."""
    cdef Py_ssize_t i
    memset(running, 0, (n + 1) * sizeof(double))
    for i in range(units.shape[0]):
        running[units[i] + 1] += values[i]
    for i in range(n):
        running[i + 1] = running[i] + running[i + 1]
    for i in range(n):
        out[i] = running[ends[i]] - running[i]


cdef class Shape:
    """The structure of one page, and the words below each of its nodes.

    parents : int32 (n_nodes,)  smaller than the node, -1 for none
    ends    : int32 (n_nodes,)  first node after the node's subtree
    depths  : int32 (n_nodes,)  elements around the node
    tags    : int32 (n_nodes,)  number of the tag
    descriptors : int32 (n_nodes,)  number of what the node is called
    units   : int32 (n_units,)  node of each unit
    words   : int32 (n_units,)
    links   : int32 (n_units,)  words in links

    Each method fills rows of `out`, float64 (n_columns, n_units), from row `at` on. Tables of tags say something of
    each by its number; a tag that is not in one has 0. The parent of a node without one is the first node.
    """

    cdef const int[::1] parents, ends, depths, tags, descriptors, units, unit_words, unit_links
    cdef Py_ssize_t n_nodes, n_units
    cdef int n_descriptors
    cdef Scratch scratch
    cdef double* words  # below each node
    cdef double* links
    cdef double* running
    cdef double* values  # one number a unit

    def __init__(
        self,
        const int[::1] parents, const int[::1] ends, const int[::1] depths, const int[::1] tags,
        const int[::1] descriptors, const int[::1] units, const int[::1] words, const int[::1] links,
    ):  # fmt: skip
        self.parents, self.ends, self.depths, self.tags, self.descriptors = parents, ends, depths, tags, descriptors
        self.units, self.unit_words, self.unit_links = units, words, links
        self.n_nodes, self.n_units = parents.shape[0], units.shape[0]
        self.check()
        self.scratch = Scratch()
        self.running = self.scratch.doubles(self.n_nodes + 1)
        self.values = self.scratch.doubles(self.n_units)
        self.words = self.scratch.doubles(self.n_nodes)
        self.links = self.scratch.doubles(self.n_nodes)
        with nogil:
            add_of_units(self, self.unit_words, self.words)
            add_of_units(self, self.unit_links, self.links)

    def __reduce__(self):
        return _shape_again, (
            bytes(self.parents), bytes(self.ends), bytes(self.depths), bytes(self.tags), bytes(self.descriptors),
            bytes(self.units), bytes(self.unit_words), bytes(self.unit_links),
        )  # fmt: skip

    cdef int check(self) except -1:
        """ValueError where an index would lead out of its array."""
        cdef Py_ssize_t i, n = self.n_nodes
        if not n == self.ends.shape[0] == self.depths.shape[0] == self.tags.shape[0] == self.descriptors.shape[0]:
            raise ValueError("arrays over the nodes of different lengths")
        if not self.n_units == self.unit_words.shape[0] == self.unit_links.shape[0]:
            raise ValueError("arrays over the units of different lengths")
        check_range(self.units, 0, n, "units")
        self.n_descriptors = 0
        for i in range(n):
            if not (-1 <= self.parents[i] < i < self.ends[i] <= n) or self.descriptors[i] < 0:
                raise ValueError(f"node {i} is not in document order")
            self.n_descriptors = max(self.n_descriptors, self.descriptors[i] + 1)
        return 0

    cdef double** rows(self, Scratch scratch, double[:, ::1] out, Py_ssize_t at, int n) except NULL:
        """Where n columns are to be written."""
        cdef int i
        cdef double** found = <double**> scratch.take(n, sizeof(double*))
        if out.shape[1] != self.n_units or not 0 <= at <= out.shape[0] - n:
            raise ValueError("no room for the columns")
        for i in range(n):
            found[i] = &out[at + i, 0] if self.n_units else NULL
        return found


def _shape_again(*columns):
    return Shape(*[memoryview(column).cast("i") for column in columns])


cdef void add_of_units(Shape s, const int[::1] numbers, double* out) noexcept nogil:
    """Sums of whole numbers below each node."""
    cdef Py_ssize_t i
    for i in range(s.n_units):
        s.values[i] = numbers[i]
    add_values(s, s.values, out)


cdef void add_values(Shape s, const double* values, double* out) noexcept nogil:
    """Sums of a value of the units below each node."""
    if s.n_nodes:
        add_below(s.n_nodes, &s.ends[0], s.units, values, s.running, out)


cdef inline int above(Shape s, int node) noexcept nogil:
    """The parent of a node, the first node's own for that."""
    return s.parents[node] if s.parents[node] > 0 else 0


cdef inline double plain_of(Shape s, Py_ssize_t unit, double least) noexcept nogil:
    """The words of a unit outside links, 0 where they are fewer than `least`."""
    cdef double plain = s.unit_words[unit] - s.unit_links[unit]
    return plain if plain >= least else 0.0


cdef double fill_plain(Shape s, double least, double* plain) noexcept nogil:
    """The words outside links of all units; returns their sum."""
    cdef Py_ssize_t i
    cdef double total = 0
    for i in range(s.n_units):
        plain[i] = plain_of(s, i, least)
        total += plain[i]
    return total


cdef inline int steps_up(Shape s, const double* values, int node, double least, int most) noexcept nogil:
    """Ancestors up to the first whose value is at least `least`, at most `most`."""
    cdef int step
    for step in range(most):
        if values[node] >= least:
            return step
        node = above(s, node)
    return most
