# SVG and MathML inside of HTML.

cdef bint is_text_point(Node* node) noexcept nogil:
    """Whether an element of MathML holds HTML text."""
    return node.kind == MATH and (
        node.tag == T_MI or node.tag == T_MO or node.tag == T_MN or node.tag == T_MS or node.tag == T_MTEXT
    )


cdef bint is_html_point(Parser* p, Node* node) noexcept nogil:
    """Whether a foreign element holds HTML."""
    if node.kind == SVG:
        return node.tag == T_FOREIGNOBJECT or node.tag == T_DESC or node.tag == T_TITLE
    return (
        node.kind == MATH
        and node.tag == T_ANNOTATION_XML
        and node.facts >= 0
        and p.facts[node.facts].seen & A_ENCODING_HTML
    )


cdef inline bint goes_by_html(Parser* p, Token* token) noexcept nogil:
    """Whether a token is handled by the insertion mode, not by the rules of foreign content."""
    return not is_in_foreign(p) or foreign_goes_by_html(p, token)


cdef bint foreign_goes_by_html(Parser* p, Token* token) noexcept nogil:
    """The same inside of foreign content."""
    cdef Node* node = node_at(p, current(p))
    cdef bint is_text
    if token.kind == K_EOF:
        return True
    is_text = token.kind == K_TEXT or token.kind == K_NULL
    if is_text_point(node) and (
        is_text or (token.kind == K_START and token.tag != T_MGLYPH and token.tag != T_MALIGNMARK)
    ):
        return True
    if node.kind == MATH and node.tag == T_ANNOTATION_XML and token.kind == K_START and token.tag == T_SVG:
        return True
    return is_html_point(p, node) and (is_text or token.kind == K_START)


cdef void insert_foreign(Parser* p, Token* token, int kind) noexcept nogil:
    insert_element(p, kind, token)
    if token.self_closing:
        pop(p)


cdef bint in_foreign(Parser* p, Token* token) noexcept nogil:
    cdef const byte* text
    cdef int i
    if token.kind == K_TEXT:
        insert_text(p, token)
        if p.frameset_ok:
            text = text_of(p, token.side, 0)
            for i in range(token.start, token.end):
                if not CHARS[text[i]] & C_SPACE:
                    p.frameset_ok = False
                    break
    elif token.kind == K_NULL:
        insert_replacements(p, token.count)
    elif token.kind == K_COMMENT:
        insert_comment(p, token, -1)
    elif token.kind == K_START:
        if breaks_out(p, token):
            return leave_foreign(p, token)
        insert_foreign(p, token, p.nodes[current(p)].kind)
    elif token.kind == K_END:
        if token.tag == T_BR or token.tag == T_P:
            return leave_foreign(p, token)
        return end_in_foreign(p, token)
    return False


cdef bint breaks_out(Parser* p, Token* token) noexcept nogil:
    """Whether a start tag belongs to HTML so surely that the foreign content ends."""
    if token.tag >= N_TAGS:
        return False
    if token.tag == T_FONT:
        return token.facts >= 0 and p.facts[token.facts].seen & A_FONT
    return GROUPS[token.tag] & G_BREAKOUT


cdef bint leave_foreign(Parser* p, Token* token) noexcept nogil:
    """Close foreign elements and handle the token as HTML."""
    cdef Node* node
    while p.n_stack:
        node = node_at(p, current(p))
        if node.kind == HTML or is_text_point(node) or is_html_point(p, node):
            break
        pop(p)
    return by_mode(p, token)


cdef bint end_in_foreign(Parser* p, Token* token) noexcept nogil:
    """Close the last foreign element of this name, if no HTML element lies above it."""
    cdef int index = p.last_same[2 * token.tag + 1]
    cdef Py_ssize_t lowest = p.n_stack - open_at(p, p.stack[p.n_stack - 1]).foreign_run
    if index >= 0 and open_at(p, index).label >= open_at(p, p.stack[lowest]).label:
        pop_to(p, index)
        return False
    return by_mode(p, token)
