"""Symbols and marks: every one that the models name is drawn, inside its box."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

import pytest
from rcwkit.art.symbols import die, mark, symbol
from rcwkit.frame import Circle, Group, Item, Line, Path, Polygon, Rect, Subpath
from rcwkit.source import symbols
from rcwkit.source.symbols import MARKS

INK, GROUND = "#1B1A18", "#F4ECDD"


def along(subpath: Subpath) -> Iterator[tuple[float, float]]:
    """Yield points of a path's line, near enough to each other for its bounds."""
    here = subpath.start
    yield here
    for step in subpath.steps:
        hull = (here, *zip(step[::2], step[1::2], strict=True))
        for t in (number / 16 for number in range(1, 17)):
            shares = (1 - t, t) if len(hull) == 2 else ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            weighted = list(zip(shares, hull, strict=True))
            yield sum(share * x for share, (x, _) in weighted), sum(share * y for share, (_, y) in weighted)
        here = hull[-1]


def corners(items: tuple[Item, ...]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for item in items:
        match item:
            case Rect():
                points += [(item.x, item.y), (item.x + item.width, item.y + item.height)]
            case Circle():
                points += [(item.x - item.radius, item.y - item.radius), (item.x + item.radius, item.y + item.radius)]
            case Line():
                points += [(item.x1, item.y1), (item.x2, item.y2)]
            case Polygon():
                points += item.points
            case Path():
                points += [point for subpath in item.subpaths for point in along(subpath)]
            case Group():
                east, south = (item.scale * turn(radians(item.rotate)) for turn in (cos, sin))
                points += [
                    (item.x + x * east - y * south, item.y + x * south + y * east) for x, y in corners(item.items)
                ]
    return points


def bounds(items: tuple[Item, ...]) -> tuple[float, float, float, float]:
    across, down = zip(*corners(items), strict=True)
    return min(across), min(down), max(across), max(down)


@pytest.mark.parametrize("name", sorted({*symbols.PICTURES, *symbols.BRANCHES} - {"none"}))
def test_a_symbol_fits_its_box_and_is_centred(name: str) -> None:
    left, top, right, bottom = bounds(symbol(name, 10, 20, 40, 30, INK, GROUND))
    slack = 40 * 0.06
    assert left >= 10 - slack and right <= 50 + slack
    assert top >= 20 - slack and bottom <= 50 + slack
    assert (left + right) / 2 == pytest.approx(30, abs=slack)


@pytest.mark.parametrize("name", sorted(MARKS))
def test_a_mark_is_centred_on_its_point(name: str) -> None:
    left, top, right, bottom = bounds(mark(name, 5, 5, 2, INK, GROUND))
    assert (left + right) / 2 == pytest.approx(5, abs=0.1)
    assert top >= 3.85 and bottom <= 6.15


def test_marks_differ_in_shape() -> None:
    assert len({mark(name, 0, 0, 10, INK, GROUND) for name in MARKS}) == len(MARKS)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face(face: int) -> None:
    items = die(face, 0, 0, 10, INK, "#FFFFFF")
    assert sum(isinstance(item, Circle) for item in items) == face


def test_a_die_has_no_seventh_face() -> None:
    with pytest.raises(KeyError):
        die(7, 0, 0, 10, INK, GROUND)


def test_lines_are_drawn_inside() -> None:
    left, top, right, bottom = bounds(die(5, 0, 0, 10, INK, GROUND))
    assert min(left, top) >= 0 and max(right, bottom) <= 10


@pytest.mark.parametrize("frame", symbols.FRAMES)
@pytest.mark.parametrize("branch", symbols.BRANCHES)
def test_every_branch_fits_every_frame(branch: str, frame: str) -> None:
    for name in (f"{frame}+{branch}", f"{frame}+infantry+{branch}" if branch != "infantry" else f"{frame}+infantry"):
        left, top, right, bottom = bounds(symbol(name, 10, 20, 40, 30, INK, GROUND))
        assert left >= 10 - 1 and right <= 50 + 1
        assert top >= 20 - 1 and bottom <= 50 + 1


def test_branches_differ_but_for_those_that_are_alike() -> None:
    """A cavalry unit scouts; armoured infantry, mechanised infantry and guns on tracks all have the oval."""
    drawn: dict[tuple[Item, ...], set[str]] = {}
    for name in symbols.BRANCHES:
        drawn.setdefault(symbol(name, 0, 0, 40, 30, INK, GROUND), set()).add(name)
    alike = sorted(sorted(names) for names in drawn.values() if len(names) > 1)
    assert alike == [["armour", "mechanised", "self_propelled"], ["cavalry", "recon"]]


def test_an_unknown_part_is_not_drawn() -> None:
    with pytest.raises(KeyError):
        symbol("infantry+dragoons", 0, 0, 40, 30, INK, GROUND)


@pytest.mark.parametrize("word", symbols.ECHELONS)
def test_a_size_keeps_to_its_box(word: str) -> None:
    left, top, right, bottom = bounds(symbol(word, 10, 20, 30, 4, INK, GROUND))
    assert (left + right) / 2 == pytest.approx(25, abs=0.2)
    assert left >= 10 - 0.5 and right <= 40 + 0.5 and top >= 20 - 0.5 and bottom <= 24 + 0.5
