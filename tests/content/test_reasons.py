"""Reasons: of many intervals at once, as of each alone."""

import sitegrain
from sitegrain.content.reasons import describe, reasons


def test_reasons_of_many_intervals_are_those_of_each_alone():
    html = "".join(f"<p>The ferry of pier {i} was late, as it is <b>every</b> Monday.</p>" for i in range(300))
    document = sitegrain.extract(f"<nav><a href=/>Home</a><a href=/b>News</a></nav>{html}")
    evidence, words = document.evidence, document.page.unit_words
    intervals = [(i, i + 1) for i in range(300)] + [(0, 302)]
    many = list(reasons(evidence.scorer, evidence.scored, words, intervals))
    assert many[0] != many[150]
    for i in (0, 2, 255, 256, 300):
        assert [many[i]] == list(reasons(evidence.scorer, evidence.scored, words, [intervals[i]]))


def test_a_page_without_text_has_no_pieces():
    assert sitegrain.extract("<p></p>").pieces() == []


def test_every_input_of_the_scorer_has_words():
    """What a name alone says, as `in_nav` or `tag_li` do, is worded by its kind; a bare name is no reason."""
    scorer = sitegrain.extract("<p>Hello").evidence.scorer
    names = {*scorer.first.names, *scorer.second.names}

    bare = {name for name in names if describe(name, 1.0, 0.0).startswith("high ")}

    assert bare == set()


def test_what_several_inputs_say_is_said_once():
    html = "".join(f"<p>The ferry of pier {i} was late, as it is <b>every</b> Monday.</p>" for i in range(9))

    for piece in sitegrain.extract(f"<nav><a href=/>Home</a><a href=/b>News</a></nav>{html}").pieces():
        words = [reason[2:] for reason in piece.reasons]
        assert len(set(words)) == len(words)
