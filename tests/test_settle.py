"""Scenarios and rolls become set-ups: changes, reductions, placements and owners."""

from __future__ import annotations

import json
from pathlib import Path

from generator.dice.sources import Seeded, Typed
from generator.game import Game
from generator.roll import prepare, rolled
from generator.settle import find, settle

# The 83 lines of the campaign, transcribed a second time from the source (14.1): space, then what stands there.
LINES = Path(__file__).parent / "goldens" / "toc-campaign.json"


def test_the_campaign_has_the_sources_83_lines(triumph: Game) -> None:
    settled = settle(triumph, "campaign")
    found = {
        spot.number: [f"({piece.unit})" if piece.reversed else piece.unit for piece in spot.pieces]
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
    assert left == {"PIT_poland", "PIT_ukraine", "PIT_japan"}


def test_reductions_turn_the_counters_that_rolled_4_to_6(triumph: Game) -> None:
    prepared = prepare(triumph, "reductions", {})
    result, settled = rolled(prepared, Seeded(b"seed"), None)
    assert settled is not None
    armies = result.record["rolls"]
    assert len(armies) == 27
    for entry in armies:
        (piece,) = find(settled, entry["path"].rpartition("/")[2])
        assert piece.reversed == (entry["faces"][0] >= 4)
        assert piece.rolled == piece.reversed
    assert {"SiA1", "SiA2", "SRURR", "Ra2"} <= {entry["item"] for entry in result.record["exempt"]}
    assert settled.record == result.record


def test_peasants_that_revolt_join_the_enemy_of_the_controller(triumph: Game) -> None:
    for controller, enemy in (("red", "white"), ("white", "red")):
        prepared = prepare(triumph, "ukraine", {"controller": controller})
        first = [1] if controller == "red" else [6]
        result, settled = rolled(prepared, Typed([*first, 1, 5, 6, 3, 6]), None)
        assert settled is not None
        owners = {piece.unit: force.owner for force in settled.forces for piece in force.pieces if piece.unit.startswith("UkrPeas")}
        assert owners == {"UkrPeas1": "ukraine", "UkrPeas2": enemy, "UkrPeas3": "green"}
