"""What each HTML element means for text: where a unit ends, what is not text at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import TAG_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

# Elements whose content is not on the token axis.
OFF_AXIS = frozenset(
    "script style noscript template svg iframe head textarea select button option object audio video canvas map input"
    " datalist noframes noembed embed applet frameset xmp title".split()
)

# Elements that stay inside a unit; every other element starts and ends one.
INLINE = frozenset(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label link mark meta"
    " meter nobr output picture progress q rb rp rt rtc ruby s samp small source span strike strong sub"
    " sup time track tt u var wbr".split()
)

# Void elements of the inline level: they own no text.
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

LANDMARKS = frozenset(("header", "nav", "main", "aside", "footer", "article", "section", "form"))


def tag_set(names: Iterable[str]) -> NDArray[np.uint8]:
    """Uint8, by the number of an element's name: 1 for these names; the last is for names without a fixed number."""
    return tag_table(dict.fromkeys(names, 1)).astype(np.uint8)


def tag_table(numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """Int32, by the number of an element's name: what these names are given, 0 for all others and at the end."""
    return np.array([numbers.get(tag, 0) for tag in (*TAG_NAMES, "")], np.int32)
