"""Conditions, amounts and effects of procedures, as forms word them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter
from rcwkit.dice.conditions import Calc, Condition, parse_condition
from rcwkit.dice.model import Effect
from rcwkit.dice.model import Test as Trial
from rcwkit.dice.tables import Table
from rcwkit.document.form_words import LONG, ProcedureWords, with_titles
from rcwkit.source.language import Language
from wording_support import game, procedures

LABELS = {"lead": "Who leads?", "turn": "Turn", "ip": "Influence?", "die": "The roll", "bare": "Bare"}
ANSWERS: dict[str, dict[Any, str]] = {
    "lead": {"red": "Red leads", "white": "White leads", "none": "Nobody"},
    "ip": {1: "One", 2: "Two"},
    "turn": {},
}
EFFECTS = TypeAdapter(tuple[Effect, ...])
CONDITIONS = TypeAdapter(Condition)


def words(item: str = "", **more: dict[Any, str]) -> ProcedureWords:
    return ProcedureWords(game(), LABELS, {**ANSWERS, **more}, item)


def amount(**fields: Any) -> str:
    return words().amount(Calc(**fields))


def condition(**written: Any) -> str:
    return words().condition(parse_condition(written))


def effects(*written: dict[str, Any], item: str = "") -> str:
    return words(item).effects(EFFECTS.validate_python(written))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lead", "Who leads?"),
        ("slow_march", "slow march"),
        ("item", "it"),
        ("ip.item", "Influence?"),
        ("ip.ukraine", "Ukraine: Influence?"),
        ("ip.Ra1", "1 Army: Influence?"),
        ("other.item", "other.item"),
    ],
)
def test_a_name_is_its_question_or_title(name: str, said: str) -> None:
    assert words().name(name) == said


def test_the_item_has_the_name_that_its_step_gives_it() -> None:
    assert words("each army").name("item") == words("each army").unit("item") == "each army"
    assert words("each army").name("ip.item") == "Influence?"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("item", "it"),
        ("Ra1", "1 Army"),
        ("red", "The Reds"),
        ("ukraine", "Ukraine"),
        ("turn", "Turn"),
        ("far_away", "far away"),
    ],
)
def test_a_unit_is_a_counter_an_owner_or_a_row(name: str, said: str) -> None:
    assert words().unit(name) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [(3, "3"), (-3, "−3"), ("lead", "‘Who leads?’"), ("ip.item", "‘Influence?’"), ("item", "it"), ("so_far", "so far")],
)
def test_a_number_or_name_is_an_amount(written: Any, said: str) -> None:
    assert words().amount(written) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"of": "turn"}, "‘Turn’"),
        ({"of": "turn", "times": -1}, "−‘Turn’"),
        ({"of": "turn", "times": 2}, "2 × ‘Turn’"),
        ({"of": "turn", "times": -2}, "−2 × ‘Turn’"),
        ({"of": "turn", "times": 0}, "0 × ‘Turn’"),
        ({"of": "turn", "plus": 1}, "‘Turn’ + 1"),
        ({"of": "turn", "plus": -1}, "‘Turn’ − 1"),
        ({"of": "turn", "plus": "lead"}, "‘Turn’ + ‘Who leads?’"),
        ({"of": "turn", "plus": {"of": "lead", "times": -1}}, "‘Turn’ − ‘Who leads?’"),
        ({"of": "turn", "times": 2, "plus": 1, "least": 0, "most": 9}, "2 × ‘Turn’ + 1, at least 0, at most 9"),
        ({"of": "turn", "least": 2}, "‘Turn’, at least 2"),
        ({"of": "turn", "most": 2}, "‘Turn’, at most 2"),
        ({"sum": "die"}, "sum of ‘The roll’"),
        ({"count": {"die": 6}}, "how often ‘The roll’ gave 6"),
        ({"count": {"die": (5, 6), "lead": "red"}}, "how often ‘The roll’ gave 5 or 6 and ‘Who leads?’ gave Red leads"),
        ({"lookup": "lone"}, "the chart ‘Lone’"),
        ({"lookup": "lone", "row": "turn"}, "the chart ‘Lone’ (‘Turn’)"),
        ({"lookup": "shifts", "row": "turn", "column": "near"}, "the chart ‘Shifts’ (‘Turn’, Range, Near)"),
        ({"lookup": "shifts", "column": "far"}, "the chart ‘Shifts’ (Far)"),
    ],
)
def test_a_calculation_is_worded(fields: dict[str, Any], said: str) -> None:
    assert amount(**fields) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"of": {"of": "turn", "plus": 1}, "times": 2}, "2 × (‘Turn’ + 1)"),
        ({"of": {"of": "turn", "plus": 1}, "times": -1}, "−(‘Turn’ + 1)"),
        ({"of": {"of": "turn", "times": -1}, "times": -1}, "−(−‘Turn’)"),
        ({"of": {"of": "turn", "plus": 1}, "plus": 1}, "‘Turn’ + 1 + 1"),
        ({"of": {"of": "turn", "times": 3}, "plus": 1}, "3 × ‘Turn’ + 1"),
        ({"of": {"of": "turn"}, "times": 2}, "2 × ‘Turn’"),
        ({"of": {"of": "turn", "most": 3}, "plus": 1}, "(‘Turn’, at most 3) + 1"),
        ({"of": {"of": "turn", "least": 3}, "plus": 1}, "(‘Turn’, at least 3) + 1"),
        ({"of": "turn", "plus": {"of": "die", "least": 0}}, "‘Turn’ + (‘The roll’, at least 0)"),
        ({"of": "turn", "plus": {"of": "die", "times": -2, "plus": 1}}, "‘Turn’ − 2 × ‘The roll’ + 1"),
    ],
)
def test_a_part_of_a_calculation_that_would_be_broken_up_stands_in_brackets(fields: dict[str, Any], said: str) -> None:
    assert amount(**fields) == said


@pytest.mark.parametrize(
    ("table", "column", "said"),
    [
        ("shifts", None, ""),
        ("shifts", "near", "Range, Near"),
        ("shifts", "far", "Far"),
        ("shifts", "lead", "by ‘Who leads?’"),
        ("shifts", "wind_force", "by wind force"),
        ("single", "only", ""),
        ("turned", "tank", "Class, Tank"),
        ("numbered", 2, "Both, Second"),
    ],
)
def test_a_column_is_its_heading_below_that_of_its_group_or_what_chooses_it(table: str, column: Any, said: str) -> None:
    made = replace(words(), game=game(NUMBERED))
    assert made.column(made.game[Table][table].value, column) == said


NUMBERED = """kind: tables
id: more
title: More
source: Toy rules
tables:
  numbered: {title: Numbered, columns: {1: First, 2: Second}, groups: {Both: [1, 2]}, rows: {a: [1, 2]}}
"""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"lead": "red"}, "Who leads? **Red leads**"),
        ({"lead": ["red", "white"]}, "Who leads? **Red leads or White leads**"),
        ({"lead": {"not": "none"}}, "Who leads? not **Nobody**"),
        ({"ip.item": 2}, "Influence? **Two**"),
        ({"ip.ukraine": 1}, "Ukraine: Influence? **One**"),
        ({"turn": 3}, "Turn: **3**"),
        ({"turn": {"at_least": 3}}, "Turn: **3 or more**"),
        ({"turn": {"at_most": 3}}, "Turn: **3 or less**"),
        ({"turn": {"at_least": 0, "at_most": 3}}, "Turn: **0–3**"),
        ({"turn": {"at_least": 3, "at_most": 3}}, "Turn: **3**"),
        ({"turn": {"at_least": 2, "not": [3, 4]}}, "Turn: not **3 or 4** and **2 or more**"),
        ({"turn": {"at_least": "die"}}, "Turn: **‘The roll’ or more**"),
        ({"turn": {"at_least": {"of": "die", "plus": 1}}}, "Turn: more than ‘The roll’"),
        (
            {"turn": {"at_least": {"of": "die", "plus": 1}, "at_most": 9}},
            "Turn: more than ‘The roll’ and **9 or less**",
        ),
        ({"turn": {"at_least": {"of": "die", "plus": 2}}}, "Turn: **‘The roll’ + 2 or more**"),
        ({"turn": {"at_least": {"sum": "die", "plus": 1}}}, "Turn: **sum of ‘The roll’ + 1 or more**"),
        ({"so_far": 3}, "so far is **3**"),
        ({"value": {"of": "turn", "times": 2}, "at_most": 3}, "2 × ‘Turn’ is **3 or less**"),
        ({"value": 3, "at_most": "turn"}, "3 is **‘Turn’ or less**"),
        ({"count": {"die": 6}, "at_least": 2}, "how often ‘The roll’ gave 6 is **2 or more**"),
        ({"die": "red"}, "The roll: **The Reds**"),
        ({"die": "far_off"}, "The roll: **far off**"),
        ({"any": {"die": "hit"}}, "The roll, any: hit"),
        ({"every": {"die": ["hit", "miss"]}}, "The roll, every: hit or miss"),
        ({"lead": "red", "turn": 3}, "Who leads? **Red leads**; Turn: **3**"),
        ({"all": [{"lead": "red"}, {"turn": 3}]}, "Who leads? **Red leads**; Turn: **3**"),
        ({"either": [{"lead": "red"}, {"turn": 3}]}, "Who leads? **Red leads** or Turn: **3**"),
        ({"none": [{"lead": "red"}, {"turn": 3}]}, "not Who leads? **Red leads** nor Turn: **3**"),
        ({"none": [{"turn": 3}]}, "not Turn: **3**"),
    ],
)
def test_a_condition_has_questions_with_their_answers(written: dict[str, Any], said: str) -> None:
    assert condition(**written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"either": [{"turn": 1, "die": 2}, {"turn": 3}]}, "(Turn: **1**; The roll: **2**) or Turn: **3**"),
        ({"turn": 1, "either": [{"die": 2}, {"turn": 3}]}, "The roll: **2** or Turn: **3**; Turn: **1**"),
        (
            {"either": [{"either": [{"turn": 1}, {"turn": 2}]}, {"turn": 3}]},
            "Turn: **1** or Turn: **2** or Turn: **3**",
        ),
        ({"either": [{"none": [{"turn": 1}]}, {"turn": 3}]}, "(not Turn: **1**) or Turn: **3**"),
        ({"none": [{"turn": 1, "die": 2}]}, "not (Turn: **1**; The roll: **2**)"),
        ({"none": [{"either": [{"turn": 1}, {"die": 2}]}]}, "not (Turn: **1** or The roll: **2**)"),
        ({"none": [{"none": [{"turn": 1}]}]}, "not (not Turn: **1**)"),
    ],
)
def test_conditions_joined_within_others_stand_in_brackets(written: dict[str, Any], said: str) -> None:
    assert condition(**written) == said


def test_any_and_every_are_said_in_the_language_of_the_kit() -> None:
    texts = {"{name}, any: {values}": "{name}, eins: {values}", "{name}, every: {values}": "{name}, alle: {values}"}
    german = replace(words(), game=replace(game(), say=Language("de", texts)))
    assert german.condition(parse_condition({"any": {"die": "hit"}})) == "The roll, eins: hit"
    assert german.condition(parse_condition({"every": {"die": "hit"}})) == "The roll, alle: hit"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"item": "Ra1"}, "1 Army"),
        ({"item": ["Ra1", "red"]}, "1 Army or The Reds"),
        ({"item": {"not": "Ra1"}}, "not 1 Army"),
        ({"item": {"not": ["Ra1", "Ra2"]}}, "not 1 Army nor 2 Army"),
        ({"item": {"at_least": 3}}, "3 or more"),
        ({"item": {"at_least": 3, "not": 5}}, "not 5 and 3 or more"),
        ({"item": {"at_most": "turn"}}, "‘Turn’ or less"),
    ],
)
def test_a_condition_on_the_item_names_the_items(written: dict[str, Any], said: str) -> None:
    assert condition(**written) == said


def choice(length: int, **more: Any) -> tuple[str, tuple[str, ...]]:
    """Return a condition with a choice of two alternatives of so many characters in all, divided."""
    end = length - len("Turn: **a** or Turn: ****")
    return words().divided(parse_condition({"either": [{"turn": "a"}, {"turn": "b" * end}], **more}))


def test_a_long_choice_is_divided_into_its_alternatives() -> None:
    said, parts = choice(LONG)
    assert (len(said), parts) == (LONG, ()) and LONG == 80
    said, parts = choice(LONG + 1)
    assert said == "one of these" and [part[:10] for part in parts] == ["Turn: **a*", "Turn: **bb"]
    said, parts = choice(LONG + 1, lead="red")
    assert said == "Who leads? **Red leads**; one of these" and len(parts) == 2
    assert choice(LONG, lead="red") == (f"{choice(LONG)[0]}; Who leads? **Red leads**", ())


def test_only_a_choice_is_divided() -> None:
    long = "b" * 90
    for join in ("none", "all"):
        one = parse_condition({join: [{"turn": long}, {"turn": "a"}]})
        assert words().divided(one) == (words().condition(one), ())
    inside = parse_condition({"none": [{"either": [{"turn": long}, {"turn": "a"}]}]})
    assert words().divided(inside) == (words().condition(inside), ())
    plain = parse_condition({"turn": long})
    assert words().divided(plain) == (f"Turn: **{long}**", ())


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at_most": 3}, "3 or less: **yes**; otherwise **no**."),
        ({"at_least": 3}, "3 or more: **yes**; otherwise **no**."),
        ({"above": 3}, "More than 3: **yes**; otherwise **no**."),
        ({"below": "turn"}, "Less than ‘Turn’: **yes**; otherwise **no**."),
        ({"at_most": 3, "success": "red", "failure": "far_off"}, "3 or less: **The Reds**; otherwise **far off**."),
    ],
)
def test_a_test_says_what_to_reach_and_what_comes_of_it(fields: dict[str, Any], said: str) -> None:
    assert words().test(Trial(**fields)) == said


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"place": "Ra1"}, "Place 1 Army."),
        ({"place": "Ra1", "at": "715"}, "Place 1 Army (Petrozavodsk 715)."),
        ({"place": "Ra1", "at": "port"}, "Place 1 Army (Odessa)."),
        ({"place": "Ra1", "at": "Atlantis"}, "Place 1 Army."),
        ({"place": "Ra1", "where": "any port"}, "Place 1 Army (any port)."),
        (
            {"place": "Ra1", "where": "in port", "at": "port", "to": "red"},
            "Place 1 Army (in port, Odessa, to The Reds).",
        ),
        ({"place": "Ra1", "reserve": "red"}, "Place 1 Army (The Reds reserve)."),
        ({"place": "Ra1", "reserve": "lead"}, "Place 1 Army (Who leads? reserve)."),
        ({"reduce": "item"}, "Reduce it (turn to the reduced side)."),
        ({"restore": "Ra1"}, "Restore 1 Army to full."),
        ({"flip": "Ra1"}, "Turn over 1 Army."),
        ({"convert": "Ra1", "to": "white"}, "Convert 1 Army (to The Whites)."),
        ({"remove": "red"}, "Remove The Reds from the game."),
        ({"move": "Ra1", "at": "715"}, "Move 1 Army (Petrozavodsk 715)."),
        ({"marker": "VP"}, "Put VP."),
        ({"marker": "VP", "on": "control", "to": "red"}, "Put VP (Red box)."),
        ({"marker": "VP", "on": "control"}, "Put VP."),
        ({"marker": "VP", "to": "red"}, "Put VP (to The Reds)."),
        ({"marker": "VP", "on": "nothing", "to": "red"}, "Put VP (to The Reds)."),
        ({"marker": "VP", "on": "control", "to": "so_far"}, "Put VP (so far)."),
        ({"note": "halt"}, "Halt."),
        ({"note": "Halt!"}, "Halt!"),
        ({"note": "Halt?"}, "Halt?"),
        ({"note": "Halt."}, "Halt."),
        ({"note": "Losses: ____"}, "Losses: ____"),
        ({"set": {"so_far": 3}}, ""),
    ],
)
def test_an_effect_is_a_sentence(effect: dict[str, Any], said: str) -> None:
    assert effects(effect) == said


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"convert": "Ra1", "to": "lead"}, "Convert 1 Army (to ‘Who leads?’)."),
        ({"convert": "Ra1", "to": "so_far"}, "Convert 1 Army."),
        ({"marker": "VP", "on": "control", "to": "lead"}, "Put VP (‘Who leads?’)."),
    ],
)
def test_an_owner_or_box_that_the_answers_choose_is_the_question(effect: dict[str, Any], said: str) -> None:
    assert effects(effect) == said


def test_the_same_effect_on_several_counters_is_one_sentence() -> None:
    said = effects(
        {"place": "Ra1", "at": "715"},
        {"note": "rest"},
        {"place": "Ra2", "at": "715"},
        {"place": "Ra3"},
        {"flip": "Ra1"},
        {"set": {"so_far": 1}},
        {"place": "VP", "at": "715"},
    )
    assert said == "Place 1 Army, 2 Army and VP (Petrozavodsk 715). Rest. Place 3 Army. Turn over 1 Army."


def test_each_note_is_a_sentence_of_its_own() -> None:
    assert effects({"note": "halt"}, {"note": "dig in"}) == "Halt. Dig in."


def test_the_item_of_effects_is_named() -> None:
    assert effects({"reduce": "item"}, item="each army") == "Reduce each army (turn to the reduced side)."


WOODS = {"ground": {"woods": "In woods", "open": "In the open", "sea": "At sea"}}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"row": "woods", "column": "near"}, "**−1** woods"),
        ({"row": "woods", "column": "far"}, "**2** woods"),
        ({"row": "open", "column": "far"}, "**4–5** open"),
        ({"row": 3, "column": "near"}, "**5** 3"),
        ({"row": "woods", "column": "far", "read": {2: 7}}, "**2** woods"),
        ({"row": "sea", "column": "near"}, ""),
        ({"column": "near"}, ""),
        ({"row": "ground", "column": "far"}, "On what ground: In woods **2**, In the open **4–5** ____"),
        ({"row": "turn", "column": "far"}, "the chart ‘Shifts’ (‘Turn’, Far): ____"),
    ],
)
def test_what_to_look_up_and_add_stands_before_a_line(fields: dict[str, Any], said: str) -> None:
    assert addend(lookup="shifts", **fields) == said


def addend(**fields: Any) -> str:
    made = ProcedureWords(game(), {**LABELS, "ground": "On what ground?"}, {**ANSWERS, **WOODS})
    return made.addend(Calc(**fields))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"lookup": "single", "row": "woods"}, "**7** woods"),
        ({"lookup": "lone", "row": "woods"}, "**−2** woods"),
        ({"lookup": "lone", "row": "ground"}, "On what ground: In woods **−2**, In the open **3** ____"),
    ],
)
def test_a_chart_with_a_single_column_needs_none(fields: dict[str, Any], said: str) -> None:
    assert addend(**fields) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"row": "woods", "column": "lead"}, "the chart ‘Shifts’ (woods, by ‘Who leads?’): ____"),
        ({"row": "ground", "column": "lead"}, "the chart ‘Shifts’ (‘On what ground?’, by ‘Who leads?’): ____"),
        ({"row": "woods", "column": "near", "times": -1}, "−the chart ‘Shifts’ (woods, Range, Near): ____"),
        ({"row": "ground", "column": "far", "plus": 1}, "the chart ‘Shifts’ (‘On what ground?’, Far) + 1: ____"),
    ],
)
def test_a_look_up_that_no_cell_answers_is_left_to_the_players(fields: dict[str, Any], said: str) -> None:
    assert addend(lookup="shifts", **fields) == said


def test_only_look_ups_are_added_on_paper() -> None:
    assert words().addend(3) == words().addend("turn") == addend(of="turn") == addend(sum="die") == ""
    said = effects(
        {"add": {"shift": {"lookup": "lone", "row": "woods"}, "so_far": 1, "more": {"lookup": "lone", "row": "open"}}},
        {"note": "halt"},
    )
    assert said == "**−2** woods. **3** open. Halt."


def test_results_are_said_with_the_names_of_owners() -> None:
    assert [words().result(value) for value in ("red", "far_off", -1, "2-3", "Ra1")] == [
        "The Reds",
        "far off",
        "−1",
        "2–3",
        "Ra1",
    ]
    german = replace(words(), game=replace(game(), say=Language("de", {"far off": "fern"})))
    assert german.result("far_off") == german.unit("far_off") == "fern"


def test_ids_of_procedures_and_inputs_become_titles() -> None:
    made = procedures("""
march:
  title: The march
  inputs: {how_far: {title: "How far?", range: 1-6}, w5: {title: W5, range: 0-1}}
  steps: [{id: die, roll: 1d6}]
war9: {title: The war, steps: [{id: die, roll: 1d6}]}
""")
    said = {
        "Set how_far to 2.": "Set ‘How far?’ to 2.",
        "Set how_many to 2.": "Set how_many to 2.",
        "Then war9 begins; w5 is not meant.": "Then ‘The war’ begins; w5 is not meant.",
        "They march on.": "They march on.",
        "Then roll march again.": "Then roll ‘The march’ again.",
        "march rolls a die.": "‘The march’ rolls a die.",
        "Halt. march rolls; march rolls.": "Halt. ‘The march’ rolls; ‘The march’ rolls.",
        "a march rolls": "a march rolls",
        "xhow_far, how_farther": "xhow_far, how_farther",
    }
    assert {text: with_titles(made, text) for text in said} == said
