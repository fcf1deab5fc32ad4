"""The golden sites: small self-made sites, and what a person would keep of each page."""

from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest

import sitegrain
from sitegrain.pages.tokens import tokenize

SITES = sorted(path for path in (Path(__file__).parent / "sites").iterdir() if (path / "pages").is_dir())
LEAST_F1 = 0.88  # of a site's mean; a page may have 0.75


def word_f1(text, gold):
    got, wanted = Counter(tokenize(text)), Counter(tokenize(gold))
    both = (got & wanted).total()
    return 2 * both / (got.total() + wanted.total()) if both else float(got == wanted)


@pytest.mark.parametrize("site", SITES, ids=lambda path: path.name)
def test_a_golden_site_gives_what_a_person_would_keep(site):
    pages = sorted((site / "pages").glob("*.html"))
    model = sitegrain.SiteModel().fit(path.read_bytes() for path in pages)

    f1 = {
        path.stem: word_f1(
            model.extract(path.read_bytes()).text, (site / "expected" / f"{path.stem}.txt").read_text("utf-8")
        )
        for path in pages
    }

    assert fmean(f1.values()) >= LEAST_F1, f1
    assert min(f1.values()) >= 0.75, f1
