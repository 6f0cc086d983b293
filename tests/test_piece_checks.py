"""Checks of pieces: which outlines can be cut, however they lie, and what their layouts may name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.pieces.kind import outlines, shown
from tests_support import TOY, WriteGame

Point = tuple[float, float]
HEAD = "kind: pieces\nid: %s\ntitle: P\nsource: None\n"
WIDE = 120.0

# Each outline, and the corners at which the two edges begin that meet first.
SOUND: dict[str, Sequence[Point]] = {
    "rectangle": [(0, 0), (0, 30), (30, 30), (30, 0)],
    "a corner on a straight side": [(0, 0), (10, 0), (30, 0), (30, 30), (20, 30), (0, 30), (0, 20)],
    "a corner on a slanting side": [(0, 0), (15, 20), (30, 40), (30, 0)],
    "U, its ends in line": [(0, 0), (10, 0), (10, 10), (20, 10), (20, 0), (30, 0), (30, 30), (0, 30)],
    "L": [(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)],
    "star": [(0, 20), (16, 16), (20, 0), (24, 16), (40, 20), (24, 24), (20, 40), (16, 24)],
    "arrow": [(0, 0), (30, 0), (30, 30), (20, 15), (0, 30)],
    "slit of a hundredth": [(0, 0), (40, 0), (40, 30), (30, 0.02), (20, 0.01), (0, 30)],
    "slit of a hundredth, begun within": [(30, 0.02), (20, 0.01), (0, 30), (0, 0), (40, 0), (40, 30)],
    "corners half a millimetre apart": [(0, 0), (0.5, 0), (1, 0), (30, 0), (30, 30)],
}
CROSSED: dict[str, tuple[Sequence[Point], int, int]] = {
    "bow tie": ([(0, 0), (30, 30), (30, 0), (0, 30)], 3, 1),
    "first corner twice": ([(0, 0), (0, 0), (30, 0), (0, 30)], 2, 1),
    "second corner twice": ([(0, 0), (30, 0), (30, 0), (0, 30)], 2, 1),
    "last corner is the first": ([(0, 0), (30, 0), (0, 30), (0, 0)], 4, 1),
    "back along a side": ([(0, 0), (30, 0), (10, 0), (10, 30)], 2, 1),
    "back along a slanting side": ([(10, 20), (40, 60), (25, 40), (60, 0)], 2, 1),
    "back along a steep side": ([(10, 20), (13, 80), (12, 60), (60, 0)], 2, 1),
    "back along a side in tenths": ([(0.1, 0.2), (0.7, 1.6), (0.4, 0.9), (30, 0)], 2, 1),
    "back by half a millimetre": ([(0, 0), (40, 0), (30, 30), (30.8, 30), (30.2, 30), (0, 30)], 4, 3),
    "back along the first side": ([(10, 0), (30, 0), (10, 30), (40, 0)], 4, 1),
    "a corner on a side": ([(0, 0), (40, 0), (40, 30), (20, 0), (0, 30)], 3, 1),
    "a corner on a side in tenths": ([(0.1, 0.2), (0.7, 1.6), (30, 1.6), (0.4, 0.9), (0, 30)], 3, 1),
    "along another side": ([(0, 0), (30, 0), (30, 10), (25, 10), (25, 0), (5, 0), (5, 10), (0, 10)], 4, 1),
    "a crossing of a hundredth": ([(30, 1), (20, 1.02), (0, 30), (0, 1.01), (40, 1.01), (40, 30)], 4, 1),
}


def turned(corners: Sequence[Point]) -> list[list[Point]]:
    """Return an outline as it is, elsewhere, and mirrored in three ways."""
    ways: list[Callable[[float, float], Point]] = [
        lambda x, y: (x, y),
        lambda x, y: (x + 7, y + 90),
        lambda x, y: (WIDE - x, y),
        lambda x, y: (x, WIDE - y),
        lambda x, y: (y, x),
    ]
    return [[(round(way(x, y)[0], 6), round(way(x, y)[1], 6)) for x, y in corners] for way in ways]


def wrong(write_game: WriteGame, corners: Sequence[Point]) -> list[tuple[str, int]]:
    """Return the messages about an outline in every position, with the lines that they are told at."""
    files = {
        f"p{at}.yaml": HEAD % f"p{at}"
        + "outline:\n"
        + "".join(f"  - [{x:.6f}, {y:.6f}]\n" for x, y in one)
        + "pieces: {a: {title: A}}\n"
        for at, one in enumerate(turned(corners))
    }
    return [
        (one.message, one.span.line) for one in outlines(load(write_game({"game.yaml": TOY["game.yaml"], **files})))
    ]


@pytest.mark.parametrize("name", SOUND)
def test_an_outline_may_be_bent_and_near_to_itself(write_game: WriteGame, name: str) -> None:
    assert wrong(write_game, SOUND[name]) == []


@pytest.mark.parametrize("name", CROSSED)
def test_edges_that_meet_are_told_wherever_they_lie(write_game: WriteGame, name: str) -> None:
    corners, one, other = CROSSED[name]
    message = f"the edge from corner {one} meets the one from corner {other}"
    assert wrong(write_game, corners) == [(message, 5 + one)] * len(turned(corners))


@pytest.mark.parametrize(
    ("corners", "area"),
    [
        ([(0, 0), (100, 0), (0, 0.5)], ""),
        ([(0, 0), (100, 0), (0, 0.498)], "24.9"),
        ([(0, 0), (100, 0), (0, 0.512)], ""),
        ([(10, 10), (110, 10), (60, 10.1)], "5"),
        ([(10, 10), (110, 110), (10.1, 10.2)], "5"),
    ],
)
def test_an_outline_encloses_25_square_millimetres(write_game: WriteGame, corners: list[Point], area: str) -> None:
    expected = [(f"the outline encloses only {area} mm²", 6)] * 5 if area else []
    assert wrong(write_game, corners) == expected


def test_pieces_of_a_size_have_no_outline(pieces: Callable[[str], Game]) -> None:
    assert list(outlines(pieces("size: 30mm\npieces: {a: {title: A}}\n"))) == []


@pytest.fixture
def pieces(write_game: WriteGame) -> Callable[[str], Game]:
    """Return a function that makes a game with these pieces and a layout `mine`, which names `titel`."""
    layouts = 'kind: layouts\nid: l\nlayouts: {mine: {boxes: {a: {text: "{{ piece.titel }}"}}}}\n'

    def make(text: str) -> Game:
        files = {"game.yaml": TOY["game.yaml"], "layouts.yaml": layouts, "pieces.yaml": HEAD % "p" + text}
        return load(write_game(files))

    return make


def test_a_layout_is_looked_at_once_for_all_its_pieces(pieces: Callable[[str], Game]) -> None:
    game = pieces("size: 30mm\nlayout: mine\npieces: {a: {title: A}, b: {title: B}, c: {title: C, layout: other}}\n")
    assert [one.message for one in shown(game)] == ["unknown name 'titel' on pieces of 'p'"]
