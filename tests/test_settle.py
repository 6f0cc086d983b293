"""Scenarios become set-ups without open choices: positions, sides, and what a change removes, adds or moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from effects_support import standing
from rcwkit.dice.settle import (
    Settled,
    SettledForce,
    SettledPiece,
    SettledRegion,
    SettledSpot,
    change_pieces,
    find,
    put,
    put_where,
    settle,
    take,
)
from rcwkit.dice.setups import MarkerLine
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, extended, write

# The 83 lines of the campaign, transcribed independently from the source (14.1): space, then its counters.
LINES = Path(__file__).parent / "goldens" / "toc-campaign.json"

SMALL = {
    **TOY,
    "places.yaml": """kind: places
id: map
title: Map
source: Toy rules
regions:
  north: {title: North, places: {715: Petrozavodsk, 701: {name: Petrograd, rulings: [totals]}}}
  east: {title: East, places: {638: Norlinsk, 639: Port, 640: Port}}
""",
    "setup.yaml": """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  white:
    title: The Whites
    at:
      East: {638 Norlinsk: [Wa1]}
  red:
    note: Red sets up last.
    rulings: [other]
    at:
      North:
        715 Petrozavodsk: {units: [Rc16 x2, Ra1]}
        701 Petrograd: {units: [(Ra2)], note: face down, rulings: [other]}
    reserve: [Rc17]
markers:
  - {marker: VP, at: box 0}
  - {marker: Turn, at: box 1}
tracks:
  control: {ukraine: neutral, finland: red}
  weather: {sky: clear}
""",
    "red.yaml": TOY["red.yaml"] + "  Rc17: {type: corps, name: c17}\n",
    "white.yaml": TOY["white.yaml"] + "  Turn: {type: marker, name: Turn}\n",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = {name: text for name, text in SMALL.items() if name != "scenarios.yaml"}
    return load(Project(write(tmp_path_factory.mktemp("small"), files), shown="game"))


def changed(game: Game, change: str = "{}") -> Settled:
    """Return the set-up of a scenario that changes the small game's."""
    scenario = f"{{title: S, setup: campaign, change: {change}}}"
    return settle(extended(game, f"kind: scenarios\nid: s\nsource: Toy rules\nscenarios: {{s: {scenario}}}"), "s")


WHITE = ["East, 638 Norlinsk: Wa1"]
RED = ["North, 715 Petrozavodsk: Rc16 Rc16 Ra1", "North, 701 Petrograd: (Ra2)", "reserve: Rc17"]


def test_a_set_up_says_all_that_is_printed_of_it(game: Game) -> None:
    settled = changed(game)
    white, red = settled.forces
    assert white == SettledForce(
        owner="white",
        title="The Whites",
        regions=(
            SettledRegion(
                "East",
                (
                    SettledSpot(
                        "638", "Norlinsk", (SettledPiece("Wa1", reversed=False, rolled=False),), note="", rulings=()
                    ),
                ),
            ),
        ),
        reserve=(),
        listed={"army": 1},
        note="",
        rulings=(),
    )
    assert red == SettledForce(
        owner="red",
        title="Red",
        regions=(
            SettledRegion(
                "North",
                (
                    SettledSpot(
                        "715",
                        "Petrozavodsk",
                        (SettledPiece("Rc16"), SettledPiece("Rc16"), SettledPiece("Ra1")),
                        note="",
                        rulings=(),
                    ),
                    # The place's own rulings, then those of the line.
                    SettledSpot(
                        "701", "Petrograd", (SettledPiece("Ra2", reversed=True),), "face down", ("totals", "other")
                    ),
                ),
            ),
        ),
        reserve=(SettledPiece("Rc17"),),
        listed={"army": 2, "corps": 2},
        note="Red sets up last.",
        rulings=("other",),
    )
    # Types in the game's order, whatever comes first; the reserve is not on the map.
    assert list(red.listed) == ["army", "corps"]
    assert [piece.unit for piece in red.pieces] == ["Rc16", "Rc16", "Ra1", "Ra2", "Rc17"]
    assert (settled.id, settled.scenario.title, settled.setup.id) == ("s", "S", "campaign")
    assert settled.markers == (MarkerLine(marker="VP", at="box 0"), MarkerLine(marker="Turn", at="box 1"))
    assert settled.tracks == {"control": {"ukraine": "neutral", "finland": "red"}, "weather": {"sky": "clear"}}
    assert (settled.notes, settled.rolled) == ((), ())


# (change, resulting positions)
CHANGES = [
    ("{}", {"white": WHITE, "red": RED}),
    ("{without_forces: [white]}", {"red": RED}),
    ("{without_units: [Ra1, Ra2]}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 Rc16", "reserve: Rc17"]}),
    ("{without_units: [Rc16]}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1", *RED[1:]]}),
    ("{without_units: [Rc17, Rc16, Ra1]}", {"white": WHITE, "red": ["North, 701 Petrograd: (Ra2)"]}),
    ("{without_units: [Rc16, Ra1, Ra2]}", {"white": WHITE, "red": ["reserve: Rc17"]}),
    ("{without_units: [Wa1]}", {"red": RED}),
    # A placed unit leaves its line or reserve; it joins an existing line, or else gets one in its region.
    (
        "{place: {638: [Ra1]}}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 Rc16", RED[1], "East, 638 Norlinsk: Ra1", RED[2]]},
    ),
    (
        "{place: {701 Petrograd: [Ra1]}}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 Rc16", "North, 701 Petrograd: (Ra2) Ra1", RED[2]]},
    ),
    ("{place: {Petrograd: [Rc17]}}", {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: (Ra2) Rc17"]}),
    (
        "{place: {638: [(Ra1)]}}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 Rc16", RED[1], "East, 638 Norlinsk: (Ra1)", RED[2]]},
    ),
    (
        "{place: {638: [Rc16 x2]}}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1", RED[1], "East, 638 Norlinsk: Rc16 Rc16", RED[2]]},
    ),
    # Two places of one name stay two lines.
    (
        "{place: {639: [Ra1], 640: [Ra2]}}",
        {
            "white": WHITE,
            "red": ["North, 715 Petrozavodsk: Rc16 Rc16", "East, 639 Port: Ra1", "East, 640 Port: Ra2", RED[2]],
        },
    ),
    ("{place: {715: [Wa1]}}", {"white": ["North, 715 Petrozavodsk: Wa1"], "red": RED}),
    # A unit moved to a reserve is no longer on the map.
    (
        "{reserve: {red: [Ra1]}}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 Rc16", RED[1], "reserve: Rc17 Ra1"]},
    ),
    ("{reserve: {red: [(Ra1), Rc16 x2]}}", {"white": WHITE, "red": [RED[1], "reserve: Rc17 (Ra1) Rc16 Rc16"]}),
    (
        "{reserve: {white: [Ra1]}}",
        {"white": [*WHITE, "reserve: Ra1"], "red": ["North, 715 Petrozavodsk: Rc16 Rc16", *RED[1:]]},
    ),
    ("{without_forces: [white], place: {715: [Wa1]}}", {"red": RED, "white": ["North, 715 Petrozavodsk: Wa1"]}),
]


@pytest.mark.parametrize(("change", "wanted"), CHANGES, ids=[change for change, _ in CHANGES])
def test_a_scenario_changes_positions(game: Game, change: str, wanted: dict[str, list[str]]) -> None:
    settled = changed(game, change)
    assert standing(settled) == wanted
    assert list(standing(settled)) == list(wanted)


def test_a_force_whose_only_unit_moves_keeps_its_heading(game: Game) -> None:
    white = changed(game, "{reserve: {white: [Wa1]}}").forces[0]
    assert white == SettledForce("white", "The Whites", (), (SettledPiece("Wa1"),), {})


def test_totals_are_counted_after_the_change(game: Game) -> None:
    settled = changed(game, "{place: {638: [Rc17]}, reserve: {red: [Ra1]}}")
    assert [(force.owner, force.listed) for force in settled.forces] == [
        ("white", {"army": 1}),
        ("red", {"army": 1, "corps": 3}),
    ]


@pytest.mark.parametrize(
    ("change", "markers", "tracks"),
    [
        (
            "{without_markers: [VP]}",
            ["Turn"],
            {"control": {"ukraine": "neutral", "finland": "red"}, "weather": {"sky": "clear"}},
        ),
        ("{without_tracks: [control]}", ["VP", "Turn"], {"weather": {"sky": "clear"}}),
        (
            "{tracks: {control: {ukraine: white}}}",
            ["VP", "Turn"],
            {"control": {"ukraine": "white", "finland": "red"}, "weather": {"sky": "clear"}},
        ),
        # A track on which the set-up itself places nothing.
        (
            "{without_tracks: [weather], tracks: {turn: {Turn: t1}}}",
            ["VP", "Turn"],
            {"control": {"ukraine": "neutral", "finland": "red"}, "turn": {"Turn": "t1"}},
        ),
    ],
)
def test_a_scenario_changes_markers_and_tracks(
    game: Game, change: str, markers: list[str], tracks: dict[str, dict[str, str]]
) -> None:
    settled = changed(game, change)
    assert [line.marker for line in settled.markers] == markers
    assert settled.tracks == tracks


def test_a_piece_is_put_at_a_place_in_a_reserve_or_where_words_say(game: Game) -> None:
    settled = changed(game)
    settled = put(game, settled, SettledPiece("VP", rolled=True), "white", "701")
    settled = put(game, settled, SettledPiece("Turn", reversed=True), "white", None)
    settled = put_where(game, settled, SettledPiece("Ra1"), "white", "any port")
    settled = put_where(game, settled, SettledPiece("Ra2"), "white", "any town")
    settled = put_where(game, settled, SettledPiece("Rc16"), "white", "any port")
    assert standing(settled) == {
        "white": [
            *WHITE,
            "North, 701 Petrograd: VP*",
            "As rolled,  any port: Ra1 Rc16",
            "As rolled,  any town: Ra2",
            "reserve: (Turn)",
        ],
        "red": RED,
    }
    white = settled.forces[0]
    assert white.listed == {"army": 3, "corps": 1, "marker": 1}
    assert white.regions[1].spots[0].rulings == ("totals",)


def test_an_owner_who_had_nothing_gets_a_force(game: Game) -> None:
    settled = changed(game, "{without_forces: [white, red]}")
    assert settled.forces == ()
    settled = put(game, settled, SettledPiece("Wa1"), "white", None)
    settled = put(game, settled, SettledPiece("Ra1"), "red", "638")
    assert settled.forces == (
        SettledForce("white", "White", (), (SettledPiece("Wa1"),), {}, note=""),
        SettledForce(
            "red",
            "Red",
            (SettledRegion("East", (SettledSpot("638", "Norlinsk", (SettledPiece("Ra1"),)),)),),
            (),
            {"army": 1},
        ),
    )


# (unit, positions without it)
TAKEN = [
    ("Rc16", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1", *RED[1:]]}),
    ("Ra2", {"white": WHITE, "red": [RED[0], RED[2]]}),
    ("Rc17", {"white": WHITE, "red": RED[:2]}),
    ("Wa1", {"white": [], "red": RED}),
    ("VP", {"white": WHITE, "red": RED}),
]


@pytest.mark.parametrize(("unit", "wanted"), TAKEN, ids=[unit for unit, _ in TAKEN])
def test_a_unit_is_taken_away_with_all_its_copies_and_its_empty_line(
    game: Game, unit: str, wanted: dict[str, list[str]]
) -> None:
    settled = changed(game)
    left = take(game, settled, unit)
    assert standing(left) == wanted
    assert find(left, unit) == []
    assert all(region.spots for force in left.forces for region in force.regions)


def test_totals_fall_with_removed_units(game: Game) -> None:
    settled = changed(game)
    assert take(game, settled, "Rc16").forces[1].listed == {"army": 2}


def test_every_copy_of_a_unit_is_flipped_wherever_it_is(game: Game) -> None:
    settled = changed(game, "{place: {638: [Rc16]}, reserve: {white: [Rc17]}}")
    settled = put(game, settled, SettledPiece("Rc16"), "red", None)
    turned = change_pieces(game, settled, "Rc16", reversed=True, rolled=True)
    assert standing(turned) == {
        "white": [*WHITE, "reserve: Rc17"],
        "red": ["North, 715 Petrozavodsk: Ra1", RED[1], "East, 638 Norlinsk: (Rc16)*", "reserve: (Rc16)*"],
    }
    assert find(turned, "Rc16") == [SettledPiece("Rc16", reversed=True, rolled=True)] * 2
    assert find(settled, "Rc16") == [SettledPiece("Rc16")] * 2


def test_units_are_listed_by_type_in_the_order_of_the_sheet(game: Game) -> None:
    settled = changed(game)
    assert settled.units(("army",), game) == ["Wa1", "Ra1", "Ra2"]
    assert settled.units(("corps", "army"), game) == ["Wa1", "Rc16", "Rc16", "Ra1", "Ra2"]
    assert settled.units((), game) == []


def test_the_campaign_has_the_sources_83_lines(triumph: Game) -> None:
    settled = settle(triumph, "campaign")
    found = {
        spot.place: [f"({piece.unit})" if piece.reversed else piece.unit for piece in spot.pieces]
        for force in settled.forces
        for region in force.regions
        for spot in region.spots
    }
    assert len(found) == 83
    assert found == json.loads(LINES.read_text(encoding="utf-8"))


def test_listed_totals_are_counted_from_the_lists(triumph: Game) -> None:
    listed = {force.owner: dict(force.listed) for force in settle(triumph, "campaign").forces}
    assert listed["red"] == {"army": 12, "corps": 26, "leader": 4}  # the Tsar, a prisoner, is the fourth
    assert listed["white"] == {"army": 9, "corps": 16, "leader": 2}
    assert listed["central_powers"] == {"army": 9, "corps": 9, "leader": 1}
    assert listed["czech_legion"] == {"army": 3, "corps": 4, "leader": 1}
    assert listed["socialist_revolutionaries"] == {"army": 3, "corps": 6, "leader": 1, "train": 1}


def test_the_1918_scenario_is_a_change_to_the_campaign(triumph: Game) -> None:
    campaign, intro = settle(triumph, "campaign"), settle(triumph, "intro_1918")
    assert {force.owner for force in campaign.forces} - {force.owner for force in intro.forces} == {"central_powers"}
    assert find(campaign, "Tsar")
    assert find(campaign, "IGSR")
    assert not find(intro, "Tsar")
    assert not find(intro, "IGSR")
    left = {line.marker for line in campaign.markers} - {line.marker for line in intro.markers}
    assert left == {"PIT_poland", "PIT_ukraine", "PIT_japan", "Insurrection"}


def test_a_note_is_left_out_with_any_of_its_units(tmp_path: Path) -> None:
    noted = TOY["setup.yaml"].replace("[Rc16]\n        701", "{units: [Rc16, Wa1], note: both}\n        701")
    game = load(Project(write(tmp_path, {**TOY, "setup.yaml": noted}), shown="game"))
    for change, wanted in (("{}", "both"), ("{without_units: [Ra1]}", "both"), ("{without_units: [Wa1]}", "")):
        (spot, *_) = changed(game, change).forces[0].regions[0].spots
        assert (spot.note, spot.pieces[0].unit) == (wanted, "Rc16")
