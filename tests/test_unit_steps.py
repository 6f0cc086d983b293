"""Units of many steps: replacement counters from one entry, in counts, checks, sheets and set-ups."""

from __future__ import annotations

import csv
import io

import pytest
from counters_support import RIVER
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter
from rcwkit.dice.settle import settle
from rcwkit.export.boards import tray_board
from rcwkit.export.csv import listings
from rcwkit.faces.counters import faces, sides
from rcwkit.faces.faces import Faces
from rcwkit.frame import Circle, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from sheets_support import extents
from tests_support import WriteGame

STEPS = "[{values: {attack: 5, defence: 5}}, {values: {attack: 3}}, {values: {attack: 1}, name: Remnant, state: weak}]"
SIZE = ", optional: [steps]"
"""The value of counters in the game of the river that is called as steps are."""
UNITS = """kind: counters
id: own
title: Own units
source: Ours
side: blue
counters:
  B1: {type: infantry, name: 1 Rifles, turn: 2, values: {attack: 6, defence: 6, move: 3}, steps: STEPS}
  B2: {type: infantry, name: 2 Rifles, values: {attack: 4, defence: 4, move: 3}}
"""


def game_of(write_game: WriteGame, steps: str, **files: str) -> Game:
    more = {f"{name}.yaml": text for name, text in files.items()}
    return load(write_game({"game.yaml": RIVER["game.yaml"], "own.yaml": UNITS.replace("STEPS", steps), **more}))


def values(game: Game) -> list[tuple[str, str, list[str], list[str] | None]]:
    """Return id and name of each counter with the values of its two sides."""
    found = []
    for name, item in game[Counter].items():
        front, back = sides(game, item)
        found.append((name, front.name, [*front.values.values()], None if back is None else [*back.values.values()]))
    return found


def test_one_entry_of_four_steps_is_two_counters(write_game: WriteGame) -> None:
    game = game_of(write_game, STEPS)
    assert values(game) == [
        ("B1", "1 Rifles", ["6", "6", "3"], ["5", "5", "3"]),
        ("B1.2", "1 Rifles", ["3", "5", "3"], ["1", "5", "3"]),
        ("B2", "2 Rifles", ["4", "4", "3"], ["4", "4", "3"]),
    ]
    (front, back), (low, last) = (sides(game, game[Counter][name]) for name in ("B1", "B1.2"))
    assert back is not None and last is not None
    assert [one.left for one in (front, back, low, last)] == [4, 3, 2, 1]
    assert (front.entry, low.entry, last.name, last.state) == ("2", "", "Remnant", "weak")


def test_three_steps_leave_the_last_back_blank_and_nine_take_five_counters(write_game: WriteGame) -> None:
    game = game_of(write_game, "3")
    assert [name for name in game[Counter] if name.startswith("B1")] == ["B1", "B1.2"]
    assert sides(game, game[Counter]["B1.2"])[1] is None
    assert len(game_of(write_game, "9")[Counter]) == 6


def test_a_unit_of_one_step_has_a_blank_back(write_game: WriteGame) -> None:
    """Bug: a sheet whose units have one step or more was refused at each that has one."""
    game = game_of(write_game, "1")
    assert [name for name in game[Counter] if name.startswith("B1")] == ["B1"]
    assert sides(game, game[Counter]["B1"])[1] is None
    assert not [one for one in check(game) if one.code[0] in "EW" and "B1" in one.message]


@pytest.mark.parametrize("layout", ["standard", "classic", "modern", "leader", "naval", "marker"])
def test_faces_tell_the_steps_left(write_game: WriteGame, layout: str) -> None:
    types = RIVER["game.yaml"].replace(
        "reverse: reduced,\n      values: [attack", f"reverse: reduced, layout: {layout},\n      values: [attack", 1
    )
    game = load(write_game({"game.yaml": types, "own.yaml": UNITS.replace("STEPS", STEPS)}))
    setter = game.setter()
    drawing = Faces(game, setter)
    counts = []
    for name in ("B1", "B1.2"):
        for face in faces(drawing, game[Counter][name]):
            assert face is not None
            small = [
                one for one, _ in extents(face.items) if isinstance(one, Circle) and one.radius < 0.03 * face.width
            ]
            counts.append(len(small))
    assert counts == [4, 3, 2, 1]
    assert setter.found == []


def test_the_audit_counts_what_is_replaced_once(write_game: WriteGame) -> None:
    found = {one.code: one.message for one in check(game_of(write_game, STEPS)) if one.code in ("N262", "N300", "W216")}
    assert found == {
        "N262": "Own units: 2 counters with values, in all attack 10, defence 10, move 6",
        "N300": "Own units: 1 replacement counter for 1 unit of many steps",
    }


def test_replacement_counters_are_not_set_up_but_lie_ready(write_game: WriteGame) -> None:
    setup = """kind: setup
id: dawn
title: Dawn
source: Ours
forces: {blue: {reserve: rest}}
"""
    scenarios = "kind: scenarios\nid: all\nsource: Ours\nscenarios: {dawn: {title: Dawn, setup: dawn}}\n"
    game = game_of(write_game, STEPS, setup=setup, scenarios=scenarios)
    assert [piece.unit for piece in settle(game, "dawn").forces[0].reserve] == ["B2"]
    assert [one for one in check(game) if one.code == "W216"] == []
    texts = [one.text for one, _ in extents(tray_board(game, game.setter()).frame.items) if isinstance(one, Text)]
    assert texts.count("1 Rifles") == 2


def test_a_back_of_its_own_beside_steps_is_refused(write_game: WriteGame) -> None:
    with pytest.raises(InputError) as error:
        game_of(write_game, "3, reverse: none")
    assert "leave `reverse` out" in error.value.diagnostics[0].message


def test_a_value_that_the_type_lacks_is_told_at_its_step(write_game: WriteGame) -> None:
    """Once, although the values of a step are those of the sides below it, too."""
    game = game_of(write_game, STEPS.replace("{values: {attack: 3}}", "{values: {atack: 3}}"))
    (found,) = [one for one in check(game) if one.code == "E258"]
    (line,) = [line for line in UNITS.replace("STEPS", STEPS).splitlines() if "B1:" in line]
    assert (found.span.line, found.span.column) == (7, line.index("{values: {attack: 3}}") + len("{values: {") + 1)


def test_a_counter_with_the_id_of_a_replacement_is_refused(write_game: WriteGame) -> None:
    game = game_of(write_game, "3}\n  B1.2: {type: infantry, name: X, values: {attack: 1, defence: 1, move: 1}")
    assert [one.code for one in check(game) if one.code[0] == "E"] == ["E201"]


def test_a_sheet_has_a_column_for_what_each_step_shows(write_game: WriteGame) -> None:
    """Columns go out as they come back; a step of which no cell says anything is as the one above."""
    game = game_of(write_game, STEPS.replace("{values: {attack: 3}}", "{}"))
    (listing,) = [one for one in listings(game) if one.name.startswith("counters")]
    heads, first, second = csv.reader(io.StringIO(listing.text))
    said = dict(zip(heads, first, strict=True))
    assert {name: said[name] for name in said if name.startswith("steps")} == {
        "steps.1.values.attack": "5",
        "steps.1.values.defence": "5",
        "steps.3.values.attack": "1",
        "steps.3.name": "Remnant",
        "steps.3.state": "weak",
    }
    assert listing.notes == () and not any(second[heads.index("steps.1.values.attack") :])
    sheet = UNITS.partition("counters:\n")[0] + "counters: {from: own.csv}\n"
    files = {"game.yaml": RIVER["game.yaml"], "own.yaml": sheet, "own.csv": listing.text}
    assert values(load(write_game(files))) == values(game)


def test_a_sheet_may_count_steps_or_say_each(write_game: WriteGame) -> None:
    (whole,) = [one for one in listings(game_of(write_game, "4")) if one.name.startswith("counters")]
    assert whole.notes == () and "B1.2" not in whole.text
    assert RIVER["game.yaml"].count(SIZE) == 1, "where steps are a value of counters, the column means those"
    sheet = UNITS.partition("counters:\n")[0] + "counters: {from: own.csv}\n"
    for head, cells, code, said in (
        ("steps,steps.1.name", "4,Remnant", "E286", "'steps' as a whole and in parts"),
        ("steps.0.name", "Remnant", "E282", "'steps.0.name' is not a field of a counter"),
        ("steps.name", "Remnant", "E282", "'steps.name' is not a field of a counter"),
        ("steps.1", "4", "E282", "'steps.1' has several values"),
    ):
        own = f"id,type,name,{head}\nB1,infantry,1 Rifles,{cells}\n"
        with pytest.raises(InputError) as error:
            load(write_game({"game.yaml": RIVER["game.yaml"].replace(SIZE, ""), "own.yaml": sheet, "own.csv": own}))
        assert [(one.code, one.message) for one in error.value.diagnostics] == [(code, said)]
