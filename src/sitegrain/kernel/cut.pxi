# The cut, and what is left out after it: idle headings, texts that stand twice, other articles.

cdef struct Ranked:  # a unit among those sorted by score
    double score
    int unit


cdef Ranked* rank_units(Chosen* c, Ranked* ranked) noexcept nogil:
    """The units by falling score, those of equal score in their order: runs merged to longer ones. Room for 2 n."""
    cdef Ranked* source = ranked
    cdef Ranked* target = ranked + c.n_units
    cdef Py_ssize_t unit, start
    cdef Py_ssize_t width = 1
    for unit in range(c.n_units):
        source[unit].score, source[unit].unit = c.scores[unit], <int> unit
    while width < c.n_units:
        start = 0
        while start < c.n_units:
            merge(source, target, start, min(start + width, c.n_units), min(start + 2 * width, c.n_units))
            start += 2 * width
        source, target = target, source
        width *= 2
    return source


cdef inline void merge(
    const Ranked* source, Ranked* target, Py_ssize_t start, Py_ssize_t middle, Py_ssize_t end
) noexcept nogil:
    """Two sorted runs to one; of equal scores the first run's come first."""
    cdef Py_ssize_t first = start
    cdef Py_ssize_t second = middle
    cdef Py_ssize_t i
    if middle == end or source[middle - 1].score >= source[middle].score:  # in order as they are
        memcpy(target + start, source + start, (end - start) * sizeof(Ranked))
        return
    for i in range(start, end):
        if second == end or (first < middle and source[first].score >= source[second].score):
            target[i] = source[first]
            first += 1
        else:
            target[i] = source[second]
            second += 1


cdef double cut_units(
    Chosen* c, Ranked* ranked, double square, double least_mass, double least_expected, double least_share
) noexcept nogil:
    """Keep what makes the expected F largest; ranked: zeros, 2 n."""
    cdef double total = total_mass(c, <double*> ranked)
    cdef double mass = 0
    cdef double words = 0
    cdef double best = -1
    cdef double least = 0
    cdef double expected
    cdef Py_ssize_t i
    memset(c.kept, 0, c.n_units)
    if total <= 0:
        return 0.0
    ranked = rank_units(c, ranked)
    for i in range(c.n_units):
        mass += ranked[i].score * c.words[ranked[i].unit]
        words += c.words[ranked[i].unit]
        expected = (1 + square) * mass / (words + square * total)
        if expected > best:
            best, least = expected, ranked[i].score
    best = min(best, 1.0)
    if total < least_mass and best < least_expected:
        return best
    least = max(least, least_share * best)
    for i in range(c.n_units):
        c.kept[i] = c.scores[i] >= least
    return best


cdef double total_mass(Chosen* c, double* mass) noexcept nogil:
    """The words to expect."""
    cdef Py_ssize_t unit
    for unit in range(c.n_units):
        mass[unit] = c.scores[unit] * c.words[unit]
    return sum_up(mass, c.n_units)


cdef enum:
    MAX_LEVEL = 6  # of a heading; lower ones count as such


cdef void drop_idle_headings(
    Chosen* c, const byte[::1] levels, const float[:] recurs, float least, signed char rule
) noexcept nogil:
    """Backwards, with the next heading of each level, and the last kept text that is none."""
    cdef Py_ssize_t nexts[MAX_LEVEL + 1]
    cdef Py_ssize_t text = c.n_units  # the next kept one
    cdef Py_ssize_t end, unit
    cdef int level, i
    for i in range(MAX_LEVEL + 1):
        nexts[i] = c.n_units
    for unit in range(c.n_units - 1, -1, -1):
        level = min(bit_of(levels, c.tags[c.owners[unit]]), MAX_LEVEL)
        if not level:
            if c.kept[unit]:
                text = unit
            continue
        end = c.n_units
        for i in range(1, level + 1):
            end = min(end, nexts[i])
        nexts[level] = unit
        if c.kept[unit] and recurs[unit] >= least and text >= end:
            keep(c, unit, False, rule)


cdef bint drop_later_copies(
    Chosen* c, const byte* text, const int* starts, const byte[::1] free_to, int least_words, int* chosen,
    signed char rule,
) noexcept nogil:  # fmt: skip
    """Leave out long texts that were kept before; False if there is no memory."""
    cdef Py_ssize_t n = 0
    cdef Py_ssize_t mask = 7
    cdef Py_ssize_t i, unit
    cdef int* slots
    for unit in range(c.n_units):
        if c.kept[unit] and c.words[unit] >= least_words and not bit_of(free_to, c.tags[c.owners[unit]]):
            chosen[n] = <int> unit
            n += 1
    if n < 2:
        return True
    while mask < 2 * n:
        mask = 2 * mask + 1
    slots = <int*> calloc(mask + 1, sizeof(int))
    if slots == NULL:
        return False
    for i in range(n):
        if not is_new_text(text, starts, chosen[i], slots, mask):
            keep(c, chosen[i], False, rule)
    free(slots)
    return True


cdef bint is_new_text(const byte* text, const int* starts, int unit, int* slots, Py_ssize_t mask) noexcept nogil:
    """Put a unit into a table of texts; False if its text is there. A slot is a unit and one; 0 is free."""
    cdef Py_ssize_t size = starts[unit + 1] - starts[unit]
    cdef Py_ssize_t slot = <Py_ssize_t> (hash_text(text + starts[unit], size, SEED) & <u64> mask)
    cdef int other
    while slots[slot]:
        other = slots[slot] - 1
        if starts[other + 1] - starts[other] == size and memcmp(text + starts[other], text + starts[unit], size) == 0:
            return False
        slot = (slot + 1) & mask
    slots[slot] = unit + 1
    return True


cdef void drop_later(
    Chosen* c, const int* descriptors, const float[:] titles, int article, const byte[::1] levels, signed char rule
) noexcept nogil:
    """A page that loads the next stories below its own carries them as siblings, each with a heading of its own."""
    cdef Py_ssize_t unit = 0
    cdef int node, sibling, title
    while unit < c.n_units and not titles[unit] > 0:
        unit += 1
    if unit == c.n_units or not bit_of(levels, c.tags[c.owners[unit]]):
        return
    node, title = c.owners[unit], c.tags[c.owners[unit]]
    while node >= 0 and c.tags[node] != article:
        node = c.parents[node]
    if node < 0:
        return
    sibling = c.ends[node]
    while sibling < c.n_nodes and c.parents[sibling] == c.parents[node]:
        if descriptors[sibling] == descriptors[node] and has_tag(c, sibling, title):
            while unit < c.n_units and c.owners[unit] < sibling:
                unit += 1
            while unit < c.n_units and sibling <= c.owners[unit] < c.ends[sibling]:
                keep(c, unit, False, rule)
                unit += 1
        sibling = c.ends[sibling]


cdef bint has_tag(Chosen* c, int node, int tag) noexcept nogil:
    """Whether an element of a name is at or below a node."""
    cdef int i
    for i in range(node, c.ends[node]):
        if c.tags[i] == tag:
            return True
    return False
