"""Learn the coefficients of LayoutTables from the labelled tables: python -m benchmarks.train.tables."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.reproduce.tables import fit, read_tables
from sitegrain.segmenters.coefficients import write_coefficients
from sitegrain.segmenters.layout_tables import classifying


def main() -> int:
    """Write the file that comes with the package."""
    path = Path(classifying.__file__).parent / classifying.FILE
    tables = read_tables()
    write_coefficients(path, classifying.INPUTS, fit(tables, ~tables.is_unseen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
