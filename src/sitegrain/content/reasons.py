"""Why a unit was scored as it was, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features import MISSING
from sitegrain.content.scorer import KINDS
from sitegrain.content.template import RULES
from sitegrain.content.trees import matrix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.content.scorer import Scored, Scorer

N_REASONS = 3
_N_LOOKED_AT = 3 * N_REASONS  # inputs, some of which say the same
MIN_MOVE = 0.02  # log odds, below which an input is no reason
_N_HEAVIEST = 3  # units looked at of each interval
_CHUNK = 256  # intervals looked at together

# input -> (what a low value says, what a high value says)
_WORDS = {
    "words": ("short", "long"),
    "link_share": ("hardly any links", "mostly links"),
    "sentences": ("no whole sentences", "whole sentences"),
    "commas": ("no clauses", "clauses"),
    "recurs": ("text not on other pages", "same text on other pages"),
    "recurs_here": ("text not at this place of other pages", "same text at this place of other pages"),
    "common_words": ("words of its own", "words that every page has"),
    "recurs_parent": ("container's text not on other pages", "container's text on other pages too"),
    "recurs_grandparent": ("outer container's text not on other pages", "outer container's text on other pages too"),
    "recurs_bare": ("text of its box not on other pages", "text of its box on other pages too"),
    "targets_recur": ("leads where no other page leads", "leads where other pages lead too"),
    "targets_recur_bare": ("its box leads where no other page leads", "its box leads where other pages lead too"),
    "n_links": ("no links", "many links"),
    "inside_links": ("no links within the page", "links within the page"),
    "bare_words": ("in a small box without running text, or in none", "in a large box without running text"),
    "bare_units": ("in a small box without running text, or in none", "in a large box without running text"),
    "bare_share": ("in a small box without running text, or in none", "in a large box without running text"),
    "bare_links": ("in no box of links", "in a box of links"),
    "bare_steps": ("right in a box without running text", "not in a box without running text"),
    "linked_words": ("in no block that is mostly links", "in a block that is mostly links"),
    "linked_share": ("in no block that is mostly links", "in a block that is mostly links"),
    "linked_prose": ("no running text among links", "running text among links"),
    "class_presence": ("block on few pages", "block on most pages"),
    "class_good": ("block seldom holds running text", "block holds the site's running text"),
    "class_links": ("block without links", "block of links"),
    "class_recurs": ("block's text changes", "block's text stays the same"),
    "class_variation": ("block of constant length", "block whose length varies"),
    "class_weight": ("block class tells little", "block class tells much"),
    "class_aicf": ("block's words repeat over the site", "block's words differ over the site"),
    "class_spread": ("block's words are alone on their pages", "block's words recur on their pages"),
    "class_plain_weight": ("block class tells little beside its links", "block class tells much"),
    "class_score": ("block class looks like template", "block class looks like content"),
    "class_chosen": ("block class seldom chosen", "block class chosen on most pages"),
    "site_share_parent": ("site keeps little text here", "site keeps its text here"),
    "site_share_grandparent": ("site keeps little text around here", "site keeps its text around here"),
    "in_site_best": ("outside the site's content container", "inside the site's content container"),
    "in_page_best": ("outside the page's content container", "inside the page's content container"),
    "container_score": ("container looks like template", "container looks like content"),
    "container_score_2": ("outer container looks like template", "outer container looks like content"),
    "score": ("looks like template by itself", "looks like content by itself"),
    "score_near": ("neighbours look like template", "neighbours look like content"),
    "score_far": ("surroundings look like template", "surroundings look like content"),
    "score_next": ("followed by template", "followed by content"),
    "score_previous": ("preceded by template", "preceded by content"),
    "mass_before": ("before the bulk of the content", "after the bulk of the content"),
    "mass_after": ("after the bulk of the content", "before the bulk of the content"),
    "prose_before": ("no running text before", "running text before"),
    "prose_after": ("no running text after", "running text after"),
    "score_parent": ("container has little running text", "container has the running text"),
    "score_own": ("little running text", "much running text"),
    "in_best": ("outside the densest container", "inside the densest container"),
    "page_share_parent": ("container has little of the page's text", "container has the page's text"),
    "title_overlap": ("no words of the title", "words of the title"),
    "is_title": ("not the title", "repeats the title"),
    "before_title": ("not above the title", "above the title"),
    "hidden": ("visible", "hidden"),
    "described": ("not in the declared description", "in the declared description"),
    "in_article_body": ("not in the declared article body", "in the declared article body"),
    "near_links": ("no links around", "links around"),
    "far_links": ("no links in the surroundings", "links in the surroundings"),
    "parent_links": ("container without links", "container of links"),
    "grandparent_links": ("outer container without links", "outer container of links"),
    "repeats": ("not one of like siblings", "one of many like siblings"),
    "spread": ("words not elsewhere on the page", "words recur on the page"),
    "chars_per_word": ("short words", "long words"),
    "separators": ("few separators", "many separators"),
    "digit_share": ("few digits", "many digits"),
    "upper_share": ("few capitals", "many capitals"),
    "copies": ("no other text like it on the page", "other texts like it on the page"),
    "names_own": ("no telling names right around it", "telling names right around it"),
    "after_title": ("not soon after the title", "soon after the title"),
    "no_title": ("the page shows its title", "the page does not show its title"),
    "heading_level": ("no heading", "a heading"),
    "heading_distance": ("soon after a heading", "far from a heading"),
    "section_level": ("no section of its own around it", "in a section of a lower level"),
    "section_words": ("in a short section", "in a long section"),
    "section_links": ("in a section without links", "in a section of links"),
    "section_share": ("in a section without running text", "in a section with the running text"),
    "long_before": ("before most paragraphs", "after most paragraphs"),
    "since_long": ("soon after a paragraph", "no paragraph shortly before"),
    "until_long": ("soon before a paragraph", "no paragraph shortly after"),
    "words_before": ("early on the page", "late on the page"),
    "units_before": ("early on the page", "late on the page"),
    "page_share_grandparent": ("outer container has little of the page's text", "outer container has the page's text"),
    "page_steps_25": ("near the bulk of the page's text", "far from the bulk of the page's text"),
    "page_steps_50": ("near the bulk of the page's text", "far from the bulk of the page's text"),
    "page_steps_80": ("near the bulk of the page's text", "far from the bulk of the page's text"),
    "sibling_units": ("few siblings", "many siblings"),
    "sibling_prose": ("no paragraphs beside it", "paragraphs beside it"),
    "sibling_words": ("little text beside it", "much text beside it"),
    "sibling_links": ("no links beside it", "links beside it"),
    "path_share": ("little running text in such elements", "the running text is in such elements"),
    "steps_to_best": ("near the densest container", "far from the densest container"),
    "repeat_steps": ("near its like siblings", "deep in one of many like siblings"),
    "repeat_words": ("in a short item", "in a long item"),
    "repeat_links": ("in an item without links", "in an item of links"),
    "article_ordinal": ("in no article or the first", "in a later article"),
    "n_articles": ("few articles on the page", "many articles on the page"),
    "article_share": ("its article has little of the page's text", "its article has the page's text"),
    "link_run": ("not in a run of links", "in a run of links"),
    "class_pages": ("block class on few pages", "block class on many pages"),
    "site_steps_50": ("near the bulk of the site's text", "far from the bulk of the site's text"),
    "site_steps_75": ("near the bulk of the site's text", "far from the bulk of the site's text"),
    "near_words": ("short neighbours", "long neighbours"),
    "previous_words": ("short text before it", "long text before it"),
    "next_words": ("short text after it", "long text after it"),
    "previous_links": ("no link before it", "a link before it"),
    "next_links": ("no link after it", "a link after it"),
    "near_recurs": ("neighbours not on other pages", "neighbours on other pages too"),
    "far_recurs": ("surroundings not on other pages", "surroundings on other pages too"),
    "near_good": ("neighbours seldom hold running text", "neighbours hold the site's running text"),
    "score_above": ("little of the page looks like content", "much of the page looks like content"),
    "page_mass": ("little of the page looks like content", "much of the page looks like content"),
    "pool_pages": ("few pages of the site known", "many pages of the site known"),
    "container_mass": ("outer container has little of the content", "outer container has the content"),
    "container_mass_page": ("container has little of the page's content", "container has the page's content"),
    "in_site_best_f1": ("outside the site's content container", "inside the site's content container"),
}


def column_means(scored: Scored) -> dict[str, float]:
    """The mean of every input over the page, to which high and low are meant."""
    return {name: float(column.mean()) for name, column in scored.columns.items() if len(column)}


def reasons(
    scorer: Scorer, scored: Scored, unit_words: NDArray[np.int32], intervals: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, ...]]:
    """For each half-open interval of units the strongest reasons for its mean score, strongest first.

    Each begins with a + or - for its side. The units with most words speak for an interval.
    """
    means = column_means(scored)
    for at in range(0, len(intervals), _CHUNK):
        heaviest = [_heaviest(unit_words, start, end) for start, end in intervals[at : at + _CHUNK]]
        names, moved = _moved(scorer, scored, np.concatenate(heaviest))
        starts = np.cumsum([0, *map(len, heaviest[:-1])])
        sums = np.add.reduceat(moved, starts)
        strongest = np.argsort(-np.abs(sums), axis=1, kind="stable")[:, :_N_LOOKED_AT].tolist()
        for units, own, best in zip(heaviest, sums, strongest, strict=True):
            signs: dict[str, str] = {}  # inputs of the same words are one reason
            for i in best:
                if abs(own[i]) >= MIN_MOVE * len(units):
                    value = float(scored.columns[names[i]][units].mean())
                    signs.setdefault(describe(names[i], value, means[names[i]]), "+" if own[i] > 0 else "-")
            code = int(scored.rules[units].max(initial=0))
            if code:
                signs = {RULES[code][1]: "-"} | signs
            yield tuple(f"{sign} {words}" for words, sign in list(signs.items())[:N_REASONS])


def _heaviest(unit_words: NDArray[np.int32], start: int, end: int) -> NDArray[np.intp]:
    return np.argsort(-unit_words[start:end], kind="stable")[:_N_HEAVIEST] + start


def _moved(scorer: Scorer, scored: Scored, units: NDArray[np.intp]) -> tuple[list[str], NDArray[np.float64]]:
    """The inputs by name, and how much each moved each unit's score, float64 (n_units, n_names).

    What moved the first score stands in for the second model's input `score`.
    """
    first_trees = scorer.article if scored.is_article else scorer.first
    second, first = (
        trees.contributions(matrix(scored.columns, trees.names, units)) for trees in (scorer.second, first_trees)
    )
    names = sorted({*scorer.second.names, *first_trees.names} - {"score"})
    columns = {name: i for i, name in enumerate(names)}
    of_second = [i for i, name in enumerate(scorer.second.names) if name != "score"]
    moved = np.zeros((len(units), len(names)))
    moved[:, [columns[scorer.second.names[i]] for i in of_second]] = second[:, of_second]
    if "score" in scorer.second.names:
        total = np.abs(first).sum(axis=1)
        share = np.abs(second[:, scorer.second.names.index("score")]) / np.where(total > 0, total, 1.0)
        moved[:, [columns[name] for name in first_trees.names]] += share[:, None] * first
    return names, moved


def describe(name: str, value: float, usual: float) -> str:
    """An input in words; `usual` is its mean over the page, to which high and low are meant."""
    if value == MISSING and name not in ("score_previous", "score_next"):
        return "no other page to compare with"
    if name in _WORDS:
        low, high = _WORDS[name]
        return high if value > usual or (value == usual and value > 0) else low
    if name.startswith(("in_", "tag_", "is_", "has_", "ends_")):
        return _plain(name) if value > 0 else f"not {_plain(name)}"
    if name.startswith("name_"):
        return _say_name(name.removeprefix("name_"), has_name=value > 0)
    if name.startswith(("kind_", "site_")) and name.split("_")[1] in KINDS:
        return f"page {'looks' if value > 0.5 else 'does not look'} like {name.split('_')[1]}"
    return f"{'high' if value > usual else 'low'} {_plain(name)}"


def _say_name(name: str, *, has_name: bool) -> str:
    if name.endswith("_narrow"):
        return f"{'in' if has_name else 'not in'} a small box named {name.removesuffix('_narrow')}"
    return f"names around it {'say' if has_name else 'do not say'} {name}"


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("tag ", "element ")
