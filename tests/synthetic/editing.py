"""A story told again with some of its words changed, as an editor does with what a wire service sends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from tests.synthetic.parts import Block, Inline, Line, Paragraph
from tests.synthetic.words import Language


def edited(blocks: Iterable[Block], lang: Language, rng: Random, share: float) -> list[Block]:
    """The blocks with each word of their paragraphs changed with the given probability."""
    return [replace(block, parts=tuple(_edit(part, lang, rng, share) for part in block.parts)) for block in blocks]


def _edit(part: object, lang: Language, rng: Random, share: float) -> object:
    if not isinstance(part, Paragraph):
        return part
    line: Line = tuple(
        replace(piece, text=_reword(piece.text, lang, rng, share))
        if isinstance(piece, Inline)
        else _reword(piece, lang, rng, share)
        for piece in part.line
    )
    return replace(part, line=line)


def _reword(text: str, lang: Language, rng: Random, share: float) -> str:
    joiner = lang.alphabet.joiner
    if not joiner:  # every letter is a word
        return "".join(rng.choice(lang.words)[0] if c.isalpha() and rng.random() < share else c for c in text)
    words = text.split(joiner)
    return joiner.join(rng.choice(lang.words) if word and rng.random() < share else word for word in words)
