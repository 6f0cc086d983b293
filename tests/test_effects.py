"""Effects as written: one verb, its arguments, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from rcwkit.dice import model as effects
from rcwkit.dice.model import Effect, VariableEffect, Verb
from rcwkit.source.annotations import references

READ: TypeAdapter[Verb] = TypeAdapter(Effect)
KEYS = {
    *("place", "reduce", "restore", "flip", "convert", "remove", "move", "marker", "note", "set", "add"),
    *("at", "where", "to", "on", "reserve"),
}
GOING = {"at": "715 Petrozavodsk", "where": "any port", "to": "red", "reserve": "red"}


@pytest.mark.parametrize(
    ("model", "written", "reads"),
    [
        ("PlaceUnit", {"place": "Ra1", **GOING}, ("red",)),
        ("ReduceUnit", {"reduce": "Ra1"}, ()),
        ("RestoreUnit", {"restore": "Ra1"}, ()),
        ("FlipUnit", {"flip": "item"}, ()),
        ("ConvertUnit", {"convert": "Ra1", **GOING}, ("red",)),
        ("RemoveUnit", {"remove": "red"}, ()),
        ("MoveUnit", {"move": 715}, ()),
        ("MoveMarker", {"marker": "VP", "on": "points", "to": "box", "at": "638", "where": "here"}, ("box",)),
        ("AddNote", {"note": "Nothing happens."}, ()),
        ("SetVariables", {"set": {"a": "red", "b": 2}}, ("red", 2)),
        ("AddToVariables", {"add": {"a": 1, "b": "c"}}, (1, "c")),
    ],
)
def test_the_verb_chooses_the_model(model: str, written: dict[str, Any], reads: tuple[Any, ...]) -> None:
    effect = READ.validate_python(written)
    (verb,) = set(written) - {"at", "where", "to", "on", "reserve"}
    assert type(effect) is getattr(effects, model)
    assert (effect.verb, effect.what, effect.reads) == (
        verb,
        str(written[verb]) if verb == "move" else written[verb],
        reads,
    )
    dumped = effect.model_dump(mode="json")
    assert set(dumped) == KEYS, "records hold a hash of these"
    assert {key: value for key, value in dumped.items() if value is not None} == {**written, verb: effect.what}
    assert READ.validate_python(effect) is effect


@pytest.mark.parametrize(
    "written", [{}, {"at": "715"}, {"place": "Ra1", "move": "Ra1"}, {"set": {"a": 1}, "add": {"a": 1}}, {"place": None}]
)
def test_there_is_exactly_one_verb(written: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        READ.validate_python(written)
    (error,) = caught.value.errors()
    assert error["msg"].startswith(
        "an effect does exactly one of: place, reduce, restore, flip, convert, remove, move, marker, note, set, add"
    )


@pytest.mark.parametrize("written", ["place", ["place"], None, 7])
def test_a_value_that_is_not_a_mapping_is_reported(written: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        READ.validate_python(written)
    assert [error["type"] for error in caught.value.errors()] == ["model_type"]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({"reduce": "Ra1", "at": "715"}, "at"),
        ({"note": "n", "to": "red"}, "to"),
        ({"marker": "VP", "reserve": "red"}, "reserve"),
        ({"place": "Ra1", "on": "points"}, "on"),
        ({"add": {"a": 1}, "where": "here"}, "where"),
    ],
)
def test_a_key_goes_with_its_own_verbs_alone(written: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValidationError) as caught:
        READ.validate_python(written)
    assert [(error["type"], error["loc"][-1]) for error in caught.value.errors()] == [("extra_forbidden", wrong)]


def test_variables_are_told_apart_from_effects_on_counters() -> None:
    assert isinstance(READ.validate_python({"set": {"a": 1}}), VariableEffect)
    assert not isinstance(READ.validate_python({"note": "a"}), VariableEffect)


def test_units_and_owners_of_effects_may_be_names_of_the_procedure() -> None:
    marks = [
        (ref.family, ref.checked)
        for model in (effects.PlaceUnit, effects.ConvertUnit)
        for levels in references(model).values()
        for ref in levels
        if ref is not None
    ]
    assert set(marks) == {("units", False), ("owners", False), ("places", True)}
