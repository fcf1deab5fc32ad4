"""Make the scorer.

    SITEGRAIN_DATA=... python -m benchmarks.train              write src/sitegrain/content/scorer.json
    SITEGRAIN_DATA=... python -m benchmarks.train --validate   print cross-validated word F1 instead

Pages of three sets are seen with their site, as they are and without class and id attributes; all four sets are seen page
by page. With the same versions of the training tools the file is the same to the digit.
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.datasets import REPOSITORY
from benchmarks.train.boosting import tree_rows
from benchmarks.train.corpus import SETS, Example, data_folder, load_site, read_site_rows
from benchmarks.train.cross_validate import input_names, out_of_fold, summary
from benchmarks.train.fitting import (
    FIRST_TREES,
    SECOND_TREES,
    Models,
    State,
    by_site,
    first_columns,
    fit_kind,
    fit_units,
    pool_site,
)

from sitegrain.content.scorer import FORMAT

SCORER = REPOSITORY / "src" / "sitegrain" / "content" / "scorer.json"
MODES = [(name, False, False) for name in SETS[:3]] + [(name, False, True) for name in SETS[:3]]
MODES += [(name, True, False) for name in SETS]


def load_examples() -> list[Example]:
    """All examples in all modes: (set, seen alone, stripped)."""
    data, examples = data_folder(), []
    for name, alone, stripped in MODES:
        for rows in read_site_rows(data, name).values():
            if alone or len(rows) > 1:
                examples.extend(load_site(data, name, rows, alone=alone, stripped=stripped))
        print(f"read {name}{' alone' * alone}{' stripped' * stripped}", file=sys.stderr, flush=True)
    return examples


def fit_all(examples: list[Example]) -> tuple[Models, list[State]]:
    """Fit the models on every example; the second on first scores of models that did not see the site."""
    kind_names = tuple(examples[0].kind_features)
    states = out_of_fold(examples, with_second=False)
    for group in by_site(examples):
        pool_site([examples[i] for i in group], [states[i] for i in group])
    first_names, second_names = input_names(examples, states)
    kind = fit_kind([e for e in examples if e.is_alone and not e.is_stripped], kind_names)
    first = fit_units(examples, lambda i: first_columns(examples[i], states[i]), first_names, FIRST_TREES)
    second = fit_units(
        examples,
        lambda i: first_columns(examples[i], states[i]) | states[i].second_columns,
        second_names,
        SECOND_TREES,
    )
    return Models(kind, first, second, kind_names, first_names, second_names), states


def to_json(models: Models) -> dict:
    """The scorer file."""
    return {
        "format": FORMAT,
        "made_by": "benchmarks.train",
        "kind": {"depth": 4, "inputs": models.kind_names, "base": 0.0, "trees": tree_rows(models.kind)},
        "first": {"depth": 5, "inputs": models.first_names, "base": 0.0, "trees": tree_rows(models.first)},
        "second": {"depth": 5, "inputs": models.second_names, "base": 0.0, "trees": tree_rows(models.second)},
    }


def main() -> None:
    """Run one of the two jobs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--validate", action="store_true", help="print cross-validated word F1, write nothing")
    args = parser.parse_args()
    examples = load_examples()
    if args.validate:
        for mode, f1 in sorted(summary(examples, out_of_fold(examples)).items()):
            print(f"{f1:.4f}  {mode}")
        return
    models, _ = fit_all(examples)
    SCORER.write_text(json.dumps(to_json(models), separators=(",", ":")) + "\n", "utf-8")
    print(f"{SCORER.name}: {SCORER.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
