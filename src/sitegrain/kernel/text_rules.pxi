# What Python passes in: classes of characters, words, lengths. Names of classes are those of TextRules.

cdef enum:  # bits of a character; the first are what Python says of it, the others are classes that are passed in
    T_SPACE = 1
    T_WORD = 2  # \w
    T_DECIMAL = 4  # \d
    T_DIGIT = 8  # str.isdigit
    T_UPPER = 16
    T_SENTENCE = 32
    T_STOP = 64
    T_CLOSER = 128
    T_OPEN = 256
    T_COLON = 512
    T_QUESTION = 1024
    T_COMMA = 2048
    T_SEPARATOR = 4096
    T_PAUSE = 8192
    T_DATE = 16384
    T_CURRENCY = 32768
    T_YEAR = 65536
    T_CODE = 131072  # the first character of a code

cdef enum:
    MOST_COUNTED = 0xFFFF  # characters whose classes are counted side by side in one word, 16 bits for each
    COUNT = 0xFFFF
    COMMAS_AT = 16
    PAUSES_AT = 32
    SEPARATORS_AT = 48

cdef enum:
    MAX_WORDS = 16  # of a list that is passed in
    MAX_WORD = 8  # bytes of each

cdef extern from "Python.h":
    int Py_UNICODE_ISDECIMAL(Py_UCS4 code) noexcept nogil
    int Py_UNICODE_ISDIGIT(Py_UCS4 code) noexcept nogil
    int Py_UNICODE_ISUPPER(Py_UCS4 code) noexcept nogil

_CLASS_BITS = {
    "sentence_ends": T_SENTENCE, "stops": T_STOP, "closers": T_CLOSER, "open_ends": T_OPEN, "colons": T_COLON,
    "questions": T_QUESTION, "commas": T_COMMA, "separators": T_SEPARATOR, "pauses": T_PAUSE,
    "date_separators": T_DATE, "currencies": T_CURRENCY, "year_signs": T_YEAR,
}  # fmt: skip

cdef byte TRAITS[N_CLASSED]


cdef int traits_of(long code) noexcept nogil:
    """What Python says of a character."""
    cdef int traits = 0
    if Py_UNICODE_ISSPACE(<Py_UCS4> code):
        traits |= T_SPACE
    if Py_UNICODE_ISALNUM(<Py_UCS4> code) or code == c"_":
        traits |= T_WORD
    if Py_UNICODE_ISDECIMAL(<Py_UCS4> code):
        traits |= T_DECIMAL
    if Py_UNICODE_ISDIGIT(<Py_UCS4> code):
        traits |= T_DIGIT
    if Py_UNICODE_ISUPPER(<Py_UCS4> code):
        traits |= T_UPPER
    return traits


def _fill_traits():
    cdef long code
    for code in range(N_CLASSED):
        TRAITS[code] = <byte> traits_of(code)


cdef struct WordList:
    byte text[MAX_WORDS][MAX_WORD]
    int sizes[MAX_WORDS]
    int n


cdef fill_words(WordList* words, texts):
    words.n = 0
    for text in texts:
        raw = text.encode()
        if not 0 < len(raw) <= MAX_WORD or words.n == MAX_WORDS:
            raise ValueError(f"at most {MAX_WORDS} words of 1 to {MAX_WORD} bytes, got {texts}")
        for i in range(len(raw)):
            words.text[words.n][i] = raw[i]
        words.sizes[words.n] = len(raw)
        words.n += 1


cdef bint starts_with(WordList* words, const byte* start, const byte* end) noexcept nogil:
    """Whether a text starts with one of the words."""
    cdef int i
    for i in range(words.n):
        if end - start >= words.sizes[i] and memcmp(start, words.text[i], words.sizes[i]) == 0:
            return True
    return False


cdef bint ends_with(WordList* words, const byte* start, const byte* end) noexcept nogil:
    """Whether a text ends with one of the words."""
    cdef int i, size
    for i in range(words.n):
        size = words.sizes[i]
        if end - start >= size and memcmp(end - size, words.text[i], size) == 0:
            return True
    return False


cdef class TextRules:
    """How the text of units is looked at.

    classes     : characters by the name of their class; a character may have several
    open_ends   : texts that, like the characters of this class, leave a sentence open at the end of a unit
    year_starts : first characters of a year of four digits
    codes       : currencies by their letters
    short_chars : longer texts are searched for dates and prices only so far; their digits and capitals do not count
    tail_chars  : at the end, of which the last must be the end of a sentence
    most_chars  : of a word, on average
    vote_chars, most_votes : characters that give a text a vote, and how many votes at most
    """

    cdef unsigned int table[N_CLASSED]
    cdef u64 counted[128]
    cdef WordList open_ends
    cdef WordList year_starts
    cdef WordList codes
    cdef Py_ssize_t short_chars
    cdef Py_ssize_t tail_chars
    cdef double most_chars
    cdef double vote_chars
    cdef double most_votes

    def __init__(
        self, dict classes, *, open_ends, year_starts, codes, Py_ssize_t short_chars, Py_ssize_t tail_chars,
        double most_chars, double vote_chars, double most_votes,
    ):  # fmt: skip
        cdef long code
        for code in range(N_CLASSED):
            self.table[code] = TRAITS[code]
        for name, characters in classes.items():
            bit = _CLASS_BITS[name]
            for character in characters:
                code = ord(character)
                if code >= N_CLASSED:
                    raise ValueError(f"a character beyond {N_CLASSED:#x} in {name}: {character!r}")
                self.table[code] |= <unsigned int> bit
        fill_words(&self.open_ends, open_ends)
        fill_words(&self.year_starts, year_starts)
        fill_words(&self.codes, codes)
        for text in codes:
            self.table[ord(text[:1])] |= <unsigned int> T_CODE
        for code in range(128):
            self.counted[code] = counts_of(self.table[code])
        self.short_chars, self.tail_chars = short_chars, tail_chars
        self.most_chars, self.vote_chars, self.most_votes = most_chars, vote_chars, most_votes


cdef inline u64 counts_of(unsigned int bits) noexcept nogil:
    """What a character adds to the counts of its classes."""
    cdef u64 one = 1
    return (
        (one if bits & T_DIGIT else 0) + (one << COMMAS_AT if bits & T_COMMA else 0)
        + (one << PAUSES_AT if bits & T_PAUSE else 0) + (one << SEPARATORS_AT if bits & T_SEPARATOR else 0)
    )


cdef inline unsigned int bits_of(const unsigned int* table, long code) noexcept nogil:
    return table[code] if code < N_CLASSED else <unsigned int> traits_of(code)


cdef const byte* text_bytes(const byte[::1] text, const int[::1] starts) except? NULL:
    """Where the texts are; ValueError unless the bounds rise and are inside."""
    cdef Py_ssize_t i
    cdef bint is_wrong = starts.shape[0] == 0 or starts[0] < 0
    for i in range(starts.shape[0] - 1):
        is_wrong |= starts[i] > starts[i + 1]
    if is_wrong or starts[starts.shape[0] - 1] > text.shape[0]:
        raise ValueError("the bounds of the texts must rise from 0 to the size of the text")
    return &text[0] if text.shape[0] else NULL
