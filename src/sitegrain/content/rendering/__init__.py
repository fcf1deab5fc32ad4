"""Kept units in, text, Markdown, clean HTML or TEI out.

Plain text is made straight from the units. The marked-up formats share an outline (`outline`): the page's own
structure around the kept units, in a small vocabulary, with everything else taken out.
"""

from sitegrain.content.rendering.html import render_html
from sitegrain.content.rendering.markdown import render_markdown
from sitegrain.content.rendering.tei import render_tei
from sitegrain.content.rendering.text import render_text

__all__ = ["render_html", "render_markdown", "render_tei", "render_text"]
