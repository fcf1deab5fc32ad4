"""A parsed page: flat arrays over its nodes, text runs, units and tokens, all in document order."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.kernel import Axis

HIDDEN = 1  # node flag: hidden, aria-hidden or display:none on the node or an ancestor
LINK = 2  # node flag: the node is, or lies in, an <a href>
BLOCK = 4  # node flag: starts and ends units

Descriptor = tuple[str, str, str, str, str, str]  # tag, class, id, role, itemprop, itemtype
Link = tuple[str, str, str, str]  # rel, lower case; href; type; hreflang
LINK_ATTRIBUTES: dict[str, tuple[bytes, ...]] = {"link": (b"rel", b"href", b"type", b"hreflang")}


class Event(Enum):
    """What a walk over a page meets."""

    OPEN = "open"
    TEXT = "text"
    CLOSE = "close"


class Links(Sequence[Link]):
    """What every <link> of a page says; they are read when they are first asked for."""

    def __init__(self, axis: Axis) -> None:
        self._axis = axis
        self._read: tuple[Link, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Links) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Link: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Link, ...]: ...
    def __getitem__(self, index: int | slice) -> Link | tuple[Link, ...]:
        return self._all()[index]

    def _all(self) -> tuple[Link, ...]:
        if self._read is None:
            rows = (values for _, values, _ in self._axis.head(LINK_ATTRIBUTES))
            self._read = tuple(
                ((rel or "").lower(), href or "", kind or "", language or "") for rel, href, kind, language in rows
            )
        return self._read


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says about itself outside its text.

    metas:    (name or property or http-equiv, lower case; content), in document order
    links:    of every <link>
    json_ld:  raw text of every JSON-LD script
    lang:     lang attribute of <html>, "" if none
    script_bytes: length of all script text, to recognise pages that only scripts fill
    """

    title: str = ""
    metas: tuple[tuple[str, str], ...] = ()
    links: Sequence[Link] = ()
    json_ld: tuple[str, ...] = ()
    lang: str = ""
    base: str = ""
    script_bytes: int = 0


class Attributes(Sequence["Mapping[str, str | None]"]):
    """The attributes of a page's nodes; each start tag is read when it is first asked for.

    Elements that were opened again have the start tag, and with it the mapping, of the first.
    """

    def __init__(self, axis: Axis) -> None:
        self._axis = axis
        self._read: dict[int, Mapping[str, str | None]] = {}
        self._by_start: dict[int, Mapping[str, str | None]] = {}

    def __len__(self) -> int:
        return len(self._axis)

    @overload
    def __getitem__(self, node: int) -> Mapping[str, str | None]: ...
    @overload
    def __getitem__(self, node: slice) -> list[Mapping[str, str | None]]: ...
    def __getitem__(self, node: int | slice) -> Mapping[str, str | None] | list[Mapping[str, str | None]]:
        """Attributes of a node; negative numbers count from the end."""
        if isinstance(node, slice):
            return [self[i] for i in range(*node.indices(len(self)))]
        node = operator.index(node)
        if node < 0:
            node += len(self)
        found = self._read.get(node)
        if found is None:
            found = self._read[node] = self._find(node)
        return found

    def _find(self, node: int) -> Mapping[str, str | None]:
        if not 0 <= node < len(self):
            raise IndexError(node)
        start = memoryview(self._axis.starts)[node]
        if start < 0:
            return self._axis.attributes(node)
        if start not in self._by_start:
            self._by_start[start] = self._axis.attributes(node)
        return self._by_start[start]


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Page:
    """One page as flat arrays. Elements that are not on the axis (scripts, forms' fields ...) have no row.

    Lists of texts and names are made when they are first asked for; two pages that share an axis share them.

    axis:            what the kernel made; holds the source
    tags:            (n_nodes,) tag names, lower case; node 0 is <html>
    attributes:      (n_nodes,) attribute mappings; a value is None for an attribute without one
    parents:         int32 (n_nodes,) index of the parent, -1 for node 0
    ends:            int32 (n_nodes,) first node after the node's subtree
    flags:           uint8 (n_nodes,) HIDDEN, LINK and BLOCK bits
    descriptors:     distinct (tag, class, id, role, itemprop, itemtype) of the page
    node_descriptors:int32 (n_nodes,) index into `descriptors`

    run_texts:       (n_runs,) text between two tags, white space as in the source
    run_nodes:       int32 (n_runs,) innermost element around the run
    run_positions:   int32 (n_runs,) number of nodes opened before the run
    run_units:       int32 (n_runs,) the unit it belongs to

    unit_texts:      (n_units,) text of the unit, white space folded, never empty
    unit_nodes:      int32 (n_units,) block element around the unit
    unit_runs:       int32 (n_units + 1,) the runs of unit u are unit_runs[u] to unit_runs[u + 1]
    unit_tokens:     int32 (n_units + 1,) likewise its tokens
    unit_words:      int32 (n_units,) number of tokens
    unit_link_words: int32 (n_units,) tokens inside <a href>
    unit_hidden:     bool (n_units,) all of its text is hidden
    tokens:          (n_tokens,) the page's tokens, case folded

    notes:           what was unusual about the page, for the output row
    """

    axis: Axis
    attributes: Sequence[Mapping[str, str | None]]
    parents: NDArray[np.int32]
    ends: NDArray[np.int32]
    flags: NDArray[np.uint8]
    node_descriptors: NDArray[np.int32]
    run_nodes: NDArray[np.int32]
    run_positions: NDArray[np.int32]
    run_units: NDArray[np.int32]
    unit_nodes: NDArray[np.int32]
    unit_runs: NDArray[np.int32]
    unit_tokens: NDArray[np.int32]
    unit_words: NDArray[np.int32]
    unit_link_words: NDArray[np.int32]
    unit_hidden: NDArray[np.bool_]
    head: Head = field(default_factory=Head)
    url: str | None = None
    path: str | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Short, since the arrays fill screens."""
        size = f"{self.n_nodes} nodes, {self.n_units} units, {self.axis.n_tokens} tokens"
        return f"<Page {self.path or self.url or '?'}: {size}>"

    @property
    def n_nodes(self) -> int:
        return len(self.parents)

    @property
    def n_units(self) -> int:
        return len(self.unit_nodes)

    @property
    def tags(self) -> list[str]:
        return self.axis.tags

    @property
    def descriptors(self) -> list[Descriptor]:
        return self.axis.descriptors

    @property
    def run_texts(self) -> list[str]:
        return self.axis.run_texts

    @property
    def unit_texts(self) -> list[str]:
        return self.axis.unit_texts

    @property
    def tokens(self) -> list[str]:
        return self.axis.tokens

    def events(self) -> Iterator[tuple[Event, int]]:
        """Walk the page in document order: (OPEN, node), (TEXT, run), (CLOSE, node)."""
        parents, positions, owners = self.parents.tolist(), self.run_positions.tolist(), self.run_nodes.tolist()
        n_nodes, n_runs = len(parents), len(positions)
        open_nodes: list[int] = []
        node = run = 0
        while node < n_nodes or run < n_runs:
            is_text = run < n_runs and positions[run] <= node
            parent = owners[run] if is_text else parents[node]
            while open_nodes and open_nodes[-1] != parent:
                yield Event.CLOSE, open_nodes.pop()
            if is_text:
                yield Event.TEXT, run
                run += 1
            else:
                yield Event.OPEN, node
                open_nodes.append(node)
                node += 1
        while open_nodes:
            yield Event.CLOSE, open_nodes.pop()
