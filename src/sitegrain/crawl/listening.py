"""How a job tells what it is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegrain.pages.raw import Skipped


class Listener:
    """Hears of a job's progress; this one does not care, a subclass overrides what it wants to hear."""

    def progress(self, stage: str, done: int, total: int | None) -> None:
        """`done` things of a stage are done, of `total` if that is known.

        stage: `reading` and `extracting` count pages, `learning` counts sites
        """

    def notice(self, text: str) -> None:
        """Something that whoever started the job should know, in one line."""

    def skipped(self, row: Skipped) -> None:
        """A page could not be used; told by `extract_sites` and `learn_sites`; `extract_rows` gives a row."""
