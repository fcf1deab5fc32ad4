# Units to their folded texts, and those to tokens: the rule of pages/tokens.py.

cdef enum:
    SPARE = 2 * BLOCK  # bytes behind texts, so that blocks can be read and written at their ends


cdef struct Writer:  # the state inside a unit
    byte* text  # where the next byte of the unit's text goes
    byte* text_start
    byte* token  # where the next byte of a token goes
    byte* token_start  # of the open token
    bint in_word
    bint in_run_word  # the same, seen from the run alone
    bint owes_space
    int n_run_words


cdef inline u64 hash_token(const byte* token, Py_ssize_t size) noexcept nogil:
    """A hash of a token, which has 16 bytes to spare behind it: no branch on its length below 16."""
    cdef u64 h = (<u64> size + 1) * <u64> 0xD6E8FEB86659FD93ULL
    cdef u64 word, is_long
    while size >= 16:
        h = mixed(h, load_word(token))
        token += 8
        size -= 8
    word = load_word(token)
    is_long = <u64> 0 - <u64> (size >= 8)  # as a mask: which words are long is not predictable
    h ^= (h ^ mixed(h, word)) & is_long
    word ^= (word ^ load_word(token + 8)) & is_long
    h = mixed(h, word & WORD_MASKS[size & 7])
    h = mixed(h, h >> 17)
    return h if h else 1


cdef inline void end_word(Rows* r, Writer* w) noexcept nogil:
    """Close the open token."""
    w.in_word = False
    r.token_hashes[r.n_tokens] = hash_token(w.token_start, w.token - w.token_start)
    r.n_tokens += 1
    r.token_starts[r.n_tokens] = <int> (w.token - r.token_text)
    w.token_start = w.token


cdef inline void put_folded(Rows* r, Writer* w, long code) noexcept nogil:
    """Take one case folded character into the tokens."""
    cdef int kind = code_class(code)
    if kind & W_ALONE:
        if w.in_word:
            end_word(r, w)
        w.token += put_code_point(w.token, code)
        end_word(r, w)
        w.in_run_word = False
        w.n_run_words += 1
    elif kind & W_WORD:
        w.token += put_code_point(w.token, code)
        w.in_word = True
        if not w.in_run_word:
            w.in_run_word = True
            w.n_run_words += 1
    else:
        if w.in_word:
            end_word(r, w)
        w.in_run_word = False


cdef void put_wide(Rows* r, Writer* w, long code, int kind) noexcept nogil:
    """Take a character beyond ASCII into the tokens, case folded."""
    cdef int folded, i
    if not kind & W_FOLDS:
        put_folded(r, w, code)
        return
    folded = FOLDED[code]
    if folded > 0:
        put_folded(r, w, folded)
        return
    for i in range(3):
        if MANY[-folded][i]:
            put_folded(r, w, MANY[-folded][i])


cdef inline void pay_space(Writer* w) noexcept nogil:
    """Write the blank that stands for the white space before."""
    if w.owes_space:
        w.owes_space = False
        if w.text > w.text_start:
            w.text[0] = c" "
            w.text += 1


cdef inline void put_words(Rows* r, Writer* w, const byte* at, int size, u64 words) noexcept nogil:
    """Take a stretch of ASCII into the tokens; `words` has a bit for each of its letters and digits."""
    cdef int start = 0
    cdef int length
    if w.in_word and not words & 1:
        end_word(r, w)
    w.n_run_words -= w.in_run_word & <int> (words & 1)  # such a word was counted where it began
    w.in_run_word = False
    while words:
        start = low_zeros(words)
        length = n_low_ones(words >> start)
        put_letters(w, at + start, length)
        w.n_run_words += 1
        start += length
        if start == size:
            w.in_word = w.in_run_word = True
            return
        end_word(r, w)
        words &= ~<u64> 0 << start


cdef inline void put_letters(Writer* w, const byte* at, int size) noexcept nogil:
    """Take ASCII letters and digits into the open token, in lower case."""
    cdef int done = 16
    copy_lower_16(w.token, at)
    while done < size:
        copy_lower_16(w.token + done, at + done)
        done += 16
    w.token += size


cdef inline void put_text(Writer* w, Block block, const byte* at, int size, u64 spaces) noexcept nogil:
    """Take a stretch of ASCII into the text of its unit; `spaces` has a bit for each of its white space."""
    cdef bint ends_in_space = spaces >> (size - 1) & 1
    cdef u64 odd = spaces & (spaces << 1 | (w.owes_space or w.text == w.text_start))
    if odd or spaces & ~equal_bits(block, c" "):
        put_parts(w, at, size, spaces)
        return
    w.text[0] = c" "
    w.text += w.owes_space and w.text > w.text_start
    store_block(w.text, block)
    w.text += size - ends_in_space
    w.owes_space = ends_in_space


cdef void put_parts(Writer* w, const byte* at, int size, u64 spaces) noexcept nogil:
    """The same, where white space is to be folded."""
    cdef u64 solid = ~spaces & low_ones(size)
    cdef int start
    w.owes_space |= spaces & 1
    while solid:
        start = low_zeros(solid)
        size = n_low_ones(solid >> start)
        pay_space(w)
        memcpy(w.text, at + start, BLOCK)  # a size that is known is faster
        w.text += size
        if start + size == BLOCK:
            return
        solid &= ~<u64> 0 << (start + size)
        w.owes_space = spaces >> (start + size) & 1


cdef inline const byte* write_ascii(Rows* r, Writer* w, const byte* at, const byte* end) noexcept nogil:
    """Add up to 64 bytes of ASCII to a unit; returns where they end."""
    cdef Block block = load_block(at)
    cdef u64 high = high_bits(block)
    cdef int size = <int> min(end - at, BLOCK)
    cdef u64 spaces = space_bits(block)
    if high:
        size = min(size, low_zeros(high))
    put_text(w, block, at, size, spaces & low_ones(size))
    put_words(r, w, at, size, word_bits(block) & low_ones(size))
    return at + size


cdef inline void note_word(Writer* w, int size) noexcept nogil:
    """Count what was written behind the text and the open token, of so many bytes, as a letter."""
    w.text += size
    w.token += size
    w.n_run_words += not w.in_run_word
    w.in_word = w.in_run_word = True


cdef inline void leave_word(Rows* r, Writer* w) noexcept nogil:
    if w.in_word:
        end_word(r, w)
    w.in_run_word = False


cdef const byte* write_wide(Rows* r, Writer* w, const byte* at, const byte* end) noexcept nogil:
    """Add characters beyond ASCII to a unit, with letters and blanks among them; returns where they end.

    A whole block is not worth its while for the few bytes between two of them.
    """
    while at < end:
        if at[0] >= 0x80:
            at = write_wide_one(r, w, at, end)
        elif CHARS[at[0]] & C_WORD:
            pay_space(w)
            w.text[0] = at[0]
            w.token[0] = at[0] | 0x20  # in lower case; digits have the bit
            note_word(w, 1)
            at += 1
        elif at[0] == c" " and at + 1 < end and at[1] >= 0x80:
            leave_word(r, w)
            w.owes_space = True
            at += 1
        else:
            return at
    return at


cdef inline const byte* write_wide_one(Rows* r, Writer* w, const byte* at, const byte* end) noexcept nogil:
    """Add one character beyond ASCII; returns where it ends."""
    cdef long code = 0
    cdef const byte* after = next_code(at, end, &code)
    cdef int kind = code_class(code)
    if kind & W_SPACE:
        leave_word(r, w)
        w.owes_space = True
        return after
    pay_space(w)
    memcpy(w.text, at, 4)
    memcpy(w.token, at, 4)
    if kind == W_WORD:
        note_word(w, <int> (after - at))
    else:
        w.text += after - at
        put_wide(r, w, code, kind)
    return after


cdef void write_run(Rows* r, Writer* w, const byte* at, const byte* end) noexcept nogil:
    """Add a run's text, which has 128 bytes to spare behind it, to its unit: white space folded, tokens cut."""
    w.n_run_words = 0
    w.in_run_word = False
    while at < end:
        at = write_ascii(r, w, at, end) if at[0] < 0x80 else write_wide(r, w, at, end)


cdef bint reserve_unit(Rows* r, Py_ssize_t size, Py_ssize_t n_runs) noexcept nogil:
    """Make room for the text and tokens of a unit of this many bytes.

    Case folding makes a character at most three times as long; two tokens have a byte or the end of a run between them.
    """
    if (
        r.n_token_text + 3 * size + SPARE < INT_MAX
        and grow(<void**> &r.unit_text, &r.room_unit_text, r.n_unit_text + size + n_runs + SPARE, 1)
        and grow(<void**> &r.token_text, &r.room_token_text, r.n_token_text + 3 * size + SPARE, 1)
        and grow(<void**> &r.token_starts, &r.room_tokens, r.n_tokens + (size + n_runs) // 2 + 3, sizeof(int))
        and grow(<void**> &r.token_hashes, &r.room_hashes, r.n_tokens + (size + n_runs) // 2 + 2, sizeof(u64))
    ):
        return True
    r.failed = True
    return False


cdef void make_words(Rows* r) noexcept nogil:
    """Make the texts of all units and their tokens."""
    cdef Py_ssize_t unit
    cdef Py_ssize_t n_tokens = r.n_text // BYTES_PER_TOKEN + 3
    if not (
        grow(<void**> &r.unit_text, &r.room_unit_text, r.n_text + r.n_runs + SPARE, 1)
        and grow(<void**> &r.token_text, &r.room_token_text, r.n_text + SPARE, 1)
        and grow(<void**> &r.token_starts, &r.room_tokens, n_tokens, sizeof(int))
        and grow(<void**> &r.token_hashes, &r.room_hashes, n_tokens, sizeof(u64))
    ):
        r.failed = True
        return
    r.token_starts[0] = 0
    r.unit_starts[0] = r.unit_tokens[0] = 0
    for unit in range(r.n_units):
        write_unit(r, unit)
        if r.failed:
            return


cdef void write_unit(Rows* r, Py_ssize_t unit) noexcept nogil:
    cdef int first = r.unit_runs[unit]
    cdef int end = r.unit_runs[unit + 1]
    cdef int run
    cdef byte flags
    cdef bint is_space
    cdef int n_linked = 0
    cdef bint any_link = False
    cdef bint all_link = True
    cdef bint all_hidden = True
    cdef Writer w
    if not reserve_unit(r, r.run_starts[end] - r.run_starts[first], end - first):
        return
    memset(&w, 0, sizeof(Writer))
    w.text = w.text_start = r.unit_text + r.n_unit_text
    w.token = w.token_start = r.token_text + r.n_token_text
    for run in range(first, end):
        flags = r.flags[r.run_nodes[run]] if r.run_nodes[run] >= 0 else 0
        is_space = r.run_bits[run] & B_SPACE
        if r.run_bits[run] & B_AFTER_BREAK:
            if w.in_word:
                end_word(r, &w)
            w.owes_space = True
        write_run(r, &w, r.text + r.run_starts[run], r.text + r.run_starts[run + 1])
        all_hidden = all_hidden and (is_space or flags & F_HIDDEN)
        all_link = all_link and (is_space or flags & F_LINK)
        if flags & F_LINK:
            any_link = True
            n_linked += w.n_run_words
    if w.in_word:
        end_word(r, &w)
    r.n_unit_text = w.text - r.unit_text
    r.n_token_text = w.token - r.token_text
    r.unit_starts[unit + 1] = <int> r.n_unit_text
    r.unit_tokens[unit + 1] = <int> r.n_tokens
    r.unit_words[unit] = r.unit_tokens[unit + 1] - r.unit_tokens[unit]
    if not any_link:
        n_linked = 0
    elif all_link or n_linked > r.unit_words[unit]:
        n_linked = r.unit_words[unit]
    r.unit_link_words[unit] = n_linked
    r.unit_hidden[unit] = all_hidden
