from __future__ import annotations

from math import cos, radians, sin

from rcwkit.frame import Circle, Group, Path, Rect, Sheet, Subpath, Text
from rcwkit.sheets.miniature import MOST, miniature, smalls


def test_a_page_is_drawn_small_as_areas_frames_and_bars() -> None:
    words = Text(10, 100, "twenty letters words", "sans", 10, "#000000")
    drawn = (
        Rect(0, 0, 200, 20, "#B3201F"),
        Rect(10, 30, 2, 2, "#B3201F"),
        Rect(20.4, 40, 100, 50, None, "#000000", 1),
        Group((words, Rect(0, 0, 50, 30, "#00FF00")), 100, 200, scale=2),
    )
    found = miniature(Sheet(300, 400, drawn, "page", page="1"))
    assert (found.width, found.height, found.page) == (300, 400, "1")
    assert found.shapes == (
        ("#B3201F", 0, (0, 0, 200, 0, 200, 20, 0, 20)),
        ("#000000", 1, (20, 40, 120, 40, 120, 90, 20, 90)),
        ("#000000", 0, (120, 386, 300, 386, 300, 400, 120, 400)),
        ("#00FF00", 0, (100, 200, 200, 200, 200, 260, 100, 260)),
    )


def test_the_largest_shapes_of_a_page_are_kept_in_the_order_of_drawing() -> None:
    """What cannot be among them is passed over unseen: a drawing is placed again and again, larger and turned."""
    drawing = (Rect(-5, -5, 10, 10, "#0000FF"), Group((Circle(0, 0, 9, "#00FF00"),), scale=0.5))
    scales = [30 - at % 29 + at / 600 for at in range(600)]
    turned = [at % 3 * 40.0 for at in range(600)]  # as a circle has a corner every ten degrees
    placed = tuple(Group(drawing, 300, 300, turn, scale=scale) for turn, scale in zip(turned, scales, strict=True))
    grown = {turn: cos(radians(turn)) + sin(radians(turn)) for turn in turned}
    sizes = [(10 * scale * grown[turn], 9 * scale) for turn, scale in zip(turned, scales, strict=True)]
    every = [size for pair in sizes for size in pair]
    kept = sorted(sorted(range(1200), key=lambda at: -every[at])[:MOST])
    found = miniature(Sheet(600, 600, placed, "page")).shapes
    assert [colour for colour, _, _ in found] == [("#0000FF", "#00FF00")[at % 2] for at in kept]
    wide = [max(points[::2]) - min(points[::2]) for _, _, points in found]
    assert all(abs(one - every[at]) <= 1 for one, at in zip(wide, kept, strict=True))
    assert {0, 1} == {at % 2 for at in kept}


def test_points_that_fall_together_are_drawn_once() -> None:
    steps = tuple((x / 10, 0.0) for x in range(1, 100)) + ((10.0, 20.0),)
    coast = Path((Subpath((0.0, 0.0), steps, closed=True),), "#0000FF")
    ((_, _, corners),) = miniature(Sheet(100, 100, (coast,), "page")).shapes
    assert corners == tuple(at for x in range(11) for at in (x, 0)) + (10, 20)


def test_only_the_first_page_and_those_used_apart_are_drawn_small() -> None:
    sheets = [Sheet(100, 100, (), "page", page=page) for page in ("1a", "1b", "2", "3", "4a", "4b")]
    assert [one.page for one in smalls(sheets, ["", "3", "4"])] == ["1a", "3", "4a"]
    assert smalls([], ["1"]) == ()
