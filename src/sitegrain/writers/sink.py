"""Where bytes go: a file that appears when it is whole, or standard output."""

from __future__ import annotations

import gzip
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, cast

from sitegrain.errors import WriteError
from sitegrain.writers.temporary import as_write_error, whole_file

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path


class Sink:
    """Takes bytes for one output; what it opens is closed by `stack`.

    is_wanted: False once the reader of our standard output has gone
    """

    def __init__(self, out: Path | None, stack: ExitStack, *, is_compressed: bool = False) -> None:
        self.is_wanted = True
        self._name = out or "standard output"
        self._part: Path | None = None
        if out is None:
            if sys.stdout is None:  # it was closed before we were started
                raise WriteError("cannot write standard output: it is closed")
            sys.stdout.flush()
            self._file = sys.stdout.buffer
            return
        self._part = stack.enter_context(whole_file(out))
        with as_write_error(out):
            self._file = stack.enter_context(open(self._part, "wb"))  # noqa: SIM115
        if is_compressed:
            packed = gzip.GzipFile("", "wb", fileobj=self._file, mtime=0)
            self._file = cast("BinaryIO", stack.enter_context(packed))

    def write(self, data: bytes) -> None:
        """Write; on standard output at once, since somebody may be reading along."""
        if not self.is_wanted:
            return
        try:
            with as_write_error(self._name):
                self._file.write(data)
                if self._part is None:
                    self._file.flush()
        except OSError as error:
            if self._part is not None or not isinstance(error.__cause__, BrokenPipeError):
                raise
            self.is_wanted = False
            _forget_stdout()

    def discard(self) -> None:
        """Leave nothing under the output's name."""
        if self._part is not None and self._part.is_file():
            self._part.unlink(missing_ok=True)


def _forget_stdout() -> None:
    """Point standard output nowhere, so that the interpreter's last flush does not fail too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
