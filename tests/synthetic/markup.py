"""Blocks to HTML: the names elements carry, the parts, the frames around the regions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from html import escape
from random import Random

from tests.synthetic.chrome import Regions
from tests.synthetic.parts import (
    Block,
    Card,
    Cells,
    Code,
    Definitions,
    Field,
    Grid,
    Heading,
    Inline,
    Items,
    Line,
    Paragraph,
    Part,
)
from tests.synthetic.spec import Frame, Names, SiteSpec

# What one site calls post-body, another calls story-text.
_SYNONYMS = {
    "body": ("story-text", "post-body", "entry", "prose"),
    "title": ("headline", "post-title", "title"),
    "menu": ("main-menu", "topnav", "site-nav"),
    "related": ("see-also", "related", "more-stories"),
    "comments": ("discussion", "comments", "replies"),
    "footer": ("footer", "page-end", "colophon"),
    "main": ("content", "main", "center"),
    "right": ("sidebar", "rail", "aside-col"),
}
_UTILITIES = "flex grid block p-2 p-4 mt-2 mb-6 mx-auto w-full text-sm text-lg font-bold gap-4 rounded border".split()
_LANDMARKS = {
    "top": "header", "menu": "nav", "small-menu": "nav", "contents": "nav", "breadcrumbs": "nav", "left": "div",
    "main": "main", "right": "aside", "bottom": "footer", "comments": "section", "related": "section",
}  # fmt: skip


class Markup:
    """Writes one page's blocks as HTML in one frame."""

    def __init__(self, spec: SiteSpec, frame: Frame, names: Callable[[str], str]) -> None:
        self.spec, self.frame, self.names = spec, frame, names

    def body(self, regions: Regions, rng: Random) -> str:
        """The inside of <body>; the regions come in the order of the mapping, whatever the frame."""
        filled = {name: self.blocks(name, blocks) for name, blocks in regions.items()}
        depth = rng.randint(*self.spec.wrapper_depth)
        filled["main"] = "<div>" * depth + filled["main"] + "</div>" * depth
        if self.spec.self_closed_iframes:
            filled["main"] = '<iframe src="/frame" width="1" height="1" />\n' + filled["main"]
        html = _table_frame(filled) if self.frame == "table" else self.stacked(filled)
        return f'<form method="post" action="?">\n{html}\n</form>' if self.spec.form_wrapped else html

    def stacked(self, filled: dict[str, str]) -> str:
        out = []
        for name, html in filled.items():
            if html:
                element = self.element(name)
                out.append(f"<{element}{self.names(name)}>\n{html}\n</{element}>")
        return "\n".join(out)

    def element(self, role: str) -> str:
        return _LANDMARKS.get(role, "div") if self.frame == "landmarks" else "div"

    def blocks(self, region: str, blocks: list[Block]) -> str:
        """The blocks of a region, one after the other or each in a table row of its own."""
        html = [self.block(block) for block in blocks]
        if region != "main":
            return "\n".join(html)
        if self.frame != "table":
            element = self.spec.article_element
            return f"<{element}{self.names('article')}>\n" + "\n".join(html) + f"\n</{element}>"
        out = _table("".join(f"<tr><td>{inner}</td></tr>\n" for inner in html))
        for _ in range(self.spec.table_depth):
            out = _table(f"<tr><td>&nbsp;</td><td>{out}</td></tr>")
        return out

    def block(self, block: Block) -> str:
        role = block.role or block.name.rpartition("/")[2]
        element = self.element(role)
        hidden = ' style="display:none"' if block.is_hidden else ""
        return f"<{element}{self.names(role)}{hidden}>\n{self.parts(block.parts)}\n</{element}>"

    def parts(self, parts: tuple[Part | Block, ...]) -> str:
        out = []
        for position, part in enumerate(parts):
            if isinstance(part, Paragraph) and self.spec.br_paragraphs and not part.role:
                follows = position and isinstance(parts[position - 1], Paragraph)
                out.append(("<br><br>" if follows else "") + self.line(part.line))
            elif isinstance(part, Block):
                out.append(self.block(part))
            else:
                out.append(self.part(part))
        return "\n".join(out)

    def part(self, part: Part) -> str:
        match part:
            case Heading(text, level, href):
                inner = f'<a href="{escape(href)}">{escape(text, False)}</a>' if href else escape(text, False)
                return f"<h{level}>{inner}</h{level}>"
            case Paragraph(line, role):
                return f"<p{self.names(role) if role else ''}>{self.line(line)}</p>"
            case Items():
                return self.items(part)
            case Card(role, parts):
                return f"<div{self.names(role)}>{self.parts(parts)}</div>"
            case Grid():
                return self.grid(part)
            case _:
                return _plain(part)

    def items(self, items: Items) -> str:
        tag = "ol" if items.is_ordered else "ul"
        return f"<{tag}>\n" + "".join([f"<li>{self.line(line)}</li>\n" for line in items.entries]) + f"</{tag}>"

    def grid(self, grid: Grid) -> str:
        cells = [f"<td>{self.part(card)}</td>" for card in grid.cards]
        rows = (cells[start : start + grid.n_columns] for start in range(0, len(cells), grid.n_columns))
        return _table("".join(f"<tr>{''.join(row)}</tr>\n" for row in rows))

    def line(self, line: Line) -> str:
        out = []
        for piece in line:
            if not isinstance(piece, Inline):
                out.append(escape(piece, False))
            elif piece.href:
                out.append(f'<a href="{escape(piece.href)}">{escape(piece.text, False)}</a>')
            else:
                out.append(f"<{piece.tag}>{escape(piece.text, False)}</{piece.tag}>")
        return "".join(out)


def _plain(part: Field | Code | Definitions | Cells) -> str:
    """A part whose markup is the same on every site."""
    match part:
        case Field(label, button):
            return f'<div><label>{escape(label)}</label> <input name="q"><button>{escape(button)}</button></div>'
        case Code(text):
            return f"<pre><code>{escape(text, False)}</code></pre>"
        case Definitions(pairs):
            return "<dl>" + "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>\n" for a, b in pairs) + "</dl>"
        case Cells(rows):
            return _data_table(rows)


def _table(rows: str) -> str:
    return f'<table border="0" cellpadding="4">\n{rows}</table>'


def _data_table(rows: tuple[tuple[str, ...], ...]) -> str:
    out = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        out.append("<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>")
    return "<table>\n" + "\n".join(out) + "\n</table>"


def _table_frame(filled: dict[str, str]) -> str:
    """A title row, a row of up to three columns, a last row: how pages were laid out before style sheets."""
    columns = [filled[name] for name in ("left", "main", "right") if filled[name]]
    row = "".join(f'<td valign="top">{html}</td>\n' for html in columns)
    span = f' colspan="{len(columns)}"'
    return _table(
        f"<tr><td{span}>{filled['top']}</td></tr>\n<tr>{row}</tr>\n<tr><td{span}>{filled['bottom']}</td></tr>\n"
    )


def make_names(spec: SiteSpec, frame: Frame, page: int) -> Callable[[str], str]:
    """How elements are named on a page: role to attribute text. A frame is one build of the site."""
    return _names(spec.names, f"{spec.seed} {spec.host} {frame}", page if spec.names == "page_hashed" else 0)


@cache
def _kept_names(scheme: Names, build: str) -> Callable[[str], str]:
    return cache(lambda role: _attribute(scheme, build, role))


def _names(scheme: Names, build: str, page: int) -> Callable[[str], str]:
    if scheme == "page_hashed":
        return lambda role: _attribute(scheme, f"{build} {page}", role)
    return _kept_names(scheme, build)


def _attribute(scheme: Names, build: str, role: str) -> str:
    if scheme == "none":
        return ""
    if scheme == "semantic":
        return f' class="{Random(build + role).choice(_SYNONYMS.get(role, (role,)))}"'
    if scheme == "utility":
        return f' class="{" ".join(Random(build + role).sample(_UTILITIES, 4))}"'
    return f' class="css-{hashlib.md5(f"{build} {role}".encode()).hexdigest()[:7]}"'
