"""Addresses: their host, their shape, how alike two of them are. No function here raises on a broken address.

The similarity is US(u, v): links of a page that are most like its own address lead to pages of its layout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, unquote, urldefrag, urljoin, urlsplit

HOST_DOMAIN = 0.5  # likeness of two hosts of one registrable domain
SEGMENT_MASKED = 0.75  # of two path segments equal but for numbers and hashes
SEGMENT_LAST = 0.5  # of two last segments
PATH_SHARE = 0.8  # the rest is the query's
MAX_WORD_CHARS = 20  # a longer path segment is a title, not a section's name

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HEX = re.compile(r"(?<![0-9a-z])(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{6,}(?![0-9a-z])")
_DIGITS = re.compile(r"[0-9]+")
_BLANKS = re.compile(r"[\t\n\r]")
_FOLDER = re.compile(r"/(?:index\.html?)?$", re.IGNORECASE)
_SECOND_LEVEL = frozenset("ac co com ed edu go gob gouv gov gv mil ne net nom or org".split())
_NOT_HTML = frozenset(
    "7z avi atom bmp bz2 css csv doc docx eps epub exe flv gif gz ico iso jar jpeg jpg js json m4a m4v mid mov mp3"
    " mp4 mpeg mpg msi odp ods odt ogg ogv pdf png pps ppt pptx ps rar rdf rss rtf svg swf tar tgz tif tiff ttf txt"
    " wav webm webp wma wmv woff woff2 xls xlsx xml xz zip".split()
)


@dataclass(frozen=True, slots=True)
class _Address:
    """The parts of an http(s) address that the similarity reads."""

    host: str
    segments: tuple[str, ...]
    query: tuple[tuple[str, str], ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(key for key, _ in self.query)


def host_of(url: str) -> str | None:
    """The host of an address in one spelling: lower case, punycode, without `www.` and a default port.

    None if the address has no host.

    >>> host_of("HTTP://www.Example.com:80/a")
    'example.com'
    """
    parts = _split(url)
    return _host(parts) if parts else None


def url_shape(url: str) -> str:
    """The path with digits as 9, titles as s and hashes as h, and the query's keys: equal for pages made alike.

    >>> url_shape("http://example.com/news/2026/11/bridge-opens.html?page=2")
    '/news/9/9/s.html?page'
    """
    parts = _split(url)
    if parts is None:
        return ""
    segments = parts.path.split("/")
    shaped = [_shape_segment(segment) for segment in segments[:-1]]
    keys = sorted({key for key, _ in _query(parts)})
    return "/".join([*shaped, _shape_last(segments[-1])]) + ("?" + "&".join(keys) if keys else "")


def resolve(base: str | None, href: str) -> str | None:
    """The address a link leads to, without its fragment; None if that cannot be told.

    >>> resolve("http://example.com/a/b.html", "../c#top")
    'http://example.com/c'
    """
    try:
        return urldefrag(urljoin(_BLANKS.sub("", base or ""), _BLANKS.sub("", href).strip()))[0] or None
    except ValueError:
        return None


def page_key(url: str) -> str | None:
    """What the addresses of one page have in common, so that links of every spelling find it.

    Scheme, `www.`, a default port, the fragment, escapes of the path, a slash or `index.html` at its end do not count.
    None for what is neither http(s) nor a file.

    >>> page_key("http://www.example.com:80/caf%C3%A9/index.html#top") == page_key("https://example.com/café")
    True
    """
    parts = _split(url)
    if parts is None or parts.scheme not in {*_DEFAULT_PORTS, "file"}:
        return None
    path = _FOLDER.sub("", unquote(parts.path, errors="surrogateescape"))
    if parts.scheme == "file" or not parts.query:  # a file is the same whatever is asked of it
        return f"{_host(parts) or ''}{path}"
    return f"{_host(parts) or ''}{path}?{parts.query}"


def url_similarity(url: str, other: str) -> float:
    """US(url, other) in [0, 1]: how likely two addresses are pages of one layout; 0 for two forms of one document.

    >>> round(url_similarity("http://ex.com/news/2026/11/bridge.html", "http://ex.com/news/2026/10/cup.html"), 2)
    0.85
    """
    u, v = _address(url), _address(other)
    if u is None or v is None or _is_variant(u, v):
        return 0.0
    host = _host_likeness(u.host, v.host)
    if not host:
        return 0.0
    either = u.keys | v.keys
    query = len(u.keys & v.keys) / len(either) if either else 1.0
    return host * (PATH_SHARE * _path_likeness(u.segments, v.segments) + (1 - PATH_SHARE) * query)


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(_BLANKS.sub("", url).strip())
    except ValueError:
        return None


def _host(parts: SplitResult) -> str | None:
    try:
        name, port = parts.hostname, parts.port
    except ValueError:  # a port that is no number
        name, port = parts.netloc.rpartition("@")[2].partition(":")[0].lower(), None
    if not name:
        return None
    name = _punycode(name.rstrip("."))
    name = name.removeprefix("www.") or name
    if ":" in name:
        name = f"[{name}]"
    return name if port is None or port == _DEFAULT_PORTS.get(parts.scheme) else f"{name}:{port}"


def _punycode(name: str) -> str:
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return name


def _query(parts: SplitResult) -> list[tuple[str, str]]:
    try:
        return parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        return [(parts.query, "")]


def _mask(segment: str) -> str:
    """Numbers as 9 and hashes as h."""
    return _DIGITS.sub("9", _HEX.sub("h", segment.lower()))


def _shape_segment(segment: str) -> str:
    if len(segment) > MAX_WORD_CHARS or "-" in segment or "_" in segment or "%" in segment:
        return _hash_or_title(segment)
    return _mask(segment)


def _shape_last(segment: str) -> str:
    """A page's own name: a number, a hash or a title, with its suffix."""
    stem, dot, suffix = segment.rpartition(".")
    if not dot or not suffix.isalnum() or len(suffix) > 5 or suffix.isdigit():
        stem, dot, suffix = segment, "", ""
    if not stem:
        return segment
    return (_DIGITS.sub("9", stem) if stem.isdigit() else _hash_or_title(stem)) + dot + suffix.lower()


def _hash_or_title(segment: str) -> str:
    return "h" if _HEX.fullmatch(segment.lower()) else "s"


@lru_cache(1024)
def _address(url: str) -> _Address | None:
    """Take an address apart; None if it is not http(s) or its suffix says it is no page."""
    parts = _split(url)
    if parts is None or parts.scheme not in _DEFAULT_PORTS:
        return None
    host = _host(parts)
    segments = tuple(segment for segment in parts.path.split("/") if segment)
    if host is None or (segments and _suffix(segments[-1]) in _NOT_HTML):
        return None
    return _Address(host, segments, tuple(sorted(_query(parts))))


def _suffix(segment: str) -> str:
    return segment.rpartition(".")[2].lower() if "." in segment else ""


def _is_variant(u: _Address, v: _Address) -> bool:
    """The same document in another form: printed, sorted, with another session."""
    if u.host != v.host or u.segments != v.segments:
        return False
    return u.query == v.query or u.keys != v.keys


def _host_likeness(host: str, other: str) -> float:
    if host == other:
        return 1.0
    domain = _registrable(host)
    return HOST_DOMAIN if domain is not None and domain == _registrable(other) else 0.0


def _registrable(host: str) -> str | None:
    """The last two labels, or three below a country's second level such as `co.uk`; None for an IP address."""
    labels = host.partition(":")[0].split(".")
    if len(labels) < 2 or labels[-1].isdigit() or host.startswith("["):
        return None
    n_labels = 3 if len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL and len(labels) > 2 else 2
    return ".".join(labels[-n_labels:])


def _path_likeness(segments: tuple[str, ...], others: tuple[str, ...]) -> float:
    """Mean likeness of the segments in the same position; two bare hosts are equal."""
    n_longer = max(len(segments), len(others))
    if not n_longer:
        return 1.0
    total = 0.0
    for i, (segment, other) in enumerate(zip(segments, others, strict=False)):
        if segment == other:
            total += 1
        elif _mask(segment) == _mask(other):
            total += SEGMENT_MASKED
        elif i == len(segments) - 1 == len(others) - 1:
            total += SEGMENT_LAST
    return total / n_longer
