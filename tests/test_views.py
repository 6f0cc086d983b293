"""Views: the contents of documents, before any template sees them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from companion_support import companion_of
from rcwkit.diagnostics import InputError
from rcwkit.dice.conditions import Calc, parse_condition
from rcwkit.dice.model import AddNote, AddToVariables, Effect, PlaceUnit, ReduceUnit, SetVariables
from rcwkit.dice.model import Test as RollTest
from rcwkit.dice.settle import settle
from rcwkit.dice.values import passes
from rcwkit.document.blocks import DocumentPart, Grid, Heading, Point, Ruling, flagged, flags, signed
from rcwkit.document.chart_blocks import charts
from rcwkit.document.deployed import checklists
from rcwkit.document.form_blocks import forms
from rcwkit.document.form_words import ProcedureWords
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling as Decision
from rcwkit.kinds.aids.say import FEW, aids, all_rulings, rulings_sheet
from rcwkit.kinds.setup.say import setup_sheet
from rcwkit.source.language import ENGLISH, typeset
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import TOY, WriteGame, shipped

BOOK = FontBook()


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    return load(write_game(TOY))


def test_documents_without_content_have_no_parts(write_game: WriteGame) -> None:
    game = load(write_game({"game.yaml": TOY["game.yaml"]}))
    for document in (charts(game, BOOK), aids(game, BOOK), checklists(game), forms(game), rulings_sheet(game)):
        assert document.parts == ()


def numbers(part: DocumentPart) -> list[int]:
    """Return the numbers of the rulings in a part, in order."""
    return [block.number for block in part.blocks if isinstance(block, Ruling)]


def test_the_sheet_of_the_table_has_every_number_once_those_to_decide_first(triumph: Game) -> None:
    (part,) = rulings_sheet(triumph).parts
    assert isinstance(part.blocks[0], Grid)
    decided = {ruling_numbers(triumph)[name] for name, item in triumph[Decision].items() if item.value.decide}
    assert set(numbers(part)[: len(decided)]) == decided
    assert sorted(numbers(part)) == list(range(1, len(ruling_numbers(triumph)) + 1))


@pytest.mark.parametrize("name", ["soviet_dawn", "triumph_of_chaos"])
def test_a_short_sheet_of_rulings_has_more_lines_for_what_else_is_agreed(name: str) -> None:
    game = shipped(name)
    (part,) = rulings_sheet(game).parts
    (also,) = [block for block in part.blocks if isinstance(block, Grid) and block.heads == ("Also agreed",)]
    assert len(also.rows) == (3 if len(ruling_numbers(game)) < FEW else 0)


def test_rulings_of_the_table_stand_under_their_moments(triumph: Game) -> None:
    (part,) = rulings_sheet(triumph).parts
    moments: list[str] = []
    for block in part.blocks:
        if isinstance(block, Heading):
            moments.append(block.text)
        assert not isinstance(block, Ruling) or block.moment == moments[-1]
    (rest,) = (at for at, text in enumerate(moments) if text.startswith("Other rulings, "))
    for part_of in (moments[:rest], moments[rest + 1 :]):
        assert len(part_of) == len(set(part_of)) > 3


def test_the_study_sheet_has_all_rulings_and_slips_without_numbers(triumph: Game) -> None:
    rulings, slips = all_rulings(triumph).parts
    assert numbers(rulings) == list(range(1, len(ruling_numbers(triumph)) + 1))
    assert not any(block.decide or block.brief for block in rulings.blocks if isinstance(block, Ruling))
    marked = [item.value for item in triumph[Decision].values() if item.value.slip]
    assert [block.text.split(".**")[0] for block in slips.blocks if isinstance(block, Point)] == [
        f"**{one.title}" for one in marked
    ]


def test_the_companion_has_its_rulings_by_moment_of_play_as_on_paper(triumph: Game) -> None:
    *moments, slips = all_rulings(triumph, by_moment=True).parts
    assert len(moments) > 3
    for part in moments:
        assert {block.moment for block in part.blocks if isinstance(block, Ruling)} == {part.title}
    assert sorted(number for part in moments for number in numbers(part)) == numbers(all_rulings(triumph).parts[0])
    assert slips == all_rulings(triumph).parts[1]
    page = companion_of("triumph_of_chaos")
    asked = page[page.index('class="agreed"') : page.index("</fieldset>", page.index('class="agreed"'))]
    decided = {item.value.moment for item in triumph[Decision].values() if item.value.decide}
    assert re.findall(r"<h3>(.*?)</h3>", asked) == [part.title for part in moments if part.title in decided]


def test_slips_take_no_number_and_leave_no_mark(write_game: WriteGame) -> None:
    game = load(write_game({"game.yaml": TOY["game.yaml"], "rulings.yaml": SLIPS}))
    assert ruling_numbers(game) == {"first": 1, "last": 2}
    assert flags(game, ("misspelt", "last")) == (2,)
    assert flagged("See {ruling misspelt} and {ruling last}.", game) == "See and{flag 2}."


def test_a_ruling_cannot_be_a_slip_and_to_be_decided(write_game: WriteGame) -> None:
    wrong = SLIPS.replace("slip: true", "slip: true, decide: true")
    with pytest.raises(InputError, match="a slip leaves nothing to decide"):
        load(write_game({"game.yaml": TOY["game.yaml"], "rulings.yaml": wrong}))


SLIPS = """\
kind: rulings
id: rulings
source: Rules
rulings:
  first: {type: gap, title: First, places: [{rule: "1", says: Nothing.}], prints: This.}
  misspelt: {type: misprint, title: Second, places: [{rule: "2", says: Tow.}], prints: Two., slip: true}
  last: {type: unclear, title: Third, places: [{rule: "3", says: Much.}], prints: That., moment: At night}
"""


WORDS_GAME_LABELS = {"controller": "Who leads?", "turn": "Turn", "peasants": "Peasant army"}


@pytest.fixture
def words(toy: Game) -> ProcedureWords:
    return ProcedureWords(toy, WORDS_GAME_LABELS, {"controller": {"red": "Red", "white": "White"}})


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ({"controller": "red"}, "Who leads? **Red**"),
        ({"controller": ["red", "white"]}, "Who leads? **Red or White**"),
        ({"controller": {"not": "red"}}, "Who leads? not **Red**"),
        ({"turn": {"at_least": 4}}, "Turn: **4 or more**"),
        ({"turn": {"at_most": 4}}, "Turn: **4 or less**"),
        ({"turn": {"at_least": 2, "at_most": 3}}, "Turn: **2–3**"),
        ({"turn": {"at_least": Calc(of="peasants", plus=1)}}, "Turn: more than ‘Peasant army’"),
        ({"any": {"peasants": "green"}}, "Peasant army, any: green"),
        ({"count": {"peasants": "green"}, "at_least": 2}, "how often ‘Peasant army’ gave green is **2 or more**"),
        ({"controller": "red", "turn": 9}, "Who leads? **Red**; Turn: **9**"),
        ({"either": [{"turn": 1}, {"turn": 2}]}, "Turn: **1** or Turn: **2**"),
        ({"none": [{"turn": 1}, {"turn": 2}]}, "not Turn: **1** nor Turn: **2**"),
        ({"controller.ukraine": "red"}, "Ukraine: Who leads? **Red**"),
        ({"controller.item": "red", "item": ["ukraine", "Ra1"]}, "Who leads? **Red**; Ukraine or 1 Army"),
        ({"item": {"not": "ukraine"}}, "not Ukraine"),
    ],
)
def test_conditions_in_words(words: ProcedureWords, condition: dict[str, Any], text: str) -> None:
    assert words.condition(parse_condition(condition)) == text


def meant(text: str, level: int) -> Callable[[int], bool]:
    """Return the test that the words of a condition name, read as a player reads them."""
    number = {"‘Level’": level}
    tests: list[Callable[[int], bool]] = []
    for part in re.split(", and | and |, ", text.removeprefix("Turn: ").replace("**", "")):
        wanted, _, rest = part.partition(" or ")
        if part.startswith("not "):
            none = {int(one) for one in part.removeprefix("not ").split(" or ")}
            tests.append(lambda value, none=none: value not in none)  # type: ignore[misc]
        elif part.startswith("more than "):
            least = number[part.removeprefix("more than ")]
            tests.append(lambda value, least=least: value > least)  # type: ignore[misc]
        elif rest in ("more", "less"):
            bound = number.get(wanted) or int(wanted)
            sign = 1 if rest == "more" else -1
            tests.append(lambda value, bound=bound, sign=sign: sign * value >= sign * bound)  # type: ignore[misc]
        elif "–" in part:
            low, high = (number.get(end) or int(end) for end in part.split("–"))
            tests.append(lambda value, low=low, high=high: low <= value <= high)  # type: ignore[misc]
        else:
            some = {number.get(one) or int(one) for one in part.split(" or ")}
            tests.append(lambda value, some=some: value in some)  # type: ignore[misc]
    return lambda value: all(test(value) for test in tests)


TESTS: dict[str, list[Any]] = {
    "is": [None, 3, [2, 5]],
    "not": [None, 3, [4, 6]],
    "at_least": [None, 3, "level", {"of": "level", "plus": 1}],
    "at_most": [None, 3, 5, "level"],
}


@pytest.mark.parametrize("given", [one for one in product(*TESTS.values()) if any(test is not None for test in one)])
def test_all_tests_of_a_condition_are_worded(toy: Game, given: tuple[Any, ...]) -> None:
    words = ProcedureWords(toy, {"turn": "Turn", "level": "Level"}, {})
    tests = {name: test for name, test in zip(TESTS, given, strict=True) if test is not None}
    for name, test in tests.items():
        if isinstance(test, dict):
            tests[name] = Calc(**test)
    condition = parse_condition({"turn": tests})
    text = words.condition(condition)
    assert "3–3" not in text and "‘Level’–‘Level’" not in text
    for level in range(2, 6):
        view = SimpleNamespace(value={"level": level}.get)
        for turn in range(1, 8):
            assert meant(text, level)(turn) == passes(view, condition, turn), (text, level, turn)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (-2, "−2"),
        ("turn", "‘Turn’"),
        (Calc(of="turn", times=2, plus=-1), "2 × ‘Turn’ − 1"),
        (Calc(of="turn", times=-1, plus=7, least=0), "−‘Turn’ + 7, at least 0"),
        (Calc(sum="peasants"), "sum of ‘Peasant army’"),
        (Calc(lookup="turn9", row="turn", column="neutral"), "the chart ‘Turn 9’ (‘Turn’, Neutral)"),
    ],
)
def test_amounts_in_words(words: ProcedureWords, amount: Any, text: str) -> None:
    assert words.amount(amount) == text


def test_effects_in_words(words: ProcedureWords) -> None:
    effects: list[Effect] = [
        PlaceUnit(place="Ra1", where="Ukraine"),
        PlaceUnit(place="Ra2", where="Ukraine"),
        PlaceUnit(place="Rc16", at="701 Petrograd"),
        ReduceUnit(reduce="item"),
        AddNote(note="Red begins."),
        SetVariables(set={"gone": "yes"}),
        AddToVariables(add={"lost": 1}),
    ]
    assert words.effects(effects) == (
        "Place 1 Army and 2 Army (Ukraine). Place c16 (Petrograd 701). Reduce it (turn to the reduced side). "
        "Red begins."
    )


def test_what_is_looked_up_to_be_added_is_written_down(words: ProcedureWords) -> None:
    fixed, chosen = ({"lost": Calc(lookup="turn9", row=row, column="neutral")} for row in (1, "turn"))
    told = replace(words, answers={"turn": {1: "first", 9: "ninth"}})
    assert told.effects([AddToVariables(add=fixed)]).startswith("**")
    assert told.effects([AddToVariables(add=chosen)]).startswith("Turn: first **")
    assert told.effects([AddToVariables(add=chosen)]).endswith("** ____")


def test_tests_in_words(words: ProcedureWords) -> None:
    found = words.test(RollTest(at_most="turn", success="peace", failure="war"))
    assert found == "‘Turn’ or less: **peace**; otherwise **war**."


@pytest.mark.parametrize(
    ("amount", "text"), [(1, "+1"), (-2, "−2"), (0, "±0"), ("choice", "+"), (Calc(of="choice", times=-1), "−")]
)
def test_modifiers_have_a_sign(amount: Any, text: str) -> None:
    assert signed(amount) == text


def test_numbers_and_lists_are_typeset() -> None:
    assert [typeset(text) for text in ("1-3", "-1", "well-known", 5)] == ["1–3", "−1", "well-known", "5"]
    assert [ENGLISH.listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_views_are_plain_data(triumph: Game) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, tuple):
            return isinstance(value, Frame) or all(map(plain, value))
        if is_dataclass(value):
            return all(plain(getattr(value, field.name)) for field in fields(value))
        return value is None or isinstance(value, (str, int, float, bool))

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
