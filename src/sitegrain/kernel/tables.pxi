# Tables that are filled once when the module is imported and only read afterwards.

import html.entities

cdef enum:  # bits of CHARS
    C_SPACE = 1  # white space of HTML
    C_ENDS_TAG_NAME = 2
    C_ENDS_NAME = 4  # of an attribute
    C_LETTER = 8
    C_WORD = 16  # ASCII letters and digits
    C_PYTHON_SPACE = 32  # white space of str.split
    C_DIGIT = 64
    C_MARKUP = 128  # letters and `/!?`: behind a `<` they make it markup

cdef byte CHARS[256]
cdef byte LOWER[256]

cdef enum:
    TAG_SLOTS = 1024
    ENTITY_SLOTS = 8192
    MAX_ENTITY = 32  # bytes of the longest name of a character

cdef struct KnownTag:
    u64 words[3]
    int tag  # -1: free

cdef struct Entity:
    byte name[32]
    byte name_size  # 0: free
    byte value_size
    byte value[8]

cdef u64 WORD_MASKS[9]  # that keep the first bytes of a word
cdef KnownTag KNOWN_TAGS[TAG_SLOTS]
cdef Entity ENTITIES[ENTITY_SLOTS]
cdef int KINDS[N_TAGS]  # bit of every kind an element of the HTML namespace belongs to
cdef byte START_ACTIONS[N_TAGS]
cdef byte END_ACTIONS[N_TAGS]
cdef byte GROUPS[N_TAGS]

cdef enum:  # bits of GROUPS
    G_IMPLIED_END = 1
    G_IMPLIED_END_ALL = 2  # the thorough rule of </template>
    G_BREAKOUT = 4  # start tags that end foreign content
    G_FOSTERING = 8  # parents out of which text is fostered
    G_CLOSED_AT_ONCE = 16  # raw text elements that a page of XHTML may close in their start tag

_SPECIAL = """
    address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
    details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header
    hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object
    ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot
    th thead title tr track ul wbr xmp
""".split()
_SCOPE = "applet caption html table td th marquee object select template".split()
_KIND_NAMES = {
    SPECIAL: _SPECIAL,
    STOP: [name for name in _SPECIAL if name not in ("address", "div", "p")],
    SCOPE: _SCOPE,
    ITEM_SCOPE: [*_SCOPE, "ol", "ul"],
    BUTTON_SCOPE: [*_SCOPE, "button"],
    TABLE_SCOPE: ["html", "table", "template"],
}
_GROUP_NAMES = {
    G_IMPLIED_END: "dd dt li optgroup option p rb rp rt rtc",
    G_IMPLIED_END_ALL: "caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr",
    G_BREAKOUT: "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing"
    " menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    G_FOSTERING: "table tbody tfoot thead tr",
    G_CLOSED_AT_ONCE: "iframe script style textarea title noscript noframes xmp",
}


cdef inline u64 mixed(u64 h, u64 word) noexcept nogil:
    h = (h ^ word) * <u64> 0x9E3779B97F4A7C15ULL
    return h ^ (h >> 32)


cdef inline u64 last_bytes(const byte* data, Py_ssize_t size) noexcept nogil:
    """Fewer than 8 bytes as a number, without a loop: what is read twice does no harm, since sizes are hashed too."""
    cdef unsigned int low, high
    if size >= 4:
        memcpy(&low, data, 4)
        memcpy(&high, data + size - 4, 4)
        return <u64> low | <u64> high << 32
    if size > 0:
        return data[0] | <u64> data[size >> 1] << 8 | <u64> data[size - 1] << 16
    return 0


cdef inline u64 hash_bytes(const byte* data, Py_ssize_t size) noexcept nogil:
    """A 64-bit hash that is the same in every process and on every machine with the same byte order; never 0."""
    cdef u64 h = (<u64> size + 1) * <u64> 0xD6E8FEB86659FD93ULL  # far apart, or short texts of two sizes could agree
    cdef u64 word
    while size >= 8:
        memcpy(&word, data, 8)
        h = mixed(h, word)
        data += 8
        size -= 8
    h = mixed(h, last_bytes(data, size))
    h = mixed(h, h >> 17)
    return h if h else 1


cdef inline u64 last_of_word(u64 word, Py_ssize_t size) noexcept nogil:
    """`last_bytes` of the first bytes of a word."""
    cdef u64 four = (word & 0xFFFFFFFFU) | (word >> 8 * (size & 3)) << 32
    cdef u64 few = (word & 0xFF) | (word >> 8 * (size >> 1) & 0xFF) << 8 | (word >> 8 * (size - 1 & 7) & 0xFF) << 16
    if size < 4:
        four = few
    return four if size else 0


cdef inline u64 hash_short(const byte* data, Py_ssize_t size) noexcept nogil:
    """`hash_bytes` where 40 bytes can be read: no branch on a size below 32, which is not predictable."""
    cdef u64 h[4]
    cdef Py_ssize_t n_words = size >> 3
    cdef u64 last
    if size >= 32:
        return hash_bytes(data, size)
    h[0] = (<u64> size + 1) * <u64> 0xD6E8FEB86659FD93ULL
    h[1] = mixed(h[0], load_word(data))
    h[2] = mixed(h[1], load_word(data + 8))
    h[3] = mixed(h[2], load_word(data + 16))
    last = mixed(h[n_words], last_of_word(load_word(data + 8 * n_words), size & 7))
    last = mixed(last, last >> 17)
    return last if last else 1


cdef inline int tag_slot(const u64* words) noexcept nogil:
    return <int> (mixed(words[0], words[1] ^ (words[2] << 7)) & (TAG_SLOTS - 1))


cdef void add_known_tag(const byte* name, Py_ssize_t size, int tag) noexcept nogil:
    cdef u64 words[3]
    cdef int slot
    memset(words, 0, sizeof(words))
    memcpy(words, name, size)
    slot = tag_slot(words)
    while KNOWN_TAGS[slot].tag >= 0:
        slot = (slot + 1) & (TAG_SLOTS - 1)
    memcpy(KNOWN_TAGS[slot].words, words, sizeof(words))
    KNOWN_TAGS[slot].tag = tag


cdef void add_entity(const byte* name, Py_ssize_t size, const byte* value, Py_ssize_t value_size) noexcept nogil:
    cdef int slot = <int> (hash_bytes(name, size) & (ENTITY_SLOTS - 1))
    while ENTITIES[slot].name_size:
        slot = (slot + 1) & (ENTITY_SLOTS - 1)
    memcpy(ENTITIES[slot].name, name, size)
    memcpy(ENTITIES[slot].value, value, value_size)
    ENTITIES[slot].name_size = <byte> size
    ENTITIES[slot].value_size = <byte> value_size


cdef const Entity* find_entity(const byte* name, Py_ssize_t size) noexcept nogil:
    """The character of a name, with its semicolon if it is given with one; NULL if there is none."""
    cdef int slot = <int> (hash_bytes(name, size) & (ENTITY_SLOTS - 1))
    while ENTITIES[slot].name_size:
        if ENTITIES[slot].name_size == size and memcmp(ENTITIES[slot].name, name, size) == 0:
            return &ENTITIES[slot]
        slot = (slot + 1) & (ENTITY_SLOTS - 1)
    return NULL


def _fill_characters():
    for code in range(256):
        char = chr(code) if code < 128 else ""
        LOWER[code] = ord(char.lower()) if char else code
        bits = 0
        if char and char in "\t\n\f\r ":
            bits |= C_SPACE | C_ENDS_TAG_NAME | C_ENDS_NAME
        if char and char in "/>":
            bits |= C_ENDS_TAG_NAME | C_ENDS_NAME
        if char == "=":
            bits |= C_ENDS_NAME
        if char.isalpha():
            bits |= C_LETTER | C_MARKUP
        if char and char in "/!?":
            bits |= C_MARKUP
        if char.isalnum():
            bits |= C_WORD
        if char.isdigit():
            bits |= C_DIGIT
        if char.isspace():
            bits |= C_PYTHON_SPACE
        CHARS[code] = bits


def _fill_tags():
    assert len(_TAG_NAMES) == N_TAGS and _TAG_NAMES[T_XMP] == "xmp" and _TAG_NAMES[T_MTD] == "mtd"
    for slot in range(TAG_SLOTS):
        KNOWN_TAGS[slot].tag = -1
    for size in range(9):
        memset(&WORD_MASKS[size], 0, 8)
        memset(&WORD_MASKS[size], 0xFF, size)
    numbers = {name: tag for tag, name in enumerate(_TAG_NAMES)}
    for name, tag in numbers.items():
        raw = name.encode()
        add_known_tag(raw, len(raw), tag)
    for kind, names in _KIND_NAMES.items():
        for name in names:
            KINDS[numbers[name]] |= 1 << kind
    for group, text in _GROUP_NAMES.items():
        for name in text.split():
            GROUPS[numbers[name]] |= group
    for action, text in _START_NAMES.items():
        for name in text.split():
            START_ACTIONS[numbers[name]] = action
    for action, text in _END_NAMES.items():
        for name in text.split():
            END_ACTIONS[numbers[name]] = action


def _fill_entities():
    for name, value in html.entities.html5.items():
        raw, encoded = name.encode(), value.encode()
        add_entity(raw, len(raw), encoded, len(encoded))
