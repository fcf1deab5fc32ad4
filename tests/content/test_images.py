"""Which images of a page belong to its content, and what belongs to them."""

import time

import numpy as np
import pytest

import sitegrain
from sitegrain.content.images import MAX_TEXT_CHARS, find_images
from sitegrain.pages.parse import parse

BASE = "http://a.example/news/"
LONG = "word " * 60  # more than a caption


def images(html, dropped=()):
    """The images with all text kept but for units of these texts: (src, caption, text)."""
    page = parse(html, url=BASE)
    kept = np.array([text not in dropped for text in page.unit_texts], bool)
    found = find_images(page, kept)
    return [(image.src.removeprefix(BASE), image.caption, image.text) for own in found.values() for image in own]


CONTEXTS = [
    # A figure's caption; around it the paragraphs before and after.
    (
        "<p>Before.<figure><img src=a.png><figcaption>The quay</figcaption></figure><p>After.",
        [("a.png", "The quay", "Before.\nAfter.")],
    ),
    # A figure whose text is short, though nobody marked it as a caption.
    ("<p>Before.<figure><img src=a.png><p>The quay</figure>", [("a.png", "The quay", "Before.")]),
    # A text of its own beside an image, in a box with it.
    ("<p>Before.<div><p><img src=a.png><p>The quay</div><p>After.", [("a.png", "The quay", "Before.\nAfter.")]),
    # The box has a heading: an item of a list, all of which is the context.
    (
        "<ul><li><img src=a.png><h3>Fish</h3><p>Cod is dear.<li><img src=b.png><h3>Ice</h3><p>Ice is late.</ul>",
        [("a.png", None, "Fish\nCod is dear."), ("b.png", None, "Ice\nIce is late.")],
    ),
    # Code beside its picture is no caption of it.
    ("<p>Before.<div><pre>draw(1)</pre><p><img src=a.png></div>", [("a.png", None, "draw(1)")]),
    # An image in the line of a text has the text around it, and no caption.
    ("<p>We saw <img src=a.png> the quay.", [("a.png", None, "We saw the quay.")]),
    # Many paragraphs and images in one box: the neighbours are the context.
    (
        f"<div><p>One.<p><img src=a.png><p>Two.<p>{LONG}<p><img src=b.png><p>Three.</div>",
        [("a.png", None, "One.\nTwo."), ("b.png", None, f"{LONG.strip()}\nThree.")],
    ),
    # A row of images over a row of captions.
    (
        "<p>Before.<table><tr><td><img src=a.png><td><img src=b.png><tr><td>Left<td>Right</table>",
        [("a.png", "Left", "Before.\nRight"), ("b.png", "Right", "Before.\nLeft")],
    ),
    # An image and its text in two cells of a row.
    ("<p>Before.<table><tr><td><img src=a.png><td>The quay</table>", [("a.png", "The quay", "Before.")]),
]


@pytest.mark.parametrize(("html", "expected"), CONTEXTS)
def test_an_image_has_its_caption_and_the_text_around_it(html, expected):
    assert images(html) == expected


@pytest.mark.parametrize(
    "img",
    [
        "<img src=data:image/gif;base64,R0lGOD>",
        "<img src=x.gif width=1 height=1>",
        "<img src=x.gif width=16 height=16px>",
        "<img src=x.gif role=presentation>",
        "<img src=x.gif aria-hidden=true>",
        "<img src=x.gif> <img src=x.gif> and <img src=x.gif>",
        "<img src=javascript:alert(1)>",
        "<img>",
    ],
)
def test_decorations_are_left_out(img):
    assert images(f"<p>Before {img} after.<p><img src=a.png width=16 height=300> b.") == [("a.png", None, "b.")]


def test_a_caption_is_short_and_a_context_bounded():
    assert images(f"<div><p><img src=a.png><p>{'word ' * 41}</div>")[0][1] is None
    assert images(f"<div><p><img src=a.png><p>{'word ' * 40}</div>")[0][1] == ("word " * 40).strip()
    assert len(images(f"<p><img src=a.png>{'wörd ' * 900}")[0][2]) == MAX_TEXT_CHARS - 1  # a multiple of five, no space


def test_an_image_among_what_was_dropped_is_none_of_the_content():
    html = "<p>Kept.<p>Also.<aside><img src=ad.png><p>Buy</aside>"

    assert images(html, dropped=("Buy",)) == []


def test_sizes_alternative_texts_and_lazy_addresses():
    page = parse(
        "<p>a <img data-src=b.png src=dot.gif alt='  The  quay ' width=300 height=x> c <img src=d alt>", url=BASE
    )
    first, second = find_images(page, np.ones(1, bool))[0]

    assert (first.src, first.alt, first.width, first.height) == (f"{BASE}b.png", "The quay", 300, None)
    assert (second.src, second.alt) == (f"{BASE}d", "")


def test_the_pieces_of_a_document_have_their_images():
    story = "The ferry was late again on Monday, said the harbour master, and nobody was surprised by that. " * 5
    html = f"<article><h1>Ferry late</h1><p>{story}<figure><img src=f.png alt=F><figcaption>Late</figcaption></figure>"
    document = sitegrain.extract(f"{html}<p>{story}</article>", url=BASE)

    rows = [image for block in document.to_row(("blocks",))["blocks"] for image in block["images"]]

    expected = {"src": f"{BASE}f.png", "alt": "F", "caption": "Late", "width": None, "height": None}
    assert [{key: value for key, value in row.items() if key != "text"} for row in rows] == [expected]
    assert rows[0]["text"].startswith("The ferry was late")


@pytest.mark.parametrize(
    "html",
    [
        "<p>a" + "".join(f"<div><img src={n}>" for n in range(20_000)) + "<p>b",
        "<p>a<table><tr>" + "".join(f"<td><img src={n}>" for n in range(10_000)) + "<tr>" + "<td>c" * 10_000,
        "<p>a<figure><figcaption>"
        + "<p>c" * 10_000
        + "</figcaption>"
        + "".join(f"<img src={n}>" for n in range(10_000)),
    ],
)
def test_many_images_are_read_in_time_in_proportion(html):
    start = time.monotonic()
    found = images(html)

    assert len(found) >= 10_000
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("text", "expected"), [("字" * 1_500, "字" * 1_000), ("ab " * 333 + "x" * 500, ("ab " * 333).strip())]
)
def test_a_context_without_spaces_is_cut_too(text, expected):
    assert [text for *_, text in images(f"<div><img src=a.jpg><p>{text}</p></div>")] == [expected]


def test_the_contexts_of_images_in_one_long_text_are_short():
    """The lines around each image are one text of 80,000 characters."""
    found = images("<p>" + "".join(f"word{i:06}<img src={i}.jpg>" for i in range(8_000)))

    assert len(found) == 8_000
    assert {len(text) for *_, text in found} == {MAX_TEXT_CHARS}
