# Columns that a walk over the units gives, and what the nodes around a unit say.

def fill_marks(
    Shape s not None, const i64[::1] bits, const int[::1] run_nodes, const int[::1] unit_runs, int n_names, int n_bits,
    i64 first_run_bits, double least, double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """Marks of the elements around a unit.

    bits : int64 (n_descriptors,)  the marks that an element sets; the first n_names of n_bits are names
    run_nodes, unit_runs : int32  innermost element of each run, and the first run of each unit
    Rows: n_bits, 1 where the unit's node or one around it has the mark; 1 where its first run has one of
    first_run_bits; 1 where the unit's node itself has a name; for each name 1 less the share of the page's words
    outside links (of units with `least` of them) in the innermost element of that name, 0 where there is none.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, n_bits + 2 + n_names)
    cdef double* narrow = scratch.doubles(s.n_nodes)
    cdef i64* around = <i64*> scratch.take(s.n_nodes, sizeof(i64))
    cdef i64 names = (<i64> 1 << n_names) - 1
    cdef double total
    cdef Py_ssize_t unit
    cdef int i, node
    if bits.shape[0] < s.n_descriptors or unit_runs.shape[0] != s.n_units + 1 or not 0 <= n_names <= n_bits < 63:
        raise ValueError("arrays of different lengths")
    check_range(run_nodes, 0, s.n_nodes, "run_nodes")
    check_range(unit_runs[: s.n_units], 0, run_nodes.shape[0], "unit_runs")
    with nogil:
        total = larger(fill_plain(s, least, s.values), 1.0)
        add_values(s, s.values, narrow)
        for node in range(s.n_nodes):
            narrow[node] = 1 - narrow[node] / total
            around[node] = bits[s.descriptors[node]] | (around[s.parents[node]] if s.parents[node] >= 0 else 0)
        for i in range(n_bits):
            for unit in range(s.n_units):
                rows[i][unit] = <int> (around[s.units[unit]] >> i & 1)
        for unit in range(s.n_units):
            rows[n_bits][unit] = (around[run_nodes[unit_runs[unit]]] & first_run_bits) != 0
            rows[n_bits + 1][unit] = (bits[s.descriptors[s.units[unit]]] & names) != 0
    fill_innermost(s, scratch, bits, n_names, narrow, rows + n_bits + 2)


cdef int fill_innermost(
    Shape s, Scratch scratch, const i64[::1] bits, int n_names, const double* values, double** rows
) except -1:
    """For each unit and name the value of the innermost element around it that has the name; 0 without one."""
    cdef i64 names = (<i64> 1 << n_names) - 1, own
    cdef Py_ssize_t n_sets = 1, node, unit
    cdef int i
    cdef int* sets = scratch.ints(s.n_nodes)  # the set of values of each node; 0 is the empty one
    cdef double* table
    cdef double* last
    for node in range(s.n_nodes):
        n_sets += (bits[s.descriptors[node]] & names) != 0
    table = scratch.doubles(n_sets * n_names)
    with nogil:
        n_sets = 1
        for node in range(s.n_nodes):
            sets[node] = sets[s.parents[node]] if s.parents[node] >= 0 else 0
            own = bits[s.descriptors[node]] & names
            if own == 0:
                continue
            last = table + n_sets * n_names
            for i in range(n_names):
                last[i] = values[node] if own >> i & 1 else table[<Py_ssize_t> sets[node] * n_names + i]
            sets[node] = <int> n_sets
            n_sets += 1
        for unit in range(s.n_units):
            last = table + <Py_ssize_t> sets[s.units[unit]] * n_names
            for i in range(n_names):
                rows[i][unit] = last[i]
    return 0


def fill_tags(Shape s not None, const int[::1] numbers, int n, double[:, ::1] out, Py_ssize_t at):
    """Rows 0 to n - 1: 1 where the tag of the unit's node has that number, less one, in a table of tags; else 0."""
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, n)
    cdef Py_ssize_t unit
    cdef int i, number
    for unit in range(s.n_units):
        number = of_tag(numbers, s.tags[s.units[unit]])
        for i in range(n):
            rows[i][unit] = number == i + 1


def fill_sections(
    Shape s not None, const int[::1] levels, double least, int far, double[:, ::1] out, Py_ssize_t at
):  # fmt: skip
    """The sections from one heading to the next.

    levels : int32 (n_tags,)  level of the headings, 0 for all other tags
    Rows: own level; units since the heading, at most `far`; level of the section; its words; share of them in links;
    its share of the page's words outside links, of units with `least` of them.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 6)
    cdef int* sections = scratch.ints(s.n_units)
    cdef double* words = scratch.doubles(s.n_units + 1)
    cdef double* links = scratch.doubles(s.n_units + 1)
    cdef double* plain = scratch.doubles(s.n_units + 1)
    cdef double total
    cdef int section = 0
    cdef Py_ssize_t unit, last = -1
    with nogil:
        total = larger(fill_plain(s, least, s.values), 1.0)
        for unit in range(s.n_units):
            rows[0][unit] = of_tag(levels, s.tags[s.units[unit]])
            if rows[0][unit] > 0:
                section += 1
                last = unit
            sections[unit] = section
            words[section] += s.unit_words[unit]
            links[section] += s.unit_links[unit]
            plain[section] += s.values[unit]
            rows[1][unit] = min(unit - last, far) if last >= 0 else far
            rows[2][unit] = rows[0][last] if last >= 0 else 0.0
        for unit in range(s.n_units):
            section = sections[unit]
            rows[3][unit] = words[section]
            rows[4][unit] = links[section] / larger(words[section], 1.0)
            rows[5][unit] = plain[section] / total


def fill_flow(
    Shape s not None, double least, double long_words, int far, Py_ssize_t n_tokens, double linked, int longest,
    double[:, ::1] out, Py_ssize_t at,
):  # fmt: skip
    """Where a unit stands in the flow of the page.

    Words outside links count in units with `least` of them; a unit of `long_words` is long.
    Rows: share of those words before; after; share of the long units before; units since a long one; until the next,
    both at most `far`; share of all words before; of all units; length of the run of units with a share of `linked` of
    their words in links, at most `longest`.
    """
    cdef Scratch scratch = Scratch()
    cdef double** rows = s.rows(scratch, out, at, 8)
    cdef double total, before = 0, words = 0
    cdef Py_ssize_t n = s.n_units, unit, last = -far, n_long = 0, all_long = 0
    with nogil:
        total = larger(fill_plain(s, least, s.values), 1.0)
        for unit in range(n):
            all_long += s.values[unit] >= long_words
        all_long = max(all_long, 1)
        for unit in range(n):
            if s.values[unit] >= long_words:
                last = unit
            rows[0][unit] = before / total
            rows[1][unit] = (total - before - s.values[unit]) / total
            rows[2][unit] = <double> n_long / <double> all_long
            rows[3][unit] = min(unit - last, far)
            rows[5][unit] = words / <double> max(n_tokens, 1)
            rows[6][unit] = <double> unit / <double> n
            n_long += s.values[unit] >= long_words
            before += s.values[unit]
            words += s.unit_words[unit]
        last = n + far
        for unit in range(n - 1, -1, -1):
            if s.values[unit] >= long_words:
                last = unit
            rows[4][unit] = min(last - unit, far)
        fill_runs(s, linked, longest, rows[7])


cdef void fill_runs(Shape s, double linked, int longest, double* out) noexcept nogil:
    """The length of the run of linked units that each stands in; 0 for those that are not linked."""
    cdef Py_ssize_t start, end, unit
    start = 0
    while start < s.n_units:
        end = start
        while end < s.n_units and s.unit_links[end] / larger(s.unit_words[end], 1.0) >= linked:
            end += 1
        for unit in range(start, end):
            out[unit] = min(end - start, longest)
        if end < s.n_units:
            out[end] = 0
        start = end + 1


def fill_windows(double[:, ::1] columns, const int[::1] words, double least, const int[:, ::1] windows):
    """Means over the neighbours, weighted by words: of rows of a matrix, into other rows of it.

    columns : float64 (n_columns, n_units)
    words   : int32 (n_units,)  of which each unit has at least `least`
    windows : int32 (n_windows, 4)  row to read, units to each side, row to fill, 2 for the mean of squares or 1
    """
    cdef Scratch scratch = Scratch()
    cdef Py_ssize_t n = columns.shape[1], i
    cdef double* weights = scratch.doubles(n)
    cdef double* sums = scratch.doubles(n + 1)
    cdef double* totals = scratch.doubles(n + 1)
    if words.shape[0] != n or windows.shape[1] != 4:
        raise ValueError("arrays of different lengths")
    for i in range(windows.shape[0]):
        if not (0 <= windows[i, 0] < columns.shape[0] and 0 <= windows[i, 2] < columns.shape[0] and windows[i, 1] >= 0):
            raise ValueError("rows that are not in the matrix")
    if n == 0:
        return
    with nogil:
        for i in range(n):
            weights[i] = larger(words[i], least)
            totals[i + 1] = totals[i] + weights[i]
        for i in range(windows.shape[0]):
            mean_around(
                n, &columns[windows[i, 0], 0], weights, totals, windows[i, 1], windows[i, 3] == 2, sums,
                &columns[windows[i, 2], 0],
            )  # fmt: skip


cdef void mean_around(
    Py_ssize_t n, const double* values, const double* weights, const double* totals, Py_ssize_t width, bint of_squares,
    double* sums, double* out,
) noexcept nogil:  # fmt: skip
    """The mean over the units from i - width to i + width; `totals` are running sums of the weights."""
    cdef Py_ssize_t i, low, high
    for i in range(n):
        sums[i + 1] = sums[i] + (values[i] * values[i] if of_squares else values[i]) * weights[i]
    for i in range(n):
        low = i - width if i > width else 0
        high = i + width + 1 if n - i - 1 > width else n
        # the least weight only keeps windows without weight from dividing by 0
        out[i] = (sums[high] - sums[low]) / larger(totals[high] - totals[low], 1e-9)


def fill_next(double[:, ::1] columns, const int[:, ::1] shifts):
    """The values of the units before and after: of rows of a matrix, into other rows of it; 0 beyond the ends.

    columns : float64 (n_columns, n_units)
    shifts  : int32 (n_shifts, 3)  row to read, -1 for the unit before or 1 for the one after, row to fill
    """
    cdef Py_ssize_t n = columns.shape[1], i, unit, other
    if shifts.shape[1] != 3:
        raise ValueError("arrays of different lengths")
    for i in range(shifts.shape[0]):
        if not (0 <= shifts[i, 0] < columns.shape[0] and 0 <= shifts[i, 2] < columns.shape[0]):
            raise ValueError("rows that are not in the matrix")
    with nogil:
        for i in range(shifts.shape[0]):
            for unit in range(n):
                other = unit + shifts[i, 1]
                columns[shifts[i, 2], unit] = columns[shifts[i, 0], other] if 0 <= other < n else 0.0
