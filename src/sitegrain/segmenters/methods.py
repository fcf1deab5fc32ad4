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

PLAIN_TYPES: dict[str, tuple[type, ...]] = {  # a whole number will do for any number
    "int": (int,),
    "float": (float, int),
    "bool": (bool,),
    "str": (str,),
    "None": (type(None),),
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
    for parameter, value in given.items():
        _check(name, parameter, value, inspect.signature(method).parameters[parameter].annotation)
    try:
        return method(**given)
    except TypeError as error:  # of a parameter that has no plain type
        values = ", ".join(f"{parameter} {value!r}" for parameter, value in given.items())
        raise UsageError(f"{name} cannot have {values}: a value is of the wrong type") from error


def check_parameters(name: str, method: type, parameters: Mapping[str, Any]) -> None:
    """UsageError for a parameter that the method does not have."""
    known = list(inspect.signature(method).parameters)
    for parameter in parameters:
        if parameter not in known:
            raise UsageError(f"{name} has no parameter {parameter!r}; it has {', '.join(known) or 'none'}")


def _check(name: str, parameter: str, value: Any, annotation: str) -> None:
    """Refuse a value that the annotation does not name; annotations with other than plain types are not looked at."""
    kinds = ["str" if kind.startswith("Literal[") else kind for kind in annotation.split(" | ")]
    if any(kind not in PLAIN_TYPES for kind in kinds):
        return
    is_like = any(isinstance(value, PLAIN_TYPES[kind]) for kind in kinds)
    if not is_like or (isinstance(value, bool) and "bool" not in kinds):
        raise UsageError(f"{parameter} of {name} must be {' or '.join(kinds)}, got {value!r}")


def need_extra(name: str, parameters: Mapping[str, Any] | None = None) -> None:
    """ExtraError if the method, so set, needs a package that is not installed; before any work is done."""
    if name == "vips" and (parameters or {}).get("boxes") is None:
        from sitegrain.segmenters.vips.renderer import need_playwright

        need_playwright()


def learns(segmenter: PageSegmenter) -> bool:
    """Whether the method needs to see the pages of a site first."""
    return bool(getattr(segmenter, "needs_site", hasattr(segmenter, "fit")))
