"""What a synthetic site is like: one frozen object of knobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["article", "listing", "documentation", "product", "catalogue", "thread", "service"]
Frame = Literal["divs", "landmarks", "table"]
Names = Literal["semantic", "hashed", "page_hashed", "utility", "none"]
Teasers = Literal["none", "constant", "rotating", "both"]

Range = tuple[int, int]  # both ends included

_SHARES = (
    "redesign", "optional_siblings", "error_pages", "duplicates", "print_versions", "shells", "syndicated", "edited",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SiteSpec:
    """The knobs of one site; the same spec gives the same pages, byte for byte.

    n_pages, seed, host: how many pages, which random site, under which address
    kinds:             weight of each kind of page; page 0 is a listing where there are any
    languages:         codes of `words.LANGUAGES`; pages take them in turn, each language with its own menu

    frame:             how regions are laid out: bare divs, HTML5 landmarks, nested layout tables
    redesign:          share of the pages (the last ones) that come in `redesign_frame`
    names:             class and id attributes: semantic; hashed once for the build; hashed anew on each page;
                       utility classes only; none at all
    wrapper_depth:     range of meaningless wrappers around the main region, drawn page by page
    table_depth:       extra nested tables around the content of the `table` frame
    form_wrapped:      everything in the body lies in one <form>
    article_element:   the element around the main blocks
    br_paragraphs:     paragraphs are runs of text with two <br> between them
    self_closed_iframes: an XHTML `<iframe ... />` before the main region

    optional_siblings: probability of a promo block in each gap between two blocks, which shifts ordinals
    n_items, n_paragraphs, n_comments: ranges of list items, body paragraphs, comments or posts of a page
    teasers:           lead-ins of other pages: the same ones everywhere, others on each page, both
    consent:           a consent banner nowhere, on all pages, on page 0 only
    double_menu:       the menu is in the page a second time, for small screens
    counters:          constant blocks with a date and a number that change from page to page
    share_bar, author_box, breadcrumbs, read_next, newsletter, comments, hidden_text: optional blocks of a page

    error_pages:       probability that a page is the site's 404 page
    duplicates:        probability that a page repeats the page before it under another URL
    print_versions:    probability that such a duplicate is a bare print version
    shells:            probability that a page is filled by script alone
    endless_posts:     posts of the site's first thread after page 0; 0 for no such thread
    catalogue_columns: product cells in a row of a catalogue table
    metadata:          the head has meta, OpenGraph and JSON-LD besides <title>

    topics:            stories are about so many topics, which all sites of a language have in common; 0: each its own
    wire, syndicated:  share of the stories that come from a wire service of that name; sites of one seed and wire show
                       the same ones, each in its own frame
    edited:            share of the words that this site changes in the body of a wire story or a duplicate
    notices:           constant paragraphs around the main region, half of them before it
    """

    n_pages: int = 20
    seed: int = 0
    host: str = "site.example"
    kinds: tuple[tuple[Kind, int], ...] = (("article", 16), ("listing", 3), ("service", 1))
    languages: tuple[str, ...] = ("en",)

    frame: Frame = "divs"
    redesign: float = 0.0
    redesign_frame: Frame = "landmarks"
    names: Names = "semantic"
    wrapper_depth: Range = (0, 0)
    table_depth: int = 1
    form_wrapped: bool = False
    article_element: str = "div"
    br_paragraphs: bool = False
    self_closed_iframes: bool = False

    optional_siblings: float = 0.0
    n_items: Range = (4, 8)
    n_paragraphs: Range = (4, 10)
    n_comments: Range = (0, 5)
    teasers: Teasers = "both"
    consent: Literal["none", "all", "first"] = "none"
    double_menu: bool = False
    counters: bool = False
    share_bar: bool = True
    author_box: bool = True
    breadcrumbs: bool = True
    read_next: bool = False
    newsletter: bool = True
    comments: bool = True
    hidden_text: bool = False

    error_pages: float = 0.0
    duplicates: float = 0.0
    print_versions: float = 0.5
    shells: float = 0.0
    endless_posts: int = 0
    catalogue_columns: int = 2
    metadata: bool = True

    topics: int = 0
    wire: str = ""
    syndicated: float = 0.0
    edited: float = 0.0
    notices: int = 0

    def __post_init__(self) -> None:
        if self.n_pages < 1:
            raise ValueError(f"n_pages must be at least 1, got {self.n_pages}")
        if not self.kinds or any(weight < 1 for _, weight in self.kinds):
            raise ValueError(f"kinds must each have a weight of at least 1, got {self.kinds}")
        for name in _SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be in [0, 1], got {getattr(self, name)}")
        for name in ("wrapper_depth", "n_items", "n_paragraphs", "n_comments"):
            low, high = getattr(self, name)
            if not 0 <= low <= high:
                raise ValueError(f"{name} must be a range of counts, got {getattr(self, name)}")
