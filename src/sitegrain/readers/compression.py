"""Take compression off a body, never past a limit: a small bomb must not fill the memory."""

from __future__ import annotations

import zlib

_STEP_BYTES = 1 << 20
_GZIP, _ZLIB, _RAW = 31, 15, -15  # zlib's window bits for the three wrappings


class BodyError(Exception):
    """A body cannot be unpacked; the message is the reason of the skipped row."""


def gunzip(data: bytes, limit: int) -> bytes:
    """Unpack gzip data of any number of members."""
    out = bytearray()
    while data:
        if not data.startswith(b"\x1f\x8b"):
            break  # padding after the last member
        data = _inflate(data, _GZIP, limit, out)
    return bytes(out)


def inflate(data: bytes, limit: int) -> bytes:
    """Unpack `deflate`, which is zlib data by the standard and raw deflate data in practice."""
    out = bytearray()
    try:
        _inflate(data, _ZLIB, limit, out)
    except BodyError:
        if out:
            raise
        _inflate(data, _RAW, limit, out)
    return bytes(out)


def unbrotli(data: bytes, limit: int) -> bytes:
    """Unpack brotli data."""
    try:
        import brotli  # type: ignore[import-untyped]
    except ImportError:
        raise BodyError("unreadable: brotli data, which needs `pip install brotli`") from None
    out = bytearray()
    decompressor = brotli.Decompressor()
    pending = data
    try:
        while not decompressor.is_finished():
            piece = decompressor.process(pending, output_buffer_limit=_STEP_BYTES)
            if not piece and not pending:
                raise BodyError("truncated: brotli data ends early")
            pending = b""
            out += piece
            if len(out) > limit:
                raise BodyError(f"too large: more than {limit} bytes when unpacked")
    except brotli.error as error:
        raise BodyError(f"corrupt: brotli data, {error}") from None
    return bytes(out)


def _inflate(data: bytes, wrapping: int, limit: int, out: bytearray) -> bytes:
    """Unpack one stream behind `out`; returns what follows it."""
    decompressor = zlib.decompressobj(wrapping)
    position = 0
    pending = b""
    try:
        while not decompressor.eof:
            if not pending:  # fed in steps: what a step leaves over is copied each time
                pending = data[position : position + _STEP_BYTES]
                position += len(pending)
            piece = decompressor.decompress(pending, _STEP_BYTES)
            if not piece and not pending:
                raise BodyError("truncated: compressed data ends early")
            out += piece
            if len(out) > limit:
                raise BodyError(f"too large: more than {limit} bytes when unpacked")
            pending = decompressor.unconsumed_tail
    except zlib.error as error:
        raise BodyError(f"corrupt: compressed data, {error}") from None
    return decompressor.unused_data + data[position:]
