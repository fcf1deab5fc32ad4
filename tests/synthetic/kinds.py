"""The main region of each kind of page, as blocks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.synthetic.library import Library, Story
from tests.synthetic.parts import (
    Block,
    Card,
    Cells,
    Code,
    Definitions,
    Field,
    Grid,
    Heading,
    Inline,
    Items,
    Line,
    Paragraph,
    Part,
)
from tests.synthetic.spec import Kind
from tests.synthetic.words import Language


def main_blocks(library: Library, story: Story) -> list[Block]:
    """The blocks of a story's main region; the same ones wherever the story is shown."""
    return _MAKERS[story.kind](library, story, library.story_random("main", story.index))


def title_block(story: Story, *, is_content: bool = True) -> Block:
    return Block(f"{story.kind}/title", (Heading(story.title, 1),), is_content=is_content)


def teaser(story: Story, role: str = "teaser") -> Card:
    return Card(role, (Heading(story.title, 3, story.url), Paragraph((story.lead,))))


def _article(library: Library, story: Story, rng: Random) -> list[Block]:
    lang, spec = library.language(story.index), library.spec
    writer = library.writers[story.index % len(library.languages)][story.writer]
    byline = Paragraph((lang.phrase("by") + " ", Inline(writer, f"/writers/{story.writer}"), f", {story.date}"))
    blocks = [title_block(story), Block("article/byline", (byline,))]
    blocks.append(Block("article/lead", (Paragraph((story.lead,)),), is_content=True))
    body: list[Part] = []
    for position in range(rng.randint(*spec.n_paragraphs)):
        if position and rng.random() < 0.15:
            body.append(Heading(lang.title(rng, story.topic, 4), 2))
        body.append(Paragraph(_line(library, story, rng)))
        if rng.random() < 0.08:
            body.append(_list(lang, story, rng))
    blocks.append(Block("article/body", tuple(body), is_content=True))
    tags = tuple((Inline(word, f"/tags/{number}"),) for number, word in enumerate(story.topic[:3]))
    blocks.append(Block("article/tags", (Paragraph((lang.phrase("tags"),)), Items(tags))))
    return blocks


def _line(library: Library, story: Story, rng: Random) -> Line:
    """A paragraph's text; now and then with a link or emphasis inside."""
    lang = library.language(story.index)
    text = lang.paragraph(rng, story.topic)
    if rng.random() < 0.7:
        return (text,)
    start = len(text) // 3
    start = text.find(lang.alphabet.joiner, start) + len(lang.alphabet.joiner)
    end = text.find(lang.alphabet.joiner, start + 12) if lang.alphabet.joiner else start + 4
    if end < 0:
        return (text,)
    href = f"https://elsewhere.example/{rng.randrange(999)}" if rng.random() < 0.5 else ""
    return (text[:start], Inline(text[start:end], href), text[end:])


def _list(lang: Language, story: Story, rng: Random) -> Items:
    lines = tuple((sentence,) for sentence in lang.sentences(rng, story.topic, rng.randrange(3, 6)))
    return Items(lines, is_ordered=rng.random() < 0.4)


def _listing(library: Library, story: Story, rng: Random) -> list[Block]:
    cards = tuple(teaser(other, "entry") for other in library.others(story.index, _n_items(library, rng), rng))
    pages = tuple((Inline(str(number), f"?page={number}"),) for number in range(1, 5))
    return [
        title_block(story, is_content=False),
        Block("listing/entries", cards, is_content=True),
        Block("listing/pages", (Items(pages),), is_template=True),
    ]


def _n_items(library: Library, rng: Random) -> int:
    return rng.randint(*library.spec.n_items)


def _catalogue(library: Library, story: Story, rng: Random) -> list[Block]:
    lang = library.language(story.index)
    cards = tuple(
        Card(
            "offer",
            (
                Heading(other.title, 3, other.url),
                Paragraph((other.lead,)),
                Paragraph((f"{lang.phrase('price')} {_price(library, other)}",), "price"),
            ),
        )
        for other in library.others(story.index, _n_items(library, rng), rng)
    )
    grid = Grid(cards, library.spec.catalogue_columns)
    return [title_block(story, is_content=False), Block("catalogue/offers", (grid,), is_content=True)]


def _price(library: Library, story: Story) -> str:
    return f"{library.random('price', story.index).randrange(500, 90000) / 100:.2f}"


def _product(library: Library, story: Story, rng: Random) -> list[Block]:
    lang = library.language(story.index)
    price = f"{lang.phrase('price')} {_price(library, story)}"
    rows = tuple(
        (lang.capitalise(word), f"{rng.randrange(1, 400)} {unit}")
        for word, unit in zip(lang.pick(rng, 6), lang.pick(rng, 6), strict=True)
    )
    description = tuple(Paragraph(_line(library, story, rng)) for _ in range(rng.randrange(2, 4)))
    details = (Heading(lang.phrase("details")), Cells(rows), _list(lang, story, rng))
    reviews = tuple(_comment(lang, story, rng, "review", 1) for _ in range(rng.randint(*library.spec.n_comments)))
    return [
        title_block(story),
        Block("product/price", (Paragraph((price,)),), is_content=True),
        Block("product/order", (Paragraph((Inline(lang.phrase("buy"), "/basket"),)),), is_template=True),
        Block("product/description", (Paragraph((story.lead,)), *description), is_content=True),
        Block("product/details", details, is_content=True),
        Block("product/reviews", (Heading(lang.phrase("reviews")), *reviews)),
    ]


def _documentation(library: Library, story: Story, rng: Random) -> list[Block]:
    lang = library.language(story.index)
    body: list[Part] = [Paragraph((story.lead,))]
    for _ in range(rng.randrange(2, 5)):
        body.append(Heading(lang.title(rng, story.topic, 3)))
        body.append(Paragraph(_line(library, story, rng)))
        body.append(rng.choice(_DOCUMENTATION_PARTS)(lang, story, rng))
        body.append(Paragraph(_line(library, story, rng)))
    back, forward = (Inline(lang.phrase(key), href) for key, href in (("previous", "?-1"), ("forward", "?+1")))
    return [
        title_block(story),
        Block("documentation/body", tuple(body), is_content=True),
        Block("documentation/steps", (Paragraph((back, " ", forward)),), is_template=True),
    ]


def _code(lang: Language, story: Story, rng: Random) -> Code:
    one, two, three, four = rng.sample(story.topic, 4)
    lines = (
        f"def {one}({two}, {three}={rng.randrange(9)}):",
        f"    for {four} in {two}:",
        f"        if {four} < {three} & {rng.randrange(99)}:",
        f"            return {four}",
    )
    return Code("\n".join(lines))


def _admonition(lang: Language, story: Story, rng: Random) -> Card:
    heading = Paragraph((lang.phrase(rng.choice(("note", "warning"))),), "label")
    return Card("admonition", (heading, Paragraph((lang.sentences(rng, story.topic, 1)[0],))))


def _definitions(lang: Language, story: Story, rng: Random) -> Definitions:
    n = rng.randrange(2, 5)
    return Definitions(tuple(zip(rng.sample(story.topic, n), lang.sentences(rng, story.topic, n), strict=True)))


def _options(lang: Language, story: Story, rng: Random) -> Cells:
    meanings = lang.sentences(rng, story.topic, 3)
    head = (lang.phrase("tags"), lang.phrase("details"))
    return Cells((head, *zip(rng.sample(story.topic, 3), meanings, strict=True)))


_DOCUMENTATION_PARTS: tuple[Callable[[Language, Story, Random], Part], ...] = (
    _code,
    _code,
    _admonition,
    _definitions,
    _options,
    _list,
)


def _comment(lang: Language, story: Story, rng: Random, role: str, n_paragraphs: int) -> Card:
    """Something a visitor wrote: name and day, then a few paragraphs."""
    who = Paragraph((Inline(lang.name(rng), f"/people/{rng.randrange(9999)}"), f" {story.date}"), "who")
    return Card(role, (who, *(Paragraph((lang.paragraph(rng, story.topic),)) for _ in range(n_paragraphs))))


def comments_block(library: Library, story: Story, rng: Random) -> Block:
    lang = library.language(story.index)
    comments = (
        _comment(lang, story, rng, "comment", rng.randrange(1, 3)) for _ in range(rng.randint(*library.spec.n_comments))
    )
    return Block("comments", (Heading(lang.phrase("comments")), *comments))


def _thread(library: Library, story: Story, rng: Random) -> list[Block]:
    lang, spec = library.language(story.index), library.spec
    is_endless = spec.endless_posts and story.index == library.first_thread
    n_posts = spec.endless_posts if is_endless else 1 + rng.randint(*spec.n_comments)
    posts = tuple(_comment(lang, story, rng, "post", rng.randrange(1, 4)) for _ in range(n_posts))
    reply = Field(lang.phrase("reply"), lang.phrase("reply"))
    return [
        title_block(story),
        Block("thread/posts", posts, is_content=True),
        Block("thread/reply", (reply,), is_template=True),
    ]


def _service(library: Library, story: Story, rng: Random) -> list[Block]:
    lang = library.language(story.index)
    head = (lang.phrase("day"), lang.phrase("from"), lang.phrase("to"))
    hours = (
        (lang.capitalise(day), f"{rng.randrange(7, 11)}:00", f"{rng.randrange(16, 20)}:30") for day in lang.pick(rng, 5)
    )
    form = (Heading(lang.phrase("contact")), Field(lang.phrase("address"), lang.phrase("contact")))
    address = (f"{lang.name(rng)} {rng.randrange(1, 90)}", f"{rng.randrange(10000, 99999)} {lang.name(rng)}")
    body: tuple[Part, ...] = (
        Paragraph((story.lead,)),
        Paragraph((lang.paragraph(rng, story.topic),)),
        *(Paragraph((line,)) for line in address),
        Heading(lang.phrase("hours")),
        Cells((head, *hours)),
    )
    return [
        title_block(story),
        Block("service/body", body, is_content=True),
        Block("service/form", form, is_template=True),
    ]


def missing_blocks(lang: Language) -> list[Block]:
    """The main region of the 404 page."""
    parts = (Heading(lang.phrase("missing"), 1), Paragraph((lang.phrase("missing_lead"),)))
    return [Block("missing", parts, is_template=True, is_content=True)]


_MAKERS: dict[Kind, Callable[[Library, Story, Random], list[Block]]] = {
    "article": _article,
    "listing": _listing,
    "catalogue": _catalogue,
    "product": _product,
    "documentation": _documentation,
    "thread": _thread,
    "service": _service,
}
