"""Folded and nested, the sheets of a booklet have their pages in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rcwkit.sheets.paper import Spread, spreads


def test_eight_pages_take_two_sheets() -> None:
    assert spreads(8) == [Spread(7, 0), Spread(1, 6), Spread(5, 2), Spread(3, 4)]


def test_what_is_left_over_is_blank() -> None:
    assert spreads(1) == [Spread(None, 0), Spread(None, None)]
    assert spreads(6) == [Spread(None, 0), Spread(1, None), Spread(5, 2), Spread(3, 4)]
    assert spreads(0) == []


@given(st.integers(0, 400))
def test_whoever_turns_the_leaves_reads_every_page_in_order(pages: int) -> None:
    sides = spreads(pages)
    fronts, backs = sides[::2], sides[1::2]
    # From the outside to the middle by the right leaves, then back to the outside by the left ones.
    # Behind the right half of the front is the left half of the back: the sheet is turned over its short edge.
    read = [page for front, back in zip(fronts, backs, strict=True) for page in (front.right, back.left)]
    read += [
        page for front, back in reversed(list(zip(fronts, backs, strict=True))) for page in (back.right, front.left)
    ]
    assert read[:pages] == list(range(pages))
    assert read[pages:] == [None] * (-pages % 4)
