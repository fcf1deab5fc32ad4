"""Outline to a TEI P5 document: header from the metadata, headings open divisions.

Strings are put together by hand: ElementTree recurses when it serialises.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitegrain.content.rendering.outline import Kind, Step, outline
from sitegrain.content.rendering.spans import Mark, Span, shared_marks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.content.metadata import Metadata
    from sitegrain.pages.page import Page

_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, section 2.2
_BOXES = {
    "ul": ("list", ' rend="bulleted"'), "ol": ("list", ' rend="numbered"'), "li": ("item", ""),
    "dl": ("list", ' type="gloss"'), "dt": ("label", ""), "dd": ("item", ""),
    "table": ("table", ""), "caption": ("head", ""), "tr": ("row", ""), "td": ("cell", ""),
    "th": ("cell", ' role="label"'), "blockquote": ("quote", ""), "figure": ("figure", ""),
    "figcaption": ("note", ' type="caption"'),
}  # fmt: skip
_MARKS = {
    "strong": ("hi", ' rend="bold"'), "em": ("hi", ' rend="italic"'), "u": ("hi", ' rend="underline"'),
    "mark": ("hi", ' rend="highlight"'), "sub": ("hi", ' rend="subscript"'), "sup": ("hi", ' rend="superscript"'),
    "del": ("del", ""), "code": ("code", ""), "q": ("q", ""),
}  # fmt: skip


def render_tei(page: Page, kept: NDArray[np.bool_], metadata: Metadata) -> str:
    """Render the kept units as a TEI document.

    Characters that XML forbids become U+FFFD. kept: bool (n_units,)
    """
    body = _Body()
    for step in outline(page, kept):
        body.add(step)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        + _header(page, metadata)
        + f"<text>\n<body>{body.finish()}\n</body>\n</text>\n</TEI>\n"
    )


def _header(page: Page, metadata: Metadata) -> str:
    """The teiHeader; what is unknown is left out, the title as TEI demands it is empty then."""
    title = f"<title>{_escape(metadata.title or '')}</title>"
    author = "".join(f"<author>{_escape(name)}</author>" for name in (metadata.author or "").split("; ") if name)
    date = f'<date when="{_escape(metadata.date)}">{_escape(metadata.date)}</date>' if metadata.date else ""
    publisher = f"<publisher>{_escape(metadata.site_name)}</publisher>" if metadata.site_name else ""
    address = metadata.canonical or page.url
    source = f'<ref target="{_escape(address)}">{_escape(address)}</ref>' if address else ""
    publication = f"{publisher}{date}" if publisher else f"<p>{date}</p>"
    profile = ""
    if metadata.description:
        profile += f"<abstract><p>{_escape(metadata.description)}</p></abstract>"
    if metadata.lang:
        language = _escape(metadata.lang)
        profile += f'<langUsage><language ident="{language}">{language}</language></langUsage>'
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>{title}{author}</titleStmt>\n"
        f"<publicationStmt>{publication}</publicationStmt>\n"
        f"<sourceDesc><bibl>{title}{author}{publisher}{date}{source}</bibl></sourceDesc>\n</fileDesc>\n"
        + (f"<profileDesc>{profile}</profileDesc>\n" if profile else "")
        + "</teiHeader>\n"
    )


class _Body:
    """Puts the body together, step by step."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.depth = 0  # open boxes
        self.levels: list[int] = []  # heading levels of the open divisions
        self.has_rows = False  # of the open table
        self.in_gloss: list[str] = []  # of each open gloss list, what its last entry was

    def add(self, step: Step) -> None:
        if step.kind is Kind.OPEN:
            self.open(step)
        elif step.kind is Kind.CLOSE:
            self.close(step)
        elif step.kind is Kind.RULE:
            self.pieces.append('\n<milestone unit="section" rend="rule"/>')
        else:
            self.leaf(step)

    def open(self, step: Step) -> None:
        self.depth += 1
        name, attributes = self.element(step.name)
        self.has_rows = step.name == "tr" or (self.has_rows and step.name != "table")
        if step.name in ("dt", "dd"):
            self.balance(step.name)
        elif step.name == "dl":
            self.in_gloss.append("dd")
        elif step.name == "tr" and step.attributes:
            attributes = ' role="label"'
        for source, target in (("colspan", "cols"), ("rowspan", "rows")):
            if source in step.attributes:
                attributes += f' {target}="{step.attributes[source]}"'
        self.pieces.append(f"\n<{name}{attributes}>")

    def element(self, box: str) -> tuple[str, str]:
        """The element and the attributes of a box; a caption below rows is a trailer."""
        return ("trailer", "") if box == "caption" and self.has_rows else _BOXES[box]

    def balance(self, name: str) -> None:
        """Labels and items alternate in TEI: put an empty one where the page has two of a kind in a row."""
        last = self.in_gloss[-1]
        if name == last:
            self.pieces.append("\n<item/>" if name == "dt" else "\n<label/>")
        self.in_gloss[-1] = name

    def close(self, step: Step) -> None:
        self.depth -= 1
        if step.name == "dl" and self.in_gloss.pop() == "dt":
            self.pieces.append("\n<item/>")
        self.pieces.append(f"</{self.element(step.name)[0]}>")

    def leaf(self, step: Step) -> None:
        if step.name == "text":
            self.pieces += _inline(step.spans)
        elif step.name == "pre":
            language = f' lang="{_escape(step.attributes["language"])}"' if step.attributes else ""
            text = _escape(step.spans[0].text)
            self.pieces.append(f'\n<ab><code{language} xml:space="preserve">{text}</code></ab>')
        elif step.name == "p":
            self.pieces += ["\n<p>", *_inline(step.spans), "</p>"]
        elif self.depth:
            # A TEI head opens a division, which cannot stand in a box.
            self.pieces += [f'\n<ab type="head" n="{step.name[1]}">', *_inline(step.spans), "</ab>"]
        else:
            self.open_division(int(step.name[1]))
            self.pieces += ["<head>", *_inline(step.spans), "</head>"]

    def open_division(self, level: int) -> None:
        while self.levels and self.levels[-1] >= level:
            self.levels.pop()
            self.pieces.append("\n</div>")
        self.levels.append(level)
        self.pieces.append(f'\n<div n="{level}">')

    def finish(self) -> str:
        self.pieces += ["\n</div>"] * len(self.levels)
        return "".join(self.pieces) or "<p/>"


def _inline(spans: tuple[Span, ...]) -> list[str]:
    pieces: list[str] = []
    marks: tuple[Mark, ...] = ()
    for span in spans:
        n_shared = shared_marks(marks, span.marks)
        pieces += [f"</{_element(mark)[0]}>" for mark in reversed(marks[n_shared:])]
        if span.is_apart:
            pieces.append(" ")
        pieces += ["<{}{}>".format(*_element(mark)) for mark in span.marks[n_shared:]]
        marks = span.marks
        pieces.append(_content(span))
    pieces += [f"</{_element(mark)[0]}>" for mark in reversed(marks)]
    return pieces


def _element(mark: Mark) -> tuple[str, str]:
    return ("ref", f' target="{_escape(mark.href)}"') if mark.href else _MARKS[mark.name]


def _content(span: Span) -> str:
    if span.image:
        description = f"<desc>{_escape(span.text)}</desc>" if span.text else ""
        return f'<graphic url="{_escape(span.image)}">{description}</graphic>'
    return "<lb/>" if span.text == "\n" else _escape(span.text)


def _escape(text: str) -> str:
    text = _FORBIDDEN.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
