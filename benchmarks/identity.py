"""Pages parsed by the kernel and by the slow oracle over lexbor: how many are the same in every field.

Reads all `*.html` below the folder that SITEGRAIN_DATA names; names each page that differs and the first difference.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse
from tests.pages import slow_parse

FIELDS = (
    "tags attributes parents ends flags descriptors node_descriptors run_texts run_nodes run_positions run_units"
    " unit_texts unit_nodes unit_runs unit_tokens unit_words unit_link_words unit_hidden tokens head"
).split()


def main() -> int:
    """Compare all pages; names of data sets on the command line leave the others out."""
    folder = Path(os.environ["SITEGRAIN_DATA"])
    n_pages = n_same = 0
    different: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.html")):
        if sys.argv[1:] and path.relative_to(folder).parts[0] not in sys.argv[1:]:
            continue
        text = decode(path.read_bytes()).text
        found = differing(text)
        n_pages += 1
        n_same += not found
        if found:
            different.update(found)
            print(f"{path.relative_to(folder)}: {' '.join(found)}: {first_difference(text, found[0])}", flush=True)
    print(f"{n_same} of {n_pages} pages are the same, {n_same / max(n_pages, 1):.3%}; by field: {dict(different)}")
    return 0


def differing(text: str) -> list[str]:
    """Names of the fields that differ."""
    made, wanted = parse(text), slow_parse.parse(text)
    return [name for name in FIELDS if not _same(getattr(made, name), getattr(wanted, name))]


def _same(made: object, wanted: object) -> bool:
    if isinstance(wanted, np.ndarray):
        return made.dtype == wanted.dtype and np.array_equal(made, wanted)  # type: ignore[attr-defined]
    return list(made) == wanted if isinstance(wanted, list) else made == wanted  # type: ignore[call-overload]


def first_difference(text: str, name: str) -> str:
    """Where a field first differs, and how."""
    made, wanted = getattr(parse(text), name), getattr(slow_parse.parse(text), name)
    if name == "head":
        return f"{made} instead of {wanted}"[:2000]
    pairs = enumerate(zip(made, wanted, strict=False))
    at = next((i for i, (one, other) in pairs if one != other), min(len(made), len(wanted)))
    return f"[{at}] of {len(wanted)}: {list(made[at : at + 3])} instead of {list(wanted[at : at + 3])}"[:2000]


if __name__ == "__main__":
    sys.exit(main())
