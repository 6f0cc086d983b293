"""Set every kind of block as slabs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rcwkit.blocks.composed import Modifiers, Ribbon, Section, Sections, Worksheet
from rcwkit.blocks.dice import ChanceHead, ChanceLine, Deal, Grid, Ladder, Rolls, Throw
from rcwkit.blocks.vocabulary import (
    Block,
    Change,
    Chart,
    Entry,
    Heading,
    Listing,
    Measure,
    Panel,
    Paragraph,
    Picture,
    Placed,
    Point,
    Ruling,
    Step,
    Task,
)
from rcwkit.layout import (
    charts,
    composed,
    forms,
    guide,
    listing,
    odds,
    odds_grids,
    placed,
    prose,
    rulings,
    worksheets,
)
from rcwkit.layout.look import Look, Slab

__all__ = ["slabs"]

Set = Callable[[Any, Look, float], Iterable[Slab]]


def _section(block: Section, look: Look, width: float) -> Iterator[Slab]:
    return composed.section(block, look, width, slabs)


def _sections(block: Sections, look: Look, width: float) -> Iterator[Slab]:
    return composed.sections(block, look, width, slabs)


SET: Mapping[type[Block], Set] = {
    Heading: prose.heading,
    Paragraph: prose.paragraph,
    Step: prose.step,
    Point: prose.point,
    Task: prose.task,
    Entry: prose.entry,
    Panel: prose.panel,
    Placed: placed.placed,
    Rolls: placed.rolls,
    Throw: forms.throw,
    Ladder: forms.ladder,
    Deal: forms.deal,
    Measure: guide.measure,
    Picture: guide.picture,
    Listing: listing.listing,
    Chart: charts.chart,
    Ruling: rulings.ruling,
    Change: rulings.change,
    ChanceHead: odds.head,
    ChanceLine: odds.line,
    Grid: odds_grids.grid,
    Ribbon: composed.ribbon,
    Section: _section,
    Sections: _sections,
    Modifiers: composed.modifiers,
    Worksheet: worksheets.worksheet,
}

LEVELS = {"collection": 1, "group": 1, "section": 1, "side": 1, "form": 2, "entry": 2}
"""Levels of bookmarks below that of a part's title, by the look of a heading."""


def slabs(block: Block, look: Look, width: float) -> Iterator[Slab]:
    """Set a block at a width in points; each of its slabs repeats the block's heading if it has none of its own."""
    made = list(SET[type(block)](block, look, width))
    for number, slab in enumerate(made):
        keep = block.keep if number == len(made) - 1 else slab.keep
        headings = slab.headings or (_bookmarks(block) if number == 0 else ())
        yield slab._replace(keep=keep, span=block.span, again=slab.again or block.again, at=block.at, headings=headings)


def _bookmarks(block: Block) -> tuple[tuple[int, str], ...]:
    """Return the level and title of a block's bookmark, if it has one; minor headings have none."""
    if isinstance(block, Heading):
        return ((LEVELS[block.look], block.text),) if block.look in LEVELS else ()
    return ((block.level - 1, block.title),) if isinstance(block, Chart) else ()
