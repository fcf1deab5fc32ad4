"""The regions of a page that hold records."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from sitegrain.pages.tokens import mask_digits, tokenize
from sitegrain.records.flows import POWER, Cut, Flow, _jaccard, evidence
from sitegrain.records.outline import IMAGE, Outline, read_outline

TIE = 0.97
LINKED = 0.5
ASIDE = 0.4
MARGINS = frozenset(('nav', 'footer', 'header', 'aside'))
ROLES = frozenset(('navigation', 'banner', 'contentinfo', 'complementary', 'menu', 'menubar'))
ROTATED = 0.8


@dataclass(slots=True)
class Region:
    cuts: list[Cut]
    score: float
    records: list[tuple[int, int]]
    uniform: float
    owner: str = ""

    @property
    def mass(self):
        return sum(cut.mass for cut in self.cuts)


def find_regions(page) -> tuple[Outline, list[Region]]:
    outline = read_outline(page)
    texts = [""] * len(outline)
    masses = list(outline.words)
    extra = [0] * len(outline)
    for item, run in enumerate(outline.runs):
        if run >= 0 and outline.words[item]:
            a, b = outline.spans[item]
            texts[item] = " ".join(page.run_texts[run][a:b].split())
        elif outline.kinds[item] in ("a", IMAGE):
            extra[item] = 1
    for item in range(len(outline) - 1, 0, -1):
        extra[outline.parents[item]] += extra[item]
        masses[item] += extra[item]
    paths = [0] * len(outline)
    for item in range(1, len(outline)):
        paths[item] = hash((paths[outline.parents[item]], outline.keys[item]))
    aside = [False] * len(outline)
    is_linked = [False] * len(outline)
    for item in range(1, len(outline)):
        role = page.attributes[outline.nodes[item]].get("role") if outline.runs[item] < 0 else ""
        aside[item] = aside[outline.parents[item]] or outline.kinds[item] in MARGINS or role in ROLES
        is_linked[item] = is_linked[outline.parents[item]] or outline.kinds[item] == "a"
    by_place = defaultdict(list)
    for item in range(len(outline)):
        if len(outline.children[item]) > 1 and masses[item]:
            cut = best_cut(Flow(outline, texts, masses, item))
            if cut:
                by_place[paths[item]].append(cut)
    regions = []
    for cuts in by_place.values():
        pending = cuts
        while pending:
            seed = max(pending, key=lambda c: c.mass)
            own = [c for c in pending if _jaccard(c.core, seed.core) >= 0.75]
            pending = [c for c in pending if not any(c is o for o in own)]
            records = [r for c in own for r in c.intervals]
            mass = sum(c.mass for c in own)
            uniform = sum(c.mass * c.uniform for c in own) / max(mass, 1)
            n_words = sum(outline.words[i] for a, b in records for i in range(a, b) if outline.runs[i] >= 0)
            n_linked = sum(is_linked[i] * outline.words[i] for a, b in records for i in range(a, b) if outline.runs[i] >= 0)
            factor = 1 - LINKED * n_linked / max(n_words, 1)
            factor *= seed.n_contents / (seed.n_contents + 1)
            factor *= ASIDE if aside[seed.container] else 1
            words = {w for a, b in records for w in tokenize(' '.join(filter(None, texts[a:b]))[:200])[:30]}
            regions.append(Region(own, factor * (len(words) + sum(extra[r] for a, b in records for r in [a])) * uniform**POWER * evidence(len(records), len(seed.core)), sorted(records), uniform))
    regions.sort(key=lambda r: -r.score)
    return outline, settle(outline, texts, masses, regions)


def best_cut(flow: Flow) -> Cut | None:
    cuts = flow.cuts()
    if not cuts:
        return None
    best = cuts[0].worth
    k = len(cuts[0].segments)
    near = [c for c in cuts if c.worth >= (ROTATED if abs(len(c.segments) - k) <= max(1, 0.1 * k) else TIE) * best]
    best = max(near, key=lambda c: (c.strength, -c.intervals[0][0], c.worth))
    return grouped(flow, best, cuts) or best


def grouped(flow, best, cuts):
    """A cut whose parts are a heading and some of the best cut's parts."""
    kinds = Counter(kind for a, b in best.segments for kind in {flow.parts[i].symbols[0] for i in range(a, b)})
    starts = [s[0] for s in best.segments]
    for cut in sorted(cuts, key=lambda c: c.segments[0][0]):
        how, level, *symbol = cut.symbol
        if how != "start" or cut.uniform < 0.8 or level > 1 or len(cut.segments) >= len(best.segments):
            continue
        if kinds[flow.parts[cut.segments[0][0]].symbols[0]] > 0.2 * len(best.segments):
            continue
        held = [sum(a < s < b for s in starts) for a, b in cut.segments]
        heads = [a for a, b in cut.segments if flow.outline.words[flow.parts[a].first]]
        if len(heads) < 0.7 * len(held):
            continue
        if sum(held) >= 0.95 * len(starts) and sum(held) >= 2 * len(held) and sum(h > 0 for h in held) >= 0.7 * len(held):
            return cut
    return None


def settle(outline, texts, masses, regions):
    """Of regions inside of one another keep the records and not their parts."""
    out = set()
    regions = regions[:40]
    for o, outer in enumerate(regions):
        for i, inner in enumerate(regions):
            if o == i or o in out or i in out or not inside(inner, outer):
                continue
            held = [[r for r in inner.records if a <= r[0] and r[1] <= b] for a, b in outer.records]
            mass = sum(masses_of(outline, masses, *r) for r in outer.records)
            within = sum(masses_of(outline, masses, *r) for own in held for r in own)
            if within < 0.5 * mass:
                out.add(i)
                continue
            own = [masses_of(outline, masses, *r) - sum(masses_of(outline, masses, *x) for x in h) for r, h in zip(outer.records, held)]
            has_inner = sum(map(bool, held)) >= 0.7 * len(held)
            is_cell = all(outline.kinds[r[0]] in ("td", "th") for r in inner.records) and max(len(c.core) for c in inner.cuts) <= 3
            if is_cell or outer.uniform >= 0.8 and has_inner and sum(x > 0 for x in own) >= 0.7 * len(own) or labelled(outline, texts, outer, held) or inner.uniform < 0.7:
                out.add(i)
            else:
                out.add(o)
    return [r for n, r in enumerate(regions) if n not in out]


def labelled(outline, texts, outer, held):
    sets = [{mask_digits(next((texts[i] for i in range(*r) if texts[i]), "").casefold()) for r in own} for own in held]
    sets = [s for s in sets if s]
    if len(sets) < 2:
        return False
    likes = [_jaccard(a, b) for a, b in zip(sets, sets[1:])]
    return sum(likes) / len(likes) >= 0.5


def inside(inner, outer) -> bool:
    n = sum(any(a <= r[0] and r[1] <= b and (a, b) != r for a, b in outer.records) for r in inner.records)
    return n >= 0.5 * len(inner.records)


def masses_of(outline, masses, first, behind):
    total, item = 0, first
    while item < behind:
        total += masses[item]
        item = outline.ends[item]
    return total
