"""Run commands on given cores and see what they took: seconds on the clock and peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.datasets import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

SITEGRAIN = Path(sys.executable).parent / "sitegrain"  # the command, installed beside the interpreter


class CommandError(Exception):
    """A command did not do what it was started for."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took.

    seconds:    from start to end on the clock
    peak_bytes: resident memory of its largest process, itself or one it waited for
    output:     its standard output
    """

    seconds: float
    peak_bytes: int
    output: str


def run(command: Sequence[str | Path], *, cores: Collection[int], limit_seconds: float) -> Took:
    """Run a command to its end; a failure or a run over the limit is a CommandError with its last words."""
    start = time.perf_counter()
    pinned = ["taskset", "--cpu-list", ",".join(map(str, cores)), *command]
    process = subprocess.Popen(pinned, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process, _limit(process, limit_seconds):
        output, errors = _drain(process)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        last = (errors.decode(errors="replace").strip().splitlines() or ["no message"])[-1]
        raise CommandError(f"status {process.returncode} after {seconds:.0f} s: {last}"[:200])
    return Took(seconds, usage.ru_maxrss * 1024, output.decode())


def available_cores() -> list[int]:
    """List the cores this process may use."""
    return sorted(os.sched_getaffinity(0))


class _limit:  # noqa: N801 - reads as a word in the with statement
    """Kill a process that is still there when its time is over."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self._timer = threading.Timer(seconds, process.kill)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _drain(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Read both pipes to their ends, without waiting for the process: that is for wait4, which tells its memory."""
    errors: list[bytes] = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    reader.start()
    output = process.stdout.read()
    reader.join()
    return output, errors[0]
