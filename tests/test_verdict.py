"""Verdicts on small records: claims that must be believed, differences from the rebuilt record, proofs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.plan import Plan
from rcwkit.dice.record import DisagreementError, Verdict, again, claims, difference, rebuild, roll
from rcwkit.dice.sources import NeedsFace, Seeded, Typed, code_of
from test_walk import one
from tests_support import FACTS, differs, each

Record = dict[str, Any]
CODE, OTHER = code_of(b"tests"), code_of(b"other")
HASH = "0123456789abcdef" * 4


def small() -> Plan:
    return one([{"id": "a", "for_each": ["x", "y"], "roll": "1d6"}, {"id": "b", "roll": "1d6"}])


def rolled(faces: list[int | None] | None = None) -> Record:
    dice = Seeded(b"tests")
    record = roll(small(), dice if faces is None else Typed(faces, dice), FACTS).record
    return dict(json.loads(json.dumps({**record, "tool": "rcwkit 1.0"})))


def refusal(record: Any) -> str:
    with pytest.raises(InputError) as caught:
        claims(record)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span) == ("E530", Span("record", 0))
    return found.message


def past(**fields: Any) -> dict[str, Any]:
    return {"again": "a", "kept": ["x"], "seed": CODE, "before": HASH, **fields}


# Claims that must be believed.


WELL_FORMED: dict[str, list[Any]] = {
    "tool": ["rcwkit 1", "rcwkit 1.0+x-2", "rcwkit " + "a" * 40],
    "game": ["x", "A9_.-z", "a" * 80],
    "scenario": [None, "s1"],
    "procedure": ["chart.turn9"],
    "inputs": [{}, {"a": "x", "b": 3, "c": [], "d": [1, 2]}],
    "seed_from": ["fresh", "given"],
    "typed_faces": [[], [None], [1, None, 99]],
    "history": [[past()], [past(kept=[])], [past()] * 1000],
}


@pytest.mark.parametrize(("field", "value"), each(WELL_FORMED))
def test_a_well_formed_claim_is_believed(field: str, value: Any) -> None:
    assert getattr(claims({**rolled(), field: value}), field) == value


NOTHING: list[Any] = [None, 5, {}]
MALFORMED: dict[str, list[Any]] = {
    "tool": [None, 5, "rcwkit ", "rcwkit 1_", "rcwkit " + "a" * 41, "xrcwkit 1", "rcwkit 1\n"],
    "game": [None, "", "-x", "a/b", "a" * 81],
    "scenario": [5, "", "-x"],
    "procedure": [None, "", "a b"],
    "inputs": [None, [], {"a": None}, {"a": True}, {"a": 1.0}, {"a": ["x"]}, {"a": [True]}, {"a": 1, "b": {}}],
    "seed": [5, "", CODE.lower(), CODE.replace("-", ""), "7K3Q-X0AB-4"],
    "seed_from": [None, "", "dreamt"],
    "typed_faces": [None, {}, [0], [-1], [True], ["1"], [1.0], [None, 0]],
    "history": [
        *(None, {}, [past()] * 1001, [past(), None], [[]]),
        *([past(**{name: value})] for name in past() for value in NOTHING),
        *([{key: value for key, value in past().items() if key != name}] for name in past()),
        *([past(more=1)], [past(kept=["x", 1])], [past(seed="x")]),
        *([past(before=value)] for value in (HASH[1:], HASH + "0", HASH.upper())),
    ],
}


@pytest.mark.parametrize(("field", "value"), each(MALFORMED))
def test_a_malformed_claim_is_refused(field: str, value: Any) -> None:
    assert refusal({**rolled(), field: value}) == f"'{field}' of the record is malformed"


@pytest.mark.parametrize(
    "field", ["tool", "game", "scenario", "procedure", "inputs", "seed", "seed_from", "typed_faces", "history"]
)
def test_no_claim_may_be_missing(field: str) -> None:
    assert refusal({name: value for name, value in rolled().items() if name != field}) == f"the record lacks '{field}'"


@pytest.mark.parametrize("change", [{"seed": None}, {"seed_from": "faces alone"}])
def test_a_seed_and_where_it_came_from_agree(change: Record) -> None:
    assert refusal({**rolled(), **change}) == "'seed' and 'seed_from' of the record contradict each other"
    assert claims({**rolled(), "seed": None, "seed_from": "faces alone"}).seed is None


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (
            "rcw-record/1",
            "this record is in rcw-record/1, from another version of rcwkit; this one reads rcw-record/2",
        ),
        (
            "rcw-record/999999",
            "this record is in rcw-record/999999, from another version of rcwkit; this one reads rcw-record/2",
        ),
        *(
            (form, "this is not a record of a roll")
            for form in ("rcw-record/1000000", "rcw-record/x", "x rcw-record/1", "", None, 5, ["rcw-record/1"])
        ),
    ],
)
def test_other_formats_are_not_read(form: Any, message: str) -> None:
    assert refusal({**rolled(), "format": form}) == message


@pytest.mark.parametrize("value", ["\ud800", {1, 2}, {"a": object()}])
def test_a_record_is_plain_json(value: Any) -> None:
    assert refusal({**rolled(), "more": value}) == "this record is not plain JSON"


@pytest.mark.parametrize(
    ("scenario", "inputs", "given"),
    [
        (None, {"a": 1, "b": [1, 2]}, {"a": 1, "b": (1, 2)}),
        ("s", {"a": "x"}, {"scenario": "s", "a": "x"}),
        ("s", {"scenario": "own"}, {"scenario": "own"}),
        (None, {"scenario": "own"}, {"scenario": "own"}),
    ],
)
def test_answers_are_those_of_the_record(scenario: str | None, inputs: Record, given: Record) -> None:
    assert claims({**rolled(), "scenario": scenario, "inputs": inputs}).given == given


# Rebuilding.


@pytest.mark.parametrize("faces", [None, [1, 2, 3], [None, 2, None]])
def test_a_record_is_rebuilt_from_its_claims(faces: list[int | None] | None) -> None:
    plan, record = small(), rolled(faces)
    assert (
        differs(plan, roll(plan, Seeded(b"tests") if faces is None else Typed(faces, Seeded(b"tests")), FACTS).record)
        == ""
    )
    built = rebuild(plan, FACTS, claims(record)).record
    assert [entry["faces"] for entry in built["rolls"]] == [entry["faces"] for entry in record["rolls"]]
    assert (built["seed"], built["seed_from"], built["typed_faces"]) == (
        record["seed"],
        record["seed_from"],
        record["typed_faces"],
    )


def test_too_few_typed_faces_are_an_error_not_seeded() -> None:
    with pytest.raises(NeedsFace):
        rebuild(small(), FACTS, claims({**rolled(), "typed_faces": [1, 2]}))


def test_without_a_seed_every_die_is_typed() -> None:
    alone: dict[str, Any] = {"seed": None, "seed_from": "faces alone", "typed_faces": []}
    with pytest.raises(NeedsFace):
        rebuild(small(), FACTS, claims({**rolled(), **alone}))
    still = one([{"id": "a", "do": [{"note": "x"}]}])
    assert rebuild(still, FACTS, claims({**rolled(), **alone})).record["seed"] is None


def test_a_history_leads_from_record_to_record() -> None:
    plan = small()
    first = roll(plan, Seeded(b"tests"), FACTS).record
    second = again(plan, first, "a", ["x"], Seeded(b"other")).record
    third = again(plan, second, "b", [], Seeded(b"third")).record
    assert rebuild(plan, FACTS, claims({**third, "tool": "rcwkit 1"})).record == third
    moved = {**third, "tool": "rcwkit 1", "history": [third["history"][0], {**third["history"][1], "before": HASH}]}
    with pytest.raises(DisagreementError) as caught:
        rebuild(plan, FACTS, claims(moved))
    assert str(caught.value) == f"history 2 follows record {HASH[:16]} but should follow {second['hash'][:16]}"


# Differences.


def entry(**fields: Any) -> Callable[[Record], Record]:
    """Return a change of the second roll."""
    return lambda record: {
        **record,
        "rolls": [record["rolls"][0], {**record["rolls"][1], **fields}, *record["rolls"][2:]],
    }


def without(name: str) -> Callable[[Record], Record]:
    """Return the removal of a field from the second roll."""
    return lambda record: {
        **record,
        "rolls": [
            {key: value for key, value in one.items() if at != 1 or key != name}
            for at, one in enumerate(record["rolls"])
        ],
    }


def more(**fields: Any) -> Callable[[Record], Record]:
    return lambda record: {**record, **fields}


def cut(number: int) -> Callable[[Record], Record]:
    return lambda record: {**record, "rolls": record["rolls"][:number]}


LONG = "y" * 79
NO_ROLLS: list[Any] = [5, None, {}, [5], [{}, None]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (more(), ""),
        (more(zebra=1, note=2), "unexpected field 'note'"),
        (more(**{"n" * 80: 1}), f"unexpected field '{'n' * 80}'"),
        (more(**{"n" * 81: 1}), f"unexpected field '{'n' * 77}...'"),
        (lambda record: {name: value for name, value in record.items() if name != "title"}, "title is missing"),
        (lambda record: {name: value for name, value in record.items() if name != "chance"}, "chance is missing"),
        (more(title="x"), 'title is "x" but should be "P"'),
        (more(title="y" * 78), f'title is "{"y" * 78}" but should be "P"'),
        (more(title=LONG), f'title is "{"y" * 76}... but should be "P"'),
        (more(title="x", rolls=5), 'title is "x" but should be "P"'),
        *((more(rolls=rolls), "rolls is not a list of rolls") for rolls in NO_ROLLS),
        (cut(2), "the record has 2 rolls but should have 3"),
        (cut(0), "the record has 0 rolls but should have 3"),
        (
            lambda record: {**record, "rolls": [*record["rolls"], {}]},
            "the record has 4 rolls but should have 3",
        ),
        (entry(zebra=1, note=1), "roll 2 (p/a/y): unexpected field 'note'"),
        (without("label"), "roll 2 (p/a/y): label is missing"),
        (entry(attempt=True), "roll 2 (p/a/y): attempt is true but should be 1"),
        (entry(attempt=1.0), "roll 2 (p/a/y): attempt is 1.0 but should be 1"),
        (more(faces_code="F-0"), 'faces_code is "F-0" but should be "'),
        (more(exempt=[1]), "exempt is [1] but should be []"),
        (more(outcome=[1]), "outcome is [1] but should be []"),
        (more(chance="1/2"), 'chance is "1/2" but should be "1/216"'),
        (more(hash=""), 'hash is "" but should be "'),
        (more(chance="1/2", hash=""), "chance is"),
    ],
)
def test_the_first_difference_is_reported(change: Callable[[Record], Record], said: str) -> None:
    found = difference(change(rolled()), rolled())
    assert found[: len(said)] == said
    assert bool(found) == bool(said)


# Proofs.

RULES = "modifiers, results, outcome and chances follow from the faces by the rules of toy"
TOOL = "that rcwkit 1.0 made it"
THROWN = "that no other roll was made and discarded"
TRIED = "that no other seed was tried and discarded before; dice by mail rule that out"
TABLE = "that the typed faces were rolled with real dice"
BOTH = "that both players agreed to the rerolls"


def lone(**fields: Any) -> Record:
    """Return a record of one roll of one die."""
    return {**rolled(), "rolls": rolled()["rolls"][:1], **fields}


def test_a_seeded_record_proves_its_dice() -> None:
    verdict = Verdict.of(rolled())
    assert (verdict.difference, verdict.seeded, verdict.typed) == ("", 3, 0)
    assert verdict.proved == (f"3 dice follow from the seed {CODE} and their paths", RULES)
    assert verdict.taken == (f"the seed {CODE}, said to be given by a player", TOOL)
    assert verdict.unprovable == (TRIED, THROWN)
    assert Verdict.of(lone()).proved[0] == f"1 die follows from the seed {CODE} and its path"
    assert Verdict.of({**rolled(), "seed_from": "fresh"}).taken[0] == f"the seed {CODE}, said to be fresh"


def test_a_typed_record_proves_none() -> None:
    verdict = Verdict.of(rolled([1, 2, 3]))
    assert (verdict.seeded, verdict.typed) == (0, 3)
    assert verdict.proved == (RULES,)
    assert verdict.taken == ("3 typed faces: A: x 1, A: y 2, B 3", TOOL)
    assert verdict.unprovable == (TABLE, THROWN)


def test_a_mixed_record_proves_some() -> None:
    verdict = Verdict.of(rolled([None, 2, None]))
    assert (verdict.seeded, verdict.typed) == (2, 1)
    assert verdict.taken[:2] == (f"the seed {CODE}, said to be given by a player", "1 typed face: A: y 2")
    assert verdict.unprovable == (TRIED, TABLE, THROWN)


def test_many_typed_faces_are_cut() -> None:
    plan = one([{"id": "a", "roll": "13d6"}])
    twelve = Verdict.of(roll(one([{"id": "a", "roll": "12d6"}]), Typed([1] * 12), FACTS).record)
    assert twelve.taken[0] == f"12 typed faces: {', '.join(['A 1'] * 12)}"
    assert (
        Verdict.of(roll(plan, Typed([1] * 13), FACTS).record).taken[0]
        == f"13 typed faces: {', '.join(['A 1'] * 12)}, and 1 more"
    )


def test_a_history_is_listed_and_its_seeds_named_once() -> None:
    plan = small()
    first = roll(plan, Typed([1, 2, 3], Seeded(b"tests")), FACTS).record
    second = again(plan, first, "a", ["x"], Seeded(b"other")).record
    third = again(plan, second, "b", [], Seeded(b"other")).record
    verdict = Verdict.of({**third, "tool": "rcwkit 1.0"})
    assert (verdict.seeded, verdict.typed) == (2, 1)
    assert verdict.proved == (
        f"2 dice follow from the seed {OTHER} and their paths",
        RULES,
        "each reroll follows from the record before it: a (kept: x), b",
    )
    assert verdict.taken == (
        *(f"the seed {OTHER}", "1 typed face: A: x 1", "2 typed faces later replaced"),
        *("what was chosen for a reroll: a (kept: x), b", TOOL),
    )
    assert verdict.unprovable == (TRIED, TABLE, BOTH, THROWN)
    seeded = again(plan, roll(plan, Seeded(b"tests"), FACTS).record, "a", [], Seeded(b"other")).record
    assert Verdict.of(seeded).proved[0] == f"3 dice follow from the seeds {CODE}, {OTHER} and their paths"


def test_typed_faces_that_were_all_replaced_still_lay_on_a_table() -> None:
    plan = one([{"id": "b", "roll": "1d6"}])
    record = again(plan, roll(plan, Typed([3]), FACTS).record, "b", [], Seeded(b"other")).record
    verdict = Verdict.of({**record, "tool": "rcwkit 1.0"})
    assert verdict.typed == 0
    assert verdict.taken[1] == "1 typed face later replaced"
    assert TABLE in verdict.unprovable


@pytest.mark.parametrize(
    ("scenario", "inputs", "said"),
    [
        (None, {"a": 1, "b": [1, 2], "c": []}, "the answers: a = 1, b = 1+2, c = none"),
        ("s", {}, "the answers: scenario = s"),
        ("s", {"scenario": "own"}, "the answers: scenario = own"),
    ],
)
def test_answers_are_taken_from_the_record(scenario: str | None, inputs: Record, said: str) -> None:
    assert Verdict.of({**rolled(), "scenario": scenario, "inputs": inputs}).taken[1] == said


def test_a_verdict_is_data_and_lines() -> None:
    agrees = Verdict("", 2, 1, ("p", "q"), ("t",), ("u",))
    assert agrees.lines() == [
        "agrees",
        "  proved: p",
        "  proved: q",
        "  taken from the record: t",
        "  cannot be proved: u",
    ]
    lists = {"proved": ["p", "q"], "taken": ["t"], "unprovable": ["u"]}
    assert agrees.as_json() == lists | {"agrees": True, "difference": "", "dice": {"from_seed": 2, "typed": 1}}
    other = Verdict("title is missing")
    assert other.lines() == ["title is missing"]
    assert (other.as_json()["agrees"], other.as_json()["dice"]) == (False, {"from_seed": 0, "typed": 0})
