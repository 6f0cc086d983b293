"""Set the blocks of play: charts, tasks, set-ups, forms, odds, rulings, and pages composed of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rcwkit.blocks.composed import Modifiers, Ribbon, Section, Sections, Worksheet
from rcwkit.blocks.dice import ChanceHead, ChanceLine, Deal, Grid, Ladder, Rolls, Throw
from rcwkit.blocks.playing import Change, Chart, Entry, Panel, Placed, Ruling, Task
from rcwkit.blocks.vocabulary import Block
from rcwkit.layout import charts, composed, forms, odds, odds_grids, placed, prose, rulings, worksheets
from rcwkit.layout.look import Look, Slab
from rcwkit.layout.setting import Set, slabs

__all__ = ["SET"]


def _chart(block: Chart, look: Look, width: float) -> Iterator[Slab]:
    """Yield a chart, with its bookmark."""
    first, *others = charts.chart(block, look, width)
    yield first._replace(headings=((block.level - 1, block.title),))
    yield from others


def _section(block: Section, look: Look, width: float) -> Iterator[Slab]:
    return composed.section(block, look, width, slabs)


def _sections(block: Sections, look: Look, width: float) -> Iterator[Slab]:
    return composed.sections(block, look, width, slabs)


SET: Mapping[type[Block], Set] = {
    Placed: placed.placed,
    Rolls: placed.rolls,
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
    Grid: odds_grids.grid,
    Ribbon: composed.ribbon,
    Section: _section,
    Sections: _sections,
    Modifiers: composed.modifiers,
    Worksheet: worksheets.worksheet,
}
