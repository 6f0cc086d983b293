"""Blank forms for dice procedures: the shape of each stage, and how it is set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from blocks_support import told
from hypothesis import given, settings
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import LOW_INK, THEMES, Ink
from rcwkit.dice.model import Procedure, walk
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import Ask, Block, Deal, Heading, Ladder, Outcome, Point, Rung, Throw, Worksheet
from rcwkit.document.form_blocks import forms
from rcwkit.document.form_words import ProcedureWords, dice_of, thrown
from rcwkit.document.forms import FACE, ROWS, deal, ladder, throw
from rcwkit.document.look import PageLook, Slab
from rcwkit.document.pages import sheets
from rcwkit.frame import MM, Group, Item, Rect, Text
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.language import ENGLISH
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame, shipped

PAGE = 184 * MM


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
    note: The rate less the dice.
    inputs:
      dice: {title: "How many dice?", range: 0-9}
      heads: {title: "How many heads?", range: 1-6}
      rain: {title: "Does it rain?", choices: {"yes": "Yes", "no": "No"}, default: "no"}
    variables: {lost: 0, far: 0, unread: 0}
    steps:
      - {id: begin, do: [{set: {unread: 1}}]}
      - id: penalty
        title: Penalty
        times: dice
        case: It still moves
        when: {lost: {at_most: 9}}
        roll: 1d6
        drm: [{add: 1, when: {rain: "yes"}, text: rain}, {add: heads, text: heads}]
        then: {"*": [{add: {lost: penalty}}], 6: [{note: Halt.}]}
      - id: twice
        title: Again
        times: 2
        when: {rain: "yes"}
        roll: 1d6
        rows: {1-2: "on", 3-5: "on", 6: stop}
        then: {"*": [{add: {lost: 1}}], stop: [{note: Halt.}]}
      - id: head
        roll: 1d6
        again:
          2: {heads: {at_most: 1}}
          3: {heads: {at_most: 2}}
          4: {heads: {at_most: 3}}
          5: {heads: {at_most: 4}}
          6: {heads: {at_most: 5}}
      - {id: still, roll: 1d6, again: {5: {heads: 1}, 6: {heads: 1}}}
      - {id: distance, do: [{set: {far: {of: lost, times: -1, plus: 20}}}]}
      - {id: halt, when: {twice: stop, rain: {not: "no"}}, do: [{note: They stay.}]}
      - {id: camp, when: {dice: 3}, do: [{note: They camp.}]}
    report: {far: {title: Distance, of: far}}
  day:
    title: Day
    note: From dawn to dusk.
    inputs:
      where: {title: "Where is it?", choices: {1: Near, 2: Far}, for_each: [ukraine, red]}
      who: {title: "Who leads?", choices: {1: Nobody at all, 2: The army of the north, 3: The army of the east}}
    decks: {days: {title: Days, cards: 1-9}}
    steps:
      - {id: first, run: march, given: {dice: 1, heads: 6}, when: {who: 1}}
      - {id: all, steps: [{id: each, for_each: [ukraine, red], when: {where.item: 1}, roll: 2d6}]}
      - {id: card, draw: {deck: days, count: 2}}
      - {id: more, when: {card: 1}, draw: {deck: days}}
  account:
    title: Account
    rule: "9"
    variables: {sum: 0}
    steps:
      - {id: die, roll: 1d6, then: {"*": [{add: {sum: die}}]}}
      - {id: much, when: {sum: {at_least: 4}}, do: [{note: Much.}]}
  endless:
    title: Endless
    decks: {all: {title: All, cards: 1-60}}
    steps: [{id: card, draw: {deck: all, count: 60}}]
  after:
    title: After an account
    steps: [{id: one, run: account}]
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


def throws(game: Game, title: str) -> list[Throw]:
    return [block for block in form(game, title) if isinstance(block, Throw)]


def words(slab: Slab) -> str:
    return " ".join(item.text.strip() for item, _ in extents(slab.items) if isinstance(item, Text))


def within(slab: Slab, width: float = PAGE) -> bool:
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


def test_items_stand_in_a_grid_below_how_their_dice_are_read(toy: Game) -> None:
    reductions, grid = form(toy, "Reductions")
    assert isinstance(reductions, Throw) and isinstance(grid, Worksheet)
    assert (reductions.dice, reductions.boxes, reductions.keep) == ("1d6", (), True)
    assert reductions.rows == (
        Outcome("1–3", ("full",)),
        Outcome("4–6", ("reduced",), "Reduce it (turn to the reduced side)."),
    )
    assert [row.texts for row in grid.rows] == [
        ("1 Army", "701 Petrograd", "{die}", "", "2 Army", "638 Norlinsk", "{die}", "")
    ]
    assert [column.head for column in grid.columns] == ["Unit", "Space", "Die", "Result"] * 2


def test_what_is_asked_of_each_item_is_a_column(toy: Game) -> None:
    (grid,) = (block for block in form(toy, "Day") if isinstance(block, Worksheet))
    assert [column.head for column in grid.columns] == ["", "Where is it?", "Dice", "Result"]
    assert [row.texts for row in grid.rows] == [
        ("Ukraine", "{box} Near   {box} Far", "{die}{die}", ""),
        ("Red", "{box} Near   {box} Far", "{die}{die}", ""),
    ]


def test_small_charts_are_repeated_with_the_columns_to_choose_from(toy: Game) -> None:
    (turn9,) = throws(toy, "Turn 9")
    assert turn9.rows and turn9.columns == () and turn9.reading == ""


def test_a_roll_has_its_modifiers_results_and_as_many_boxes_as_dice(toy: Game) -> None:
    penalty, twice, head, still = throws(toy, "March")
    assert [one.number for one in (penalty, twice, head, still)] == ["1", "2", "3", "4"]
    assert (penalty.when, penalty.boxes) == ("It still moves", ("",) * 9)
    assert penalty.modifiers == (("+1", "rain", False), ("+", "heads", True))
    assert penalty.asks == (Ask("How many dice?", (), "0 to 9"),)  # modifiers ask for theirs
    assert penalty.follows == (("6", "Halt."),)
    assert (twice.when, twice.boxes) == ("Does it rain? **Yes**", ("", ""))
    assert twice.rows == (Outcome("1–5", ("on",)), Outcome("6", ("stop",), "Halt."))
    assert head.remarks == ("Roll again if it is more than ‘How many heads?’.",)
    assert still.remarks == ("On 5 or 6, roll again: How many heads? **1**.",)


def test_what_follows_is_a_ladder_of_conditions(toy: Game) -> None:
    (halt,) = (block for block in form(toy, "March") if isinstance(block, Ladder))
    assert halt.rungs == (
        Rung("Again: **stop**; Does it rain? not **No**", "They stay."),
        Rung("How many dice? **3**", "They camp."),
    )


def test_a_form_leads_to_one_that_is_printed_with_its_answers(toy: Game) -> None:
    ladder = next(block for block in form(toy, "Day") if isinstance(block, Ladder))
    (go,) = ladder.rungs
    assert go.when == "Who leads? **Nobody at all**"
    assert go.text == "Go on with the form ‘March’. How many dice: **1**; How many heads: **6**."


def test_cards_are_dealt(toy: Game) -> None:
    first, more = (block for block in form(toy, "Day") if isinstance(block, Deal))
    assert first.told(ENGLISH) == "Shuffle the deck ‘Days’ and deal **2 cards**:" and first.spaces == 2
    assert more.told(ENGLISH) == "From the deck ‘Days’, deal **1 card**:"


def test_what_paper_does_badly_is_left_to_the_companion(toy: Game) -> None:
    left = [block.text for block in form(toy, "On screen") if isinstance(block, Point)]
    assert left == [
        "**Account** (9): rcwkit roll toy account",
        "**Endless**: rcwkit roll toy endless",
        "**After an account**: rcwkit roll toy after",
    ]


def test_stages_are_located_in_the_sources_though_others_are_left_out(toy: Game) -> None:
    found = [one.at.line for one in throws(toy, "March") if one.at]
    named = [LOOPS.splitlines()[line - 1].split("id: ")[1].split(",")[0] for line in found]
    assert named == ["penalty", "twice", "head", "still"]


def covered(key: str) -> set[int]:
    """Return the totals from −30 to 40 that a printed key stands for."""
    found: set[int] = set()
    for part in key.replace("−", "-").split(", "):
        first, _, last = part.partition("–")
        low, high = (first, last) if last else (part.split(" ")[0],) * 2
        above, below = part.endswith("or more"), part.endswith("or less")
        found |= set(range(-30 if below else int(low), 41 if above else int(high) + 1))
    return found


@pytest.mark.parametrize("name", games())
def test_a_form_reads_every_total_as_the_roller_does(name: str) -> None:
    game = shipped(name)
    for item in game[Procedure].values():
        for _, step in walk(item.value.steps):
            chart = game[Table][step.table].value if step.table else None
            rows = thrown(game, ProcedureWords(game, {}, {}), item.value, step).rows if dice_of(game, step) else ()
            for total in range(-30, 41):
                printed = [row for row in rows if total in covered(row.key)]
                reading = chart or step
                ranges = (
                    [key for key, many in reading.ranges.items() if any(one.low <= total <= one.high for one in many)]
                    if rows
                    else []
                )
                assert len(printed) == len(ranges) <= 1, (item.id, step.id, total)
                for key in ranges:
                    row = reading.rows[key]
                    cells = row if isinstance(row, tuple) else (row,)
                    told = tuple(map(ProcedureWords(game, {}, {}).result, cells))
                    assert set(printed[0].results) <= set(told) and (printed[0].results or printed[0].effect)


def roles(items: Iterable[Item]) -> list[list[str]]:
    """Return the roles of the cells in every row."""
    found: list[list[str]] = []
    for item in items:
        if isinstance(item, Group):
            found += (
                [[one.role for one in item.items if isinstance(one, Group)]] if item.role == "TR" else roles(item.items)
            )
    return found


PLAIN = Throw("1", "Turn: 1", "Roll", dice="1d6", boxes=("",))


def laid(block: Throw, look: PageLook | None = None) -> list[Slab]:
    return list(throw(block, look or PageLook(Setter()), PAGE))


def faces(slab: Slab) -> list[tuple[float, float, float, float]]:
    return [area for item, area in extents(slab.items) if isinstance(item, Rect) and item.width == item.height == FACE]


@settings(max_examples=25)
@given(st.integers(0, 90), st.integers(1, 12), st.integers(0, 2))
def test_every_die_has_a_box_of_its_own(count: int, dice: int, density: int) -> None:
    setter = Setter()
    slabs = laid(replace(PLAIN, boxes=("",) * count, count=dice), PageLook(setter, density))
    assert setter.found == []
    assert sum(len(faces(slab)) for slab in slabs) == count * dice
    assert all(map(within, slabs))
    assert len({one.said for slab in slabs for one in slab.fields}) == count * dice
    for slab in slabs:
        corners = faces(slab)
        assert len({(round(left), round(top)) for left, top, _, _ in corners}) == len(corners)
        assert len({round(top) for _, top, _, _ in corners}) <= ROWS


def test_few_dice_stand_in_the_middle_and_many_below() -> None:
    (one,), (named,), many = laid(PLAIN), laid(replace(PLAIN, boxes=("own", "enemy"))), laid(replace(PLAIN, count=8))
    assert PAGE * 0.3 < faces(one)[0][0] < PAGE * 0.4
    assert "own" in words(named) and faces(named)[0][0] == faces(named)[1][0]
    assert len(many) == 2 and faces(many[0]) == [] and faces(many[1])[0][0] < PAGE * 0.1


@pytest.mark.parametrize("theme", [THEMES["full"], LOW_INK])
def test_a_roll_is_read_from_left_to_right(theme: object) -> None:
    full = replace(
        PLAIN,
        when="Who leads? **Red**",
        any_of=("first", "second"),
        asks=(Ask("How many?", (), "1 to 3"), Ask("Which way?", ("Left", "Right"))),
        note="Note it.",
        modifiers=(("+1", "Ahead", False), ("−", "lost", True)),
        reading="Read the chart.",
        columns=("Near", "Far"),
        rows=(Outcome("1–3", ("miss", "hit")), Outcome("4 or more", ("hit", "hit"))),
        follows=(("hit", "Halt."),),
        remarks=("Once a turn.",),
    )
    assert isinstance(theme, type(LOW_INK))
    setter = Setter(theme)
    (slab,) = laid(full, PageLook(setter))
    assert setter.found == [] and within(slab)
    assert words(slab) == (
        "1 Roll Only if: Who leads? Red : – first – second Note it. How many? 1 to 3 Which way? Left Right "
        "Roll 1d6 +1 Ahead − lost = Total Read the chart. Near Far 1–3 miss hit 4 or more hit hit "
        "hit: Halt. Once a turn."
    )
    at = {item.text: area[0] for item, area in extents(slab.items) if isinstance(item, Text)}
    assert at["Near"] == pytest.approx(at["miss"], abs=0.1) and at["How many?"] < at["Ahead"] < at["Near"] < at["Far"]
    assert roles(slab.items)[-3:] == [["TH", "TH", "TH"], ["TH", "TD", "TD"], ["TH", "TD", "TD"]]
    assert [(one.said, one.kind) for one in slab.fields] == [
        ("Turn: 1: How many?", "write"),
        ("Turn: 1: Which way?: Left", "tick"),
        ("Turn: 1: Which way?: Right", "tick"),
        ("Turn: 1: die 1", "write"),
        ("Turn: 1: Ahead", "tick"),
        ("Turn: 1: lost", "write"),
        ("Turn: 1: total", "write"),
    ]


def test_in_large_print_several_columns_of_results_stand_below() -> None:
    rows = (Outcome("1–6", ("immobilised", "knocked out", "no effect")),)
    block = replace(PLAIN, columns=("Tank", "Armoured car", "Bunker"), rows=rows)
    setter = Setter(THEMES["full"].enlarged)
    first, below = laid(block, PageLook(setter))
    assert setter.found == [] and within(below)
    assert "immobilised" in words(below) and "immobilised" not in words(first)
    assert len(laid(block)) == 1


def test_a_ladder_has_a_box_to_tick_for_every_condition() -> None:
    rungs = (Rung("", "Always."), Rung("Red leads", "Halt.", ("first", "second")), Rung("White leads", "Go."))
    setter = Setter()
    (slab,) = ladder(Ladder("1", "Turn: 1", rungs=rungs), PageLook(setter), PAGE)
    assert setter.found == [] and within(slab)
    assert words(slab) == "1 Always. Red leads – first – second Halt. White leads Go."
    assert [(one.said, one.kind) for one in slab.fields] == [
        ("Turn: 1: Red leads", "tick"),
        ("Turn: 1: White leads", "tick"),
    ]


def test_a_deal_has_a_line_for_every_card() -> None:
    (slab,) = deal(Deal("1", "Turn: 1", "First", deck="Days", spaces=15, count="How many"), PageLook(Setter()), PAGE)
    assert "Shuffle the deck ‘Days’ and deal ‘How many’ cards :" in words(slab)
    assert [one.said for one in slab.fields] == [f"Turn: 1: card {number}" for number in range(1, 16)] and within(slab)
