"""Output that appears under its name only when it is whole.

It is written beside its place, under a hidden name that ends in `.part`, and renamed at the end. An error, Ctrl-C or
SIGTERM removes it; after a SIGKILL the hidden one is left. What was there before stays until the renaming.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain.errors import WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def terminate_as_exit() -> Iterator[None]:
    """While inside, SIGTERM ends this process by SystemExit, so that what must be removed is removed.

    A handler that the program has set stays. A child process that inherits ours dies of the signal as usual.
    """
    is_free = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    owner = os.getpid()

    def leave(number: int, frame: FrameType | None) -> None:
        if os.getpid() != owner:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        raise SystemExit(128 + number)

    if is_free:
        signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        if is_free:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def as_write_error(path: Path | str) -> Iterator[None]:
    """Turn what the system refuses into one line that names the output."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        what = (error.strerror or str(error) or type(error).__name__).lower()
        raise WriteError(f"cannot write {path}: {what}") from error


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give the path to write to; at the end it becomes `path`. A device or pipe is written to directly."""
    target = Path(os.path.realpath(path))  # a link stays a link to what is written
    if target.exists() and not target.is_file():
        yield target
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise WriteError(f"cannot write {path}: permission denied")
    part = _part(target)
    with as_write_error(path), open(part, "xb"):
        pass
    try:
        yield part
        if part.exists():  # the writer takes it away if there was nothing to write
            with as_write_error(path):
                _sync(part)
                os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Give an empty folder to write into; at the end it becomes `path`.

    A folder that has something in it is refused; with `overwrite` the new files are moved into it one by one at the
    end, and what else is in it stays.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_dir():
        raise WriteError(f"cannot write {path}: it is a file, not a folder")
    if target.is_dir() and not overwrite and any(target.iterdir()):
        raise WriteError(f"cannot write {path}: the folder is not empty: give another one, or --overwrite")
    if target.is_dir() and not os.access(target, os.W_OK):
        raise WriteError(f"cannot write {path}: permission denied")
    part = _part(target)
    with as_write_error(path):
        part.mkdir()
    try:
        yield part
        with as_write_error(path):
            if target.is_dir() and any(target.iterdir()):
                _move_into(part, target)
            else:
                os.rename(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _part(target: Path) -> Path:
    """A hidden name beside the target that nobody else uses."""
    return target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}.part")


def _sync(path: Path) -> None:
    """Bring the bytes to the disk before the name says they are there."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _move_into(source: Path, target: Path) -> None:
    """Move every file to the same place below the target."""
    for folder, _, names in os.walk(source):
        place = target / os.path.relpath(folder, source)
        place.mkdir(parents=True, exist_ok=True)
        for name in names:
            os.replace(os.path.join(folder, name), place / name)
