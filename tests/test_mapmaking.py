"""Maps by hand: what is painted and drawn is written in few lines, as a person would, and taken back byte for byte."""

from __future__ import annotations

import csv
import io
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.export.make import read_ground
from rcwkit.kinds.maps.grid import HexGrid
from rcwkit.kinds.maps.survey import blocks, runs_of
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.mapmaking import Mapmaking, toggled_route, toggled_sides
from rcwkit.screens.preview.placing import BoardPictures
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.cells import delimited, rewritten
from tests_support import write

GRID = HexGrid(size=19, columns=6, rows=5, without=("0305",))
NUMBERS = st.sets(st.sampled_from([*GRID.cells]))
HEATH = """\
kind: maps
id: heath
title: The Heath
source: Mill Bridge
hexes: {size: 19mm, columns: 8, rows: 5}
ground: clear   # all else
terrain:
  clear: {title: Open}
  moor: {title: Moor, drawing: marsh, hexes: ["0301-0402"]}
  woods:
    title: Woods
    hexes: ["0604-0705"]   # near the ford
  town: {title: Town, hexes: ["0503"]}
places:
  "0503": {name: Linden}
  "0202": moor
edges:
  stream: {title: Stream, sides: ["0101 se s", "0202/0203"]}
ways:
  road: {title: Road, routes: ["0202 0302 0402 0503"]}
spaces:
  box: {at: [20, 30], shape: box}
labels:
  - {text: HEATH, at: [60, 40]}
"""
GAME = """\
kind: game
id: mill
title: Mill
source: {title: Mill Bridge, version: "1"}
credits: mine
sides:
  red: {title: Red, short: Red, colour: "#B3201F", mark: star, plays: true}
"""


def held(runs: list[str]) -> set[str]:
    return {number for run in runs for number in GRID.run(run) or () if number in GRID.cells}


@given(NUMBERS, NUMBERS)
def test_runs_name_what_is_wanted_and_come_back(first: set[str], second: set[str]) -> None:
    runs = runs_of(GRID, [], first)
    assert held(runs) == first
    assert len(runs) <= max(1, len(first))
    after = runs_of(GRID, runs, second)
    assert held(after) == second
    assert sum(len(GRID.run(run) or ()) for run in after) == len(second), "none is named twice"
    assert runs_of(GRID, runs, first) == runs


def test_blocks_are_as_large_as_they_can_be() -> None:
    assert (
        runs_of(GRID, [], held(["0101-0405"])) == ["0101-0205", "0301-0404", "0405"]
        or len(runs_of(GRID, [], held(["0101-0405"]))) == 3
    )
    assert [*blocks([GRID.cells["0203"]])] == [(1, 1, 2, 2)]
    assert runs_of(GRID, ["0101-0105"], held(["0101-0105"]) - {"0103"}) == ["0101-0102", "0104-0105"]
    assert runs_of(GRID, ["0101-0102", "0104-0105"], held(["0101-0105"])) == ["0101-0105"]
    assert runs_of(GRID, ["0601"], {"0601", "0101", "0102"}) == ["0601", "0101-0102"]


def test_a_hexside_is_added_to_what_is_said_of_its_hex_and_taken_away() -> None:
    def add(listed: list[str], number: str, side: Any) -> list[str]:
        return toggled_sides(GRID, listed, number, side, present=False)

    def drop(listed: list[str], number: str, side: Any) -> list[str]:
        return toggled_sides(GRID, listed, number, side, present=True)

    assert add([], "0203", "n") == ["0203 n"]
    assert add(["0203 n", "0101 s"], "0203", "se") == ["0203 n se", "0101 s"]
    assert add(["0204 s"], "0203", "s") == ["0204 n s"], "the hex beyond is listed already"
    assert drop(["0203 n se", "0101 s"], "0203", "n") == ["0203 se", "0101 s"]
    assert drop(["0204 n"], "0203", "s") == []
    assert drop(["0203/0204", "0101 s"], "0203", "s") == ["0101 s"]
    assert drop(["0203 s 0101 s"], "0203", "s") == ["0101 s"]


def test_a_way_is_lengthened_joined_and_divided() -> None:
    def toggled(routes: list[str], one: str, other: str, *, present: bool = False) -> list[str]:
        return toggled_route(GRID, routes, one, other, present=present)

    assert toggled([], "0101", "0102") == ["0101 0102"]
    assert toggled(["0101 0102"], "0102", "0103") == ["0101 0102 0103"]
    assert toggled(["0101 s s"], "0103", "0104") == ["0101 s s s"]
    assert toggled(["0102 0103"], "0101", "0102") == ["0101 0102 0103"]
    assert toggled(["0101 0102 0103 0104"], "0103", "0102", present=True) == ["0101 0102", "0103 0104"]
    assert toggled(["0101 s s s"], "0102", "0103", present=True) == ["0101 s", "0103 s"]
    assert toggled(["0101 0102"], "0101", "0102", present=True) == []
    assert toggled_route(None, ["1 2 3"], "3", "7", present=False) == ["1 2 3 7"]


STRETCHES = [
    (one, GRID.numbers[beyond])
    for one, cell in GRID.cells.items()
    for beyond in (GRID.neighbour(cell, side) for side in GRID.sides)
    if beyond in GRID.numbers
]


@given(st.lists(st.sampled_from(STRETCHES), max_size=20))
def test_ways_are_what_was_drawn_and_not_taken_away_again(drawn: list[tuple[str, str]]) -> None:
    routes: list[str] = []
    wanted: set[frozenset[str]] = set()
    for one, other in drawn:
        ends = frozenset((one, other))
        routes = toggled_route(GRID, routes, one, other, present=ends in wanted)
        wanted ^= {ends}
    found = [frozenset(pair) for text in routes for pair in pairwise(text.split())]
    assert len(found) == len(wanted) and {*found} == wanted


@pytest.mark.parametrize("pair", [("0102", "0103"), ("0103", "0102")])
def test_two_ways_become_one_where_they_meet(pair: tuple[str, str]) -> None:
    """Bug: the place where they met was named in both."""
    routes = ["0202 0302", "0101 s", "0103 s", "0104 0204"]
    assert toggled_route(GRID, routes, *pair, present=False) == ["0202 0302", "0101 s s s", "0104 0204"]
    assert toggled_route(GRID, ["0103 0104", "0101 0102"], *pair, present=False) == ["0101 0102 0103 0104"]


@pytest.mark.parametrize(
    ("text", "cells", "rows", "expected"),
    [
        ("a,b\r\n1,x\r\n", {(2, 2): "y, z"}, [], 'a,b\r\n1,"y, z"\r\n'),
        ('a;b;c\n"1";;\n2;"x ""q""";\n', {(2, 3): "n", (3, 2): "x"}, [], 'a;b;c\n"1";;n\n2;"x";\n'),
        ("a,b,c\n1\n2,x,y", {(2, 3): "z"}, [{1: "3", 3: "w"}], "a,b,c\n1,,z\n2,x,y\n3,,w\n"),
        ('a,b\n"one\ntwo",x\n3,y\n', {(4, 2): ""}, [], 'a,b\n"one\ntwo",x\n3,\n'),
        ("a\tb\n1\t\n", {(2, 2): "x"}, [], "a\tb\n1\tx\n"),
    ],
)
def test_cells_change_and_all_else_stays(text: str, cells: Any, rows: Any, expected: str) -> None:
    made = rewritten(text, "one.csv", cells, rows)
    assert made == expected
    assert rewritten(text, "one.csv", {}, []) == text
    found = {
        (row.span.line, column): cell.value
        for row in delimited(made, "one.csv").rows
        for column, cell in row.cells.items()
    }
    assert all(found.get(at, "") == value for at, value in cells.items())


def picture(width: int, height: int) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height), "#C8D0B0").save(target, "PNG")
    return target.getvalue()


@pytest.fixture
def heath(tmp_path: Path) -> Mapmaking:
    return made(write(tmp_path / "mill", {"game.yaml": GAME, "map.yaml": HEATH}))


@pytest.fixture
def desert(tmp_path: Path) -> Mapmaking:
    shutil.copytree(bundled("templates") / "like" / "hex", tmp_path / "salt")
    return made(tmp_path / "salt")


def made(folder: Path) -> Mapmaking:
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    assert [one.diagnostic for one in workshop.problems if one.diagnostic.severity == "error"] == []
    return Mapmaking(workshop, Editing(workshop))


def lines(shown: dict[str, Any]) -> list[str]:
    return [line.strip() for one in shown["written"] for part in one["lines"] for line in part["after"]]


def test_a_map_of_lists_is_changed_in_single_lines(heath: Mapmaking) -> None:
    path = heath.workshop.project.root / "map.yaml"
    before = path.read_bytes()

    def change(do: str, **more: Any) -> list[str]:
        return lines(heath.change("heath", {"do": do, **more}))

    shown = heath.shown("heath")
    assert len(shown["hexes"]) == 40
    assert [one["drawn"] for one in shown["ways"]] == [[["0202", "0302"], ["0302", "0402"], ["0402", "0503"]]]
    assert change("terrain", terrain="moor", hexes=["0501", "0502"]) == [
        'moor: {title: Moor, drawing: marsh, hexes: ["0301-0502"]}'
    ]
    assert change("terrain", terrain="woods", hexes=["0501", "0502"]) == [
        'moor: {title: Moor, drawing: marsh, hexes: ["0301-0402"]}',
        'hexes: ["0604-0705", "0501-0502"]   # near the ford',
    ]
    assert change("terrain", terrain="clear", hexes=["0501", "0502"]) == ['hexes: ["0604-0705"]   # near the ford']
    assert path.read_bytes() == before
    assert change("terrain", terrain="woods", hexes=["0202"]) == ['"0202": woods']
    assert change("terrain", terrain="moor", hexes=["0202"]) == ['"0202": moor']
    assert change("terrain", terrain="town", hexes=["0503"]) == ["town: {title: Town}"]
    assert change("terrain", terrain="town", hexes=["0503"]) == ['town: {title: Town, hexes: ["0503"]}']
    assert change("edge", edge="stream", sides=[["0102", "n"]]) == [
        'stream: {title: Stream, sides: ["0101 se", "0202/0203"]}'
    ]
    assert change("edge", edge="stream", sides=[["0101", "s"]]) == [
        'stream: {title: Stream, sides: ["0101 se s", "0202/0203"]}'
    ]
    assert change("way", way="road", places=["0503", "0603"]) == [
        'road: {title: Road, routes: ["0202 0302 0402 0503 0603"]}'
    ]
    assert change("way", way="road", places=["0603", "0503"]) == [
        'road: {title: Road, routes: ["0202 0302 0402 0503"]}'
    ]
    assert change("edge", edge="stream", sides=[["0101", "s"], ["0201", "s"], ["0202", "se"], ["0202", "n"]]) == [
        'stream: {title: Stream, sides: ["0101 se s", "0202/0203", "0202 n se"]}'
    ], "what is there stays, and what is drawn twice is drawn once"
    assert change("edge", edge="stream", sides=[["0201", "s"], ["0202", "se"]]) == [
        'stream: {title: Stream, sides: ["0101 se s", "0202/0203"]}'
    ]
    assert change("way", way="road", places=["0402", "0503", "0603", "0604"]) == [
        'road: {title: Road, routes: ["0202 0302 0402 0503 0603 0604"]}'
    ]
    assert change("way", way="road", places=["0604", "0603", "0503"]) == [
        'road: {title: Road, routes: ["0202 0302 0402 0503"]}'
    ]
    assert change("move", place="box", at=[22.5, 40]) == ["box: {at: [22.5, 40], shape: box}"]
    assert change("move", place="box", at=[20, 30]) == ["box: {at: [20, 30], shape: box}"]
    assert change("move", place="label 0", at=[61, 40]) == ["- {text: HEATH, at: [61, 40]}"]
    assert change("move", place="label 0", at=[60, 40]) == ["- {text: HEATH, at: [60, 40]}"]
    assert change("say", place="0503", field="note", value="An inn: closed") == [
        '"0503": {name: Linden, note: "An inn: closed"}'
    ]
    assert change("say", place="0503", field="note", value="") == ['"0503": {name: Linden}']
    assert path.read_bytes() == before, "there and back leaves the file byte for byte"
    for _ in range(30):
        heath.editing.undo()
    assert path.read_bytes() == before


def test_terrain_and_lines_are_added_and_drawn_otherwise(heath: Mapmaking) -> None:
    path = heath.workshop.project.root / "map.yaml"
    before = path.read_bytes()

    def define(what: str, name: str = "", **said: str) -> list[str]:
        return lines(heath.change("heath", {"do": "define", "what": what, "name": name, **said}))

    assert define("terrain", title="Open sea", drawing="water") == ["open_sea: {title: Open sea, drawing: water}"]
    assert define("terrain", title="Hills", drawing="hills", colour="#C8B088", note="2 MP") == [
        'hills: {title: Hills, colour: "#C8B088", note: 2 MP}'
    ], "its id says how it is drawn"
    assert define("terrain", "hills", title="Low hills", drawing="hills", colour="", note="") == [
        "hills: {title: Low hills}"
    ]
    assert define("edges", title="Dyke", line="wall") == ["dyke: {title: Dyke, line: wall}"]
    assert define("ways", title="Ferry") == ["ferry: {title: Ferry}"]
    heath.workshop.refresh()
    shown = heath.shown("heath")
    assert [one["title"] for one in shown["terrain"]][-2:] == ["Open sea", "Low hills"]
    assert shown["edges"][-1]["line"] == "wall" and "<svg" in shown["edges"][-1]["svg"]
    assert shown["ways"][-1]["line"] in shown["lines"] and shown["terrain"][-1]["drawing"] in shown["drawings"]
    for what, name, title in (("terrain", "", " "), ("terrain", "swamp", "Swamp"), ("labels", "", "X")):
        with pytest.raises(InputError):
            define(what, name, title=title)
    for _ in range(5):
        heath.editing.undo()
    assert path.read_bytes() == before


def test_a_map_of_rows_is_changed_in_its_sheet(desert: Mapmaking) -> None:
    path = desert.workshop.project.root / "sheets" / "hexes.csv"
    before = path.read_bytes()

    def change(do: str, **more: Any) -> list[str]:
        return lines(desert.change("desert", {"do": do, **more}))

    assert change("terrain", terrain="rocks", hexes=["0504", "0403"]) == [
        "0403,Palm wells,rocks; village,nw; ne,,",
        "0504,,rocks,,,",
    ]
    assert change("terrain", terrain="fort", hexes=["0504"]) == ["0504,,rocks; fort,,,"]
    assert change("terrain", terrain="fort", hexes=["0504"]) == ["0504,,rocks,,,"]
    assert change("edge", edge="cliff", sides=[["0504", "n"]]) == ["0504,,rocks,,n,"]
    assert change("edge", edge="cliff", sides=[["0503", "s"]]) == ["0504,,rocks,,,"]
    assert change("way", way="road", places=["0104", "0204"]) == ["0104,,plain,se,,", "0204,,plain,nw,,"]
    assert change("way", way="road", places=["0204", "0104"]) == ["0104,,plain,,,", "0204,,plain,,,"]
    assert change("say", place="0104", field="name", value="North, well") == ['0104,"North, well",plain,,,']
    for _ in range(8):
        desert.editing.undo()
    assert path.read_bytes() == before


def test_ways_and_edges_of_a_sheet_are_drawn_into_its_cells(tmp_path: Path) -> None:
    edges, ways = HEATH.index("edges:"), HEATH.index("spaces:")
    said = "edges: {from: {file: edges.csv, id: Edge}}\nways: {from: {file: ways.csv, id: Way}}\n"
    sheets = {
        "edges.csv": "Edge,Title,Sides\nstream,Stream,0101 se s\n",
        "ways.csv": "Way,Title,Routes\nroad,Road,0202 0302; 0402 0503\n",
    }
    folder = write(tmp_path / "mill", {"game.yaml": GAME, "map.yaml": HEATH[:edges] + said + HEATH[ways:], **sheets})
    mill = made(folder)
    assert lines(mill.change("heath", {"do": "way", "way": "road", "places": ["0302", "0402"]})) == [
        "road,Road,0202 0302 0402 0503"
    ]
    assert lines(mill.change("heath", {"do": "edge", "edge": "stream", "sides": [["0101", "se"]]})) == [
        "stream,Stream,0101 s"
    ]
    assert "from: {file: ways.csv" in (folder / "map.yaml").read_text(encoding="utf-8")


def test_areas_are_painted_and_joined_by_ways(tmp_path: Path) -> None:
    shutil.copytree(bundled("templates") / "like" / "area", tmp_path / "valley")
    valley = made(tmp_path / "valley")
    before = (tmp_path / "valley" / "map.yaml").read_bytes()
    (line,) = lines(valley.change("valley", {"do": "terrain", "terrain": "rock", "hexes": ["6"]}))
    assert line.startswith("6: {at: [95, 84], terrain: rock, outline: [[58, 58],")
    (line,) = lines(valley.change("valley", {"do": "way", "way": "track", "places": ["12", "11"]}))
    assert line == 'track: {title: Mule track, routes: ["5 6 7 8 12 11", "7 10"]}'
    valley.change("valley", {"do": "way", "way": "track", "places": ["11", "12"]})
    valley.change("valley", {"do": "terrain", "terrain": "forest", "hexes": ["6"]})
    assert (tmp_path / "valley" / "map.yaml").read_bytes() == before


def test_what_cannot_be_drawn_is_refused(heath: Mapmaking, desert: Mapmaking) -> None:
    before = (heath.workshop.project.root / "map.yaml").read_bytes()
    for wanted, said in (
        ({"do": "terrain", "terrain": "lava", "hexes": ["0101"]}, "no such terrain"),
        ({"do": "terrain", "terrain": "moor", "hexes": ["9901"]}, "no such terrain or hex"),
        ({"do": "edge", "edge": "stream", "sides": [["0101", "e"]]}, "no such edge"),
        ({"do": "way", "way": "road", "places": ["0101", "0501"]}, "not adjacent"),
        ({"do": "move", "place": "0101", "at": [1, 1]}, "no place"),
        ({"do": "say", "place": "0101", "field": "terrain", "value": "x"}, "no 'terrain'"),
        ({"do": "dance"}, "no such change"),
    ):
        with pytest.raises(InputError, match=said):
            heath.change("heath", wanted)
    with pytest.raises(InputError, match="no map 'moon'"):
        heath.shown("moon")
    assert (heath.workshop.project.root / "map.yaml").read_bytes() == before
    sheet = desert.workshop.project.root / "sheets" / "hexes.csv"
    rows = list(csv.reader(sheet.read_text(encoding="utf-8").splitlines()))
    sheet.write_text("".join(",".join(row[:-1]) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError, match="no column for note"):
        desert.change("desert", {"do": "say", "place": "0104", "field": "note", "value": "dry"})


def test_spots_on_a_picture_are_written_as_the_export_reads_them(tmp_path: Path, desert: Mapmaking) -> None:
    boards = BoardPictures(desert.workshop, desert.editing)
    shown = boards.shown()
    assert [place["id"] for place in shown["places"]][:2] == ["0101", "0102"]
    assert shown["places"][2]["name"] == "Dry well"
    assert shown["pictures"] == []
    sent = tmp_path / "sent.png"
    sent.write_bytes(picture(40, 30))
    assert boards.take("My map.PNG", sent)["picture"] == "my_map.png"
    assert boards.take("My map.PNG", sent)["picture"] == "my_map_2.png"
    made = boards.mark("my_map.png", {"0103": [12.4, 7], "0101": [1, 2]})
    sheet = desert.workshop.project.root / "my_map.csv"
    assert sheet.read_text(encoding="utf-8") == "place,x,y\n0101,1,2\n0103,12,7\n"
    assert made["spots"] == {"0101": [1, 2], "0103": [12, 7]}
    assert boards.read("my_map.png") == sent.read_bytes()
    game = desert.workshop.game
    assert game is not None
    assert read_ground(game, sheet.with_suffix(".png")).spots["0103"] == ("Dry well", 6.0, 3.5)
    desert.editing.undo()
    assert not sheet.exists()
    sheet.write_text("place,x,y\n0101,1,nan\n0102,a,2\n0103,3,4\n", encoding="utf-8")
    assert boards.shown("my_map.png")["spots"] == {"0103": [3, 4]}


def test_no_other_file_is_taken_for_a_board(tmp_path: Path, desert: Mapmaking) -> None:
    boards, root = BoardPictures(desert.workshop, desert.editing), desert.workshop.project.root
    (tmp_path / "out.png").write_bytes(picture(4, 4))
    (root / "link.png").symlink_to(tmp_path / "out.png")
    (root / "text.png").write_bytes(b"no picture")
    sent = tmp_path / "sent.png"
    sent.write_bytes(b"GIF89a")
    for refused in (
        lambda: boards.read("../out.png"),
        lambda: boards.read("link.png"),
        lambda: boards.read("text.png"),
        lambda: boards.read("game.yaml"),
        lambda: boards.take("sent.png", sent),
        lambda: boards.mark("text.png", {"nowhere": [1, 1]}),
        lambda: boards.mark("text.png", {"0101": [1, "2"]}),
        lambda: boards.mark("none.png", {}),
    ):
        with pytest.raises(InputError):
            refused()
    assert not [*root.glob("*.csv")]
