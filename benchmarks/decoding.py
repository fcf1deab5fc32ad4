"""Bytes to text, and HTML to text, for the extractors that leave one or the other to their caller."""

from __future__ import annotations

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding


def decode(html: bytes) -> str:
    """Decode a page by its meta element, else by detection; bytes that fit nothing are ignored."""
    return bytes_to_str(html, detect_encoding(html, from_html_meta=True))


def text_of(html: str) -> str:
    """Take all visible text of HTML, each block on a line of its own."""
    return extract_plain_text(html, list_bullets=False, alt_texts=False)
