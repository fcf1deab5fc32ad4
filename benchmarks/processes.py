"""Run commands on given cores and see what they took: seconds on the clock and peak memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from benchmarks.datasets import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

SITEGRAIN = Path(sys.executable).parent / "sitegrain"  # the command, installed beside the interpreter
LOOK_SECONDS = 0.2  # between two looks at the processes; the kernel keeps each one's peak, so none is missed in between


class CommandError(Exception):
    """A command did not do what it was started for."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took.

    seconds:    from start to end on the clock
    peak_bytes: resident memory of its largest process
    output:     its standard output
    """

    seconds: float
    peak_bytes: int
    output: str


def run(command: Sequence[str | Path], *, cores: Collection[int], limit_seconds: float) -> Took:
    """Run a command to its end; a failure or a run over the limit is a CommandError with its last words."""
    pinned = ["taskset", "--cpu-list", ",".join(map(str, cores)), *command]
    start = time.perf_counter()
    # a session of its own, by which its processes are known whoever their parent is
    process = subprocess.Popen(
        pinned, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    with _Watch(process, limit_seconds) as watch:
        output, errors = process.communicate()
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        last = (errors.decode(errors="replace").strip().splitlines() or ["no message"])[-1]
        raise CommandError(f"status {process.returncode} after {seconds:.0f} s: {last}"[:200])
    return Took(seconds, watch.peak_bytes, output.decode())


def available_cores() -> list[int]:
    """List the cores this process may use."""
    return sorted(os.sched_getaffinity(0))


class _Watch:
    """Looks at a process and all it starts: keeps the largest peak, and ends the process when its time is over."""

    def __init__(self, process: subprocess.Popen[bytes], limit_seconds: float) -> None:
        self.peak_bytes = 0
        self._process = process
        self._end = time.monotonic() + limit_seconds
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._is_over.wait(LOOK_SECONDS):
            self.peak_bytes = max([self.peak_bytes, *map(_peak_bytes, _session(self._process.pid))])
            if time.monotonic() > self._end:
                os.killpg(self._process.pid, signal.SIGKILL)
                return


def _session(leader: int) -> Iterator[Path]:
    """Find the processes of a session, as folders of /proc."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended since
                continue
            if int(fields[3]) == leader:
                yield folder


def _peak_bytes(folder: Path) -> int:
    try:
        lines = (folder / "status").read_text().splitlines()
    except OSError:
        return 0
    return max((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), default=0)
