"""Set the blocks of play: charts, tasks, set-ups, forms, odds, rulings, and pages composed of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rcwkit.document import charts, composed, forms, odds, prose, rulings
from rcwkit.document.blocks import Block
from rcwkit.document.look import Look, Slab
from rcwkit.document.play_blocks import (
    ChanceHead,
    ChanceLine,
    Change,
    Chart,
    Deal,
    Entry,
    Grid,
    Ladder,
    Modifiers,
    Panel,
    Placed,
    Ribbon,
    Rolls,
    Ruling,
    Section,
    Sections,
    Task,
    Throw,
    Worksheet,
)
from rcwkit.document.setting import Set, slabs

__all__ = ["SET_IN_PLAY"]


def _chart(block: Chart, look: Look, width: float) -> Iterator[Slab]:
    """Yield a chart, with its bookmark."""
    first, *others = charts.chart(block, look, width)
    yield first._replace(headings=((block.level - 1, block.title),))
    yield from others


def _section(block: Section, look: Look, width: float) -> Iterator[Slab]:
    return composed.section(block, look, width, slabs)


def _sections(block: Sections, look: Look, width: float) -> Iterator[Slab]:
    return composed.sections(block, look, width, slabs)


SET_IN_PLAY: Mapping[type[Block], Set] = {
    Placed: composed.placed,
    Rolls: composed.rolls,
    Throw: forms.throw,
    Ladder: forms.ladder,
    Deal: forms.deal,
    Chart: _chart,
    Task: prose.task,
    Entry: prose.entry,
    Panel: prose.panel,
    Ruling: rulings.ruling,
    Change: rulings.change,
    ChanceHead: odds.head,
    ChanceLine: odds.line,
    Grid: odds.grid,
    Ribbon: composed.ribbon,
    Section: _section,
    Sections: _sections,
    Modifiers: composed.modifiers,
    Worksheet: forms.worksheet,
}
