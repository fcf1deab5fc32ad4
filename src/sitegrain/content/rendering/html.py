"""Outline to clean HTML: a few safe elements and attributes, everything escaped."""

from __future__ import annotations

from collections import deque
from html import escape
from typing import TYPE_CHECKING

from sitegrain.content.rendering.outline import Kind, Step, outline
from sitegrain.content.rendering.spans import Mark, Span, shared_marks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

ELEMENTS = frozenset(
    "p h1 h2 h3 h4 h5 h6 pre ul ol li dl dt dd table caption tr td th blockquote figure figcaption hr"
    " a strong em code del u mark sub sup q br img".split()
)
_ATTRIBUTES = ("start", "value", "colspan", "rowspan")


def render_html(
    page: Page,
    kept: NDArray[np.bool_],
    *,
    anchors: Mapping[int, Sequence[str]] | None = None,
    image_width: int | None = None,
    shown_images: set[int] | None = None,
) -> str:
    """Render the kept units as an HTML fragment of `ELEMENTS` only; addresses are http, https, mailto or relative.

    kept:        bool (n_units,)
    anchors:     kept unit -> what links lead to there; each becomes the id of an empty <span> before the unit's text
    image_width: pixels of an image that are enough, where it comes in several sizes
    shown_images: nodes of images that another part of the page shows; those of this part are added
    """
    waiting = deque(sorted(anchors.items())) if anchors else deque()
    pieces = _pieces(outline(page, kept, image_width=image_width, shown_images=shown_images), waiting)
    return "".join([*pieces, *_targets(waiting, page.n_units)]).strip("\n")


def _targets(waiting: deque[tuple[int, Sequence[str]]], unit: int) -> list[str]:
    """Take out the anchors up to a unit."""
    targets: list[str] = []
    while waiting and waiting[0][0] <= unit:
        targets += [f'<span id="{escape(name)}"></span>' for name in waiting.popleft()[1]]
    return targets


def _pieces(steps: list[Step], waiting: deque[tuple[int, Sequence[str]]]) -> list[str]:
    pieces: list[str] = []
    for step in steps:
        targets = _targets(waiting, step.unit) if waiting else []
        if step.kind is Kind.OPEN:
            attributes = [f' {name}="{step.attributes[name]}"' for name in _ATTRIBUTES if name in step.attributes]
            pieces += [f"\n<{step.name}", *attributes, ">"]
        elif step.kind is Kind.CLOSE:
            pieces.append(f"</{step.name}>")
        elif step.kind is Kind.RULE:
            pieces.append("\n<hr>")
        elif step.name == "text":
            pieces += [*targets, *_inline(step.spans)]
        elif step.name == "pre":
            # A parser drops one line feed after the tag; the <code> keeps the text's own.
            pieces += ["\n<pre>", *targets, f"<code>{_escape(step.spans[0].text)}</code></pre>"]
        else:
            pieces += [f"\n<{step.name}>", *targets, *_inline(step.spans), f"</{step.name}>"]
    return pieces


def _inline(spans: tuple[Span, ...]) -> list[str]:
    """The spans of a leaf, marks shared by neighbours opened once."""
    pieces: list[str] = []
    marks: tuple[Mark, ...] = ()
    for span in spans:
        n_shared = shared_marks(marks, span.marks)
        pieces += [f"</{mark.name}>" for mark in reversed(marks[n_shared:])]
        if span.is_apart:
            pieces.append(" ")
        pieces += [_opening(mark) for mark in span.marks[n_shared:]]
        marks = span.marks
        pieces.append(_content(span))
    pieces += [f"</{mark.name}>" for mark in reversed(marks)]
    return pieces


def _opening(mark: Mark) -> str:
    return f'<a href="{escape(mark.href)}">' if mark.href else f"<{mark.name}>"


def _content(span: Span) -> str:
    if span.image:
        return f'<img src="{escape(span.image)}" alt="{escape(span.text)}">'
    return "<br>" if span.text == "\n" else _escape(span.text)


def _escape(text: str) -> str:
    return escape(text, quote=False)
