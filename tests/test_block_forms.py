"""Procedures as forms: which stages they have, in which order, and what each asks and says."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.document.blocks import (
    Ask,
    Block,
    Deal,
    FormStage,
    Heading,
    Ladder,
    Paragraph,
    Point,
    Rung,
    Throw,
    Worksheet,
)
from rcwkit.document.form_blocks import form, forms, stages
from wording_support import game, procedure, procedures

HEAD = """p:
  title: March
  inputs:
    lead: {title: "Who leads?; a side", choices: {red: Reds, white: Whites}}
    turn: {title: "Which turn?", range: 1-6}
    still: {title: "Still?", range: 0-2}
    ip: {title: "Influence?", range: 1-3, for_each: [ukraine, finland]}
    how_far: {title: "How far?", range: 1-6}
  variables: {sum: 0}
  decks: {days: {title: Days, cards: 1-60}, nights: {title: Nights, cards: 1-60}}
  steps:
"""
INNER = """
inner:
  title: Inner
  rule: "7.1"
  inputs:
    who: {title: "Who?", choices: {red: Reds, 1: One}, default: 1}
    many: {title: "How many?", range: 0-9}
    lead: {title: "Who leads?", choices: {red: Reds, white: Whites}, default: white}
    near: {title: "Near?", range: 0-9, for_each: [ukraine, Ra1], default: 1, defaults: {ukraine: 2}}
    side: {title: "Which side?", choices: {red: Reds, lead: The lead}, default: red}
  steps: [{id: one, times: many, when: {who: red, lead: red, side: red}, roll: 1d6}]
told:
  title: Told
  rule: "7.2"
  steps: [{id: one, do: [{note: Halt.}]}]
bare:
  title: Bare
  steps: [{id: one, do: [{note: Halt.}]}]
"""
RULINGS = """kind: rulings
id: rulings
source: Toy rules
rulings:
  first: {type: total, title: First, places: [{rule: "1", says: two}], prints: The list.}
  second: {type: total, title: Second, places: [{rule: "1", says: two}], prints: The list.}
"""
HALT = "{id: halt, do: [{note: Halt.}]}"


def of(*steps: str) -> list[Block]:
    """Return the stages of a procedure with these steps, each written in one line."""
    made, item = procedure(HEAD + "".join(f"    - {step}\n" for step in steps) + INNER, RULINGS)
    return stages(made, item)


def stage(*steps: str) -> Any:
    """Return the only stage of a procedure."""
    (only,) = of(*steps)
    return only


def numbered(*steps: str) -> list[tuple[str, str]]:
    """Return the number and kind of each stage."""
    return [(getattr(block, "number", ""), type(block).__name__) for block in of(*steps)]


# Collections of forms


def test_procedures_with_anything_to_roll_have_forms_by_collection() -> None:
    made = procedures(
        f"a: {{title: A, steps: [{HALT}]}}\n"
        "b: {title: B, steps: [{id: die, roll: 1d6}]}\n"
        "c: {title: C, variables: {sum: 0}, steps: [{id: die, roll: 1d6, when: {sum: 1}}]}\n"
        'd: {title: D, rule: "3", variables: {sum: 0}, steps: [{id: die, roll: 1d6, when: {sum: 1}}]}\n',
        "kind: procedures\nid: other\ntitle: Other\nsource: x\n"
        f"procedures: {{e: {{title: E, steps: [{HALT}]}}, f: {{title: F, steps: [{{id: die, times: ghost, roll: 1d6, "
        "when: {ghost: 1}}]}}\n",
    )
    document = forms(made)
    (part,) = document.parts
    assert (document.title, part.title, part.columns) == ("Roll forms", "Roll forms", 1)
    assert part.note.startswith("Fill in each form from left to right")
    heads = [(block.text, block.look, block.keep) for block in part.blocks if isinstance(block, Heading)]
    assert heads == [("Rolls", "group", True), ("B", "form", True), ("On screen", "group", True)]
    first = part.blocks[0]
    assert first.at is not None and (first.at.file, first.at.line) == ("5.yaml", 3)
    assert [block.text for block in part.blocks if isinstance(block, Point)] == [
        "**C**: rcwkit roll toy c",
        "**D** (3): rcwkit roll toy d",
        "**F**: rcwkit roll toy f",
    ]
    points = [block for block in part.blocks if isinstance(block, Point)]
    assert [block.at.line for block in points if block.at] == [8, 9, 5]
    (intro,) = (block for block in part.blocks if isinstance(block, Paragraph))
    assert intro.look == "intro" and intro.keep and intro.text.startswith("Paper does these badly")
    assert part.blocks[-4] is intro


def test_without_anything_to_leave_to_the_screen_there_is_no_list_of_it() -> None:
    made = procedures("b: {title: B, steps: [{id: die, roll: 1d6}]}")
    assert [block.text for block in forms(made).parts[0].blocks if isinstance(block, Heading)] == ["Rolls", "B"]


def test_a_game_without_rolls_has_no_forms() -> None:
    assert forms(game()).parts == forms(procedures(f"a: {{title: A, steps: [{HALT}]}}")).parts == ()


# One form


def headed(text: str) -> list[Block]:
    made, item = procedure(text, RULINGS)
    return list(form(made, item))


def test_the_note_of_a_form_with_one_stage_stands_in_it() -> None:
    heading, only = headed(
        'p: {title: The March, rule: "4", rulings: [second, first], note: Roll p12 first., '
        "steps: [{id: die, roll: 1d6, title: the march, note: Now.}]}\n"
        "p12: {title: Twelve, steps: [{id: die, roll: 1d6}]}"
    )
    assert isinstance(heading, Heading) and isinstance(only, Throw)
    assert (heading.text, heading.look, heading.rule, heading.flags) == ("The March", "form", "4", (1, 2))
    assert heading.keep and heading.at is not None and heading.at.line == 6
    assert (only.number, only.title, only.note) == ("", "", "Roll ‘Twelve’ first. Now.")
    assert (only.keep, only.again) == (False, "The March, continued")


def test_the_only_stage_keeps_a_title_of_its_own() -> None:
    (_, only) = headed("p: {title: March, steps: [{id: die, roll: 1d6, title: Speed}]}")
    assert isinstance(only, Throw) and (only.number, only.title, only.note) == ("", "Speed", "")


def test_the_note_of_a_form_with_several_stages_stands_above_them() -> None:
    steps = f"{{id: die, roll: 1d6, title: March}}, {HALT}, {{id: two, roll: 2d6}}"
    _, note, *found = headed(f"p: {{title: March, note: At dawn., steps: [{steps}]}}")
    assert isinstance(note, Paragraph) and (note.text, note.look, note.keep) == ("At dawn.", "quiet", True)
    assert note.at is not None and note.at.line == 6
    assert [(block.number, block.title) for block in found if isinstance(block, FormStage)] == [
        ("1", "March"),
        ("2", ""),
        ("3", ""),
    ]
    assert [block.keep for block in found] == [True, False, False]
    assert {block.again for block in found} == {"March, continued"}


def test_a_form_without_a_note_has_none() -> None:
    assert [
        type(block).__name__ for block in headed(f"p: {{title: March, steps: [{{id: die, roll: 1d6}}, {HALT}]}}")
    ] == [
        "Heading",
        "Throw",
        "Ladder",
    ]


def test_the_form_of_a_procedure_for_the_companion_has_its_note_and_the_command() -> None:
    account = "{title: March, note: At dawn., variables: {sum: 0}, steps: [{id: die, roll: 1d6, when: {sum: 1}}]}"
    heading, note, only = headed(f"p: {account}")
    assert isinstance(heading, Heading) and isinstance(note, Paragraph) and isinstance(only, Point)
    assert note.text == "At dawn." and not only.keep


def test_a_grid_is_kept_with_the_roll_that_explains_it() -> None:
    each = "{id: each, for_each: [ukraine, finland], roll: 1d6}"
    found = headed(f"p: {{title: March, steps: [{HALT}, {each}, {{id: die, roll: 1d6}}]}}")[1:]
    assert [(type(block).__name__, block.keep) for block in found] == [
        ("Ladder", True),
        ("Throw", True),
        ("Worksheet", False),
        ("Throw", False),
    ]
    assert [block.keep for block in headed(f"p: {{title: March, steps: [{each}]}}")[1:]] == [True, False]


def test_a_procedure_for_the_companion_has_a_line_for_the_command() -> None:
    (only,) = of("{id: die, roll: 1d6, when: {sum: 1}}")
    assert isinstance(only, Point) and only.text == "**March**: rcwkit roll toy p"


# Steps


def test_every_stage_has_the_number_title_condition_note_and_place_of_its_step() -> None:
    _, two = of(
        HALT,
        "{id: die, title: Speed, roll: 1d6, when: {turn: 1, lead: red}, note: Set how_far., rulings: [second, first]}",
    )
    assert two == Throw(
        "2",
        "March: 2",
        "Speed",
        "Which turn? **1**; Who leads? **Reds**",
        note="Set ‘How far?’.",
        flags=(1, 2),
        dice="1d6",
        boxes=("",),
        at=two.at,
    )
    assert two.at is not None and two.at.line == 18


def test_bookkeeping_is_left_out() -> None:
    assert numbered("{id: book, do: [{set: {sum: 1}}]}", "{id: die, roll: 1d6}", HALT) == [
        ("1", "Throw"),
        ("2", "Ladder"),
    ]
    _, ladder = of("{id: book, do: [{set: {sum: 1}}]}", "{id: die, roll: 1d6}", HALT)
    assert ladder.at is not None and ladder.at.line == 19


def test_a_condition_in_words_takes_the_place_of_its_own() -> None:
    assert stage("{id: die, roll: 1d6, case: The Front stays, when: {sum: 1}}").when == "The Front stays"
    long = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    made = stage(f"{{id: die, roll: 1d6, when: {long}}}")
    assert made.when == "one of these" and len(made.any_of) == 2
    worded = stage(f"{{id: die, roll: 1d6, case: It rains, when: {long}}}")
    assert (worded.when, worded.any_of) == ("It rains", ())


def test_names_of_steps_are_their_titles_or_ids_and_boxes_have_theirs() -> None:
    ladder = of(
        "{id: far_off, roll: 1d6}",
        "{id: two, title: The second, roll: 1d6}",
        "{id: go, slide: {track: control, row: ukraine, boxes: 1}}",
        "{id: halt, when: {far_off: 1, two: 2, go: white}, do: [{note: Halt.}]}",
    )[-1]
    assert isinstance(ladder, Ladder)
    assert ladder.rungs[-1].when == "Far off: **1**; The second: **2**; Go: **White box**"


def test_steps_within_a_step_share_its_condition() -> None:
    one, two = of(
        "{id: both, when: {turn: 1}, steps: [{id: die, roll: 1d6, rows: {1-6: a}}, "
        "{id: two, when: {still: 2}, roll: 2d6}]}"
    )
    assert isinstance(one, Throw) and isinstance(two, Throw)
    assert (one.when, two.when) == ("Which turn? **1**", "Which turn? **1**; Still? **2**")
    assert one.at is not None and one.at.line == 17 and two.at is not None and two.at.column > one.at.column


def test_alternatives_of_a_step_stand_in_the_condition_of_those_within() -> None:
    long = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    only = stage(f"{{id: both, when: {long}, steps: [{{id: die, roll: 1d6}}]}}")
    assert only.when.startswith("one of these; Which turn? **aaa") and only.any_of == ()


def test_a_roll_has_as_many_boxes_as_it_is_repeated() -> None:
    counts = {"": 1, "times: 3, ": 3, "times: turn, ": 6, "times: still, ": 2}
    for often, count in counts.items():
        assert len(stage(f"{{id: die, {often}roll: 1d6}}").boxes) == count


def test_bare_rolls_of_the_same_dice_stand_together() -> None:
    made, last = of(
        "{id: one, title: Own, roll: 1d6}", "{id: two, title: Enemy, roll: 1d6}", "{id: three, roll: 1d6}", HALT
    )
    assert isinstance(made, Throw) and isinstance(last, Ladder)
    assert (made.number, made.about, made.title, made.boxes) == ("1", "March: 1", "", ("Own", "Enemy", ""))
    assert last.number == "2"


def test_rolls_that_stand_together_keep_all_their_boxes() -> None:
    made = stage("{id: one, title: Own, times: 2, roll: 1d6}", "{id: two, title: Enemy, times: 3, roll: 1d6}")
    assert made.boxes == ("Own", "Own", "Enemy", "Enemy", "Enemy")


@pytest.mark.parametrize(
    "other",
    [
        "roll: 2d6",
        "roll: 1d10",
        "roll: 1d6, note: Now.",
        "roll: 1d6, rulings: [first]",
        "roll: 1d6, when: {turn: 1}",
        "roll: 1d6, times: turn",
        "roll: 1d6, drm: [{add: 1, text: Ahead}]",
        "roll: 1d6, rows: {1-6: a}",
        "roll: 1d6, test: {at_most: 3}",
        "roll: 1d6, then: {1: [{note: Halt.}]}",
        "roll: 1d6, again: {6: {turn: 1}}",
        "for_each: [ukraine], roll: 1d6",
    ],
)
def test_rolls_with_anything_of_their_own_stand_apart(other: str) -> None:
    plain = "{id: one, title: Own, roll: 1d6}"
    for steps in ((plain, f"{{id: two, {other}}}"), (f"{{id: two, {other}}}", plain)):
        assert sum(isinstance(block, Throw) for block in of(*steps)) == 2


def test_a_question_is_asked_where_it_is_first_needed_and_once() -> None:
    first, second = of(
        "{id: one, roll: 1d6, test: {at_most: turn}}", "{id: two, roll: 1d6, test: {at_most: {of: turn, plus: still}}}"
    )
    assert isinstance(first, Throw) and isinstance(second, Throw)
    assert (first.asks, second.asks) == ((Ask("Which turn?", (), "1 to 6"),), (Ask("Still?", (), "0 to 2"),))
    assert stage("{id: one, roll: 1d6, test: {at_most: ip.ukraine}}").asks == ()


# Cards


@pytest.mark.parametrize(
    ("draw", "spaces", "count"),
    [
        ("draw: {deck: days}", 1, ""),
        ("draw: {deck: days, count: 3}", 3, ""),
        ("draw: {deck: days, count: turn}", 6, "Which turn?"),
        ("times: 3, draw: {deck: days}", 3, ""),
        ("times: turn, draw: {deck: days}", 6, "Which turn?"),
    ],
)
def test_cards_drawn_have_a_space_each(draw: str, spaces: int, count: str) -> None:
    assert stage(f"{{id: card, {draw}}}") == Deal(
        "",
        "March: 1",
        asks=(Ask("Which turn?", (), "1 to 6"),) if count else (),
        deck="Days",
        spaces=spaces,
        count=count,
        at=stage(f"{{id: card, {draw}}}").at,
    )


def test_cards_drawn_after_a_roll_have_a_stage_and_a_title_of_their_own() -> None:
    made, deal = of("{id: die, title: Speed, roll: 1d6}", "{id: card, title: Event, draw: {deck: days}}")
    assert isinstance(made, Throw) and isinstance(deal, Deal)
    assert (made.title, deal.number, deal.title, deal.more) == ("Speed", "2", "Event", False)


def test_a_deck_is_shuffled_once() -> None:
    found = of(*(f"{{id: {name}, draw: {{deck: {name[:-1]}}}}}" for name in ("days1", "nights1", "days2")))
    assert [(block.deck, block.more) for block in found if isinstance(block, Deal)] == [
        ("Days", False),
        ("Nights", False),
        ("Days", True),
    ]


@pytest.mark.parametrize(
    "step",
    [
        "{id: all, times: 2, steps: [{id: card, draw: {deck: days}}]}",
        "{id: card, for_each: [ukraine, finland], draw: {deck: days}}",
        "{id: card, times: 25, draw: {deck: days}}",
        "{id: card, draw: {deck: days, count: 25}}",
        "{id: all, times: 2, steps: [{id: each, for_each: [ukraine, finland], roll: 1d6}]}",
    ],
)
def test_draws_and_items_within_repeats_and_long_draws_are_left_to_the_companion(step: str) -> None:
    assert isinstance(stage(step), Point)


def test_a_list_of_counters_within_a_repeat_is_named() -> None:
    ladder = of(
        "{id: all, times: 2, steps: [{id: die, roll: 1d6}, {id: each, for_each: [Ra1, Ra2], do: [{flip: item}]}]}"
    )
    assert isinstance(ladder[-1], Ladder) and ladder[-1].rungs == (Rung("", "Turn over 1 Army and 2 Army."),)


# Ladders


def test_what_is_done_without_a_roll_is_one_ladder() -> None:
    only = stage(
        "{id: one, when: {turn: 1}, do: [{flip: Ra1}], rulings: [second]}",
        "{id: two, times: 1, do: [{note: Halt.}], note: Set how_far.}",
        "{id: three, times: 3, when: {turn: 2}, do: [{note: Use how_far.}]}",
        "{id: four, times: turn, do: [{note: Rest.}]}",
        "{id: five, do: [{set: {sum: 1}}], note: Add up.}",
    )
    assert isinstance(only, Ladder) and only.about == "March: 1" and only.at is not None and only.at.line == 17
    assert only.rungs == (
        Rung("Which turn? **1**", "Turn over 1 Army.", (), (2,)),
        Rung("1 time", "Halt. Set ‘How far?’."),
        Rung("3 times; Which turn? **2**", "Use ‘How far?’."),
        Rung("as often as ‘Which turn?’", "Rest."),
        Rung("", "Add up."),
    )
    assert only.asks == (Ask("Which turn?", (), "1 to 6"),)


def test_an_effect_on_each_of_several_counters_names_them_all() -> None:
    only = stage(
        "{id: each, for_each: [Ra1, Ra2], do: [{flip: item}]}", "{id: three, for_each: 1-3, do: [{note: On.}]}"
    )
    assert only.rungs == (Rung("", "Turn over 1 Army and 2 Army."), Rung("", "On."))


def test_the_alternatives_of_a_rung_are_listed() -> None:
    long = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    (rung,) = stage(f"{{id: one, when: {long}, do: [{{note: Halt.}}]}}").rungs
    assert rung.when == "one of these" and len(rung.any_of) == 2


def test_a_move_begins_a_ladder_under_its_title() -> None:
    halt, move = of(
        HALT,
        "{id: go, title: The move, when: {turn: 1}, rulings: [first], "
        "slide: {track: control, row: ukraine, boxes: still, blocked: {lead: red}}}",
        "{id: then, do: [{note: Then.}]}",
    )
    assert isinstance(halt, Ladder) and isinstance(move, Ladder)
    assert (halt.title, halt.rungs) == ("", (Rung("", "Halt."),))
    assert (move.number, move.title, move.asks) == ("2", "The move", (Ask("Still?", (), "0 to 2"),))
    assert [(rung.when, rung.flags) for rung in move.rungs] == [
        ("Which turn? **1**", (1,)),
        ("Who leads? **Reds**", ()),
        ("", ()),
    ]
    assert move.rungs[1].text == "It does not move." and move.rungs[2].text == "Then."


def test_alternatives_of_a_move_are_listed() -> None:
    long = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    made = stage(f"{{id: go, when: {long}, slide: {{track: control, row: ukraine, boxes: 1}}}}")
    assert made.title == "" and len(made.rungs[0].any_of) == 2


def test_what_asks_something_does_not_join_a_titled_move() -> None:
    move = "{id: go, title: The move, slide: {track: control, row: ukraine, boxes: 1}}"
    asking = "{id: often, times: turn, do: [{note: Halt.}]}"
    assert numbered(move, asking) == [("1", "Ladder"), ("2", "Ladder")]
    assert numbered(move.replace("title: The move, ", ""), asking) == [("", "Ladder")]
    assert numbered(move, HALT) == [("", "Ladder")]
    assert numbered(move, move.replace("go", "on")) == [("1", "Ladder"), ("2", "Ladder")]


def test_a_note_words_a_move_in_place_of_the_tool() -> None:
    only = stage(HALT, "{id: go, title: The move, note: Move p., slide: {track: control, row: ukraine, boxes: 1}}")
    assert only.rungs == (Rung("", "Halt."), Rung("", "Move p.")) and only.title == ""


# Other forms


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "Go on with the form ‘Inner’."),
        ("given: {who: red}", "Go on with the form ‘Inner’. Who: **Reds**."),
        ("given: {who: 1}", "Go on with the form ‘Inner’."),
        ("given: {many: 3}", "Go on with the form ‘Inner’. How many: **3**."),
        ("given: {many: 3, who: red}", "Go on with the form ‘Inner’. How many: **3**; Who: **Reds**."),
        ("given: {many: still}", "Go on with the form ‘Inner’. How many: **‘Still?’**."),
        ("given: {many: {of: still, plus: 1}}", "Go on with the form ‘Inner’. How many: **‘Still?’ + 1**."),
        ("given: {many: still}, note: As agreed.", "Go on with the form ‘Inner’. As agreed."),
        ("given: {lead: lead}", "Go on with the form ‘Inner’."),
        ("given: {who: 1, many: 3}", "Go on with the form ‘Inner’. How many: **3**."),
        ("given: {near.ukraine: 1, near.Ra1: 1}", "Go on with the form ‘Inner’. Ukraine: Near: **1**."),
        ("given: {near.Ra1: 3}", "Go on with the form ‘Inner’. 1 Army: Near: **3**."),
        ("given: {side: lead}", "Go on with the form ‘Inner’. Which side: **‘Who leads?’**."),
        ("given: {lead: red}", "Go on with the form ‘Inner’. Who leads: **Reds**."),
        ("given: {lead: white}", "Go on with the form ‘Inner’."),
        ("given: {nothing: 3}", "Go on with the form ‘Inner’."),
    ],
)
def test_a_step_that_runs_another_procedure_leads_to_its_form(given: str, said: str) -> None:
    only = stage("{id: sub, run: inner" + (f", {given}" if given else "") + "}")
    assert [rung.text for rung in only.rungs] == [said]


def test_a_procedure_without_rolls_has_its_rule_instead_of_a_form() -> None:
    assert stage("{id: sub, run: told}").rungs == (Rung("", "Go on with the form ‘Told’ (7.2)."),)
    assert stage("{id: sub, run: bare}").rungs == (Rung("", "Go on with the form ‘Bare’."),)


def test_what_is_added_up_is_handed_on_as_the_sum_of_the_lines_above() -> None:
    adding = "{id: add, do: [{add: {sum: {lookup: lone, row: woods}}}]}"
    rungs = stage(adding, "{id: sub, run: inner, given: {many: sum}}").rungs
    assert rungs[-1].text == "Go on with the form ‘Inner’. How many: **the sum of the lines above**."
    rungs = stage(adding, "{id: sub, run: inner, given: {many: sum}, note: Use it.}").rungs
    assert rungs[-1].text == "Go on with the form ‘Inner’. Use it."


# Grids


def test_a_step_for_each_item_has_a_grid_below_how_its_dice_are_read() -> None:
    made, grid = of("{id: each, for_each: [ukraine, finland], when: {turn: 1}, times: , roll: 2d6, rows: {2-12: a}}")
    assert isinstance(made, Throw) and isinstance(grid, Worksheet)
    assert (made.number, made.when, made.boxes, made.keep) == ("", "Which turn? **1**", (), True)
    assert [row.texts for row in grid.rows] == [("Ukraine", "{die}{die}", "", "Finland", "{die}{die}", "")]
    assert grid.at is not None and made.at is not None and grid.at.line == made.at.line == 17


def test_numbers_are_items_too() -> None:
    _, grid = of("{id: each, for_each: 3-5, roll: 1d6}")
    assert isinstance(grid, Worksheet) and [row.texts[::3] for row in grid.rows] == [("3", "4", "5")]


def test_units_of_a_game_without_set_up_have_blank_rows() -> None:
    _, grid = of("{id: each, for_each: {units: [army]}, roll: 1d6}")
    assert isinstance(grid, Worksheet) and {cell for row in grid.rows for cell in row.texts} == {"", "{die}"}


@pytest.mark.parametrize(
    "reads",
    [
        "when: {ip.item: 1}",
        "again: {6: {ip.item: 1}}",
        "test: {at_most: ip.item}",
        "then: {1: [{place: Ra1, to: ip.item}]}",
    ],
)
def test_what_is_asked_of_each_item_is_a_column_of_the_grid(reads: str) -> None:
    made, grid = of(f"{{id: each, for_each: [ukraine, finland], roll: 1d6, {reads}}}")
    assert isinstance(grid, Worksheet) and isinstance(made, Throw)
    assert [column.head for column in grid.columns] == ["", "Influence?", "Die", "Result"] and made.asks == ()


def test_a_repeated_group_with_one_roll_has_a_box_for_each_time() -> None:
    made, ladder = of("{id: all, times: 2, when: {turn: 1}, steps: [{id: die, times: 3, roll: 1d6}, " + HALT + "]}")
    assert isinstance(made, Throw) and isinstance(ladder, Ladder)
    assert made.boxes == ("",) * 6 and made.when == "Which turn? **1**" and not made.keep
    assert ladder.rungs == (Rung("", "Halt."),)


def test_a_repeated_group_asks_its_questions_with_its_first_roll() -> None:
    made, ladder = of(
        "{id: all, times: turn, steps: [{id: die, roll: 1d6}, {id: rest, times: still, do: [{note: Rest.}]}]}"
    )
    assert isinstance(made, Throw) and isinstance(ladder, Ladder)
    assert [one.text for one in made.asks] == ["Which turn?", "Still?"] and ladder.asks == ()
    assert made.boxes == ("",) * 6


def test_the_questions_of_a_repeated_group_stand_before_a_roll_of_its_own() -> None:
    plain, made = of("{id: die, roll: 1d6}", "{id: all, times: turn, steps: [{id: two, roll: 1d6}]}")
    assert isinstance(plain, Throw) and isinstance(made, Throw)
    assert plain.asks == () and [one.text for one in made.asks] == ["Which turn?"]


def test_a_repeated_group_with_several_rolls_has_a_row_for_each_time() -> None:
    steps = "[{id: die, title: First, roll: 1d6}, {id: two, times: 2, title: Second, when: {still: 1}, roll: 1d10}]"
    one, two, grid = of(f"{{id: all, title: Round, times: 2, steps: {steps}}}")
    assert isinstance(one, Throw) and isinstance(two, Throw) and isinstance(grid, Worksheet)
    assert [(made.number, made.title, made.when, made.keep, made.boxes) for made in (one, two)] == [
        ("1", "First", "", True, ()),
        ("2", "Second", "Still? **1**", True, ()),
    ]
    assert [column.head for column in grid.columns] == ["", "First", "Result", "Second", "Result"]
    assert [row.texts for row in grid.rows] == [
        ("Round 1", "{die}", "", "{die}{die}", ""),
        ("Round 2", "{die}", "", "{die}{die}", ""),
    ]
    untitled = of(f"{{id: all, times: 2, steps: {steps}}}")[-1]
    assert isinstance(untitled, Worksheet) and [row.texts[0] for row in untitled.rows] == ["Roll 1", "Roll 2"]


def test_the_questions_of_several_rolls_stand_with_the_first() -> None:
    steps = "[{id: die, roll: 1d6}, {id: two, roll: 1d10, test: {at_most: still}}]"
    one, two, _ = of(f"{{id: all, times: turn, steps: {steps}}}")
    assert isinstance(one, Throw) and isinstance(two, Throw)
    assert ([ask.text for ask in one.asks], two.asks) == (["Which turn?", "Still?"], ())


def test_what_is_done_for_each_item_follows_the_grid_under_its_own_condition() -> None:
    made, grid, ladder = of(
        "{id: all, for_each: [ukraine, finland], when: {turn: 1}, steps: [{id: die, roll: 1d6}, "
        "{id: in, when: {still: 1}, steps: [{id: low, when: {die: 1}, do: [{note: Halt.}]}]}, "
        "{id: book, do: [{set: {sum: 1}}]}, {id: more, do: [{note: More.}]}]}"
    )
    assert isinstance(made, Throw) and isinstance(grid, Worksheet) and isinstance(ladder, Ladder)
    assert (made.when, ladder.rungs) == (
        "Which turn? **1**",
        (Rung("Still? **1**; Die: **1**", "Halt."), Rung("", "More.")),
    )


def test_the_condition_of_items_without_a_roll_stands_with_what_is_done() -> None:
    for step in (
        "{id: sub, for_each: [ukraine, finland], when: {turn: 1}, run: inner}",
        "{id: all, times: 2, when: {turn: 1}, steps: [" + HALT + "]}",
    ):
        grid, ladder = of(step)
        assert isinstance(grid, Worksheet) and isinstance(ladder, Ladder)
        assert [rung.when for rung in ladder.rungs] == ["Which turn? **1**"] and ladder.number == "1"


def test_questions_of_items_without_a_roll_stand_above_their_grid() -> None:
    head, grid, ladder = of("{id: all, times: turn, steps: [" + HALT + "]}")
    assert isinstance(head, Ladder) and isinstance(grid, Worksheet) and isinstance(ladder, Ladder)
    assert ([ask.text for ask in head.asks], head.rungs, head.keep) == (["Which turn?"], (), True)
    assert (head.number, ladder.number, ladder.asks) == ("1", "2", ())


def test_alternatives_within_a_repeated_group_stay_listed() -> None:
    long = f"{{either: [{{turn: {'a' * 50}}}, {{turn: {'b' * 50}}}]}}"
    halt = f"{{id: halt, when: {long}, do: [{{note: Halt.}}]}}"
    made, ladder = of(f"{{id: all, times: 2, steps: [{{id: die, roll: 1d6, when: {long}}}, {halt}]}}")
    assert isinstance(made, Throw) and isinstance(ladder, Ladder)
    assert (made.when, len(made.any_of)) == ("one of these", 2)
    assert [(rung.when, len(rung.any_of)) for rung in ladder.rungs] == [("one of these", 2)]
    inner = of(f"{{id: all, times: 2, steps: [{{id: die, roll: 1d6}}, {{id: in, when: {long}, steps: [{HALT}]}}]}}")[-1]
    assert isinstance(inner, Ladder) and inner.rungs[0].when.startswith("one of these; Which turn? **aaa")
    outer = of(f"{{id: all, times: 2, when: {long}, steps: [{{id: die, roll: 1d6}}]}}")
    assert [len(block.any_of) for block in outer if isinstance(block, Throw)] == [2]
