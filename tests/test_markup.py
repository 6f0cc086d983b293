"""Markup in texts: what is a mark, and what stands for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.source.markup import (
    Sign,
    TextPart,
    capitals,
    marked,
    measured,
    neighbours,
    numbered,
    parts,
    resolved,
    spoken,
    with_signs,
    written,
)

COIN = Sign("sign", "coin")
WORD = st.text("abcxyz019 .,;()é—:*[]{}/", min_size=1, max_size=6)


def test_a_text_is_parted_into_words_and_signs() -> None:
    assert [*parts("On {die 4 5} draw :card:.")] == [
        TextPart("On "),
        TextPart(Sign("die", "4 5")),
        TextPart(" draw "),
        TextPart(Sign("sign", "card")),
        TextPart("."),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a**b", [TextPart("a", bold=True), TextPart("b")]),
        ("*a* b", [TextPart("a", italic=True), TextPart(" b")]),
        ("***a***", [TextPart("a", bold=True, italic=True)]),
        ("**a *b* c**", [TextPart("a ", True), TextPart("b", True, True), TextPart(" c", True)]),
        ("*a **b***", [TextPart("a ", italic=True), TextPart("b", True, True)]),
        ("[red]a **b**[/] c", [TextPart("a ", colour="red"), TextPart("b", True, colour="red"), TextPart(" c")]),
        (
            "[sup]a[/][150%]b[red]c[/][/]",
            [
                TextPart("a", more=("sup",)),
                TextPart("b", more=("150%",)),
                TextPart("c", colour="red", more=("150%",)),
            ],
        ),
        ("[500%]a[/] [9%]", [TextPart("[500%]a[/] [9%]")]),
        ("**[a] b**", [TextPart("[a] b", bold=True)]),
        ("***a** b*", [TextPart("a", True, True), TextPart(" b", italic=True)]),
        ("***a* b**", [TextPart("a", True, True), TextPart(" b", bold=True)]),
        ("[red]a [blue]b[/][/]", [TextPart("a ", colour="red"), TextPart("b", colour="blue")]),
        ("[accent]:coin:[/]", [TextPart(COIN, colour="accent")]),
        ("2:coin:, :coin::coin:", [TextPart("2"), TextPart(COIN), TextPart(", "), TextPart(COIN), TextPart(COIN)]),
        (
            "(*a*), “*b*”",
            [TextPart("("), TextPart("a", italic=True), TextPart("), “"), TextPart("b", italic=True), TextPart("”")],
        ),
    ],
)
def test_marks_nest_and_touch_words(text: str, expected: list[TextPart]) -> None:
    assert [*parts(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4",
        "2*3*4",
        "Entry* and Losses*",
        "* and *",
        "*",
        "****",
        "a ** b **",
        "*a",
        "**a",
        "**a*",
        "*a\nb*",
        "[1] and [red]",
        "a [/] b",
        "[Red guards] [/",
        "12:30:00",
        "attack:defence:move",
        ": coin :",
        ":coin :",
        "::",
        "{x} {}",
        "{die 4",
        "a:b",
    ],
)
def test_what_nothing_closes_stands_for_itself(text: str) -> None:
    assert [*parts(text)] == [TextPart(text)]
    assert spoken(text) == text
    assert capitals(text) == text.upper()


def test_a_mark_within_another_that_closes_first_stands_for_itself() -> None:
    assert parts("**a *b** c*") == (TextPart("a *b", True), TextPart(" c*"))


@given(st.lists(WORD, max_size=8).map("".join))
def test_any_text_is_words_signs_and_marks_and_nothing_is_lost(text: str) -> None:
    found = parts(text)
    assert all(part.what for part in found)
    rest = text
    for part in found:  # in order, and only marks between them
        said = written(part.what) if isinstance(part.what, Sign) else part.what
        for character in said:
            while not rest.startswith(character):
                assert rest[0] in "*[]/abcxyz", (text, found)
                rest = rest[1:]
            rest = rest[1:]
    if not marked(text):
        assert spoken(text) == text


STYLED = st.recursive(
    st.lists(st.sampled_from(["one", "Two", "3", "été", ":coin:", "{die 4 5}", "12:30:00"]), min_size=1, max_size=3),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["**", "*", "[red]", "[white]"]), inner),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


def unparsed(tree: object, style: TextPart) -> tuple[str, list[TextPart]]:
    """Write a tree of styles as text, and say what its parts should be, with single spaces between words."""
    if isinstance(tree, str):
        (part,) = parts(tree)
        return tree, [style._replace(what=part.what)]
    if isinstance(tree, tuple):
        mark, inner = tree
        if mark == "*" and style.italic or mark == "**" and style.bold:
            return unparsed(inner, style)  # CommonMark has no such thing, and nor have we
        bold, italic = style.bold or mark == "**", style.italic or mark == "*"
        text, made = unparsed(inner, TextPart("", bold, italic, mark[1:-1] if mark[0] == "[" else style.colour))
        return f"{mark}{text}{'[/]' if mark[0] == '[' else mark}", made
    assert isinstance(tree, list)
    texts: list[str] = []
    found: list[TextPart] = []
    for branch in tree:
        text, made = unparsed(branch, style)
        texts.append(text)
        found += [*([style._replace(what=" ")] if found else []), *made]
    return " ".join(texts), found


@given(STYLED)
def test_styles_that_are_written_are_read(tree: object) -> None:
    text, wanted = unparsed(tree, TextPart(""))
    merged: list[TextPart] = []
    for part in wanted:
        last = merged[-1] if merged else None
        if last and isinstance(last.what, str) and isinstance(part.what, str) and last[1:] == part[1:]:
            merged[-1] = last._replace(what=last.what + part.what)
        else:
            merged.append(part)
    assert [*parts(text)] == merged
    words = {"coin": "coin"}
    assert spoken(text, words) == "".join(
        part.what.spoken(words) if isinstance(part.what, Sign) else part.what for part in merged
    )


@pytest.mark.parametrize(
    "text", ["**", "*a ", "[a] ", "[a]x[/] ", " **x", ":a", ":a: ", "{", "{die ", "***a*** ", "[a] x* "]
)
def test_a_text_of_marks_is_read_at_once(text: str) -> None:
    assert parts("*a [b] " + text * 20_000)


def test_the_number_of_a_ruling_takes_the_place_of_its_id() -> None:
    assert resolved("Once. {ruling late} {die 1}", {"late": 7}.get) == "Once.{flag 7} {die 1}"
    assert resolved("Once.{ruling gone} :coin:", {"late": 7}.get) == "Once. :coin:"


def test_rulings_at_one_place_share_a_sign_in_order() -> None:
    text = "Once {ruling late} {ruling early}, or {ruling gone}{ruling late}."
    assert resolved(text, {"late": 7, "early": 2}.get) == "Once{flag 2 7}, or{flag 7}."
    assert neighbours(text) == [["late", "early"], ["gone", "late"]]
    assert numbered("Once", (7, 2, 7)) == "Once{flag 2 7}"
    assert numbered("Once", ()) == "Once"


def test_signs_and_colours_keep_their_names_among_capitals() -> None:
    assert capitals("On {die 4}, [red]:port:[/] and {x} [or]") == "ON {die 4}, [red]:port:[/] AND {X} [OR]"


def test_signs_count_as_two_figures_where_they_are_measured() -> None:
    assert measured(":port: a") == "00 a"


def test_signs_are_read_by_their_names_and_apart_from_words() -> None:
    assert spoken("Pay 2:coin: or {die 4 5}: {box}**none**.", {"coin": "gold"}) == "Pay 2 gold or 4 5: none."
    assert spoken(":arrow_left::own_sign:2") == "to the left own sign 2"


@given(st.lists(st.sampled_from(["**", "*", " ", "a", "b.", "\n"]), max_size=12).map("".join))
def test_bold_words_are_read_alike_with_and_without_signs(text: str) -> None:
    """A text whose only markup is bold is read by a faster way."""
    *found, sign = parts(text + " {box}")
    assert sign == TextPart(Sign("box"))
    last = found[-1]
    assert isinstance(last.what, str)
    alone = [*found[:-1], *([last._replace(what=last.what[:-1])] if last.what != " " else [])]
    assert [*parts(text)] == alone


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("💡", ":sun:"),
        ("A 💡\ufe0f, 1💡!", "A :sun:, 1:sun:!"),
        ("a💡b💡", "a{sign sun}b:sun:"),
        ("Note:💡💡", "Note::sun::sun:"),
        ("☀☁ ☀", ":both: ☀"),
        ("2☁3", "2{sign 4me}3"),
        ("1☁.", "1{sign 4me}."),
    ],
)
def test_signs_stand_for_characters_so_that_they_are_read_as_signs(text: str, expected: str) -> None:
    names = {"💡": "sun", "☀☁": "both", "☁": "4me"}
    assert with_signs(text, names) == expected
    signs = [part.what.value for part in parts(expected) if isinstance(part.what, Sign)]
    assert signs == [name for name in ("both", "sun", "4me") for _ in range(expected.count(name))]
    assert parts(capitals(expected))[0] == parts(expected)[0]._replace(what=parts(capitals(expected))[0].what)
    assert [part.what.value for part in parts(capitals(expected)) if isinstance(part.what, Sign)] == signs
