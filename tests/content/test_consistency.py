"""Pages of one layout are treated alike, whatever their words."""

import random

import pytest

from sitegrain import SiteModel

WORDS = (
    "harbour boats repaired council votes winter storms bridge engineer granite pilot crew tidal gauge ferry county "
    "swimming bath roof library opens market square lanterns choir sings autumn orchard apples cider press mill wheel"
).split()


def sentence(draw: random.Random, n: int) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(n)).capitalize() + "."


def story(number: int, *, template: str) -> tuple[str, list[str], list[str]]:
    """A page, its paragraphs, and the headlines of the other stories that it names."""
    draw = random.Random(number)
    paragraphs = [sentence(draw, draw.randint(22, 45)) for _ in range(draw.randint(3, 6))]
    others = [sentence(draw, 7)[:-1] for _ in range(draw.randint(2, 5))]
    title = sentence(draw, 5)[:-1]
    page = template.format(
        title=title,
        text="".join(f"<p>{p}</p>" for p in paragraphs),
        items="".join(f'<li><a href="/s/{draw.randint(1, 30)}">{other}</a></li>' for other in others),
    )
    return page, paragraphs, others


NAMED = (
    "<html><head><title>{title}</title></head><body><div class=top><a href=/>Home</a> <a href=/b>Business</a></div>"
    "<div class=story><h1>{title}</h1>{text}<div class=more-stories><h3>More from the town</h3><ul>{items}</ul></div>"
    "</div><div class=bottom>Printed in the old mill. <a href=/terms>Terms</a></div></body></html>"
)
HASHED = NAMED.replace("more-stories", "x7Fa2").replace("story", "k9Qe1").replace("top", "zz31").replace("bottom", "q0")
NAMELESS = (
    "<html><head><title>{title}</title></head><body><div><a href=/>Home</a> <a href=/b>Business</a></div>"
    "<div><h1>{title}</h1>{text}<div><h3>More from the town</h3><ul>{items}</ul></div></div>"
    "<div>Printed in the old mill. <a href=/terms>Terms</a></div></body></html>"
)


@pytest.mark.parametrize("template", [NAMED, HASHED, NAMELESS], ids=["named", "hashed", "nameless"])
def test_a_box_of_other_stories_goes_from_every_page_and_no_paragraph_does(template):
    stories = [story(number, template=template) for number in range(12)]
    model = SiteModel().fit([page for page, _, _ in stories])

    for page, paragraphs, others in stories:
        text = model.extract(page).text
        assert [p for p in paragraphs if p not in text] == []
        assert [other for other in others if other in text] == []
        assert "More from the town" not in text


def test_two_templates_half_way_through_a_redesign_are_both_known():
    old = [story(number, template=NAMED) for number in range(8)]
    new = [
        story(number, template=NAMELESS.replace("<div>", "<section>").replace("</div>", "</section>"))
        for number in range(20, 28)
    ]
    model = SiteModel().fit([page for page, _, _ in old + new])

    for page, paragraphs, others in old + new:
        text = model.extract(page).text
        assert [p for p in paragraphs if p not in text] == []
        assert [other for other in others if other in text] == []


RECIPE = (
    "<html><head><title>{title}</title></head><body><nav><a href=/>Home</a> <a href=/b>Soups</a></nav><article>"
    "<h1>{title}</h1>{text}<h2>Preparation</h2><h3>Day one of {title}</h3>{text}<h2>Sources</h2><ul>{items}</ul>"
    "</article></body></html>"
)


def test_headings_of_every_page_stay_above_what_is_the_page_s_own():
    pages = [story(number, template=RECIPE)[0].replace("/s/", f"/{number}/s") for number in range(10)]
    model = SiteModel().fit(pages)

    for page in pages:
        text = model.extract(page).text
        assert "Preparation" in text
        assert "Day one of" in text
