# Template text that a few facts together give away: its scores are scaled down.

cdef enum:  # the facts of a unit, in the order of their columns
    FACT_RECURS_HERE
    FACT_RECURS_PARENT
    FACT_PRESENCE
    FACT_CLASS_LINKS
    FACT_BARE_LINKS
    FACT_BARE_UNITS
    FACT_TARGETS
    FACT_TARGETS_BARE
    FACT_RELATED
    FACT_NAV
    FACT_AD
    FACT_BEFORE
    FACT_AFTER
    N_FACTS

cdef enum:  # codes of the rules
    RULE_NONE
    RULE_NAVIGATION
    RULE_ADVERTISEMENT
    RULE_OUTVOTED
    RULE_TRAILING
    RULE_BELOW_HEADING
    RULE_CONSTANT
    N_RULES

cdef struct Scaling:  # of the scores of one page
    Py_ssize_t n_units
    const int* parents
    const int* ends
    const int* tags
    const int* owners  # of units
    const int* words
    const int* places  # of units
    const double* scores
    const double* pages  # of places: how many have text there
    const double* agreed  # how many choose it
    Py_ssize_t n_places
    const char* facts[N_FACTS]
    Py_ssize_t steps[N_FACTS]
    signed char* codes
    double* scaled
    double* mass
    double* part  # mass of some units
    byte* marks


cdef class TemplateRules:
    """The limits of the rules, and what each rule leaves of a score; `content/template.py` says what they are for.

    factors  : float64 (7,), by the code of a rule; 1 for none
    headings : uint8, by the number of a name; names beyond the end are none
    """

    cdef double[7] factors
    cdef const byte[::1] headings
    cdef float links, navigation_units, trailing_units, presence, all_links, targets, prose_below, prose_above
    cdef float constant_share, constant_box, constant_narrow, heading_recurs
    cdef double constant_mass, navigation_mass, outvoted_mass, heading_score, voting_pages, least_agreed
    cdef int constant_words, constant_pages

    def __init__(
        self, const double[::1] factors, const byte[::1] headings, *, float links, float navigation_units,
        float trailing_units, float presence, float all_links, float targets, float prose_below, float prose_above,
        float constant_share, float constant_box, float constant_narrow, float heading_recurs, double constant_mass,
        double navigation_mass, double outvoted_mass, double heading_score, double voting_pages, double least_agreed,
        int constant_words, int constant_pages,
    ):  # fmt: skip
        cdef int i
        if factors.shape[0] != N_RULES:
            raise ValueError("one factor for every rule, and one for none")
        for i in range(N_RULES):
            self.factors[i] = factors[i]
        self.headings = headings
        self.links, self.presence, self.all_links, self.targets = links, presence, all_links, targets
        self.navigation_units, self.trailing_units = navigation_units, trailing_units
        self.prose_below, self.prose_above = prose_below, prose_above
        self.constant_share, self.constant_box = constant_share, constant_box
        self.constant_narrow, self.constant_mass = constant_narrow, constant_mass
        self.constant_words, self.constant_pages = constant_words, constant_pages
        self.heading_recurs, self.heading_score = heading_recurs, heading_score
        self.navigation_mass, self.outvoted_mass = navigation_mass, outvoted_mass
        self.voting_pages, self.least_agreed = voting_pages, least_agreed

    def scale_down(
        self, axis, facts, scores, places, pages, agreed, *, int n_pages, bint is_article, codes, scaled
    ):
        """Find the rule that holds for each unit, and scale its score.

        axis   : what `read_axis` gives
        facts  : 13 float32 (n_units,) columns, in the order of the enum
        scores : float64 (n_units,)
        places : int32 (n_units,)   of units, -1 where there is none
        pages, agreed : float64 (n_places,)   pages with text at a place, and those that choose it
        n_pages, is_article : pages of the sample; whether the page was scored as an article
        codes  : int8 (n_units,), written; 0 for none
        scaled : float64 (n_units,), written. O(n_units).
        """
        cdef Scaling scaling
        cdef Scaling* s = &scaling
        cdef Py_ssize_t n = axis.n_units
        s.n_units = n
        s.parents, s.ends, s.tags = ints_of(axis.parents), ints_of(axis.ends), ints_of(axis.tag_ids)
        s.owners, s.words = ints_of(axis.unit_nodes), ints_of(axis.unit_words)
        s.places = <const int*> data_of(places, c"i", n, 0)
        s.scores = <const double*> data_of(scores, c"d", n, 0)
        s.n_places = len(pages)
        s.pages = <const double*> data_of(pages, c"d", -1, 0)
        s.agreed = <const double*> data_of(agreed, c"d", s.n_places, 0)
        s.codes = <signed char*> data_of(codes, c"B", n, PyBUF_WRITABLE)
        s.scaled = <double*> data_of(scaled, c"d", n, PyBUF_WRITABLE)
        read_facts(s, facts)
        check_numbers(s.owners, n, len(axis))
        if n == 0:
            return
        s.mass = <double*> calloc(n, 2 * sizeof(double) + 1)
        if s.mass == NULL:
            raise MemoryError
        s.part, s.marks = s.mass + n, <byte*> (s.mass + 2 * n)
        with nogil:
            apply_rules(self, s, n_pages, is_article)
        free(s.mass)


cdef int read_facts(Scaling* s, facts) except -1:
    """Where the facts stand; the caller keeps the columns alive."""
    cdef Py_buffer buffer
    cdef int i
    cdef bint fits
    if len(facts) != N_FACTS:
        raise ValueError(f"expected {N_FACTS} columns, got {len(facts)}")
    for i in range(N_FACTS):
        PyObject_GetBuffer(facts[i], &buffer, PyBUF_STRIDED_RO | PyBUF_FORMAT)
        fits = buffer.ndim == 1 and buffer.shape[0] == s.n_units and buffer.format[0] == c"f"
        s.facts[i] = <const char*> buffer.buf
        s.steps[i] = buffer.strides[0] if buffer.ndim == 1 else 0
        PyBuffer_Release(&buffer)
        if not fits:
            raise ValueError(f"column {i} of the facts is not float32, one for every unit")
    return 0


cdef inline float fact(Scaling* s, int name, Py_ssize_t unit) noexcept nogil:
    return (<const float*> (s.facts[name] + unit * s.steps[name]))[0]


cdef void apply_rules(TemplateRules r, Scaling* s, int n_pages, bint is_article) noexcept nogil:
    """Later rules win over earlier ones, but for that of headings, which only sees what no other rule does."""
    cdef Py_ssize_t unit
    cdef double total
    for unit in range(s.n_units):
        s.mass[unit] = s.scores[unit] * s.words[unit]
        s.codes[unit] = RULE_TRAILING if is_trailing(r, s, unit) else RULE_NONE
    total = sum_up(s.mass, s.n_units)
    for unit in range(s.n_units):
        s.marks[unit] = is_outvoted(r, s, s.places[unit])
    # The links of an index page are at places that other pages leave out, and are all that it has.
    if is_article or marked_mass(s) <= r.outvoted_mass * total:
        set_marked(s, RULE_OUTVOTED)
    if n_pages >= r.constant_pages:
        for unit in range(s.n_units):
            s.marks[unit] = is_constant(r, s, unit) and is_whole_box(r, s, unit) and s.words[unit] >= r.constant_words
        if marked_mass(s) <= r.constant_mass * total:
            set_marked(s, RULE_CONSTANT)
        for unit in range(s.n_units):
            if is_constant(r, s, unit) and fact(s, FACT_AD, unit) >= r.constant_narrow:
                s.codes[unit] = RULE_ADVERTISEMENT
    for unit in range(s.n_units):
        s.marks[unit] = is_navigation(r, s, unit)
    if marked_mass(s) <= r.navigation_mass * total:
        set_marked(s, RULE_NAVIGATION)
    for unit in range(s.n_units):
        s.scaled[unit] = s.scores[unit] * r.factors[s.codes[unit]]
    mark_below_headings(r, s)
    for unit in range(s.n_units):
        if s.marks[unit] and s.codes[unit] == RULE_NONE:
            s.codes[unit] = RULE_BELOW_HEADING
            s.scaled[unit] = s.scores[unit] * r.factors[RULE_BELOW_HEADING]


cdef double marked_mass(Scaling* s) noexcept nogil:
    cdef Py_ssize_t unit
    cdef Py_ssize_t n = 0
    for unit in range(s.n_units):
        if s.marks[unit]:
            s.part[n] = s.mass[unit]
            n += 1
    return sum_up(s.part, n)


cdef void set_marked(Scaling* s, signed char rule) noexcept nogil:
    cdef Py_ssize_t unit
    for unit in range(s.n_units):
        if s.marks[unit]:
            s.codes[unit] = rule


cdef inline bint is_trailing(TemplateRules r, Scaling* s, Py_ssize_t unit) noexcept nogil:
    """In a box of links after the running text: by its name, or since most pages have links that recur there."""
    return (
        fact(s, FACT_BARE_LINKS, unit) >= r.links
        and fact(s, FACT_BARE_UNITS, unit) >= r.trailing_units
        and fact(s, FACT_AFTER, unit) <= r.prose_below
        and fact(s, FACT_BEFORE, unit) > r.prose_above
        and (
            fact(s, FACT_RELATED, unit) > 0
            or fact(s, FACT_NAV, unit) > 0
            or (
                fact(s, FACT_CLASS_LINKS, unit) >= r.all_links
                and fact(s, FACT_PRESENCE, unit) >= r.presence
                and fact(s, FACT_TARGETS_BARE, unit) > 0
            )
        )
    )


cdef inline bint is_outvoted(TemplateRules r, Scaling* s, int place) noexcept nogil:
    """At a place of several pages that is chosen on few of them."""
    if not 0 <= place < s.n_places:
        return False
    return s.pages[place] >= r.voting_pages and s.agreed[place] < r.least_agreed * s.pages[place]


cdef inline bint is_constant(TemplateRules r, Scaling* s, Py_ssize_t unit) noexcept nogil:
    """Nearly every page has this text here."""
    return fact(s, FACT_RECURS_HERE, unit) >= r.constant_share and fact(s, FACT_PRESENCE, unit) >= r.constant_share


cdef inline bint is_whole_box(TemplateRules r, Scaling* s, Py_ssize_t unit) noexcept nogil:
    """All text of the box around it recurs as it does."""
    cdef float least = fact(s, FACT_RECURS_HERE, unit) - r.constant_box
    return fact(s, FACT_RECURS_PARENT, unit) >= least


cdef inline bint is_navigation(TemplateRules r, Scaling* s, Py_ssize_t unit) noexcept nogil:
    """In a block of links that most pages have at this place, and that lead to the same."""
    return (
        fact(s, FACT_BARE_LINKS, unit) >= r.links
        and fact(s, FACT_BARE_UNITS, unit) >= r.navigation_units
        and fact(s, FACT_PRESENCE, unit) >= r.presence
        and fact(s, FACT_TARGETS_BARE, unit) >= r.targets
    )


cdef inline bint is_heading(TemplateRules r, Scaling* s, Py_ssize_t unit) noexcept nogil:
    return bit_of(r.headings, s.tags[s.owners[unit]]) != 0


cdef void mark_below_headings(TemplateRules r, Scaling* s) noexcept nogil:
    """Mark what is between a heading that is template and the next, if half lead where other pages lead."""
    cdef Py_ssize_t unit, last, n_leads
    cdef int parent
    memset(s.marks, 0, s.n_units)
    for unit in range(s.n_units):
        if not (
            fact(s, FACT_RECURS_HERE, unit) >= r.heading_recurs
            and s.scaled[unit] < r.heading_score
            and is_heading(r, s, unit)
        ):
            continue
        parent = s.parents[s.owners[unit]]
        last, n_leads = unit + 1, 0
        while parent >= 0 and last < s.n_units and s.owners[last] < s.ends[parent] and not is_heading(r, s, last):
            n_leads += fact(s, FACT_TARGETS, last) > 0
            last += 1
        if 2 * n_leads >= last - unit - 1:
            memset(s.marks + unit + 1, 1, last - unit - 1)
