"""A page's tree as SOM trees take it: text carriers in place of nested content and of regular regions.

Steps 1 and 2 of the preprocessing (dissertation, sections 3.2.1 and 3.2.2). Which regions are regular is not in the
source; a run of like siblings, or of like groups of up to four, is taken for one (methods.md B.3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.pages.elements import HEADINGS, INLINE, LANDMARKS
from sitegrain.pages.runs import node_runs, run_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page

Key = str | tuple[str, ...]
Span = tuple[int, int]

TEXT = "#text"  # key of stray text beside elements
MAX_PERIOD = 4  # siblings that make one item at most
MIN_ITEMS = 3
MIN_ITEMS_OF_TAG = dict.fromkeys("li a td tr dt dd p option".split(), 2)
ALIKE = 0.7  # Dice coefficient of the key paths of two items
MAX_PATHS = 60  # of an item that are compared
MAX_PATH_DEPTH = 4
BLANK_CHARS = 4  # text without letter or digit is blank below so many characters
NEVER_MERGED = LANDMARKS | HEADINGS
FLOW = frozenset("p h2 h3 h4 h5 h6 ul ol dl pre blockquote figure table details".split()) | {TEXT}
MIN_FLOW = 3  # elements of running text that make one region, of which one is a paragraph or plain text
_WORDLIKE = re.compile(r"[^\W_]")


def key_text(key: Key) -> str:
    """A key as one text; that of a run of groups names each element of a group."""
    return key if isinstance(key, str) else "+".join(key)


@dataclass(slots=True)
class TreeNode:
    """An element with text at or below it.

    key:      what makes it the same place on other pages; tag: its element's name
    sign:     what siblings of one region have in common
    spans:    token intervals of the text it carries itself
    star:     it stands for a run of siblings
    children: elements below, in document order
    """

    key: Key
    tag: str
    sign: str
    spans: list[Span] = field(default_factory=list)
    star: bool = False
    children: list[TreeNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rules:
    """How pages are prepared.

    wraps_text:  stray text beside block elements gets a node of its own, instead of taking them in; text without
                 letters and digits is blank
    merges_like: items of a region need not be equal, only alike
    joins_flow:  a run of text elements without names is a region; landmarks and headings are no items of one
    """

    wraps_text: bool = True
    merges_like: bool = True
    joins_flow: bool = True


AS_PUBLISHED = Rules(wraps_text=False, merges_like=False, joins_flow=False)


def read_tree(page: Page, keys: Sequence[str], signs: Sequence[str], rules: Rules) -> TreeNode:
    """The tree of a page with nested content and regular regions pruned.

    keys, signs: for each node of the page
    """
    root = _nested(page, keys, signs, rules)
    _prune_regions(root, rules)
    return root


def _nested(page: Page, keys: Sequence[str], signs: Sequence[str], rules: Rules) -> TreeNode:
    """Step 1: the outermost element with text of its own takes all that is below it."""
    tokens = run_tokens(page)
    lows, highs = (tokens[runs].tolist() for runs in node_runs(page))
    own: dict[int, list[Span]] = {}
    bounds = tokens.tolist()
    for run, (node, text) in enumerate(zip(page.run_nodes.tolist(), page.run_texts, strict=True)):
        if _counts(text, rules):
            own.setdefault(node, []).append((bounds[run], bounds[run + 1]))
    inline_only = _inline_only(page, highs, lows) if rules.wraps_text else []
    tags, parents, ends = page.tags, page.parents.tolist(), page.ends.tolist()
    nodes: dict[int, TreeNode] = {}
    node = 0
    while node < page.n_nodes:
        if lows[node] == highs[node]:
            node = ends[node]
            continue
        made = nodes[node] = TreeNode(keys[node], tags[node], signs[node])
        if node:
            nodes[parents[node]].children.append(made)
        mine = own.get(node)
        if mine is not None and (not rules.wraps_text or inline_only[node]):
            made.spans = [(lows[node], highs[node])]
            node = ends[node]
            continue
        if mine is not None:
            made.children.extend(TreeNode(TEXT, TEXT, TEXT, [span]) for span in mine if span[0] < span[1])
        node += 1
    return nodes.get(0) or TreeNode("html", "html", "html")


def _counts(text: str, rules: Rules) -> bool:
    """Whether a text is more than blank."""
    if not rules.wraps_text:
        return not text.isspace()
    return _WORDLIKE.search(text) is not None or len(text.strip()) >= BLANK_CHARS


def _inline_only(page: Page, highs: list[int], lows: list[int]) -> list[bool]:
    """For each node whether no block element with text is below it."""
    found = [True] * page.n_nodes
    parents, tags = page.parents.tolist(), page.tags
    for node in range(page.n_nodes - 1, 0, -1):
        if lows[node] < highs[node] and not (found[node] and tags[node] in INLINE):
            found[parents[node]] = False
    return found


def _prune_regions(root: TreeNode, rules: Rules) -> None:
    """Step 2: a run of like siblings becomes one text carrier, the outermost run first."""
    signatures = _Signatures(root)
    pending = [root]
    while pending:
        node = pending.pop()
        if len(node.children) > 1:
            node.children = _merge_runs(node.children, signatures, rules)
            if len(node.children) == 1 and node.children[0].star and not node.spans:
                node.spans, node.children, node.star = node.children[0].spans, [], True
        pending.extend(node.children)


def _merge_runs(siblings: list[TreeNode], signatures: _Signatures, rules: Rules) -> list[TreeNode]:
    merged: list[TreeNode] = []
    at = 0
    while at < len(siblings):
        n_flow = _flow_length(siblings, at) if rules.joins_flow else 0
        if n_flow:
            spans = [span for sibling in siblings[at : at + n_flow] for span in _all_spans(sibling)]
            merged.append(TreeNode("p", "p", "p", _join(spans), star=True))
            at += n_flow
            continue
        period, n_items = _longest_run(siblings, at, signatures, rules)
        if not n_items:
            merged.append(siblings[at])
            at += 1
            continue
        items = siblings[at : at + period]
        run = siblings[at : at + period * n_items]
        key = items[0].key if period == 1 else tuple(f"{item.key}" for item in items)
        spans = [span for sibling in run for span in _all_spans(sibling)]
        merged.append(TreeNode(key, items[0].tag, items[0].sign, _join(spans), star=True))
        at += period * n_items
    return merged


def _flow_length(siblings: list[TreeNode], at: int) -> int:
    """How many siblings from there on are running text: elements of FLOW without names of their own; 0 if too few."""
    end = at
    while end < len(siblings) and siblings[end].tag in FLOW and siblings[end].sign == siblings[end].tag:
        end += 1
    has_text = any(sibling.tag in ("p", TEXT) for sibling in siblings[at:end])
    return end - at if end - at >= MIN_FLOW and has_text else 0


def _longest_run(siblings: list[TreeNode], at: int, signatures: _Signatures, rules: Rules) -> tuple[int, int]:
    """Period and number of items of the run that covers most siblings from there on; (0, 0) if there is none."""
    best = (0, 0)
    for period in range(1, MAX_PERIOD + 1):
        first = siblings[at : at + period]
        if len(first) < period or (rules.joins_flow and period == 1 and first[0].tag in NEVER_MERGED):
            continue
        n_items, start = 1, at + period
        while start + period <= len(siblings) and all(
            signatures.alike(a, b, rules) for a, b in zip(first, siblings[start : start + period], strict=True)
        ):
            n_items, start = n_items + 1, start + period
        least = MIN_ITEMS_OF_TAG.get(first[0].tag, MIN_ITEMS if rules.joins_flow else 2)
        if n_items >= least and n_items * period > best[0] * best[1]:
            best = (period, n_items)
    return best


class _Signatures:
    """Numbers for equal subtrees, and the key paths below nodes."""

    def __init__(self, root: TreeNode) -> None:
        order = [root]
        for node in order:
            order.extend(node.children)
        numbers: dict[object, int] = {}
        self._of: dict[int, int] = {}
        for node in reversed(order):
            signature = (node.sign, bool(node.spans), tuple(self._of[id(child)] for child in node.children))
            self._of[id(node)] = numbers.setdefault(signature, len(numbers))
        self._paths: dict[int, frozenset[object]] = {}

    def alike(self, a: TreeNode, b: TreeNode, rules: Rules) -> bool:
        """Whether two siblings could be items of one region."""
        if a.sign != b.sign:
            return False
        if self._of[id(a)] == self._of[id(b)]:
            return True
        if not rules.merges_like:
            return False
        first, second = self._below(a), self._below(b)
        return 2 * len(first & second) >= ALIKE * (len(first) + len(second))

    def _below(self, node: TreeNode) -> frozenset[object]:
        found = self._paths.get(id(node))
        if found is None:
            paths: list[object] = []
            pending: list[tuple[TreeNode, tuple[object, ...]]] = [(node, ())]
            while pending and len(paths) < MAX_PATHS:
                current, path = pending.pop()
                for child in current.children:
                    paths.append((*path, child.sign))
                    if len(path) < MAX_PATH_DEPTH - 1:
                        pending.append((child, (*path, child.sign)))
            found = self._paths[id(node)] = frozenset(paths)
        return found


def _all_spans(node: TreeNode) -> list[Span]:
    """The token intervals of all text at or below a node, in order."""
    spans, pending = [], [node]
    while pending:
        current = pending.pop()
        spans.extend(current.spans)
        pending.extend(current.children)
    return sorted(spans)


def _join(spans: list[Span]) -> list[Span]:
    """Touching intervals as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and joined[-1][1] >= start:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
