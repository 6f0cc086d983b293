"""Slabs: their height, fields and bookmarks, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.document.blocks import Heading
from rcwkit.document.look import PageLook, Slab, beside
from rcwkit.document.prose import heading
from rcwkit.frame import MM, Field, Group, Item, Rect, Text
from rcwkit.type.text import Setter


def test_slabs_side_by_side_keep_their_fields_and_all_their_bookmarks() -> None:
    left = Slab(10, (), fields=(Field(1, 2, 3, 3, "left"),), headings=((1, "Move"),))
    right = Slab(14, (), fields=(Field(1, 2, 3, 3, "right"),), headings=((1, "Fire"),))
    joined = beside(((left, 0), (right, 40)))
    assert (joined.height, joined.headings) == (14, ((1, "Move"), (1, "Fire")))
    assert [(one.x, one.said) for one in joined.fields] == [(1, "left"), (41, "right")]
    assert joined.items == (Group(()), Group((), 40))


def texts(items: Iterable[Item], down: float = 0.0) -> Iterator[Text]:
    """Yield the texts in items, with their baselines from the top of the slab."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, down + item.y)
        elif isinstance(item, Text):
            yield item._replace(y=item.y + down)


@pytest.mark.parametrize("look", ["minor", "side", "section", "entry"])
@pytest.mark.parametrize("theme", [HOUSE, LOW_INK, HOUSE.enlarged])
def test_a_heading_has_room_for_totals_of_several_lines(theme: Theme, look: str) -> None:
    """Bug: the second line of a unit count was crossed by the rule, the first rose above the heading."""
    aside = "9 armies · 13 corps · 2 leaders · 2 special assets · 3 aircraft"
    block = Heading("Poland", look, aside=aside, owner="")  # type: ignore[arg-type]
    (slab,) = heading(block, PageLook(Setter(theme)), 70 * MM)
    lines = list(texts(slab.items))
    assert len({line.y for line in lines if line.text not in "POLAND"}) > 1, "it breaks"
    assert min(line.y - 0.75 * line.size for line in lines) >= 0
    assert max(line.y + 0.2 * line.size for line in lines) <= slab.height
    lower = max((item.y for item in slab.items if isinstance(item, Rect)), default=slab.height)
    assert look != "minor" or max(line.y for line in lines) <= lower
