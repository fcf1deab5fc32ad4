"""Logistic regression: learned by Newton's method, kept as JSON with the name of each column."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = 1
DIGITS = 4
ROUNDS, RIDGE = 30, 1e-2  # of Newton's method; weight of the squares of the coefficients


def logistic_regression(x: NDArray[np.float64], y: NDArray[np.float64], *, ridge: float = RIDGE) -> NDArray[np.float64]:
    """Float64 (n_columns,): coefficients by Newton's method, with a ridge on all but the first."""
    coefficients = np.zeros(x.shape[1])
    penalty = ridge * len(y) * np.eye(x.shape[1]) / x.shape[1]
    penalty[0, 0] = 0
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ coefficients, -60, 60)))
        gradient = x.T @ (y - p) - penalty @ coefficients
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty + 1e-9 * np.eye(x.shape[1])
        step = np.linalg.solve(hessian, gradient)
        coefficients = coefficients + step
        if np.abs(step).max() < 1e-8:
            break
    return coefficients


@cache
def read_coefficients(package: str, file: str, names: tuple[str, ...]) -> NDArray[np.float64]:
    """Float64 (n_names,): the coefficients in a file of a package; ModelError if they are of other columns."""
    data = json.loads(files(package).joinpath(file).read_text("utf-8"))
    if data.get("format") != FORMAT or tuple(data["coefficients"]) != names:
        raise ModelError(
            f"{file}: format {data.get('format')!r}, this version reads {FORMAT} with {len(names)} columns"
        )
    found = np.array(list(data["coefficients"].values()), np.float64)
    found.flags.writeable = False  # everybody gets the same array
    return found


def write_coefficients(path: Path, names: Sequence[str], coefficients: NDArray[np.float64]) -> None:
    """Write what `read_coefficients` reads."""
    values = {name: round(float(value), DIGITS) for name, value in zip(names, coefficients, strict=True)}
    path.write_text(json.dumps({"format": FORMAT, "coefficients": values}, indent=1) + "\n", "utf-8")
