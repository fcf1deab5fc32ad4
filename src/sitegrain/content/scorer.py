"""The scorer: how likely each unit of a page is content, from trees in one versioned file.

Four models: the page's kind; a first score of each unit, by a model of articles on those and by one of all pages on all
others; a second score that also sees the first ones pooled over the site's block classes and containers. The file is
made by `benchmarks/train`; docs/decisions/003-scorer.md and 007-accuracy.md say why it is so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.content.features import ROWS, Columns, UnitColumns, fill_units
from sitegrain.content.features.kind import FACT_NAMES, kind_features
from sitegrain.content.features.pooled import LEAST_SCORE, LOGIT_SCALE, MOST_SCORE, POOLED_NAMES, Pool, pooled_features
from sitegrain.content.features.shape import JoinedColumns
from sitegrain.content.template import scale_down
from sitegrain.content.trees import MOST_LOGIT, Trees, sigmoid, softmax
from sitegrain.errors import ModelError
from sitegrain.kernel import find_likely, mix_logits, put_scores, take_odds, take_shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sitegrain.content.features.site import SiteTables
    from sitegrain.content.metadata import Structured
    from sitegrain.kernel import Forest
    from sitegrain.sites.statistics import Placed

FORMAT = 2
FILE, THOROUGH_FILE = "scorer.json", "thorough.json"
KINDS = ("article", "thread", "product", "collection", "listing", "documentation", "service")
_SITE_ROWS = {f"site_{kind}": row for row, kind in enumerate(KINDS)}
_ROWS = ROWS | {f"kind_{name}": row for row, name in enumerate(KINDS, len(ROWS))}  # of the matrix of a page
ARTICLES = 0.5  # mean probability of articles over a site, from which its pages are scored as such
MIN_ARTICLE = 0.2  # a page's own probability, below which it is not
HOPELESS = 0.01  # first score below which there is no second one: nine in ten units of a news page
SECOND_SHARE = 0.85  # of the second score in the mean of the log odds of both


@dataclass(frozen=True, slots=True)
class Described:
    """A page's inputs and kind.

    structured: what the page's JSON-LD says
    columns:    the unit features by name, and the kinds' probabilities
    kinds:      float64 (n_kinds,) probabilities, in the order of KINDS
    """

    placed: Placed
    structured: Structured
    columns: UnitColumns
    kinds: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured(Described):
    """A described page with its first scores.

    is_article: scored by the model of articles
    scores:     float64 (n_units,) first scores in [0, 1]
    """

    is_article: bool
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """Final scores.

    columns:    all inputs by name, the pooled ones too
    is_article: the first scores are of the model of articles
    rules:      int8 (n_units,) the code of the rule of `content.template` that scaled the score down, 0 for none
    unscaled:   float64 (n_units,) in [0, 1], what the models say
    scores:     float64 (n_units,) in [0, 1], scaled down by the rules
    """

    columns: Columns
    is_article: bool
    rules: NDArray[np.int8]
    unscaled: NDArray[np.float64]
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scorer:
    """The four models.

    source: the plain values they were read from, which saved site models embed
    """

    source: Mapping[str, Any]
    kind: Trees  # a tree for each of KINDS in turn
    article: Trees  # first scores of articles
    first: Trees  # first scores of all other pages
    second: Trees
    kind_forest: Forest = field(init=False, repr=False, compare=False)  # over FACT_NAMES
    article_forest: Forest = field(init=False, repr=False, compare=False)  # over the rows of a page's matrix
    first_forest: Forest = field(init=False, repr=False, compare=False)
    second_forest: Forest = field(init=False, repr=False, compare=False)  # over these, pooled ones, the site's kinds

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind_forest", self.kind.over(FACT_NAMES))
        object.__setattr__(self, "article_forest", self.article.over(tuple(_ROWS)))
        object.__setattr__(self, "first_forest", self.first.over(tuple(_ROWS)))
        object.__setattr__(self, "second_forest", self.second.over((*_ROWS, *POOLED_NAMES, *_SITE_ROWS)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scorer:
        """Read a scorer; ModelError if it is of another format."""
        if data.get("format") != FORMAT:
            raise ModelError(f"scorer format {data.get('format')!r}, this version reads {FORMAT}")
        return cls(data, *(Trees.from_json(data[name]) for name in ("kind", "article", "first", "second")))

    def describe(self, placed: Placed, tables: SiteTables | None, structured: Structured) -> Described:
        """Compute a page's inputs and kind."""
        matrix = np.empty((len(_ROWS), placed.page.n_units), np.float32)
        fill_units(placed, tables, structured, matrix[: len(ROWS)])
        columns = UnitColumns(_ROWS, matrix)
        kinds = self.kinds(placed, columns, structured)
        matrix[len(ROWS) :] = kinds[:, None]
        return Described(placed, structured, columns, kinds)

    def kinds(self, placed: Placed, columns: UnitColumns, structured: Structured) -> NDArray[np.float64]:
        """Float64 (n_kinds,): probabilities of the page's kind."""
        facts = kind_features(placed.page, columns, structured).astype(np.float32)
        sums = np.zeros((1, len(KINDS)))
        self.kind_forest.add_leaves_of_columns((facts[:, None],), sums)
        return softmax(sums[0])

    def measure(self, described: Described, site_kinds: NDArray[np.float64]) -> Measured:
        """Give a described page its first scores; `site_kinds` are the mean kinds of the site's sample."""
        is_article = scored_as_article(described.kinds, site_kinds)
        forest, base = (self.article_forest, self.article.base) if is_article else (self.first_forest, self.first.base)
        sums = np.zeros((described.placed.page.n_units, 1))
        forest.add_leaves_of_columns((described.columns.matrix,), sums)
        scores = sigmoid(sums[:, 0], base)
        return Measured(described.placed, described.structured, described.columns, described.kinds, is_article, scores)

    def score(self, measured: Measured, pool: Pool, site_kinds: NDArray[np.float64], *, is_sampled: bool) -> Scored:
        """The final scores; `site_kinds` are the mean kinds of the site's sample."""
        pooled = pooled_features(measured.placed, measured.scores, pool, is_sampled=is_sampled)
        given = UnitColumns(_SITE_ROWS, site_kinds.astype(np.float32)[:, np.newaxis])
        likely = np.empty(len(measured.scores), np.intp)
        likely = likely[: find_likely(measured.scores, HOPELESS, likely)]
        sums = np.zeros((len(likely), 1))
        parts = (measured.columns.matrix, pooled.matrix.astype(np.float32), given.matrix)
        if len(likely):
            self.second_forest.add_leaves_of_columns(parts, sums, likely)
        scores = measured.scores.copy()
        put_scores(blend(pooled["score"], sigmoid(sums[:, 0], self.second.base), likely), likely, scores)
        columns = JoinedColumns((measured.columns, pooled, given), len(scores))
        codes, scaled = scale_down(measured.placed, measured.columns, scores, pool, is_article=measured.is_article)
        return Scored(columns, measured.is_article, codes, scores, scaled)


def scored_as_article(kinds: NDArray[np.float64], site_kinds: NDArray[np.float64]) -> bool:
    """Whether the first scores of a page come from the model of articles: like most of its site, and not unlike it."""
    article = KINDS.index("article")
    return bool(site_kinds[article] >= ARTICLES and kinds[article] >= MIN_ARTICLE)


def blend(
    first: NDArray[np.float64], second: NDArray[np.float64], units: NDArray[np.intp] | None = None
) -> NDArray[np.float64]:
    """Float64: the score of the mean log odds of two; docs/decisions/007-accuracy.md has what other shares give.

    first: log odds over 5, as `logit` gives them; second: scores; units: which of the first, if these are more
    """
    mixed = np.empty(len(second))
    take_odds(second, LEAST_SCORE, MOST_SCORE, mixed)
    mix_logits(first, np.log(mixed, mixed), SECOND_SHARE, LOGIT_SCALE, MOST_LOGIT, mixed, units)
    take_shares(np.exp(mixed, mixed))
    return mixed


def default_scorer(*, thorough: bool = False) -> Scorer:
    """The scorer that comes with the package, or the larger one; each is read once."""
    return _packaged(THOROUGH_FILE if thorough else FILE)


@cache
def _packaged(name: str) -> Scorer:
    return Scorer.from_json(json.loads(files("sitegrain.content").joinpath(name).read_text("utf-8")))
