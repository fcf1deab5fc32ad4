# A table from 64-bit keys to numbers, and what it takes to cut a list of keys into groups.

cdef struct Entry:
    u64 key
    int value  # -1: free

cdef struct Ids:
    Entry* entries
    Py_ssize_t n_slots  # a power of two, or 0
    Py_ssize_t n


cdef inline u64 scattered(u64 key) noexcept nogil:
    """The key with its bits mixed: keys are often small numbers side by side."""
    key = (key ^ (key >> 32)) * <u64> 0x9E3779B97F4A7C15ULL
    key = (key ^ (key >> 29)) * <u64> 0xD6E8FEB86659FD93ULL
    return key ^ (key >> 32)


cdef inline Entry* entry_of(Ids* ids, u64 key) noexcept nogil:
    """The entry with a key, or the free one where it belongs; there must be a free one."""
    cdef Py_ssize_t slot = <Py_ssize_t> (scattered(key) & <u64> (ids.n_slots - 1))
    while ids.entries[slot].value >= 0 and ids.entries[slot].key != key:
        slot = (slot + 1) & (ids.n_slots - 1)
    return ids.entries + slot


cdef inline int find_id(Ids* ids, u64 key) noexcept nogil:
    """The number of a key, -1 if it has none."""
    return entry_of(ids, key).value if ids.n_slots else -1


cdef bint reserve_ids(Ids* ids, Py_ssize_t n) noexcept nogil:
    """Make the table large enough for so many keys in all, at most half full; False if there is no memory."""
    cdef Ids grown
    cdef Py_ssize_t i
    cdef Entry* entry
    if 2 * n <= ids.n_slots:
        return True
    grown.n_slots, grown.n = max(64, ids.n_slots), ids.n
    while grown.n_slots < 2 * n:
        grown.n_slots *= 2
    grown.entries = <Entry*> malloc(grown.n_slots * sizeof(Entry))
    if grown.entries == NULL:
        return False
    memset(grown.entries, 0xFF, grown.n_slots * sizeof(Entry))
    for i in range(ids.n_slots):
        if ids.entries[i].value >= 0:
            entry = entry_of(&grown, ids.entries[i].key)
            entry[0] = ids.entries[i]
    free(ids.entries)
    ids[0] = grown
    return True


cdef inline int number_of(Ids* ids, u64 key) noexcept nogil:
    """The number of a key; a new key takes the next number. -1 if there is no memory."""
    cdef Entry* entry
    if not reserve_ids(ids, ids.n + 1):
        return -1
    entry = entry_of(ids, key)
    if entry.value < 0:
        entry.key = key
        entry.value = <int> ids.n
        ids.n += 1
    return entry.value


cdef void end_ids(Ids* ids) noexcept nogil:
    free(ids.entries)
    memset(ids, 0, sizeof(Ids))
