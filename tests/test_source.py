"""YAML text into nodes: scalars of YAML 1.2, positions, and all refusals."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import InputError
from rcwkit.source.yaml import parse, span_at


def refused(text: str) -> tuple[str, int, int, str]:
    with pytest.raises(InputError) as caught:
        parse(text, "f.yaml")
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.span.line, diagnostic.span.column, diagnostic.hint


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1:3", "1:3"),  # odds, not 63 seconds
        ("NO", "NO"),
        ("yes", "yes"),
        ("012", "012"),
        ("0x1F", "0x1F"),
        ("2-3", "2-3"),
        ("(Ra2)", "(Ra2)"),
        ("-4", -4),
        ("15.38", 15.38),
        ("1e3", 1000.0),
        ("true", True),
        ("~", None),
        ("", None),
        ("'7'", "7"),
        ("2018-05-20", "2018-05-20"),
    ],
)
def test_scalars_follow_yaml_1_2(written: str, value: object) -> None:
    read = parse(f"key: {written}", "f.yaml").plain()["key"]
    assert read == value
    assert type(read) is type(value)


def test_a_document_knows_its_keys_and_its_letters_beyond_ascii() -> None:
    root = parse('a: [{b: "\\u2605é"}, x] # ü\n1: {c: д, д: }', "f.yaml")
    assert root.keys == {"a", "b", "c", "д", 1}
    assert root.letters == {"★", "é", "д"}
    assert root.count == 13


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\na: 2", "E117", 2, 1),
        ("a: &x 1", "E114", 1, 4),
        ("a: *x", "E114", 1, 4),
        ("a: !!python/object:os.system 1", "E115", 1, 4),
        ("a: 1\n---\nb: 2", "E113", 2, 1),
        ("", "E112", 1, 1),
        ("[" * 70 + "]" * 70, "E111", 1, 66),
        ("[" * 200_000, "E111", 1, 66),
        ("{a: 1}: 2", "E116", 1, 1),
        ("a: 1e400", "E118", 1, 4),
        ("a: " + "9" * 100_000, "E118", 1, 4),
        ("a: \x00", "E110", 1, 1),
        ("a: [1, 2", "E110", 2, 1),
    ],
)
def test_refusals_name_the_place(text: str, code: str, line: int, column: int) -> None:
    found = refused(text)
    assert found[0] == code
    assert found[1] == line
    if code != "E110":
        assert found[2] == column


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: one: two", "quote the text if it contains ': '"),
        ("a: 1\nb:2\nc: 3", "put a space after the colon"),
        ("a: 1\nb = 2\nc: 3", "write 'key: value', not 'key = value'"),
        ("a:\n\tb: 1", "indent with spaces, not tabs"),
    ],
)
def test_classics_get_a_hint(text: str, hint: str) -> None:
    assert refused(text)[3] == hint


def test_spans_point_at_values_and_keys() -> None:
    node = parse("forces:\n  red:\n    715 Petrozavodsk: [Rc16, (Ra2)]\n", "f.yaml")
    value = span_at(node, ("forces", "red", "715 Petrozavodsk", 1))
    assert (value.line, value.column, value.length) == (3, 30, 5)
    key = span_at(node, ("forces", "red", "715 Petrozavodsk"), key=True)
    assert (key.line, key.column, key.length) == (3, 5, 16)


def test_a_number_key_is_found_by_its_digits() -> None:
    assert span_at(parse("a:\n  715: x\n", "f.yaml"), ("a", "715")).column == 8


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1, max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(plain)
def test_json_is_read_as_json(value: object) -> None:

    assert parse(json.dumps(value, ensure_ascii=False), "f.yaml").plain() == value
