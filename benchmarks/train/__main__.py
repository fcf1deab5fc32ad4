"""Make the scorer.

    SITEGRAIN_DATA=... python -m benchmarks.train [--thorough] [--folds FOLDER] [--without SET]

Prints cross-validated word F1, then writes scorer.json, or thorough.json, in src/sitegrain/content. With --folds the
scorers that the figures come from are kept too; `SITEGRAIN_FOLDS=FOLDER python -m benchmarks.accuracy` measures whole
pages with them. With --without a set is left out of the training altogether: prints what the others give on it, and
writes no scorer.

Pages of three sets are seen with their site and with a few pages of it, those of all four sets also page by page; all
as they are and without class and id attributes. With the same versions of the training tools the file is the same to
the digit.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.datasets import REAL_SETS, REPOSITORY
from benchmarks.train.boosting import KIND, THOROUGH, UNIT, USUAL, tree_rows
from benchmarks.train.corpus import data_folder, load_corpus
from benchmarks.train.cross_validate import Models, fit_scorer, summary
from sitegrain.content.scorer import FILE, FORMAT, THOROUGH_FILE

CONTENT = REPOSITORY / "src" / "sitegrain" / "content"


def to_json(models: Models) -> dict:
    """The scorer file."""
    return {
        "format": FORMAT,
        "made_by": "benchmarks.train",
        "kind": _trees(models.kind, KIND["max_depth"], models.kind_names),
        "article": _trees(models.article, UNIT["max_depth"], models.first_names),
        "first": _trees(models.first, UNIT["max_depth"], models.first_names),
        "second": _trees(models.second, UNIT["max_depth"], models.second_names),
    }


def _trees(model: object, depth: int, names: tuple[str, ...]) -> dict:
    return {"depth": depth, "inputs": names, "base": 0.0, "trees": tree_rows(model)}


def write_scorer(models: Models, path: Path) -> None:
    """Write a scorer file."""
    path.write_text(json.dumps(to_json(models), separators=(",", ":")) + "\n", "utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes", file=sys.stderr, flush=True)


def main() -> None:
    """Train, and say what the models give on sites they did not see."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, help="also write here the scorer of each fold, made without its sites")
    parser.add_argument("--without", choices=REAL_SETS, help="leave out a set, and measure on it")
    parser.add_argument("--thorough", action="store_true", help="make the larger scorer")
    args = parser.parse_args()
    corpus = load_corpus(data_folder())
    states, models = fit_scorer(corpus, args.without, THOROUGH if args.thorough else USUAL)
    for mode, f1 in sorted(summary(corpus, states, args.without).items()):
        print(f"{f1:.4f}  {mode}", flush=True)
    if args.without:
        return
    if args.folds:
        args.folds.mkdir(parents=True, exist_ok=True)
        for number, fold in enumerate(models[:-1]):
            write_scorer(fold, args.folds / f"scorer-{number}.json")
    write_scorer(models[-1], CONTENT / (THOROUGH_FILE if args.thorough else FILE))


if __name__ == "__main__":
    main()
