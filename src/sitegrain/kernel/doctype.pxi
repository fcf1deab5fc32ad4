# The document type: what it says about quirks, and its parts for those who ask.

_QUIRKY_PREFIXES = (
    b"+//silmaril//dtd html pro v0r11 19970101//", b"-//as//dtd html 3.0 aswedit + extensions//",
    b"-//advasoft ltd//dtd html 3.0 aswedit + extensions//", b"-//ietf//dtd html 2.0 level 1//",
    b"-//ietf//dtd html 2.0 level 2//", b"-//ietf//dtd html 2.0 strict level 1//",
    b"-//ietf//dtd html 2.0 strict level 2//", b"-//ietf//dtd html 2.0 strict//", b"-//ietf//dtd html 2.0//",
    b"-//ietf//dtd html 2.1e//", b"-//ietf//dtd html 3.0//", b"-//ietf//dtd html 3.2 final//",
    b"-//ietf//dtd html 3.2//", b"-//ietf//dtd html 3//", b"-//ietf//dtd html level 0//",
    b"-//ietf//dtd html level 1//", b"-//ietf//dtd html level 2//", b"-//ietf//dtd html level 3//",
    b"-//ietf//dtd html strict level 0//", b"-//ietf//dtd html strict level 1//",
    b"-//ietf//dtd html strict level 2//", b"-//ietf//dtd html strict level 3//", b"-//ietf//dtd html strict//",
    b"-//ietf//dtd html//", b"-//metrius//dtd metrius presentational//",
    b"-//microsoft//dtd internet explorer 2.0 html strict//", b"-//microsoft//dtd internet explorer 2.0 html//",
    b"-//microsoft//dtd internet explorer 2.0 tables//", b"-//microsoft//dtd internet explorer 3.0 html strict//",
    b"-//microsoft//dtd internet explorer 3.0 html//", b"-//microsoft//dtd internet explorer 3.0 tables//",
    b"-//netscape comm. corp.//dtd html//", b"-//netscape comm. corp.//dtd strict html//",
    b"-//o'reilly and associates//dtd html 2.0//", b"-//o'reilly and associates//dtd html extended 1.0//",
    b"-//o'reilly and associates//dtd html extended relaxed 1.0//",
    b"-//sq//dtd html 2.0 hotmetal + extensions//",
    b"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    b"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    b"-//spyglass//dtd html 2.0 extended//", b"-//sun microsystems corp.//dtd hotjava html//",
    b"-//sun microsystems corp.//dtd hotjava strict html//", b"-//w3c//dtd html 3 1995-03-24//",
    b"-//w3c//dtd html 3.2 draft//", b"-//w3c//dtd html 3.2 final//", b"-//w3c//dtd html 3.2//",
    b"-//w3c//dtd html 3.2s draft//", b"-//w3c//dtd html 4.0 frameset//", b"-//w3c//dtd html 4.0 transitional//",
    b"-//w3c//dtd html experimental 19960712//", b"-//w3c//dtd html experimental 970421//",
    b"-//w3c//dtd w3 html//", b"-//w3o//dtd w3 html 3.0//", b"-//webtechs//dtd mozilla html 2.0//",
    b"-//webtechs//dtd mozilla html//",
)  # fmt: skip

cdef enum:
    N_PREFIXES = 55
    MAX_PREFIX = 96

cdef byte QUIRKY[N_PREFIXES][MAX_PREFIX]


def _fill_quirks():
    assert len(_QUIRKY_PREFIXES) == N_PREFIXES
    for i, prefix in enumerate(_QUIRKY_PREFIXES):
        for j, letter in enumerate(prefix):
            QUIRKY[i][j] = letter


cdef struct Doctype:
    const byte* name
    const byte* public
    const byte* system
    Py_ssize_t name_size
    Py_ssize_t public_size  # -1: missing
    Py_ssize_t system_size
    bint is_forced  # quirks


cdef const byte* skip_spaces(const byte* at, const byte* end) noexcept nogil:
    while at < end and CHARS[at[0]] & C_SPACE:
        at += 1
    return at


cdef const byte* read_quoted(const byte* at, const byte* end, Py_ssize_t* size) noexcept nogil:
    """Read a quoted part; returns where reading goes on, NULL if the quote does not end."""
    cdef const byte* close = <const byte*> memchr(at + 1, at[0], end - at - 1)
    size[0] = (end if close == NULL else close) - at - 1
    return NULL if close == NULL else close + 1


cdef void split_doctype(const byte* at, const byte* end, bint is_complete, Doctype* parts) noexcept nogil:
    """Find name, public and system identifier of a document type, `at` behind its keyword."""
    memset(parts, 0, sizeof(Doctype))
    parts.public_size = parts.system_size = -1
    parts.is_forced = not is_complete
    at = skip_spaces(at, end)
    parts.name = at
    while at < end and not CHARS[at[0]] & C_SPACE:
        at += 1
    parts.name_size = at - parts.name
    at = skip_spaces(at, end)
    if parts.name_size == 0:
        parts.is_forced = True
    if at == end:
        return
    if end - at >= 6 and same_letters(at, 6, "public", 6):
        split_public(skip_spaces(at + 6, end), end, parts)
    elif end - at >= 6 and same_letters(at, 6, "system", 6):
        split_system(skip_spaces(at + 6, end), end, parts)
        if parts.system_size < 0:
            parts.is_forced = True
    else:
        parts.is_forced = True


cdef void split_public(const byte* at, const byte* end, Doctype* parts) noexcept nogil:
    if at == end or not (at[0] == c'"' or at[0] == c"'"):
        parts.is_forced = True
        return
    parts.public = at + 1
    at = read_quoted(at, end, &parts.public_size)
    if at == NULL:
        parts.is_forced = True
        return
    split_system(skip_spaces(at, end), end, parts)


cdef void split_system(const byte* at, const byte* end, Doctype* parts) noexcept nogil:
    if at == end:
        return
    if not (at[0] == c'"' or at[0] == c"'"):
        parts.is_forced = True
        return
    parts.system = at + 1
    at = read_quoted(at, end, &parts.system_size)
    if at == NULL:
        parts.is_forced = True
    elif skip_spaces(at, end) != end:
        parts.is_forced = False  # what follows is passed over, even if the source ends in it


cdef bint begins_with(const byte* text, Py_ssize_t size, const byte* prefix) noexcept nogil:
    """Whether a text begins with a word, in any case."""
    cdef Py_ssize_t n = strlen(<const char*> prefix)
    return size >= n and same_letters(text, n, <const char*> prefix, n)


cdef bint is_quirky(Parser* p, Token* token) noexcept nogil:
    """Whether a document type asks for quirks mode."""
    cdef Doctype parts
    cdef int i
    split_doctype(p.source + token.start, p.source + token.end, token.count, &parts)
    if parts.is_forced or not same_letters(parts.name, parts.name_size, "html", 4):
        return True
    if parts.system_size >= 0 and same_letters(
        parts.system, parts.system_size, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd", 58
    ):
        return True
    if parts.public_size < 0:
        return False
    for i in range(N_PREFIXES):
        if begins_with(parts.public, parts.public_size, QUIRKY[i]):
            return True
    if parts.system_size < 0 and (
        begins_with(parts.public, parts.public_size, b"-//w3c//dtd html 4.01 frameset//")
        or begins_with(parts.public, parts.public_size, b"-//w3c//dtd html 4.01 transitional//")
    ):
        return True
    return (
        same_letters(parts.public, parts.public_size, "-//w3o//dtd w3 html strict 3.0//en//", 36)
        or same_letters(parts.public, parts.public_size, "-/w3c/dtd html 4.0 transitional/en", 34)
        or same_letters(parts.public, parts.public_size, "html", 4)
    )
