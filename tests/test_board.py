"""Schematic boards: every box on the board, none over another, and stacks within their boxes."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalogue import games, locate
from generator.diagnostics import Span
from generator.export.board import Area, Board, Cell, Panel, draw_board
from generator.export.boards import card_board, main_board, tray_board
from generator.layout.text import Setter
from generator.loader import load
from generator.settle import settle

HERE = Span("here.yaml")


def panel(name: str, count: int, columns: int, rows: tuple[str, ...] = ()) -> Panel:
    return Panel(name, tuple(Cell(f"{name} {number}", f"Box {number}", HERE) for number in range(count)), columns, (60, 50), rows=rows)


def apart(one: Area, other: Area) -> bool:
    return (
        one.x + one.width <= other.x + 0.01
        or other.x + other.width <= one.x + 0.01
        or one.y + one.height <= other.y + 0.01
        or other.y + other.height <= one.y + 0.01
    )


def within(inner: Area, x: float, y: float, width: float, height: float) -> bool:
    return inner.x >= x and inner.y >= y and inner.x + inner.width <= x + width + 0.01 and inner.y + inner.height <= y + height + 0.01


def check(board: Board) -> None:
    assert all(within(zone.area, 0, 0, board.frame.width, board.frame.height) for zone in board.zones)
    assert all(apart(one.area, other.area) for one, other in combinations(board.zones, 2))
    for zone in board.zones:
        assert all(within(cell, zone.area.x, zone.area.y, zone.area.width, zone.area.height) for cell in zone.cells.values())
        assert all(apart(one, other) for one, other in combinations(zone.cells.values(), 2))
    assert len(board.cells) == sum(len(zone.cells) for zone in board.zones)


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(1, 6)), max_size=12))
def test_panels_lie_apart_on_the_board(sizes: list[tuple[int, int]]) -> None:
    setter = Setter()
    board = draw_board("Board", [panel(f"p{number}", count, columns) for number, (count, columns) in enumerate(sizes)], setter)
    check(board)
    assert not setter.found
    assert (board.frame.width, board.frame.height) == (int(board.frame.width), int(board.frame.height))


def test_rows_name_their_boxes() -> None:
    board = draw_board("Board", [panel("table", 4, 2, ("Ukraine", "Finland"))], Setter())
    assert [area.title for area in board.cells.values()] == ["Ukraine: Box 0", "Ukraine: Box 1", "Finland: Box 2", "Finland: Box 3"]


@given(st.integers(1, 8))
def test_stacks_of_one_box_stand_side_by_side_within_it(count: int) -> None:
    area = Area(100, 50, 112, 60, "Moskva")
    spots = [area.place(number, count) for number in range(count)]
    assert all(area.x < x < area.x + area.width and y == 80 for x, y in spots)
    assert len({x for x, _ in spots}) == count
    assert sum(x for x, _ in spots) / count == pytest.approx(156)


def test_what_does_not_fit_its_box_is_an_error_with_its_place() -> None:
    setter = Setter()
    draw_board("Board", [Panel("P", (Cell("a", "W" * 60, HERE),), 1, (60, 50))], setter)
    assert [(found.code, found.span) for found in setter.found] == [("E310", HERE)]


@pytest.mark.parametrize("name", games())
def test_the_boards_of_all_games_are_sound(name: str) -> None:
    game = load(locate(name))
    setter = Setter()
    scenario = next((key for key, item in game.scenarios.items() if item.value.setup), None)
    boards = (main_board(game, settle(game, scenario) if scenario else None, setter), tray_board(game, setter), card_board(game, setter))
    for board in boards:
        check(board)
    main, tray, table = (set(board.cells) for board in boards)
    assert {f"place {place}" for place in game.places} <= main
    assert len([cell for cell in main if cell.startswith("track ")]) == sum(
        len(item.value.boxes) * max(1, len(item.value.rows)) for item in game.tracks.values()
    )
    assert tray == set(game.counters)
    assert table == {*game.decks, *(f"discards {deck}" for deck in game.decks)}
    assert not setter.found
