"""Where the elements of a page are when it is rendered, and how they look."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

FIELDS = ("tag", "x", "y", "width", "height", "background", "font_size", "font_weight", "is_inline", "is_shown")
N_NUMBERS = 4  # x, y, width, height


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Boxes:
    """The boxes of a page's elements, in document order; elements that are not on the axis have none.

    tags:         names in lower case
    places:       float64 (n_nodes, 4) left, top, right, bottom in CSS pixels
    backgrounds:  colour behind the element's text, as the browser writes it; inherited where it is transparent
    font_sizes:   float64 (n_nodes,) CSS pixels; font_weights: float64 (n_nodes,) 100 to 900
    is_inline:    bool (n_nodes,) laid out within lines; is_shown: bool (n_nodes,) takes part in the rendering
    """

    tags: tuple[str, ...]
    places: NDArray[np.float64]
    backgrounds: tuple[str, ...]
    font_sizes: NDArray[np.float64]
    font_weights: NDArray[np.float64]
    is_inline: NDArray[np.bool_]
    is_shown: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.tags)

    @property
    def areas(self) -> NDArray[np.float64]:
        """Float64 (n_nodes,): square CSS pixels."""
        left, top, right, bottom = self.places.T
        return np.asarray(np.maximum(right - left, 0) * np.maximum(bottom - top, 0))

    def check(self, page: Page) -> None:
        """SourceError unless there is one box for each of the page's elements."""
        for number, (box, tag) in enumerate(zip(self.tags, page.tags, strict=False)):
            if box != tag:
                raise SourceError(f"the boxes do not match the page: element {number} is {box}, the page has {tag}")
        if len(self) != page.n_nodes:
            raise SourceError(f"the boxes do not match the page: {len(self)} elements, the page has {page.n_nodes}")


def make_boxes(rows: Sequence[Sequence[Any]]) -> Boxes:
    """Boxes from a row an element, with the values of FIELDS; SourceError names the first that is none."""
    for number, row in enumerate(rows):
        if len(row) != len(FIELDS) or not all(_is_number(value) for value in (*row[1:5], *row[6:8])):
            raise SourceError(f"element {number}: a box needs {', '.join(FIELDS)}, got {str(row)[:100]}")
    columns = list(zip(*rows, strict=True)) or [()] * len(FIELDS)
    x, y, width, height = (np.array(columns[i], np.float64) for i in range(1, 1 + N_NUMBERS))
    return Boxes(
        tags=tuple(str(tag).lower() for tag in columns[0]),
        places=np.stack((x, y, x + width, y + height), axis=1),
        backgrounds=tuple(map(str, columns[5])),
        font_sizes=np.array(columns[6], np.float64),
        font_weights=np.array(columns[7], np.float64),
        is_inline=np.array(columns[8], bool),
        is_shown=np.array(columns[9], bool),
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and bool(np.isfinite(value))


def read_boxes(path: Path) -> Boxes:
    """Read the boxes of one page: a JSON list with an object an element, as `write_boxes` writes it."""
    try:
        data = json.loads(path.read_text("utf-8"))
        rows = [[row[name] for name in FIELDS] for row in data]
    except OSError as error:
        raise SourceError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise SourceError(f"{path}: not a list of boxes: {error}") from error
    try:
        return make_boxes(rows)
    except SourceError as error:
        raise SourceError(f"{path}: {error}") from error


def write_boxes(boxes: Boxes, path: Path) -> None:
    """Write the boxes of one page as JSON."""
    left, top, right, bottom = boxes.places.T
    columns = (
        boxes.tags,
        left.tolist(),
        top.tolist(),
        (right - left).tolist(),
        (bottom - top).tolist(),
        boxes.backgrounds,
        boxes.font_sizes.tolist(),
        boxes.font_weights.tolist(),
        boxes.is_inline.tolist(),
        boxes.is_shown.tolist(),
    )
    rows = [dict(zip(FIELDS, row, strict=True)) for row in zip(*columns, strict=True)]
    path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
