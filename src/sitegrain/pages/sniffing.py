"""Tell a page from what is no page: pictures, archives, NUL bytes, nothing at all."""

from __future__ import annotations

import json
import re

SNIFF_BYTES = 4096  # the prefix that signatures, control bytes and markup are looked for in
MAX_JSON_BYTES = 1 << 20  # larger bodies without markup are not tried as JSON
MAX_NUL_SHARE = 0.6  # UTF-16 text of Latin letters has half
MAX_CONTROL_SHARE = 0.05  # text has none to speak of, compressed data a tenth

_SIGNATURES = (
    (b"%PDF-", "a PDF"),
    (b"%!PS", "PostScript"),
    (b"{\\rtf", "RTF"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\x1f\x8b\x08", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x28\xb5\x2f\xfd", "zstandard data"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\0\0\1\0", "an icon"),
    (b"8BPS", "a Photoshop picture"),
    (b"OggS", "an Ogg stream"),
    (b"\x1aE\xdf\xa3", "a Matroska video"),
    (b"fLaC", "FLAC sound"),
    (b"ID3", "MP3 sound"),
    (b"FLV\x01", "a Flash video"),
    (b"CWS", "a Flash file"),
    (b"FWS", "a Flash file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0asm", "WebAssembly"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a Java class"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"WARC/", "a WARC"),
)
# Letters that also start ordinary texts count only in front of bytes that no text has.
_LETTER_SIGNATURES = (b"BZh", b"ID3", b"CWS", b"FWS", b"8BPS", b"PAR1", b"fLaC", b"wOFF", b"wOF2", b"OggS")
_MARKUP = re.compile(
    rb"<(?:!doctype\s|!--|\?xml\s|/?(?:html|head|body|title|meta|link|script|style|div|span|p|a|b|i|br|hr|h[1-6]|ul|ol|li|dl"
    rb"|table|tr|td|th|img|font|center|form|article|section|main|header|footer|nav|pre|em|strong|frameset)[\s>/])",
    re.IGNORECASE,
)
_ANY_TAG = re.compile(rb"<[a-zA-Z!/?]")
_CONTROLS = bytes(set(range(32)) - set(b"\0\t\n\f\r\x1b"))  # ESC switches character sets in ISO-2022-JP
_BOMS = (b"\xff\xfe", b"\xfe\xff")


def sniff(data: bytes | str) -> str | None:
    """Say why a body cannot be a page; None if it can.

    A text without any tag is a page with text. The reason starts with a kind to count by: `empty` or `not html`.

    >>> sniff(b"%PDF-1.4 ...")
    'not html: starts with the signature of a PDF'
    """
    if isinstance(data, str):
        reason = _sniff_blank(len(data), data.isspace(), data.count("\0") if "\0" in data else 0, "characters")
        # All of what could be JSON is looked at, else the first bytes tell.
        n_chars = MAX_JSON_BYTES + 1 if data.lstrip()[:1] in ("{", "[") else SNIFF_BYTES
        head = data[:n_chars]
        return reason or (None if head.isspace() else _sniff_kind(head.encode("utf-8", "replace")))
    reason = _sniff_blank(len(data), data.isspace(), data.count(0) if b"\0" in data else 0, "bytes")
    return reason or _sniff_kind(data)


def looks_like_html(data: bytes) -> bool:
    """The body has the markup of a page in its first bytes."""
    return _MARKUP.search(data[:SNIFF_BYTES].replace(b"\0", b"")) is not None


def _sniff_blank(length: int, is_blank: bool, n_nul: int, what: str) -> str | None:
    """Nothing but white space or NUL."""
    if not length:
        return f"empty: 0 {what}"
    if is_blank:
        return f"empty: {length} {what} of white space"
    return f"not html: {n_nul} of {length} {what} are NUL" if n_nul > length * MAX_NUL_SHARE else None


def _sniff_kind(data: bytes) -> str | None:
    """Another kind of file."""
    found = _signature(data)
    if found:
        return f"not html: starts with the signature of {found}"
    if _is_binary(data):
        return "not html: binary data"
    return "not html: JSON" if _is_json(data) else None


def _signature(data: bytes) -> str | None:
    head = data[:64]
    for signature, name in _SIGNATURES:
        if head.startswith(signature) and (signature not in _LETTER_SIGNATURES or _has_controls(head)):
            return name
    if head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"AVI ", b"WAVE"):
        return {b"WEBP": "a WebP picture", b"AVI ": "an AVI video", b"WAVE": "WAVE sound"}[head[8:12]]
    if head[4:8] == b"ftyp":
        return "an MP4 video or HEIF picture"
    if head[:2] in (b"BM", b"MZ") and _has_controls(head):
        return {b"BM": "a BMP picture", b"MZ": "a program"}[head[:2]]
    return None


def _has_controls(head: bytes) -> bool:
    return len(head.translate(None, _CONTROLS + b"\0")) < len(head)


def _is_binary(data: bytes) -> bool:
    """Many control bytes and no markup; UTF-16 is left to the decoder."""
    head = data[:SNIFF_BYTES]
    if head.startswith(_BOMS) or _MARKUP.search(head.replace(b"\0", b"")):
        return False
    return len(head) - len(head.translate(None, _CONTROLS + b"\0")) > len(head) * MAX_CONTROL_SHARE


def _is_json(data: bytes) -> bool:
    """A JSON object or array with no tag in it."""
    if len(data) > MAX_JSON_BYTES or data.lstrip()[:1] not in (b"{", b"[") or _ANY_TAG.search(data):
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
