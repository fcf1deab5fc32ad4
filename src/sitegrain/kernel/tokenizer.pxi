# The source cut into tokens. The tree construction says how the text behind a start tag is to be read.

cdef inline const byte* end_of_tag_name(const byte* at, const byte* end) noexcept nogil:
    if end - at >= 8:
        at += n_word_bytes(load_word(at))
    while at < end and not CHARS[at[0]] & C_ENDS_TAG_NAME:
        at += 1
    return at


cdef inline int tag_of(Parser* p, const byte* name, Py_ssize_t size) noexcept nogil:
    """The number of a tag name; unknown names get one of their own."""
    cdef u64 words[3]
    cdef int slot
    if size > 24:
        return intern_name(p, name, size)
    words[0] = words[1] = words[2] = 0
    if size <= 8 and p.source + p.size - name >= 8:
        memcpy(words, name, 8)
        words[0] &= WORD_MASKS[size]
    else:
        memcpy(words, name, size)
        words[1], words[2] = lower_word(words[1]), lower_word(words[2])
    words[0] = lower_word(words[0])
    slot = tag_slot(words)
    while KNOWN_TAGS[slot].tag >= 0:
        if (
            KNOWN_TAGS[slot].words[0] == words[0]
            and KNOWN_TAGS[slot].words[1] == words[1]
            and KNOWN_TAGS[slot].words[2] == words[2]
        ):
            if size and name[size - 1] == 0:
                break  # a NUL at the end of the name, which is another name
            return KNOWN_TAGS[slot].tag
        slot = (slot + 1) & (TAG_SLOTS - 1)
    return intern_name(p, name, size)


cdef bint grow_name_slots(Parser* p) noexcept nogil:
    """Make the table of unknown names twice as large."""
    cdef Py_ssize_t size = max(64, 2 * p.n_name_slots)
    cdef Py_ssize_t i, slot
    cdef int* slots = <int*> malloc(<size_t> size * sizeof(int))
    if slots == NULL:
        return False
    memset(slots, 0xFF, size * sizeof(int))
    free(p.name_slots)
    p.name_slots = slots
    p.n_name_slots = size
    for i in range(p.n_names):
        slot = <Py_ssize_t> (hash_bytes(p.names + p.name_spans[i].start, p.name_spans[i].size) & <u64> (size - 1))
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = <int> i
    return True


cdef int intern_name(Parser* p, const byte* name, Py_ssize_t size) noexcept nogil:
    """Number a name that the tables do not know; it is kept in lower case, as the tree shows it."""
    cdef Py_ssize_t slot
    cdef Span* span
    cdef byte* kept
    if not (
        p.n_name_bytes + 3 * size < INT_MAX
        and grow(<void**> &p.names, &p.room_name_bytes, p.n_name_bytes + 3 * size, 1)
        and grow(<void**> &p.name_spans, &p.room_names, p.n_names + 1, sizeof(Span))
        and (2 * (p.n_names + 1) <= p.n_name_slots or grow_name_slots(p))
    ):
        p.failed = NO_MEMORY
        return T_DIV
    kept = p.names + p.n_name_bytes
    size = decode(name, size, kept, D_NULS)
    lower(kept, size)
    slot = <Py_ssize_t> (hash_bytes(kept, size) & <u64> (p.n_name_slots - 1))
    while p.name_slots[slot] >= 0:
        span = &p.name_spans[p.name_slots[slot]]
        if span.size == size and memcmp(p.names + span.start, kept, size) == 0:
            return N_TAGS + p.name_slots[slot]
        slot = (slot + 1) & (p.n_name_slots - 1)
    if 2 * (N_TAGS + p.n_names + 2) > p.room_last_same:
        p.n_names += 1
        if not grow_keys(p):
            p.failed = NO_MEMORY
        p.n_names -= 1
        if p.failed:
            return T_DIV
    p.name_slots[slot] = <int> p.n_names
    p.name_spans[p.n_names].start = <int> p.n_name_bytes
    p.name_spans[p.n_names].size = <int> size
    p.n_name_bytes += size
    p.n_names += 1
    return N_TAGS + <int> p.n_names - 1


cdef inline void lower(byte* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        text[i] = LOWER[text[i]]


cdef inline void next_token(Parser* p, Token* token) noexcept nogil:
    """Read one token. A text token goes as far as the text does."""
    cdef const byte* at = p.source + p.pos
    token.side = token.blank = token.self_closing = token.has_attributes = False
    token.facts = -1
    token.start = p.pos
    if p.reading != READ_DATA or p.size - p.pos < 3:
        next_rarer(p, token)
    elif at[0] != c"<":
        read_text(p, token)
    elif CHARS[at[1]] & C_LETTER:
        read_start_tag(p, token)
    elif at[1] == c"/" and CHARS[at[2]] & C_LETTER:
        read_end_tag(p, token)
    else:
        next_rarer(p, token)


cdef void next_rarer(Parser* p, Token* token) noexcept nogil:
    """Read a token of a rarer kind, or near the end of the source."""
    if p.reading != READ_DATA:
        if read_raw(p, token):
            return
        token.side = False
        token.start = p.pos
    while True:
        if p.pos >= p.size:
            token.kind = K_EOF
            return
        if p.source[p.pos] != c"<":
            read_text(p, token)
            return
        if p.pos + 1 < p.size and CHARS[p.source[p.pos + 1]] & C_LETTER:
            read_start_tag(p, token)
            return
        if p.pos + 1 >= p.size or not read_markup(p, token):
            read_text(p, token)
            return
        if token.kind != K_NULL:
            return
        token.start = p.pos  # `</>` is nothing


cdef bint read_markup(Parser* p, Token* token) noexcept nogil:
    """Read what begins with `</`, `<!` or `<?`; False if it is text. The token's kind is K_NULL if it was nothing."""
    cdef byte c = p.source[p.pos + 1]
    if c == c"!":
        read_declaration(p, token)
        return True
    if c == c"?":
        read_bogus_comment(p, token, p.pos + 1)
        return True
    if c != c"/" or p.pos + 2 >= p.size:
        return False
    c = p.source[p.pos + 2]
    if CHARS[c] & C_LETTER:
        read_end_tag(p, token)
    elif c == c">":
        p.pos += 3
        token.kind = K_NULL
        token.count = 0
    else:
        read_bogus_comment(p, token, p.pos + 2)
    return True


cdef inline const byte* read_tag_name(Parser* p, Token* token, const byte* name, const byte* end) noexcept nogil:
    """Read the name of a tag; returns where it ends."""
    cdef const byte* at
    cdef u64 word
    cdef int size
    cdef ShortName* known
    if end - name > 8:
        word = load_word(name)
        size = n_letters(word)
        word = short_word(word, size)
        known = short_tag(word)
        if known.word == word and CHARS[name[size]] & C_ENDS_TAG_NAME:
            token.tag = known.number
            return name + size
    at = end_of_tag_name(name, end)
    token.tag = tag_of(p, name, at - name)
    return at


cdef void read_start_tag(Parser* p, Token* token) noexcept nogil:
    """Read a start tag; one that the source ends in is no token."""
    cdef const byte* end = p.source + p.size
    cdef const byte* at = read_tag_name(p, token, p.source + p.pos + 1, end)
    token.kind = K_START
    token.attributes = <int> (at - p.source)
    if at < end and at[0] == c">":
        at += 1
    else:
        at = read_attributes(p, token, at)
    end_tag(p, token, at)


cdef void read_end_tag(Parser* p, Token* token) noexcept nogil:
    """Read an end tag, attributes and all; likewise."""
    cdef const byte* end = p.source + p.size
    cdef const byte* at = read_tag_name(p, token, p.source + p.pos + 2, end)
    cdef Attribute found
    token.kind = K_END
    token.attributes = <int> (at - p.source)
    if at < end and at[0] == c">":
        at += 1
    else:
        found.name = at
        while at != NULL and found.name != NULL:
            at = next_attribute(at, end, &found)
            token.has_attributes |= at != NULL and found.name != NULL
        token.self_closing = at != NULL and found.self_closing
    end_tag(p, token, at)


cdef inline void end_tag(Parser* p, Token* token, const byte* at) noexcept nogil:
    """Note where a tag ends, NULL if the source ends before."""
    if at == NULL:
        p.pos = token.end = p.size
        token.kind = K_EOF
        return
    p.pos = token.end = <int> (at - p.source)


cdef inline bint begins_markup(const byte* at, const byte* end) noexcept nogil:
    """Whether a `<` begins something else than text."""
    if end - at > 2:
        return CHARS[at[1]] & C_MARKUP
    return end - at == 2 and CHARS[at[1]] & C_MARKUP and at[1] != c"/"


cdef struct TextBits:  # what a text has; a bit is set anywhere in each that is seen
    u64 references
    u64 solid  # other than white space


cdef const byte* end_of_text(const byte* at, const byte* end, TextBits* seen) noexcept nogil:
    """Where the next markup begins; a `<` at the very beginning is text."""
    cdef Block block
    cdef u64 marks, before
    seen.references = 0
    seen.solid = at[0] == c"<"
    at += seen.solid
    while end - at >= BLOCK:
        block = load_block(at)
        marks = equal_bits(block, c"<")
        before = below_first(marks)
        seen.references |= equal_bits(block, c"&") & before
        seen.solid |= ~blank_bits(block) & before
        if not marks:
            at += BLOCK
            continue
        at += low_zeros(marks)
        if begins_markup(at, end):
            return at
        seen.solid = 1
        at += 1
    seen.solid |= at < end
    return end_of_last_text(at, end, &seen.references)


cdef const byte* end_of_last_text(const byte* at, const byte* end, u64* references) noexcept nogil:
    """The same where less than a block is left."""
    while at < end:
        if at[0] == c"<" and begins_markup(at, end):
            return at
        references[0] |= at[0] == c"&"
        at += 1
    return end


cdef void read_text(Parser* p, Token* token) noexcept nogil:
    """Read text up to the next markup or NUL; character references are decoded."""
    cdef const byte* end = p.source + p.size
    cdef const byte* at = p.source + p.pos
    cdef TextBits seen
    token.kind = K_TEXT
    if p.has_nul:
        read_text_and_nuls(p, token)
        return
    token.start = p.pos
    at = end_of_text(at, end, &seen)
    p.pos = token.end = <int> (at - p.source)
    token.blank = not seen.solid
    if seen.references:
        to_side(p, token, D_REFERENCES | D_LINES)


cdef void read_text_and_nuls(Parser* p, Token* token) noexcept nogil:
    """Read NULs, or text up to the next of them; how far the text around them goes is looked up once."""
    cdef const byte* end = p.source + p.size
    cdef const byte* start = p.source + p.pos
    cdef const byte* at = start
    cdef const byte* nul
    cdef TextBits seen
    if at[0] == 0:
        token.kind = K_NULL
        while at < end and at[0] == 0:
            at += 1
        token.count = <int> (at - start)
        p.pos = token.end = <int> (at - p.source)
        return
    if p.text_end <= p.pos:
        p.text_end = <int> (end_of_text(at, end, &seen) - p.source)
    at = p.source + p.text_end
    nul = <const byte*> memchr(start, 0, at - start)
    at = at if nul == NULL else nul
    token.start = <int> (start - p.source)
    p.pos = token.end = <int> (at - p.source)
    if memchr(start, c"&", at - start) != NULL:
        to_side(p, token, D_REFERENCES | D_LINES)


cdef void read_declaration(Parser* p, Token* token) noexcept nogil:
    """Read what begins with `<!`."""
    cdef const byte* at = p.source + p.pos + 2
    cdef Py_ssize_t left = p.size - p.pos - 2
    cdef const byte* close
    if left >= 2 and at[0] == c"-" and at[1] == c"-":
        read_comment(p, token)
    elif left >= 7 and same_letters(at, 7, "doctype", 7):
        close = <const byte*> memchr(at, c">", left)
        token.kind = K_DOCTYPE
        token.start = p.pos + 9
        token.end = p.size if close == NULL else <int> (close - p.source)
        p.pos = p.size if close == NULL else token.end + 1
        token.count = close != NULL  # whether it is complete
    elif left >= 7 and memcmp(at, b"[CDATA[", 7) == 0 and is_in_foreign(p):
        read_cdata(p, token)
    else:
        read_bogus_comment(p, token, p.pos + 2)


cdef void read_cdata(Parser* p, Token* token) noexcept nogil:
    """Read a CDATA section of foreign content: text without references. Empty ones are nothing."""
    cdef int start = p.pos + 9
    cdef const byte* at = p.source + start
    cdef const byte* end = p.source + p.size
    cdef const byte* close = NULL
    while at < end:
        at = <const byte*> memchr(at, c"]", end - at)
        if at == NULL or end - at < 3:
            break
        if at[1] == c"]" and at[2] == c">":
            close = at
            break
        at += 1
    token.kind = K_TEXT
    token.start = start
    token.end = p.size if close == NULL else <int> (close - p.source)
    p.pos = p.size if close == NULL else token.end + 3
    if token.start >= token.end:
        token.kind = K_NULL
        token.count = 0
    elif p.has_nul:
        to_side(p, token, D_LINES | D_NULS)


cdef void read_bogus_comment(Parser* p, Token* token, int start) noexcept nogil:
    cdef const byte* close = <const byte*> memchr(p.source + start, c">", p.size - start)
    token.kind = K_COMMENT
    token.start = start
    token.end = p.size if close == NULL else <int> (close - p.source)
    p.pos = p.size if close == NULL else token.end + 1


cdef int marks_before(const byte* start, const byte* at) noexcept nogil:
    """Number of bytes before a place that belong to the end of a comment: `--!`, `--`, or `-` alone."""
    cdef Py_ssize_t size = at - start
    if size >= 3 and memcmp(at - 3, b"--!", 3) == 0:
        return 3
    if size >= 2 and memcmp(at - 2, b"--", 2) == 0:
        return 2
    return 1 if size >= 1 and (at - 1)[0] == c"-" else 0


cdef void read_comment(Parser* p, Token* token) noexcept nogil:
    """Read a comment; `-->`, `--!>`, `<!-->` and `<!--->` end one."""
    cdef const byte* start = p.source + p.pos + 4
    cdef const byte* end = p.source + p.size
    cdef const byte* at = start
    cdef int marks
    token.kind = K_COMMENT
    token.start = p.pos + 4
    while True:
        at = <const byte*> memchr(at, c">", end - at)
        if at == NULL:
            break
        marks = marks_before(start, at)
        if marks >= 2 or at == start or (marks == 1 and at == start + 1):
            p.pos = <int> (at - p.source) + 1
            token.end = p.pos - 1 - marks
            return
        at += 1
    p.pos = p.size
    token.end = p.size - marks_before(start, end)
