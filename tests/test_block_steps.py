"""Single steps of forms: questions, rolls with their modifiers, results and rerolls, and moves of markers."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.model import Input, Step
from rcwkit.dice.notation import Dice
from rcwkit.dice.plan import plan
from rcwkit.dice.values import View
from rcwkit.dice.walk import begin, slid
from rcwkit.document.blocks import Ask, Outcome, Rung, Throw
from rcwkit.document.form_words import ProcedureWords, ask, dice_of, moved, read, short, thrown
from rcwkit.source.language import ENGLISH
from wording_support import procedure

INPUTS = """  title: P
  inputs:
    lead: {title: "Who leads? Red; White", choices: {red: Reds, white: Whites}}
    turn: {title: "Which turn?", range: 1-6}
    drift: {title: "Drift?", range: -2-2}
    still: {title: "Still?", range: 0-2}
    slip: {title: "Slip?", range: -1-1, default: 0}
    only: {title: "Only?", range: 6-6, default: 6}
    ip: {title: "Influence?", range: 1-3, for_each: [ukraine, finland]}
    lost: {title: "Lost?", list: -3-8, default: [1]}
  variables: {sum: 0, kept: 2}
  decks: {days: {title: Days, cards: 1-9}}
"""
LABELS = {
    "lead": "Who leads?",
    "turn": "Which turn?",
    "drift": "Drift?",
    "still": "Still?",
    "only": "Only?",
    "ip": "Influence?",
}
GIVEN = {"lead": "red", "turn": 1, "drift": 0, "still": 0, "ip.ukraine": 1, "ip.finland": 1}
TABLES = """kind: tables
id: more
title: More
source: Toy rules
tables:
  few:
    title: Few
    roll: 1d6
    drm: [{add: 1, text: Ahead}]
    beyond: clamp
    columns: {red: Red, white: White}
    rows: {1-3: [hit, miss], 4-6: [miss, miss]}
  unmodified:
    title: Unmodified
    roll: 1d6
    beyond: clamp
    rows: {1-3: hit, 4-6: miss}
    natural: {1: jam}
  twelve:
    title: Twelve
    roll: 1d12
    rows: {1: a, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: j, 11: k, 12: l}
  thirteen:
    title: Thirteen
    roll: 1d20
    beyond: clamp
    rows: {1: a, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: j, 11: k, 12: l, 13-20: m}
    natural: {1: jam}
  modified:
    title: Modified
    roll: 1d20
    drm: [{add: 1, text: Ahead}]
    beyond: clamp
    rows: {1: a, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: j, 11: k, 12: l, 13-20: m}
  long:
    title: Long
    roll: 1d20
    columns: {a: A, b: B}
    rows: {1: [a, b], 2: [b, a], 3: [a, b], 4: [b, a], 5: [a, b], 6: [b, a], 7: [a, b], 8: [b, a], 9: [a, b],
      10: [b, a], 11: [a, b], 12: [b, a], 13-20: [a, b]}
  abreast:
    title: Abreast
    roll: 1d6
    columns: {a: A, b: B, c: C, d: D}
    rows: {1-6: [1, 2, 3, 4]}
  broad:
    title: Broad
    roll: 1d6
    columns: {a: A, b: B, c: C, d: D, e: E}
    rows: {1-6: [1, 2, 3, 4, 5]}
  classes:
    title: Classes
    head: Class
    roll: 1d6
    turned: true
    columns: {a: A, b: B, c: C, d: D, e: E}
    rows: {1-6: [1, 2, 3, 4, 5]}
"""


def step_of(*lines: str) -> tuple[Any, Any, Step]:
    """Return the game, the procedure, and the last of its steps, each written in one line."""
    steps = "".join(f"    - {{{line}}}\n" for line in lines)
    game, item = procedure(f"p:\n{INPUTS}  steps:\n{steps}{INNER}", TABLES)
    return game, item.value, item.value.steps[-1]


INNER = """inner:
  title: Inner
  inputs: {who: {title: "Who?", choices: {red: Reds, white: Whites}}, unread: {title: "Unread?", range: 0-9}}
  steps: [{id: one, times: who, roll: 1d6}]
"""


def throw(*lines: str, labels: dict[str, str] | None = None) -> Throw:
    game, made, step = step_of(*lines)
    known = LABELS if labels is None else labels
    return thrown(game, ProcedureWords(game, known, {"lead": {"red": "Reds", "white": "Whites"}}), made, step)


def test_a_question_is_short_without_what_explains_it() -> None:
    questions = {title: Input(title=title, choices={"a": "A"}) for title in ("Who leads? Red; White; None", "Who?")}
    assert [short(one) for one in questions.values()] == ["Who leads? Red", "Who?"]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("lead", Ask("Who leads? Red; White", ("Reds", "Whites"), "")),
        ("turn", Ask("Which turn?", (), "1 to 6")),
        ("drift", Ask("Drift?", (), "−2 to 2")),
        ("lost", Ask("Lost?", (), "−3 to 8")),
    ],
)
def test_a_question_has_its_choices_or_the_numbers_to_choose_from(name: str, asked: Ask) -> None:
    _, made, _ = step_of("id: die, roll: 1d6")
    assert ask(ENGLISH, made.inputs[name]) == asked


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("id: die, roll: 1d6", []),
        ("id: die, times: turn, roll: 1d6", ["turn"]),
        ("id: die, times: 2, roll: 1d6", []),
        ("id: die, table: few, column: lead", ["lead"]),
        ("id: die, roll: 1d6, test: {at_most: turn}", ["turn"]),
        ("id: die, roll: 1d6, test: {above: {of: still, plus: drift}}", ["drift", "still"]),
        ("id: card, draw: {deck: days, count: turn}", ["turn"]),
        ("id: go, slide: {track: turns, row: turn, start: lead, points: still}", ["lead", "still"]),
        ("id: go, slide: {track: turns, row: turn, boxes: drift}", ["drift"]),
        ("id: die, for_each: [ukraine], times: , roll: 1d6, test: {at_most: ip.item}", ["ip"]),
        ("id: die, roll: 1d6, test: {at_most: ip.ukraine}", ["ip"]),
        ("id: die, roll: 1d6, when: {lead: red}, drm: [{add: turn, text: Turn}]", []),
        ("id: sub, run: inner, given: {who: lead, unread: turn}", ["lead"]),
        ("id: sub, run: inner, given: {unread: turn}", []),
        ("id: die, times: kept, roll: 1d6", []),
    ],
)
def test_a_step_asks_for_what_its_words_do_not(line: str, names: list[str]) -> None:
    assert read(*step_of(line)) == names


def test_a_roll_has_its_own_dice_or_those_of_its_chart() -> None:
    found = [
        step_of(line) for line in ("id: die, roll: 2d6", "id: die, table: twelve", "id: halt, do: [{note: Halt.}]")
    ]
    assert [dice_of(game, step) for game, _, step in found] == [Dice(2, 6), Dice(1, 12), None]


def test_a_roll_has_its_title_dice_and_their_number() -> None:
    assert throw("id: die, title: Fire, roll: 2d6") == Throw("", "", "Fire", dice="2d6", count=2)
    assert throw("id: die, roll: 1d10") == Throw("", "", dice="1d10")
    game, made, step = step_of("id: halt, do: [{note: Halt.}]")
    assert thrown(game, ProcedureWords(game, {}, {}), made, step) == Throw("", "")


def test_results_stand_in_rows_with_what_to_do() -> None:
    made = throw("id: die, roll: 1d6, rows: {1-2: full, 3-4: 0, 5: red, 6: far_off}, then: {full: [{reduce: Ra1}]}")
    assert made.columns == () and made.rows == (
        Outcome("1–2", ("full",), "Reduce 1 Army (turn to the reduced side)."),
        Outcome("3–4", ("0",)),
        Outcome("5", ("The Reds",)),
        Outcome("6", ("far off",)),
    )


def test_a_result_that_only_repeats_its_row_is_left_out_beside_its_effect() -> None:
    made = throw("id: die, roll: 1d6, rows: {1: 1, 2: 2, 3-6: 1d6}, then: {1: [{note: Halt.}], 1d6: [{note: On.}]}")
    assert made.rows == (Outcome("1", (), "Halt."), Outcome("2", ("2",)), Outcome("3–6", ("1d6",), "On."))


@pytest.mark.parametrize(
    ("rows", "keys"),
    [
        ("{1-2: a, 3-5: a, 6: b}", ["1–5: a", "6: b"]),
        ("{1: a, 2-5: b, 6: a}", ["1, 6: a", "2–5: b"]),
        ("{1: a, 2: b, 3: a, 4: a, 5: b, 6: a}", ["1, 3–4, 6: a", "2, 5: b"]),
        ("{6: a, 5: a, 4: a, 1-3: b}", ["4–6: a", "1–3: b"]),
        ("{4: a, 6: a, 1-3: b, 5: b}", ["4, 6: a", "1–3, 5: b"]),
        ("{1-: a, 2: a, 3-5: b, 6+: b}", ["2 or less: a", "3 or more: b"]),
    ],
)
def test_equal_results_are_one_row_with_all_their_keys(rows: str, keys: list[str]) -> None:
    made = throw(f"id: die, roll: 1d6, rows: {rows}")
    assert [f"{row.key}: {' '.join(row.results)}" for row in made.rows] == keys


def test_in_several_columns_only_neighbouring_rows_are_one() -> None:
    made = throw(
        "id: die, roll: 1d6, column: lead, columns: {red: Red, white: White}, "
        "rows: {1: [a, b], 2: [a, b], 3: [b, b], 4: [a, b], 5: [a, a], 6: [a, b]}, then: {a: [{note: Halt.}]}"
    )
    assert made.columns == ("Red", "White") and made.reading == "By ‘Who leads?’"
    assert made.rows == (
        Outcome("1–2", ("a", "b")),
        Outcome("3", ("b", "b")),
        Outcome("4", ("a", "b")),
        Outcome("5", ("a", "a")),
        Outcome("6", ("a", "b")),
    )
    assert made.follows == (("a", "Halt."),)


def test_what_follows_results_that_no_row_shows_stands_below() -> None:
    made = throw(
        "id: die, roll: 1d6, rows: {1-5: a, 6: b}, natural: {1: jam}, "
        "then: {a: [{note: On.}], jam: [{note: Halt.}], '*': [{note: Rest.}], c: [{set: {sum: 1}}]}"
    )
    assert made.follows == (("jam", "Halt."), ("Always", "Rest."))
    assert made.rows == (Outcome("1–5", ("a",), "On."), Outcome("6", ("b",)))
    assert made.remarks == ("A natural 1 is always: jam.",)


def test_a_small_chart_is_repeated_on_the_form() -> None:
    made = throw("id: die, table: few, column: lead, then: {hit: [{note: Halt.}]}")
    assert (made.dice, made.columns, made.reading) == ("1d6", ("Red", "White"), "By ‘Who leads?’")
    assert made.rows == (Outcome("1–3", ("hit", "miss")), Outcome("4–6", ("miss", "miss")))
    assert made.follows == (("hit", "Halt."),) and made.modifiers == (("+1", "Ahead", False),)
    assert len(made.remarks) == 1 and made.remarks[0].startswith("Totals past the ends count as 1–3 or 4–6")


@pytest.mark.parametrize(("column", "results"), [("red", ["hit", "miss"]), ("white", ["miss"])])
def test_of_a_chart_read_in_one_column_only_that_is_repeated(column: str, results: list[str]) -> None:
    made = throw(f"id: die, table: few, column: {column}, note: Read it., then: {{miss: [{{note: On.}}]}}")
    assert (made.columns, made.reading, made.follows) == ((), "", ())
    assert [row.results for row in made.rows] == [(result,) for result in results]
    assert [row.effect for row in made.rows] == ["" if result == "hit" else "On." for result in results]


def test_a_note_says_how_to_choose_the_column_in_place_of_its_name() -> None:
    assert throw("id: die, table: few, column: kept").reading == "By kept"
    assert throw("id: die, table: few, column: kept, note: As agreed.").reading == ""
    assert throw("id: die, table: broad, column: kept, note: As agreed.").reading == "Chart ‘Broad’."
    assert throw("id: die, table: broad, column: b, note: As agreed.").rows != ()
    assert throw("id: die, table: long, column: b, note: As agreed.").reading == "Chart ‘Long’, column B."


@pytest.mark.parametrize(
    ("line", "reading", "rows"),
    [
        ("id: die, table: twelve", "", 12),
        ("id: die, table: thirteen", "Chart ‘Thirteen’.", 0),
        ("id: die, table: abreast, column: lead", "By ‘Who leads?’", 1),
        ("id: die, table: broad, column: lead", "Chart ‘Broad’, column by ‘Who leads?’.", 0),
        ("id: die, table: classes, column: lead", "Chart ‘Classes’, row by ‘Who leads?’.", 0),
        ("id: die, table: broad, column: c", "", 1),
    ],
)
def test_a_chart_that_is_too_large_is_named(line: str, reading: str, rows: int) -> None:
    made = throw(line)
    assert (made.reading, len(made.rows)) == (reading, rows)


def test_a_large_chart_keeps_its_dice_its_modifiers_and_what_follows() -> None:
    made = throw("id: die, table: thirteen, drm: [{add: 2, text: Ahead}], then: {a: [{note: Halt.}]}")
    assert (made.dice, made.modifiers, made.follows) == ("1d20", (("+2", "Ahead", False),), (("a", "Halt."),))


def test_modifiers_of_a_step_bring_up_totals_past_the_ends_of_its_chart() -> None:
    ends = "Totals past the ends count as {} or {}, so a DRM makes that end likelier."
    natural = "A natural 1 is always: jam."
    more = "drm: [{add: 2, text: Ahead}]"
    assert throw("id: die, table: unmodified").remarks == (natural,)
    assert throw(f"id: die, table: unmodified, {more}").remarks == (ends.format("1–3", "4–6"), natural)
    assert throw(f"id: die, table: thirteen, {more}").remarks == (ends.format("1", "13–20"), natural)
    assert throw(f"id: die, table: modified, {more}").remarks == throw("id: die, table: modified").remarks == ()
    assert throw("id: die, table: thirteen").remarks == ()
    assert throw("id: die, table: broad, column: lead, drm: [{add: 1, text: Ahead}]").remarks == ()


@pytest.mark.parametrize(
    ("test", "note", "reading"),
    [
        ("{at_most: 3}", "", "3 or less: **yes**; otherwise **no**."),
        ("{at_most: 3}", "As agreed.", "3 or less: **yes**; otherwise **no**."),
        ("{above: turn}", "As agreed.", "More than ‘Which turn?’: **yes**; otherwise **no**."),
        ("{above: sum}", "", "More than sum: **yes**; otherwise **no**."),
        ("{above: sum}", "As agreed.", ""),
    ],
)
def test_a_test_is_read_unless_a_note_words_its_bound(test: str, note: str, reading: str) -> None:
    assert throw(f"id: die, roll: 1d6, test: {test}" + (f", note: {note}" if note else "")).reading == reading


def test_a_roll_without_rows_or_test_is_read_as_it_falls() -> None:
    assert throw("id: die, roll: 1d6").reading == throw("id: die, roll: 1d6, column: lead").reading == ""


def test_a_row_may_have_one_result_in_all_columns() -> None:
    made = throw("id: die, roll: 1d6, columns: {red: Red, white: White}, rows: {1-3: a, 4-6: [a, b]}")
    assert made.rows == (Outcome("1–3", ("a",)), Outcome("4–6", ("a", "b"))) and made.reading == ""


@pytest.mark.parametrize(
    ("drm", "modifier"),
    [
        ("{add: 1, text: Ahead}", ("+1", "Ahead", False)),
        ("{add: -2, text: Behind}", ("−2", "Behind", False)),
        ("{add: turn, text: Turn}", ("+", "Turn", True)),
        ("{add: drift, text: Drift}", ("±", "Drift", True)),
        ("{add: slip, text: Slip}", ("±", "Slip", True)),
        ("{add: still, text: Still}", ("+", "Still", True)),
        ("{add: lead, text: Lead}", ("+", "Lead", True)),
        ("{add: sum, text: Sum}", ("+", "Sum", True)),
        ("{add: {of: turn, times: -1}, text: Turn}", ("−", "Turn", True)),
        ("{add: turn, text: +1 each army}", ("+1", "each army", True)),
    ],
)
def test_a_modifier_has_its_sign_and_a_line_if_its_amount_varies(drm: str, modifier: tuple[str, str, bool]) -> None:
    assert throw(f"id: die, roll: 1d6, drm: [{drm}]").modifiers == (modifier,)


@pytest.mark.parametrize(
    ("when", "printed"),
    [
        ("{lead: red}", True),
        ("{sum: 0}", True),
        ("{sum: 1}", False),
        ("{sum: [1, 2]}", False),
        ("{sum: [1, 0]}", True),
        ("{sum: {not: 0}}", True),
        ("{sum: {at_least: 1}}", True),
        ("{kept: 9}", True),
        ("{added: 9}", True),
        ("{value: {of: sum}, is: 1}", True),
        ("{any: {die: 1}}", True),
    ],
)
def test_a_modifier_that_can_never_apply_is_left_out(when: str, printed: bool) -> None:
    drms = f"[{{add: 1, text: Ahead, when: {when}}}, {{add: 2, text: More}}]"
    lines = (
        "id: note, do: [{note: Halt.}]",
        "id: keep, steps: [{id: inner, do: [{set: {kept: 3}}]}]",
        "id: add, roll: 1d6, then: {1: [{add: {added: 1}}]}",
        f"id: die, roll: 1d6, drm: {drms}",
    )
    said = [text for _, text, _ in throw(*lines).modifiers]
    assert said == (["Ahead", "More"] if printed else ["More"])


def again(tests: str, more: str = "") -> tuple[str, ...]:
    return throw(f"id: die, roll: 1d6, again: {{{tests}}}{more}").remarks


HIGHER = ", ".join(f"{face}: {{turn: {{at_most: {face - 1}}}}}" for face in range(2, 7))
SAME = ", ".join(f"{face}: {{turn: {face}}}" for face in range(1, 7))
MORE_THAN, SAME_AS = "Roll again if it is more than ‘Which turn?’.", "Roll again if it is the same as ‘Which turn?’."


def rerolled(tests: str, name: str, answers: range) -> set[tuple[int, int]]:
    """Return the answers with the faces that the walk rolls again."""
    game, _, _ = step_of(f"id: die, roll: 1d6, again: {{{tests}}}")
    found = set()
    for answer in answers:
        _, _, request = begin(plan(game, "p", {**GIVEN, name: answer}))
        assert request is not None
        found |= {(answer, face) for face in range(1, 7) if request.resolve(face).again}
    return found


def test_a_rule_shared_by_all_results_is_stated_once() -> None:
    assert again(HIGHER) == (MORE_THAN,)
    assert rerolled(HIGHER, "turn", range(1, 7)) == {
        (turn, face) for turn in range(1, 7) for face in range(turn + 1, 7)
    }
    assert again(SAME) == (SAME_AS,)
    assert rerolled(SAME, "turn", range(1, 7)) == {(turn, turn) for turn in range(1, 7)}
    assert again(f"1: {{turn: {{at_most: 0}}}}, {HIGHER}") == (MORE_THAN,)


@pytest.mark.parametrize("left_out", range(1, 7))
def test_a_rule_that_is_not_true_of_other_results_is_not_stated(left_out: int) -> None:
    faces = [face for face in range(1, 7) if face != left_out]
    higher = ", ".join(f"{face}: {{turn: {{at_most: {face - 1}}}}}" for face in faces)
    assert (again(higher) == (MORE_THAN,)) == (left_out == 1)
    assert rerolled(higher, "turn", range(1, 7)) == {
        (turn, face) for turn in range(1, 7) for face in faces if face > turn
    }
    same = ", ".join(f"{face}: {{turn: {face}}}" for face in faces)
    assert len(again(same)) == 5


def test_results_that_no_answer_can_be_need_no_rule() -> None:
    assert again("1: {still: 1}, 2: {still: 2}") == ("Roll again if it is the same as ‘Still?’.",)
    assert again("1: {still: 1}, 3: {still: 3}") == (
        "On 1, roll again: Still? **1**.",
        "On 3, roll again: Still? **3**.",
    )


def test_a_result_above_the_least_answer_needs_the_rule() -> None:
    low = HIGHER.replace("turn", "still")
    assert rerolled(low, "still", range(3)) == {
        (still, face) for still in range(3) for face in range(2, 7) if face > still
    }
    assert len(again(low)) == 5
    assert again(f"1: {{still: {{at_most: 0}}}}, {low}") == ("Roll again if it is more than ‘Still?’.",)


def test_the_rule_of_a_single_result_is_stated_for_it() -> None:
    assert again("6: {only: 6}") == ("On 6, roll again: Only? **6**.",)


def test_a_rule_on_a_name_of_no_question_is_stated_if_it_covers_all_results() -> None:
    assert again(HIGHER.replace("turn", "kept")) == ("Roll again if it is more than kept.",)
    assert again(SAME.replace("turn", "kept")) == ("Roll again if it is the same as kept.",)
    assert len(again(SAME.replace("turn", "kept").replace(", 6: {kept: 6}", ""))) == 5
    assert len(again(HIGHER.replace("turn", "kept").replace("2: {kept: {at_most: 1}}, ", ""))) == 4


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ("5: {turn: 1}, 6: {turn: 1}", ["On 5 or 6, roll again: Which turn? **1**."]),
        ("6: {turn: 1}", ["On 6, roll again: Which turn? **1**."]),
        ("6: {turn: 6}", ["On 6, roll again: Which turn? **6**."]),
        ("6: {turn: {at_most: 5}}", ["On 6, roll again: Which turn? **5 or less**."]),
        (
            "1: {turn: 1}, 2: {still: 2}",
            ["On 1, roll again: Which turn? **1**.", "On 2, roll again: Still? **2**."],
        ),
        (
            "1: {lead: red, turn: 1}, 2: {turn: 2}",
            ["On 1, roll again: Who leads? **Reds**; Which turn? **1**.", "On 2, roll again: Which turn? **2**."],
        ),
    ],
)
def test_other_rerolls_are_listed_by_their_condition(tests: str, said: list[str]) -> None:
    assert again(tests) == tuple(said)


@pytest.mark.parametrize("other", ["6: {turn: 5}", "6: {still: 6}", "6: {turn: {not: 6}}", "6: {turn: 6, lead: red}"])
def test_one_result_with_a_rule_of_its_own_keeps_the_others_apart(other: str) -> None:
    assert SAME_AS not in again(SAME.replace("6: {turn: 6}", other))


@pytest.mark.parametrize(
    "other", ["{turn: {at_most: 4}}", "{still: {at_most: 5}}", "{turn: {at_most: 5, at_least: 1}}"]
)
def test_one_result_with_a_limit_of_its_own_keeps_the_others_apart(other: str) -> None:
    assert MORE_THAN not in again(HIGHER.replace("{turn: {at_most: 5}}", other))


def test_modifiers_bring_up_totals_for_which_a_shared_rule_is_not_true() -> None:
    more = ", drm: [{add: 1, text: Ahead}]"
    assert len(again(HIGHER, more)) == 5 and len(again(SAME, more)) == 6
    rows = ", beyond: clamp, rows: {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}"
    assert MORE_THAN in again(HIGHER, more + rows) and SAME_AS in again(SAME, more + rows)
    said, both = "Roll again if it is the same as kept.", "yes: {kept: yes}, no: {kept: no}"
    assert said in throw(f"id: die, roll: 1d6, test: {{at_most: 3}}, again: {{{both}}}{more}").remarks
    both = "hit: {kept: hit}, miss: {kept: miss}"
    assert said in throw(f"id: die, table: few, column: lead, again: {{{both}}}{more}").remarks


def test_results_to_roll_again_are_those_of_rows_charts_and_tests() -> None:
    rows = "rows: {1-3: red, 4-6: white}"
    both, one = "red: {lead: red}, white: {lead: white}", "red: {lead: red}, 1: {lead: 1}"
    assert throw(f"id: die, roll: 1d6, {rows}, again: {{{both}}}").remarks == (
        "Roll again if it is the same as ‘Who leads?’.",
    )
    assert len(throw(f"id: die, roll: 1d6, {rows}, again: {{{one}}}").remarks) == 2
    natural = throw(f"id: die, roll: 1d6, {rows}, natural: {{1: white}}, again: {{{one}}}").remarks
    assert len(natural) == 3
    test = "test: {at_most: 3, success: red, failure: white}"
    assert throw(f"id: die, roll: 1d6, {test}, again: {{{both}}}").remarks == (
        "Roll again if it is the same as ‘Who leads?’.",
    )
    assert len(throw(f"id: die, roll: 1d6, {test}, again: {{{one}}}").remarks) == 2
    third = throw(f"id: die, roll: 1d6, rows: {{1-3: red, 4-5: white, 6: none}}, again: {{{both}}}").remarks
    assert third == ("Roll again if it is the same as ‘Who leads?’.",)
    hit = "hit: {kept: hit}, miss: {kept: miss}"
    said = "Roll again if it is the same as kept."
    assert said in throw(f"id: die, table: unmodified, again: {{{hit}, jam: {{kept: jam}}}}").remarks
    assert said not in throw(f"id: die, table: unmodified, again: {{{hit}}}").remarks
    assert said in throw(f"id: die, table: few, column: lead, again: {{{hit}}}").remarks


def rungs(line: str, **labels: str) -> list[Rung]:
    game, _, step = step_of(line)
    assert step.slide is not None
    return list(moved(game, ProcedureWords(game, {**LABELS, **labels}, {"lead": {"red": "Reds"}}), step.slide))


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("row: ukraine, boxes: 1", "Move Ukraine on ‘Control’ 1 box to the right."),
        ("row: ukraine, boxes: 2", "Move Ukraine on ‘Control’ 2 boxes to the right."),
        ("row: ukraine, boxes: -1", "Move Ukraine on ‘Control’ 1 box to the left."),
        ("row: ukraine, boxes: -2", "Move Ukraine on ‘Control’ 2 boxes to the left."),
        ("row: ukraine, boxes: 0", "Move Ukraine on ‘Control’ 0 boxes to the right."),
        ("row: item, boxes: still", "Move the marker on ‘Control’ as many boxes to the right as they add up to."),
        (
            "row: ukraine, points: drift",
            "Move Ukraine on ‘Control’ by ‘Drift?’: + to the right, − to the left; 1 a box.",
        ),
    ],
)
def test_a_move_says_how_far_which_marker_goes(move: str, said: str) -> None:
    assert rungs(f"id: go, slide: {{track: control, {move}}}") == [Rung("", said)]


def test_boxes_with_a_cost_of_their_own_are_named_with_it() -> None:
    (only,) = rungs("id: go, slide: {track: turns, row: turn, points: 3}")
    assert only.text == (
        "Move Turn on ‘Turns’ by 3: + to the right, − to the left; "
        "2 a box, never out of D, 1 to leave B, 3 to leave C or F."
    )


def test_a_marker_is_never_moved_out_of_a_box_without_cost_by_points() -> None:
    game, item = procedure(
        f"p:\n{INPUTS}  steps: [{{id: go, slide: {{track: turns, row: turn, start: at, points: 9}}}}]"
    )
    made = plan(game, "p", GIVEN)
    (node,) = made.nodes
    assert node.track is not None and node.step.slide is not None
    view = View(made, {"at": "d"}, {}, node)
    assert slid(view, node.step.slide, node.track, "turn") == ("d", "d")


def test_what_holds_a_marker_back_stands_below_its_move() -> None:
    found = rungs(
        "id: go, slide: {track: control, row: ukraine, boxes: 1, blocked: {lead: red}, "
        "open: {white: {turn: 1}, nowhere: {turn: 2}, red: {turn: 3}}}"
    )
    assert found[1:] == [
        Rung("Who leads? **Reds**", "It does not move."),
        Rung("Which turn? **1**", "It may enter White box; else it stops before it."),
        Rung("Which turn? **3**", "It may enter Red box; else it stops before it."),
    ]


def test_long_choices_of_what_holds_a_marker_back_are_listed() -> None:
    choice = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    line = f"id: go, slide: {{track: control, row: ukraine, boxes: 1, blocked: {choice}, open: {{white: {choice}}}}}"
    assert [(rung.when, len(rung.any_of)) for rung in rungs(line)] == [
        ("", 0),
        ("one of these", 2),
        ("one of these", 2),
    ]
