# Insertion modes of tables.

cdef bint with_foster(Parser* p, Token* token) noexcept nogil:
    """Handle a token by the rules of the body; what may not stand in the table goes in front of it."""
    cdef bint again
    p.foster = True
    again = in_body(p, token)
    p.foster = False
    return again


cdef bint in_table(Parser* p, Token* token) noexcept nogil:
    cdef Node* node
    if token.kind == K_TEXT or token.kind == K_NULL:
        node = node_at(p, current(p))
        if node.kind == HTML and node.tag < N_TAGS and (GROUPS[node.tag] & G_FOSTERING or node.tag == T_TEMPLATE):
            p.n_pending = 0
            p.original_mode = p.mode
            p.mode = IN_TABLE_TEXT
            return True
    elif token.kind == K_COMMENT:
        insert_comment(p, token, -1)
        return False
    elif token.kind == K_DOCTYPE:
        return False
    elif token.kind == K_EOF:
        return in_body(p, token)
    elif token.kind == K_START and start_in_table(p, token):
        return p.token_again
    elif token.kind == K_END and end_in_table(p, token):
        return False
    return with_foster(p, token)


cdef bint start_in_table(Parser* p, Token* token) noexcept nogil:
    """A start tag that a table knows; whether it is one. `token_again` then says if it is to be handled again."""
    cdef int tag = token.tag
    p.token_again = False
    if tag == T_CAPTION or tag == T_COLGROUP or tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        pop_to_context(p, T_TABLE, T_TABLE, T_TABLE)
        if tag == T_CAPTION:
            add_marker(p)
        insert_element(p, HTML, token)
        p.mode = IN_CAPTION if tag == T_CAPTION else IN_COLUMN_GROUP if tag == T_COLGROUP else IN_TABLE_BODY
    elif tag == T_COL or tag == T_TD or tag == T_TH or tag == T_TR:
        pop_to_context(p, T_TABLE, T_TABLE, T_TABLE)
        insert_implied(p, T_COLGROUP if tag == T_COL else T_TBODY)
        p.mode = IN_COLUMN_GROUP if tag == T_COL else IN_TABLE_BODY
        p.token_again = True
    elif tag == T_TABLE:
        if last_open(p, T_TABLE) >= 0 and in_scope(p, T_TABLE, TABLE_SCOPE):
            pop_until(p, T_TABLE)
            reset_mode(p)
            p.token_again = True
    elif tag == T_STYLE or tag == T_SCRIPT or tag == T_TEMPLATE:
        start_in_head(p, token)
    elif tag == T_INPUT:
        if not is_hidden_field(p, token):
            return False
        insert_void(p, token)
    elif tag == T_FORM:
        if last_open(p, T_TEMPLATE) < 0 and p.form < 0:
            p.form, p.open_form = insert_element(p, HTML, token), -1
            pop(p)
    else:
        return False
    return True


cdef bint end_in_table(Parser* p, Token* token) noexcept nogil:
    """An end tag that a table knows; whether it is one."""
    cdef int tag = token.tag
    if tag == T_TABLE:
        if in_scope(p, T_TABLE, TABLE_SCOPE):
            pop_until(p, T_TABLE)
            reset_mode(p)
        return True
    if tag == T_TEMPLATE:
        end_template(p)
        return True
    return (
        tag == T_BODY
        or tag == T_CAPTION
        or tag == T_COL
        or tag == T_COLGROUP
        or tag == T_HTML
        or tag == T_TBODY
        or tag == T_TD
        or tag == T_TFOOT
        or tag == T_TH
        or tag == T_THEAD
        or tag == T_TR
    )


cdef bint in_table_text(Parser* p, Token* token) noexcept nogil:
    """Collect the text between two tags of a table: only white space may stay there."""
    cdef bint is_all_space = True
    cdef Py_ssize_t i
    if token.kind == K_NULL:
        return False
    if token.kind == K_TEXT:
        if not grow(<void**> &p.pending, &p.room_pending, p.n_pending + 1, sizeof(Token)):
            p.failed = NO_MEMORY
            return False
        p.pending[p.n_pending] = token[0]
        p.n_pending += 1
        return False
    for i in range(p.n_pending):
        is_all_space = is_all_space and is_space(p, &p.pending[i])
    for i in range(p.n_pending):
        if not has_room(p) and not reserve(p, 2 * RESERVE):  # the first of them may open many elements again
            return False
        if is_all_space:
            insert_text(p, &p.pending[i])
        else:
            with_foster(p, &p.pending[i])
    p.n_pending = 0
    p.mode = p.original_mode
    return True


cdef bint in_caption(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    cdef bint is_end = token.kind == K_END
    if (is_end and (tag == T_CAPTION or tag == T_TABLE)) or (token.kind == K_START and ends_cell(tag)):
        if not in_scope(p, T_CAPTION, TABLE_SCOPE):
            return False
        close_implied(p, -1, G_IMPLIED_END)
        pop_until(p, T_CAPTION)
        clear_to_marker(p)
        p.mode = IN_TABLE
        return not (is_end and tag == T_CAPTION)
    if is_end and (ends_cell(tag) or tag == T_BODY or tag == T_HTML):
        return False
    return body_or_null(p, token)


cdef bint body_or_null(Parser* p, Token* token) noexcept nogil:
    """By the rules of the body, which drop NULs."""
    return False if token.kind == K_NULL else in_body(p, token)


cdef inline bint ends_cell(int tag) noexcept nogil:
    """Whether a start tag belongs to the table around a cell or caption."""
    return (
        tag == T_CAPTION
        or tag == T_COL
        or tag == T_COLGROUP
        or tag == T_TBODY
        or tag == T_TD
        or tag == T_TFOOT
        or tag == T_TH
        or tag == T_THEAD
        or tag == T_TR
    )


cdef bint in_column_group(Parser* p, Token* token) noexcept nogil:
    if skip_space(p, token, True) or token.kind == K_DOCTYPE:
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, -1)
        return False
    if token.kind == K_EOF:
        return in_body(p, token)
    if token.kind == K_START:
        if token.tag == T_HTML:
            return in_body(p, token)
        if token.tag == T_COL:
            insert_void(p, token)
            return False
        if token.tag == T_TEMPLATE:
            return in_head(p, token)
    elif token.kind == K_END:
        if token.tag == T_COL:
            return False
        if token.tag == T_TEMPLATE:
            return in_head(p, token)
    if not is_current(p, T_COLGROUP):
        return False
    pop(p)
    p.mode = IN_TABLE
    return not (token.kind == K_END and token.tag == T_COLGROUP)


cdef bint in_table_body(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    if token.kind == K_START and (tag == T_TR or tag == T_TH or tag == T_TD):
        pop_to_context(p, T_TBODY, T_TFOOT, T_THEAD)
        p.mode = IN_ROW
        if tag == T_TR:
            insert_element(p, HTML, token)
            return False
        insert_implied(p, T_TR)
        return True
    if token.kind == K_END and (tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD):
        if in_scope(p, tag, TABLE_SCOPE):
            pop_to_context(p, T_TBODY, T_TFOOT, T_THEAD)
            pop(p)
            p.mode = IN_TABLE
        return False
    if (token.kind == K_END and tag == T_TABLE) or (
        token.kind == K_START
        and (
            tag == T_CAPTION or tag == T_COL or tag == T_COLGROUP or tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD
        )
    ):
        if not (
            in_scope(p, T_TBODY, TABLE_SCOPE) or in_scope(p, T_THEAD, TABLE_SCOPE) or in_scope(p, T_TFOOT, TABLE_SCOPE)
        ):
            return False
        pop_to_context(p, T_TBODY, T_TFOOT, T_THEAD)
        pop(p)
        p.mode = IN_TABLE
        return True
    if token.kind == K_END and (ends_cell(tag) or tag == T_BODY or tag == T_HTML):
        return False
    return in_table(p, token)


cdef bint in_row(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    if token.kind == K_START and (tag == T_TH or tag == T_TD):
        pop_to_context(p, T_TR, T_TR, T_TR)
        insert_element(p, HTML, token)
        p.mode = IN_CELL
        add_marker(p)
        return False
    if token.kind == K_END and tag == T_TR:
        leave_row(p)
        return False
    if (token.kind == K_END and tag == T_TABLE) or (token.kind == K_START and ends_cell(tag)):
        return leave_row(p)
    if token.kind == K_END:
        if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
            return in_scope(p, tag, TABLE_SCOPE) and leave_row(p)
        if ends_cell(tag) or tag == T_BODY or tag == T_HTML:
            return False
    return in_table(p, token)


cdef bint leave_row(Parser* p) noexcept nogil:
    """Close the open row; False if none is in scope."""
    if not in_scope(p, T_TR, TABLE_SCOPE):
        return False
    pop_to_context(p, T_TR, T_TR, T_TR)
    pop(p)
    p.mode = IN_TABLE_BODY
    return True


cdef bint in_cell(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    if token.kind == K_END:
        if tag == T_TD or tag == T_TH:
            if in_scope(p, tag, TABLE_SCOPE):
                close_implied(p, -1, G_IMPLIED_END)
                pop_until(p, tag)
                clear_to_marker(p)
                p.mode = IN_ROW
            return False
        if tag == T_BODY or tag == T_CAPTION or tag == T_COL or tag == T_COLGROUP or tag == T_HTML:
            return False
        if tag == T_TABLE or tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD or tag == T_TR:
            return in_scope(p, tag, TABLE_SCOPE) and leave_cell(p)
    elif token.kind == K_START and ends_cell(tag):
        return leave_cell(p)
    return body_or_null(p, token)


cdef bint leave_cell(Parser* p) noexcept nogil:
    """Close the open cell; False if none is in scope."""
    cdef int data = last_open(p, T_TD)
    cdef int header = last_open(p, T_TH)
    if header >= 0 and (data < 0 or open_at(p, header).label > open_at(p, data).label):
        data = header
    if data < 0 or not is_above(p, data, TABLE_SCOPE):
        return False
    close_implied(p, -1, G_IMPLIED_END)
    pop_to(p, data)
    clear_to_marker(p)
    p.mode = IN_ROW
    return True
