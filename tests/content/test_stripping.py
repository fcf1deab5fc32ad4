"""A page's own HTML with the template taken off."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sitegrain.content.stripping import strip_page
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import HTML, kept_tokens


def stripped(html, kept):
    """The stripped page; `kept` are indices of units."""
    page = parse(html)
    mask = np.zeros(page.n_units, bool)
    mask[list(kept)] = True
    return strip_page(html, page, mask)


def test_template_elements_go_and_the_head_and_the_content_stay_as_they_were():
    html = (
        '<!DOCTYPE html><html lang="en"><head><title>t</title><style>p{}</style></head><body class="b"><nav>menu</nav>'
        '<main id="m"><p style="x">a <b>b</b></p><aside>ad</aside></main><footer>end</footer></body></html>'
    )

    assert stripped(html, [1]) == (
        '<!DOCTYPE html><html lang="en"><head><title>t</title><style>p{}</style></head><body class="b">'
        '<main id="m"><p style="x">a <b>b</b></p></main></body></html>'
    )


def test_scripts_go_and_structured_data_stays():
    html = '<script>x()</script><script type="application/ld+json">{}</script><noscript>n</noscript><p>a</p>'

    out = stripped(html, [0])

    assert '<script type="application/ld+json">{}</script>' in out
    assert "x()" not in out
    assert "noscript" not in out


def test_images_stay_inside_the_content_only():
    html = "<img src=logo.png><main><p>a</p><img src=photo.png><p>b</p></main><iframe src=ad></iframe>"

    out = stripped(html, [0, 1])

    assert "photo.png" in out
    assert "logo.png" not in out
    assert "iframe" not in out


@pytest.mark.parametrize(
    ("html", "kept", "units"),
    [
        ("<div>a<nav>x</nav>b</div>", [0, 2], ["a", "b"]),
        ("<div>a<br><br>x<br><br>b</div>", [0, 2], ["a", "b"]),
        ("<div><b>a<p>x</p></b>b</div>", [0, 2], ["a", "b"]),
        ("<div>a<span><p>x</p></span>b</div>", [0, 2], ["a", "b"]),
        ("<div>a<p>x</p>y<p>z</p>b</div>", [0, 4], ["a", "b"]),
        ("<p>x</p>", [], []),
        ("<p>a<!-- c --> <br><select><option>o</select><i> </i></p>", [0], ["a"]),
    ],
)
def test_what_stood_apart_is_never_glued(html, kept, units):
    assert parse(stripped(html, kept)).unit_texts == units


@settings(max_examples=100, deadline=None)
@given(HTML, st.data())
def test_parsed_again_the_tokens_are_those_of_the_kept_units(html, data):
    page = parse(html)
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=page.n_units, max_size=page.n_units)), bool)
    # Some misnested markup is another tree when it is written and read again: that is no matter of stripping.
    assume(parse(strip_page(html, page, np.ones(page.n_units, bool))).tokens == page.tokens)

    assert parse(strip_page(html, page, kept)).tokens == kept_tokens(page, kept)


def test_a_deeply_nested_element_that_holds_only_an_image_goes_with_its_template():
    html = "<b><img src=x></b>" + "<div>a" * 6_000

    assert "<img" not in stripped(html, range(6_000))


def test_a_page_nested_too_deeply_for_the_parser_is_stripped_as_well():
    html = "<title>t</title>" + "<div>a<p>b</p>" * 6_000
    page = parse(html)
    kept = np.array([text == "a" for text in page.unit_texts])

    again = parse(strip_page(html, page, kept))

    assert again.tokens == ["a"] * 6_000
    assert again.head.title == "t"
