"""Tag soup: pieces of markup in any order, as hypothesis draws them."""

from hypothesis import strategies as st

_NAMES = (
    "a b i p div span li ul dl dd h1 h2 table tbody tr td caption col colgroup form button select option optgroup"
    " nobr font br hr input img pre textarea title script style svg math mi foreignObject desc g template ruby rt"
    " body html head object x-y section applet iframe noscript xmp frameset frame main address"
).split()
_ATTRIBUTES = (
    "", "", " class=a", " class='a b'", " id=x", " hidden", " href=/", " style='Display : NONE'", " aria-hidden=true",
    " role=main", " color=red", " type=hidden", " encoding='text/html'", " class=&amp;", " A=1 a=2", " x='",
)  # fmt: skip
_TEXTS = (
    "a",
    " ",
    "\n",
    "word ",
    "\xe4\xdf",
    "\u6771",
    "&amp;",
    "&lt;b>",
    "<!--c-->",
    "<!",
    "</",
    "<![CDATA[x]]>",
    "\r\n",
    "&#0;",
    "\0",
)
_START = st.builds(
    lambda name, rest, end: f"<{name}{rest}{end}",
    st.sampled_from(_NAMES),
    st.sampled_from(_ATTRIBUTES),
    st.sampled_from([">", ">", ">", "/>"]),
)
_END = st.builds("</{}>".format, st.sampled_from(_NAMES))
SOUP = st.lists(_START | _START | _END | _END | st.sampled_from(_TEXTS), max_size=40).map("".join)
