"""Whole sites from a spec: page by page without keeping any, all at once, or many sites mixed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from tests.synthetic.chrome import Chrome, Regions
from tests.synthetic.gold import GoldBlock, content_text, gold_blocks, gold_items
from tests.synthetic.library import Library, Story
from tests.synthetic.markup import Markup, make_names
from tests.synthetic.spec import Frame, SiteSpec


@dataclass(frozen=True, slots=True)
class SyntheticPage:
    """One page with its gold.

    layout: which template it was made with, `frame/kind`; pages of equal layout share a template
    kind:   article, listing, documentation, product, catalogue, thread, service; missing for the 404 page, shell for
            one that only a script fills
    text:   the main content in reading order, one line a paragraph, item, row; "" for a shell
    blocks: every visible or hidden word of the page, stretch by stretch, in reading order
    items:  texts of the items of a listing or catalogue
    duplicate_of: URL of the page whose content this one repeats, None for most
    story:  what it tells, the same on all pages that tell it on any site; "" for a page of none
    about:  number of its topic, None where stories have their own
    """

    url: str
    html: str
    site: str
    layout: str
    kind: str
    title: str
    author: str
    date: str
    lang: str
    text: str
    blocks: tuple[GoldBlock, ...]
    items: tuple[str, ...] = ()
    duplicate_of: str | None = None
    story: str = ""
    about: int | None = None


@dataclass(frozen=True, slots=True)
class SyntheticSite:
    """All pages of a site; classes: name of each block class to whether it is template."""

    spec: SiteSpec
    pages: tuple[SyntheticPage, ...]
    classes: dict[str, bool]


def generate(spec: SiteSpec) -> SyntheticSite:
    """Make all pages of a site."""
    pages = tuple(iter_pages(spec))
    return SyntheticSite(spec, pages, {block.name: block.is_template for page in pages for block in page.blocks})


def iter_pages(spec: SiteSpec) -> Iterator[SyntheticPage]:
    """Make a site's pages one by one; memory does not grow with their number."""
    maker = _PageMaker(spec)
    return (maker.page(index) for index in range(spec.n_pages))


def iter_sites(specs: Iterable[SiteSpec]) -> Iterator[SyntheticPage]:
    """Make the pages of many sites mixed: one page of each site in turn until all are done."""
    streams = [iter_pages(spec) for spec in specs]
    while streams:
        alive = []
        for stream in streams:
            page = next(stream, None)
            if page is not None:
                yield page
                alive.append(stream)
        streams = alive


class _PageMaker:
    def __init__(self, spec: SiteSpec) -> None:
        self.spec = spec
        self.library = Library(spec)
        self.chrome = Chrome(self.library)
        self.n_old = round(spec.n_pages * (1 - spec.redesign))  # pages before the redesign

    def page(self, index: int) -> SyntheticPage:
        spec, library = self.spec, self.library
        frame = spec.frame if index < self.n_old else spec.redesign_frame
        story = library.story(index)
        rng = library.random("fate", index)
        chances = [rng.random() for _ in range(4)]
        if index < 2:  # a front page and a second one that are always ordinary
            return self._shown(story, index, frame, story.url)
        if chances[0] < spec.error_pages:
            return self._missing(story, index, frame)
        if chances[1] < spec.shells:
            return self._shell(story, index)
        original = index - len(library.languages)
        if chances[2] < spec.duplicates and original >= 0 and library.has_own_story(original):
            return self._duplicate(library.story(original), index, frame, is_bare=chances[3] < spec.print_versions)
        return self._shown(story, index, frame, story.url)

    def _shown(self, story: Story, index: int, frame: Frame, url: str, *, original: str | None = None) -> SyntheticPage:
        regions = self.chrome.regions(story, index, frame)
        return self._make(story, index, regions, (frame, story.kind), url, original)

    def _duplicate(self, story: Story, index: int, frame: Frame, *, is_bare: bool) -> SyntheticPage:
        if not is_bare:
            return self._shown(story, index, frame, f"{story.url}?from=feed&n={index}", original=story.url)
        regions = self.chrome.bare(story, index)
        url = f"{story.url}?view=print&n={index}"
        return self._make(story, index, regions, (frame, "print"), url, story.url)

    def _missing(self, story: Story, index: int, frame: Frame) -> SyntheticPage:
        regions = self.chrome.regions(story, index, frame, is_missing=True)
        return self._make(story, index, regions, (frame, "missing"), f"https://{self.spec.host}/lost/{index}", None)

    def _make(
        self, story: Story, index: int, regions: Regions, made: tuple[Frame, str], url: str, original: str | None
    ) -> SyntheticPage:
        frame, layout = made
        markup = Markup(self.spec, frame, make_names(self.spec, frame, index))
        is_missing = layout == "missing"
        blocks = [block for region in regions.values() for block in region]
        stretches = gold_blocks(blocks)
        lang, title = self.library.language(index), story.title
        if is_missing:
            title = lang.phrase("missing")
        body = markup.body(regions, self.library.random("markup", index))
        head = self._head(story, title, with_metadata=not is_missing)
        return SyntheticPage(
            url=url,
            html=_DOCUMENT.format(lang=lang.code, dir=lang.alphabet.direction, head=head, body=body),
            site=self.spec.host,
            layout=f"{frame}/{layout}",
            kind="missing" if is_missing else story.kind,
            title=title,
            author="" if is_missing else self._writer(story),
            date="" if is_missing else str(story.date),
            lang=lang.code,
            text=content_text(stretches),
            blocks=stretches,
            items=gold_items(blocks) if story.kind in ("listing", "catalogue") and not is_missing else (),
            duplicate_of=original,
            story="" if is_missing else _name(story),
            about=None if is_missing else story.about,
        )

    def _writer(self, story: Story) -> str:
        return self.library.writers[story.index % len(self.library.languages)][story.writer]

    def _head(self, story: Story, title: str, *, with_metadata: bool) -> str:
        site_name = self.library.names[story.index % len(self.library.languages)]
        lines = [f"<title>{escape(title)} | {escape(site_name)}</title>"]
        if with_metadata and self.spec.metadata:
            lead = escape(story.lead)
            about = {"@type": "WebPage", "headline": title, "datePublished": str(story.date), "url": story.url}
            about["author"] = self._writer(story)
            lines += [
                f'<meta name="description" content="{lead}">',
                f'<meta name="author" content="{escape(self._writer(story))}">',
                f'<meta property="og:title" content="{escape(title)}">',
                f'<meta property="article:published_time" content="{story.date}">',
                f'<link rel="canonical" href="{escape(story.url)}">',
                f'<script type="application/ld+json">{json.dumps(about, ensure_ascii=False)}</script>',
            ]
        return "\n".join(lines)

    def _shell(self, story: Story, index: int) -> SyntheticPage:
        """A page without text of its own: an empty element, and the story as data of a script."""
        lang = self.library.language(index)
        blocks = self.chrome.bare(story, index)["main"]
        data = {"@type": "Article", "headline": story.title, "articleBody": content_text(gold_blocks(blocks))}
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        script = f'<script type="application/ld+json">{text}</script>'
        body = '<div id="app"></div>\n<script src="/app.js"></script>'
        return SyntheticPage(
            url=story.url,
            html=_DOCUMENT.format(lang=lang.code, dir=lang.alphabet.direction, head=script, body=body),
            site=self.spec.host,
            layout="shell",
            kind="shell",
            title=story.title,
            author="",
            date="",
            lang=lang.code,
            text="",
            blocks=(),
            story=_name(story),
            about=story.about,
        )


def _name(story: Story) -> str:
    return f"{story.origin}/{story.index}"


_DOCUMENT = """<!DOCTYPE html>
<html lang="{lang}" dir="{dir}">
<head>
<meta charset="utf-8">
{head}
</head>
<body>
{body}
</body>
</html>
"""
