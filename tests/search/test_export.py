"""Exported pages, ranked as a search engine's `combined_fields` query ranks them, against the index."""

import math
import re
from pathlib import Path

import pytest

from sitegrain import read
from sitegrain.errors import ModelError, UsageError
from sitegrain.pages.raw import RawPage
from sitegrain.search import Index, Indexing, build_index, export_pages, export_query, export_settings
from sitegrain.search import export as exporting
from sitegrain.search.export import document_id
from sitegrain.search.store import connect

GAZETTE = Path(__file__).parents[2] / "examples" / "harbour-gazette"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    place = tmp_path_factory.mktemp("index") / "a.index"
    list(build_index(read(GAZETTE), place, indexing=Indexing(with_anchors=True)))
    return place


def engine_scores(path, query):
    """BM25F: frequencies and lengths of the fields are added up, each times its boost, then saturated."""
    pages, asked = list(export_pages(path)), export_query(path, query)["query"]["combined_fields"]
    similarity = export_settings(path)["settings"]["index"]["similarity"]["default"]
    boosts = {name: float(boost) for name, boost in (field.split("^") for field in asked["fields"])}
    counts = [{name: page.get(name, "").split() for name in boosts} for page in pages]
    lengths = [sum(boosts[name] * len(words) for name, words in fields.items()) for fields in counts]
    mean, scores = sum(lengths) / len(lengths), [0.0] * len(pages)
    for term in asked["query"].split():
        tfs = [sum(boosts[name] * words.count(term) for name, words in fields.items()) for fields in counts]
        n = sum(tf > 0 for tf in tfs)
        idf = math.log(1 + (len(pages) - n + 0.5) / (n + 0.5))
        for number, (tf, length) in enumerate(zip(tfs, lengths, strict=True)):
            norm = similarity["k1"] * (1 - similarity["b"] + similarity["b"] * length / mean)
            scores[number] += idf * tf * 2.2 / (tf + norm)
    return {page["path"] or page["url"]: score for page, score in zip(pages, scores, strict=True) if score > 0}


@pytest.mark.parametrize("query", ["harbour", "low tide", "ferry school", "the"])
def test_an_engine_scores_as_the_index_does(tmp_path, query):
    """But for the tiers: a class weighs up to a fifth more or less."""
    place = tmp_path / "a.index"
    list(build_index(read(GAZETTE), place))
    with Index(place) as opened:
        hits = {hit.path: hit.score for hit in opened.search(query, 100, everywhere=True)}

    assert hits
    assert engine_scores(place, query) == {path: pytest.approx(score, rel=0.2) for path, score in hits.items()}


def test_terms_stand_as_often_as_they_count(tmp_path):
    """Two classes without weights of their own: the title's six times the other's; `a_b` is found by its parts."""
    place = tmp_path / "a.index"
    connect(place, create=True).close()
    with Index(place) as opened:
        opened.add([RawPage("<title>Red</title><p>red a_b red fish", url="http://a.example/1")])

    (page,) = export_pages(place)
    words = {name: value.split() for name, value in page.items() if name.startswith("tier_")}
    assert sorted(map(sorted, words.values())) == [["a", "b", "fish", "red", "red"], ["red"]]
    assert {name: page[name] for name in ("url", "title", "text")} == {
        "url": "http://a.example/1",
        "title": "Red",
        "text": "red a_b red fish",
    }
    low, high = export_query(place, "red")["query"]["combined_fields"]["fields"]
    assert low.endswith("^1")
    assert float(high.split("^")[1]) == pytest.approx(6, rel=0.2)


def test_portions_do_not_change_what_is_exported(index, monkeypatch):
    whole = list(export_pages(index))
    monkeypatch.setattr(exporting, "HELD_POSTINGS", 100)

    assert list(export_pages(index)) == whole
    assert all(any(name.startswith("tier_") for name in page) for page in whole)


def test_every_field_is_declared(index):
    settings = export_settings(index)
    declared = set(settings["mappings"]["properties"])

    assert {name for page in export_pages(index) for name in page} <= declared
    assert {
        field.split("^")[0] for field in export_query(index, "tide")["query"]["combined_fields"]["fields"]
    } <= declared
    pattern = settings["settings"]["index"]["analysis"]["tokenizer"]["words"]["pattern"]
    assert re.findall(pattern, "os.path 東京 a_b") == ["os", "path", "東", "京", "a", "b"]


def test_bad_uses(index, tmp_path):
    with pytest.raises(UsageError, match="no letter or digit"):
        export_query(index, "?!")
    with pytest.raises(ModelError, match="no such index"):
        export_settings(tmp_path / "none")
    connect(tmp_path / "empty", create=True).close()
    assert list(export_pages(tmp_path / "empty")) == []
    assert "tier_00" not in export_settings(tmp_path / "empty")["mappings"]["properties"]


def test_long_addresses_have_ids_that_engines_take():
    """512 bytes at most; ä has two of them."""
    short, long, other = (
        "http://a.example/" + "x" * 495,
        "http://a.example/" + "ä" * 600,
        "http://a.example/" + "ä" * 601,
    )

    assert document_id(short) == short
    assert len({document_id(long), document_id(other)}) == 2
    assert len(document_id(long).encode()) <= 512
    assert document_id(long).startswith("http://a.example/ää")
