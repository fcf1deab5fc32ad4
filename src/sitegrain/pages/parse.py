"""HTML text to the flat arrays of a Page: the kernel does it, this puts names and types to what it made."""

from __future__ import annotations

import numpy as np

from sitegrain.kernel import Axis, Roles, read_axis
from sitegrain.pages.elements import INLINE, OFF_AXIS
from sitegrain.pages.page import Attributes, Head, Links, Page

ROLES = Roles(OFF_AXIS, INLINE)
# What is read of the elements of the head; a <meta> is named by the first that it has.
HEAD_ATTRIBUTES: dict[str, tuple[bytes, ...]] = {
    "meta": (b"name", b"property", b"itemprop", b"http-equiv", b"content"),
    "title": (),
    "base": (b"href",),
    "script": (),
}


def parse(html: str, *, url: str | None = None, path: str | None = None, notes: tuple[str, ...] = ()) -> Page:
    """Parse one HTML document.

    Broken markup is never an error; a text without any markup is a page of one unit.

    >>> parse("<p>Hello <b>world</b><p>again").unit_texts
    ['Hello world', 'again']
    """
    return _page(read_axis(html, ROLES), url, path, notes)


def parse_utf8(
    html: bytes, *, url: str | None = None, path: str | None = None, notes: tuple[str, ...] = ()
) -> Page | None:
    """The same for bytes without a byte order mark; None if they are not valid UTF-8."""
    axis = read_axis(html, ROLES, strict=True)
    return None if axis is None else _page(axis, url, path, notes)


def _page(axis: Axis, url: str | None, path: str | None, notes: tuple[str, ...]) -> Page:
    return Page(
        axis=axis,
        attributes=Attributes(axis),
        parents=np.asarray(axis.parents),
        ends=np.asarray(axis.ends),
        flags=np.asarray(axis.flags),
        node_descriptors=np.asarray(axis.node_descriptors),
        run_nodes=np.asarray(axis.run_nodes),
        run_positions=np.asarray(axis.run_positions),
        run_units=np.asarray(axis.run_units),
        unit_nodes=np.asarray(axis.unit_nodes),
        unit_runs=np.asarray(axis.unit_runs),
        unit_tokens=np.asarray(axis.unit_tokens),
        unit_words=np.asarray(axis.unit_words),
        unit_link_words=np.asarray(axis.unit_link_words),
        unit_hidden=np.asarray(axis.unit_hidden),
        head=_head(axis),
        url=url,
        path=path,
        notes=(*notes, *axis.notes),
    )


def _head(axis: Axis) -> Head:
    """What the elements of the head say."""
    title = base = ""
    metas, json_ld = [], []
    for tag, values, text in axis.head(HEAD_ATTRIBUTES):
        if tag == "meta":
            name, of_property, of_item, of_header, content = values
            name = name or of_property or of_item or of_header
            if name and content:
                metas.append((name.strip().lower(), content))
        elif tag == "title":
            title = title or " ".join(text.split())
        elif tag == "base":
            base = base or values[0] or ""
        else:
            json_ld.append(text)
    root = axis.attributes(0) if len(axis) else {}
    return Head(
        title=title,
        metas=tuple(metas),
        links=Links(axis),
        json_ld=tuple(json_ld),
        lang=root.get("lang") or root.get("xml:lang") or "",
        base=base,
        script_bytes=axis.script_bytes,
    )
