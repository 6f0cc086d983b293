"""Exact odds of small procedures, computed by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice import odds
from rcwkit.dice.exact import Effort, Shared, Sums, TooLargeError, sums
from rcwkit.dice.odds import Answer, Known, readings, report, request_odds
from rcwkit.dice.plan import Plan, plan, with_answers
from rcwkit.dice.questions import Question, question
from rcwkit.dice.walk import State, begin
from test_walk import game, one, values


def test_a_mean_is_exact() -> None:
    (answer,) = report(
        one([{"id": "a", "times": 200, "roll": "2d10"}], report={"r": {"title": "r", "of": {"sum": "a"}}})
    )
    assert answer.mean == 2200
    (answer,) = report(
        one([{"id": "a", "roll": "1d6", "rows": {"1-2": 0, "3-6": 1}}], report={"r": {"title": "r", "of": "a"}})
    )
    assert answer.mean == Fraction(2, 3)


def test_classes_that_a_step_tells_apart_stay_apart() -> None:
    deck = {"title": "D", "cards": "1-9", "classes": {"x": [1], "y": [2, 3], "z": [4, 5, 6]}}
    draws = {"id": "a", "draw": {"deck": "d", "count": 2}, "then": {"y": [{"add": {"n": 1}}]}}
    guarded = {"id": "b", "when": {"any": {"a": "z"}}, "roll": "1d2"}
    ready = one(
        [draws, guarded],
        decks={"d": deck},
        variables={"n": 0},
        report={"n": {"title": "n", "of": "n"}, "b": {"title": "b", "of": "b"}},
    )
    assert values(ready, "n") == {n: Fraction(comb(2, n) * comb(7, 2 - n), 36) for n in range(3)}
    assert values(ready, "b")[0] == Fraction(comb(6, 2), 36)


def test_a_whole_tally_is_exact_where_it_is_small() -> None:
    ready = one([{"id": "a", "times": 3, "roll": "1d2"}], report={"r": {"title": "r", "of": "a"}})
    assert values(ready) == {
        "3 1": Fraction(1, 8),
        "2 1, 1 2": Fraction(3, 8),
        "1 1, 2 2": Fraction(3, 8),
        "3 2": Fraction(1, 8),
    }


def test_a_step_repeated_within_a_repeated_group_counts_every_time() -> None:
    """Bug: only the results of the last item were kept."""
    group = {"id": "g", "for_each": ["p", "q"], "steps": [{"id": "a", "times": 2, "roll": "1d6"}]}
    ready = one([group], report={"r": {"title": "r", "of": {"sum": "a"}}})
    ways = [sum(faces) for faces in product(range(1, 7), repeat=4)]
    assert values(ready) == {total: Fraction(ways.count(total), 6**4) for total in range(4, 25)}


def test_a_repeated_step_that_reads_its_items_input_is_not_raised_to_a_power() -> None:
    """Merging equal steps must respect that `x.item` is another input for every item."""
    step = {"id": "a", "for_each": ["p", "q"], "roll": "1d6", "test": {"at_most": "x.item"}}
    inputs = {f"x.{item}": {"title": "X", "range": "0-6"} for item in ("p", "q")}
    ready = one(
        [step], {"x.p": 1, "x.q": 5}, inputs=inputs, report={"r": {"title": "r", "of": {"count": {"a": "yes"}}}}
    )
    assert values(ready) == {0: Fraction(5, 36), 1: Fraction(26, 36), 2: Fraction(5, 36)}


def test_a_repeated_step_that_reads_its_item_is_not_either() -> None:
    step = {"id": "a", "for_each": [1, 5], "roll": "1d6", "test": {"at_most": "item"}}
    assert values(one([step], report={"r": {"title": "r", "when": {"every": {"a": "yes"}}}}))[True] == Fraction(5, 36)


def test_a_repeated_step_that_sets_a_name_is_asked_for_its_value() -> None:
    """Bug: what a step raised to a power wrote was lost, and a word came out as 0."""
    step = {"id": "a", "times": 2, "roll": "1d2", "then": {"*": [{"set": {"w": "x"}}]}}
    report = {"r": {"title": "r", "of": "w"}, "s": {"title": "s", "when": {"w": {"not": "x"}}}}
    ready = one([step], variables={"w": "x"}, report=report)
    assert values(ready) == {"x": 1}
    assert values(ready, "s") == {True: 0}


def test_a_repeated_step_that_ends_itself_is_not_either() -> None:
    step = {"id": "a", "times": 4, "when": {"n": 0}, "roll": "1d2", "then": {2: [{"add": {"n": 1}}]}}
    ready = one([step], variables={"n": 0}, report={"r": {"title": "r", "of": {"count": {"a": [1, 2]}}}})
    assert values(ready) == {1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 8), 4: Fraction(1, 8)}


def test_a_variable_that_is_set_later_is_not_a_sum() -> None:
    steps = [{"id": "a", "roll": "1d2", "then": {"*": [{"add": {"n": "a"}}]}}, {"id": "b", "do": [{"set": {"n": 7}}]}]
    assert values(one(steps, variables={"n": 0}, report={"r": {"title": "r", "of": "n"}})) == {7: 1}


def test_a_tally_that_a_later_step_reads_is_kept_for_it() -> None:
    steps = [
        {"id": "a", "times": 3, "roll": "1d2"},
        {"id": "b", "when": {"value": {"sum": "a"}, "at_least": 5}, "roll": "1d2"},
    ]
    ready = one(steps, report={"r": {"title": "r", "of": {"sum": "a", "plus": "b"}}})
    assert values(ready) == {
        3: Fraction(1, 8),
        4: Fraction(3, 8),
        6: Fraction(3, 16),
        7: Fraction(1, 4),
        8: Fraction(1, 16),
    }


def test_known_odds_serve_other_answers_only_where_nothing_reads_them() -> None:
    step = {"id": "a", "times": 2, "roll": "1d2"}
    inputs = {"k": {"title": "K", "range": "0-9"}}
    found = game(
        {
            "p": {
                "title": "P",
                "inputs": inputs,
                "steps": [step],
                "report": {"r": {"title": "r", "of": {"sum": "a", "plus": "k"}}},
            }
        }
    )
    known: Known = {}
    means = [report(plan(found, "p", {"k": k}), known)[0].mean for k in (0, 4, 0)]
    assert means == [3, 7, 3]
    assert len(known) == 2


def test_a_procedure_without_questions_has_the_odds_of_its_first_roll() -> None:
    (answer,) = report(one([{"id": "a", "roll": "2d6", "rows": {"2-6": "low", "7-12": "high"}}]))
    assert dict(answer.distribution) == {"low": Fraction(15, 36), "high": Fraction(21, 36)}
    assert (answer.id, answer.chance) == ("result", None)
    (answer,) = report(one([{"id": "a", "do": [{"note": "x"}]}]))
    assert answer.distribution == ()


def test_a_procedure_without_dice_is_certain() -> None:
    asked = {
        "n": {"title": "n", "of": {"of": "n", "times": 3}},
        "w": {"title": "w", "when": {"n": 2}},
        "five": {"title": "f", "of": 5},
    }
    ready = one([{"id": "a", "do": [{"add": {"n": 2}}]}], variables={"n": 0}, report=asked)
    assert [values(ready, name) for name in ("n", "w", "five")] == [{6: 1}, {True: 1}, {5: 1}]


def test_answers_that_only_the_first_roll_reads_share_the_later_work() -> None:
    steps = [
        {
            "id": "a",
            "roll": "1d6",
            "rows": {"0-3": "x", "4-20": "y"},
            "beyond": "error",
            "drm": [{"add": {"of": "n", "plus": "m"}, "text": "t"}],
        },
        {"id": "b", "when": {"a": "y"}, "roll": "1d6"},
    ]
    inputs = {name: {"title": name, "range": "0-2"} for name in ("n", "m")}
    found = game({"p": {"title": "P", "steps": steps, "inputs": inputs, "report": {"b": {"title": "b", "of": "b"}}}})
    known: Known = {}
    for n, m in product(range(3), repeat=2):
        report(plan(found, "p", {"n": n, "m": m}), known)
    assert len(known) == 4, "of the sums 0 to 4, the last two always read the same"


def test_decks_that_answers_thin_out_are_not_shared() -> None:
    deck = {"title": "D", "cards": "1-4", "classes": {"odd": [1, 3], "even": [2, 4]}, "without": "out"}
    steps = [{"id": "a", "roll": "1d6"}, {"id": "d", "draw": {"deck": "q"}}]
    report_ = {"d": {"title": "d", "of": {"count": {"d": "odd"}}}}
    found = game(
        {
            "p": {
                "title": "P",
                "steps": steps,
                "inputs": {"out": {"title": "o", "list": "1-4"}},
                "decks": {"q": deck},
                "report": report_,
            }
        }
    )
    known: Known = {}
    chances = [dict(report(plan(found, "p", {"out": out}), known)[0].distribution)[1] for out in ("-", "1", "2+4")]
    assert chances == [Fraction(1, 2), Fraction(1, 3), Fraction(1)]


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("distribution", "mean"),
    [
        (((1, HALF), (4, HALF)), Fraction(5, 2)),
        (((-3, Fraction(1, 4)), (0, Fraction(5, 12)), (2, THIRD)), Fraction(-1, 12)),
        (((7, Fraction(1)),), 7),
        (((1, HALF), ("x", HALF)), None),
        ((), None),
    ],
)
def test_numbers_alone_have_a_mean(distribution: tuple[tuple[Any, Fraction], ...], mean: Fraction | None) -> None:
    assert Answer("a", "A", None, distribution).mean == mean


def test_answers_have_the_names_of_their_questions_and_values_in_order() -> None:
    step = {"id": "a", "roll": "1d6", "rows": {1: 10, 2: "b", 3: 9, 4: "a", 5: -1, 6: "a"}}
    asked = {
        "of": {"title": "What", "of": "a"},
        "never": {"title": "Never", "when": {"a": "c"}},
        "ten": {"title": "Ten", "when": {"a": 10}},
    }
    sixth = Fraction(1, 6)
    assert report(one([step], report=asked)) == [
        Answer("of", "What", None, ((-1, sixth), (9, sixth), (10, sixth), ("a", THIRD), ("b", sixth))),
        Answer("never", "Never", Fraction(0), ()),
        Answer("ten", "Ten", sixth, ()),
    ]


def test_a_single_roll_has_the_title_of_its_procedure() -> None:
    assert report(one([{"id": "a", "roll": "1d2"}, {"id": "b", "roll": "1d6"}])) == [
        Answer("result", "P", None, ((1, HALF), (2, HALF)))
    ]


def test_values_that_a_calculation_makes_equal_are_one() -> None:
    ready = one(
        [{"id": "a", "times": 2, "roll": "1d3"}],
        report={"r": {"title": "r", "of": {"sum": "a", "least": 3, "most": 5}}},
    )
    assert values(ready) == {3: THIRD, 4: THIRD, 5: THIRD}


DECK = {"title": "D", "cards": "1-4", "classes": {"x": [1]}}


@pytest.mark.parametrize(
    ("step", "result", "chance"),
    [
        ({"roll": "2d6"}, 3, Fraction(1, 18)),
        ({"roll": "2d6"}, 1, 0),
        ({"roll": "1d6", "rows": {"1-4": "x", "5-6": "y"}}, "y", THIRD),
        ({"draw": {"deck": "d"}}, "x", Fraction(1, 4)),
        ({"draw": {"deck": "d"}}, "other", Fraction(3, 4)),
    ],
)
def test_the_chance_of_one_result_of_one_roll(step: dict[str, Any], result: Any, chance: Fraction) -> None:
    _, _, request = begin(one([{"id": "a", **step}], decks={"d": DECK}))
    assert request is not None
    assert request_odds(request, result) == chance


def test_the_values_of_a_report_after_one_walk() -> None:
    asked = {
        "sum": {"title": "Sum", "of": {"of": "a", "plus": 1}},
        "six": {"title": "A six", "when": {"a": 6}},
        "four": {"title": "A four", "when": {"a": 4}},
        "tally": {"title": "Tally", "of": "b"},
        "any": {"title": "A roll", "when": {"a": {"at_least": 1}}, "told": False},
    }
    ready = one([{"id": "a", "roll": "1d6"}, {"id": "b", "times": 2, "roll": "1d6"}], report=asked)
    found = readings(ready, State((), (("a", 4), ("b", ((2, 1), (5, 1))))))
    assert found == (("Sum", "5"), ("A four", ""), ("Tally", "1 2, 1 5"))


def numbered(steps: list[dict[str, Any]]) -> list[Plan]:
    """Return the plans of a procedure with the answers 0 and 1 for `n`."""
    fields: dict[str, Any] = {"variables": {"v": 0}, "report": {"r": {"title": "r", "of": "v"}}}
    found = game({"p": {"title": "P", "steps": steps, "inputs": {"n": {"title": "N", "range": "0-1"}}, **fields}})
    return [plan(found, "p", {"n": n}) for n in (0, 1)]


LATER = {"id": "z", "do": [{"add": {"v": "n"}}]}


@pytest.mark.parametrize(
    ("steps", "shared"),
    [
        ([{"id": "a", "roll": "1d2"}], True),
        ([{"id": "a", "roll": "1d2", "drm": [{"add": "n", "text": "t"}]}], False),
        (
            [{"id": "a", "roll": "1d2", "rows": {"1-3": "x"}, "beyond": "error", "drm": [{"add": "n", "text": "t"}]}],
            True,
        ),
        ([{"id": "a", "roll": "1d2", "then": {1: [{"add": {"v": "n"}}]}}], False),
        ([{"id": "a", "roll": "1d2"}, LATER], False),
        ([{"id": "s", "do": [{"set": {"v": "n"}}]}, {"id": "a", "roll": "1d2"}], False),
    ],
    ids=["nowhere", "in what is rolled", "in what makes no difference", "in an effect", "later", "before"],
)
def test_odds_are_shared_by_answers_that_make_no_difference(steps: list[dict[str, Any]], shared: bool) -> None:
    known: Known = {}
    for ready in numbered(steps):
        assert report(ready, known) == report(ready)
    assert len(known) == (1 if shared else 2)


def test_known_results_are_not_computed_again() -> None:
    first, second = numbered([{"id": "a", "roll": "1d2"}])
    known: Known = {}
    assert dict(report(first, known)[0].distribution) == {0: 1}
    (key,) = known
    known[key] = [({7: 3}, 3)]
    assert dict(report(second, known)[0].distribution) == {7: 1}


def test_a_procedure_without_dice_is_shared_with_nobody() -> None:
    known: Known = {}
    assert [dict(report(ready, known)[0].distribution) for ready in numbered([LATER])] == [{0: 1}, {1: 1}]
    assert known == {}


FIRST = {"id": "a", "roll": "1d3"}
READING: dict[str, dict[str, Any]] = {
    "nothing": {"id": "b", "roll": "1d6"},
    "a modifier": {"id": "b", "roll": "1d6", "drm": [{"add": "n", "text": "t"}]},
    "a guard": {"id": "b", "when": {"value": "n", "at_least": "a"}, "roll": "1d6"},
    "a test": {"id": "b", "roll": "1d6", "test": {"at_least": {"of": "n", "plus": 2}}},
    "how often": {"id": "b", "times": "n", "roll": "1d6"},
    "an effect": {"id": "b", "roll": "1d6", "then": {"*": [{"add": {"v": "n"}}]}},
    "an effect without dice": {"id": "b", "when": {"a": 2}, "do": [{"set": {"v": "n"}}]},
    "a step in a group": {
        "id": "b",
        "times": 2,
        "steps": [{"id": "c", "roll": "1d2", "then": {1: [{"add": {"v": "n"}}]}}],
    },
}


@pytest.mark.parametrize(
    "asked", [{"of": "v"}, {"when": {"value": "v", "at_least": "n"}}, {"when": {"v": 0}}], ids=["v", "v or n", "when"]
)
@pytest.mark.parametrize("reading", READING)
def test_what_was_found_serves_other_answers_only_where_nothing_reads_them(reading: str, asked: dict[str, Any]) -> None:
    fields = {
        "title": "P",
        "inputs": {"n": {"title": "N", "range": "0-3"}},
        "variables": {"v": 0},
        "steps": [FIRST, READING[reading], {"id": "z", "roll": "1d6", "then": {6: [{"add": {"v": "a"}}]}}],
        "report": {"r": {"title": "r", **asked}, "b": {"title": "b", "of": "a"}},
    }
    found = game({"p": fields})
    before = plan(found, "p", {"n": 0})
    report(before)
    for n in (1, 2, 3):
        assert report(with_answers(found, before, {"n": n})) == report(plan(found, "p", {"n": n}))


def test_what_was_found_before_counts_as_work_all_the_same() -> None:
    ready = one(
        [{"id": "a", "times": 4, "roll": "1d6"}, {"id": "b", "roll": "1d6"}],
        report={"r": {"title": "r", "of": {"sum": "a", "plus": "b"}}},
    )
    asked, shared, left = [question(ready, each) for each in ready.procedure.report.values()], Shared(), []
    for _ in range(2):
        effort = Effort(100_000)
        sums(ready, asked, effort, shared)
        left.append(effort.left)
    assert shared.branches and shared.onward
    assert left[0] == left[1] < 100_000


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Record the number of questions computed together and the allowed work, for each computation of odds."""
    found: list[tuple[int, int]] = []

    def noted(ready: Plan, questions: list[Question], effort: Effort, shared: Shared | None = None) -> Sums:
        found.append((len(questions), effort.left))
        return sums(ready, questions, effort, shared)

    monkeypatch.setattr(odds, "sums", noted)
    monkeypatch.setattr(odds, "TOGETHER", 3000)
    monkeypatch.setattr(odds, "MOST", 60_000)
    return found


def test_questions_are_asked_together(efforts: list[tuple[int, int]]) -> None:
    asked = {name: {"title": name, "of": name} for name in ("a", "b")}
    ready = one([{"id": "a", "roll": "1d3"}, {"id": "b", "roll": "1d2"}], report=asked)
    assert (values(ready, "a"), values(ready, "b")) == (dict.fromkeys((1, 2, 3), THIRD), {1: HALF, 2: HALF})
    assert efforts == [(2, 3000), (2, 3000)]


def test_a_single_question_has_all_the_work_at_once(efforts: list[tuple[int, int]]) -> None:
    values(one([{"id": "a", "roll": "1d3"}], report={"r": {"title": "r", "of": "a"}}))
    assert efforts == [(1, 60_000)]


def test_questions_too_large_together_are_asked_by_themselves(efforts: list[tuple[int, int]]) -> None:
    """Three dice are each compared with another: together every combination counts, for one question a single die."""
    asked = {f"q{at}": {"title": "q", "when": {"value": f"s{at}", "at_least": f"s{5 - at}"}} for at in range(3)}
    answers = report(one([{"id": f"s{at}", "roll": "1d6"} for at in range(6)], report=asked))
    assert [(answer.id, answer.chance) for answer in answers] == [(name, Fraction(21, 36)) for name in asked]
    assert [asked for asked, _ in efforts] == [3, 1, 1, 1]
    allowed = [left for _, left in efforts]
    assert allowed[0] == 3000
    assert 60_000 == allowed[1] > allowed[2] > allowed[3] > 0


def test_odds_that_are_too_large_say_where(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = one([{"id": "a", "roll": "1d6"}], report={"r": {"title": "r", "of": "a"}})
    node = ready.nodes[0]

    def too_large(*asked: Any) -> Sums:
        raise TooLargeError(node, "5 states")

    monkeypatch.setattr(odds, "sums", too_large)
    with pytest.raises(InputError) as caught:
        report(ready)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.span) == (
        "E510",
        "the exact odds are too large at step 'a': 5 states",
        node.span,
    )
    assert found.hint == "split the procedure, or report counts"


@pytest.mark.parametrize("asked", [{}, {"r": {"title": "r", "of": "a"}}], ids=["no question", "question"])
def test_data_that_lead_nowhere_are_refused_at_their_step(asked: dict[str, Any]) -> None:
    ready = one([{"id": "a", "roll": "1d6", "rows": {"1-5": "x"}, "beyond": "error"}], report=asked)
    with pytest.raises(InputError) as caught:
        report(ready)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.span) == ("E511", "no row for 6", Span("toy.yaml"))
