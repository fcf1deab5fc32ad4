"""Options for trying a measurement on a part of the pages, without touching the results that count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def add_trial(parser: argparse.ArgumentParser, *, has_limit: bool = True) -> None:
    """Give a command `--trial`, and `--limit` if it reads pages itself."""
    parser.add_argument("--trial", type=Path, metavar="FOLDER", help="write results there, and nothing elsewhere")
    if has_limit:
        parser.add_argument("--limit", type=int, metavar="N", help="only the first N sites of each set; needs --trial")


def parse_trial(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse a command line; what was measured on a part of the pages must not become a result."""
    options = parser.parse_args(arguments)
    if getattr(options, "limit", None) is not None and options.trial is None:
        parser.error("--limit measures a part of the pages, which is no result: it needs --trial")
    return options
