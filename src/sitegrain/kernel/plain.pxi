# Kept units to plain text, straight from the texts of units and runs.

cdef enum:  # what elements mean for plain text: bits of a table that the caller fills
    P_PRE = 1  # keeps its white space
    P_CELL = 2
    P_ROW = 4
    P_CLOSE = 8  # between two units whose closest common element it is stands one line feed
    P_BREAK = 16

cdef struct Text:  # that grows
    char* data
    Py_ssize_t n
    Py_ssize_t room
    bint failed

cdef struct Plain:
    Py_ssize_t n_nodes
    const int* parents
    const int* ends
    const int* positions  # of runs
    const int* run_starts
    const char* run_text
    const int* owners  # of units
    const int* unit_runs
    const int* unit_starts
    const char* unit_text
    byte* roles  # of nodes
    int* pre  # outermost element around each node that keeps white space, -1 for none
    int* row  # innermost row and cell at or around each node
    int* cell
    int* n_breaks  # line breaks before each node, and before the end
    byte* is_wide  # rows that do not fit on a line
    byte* is_seen  # cells that hold a unit; the last is for units in none
    int* units  # that are kept
    Py_ssize_t n_units
    byte* begins  # whether a part of a listing begins with the unit
    Py_ssize_t* bounds  # where each unit's text begins and ends in `texts`
    Text texts
    Text out


cdef inline char* room_for(Text* t, Py_ssize_t n) noexcept nogil:
    """Where so many more bytes can be written; NULL if there is no memory."""
    cdef Py_ssize_t wanted
    cdef void* grown
    if t.n + n > t.room:
        wanted = max(2 * t.room, t.n + n, 4096)
        grown = realloc(t.data, wanted)
        if grown == NULL:
            t.failed = True
            return NULL
        t.data = <char*> grown
        t.room = wanted
    return t.data + t.n


cdef inline void put_bytes(Text* t, const char* data, Py_ssize_t n) noexcept nogil:
    cdef char* at = room_for(t, n)
    if at != NULL:
        memcpy(at, data, n)
        t.n += n


cdef inline void put_byte(Text* t, char c, Py_ssize_t times) noexcept nogil:
    cdef char* at = room_for(t, times)
    if at != NULL:
        memset(at, c, times)
        t.n += times


cdef inline int n_space(const char* at, const char* end) noexcept nogil:
    """Bytes of the white space, by str.isspace, that the text begins with: one character or none."""
    cdef byte c = <byte> at[0]
    cdef Py_UCS4 code
    if c < 0x80:
        return c == 0x20 or 9 <= c <= 13 or 0x1C <= c <= 0x1F
    if c < 0xC0:
        return 0  # inside of a character
    if c < 0xE0 and at + 1 < end:
        code = (c & 0x1F) << 6 | (<byte> at[1] & 0x3F)
        return 2 if Py_UNICODE_ISSPACE(code) else 0
    if c < 0xF0 and at + 2 < end:
        code = (c & 0x0F) << 12 | (<byte> at[1] & 0x3F) << 6 | (<byte> at[2] & 0x3F)
        return 3 if Py_UNICODE_ISSPACE(code) else 0
    return 0  # no character of four bytes is white space


cdef inline int n_space_before(const char* start, const char* at) noexcept nogil:
    """The same for what the text ends with."""
    cdef const char* first = at - 1
    while first > start and (<byte> first[0] & 0xC0) == 0x80:
        first -= 1
    return n_space(first, at)


cdef inline int breaks_between(Plain* p, int run, int later) noexcept nogil:
    """How many line breaks stand between two runs."""
    return p.n_breaks[p.positions[later]] - p.n_breaks[p.positions[run]]


cdef void put_run(Text* t, const char* at, const char* end) noexcept nogil:
    """Copy a run, each no-break space as a space."""
    cdef const char* wide
    while at < end:
        wide = <const char*> memchr(at, 0xC2, end - at)
        if wide == NULL or wide + 1 >= end:
            wide = end
        put_bytes(t, at, wide - at)
        if wide < end:
            if <byte> wide[1] == 0xA0:
                put_byte(t, c" ", 1)
            else:
                put_bytes(t, wide, 2)
            wide += 2
        at = wide


cdef void put_pre(Plain* p, int unit, Py_ssize_t* bounds) noexcept nogil:
    """Write a unit with its white space; blank lines before it and white space after it do not count."""
    cdef Text* t = &p.texts
    cdef int run
    cdef const char* at
    cdef const char* line
    cdef const char* end
    for run in range(p.unit_runs[unit], p.unit_runs[unit + 1]):
        if run > p.unit_runs[unit] and breaks_between(p, run - 1, run):
            put_byte(t, c"\n", 1)
        put_run(t, p.run_text + p.run_starts[run], p.run_text + p.run_starts[run + 1])
    if t.failed:
        return
    line = at = t.data + bounds[0]
    end = t.data + t.n
    while at < end and n_space(at, end):
        if at[0] == c"\n":
            line = at + 1
        at += n_space(at, end)
    at = t.data + t.n
    while at > line and n_space_before(line, at):
        at -= n_space_before(line, at)
    bounds[0] = line - t.data
    bounds[1] = at - t.data


cdef void put_folded(Text* t, const char* at, const char* end, bint* owes_space, bint* in_line) noexcept nogil:
    """Add a run to a line: white space folded, none at the ends of the line."""
    cdef int n
    cdef const char* first
    while at < end:
        n = n_space(at, end)
        if n:
            owes_space[0] = True
            at += n
            continue
        if owes_space[0] and in_line[0]:
            put_byte(t, c" ", 1)
        owes_space[0] = False
        in_line[0] = True
        first = at
        while at < end and not n_space(at, end):
            at += 1
        put_bytes(t, first, at - first)


cdef void put_lines(Plain* p, int unit) noexcept nogil:
    """Write a unit cut at its line breaks; lines without text are left out."""
    cdef Text* t = &p.texts
    cdef bint owes_space = False
    cdef bint in_line = False
    cdef bint owes_line = False
    cdef int run
    cdef Py_ssize_t before
    for run in range(p.unit_runs[unit], p.unit_runs[unit + 1]):
        if run > p.unit_runs[unit] and breaks_between(p, run - 1, run):
            owes_line = owes_line or in_line
            in_line = owes_space = False
        before = t.n
        if owes_line:
            put_byte(t, c"\n", 1)
        put_folded(t, p.run_text + p.run_starts[run], p.run_text + p.run_starts[run + 1], &owes_space, &in_line)
        if owes_line and in_line:
            owes_line = False
        elif owes_line:
            t.n = before  # nothing came behind the line feed


cdef void put_unit(Plain* p, Py_ssize_t i) noexcept nogil:
    """Write the text of a kept unit."""
    cdef int unit = p.units[i]
    cdef int owner = p.owners[unit]
    cdef int first = p.unit_runs[unit]
    cdef int last = p.unit_runs[unit + 1] - 1
    p.bounds[2 * i] = p.texts.n
    if owner >= 0 and p.pre[owner] >= 0:
        put_pre(p, unit, p.bounds + 2 * i)
        return
    if last > first and breaks_between(p, first, last):
        put_lines(p, unit)
    else:
        put_bytes(&p.texts, p.unit_text + p.unit_starts[unit], p.unit_starts[unit + 1] - p.unit_starts[unit])
    p.bounds[2 * i + 1] = p.texts.n


cdef void find_wide_rows(Plain* p) noexcept nogil:
    """The rows of which a cell holds several units, several lines, or another table."""
    cdef Py_ssize_t i, size
    cdef int owner, cell, row
    for i in range(p.n_units):
        owner = p.owners[p.units[i]]
        if owner < 0:
            continue
        cell, row = p.cell[owner], p.row[owner]
        size = p.bounds[2 * i + 1] - p.bounds[2 * i]
        if row >= 0 and (
            p.is_seen[cell if cell >= 0 else p.n_nodes]
            or (cell >= 0 and size and memchr(p.texts.data + p.bounds[2 * i], c"\n", size) != NULL)
        ):
            p.is_wide[row] = True
        p.is_seen[cell if cell >= 0 else p.n_nodes] = True
        while row > 0:  # up to a row that was wide before: so were those around it
            row = p.row[p.parents[row]]
            if row < 0 or p.is_wide[row]:
                break
            p.is_wide[row] = True


cdef void put_separator(Plain* p, int before, int unit, bint is_item) noexcept nogil:
    """Write what stands between two kept units that follow one another."""
    cdef int owner = p.owners[before]
    cdef int other = p.owners[unit]
    cdef int common = owner
    cdef byte role
    cdef int n
    if owner >= 0 and other >= 0 and p.pre[owner] >= 0 and p.pre[owner] == p.pre[other]:
        n = max(1, breaks_between(p, p.unit_runs[before + 1] - 1, p.unit_runs[unit]))
        put_byte(&p.out, c"\n", 1 if is_item and n == 2 else n)
        return
    # Every element left on the way up is closed between the two units, so the climbs of a page add up to its size.
    while common >= 0 and not common <= other < p.ends[common]:
        common = p.parents[common]
    role = p.roles[common] if common >= 0 else 0
    if role & P_ROW:
        put_byte(&p.out, c"\n" if p.is_wide[common] else c"\t", 1)
    elif role & P_CLOSE or (role & P_CELL and owner != other and (common == owner or common == other)):
        put_byte(&p.out, c"\n", 1)
    else:
        put_byte(&p.out, c"\n", 1 if is_item else 2)


cdef void read_around(Plain* p) noexcept nogil:
    """What is around each node, its parent first."""
    cdef Py_ssize_t node
    cdef int parent
    cdef byte role
    p.n_breaks[0] = 0
    for node in range(p.n_nodes):
        parent, role = p.parents[node], p.roles[node]
        p.n_breaks[node + 1] = p.n_breaks[node] + (role & P_BREAK > 0)
        p.pre[node] = p.pre[parent] if parent >= 0 else -1
        if p.pre[node] < 0 and role & P_PRE:
            p.pre[node] = <int> node
        p.row[node] = <int> node if role & P_ROW else p.row[parent] if parent >= 0 else -1
        p.cell[node] = <int> node if role & P_CELL else p.cell[parent] if parent >= 0 else -1


cdef void mark_parts(Plain* p, const int[:, ::1] items) noexcept nogil:
    """Where the kept units of an item, and those between two items, begin."""
    cdef Py_ssize_t i
    cdef Py_ssize_t done = 0
    cdef int side
    for i in range(items.shape[0]):
        for side in range(2):
            while done < p.n_units and p.units[done] < (items[i, 0] if side == 0 else max(items[i, 0], items[i, 1])):
                done += 1
            if done < p.n_units:
                p.begins[done] = True


cdef void put_all(Plain* p, bint has_items) noexcept nogil:
    cdef Py_ssize_t i
    cdef Py_ssize_t part = 0  # where the text of the part begins
    for i in range(p.n_units):
        put_unit(p, i)
    if p.texts.failed:
        return
    find_wide_rows(p)
    for i in range(p.n_units):
        if i and p.begins[i]:
            if p.out.n > part:
                put_byte(&p.out, c"\n", 2)
            part = p.out.n
        elif i:
            put_separator(p, p.units[i - 1], p.units[i], has_items)
        put_bytes(&p.out, p.texts.data + p.bounds[2 * i], p.bounds[2 * i + 1] - p.bounds[2 * i])
    if part and p.out.n == part:
        p.out.n -= 2  # the last part is empty


cdef bint make_room(Plain* p, Py_ssize_t n_units) noexcept nogil:
    """Arrays over nodes and units; False if there is no memory."""
    cdef Py_ssize_t n = p.n_nodes + 1
    p.pre = <int*> malloc(4 * n * sizeof(int))
    p.roles = <byte*> malloc(3 * n)
    p.units = <int*> malloc((n_units + 1) * sizeof(int))
    p.begins = <byte*> malloc(n_units + 1)
    p.bounds = <Py_ssize_t*> malloc((2 * n_units + 2) * sizeof(Py_ssize_t))
    if p.pre == NULL or p.roles == NULL or p.units == NULL or p.begins == NULL or p.bounds == NULL:
        return False
    p.row, p.cell, p.n_breaks = p.pre + n, p.pre + 2 * n, p.pre + 3 * n
    p.is_wide, p.is_seen = p.roles + n, p.roles + 2 * n
    memset(p.roles, 0, 3 * n)
    memset(p.begins, 0, n_units + 1)
    return True


cdef void end_plain(Plain* p) noexcept nogil:
    free(p.pre)
    free(p.roles)
    free(p.units)
    free(p.begins)
    free(p.bounds)
    free(p.texts.data)
    free(p.out.data)


def plain_text(axis, const byte[::1] roles, kept, const int[:, ::1] items):
    """The kept units of a page as plain text.

    axis  : what `read_axis` gives
    roles : uint8, by the number of an element's name; what it means for text: 1 keeps white space, 2 is a cell,
            4 a row, 8 holds what stands close together, 16 breaks a line; names beyond the end mean nothing
    kept  : bool (n_units,)
    items : int32 (n_items, 2)   half-open unit intervals in order; a blank line between two, none inside

    Between two units stands a blank line, or what their closest common element says: a tab between the cells of a
    row that fits on a line, else a line feed. O(nodes + bytes of text).
    """
    cdef Plain plain
    cdef Plain* p = &plain
    cdef const int[::1] tags = axis.tag_ids
    cdef const byte[::1] is_kept = memoryview(kept).cast("B")
    cdef Py_ssize_t i
    memset(p, 0, sizeof(Plain))
    p.n_nodes = len(axis)
    if is_kept.shape[0] != axis.n_units or items.shape[1] != 2:
        raise ValueError("kept has one of each for every unit, items have two bounds")
    p.parents, p.ends, p.positions = ints_of(axis.parents), ints_of(axis.ends), ints_of(axis.run_positions)
    p.run_starts, p.run_text = ints_of(axis.run_starts), bytes_of(axis.run_text)
    p.owners, p.unit_runs = ints_of(axis.unit_nodes), ints_of(axis.unit_runs)
    p.unit_starts, p.unit_text = ints_of(axis.unit_starts), bytes_of(axis.unit_text)
    try:
        if not make_room(p, is_kept.shape[0]):
            raise MemoryError
        with nogil:
            for i in range(p.n_nodes):
                p.roles[i] = roles[tags[i]] if tags[i] < roles.shape[0] else 0
            for i in range(is_kept.shape[0]):
                if is_kept[i]:
                    p.units[p.n_units] = <int> i
                    p.n_units += 1
            read_around(p)
            mark_parts(p, items)
            put_all(p, items.shape[0] > 0)
        if p.texts.failed or p.out.failed:
            raise MemoryError
        return PyUnicode_DecodeUTF8(p.out.data, p.out.n, NULL) if p.out.n else ""
    finally:
        end_plain(p)
