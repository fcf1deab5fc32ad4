"""HeadTail: what the pages of a site have in common at their beginning and at their end.

After the textbook chapter on content extraction (source 0), which compares the pages of a host and drops equal parts,
at head and tail only; the windows, thresholds and stops are ours (methods.md A.6). `over="page"` compares whole pages.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import token_units, unit_fingerprints
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters.segmenter import MAX_PAGES, check_fitted, fit_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page

HEAD, BODY, TAIL = 0, 1, 2
LABELS = ("head", "body", "tail")
SHORT_WORDS = 2  # mean words of a unit, up to which one more unit may go unshared before the walk stops
MIN_PAGES = 2


class HeadTail:
    """Trims what a site's pages share at head and tail.

    window:    share of a page's units that are looked at from each end
    most:      units looked at from each end; where the last of them is shared, the walk goes on
    tau:       share of the pages that must have a unit in their head, or tail
    stop:      unshared units in a row that end the walk; None for 2, or 3 where units are very short
    over:      `ends`, or `page`: every shared unit goes, wherever it stands

    After `fit`: `heads_` and `tails_`, fingerprint of a unit -> pages that have it there; `n_pages_`, `need_`.
    """

    def __init__(
        self,
        *,
        window: float = 0.4,
        most: int = 200,
        tau: float = 0.5,
        stop: int | None = None,
        over: Literal["ends", "page"] = "ends",
    ) -> None:
        if not 0 < window <= 1:
            raise UsageError(f"window must be above 0 and at most 1, got {window:g}")
        if not 0 < tau <= 1:
            raise UsageError(f"tau must be above 0 and at most 1, got {tau:g}")
        if most < 1 or (stop is not None and stop < 1):
            raise UsageError(f"most and stop must be at least 1, got {most} and {stop}")
        if over not in ("ends", "page"):
            raise UsageError(f"over must be ends or page, got {over!r}")
        self.window, self.most, self.tau, self.stop, self.over = window, most, tau, stop, over

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Count the units at head and tail of at least two pages, of at most MAX_PAGES."""
        parsed = fit_pages(pages, "HeadTail", least=MIN_PAGES, most=MAX_PAGES)
        self.n_pages_ = len(parsed)
        self.need_ = max(2, math.ceil(self.tau * len(parsed)))
        self.heads_: Counter[int] = Counter()
        self.tails_: Counter[int] = Counter()
        for page in parsed:
            units = unit_fingerprints(page).tolist()
            size = self._size(len(units))
            self.heads_.update(set(units if self.over == "page" else units[:size]))
            self.tails_.update(set(units[len(units) - size :]))
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """Head, body and tail as three block classes; head and tail weigh 0."""
        check_fitted(self, "heads_")
        page = as_page(page)
        if not page.n_units:
            return no_blocks(page.tokens, "no text on the page")
        parts = self.parts(page)
        if (parts != BODY).all():
            return no_blocks(page.tokens, "all of the page is shared with other pages")
        token_parts = parts[token_units(page)]
        is_body = token_parts == BODY
        weights = is_body / max(float(is_body.mean()), 1e-12)
        return from_tokens(page.tokens, token_parts, weights, lambda part: Naming(part, LABELS[part], self.n_pages_))

    def parts(self, page: Page) -> NDArray[np.int64]:
        """Int64 (n_units,): HEAD, BODY or TAIL; with `over="page"` what is shared is HEAD."""
        units = unit_fingerprints(page).tolist()
        kept = _title_units(page)
        parts = np.full(len(units), BODY)
        if self.over == "page":
            shared = np.array([self.heads_[unit] >= self.need_ for unit in units], bool)
            shared[kept] = False
            parts[shared] = HEAD
            return parts
        stop = self.stop or (3 if page.unit_words.mean() <= SHORT_WORDS else 2)
        head = self._walk(units, self.heads_, kept, stop)
        tail = [len(units) - 1 - i for i in self._walk(units[::-1], self.tails_, len(units) - 1 - kept, stop)]
        parts[head] = HEAD
        parts[[unit for unit in tail if unit > max(head, default=-1)]] = TAIL
        return parts

    def _size(self, n_units: int) -> int:
        return min(self.most, math.ceil(self.window * n_units))

    def _walk(self, units: Sequence[int], shared_by: Counter[int], kept: NDArray[np.intp], stop: int) -> list[int]:
        """From the outside in: the units that enough pages share, until too many in a row are not."""
        found, n_missed, protected = [], 0, set(kept.tolist())
        for i, unit in enumerate(units):
            is_shared = shared_by[unit] >= self.need_ and i not in protected
            if i >= self._size(len(units)) and not is_shared:
                break
            n_missed = 0 if is_shared else n_missed + 1
            if is_shared:
                found.append(i)
            elif n_missed == stop:
                break
        return found


def _title_units(page: Page) -> NDArray[np.intp]:
    """The units in an <h1>, or whose text is that of the <title> or its beginning."""
    title = tokenize(page.head.title)
    bounds = page.unit_tokens.tolist()
    found = []
    for unit, node in enumerate(page.unit_nodes.tolist()):
        tokens = page.tokens[bounds[unit] : bounds[unit + 1]]
        if page.tags[node] == "h1" or (len(tokens) > 1 and title[: len(tokens)] == tokens):
            found.append(unit)
    return np.array(found, np.intp)
