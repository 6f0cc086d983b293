"""Slabs joined: their height, fields and bookmarks."""

from __future__ import annotations

from rcwkit.layout.look import Slab, beside
from rcwkit.look.frame import Field, Group


def test_slabs_side_by_side_keep_their_fields_and_all_their_bookmarks() -> None:
    left = Slab(10, (), fields=(Field(1, 2, 3, 3, "left"),), headings=((1, "Move"),))
    right = Slab(14, (), fields=(Field(1, 2, 3, 3, "right"),), headings=((1, "Fire"),))
    joined = beside(((left, 0), (right, 40)))
    assert (joined.height, joined.headings) == (14, ((1, "Move"), (1, "Fire")))
    assert [(one.x, one.said) for one in joined.fields] == [(1, "left"), (41, "right")]
    assert joined.items == (Group(()), Group((), 40))
