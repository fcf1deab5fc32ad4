# The tree for Python: nodes by number, attributes read when they are asked for.

_SVG_TAGS = {
    name.lower(): name
    for name in """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath
    """.split()
}
_SVG_ATTRIBUTES = {
    name.lower(): name
    for name in """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
    glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
    limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
    patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
    primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant
    specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX
    targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
    """.split()
}
_MATH_ATTRIBUTES = {"definitionurl": "definitionURL"}
_NO_NAMES = {}


cdef str decoded(const byte* text, Py_ssize_t size, int what):
    """Text as Python has it."""
    cdef byte* buffer
    if size == 0:
        return ""
    if not (
        (what & D_REFERENCES and memchr(text, c"&", size) != NULL)
        or (what & D_LINES and memchr(text, c"\r", size) != NULL)
        or (what & D_NULS and memchr(text, 0, size) != NULL)
    ):
        return (<const char*> text)[:size].decode("utf-8")
    if size > PY_SSIZE_T_MAX // 4:
        raise MemoryError
    buffer = <byte*> malloc(3 * <size_t> size)
    if buffer == NULL:
        raise MemoryError
    try:
        size = decode(text, size, buffer, what)
        return (<char*> buffer)[:size].decode("utf-8")
    finally:
        free(buffer)


cdef dict attributes_at(const byte* source, Py_ssize_t size, int start, dict names, dict into):
    """Read the attributes of the start tag at an offset into a mapping; the first of a name counts."""
    cdef const byte* end = source + size
    cdef const byte* at = end_of_tag_name(source + start + 1, end)
    cdef Attribute found
    cdef str name
    while True:
        at = next_attribute(at, end, &found)
        if at == NULL or found.name == NULL:
            return into
        name = decoded(found.name, found.name_end - found.name, D_NULS)
        if not (name.isascii() and name.islower()):
            name = lower_ascii(name)
        name = names.get(name, name)
        if name not in into:
            into[name] = (
                decoded(found.value, found.value_end - found.value, D_REFERENCES | D_ATTRIBUTE | D_LINES | D_NULS)
                if found.has_value
                else None
            )


cdef tuple values_at(const byte* source, Py_ssize_t size, int start, tuple names):
    """The values of some attributes of the start tag at an offset; the first of a name counts."""
    cdef const byte* end = source + size
    cdef const byte* at
    cdef Attribute found
    cdef Py_ssize_t i, n = len(names)
    cdef bytes name
    cdef list values = [None] * n
    cdef list missing = list(names)
    if start < 0 or n == 0:
        return tuple(values)
    at = next_attribute(end_of_tag_name(source + start + 1, end), end, &found)
    while at != NULL and found.name != NULL:
        for i in range(n):
            name = missing[i]
            if name is None or len(name) != found.name_end - found.name:
                continue
            if is_name(&found, PyBytes_AS_STRING(name), len(name)):
                missing[i] = None
                if found.has_value:
                    values[i] = decoded(
                        found.value, found.value_end - found.value, D_REFERENCES | D_ATTRIBUTE | D_LINES | D_NULS
                    )
                break
        at = next_attribute(at, end, &found)
    return tuple(values)


_TO_LOWER = {code: code + 32 for code in range(65, 91)}


cdef str lower_ascii(str text):
    return text.translate(_TO_LOWER)


cdef raise_failure(Parser* p):
    if p.failed == NO_MEMORY:
        raise MemoryError
    if p.failed:
        raise IndexError("the kernel read outside of its arrays; please report this page")


cdef class Tree:
    """A parsed document. Nodes are numbered in no special order; node 0 is the document."""

    cdef Parser parser
    cdef object source

    def __init__(self):
        raise TypeError("a Tree is made by read_tree")

    def __dealloc__(self):
        end_parser(&self.parser)

    def __len__(self):
        return self.parser.n_nodes

    @property
    def is_quirky(self):
        """Whether the document is in quirks mode."""
        return self.parser.quirks

    @property
    def notes(self):
        """What was bounded, one sentence each."""
        return notes_of(self.parser.notes)

    cdef Node* node(self, int index) except NULL:
        if not 0 <= index < self.parser.n_nodes:
            raise IndexError(index)
        return self.parser.nodes + index

    def kind(self, int index):
        """html, svg, math, text, comment, doctype or document."""
        return _KIND_WORDS[self.node(index).kind]

    def name(self, int index):
        """Name of an element."""
        cdef Node* node = self.node(index)
        name = name_of(&self.parser, node.tag)
        return _SVG_TAGS.get(name, name) if node.kind == SVG else name

    def children(self, int index):
        """Numbers of a node's children."""
        cdef list found = []
        cdef int child = self.node(index).first
        while child >= 0:
            found.append(child)
            child = self.parser.nodes[child].next
        return found

    def parent(self, int index):
        """Number of a node's parent, -1 if it has none."""
        return self.node(index).parent

    def next(self, int index):
        """Number of the sibling behind a node, -1 if there is none."""
        return self.node(index).next

    def first_child(self, int index):
        """Number of a node's first child, -1 if there is none."""
        return self.node(index).first

    def continues(self, int index):
        """Whether a text continues the one before it; both are one text node of the document."""
        return bool(self.node(index).flags & JOINED)

    def start(self, int index):
        """Offset of an element's start tag in the source, -1 if it has none."""
        return self.node(index).start

    def text(self, int index):
        """Text of a text or comment; of a doctype all behind its keyword."""
        cdef Node* node = self.node(index)
        if node.kind < TEXT:
            raise ValueError(f"node {index} is an element")
        if node.kind == TEXT and node.flags & SIDE:
            return decoded(self.parser.side + node.start, node.size, 0)
        return decoded(self.parser.source + node.start, node.size, D_LINES if node.kind == TEXT else D_LINES | D_NULS)

    def doctype(self, int index):
        """Name, public and system identifier of a doctype; None for what is missing."""
        cdef Node* node = self.node(index)
        cdef Doctype parts
        cdef const byte* start = self.parser.source + node.start
        if node.kind != DOCTYPE:
            raise ValueError(f"node {index} is no doctype")
        split_doctype(start, start + node.size, True, &parts)
        return (
            lower_ascii(decoded(parts.name, parts.name_size, D_NULS)),
            None if parts.public_size < 0 else decoded(parts.public, parts.public_size, D_LINES | D_NULS),
            None if parts.system_size < 0 else decoded(parts.system, parts.system_size, D_LINES | D_NULS),
        )

    def attributes(self, int index):
        """Attributes of an element; a value is None for an attribute without one."""
        cdef Node* node = self.node(index)
        cdef Py_ssize_t i
        cdef dict found = {}
        names = _SVG_ATTRIBUTES if node.kind == SVG else _MATH_ATTRIBUTES if node.kind == MATH else _NO_NAMES
        if node.start >= 0 and node.kind < TEXT:
            attributes_at(self.parser.source, self.parser.size, node.start, names, found)
        if node.tag == T_HTML or node.tag == T_BODY:
            for i in range(self.parser.n_extras):
                if self.parser.extras[i].node == index:
                    attributes_at(self.parser.source, self.parser.size, self.parser.extras[i].start, names, found)
        return found


_KIND_WORDS = ("html", "svg", "math", "text", "comment", "doctype", "document")


cdef str name_of(Parser* p, int tag):
    cdef Span* span
    if tag < 0:
        return ""
    if tag < N_TAGS:
        return _TAG_NAMES[tag]
    span = &p.name_spans[tag - N_TAGS]
    return (<char*> p.names + span.start)[:span.size].decode("utf-8")


def notes_of(int notes):
    """What a parse bounded, one sentence each."""
    return ("formatting elements: opened again too often, the rest stays closed",) if notes & REOPENED else ()


def read_tree(html, *, bint close_at_once=False):
    """Parse a document.

    html : str, or bytes in UTF-8
    close_at_once : a raw text element that closes itself ends at once, as in XHTML
    """
    cdef Tree tree = Tree.__new__(Tree)
    cdef Parser* p = &tree.parser
    cdef const byte* data
    cdef Py_ssize_t size = 0
    cdef Traits seen
    tree.source = as_source(html, &seen)
    data = source_bytes(tree.source, &size)
    with nogil:
        start_parser(p, data, size, &seen)
        p.close_at_once = close_at_once
        build(p)
    raise_failure(p)
    return tree


def read_tokens(html, *, str state="data", str last_start_tag=None):
    """Cut a source into tokens without making a tree: for tests of the tokenizer."""
    cdef Parser parser
    cdef Parser* p = &parser
    cdef Token* token = &parser.token
    cdef Traits seen
    cdef object source = as_source(html, &seen)
    cdef bytes name
    cdef Py_ssize_t size = 0
    cdef const byte* data = source_bytes(source, &size)
    start_parser(p, data, size, &seen)
    try:
        p.raw_tag = -1
        if last_start_tag is not None:
            name = last_start_tag.encode()
            p.raw_tag = tag_of(p, <const byte*> PyBytes_AS_STRING(name), len(name))
        p.reading = {"data": READ_DATA, "rcdata": READ_RCDATA, "rawtext": READ_RAW_TEXT, "script": READ_SCRIPT,
                     "plaintext": READ_PLAIN, "cdata": READ_DATA}[state]
        if state == "cdata":
            p.pos = -9
            read_cdata(p, token)
            found = [] if token.kind == K_NULL else [token_for_python(p, token)]
        else:
            found = []
        while not p.failed:
            if not has_room(p) and not reserve(p, 2 * RESERVE):
                break
            next_token(p, token)
            if token.kind == K_EOF:
                break
            found.append(token_for_python(p, token))
        raise_failure(p)
        return found
    finally:
        end_parser(p)


cdef token_for_python(Parser* p, Token* token):
    cdef Doctype parts
    if token.kind == K_NULL:
        return ("text", "\0" * token.count)
    if token.kind == K_TEXT:
        return ("text", decoded(text_of(p, token.side, token.start), token.end - token.start,
                                0 if token.side else D_LINES))
    if token.kind == K_COMMENT:
        return ("comment", decoded(p.source + token.start, token.end - token.start, D_LINES | D_NULS))
    if token.kind == K_DOCTYPE:
        split_doctype(p.source + token.start, p.source + token.end, token.count, &parts)
        return (
            "doctype",
            lower_ascii(decoded(parts.name, parts.name_size, D_NULS)) if parts.name_size else None,
            None if parts.public_size < 0 else decoded(parts.public, parts.public_size, D_LINES | D_NULS),
            None if parts.system_size < 0 else decoded(parts.system, parts.system_size, D_LINES | D_NULS),
            not parts.is_forced,
        )
    if token.kind == K_END:
        return ("end", name_of(p, token.tag))
    return (
        "start", name_of(p, token.tag), attributes_at(p.source, p.size, token.start, _NO_NAMES, {}),
        bool(token.self_closing),
    )
