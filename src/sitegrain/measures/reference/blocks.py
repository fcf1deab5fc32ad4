"""The blocks of a layout as a person reads and corrects them: one JSON file a layout."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sitegrain.content.selectors import parse_selectors
from sitegrain.errors import SourceError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

HELP = (
    "Blocks of one name are one block. Rename, merge, delete and add blocks, change their CSS selectors; of the"
    " elements that match, the innermost counts. A block that is_template weighs 0. Text that no selector covers is in"
    " no block."
)


@dataclass(frozen=True, slots=True)
class ReferenceBlock:
    """A block of a layout.

    selectors:   CSS selectors of its elements
    is_template: whether it is the same on all pages in the eyes of the person
    pages:       of the sample that have it; text: how it begins on the example page; both only for the person
    """

    name: str
    selectors: tuple[str, ...]
    is_template: bool = False
    pages: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class LayoutReference:
    """The blocks of a layout.

    example: name of the page the blocks were proposed on
    pages:   names of all pages of the layout: path, else URL
    """

    site: str | None
    layout: str
    method: str
    example: str
    pages: tuple[str, ...]
    blocks: tuple[ReferenceBlock, ...]

    def to_json(self) -> str:
        """The text of the file, with a line that says how to correct it."""
        return json.dumps({"help": HELP} | asdict(self), ensure_ascii=False, indent=1) + "\n"


def read_references(folder: Path) -> list[LayoutReference]:
    """The corrected files of a folder; SourceError names the file, the block and what is wrong."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise SourceError(f"{folder}: no references here, their names end in .json")
    return [_read(path) for path in paths]


def _read(path: Path) -> LayoutReference:
    try:
        data = json.loads(path.read_text("utf-8"))
        blocks = tuple(_block(row, path) for row in data["blocks"])
        return LayoutReference(
            site=data.get("site"),
            layout=str(data["layout"]),
            method=str(data.get("method", "")),
            example=str(data.get("example", "")),
            pages=tuple(map(str, data["pages"])),
            blocks=blocks,
        )
    except OSError as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    except KeyError as error:
        raise SourceError(f"{path}: no {error.args[0]!r}") from error
    except (TypeError, AttributeError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise SourceError(f"{path}: not a reference: {error}") from error


def _block(row: Any, path: Path) -> ReferenceBlock:
    name, selectors = str(row["name"]), row["selectors"]
    if not isinstance(selectors, list) or not selectors:
        raise SourceError(f"{path}: block {name!r} has no list of selectors")
    for selector in selectors:
        try:
            parse_selectors(str(selector))
        except UsageError as error:
            raise UsageError(f"{path}: block {name!r}: {error}") from error
    return ReferenceBlock(name, tuple(map(str, selectors)), bool(row.get("is_template", False)))
