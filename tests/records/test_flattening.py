"""Records with lists as one row an entry."""

from sitegrain.records.fields import Fields
from sitegrain.records.flattening import flatten


def test_one_row_an_entry():
    """The list of most entries is taken; a name that is taken gets a number; no entry, one row."""
    fields = Fields(
        ("day", "items", "tags"),
        (
            {"day": "Mon", "items": [{"day": "a", "link": "l"}, {"day": "b", "link": "m"}], "tags": ["t"]},
            {"day": "Tue", "items": None, "tags": None},
        ),
    )

    flat = flatten(fields)

    assert flat.names == ("day", "day_2", "link", "tags")
    assert flat.rows == (
        {"day": "Mon", "day_2": "a", "link": "l", "tags": ["t"]},
        {"day": "Mon", "day_2": "b", "link": "m", "tags": ["t"]},
        {"day": "Tue", "day_2": None, "link": None, "tags": None},
    )


def test_a_list_of_texts_and_a_single_one():
    fields = Fields(("a", "b"), ({"a": "x", "b": ["1", "2"]}, {"a": "y", "b": "3"}))

    assert [tuple(row.values()) for row in flatten(fields).rows] == [("x", "1"), ("x", "2"), ("y", "3")]


def test_without_lists_nothing_changes():
    fields = Fields(("a",), ({"a": "x"},))

    assert flatten(fields) is fields
