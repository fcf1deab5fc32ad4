"""Features of the leaves of a page: words with their digits masked, where links lead, names of image files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import text_hash
from sitegrain.pages.tokens import mask_digits
from sitegrain.sites.targets import target_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import PageTree

# `-300x200`, `_640w`, `@2x` before the suffix: one image in several sizes.
_SIZE = re.compile(r"(?:[-_.]\d+x\d+|[-_.]\d+[wh]|@\d+x)+(?=\.\w+$|$)")


class Features:
    """Hashes of features; words of several pages are hashed once."""

    def __init__(self) -> None:
        self._words: dict[str, int] = {}

    def of_page(self, page: Page, tree: PageTree) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        """Row of the tree and hash of each feature of a page, as often as it has it."""
        addresses = list(_addresses(page))
        words = [self._word(token) for token in page.tokens]
        rows = np.concatenate((tree.owners, tree.around[[node for node, _ in addresses]]))
        return rows, np.array(words + [value for _, value in addresses], np.uint64)

    def _word(self, token: str) -> int:
        found = self._words.get(token)
        if found is None:
            found = self._words[token] = text_hash(mask_digits(token))
        return found


def image_name(attributes: Mapping[str, str | None]) -> str:
    """The name of an image's file without its size; "" if it has none.

    >>> image_name({"data-src": "https://cdn.example/a/owl-300x200.jpg?v=3"})
    'owl.jpg'
    """
    source = attributes.get("data-src") or (attributes.get("srcset") or "").strip().split(" ")[0].rstrip(",")
    source = source or attributes.get("src") or ""
    if source.startswith("data:"):  # the picture itself, or a blank one that a script replaces
        return ""
    return _SIZE.sub("", re.split(r"[?#]", source, maxsplit=1)[0].rstrip("/").rpartition("/")[2])


def _addresses(page: Page) -> Iterator[tuple[int, int]]:
    """(node, hash) of every link and image."""
    for node, tag in enumerate(page.tags):
        if tag == "a":
            href = page.attributes[node].get("href")
            if href:
                yield node, target_hash(mask_digits(href))
        elif tag == "img":
            name = image_name(page.attributes[node])
            if name:
                yield node, text_hash("image " + name)
