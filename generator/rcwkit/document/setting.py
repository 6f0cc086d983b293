"""Set every kind of block as slabs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rcwkit.document import guide, prose
from rcwkit.document import guide as listing
from rcwkit.document.blocks import Block, Heading, Listing, Measure, Paragraph, Picture, Point, Step
from rcwkit.document.look import Look, Slab

__all__ = ["slabs"]

Set = Callable[[Any, Look, float], Iterable[Slab]]


SET: Mapping[type[Block], Set] = {
    Heading: prose.heading,
    Paragraph: prose.paragraph,
    Step: prose.step,
    Point: prose.point,
    Measure: guide.measure,
    Picture: guide.picture,
    Listing: listing.listing,
}

LEVELS = {"collection": 1, "group": 1, "section": 1, "side": 1, "form": 2, "entry": 2}
"""Levels of bookmarks below that of a part's title, by the look of a heading."""


def slabs(block: Block, look: Look, width: float) -> Iterator[Slab]:
    """Set a block at a width in points; each of its slabs repeats the block's heading if it has none of its own."""
    made = list(_function(type(block))(block, look, width))
    for number, slab in enumerate(made):
        keep = block.keep if number == len(made) - 1 else slab.keep
        headings = slab.headings or (_bookmarks(block) if number == 0 else ())
        yield slab._replace(keep=keep, span=block.span, again=slab.again or block.again, at=block.at, headings=headings)


def _function(kind: type[Block]) -> Set:
    """Return the function that sets a kind of block; those that few kits have are loaded when one does."""
    if kind in SET:
        return SET[kind]
    from rcwkit.document.play_setting import SET_IN_PLAY

    return SET_IN_PLAY[kind]


def _bookmarks(block: Block) -> tuple[tuple[int, str], ...]:
    """Return the level and title of a block's bookmark, if it has one; minor headings have none."""
    return ((LEVELS[block.look], block.text),) if isinstance(block, Heading) and block.look in LEVELS else ()
