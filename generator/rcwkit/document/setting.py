"""Set every kind of block as slabs, once for the same words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.document import blocks, charts, composed, deployed, forms, guide, odds, prose, rulings
from rcwkit.document.look import PageLook, Slab
from rcwkit.frame import placed_anew

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


class SetBlock(NamedTuple):
    """A block as it was set: the places (file:line) in it, its slabs and findings."""

    places: tuple[str, ...]
    slabs: tuple[Slab, ...]
    found: tuple[Diagnostic, ...]

    def moved(self, places: tuple[str, ...], at: Span | None) -> SetBlock | None:
        """Return the same at other places; None if its findings have places, or one line has become several."""
        if places == self.places:
            return self
        to = dict(zip(self.places, places, strict=True))
        if self.found or any(to[old] != new for old, new in zip(self.places, places, strict=True)):
            return None
        anew = (slab._replace(items=placed_anew(slab.items, to), at=at) for slab in self.slabs)
        return SetBlock(places, tuple(anew), ())


Known = dict[tuple[Hashable, int, float, bool, float, float, float], SetBlock]
"""(Block without its places, density, type size, narrow, space, room, width) → how it was set."""


def known_slabs(
    block: blocks.Block, bare: Hashable, places: tuple[str, ...], look: PageLook, width: float, known: Known
) -> tuple[Slab, ...]:
    """Return the slabs of a block, as they are known or set now; what is wrong is told each time."""
    key = bare, look.density, look.fit, look.narrow, look.space, look.room, width
    found = known[key].moved(places, block.at) if key in known else None
    if found is None:
        told: list[Diagnostic] = []
        made = tuple(slabs(block, look._replace(setter=replace(look.setter, found=told)), width))
        found = SetBlock(places, made, tuple(told))
    known[key] = found
    look.setter.found += found.found
    return found.slabs
