from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from rcwkit.source.patterns import CARDS, CardSize, CounterSize, Length, Size, length, size


@pytest.mark.parametrize(
    ("written", "millimetres"),
    [
        (16, 16),
        (1.5, 1.5),
        ("16", 16),
        ("16mm", 16),
        ("16 mm", 16),
        ("1.6 cm", 16),
        ('5/8"', 15.875),
        ("5/8″", 15.875),
        ("5/8in", 15.875),
        ("5/8 inch", 15.875),
        ("0.625in", 15.875),
        ("2 1/2 in", 63.5),
        ("2-1/2 inches", 63.5),
        ("36 pt", 12.7),
        ("0mm", 0),
    ],
)
def test_a_length_is_read_as_people_write_it(written: object, millimetres: float) -> None:
    assert length(written) == pytest.approx(millimetres)


NO_LENGTH = [
    "",
    "round",
    "-3mm",
    "5/0in",
    "1e3mm",
    "16 mm x",
    "99999999mm",
    "16 m",
    "1,6cm",
    ".",
    "1 2 mm",
    math.nan,
    math.inf,
]


@pytest.mark.parametrize("written", NO_LENGTH)
@pytest.mark.parametrize("read", [length, size])
def test_a_malformed_length_is_refused_with_a_hint(read: object, written: object) -> None:
    with pytest.raises(ValueError, match=re.escape(f"'{written}' is not a ")) as refused:
        read(written)  # type: ignore[operator]
    assert "write" in refused.value.context["hint"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("written", "millimetres"),
    [
        ("poker", (63, 88)),
        ("63x88mm", (63, 88)),
        ("12x24 mm", (12, 24)),
        ("63 × 88 mm", (63, 88)),
        ("63 mm x 8.8 cm", (63, 88)),
        ("2.5x3.5in", (63.5, 88.9)),
        ("2 1/2 x 3 1/2 in", (63.5, 88.9)),
        ('2.5" x 3.5"', (63.5, 88.9)),
        ("70mm", (70, 70)),
        (70, (70, 70)),
    ],
)
def test_a_size_has_a_width_and_a_height(written: object, millimetres: tuple[float, float]) -> None:
    assert size(written) == pytest.approx(millimetres)


@given(
    st.floats(5, 150),
    st.sampled_from([("mm", 1.0), ("cm", 10.0), ("in", 25.4), ('"', 25.4), ("pt", 25.4 / 72)]),
    st.sampled_from(["", " "]),
)
def test_units_agree(millimetres: float, unit: tuple[str, float], space: str) -> None:
    assert length(f"{millimetres / unit[1]:.6f}{space}{unit[0]}") == pytest.approx(millimetres, abs=1e-4)


@given(
    st.one_of(
        st.text(max_size=30),
        st.floats(),
        st.integers(),
        st.none(),
        st.booleans(),
        st.lists(st.integers()),
        st.just({"a": "b"}),
    )
)
def test_whatever_is_written_is_within_bounds_or_refused(written: object) -> None:
    for kind, least, most in ((Length, 0.01, 1000), (CounterSize, 5, 150), (CardSize, 40, 200)):
        try:
            found: Any = TypeAdapter(kind).validate_python(written)
        except ValidationError as refused:
            assert [error["type"] for error in refused.errors()] == ["malformed"]
            continue
        assert all(least <= side <= most for side in (found if isinstance(found, Size) else (found,)))


def test_counters_are_square() -> None:
    counter = TypeAdapter(CounterSize)
    assert counter.validate_python("16x16mm") == 16
    for written in ("12x24mm", *CARDS):
        with pytest.raises(ValidationError, match="counters are square|is not the size of a counter"):
            counter.validate_python(written)
