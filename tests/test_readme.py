"""The examples in README.md and docs/ do what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
TEXTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_the_examples_give_what_they_show(path, monkeypatch):
    """Examples run from the repository's root, so that they may read `examples/`."""
    monkeypatch.chdir(REPOSITORY)

    found = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")

    assert found.failed == 0
