"""WARC records as literal bytes."""

HTML = "Content-Type: text/html; charset=koi8-r"
PAGE = b"<p>Hello</p>"


def http(body=PAGE, *headers, status="200 OK"):
    """An HTTP response; an HTML type unless headers are given."""
    lines = [f"HTTP/1.1 {status}", *(headers or (HTML,)), "", ""]
    return "\r\n".join(lines).encode() + body


def record(block=None, *, kind="response", url="http://a.org/x", content_type="application/http; msgtype=response"):
    """One WARC record."""
    block = http() if block is None else block
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Target-URI: {url}",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(block)}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + block + b"\r\n\r\n"
