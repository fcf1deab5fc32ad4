"""What a whole page says about its kind, in numpy: what the kernel's facts are compared with.

Columns are float32 by name; counts are those of sentences, commas and links of each unit, float32 too.
"""

import math

import numpy as np

from sitegrain.content.features import kind
from tests.kernel.naive_shape import plain_words

LONG_WORDS = 25


def page_facts(page, columns, counts):
    """Every fact by name."""
    n = max(page.n_units, 1)
    words = page.unit_words.astype(np.float64)
    n_words = max(float(words.sum()), 1.0)
    plain = plain_words(page)
    is_long = plain >= LONG_WORDS
    n_long = int(is_long.sum())
    repeats = columns["repeats"]
    shares = (_side_by_side(columns, kind._SHARES.values()) * words).sum(axis=1) / n_words
    means = _side_by_side(columns, kind._MEANS.values()).sum(axis=1) / np.float32(n)
    return (
        {
            "n_units": math.log1p(n),
            "n_words": math.log1p(n_words),
            "links": int(page.unit_link_words.sum()) / n_words,
            "n_long": math.log1p(n_long),
            "long_share": float(words[is_long].sum()) / n_words,
            "longest": math.log1p(plain.max(initial=0)),
            "long_in_list": float(columns["in_list"][is_long].sum()) / max(n_long, 1),
            "repeated": float(words[repeats >= np.log1p(4)].sum()) / n_words,
            "largest_repeat": float(repeats.max(initial=0)),
            "short_units": int((words < 4).sum()) / n,
            "largest_article": float(columns["article_share"].max(initial=0)),
            "sentences": float(counts[0].sum()),
            "commas": float(counts[1].sum() / n_words),
        }
        | dict(zip(kind._SHARES, shares.tolist(), strict=True))
        | dict(zip(kind._MEANS, means.tolist(), strict=True))
        | _tag_facts(page, n)
        | _container_facts(page, columns, n_words)
        | _title_facts(page, columns, plain)
        | _name_facts(columns, counts[2], n)
    )


def _side_by_side(columns, names):
    return np.array([columns[name] for name in names])


def _tag_facts(page, n_units):
    counts = {tag: page.tags.count(tag) for tag in (*kind._COUNTED_TAGS, "img")}
    facts = {f"n_{tag}": math.log1p(min(counts[tag], 50)) for tag in kind._COUNTED_TAGS}
    return facts | {"images": counts["img"] / n_units}


def _container_facts(page, columns, n_words):
    is_inside = columns["in_best"] > 0
    words, links = float(page.unit_words[is_inside].sum()), float(page.unit_link_words[is_inside].sum())
    return {
        "container_share": words / n_words,
        "container_words": math.log1p(words),
        "container_links": links / max(words, 1.0),
    }


def _title_facts(page, columns, plain):
    is_title = columns["is_title"]
    at = int(is_title.argmax()) if len(is_title) and is_title.max() > 0 else -1
    after = slice(at + 1, at + 1 + 6)
    is_line = (page.unit_words[after] <= 25) & (at >= 0)
    is_plain = plain > 0
    return {
        "title_level": float(columns["heading_level"][at]) if at >= 0 else 7.0,
        "dated_line": float((is_line & (columns["has_date"][after] > 0)).any()),
        "named_line": float((is_line & (columns["name_meta"][after] > 0)).any()),
        "prose_after_title": float(plain[at + 1 :].sum()) / max(float(plain.sum()), 1.0),
        "paragraph": math.log1p(np.median(plain[is_plain])) if is_plain.any() else 0.0,
        "paragraphs": float(columns["tag_p"][is_plain].sum()) / max(int(is_plain.sum()), 1),
    }


def _name_facts(columns, n_links, n_units):
    small = _side_by_side(columns, [f"name_{name}_narrow" for name in kind._NAMED] + ["bare_links"]) > 0.5
    *named, boxes = small.sum(axis=1).tolist()
    return {f"named_{name}": math.log1p(n) for name, n in zip(kind._NAMED, named, strict=True)} | {
        "inside_links": float((columns["inside_links"] * n_links).sum() / max(n_links.sum(), np.float32(1))),
        "headings": int((columns["heading_level"] > 0).sum()) / n_units,
        "boxes": boxes / n_units,
    }
