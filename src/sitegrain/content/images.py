"""The images of a page's content in their context: the piece they belong to, their caption, the text around them.

The idea is that of Fauzi, Hong and Belkhatir (Multimedia 2009): from the image upwards, the first element that has
text is the image's segment. Where that element holds a single image and little text, the text is the image's own;
where it holds more, such as a whole article with its paragraphs, the neighbours of the image are its context. The rules
for captions and decoration are ours.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.content.rendering.text import PREFORMATTED
from sitegrain.content.rendering.visible import Visible, count_below
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.nesting import has_tag, nearest
from sitegrain.pages.page import HIDDEN
from sitegrain.pages.runs import node_units

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

CAPTION_WORDS = 40  # most words of a text beside an image that can be its caption
SEGMENT_WORDS = 100  # most words of a segment that are the context of one image as a whole
MAX_TEXT_CHARS = 1_000  # of a caption or a context; cut at a space, if there is one
ICON_PIXELS = 32  # an image declared to be smaller both ways is a sign, not a picture
ORNAMENT_COPIES = 3  # an image that stands so often on one page is an ornament
_NO_CAPTION = HEADINGS | PREFORMATTED  # text beside an image that has one of these is more than its caption
_CELLS = frozenset(("td", "th"))
_DECORATIVE_ROLES = frozenset(("presentation", "none"))


@dataclass(frozen=True, slots=True)
class ContentImage:
    """An image of the content.

    src:           its address, absolute if the page's is known; lazy loading and `srcset` looked through
    alt:           its alternative text, "" where it is declared to say nothing, None where there is none
    caption:       its caption, None if none was found
    text:          what stands around it
    width, height: in CSS pixels, None where the page does not say
    """

    src: str
    alt: str | None
    caption: str | None
    text: str
    width: int | None = None
    height: int | None = None

    def to_row(self) -> dict[str, Any]:
        """The image as plain values."""
        return asdict(self)


def find_images(page: Page, kept: NDArray[np.bool_]) -> dict[int, list[ContentImage]]:
    """The images among the kept text, in document order, by the kept unit that each belongs to.

    Left out are decorations: images of at most one pixel, inline data, those declared to be presentation or hidden,
    declared to be smaller than `ICON_PIXELS` both ways, or standing on the page `ORNAMENT_COPIES` times or more.

    kept: bool (n_units,). O(nodes + runs).
    """
    visible = Visible(page, kept)
    copies = Counter(visible.images.values())
    nodes = [
        node for node, src in visible.images.items() if copies[src] < ORNAMENT_COPIES and not _is_decoration(page, node)
    ]
    found: dict[int, list[ContentImage]] = {}
    if nodes:
        reader = _Reader(page, kept, visible, nodes)
        for node in nodes:
            unit, image = reader.read(node, visible.images[node])
            found.setdefault(unit, []).append(image)
    return found


def _is_decoration(page: Page, node: int) -> bool:
    get = page.attributes[node].get
    if page.flags[node] & HIDDEN or (get("role") or "").strip().lower() in _DECORATIVE_ROLES:
        return True
    width, height = _pixels(get("width")), _pixels(get("height"))
    return width is not None and height is not None and max(width, height) < ICON_PIXELS


def _pixels(value: str | None) -> int | None:
    text = (value or "").strip().removesuffix("px")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


class _Reader:
    """Reads the context of each image of a page."""

    def __init__(self, page: Page, kept: NDArray[np.bool_], visible: Visible, nodes: list[int]) -> None:
        self.page = page
        self.kept_units: list[int] = np.flatnonzero(kept).tolist()
        self.n_images = count_below(page, np.array(nodes, np.int32))
        self.first_units, self.last_units = node_units(page)
        self.words = np.concatenate(([0], np.cumsum(page.unit_words)))
        self.parents: list[int] = page.parents.tolist()
        self.has_kept: list[bool] = (visible.run_counts > 0).tolist()
        tags = page.tags
        self.segments = self._nearest(visible.run_counts > 0)
        self.figures = self._nearest(has_tag(page, ("figure",))) if "figure" in tags else None
        self.cells = self._nearest(has_tag(page, _CELLS)) if not _CELLS.isdisjoint(tags) else None
        self.captions = self._figcaptions()
        self.rows: dict[int, list[int]] = {}  # table rows that were looked at: their cells
        self.n_other = count_below(page, self._nodes_of(_NO_CAPTION))

    def read(self, node: int, src: str) -> tuple[int, ContentImage]:
        """The unit that an image belongs to, and the image."""
        segment = self.segments[node]
        caption_units = self._caption_units(node, segment)
        attributes = self.page.attributes[node]
        get = attributes.get
        image = ContentImage(
            src=src,
            alt=" ".join((get("alt") or "").split()) if "alt" in attributes else None,
            caption=self._text(caption_units) or None,
            text=self._context(node, segment, caption_units),
            width=_pixels(get("width")),
            height=_pixels(get("height")),
        )
        return self._owner(node, segment), image

    # captions

    def _caption_units(self, node: int, segment: int) -> range:
        """The units of the caption; none for no caption."""
        figure = self.figures[node] if self.figures else -1
        if figure >= 0:
            if figure in self.captions:
                return self._units(self.captions[figure])
            return self._if_short(self._units(figure)) if self.n_images[figure] == 1 else range(0)
        if self.n_images[segment] == 1:
            is_own = self._has_own_text(node, segment) or self.n_other[segment]
            return range(0) if is_own else self._if_short(self._units(segment))
        below = self._cell_below(node)
        return self._if_short(self._units(below)) if below >= 0 else range(0)

    def _has_own_text(self, node: int, segment: int) -> bool:
        """The image stands in the line of a text, and not beside it."""
        run = int(np.searchsorted(self.page.run_positions, node, side="right"))
        units = self.page.run_units
        lines = {int(units[near]) for near in (run - 1, run) if 0 <= near < len(units)}
        return any(int(self.page.unit_nodes[unit]) == segment for unit in lines)

    def _cell_below(self, node: int) -> int:
        """The table cell below that of the image, in a row of captions under a row of images; -1 if there is none."""
        cell = self.cells[node] if self.cells else -1
        if cell < 0 or self.n_images[cell] != 1 or self.has_kept[cell]:
            return -1
        row = self.parents[cell]
        below = int(self.page.ends[row])
        if self.has_kept[row] or below >= self.page.n_nodes or self.parents[below] != self.parents[row]:
            return -1
        cells, others = self._children(row), self._children(below)
        return others[bisect_left(cells, cell)] if len(cells) == len(others) and not self.n_images[below] else -1

    def _children(self, row: int) -> list[int]:
        """The cells of a row; the images of a row ask for them one after the other."""
        if row not in self.rows:
            cells, child, end = [], row + 1, int(self.page.ends[row])
            while child < end:
                cells.append(child)
                child = int(self.page.ends[child])
            self.rows[row] = cells
        return self.rows[row]

    def _if_short(self, units: range) -> range:
        return units if 0 < self._n_words(units) <= CAPTION_WORDS else range(0)

    # context

    def _context(self, node: int, segment: int, caption: range) -> str:
        units = self._units(segment)
        if not len(caption) and self.n_images[segment] == 1 and self._n_words(units) <= SEGMENT_WORDS:
            return self._text(units)
        before, after = self._neighbours(node)
        if before >= 0 and self.kept_units[before] in caption:
            before = bisect_left(self.kept_units, caption.start) - 1
        if after < len(self.kept_units) and self.kept_units[after] in caption:
            after = bisect_left(self.kept_units, caption.stop)
        near = [*self.kept_units[max(before, 0) : before + 1], *self.kept_units[after : after + 1]]
        return self._text(dict.fromkeys(near))

    def _owner(self, node: int, segment: int) -> int:
        """The kept unit before the image if it lies in the image's segment, else the one after."""
        before, after = self._neighbours(node)
        units = self._units(segment)
        if before >= 0 and (self.kept_units[before] in units or after == len(self.kept_units)):
            return self.kept_units[before]
        return self.kept_units[after]

    def _neighbours(self, node: int) -> tuple[int, int]:
        """Positions in `kept_units`: of the last one that begins before the image, of the first that ends after it."""
        run = int(np.searchsorted(self.page.run_positions, node, side="right"))
        units = self.page.run_units
        before = bisect_right(self.kept_units, int(units[run - 1])) - 1 if run > 0 else -1
        after = bisect_left(self.kept_units, int(units[run])) if run < len(units) else len(self.kept_units)
        return before, after

    # the page

    def _nearest(self, is_wanted: NDArray[np.bool_]) -> list[int]:
        """For each node the nearest element around it that is wanted, -1 if there is none."""
        found = nearest(self.page, is_wanted)
        strictly: list[int] = np.where(self.page.parents >= 0, found[self.page.parents], -1).tolist()
        return strictly

    def _nodes_of(self, names: Collection[str]) -> NDArray[np.int32]:
        return np.array([node for node, tag in enumerate(self.page.tags) if tag in names], np.int32)

    def _figcaptions(self) -> dict[int, int]:
        """Figure -> its first figcaption with text."""
        captions: dict[int, int] = {}
        for node in self._nodes_of(("figcaption",)).tolist() if self.figures else []:
            if len(self._units(node)):
                captions.setdefault(self.figures[node], node)  # type: ignore[index]
        return captions

    def _units(self, node: int) -> range:
        """The units with text in a node's subtree."""
        return range(int(self.first_units[node]), int(self.last_units[node]))

    def _n_words(self, units: range) -> int:
        return int(self.words[units.stop] - self.words[units.start])

    def _text(self, units: Iterable[int]) -> str:
        """The texts of some units, a line each, at most MAX_TEXT_CHARS characters; no more is read of any."""
        pieces: list[str] = []
        n_chars = 0
        for unit in units:
            pieces.append(self.page.unit_texts[unit][: MAX_TEXT_CHARS + 1])
            n_chars += len(pieces[-1]) + 1
            if n_chars > MAX_TEXT_CHARS + 1:
                break
        return _cut("\n".join(pieces))


def _cut(text: str) -> str:
    """A text of at most MAX_TEXT_CHARS, without half a word at its end unless the word is as long as all of it."""
    if len(text) <= MAX_TEXT_CHARS:
        return text
    space = max(text.rfind(blank, 1, MAX_TEXT_CHARS + 1) for blank in " \n")
    return text[: space if space > 0 else MAX_TEXT_CHARS].rstrip()
