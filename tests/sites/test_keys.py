"""Node keys: what makes two nodes the same place."""

import pytest

from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys, descriptor_tokens


@pytest.mark.parametrize(
    ("descriptor", "tokens"),
    [
        (("div", "Post post-12 active", "p12", "", "", ""), [".post", ".post-#", "#p#"]),
        (("li", "is-open has-children js-x first menu", "", "", "", ""), [".menu"]),
        (("div", "", "", "main", "articleBody", "http://schema.org/Article"),
         ["[role=main]", "[itemprop=articlebody]", "[itemtype=http://schema.org/article]"]),
    ],
)  # fmt: skip
def test_tokens_are_lower_case_without_digits_and_states(descriptor, tokens):
    assert descriptor_tokens(descriptor) == tokens


def test_a_token_on_one_page_only_is_no_part_of_a_key():
    pages = [parse(f"<div class='post css-{name}'>text</div>") for name in ("abc", "def", "ghi")]

    keys = NodeKeys.learn(pages)

    assert keys.key(pages[0].descriptors[-1]) == "div.post"
    assert not keys.has_ordinals


def test_a_site_without_names_counts_its_siblings():
    assert NodeKeys.learn([parse("<div><p>text</p></div>"), parse("<div><p>other</p></div>")]).has_ordinals


def test_on_a_single_page_every_token_is_stable():
    page = parse("<div class=a>text</div>")

    assert NodeKeys.learn([page]).key(page.descriptors[-1]) == "div.a"
