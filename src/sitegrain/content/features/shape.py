"""A page's structure for the kernel, and the matrix of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain.kernel import Shape

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

Columns = dict[str, NDArray[np.float64]]
Matrix = NDArray[np.float64]  # (n_columns, n_units)


def shape_of(page: Page) -> Shape:
    """The structure of a page; it holds the sums below its nodes, so one is made for many columns."""
    axis = page.axis
    return Shape(
        page.parents,
        page.ends,
        axis.depths,
        axis.tag_ids,
        page.node_descriptors,
        page.unit_nodes,
        page.unit_words,
        page.unit_link_words,
    )


def take_logs(matrix: Matrix, rows: NDArray[np.intp]) -> None:
    """Put the logarithm of 1 more in the place of some rows."""
    matrix[rows] = np.log1p(matrix[rows])
