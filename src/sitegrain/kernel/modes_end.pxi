# End tags in the body, and the modes behind it.

cdef bint end_in_body(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    cdef int action = END_ACTIONS[tag] if tag < N_TAGS else E_OTHER
    cdef int index
    if action <= E_HEADING and is_current(p, tag):
        pop(p)
    elif action == E_OTHER:
        close_any(p, tag)
    elif action == E_FORMATTING:
        adopt(p, tag)
    elif action == E_BLOCK:
        if in_scope(p, tag, SCOPE):
            close_implied(p, -1, G_IMPLIED_END)
            pop_until(p, tag)
    elif action == E_P:
        end_paragraph(p)
    elif action == E_LI:
        if in_scope(p, T_LI, ITEM_SCOPE):
            close_implied(p, T_LI, G_IMPLIED_END)
            pop_until(p, T_LI)
    elif action == E_DD:
        if in_scope(p, tag, SCOPE):
            close_implied(p, tag, G_IMPLIED_END)
            pop_until(p, tag)
    elif action == E_HEADING:
        index = heading_in_scope(p)
        if index >= 0:
            close_implied(p, -1, G_IMPLIED_END)
            pop_to(p, index)
    elif action == E_BR:
        reconstruct(p)
        attach(p, new_element(p, HTML, T_BR, -1, -1), place_in(p, current(p)))
        p.frameset_ok = False
    elif action == E_FORM:
        end_form(p)
    elif action == E_OBJECT:
        if in_scope(p, tag, SCOPE):
            close_implied(p, -1, G_IMPLIED_END)
            pop_until(p, tag)
            clear_to_marker(p)
    elif action == E_TEMPLATE:
        end_template(p)
    elif in_scope(p, T_BODY, SCOPE):  # </body> and </html>
        p.mode = AFTER_BODY
        return action == E_HTML
    return False


cdef void end_paragraph(Parser* p) noexcept nogil:
    """The end tag of a paragraph makes one if none is open."""
    if not in_scope(p, T_P, BUTTON_SCOPE):
        insert_implied(p, T_P)
    close_paragraph(p)


cdef void end_form(Parser* p) noexcept nogil:
    cdef int index = p.open_form if p.form >= 0 else -1
    cdef int node = p.form
    if last_open(p, T_TEMPLATE) >= 0:
        if in_scope(p, T_FORM, SCOPE):
            close_implied(p, -1, G_IMPLIED_END)
            pop_until(p, T_FORM)
        return
    p.form = -1
    if index < 0 or open_at(p, index).node != node or not is_above(p, index, SCOPE):
        return
    close_implied(p, -1, G_IMPLIED_END)
    take_out(p, index)


cdef bint after_body(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_COMMENT:
        insert_comment(p, token, open_at(p, p.stack[0]).node)
        return False
    if token.kind == K_DOCTYPE or token.kind == K_EOF:
        return False
    if is_space(p, token):
        return in_body(p, token)
    if token.kind == K_START and token.tag == T_HTML:
        return in_body(p, token)
    if token.kind == K_END and token.tag == T_HTML:
        p.mode = AFTER_AFTER_BODY
        return False
    p.mode = IN_BODY
    return True


cdef bint is_space(Parser* p, Token* token) noexcept nogil:
    """Whether a token is text of white space alone."""
    cdef const byte* text
    cdef int i
    if token.kind != K_TEXT:
        return False
    if token.blank:
        return True
    text = text_of(p, token.side, 0)
    for i in range(token.start, token.end):
        if not CHARS[text[i]] & C_SPACE:
            return False
    return True


cdef bint after_after_body(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_COMMENT:
        insert_comment(p, token, 0)
        return False
    if token.kind == K_EOF:
        return False
    if token.kind == K_DOCTYPE or is_space(p, token) or (token.kind == K_START and token.tag == T_HTML):
        return in_body(p, token)
    p.mode = IN_BODY
    return True


cdef void insert_spaces(Parser* p, Token* token) noexcept nogil:
    """Insert the white space of a text and drop all else, as a frameset does."""
    cdef const byte* text = text_of(p, token.side, 0)
    cdef int start = token.start
    cdef int i
    for i in range(token.start, token.end):
        if not CHARS[text[i]] & C_SPACE:
            if not put_space(p, token, start, i):
                return
            start = i + 1
    put_space(p, token, start, token.end)


cdef bint put_space(Parser* p, Token* token, int start, int end) noexcept nogil:
    if start == end:
        return True
    if not reserve(p, RESERVE):
        return False
    insert_span(p, start, end - start, SIDE if token.side else 0)
    return True


cdef bint in_frameset(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_TEXT:
        insert_spaces(p, token)
    elif token.kind == K_COMMENT:
        insert_comment(p, token, -1)
    elif token.kind == K_START:
        if token.tag == T_HTML:
            return in_body(p, token)
        if token.tag == T_FRAMESET:
            insert_element(p, HTML, token)
        elif token.tag == T_FRAME:
            insert_void(p, token)
        elif token.tag == T_NOFRAMES:
            return in_head(p, token)
    elif token.kind == K_END and token.tag == T_FRAMESET and p.n_stack > 1:
        pop(p)
        if not is_current(p, T_FRAMESET):
            p.mode = AFTER_FRAMESET
    return False


cdef bint after_frameset(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_TEXT:
        insert_spaces(p, token)
    elif token.kind == K_COMMENT:
        insert_comment(p, token, -1)
    elif token.kind == K_START:
        if token.tag == T_HTML:
            return in_body(p, token)
        if token.tag == T_NOFRAMES:
            return in_head(p, token)
    elif token.kind == K_END and token.tag == T_HTML:
        p.mode = AFTER_AFTER_FRAMESET
    return False


cdef bint after_after_frameset(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_COMMENT:
        insert_comment(p, token, 0)
    elif token.kind == K_TEXT:
        insert_spaces(p, token)
    elif token.kind == K_START:
        if token.tag == T_HTML:
            return in_body(p, token)
        if token.tag == T_NOFRAMES:
            return in_head(p, token)
    return False
