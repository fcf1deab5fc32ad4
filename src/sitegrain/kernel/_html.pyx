# cython: language_level=3
# cython: freethreading_compatible=True
# cython: wraparound=False
# cython: cdivision=True
# cython: initializedcheck=False
"""HTML to a tree, and the tree to flat arrays: one pass without the interpreter's lock."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.ref cimport Py_DECREF, PyObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.limits cimport INT_MAX
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memmove, memset, strlen

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

include "tags.pxi"
include "state.pxi"
include "swar.pxi"
include "blocks.pxi"
include "tables.pxi"
include "memory.pxi"
include "classes.pxi"
include "characters.pxi"
include "short_names.pxi"
include "attributes.pxi"
include "tokenizer.pxi"
include "raw.pxi"
include "doctype.pxi"
include "nodes.pxi"
include "open.pxi"
include "formatting.pxi"
include "adoption.pxi"
include "modes_head.pxi"
include "modes_body.pxi"
include "modes_end.pxi"
include "modes_table.pxi"
include "foreign.pxi"
include "builder.pxi"
include "source.pxi"
include "tree.pxi"
include "axis_state.pxi"
include "words.pxi"
include "axis.pxi"
include "columns.pxi"
include "hrefs.pxi"
include "pages.pxi"
include "prescan.pxi"

TAG_NAMES = _TAG_NAMES  # element names by number; `tag_ids` above them are of names that no page shares

_fill_characters()
_fill_tags()
_fill_short_names()
_fill_entities()
_fill_windows_1252()
_fill_raw_names()
_fill_quirks()
_fill_resets()
_fill_classes()
