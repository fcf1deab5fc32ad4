"""What stands around a unit: its neighbours, the title, the section, the containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.shape import Columns, tag_table
from sitegrain.content.features.text import LEAST_PLAIN, LONG_WORDS
from sitegrain.kernel import fill_containers, fill_flow, fill_sections
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape
    from sitegrain.pages.page import Page

MAX_STEPS = 6  # ancestors looked at
MAX_DISTANCE = 60  # units
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


def title_features(page: Page) -> Columns:
    """Where the unit stands to the one that repeats the page's title."""
    n = page.n_units
    title = set(tokenize(page.head.title))
    bounds = page.unit_tokens.tolist()
    best, at = 0.0, -1
    overlap = np.zeros(n)
    for unit in range(n):
        words = page.tokens[bounds[unit] : bounds[unit + 1]]
        if not words or not title:
            continue
        both = len(title.intersection(words))
        overlap[unit] = both / len(words) if len(words) < 60 else 0.0
        if len(words) > 60 or not both:
            continue
        score = both / len(title.union(words))
        score += 0.3 * (page.tags[page.unit_nodes[unit]] in ("h1", "h2"))
        score -= 0.2 * (page.unit_link_words[unit] == len(words))
        if score > best:
            best, at = score, unit
    index = np.arange(n)
    return {
        "title_overlap": overlap,
        "is_title": (index == at).astype(np.float64),
        "before_title": (index < at).astype(np.float64),
        "after_title": np.exp(-(index - at) / 30) * (index > at) if at >= 0 else np.zeros(n),
        "no_title": np.full(n, float(at < 0)),
    }


def fill_context(page: Page, shape: Shape, matrix: Matrix, at: int) -> None:
    """Fill the rows of CONTEXT_NAMES, from row `at` on; counts as they are, without a logarithm."""
    fill_sections(shape, _LEVELS, LEAST_PLAIN, MAX_DISTANCE, matrix, at)
    at += len(SECTION_NAMES)
    n_tokens = page.axis.n_tokens
    fill_flow(shape, LEAST_PLAIN, LONG_WORDS, MAX_DISTANCE, n_tokens, MOSTLY_LINKED, LONGEST_RUN, matrix, at)
    fill_containers(shape, LEAST_PLAIN, _SHARES, MAX_STEPS, matrix, at + len(FLOW_NAMES))
