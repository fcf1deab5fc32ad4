"""Learn the coefficients of LayoutTables from the labelled tables: python -m benchmarks.train.tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.reproduce.tables import read_tables
from sitegrain.segmenters.correlation_clustering.clustering import logistic_regression
from sitegrain.segmenters.layout_tables import classifying

DIGITS = 4


def main() -> int:
    """Write the file that comes with the package."""
    x, _, genuine, _ = read_tables()
    names = ("one", *classifying.NAMES, *classifying.FURTHER)
    coefficients = logistic_regression(x, genuine.astype(float))
    values = {name: round(float(value), DIGITS) for name, value in zip(names, coefficients, strict=True)}
    path = Path(classifying.__file__).parent / classifying.FILE
    path.write_text(json.dumps({"format": classifying.FORMAT, "coefficients": values}, indent=1) + "\n", "utf-8")
    print(path.read_text("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
