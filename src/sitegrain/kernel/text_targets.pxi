# Where links lead, without what pages of one site write differently.

cdef const byte* skip_scheme(const byte* at, const byte* end) noexcept nogil:
    """Behind `name:`, the beginning if there is none."""
    cdef const byte* start = at
    if at == end or not c"a" <= at[0] | 0x20 <= c"z":
        return start
    while at < end and (
        c"a" <= at[0] | 0x20 <= c"z" or c"0" <= at[0] <= c"9" or at[0] == c"+" or at[0] == c"." or at[0] == c"-"
    ):
        at += 1
    return at + 1 if at < end and at[0] == c":" else start


cdef const byte* skip_host(const byte* at, const byte* end) noexcept nogil:
    """Behind `//host`."""
    if end - at < 2 or at[0] != c"/" or at[1] != c"/":
        return at
    at += 2
    while at < end and at[0] != c"/" and at[0] != c"?":
        at += 1
    return at


cdef const byte* skip_steps(const byte* at, const byte* end) noexcept nogil:
    """Behind all of `/`, `./` and `../`."""
    cdef int n_dots
    while True:
        n_dots = 0
        while n_dots < 2 and end - at > n_dots and at[n_dots] == c".":
            n_dots += 1
        if end - at <= n_dots or at[n_dots] != c"/":
            return at
        at += n_dots + 1


cdef u64 hash_href(const byte* at, const byte* end) noexcept nogil:
    """The hash of a target; 0 within the page."""
    cdef const byte* first
    cdef long code
    while at < end:
        first = next_code(at, end, &code)
        if not bits_of_traits(code) & T_SPACE:
            break
        at = first
    while at < end:
        first = code_before(at, end, &code)
        if not bits_of_traits(code) & T_SPACE:
            break
        end = first
    first = <const byte*> memchr(at, c"#", end - at) if at < end else NULL
    if first != NULL:
        end = first
    at = skip_steps(skip_host(skip_scheme(at, end), end), end)
    return hash_text(at, end - at, 0) | 1 if at < end else 0


cdef inline int bits_of_traits(long code) noexcept nogil:
    return TRAITS[code] if code < N_CLASSED else traits_of(code)


def target_hash(const byte[::1] href):
    """Hash where a link leads: 63 bits, 0 within the page. Scheme, host, leading steps and `#...` do not count."""
    cdef const byte* at = &href[0] if href.shape[0] else NULL
    return hash_href(at, at + href.shape[0])


def unit_targets(
    const int[::1] parents, const int[::1] run_nodes, const int[::1] run_units, hrefs not None, u64[::1] out,
    int[::1] starts,
):  # fmt: skip
    """Fill where the links of each unit lead; a link counts once each time it is entered.

    parents   : int32 (n_nodes,), a parent before its children
    run_nodes, run_units : int32 (n_runs,); units do not fall
    hrefs     : the rows of links, their bounds and bytes
    out       : uint64 (n_runs,), hashes, 0 within the page; more than are returned are not filled
    starts    : int32 (n_units + 1,), where those of each unit begin
    Returns how many there are. O(nodes + bytes).
    """
    cdef const int[::1] rows = hrefs[0]
    cdef const int[::1] bounds = hrefs[1]
    cdef const byte[::1] text = hrefs[2]
    cdef const byte* data = text_bytes(text, bounds)
    cdef Py_ssize_t n = rows.shape[0]
    cdef Py_ssize_t i
    cdef int* above
    cdef u64* hashes
    cdef int n_found
    if bounds.shape[0] != n + 1 or out.shape[0] < run_nodes.shape[0] or run_units.shape[0] != run_nodes.shape[0]:
        raise ValueError("arrays of unequal lengths")
    above = <int*> malloc((parents.shape[0] + 1) * sizeof(int))
    hashes = <u64*> malloc((n + 1) * sizeof(u64))
    if above == NULL or hashes == NULL:
        free(above)
        free(hashes)
        raise MemoryError
    with nogil:
        for i in range(n):
            hashes[i] = hash_href(data + bounds[i], data + bounds[i + 1])
        links_above(parents, rows, above)
        n_found = list_targets(run_nodes, run_units, above, hashes, out, starts)
        free(above)
        free(hashes)
    return n_found


cdef void links_above(const int[::1] parents, const int[::1] rows, int* above) noexcept nogil:
    """For each node the number of the link around it, -1 for none."""
    cdef Py_ssize_t node
    cdef Py_ssize_t link = 0
    for node in range(parents.shape[0]):
        if link < rows.shape[0] and rows[link] == node:
            above[node] = <int> link
            link += 1
        else:
            above[node] = above[parents[node]] if 0 <= parents[node] < node else -1


cdef int list_targets(
    const int[::1] run_nodes, const int[::1] run_units, int* above, u64* hashes, u64[::1] out, int[::1] starts
) noexcept nogil:
    cdef Py_ssize_t run
    cdef Py_ssize_t n_units = starts.shape[0] - 1
    cdef Py_ssize_t unit = 0
    cdef int link
    cdef int n_found = 0
    cdef int last_link = -1
    cdef int last_unit = -1
    starts[0] = 0
    for run in range(run_nodes.shape[0]):
        link = above[run_nodes[run]] if run_nodes[run] >= 0 else -1
        if link < 0 or (link == last_link and run_units[run] == last_unit):
            continue
        last_link, last_unit = link, run_units[run]
        while unit < last_unit and unit < n_units:
            unit += 1
            starts[unit] = n_found
        out[n_found] = hashes[link]
        n_found += 1
    while unit < n_units:
        unit += 1
        starts[unit] = n_found
    return n_found


def fill_links(const u64[::1] targets, const int[::1] starts, double[:, ::1] out, Py_ssize_t at):
    """Rows of `out`, float64 (n_columns, n_units), from `at` on: a unit's links; share of them within the page.

    targets, starts : as `unit_targets` fills them
    """
    cdef Py_ssize_t unit, i, n
    check_bounds(targets, starts)
    if out.shape[1] != starts.shape[0] - 1 or not 0 <= at <= out.shape[0] - 2:
        raise ValueError(f"expected columns of {starts.shape[0] - 1} units")
    with nogil:
        for unit in range(out.shape[1]):
            n = 0
            for i in range(starts[unit], starts[unit + 1]):
                n += targets[i] == 0
            out[at, unit] = starts[unit + 1] - starts[unit]
            out[at + 1, unit] = <double> n / max(starts[unit + 1] - starts[unit], 1)
