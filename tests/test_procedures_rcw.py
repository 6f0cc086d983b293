"""Every dice procedure of the Russian Civil War solitaire system: exact odds against icepool, as fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, count, product
from typing import Any

import icepool
import pytest
from icepool import d6
from odds_support import Odds, finals, fractions, same
from rcwkit.diagnostics import Severity
from rcwkit.dice.model import Procedure
from rcwkit.dice.odds import report
from rcwkit.dice.plan import plan
from rcwkit.dice.record import roll
from rcwkit.dice.sources import Seeded, Typed
from rcwkit.dice.tables import Table
from rcwkit.dice.values import View, amount, holds
from rcwkit.document.blocks import Grid
from rcwkit.document.chart_blocks import chart_entry
from rcwkit.game.game import Game
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kit.checks import check
from rcwkit.type.fonts import FontBook
from tests_support import FACTS, differs, shipped

Columns = tuple[int, ...]
LETTERS = "ABCDEF"


@pytest.fixture(scope="module")
def rcw() -> Game:
    return shipped("rcw_solitaire")


@pytest.fixture(scope="module")
def odds(rcw: Game) -> Odds:
    """Ask a procedure: question → answer."""
    return lambda name, **given: {answer.id: answer for answer in report(plan(rcw, name, given))}


def each(name: str, values: Iterable[Any]) -> dict[str, Any]:
    """Return inputs `name.A` to `name.F`."""
    return {f"{name}.{letter}": value for letter, value in zip(LETTERS, values, strict=True)}


def test_nothing_is_wrong_in_the_data(rcw: Game) -> None:
    assert [str(found) for found in check(rcw) if found.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("end", [0, -1])
def test_every_procedure_rolls_and_replays(rcw: Game, end: int) -> None:
    for name, item in rcw[Procedure].items():
        asked = {key: question for key, question in item.value.questions.items() if question.default is None}
        given = {key: list(question.choices or question.run or ())[end] for key, question in asked.items()}
        # One of the six rows is the phasing player's own.
        given |= {"column.A": 0} if "column.A" in given else {}
        ready = plan(rcw, name, given)
        assert item.value.rule and item.value.note and item.value.report, name
        assert differs(ready, roll(ready, Seeded(b"tests"), FACTS).record) == ""
        assert all(
            answer.chance is not None or sum(part for _, part in answer.distribution) == 1 for answer in report(ready)
        ), name


# Transcribed independently from the source.
SDT = {
    1: (1, "1-1", "no", "no"),
    2: (2, "2-1", "no", "no"),
    3: (3, "1-1", "no", "yes"),
    4: (4, "2-1", "yes", "no"),
    5: (5, "2-1", "yes", "yes"),
}
VST = ("friendliest", "second friendliest", "with the Czar", "with the Gold", "second unfriendliest", "unfriendliest")
APT = {
    "white": {"Blue": "R--", "Green": "R-W", "White": "RG-", "Red": "GBW"},
    "red": {"Green": "W-R", "Red": "WB,G,-", "White": "G-R", "Blue": "-R-"},
    "undecided": {"Red": "BGW", "White": "-GR", "Green": "-,RW,-", "Blue": "R--"},
}
NAMES = {"R": "Red", "W": "White", "B": "Blue", "G": "Green"}


def test_the_charts(rcw: Game) -> None:
    rows = rcw[Table]["strategy_determination"].value.rows
    assert {key: rows[key] for key in SDT} == SDT
    assert rows[6][0] == "VST"  # type: ignore[index]
    assert tuple(rcw[Table]["vindictive"].value.rows.values()) == VST
    for colour, units in APT.items():
        shown = rcw[Table][f"attack_priority_{colour}"].value.rows
        assert list(shown) == [f":{unit.lower()}_unit: {unit}" for unit in units]
        targets = [cells.split(",") if "," in cells else list(cells) for cells in units.values()]
        order = count(1)
        cells = [[""] * 3 for _ in targets]
        for priority, row in product(range(3), range(len(targets))):
            marks = (f"{next(order)} :{NAMES[letter].lower()}_unit:" for letter in targets[row][priority].strip("-"))
            cells[row][priority] = " ".join(marks) or "·"
        assert [list(row) for row in shown.values()] == cells  # type: ignore[arg-type]


def test_the_first_columns_of_the_example(rcw: Game, odds: Odds) -> None:
    colours = dict(zip("ABCDE", ("Red", "Undecided", "Red", "White", "Undecided"), strict=True))
    given = {f"colour.{letter}": colour for letter, colour in colours.items()}
    answers = odds("cooperation_setup", **given)
    shown = {"AB": 3, "AC": 2, "AD": 5, "AE": 3, "BC": 3, "BD": 3, "BE": 2, "CD": 5, "CE": 3, "DE": 3}
    for first, second in combinations(LETTERS, 2):
        assert dict(answers[f"{first}_{second}"].distribution) == {shown.get(first + second, 0): 1}
    outcome = roll(plan(rcw, "cooperation_setup", given), Seeded(b"s"), {}).record["outcome"]
    assert {(event["what"], event["where"]): event["to"] for event in outcome} == {
        (f"PCT_{marker}", f"row {row}"): str(column)
        for pair, column in shown.items()
        for row, marker in (tuple(pair), tuple(pair[::-1]))
    }


def moved(column: int, by: int) -> int:
    return min(max(column + by, 2), 7)


def considered(columns: Columns, targets: str, hostile: int, attacks: int = 0, aborted: int = 0) -> Any:
    """Return the die of (columns, attacks made, attacks aborted) after attacks on these players; ' ' is no roll."""
    if not targets:
        return icepool.Die([(columns, attacks, aborted)])
    if targets[0] == " ":
        return considered(columns, targets[1:], hostile, attacks, aborted)
    at = LETTERS.index(targets[0])
    after = (*columns[:at], moved(columns[at], hostile), *columns[at + 1 :])
    yes, no = (
        considered(after, targets[1:], hostile, attacks + 1, aborted),
        considered(columns, targets[1:], hostile, attacks, aborted + 1),
    )
    return d6.map(lambda face: yes if face <= columns[at] else no)


@pytest.mark.parametrize("column", range(2, 8))
@pytest.mark.parametrize("attacks", [1, 2, 5])
@pytest.mark.parametrize("hostile", [-1, 1])
def test_attack_consideration(odds: Odds, column: int, attacks: int, hostile: int) -> None:
    answers = odds("attack_consideration", pct_column=column, attacks=attacks, hostile=hostile)
    expected = considered((column, 0, 0, 0, 0, 0), "A" * attacks, hostile)
    same(answers["carried_out"], expected.map(lambda columns, attacks, aborted: attacks))
    same(answers["column"], expected.map(lambda columns, attacks, aborted: columns[0]))


def in_question(columns: Columns, which: str, outside: str = LETTERS) -> list[str]:
    """Return the players among whom a die decides."""
    found = {letter: column for letter, column in zip(LETTERS, columns, strict=True) if column}
    if which == "anyone":
        return [letter for letter in found if letter in outside]
    found = {letter: column for letter, column in found.items() if letter in outside}
    ranked = sorted(set(found.values()), reverse="unfriendliest" in which)
    best = [letter for letter in found if found[letter] == ranked[0]]
    if "second" in which and len(best) == 1:
        return [letter for letter in found if len(ranked) > 1 and found[letter] == ranked[1]]
    return best


ROWS = [
    (0, 3, 2, 5, 3, 0),
    (2, 2, 2, 2, 2, 0),
    (0, 4, 4, 4, 4, 6),
    (7, 0, 0, 0, 0, 3),
    (0, 0, 5, 0, 0, 0),
    (6, 5, 0, 4, 3, 2),
]
PICKS = ["friendliest", "second friendliest", "second unfriendliest", "unfriendliest"]


@pytest.mark.parametrize("which", PICKS)
@pytest.mark.parametrize("columns", ROWS)
def test_friendliness(odds: Odds, which: str, columns: Columns) -> None:
    candidates = in_question(columns, which)
    same(odds("pick", which=which, **each("column", columns))["chosen"], icepool.Die(candidates or ["none"]))


def test_the_example_of_friendliness() -> None:
    assert [in_question((0, 3, 2, 5, 3, 0), which) for which in PICKS] == [["C"], ["B", "E"], ["B", "E"], ["D"]]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_counterpurge(odds: Odds, number: int) -> None:
    same(odds("counterpurge", against=number)["player"], icepool.Die(["1st", "2nd", "3rd", "4th", "5th"][:number]))


def vindictive(czar: str, gold: str, others: int) -> Any:
    """Return the VST without the results that are rerolled."""
    again = {VST[2]} if czar in ("self", "none", "gone") else set()
    again |= {VST[3]} if gold in ("self", "none") else set()
    again |= {VST[1], VST[4]} if others == 1 else set()
    return icepool.Die(VST).reroll(again, depth="inf") if again else icepool.Die(VST)


@pytest.mark.parametrize(
    ("czar", "gold", "others"),
    [("B", "C", 4), ("self", "C", 4), ("gone", "self", 3), ("none", "none", 1), ("B", "B", 1)],
)
def test_strategy(odds: Odds, czar: str, gold: str, others: int) -> None:
    answers = odds("strategy", czar=czar, gold=gold, others=others)
    assert dict(answers["sdt"].distribution) == dict.fromkeys((1, 2, 3, 4, 5, "VST"), Fraction(1, 6))
    assert answers["purge"].chance == answers["assassination"].chance == Fraction(1, 3)
    expected = {result: part / 6 for result, part in fractions(vindictive(czar, gold, others)).items()}
    assert dict(answers["vst"].distribution) == {"none": Fraction(5, 6), **expected}


ORDER = {1: (1, 2, 3), 2: (2, 3, 1), 3: (3, 2, 1)}


def level(markers: int, levels: str) -> int | str:
    """Return the level of an assassination's target, out of the levels that he has."""
    if not markers or levels == "none":
        return "none"
    return next(wanted for wanted in ORDER[min(markers, 3)] if str(wanted) in levels)


@pytest.mark.parametrize("markers", [0, 1, 2, 3, 7])
def test_assassination(odds: Odds, markers: int) -> None:
    for levels in ("none", "l1", "l2", "l3", "l12", "l13", "l23", "l123"):
        answers = odds("assassination", markers=markers, leaders=levels)
        assert dict(answers["level"].distribution) == {level(markers, levels): 1}
        assert dict(answers["used"].distribution) == {0 if level(markers, levels) == "none" else min(markers, 3): 1}


def test_purge_rolls(odds: Odds) -> None:
    assert dict(odds("purge_kind")["kind"].distribution) == {"individual": Fraction(1, 3), "collective": Fraction(2, 3)}
    for result, victim, part in (("two", "yes", Fraction(1, 3)), ("two", "no", 0), ("less", "yes", 0)):
        assert odds("purge_spoils", result=result, victim=victim)["politburo"].chance == part


def test_execution_of_the_czar(odds: Odds) -> None:
    columns, markers, colours = (
        (0, 3, 5, 2, 7, 4),
        (9, 2, 4, 3, 5, 1),
        ("Red", "White", "Red", "Undecided", "Red", "Red"),
    )
    answers = odds(
        "czar_execution", own=2, **each("column", columns), **each("politburo", markers), **each("colour", colours)
    )
    votes = [
        d6.map(lambda face, column=column, number=number: number if face >= column else 0)
        for column, number, colour in zip(columns, markers, colours, strict=True)
        if column and colour != "White"
    ]
    total = sum(votes, icepool.Die([2]))
    same(answers["total"], total)
    same(answers["executed"], total >= 8)


# The whole turn, modelled independently with icepool; all reports of every final state must agree at once.


def changed(columns: Columns, letter: str, by: int) -> Columns:
    at = LETTERS.index(letter)
    return (*columns[:at], moved(columns[at], by), *columns[at + 1 :])


def purged(columns: Columns, own: int, politburo: Columns, hostile: int) -> Any:
    """Return (gift, purger, target, kind, counter, joined, columns, own, politburo) after a purge attempt."""
    others = sum(column > 0 for column in columns)
    if own and others > 1:

        def given(letter: str) -> Any:
            more = tuple(number + (LETTERS[at] == letter) for at, number in enumerate(politburo))
            return voted(changed(columns, letter, -2), own - 1, more, hostile, letter)

        return icepool.Die(in_question(columns, "second friendliest")).map(given)
    return voted(columns, own, politburo, hostile, "none")


def voted(columns: Columns, own: int, politburo: Columns, hostile: int, gift: str) -> Any:
    players = [letter for letter in LETTERS if columns[LETTERS.index(letter)]]
    votes = icepool.tupleize(
        *[d6.map(lambda face, letter=letter: int(face >= columns[LETTERS.index(letter)])) for letter in players]
    )

    def counted(joins: tuple[int, ...]) -> Any:
        joined = "".join(letter for letter, vote in zip(players, joins, strict=True) if vote)
        outside = "".join(letter for letter in players if letter not in joined)
        total = own + sum(politburo[LETTERS.index(letter)] for letter in joined)
        if total >= 8 and outside:
            targets = icepool.Die(in_question(columns, "unfriendliest", outside))
            return icepool.tupleize(targets, d6).map(
                lambda target, face: (
                    gift,
                    "the committee",
                    target,
                    kind(face),
                    YOU,
                    joined,
                    changed(columns, target, hostile),
                    own,
                    politburo,
                )
            )
        if total < 8 and sum(politburo[LETTERS.index(letter)] for letter in outside) >= 8:
            after = columns
            for letter in outside:
                after = changed(after, letter, hostile)
            return icepool.tupleize(icepool.Die(list(outside)), d6).map(
                lambda counter, face: (gift, "the others", YOU, kind(face), counter, joined, after, own, politburo)
            )
        return icepool.Die([(gift, "none", "none", "none", "none", joined, columns, own, politburo)])

    return votes.map(counted)


def at_even_odds(targets: str) -> str:
    """Return attacks at 1-1 that differ from those at 2-1."""
    return targets[::-1][:3]


def kind(face: int) -> str:
    return "collective" if face >= 3 else "individual"


def whole(state: State) -> Any:
    """Return the turn's final states.

    (strategy, vindictive, hated, armed, gift, purger, target, counter, kind, joined,
    victim, level, attacks, aborted, columns, markers)
    """
    columns, own, politburo, assassins, czar, gold, targets, grudge, hostile = state
    others = sum(column > 0 for column in columns)

    def attacking(number: int, head: tuple[Any, ...], columns: Columns, tail: tuple[Any, ...]) -> Any:
        named = at_even_odds(targets) if number in (1, 3) else targets
        made = considered(columns, named[:number].replace("-", " "), hostile)
        return made.map(lambda after, attacks, aborted: (str(number), *head, attacks, aborted, after, *tail))

    def murdering(number: int, head: tuple[Any, ...], columns: Columns, own: int, politburo: Columns) -> Any:
        if number not in (3, 5) or not assassins:
            return attacking(number, (*head, "none", "none"), columns, (own, politburo, assassins))

        def aimed(enemy: str) -> Any:
            hit = level(assassins, LEADERS[LETTERS.index(enemy)])
            if hit == "none":
                return attacking(number, (*head, "none", "none"), columns, (own, politburo, assassins))
            left = assassins - min(assassins, 3)
            return attacking(number, (*head, enemy, str(hit)), changed(columns, enemy, hostile), (own, politburo, left))

        return icepool.Die(in_question(columns, "unfriendliest")).map(aimed)

    def strategy(face: int) -> Any:
        none = ("none",) * 5 + ("",)
        if face == 1 and assassins and others > 1:
            left = (own, politburo, assassins - 1)
            friends = icepool.Die(in_question(columns, "second friendliest"))
            return friends.map(
                lambda friend: attacking(
                    1, ("none", "none", friend, *none, "none", "none"), changed(columns, friend, -1), left
                )
            )
        if face in (4, 5):
            return purged(columns, own, politburo, hostile).map(
                lambda gift, purger, target, kind, counter, joined, columns, own, politburo: murdering(
                    face, (*["none"] * 3, gift, purger, target, counter, kind, joined), columns, own, politburo
                )
            )
        if face < 6:
            return murdering(face, ("none", "none", "none", *none), columns, own, politburo)

        def avenged(which: str) -> Any:
            hated = icepool.Die(
                list(czar) if which == VST[2] else list(gold) if which == VST[3] else in_question(columns, which)
            )
            tail = ("none", *none, "none", "none", grudge, 0)
            return hated.map(
                lambda player: (
                    "VST",
                    which,
                    player,
                    *tail,
                    changed(columns, player, hostile * grudge),
                    own,
                    politburo,
                    assassins,
                )
            )

        return vindictive(czar, gold, others).map(avenged)

    return d6.map(strategy)


def joint(ready: Any, names: Iterable[str]) -> dict[tuple[Any, ...], Fraction]:
    """Return the joint distribution of these reports over every final state."""
    questions = ready.procedure.report
    found: dict[tuple[Any, ...], Fraction] = {}
    for state, part in finals(ready).items():
        view = View(ready, dict(state.values), {})
        key = tuple(
            amount(view, questions[name].of) if questions[name].when is None else holds(view, questions[name].when)
            for name in names
        )
        found[key] = found.get(key, Fraction(0)) + part
    return found


# Columns, own and others' Politburo markers, assassin markers, Czar, Gold, attacks, VST attacks,
# direction of a hostile act.
# The first is the article's example at the start, with enough Politburo markers for either committee.
State = tuple[Columns, int, Columns, int, str, str, str, int, int]
STATES: dict[str, State] = {
    "example": ((0, 3, 2, 5, 3, 0), 4, (0, 3, 3, 3, 3, 0), 2, "none", "D", "DDDEE", 3, -1),
    "five": ((3, 5, 0, 7, 2, 4), 0, (2, 4, 0, 3, 5, 1), 1, "B", "self", "B B-A", 3, 1),
    "three": ((6, 0, 6, 0, 6, 0), 7, (2, 0, 9, 0, 0, 0), 5, "gone", "none", "AACEC", 2, -1),
    "two": ((0, 0, 0, 0, 0, 5), 2, (0, 0, 0, 0, 0, 8), 3, "F", "F", "FFFF-", 3, 1),
    "six": ((4, 4, 4, 4, 0, 4), 3, (1, 2, 3, 2, 0, 6), 0, "self", "A", "-----", 1, -1),
}
YOU = "the phasing player"
LEADERS = ("l1", "l23", "none", "l13", "l2", "l123")


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_whole_turn(rcw: Game, state: State) -> None:
    columns, own, politburo, assassins, czar, gold, targets, grudge, hostile = state
    given = {
        "phasing": LETTERS[columns.index(0)],
        "own": own,
        "assassins": assassins,
        "czar": czar,
        "gold": gold,
        "grudge": grudge,
    }
    given |= {"hostile": hostile, **each("column", columns), **each("politburo", politburo), **each("leaders", LEADERS)}
    given |= {
        f"{name}.{number}": {" ": "free", "-": "none"}.get(target, target)
        for name, listed in (("attack", at_even_odds(targets)), ("strong", targets))
        for number, target in enumerate(listed, 1)
    }
    names = [
        "strategy",
        "vindictive",
        "hated",
        "armed",
        "gift",
        "purger",
        "target",
        "counter",
        "collective",
        *(f"joined_{letter.lower()}" for letter in LETTERS),
    ]
    names += ["victim", "level", "carried_out", "aborted", *(f"column_{letter.lower()}" for letter in LETTERS), "own"]
    names += [*(f"politburo_{letter.lower()}" for letter in LETTERS), "assassins"]
    rolled = {
        (str(key[0]), *key[1:16], str(key[16]), *key[17:]): part
        for key, part in joint(plan(rcw, "phasing_turn", given), names).items()
    }
    model: dict[tuple[Any, ...], Fraction] = {}
    for (
        strategy,
        *picked,
        kind,
        joined,
        victim,
        hit,
        attacks,
        aborted,
        after,
        own,
        politburo,
        left,
    ), part in fractions(whole(state)).items():
        members = (letter in joined for letter in LETTERS)
        key = (
            strategy,
            *picked,
            kind == "collective",
            *members,
            victim,
            hit,
            attacks,
            aborted,
            *after,
            own,
            *politburo,
            left,
        )
        model[key] = model.get(key, Fraction(0)) + part
    assert rolled == model


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_central_committee(rcw: Game, state: State) -> None:
    columns, own, politburo, *_, hostile = state
    given = {
        "phasing": LETTERS[columns.index(0)],
        "own": own,
        "hostile": hostile,
        **each("column", columns),
        **each("politburo", politburo),
    }
    names = ["gift", "purger", "target", "collective", "counter", *(f"joined_{letter.lower()}" for letter in LETTERS)]
    names += [
        *(f"column_{letter.lower()}" for letter in LETTERS),
        "own",
        *(f"politburo_{letter.lower()}" for letter in LETTERS),
    ]
    model: dict[tuple[Any, ...], Fraction] = {}
    for (*seen, kind, counter, joined, after, mine, theirs), part in fractions(
        purged(columns, own, politburo, hostile)
    ).items():
        key = (*seen, kind == "collective", counter, *(letter in joined for letter in LETTERS), *after, mine, *theirs)
        model[key] = model.get(key, Fraction(0)) + part
    assert joint(plan(rcw, "central_committee", given), names) == model


def test_the_phasing_player_by_his_letter(odds: Odds) -> None:
    """His own column does not count, and Gold or Czar under his letter are his own."""
    given = {"phasing": "B", "own": 3, "assassins": 1, "column.A": 4, "column.C": 2, "politburo.A": 6}
    plain = odds("phasing_turn", **given, czar="self", gold="self")
    assert odds("phasing_turn", **given, czar="B", gold="B", **{"column.B": 5}) == plain
    assert dict(plain["vindictive"].distribution) == {
        "none": Fraction(5, 6),
        **dict.fromkeys((VST[0], VST[1], VST[4], VST[5]), Fraction(1, 24)),
    }


def test_a_turn_lists_what_to_carry_over(rcw: Game) -> None:
    """Strategy 4; E gets the marker; C and E join A, 10 markers; D, not B, is purged; two of four attacks go ahead.

    The purge attempt and both attacks move D to the right, as far as column 7.
    """
    columns, politburo = (0, 3, 2, 5, 3, 0), (0, 3, 3, 3, 3, 0)
    given = {"phasing": "A", "own": 4, "assassins": 0, **each("column", columns), **each("politburo", politburo)}
    given |= {f"strong.{number}": target for number, target in enumerate("DDBC", 1)}
    record = roll(plan(rcw, "phasing_turn", given), Typed([4, 6, 2, 2, 4, 2, 3, 6, 5, 4, 3]), {}).record
    assert [(event["what"], event["to"]) for event in record["outcome"] if event["do"] == "marker"] == [
        ("PCT_B", "3"),
        ("PCT_C", "2"),
        ("PCT_D", "7"),
        ("PCT_E", "2"),
    ]
    said = [event["what"] for event in record["outcome"] if event["do"] == "note"]
    assert said[1:5] == [
        "Give the second friendliest player a Politburo marker.",
        "Player E.",
        "Eight or more Politburo markers: purge the unfriendliest player outside the committee.",
        "Player D.",
    ]
    assert [text.split()[-1] for text in said if text.startswith("The attack")] == [
        "ahead.",
        "ahead.",
        "aborted.",
        "aborted.",
    ]


def test_truth_rcw_8_hostile_acts_move_right_unless_asked_otherwise(rcw: Game, odds: Odds) -> None:
    """Bug: every default was left, so that attacked players became friendlier and no marker ever moved right."""
    asked = {
        name: question
        for name, item in rcw[Procedure].items()
        if (question := item.value.questions.get("hostile")) is not None
    }
    assert len(asked) >= 4
    for name, question in asked.items():
        assert next(iter(question.choices or {})) == 1, name
        assert question.default in (1, None), name
    usual = odds("attack_consideration", pct_column=4, attacks=1)
    assert dict(usual["column"].distribution) == {5: Fraction(4, 6), 4: Fraction(2, 6)}


def test_truth_rcw_16_says_that_the_source_points_to_dice(rcw: Game) -> None:
    prints = rcw[Ruling]["second_committee"].value.prints
    assert "No dice" in prints and "article points to them" in prints


def test_truth_c16_again_stands_behind_the_players(rcw: Game) -> None:
    """Bug: the column of results rolled again stood before that of the 5th player."""
    found = chart_entry(rcw, FontBook(), rcw[Table]["ties"].value)
    heads = [label.text for block in found.body if isinstance(block, Grid) for label in block.columns]
    assert heads == ["1st", "2nd", "3rd", "4th", "5th", "again"]
