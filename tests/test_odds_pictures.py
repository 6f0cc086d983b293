"""Pictures of odds: their numbers against short computations of our own, their words, and what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError
from rcwkit.art.theme import HOUSE, LOW_INK
from rcwkit.diagnostics import Span
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import Chances
from rcwkit.document.look import PageLook
from rcwkit.document.setting import slabs
from rcwkit.frame import MM, Rect, Text
from rcwkit.game.game import Game
from rcwkit.kinds.folder.kind import Folder, Odds
from rcwkit.kinds.folder.say import checked, picture
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import shipped

HERE = Span("odds.yaml")
WIDTH = 180 * MM


@pytest.fixture(scope="module")
def white_general() -> Game:
    return shipped("white_general")


def pictures(game: Game) -> list[Chances]:
    """Return the pictures of a game's pages, in order."""
    panes = (pane for folder in game[Folder].values() for pane in folder.value.panes)
    return [picture(game, pane.odds, HERE) for pane in panes if pane.odds]


def of(game: Game, procedure: str, form: str) -> Chances:
    """Return the picture of a form of a procedure or chart."""
    panes = (pane for folder in game[Folder].values() for pane in folder.value.panes)
    odds = [one.odds for one in panes if one.odds]
    (found,) = [one for one in odds if procedure in (one.procedure, one.table) and one.form == form]
    return picture(game, found, HERE)


def made(**more: Any) -> Odds:
    return Odds.model_validate({"form": "windows", "procedure": "withdrawal_one", "across": "turn", **more})


def entries(game: Game) -> Mapping[str, list[int]]:
    """Return the highest number on which each Major Power withdraws, turn by turn: 6 for A, 0 where none does."""
    table = game[Table]["withdrawal"].value
    columns = {name: [row[at] for row in table.cells.values()] for at, name in enumerate(table.columns)}
    return {
        name: [6 if cell == "A" else cell if isinstance(cell, int) else 0 for cell in cells]
        for name, cells in columns.items()
    }


def test_withdrawals_are_what_the_chart_gives(triumph: Game) -> None:
    found = {
        row.owner: [one.lit for one in row.cells if one.style != "over"]
        for row in of(triumph, "withdrawal_one", "windows").rows
    }
    for power, numbers in entries(triumph).items():
        assert found[power] == numbers[: len(found[power])]
        assert 6 in found[power]


def test_what_is_left_is_the_product_of_what_stays(triumph: Game) -> None:
    curve = of(triumph, "withdrawal_one", "curve")
    for row in curve.rows:
        left = Fraction(1)
        for number, one in zip(entries(triumph)[row.owner], row.cells, strict=True):
            left *= Fraction(6 - number, 6)
            assert one.share == pytest.approx(float(left))
            assert one.text == (f"{round(100 * left)} %" if left else "")


def test_the_mean_is_that_of_the_turn_when_it_happens(triumph: Game) -> None:
    for row in of(triumph, "withdrawal_one", "windows").rows:
        left, mean = Fraction(1), Fraction(0)
        for turn, number in enumerate(entries(triumph)[row.owner], 1):
            mean += turn * left * Fraction(number, 6)
            left *= Fraction(6 - number, 6)
        assert row.note == f"on average turn {float(mean):.1f}"


def test_sudden_death_by_now_is_counted_over_all_rolls(triumph: Game) -> None:
    (row,) = of(triumph, "sudden_death", "sequence").rows
    for count, one in enumerate(row.cells, 1):
        rolls = [*product(range(1, 7), repeat=count)]
        won = sum(any(face > 1 and face + turn >= 5 for turn, face in enumerate(faces)) for faces in rolls)
        assert one.notes == (f"won by now: {round(100 * won / len(rolls))} %",)
    assert [one.text for one in row.cells] == ["2 in 6", "3 in 6", "4 in 6", "5 in 6"]


def test_polish_peace_says_what_it_is_worth(triumph: Game) -> None:
    (row,) = of(triumph, "polish_peace_white", "columns").rows
    for held, one in enumerate(row.cells):
        worth = min(16, 2 * held + 4)
        mean = Fraction(held, 6) * worth
        said = f"{mean.numerator}" if mean.denominator == 1 else f"{float(mean):.1f}"
        assert (one.lit, one.notes) == (held, (str(worth) if held else "", said))


def test_hits_at_armour_are_the_rows_of_their_chart(white_general: Game) -> None:
    found = of(white_general, "at_hits", "heat")
    assert found.heads == ("0", "1", "2", "3", "4", "5")
    for modifier, row in zip(range(-4, 8), found.rows, strict=True):
        hits = [min(max(face + modifier - 5, 0), 5) for face in range(1, 11)]
        assert [one.share for one in row.cells] == [hits.count(number) / 10 for number in range(6)]
        assert row.note == f"mean {sum(hits) / 10:g}"


def test_fire_is_what_its_two_charts_give(white_general: Game) -> None:
    factors = white_general[Table]["final_factors"].value.cells
    losses = [*white_general[Table]["casualties"].value.cells.values()]
    for column, row in enumerate(of(white_general, "fire_column", "heat").rows):
        for basic, one in enumerate(row.cells, 1):
            final = factors[basic][column]
            final = final if isinstance(final, int) else 0
            rolls = [15] * ((final - 1) // 15) + ([(final - 1) % 15 + 1] if final else [])
            none, mean = Fraction(1), Fraction(0)
            for factor in rolls:
                lost = [faces[factor - 1] for faces in losses]
                none *= Fraction(lost.count(0), 10)
                mean += Fraction(sum(map(int, lost)), 10)
            assert one.share == float(1 - none)
            assert one.notes == (f"{float(mean):.1f}".removesuffix(".0"),)


def test_chances_are_counted_on_the_die_or_given_in_per_cent(triumph: Game) -> None:
    (row,) = picture(triumph, made(rows={"France": {"power": "france"}}), HERE).rows
    assert [one.text for one in row.cells][3:6] == ["2 in 6", "4 in 6", "sure"]
    curve = picture(triumph, made(form="curve", until=True, rows={"France": {"power": "france"}}), HERE)
    assert [one.text for one in curve.rows[0].cells][3:6] == ["67 %", "22 %", ""]


def test_what_is_nearly_certain_is_not_said_to_be_rare() -> None:
    game = shipped("rcw_solitaire")
    asked = {"politburo.B": 8, "politburo.C": 8, "politburo.D": 8, "politburo.E": 8}
    rows = {str(low): {f"column.{one}": low for one in "BCDE"} for low in (2, 6)}
    odds = Odds.model_validate(
        {"form": "heat", "procedure": "czar_execution", "asks": "executed", "across": "own"}
        | {"values": [0], "given": asked, "rows": rows}
    )
    one, other = (row.cells[0] for row in picture(game, odds, HERE).rows)
    assert (one.share, one.text) == (1 - 1 / 6**4, "> 99 %")
    assert (other.share, other.text) == (1 - 5**4 / 6**4, "52 %")


@pytest.mark.parametrize(("paper", "ground"), [("#F4ECDD", "#F4ECDD"), ("#FFFFFF", "#F1F1F1")])
def test_windows_that_do_not_win_show_on_the_page(triumph: Game, paper: str, ground: str) -> None:
    found = picture(triumph, made(form="columns", procedure="link_up", across=None), HERE)
    setter = Setter(HOUSE._replace(paper=paper, ink="#1B1A18", page="#FFFFFF"))
    (slab,) = slabs(found, PageLook(setter), WIDTH)
    fills = [item.fill for item, _ in extents(slab.items) if isinstance(item, Rect)]
    assert (fills.count(ground), fills.count(HOUSE.accent)) == (30, 6)


def test_a_distribution_has_a_column_for_each_result_and_its_mean(triumph: Game) -> None:
    odds = made(form="columns", procedure="link_up", across=None, mean="on average {n} VPs")
    found = picture(triumph, odds, HERE)
    assert (found.heads, found.rows[0].note) == (("1", "2", "3", "4", "5", "6"), "on average 3.5 VPs")
    assert [one.text for one in found.rows[0].cells] == ["1 in 6"] * 6
    (slab,) = slabs(found, PageLook(Setter()), WIDTH)
    assert "on average 3.5 VPs" in {item.text for item, _ in extents(slab.items) if isinstance(item, Text)}


def test_a_result_of_a_chart_has_its_chance(white_general: Game) -> None:
    odds = made(procedure=None, table="request", across=None, result="fire", rows={"Still": {"column": "slow"}})
    (row,) = picture(white_general, odds, HERE).rows
    assert [(one.text, one.lit) for one in row.cells] == [("7 in 10", 7)]


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK], ids=["full", "low"])
def test_pictures_stay_within_their_width(triumph: Game, white_general: Game, theme: Any) -> None:
    for game in (triumph, white_general):
        for one in pictures(game):
            setter = Setter(theme)
            for slab in slabs(one, PageLook(setter, owners=game.owners), WIDTH):
                for _, (left, top, right, bottom) in extents(slab.items):
                    assert left >= -0.5 and top >= -0.5
                    assert right <= WIDTH + 0.5 and bottom <= slab.height + 0.5
            assert setter.found == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"procedure": None}, "a procedure or of a table"),
        ({"form": "curve", "across": None}, "across"),
        ({"form": "curve"}, "until: true"),
        ({"across": None, "until": True}, "need across"),
        ({"form": "columns", "rows": {"A": {}, "B": {}}}, "has one row"),
        ({"by": "won: {n}"}, "only a sequence"),
    ],
)
def test_a_picture_that_does_not_fit_its_form_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        made(**more)


@pytest.mark.parametrize(
    ("more", "code", "hint"),
    [
        ({"across": "trun", "rows": {"France": {"power": "france"}}}, "E237", "turn"),
        ({"asks": "withdraw", "rows": {"France": {"power": "france"}}}, "E237", "withdraws"),
        ({"rows": {"France": {"pwer": "france"}}}, "E500", "power"),
        (
            {"rows": {"France": {"power": "france"}}, "until": True, "values": [1, 2], "mean": "turn {n}"},
            "E237",
            "certain",
        ),
    ],
)
def test_a_picture_of_what_is_not_there_is_an_error(triumph: Game, more: dict[str, Any], code: str, hint: str) -> None:
    (found,) = checked(triumph, made(**more), lambda *path: HERE)
    assert found.code == code
    assert hint in found.hint
