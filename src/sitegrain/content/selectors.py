"""CSS selectors on a page's arrays: rules of the user matched, the content's own selector found.

Elements that are not on the axis (scripts, form fields ...) do not exist here: they are neither matched nor counted.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cssselect
import numpy as np
from cssselect import parser as css

from sitegrain.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

    Nodes = NDArray[np.bool_]  # (n_nodes,) which nodes match

MAX_SELECTOR_CHARS = 2_000
MAX_POSITION = 1_000_000_000  # in :nth-child() and its like
CONTENT_SHARE = 0.95  # of the kept words that the content's element must hold
MAX_STEPS = 30  # of a path; instead of a longer one the ancestor it would start from is named

_PLAIN_PSEUDOS = frozenset(
    ("first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type", "root")
)
_FUNCTIONS = frozenset(("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"))


@dataclass(frozen=True, slots=True)
class Selector:
    """A list of CSS selectors that has been parsed and found usable."""

    text: str
    trees: tuple[object, ...]

    def match(self, page: Page) -> Nodes:
        """Which nodes of a page the selectors match, bool (n_nodes,). O(nodes) a selector part."""
        matcher = _Matcher(page)
        found = np.zeros(page.n_nodes, bool)
        for tree in self.trees:
            found |= matcher.match(tree)
        return found


def parse_selectors(text: str) -> Selector:
    """Parse a comma-separated list of CSS selectors.

    Known: type, `*`, `#id`, `.class`, attributes with all operators, the four combinators, `:not()`, `:is()`,
    `:where()`, `:root` and the child and type positions. Anything else raises UsageError with the selector's text.
    """
    if len(text) > MAX_SELECTOR_CHARS:
        raise UsageError(f"selector {text[:40]!r}...: {len(text)} characters, at most {MAX_SELECTOR_CHARS} are read")
    try:
        selectors = css.parse(text)
    except (cssselect.SelectorError, RecursionError) as error:
        raise UsageError(f"selector {text!r}: {error}") from error
    for selector in selectors:
        if selector.pseudo_element is not None:
            raise UsageError(f"selector {text!r}: a pseudo-element holds no text")
        _check(selector.parsed_tree, text)
    return Selector(text, tuple(selector.parsed_tree for selector in selectors))


def _check(tree: object, text: str) -> None:
    """Raise UsageError for the first part that cannot be matched."""
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, css.Pseudo) and part.ident.lower() not in _PLAIN_PSEUDOS:
            raise UsageError(f"selector {text!r}: :{part.ident} is not supported")
        if isinstance(part, css.Function):
            if part.name.lower() not in _FUNCTIONS:
                raise UsageError(f"selector {text!r}: :{part.name}() is not supported")
            try:
                largest = max(map(abs, css.parse_series(part.arguments)))
            except ValueError as error:
                raise UsageError(f"selector {text!r}: :{part.name}() needs a position such as 2 or 2n+1") from error
            if largest > MAX_POSITION:
                raise UsageError(f"selector {text!r}: :{part.name}() takes numbers up to {MAX_POSITION}")
        if isinstance(part, css.Relation):
            raise UsageError(f"selector {text!r}: :has() is not supported")
        pending += [getattr(part, name) for name in ("selector", "subselector") if hasattr(part, name)]
        pending += getattr(part, "selector_list", ())


class _Matcher:
    """Evaluates selector trees on one page; every part gives an array over the nodes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.n = page.n_nodes

    def match(self, tree: object) -> Nodes:
        """Match a tree; the chain of compounds to the left is walked, not recursed into."""
        chain: list[tuple[str, object]] = []
        while isinstance(tree, css.CombinedSelector):
            chain.append((tree.combinator, tree.subselector))
            tree = tree.selector
        found = self.compound(tree)
        for combinator, part in reversed(chain):
            found = self.related(found, combinator) & self.compound(part)
        return found

    def related(self, found: Nodes, combinator: str) -> Nodes:
        """The nodes that stand in a combinator's relation to a found one."""
        parents = self.page.parents
        has_parent = parents >= 0
        related = np.zeros(self.n, bool)
        if combinator == ">":
            related[has_parent] = found[parents[has_parent]]
        elif combinator == "+":
            before = _previous_siblings(self.page)
            related[before >= 0] = found[before[before >= 0]]
        elif combinator == "~":
            first = np.full(self.n, self.n)
            matched = np.flatnonzero(found & has_parent)
            np.minimum.at(first, parents[matched], matched)
            related[has_parent] = np.arange(self.n)[has_parent] > first[parents[has_parent]]
        else:
            matched = np.flatnonzero(found)
            changes = np.zeros(self.n + 1, np.int64)
            np.add.at(changes, matched + 1, 1)
            np.add.at(changes, self.page.ends[matched], -1)
            related = changes.cumsum()[: self.n] > 0
        return related

    def compound(self, tree: object) -> Nodes:
        """Match a compound: a type with classes, attributes and pseudo-classes around it."""
        found = np.ones(self.n, bool)
        while not isinstance(tree, css.Element):
            found &= self.simple(tree)
            tree = getattr(tree, "selector", css.Element(None, None))
        return found & self.has_tag(tree.element)

    def simple(self, tree: object) -> Nodes:
        """Match the outermost condition of a compound."""
        if isinstance(tree, css.Hash):
            return self.by_descriptor(lambda d: d[2] == tree.id)
        if isinstance(tree, css.Class):
            return self.by_descriptor(lambda d: tree.class_name in d[1].split())
        if isinstance(tree, css.Attrib):
            return self.has_attribute(tree)
        return self.pseudo_class(tree)

    def pseudo_class(self, tree: object) -> Nodes:
        """Match a pseudo-class, with or without an argument."""
        if isinstance(tree, css.Negation):
            return ~self.match(tree.subselector)
        if isinstance(tree, (css.Matching, css.SpecificityAdjustment)):
            found = np.zeros(self.n, bool)
            for option in tree.selector_list:
                found |= self.match(option)
            return found
        if isinstance(tree, css.Function):
            return self.at_position(tree.name.lower(), *css.parse_series(tree.arguments))
        if isinstance(tree, css.Pseudo):
            return self.has_pseudo(tree.ident.lower())
        raise UsageError(f"selector part {tree!r} is not supported")

    def by_descriptor(self, rule: Callable[[tuple[str, ...]], bool]) -> Nodes:
        """Ask each distinct descriptor once."""
        held: Nodes = np.array([rule(descriptor) for descriptor in self.page.descriptors], bool)
        return held[self.page.node_descriptors]

    def has_tag(self, tag: str | None) -> Nodes:
        wanted = (tag or "").lower()
        return self.by_descriptor(lambda d: d[0] == wanted) if wanted else np.ones(self.n, bool)

    def has_attribute(self, tree: css.Attrib) -> Nodes:
        name, wanted = tree.attrib.lower(), "" if tree.value is None else tree.value.value or ""
        rule = _ATTRIBUTE_RULES[tree.operator]
        values = (attributes.get(name, _MISSING) for attributes in self.page.attributes)
        held = [value is not _MISSING and rule(str(value or ""), wanted) for value in values]
        return np.array(held, bool)

    def has_pseudo(self, name: str) -> Nodes:
        found = np.ones(self.n, bool)
        if name == "root":
            found[1:] = False
            return found
        kind = "of-type" if name.endswith("of-type") else "child"
        if not name.startswith("last"):
            found &= self.at_position(f"nth-{kind}", 0, 1)
        if not name.startswith("first"):
            found &= self.at_position(f"nth-last-{kind}", 0, 1)
        return found

    def at_position(self, name: str, a: int, b: int) -> Nodes:
        """The nodes whose position among their siblings, or those of their tag, is a * n + b for some n >= 0."""
        ranks, sizes = sibling_ranks(self.page, same_tag=name.endswith("of-type"))
        positions = sizes + 1 - ranks if "last" in name else ranks
        offsets = positions - b
        found: Nodes = offsets == 0 if a == 0 else (offsets % a == 0) & (offsets // a >= 0)
        return found


_MISSING = object()
_ATTRIBUTE_RULES: dict[str, Callable[[str, str], bool]] = {
    "exists": lambda value, wanted: True,
    "=": lambda value, wanted: value == wanted,
    "!=": lambda value, wanted: value != wanted,
    "~=": lambda value, wanted: wanted in value.split(),
    "|=": lambda value, wanted: value == wanted or value.startswith(wanted + "-"),
    "^=": lambda value, wanted: wanted != "" and value.startswith(wanted),
    "$=": lambda value, wanted: wanted != "" and value.endswith(wanted),
    "*=": lambda value, wanted: wanted != "" and wanted in value,
}


def _previous_siblings(page: Page) -> NDArray[np.int64]:
    """The element before each node under the same parent, -1 for the first."""
    order = np.argsort(page.parents, kind="stable")
    before = np.full(page.n_nodes, -1)
    same = page.parents[order[1:]] == page.parents[order[:-1]]
    before[order[1:][same]] = order[:-1][same]
    return before


def sibling_ranks(page: Page, *, same_tag: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each node's position among its siblings, from 1, and how many they are; with `same_tag` those of its tag."""
    n = page.n_nodes
    keys = page.parents.astype(np.int64)
    if same_tag:
        _, tag_ids = np.unique(np.array(page.tags), return_inverse=True)
        keys = (keys + 1) * n + tag_ids
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.r_[True, keys[order][1:] != keys[order][:-1]])
    sizes = np.diff(np.r_[starts, n])
    ranks, counts = np.empty(n, np.int64), np.empty(n, np.int64)
    ranks[order] = np.arange(n) - np.repeat(starts, sizes) + 1
    counts[order] = np.repeat(sizes, sizes)
    return ranks, counts


def content_selector(page: Page, kept: NDArray[np.bool_]) -> str | None:
    """A CSS selector of the smallest element that holds the kept text, `CONTENT_SHARE` of its words; None for none.

    It matches that element only: an id, else a tag with a class, else a path of positions below such an ancestor.
    """
    node = content_node(page, kept)
    return None if node is None else _Namer(page).name(node)


def content_node(page: Page, kept: NDArray[np.bool_]) -> int | None:
    """The smallest element that holds `CONTENT_SHARE` of the kept words; None if none are kept."""
    units = np.flatnonzero(kept)
    words = page.unit_words[units]
    total = int(words.sum())
    if not total:
        return None
    below = np.zeros(page.n_nodes + 1, np.int64)
    below[1:] = np.bincount(page.unit_nodes[units], weights=words, minlength=page.n_nodes).cumsum()
    # More than half of the words: such elements lie inside one another, the last is the innermost.
    return int(np.flatnonzero(below[page.ends] - below[:-1] >= CONTENT_SHARE * total)[-1])


class _Namer:
    """Finds selectors that match one node of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter(page.tags)
        self.classes: Counter[tuple[str, str]] = Counter()
        numbers = np.bincount(page.node_descriptors, minlength=len(page.descriptors)).tolist()
        for (tag, names, id_, *_), number in zip(page.descriptors, numbers, strict=True):
            self.ids[id_] += number
            for name in set(names.split()):
                self.classes[tag, name] += number

    def name(self, node: int) -> str:
        unique = self.unique(node)
        if unique:
            return unique
        ranks, counts = sibling_ranks(self.page, same_tag=True)
        steps: list[str] = []
        while True:
            position = f":nth-of-type({ranks[node]})" if counts[node] > 1 else ""
            steps.append(escape_ident(self.page.tags[node]) + position)
            node = int(self.page.parents[node])
            anchor = self.unique(node)
            if anchor:
                return anchor if len(steps) > MAX_STEPS else " > ".join([anchor, *reversed(steps)])

    def unique(self, node: int) -> str | None:
        """A selector of a node by itself, if it has one that matches nothing else."""
        tag, names, id_, *_ = self.page.descriptors[self.page.node_descriptors[node]]
        if id_ and self.ids[id_] == 1 and id_.split() == [id_]:
            return f"#{escape_ident(id_)}"
        if self.tags[tag] == 1:
            return escape_ident(tag)
        for name in dict.fromkeys(names.split()):
            if self.classes[tag, name] == 1:
                return f"{escape_ident(tag)}.{escape_ident(name)}"
        return None


_SIMPLE_IDENT = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*\Z")
_PLAIN_CHAR = re.compile(r"[A-Za-z0-9_-]|[^\x00-\x7f]")


def escape_ident(text: str) -> str:
    r"""Write a name as a CSS identifier.

    >>> escape_ident("main"), escape_ident("12-a"), escape_ident("md:w-1/2")
    ('main', '\\\\31 2-a', 'md\\\\:w-1\\\\/2')
    """
    if _SIMPLE_IDENT.match(text):
        return text
    pieces: list[str] = []
    for i, char in enumerate(text):
        starts_with_digit = char in "0123456789" and (i == 0 or (i == 1 and text[0] == "-"))
        if char == "\0":
            pieces.append("\ufffd")
        elif starts_with_digit or char < " " or char == "\x7f":
            pieces.append(f"\\{ord(char):x} ")
        elif _PLAIN_CHAR.match(char) and text != "-":
            pieces.append(char)
        else:
            pieces.append("\\" + char)
    return "".join(pieces)
