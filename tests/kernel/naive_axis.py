"""The axis of a tree, made by recursion over it: what the kernel's walk is compared with."""

from dataclasses import dataclass, field

from sitegrain.kernel import read_tree
from sitegrain.pages.elements import INLINE, OFF_AXIS
from tests.kernel.trees import text_at


@dataclass
class NaiveAxis:
    """Rows of (tag, parent, end, depth) and runs of (text, node, position, unit)."""

    rows: list = field(default_factory=list)
    runs: list = field(default_factory=list)
    n_units: int = 0
    has_text: bool = False
    n_breaks: int = 0


def naive_axis(html):
    tree = read_tree(html, close_at_once=True)
    axis = NaiveAxis()
    root = next(child for child in tree.children(0) if tree.kind(child) == "html")
    _visit(axis, tree, root, -1, 0)
    _end_unit(axis)
    return axis


def _end_unit(axis):
    axis.n_units += axis.has_text
    axis.has_text = False
    axis.n_breaks = 0


def _visit(axis, tree, node, parent, depth):
    kind = tree.kind(node)
    if kind == "text" and not tree.continues(node):
        _text(axis, text_at(tree, node), parent)
    if kind not in ("html", "svg", "math") or tree.name(node) in OFF_AXIS:
        return
    tag, row = tree.name(node), len(axis.rows)
    if tag not in INLINE:
        _end_unit(axis)
    elif tag == "br":
        axis.n_breaks += 1
        if axis.n_breaks == 2:
            _end_unit(axis)
    axis.rows.append([tag, parent, 0, depth])
    for child in tree.children(node):
        _visit(axis, tree, child, row, depth + 1)
    axis.rows[row][2] = len(axis.rows)
    if tag not in INLINE:
        _end_unit(axis)


def _text(axis, text, parent):
    if not text.isspace():
        axis.has_text = True
        axis.n_breaks = 0
    if axis.has_text:
        axis.runs.append((text, parent, len(axis.rows), axis.n_units))
