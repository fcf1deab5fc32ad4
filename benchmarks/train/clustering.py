"""Learn the coefficients of CorrelationClustering from the gold of webseg: python -m benchmarks.train.clustering."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks.reproduce.webseg_gold import read_gold, reference
from sitegrain.segmenters.coefficients import write_coefficients
from sitegrain.segmenters.correlation_clustering import clustering
from sitegrain.segmenters.correlation_clustering.features import NAMES

LEVEL = "2"


def main() -> int:
    """Write the file that comes with the package."""
    pages = read_gold(Path(os.environ["SITEGRAIN_DATA"]) / "webseg")
    learner = clustering.CorrelationClustering(coefficients=[0.0] * len(NAMES))
    learner.fit([page.page for page in pages], [reference(page, LEVEL) for page in pages])
    write_coefficients(Path(clustering.__file__).parent / clustering.FILE, NAMES, learner.coefficients_)
    return 0


if __name__ == "__main__":
    sys.exit(main())
