# What is at or around nodes.


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
