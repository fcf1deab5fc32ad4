# Insertion modes up to the body. Each takes a token and says whether it is to be handled again in the new mode.

cdef bint skip_space(Parser* p, Token* token, bint keep) noexcept nogil:
    """Pass over white space at the beginning of a text, inserting it if `keep`; whether nothing is left."""
    cdef const byte* text
    cdef int i
    if token.kind != K_TEXT:
        return False
    text = text_of(p, token.side, 0)
    i = token.start
    while i < token.end and CHARS[text[i]] & C_SPACE:
        i += 1
    if keep and i > token.start:
        insert_span(p, token.start, i - token.start, SIDE if token.side else 0)
    token.start = i
    return i == token.end


cdef bint in_initial(Parser* p, Token* token) noexcept nogil:
    if skip_space(p, token, False):
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, 0)
        return False
    p.mode = BEFORE_HTML
    if token.kind != K_DOCTYPE:
        p.quirks = True
        return True
    p.quirks = is_quirky(p, token)
    add_doctype(p, token)
    return False


cdef void add_doctype(Parser* p, Token* token) noexcept nogil:
    cdef int index = new_node(p, DOCTYPE, token.start)
    p.nodes[index].size = token.end - token.start
    append(p, 0, index)


cdef bint before_html(Parser* p, Token* token) noexcept nogil:
    cdef int index
    if token.kind == K_DOCTYPE or skip_space(p, token, False):
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, 0)
        return False
    if token.kind == K_END and not (
        token.tag == T_HEAD or token.tag == T_BODY or token.tag == T_HTML or token.tag == T_BR
    ):
        return False
    p.mode = BEFORE_HEAD
    if token.kind == K_START and token.tag == T_HTML:
        index = new_element(p, HTML, T_HTML, token.start, token.facts)
    else:
        index = new_element(p, HTML, T_HTML, -1, -1)
    append(p, 0, index)
    push(p, index)
    return not (token.kind == K_START and token.tag == T_HTML)


cdef bint before_head(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_DOCTYPE or skip_space(p, token, False):
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, -1)
        return False
    if token.kind == K_START and token.tag == T_HTML:
        return in_body(p, token)
    if token.kind == K_END and not (
        token.tag == T_HEAD or token.tag == T_BODY or token.tag == T_HTML or token.tag == T_BR
    ):
        return False
    p.mode = IN_HEAD
    if token.kind == K_START and token.tag == T_HEAD:
        p.head = insert_element(p, HTML, token)
        return False
    p.head = insert_implied(p, T_HEAD)
    return True


cdef void start_raw(Parser* p, Token* token, int reading) noexcept nogil:
    """Insert an element whose text is read without tags."""
    insert_element(p, HTML, token)
    if p.close_at_once and token.self_closing:
        pop(p)
        return
    p.reading = reading
    p.raw_tag = token.tag
    p.original_mode = p.mode
    p.mode = IN_TEXT


cdef bint start_in_head(Parser* p, Token* token) noexcept nogil:
    """A start tag of the head's own elements; False if it is none of them."""
    cdef int tag = token.tag
    if tag == T_BASE or tag == T_BASEFONT or tag == T_BGSOUND or tag == T_LINK or tag == T_META:
        insert_void(p, token)
    elif tag == T_TITLE:
        start_raw(p, token, READ_RCDATA)
    elif tag == T_NOFRAMES or tag == T_STYLE:
        start_raw(p, token, READ_RAW_TEXT)
    elif tag == T_SCRIPT:
        start_raw(p, token, READ_SCRIPT)
    elif tag == T_TEMPLATE:
        insert_element(p, HTML, token)
        add_marker(p)
        p.frameset_ok = False
        p.mode = IN_TEMPLATE
        if not grow(<void**> &p.template_modes, &p.room_template_modes, p.n_template_modes + 1, 1):
            p.failed = NO_MEMORY
            return True
        p.template_modes[p.n_template_modes] = IN_TEMPLATE
        p.n_template_modes += 1
    else:
        return False
    return True


cdef void end_template(Parser* p) noexcept nogil:
    if last_open(p, T_TEMPLATE) < 0:
        return
    close_implied(p, -1, G_IMPLIED_END_ALL)
    pop_until(p, T_TEMPLATE)
    clear_to_marker(p)
    p.n_template_modes -= 1
    reset_mode(p)


cdef bint in_head(Parser* p, Token* token) noexcept nogil:
    if skip_space(p, token, True) or token.kind == K_DOCTYPE:
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, -1)
        return False
    if token.kind == K_START:
        if token.tag == T_HTML:
            return in_body(p, token)
        if token.tag == T_HEAD or start_in_head(p, token):
            return False
        if token.tag == T_NOSCRIPT:
            insert_element(p, HTML, token)
            if p.close_at_once and token.self_closing:
                pop(p)
            else:
                p.mode = IN_HEAD_NOSCRIPT
            return False
    elif token.kind == K_END:
        if token.tag == T_HEAD:
            pop(p)
            p.mode = AFTER_HEAD
            return False
        if token.tag == T_TEMPLATE:
            end_template(p)
            return False
        if not (token.tag == T_BODY or token.tag == T_HTML or token.tag == T_BR):
            return False
    pop(p)
    p.mode = AFTER_HEAD
    return True


cdef bint in_head_noscript(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    if token.kind == K_DOCTYPE or skip_space(p, token, True):
        return False
    if token.kind == K_COMMENT:
        return in_head(p, token)
    if token.kind == K_START:
        if tag == T_HTML:
            return in_body(p, token)
        if tag == T_LINK or tag == T_META or tag == T_STYLE or tag == T_NOFRAMES:
            return in_head(p, token)
        if tag == T_BASEFONT or tag == T_BGSOUND:
            return in_head(p, token)
        if tag == T_HEAD or tag == T_NOSCRIPT:
            return False
    elif token.kind == K_END and not tag == T_BR:
        if tag == T_NOSCRIPT:
            pop(p)
            p.mode = IN_HEAD
        return False
    pop(p)
    p.mode = IN_HEAD
    return True


cdef bint after_head(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    cdef int index
    if skip_space(p, token, True) or token.kind == K_DOCTYPE:
        return False
    if token.kind == K_COMMENT:
        insert_comment(p, token, -1)
        return False
    if token.kind == K_START:
        if tag == T_HTML:
            return in_body(p, token)
        if tag == T_BODY:
            insert_element(p, HTML, token)
            p.frameset_ok = False
            p.mode = IN_BODY
            return False
        if tag == T_FRAMESET:
            insert_element(p, HTML, token)
            p.mode = IN_FRAMESET
            return False
        if tag == T_HEAD:
            return False
        if tag < N_TAGS and START_ACTIONS[tag] == S_HEAD:
            index = push(p, p.head)
            start_in_head(p, token)
            take_out(p, index)
            return False
    elif token.kind == K_END:
        if tag == T_TEMPLATE:
            end_template(p)
            return False
        if not (tag == T_BODY or tag == T_HTML or tag == T_BR):
            return False
    insert_implied(p, T_BODY)
    p.mode = IN_BODY
    return True


cdef bint in_text(Parser* p, Token* token) noexcept nogil:
    """Inside a raw text element: its text, then its end tag."""
    if token.kind == K_TEXT:
        insert_text(p, token)
        return False
    pop(p)
    p.mode = p.original_mode
    return token.kind == K_EOF
