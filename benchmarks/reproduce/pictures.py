"""Pictures of the blocks that each method finds, for docs/methods: python -m benchmarks.reproduce.pictures.

A page of a synthetic site is laid out by a Chromium; each unit is drawn where it stands, in the colour of its block.
"""

from __future__ import annotations

import sys
from html import escape
from typing import TYPE_CHECKING, Any

from benchmarks.datasets import REPOSITORY
from sitegrain.blocks.segmentation import NO_BLOCK
from sitegrain.measures.reference.viewing import COLOURS
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters.methods import METHODS, learns, make_method
from sitegrain.segmenters.vips import Renderer
from tests.synthetic.presets import blog_site, table_site
from tests.synthetic.site import iter_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.vips import Boxes

PICTURES = REPOSITORY / "docs" / "pictures"
N_PAGES, SHOWN = 24, 3  # pages of the site, and which of them is drawn
TABLES = ("layout-tables",)  # of a site of layout tables
STYLE = "<style>body{width:760px;font:14px/1.35 sans-serif;margin:8px}p,ul,h1,h2,h3,h4{margin:5px 0}</style>"
CHAR_WIDTH, LEGEND_WIDTH = 6.6, 300  # pixels


def main() -> int:
    """Draw the picture of every method."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with Renderer() as renderer:
        for name in METHODS:
            preset = table_site if name in TABLES else blog_site
            pages = [as_page(RawPage(STYLE + page.html, url=page.url)) for page in iter_pages(preset(N_PAGES, 5))]
            method: Any = make_method(name, {"boxes": renderer} if name == "vips" else {})
            if learns(method):
                method.fit(pages)
            page = pages[SHOWN]
            (PICTURES / f"{name}.svg").write_text(draw(page, renderer(page), method.segment(page)), "utf-8")
    return 0


def draw(page: Page, boxes: Boxes, found: Segmentation) -> str:
    """The units of a page in the colours of their blocks, and what the blocks are called."""
    bottom = max(boxes.places[node, 3] for node in page.unit_nodes.tolist()) + 12
    shapes = [_unit(page, boxes, found, unit) for unit in range(page.n_units)]
    legend = _legend(found)
    width, height = 790 + LEGEND_WIDTH, max(bottom, 24 + 18 * len(legend))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n' + "".join(shapes + legend) + "</svg>\n"
    )


def _unit(page: Page, boxes: Boxes, found: Segmentation, unit: int) -> str:
    start, end = page.unit_tokens[unit : unit + 2].tolist()
    block = int(found.block_ids[start]) if start < end else NO_BLOCK
    left, top, right, bottom = boxes.places[int(page.unit_nodes[unit])]
    colour = "none" if block == NO_BLOCK else COLOURS[block % len(COLOURS)]
    n_chars = max(int((right - left) / CHAR_WIDTH) - 1, 1)
    text = page.unit_texts[unit]
    shown = text if len(text) <= n_chars else text[: n_chars - 1] + "…"
    number = "" if block == NO_BLOCK else f"{block + 1} "
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" fill="{colour}" '
        f'stroke="#888" stroke-width=".5"/><text x="{left + 3:.0f}" y="{top + 13:.0f}">'
        f'<tspan font-weight="bold">{number}</tspan>{escape(shown)}</text>\n'
    )


def _legend(found: Segmentation) -> list[str]:
    """A line a block: its number, its weight and the end of its label."""
    lines: Sequence[str] = [
        f"{number + 1}: {found.weights[block.spans[0][0]]:.1f}  {block.label[-38:]}"
        for number, block in enumerate(found.blocks)
    ]
    return [
        f'<rect x="790" y="{12 + 18 * i}" width="12" height="12" fill="{COLOURS[i % len(COLOURS)]}"/>'
        f'<text x="808" y="{22 + 18 * i}">{escape(line)}</text>\n'
        for i, line in enumerate(lines)
    ]


if __name__ == "__main__":
    sys.exit(main())
