"""sitegrain learns what the pages of a web site share, and gives back what each page says.

A public name is imported when it is first used, so that the command line starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegrain.blocks.segmentation import Block, Segmentation
    from sitegrain.content.document import Document, Piece
    from sitegrain.content.extraction import Options
    from sitegrain.crawl import extract_sites
    from sitegrain.errors import (
        ExtraError,
        FitError,
        ModelError,
        SitegrainError,
        SourceError,
        UsageError,
        WriteError,
    )
    from sitegrain.model import SiteModel, extract
    from sitegrain.pages.raw import RawPage, Skipped
    from sitegrain.readers import read

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Document",
    "ExtraError",
    "FitError",
    "ModelError",
    "Options",
    "Piece",
    "RawPage",
    "Segmentation",
    "SiteModel",
    "SitegrainError",
    "Skipped",
    "SourceError",
    "UsageError",
    "WriteError",
    "extract",
    "extract_sites",
    "read",
]

_HOMES = {
    "sitegrain.blocks.segmentation": ("Block", "Segmentation"),
    "sitegrain.content.document": ("Document", "Piece"),
    "sitegrain.content.extraction": ("Options",),
    "sitegrain.crawl": ("extract_sites",),
    "sitegrain.errors": (
        "ExtraError", "FitError", "ModelError", "SitegrainError", "SourceError", "UsageError", "WriteError",
    ),
    "sitegrain.model": ("SiteModel", "extract"),
    "sitegrain.pages.raw": ("RawPage", "Skipped"),
    "sitegrain.readers": ("read",),
}  # fmt: skip
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
