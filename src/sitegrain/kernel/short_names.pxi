# Names of up to eight letters as words of eight bytes, found without a loop and without a branch on their length.

cdef enum:  # bits of Facts.seen
    A_CLASS = 1
    A_ID = 2
    A_ROLE = 4
    A_ITEMPROP = 8
    A_ITEMTYPE = 16
    A_HIDDEN = 32  # was met; the next bits say what it says
    A_ARIA_HIDDEN = 64
    A_STYLE = 128
    A_HREF = 256
    A_TYPE = 512
    A_ENCODING = 1024
    A_FONT = 2048  # color, face or size
    A_IS_HIDDEN = 4096
    A_TYPE_HIDDEN = 8192
    A_ENCODING_HTML = 16384
    A_JSON_LD = 32768

cdef enum:
    TAG_BITS = 11
    ATTRIBUTE_BITS = 4

cdef enum:  # slots of the tables
    N_SHORT_TAGS = 1 << TAG_BITS
    N_SHORT_ATTRIBUTES = 1 << ATTRIBUTE_BITS

cdef struct ShortName:
    u64 word  # in lower case; 0: free
    int number

cdef ShortName SHORT_TAGS[N_SHORT_TAGS]
cdef ShortName SHORT_ATTRIBUTES[N_SHORT_ATTRIBUTES]  # with their bits


cdef inline int n_letters(u64 word) noexcept nogil:
    """How many bytes at the beginning have bit 6: letters, and others that end no name. Digits and dashes do not."""
    word = ~word & <u64> 0x4040404040404040ULL
    return low_zeros(word) >> 3 if word else 8


cdef inline u64 short_word(u64 word, int size) noexcept nogil:
    """The first bytes of a word, letters in lower case; no byte that `n_letters` counts becomes another's letter."""
    return (word | <u64> 0x2020202020202020ULL) & WORD_MASKS[size]


cdef inline ShortName* short_tag(u64 word) noexcept nogil:
    """The only place where a name can be; the factor is one by which no two names share a place."""
    return &SHORT_TAGS[(word * <u64> 0x8553EE632D59C8C9ULL) >> (64 - TAG_BITS)]


cdef inline ShortName* short_attribute(u64 word) noexcept nogil:
    return &SHORT_ATTRIBUTES[(word * <u64> 0x301A8E3F5E36A15BULL) >> (64 - ATTRIBUTE_BITS)]


_ATTRIBUTE_BITS = {
    "class": A_CLASS, "id": A_ID, "role": A_ROLE, "itemprop": A_ITEMPROP, "itemtype": A_ITEMTYPE,
    "hidden": A_HIDDEN, "style": A_STYLE, "href": A_HREF, "type": A_TYPE, "encoding": A_ENCODING,
    "color": A_FONT, "face": A_FONT, "size": A_FONT,
}  # fmt: skip


def _fill_short_names():
    cdef ShortName* name
    cdef u64 word
    tags = {text: tag for tag, text in enumerate(_TAG_NAMES) if len(text) <= 8 and text.isalpha()}
    for text, tag in tags.items():
        word = int.from_bytes(text.encode(), "little")
        name = short_tag(word)
        assert name.word == 0, text
        name.word, name.number = word, tag
    for text, bit in _ATTRIBUTE_BITS.items():
        word = int.from_bytes(text.encode(), "little")
        name = short_attribute(word)
        assert name.word == 0, text
        name.word, name.number = word, bit
