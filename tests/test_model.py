"""SiteModel: fit, extract, segment, save, load."""

import gzip
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import sitegrain
from sitegrain import FitError, ModelError, Options, RawPage, SiteModel, UsageError, WriteError
from sitegrain.content.scorer import Scorer, default_scorer
from tests.synthetic import PRESETS, generate


@pytest.fixture(scope="module")
def site():
    return generate(PRESETS["news"](10, 3))


@pytest.fixture(scope="module")
def model(site):
    return SiteModel().fit((RawPage(page.html, page.url) for page in site.pages), name="news.example")


def article(site):
    return next(page for page in site.pages if page.kind == "article")


def test_a_model_needs_a_page():
    with pytest.raises(FitError, match="no pages"):
        SiteModel().fit([])
    with pytest.raises(FitError, match="max_pages must be at least 1, got 0"):
        SiteModel(max_pages=0).fit(["<p>a"])
    with pytest.raises(FitError, match="not been fitted"):
        SiteModel().extract("<p>a")


def test_pages_may_be_bytes_text_or_raw_pages():
    model = SiteModel().fit([b"<p>one", "<p>two", RawPage("<p>three")])

    assert model.n_pages_ == 3


def test_fitting_again_forgets_the_first_fit(site):
    pages = [page.html for page in site.pages]

    twice = SiteModel().fit(pages[:3]).fit(pages)

    assert twice.extract(pages[0]).to_row() == SiteModel().fit(pages).extract(pages[0]).to_row()


def test_the_order_of_pages_does_not_matter(site):
    pages = [page.html for page in site.pages]

    texts = [[m.extract(page).text for page in pages] for m in (SiteModel().fit(pages), SiteModel().fit(pages[::-1]))]

    assert texts[0] == texts[1]


def test_a_loaded_model_gives_the_same_results(model, site, tmp_path):
    model.save(tmp_path / "news.grain")
    loaded = SiteModel.load(tmp_path / "news.grain")

    for page in site.pages:
        raw = RawPage(page.html, page.url)
        assert loaded.extract(raw).to_row(("blocks", "dropped")) == model.extract(raw).to_row(("blocks", "dropped"))
        assert np.array_equal(loaded.segment(raw).weights, model.segment(raw).weights)
    assert loaded.name_ == "news.example"


def test_a_thorough_model_keeps_its_larger_scorer(site, tmp_path):
    pages = [page.html for page in site.pages]
    model = SiteModel(thorough=True).fit(pages)
    model.save(tmp_path / "news.grain")
    loaded = SiteModel.load(tmp_path / "news.grain")

    assert loaded.fitted_scorer is default_scorer(thorough=True) is not default_scorer()
    assert model.extract(pages[0]).confidence != SiteModel().fit(pages).extract(pages[0]).confidence
    assert loaded.extract(pages[0]).to_row() == model.extract(pages[0]).to_row()


def test_a_given_scorer_is_saved_with_the_model(site, tmp_path):
    source = default_scorer().source
    other = Scorer.from_json(source | {"first": source["article"]})
    SiteModel(scorer=other).fit([page.html for page in site.pages]).save(tmp_path / "news.grain")

    assert SiteModel.load(tmp_path / "news.grain").fitted_scorer.source == other.source


def test_the_larger_scorer_takes_the_same_inputs():
    for usual, thorough in zip(
        (default_scorer().first, default_scorer().second),
        (default_scorer(thorough=True).first, default_scorer(thorough=True).second),
        strict=True,
    ):
        assert usual.names == thorough.names


def test_a_new_page_of_a_known_layout_is_placed_there(model):
    new = article(generate(PRESETS["news"](30, 3)))

    assert model.extract(RawPage(new.html, new.url)).layout is not None


def test_a_page_of_another_site_fits_no_layout_and_is_extracted_alone(model):
    html = "<table><tr><td><font>The heron came back to the weir on Monday; nobody had asked it to.</font></table>"

    document = model.extract(html)

    assert document.layout is None
    assert document.text == sitegrain.extract(html).text
    assert "heron" in document.text


def test_a_segmentation_covers_every_token_once(model, site):
    for page in site.pages:
        segmentation = model.segment(page.html)
        covered = np.zeros(len(segmentation.tokens), int)
        for block in segmentation.blocks:
            for start, end in block.spans:
                covered[start:end] += 1
        assert (covered == 1).all()
        assert (segmentation.weights >= 0).all()


def test_the_content_is_a_subsequence_of_the_pages_tokens(model, site):
    from sitegrain.pages.tokens import tokenize

    for page in site.pages:
        document = model.extract(page.html)
        rest = iter(document.page.tokens)
        assert all(token in rest for token in tokenize(document.text))


def test_rules_keep_and_drop_what_their_selectors_match(site):
    page = article(site)
    kept = SiteModel(keep=["body"]).fit([page.html])
    dropped = SiteModel(drop=["body"]).fit([page.html])

    assert kept.extract(page.html).kept.all()
    assert dropped.extract(page.html).text == ""
    assert sitegrain.extract(page.html, options=Options(keep=("body",), drop=("p",))).page.n_units


def test_one_selector_may_be_a_string():
    assert SiteModel(keep="main", drop="nav").keep == ("main",)
    with pytest.raises(UsageError, match="tuples"):
        Options(keep="main")


def test_precision_keeps_no_more_words_than_recall(model, site):
    n_words = {
        focus: sum(len(model.extract(page.html, Options(focus=focus)).text) for page in site.pages)
        for focus in ("precision", "balanced", "recall")
    }

    assert n_words["precision"] <= n_words["balanced"] <= n_words["recall"]


@pytest.mark.parametrize("options", [{"focus": "best"}, {"comments": "maybe"}, {"keep": ("p[",)}])
def test_an_option_that_makes_no_sense_is_refused(options):
    with pytest.raises(UsageError):
        Options(**options)


def test_a_file_that_is_no_model_is_refused_in_one_line(tmp_path, model):
    path = tmp_path / "x.grain"
    good = tmp_path / "good.grain"
    model.save(good)
    data = json.loads(gzip.decompress(good.read_bytes()).splitlines()[0])
    for content, message in [
        (b"hello", "not a sitegrain model"),
        (good.read_bytes()[:100], "not a sitegrain model"),
        (gzip.compress(b"[1]"), "not a sitegrain model"),
        (gzip.compress(json.dumps(data | {"format": 99}).encode()), "model format 99, this version reads 3"),
        (gzip.compress(json.dumps(data | {"places": None}).encode()), "damaged model"),
    ]:
        path.write_bytes(content)
        with pytest.raises(ModelError, match=message) as caught:
            SiteModel.load(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(ModelError, match="cannot read the model"):
        SiteModel.load(tmp_path / "missing.grain")


def test_a_model_that_cannot_be_written_leaves_nothing(tmp_path, model):
    with pytest.raises(WriteError, match="cannot write the model"):
        model.save(tmp_path / "no" / "x.grain")
    (tmp_path / "folder.grain").mkdir()
    with pytest.raises(WriteError):
        model.save(tmp_path / "folder.grain")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.grain"]


def test_a_device_is_written_to_and_not_replaced(tmp_path, model):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with ThreadPoolExecutor(1) as pool:
        received = pool.submit(pipe.read_bytes)
        model.save(pipe)

    assert pipe.is_fifo()
    assert gzip.decompress(received.result()).startswith(b'{"kind":"sitegrain site model"')


def test_a_link_to_a_model_stays_a_link(tmp_path, model):
    link = tmp_path / "link.grain"
    link.symlink_to("real.grain")

    model.save(link)

    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.grain", "real.grain"]


def test_every_piece_of_a_page_is_kept_or_dropped_with_reasons(model, site):
    page = article(site)
    document = model.extract(page.html)

    pieces = document.pieces()

    assert "\n".join(piece.text for piece in pieces) == "\n".join(document.page.unit_texts)
    assert len(document.blocks) + len(document.dropped) == len(pieces)
    assert all(piece.block_class and piece.reasons for piece in pieces)


def test_all_names_of_the_package_exist():
    assert sorted(sitegrain.__all__) == sitegrain.__all__
    assert all(hasattr(sitegrain, name) for name in sitegrain.__all__)


@pytest.mark.parametrize("pages", ["site/", b"<p>x", Path("site")])
def test_a_name_is_no_list_of_pages(pages):
    with pytest.raises(UsageError, match="not a name or a page itself"):
        sitegrain.SiteModel().fit(pages)
    with pytest.raises(UsageError, match="not a name or a page itself"):
        list(sitegrain.extract_sites(pages))


def test_a_model_is_shown_in_one_short_line():
    model = sitegrain.SiteModel()

    assert repr(model) == "<SiteModel: not fitted>"
    assert repr(model.fit(["<p>a", "<p>b"], name="a.example")) == "<SiteModel: a.example, 2 pages>"


def test_what_is_no_page_is_refused():
    for page in (None, 5, ["<p>x"]):
        with pytest.raises(UsageError, match="a page is bytes, text or a RawPage"):
            sitegrain.extract(page)
    assert sitegrain.extract(bytearray(b"<p>Hello there")).text == "Hello there"


def test_documents_and_segmentations_can_be_compared_and_kept_in_a_set(model):
    document, segmentation = model.extract("<p>Hello"), model.segment("<p>Hello")
    assert document in {document}
    assert document != model.extract("<p>Hello")
    assert segmentation in {segmentation}
