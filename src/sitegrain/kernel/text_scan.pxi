# The patterns that are searched for in a text, as automata over its characters.

cdef struct DateScan:
    int n_digits  # in the open run of digits
    bint is_first  # the run begins a word
    bint is_second  # the run stands behind digits and a separator
    bint after_word  # a letter, digit or _ stands before
    bint behind_separator  # one or two digits at the beginning of a word, and a separator, stand before
    const byte* start  # of the run


cdef inline bint is_year(TextRules rules, DateScan* s) noexcept nogil:
    cdef int i
    for i in range(rules.year_starts.n):
        if memcmp(s.start, rules.year_starts.text[i], rules.year_starts.sizes[i]) == 0:
            return True
    return False


cdef inline bint end_digits(TextRules rules, DateScan* s, unsigned int bits) noexcept nogil:
    """The character behind a run of digits, 0 for the end: whether a date has been read."""
    cdef bint is_whole = not bits & T_WORD
    s.behind_separator = s.is_first and s.n_digits <= 2 and bits & T_DATE != 0
    return (
        # A third number would stand behind a separator, so that the first two are a date by themselves.
        (is_whole and s.is_second and s.n_digits <= 2)
        or (is_whole and s.is_first and s.n_digits == 4 and is_year(rules, s))
        or (s.n_digits >= 4 and bits & T_YEAR != 0)
    )


cdef bint has_date(TextRules rules, const byte* at, const byte* end) noexcept nogil:
    r"""Whether \b\d{1,2}S\d{1,2}(?:S\d{2,4})?\b|\b(?:Y)\d\d\b|\d{4}N is found.

    S: date_separators, none of them \w. Y: year_starts of two digits. N: year_signs.
    """
    cdef DateScan s
    cdef const byte* first
    cdef unsigned int bits
    cdef long code
    memset(&s, 0, sizeof(DateScan))
    while at < end:
        first = at
        at = next_code(at, end, &code)
        bits = bits_of(rules.table, code)
        if bits & T_DECIMAL:
            if s.n_digits == 0:
                s.start = first
                s.is_first = not s.after_word
                s.is_second = s.behind_separator
            s.n_digits += 1
            s.after_word = True
            continue
        s.behind_separator = False
        if s.n_digits and end_digits(rules, &s, bits):
            return True
        s.n_digits = 0
        s.after_word = bits & T_WORD != 0
    return s.n_digits > 0 and end_digits(rules, &s, 0)


cdef bint is_code(WordList* codes, const byte* start, const byte* end) noexcept nogil:
    """Whether a word is one of the codes."""
    cdef int i
    for i in range(codes.n):
        if end - start == codes.sizes[i] and memcmp(start, codes.text[i], end - start) == 0:
            return True
    return False


cdef bint has_price(TextRules rules, const byte* at, const byte* end) noexcept nogil:
    r"""Whether [C]\s?\d|\d\s?[C]|\b(?:W)\b is found; C: currencies, none of them \w; W: codes, all of \w."""
    cdef const byte* first
    cdef const byte* word = NULL  # where the open word begins
    cdef unsigned int near = 0  # bits of the character before, also of the one before white space
    cdef bint is_near_space = False  # that white space stands between
    cdef unsigned int bits
    cdef long code
    while at < end:
        first = at
        at = next_code(at, end, &code)
        bits = bits_of(rules.table, code)
        if (near & T_CURRENCY and bits & T_DECIMAL) or (near & T_DECIMAL and bits & T_CURRENCY):
            return True
        if bits & T_WORD:
            if word == NULL:
                word = first
        elif word != NULL:
            if is_code(&rules.codes, word, first):
                return True
            word = NULL
        if bits & T_SPACE:
            if is_near_space:
                near = 0
            is_near_space = True
        else:
            near = bits
            is_near_space = False
    return word != NULL and is_code(&rules.codes, word, end)


cdef inline const byte* code_before(const byte* start, const byte* at, long* code) noexcept nogil:
    """Read the character of valid UTF-8 that ends here."""
    cdef const byte* first = at - 1
    while first > start and (first[0] & 0xC0) == 0x80:
        first -= 1
    next_code(first, at, code)
    return first


cdef bint ends_sentence(TextRules rules, const byte* start, const byte* end) noexcept nogil:
    """Whether a stop, with nothing but closers behind it, is among the last characters."""
    cdef Py_ssize_t n
    cdef unsigned int bits
    cdef long code
    for n in range(rules.tail_chars):
        if end == start:
            return False
        end = code_before(start, end, &code)
        bits = bits_of(rules.table, code)
        if bits & T_STOP:
            return True
        if not bits & T_CLOSER:
            return False
    return False
