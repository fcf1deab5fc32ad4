# Which units of a page are kept: the cut by how likely each is content, then what the structure puts right.

cdef struct Chosen:
    Py_ssize_t n_nodes
    Py_ssize_t n_units
    const int* parents
    const int* ends
    const int* tags
    const int* owners  # of units
    const int* words
    const int* link_words
    const byte* hidden
    const double* scores
    byte* kept
    signed char* rules


cdef inline byte bit_of(const byte[::1] table, int tag) noexcept nogil:
    """What a table says of a name; 0 for those that are not in it."""
    return table[tag] if 0 <= tag < table.shape[0] else 0


cdef inline void keep(Chosen* c, Py_ssize_t unit, bint is_kept, signed char rule) noexcept nogil:
    """Keep a unit or leave it out, by a rule if that changes anything."""
    if c.kept[unit] != is_kept:
        c.kept[unit] = is_kept
        c.rules[unit] = rule


cdef class Choice:
    """The units of a page that are kept, and for each that is kept or left out whatever its score says, the rule.

    axis   : what `read_axis` gives
    scores : float64 (n_units,) probabilities
    kept   : bool (n_units,), changed by every method
    rules  : int8 (n_units,), changed: the code that the last method was given that changed the unit

    Sets of elements are uint8, by the number of a name: names beyond the end are in none.
    """

    cdef Chosen c
    cdef tuple arrays  # which stay alive

    def __init__(self, axis, scores, kept, rules):
        cdef Chosen* c = &self.c
        self.arrays = (axis, scores, kept, rules)
        c.n_nodes, c.n_units = len(axis), axis.n_units
        c.parents, c.ends, c.tags = ints_of(axis.parents), ints_of(axis.ends), ints_of(axis.tag_ids)
        c.owners, c.words = ints_of(axis.unit_nodes), ints_of(axis.unit_words)
        c.link_words, c.hidden = ints_of(axis.unit_link_words), <const byte*> bytes_of(axis.unit_hidden)
        c.scores = <const double*> data_of(scores, c"d", c.n_units, 0)
        c.kept = <byte*> data_of(kept, c"B", c.n_units, PyBUF_WRITABLE)
        c.rules = <signed char*> data_of(rules, c"B", c.n_units, PyBUF_WRITABLE)
        check_numbers(c.owners, c.n_units, c.n_nodes)

    def cut(self, *, double beta, double least_mass, double least_expected, double least_share):
        """Keep the units that make the expected F of the kept words largest, and no others; returns that, in [0, 1].

        beta        : above 1 recall counts more, below 1 precision
        least_mass, least_expected : words and F to expect, of a page with less than both of which nothing is kept
        least_share : of the largest expected F, below which no score is kept. O(n log n).
        """
        cdef Chosen* c = &self.c
        cdef double largest
        cdef Ranked* ranked = <Ranked*> calloc(2 * c.n_units + 1, sizeof(Ranked))
        if ranked == NULL:
            raise MemoryError
        with nogil:
            largest = cut_units(c, ranked, beta * beta, least_mass, least_expected, least_share)
        free(ranked)
        return largest

    def complete_boxes(self, const byte[::1] wanted, *, int min_prose, double least, signed char rule):
        """Keep every box whole of which some is kept, if its mean score is at least `least` times the lowest kept.

        A box is what stands in one innermost wanted element, without the units whose own element holds running text:
        a unit of at least `min_prose` words outside links. O(nodes + units).
        """
        cdef Chosen* c = &self.c
        cdef int* prose
        cdef int* boxes
        cdef double* sums
        if not is_partial(c):
            return
        prose = <int*> malloc((c.n_nodes + 1) * sizeof(int))
        boxes = <int*> malloc((c.n_nodes + 1) * sizeof(int))
        sums = <double*> calloc(3 * c.n_nodes + 1, sizeof(double))
        try:
            if prose == NULL or boxes == NULL or sums == NULL:
                raise MemoryError
            with nogil:
                count_prose(c, min_prose, prose)
                find_boxes(c, wanted, prose, boxes)
                keep_whole(c, boxes, sums, least * lowest_kept(c), rule)
        finally:
            free(prose)
            free(boxes)
            free(sums)

    def close_gaps(
        self, const byte[::1] inner, const byte[::1] outer, *, int max_units, double least, double max_links,
        int max_climb, signed char rule,
    ):  # fmt: skip
        """Keep what stands between two kept units, if it is short, likely, and in the container of one of them.

        inner, outer : elements of which the container is the next element around with a common bit, at most
            `max_climb` up, and not the parent
        max_units : of a gap, at most 128
        least, max_links : its mean score, in shares of the lowest kept one, and share of words in links. O(units).
        """
        cdef Chosen* c = &self.c
        if max_units > MAX_GAP:
            raise ValueError(f"gaps have at most {MAX_GAP} units")
        with nogil:
            fill_gaps(c, inner, outer, max_units, least, max_links, max_climb, rule)

    def drop_idle(self, const byte[::1] levels, const float[:] recurs, *, float least, signed char rule):
        """Leave out the kept headings of which others have nothing kept below them that is not a heading.

        A section goes on to the next heading of the same or a higher level.
        levels : of headings from 1, 0 for all other elements
        recurs : float32 (n_units,)   only headings with at least `least` are looked at. O(units).
        """
        cdef Chosen* c = &self.c
        check_length(c, recurs)
        with nogil:
            drop_idle_headings(c, levels, recurs, least, rule)

    def drop_copies(self, axis, const byte[::1] free_to, *, int least_words, signed char rule):
        """Leave out the kept texts of at least so many words that were kept before, byte by byte.

        free_to : elements whose texts may repeat themselves. O(bytes).
        """
        cdef Chosen* c = &self.c
        cdef const int* starts = ints_of(axis.unit_starts)
        cdef const char* text = bytes_of(axis.unit_text)
        cdef int* chosen = <int*> malloc((c.n_units + 1) * sizeof(int))
        cdef bint done = chosen != NULL
        if done:
            with nogil:
                done = drop_later_copies(c, <const byte*> text, starts, free_to, least_words, chosen, rule)
        free(chosen)
        if not done:
            raise MemoryError

    def drop_later_articles(
        self, axis, const float[:] titles, int article, const byte[::1] levels, *, signed char rule
    ):
        """Leave out the like siblings after the article that holds the page's title, each with a heading of its level.

        titles  : float32 (n_units,)   above 0 for a unit that repeats the title: the first counts, if it is a heading
        article : number of the name of such an element. O(nodes + units) for each article.
        """
        cdef Chosen* c = &self.c
        cdef const int* descriptors = ints_of(axis.node_descriptors)
        check_length(c, titles)
        with nogil:
            drop_later(c, descriptors, titles, article, levels, rule)

    def keep_headings(self, items, const byte[::1] levels, *, signed char rule):
        """Keep the headings of those of these half-open unit intervals of which some is kept."""
        cdef Chosen* c = &self.c
        cdef Py_ssize_t start, end, unit
        cdef bint has_kept
        for start, end in items:
            if not 0 <= start <= end <= c.n_units:
                raise IndexError((start, end))
            has_kept = False
            for unit in range(start, end):
                has_kept |= c.kept[unit]
            for unit in range(start, end):
                if has_kept and bit_of(levels, c.tags[c.owners[unit]]):
                    keep(c, unit, True, rule)

    def keep_only(self, kept, *, signed char rule):
        """Keep exactly these: bool (n_units,)."""
        cdef Chosen* c = &self.c
        cdef const byte* wanted = <const byte*> data_of(kept, c"B", c.n_units, 0)
        cdef Py_ssize_t unit
        with nogil:
            for unit in range(c.n_units):
                keep(c, unit, wanted[unit] != 0, rule)

    def drop_marked(self, const float[:] marks, *, double below, signed char rule):
        """Leave out the units that have a mark above 0 and a score below this."""
        cdef Chosen* c = &self.c
        cdef Py_ssize_t unit
        check_length(c, marks)
        with nogil:
            for unit in range(c.n_units):
                if marks[unit] > 0 and c.scores[unit] < below:
                    keep(c, unit, False, rule)

    def share_marked(self, const float[:] marks):
        """The share of the kept words that is in units with a mark above 0."""
        cdef Chosen* c = &self.c
        cdef Py_ssize_t unit
        cdef long long words = 0
        cdef long long marked = 0
        check_length(c, marks)
        with nogil:
            for unit in range(c.n_units):
                if c.kept[unit]:
                    words += c.words[unit]
                    marked += c.words[unit] if marks[unit] > 0 else 0
        return <double> marked / <double> max(words, 1)

    def expected_f1(self):
        """The F1 to expect, if every unit is content with the probability of its score; -1 if nothing is kept."""
        cdef Chosen* c = &self.c
        cdef double* mass = <double*> calloc(c.n_units + 1, sizeof(double))
        cdef double f1
        if mass == NULL:
            raise MemoryError
        with nogil:
            f1 = f1_of(c, mass)
        free(mass)
        return f1


cdef int check_length(Chosen* c, const float[:] column) except -1:
    if column.shape[0] != c.n_units:
        raise ValueError("one of each for every unit")
    return 0


cdef bint is_partial(Chosen* c) noexcept nogil:
    """Whether some units are kept, and some are not."""
    cdef Py_ssize_t unit
    for unit in range(1, c.n_units):
        if c.kept[unit] != c.kept[0]:
            return True
    return False


cdef double f1_of(Chosen* c, double* mass) noexcept nogil:
    """The F1 to expect of what is kept, -1 if nothing is."""
    cdef Py_ssize_t unit
    cdef Py_ssize_t n = 0
    cdef double words = 0
    cdef double all_mass
    for unit in range(c.n_units):
        mass[unit] = c.scores[unit] * c.words[unit]
    all_mass = sum_up(mass, c.n_units)
    for unit in range(c.n_units):
        if c.kept[unit]:
            mass[n] = mass[unit]
            words += c.words[unit]
            n += 1
    if n == 0:
        return -1
    return 2 * sum_up(mass, n) / (all_mass + words) if all_mass + words else 0.0


cdef inline double weight_of(Chosen* c, Py_ssize_t unit) noexcept nogil:
    """Words, so that units without any count a little."""
    return c.words[unit] if c.words[unit] > 0 else 0.5


cdef double lowest_kept(Chosen* c) noexcept nogil:
    """The lowest score of what is kept; something is."""
    cdef double lowest = 0
    cdef bint is_first = True
    cdef Py_ssize_t unit
    for unit in range(c.n_units):
        if c.kept[unit] and (is_first or c.scores[unit] < lowest):
            lowest, is_first = c.scores[unit], False
    return lowest


cdef void count_prose(Chosen* c, int min_prose, int* before) noexcept nogil:
    """Units of running text before each node, and before the end."""
    cdef Py_ssize_t i
    memset(before, 0, (c.n_nodes + 1) * sizeof(int))
    for i in range(c.n_units):
        if c.words[i] - c.link_words[i] >= min_prose:
            before[c.owners[i] + 1] += 1
    for i in range(c.n_nodes):
        before[i + 1] += before[i]


cdef void find_boxes(Chosen* c, const byte[::1] wanted, const int* prose, int* boxes) noexcept nogil:
    """The innermost wanted element at or around each node; of nodes with running text none, by -1."""
    cdef Py_ssize_t node
    cdef int parent
    for node in range(c.n_nodes):
        parent = c.parents[node]
        if bit_of(wanted, c.tags[node]):
            boxes[node] = <int> node
        else:
            boxes[node] = boxes[parent] if 0 <= parent < node else -1
    for node in range(c.n_nodes):
        if prose[c.ends[node]] > prose[node]:
            boxes[node] = -1


cdef void keep_whole(Chosen* c, const int* boxes, double* sums, double least, signed char rule) noexcept nogil:
    """Keep the boxes of which some is kept and the mean score is at least so high. sums: 3 a node, zeros."""
    cdef Py_ssize_t unit
    cdef double* sum
    cdef double weight
    for unit in range(c.n_units):
        if boxes[c.owners[unit]] >= 0:
            sum = sums + 3 * boxes[c.owners[unit]]
            weight = weight_of(c, unit)
            sum[0] += weight
            sum[1] += weight * c.scores[unit]
            sum[2] += c.kept[unit]
    for unit in range(c.n_units):
        if boxes[c.owners[unit]] >= 0:
            sum = sums + 3 * boxes[c.owners[unit]]
            if sum[2] > 0 and sum[1] / sum[0] >= least:
                keep(c, unit, True, rule)


cdef enum:
    MAX_GAP = 128  # units of a gap at most


cdef int container_of(
    Chosen* c, Py_ssize_t unit, const byte[::1] inner, const byte[::1] outer, int n_up
) noexcept nogil:
    """The element that holds a unit's element, or the whole that this is a part of; -1 for the root."""
    cdef int node = c.owners[unit]
    cdef int step, above
    cdef byte part = bit_of(inner, c.tags[node])
    node = above = c.parents[node]
    for step in range(n_up):
        if not part or above < 0:
            break
        if bit_of(outer, c.tags[above]) & part:
            return above
        above = c.parents[above]
    return node


cdef bint holds_all(Chosen* c, int node, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Whether units lie in a node."""
    cdef Py_ssize_t unit
    if node < 0:
        return False
    for unit in range(first, last + 1):
        if not node <= c.owners[unit] < c.ends[node]:
            return False
    return True


cdef bint is_likely(Chosen* c, Py_ssize_t first, Py_ssize_t end, double least, double max_links) noexcept nogil:
    """Whether units have a mean score of at least so much, not too many links and nothing hidden."""
    cdef double weights[MAX_GAP]
    cdef double masses[MAX_GAP]
    cdef Py_ssize_t unit
    cdef long long words = 0
    cdef long long links = 0
    for unit in range(first, end):
        if c.hidden[unit]:
            return False
        weights[unit - first] = weight_of(c, unit)
        masses[unit - first] = c.scores[unit] * weights[unit - first]
        words += c.words[unit]
        links += c.link_words[unit]
    return sum_up(masses, end - first) >= least * sum_up(weights, end - first) and links <= max_links * words


cdef void fill_gaps(
    Chosen* c, const byte[::1] inner, const byte[::1] outer, int max_units, double least, double max_links,
    int max_climb, signed char rule,
) noexcept nogil:  # fmt: skip
    cdef Py_ssize_t unit, between
    cdef Py_ssize_t before = -1
    cdef double lowest = least * lowest_kept(c)
    for unit in range(c.n_units):
        if not c.kept[unit]:
            continue
        if (
            before >= 0
            and 1 < unit - before <= max_units + 1
            and is_likely(c, before + 1, unit, lowest, max_links)
            and (
                holds_all(c, container_of(c, before, inner, outer, max_climb), before, unit)
                or holds_all(c, container_of(c, unit, inner, outer, max_climb), before, unit)
            )
        ):
            for between in range(before + 1, unit):
                keep(c, between, True, rule)
        before = unit
