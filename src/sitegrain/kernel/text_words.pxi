# Columns from the words of units: repetition on the page, the title, what the page declares.

cdef class Words:
    """The words of a page, numbered: equal ones have the same number.

    tokens : uint64 (n_tokens,)     hash of each word
    bounds : int32 (n_units + 1,)   those of unit u are tokens[bounds[u]] to tokens[bounds[u + 1]]
    Methods fill rows of `out`, float64 (n_columns, n_units), from row `at` on, each in O(n_tokens).
    """

    cdef const u64[::1] tokens
    cdef const int[::1] bounds
    cdef Py_ssize_t n_units
    cdef int n_words  # different ones
    cdef u64 mask
    cdef int* slots  # number of a word, and one; 0: free
    cdef int* numbers  # of each token
    cdef int* firsts  # token of each number
    cdef int* marks  # of each number, for the use of one call
    cdef int* stamps  # likewise: the last unit with it, from 1

    def __cinit__(self, const u64[::1] tokens, const int[::1] bounds):
        cdef Py_ssize_t n = tokens.shape[0]
        check_bounds(tokens, bounds)
        self.tokens, self.bounds, self.n_units, self.mask = tokens, bounds, bounds.shape[0] - 1, 7
        while self.mask < 2 * <u64> n:
            self.mask = 2 * self.mask + 1
        self.slots = <int*> calloc(self.mask + 1, sizeof(int))
        self.numbers = <int*> malloc((n + 1) * sizeof(int))
        self.firsts = <int*> malloc((n + 1) * sizeof(int))
        self.marks = <int*> malloc((n + 1) * sizeof(int))
        self.stamps = <int*> malloc((n + 1) * sizeof(int))
        if self.slots == NULL or self.numbers == NULL or self.firsts == NULL:
            raise MemoryError
        if self.marks == NULL or self.stamps == NULL:
            raise MemoryError
        with nogil:
            number_tokens(self)

    def __dealloc__(self):
        free(self.slots)
        free(self.numbers)
        free(self.firsts)
        free(self.marks)
        free(self.stamps)

    cdef void forget(self) noexcept nogil:
        """No word has a mark, or a stamp."""
        memset(self.marks, 0, self.n_words * sizeof(int))
        memset(self.stamps, 0, self.n_words * sizeof(int))

    cdef int check(self, double[:, ::1] out, Py_ssize_t at, int n) except -1:
        """ValueError unless there is room for n columns."""
        if out.shape[1] != self.n_units or not 0 <= at <= out.shape[0] - n:
            raise ValueError(f"expected columns of {self.n_units} units")
        return 0

    def fill_repetition(self, const u64[::1] hashes, double most_copies, double[:, ::1] out, Py_ssize_t at):
        """Rows: how many units have the unit's hash; how many others, on average, have each of its words.

        hashes : uint64 (n_units,); of copies there are at most `most_copies`, the second is a share of the others
        """
        cdef u64 size = 8
        cdef int* slots
        self.check(out, at, 2)
        if hashes.shape[0] != self.n_units:
            raise ValueError(f"expected hashes of {self.n_units} units")
        if self.n_units == 0:
            return
        while size < 2 * <u64> self.n_units:
            size *= 2
        slots = <int*> calloc(size + self.n_units, sizeof(int))
        if slots == NULL:
            raise MemoryError
        with nogil:
            put_copies(slots, size - 1, slots + size, hashes, most_copies, &out[at, 0])
            put_spread(self, &out[at + 1, 0])
            free(slots)

    def fill_title(
        self, const u64[::1] title, const int[::1] nodes, const int[::1] tags, const double[::1] bonus,
        const int[::1] words, const int[::1] links, double malus, int most_words, const double[::1] fades,
        double[:, ::1] out, Py_ssize_t at,
    ):  # fmt: skip
        """Where a unit stands to the one that is most like the title; the first of equals.

        title : hashes of its words
        nodes, tags  : int32 (n_units,) node of each unit, and (n_nodes,) the tags of nodes
        bonus : float64 (n_tags,)  what each tag adds to the likeness; the last for those beyond
        words, links : int32 (n_units,)
        malus : what is taken from the likeness of units that are all links
        most_words : of a unit that is compared
        fades : by the number of units after the title, from 1 on; 0 where it ends
        Alike are units by the words they share among all of unit and title. Rows: different words that are in the
        title by the unit's words, 0 from most_words on; 1 for the title; before it; `fades` after it; 1 without one.
        """
        cdef Set known
        cdef Py_ssize_t found, unit
        cdef int n_title
        self.check(out, at, 5)
        if not self.n_units == nodes.shape[0] == words.shape[0] == links.shape[0] or bonus.shape[0] == 0:
            raise ValueError(f"expected columns of {self.n_units} units")
        for unit in range(self.n_units):
            if not 0 <= nodes[unit] < tags.shape[0]:
                raise IndexError(nodes[unit])
        if self.n_units == 0:
            return
        memset(&known, 0, sizeof(Set))
        try:
            if not make_set(&known, title.shape[0]):
                raise MemoryError
            with nogil:
                n_title = add_grams(&known, title, 1)
                self.forget()
                mark_words(self, title, 1)
                compare_title(self, n_title, most_words, &out[at, 0], &out[at + 1, 0])
                found = most_alike(self.n_units, nodes, tags, bonus, words, links, malus, &out[at + 1, 0])
                put_sides(self.n_units, found, fades, out, at + 1)
        finally:
            free_set(&known)

    def fill_declared(
        self, const u64[::1] body, const u64[::1] description, const u64[::1] others, int body_n, int description_n,
        int least_body, double[:, ::1] out, Py_ssize_t at,
    ):  # fmt: skip
        """What units have of declared texts. Sets of runs of words are compared.

        body, description, others : hashes of the words of declared texts
        body_n, description_n     : words of a run
        Rows: the share of a unit's runs in the body; of those in all descriptions; the share of the description's in
        the unit; 1 if the body has more than `least_body`; how many all descriptions have.
        """
        cdef Declared d
        cdef Declared* pd = &d
        self.check(out, at, 5)
        if self.n_units == 0:
            return
        memset(pd, 0, sizeof(Declared))
        try:
            if not (
                make_set(&d.body, body.shape[0])
                and make_set(&d.description, description.shape[0])
                and make_set(&d.declared, description.shape[0] + others.shape[0])
                and make_set(&d.seen, longest(self.bounds))
            ):
                raise MemoryError
            with nogil:
                d.n_body = add_grams(&d.body, body, body_n)
                d.n_description = add_grams(&d.description, description, description_n)
                d.n_declared = add_grams(&d.declared, description, description_n)
                d.n_declared += add_grams(&d.declared, others, description_n)
                self.forget()
                mark_words(self, body, 1)
                mark_words(self, description, 2)
                mark_words(self, others, 2)
                put_overlaps(self, pd, body_n, description_n, least_body, out, at)
        finally:
            free_set(&d.body)
            free_set(&d.description)
            free_set(&d.declared)
            free_set(&d.seen)


cdef void number_tokens(Words w) noexcept nogil:
    cdef Py_ssize_t i
    cdef u64 slot
    for i in range(w.tokens.shape[0]):
        slot = slot_of(w, w.tokens[i])
        if w.slots[slot] == 0:
            w.firsts[w.n_words] = <int> i
            w.n_words += 1
            w.slots[slot] = w.n_words
        w.numbers[i] = w.slots[slot] - 1


cdef inline u64 slot_of(Words w, u64 key) noexcept nogil:
    """The slot of a word, a free one if it is not there."""
    cdef u64 slot = first_slot(key) & w.mask
    while w.slots[slot] and w.tokens[w.firsts[w.slots[slot] - 1]] != key:
        slot = (slot + 1) & w.mask
    return slot


cdef void mark_words(Words w, const u64[::1] keys, int bit) noexcept nogil:
    """Mark the words of the page that are among these."""
    cdef Py_ssize_t i
    cdef int number
    for i in range(keys.shape[0]):
        number = w.slots[slot_of(w, keys[i])] - 1
        if number >= 0:
            w.marks[number] |= bit


cdef void put_copies(
    int* slots, u64 mask, int* counts, const u64[::1] hashes, double most, double* out
) noexcept nogil:
    """How many units have the hash of each; counts are those of the first of equals."""
    cdef Py_ssize_t unit
    cdef u64 slot
    for unit in range(hashes.shape[0]):
        slot = first_slot(hashes[unit]) & mask
        while slots[slot] and hashes[slots[slot] - 1] != hashes[unit]:
            slot = (slot + 1) & mask
        if slots[slot] == 0:
            slots[slot] = <int> unit + 1
        counts[slots[slot] - 1] += 1
        out[unit] = slots[slot] - 1
    for unit in range(hashes.shape[0]):
        out[unit] = min(<double> counts[<Py_ssize_t> out[unit]], most)


cdef void put_spread(Words w, double* out) noexcept nogil:
    """How many other units have each word, on average."""
    cdef Py_ssize_t unit, i, total
    cdef int number
    w.forget()
    for unit in range(w.n_units):
        for i in range(w.bounds[unit], w.bounds[unit + 1]):
            number = w.numbers[i]
            w.marks[number] += w.stamps[number] != unit + 1
            w.stamps[number] = <int> unit + 1
    for unit in range(w.n_units):
        total = 0
        for i in range(w.bounds[unit], w.bounds[unit + 1]):
            total += w.marks[w.numbers[i]] - 1
        out[unit] = <double> total / max(w.bounds[unit + 1] - w.bounds[unit], 1) / max(w.n_units - 1, 1)


cdef void compare_title(Words w, int n_title, int most_words, double* shares, double* alike) noexcept nogil:
    """How many of a unit's words are in the title, whose words are marked, and how alike both are."""
    cdef Py_ssize_t unit, i
    cdef int n, n_both, n_own, number
    for unit in range(w.n_units):
        shares[unit] = alike[unit] = 0.0
        n = w.bounds[unit + 1] - w.bounds[unit]
        if n == 0 or n > most_words:
            continue
        n_both = n_own = 0
        for i in range(w.bounds[unit], w.bounds[unit + 1]):
            number = w.numbers[i]
            if w.stamps[number] != unit + 1:
                w.stamps[number] = <int> unit + 1
                n_own += 1
                n_both += w.marks[number]
        if n < most_words:
            shares[unit] = <double> n_both / n
        if n_both:
            alike[unit] = <double> n_both / (n_title + n_own - n_both)


cdef Py_ssize_t most_alike(
    Py_ssize_t n, const int[::1] nodes, const int[::1] tags, const double[::1] bonus, const int[::1] words,
    const int[::1] links, double malus, const double* alike,
) noexcept nogil:  # fmt: skip
    """The unit most like the title, the first of equals, -1 for none."""
    cdef Py_ssize_t unit, tag, at = -1
    cdef double score, best = 0.0
    for unit in range(n):
        if alike[unit] <= 0:
            continue
        tag = tags[nodes[unit]]
        tag = tag if 0 <= tag < bonus.shape[0] else bonus.shape[0] - 1
        score = alike[unit] + bonus[tag] - (malus if words[unit] == links[unit] else 0.0)
        if score > best:
            best, at = score, unit
    return at


cdef void put_sides(
    Py_ssize_t n, Py_ssize_t found, const double[::1] fades, double[:, ::1] out, Py_ssize_t at
) noexcept nogil:
    """Which unit is the title, which are before it, and how near those after it are."""
    cdef Py_ssize_t unit
    for unit in range(n):
        out[at, unit] = unit == found
        out[at + 1, unit] = unit < found
        out[at + 2, unit] = fades[unit - found - 1] if 0 <= found < unit <= found + fades.shape[0] else 0.0
        out[at + 3, unit] = found < 0


cdef struct Declared:
    Set body
    Set description  # of the page
    Set declared  # all descriptions
    Set seen
    int n_body
    int n_description
    int n_declared


cdef void put_overlaps(
    Words w, Declared* d, int body_n, int description_n, int least_body, double[:, ::1] out, Py_ssize_t at
) noexcept nogil:
    """Fill the rows; a unit without any marked run need not be looked at further."""
    cdef Py_ssize_t unit
    cdef int n_grams, n_body, n_described, n_description
    for unit in range(w.n_units):
        out[at, unit] = out[at + 1, unit] = out[at + 2, unit] = 0.0
        if d.n_body and has_run(w, &d.body, unit, body_n, 1):
            n_grams = count_grams(w, d, &d.body, &d.body, unit, body_n, 2 * <int> unit + 1, &n_body, NULL)
            out[at, unit] = <double> n_body / max(n_grams, 1)
        if d.n_declared and has_run(w, &d.declared, unit, description_n, 2):
            n_grams = count_grams(
                w, d, &d.declared, &d.description, unit, description_n, 2 * <int> unit + 2, &n_described,
                &n_description,
            )  # fmt: skip
            out[at + 1, unit] = <double> n_described / max(n_grams, 1)
            out[at + 2, unit] = <double> n_description / max(d.n_description, 1)
        out[at + 3, unit] = d.n_body > least_body
        out[at + 4, unit] = d.n_declared


cdef bint has_run(Words w, Set* runs, Py_ssize_t unit, int n, int bit) noexcept nogil:
    """Whether a run of n words of a unit is in a set; all words of its runs have the bit among their marks."""
    cdef Py_ssize_t i
    cdef int n_marked = 0
    for i in range(w.bounds[unit], w.bounds[unit + 1]):
        n_marked = n_marked + 1 if w.marks[w.numbers[i]] & bit else 0
        if n_marked >= n and is_in(runs, gram_at(&w.tokens[i - n + 1], n), 1):
            return True
    return False


cdef int count_grams(
    Words w, Declared* d, Set* first, Set* second, Py_ssize_t unit, int n, int stamp, int* n_first, int* n_second
) noexcept nogil:
    """The distinct grams of a unit, and how many of them are in each of two sets; the second may be left out."""
    cdef Py_ssize_t i
    cdef int n_grams = 0
    cdef u64 gram
    n_first[0] = 0
    if n_second != NULL:
        n_second[0] = 0
    for i in range(w.bounds[unit], w.bounds[unit + 1] - n + 1):
        gram = gram_at(&w.tokens[i], n)
        if not add_to(&d.seen, gram, stamp):
            continue
        n_grams += 1
        n_first[0] += is_in(first, gram, 1)
        if n_second != NULL:
            n_second[0] += is_in(second, gram, 1)
    return n_grams
