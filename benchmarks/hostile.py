"""Pages made to be slow: time at 12,500 repetitions and at eight times as many, and seconds a megabyte.

Time may grow by less than 12 times, and no page may take more than 0.02 s a megabyte. What is linear grows by more
than 8 times where the smaller page fits into a cache that the larger one does not.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from sitegrain.kernel import read_axis
from sitegrain.pages.parse import ROLES

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (12_500, 100_000)
_TAGS = ("b", "i", "em", "u", "tt", "s", "big", "code", "font", "small", "strike", "strong")


def _times(pattern: str) -> Callable[[int], str]:
    return lambda n: pattern * n


def _numbered(pattern: str) -> Callable[[int], str]:
    return lambda n: "".join(pattern.replace("#", str(i)) for i in range(n))


SOURCES: dict[str, Callable[[int], str]] = {
    "nested div": _times("<div>"),
    "nested div, closed": lambda n: "<div>" * n + "x" + "</div>" * n,
    "unclosed p": _times("<p>"),
    "unclosed p in button": lambda n: "<p><button>" + "<span>" * n + "<div>" * n,
    "unclosed b": _times("<b>"),
    "unclosed b, distinct": _numbered("<b class=#>"),
    "unclosed b, distinct, in p": _numbered("<p><b class=#>x"),
    "unclosed font in p": _numbered("<p><font size=#>x"),
    "three like b, then others": lambda n: "<b x>" * 3 + "".join(f"<b id={i}>" for i in range(n)) + "<b x>" * n,
    "unclosed a in div": _times("<a href=x><div>"),
    "unclosed a, distinct, in div": _numbered("<a href=#><div>"),
    "unclosed a with font": _numbered("<a href=#><font color=#>"),
    "formatting then p": lambda n: "".join(f"<i id={i}>" for i in range(n)) + "<p>x" * n,
    "nobr and object": lambda n: "<nobr><object>" + "<span>" * n + "<nobr></nobr>" * n,
    "attributes on one tag": lambda n: "<p " + " ".join(f"a{i}=1" for i in range(n)) + ">",
    "attributes on one b": lambda n: "<b " + " ".join(f"a{i}=1" for i in range(n)) + ">",
    "attributes on body again": lambda n: "<body>" + "".join(f"<body a{i}=1>" for i in range(n)),
    "classes on one tag": lambda n: "<p class='" + " ".join(f"a{i}" for i in range(n)) + "'>",
    "entities": _times("&amp;&lt;&notit;&#x41;"),
    "half entities": _times("&abcdefghijklmnopqrstuvwxyz"),
    "ampersands": _times("&"),
    "table text": _times("<table>x"),
    "table elements": _times("<table><b>"),
    "fostered text": lambda n: "<table>" + "x<tr>" * n,
    "fostered elements": lambda n: "<table>" + "<div>x</div>" * n,
    "fostered nested": lambda n: "<table>" + "<div>" * n,
    "empty tables in nested div": lambda n: "<div>" * n + "<table></table>" * n,
    "half-open comment": _times("<!-"),
    "open comments": _times("<!--"),
    "comment of dashes": lambda n: "<!--" + "->" * n,
    "comment of comments": lambda n: "<!--" + "<!->" * n,
    "script of comments": lambda n: "<script>" + "<!--" * n,
    "script of scripts": lambda n: "<script><!--" + "<script></script>" * n,
    "script of half comments": lambda n: "<script>" + "<!--x-->" * n,
    "less-than signs": _times("<"),
    "half end tags": _times("</"),
    "CDATA": lambda n: "<svg>" + "<![CDATA[]" * n,
    "end p": _times("</p>"),
    "end of what is not open": lambda n: "<div>" + "<span>" * n + "</x>" * n,
    "end of what lies under a border": lambda n: "<x><div>" + "<span>" * n + "</x>" * n,
    "end of a heading": lambda n: "<h1><object>" + "<span>" * n + "</h2>" * n,
    "li in nested div": lambda n: "<li>" + "<ul>" + "<div>" * n + "<li></li>" * n,
    "dd in nested div": lambda n: "<dt>" + "<ul>" + "<div>" * n + "<dd></dd>" * n,
    "nested select": _times("<select>"),
    "select and option": _times("<select><option>"),
    "nested template": _times("<template>"),
    "template and table": _times("<template><tr><td>"),
    "nested svg": _times("<svg>"),
    "svg ends": lambda n: "<svg>" + "<g>" * n + "</x>" * n,
    "svg and html": _times("<svg><foreignObject>"),
    "svg ends over html": lambda n: "<svg><foreignObject>" + "<b>" + "<svg>" * n + "</p>" * n,
    "adoption, div below": lambda n: "<b>" + "<div>" * n + "</b>" * n,
    "adoption, twelve names": lambda n: (
        "".join(f"<{_TAGS[i % 12]}><div>" for i in range(n)) + "".join(f"</{_TAGS[i % 12]}>" for i in range(n))
    ),
    "adoption, font": lambda n: "".join(f"<font size={i}>" for i in range(n)) + "<p>" + "</font>" * n,
    "adoption, spans between": lambda n: "<b><span>" * n + "<div>" * n + "</b>" * n,
    "adoption, many children": lambda n: "<b>" * 3 + "<div>" + "<br>" * n + "</b>" * n,
    "adoption, a span before each div": lambda n: "<b>" + "<span><div>" * n + "</b>" * n,
    "adoption, given up": lambda n: (
        "<p>"
        + _numbered("<font size=#>")(1_000)
        + "<p>x" * (200 + n // 500)
        + "</p><div>"
        + _numbered("<b id=#>")(n)
        + "<span>" * n
        + "<div>"
        + "</b>" * n
    ),
    "b and p crossed": _times("<b><p></b></p>"),
    "a and p crossed": _times("<p><a href=x><p>"),
    "i, distinct, and p crossed": _numbered("<i id=#><p></i>"),
    "unknown names": _numbered("<x#>"),
    "long name": lambda n: "<" + "x" * (10 * n) + ">",
    "form ends, none open": lambda n: "<form><object></form>" * n + "</form>" * n,
    "form ends, of a table": lambda n: "<form><object></form>" * n + "<table><form></form></table>" * n,
    "form ends": lambda n: "<form>" + "<div>" * n + "</form><form>" * n,
    "nested tables": _times("<table><tr><td>"),
    "nested ruby": _times("<ruby><rt>"),
    "nested frameset": _times("<frameset>"),
    "br": _times("<br>"),
    "br with text": _times("<br>x"),
    "br end": _times("</br>"),
    "units": _times("<p>a b"),
    "long link": lambda n: "<a href=x>" + "a <i>b</i>" * n,
    "blank": _times(" \n"),
    "NULs": _times("\0" * 10),
    "NULs and text": _times("\0x"),
    "NULs in svg": lambda n: "<svg>" + "\0x" * n,
    "carriage returns": _times("\r"),
    "words": _times("Straße İstanbul "),
    "CJK": _times("東京"),
    "styles": _times("<p style='display:display:display:'>"),
    "base": _times("<base href=x><meta name=a content=b>"),
    "titles": _times("<title>x</title>"),
    "json": _times("<script type='application/ld+json'>{}</script>"),
}


def main() -> int:
    """Print the table; names of pages on the command line leave the others out."""
    wanted = sys.argv[1:]
    n_bad = 0
    print(f"{'page':34}{'12,500':>10}{'100,000':>10}{'grows':>8}{'s/MB':>9}")
    for name, make in SOURCES.items():
        if wanted and name not in wanted:
            continue
        sources = [make(n).encode() for n in SIZES]
        small, large = (
            min(_seconds(source) for _ in range(times)) for source, times in zip(sources, (5, 3), strict=True)
        )
        growth, share = large / small, large / (len(sources[1]) / 1e6)
        is_bad = (growth >= 12 and large > 0.002) or share > 0.02
        n_bad += is_bad
        print(
            f"{name:34}{small * 1e3:8.2f}ms{large * 1e3:8.1f}ms{growth:8.1f}{share:9.4f}{'  <--' * is_bad}", flush=True
        )
    return int(n_bad > 0)


def _seconds(source: bytes) -> float:
    start = time.thread_time()
    read_axis(source, ROLES)
    return time.thread_time() - start


if __name__ == "__main__":
    sys.exit(main())
