"""Trees of tag soup against lexbor's and turbohtml's: where those two agree, the kernel agrees with them."""

from hypothesis import given, settings

from tests.kernel.soup import SOUP
from tests.kernel.trees import elements, lexbor_elements, turbohtml_elements


def _plain(rows):
    """Names in lower case, since the oracles show those of SVG differently; empty texts left out."""
    return [(kind, name.lower() if kind != "text" else name) for kind, name in rows if name]


@settings(max_examples=500, deadline=None)
@given(SOUP)
def test_the_tree_is_that_of_both_oracles_where_they_agree(html):
    first, second = _plain(lexbor_elements(html)), _plain(turbohtml_elements(html))
    if first != second:
        return

    assert _plain(elements(html)) == first
