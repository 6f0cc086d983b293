"""Expressions of layouts: what they mean, compared with Jinja itself; what they refuse, and where."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined, TemplateError
from rcwkit.faces.evaluation import FILTERS, TESTS, Unfit, compiled, said
from rcwkit.faces.expressions import DEEPEST, TOKENS, Malformed, nodes, parsed, reworded, words

VALUES: dict[str, Any] = {
    "a": 3,
    "b": -2,
    "c": 2.5,
    "word": "rail",
    "empty": "",
    "list": [3, 1, 2],
    "words": ["north", "east"],
    "map": {"key": "value", "n": 7},
    "yes": True,
}


def value(text: str) -> Any:
    return compiled(parsed(text), FILTERS, TESTS, located=True)(VALUES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("{{ a }}", 3),
        ("{{ a }} of {{ c * 2 }}", "3 of 5"),
        ("{{ 1 + 2 * 3 - 4 // 3 }}", 6),
        ("{{ word | upper ~ '!' }}", "RAIL!"),
        ("{{ words | join(', ') }}", "north, east"),
        ("{{ map.key }}{{ map['n'] }}", "value7"),
        ("{{ list[0] if a > 2 and not empty else none }}", 3),
        ("{{ 1 < a <= 3 }}", True),
        ("{{ 'east' in words }}", True),
        ("{{ 'ai' not in word }}", False),
        ("{{ none is none }}", True),
        ("{{ empty | default('–') }}", "–"),
        ("{{ a | pad(3) }} {{ b | signed }} {{ a | signed }} {{ 14 | roman }}", "003 −2 +3 XIV"),
        ("{{ {'x': {'y': 1}}.x.y }}", 1),
        ("{{ [a, b] | max }} {{ list | sort }}", "3 1, 2, 3"),
        ("{{ none.thing }}", None),
        ("{{ yes }}{{ none }}{{ 2.0 }}", "yes2"),
        ("{{ '}}' }}", "}}"),
        ("{{ 'it\\'s' }}", "it's"),
        ("{{ -a | abs }}", 3),
        ("{{ a is odd }} {{ a is not even }}", "yes yes"),
        ("{{ (a + 1) * 2 }}", 8),
        ("{die 4} { a }", "{die 4} { a }"),
    ],
)
def test_an_expression_has_its_value(text: str, expected: Any) -> None:
    assert value(text) == expected
    assert type(value(text)) is type(expected)


TERMS = st.sampled_from(
    [
        "a",
        "b",
        "c",
        "word",
        "map.key",
        "list[1]",
        "words[0]",
        "7",
        "2.5",
        "'x'",
        "word | upper",
        "'ab' | capitalize",
        "list",
        "yes",
        "none",
    ]
)
EXPRESSIONS = st.recursive(
    TERMS,
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", ">=", "and", "or", "in"]),
            inner,
        ).map(" ".join),
        st.tuples(inner, inner, inner).map(lambda three: "{} if {} else {}".format(*three)),
        inner.map(lambda one: f"({one})"),
        inner.map(lambda one: f"not {one}"),
        inner.map(lambda one: f"-{one}"),
        st.tuples(inner, st.sampled_from(["length", "first", "abs", "last", "int"])).map(" | ".join),
        st.tuples(inner, st.sampled_from(["none", "odd", "even", "number", "string"])).map(" is ".join),
    ),
    max_leaves=5,
)


@given(EXPRESSIONS)
def test_expressions_mean_what_they_mean_in_jinja(expression: str) -> None:
    """Where both have a value, it is the same; ours refuses more, such as numbers times texts.

    To us, yes and no are not numbers.
    """
    environment = Environment(undefined=StrictUndefined)
    environment.tests["number"] = lambda one: isinstance(one, (int, float)) and not isinstance(one, bool)
    try:
        ours = value("{{ " + expression + " }}")
    except (Malformed, Unfit):
        return
    try:
        theirs = environment.compile_expression(expression, undefined_to_none=False)(**VALUES)
    except (TemplateError, TypeError, ZeroDivisionError, OverflowError):
        return  # a value of nothing, which is an error there
    if "~" in expression or isinstance(theirs, float):
        return  # numbers and none are written differently
    assert ours == theirs or said(ours) == str(theirs)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("{{ a", 0, "an expression without its closing braces"),
        ("x {{ a b }}", 7, "'b' does not belong here"),
        ("{{ word.upper() }}", 13, "calls are not allowed"),
        ("{{ range(9) }}", 8, "calls are not allowed"),
        ("{% if a %}", 0, "statements are not allowed"),
        ("{{ }}", 3, "something is missing here"),
        ("{{ 1 + }}", 7, "something is missing here"),
        ("{{ a ? b }}", 5, "'?' is not part of an expression"),
        ("{{ a ** 2 }}", 6, "'*' does not belong here"),
        ("{{ (a }}", 6, "')' is missing"),
        ("{{ {a: 1} }}", 4, "a key that is neither a text in quotes nor a number"),
        ("{{ if }}", 3, "'if' does not belong here"),
        ("{{ " + "(" * DEEPEST + "a" + ")" * DEEPEST + " }}", 23, f"nested deeper than {DEEPEST}"),
        ("{{ a" + " + a" * TOKENS + " }}", 2, f"an expression of more than {TOKENS} words and signs"),
    ],
)
def test_what_is_no_expression_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        parsed(text)
    assert (caught.value.at, caught.value.message) == (at, message)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("{{ wrd }}", 3, "unknown name 'wrd'"),
        ("x {{ map.kay }}", 9, "unknown name 'kay'"),
        ("{{ word | uper }}", 10, "unknown filter 'uper'"),
        ("{{ word | upper(1) }}", 10, "the filter 'upper' takes 0 arguments, not 1"),
        ("{{ a is prime }}", 8, "unknown test 'prime'"),
        ("{{ 'x' - 3 }}", 7, "'x' is not a number"),
        ("{{ 3 * 'x' }}", 5, "'x' is not a number"),
        ("{{ 'x' * 10001 }}", 7, "more than 10,000 characters"),
        ("{{ a < none }}", 3, "there is no number here"),
        ("{{ a / 0 }}", 5, "a division by zero"),
        ("{{ 999999999 * 999999999 }}", 13, "a number beyond a billion"),
        ("{{ list[9] }}", 7, "there is no number 9 in a list of 3"),
        ("{{ a < word }}", 3, "'rail' is not a number"),
        ("{{ map | upper }}", 9, "this is not a text, but has parts"),
        ("{{ a | join }}", 7, "'3' is not a list"),
        ("{{ word.__class__ }}", 8, "unknown name '__class__'"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(Unfit) as caught:
        value(text)
    assert (caught.value.at, caught.value.message) == (at, message)


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(Unfit) as caught:
        value("{{ wrod }}")
    assert caught.value.hint == "did you mean 'word'?"


def test_every_node_is_visited_before_its_parts() -> None:
    assert [node.kind for node in nodes(parsed("{{ a.b | upper }} {{ 1 }}"))] == ["filter", "item", "name", "const"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ 'Dear' if cost > 2 else 'Cheap' }} {{ name }}", ["Dear", "Cheap"]),
        ("{{ 'Red' if side == 'red' else none }}", ["Red"]),
        ("{{ {'a': 'Alpha', 'b': 'Beta'}[key['c']] | upper }}", ["Alpha", "Beta"]),
        ("{{ title | default('Nameless') ~ ' of ' ~ (rank or 'none') }}", ["Nameless", " of ", "none"]),
        ("{{ names | join(' and ') }}{{ 3 }}{{ not 'x' }}", []),
    ],
)
def test_only_texts_that_may_be_printed_are_words(text: str, printed: list[str]) -> None:
    assert [*words(parsed(text))] == printed
    assert [*words(reworded(parsed(text), str.swapcase))] == [word.swapcase() for word in printed]


def test_a_reworded_template_compares_what_it_did() -> None:
    template = parsed("{{ 'Red' if side == 'Red' else 'White' }}")
    assert compiled(reworded(template, str.upper), FILTERS, TESTS)({"side": "Red"}) == "RED"
