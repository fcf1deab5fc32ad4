"""Fetching from a server on this machine: siblings, robots.txt, pace, limits. The clock is ours, so nothing waits."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage
from sitegrain.readers import fetching, web
from sitegrain.readers.politeness import Pace
from sitegrain.readers.web import WebSource, find_siblings


class Server:
    """Serves what `pages` says: path to (status, headers, body); records what it was asked for."""

    def __init__(self):
        self.pages, self.asked, self.agents = {}, [], set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                outer.agents.add(self.headers["User-Agent"])
                status, headers, body = outer.pages.get(self.path, (404, {}, b"none"))
                self.send_response(status)
                for name, value in {"Content-Type": "text/html", "Content-Length": len(body), **headers}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def page(self, path, body=b"<p>x", status=200, **headers):
        self.pages[path] = (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)

    def links(self, path, *targets):
        self.page(path, b"<body>" + b"".join(f"<a href='{target}'>x</a>".encode() for target in targets))

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.now, self.slept = 100.0, []

    def sleep(self, seconds):
        self.slept.append(round(seconds, 3))
        self.now += seconds

    def pace(self):
        return Pace(clock=lambda: self.now, sleep=self.sleep)


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rows(server, clock):
    def fetch(path, **options):
        found = WebSource(server.url + path, pace=clock.pace(), **options).records()
        return {(row.url or "").removeprefix(server.url): getattr(row, "reason", "page") for row in found}

    return fetch


def test_the_page_comes_first_then_its_siblings_most_similar_first(server, rows):
    server.links("/news/a.html", "/about", "/news/b.html#c", "http://other.example/x", "/news/a.html?print=1", "/p.png")
    server.page("/news/b.html")
    server.page("/about")

    assert list(rows("/news/a.html").items()) == [
        ("/news/a.html", "page"),
        ("/news/b.html", "page"),
        ("/about", "page"),
    ]


def test_no_more_siblings_than_allowed_are_fetched(server, rows):
    names = [f"/news/{i}.html" for i in range(40)]
    server.links("/news/a.html", *names)
    for name in names:
        server.page(name)

    assert len(rows("/news/a.html")) == 1 + web.MAX_SIBLINGS


def test_a_sibling_that_fails_is_a_row_and_the_rest_goes_on(server, rows):
    server.links("/a", "/gone", "/picture", "/b")
    server.page("/picture", b"\x89PNG", Content_Type="image/png")
    server.page("/b")

    assert rows("/a") == {
        "/a": "page",
        "/gone": "http status: 404",
        "/picture": "not html: content type image/png",
        "/b": "page",
    }


def test_robots_txt_is_kept_to(server, rows):
    server.page("/robots.txt", b"User-agent: *\nDisallow: /private", Content_Type="text/plain")
    server.links("/a", "/private/x", "/b")
    server.page("/b")

    assert rows("/a") == {
        "/a": "page",
        "/private/x": "robots.txt: the host does not allow fetching this page",
        "/b": "page",
    }
    assert "/private/x" not in server.asked
    assert server.asked.count("/robots.txt") == 1


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [(200, b"User-agent: sitegrain\nDisallow: /", "robots.txt"), (503, b"", "robots.txt: http status: 503")],
)
def test_a_page_that_may_not_be_fetched_is_one_clear_line(server, rows, status, body, reason):
    server.page("/robots.txt", body, status)
    server.page("/a")

    with pytest.raises(SourceError, match=f"/a: {reason}"):
        rows("/a")
    assert server.asked == ["/robots.txt"]


def test_the_agent_names_the_project(server, rows):
    server.page("/a")

    rows("/a")

    (agent,) = server.agents
    assert agent.startswith("sitegrain/")


def test_requests_to_a_host_are_a_second_apart(server, clock, rows):
    """robots.txt, the page and two siblings are four requests: three waits."""
    server.links("/a", "/b", "/c")
    server.page("/b")
    server.page("/c")

    rows("/a")

    assert clock.slept == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(("asked", "kept"), [("3", 3.0), ("0.1", 1.0), ("9999", 10.0)])
def test_a_crawl_delay_is_kept_up_to_a_cap(server, clock, rows, asked, kept):
    """Known only after robots.txt came, it holds from the page's own request on."""
    server.page("/robots.txt", f"User-agent: *\nCrawl-delay: {asked}".encode())
    server.links("/a", "/b")
    server.page("/b")

    rows("/a")

    assert clock.slept == [1.0, kept]


def test_the_pace_is_per_host_and_counts_time_that_has_passed():
    clock = Clock()
    pace = clock.pace()

    pace.wait("a")
    pace.wait("b")
    clock.now += 0.4
    pace.wait("a")
    clock.now += 5
    pace.wait("a")

    assert clock.slept == [0.6]


def test_redirects_are_followed_and_give_the_last_address(server, rows):
    server.page("/a", status=302, Location="/b")
    server.page("/b", status=301, Location="c#top")
    server.page("/c")

    assert rows("/a") == {"/c": "page"}


def test_siblings_that_lead_to_the_same_page_are_told(server, rows):
    server.links("/a", "/login1", "/login2")
    server.page("/login1", status=302, Location="/login")
    server.page("/login2", status=302, Location="/login")
    server.page("/login")

    assert rows("/a") == {"/a": "page", "/login": "page", "/login2": "duplicate: leads to a page already read"}


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("/a", "too many redirects: more than 5"),
        ("ftp://a.org/", "not http"),
        ("file:///etc/passwd", "not http"),
        ("/private", "robots.txt"),
    ],
)
def test_redirects_are_bounded_and_checked(server, rows, location, reason):
    server.page("/robots.txt", b"User-agent: *\nDisallow: /private")
    server.page("/a", status=302, Location=location)

    with pytest.raises(SourceError, match=reason):
        rows("/a")


def test_packed_answers_are_unpacked(server, clock):
    server.page("/a", gzip.compress(b"<p>packed"), Content_Encoding="gzip", Content_Type="text/html; charset=koi8-r")

    (page,) = WebSource(server.url + "/a", pace=clock.pace())

    assert (page.html, page.charset) == (b"<p>packed", "koi8-r")


def test_an_answer_above_the_limit_is_given_up(server, rows, monkeypatch):
    monkeypatch.setattr(fetching, "MAX_BODY_BYTES", 1000)
    server.page("/a", b"x" * 2000)

    with pytest.raises(SourceError, match="too large: more than 1000 bytes"):
        rows("/a")


def test_an_answer_that_takes_too_long_is_given_up(server, clock, monkeypatch):
    """Each look at the clock is twenty seconds after the one before."""
    server.page("/a", b"x" * 200_000)

    def tick():
        clock.now += 20
        return clock.now

    with pytest.raises(SourceError, match="too slow: not whole after 30 seconds"):
        list(WebSource(server.url + "/a", pace=Pace(clock=tick, sleep=clock.sleep)))


def test_a_host_that_does_not_answer_is_one_clear_line(clock):
    with pytest.raises(SourceError, match=r"http://127\.0\.0\.1:1/a: "):
        list(WebSource("http://127.0.0.1:1/a", pace=clock.pace()))


@pytest.mark.parametrize("url", ["http://", "http://[::1", "https://\x00/"])
def test_a_broken_address_is_one_clear_line(clock, url):
    with pytest.raises(SourceError):
        list(WebSource(url, pace=clock.pace()))


def test_a_second_iteration_fetches_nothing_again(server, clock):
    server.links("/a", "/b")
    server.page("/b")
    source = WebSource(server.url + "/a", pace=clock.pace())

    assert list(source) == list(source)
    assert server.asked == ["/robots.txt", "/a", "/b"]


def test_the_limit_ends_the_fetching(server, rows):
    server.links("/a", "/b", "/c")
    server.page("/b")

    assert rows("/a", limit=1) == {"/a": "page"}
    assert server.asked == ["/robots.txt", "/a"]


def test_links_are_resolved_against_the_base_of_the_page():
    page = RawPage(
        "<base href=/d/><a href=x>1</a><a href=x>2</a><a>3</a><a href='http://['>4</a>", url="http://a.org/d/y"
    )

    assert find_siblings(page) == ["http://a.org/d/x"]
