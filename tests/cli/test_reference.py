"""`docs/cli.md` says what `--help` says."""

from pathlib import Path

import click

from sitegrain.cli import main
from sitegrain.cli.reference import render
from sitegrain.writers import COLUMNS, PIECE_COLUMNS

TEXT = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")


def test_the_reference_is_the_help_of_this_version():
    assert render() == TEXT


def test_every_command_and_every_option_is_documented():
    for name, command in main.commands.items():
        section = TEXT.split(f"## sitegrain {name}\n")[1].split("\n## ")[0]
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help
            assert all(option in section for option in parameter.opts if option.startswith("-")), parameter.name


def test_every_column_is_documented():
    section = TEXT.split("## Rows that are written\n")[1].split("\n## ")[0]

    assert [name for name in (*COLUMNS, *PIECE_COLUMNS) if f"`{name}`" not in section] == []
