"""Learn the coefficients of CorrelationClustering from the gold of webseg: python -m benchmarks.train.clustering."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from benchmarks.reproduce.webseg_gold import read_gold, reference
from sitegrain.segmenters.correlation_clustering import clustering
from sitegrain.segmenters.correlation_clustering.features import NAMES

DIGITS = 4
LEVEL = "2"


def main() -> int:
    """Write the file that comes with the package."""
    pages = read_gold(Path(os.environ["SITEGRAIN_DATA"]) / "webseg")
    learner = clustering.CorrelationClustering(coefficients=[0.0] * len(NAMES))
    learner.fit([page.page for page in pages], [reference(page, LEVEL) for page in pages])
    values = dict(zip(NAMES, (round(float(value), DIGITS) for value in learner.coefficients_), strict=True))
    path = Path(clustering.__file__).parent / clustering.FILE
    path.write_text(json.dumps({"format": clustering.FORMAT, "coefficients": values}, indent=1) + "\n", "utf-8")
    print(path.read_text("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
