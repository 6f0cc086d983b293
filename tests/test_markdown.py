"""Markdown for booklets: allowed elements become our own HTML, everything else is refused at its place."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import Span
from rcwkit.kinds.booklet.markdown import REPORTED, SHORT, MarkdownHeading, Origin, Prose, prose

HERE = Origin("notes.md")


def read(text: str) -> Prose:
    return prose(text, HERE)


def refused(text: str) -> list[str]:
    """Return code, line and column of each refusal in a text."""
    return [f"{one.code} {one.span.line}:{one.span.column}" for one in read(text).found]


ALLOWED = {
    "paragraph": ("One\ntwo.", "<p>One\ntwo.</p>"),
    "emphasis": (
        "*a* **b** ***c***",
        "<p><em>a</em><span> </span><strong>b</strong><span> </span><em><strong>c</strong></em></p>",
    ),
    "heading": (
        "## Turn 1 *again*",
        '<h2 id="turn-1-again" data-title="Turn 1 again">Turn 1<span> </span><em>again</em></h2>',
    ),
    "points": ("- a\n- b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>"),
    "steps": ("3. a", '<ol style="counter-reset: list-item 2">\n<li>\n<p>a</p>\n</li>\n</ol>'),
    "quote": ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
    "rule": ("a\n\n---", "<p>a</p>\n<hr />"),
    "line break": ("a  \nb", "<p>a<br />\nb</p>"),
    "what leads to a list": ("Then:\n\n- a", '<p class="lead">Then:</p>\n<ul>\n<li>\n<p>a</p>\n</li>\n</ul>'),
    "an entity is no entity": ("a &lt; b &amp; c", "<p>a &amp;lt; b &amp;amp; c</p>"),
    "a link to a heading": (
        "# A b\n\n[x](#a-b)",
        '<h1 id="a-b" data-title="A b">A b</h1>\n<p><a href="#a-b">x</a></p>',
    ),
    "a link out": ("[x](https://a.b/c)", '<p>x<span> </span><span class="address">(https://a.b/c)</span></p>'),
    "an address by itself": ("<https://a.b/c>", "<p>https://a.b/c</p>"),
    "a ruling": (
        "Ours.[](ruling:a.b)",
        '<p>Ours.<sup class="ruling">a.b</sup></p>',
    ),
    "a picture in a line": ("a ![b](c.png)", '<p>a<span> </span><img src="picture:0" alt="b"></p>'),
    "a figure": (
        '![b "q"](c.png "d & e")',
        '<figure><img src="picture:0" alt="b &quot;q&quot;"><figcaption>d &amp; e</figcaption></figure>',
    ),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_allowed_becomes_plain_html(name: str) -> None:
    text, html = ALLOWED[name]
    found = read(text)
    assert (found.html.strip(), found.found) == (html, ())


def test_a_footnote_is_at_its_first_mark_and_later_marks_repeat_its_number() -> None:
    found = read("a[^x] b[^x] c[^y]\n\n[^x]: **Once** only.\n[^y]: Then.\n")
    call = '<span class="call" id="c1" data-number="1"></span>'
    assert f'{call}<span class="note" id="n1"><strong>Once</strong> only.</span>' in found.html
    assert " b<sup>1</sup> c<span" in found.html
    assert found.notes == ("<strong>Once</strong> only.", "Then.")


def test_cells_are_aligned_by_class_and_a_long_table_may_be_divided() -> None:
    found = read("| a | b | c |\n| :-- | --: | :-: |\n| 1 | 2 | 3 |")
    assert found.html.count('class="right"') == found.html.count('class="center"') == 2
    assert "style=" not in found.html
    rows = "\n| 1 |"
    assert [
        read("| a |\n| - |" + rows * count).html.startswith('<table class="short"') for count in (SHORT - 2, SHORT - 1)
    ] == [True, False]


def test_equal_headings_have_ids_of_their_own() -> None:
    found = read("# A\n\n# A\n\n# A 2\n\n# A\n\n# C1\n\n# ★")
    assert found.headings[:4] == (
        MarkdownHeading(1, "a", "A"),
        MarkdownHeading(1, "a-2", "A"),
        MarkdownHeading(1, "a-2-2", "A 2"),
        MarkdownHeading(1, "a-3", "A"),
    )
    assert [heading.id for heading in found.headings[4:]] == ["c1-part", "part"]


REFUSED = {
    "html in a line": ("a <b>c</b>", ["E130 1:3", "E130 1:7"]),
    "html by itself": ("a\n\n<div>\nb\n</div>", ["E130 3:1"]),
    "a comment": ("a\n\n<!-- b -->", ["E130 3:1"]),
    "a script": ("<script>alert(1)</script>", ["E130 1:1"]),
    "code": ("a `b`", ["E130 1:3"]),
    "a fence": ("a\n\n~~~\nb\n~~~", ["E130 3:1"]),
    "an indented block": ("a\n\n    b", ["E130 3:5"]),
    "a deep heading": ("a\n\n##### b", ["E130 3:1"]),
    "nothing": ("\n \n", ["E130 1:1"]),
    "no text but definitions": ("[a]: #b", ["E130 1:1"]),
    "nested too deep": ("> " * 15 + "a", ["E130 1:1"]),
    "a script as link": ("a [b](javascript:alert)", ["E131 1:7"]),
    "a data link": ("a [b](data:text/html,c)", ["E131 1:7"]),
    "a file as link": ("a\nb [c](d.md)", ["E131 2:7"]),
    "no such heading": ("# A\n\nb [c](#d)", ["E131 3:7"]),
    "no such footnote": ("a\nb[^c]", ["E131 2:2"]),
    "a footnote that nobody needs": ("a\n\n  [^c]: d", ["E131 3:3"]),
    "a footnote in a footnote": ("a[^b]\n\n[^b]: c[^d]\n\n[^d]: e", ["E131 1:2"]),
    "a list in a footnote": ("a[^b]\n\n[^b]: c\n\n    - d", ["E130 1:2"]),
    "a picture without a description": ("a ![](b.png)", ["E132 1:7"]),
    "in the second cell": ("| a | b |\n|---|---|\n| c | <i>d</i> |", ["E130 3:7", "E130 3:11"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_pointed_at(name: str) -> None:
    text, places = REFUSED[name]
    assert refused(text) == places
    assert read(text).html == ""


def test_places_are_those_of_the_file_that_holds_the_text() -> None:
    inside = prose("a\n\n<b>", Origin("x.yaml", 7, 4))
    assert [one.span for one in inside.found] == [Span("x.yaml", 9, 5, 3)]
    whole = Span("x.yaml", 3, 7, 10)
    assert [one.span for one in prose("a\n\n<b>", Origin("x.yaml", whole=whole)).found] == [whole]


def test_the_number_of_diagnostics_is_limited() -> None:
    assert len(read("<b> " * 5000).found) == REPORTED


@pytest.mark.parametrize(
    "text",
    ["[" * 60_000, "*a" * 60_000, "![a](" * 20_000, "# a\n" * 30_000, "[^1]" * 30_000 + "\n\n[^1]: x", "|a" * 20_000],
)
def test_hostile_texts_take_little_time(text: str) -> None:
    began = time.process_time()
    read(text)
    assert time.process_time() - began < 20


@given(st.text(alphabet='ab #*_[]()!<>|`^:-\n"&1.\\~'))
def test_no_text_brings_markup_of_its_own(text: str) -> None:
    """Whatever the input, the HTML contains only our own tags and attributes."""
    found = read(text)
    assert "<script" not in found.html
    assert bool(found.html) != bool(found.found)
    for part in found.html.split("<")[1:]:
        name = part.lstrip("/").partition(" ")[0].partition(">")[0]
        assert name in {
            *(
                "p",
                "em",
                "strong",
                "h1",
                "h2",
                "h3",
                "h4",
                "ul",
                "ol",
                "li",
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
                "blockquote",
                "hr",
                "br",
            ),
            *("a", "img", "span", "sup", "figure", "figcaption"),
        }


def test_signs_are_pictures_in_words_and_words_in_headings() -> None:
    found = read("# The :port: fee\n\nPay *2:coin:* at 12:30:00, or a:b:c.")
    assert [one.name for one in found.signs] == ["port", "coin"]
    assert [heading.text for heading in found.headings] == ["The port fee"]
    assert '<em>2<img class="sign" src="sign:coin" alt="sign"></em> at 12:30:00, or a:b:c.' in found.html
