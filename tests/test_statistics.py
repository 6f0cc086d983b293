"""Statistics of decks and counters, held against counts by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from rcwkit.document.blocks import Cell, Chances, Chart, Heading, TextDocument
from rcwkit.document.chart_blocks import Counted, amount, curve
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.draw import statistics as of_decks
from rcwkit.kinds.counters.kind import statistics as of_counters
from rcwkit.kinds.kind import files_of
from rcwkit.source.language import ENGLISH
from tests_support import write

GAME = """kind: game
id: ford
title: Ford
source: {title: Ford}
credits: Made up.
sides:
  red: {title: Red, short: R, colour: "#D98F7A", mark: star, plays: true}
  blue: {title: Blue, short: B, colour: "#9DB8D9", mark: diamond, plays: true}
unit_types:
  infantry: {title: battalion, plural: battalions, symbol: infantry, values: [attack, defence]}
  cavalry: {title: squadron, plural: squadrons, symbol: cavalry, values: [attack, defence]}
"""
RED = """kind: counters
id: red
title: Red
source: Ford
side: red
statistics: true
counters:
  r2: {type: infantry, name: 2, unit_size: regiment, values: {attack: 5, defence: 1/2}, arrives: turn 3}
  r1: {type: infantry, name: 1, unit_size: battalion, values: {attack: 4, defence: 4}, copies: 3, arrives: at start}
  r3: {type: cavalry, name: 3, values: {attack: 2, defence: "[2]"}, arrives: turn 10}
"""
BLUE = """kind: counters
id: blue
title: Blue
source: Ford
side: blue
statistics: true
counters:
  b1: {type: infantry, name: 1, unit_size: regiment, values: {attack: 8, defence: 8}, steps: 4, arrives: turn 3}
  b2: {type: cavalry, name: 2, values: {attack: 2, defence: 2}, copies: 2, arrives: turn 2}
"""
DECK = """kind: cards
id: orders
title: Orders
source: Ford
statistics: true
fields: {cost: number, worth: {type: number, default: 10}, suit: [spring, autumn]}
cards:
  a: {title: A, type: event, owner: red, fields: {cost: 1, suit: spring, worth: 5}}
  b: {title: B, type: event, copies: 3, fields: {cost: 2, suit: spring, worth: 31}}
  c: {title: C, type: attack, owner: blue, copies: 2, fields: {cost: 5, suit: autumn, worth: 2.5}}
  d: {title: D, type: attack, owner: red, fields: {suit: autumn}}
"""


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("ford")
    return load(locate(str(write(folder, {"game.yaml": GAME, "red.yaml": RED, "blue.yaml": BLUE, "cards.yaml": DECK}))))


def tables(document: TextDocument) -> dict[str, list[list[str]]]:
    """Return the tables of a document by title: the head, then the rows, each with its head first."""
    charts = [one for part in document.parts for one in part.blocks if isinstance(one, Chart)]
    return {
        one.title: [[one.head, *(cell.text for cell in one.columns)], *([*row.texts] for row in one.rows)]
        for one in charts
    }


def test_cards_are_counted_by_type_owner_and_listed_values(ford: Game) -> None:
    made = of_decks(ford)
    assert [(part.title, part.note) for part in made.parts] == [("Orders", "7 cards, 4 of them different")]
    assert tables(made) == {
        "Type": [
            ["Type", "Red", "Blue", "–", "In all"],
            ["Event", "1", "", "3", "4"],
            ["Attack", "1", "2", "", "3"],
            ["In all", "2", "2", "3", "7"],
        ],
        "Suit": [
            ["Suit", "Red", "Blue", "–", "In all"],
            ["Spring", "1", "", "3", "4"],
            ["Autumn", "1", "2", "", "3"],
            ["In all", "2", "2", "3", "7"],
        ],
    }


def test_each_number_of_a_deck_has_its_curve_and_mean(ford: Game) -> None:
    (part,) = of_decks(ford).parts
    heads = [(one.text, one.aside) for one in part.blocks if isinstance(one, Heading)]
    assert heads == [("Cost", "mean 2.8"), ("Worth", "mean 16.1")]  # 17 for 6 cards, 113 for 7
    cost, worth = (one for one in part.blocks if isinstance(one, Chances))
    assert [*zip(cost.heads, (one.text for one in cost.rows[0].cells), strict=True)] == [
        ("1", "1"),
        ("2", "3"),
        ("3", ""),
        ("4", ""),
        ("5", "2"),
    ]
    assert [one.share for one in cost.rows[0].cells] == [1 / 6, 1 / 2, 0, 0, 1 / 3]
    assert cost.rows[0].note == "1 without it"
    assert [*zip(worth.heads, (one.text for one in worth.rows[0].cells), strict=True)] == [
        ("2.5", "2"),
        ("5", "1"),
        ("10", "1"),
        ("31", "3"),
    ]


def test_units_are_counted_by_owner_type_and_size(ford: Game) -> None:
    made = of_counters(ford)
    assert made.parts[0].note == "8 counters"  # without the one for the lower steps of b1
    found = tables(made)
    assert found["Red"] == [
        ["Type", "II", "III", "–", "In all"],  # from small to large, not as they stand in the file
        ["Battalions", "3", "1", "", "4"],
        ["Squadrons", "", "", "1", "1"],
        ["In all", "3", "1", "1", "5"],
    ]
    assert found["Blue"] == [
        ["Type", "III", "–", "In all"],
        ["Battalions", "1", "", "1"],
        ["Squadrons", "", "2", "2"],
        ["In all", "1", "2", "3"],
    ]


def test_values_are_added_up_and_arrivals_are_in_order(ford: Game) -> None:
    found = tables(of_counters(ford))
    assert found["Sums of values"] == [["Value", "Blue", "Red"], ["Attack", "12", "19"], ["Defence", "12", "14 1/2"]]
    assert found["Arrivals"] == [
        ["Turn", "Blue", "Red", "In all"],
        ["2", "2", "", "2"],
        ["3", "1", "1", "2"],
        ["10", "", "1", "1"],
        ["at start", "", "3", "3"],
        ["In all", "3", "5", "8"],
    ]


def test_only_what_asks_for_it_is_counted_and_for_study(tmp_path: Path, ford: Game) -> None:
    pages = {file.stem: file.shelf for file in files_of(ford) if file.stem.startswith("statistics")}
    assert pages == {"statistics-counters": "study", "statistics-cards": "study"}
    silent = {"game.yaml": GAME, "red.yaml": RED, "blue.yaml": BLUE.replace("statistics: true\n", "")}
    found = load(locate(str(write(tmp_path, silent | {"cards.yaml": DECK.replace("statistics: true\n", "")}))))
    assert [file.stem for file in files_of(found) if file.stem.startswith("statistics")] == ["statistics-counters"]
    assert "Blue" not in tables(of_counters(found))


def test_many_numbers_are_put_together_in_ranges() -> None:
    things = [Counted(1, {}, {"cost": Fraction(number)}) for number in range(3, 103)]
    head, shown = curve(ENGLISH, "cost", things)
    assert isinstance(head, Heading)
    assert head.aside == "mean 52.5"
    assert isinstance(shown, Chances)
    assert (shown.heads[0], shown.heads[-1], len(shown.heads)) == ("0–9", "100–109", 11)
    assert [one.text for one in shown.rows[0].cells] == ["7", *["10"] * 9, "3"]


@pytest.mark.parametrize("value", [True, "4", None, float("inf"), float("nan"), 10**400])
def test_what_is_no_number_of_a_column_is_not_counted(value: object) -> None:
    assert amount(value) is None
    assert [*curve(ENGLISH, "cost", [Counted(1, {"cost": Cell("4")}, {})])] == []
