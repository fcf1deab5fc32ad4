"""sitegrain learns what the pages of a web site share, and gives back what each page says."""

from sitegrain.blocks.segmentation import Block, Segmentation
from sitegrain.content.document import Document, Piece
from sitegrain.content.extraction import Options
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
    "read",
]
