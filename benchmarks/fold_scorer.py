"""The scorer that was trained without a site, so that no figure is one of pages learned by heart."""

from __future__ import annotations

import json
import os
import zlib
from functools import cache
from pathlib import Path

from sitegrain.content.scorer import Scorer, default_scorer

N_FOLDS = 5


def fold_of(site: str) -> int:
    """The fold that leaves a site out."""
    return zlib.crc32(site.encode()) % N_FOLDS


def scorer_without(site: str | None) -> Scorer:
    """The scorer of the site's fold in SITEGRAIN_FOLDS; the one of the package where that is not set."""
    folder = os.environ.get("SITEGRAIN_FOLDS")
    return default_scorer() if folder is None or site is None else _read(Path(folder) / f"scorer-{fold_of(site)}.json")


@cache
def _read(path: Path) -> Scorer:
    return Scorer.from_json(json.loads(path.read_text("utf-8")))
