import numpy as np
from numpy.typing import NDArray

def sum_postings(
    postings: bytes,
    rows: NDArray[np.int32],
    factors: NDArray[np.float64],
    flags: NDArray[np.uint8],
    anchor_counts: NDArray[np.float64],
    sums: NDArray[np.float64],
    is_told: NDArray[np.uint8],
    found: NDArray[np.int32],
) -> int: ...
