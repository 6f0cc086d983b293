"""Rolling for a game: what can be rolled, its inputs, its scenario, and the effect on the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from effects_support import EFFECTS, GAME, START, standing
from rcwkit.diagnostics import InputError
from rcwkit.dice.roll import (
    again,
    answers,
    chosen,
    prepare,
    questions,
    replayed,
    rollable,
    rolled,
    seeded,
    verify,
)
from rcwkit.dice.settle import Settled, find
from rcwkit.dice.sources import Seeded, Typed, code_of, seed_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, extended, write

SCENARIOS = """kind: scenarios
id: scenarios
source: Toy rules
scenarios:
  read_me: {title: Read me, options: [reductions]}
  campaign: {title: Campaign, setup: campaign}
  late: {title: Late, setup: campaign, options: [reductions], change: {without_units: [Ra1]}}
  later: {title: Later, setup: campaign, options: [reductions]}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = {**GAME, "scenarios.yaml": SCENARIOS, "procedures.yaml": TOY["procedures.yaml"]}
    return load(Project(write(tmp_path_factory.mktemp("game"), files), shown="game"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Make a game with charts and procedures, but no scenarios or set-ups."""
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "tables.yaml", "procedures.yaml")}
    files["tables.yaml"] += "  list:\n    title: Not rolled\n    columns: {a: A}\n    rows: {x: [1]}\n"
    files["tables.yaml"] += "  plain:\n    title: Plain\n    roll: 1d6\n    rows: {1-6: all}\n"
    return load(Project(write(tmp_path_factory.mktemp("bare"), files), shown="bare"))


def with_procedure(game: Game, procedure: str) -> Game:
    """Return the game with one more procedure, `p`."""
    return extended(
        game, f"{{kind: procedures, id: more, title: More, source: Toy rules, procedures: {{p: {procedure}}}}}"
    )


def after(game: Game, name: str, given: Mapping[str, Any] = {}, faces: tuple[int, ...] = ()) -> Settled:
    """Return the set-up after a procedure is rolled with these faces."""
    settled = rolled(prepare(game, name, given), Typed([*faces]), None)[1]
    assert settled is not None
    return settled


@pytest.mark.parametrize(
    ("number", "effects", "wanted"),
    [(n, *row) for n, row in enumerate(EFFECTS)],
    ids=[effects for effects, _ in EFFECTS],
)
def test_an_effect_changes_positions(game: Game, number: int, effects: str, wanted: dict[str, list[str]]) -> None:
    assert standing(after(game, f"effect_{number}")) == wanted


@pytest.mark.parametrize(
    ("effect", "wanted"),
    [
        ("{reduce: item}", {**START, "red": ["North, 715 Petrozavodsk: (Ra1)* (Rc16)* (Rc16)*", *START["red"][1:]]}),
        ("{remove: item}", {**START, "red": START["red"][1:]}),
        (
            "{place: item, reserve: white}",
            {"white": [*START["white"], "reserve: Ra1* (Rc16)*"], "red": START["red"][1:]},
        ),
    ],
)
def test_an_effect_on_the_item_of_a_repeated_step_meets_each(
    game: Game, effect: str, wanted: dict[str, list[str]]
) -> None:
    more = with_procedure(game, f"{{title: P, steps: [{{id: each, for_each: [Ra1, Rc16], do: [{effect}]}}]}}")
    assert standing(after(more, "p")) == wanted


NEUTRAL = {"ukraine": "neutral", "finland": "red"}


# (effects, the boxes of the set-up's track afterwards, the notes for the sheet)
MARKERS = [
    ("{marker: VP, on: control, to: white}", {"ukraine": "neutral", "finland": "white"}, ()),  # the row that VP marks
    ("{marker: ukraine, on: control, to: white}", {"ukraine": "white", "finland": "red"}, ()),  # a row by its own name
    ("{marker: Turn, on: control, to: red}", {**NEUTRAL, "Turn": "red"}, ()),  # a marker in no row
    ("{marker: Turn, on: turn, to: t2}", NEUTRAL, ("Turn marker: 1919",)),  # the set-up has nothing on this track
    ("{marker: Turn, on: turn, to: t3}", NEUTRAL, ("Turn marker: t3",)),
    ("{marker: Turn, where: row A, to: A_B}", NEUTRAL, ("Turn marker: row A, A_B",)),
    ("{marker: Turn, at: 715 Petrozavodsk}", NEUTRAL, ("Turn marker: 715 Petrozavodsk",)),
    ("{marker: Turn, on: control, where: beside it}", NEUTRAL, ("Turn marker: beside it",)),
    ("{marker: ukraine, where: box 3}", NEUTRAL, ("Ukraine: box 3",)),  # a row without a counter
    ("{marker: nobody, where: box 3}", NEUTRAL, ("nobody: box 3",)),
    ("{marker: Turn}", NEUTRAL, ("Turn marker",)),
    ("{note: The Tsar is dead.}, {note: Long live the Tsar.}", NEUTRAL, ("The Tsar is dead.", "Long live the Tsar.")),
    ("{reduce: Ra1}", NEUTRAL, ()),
]


@pytest.mark.parametrize(("effects", "boxes", "notes"), MARKERS, ids=[effects for effects, _, _ in MARKERS])
def test_markers_move_on_the_tracks_of_the_set_up_and_else_in_words(
    game: Game, effects: str, boxes: dict[str, str], notes: tuple[str, ...]
) -> None:
    settled = after(with_procedure(game, f"{{title: P, steps: [{{id: do, do: [{effects}]}}]}}"), "p")
    assert settled.tracks == {"control": boxes}
    assert settled.notes == notes


def test_a_marker_that_is_the_item_of_a_repeated_step_is_named(game: Game) -> None:
    more = with_procedure(
        game, "{title: P, steps: [{id: each, for_each: [Turn, VP], do: [{marker: item, where: box 3}]}]}"
    )
    assert after(more, "p").notes == ("Turn marker: box 3", "VP: box 3")


def test_a_rolled_set_up_has_its_record_and_results(game: Game) -> None:
    result, settled = rolled(prepare(game, "reductions", {"scenario": "later"}), Typed([3, 4]), None)
    assert settled is not None
    assert standing(settled) == {**START, "red": [START["red"][0], "North, 701 Petrograd: (Ra2)*", START["red"][2]]}
    assert settled.rolled == ((result.record, result.results),)
    assert result.results == (("Any reduced", ""),)
    assert settled.id == result.record["scenario"] == "later"


def test_a_game_without_set_ups_rolls_without_one(bare: Game) -> None:
    result, settled = rolled(prepare(bare, "chart.turn9", {"column": "red"}), Typed([1]), None)
    assert settled is None
    assert result.record["scenario"] is None
    assert [entry["result"] for entry in result.record["rolls"]] == ["RED"]


@pytest.mark.parametrize(
    ("seed", "origin", "said"),
    [
        ("CODE", {}, "fresh"),
        ("CODE", {"origin": "given by the player"}, "given by the player"),
        (None, {}, "faces alone"),
    ],
)
def test_a_record_says_where_its_seed_came_from(
    bare: Game, seed: str | None, origin: dict[str, str], said: str
) -> None:
    record = rolled(prepare(bare, "plain", {}), Seeded(b"any"), seed, **origin)[0].record
    assert (record["seed"], record["seed_from"]) == (seed, said)
    assert record["game"] == "toy"
    assert record["tool"].startswith("rcwkit ")


def test_charts_are_rolled_beside_procedures_of_their_name(bare: Game) -> None:
    assert rollable(bare) == ["reductions", "turn9", "chart.turn9", "plain"]
    assert prepare(bare, "turn9", {"lead": "red"}).plan.id == "turn9"
    assert prepare(bare, "chart.turn9", {"column": "neutral"}).plan.id == "chart.turn9"
    assert prepare(bare, "plain", {}).plan.id == prepare(bare, "chart.plain", {}).plan.id == "plain"


# (name, inputs, code, message, hint)
REFUSED: list[tuple[str, dict[str, str], str, str, str]] = [
    ("plian", {}, "E524", "no procedure or rolled table 'plian' in toy", "did you mean 'plain'?"),
    ("list", {}, "E524", "no procedure or rolled table 'list' in toy", "one of: reductions, turn9, chart.turn9, plain"),
    (
        "chart.reductions",
        {},
        "E524",
        "no procedure or rolled table 'chart.reductions' in toy",
        "did you mean 'reductions'?",
    ),
]


@pytest.mark.parametrize(("name", "given", "code", "message", "hint"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_what_cannot_be_rolled_is_refused(
    bare: Game, name: str, given: dict[str, str], code: str, message: str, hint: str
) -> None:
    with pytest.raises(InputError) as refused:
        prepare(bare, name, given)
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == (code, message, hint)
    assert diagnostic.span.file == "PROCEDURE"  # it was asked for, and no line of the game is at fault


@pytest.mark.parametrize(
    ("wanted", "hint"), [("lat", "did you mean 'late'?"), ("read_me", "one of: campaign, late, later")]
)
def test_a_scenario_without_a_set_up_cannot_be_chosen(game: Game, wanted: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        prepare(game, "reductions", {"scenario": wanted})
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == (
        "E522",
        f"no scenario '{wanted}' with a set-up",
        hint,
    )
    assert diagnostic.span.file == "game/game.yaml"


def test_a_scenario_is_chosen_among_the_inputs(game: Game) -> None:
    given = {"scenario": "late"}
    settled = prepare(game, "reductions", given).settled
    assert settled is not None
    assert settled.id == "late"
    assert not find(settled, "Ra1")
    assert given == {"scenario": "late"}


def test_a_procedure_may_ask_for_a_scenario_itself(game: Game) -> None:
    more = with_procedure(
        game,
        "{title: P, inputs: {scenario: {title: Which, choices: {long: Long, short: Short}}}, "
        "steps: [{id: r, roll: 1d6}]}",
    )
    prepared = prepare(more, "p", {"scenario": "long"})
    assert prepared.plan.inputs == {"scenario": "long"}
    assert prepared.settled is not None
    assert prepared.settled.id == "campaign"


def test_the_scenario_of_a_roll_is_the_first_that_offers_it(game: Game, bare: Game) -> None:
    assert chosen(game, "reductions") == "late"  # the first offers it without a set-up, the second not at all
    assert chosen(game, "turn9") == "campaign"
    assert chosen(bare, "turn9") is None


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("reductions", {}),
        ("turn9", {"lead": ["red", "none"]}),
        ("chart.turn9", {"column": ["red", "neutral"], "lead": []}),
        ("plain", {}),
        ("list", {}),
        ("nothing", {}),
    ],
)
def test_what_a_roll_asks_for(game: Game, bare: Game, name: str, asked: dict[str, list[str]]) -> None:
    assert questions(bare, name) == asked
    if name in ("reductions", "turn9", "chart.turn9", "nothing"):
        assert questions(game, name) == {"scenario": ["campaign", "late", "later"], **asked}


def test_an_input_without_choices_takes_any(bare: Game) -> None:
    more = with_procedure(bare, "{title: P, inputs: {turn: {title: Turn, range: 1-3}}, steps: [{id: r, roll: 1d6}]}")
    assert questions(more, "p") == {"turn": []}


def test_a_seed_code_gives_its_dice_and_none_a_fresh_one() -> None:
    code, dice = seeded(None)
    assert dice.seed == seed_of(code)
    assert seeded(code) == (code, dice)
    assert seeded(None)[0] != code
    with pytest.raises(InputError) as refused:
        seeded("!!")
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, str(diagnostic.span)) == ("E521", "--seed")
    assert "!" in diagnostic.message


def test_odds_are_those_of_the_procedures_report(game: Game) -> None:
    (answer,) = answers(prepare(game, "reductions", {"scenario": "campaign"}))
    assert (answer.title, answer.chance) == ("Any reduced", Fraction(3, 4))


def data_of(game: Game, name: str, given: Mapping[str, Any] = {}) -> Any:
    """Return the hash of the rules data as a record has it."""
    data = prepare(game, name, given).facts["data"]
    assert len(data) == 16
    return data


# (document, old text, new text, whether the rules of turn9 change)
CHANGED = [
    ("tables.yaml", "1: [RED, RED]", "1: [RED, red]", True),
    ("tables.yaml", "roll: 1d6", "roll: 1d8", True),
    ("tables.yaml", "add: -1", "add: -2", True),
    ("tables.yaml", "beyond: clamp", "natural: {6: RED}\n    beyond: clamp", True),
    ("tables.yaml", "beyond: clamp", "beyond: rows", True),
    ("tables.yaml", "neutral: Neutral}", "neutral: Nobody}", True),
    ("tables.yaml", "{1: [RED, RED], 2-6: [neutral, neutral]}", "{2-6: [neutral, neutral], 1: [RED, RED]}", False),
    ("tables.yaml", "title: Turn 9", "title: Turn nine", False),
    ("procedures.yaml", "column: red}", "column: neutral}", True),
    ("procedures.yaml", "4-6: reduced}", "4-6: full}", False),  # of another procedure
    ("red.yaml", "name: 1 Army", "name: First Army", False),
]


@pytest.mark.parametrize(("file", "old", "new", "other"), CHANGED, ids=[f"{file} {new}" for file, _, new, _ in CHANGED])
def test_the_hash_of_the_data_tells_rules_from_looks(
    tmp_path: Path, bare: Game, file: str, old: str, new: str, other: bool
) -> None:
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "tables.yaml", "procedures.yaml")}
    assert old in files[file]
    changed = load(Project(write(tmp_path, {**files, file: files[file].replace(old, new, 1)})))
    assert (data_of(changed, "turn9", {"lead": "red"}) != data_of(bare, "turn9", {"lead": "red"})) is other


TABLES = """kind: tables
id: more_tables
title: More
source: Toy rules
tables:
  first: {title: First, roll: 1d6, drm: [{text: T, add: {lookup: second, row: 1-6}}], rows: {1-6: x}, beyond: clamp}
  second:
    {title: Second, roll: 1d6, rows: {1-6: 1}, drm: [{text: T, add: {lookup: first, row: 1-6, read: {x: 1}}}],
      beyond: clamp}
  other: {title: Other, rows: {a: 1}}
"""
CHAINED = """kind: procedures
id: chained
title: Chained
source: Toy rules
procedures:
  chained:
    title: Chained
    inputs: {side: {title: Side, choices: {red: Red, white: White}, default: red}}
    variables: {own: 1}
    steps: [{id: r, roll: 1d6}]
"""

# (procedure, its change or that of another document, whether its rules change)
RULES = [
    ("decks: {d: {title: D, cards: 1-3}}, steps: [{id: s, draw: {deck: d}}]", "cards: 1-3", "cards: 1-3", False),
    ("decks: {d: {title: D, cards: 1-3}}, steps: [{id: s, draw: {deck: d}}]", "cards: 1-3", "cards: 1-4", True),
    ("decks: {d: {title: D, cards: 1-3}}, steps: [{id: s, draw: {deck: d}}]", "cards: 1-3", "cards: [3, 2, 1]", True),
    (
        "decks: {d: {title: D, cards: 1-3}}, steps: [{id: s, draw: {deck: d}}]",
        "cards: 1-3",
        "cards: 1-3, classes: {low: [1]}",
        True,
    ),
    ("variables: {vp: 1}, steps: [{id: s, roll: 1d6}]", "vp: 1", "vp: 2", True),
    ("steps: [{id: o, steps: [{id: i, for_each: [Ra1, Ra2], do: [{reduce: item}]}]}]", "Ra2", "Rc16", True),
    ("steps: [{id: o, steps: [{id: i, for_each: [Ra1, Ra2], do: [{reduce: item}]}]}]", "reduce", "flip", True),
    (
        "steps: [{id: s, slide: {track: control, row: ukraine, boxes: 1}}]",
        "side: white, text: W5",
        "side: white, text: W6",
        True,
    ),
    ("steps: [{id: s, table: first}]", "rows: {1-6: x}", "rows: {1-6: y}", True),
    ("steps: [{id: s, table: first}]", "rows: {1-6: 1}", "rows: {1-6: 2}", True),
    ("steps: [{id: s, table: first}]", "title: Second", "title: Changed", False),
    ("steps: [{id: s, table: first}]", "title: Other, rows: {a: 1}", "title: Other, rows: {a: 2}", False),
    (
        "steps: [{id: s, when: {value: {lookup: other, row: a}, is: 1}, roll: 1d6}]",
        "title: Other, rows: {a: 1}",
        "title: Other, rows: {a: 2}",
        True,
    ),
    ("steps: [{id: s, run: chained}]", "default: red}", "default: white}", True),
    ("steps: [{id: s, run: chained}]", "own: 1", "own: 2", True),
    ("steps: [{id: s, run: chained}]", "id: r, roll: 1d6", "id: r, roll: 1d8", True),
    ("steps: [{id: s, roll: 1d6}]", "own: 1", "own: 2", False),
    # Names of no table where tables are named, and a table's name elsewhere.
    (
        "variables: {table: 1}, steps: [{id: s, do: [{set: {table: white}}, {set: {table: {of: 1, plus: 1}}}]}]",
        "own: 1",
        "own: 2",
        False,
    ),
    ("steps: [{id: other, roll: 1d6}]", "title: Other, rows: {a: 1}", "title: Other, rows: {a: 2}", False),
]


@pytest.mark.parametrize(
    ("procedure", "old", "new", "other"), RULES, ids=[f"{procedure} {new}" for procedure, _, new, _ in RULES]
)
def test_whatever_a_roll_reads_counts_as_its_rules(bare: Game, procedure: str, old: str, new: str, other: bool) -> None:
    documents = [
        TOY["tracks.yaml"],
        TABLES,
        CHAINED,
        f"kind: procedures\nid: p\ntitle: P\nsource: S\nprocedures: {{p: {{title: P, {procedure}}}}}",
    ]
    assert sum(old in text for text in documents) == 1

    def data(old: str, new: str) -> Any:
        game = bare
        for text in documents:
            game = extended(game, text.replace(old, new))
        return data_of(game, "p")

    assert (data(old, new) != data(old, old)) is other


def test_units_that_roll_count_as_rules(game: Game) -> None:
    campaign, late, later = (data_of(game, "reductions", {"scenario": name}) for name in ("campaign", "late", "later"))
    assert campaign == later != late  # one army less


def rolled_reductions(game: Game) -> dict[str, Any]:
    """Return a seeded record in which Ra1 rolls a 1 and Ra2 a 6."""
    code = next(code for code in map(code_of, (bytes([n]) * 5 for n in range(256))) if faces_of(game, code) == [1, 6])
    return rolled(prepare(game, "reductions", {"scenario": "later"}), seeded(code)[1], code)[0].record


def faces_of(game: Game, code: str) -> list[int]:
    record = rolled(prepare(game, "reductions", {"scenario": "later"}), seeded(code)[1], code)[0].record
    return [face for entry in record["rolls"] for face in entry["faces"]]


def test_a_record_is_walked_again_as_it_fell(game: Game) -> None:
    record = rolled_reductions(game)
    prepared, result, settled = replayed(game, record)
    assert result.record == record
    assert settled is not None
    assert (prepared.plan.id, settled.id, settled.rolled[0][0]) == ("reductions", "later", record)
    assert standing(settled) == {**START, "red": [START["red"][0], "North, 701 Petrograd: (Ra2)*", START["red"][2]]}
    verdict = verify(game, record)
    assert (verdict.difference, verdict.seeded) == ("", 2)


# (changed fields of a record, the disagreement with the rules)
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "other"}, "it is a record of other, not of toy"),
    ({"data": "0" * 16}, "the rules data have changed since this record was made"),
    ({"procedure": "reductoins"}, "the rules refuse it: no procedure or rolled table 'reductoins' in toy"),
    ({"typed_faces": [7, None]}, "the rules refuse it: face 1 is 7, but reductions/armies/Ra1.0 is a d6"),
    ({"title": "Reductoins"}, 'title is "Reductoins" but should be "Reductions"'),
]


@pytest.mark.parametrize(("fields", "message"), WRONG, ids=[next(iter(fields)) for fields, _ in WRONG])
def test_a_record_that_disagrees_with_the_rules_is_refused(game: Game, fields: dict[str, Any], message: str) -> None:
    record = {**rolled_reductions(game), **fields}
    assert verify(game, record).difference == message
    with pytest.raises(InputError) as refused:
        replayed(game, record)
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, str(diagnostic.span)) == ("E532", "record")
    assert diagnostic.message == f"this record does not agree with the rules: {message}"


def test_a_history_of_another_record_is_refused(game: Game) -> None:
    record = rolled_reductions(game)
    history = [{"again": "armies", "kept": [], "seed": record["seed"], "before": "0" * 64}]
    message = f"history 1 follows record {'0' * 16} but should follow {record['hash'][:16]}"
    assert verify(game, {**record, "history": history}).difference == message


def test_a_step_is_rerolled_except_for_kept_items(game: Game) -> None:
    record = rolled_reductions(game)
    prepared, result, settled = again(game, record, "armies", ("Ra1",), None)
    assert prepared.plan.id == "reductions"
    kept, anew = result.record["rolls"]
    assert (kept["path"], kept["faces"], kept["attempt"]) == ("reductions/armies/Ra1", [1], 1)
    assert (anew["path"], anew["attempt"]) == ("reductions/armies/Ra2", 2)
    assert [entry["seed"] for entry in result.record["history"]] == [record["seed"]]
    assert settled is not None
    assert settled.rolled == ((result.record, result.results),)
    assert [piece.reversed for piece in find(settled, "Ra1")] == [False]
    other = code_of(b"other")
    assert [entry["seed"] for entry in again(game, record, "armies", (), other)[1].record["history"]] == [other]


def test_reductions_turn_the_counters_that_rolled_4_to_6(triumph: Game) -> None:
    result, settled = rolled(prepare(triumph, "reductions", {}), Seeded(b"seed"), None)
    assert settled is not None
    armies = result.record["rolls"]
    assert len(armies) == 27
    for entry in armies:
        (piece,) = find(settled, entry["path"].rpartition("/")[2])
        assert piece.reversed == (entry["faces"][0] >= 4)
        assert piece.rolled == piece.reversed
    assert {"SiA1", "SiA2", "SRURR", "Ra2"} <= {entry["item"] for entry in result.record["exempt"]}
    assert [record for record, _ in settled.rolled] == [result.record]


def test_peasants_that_revolt_join_the_enemy_of_the_controller(triumph: Game) -> None:
    for controller, enemy in (("red", "white"), ("white", "red")):
        prepared = prepare(triumph, "ukraine", {"controller": controller})
        first = [1] if controller == "red" else [6]
        result, settled = rolled(prepared, Typed([*first, 1, 5, 6, 3, 6]), None)
        assert settled is not None
        owners = {
            piece.unit: force.owner
            for force in settled.forces
            for piece in force.pieces
            if piece.unit.startswith("UkrPeas")
        }
        assert owners == {"UkrPeas1": "ukraine", "UkrPeas2": enemy, "UkrPeas3": "green"}
