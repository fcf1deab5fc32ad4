# First scores pooled over a site's places.

cdef enum:  # rows of the sums over a place
    POOL_MASS, POOL_WORDS, POOL_CHOSEN, POOL_PAGES, POOL_MASS_BELOW, POOL_WORDS_BELOW, POOL_SHARE, POOL_F1, N_POOL_SUMS


cdef class Pooled:
    """Sums over the sample, each float64 (n_places,), that pages are set against or added to.

    mass, words : score-weighted words and words right at a place
    chosen, pages : pages with a mean score of at least 1/2 at a place; pages with text there
    mass_below, words_below, mass_share, expected_f1 : the same sums at or below a place, the share of the page's mass
        there, and the F1 to expect if all of it was kept
    """

    cdef double[::1] mass, words, chosen, pages, mass_below, words_below, mass_share, expected_f1
    cdef Py_ssize_t n_places

    def __init__(
        self, double[::1] mass, double[::1] words, double[::1] chosen, double[::1] pages, double[::1] mass_below,
        double[::1] words_below, double[::1] mass_share, double[::1] expected_f1,
    ):  # fmt: skip
        self.mass, self.words, self.chosen, self.pages = mass, words, chosen, pages
        self.mass_below, self.words_below, self.mass_share = mass_below, words_below, mass_share
        self.expected_f1 = expected_f1
        self.n_places = n = mass.shape[0]
        if not n == words.shape[0] == chosen.shape[0] == pages.shape[0] == mass_below.shape[0]:
            raise ValueError("arrays over the places of different lengths")
        if not n == words_below.shape[0] == mass_share.shape[0] == expected_f1.shape[0]:
            raise ValueError("arrays over the places of different lengths")

    cdef inline double known(self, const double[::1] sums, int place) noexcept nogil:
        """A sum over a place; 0 where there is none."""
        return sums[place] if 0 <= place < self.n_places else 0.0


def fill_pooled(
    Shape s not None, Pooled pool not None, const double[::1] scores, double total, const int[::1] exact,
    int n_pages, bint is_sampled, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """What the scores of the site's pages at the places of a unit and of its containers say.

    scores : float64 (n_units,)  first scores
    total  : words of the page, weighted by them; more than 0
    exact  : int32 (n_nodes,)  place of each node, -1 for none
    A page that is not sampled is one more page. Rows: mean score at the place; share of pages that choose it; mean
    score below the parent; the grandparent; the grandparent's share of the mass of the pages; the parent's share on
    this page; 1 inside the container of the best F1 over the site; that F1 there; 1 inside that of the page alone;
    share of the weighted scores before the unit; and after it.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 11)
    cdef double* below = scratch.doubles(s.n_nodes)
    cdef double own = 0.0 if is_sampled else 1.0
    cdef Py_ssize_t unit
    if scores.shape[0] != s.n_units or exact.shape[0] != s.n_nodes:
        raise ValueError("arrays of different lengths")
    for unit in range(s.n_units):
        s.values[unit] = s.unit_words[unit] * scores[unit]
    add_values(s, s.values, below)
    fill_place_scores(s, scratch, pool, exact, own, rows)
    fill_container_scores(s, scratch, pool, below, total, exact, n_pages + own, own, rows + 2)
    fill_sides(s, scores, rows + 9)


cdef int fill_place_scores(
    Shape s, Scratch scratch, Pooled pool, const int[::1] exact, double own_row, double** rows
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
        n_words = pool.known(pool.words, place) + own * words[group]
        rows[0][unit] = (pool.known(pool.mass, place) + own * mass[group]) / larger(n_words, 1.0)
        rows[1][unit] = (pool.known(pool.chosen, place) + own * chosen) / larger(
            pool.known(pool.pages, place) + own, 1.0
        )
    return 0


cdef int fill_container_scores(
    Shape s, Scratch scratch, Pooled pool, const double* below, double total, const int[::1] exact, double n_pages,
    double own_row, double** rows,
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
        words = pool.known(pool.words_below, place) + own * s.words[node]
        means[node] = (pool.known(pool.mass_below, place) + own * below[node]) / larger(words, 1.0)
        shares[node] = (pool.known(pool.mass_share, place) + own * (below[node] / total)) / n_pages
        site_f1[node] = (pool.known(pool.expected_f1, place) + own * page_f1[node]) / n_pages
        if site_f1[node] >= site_f1[site_best]:  # the innermost of equal ones
            site_best = node
        if page_f1[node] >= page_f1[page_best]:
            page_best = node
    for unit in range(s.n_units):
        node = s.units[unit]
        parent = above(s, node)
        grand = above(s, parent)
        rows[0][unit] = means[parent]
        rows[1][unit] = means[grand]
        rows[2][unit] = shares[grand]
        rows[3][unit] = below[parent] / total
        rows[4][unit] = site_best <= node < s.ends[site_best]
        rows[5][unit] = rows[4][unit] * larger(site_f1[site_best], 0.0)
        rows[6][unit] = page_best <= node < s.ends[page_best]
    return 0


cdef void fill_sides(Shape s, const double[::1] scores, double** rows) noexcept nogil:
    """The shares of the scores, weighted by at least half a word each, before and after a unit."""
    cdef Py_ssize_t unit
    cdef double running = 0, weight, last
    for unit in range(s.n_units):
        weight = larger(s.unit_words[unit], 0.5) * scores[unit]
        running += weight
        rows[0][unit] = running - weight
        rows[1][unit] = running
    last = larger(running, 1e-9)  # only keeps pages without scores from dividing by 0
    for unit in range(s.n_units):
        rows[0][unit] = rows[0][unit] / last
        rows[1][unit] = 1 - rows[1][unit] / last


def add_to_pool(
    Shape s not None, Pooled pool not None, const double[::1] scores, double total, const int[::1] exact,
    const byte[::1] flags, int block,
):  # fmt: skip
    """Add one page to the sums of its known places.

    scores, total, exact : as for fill_pooled; places below n_places
    flags, block : uint8 (n_nodes,) and the bit of the nodes that have places of their own; the first node has one
    """
    cdef Scratch scratch = Scratch()
    cdef double* mass = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit
    if scores.shape[0] != s.n_units or exact.shape[0] != s.n_nodes or flags.shape[0] != s.n_nodes:
        raise ValueError("arrays of different lengths")
    check_range(exact, -1, pool.n_places, "exact")
    for unit in range(s.n_units):
        s.values[unit] = s.unit_words[unit] * scores[unit]
    add_values(s, s.values, mass)
    add_at_places(s, scratch, pool, exact)
    add_below_places(s, scratch, pool, mass, total, exact, flags, block)


cdef int add_at_places(Shape s, Scratch scratch, Pooled pool, const int[::1] exact) except -1:
    """Sums over the units right at each place; s.values are their words weighted by their scores."""
    cdef double* mass = scratch.doubles(pool.n_places)
    cdef double* words = scratch.doubles(pool.n_places)
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
        pool.mass[place] += mass[place]
        pool.words[place] += words[place]
        pool.pages[place] += 1
        pool.chosen[place] += mass[place] >= 0.5 * larger(words[place], 1.0)
        words[place] = -1  # done
    return 0


cdef int add_below_places(
    Shape s, Scratch scratch, Pooled pool, const double* below, double total, const int[::1] exact,
    const byte[::1] flags, int block,
) except -1:  # fmt: skip
    """Sums over all that is at or below each place."""
    cdef double* mass = scratch.doubles(pool.n_places)
    cdef double* words = scratch.doubles(pool.n_places)
    cdef Py_ssize_t place
    cdef int node
    for node in range(s.n_nodes):
        if (flags[node] & block or node == 0) and exact[node] >= 0:
            mass[exact[node]] += below[node]
            words[exact[node]] += s.words[node]
    for place in range(pool.n_places):
        pool.mass_below[place] += mass[place]
        pool.words_below[place] += words[place]
        pool.mass_share[place] += mass[place] / total
        pool.expected_f1[place] += 2 * mass[place] / (words[place] + total)
    return 0
