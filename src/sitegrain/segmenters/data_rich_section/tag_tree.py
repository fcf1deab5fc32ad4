"""A page as a tag tree: elements by tag, links by where they lead, images by their names, texts by their words.

Tags of fonts and headings are eliminated, their children move up; attributes are ignored (section 3 of the paper).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import numpy as np

from sitegrain.kernel import hash_subtrees, text_hash
from sitegrain.pages.nesting import nearest
from sitegrain.pages.runs import node_runs, run_tokens
from sitegrain.pages.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

DROPPED = frozenset("font basefont small big b i u em strong tt s strike h1 h2 h3 h4 h5 h6".split())
REMEMBERED = 16_384  # labels of tags, links and images
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd: no hash of a token loses bits
_SIZE = re.compile(r"(?:[-_@]\d+x(?:\d+)?)(?=\.\w+$)")  # `-300x200`, `@2x` before the suffix of an image
_TRACKING = re.compile(r"[?&](?:utm_\w+|sid|sessionid|phpsessid|jsessionid)=[^&#]*", re.IGNORECASE)
_ROOTED = re.compile(r"/(?!/)|https?://", re.IGNORECASE)  # links that lead to the same place from all pages of a host


@dataclass(frozen=True, slots=True, eq=False)
class TagTree:
    """Nodes in document order; node 0 is the root.

    labels:   uint64 (n_nodes,) equal for nodes that match
    ends:     int32 (n_nodes,) first node after the node's subtree
    hashes:   uint64 (n_nodes,) equal for equal subtrees, in one process
    elements: int64 (n_nodes,) node of the page, -1 for a text
    texts:    int64 (n_texts,) the nodes that are texts
    n_tokens: int64 (n_texts,) tokens of each; all of the page's tokens are in one
    """

    labels: NDArray[np.uint64]
    ends: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    elements: NDArray[np.int64]
    texts: NDArray[np.int64]
    n_tokens: NDArray[np.int64]


def read_tag_tree(page: Page) -> TagTree:
    """The tag tree of a page; neighbouring texts between which only dropped tags lie are one."""
    tags = page.tags
    kept = np.array([tag not in DROPPED for tag in tags])
    n_kept = np.concatenate(([0], np.cumsum(kept)))  # elements kept before each node
    bounds = run_tokens(page).astype(np.int64)
    runs = np.flatnonzero(np.diff(bounds))
    owners, n_before = nearest(page, kept)[page.run_nodes[runs]], n_kept[page.run_positions[runs]]
    is_first = np.ones(len(runs), bool)
    is_first[1:] = (np.diff(owners) != 0) | (np.diff(n_before) != 0)
    firsts = runs[is_first]
    texts = n_before[is_first] + np.arange(len(firsts))
    n_nodes = int(n_kept[-1]) + len(firsts)
    elements = np.full(n_nodes, -1, np.int64)
    is_element = np.ones(n_nodes, bool)
    is_element[texts] = False
    elements[is_element] = np.flatnonzero(kept)
    ends = np.arange(1, n_nodes + 1, dtype=np.int32)
    behind = node_runs(page)[1][kept]
    ends[is_element] = n_kept[page.ends[kept]] + np.searchsorted(firsts, behind)
    labels = np.empty(n_nodes, np.uint64)
    labels[is_element] = [_label(page, node, tags[node]) for node in np.flatnonzero(kept).tolist()]
    starts = bounds[firsts]
    n_tokens = np.diff(starts, append=page.axis.n_tokens)
    labels[texts] = _text_labels(page, starts, n_tokens)
    hashes = np.empty(n_nodes, np.uint64)
    hash_subtrees(labels, ends, hashes)
    return TagTree(labels, ends, hashes, elements, texts, n_tokens)


def _text_labels(page: Page, starts: NDArray[np.int64], n_tokens: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Uint64 (n_texts,): a hash of the tokens of each text, in order."""
    if not len(starts):
        return np.zeros(0, np.uint64)
    places = (np.arange(page.axis.n_tokens) - np.repeat(starts, n_tokens)).astype(np.uint64)
    tokens = np.asarray(page.axis.token_hashes)
    stirred = (tokens ^ (tokens >> np.uint64(29))) * (2 * places + np.uint64(1))
    stirred = (stirred ^ (stirred >> np.uint64(32))) * _FACTOR
    return np.add.reduceat(stirred ^ (stirred >> np.uint64(29)), starts)


def _label(page: Page, node: int, tag: str) -> int:
    if tag == "a":
        href = page.attributes[node].get("href")
        if href is None:
            return _hash("a", "")
        is_rooted = page.url is not None and _ROOTED.match(href) is not None
        return _link_label(_root(page.url or "") if is_rooted else page.url, href)
    if tag == "img":
        return _hash("img", _image_source(page.attributes[node]))
    return _hash(tag, "")


@lru_cache(REMEMBERED)
def _hash(tag: str, name: str) -> int:
    return text_hash(f"{tag} {image_name(name)}")


@lru_cache(REMEMBERED)
def _link_label(base: str | None, href: str) -> int:
    return text_hash(f"a to {target_of(base, href)}")


@lru_cache(256)
def _root(url: str) -> str | None:
    return resolve(url, "/")


def _image_source(attributes: Mapping[str, str | None]) -> str:
    return attributes.get("data-src") or attributes.get("src") or ""


def target_of(base: str | None, href: str) -> str:
    """Where a link leads, without its fragment and without what tells visitors apart."""
    found = (resolve(base, href) if base else None) or href
    return _TRACKING.sub("", urldefrag(found.strip()).url)


def image_name(address: str) -> str:
    """The name of an image, without folder, query and size.

    >>> image_name("/a/pic-300x200.jpg?w=3"), image_name("pic@2x.jpg")
    ('pic.jpg', 'pic.jpg')
    """
    return _SIZE.sub("", address.split("?", 1)[0].rsplit("/", 1)[-1])
