# One pass over the text of a unit fills its columns.

cdef struct Scan:
    Py_ssize_t n_chars
    Py_ssize_t n_digits
    Py_ssize_t n_parts  # between white space
    Py_ssize_t n_upper  # of them begin with a capital
    Py_ssize_t n_sentences
    Py_ssize_t n_commas
    Py_ssize_t n_pauses
    Py_ssize_t n_separators
    unsigned int seen  # bits of all characters
    unsigned int last  # bits of the last
    bint has_code  # the letters of a code are somewhere
    const byte* short_end  # where the text is cut for dates and prices

TEXT_COLUMNS = (
    "words", "sentences", "commas", "link_share", "chars_per_word", "separators", "ends_sentence", "ends_open",
    "ends_colon", "has_date", "has_price", "ends_question", "digit_share", "upper_share",
)  # fmt: skip


cdef inline const byte* skip_chars(const byte* at, const byte* end, Py_ssize_t n) noexcept nogil:
    """Behind the first n characters, or the end of the text."""
    if end - at <= n:
        return end
    while n > 0 and at < end:
        at += 1
        while at < end and (at[0] & 0xC0) == 0x80:
            at += 1
        n -= 1
    return at


cdef void scan_text(TextRules rules, const byte* at, const byte* end, Scan* s) noexcept nogil:
    """Count what is in one text."""
    memset(s, 0, sizeof(Scan))
    s.short_end = skip_chars(at, end, rules.short_chars)
    s.n_chars = end - at
    s.last = T_SPACE
    while at < end:
        at = scan_stretch(rules, at, at + MOST_COUNTED if end - at > MOST_COUNTED else end, end, s)
    s.n_sentences += (s.last & T_SENTENCE) != 0


cdef const byte* scan_stretch(
    TextRules rules, const byte* at, const byte* stop, const byte* end, Scan* s
) noexcept nogil:
    """Count in the characters that begin before `stop`; returns where the next one begins.

    All is added without asking: a question that is answered now this way, now that way costs more than the sum.
    """
    cdef const byte* first
    cdef Py_ssize_t n_tails = 0, n_parts = 0, n_upper = 0, n_sentences = 0
    cdef unsigned int bits, begins
    cdef unsigned int seen = s.seen, last = s.last
    cdef u64 counted = 0
    cdef long code
    while at < stop:
        first = at
        if at[0] < 0x80:
            at += 1
            bits = rules.table[first[0]]
            counted += rules.counted[first[0]]
        else:
            at = next_code(at, end, &code)
            n_tails += at - first - 1
            bits = bits_of(rules.table, code)
            counted += counts_of(bits)
        seen |= bits
        n_sentences += last // T_SENTENCE & (bits // T_SPACE | bits // T_CLOSER) & 1
        begins = last & ~bits & T_SPACE
        n_parts += begins
        n_upper += begins & bits // T_UPPER
        if bits & T_CODE and starts_with(&rules.codes, first, end):
            s.has_code = True
        last = bits
    s.seen, s.last = seen, last
    s.n_chars -= n_tails
    s.n_parts += n_parts
    s.n_upper += n_upper
    s.n_sentences += n_sentences
    s.n_digits += counted & COUNT
    s.n_commas += counted >> COMMAS_AT & COUNT
    s.n_pauses += counted >> PAUSES_AT & COUNT
    s.n_separators += counted >> SEPARATORS_AT & COUNT
    return at


cdef inline bint may_have_price(const Scan* s) noexcept nogil:
    return s.has_code or (s.seen & T_CURRENCY != 0 and s.seen & T_DECIMAL != 0)


cdef void put_text_columns(
    TextRules rules, const byte* start, const byte* end, const Scan* s, double words, double link_words, double* out,
    Py_ssize_t step,
) noexcept nogil:  # fmt: skip
    """Write the columns of one unit, `step` apart, in the order of TEXT_COLUMNS."""
    cdef bint is_long = s.n_chars > 1
    cdef double words_or_1 = words if words > 1 else 1.0
    out[0] = words
    out[step] = s.n_sentences if is_long else 0
    out[2 * step] = s.n_commas if is_long else 0
    out[3 * step] = link_words / words_or_1
    out[4 * step] = s.n_chars / words_or_1
    if out[4 * step] > rules.most_chars:
        out[4 * step] = rules.most_chars
    out[5 * step] = (s.n_separators if is_long else 0) / words_or_1
    out[6 * step] = ends_sentence(rules, start, end)
    out[7 * step] = s.last & T_OPEN != 0 or ends_with(&rules.open_ends, start, end)
    out[8 * step] = (s.last & T_COLON) != 0
    out[9 * step] = s.seen & T_DECIMAL != 0 and has_date(rules, start, s.short_end)
    out[10 * step] = may_have_price(s) and has_price(rules, start, s.short_end)
    out[11 * step] = (s.last & T_QUESTION) != 0
    out[12 * step] = <double> (s.n_digits if s.n_chars < rules.short_chars else 0) / max(s.n_chars, 1)
    out[13 * step] = 0.0
    if s.n_parts and s.n_chars <= rules.short_chars:
        out[13 * step] = <double> s.n_upper / s.n_parts


def text_columns(
    const byte[::1] text, const int[::1] starts, const int[::1] words, const int[::1] link_words,
    TextRules rules not None, double[::1] votes, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """Fill the columns of TEXT_COLUMNS; the first three are plain counts.

    text, starts      : uint8 and int32 (n_units + 1,), the texts as UTF-8 and where each begins
    words, link_words : int32 (n_units,)
    votes             : float64 (n_units,), filled: 1, and 1 for each pause, and 1 for so many characters, up to a most
    out               : float64 (n_columns, n_units), filled from row `at` on
    O(bytes).
    """
    cdef Py_ssize_t unit
    cdef Py_ssize_t n = starts.shape[0] - 1
    cdef const byte* data = text_bytes(text, starts)
    cdef Scan scan
    if not n == words.shape[0] == link_words.shape[0] == votes.shape[0] == out.shape[1]:
        raise ValueError(f"expected columns of {n} units")
    if not 0 <= at <= out.shape[0] - len(TEXT_COLUMNS):
        raise ValueError(f"no room for columns of {n} units")
    with nogil:
        for unit in range(n):
            scan_text(rules, data + starts[unit], data + starts[unit + 1], &scan)
            votes[unit] = 1 + scan.n_pauses + min(scan.n_chars / rules.vote_chars, rules.most_votes)
            put_text_columns(
                rules, data + starts[unit], data + starts[unit + 1], &scan, words[unit], link_words[unit],
                &out[at, unit], n,
            )  # fmt: skip
