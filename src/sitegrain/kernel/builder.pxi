# The loop from tokens to the tree.

cdef bint in_template(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    cdef int mode
    if token.kind == K_EOF:
        if last_open(p, T_TEMPLATE) < 0:
            return False
        pop_until(p, T_TEMPLATE)
        clear_to_marker(p)
        p.n_template_modes -= 1
        reset_mode(p)
        return True
    if token.kind == K_END:
        return in_head(p, token) if tag == T_TEMPLATE else False
    if token.kind != K_START:
        return body_or_null(p, token)
    if tag < N_TAGS and START_ACTIONS[tag] == S_HEAD:
        return in_head(p, token)
    mode = IN_BODY
    if tag == T_CAPTION or tag == T_COLGROUP or tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        mode = IN_TABLE
    elif tag == T_COL:
        mode = IN_COLUMN_GROUP
    elif tag == T_TR:
        mode = IN_TABLE_BODY
    elif tag == T_TD or tag == T_TH:
        mode = IN_ROW
    p.template_modes[p.n_template_modes - 1] = <byte> mode
    p.mode = mode
    return True


# Names that decide the mode when one is looked for anew, and the modes they decide.
cdef int RESET_TAGS[15]
cdef int RESET_MODES[15]


def _fill_resets():
    table = {
        T_TD: IN_CELL, T_TH: IN_CELL, T_TR: IN_ROW, T_TBODY: IN_TABLE_BODY, T_THEAD: IN_TABLE_BODY,
        T_TFOOT: IN_TABLE_BODY, T_CAPTION: IN_CAPTION, T_COLGROUP: IN_COLUMN_GROUP, T_TABLE: IN_TABLE,
        T_TEMPLATE: IN_TEMPLATE, T_HEAD: IN_HEAD, T_BODY: IN_BODY, T_FRAMESET: IN_FRAMESET, T_HTML: BEFORE_HEAD,
    }  # fmt: skip
    for i, (tag, mode) in enumerate(table.items()):
        RESET_TAGS[i], RESET_MODES[i] = tag, mode


cdef void reset_mode(Parser* p) noexcept nogil:
    """Find the insertion mode that fits the open elements: the innermost that decides it."""
    cdef int i, index
    cdef int best = -1
    p.mode = IN_BODY
    for i in range(14):
        index = last_open(p, RESET_TAGS[i])
        if index >= 0 and (best < 0 or open_at(p, index).label > open_at(p, best).label):
            best = index
            p.mode = RESET_MODES[i]
    if p.mode == IN_TEMPLATE and p.n_template_modes:
        p.mode = p.template_modes[p.n_template_modes - 1]
    elif p.mode == BEFORE_HEAD and p.head >= 0:
        p.mode = AFTER_HEAD


cdef bint by_mode(Parser* p, Token* token) noexcept nogil:
    """Handle a token by the insertion mode; whether it is to be handled again."""
    if p.mode == IN_BODY:
        return body_or_null(p, token)
    elif p.mode == IN_TEXT:
        return in_text(p, token)
    elif p.mode == IN_HEAD:
        return in_head(p, token)
    elif p.mode == IN_CELL:
        return in_cell(p, token)
    elif p.mode == IN_ROW:
        return in_row(p, token)
    elif p.mode == IN_TABLE:
        return in_table(p, token)
    elif p.mode == IN_TABLE_BODY:
        return in_table_body(p, token)
    elif p.mode == IN_TABLE_TEXT:
        return in_table_text(p, token)
    elif p.mode == IN_INITIAL:
        return in_initial(p, token)
    elif p.mode == BEFORE_HTML:
        return before_html(p, token)
    elif p.mode == BEFORE_HEAD:
        return before_head(p, token)
    elif p.mode == IN_HEAD_NOSCRIPT:
        return in_head_noscript(p, token)
    elif p.mode == AFTER_HEAD:
        return after_head(p, token)
    elif p.mode == IN_CAPTION:
        return in_caption(p, token)
    elif p.mode == IN_COLUMN_GROUP:
        return in_column_group(p, token)
    elif p.mode == IN_TEMPLATE:
        return in_template(p, token)
    elif p.mode == AFTER_BODY:
        return after_body(p, token)
    elif p.mode == IN_FRAMESET:
        return False if token.kind == K_NULL else in_frameset(p, token)
    elif p.mode == AFTER_FRAMESET:
        return False if token.kind == K_NULL else after_frameset(p, token)
    elif p.mode == AFTER_AFTER_BODY:
        return after_after_body(p, token)
    elif p.mode == AFTER_AFTER_FRAMESET:
        return False if token.kind == K_NULL else after_after_frameset(p, token)
    return False


cdef void skip_first_line_feed(Parser* p, Token* token) noexcept nogil:
    """Drop the line feed that stands right behind <pre>, <listing> or <textarea>."""
    cdef const byte* text
    p.skip_line_feed = False
    if token.kind != K_TEXT:
        return
    text = text_of(p, token.side, 0)
    if text[token.start] == c"\n":
        token.start += 1
    elif text[token.start] == c"\r" and not token.side:
        token.start += 1
        if token.start < token.end and text[token.start] == c"\n":
            token.start += 1


cdef void build(Parser* p) noexcept nogil:
    """Read the whole source into the tree."""
    cdef Token* token = &p.token
    cdef bint again
    while not p.failed:
        if not has_room(p) and not reserve(p, 2 * RESERVE):
            return
        next_token(p, token)
        if p.skip_line_feed:
            skip_first_line_feed(p, token)
            if token.kind == K_TEXT and token.start == token.end:
                continue
        again = True
        while again and not p.failed:
            if not goes_by_html(p, token):
                again = in_foreign(p, token)
            elif p.mode == IN_BODY and token.kind != K_NULL:
                again = in_body(p, token)
            else:
                again = by_mode(p, token)
        if token.kind == K_EOF:
            return
