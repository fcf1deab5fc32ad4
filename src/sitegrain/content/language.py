"""The language of a page: what it declares, else what py3langid finds in its text."""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitegrain.pages.page import Page

DETECTOR = "py3langid"
MIN_TOKENS = 8  # below, detectors guess
MAX_CHARS = 2_000  # more text costs time and changes nothing

_PRIMARY = re.compile(r"^\s*([a-z]{2,3})(?:$|[-_,;.\s])", re.IGNORECASE)
_NO_LANGUAGE = frozenset(("und", "mul", "zxx", "mis", "xx"))
_ISO_639_2 = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
    "nld": "nl", "dut": "nl", "rus": "ru", "pol": "pl", "zho": "zh", "chi": "zh", "jpn": "ja", "kor": "ko", "ara": "ar",
    "ell": "el", "gre": "el", "ces": "cs", "cze": "cs", "swe": "sv", "dan": "da", "fin": "fi", "nor": "no", "tur": "tr",
}  # fmt: skip


class Language(NamedTuple):
    """A primary language subtag and where it comes from: `html`, a meta name, or the detector's name."""

    lang: str | None
    source: str | None


def read_language(page: Page, text: str) -> Language:
    """The language a page declares, else the one its text is in; (None, None) if neither can be told."""
    declared = declared_language(page)
    if declared.lang:
        return declared
    detected = detect_language(text)
    return Language(detected, DETECTOR if detected else None)


def declared_language(page: Page) -> Language:
    """The language of the lang attribute of <html>, else of the metas that name one."""
    lang = primary_subtag(page.head.lang)
    if lang:
        return Language(lang, "html")
    for wanted in ("og:locale", "content-language", "language", "dc.language", "dcterms.language", "inlanguage"):
        for name, content in page.head.metas:
            if name == wanted:
                lang = primary_subtag(content)
                if lang:
                    return Language(lang, wanted)
    return Language(None, None)


def primary_subtag(tag: str) -> str | None:
    """The language part of a language tag, in its short form; None if the tag names no language.

    >>> primary_subtag("pt-BR"), primary_subtag("zh_Hans_CN"), primary_subtag("x-default"), primary_subtag("english")
    ('pt', 'zh', None, None)
    """
    match = _PRIMARY.match(tag)
    if match is None:
        return None
    lang = match[1].lower()
    return None if lang in _NO_LANGUAGE else _ISO_639_2.get(lang, lang)


def detect_language(text: str) -> str | None:
    """The language of a text by py3langid; None for a text of fewer than `MIN_TOKENS` words with letters."""
    sample = text[:MAX_CHARS]
    if sum(not token.isdigit() for token in tokenize(sample)) < MIN_TOKENS:
        return None
    classify = _classifier()
    return primary_subtag(classify(sample)[0]) if classify else None


@cache
def _classifier() -> Callable[[str], tuple[str, float]] | None:
    """The detector; None, with a warning, if there is no room for the temporary file that its model is unpacked to."""
    # Imported late: its model takes a second or two to unpack, and most pages declare their language.
    import py3langid  # type: ignore[import-untyped]

    try:
        py3langid.classify("")
    except OSError as error:
        warnings.warn(f"languages that pages do not declare stay unknown: {DETECTOR}: {error}", stacklevel=2)
        return None
    classify: Callable[[str], tuple[str, float]] = py3langid.classify
    return classify
