"""Blank forms for dice procedures: their words, and how questions, grids and steps are set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from blocks_support import told
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.blocks.dice import Answers, Question, StepForm, StepRow
from rcwkit.blocks.forms import forms
from rcwkit.blocks.vocabulary import Block, Heading
from rcwkit.draw.log import describe
from rcwkit.layout.document import sheets
from rcwkit.layout.forms import DEEP, answers, question
from rcwkit.layout.look import Look, Slab
from rcwkit.layout.steps import ROWS, step
from rcwkit.look.frame import MM, Group, Item, Rect, Text
from rcwkit.look.grids import PAPERS
from rcwkit.look.text import Setter
from rcwkit.look.theme import LOW_INK, THEMES, Ink
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame

COLUMN = 88 * MM


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    return load(write_game({**TOY, "loops.yaml": LOOPS}))


LOOPS = """kind: procedures
id: loops
title: Loops
source: Toy rules
procedures:
  march:
    title: March
    inputs:
      dice: {title: "How many dice?", range: 0-9}
      heads: {title: "How many heads?", range: 1-6}
    variables: {lost: 0, far: 0, unread: 0}
    steps:
      - {id: begin, do: [{set: {unread: 1}}]}
      - id: penalty
        title: Penalty
        times: dice
        when: {lost: {at_most: 9}}
        roll: 1d6
        then: {"*": [{add: {lost: penalty}}]}
      - id: twice
        title: Again
        times: 2
        roll: 1d6
        rows: {1-5: "on", 6: stop}
        then: {"*": [{add: {lost: 1}}], stop: [{note: Halt.}]}
      - {id: head, roll: 1d6, again: {2: {heads: {at_most: 1}}, 3: {heads: {at_most: 2}}, 4: {heads: {at_most: 3}}}}
      - {id: still, roll: 1d6, again: {5: {heads: 1}, 6: {heads: 1}}}
      - {id: distance, do: [{set: {far: {of: lost, times: -1, plus: 20}}}]}
    report: {far: {title: Distance, of: far}}
  day:
    title: Day
    note: From dawn to dusk.
    inputs:
      where: {title: "Where is it?", choices: {1: Near, 2: Far}, for_each: [ukraine, red]}
      who: {title: "Who leads?", choices: {1: Nobody at all, 2: The army of the north, 3: The army of the east}}
    steps:
      - {id: first, run: march, given: {dice: 1, heads: 6}, when: {who: 1}}
      - {id: all, steps: [{id: each, for_each: [ukraine, red], when: {where.item: 1}, roll: 2d6}]}
"""


def form(game: Game, title: str) -> list[Block]:
    """Return the blocks of one form, without its heading."""
    found: dict[str, list[Block]] = {}
    for block in forms(game).parts[0].blocks:
        if isinstance(block, Heading):
            last = found.setdefault(block.text, [])
        else:
            last.append(block)
    return found[title]


def steps(game: Game, title: str) -> list[StepForm]:
    return [block for block in form(game, title) if isinstance(block, StepForm)]


def words(slab: Slab) -> str:
    return " ".join(item.text.strip() for item, _ in extents(slab.items) if isinstance(item, Text))


def within(slab: Slab, width: float = COLUMN) -> bool:
    """Return whether all drawings and fields lie within a slab."""
    drawn = [area for item, area in extents(slab.items) if isinstance(item, Text | Rect)]
    areas = [*drawn, *((one.x, one.y, one.x + one.width, one.y + one.height) for one in slab.fields)]
    return all(
        left >= -0.6 and right <= width + 0.6 and top >= -0.6 and bottom <= slab.height + 0.6
        for left, top, right, bottom in areas
    )


def test_forms_in_blocks(toy: Game, golden: Golden) -> None:
    golden("forms/blocks.txt", told(forms(toy)))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_forms_as_drawn(toy: Game, golden: Golden, ink: Ink) -> None:
    setter = Setter(THEMES[ink])
    drawn = sheets(forms(toy), PAPERS["a4"], setter, toy.owners, screen=True)
    assert setter.found == []
    golden(f"forms/{ink}.txt", "".join(map(describe, drawn)))


def test_forms_have_a_box_for_every_die(toy: Game) -> None:
    (reductions,) = steps(toy, "Reductions")
    assert (reductions.dice, reductions.boxes) == ("1d6", ("1 Army", "2 Army"))
    assert [(row.key, row.results, row.effect) for row in reductions.rows] == [
        ("1–3", ("full",), ""),
        ("4–6", ("reduced",), "Reduce it (turn to the reduced side)."),
    ]
    asked = [block for block in form(toy, "Turn 9") if isinstance(block, Question)]
    assert [(one.letter, one.choices, one.about) for one in asked] == [("A", ("Red", "None"), "Turn 9: A")]
    assert steps(toy, "Turn 9")[0].reading == "Read the chart ‘Turn 9’, column Red."


def test_forms_say_how_often_and_what_follows(toy: Game) -> None:
    march = steps(toy, "March")
    penalty, twice, head, still, distance = march
    assert [one.number for one in march] == ["1", "2", "3", "4", "5"]  # unread variables are left out
    assert (penalty.often, penalty.when) == ("As often as A says", "if ‘lost’ is at most 9")
    assert penalty.follows == (("Then", "Add the result to ‘lost’."),)
    assert (twice.often, twice.follows) == ("Twice", (("In any case", "Add 1 to ‘lost’."),))
    assert [row.effect for row in twice.rows] == ["", "Halt."]
    assert head.remarks == ("Roll again if it is more than B.",)
    assert still.remarks == ("Roll again on 5 or 6 if B is 1.",)
    assert distance.reading == "Note ‘far’: −‘lost’ + 20."  # only the report reads it
    assert steps(toy, "Day")[0].reading == "Go through ‘March’."


def test_steps_are_located_in_the_sources_though_others_are_left_out(toy: Game) -> None:
    found = [(one.number, one.at.line) for title in ("March", "Day") for one in steps(toy, title) if one.at]
    assert found == [("1", 14), ("2", 20), ("3", 26), ("4", 27), ("5", 28), ("1", 37), ("2", 38), ("2.1", 38)]
    assert [LOOPS.splitlines()[line - 1].split("id: ")[1].split(",")[0] for _, line in found[:5]] == [
        "penalty",
        "twice",
        "head",
        "still",
        "distance",
    ]


def test_what_is_asked_of_several_is_answered_in_a_grid(toy: Game) -> None:
    spread, who, grid = form(toy, "Day")[1:4]
    assert isinstance(spread, Question) and isinstance(who, Question) and isinstance(grid, Answers)
    assert (spread.spread, who.spread, grid.letters) == (True, False, ("A",))
    assert grid.rows == (("Ukraine", (("Near", "Far"),)), ("Red", (("Near", "Far"),)))
    assert [block.keep for block in (spread, who, grid)] == [True, True, False]


def roles(items: Iterable[Item]) -> list[list[str]]:
    """Return the roles of the cells in every row."""
    found: list[list[str]] = []
    for item in items:
        if isinstance(item, Group):
            found += (
                [[one.role for one in item.items if isinstance(one, Group)]] if item.role == "TR" else roles(item.items)
            )
    return found


def ask(**more: Any) -> Slab:
    block = Question(**{"letter": "A", "text": "Who leads?", "about": "Turn: A", "choices": (), "blank": "", **more})
    (slab,) = question(block, Look(Setter()), COLUMN)
    return slab


def test_few_choices_are_beside_the_question_and_more_below_it() -> None:
    beside, beneath = (
        ask(choices=("Yes", "No")),
        ask(choices=("Nobody at all", "The army of the north", "The army of the east")),
    )
    assert beside.height < beneath.height
    assert [one.said for one in beside.fields] == ["Turn: A: Yes", "Turn: A: No"]
    assert all(one.x > COLUMN / 2 for one in beside.fields) and beneath.fields[0].x < COLUMN / 4
    assert within(beside) and within(beneath)


def test_a_number_is_written_on_a_line_unless_it_is_asked_of_several() -> None:
    (blank,) = ask(blank="1 to 6").fields
    assert (blank.said, blank.kind) == ("Turn: A: Who leads?", "write")
    spread = ask(blank="1 to 6", spread=True)
    assert spread.fields == () and "1 to 6" in words(spread)
    assert words(ask(choices=("Yes", "No"), spread=True)).endswith("Yes · No")


@settings(max_examples=25)
@given(
    st.integers(1, 80),
    st.integers(1, 12),
    st.sampled_from([(), ("Yes", "No"), ("Quite certainly so", "By no means at all")]),
)
def test_grids_have_room_for_every_answer(count: int, asked: int, choices: tuple[str, ...]) -> None:
    letters = tuple(chr(65 + number) for number in range(asked))
    rows = tuple(
        (f"item{number:02}", (None, *[choices] * (asked - 1)) if asked > 1 else (choices,)) for number in range(count)
    )
    setter = Setter()
    slabs = list(answers(Answers(letters, rows, "Turn"), Look(setter), COLUMN))
    assert setter.found == []
    assert sorted(word for slab in slabs for word in words(slab).split() if word.startswith("item")) == [
        name for name, _ in rows
    ]
    assert all(map(within, slabs))
    said = {one.said.rpartition(": ")[0] if one.kind == "tick" else one.said for slab in slabs for one in slab.fields}
    assert said == {
        f"Turn: {name}: {letter}"
        for name, cells in rows
        for letter, cell in zip(letters, cells, strict=True)
        if cell is not None
    }
    assert max(slab.height for slab in slabs) < DEEP + 12 * MM


PLAIN = StepForm("1", "Turn: 1", "Roll", "", "", (), "", (), "1d6", (), "", (), (), (), (), (), ("",), 1)


def laid(block: StepForm, look: Look | None = None) -> list[Slab]:
    return list(step(block, look or Look(Setter()), COLUMN))


def faces(slab: Slab) -> list[tuple[float, float, float, float]]:
    return [
        area for item, area in extents(slab.items) if isinstance(item, Rect) and item.width == item.height == 5 * MM
    ]


@settings(max_examples=25)
@given(st.integers(0, 90), st.integers(1, 20), st.booleans(), st.integers(0, 2))
def test_every_die_has_a_box_of_its_own(count: int, dice: int, named: bool, density: int) -> None:
    boxes = tuple(f"unit {number}" if named else "" for number in range(count))
    setter = Setter()
    slabs = laid(replace(PLAIN, boxes=boxes, count=dice), Look(setter, density))
    assert setter.found == []
    assert sum(len(faces(slab)) for slab in slabs) == sum(len(slab.fields) for slab in slabs) == count * dice
    assert all(map(within, slabs))
    for slab in slabs:
        corners = faces(slab)
        assert len({(round(left), round(top)) for left, top, _, _ in corners}) == len(corners)
        assert len({round(top) for _, top, _, _ in corners}) <= ROWS * 2 * max(1, dice // 13 + 1)
    labels = {one.said for slab in slabs for one in slab.fields}
    assert labels == ({f"Turn: 1: {box}" for box in boxes} if named and count else {"Turn: 1"} if count else set())


def test_a_single_roll_has_its_boxes_beside_the_words() -> None:
    (one,), (many,) = laid(PLAIN), laid(replace(PLAIN, count=8))
    assert faces(one)[0][2] == pytest.approx(COLUMN, abs=0.1)
    assert faces(many)[0][0] < COLUMN / 4 and many.height > one.height


def test_a_step_says_all_it_has_in_the_order_in_which_it_is_done() -> None:
    full = replace(
        PLAIN,
        often="Twice",
        when="if A is Red",
        note="Note it.",
        reading="Read the chart.",
        drm=(("+1", "Ahead"),),
        stops=(("It stops if one of these holds", ("B is 1", "B is 2")),),
        follows=(("hit", "Halt."),),
        remarks=("Once a turn.",),
        rows=(StepRow("1–3", ("miss",), ""), StepRow("4–6", ("hit",), "Fire.")),
    )
    (slab,) = laid(full)
    assert words(slab) == (
        "1 Twice, if A is Red: Roll: roll 1d6. Read the chart. It stops if one of these holds: – B is 1 – B is 2 "
        "Note it. +1 Ahead 1–3 miss 4–6 hit : Fire. hit: Halt. Once a turn."
    )
    (divided,) = laid(replace(full, any_of=("B is 1", "B is 2")))
    assert words(divided).startswith("1 Twice, if A is Red: – B is 1 – B is 2 Roll: roll 1d6.")


def test_readings_have_a_column_for_each_heading_and_rows_to_read_aloud() -> None:
    rows = (StepRow("1–3", ("miss", "hit"), ""), StepRow("4 or more, or a natural 1", ("hit", "hit"), ""))
    for theme in (THEMES["full"], LOW_INK):
        (slab,) = laid(replace(PLAIN, columns=("Near", "Far"), rows=rows), Look(Setter(theme)))
        at = {item.text: area for item, area in extents(slab.items) if isinstance(item, Text)}
        assert at["Near"][0] == pytest.approx(at["miss"][0], abs=0.1) and at["Far"][0] > at["Near"][2]
        assert roles(slab.items) == [["TH", "TH", "TH"], ["TH", "TD", "TD"], ["TH", "TD", "TD"]]


BOXED = """kind: procedures
id: more
title: More
source: Toy rules
procedures:
  many:
    title: Many
    inputs: {units: {title: "How many?", range: 0-9}, tries: {title: "How often?", range: 0-2, for_each: [Ra1, Ra2]}}
    steps:
      - {id: unit, times: units, roll: 1d6}
      - id: armies
        for_each: [Ra1, Ra2]
        steps:
          - {id: each, times: tries.item, steps: [{id: die, roll: 1d6}]}
      - {id: after, run: quiet, given: {}}
  quiet:
    title: Without dice
    steps: [{id: only, do: [{note: Be quiet.}]}]
  alone:
    title: Run by none
    steps: [{id: only, do: [{note: Be quiet.}]}]
"""


def test_a_form_has_as_many_boxes_as_dice_and_leads_to_printed_forms(write_game: WriteGame) -> None:
    blocks = forms(load(write_game({**TOY, "more.yaml": BOXED}))).parts[0].blocks
    boxes = {block.about: block.boxes for block in blocks if isinstance(block, StepForm) and block.about[:4] == "Many"}
    assert boxes["Many: 1"] == ("",) * 9
    assert boxes["Many: 2.1.1"] == ("1 Army", "1 Army", "2 Army", "2 Army")
    heads = [block.text for block in blocks if isinstance(block, Heading) and block.look == "form"]
    assert "Without dice" in heads and "Run by none" not in heads
