"""Records by the tree of a page: siblings, or runs of siblings, that are alike.

IEPAD's questions asked of the tree instead of the string of tags: what recurs lies between elements, breaks or texts;
instead of regularity and compactness there is what segments have in common, instead of coverage what they hold. Of
several regions that one is first which holds most different words, less where it looks like a menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.pages.given import as_page
from sitegrain.records.fields import read_fields
from sitegrain.records.outline import LINE, read_outline
from sitegrain.records.region import Places, Region
from sitegrain.records.regions import find_regions

if TYPE_CHECKING:
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.records.outline import Outline
    from sitegrain.records.region import Position
    from sitegrain.records.regions import Found
    from sitegrain.records.section import Section

MAX_LABEL_KEYS = 12  # of a region's label, counted from the records up


class TreeRecords:
    """Finds records by siblings that are alike."""

    def find(self, page: AnyPage | Page, section: Section | None = None) -> list[Region]:
        """The regions of a page, or of a section of it, the one that the page is most likely about first."""
        page = as_page(page)
        outline = read_outline(page, section)
        starts = section.starts if section is not None else frozenset()
        places = Places(page)
        return [_region(page, outline, places, found) for found in find_regions(page, outline, starts)]


def _region(page: Page, outline: Outline, places: Places, found: Found) -> Region:
    fields = read_fields(page, outline, found.records)
    records = tuple(
        places.record(row, _position(outline, places, first), _position(outline, places, behind))
        for (first, behind), row in zip(found.records, fields.rows, strict=True)
    )
    return Region(_label(page, outline, found), fields.names, records, found.score)


def _position(outline: Outline, places: Places, item: int) -> Position:
    """Right before an item."""
    while item < len(outline) and outline.kinds[item] == LINE:
        item += 1
    if item >= len(outline):
        return places.last()
    run = outline.runs[item]
    return places.before(outline.nodes[item]) if run < 0 else places.text(run, outline.spans[item][0])


def _label(page: Page, outline: Outline, found: Found) -> str:
    """Tag, id and first class of the elements around the first record."""
    keys: list[str] = []
    node = outline.nodes[found.cuts[0].container]
    while node > 0 and len(keys) <= MAX_LABEL_KEYS:
        tag, classes, identity, *_ = page.descriptors[page.node_descriptors[node]]
        keys.append(tag + (f"#{identity}" if identity else "".join(f".{name}" for name in classes.split()[:1])))
        node = int(page.parents[node])
    return ("... > " if node > 0 else "") + " > ".join(reversed(keys or ["body"]))
