# The keys of elements of which every naming token counts: equal keys have equal numbers.

cdef struct Token:
    const Py_UCS4* text
    Py_ssize_t size

cdef struct Naming:  # of one element
    Py_UCS4* text
    Py_ssize_t room_text
    Py_ssize_t n_text
    Token* tokens
    Py_ssize_t room_tokens
    Py_ssize_t n_tokens


cdef inline u64 with_code(u64 h, Py_UCS4 code) noexcept nogil:
    """A hash of a text, one character longer."""
    return (h ^ <u64> code) * <u64> 0x100000001B3ULL


cdef enum:
    FIRST_HASH = 0x1505


def text_hash(str text not None):
    """The hash of a text by which `read_keys` compares states."""
    cdef u64 h = FIRST_HASH
    for code in text:
        h = with_code(h, code)
    return h


cdef bint has_hash(const u64[::1] hashes, u64 h) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(hashes.shape[0]):
        if hashes[i] == h:
            return True
    return False


cdef bint reserve_naming(Naming* n, Py_ssize_t size) noexcept nogil:
    """Make room for the tokens of values of so many characters: marks may be longer than what they mark."""
    cdef void* grown
    if size > PY_SSIZE_T_MAX // 256:
        return False
    if 16 * size + 256 > n.room_text:
        grown = realloc(n.text, (16 * size + 256) * sizeof(Py_UCS4))
        if grown == NULL:
            return False
        n.text = <Py_UCS4*> grown
        n.room_text = 16 * size + 256
    if size + 8 > n.room_tokens:
        grown = realloc(n.tokens, (size + 8) * sizeof(Token))
        if grown == NULL:
            return False
        n.tokens = <Token*> grown
        n.room_tokens = size + 8
    return True


cdef inline void put_code(Naming* n, Py_UCS4 code) noexcept nogil:
    n.text[n.n_text] = code
    n.n_text += 1


cdef inline bint put_masked(Naming* n, Py_UCS4 code, bint in_digits) noexcept nogil:
    """Write a character; one # for a run of digits. Whether the run goes on."""
    cdef bint is_digit = 0x30 <= code <= 0x39 if code < 0x80 else Py_UNICODE_ISDECIMAL(code)
    if not is_digit:
        put_code(n, code)
    elif not in_digits:
        put_code(n, c"#")
    return is_digit


cdef inline bint is_blank(Py_UCS4 code) noexcept nogil:
    """White space of str.split."""
    return Py_UNICODE_ISSPACE(code)


cdef int put_mark(Naming* n, str mark) except -1:
    for code in mark:
        put_code(n, code)
    return 0


cdef int put_words(
    Naming* n, str value, str mark, str end, const u64[::1] states, const u64[::1] prefixes
) except -1:
    """Take the words of an attribute, digits masked, that are no states; each between marks."""
    cdef Py_ssize_t size = len(value)
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t first, at
    cdef bint in_digits, is_state
    cdef u64 h
    while True:
        while i < size and is_blank(value[i]):
            i += 1
        if i == size:
            return 0
        first = n.n_text
        put_mark(n, mark)
        h, in_digits, is_state = FIRST_HASH, False, False
        while i < size and not is_blank(value[i]):
            at = n.n_text
            in_digits = put_masked(n, value[i], in_digits)
            if n.n_text > at:
                h = with_code(h, n.text[at])
                is_state = is_state or has_hash(prefixes, h)
            i += 1
        if is_state or has_hash(states, h):
            n.n_text = first
            continue
        put_mark(n, end)
        end_token(n, first)


cdef inline void end_token(Naming* n, Py_ssize_t first) noexcept nogil:
    n.tokens[n.n_tokens].text = n.text + first
    n.tokens[n.n_tokens].size = n.n_text - first
    n.n_tokens += 1


cdef int put_identity(Naming* n, str value) except -1:
    """Take an id: the whole value is one token."""
    cdef Py_ssize_t first = n.n_text
    cdef bint in_digits = False
    put_code(n, c"#")
    for code in value.strip():
        in_digits = put_masked(n, code, in_digits)
    end_token(n, first)
    return 0


cdef int compared(const void* one, const void* other) noexcept nogil:
    """Order of two tokens by their characters."""
    cdef const Token* a = <const Token*> one
    cdef const Token* b = <const Token*> other
    cdef Py_ssize_t i
    for i in range(min(a.size, b.size)):
        if a.text[i] != b.text[i]:
            return -1 if a.text[i] < b.text[i] else 1
    return (a.size > b.size) - (a.size < b.size)


cdef u64 key_hash(Naming* n, str tag):
    """The hash of the name and the distinct tokens in their order, written one after another."""
    cdef u64 h = FIRST_HASH
    cdef Py_ssize_t i, k
    for code in tag:
        h = with_code(h, code)
    with nogil:
        if n.n_tokens > 1:
            qsort(n.tokens, n.n_tokens, sizeof(Token), compared)
        for i in range(n.n_tokens):
            if i and compared(n.tokens + i - 1, n.tokens + i) == 0:
                continue
            for k in range(n.tokens[i].size):
                h = with_code(h, n.tokens[i].text[k])
    return h


cdef int read_naming(Naming* n, tuple descriptor, const u64[::1] states, const u64[::1] prefixes) except -1:
    """Take all tokens of an element."""
    cdef str value
    cdef Py_ssize_t size = 0
    n.n_text = n.n_tokens = 0
    for value in descriptor:
        size += 3 * len(value)  # as much as lower case can make of them
    if not reserve_naming(n, size):
        raise MemoryError
    if descriptor[1]:
        put_words(n, descriptor[1].lower(), ".", "", states, prefixes)
    if descriptor[2]:
        put_identity(n, descriptor[2].lower())
    for i, name in ((3, "role"), (4, "itemprop"), (5, "itemtype")):
        if descriptor[i]:
            put_words(n, descriptor[i].lower(), f"[{name}=", "]", prefixes[:0], prefixes[:0])
    return 0


def read_keys(
    list descriptors not None,
    frozenset nameless not None,
    const u64[::1] states,
    const u64[::1] prefixes,
    long long[:, ::1] keys,
):
    """Hash what names each element: its name, and the set of tokens of class, id, role, itemprop, itemtype.

    descriptors : n (name, class, id, role, itemprop, itemtype)
    nameless    : names of elements of which the tokens do not count
    states      : uint64, `text_hash` of class tokens that do not count; prefixes: of beginnings of such tokens
    keys        : int64 (2, n), written: the hash, equal for equal keys; 1 where the key has a token. Linear but for
                  sorting the tokens of an element.
    """
    cdef Naming naming
    cdef Py_ssize_t i
    cdef tuple descriptor
    if keys.shape[0] != 2 or keys.shape[1] != len(descriptors):
        raise ValueError("two numbers for every descriptor")
    memset(&naming, 0, sizeof(Naming))
    try:
        for i, descriptor in enumerate(descriptors):
            if descriptor[0] in nameless:
                naming.n_tokens = 0
            else:
                read_naming(&naming, descriptor, states, prefixes)
            keys[0, i] = <long long> key_hash(&naming, descriptor[0])
            keys[1, i] = naming.n_tokens > 0
    finally:
        free(naming.text)
        free(naming.tokens)


def number_distinct(const long long[::1] values, int[::1] numbers):
    """Number the distinct values in the order of their first ones; int32 (n,) numbers, written. Linear."""
    cdef Ids ids
    cdef Py_ssize_t i
    cdef bint done = True
    if numbers.shape[0] != values.shape[0]:
        raise ValueError("one number for every value")
    memset(&ids, 0, sizeof(Ids))
    with nogil:
        for i in range(values.shape[0]):
            numbers[i] = number_of(&ids, <u64> values[i])
            done = done and numbers[i] >= 0
        end_ids(&ids)
    if not done:
        raise MemoryError
