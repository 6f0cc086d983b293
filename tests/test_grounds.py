"""Maps under counters on virtual tables: pictures with a sheet of spots, and those that are drawn from data."""

from __future__ import annotations

import io
from math import ceil
from pathlib import Path

import pytest
from exports_support import shelf_game
from map_support import BASE, HEAD, mapped
from PIL import Image
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.export.boards import BoardArea, BoardHexes, Ground, drawn_ground
from rcwkit.export.make import read_ground
from rcwkit.frame import MM, Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.maps.draw import EDGE
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.survey import surveys
from rcwkit.source.language import ENGLISH
from rcwkit.source.project import Project
from tests_support import UNMAPPED, write


@pytest.fixture
def toy(tmp_path: Path) -> Game:
    return shelf_game(tmp_path)


def picture(folder: Path, sheet: str | bytes, kind: str = "png") -> Path:
    """Write a picture of 400 × 300 pixels and its sheet."""
    data = io.BytesIO()
    Image.new("RGB", (400, 300), "green").save(data, "PNG" if kind == "png" else "JPEG")
    (folder / f"mine.{kind}").write_bytes(data.getvalue())
    (folder / "mine.csv").write_bytes(sheet.encode() if isinstance(sheet, str) else sheet)
    return folder / f"mine.{kind}"


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_a_picture_has_spots_in_pixels(tmp_path: Path, toy: Game, kind: str) -> None:
    sheet = "\ufeffplace,x,y,note\n701,0,0,corner\n 702 ,400,300,\n638,100.5,60,\n"
    mine = picture(tmp_path, sheet, kind)
    ground = read_ground(toy, mine)
    assert (ground.frame.width, ground.frame.height) == (200, 150)
    assert ground.spots == {"701": ("Petrograd", 0, 0), "702": ("Pskov", 200, 150), "638": ("Norlinsk", 50.25, 30)}
    assert (ground.data, ground.name, ground.hexes) == (mine.read_bytes(), f"map.{kind}", None)
    assert ground.room == 45


def test_a_box_is_as_wide_as_the_largest_counter(tmp_path: Path) -> None:
    large = UNMAPPED["white.yaml"].replace("side: white\n", "side: white\nsize: 1x3/4in\n")
    mine = picture(tmp_path, "place,x,y\n701,100,60\n")
    game = load(Project(write(tmp_path / "toy", UNMAPPED | {"white.yaml": large}), shown="toy"))
    assert read_ground(game, mine).room == 72
    few = {name: UNMAPPED[name] for name in ("game.yaml", "places.yaml")}
    assert read_ground(load(Project(write(tmp_path / "few", few), shown="few")), mine).room == 45


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ("place,x\n701,1\n", [(1, "no columns place, x, y", "head them so")]),
        ("", [(1, "no columns place, x, y", "head them so")]),
        (b"place,x,y\n\xff,1,1\n", [(1, "not UTF-8 text", "save it as UTF-8")]),
        ("place,x,y\n7010,1,1\n", [(2, "unknown place '7010'", "did you mean '701'?")]),
        ("place,x,y\nxxxx,1,1\n", [(2, "unknown place 'xxxx'", "")]),
        (
            "place,x,y\n701,401,1\n702,1,301\n638,-1,1\n701,1,-1\n702,far,1\n703,1\n701,nan,1\n",
            [
                (line, f"'{said}' is not a spot on a picture of 400 × 300 pixels", "")
                for line, said in enumerate(("401, 1", "1, 301", "-1, 1", "1, -1", "far, 1", "1, None", "nan, 1"), 2)
            ],
        ),
    ],
)
def test_a_sheet_that_is_wrong_is_refused(
    tmp_path: Path, toy: Game, sheet: str | bytes, expected: list[tuple[int, str, str]]
) -> None:
    with pytest.raises(InputError) as caught:
        read_ground(toy, picture(tmp_path, sheet))
    assert {one.code for one in caught.value.diagnostics} == {"E591"}
    assert [(one.span.line, one.message, one.hint) for one in caught.value.diagnostics] == expected
    assert {one.span.file for one in caught.value.diagnostics} == {str(tmp_path / "mine.csv")}


def test_a_picture_that_is_wrong_or_missing_is_refused(tmp_path: Path, toy: Game) -> None:
    mine = picture(tmp_path, "place,x,y\n")
    mine.write_bytes(b"not a picture")
    with pytest.raises(InputError) as caught:
        read_ground(toy, mine)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message.startswith("mine.png: "), str(found.span)) == ("E590", True, str(mine))
    (tmp_path / "mine.csv").unlink()
    with pytest.raises(Surroundings, match=r"cannot read .*mine\.csv: No such file"):
        read_ground(toy, mine)


def test_a_map_is_drawn_with_the_spots_of_hexes_and_spaces(tmp_path: Path) -> None:
    text = """hexes: {size: 20mm, columns: 3, rows: 2}
places: {"0102": {name: Oldham}}
spaces:
  camp: {at: [12, 14], name: Camp}
  "9": {at: [30, 20], name: Nine}
  "10": {at: [30, 30]}
  wide: {at: [20, 20], size: [31.75, 4]}
  high: {at: [20, 20], size: [4, 31]}
  shaped: {at: [20, 20], outline: [[15, 15], [25, 15], [25, 25]]}
"""
    game = mapped(tmp_path, text)
    ground = drawn_ground(game, game.setter())
    assert ground is not None
    hexes = game[Map]["valley"].value.hexes
    assert hexes is not None
    assert (ground.hexes, ground.data, ground.room) == (BoardHexes(hexes, EDGE, EDGE), b"", 45)
    wide, _ = surveys(game)["valley"].size
    assert ground.frame.width == ceil(wide * MM + 2 * EDGE)
    assert ground.frame.height == int(ground.frame.height)
    title, x, y = ground.spots["camp"]
    assert (title, x, y) == ("Camp", 12 * MM + EDGE, 14 * MM + EDGE)
    names = {name: said for name, (said, _, _) in ground.spots.items()}
    assert {name: names[name] for name in ("0101", "0102", "9", "10")} == {
        "0101": "0101",
        "0102": "0102 Oldham",
        "9": "9 Nine",
        "10": "10",
    }
    x, y = hexes.centre(hexes.cells["0201"])
    assert ground.spots["0201"][1:] == (x * MM + EDGE, y * MM + EDGE)
    # Two counters of 5/8 inch are 31.75 mm.
    assert ground.open == {"wide", "shaped"}


def test_a_grid_may_lie_within_its_map_and_large_counters_take_more_room(tmp_path: Path) -> None:
    large = BASE["white.yaml"].replace("side: white\n", "side: white\nsize: 1x3/4in\n")
    text = """size: 90x80mm
corner: [5, 8]
hexes: {size: 20mm, columns: 3, rows: 2, first: A1}
places: {A2: {name: Oldham}}
spaces: {wide: {at: [20, 20], size: [50, 4]}, wider: {at: [20, 20], size: [52, 4]}}
"""
    game = load(Project(write(tmp_path, BASE | {"white.yaml": large, "map.yaml": HEAD + text}), shown="toy"))
    ground, hexes = drawn_ground(game, game.setter()), game[Map]["valley"].value.hexes
    assert ground is not None and hexes is not None
    assert ground.hexes == BoardHexes(hexes, 5 * MM + EDGE, 8 * MM + EDGE)
    # Hexes are called by their numbers and names, and an inch is 25.4 mm.
    assert ground.spots["A2"][0] == "A2 Oldham"
    assert ground.room == 72
    assert ground.open == {"wider"}


def test_the_ground_of_a_game_is_its_map_with_most_places(tmp_path: Path) -> None:
    assert drawn_ground(mapped_without(tmp_path / "none"), mapped_without(tmp_path / "none").setter()) is None
    plain = {name: text for name, text in BASE.items() if name == "game.yaml"}
    spaces = f"{HEAD}size: 100x60mm\nspaces: {{camp: {{at: [12, 14], name: Camp}}}}\n"
    game = load(Project(write(tmp_path / "plain", plain | {"map.yaml": spaces}), shown="toy"))
    ground = drawn_ground(game, game.setter())
    assert ground is not None
    assert (ground.hexes, ground.room) == (None, 45)
    # Of several maps, the ground is the one on which most can stand.
    bare = f"{HEAD}size: 50x60mm\n".replace("id: valley", "id: abyss")
    for name, files, wide in (("one", {}, 50), ("two", {"map.yaml": spaces}, 100)):
        game = load(Project(write(tmp_path / name, plain | {"abyss.yaml": bare, **files}), shown="toy"))
        ground = drawn_ground(game, game.setter())
        assert ground is not None and ground.frame.width == ceil(wide * MM + 2 * EDGE)


def mapped_without(folder: Path) -> Game:
    """Return a game without a map."""
    return load(Project(write(folder, BASE), shown="toy"))


def test_a_ground_is_a_board_with_a_box_around_each_spot() -> None:
    spots = {"a": ("A", 100.0, 60.0), "b": ("B", 30.0, 40.0)}
    ground = Ground(Frame(400, 300, ()), spots, 20, open=frozenset({"b"}))
    board = ground.board(ENGLISH)
    around_a = ((80, 40), (120, 40), (120, 80), (80, 80))
    around_b = ((10, 20), (50, 20), (50, 60), (10, 60))
    assert board.cells == {
        "place a": BoardArea(90, 50, 20, 20, "A", outline=around_a),
        "place b": BoardArea(20, 30, 20, 20, "B", outline=around_b, loose=True),
    }
    assert (board.name, board.image, board.snaps) == ("Map", "map.png", ((100, 60),))
    assert [zone.area for zone in board.zones] == [BoardArea(0, 0, 400, 300, "Map")]
