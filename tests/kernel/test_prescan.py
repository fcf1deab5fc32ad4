"""What a page declares of its encoding: against regular expressions, and cases by hand."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.kernel import charset_metas

_META = re.compile(rb"""<meta[\s/]((?:"[^"]*"|'[^']*'|[^>"'])*)""", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"""([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
PIECES = (
    *(b"<meta", b"<META ", b" charset", b"ChArSeT=gbk", b"=", b"utf-8", b'"', b"'", b">", b"/", b" ", b"\n", b"\x0b"),
    *(b"<!--", b"-->", b"--", b"http-equiv", b"content", b"a=b", b"<", b"<p>", b"\xe9", b"\0", b"<meta charset=utf-8>"),
    b'="text/html; charset=koi8-r"',
)


def naive_metas(html):
    found = []
    for meta in _META.finditer(_COMMENT.sub(b"", html)):
        attributes = {}
        for name, *values in _ATTRIBUTE.findall(meta[1]):
            attributes.setdefault(name.lower(), b"".join(values))
        if b"charset" in meta[1].lower():
            found.append(attributes)
    return found


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map(b"".join))
def test_the_metas_are_those_of_regular_expressions(html):
    assert charset_metas(html, 4096) == naive_metas(html)


@pytest.mark.parametrize(
    ("html", "metas"),
    [
        (b"<meta charset=utf-8>", [{b"charset": b"utf-8"}]),
        (b"<META CharSet='A' charset=b>", [{b"charset": b"A"}]),  # the first counts
        (b"<meta name=a content='no set'><meta/charset=x/>", [{b"charset": b"x/"}]),
        (b'<meta content="a>b" charset = x>', [{b"content": b"a>b", b"charset": b"x"}]),
        (b"<!-- <meta charset=x> -->", []),
        (b"<metadata charset=x>", []),
        (b"<meta charset>", [{}]),
        (b"", []),
    ],
)
def test_what_is_a_meta_with_a_charset(html, metas):
    assert charset_metas(html, 4096) == metas


def test_only_the_first_bytes_are_looked_at():
    html = b"<p><meta charset=abc>"

    assert charset_metas(html, 20) == [{b"charset": b"abc"}]
    assert charset_metas(html, 18) == [{b"charset": b"a"}]
    assert charset_metas(html, 0) == charset_metas(html, -1) == []
