# The insertion mode of the body.

cdef enum:  # what a start tag in the body does
    S_OTHER, S_HTML, S_HEAD, S_BODY, S_FRAMESET, S_BLOCK, S_HEADING, S_PRE, S_FORM, S_LI, S_DD, S_PLAIN, S_BUTTON, S_A
    S_FORMATTING, S_NOBR, S_OBJECT, S_TABLE, S_VOID, S_INPUT, S_PARAM, S_HR, S_IMAGE, S_TEXTAREA, S_XMP, S_IFRAME
    S_NOEMBED, S_SELECT, S_OPTION, S_RB, S_RP, S_MATH, S_SVG, S_IGNORED, S_NOSCRIPT

cdef enum:  # what an end tag in the body does; up to E_HEADING it closes no more than the innermost element of its name
    E_OTHER, E_BLOCK, E_P, E_LI, E_DD, E_HEADING, E_FORMATTING, E_TEMPLATE, E_BODY, E_HTML, E_FORM, E_OBJECT, E_BR

_START_NAMES = {
    S_HTML: "html",
    S_HEAD: "base basefont bgsound link meta noframes script style template title",
    S_BODY: "body",
    S_FRAMESET: "frameset",
    S_BLOCK: "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer"
    " header hgroup main menu nav ol p search section summary ul",
    S_HEADING: "h1 h2 h3 h4 h5 h6",
    S_PRE: "pre listing",
    S_FORM: "form",
    S_LI: "li",
    S_DD: "dd dt",
    S_PLAIN: "plaintext",
    S_BUTTON: "button",
    S_A: "a",
    S_FORMATTING: "b big code em font i s small strike strong tt u",
    S_NOBR: "nobr",
    S_OBJECT: "applet marquee object",
    S_TABLE: "table",
    S_VOID: "area br embed img keygen wbr",
    S_INPUT: "input",
    S_PARAM: "param source track",
    S_HR: "hr",
    S_IMAGE: "image",
    S_TEXTAREA: "textarea",
    S_XMP: "xmp",
    S_IFRAME: "iframe",
    S_NOEMBED: "noembed",
    S_SELECT: "select",
    S_OPTION: "option optgroup",
    S_RB: "rb rtc",
    S_RP: "rp rt",
    S_MATH: "math",
    S_SVG: "svg",
    S_IGNORED: "caption col colgroup frame head tbody td tfoot th thead tr",
    S_NOSCRIPT: "noscript",
}
_END_NAMES = {
    E_TEMPLATE: "template",
    E_BODY: "body",
    E_HTML: "html",
    E_BLOCK: "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure"
    " footer header hgroup listing main menu nav ol pre search section select summary ul",
    E_FORM: "form",
    E_P: "p",
    E_LI: "li",
    E_DD: "dd dt",
    E_HEADING: "h1 h2 h3 h4 h5 h6",
    E_FORMATTING: "a b big code em font i nobr s small strike strong tt u",
    E_OBJECT: "applet marquee object",
    E_BR: "br",
}


cdef bint in_body(Parser* p, Token* token) noexcept nogil:
    if token.kind == K_TEXT:
        body_text(p, token)
    elif token.kind == K_START:
        start_in_body(p, token)
    elif token.kind == K_END:
        return end_in_body(p, token)
    elif token.kind == K_COMMENT:
        insert_comment(p, token, -1)
    elif token.kind == K_EOF and p.n_template_modes:
        return in_template(p, token)
    return False


cdef void body_text(Parser* p, Token* token) noexcept nogil:
    cdef const byte* text = text_of(p, token.side, 0)
    cdef int i
    reconstruct(p)
    insert_text(p, token)
    if p.frameset_ok and not token.blank:
        for i in range(token.start, token.end):
            if not CHARS[text[i]] & C_SPACE:
                p.frameset_ok = False
                return


cdef void start_in_body(Parser* p, Token* token) noexcept nogil:
    cdef int tag = token.tag
    cdef int action = START_ACTIONS[tag] if tag < N_TAGS else S_OTHER
    if action == S_OTHER:
        reconstruct(p)
        insert_element(p, HTML, token)
    elif action == S_BLOCK:
        close_paragraph(p)
        insert_element(p, HTML, token)
    elif action == S_A:
        start_link(p, token)
    elif action == S_FORMATTING:
        reconstruct(p)
        open_formatting(p, token)
    elif action == S_LI or action == S_DD:
        start_item(p, token)
    elif action == S_VOID:
        reconstruct(p)
        insert_void(p, token)
        p.frameset_ok = False
    elif action == S_HEAD:
        start_in_head(p, token)
    elif action == S_HEADING:
        close_paragraph(p)
        if p.n_stack and p.nodes[current(p)].kind == HTML and T_H1 <= p.nodes[current(p)].tag <= T_H6:
            pop(p)
        insert_element(p, HTML, token)
    elif action == S_TABLE:
        if not p.quirks:
            close_paragraph(p)
        insert_element(p, HTML, token)
        p.frameset_ok = False
        p.mode = IN_TABLE
    elif action == S_HTML or action == S_BODY:
        merge_attributes(p, token)
    elif action == S_FRAMESET:
        start_frameset(p, token)
    elif action != S_IGNORED:
        start_rarer(p, token, action)


cdef void start_rarer(Parser* p, Token* token, int action) noexcept nogil:
    """The start tags that are less frequent; kept apart for the length of the code only."""
    if action == S_FORM:
        start_form(p, token)
    elif action == S_INPUT or action == S_SELECT or action == S_OPTION or action == S_HR:
        start_field(p, token, action)
    elif action == S_BUTTON:
        if in_scope(p, T_BUTTON, SCOPE):
            close_implied(p, -1, G_IMPLIED_END)
            pop_until(p, T_BUTTON)
        reconstruct(p)
        insert_element(p, HTML, token)
        p.frameset_ok = False
    elif action == S_PRE:
        close_paragraph(p)
        insert_element(p, HTML, token)
        p.skip_line_feed = True
        p.frameset_ok = False
    elif action == S_NOBR:
        reconstruct(p)
        if in_scope(p, T_NOBR, SCOPE):
            adopt(p, T_NOBR)
            reconstruct(p)
        open_formatting(p, token)
    elif action == S_OBJECT:
        reconstruct(p)
        insert_element(p, HTML, token)
        add_marker(p)
        p.frameset_ok = False
    elif action == S_PARAM:
        insert_void(p, token)
    elif action == S_IMAGE:
        token.tag = T_IMG
        reconstruct(p)
        insert_void(p, token)
        p.frameset_ok = False
    elif action == S_RB or action == S_RP:
        if in_scope(p, T_RUBY, SCOPE):
            close_implied(p, T_RTC if action == S_RP else -1, G_IMPLIED_END)
        insert_element(p, HTML, token)
    elif action == S_MATH or action == S_SVG:
        reconstruct(p)
        insert_foreign(p, token, MATH if action == S_MATH else SVG)
    else:
        start_unparsed(p, token, action)


cdef void start_unparsed(Parser* p, Token* token, int action) noexcept nogil:
    """Start tags of elements whose text has no tags, and <noscript>, whose text has some as scripts do not run."""
    if action == S_NOSCRIPT:
        reconstruct(p)
        insert_element(p, HTML, token)
        if p.close_at_once and token.self_closing:
            pop(p)
    elif action == S_PLAIN:
        close_paragraph(p)
        insert_element(p, HTML, token)
        p.reading = READ_PLAIN
    elif action == S_TEXTAREA:
        start_raw(p, token, READ_RCDATA)
        p.skip_line_feed = p.mode == IN_TEXT
        p.frameset_ok = False
    elif action == S_XMP:
        close_paragraph(p)
        reconstruct(p)
        p.frameset_ok = False
        start_raw(p, token, READ_RAW_TEXT)
    else:
        if action == S_IFRAME:
            p.frameset_ok = False
        start_raw(p, token, READ_RAW_TEXT)


cdef void start_link(Parser* p, Token* token) noexcept nogil:
    """A link ends the one that is still open."""
    cdef int index = active_formatting(p, T_A)
    cdef int node
    if index >= 0:
        node = formatting_at(p, index).node
        adopt(p, T_A)
        # If the agency left it, it goes from the list and from the stack.
        if active_formatting(p, T_A) == index and formatting_at(p, index).node == node:
            if formatting_at(p, index).open >= 0:
                take_out(p, formatting_at(p, index).open)
            drop_formatting(p, index)
    reconstruct(p)
    open_formatting(p, token)


cdef void start_item(Parser* p, Token* token) noexcept nogil:
    """An item ends the one before it, unless a list or another border lies between."""
    cdef int index = last_open(p, token.tag)
    cdef int other
    p.frameset_ok = False
    if token.tag != T_LI:
        other = last_open(p, T_DD if token.tag == T_DT else T_DT)
        if other >= 0 and (index < 0 or open_at(p, other).label > open_at(p, index).label):
            index = other
    if index >= 0 and is_above(p, index, STOP):
        close_implied(p, p.nodes[open_at(p, index).node].tag, G_IMPLIED_END)
        pop_to(p, index)
    close_paragraph(p)
    insert_element(p, HTML, token)


cdef void start_form(Parser* p, Token* token) noexcept nogil:
    cdef bint in_template = last_open(p, T_TEMPLATE) >= 0
    cdef int node
    if p.form >= 0 and not in_template:
        return
    close_paragraph(p)
    node = insert_element(p, HTML, token)
    if not in_template:
        p.form, p.open_form = node, p.stack[p.n_stack - 1]


cdef void start_field(Parser* p, Token* token, int action) noexcept nogil:
    """The elements that look for an open <select>."""
    cdef bint in_select
    if action == S_HR:
        close_paragraph(p)
    in_select = in_scope(p, T_SELECT, SCOPE)
    if action == S_SELECT:
        if in_select:
            pop_until(p, T_SELECT)
            return
        reconstruct(p)
        insert_element(p, HTML, token)
        p.frameset_ok = False
    elif action == S_OPTION:
        if in_select:
            close_implied(p, T_OPTGROUP if token.tag == T_OPTION else -1, G_IMPLIED_END)
        elif is_current(p, T_OPTION):
            pop(p)
        reconstruct(p)
        insert_element(p, HTML, token)
    elif action == S_HR:
        if in_select:
            close_implied(p, -1, G_IMPLIED_END)
        insert_void(p, token)
        p.frameset_ok = False
    else:
        if in_select:
            pop_until(p, T_SELECT)
        reconstruct(p)
        insert_void(p, token)
        if not is_hidden_field(p, token):
            p.frameset_ok = False


cdef bint is_hidden_field(Parser* p, Token* token) noexcept nogil:
    """Whether an <input> is of the type hidden."""
    return token.facts >= 0 and p.facts[token.facts].seen & A_TYPE_HIDDEN


cdef void merge_attributes(Parser* p, Token* token) noexcept nogil:
    """A second <html> or <body> tag: its attributes are added where they are missing."""
    cdef int index
    if last_open(p, T_TEMPLATE) >= 0 or p.n_stack == 0:
        return
    index = p.stack[0]
    if token.tag == T_BODY:
        if p.n_stack < 2 or open_at(p, p.stack[1]).key != 2 * T_BODY:
            return
        index = p.stack[1]
        p.frameset_ok = False
    if token.has_attributes:
        if not grow(<void**> &p.extras, &p.room_extras, p.n_extras + 1, sizeof(Extra)):
            p.failed = NO_MEMORY
            return
        p.extras[p.n_extras].node = open_at(p, index).node
        p.extras[p.n_extras].start = token.start
        p.n_extras += 1
        merge_facts(p, node_at(p, open_at(p, index).node), token.facts)


cdef void start_frameset(Parser* p, Token* token) noexcept nogil:
    """A frameset takes the place of a body in which nothing is yet."""
    if p.n_stack < 2 or open_at(p, p.stack[1]).key != 2 * T_BODY or not p.frameset_ok:
        return
    detach(p, open_at(p, p.stack[1]).node)
    while p.n_stack > 1:
        pop(p)
    insert_element(p, HTML, token)
    p.mode = IN_FRAMESET
