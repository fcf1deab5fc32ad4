"""The process of one peer: reads requests and answers them, a JSON line each, until standard input ends.

usage: python -m benchmarks.worker PEER [SCORER.json]

The first line out is `{"version": ..., "is_site_level": ..., "is_trained": ...}`, or `{"failed": ...}` if the peer cannot be loaded.
A request `{"pages": [[path, url], ...], "stripped": bool, "site": ...}` is answered by `{"texts": [...]}` or `{"failed": ...}`.
What a peer prints goes to standard error. Time limits are the other side's: it ends this process and starts another.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from benchmarks.stripping import strip_names

if TYPE_CHECKING:
    from types import ModuleType


def main(peer: str, scorer: str | None = None) -> None:
    """Serve one peer by its module's name, with a scorer of its own if there is one."""
    warnings.simplefilter("ignore")  # other people's deprecations say nothing about their accuracy
    answers = _take_standard_output()
    try:
        module = import_module(f"benchmarks.peers.{peer}")
        if scorer is not None:
            module.use_scorer(Path(scorer))
        _send(answers, _hello(module))
    except Exception as error:  # whatever hinders a peer is a result
        _send(answers, {"failed": _line(error)})
        return
    for line in sys.stdin:
        request = json.loads(line)
        try:
            _send(answers, {"texts": extract(module, request["pages"], is_stripped=request["stripped"], site=request["site"])})
        except Exception as error:
            _send(answers, {"failed": _line(error)})


def extract(
    module: ModuleType, pages: list[tuple[str, str | None]], *, is_stripped: bool = False, site: str | None = None
) -> list[str]:
    """Read pages and have a peer extract them, together if it learns from sites.

    A trained peer takes the site's name, to leave out what it learned from that site's gold.
    """
    loaded = [(Path(path).read_bytes(), url) for path, url in pages]
    if is_stripped:
        loaded = [(strip_names(html), url) for html, url in loaded]
    whole_site = hasattr(module, "extract_site")
    named = {"site": site} if "site" in signature(module.extract_site if whole_site else module.extract).parameters else {}
    if whole_site:
        return module.extract_site(loaded, **named)
    return [module.extract(html, url, **named) for html, url in loaded]


def _hello(module: ModuleType) -> dict[str, object]:
    return {
        "version": module.version(),
        "is_site_level": hasattr(module, "extract_site"),
        "is_trained": hasattr(module, "use_scorer"),
    }


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
    main(*sys.argv[1:])
