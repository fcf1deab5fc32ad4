"""Bytes of a page to text: which encoding, and why that one.

The order of the rules: byte order mark, HTTP header, what the page declares in its first bytes, strictly valid
UTF-8, a detector, windows-1252. Labels mean what they mean to a browser (`gb2312` is gbk, `iso-8859-1` is
windows-1252). Every step looks at a bounded stretch or runs once over the
bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cchardet
import webencodings  # type: ignore[import-untyped]

from sitegrain.kernel import charset_metas

if TYPE_CHECKING:
    from collections.abc import Iterator

PRESCAN_BYTES = 4096  # browsers look at 1024; real pages put scripts before their meta
DETECT_BYTES = 65536  # of the page, from shortly before its first byte above 127; without tags
MAX_LABELS = 256  # of which the encoding is remembered
MIN_HIGH_BYTES = 8  # fewer bytes above 127 make the detector guess at random between the Latin alphabets
NEARLY_UTF8_SHARE = 0.01  # broken sequences to sound ones, up to which a page is UTF-8 with faults

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_MARKS = tuple(mark for mark, _ in _BOMS)
_CONTENT_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([^\s"';]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']""", re.IGNORECASE)
_TAG = re.compile(rb"<[^<>]*>")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SURROGATES = re.compile("[\ud800-\udfff]")

# Python's codecs of these names lack characters that pages use; the supersets are what browsers decode.
_CODECS = {"gbk": "gb18030", "shift_jis": "cp932", "euc-kr": "cp949", "big5": "big5hkscs"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a page and how it was found.

    encoding: the name browsers use, lower case; "" if the page was text already
    source:   the rule that chose it: `bom`, `header`, `meta`, `xml declaration`, `byte pattern`, `valid utf-8`,
              `detector`, `default`, or `text`
    notes:    what was unusual, for the output row
    """

    text: str
    encoding: str
    source: str
    notes: tuple[str, ...] = ()


def decode(html: bytes | str, charset: str | None = None) -> Decoded:
    """Decode a page; never raises.

    charset: the charset of the HTTP header, None if there was none

    >>> decode("caf\u00e9".encode()).source
    'valid utf-8'
    """
    if isinstance(html, str):
        return _from_text(html)
    notes: list[str] = []
    for bom, encoding in _BOMS:
        if html.startswith(bom):
            return _decoded(html[len(bom) :], encoding, "bom", notes)
    declared = _declared(html, charset, notes)
    if declared is not None:
        return _decoded(html, *declared, notes)
    try:
        return Decoded(html.decode("utf-8"), "utf-8", "valid utf-8", tuple(notes))
    except UnicodeDecodeError:
        encoding, source = _detect(html)
    notes.append(f"no charset declared: read as {encoding} ({source})")
    return _decoded(html, encoding, source, notes)


def expects_utf8(html: bytes, charset: str | None = None) -> bool:
    """Whether these bytes are UTF-8 as they are, with nothing to note, if only they are valid: no need to decode them.

    charset: the charset of the HTTP header, None if there was none
    """
    notes: list[str] = []
    if html.startswith(_MARKS):
        return False
    declared = _declared(html, charset, notes)
    return not notes and (declared is None or declared[0] == "utf-8")


def _from_text(html: str) -> Decoded:
    """Text needs no decoding; surrogates, which no encoding can hold, become U+FFFD."""
    html = html.removeprefix("\ufeff")
    try:
        html.encode()
    except UnicodeEncodeError:
        html, n_surrogates = _SURROGATES.subn("\ufffd", html)
        return Decoded(html, "", "text", (f"{n_surrogates} lone surrogates replaced by U+FFFD",))
    return Decoded(html, "", "text")


def _declared(html: bytes, charset: str | None, notes: list[str]) -> tuple[str, str] | None:
    """The first known encoding that the header or the page declares, and the rule; unknown labels are noted."""
    for label, rule in _labels(html, charset):
        encoding = _lookup(label)
        if encoding is None:
            notes.append(f"unknown charset {label[:40]!r} in the {rule}")
            continue
        if rule != "header" and encoding.startswith("utf-16"):
            encoding = "utf-8"  # a meta that can be read as ASCII is not in UTF-16
        return encoding, rule
    pattern = _utf16_pattern(html)
    return (pattern, "byte pattern") if pattern else None


def _labels(html: bytes, charset: str | None) -> Iterator[tuple[str, str]]:
    """What the header and the page call their encoding, and the rule; each is looked for when it is asked for."""
    if charset:
        yield charset, "header"
    label = _meta_label(html)
    if label:
        yield label, "meta"
    if html.find(b"<?", 0, PRESCAN_BYTES) >= 0:
        label = _xml_label(_without_comments(html[:PRESCAN_BYTES]))
        if label:
            yield label, "xml declaration"


@lru_cache(MAX_LABELS)
def _lookup(label: str) -> str | None:
    """The browsers' name for an encoding label, None if they know none."""
    label = label.strip(" \t\r\n\f\"'")
    encoding = webencodings.lookup(label) if label.isascii() else None  # no label is written with other letters
    if encoding is None:
        return None
    name: str = encoding.name
    return "windows-1252" if name == "x-user-defined" else name


def _without_comments(head: bytes) -> bytes:
    """Take out `<!-- ... -->`; an open one takes the rest."""
    parts = []
    start = 0
    while (at := head.find(b"<!--", start)) >= 0:
        parts.append(head[start:at])
        end = head.find(b"-->", at + 4)
        if end < 0:
            return b"".join(parts)
        start = end + 3
    parts.append(head[start:])
    return b"".join(parts)


def _meta_label(html: bytes) -> str | None:
    """The label in the first meta element that declares one."""
    for attributes in charset_metas(html, PRESCAN_BYTES):
        label = attributes.get(b"charset")
        if label is None and attributes.get(b"http-equiv", b"").strip().lower() == b"content-type":
            found = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
            label = found[1] if found else None
        if label and label.strip():
            return label.strip().decode("latin-1")
    return None


def _xml_label(head: bytes) -> str | None:
    found = _XML_DECLARATION.match(head)
    return found[1].strip().decode("latin-1") if found else None


def _utf16_pattern(html: bytes) -> str | None:
    """UTF-16 without a mark shows in its first character, a `<` with a NUL beside it."""
    if html[:1] == b"<" and html[1:2] == b"\0" and html[3:4] == b"\0":
        return "utf-16le"
    if html[:2] == b"\0<" and html[2:3] == b"\0":
        return "utf-16be"
    return None


def _detect(html: bytes) -> tuple[str, str]:
    """Guess the encoding of bytes that are not valid UTF-8, from a bounded stretch of their text."""
    first = _HIGH_BYTE.search(html)
    start = max(0, first.start() - PRESCAN_BYTES) if first else 0
    text = _TAG.sub(b" ", html[start : start + DETECT_BYTES])
    n_sound, n_broken = _count_utf8(text)
    if n_sound and n_broken <= max(1, n_sound * NEARLY_UTF8_SHARE):
        return "utf-8", "detector"
    if 2 * n_sound + n_broken < MIN_HIGH_BYTES:
        return "windows-1252", "default"
    guess = cchardet.detect(text)["encoding"]
    encoding = _lookup(guess) if guess else None
    # Bytes that are not UTF-8 by the count above cannot be UTF-8 by a guess.
    if encoding is None or encoding.startswith("utf-"):
        return "windows-1252", "default"
    return encoding, "detector"


def _count_utf8(text: bytes) -> tuple[int, int]:
    """Count sound UTF-8 sequences of two bytes or more, and bytes above 127 outside them."""
    rest, n_sound = _UTF8_SEQUENCE.subn(b"", text)
    return n_sound, len(rest) - len(rest.translate(None, _HIGH_BYTES))


_HIGH_BYTES = bytes(range(128, 256))


def _decoded(html: bytes, encoding: str, source: str, notes: list[str]) -> Decoded:
    """Decode strictly, or with U+FFFD for what is not of the encoding and a note of how often."""
    codec = _CODECS.get(encoding) or webencodings.lookup(encoding).codec_info.name
    try:
        text = html.decode(codec)
    except UnicodeDecodeError:
        text = html.decode(codec, "replace")
        n_own = html.count(b"\xef\xbf\xbd") if encoding == "utf-8" else 0
        n_broken = text.count("\ufffd") - n_own
        notes.append(f"{n_broken} places are not valid {encoding}, replaced by U+FFFD")
    return Decoded(text.removeprefix("\ufeff"), encoding, source, tuple(notes))
