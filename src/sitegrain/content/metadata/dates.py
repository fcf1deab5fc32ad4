"""Dates as machines write them, to `YYYY-MM-DD`. Month names of human languages are not read."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

FIRST_YEAR = 1900
MAX_DATE_CHARS = 100

_ISO = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"^\s*(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?\s*$")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_IN_PATH = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?:[/_.-]|$)")


def parse_date(text: str) -> str | None:
    """Read a machine's date; None if it is none, or lies before 1900 or after tomorrow.

    >>> parse_date("2024-03-09T23:50:00+01:00"), parse_date("Sat, 09 Mar 2024 23:50:00 GMT"), parse_date("0001-01-01")
    ('2024-03-09', '2024-03-09', None)
    """
    text = text[:MAX_DATE_CHARS]
    match = _ISO.search(text)
    if match:
        return _checked(match[1], match[3], match[4])
    match = _COMPACT.match(text)
    if match:
        return _checked(match[1], match[2], match[3])
    match = _DAY_FIRST.search(text)
    if match:
        return _checked(match[3], match[2], match[1])
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    return _checked(str(found.year), str(found.month), str(found.day))


def date_in_url(url: str) -> str | None:
    """The date in an address such as `/2024/03/09/title`; None if it holds none.

    >>> date_in_url("https://example.org/news/2024/03/09/ferry.html")
    '2024-03-09'
    """
    match = _IN_PATH.search(url)
    return _checked(match[1], match[2], match[3]) if match else None


def _checked(year: str, month: str, day: str) -> str | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    latest = datetime.now(UTC).date() + timedelta(days=1)  # "tomorrow" has begun east of here
    return found.isoformat() if date(FIRST_YEAR, 1, 1) <= found <= latest else None
