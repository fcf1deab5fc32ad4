"""Boosted trees by LightGBM, the same to the digit in every run, and their rows for the scorer file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    import lightgbm

COMMON: dict[str, Any] = {
    "verbosity": -1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,  # folds run beside one another instead
    "seed": 7,
    "use_missing": False,
    "max_bin": 63,
    "lambda_l2": 5.0,
}
UNIT: dict[str, Any] = COMMON | {
    "objective": "cross_entropy",
    "num_leaves": 31,
    "max_depth": 6,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "min_data_in_leaf": 100,
}
KIND: dict[str, Any] = COMMON | {
    "objective": "multiclass",
    "learning_rate": 0.09,
    "feature_fraction": 0.4,
    "num_leaves": 6,
    "max_depth": 3,
    "min_data_in_leaf": 40,
}


@dataclass(frozen=True)
class Size:
    """How many trees a unit model has, and how each is grown."""

    n_trees: int
    settings: Mapping[str, Any]


USUAL = Size(120, {"learning_rate": 0.07, "feature_fraction": 0.4})
# Thresholds drawn at random make each tree weaker, and the sum of many better.
THOROUGH = Size(500, {"learning_rate": 0.05, "feature_fraction": 0.7, "extra_trees": True})


def tree_rows(booster: lightgbm.Booster, digits: int = 5) -> list[list[list[float]]]:
    """Every tree as rows: [feature, threshold, left row, right row, mean], or [value] for a leaf."""
    return [_rows(tree["tree_structure"], digits) for tree in booster.dump_model()["tree_info"]]


def _rows(root: dict, digits: int) -> list[list[float]]:
    rows: list[list[float]] = []
    pending: list[tuple[dict, list[float] | None, int]] = [(root, None, 0)]
    while pending:
        node, parent, slot = pending.pop()
        if parent is not None:
            parent[slot] = len(rows)
        if "leaf_value" in node:
            rows.append([round(node["leaf_value"], digits)])
            continue
        row = [node["split_feature"], _floor32(node["threshold"]), 0, 0, round(node["internal_value"], digits)]
        rows.append(row)
        pending.append((node["right_child"], row, 3))
        pending.append((node["left_child"], row, 2))
    return rows


def _floor32(value: float) -> float:
    """The largest single-precision number that is not above a threshold: x <= value stays the same for every x."""
    single = np.float32(value)
    if float(single) > value:
        single = np.nextafter(single, np.float32(-np.inf))
    return float(single)
