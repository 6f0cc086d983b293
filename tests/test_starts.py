"""Set-ups take the starts on counters for owners whose places they do not list."""

from __future__ import annotations

from rcwkit.checks import check
from rcwkit.dice.settle import settle
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
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
