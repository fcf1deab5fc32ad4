"""The ways to find records by name, as the command line knows them."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Protocol

from sitegrain.errors import UsageError
from sitegrain.records.iepad import Iepad
from sitegrain.records.tree import TreeRecords
from sitegrain.segmenters.methods import check_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.records.region import Region
    from sitegrain.records.section import Section


class RecordFinder(Protocol):
    """Finds the regions of a page that hold records, the best first."""

    def find(self, page: AnyPage | Page, section: Section | None = None) -> list[Region]: ...


METHODS: dict[str, type[RecordFinder]] = {"tree": TreeRecords, "iepad": Iepad}


def make_finder(name: str, parameters: Mapping[str, Any] | None = None) -> RecordFinder:
    """A finder with the given parameters; UsageError for one that the method does not have, or that it refuses."""
    if name not in METHODS:
        raise UsageError(f"method must be one of {', '.join(METHODS)}, got {name!r}")
    check_parameters(name, METHODS[name], parameters or {})
    for parameter, value in (parameters or {}).items():
        _check(name, parameter, value, inspect.signature(METHODS[name]).parameters[parameter].default)
    return METHODS[name](**(parameters or {}))


def _check(name: str, parameter: str, value: Any, default: Any) -> None:
    """Refuse a value of another type than the default's; a whole number will do for any number."""
    is_like = isinstance(value, type(default)) or (isinstance(default, float) and isinstance(value, int))
    if not is_like or (isinstance(value, bool) and not isinstance(default, bool)):
        raise UsageError(f"{parameter} of {name} must be {type(default).__name__}, got {value!r}")
