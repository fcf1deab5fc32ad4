"""What a site is about: its sections, writers and stories, each computed from the seed when asked for.

Nothing is kept but a bounded cache, so a site may have any number of stories.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from random import Random

from tests.synthetic.spec import Kind, SiteSpec
from tests.synthetic.words import Language, language

N_SECTIONS = 6
N_WRITERS = 4  # of a language
N_SLOTS = 20  # kinds repeat with this period, in an order of the site's own
CACHED_STORIES = 2048
FIRST_DAY = date(2019, 1, 1).toordinal()
N_DAYS = 2000
N_TOPIC_WORDS = 30  # of a topic that many stories are about; a story has some of them


@dataclass(frozen=True, slots=True)
class Story:
    """What a page is about, whatever its kind.

    topic:  the words that come up again and again in its text
    origin: who told it first: the site, or a wire service
    about:  number of the topic it shares with other stories, None if it has its own
    """

    index: int
    kind: Kind
    title: str
    lead: str
    topic: list[str]
    writer: int
    section: int
    date: date
    url: str
    origin: str = ""
    about: int | None = None


class Library:
    """The stories of one site."""

    def __init__(self, spec: SiteSpec) -> None:
        self.spec = spec
        rng = self.random("library")
        self.languages = [language(code) for code in spec.languages]
        self.sections = [[lang.capitalise(word) for word in lang.pick(rng, N_SECTIONS)] for lang in self.languages]
        self.writers = [[lang.name(rng) for _ in range(N_WRITERS)] for lang in self.languages]
        self.names = [lang.title(rng, lang.pick(rng, 2), 2) for lang in self.languages]  # of the site
        weights = [weight for _, weight in spec.kinds]
        n_slots = max(N_SLOTS, sum(weights))
        slots = [spec.kinds[_pick_slot(weights, slot / n_slots)][0] for slot in range(n_slots)]
        rng.shuffle(slots)
        self._slots = slots
        self.first_thread = next((index for index in range(1, n_slots + 1) if self.kind(index) == "thread"), None)
        self.story = lru_cache(maxsize=CACHED_STORIES)(self._story)

    def random(self, *what: object) -> Random:
        """A random stream of its own for one purpose."""
        return Random(f"{self.spec.seed} {self.spec.host} {what}")

    def origin(self, index: int) -> str:
        """Who told the story of a page first: this site, or its wire service."""
        spec = self.spec
        if not spec.syndicated:
            return spec.host
        chance = Random(f"{spec.seed} {spec.wire} wire {index}").random()
        return spec.wire if chance < spec.syndicated else spec.host

    def story_random(self, what: str, index: int) -> Random:
        """A random stream for a story, which is the same on all sites that show it."""
        return Random(f"{self.spec.seed} {self.origin(index)} {(what, index)}")

    def language(self, index: int) -> Language:
        return self.languages[index % len(self.languages)]

    def kind(self, index: int) -> Kind:
        """The kind of a page; page 0 is a listing or catalogue if the site has any."""
        if index == 0:
            kinds = [kind for kind, _ in self.spec.kinds]
            return next((kind for kind in kinds if kind in ("listing", "catalogue")), self._slots[0])
        return self._slots[index % len(self._slots)]

    def has_own_story(self, index: int) -> bool:
        return self.kind(index) not in ("listing", "catalogue", "service")

    def _story(self, index: int) -> Story:
        rng = self.story_random("story", index)
        lang = self.language(index)
        about = rng.randrange(self.spec.topics) if self.spec.topics else None
        topic = lang.pick(rng, 9) if about is None else rng.sample(self._topic_words(lang, about), 9)
        title = lang.title(rng, topic, rng.randrange(5, 10))
        kind, section = self.kind(index), rng.randrange(N_SECTIONS)
        if kind in ("listing", "catalogue"):
            title = self.sections[index % len(self.languages)][section]
        return Story(
            index=index,
            kind=kind,
            title=title,
            lead=lang.alphabet.joiner.join(lang.sentences(rng, topic, rng.randrange(1, 3))),
            topic=topic,
            writer=rng.randrange(N_WRITERS),
            section=section,
            date=date.fromordinal(FIRST_DAY + (index * 37) % N_DAYS),
            url=self._url(index, kind, section, title),
            origin=self.origin(index),
            about=about,
        )

    def _topic_words(self, lang: Language, about: int) -> list[str]:
        return lang.pick(Random(f"topic {lang.code} {about}"), N_TOPIC_WORDS)

    def _url(self, index: int, kind: Kind, section: int, title: str) -> str:
        which = index % len(self.languages)
        root = f"https://{self.spec.host}/"
        if len(self.languages) > 1:
            root += self.languages[which].code + "/"
        if index == 0:
            return root
        folder = f"{root}{slug(self.sections[which][section]) or f's{section}'}/"
        if kind in ("listing", "catalogue"):
            return f"{folder}?page={index}"
        return f"{folder}{slug(title) or 'p'}-{index}.html"

    def others(self, index: int, n: int, rng: Random) -> list[Story]:
        """Up to n stories of the same language, other than the page's own."""
        step = len(self.languages)
        n_same = (self.spec.n_pages - index % step + step - 1) // step
        found: dict[int, None] = {}
        for _ in range(4 * n):
            other = rng.randrange(n_same) * step + index % step
            if other != index and self.has_own_story(other):
                found[other] = None
                if len(found) == n:
                    break
        return [self.story(other) for other in found]


def _pick_slot(weights: list[int], share: float) -> int:
    """Which weight a point of [0, 1) falls on when they are laid end to end."""
    point, end = share * sum(weights), 0
    for which, weight in enumerate(weights):
        end += weight
        if point < end:
            return which
    return len(weights) - 1


def slug(text: str) -> str:
    """The part of a URL made from a title: its ASCII letters and digits, 60 characters at most.

    >>> slug("The Tram, at last")
    'the-tram-at-last'
    """
    words = ("".join(c for c in word if c.isascii() and c.isalnum()) for word in text.lower().split())
    return "-".join(filter(None, words))[:60]
