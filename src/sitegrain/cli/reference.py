"""The reference in `docs/cli.md`, made from the commands' own help.

python -m sitegrain.cli.reference > docs/cli.md
"""

from __future__ import annotations

import click

from sitegrain.cli.program import main

WIDTH = 100

_INTRODUCTION = """\
# The command line

This file is made from `sitegrain --help` by `python -m sitegrain.cli.reference > docs/cli.md`.

Data goes to standard output; progress and messages go to standard error, one line each. A run ends with a line of
counts: pages, done, skipped by reason. Output files appear under their names only when they are whole.

| Exit status | Meaning |
|---|---|
| 0 | done, also if some pages were skipped |
| 1 | no page could be used; with `--strict`: a page was skipped |
| 2 | wrong use: an option, a source, a model or an output that cannot be used |
| 130, 143 | ended by Ctrl-C or SIGTERM; nothing half done is left |
| 141 | whoever was reading standard output has gone |
"""


def render() -> str:
    """The whole reference as Markdown."""
    parts = [_INTRODUCTION, _section("sitegrain", main)]
    parts += [_section(f"sitegrain {name}", command) for name, command in main.commands.items()]
    return "\n".join(parts)


def _section(title: str, command: click.Command) -> str:
    context = click.Context(command, info_name=title, terminal_width=WIDTH, max_content_width=WIDTH)
    context.help_option_names = ["-h", "--help"]
    lines = [line.rstrip() for line in command.get_help(context).splitlines()]
    return f"## {title}\n\n```text\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    click.echo(render(), nl=False)
