"""The optional package that topics need."""

from __future__ import annotations

from sitegrain.errors import ExtraError


def need_scikit_learn() -> None:
    """ExtraError, with the line that installs it, unless scikit-learn is there."""
    try:
        import sklearn  # noqa: F401
    except ImportError as error:
        raise ExtraError("topics need scikit-learn: pip install 'sitegrain[cluster]'") from error
