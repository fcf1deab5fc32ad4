"""What every writer offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from sitegrain.writers.temporary import terminate_as_exit

if TYPE_CHECKING:
    from types import TracebackType

    from sitegrain.writers.rows import Row


class Writer(ABC):
    """Takes rows, one a page, in order; used in a `with` block.

    The output is opened at the start of the block. What was written stands under its name once the block has ended
    without an error, and not before.

    is_wanted: False once whoever was reading our standard output has gone; rows are then dropped
    """

    is_wanted: bool = True

    def __init__(self) -> None:
        self._cleanup = ExitStack()

    @abstractmethod
    def _open(self) -> None:
        """Open the output; what must be closed or removed goes on `_cleanup`."""

    @abstractmethod
    def write(self, row: Row) -> None:
        """Take one row. Raises WriteError if it cannot be written."""

    def _finish(self) -> None:  # noqa: B027  most writers hold nothing back
        """Write what is still held back; called at the end of a block without an error."""

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            self._cleanup = opening
            opening.enter_context(terminate_as_exit())
            self._open()
            self._cleanup = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            try:
                self._finish()
            except BaseException as failure:
                self._cleanup.__exit__(type(failure), failure, failure.__traceback__)
                raise
        self._cleanup.__exit__(kind, error, trace)
