"""The scorer: how likely each unit of a page is content, from trees in one versioned file.

Three models: the page's kind; a first score of each unit; a second one that also sees the first scores pooled over the
site's block classes and containers. The file is made by `benchmarks/train`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.content.features import Columns, unit_features
from sitegrain.content.features.kind import kind_features
from sitegrain.content.features.pooled import Pool, logit, pooled_features
from sitegrain.content.trees import Trees, sigmoid, softmax
from sitegrain.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sitegrain.content.features.site import SiteTables
    from sitegrain.content.metadata import Structured
    from sitegrain.sites.statistics import Placed

FORMAT = 1
KINDS = ("article", "thread", "product", "collection", "listing", "documentation", "service")


@dataclass(frozen=True, slots=True)
class Measured:
    """A page's inputs and first scores.

    structured: what the page's JSON-LD says
    columns:    the unit features by name
    kinds:      float64 (n_kinds,) probabilities, in the order of KINDS
    scores:     float64 (n_units,) first scores in [0, 1]
    """

    placed: Placed
    structured: Structured
    columns: Columns
    kinds: NDArray[np.float64]
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """Final scores.

    columns: all inputs by name, the pooled ones too
    scores:  float64 (n_units,) in [0, 1]
    """

    columns: Columns
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scorer:
    """The three models.

    source: the plain values they were read from, which saved site models embed
    """

    source: Mapping[str, Any]
    kind: Trees  # a tree for each of KINDS in turn
    first: Trees
    second: Trees

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scorer:
        """Read a scorer; ModelError if it is of another format."""
        if data.get("format") != FORMAT:
            raise ModelError(f"scorer format {data.get('format')!r}, this version reads {FORMAT}")
        return cls(
            data,
            Trees.from_json(data["kind"]),
            Trees.from_json(data["first"]),
            Trees.from_json(data["second"]),
        )

    def measure(self, placed: Placed, tables: SiteTables | None, structured: Structured) -> Measured:
        """Compute a page's inputs, kind and first scores."""
        columns = unit_features(placed, tables, structured)
        kinds = self.kinds(placed, columns, structured)
        for name, value in zip(KINDS, kinds, strict=True):
            columns[f"kind_{name}"] = np.broadcast_to(value, placed.page.n_units)
        return Measured(placed, structured, columns, kinds, sigmoid(self.first.sums(columns)))

    def kinds(self, placed: Placed, columns: Columns, structured: Structured) -> NDArray[np.float64]:
        """Float64 (n_kinds,): probabilities of the page's kind."""
        facts = kind_features(placed.page, columns, structured)
        row = np.array([[facts[name] for name in self.kind.names]], np.float32)
        return np.asarray(softmax(self.kind.outputs(row).reshape(-1, len(KINDS)).sum(axis=0, dtype=np.float64)))

    def score(self, measured: Measured, pool: Pool, site_kinds: NDArray[np.float64], *, is_sampled: bool) -> Scored:
        """The final scores; `site_kinds` are the mean kinds of the site's sample."""
        columns = measured.columns | pooled_features(measured.placed, measured.scores, pool, is_sampled=is_sampled)
        for name, value in zip(KINDS, site_kinds, strict=True):
            columns[f"site_{name}"] = np.broadcast_to(value, measured.placed.page.n_units)
        return Scored(columns, blend(measured.scores, sigmoid(self.second.sums(columns))))


def blend(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64: the mean log odds of both scores; docs/decisions/003-scorer.md has what each gives alone."""
    return np.asarray(sigmoid(2.5 * (logit(first) + logit(second))))


@cache
def default_scorer() -> Scorer:
    """The scorer that comes with the package."""
    return Scorer.from_json(json.loads(files("sitegrain.content").joinpath("scorer.json").read_text("utf-8")))
