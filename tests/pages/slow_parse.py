"""HTML text to the fields of a Page, by a walk over lexbor's tree: slow and plain, what the kernel is compared with."""

from __future__ import annotations

import itertools
import re
from array import array
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitegrain.pages.elements import INLINE, OFF_AXIS
from sitegrain.pages.page import BLOCK, HIDDEN, LINK, Descriptor, Head
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Mapping

# An XHTML page may close these elements at once; an HTML parser would take all that follows as their content.
_SELF_CLOSED = re.compile(
    r"<(iframe|script|style|textarea|title|noscript|noframes|xmp)((?:\s[^<>]*?)?)/>", re.IGNORECASE
)
_RAW_TEXT = ("iframe", "script", "style", "textarea", "title", "noscript", "noframes", "xmp")
MAX_TAG_CHARS = 2_000  # looked at to find the start of a self-closed tag
_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_SURROGATES = re.compile("[\ud800-\udfff]")
_NO_ATTRIBUTES: Mapping[str, str | None] = {}


def parse(html: str) -> SimpleNamespace:
    """The fields of the page that the kernel should make of a document."""
    html = _without_surrogates(_close_at_once(html))
    builder = _Builder()
    root = LexborHTMLParser(html).root
    if root is not None:
        builder.walk(root)
    return builder.page()


def _close_at_once(html: str) -> str:
    """Give every self-closed raw-text element its end tag; looks only where a tag ends in a slash."""
    at = html.find("/>")
    while at >= 0:
        start = html.rfind("<", max(0, at - MAX_TAG_CHARS), at)
        if html[start + 1 : start + 9].lower().startswith(_RAW_TEXT):
            return _SELF_CLOSED.sub(r"<\1\2></\1>", html)
        at = html.find("/>", at + 2)
    return html


def _without_surrogates(html: str) -> str:
    """Text that can be encoded."""
    try:
        html.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", html)
    return html


class _Builder:
    """Collects the rows of one page while its tree is walked."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.attributes: list[Mapping[str, str | None]] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.flags: list[int] = []
        self.descriptor_ids: dict[Descriptor, int] = {}
        self.node_descriptors = array("i")
        self.run_texts: list[str] = []
        self.run_nodes, self.run_positions = array("i"), array("i")
        self.unit_nodes, self.unit_runs = array("i"), array("i", [0])
        self.unit_has_text = False
        self.n_breaks = 0  # <br> elements since the last text
        self.run_breaks: set[int] = set()  # runs that follow a <br> inside their unit
        self.head = _HeadBuilder()

    def walk(self, root: LexborNode) -> None:
        """Visit every node in document order, with a stack instead of recursion."""
        stack: list[tuple[LexborNode | None, int, int, int]] = []  # next sibling, parent, unit owner, flags
        node: LexborNode | None = root
        parent = owner = -1
        flags = 0
        while True:
            if node is None:
                if not stack:
                    break
                self.close(parent)
                node, parent, owner, flags = stack.pop()
                continue
            tag = node.tag
            if tag == "-text":
                self.add_text(node.text_content or "", parent, owner)
                node = node.next
            elif tag is None or not node.is_element_node:
                node = node.next
            elif tag in OFF_AXIS:
                self.head.add(tag, node)
                node = node.next
            else:
                stack.append((node.next, parent, owner, flags))
                parent = self.open(tag, node.attributes or _NO_ATTRIBUTES, parent, flags)
                flags = self.flags[parent]
                if flags & BLOCK:
                    owner = parent
                    flags -= BLOCK
                node = node.child

    def open(self, tag: str, attributes: Mapping[str, str | None], parent: int, flags: int) -> int:
        """Add a row for an element; returns its index."""
        index = len(self.tags)
        if tag not in INLINE:
            self.end_unit()
            flags |= BLOCK
        elif tag == "br":
            self.n_breaks += 1
            if self.n_breaks == 2:
                self.end_unit()
            elif self.unit_has_text:
                self.run_breaks.add(len(self.run_texts))
        if attributes:
            flags |= _own_flags(tag, attributes)
            get = attributes.get
            descriptor = (
                tag,
                get("class") or "",
                get("id") or "",
                get("role") or "",
                get("itemprop") or "",
                get("itemtype") or "",
            )
        else:
            descriptor = (tag, "", "", "", "", "")
        self.tags.append(tag)
        self.attributes.append(attributes)
        self.parents.append(parent)
        self.ends.append(index + 1)
        self.flags.append(flags)
        self.node_descriptors.append(self.descriptor_ids.setdefault(descriptor, len(self.descriptor_ids)))
        if tag == "html":
            self.head.lang = attributes.get("lang") or attributes.get("xml:lang") or ""
        return index

    def close(self, index: int) -> None:
        """The element's subtree is complete."""
        self.ends[index] = len(self.tags)
        if self.flags[index] & BLOCK:
            self.end_unit()

    def add_text(self, text: str, parent: int, owner: int) -> None:
        """Add a text run to the open unit; white space alone opens none."""
        if text.isspace() or not text:
            if not self.unit_has_text or not text:
                return
        else:
            self.n_breaks = 0
            if not self.unit_has_text:
                self.unit_has_text = True
                self.unit_nodes.append(owner)
        self.run_texts.append(text)
        self.run_nodes.append(parent)
        self.run_positions.append(len(self.tags))

    def end_unit(self) -> None:
        self.n_breaks = 0
        if self.unit_has_text:
            self.unit_has_text = False
            self.unit_runs.append(len(self.run_texts))

    def with_breaks(self, start: int, end: int) -> list[str]:
        """The texts of a range of runs, a line feed before each run that follows a <br>."""
        return ["\n" + self.run_texts[i] if i in self.run_breaks else self.run_texts[i] for i in range(start, end)]

    def page(self) -> SimpleNamespace:
        """Make the arrays: unit texts, tokens and the counts that follow from them."""
        self.end_unit()
        bounds = self.unit_runs.tolist()
        run_flags = [self.flags[node] if node >= 0 else 0 for node in self.run_nodes]
        texts, tokens, unit_tokens, link_words, hidden = [], [], array("i", [0]), array("i"), []
        for start, end in itertools.pairwise(bounds):
            text = " ".join("".join(self.with_breaks(start, end)).split())
            words = tokenize(text)
            texts.append(text)
            tokens.extend(words)
            unit_tokens.append(len(tokens))
            link_words.append(_count_link_words(self.run_texts, run_flags, start, end, len(words)))
            hidden.append(_all_hidden(self.run_texts, run_flags, start, end))
        ends = np.array(unit_tokens, np.int32)
        return SimpleNamespace(
            tags=self.tags,
            attributes=self.attributes,
            parents=np.array(self.parents, np.int32),
            ends=np.array(self.ends, np.int32),
            flags=np.array(self.flags, np.uint8),
            descriptors=list(self.descriptor_ids),
            node_descriptors=np.array(self.node_descriptors, np.int32),
            run_texts=self.run_texts,
            run_nodes=np.array(self.run_nodes, np.int32),
            run_positions=np.array(self.run_positions, np.int32),
            run_units=np.repeat(np.arange(len(texts), dtype=np.int32), np.diff(bounds)),
            unit_texts=texts,
            unit_nodes=np.array(self.unit_nodes, np.int32),
            unit_runs=np.array(bounds, np.int32),
            unit_tokens=ends,
            unit_words=np.diff(ends).astype(np.int32),
            unit_link_words=np.array(link_words, np.int32),
            unit_hidden=np.array(hidden, bool),
            tokens=tokens,
            head=self.head.head(),
        )


def _own_flags(tag: str, attributes: Mapping[str, str | None]) -> int:
    """The flags an element sets for itself and its subtree."""
    flags = 0
    if tag == "a" and "href" in attributes:
        flags |= LINK
    if (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or ("style" in attributes and _DISPLAY_NONE.search(attributes["style"] or ""))
    ):
        flags |= HIDDEN
    return flags


def _count_link_words(texts: list[str], flags: list[int], start: int, end: int, n_words: int) -> int:
    """Count the tokens of the runs inside a link; a word that two runs share counts at most once."""
    linked = [i for i in range(start, end) if flags[i] & LINK]
    if not linked:
        return 0
    if all(flags[i] & LINK or texts[i].isspace() for i in range(start, end)):
        return n_words
    return min(n_words, sum(len(tokenize(texts[i])) for i in linked))


def _all_hidden(texts: list[str], flags: list[int], start: int, end: int) -> bool:
    return all(flags[i] & HIDDEN or texts[i].isspace() for i in range(start, end))


class _HeadBuilder:
    """Collects what stands outside the text: title, metas, links, structured data."""

    def __init__(self) -> None:
        self.title = self.lang = self.base = ""
        self.metas: list[tuple[str, str]] = []
        self.links: list[tuple[str, str, str, str]] = []
        self.json_ld: list[str] = []
        self.script_bytes = 0

    def add(self, tag: str, node: LexborNode) -> None:
        """Read an element that is not on the axis."""
        if tag == "script":
            self.add_script(node)
        elif tag == "head":
            child = node.child
            while child is not None:
                self.add_head_child(child.tag or "", child)
                child = child.next

    def add_head_child(self, tag: str, node: LexborNode) -> None:
        attributes = node.attributes if tag in ("meta", "link", "base") else _NO_ATTRIBUTES
        get = attributes.get
        if tag == "title" and not self.title:
            self.title = " ".join((node.text() or "").split())
        elif tag == "meta":
            name = get("name") or get("property") or get("itemprop") or get("http-equiv") or ""
            if name and get("content"):
                self.metas.append((name.strip().lower(), get("content") or ""))
        elif tag == "link":
            self.links.append(((get("rel") or "").lower(), get("href") or "", get("type") or "", get("hreflang") or ""))
        elif tag == "base" and not self.base:
            self.base = get("href") or ""
        elif tag == "script":
            self.add_script(node)

    def add_script(self, node: LexborNode) -> None:
        text = node.text() or ""
        self.script_bytes += len(text)
        if "ld+json" in (node.attributes.get("type") or "").lower():
            self.json_ld.append(text)

    def head(self) -> Head:
        return Head(
            title=self.title,
            metas=tuple(self.metas),
            links=tuple(self.links),
            json_ld=tuple(self.json_ld),
            lang=self.lang,
            base=self.base,
            script_bytes=self.script_bytes,
        )
