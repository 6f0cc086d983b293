"""Lines on arcs, and lines from right to left, in fonts whose letters are half an em wide: every place is exact."""

from __future__ import annotations

import string
from collections.abc import Iterable
from math import cos, pi, radians, sin
from typing import Any

import pytest
from rcwkit.diagnostics import Span
from rcwkit.frame import Group, Item, Text
from rcwkit.type.fonts import FACES, Font, FontBook
from rcwkit.type.scripts import MARK, Shaper
from rcwkit.type.text import Setter, TextBlock, TextBox

INK, RED = "#1B1A18", "#B3201F"


def book() -> FontBook:
    """Return fonts of Latin and Hebrew letters, all of one width; a space is half as wide."""

    def font(name: str, wide: int) -> Font:
        advances = {ord(letter): wide for letter in f"{string.printable}אבש•"} | {32: wide // 2}
        shaper = Shaper(b"", 1.0, frozenset(), {}) if name != "narrow" else None
        return Font(name, b"", FACES[name], 1000, 500, {}, advances, shaper=shaper)

    widths = {"sans": 500, "sans-bold": 600, "narrow": 400, "narrow-bold": 400}
    return FontBook(own={name: font(name, wide) for name, wide in widths.items()})


SETTER = Setter(book=book())


def arc(text: str, bend: float = 90, size: float = 10, **more: Any) -> Group:
    return SETTER.arc(text, 100, 50, bend, "sans", size, INK, **more)


def parts(made: Group) -> list[Group]:
    """Return the letters of an arc, each turned."""
    return [item for item in made.items if isinstance(item, Group)]


def letters(made: Group) -> list[Text]:
    return [item for one in parts(made) for item in one.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("text", "more", "turns"),
    [
        ("a", {}, [0]),
        ("ab", {}, [-22.5, 22.5]),
        ("abc", {}, [-30, 0, 30]),
        ("a b", {}, [-27, 0, 27]),
        ("a **b**", {}, [-90 * 4.5 / 14, -90 * 0.75 / 14, 90 * 4 / 14]),  # as wide a space as b has
        ("ab", {"spacing": 0.1}, [-90 * 3 / 11, 90 * 3 / 11]),
        ("ab", {"size": 20}, [-22.5, 22.5]),
        ("ab", {"bend": 180}, [-45, 45]),
        ("ab", {"bend": -90}, [22.5, -22.5]),
    ],
)
def test_letters_stand_along_an_arc(text: str, more: dict[str, Any], turns: list[float]) -> None:
    """The middle of the line is at its place, and the ends are lower, or higher for a bend below 0."""
    made = arc(text, **more)
    bend, size = radians(more.get("bend", 90)), more.get("size", 10)
    wide = SETTER.width(text, "sans", size, more.get("spacing", 0.0)) - more.get("spacing", 0.0) * size
    radius = wide / bend
    assert [one.rotate for one in parts(made)] == pytest.approx(turns)
    for one in parts(made):
        turn = one.rotate / 180 * pi
        assert (one.x, one.y) == pytest.approx((100 + radius * sin(turn), 50 + radius * (1 - cos(turn))))
        assert (one.y - 50) * bend >= 0
    assert made.alt == text.replace("*", "")


def test_the_letters_of_an_arc_stand_on_it_by_their_middle() -> None:
    for spacing in (0.0, 0.3):
        first, second = letters(arc("a**b**", spacing=spacing))
        assert first == Text(-2.5, 0, "a", "sans", 10, INK, 0.0)
        assert second[:2] == pytest.approx((-3, 0)) and second[2:7] == ("b", "sans-bold", 10, INK, 0.0)


@pytest.mark.parametrize("sign", [1.0, 2.0])
def test_a_sign_on_an_arc_is_one_letter(sign: float) -> None:
    made = arc("a :port: a", sign=sign)
    first, _, turned, last = parts(made)
    (drawn,) = parts(turned)
    assert first.rotate == pytest.approx(-last.rotate) and drawn.alt == "port"
    wide = SETTER.width(":port:", "sans", 10, sign=sign) + 2.5  # with the space behind it
    assert drawn.x == pytest.approx(-wide / 2 + 0.5)
    assert made.alt == "a port a"


def test_words_from_right_to_left_stand_whole_on_an_arc() -> None:
    made = arc("אב ששש")
    assert [one.text for one in letters(made)] == ["ששש", "אב "]
    assert [one.rotate for one in parts(made)] == pytest.approx([-90 * 6.25 / 27.5, 90 * 7.5 / 27.5])
    coloured = arc("אב **בא**")
    assert [(one.text, one.font) for one in letters(coloured)] == [("אב ", "sans"), ("בא", "sans-bold")]
    assert [one.rotate > 0 for one in parts(coloured)] == [True, False]


# From right to left


def near(value: Any) -> Any:
    return pytest.approx(value)


def texts(items: Iterable[Item]) -> list[Text]:
    found: list[Text] = []
    for item in items:
        found += texts(item.items) if isinstance(item, Group) else [item] if isinstance(item, Text) else []
    return found


@pytest.mark.parametrize(
    ("text", "font", "leftward"),
    [
        ("אב", "sans", True),
        ("אב", "narrow", False),
        ("ab", "sans", False),
        ("ab אב", "sans", False),
        (":coin: אב", "sans", True),
        ("**a** אב", "sans", False),
    ],
)
def test_the_first_letter_tells_where_a_line_runs(text: str, font: str, leftward: bool) -> None:
    assert SETTER.is_leftward(text, font) is leftward


def test_the_runs_of_a_line_lie_in_the_order_of_the_page() -> None:
    made = SETTER.line("אב **בא** ab", 100, 50, "sans", 10, INK)
    assert isinstance(made, Group)
    assert [(one.text, one.x) for one in texts(made.items)] == [
        ("אב ", near(125)),
        ("בא ", near(109.5)),
        (f"{MARK}ab", near(100)),
    ]


def where(*path: Any) -> Span:
    return Span("/".join(map(str, path)))


def fitted(block: TextBlock, **more: Any) -> list[Text]:
    box = TextBox(20, 30, 100, 60, "a", **more)
    return texts(SETTER.fit([block], box, 10, 10, where))


@pytest.mark.parametrize(("align", "x"), [(0.0, 110), (0.5, 65), (1.0, 110)])
def test_text_stands_at_the_right_unless_it_is_centred(align: float, x: float) -> None:
    (text,) = fitted(TextBlock("אב", INK), align=align)
    assert (text.text, text.x) == ("אב", near(x))


@pytest.mark.parametrize(("bullet", "wide", "beside"), [("•", 6, 3.5), ("1.", 10, 3.5), ("12.", 15, 3.5)])
def test_points_stand_to_the_right_of_their_text(bullet: str, wide: float, beside: float) -> None:
    """A bullet has the indent to itself, numbers keep a distance from the text."""
    block = TextBlock("אב", INK, indent=0.95, bullet=bullet)
    point, text = fitted(block)
    assert (point.text, text.text) == (f"{MARK}{bullet}", "אב")
    assert text.x + 10 == near(120 - 9.5)
    assert point.x == near(120 - 5 if bullet == "•" else 120 - 9.5 + beside)
    before, latin = fitted(block._replace(text="ab"))
    assert (before.text, latin.x) == (bullet, near(29.5))
    assert before.x == near(29.5 - wide - beside)


def test_a_head_stands_to_the_right_of_its_text() -> None:
    block = TextBlock("אב", INK, head="שש", head_fill=RED)
    head, text = fitted(block)
    assert head[:7] == (near(120 - 8), text.y, "שש", "narrow-bold", 10, RED, near(0.5))
    assert text.x + 10 + 4.5 + 8 == near(120)
    first, second = fitted(block._replace(text="ab", head="hh"))
    assert (first.x, second.x) == near((20, 20 + 2 * 4.5 + 4.5))  # letterspaced by a twentieth
    rows = fitted(block._replace(text="abcd " * 8, head="hh"))
    assert [one.text for one in rows].count("hh") == 1 and len({one.y for one in rows}) > 1
