"""The language of a page."""

import errno

import py3langid
import pytest

from sitegrain.content.language import (
    DETECTOR,
    Language,
    _classifier,
    declared_language,
    detect_language,
    read_language,
)
from sitegrain.pages.parse import parse

ENGLISH = "The ferry sails at noon from the old harbour and comes back in the evening."


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=pt-BR>", Language("pt", "html")),
        ("<html lang=zh_Hans>", Language("zh", "html")),
        ("<html lang=GER>", Language("de", "html")),
        ("<html lang=und><meta property=og:locale content=fr_CA>", Language("fr", "og:locale")),
        (
            "<html lang='{{lang}}'><meta http-equiv=Content-Language content='el, en'>",
            Language("el", "content-language"),
        ),
        ("<html lang=english>", Language(None, None)),
        ("<html>", Language(None, None)),
    ],
)
def test_a_declared_language_is_a_primary_subtag(html, language):
    assert declared_language(parse(html)) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        ("Das Schiff fährt mittags aus dem alten Hafen und kommt am Abend zurück.", "de"),
        ("Το πλοίο φεύγει το μεσημέρι από το παλιό λιμάνι και γυρίζει το βράδυ.", "el"),
        ("船は正午に古い港を出て、夕方に戻ります。", "ja"),
        ("Statek odpływa w południe ze starego portu i wraca wieczorem.", "pl"),
    ],
)
def test_the_language_of_a_sentence_is_detected(text, language):
    assert detect_language(text) == language


@pytest.mark.parametrize("text", ["", "Hello there", "1 2 3 4 5 6 7 8 9 10"])
def test_a_text_of_few_words_has_no_language(text):
    assert detect_language(text) is None


def test_what_is_declared_wins_over_what_is_detected():
    assert read_language(parse("<html lang=fr>"), ENGLISH) == Language("fr", "html")
    assert read_language(parse("<p>"), ENGLISH) == Language("en", DETECTOR)
    assert read_language(parse("<p>"), "Hi") == Language(None, None)


def test_without_room_for_the_detectors_model_a_language_is_unknown_and_the_page_is_not_lost(monkeypatch):
    def refuse(text):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(py3langid, "classify", refuse)
    _classifier.cache_clear()
    with pytest.warns(UserWarning, match="No space left"):
        assert detect_language(ENGLISH) is None
    _classifier.cache_clear()
