"""What is put on disk comes back as it was."""

import pytest

from sitegrain.crawl.models import BYTES_PER_FILE_BYTE, BYTES_PER_UNIT, ModelCache, ModelStore
from sitegrain.crawl.spooling import Rereadable, SampleSpool
from sitegrain.model import SiteModel
from sitegrain.pages.raw import RawPage, Skipped
from tests.crawl.pages import article, site_pages


@pytest.mark.parametrize("held_bytes", [0, 1000, 1 << 20])
def test_a_sample_is_the_same_in_memory_and_on_disk(tmp_path, held_bytes):
    with SampleSpool(tmp_path) as memory, SampleSpool(tmp_path, held_bytes=held_bytes) as disk:
        for page in [*site_pages("a", 8), *site_pages("b", 3)]:
            memory.add(page.path[0], page)
            disk.add(page.path[0], page)

        assert disk.counts() == {"a": 8, "b": 3}
        assert disk.sample("a") == memory.sample("a")
        assert disk.sample("b") == memory.sample("b")


def test_a_spool_holds_no_more_than_the_samples(tmp_path):
    """300 pages of one site, 10 sampled: what was let go of leaves its place on the disk to others."""
    with SampleSpool(tmp_path, max_pages=10, held_bytes=5000) as spool:
        for number in range(300):
            spool.add("a", article("a", number))

        assert len(spool.sample("a")) == 10

    assert (tmp_path / "samples.sqlite").stat().st_size < 100_000


def test_rows_read_once_are_read_again_from_disk(tmp_path):
    rows = [RawPage(b"<p>a", url="u", notes=("x",)), Skipped("empty: 0 bytes"), "<p>b", b"<p>c"]
    source = Rereadable(iter(rows), tmp_path)

    first, last = list(source.first()), list(source.last())

    assert first == last == [*rows[:2], RawPage("<p>b"), RawPage(b"<p>c")]


def test_models_used_last_are_kept(tmp_path, monkeypatch):
    model = SiteModel().fit(site_pages())
    for name in ("a", "b", "c"):
        model.save(tmp_path / f"{name}.grain")
    size = (tmp_path / "a.grain").stat().st_size
    monkeypatch.setattr("sitegrain.crawl.models.CACHED_BYTES", 2 * size * BYTES_PER_FILE_BYTE)
    cache = ModelCache(ModelStore(folders=(tmp_path,)))

    a, b = cache.get("a"), cache.get("b")
    cache.get("a")
    cache.get("c")

    assert cache.get("a") is a
    assert cache.get("b") is not b
    assert cache.get("missing") is None
    assert cache.get(None) is None


def test_a_fitted_model_is_kept_with_the_pages_it_remembers(tmp_path):
    model = SiteModel().fit(site_pages())
    model.save(tmp_path / "a.grain")
    cache = ModelCache(ModelStore(folders=(tmp_path,)))

    cache.put(tmp_path / "a.grain", model)

    assert cache.get("a") is model
    assert model.n_remembered_units > SiteModel.load(tmp_path / "a.grain").n_remembered_units == 0


def test_a_fitted_model_pushes_out_the_one_not_used_for_longest(tmp_path, monkeypatch):
    models = [SiteModel().fit(site_pages()) for _ in range(2)]
    for name, model in zip("ab", models, strict=True):
        model.save(tmp_path / f"{name}.grain")
    size = (tmp_path / "a.grain").stat().st_size * BYTES_PER_FILE_BYTE
    monkeypatch.setattr("sitegrain.crawl.models.CACHED_BYTES", size + models[0].n_remembered_units * BYTES_PER_UNIT)
    cache = ModelCache(ModelStore(folders=(tmp_path,)))

    for name, model in zip("ab", models, strict=True):
        cache.put(tmp_path / f"{name}.grain", model)

    assert cache.get("b") is models[1]
    assert cache.get("a") is not models[0]


def test_models_with_the_scorer_of_the_package_share_it(tmp_path):
    SiteModel().fit(site_pages()).save(tmp_path / "a.grain")

    assert SiteModel.load(tmp_path / "a.grain").scorer is None
