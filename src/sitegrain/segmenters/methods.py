"""The methods by name, as the command line and the experiments know them."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sitegrain.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.segmenters.segmenter import PageSegmenter

METHODS = {
    "som-tree": "SomTree",
    "style-tree": "StyleTree",
    "alignment-template": "AlignmentTemplate",
    "data-rich-section": "DataRichSection",
    "head-tail": "HeadTail",
    "layout-tables": "LayoutTables",
    "block-fusion": "BlockFusion",
    "content-distance": "ContentDistance",
    "correlation-clustering": "CorrelationClustering",
    "vips": "Vips",
}


def method_class(name: str) -> type[PageSegmenter]:
    """The class of a method; UsageError if there is none of that name."""
    if name not in METHODS:
        raise UsageError(f"method must be one of {', '.join(METHODS)}, got {name!r}")
    found: type[PageSegmenter] = getattr(import_module("sitegrain.segmenters"), METHODS[name])
    return found


def make_method(name: str, parameters: Mapping[str, Any] | None = None) -> PageSegmenter:
    """A segmenter with the given parameters; UsageError for one that the method does not have, or refuses."""
    method, given = method_class(name), parameters or {}
    check_parameters(name, method, given)
    try:
        return method(**given)
    except TypeError as error:  # a text was compared with a limit
        values = ", ".join(f"{parameter} {value!r}" for parameter, value in given.items())
        raise UsageError(f"{name} cannot have {values}: a value is of the wrong type") from error


def check_parameters(name: str, method: type, parameters: Mapping[str, Any]) -> None:
    """UsageError for a parameter that the method does not have."""
    known = list(inspect.signature(method).parameters)
    for parameter in parameters:
        if parameter not in known:
            raise UsageError(f"{name} has no parameter {parameter!r}; it has {', '.join(known) or 'none'}")


def learns(segmenter: PageSegmenter) -> bool:
    """Whether the method needs to see the pages of a site first."""
    return bool(getattr(segmenter, "needs_site", hasattr(segmenter, "fit")))
