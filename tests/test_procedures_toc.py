"""Every dice procedure of Triumph of Chaos: exact odds against icepool, as fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import icepool
import pytest
from icepool import d6
from odds_support import Odds, fractions
from rcwkit.diagnostics import InputError
from rcwkit.dice.model import Procedure
from rcwkit.dice.odds import Answer, report
from rcwkit.dice.plan import plan
from rcwkit.dice.record import roll
from rcwkit.dice.settle import Settled, settle
from rcwkit.dice.setups import Track
from rcwkit.dice.sources import Seeded, Typed
from rcwkit.game.game import Game
from rcwkit.kit.checks import check
from tests_support import FACTS, differs

YES = icepool.Die({1: 1})
NO = icepool.Die({0: 1})
BOXES = ("red_control", "red_influence", "neutral", "white_influence", "white_control")


@pytest.fixture(scope="module")
def campaign(triumph: Game) -> Settled:
    return settle(triumph, "campaign")


@pytest.fixture(scope="module")
def odds(triumph: Game, campaign: Settled) -> Odds:
    """Ask a procedure: question → answer."""
    return lambda name, **given: {answer.id: answer for answer in report(plan(triumph, name, given, campaign))}


def same(answer: Answer, die: Any) -> None:
    """Assert that an answer equals a die: its distribution, or for a chance the weight of 1."""
    if answer.chance is None:
        assert {0 if value == "none" else value: part for value, part in answer.distribution} == fractions(die)
    else:
        assert answer.chance == fractions(die).get(1, 0)


def hits(*faces: int) -> Any:
    """Return a die with 1 on these faces, else 0."""
    return d6.map({face: int(face in faces) for face in range(1, 7)})


def test_nothing_is_wrong_in_the_data(triumph: Game) -> None:
    mine = [found for found in check(triumph) if "/procedures/" in found.span.file]
    assert [f"{found.code} {found.message}" for found in mine] == []


@pytest.mark.parametrize("end", [0, -1])
def test_every_procedure_rolls_and_replays(triumph: Game, campaign: Settled, end: int) -> None:
    for name in triumph[Procedure]:
        procedure = triumph[Procedure][name].value
        assert procedure.rule and procedure.note and procedure.report, name
        asked = {key: question for key, question in procedure.questions.items() if question.default is None}
        given = {
            key: (list(question.choices) if question.choices else str(question.range).split("-"))[end]
            for key, question in asked.items()
        }
        ready = plan(triumph, name, given, campaign)
        assert differs(ready, roll(ready, Seeded(b"tests"), FACTS).record) == ""
        for answer in report(ready):
            assert answer.chance is not None or sum(part for _, part in answer.distribution) == 1, name


def test_reductions(triumph: Game, campaign: Settled, odds: Odds) -> None:
    armies = campaign.units(("army",), triumph)
    exempt = dict(plan(triumph, "reductions", {}, campaign).nodes[0].exempt)
    assert set(exempt) == {"SiA1", "SiA2", "SRURR", "SRKU1", "SRKU2", "Ra1", "Ra2", "Ra3", "SiOren1"}
    rolled = len(armies) - len(exempt)
    assert (len(armies), rolled) == (36, 27)
    answers = odds("reductions")
    number = rolled @ hits(4, 5, 6)
    same(answers["reduced"], number)
    same(answers["third"], number <= rolled // 3)
    same(answers["most"], number > rolled // 2)
    assert answers["none"].chance == Fraction(1, 2**rolled)
    assert len(plan(triumph, "reductions", {}, settle(triumph, "intro_1918")).nodes[0].items or ()) == 18


@pytest.mark.parametrize(
    ("red", "white", "begins"),
    [
        (0, 0, {"nobody": 1}),
        (3, 2, {"red": 1}),
        (0, 1, {"white": 1}),
        (4, 4, {"red": Fraction(1, 2), "white": Fraction(1, 2)}),
    ],
)
def test_replacement_bid(odds: Odds, red: int, white: int, begins: dict[str, Any]) -> None:
    answers = odds("replacement_bid", red_value=red, white_value=white)
    assert dict(answers["begins"].distribution) == begins
    assert [dict(answers[side].distribution) for side in ("red", "white")] == [{red: 1}, {white: 1}]


def test_choice_of_sides_and_order_of_factions(odds: Odds) -> None:
    second = [d6.reroll([first], depth="inf") < first for first in range(1, 7)]
    same(odds("choice_of_sides")["first"], icepool.Die(second))
    kinds = icepool.Die({"republic": 8, "country": 5, "major_power": 3})
    for kind, answer in odds("setup_order").items():
        same(answer, kinds == kind)


@pytest.mark.parametrize("controller", ["red", "white"])
def test_ukraine(odds: Odds, controller: str) -> None:
    answers = odds("ukraine", controller=controller)
    friendly, enemy, green = hits(1, 2, 3), hits(4, 5), hits(6)
    cpbu, intervention = (hits(1, 2, 3), NO) if controller == "red" else (NO, hits(1, 2))
    corps = d6.map(lambda face: min(face, 5))
    assert answers["any_green"].chance == Fraction(91, 216)
    same(answers["any_enemy"], (3 @ enemy) >= 1)
    same(answers["all_friendly"], (3 @ friendly) == 3)
    for side, die in (("friendly", friendly), ("enemy", enemy), ("green", green)):
        same(answers[side], 3 @ die)
    same(answers["petliura"], hits(1, 2) if controller == "red" else hits(1, 2, 3, 4))
    same(answers["cpbu"], cpbu)
    same(answers["intervention"], intervention)
    same(answers["armies"], 3 @ friendly + cpbu + intervention + 5)
    same(answers["corps"], corps + 1)
    for number in (2, 3, 4, 5):
        same(answers[f"corps_{number}"], corps >= number)


# procedure, question, faces that cause it
SINGLE = """black_guards green 56, greek_serb any 123, greek_serb greeks 13, greek_serb serbs 12, greek_serb both 1,
    west_ukraine_asset placed 12, red_transcaucasia placed 123, german_mutiny placed 123, entry_response any 12345"""


@pytest.mark.parametrize("line", SINGLE.split(","))
def test_single_rolls(odds: Odds, line: str) -> None:
    name, question, faces = line.split()
    same(odds(name)[question], hits(*map(int, faces)))


# (FCM, PIT) by modified roll, transcribed independently from the source
RESPONSE = {
    "belarus": {0: (1, 2), 1: (0, 1)},
    "lithuania": {0: (1, 2), 1: (1, 2), 2: (0, 1), 3: (0, 1), 4: (0, 1)},
    "west_ukraine": {0: (1, 2), 1: (1, 2), 2: (1, 2), 3: (0, 1), 4: (0, 1)},
    "ukraine": {0: (2, 2), 1: (1, 2), 2: (1, 1), 3: (0, 1)},
}


def response(faction: str, drm: int) -> Any:
    return d6.map(lambda face: icepool.Vector(RESPONSE[faction].get(face + drm, (0, 0))))


@pytest.mark.parametrize("faction", RESPONSE)
@pytest.mark.parametrize("controlled", [1, 2])
def test_polish_response_of_one(odds: Odds, faction: str, controlled: int) -> None:
    answers, cells = (
        odds("polish_response", **{f"rolls.{faction}": 1}, controlled=controlled),
        response(faction, -1 if controlled > 1 else 0),
    )
    same(answers["fcm"], cells.marginals[0])
    same(answers["pit"], cells.marginals[1])
    same(answers["any"], cells.map(lambda fcm, pit: int(fcm + pit > 0)))


def test_polish_response_of_a_turn(odds: Odds) -> None:
    answers = odds("polish_response", **{"rolls.belarus": 2, "rolls.ukraine": 1}, controlled=3, poland="neutral")
    total = 2 @ response("belarus", -1) + response("ukraine", -1)
    fcm = total.marginals[0]
    same(answers["fcm"], fcm)
    same(answers["pit"], total.marginals[1])
    same(answers["marker"], fcm.map(lambda boxes: BOXES[min(2 + boxes, 4)]))
    same(answers["white"], fcm >= 2)
    assert dict(odds("polish_response", **{"rolls.ukraine": 2}, after_turn9="yes")["marker"].distribution) == {
        "neutral": 1
    }


def test_a_result_says_what_happens_now(triumph: Game) -> None:
    """Bug: beside the boxes that markers move, a result said that either marker is moved."""
    ready = plan(triumph, "polish_response", {"rolls.belarus": 1, "rolls.ukraine": 2, "controlled": 2})
    titles = [title for title, _ in roll(ready, Typed([1, 3, 1]), {}).results]
    moved = [f"Boxes to the right for {marker} marker" for marker in ("Poland’s control", "the Polish involvement")]
    assert titles == [*moved, "Poland’s control marker ends in", "White gains control of Poland"]


def test_a_nest_of_spies_knows_how_many_cards_any_deal_left(triumph: Game, odds: Odds) -> None:
    """Bug: after three cards were dealt to each box at random, two were asked about."""
    known = triumph[Procedure]["nest_of_spies"].value.inputs["red_cards"].known
    assert known is not None
    assert (known.roll, known.report) == (("political_cards", "random_political_cards"), "red")
    assert dict(odds("random_political_cards")["red"].distribution)[3] > Fraction(4, 5)


def test_polish_response_lists_the_moves(triumph: Game) -> None:
    ready = plan(triumph, "polish_response", {"rolls.belarus": 1, "rolls.ukraine": 2, "controlled": 2})
    first, second, third, marker, _ = roll(ready, Typed([1, 3, 1]), {}).record["outcome"]
    assert [note["what"].split("marker ")[1][:5] for note in (first, second, third)] == ["2 box", "1 box", "2 box"]
    assert marker == {"do": "marker", "what": "FCM_poland", "on": "faction_control", "to": "white_control"}


WITHDRAWAL = {
    "central_powers": {2: 2, 3: 4, 4: 6, 5: "A"},
    "france": {4: 2, 5: 4, 6: "A"},
    "usa": {6: 2, 7: 3, 8: 4, 9: "A"},
    "czech_legion": {8: 4, 9: "A"},
    "britain": {8: 4, 9: "A"},
}


def leaves(power: str, turn: int, drm: int = 0) -> Any:
    number: Any = WITHDRAWAL[power].get(turn)
    return NO if number is None else YES if number == "A" else d6 + drm <= number


@pytest.mark.parametrize("turn", range(1, 10))
def test_withdrawal_of_a_turn(odds: Odds, turn: int) -> None:
    answers = odds("withdrawal", turn=turn)
    for power in WITHDRAWAL:
        same(answers[power], leaves(power, turn))
    same(answers["number"], sum((leaves(power, turn) + 0 for power in WITHDRAWAL), NO))


@pytest.mark.parametrize("power", WITHDRAWAL)
@pytest.mark.parametrize(("side", "choice"), [("none", 1), ("white", 1), ("red", -1)])
@pytest.mark.parametrize(("w8", "r34"), [("no", "no"), ("yes", "no"), ("yes", "yes")])
def test_withdrawal_drm(odds: Odds, power: str, side: str, choice: int, w8: str, r34: str) -> None:
    ally = power in ("britain", "france", "usa")
    drm = (choice if side != "none" else 0) + (w8 == "yes" and side == "white" and ally) - (r34 == "yes")
    given = {"side": side, "choice": choice, "w8": w8, "r34": r34}
    for turn in range(1, 10):
        same(odds("withdrawal_one", power=power, turn=turn, **given)["withdraws"], leaves(power, turn, drm))
    course, still = {}, Fraction(1)
    for turn in range(1, 10):
        part = fractions(leaves(power, turn, drm)).get(1, Fraction(0))
        course[turn], still = still * part, still * (1 - part)
    assert dict(odds("withdrawal_turn", power=power, **given)["turn"].distribution) == {
        turn: part for turn, part in course.items() if part
    }


def test_withdrawal_by_an_event_or_not_at_all(odds: Odds) -> None:
    answers = odds("withdrawal", turn=2, r9="yes", red_peace="yes", **{"side.usa": "out"})
    expected = {"central_powers": 1, "france": 1, "usa": 0, "czech_legion": 0, "britain": 1}
    assert {power: answers[power].chance for power in expected} == expected


def test_counts_and_numbers(odds: Odds) -> None:
    for name, given, face in (("makhno_six", {"spaces": 4}, 6), ("close_to_home", {"units": 4}, 1)):
        same(odds(name, **given)["number"], 4 @ hits(face))
        same(odds(name, **given)["any"], (4 @ hits(face)) >= 1)
    same(odds("entry_response")["boxes"], d6.map({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 0}))
    same(odds("polish_levy", entries=3)["rs"], 3 @ d6)
    same(odds("czech_rs")["rs"], hits(1, 2, 3) + 1)
    same(odds("czech_rs", train="no")["rs"], YES)
    same(odds("link_up")["points"], d6)


def in_phases(*chances: Any) -> Any:
    """Return the first of several phases in which it happens, 0 for none."""
    phase = NO
    for number, chance in reversed(list(enumerate(chances, 1))):
        phase = (chance + 0).map({1: number, 0: phase})
    return phase


def test_polish_peace_by_white(triumph: Game, odds: Odds) -> None:
    assert set(moved(triumph, "polish_peace_white", {"vcs": 2}, (1,)).values()) == {"neutral"}
    answers = odds("polish_peace_white", vcs=2, home=1, phases=3)
    phase = in_phases(*[d6 <= 2] * 3)
    same(answers["phase"], phase)
    same(answers["peace"], phase >= 1)
    same(answers["vp"], phase.map(lambda number: 6 if number else 0))
    most = odds("polish_peace_white", vcs=6, home=2)["vp"]
    assert dict(most.distribution) == {16: 1}


@pytest.mark.parametrize(("held", "phases"), [(1, 1), (1, 4), (3, 2)])
def test_polish_peace_by_red(odds: Odds, held: int, phases: int) -> None:
    answers = odds("polish_peace_red", held=held, phases=phases)
    phase = in_phases(*[d6 <= held + later for later in range(phases)])
    same(answers["phase"], phase)
    same(answers["peace"], phase >= 1)
    same(answers["steps"], phase.map(lambda number: d6.map(lambda face: max(face, 3)) if number else 0))
    same(odds("polish_peace_red", vcs=2, held=held)["steps"], d6.map(lambda face: max(face, 3)))


@pytest.mark.parametrize(
    ("name", "given"),
    [("sudden_death", {"side": "red"}), ("sudden_death", {"side": "white"}), ("moskva_petrograd", {})],
)
def test_sudden_death(odds: Odds, name: str, given: dict[str, str]) -> None:
    tries = [hits(*(face for face in range(2, 7) if face + bonus >= 5)) for bonus in range(7)]
    same(odds(name, **given)["wins"], tries[0])
    same(odds(name, held=2, **given)["wins"], hits(4, 5, 6))
    assert odds(name, held=9, **given)["wins"].chance == Fraction(5, 6)
    answers = odds(name, held=2, turn=3, turns=4, **given)
    turn = in_phases(*tries[1:5])
    same(answers["turn"], turn.map(lambda number: number + 2 if number else 0))
    same(answers["wins"], turn >= 1)
    same(odds(name, turn=15, turns=9, **given)["wins"], tries[0])
    if name == "sudden_death":  # Moskva or Petrograd asks for no other VC
        assert odds(name, own_vcs="no", **given)["wins"].chance == 0


def example_cards(**changes: Any) -> dict[str, Any]:
    """Return the cards of the example in section 16."""
    values = {
        "red_value.red": 3,
        "white_value.red": 1,
        "red_value.white": 1,
        "white_value.white": 2,
        "red_value.other": 1,
        "white_value.other": 1,
    }
    cards = {
        "white_card.red": "bluff",
        "red_card.white": "bluff",
        "red_card.other": "influence",
        "white_card.other": "influence",
    }
    return {f"{name}_box": value for name, value in {**values, **cards, **changes}.items()}


def specials(cards: int, deck: int = 22) -> tuple[Any, Any]:
    """Return how many special cards are drawn, and which one applies."""
    number = icepool.Deck({1: 3, 0: deck - 3}).deal(cards).sum()
    return number, number.map(lambda drawn: icepool.Die([64, 65, 66]) if drawn else 0)


def test_political_cards_of_the_example(odds: Odds) -> None:
    answers = odds("political_cards", **example_cards())
    assert [dict(answers[box].distribution) for box in ("red", "white", "other")] == [
        {2: 1},
        {1: Fraction(21, 22), 2: Fraction(1, 22)},
        {1: Fraction(21, 22), 2: Fraction(1, 22)},
    ]
    assert answers["special"].chance == Fraction(3, 22)
    methods = [odds("political_box", red_value=red, white_value=white) for red, white in ((3, 1), (1, 2), (1, 1))]
    shown = [tuple(box[key].distribution[0][0] for key in ("method", "higher", "chosen", "drawn")) for box in methods]
    assert shown == [("2H", "red", 2, 0), ("1H", "white", 1, 0), ("1R", "none", 0, 1)]


def test_random_cards_and_special_events(odds: Odds) -> None:
    for name, given, cards, deck in (
        ("random_political_cards", {}, 3, 22),
        ("random_political_cards", {"other_discards": (45, 46, 47, 48)}, 3, 18),
        (
            "political_cards",
            example_cards(**{"red_value.other": 5, "white_value.other": 5, "red_card.other": "action"}),
            3,
            22,
        ),
        ("political_cards", example_cards(**{"red_value.other": 4, "red_card.other": "action"}), 0, 22),
        (
            "political_cards",
            example_cards(**{"red_value.other": 4, "red_card.other": "action", "late.other": "yes"}),
            2,
            22,
        ),
    ):
        answers, (number, applies) = odds(name, **given), specials(cards, deck) if cards else (NO, NO)
        same(answers["special"], number >= 1)
        same(answers["several"], number >= 2)
        same(answers["applies"], applies)


@pytest.mark.parametrize(
    ("drawn", "each"),
    [((64, 66), Fraction(1, 2)), ((65, 66), Fraction(1, 2)), ((64, 65, 66), Fraction(1, 3)), ((65,), 1)],
)
def test_one_special_card_stays(odds: Odds, drawn: tuple[int, ...], each: Fraction) -> None:
    answers = odds("special_event", **{f"pc{card}": 1 for card in drawn})
    assert dict(answers["applies"].distribution) == dict.fromkeys(drawn, each)


@pytest.mark.parametrize(("box", "cards"), [("red", range(1, 23)), ("white", range(23, 45))])
def test_a_nest_of_spies_replaces_the_cards_of_one_box(
    triumph: Game, campaign: Settled, box: str, cards: range
) -> None:
    given = {"replaced": box, f"{box}_cards": 3, f"{box}_discards": (cards[0], cards[1])}
    record = roll(plan(triumph, "nest_of_spies", given, campaign), Seeded(b"tests"), FACTS).record
    drawn = [entry["card"] for entry in record["rolls"]]
    assert len(set(drawn)) == 3
    assert set(drawn) <= set(cards[2:]), "none from the discard pile"


def test_in_fighting_and_bluff_change_the_values(odds: Odds) -> None:
    def method(**given: Any) -> Any:
        return odds("political_box", **given)["method"].distribution[0][0]

    assert (
        method(red_value=4, white_value=3)
        == method(red_value=4, white_value=3, red_card="influence", red_infighting="yes")
        == "1H2R"
    )
    assert method(red_value=4, white_value=3, red_infighting="yes") == "2R"
    assert method(red_value=4, white_value=3, white_card="bluff") == "2H"
    assert method(red_value=1, white_value=1, red_infighting="yes") == "none"
    assert method(red_value=0, white_value=3) == "–"


def moved(triumph: Game, name: str, given: dict[str, Any], faces: tuple[int, ...] = ()) -> dict[str, str]:
    """Return where a rolled procedure puts the control markers that it moves."""
    outcome = roll(plan(triumph, name, given), Typed(list(faces)), {}).record["outcome"]
    return {
        event["what"].removeprefix("FCM_"): event["to"]
        for event in outcome
        if event["do"] == "marker" and event["on"] == "faction_control"
    }


def test_example_of_section_16(triumph: Game, odds: Odds) -> None:
    red = {"estonia": 3, "latvia": 3, "lithuania": 1, "makhno": 1, "west_ukraine": 1, "belarus": 2, "khiva": 1}
    white = {
        "finland": 2,
        "poland": 1,
        "britain": 2,
        "france": 2,
        "usa": 1,
        "central_powers": 2,
        "astrakhan": 1,
        "czech_legion": 2,
    }
    points = {f"ip.{name}": -value for name, value in red.items()} | {
        f"ip.{name}": value for name, value in white.items()
    }
    assert moved(triumph, "net_influence", {}) == {}
    boxes = {
        "red_influence": ["estonia", "latvia"],
        "red_control": ["belarus"],
        "white_control": ["britain", "czech_legion"],
    }
    boxes["white_influence"] = ["finland", "france", "central_powers"]
    assert moved(triumph, "net_influence", points) == {name: box for box, names in boxes.items() for name in names}
    assert [dict(answer.distribution) for answer in odds("net_influence", **points).values()] == [{1: 1}, {2: 1}]


MOVES: list[tuple[str, dict[str, Any], str]] = [
    ("belarus", {"ip.belarus": 5}, "white_influence"),  # 2 + 2, one lost
    ("belarus", {"ip.belarus": 8, "box.belarus": "red_control"}, "white_influence"),  # 3 + 2 + 2, one lost
    ("belarus", {"ip.belarus": 2, "box.belarus": "red_control"}, "stays"),
    ("belarus", {"ip.belarus": 9, "box.belarus": "red_control", "army.belarus": "yes"}, "stays"),
    ("belarus", {"ip.belarus": 2, "pc65": "yes"}, "stays"),
    ("estonia", {"ip.estonia": -4, "pc65": "yes"}, "red_influence"),
    ("poland", {"ip.poland": 3, "box.poland": "red_control", "army.poland": "yes"}, "red_influence"),
    ("poland", {"ip.poland": -3, "box.poland": "white_control", "army.poland": "yes"}, "stays"),
    ("usa", {"ip.usa": -3, "box.usa": "white_control", "w8": "yes"}, "stays"),
    ("usa", {"ip.usa": -3, "box.usa": "white_control", "w4_event": "yes"}, "white_influence"),
    ("czech_legion", {"ip.czech_legion": -3, "box.czech_legion": "white_control", "w4_event": "yes"}, "stays"),
    ("france", {"ip.france": 2, "box.central_powers": "white_control"}, "stays"),
    ("france", {"ip.france": 2, "box.central_powers": "red_control"}, "white_influence"),
    ("france", {"ip.france": -2, "box.central_powers": "red_control", "ip.central_powers": 9}, "stays"),
    ("britain", {"ip.britain": -9, "box.britain": "out"}, "stays"),
]


@pytest.mark.parametrize(("name", "given", "box"), MOVES)
def test_marker_moves(triumph: Game, name: str, given: dict[str, Any], box: str) -> None:
    assert moved(triumph, "net_influence", given).get(name, "stays") == box


def test_each_gate_opens_by_its_card_alone(triumph: Game) -> None:
    rows = triumph[Track]["faction_control"].value.rows
    gates = [(name, gate.box, gate.cards[0].lower()) for name, row in rows.items() for gate in row.gates]
    assert len(gates) == 14
    cards = {card for _, _, card in gates}
    for name, box, card in gates:
        side, face = ("red", 1) if box == "red_control" else ("white", 6)
        points: dict[str, Any] = {f"ip.{name}": -20 if side == "red" else 20}
        nine = {"vp_lead": "none", f"box.{name}": f"{side}_influence"}
        for played, before, after in ((cards - {card}, f"{side}_influence", "neutral"), ({card}, box, box)):
            assert moved(triumph, "net_influence", points | dict.fromkeys(played, "yes")) == {name: before}
            assert moved(triumph, "turn9", nine | dict.fromkeys(played, "yes"), (face,)) == {name: after}


NINE = {"red_influence": "RRR000", "neutral": "R0000W", "white_influence": "000WWW"}


def resolved(box: str, drm: int, shut: str = "") -> Any:
    """Return R, W or 0 for one faction; a side in `shut` gains nothing."""
    return d6.map(lambda face: "0" if (cell := NINE[box][min(max(face + drm, 1), 6) - 1]) in shut else cell)


@pytest.mark.parametrize(("lead", "drm"), [("red", -1), ("none", 0), ("white", 1)])
def test_turn_nine(odds: Odds, lead: str, drm: int) -> None:
    gates = {"": {"r1": "yes", "w5": "yes"}, "R": {"w5": "yes"}, "W": {"r1": "yes"}}
    cases = [
        ({"box.ukraine": box, **cards}, [resolved(box, drm, shut)]) for box in NINE for shut, cards in gates.items()
    ]
    several = [resolved("neutral", drm, "R"), resolved("red_influence", drm), resolved("neutral", drm, "R")]
    cases += [
        ({"box.poland": "neutral", "box.makhno": "red_influence", "box.ukraine": "neutral", "w5": "yes"}, several)
    ]
    for given, dice in cases:
        answers = odds("turn9", vp_lead=lead, **given)
        for question, letter in (("red", "R"), ("white", "W"), ("neutral", "0")):
            same(answers[question], sum(((die == letter) + 0 for die in dice), NO))


def test_cards_in_the_boxes_after_a_special_event(odds: Odds) -> None:
    """Three random cards a box; 66 leaves two in each, two special cards or more leave one in the Other box."""
    values = {f"{side}_value.{box}_box": 5 for side in ("red", "white") for box in ("red", "white", "other")}
    answers = odds("political_cards", **values)
    red: dict[int, Fraction] = {2: Fraction(0), 3: Fraction(0)}
    other: dict[int, Fraction] = {1: Fraction(0), 2: Fraction(0), 3: Fraction(0)}
    hands = list(combinations(range(45, 67), 3))
    for hand in hands:
        specials = [card for card in hand if card >= 64]
        for kept in specials or [0]:
            part = Fraction(1, len(hands) * max(1, len(specials)))
            red[2 if kept == 66 else 3] += part
            other[2 if kept == 66 else 1 if len(specials) > 1 else 3] += part
    assert dict(answers["red"].distribution) == dict(answers["white"].distribution) == red
    assert dict(answers["other"].distribution) == other
    assert answers["applies"].distribution


def test_an_empty_deck_brings_all_discards_back(odds: Odds) -> None:
    """21 of 22 cards of the Red box are discards: its second card comes from them, and the Other box has all of its."""
    values = {f"{side}_value.{box}_box": 5 for side in ("red", "white") for box in ("red", "white", "other")}
    discards = {"red_discards": tuple(range(1, 22)), "other_discards": (45, 46, 64, 65)}
    reshuffled = odds("political_cards", **values, **discards)
    assert reshuffled["special"].chance == 1 - Fraction(comb(19, 3), comb(22, 3))
    assert reshuffled["several"].chance == Fraction(comb(3, 2) * 19 + 1, comb(22, 3))
    kept = odds("political_cards", **values, red_discards=(1, 2), other_discards=discards["other_discards"])
    assert kept["special"].chance == Fraction(3, 18)
    selected = {"red_selected": tuple(range(1, 22))}
    with pytest.raises(InputError, match="the deck 'Red box' is empty$"):
        odds("political_cards", **values, **selected)
