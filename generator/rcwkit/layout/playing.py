"""Set the blocks of play: charts, set-ups, forms, odds and pages composed of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rcwkit.blocks.composed import Modifiers, Ribbon, Section, Sections, Worksheet
from rcwkit.blocks.dice import ChanceHead, ChanceLine, Deal, Grid, Ladder, Rolls, Throw
from rcwkit.blocks.vocabulary import Block, Chart, Placed
from rcwkit.layout import charts, composed, forms, odds, odds_grids, placed, worksheets
from rcwkit.layout.look import Look, Slab
from rcwkit.layout.setting import Set, slabs

__all__ = ["SET"]


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
    Chart: charts.chart,
    ChanceHead: odds.head,
    ChanceLine: odds.line,
    Grid: odds_grids.grid,
    Ribbon: composed.ribbon,
    Section: _section,
    Sections: _sections,
    Modifiers: composed.modifiers,
    Worksheet: worksheets.worksheet,
}
