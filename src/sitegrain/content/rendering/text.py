"""Kept units to plain text: paragraphs, list items and table rows on lines of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import TAG_NAMES, plain_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

PREFORMATTED = frozenset(("pre", "listing", "plaintext"))

# What elements mean for text, as the kernel has it: between two units whose closest common element is of the fourth
# kind stands one line feed, elsewhere a blank line.
_ROLES = {
    1: PREFORMATTED,
    2: frozenset(("td", "th")),
    4: frozenset(("tr",)),
    8: frozenset("ul ol menu dir dl li dt dd table thead tbody tfoot tr caption".split()),
    16: frozenset(("br",)),
}
_ROLE_OF_TAG = np.array([sum(bit for bit, names in _ROLES.items() if tag in names) for tag in TAG_NAMES], np.uint8)
_NO_ITEMS = np.empty((0, 2), np.int32)

_BLANK_LINES = re.compile(r"\A(?:[^\S\n]*\n)+")


def render_text(page: Page, kept: NDArray[np.bool_], items: tuple[tuple[int, int], ...] = ()) -> str:
    """Render the kept units as plain text.

    Paragraphs and headings are separated by a blank line; list items and table rows stand on a line each, cells of a
    row are separated by a tab; preformatted text keeps its white space. With `items` (half-open unit intervals) each
    item is a block of lines and a blank line stands between items. The tokens are those of the kept units, in order.

    kept: bool (n_units,)
    """
    return plain_text(page.axis, _ROLE_OF_TAG, kept, np.array(items, np.int32) if items else _NO_ITEMS)


def trim_pre(text: str) -> str:
    """Preformatted text without blank lines around it; indentation stays, a no-break space becomes a space."""
    return _BLANK_LINES.sub("", text.replace("\xa0", " ")).rstrip()
