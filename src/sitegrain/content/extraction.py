"""One page to its Document: the second scores, the cut, the user's rules, comments, the kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.choosing import Chooser
from sitegrain.content.document import Document, Evidence
from sitegrain.content.kinds import Kind, decide_kind
from sitegrain.content.metadata import Structured, read_structured
from sitegrain.content.scorer import KINDS
from sitegrain.content.selectors import parse_selectors
from sitegrain.content.site import Site, fitting_layout, measure_alone
from sitegrain.errors import UsageError
from sitegrain.pages.nesting import nearest
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
    return _extract_filled(*_fill_shell(page), scorer, options, id=id)


def _extract_filled(
    page: Page,
    structured: Structured,
    scorer: Scorer,
    options: Options,
    *,
    name: str | None = None,
    id: str | int | None = None,
) -> Document:
    site, measured = measure_alone(page, structured, scorer)
    return _document(measured, _Known(site, scorer, sampled=True, name=name), options, id)


def extract_with_site(
    page: Page, site: Site, scorer: Scorer, options: Options, *, name: str | None = None, id: str | int | None = None
) -> Document:
    """Extract a page of a known site; one that fits none of its layouts is extracted as a page alone."""
    filled, structured = _fill_shell(page)
    places = site.tree.locate(filled)
    layout = fitting_layout(site, places)
    if site.tables is None or layout is None:
        if filled is not page:  # what was unusual is noted once more
            filled, structured = _fill_shell(filled)
        return _extract_filled(filled, structured, scorer, options, name=name, id=id)
    placed = place_units(filled, places)
    measured = scorer.measure(scorer.describe(placed, site.tables, structured), site.kinds)
    sampled = is_sampled(site.tables.statistics, placed)
    return _document(measured, _Known(site, scorer, sampled=sampled, name=name, layout=layout), options, id)


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
    layout = fitting_layout(site, measured.placed.places)
    return _document(measured, _Known(site, scorer, sampled=sampled, name=name, layout=layout), options, id)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a page before it is chosen from.

    sampled: the site was learned from the page
    name, layout: of the site, and of the page's layout; None where unknown
    """

    site: Site
    scorer: Scorer
    sampled: bool
    name: str | None = None
    layout: str | None = None


def _document(measured: Measured, known: _Known, options: Options, id: str | int | None) -> Document:
    page = measured.placed.page
    scored = known.scorer.score(measured, known.site.pool, known.site.kinds, is_sampled=known.sampled)
    choice = Chooser(page, measured.columns, scored.scores)
    expected = choice.cut(beta=FOCUS[options.focus], is_article=measured.is_article)
    choice.complete_lists()
    choice.fill_gaps()
    choice.drop_idle_headings()
    kinds = measured.kinds.tolist()
    if KINDS[kinds.index(max(kinds))] != "documentation":  # reference pages repeat sentences for each entry
        choice.drop_repeated()
    kind = decide_kind(page, choice.kept, measured.kinds)
    choice.keep_item_headings(kind.items)
    if kind.name == "article":
        choice.drop_other_articles()
    _treat_comments(choice, kind, options.comments)
    if options.keep or options.drop:
        choice.keep_only(apply_rules(page, choice.kept, options.keep, options.drop))
    f1 = choice.expected_f1()
    return Document(
        page=page,
        kept=choice.kept,
        kind=kind.name,
        kind_reason=kind.reason,
        items=kind.items,
        confidence=min(expected, 0.5) if f1 is None else f1,
        evidence=Evidence(known.scorer, known.site, measured, scored),
        rules=choice.rules,
        site=known.name,
        layout=known.layout,
        id=id,
        notes=page.notes,
    )


def apply_rules(page: Page, kept: NDArray[np.bool_], keep: Sequence[str], drop: Sequence[str]) -> NDArray[np.bool_]:
    """Keep what lies in elements that a `keep` selector matches, leave out what a `drop` selector matches."""
    if keep:
        kept = kept | np.logical_or.reduce([_units_matched(page, selector) for selector in keep])
    if drop:
        kept = kept & ~np.logical_or.reduce([_units_matched(page, selector) for selector in drop])
    return kept


def _units_matched(page: Page, selector: str) -> NDArray[np.bool_]:
    """Bool (n_units,): all text of the unit lies in elements that the selector matches."""
    matched = nearest(page, parse_selectors(selector).match(page)) >= 0
    is_inside = matched[page.run_nodes] | np.array([text.isspace() for text in page.run_texts], bool)
    return np.asarray(np.bincount(page.run_units, weights=~is_inside, minlength=page.n_units) == 0, np.bool_)


def _treat_comments(choice: Chooser, kind: Kind, comments: str) -> None:
    """Keep or drop the comments; where they are most of what was kept they are the content, and stay."""
    if comments == "keep":
        choice.keep_comments()
    elif comments == "drop":
        choice.drop_comments()
    elif kind.name == "article" or (kind.name == "thread" and kind.probability < SURE_THREAD):
        is_content = choice.comment_share() >= COMMENTS_MOST
        choice.drop_comments(unless=0.0 if is_content else SURE_CONTENT)


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
