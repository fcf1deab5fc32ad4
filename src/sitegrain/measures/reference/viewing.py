"""A page that shows the proposed blocks of an example page, to correct them by."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sitegrain.blocks.segmentation import NO_BLOCK
from sitegrain.measures.reference.following import follow

if TYPE_CHECKING:
    from sitegrain.measures.reference.blocks import LayoutReference
    from sitegrain.pages.page import Page

COLOURS = ("#cfe5f7", "#fbe0c8", "#cdeee1", "#f4dcea", "#e9e9e9", "#fdf3c1", "#dfdcf5", "#d8f0f5")
_PAGE = """\
<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.4 sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ padding: .2rem .5rem; vertical-align: top; text-align: left; overflow-wrap: anywhere }}
th {{ white-space: nowrap; font-weight: 600 }}
code {{ font-size: 85% }}
</style>
<h1>{title}</h1>
<p>{count} of this layout. Correct the file beside this one; see its first line.</p>
<h2>Blocks</h2><table>{blocks}</table>
<h2>{example}</h2><table>{units}</table>
</html>
"""


def view(reference: LayoutReference, page: Page) -> str:
    """The blocks with their selectors, and the units of the example page in the colours of their blocks."""
    names = list(dict.fromkeys(block.name for block in reference.blocks))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    blocks = "".join(
        f"<tr style='background:{colours[block.name]}'><th>{escape(block.name)}"
        f"<td>{'template' if block.is_template else ''}<td><code>{escape(', '.join(block.selectors))}</code>"
        for block in reference.blocks
    )
    n_pages = len(reference.pages)
    return _PAGE.format(
        title=escape(f"{reference.site or 'pages'}: {reference.layout}"),
        count=f"{n_pages} page{'' if n_pages == 1 else 's'}",
        blocks=blocks,
        example=escape(reference.example),
        units="".join(_units(reference, page, colours)),
    )


def _units(reference: LayoutReference, page: Page, colours: dict[str, str]) -> list[str]:
    found = follow(page, reference.blocks)
    rows = []
    for text, start, end in zip(page.unit_texts, page.unit_tokens, page.unit_tokens[1:], strict=False):
        number = int(found.block_ids[start]) if start < end else NO_BLOCK
        name = found.blocks[number].label if number != NO_BLOCK else ""
        rows.append(f"<tr style='background:{colours.get(name, 'none')}'><th>{escape(name)}<td>{escape(text)}")
    return rows
