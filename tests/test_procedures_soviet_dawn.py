"""Every dice procedure of Soviet Dawn: exact odds against icepool, as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import d6
from odds_support import Odds, fractions, same
from rcwkit.dice.model import Procedure
from rcwkit.dice.odds import report
from rcwkit.dice.plan import plan
from rcwkit.dice.record import roll
from rcwkit.dice.sources import Seeded, Typed
from rcwkit.game.game import Game
from rcwkit.kit.checks import check
from tests_support import FACTS, differs, shipped


@pytest.fixture(scope="module")
def soviet_dawn() -> Game:
    return shipped("soviet_dawn")


@pytest.fixture(scope="module")
def odds(soviet_dawn: Game) -> Odds:
    """Ask a procedure: question → answer."""
    return lambda name, **given: {answer.id: answer for answer in report(plan(soviet_dawn, name, given))}


def test_nothing_is_wrong_in_the_data(soviet_dawn: Game) -> None:
    found = [item for item in check(soviet_dawn) if item.code != "N290"]
    assert [f"{item.code} {item.message}" for item in found] == []


@pytest.mark.parametrize("end", [0, -1])
def test_every_procedure_rolls_and_replays(soviet_dawn: Game, end: int) -> None:
    for name, item in soviet_dawn[Procedure].items():
        procedure = item.value
        assert procedure.rule and procedure.note and procedure.report, name
        asked = {key: question for key, question in procedure.inputs.items() if question.default is None}
        given = {
            key: (list(question.choices) if question.choices else str(question.range).split("-"))[end]
            for key, question in asked.items()
        }
        ready = plan(soviet_dawn, name, given)
        assert differs(ready, roll(ready, Seeded(b"tests"), FACTS).record) == ""
        for answer in report(ready):
            assert answer.chance is not None or sum(part for _, part in answer.distribution) == 1, name


@pytest.mark.parametrize(
    ("drm", "battalion", "faces", "won", "level", "advances"),
    [
        (-2, "yes", [6], True, "1", "0"),
        (-2, "no", [6], False, "1", "0"),
        (0, "no", [1, 2], False, "0", "2"),
        (0, "no", [1, 3], False, "0", "1"),
    ],
)
def test_the_example_on_the_options_sheet(
    soviet_dawn: Game, drm: int, battalion: str, faces: list[int | None], won: bool, level: str, advances: str
) -> None:
    """A Front with Battle Value 4 in box 3."""
    ready = plan(soviet_dawn, "offensive", {"battle_value": 4, "box": 3, "drm": drm, "battalion": battalion})
    found = dict(roll(ready, Typed(faces), FACTS).results)
    assert ("The Reds win" in found) == won
    assert found["Level afterwards"] == level
    assert found["Boxes that the Front advances"] == advances


def advanced(box: int, level: int) -> tuple[int, int]:
    """Return the result for a Front ordered to advance: it recovers, or else moves to the next lower box."""
    return (box, level - 1) if level else (box - 1, level)


def outcome(
    die: int,
    second: int,
    *,
    value: int,
    drm: int,
    box: int,
    highest: bool,
    level: int,
    victories: bool = True,
    defeats: bool = True,
    battalion: bool = False,
    one_advances: bool = True,
    six_highest: int = 1,
) -> dict[str, Any]:
    """Rules 13.1, 13.2.1 and 13.2.2, implemented independently, die by die."""
    net, start = die + drm, box
    may = die > 1 or not defeats
    tied = may and battalion and net == value
    wins = may and (net > value or tied)
    worse = 0
    if victories:
        worse = (wins and highest) + (die == 6)
        worse = min(worse, six_highest) if worse == 2 else worse
    level = min(2, level + worse)
    if die == 1 and one_advances and not wins:
        box, level = advanced(box, level)
    beaten = die == 1 and defeats and box >= 1 and second <= box
    if beaten:
        box, level = advanced(box, level)
    return {
        "box": 0 if wins and not highest else max(box, 0),
        "wins": wins,
        "spent": tied,
        "decisive_victory": die == 6 and victories,
        "decisive_defeat": beaten,
        "level": level,
        "advanced": start - box,
    }


CASES: list[dict[str, Any]] = [
    {"value": 3, "drm": 0, "box": 2, "highest": False, "level": 0},
    {"value": 3, "drm": 0, "box": 1, "highest": False, "level": 0},
    {"value": 4, "drm": 1, "box": 6, "highest": True, "level": 0, "battalion": True},
    {"value": 4, "drm": 1, "box": 6, "highest": True, "level": 1, "battalion": True, "six_highest": 2},
    {"value": 6, "drm": -1, "box": 5, "highest": True, "level": 2, "battalion": True},
    {"value": 2, "drm": 3, "box": 3, "highest": False, "level": 1},
    {"value": 2, "drm": 1, "box": 3, "highest": False, "level": 2, "battalion": True},
    {"value": 5, "drm": 0, "box": 4, "highest": False, "level": 0, "one_advances": False},
    {"value": 5, "drm": 0, "box": 4, "highest": False, "level": 0, "defeats": False},
    {"value": 2, "drm": 3, "box": 4, "highest": False, "level": 1, "defeats": False},
    {"value": 3, "drm": 2, "box": 4, "highest": True, "level": 0, "defeats": False, "battalion": True},
    {"value": 5, "drm": 2, "box": 4, "highest": False, "level": 0, "victories": False, "battalion": True},
    {"value": 5, "drm": 2, "box": 4, "highest": True, "level": 0, "victories": False},
    {"value": 1, "drm": 0, "box": 4, "highest": False, "level": 0, "battalion": True},
]


@pytest.mark.parametrize("case", CASES)
def test_offensive(odds: Odds, case: dict[str, Any]) -> None:
    words = {
        key: ("yes" if value else "no") if isinstance(value, bool) else value
        for key, value in case.items()
        if key != "value"
    }
    answers = odds("offensive", battle_value=case["value"], **words)
    for question, answer in answers.items():
        same(answer, icepool.map(lambda die, second, question=question: outcome(die, second, **case)[question], d6, d6))


def test_a_decisive_defeat_needs_the_box_number_after_the_advance(odds: Odds) -> None:
    for box in range(1, 10):
        chance = odds("offensive", battle_value=3, box=box)["decisive_defeat"].chance
        assert chance == Fraction(1, 6) * Fraction(min(box - 1, 6), 6)
        standing = odds("offensive", battle_value=3, box=box, one_advances="no")["decisive_defeat"].chance
        assert standing == Fraction(1, 6) * Fraction(min(box, 6), 6)


def test_a_battle_in_words(soviet_dawn: Game) -> None:
    """A tie that the Last Battalion wins; then a 1 that becomes a decisive defeat by a Disorganized Front."""
    tie = plan(soviet_dawn, "offensive", {"battle_value": 4, "box": 3, "battalion": "yes"})
    notes = [event["what"] for event in roll(tie, Typed([4]), {}).record["outcome"]]
    assert notes == [
        "Spend one Reserve Offensive marker: +1 wins the tie.",
        "The Reds win this Offensive.",
        "The Front retreats, as your rulebook says.",
    ]
    defeat = plan(soviet_dawn, "offensive", {"battle_value": 4, "box": 3, "level": 1})
    notes = [event["what"] for event in roll(defeat, Typed([1, 3]), {}).record["outcome"]]
    assert notes == ["The Front recovers one level and stays in its box.", "The Front advances to the next lower box."]


@pytest.mark.parametrize("value", range(10))
@pytest.mark.parametrize("drm", [-2, 0, 1, 3])
@pytest.mark.parametrize("defeats", [True, False])
def test_last_battalion(odds: Odds, value: int, drm: int, defeats: bool) -> None:
    answers = odds("last_battalion", battle_value=value, drm=drm, defeats="yes" if defeats else "no")
    same(answers["without"], d6.map(lambda die: (die > 1 or not defeats) and die + drm > value))
    same(answers["with"], d6.map(lambda die: (die > 1 or not defeats) and die + drm + 1 > value))
    assert answers["with"].chance is not None and answers["without"].chance is not None
    assert answers["gained"].chance == answers["with"].chance - answers["without"].chance


@pytest.mark.parametrize("number", range(1, 10))
@pytest.mark.parametrize("highest", [True, False])
def test_perseverance(odds: Odds, number: int, highest: bool) -> None:
    die = d6 - 1 if highest else d6
    words = "yes" if highest else "no"
    same(odds("perseverance", number=number, removes="low", highest=words)["removed"], die <= number)
    same(odds("perseverance", number=number, removes="high", highest=words)["removed"], die >= number)
    assert odds("perseverance", number=number, removes="low", highest=words)["stays"].chance == fractions(
        die > number
    ).get(True, 0)


@pytest.mark.parametrize(("wanted", "helps", "hinders"), [("easier", 4, 2), ("even", 3, 3), ("harder", 2, 4)])
def test_option_mix(odds: Odds, wanted: str, helps: int, hinders: int) -> None:
    answers = odds("option_mix", wanted=wanted)
    helping, hindering = 4 @ (d6 <= helps), 4 @ (d6 <= hinders)
    same(answers["helping"], helping)
    same(answers["hindering"], hindering)
    same(answers["lean"], helping - hindering)
    same(answers["towards"], helping > hindering)
    same(answers["against"], helping < hindering)


def test_piles(soviet_dawn: Game, odds: Odds) -> None:
    for epoch, end in (("twilight", "card 8 Treaty of Brest-Litovsk"), ("darkness", "card 27 German Capitulation")):
        record = roll(plan(soviet_dawn, "deck_steady", {"epoch": epoch}), Seeded(b"pile"), {}).record
        drawn = [entry["card"] for entry in record["rolls"]]
        assert sorted(drawn) == [number for number in range(1, 61) if number not in (8, 27, 33)]
        (event,) = record["outcome"]
        assert end in event["what"]
    small = plan(soviet_dawn, "deck_extended", {"out": "+".join(map(str, range(4, 61))), "cards": 3})
    record = roll(small, Seeded(b"pile"), {}).record
    assert sorted(entry["card"] for entry in record["rolls"]) == [1, 2, 3]
    assert record["chance"] == "1/6"
    assert dict(odds("deck_extended")["shuffled"].distribution) == {60: 1}
