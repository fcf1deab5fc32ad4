"""The two trees: sequences of siblings as published, and slots that pages share whatever stands between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from sitegrain.pages.runs import run_tokens
from sitegrain.pages.tokens import mask_digits
from sitegrain.segmenters.som_tree.aligned import Aligned
from sitegrain.segmenters.som_tree.page_tree import Rules, key_text, read_tree
from sitegrain.segmenters.som_tree.siblings import LookedUp
from sitegrain.segmenters.som_tree.som import NO_PLACE, Som
from sitegrain.segmenters.style_tree.importance import inner_importance, leaf_importance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import Span
    from sitegrain.sites.keys import NodeKeys

MAX_PATTERNS = 8  # of present slots that are told apart; the rest is one
LEFT_OUT = ("br",)


@dataclass(slots=True)
class Element:
    """What is known of an element node.

    n_pages:  that have it
    styles:   sequence of child elements, or pattern of present slots -> pages
    children: element nodes below, of each style in the sequence tree
    features: of a leaf, feature -> counts, one for each page that has it
    """

    key: str
    parent: int
    n_pages: int = 0
    styles: Counter[tuple[object, ...]] = field(default_factory=Counter)
    children: dict[tuple[object, ...], list[int]] = field(default_factory=dict)
    features: dict[object, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """An element of a page as a walk meets it: parents first.

    parent:  index of the visit of its parent, -1 for the root
    element: number of its element node, NO_PLACE where the tree has none
    spans:   token intervals of the text right inside of it
    """

    parent: int
    element: int
    spans: Sequence[Span]


class SequenceTree:
    """Element nodes below style nodes: a style is one particular sequence of siblings (section 3)."""

    def __init__(self, keys: NodeKeys) -> None:
        self.keys = keys
        self.elements: list[Element] = []

    def add(self, page: Page) -> None:
        """Lay a page on the tree."""
        texts, children = _own_spans(page), _children(page)
        for node, element in self._match(page, children, may_add=True):
            own = self.elements[element]
            own.n_pages += 1
            if not children[node]:
                words = (page.tokens[token] for span in texts.get(node, ()) for token in range(*span))
                _count(own, Counter(map(mask_digits, words)) + _links(page, [node]))

    def walk(self, page: Page) -> list[Visit]:
        """The elements of a page with their element nodes."""
        known = dict(self._match(page, _children(page), may_add=False))
        order: dict[int, int] = {}
        visits: list[Visit] = []
        parents, texts = page.parents.tolist(), _own_spans(page)
        for node in range(page.n_nodes):
            order[node] = len(visits)
            parent = order[parents[node]] if node else -1
            visits.append(Visit(parent, known.get(node, NO_PLACE), texts.get(node, ())))
        return visits

    def importance(self) -> list[float]:
        """The composite importance of every element node."""
        found = [0.0] * len(self.elements)
        for number in range(len(self.elements) - 1, -1, -1):
            own = self.elements[number]
            styles = [
                (n, fmean(found[child] for child in own.children[style])) for style, n in own.styles.items() if style
            ]
            if styles:
                found[number] = inner_importance(own.n_pages, styles)
            else:
                found[number] = leaf_importance(own.n_pages, own.features)
        return found

    def _match(self, page: Page, below: Sequence[Sequence[int]], *, may_add: bool) -> list[tuple[int, int]]:
        """The element node of each node of a page, as far as its sequences are known."""
        keys = self.keys.node_names(page)
        if not keys or (not self.elements and not may_add):
            return []
        if not self.elements:
            self.elements.append(Element(keys[0], NO_PLACE))
        found, pending = [], [(0, 0)]
        while pending:
            node, element = pending.pop()
            found.append((node, element))
            own, children = self.elements[element], below[node]
            style = tuple(keys[child] for child in children)
            if may_add:
                own.styles[style] += 1
                if style not in own.children:
                    own.children[style] = list(range(len(self.elements), len(self.elements) + len(style)))
                    self.elements.extend(Element(key, element) for key in style)
            pending.extend(zip(children, own.children.get(style, ()), strict=False))
        return found


class SlotTree:
    """Element nodes as slots that pages fill or not; a style is which slots are filled (methods.md C.6)."""

    def __init__(self, keys: NodeKeys) -> None:
        self.keys = keys
        self.elements: list[Element] = []
        self._som = Som()
        self._siblings = Aligned() if keys.has_ordinals else LookedUp()
        self._rules = Rules(merges_like=not keys.has_ordinals)

    def add(self, page: Page) -> None:
        """Lay a page on the tree."""
        filled: dict[int, set[int]] = {}
        features: dict[int, Counter[object]] = {}
        words = [mask_digits(token) for token in page.tokens]
        links = _links_by_token(page)
        for _, parent, place, spans in self._match(page, may_add=True):
            filled.setdefault(place, set())
            if parent != NO_PLACE:
                filled[parent].add(place)
            own = features.setdefault(place, Counter())
            for start, end in spans:
                own.update(words[start:end])
                own.update(link for token in range(start, end) for link in links.get(token, ()))
        for place, children in filled.items():
            element = self.elements[place]
            element.n_pages += 1
            element.styles[tuple(sorted(children))] += 1
            _count(element, features[place])

    def walk(self, page: Page) -> list[Visit]:
        """The text carriers of a page and what is around them, with their slots."""
        return [Visit(up, place, spans) for up, _, place, spans in self._match(page, may_add=False)]

    def importance(self) -> list[float]:
        """The composite importance of every slot."""
        found = [0.0] * len(self.elements)
        below: list[list[int]] = [[] for _ in self.elements]
        for number in range(len(self.elements) - 1, -1, -1):
            own = self.elements[number]
            if own.parent != NO_PLACE:
                below[own.parent].append(number)
            if not below[number]:
                found[number] = leaf_importance(own.n_pages, own.features)
                continue
            total = sum(self.elements[child].n_pages for child in below[number])
            mean = sum(found[child] * self.elements[child].n_pages for child in below[number]) / total
            found[number] = inner_importance(own.n_pages, [(n, mean) for n in _pooled(own.styles)])
        return found

    def _match(self, page: Page, *, may_add: bool) -> list[tuple[int, int, int, Sequence[Span]]]:
        """Index of the parent's row, its slot, the own slot and the own text, parents first."""
        if isinstance(self._siblings, Aligned):
            self._siblings.start(page.tokens)
        keys = self.keys.node_names(page)
        root = read_tree(page, keys, keys, self._rules)
        find = self._som.add if may_add else self._som.find
        rows: list[tuple[int, int, int, Sequence[Span]]] = []
        pending = [(root, -1, NO_PLACE, find(NO_PLACE, root.key))]
        while pending:
            node, up, parent, place = pending.pop()
            rows.append((up, parent, place, node.spans))
            places = [NO_PLACE] * len(node.children)
            if place != NO_PLACE:
                places = self._siblings.place(self._som, place, node.children, may_add=may_add)
            index = len(rows) - 1
            pending.extend((child, index, place, at) for child, at in zip(node.children, places, strict=True))
        for place in range(len(self.elements), len(self._som)):
            key = self._som.keys[place]
            self.elements.append(Element(key_text(key), self._som.parents[place]))
        return rows


def _children(page: Page) -> list[list[int]]:
    """The children of each node that count."""
    found: list[list[int]] = [[] for _ in page.tags]
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0 and page.tags[node] not in LEFT_OUT:
            found[parent].append(node)
    return found


def _own_spans(page: Page) -> dict[int, list[Span]]:
    """The token intervals of the text right inside of each node."""
    bounds = run_tokens(page).tolist()
    spans: dict[int, list[Span]] = {}
    for run, node in enumerate(page.run_nodes.tolist()):
        if bounds[run] < bounds[run + 1]:
            spans.setdefault(node, []).append((bounds[run], bounds[run + 1]))
    return spans


def _pooled(styles: Counter[tuple[object, ...]]) -> list[int]:
    """Pages of the most frequent styles, and of all others together."""
    counts = [n for _, n in styles.most_common()]
    rest = sum(counts[MAX_PATTERNS:])
    return counts[:MAX_PATTERNS] + ([rest] if rest else [])


def _count(element: Element, features: Counter[object]) -> None:
    for feature, count in features.items():
        element.features.setdefault(feature, []).append(count)


def _links(page: Page, nodes: Iterable[int]) -> Counter[object]:
    """Where links lead and what images are called, as features."""
    found: Counter[object] = Counter()
    for node in nodes:
        if page.tags[node] in ("a", "img"):
            own = page.attributes[node]
            address = own.get("href") if page.tags[node] == "a" else own.get("data-src") or own.get("src")
            if address:
                found["href" if page.tags[node] == "a" else "src", mask_digits(address.rsplit("/", 1)[-1])] += 1
    return found


def _links_by_token(page: Page) -> dict[int, Counter[object]]:
    """The links of a page at the first token of their text."""
    bounds, found = run_tokens(page).tolist(), {}
    for run, node in enumerate(page.run_nodes.tolist()):
        if page.tags[node] == "a" and bounds[run] < bounds[run + 1]:
            links = _links(page, [node])
            if links:
                found[bounds[run]] = links
    return found
