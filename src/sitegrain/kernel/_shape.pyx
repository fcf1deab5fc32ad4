# cython: language_level=3
# cython: freethreading_compatible=True
# cython: wraparound=False
# cython: cdivision=True
# cython: initializedcheck=False
"""What follows from the structure of a page: sums below nodes, steps up, marks of ancestors, boxes, windows.

Sums are taken in the order of numpy's cumsum and bincount, in double: so they round alike. Names of columns, marks,
thresholds and sets of elements are the caller's.
"""

import os

from cython cimport critical_section, view
from libc.math cimport log1p, sqrt
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memmove, memset

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

include "sums.pxi"
include "shape_memory.pxi"
include "shape_page.pxi"
include "shape_units.pxi"
include "shape_boxes.pxi"
include "shape_site.pxi"
include "shape_pool.pxi"
include "shape_kind.pxi"
include "shape_logs.pxi"
include "shape_memo.pxi"
include "shape_match.pxi"
