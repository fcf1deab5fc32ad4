"""Write synthetic sites to files.

usage: python -m tests.synthetic --preset news --pages 200 --seed 1 --format jsonl -o OUT
       python -m tests.synthetic --preset mixed --sites 1000 --pages 20 --format warc -o OUT.warc.gz
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.synthetic.presets import PRESETS, mixed_sites
from tests.synthetic.site import iter_pages, iter_sites
from tests.synthetic.writers import WRITERS


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.synthetic", description="Write synthetic sites with gold.")
    parser.add_argument("--preset", choices=[*PRESETS, "mixed"], default="news", help="mixed: all presets in turn")
    parser.add_argument("--pages", type=int, default=200, metavar="N", help="pages of a site (200)")
    parser.add_argument("--sites", type=int, default=100, metavar="N", help="sites of the preset mixed (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--format", choices=list(WRITERS), default="jsonl")
    parser.add_argument("-o", dest="out", type=Path, required=True, metavar="OUT")
    options = parser.parse_args(arguments)
    if options.preset == "mixed":
        pages = iter_sites(mixed_sites(options.sites, options.pages, options.seed))
    else:
        pages = iter_pages(PRESETS[options.preset](options.pages, options.seed))
    print(f"{WRITERS[options.format](pages, options.out)} pages", file=sys.stderr)


if __name__ == "__main__":
    main()
