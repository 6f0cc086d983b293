"""Setting text to the point: in fonts whose letters are half an em wide, every width, break and baseline is exact."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pictures_support import setter_of, svg
from rcwkit.art.symbols import Glyph
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.frame import MM, Group, Item, Path, Text
from rcwkit.frame import Line as Stroke
from rcwkit.source.info import Owner
from rcwkit.source.markup import Sign, parts, written
from rcwkit.source.symbols import OwnSign
from rcwkit.type.breaking import Cluster, Line
from rcwkit.type.fonts import FACES, Font, FontBook
from rcwkit.type.text import MEMORY, Setter, TextBlock, TextBox

INK, RED = "#1B1A18", "#B3201F"
ADVANCES = {"sans": 500, "sans-bold": 600, "sans-italic": 550, "sans-bold-italic": 650, "narrow-bold": 400}
"""Font → width of each letter in thousandths of an em; a space is half as wide."""


def book() -> FontBook:
    """Return fonts with the letters of ASCII, all of one width; the bold one has no tilde."""

    def font(name: str, wide: int) -> Font:
        letters = string.printable.replace("~", "") if name == "sans-bold" else string.printable
        advances = {ord(letter): wide for letter in letters} | {32: wide // 2}
        return Font(name, b"", FACES[name], 1000, 500, {}, advances)

    return FontBook(own={name: font(name, wide) for name, wide in ADVANCES.items()})


def near(value: float) -> Any:
    return pytest.approx(value)


def near_all(values: Sequence[float]) -> Any:
    return pytest.approx(values)


def setter(theme: Theme = HOUSE, **options: Any) -> Setter:
    return Setter(theme, book(), **options)


def where(*path: object) -> Span:
    return Span("cards.yaml", 7, 3 + len(path))


def block(text: str, **options: Any) -> TextBlock:
    return TextBlock(text, INK, **options)


def box(width: float, height: float, **options: Any) -> TextBox:
    return TextBox(20, 30, width, height, "card", **options)


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
    assert isinstance(made, Text)
    assert made[:7] == (near(x), 50, "abc", "sans", 10, INK, near(10 * spacing))


@pytest.mark.parametrize(("align", "x"), [(0.0, 100), (0.5, 100 - 23 / 2), (1.0, 100 - 23)])
def test_a_line_with_markup_is_a_group_of_runs(align: float, x: float) -> None:
    made = group(setter().line("a **bc**", 100, 50, "sans", 10, INK, align=align, spacing=0.1))
    first, second = texts(made.items)
    assert first[:7] == (near(x), 50, "a ", "sans", 10, INK, 1)
    assert second[:7] == (near(x + 6 + 4), 50, "bc", "sans-bold", 10, INK, 1)
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


def test_dice_stand_beside_each_other() -> None:
    (made,) = group(setter().line("{die 4 5}", 100, 50, "sans", 10, INK)).items
    dice = [group(one) for one in group(made).items]
    assert (group(made).x, group(made).alt) == (100.5, "4 5")
    assert [one.x for one in dice] == [0, near(11.2 + 1.4)]


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
    own = setter(theme._replace(signs={"red": OwnSign(file="none.svg")}))
    assert own.line("{mark red}", 0, 0, "sans", 10, INK) == made.line("{mark red}", 0, 0, "sans", 10, INK)


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
    assert setter().size(":port:", "sans", 20, 5, 9.8, where, "band") == 10


def test_a_largest_size_need_not_be_in_quarter_points() -> None:
    assert setter().size("abcdefghij", "sans", 12.1, 7, 5 * 12.1, where, "band") == 12.1
    assert setter().size("abcdefghij", "sans", 12.1, 7, 5 * 12.09, where, "band") == 12


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


@pytest.mark.parametrize(
    ("text", "codes_"), [("a☭", ["E320"]), ("**a☭**", ["E320"]), ("**~**", ["E320"]), ("~", []), (":por:", ["E245"])]
)
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
        ("a a a a bbbb", ("a a a", "a bbbb")),
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


def test_signs_in_a_heading_are_of_the_usual_size() -> None:
    assert setter().title("a :port:", "sans", 20, 10, 6, 17.3, where, "title") == (("a :port:",), 10)


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
    hint = 'write it in plain letters, or say in game.yaml what is drawn for it: `characters: {"→": arrow_right}`'
    assert made.found == [Diagnostic("E320", message, where(), hint)]
    made.check("ab", "narrow-bold", where)
    assert len(made.found) == 1


@pytest.mark.parametrize("text", ["→", "**~**", "*→*", "**→**", "***→***", "a [red]→[/]", ":port: →"])
@pytest.mark.parametrize("head", [False, True])
def test_letters_that_are_lacking_in_any_style_are_reported(text: str, head: bool) -> None:
    """Bug: those in italics were not, unless the upright font had been asked for the same word."""
    made = setter(HOUSE._replace(colours={"red": RED}))
    made.fit([block("a", head=text) if head else block(text, path=("foot",))], box(200, 100), 7, 6, where)
    expected = [] if head and "~" in text else [("E320", where() if head else where("foot"))]
    assert [(found.code, found.span) for found in made.found] == expected


def test_signs_that_are_not_drawn_are_reported_with_the_nearest() -> None:
    made = setter()
    made.fit([block("a :prt: {boxes red} {die 9} :port:", path=("foot", 1))], box(200, 100), 7, 6, where)
    at, hint = where("foot", 1), "say it in words"
    assert made.found == [
        Diagnostic("E245", "':prt:' is not a sign that is drawn here", at, "did you mean 'port'?"),
        Diagnostic("E245", "'{boxes red}' is not a sign that is drawn here", at, hint),
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
        (block("aaaa bbbb cc"), 54.99, ["aaaa bbbb", "cc"]),
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
def test_where_a_paragraph_breaks(given: TextBlock, width: float, lines: list[str]) -> None:
    """A head is 0.9 ems wide with its letterspacing, and 0.45 ems follow it."""
    assert said(setter().lines(given, width, 10)) == lines
    assert setter().single(given, width, 10) == (len(lines) == 1)


def test_a_word_wider_than_the_rest_of_the_heads_line_goes_below_it() -> None:
    given = block("aaaa bb", head="hhhh")
    assert said(setter().lines(given, 30, 10)) == ["", "aaaa", "bb"]
    assert not setter().single(given, 30, 10)
    assert setter().single(block("", head="hhhh"), 1, 10)


def test_spaces_between_words_count_once() -> None:
    assert said(setter().lines(block("a  b "), 100, 10)) == ["a b"]
    assert setter().words("", "sans", 0.0) == []
    (one, other) = setter().words("a b", "sans", 0.1)
    assert one == other[:2] + one[2:] == (350, 600, (("sans", "a", 600),), " a", "sans")


class Counting(Setter):
    """Counts how often a text is measured, and a sign drawn."""

    count = 0

    def words(self, text: str, font: str, spacing: float) -> list[Cluster]:
        self.count += 1
        return super().words(text, font, spacing)

    def glyph(self, one: Sign, size: float, ink: str, light: str, owners: Mapping[str, Owner]) -> Glyph | None:
        self.count += 1
        return super().glyph(one, size, ink, light, owners)


def test_a_paragraph_is_broken_once_for_a_width_and_measured_once_for_all() -> None:
    made = Counting(HOUSE, book())
    first = made.lines(block("a b"), 100, 10)
    assert made.lines(block("a b"), 100, 10) is first
    assert made.lines(block("a b"), 90, 10) is not first
    assert made.count == 1
    made.lines(block("a b", spacing=0.1), 90, 10)
    made.lines(block("a b", font="sans-bold"), 90, 10)
    assert made.count == 3


def test_setters_are_not_compared_by_what_they_hold() -> None:
    made = setter()
    assert {made: 1}[made] == 1


def test_paragraphs_of_long_ago_are_forgotten() -> None:
    """Memory is bounded: past 4096 paragraphs all are broken, and measured, anew."""
    made = Counting(HOUSE, book())
    first = made.lines(block("a b"), 100, 10)
    for number in range(1, MEMORY + 1):
        made.lines(block("a b"), 100 + number, 10)
    assert made.lines(block("a b"), 100, 10) is first
    assert made.count == 1
    made.lines(block("a b"), 99, 10)
    again = made.lines(block("a b"), 100, 10)
    assert again == first and again is not first
    assert made.count == 2


def test_the_width_of_a_sign_is_measured_once_for_each_size() -> None:
    made = Counting(HOUSE, book())
    port, none = Sign("sign", "port"), Sign("boxes", "red")
    assert [made.extent(port), made.extent(port), made.extent(port, 2.0)] == [980, 980, near(1860)]
    assert [made.extent(none), made.extent(none)] == [None, None]
    assert made.count == 3


# Boxes


def lines_of(
    made: Setter, blocks: list[TextBlock], given: TextBox, start: float = 10.0, floor: float = 10.0
) -> list[float]:
    """Return the baselines of texts in a box."""
    return [item.y for item in texts(made.fit(blocks, given, start, floor, where))]


def test_lines_stand_under_each_other() -> None:
    """Half of a line's leading, and of its capitals, stand above the baseline."""
    made = setter()
    items = made.fit([block("aaaa bbbb", spacing=0.1), block("cc", before=1.0)], box(40, 100), 10, 10, where)
    assert tuple(item[:7] for item in texts(items)) == (
        (20, near(39.6), "aaaa", "sans", 10, INK, 1),
        (20, near(51.8), "bbbb", "sans", 10, INK, 1),
        (20, near(74), "cc", "sans", 10, INK, 0),
    )
    assert made.found == []
    assert made.fit([], box(40, 100), 10, 10, where) == ()


def test_a_paragraph_may_have_a_bullet_a_head_an_indent_and_a_size_of_its_own() -> None:
    given = block("aa", scale=0.5, indent=2.0, bullet="*", head="hh", head_fill=RED, font="sans-bold")
    items = setter().fit([block("a"), given], box(100, 100), 10, 10, where)
    assert tuple(item[:7] for item in texts(items))[1:] == (
        (near(20 + 10 - 4.75), near(47), "*", "sans-bold", 5, INK, 0),
        (30, near(47), "hh", "narrow-bold", 5, RED, 0.25),
        (near(30 + 6.75), near(47), "aa", "sans-bold", 5, INK, 0),
    )


@pytest.mark.parametrize(("align", "starts"), [(0.0, [30, 30]), (0.5, [37.5, 42.5]), (1.0, [45, 55])])
def test_lines_are_set_at_the_left_in_the_middle_or_at_the_right(align: float, starts: list[float]) -> None:
    items = setter().fit([block("aaaaa bbb", indent=1.0)], box(50, 100, align=align), 10, 10, where)
    assert [item.x for item in texts(items)] == near_all(starts)


@pytest.mark.parametrize(
    ("valign", "height", "leading", "baseline"),
    [
        (0.0, 60, 0.0, 39.6),
        (0.5, 60, 0.0, 39.6 + 30 - 17.2),
        (1.0, 60, 0.0, 39.6 + 60 - 34.4),
        (1.0, 34.4, 0.0, 39.6),
        (1.0, 27, 0.0, 39),
        (1.0, 60, 1.5, 41 + 60 - 40),
        (1.0, 10, 0.0, 39),
    ],
)
def test_texts_are_set_at_the_top_in_the_middle_or_at_the_bottom(
    valign: float, height: float, leading: float, baseline: float
) -> None:
    """Two lines, one em apart: 34.4 points high, or 27 when closed up."""
    blocks = [block("a"), block("b", before=1.0)]
    assert lines_of(setter(), blocks, box(60, height, valign=valign, leading=leading))[0] == near(baseline)
    loose = setter().fit(blocks, box(60, 100, valign=valign), 10, 10, where, loose=4.0)
    assert texts(loose)[0].y == near(39.6 + valign * (100 - 24.4 - 40))


@pytest.mark.parametrize(
    ("height", "leading", "gap"),
    [(34.4, 1.22, 1.0), (35.0, 1.22, 1.0), (30.7, 1.16, 0.75), (27, 1.1, 0.5)],
)
def test_a_full_box_closes_up_lines_and_gaps_together(height: float, leading: float, gap: float) -> None:
    made = setter()
    first, second = lines_of(made, [block("a"), block("b", before=1.0)], box(60, height))
    assert first == near(30 + (leading + 0.7) * 5)
    assert second - first == near(leading * 10 + gap * 10)
    assert made.found == []


@pytest.mark.parametrize(("height", "fits"), [(27, True), (26.991, True), (26.98, False)])
def test_what_fits_a_box_closed_up_fits_it(height: float, fits: bool) -> None:
    assert setter().fits([block("a"), block("b", before=1.0)], box(60, height), 10) == fits


@pytest.mark.parametrize("height", [15, 15.001, 14.995])
def test_a_line_fills_a_box_of_its_height(height: float) -> None:
    """Bug: a box with a leading of its own was divided by nothing if it was lower by the width of a hair."""
    assert lines_of(setter(), [block("a")], box(60, height, leading=1.5)) == [41]


def test_the_height_of_lines_counts_in_their_own_size() -> None:
    blocks = [block("a", before=9.0), block("b", scale=0.5, before=2.0), block("c", scale=2.0, before=1.0)]
    high = 1.22 * 35 + 10 + 20
    assert setter().height(blocks, 60, 10) == near(high)
    assert setter().height(blocks, 60, 10, 2.0) == near(2 * 35 + 10 + 20)
    assert lines_of(setter(), blocks, box(60, high)) == near_all([39.6, 30 + 12.2 + 10 + 4.8, 30 + 18.3 + 30 + 19.2])
    assert setter().fits(blocks, box(60, 1.1 * 35 + 15), 10)
    assert not setter().fits(blocks, box(60, 1.1 * 35 + 14.9), 10)
    assert not setter().fits(blocks, box(60, 60, leading=1.5), 10)
    assert setter().fits(blocks, box(60, 67.5, leading=1.5), 10)


@pytest.mark.parametrize(
    ("height", "loose", "gap"), [(100, 1.0, 1.0), (100, 3.0, 3.0), (49.4, 3.0, 2.5), (44.4, 3.0, 2.0), (34.4, 3.0, 1.0)]
)
def test_spare_room_goes_to_the_gaps(height: float, loose: float, gap: float) -> None:
    made = setter()
    items = made.fit([block("a"), block("b", before=1.0)], box(60, height), 10, 10, where, loose=loose)
    first, second = (item.y for item in texts(items))
    assert (first, second - first) == (near(39.6), near(12.2 + gap * 10))


def test_a_paragraph_alone_has_no_gap_to_widen() -> None:
    items = setter().fit([block("a", before=1.0)], box(60, 100), 10, 10, where, loose=3.0)
    assert [item.y for item in texts(items)] == near_all([39.6])


@pytest.mark.parametrize(
    ("height", "floor", "size"),
    [(11, 6, 10), (10.9, 6, 9.75), (10.5, 6, 9.5), (10.5, 9.6, 9.6), (6.6, 6, 6), (6.5, 6, 6), (10.9, 10, 10)],
)
def test_type_shrinks_by_quarter_points_down_to_the_floor(height: float, floor: float, size: float) -> None:
    made = setter()
    (item,) = texts(made.fit([block("a")], box(60, height), 10, floor, where))
    assert item.size == size
    assert codes(made) == ["E310"] * (height < 1.1 * size - 0.01)


def test_an_overflow_is_reported_with_the_first_text_that_has_no_room() -> None:
    made = setter()
    blocks = [block(name, path=("rows",) * number) for number, name in enumerate("abc", 1)]
    items = made.fit(blocks, box(60, 20), 10, 8, where)
    assert [item.y for item in texts(items)] == near_all([30 + 7.2, 30 + 16, 30 + 24.8])
    message = f"text does not fit: {6.4 / MM:.1f} mm too long for the card ({60 / MM:.1f} × {20 / MM:.1f} mm) at 8 pt"
    hint = "shorten the texts of this piece, or use a larger size"
    assert made.found == [Diagnostic("E310", message, where(1, 2, 3), hint)]
    made = setter()
    made.fit([*blocks, block("d")], box(60, 20), 10, 8, where)
    assert made.found[0].span == where(1, 2, 3), "not the last"
    made = setter()
    first, second = lines_of(made, [block("a"), block("b")], box(60, 20, leading=2.0))
    assert second - first == 20
    assert f"{20 / MM:.1f} mm too long" in made.found[0].message


@pytest.mark.parametrize(("width", "codes_"), [(100, []), (99.991, []), (99.98, ["E310"])])
def test_a_word_wider_than_its_box_is_reported(width: float, codes_: list[str]) -> None:
    made = setter()
    made.fit([block("a" * 18, indent=1.0)], box(width, 100), 10, 10, where)
    assert codes(made) == codes_


def test_the_report_of_a_wide_word_says_by_how_much() -> None:
    made = setter()
    made.fit([block("b " + "a" * 20, path=("foot",), indent=1.0)], box(80, 100), 10, 10, where)
    message = f"the word '{'a' * 20}' is {30 / MM:.1f} mm wider than the card"
    assert made.found == [Diagnostic("E310", message, where("foot"), "hyphenate or shorten it")]


# Large signs


@pytest.mark.parametrize(
    ("text", "high", "said"),
    [
        ("ab", 10 * HOUSE.tight - 0.1, "a line at 10 pt is 0.1 mm higher than the card"),
        ("ab", 10 * HOUSE.tight - MM, "a line at 10 pt is 1.0 mm higher than the card"),
        ("abcd abcd", 20 * HOUSE.tight - MM, "1.0 mm too long for the card"),
    ],
)
def test_an_overflow_is_told_by_its_lines(text: str, high: float, said: str) -> None:
    made = setter()
    made.fit([block(text)], box(22, high), 10, 10, where)
    assert said in made.found[0].message


def test_one_word_that_is_too_wide_makes_all_blocks_smaller() -> None:
    blocks = [block("ab"), block("abcdefgh")]
    for width, size in ((36, 9), (39.5, 9.75), (39.99, 10)):
        assert {item.size for item in texts(setter().fit(blocks, box(width, 90), 10, 6, where))} == {size}


def test_lines_with_large_signs_are_higher() -> None:
    """A port three times as large is 2.64 ems high and has 0.12 to its neighbours: 1.54 more than a line's 1.22."""
    more, made = 15.4, setter()
    given = [block("aa :port: bb :port: cc", sign=3.0), block("dd")]
    assert said(made.lines(given[0], 40, 10)) == ["aa ", "bb ", "cc"]
    items = made.fit(given, box(40, 100), 10, 10, where)
    first = 39.6 + more / 2
    baselines = [first, first + 12.2 + more, first + 24.4 + 1.5 * more, 39.6 + 36.6 + 2 * more]
    assert [item.y for item in texts(items)] == near_all(baselines)
    ports = [item.y for item in items if isinstance(item, Group)]
    assert ports == near_all([at - 3.5 - 13.2 for at in baselines[:2]])
    assert made.height(given, 40, 10) == near(48.8 + 2 * more)
    assert made.height(given, 40, 10, 2.0) == near(80 + 2 * 7.6)
    assert made.found == []


def test_large_signs_count_where_a_box_is_filled() -> None:
    given, more = [block(":port: a", sign=3.0, scale=0.5), block("b", before=1.0)], 7.7
    assert setter().fits(given, box(60, 16.5 + 5 + more), 10)
    assert not setter().fits(given, box(60, 16.5 + 4.9 + more), 10)
    first, second = lines_of(setter(), given, box(60, 60 + more, valign=1.0))
    assert second == near(30 + 60 + more - 12.2 + 9.6)
    assert second - first == near(6.1 + more / 2 - 4.8 + 10 + 9.6)
    first, second = lines_of(setter(), given, box(60, 16.5 + 5 + more))
    assert first == near(30 + (1.1 + 0.7) * 2.5 + more / 2)
    assert second == near(30 + 5.5 + more + 5 + 9)
    made = setter()
    lines_of(made, given, box(60, 20))
    assert f"{(16.5 + 5 + more - 20) / MM:.1f} mm too long" in made.found[0].message


def test_signs_of_the_usual_size_do_not_move_lines_apart() -> None:
    """They are about as high as capitals, whatever the leading."""
    given = [block("a :port:"), block("b")]
    assert setter().height(given, 60, 10, 0.9) == near(18)
    assert lines_of(setter(), given, box(60, 60, leading=0.9)) == near_all([38, 47])
    larger = [block("a :port:", sign=1.2)]
    assert lines_of(setter(), larger, box(60, 60, leading=0.9)) == near_all([38 + 5 * (0.88 * 1.2 + 0.12 - 0.9)])
    assert setter().height(larger, 60, 10, 0.9) == near(9 + 10 * (0.88 * 1.2 + 0.12 - 0.9))


# Numbers of rulings, and what signs look like


def test_the_numbers_of_rulings_stand_in_the_accent_with_their_top_at_a_height() -> None:
    made = setter()
    (group,) = made.rulings([12, 3], 100, 50, 10)
    assert isinstance(group, Group)
    assert (group.x, group.y, group.alt) == (100, 50, "rulings 3, 12")
    assert group.items == (Text(0, near(7), "3, 12", "narrow-bold", 10, HOUSE.accent),)
    assert made.flagged == {3, 12}


def test_no_rulings_are_not_drawn() -> None:
    made = setter()
    assert made.rulings([], 100, 50, 10) == ()
    assert made.flagged == set()


def test_the_number_of_a_ruling_among_words_is_smaller_than_they_are() -> None:
    """Its figures have four fifths of their size, whatever the size of signs, and need no higher line."""
    made, size = setter(), 0.82 * 16
    assert made.width("{flag 12}", "sans", 16) == made.width("{flag 12}", "sans", 16, sign=2) == near(0.8 * size + 1.6)
    glyph = made.glyph(Sign("flag", "12"), 16, INK, HOUSE.paper, {})
    assert glyph is not None
    assert (glyph.width, glyph.height) == (near(0.8 * size), near(1.02 * 16))
    assert glyph.height < HOUSE.tight * 16
    (number,) = glyph.items
    assert (group(number).x, group(number).y) == (0, 0)


@pytest.mark.parametrize(
    "one",
    [Sign("flag", "x"), Sign("boxes", "red"), Sign("ruling", "a"), Sign("mark", "red"), Sign("die", "7")],
)
def test_signs_without_a_picture_are_set_as_they_are_written(one: Sign) -> None:
    assert setter().glyph(one, 10, INK, HOUSE.paper, {}) is None
    assert setter().extent(one) is None
    assert setter().width(written(one), "sans", 10) == setter().book.width(written(one), "sans", 10)


@pytest.mark.parametrize(("text", "size"), [(":port:", 8.8), (":die4:", 10), ("{die 4}", 11.2)])
def test_how_large_signs_are(text: str, size: float) -> None:
    (part,) = parts(text)
    assert isinstance(part.what, Sign)
    glyph = setter().glyph(part.what, 10, INK, HOUSE.paper, {})
    assert glyph and (glyph.width, glyph.height) == (near(size), near(size))


QUACK = svg('<rect width="20" height="10" fill="#C02020"/>')


def paints(glyph: Glyph | None) -> list[str | None]:
    assert glyph
    drawn = [one for item in glyph.items for one in group(item).items]
    return [one.fill for one in drawn if isinstance(one, Path)]


def test_signs_of_the_game_come_before_those_of_that_name_for_all() -> None:
    own = {"port": OwnSign(file="quack.svg"), "sun": OwnSign(file="quack.svg", tint=True), "gem": OwnSign(file="a.svg")}
    theme = HOUSE._replace(signs=own, said={"port": "duck"})
    made = setter(theme, artwork=setter_of({"quack.svg": QUACK}).artwork)
    assert made.width(":port:", "sans", 10) == near(20 + 1)
    ports = group(made.line(":port:", 0, 0, "sans", 10, INK)).items
    assert [group(item).alt for item in ports] == ["duck"]
    assert paints(made.glyph(Sign("sign", "port"), 10, INK, HOUSE.paper, {})) == ["#C02020"]
    assert paints(made.glyph(Sign("sign", "sun"), 10, INK, HOUSE.paper, {})) == [INK]
    assert made.found == []
    assert made.glyph(Sign("sign", "gem"), 10, INK, HOUSE.paper, {}) is None
    assert [(found.code, found.span) for found in made.found] == [("E103", Span("game.yaml", 0))]


def test_pictures_are_in_outline_where_ink_is_saved_but_signs_are_not() -> None:
    theme = LOW_INK._replace(signs={"quack": OwnSign(file="quack.svg")})
    made = setter(theme, artwork=setter_of({"quack.svg": QUACK}).artwork)
    large, small = made.picture("quack.svg", where), made.picture("quack.svg", where, small=True)
    assert large and small
    assert "#C02020" not in repr(large.items) and "#C02020" in repr(small.items)
    assert paints(made.glyph(Sign("sign", "quack"), 10, INK, HOUSE.paper, {})) == ["#C02020"]
    assert made.picture("none.svg", where) is None
    assert [(found.code, found.span) for found in made.found] == [("E103", where())]


def test_a_character_of_a_font_is_a_sign_on_the_baseline_of_its_words() -> None:
    signs = {"gem": OwnSign(font="sans", character="G"), "ruby": OwnSign(font="rubies", character="R")}
    made = setter(HOUSE._replace(signs=signs))
    glyph = made.glyph(Sign("sign", "gem"), 10, RED, HOUSE.paper, {})
    assert glyph is not None
    assert glyph.items == (Text(0, near(8.5), "G", "sans", 10, RED),)
    assert (glyph.width, glyph.height) == (near(5), 10)
    words, sign = group(made.line("a :gem:", 0, 50, "sans", 10, INK)).items
    (letter,) = group(sign).items
    assert isinstance(words, Text) and isinstance(letter, Text)
    assert group(sign).y + letter.y == near(words.y)
    assert made.glyph(Sign("sign", "ruby"), 10, RED, HOUSE.paper, {}) is None


def test_lines_under_and_through_words_keep_their_distance_from_the_baseline() -> None:
    made = setter().fit([block("[underline]ab[/] [strike]cd[/]")], box(100, 50), 10, 10, where)
    for item, down in zip(made, (1.3, -2.5), strict=True):
        words, line = group(item).items
        assert isinstance(words, Text) and isinstance(line, Stroke)
        assert (line.y1, line.y2, line.line) == (near(words.y + down), near(words.y + down), near(0.6))
        assert (line.x1, line.x2) == (words.x, near(words.x + 10))
