# What is at or around nodes.


def innermost(const int[::1] parents, const int[::1] tags, const byte[::1] wanted, int[::1] found):
    """The innermost element of a wanted name at or around each node, -1 for none.

    parents, tags : int32 (n_nodes,)   in document order
    wanted        : uint8, by the number of a name; names beyond the end are not wanted
    found         : int32 (n_nodes,), written. O(n_nodes).
    """
    cdef Py_ssize_t node
    cdef int parent
    if not (parents.shape[0] == tags.shape[0] == found.shape[0]):
        raise ValueError("one of each for every node")
    with nogil:
        for node in range(parents.shape[0]):
            parent = parents[node]
            if 0 <= tags[node] < wanted.shape[0] and wanted[tags[node]]:
                found[node] = <int> node
            else:
                found[node] = found[parent] if 0 <= parent < node else -1


def inherit(const int[::1] parents, byte[::1] bits):
    """Give every node the bits of its parent too, and so of all nodes around it.

    parents : int32 (n_nodes,) in document order; bits : uint8 (n_nodes,), changed. O(n_nodes).
    """
    cdef Py_ssize_t node
    if parents.shape[0] != bits.shape[0]:
        raise ValueError("one of each for every node")
    with nogil:
        for node in range(parents.shape[0]):
            if 0 <= parents[node] < node:
                bits[node] |= bits[parents[node]]
