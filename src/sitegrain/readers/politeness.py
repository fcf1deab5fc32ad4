"""How often a host may be asked, and what its robots.txt allows. Needs the extra `web`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MIN_DELAY_SECONDS = 1.0  # between two requests to a host
MAX_DELAY_SECONDS = 10.0  # a longer Crawl-delay is not waited for
ROBOT_NAME = "sitegrain"


@dataclass(slots=True)
class Pace:
    """Keeps requests to one host apart; the clock and the waiting can be replaced."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _next: dict[str, float] = field(default_factory=dict)

    def wait(self, host: str, delay: float = MIN_DELAY_SECONDS) -> None:
        """Return when the host may be asked; the next time will be `delay` seconds later at the earliest."""
        now = self.clock()
        due = self._next.get(host, now)
        if due > now:
            self.sleep(due - now)
            now = max(self.clock(), due)
        self._next[host] = now + delay


class Rules:
    """The robots.txt of one host.

    text: its content; None forbids everything, as for a host that cannot say what it allows
    """

    def __init__(self, text: str | None) -> None:
        from protego import Protego

        self._rules: Any = None if text is None else Protego.parse(text)

    def allows(self, url: str) -> bool:
        return self._rules is not None and bool(self._rules.can_fetch(url, ROBOT_NAME))

    @property
    def delay(self) -> float:
        """Seconds between two requests."""
        asked = self._rules.crawl_delay(ROBOT_NAME) if self._rules is not None else None
        return min(max(float(asked or 0), MIN_DELAY_SECONDS), MAX_DELAY_SECONDS)
