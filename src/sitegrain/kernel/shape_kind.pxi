# What the columns of a page say of the page as a whole.

cdef enum:
    UNROLLED = 8  # sums that numpy keeps side by side
    LONGEST_SUM = 128  # values that it adds in one go; of more it adds up the halves
    MOST_HALVES = 64

cdef fused Real:
    float
    double

cdef struct Half:  # the second half of a sum, and the first when it is known
    Py_ssize_t start
    Py_ssize_t size
    bint has_first
    double first


cdef Real short_sum(const Real* values, Py_ssize_t n) noexcept nogil:
    """The sum of a few values in the order of numpy: eight sums side by side, from eight values on."""
    cdef Real sums[UNROLLED]
    cdef Real total = 0
    cdef Py_ssize_t i = 0
    cdef int j
    if n >= UNROLLED:
        for j in range(UNROLLED):
            sums[j] = values[j]
        i = UNROLLED
        while i + UNROLLED <= n:
            for j in range(UNROLLED):
                sums[j] += values[i + j]
            i += UNROLLED
        total = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]))
    while i < n:
        total += values[i]
        i += 1
    return total


cdef Real pairwise_sum(const Real* values, Py_ssize_t n) noexcept nogil:
    """The sum of values in the order of numpy, so that it rounds alike."""
    cdef Half halves[MOST_HALVES]
    cdef Real total
    cdef Py_ssize_t start = 0, size
    cdef int depth = 0
    while True:
        while n > LONGEST_SUM:
            size = n // 2 - n // 2 % UNROLLED
            halves[depth].start, halves[depth].size, halves[depth].has_first = start + size, n - size, False
            depth += 1
            n = size
        total = short_sum(values + start, n)
        while depth and halves[depth - 1].has_first:
            depth -= 1
            total = <Real> halves[depth].first + total
        if depth == 0:
            return total
        halves[depth - 1].first, halves[depth - 1].has_first = total, True
        start, n = halves[depth - 1].start, halves[depth - 1].size


PAGE_FACTS = (
    "n_units", "n_words", "links", "n_long", "long_share", "longest", "long_in_list", "repeated", "largest_repeat",
    "short_units", "largest_article", "headings", "boxes", "images", "container_share", "container_words",
    "container_links", "title_level", "dated_line", "named_line", "prose_after_title", "paragraph", "paragraphs",
    "sentences", "commas", "inside_links",
)  # fmt: skip

cdef enum:
    N_UNIT_FACTS = 14
    N_CONTAINER_FACTS = 3
    N_TITLE_FACTS = 6
    N_COUNT_FACTS = 3
    N_PAGE_FACTS = 26


cdef class PageRules:
    """What tells of a page in a matrix of columns, by the numbers of the rows.

    in_list, repeats, article_share, in_best, is_title, heading_level, has_date, name_meta, tag_p, inside_links,
    bare_links : rows of these columns
    shares : rows of which the mean over the words is a fact
    means  : rows of which the mean over the units is one
    small  : rows of which the number of units above `most_small` is one
    tags   : int32 (n_known_tags,)  number of each tag that is counted, from 1; 0 for others
    image  : number of the tag of images
    n_tags, most_tags : numbers of tags that are facts, 1 to n_tags; no more of each are counted
    least_plain, long_words : words outside links, below which a unit's do not count; from which it is running text
    short_words : a unit of fewer words is short
    repeated    : from which number of `repeats` on a unit is
    line_units, line_words : how many units after the title may be a line, and of how many words
    no_level    : level of a title that there is not
    """

    cdef int in_list, repeats, article_share, in_best, is_title, heading_level, has_date, name_meta, tag_p
    cdef int inside_links, bare_links, image, n_tags, most_tags, short_words, line_units, line_words
    cdef double least_plain, long_words, repeated, most_small, no_level
    cdef const int[::1] shares, means, small, tags
    cdef Py_ssize_t last_row

    def __init__(
        self, *, int in_list, int repeats, int article_share, int in_best, int is_title, int heading_level,
        int has_date, int name_meta, int tag_p, int inside_links, int bare_links, const int[::1] shares,
        const int[::1] means, const int[::1] small, double most_small, const int[::1] tags, int image, int n_tags,
        int most_tags, double least_plain, double long_words, int short_words, double repeated, int line_units,
        int line_words, double no_level,
    ):  # fmt: skip
        self.in_list, self.repeats, self.article_share, self.in_best = in_list, repeats, article_share, in_best
        self.is_title, self.heading_level, self.has_date, self.name_meta = is_title, heading_level, has_date, name_meta
        self.tag_p, self.inside_links, self.bare_links = tag_p, inside_links, bare_links
        self.shares, self.means, self.small, self.most_small = shares, means, small, most_small
        self.tags, self.image, self.n_tags, self.most_tags = tags, image, n_tags, most_tags
        self.least_plain, self.long_words, self.short_words = least_plain, long_words, short_words
        self.repeated, self.line_units, self.line_words, self.no_level = repeated, line_units, line_words, no_level
        self.last_row = max(
            in_list, repeats, article_share, in_best, is_title, heading_level, has_date, name_meta, tag_p, inside_links,
            bare_links, largest_row(shares), largest_row(means), largest_row(small),
        )  # fmt: skip
        if min(
            in_list, repeats, article_share, in_best, is_title, heading_level, has_date, name_meta, tag_p, inside_links,
            bare_links, n_tags,
        ) < 0:  # fmt: skip
            raise ValueError("the numbers of rows are not negative")


cdef int largest_row(const int[::1] rows) except -2:
    """The largest of some numbers, -1 for none; ValueError if one is negative."""
    cdef Py_ssize_t i
    cdef int most = -1
    check_range(rows, 0, PY_SSIZE_T_MAX, "rows")
    for i in range(rows.shape[0]):
        most = max(most, rows[i])
    return most


cdef struct Facts:  # of one page, while they are worked out
    const float* columns
    const float* counts  # sentences, commas, links
    const int* words
    const int* links
    double* plain  # words outside links
    double* products
    float* narrow_products
    Py_ssize_t n_units
    double n  # of them, at least 1
    double n_words  # at least 1
    double n_plain


def page_facts(
    PageRules rules not None, const float[:, ::1] columns, const float[:, ::1] counts, const int[::1] words,
    const int[::1] links, const int[::1] tags, double[::1] out,
):  # fmt: skip
    """Fill the facts about a page: those of PAGE_FACTS, then those of rules.shares, means, small and tags.

    columns : float32 (n_columns, n_units)
    counts  : float32 (3, n_units)  sentences, commas and links of each unit
    words, links : int32 (n_units,)  words, and of them those in links
    tags    : int32 (n_nodes,)
    out     : float64 (n_facts,)
    Numbers that grow with the page are logarithms of 1 more, but for the sentences, of which it is the sum.
    """
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n = columns.shape[1]
    cdef Py_ssize_t n_rows = rules.shares.shape[0] + rules.means.shape[0] + rules.small.shape[0]
    cdef double* values = scratch.doubles(N_PAGE_FACTS + n_rows + rules.n_tags + 2)
    cdef Facts f
    if counts.shape[0] != 3 or not n == counts.shape[1] == words.shape[0] == links.shape[0]:
        raise ValueError("arrays over the units of different lengths")
    if columns.shape[0] <= rules.last_row or out.shape[0] != N_PAGE_FACTS + n_rows + rules.n_tags:
        raise ValueError("all rows, and a place for each fact, are needed")
    f.plain, f.products, f.n_units = scratch.doubles(n), scratch.doubles(n), n
    f.narrow_products = <float*> f.products
    f.columns = f.counts = NULL
    f.words = f.links = NULL
    if n:
        f.columns, f.counts, f.words, f.links = &columns[0, 0], &counts[0, 0], &words[0], &links[0]
    with nogil:
        sum_facts(&f, rules)
        put_unit_facts(&f, rules, values)
        put_container_facts(&f, rules, values + N_UNIT_FACTS)
        put_title_facts(&f, rules, values + N_UNIT_FACTS + N_CONTAINER_FACTS)
        put_count_facts(&f, rules, values + N_PAGE_FACTS - N_COUNT_FACTS)
        put_rows(&f, rules, values + N_PAGE_FACTS)
        put_tags(&f, rules, tags, values + N_PAGE_FACTS + n_rows, values)
        for n in range(out.shape[0]):
            out[n] = values[n]


cdef inline const float* row_of(Facts* f, int row) noexcept nogil:
    return f.columns + row * f.n_units


cdef void sum_facts(Facts* f, PageRules rules) noexcept nogil:
    """Words of the page, and those outside links of each unit."""
    cdef Py_ssize_t unit
    f.n, f.n_words, f.n_plain = max(f.n_units, 1), 0, 0
    for unit in range(f.n_units):
        f.n_words += f.words[unit]
        f.plain[unit] = f.words[unit] - f.links[unit]
        f.plain[unit] = f.plain[unit] if f.plain[unit] >= rules.least_plain else 0.0
        f.n_plain += f.plain[unit]
    f.n_words = larger(f.n_words, 1.0)


cdef inline double count_above(Facts* f, int row, float least) noexcept nogil:
    """How many units have more."""
    cdef const float* values = row_of(f, row)
    cdef Py_ssize_t unit, n = 0
    for unit in range(f.n_units):
        n += values[unit] > least
    return n


cdef inline double largest(Facts* f, int row) noexcept nogil:
    """The largest value of a row, at least 0."""
    cdef const float* values = row_of(f, row)
    cdef float most = 0
    cdef Py_ssize_t unit
    for unit in range(f.n_units):
        most = values[unit] if values[unit] > most else most
    return most


cdef void put_unit_facts(Facts* f, PageRules rules, double* out) noexcept nogil:
    """The lengths of the units, and what else is said of most or of the largest of them."""
    cdef const float* in_list = row_of(f, rules.in_list)
    cdef const float* repeats = row_of(f, rules.repeats)
    cdef double n_long = 0, long_words = 0, long_in_list = 0, longest = 0, repeated = 0, n_short = 0, n_links = 0
    cdef Py_ssize_t unit
    for unit in range(f.n_units):
        n_links += f.links[unit]
        n_short += f.words[unit] < rules.short_words
        longest = larger(longest, f.plain[unit])
        if repeats[unit] >= rules.repeated:
            repeated += f.words[unit]
        if f.plain[unit] >= rules.long_words:
            n_long += 1
            long_words += f.words[unit]
            long_in_list += in_list[unit]
    out[0], out[1], out[2] = log1p(f.n), log1p(f.n_words), n_links / f.n_words
    out[3], out[4], out[5] = log1p(n_long), long_words / f.n_words, log1p(longest)
    out[6], out[7], out[8] = long_in_list / larger(n_long, 1.0), repeated / f.n_words, largest(f, rules.repeats)
    out[9], out[10] = n_short / f.n, largest(f, rules.article_share)
    out[11] = count_above(f, rules.heading_level, 0) / f.n
    out[12] = count_above(f, rules.bare_links, <float> rules.most_small) / f.n


cdef void put_container_facts(Facts* f, PageRules rules, double* out) noexcept nogil:
    """How much of the page the best container of running text holds."""
    cdef const float* is_inside = row_of(f, rules.in_best)
    cdef double words = 0, links = 0
    cdef Py_ssize_t unit
    for unit in range(f.n_units):
        if is_inside[unit] > 0:
            words += f.words[unit]
            links += f.links[unit]
    out[0], out[1], out[2] = words / f.n_words, log1p(words), links / larger(words, 1.0)


cdef void put_title_facts(Facts* f, PageRules rules, double* out) noexcept nogil:
    """What follows the unit that repeats the page's title: a line with a date or a name, and running text."""
    cdef const float* has_date = row_of(f, rules.has_date)
    cdef const float* name_meta = row_of(f, rules.name_meta)
    cdef const float* tag_p = row_of(f, rules.tag_p)
    cdef Py_ssize_t at = first_above(f, rules.is_title), unit, n = 0
    cdef double after = 0, n_p = 0
    cdef bint is_line
    out[0], out[1], out[2] = rules.no_level, 0, 0
    if at >= 0:
        out[0] = row_of(f, rules.heading_level)[at]
    for unit in range(at + 1, f.n_units):
        after += f.plain[unit]
        is_line = at >= 0 and unit - at <= rules.line_units and f.words[unit] <= rules.line_words
        if is_line and has_date[unit] > 0:
            out[1] = 1
        if is_line and name_meta[unit] > 0:
            out[2] = 1
    for unit in range(f.n_units):
        if f.plain[unit] > 0:
            f.products[n] = f.plain[unit]
            n_p += tag_p[unit]
            n += 1
    out[3] = after / larger(f.n_plain, 1.0)
    out[4] = log1p(median(f.products, n)) if n else 0.0
    out[5] = n_p / max(n, 1)


cdef Py_ssize_t first_above(Facts* f, int row) noexcept nogil:
    """The first of the units with the largest value, -1 if none is above 0."""
    cdef const float* values = row_of(f, row)
    cdef Py_ssize_t unit, at = -1
    cdef float most = 0
    for unit in range(f.n_units):
        if values[unit] > most:
            most, at = values[unit], unit
    return at


cdef int compare_doubles(const void* a, const void* b) noexcept nogil:
    cdef double x = (<const double*> a)[0], y = (<const double*> b)[0]
    return (x > y) - (x < y)


cdef double median(double* values, Py_ssize_t n) noexcept nogil:
    """The median of at least one value; sorts them."""
    qsort(values, <size_t> n, sizeof(double), &compare_doubles)
    return values[n // 2] if n % 2 else (values[n // 2 - 1] + values[n // 2]) / 2


cdef void put_count_facts(Facts* f, PageRules rules, double* out) noexcept nogil:
    """Sentences; commas by words; the share of the links that lead within the page. Sums are float32."""
    cdef const float* n_links = f.counts + 2 * f.n_units
    cdef const float* inside = row_of(f, rules.inside_links)
    cdef float all_links = pairwise_sum(n_links, f.n_units)
    cdef Py_ssize_t unit
    out[0] = pairwise_sum(f.counts, f.n_units)
    out[1] = pairwise_sum(f.counts + f.n_units, f.n_units) / <float> f.n_words
    for unit in range(f.n_units):
        f.narrow_products[unit] = inside[unit] * n_links[unit]
    out[2] = pairwise_sum(f.narrow_products, f.n_units) / (all_links if all_links > 1 else <float> 1.0)


cdef void put_rows(Facts* f, PageRules rules, double* out) noexcept nogil:
    """Means of rows over the words, over the units, and numbers of units in small boxes."""
    cdef const float* values
    cdef Py_ssize_t i, unit
    for i in range(rules.shares.shape[0]):
        values = row_of(f, rules.shares[i])
        for unit in range(f.n_units):
            f.products[unit] = values[unit] * <double> f.words[unit]
        out[i] = pairwise_sum(f.products, f.n_units) / f.n_words
    out += rules.shares.shape[0]
    for i in range(rules.means.shape[0]):
        out[i] = pairwise_sum(row_of(f, rules.means[i]), f.n_units) / <float> f.n
    out += rules.means.shape[0]
    for i in range(rules.small.shape[0]):
        out[i] = log1p(count_above(f, rules.small[i], <float> rules.most_small))


cdef void put_tags(Facts* f, PageRules rules, const int[::1] tags, double* out, double* facts) noexcept nogil:
    """How many elements of some names there are; images by the number of units."""
    cdef Py_ssize_t node, n_images = 0
    cdef int i, number
    for i in range(rules.n_tags):
        out[i] = 0
    for node in range(tags.shape[0]):
        number = of_tag(rules.tags, tags[node])
        if 0 < number <= rules.n_tags:
            out[number - 1] += 1
        n_images += number == rules.image and number > 0
    for i in range(rules.n_tags):
        out[i] = log1p(smaller(out[i], rules.most_tags))
    facts[13] = n_images / f.n
