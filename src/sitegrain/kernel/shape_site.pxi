# Columns that set a page against the sums over its site.

cdef enum:  # columns of the sums over a place
    PLACE_PAGES, PLACE_GOOD, PLACE_GOOD_BELOW, PLACE_WORDS, PLACE_LINKS, PLACE_RECURRING, PLACE_SQUARED, N_PLACE_SUMS

cdef enum:
    N_GIVEN = 4


def fill_site(
    Shape s not None, const int[::1] blocks, const int[::1] exact, const int[::1] nearest,
    const double[:, ::1] places, const int[::1] class_of_place, const double[:, ::1] classes, int n_pages,
    bint is_sampled, double recurring, const double[::1] shares, int most_steps, int most_pages, double[:, ::1] out,
    Py_ssize_t at,
):  # fmt: skip
    """What the site's other pages say of a unit's containers and of its place.

    blocks  : int32 (n_units,)  the box around each unit, -1 for none
    exact, nearest : int32 (n_nodes,)  place of each node, -1 for none
    places  : float64 (n_places, 7)  over the sample: pages, good, good below, words, link words, recurring words,
              squared words
    class_of_place, classes : int32 (n_places,), float64 (n_classes + 1, 4)  columns of each class; the last row is for
              no class
    recurring : recurrence of a text, from which its words are not good; of others those are that exceed twice the
              words in links
    Of the rows from `at` on the first four are there: recurrence of the text, at its place, of the links, of the words.
    A page that is not sampled is one more page. Rows after these: recurrence below the parent; the grandparent; in the
    box; that of the links in the box; of the place: share of pages that have it, root of the share of good words,
    shares of link words and of recurring words, variation of its words, pages (at most most_pages); the columns of the
    class; roots of the parent's and grandparent's shares of the site's good words; for each of `shares` the steps up
    to it.
    """
    cdef Scratch scratch = Scratch()
    cdef double** given = s.rows(scratch, out, at, N_GIVEN + 16 + <int> shares.shape[0])
    cdef double** rows = given + N_GIVEN
    cdef double* good = scratch.doubles(s.n_units)
    cdef double own = 0.0 if is_sampled else 1.0
    cdef double total
    if s.n_units != blocks.shape[0]:
        raise ValueError("arrays over the units of different lengths")
    if exact.shape[0] != s.n_nodes or nearest.shape[0] != s.n_nodes or places.shape[1] != N_PLACE_SUMS:
        raise ValueError("arrays over the nodes of different lengths")
    if classes.shape[1] != 4 or class_of_place.shape[0] != places.shape[0]:
        raise ValueError("arrays over the places of different lengths")
    check_range(blocks, -1, s.n_nodes, "blocks")
    check_range(class_of_place, -1, classes.shape[0] - 1, "class_of_place")
    total = larger(count_good(s, given[0], recurring, good), 1.0)
    fill_recurrence(s, scratch, given[0], blocks, rows)
    fill_box_means(s, scratch, given[2], blocks, rows[3])
    fill_places(s, scratch, given[0], good, total, exact, places, n_pages + own, own, most_pages, rows + 4)
    fill_classes(s, nearest, class_of_place, classes, rows + 10)
    fill_good(s, scratch, good, total, exact, places, n_pages + own, own, shares, most_steps, rows + 14)


cdef double count_good(Shape s, const double* recurs, double recurring, double* good) noexcept nogil:
    """The good words of the units; returns their sum."""
    cdef Py_ssize_t unit
    cdef double total = 0
    for unit in range(s.n_units):
        good[unit] = max(0, s.unit_words[unit] - 2 * s.unit_links[unit]) if recurs[unit] < recurring else 0
        total += good[unit]
    return total


cdef int fill_recurrence(
    Shape s, Scratch scratch, const double* recurs, const int[::1] blocks, double** rows
) except -1:
    cdef double* below = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit
    cdef int parent, grand
    for unit in range(s.n_units):
        s.values[unit] = recurs[unit] * s.unit_words[unit]
    add_values(s, s.values, below)
    for unit in range(s.n_units):
        parent = above(s, s.units[unit])
        grand = above(s, parent)
        rows[0][unit] = below[parent] / larger(s.words[parent], 1.0)
        rows[1][unit] = below[grand] / larger(s.words[grand], 1.0)
        rows[2][unit] = mean_of_box(s, below, recurs[unit], blocks[unit])
    return 0


cdef inline double mean_of_box(Shape s, const double* below, double own, int block) noexcept nogil:
    """The mean over the words of a box; the unit's own value where there is none."""
    return below[block] / larger(s.words[block], 1.0) if block >= 0 and s.words[block] > 0 else own


cdef int fill_box_means(
    Shape s, Scratch scratch, const double* values, const int[::1] blocks, double* out
) except -1:
    cdef double* below = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit
    for unit in range(s.n_units):
        s.values[unit] = values[unit] * s.unit_words[unit]
    add_values(s, s.values, below)
    for unit in range(s.n_units):
        out[unit] = mean_of_box(s, below, values[unit], blocks[unit])
    return 0


cdef int* places_of_units(Shape s, Scratch scratch, const int[::1] exact, Py_ssize_t* n_groups) except NULL:
    """Number the places of the units."""
    cdef u64* pairs = scratch.words(2 * s.n_units)
    cdef Py_ssize_t unit
    for unit in range(s.n_units):
        pairs[2 * unit] = <u64> exact[s.units[unit]]
    return number_pairs(scratch, pairs, s.n_units, n_groups)


cdef struct Here:  # sums of one page at one place
    double words
    double links
    double good
    double recurring


cdef int fill_places(
    Shape s, Scratch scratch, const double* recurs, const double* good, double total, const int[::1] exact,
    const double[:, ::1] places, double n_pages, double own, int most_pages, double** rows,
) except -1:  # fmt: skip
    """The sums over each unit's place, with the page's own row where it is one more page or has no such place."""
    cdef Py_ssize_t n_groups = 0, unit
    cdef int* groups = places_of_units(s, scratch, exact, &n_groups)
    cdef Here* sums = <Here*> scratch.take(n_groups, sizeof(Here))
    cdef Here* here
    cdef double zeros[N_PLACE_SUMS]
    cdef const double* known
    cdef int place
    memset(zeros, 0, sizeof(zeros))
    for unit in range(s.n_units):
        here = sums + groups[unit]
        here.words += s.unit_words[unit]
        here.links += s.unit_links[unit]
        here.good += good[unit] / total
        here.recurring += recurs[unit] * s.unit_words[unit]
    for unit in range(s.n_units):
        place = exact[s.units[unit]]
        known = &places[place, 0] if 0 <= place < places.shape[0] else zeros
        fill_place(sums + groups[unit], known, own if place >= 0 else 1.0, n_pages, most_pages, unit, rows)
    return 0


cdef inline void fill_place(
    const Here* here, const double* known, double own, double n_pages, int most_pages, Py_ssize_t unit, double** rows
) noexcept nogil:
    cdef double pages = known[PLACE_PAGES] + own
    cdef double words = known[PLACE_WORDS] + own * here.words
    cdef double squared = known[PLACE_SQUARED] + own * (here.words * here.words)
    cdef double mean = words / larger(pages, 1.0)
    cdef double deviation = sqrt(larger(squared / larger(pages, 1.0) - mean * mean, 0.0))
    rows[0][unit] = pages / n_pages
    rows[1][unit] = sqrt((known[PLACE_GOOD] + own * here.good) / n_pages)
    rows[2][unit] = (known[PLACE_LINKS] + own * here.links) / larger(words, 1.0)
    rows[3][unit] = (known[PLACE_RECURRING] + own * here.recurring) / larger(words, 1.0)
    # the mean is at least that only so that nothing is divided by 0; three times the mean is as good as more
    rows[4][unit] = smaller(deviation / larger(mean, 1e-9), 3.0)
    rows[5][unit] = smaller(pages, most_pages)


cdef int fill_classes(
    Shape s, const int[::1] nearest, const int[::1] class_of_place, const double[:, ::1] classes, double** rows
) except -1:
    """The columns of the class of the nearest known place."""
    cdef Py_ssize_t unit, row
    cdef int place, i
    for unit in range(s.n_units):
        place = nearest[s.units[unit]]
        row = class_of_place[place] if 0 <= place < class_of_place.shape[0] else -1
        if row < 0:
            row = classes.shape[0] - 1
        for i in range(4):
            rows[i][unit] = classes[row, i]
    return 0


cdef int fill_good(
    Shape s, Scratch scratch, const double* good, double total, const int[::1] exact,
    const double[:, ::1] places, double n_pages, double own, const double[::1] shares, int most, double** rows,
) except -1:  # fmt: skip
    """How much of the site's good words the places around a unit hold."""
    cdef double* held = scratch.doubles(s.n_nodes)
    cdef Py_ssize_t unit, node
    cdef double known
    cdef int place, parent, i
    for unit in range(s.n_units):
        s.values[unit] = good[unit] / total
    add_values(s, s.values, held)
    for node in range(s.n_nodes):
        place = exact[node]
        known = places[place, PLACE_GOOD_BELOW] if 0 <= place < places.shape[0] else 0.0
        held[node] = (known + (own if place >= 0 else 1.0) * held[node]) / n_pages
    for unit in range(s.n_units):
        parent = above(s, s.units[unit])
        rows[0][unit] = sqrt(held[parent])
        rows[1][unit] = sqrt(held[above(s, parent)])
        for i in range(<int> shares.shape[0]):
            rows[2 + i][unit] = steps_up(s, held, s.units[unit], shares[i], most)
    return 0
