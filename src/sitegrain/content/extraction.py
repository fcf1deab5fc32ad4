"""One page to its Document: the second scores, the cut, the user's rules, comments, the kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.choosing import choose, complete_lists, fill_gaps, idle_headings, repeated_text
from sitegrain.content.document import Document, Evidence
from sitegrain.content.kinds import Kind, comment_units, decide_kind, item_headings, other_articles
from sitegrain.content.metadata import Structured, read_structured
from sitegrain.content.scorer import KINDS
from sitegrain.content.selectors import parse_selectors
from sitegrain.content.site import Site, fitting_layout, measure_alone
from sitegrain.errors import UsageError
from sitegrain.pages.parse import parse
from sitegrain.sites.statistics import is_sampled, place_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.content.scorer import Measured, Scorer
    from sitegrain.pages.page import Page

FOCUS = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}  # beta of the expected F that the cut maximises
COMMENTS = ("auto", "keep", "drop")
COMMENTS_MOST = 0.5  # share of the kept words, from which comments are the content of the page
SURE_THREAD = 0.5  # probability of a thread, from which its comments are kept however few they are
SURE_CONTENT = 0.95  # a unit of at least this score stays, whatever the names around it say
MIN_COMMENT_SCORE = 0.02  # below this a unit among the comments is a control, not a comment
SHELL_TOKENS = 20  # fewer tokens than this, and mostly script: a page that only scripts fill
SHELL_SCRIPT_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Options:
    """How to choose.

    focus:    `balanced`, `precision` or `recall`: where the cut lies
    comments: `keep`, `drop`, or `auto`: dropped on articles, kept on threads
    keep, drop: CSS selectors of elements that are always, or never, content; drop wins
    thorough: score pages alone, and learn sites, with the larger scorer; a fitted model keeps the one it has
    """

    focus: str = "balanced"
    comments: str = "auto"
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    thorough: bool = False

    def __post_init__(self) -> None:
        if self.focus not in FOCUS:
            raise UsageError(f"focus must be one of {', '.join(FOCUS)}, got {self.focus!r}")
        if self.comments not in COMMENTS:
            raise UsageError(f"comments must be one of {', '.join(COMMENTS)}, got {self.comments!r}")
        if isinstance(self.keep, str) or isinstance(self.drop, str):
            raise UsageError("keep and drop are tuples of selectors, got one string")
        for selector in (*self.keep, *self.drop):
            parse_selectors(selector)


def extract_alone(page: Page, scorer: Scorer, options: Options, *, id: str | int | None = None) -> Document:
    """Extract a page without a site: only its own signals count."""
    page, structured = _fill_shell(page)
    site, measured = measure_alone(page, structured, scorer)
    return _document(site, measured, scorer, options, sampled=True, id=id)


def extract_with_site(
    page: Page, site: Site, scorer: Scorer, options: Options, *, name: str | None = None, id: str | int | None = None
) -> Document:
    """Extract a page of a known site; one that fits none of its layouts is extracted as a page alone."""
    page, structured = _fill_shell(page)
    places = site.tree.locate(page)
    layout = fitting_layout(site, places)
    if site.tables is None or layout is None:
        return replace(extract_alone(page, scorer, options, id=id), site=name)
    placed = place_units(page, places)
    measured = scorer.measure(scorer.describe(placed, site.tables, structured), site.kinds)
    sampled = is_sampled(site.tables.statistics, placed)
    document = _document(site, measured, scorer, options, sampled=sampled, id=id)
    return replace(document, site=name, layout=layout)


def extract_measured(
    measured: Measured,
    site: Site,
    scorer: Scorer,
    options: Options,
    *,
    name: str | None = None,
    id: str | int | None = None,
) -> Document:
    """Extract a page that was measured with its site's tables."""
    assert site.tables is not None
    sampled = is_sampled(site.tables.statistics, measured.placed)
    document = _document(site, measured, scorer, options, sampled=sampled, id=id)
    return replace(document, site=name, layout=fitting_layout(site, measured.placed.places))


def _document(
    site: Site,
    measured: Measured,
    scorer: Scorer,
    options: Options,
    *,
    sampled: bool,
    id: str | int | None,
) -> Document:
    page = measured.placed.page
    scored = scorer.score(measured, site.pool, site.kinds, is_sampled=sampled)
    scores, beta = scored.scores, FOCUS[options.focus]
    chosen, expected = choose(scores, page.unit_words, beta=beta, is_article=measured.is_article)
    choice = _Choice(chosen)
    choice.change(complete_lists(page, choice.kept, scores), "the rest of a table or list that was kept")
    choice.change(fill_gaps(page, choice.kept, scores), "stands between what was kept")
    idle = idle_headings(page, choice.kept, measured.columns["recurs"])
    choice.change(choice.kept & ~idle, "a heading of many pages, with nothing below it")
    if KINDS[int(measured.kinds.argmax())] != "documentation":  # reference pages repeat sentences for each entry
        choice.change(choice.kept & ~repeated_text(page, choice.kept), "said before on the page")
    kind = decide_kind(page, choice.kept, measured.kinds)
    choice.change(choice.kept | item_headings(page, choice.kept, kind.items), "the heading of an item")
    if kind.name == "article":
        choice.change(choice.kept & ~other_articles(measured), "another article below the page's own")
    choice.change(_treat_comments(measured, choice.kept, scores, kind, options.comments), "comments of readers")
    choice.change(apply_rules(page, choice.kept, options.keep, options.drop), "a rule of the user")
    kept = choice.kept
    return Document(
        page=page,
        kept=kept,
        kind=kind.name,
        kind_reason=kind.reason,
        items=kind.items,
        confidence=expected_f1(scores, page.unit_words, kept) if kept.any() else min(expected, 0.5),
        evidence=Evidence(scorer, site, measured, scored),
        overruled=choice.overruled,
        id=id,
        notes=page.notes,
    )


class _Choice:
    """The units kept so far, and for each that is kept or dropped whatever its score says, why."""

    def __init__(self, kept: NDArray[np.bool_]) -> None:
        self.kept = kept
        self.overruled: dict[int, str] = {}

    def change(self, kept: NDArray[np.bool_], why: str) -> None:
        """Keep these units from now on."""
        for unit in np.flatnonzero(self.kept != kept).tolist():
            self.overruled[unit] = f"{'+' if kept[unit] else '-'} {why}"
        self.kept = kept


def expected_f1(scores: NDArray[np.float64], words: NDArray[np.int32], kept: NDArray[np.bool_]) -> float:
    """The F1 to expect of a choice, if every unit is content with the probability of its score."""
    total = float((scores * words).sum()) + float(words[kept].sum())
    return float(2 * (scores * words)[kept].sum() / total) if total else 0.0


def apply_rules(page: Page, kept: NDArray[np.bool_], keep: Sequence[str], drop: Sequence[str]) -> NDArray[np.bool_]:
    """Keep what lies in elements that a `keep` selector matches, leave out what a `drop` selector matches."""
    if keep:
        kept = kept | np.logical_or.reduce([_units_matched(page, selector) for selector in keep])
    if drop:
        kept = kept & ~np.logical_or.reduce([_units_matched(page, selector) for selector in drop])
    return kept


def _units_matched(page: Page, selector: str) -> NDArray[np.bool_]:
    """Bool (n_units,): all text of the unit lies in elements that the selector matches."""
    matched = parse_selectors(selector).match(page).tolist()
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0 and matched[parent]:
            matched[node] = True
    is_inside = np.array(matched, bool)[page.run_nodes] | np.array([text.isspace() for text in page.run_texts], bool)
    return np.asarray(np.bincount(page.run_units, weights=~is_inside, minlength=page.n_units) == 0, np.bool_)


def _treat_comments(
    measured: Measured, kept: NDArray[np.bool_], scores: NDArray[np.float64], kind: Kind, comments: str
) -> NDArray[np.bool_]:
    """Keep or drop the comments; where they are most of what was kept they are the content, and stay."""
    page, is_comment = measured.placed.page, comment_units(measured)
    share = page.unit_words[kept & is_comment].sum() / max(int(page.unit_words[kept].sum()), 1)
    is_thread = kind.name == "thread" and (kind.probability >= SURE_THREAD or share >= COMMENTS_MOST)
    if comments == "keep":
        is_prose = page.unit_words > 2 * page.unit_link_words
        return kept | (is_comment & is_prose & (scores >= MIN_COMMENT_SCORE))
    if comments == "drop":
        return kept & ~is_comment
    if kind.name in ("article", "thread") and not is_thread and share < COMMENTS_MOST:
        return kept & ~(is_comment & (scores < SURE_CONTENT))
    return kept


def is_shell(page: Page) -> bool:
    """Whether only scripts fill the page: hardly any text, and mostly script."""
    if page.axis.n_tokens >= SHELL_TOKENS:
        return False
    n_chars = sum(map(len, page.unit_texts))
    return page.head.script_bytes / max(page.head.script_bytes + n_chars, 1) >= SHELL_SCRIPT_SHARE


def _fill_shell(page: Page) -> tuple[Page, Structured]:
    """The page and its structured data; a shell that scripts fill gets the text it declares, and a note."""
    structured = read_structured(page)
    if not is_shell(page):
        return page if page.axis.n_tokens else _with_note(page, "no text on the page"), structured
    if not structured.article_body:
        return _with_note(page, "shell: only scripts fill this page"), structured
    paragraphs = "".join(f"<p>{_escape(line)}</p>" for line in structured.article_body.splitlines() if line.strip())
    filled = parse(f"<body><article>{paragraphs}</article>", url=page.url, path=page.path, notes=page.notes)
    return _with_note(replace(filled, head=page.head), "shell: the text is the article body of its JSON-LD"), structured


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _with_note(page: Page, note: str) -> Page:
    return replace(page, notes=(*page.notes, note))
