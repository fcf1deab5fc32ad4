# cython: language_level=3
# cython: freethreading_compatible=True
# cython: wraparound=False
# cython: cdivision=True
# cython: initializedcheck=False
"""From a page's columns to its text: trees, places, the choice, the plain text."""

import os

from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_ND,
    PyBUF_STRIDED_RO,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    int Py_UNICODE_ISSPACE(Py_UCS4 code) noexcept nogil
    int Py_UNICODE_ISDECIMAL(Py_UCS4 code) noexcept nogil

ctypedef unsigned char byte
ctypedef unsigned long long u64

include "buffers.pxi"
include "sums.pxi"
include "odds.pxi"
include "forest_sift.pxi"
include "forest_wide.pxi"
include "forest.pxi"
include "gather.pxi"
include "ids.pxi"
include "places.pxi"
include "keys.pxi"
include "plain.pxi"
include "items.pxi"
include "text_hash.pxi"
include "choice.pxi"
include "cut.pxi"
include "template.pxi"
