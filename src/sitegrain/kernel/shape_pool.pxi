# First scores pooled over a site's places.

cdef enum:  # rows of the sums over the places of a site
    POOL_MASS  # score-weighted words right at a place
    POOL_WORDS
    POOL_CHOSEN  # pages with a mean score of at least 1/2 there
    POOL_PAGES  # pages with text there
    POOL_AGREED  # not looked at here
    POOL_MASS_BELOW  # the same sums at or below a place
    POOL_WORDS_BELOW
    POOL_SHARE  # sum of the shares of a page's mass there
    POOL_F1  # sum of the F1 to expect if all of it was kept
    N_POOL_SUMS

cdef enum:  # rows of what the pool says of a unit: first those of which the odds are given
    SAYS_PLACE_SCORE
    SAYS_PARENT_SCORE
    SAYS_GRAND_SCORE
    SAYS_SCORE
    SAYS_NEAR
    SAYS_FAR
    SAYS_CHOSEN
    SAYS_GRAND_MASS
    SAYS_PARENT_MASS
    SAYS_IN_SITE_BEST
    SAYS_SITE_BEST_F1
    SAYS_IN_PAGE_BEST
    SAYS_BEFORE
    SAYS_AFTER
    SAYS_ABOVE
    N_SAYS
    N_ODDS = SAYS_CHOSEN


cdef inline double known(const double[:, ::1] sums, int row, int place) noexcept nogil:
    """A sum over a place; 0 where there is none."""
    return sums[row, place] if 0 <= place < sums.shape[1] else 0.0


cdef int check_sums(const double[:, ::1] sums) except -1:
    if sums.shape[0] != N_POOL_SUMS:
        raise ValueError(f"a pool has {N_POOL_SUMS} rows, got {sums.shape[0]}")
    return 0


def fill_pooled(
    Shape s not None, const double[:, ::1] sums, const double[::1] scores, const int[::1] exact, int n_pages,
    bint is_sampled, const int[::1] widths, const double[::1] bounds, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """What the scores of the site's pages at the places of a unit and of its containers say.

    sums   : float64 (9, n_places)  over the sample, by the rows of the first enum
    scores : float64 (n_units,)  first scores
    exact  : int32 (n_nodes,)  place of each node, -1 for none
    widths, bounds : units to each side of the two windows; least and largest score of which odds are taken
    A page that is not sampled is one more page. Rows: odds of the mean score at the place, below the parent, below the
    grandparent, of the score itself and of its means over both windows; share of pages that choose the place; the
    grandparent's share of the mass of the pages; the parent's share on this page; 1 inside the container of the best
    F1 over the site; that F1 there; 1 inside that of the page alone; share of the weighted scores before the unit; and
    after it; the words of likely units in shares of those to expect.
    Returns the words to expect: those of the page, weighted by their scores.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, N_SAYS)
    cdef double* below = scratch.doubles(s.n_nodes)
    cdef double own = 0.0 if is_sampled else 1.0
    cdef double mass, total
    cdef Py_ssize_t unit
    check_sums(sums)
    if scores.shape[0] != s.n_units or exact.shape[0] != s.n_nodes or widths.shape[0] != 2 or bounds.shape[0] != 2:
        raise ValueError("arrays of different lengths")
    with critical_section(s):  # a measured page may be extracted by two threads
        for unit in range(s.n_units):
            s.values[unit] = s.unit_words[unit] * scores[unit]
        mass = sum_up(s.values, s.n_units)
        add_values(s, s.values, below)
        fill_place_scores(s, scratch, sums, exact, own, rows)
    total = larger(mass, 1e-9)  # only keeps pages without scores from dividing by 0
    fill_container_scores(s, scratch, sums, below, total, exact, n_pages + own, own, rows)
    fill_sides(s, scores, rows[SAYS_BEFORE], rows[SAYS_AFTER])
    fill_around(s, scratch, scores, widths, rows)
    fill_above(s, scores, mass, rows[SAYS_ABOVE])
    take_odds(rows, s.n_units, bounds[0], bounds[1])
    return mass


def finish_pooled(double[:, ::1] columns, double scale, int following, double beyond, double mass, double pages):
    """Make the logarithms of the odds that `fill_pooled` gave to inputs.

    columns : float64 (n_columns, n_units)  its rows, then four more
    scale   : that logarithms are divided by
    Rows from `following` on: the score of the unit before and of the one after, `beyond` at the ends; mass; pages.
    """
    cdef Py_ssize_t n = columns.shape[1], row, unit
    if columns.shape[0] != following + 4 or following != N_SAYS:
        raise ValueError("a row for each input is needed")
    for row in range(N_ODDS):
        for unit in range(n):
            columns[row, unit] /= scale
    for unit in range(n):
        columns[following, unit] = columns[SAYS_SCORE, unit - 1] if unit else beyond
        columns[following + 1, unit] = columns[SAYS_SCORE, unit + 1] if unit + 1 < n else beyond
        columns[following + 2, unit] = mass
        columns[following + 3, unit] = pages


cdef int fill_around(
    Shape s, Scratch scratch, const double[::1] scores, const int[::1] widths, double** rows
) except -1:
    """The score itself, and its means over both windows: every unit weighs at least half a word."""
    cdef double* weights = scratch.doubles(s.n_units)
    cdef double* totals = scratch.doubles(s.n_units + 1)
    cdef double* running = scratch.doubles(s.n_units + 1)
    cdef Py_ssize_t unit
    for unit in range(s.n_units):
        weights[unit] = larger(s.unit_words[unit], 0.5)
        totals[unit + 1] = totals[unit] + weights[unit]
        rows[SAYS_SCORE][unit] = scores[unit]
    mean_around(s.n_units, rows[SAYS_SCORE], weights, totals, widths[0], False, running, rows[SAYS_NEAR])
    mean_around(s.n_units, rows[SAYS_SCORE], weights, totals, widths[1], False, running, rows[SAYS_FAR])
    return 0


cdef void fill_above(Shape s, const double[::1] scores, double mass, double* out) noexcept nogil:
    """The words of units of a score of at least 1/2, in shares of those to expect."""
    cdef double words = 0
    cdef Py_ssize_t unit
    for unit in range(s.n_units):
        if scores[unit] >= 0.5:
            words += s.unit_words[unit]
    for unit in range(s.n_units):
        out[unit] = words / larger(mass, 1.0)


cdef void take_odds(double** rows, Py_ssize_t n, double least, double most) noexcept nogil:
    """Put odds in the place of scores."""
    cdef Py_ssize_t unit
    cdef int row
    cdef double score
    for row in range(N_ODDS):
        for unit in range(n):
            score = smaller(larger(rows[row][unit], least), most)
            rows[row][unit] = score / (1 - score)


cdef int fill_place_scores(
    Shape s, Scratch scratch, const double[:, ::1] sums, const int[::1] exact, double own_row, double** rows
) except -1:
    """The mean score of a unit's place over the site; s.values are the unit's words weighted by its score."""
    cdef Py_ssize_t n_groups = 0, unit
    cdef int* groups = places_of_units(s, scratch, exact, &n_groups)
    cdef double* mass = scratch.doubles(n_groups)
    cdef double* words = scratch.doubles(n_groups)
    cdef double own, chosen, n_words
    cdef int place, group
    for unit in range(s.n_units):
        mass[groups[unit]] += s.values[unit]
        words[groups[unit]] += s.unit_words[unit]
    for unit in range(s.n_units):
        place, group = exact[s.units[unit]], groups[unit]
        own = own_row if place >= 0 else 1.0  # who has no place speaks for itself
        chosen = mass[group] >= 0.5 * larger(words[group], 1.0)
        n_words = known(sums, POOL_WORDS, place) + own * words[group]
        rows[SAYS_PLACE_SCORE][unit] = (known(sums, POOL_MASS, place) + own * mass[group]) / larger(n_words, 1.0)
        rows[SAYS_CHOSEN][unit] = (known(sums, POOL_CHOSEN, place) + own * chosen) / larger(
            known(sums, POOL_PAGES, place) + own, 1.0
        )
    return 0


cdef int fill_container_scores(
    Shape s, Scratch scratch, const double[:, ::1] sums, const double* below, double total, const int[::1] exact,
    double n_pages, double own_row, double** rows,
) except -1:  # fmt: skip
    """The scores of the containers of a unit, and whether it is in the best of them."""
    cdef double* means = scratch.doubles(s.n_nodes)
    cdef double* shares = scratch.doubles(s.n_nodes)
    cdef double* site_f1 = scratch.doubles(s.n_nodes)
    cdef double* page_f1 = scratch.doubles(s.n_nodes)
    cdef double own, words
    cdef Py_ssize_t unit
    cdef int node, place, parent, grand, site_best = 0, page_best = 0
    for node in range(s.n_nodes):
        place = exact[node]
        own = own_row if place >= 0 else 1.0
        page_f1[node] = 2 * below[node] / (s.words[node] + total)
        words = known(sums, POOL_WORDS_BELOW, place) + own * s.words[node]
        means[node] = (known(sums, POOL_MASS_BELOW, place) + own * below[node]) / larger(words, 1.0)
        shares[node] = (known(sums, POOL_SHARE, place) + own * (below[node] / total)) / n_pages
        site_f1[node] = (known(sums, POOL_F1, place) + own * page_f1[node]) / n_pages
        if site_f1[node] >= site_f1[site_best]:  # the innermost of equal ones
            site_best = node
        if page_f1[node] >= page_f1[page_best]:
            page_best = node
    for unit in range(s.n_units):
        node = s.units[unit]
        parent = above(s, node)
        grand = above(s, parent)
        rows[SAYS_PARENT_SCORE][unit] = means[parent]
        rows[SAYS_GRAND_SCORE][unit] = means[grand]
        rows[SAYS_GRAND_MASS][unit] = shares[grand]
        rows[SAYS_PARENT_MASS][unit] = below[parent] / total
        rows[SAYS_IN_SITE_BEST][unit] = site_best <= node < s.ends[site_best]
        rows[SAYS_SITE_BEST_F1][unit] = rows[SAYS_IN_SITE_BEST][unit] * larger(site_f1[site_best], 0.0)
        rows[SAYS_IN_PAGE_BEST][unit] = page_best <= node < s.ends[page_best]
    return 0


cdef void fill_sides(Shape s, const double[::1] scores, double* before, double* after) noexcept nogil:
    """The shares of the scores, weighted by at least half a word each, before and after a unit."""
    cdef Py_ssize_t unit
    cdef double running = 0, weight, last
    for unit in range(s.n_units):
        weight = larger(s.unit_words[unit], 0.5) * scores[unit]
        running += weight
        before[unit] = running - weight
        after[unit] = running
    last = larger(running, 1e-9)  # only keeps pages without scores from dividing by 0
    for unit in range(s.n_units):
        before[unit] = before[unit] / last
        after[unit] = 1 - after[unit] / last


def add_to_pool(
    Shape s not None, double[:, ::1] sums, const double[::1] scores, const int[::1] exact, const byte[::1] flags,
    int block,
):  # fmt: skip
    """Add one page to the sums of its known places.

    sums, scores, exact : as for fill_pooled, the sums are changed; places below n_places
    flags, block : uint8 (n_nodes,) and the bit of the nodes that have places of their own; the first node has one
    """
    cdef Scratch scratch = Scratch()
    cdef double* mass = scratch.doubles(s.n_nodes)
    cdef double total
    cdef Py_ssize_t unit
    if scores.shape[0] != s.n_units or exact.shape[0] != s.n_nodes or flags.shape[0] != s.n_nodes:
        raise ValueError("arrays of different lengths")
    check_sums(sums)
    check_range(exact, -1, sums.shape[1], "exact")
    for unit in range(s.n_units):
        s.values[unit] = s.unit_words[unit] * scores[unit]
    total = larger(sum_up(s.values, s.n_units), 1e-9)  # only keeps pages without scores from dividing by 0
    add_values(s, s.values, mass)
    add_at_places(s, scratch, sums, exact)
    add_below_places(s, scratch, sums, mass, total, exact, flags, block)


cdef int add_at_places(Shape s, Scratch scratch, double[:, ::1] sums, const int[::1] exact) except -1:
    """Sums over the units right at each place; s.values are their words weighted by their scores."""
    cdef double* mass = scratch.doubles(sums.shape[1])
    cdef double* words = scratch.doubles(sums.shape[1])
    cdef Py_ssize_t unit
    cdef int place
    for unit in range(s.n_units):
        place = exact[s.units[unit]]
        if place >= 0:
            mass[place] += s.values[unit]
            words[place] += s.unit_words[unit]
    for unit in range(s.n_units):
        place = exact[s.units[unit]]
        if place < 0 or words[place] < 0:
            continue
        sums[POOL_MASS, place] += mass[place]
        sums[POOL_WORDS, place] += words[place]
        sums[POOL_PAGES, place] += 1
        sums[POOL_CHOSEN, place] += mass[place] >= 0.5 * larger(words[place], 1.0)
        words[place] = -1  # done
    return 0


cdef int add_below_places(
    Shape s, Scratch scratch, double[:, ::1] sums, const double* below, double total, const int[::1] exact,
    const byte[::1] flags, int block,
) except -1:  # fmt: skip
    """Sums over all that is at or below each place."""
    cdef double* mass = scratch.doubles(sums.shape[1])
    cdef double* words = scratch.doubles(sums.shape[1])
    cdef Py_ssize_t place
    cdef int node
    for node in range(s.n_nodes):
        if (flags[node] & block or node == 0) and exact[node] >= 0:
            mass[exact[node]] += below[node]
            words[exact[node]] += s.words[node]
    for place in range(sums.shape[1]):
        sums[POOL_MASS_BELOW, place] += mass[place]
        sums[POOL_WORDS_BELOW, place] += words[place]
        sums[POOL_SHARE, place] += mass[place] / total
        sums[POOL_F1, place] += 2 * mass[place] / (words[place] + total)
    return 0
