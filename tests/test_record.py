"""Records: their contents, the effect of rerolling a step, and hashes as the docstring describes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from forgery_support import chained
from rcwkit.diagnostics import InputError
from rcwkit.dice.plan import plan
from rcwkit.dice.record import again, canonical, roll
from rcwkit.dice.sources import FaceCode, NeedsFace, Seeded, Typed, code_of, face
from test_walk import game, one
from tests_support import FACTS, differs

ITEMS = [
    {"id": "a", "for_each": ["x", "y", "z"], "roll": "1d6"},
    {"id": "b", "roll": "2d6", "rows": {"2-6": "low", "7-12": "high"}},
    {"id": "c", "when": {"b": "high"}, "roll": "1d10"},
]
OTHER = Seeded(b"other")


def first(*steps: dict[str, Any], faces: list[int | None] | None = None) -> dict[str, Any]:
    dice = Seeded(b"tests")
    return roll(one([*(steps or ITEMS)]), Typed(faces, dice) if faces is not None else dice, FACTS).record


def test_a_record_has_these_fields_and_these_bytes() -> None:
    record = first({"id": "a", "roll": "2d6"})
    assert [*record] == [
        *(
            "format",
            "scheme",
            "procedure",
            "title",
            "rule",
            "inputs",
            "tool",
            "game",
            "scenario",
            "data",
            "seed",
            "seed_from",
        ),
        *("typed_faces", "history", "faces_code", "rolls", "exempt", "outcome", "chance", "hash"),
    ]
    faces = [face(b"tests", f"p/a.{die}", 6) for die in range(2)]
    (entry,) = record["rolls"]
    told = {"path": "p/a", "label": "A", "dice": "2d6", "faces": faces, "typed": [False, False], "drm": []}
    came = {
        "total": sum(faces),
        "read": sum(faces),
        "row": None,
        "result": sum(faces),
        "attempt": 1,
        "chance": entry["chance"],
    }
    assert {name: entry[name] for name in entry if name != "hash"} == told | came
    assert record == chained(record)
    assert (record["chance"], record["hash"]) == (
        entry["chance"],
        "1f09aaed4c115803408db461235b9978a258f1f381f4ce78cb6c585b4f1ee77c",
    )
    assert not any(isinstance(value, float) for value in entry.values())


def test_typed_dice_are_marked_one_by_one() -> None:
    record = first(faces=[1, None, 3, None, 6, 10])
    assert [entry["typed"] for entry in record["rolls"]] == [
        [True],
        [False],
        [True],
        [False, True],
        *[[True]] * (len(record["rolls"]) - 4),
    ]
    assert record["typed_faces"][:5] == [1, None, 3, None, 6]
    assert record["seed"] == code_of(b"tests")
    assert first()["typed_faces"] == []


def test_a_seed_that_no_die_came_from_is_not_in_the_record() -> None:
    faces: list[int | None] = [1, 2, 3, 1, 1]
    typed = first(faces=faces)
    assert (typed["seed"], typed["seed_from"], typed["typed_faces"]) == (None, "faces alone", faces)
    coded = roll(one(ITEMS), FaceCode.read(typed["faces_code"]), FACTS).record
    assert coded == typed
    assert differs(one(ITEMS), typed) == ""


def test_rolling_a_step_again_keeps_the_attempts_of_the_others() -> None:
    plan = one(ITEMS)
    before = first()
    once = again(plan, before, "a", ["y"], OTHER).record
    twice = again(plan, once, "b", [], Seeded(b"third")).record
    thrice = again(plan, twice, "a", ["x"], OTHER).record
    attempts = [
        {entry["path"]: entry["attempt"] for entry in record["rolls"]} for record in (before, once, twice, thrice)
    ]
    assert [tuple(found[f"p/{name}"] for name in ("a/x", "a/y", "a/z", "b")) for found in attempts] == [
        (1, 1, 1, 1),
        (2, 1, 2, 1),
        (2, 1, 2, 2),
        (2, 2, 3, 2),
    ]
    faces = {entry["path"]: entry["faces"] for entry in thrice["rolls"]}
    assert faces["p/a/x"] == [face(b"other", "p/a/x.0~2", 6)]
    assert faces["p/a/y"] == [face(b"other", "p/a/y.0~2", 6)]
    assert faces["p/a/z"] == [face(b"other", "p/a/z.0~3", 6)]
    assert faces["p/b"] == [face(b"third", f"p/b.{die}~2", 6) for die in range(2)]
    assert [(entry["again"], entry["kept"], entry["seed"]) for entry in thrice["history"]] == [
        ("a", ["y"], code_of(b"other")),
        ("b", [], code_of(b"third")),
        ("a", ["x"], code_of(b"other")),
    ]
    assert [entry["before"] for entry in thrice["history"]] == [before["hash"], once["hash"], twice["hash"]]
    assert differs(plan, thrice) == ""


def test_dice_that_only_the_new_course_needs_come_from_the_new_seed() -> None:
    plan = one(ITEMS)
    for number in range(40):
        record = first(faces=[1, 1, 1, 1, 1])
        other = again(plan, record, "b", [], Seeded(bytes([number] * 5))).record
        entry = next((entry for entry in other["rolls"] if entry["path"] == "p/c"), None)
        if entry is not None:
            assert (entry["faces"], entry["typed"]) == ([face(bytes([number] * 5), "p/c.0", 10)], [False])
            assert differs(plan, other) == ""
            back = again(plan, other, "a", ["x"], OTHER).record
            assert differs(plan, json.loads(json.dumps(back))) == ""
            return
    raise AssertionError("no seed took the other course")


def test_a_recorded_card_that_is_gone_is_drawn_again() -> None:
    deck = {"q": {"title": "Q", "cards": "1-6"}}
    steps = [
        {"id": "n", "roll": "1d3"},
        {"id": "d", "draw": {"deck": "q", "count": "n"}},
        {"id": "e", "draw": {"deck": "q"}},
    ]
    plan = one(steps, decks=deck)
    record = roll(plan, Typed([1, 6, 5]), FACTS).record
    sizes = set()
    for number in range(20):
        other = again(plan, record, "n", [], Seeded(bytes([number] * 5))).record
        sizes.add(len(other["rolls"]))
        assert len({entry["card"] for entry in other["rolls"][1:]}) == len(other["rolls"]) - 1
        assert differs(plan, other) == ""
    assert sizes == {3, 4, 5}


def test_cards_drawn_in_a_group_have_paths_of_their_own() -> None:
    steps = [{"id": "g", "for_each": ["x", "y"], "steps": [{"id": "d", "draw": {"deck": "q", "count": 2}}]}]
    plan = one(steps, decks={"q": {"title": "Q", "cards": "1-6"}})
    record = roll(plan, Seeded(b"tests"), FACTS).record
    assert [entry["path"] for entry in record["rolls"]] == ["p/d/x.0", "p/d/x.1", "p/d/y.0", "p/d/y.1"]
    assert [entry["faces"] for entry in record["rolls"]] == [
        [face(b"tests", entry["path"], 6 - at)] for at, entry in enumerate(record["rolls"])
    ]
    assert differs(plan, record) == ""


def test_two_dice_never_share_a_path() -> None:
    with pytest.raises(InputError, match="two dice have the path 'p/a/x.0'"):
        first({"id": "a", "for_each": ["x", "x"], "roll": "1d6"})


@pytest.mark.parametrize(
    ("step", "kept", "said", "hint"),
    [
        ("nothing", (), "the record has no roll of step 'nothing'", "steps: abc, b"),
        ("abd", (), "the record has no roll of step 'abd'", "did you mean 'abc'?"),
        ("ab", ("red",), "the record has no roll of step 'ab'", "did you mean 'abc'?"),
        ("abc/red", (), "the record has no roll of step 'abc/red'", "did you mean 'abc'?"),
        ("abc", ("w",), "step 'abc' has no roll for 'w' to keep", "items: blue, red"),
        ("abc", ("rad", "zz"), "step 'abc' has no roll for 'rad' to keep", "did you mean 'red'?"),
        ("b", ("b",), "step 'b' has no roll for 'b' to keep", "leave out --keep"),
        ("abc", ("red", "blue"), "step 'abc' has nothing left to roll again", "keep fewer items"),
    ],
)
def test_steps_that_cannot_be_rerolled_are_reported(step: str, kept: tuple[str, ...], said: str, hint: str) -> None:
    plan = one([{"id": "abc", "for_each": ["red", "blue"], "roll": "1d6"}, {"id": "b", "roll": "1d6"}])
    with pytest.raises(InputError) as caught:
        again(plan, roll(plan, Seeded(b"tests"), FACTS).record, step, kept, OTHER)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.hint) == ("E525", said, hint)


SINGLE = [{"id": "a", "roll": "1d6"}]


def test_a_record_is_rolled_again_at_most_a_thousand_times() -> None:
    plan, record = one(SINGLE), first(*SINGLE)
    assert (
        len(again(plan, {**record, "history": record["history"] + [{}] * 999}, "a", (), OTHER).record["history"])
        == 1000
    )
    with pytest.raises(InputError, match="rolled again more than 1000 times"):
        again(plan, {**record, "history": [{}] * 1000}, "a", (), OTHER)


def test_cards_are_not_drawn_again() -> None:
    plan = one([{"id": "d", "draw": {"deck": "q"}}, *SINGLE], decks={"q": {"title": "Q", "cards": "1-6"}})
    with pytest.raises(InputError, match="no roll of step 'd'"):
        again(plan, roll(plan, Seeded(b"tests"), FACTS).record, "d", (), OTHER)


def test_faces_that_run_out_are_asked_for_and_others_are_refused() -> None:
    with pytest.raises(NeedsFace):
        roll(one(SINGLE), Typed([]), FACTS)
    for faces in ([7], [1, 2]):
        with pytest.raises(InputError) as caught:
            roll(one(SINGLE), Typed([*faces]), FACTS)
        assert caught.value.diagnostics[0].code == "E520"


def test_a_report_that_leads_nowhere_is_refused() -> None:
    plan = one(SINGLE, variables={"w": "word"}, report={"r": {"title": "r", "of": {"of": "w", "times": 2}}})
    with pytest.raises(InputError) as caught:
        roll(plan, Typed([1]), FACTS)
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].message) == ("E511", "'word' is not a number")


def test_answers_stand_in_the_record_as_data() -> None:
    inputs = {
        "cards": {"title": "?", "list": "1-9"},
        "turn": {"title": "?", "range": "1-9"},
        "who": {"title": "?", "choices": {"red": "Red"}},
    }
    plan = one(SINGLE, {"cards": "3+1", "turn": "2", "who": "red"}, inputs=inputs)
    assert roll(plan, Typed([1]), FACTS).record["inputs"] == {"cards": [3, 1], "turn": 2, "who": "red"}


def test_canonical_text_is_sorted_close_and_unescaped() -> None:
    assert canonical({"b": ["é", 1], "a": {"\n": None, "Z": True}}) == '{"a":{"\\n":null,"Z":true},"b":["é",1]}'


@pytest.mark.parametrize(
    ("effect", "once", "of_item"),
    [
        ({"note": "Rain."}, {"do": "note", "what": "Rain."}, {"for": ["x"], "do": "note", "what": "Rain."}),
        ({"reduce": "item"}, None, {"do": "reduce", "what": "x"}),
        ({"remove": "Ra1"}, {"do": "remove", "what": "Ra1"}, {"do": "remove", "what": "Ra1"}),
        (
            {"place": "Ra1", "at": "715", "where": "any port", "to": "red", "reserve": "red"},
            *[{"do": "place", "what": "Ra1", "at": "715", "where": "any port", "to": "red", "reserve": "red"}] * 2,
        ),
        ({"marker": "VP", "on": "t", "to": "b"}, *[{"do": "marker", "what": "VP", "on": "t", "to": "b"}] * 2),
    ],
)
def test_what_happens_is_worded_as_data(
    effect: dict[str, Any], once: dict[str, Any] | None, of_item: dict[str, Any]
) -> None:
    def outcome(**fields: Any) -> Any:
        return roll(one([{"id": "s", "do": [effect], **fields}]), Typed([]), FACTS).record["outcome"]

    assert once is None or outcome() == [once]
    assert outcome(for_each=["x"]) == [of_item]


def test_notes_of_a_chained_procedure_say_which() -> None:
    inner = {
        "title": "Weather",
        "steps": [{"id": "s", "do": [{"note": "Rain."}]}, {"id": "t", "for_each": ["x"], "do": [{"note": "Snow."}]}],
    }
    chained_plan = plan(game({"inner": inner, "p": {"title": "P", "steps": [{"id": "c", "run": "inner"}]}}), "p", {})
    assert roll(chained_plan, Typed([]), FACTS).record["outcome"] == [
        {"for": ["Weather"], "do": "note", "what": "Rain."},
        {"for": ["Weather", "x"], "do": "note", "what": "Snow."},
    ]


def test_the_order_of_kept_items_does_not_matter() -> None:
    chance = Random(1)
    kept = ["z", "x", "x"]
    records = []
    for _ in range(3):
        chance.shuffle(kept)
        records.append(again(one(ITEMS), first(), "a", kept, OTHER).record)
    assert records[0] == records[1] == records[2]
    assert records[0]["history"][0]["kept"] == ["x", "z"]
