"""Who does the work of a job: this process, or a team of processes that survives the death of its members.

A worker takes a chunk of items at a time over a pipe of its own. If it dies or takes too long, its chunk is done again
item by item; an item that ends a second worker is given up, the rest goes on. There are no threads, so nothing can be
lost between the death of a worker and somebody noticing it.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.forkserver
import signal
import threading
import time
import traceback
from collections import Counter, deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Protocol

from sitegrain.errors import SitegrainError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

    from sitegrain.crawl.duties import Duty

AHEAD = 8  # chunks a worker may be ahead of the oldest one that is not done
MAX_PAUSE = 3600.0  # seconds to wait at a time, more than which the system may refuse
SHORT_QUEUE = 6  # chunks that are left to the worker that knows their site
_OWN, _NOBODYS, _OTHERS = range(3)  # whose site it is, the best first
MAX_DEATHS = 2  # workers that an item may cost
_START_SECONDS = 60.0  # to start a worker; it imports numpy
_STOP_SECONDS = 2.0


class Team(Protocol):
    """Does a duty for chunks of items; results come chunk by chunk in the order of the chunks."""

    def run(self, duty: str, chunks: Iterable[Sequence[Any]], *, ahead: int = AHEAD) -> Iterator[Any]:
        """The results, one an item; a SitegrainError of an item is raised here.

        ahead: chunks held for each worker, done or not
        """
        ...

    def close(self) -> None: ...


class OwnProcess:
    """The process itself, without help."""

    def __init__(self, duties: Mapping[str, Duty[Any, Any]]) -> None:
        self._duties = duties

    def run(self, duty: str, chunks: Iterable[Sequence[Any]], *, ahead: int = AHEAD) -> Iterator[Any]:
        do = self._duties[duty]
        for chunk in chunks:
            for item in chunk:
                yield do(item)

    def close(self) -> None:
        """Nothing to end."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A chunk on its way: the results by position, and how often a worker died over each."""

    duty: str
    items: Sequence[Any]
    results: dict[int, Any] = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)

    @property
    def is_done(self) -> bool:
        return len(self.results) == len(self.items)

    def in_order(self) -> list[Any]:
        return [self.results[position] for position in range(len(self.items))]


@dataclass(slots=True)
class _Assignment:
    """Some positions of a ticket, given to one worker."""

    ticket: _Ticket
    positions: Sequence[int]


class _Worker:
    """A process and our end of its pipe."""

    def __init__(self, context: BaseContext, duties: Mapping[str, Duty[Any, Any]]) -> None:
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, duties), daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self.assignment: _Assignment | None = None
        self.sites: set[str] = set()  # that it has had to do with
        self.deadline = 0.0  # on the monotonic clock, where an item has a limit
        self._is_there = False

    def await_start(self) -> None:
        """Wait until it says that it is there; SitegrainError if it does not."""
        if self._is_there:
            return
        try:
            self._is_there = self.connection.poll(_START_SECONDS) and self.connection.recv()
        except (EOFError, OSError):
            self._is_there = False
        if not self._is_there:
            self.kill()
            raise SitegrainError(
                f"a worker process could not be started ({self.death()}); "
                "a script that uses jobs must start them below `if __name__ == '__main__':`"
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()

    def death(self) -> str:
        """How the process ended."""
        code = self.process.exitcode or 0
        if code >= 0:
            return f"exit status {code}"
        try:
            return f"signal {signal.Signals(-code).name}"
        except ValueError:
            return f"signal {-code}"


class Processes:
    """A team of processes.

    n_workers: how many
    timeout:   seconds that a page may take; None for any time
    """

    def __init__(self, n_workers: int, duties: Mapping[str, Duty[Any, Any]], *, timeout: float | None = None) -> None:
        methods = multiprocessing.get_all_start_methods()
        self._context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["sitegrain.crawl.duties"])
            _start_forkserver()
        self._duties = duties
        self._timeout = timeout
        self._n_workers = n_workers
        self._workers: list[_Worker] = []
        self._again: deque[_Assignment] = deque()

    def close(self) -> None:
        """End all workers, also those in the middle of something."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_STOP_SECONDS)
            worker.kill()
        self._workers = []

    def run(self, duty: str, chunks: Iterable[Sequence[Any]], *, ahead: int = AHEAD) -> Iterator[Any]:
        self._start()
        waiting: deque[_Ticket] = deque()
        source = iter(chunks)
        is_over = False
        while True:
            while waiting and waiting[0].is_done:
                yield from waiting.popleft().in_order()
            while not is_over and len(waiting) < ahead * self._n_workers:
                chunk = next(source, None)
                is_over = chunk is None
                if chunk:
                    waiting.append(_Ticket(duty, chunk))
                    self._again.append(_Assignment(waiting[-1], range(len(chunk))))
                    self._assign()
            self._assign()
            if is_over and not waiting:
                return
            if any(worker.assignment for worker in self._workers):
                self._listen()

    def _start(self) -> None:
        """Start the workers, the first time that there is something to do."""
        while len(self._workers) < self._n_workers:
            self._workers.append(_Worker(self._context, self._duties))
        for worker in self._workers:
            worker.await_start()

    def _assign(self) -> None:
        """Give what waits to whoever is idle."""
        for index, worker in enumerate(self._workers):
            if worker.assignment is not None or not self._again:
                continue
            work = self._next_for(worker)
            if work is None:
                continue
            worker.assignment = work
            items = [work.ticket.items[position] for position in work.positions]
            if self._timeout is not None:
                n_pages = sum(map(self._duties[work.ticket.duty].size, items))
                worker.deadline = time.monotonic() + self._timeout * n_pages
            try:
                worker.connection.send((work.ticket.duty, items))
            except OSError:  # it died while it was idle, of nothing in the work
                self._again.appendleft(work)
                self._renew(index)

    def _next_for(self, worker: _Worker) -> _Assignment | None:
        """What waits longest of the sites that the worker knows, else of those that nobody knows, else of a long queue.

        Who knows a site is several times faster with its pages, so taking a few from another's queue delays them.
        """
        known_to_others = set[str]().union(*(other.sites for other in self._workers if other is not worker))
        ranks = [self._rank(work, worker, known_to_others) for work in self._again]
        best = min(range(len(ranks)), key=ranks.__getitem__, default=None)
        if best is None or (ranks[best] == _OTHERS and len(ranks) <= SHORT_QUEUE):
            return None
        work = self._again[best]
        del self._again[best]
        site = self._site(work)
        if site is not None:
            worker.sites.add(site)
        return work

    def _rank(self, work: _Assignment, worker: _Worker, known_to_others: set[str]) -> int:
        site = self._site(work)
        return _OWN if site in worker.sites else _OTHERS if site in known_to_others else _NOBODYS

    def _site(self, work: _Assignment) -> str | None:
        return self._duties[work.ticket.duty].site(work.ticket.items[work.positions[0]])

    def _listen(self) -> None:
        """Wait for the next thing to happen, and take it in."""
        busy = {worker.connection: index for index, worker in enumerate(self._workers) if worker.assignment}
        pause = None
        if self._timeout is not None:
            ends = [self._workers[index].deadline for index in busy.values()]
            pause = min(MAX_PAUSE, max(0.0, min(ends) - time.monotonic()))
        for connection in wait(list(busy), pause):
            self._take(busy.pop(connection))  # type: ignore[call-overload]
        if self._timeout is not None:
            now = time.monotonic()
            for index in busy.values():
                if self._workers[index].deadline < now:
                    self._replace(index, f"timeout: not done within {self._timeout:g} seconds")

    def _take(self, index: int) -> None:
        worker = self._workers[index]
        assert worker.assignment is not None  # it was busy
        try:
            is_good, answer = worker.connection.recv()
        except (EOFError, OSError):
            self._replace(index, None)
            return
        if not is_good:
            raise answer
        worker.assignment.ticket.results.update(zip(worker.assignment.positions, answer, strict=True))
        worker.assignment = None

    def _replace(self, index: int, reason: str | None) -> None:
        """Put a new worker in the place of a dead or, with a reason, late one, and see to what it was doing."""
        worker = self._workers[index]
        work = worker.assignment
        assert work is not None  # it was busy
        self._renew(index)
        ticket = work.ticket
        ticket.deaths.update(work.positions)
        if len(work.positions) > 1 or (reason is None and ticket.deaths[work.positions[0]] < MAX_DEATHS):
            self._again.extend(_Assignment(ticket, (position,)) for position in work.positions)
            return
        item = ticket.items[work.positions[0]]
        reason = reason or f"crashed: its worker process ended, {worker.death()}"
        ticket.results[work.positions[0]] = self._duties[ticket.duty].give_up(item, reason)

    def _renew(self, index: int) -> None:
        self._workers[index].kill()
        self._workers[index] = _Worker(self._context, self._duties)
        self._workers[index].await_start()


def _start_forkserver() -> None:
    """Start the process that workers come from, which then imports while we read; Ctrl-C is not for it."""
    if threading.current_thread() is not threading.main_thread():
        multiprocessing.forkserver.ensure_running()
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        multiprocessing.forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, handler)


def _serve(connection: Connection, duties: Mapping[str, Duty[Any, Any]]) -> None:
    """The life of a worker: take a chunk, answer its results, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    connection.send(True)
    while True:
        try:
            duty, items = connection.recv()
        except (EOFError, ConnectionError):
            return
        try:
            connection.send((True, [duties[duty](item) for item in items]))
        except SitegrainError as error:
            connection.send((False, error))
        except ConnectionError:
            return
        except Exception:
            connection.send((False, RuntimeError(traceback.format_exc())))
