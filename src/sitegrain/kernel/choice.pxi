# What the structure of a page puts right in a choice of units.

cdef struct Choice:
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


cdef Choice as_choice(axis, const double[::1] scores, byte[::1] kept):
    """The columns of a page, and a choice of its units; the axis keeps what it has alive."""
    cdef Choice c
    cdef const byte[::1] hidden = memoryview(axis.unit_hidden).cast("B")
    c.n_nodes, c.n_units = len(axis), axis.n_units
    if scores.shape[0] != c.n_units or kept.shape[0] != c.n_units or c.n_units == 0:
        raise ValueError("one of each for every unit, of which there are some")
    c.parents, c.ends, c.tags = ints_of(axis.parents), ints_of(axis.ends), ints_of(axis.tag_ids)
    c.owners, c.words = ints_of(axis.unit_nodes), ints_of(axis.unit_words)
    c.link_words, c.hidden = ints_of(axis.unit_link_words), &hidden[0]
    c.scores, c.kept = &scores[0], &kept[0]
    return c


cdef inline double weight_of(Choice* c, Py_ssize_t unit) noexcept nogil:
    """Words, so that units without any count a little."""
    return c.words[unit] if c.words[unit] > 0 else 0.5


cdef double lowest_kept(Choice* c) noexcept nogil:
    """The lowest score of what is kept; something is."""
    cdef double lowest = 0
    cdef bint is_first = True
    cdef Py_ssize_t unit
    for unit in range(c.n_units):
        if c.kept[unit] and (is_first or c.scores[unit] < lowest):
            lowest, is_first = c.scores[unit], False
    return lowest


cdef void count_prose(Choice* c, int min_prose, int* before) noexcept nogil:
    """Units of running text before each node, and before the end."""
    cdef Py_ssize_t i
    memset(before, 0, (c.n_nodes + 1) * sizeof(int))
    for i in range(c.n_units):
        if c.owners[i] >= 0 and c.words[i] - c.link_words[i] >= min_prose:
            before[c.owners[i] + 1] += 1
    for i in range(c.n_nodes):
        before[i + 1] += before[i]


cdef void find_boxes(Choice* c, const byte[::1] wanted, const int* prose, int* boxes) noexcept nogil:
    """The innermost wanted element at or around each node; of nodes with running text none, by -1."""
    cdef Py_ssize_t node
    cdef int parent
    for node in range(c.n_nodes):
        parent = c.parents[node]
        if 0 <= c.tags[node] < wanted.shape[0] and wanted[c.tags[node]]:
            boxes[node] = <int> node
        else:
            boxes[node] = boxes[parent] if 0 <= parent < node else -1
    for node in range(c.n_nodes):
        if prose[c.ends[node]] > prose[node]:
            boxes[node] = -1


cdef void keep_whole(Choice* c, const int* boxes, double* sums, double least) noexcept nogil:
    """Keep the boxes of which some is kept and the mean score is at least so high. sums: 3 a node, zeros."""
    cdef Py_ssize_t unit
    cdef double* sum
    cdef double weight
    for unit in range(c.n_units):
        if c.owners[unit] >= 0 and boxes[c.owners[unit]] >= 0:
            sum = sums + 3 * boxes[c.owners[unit]]
            weight = weight_of(c, unit)
            sum[0] += weight
            sum[1] += weight * c.scores[unit]
            sum[2] += c.kept[unit]
    for unit in range(c.n_units):
        if c.owners[unit] >= 0 and boxes[c.owners[unit]] >= 0:
            sum = sums + 3 * boxes[c.owners[unit]]
            if sum[2] > 0 and sum[1] / sum[0] >= least:
                c.kept[unit] = True


def complete_boxes(
    axis, const double[::1] scores, byte[::1] kept, const byte[::1] wanted, *, int min_prose, double least
):
    """Keep every box whole of which some is kept, if the mean score of it is at least `least` times the lowest kept.

    A box is what stands in one innermost element of a wanted name, without the units whose own element holds running
    text: a unit of at least `min_prose` words outside links.

    axis   : what `read_axis` gives, with units
    scores : float64 (n_units,); kept : uint8 (n_units,), changed
    wanted : uint8, by the number of a name; names beyond the end are not wanted. O(nodes + units).
    """
    cdef Choice choice = as_choice(axis, scores, kept)
    cdef Choice* c = &choice
    cdef int* prose = <int*> malloc((c.n_nodes + 1) * sizeof(int))
    cdef int* boxes = <int*> malloc((c.n_nodes + 1) * sizeof(int))
    cdef double* sums = <double*> calloc(3 * c.n_nodes + 1, sizeof(double))
    try:
        if prose == NULL or boxes == NULL or sums == NULL:
            raise MemoryError
        with nogil:
            count_prose(c, min_prose, prose)
            find_boxes(c, wanted, prose, boxes)
            keep_whole(c, boxes, sums, least * lowest_kept(c))
    finally:
        free(prose)
        free(boxes)
        free(sums)


cdef enum:
    MAX_GAP = 128  # units of a gap at most: sums of more would be rounded in another order than numpy's


cdef double sum_up(const double* values, Py_ssize_t n) noexcept nogil:
    """The sum in the order of numpy: eight sums side by side, from eight values on."""
    cdef double parts[8]
    cdef double total = 0
    cdef Py_ssize_t i, k
    if n < 8:
        for i in range(n):
            total += values[i]
        return total
    for k in range(8):
        parts[k] = values[k]
    i = 8
    while i + 8 <= n:
        for k in range(8):
            parts[k] += values[i + k]
        i += 8
    total = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    while i < n:
        total += values[i]
        i += 1
    return total


cdef int container_of(
    Choice* c, Py_ssize_t unit, const byte[::1] inner, const byte[::1] outer, int n_up
) noexcept nogil:
    """The element that holds a unit's element, or the whole that this is a part of; -1 for the root."""
    cdef int node = c.owners[unit]
    cdef int step, above
    cdef byte part
    if node < 0:
        return -1
    part = inner[c.tags[node]] if c.tags[node] < inner.shape[0] else 0
    node = above = c.parents[node]
    for step in range(n_up):
        if not part or above < 0:
            break
        if c.tags[above] < outer.shape[0] and outer[c.tags[above]] & part:
            return above
        above = c.parents[above]
    return node


cdef bint holds_all(Choice* c, int node, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Whether units lie in a node."""
    cdef Py_ssize_t unit
    if node < 0:
        return False
    for unit in range(first, last + 1):
        if not node <= c.owners[unit] < c.ends[node]:
            return False
    return True


cdef bint is_likely(Choice* c, Py_ssize_t first, Py_ssize_t end, double least, double max_links) noexcept nogil:
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


def close_gaps(
    axis,
    const double[::1] scores,
    byte[::1] kept,
    const byte[::1] inner,
    const byte[::1] outer,
    *,
    int max_units,
    double least,
    double max_links,
    int max_climb,
):
    """Keep what stands between two kept units, if it is short, likely, and in the container of one of them.

    axis   : what `read_axis` gives, with units
    scores : float64 (n_units,); kept : uint8 (n_units,), changed
    inner, outer : uint8, by the number of a name: elements of which the container is the next element around with a
             common bit, at most `max_climb` up, and not the parent; names beyond the end have none
    max_units : of a gap, at most 128
    least, max_links : its mean score, in shares of the lowest kept one, and share of words in links. O(units).
    """
    cdef Choice choice = as_choice(axis, scores, kept)
    cdef Choice* c = &choice
    cdef Py_ssize_t unit
    cdef Py_ssize_t before = -1
    cdef double lowest
    if max_units > MAX_GAP:
        raise ValueError(f"gaps have at most {MAX_GAP} units")
    with nogil:
        lowest = least * lowest_kept(c)
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
                memset(c.kept + before + 1, 1, unit - before - 1)
            before = unit
