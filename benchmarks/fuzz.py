"""Mutated pages through the kernel: nothing crashes, the arrays agree with one another, no text is lost or invented.

Meant for a build with `SANITIZE_KERNEL=1 CHECKED_KERNEL=1`, run with libasan preloaded (`make fuzz`). The seeds are
pages of SITEGRAIN_DATA if it is set, and pieces of tag soup and hostile pages in any case. A page that fails
is written to the folder named and belongs, cut down, into `tests/kernel/corpus/`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from pathlib import Path

import numpy as np

from benchmarks.hostile import SOURCES
from sitegrain import SiteModel, extract
from sitegrain.kernel import Axis, read_axis, read_tokens, read_tree
from sitegrain.pages.parse import HEAD_ATTRIBUTES, ROLES
from sitegrain.pages.tokens import tokenize

NAMES = "a b p table tr td select template svg math mi desc form li frameset body".split()
PIECES = [
    *(make(3).encode() for make in SOURCES.values()),
    *(f"<{name}>".encode() for name in NAMES),
    *(f"</{name}>".encode() for name in NAMES),
    b"\0", b"\r\n", b"<", b">", b"&", b"&#x", b"&notin;", b"\xff", b"\xe6\x9d\xb1", b"\xf0\x9f\x98\x80", b"\xc4\xb0",
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<script>", b"</script>", b"<plaintext>", b" hidden", b" class='", b"\"",
]  # fmt: skip
MAX_BYTES = 200_000
CONTENT_EVERY = 4  # pages, of which one is extracted, alone and as one of a site of its mutants


def main() -> int:
    """Fuzz for the minutes given; the exit code says whether a page failed."""
    options = _options()
    chance = random.Random(options.seed)
    seeds = _seeds(chance)
    end = time.monotonic() + 60 * options.minutes
    n_pages = n_failed = 0
    while time.monotonic() < end:
        page = mutate(chance.choice(seeds), chance)
        n_pages += 1
        try:
            check(page)
            if n_pages % CONTENT_EVERY == 0:
                check_content([page, *(mutate(page, chance) for _ in range(3))])
        except Exception:
            n_failed += 1
            traceback.print_exc()
            options.folder.mkdir(parents=True, exist_ok=True)
            (options.folder / f"failed-{options.seed}-{n_pages}.html").write_bytes(page)
    print(f"{n_pages} pages, {n_failed} failed, seed {options.seed}")
    return int(n_failed > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    return parser.parse_args()


def _seeds(chance: random.Random) -> list[bytes]:
    """Pages of all data sets, and made-up ones."""
    made = [b"".join(chance.choices(PIECES, k=60)) for _ in range(100)]
    if "SITEGRAIN_DATA" not in os.environ:
        return made
    paths = sorted(Path(os.environ["SITEGRAIN_DATA"]).rglob("*.html"))
    return made + [path.read_bytes()[:MAX_BYTES] for path in chance.sample(paths, min(100, len(paths)))]


def mutate(page: bytes, chance: random.Random) -> bytes:
    """A page with pieces put in, taken out, doubled and moved, and single bytes changed."""
    made = bytearray(page)
    for _ in range(chance.choice((1, 3, 10, 40))):
        at, size = chance.randrange(len(made) + 1), chance.choice((1, 4, 30, 300))
        kind = chance.randrange(5)
        if kind == 0:
            made[at:at] = chance.choice(PIECES)
        elif kind == 1:
            del made[at : at + size]
        elif kind == 2:
            made[at:at] = made[at : at + size] * chance.choice((1, 2, 20))
        elif kind == 3 and at < len(made):
            made[at] = chance.randrange(256)
        else:
            to = chance.randrange(len(made) + 1)
            made[to:to] = made[at : at + size]
    return bytes(made[: 2 * MAX_BYTES])


def check(page: bytes) -> None:
    """Read a page in every way and compare what was read."""
    axis = read_axis(page, ROLES)
    _check_nodes(axis)
    _check_texts(axis)
    for row in range(0, len(axis), max(1, len(axis) // 50)):
        axis.attributes(row)
    axis.head(HEAD_ATTRIBUTES)
    _check_tree(page)
    read_tokens(page)
    assert read_axis(page.decode("utf-8", "replace").removeprefix("\ufeff"), ROLES).tokens == axis.tokens


def check_content(pages: list[bytes]) -> None:
    """Extract a page alone and with a model of all: what it says are words of the page, in their order."""
    model = SiteModel().fit(pages)
    for document in (extract(pages[0]), model.extract(pages[0])):
        document.to_row(("markdown", "html", "blocks", "dropped"))
        if not document.notes:  # what is unusual may be taken from elsewhere, such as the structured data
            rest = iter(document.page.tokens)
            assert all(token in rest for token in tokenize(document.text))


def _check_nodes(axis: Axis) -> None:
    parents, ends, depths = (np.asarray(x) for x in (axis.parents, axis.ends, axis.depths))
    rows = np.arange(len(parents))
    assert len(parents) > 0
    assert parents[0] == -1
    assert (parents[1:] >= 0).all()
    assert (parents < rows).all()
    assert (ends > rows).all()
    assert ends[0] == len(rows)
    assert (ends[1:] <= ends[parents[1:]]).all()
    assert (depths[1:] == depths[parents[1:]] + 1).all()
    assert len(axis.descriptors) == np.asarray(axis.node_descriptors).max() + 1


def _check_texts(axis: Axis) -> None:
    runs, units, tokens = (np.asarray(x) for x in (axis.run_starts, axis.unit_starts, axis.token_starts))
    for starts, text in ((runs, axis.run_text), (units, axis.unit_text), (tokens, axis.token_text)):
        assert starts[0] == 0
        assert starts[-1] == len(text)
        assert (np.diff(starts) > 0).all()
    assert np.asarray(axis.unit_tokens)[-1] == axis.n_tokens == len(axis.tokens)
    assert np.asarray(axis.unit_runs)[-1] == len(axis.run_texts)
    assert (np.diff(np.asarray(axis.run_positions)) >= 0).all()
    assert "".join("".join(axis.run_texts).split()) == "".join("".join(axis.unit_texts).split())


def _check_tree(page: bytes) -> None:
    """Every node but the document and what a frameset pushed out is reached once; texts of the axis are in the tree."""
    tree = read_tree(page, close_at_once=True)
    seen: set[int] = set()
    stack = [0]
    while stack:
        node = stack.pop()
        assert node not in seen
        seen.add(node)
        children = tree.children(node)
        assert all(tree.parent(child) == node for child in children)
        stack.extend(children)
    for node in seen:
        if tree.kind(node) in ("text", "comment"):
            tree.text(node)


if __name__ == "__main__":
    sys.exit(main())
