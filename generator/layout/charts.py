"""Charts as slabs: a title, a table, and the texts under it or at its side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.diagnostics import Diagnostic
from generator.layout import tables
from generator.layout.copy import Letters, Run
from generator.layout.frame import MM, Field, Group, Item, Rect
from generator.layout.look import Look, Slab, stacked
from generator.layout.tables import Column, Edge, Table, table
from generator.views.blocks import Cell, Chart

__all__ = ["chart"]

ASIDE = 0.6
"""The share of the width for a table with its texts beside it, or for a small one that stands alone."""
BETWEEN = 6 * MM
"""What lies between a table and the texts beside it, and between two columns of texts."""
TURN = 0.93
"""How much lower a table must be for its heads to be turned."""
NARROW = 70 * MM
"""Up to which width cells have less room at their sides."""
_NUMBER = re.compile(r"([+−±]?)(\d+)$")


class _Kind(NamedTuple):
    """How cells of one kind are set: size in points, leading, room over and under, and at the sides, in points."""

    size: float
    leading: float
    over: float
    side: float
    font: str = "narrow-bold"


@dataclass(frozen=True)
class _Setting:
    """A chart in a look: how each kind of its cells is set."""

    block: Chart
    look: Look
    width: float

    def kind(self, name: str) -> _Kind:
        """The kind of a cell: text, figure, word, rule, head, key or label (a key in words)."""
        look, fit = self.look, self.look.fit
        sans, narrow, large = ("narrow", "narrow", 9) if fit else ("sans", "narrow", 11)
        over = 0.16 * fit or look.mm(0.95, 0.6, 0.35)
        side = 0.25 * fit or (0.7 if self.width < NARROW else 1.6) * MM
        return {
            "text": _Kind(look.pt(9), look.of(1.15, 1.15, 1.08), over, side, sans),
            "rule": _Kind(look.pt(8.5), 1.15, over, side, narrow),
            "figure": _Kind(look.pt(large), 1.0, over, side),
            "word": _Kind(look.pt(9 if fit else 10), 1.0, over, side),
            "head": _Kind(look.pt(9), 1.06, 0.2 * fit or 1.1 * MM, side),
            "key": _Kind(look.pt(large), 1.0, min(over, 0.9 * MM), 0.45 * fit or side),
            "label": _Kind(look.pt(9), 1.1, over, side),
        }[name]

    def letters(self, kind: _Kind, fill: str) -> Letters:
        """The letters of a kind of cell."""
        return Letters(kind.size, fill, kind.font, "narrow-bold" if kind.font.startswith("narrow") else "sans-bold")

    def cell(self, kind: str, fill: str, *runs: Run | str) -> tables.Cell:
        """A cell of words in a colour."""
        style = self.kind(kind)
        letters = self.letters(style, fill)
        words = self.look.copy(*((run, letters) if isinstance(run, str) else run for run in runs))
        return tables.Cell(words, pad=(style.over, style.side), leading=style.leading, at=self.block.at)


def chart(block: Chart, look: Look, width: float) -> Iterator[Slab]:
    """A chart in one piece; one higher than a page in parts with its title and heads above each, and its texts by themselves."""
    setting = _Setting(block, look, width)
    beside = block.width == "beside" and not look.fit
    wide = width * ASIDE if beside or (block.width == "solo" and not look.fit) else width
    grid = _table(setting, wide)
    texts = list(_texts(setting, width - wide - BETWEEN if beside else width))
    head = _title(setting, width, "")
    apart = look.theme.enlarges and block.width in ("below", "full") and texts
    end = Slab(0.55 * look.fit if look.fit else look.mm(3.8, 2.4, 1.8), ())
    under = _under(setting, texts, width, two=block.width == "below" and not look.fit)
    whole = stacked((head, _side(grid.part(), under, wide + BETWEEN) if beside else stacked((grid.part(), under)), end))
    if whole.height <= look.room and not apart:
        yield whole
        return
    parts = grid.cut(look.room - head.height - end.height)
    for number, (first, last) in enumerate(parts):
        above = _title(setting, width, ", continued") if number else head
        yield stacked((above, grid.part(first, last), *(() if texts and last == parts[-1][1] else (end,))))
    again = f"{block.title}, continued"
    if under.height + end.height <= look.room or beside:
        yield stacked((under, end))._replace(again=again)
        return
    for text in texts:
        yield text._replace(again=again)


def _title(setting: _Setting, width: float, more: str) -> Slab:
    """The title with its mark, rule and flags, and the note below."""
    block, look = setting.block, setting.look
    theme, indent = look.theme, look.mm(5.6)
    runs: list[Run] = [((block.title + more).upper(), look.letters(11.5 if look.fit else 13, 13, 12, font="narrow-bold", spacing=0.01))]
    if block.rule:
        runs += [look.gap(1 if look.fit else 2), (block.rule, look.letters(7.5, fill=theme.quiet))]
    words = look.copy(*runs, *look.flags(block.flags)).set(width - indent, leading=1.05, where=block.at)
    above = 0.0 if look.fit else look.mm(2.2, 1.6, 1.2)
    items: list[Item] = [*_mark(look, above, words.height), Group(words.items, indent, above, role=f"H{block.level}")]
    y = above + words.height + look.mm(1, 1, 0.8)
    if block.note:
        said = look.copy((block.note, look.letters(8.5, 8.5, 8, fill=theme.quiet))).set(width, leading=look.of(1.28, 1.28, 1.12), where=block.at)
        items.append(Group(said.items, 0, y, role="P"))
        y += said.height + look.mm(1.6, 1.6, 0.8)
    return Slab(y, tuple(items))


def _mark(look: Look, y: float, high: float) -> Iterator[Item]:
    """The block at the left of a title; two lines where grounds are not filled."""
    if not look.theme.outlined:
        yield Rect(0, y, look.mm(3.4), high, look.theme.accent)
        return
    for x in (0.0, 1.3):
        yield Rect(look.mm(x), y, look.mm(0.6), high, look.theme.accent)


def _table(setting: _Setting, width: float) -> Table:
    """The table, its heads turned where columns would be too narrow for them, or the table lower."""
    look = setting.look

    def tried(*, turned: bool) -> tuple[Table, list[Diagnostic]]:
        found: list[Diagnostic] = []
        trial = replace(setting, look=replace(look, setter=replace(look.setter, found=found)))
        return _tabled(trial, width, turned=turned), found

    made, found = tried(turned=False)
    if found or _broad(setting):
        other, less = tried(turned=True)
        if len(less) < len(found) or (len(less) == len(found) and other.height() < TURN * made.height()):
            made, found = other, less
    look.setter.found += found
    return made


def _broad(setting: _Setting) -> bool:
    """Whether a column's head is much longer than anything in it."""
    block = setting.block
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return False
    longest = [max((len(row.cells[index].text) for row in block.rows), default=0) for index in range(len(block.columns))]
    return any(len(column.text) > 3 * most > 0 for column, most in zip(block.columns, longest, strict=True))


def _tabled(setting: _Setting, width: float, *, turned: bool) -> Table:
    block, look = setting.block, setting.look
    heads = list(_heads(setting, turned=turned))
    striped = all(cell.rows == 1 for row in block.rows for cell in row.cells)
    shifts = _shifts(setting)
    rows: list[list[tables.Cell]] = []
    for number, row in enumerate(block.rows):
        tint = look.wash(look.theme.paper, 0.5) if striped and number % 2 else None
        about = f"{block.title}: {row.key}"
        cells = [_key(setting, number)]
        whole = len(row.cells) == len(block.columns)
        for index, cell in enumerate(row.cells):
            said = f"{about}: {block.columns[index].text}" if whole and block.columns[index].text else about
            cells.append(_cell(setting, cell, tint, said, shifts.get((number, index), 0.0)))
        rows.append(cells)
    label = block.keys == "text"
    long = len(block.head) > 8
    least = 22 * MM * look.ratio if label and not look.fit else (4.6 * look.fit or 15 * MM) if long and not label else 0.0
    key = Column(least, tight=not label)
    even = [Column(share=min(0.86 / len(block.columns), 0.18 if label else 0.86)) for _ in block.columns]
    fixed = [Column(tight=column.style == "rule" and not look.theme.enlarges) for column in block.columns]
    return table([*heads, *rows], width, (key, *(even if block.even and not (look.fit and label) else fixed)), len(heads))


def _heads(setting: _Setting, *, turned: bool) -> Iterator[list[tables.Cell]]:
    """The heads of columns, under those of their groups."""
    block = setting.block
    if not block.headed:
        if block.head:
            yield [_head(setting, block.head, corner=True)._replace(columns=len(block.columns) + 1, across=0.0)]
        return
    corner = _head(setting, block.head, corner=True)._replace(rows=2 if block.groups else 1)
    if block.keys == "text":
        corner = corner._replace(across=0.0)
    columns = [
        _head(setting, column.text, column.owner)._replace(across=0.0)
        if column.style == "text"
        else _head(setting, column.text, column.owner)._replace(turned=turned)
        for column in block.columns
    ]
    if not block.groups:
        yield [corner, *columns]
        return
    line = Edge("under", setting.look.theme.hairline, 0.2 * MM)
    groups = [_head(setting, text)._replace(columns=span) for text, span in block.groups]
    yield [corner, *(one._replace(edges=(*one.edges, line)) if text else one for one, (text, _) in zip(groups, block.groups, strict=True))]
    yield columns


def _head(setting: _Setting, text: str, owner: str = "", *, corner: bool = False) -> tables.Cell:
    """The head of a column or group; one of an owner is underlined in its colour."""
    theme, plate = setting.look.theme, setting.look.plate(owner)
    fill = theme.paper if not theme.outlined else theme.accent if corner else theme.ink
    ground = None if theme.outlined else theme.accent if corner else theme.ink
    edges: tuple[Edge, ...] = (Edge("under", plate.edge, 0.9 * MM),) if owner else ()
    if theme.outlined:
        edges = (Edge("over", fill, 0.5 * MM), *(edges or (Edge("under", theme.ink, 0.3 * MM),)))
    return setting.cell("head", fill, text)._replace(across=0.5, ground=ground, edges=edges, role="TH")


def _key(setting: _Setting, number: int) -> tables.Cell:
    """The head of a row: a number or range rolled, a short name, or words."""
    block, theme, look = setting.block, setting.look.theme, setting.look
    row = block.rows[number]
    if block.keys == "text":
        edges = (Edge("under", theme.hairline, 0.15 * MM),)
        return setting.cell("label", theme.ink, row.key)._replace(ground=look.wash(theme.paper, 1.0), edges=edges, role="TH")
    ground = theme.ink if block.rolled else theme.accent
    fill = ground if theme.outlined else theme.paper
    side = setting.kind("key").size * 1.03
    dice = [look.die(face, side / MM, 0.6 if at else 0.0) for at, face in enumerate(row.faces)]
    cell = setting.cell("key", fill, *(dice or (row.key,)))._replace(whole=True, role="TH")
    figures = all(_NUMBER.match(row.key) or "–" in row.key for row in block.rows)
    cell = cell._replace(across=0.5 if not dice and (block.rolled or figures) else 0.0)
    if theme.outlined:
        edges = (Edge("under", theme.hairline, 0.15 * MM), *((Edge("right", theme.ink, 0.3 * MM),) if block.rolled else ()))
        return cell._replace(edges=edges)
    return cell._replace(ground=ground, edges=(Edge("under", theme.page, 0.15 * MM),))


QUIET = "#7A7266"
LOUD = "#7D0F12"
"""The ground of the worst result."""


def _cell(setting: _Setting, cell: Cell, tint: str | None, about: str, shift: float) -> tables.Cell:
    """A result, in the colours and on the ground that its style asks for."""
    look, theme, styles = setting.look, setting.look.theme, cell.style.split()
    base, styles = styles[0], styles[1:]
    loud, plate = "loud" in styles, look.plate(cell.owner)
    fill = theme.quiet if base == "rule" else QUIET if "quiet" in styles else theme.accent if "strong" in styles else theme.ink
    edges: tuple[Edge, ...] = (Edge("under", theme.hairline, 0.15 * MM),)
    if loud or cell.owner:
        edge = theme.accent if loud else plate.edge
        fill, tint = (edge if theme.outlined else "#FFFFFF" if loud else plate.text), None if theme.outlined else LOUD if loud else plate.ground
        edges = tuple(Edge(side, edge, 0.5 * MM) for side in ("over", "under", "left", "right")) if theme.outlined else edges
    made = setting.cell(base, fill, cell.text)
    if "quiet" in styles and base != "text":
        made = setting.cell(base, fill, (cell.text, setting.letters(setting.kind(base)._replace(font="narrow"), fill)))
    if "blank" in styles:
        return made._replace(least=(12 * MM, 6 * MM), write=about, edges=(*edges, Edge("left", theme.hairline, 0.15 * MM)))
    whole = base == "figure" or (base in ("word", "rule") and not look.fit and not (base == "rule" and theme.enlarges))
    return made._replace(rows=cell.rows, across=0.5 if base in ("figure", "word") else 0.0, whole=whole, ground=tint, edges=edges, shift=shift)


def _shifts(setting: _Setting) -> dict[tuple[int, int], float]:
    """How far numbers in a column are moved from its middle, so that units stand under units, and signs before them."""
    block, book, kind = setting.block, setting.look.setter.book, setting.kind("figure")
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return {}
    shifts: dict[tuple[int, int], float] = {}
    for index in range(len(block.columns)):
        found = {at: _NUMBER.match(row.cells[index].text) for at, row in enumerate(block.rows) if row.cells[index].style.startswith("figure")}
        numbers = {at: match.groups() for at, match in found.items() if match}
        widest = max((book.width(digits, kind.font, kind.size) for _, digits in numbers.values()), default=0.0)
        for at, (sign, digits) in numbers.items():
            shifts[at, index] = (widest - book.width(sign, kind.font, kind.size) - book.width(digits, kind.font, kind.size)) / 2
    return shifts


def _texts(setting: _Setting, width: float) -> Iterator[Slab]:
    """What is said under a table: DRMs, what results mean, remarks and running text."""
    block, look = setting.block, setting.look
    if block.drm:
        yield _modifiers(setting, width)
    if block.key:
        yield _meanings(setting, width)
    over, leading = look.mm(0.8, 0.8, 0.4), look.of(1.28, 1.2, 1.12)
    body, quiet = look.letters(9, 9, 8.5), look.letters(9 if look.fit else 8, fill=look.theme.quiet)
    for text, letters in (*((text, quiet) for text in block.remarks), *((text, body) for text in block.foot)):
        lines = look.copy((text, letters)).set(width, leading=leading, where=block.at)
        fields = tuple(field.moved(0, over) for field in lines.fields)
        yield Slab(over + lines.height, (Group(lines.items, 0, over, role="P"),), fields=fields)


def _modifiers(setting: _Setting, width: float) -> Slab:
    """DRMs: signs and numbers ranged right, and when they apply; on a sheet of few pages in two columns where that is lower."""
    block, look = setting.block, setting.look
    accent, pad, gap = look.theme.accent, look.mm(0.35, 0.3, 0.2), look.mm(0.8)

    def rows(drms: Sequence[tuple[str, str]], width: float) -> Slab:
        made = []
        for sign, text in drms:
            number = setting.cell("label", accent, sign)
            words = setting.cell("text", look.theme.ink, text)
            made.append([
                number._replace(pad=(pad, gap), leading=words.leading, across=1.0, down=0.0, whole=True),
                words._replace(pad=(pad, gap), down=0.0),
            ])  # fmt: skip
        return table(made, width, (Column((5 if look.fit else 7) * MM * look.ratio, tight=True),)).part()

    one = rows(block.drm, width)
    if not look.fit or len(block.drm) < 3:
        return one
    middle = (len(block.drm) + 1) // 2
    two = _side(rows(block.drm[:middle], width / 2), rows(block.drm[middle:], width / 2), width / 2)
    return min(one, two, key=lambda slab: slab.height)


def _meanings(setting: _Setting, width: float) -> Slab:
    """What results mean: each as it stands in the table, and in words."""
    look = setting.look
    pad, side = look.mm(0.5, 0.5, 0.2), look.mm(1)
    rows = []
    for mark, text in setting.block.key:
        base, *styles = mark.style.split()
        shown = _cell(setting, Cell(mark.text, " ".join(["label", *styles]), mark.owner), None, "", 0.0)
        words = setting.cell("text", look.theme.ink, text)
        edges = shown.edges if len(shown.edges) == 4 else (Edge("under", look.theme.page, 0.6 * MM),) if mark.owner else ()
        shown = shown._replace(pad=(pad, side), leading=words.leading, across=0.5 if mark.owner else 0.0, down=0.0, edges=edges, whole=True)
        rows.append([shown, words._replace(pad=(pad, side), down=0.0)])
    return table(rows, width, (Column(0.0 if look.fit else 13 * MM * look.ratio, tight=True),)).part()


def _under(setting: _Setting, texts: Sequence[Slab], width: float, *, two: bool) -> Slab:
    """Texts one under the other, or in two columns as even as can be."""
    if not texts:
        return Slab(0.0, ())
    over = Slab(setting.look.mm(1.4, 1.4, 1), ())
    if two:
        half = (width - BETWEEN) / 2
        texts = list(_texts(setting, half))
        cuts = [(stacked(texts[:cut]), stacked(texts[cut:])) for cut in range(1, len(texts) + 1)]
        left, right = min(cuts, key=lambda cut: max(cut[0].height, cut[1].height))
        return stacked((over, _side(left, right, half + BETWEEN)))
    return stacked((over, *texts))


def _side(left: Slab, right: Slab, x: float) -> Slab:
    """Two slabs side by side, the right one from x on."""
    fields: tuple[Field, ...] = (*left.fields, *(field.moved(x, 0) for field in right.fields))
    return Slab(max(left.height, right.height), (Group(left.items), Group(right.items, x)), fields=fields)
