"""Bodies that are compressed for transport."""

from __future__ import annotations

import gzip
import zlib

_GZIP = ("gzip", "x-gzip")
_LEVEL = 6


def unpack(data: bytes, coding: str, max_bytes: int) -> bytes | None:
    """The bytes of a body; None if there are more than `max_bytes` of them.

    coding: `gzip`, or nothing. Raises zlib.error or EOFError if the data is not whole gzip.
    """
    if coding not in _GZIP:
        return data if len(data) <= max_bytes else None
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    unpacked = unpacker.decompress(data, max_bytes + 1)
    if len(unpacked) > max_bytes:
        return None
    if not unpacker.eof:
        raise EOFError("the gzip data ends too early")
    return unpacked


def pack(data: bytes, coding: str) -> bytes:
    """The body in the coding that its headers name."""
    return gzip.compress(data, _LEVEL, mtime=0) if coding in _GZIP else data
