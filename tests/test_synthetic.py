"""The synthetic sites are what their specs say, and their gold is what their pages show."""

import gzip
import json
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from tests.synthetic import PRESETS, SiteSpec, generate, iter_pages, iter_sites, mixed_sites, news_site
from tests.synthetic.__main__ import main
from tests.synthetic.gold import GoldBlock, content_text, gold_blocks, gold_items
from tests.synthetic.markup import Markup
from tests.synthetic.parts import Block, Card, Code, Heading, Inline, Items, Paragraph
from tests.synthetic.words import LANGUAGES, language

PLAIN = SiteSpec(n_pages=20, seed=3)
KNOBS = {
    "in a form": {"form_wrapped": True, "br_paragraphs": True},
    "in an aside": {"article_element": "aside"},
    "in nested tables": {"frame": "table", "table_depth": 3},
    "utility classes": {"names": "utility"},
    "wrapped": {"wrapper_depth": (1, 4)},
    "self-closed iframe": {"self_closed_iframes": True},
    "promos everywhere": {"optional_siblings": 1.0},
    "shells": {"shells": 0.5},
    "wire stories, edited": {"wire": "wire.example", "syndicated": 0.5, "edited": 0.1, "topics": 3},
    "notices": {"notices": 5},
}


def names(page):
    return [block.name for block in page.blocks]


def count(page, selector):
    return len(LexborHTMLParser(page.html).css(selector))


@pytest.mark.parametrize(
    "spec",
    [preset(24, 5) for preset in PRESETS.values()] + [replace(PLAIN, **knobs) for knobs in KNOBS.values()],
    ids=[*PRESETS, *KNOBS],
)
def test_the_words_of_the_gold_blocks_are_the_words_of_the_page_in_order(spec):
    for page in iter_pages(spec):
        gold_tokens = [token for block in page.blocks for token in tokenize(block.text)]

        assert parse(page.html).tokens == gold_tokens


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_spec_gives_the_same_pages_and_another_seed_others(name):
    first, again, other = (list(iter_pages(PRESETS[name](8, seed))) for seed in (1, 1, 2))

    assert first == again
    assert all(one.html != two.html for one, two in zip(first, other, strict=True))


def test_urls_are_unique():
    pages = list(iter_pages(replace(PLAIN, n_pages=200, duplicates=0.3, error_pages=0.1, languages=LANGUAGES)))

    assert len({page.url for page in pages}) == 200


def test_a_block_that_another_interrupts_comes_as_two_stretches_of_one_number():
    promo = Block("promo", (Paragraph(("buy",)),), is_template=True)
    body = Block("body", (Paragraph(("one ", Inline("two"))), promo, Items((("three",), ("four",)))), is_content=True)

    stretches = gold_blocks([body])

    assert stretches == (
        GoldBlock("body", "one two", False, True, 0),
        GoldBlock("promo", "buy", True, False, 1),
        GoldBlock("body", "three\nfour", False, True, 0),
    )
    assert content_text(stretches) == "one two\nthree\nfour"


def test_items_are_the_cards_of_content_blocks():
    cards = (Card("entry", (Heading("One"), Paragraph(("first",)))), Card("entry", (Heading("Two"),)))

    assert gold_items([Block("entries", cards, is_content=True), Block("teasers", cards)]) == ("One\nfirst", "Two")


def test_markup_writes_a_block_as_one_element_named_by_its_role():
    block = Block(
        "article/body", (Heading("A & B"), Paragraph(("see ", Inline("this", "/x"))), Code("if a < b:\n    c"))
    )

    html = Markup(PLAIN, "divs", lambda role: f' class="{role}"').block(block)

    assert html == (
        '<div class="body">\n<h2>A &amp; B</h2>\n<p>see <a href="/x">this</a></p>\n'
        "<pre><code>if a &lt; b:\n    c</code></pre>\n</div>"
    )


def test_every_block_is_one_element_of_its_name():
    """Semantic names: the elements of class `share`, `author`, `byline` are as many as the gold's blocks."""
    for page in iter_pages(PLAIN):
        for role in ("byline", "share", "author", "tags", "popular", "latest", "newsletter", "masthead", "breadcrumbs"):
            blocks = {block.number for block in page.blocks if block.name.replace("/", " ").find(role) >= 0}

            assert count(page, f".{role}") == len(blocks), role


def test_template_blocks_say_the_same_on_every_page_of_a_language():
    texts = {}
    for page in iter_pages(PRESETS["multilingual"](60, 2)):
        for block in page.blocks:
            if block.is_template:
                text = "".join("#" if c.isdigit() else c for c in block.text)
                texts.setdefault((page.lang, block.name), set()).add(text.replace("##", "#").replace("##", "#"))

    assert {name for _, name in texts} >= {"menu", "footer", "consent", "masthead", "share", "popular", "counter"}
    assert all(len(found) == 1 for (_, name), found in texts.items() if name != "counter")


def test_each_language_has_its_own_menu_and_alphabet():
    pages = list(iter_pages(replace(PLAIN, languages=("en", "ru", "zh", "ar"))))
    menus = {page.lang: {block.text for block in page.blocks if block.name == "menu"} for page in pages}

    assert [page.lang for page in pages[:5]] == ["en", "ru", "zh", "ar", "en"]
    assert all(len(texts) == 1 for texts in menus.values())
    assert len(set.union(*menus.values())) == 4
    assert 'dir="rtl"' in pages[3].html
    assert all("\u4e00" <= token <= "\u9fff" or token.isdigit() for token in tokenize(pages[2].title))


def test_rotating_teasers_are_titles_and_leads_of_other_pages():
    site = generate(replace(PLAIN, teasers="rotating", kinds=(("article", 1),)))
    heads = {page.title: page.text.split("\n")[1] for page in site.pages}
    for page in site.pages:
        related = next(block.text.split("\n") for block in page.blocks if block.name == "related")

        titles, leads = related[1::2], related[2::2]

        assert "popular" not in names(page)
        assert page.title not in titles
        assert [heads[title] for title in titles] == leads


def test_constant_teasers_alone_leave_out_the_rotating_ones():
    site = generate(replace(PLAIN, teasers="constant"))

    assert site.classes["popular"] is True
    assert not {"related", "latest"} & set(site.classes)


def test_promos_come_in_every_gap_at_probability_one_and_nowhere_at_zero():
    full, empty = (generate(replace(PLAIN, optional_siblings=share)).pages[0] for share in (1.0, 0.0))
    kinds = [name.split("/")[0] for name in names(full)]

    assert names(empty)[:4] == ["masthead", "menu", "search", "breadcrumbs"]
    assert kinds[:6] == ["masthead", "promo", "menu", "promo", "search", "breadcrumbs"]


@pytest.mark.parametrize(("consent", "n_expected"), [("none", 0), ("first", 1), ("all", 20)])
def test_the_consent_banner_is_on_as_many_pages_as_asked(consent, n_expected):
    pages = iter_pages(replace(PLAIN, consent=consent))

    assert sum("consent" in names(page) for page in pages) == n_expected


def test_item_counts_stay_in_their_range():
    spec = replace(PLAIN, n_items=(2, 3), n_paragraphs=(5, 5), kinds=(("article", 1), ("listing", 1)))
    for page in iter_pages(spec):
        if page.kind == "listing":
            assert 2 <= len(page.items) <= 3
            assert "\n".join(page.items) == page.text
        else:
            assert count(page, ".byline ~ div > p") >= 5


def class_values(page):
    nodes = LexborHTMLParser(page.html).css("body [class], body [id]")
    return {node.attributes.get("class") or node.attributes["id"] for node in nodes}


def test_names_are_hashed_per_build_or_per_page_or_left_out():
    def two(scheme):
        pages = list(iter_pages(replace(PLAIN, names=scheme, kinds=(("article", 1),))))
        return class_values(pages[4]), class_values(pages[5])

    one, other = two("hashed")
    assert one & other
    assert all(name.startswith("css-") for name in one)
    one, other = two("page_hashed")
    assert not one & other
    assert two("none") == (set(), set())
    assert all(len(name.split()) == 4 for name in two("utility")[0])


def test_a_redesign_gives_the_last_pages_another_frame():
    frames = [page.layout.split("/")[0] for page in iter_pages(replace(PLAIN, redesign=0.25))]

    assert frames == ["divs"] * 15 + ["landmarks"] * 5


def test_error_pages_all_say_the_same():
    pages = [page for page in iter_pages(replace(PLAIN, n_pages=100, error_pages=0.2)) if page.kind == "missing"]

    assert len(pages) > 5
    assert {page.text.split("\n")[0] for page in pages} == {"This page does not exist"}


def test_duplicates_repeat_the_content_of_the_page_they_name():
    site = generate(replace(PLAIN, n_pages=100, duplicates=0.3))
    by_url = {page.url: page for page in site.pages}
    copies = [page for page in site.pages if page.duplicate_of in by_url]
    originals = [by_url[page.duplicate_of] for page in copies]

    assert {page.layout for page in copies} == {"divs/print", "divs/article"}
    assert [page.text for page in copies] == [page.text for page in originals]


def test_a_shell_has_no_words_but_its_article_as_data():
    page = next(page for page in iter_pages(replace(PLAIN, shells=1.0)) if page.kind == "shell")

    assert page.text == ""
    assert "articleBody" in LexborHTMLParser(page.html).css_first("script").text()


def test_table_pages_nest_their_content_as_deep_as_asked_and_catalogues_have_their_columns():
    pages = list(iter_pages(PRESETS["table"](20, 1)))
    catalogue = next(page for page in pages if page.kind == "catalogue")
    innermost = LexborHTMLParser(catalogue.html).css("table")[-1]

    assert count(catalogue, "table table table table td h1") == 1
    assert len(innermost.css("tr:first-child > td")) == 2
    assert len(innermost.css("td")) == len(catalogue.items)


def test_the_endless_thread_has_its_number_of_posts():
    pages = list(iter_pages(PRESETS["forum"](20, 1)))

    assert max(count(page, ".post") for page in pages) == 400
    assert sorted(count(page, ".post") for page in pages)[-2] <= 21


def test_documentation_has_indented_code_and_a_table_of_contents():
    pages = list(iter_pages(PRESETS["docs"](20, 1)))

    assert any("):\n    for " in page.text for page in pages)
    assert all("contents" in names(page) for page in pages)


def test_the_menu_is_there_twice_where_asked_and_the_second_is_hidden():
    page = next(iter_pages(replace(PLAIN, double_menu=True)))
    menus = [block.text for block in page.blocks if "menu" in block.name]

    assert len(menus) == 2
    assert menus[0] == menus[1]
    assert count(page, ".small-menu[style]") == 1


def test_a_titles_first_word_comes_up_again_in_its_body_and_hardly_in_others():
    pages = [page for page in iter_pages(PLAIN) if page.kind == "article"]
    bodies = [tokenize(page.text.split("\n", 2)[2]) for page in pages]
    first_words = [tokenize(page.title)[0] for page in pages]

    own = sum(body.count(word) for word, body in zip(first_words, bodies, strict=True))
    others = sum(body.count(word) for word, body in zip(first_words, bodies[1:] + bodies[:1], strict=True))

    assert own >= 3 * len(pages)
    assert others <= len(pages)


def test_some_words_are_far_more_frequent_than_others():
    page_words = [word for page in iter_pages(PLAIN) for word in tokenize(page.text)]

    assert page_words.count("the") > 0.03 * len(page_words)
    assert len(set(page_words)) > 500


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_no_word_twice_and_its_own_phrases(code):
    words = language(code).words

    assert len(set(words)) == len(words) >= 2500
    assert code == "en" or language(code).phrase("home") != "Home"


def test_mixed_sites_come_one_page_of_each_in_turn():
    pages = list(iter_sites(mixed_sites(3, n_pages=2)))

    assert [page.site for page in pages] == ["news-0.example", "blog-1.example", "docs-2.example"] * 2


ARTICLES = replace(PLAIN, kinds=(("article", 1),), wire="wire.example", syndicated=0.5)


def test_sites_of_one_wire_tell_its_stories_in_their_own_frames():
    one, other = (
        generate(replace(ARTICLES, host=host, frame=frame)).pages for host, frame in (("a", "divs"), ("b", "table"))
    )

    shared = [(x, y) for x, y in zip(one, other, strict=True) if x.story == y.story]
    assert 4 < len(shared) < 16
    assert all(x.story.startswith("wire.example/") and x.text == y.text and x.url != y.url for x, y in shared)
    assert not any(x.text == y.text for x, y in zip(one, other, strict=True) if x.story != y.story)


def test_wire_stories_are_edited_and_own_ones_are_not():
    """One word in ten of each paragraph changes, of some 200; headings and own stories stay."""
    plain, changed = generate(ARTICLES).pages, generate(replace(ARTICLES, edited=0.1)).pages

    for before, after in zip(plain, changed, strict=True):
        first, second = tokenize(before.text), tokenize(after.text)
        n_changed = sum(x != y for x, y in zip(first, second, strict=True))
        if before.story.startswith("wire.example/"):
            assert 0.02 < n_changed / len(first) < 0.2
        else:
            assert n_changed == 0


def test_topics_are_shared_by_stories_and_sites():
    one, other = (generate(replace(PLAIN, host=host, topics=2)).pages for host in ("a", "b"))

    assert {page.about for page in (*one, *other)} == {0, 1}
    assert generate(PLAIN).pages[0].about is None


def test_notices_are_template():
    page = generate(replace(PLAIN, notices=4)).pages[1]

    assert [block.name for block in page.blocks if block.name.startswith("notice")] == [f"notice/{i}" for i in range(4)]
    assert all(block.is_template for block in page.blocks if block.name.startswith("notice"))


def test_pages_are_made_when_asked_for():
    pages = iter_pages(news_site(10_000_000, 1))

    assert next(pages).site == "news.example"


@pytest.mark.parametrize(
    "knobs",
    [
        {"n_pages": 0},
        {"kinds": ()},
        {"optional_siblings": 1.5},
        {"n_items": (5, 2)},
        {"n_comments": (-1, 2)},
        {"edited": 2.0},
    ],
)
def test_a_spec_out_of_range_is_refused(knobs):
    with pytest.raises(ValueError, match="must"):
        replace(PLAIN, **knobs)


def test_the_command_writes_json_lines_with_gold_beside(tmp_path):
    out = tmp_path / "pages.jsonl"

    main(["--preset", "blog", "--pages", "3", "--format", "jsonl", "-o", str(out)])

    rows = [json.loads(line) for line in out.read_text().splitlines()]
    gold = [json.loads(line) for line in (tmp_path / "pages.jsonl.gold.jsonl").read_text().splitlines()]
    assert [set(row) for row in rows] == [{"url", "html"}] * 3
    assert [row["url"] for row in rows] == [row["url"] for row in gold]
    assert gold[1]["blocks"][0]["name"] == "masthead"


def test_the_command_writes_folders_and_data_sets(tmp_path):
    main(["--preset", "blog", "--pages", "3", "--format", "folder", "-o", str(tmp_path / "folder")])
    main(["--preset", "blog", "--pages", "3", "--format", "dataset", "-o", str(tmp_path / "set")])

    rows = [json.loads(line) for line in (tmp_path / "set/pages.jsonl").read_text().splitlines()]
    pages = [(tmp_path / "set" / row["html_path"]).read_text() for row in rows]
    assert len(list((tmp_path / "folder/blog.example").glob("*.html"))) == 3
    assert pages == [page.html for page in iter_pages(PRESETS["blog"](3, 0))]
    assert all((tmp_path / "set" / row["gold_path"]).read_text() for row in rows)


def test_the_command_writes_warc_records_of_the_length_they_say(tmp_path):
    out = tmp_path / "crawl.warc.gz"

    main(["--preset", "mixed", "--sites", "2", "--pages", "2", "--format", "warc", "-o", str(out)])

    records = gzip.decompress(out.read_bytes()).split(b"WARC/1.0\r\n")[1:]
    assert len(records) == 4
    for record in records:
        header, _, block = record.partition(b"\r\n\r\n")
        length = int(header.rpartition(b"Content-Length: ")[2])
        assert block[length:] == b"\r\n\r\n"
