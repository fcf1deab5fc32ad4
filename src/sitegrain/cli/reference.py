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

## Rows that are read

JSON lines and Parquet: `html` (text or bytes), and if known `url`, `id` (passed through) and `host` (what the site is
called, instead of the URL's host). Other columns are not read; join by `id`. Standard input is one HTML page.

## Rows that are written

| Column | |
|---|---|
| `id`, `url` | as read |
| `path` | where it lies: path below SOURCE, `crawl.warc.gz#OFFSET`, `pages.jsonl#LINE` |
| `canonical` | address that the page gives itself |
| `site`, `layout` | what it was learned with; null for a page alone |
| `kind`, `kind_reason` | article, listing, thread, documentation, product, service or other, and why |
| `title`, `author`, `date`, `description` | date: ISO 8601; null if unknown, as all columns |
| `lang` | language code, declared or detected |
| `text` | the content |
| `confidence` | word F1 to expect of it, 0 to 1 |
| `selector` | CSS selector of the element that holds the content |
| `notes` | what was unusual, a list |
| `markdown`, `html`, `xml` | with `--with`: the content, its addresses absolute if the page's is known; xml is TEI |
| `blocks`, `dropped` | with `--with`: what was kept and left out, each with `text`, `block_class`, `support`, \
`weight`, `score` and `reasons` (see `explain`), and `images`: those of the content that belong to it, each with `src` \
(absolute if the page's address is known), `alt`, `caption`, `text` (what stands around it), `width` and `height`; \
decorations are left out |
| `skipped` | why the page could not be used; such a row has `id`, `path`, `url`, `site` and this, and passes `--kind` |

In JSON lines `skipped` is there only on such rows; in Parquet every column is there on all. A folder as OUT gets a file
a page, the content alone, and such rows in `skipped.jsonl`.
"""


def render() -> str:
    """The whole reference as Markdown."""
    parts = [_INTRODUCTION, _section("sitegrain", main)]
    for name, command in main.commands.items():
        parts.append(_section(f"sitegrain {name}", command))
        inner = command.commands if isinstance(command, click.Group) else {}
        parts += [_section(f"sitegrain {name} {part}", one) for part, one in inner.items()]
    return "\n".join(parts)


def _section(title: str, command: click.Command) -> str:
    context = click.Context(command, info_name=title, terminal_width=WIDTH, max_content_width=WIDTH)
    context.help_option_names = ["-h", "--help"]
    lines = [line.rstrip() for line in command.get_help(context).splitlines()]
    return f"## {title}\n\n```text\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    click.echo(render(), nl=False)
