# Columns from the hashes of a unit's words: repetition on the page, the title, what the page declares.

cdef struct Spread:
    u64 key
    int n_units  # that have the key; 0: free
    int last_unit


cdef Spread* find_spread(Spread* slots, u64 mask, u64 key) noexcept nogil:
    """The slot of a key, a free one if it is not there."""
    cdef u64 slot = first_slot(key) & mask
    while slots[slot].n_units and slots[slot].key != key:
        slot = (slot + 1) & mask
    return slots + slot


cdef inline void count_in(Spread* found, u64 key, int unit) noexcept nogil:
    """Count a unit, once."""
    if found.n_units == 0 or found.last_unit != unit:
        found.key = key
        found.n_units += 1
        found.last_unit = unit


def repetition(
    const u64[::1] hashes, const u64[::1] tokens, const int[::1] bounds, double most_copies, double[:, ::1] out
):
    """Fill two columns: how many units have the unit's hash; how many others, on average, have each of its tokens.

    hashes : uint64 (n_units,)   tokens : uint64 (n_tokens,)   bounds : int32 (n_units + 1,)
    out    : float64 (2, n_units); the first is at most `most_copies`, the second a share of the other units
    O(n_units + n_tokens).
    """
    cdef Py_ssize_t n = bounds.shape[0] - 1
    cdef u64 size = 8
    cdef Spread* slots
    check_bounds(tokens, bounds)
    if hashes.shape[0] != n or out.shape[1] != n or out.shape[0] != 2:
        raise ValueError(f"expected columns of {n} units")
    while size < 2 * <u64> max(tokens.shape[0], n):
        size *= 2
    slots = <Spread*> calloc(size, sizeof(Spread))
    if slots == NULL:
        raise MemoryError
    with nogil:
        put_spread(slots, size - 1, tokens, bounds, out)
        memset(slots, 0, size * sizeof(Spread))
        put_copies(slots, size - 1, hashes, most_copies, out)
        free(slots)


cdef void put_copies(Spread* slots, u64 mask, const u64[::1] hashes, double most, double[:, ::1] out) noexcept nogil:
    cdef Py_ssize_t unit
    for unit in range(hashes.shape[0]):
        count_in(find_spread(slots, mask, hashes[unit]), hashes[unit], <int> unit)
    for unit in range(hashes.shape[0]):
        out[0, unit] = min(<double> find_spread(slots, mask, hashes[unit]).n_units, most)


cdef void put_spread(
    Spread* slots, u64 mask, const u64[::1] tokens, const int[::1] bounds, double[:, ::1] out
) noexcept nogil:
    cdef Py_ssize_t n = bounds.shape[0] - 1
    cdef Py_ssize_t unit, i
    cdef double total
    for unit in range(n):
        for i in range(bounds[unit], bounds[unit + 1]):
            count_in(find_spread(slots, mask, tokens[i]), tokens[i], <int> unit)
    for unit in range(n):
        total = 0.0
        for i in range(bounds[unit], bounds[unit + 1]):
            total += find_spread(slots, mask, tokens[i]).n_units - 1
        out[1, unit] = total / max(bounds[unit + 1] - bounds[unit], 1) / max(n - 1, 1)


def title_overlap(
    const u64[::1] tokens, const int[::1] bounds, const double[:, ::1] bonus, const u64[::1] title, int most_words,
    double[::1] out,
):  # fmt: skip
    """Compare every unit with the title; returns the unit most like it, the first of equals, -1 for none.

    tokens, bounds, title : hashes; those of unit u are tokens[bounds[u]] to tokens[bounds[u + 1]]
    bonus      : float64 (2, n_units), added to and taken from the share of common words among all of unit and title
    most_words : of a unit that is compared
    out        : float64 (n_units,), filled: distinct words of the unit in the title, by its words; 0 from most_words on
    O(n_tokens).
    """
    cdef Set words, seen
    cdef Py_ssize_t best
    check_bounds(tokens, bounds)
    if bonus.shape[0] != 2 or bonus.shape[1] != bounds.shape[0] - 1 or out.shape[0] != bounds.shape[0] - 1:
        raise ValueError(f"expected columns of {bounds.shape[0] - 1} units")
    memset(&words, 0, sizeof(Set))
    memset(&seen, 0, sizeof(Set))
    try:
        if not (make_set(&words, title.shape[0]) and make_set(&seen, most_words)):
            raise MemoryError
        with nogil:
            best = compare_title(&words, &seen, tokens, bounds, bonus, title, most_words, out)
    finally:
        free_set(&words)
        free_set(&seen)
    return best


cdef Py_ssize_t compare_title(
    Set* words, Set* seen, const u64[::1] tokens, const int[::1] bounds, const double[:, ::1] bonus,
    const u64[::1] title, int most_words, double[::1] out,
) noexcept nogil:  # fmt: skip
    cdef Py_ssize_t unit, i
    cdef Py_ssize_t at = -1
    cdef int n, n_both, n_own
    cdef int n_title = add_grams(words, title, 1)
    cdef double score
    cdef double best = 0.0
    for unit in range(out.shape[0]):
        out[unit] = 0.0
        n = bounds[unit + 1] - bounds[unit]
        if n == 0 or n > most_words or n_title == 0:
            continue
        n_both = n_own = 0
        for i in range(bounds[unit], bounds[unit + 1]):
            if add_to(seen, tokens[i], <int> unit + 1):
                n_own += 1
                n_both += is_in(words, gram_at(&tokens[i], 1), 1)
        if n < most_words:
            out[unit] = <double> n_both / n
        score = <double> n_both / (n_title + n_own - n_both) + bonus[0, unit] - bonus[1, unit]
        if n_both and score > best:
            best, at = score, unit
    return at


cdef struct Declared:
    Set body
    Set description  # of the page
    Set declared  # all descriptions
    Set seen
    int n_body
    int n_description
    int n_declared


def declared_overlaps(
    const u64[::1] tokens, const int[::1] bounds, const u64[::1] body, const u64[::1] description,
    const u64[::1] others, int body_n, int description_n, double[:, ::1] out,
):  # fmt: skip
    """Fill what units have of declared texts: the share of their grams in the body, of those in all descriptions,
    and the share of the page's description in the unit.

    tokens, bounds : hashes of the page's tokens; those of unit u are tokens[bounds[u]] to tokens[bounds[u + 1]]
    body, description, others : hashes of the tokens of declared texts
    body_n, description_n : tokens in a gram; sets of grams are compared
    out            : float64 (3, n_units), filled
    Returns how many grams the body and all descriptions have. O(n_tokens).
    """
    cdef Declared d
    cdef Declared* pd = &d
    cdef Py_ssize_t most = 0
    check_bounds(tokens, bounds)
    if out.shape[0] != 3 or out.shape[1] != bounds.shape[0] - 1:
        raise ValueError(f"expected columns of {bounds.shape[0] - 1} units")
    memset(pd, 0, sizeof(Declared))
    try:
        most = longest(bounds)
        if not (
            make_set(&d.body, body.shape[0])
            and make_set(&d.description, description.shape[0])
            and make_set(&d.declared, description.shape[0] + others.shape[0])
            and make_set(&d.seen, most)
        ):
            raise MemoryError
        with nogil:
            d.n_body = add_grams(&d.body, body, body_n)
            d.n_description = add_grams(&d.description, description, description_n)
            d.n_declared = add_grams(&d.declared, description, description_n)
            d.n_declared += add_grams(&d.declared, others, description_n)
            put_overlaps(pd, tokens, bounds, body_n, description_n, out)
    finally:
        free_set(&d.body)
        free_set(&d.description)
        free_set(&d.declared)
        free_set(&d.seen)
    return d.n_body, d.n_declared


cdef void put_overlaps(
    Declared* d, const u64[::1] tokens, const int[::1] bounds, int body_n, int description_n, double[:, ::1] out
) noexcept nogil:
    cdef Py_ssize_t unit
    cdef int n_grams, n_body, n_described, n_description
    for unit in range(out.shape[1]):
        out[0, unit] = out[1, unit] = out[2, unit] = 0.0
        if d.n_body:
            n_grams = count_grams(d, &d.body, &d.body, tokens, bounds, unit, body_n, 2 * <int> unit + 1, &n_body, NULL)
            out[0, unit] = <double> n_body / max(n_grams, 1)
        if d.n_declared:
            n_grams = count_grams(
                d, &d.declared, &d.description, tokens, bounds, unit, description_n, 2 * <int> unit + 2,
                &n_described, &n_description,
            )  # fmt: skip
            out[1, unit] = <double> n_described / max(n_grams, 1)
            out[2, unit] = <double> n_description / max(d.n_description, 1)


cdef int count_grams(
    Declared* d, Set* first, Set* second, const u64[::1] tokens, const int[::1] bounds, Py_ssize_t unit, int n,
    int stamp, int* n_first, int* n_second,
) noexcept nogil:  # fmt: skip
    """The distinct grams of a unit, and how many of them are in each of two sets; the second may be left out."""
    cdef Py_ssize_t i
    cdef int n_grams = 0
    cdef u64 gram
    n_first[0] = 0
    if n_second != NULL:
        n_second[0] = 0
    for i in range(bounds[unit], bounds[unit + 1] - n + 1):
        gram = gram_at(&tokens[i], n)
        if not add_to(&d.seen, gram, stamp):
            continue
        n_grams += 1
        n_first[0] += is_in(first, gram, 1)
        if n_second != NULL:
            n_second[0] += is_in(second, gram, 1)
    return n_grams
