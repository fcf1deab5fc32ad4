"""Jobs over many sites: two passes, order, faults, models, and what is left on the disk."""

import tempfile

import pytest

import sitegrain
from sitegrain.crawl import Listener, Plan, SegmentWork, StripWork, extract_rows, extract_sites, file_name, learn_sites
from sitegrain.errors import ModelError, UsageError
from sitegrain.pages.raw import RawPage, Skipped
from tests.crawl.faults import DeadlyPage, DeepPage, EndlessPage, GreedyPage
from tests.crawl.pages import article, site_pages


class Ears(Listener):
    def __init__(self):
        self.notices, self.stages, self.reasons = [], [], []

    def notice(self, text):
        self.notices.append(text)

    def progress(self, stage, done, total):
        self.stages.append((stage, done, total))

    def skipped(self, row):
        self.reasons.append(row.reason)


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files; empty again at the end of each test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert left_in(folder) == []


def left_in(folder):
    """What is left but the socket of the standard library's forkserver, which lives as long as we do."""
    return [path for path in folder.iterdir() if not path.name.startswith("pymp-")]


def mixed():
    """Pages of two sites in turns, one of a third, one of none, and one that is no page."""
    rows = [row for pair in zip(site_pages("a.example"), site_pages("b.example"), strict=True) for row in pair]
    rows.insert(3, Skipped("empty: 0 bytes", path="empty.html"))
    rows.insert(5, article("c.example", 1))
    return [*rows, RawPage("<p>A page of which nobody knows where it is from, and nobody asks.")]


def paths(rows):
    return [row["path"] for row in rows]


def test_rows_come_in_the_order_read_each_with_its_site():
    source = mixed()

    rows = list(extract_rows(source))

    assert paths(rows) == [row.path for row in source]
    assert {row["path"]: row["site"] for row in rows}["b.example/3.html"] == "b.example"
    assert rows[-1]["site"] is None
    assert rows[3] == {"id": None, "path": "empty.html", "url": None, "site": None, "skipped": "empty: 0 bytes"}


def test_sites_of_two_pages_are_learned_and_single_pages_stand_alone():
    layouts = {(row["site"], row["layout"]) for row in extract_rows(mixed()) if "skipped" not in row}

    assert layouts == {("a.example", "layout-1"), ("b.example", "layout-1"), ("c.example", None), (None, None)}


def test_processes_give_the_same_rows():
    assert list(extract_rows(mixed(), plan=Plan(jobs=2))) == list(extract_rows(mixed()))


def test_a_source_that_can_be_read_once_gives_the_same_rows():
    assert list(extract_rows(iter(mixed()))) == list(extract_rows(mixed()))


def test_the_text_of_a_page_is_that_of_a_model_of_its_site():
    pages = site_pages()
    model = sitegrain.SiteModel().fit(pages)

    assert [row["text"] for row in extract_rows(pages)] == [model.extract(page).text for page in pages]


def test_a_page_that_ends_its_worker_costs_itself_only():
    """The site is learned without it, the order is kept and nothing is lost."""
    pages = [*site_pages(), *site_pages("b.example")]
    pages.insert(4, article("a.example", 77, DeadlyPage))

    rows = list(extract_rows(pages, plan=Plan(jobs=2)))

    assert paths(rows) == [page.path for page in pages]
    assert rows[4]["skipped"] == "crashed: its worker process ended, exit status 7"
    assert {row["layout"] for row in rows if "skipped" not in row} == {"layout-1"}


def test_a_page_without_end_is_given_up_after_its_time():
    pages = site_pages()
    pages[2] = article("a.example", 2, EndlessPage)

    rows = list(extract_rows(pages, plan=Plan(group_by="none", page_timeout=10)))

    assert rows[2]["skipped"] == "timeout: not done within 10 seconds"
    assert sum("skipped" in row for row in rows) == 1


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (GreedyPage, "failed: MemoryError: 64 GiB"),
        (DeepPage, "failed: RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_an_exception_of_a_page_is_its_row(kind, reason):
    pages = [*site_pages(), article("a.example", 50, kind)]

    rows = list(extract_rows(pages))

    assert rows[-1]["skipped"] == reason
    assert {row["layout"] for row in rows[:-1]} == {"layout-1"}


def test_what_is_on_the_disk_goes_when_the_rows_are_no_longer_wanted(temporary):
    rows = extract_rows(iter(mixed()))
    next(rows)
    assert left_in(temporary) != []

    rows.close()

    assert left_in(temporary) == []


def test_what_is_on_the_disk_goes_when_the_source_fails():
    def source():
        yield from site_pages()
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(extract_rows(source()))


def test_progress_is_told_stage_by_stage():
    ears = Ears()

    list(extract_rows(site_pages(n_pages=3), listener=ears))

    assert ears.stages == [
        *[("reading", n, None) for n in (1, 2, 3)],
        *[("extracting", n, 3) for n in (1, 2, 3)],
    ]


def test_documents_come_in_order_and_the_skipped_are_told():
    ears = Ears()
    pages = [*site_pages(), Skipped("empty: 0 bytes"), article("a.example", 50, GreedyPage), article("b.example", 1)]

    documents = list(extract_sites(pages, listener=ears))

    assert [document.path for document in documents] == [*paths_of(pages[:6]), "b.example/1.html"]
    assert documents[0].layout == "layout-1"
    assert ears.reasons == ["empty: 0 bytes", "failed: MemoryError: 64 GiB"]


def paths_of(pages):
    return [page.path for page in pages]


def test_learning_saves_a_model_a_site(tmp_path):
    ears = Ears()

    learned = list(learn_sites(mixed(), tmp_path, listener=ears))

    assert [(site.site, site.n_pages, site.failure is None) for site in learned] == [
        ("a.example", 6, True),
        ("b.example", 6, True),
        ("c.example", 1, False),
    ]
    assert learned[0].n_sampled == 6
    assert 0 < learned[0].template_share < 1
    assert ears.reasons == ["empty: 0 bytes"]
    assert sitegrain.SiteModel.load(tmp_path / "a.example.grain").name_ == "a.example"


def test_two_sites_do_not_fit_into_one_file(tmp_path):
    with pytest.raises(UsageError, match=r"all\.grain: 2 sites do not fit into one file, give a folder"):
        list(learn_sites(mixed(), tmp_path / "all.grain"))

    assert not (tmp_path / "all.grain").exists()


def test_pages_without_sites_cannot_be_learned(tmp_path):
    with pytest.raises(UsageError, match="a page without a site cannot be learned"):
        list(learn_sites(site_pages(), tmp_path, plan=Plan(group_by="none")))


def test_given_models_are_used_and_the_other_sites_learned(tmp_path):
    list(learn_sites([*site_pages("a.example"), *site_pages("z.example")], tmp_path))
    ears = Ears()
    pages = [article("a.example", 70), *site_pages("b.example")]

    rows = list(extract_rows(pages, plan=Plan(models=tmp_path), listener=ears))

    assert {(row["site"], row["layout"]) for row in rows} == {("a.example", "layout-1"), ("b.example", "layout-1")}
    assert ears.notices == [f"{tmp_path}: no model for b.example; learned from the source"]


def test_one_model_serves_every_page_that_fits_it(tmp_path):
    """A page of another host with the same frame is extracted by the model, one of another frame stands alone."""
    path = tmp_path / "a.grain"
    list(learn_sites(site_pages("a.example"), path))
    other = "<body><table><tr><td><p>Nothing here is like the pages of that site, not even a bit.</table>"
    pages = [article("mirror.example", 9), RawPage(other, url="http://other.example/")]

    rows = list(extract_rows(pages, plan=Plan(models=path)))

    assert [(row["site"], row["layout"]) for row in rows] == [("a.example", "layout-1"), ("other.example", None)]


def test_models_that_are_none_are_refused_before_anything_is_read(tmp_path):
    (tmp_path / "text.grain").write_text("no model")
    (tmp_path / "empty").mkdir()

    for path in (tmp_path / "text.grain", tmp_path / "empty", tmp_path / "missing.grain"):
        with pytest.raises(ModelError, match=path.name):
            next(extract_rows(iter([]), plan=Plan(models=path)))


@pytest.mark.parametrize(("settings", "message"), [({"jobs": 0}, "got 0"), ({"page_timeout": 0.0}, "got 0")])
def test_a_plan_out_of_range_is_refused(settings, message):
    with pytest.raises(UsageError, match=message):
        Plan(**settings)


def test_blocks_have_classes_where_the_site_is_known():
    rows = list(extract_rows([*site_pages(), article("c.example", 1)], SegmentWork()))

    blocks = rows[0]["blocks"]
    assert rows[0]["layout"] == "layout-1"
    assert {block["support"] for block in blocks} == {6}
    assert sum(end - start for block in blocks for start, end in block["spans"]) == rows[0]["n_tokens"]
    assert rows[-1]["layout"] is None
    assert {block["class"] for block in rows[-1]["blocks"]} == {None}


def test_a_stripped_page_has_its_story_and_not_the_menu():
    rows = list(extract_rows(site_pages(), StripWork()))

    assert "said the keeper" in rows[0]["html"]
    assert "News of" not in rows[0]["html"]
    assert "<title>a.example 0</title>" in rows[0]["html"]


def test_a_model_file_is_named_after_its_site():
    assert file_name("example.com:8080") == "example.com%3A8080.grain"
    assert file_name("../etc") == "..%2Fetc.grain"
    assert len(file_name("ä" * 300)) < 200
    assert file_name("ä" * 300) != file_name("ä" * 301)
