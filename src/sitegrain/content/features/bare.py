"""The blocks without running text that a unit stands in: menus, boxes of links, tables of navigation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import fill_boxes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape
    from sitegrain.pages.page import Page

MIN_PROSE = 15  # words outside links, from which a unit is running text
MOSTLY_LINKS = 0.5
MAX_STEPS = 8

BARE_NAMES = (
    "bare_words",
    "bare_units",
    "bare_links",
    "bare_share",
    "bare_steps",
    "linked_words",
    "linked_prose",
    "linked_share",
)


def fill_bare(page: Page, shape: Shape, matrix: Matrix, at: int) -> NDArray[np.int32]:
    """Fill the rows of BARE_NAMES, from row `at` on; counts as they are, without a logarithm.

    They are told by the block without running text around each unit, and by the largest that is mostly links. Returns
    int32 (n_units,) the first of these, -1 for running text itself.
    """
    blocks = np.empty(page.n_units, np.int32)
    fill_boxes(shape, MIN_PROSE, MOSTLY_LINKS, MAX_STEPS, blocks, matrix, at)
    return blocks
