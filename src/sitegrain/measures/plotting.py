"""Sorted curves as a picture, the same to the byte for the same values; needs matplotlib, the extra `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitegrain.errors import ExtraError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitegrain.measures.curves import Curve

SUFFIXES = (".svg", ".png")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f7f7f", "#222222")  # distinct without red or green
DASHES = ("-", "--", "-.", ":")
STYLE: Any = {
    "svg.hashsalt": "sitegrain",  # else the ids of elements differ from run to run
    "svg.fonttype": "none",  # text stays text
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "savefig.facecolor": "white",
}


def check_plot(path: Path) -> None:
    """UsageError for a picture of another format, ExtraError without matplotlib; before any work is done."""
    if path.suffix not in SUFFIXES:
        raise UsageError(f"{path}: a picture ends in {' or '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ExtraError("drawing needs matplotlib: pip install 'sitegrain[plot]'") from error


def draw_curves(curves: Mapping[str, Curve], measure: str, path: Path, *, suffix: str) -> None:
    """Draw the values of each method over the ranks of its pages; `suffix` is one of SUFFIXES."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        axes = figure.subplots()
        for number, (name, curve) in enumerate(curves.items()):
            axes.plot(
                range(1, len(curve.values) + 1),
                curve.values,
                color=COLOURS[number % len(COLOURS)],
                linestyle=DASHES[number // len(COLOURS) % len(DASHES)],
                label=f"{name}: mean {curve.mean:.3f}",
            )
        axes.set_xlabel("pages, each method's in the order of its values")
        axes.set_ylabel(measure)
        axes.set_ylim(top=1.02)
        axes.legend(frameon=False)
        metadata = {"Date": None} if suffix == ".svg" else {"Software": None}
        figure.savefig(path, format=suffix[1:], metadata=metadata)
