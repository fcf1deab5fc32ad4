"""Keep one process a peer, ask it for the content of pages, and start it anew where it hangs or dies."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from benchmarks.datasets import REPOSITORY
from benchmarks.peers import Extracted

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

START_SECONDS = 120.0  # imports on a cold disk


class PeerError(Exception):
    """A peer cannot be loaded at all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a peer gave for the pages of a request, or why it gave nothing."""

    pages: tuple[Extracted, ...] = ()
    failed: str | None = None


class PeerProcess:
    """One peer in a process of its own.

    A request that takes longer than its limit, or ends the process, costs the pages of that request and no others.
    """

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def ask(
        self, pages: list[tuple[Path, str | None]], *, site: str, is_stripped: bool, limit_seconds: float
    ) -> Answer:
        """Have the peer extract pages of one site together."""
        request = {"pages": [[str(path), url] for path, url in pages], "stripped": is_stripped, "site": site}
        try:
            answer = self._exchange(json.dumps(request) + "\n", limit_seconds)
        except (TimeoutError, EOFError, BrokenPipeError) as error:
            self._stop()
            self._start()
            return Answer(failed=str(error) or "the process ended")
        if "failed" in answer:
            return Answer(failed=str(answer["failed"]))
        return Answer(pages=tuple(Extracted(**page) for page in answer["pages"]))

    def _start(self) -> None:
        command = [sys.executable, "-m", "benchmarks.worker", self.peer]
        self._process = subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            hello = self._exchange("", START_SECONDS)
        except (TimeoutError, EOFError) as error:
            self._stop()
            raise PeerError(f"does not start: {error}") from error
        if "failed" in hello:
            self._stop()
            raise PeerError(str(hello["failed"]))
        self.version = str(hello["version"])
        self.is_site_level = bool(hello["is_site_level"])
        self.is_trained = bool(hello["is_trained"])

    def _exchange(self, line: str, limit_seconds: float) -> dict[str, object]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # both are pipes
        assert stdout is not None
        stdin.write(line.encode())
        stdin.flush()
        # one answer a request, so nothing of it can be waiting in the buffer already
        ready, _, _ = select.select([stdout], [], [], limit_seconds)
        if not ready:
            raise TimeoutError(f"no answer within {limit_seconds:.0f} s")
        answer = stdout.readline()
        if not answer:
            raise EOFError(f"the process ended with status {self._process.wait()}")
        return json.loads(answer)

    def _stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
