"""Marks around pieces: numbers in cutting order, outlines that show on any art, and the feet of sheets."""

from __future__ import annotations

from itertools import product

import pytest
from rcwkit.art.theme import HOUSE, THEMES
from rcwkit.frame import MM, Frame, Group, Line, Polygon, Rect, Text
from rcwkit.game.catalogue import games
from rcwkit.kinds.kind import files_of
from rcwkit.sheets.marks import BAND, LONGEST, RULER, Foot, crop_marks, cut_numbers, gutters, outline
from rcwkit.sheets.paper import PAPERS
from sheets_support import FONTS, FOOT, Area, extents, meet
from tests_support import shipped

BLOCK: Area = (100.0, 100.0, 280.0, 220.0)
FREE: Area = (90.0, 90.0, 290.0, 230.0)
CUTS = [100.0, 185.0, 195.0, 280.0], [100.0, 160.0, 220.0]


def numbers() -> list[Text]:
    return [item for item in cut_numbers(BLOCK, FREE, CUTS, 4.0, "#000000", FONTS) if isinstance(item, Text)]


def test_cuts_are_numbered_across_then_down_at_both_ends() -> None:
    found = numbers()
    assert sorted(int(text.text) for text in found) == sorted([*range(1, 8), *range(1, 8)])
    for number, x in enumerate(CUTS[0], 1):
        assert all(abs(text.x - x) < 5 for text in found if text.text == str(number))
    for number, y in enumerate(CUTS[1], 5):
        assert all(abs(text.y - y) < 5 for text in found if text.text == str(number))
    assert {text.y < BLOCK[1] for text in found if text.text == "1"} == {True, False}


def test_numbers_avoid_the_short_end() -> None:
    tight = (*FREE[:3], BLOCK[3] + 4 + 4.3)
    found = [
        item
        for item in cut_numbers(BLOCK, tight, CUTS, 4.0, "#000000", FONTS)
        if isinstance(item, Text) and int(item.text) <= 4
    ]
    assert [item.y < BLOCK[1] for item in found] == [True] * 4


def test_numbers_keep_off_lines_pieces_and_each_other() -> None:
    areas = [area for _, area in extents(tuple(numbers()))]
    marks = [area for _, area in extents(tuple(crop_marks(BLOCK, FREE, CUTS, 4.0, "#000000")))]
    around = [*marks, BLOCK]
    for index, area in enumerate(areas):
        assert meet(area, FREE) == area
        for other in [*around, *areas[index + 1 :]]:
            left, top, right, bottom = meet(area, other)
            assert right - left < 0.1 or bottom - top < 0.1


def test_marks_are_no_longer_than_they_may_be() -> None:
    for _, (left, top, right, bottom) in extents(tuple(crop_marks(BLOCK, (0, 0, 999, 999), CUTS, 4.0, "#000000"))):
        assert max(right - left, bottom - top) == pytest.approx(LONGEST)


def test_corners_are_arcs_inside_the_trim_on_a_light_line() -> None:
    items = list(outline((0, 0, 100, 60), 10, HOUSE, whole=False))
    assert len(items) == 8
    assert [item.stroke for item in items if isinstance(item, Polygon)] == [HOUSE.page, HOUSE.ink] * 4
    for _, (left, top, right, bottom) in extents(tuple(items)):
        assert (right - left, bottom - top) == pytest.approx((10, 10))
        assert {left, right} & {0.0, 100.0}
        assert {top, bottom} & {0.0, 60.0}
    whole = [item for item in outline((0, 0, 100, 60), 10, HOUSE, whole=True) if isinstance(item, Rect)]
    assert [(item.stroke, item.radius, item.fill) for item in whole] == [(HOUSE.page, 10, None), (HOUSE.ink, 10, None)]


def test_the_foot_names_the_printer_beside_the_ruler() -> None:
    said = "office: backs +0.75, −0.25 mm; 99.4 %"
    foot = Foot("Game", "Cards", "Small print. " * 20, HOUSE, FONTS, said)
    items = foot.band(200 * MM, "sheet 1 of 1")
    areas = [area for item, area in extents(items) if isinstance(item, Text)]
    assert said in [item.text for item, _ in extents(items) if isinstance(item, Text)]
    for index, area in enumerate(areas):
        assert area[0] >= -0.01 and area[2] <= 200 * MM and area[3] <= BAND
        for other in areas[index + 1 :]:
            left, top, right, bottom = meet(area, other)
            assert right - left < 0.01 or bottom - top < 1.0, "texts overlap"


def test_boards_have_a_scale_of_100_mm() -> None:
    (scale,) = [item for item in FOOT.line(200 * MM, "sheet 1 of 1", scale=True) if isinstance(item, Group)]
    lengths = [item.x2 - item.x1 for item in scale.items if isinstance(item, Line)]
    assert max(lengths) == pytest.approx(283.465, abs=0.01) == RULER
    assert not [item for item in FOOT.line(200 * MM, "sheet 1 of 1", scale=False) if isinstance(item, Group)]


@pytest.mark.parametrize("name", games())
def test_no_foot_of_a_game_is_cut(name: str) -> None:
    """Bug: the legal line of a sheet ended in an ellipsis, at low ink and in portrait."""
    game = shipped(name)
    width = game.book.width  # a game may have fonts of its own
    lengths = [side * MM - 2 * paper.margin * MM for paper in PAPERS.values() for side in (paper.width, paper.height)]
    for file, theme, length in product(files_of(game), THEMES.values(), lengths):
        foot = Foot(game.info.title, file.title, game.info.credits, theme, game.book)
        scaled = foot.line(length, "sheet 12 of 14 · print at 100 %: this scale is 100 mm long", scale=True)
        plain = foot.line(length, "sheet 12 of 14 · print at 100 %", scale=False)
        for items in (foot.band(length, "sheet 12 of 14, front"), scaled, plain):
            lines = [item for item in items if isinstance(item, Text)]
            said = " ".join(line.text for line in lines)
            assert game.info.credits.split()[-1] in said
            assert "…" not in said
            ends = [line.x + width(line.text, line.font, line.size) for line in lines]
            assert max(ends) <= length + 0.01
        names = [line for line in scaled if isinstance(line, Text) and line.x == 0]
        assert all(width(one.text, one.font, one.size) <= length - RULER for one in names), "clear of the scale"


def test_a_foot_gets_narrow_then_small_then_longer_before_it_is_cut() -> None:
    def rows(words: int) -> list[tuple[str, float]]:
        foot = Foot("G", "T", "word " * words + "end", HOUSE, FONTS)
        found = [item for item in foot.band(190 * MM, "sheet 1") if isinstance(item, Text) and item.y > 7]
        return [(item.font, item.size) for item in found if "word" in item.text or "end" in item.text]

    assert rows(2) == [("sans", 6.5)]
    assert rows(20) == [("sans", 6.5)] * 2
    assert rows(30) == [("narrow", 6.5)] * 2
    assert rows(38)[0][1] < 6.5
    assert len(rows(55)) == 3


def test_a_word_that_is_wider_than_the_foot_is_cut() -> None:
    foot = Foot("W" * 119, "Gauges", "", HOUSE, FONTS)
    for items, room in ((foot.line(190 * MM, "sheet 1", scale=True), 90 * MM), (foot.band(190 * MM, "1"), 90 * MM)):
        names = [one for one in items if isinstance(one, Text) and one.text.startswith("W")]
        assert names and all(FONTS.width(one.text, one.font, one.size) < room for one in names)
        assert any(one.text.endswith(" …") for one in names)


def test_light_lines_lie_over_the_cuts_between_pieces_that_touch() -> None:
    frame = Frame(40, 30, ())
    placed = [(0, frame, (10.0, 10.0)), (1, frame, (50.0, 10.0)), (2, frame, (10.0, 40.0)), (3, frame, (200.0, 10.0))]
    theme = HOUSE._replace(gutter=2.0)
    lines = [(one.x, one.y, one.width, one.height) for one in gutters(placed, theme) if isinstance(one, Rect)]
    assert lines == [(49, 10, 2, 30), (10, 39, 40, 2)], "none at the outer edges, or around one that stands alone"
    assert not list(gutters(placed, HOUSE)) and not list(gutters(placed, theme._replace(outlined=True)))
