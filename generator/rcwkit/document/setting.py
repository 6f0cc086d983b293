"""Set every kind of block as slabs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rcwkit.document import blocks, charts, composed, deployed, forms, guide, odds, prose, rulings
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


def slabs(block: blocks.Block, look: PageLook, width: float) -> Iterator[Slab]:
    """Set a block at a width in points; each of its slabs repeats the block's heading if it has none of its own."""
    made = list(SET[type(block)](block, look, width))
    for number, slab in enumerate(made):
        keep = block.keep if number == len(made) - 1 else slab.keep
        headings = slab.headings or (_bookmarks(block) if number == 0 else ())
        yield slab._replace(keep=keep, span=block.span, again=slab.again or block.again, at=block.at, headings=headings)


def _bookmarks(block: blocks.Block) -> tuple[tuple[int, str], ...]:
    """Return the level and title of a block's bookmark, if it has one; minor headings have none."""
    if isinstance(block, blocks.Chart):
        return ((block.level - 1, block.title),)
    if isinstance(block, deployed.Deployment):
        return ((1, block.title),)
    return ((LEVELS[block.look], block.text),) if isinstance(block, blocks.Heading) and block.look in LEVELS else ()


SET: Mapping[type[blocks.Block], Set] = {
    deployed.Arrivals: deployed.arrivals,
    blocks.Chances: odds.chances,
    blocks.Chart: charts.chart,
    blocks.Deal: forms.deal,
    deployed.Deployment: deployed.deployment,
    blocks.Entry: prose.entry,
    blocks.Grid: lambda block, look, width: GRIDS[block.look](block, look, width),
    blocks.Heading: prose.heading,
    deployed.Key: deployed.key,
    blocks.Ladder: forms.ladder,
    blocks.Panel: prose.panel,
    blocks.Paragraph: prose.paragraph,
    blocks.Picture: guide.picture,
    blocks.Point: prose.point,
    blocks.Ribbon: prose.ribbon,
    blocks.Rolls: forms.rolls,
    blocks.Ruling: rulings.ruling,
    blocks.Section: lambda block, look, width: composed.section(block, look, width, slabs),
    blocks.Tabletop: guide.tabletop,
    blocks.Task: prose.task,
    blocks.Throw: forms.throw,
    blocks.Worksheet: forms.worksheet,
}
"""What sets a block, by its class."""
