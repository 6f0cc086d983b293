"""Setting text to the point: in fonts whose letters are half an em wide, every width, break and baseline is exact."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.look.breaking import Line
from rcwkit.look.fonts import FACES, Font, FontBook
from rcwkit.look.frame import MM, Group, Item, Text
from rcwkit.look.glyphs import Glyph
from rcwkit.look.text import Block, Box, Setter
from rcwkit.look.theme import HOUSE, Theme
from rcwkit.models.game import Owner
from rcwkit.models.signs import Sign

INK, RED = "#1B1A18", "#B3201F"
ADVANCES = {"sans": 500, "sans-bold": 600, "sans-italic": 550, "sans-bold-italic": 650, "narrow-bold": 400}
"""Font → width of each letter in thousandths of an em; a space is half as wide."""


def book() -> FontBook:
    """Return fonts with the letters of ASCII, all of one width."""

    def font(name: str, wide: int) -> Font:
        advances = {ord(letter): wide for letter in string.printable} | {32: wide // 2}
        return Font(name, b"", FACES[name], 1000, 500, {}, advances)

    return FontBook(own={name: font(name, wide) for name, wide in ADVANCES.items()})


def near(value: float) -> Any:
    return pytest.approx(value)


def setter(theme: Theme = HOUSE, **options: Any) -> Setter:
    return Setter(theme, book(), **options)


def where(*path: object) -> Span:
    return Span("cards.yaml", 7, 3 + len(path))


def block(text: str, **options: Any) -> Block:
    return Block(text, INK, **options)


def box(width: float, height: float, **options: Any) -> Box:
    return Box(20, 30, width, height, "card", **options)


def texts(items: tuple[Item, ...]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def group(item: Item) -> Group:
    assert isinstance(item, Group)
    return item


def said(lines: list[Line]) -> list[str]:
    return ["".join(text for _, text, _ in runs) for runs, _ in lines]


def codes(made: Setter) -> list[str]:
    return [found.code for found in made.found]


# Lines


@pytest.mark.parametrize(
    ("text", "spacing", "sign", "width"),
    [
        ("abc", 0.0, 1.0, 15),
        ("ab cd", 0.0, 1.0, 22.5),
        ("ab cd", 0.1, 1.0, 27.5),
        ("", 0.0, 1.0, 0),
        ("a **bc**", 0.0, 1.0, 20),
        ("a **bc**", 0.1, 1.0, 24),
        ("a *bc*", 0.0, 1.0, 18.75),
        (":port:", 0.0, 1.0, 9.8),
        (":port:", 0.0, 2.0, 18.6),
        ("a :port:", 0.0, 1.0, 17.3),
        ("aaa" * 99, 0.0, 1.0, 1485),
        ("**aa** " * 99 + "a", 0.0, 1.0, 99 * 12 + 98 * 3 + 2.5 + 5),
    ],
)
def test_the_width_of_a_line(text: str, spacing: float, sign: float, width: float) -> None:
    """At 10 points a letter is 5 wide, a bold one 6, and a space half of that."""
    assert setter().width(text, "sans", 10, spacing, sign) == near(width)
    assert setter().width(text, "sans", 20, spacing, sign) == near(2 * width)


@pytest.mark.parametrize(
    ("align", "spacing", "x"),
    [(0.0, 0.0, 100), (0.0, 0.1, 100), (0.5, 0.0, 92.5), (1.0, 0.0, 85), (0.5, 0.1, 91.5), (1.0, 0.1, 83)],
)
def test_a_line_begins_is_centred_or_ends_at_its_place(align: float, spacing: float, x: float) -> None:
    """The letterspacing after the last letter does not count."""
    made = setter().line("abc", 100, 50, "sans", 10, INK, align=align, spacing=spacing)
    assert made == (near(x), 50, "abc", "sans", 10, INK, near(10 * spacing))
    assert isinstance(made, Text)


@pytest.mark.parametrize(("align", "x"), [(0.0, 100), (0.5, 100 - 23 / 2), (1.0, 100 - 23)])
def test_a_line_with_markup_is_a_group_of_runs(align: float, x: float) -> None:
    made = group(setter().line("a **bc**", 100, 50, "sans", 10, INK, align=align, spacing=0.1))
    first, second = texts(made.items)
    assert first == (near(x), 50, "a ", "sans", 10, INK, 1)
    assert second == (near(x + 6 + 4), 50, "bc", "sans-bold", 10, INK, 1)
    assert (made.x, made.y) == (0, 0)


def test_signs_in_a_line_are_centred_on_the_capitals() -> None:
    made = group(setter().line("a :port: b", 100, 50, "sans", 10, INK, align=1.0, sign=2.0))
    before, sign, after = made.items
    assert isinstance(before, Text) and isinstance(after, Text)
    start = 100 - (5 + 2.5 + 18.6 + 2.5 + 5)
    assert (before.x, after.x, after.text) == (near(start), near(95), "b")
    sign = group(sign)
    assert (sign.x, sign.y) == (near(start + 7.5 + 0.5), near(50 - 3.5 - 8.8))
    assert sign.alt == "port"


class Odd(Setter):
    """Draws every sign as one group away from its corner."""

    def glyph(self, one: Sign, size: float, ink: str, light: str, owners: Mapping[str, Owner]) -> Glyph:
        return Glyph((Group((), 3, 2, scale=size),), size, size)


def test_a_sign_that_is_one_group_is_not_put_into_another() -> None:
    (made,) = group(Odd(HOUSE, book()).line(":port:", 100, 50, "sans", 10, INK)).items
    assert made == Group((), 100 + 0.5 + 3, 50 - 3.5 - 5 + 2, scale=10, alt="port")


def test_words_and_signs_are_in_their_colour() -> None:
    theme = HOUSE._replace(colours={"red": RED})
    made = group(setter(theme).line("a [red]b :port:[/]", 0, 0, "sans", 10, INK))
    plain, red, sign = made.items
    assert isinstance(plain, Text) and isinstance(red, Text)
    assert (plain.fill, red.fill) == (INK, RED)
    assert RED in repr(sign) and INK not in repr(sign)
    assert RED in repr(setter(theme).line(":port:", 0, 0, "sans", 10, RED))


def test_a_die_shows_its_ground_and_a_mark_its_owner() -> None:
    theme = HOUSE._replace(owners={"red": Owner(title="Red", short="R", colour=RED, mark="star")})
    made = setter(theme)
    assert theme.paper in repr(made.line("{die 4}", 0, 0, "sans", 10, INK))
    assert theme.plate(RED).ground in repr(made.line("{mark red}", 0, 0, "sans", 10, INK))
    assert made.width("{mark red}", "sans", 10) == near(11 + 1)


# The size of a line


@pytest.mark.parametrize(
    ("width", "size", "code"),
    [
        (60, 12, ""),
        (59.99, 11.75, ""),
        (45, 9, ""),
        (44.9, 8.75, ""),
        (35, 7, ""),
        (34.99, 6.75, "W311"),
        (25, 5, "W311"),
        (24.99, 5, "E310"),
        (1, 5, "E310"),
    ],
)
def test_the_size_of_a_line_is_the_largest_that_fits(width: float, size: float, code: str) -> None:
    """Ten letters, five ems wide."""
    made = setter()
    assert made.size("abcdefghij", "sans", 12, 7, width, where, "band") == size
    assert codes(made) == [code] * bool(code)


def test_signs_and_letterspacing_count_for_the_size_of_a_line() -> None:
    assert setter().size("abcde", "sans", 20, 5, 30, where, "band", spacing=0.1) == 10
    assert setter().size(":port:", "sans", 20, 5, 18.6, where, "band", sign=2.0) == 10


@pytest.mark.parametrize(
    ("over", "least", "said"),
    [(3, 5, "0.3"), (3.01, 5, "0.4"), (2.99, 5, "0.3"), (1e-9, 5, "0.1"), (12, 5, "1.2"), (0.5, 6, "0.1")],
)
def test_a_line_that_does_not_fit_says_by_how_much(over: float, least: float, said: str) -> None:
    """In tenths of a millimetre, rounded up."""
    made = setter(HOUSE._replace(least=least))
    width = 5 * least - over / 10 * MM
    assert made.size("abcdefghij", "sans", 12, 7, width, where, "band") == least
    room = f"{said} mm too wide for the band ({width / MM:.1f} mm)"
    message = f"'abcdefghij' does not fit: {room} even at {least:g} pt"
    assert made.found == [Diagnostic("E310", message, where(), "shorten it")]


def test_a_line_in_small_type_is_a_warning() -> None:
    made = setter()
    made.size("abcdefghij", "sans", 12, 7, 30, where, "band")
    message = "'abcdefghij' fits the band only at 6 pt, below the floor of 7 pt"
    assert made.found == [Diagnostic("W311", message, where(), "shorten it")]


@pytest.mark.parametrize(("text", "codes_"), [("a☭", ["E320"]), ("**a☭**", ["E320"]), ("a", []), (":por:", ["E245"])])
def test_the_letters_of_a_line_are_looked_at_where_it_is_sized(text: str, codes_: list[str]) -> None:
    made = setter()
    made.size(text, "sans", 12, 7, 1000, where, "band")
    assert codes(made) == codes_


# Headings


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("aaaa", ("aaaa",)),
        ("aaaa bbbb", ("aaaa", "bbbb")),
        ("aa bb cccc", ("aa bb", "cccc")),
        ("aaaa bb cc", ("aaaa", "bb cc")),
        ("a b c d e f", ("a b c", "d e f")),
        ("aaaaaaaaaa b c d", ("aaaaaaaaaa", "b c d")),
        ("a b c dddddddddd", ("a b c", "dddddddddd")),
        ("aaa bbb ccc", ("aaa", "bbb ccc")),
        ("aaa b c d", ("aaa", "b c d")),
        ("a b c ddd", ("a b c", "ddd")),
        ("aaaa **bbbb**", ("aaaa **bbbb**",)),
    ],
)
def test_a_heading_is_halved_where_its_longer_line_is_shortest(text: str, lines: tuple[str, ...]) -> None:
    assert setter().halves(text, "sans") == lines


@pytest.mark.parametrize(
    ("text", "width", "found"),
    [
        ("aaaa bbbb", 42.5 * 2, (("aaaa bbbb",), 20)),
        ("aaaa bbbb", 42.5, (("aaaa bbbb",), 10)),
        ("aaaa bbbb", 42.49, (("aaaa", "bbbb"), 10)),
        ("aaaa bbbb", 16, (("aaaa", "bbbb"), 8)),
        ("aaa bbbbb", 25, (("aaa", "bbbbb"), 10)),
        ("aaaaa bbb", 20, (("aaaaa", "bbb"), 8)),
        ("aaaaaaaa", 40, (("aaaaaaaa",), 10)),
        ("aaaaaaaa", 39, (("aaaaaaaa",), 9.75)),
        (":port:", 18.6, (("*",), 10)),
    ],
)
def test_a_heading_takes_a_second_line_before_it_is_smaller(
    text: str, width: float, found: tuple[tuple[str, ...], float]
) -> None:
    """One line at 20 to 10 points, or two at 10 to 6."""
    lines, size = setter().title(text, "sans", 20, 10, 6, width, where, "title", sign=2.0)
    assert (tuple("*" if line == ":port:" else line for line in lines), size) == found


def test_letterspacing_counts_in_a_heading_of_two_lines() -> None:
    """Bug: it was set with its letterspacing and fitted without, and reached beyond its box."""
    made = setter()
    assert made.title("aaaa bbbb", "sans", 20, 10, 6, 48, where, "title", spacing=0.1) == (("aaaa", "bbbb"), 10)
    assert made.title("aaaa bbbb", "sans", 20, 10, 6, 51.5, where, "title", spacing=0.1)[0] == ("aaaa bbbb",)
    assert made.title("aaaa bbbb", "sans", 20, 10, 6, 19.2, where, "title", spacing=0.1) == (("aaaa", "bbbb"), 8)
    assert made.title("aaaa bb", "sans", 20, 10, 6, 40, where, "title", spacing=0.1) == (("aaaa bb",), 10)


def test_a_heading_that_is_too_wide_in_two_lines_is_reported_once() -> None:
    made = setter()
    assert made.title("aaaa bbbbb", "sans", 20, 10, 6, 12, where, "title") == (("aaaa", "bbbbb"), 5)
    assert [found.message[:27] for found in made.found] == ["'bbbbb' does not fit: 0.2 m"]


@pytest.mark.parametrize("text", ["☭ bbbb", "bbbb ☭", "☭☭☭ ☭☭"])
def test_the_letters_of_both_lines_of_a_heading_are_looked_at(text: str) -> None:
    """Bug: those of the shorter line were not."""
    made = setter()
    lines, _ = made.title(text, "sans", 20, 10, 6, 24, where, "title")
    assert len(lines) == 2
    assert set(codes(made)) == {"E320"}


# What is not known


def test_the_letters_that_a_font_lacks_are_listed_with_its_name() -> None:
    made = setter()
    made.check("a→b", "narrow-bold", where)
    message = "PT Sans Narrow has no U+2192 (rightwards arrow) '→'"
    hint = "write it in plain letters, or leave it out: symbols are drawn, not typed"
    assert made.found == [Diagnostic("E320", message, where(), hint)]
    made.check("ab", "narrow-bold", where)
    assert len(made.found) == 1


@pytest.mark.parametrize("text", ["→", "*→*", "**→**", "***→***", "a [red]→[/]", ":port: →"])
@pytest.mark.parametrize("head", [False, True])
def test_letters_that_are_lacking_in_any_style_are_reported(text: str, head: bool) -> None:
    """Bug: those in italics were not, unless the upright font had been asked for the same word."""
    made = setter(HOUSE._replace(colours={"red": RED}))
    made.fit([block("a", head=text) if head else block(text, path=("foot",))], box(200, 100), 7, 6, where)
    assert [(found.code, found.span) for found in made.found] == [("E320", where() if head else where("foot"))]


def test_signs_that_are_not_drawn_are_reported_with_the_nearest() -> None:
    made = setter()
    made.fit([block("a :prt: {box} {die 9} :port:", path=("foot", 1))], box(200, 100), 7, 6, where)
    at, hint = where("foot", 1), "say it in words"
    assert made.found == [
        Diagnostic("E245", "':prt:' is not a sign that is drawn here", at, "did you mean 'port'?"),
        Diagnostic("E245", "'{box}' is not a sign that is drawn here", at, hint),
        Diagnostic("E245", "'{die 9}' is not a sign that is drawn here", at, hint),
    ]


def test_colours_that_are_not_known_are_reported_where_there_are_any() -> None:
    text = block("[rde]a[/] [red]b[/] [blue]:port:[/] c")
    made = setter(HOUSE._replace(colours={"red": RED}))
    made.fit([text], box(200, 100), 7, 6, where)
    assert made.found == [
        Diagnostic("E267", "unknown colour 'rde'", where(), "did you mean 'red'?"),
        Diagnostic("E267", "unknown colour 'blue'", where()),
    ]
    made = setter()
    made.fit([text], box(200, 100), 7, 6, where)
    assert made.found == []


# Lines of paragraphs


@pytest.mark.parametrize(
    ("given", "width", "lines"),
    [
        (block("aaaa bbbb cc"), 54.9, ["aaaa bbbb", "cc"]),
        (block("aaaa bbbb cc"), 55, ["aaaa bbbb cc"]),
        (block("aaaa bbbb cc", scale=2.0), 109.9, ["aaaa bbbb", "cc"]),
        (block("aaaa bbbb cc", scale=2.0), 110, ["aaaa bbbb cc"]),
        (block("aaaa bbbb", indent=1.0), 52.4, ["aaaa", "bbbb"]),
        (block("aaaa bbbb", indent=1.0), 52.5, ["aaaa bbbb"]),
        (block("aaaa bbbb", scale=0.5, indent=2.0), 31.3, ["aaaa bbbb"]),
        (block("aaaa bbbb", scale=0.5, indent=2.0), 31.2, ["aaaa", "bbbb"]),
        (block("aaaa bbbb", spacing=0.1), 51.5, ["aaaa bbbb"]),
        (block("aaaa bbbb", spacing=0.1), 51.4, ["aaaa", "bbbb"]),
        (block("aaaa bbbb", head="hh"), 56, ["aaaa bbbb"]),
        (block("aaaa bbbb", head="hh"), 55.9, ["aaaa", "bbbb"]),
        (block("aaaa bbbb", font="sans-bold"), 51, ["aaaa bbbb"]),
        (block("aaaa bbbb", font="sans-bold"), 50.9, ["aaaa", "bbbb"]),
        (block("aaaa **bbbb**", spacing=0.1), 56, ["aaaa bbbb"]),
        (block("aaaa **bbbb**", spacing=0.1), 55.9, ["aaaa", "bbbb"]),
        (block("aaaa **bbbb**", bold="narrow-bold"), 38, ["aaaa bbbb"]),
        (block("aaaa **bbbb**", bold="narrow-bold"), 37.9, ["aaaa", "bbbb"]),
        (block("aaaa :port:", sign=2.0), 41.1, ["aaaa "]),
        (block("aaaa :port:", sign=2.0), 41.0, ["aaaa", ""]),
        (block(""), 10, [""]),
    ],
)
def test_where_a_paragraph_breaks(given: Block, width: float, lines: list[str]) -> None:
    """A head is 0.9 ems wide with its letterspacing, and 0.45 ems follow it."""
    assert said(setter().lines(given, width, 10)) == lines
    assert setter().single(given, width, 10) == (len(lines) == 1)
