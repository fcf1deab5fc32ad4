# cython: language_level=3
# cython: freethreading_compatible=True
# cython: wraparound=False
# cython: cdivision=True
# cython: initializedcheck=False
"""What the characters and words of units say: columns, fingerprints, counts over the pages of a site."""

import os

from libc.limits cimport INT_MAX
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

ctypedef unsigned char byte
ctypedef unsigned long long u64

include "classes.pxi"
include "swar.pxi"
include "text_rules.pxi"
include "text_scan.pxi"
include "text_columns.pxi"
include "text_hash.pxi"
include "text_hashes.pxi"
include "text_sets.pxi"
include "text_targets.pxi"
include "text_words.pxi"
include "text_counts.pxi"

_fill_classes()
_fill_traits()
