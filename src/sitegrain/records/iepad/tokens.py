"""A page as a string of tags and texts (IEPAD, section on the translator)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from sitegrain.errors import UsageError
from sitegrain.pages.elements import INLINE, VOID
from sitegrain.pages.page import Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

TEXT = "T"

# The classes of tags that an encoding leaves out: what only marks up text, and what is special within text.
_MARKUP = (INLINE - VOID) - {"a"}
_LEFT_OUT = {"all": frozenset(), "no-markup": _MARKUP, "block": INLINE}
Tags = Literal["all", "no-markup", "block"]


@dataclass(frozen=True, slots=True, eq=False)
class TagString:
    """The tags and texts of a page, or of a part of it, in document order.

    names:    `<a>`, `</a>` or `T`, by symbol
    symbols:  int32 (n,) of each token
    nodes:    int32 (n,) the node whose tag it is; of a text the one right around it
    runs:     int32 (n,) the page's text run, -1 for a tag
    """

    names: tuple[str, ...]
    symbols: NDArray[np.int32]
    nodes: NDArray[np.int32]
    runs: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.symbols)


def read_tags(page: Page, *, tags: Tags = "all", within: int = 1) -> TagString:
    """The token string of a node (by default the body) and all in it.

    A text without a letter, a digit or at least three characters is blank and has no token. Raises UsageError for an
    encoding that does not exist.
    """
    check_tags(tags)
    left_out, names, texts, owners = _LEFT_OUT[tags], page.tags, page.run_texts, page.run_nodes
    numbers: dict[str, int] = {}
    rows: list[tuple[int, int, int]] = []
    behind = int(page.ends[within]) if within < page.n_nodes else 0
    for event, at in page.events():
        node = int(owners[at]) if event is Event.TEXT else at
        if not within <= node < behind:
            continue
        if event is Event.TEXT:
            if not _is_blank(texts[at]):
                rows.append((numbers.setdefault(TEXT, len(numbers)), node, at))
        elif names[at] not in left_out and (event is Event.OPEN or names[at] not in VOID):
            name = f"<{names[at]}>" if event is Event.OPEN else f"</{names[at]}>"
            rows.append((numbers.setdefault(name, len(numbers)), node, -1))
    columns = np.array(rows, np.int32).reshape(-1, 3)
    return TagString(tuple(numbers), columns[:, 0], columns[:, 1], columns[:, 2])


def check_tags(tags: str) -> None:
    """UsageError for an encoding that does not exist."""
    if tags not in _LEFT_OUT:
        raise UsageError(f"tags must be one of {', '.join(_LEFT_OUT)}, got {tags!r}")


def _is_blank(text: str) -> bool:
    folded = "".join(text.split())
    return not any(letter.isalnum() for letter in folded) and len(folded) < 4
