"""Saved objects of a small game, to the letter: what lies where on the table, how large, and of which sheets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exports_support import SHELF, cards, shelf_game
from rcwkit.dice.notation import Dice
from rcwkit.dice.settle import settle
from rcwkit.export.boards import Board, BoardArea, Zone
from rcwkit.export.table import Album, TableChart, TableDeck, TablePage, TableStack, decks_of, lay, tokens_of
from rcwkit.export.tts import Scene, behind, fitting, leaves, saved_object, sheets
from rcwkit.frame import MM, Frame
from rcwkit.game.loader import load
from rcwkit.sheets.pictures import pixels
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import Golden, write

BACKS = Album()
BACKS["back.png"] = Frame(63 * MM, 88 * MM, ())


def saved_shelf(folder: Path) -> bytes:
    game, album, setter = shelf_game(folder), Album(), Setter()
    return saved_object(
        game, tokens_of(game, setter, album), decks_of(game, setter, album), album, "https://example.org/{}".format
    )


def test_saved_object_golden(golden: Golden, tmp_path: Path) -> None:
    golden("export_tts.json", saved_shelf(tmp_path).decode())


def test_each_owner_has_a_bag_and_decks_lie_side_by_side(tmp_path: Path) -> None:
    placed = json.loads(saved_shelf(tmp_path))["ObjectStates"]
    spots = {one["Nickname"]: (one["Transform"]["posX"], one["Transform"]["posZ"]) for one in placed}
    assert {name: spots[name] for name in spots if "counters" in name} == {
        "No one: counters": (0, -2),
        "Red: counters": (2, -2),
        "White: counters": (4, -2),
    }
    bags = {one["Nickname"]: one["ContainedObjects"] for one in placed if one["Name"] == "Bag"}
    assert [(tile["Nickname"], tile.get("Number", 1)) for tile in bags["Red: counters"]] == [
        ("First Army", 1),
        ("2 Army", 1),
        ("3 Army", 1),
        ("c16", 3),
    ]
    # An inch lies between a poker card and a mini card, each around its own middle.
    (left, above), (right, same) = spots["Factions"], spots["1 Truce"]
    assert (above, same) == (2, 2)
    assert right - left == pytest.approx((63 + 44) / 25.4 / 2 + 1, abs=0.01)
    scales = {one["Nickname"]: one["Transform"]["scaleX"] for one in placed}
    assert scales["1 Truce"] / scales["Factions"] == pytest.approx(67 / 88, abs=0.01)


def states(one: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the states of an object: the one that shows is numbered 1, and not among those that it lists."""
    return [one, *one.get("States", {}).values()]


def test_a_scene_has_its_board_set_up_and_the_rest_in_bags(tmp_path: Path) -> None:
    game, setter = shelf_game(tmp_path), Setter()
    table = lay(game, [settle(game, "campaign")], {"Charts": tuple(TablePage(name, b"") for name in "abc")}, setter)
    album = Album()
    tokens, decks = tokens_of(game, setter, album), decks_of(game, setter, album)
    board = table.starts[0].boards[0]
    charts = tuple(leaves(table.charts[0]))
    scene = Scene((board,), table.starts[0].stacks, charts, (Dice(2, 6), Dice(1, 7)), {"Rulings": "None."})
    saved = json.loads(saved_object(game, tokens, decks, album, str, scene))
    placed = saved["ObjectStates"]
    flat = [one for one in placed if one["Locked"]]
    assert [one["Nickname"] for one in flat] == ["Board", "Charts"]
    # The last page is alone on its sheet, and shows on both sides.
    assert [one["CustomImage"]["ImageSecondaryURL"] for one in states(flat[1])] == ["chart-1-2.png", "chart-1-3.png"]
    scale = flat[0]["Transform"]
    assert (scale["scaleX"], scale["scaleZ"]) == pytest.approx(
        (board.frame.width / 144, board.frame.height / 144), abs=0.001
    )
    on_board = [one for one in placed if one["Name"] == "Custom_Tile" and not one["Locked"]]
    turned = {one["Nickname"]: one["Transform"]["rotZ"] for one in on_board}
    assert (turned["First Army"], turned["2 Army"]) == (0.0, 180.0)
    around = {one["Nickname"]: one["Transform"] for one in on_board}
    half = board.frame.width / 144, board.frame.height / 144
    assert all(abs(one["posX"]) <= half[0] and abs(one["posZ"]) <= half[1] for one in around.values())
    # A stack stands tile on tile.
    assert around["2 Army"]["posY"] - around["First Army"]["posY"] == pytest.approx(0.1)
    inside = [tile for one in placed if one["Name"] == "Bag" for tile in one["ContainedObjects"]]
    total = len(on_board) + sum(tile.get("Number", 1) for tile in inside)
    assert total == sum(token.copies for token in tokens.values())
    # There are no dice of seven sides.
    assert [one["Name"] for one in placed if one["Name"].startswith("Die")] == ["Die_6", "Die_6"]
    assert [(tab["title"], tab["body"]) for tab in saved["TabStates"].values()] == [("Rulings", "None.")]


def test_nothing_on_a_table_lies_on_anything_else(tmp_path: Path) -> None:
    """Lengths are inches from the middle of the table: boards from there to the left, charts to the right."""
    game, album = shelf_game(tmp_path), Album()
    table = lay(game, [settle(game, "campaign")], {"Charts": tuple(TablePage(name, b"") for name in "abc")}, Setter())
    cells = {"x": BoardArea(0, 0, 72, 72, "Box"), "y": BoardArea(360, 144, 144, 72, "Wide")}
    boards = tuple(
        Board(
            name,
            Frame(width * 72, height * 72, ()),
            (Zone(BoardArea(0, 0, 1, 1, ""), cells),),
            f"{name}.png",
            None,
            snaps,
        )
        for name, width, height, snaps in (
            ("A", 10, 8, ((0, 0), (720, 576), (360, 144))),
            ("B", 6, 12, ()),
            ("C", 2, 3, ()),
        )
    )
    stacks = (
        TableStack("A", "x", "", (("VP", False), ("ukraine", True))),
        TableStack("A", "y", "", (("Rc16", False),)),
        TableStack("A", "y", "", (("Wc1", False),)),
        TableStack("B", "x", "", (("Rc16", False),)),
    )
    tokens = {
        name: replace(token, owner=f"Owner {number}")
        for number, (name, token) in enumerate(tokens_of(game, Setter(), album).items())
    }
    more = {f"more{n}": replace(tokens["Wa1"], id=f"more{n}", owner=f"More {n}") for n in range(5)}
    dice = Dice(2, 6), Dice(1, 7), Dice(3, 20)
    scene = Scene(boards, stacks, tuple(leaves(table.charts[0])), dice, {"One": "1", "Two": "2"})
    decks = decks_of(game, Setter(), album)
    saved = json.loads(saved_object(game, tokens | more, decks, album, str, scene))
    places: dict[str, list[tuple[float, float, float]]] = {}
    for one in saved["ObjectStates"]:
        at = one["Transform"]
        places.setdefault(one["Nickname"], []).append((at["posX"], at["posZ"], at["posY"]))
    assert [places[name] for name in "ABC"] == [[(0, 0, 1)], [(-9, 0, 1)], [(-14, 0, 1)]]
    # Sheets of A4 paper are pages of one tile beside the first board.
    assert places["Charts"] == [(10.134, 0, 1)]
    assert (places["Factions"], places["1 Truce"]) == ([(1.24, 8, 1)], [(4.346, 8, 1)])
    # Counters stand on the middles of their boxes, stacks of one box side by side.
    assert places["VP"] == [(-4.5, 3.5, 1.1)]
    assert places["Ukraine"] == [(-4.5, 3.5, 1.2)]
    assert places["c16"] == [(0.5, 1.5, 1.1), (-11.5, 5.5, 1.1)]
    assert places["c1"] == [(1.5, 1.5, 1.1)]
    bags = [at for name, at in places.items() if name.endswith(": counters")]
    assert bags == [[(float(x), -8.0, 1.0)] for x in (0, *range(4, 20, 2))] + [
        [(float(x), -10.0, 1.0)] for x in (0, 2, 4)
    ]
    assert places["6-sided die"] == [(-2, -8, 1), (-2, -9, 1)]
    assert places["20-sided die"] == [(-3, -8, 1), (-3, -9, 1), (-3, -10, 1)]
    # A board counts its points from its middle, where it ends at 1, and to the left.
    (snaps,) = [one["AttachedSnapPoints"] for one in saved["ObjectStates"] if "AttachedSnapPoints" in one]
    found = [tuple(one["Position"][axis] for axis in "xyz") for one in snaps]
    assert found == [(1, 0.1, -1), (-1, 0.1, 1), (0, 0.1, -0.5)]
    assert {number: (tab["title"], tab["id"]) for number, tab in saved["TabStates"].items()} == {
        "0": ("One", 0),
        "1": ("Two", 1),
    }


@pytest.mark.parametrize(("columns", "rows"), [(10, 7), (2, 2), (3, 7)])
def test_sheets_are_small_enough_for_every_graphics_card(columns: int, rows: int) -> None:
    for size in ((63, 88), (70, 120), (200, 200)):
        frame = Frame(size[0] * MM, size[1] * MM, ())
        dpi = fitting(frame, columns, rows, 150)
        width, height = pixels(frame, dpi=dpi)
        assert dpi <= 150
        assert max(width * columns, height * rows) <= 4096


def test_a_deck_takes_a_sheet_for_each_69_cards() -> None:
    def taken(count: int) -> list[tuple[str, int]]:
        return [(sheet.name, len(part)) for sheet, part in sheets(TableDeck("d", "Deck", "back.png", cards(count)))]

    assert taken(69) == [("sheet-d-1.png", 69)]
    assert taken(70) == [("sheet-d-1.png", 69), ("sheet-d-2.png", 1)]


def test_sheets_are_numbered_through_and_objects_told_apart(tmp_path: Path) -> None:
    decks = (TableDeck("a", "A", "back.png", cards(70)), TableDeck("b", "B", "back.png", cards(2)))
    saved = json.loads(saved_object(shelf_game(tmp_path), {}, decks, BACKS, str))["ObjectStates"]
    assert [[*deck["CustomDeck"]] for deck in saved] == [["1", "2"], ["3"]]
    assert saved[1]["DeckIDs"] == [300, 300, 301]
    guids = [one["GUID"] for deck in saved for one in (deck, *deck["ContainedObjects"])]
    assert len(set(guids)) == len(guids)


def test_tiles_have_the_size_of_their_counters(tmp_path: Path) -> None:
    """A tile of scale 1 is two inches wide."""
    game, album, setter = shelf_game(tmp_path), Album(), Setter()
    token = tokens_of(game, setter, album)["Ra1"]
    album[token.front] = album[token.front]._replace(width=16 * MM, height=25 * MM)
    (bag,) = json.loads(saved_object(game, {"Ra1": token}, (), album, str))["ObjectStates"]
    (tile,) = bag["ContainedObjects"]
    assert [tile["Transform"][f"scale{axis}"] for axis in "XYZ"] == [0.315, 1.0, 0.4921]


def test_thousands_of_objects_are_told_apart(tmp_path: Path) -> None:
    many = TableDeck("d", "Deck", "back.png", tuple(replace(card, copies=99) for card in cards(69)))
    saved = saved_object(shelf_game(tmp_path), {}, (many,), BACKS, str)
    guids = re.findall(rb'"GUID": "([0-9a-f]{6})"', saved)
    assert len(set(guids)) == len(guids) == 69 * 99 + 1


def test_letters_stand_for_themselves(tmp_path: Path) -> None:
    write(tmp_path / "shelf", SHELF | {"game.yaml": SHELF["game.yaml"].replace("title: Toy\n", "title: Царицын\n")})
    assert '"SaveName": "Царицын"'.encode() in saved_object(load(Project(tmp_path / "shelf")), {}, (), Album(), str)


@pytest.mark.parametrize(("shape", "kind"), [("square", 0), ("hex", 1), ("round", 2)])
def test_tiles_have_the_shape_of_their_counters(tmp_path: Path, shape: Any, kind: int) -> None:
    game, album = shelf_game(tmp_path), Album()
    token = tokens_of(game, Setter(), album)["Ra1"]
    album[token.front] = album[token.front]._replace(shape=shape)
    (bag,) = json.loads(saved_object(game, {"Ra1": token}, (), album, str))["ObjectStates"]
    assert [tile["CustomImage"]["CustomTile"]["Type"] for tile in bag["ContainedObjects"]] == [kind]


def test_a_table_has_the_dice_that_there_are(tmp_path: Path) -> None:
    scene = Scene(dice=tuple(Dice(1, sides) for sides in range(2, 101)))
    saved = json.loads(saved_object(shelf_game(tmp_path), {}, (), Album(), str, scene))
    assert [one["Name"] for one in saved["ObjectStates"]] == [f"Die_{sides}" for sides in (4, 6, 8, 10, 12, 20)]


def test_a_side_of_a_sheet_takes_all_pixels_but_one_for_each_cell() -> None:
    inch = Frame(72, 72, ())
    assert [fitting(inch, columns, 1, 9999) for columns in (1, 4)] == [4095, 1023]
    assert [fitting(inch, 1, rows, 9999) for rows in (1, 8)] == [4095, 511]
    assert fitting(inch, 1, 1, 300) == 300


def test_pages_lie_in_pairs_and_fast_and_dice_are_of_usual_size(tmp_path: Path) -> None:
    pages = TableChart("Charts", tuple((name, f"{name}.png") for name in "abcde"))
    game, scene = shelf_game(tmp_path), Scene((), (), tuple(leaves(pages)), (Dice(1, 6),), {"Notes": "None."})
    saved = json.loads(saved_object(game, {}, (), Album(), str, scene))
    (first,) = [one for one in saved["ObjectStates"] if one["Locked"]]
    assert [*first["States"]] == ["2", "3"]
    flat = states(first)
    shown = [(one["CustomImage"]["ImageURL"], one["CustomImage"]["ImageSecondaryURL"]) for one in flat]
    assert shown == [("a.png", "b.png"), ("c.png", "d.png"), ("e.png", "e.png")]
    # Without a board they begin an inch from the middle; a tile of scale 1 is two inches wide.
    assert [one["Transform"]["posX"] for one in flat] == [5.134, 5.134, 5.134]
    assert {(one["Transform"]["scaleX"], one["Transform"]["scaleZ"]) for one in flat} == {
        (round(210 / 50.8, 4), round(297 / 50.8, 4))
    }
    tiles = [one["CustomImage"]["CustomTile"] for one in flat]
    assert {(tile["Type"], tile["Stackable"]) for tile in tiles} == {(0, False)}
    (die,) = [one["Transform"] for one in saved["ObjectStates"] if one["Name"] == "Die_6"]
    assert (die["scaleX"], die["scaleY"], die["scaleZ"]) == (1, 1, 1)
    assert saved["TabStates"]["0"]["visibleColor"] == {"r": 0.5, "g": 0.5, "b": 0.5}


def test_places_are_written_to_a_thousandth_of_an_inch(tmp_path: Path) -> None:
    game, album = shelf_game(tmp_path), Album()
    tokens = {name: one for name, one in tokens_of(game, Setter(), album).items() if name == "VP"}
    zone = Zone(BoardArea(0, 0, 1, 1, ""), {"box": BoardArea(10, 10, 100, 100, "Box")})
    board = Board("A", Frame(720, 576, ()), (zone,), "a.png", None, ((100, 100),))
    scene = Scene((board,), (TableStack("A", "box", "", (("VP", False),)),))
    flat, tile, *_ = json.loads(saved_object(game, tokens, (), album, str, scene))["ObjectStates"]
    assert (tile["Transform"]["posX"], tile["Transform"]["posZ"]) == (-4.167, 3.167)
    assert [one["Position"] for one in flat["AttachedSnapPoints"]] == [{"x": 0.72222, "y": 0.1, "z": -0.65278}]


def test_backs_of_their_own_have_sheets_in_the_order_of_the_faces(tmp_path: Path) -> None:
    turned = tuple(replace(card, back=f"{card.id}-back.png" if card.id == "c2" else None) for card in cards(70))
    saved = json.loads(
        saved_object(shelf_game(tmp_path), {}, (TableDeck("d", "Deck", "back.png", turned),), BACKS, str)
    )
    (deck,) = saved["ObjectStates"]
    assert [(one["BackURL"], one["UniqueBack"]) for one in deck["CustomDeck"].values()] == [
        ("backs-d-1.png", True),
        ("backs-d-2.png", True),
    ]
    first, second = behind(TableDeck("d", "Deck", "back.png", turned))
    assert (first.faces[:3], set(second.faces)) == (("back.png", "c2-back.png", "back.png"), {"back.png", None})
    plain = TableDeck("d", "Deck", "back.png", cards(2))
    assert behind(plain) == []
    ((sheet,),) = (
        one["CustomDeck"].values()
        for one in json.loads(saved_object(shelf_game(tmp_path), {}, (plain,), BACKS, str))["ObjectStates"]
    )
    assert (sheet["BackURL"], sheet["UniqueBack"]) == ("back.png", False)
