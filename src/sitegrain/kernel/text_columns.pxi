# One pass over the text of a unit fills its columns.

cdef struct Scan:
    Py_ssize_t n_chars
    Py_ssize_t n_digits
    Py_ssize_t n_parts  # between white space
    Py_ssize_t n_upper  # of them begin with a capital
    Py_ssize_t n_sentences
    Py_ssize_t n_commas
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
    cdef const unsigned int* table = rules.table
    cdef const byte* first
    cdef Py_ssize_t n_tails = 0
    cdef unsigned int bits
    cdef unsigned int last = T_SPACE
    cdef long code
    memset(s, 0, sizeof(Scan))
    s.short_end = skip_chars(at, end, rules.short_chars)
    s.n_chars = end - at
    while at < end:
        if last == T_WORD and rules.are_plain and end - at >= 8:
            at += n_small_letters(at)
            if at == end:
                break
        first = at
        at = next_code(at, end, &code)
        n_tails += at - first - 1
        bits = bits_of(table, code)
        if bits != T_WORD:  # of a small letter all is said
            s.seen |= bits
            s.n_digits += (bits & T_DIGIT) != 0
            s.n_commas += (bits & T_COMMA) != 0
            s.n_separators += (bits & T_SEPARATOR) != 0
            s.n_sentences += last & T_SENTENCE != 0 and bits & (T_SPACE | T_CLOSER) != 0
            if bits & T_CODE and starts_with(&rules.codes, first, end):
                s.has_code = True
        if last & T_SPACE and not bits & T_SPACE:
            s.n_parts += 1
            s.n_upper += (bits & T_UPPER) != 0
        last = bits
    s.n_chars -= n_tails
    s.n_sentences += (last & T_SENTENCE) != 0
    s.last = last


cdef inline bint may_have_price(Scan* s) noexcept nogil:
    return s.has_code or (s.seen & T_CURRENCY != 0 and s.seen & T_DECIMAL != 0)


cdef void put_text_columns(
    TextRules rules, const byte* start, const byte* end, double words, double link_words, double most, double* out,
    Py_ssize_t step,
) noexcept nogil:  # fmt: skip
    """Write the columns of one unit, `step` apart, in the order of TEXT_COLUMNS."""
    cdef Scan s
    cdef bint is_long
    cdef double words_or_1 = words if words > 1 else 1.0
    scan_text(rules, start, end, &s)
    is_long = s.n_chars > 1
    out[0] = words
    out[step] = s.n_sentences if is_long else 0
    out[2 * step] = s.n_commas if is_long else 0
    out[3 * step] = link_words / words_or_1
    out[4 * step] = s.n_chars / words_or_1
    if out[4 * step] > most:
        out[4 * step] = most
    out[5 * step] = (s.n_separators if is_long else 0) / words_or_1
    out[6 * step] = ends_sentence(rules, start, end)
    out[7 * step] = s.last & T_OPEN != 0 or ends_with(&rules.open_ends, start, end)
    out[8 * step] = (s.last & T_COLON) != 0
    out[9 * step] = s.seen & T_DECIMAL != 0 and has_date(rules, start, s.short_end)
    out[10 * step] = may_have_price(&s) and has_price(rules, start, s.short_end)
    out[11 * step] = (s.last & T_QUESTION) != 0
    out[12 * step] = <double> (s.n_digits if s.n_chars < rules.short_chars else 0) / max(s.n_chars, 1)
    out[13 * step] = 0.0
    if s.n_parts and s.n_chars <= rules.short_chars:
        out[13 * step] = <double> s.n_upper / s.n_parts


def text_columns(
    const byte[::1] text, const int[::1] starts, const int[::1] words, const int[::1] link_words,
    TextRules rules not None, double most_chars_per_word, double[:, ::1] out,
):  # fmt: skip
    """Fill the columns of TEXT_COLUMNS; the first three are plain counts.

    text, starts      : uint8 and int32 (n_units + 1,), the texts as UTF-8 and where each begins
    words, link_words : int32 (n_units,)
    out               : float64 (n_columns, n_units), filled
    O(bytes).
    """
    cdef Py_ssize_t unit
    cdef Py_ssize_t n = starts.shape[0] - 1
    cdef const byte* data = text_bytes(text, starts)
    if words.shape[0] != n or link_words.shape[0] != n or out.shape[1] != n or out.shape[0] < len(TEXT_COLUMNS):
        raise ValueError(f"expected columns of {n} units")
    with nogil:
        for unit in range(n):
            put_text_columns(
                rules, data + starts[unit], data + starts[unit + 1], words[unit], link_words[unit],
                most_chars_per_word, &out[0, unit], n,
            )  # fmt: skip


def text_votes(
    const byte[::1] text, const int[::1] starts, TextRules rules not None, double chars, double most, double[::1] out
):
    """Fill float64 (n_units,): 1, and 1 for each pause, and 1 for every so many characters up to `most`. O(bytes)."""
    cdef Py_ssize_t unit
    cdef const byte* data = text_bytes(text, starts)
    if out.shape[0] != starts.shape[0] - 1:
        raise ValueError(f"expected a column of {starts.shape[0] - 1} units")
    with nogil:
        for unit in range(out.shape[0]):
            out[unit] = votes_of(rules, data + starts[unit], data + starts[unit + 1], chars, most)


cdef double votes_of(TextRules rules, const byte* at, const byte* end, double chars, double most) noexcept nogil:
    cdef const byte* first
    cdef Py_ssize_t n_chars = end - at
    cdef Py_ssize_t n_pauses = 0
    cdef long code
    while at < end:
        first = at
        at = next_code(at, end, &code)
        n_chars -= at - first - 1
        n_pauses += (bits_of(rules.table, code) & T_PAUSE) != 0
    return 1 + n_pauses + min(n_chars / chars, most)
