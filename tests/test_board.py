"""Schematic boards: every box on the board, none over another, and stacks within their boxes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import ceil
from pathlib import Path

import pytest
from exports_support import SHELF, shelf_game
from hypothesis import given
from hypothesis import strategies as st
from log_support import describe
from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter
from rcwkit.dice.settle import AS_ROLLED, settle
from rcwkit.dice.setups import MarkerLine, Place, Scenario, Track
from rcwkit.export.boards import (
    REMOVED,
    WHOLE,
    Board,
    BoardArea,
    BoardBox,
    Panel,
    by_hand,
    card_board,
    dead_boxes,
    draw_board,
    main_board,
    start_of,
    tray_board,
)
from rcwkit.frame import Rect, Text
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import Golden, shipped, write

HERE = Span("here.yaml")


def panel(name: str, count: int, columns: int, rows: tuple[str, ...] = ()) -> Panel:
    return Panel(
        name,
        tuple(BoardBox(f"{name} {number}", f"Box {number}", HERE) for number in range(count)),
        columns,
        (60, 50),
        rows=rows,
    )


def apart(one: BoardArea, other: BoardArea) -> bool:
    return (
        one.x + one.width <= other.x + 0.01
        or other.x + other.width <= one.x + 0.01
        or one.y + one.height <= other.y + 0.01
        or other.y + other.height <= one.y + 0.01
    )


def within(inner: BoardArea, x: float, y: float, width: float, height: float) -> bool:
    return (
        inner.x >= x
        and inner.y >= y
        and inner.x + inner.width <= x + width + 0.01
        and inner.y + inner.height <= y + height + 0.01
    )


def check(board: Board) -> None:
    assert all(within(zone.area, 0, 0, board.frame.width, board.frame.height) for zone in board.zones)
    assert all(apart(one.area, other.area) for one, other in combinations(board.zones, 2))
    for zone in board.zones:
        assert all(
            within(cell, zone.area.x, zone.area.y, zone.area.width, zone.area.height) for cell in zone.cells.values()
        )
        assert all(apart(one, other) for one, other in combinations(zone.cells.values(), 2))
    assert len(board.cells) == sum(len(zone.cells) for zone in board.zones)


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(1, 20)), max_size=12))
def test_panels_lie_apart_on_the_board(sizes: list[tuple[int, int]]) -> None:
    setter = Setter()
    board = draw_board(
        "Board", [panel(f"p{number}", count, columns) for number, (count, columns) in enumerate(sizes)], setter
    )
    check(board)
    assert not setter.found
    assert (board.frame.width, board.frame.height) == (int(board.frame.width), int(board.frame.height))


def test_panels_are_never_turned() -> None:
    """A tall panel beside wide ones would be turned, with its boxes."""
    board = draw_board(
        "Board", [panel("wide", 20, 20), *(panel(f"tall {number}", 12, 1) for number in range(4))], Setter()
    )
    check(board)
    assert [zone.area.height > zone.area.width for zone in board.zones] == [False, True, True, True, True]


def test_rows_name_their_boxes() -> None:
    board = draw_board("Board", [panel("table", 4, 2, ("Ukraine", "Finland"))], Setter())
    assert [area.title for area in board.cells.values()] == [
        "Ukraine: Box 0",
        "Ukraine: Box 1",
        "Finland: Box 2",
        "Finland: Box 3",
    ]


@given(st.integers(1, 8))
def test_stacks_of_one_box_are_side_by_side_within_it(count: int) -> None:
    area = BoardArea(100, 50, 112, 60, "Moskva")
    spots = [area.place(number, count) for number in range(count)]
    assert all(area.x < x < area.x + area.width and y == 80 for x, y in spots)
    assert len({x for x, _ in spots}) == count
    assert sum(x for x, _ in spots) / count == pytest.approx(156)


def test_what_does_not_fit_its_box_is_an_error_with_its_place() -> None:
    setter = Setter()
    draw_board("Board", [Panel("P", (BoardBox("a", "W" * 60, HERE),), 1, (60, 50))], setter)
    assert [(found.code, found.span) for found in setter.found] == [("E310", HERE)]


@pytest.mark.parametrize("name", games())
def test_the_boards_of_all_games_are_sound(name: str) -> None:
    game = shipped(name)
    setter = Setter()
    scenario = next((key for key, item in game[Scenario].items() if item.value.setup), None)
    boards = (
        main_board(game, settle(game, scenario) if scenario else None, setter),
        tray_board(game, setter),
        card_board(game, setter),
    )
    for board in boards:
        check(board)
    main, tray, table = (set(board.cells) for board in boards)
    assert {f"place {place}" for place in game[Place]} <= main
    assert len([cell for cell in main if cell.startswith("track ")]) == sum(
        len(item.value.boxes) * max(1, len(item.value.rows)) for item in game[Track].values()
    )
    assert tray == set(game[Counter])
    drawn = [name for name, item in game[Deck].items() if not item.value.reference]
    assert table == {
        *game[Deck],
        *(f"discards {deck}" for deck in game[Deck]),
        *(f"removed {deck}" for deck in drawn),
    }
    assert not setter.found


def boards_of(folder: Path) -> tuple[Board, Board, Board]:
    game, setter = shelf_game(folder), Setter()
    return main_board(game, settle(game, "campaign"), setter), tray_board(game, setter), card_board(game, setter)


def test_boards_golden(golden: Golden, tmp_path: Path) -> None:
    golden("export_boards.txt", "".join(describe(board.frame) for board in boards_of(tmp_path)))


TIGHT = Panel(
    "The long title of a panel that leaves no room beside it, nor for a word more",
    tuple(
        BoardBox(
            name, f"A box with a long title that must be set small, {name}", HERE, "with a longer note below", "#B3201F"
        )
        for name in "abcd"
    ),
    2,
    (56, 30),
    rows=(
        "A row whose title takes so many lines in its narrow column that it must be set smaller than the other one",
        "Another row",
    ),
)


def test_tight_board_golden(golden: Golden) -> None:
    """Texts that must be set smaller show how much room they have."""
    setter = Setter()
    golden("export_tight_board.txt", describe(draw_board("Board", [TIGHT], setter).frame))
    assert not setter.found


def test_pieces_lie_within_their_box_between_its_title_and_its_note() -> None:
    board = draw_board("Board", [TIGHT], Setter())
    drawn = list(extents(board.frame.items))
    boxes = [area for item, area in drawn if isinstance(item, Rect) and item.radius]
    for cell, (left, top, right, bottom) in zip(board.cells.values(), boxes, strict=True):
        assert within(cell, left - 1, top - 1, right - left + 2, bottom - top + 2)
        for item, (x1, y1, x2, y2) in drawn:
            if isinstance(item, Text) and left < x1 < right and top < y1 < bottom:
                assert x2 < right
                assert y2 <= cell.y or y1 >= cell.y + cell.height - 2


def test_a_board_without_panels_is_a_table_to_play_on() -> None:
    frame = draw_board("Board", [], Setter()).frame
    smaller = 22 * 72 / WHOLE[1]  # so that all of it is in the window
    assert (frame.width, frame.height) == (ceil(34 * 72 + 12 * smaller), ceil(22 * 72 + 36 * smaller))


def test_panels_and_boxes_are_named(tmp_path: Path) -> None:
    def named(board: Board) -> dict[str, list[str]]:
        return {zone.area.title: [area.title for area in zone.cells.values()] for zone in board.zones}

    main, tray, cards = map(named, boards_of(tmp_path))
    assert main == {
        "North": ["701 Petrograd", "702 Pskov", "703 Novgorod", "Ladoga"],
        "East": ["638 Norlinsk"],
        "Reserves": ["Red: reserve", "The Whites: reserve"],
        # The second line of markers says how many go where, and needs no box.
        "Markers to place": ["anywhere", "as White likes"],
        "Control": ["Ukraine: Red", "Ukraine: Neutral", "Ukraine: White"],
        "Turns": [f"Turns: {number}" for number in range(1, 13)],
        "Pools": ["Pools: Red", "Pools: Lost", "Pools: Won"],
        "Removed": ["Out of play"],
    }
    assert tray == {
        "Markers": ["VP × 11", "Ukraine"],
        "Red": ["1 Army", "2 Army", "3 Army", "c16 × 3"],
        "White": ["1 Army", "c1 × 2"],
    }
    assert cards == {
        "Factions": ["Factions: deck", "Factions: discards", "Factions: out of the game"],
        "Events": ["Events: deck", "Events: discards", "Events: out of the game"],
    }


@pytest.mark.parametrize(
    ("places", "count", "hand"),
    [
        ((), 1, True),
        (("701",), 1, False),
        (("701", "702"), 3, True),
        (("701", "702"), 4, False),
        (("701", "702"), 1, True),
    ],
)
def test_markers_that_do_not_divide_evenly_are_placed_by_hand(
    tmp_path: Path, places: tuple[str, ...], count: int, hand: bool
) -> None:
    line = MarkerLine(marker="VP", at="there", places=places, count=count)
    assert by_hand(shelf_game(tmp_path), line) is hand


def test_markers_begin_on_the_starting_box_of_their_track(tmp_path: Path) -> None:
    turns = SHELF["turns.yaml"].replace("layout: line", "layout: line\n    start: t3", 1)
    game = load(Project(write(tmp_path / "shelf", SHELF | {"turns.yaml": turns})))
    line = MarkerLine(marker="VP", at="turn 3", track="turn")
    assert (start_of(game, line), by_hand(game, line)) == ("track turn  t3", False)
    # A track without a start says nothing.
    assert start_of(shelf_game(tmp_path / "again"), line) is None
    assert by_hand(shelf_game(tmp_path / "more"), line)


def test_boxes_have_room_for_their_contents(tmp_path: Path) -> None:
    """A place holds two counters side by side, a track box its markers, a display box rows of stacks."""
    main, tray, cards = boards_of(tmp_path)
    army, marker = 72 * 5 / 8, 72 / 2
    rooms = {name: (area.width, area.height) for board in (main, tray, cards) for name, area in board.cells.items()}
    assert rooms["place 701"] == rooms["reserve red"] == rooms["markers 0"] == pytest.approx((2.5 * army, army + 10))
    assert rooms["track pools  red"] == pytest.approx((4 * (army + 6), 3 * (army + 6)))
    small = rooms["track turn  t1"]
    assert small[1] - 4 == pytest.approx(small[0] / 1.6)
    assert rooms["Ra1"] == pytest.approx((army + 18, army + 8))
    assert rooms["VP"] == pytest.approx((marker + 18, marker + 8))
    assert rooms["events"] == rooms["discards events"]
    assert rooms["events"][0] < rooms["factions"][0]


def test_a_place_that_dice_name_gets_a_box_of_its_own(tmp_path: Path) -> None:
    game = shelf_game(tmp_path)
    settled = settle(game, "campaign")
    (red, white) = settled.forces
    (north,) = red.regions
    spots = tuple(
        replace(spot, place="", name=name) for spot in north.spots for name in ("Any port", "Any port", "Kiev")
    )
    rolled = replace(settled, forces=(replace(red, regions=(replace(north, spots=spots),)), white))
    board = main_board(game, rolled, Setter())
    (zone,) = [zone for zone in board.zones if zone.area.title == AS_ROLLED]
    assert [*zone.cells] == ["words Any port", "words Kiev"]
    one, two = zone.cells.values()
    assert (one.y, zone.area.width) == pytest.approx((two.y, 2 * 2.5 * 45 + 10))


def game_with(folder: Path, **files: str) -> Game:
    return load(Project(write(folder / "shelf", SHELF | {f"{name}.yaml": text for name, text in files.items()})))


def test_six_counters_are_in_a_row_of_the_tray(tmp_path: Path) -> None:
    many = SHELF["red.yaml"] + "".join(f"  Rc{number}: {{type: corps, name: c{number}}}\n" for number in range(1, 6))
    (red,) = [zone for zone in tray_board(game_with(tmp_path, red=many), Setter()).zones if zone.area.title == "Red"]
    assert [
        len({area.x for area in red.cells.values()}),
        len({area.y for area in red.cells.values()}),
        len(red.cells),
    ] == [6, 2, 9]


def test_places_of_a_game_without_counters_are_as_large_as_usual(tmp_path: Path) -> None:
    files = {name: text for name, text in SHELF.items() if name in ("game.yaml", "places.yaml")}
    board = main_board(load(Project(write(tmp_path / "bare", files))), None, Setter())
    assert (board.cells["place 701"].width, board.cells["place 701"].height) == (2.5 * 45, 55)


def test_places_are_named_with_their_number_where_they_have_one(tmp_path: Path) -> None:
    places = SHELF["places.yaml"].replace("lake: Ladoga", "7b: Kronstadt")
    board = main_board(game_with(tmp_path, places=places), None, Setter())
    assert (board.cells["place 7b"].title, board.cells["place 701"].title) == ("7b Kronstadt", "701 Petrograd")


DEAD = """  dead:
    title: Dead
    layout: display
    columns: 2
    boxes: {%s}
"""


def test_counters_out_of_play_lie_in_the_dead_box_of_their_owner(tmp_path: Path) -> None:
    """A box is an owner's by its id or its colour; that of a track of another name is not meant."""
    lost = game_with(tmp_path / "lost", turns=SHELF["turns.yaml"] + DEAD % "lost: {title: Lost, colour: white}")
    assert dead_boxes(lost) == {"neutral": REMOVED, "red": REMOVED, "white": "track dead  lost"}
    assert REMOVED in main_board(lost, None, Setter()).cells
    owners = "red: {title: Red}, white: {title: White}, neutral: {title: No one}"
    every = game_with(tmp_path / "every", turns=SHELF["turns.yaml"] + DEAD % owners)
    assert dead_boxes(every) == {owner: f"track dead  {owner}" for owner in ("neutral", "red", "white")}
    assert REMOVED not in main_board(every, None, Setter()).cells


def test_boxes_are_as_large_as_the_largest_counter(tmp_path: Path) -> None:
    game = game_with(tmp_path, game=SHELF["game.yaml"].replace("plural: corps,", "plural: corps, size: 15x30mm,"))
    mm, army = 72 / 25.4, 72 * 5 / 8
    main, tray = main_board(game, None, Setter()), tray_board(game, Setter())
    place, box = main.cells["place 701"], tray.cells["Ra1"]
    assert (place.width, place.height) == pytest.approx((2.5 * 30 * mm, 30 * mm + 10))
    assert (box.width, box.height) == pytest.approx((army + 18, 30 * mm + 8))
    assert army < 30 * mm


def test_counters_fit_the_boxes_of_a_row_that_they_move_in(tmp_path: Path) -> None:
    """Bug: boxes were as high as a marker, and a unit lay over their lines."""
    tracks = SHELF["tracks.yaml"].replace("start: neutral, gates", "start: neutral, marker: Wa1, gates")
    box = main_board(game_with(tmp_path, tracks=tracks), None, Setter()).cells["track control ukraine neutral"]
    assert min(box.width, box.height) > 72 * 5 / 8 > 12 * 72 / 25.4 + 4


def test_a_few_counters_that_are_much_larger_do_not_make_all_boxes_so(tmp_path: Path) -> None:
    game = game_with(tmp_path, game=SHELF["game.yaml"].replace("plural: corps,", "plural: corps, size: 36x72mm,"))
    usual, mm = 72 * 5 / 8, 72 / 25.4
    place, box = main_board(game, None, Setter()).cells["place 701"], tray_board(game, Setter()).cells["Ra1"]
    assert (place.width, place.height) == pytest.approx((2.5 * 2 * usual, 2 * usual + 10))
    assert (box.width, box.height) == pytest.approx((36 * mm + 18, 72 * mm + 8)), "in trays each finds room"


def test_a_place_named_by_its_number_alone_has_it_once(tmp_path: Path) -> None:
    places = SHELF["places.yaml"].replace("703: Novgorod", '703: "703"')
    board = main_board(game_with(tmp_path, places=places), None, Setter())
    assert board.cells["place 703"].title == "703"


def test_a_reserve_has_eight_stacks_side_by_side(tmp_path: Path) -> None:
    """Every reserve is as large as the largest, of nine different counters, needs."""
    many = "".join(f"  Rx{number}: {{type: corps, name: x{number}}}\n" for number in range(9))
    reserve = ", ".join(f"Rx{number}" for number in range(9))
    setup = SHELF["setup.yaml"].replace("reserve: [Rc16, (Ra3)]", f"reserve: [{reserve}]")
    game = game_with(tmp_path, red=SHELF["red.yaml"] + many, setup=setup)
    board = main_board(game, settle(game, "campaign"), Setter())
    army = 72 * 5 / 8
    for owner in ("red", "white"):
        box = board.cells[f"reserve {owner}"]
        assert (box.width, box.height) == pytest.approx((8 * (army + 6), 2 * (army + 6)))


def test_counters_alone_make_no_board_of_places(tmp_path: Path) -> None:
    files = {name: text for name, text in SHELF.items() if name in ("game.yaml", "red.yaml")}
    board = main_board(load(Project(write(tmp_path / "bare", files))), None, Setter())
    assert board.cells == {}
