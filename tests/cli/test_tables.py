"""Tables on a terminal and in a pipe."""

import sys

import pytest

from sitegrain.cli.tables import show_table


def test_on_a_terminal_texts_stand_as_they_are(capsys, monkeypatch):
    """Titles of pages are anybody's: markup of the table's library and control characters do nothing."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")

    show_table(("page", "mean_title"), [("a.html", "[/b] [red]\x1b[2J\nnext")])

    shown = capsys.readouterr().out
    assert "[/b] [red] [2J next" in shown
    assert "mean title" in shown


@pytest.mark.parametrize(("value", "line"), [("a", "a\tb"), ("a\n a\t", "a a\tb"), ("[x]", "[x]\tb"), ("", "\tb")])
def test_in_a_pipe_a_row_is_a_line(capsys, value, line):
    show_table(("first", "second"), [(value, "b")])

    assert capsys.readouterr().out == f"first\tsecond\n{line}\n"
