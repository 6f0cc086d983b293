"""Odds and records as lines of text and as data."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rcwkit.dice.record import fraction_text
from rcwkit.dice.roll import answers, prepare, rolled, verify
from rcwkit.dice.sources import Seeded, Typed
from rcwkit.dice.wording import Odds, brief, chance, decimal, percent, record_lines
from rcwkit.game.loader import load
from tests_support import MARKED, TOY, WriteGame, shipped

MANY = (
    "kind: procedures\nid: many\ntitle: Many\nsource: Rules\nprocedures:\n  many:\n    title: Many dice\n    steps:\n"
    + "".join(f"      - {{id: d{number}, times: 800, roll: 1d999}}\n" for number in range(2))
)


def test_a_chance_has_all_its_digits() -> None:
    assert fraction_text(Fraction(91, 216)) == "91/216"
    assert fraction_text(Fraction(-7, 2)) == "-7/2"
    assert fraction_text(Fraction(-(10**4000) - 1, 10)) == f"-1{'0' * 3999}1/10"
    assert fraction_text(Fraction(1, 10**4000)) == f"1/1{'0' * 4000}"
    assert fraction_text(Fraction(1, 10**8000 + 7)) == f"1/1{'0' * 7999}7"
    assert fraction_text(Fraction(10**4500 + 1, 10**4501)) == f"1{'0' * 4499}1/1{'0' * 4501}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/1", 1.0),
        ("91/216", 0.421296),
        (f"{10**600}/{3 * 10**600}", 0.333333),
        (f"1/{10**330}", 0.0),
        (f"1{'0' * 9000}/{'2' * 9001}", 0.45),
    ],
)
def test_the_value_of_a_fraction_of_any_length(text: str, value: float) -> None:
    assert decimal(text) == value


def test_the_value_is_that_which_odds_have_beside_a_fraction() -> None:
    for part in (Fraction(1, 6), Fraction(25, 72), Fraction(999_999, 1_000_000), Fraction(1, 10**9)):
        assert decimal(fraction_text(part)) == chance(part)["decimal"]


def test_a_small_chance_is_no_row_of_zeros() -> None:
    """Bug: that of one order of a deck was a percentage with eighty zeros."""
    shown = [percent(one) for one in (0.0, 0.25, 0.00042, 1e-8, 9.99e-9, 1e-80)]
    assert shown == ["0.0 %", "25.0 %", "0.042 %", "0.0000010 %", "< 0.000001 %", "< 0.000001 %"]


def test_a_line_holds_the_beginning_of_a_long_fraction() -> None:
    assert brief("91/216") == "91/216"
    assert brief(f"1/{6**100}") == "1/65331862…, all 79 digits with --json"


def test_a_roll_of_very_many_dice_has_its_exact_chance(write_game: WriteGame) -> None:
    """Records with numbers too long for Python to convert (over 4,300 digits) are written, worded and verified."""
    game = load(write_game({**TOY, "many.yaml": MANY}))
    record = rolled(prepare(game, "many", {}), Seeded(b"12345"), "64S3-6D1N-7")[0].record
    assert len(record["chance"]) > 4300
    assert "…" in record_lines(record, game)[-1]
    assert not verify(game, record).difference


def test_a_modifier_that_counts_keeps_its_amount_for_each_in_brackets(write_game: WriteGame) -> None:
    lost = (
        "kind: procedures\nid: p\ntitle: P\nsource: Rules\nprocedures:\n  hit:\n    title: Hit\n"
        "    inputs: {lost: {title: 'Lost?', range: 0-9}}\n"
        "    steps:\n      - {id: hit, roll: 1d6, drm: [{add: lost, text: +1 for each figure lost}]}\n"
    )
    game = load(write_game({**TOY, "lost.yaml": lost}))
    record = rolled(prepare(game, "hit", {"lost": "2"}), Seeded(b"12345"), "64S3-6D1N-7")[0].record
    assert any("] +2 (+1 for each figure lost) = " in line for line in record_lines(record, game))


def test_results_and_modifiers_are_shown_without_markup(write_game: WriteGame) -> None:
    """The record keeps the texts as written, for its hashes."""
    game = load(write_game({**TOY, "marked.yaml": MARKED}))
    prepared = prepare(game, "raid", {"night": "1"})
    result = rolled(prepared, Typed([4], Seeded(b"12345")), None)[0]
    assert result.record["rolls"][0]["result"] == "**Loss** at a :port:"
    line = next(line for line in record_lines(result.record, game, result.results) if "[4" in line)
    assert line.endswith("[4 typed] +1 at night = 5 -> Loss at a port")
    assert any(line.startswith("    Loss at a port  ") for line in str(Odds(prepared, answers(prepared))).splitlines())


def test_what_is_told_of_several_players_is_a_line() -> None:
    game = shipped("rcw_solitaire")
    given = {"phasing": "A", "column.B": "2", "column.C": "3", "own": "0", "assassins": "0"}
    prepared = prepare(game, "phasing_turn", {**given, "strong.1": "B", "strong.2": "C"})
    result = rolled(prepared, Typed([2, 1, 1], Seeded(b"12345")), None)[0]
    lines = record_lines(result.record, game, result.results)
    assert "  = Column of player … at the end: A 0, B 3, C 4, D 0, E 0, F 0" in lines
    assert "  > Attacks at 2–1 or better: 1: Attack on player B. The attack goes ahead." in lines
    assert any(line.startswith("  = Assassin marker given to: ") for line in lines)
    wins = [("Victory without the marker", ""), ("Victory with the marker", "")]
    told = [f"  = {title}" for title, _ in wins]
    assert record_lines(result.record, game, wins)[-3:-1] == told, "sentences stay whole"
