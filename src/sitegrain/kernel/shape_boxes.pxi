# Columns of the containers around a unit.

def fill_containers(
    Shape s not None, double least, const double[::1] shares, int most, double[:, ::1] out, Py_ssize_t at
):
    """How much of the page's words outside links, of units with `least` of them, the containers of a unit hold.

    Rows: square root of the parent's share; of the grandparent's; for each of `shares` the steps up to a container
    that has it, at most `most`; units right below the parent; those of them with such words; their words; share of
    them in links; share of links below the parent; below the grandparent; share of the page's such words in units
    whose node and parent are called like the unit's.
    """
    cdef Scratch scratch = Scratch()
    cdef int n_shares = <int> shares.shape[0], i, parent, grand
    cdef double** rows = s.rows(scratch, out, at, 9 + n_shares)
    cdef double* held = scratch.doubles(s.n_nodes)
    cdef double total
    cdef Py_ssize_t unit, node
    with nogil:
        total = larger(fill_plain(s, least, s.values), 1.0)
        add_values(s, s.values, held)
        for node in range(s.n_nodes):
            held[node] = held[node] / total
        for unit in range(s.n_units):
            parent = above(s, s.units[unit])
            grand = above(s, parent)
            rows[0][unit] = sqrt(held[parent])
            rows[1][unit] = sqrt(held[grand])
            for i in range(n_shares):
                rows[2 + i][unit] = steps_up(s, held, s.units[unit], shares[i], most)
            rows[6 + n_shares][unit] = s.links[parent] / larger(s.words[parent], 1.0)
            rows[7 + n_shares][unit] = s.links[grand] / larger(s.words[grand], 1.0)
    fill_beside(s, scratch, rows + 2 + n_shares)
    fill_paths(s, scratch, total, rows[8 + n_shares])


cdef int fill_beside(Shape s, Scratch scratch, double** rows) except -1:
    """What is right below the parent of each unit's node; s.values are its words outside links."""
    cdef double* units = scratch.doubles(s.n_nodes)
    cdef double* plain = scratch.doubles(s.n_nodes)
    cdef double* words = scratch.doubles(s.n_nodes)
    cdef double* links = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit
    cdef int parent
    with nogil:
        for unit in range(s.n_units):
            parent = above(s, s.units[unit])
            units[parent] += 1
            plain[parent] += s.values[unit] > 0
            words[parent] += s.unit_words[unit]
            links[parent] += s.unit_links[unit]
        for unit in range(s.n_units):
            parent = above(s, s.units[unit])
            rows[0][unit] = units[parent]
            rows[1][unit] = plain[parent]
            rows[2][unit] = words[parent]
            rows[3][unit] = links[parent] / larger(words[parent], 1.0)
    return 0


cdef int fill_paths(Shape s, Scratch scratch, double total, double* out) except -1:
    """The share of s.values in the units whose node and parent have the same descriptors."""
    cdef u64* pairs = scratch.words(2 * s.n_units)
    cdef double* sums = scratch.doubles(s.n_units)
    cdef Py_ssize_t unit, n_groups = 0
    cdef int* groups
    for unit in range(s.n_units):
        pairs[2 * unit] = <u64> s.descriptors[s.units[unit]]
        pairs[2 * unit + 1] = <u64> s.descriptors[above(s, s.units[unit])]
    groups = number_pairs(scratch, pairs, s.n_units, &n_groups)
    for unit in range(s.n_units):
        sums[groups[unit]] += s.values[unit]
    for unit in range(s.n_units):
        out[unit] = sums[groups[unit]] / total
    return 0


def fill_votes(
    Shape s not None, const double[::1] votes, double least, const int[::1] leaves, int most, double[:, ::1] out,
    Py_ssize_t at,
):  # fmt: skip
    """The container that the units vote for.

    votes  : float64 (n_units,)  for the unit's node, or for its parent if that is a leaf; half for the next one up
    least  : words outside links, below which a unit has no vote
    leaves : int32 (n_tags,)  1 for the tags of leaves
    A container's score is its votes less the share of its words in links. The first of the best counts.
    Rows: 1 inside the best; steps up to what contains it, at most `most`; score of the node, and of its parent, as
    shares of the best score.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 4)
    cdef double* scores = scratch.doubles(s.n_nodes)
    cdef double* chain = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit
    cdef int node, best = 0
    cdef double top
    if votes.shape[0] != s.n_units:
        raise ValueError("arrays of different lengths")
    if s.n_nodes == 0:
        return
    with nogil:
        count_votes(s, votes, least, leaves, scores)
        for node in range(s.n_nodes):
            scores[node] = scores[node] * (1 - s.links[node] / larger(s.words[node], 1.0))
            if scores[node] > scores[best]:
                best = node
        top = larger(scores[best], 1e-9)  # only keeps pages without votes from dividing by 0
        node = best
        while node >= 0:
            chain[node] = 1
            node = s.parents[node]
        for unit in range(s.n_units):
            node = s.units[unit]
            rows[0][unit] = best <= node < s.ends[best]
            rows[1][unit] = steps_up(s, chain, node, 0.5, most)
            rows[2][unit] = scores[node] / top
            rows[3][unit] = scores[above(s, node)] / top


cdef void count_votes(
    Shape s, const double[::1] votes, double least, const int[::1] leaves, double* scores
) noexcept nogil:
    """Votes for a container and, half, for the one around it."""
    cdef Py_ssize_t unit
    cdef int node
    for unit in range(s.n_units):
        if s.unit_words[unit] - s.unit_links[unit] < least:
            continue
        node = s.units[unit]
        if of_tag(leaves, s.tags[node]):
            node = above(s, node)
        scores[node] += votes[unit]
        scores[above(s, node)] += votes[unit] / 2


def fill_repeats(
    Shape s not None, const byte[::1] flags, int block, const i64[::1] looks, const int[::1] items, double least_words,
    int least, int most, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """The largest group of like siblings that a unit stands in.

    flags, block : uint8 (n_nodes,) and the bit of those that may be in a group, if they have words
    looks : int64 (n_descriptors,)  siblings of equal looks are alike
    items : int32 (n_tags,)  1 for the tags that need `least_words`
    Groups have `least` members. Rows: size; steps up to the member, at most `most`; its words; share of them in links.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 4)
    cdef int* sizes = scratch.ints(s.n_nodes)
    cdef int* members = scratch.ints(s.n_nodes)
    cdef Py_ssize_t unit
    cdef int node, member
    if flags.shape[0] != s.n_nodes or looks.shape[0] < s.n_descriptors:
        raise ValueError("arrays of different lengths")
    find_repeats(s, scratch, flags, block, looks, items, least_words, least, sizes, members)
    for unit in range(s.n_units):
        node, member = s.units[unit], members[s.units[unit]]
        rows[0][unit] = sizes[node]
        rows[1][unit] = min(s.depths[node] - s.depths[member], most) if member >= 0 else most
        rows[2][unit] = s.words[member] if member >= 0 else 0.0
        rows[3][unit] = s.links[member] / larger(s.words[member], 1.0) if member >= 0 else 0.0


cdef int find_repeats(
    Shape s, Scratch scratch, const byte[::1] flags, int block, const i64[::1] looks, const int[::1] items,
    double least_words, int least, int* sizes, int* members,
) except -1:  # fmt: skip
    """For each node the size of the largest group at or above it, and its member there, -1 without a group."""
    cdef u64* pairs = scratch.words(2 * s.n_nodes)
    cdef int* chosen = scratch.ints(s.n_nodes)  # index among those in a group + 1
    cdef int* counts = scratch.ints(s.n_nodes)
    cdef int* groups
    cdef Py_ssize_t n = 0, n_groups = 0
    cdef int node, parent, count
    for node in range(s.n_nodes):
        if not flags[node] & block or s.words[node] < (least_words if of_tag(items, s.tags[node]) else 1.0):
            continue
        pairs[2 * n] = <u64> s.parents[node]
        pairs[2 * n + 1] = <u64> looks[s.descriptors[node]]
        n += 1
        chosen[node] = <int> n
    groups = number_pairs(scratch, pairs, n, &n_groups)
    for node in range(<int> n):
        counts[groups[node]] += 1
    for node in range(s.n_nodes):
        parent = s.parents[node]
        sizes[node] = sizes[parent] if parent >= 0 else 0
        members[node] = members[parent] if parent >= 0 else -1
        count = counts[groups[chosen[node] - 1]] if chosen[node] else 0
        if count >= least and count > sizes[node]:
            sizes[node] = count
            members[node] = node
    return 0


def fill_articles(
    Shape s not None, const int[::1] articles, double least, int most, double[:, ::1] out, Py_ssize_t at
):
    """The innermost article around a unit.

    articles : int32 (n_tags,)  1 for the tags of articles
    Rows: its number from 1, at most `most`, 0 without one; the number of articles, at most `most`; its share of the
    page's words outside links, of units with `least` of them; 1 in the one with the largest share.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 4)
    cdef double* held = scratch.doubles(s.n_nodes)
    cdef int* inner = scratch.ints(s.n_nodes)
    cdef int* numbers = scratch.ints(s.n_nodes)
    cdef double total, largest = 0
    cdef int node, n = 0
    cdef Py_ssize_t unit
    with nogil:
        total = larger(fill_plain(s, least, s.values), 1.0)
        add_values(s, s.values, held)
        for node in range(s.n_nodes):
            if of_tag(articles, s.tags[node]):
                n += 1
                inner[node], numbers[node] = node, n
            elif s.parents[node] >= 0:
                inner[node], numbers[node] = inner[s.parents[node]], numbers[s.parents[node]]
        for unit in range(s.n_units):
            node = s.units[unit]
            rows[0][unit] = min(numbers[node], most)
            rows[1][unit] = min(n, most)
            rows[2][unit] = held[inner[node]] / total if numbers[node] else 0.0
            largest = larger(largest, rows[2][unit])
        for unit in range(s.n_units):
            rows[3][unit] = rows[0][unit] > 0 and rows[2][unit] == largest


def fill_boxes(
    Shape s not None, double least, double mostly, int most, int[::1] blocks, double[:, ::1] out, Py_ssize_t at
):
    """The largest block around a unit without running text, and the largest that is mostly links.

    Units with `least` words outside links are running text; blocks with more than a share of `mostly` of their words
    in links are mostly links.
    blocks : int32 (n_units,)  filled with the block without running text, -1 for none
    Rows: its words; its units; share of words in links; its share of the page's words; steps up to it, at most `most`;
    words of the other; its share of the page's running text; of the page's words.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 8)
    cdef double* prose = scratch.doubles(s.n_nodes)
    cdef double* units = scratch.doubles(s.n_nodes)
    cdef byte* holds = <byte*> scratch.take(s.n_nodes, 1)
    cdef int* bare = scratch.ints(s.n_nodes)
    cdef int* linked = scratch.ints(s.n_nodes)
    cdef double running, total = 0
    cdef Py_ssize_t unit, node
    if blocks.shape[0] != s.n_units:
        raise ValueError("arrays of different lengths")
    with nogil:
        for unit in range(s.n_units):
            s.values[unit] = 1
            total += s.unit_words[unit]
        add_values(s, s.values, units)
        running = larger(fill_plain(s, least, s.values), 1.0)
        total = larger(total, 1.0)
        add_values(s, s.values, prose)
        for node in range(s.n_nodes):
            holds[node] = prose[node] <= 0
        outermost(s, holds, bare)
        for node in range(s.n_nodes):
            holds[node] = s.links[node] > mostly * larger(s.words[node], 1.0)
        outermost(s, holds, linked)
        for unit in range(s.n_units):
            blocks[unit] = bare[s.units[unit]]
            fill_bare(s, unit, blocks[unit], units, total, most, rows)
            fill_linked(s, unit, linked[s.units[unit]], prose, running, total, rows + 5)


cdef inline void fill_bare(
    Shape s, Py_ssize_t unit, int block, const double* units, double total, int most, double** rows
) noexcept nogil:
    if block < 0:
        rows[0][unit] = rows[1][unit] = rows[2][unit] = rows[3][unit] = 0
        rows[4][unit] = most
        return
    rows[0][unit] = s.words[block]
    rows[1][unit] = units[block]
    rows[2][unit] = s.links[block] / larger(s.words[block], 1.0)
    rows[3][unit] = s.words[block] / total
    rows[4][unit] = min(s.depths[s.units[unit]] - s.depths[block], most)


cdef inline void fill_linked(
    Shape s, Py_ssize_t unit, int block, const double* prose, double running, double total, double** rows
) noexcept nogil:
    rows[0][unit] = s.words[block] if block >= 0 else 0.0
    rows[1][unit] = prose[block] / running if block >= 0 else 0.0
    rows[2][unit] = s.words[block] / total if block >= 0 else 0.0


cdef void outermost(Shape s, const byte* holds, int* top) noexcept nogil:
    """The highest ancestor-or-self up to which something holds without a break; -1 for none."""
    cdef Py_ssize_t node
    cdef int parent
    for node in range(s.n_nodes):
        parent = s.parents[node]
        top[node] = -1
        if holds[node]:
            top[node] = top[parent] if parent >= 0 and holds[parent] else <int> node
