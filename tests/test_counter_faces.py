"""Counters drawn by layouts: what stands on them, shapes, sheets to cut, and pictures of them."""

from __future__ import annotations

import io
import json
import zipfile
from math import dist
from pathlib import Path

import pytest
from counters_support import RIVER
from log_support import describe
from PIL import Image
from rcwkit.art.theme import HOUSE, Ink
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter
from rcwkit.export.make import export_tts, export_vassal
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.frame import Circle, Frame, Group, Item, Line, Polygon, Rect, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.sheets.imposition import CutPiece, fewest
from rcwkit.sheets.marks import Foot, corners_of
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.sheets.pictures import picture
from rcwkit.source.symbols import ECHELONS
from rcwkit.type.fonts import FontBook
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame

LAYOUTS = ("classic", "modern", "leader", "naval", "block", "marker")


@pytest.fixture
def river(write_game: WriteGame) -> Game:
    return load(write_game(RIVER))


def walk(items: tuple[Item, ...]) -> list[Item]:
    return [part for item in items for part in (walk(item.items) if isinstance(item, Group) else [item])]


def groups(items: tuple[Item, ...]) -> list[Group]:
    found = [item for item in items if isinstance(item, Group)]
    return [*found, *(inner for group in found for inner in groups(group.items))]


def said(frame: Frame | None) -> list[str]:
    assert frame is not None
    return [item.text for item in walk(frame.items) if isinstance(item, Text)]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_counter_of_the_river_is_drawn_without_a_complaint(river: Game, ink: Ink, golden: Golden) -> None:
    setter = river.setter(ink)
    drawing = Faces(river, setter)
    made = {unit: faces(drawing, item) for unit, item in river[Counter].items()}
    assert setter.found == []
    shown = [face for unit in ("B1", "B7", "Bt1", "Orlov", "Pike", "Supply") for face in made[unit] if face]
    golden(f"counters/river-{ink}.txt", "".join(map(describe, shown)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_round_counter_after_a_square_one_has_a_frame_of_its_own(write_game: WriteGame, layout: str) -> None:
    types = "".join(
        f"  {shape}: {{title: {shape}, plural: {shape}s, symbol: disc, layout: {layout}, shape: {shape}}}\n"
        for shape in ("square", "round")
    )
    river = load(
        write_game(
            {
                "game.yaml": RIVER["game.yaml"].partition("unit_types:")[0] + f"unit_types:\n{types}",
                "blue.yaml": RIVER["blue.yaml"].partition("  B1:")[0] + "  S: {type: square}\n  R: {type: round}\n",
            }
        )
    )

    def drawn(*units: str) -> str:
        setter = river.setter("low")
        drawing = Faces(river, setter)
        (*_, last) = (faces(drawing, river[Counter][unit])[0] for unit in units)
        assert setter.found == []
        return describe(last)

    assert drawn("S", "R") == drawn("R")
    assert drawn("R", "S") == drawn("S")


@pytest.mark.parametrize("layout", ("standard", *LAYOUTS))
def test_a_name_that_is_the_title_of_its_type_is_printed_if_it_is_given(write_game: WriteGame, layout: str) -> None:
    head = RIVER["game.yaml"].partition("unit_types:")[0].replace("5/8in", "22mm")
    units = "  K: {type: king, name: King}\n  Q: {type: king}\n  R: {type: king, reverse: {name: King}}\n"
    chess = load(
        write_game(
            {
                "game.yaml": f"{head}unit_types:\n"
                f"  king: {{title: King, plural: kings, symbol: disc, layout: {layout}}}\n",
                "blue.yaml": RIVER["blue.yaml"].partition("  B1:")[0] + units,
            }
        )
    )
    drawing = Faces(chess, chess.setter())
    named, silent, turned = (faces(drawing, chess[Counter][unit]) for unit in "KQR")
    assert "KING" in [text.upper() for text in said(named[0])]
    assert "KING" in [text.upper() for text in said(turned[1])]
    if layout != "standard":  # which shows what a counter is called in lists
        assert "KING" not in map(str.upper, [*said(silent[0]), *said(turned[0])])


@pytest.mark.parametrize("shape", ["square", "round", "hex"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_suits_every_shape(write_game: WriteGame, layout: str, shape: str) -> None:
    game = RIVER["game.yaml"].replace("reverse: reduced,", f"reverse: reduced, layout: {layout}, shape: {shape},", 1)
    river = load(write_game({**RIVER, "game.yaml": game.replace("counter_size: 5/8in", "counter_size: 22mm")}))
    setter = river.setter()
    front, back = faces(Faces(river, setter), river[Counter]["B1"])
    assert setter.found == []
    assert front.shape == shape and back is not None and back.shape == shape
    assert {"4-4-3", "2-3-3"} & {*said(front), *said(back)} or layout in ("modern", "block", "marker")


BLOCKS = """kind: counters
id: blocks
title: Blocks
source: Rules of the River Line
side: blue
counters:
  four: {type: block, name: Four, values: {steps: 4, combat: B3, move: 6}}
  one: {type: block, name: One, values: {steps: 1, combat: A2, move: 8}}
  three: {type: block, name: Three, values: {steps: 8/5/2, combat: A1, move: 5}}
"""
BLOCK = (
    "  block: {title: block, plural: blocks, symbol: cavalry, size: 16mm, layout: block, values: [steps, combat, move]}"
)


def test_a_block_has_its_steps_on_the_edges(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("unit_types:\n", f"unit_types:\n{BLOCK}\n")
    river = load(write_game({**RIVER, "game.yaml": game, "blocks.yaml": BLOCKS}))
    setter = river.setter()
    made = {unit: faces(Faces(river, setter), river[Counter][unit])[0] for unit in ("four", "one", "three")}
    assert setter.found == []
    edge = made["four"].width

    def dots(unit: str) -> list[tuple[str, int]]:
        """Return on which edges dots are, with their number."""
        sides = {"top": 0, "right": 0, "bottom": 0, "left": 0}
        for item, area in extents(made[unit].items):
            if isinstance(item, Circle) and item.radius < 0.05 * edge:
                x, y = (area[0] + area[2]) / 2 / edge, (area[1] + area[3]) / 2 / edge
                sides[min(sides, key=lambda side: {"top": y, "right": 1 - x, "bottom": 1 - y, "left": x}[side])] += 1
        return [(side, count) for side, count in sides.items() if count]

    assert dots("four") == [("top", 4), ("right", 3), ("bottom", 2), ("left", 1)]
    assert (dots("one"), dots("three")) == ([("top", 1)], [])
    assert said(made["four"]) == ["Four", "B3", "6"]
    assert sorted(said(made["three"])) == ["2", "5", "5", "8", "A1", "Three"]
    turns = [item.rotate for item in groups(made["three"].items) if item.rotate]
    assert turns == [90, 180]


def test_a_classic_counter_shows_all_it_has(river: Game) -> None:
    drawing = Faces(river, river.setter())
    front, back = faces(drawing, river[Counter]["B1"])
    assert sorted(said(front)) == sorted(["0812", "1", "I", "4-4-3"])
    assert sorted(said(back)) == sorted(["1", "I", "2-3-3"])
    entering, _ = faces(drawing, river[Counter]["B7"])
    assert sorted(said(entering)) == sorted(["3", "2/7", "Fleet", "3-2-4"])
    heavy, _ = faces(drawing, river[Counter]["Ba1"])
    assert {"5", "(4)", "2"} <= {*said(heavy)}


@pytest.mark.parametrize(("layout", "size"), [("classic", "5/8in"), ("classic", "1/2in"), ("modern", "5/8in")])
def test_turn_and_place_of_entry_stand_side_by_side(write_game: WriteGame, layout: str, size: str) -> None:
    """A unit may enter at a hex: neither covers the other, the size of the unit, or the mark."""
    game = RIVER["game.yaml"].replace("reverse: reduced,", f"reverse: reduced, layout: {layout},", 1)
    game = game.replace("counter_size: 5/8in", f"counter_size: {size}")
    blue = RIVER["blue.yaml"].replace(
        'designation: "1",', 'designation: "1", turn: 12, setup: "0814", unit_size: corps,'
    )
    river = load(write_game({**RIVER, "game.yaml": game, "blue.yaml": blue}))
    drawing = Faces(river, river.setter())
    front, _ = faces(drawing, river[Counter]["B1"])
    assert {"12", "0814"} <= {*said(front)} or "T12 0814" in said(front)
    placed = [(item, area) for item, area in extents(front.items) if area[1] < front.height * 0.17]
    spans = [(area[0], area[2]) for item, area in placed if isinstance(item, Text | Circle | Line)]
    start = next((area for item, area in placed if isinstance(item, Text) and item.text == "0814"), None)
    others = [span for span in spans if start is not None and span != (start[0], start[2])]
    assert all(span[1] <= start[0] + 0.01 or span[0] >= start[2] - 0.01 for span in others if start is not None)
    assert [one for one in drawing.setter.found if one.code[0] == "E"] == []


@pytest.mark.parametrize(("designation", "turned"), [("III", False), ("IX", False), ("101", True), ("2/7", True)])
def test_what_is_narrow_stands_upright(write_game: WriteGame, designation: str, turned: bool) -> None:
    """III on its side is read as another sign."""
    blue = RIVER["blue.yaml"].replace('designation: "1",', f'designation: "{designation}", parent: "{designation}",', 1)
    front, _ = faces(
        Faces(river := load(write_game({**RIVER, "blue.yaml": blue})), river.setter()), river[Counter]["B1"]
    )
    assert said(front).count(designation) == 2
    turns = [group.rotate for group in groups(front.items) if designation in said(Frame(1, 1, group.items))]
    assert sorted(turn % 360 for turn in turns if turn) == ([90, 270] if turned else [])


def test_without_a_designation_the_name_is_shown(write_game: WriteGame) -> None:
    blue = RIVER["blue.yaml"].replace('name: 1 Rifles, designation: "1",', "name: 1 Rifles,")
    river = load(write_game({**RIVER, "blue.yaml": blue}))
    assert "1 Rifles" in said(faces(Faces(river, river.setter()), river[Counter]["B1"])[0])


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(
    ("layout", "name", "lines"),
    [
        ("classic", "Guards", 1),
        ("classic", "Semenovsky Guards", 2),
        ("classic", "Schwarzenbergers", 1),
        ("leader", "Prinz Hohenlohe-Oehringen", 2),
    ],
)
def test_a_long_name_breaks_at_a_space_above_smaller_figures(
    write_game: WriteGame, layout: str, name: str, lines: int, ink: Ink
) -> None:
    head = RIVER["game.yaml"].partition("unit_types:")[0].replace("5/8in", "16mm")
    kind = f"{{title: unit, plural: units, symbol: infantry, layout: {layout}, values: [attack, move]}}"
    blue = (
        RIVER["blue.yaml"].partition("  B1:")[0] + f"  N: {{type: one, name: {name}, values: {{attack: 4, move: 8}}}}\n"
    )
    game = load(write_game({"game.yaml": f"{head}unit_types:\n  one: {kind}\n", "blue.yaml": blue}))
    setter = game.setter(ink)
    front, _ = faces(Faces(game, setter), game[Counter]["N"])
    words = [one for one in walk(front.items) if isinstance(one, Text)]
    named = [one for one in words if one.text in name]
    (figures,) = [one for one in words if one.text == "4-8"]
    assert setter.found == []
    assert " ".join(one.text for one in named) == name and len(named) == lines
    assert min(one.size for one in named) >= 5
    assert named[-1].y < figures.y - 0.7 * figures.size, "above the figures"


@pytest.mark.parametrize("layout", ["classic", "modern"])
def test_a_size_without_a_mark_is_printed_and_a_name_that_is_not_given_is_not(
    write_game: WriteGame, layout: str
) -> None:
    game = RIVER["game.yaml"].replace("reverse: reduced,", f"reverse: reduced, layout: {layout},", 1)
    blue = RIVER["blue.yaml"].replace('name: 1 Rifles, designation: "1"', "unit_size: KG")
    river = load(write_game({**RIVER, "game.yaml": game, "blue.yaml": blue}))
    assert river[Counter]["B1"].value.name == "infantry unit"
    front, _ = faces(Faces(river, river.setter()), river[Counter]["B1"])
    assert "KG" in said(front) and "infantry unit" not in said(front)


def test_a_layout_of_the_games_own_extends_a_shipped_one(write_game: WriteGame) -> None:
    own = """kind: layouts
id: mine
layouts:
  mine:
    extends: classic
    boxes:
      total: {at: [1, 1, 8, 3], text: "{{ counter.id }} {{ values.attack }}", size: 6}
"""
    game = RIVER["game.yaml"].replace("reverse: reduced,", "reverse: reduced, layout: mine,", 1)
    river = load(write_game({**RIVER, "game.yaml": game, "layouts.yaml": own}))
    assert [one for one in check(river) if one.code[0] == "E"] == []
    assert "B1 4" in said(faces(Faces(river, river.setter()), river[Counter]["B1"])[0])
    wrong = load(write_game({**RIVER, "game.yaml": game, "layouts.yaml": own.replace("values.attack", "values.atack")}))
    (found,) = [one for one in check(wrong) if one.code[0] == "E"]
    assert (found.code, found.message) == ("E251", "unknown name 'atack' on counters of type 'infantry'")
    assert "attack" in found.hint


OWN = """kind: layouts
id: own
layouts:
  own:
    extends: counter
    boxes:
      symbol: {at: [2, 2, 8, 6], symbol: "{{ symbol }}", ink: "#FFFFFF"}
      attack: {at: [2, 9, 8, 5], text: "{{ %s }}", size: 8}
"""


def test_a_value_named_as_if_it_were_a_field_is_told_once_with_how_to_write_it(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("reverse: reduced,", "reverse: reduced, layout: own,", 2)
    found = check(load(write_game({**RIVER, "game.yaml": game, "own.yaml": OWN % "attack"})))
    assert [one.hint for one in found if one.code == "E251"] == ["write values.attack"]


def test_a_pale_symbol_stands_on_its_owners_ground(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("reverse: reduced,", "reverse: reduced, layout: own,", 1)
    river = load(write_game({**RIVER, "game.yaml": game, "own.yaml": OWN % "values.attack"}))
    front, _ = faces(Faces(river, river.setter()), river[Counter]["B1"])
    (box,) = (one for one in walk(front.items) if isinstance(one, Polygon | Rect) and one.stroke == "#FFFFFF")
    assert box.fill == "#9DB8C9"


def test_an_unknown_layout_is_reported_at_the_type(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("layout: modern", "layout: modren", 1)
    (found,) = [one for one in check(load(write_game({**RIVER, "game.yaml": game}))) if one.code[0] == "E"]
    assert (found.code, found.hint) == ("E250", "did you mean 'modern'?")


def sheets(game: Game) -> list[Sheet]:
    drawing = Faces(game, game.setter())
    pieces = []
    for item in game[Counter].values():
        front, back = faces(drawing, item)
        pieces.append(CutPiece(front, back, item.value.copies, butted=front.shape == "square"))
    foot = Foot(game.info.title, "Counters", "", HOUSE, FontBook())
    return fewest(pieces, Edition(PAPERS["a4"]), foot)


def test_round_and_hexagonal_counters_are_outlined_on_their_sheet(river: Game) -> None:
    front, back = sheets(river)
    outlines = [item for item in walk(front.items) if isinstance(item, Polygon) and item.fill is None and item.closed]
    # Each in ink on a light line: two leaders, one aircraft.
    assert sum(len(item.points) == 96 for item in outlines) == 2 * 2
    assert sum(len(item.points) == 6 for item in outlines) == 2
    circle = next(item.points for item in outlines if len(item.points) == 96)
    assert dist(circle[0], circle[48]) == pytest.approx(18 * 72 / 25.4)


def test_the_outline_of_a_hex_has_flats_above_and_below() -> None:
    points = corners_of("hex", (0, 0, 4, 2 * 3**0.5))
    assert all(dist(a, b) == pytest.approx(2) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def test_pictures_are_transparent_outside_of_the_shape(river: Game) -> None:
    drawing = Faces(river, river.setter())
    leader, square = (faces(drawing, river[Counter][unit])[0] for unit in ("Brandt", "B1"))
    shown = Image.open(io.BytesIO(picture(leader, drawing.setter.book)))
    middle = shown.size[0] // 2, shown.size[1] // 2
    corner, centre = shown.getpixel((2, 2)), shown.getpixel(middle)
    assert isinstance(corner, tuple) and isinstance(centre, tuple)
    assert (shown.mode, corner[3], centre[3]) == ("RGBA", 0, 255)
    assert Image.open(io.BytesIO(picture(square, drawing.setter.book))).mode == "RGB"
    assert Image.open(io.BytesIO(picture(leader, drawing.setter.book, bleed="own"))).mode == "RGB"


@pytest.mark.parametrize("word", ECHELONS)
def test_every_size_of_unit_is_drawn_above_the_box(write_game: WriteGame, word: str) -> None:
    game = RIVER["game.yaml"].replace("unit_size: division", f"unit_size: {word}", 1)
    river = load(write_game({**RIVER, "game.yaml": game}))
    setter = river.setter()
    front, _ = faces(Faces(river, setter), river[Counter]["B1"])
    assert setter.found == []
    above = [item for item in walk(front.items) if isinstance(item, (Line, Circle)) and _bottom(item) < 0.2 * 45]
    signs = ECHELONS[word]
    assert len(above) == sum({"X": 2, "+": 2, "Ø": 2}.get(sign, 1) for sign in signs)


def _bottom(item: Line | Circle) -> float:
    return item.y + item.radius if isinstance(item, Circle) else max(item.y1, item.y2)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("infantry+infantry", "write each part once"),
        ("hostile+neutral+infantry", "write one of friendly, hostile, neutral, unknown"),
        ("infantry + armour", "did you mean 'infantry'?"),
        ("art/guards.png", "a picture of your own: write art: art/guards.png"),
    ],
)
def test_a_symbol_that_cannot_be_is_refused(write_game: WriteGame, written: str, hint: str) -> None:
    game = {**RIVER, "game.yaml": RIVER["game.yaml"].replace("symbol: gunboat", f"symbol: {written}")}
    assert ("E254", hint) in [(found.code, found.hint) for found in check(load(write_game(game)))]


def test_the_size_of_a_unit_is_not_its_symbol(write_game: WriteGame) -> None:
    with pytest.raises(InputError) as error:
        load(write_game({**RIVER, "game.yaml": RIVER["game.yaml"].replace("symbol: gunboat", "symbol: division")}))
    (found,) = error.value.diagnostics
    assert (found.code, found.hint) == ("E124", "write unit_size: division")


DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><path d="M0 0H10V5H0Z" fill="#123456"/></svg>'


@pytest.mark.parametrize("layout", [*LAYOUTS, None])
def test_a_picture_takes_the_place_of_the_symbol(write_game: WriteGame, layout: str | None) -> None:
    strength = f"layout: {layout}, values: [attack, defence, move]," if layout else ""
    kind = "{title: infantry unit, plural: infantry units, symbol: infantry, unit_size: division, reverse: reduced,"
    game = RIVER["game.yaml"].split("unit_types:")[0] + f"unit_types:\n  infantry: {kind} {strength}}}\n"
    counters = "kind: counters\nid: blue\ntitle: Blue\nsource: x\nside: blue\ncounters:\n"
    counters += "  B1: {type: infantry, name: Rifles, art: art/rifles.svg}\n  B2: {type: infantry, name: Rifles}\n"
    files = {"game.yaml": game, "blue.yaml": counters, "art/rifles.svg": DRAWING}
    river = load(write_game(files))
    setter = river.setter()
    shown, bare = (repr(faces(Faces(river, setter), river[Counter][unit])) for unit in ("B1", "B2"))
    assert setter.found == []
    assert "#123456" in shown and "#123456" not in bare
    missing = load(write_game({**files, "blue.yaml": counters.replace("rifles.svg", "rifle.svg")}))
    setter = missing.setter()
    faces(Faces(missing, setter), missing[Counter]["B1"])
    assert {found.span.file.rpartition("/")[2] for found in setter.found} <= {"blue.yaml", "counters.yaml"}
    assert setter.found and "rifles.svg" in setter.found[0].hint


def test_exports_tell_values_and_shapes(write_game: WriteGame, tmp_path: Path) -> None:
    project = write_game(RIVER)
    made = export_tts(project, tmp_path, None)
    saved = json.loads((made.folder / "river.json").read_text(encoding="utf-8"))
    bags = [one for one in saved["ObjectStates"] if "ContainedObjects" in one]
    loose = [*saved["ObjectStates"], *(one for bag in bags for one in bag["ContainedObjects"])]
    tiles = {one["Nickname"]: one["CustomImage"]["CustomTile"]["Type"] for one in loose if "CustomImage" in one}
    assert {name: tiles[name] for name in ("1 Rifles 4-4-3", "Brandt 3-2", "Falcons 12", "Turn")} == {
        "1 Rifles 4-4-3": 0,
        "Brandt 3-2": 2,
        "Falcons 12": 1,
        "Turn": 0,
    }
    shown = Image.open(made.folder / "counter-Brandt.png")
    assert shown.mode == "RGBA" and shown.getpixel((1, 1)) == (*shown.convert("RGB").getpixel((1, 1)), 0)  # type: ignore[misc]
    module = export_vassal(project, tmp_path, None, {}, charts=False)
    with zipfile.ZipFile(module.folder / "river.vmod") as archive:
        text = archive.read("buildFile.xml").decode()
    assert "1 Rifles 4-4-3" in text and "1 Rifles (reduced) 2-3-3" in text


@pytest.mark.parametrize("size", ["1/2in", "9/16in", "5/8in", "3/4in", "1in", "16x25mm", "25x16mm"])
@pytest.mark.parametrize("layout", ["classic", "modern", "naval", "block"])
def test_faces_suit_the_usual_sizes(write_game: WriteGame, layout: str, size: str) -> None:
    """A hex number, a formation, a size of four signs and three values have room on a half-inch counter as well."""
    game = RIVER["game.yaml"].replace(
        "unit_size: division, reverse", f"unit_size: army, layout: {layout}, size: {size}, reverse"
    )
    river = load(write_game({**RIVER, "game.yaml": game}))
    setter = river.setter()
    drawing = Faces(river, setter)
    for item in river[Counter].values():
        if item.value.type == "infantry":
            faces(drawing, item)
    assert [found.message for found in setter.found] == []


OWN_COUNTER = """kind: counters
id: own
title: Own
source: Ours
side: blue
counters:
  Own: {type: own, name: Own}
"""


def test_a_layout_tells_back_from_front_and_the_reduced_side(write_game: WriteGame) -> None:
    """Bug: a box that named `back` and nothing else of a counter failed."""
    files = {
        "game.yaml": RIVER["game.yaml"],
        "counters.yaml": OWN_COUNTER,
        "layouts.yaml": """kind: layouts
id: own
layouts:
  own:
    boxes:
      a: {at: [1, 1, 2, 2], when: "{{ back }}", fill: ink}
      b: {at: [4, 1, 2, 2], when: "{{ reduced }}", fill: gold}
      c: {at: [7, 1, 2, 2], fill: paper}
""",
    }
    files["game.yaml"] += "  own: {title: own, plural: own, symbol: disc, layout: own, reverse: reduced}\n"
    game = load(write_game(files))
    front, back = faces(Faces(game, game.setter()), game[Counter]["Own"])
    assert back is not None
    counts = [sum(isinstance(item, Rect) for item, _ in extents(face.items)) for face in (front, back)]
    assert counts == [1, 3]


def test_a_game_changes_one_box_of_the_house_counter(write_game: WriteGame) -> None:
    files = {
        "game.yaml": RIVER["game.yaml"] + "  own: {title: own, plural: own, symbol: disc}\n",
        "counters.yaml": OWN_COUNTER,
        "layouts.yaml": """kind: layouts
id: own
layouts:
  standard_contents: {extends: standard_contents, boxes: {name: {text: "{{ name | upper }}"}}}
""",
    }
    game = load(write_game(files))
    setter = game.setter()
    front, _ = faces(Faces(game, setter), game[Counter]["Own"])
    assert [item.text for item, _ in extents(front.items) if isinstance(item, Text)] == ["OWN"]
    assert setter.found == [] and [one for one in check(game) if one.code[0] == "E"] == []


def test_values_that_only_some_have_are_printed(write_game: WriteGame) -> None:
    """Bug: a type with optional values alone had the face of the house, which prints none."""
    types = """unit_types:
  army: {title: army, plural: armies, symbol: infantry, optional: [attack]}
"""
    head = TOY["game.yaml"].partition("unit_types:")[0]
    units = "kind: counters\nid: red\ntitle: Red\nside: red\ncounters: {a: {type: army, name: A, values: {attack: 7}}}"
    game = load(write_game({"game.yaml": head + types, "red.yaml": units}))
    front, _ = faces(Faces(game, game.setter()), game[Counter]["a"])
    assert "7" in {item.text for item, _ in extents(front.items) if isinstance(item, Text)}
