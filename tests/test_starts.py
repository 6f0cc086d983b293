"""Set-ups take the starts on counters for owners whose places they do not list."""

from __future__ import annotations

import pytest
from rcwkit.dice.counters import Counter
from rcwkit.dice.places import place_name, printed_start, start_of
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Place
from rcwkit.export.boards import main_board
from rcwkit.faces import counters
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.frame import Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from sheets_support import extents
from tests_support import WriteGame

FORD = {
    "game.yaml": """kind: game
id: ford
title: The Ford
source: {title: Rules of the Ford}
credits: Ours.
sides:
  blue: {title: Blue, short: B, colour: "#9DB8C9", mark: diamond, plays: true}
  green: {title: Green, short: G, colour: "#B7B98A", mark: square, plays: true}
unit_types: {foot: {title: foot, plural: foot, symbol: infantry, values: [attack]}}
""",
    "blue.yaml": """kind: counters
id: blue
title: Blue
source: Rules of the Ford
side: blue
counters: {from: units.csv}
""",
    "units.csv": """id,type,designation,setup,copies,values.attack
B1,foot,1,0814,,4
B2,foot,2,0813,,4
B3,foot,3,0814,2,4
B4,foot,4,,,4
""",
    "places.yaml": """kind: places
id: map
title: Map
source: Rules of the Ford
regions: {map: {title: Map, places: {from: {file: hexes.csv, id: Hex}}}}
""",
    "hexes.csv": "Hex,Note\n0813,\n0814,At the ford.\n",
    "setup.yaml": """kind: setup
id: dawn
title: Dawn
source: Rules of the Ford
forces:
  blue: {reserve: [B4]}
""",
    "scenarios.yaml": """kind: scenarios
id: scenarios
source: Rules of the Ford
scenarios: {dawn: {title: Dawn, setup: dawn}}
""",
}


def placed(game: Game) -> list[tuple[str, str, list[str]]]:
    """Return place, name and counters of each line of the set-up."""
    regions = [region for force in settle(game, "dawn").forces for region in force.regions]
    return [
        (spot.place, spot.name, [piece.unit for piece in spot.pieces]) for region in regions for spot in region.spots
    ]


def test_an_owner_without_a_list_starts_where_the_counters_say(write_game: WriteGame) -> None:
    game = load(write_game(FORD))
    assert placed(game) == [("0813", "", ["B2"]), ("0814", "", ["B1", "B3", "B3"])]
    assert [piece.unit for piece in settle(game, "dawn").forces[0].reserve] == ["B4"]
    assert [one.code for one in check(game) if one.code[0] in "EW"] == []


def test_a_place_without_a_number_is_called_by_its_id(write_game: WriteGame) -> None:
    moved = {name: text.replace("0814", "Ford") for name, text in FORD.items()}
    game = load(write_game(moved))
    assert placed(game) == [("0813", "", ["B2"]), ("Ford", "Ford", ["B1", "B3", "B3"])]
    assert [place_name(game[Place][name]) for name in ("0813", "Ford")] == ["0813", "Ford"]


def test_a_start_that_is_no_place_is_left_out_and_told_at_its_cell(write_game: WriteGame) -> None:
    game = load(write_game({**FORD, "units.csv": FORD["units.csv"].replace("0813", "0913")}))
    assert placed(game) == [("0814", "", ["B1", "B3", "B3"])]
    (one,) = (one for one in check(game) if one.code == "W263")
    assert (one.span.line, one.message) == (
        3,
        "'B2' starts in 0913, which is not among the places: the set-up leaves it out",
    )


def test_a_list_of_the_set_up_counts_instead(write_game: WriteGame) -> None:
    listed = FORD["setup.yaml"].replace("reserve: [B4]", 'at: {Map: {"0813": [B1]}}, reserve: [B2, B3 x2, B4]')
    assert placed(load(write_game({**FORD, "setup.yaml": listed}))) == [("0813", "", ["B1"])]


FIELDS = "fields: {rating: {type: number, needed: true}, port: flag, roads: list}\nregions:"
OWN = {
    "places.yaml": FORD["places.yaml"].replace("regions:", FIELDS),
    "hexes.csv": "Hex,Name,Rating,fields.Port,Roads\n0813,Reeds,2,,\n0814,Ford,3,x,north; south\n",
    "game.yaml": FORD["game.yaml"].replace("values: [attack]", "values: [attack], layout: own"),
    "layouts.yaml": """kind: layouts
id: layouts
layouts:
  own: {boxes: {a: {text: "{{ place.name }} {{ place.region }} {{ place.rating }} {{ place.roads | join(',') }}"}}}
""",
}


def test_places_have_fields_of_their_own_for_counters_and_boards(write_game: WriteGame) -> None:
    game = load(write_game({**FORD, **OWN}))
    assert [one for one in check(game) if one.code[0] in "EW"] == []
    setter = game.setter()
    faces = [counters.faces(Faces(game, setter), item)[0] for item in game[Counter].values()]
    said = [" ".join(item.text for item in face.items if isinstance(item, Text)) for face in faces]
    assert said == ["Ford Map 3 north,south", "Reeds Map 2", "Ford Map 3 north,south", ""]
    board = main_board(game, settle(game, "dawn"), setter)
    texts = [item.text for item, _ in extents(board.frame.items) if isinstance(item, Text)]
    assert "rating 3 · port · roads north, south" in texts


def test_fields_of_places_are_checked(write_game: WriteGame) -> None:
    sheet = "Hex,fields.Rating,fields.Rate\n0813,,1\n0814,high,\n"
    found = [one for one in check(load(write_game({**FORD, **OWN, "hexes.csv": sheet}))) if one.code == "E253"]
    assert [(one.message, one.span.line) for one in found] == [
        ("unknown field 'Rate'", 2),
        ("place '0813' lacks 'rating'", 2),
        ("'high' is not a number", 3),
    ]


def held(game: Game) -> list[str]:
    """Return the counters in reserve, one for each copy."""
    return [piece.unit for piece in settle(game, "dawn").forces[0].reserve]


def test_the_rest_of_a_mix_waits_in_reserve(write_game: WriteGame) -> None:
    setup = FORD["setup.yaml"].replace("reserve: [B4]", "reserve: rest")
    game = load(write_game({**FORD, "setup.yaml": setup}))
    assert (held(game), len(placed(game))) == (["B4"], 2)
    assert [one.code for one in check(game) if one.code[0] in "EW"] == []


def test_the_rest_leaves_out_what_is_named_placed_on_a_track_or_arrives(write_game: WriteGame) -> None:
    units = "id,type,designation,copies,arrives,values.attack\n" + "".join(
        f"B{number},foot,{number},{copies},{arrives},4\n"
        for number, (copies, arrives) in enumerate([(3, ""), (1, ""), (1, "turn 2"), (1, ""), (2, ""), (1, "")], 1)
    )
    setup = """kind: setup
id: dawn
title: Dawn
source: Rules of the Ford
forces:
  blue: {at: {Map: {"0813": [B1]}}, reserve: [B6, rest]}
markers: [{marker: B5, at: box 1}]
tracks: {turn: {B4: "1"}}
"""
    tracks = """kind: tracks
id: tracks
title: Tracks
source: Rules of the Ford
tracks: {turn: {title: Turn, layout: table, boxes: {1: {title: "1"}, 2: {title: "2"}}, rows: {B2: {title: Two}}}}
"""
    game = load(write_game({**FORD, "units.csv": units, "setup.yaml": setup, "tracks.yaml": tracks}))
    assert held(game) == ["B6", "B1", "B1", "B5"]


def test_a_counter_called_rest_is_that_counter(write_game: WriteGame) -> None:
    units = FORD["units.csv"].replace("B4", "rest")
    setup = FORD["setup.yaml"].replace("reserve: [B4]", "reserve: rest")
    assert held(load(write_game({**FORD, "units.csv": units, "setup.yaml": setup}))) == ["rest"]


def two_set_ups(write_game: WriteGame, look: str = "") -> Game:
    """Return a game in which two set-ups agree on B1, differ on B2, and only one of them places B3."""
    listed = "  blue:\n    declared: {foot: 2}\n    at:\n      Map:\n"
    one = listed + '        "0814": [B1, B3]\n        "0813": [B2]\n'
    two = listed.replace("2}", "1}") + '        "0814": [B1, B2]\n'
    head = FORD["setup.yaml"].partition("  blue:")[0]
    units = FORD["units.csv"].replace("0814", "").replace("0813", "")
    files = {"setup.yaml": head + one, "dusk.yaml": head.replace("id: dawn", "id: dusk") + two, "units.csv": units}
    return load(write_game({**FORD, **files, "game.yaml": FORD["game.yaml"] + look}))


def test_counters_show_starts_on_which_all_set_ups_agree(write_game: WriteGame) -> None:
    game = two_set_ups(write_game)
    assert [printed_start(game, unit) for unit in ("B1", "B2", "B3", "B4")] == ["0814", "", "", ""]


def test_starts_are_not_printed_if_the_game_says_so(write_game: WriteGame) -> None:
    game = two_set_ups(write_game, "print_starts: false\n")
    assert (printed_start(game, "B1"), start_of(game, "B1")) == ("", "0814")
    game = load(write_game({**FORD, "game.yaml": FORD["game.yaml"] + "print_starts: false\n"}))
    assert (printed_start(game, "B1"), placed(game)[0][0]) == ("", "0813")


@pytest.mark.parametrize(
    ("start", "file", "marked"),
    [
        ("csv", "units.csv", "somewhere beyond the river"),
        ("yaml", "more.yaml", "somewhere beyond the river"),
    ],
)
def test_a_start_that_does_not_fit_is_reported_at_the_start(
    write_game: WriteGame, start: str, file: str, marked: str
) -> None:
    files = dict(FORD)
    if start == "csv":
        files["units.csv"] = files["units.csv"].replace("0813", marked)
    else:
        files["more.yaml"] = f"""kind: counters
id: more
title: More
source: Rules of the Ford
side: green
counters:
  G1: {{type: foot, values: {{attack: 3}}, setup: {marked}}}
"""
    game = load(write_game(files))
    setter = game.setter()
    drawing = Faces(game, setter)
    for item in game[Counter].values():
        faces(drawing, item)
    (found,) = setter.found
    (line,) = (number for number, text in enumerate(files[file].splitlines(), 1) if marked in text)
    column = files[file].splitlines()[line - 1].index(marked) + 1
    assert (found.code, found.span.file.rpartition("/")[2], found.span.line, found.span.column) == (
        "E310",
        file,
        line,
        column,
    )


def test_a_start_that_only_set_ups_give_is_left_out_if_it_does_not_fit_or_holds_for_some_copies(
    write_game: WriteGame,
) -> None:
    """Bugs: a long name of an area refused the kit, and all ten copies said where one of them starts."""
    units = FORD["units.csv"].replace("0814", "").replace("0813", "")
    at = "{at: {Map: {somewhere beyond the river: [B1], '0814': [B2, B3]}}, reserve: rest}"
    setup = FORD["setup.yaml"].replace("{reserve: [B4]}", at)
    game = load(write_game({**FORD, "units.csv": units, "setup.yaml": setup}))
    setter = game.setter()
    drawing = Faces(game, setter)
    made = {unit: faces(drawing, item)[0] for unit, item in game[Counter].items()}
    assert setter.found == []
    texts = {unit: {one.text for one, _ in extents(face.items) if isinstance(one, Text)} for unit, face in made.items()}
    assert [unit for unit, said in texts.items() if "0814" in said] == ["B2"]
    assert [printed_start(game, unit) for unit in ("B2", "B3", "B4")] == ["0814", "", ""]
