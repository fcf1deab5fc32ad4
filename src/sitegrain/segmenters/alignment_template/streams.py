"""A page as a stream of tags and texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.pages.page import BLOCK, Event
from sitegrain.pages.runs import unit_fingerprints

if TYPE_CHECKING:
    from sitegrain.pages.page import Page
    from sitegrain.sites.keys import NodeKeys

Token = tuple[str, object]  # what it is, `open`, `close` or `text`; key, tag, or hash of the text


@dataclass(frozen=True, slots=True)
class Stream:
    """The tokens of a page, and the node or unit each is of."""

    tokens: list[Token]
    sources: list[int]


def read_stream(page: Page, keys: NodeKeys | None, *, has_text: bool = True) -> Stream:
    """The block elements and units of a page in document order.

    keys: of the site; None to compare by the names of elements alone
    """
    node_names = page.tags if keys is None else keys.node_names(page)
    texts, units, flags, tags = (
        unit_fingerprints(page).tolist(),
        page.run_units.tolist(),
        page.flags.tolist(),
        page.tags,
    )
    tokens: list[Token] = []
    sources: list[int] = []
    last_unit = -1
    for event, number in page.events():
        if event is Event.TEXT:
            unit = units[number]
            if has_text and unit != last_unit:
                tokens.append(("text", texts[unit]))
                sources.append(unit)
            last_unit = unit
        elif flags[number] & BLOCK:
            is_open = event is Event.OPEN
            tokens.append(("open", node_names[number]) if is_open else ("close", tags[number]))
            sources.append(number)
    return Stream(tokens, sources)
