"""What the text kernel does, slow and obvious: regular expressions, dictionaries, sets."""

import re
from collections import Counter

import numpy as np

from sitegrain.pages.tokens import mask_digits

SENTENCE_ENDS = re.compile(r"[.!?。！？؟।…](?=[\s\"'”’»)\]]|$)")
ENDS_SENTENCE = re.compile(r"[.!?。！？؟।][\"'”’»)\]]*$")
ENDS_OPEN = re.compile(r"(?:…|\.\.\.|»|›|→|>>|>|\[\+\]|▸|►|⟩)$")
ENDS_COLON = re.compile(r"[:：]$")
DATE = re.compile(r"\b\d{1,2}[./:-]\d{1,2}(?:[./:-]\d{2,4})?\b|\b(?:19|20)\d\d\b|\d{4}年")
PRICE = re.compile(r"[$€£¥₹₽₩]\s?\d|\d\s?[$€£¥₹₽₩]|\b(?:USD|EUR|GBP)\b")
COMMAS = re.compile(r"[,،，、;；]")
SEPARATORS = re.compile(r"[|•·»›/]")
LEADING = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?(?://[^/?#]*)?(?:\.{0,2}/)*", re.IGNORECASE | re.ASCII)


def naive_text_columns(text, words, link_words):
    """The columns of one unit, by name; the first three are counts."""
    tail, head, chars = text[-12:], text[:200], len(text)
    digits = sum(map(str.isdigit, text)) if chars < 200 else 0
    return {
        "words": words,
        "sentences": len(SENTENCE_ENDS.findall(text)) if chars > 1 else 0,
        "commas": len(COMMAS.findall(text)) if chars > 1 else 0,
        "link_share": link_words / max(words, 1),
        "chars_per_word": min(chars / max(words, 1), 30),
        "separators": (len(SEPARATORS.findall(text)) if chars > 1 else 0) / max(words, 1),
        "ends_sentence": ENDS_SENTENCE.search(tail) is not None,
        "ends_open": ENDS_OPEN.search(tail) is not None,
        "ends_colon": ENDS_COLON.search(tail) is not None,
        "has_date": DATE.search(head) is not None,
        "has_price": PRICE.search(head) is not None,
        "ends_question": tail.endswith(("?", "？", "؟")),
        "digit_share": digits / max(chars, 1),
        "upper_share": naive_upper_share(text),
    }


def naive_upper_share(text):
    if len(text) > 200:
        return 0.0
    parts = text.split()
    return sum(part[0].isupper() for part in parts) / len(parts)


def naive_votes(text):
    return 1 + text.count(",") + text.count("，") + text.count("、") + min(len(text) / 100, 3)


def naive_fingerprint(text):
    """Equal for equal fingerprints, and for no others."""
    return mask_digits(text.casefold())


def naive_target(href):
    """Equal for equal targets, and for no others; "" within the page."""
    return LEADING.sub("", href.strip().partition("#")[0])


def naive_repetition(texts, tokens):
    """Copies and spread; `tokens` are lists, one a unit."""
    copies = Counter(texts)
    n_units_with = Counter(token for own in tokens for token in set(own))
    spread = [
        sum(n_units_with[token] - 1 for token in own) / max(len(own), 1) / max(len(tokens) - 1, 1) for own in tokens
    ]
    return [min(copies[text], 10) for text in texts], spread


def naive_title(tokens, bonus, title):
    """The overlap of every unit with the title, and the unit most like it."""
    title, best, at, overlap = set(title), 0.0, -1, [0.0] * len(tokens)
    for unit, words in enumerate(tokens):
        if not words or not title:
            continue
        both = len(title.intersection(words))
        overlap[unit] = both / len(words) if len(words) < 60 else 0.0
        if len(words) > 60 or not both:
            continue
        score = both / len(title.union(words)) + bonus[0][unit] - bonus[1][unit]
        if score > best:
            best, at = score, unit
    return overlap, at


def grams(tokens, n):
    return set(zip(*(tokens[i:] for i in range(n)), strict=False))


def naive_overlaps(tokens, body, description, others):
    """Shares of 3-grams in the body and of 2-grams in both descriptions, share of the first in the unit."""
    body, description = grams(body, 3), grams(description, 2)
    declared = description | grams(others, 2)
    rows = []
    for own in tokens:
        threes, twos = grams(own, 3), grams(own, 2)
        rows.append(
            (
                len(threes & body) / max(len(threes), 1),
                len(twos & declared) / max(len(twos), 1),
                len(twos & description) / max(len(description), 1),
            )
        )
    return rows, (len(body), len(declared))


def naive_share(counts, key, missing, n_own, n_pages):
    if n_pages <= n_own:
        return 0.0
    return min(max((counts.get(key, missing) - n_own) / (n_pages - n_own), 0.0), 1.0)


def packed(texts):
    """Texts as the kernel takes them: their bytes, and where each begins."""
    raw = [text.encode() for text in texts]
    starts = np.cumsum([0, *map(len, raw)]).astype(np.int32)
    return np.frombuffer(b"".join(raw), np.uint8), starts


def hashed(lists):
    """Lists of words as the kernel takes them: hashes of all, and where each list begins."""
    flat = [hash(word) & 0xFFFF_FFFF_FFFF_FFFF for words in lists for word in words]
    return np.array(flat, np.uint64), np.cumsum([0, *map(len, lists)]).astype(np.int32)
