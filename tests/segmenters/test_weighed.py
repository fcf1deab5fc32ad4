"""segrank over the blocks of any method."""

import numpy as np
import pytest

from sitegrain.blocks.labelling import Labeller
from sitegrain.errors import FitError
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import token_units
from sitegrain.segmenters.weighed import Weighed


class Units:
    """Every unit is a block of its own."""

    def segment(self, page):
        page = as_page(page)
        return Labeller().segmentation(page, token_units(page))


def _pages():
    bodies = (
        ("bridge vote", "The bridge vote passed today"),
        ("storm warning", "A storm warning for coast"),
        ("cup final", "The cup final ends today"),
    )
    return [f"<nav>home news contact</nav><h1>{title}</h1><p>{body}" for title, body in bodies]


def test_weights_of_the_worked_example():
    """methods.md D.5: importance 0, .7324 and .4629; weights are these over their mean .3779 by tokens."""
    weighed = Weighed(Units()).fit(_pages())

    found = weighed.segment(_pages()[0])

    by_label = {block.label: found.weights[block.spans[0][0]] for block in found.blocks}
    assert by_label["body > nav"] == 0
    assert by_label["body > h1"] == pytest.approx(1.9379, abs=1e-4)
    assert by_label["body > p"] == pytest.approx(1.2248, abs=1e-4)
    assert [block.support for block in found.blocks] == [3, 3, 3]


def test_an_unknown_class_weighs_one():
    found = Weighed(Units()).fit(_pages()).segment("<aside>elsewhere</aside>")

    assert found.weights.tolist() == [1]
    assert found.blocks[0].support == 0


def test_tokens_without_a_block_weigh_one():
    class Nothing:
        def segment(self, page):
            page = as_page(page)
            return Labeller().segmentation(page, np.full(page.axis.n_tokens, -1))

    assert Weighed(Nothing()).fit(["<p>a", "<p>b"]).segment("<p>c d").weights.tolist() == [1, 1]


def test_one_page_is_not_enough():
    with pytest.raises(FitError, match="at least 2 pages with text, got 1 of 2 shown"):
        Weighed(Units()).fit(["<p>a", "<p>"])
    with pytest.raises(FitError, match="has not been fitted"):
        Weighed(Units()).segment("<p>a")
