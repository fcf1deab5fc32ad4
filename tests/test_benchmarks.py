"""The benchmarks' own measure, sampling and tables; the peers are not installed here and are never imported."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from benchmarks import peers, tables
from benchmarks.datasets import DataSet, Sample
from benchmarks.processes import CommandError, available_cores, run
from benchmarks.speed import draw
from benchmarks.stripping import strip_names
from sitegrain.measures.extraction import Score, mean_by_group, score_text
from sitegrain.pages.tokens import tokenize

PEERS = Path(peers.__file__).parent


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop", ["don", "t", "stop"]),
        ("snake_case 3.14", ["snake", "case", "3", "14"]),
        ("Straße ΣΑΣ", ["strasse", "σασ"]),
        ("東京tower に", ["東", "京", "tower", "に"]),
        ("한국 ... !", ["한", "국"]),
        ("", []),
    ],
)
def test_a_word_is_a_run_of_letters_and_digits_or_one_cjk_character(text, expected):
    assert tokenize(text) == expected


@pytest.mark.parametrize(
    ("extracted", "gold", "precision", "recall", "f1"),
    [
        ("a b c d", "a b c d", 1, 1, 1),
        ("a b", "a b c d", 1, 0.5, 2 / 3),  # 2 of 2 words right, 2 of 4 found: 2 * 1 * 0.5 / 1.5
        ("a a a b", "a a b b", 0.75, 0.75, 0.75),  # common: two a, one b
        ("x", "a", 0, 0, 0),
        ("", "a", 0, 0, 0),
        ("", "", 1, 1, 1),
        ("a", "...", 0, 1, 0),  # a gold without words
    ],
)
def test_a_page_is_scored_by_its_bags_of_words(extracted, gold, precision, recall, f1):
    found = score_text(extracted, gold)

    assert (found.precision, found.recall, found.f1) == pytest.approx((precision, recall, f1))


def test_the_shingle_figure_sees_the_order_of_words():
    """Gold runs of four: abcd bcde. Extracted: bcde cdea. One of two in common."""
    found = score_text("b c d e a", "a b c d e")

    assert found.f1 == 1
    assert found.shingle == pytest.approx(0.5)


def test_texts_shorter_than_a_shingle_are_one_shingle():
    assert score_text("a b", "a b").shingle == 1
    assert score_text("b a", "a b").shingle == 0


def test_a_site_counts_once_however_many_pages_it_has():
    def flat(value):
        return Score(value, value, value, value)

    means = mean_by_group([("large", flat(1.0)), ("large", flat(0.5)), ("large", flat(0.0)), ("a", flat(1.0))])

    assert {site: one.f1 for site, one in means.items()} == {"a": 1.0, "large": 0.5}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (b'<p class="a b" lang=en ID=x>t', b"<p lang=en>t"),
        (b"<p class='>' title='id=1'>", b"<p title='id=1'>"),
        (b'<p class="a"lang=en>', b"<p lang=en>"),
        (b"<p data-id=3 aria-class=x>", b"<p data-id=3 aria-class=x>"),
        (b'<!-- <p id="x"> --><p id=y>', b'<!-- <p id="x"> --><p>'),
        (b"<script id=s>'<p class=x>'</script><p class>", b"<script>'<p class=x>'</script><p>"),
        (b"<iframe id=f/><p id=x>", b"<iframe><p>"),
        (b"a < b <p id=1 id=2", b"a < b <p id=1 id=2"),
    ],
)
def test_stripping_takes_class_and_id_off_every_start_tag_and_nothing_else(html, expected):
    assert strip_names(html) == expected


@pytest.mark.parametrize("piece", [b'<p class="', b"<!--", b"<p ", b"<script>", b"<p a=", b"<p" + b" " * 50])
def test_markup_that_never_ends_is_stripped_in_linear_time(piece):
    """300,000 unfinished pieces; at one look ahead to the end for each, this would take hours."""
    html = piece * 300_000

    assert len(strip_names(html)) == len(html)


def test_a_command_is_charged_with_the_memory_of_its_children():
    """The child holds 64 MiB for half a second, the parent nothing."""
    child = "import time; held = bytearray(64 * 2**20); time.sleep(0.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}]); print('done')"

    took = run([sys.executable, "-c", parent], cores=available_cores()[:1], limit_seconds=60)

    assert took.output == "done\n"
    assert took.peak_bytes > 64 * 2**20
    assert took.seconds >= 0.5


def test_a_command_over_its_limit_is_ended_with_all_it_started():
    parent = "import subprocess; subprocess.run(['sleep', '60'])"

    with pytest.raises(CommandError, match="status -9"):
        run([sys.executable, "-c", parent], cores=available_cores()[:1], limit_seconds=0.3)


def test_every_peer_has_one_file_and_a_place_in_the_tables():
    modules = sorted(path.stem for path in PEERS.glob("*.py") if path.stem != "__init__")

    assert modules == sorted(peers.PEERS) == sorted(tables.LABELS)


@pytest.mark.parametrize("peer", peers.PEERS)
def test_a_peer_defines_name_version_and_one_way_to_extract(peer):
    tree = ast.parse((PEERS / f"{peer}.py").read_text(encoding="utf-8"))
    required = {n.name: len(n.args.args) - len(n.args.defaults) for n in tree.body if isinstance(n, ast.FunctionDef)}
    names = [target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]

    assert "NAME" in names
    assert required["version"] == 0
    assert [required.get("extract"), required.get("extract_site")] in ([2, None], [None, 1])


def _set(name, *sites):
    samples = [Sample(f"{site}{n}", site, Path("x"), Path("y")) for site, n_pages in sites for n in range(n_pages)]
    return DataSet(name, tuple(samples))


def test_the_speed_sample_takes_equal_parts_of_the_sets_and_few_pages_of_a_site():
    sets = [_set("large", ("a", 100), ("b", 100), ("c", 100)), _set("small", ("d", 8), ("e", 100))]

    drawn = draw(sets, 40)

    assert sum(map(len, drawn)) == 40
    assert sum(len(site) for site in drawn if site[0].site in "abc") == 20
    assert max(map(len, drawn)) <= 15
    assert drawn == draw(sets, 40)


def test_pages_of_a_single_page_set_are_sites_of_their_own():
    assert [len(group) for group in _set("sites", ("a", 2), ("b", 1)).groups()] == [2, 1]
    assert [len(group) for group in _set("wcxb", ("a", 2), ("b", 1)).groups()] == [1, 1, 1]


def test_the_accuracy_table_marks_the_best_and_shows_what_failed_or_is_missing():
    plain = {"sites": {"trafilatura": {"f1": 0.89, "version": "2"}, "goose3": {"failed": "no module"}}}
    stripped = {"sites": {"trafilatura": {"f1": 0.5, "version": "2"}}}

    assert tables.accuracy_table(plain, stripped).splitlines() == [
        "| extractor | version | sites | sites, stripped |",
        "| --- | --- | ---: | ---: |",
        "| trafilatura | 2 | **0.890** | **0.500** |",
        "| goose3 |  | failed | – |",
    ]


def test_a_table_replaces_what_stands_between_its_markers():
    readme = "a\n<!-- speed:begin -->\nold\n<!-- speed:end -->\nb\n"

    assert tables.render(readme, {"speed": "new"}) == "a\n<!-- speed:begin -->\nnew\n<!-- speed:end -->\nb\n"


def test_a_readme_without_markers_is_refused():
    with pytest.raises(ValueError, match="speed:begin"):
        tables.render("text", {"speed": "new"})


def test_the_readme_holds_the_tables_of_the_committed_results():
    readme = tables.README.read_text(encoding="utf-8")

    assert tables.render(readme, tables.current_tables()) == readme
