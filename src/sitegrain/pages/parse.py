"""HTML text to the flat arrays of a Page: the kernel does it, this puts names and types to what it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import Axis, Roles, read_axis
from sitegrain.pages.elements import INLINE, OFF_AXIS
from sitegrain.pages.page import Attributes, Head, Page

if TYPE_CHECKING:
    from collections.abc import Mapping

ROLES = Roles(OFF_AXIS, INLINE)


def parse(html: str, *, url: str | None = None, path: str | None = None, notes: tuple[str, ...] = ()) -> Page:
    """Parse one HTML document.

    Broken markup is never an error; a text without any markup is a page of one unit.

    >>> parse("<p>Hello <b>world</b><p>again").unit_texts
    ['Hello world', 'again']
    """
    axis = read_axis(html, ROLES)
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
    metas, links, json_ld = [], [], []
    for tag, attributes, text in axis.head():
        if tag == "title":
            title = title or " ".join(text.split())
        elif tag == "meta":
            metas.extend(_meta(attributes))
        elif tag == "link":
            rel, href, kind, hreflang = (attributes.get(name) or "" for name in ("rel", "href", "type", "hreflang"))
            links.append((rel.lower(), href, kind, hreflang))
        elif tag == "base":
            base = base or attributes.get("href") or ""
        else:
            json_ld.append(text)
    root = axis.attributes(0) if len(axis) else {}
    return Head(
        title=title,
        metas=tuple(metas),
        links=tuple(links),
        json_ld=tuple(json_ld),
        lang=root.get("lang") or root.get("xml:lang") or "",
        base=base,
        script_bytes=axis.script_bytes,
    )


def _meta(attributes: Mapping[str, str | None]) -> list[tuple[str, str]]:
    """Name and content of a <meta>, if it has both."""
    get = attributes.get
    name = get("name") or get("property") or get("itemprop") or get("http-equiv") or ""
    content = get("content")
    return [(name.strip().lower(), content)] if name and content else []
