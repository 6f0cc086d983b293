"""Views: the contents of documents, before any template sees them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from rcwkit.blocks.base import listed, signed, typeset
from rcwkit.blocks.charts import charts
from rcwkit.blocks.forms import forms
from rcwkit.blocks.setup import setup_sheet
from rcwkit.blocks.texts import aids, checklists, rulings_sheet
from rcwkit.blocks.vocabulary import Ruling
from rcwkit.blocks.words import Words
from rcwkit.dice.settle import settle
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import Frame
from rcwkit.look.text import Setter
from rcwkit.models.conditions import Calc, parse_condition
from rcwkit.models.effects import AddNote, AddToVariables, Effect, PlaceUnit, ReduceUnit, SetVariables
from rcwkit.models.procedures import Test as RollTest
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from tests_support import TOY, WriteGame

BOOK = FontBook()


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    return load(write_game(TOY))


def test_documents_without_content_have_no_parts(write_game: WriteGame) -> None:
    game = load(write_game({"game.yaml": TOY["game.yaml"]}))
    for document in (charts(game, BOOK), aids(game, BOOK), checklists(game), forms(game), rulings_sheet(game)):
        assert document.parts == ()


def test_rulings_keep_their_numbers_and_wrong_totals_stand_out(triumph: Game) -> None:
    (part,) = rulings_sheet(triumph).parts
    rows = [block for block in part.blocks if isinstance(block, Ruling)]
    assert [row.number for row in rows] == list(range(1, len(triumph.rulings) + 1))
    assert [row.total for row in rows] == [row.type == "total" for row in rows]
    assert {row.total for row in rows} == {True, False}


WORDS_GAME_LABELS = {"controller": "A", "turn": "B", "peasants": "step 2"}


@pytest.fixture
def words(toy: Game) -> Words:
    return Words(
        toy,
        WORDS_GAME_LABELS,
        {"controller": {"red": "Red", "white": "White"}},
        frozenset({"gone"}),
        frozenset({"gone"}),
    )


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ({"controller": "red"}, "If A is Red"),
        ({"controller": ["red", "white"]}, "If A is Red or White"),
        ({"controller": {"not": "red"}}, "If A is not Red"),
        ({"turn": {"at_least": 4}}, "If B is at least 4"),
        ({"turn": {"at_least": 2, "at_most": 3}}, "If B is 2 to 3"),
        ({"turn": {"at_least": Calc(of="peasants", plus=1)}}, "If B is more than step 2"),
        ({"any": {"peasants": "green"}}, "If any of step 2 is green"),
        ({"count": {"peasants": "green"}, "at_least": 2}, "If number of ‘green’ in step 2 is at least 2"),
        ({"controller": "red", "turn": 9}, "If A is Red and B is 9"),
        ({"either": [{"turn": 1}, {"turn": 2}]}, "If B is 1 or B is 2"),
        ({"none": [{"turn": 1}, {"turn": 2}]}, "Unless B is 1, or B is 2"),
        ({"gone": "yes"}, "If ‘gone’ is yes"),
    ],
)
def test_conditions_in_words(words: Words, condition: dict[str, Any], text: str) -> None:
    assert words.when(parse_condition(condition))[0] == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (-2, "−2"),
        ("turn", "B"),
        (Calc(of="turn", times=2, plus=-1), "2 × B − 1"),
        (Calc(of="turn", times=-1, plus=7, least=0), "−B + 7, at least 0"),
        (Calc(sum="peasants"), "sum of step 2"),
        (Calc(lookup="turn9", row="turn", column="neutral"), "the chart ‘Turn 9’ (B, Neutral)"),
    ],
)
def test_amounts_in_words(words: Words, amount: Any, text: str) -> None:
    assert words.amount(amount) == text


def test_effects_in_words(words: Words) -> None:
    effects: list[Effect] = [
        PlaceUnit(place="Ra1", where="Ukraine"),
        PlaceUnit(place="Ra2", where="Ukraine"),
        PlaceUnit(place="Rc16", at="701 Petrograd"),
        ReduceUnit(reduce="item"),
        AddNote(note="Red begins."),
        SetVariables(set={"gone": "yes", "unread": 1}),
        AddToVariables(add={"unread": 1}),
    ]
    assert words.effects(effects) == (
        "Place 1 Army and 2 Army (Ukraine). Place c16 (Petrograd 701). Reduce it (turn to the reduced side). "
        "Red begins. Note ‘gone’: **yes**."
    )


def test_tests_in_words(words: Words) -> None:
    assert (
        words.test(RollTest(at_most="turn", success="peace", failure="war"))
        == "On B or less **peace**, otherwise **war**."
    )


@pytest.mark.parametrize(
    ("amount", "text"), [(1, "+1"), (-2, "−2"), (0, "±0"), ("choice", "+"), (Calc(of="choice", times=-1), "−")]
)
def test_modifiers_have_a_sign(amount: Any, text: str) -> None:
    assert signed(amount) == text


def test_numbers_and_lists_are_typeset() -> None:
    assert [typeset(text) for text in ("1-3", "-1", "well-known", 5)] == ["1–3", "−1", "well-known", "5"]
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_views_are_plain_data(triumph: Game) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, tuple):
            return isinstance(value, Frame) or all(map(plain, value))
        if is_dataclass(value):
            return all(plain(getattr(value, field.name)) for field in fields(value))
        return value is None or isinstance(value, (str, int, bool))

    setter = Setter()
    for document in (
        charts(triumph, BOOK),
        aids(triumph, BOOK),
        checklists(triumph),
        forms(triumph),
        rulings_sheet(triumph),
        setup_sheet(triumph, settle(triumph, "campaign"), setter),
    ):
        assert plain(document)
