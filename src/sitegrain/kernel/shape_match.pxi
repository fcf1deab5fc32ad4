# Which nodes of a tree have a partner in another one: restricted top-down alignment.

cdef struct Labelled:  # a tree in document order
    const u64* labels
    const u64* hashes
    const int* ends

cdef struct Pair:  # of a node and one of the other tree, of one label
    int a
    int b
    int first  # of the pairs of their children
    int n  # of these; NOT_OPENED where children were not looked at
    int weight  # nodes that can be paired at and below the two

cdef enum:
    NOT_OPENED = -1

cdef struct Middle:  # the children of two nodes but for equal ones at both ends
    int first
    int n
    int n_others
    int n_last
    int weight  # nodes of the equal ones


cdef class Matcher:
    """Two trees and the pairs of their nodes, level by level."""

    cdef Labelled tree
    cdef Labelled other
    cdef Pair* pairs
    cdef Py_ssize_t n_pairs
    cdef Py_ssize_t room
    cdef int* table  # of one alignment
    cdef Py_ssize_t table_room
    cdef int* children
    cdef int* others
    cdef Py_ssize_t n_left  # of what may be looked at
    cdef bint trims

    def __dealloc__(self):
        free(self.pairs)
        free(self.table)

    cdef int add(self, int a, int b) except -1 nogil:
        """A pair that is not opened yet."""
        cdef Pair* grown
        if self.n_pairs == self.room:
            grown = <Pair*> realloc(self.pairs, (2 * self.room + 64) * sizeof(Pair))
            if grown == NULL:
                with gil:
                    raise MemoryError
            self.pairs, self.room = grown, 2 * self.room + 64
        self.pairs[self.n_pairs].a, self.pairs[self.n_pairs].b = a, b
        self.pairs[self.n_pairs].n, self.pairs[self.n_pairs].weight = NOT_OPENED, 1
        self.n_pairs += 1
        return 0

    cdef int make_table(self, Py_ssize_t size) except -1 nogil:
        cdef int* grown
        if size > self.table_room:
            grown = <int*> realloc(self.table, size * sizeof(int))
            if grown == NULL:
                with gil:
                    raise MemoryError
            self.table, self.table_room = grown, size
        return 0

    cdef inline bint is_equal(self, int a, int b) noexcept nogil:
        return self.tree.hashes[a] == self.other.hashes[b]

    cdef Middle read(self, const Pair* pair) noexcept nogil:
        """List the children of both nodes, and tell which of them need not be aligned."""
        cdef Middle m
        cdef int n = list_children(&self.tree, pair.a, self.children)
        cdef int n_others = list_children(&self.other, pair.b, self.others)
        m.first = m.n_last = m.weight = 0
        while self.trims and m.first < min(n, n_others) and self.is_equal(self.children[m.first], self.others[m.first]):
            m.weight += self.size(self.children[m.first])
            m.first += 1
        while (
            self.trims and m.n_last < min(n, n_others) - m.first
            and self.is_equal(self.children[n - 1 - m.n_last], self.others[n_others - 1 - m.n_last])
        ):
            m.weight += self.size(self.children[n - 1 - m.n_last])
            m.n_last += 1
        m.n, m.n_others = n - m.first - m.n_last, n_others - m.first - m.n_last
        return m

    cdef inline int size(self, int a) noexcept nogil:
        return self.tree.ends[a] - a

    cdef int open(self, Py_ssize_t number) except -1 nogil:
        """Add the pairs of children of one label, as far as so many may be looked at."""
        cdef Middle m
        cdef Py_ssize_t i, j, cost
        if self.is_equal(self.pairs[number].a, self.pairs[number].b):
            self.pairs[number].weight = self.size(self.pairs[number].a)
            return 0
        m = self.read(&self.pairs[number])
        cost = <Py_ssize_t> m.n * m.n_others + m.n + m.n_others + m.first + m.n_last
        if cost > self.n_left:
            return 0
        self.n_left -= cost
        self.pairs[number].first, self.pairs[number].n = <int> self.n_pairs, 0
        for i in range(m.first, m.first + m.n):
            for j in range(m.first, m.first + m.n_others):
                if self.tree.labels[self.children[i]] == self.other.labels[self.others[j]]:
                    self.add(self.children[i], self.others[j])
                    self.pairs[number].n += 1
        return 0

    cdef int align(self, const Pair* pair, const Middle* m) except -1 nogil:
        """Fill the table: the weight of the best pairs of the first i and j children. Returns that of all."""
        cdef Py_ssize_t width = m.n_others + 1, i, j
        cdef int below = pair.first
        cdef int best
        cdef int* row
        cdef int* numbers  # of the pair of each two children
        self.make_table((m.n + 1) * width * 2)
        numbers = self.table + (m.n + 1) * width
        memset(self.table, 0, width * sizeof(int))
        for i in range(m.n):
            row = self.table + (i + 1) * width
            row[0] = 0
            for j in range(m.n_others):
                best = max(row[j], row[j + 1 - width])
                numbers[i * width + j] = NOT_OPENED
                if self.labels_equal(m, i, j):
                    best = max(best, row[j - width] + self.pairs[below].weight)
                    numbers[i * width + j] = below
                    below += 1
                row[j + 1] = best
        return self.table[(m.n + 1) * width - 1]

    cdef inline bint labels_equal(self, const Middle* m, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        return self.tree.labels[self.children[m.first + i]] == self.other.labels[self.others[m.first + j]]

    cdef int weigh(self) except -1 nogil:
        """Open pairs from the roots down, weigh them from below."""
        cdef Py_ssize_t number = 0
        cdef Middle m
        while number < self.n_pairs:
            self.open(number)
            number += 1
        for number in range(self.n_pairs - 1, -1, -1):
            if self.pairs[number].n != NOT_OPENED:
                m = self.read(&self.pairs[number])
                self.pairs[number].weight = 1 + m.weight
                if self.pairs[number].n:
                    self.pairs[number].weight += self.align(&self.pairs[number], &m)
        return 0

    cdef Py_ssize_t choose(self, Py_ssize_t number, int* chosen, int* partners) except -1 nogil:
        """Give partners to a node and to its equal children; list the pairs of the others. Returns how many."""
        cdef Pair pair = self.pairs[number]
        cdef Middle m
        cdef int i
        cdef Py_ssize_t n = 0
        if self.is_equal(pair.a, pair.b):
            take_over(partners, pair.a, pair.b, self.size(pair.a))
            return 0
        partners[pair.a] = pair.b
        m = self.read(&pair)
        for i in range(m.first):
            take_over(partners, self.children[i], self.others[i], self.size(self.children[i]))
        for i in range(m.n_last):
            take_over(
                partners, self.children[m.first + m.n + i], self.others[m.first + m.n_others + i],
                self.size(self.children[m.first + m.n + i]),
            )
        if pair.n != NOT_OPENED:
            return self.trace(&pair, &m, chosen) if pair.n else 0
        for i in range(min(m.n, m.n_others)):
            if self.labels_equal(&m, i, i):
                chosen[n] = <int> self.n_pairs
                self.add(self.children[m.first + i], self.others[m.first + i])
                n += 1
        return n

    cdef Py_ssize_t trace(self, const Pair* pair, const Middle* m, int* chosen) except -1 nogil:
        """List the pairs of the heaviest alignment, from its end; of equally heavy ones that of later children."""
        cdef Py_ssize_t width = m.n_others + 1, i = m.n, j = m.n_others, n = 0
        cdef const int* row
        cdef int number
        self.align(pair, m)
        while i > 0 and j > 0:
            row = self.table + i * width
            number = self.table[(m.n + i) * width + j - 1]
            if number != NOT_OPENED and row[j] == row[j - 1 - width] + self.pairs[number].weight:
                chosen[n] = number
                n, i, j = n + 1, i - 1, j - 1
            elif row[j] == row[j - width]:
                i -= 1
            else:
                j -= 1
        return n


cdef int list_children(const Labelled* tree, int node, int* out) noexcept nogil:
    cdef int child = node + 1, n = 0
    while child < tree.ends[node]:
        out[n] = child
        child = tree.ends[child]
        n += 1
    return n


cdef void take_over(int* partners, int a, int b, int n) noexcept nogil:
    """The nodes of two equal subtrees are partners."""
    cdef int i
    for i in range(n):
        partners[a + i] = b + i


cdef int check_tree(const u64[::1] labels, const u64[::1] hashes, const int[::1] ends) except -1:
    """ValueError for arrays that are not those of a tree in document order."""
    cdef Py_ssize_t node, n = ends.shape[0]
    cdef Scratch scratch = Scratch()
    cdef int* open_ends = scratch.ints(n + 1)
    cdef Py_ssize_t depth = 0
    if labels.shape[0] != n or hashes.shape[0] != n:
        raise ValueError("arrays of different lengths")
    for node in range(n):
        while depth and open_ends[depth - 1] <= node:
            depth -= 1
        if not node < ends[node] <= (open_ends[depth - 1] if depth else n) or (node and not depth):
            raise ValueError("subtrees lie in one another, all in the first")
        open_ends[depth] = ends[node]
        depth += 1
    return 0


def hash_subtrees(const u64[::1] labels, const int[::1] ends, u64[::1] out):
    """A hash of each subtree, equal for equal ones, for as long as the process lives.

    labels : uint64 (n_nodes,)  nodes in document order
    ends   : int32 (n_nodes,)  first node after the node's subtree
    out    : uint64 (n_nodes,)  filled. O(n_nodes)
    """
    cdef Py_ssize_t node
    cdef int child
    cdef u64 h
    check_tree(labels, out, ends)
    with nogil:
        for node in range(ends.shape[0] - 1, -1, -1):
            h = labels[node]
            child = <int> node + 1
            while child < ends[node]:
                h = stirred(h, out[child])
                child = ends[child]
            out[node] = stirred(h, <u64> (ends[node] - node))


def match_trees(
    const u64[::1] labels, const u64[::1] hashes, const int[::1] ends, const u64[::1] other_labels,
    const u64[::1] other_hashes, const int[::1] other_ends, Py_ssize_t most, bint trims, int[::1] partners,
):  # fmt: skip
    """Pair nodes of two trees: the roots if their labels are equal, and children of pairs, in order.

    labels, hashes, ends : as in `hash_subtrees`, of either tree
    most     : pairs of children that may be looked at to find the pairing of most nodes, level by level; what is beyond
               is paired one by one from the left. 0 for that everywhere
    trims    : equal subtrees at both ends of two lists of children are paired before
    partners : int32 (n_nodes,)  filled with a node of the other tree, -1 for none
    O(n_nodes + n_other_nodes + most).
    """
    cdef Matcher m = Matcher()
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n_chosen, n_pending = 0
    cdef int* pending = scratch.ints(ends.shape[0] + 1)
    check_tree(labels, hashes, ends)
    check_tree(other_labels, other_hashes, other_ends)
    if partners.shape[0] != ends.shape[0]:
        raise ValueError("arrays of different lengths")
    partners[:] = -1
    if not ends.shape[0] or not other_ends.shape[0] or labels[0] != other_labels[0]:
        return
    m.tree.labels, m.tree.hashes, m.tree.ends = &labels[0], &hashes[0], &ends[0]
    m.other.labels, m.other.hashes, m.other.ends = &other_labels[0], &other_hashes[0], &other_ends[0]
    m.children, m.others = scratch.ints(ends.shape[0]), scratch.ints(other_ends.shape[0])
    m.n_left, m.trims = most, trims
    with nogil:
        m.add(0, 0)
        m.weigh()
        pending[0] = 0
        n_pending = 1
        while n_pending:
            n_chosen = m.choose(pending[n_pending - 1], pending + n_pending, &partners[0])
            n_pending -= 1
            if n_chosen:
                memmove(pending + n_pending, pending + n_pending + 1, n_chosen * sizeof(int))
                n_pending += n_chosen
