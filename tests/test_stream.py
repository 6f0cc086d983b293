"""Operators of pages, one kind of item at a time: what is written, what is left out, and what a face is compared by."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator

import pytest
from rcwkit.frame import Circle, Gradient, Group, Item, Line, Path, Picture, Polygon, Rect, Subpath, Text
from rcwkit.sheets import operators
from rcwkit.sheets.operators import (
    Codes,
    Colours,
    Numbers,
    PressCondition,
    Stream,
    Tag,
    content_name,
    inks,
    literal,
    rgb,
    separated,
    shading,
)
from rcwkit.type.scripts import Laid, ShapedPiece

RED, BLUE, INK = "#FF0000", "#0000FF", "#000000"
FILL_RED, FILL_BLUE, STROKE_RED = "1.000 0.000 0.000 rg", "0.000 0.000 1.000 rg", "1.000 0.000 0.000 RG"


class Plain(Codes):
    """Codes that are the characters themselves."""

    def __init__(self, resource: str) -> None:
        super().__init__()
        self.resource = resource


class Split(Codes):
    """Codes of a font that sets capitals in a second subset."""

    resource, plain = "/F1", False

    def __missing__(self, point: int) -> str:
        if chr(point).isupper():
            self.far.add(chr(point))
        return chr(point)

    def runs(self, text: str) -> Iterator[tuple[str, str]]:
        for character in text:
            yield ("/F2" if character.isupper() else "/F1"), character


class Names:
    """A store that only names things; the font `split` has two subsets."""

    def __init__(self, faces: Iterable[tuple[Item, ...]] = ()) -> None:
        self.numbers = Numbers()
        self.faces = dict.fromkeys(map(id, faces), "")

    def codes(self, font: str) -> Codes:
        return Split() if font == "split" else Plain(f"/{font}")

    def form(self, item: Group | Gradient) -> tuple[str, str]:
        assert isinstance(item, Group)
        return f"form{item.key}", f"content-{item.key}"

    def picture(self, digest: str) -> str:
        return f"picture{digest[0]}"


def lines(*items: Item) -> list[str]:
    stream = Stream(Names())
    stream.paint(items)
    return stream.close().split("\n")


def told(*items: Item) -> list[str]:
    """Return what a page's only face is compared by."""
    store = Names([items])
    stream = Stream(store)
    stream.paint([Group(items)])
    return store.faces[id(items)].split("\n")


def test_a_rectangle_with_corners_too_round_for_it_becomes_a_pill() -> None:
    wide = lines(Rect(10, 20, 40, 10, RED, radius=30))
    assert wide[:2] == [FILL_RED, "15.00 20.00 m"]
    assert wide[2] == "45.00 20.00 l 47.76 20.00 50.00 22.24 50.00 25.00 c"
    assert wide[3] == "50.00 25.00 l 50.00 27.76 47.76 30.00 45.00 30.00 c"
    assert wide[4] == "15.00 30.00 l 12.24 30.00 10.00 27.76 10.00 25.00 c"
    assert wide[5] == "10.00 25.00 l 10.00 22.24 12.24 20.00 15.00 20.00 c"
    assert wide[6:] == ["h f"]
    tall = lines(Rect(0, 0, 10, 40, RED, radius=30))
    assert tall[1:3] == ["5.00 0.00 m", "5.00 0.00 l 7.76 0.00 10.00 2.24 10.00 5.00 c"]
    assert lines(Rect(0, 0, 10, 40, RED, radius=2))[1] == "2.00 0.00 m"


def test_a_circle_is_four_curves_around_its_middle() -> None:
    assert lines(Circle(10, 20, 4, RED)) == [
        FILL_RED,
        "14.00 20.00 m",
        "14.00 22.21 12.21 24.00 10.00 24.00 c",
        "7.79 24.00 6.00 22.21 6.00 20.00 c",
        "6.00 17.79 7.79 16.00 10.00 16.00 c",
        "12.21 16.00 14.00 17.79 14.00 20.00 c",
        "h f",
    ]


def test_paths_have_lines_curves_and_holes() -> None:
    subpaths = (
        Subpath((1, 2), ((3, 4), (5, 6, 7, 8, 9, 10)), closed=True),
        Subpath((11, 12), ((13, 14),)),
    )
    steps = [
        "1.00 2.00 m",
        "3.00 4.00 l",
        "5.00 6.00 7.00 8.00 9.00 10.00 c",
        "h",
        "11.00 12.00 m",
    ]
    assert lines(Path(subpaths, RED)) == [FILL_RED, *steps, "13.00 14.00 l f"]
    assert lines(Path(subpaths, RED, even_odd=True))[-1] == "13.00 14.00 l f*"
    assert lines(Path(subpaths, RED, RED, 1, even_odd=True))[-2] == "13.00 14.00 l B*"


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        (Path((Subpath((0, 0), ((1, 1),)),), stroke=RED, line=1, cap="round"), "1 J 0 j"),
        (Path((Subpath((0, 0), ((1, 1),)),), stroke=RED, line=1, cap="square"), "2 J 0 j"),
        (Path((Subpath((0, 0), ((1, 1),)),), stroke=RED, line=1, join="round"), "0 J 1 j"),
        (Path((Subpath((0, 0), ((1, 1),)),), stroke=RED, line=1, join="bevel"), "0 J 2 j"),
    ],
)
def test_ends_and_joins_hold_for_one_path(path: Path, ends: str) -> None:
    assert lines(path) == [ends, STROKE_RED, "1.000 w", "0.00 0.00 m", "1.00 1.00 l S", "0 J 0 j"]


def test_corners_end_at_the_limit_of_their_path() -> None:
    corner = (Subpath((0, 0), ((1, 1), (2, 0))),)
    drawn = ["0.00 0.00 m", "1.00 1.00 l", "2.00 0.00 l S"]
    assert lines(Path(corner, stroke=RED, line=1)) == ["4 M", STROKE_RED, "1.000 w", *drawn, "10 M"]
    assert lines(Path(corner, stroke=RED, line=1, miter=2.5))[0] == "2.5 M"
    round_ = lines(Path(corner, stroke=RED, line=1, join="round"))
    assert round_ == ["0 J 1 j", STROKE_RED, "1.000 w", *drawn, "0 J 0 j"]
    assert not any(" M" in line for line in lines(Path(corner, RED)))


def test_plain_ends_are_not_written() -> None:
    path = (Subpath((0, 0), ((1, 1),)),)
    assert lines(Path(path, stroke=RED, line=1)) == [STROKE_RED, "1.000 w", "0.00 0.00 m", "1.00 1.00 l S"]
    assert lines(Path(path, RED, cap="round", join="round")) == [FILL_RED, "0.00 0.00 m", "1.00 1.00 l f"]


def test_a_pen_is_set_where_it_changes() -> None:
    drawn = lines(
        Line(0, 0, 1, 1, RED, 1),
        Line(0, 0, 2, 2, RED, 1),
        Line(0, 0, 3, 3, RED, 2),
        Line(0, 0, 4, 4, BLUE, 2),
    )
    assert drawn == [
        STROKE_RED,
        "1.000 w",
        "0.00 0.00 m 1.00 1.00 l S",
        "0.00 0.00 m 2.00 2.00 l S",
        "2.000 w",
        "0.00 0.00 m 3.00 3.00 l S",
        "0.000 0.000 1.000 RG",
        "0.00 0.00 m 4.00 4.00 l S",
    ]


@pytest.mark.parametrize("width", [0.0, 1.0, 2.0])
def test_the_first_pen_is_always_set(width: float) -> None:
    assert f"{width:.3f} w" in lines(Line(0, 0, 1, 1, RED, width))


@pytest.mark.parametrize("size", [0.0, 1.0])
def test_the_first_font_is_always_set(size: float) -> None:
    assert f"/sans {size:.2f} Tf" in lines(Text(0, 0, "a", "sans", size, INK))


def test_an_open_polygon_is_not_closed() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    assert lines(Polygon(points, RED)) == [FILL_RED, "0.00 0.00 m 1.00 0.00 l 1.00 1.00 l h f"]
    assert lines(Polygon(points, RED, closed=False))[1] == "0.00 0.00 m 1.00 0.00 l 1.00 1.00 l f"


@pytest.mark.parametrize(
    ("group", "matrix"),
    [
        (Group((), 3, 0), "1 0 0 1 3.00 0.00 cm"),
        (Group((), 0, 4), "1 0 0 1 0.00 4.00 cm"),
        (Group((), scale=2), "2.000000 0.000000 -0.000000 2.000000 0.00 0.00 cm"),
        (Group((), scale=0.5), "0.500000 0.000000 -0.000000 0.500000 0.00 0.00 cm"),
        (Group((), rotate=90), "0.000000 1.000000 -1.000000 0.000000 0.00 0.00 cm"),
        (Group((), rotate=90, scale=3), "0.000000 3.000000 -3.000000 0.000000 0.00 0.00 cm"),
        (Group((), 1, 2, rotate=30, scale=2), "1.732051 1.000000 -1.000000 1.732051 1.00 2.00 cm"),
        (Group((), 5, 6, mirror=True), "-1.000000 -0.000000 -0.000000 1.000000 5.00 6.00 cm"),
        (Group((), rotate=30, scale=2, mirror=True), "-1.732051 -1.000000 -1.000000 1.732051 0.00 0.00 cm"),
    ],
)
def test_a_group_is_placed_by_one_matrix(group: Group, matrix: str) -> None:
    assert lines(group) == ["q", matrix, "Q"]


def test_a_group_that_stays_has_no_matrix() -> None:
    assert lines(Group((Rect(0, 0, 1, 1, RED),))) == ["q", FILL_RED, "0.00 0.00 1.00 1.00 re f", "Q"]


def test_a_group_clips_to_a_rectangle_and_to_a_polygon() -> None:
    inside = ((0.0, 0.0), (4.0, 0.0), (2.0, 3.0))
    assert lines(Group((), clip=(1, 2, 3, 4))) == ["q", "1.00 2.00 3.00 4.00 re W n", "Q"]
    assert lines(Group((), within=inside)) == ["q", "0.00 0.00 m 4.00 0.00 l 2.00 3.00 l h W n", "Q"]


@pytest.mark.parametrize(("even_odd", "rule"), [(False, "W n"), (True, "W* n")])
def test_a_group_clips_to_a_path_by_its_rule(even_odd: bool, rule: str) -> None:
    path = Path((Subpath((0.0, 0.0), ((4.0, 0.0), (4.0, 1.0, 3.0, 2.0, 2.0, 3.0)), True),), even_odd=even_odd)
    steps = ["0.00 0.00 m", "4.00 0.00 l", "4.00 1.00 3.00 2.00 2.00 3.00 c", f"h {rule}"]
    assert lines(Group((), within=path)) == ["q", *steps, "Q"]


def test_the_state_after_a_group_is_that_before_it() -> None:
    inner = Group((Rect(0, 0, 1, 1, BLUE), Line(0, 0, 1, 1, BLUE, 2), Text(0, 0, "b", "narrow", 7, BLUE, 0.5)))
    before: list[Item] = [Rect(0, 0, 2, 2, RED, RED, 1), Text(0, 0, "a", "sans", 9, RED)]
    after = lines(*before, inner, *before)
    end = len(after) - 1 - after[::-1].index("Q")
    assert after[end + 1 :] == ["0.00 0.00 2.00 2.00 re B", "BT", "1 0 0 -1 0.00 0.00 Tm(a)Tj", "ET"]


def test_text_is_ended_before_a_page_a_group_or_a_shape_ends() -> None:
    text = Text(1, 2, "a", "sans", 9, INK)
    written = ["BT", "0.000 0.000 0.000 rg", "0.000 Tc", "/sans 9.00 Tf", "1 0 0 -1 1.00 2.00 Tm(a)Tj", "ET"]
    assert lines(text) == written
    assert lines(Group((text,))) == ["q", *written, "Q"]
    assert lines(text, Rect(0, 0, 1, 1, INK)) == [*written, "0.00 0.00 1.00 1.00 re f"]


def test_text_of_two_subsets_is_set_run_by_run() -> None:
    drawn = lines(
        Text(0, 0, "ab", "split", 9, INK),
        Text(0, 10, "aB", "split", 9, INK),
        Text(0, 20, "ab", "split", 9, INK),
    )
    assert drawn[3:] == [
        "/F1 9.00 Tf",
        "1 0 0 -1 0.00 0.00 Tm(ab)Tj",
        "1 0 0 -1 0.00 10.00 Tm",
        "/F1 9.00 Tf(a)Tj",
        "/F2 9.00 Tf(B)Tj",
        "/F1 9.00 Tf",  # the last run may have left another subset
        "1 0 0 -1 0.00 20.00 Tm(ab)Tj",
        "ET",
    ]
    assert lines(Text(0, 0, "B", "split", 9, INK))[3:] == ["1 0 0 -1 0.00 0.00 Tm", "/F2 9.00 Tf(B)Tj", "ET"]
    assert "/F1 0.00 Tf" in lines(Text(0, 0, "B", "split", 9, INK), Text(0, 0, "b", "split", 0, INK))


def test_tagged_parts_are_numbered_and_rows_hold_their_cells() -> None:
    cells = (Group((Rect(0, 0, 1, 1, RED),), role="TH"), Group((), role="TD", alt="two"))
    stream = Stream(Names())
    stream.paint([Group((), role="H1"), Group(cells, role="TR", alt="row"), Group((), role="P", alt="said")])
    head, row, paragraph = stream.marks
    assert [(mark.role, mark.alt, mark.number) for mark in (head, row, paragraph)] == [
        ("H1", "", 0),
        ("TR", "row", 0),
        ("P", "said", 3),
    ]
    assert [(mark.role, mark.alt, mark.number) for mark in row.parts] == [("TH", "", 1), ("TD", "two", 2)]
    assert stream.close().split("\n") == [
        *("/H1 <</MCID 0>> BDC", "q", "Q", "EMC"),
        "q",
        *("/TH <</MCID 1>> BDC", "q", FILL_RED, "0.00 0.00 1.00 1.00 re f", "Q", "EMC"),
        *("/TD <</MCID 2>> BDC", "q", "Q", "EMC"),
        "Q",
        *("/P <</MCID 3>> BDC", "q", "Q", "EMC"),
    ]
    assert head != Tag("H1", "", 0)  # each mark is a place of its own


def test_a_sign_among_words_is_read_as_its_text() -> None:
    said = "\ufeffdie 6".encode("utf-16-be").hex()
    drawn = lines(Group((Rect(0, 0, 1, 1, RED),), alt="die 6"))
    assert drawn == [f"/Span <</ActualText <{said}>>> BDC", "q", FILL_RED, "0.00 0.00 1.00 1.00 re f", "Q", "EMC"]


def test_a_face_is_compared_by_what_is_drawn_on_it_not_by_names_of_the_file() -> None:
    assert told(
        Text(0, 0, "ab", "sans", 9, INK),
        Text(0, 9, "cd", "sans", 9, INK),
        Text(0, 18, "aB", "split", 9, INK),
        Picture(1, 2, 3, 4, "digest"),
        Group((), 5, 6, key="art"),
    ) == [
        *("BT", "0.000 0.000 0.000 rg", "0.000 Tc"),
        *("sans 9.00 Tf", "1 0 0 -1 0.00 0.00 Tm(ab)Tj"),
        "1 0 0 -1 0.00 9.00 Tm(cd)Tj",
        *("split 9.00 Tf", "1 0 0 -1 0.00 18.00 Tm(aB)Tj"),
        "ET",
        "q 3.00 0 0 -4.00 1.00 6.00 cm /digest Do Q",
        *("q", "1 0 0 1 5.00 6.00 cm", "/content-art Do", "Q"),
    ]


@pytest.mark.parametrize("size", [0.0, 1.0])
def test_a_face_names_its_first_font(size: float) -> None:
    assert f"sans {size:.2f} Tf" in told(Text(0, 0, "a", "sans", size, INK))


@pytest.mark.parametrize("width", [-1.0, 1.0, 2.0])
def test_a_face_sets_all_that_it_needs_itself(width: float) -> None:
    first, second = (
        (Rect(0, 0, 1, 1, RED, RED, width), Text(0, 0, "a", "sans", 9, RED)),
        (
            Rect(0, 0, 1, 1, RED, RED, 1),
            Text(0, 0, "a", "sans", 9, RED),
        ),
    )
    store = Names([first, second])
    stream = Stream(store)
    before = Rect(5, 5, 1, 1, RED, RED, 1)
    stream.paint([before, Text(0, 0, "a", "sans", 9, RED), Group(first, 1), Group(second, 2)])
    assert store.faces[id(second)].split("\n") == [
        *(FILL_RED, STROKE_RED, "1.000 w", "0.00 0.00 1.00 1.00 re B"),
        *("BT", "0.000 Tc", "sans 9.00 Tf", "1 0 0 -1 0.00 0.00 Tm(a)Tj", "ET"),
    ]
    if width == 1:
        assert store.faces[id(first)] == store.faces[id(second)]
    assert stream.close().count("re B") == 3


def test_a_face_is_the_same_wherever_it_is_drawn() -> None:
    items = (Text(0, 0, "a", "sans", 9, INK), Picture(0, 0, 1, 1, "digest"))
    store = Names([items])
    Stream(store).paint([Group(items)])
    alone = store.faces[id(items)]
    stream = Stream(store)
    stream.paint([Rect(0, 0, 9, 9, RED), Text(0, 0, "x", "sans", 9, INK), Group(items, 7, 7, 90)])
    assert store.faces[id(items)] == alone
    assert stream.told().endswith("\nQ")
    assert "/picture" in stream.close()


def test_what_is_told_of_a_page_ends_its_text_and_may_begin_later() -> None:
    store = Names([(Rect(0, 0, 1, 1),)])
    stream = Stream(store)
    stream.paint([Rect(0, 0, 1, 1, RED), Text(0, 0, "a", "sans", 9, RED)])
    said = stream.told().split("\n")
    assert said[:2] == [FILL_RED, "0.00 0.00 1.00 1.00 re f"]
    assert said[-1] == "ET"
    assert stream.told(1).split("\n") == said[1:]


def test_nothing_is_told_where_no_face_is_compared() -> None:
    stream = Stream(Names())
    stream.paint([Text(0, 0, "a", "sans", 9, INK)])
    assert "/sans 9.00 Tf" in stream.told()


def test_a_page_lists_the_forms_and_pictures_on_it() -> None:
    stream = Stream(Names())
    stream.paint([Picture(0, 0, 1, 1, "digest"), Group((), key="art"), Group((Picture(0, 0, 1, 1, "other"),))])
    assert stream.used == ["pictured", "formart", "pictureo"]


def test_numbers_have_two_decimals_and_no_negative_zero() -> None:
    numbers = Numbers()
    assert [numbers[value] for value in (1.005, -0.001, 0.0, -0.0, math.pi)] == ["1.00", "0.00", "0.00", "0.00", "3.14"]
    assert len(numbers) == 4  # zero and negative zero are one key


def test_the_store_of_numbers_is_emptied_when_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operators, "MOST", 3)
    numbers = Numbers()
    for value in (1.0, 2.0, 3.0):
        assert numbers[value] == f"{value:.2f}"
    assert len(numbers) == 3
    assert numbers[4.0] == "4.00"
    assert list(numbers) == [4.0]


def test_codes_are_the_characters_themselves_unless_a_font_has_others() -> None:
    codes = Codes()
    codes.resource = "/F1"
    assert codes.plain
    assert codes == {}
    assert codes.far == set()
    assert list(codes.runs("word")) == [("/F1", "word")]


class Shaped(Codes):
    """Codes of a font with 2,000 units to an em, in which texts lie in pieces."""

    resource, units = "/F1", 2000

    def laid(self, text: str) -> Laid:
        return Laid(
            (ShapedPiece(0.0, 0.0, text[:1]), ShapedPiece(1000.0, 500.0, text[1:])), 2000.0, tells=text == "told"
        )


def test_a_text_in_pieces_lies_where_its_font_says_and_tells_what_it_says() -> None:
    store = Names()
    store.codes = lambda font: Shaped()  # type: ignore[method-assign]

    def drawn(text: str) -> list[str]:
        stream = Stream(store)
        stream.paint([Text(10, 20, text, "script", 8, INK, 0.5)])
        return stream.close().split("\n")

    pieces = ["1 0 0 -1 10.00 20.00 Tm(t)Tj", "1 0 0 -1 14.00 18.00 Tm(old)Tj"]
    head = ["BT", "0.000 0.000 0.000 rg", "0.000 Tc", "/F1 8.00 Tf"]
    assert drawn("told") == ["/Span <</ActualText <feff0074006f006c0064>>> BDC", *head, *pieces, "EMC", "ET"]
    assert drawn("tale") == [*head, pieces[0], "1 0 0 -1 14.00 18.00 Tm(ale)Tj", "ET"]


PRESS = PressCondition("FOGRA39", 300)


@pytest.mark.parametrize(
    ("colour", "fill"),
    [
        ("#000000", "0.000 0.000 0.000 1.000"),
        ("#33261A", "0.000 0.000 0.000 1.000"),  # parts up to 51, that differ by up to 25
        ("#331A19", "0.000 0.000 0.000 1.000"),
        ("#331A18", "0.000 0.490 0.529 0.800"),
        ("#34332F", "0.000 0.015 0.094 0.796"),
        ("#FFFFFF", "0.000 0.000 0.000 0.000"),
        ("#FF0000", "0.000 1.000 1.000 0.000"),
        ("#808080", "0.000 0.000 0.000 0.498"),
        ("#C08040", "0.000 0.333 0.666 0.247"),
    ],
)
def test_colours_are_separated_into_inks(colour: str, fill: str) -> None:
    assert inks(PRESS)(colour) == (f"{fill} k", f"{fill} K")


def test_all_inks_together_are_no_more_than_the_press_takes() -> None:
    assert separated(60, 0, 0, 300) == (0, 255, 255, 195)
    assert separated(60, 0, 0, 200) == (0, 157, 157, 195), "thinned in proportion"
    assert separated(60, 30, 0, 100) == (0, 19, 40, 195), "cut off, not rounded"
    assert separated(0, 0, 0, 300) == (0, 0, 0, 255)


def shaded(*stops: tuple[float, str, float], colours: Colours | None = rgb) -> tuple[str, list[str]]:
    """Return the bounds of a gradient's steps, and their colours."""
    text = shading(Gradient(0, 0, 9, 9, (0, 0, 9, 0), stops), colours)
    (bounds,) = re.findall(r"/Bounds \[(.*?)\]", text)
    steps = re.findall(r"/C0 \[(.*?)\] /C1 \[(.*?)\]", text)
    (encoded,) = re.findall(r"/Encode \[(.*?)\]", text)
    assert encoded == "0 1 " * len(steps)
    return bounds, [" ".join(one.split()[0][0] for one in step) for step in steps]


def test_a_gradient_has_a_step_between_places_that_differ() -> None:
    """The first part of each colour is shown: 1 of red, 0 of black and blue."""
    assert shaded((0, RED, 1), (1, INK, 1)) == ("", ["1 0"])
    assert shaded((0.25, RED, 1), (0.75, INK, 1)) == ("0.2500 0.7500", ["1 1", "1 0", "0 0"])
    assert shaded((0, RED, 1), (0.5, RED, 1), (0.5, INK, 1), (1, RED, 1)) == ("0.5000", ["1 1", "0 1"])


def test_where_another_colour_begins_at_an_end_it_begins_within() -> None:
    assert shaded((0, RED, 1), (0, INK, 1), (1, RED, 1)) == ("0.0045", ["1 1", "0 1"])
    assert shaded((0, RED, 1), (1, INK, 1), (1, RED, 1)) == ("0.9955", ["1 0", "1 1"])
    assert shaded((0, RED, 1), (0.5, RED, 1), (0.5, INK, 1), (1, INK, 1))[0] == "0.5000"


def test_a_gradient_names_its_colours_kind_and_axis() -> None:
    line, circles = (0, 0, 9, 0), (1, 1, 0, 1, 1, 5.5)
    stops = (0.0, RED, 0.5), (1.0, INK, 1.0)
    for axis, colours, said in (
        (line, rgb, "/ShadingType 2 /ColorSpace /DeviceRGB /Coords [0.000 0.000 9.000 0.000]"),
        (circles, inks(PRESS), "/ShadingType 3 /ColorSpace /DeviceCMYK /Coords [1.000 1.000 0.000 1.000 1.000 5.500]"),
        (line, None, "/ShadingType 2 /ColorSpace /DeviceGray /Coords [0.000 0.000 9.000 0.000]"),
    ):
        assert said in shading(Gradient(0, 0, 9, 9, axis, stops), colours)
    assert "/C0 [0.500] /C1 [1.000]" in shading(Gradient(0, 0, 9, 9, line, stops), None)


def test_bytes_of_strings_are_escaped_where_needed() -> None:
    assert [literal(code) for code in (31, 32, 40, 41, 65, 92, 126, 127, 200)] == [
        *("\\037", " ", "\\(", "\\)", "A", "\\\\", "~", "\\177", "\\310"),
    ]


def test_a_name_of_contents_is_a_hash_of_128_bits() -> None:
    assert content_name(b"face") == hashlib.sha256(b"face").hexdigest()[:32]
    assert len(content_name(b"")) == 32


def test_text_in_outline_is_white_with_a_line_and_what_follows_is_not() -> None:
    stream = Stream(Names())
    one = Text(1, 2, "A", "narrow-bold", 9, "#B3201F", outline=0.5)
    stream.paint([one, one._replace(outline=0.0)])
    first, then = stream.close().split("0 Tr 0 j")
    assert "0.500 w" in first and "1 j 2 Tr" in first and "(A)Tj" in first
    assert "Tr" not in then and "(A)Tj" in then
    white, red = Stream(Names()), Stream(Names())
    white.paint([one._replace(outline=0.0, fill="#FFFFFF")])
    red.paint([one._replace(outline=0.0)])
    assert white.close().splitlines()[1] in first and red.close().splitlines()[1] in then, "the fill"
