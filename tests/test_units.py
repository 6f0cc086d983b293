"""Counters as set-up lines name them: parsed once, the same wherever they are used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from rcwkit.source.base import UnitRef, Units

READ: TypeAdapter[Units] = TypeAdapter(UnitRef)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Ra7", Units("Ra7")),
        ("(Ra2)", Units("Ra2", reversed=True)),
        ("Inf x3", Units("Inf", copies=3)),
        ("(Inf) x12", Units("Inf", True, 12)),
    ],
)
def test_a_line_names_counters(text: str, units: Units) -> None:
    assert READ.validate_python(text) == units
    assert READ.dump_python(units, mode="json") == text


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,20}", fullmatch=True), st.booleans(), st.integers(1, 99))
def test_units_read_what_they_print(unit: str, reverse: bool, copies: int) -> None:
    assert Units.parse(str(Units(unit, reverse, copies))) == Units(unit, reverse, copies)
