"""Bodies that are compressed for transport."""

from __future__ import annotations

import gzip
import zlib

_GZIP = ("gzip", "x-gzip")
_LEVEL = 6
_MAGIC = b"\x1f\x8b"
MAX_MEMBERS = 1_000  # of gzip data: what is behind each is copied


def unpack(data: bytes, coding: str, max_bytes: int) -> bytes | None:
    """The bytes of a body; None if there are more than `max_bytes` of them, or MAX_MEMBERS members.

    coding: `gzip`, or nothing. Raises zlib.error or EOFError if the data is not whole gzip.
    """
    if coding not in _GZIP:
        return data if len(data) <= max_bytes else None
    parts: list[bytes] = []
    rest, left = data, max_bytes
    while rest.startswith(_MAGIC):  # gzip may come in several members; what is behind the last one counts nothing
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        part = unpacker.decompress(rest, left + 1)
        left -= len(part)
        if left < 0:
            return None
        if not unpacker.eof:
            raise EOFError("the gzip data ends too early")
        parts.append(part)
        if len(parts) > MAX_MEMBERS:
            return None
        rest = unpacker.unused_data
    if not parts:
        raise zlib.error("the data is not gzip")
    return b"".join(parts)


def pack(data: bytes, coding: str) -> bytes:
    """The body in the coding that its headers name."""
    return gzip.compress(data, _LEVEL, mtime=0) if coding in _GZIP else data
