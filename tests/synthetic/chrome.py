"""What stands around a page's main region, and between its blocks: menus, banners, teasers, footers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from tests.synthetic.editing import edited
from tests.synthetic.kinds import comments_block, main_blocks, missing_blocks, teaser
from tests.synthetic.library import Library, Story
from tests.synthetic.parts import Block, Card, Field, Heading, Inline, Items, Line, Paragraph, Part
from tests.synthetic.spec import Frame

Regions = dict[str, list[Block]]  # in reading order: top, left, main, right, bottom

N_PROMOS = 4  # of a language
N_POPULAR = 5
N_CONTENTS = 25  # entries of the table of contents of documentation


class Chrome:
    """The surroundings of one site's pages; what is the same on every page is made once."""

    def __init__(self, library: Library) -> None:
        self.library, self.spec = library, library.spec
        self.fixed = cache(self._fixed)

    def regions(self, story: Story, index: int, frame: Frame, *, is_missing: bool = False) -> Regions:
        """Everything on page `index`, which shows `story` (its own one, unless the page is a duplicate)."""
        rng = self.library.random("chrome", index)
        which = index % len(self.library.languages)
        main = self._missing(which) if is_missing else self._main(story, index, which, rng)
        regions: Regions = {
            "top": self._top(which, index, frame, rng),
            "left": self._left(story, which, frame),
            "main": main,
            "right": self._right(which, index),
            "bottom": self._bottom(which),
        }
        if self.spec.optional_siblings:
            regions = {name: self._with_promos(blocks, which, rng) for name, blocks in regions.items()}
        return regions

    def bare(self, story: Story, index: int) -> Regions:
        """The print version: the main region and nothing else."""
        return {"top": [], "left": [], "main": self._told(story, index), "right": [], "bottom": []}

    def _told(self, story: Story, index: int) -> list[Block]:
        """The main blocks of a story as page `index` tells it."""
        blocks, share = main_blocks(self.library, story), self.spec.edited
        if share and (index != story.index or story.origin != self.spec.host):
            lang = self.library.language(index)
            blocks = edited(blocks, lang, self.library.random("edited", index), share)
        return blocks

    def _top(self, which: int, index: int, frame: Frame, rng: Random) -> list[Block]:
        spec = self.spec
        blocks = []
        if spec.consent == "all" or (spec.consent == "first" and index == 0):
            blocks.append(self.fixed("consent", which))
        if spec.hidden_text:
            blocks.append(self.fixed("hidden", which))
        blocks.append(self.fixed("masthead", which))
        if spec.counters:
            blocks.append(self._counter(which, rng))
        blocks += self._notices(which, range(spec.notices // 2))
        if frame != "table":
            blocks += [self.fixed("menu", which), self.fixed("search", which)]
        return blocks

    def _bottom(self, which: int) -> list[Block]:
        blocks = self._notices(which, range(self.spec.notices // 2, self.spec.notices))
        return [*blocks, *[self.fixed("small_menu", which)] * self.spec.double_menu, self.fixed("footer", which)]

    def _notices(self, which: int, numbers: range) -> list[Block]:
        return [self.fixed(f"notice/{number}", which) for number in numbers]

    def _counter(self, which: int, rng: Random) -> Block:
        lang = self.library.languages[which]
        day = f"{rng.randrange(1, 29)}.{rng.randrange(1, 13)}.2021"
        text = f"{lang.phrase('updated')} {day} {lang.phrase('readers')} {rng.randrange(100, 99999)}"
        return Block("counter", (Paragraph((text,)),), is_template=True)

    def _left(self, story: Story, which: int, frame: Frame) -> list[Block]:
        blocks = [self.fixed("menu", which), self.fixed("search", which)] if frame == "table" else []
        if story.kind == "documentation":
            blocks.append(self.fixed("contents", which))
        return blocks

    def _main(self, story: Story, index: int, which: int, rng: Random) -> list[Block]:
        spec = self.spec
        blocks = self._told(story, index)
        if spec.breadcrumbs:
            blocks.insert(0, self._breadcrumbs(story, which))
        if story.kind != "article":
            return blocks
        if spec.share_bar:
            blocks.insert(-2, self.fixed("share", which))
        if spec.author_box:
            blocks.append(self.fixed(f"author/{story.writer}", which))
        if spec.teasers in ("rotating", "both"):
            blocks.append(self._teasers("related", which, story.index, rng))
        if spec.read_next:
            blocks.append(self._read_next(story, which, rng))
        if spec.comments:
            blocks.append(comments_block(self.library, story, rng))
        return blocks

    def _missing(self, which: int) -> list[Block]:
        return missing_blocks(self.library.languages[which])

    def _breadcrumbs(self, story: Story, which: int) -> Block:
        home = self.library.languages[which].phrase("home")
        section = self.library.sections[which][story.section]
        line: Line = (Inline(home, "/"), " › ", Inline(section, f"/{story.section}/"))
        return Block("breadcrumbs", (Paragraph((*line, " › ", story.title)),))

    def _right(self, which: int, index: int) -> list[Block]:
        spec = self.spec
        blocks = []
        if spec.teasers in ("constant", "both"):
            blocks.append(self.fixed("popular", which))
        if spec.teasers in ("rotating", "both"):
            blocks.append(self._teasers("latest", which, index, self.library.random("latest", index // 5)))
        if spec.newsletter:
            blocks.append(self.fixed("newsletter", which))
        return blocks

    def _teasers(self, name: str, which: int, index: int, rng: Random) -> Block:
        others = self.library.others(index, rng.randint(*self.spec.n_items), rng)
        heading = Heading(self.library.languages[which].phrase(name))
        return Block(name, (heading, *(teaser(other) for other in others)))

    def _read_next(self, story: Story, which: int, rng: Random) -> Block:
        lang = self.library.languages[which]
        parts: list[Part] = [Heading(lang.phrase("next"))]
        for other in self.library.others(story.index, 1, rng):
            text = lang.paragraph(self.library.random("next", other.index), other.topic)
            parts.append(Card("next-story", (*teaser(other).parts, Paragraph((text,)))))
        return Block("next", tuple(parts))

    def _with_promos(self, blocks: list[Block], which: int, rng: Random) -> list[Block]:
        """Put a promo into each gap between two blocks, and into one gap of the body, with the given probability."""
        out: list[Block] = []
        for block in blocks:
            if out and rng.random() < self.spec.optional_siblings:
                out.append(self._promo(which, rng))
            if block.name == "article/body" and len(block.parts) > 2 and rng.random() < self.spec.optional_siblings:
                middle = rng.randrange(1, len(block.parts))
                parts = (*block.parts[:middle], self._promo(which, rng), *block.parts[middle:])
                out.append(replace(block, parts=parts))
            else:
                out.append(block)
        return out

    def _promo(self, which: int, rng: Random) -> Block:
        return self.fixed(f"promo/{rng.randrange(N_PROMOS)}", which)

    def _fixed(self, name: str, which: int) -> Block:
        """A block that is the same on all pages of a language."""
        kind, _, number = name.partition("/")
        make = getattr(self, f"_make_{kind}")
        parts = make(which, int(number)) if number else make(which)
        is_hidden, role = kind in ("hidden", "small_menu"), kind.replace("_", "-")
        return Block(name, parts, is_template=True, is_hidden=is_hidden, role=role)

    def _phrases(self, which: int, *keys: str) -> tuple[Line, ...]:
        lang = self.library.languages[which]
        return tuple((Inline(lang.phrase(key), f"/{key}"),) for key in keys)

    def _make_masthead(self, which: int) -> tuple[Paragraph, ...]:
        return (Paragraph((Inline(self.library.names[which], "/"),)),)

    def _make_menu(self, which: int) -> tuple[Items, ...]:
        sections = enumerate(self.library.sections[which])
        links: tuple[Line, ...] = tuple((Inline(name, f"/{number}/"),) for number, name in sections)
        return (Items((*self._phrases(which, "home"), *links)),)

    _make_small_menu = _make_menu

    def _make_search(self, which: int) -> tuple[Field, ...]:
        phrase = self.library.languages[which].phrase("search")
        return (Field(phrase, phrase),)

    def _make_consent(self, which: int) -> tuple[Paragraph, ...]:
        text = self.library.languages[which].phrase("consent")
        agree, refuse = self._phrases(which, "agree", "refuse")
        return Paragraph((text,)), Paragraph((*agree, " ", *refuse))

    def _make_hidden(self, which: int) -> tuple[Paragraph, ...]:
        return (Paragraph((self.library.languages[which].phrase("script"),)),)

    def _make_share(self, which: int) -> tuple[Heading | Items, ...]:
        phrase = self.library.languages[which].phrase("share")
        return Heading(phrase, 4), Items(self._phrases(which, "mail", "print", "copy"))

    def _make_newsletter(self, which: int) -> tuple[Heading | Field, ...]:
        lang = self.library.languages[which]
        return Heading(lang.phrase("newsletter"), 4), Field(lang.phrase("address"), lang.phrase("agree"))

    def _make_footer(self, which: int) -> tuple[Items | Paragraph, ...]:
        links = self._phrases(which, "about", "contact", "privacy", "terms")
        rights = self.library.languages[which].phrase("rights")
        return Items(links), Paragraph((f"© 2021 {self.library.names[which]}. {rights}.",))

    def _make_popular(self, which: int) -> tuple[Heading | Card, ...]:
        stories = self.library.others(which, N_POPULAR, self.library.random("popular", which))
        return Heading(self.library.languages[which].phrase("popular")), *(teaser(story) for story in stories)

    def _make_contents(self, which: int) -> tuple[Heading | Items, ...]:
        library = self.library
        same = range(which, min(library.spec.n_pages, 8 * N_CONTENTS), len(library.languages))
        stories = [library.story(index) for index in same if library.kind(index) == "documentation"][:N_CONTENTS]
        links: tuple[Line, ...] = tuple((Inline(story.title, story.url),) for story in stories)
        return Heading(library.languages[which].phrase("contents"), 4), Items(links)

    def _make_author(self, which: int, number: int) -> tuple[Heading | Paragraph, ...]:
        lang = self.library.languages[which]
        rng = self.library.random("writer", which, number)
        text = lang.paragraph(rng, lang.pick(rng, 4))
        return Heading(lang.phrase("author"), 4), Paragraph((self.library.writers[which][number], " ", text))

    def _make_notice(self, which: int, number: int) -> tuple[Paragraph, ...]:
        lang = self.library.languages[which]
        rng = self.library.random("notice", which, number)
        return (Paragraph((lang.paragraph(rng, lang.pick(rng, 4)),)),)

    def _make_promo(self, which: int, number: int) -> tuple[Paragraph, ...]:
        lang = self.library.languages[which]
        rng = self.library.random("promo", which, number)
        topic = lang.pick(rng, 4)
        text = lang.alphabet.joiner.join(lang.sentences(rng, topic, 2))
        link = Inline(lang.title(rng, topic, 3), f"https://shop.example/{number}")
        return Paragraph((lang.phrase("promo"),)), Paragraph((text, " ", link))
