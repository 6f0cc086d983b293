"""Which procedures paper serves, and the grids in which the rolls for many items are written down."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from rcwkit.dice.model import Procedure, Step
from rcwkit.document.blocks import Block, Column, Deal, Ladder, Point, Throw, Worksheet
from rcwkit.document.form_blocks import items, on_paper, rolls, shown, stages, times
from rcwkit.game.game import Game
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import parse
from wording_support import procedure

HEAD = """p:
  title: March
  inputs:
    lead: {title: "Who leads?", choices: {red: Reds, white: Whites}}
    turn: {title: "Which turn?", range: 1-6}
    long: {title: "How many cards?", range: 1-24}
    longer: {title: "How many more?", range: 1-25}
    level: {title: "Which level?", choices: {1: Low, 3: High, top: Top}}
    ground: {title: "On what ground?", choices: {woods: Woods, open: Open}}
    ip: {title: "Influence?", range: 1-3, for_each: [ukraine, finland]}
    side: {title: "Side?", choices: {a: AAAAAAAA, b: BBBBBBBB, c: CCCCCCCC}, for_each: [ukraine]}
    wide: {title: "Wide?; of two", choices: {a: AAAAAAAA, b: BBBBBBBB, c: CCCCCCCCC}, for_each: [ukraine]}
    four: {title: "Four?", choices: {a: A, b: B, c: C, d: D}, for_each: [ukraine]}
  variables: {sum: 0, tank: 0, other: 0}
  decks: {days: {title: Days, cards: 1-60}}
  steps:
"""
INNER = """
inner:
  title: Inner
  inputs: {many: {title: "How many?", range: 0-9}}
  steps: [{id: one, times: many, roll: 1d6}]
account:
  title: Account
  variables: {sum: 0}
  steps: [{id: one, roll: 1d6, when: {sum: 1}}]
told:
  title: Told
  steps: [{id: one, do: [{note: Halt.}]}]
book:
  title: Book
  variables: {sum: 0}
  steps: [{id: one, do: [{set: {sum: 1}}]}]
"""
CHARTS = """kind: tables
id: rolled
title: Rolled
source: Toy rules
tables:
  numbers: {title: Numbers, roll: 2d6, drm: [{add: 1, text: Rain}], beyond: clamp, rows: {2-7: 3, 8-12: 5}}
"""
SCENARIOS = (
    """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  red: {at: {North: {715 Petrozavodsk: [Ra1, Ra2], port Odessa: [Ra3]}}}
markers: [{marker: VP, at: box 0}]
""",
    """kind: scenarios
id: scenarios
source: Toy rules
scenarios: {prelude: {title: Prelude}, campaign: {title: Campaign, setup: campaign}}
""",
)


def made(*steps: str, more: tuple[str, ...] = ()) -> tuple[Game, Any]:
    """Return a game, and its procedure with these steps, each written in one line."""
    return procedure(HEAD + "".join(f"    - {step}\n" for step in steps) + INNER, CHARTS, *more)


def of(*steps: str, more: tuple[str, ...] = ()) -> list[Block]:
    """Return the stages of a procedure's form."""
    return stages(*made(*steps, more=more))


@cache
def march() -> tuple[Game, Procedure]:
    game, item = made(DIE)
    return game, item.value


def taking(*steps: str) -> tuple[Game, Procedure]:
    """Return the game and the procedure with other steps, without the parsing of all that is around them."""
    game, whole = march()
    return game, whole.model_copy(update={"steps": tuple(modelled(Step, parse(one, "s.yaml")) for one in steps)})


def grid(*steps: str, more: tuple[str, ...] = ()) -> Worksheet:
    """Return the only grid of a form."""
    (found,) = (block for block in of(*steps, more=more) if isinstance(block, Worksheet))
    return found


DIE = "{id: die, roll: 1d6}"
HALT = "{id: halt, do: [{note: Halt.}]}"
NUMBERS = "{id: n, roll: 1d6, rows: {1-3: 1, 4-6: 2}}"


@pytest.mark.parametrize(
    ("step", "any_dice"),
    [
        (DIE, True),
        ("{id: die, table: turned}", True),
        ("{id: card, draw: {deck: days}}", True),
        ("{id: go, slide: {track: control, row: ukraine, boxes: 1}}", True),
        (f"{{id: all, steps: [{HALT}, {DIE}]}}", True),
        ("{id: sub, run: inner}", True),
        (HALT, False),
        (f"{{id: all, steps: [{HALT}]}}", False),
        ("{id: sub, run: told}", False),
    ],
)
def test_dice_cards_and_markers_are_rolled_also_within_steps_and_other_procedures(step: str, any_dice: bool) -> None:
    game, whole = taking(HALT, step)
    assert rolls(game, whole.steps) is any_dice


@pytest.mark.parametrize(
    ("step", "seen"),
    [
        (DIE, True),
        (HALT, True),
        ("{id: book, do: [{set: {sum: 1}}]}", False),
        ("{id: book, do: [{set: {sum: 1}}], note: Add up.}", True),
        ("{id: book, do: [{set: {sum: 1}}, {note: Halt.}]}", True),
        ("{id: book, do: [{add: {sum: 1}}]}", False),
        ("{id: book, do: [{add: {sum: {of: turn}}}]}", False),
        ("{id: book, do: [{add: {sum: {lookup: lone, row: woods}}}]}", True),
        ("{id: book, do: [{add: {sum: {lookup: lone, row: ground}}}]}", True),
        ("{id: book, do: [{add: {sum: {lookup: lone, row: other}}}]}", False),
        ("{id: book, do: [{add: {sum: 1, other: {lookup: lone, row: woods}}}]}", True),
        ("{id: sub, run: inner}", True),
        ("{id: sub, run: book}", False),
        ("{id: all, steps: [{id: book, do: [{set: {sum: 1}}]}]}", False),
        ("{id: all, steps: [{id: book, do: [{set: {sum: 1}}]}, {id: halt, do: [{note: Halt.}]}]}", True),
    ],
)
def test_players_see_what_they_have_to_do_and_no_bookkeeping(step: str, seen: bool) -> None:
    game, whole = taking(step)
    assert shown(game, whole, whole.steps[0]) is seen


@pytest.mark.parametrize(
    ("often", "most"),
    [
        ("", 1),
        ("times: 4, ", 4),
        ("times: turn, ", 6),
        ("times: level, ", 3),
        ("times: lead, ", None),
        ("times: ip.item, ", 3),
        ("times: n, ", 2),
        ("times: plain, ", None),
        ("times: mixed, ", None),
        ("times: chart, ", 5),
        ("times: sum, ", 6),
        ("times: {of: turn, plus: 1}, ", 6),
    ],
)
def test_a_step_repeats_as_often_as_its_question_or_roll_allows(often: str, most: int | None) -> None:
    game, whole = taking(
        NUMBERS,
        "{id: plain, roll: 1d6}",
        "{id: mixed, roll: 1d6, rows: {1-3: 9, 4-6: none}}",
        "{id: chart, table: numbers}",
        f"{{id: die, {often}roll: 1d6}}",
    )
    assert times(game, whole, whole.steps[-1]) == most


FIVE = "{either: [{turn: 1}, {turn: 2}, {turn: 3}, {turn: 4}, {turn: 5}]}"
FOUR = "{either: [{turn: 1}, {turn: 2}, {turn: 3}, {turn: 4}]}"
MOVE = "track: control, row: ukraine, boxes: 1"


@pytest.mark.parametrize(
    "step",
    [
        # What players know: answers, results, cards and items, and what a case or a note puts into words.
        "{id: last, when: {turn: 1, n: 2}, roll: 1d6}",
        "{id: last, when: {sum: 1}, case: It rains, roll: 1d6}",
        "{id: last, test: {at_most: sum}, note: Against the sum., roll: 1d6}",
        "{id: last, for_each: [1, 2], when: {item: 1}, roll: 1d6}",
        "{id: last, for_each: [ukraine, finland], when: {ip.item: 1}, roll: 1d6}",
        "{id: last, when: {sub.many: 1}, roll: 1d6}",
        "{id: last, table: turned, column: tank}",
        "{id: last, run: inner, given: {many: turn}}",
        "{id: last, run: inner, given: {many: sum}, note: The sum.}",
        "{id: last, do: [{set: {sum: sum}}]}",
        # Few alternatives.
        f"{{id: last, when: {FOUR}, roll: 1d6}}",
        f"{{id: last, when: {FIVE}, case: Early, roll: 1d6}}",
        "{id: last, when: {all: [{turn: 1}, {turn: 1}, {turn: 1}, {turn: 1}, {turn: 1}]}, roll: 1d6}",
        f"{{id: last, slide: {{{MOVE}, blocked: {FOUR}}}}}",
        f"{{id: last, note: Move., slide: {{{MOVE}, blocked: {FIVE}}}}}",
        # Repeats that end.
        "{id: last, times: n, roll: 1d6}",
        "{id: last, times: level, roll: 1d6}",
        "{id: last, times: 2, steps: [{id: one, times: turn, roll: 1d6}, {id: two, times: 2, roll: 1d6}]}",
        "{id: last, draw: {deck: days, count: 24}}",
        "{id: last, draw: {deck: days, count: long}}",
        "{id: last, times: long, draw: {deck: days}}",
        "{id: last, times: 2, steps: [{id: book, do: [{set: {sum: 1}}], for_each: [1, 2]}, {id: die, roll: 1d6}]}",
    ],
)
def test_paper_serves_what_players_can_do_without_accounts(step: str) -> None:
    assert on_paper(*taking(NUMBERS, "{id: sub, run: inner}", step))


@pytest.mark.parametrize(
    "step",
    [
        "{id: last, when: {sum: 1}, roll: 1d6}",
        "{id: last, when: {turn: 1, sum: 1}, roll: 1d6}",
        "{id: last, when: {sum.ukraine: 1}, roll: 1d6}",
        "{id: last, when: {sub.one: 1}, roll: 1d6}",
        "{id: last, when: {ghost: 1}, note: As told., roll: 1d6}",
        "{id: last, test: {at_most: sum}, roll: 1d6}",
        "{id: last, test: {at_most: sum.item}, roll: 1d6}",
        "{id: last, table: turned, column: other}",
        "{id: last, again: {6: {sum: 1}}, roll: 1d6}",
        "{id: last, run: inner, given: {many: sum}}",
        "{id: last, slide: {track: control, row: ukraine, boxes: sum}}",
        f"{{id: last, when: {FIVE}, roll: 1d6}}",
        f"{{id: last, when: {{all: [{{turn: 1}}, {FIVE}]}}, roll: 1d6}}",
        f"{{id: last, slide: {{{MOVE}, blocked: {FIVE}}}}}",
        f"{{id: last, slide: {{{MOVE}, open: {{white: {FIVE}}}}}}}",
        "{id: last, times: plain, roll: 1d6}",
        "{id: last, times: lead, roll: 1d6}",
        "{id: last, run: account}",
        "{id: last, times: 2, steps: [{id: in, run: inner}]}",
        "{id: last, times: 2, steps: [{id: in, times: n, roll: 1d6}]}",
        "{id: last, for_each: [1, 2], steps: [{id: in, draw: {deck: days}}]}",
        "{id: last, steps: [{id: in, when: {sum: 1}, roll: 1d6}]}",
        "{id: last, times: 2, steps: [{id: in, steps: [{id: on, draw: {deck: days}}]}]}",
        "{id: last, draw: {deck: days, count: longer}}",
        "{id: last, times: longer, draw: {deck: days}}",
        "{id: last, times: n, draw: {deck: days}}",
    ],
)
def test_paper_does_not_serve_accounts_and_repeats_without_an_end(step: str) -> None:
    assert not on_paper(*taking(NUMBERS, "{id: sub, run: inner}", "{id: plain, roll: 1d6}", step))


def test_the_sum_of_what_players_look_up_is_theirs_to_hand_on() -> None:
    adding = "{id: add, do: [{add: {sum: {lookup: lone, row: woods}}}]}"
    for given, served in (("sum", True), ("other", False), ("{of: sum}", False)):
        assert on_paper(*taking(adding, f"{{id: last, run: inner, given: {{many: {given}}}}}")) is served


def test_more_cards_than_can_be_written_down_are_dealt_on_screen() -> None:
    (deal,) = of("{id: card, draw: {deck: days, count: 24}}")
    assert isinstance(deal, Deal) and deal.spaces == 24
    assert isinstance(of("{id: card, draw: {deck: days, count: 25}}")[0], Point)


# Items


@pytest.mark.parametrize(
    ("each", "found"),
    [
        ("[ukraine, finland]", ("ukraine", "finland")),
        ("2-4", (2, 3, 4)),
        ("{units: [army]}", ("Ra1", "Ra2", "Ra3")),
        ("{units: [army], exceptions: {Ra2: away}}", ("Ra1", "Ra3")),
        ("{units: [army], exceptions: {red: away}}", ()),
    ],
)
def test_items_are_those_listed_or_the_units_of_the_first_set_up(each: str, found: tuple[Any, ...]) -> None:
    game, item = made(f"{{id: each, for_each: {each}, roll: 1d6}}", more=SCENARIOS)
    assert items(game, item.value.steps[0]) == found


def test_without_a_set_up_there_are_six_blank_rows() -> None:
    game, item = made("{id: each, for_each: {units: [army]}, roll: 1d6}")
    assert items(game, item.value.steps[0]) == ("",) * 6
    assert items(game, made(DIE)[1].value.steps[0]) == ()


# Grids


def test_a_grid_of_units_names_their_spaces() -> None:
    found = grid("{id: each, for_each: {units: [army]}, roll: 1d6}", more=SCENARIOS)
    assert found.columns[:4] == (
        Column("Unit", width=2.4, align="left", named=True),
        Column("Space", width=3.2, align="left"),
        Column("Die", width=0.9),
        Column("Result", width=1.6, shaded=True),
    )
    assert len(found.columns) == 12 and found.height == 6.0
    assert [row.texts[:2] for row in found.rows] == [("1 Army", "715 Petrozavodsk")]
    assert found.rows[0].texts[8:10] == ("3 Army", "port Odessa")
    listed = grid("{id: each, for_each: [Ra1, finland], roll: 1d6}", more=SCENARIOS)
    assert [column.head for column in listed.columns] == ["", "Die", "Result"] * 2, "no units of a set-up"
    mixed = grid(
        "{id: all, times: 2, steps: [{id: each, for_each: {units: [army]}, do: [{flip: item}]}, "
        "{id: one, roll: 1d6}, {id: two, roll: 1d6, rows: {1-6: a}}]}",
        more=SCENARIOS,
    )
    assert [column.head for column in mixed.columns] == ["", "Die", "Result", "Die", "Result"]


@pytest.mark.parametrize(
    ("roll", "columns", "texts"),
    [
        ("roll: 1d6", [("Die", 0.9), ("Result", 1.6)], ("{die}", "")),
        ("roll: 2d6", [("Dice", 1.1), ("Result", 1.6)], ("{die}{die}", "")),
        ("roll: 3d6", [("Dice", 0.55 * 3), ("Result", 1.6)], ("{die}{die}{die}", "")),
        ("roll: 1d6, drm: [{add: 1, text: Rain}]", [("Die", 0.9), ("±", 0.7), ("Result", 1.6)], ("{die}", "", "")),
        ("table: numbers", [("Dice", 1.1), ("±", 0.7), ("Result", 1.6)], ("{die}{die}", "", "")),
        ("table: turned, column: car", [("Die", 0.9), ("Result", 1.6)], ("{die}", "")),
        ("run: inner", [], ()),
    ],
)
def test_a_grid_has_columns_for_dice_modifiers_and_results(
    roll: str, columns: list[tuple[str, float]], texts: tuple[str, ...]
) -> None:
    found = grid(f"{{id: each, for_each: [ukraine, finland, Ra1, Ra2, Ra3, a, b], {roll}}}")
    assert [(column.head, column.width) for column in found.columns] == [
        ("", 2.4),
        *((a, pytest.approx(b)) for a, b in columns),
    ]
    assert [column.shaded for column in found.columns] == [column.head == "Result" for column in found.columns]
    assert found.rows[0].texts == ("Ukraine", *texts)


def test_rolls_repeated_for_an_item_have_a_box_each_time() -> None:
    found = grid("{id: all, for_each: [ukraine, finland], steps: [{id: die, times: 3, roll: 2d6}]}")
    assert found.rows[0].texts[1] == "{die}" * 6


def test_each_of_several_rolls_has_its_title_or_is_a_die() -> None:
    rolled = "{id: one, title: Speed, roll: 2d6}, {id: two, roll: 2d6, rows: {2-12: a}}"
    found = grid(f"{{id: all, for_each: [ukraine, finland], steps: [{rolled}]}}")
    assert [column.head for column in found.columns] == ["", "Speed", "Result", "Die", "Result"]


@pytest.mark.parametrize(
    ("question", "head", "blank"),
    [
        ("ip", "Influence?", ""),
        ("side", "Side?", "{box} AAAAAAAA   {box} BBBBBBBB   {box} CCCCCCCC"),
        ("wide", "Wide?", ""),
        ("four", "Four?", ""),
    ],
)
def test_few_short_choices_are_ticked_and_others_written_in(question: str, head: str, blank: str) -> None:
    found = grid(f"{{id: each, for_each: [ukraine, Ra1], when: {{{question}.item: 1}}, roll: 1d6}}")
    assert found.columns[1] == Column(head, width=2.0)
    ukraine, other = found.rows
    assert ukraine.texts == ("Ukraine", "" if question == "ip" else blank, "{die}", "")
    assert other.texts == ("1 Army", "–", "{die}", "")


@pytest.mark.parametrize(
    ("count", "high", "abreast"),
    [
        (1, 1, 1),
        (2, 1, 2),
        (3, 1, 3),
        (4, 2, 2),
        (5, 5, 1),
        (6, 2, 3),
        (7, 7, 1),
        (8, 4, 2),
        (9, 3, 3),
        (10, 4, 3),
        (11, 4, 3),
    ],
)
def test_narrow_grids_stand_side_by_side(count: int, high: int, abreast: int) -> None:
    found = grid(
        f"{{id: each, for_each: 1-{count}, roll: 1d6}}" if count > 1 else "{id: each, for_each: [1], roll: 1d6}"
    )
    assert (len(found.rows), len(found.columns)) == (high, 3 * abreast)
    down = [row.texts[3 * column] for column in range(abreast) for row in found.rows]
    assert down == [*map(str, range(1, count + 1)), *[""] * (high * abreast - count)]
    assert {len(row.texts) for row in found.rows} == {3 * abreast}


def test_wide_grids_and_those_that_ask_stand_alone() -> None:
    two = "{id: one, roll: 1d6}, {id: two, roll: 1d6, rows: {1-6: a}}"
    wide = grid(f"{{id: all, for_each: 1-6, steps: [{two}]}}")
    asking = grid("{id: each, for_each: [ukraine, finland], when: {ip.item: 1}, roll: 1d6}")
    four = grid("{id: each, for_each: 1-6, roll: 1d6, drm: [{add: 1, text: Rain}]}")
    assert (len(wide.columns), len(asking.columns), len(four.columns)) == (5, 4, 12)


def test_a_grid_without_dice_is_a_list_of_items_above_what_is_done() -> None:
    found = of("{id: sub, for_each: [ukraine, finland], run: told}")
    assert [type(block) for block in found] == [Worksheet, Ladder]
    assert isinstance(of(DIE)[0], Throw)
