# The axis for Python: columns, and lists made when they are first asked for.

cdef class Roles:
    """What elements mean for text: which are not on the axis, which stay inside a unit."""

    cdef byte table[N_TAGS]
    cdef readonly frozenset off_axis
    cdef readonly frozenset inline

    def __init__(self, off_axis, inline):
        self.off_axis, self.inline = frozenset(off_axis), frozenset(inline)
        unknown = (self.off_axis | self.inline) - set(_TAG_NAMES)
        if unknown:
            raise ValueError(f"names the kernel does not know: {sorted(unknown)}")
        for tag, name in enumerate(_TAG_NAMES):
            self.table[tag] = R_OFF if name in self.off_axis else R_INLINE if name in self.inline else R_BLOCK

    def __reduce__(self):
        return Roles, (self.off_axis, self.inline)


TAG_NAMES = _TAG_NAMES  # by their number in `Axis.tag_ids`; larger numbers are names the kernel does not know

_NAMED_BY = ("class", "id", "role", "itemprop", "itemtype")


cdef class Axis:
    """A page as flat arrays; what they hold is said in pages/page.py.

    Columns: parents, ends, depths, tag_ids, starts (offset of the start tag, -1 if it is implied), flags,
    node_descriptors; descriptor_rows, descriptor_hashes (the same on every page); run_nodes, run_positions, run_units,
    run_starts, run_text; unit_nodes, unit_runs, unit_starts, unit_text, unit_tokens, unit_words, unit_link_words,
    unit_hidden; token_starts, token_text, token_hashes; class_firsts, class_counts (the hashes of a node's classes in
    class_hashes), id_hashes (0: no id). `x_starts` cut the bytes of `x_text`.
    """

    cdef readonly object source  # the text or the bytes the offsets point into
    cdef const byte* data
    cdef Py_ssize_t size
    cdef Roles roles
    cdef tuple names  # of all tags, by number; None until they are asked for
    cdef byte* name_text  # of the names that the kernel does not know
    cdef Span* name_spans
    cdef Py_ssize_t n_names
    cdef dict extras  # offsets of the tags that add attributes to a row
    cdef HeadFact* head_facts
    cdef byte* head_text
    cdef Py_ssize_t n_head
    cdef dict made  # lists that were asked for
    cdef readonly Column parents, ends, depths, tag_ids, starts, flags, node_descriptors
    cdef readonly Column descriptor_rows, descriptor_hashes
    cdef readonly Column run_nodes, run_positions, run_units, run_starts, run_text
    cdef readonly Column unit_nodes, unit_runs, unit_starts, unit_text, unit_tokens, unit_words, unit_link_words
    cdef readonly Column unit_hidden, token_starts, token_text, token_hashes
    cdef readonly Column class_firsts, class_counts, class_hashes, id_hashes
    cdef readonly object script_bytes
    cdef readonly tuple notes

    def __init__(self):
        raise TypeError("an Axis is made by read_axis")

    def __dealloc__(self):
        free(self.name_text)
        free(self.name_spans)
        free(self.head_facts)
        free(self.head_text)

    def __reduce__(self):
        source = self.source
        if isinstance(source, bytes) and source.startswith(b"\xef\xbb\xbf"):  # text; it would be dropped as a mark
            source = b"\xef\xbb\xbf" + source
        return _read_again, (source, self.roles)

    def __len__(self):
        return self.parents.shape[0]

    @property
    def n_tokens(self):
        """Number of tokens of the page."""
        return self.token_hashes.shape[0]

    @property
    def n_units(self):
        """Number of units of the page."""
        return self.unit_nodes.shape[0]

    @property
    def tags(self):
        """Name of every node."""
        if "tags" not in self.made:
            names = self.all_names()
            self.made["tags"] = [names[(<int*> self.tag_ids.data)[i]] for i in range(self.tag_ids.shape[0])]
        return self.made["tags"]

    cdef tuple all_names(self):
        """The names of all tags, by number; a page of many unknown ones makes them only if they are asked for."""
        cdef Py_ssize_t i
        if self.names is None:
            self.names = _TAG_NAMES if self.n_names == 0 else _TAG_NAMES + tuple([
                PyUnicode_DecodeUTF8(<char*> self.name_text + self.name_spans[i].start, self.name_spans[i].size, NULL)
                for i in range(self.n_names)
            ])
        return self.names

    @property
    def run_texts(self):
        """Text of every run."""
        return self.cut("run_texts", self.run_text, self.run_starts)

    @property
    def unit_texts(self):
        """Text of every unit, white space folded."""
        return self.cut("unit_texts", self.unit_text, self.unit_starts)

    @property
    def tokens(self):
        """All tokens, case folded."""
        return self.cut("tokens", self.token_text, self.token_starts)

    cdef list cut(self, str name, Column text, Column starts):
        cdef const char* data = <const char*> text.data
        cdef int* bounds = <int*> starts.data
        cdef Py_ssize_t i
        cdef list made = self.made.get(name)
        if made is None:
            made = [
                PyUnicode_DecodeUTF8(data + bounds[i], bounds[i + 1] - bounds[i], NULL)
                for i in range(starts.shape[0] - 1)
            ]
            self.made[name] = made
        return made

    def attributes(self, Py_ssize_t row):
        """Attributes of a node, read from its start tag; a value is None for an attribute without one."""
        cdef dict found = {}
        cdef int start
        if not 0 <= row < self.starts.shape[0]:
            raise IndexError(row)
        start = (<int*> self.starts.data)[row]
        if start >= 0:
            attributes_at(self.data, self.size, start, _NO_NAMES, found)
        for start in self.extras.get(row, ()):
            attributes_at(self.data, self.size, start, _NO_NAMES, found)
        return found

    def descriptor(self, Py_ssize_t i):
        """The tag, class, id, role, itemprop and itemtype of one descriptor."""
        if not 0 <= i < self.descriptor_rows.shape[0]:
            raise IndexError(i)
        row = (<int*> self.descriptor_rows.data)[i]
        get = self.attributes(row).get
        return (self.all_names()[(<int*> self.tag_ids.data)[row]], *((get(name) or "") for name in _NAMED_BY))

    @property
    def descriptors(self):
        """The distinct (tag, class, id, role, itemprop, itemtype) of the page, in the order of their first nodes."""
        if "descriptors" not in self.made:
            self.made["descriptors"] = [self.descriptor(i) for i in range(self.descriptor_rows.shape[0])]
        return self.made["descriptors"]

    def hrefs(self):
        """Where links lead: int32 (n_links,) rows of `<a href>`; int32 (n_links + 1,) bounds; the decoded bytes."""
        cdef Hrefs h
        cdef bint is_read
        with nogil:
            is_read = read_hrefs(self, &h)
        try:
            if not is_read:
                raise MemoryError
            return (
                int_column(&h.rows, h.n),
                int_column(&h.starts, h.n + 1),
                byte_column(&h.text, h.size),
            )
        finally:
            free(h.rows)
            free(h.starts)
            free(h.text)

    def head(self, dict wanted not None):
        """Elements of the head, and scripts with data, in document order: (name, values, text).

        wanted : by the names of elements those of the attributes that are read, in lower case as bytes
        The values come in the order of these names; None for an attribute that is not there or has no value.
        """
        cdef HeadFact* fact
        cdef Py_ssize_t i
        cdef list found = []
        for i in range(self.n_head):
            fact = self.head_facts + i
            name = _TAG_NAMES[fact.tag]
            if name in wanted:
                text = PyUnicode_DecodeUTF8(<char*> self.head_text + fact.text_start, fact.text_size, NULL)
                found.append((name, values_at(self.data, self.size, fact.start, wanted[name]), text))
        return found


def _read_again(source, roles):
    return read_axis(source, roles)


cdef gather(Axis axis, Parser* p, Rows* r):
    """Hand the arrays over."""
    axis.class_firsts = int_column(&r.class_firsts, r.n_nodes)
    axis.class_counts = int_column(&r.class_counts, r.n_nodes)
    axis.class_hashes = column(<void**> &p.classes, p.n_classes, sizeof(u64), b"Q")
    axis.id_hashes = column(<void**> &r.ids, r.n_nodes, sizeof(u64), b"Q")
    axis.parents = int_column(&r.parents, r.n_nodes)
    axis.ends = int_column(&r.ends, r.n_nodes)
    axis.depths = int_column(&r.depths, r.n_nodes)
    axis.tag_ids = int_column(&r.tags, r.n_nodes)
    axis.starts = int_column(&r.starts, r.n_nodes)
    axis.flags = byte_column(&r.flags, r.n_nodes)
    axis.node_descriptors = int_column(&r.descriptors, r.n_nodes)
    axis.descriptor_rows = int_column(&r.descriptor_rows, r.n_descriptors)
    axis.descriptor_hashes = column(<void**> &r.descriptor_hashes, r.n_descriptors, sizeof(u64), b"Q")
    axis.run_nodes = int_column(&r.run_nodes, r.n_runs)
    axis.run_positions = int_column(&r.run_positions, r.n_runs)
    axis.run_units = int_column(&r.run_units, r.n_runs)
    axis.run_starts = int_column(&r.run_starts, r.n_runs + 1)
    axis.run_text = byte_column(&r.text, r.n_text)
    axis.unit_nodes = int_column(&r.unit_nodes, r.n_units)
    axis.unit_runs = int_column(&r.unit_runs, r.n_units + 1)
    axis.unit_starts = int_column(&r.unit_starts, r.n_units + 1)
    axis.unit_text = byte_column(&r.unit_text, r.n_unit_text)
    axis.unit_tokens = int_column(&r.unit_tokens, r.n_units + 1)
    axis.unit_words = int_column(&r.unit_words, r.n_units)
    axis.unit_link_words = int_column(&r.unit_link_words, r.n_units)
    axis.unit_hidden = column(<void**> &r.unit_hidden, r.n_units, 1, b"?")
    axis.token_starts = int_column(&r.token_starts, r.n_tokens + 1)
    axis.token_text = byte_column(&r.token_text, r.n_token_text)
    axis.token_hashes = column(<void**> &r.token_hashes, r.n_tokens, sizeof(u64), b"Q")


def read_axis(html, Roles roles not None, *, bint strict=False):
    """Parse a document and lay it on its axis.

    html : str, or bytes in UTF-8
    roles : what elements mean for text
    strict : bytes that are not UTF-8 give None; else U+FFFD stands for what is broken
    """
    cdef Axis axis = Axis.__new__(Axis)
    cdef Parser parser
    cdef Rows rows
    cdef Traits seen
    cdef Parser* p = &parser
    cdef Rows* r = &rows
    axis.source, axis.roles, axis.made = as_source(html, &seen, strict), roles, {}
    if axis.source is None:
        return None
    axis.data = source_bytes(axis.source, &axis.size)
    memset(r, 0, sizeof(Rows))
    r.roles = roles.table
    r.is_ascii = seen.is_ascii
    with nogil:
        start_parser(p, axis.data, axis.size, &seen)
        p.close_at_once = True
        build(p)
        if not p.failed:
            make_axis(p, r)
        if not p.failed and not r.failed:
            make_words(r)
    try:
        raise_failure(p)
        if not r.failed:
            gather_rest(axis, p, r)  # before the arrays are handed over
            gather(axis, p, r)
        if r.failed:
            raise MemoryError
    finally:
        end_parser(p)
        free_rows(r)
    return axis


cdef gather_rest(Axis axis, Parser* p, Rows* r):
    """Names, facts of the head, and what else is small."""
    cdef Py_ssize_t i
    axis.name_text, axis.name_spans, axis.n_names = p.names, p.name_spans, p.n_names
    axis.head_facts, axis.head_text, axis.n_head = r.head, r.head_text, r.n_head
    p.names = r.head_text = NULL
    p.name_spans = NULL
    r.head = NULL
    axis.script_bytes = r.script_bytes
    axis.notes = notes_of(p.notes)
    axis.extras = {}
    for i in range(p.n_extras):
        # <html> is the first row, <body> is in it; the tree has one of each, and no other node takes attributes.
        row = 0 if p.nodes[p.extras[i].node].tag == T_HTML else body_row(r)
        if row >= 0:
            axis.extras.setdefault(row, []).append(p.extras[i].start)


cdef Py_ssize_t body_row(Rows* r):
    """The row of the body, -1 if there is none."""
    cdef Py_ssize_t row = 1
    while row < r.n_nodes and r.tags[row] != T_BODY:
        row = r.ends[row]
    return row if row < r.n_nodes else -1
