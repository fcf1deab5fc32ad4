"""Tree construction, one small case a rule; the trees were worked out from the standard by hand."""

import pytest

from tests.kernel.trees import outline


def body(html):
    """What is in the body of a document with a doctype."""
    made = outline(f"<!doctype html>{html}")
    assert made.startswith("doctype html(head body"), made
    return made.removeprefix("doctype html(head body").removesuffix(")").removeprefix("(").removesuffix(")")


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("", "html(head body)"),
        (" <!--a--> <!doctype html><!--b-->", "<!a> doctype <!b> html(head body)"),
        ("<!--a-->x", "<!a> html(head body('x'))"),
        ("</p></br>", "html(head body(br))"),
        ("</head>x", "html(head body('x'))"),
        ("<html><!--a--> <head> <title>t</title> </head> <body>x", "html(<!a> head(' ' title('t') ' ') ' ' body('x'))"),
        ("<head></foo><head>x", "html(head body('x'))"),
        ("<meta><style><p></style><p>", "html(head(meta style('<p>')) body(p))"),
        ("<noscript><link><p>x", "html(head(noscript(link)) body(p('x')))"),
        ("<noscript></foo><noscript></noscript><base>", "html(head(noscript base) body)"),
        ("<head></head><title>t</title>x", "html(head(title('t')) body('x'))"),
        ("<head></head></p></body>x", "html(head body('x'))"),
        ("x</body> <!--a-->y", "html(head body('x y') <!a>)"),
        ("x</body></html><!--a--> y", "html(head body('x y')) <!a>"),
        ("<script><!--<script></script>--></script>x", "html(head(script('<!--<script></script>-->')) body('x'))"),
        ("<frameset><frame>x <frameset></frameset></frameset> y<noframes><p></noframes></html><!--a-->",
         "html(head frameset(frame ' ' frameset) ' ' noframes('<p>')) <!a>"),
        (" <div></div><frameset>", "html(head frameset)"),
        ("x<frameset>", "html(head body('x'))"),
    ],
)  # fmt: skip
def test_around_the_body(html, tree):
    assert outline(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<p>a<div>b", "p('a') div('b')"),
        ("<p>a<h1>b<h2>c", "p('a') h1('b') h2('c')"),
        ("x</p>", "'x' p"),
        ("<button>a<button>b", "button('a') button('b')"),
        ("<p><button><p>a</button>b", "p(button(p('a')) 'b')"),
        ("<ul><li>a<li>b<ul><li>c</ul></li>d", "ul(li('a') li('b' ul(li('c'))) 'd')"),
        ("<li><div><li>a", "li(div) li('a')"),
        ("<li><section><li>a", "li(section(li('a')))"),
        ("<dl><dt>a<dd>b<dt>c", "dl(dt('a') dd('b') dt('c'))"),
        ("<h1>a</h3>b", "h1('a') 'b'"),
        ("<pre>\n\na</pre><pre>\r\nb", "pre('\\na') pre('b')"),
        ("<form>a<form>b</form>c<form>d", "form('ab') 'c' form('d')"),
        ("<form><div></form>a", "form(div('a'))"),
        ("<plaintext></plaintext>", "plaintext('</plaintext>')"),
        ("<image>a", "img 'a'"),
        ("<textarea>\n<b>&amp;</textarea>x", "textarea('<b>&') 'x'"),
        ("<xmp>&amp;</xmp><iframe><p></iframe><noembed><p></noembed>", "xmp('&amp;') iframe('<p>') noembed('<p>')"),
        ("<ruby>a<rb>b<rt>c<rtc>d<rp>e", "ruby('a' rb('b') rt('c') rtc('d' rp('e')))"),
        ("<x>a</y>b</x>c", "x('ab') 'c'"),
        ("<x><div></x>a", "x(div('a'))"),
        ("<hr><br/><wbr></br>", "hr br wbr br"),
        ("<address><main>a</address>b", "address(main('a')) 'b'"),
        ("a<html><body><head>b", "'ab'"),
    ],
)
def test_in_the_body(html, tree):
    assert body(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<b>a<p>b</b>c", "b('a') p(b('b') 'c')"),
        ("<b><i>a</b>b", "b(i('a')) i('b')"),
        ("<a>a<div>b<a>c", "a('a') div(a('b') a('c'))"),
        ("<p><b>a<p>b", "p(b('a')) p(b('b'))"),
        ("<p><b x><b x><b x><b x><p>a", "p(b(b(b(b)))) p(b(b(b('a'))))"),
        ("<p><b x><b y><b x><b x><p>a", "p(b(b(b(b)))) p(b(b(b(b('a')))))"),
        ("<b><object>a</b></object>c", "b(object('a') 'c')"),
        ("<nobr>a<nobr>b", "nobr('a') nobr('b')"),
        ("</b>a", "'a'"),
        ("<i></i></i>a", "i 'a'"),
    ],
)
def test_formatting_elements(html, tree):
    assert body(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<table><td>a", "table(tbody(tr(td('a'))))"),
        ("<table>a<tr>b<td>c", "'ab' table(tbody(tr(td('c'))))"),
        ("<table> <tr> </table>", "table(' ' tbody(tr(' ')))"),
        ("<table><b>a<tr><td>b", "b('a') table(tbody(tr(td('b'))))"),
        ("<table><caption>a<tr><td>b", "table(caption('a') tbody(tr(td('b'))))"),
        ("<table><col><tr>", "table(colgroup(col) tbody(tr))"),
        ("<table><colgroup> a<col>", "'a' table(colgroup(' ') colgroup(col))"),
        ("<table><tr><td>a<table><td>b</table>c", "table(tbody(tr(td('a' table(tbody(tr(td('b')))) 'c'))))"),
        ("<table><table>a", "table 'a' table"),
        ("<table><td>a</th>b<th>c</tr><tfoot>", "table(tbody(tr(td('ab') th('c'))) tfoot)"),
        ("<table><input type=HIDDEN><input><form>a", "input 'a' table(input form)"),
        ("<table><script>a</script><template><td>b", "table(script('a') template(td('b')))"),
        ("<p>a<table><tr><td><p>b", "p('a') table(tbody(tr(td(p('b')))))"),
        ("<table><select><option>a<tr><td>b", "select(option('a')) table(tbody(tr(td('b'))))"),
        ("<td>a</tr>b", "'ab'"),
    ],
)
def test_tables(html, tree):
    assert body(html) == tree


def test_a_table_does_not_end_a_paragraph_in_quirks_mode():
    assert outline("<p>a<table>") == "html(head body(p('a' table)))"
    assert outline("<!doctype html public '-//w3c//dtd html 4.01 transitional//en'><p>a<table>").endswith(
        "p('a' table)))"
    )
    assert outline("<!doctype html system 'about:legacy-compat'><p>a<table>").endswith("p('a') table))")


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<select><option>a<option>b<optgroup>c", "select(option('a') option('b') optgroup('c'))"),
        ("<select><b>a<select>b", "select(b('a')) b('b')"),
        ("<select>a<input>b", "select('a') input 'b'"),
        ("<select><option>a<hr>b</select>", "select(option('a') hr 'b')"),
        ("<option>a<option>b", "option('a') option('b')"),
        ("<template><tr><td>a</template>b", "template(tr(td('a'))) 'b'"),
        ("<template>a<col>b</template>c", "template('a' col) 'c'"),
        ("<template><col>a<td>b", "template(col)"),
        ("<template><template>a", "template(template('a'))"),
        ("<b><template></b>a</template>b", "b(template('a') 'b')"),
    ],
)
def test_selects_and_templates(html, tree):
    assert body("x" + html) == f"'x' {tree}"


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<svg><foreignobject><p>a</svg>b", "svg:svg(svg:foreignObject(p('ab')))"),
        ("<svg><path/><G>a</g>b", "svg:svg(svg:path svg:g('a') 'b')"),
        ("<svg><p>a", "svg:svg p('a')"),
        ("<svg></p>a", "svg:svg p 'a'"),
        ("<svg><font>a<font size=1>b", "svg:svg(svg:font('a')) font('b')"),
        ("<svg><![CDATA[<p>&amp;]]>a", "svg:svg('<p>&amp;a')"),
        ("x<![CDATA[a]]>", "'x' <![CDATA[a]]>"),
        ("<math><mi>a<p>b", "math:math(math:mi('a' p('b')))"),
        ("<math><mi><mglyph>", "math:math(math:mi(math:mglyph))"),
        ("<math><annotation-xml encoding=text/html><p>a", "math:math(math:annotation-xml(p('a')))"),
        ("<math><annotation-xml><p>a", "math:math(math:annotation-xml) p('a')"),
        ("<math><annotation-xml><svg>a", "math:math(math:annotation-xml(svg:svg('a')))"),
        ("<svg>a\0b", "svg:svg('a\ufffdb')"),
        ("<svg><desc><svg><title><b></svg>a", "svg:svg(svg:desc(svg:svg(svg:title(b('a')))))"),
    ],
)
def test_foreign_content(html, tree):
    assert body(html) == tree


@pytest.mark.parametrize("tag", ["iframe", "script", "style", "textarea", "title", "noscript", "noframes", "xmp"])
def test_a_raw_text_element_that_closes_itself_ends_at_once_if_asked_to(tag):
    assert outline(f"<p>a<{tag} x/>b", close_at_once=True) == f"html(head body(p('a' {tag} 'b')))".replace(
        "p('a' xmp 'b')", "p('a') xmp 'b'"
    )


def test_three_formatting_elements_at_most_are_copied_by_the_adoption_agency():
    """Of i, u, s and tt between <b> and <p> the outermost, i, is not opened again around the paragraph."""
    made = body("<b><i><u><s><tt><p>a</b>")

    assert made == "b(i(u(s(tt)))) u(s(tt(p(b('a')))))"


def test_foreign_elements_between_which_a_link_was_taken_out_close_as_one():
    html = "<svg><foo><desc><a><svg><desc><a></a></foo><p>x"

    assert body(html) == "svg:svg(svg:foo(svg:desc(a(svg:svg(svg:desc(a)))))) p('x')"
