"""The process of one peer: reads requests and answers them, a JSON line each, until standard input ends.

The first line out is `{"version": ..., "is_site_level": ..., "is_trained": ...}`, or `{"failed": ...}` if the peer
cannot be loaded. A request `{"pages": [[path, url], ...], "site": name, "stripped": bool}` is answered by
`{"pages": [{"text": ..., "confidence": ..., "kind": ...}, ...]}` or `{"failed": ...}`.
What a peer prints goes to standard error. Time limits are the other side's: it ends this process and starts another.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from dataclasses import asdict
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from benchmarks.peers import Extracted
from benchmarks.stripping import strip_names

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType


def main(peer: str) -> None:
    """Serve one peer by its module's name."""
    warnings.simplefilter("ignore")  # other people's deprecations say nothing about their accuracy
    answers = _take_standard_output()
    try:
        module = import_module(f"benchmarks.peers.{peer}")
        _send(answers, _hello(module))
    except Exception as error:  # whatever hinders a peer is a result
        _send(answers, {"failed": _line(error)})
        return
    for line in sys.stdin:
        try:
            _send(answers, {"pages": [asdict(page) for page in extract(module, json.loads(line))]})
        except Exception as error:
            _send(answers, {"failed": _line(error)})


def extract(module: ModuleType, request: Mapping[str, Any]) -> list[Extracted]:
    """Read pages and have a peer extract them, together if it learns from sites.

    A trained peer is told the site's name, so that it can leave out what it learned from the site's gold.
    """
    loaded = [(Path(path).read_bytes(), url) for path, url in request["pages"]]
    if request["stripped"]:
        loaded = [(strip_names(html), url) for html, url in loaded]
    named = {"site": request["site"]} if _is_trained(module) else {}
    if hasattr(module, "extract_site"):
        answers = module.extract_site(loaded, **named)
    else:
        answers = [module.extract(html, url, **named) for html, url in loaded]
    return [answer if isinstance(answer, Extracted) else Extracted(answer) for answer in answers]


def _hello(module: ModuleType) -> dict[str, object]:
    is_site_level = hasattr(module, "extract_site")
    return {"version": module.version(), "is_site_level": is_site_level, "is_trained": _is_trained(module)}


def _is_trained(module: ModuleType) -> bool:
    function = module.extract_site if hasattr(module, "extract_site") else module.extract
    return "site" in signature(function).parameters


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
