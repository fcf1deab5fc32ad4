"""Invented languages: vocabularies with Zipf-like use, sentences, titles and the phrases of a user interface.

English has its real function words and interface phrases, since some extractors look for those; every other word of
every language is made of syllables drawn from a seed that belongs to the language, never to the site.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random

N_WORDS = 2500  # content words of a language
ZIPF_SHIFT = 2.7  # Mandelbrot's shift: weight of rank r is 1 / (r + shift)
TOPICAL_EVERY = (3, 8)  # one word in so many of a body is one of the page's own words


@dataclass(frozen=True, slots=True)
class Alphabet:
    """How the words of a language are built.

    onsets, vowels, codas: the parts of a syllable, blank-separated; an empty coda is always possible
    function_words:        the most frequent words; none where they are made up as well
    """

    onsets: str
    vowels: str
    codas: str
    function_words: str = ""
    direction: str = "ltr"
    joiner: str = " "
    comma: str = ","
    stop: str = "."
    question: str = "?"


_ENGLISH = (
    "the of and to a in that is was for it on with as be at by this have from or had not but what all were when we"
    " there can an their which do if will each about how up out them then many some so these would into has more"
    " two no way could than been who its now made over only after most also"
)

ALPHABETS = {
    "en": Alphabet(
        "b br c ch d f g gr h l m n p pl r s sh st t tr v w", "a e i o u ea ou", "n r l s t nd st ck", _ENGLISH
    ),
    "de": Alphabet("b d f g h k l m n r s sch st t w z", "a e i o u ä ö ü ei", "n r ch s t rt"),
    "fi": Alphabet("h j k l m n p r s t v", "a e i o u y ä ö aa uu", "n s l"),
    "pl": Alphabet("b cz d g k ł m n p prz r s sz t w z ż", "a e i o u y ą ę ó", "k m ł ć ń"),
    "ru": Alphabet("б в г д ж к л м н п р с т х ч ш", "а е и о у ы я ю", "н р л в т й сть"),
    "ar": Alphabet("ب ت ج ح د ر س ش ع ف ق ك ل م ن ه", "ا ي و", "ن ر ل م", direction="rtl", comma="،", question="؟"),
    "zh": Alphabet("", "", "", joiner="", comma="，", stop="。", question="？"),
}
LANGUAGES = tuple(ALPHABETS)

_PHRASES = {
    "home": "Home", "search": "Search this site", "skip": "Skip to the content", "share": "Share this page",
    "mail": "By mail", "print": "Print", "copy": "Copy the link", "related": "Related stories", "popular": "Most read",
    "latest": "Just in", "next": "Read this next", "comments": "Comments", "reply": "Reply", "quote": "Quote",
    "newsletter": "Get our letter every Friday", "address": "Your mail address",
    "consent": "We keep small files on your computer to count visits and to remember what you have chosen.",
    "agree": "Agree", "refuse": "Only what is needed", "about": "About us", "contact": "Write to us",
    "privacy": "What we store", "terms": "Terms of use", "rights": "All rights reserved", "by": "By",
    "missing": "This page does not exist", "missing_lead": "The address may be old, or a letter may be missing.",
    "readers": "Visits today", "updated": "As of", "more": "Read more", "price": "Price", "stock": "In stock",
    "buy": "Put in the basket", "reviews": "What buyers say", "details": "Details", "contents": "Contents",
    "previous": "Back one", "forward": "On to", "note": "Note", "warning": "Warning", "hours": "Opening hours",
    "tags": "Filed under", "page": "Page", "author": "About the writer", "promo": "Advertisement",
    "script": "Please switch scripts on to use this page", "day": "Day", "from": "From", "to": "Until",
}  # fmt: skip


class Language:
    """One invented language; get it with `language(code)`."""

    def __init__(self, code: str) -> None:
        alphabet = ALPHABETS[code]
        self.code, self.alphabet = code, alphabet
        rng = Random(f"language {code}")
        function_words = alphabet.function_words.split()
        n_short = 0 if function_words else 40
        words = dict.fromkeys(function_words)
        while len(words) < n_short + N_WORDS:
            words[self._invent(rng, short=len(words) < n_short)] = None
        self.words = list(words)
        self.content_words = self.words[len(function_words) or n_short :]
        self._cumulative = list(accumulate(1 / (rank + ZIPF_SHIFT) for rank in range(len(self.words))))
        self._phrases = _PHRASES if code == "en" else self._invent_phrases(rng)

    def _invent(self, rng: Random, *, short: bool) -> str:
        if not self.alphabet.onsets:
            return "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(1 if short else 2))
        onsets, vowels, codas = (
            part.split() for part in (self.alphabet.onsets, self.alphabet.vowels, self.alphabet.codas)
        )
        n_syllables = 1 if short else rng.choice((1, 2, 2, 2, 3))
        syllables = (
            rng.choice(onsets) + rng.choice(vowels) + (rng.choice(codas) if rng.random() < 0.35 else "")
            for _ in range(n_syllables)
        )
        return "".join(syllables)

    def _invent_phrases(self, rng: Random) -> dict[str, str]:
        phrases = {}
        for key, english in _PHRASES.items():
            words = [rng.choice(self.content_words) for _ in english.split()]
            phrases[key] = self.capitalise(self.alphabet.joiner.join(words))
        return phrases

    def phrase(self, key: str) -> str:
        """The interface phrase for a purpose; always the same one."""
        return self._phrases[key]

    def capitalise(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def pick(self, rng: Random, n: int) -> list[str]:
        """Draw n different content words."""
        return rng.sample(self.content_words, n)

    def title(self, rng: Random, topic: list[str], n_words: int) -> str:
        """A headline: topical words with a few common ones between them."""
        words = [rng.choice(topic) if rng.random() < 0.7 else self.words[rng.randrange(40)] for _ in range(n_words)]
        words[0] = topic[0]
        return self.capitalise(self.alphabet.joiner.join(words))

    def sentences(self, rng: Random, topic: list[str], n: int) -> list[str]:
        """Draw n sentences; the topic's words come up every few words."""
        lengths = [rng.randrange(6, 19) for _ in range(n)]
        words = rng.choices(self.words, cum_weights=self._cumulative, k=sum(lengths))
        position = rng.randrange(2, 6)
        while position < len(words):
            words[position] = topic[rng.randrange(len(topic))]
            position += rng.randrange(*TOPICAL_EVERY)
        out, start = [], 0
        for length in lengths:
            out.append(self._sentence(rng, words[start : start + length]))
            start += length
        return out

    def _sentence(self, rng: Random, words: list[str]) -> str:
        alphabet = self.alphabet
        chance = rng.random()
        if chance < 0.5:
            words[len(words) // 2] += alphabet.comma
        if chance > 0.85:
            words[-1] = str(rng.randrange(2, 3000))
        return self.capitalise(alphabet.joiner.join(words)) + (alphabet.question if chance < 0.08 else alphabet.stop)

    def paragraph(self, rng: Random, topic: list[str]) -> str:
        return (self.alphabet.joiner).join(self.sentences(rng, topic, rng.randrange(2, 6)))

    def name(self, rng: Random) -> str:
        """A person's name."""
        first, last = self.pick(rng, 2)
        return f"{self.capitalise(first)} {self.capitalise(last)}"


@cache
def language(code: str) -> Language:
    """The language of a code in LANGUAGES."""
    return Language(code)
