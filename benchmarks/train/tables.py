"""Learn the coefficients of LayoutTables from the labelled tables: python -m benchmarks.train.tables."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.reproduce.tables import read_tables
from sitegrain.segmenters.coefficients import logistic_regression, write_coefficients
from sitegrain.segmenters.layout_tables import classifying


def main() -> int:
    """Write the file that comes with the package."""
    x, _, genuine, _ = read_tables()
    coefficients = logistic_regression(x, genuine.astype(float))
    write_coefficients(Path(classifying.__file__).parent / classifying.FILE, classifying.INPUTS, coefficients)
    return 0


if __name__ == "__main__":
    sys.exit(main())
