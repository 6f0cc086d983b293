"""Three-way merges: what both sides changed is there, nothing else changes, and what they disagree on is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.source.splicing import GONE, Conflict, merged

LEAVES = st.sampled_from(["a", "b", 1, True])
DATA = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("wxyz"), inner, max_size=4),
    max_leaves=8,
)
ENTRIES = st.dictionaries(st.sampled_from("pqrs"), DATA, max_size=4)


@settings(max_examples=60, deadline=None)
@given(ENTRIES, ENTRIES, ENTRIES)
def test_a_merge_keeps_what_either_side_made(base: Any, theirs: Any, mine: Any) -> None:
    assert merged(base, base, mine) == (mine, [])
    assert merged(base, theirs, base) == (theirs, [])
    assert merged(base, theirs, theirs) == (theirs, [])
    made, found = merged(base, theirs, mine)
    for key in {*base, *theirs, *mine}:
        was, their, my = (repr(side.get(key, GONE)) for side in (base, theirs, mine))
        now = repr(made.get(key, GONE))
        if my == was:
            assert now == their
        elif their == was:
            assert now == my
        elif not any(one.path[0] == key for one in found) and not isinstance(made.get(key), dict | list):
            assert now == their == my
    other, same = merged(base, mine, theirs)
    assert {one.path[0] for one in same} == {one.path[0] for one in found}, "whoever saves first"
    if not found:
        assert other.keys() == made.keys()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=6), st.lists(st.integers(10, 15), max_size=3), st.data())
def test_items_added_at_different_ends_are_both_there(base: list[int], new: list[int], data: Any) -> None:
    at = data.draw(st.integers(1, max(1, len(base))))
    theirs, mine = [*new, *base], [*base[:at], 20, *base[at:]]
    made, found = merged(base, theirs, mine)
    if base and not found:
        assert sorted(made) == sorted([*base, *new, 20])
        assert [one for one in made if one < 10] == base


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "made", "found"),
    [
        ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 2}, [Conflict(("a",), 2, 3)]),
        ({"a": 1, "b": 1}, {"a": 1}, {"a": 1, "b": 2}, {"a": 1}, [Conflict(("b",), GONE, 2)]),
        ({"a": 1, "b": 1}, {"a": 1, "b": 2}, {"a": 1}, {"a": 1, "b": 2}, [Conflict(("b",), 2, GONE)]),
        ({"a": 1}, {"a": 1, "n": 1}, {"a": 1, "m": 2}, {"a": 1, "n": 1, "m": 2}, []),
        ({"a": 1, "b": 1}, {"a": 1, "b": 2}, {"b": 1, "a": 1}, {"b": 2, "a": 1}, []),
        (["x", "y"], ["x", "y", "z"], ["w", "x", "y"], ["w", "x", "y", "z"], []),
        (["x", "y"], ["x", "q"], ["x", "p"], ["x", "q"], [Conflict((1,), "q", "p")]),
        (["x"], ["x", "q"], ["x", "p", "r"], ["x", "q"], [Conflict((), ["x", "q"], ["x", "p", "r"])]),
        ([{"t": 1, "u": 1}], [{"t": 2, "u": 1}], [{"t": 1, "u": 3}], [{"t": 2, "u": 3}], []),
    ],
)
def test_merges(base: Any, theirs: Any, mine: Any, made: Any, found: list[Conflict]) -> None:
    assert merged(base, theirs, mine) == (made, found)
    assert repr(merged(base, theirs, mine)[0]) == repr(made), "in this order"
