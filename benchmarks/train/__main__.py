"""Make the scorer.

    SITEGRAIN_DATA=... python -m benchmarks.train [--folds FOLDER]

Prints cross-validated word F1, then writes src/sitegrain/content/scorer.json. With --folds the scorers that the figures
come from are kept too; `SITEGRAIN_FOLDS=FOLDER python -m benchmarks.accuracy` measures whole pages with them.

Pages of three sets are seen with their site, as they are and without class and id attributes; all four sets are seen
page by page. With the same versions of the training tools the file is the same to the digit.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.datasets import REAL_SETS, REPOSITORY, SINGLE_PAGE_SETS
from benchmarks.train.boosting import tree_rows
from benchmarks.train.corpus import Example, data_folder, load_site, read_site_rows
from benchmarks.train.cross_validate import input_names, inputs, out_of_fold, summary
from benchmarks.train.fitting import (
    FIRST_TREES,
    SECOND_TREES,
    Models,
    State,
    fit_kind,
    fit_units,
)
from sitegrain.content.scorer import FORMAT

SCORER = REPOSITORY / "src" / "sitegrain" / "content" / "scorer.json"
SITE_SETS = [name for name in REAL_SETS if name not in SINGLE_PAGE_SETS]
MODES = [(name, False, False) for name in SITE_SETS] + [(name, False, True) for name in SITE_SETS]
MODES += [(name, True, False) for name in REAL_SETS]


def load_examples() -> list[Example]:
    """All examples in all modes: (set, seen alone, stripped)."""
    data, examples = data_folder(), []
    for name, alone, stripped in MODES:
        for rows in read_site_rows(data, name).values():
            if alone or len(rows) > 1:
                examples.extend(load_site(data, name, rows, alone=alone, stripped=stripped))
        print(f"read {name}{' alone' * alone}{' stripped' * stripped}", file=sys.stderr, flush=True)
    return examples


def fit_all(examples: list[Example], states: list[State]) -> Models:
    """Fit the models on every example; the second on first scores of models that did not see the site."""
    kind_names = tuple(examples[0].kind_features)
    first_names, second_names = input_names(examples, states)
    return Models(
        fit_kind([e for e in examples if e.is_alone and not e.is_stripped], kind_names),
        fit_units(examples, lambda i: inputs(examples[i], states[i], "first"), first_names, FIRST_TREES),
        fit_units(examples, lambda i: inputs(examples[i], states[i], "second"), second_names, SECOND_TREES),
        kind_names,
        first_names,
        second_names,
    )


def to_json(models: Models) -> dict:
    """The scorer file."""
    return {
        "format": FORMAT,
        "made_by": "benchmarks.train",
        "kind": {"depth": 4, "inputs": models.kind_names, "base": 0.0, "trees": tree_rows(models.kind)},
        "first": {"depth": 5, "inputs": models.first_names, "base": 0.0, "trees": tree_rows(models.first)},
        "second": {"depth": 5, "inputs": models.second_names, "base": 0.0, "trees": tree_rows(models.second)},
    }


def write_scorer(models: Models, path: Path) -> None:
    """Write a scorer file."""
    path.write_text(json.dumps(to_json(models), separators=(",", ":")) + "\n", "utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes", file=sys.stderr, flush=True)


def main() -> None:
    """Train, and say what the models give on sites they did not see."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, help="also write here the scorer of each fold, made without its sites")
    args = parser.parse_args()
    examples = load_examples()
    states, folds = out_of_fold(examples)
    if args.folds:
        args.folds.mkdir(parents=True, exist_ok=True)
        for number, models in enumerate(folds):
            write_scorer(models, args.folds / f"scorer-{number}.json")
    for mode, f1 in sorted(summary(examples, states).items()):
        print(f"{f1:.4f}  {mode}", flush=True)
    write_scorer(fit_all(examples, states), SCORER)


if __name__ == "__main__":
    main()
