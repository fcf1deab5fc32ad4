"""The process of one peer: reads requests and answers them, a JSON line each, until standard input ends.

The first line out is `{"version": ..., "is_site_level": ...}`, or `{"failed": ...}` if the peer cannot be loaded.
A request `{"pages": [[path, url], ...], "stripped": bool}` is answered by `{"texts": [...]}` or `{"failed": ...}`.
What a peer prints goes to standard error. Time limits are the other side's: it ends this process and starts another.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from benchmarks.stripping import strip_names

if TYPE_CHECKING:
    from types import ModuleType


def main(peer: str) -> None:
    """Serve one peer by its module's name."""
    warnings.simplefilter("ignore")  # other people's deprecations say nothing about their accuracy
    answers = _take_standard_output()
    try:
        module = import_module(f"benchmarks.peers.{peer}")
        _send(answers, {"version": module.version(), "is_site_level": hasattr(module, "extract_site")})
    except Exception as error:  # whatever hinders a peer is a result
        _send(answers, {"failed": _line(error)})
        return
    for line in sys.stdin:
        request = json.loads(line)
        try:
            _send(answers, {"texts": extract(module, request["pages"], is_stripped=request["stripped"])})
        except Exception as error:
            _send(answers, {"failed": _line(error)})


def extract(module: ModuleType, pages: list[tuple[str, str | None]], *, is_stripped: bool = False) -> list[str]:
    """Read pages and have a peer extract them, together if it learns from sites."""
    loaded = [(Path(path).read_bytes(), url) for path, url in pages]
    if is_stripped:
        loaded = [(strip_names(html), url) for html, url in loaded]
    if hasattr(module, "extract_site"):
        return module.extract_site(loaded)
    return [module.extract(html, url) for html, url in loaded]


def _take_standard_output() -> TextIO:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _send(answers: TextIO, message: dict[str, object]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


if __name__ == "__main__":
    main(sys.argv[1])
