"""What stands around a unit: its neighbours, the title, the section, the containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.text import LEAST_PLAIN, LONG_WORDS
from sitegrain.kernel import TAG_NAMES, fill_containers, fill_flow, fill_sections, hash_tokens
from sitegrain.pages.elements import HEADINGS, tag_table

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape, Words
    from sitegrain.pages.page import Page

MAX_STEPS = 6  # ancestors looked at
MAX_DISTANCE = 60  # units
MAX_TITLE_WORDS = 60  # of a unit that can be the title
TITLE_TAG_BONUS, TITLE_LINK_MALUS = 0.3, 0.2  # beside the share of the words that unit and title have in common
TITLE_FADES = 30.0  # units after the title, over which its nearness falls to 1 / e
_FADES = np.exp(np.arange(1, 4096) / -TITLE_FADES)  # what is beyond is 0 in float32, as are the last of these
_TAG_BONUS = np.array([TITLE_TAG_BONUS * (tag in ("h1", "h2")) for tag in TAG_NAMES] + [0.0])
MOSTLY_LINKED, LONGEST_RUN = 0.7, 20  # share of links of a unit in a run of links; units
_LEVELS = tag_table({tag: int(tag[1]) for tag in HEADINGS})
_SHARES = np.array([0.5, 0.25, 0.8])

SECTION_NAMES = (
    "heading_level",
    "heading_distance",
    "section_level",
    "section_words",
    "section_links",
    "section_share",
)
FLOW_NAMES = (
    "prose_before",
    "prose_after",
    "long_before",
    "since_long",
    "until_long",
    "words_before",
    "units_before",
    "link_run",
)
CONTAINER_NAMES = (
    "page_share_parent",
    "page_share_grandparent",
    "page_steps_50",
    "page_steps_25",
    "page_steps_80",
    "sibling_units",
    "sibling_prose",
    "sibling_words",
    "sibling_links",
    "parent_links",
    "grandparent_links",
    "path_share",
)
CONTEXT_NAMES = SECTION_NAMES + FLOW_NAMES + CONTAINER_NAMES


TITLE_NAMES = ("title_overlap", "is_title", "before_title", "after_title", "no_title")


def fill_title(page: Page, words: Words, matrix: Matrix, at: int) -> None:
    """Fill the rows of TITLE_NAMES, from row `at` on: where a unit stands to the one that repeats the page's title."""
    words.fill_title(
        hash_tokens(page.head.title),
        page.unit_nodes,
        page.axis.tag_ids,
        _TAG_BONUS,
        page.unit_words,
        page.unit_link_words,
        TITLE_LINK_MALUS,
        MAX_TITLE_WORDS,
        _FADES,
        matrix,
        at,
    )


def fill_context(page: Page, shape: Shape, matrix: Matrix, at: int) -> None:
    """Fill the rows of CONTEXT_NAMES, from row `at` on; counts as they are, without a logarithm."""
    fill_sections(shape, _LEVELS, LEAST_PLAIN, MAX_DISTANCE, matrix, at)
    at += len(SECTION_NAMES)
    n_tokens = page.axis.n_tokens
    fill_flow(shape, LEAST_PLAIN, LONG_WORDS, MAX_DISTANCE, n_tokens, MOSTLY_LINKED, LONGEST_RUN, matrix, at)
    fill_containers(shape, LEAST_PLAIN, _SHARES, MAX_STEPS, matrix, at + len(FLOW_NAMES))
