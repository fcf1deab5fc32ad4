"""A view as one HTML document that a small screen reads without sideways scrolling.

Only what the content's own renderer knows is put out: no scripts, styles, forms or embedded media of the page, every
text and address escaped. What does not fit the width (tables, preformatted text) scrolls in a box of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.rendering import render_html
from sitegrain.pages.runs import node_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.mobile.arranging import View
    from sitegrain.pages.page import Page

IMAGE_WIDTH = 720  # pixels that are enough: 360 CSS pixels of a screen with two pixels to each
MAX_ANCHOR_CHARS = 200
_LANG = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}")
_LINKED = re.compile(r"https?:|[^:/?#]*(?:[/?#]|$)", re.IGNORECASE)  # the page's URL may be anybody's: no `javascript:`
_DIRECTIONS = frozenset(("ltr", "rtl", "auto"))
_POLICY = "script-src 'none'; object-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'"

# Sizes in rem do not shrink when elements nest. Boxes are indented up to the fourth level, or a narrow column is left.
STYLE = """
:root{color-scheme:light dark;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:.5rem .75rem;max-width:44rem;font:1rem/1.5 sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.3rem}h3{font-size:1.15rem}h4,h5,h6{font-size:1rem}
sub,sup{font-size:.875rem}code{font-size:.9375rem}
img{max-width:100%;height:auto}figure,blockquote,dd{margin-inline:0}
ul,ol,blockquote,dd{padding-inline-start:1.25rem}
:is(ul,ol,blockquote,dd) :is(ul,ol,blockquote,dd) :is(ul,ol,blockquote,dd) :is(ul,ol,blockquote,dd){
padding-inline-start:0}
table,pre{display:block;max-width:100%;overflow-x:auto}
table{border-collapse:collapse}td,th{padding:.25rem .5rem;overflow-wrap:break-word;vertical-align:top}
td img,th img{max-width:80vw}caption{text-align:start}
details,aside,footer{border-top:1px solid;margin-top:1rem;padding-top:.5rem}
summary,nav a,footer a{padding:.5rem 0}nav a,footer a{display:inline-block}
"""


@dataclass(frozen=True, slots=True)
class Labels:
    """The words that are not the page's own; give them in the language of the site."""

    menu: str = "Menu"
    more: str = "More"
    full: str = "Full page"


def render_view(
    page: Page, view: View, *, title: str | None = None, full: str | None = None, labels: Labels | None = None
) -> str:
    """The document of a view: title, main content, further blocks, then folded what is left and the menu.

    title:  of the page; taken from its title units, or left out, where there is none
    full:   address of the page as it was, linked at the end; no link for None, and for one that is neither relative nor
            http(s)
    labels: the words around the page's own
    """
    labels = labels or Labels()
    heading = title or " ".join(page.unit_texts[unit] for unit in np.flatnonzero(view.title).tolist())
    made = _Parts(page, view.title)
    parts = [f"<h1>{made.before_title()}{_escape(heading)}</h1>\n"] if heading else []
    parts.append(f"<main>\n{made.render(view.main)}\n</main>\n")
    if view.further.any():
        parts.append(f"<aside>\n{made.render(view.further)}\n</aside>\n")
    for name, units, label in (("section", view.folded, labels.more), ("nav", view.menu, labels.menu)):
        if units.any():
            summary = f"<summary>{_escape(label)}</summary>"
            parts.append(f"<{name}>\n<details>{summary}\n{made.render(units)}\n</details>\n</{name}>\n")
    if full and _LINKED.match(full):
        parts.append(f'<footer><a rel="alternate" href="{escape(full)}">{_escape(labels.full)}</a></footer>\n')
    body = "".join(parts).replace("<img src=", '<img loading="lazy" src=')
    return f"{_head(page, heading)}<body>\n{body}</body>\n</html>\n"


def _head(page: Page, title: str) -> str:
    lang = page.head.lang.strip()
    attributes = f' lang="{lang}"' if _LANG.fullmatch(lang) else ""
    direction = _direction(page)
    attributes += f' dir="{direction}"' if direction else ""
    canonical = f'<link rel="canonical" href="{escape(page.url)}">\n' if _is_web(page.url) and page.url else ""
    return (
        f'<!DOCTYPE html>\n<html{attributes}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{_escape(title)}</title>\n{canonical}<style>{STYLE}</style>\n</head>\n"
    )


def _direction(page: Page) -> str | None:
    """The direction of the page's text, as <html> or <body> declare it."""
    for node in range(min(page.n_nodes, 2)):
        direction = (page.attributes[node].get("dir") or "").strip().lower()
        if direction in _DIRECTIONS:
            return direction
    return None


def _is_web(url: str | None) -> bool:
    return bool(url) and str(url).lower().startswith(("http://", "https://"))


def _escape(text: str) -> str:
    return escape(text, quote=False)


class _Parts:
    """Renders the parts of a view: each image once, each with the ids inside of it that links may lead to."""

    def __init__(self, page: Page, title: NDArray[np.bool_]) -> None:
        self.page = page
        self.title = title
        self.starts, self.ends = node_units(page)
        self.waiting = _names(page)
        self.shown_images: set[int] = set()

    def before_title(self) -> str:
        return "".join(
            f'<span id="{escape(name)}"></span>' for names in self._take(self.title).values() for name in names
        )

    def render(self, units: NDArray[np.bool_]) -> str:
        return render_html(
            self.page, units, anchors=self._take(units), image_width=IMAGE_WIDTH, shown_images=self.shown_images
        )

    def _take(self, units: NDArray[np.bool_]) -> dict[int, list[str]]:
        """The ids of elements whose first text, or the text behind an empty one, is among the units."""
        mine = np.flatnonzero(units)
        anchors: dict[int, list[str]] = {}
        rest: dict[str, int] = {}
        for name, node in self.waiting.items():
            start, end = int(self.starts[node]), int(self.ends[node])
            at = int(np.searchsorted(mine, start))
            unit = int(mine[at]) if at < len(mine) else -1
            if unit >= 0 and (start <= unit < end or (start == end == unit)):
                anchors.setdefault(unit, []).append(name)
            else:
                rest[name] = node
        self.waiting = rest
        return anchors


def _names(page: Page) -> dict[str, int]:
    """What links can lead to -> the first element of this id, or link of this name."""
    found: dict[str, int] = {}
    for node, (tag, descriptor) in enumerate(zip(page.tags, page.node_descriptors.tolist(), strict=True)):
        name = page.descriptors[descriptor][2] or (page.attributes[node].get("name") if tag == "a" else None)
        if name and len(name) <= MAX_ANCHOR_CHARS:
            found.setdefault(name, node)
    return found
