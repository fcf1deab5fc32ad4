"""Which units are kept: the cut by how likely each is content, then what the structure of the page puts right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.bare import MIN_PROSE
from sitegrain.kernel import TAG_NAMES, Choice
from sitegrain.pages.elements import HEADINGS, tag_set, tag_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features import Columns
    from sitegrain.content.kinds import Interval
    from sitegrain.pages.page import Page

# code of what changed the choice after the cut -> why
CHANGES = {
    1: "the rest of a table or list that was kept",
    2: "stands between what was kept",
    3: "a heading of many pages, with nothing below it",
    4: "said before on the page",
    5: "the heading of an item",
    6: "another article below the page's own",
    7: "comments of readers",
    8: "a rule of the user",
}
_COMPLETED, _BETWEEN, _IDLE, _REPEATED, _ITEM_HEADING, _OTHER_ARTICLE, _COMMENT, _USER = CHANGES

ARTICLE_CUT = 0.55  # of the largest expected F; the cut that makes it largest is at half of it
MIN_MASS, MIN_EXPECTED = 8.0, 0.12  # of a page with less than both nothing is kept: words and F to expect
MAX_CLIMB = 4  # elements from a cell to its table, from an item to its list
_PARTS = tag_set(("td", "th")) + 2 * tag_set(("li", "dt", "dd"))  # of tables, and of lists
_WHOLES = tag_set(("table",)) + 2 * tag_set(("ul", "ol", "dl"))
_IS_LIST = tag_set(("table", "ul", "ol", "dl"))
LIST_SCORE = 0.9  # of the lowest kept score, from which the mean score of a table or list lets it be kept whole
REPEATED_WORDS = 20  # fewest words of a text that counts as repeated: refrains are shorter
_MAY_REPEAT = tag_set(("pre", "td", "th", "li"))
IDLE_RECURS = 0.5  # share of the other pages with a heading, from which it must have something below it
GAP_SCORE = 0.6  # of the lowest kept score, from which a gap's mean score lets it be filled
GAP_UNITS = 30  # a longer gap is no gap
GAP_LINKS = 0.5  # share of a gap's words in links, above which it is not filled
MIN_COMMENT_SCORE = 0.02  # below this a unit among the comments is a control, not a comment
_LEVELS = tag_table({tag: int(tag[1]) for tag in HEADINGS}).astype(np.uint8)
_ARTICLE = TAG_NAMES.index("article")


class Chooser:
    """The units of a page that are kept so far, and why where not their scores decided.

    kept:  bool (n_units,)
    rules: int8 (n_units,) code of the last of CHANGES that kept or dropped a unit, 0 where the cut did
    """

    def __init__(self, page: Page, columns: Columns, scores: NDArray[np.float64]) -> None:
        self.kept, self.rules = np.zeros(page.n_units, bool), np.zeros(page.n_units, np.int8)
        self.scores = scores
        self._page = page
        self._columns = columns
        self._choice = Choice(page.axis, scores, self.kept, self.rules)

    def cut(self, *, beta: float = 1.0, is_article: bool = False) -> float:
        """Keep the units that make the expected F of the kept words largest; returns that, in [0, 1].

        beta:       above 1 recall counts more, below 1 precision
        is_article: keep a little less, since scores are too high on news of unknown sites
        Nothing is kept where next to no word can be expected.
        """
        share = ARTICLE_CUT if is_article and beta == 1.0 else 0.0
        return self._choice.cut(beta=beta, least_mass=MIN_MASS, least_expected=MIN_EXPECTED, least_share=share)

    def complete_lists(self) -> None:
        """Keep a table or list without running text whole, if part of it is kept and it is nearly as likely."""
        self._choice.complete_boxes(_IS_LIST, min_prose=MIN_PROSE, least=LIST_SCORE, rule=_COMPLETED)

    def fill_gaps(self) -> None:
        """Keep also the short stretches between kept units of one container that were left out by little.

        A list or heading in the middle of the content then stays, however short it is. Hidden text and links do not.
        """
        self._choice.close_gaps(
            _PARTS, _WHOLES,
            max_units=GAP_UNITS, least=GAP_SCORE, max_links=GAP_LINKS, max_climb=MAX_CLIMB, rule=_BETWEEN,
        )  # fmt: skip

    def drop_idle_headings(self) -> None:
        """Leave out kept headings that most pages of the site have too, with no text kept in their section."""
        self._choice.drop_idle(_LEVELS, self._columns["recurs"], least=IDLE_RECURS, rule=_IDLE)

    def drop_repeated(self) -> None:
        """Leave out sentences that were kept before, word by word: a layer for printing, a teaser of the text.

        Code, tables and lists may well repeat themselves.
        """
        self._choice.drop_copies(self._page.axis, _MAY_REPEAT, least_words=REPEATED_WORDS, rule=_REPEATED)

    def keep_item_headings(self, items: tuple[Interval, ...]) -> None:
        """Keep the headings of the items that have kept text: what an item is called belongs to it."""
        if items:
            self._choice.keep_headings(items, _LEVELS, rule=_ITEM_HEADING)

    def drop_other_articles(self) -> None:
        """Leave out the like siblings after the <article> that the page's title names.

        A page that loads the next stories below its own carries them as siblings, each with a heading of its own.
        """
        titles = self._columns["is_title"]
        self._choice.drop_later_articles(self._page.axis, titles, _ARTICLE, _LEVELS, rule=_OTHER_ARTICLE)

    def comment_share(self) -> float:
        """The share of the kept words below an element whose names say comments."""
        return self._choice.share_marked(self._columns["name_comment"])

    def drop_comments(self, *, unless: float = np.inf) -> None:
        """Leave out the comments of a score below `unless`."""
        self._choice.drop_marked(self._columns["name_comment"], below=unless, rule=_COMMENT)

    def keep_comments(self) -> None:
        """Keep the running text among the comments."""
        is_prose = self._page.unit_words > 2 * self._page.unit_link_words
        is_comment = self._columns["name_comment"] > 0
        kept = self.kept | (is_comment & is_prose & (self.scores >= MIN_COMMENT_SCORE))
        self._choice.keep_only(kept, rule=_COMMENT)

    def keep_only(self, kept: NDArray[np.bool_]) -> None:
        """Keep what rules of the user leave."""
        self._choice.keep_only(kept, rule=_USER)

    def expected_f1(self) -> float | None:
        """The F1 to expect, if every unit is content with the probability of its score; None if nothing is kept."""
        expected = self._choice.expected_f1()
        return None if expected < 0 else expected
