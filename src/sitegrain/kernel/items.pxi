# The like siblings that hold most of a page's kept words: the items of a listing.

cdef struct Items:
    Py_ssize_t n_nodes
    const int* parents
    const int* ends
    const int* tags
    const int* positions  # of runs
    const int* run_nodes
    const int* run_units
    Py_ssize_t n_runs
    long long* words  # kept words before each node, and before the end
    int* first_runs  # runs before each node and before the end: those of positions up to it
    const int* unit_words
    const int* link_words
    int* groups  # three numbers a node, -1 where it is in none
    int* starts  # where the nodes of each group begin
    int* nodes
    Ids shapes
    Ids numbers  # of groups


cdef inline bint add_to_group(Items* p, Py_ssize_t at, u64 side, int around, int shape) noexcept nogil:
    """Put a node's place in `groups` into the group of a shape around a node; False if there is no memory."""
    p.groups[at] = number_of(&p.numbers, side << 62 | <u64> (around + 1) << 31 | <u64> shape)
    return shape >= 0 and p.groups[at] >= 0


cdef bint group_nodes(Items* p, const byte* flags, byte block, const int* descriptors, const u64* names) noexcept nogil:
    """Group the blocks with kept words three times; groups are numbered as they are met."""
    cdef Py_ssize_t node
    cdef int parent, tag
    cdef u64 pair, named
    for node in range(p.n_nodes):
        p.groups[3 * node] = p.groups[3 * node + 1] = p.groups[3 * node + 2] = -1
        parent, tag = p.parents[node], p.tags[node]
        if parent < 0 or not flags[node] & block or p.words[p.ends[node]] <= p.words[node]:
            continue
        # Shapes are of three sorts, far enough apart: a name and a first class, a name, the names of parent and node.
        pair = <u64> (p.tags[parent] + 1) << 31 | <u64> tag
        named = scattered(scattered(names[descriptors[node]]) + <u64> tag)
        if not (
            add_to_group(p, 3 * node, 0, parent, number_of(&p.shapes, named))
            and add_to_group(p, 3 * node + 1, 1, parent, tag)
            and add_to_group(p, 3 * node + 2, 2, p.parents[parent], number_of(&p.shapes, pair))
        ):
            return False
    return True


cdef bint gather_groups(Items* p) noexcept nogil:
    """Put the nodes of each group together, in document order."""
    cdef Py_ssize_t i
    cdef int group
    p.starts = <int*> malloc((p.numbers.n + 2) * sizeof(int))
    if p.starts == NULL:
        return False
    memset(p.starts, 0, (p.numbers.n + 2) * sizeof(int))
    for i in range(3 * p.n_nodes):
        if p.groups[i] >= 0:
            p.starts[p.groups[i] + 2] += 1
    for i in range(2, p.numbers.n + 2):
        p.starts[i] += p.starts[i - 1]
    for i in range(3 * p.n_nodes):
        group = p.groups[i]
        if group >= 0:
            p.nodes[p.starts[group + 1]] = <int> (i // 3)
            p.starts[group + 1] += 1
    return True


cdef void units_of(Items* p, int node, int* start, int* end) noexcept nogil:
    """The units at or below a node, half open; they stand together in document order."""
    cdef int last = p.ends[node]
    cdef int first_run = p.first_runs[node]
    cdef int low = p.first_runs[last - 1] if last - 1 > node else first_run
    cdef int high = p.first_runs[last]
    cdef int middle
    # Of the texts before the next element those in the subtree come first, from the inside out.
    while low < high:
        middle = (low + high) // 2
        if p.run_nodes[middle] >= node:
            low = middle + 1
        else:
            high = middle
    start[0] = end[0] = 0
    if first_run < low:
        start[0] = p.run_units[first_run]
        end[0] = p.run_units[low - 1] + 1


cdef bint has_lead(Items* p, int node, int n_first) noexcept nogil:
    """Whether one of the first units of a node is a link."""
    cdef int start, end, unit
    units_of(p, node, &start, &end)
    for unit in range(start, min(end, start + n_first)):
        if p.unit_words[unit] > 0 and p.link_words[unit] >= p.unit_words[unit]:
            return True
    return False


cdef int best_group(Items* p, double least, int min_items, double min_leads, int n_first) noexcept nogil:
    """The group that holds more than `least` kept words, and most; of those that hold as much the largest; else -1."""
    cdef int best = -1
    cdef Py_ssize_t most_nodes = 0
    cdef double most = least
    cdef double held
    cdef Py_ssize_t group, i, n, n_leads
    for group in range(p.numbers.n):
        n = p.starts[group + 1] - p.starts[group]
        held = 0
        for i in range(p.starts[group], p.starts[group + 1]):
            held += p.words[p.ends[p.nodes[i]]] - p.words[p.nodes[i]]
        if n < min_items or held < most or (held == most and n <= most_nodes):
            continue
        n_leads = 0
        for i in range(p.starts[group], p.starts[group + 1]):
            n_leads += has_lead(p, p.nodes[i], n_first)
        if n_leads >= min_leads * n:
            best, most, most_nodes = <int> group, held, n
    return best


cdef void count_before(
    Items* p, const int* owners, const byte* kept, Py_ssize_t n_units
) noexcept nogil:
    """Kept words and runs before each node."""
    cdef Py_ssize_t i, run
    memset(p.words, 0, (p.n_nodes + 1) * sizeof(long long))
    for i in range(n_units):
        if kept[i] and owners[i] >= 0:
            p.words[owners[i] + 1] += p.unit_words[i]
    for i in range(p.n_nodes):
        p.words[i + 1] += p.words[i]
    run = 0
    for i in range(p.n_nodes + 1):
        while run < p.n_runs and p.positions[run] <= i:
            run += 1
        p.first_runs[i] = <int> run


cdef list intervals_of(Items* p, int group):
    cdef int start, end
    cdef Py_ssize_t i
    found = []
    for i in range(p.starts[group], p.starts[group + 1]):
        units_of(p, p.nodes[i], &start, &end)
        found.append((start, end))
    return found


def like_siblings(
    axis,
    kept,
    const u64[::1] names,
    *,
    byte block,
    int min_items,
    double min_share,
    double min_leads,
    int n_first,
):
    """The unit intervals of the like siblings that hold most of the kept words; [] where none hold enough.

    Alike are blocks of equal name and first class in one parent, of equal name in one parent, and of equal name in
    parents of equal name in one element.

    axis  : what `read_axis` gives
    kept  : bool (n_units,)
    names : uint64 (n_descriptors,) equal for equal first classes
    block : flag of blocks
    min_items, min_share, min_leads : fewest siblings, the share of the kept words that they must hold more of, and the
            share of them of which one of the `n_first` first units must be a link. O(nodes + runs), but for the first
            units of groups that hold more than all before them.
    """
    cdef Items items
    cdef Items* p = &items
    cdef Py_ssize_t n_units = axis.n_units
    cdef const byte* flags = <const byte*> bytes_of(axis.flags)
    cdef const byte* is_kept = <const byte*> data_of(kept, c"B", n_units, 0)
    cdef int group = -1
    cdef const int* owners = ints_of(axis.unit_nodes)
    cdef const int* descriptors = ints_of(axis.node_descriptors)
    cdef bint done = False
    memset(p, 0, sizeof(Items))
    p.n_nodes, p.n_runs = len(axis), len(axis.run_nodes)
    if names.shape[0] != len(axis.descriptor_rows):
        raise ValueError("one name for every descriptor")
    if n_units == 0 or p.n_nodes == 0:
        return []
    p.parents, p.ends, p.tags = ints_of(axis.parents), ints_of(axis.ends), ints_of(axis.tag_ids)
    p.positions, p.run_nodes = ints_of(axis.run_positions), ints_of(axis.run_nodes)
    p.run_units = ints_of(axis.run_units)
    p.unit_words, p.link_words = ints_of(axis.unit_words), ints_of(axis.unit_link_words)
    try:
        p.words = <long long*> malloc((p.n_nodes + 1) * sizeof(long long))
        p.first_runs = <int*> malloc((p.n_nodes + 1) * sizeof(int))
        p.groups = <int*> malloc(3 * p.n_nodes * sizeof(int))
        p.nodes = <int*> malloc(3 * p.n_nodes * sizeof(int))
        if p.words == NULL or p.first_runs == NULL or p.groups == NULL or p.nodes == NULL:
            raise MemoryError
        with nogil:
            count_before(p, owners, is_kept, n_units)
            done = group_nodes(p, flags, block, descriptors, &names[0]) and gather_groups(p)
            if done:
                group = best_group(p, min_share * p.words[p.n_nodes], min_items, min_leads, n_first)
        if not done:
            raise MemoryError
        return intervals_of(p, group) if group >= 0 else []
    finally:
        free(p.words)
        free(p.first_runs)
        free(p.groups)
        free(p.nodes)
        free(p.starts)
        end_ids(&p.shapes)
        end_ids(&p.numbers)


def first_words(list texts not None, u64[::1] hashes):
    """The hash of the first word of each text, runs of digits masked; that of no word is one of its own.

    hashes : uint64 (n_texts,), written. Linear.
    """
    cdef Py_ssize_t i, k, size
    cdef str text
    cdef u64 h
    cdef bint in_digits, is_digit
    cdef Py_UCS4 code
    if hashes.shape[0] != len(texts):
        raise ValueError("one hash for every text")
    for i, text in enumerate(texts):
        h, in_digits, k, size = FIRST_HASH, False, 0, len(text)
        while k < size and is_blank(text[k]):
            k += 1
        while k < size and not is_blank(text[k]):
            code = text[k]
            is_digit = Py_UNICODE_ISDECIMAL(code)
            if not (is_digit and in_digits):
                h = with_code(h, c"#" if is_digit else code)
            in_digits = is_digit
            k += 1
        hashes[i] = h
