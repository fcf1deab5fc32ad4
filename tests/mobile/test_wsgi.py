"""The middleware between a server and an application: the small page for small screens, all else untouched."""

import gzip
import io
import logging
from concurrent.futures import ThreadPoolExecutor
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest

import sitegrain
from sitegrain.errors import FitError, UsageError
from sitegrain.mobile import MobileMiddleware, wants_small
from sitegrain.mobile.choosing import MAX_WIDTH
from sitegrain.segmenters import BlockFusion, SomTree
from tests.crawl.pages import article, site_pages

PAGE = article("a.example", 20).html
HTML = [("Content-Type", "text/html; charset=utf-8")]
PHONE = {"HTTP_SEC_CH_UA_MOBILE": "?1"}
PLACE = {"SCRIPT_NAME": "", "PATH_INFO": "/story/20.html"}
MODEL = sitegrain.SiteModel().fit(site_pages(n_pages=8))


class App:
    """An application with one answer; tells what it was asked and whether its body was closed."""

    def __init__(self, parts=(PAGE,), status="200 OK", headers=HTML, *, lazy=False, writes=(), error=None):
        self.parts, self.status, self.headers = list(parts), status, headers
        self.lazy, self.writes, self.error = lazy, writes, error
        self.n_closed = self.n_given = 0

    def __call__(self, environ, start_response):
        self.environ = environ
        self.start_response = start_response
        if not self.lazy:
            self.start()
        return self

    def start(self):
        write = self.start_response(self.status, list(self.headers))
        for data in self.writes:
            write(data)

    def __iter__(self):
        if self.lazy:
            self.start()
        for part in self.parts:
            self.n_given += 1
            yield part
        if self.error:
            raise self.error

    def close(self):
        self.n_closed += 1


class Answer:
    """What a server that follows the rules sends for a request; the rules are checked on both sides."""

    def __init__(self, app, extra=PHONE, *, method="GET", query="", **options):
        environ = {"REQUEST_METHOD": method, "QUERY_STRING": query, **extra, **PLACE}
        setup_testing_defaults(environ)
        self.written = io.BytesIO()
        body = validator(MobileMiddleware(validator(app), MODEL, **options))(environ, self.start)
        try:
            self.body = b"".join(body)
        finally:
            body.close()
        self.body = self.written.getvalue() + self.body

    def start(self, status, headers, exc_info=None):
        self.status, self.headers = status, {name.lower(): value for name, value in headers}
        return self.written.write

    @property
    def is_small(self):
        return b'name="viewport"' in self.body and b"said the keeper" in self.body and b"All rights" not in self.body


def test_a_phone_gets_the_small_page_and_its_headers_are_true():
    app = App(
        headers=[*HTML, ("Content-Length", str(len(PAGE))), ("Content-MD5", "x"), ("X-Own", "1"), ("ETag", '"e"')]
    )

    answer = Answer(app)

    assert answer.is_small
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["etag"] == 'W/"e-small"'
    assert answer.headers["accept-ranges"] == "none"
    assert answer.headers["x-own"] == "1"
    assert "content-md5" not in answer.headers
    assert app.n_closed == 1


def test_others_get_the_page_itself_and_both_are_told_apart():
    answers = [
        Answer(App(headers=[*HTML, ("Vary", "Accept, Cookie"), ("ETag", '"e"')]), extra) for extra in ({}, PHONE)
    ]

    assert answers[0].body == PAGE
    assert answers[0].headers["etag"] == '"e-full"'
    assert {answer.headers["vary"] for answer in answers} == {
        "Accept, Cookie, Sec-CH-UA-Mobile, Sec-CH-Viewport-Width, Viewport-Width"
    }


UNTOUCHED = [
    {"headers": [("Content-Type", "image/png")]},
    {"headers": [*HTML, ("Content-Disposition", 'attachment; filename="a.html"')]},
    {"headers": [*HTML, ("Cache-Control", "private, no-transform")]},
    {"headers": [*HTML, ("Content-Encoding", "br")]},
    {"status": "404 Not Found"},
    {"status": "206 Partial Content", "headers": [*HTML, ("Content-Range", "bytes 0-5/10")]},
    {"headers": [*HTML, ("Content-Length", "2000001")]},
]


@pytest.mark.parametrize("answer", UNTOUCHED)
def test_what_is_no_whole_page_passes(answer):
    got = Answer(App([b"part", b"", b"part"], **answer))

    headers = answer.get("headers", HTML)
    assert got.body == b"partpart"
    assert got.status == answer.get("status", "200 OK")
    assert headers == [(name, value) for name, value in headers if got.headers[name.lower()] == value]


def test_what_passes_is_the_applications_own_body_and_streams():
    app = App([b"a", b"b"], headers=[("Content-Type", "video/mp4")])
    environ = {"REQUEST_METHOD": "GET", **PHONE}
    setup_testing_defaults(environ)

    body = MobileMiddleware(app, MODEL)(environ, lambda status, headers: None)

    assert body is app
    assert next(iter(body)) == b"a"
    assert app.n_given == 1


@pytest.mark.parametrize("lazy", [False, True])
def test_a_page_in_parts_is_held_until_it_is_whole(lazy):
    app = App([PAGE[start : start + 7] for start in range(0, len(PAGE), 7)], lazy=lazy)

    assert Answer(app).is_small
    assert app.n_closed == 1


@pytest.mark.parametrize("lazy", [False, True])
def test_a_page_beyond_the_limit_streams_from_there(lazy):
    """Four bytes are the limit: the third part is the first that is given while the application still works."""
    app = App([b"abc", b"d", b"e", b"f"], lazy=lazy)
    environ = {"REQUEST_METHOD": "GET", **PHONE}
    setup_testing_defaults(environ)
    started = []
    body = MobileMiddleware(app, MODEL, max_bytes=4)(environ, lambda status, headers: started.append(status))

    parts = iter(body)

    assert (next(parts), app.n_given, started) == (b"abc", 3, ["200 OK"])
    assert list(parts) == [b"d", b"e", b"f"]


def test_parts_that_are_written_are_held_too():
    assert Answer(App([PAGE[50:]], writes=[PAGE[:20], PAGE[20:50]])).is_small
    assert Answer(App([b"c"], writes=[b"ab", b"cd", b"ef"]), max_bytes=3).body == b"abcdefc"


def test_compressed_pages_stay_compressed():
    answer = Answer(App([gzip.compress(PAGE)], headers=[*HTML, ("Content-Encoding", "gzip")]))

    assert answer.headers["content-length"] == str(len(answer.body))
    assert b"said the keeper" in gzip.decompress(answer.body)
    assert b"viewport" in gzip.decompress(answer.body)


@pytest.mark.parametrize("data", [gzip.compress(bytes(3_000_000)), gzip.compress(PAGE)[:-9], b"no gzip"])
def test_a_bomb_or_broken_compression_goes_out_as_it_is(data, caplog):
    caplog.set_level(logging.CRITICAL)

    answer = Answer(App([data], headers=[*HTML, ("Content-Encoding", "gzip"), ("Content-Length", str(len(data)))]))

    assert answer.body == data
    assert answer.headers["content-length"] == str(len(data))


def test_a_page_that_cannot_be_made_small_goes_out_as_it_is(monkeypatch, caplog):
    def fail(*arguments, **options):
        raise RuntimeError("no luck")

    monkeypatch.setattr("sitegrain.mobile.wsgi.shrink", fail)

    answer = Answer(App([PAGE[:9], PAGE[9:]], headers=[*HTML, ("Content-Length", str(len(PAGE)))]))

    assert answer.body == PAGE
    assert answer.headers["content-length"] == str(len(PAGE))
    assert "/story/20.html: the page cannot be made small" in caplog.text


def test_head_has_the_headers_of_the_small_page_but_for_its_length():
    answer = Answer(App([], headers=[*HTML, ("Content-Length", "999"), ("ETag", '"e"')]), method="HEAD")

    assert answer.body == b""
    assert answer.headers["etag"] == 'W/"e-small"'
    assert "content-length" not in answer.headers


TAGS = [
    # asked by a phone with the tag of the small page, of the full page, of what has only one form
    (PHONE, 'W/"e-small"', 'W/"e"', 'W/"e-small"'),
    (PHONE, '"e-full"', '"e-full"', '"e"'),
    (PHONE, '"e"', '"e"', '"e"'),
    ({}, '"e-full", "x"', '"e", "x"', '"e-full"'),
    ({}, 'W/"e-small"', 'W/"e-small"', '"e"'),
]


@pytest.mark.parametrize(("extra", "asked", "given", "answered"), TAGS)
def test_not_modified_is_of_the_form_that_was_asked_for(extra, asked, given, answered):
    app = App([], status="304 Not Modified", headers=[("ETag", '"e"')])

    answer = Answer(app, {**extra, "HTTP_IF_NONE_MATCH": asked})

    assert app.environ["HTTP_IF_NONE_MATCH"] == given
    assert (answer.status, answer.headers["etag"]) == ("304 Not Modified", answered)
    assert "Sec-CH-UA-Mobile" in answer.headers["vary"]


def test_other_methods_pass_and_their_tags_are_the_applications():
    app = App([b"saved"])

    answer = Answer(app, {**PHONE, "HTTP_IF_MATCH": '"e-full"'}, method="POST")

    assert answer.body == b"saved"
    assert app.environ["HTTP_IF_MATCH"] == '"e"'


def test_an_error_of_the_application_is_the_servers():
    app = App([b"<p>half"], error=ValueError("broke"))

    with pytest.raises(ValueError, match="broke"):
        Answer(app)
    assert app.n_closed == 1


def test_an_answer_that_is_started_again_with_an_error_replaces_what_was_held():
    def app(environ, start_response):
        start_response("200 OK", list(HTML))
        yield PAGE
        try:
            raise ValueError("late")
        except ValueError as error:
            start_response("500 Error", [("Content-Type", "text/plain")], (ValueError, error, error.__traceback__))
        yield b"sorry"

    answer = Answer(app)

    assert (answer.status, answer.body) == ("500 Error", b"sorry")


def test_links_stay_relative_and_the_full_page_is_one_away():
    page = PAGE.replace(b"nobody knew why.", b"nobody knew why, <a href=../b.html#c>see there</a>.")

    answer = Answer(App([page]), query="q=a%20b&sitegrain-view=small")

    assert b'<a href="../b.html#c">see there</a>' in answer.body
    assert b'href="?q=a+b&amp;sitegrain-view=full"' in answer.body
    assert b"127.0.0.1" not in answer.body


def test_a_policy_of_the_site_lets_the_small_pages_styles_through():
    answer = Answer(App(headers=[*HTML, ("Content-Security-Policy", "default-src 'self'; style-src 'self'")]))

    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self'; style-src 'sha256-")
    assert policy.count("style-src") == 1


def test_a_charset_of_the_header_is_minded():
    page = PAGE.replace(b"said the keeper", "said the keeper żółw".encode("iso-8859-2"))

    answer = Answer(App([page], headers=[("Content-Type", "text/html; charset=ISO-8859-2")]))

    assert "żółw".encode() in answer.body


CHOICES = [
    ({}, "", False),
    (PHONE, "", True),
    ({"HTTP_SEC_CH_UA_MOBILE": "?0"}, "", False),
    ({**PHONE, "HTTP_VIEWPORT_WIDTH": str(MAX_WIDTH + 1)}, "", False),
    ({"HTTP_SEC_CH_VIEWPORT_WIDTH": "360"}, "", True),
    ({"HTTP_VIEWPORT_WIDTH": "wide"}, "", False),
    (PHONE, "a=b&sitegrain-view=full", False),
    ({**PHONE, "HTTP_COOKIE": "a=b; sitegrain-view=full"}, "", False),
    ({"HTTP_COOKIE": "sitegrain-view=small"}, "", True),
    ({"HTTP_COOKIE": "sitegrain-view=small"}, "sitegrain-view=full", False),
    ({**PHONE, "HTTP_COOKIE": "][;=,\x7f"}, "&&=&sitegrain-view=", True),
]


@pytest.mark.parametrize(("extra", "query", "expected"), CHOICES)
def test_hints_choose_and_the_reader_overrules_them(extra, query, expected):
    assert wants_small({"QUERY_STRING": query, **extra}) is expected


def test_any_fitted_method_will_do():
    app = App()

    for model in (SomTree().fit(site_pages(n_pages=8)), BlockFusion()):
        environ = {"REQUEST_METHOD": "GET", **PHONE}
        setup_testing_defaults(environ)
        body = b"".join(MobileMiddleware(app, model)(environ, lambda status, headers: None))
        assert b"said the keeper" in body
        assert b"viewport" in body


def test_what_cannot_work_is_told_at_once():
    with pytest.raises(FitError, match="has not been fitted"):
        MobileMiddleware(App(), sitegrain.SiteModel())
    with pytest.raises(FitError, match="has not been fitted"):
        MobileMiddleware(App(), SomTree())
    with pytest.raises(UsageError, match="got str"):
        MobileMiddleware(App(), "model.grain")
    with pytest.raises(UsageError, match="at least 1, got 0"):
        MobileMiddleware(App(), MODEL, max_bytes=0)


def test_requests_at_the_same_time_get_their_own_pages():
    pages = [article("a.example", number).html for number in range(24)]
    alone = [Answer(App([page])).body for page in pages]

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda page: Answer(App([page])).body, pages * 4))

    assert together == alone * 4


GZIP = [*HTML, ("Content-Encoding", "gzip")]


def test_gzip_in_several_members_is_one_page():
    answer = Answer(App([gzip.compress(b"") + gzip.compress(PAGE[:300]) + gzip.compress(PAGE[300:])], headers=GZIP))

    assert gzip.decompress(answer.body) == Answer(App()).body


def test_many_members_of_gzip_pass(caplog):
    data = gzip.compress(b"") * 2_000 + gzip.compress(PAGE)

    assert Answer(App([data], headers=GZIP)).body == data
    assert not caplog.records


@pytest.mark.parametrize("body", [b"", b"<body><div id=root></div><script>draw()</script>"])
def test_a_page_that_would_be_empty_passes(body, caplog):
    assert Answer(App([body])).body == body
    assert not caplog.records


def test_a_page_of_images_is_made_small():
    assert b"<img " in Answer(App([b"<p>A gull</p><img src=gull.jpg>"])).body


def test_a_length_of_thousands_of_digits_is_too_long():
    started = []
    app = MobileMiddleware(App(headers=[*HTML, ("Content-Length", "9" * 5_000)]), MODEL)
    environ = {"REQUEST_METHOD": "GET", **PHONE}

    assert list(app(environ, lambda status, headers: started.append(status))) == [PAGE]
    assert started == ["200 OK"]
