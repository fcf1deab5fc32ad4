"""`sitegrain evaluate`: figures of small files worked out by hand."""

import json

import pytest


def write_rows(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def row(path, *blocks, n_tokens=10):
    """Blocks are (start, end, weight)."""
    return {
        "path": path,
        "n_tokens": n_tokens,
        "blocks": [{"spans": [[start, end]], "weight": weight} for start, end, weight in blocks],
    }


GOLD = row("a.html", (0, 3, 0.0), (3, 7, 1.5), (7, 10, 1.0))
MERGED = row("a.html", (0, 3, 0.0), (3, 10, 1.2))


def test_segmentations(sitegrain, tmp_path):
    gold = write_rows(tmp_path / "gold.jsonl", [GOLD, row("b.html", (0, 10, 1)), row("c.html", n_tokens=10)])
    ours = write_rows(tmp_path / "ours.jsonl", [GOLD, row("c.html", (0, 1, 1))])
    other = write_rows(tmp_path / "other.jsonl", [MERGED, row("b.html", (0, 9, 1), n_tokens=9)])

    ended = sitegrain("evaluate", "segmentation", gold, ours, other, "--json", "--curves", tmp_path / "c.csv")

    first, second = ended.rows
    assert (first["name"], first["pages"], first["ari"], first["below_0.5"]) == ("ours", 1, 1, 0)
    assert (second["ari"], second["nmi"], second["rand"]) == (0.4828, 0.749, 0.7333)  # methods.md F.3
    assert (second["below_0.5"], second["wins"], second["losses"], second["p_value"]) == (1, 0, 1, 1)
    assert "ours: 1 not found" in ended.err
    assert "ours: 1 without a reference block" in ended.err
    assert "other: 1 of another number of tokens" in ended.err
    assert (tmp_path / "c.csv").read_text().splitlines() == ["name,rank,value", "ours,1,1.0", "other,1,0.482759"]


def test_templates(sitegrain, tmp_path):
    gold = write_rows(tmp_path / "gold.jsonl", [row("a", (0, 4, 0), (4, 10, 2))])
    found = write_rows(tmp_path / "found.jsonl", [row("a", (0, 2, 0), (2, 6, 0.1), (6, 10, 2))])

    strict, loose = (
        sitegrain("evaluate", "template", gold, found, "--json", "--below", below).rows[0] for below in (0, 0.1)
    )

    assert (strict["precision"], strict["recall"]) == (1, 0.5)
    assert (loose["precision"], loose["recall"]) == (0.6667, 1)


def test_extracted_texts_are_averaged_by_group(sitegrain, tmp_path):
    gold = write_rows(
        tmp_path / "gold.jsonl",
        [{"id": i, "site": site, "text": "a b"} for i, site in enumerate(["x", "x", "y"])] + [{"id": 9}],
    )
    found = write_rows(tmp_path / "found.jsonl", [{"id": 0, "text": "a b"}, {"id": 1, "text": "a b c d"}])

    ended = sitegrain("evaluate", "extraction", gold, found, "--json", "--by", "site")

    assert ended.rows[0]["groups"]["x"]["precision"] == 0.75
    assert ended.rows[0]["recall"] == 0.5  # the mean of x, 1, and of y, which was not found
    assert "found: 1 not found, counted as empty" in ended.err
    assert "found: 1 without a gold text" in ended.err


def test_rankings(sitegrain, tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 c 1\nq1 0 f 1\nq1 0 z 1\nq1 0 b 0\nq2 0 a 0\n")
    (tmp_path / "run").write_text("".join(f"q1 Q0 {page} 1 {9 - i} us\n" for i, page in enumerate("abcdef")))

    ended = sitegrain("evaluate", "ranking", tmp_path / "qrels", tmp_path / "run", "--json")

    assert ended.rows[0]["ap"] == 0.5417
    assert ended.rows[0]["p10"] == 0.3
    assert "run: 1 without a relevant page" in ended.err


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_curves_are_drawn(sitegrain, tmp_path, suffix):
    gold = write_rows(tmp_path / "gold.jsonl", [GOLD])
    found = write_rows(tmp_path / "found.jsonl", [MERGED])
    pictures = [tmp_path / f"{name}.{suffix}" for name in "ab"]

    for picture in pictures:
        assert sitegrain("evaluate", "segmentation", gold, found, "--plot", picture).status == 0

    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    if suffix == "svg":
        assert "found: mean 0.483" in pictures[0].read_text()


def test_a_table_has_tabs_in_a_pipe(sitegrain, tmp_path):
    gold = write_rows(tmp_path / "gold.jsonl", [GOLD])

    lines = sitegrain("evaluate", "segmentation", gold, gold).out.splitlines()

    assert lines[0].split("\t")[:3] == ["name", "pages", "ari"]
    assert lines[1].split("\t")[:3] == ["gold", "1", "1.0000"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "gold.jsonl#1: not json"),
        ("[]", "gold.jsonl#1: a row must be an object, got list"),
        ('{"path": "a", "blocks": []}', "a: no n_tokens"),
        ('{"path": "a", "n_tokens": 2, "blocks": [{"spans": [[0, 3]]}]}', "a: span [0, 3] is not within its 2 tokens"),
    ],
)
def test_bad_rows_are_named(sitegrain, tmp_path, text, message):
    (tmp_path / "gold.jsonl").write_text(text)

    ended = sitegrain("evaluate", "segmentation", tmp_path / "gold.jsonl", tmp_path / "gold.jsonl")

    assert ended.status == 2
    assert message.lower() in ended.err.lower()


def test_bad_uses(sitegrain, tmp_path):
    gold = write_rows(tmp_path / "gold.jsonl", [GOLD])

    def wrong(*arguments):
        ended = sitegrain("evaluate", *arguments)
        assert ended.status == 2
        return ended.err

    assert "cannot read" in wrong("segmentation", tmp_path / "none.jsonl", gold)
    assert "ends in .svg or .png" in wrong("segmentation", gold, gold, "--plot", tmp_path / "a.pdf")
    assert "given twice" in wrong("segmentation", gold, gold, gold)
    (tmp_path / "run").write_text("q1 a 1\n")
    assert "run#1: 3 fields, expected `query 0 page relevance`" in wrong("ranking", tmp_path / "run", gold)
