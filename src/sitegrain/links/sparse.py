"""Sparse matrices of scipy, the extra `links`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitegrain.errors import ExtraError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array


def check_scipy() -> None:
    """ExtraError without scipy; before any work is done."""
    try:
        import scipy.sparse  # noqa: F401
    except ImportError as error:
        raise ExtraError("the analysis of links needs scipy: pip install 'sitegrain[links]'") from error


def make_matrix(rows: NDArray[Any], columns: NDArray[Any], values: NDArray[Any], n: int) -> csr_array:
    """A sparse n by n matrix; values at the same place are added."""
    check_scipy()
    from scipy.sparse import csr_array

    return csr_array((values, (rows, columns)), shape=(n, n))
