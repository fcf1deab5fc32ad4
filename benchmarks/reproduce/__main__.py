"""Run the published experiments and write what they found.

    python -m benchmarks.reproduce [NAME ...]

Each is a module of this folder: its docstring says what was done and what was published, its `run` gives the rows of a
table, one dict a row. `docs/results/NAME.md` gets both; curves are drawn beside it. Experiments on the development data
read SITEGRAIN_DATA.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.datasets import REPOSITORY
from benchmarks.markdown import markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

EXPERIMENTS = (
    "som_fusion",
    "som_parameters",
    "som_nameless",
    "som_landmarks",
    "style_siblings",
    "cleaning",
    "sample_pages",
    "head_tail",
    "data_rich",
    "links",
    "hubs",
    "tables",
    "content_cells",
    "webseg",
    "layouts",
    "ranking",
    "clustering",
    "duplicates",
    "linear",
    "mobile",
    "fit_memory",
    "records",
    "speed",
)
RESULTS = REPOSITORY / "docs" / "results"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiments named, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reproduce", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*EXPERIMENTS, []], metavar="NAME")
    for name in parser.parse_args(arguments).names or EXPERIMENTS:
        module = import_module(f"benchmarks.reproduce.{name}")
        start = time.monotonic()
        rows = module.run()
        text = report(module, rows, time.monotonic() - start)
        (RESULTS / f"{name}.md").write_text(text, "utf-8")
        print(text)
    return 0


def report(module: ModuleType, rows: Sequence[Mapping[str, Any]], seconds: float) -> str:
    """The text of a result: the module's docstring, the table, the command."""
    name = module.__name__.rsplit(".", 1)[-1]
    title, _, body = inspect.cleandoc(module.__doc__ or name).partition("\n")
    columns = list(dict.fromkeys(column for row in rows for column in row))
    table = markdown(columns, [[_cell(row.get(column)) for column in columns] for row in rows])
    pictures = "".join(f"\n![{stem}]({stem}.svg)\n" for stem in getattr(module, "PICTURES", ()))
    command = f"`python -m benchmarks.reproduce {name}`, {seconds:.0f} seconds"
    return f"# {title.rstrip('.')}\n{body}\n\n{table}\n{pictures}\n{command}\n"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
