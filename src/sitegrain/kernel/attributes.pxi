# Attributes are read where they stand, in the start tag; the parse notes only what it needs of them.

cdef struct Attribute:
    const byte* name
    const byte* name_end
    const byte* value
    const byte* value_end
    bint has_value
    bint is_plain  # the value is shorter than a block and has nothing to decode; two blocks can be read where it begins
    bint self_closing  # of the tag, once it has ended


cdef inline const byte* next_attribute(const byte* at, const byte* end, Attribute* found) noexcept nogil:
    """Read one attribute; its name is NULL at the end of the tag.

    Returns where reading goes on, NULL if the source ends.
    """
    cdef const byte* close
    found.name = NULL
    while True:
        if at >= end:
            return NULL
        if at[0] == c">":
            found.self_closing = False
            return at + 1
        if at[0] == c"/":
            if at + 1 < end and at[1] == c">":
                found.self_closing = True
                return at + 2
        elif not CHARS[at[0]] & C_SPACE:
            break
        at += 1
    close = at
    at += 1  # an equals sign may begin a name
    if end - at >= 8:
        at += n_word_bytes(load_word(at))
    while at < end and not CHARS[at[0]] & C_ENDS_NAME:
        at += 1
    found.name_end = at
    while at < end and CHARS[at[0]] & C_SPACE:
        at += 1
    if at >= end:
        return NULL
    found.name = close
    found.has_value = at[0] == c"="
    found.value = found.value_end = at
    found.is_plain = False
    if not found.has_value:
        return at
    return read_value(at + 1, end, found)


cdef inline const byte* read_value(const byte* at, const byte* end, Attribute* found) noexcept nogil:
    """Read the value behind an equals sign."""
    cdef const byte* close
    cdef Block block
    cdef u64 quotes
    while at < end and CHARS[at[0]] & C_SPACE:
        at += 1
    if at < end and (at[0] == c'"' or at[0] == c"'"):
        if end - at > 2 * BLOCK:
            block = load_block(at + 1)
            quotes = equal_bits(block, at[0])
            if quotes:
                found.value = at + 1
                found.value_end = found.value + low_zeros(quotes)
                found.is_plain = not odd_bits(block) & below_first(quotes)
                return found.value_end + 1
        close = <const byte*> memchr(at + 1, at[0], end - at - 1)
        found.value = at + 1
        found.value_end = close
        return NULL if close == NULL else close + 1
    found.value = at
    while at < end and at[0] != c">" and not CHARS[at[0]] & C_SPACE:
        at += 1
    found.value_end = at
    return at if at < end else NULL


cdef inline bint is_name(Attribute* found, const char* name, Py_ssize_t size) noexcept nogil:
    """Whether an attribute has this name, in lower case."""
    cdef Py_ssize_t i
    for i in range(size):
        if LOWER[found.name[i]] != <byte> name[i]:
            return False
    return True


cdef inline int attribute_bit(Attribute* found, const byte* end) noexcept nogil:
    """The bit of an attribute that is looked at, 0 for all others."""
    cdef Py_ssize_t size = found.name_end - found.name
    cdef u64 word = 0
    cdef ShortName* known
    if size > 8:
        return A_ARIA_HIDDEN if size == 11 and is_name(found, "aria-hidden", 11) else 0
    if end - found.name >= 8:
        word = load_word(found.name) & WORD_MASKS[size]
    else:
        memcpy(&word, found.name, size)
    word = lower_word(word)
    known = short_attribute(word)
    return known.number if known.word == word and found.name[size - 1] else 0  # a NUL at the end makes another name


cdef const byte* plain_value(Parser* p, Attribute* found, Py_ssize_t* size) noexcept nogil:
    """The value of an attribute, decoded if it needs to be."""
    size[0] = found.value_end - found.value
    if not (
        memchr(found.value, c"&", size[0]) != NULL
        or (p.has_cr and memchr(found.value, c"\r", size[0]) != NULL)
        or (p.has_nul and memchr(found.value, 0, size[0]) != NULL)
    ):
        return found.value
    if not grow(<void**> &p.scratch, &p.room_scratch, 3 * size[0], 1):
        p.failed = NO_MEMORY
        size[0] = 0
        return found.value
    size[0] = decode(found.value, size[0], p.scratch, D_REFERENCES | D_ATTRIBUTE | D_LINES | D_NULS)
    return p.scratch


cdef bint same_letters(const byte* text, Py_ssize_t size, const char* wanted, Py_ssize_t n_wanted) noexcept nogil:
    """Whether a text is this word, in any case."""
    cdef Py_ssize_t i
    if size != n_wanted:
        return False
    for i in range(size):
        if LOWER[text[i]] != <byte> wanted[i]:
            return False
    return True


cdef bint contains_letters(const byte* text, Py_ssize_t size, const char* wanted, Py_ssize_t n_wanted) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size - n_wanted + 1):
        if same_letters(text + i, n_wanted, wanted, n_wanted):
            return True
    return False


cdef bint is_display_none(const byte* text, Py_ssize_t size) noexcept nogil:
    """Whether a style says `display: none`, anywhere and in any case."""
    cdef const byte* end = text + size
    cdef const byte* at
    while size >= 12:  # display:none
        if LOWER[text[0]] == c"d" and same_letters(text, 7, "display", 7):
            at = text + 7
            while at < end and CHARS[at[0]] & C_PYTHON_SPACE:
                at += 1
            if at < end and at[0] == c":":
                at += 1
                while at < end and CHARS[at[0]] & C_PYTHON_SPACE:
                    at += 1
                if end - at >= 4 and same_letters(at, 4, "none", 4):
                    return True
        text += 1
        size -= 1
    return False


cdef void note_classes(Parser* p, Facts* facts, const byte* text, Py_ssize_t size) noexcept nogil:
    """Keep a hash of every name in a class attribute."""
    cdef const byte* end = text + size
    cdef const byte* start
    while True:
        while text < end and CHARS[text[0]] & C_SPACE:
            text += 1
        if text == end:
            break
        start = text
        while text < end and not CHARS[text[0]] & C_SPACE:
            text += 1
        note_class(p, hash_bytes(start, text - start))
    facts.n_classes = <int> (p.n_classes - facts.first_class)


cdef inline void note_class(Parser* p, u64 h) noexcept nogil:
    if p.n_classes == INT_MAX or not grow(<void**> &p.classes, &p.room_classes, p.n_classes + 1, sizeof(u64)):
        p.failed = NO_MEMORY
        return
    p.classes[p.n_classes] = h
    p.n_classes += 1


cdef inline void note_plain_classes(Parser* p, Facts* facts, const byte* text, int size) noexcept nogil:
    """The same for a short value with nothing to decode, whose only white space are blanks."""
    cdef u64 letters = ~equal_bits(load_block(text), c" ") & low_ones(size)
    cdef int start, length
    while letters:
        start = low_zeros(letters)
        length = n_low_ones(letters >> start)
        note_class(p, facts.fields[0] if length == size else hash_short(text + start, length))
        letters &= ~<u64> 0 << start << length
    facts.n_classes = <int> (p.n_classes - facts.first_class)


cdef inline u64 hash_value(Attribute* found, const byte* value, Py_ssize_t size) noexcept nogil:
    """The hash of a value, 0 if it is empty."""
    if size == 0:
        return 0
    return hash_short(value, size) if found.is_plain else hash_bytes(value, size)


cdef inline void note_class_value(
    Parser* p, Facts* facts, Attribute* found, const byte* value, Py_ssize_t size
) noexcept nogil:
    """Keep a hash of a class attribute, and of every name in it."""
    facts.first_class = <int> p.n_classes
    if not size:
        return
    facts.fields[0] = hash_value(found, value, size)
    if found.is_plain:
        note_plain_classes(p, facts, value, <int> size)
        return
    note_classes(p, facts, value, size)


cdef void note_attribute(Parser* p, Facts* facts, Attribute* found, int bit) noexcept nogil:
    """Note what an attribute says; the first of a name counts."""
    cdef Py_ssize_t size = 0
    cdef const byte* value
    if facts.seen & bit:
        return
    facts.seen |= bit
    if bit & (A_HREF | A_FONT):
        return
    if found.is_plain:
        value, size = found.value, found.value_end - found.value
    else:
        value = plain_value(p, found, &size)
    if bit == A_CLASS:
        note_class_value(p, facts, found, value, size)
    elif bit == A_ID:
        facts.fields[1] = hash_value(found, value, size)
    elif bit == A_ROLE:
        facts.fields[2] = hash_value(found, value, size)
    elif bit == A_ITEMPROP:
        facts.fields[3] = hash_value(found, value, size)
    elif bit == A_ITEMTYPE:
        facts.fields[4] = hash_value(found, value, size)
    elif bit == A_STYLE:
        facts.seen |= A_IS_HIDDEN if is_display_none(value, size) else 0
    elif bit == A_HIDDEN:
        facts.seen |= A_IS_HIDDEN
    elif bit == A_ARIA_HIDDEN:
        facts.seen |= A_IS_HIDDEN if size == 4 and memcmp(value, b"true", 4) == 0 else 0
    elif bit == A_TYPE:
        facts.seen |= A_TYPE_HIDDEN if same_letters(value, size, "hidden", 6) else 0
        facts.seen |= A_JSON_LD if contains_letters(value, size, "ld+json", 7) else 0
    elif bit == A_ENCODING and (
        same_letters(value, size, "text/html", 9) or same_letters(value, size, "application/xhtml+xml", 21)
    ):
        facts.seen |= A_ENCODING_HTML


cdef inline const byte* next_short(const byte* at, const byte* end, Attribute* found, int* bit) noexcept nogil:
    """Read an attribute as most are written: a blank, up to eight letters, a value in quotes.

    Returns where reading goes on, NULL if there is no such attribute.
    """
    cdef const byte* value
    cdef int size
    cdef u64 word, quotes
    cdef ShortName* known
    cdef Block block
    if end - at < 3 * BLOCK or at[0] != c" ":
        return NULL
    word = load_word(at + 1)
    size = n_letters(word)
    value = at + 1 + size
    if size == 0 or value[0] != c"=" or not (value[1] == c'"' or value[1] == c"'"):
        return NULL
    block = load_block(value + 2)
    quotes = equal_bits(block, value[1])
    word = short_word(word, size)
    known = short_attribute(word)
    bit[0] = known.number if known.word == word else 0
    found.has_value = True
    found.value = value + 2
    if not quotes:
        return end_of_long_value(end, found, value[1])
    found.value_end = found.value + low_zeros(quotes)
    found.is_plain = not odd_bits(block) & below_first(quotes)
    return found.value_end + 1


cdef inline const byte* end_of_long_value(const byte* end, Attribute* found, byte quote) noexcept nogil:
    """Find the quote behind a value of at least 64 bytes; NULL if there is none."""
    cdef const byte* at = found.value + BLOCK
    found.is_plain = False
    found.value_end = <const byte*> memchr(at, quote, end - at)
    return NULL if found.value_end == NULL else found.value_end + 1


cdef const byte* read_attributes(Parser* p, Token* token, const byte* at) noexcept nogil:
    """Pass over a start tag's attributes; returns the end of the tag, NULL if the source ends before."""
    cdef const byte* end = p.source + p.size
    cdef const byte* after
    cdef Attribute found
    cdef Facts* facts
    cdef int bit = 0
    if p.n_facts == INT_MAX or not grow(<void**> &p.facts, &p.room_facts, p.n_facts + 1, sizeof(Facts)):
        p.failed = NO_MEMORY
        return NULL
    facts = p.facts + p.n_facts
    memset(facts, 0, sizeof(Facts))
    found.self_closing = False
    while at < end and at[0] != c">":
        after = next_short(at, end, &found, &bit)
        if after == NULL:
            after = next_attribute(at, end, &found)
            if after == NULL:
                return NULL
            if found.name == NULL:
                at = after - 1
                break
            bit = attribute_bit(&found, end)
        at = after
        token.has_attributes = True
        if bit:
            note_attribute(p, facts, &found, bit)
    if at >= end:
        return NULL
    token.self_closing = found.self_closing
    if facts.seen:
        token.facts = <int> p.n_facts
        p.n_facts += 1
    return at + 1


cdef void merge_facts(Parser* p, Node* node, int extra) noexcept nogil:
    """An additional <html> or <body> tag adds the attributes that the element does not have yet."""
    cdef Facts* facts
    cdef Facts* added
    cdef int new, i
    if extra < 0:
        return
    if node.facts < 0:
        node.facts = extra
        return
    facts, added = p.facts + node.facts, p.facts + extra
    new = added.seen & ~facts.seen
    for i in range(5):
        if new & (1 << i):
            facts.fields[i] = added.fields[i]
    if new & A_CLASS:
        facts.first_class, facts.n_classes = added.first_class, added.n_classes
    if not new & (A_STYLE | A_HIDDEN | A_ARIA_HIDDEN):
        new &= ~A_IS_HIDDEN
    facts.seen |= new
