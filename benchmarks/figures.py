"""Draw results as SVG, the same to the byte for the same results.

The only module that needs matplotlib; those who measure import it when they draw.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

STYLE = {
    "svg.hashsalt": "sitegrain",  # else the ids of elements differ from run to run
    "svg.fonttype": "none",  # text stays text
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "axes.axisbelow": True,
    "savefig.facecolor": "white",  # readable on dark pages too
}
LOOKS = {  # colours that remain distinct without red or green, and a marker each
    "dragnet": ("#0072b2", "o"),
    "daniel": ("#d55e00", "s"),
    "sites": ("#009e73", "^"),
    "wcxb": ("#cc79a7", "D"),
    "synthetic": ("#7f7f7f", "v"),
    "all": ("#222222", "P"),
}
FEW_PAGES = 10  # a mean over fewer is drawn hollow
TITLES = {
    "site": "With the site",
    "page": "One page alone",
    "site-stripped": "With the site, no class or id attributes",
    "page-stripped": "One page alone, no class or id attributes",
}


def draw_calibration(results: Mapping[str, Mapping], path: Path) -> None:
    """Draw mean F1 against mean confidence, a line a set, above the number of pages in each bin."""
    with _saved_figure(path, 10, 10.5) as figure:
        grid = figure.add_gridspec(2, 2, hspace=0.28, wspace=0.2, left=0.07, right=0.98, top=0.95, bottom=0.1)
        labelled: dict[str, Artist] = {}
        modes = [mode for mode in TITLES if mode in results["modes"]]
        for place, mode in zip(grid, modes, strict=False):
            sets = _in_order(results["modes"][mode]["sets"])
            above, below = place.subgridspec(2, 1, height_ratios=(4, 1), hspace=0.08).subplots(sharex=True)
            above.set_title(TITLES[mode])
            _draw_reliability(above, sets)
            _draw_pages(below, sets)
            handles, labels = above.get_legend_handles_labels()
            labelled |= dict(zip(labels, handles, strict=True))
        figure.legend(labelled.values(), labelled, loc="lower center", ncols=len(labelled), frameon=False)


def draw_sample_curve(results: Mapping[str, Mapping], path: Path) -> None:
    """Draw F1 against the number of pages learned from: a panel a cohort of sites, a line a set."""
    cohorts = sorted(results["cohorts"].items(), key=lambda cohort: int(cohort[0]))
    with _saved_figure(path, 10, 4.8) as figure:
        panels = figure.subplots(1, len(cohorts), sharey=True, squeeze=False)[0]
        for panel, (more_than, cohort) in zip(panels, cohorts, strict=True):
            steps = [str(step) for step in cohort["learned_from"]]
            for data, figures in _in_order(cohort["sets"] | {"all": cohort["all"]}).items():
                colour, marker = LOOKS[data]
                name = "all sites" if data == "all" else data
                width = 2.6 if data == "all" else 1.4
                label = f"{name} ({figures['sites']})"
                panel.plot(steps, figures["f1"], color=colour, marker=marker, lw=width, ms=5, label=label)
            panel.set_title(f"Sites of more than {more_than} pages (number of sites)")
            panel.set_xlabel("pages learned from")
            panel.legend(loc="best", frameon=False)
        panels[0].set_ylabel("word F1 of other pages, mean over sites")
        figure.subplots_adjust(left=0.08, right=0.98, top=0.92, bottom=0.12, wspace=0.06)


def _draw_reliability(axes: Axes, sets: Mapping[str, Mapping]) -> None:
    axes.plot([0, 1], [0, 1], color="#999999", ls="--", lw=1, label="as expected")
    for data, figures in sets.items():
        colour, marker = LOOKS[data]
        filled = [(one["confidence"], one["f1"], one["pages"]) for one in figures["bins"] if one["pages"]]
        many = [(x, y) for x, y, n_pages in filled if n_pages >= FEW_PAGES]
        few = [(x, y) for x, y, n_pages in filled if n_pages < FEW_PAGES]
        for points, style in ((many, {"label": data}), (few, {"ls": "", "mfc": "white"})):
            x, y = [x for x, _ in points], [y for _, y in points]
            axes.plot(x, y, color=colour, marker=marker, lw=1.4, ms=5, **style)
    axes.plot([], [], color="#222222", marker="o", ls="", ms=5, mfc="white", label=f"fewer than {FEW_PAGES} pages")
    axes.set(xlim=(0, 1), ylim=(0, 1.02), ylabel="mean word F1")
    axes.set_xticks([i / 10 for i in range(11)])
    axes.tick_params(labelbottom=False)


def _draw_pages(axes: Axes, sets: Mapping[str, Mapping]) -> None:
    """Stack the sets' numbers of pages, a bar a bin."""
    floor = [0] * 10
    for data, figures in sets.items():
        heights = [one["pages"] for one in figures["bins"]]
        middles = [one["from"] + 0.05 for one in figures["bins"]]
        axes.bar(middles, heights, 0.09, bottom=floor, color=LOOKS[data][0])
        floor = [low + height for low, height in zip(floor, heights, strict=True)]
    axes.set(xlabel="confidence", ylabel="pages")


def _in_order(sets: Mapping[str, Mapping]) -> dict[str, Mapping]:
    return {data: sets[data] for data in LOOKS if data in sets}


@contextmanager
def _saved_figure(path: Path, width: float, height: float) -> Iterator[Figure]:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height))
        yield figure
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
