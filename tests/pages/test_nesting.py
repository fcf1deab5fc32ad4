"""Which elements lie in which."""

from hypothesis import given
from hypothesis import strategies as st

from sitegrain.pages.given import as_page
from sitegrain.pages.nesting import ancestors, children, has_tag, nearest

PAGE = as_page("<main><div><p>a<b>b</b></p></div><p>c</p></main>")


def names(nodes):
    return [PAGE.tags[node] for node in nodes]


def test_children_and_ancestors():
    (main,) = (node for node, tag in enumerate(PAGE.tags) if tag == "main")
    (bold,) = (node for node, tag in enumerate(PAGE.tags) if tag == "b")

    assert names(children(PAGE, main)) == ["div", "p"]
    assert names(ancestors(PAGE, bold)) == ["p", "div", "main", "body", "html"]


def test_the_nearest_element_is_the_node_itself_or_around_it():
    found = nearest(PAGE, has_tag(PAGE, ("div", "p")))

    assert [PAGE.tags[node] if node >= 0 else None for node in found.tolist()] == [
        None if tag in ("html", "body", "main") else "p" if tag == "b" else tag for tag in PAGE.tags
    ]
    assert nearest(PAGE, [False] * PAGE.n_nodes).tolist() == [-1] * PAGE.n_nodes
    assert nearest(as_page(""), has_tag(as_page(""), ("p",))).tolist() == [-1] * as_page("").n_nodes


@given(st.lists(st.sampled_from(("<div>", "</div>", "<p>", "<b>", "</b>", "a")), max_size=60), st.data())
def test_nearest_against_a_walk_upwards(parts, data):
    page = as_page("".join(parts))
    wanted = data.draw(st.lists(st.booleans(), min_size=page.n_nodes, max_size=page.n_nodes))
    expected = [next((n for n in (node, *ancestors(page, node)) if wanted[n]), -1) for node in range(page.n_nodes)]

    assert nearest(page, wanted).tolist() == expected
