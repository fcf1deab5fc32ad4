"""Which elements lie in which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import ArrayLike, NDArray

    from sitegrain.pages.page import Page


def children(page: Page, node: int) -> Iterator[int]:
    """The child elements of a node, in document order."""
    child = node + 1
    while child < page.ends[node]:
        yield child
        child = int(page.ends[child])


def ancestors(page: Page, node: int) -> Iterator[int]:
    """The elements around a node, innermost first."""
    node = int(page.parents[node])
    while node >= 0:
        yield node
        node = int(page.parents[node])


def has_tag(page: Page, tags: Collection[str]) -> NDArray[np.bool_]:
    """Bool (n_nodes,): the element is one of these."""
    return np.array([tag in tags for tag in page.tags], bool)


def nearest(page: Page, is_wanted: ArrayLike) -> NDArray[np.int64]:
    """Int64 (n_nodes,): each node itself if it is wanted, else the nearest element around it that is, -1 for none.

    is_wanted: bool (n_nodes,)
    """
    n = page.n_nodes
    wanted = np.append(np.asarray(is_wanted, bool), True)  # a node above all others, which stands for none
    above = np.append(page.parents.astype(np.int64), n)
    above[above < 0] = n
    found = np.where(wanted, np.arange(n + 1), above)
    while not wanted[found].all():  # each pass doubles how far up is looked
        found = found[found]
    return np.where(found == n, -1, found)[:n]
