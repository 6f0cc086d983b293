"""Pages composed for play as running columns, for large print: the same words in reading order, on as many pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from rcwkit.blocks.composed import Modifiers, Pane, Ribbon, Section, Sections, Worksheet
from rcwkit.blocks.dice import FormStage
from rcwkit.blocks.playing import Chart
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part, Step

__all__ = ["flowing"]

LEGEND = 4
"""Most paragraphs that stay with the chart or worksheet above them."""
FEW, MANY = 3, 8
"""Most columns of a worksheet that fits one column of the page, and an upright page."""


def flowing(document: Document) -> Document:
    """Return a composed document whose pages run over as many sheets as they need: headings in place of tabs."""
    return replace(document, parts=tuple(map(_part, document.parts)), pages=0, composed=False)


def _part(part: Part) -> Part:
    """Return a page in two columns, in landscape if a chart or worksheet needs that; its legend goes first."""
    *above, last = part.blocks or (None,)
    legend = [replace(last, keep=True)] if isinstance(last, Paragraph) and above else []
    blocks = _spanned(list(_blocks((*legend, *(above if legend else part.blocks)))))
    return part._replace(blocks=blocks, columns=2, turned=part.turned or any(map(_wide, blocks)))


def _spanned(blocks: list[Block]) -> tuple[Block, ...]:
    """Give what stays with a block across both columns both columns, too."""
    for number in range(len(blocks) - 2, -1, -1):
        if blocks[number].keep and blocks[number + 1].span:
            blocks[number] = replace(blocks[number], span=True)
    return tuple(blocks)


def _wide(block: Block) -> bool:
    return (
        block.width == "wide"
        if isinstance(block, Chart)
        else isinstance(block, Worksheet) and len(block.columns) > MANY
    )


def _blocks(found: tuple[Block, ...]) -> Iterator[Block]:
    for block in found:
        match block:
            case Ribbon():
                yield from _stages(block)
            case Sections():
                yield from _blocks(block.sections)
            case Section():
                yield from _section(block)
            case _:
                yield replace(block, span=True)


def _stages(ribbon: Ribbon) -> Iterator[Block]:
    """Yield the phases of the turn as steps, that of the page in bold."""
    for number, stage in enumerate(ribbon.stages, 1):
        title = f"**{stage.title}**" if stage.here else stage.title
        text = f"{title}: {stage.text}" if stage.text else title
        yield Step(str(number), text, at=ribbon.at, keep=number < len(ribbon.stages))


def _section(section: Section) -> Iterator[Block]:
    """Yield a heading across both columns, and what the panes hold, from left to right and top to bottom."""
    head, note = " ".join(filter(None, (section.number, section.head))), section.note
    yield Heading(head, "collection", section.rule, section.flags, note, span=True, keep=True, at=section.at)
    yield from _explained(
        [block for band in section.bands for pane in band for block in _pane(pane, alone=len(band) == 1)]
    )


def _explained(blocks: list[Block]) -> list[Block]:
    """Keep a chart or worksheet with the few paragraphs that end its section: they explain it."""
    count = next((number for number, one in enumerate(reversed(blocks)) if not isinstance(one, Paragraph)), 0)
    above = blocks[-count - 1] if blocks else None
    if isinstance(above, Chart | Worksheet) and above.span and 0 < count <= LEGEND:
        blocks[-count - 1] = replace(above, keep=True)
    return blocks


def _pane(pane: Pane, *, alone: bool) -> Iterator[Block]:
    if pane.head or pane.flags:
        heading = Heading(pane.head, "section", "", pane.flags, pane.aside, keep=True, at=pane.at)
        yield replace(heading, look="side", owner=pane.owner) if pane.owner else heading
    elif pane.aside:
        yield Paragraph(pane.aside, "intro", keep=True, at=pane.at)
    for block, following in zip_longest(pane.blocks, pane.blocks[1:]):
        keep = isinstance(block, Paragraph) and isinstance(following, Chart | Modifiers | Worksheet)
        yield replace(block, span=_spans(block, alone=alone), keep=block.keep or keep)
    for one in pane.stack:
        yield from _pane(one, alone=alone)


def _spans(block: Block, *, alone: bool) -> bool:
    """Return whether a block takes both columns, as a worksheet does that stands `alone` beside nothing."""
    match block:
        case Chart():
            return block.width != "half"
        case Worksheet():
            return alone or len(block.columns) > FEW
        case _:
            return isinstance(block, FormStage)
