"""Charts as slabs: a title, a table of column heads, row heads and results, and texts below or beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from rcwkit.art.colours import mix
from rcwkit.art.hatching import hatched
from rcwkit.diagnostics import Diagnostic
from rcwkit.document import tables
from rcwkit.document.blocks import Cell, Chart
from rcwkit.document.copy import Letters, Run
from rcwkit.document.look import PageLook, Slab, beside, stacked
from rcwkit.document.tables import Column, Edge, Table, headed, table
from rcwkit.frame import MM, Group, Item, Polygon, Rect

PANES = 4
"""Most rows and columns of a chart that is printed as panes."""
PANE, PLAIN = 42 * MM, frozenset({"text", "word", "figure", "quiet"})
"""Least width of a pane, and the styles of cells that it may hold."""
TURN = 0.93
"""Column heads are turned if that makes the table lower than this share of its height."""
TWO = 0.65
"""Minimum width of a column of short row heads, as a share of its own head's line: two lines are enough."""
NARROW = 70 * MM
"""Charts up to this width have less space beside texts."""
FULL, OPEN = 0.02, 0.14
"""Space over and under cells of a composed page, in sizes of its type: the least, and what a share of space adds."""
WRITTEN = (12 * MM, 6 * MM)
"""The least width and height of a cell to write in; where most rows have one, of all rows."""
LOOSE = 2.0
"""The largest share of space that moves the rows of a table apart."""
SHIFTED = 0.7
"""Minimum share of the width for the columns below shifts; the rest is for what these are."""
FAINT = 0.3
"""Shade up to which low ink leaves the ground of a number white."""
QUIET = "#7A7266"
"""The colour of results that mean nothing."""
_NUMBER = re.compile(r"([+−±]?)(\d+)$")


class _Kind(NamedTuple):
    """How cells of one kind are set: size in points, leading, and padding in points, vertical and horizontal."""

    size: float
    leading: float
    over: float
    side: float
    font: str = "narrow-bold"

    def letters(self, fill: str) -> Letters:
        """Return its letters in a colour."""
        return Letters(self.size, fill, self.font, "narrow-bold" if self.font.startswith("narrow") else "sans-bold")


@dataclass(frozen=True)
class Style:
    """How the cells of a chart are set in a look; `width` is the chart's (pt)."""

    block: Chart
    look: PageLook
    width: float

    def trial(self) -> Style:
        """Return a copy to try a setting with; it collects its own findings."""
        return replace(self, look=self.look._replace(setter=replace(self.look.setter, found=[])))

    @property
    def found(self) -> list[Diagnostic]:
        """The findings so far."""
        return self.look.setter.found

    @cached_property
    def kinds(self) -> dict[str, _Kind]:
        """The kinds of cells: text, figure, word, rule, head, key and label (a row head in words)."""
        look, fit = self.look, self.look.fit
        large, middle = (9, 9) if fit else (11, 10)
        crowded = bool(self.block.shifts) and look.theme.enlarges  # every column has words above it
        sans = "narrow" if fit or crowded else "sans"
        over = (FULL + OPEN * min(look.space, LOOSE)) * fit or look.mm(0.95, 0.6, 0.35)
        side = 0.25 * fit or (0.7 if self.width < NARROW else 1.6) * MM
        return {
            "text": _Kind(look.pt(9), look.of(1.15, 1.15, 1.08), over, side, sans),
            "rule": _Kind(look.pt(8.5), 1.15, over, side, "narrow"),
            "figure": _Kind(look.pt(large), 1.0, over, side),
            "word": _Kind(look.pt(middle), 1.0, over, side),
            "head": _Kind(look.pt(9), 1.06, 0.2 * fit or 1.1 * MM, side),
            "key": _Kind(look.pt(large), 1.0, min(over, 0.9 * MM), 0.45 * fit or side),
            "label": _Kind(look.pt(9), 1.1, over, side),
        }

    def cell(self, kind: str, fill: str, *runs: Run | str, light: bool = False) -> tables.Cell:
        """Return a cell of words in a colour, not bold if `light`."""
        style = self.kinds[kind]
        letters = (style._replace(font="narrow") if light and kind != "text" else style).letters(fill)
        words = self.look.copy(*((run, letters) if isinstance(run, str) else run for run in runs))
        return tables.Cell(words, pad=(style.over, style.side), leading=style.leading, at=self.block.at)


def grid(style: Style, width: float) -> Table:
    """Return the table, with its column heads turned if they do not fit otherwise or the table gets lower."""
    if _paned(style, width):
        return _panes(style, width)
    trial = style.trial()
    made = _made(trial, width, turned=False)
    if trial.found or _has_long_heads(style):
        other = style.trial()
        turned = _made(other, width, turned=True)
        if (len(other.found), turned.height()) < (len(trial.found), TURN * made.height()):
            made, trial = turned, other
    style.found.extend(trial.found)
    return made


def _paned(style: Style, width: float) -> bool:
    """Return whether the rows of a chart stand side by side as panes: a few, of words that nothing sets off."""
    block = style.block
    cells = [cell for row in block.rows for cell in row.cells]
    return (
        style.look.theme.table == "panes"
        and 2 <= len(block.rows) <= PANES
        and 2 <= len(block.columns) <= PANES
        and not (block.rolled or block.shifts or block.groups)
        and not any(_NUMBER.match(row.key) for row in block.rows)
        and len(cells) == len(block.rows) * len(block.columns)
        and all({*cell.style.split()} <= PLAIN and not (cell.owner or cell.shade or "{" in cell.text) for cell in cells)
        and width >= PANE * len(block.rows)
    )


def _worded(cell: Cell) -> str:
    """Return what a cell says in a pane: results are bold, running text is not."""
    return cell.text if "text" in cell.style or "quiet" in cell.style else f"**{cell.text}**"


def _panes(style: Style, width: float) -> Table:
    """Return rows as panes: the head of each over what stands in its columns, in heavy frames."""
    block, theme = style.block, style.look.theme
    grounds = (theme.page,) * PANES if theme.outlined else (theme.paper, theme.gold, theme.accent, theme.second)
    sides = Edge("left", theme.ink, 0.8 * MM), Edge("right", theme.ink, 0.8 * MM)
    above, below = Edge("over", theme.ink, 0.8 * MM), Edge("under", theme.ink, 0.8 * MM)
    head_ground, head_ink = theme.table_head()
    heads = [
        style.cell("word", head_ink, theme.cased(row.key))._replace(
            across=0.5, ground=head_ground, edges=(*sides, above), role="TH", at=row.at or block.at
        )
        for row in block.rows
    ]
    made = [heads]
    for index, column in enumerate(block.columns):
        last = (below,) if index == len(block.columns) - 1 else ()
        made.append([
            style.cell("text", theme.on(ground), f"{column.text}  ", _worded(row.cells[index]))._replace(
                ground=None if theme.outlined else ground,
                edges=(*sides, *last),
                pad=(0.9 * MM, 1.6 * MM),
                at=row.at or block.at,
            )
            for row, ground in zip(block.rows, grounds, strict=False)
        ])  # fmt: skip
    return table(made, width, [Column(share=1 / len(block.rows))] * len(block.rows), 1)


def _has_long_heads(style: Style) -> bool:
    """Return whether a column's head is much longer than anything in the column."""
    block = style.block
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return False
    for index, column in enumerate(block.columns):
        longest = max((len(row.cells[index].text) for row in block.rows), default=0)
        if len(column.text) > 3 * longest > 0:
            return True
    return False


def _made(style: Style, width: float, *, turned: bool) -> Table:
    block, look = style.block, style.look
    heads = list(_shifted(style) if block.shifts else _heads(style, turned=turned))
    striped = all(cell.rows == 1 for row in block.rows for cell in row.cells)
    shifts = _shifts(style)
    written = 2 * sum(any("blank" in cell.style for cell in row.cells) for row in block.rows) > len(block.rows)
    rows: list[list[tables.Cell]] = []
    for number, row in enumerate(block.rows):
        plain = look.theme.table not in ("ruled", "grid", "blocks")
        tint = look.wash(look.theme.paper, 0.5) if striped and plain and number % 2 else _row_ground(style, 0.1)
        about = f"{block.title}: {row.key}"
        cells = [_key(style, number)]
        if written:
            cells = [cells[0]._replace(least=(cells[0].least[0], WRITTEN[1]))]
        whole = len(row.cells) == len(block.columns)
        first = row.cells[0] if whole and len({*row.cells}) == 1 else None
        one = first is not None and bool(first.tint) and not any(map(str.isdigit, first.text))
        for index, cell in enumerate(row.cells[:1] if one else row.cells):
            named = whole and not one and block.columns[index].text
            said = f"{about}: {named}" if named else about
            cells.append(result(style, cell, tint, said, shifts.get((number, index), 0.0)))
        if one:
            cells[1] = cells[1]._replace(columns=len(row.cells))
        if block.shifts:
            cells = [_started(style, cell, index - 1) for index, cell in enumerate(cells)]
            cells += [_past(style, len(block.rows))] if block.shifts.past and not number else []
        if number == len(block.rows) - 1 and (end := _end(look)):
            cells = [cell._replace(edges=(*cell.edges, end)) for cell in cells]
        rows.append([cell._replace(at=row.at or block.at) for cell in cells])
    if block.shifts:
        count = len(block.columns) + bool(block.shifts.past)
        left = min(max(head[0].widths[1] for head in heads) + 0.5 * MM, (1 - SHIFTED) * width)
        return table([*heads, *rows], width, heads=len(heads), across=(left, *[(width - left) / count] * count))
    label = block.keys == "text"
    corner = style.cell("head", look.theme.ink, block.head).widths[1] if block.headed else 0.0
    least = (0.0 if look.fit else 22 * MM * look.ratio) if label else min(TWO * corner, width / 3)
    key = Column(least, tight=not label)
    even = [Column(share=min(0.86 / len(block.columns), 0.18 if label else 0.86)) for _ in block.columns]
    fixed = [Column(tight=column.style == "rule" and not look.theme.enlarges) for column in block.columns]
    columns = even if block.even and not (look.fit and label) else fixed
    return table([*heads, *rows], width, (key, *columns), len(heads))


def _end(look: PageLook) -> Edge | None:
    """Return the rule under the last row of a table, if the look has one."""
    lines = {"ruled": 0.6, "panes": 0.8}
    return Edge("under", look.theme.ink, lines[look.theme.table] * MM) if look.theme.table in lines else None


def _shifted(style: Style) -> Iterator[list[tables.Cell]]:
    """Yield the rows of column shifts, and the heads that point down, each with its distance from the start."""
    block, shifts, theme = style.block, style.block.shifts, style.look.theme
    assert shifts is not None
    line = Edge("under", theme.hairline, 0.15 * MM)
    for row in shifts.rows:
        cells = [style.cell("text", theme.ink, row.key)._replace(edges=(line,), role="TH")]
        for index, cell in enumerate(row.cells):
            said = style.cell(
                "text", theme.ink, f"**{cell.text}**" if cell.text and index == shifts.start else cell.text
            )
            cells.append(_started(style, said._replace(across=0.5, edges=(line,)), index))
        yield cells
    heads = [*block.columns, *([Cell("–", "word")] if shifts.past else [])]
    corner = style.cell("text", theme.ink, block.head)._replace(role="TH", down=1.0)
    yield [corner, *(_pointed(style, head.text, index - shifts.start) for index, head in enumerate(heads))]


def _pointed(style: Style, text: str, amount: int) -> tables.Cell:
    """Return the head of a column, which points down, with its distance from the start."""
    theme, start = style.look.theme, amount == 0
    ground = theme.page if theme.outlined else theme.gold if start else theme.ink
    fill = theme.on(ground)
    kind = style.kinds["figure"]
    small = kind.letters(fill)._replace(size=kind.size)
    large = kind.letters(fill)._replace(size=1.35 * kind.size, font="figures")
    sign = f"{'+' if amount > 0 else '−' if amount < 0 else ''}{abs(amount)}"
    words = style.look.copy((sign, small), (f"\n{text}", large))

    def paint(width: float, high: float) -> Iterator[Item]:
        side, point = 0.25 * MM, min(1.8 * MM, 0.25 * high)
        corners = ((side, 0), (width - side, 0), (width - side, high - point), (width / 2, high), (side, high - point))
        edge = (theme.ink, (0.5 if start else 0.2) * MM) if theme.outlined else (None, 0.0)
        yield Polygon(corners, ground, *edge)

    cell = tables.Cell(words, pad=(0.5 * MM, style.kinds["head"].side), leading=1.5, across=0.5, role="TH", paint=paint)
    return cell._replace(least=(0.0, 3.3 * kind.size), down=0.2, at=style.block.at)


def _started(style: Style, cell: tables.Cell, index: int) -> tables.Cell:
    """Return a cell on the ground of the start if it is in that column; low ink frames the column instead."""
    theme, shifts = style.look.theme, style.block.shifts
    if shifts is None or index != shifts.start:
        return cell
    if theme.outlined:
        return cell._replace(edges=(*cell.edges, *(Edge(side, theme.ink, 0.5 * MM) for side in ("left", "right"))))
    return cell._replace(ground=theme.shade(theme.gold, 0.85))


def _past(style: Style, rows: int) -> tables.Cell:
    """Return what lies past the last column, beside all rows."""
    theme, shifts = style.look.theme, style.block.shifts
    said = style.cell("word", theme.ink, shifts.past if shifts else "")
    edges = tuple(Edge(side, theme.hairline, 0.2 * MM) for side in ("over", "under", "left", "right"))
    return said._replace(rows=rows, turned=True, along=0.5, ground=style.look.wash(theme.loud, 0.14), edges=edges)


def _heads(style: Style, *, turned: bool) -> Iterator[list[tables.Cell]]:
    """Yield the rows of column heads: those of groups, then those of columns."""
    block = style.block
    if not block.headed:
        if block.head:
            yield [_head(style, block.head, corner=True)._replace(columns=len(block.columns) + 1, across=0.0)]
        return
    corner = _head(style, block.head, corner=True)._replace(rows=2 if block.groups else 1)
    if block.keys == "text":
        corner = corner._replace(across=0.0)
    elif not style.look.theme.outlined and style.look.theme.table in ("plain", "cut", "panes"):
        corner = corner._replace(edges=(Edge("under", style.look.theme.page, 0.15 * MM),))
    columns = []
    for number, column in enumerate(block.columns, 1):
        last = number == len(block.columns)
        dice = _dice(style, column)
        head = _head(style, column.text, column.owner, dice=dice, last=last, over=not block.groups)
        columns.append(head._replace(across=0.0) if column.style == "text" else head._replace(turned=turned))
    if not block.groups:
        yield [corner, *columns]
        return
    line = Edge("under", style.look.theme.hairline, 0.2 * MM)
    groups = []
    for number, (text, span) in enumerate(block.groups, 1):
        head = _head(style, text, last=number == len(block.groups))._replace(columns=span)
        groups.append(head._replace(edges=(*head.edges, line)) if text else head)
    yield [corner, *groups]
    yield columns


def _head(
    style: Style,
    text: str,
    owner: str = "",
    *,
    corner: bool = False,
    dice: Sequence[Run] = (),
    last: bool = False,
    over: bool = True,
) -> tables.Cell:
    """Return the head of a column or group, words or dice, underlined in its owner's colour if it has one."""
    theme, plate = style.look.theme, style.look.plate(owner)
    _, fill = theme.table_head(corner=corner)
    edges: tuple[Edge, ...] = (Edge("under", plate.edge, 0.9 * MM),) if owner else ()
    cell = style.cell("head", fill, *(dice or (text,)))._replace(across=0.5, edges=edges, role="TH")
    return headed(cell, theme, corner=corner, last=last, over=over)


def _key(style: Style, number: int) -> tables.Cell:
    """Return the head of a row: a number or range rolled, a short name, or words; under shifts, at its columns."""
    block, theme, look = style.block, style.look.theme, style.look
    row = block.rows[number]
    if block.shifts:
        cell = style.cell("key", theme.ink, row.key)._replace(whole=True, across=1.0, role="TH")
        return cell._replace(edges=(Edge("under", theme.hairline, 0.15 * MM),))
    if block.keys == "text":
        cell = style.cell("label", theme.ink, row.key)
        ground = None if theme.table in ("ruled", "grid") else _row_ground(style, 0.22) or look.wash(theme.paper, 1.0)
        return cell._replace(ground=ground, edges=_lines(style), role="TH")
    bare = theme.outlined or theme.table in ("ruled", "grid")
    ground = theme.ink if block.rolled and theme.table != "blocks" else theme.accent
    fill = theme.paper if not bare else ground if theme.outlined else theme.ink
    dice = _dice(style, row.keys[0])
    cell = style.cell("key", fill, *(dice or (row.key,)))._replace(whole=True, role="TH")
    figures = all(_NUMBER.match(row.key) or "–" in row.key for row in block.rows)
    cell = cell._replace(across=0.5 if not dice and (block.rolled or figures) else 0.0)
    if bare:
        right = Edge("right", theme.ink, 0.3 * MM)
        return cell._replace(edges=(*_lines(style), right) if block.rolled else _lines(style))
    line = 0.6 if theme.table == "blocks" else 0.15
    return cell._replace(ground=ground, edges=(Edge("under", theme.page, line * MM),))


def _lines(style: Style) -> tuple[Edge, ...]:
    """Return the lines around a cell: a hairline below it, or what the look has instead."""
    theme = style.look.theme
    if theme.table == "grid":
        return tuple(Edge(side, theme.ink, 0.2 * MM) for side in ("over", "under", "left", "right"))
    if theme.table == "blocks" and not theme.outlined:
        return (Edge("under", theme.page, 0.6 * MM),)
    if theme.table == "panes":
        return (Edge("under", theme.ink, 0.3 * MM),)
    return (Edge("under", theme.hairline, 0.15 * MM),)


def _row_ground(style: Style, amount: float) -> str | None:
    """Return the tint of all rows in a look of blocks."""
    theme = style.look.theme
    return style.look.wash(theme.accent, amount) if theme.table == "blocks" else None


def _dice(style: Style, cell: Cell) -> list[Run]:
    side = max(style.kinds["key"].size * 1.03 / MM, style.look.dice)
    return [style.look.die(face, side, 0.6 if at else 0.0) for at, face in enumerate(cell.faces)]


def result(style: Style, cell: Cell, tint: str | None, about: str, shift: float) -> tables.Cell:
    """Return a result on its ground or `tint`, moved right by `shift` points; `about` names a write-in field."""
    look, theme = style.look, style.look.theme
    base, *more = cell.style.split()
    loud, quiet, plate = "loud" in more, "quiet" in more, look.plate(cell.owner)
    fill = theme.quiet if base == "rule" else QUIET if quiet else theme.accent if "strong" in more else theme.ink
    edges = _lines(style)
    if (loud or cell.owner) and theme.outlined:
        fill, tint = theme.accent if loud else plate.edge, None
        edges = tuple(Edge(side, fill, 0.5 * MM) for side in ("over", "under", "left", "right"))
    elif loud or cell.owner:
        fill, tint = ("#FFFFFF", theme.loud) if loud else (plate.text, plate.ground)
    if cell.tint and not theme.outlined:
        tint = theme.ground(cell.tint)
        fill = theme.on(tint)
    worded = "code" in more or (cell.text.isalpha() and len(cell.text) > 1)
    kind = "word" if base == "figure" and worded else base
    if cell.shade:
        return _heated(style, cell, edges)._replace(rows=cell.rows)
    made = style.cell(kind, fill, cell.text, light=quiet)
    if "blank" in more:
        edges = (*edges, Edge("left", theme.hairline, 0.15 * MM))
        return made._replace(least=WRITTEN, write=about, edges=edges)
    whole = {"figure": True, "word": not look.fit, "rule": not (look.fit or theme.enlarges)}.get(base, False)
    across = 0.5 if base in ("figure", "word") else 0.0
    return made._replace(rows=cell.rows, across=across, whole=whole, ground=tint, edges=edges, shift=shift)


HEAT = ("#D9A86A", "#B1502F", "#6E1119")
"""Grounds of a heat table, from the middle to its highest numbers; the lowest have the look's gold."""


def _heated(style: Style, cell: Cell, edges: tuple[Edge, ...]) -> tables.Cell:
    """Return a number on the tint of its shade; at low ink on a hatch, the highest on black."""
    theme, part = style.look.theme, cell.shade / 10
    if not theme.outlined:
        stops = (theme.shade(theme.gold, 0.5), *HEAT)
        at = max(0.0, (part - 1 / len(stops)) * len(stops))
        ground = theme.ground(mix(stops[int(at)], stops[min(int(at) + 1, len(HEAT))], at % 1))
        return style.cell("figure", theme.on(ground), cell.text)._replace(
            across=0.5, whole=True, ground=ground, edges=(Edge("under", theme.page, 0.15 * MM),)
        )
    if part == 1:
        made = style.cell("figure", theme.page, cell.text)
        return made._replace(across=0.5, whole=True, ground=theme.ink, edges=edges)
    made = style.cell("figure", theme.ink, cell.text)._replace(across=0.5, whole=True, edges=edges)

    def paint(width: float, high: float) -> Iterator[Item]:
        corners = ((0.0, 0.0), (width, 0.0), (width, high), (0.0, high))
        yield from hatched(corners, "rising", theme.ink, (2.1 - 1.6 * part) * MM)
        room = made.words.most / 2 + 0.5 * MM
        yield Rect(width / 2 - room, 0.0, 2 * room, high, theme.page)

    return made._replace(paint=paint) if part > FAINT else made


def _shifts(style: Style) -> dict[tuple[int, int], float]:
    """Return how far numbers are moved from the middle of their column, so that units stand under units."""
    block, book, size = style.block, style.look.setter.book, style.kinds["figure"].size
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return {}
    shifts: dict[tuple[int, int], float] = {}
    for index in range(len(block.columns)):
        widths: dict[int, tuple[float, float]] = {}  # of signs and digits, by rows
        for at, cell in ((at, row.cells[index]) for at, row in enumerate(block.rows)):
            if cell.style.startswith("figure") and (number := _NUMBER.match(cell.text)):
                font = "narrow" if "quiet" in cell.style else "narrow-bold"
                widths[at] = book.width(number[1], font, size), book.width(number[2], font, size)
        widest = max((digits for _, digits in widths.values()), default=0.0)
        shifts |= {(at, index): (widest - sign - digits) / 2 for at, (sign, digits) in widths.items()}
    return shifts


ASIDE = (0.6, 0.5, 0.4)
"""Shares of the width for a table beside texts, the usual one first; a lone small table takes that one, too."""
SAVES = 0.9
"""Another share is used if the chart gets lower than this part of its height."""
BETWEEN = 6 * MM
"""Space between a table and the texts beside it, and between two columns of texts."""


def chart(block: Chart, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a chart in one piece, or if it is higher than a page, in parts with title and heads, then its texts."""
    style = Style(block, look, width)
    bare = bool(look.fit and not block.title)  # it stands in a pane, which spaces what it holds
    head, end = _title(style), Slab(0.0 if bare else 0.55 * look.fit or look.mm(3.2, 1.8, 1.4), ())
    if block.width == "beside" and not look.fit:
        made, under = _beside(style)
        whole = beside(((made.part(), 0.0), (under, made.lefts[-1] + BETWEEN)))
    else:
        made = grid(style, width * (ASIDE[0] if block.width == "solo" and not look.fit else 1))
        under = _under(style)
        whole = stacked((made.part(), under))
    whole = stacked((head, whole, end))
    apart = look.theme.enlarges and block.width in ("below", "full") and under.height
    if whole.height <= look.room and not apart:
        yield whole
        return
    parts = made.cut(look.room - head.height - end.height)
    for number, (first, last) in enumerate(parts):
        ends = () if under.height and last == parts[-1][1] else (end,)
        yield stacked((_title(style, again=True) if number else head, made.part(first, last), *ends))
    again = look.say("{about}, continued", about=block.title)
    if under.height + end.height <= look.room:
        yield from [stacked((under, end))._replace(again=again)] if under.height else []
    else:
        yield from (text._replace(again=again) for text in _texts(style, width))


def _title(style: Style, *, again: bool = False) -> Slab:
    """Return the title with its mark, rule and rulings, which go below it if they do not fit, and the note.

    The title of a later part (`again`) stands alone.
    """
    block, look = style.block, style.look
    if not block.title:
        return Slab(0.0, ())
    theme, marked = look.theme, look.theme.table not in ("ruled", "grid")
    indent = look.mm(5.6) if marked else 0.0
    big = look.display(11.5 if look.fit else 13, 13, 12, spacing=0.01)
    room = style.width - indent
    title: Run = (theme.cased(look.say("{about}, continued", about=block.title) if again else block.title), big)
    small = look.cited(block.rule, block.flags, look.letters(8 if look.fit else 7.5, fill=theme.quiet))
    lines = [look.copy(title, look.gap(1 if look.fit else 2), *small) if small and not again else look.copy(title)]
    if lines[0].most > room >= look.copy(title).most:
        lines = [look.copy(title), look.copy(*small)]
    above = y = 0.0 if look.fit else look.mm(2.8, 2.2, 1.6)
    items: list[Item] = []
    for copy in lines:
        words = copy.set(room, leading=1.05, where=block.at)
        items.append(Group(words.items, indent, y, role=f"H{block.level}" if copy is lines[0] else "P"))
        y += words.height
    items = [*(_mark(look, above, y - above) if marked else ()), *items]
    y += look.mm(1, 1, 0.8)
    if block.note and not again:
        note = look.copy((block.note, look.letters(8.5, 8.5, 8, fill=theme.quiet)))
        said = note.set(style.width, leading=look.of(1.28, 1.28, 1.12), where=block.at)
        items.append(Group(said.items, 0, y, role="P"))
        y += said.height + look.mm(1.6, 1.6, 0.8)
    return Slab(y, tuple(items))


def _mark(look: PageLook, y: float, high: float) -> Iterator[Item]:
    """Yield the bar at the left of a title, or in outlined themes, two lines."""
    if not look.theme.outlined:
        yield Rect(0, y, look.mm(3.4), high, look.theme.accent)
        return
    for x in (0.0, 1.3):
        yield Rect(look.mm(x), y, look.mm(0.6), high, look.theme.accent)


def _texts(style: Style, width: float) -> Iterator[Slab]:
    """Yield the texts of a table: DRMs, meanings of results, remarks and running text."""
    block, look = style.block, style.look
    if block.drm:
        yield _modifiers(style, width)
    if block.key:
        yield _meanings(style, width)
    over, leading = look.mm(0.8, 0.8, 0.4), look.of(1.28, 1.2, 1.12)
    body, quiet = look.letters(9, 9, 8.5), look.letters(9 if look.fit else 8, fill=look.theme.quiet)
    for text, letters in (*((text, quiet) for text in block.remarks), *((text, body) for text in block.foot)):
        lines = look.copy((text, letters)).set(width, leading=leading, where=block.at)
        fields = tuple(field.moved(0, over) for field in lines.fields)
        yield Slab(over + lines.height, (Group(lines.items, 0, over, role="P"),), fields=fields)


def _modifiers(style: Style, width: float) -> Slab:
    """Return the DRMs, numbers right-aligned, each with its condition; in a fit, in two columns if that is lower."""
    block, look = style.block, style.look
    accent, pad, gap = look.theme.accent, look.mm(0.35, 0.3, 0.2), look.mm(0.8)

    def rows(drms: Sequence[tuple[str, str]], width: float) -> Slab:
        made = []
        for sign, text in drms:
            number = style.cell("label", accent, sign)
            words = style.cell("text", look.theme.ink, text)
            made.append([
                number._replace(pad=(pad, gap), leading=words.leading, across=1.0, down=0.0, whole=True),
                words._replace(pad=(pad, gap), down=0.0),
            ])  # fmt: skip
        return table(made, width, (Column((5 if look.fit else 7) * MM * look.ratio, tight=True),)).part()

    one = rows(block.drm, width)
    if not look.fit or len(block.drm) < 3:
        return one
    middle = (len(block.drm) + 1) // 2
    two = beside(((rows(block.drm[:middle], width / 2), 0.0), (rows(block.drm[middle:], width / 2), width / 2)))
    return min(one, two, key=lambda slab: slab.height)


def _meanings(style: Style, width: float) -> Slab:
    """Return the meanings of results: each as in the table, and in words."""
    look = style.look
    pad, side = look.mm(0.5, 0.5, 0.2), look.mm(1)
    rows = []
    for mark, text in style.block.key:
        base, *styles = mark.style.split()
        shown = result(style, Cell(mark.text, " ".join(["label", *styles]), mark.owner), None, "", 0.0)
        words = style.cell("text", look.theme.ink, text)
        edges = shown.edges
        if len(edges) != 4:
            edges = (Edge("under", look.theme.page, 0.6 * MM),) if mark.owner else ()
        shown = shown._replace(pad=(pad, side), leading=words.leading, edges=edges, whole=True)
        shown = shown._replace(across=0.5 if mark.owner else 0.0, down=0.0)
        rows.append([shown, words._replace(pad=(pad, side), down=0.0)])
    return table(rows, width, (Column(0.0 if look.fit else 13 * MM * look.ratio, tight=True),)).part()


def _beside(style: Style) -> tuple[Table, Slab]:
    """Return a table and the texts beside it, at the usual width or at one that saves much height."""

    def tried(part: float) -> tuple[int, float, Style, Table, Slab]:
        trial = style.trial()
        made = grid(trial, style.width * part)
        texts = stacked((_over(style), *_texts(trial, style.width * (1 - part) - BETWEEN)))
        return len(trial.found), max(made.height(), texts.height), trial, made, texts

    usual, *others = map(tried, ASIDE)
    best = min(others, key=lambda one: one[:2])
    best = best if best[:2] < (usual[0], SAVES * usual[1]) else usual
    style.found.extend(best[2].found)
    return best[3:]


def _under(style: Style) -> Slab:
    """Return texts one below the other, or in two balanced columns."""
    two = style.block.width == "below" and not style.look.fit
    texts = list(_texts(style, (style.width - BETWEEN) / 2 if two else style.width))
    if not texts:
        return Slab(0.0, ())
    if not two:
        return stacked((_over(style), *texts))
    cuts = [(stacked(texts[:cut]), stacked(texts[cut:])) for cut in range(1, len(texts) + 1)]
    left, right = min(cuts, key=lambda cut: max(cut[0].height, cut[1].height))
    return stacked((_over(style), beside(((left, 0.0), (right, (style.width + BETWEEN) / 2)))))


def _over(style: Style) -> Slab:
    """Return the space above texts."""
    return Slab(style.look.mm(1.4, 1.4, 1), ())
