"""Set every kind of block as slabs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rcwkit.document import charts, composed, deployed, forms, guide, odds, prose, rulings
from rcwkit.document.blocks import (
    Block,
    Chances,
    Chart,
    Deal,
    Entry,
    Grid,
    Heading,
    Ladder,
    Panel,
    Paragraph,
    Picture,
    Point,
    Ribbon,
    Rolls,
    Ruling,
    Section,
    Tabletop,
    Task,
    Throw,
    Worksheet,
)
from rcwkit.document.look import PageLook, Slab

Set = Callable[[Any, PageLook, float], Iterable[Slab]]

GRIDS: Mapping[str, Set] = {
    "changes": rulings.change,
    "files": guide.files,
    "sheets": guide.sheets,
    "steps": guide.steps,
    "decisions": rulings.decisions,
    "lines": odds.line,
    "modifiers": composed.modifiers,
    "odds": odds.grid,
}
"""What sets a grid, by its look."""

LEVELS = {"collection": 1, "group": 1, "section": 1, "side": 1, "form": 2, "entry": 2}
"""Levels of bookmarks below that of a part's title, by the look of a heading."""


def slabs(block: Block, look: PageLook, width: float) -> Iterator[Slab]:
    """Set a block at a width in points; each of its slabs repeats the block's heading if it has none of its own."""
    made = list(SET[type(block)](block, look, width))
    for number, slab in enumerate(made):
        keep = block.keep if number == len(made) - 1 else slab.keep
        headings = slab.headings or (_bookmarks(block) if number == 0 else ())
        yield slab._replace(keep=keep, span=block.span, again=slab.again or block.again, at=block.at, headings=headings)


def _grid(block: Grid, look: PageLook, width: float) -> Iterable[Slab]:
    return GRIDS[block.look](block, look, width)


def _section(block: Section, look: PageLook, width: float) -> Iterator[Slab]:
    return composed.section(block, look, width, slabs)


def _bookmarks(block: Block) -> tuple[tuple[int, str], ...]:
    """Return the level and title of a block's bookmark, if it has one; minor headings have none."""
    if isinstance(block, Chart):
        return ((block.level - 1, block.title),)
    if isinstance(block, deployed.Deployment):
        return ((1, block.title),)
    return ((LEVELS[block.look], block.text),) if isinstance(block, Heading) and block.look in LEVELS else ()


SET: Mapping[type[Block], Set] = {
    deployed.Arrivals: deployed.arrivals,
    Chances: odds.chances,
    Chart: charts.chart,
    Deal: forms.deal,
    deployed.Deployment: deployed.deployment,
    Entry: prose.entry,
    Grid: _grid,
    Heading: prose.heading,
    deployed.Key: deployed.key,
    Ladder: forms.ladder,
    Panel: prose.panel,
    Paragraph: prose.paragraph,
    Picture: guide.picture,
    Point: prose.point,
    Ribbon: prose.ribbon,
    Rolls: forms.rolls,
    Ruling: rulings.ruling,
    Section: _section,
    Tabletop: guide.tabletop,
    Task: prose.task,
    Throw: forms.throw,
    Worksheet: forms.worksheet,
}
"""What sets a block, by its class."""
