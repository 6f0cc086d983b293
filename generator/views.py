"""View models: what the text documents show, as plain frozen data, so that templates hold no logic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.fonts import FontBook
from generator.game import Game
from generator.layout.frame import MM
from generator.models.tables import FAR, Drm, Table, Tables, parse_range

__all__ = ["Cell", "Chart", "ChartRow", "Head", "Part", "chart", "charts", "css_name", "flags", "head", "signed"]

HALF, FULL = 88.0, 235.0
"""Widths in millimetres, unwrapped, up to which a chart takes half a page, or a whole one."""
_FIGURE = re.compile(r"^[+−±]?\d+$|^\S{1,3}$")
_QUIET = frozenset({"0", "–", "—", "-", "·", "none", "no", "no effect", "nothing"})


@dataclass(frozen=True)
class Head:
    """What stands on every sheet of a document: its game, title, source and whose game it is."""

    game: str
    title: str
    source: str
    credits: str


@dataclass(frozen=True)
class Part:
    """A part of a document that begins on a new sheet. `content` is what its template prints."""

    title: str
    rule: str
    note: str
    content: Any
    flags: tuple[int, ...] = ()


@dataclass(frozen=True)
class Cell:
    """One cell. `style` is figure, word or text, and quiet, loud, strong or owner; it spans `rows` rows."""

    text: str
    style: str = "text"
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class ChartRow:
    """A row: its key in words, the faces of a die if they are to be drawn, and the cells that begin in it."""

    key: str
    faces: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Chart:
    """A table ready to print. `groups` are headings with the number of columns they span; `width` is half, full or wide."""

    id: str
    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    head: str
    groups: tuple[tuple[str, int], ...]
    columns: tuple[Cell, ...]
    rows: tuple[ChartRow, ...]
    rolled: bool
    keys: str
    drm: tuple[tuple[str, str], ...]
    key: tuple[tuple[Cell, str], ...]
    remarks: tuple[str, ...]
    foot: tuple[str, ...]
    width: str


def head(game: Game, title: str, source: str = "") -> Head:
    """The head of a document; the game's source stands for one that is not given."""
    version = " ".join(part for part in (game.info.source.title, game.info.source.version) if part)
    return Head(game.info.title, title, source or version, game.info.credits)


def css_name(owner: str) -> str:
    """An owner's id as `theme.css_variables` spells it."""
    return owner.replace("_", "-").replace(".", "-")


def flags(game: Game, rulings: Iterable[str]) -> tuple[int, ...]:
    """The printed numbers of rulings."""
    return tuple(sorted({game.ruling_numbers[name] for name in rulings if name in game.ruling_numbers}))


def signed(amount: Any) -> str:
    """A number with its sign; an amount that is no number has only a sign."""
    if not isinstance(amount, int):
        return "±"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "±0"


def charts(game: Game, book: FontBook) -> tuple[Part, ...]:
    """Every collection of tables as a part; its content is a tuple of charts."""
    return tuple(
        Part(sheet.title, "", "", _paired(tuple(chart(game, book, name, table) for name, table in sheet.tables.items())))
        for _, sheet in game.of(Tables)
    )


def _paired(found: tuple[Chart, ...]) -> tuple[Chart, ...]:
    """Half charts go two in a row: one without a neighbour takes the whole row."""
    runs: list[list[Chart]] = []
    for item in found:
        if runs and runs[-1][0].width == item.width:
            runs[-1].append(item)
        else:
            runs.append([item])
    return tuple(replace(item, width="full") if item.width == "half" and len(run) == 1 else item for run in runs for item in run)


def chart(game: Game, book: FontBook, name: str, table: Table) -> Chart:
    """One table as a chart."""
    rows = _rows(game, table)
    plain = table.roll == "1d6" and not table.drm
    keys = [_key(key, bool(table.roll)) for key in table.rows]
    return Chart(
        id=name,
        title=table.title,
        rule=table.rule,
        note=table.note or "",
        flags=flags(game, table.rulings),
        head=table.head or (table.roll or ""),
        groups=_groups(table),
        columns=_columns(game, table, rows),
        rows=tuple(ChartRow(key, _faces(raw) if plain else (), cells) for key, raw, cells in zip(keys, table.rows, _merged(rows), strict=True)),
        rolled=bool(table.roll),
        keys="figure" if table.roll or all(len(key) <= 6 for key in keys) else "text",
        drm=tuple(_drm(drm) for drm in table.drm),
        key=tuple((_cell(game, result, frozenset()), text) for result, text in table.results.items()),
        remarks=tuple(_remarks(table)),
        foot=table.foot,
        width=_width(book, keys, rows),
    )


def _key(key: Any, rolled: bool) -> str:
    if not rolled:
        return _typeset(key)
    low, high = parse_range(key)
    if low == -FAR:
        return f"{_typeset(high)} or less"
    if high == FAR:
        return f"{_typeset(low)} or more"
    return _typeset(low) if low == high else f"{_typeset(low)}–{_typeset(high)}"


def _typeset(value: Any) -> str:
    """Minus signs and dashes between numbers as type has them."""
    return re.sub(r"(?<=\d)-(?=\d)", "–", re.sub(r"^-(?=\d)", "−", str(value)))


def _faces(key: Any) -> tuple[int, ...]:
    low, high = parse_range(key)
    return tuple(range(max(low, 1), min(high, 6) + 1))


def _drm(drm: Drm) -> tuple[str, str]:
    return signed(drm.add), drm.text


def _rows(game: Game, table: Table) -> list[list[Cell]]:
    listed = [cells if isinstance(cells, tuple) else (cells,) for cells in table.rows.values()]
    flat = [cell for cells in listed for cell in cells]
    graded = frozenset(cell for cell in flat if isinstance(cell, int) and cell) if table.roll and all(_figure(cell) for cell in flat) else frozenset()
    return [[_cell(game, cell, graded) for cell in cells] for cells in listed]


def _figure(value: Any) -> bool:
    return bool(_FIGURE.match(_typeset(value)))


def _cell(game: Game, value: Any, graded: frozenset[int]) -> Cell:
    """`graded` are the numbers of a chart of numbers: with two or more of them the highest are loud."""
    text = _typeset(value)
    base = "figure" if _figure(value) else "word" if len(text) <= 16 else "text"
    if text.lower() in _QUIET:
        return Cell(text, f"{base} quiet")
    owner = next((name for name, owner in game.owners.items() if text.casefold() in (owner.title.casefold(), name)), "")
    if owner and text.isupper():
        return Cell(text, f"{base} owner", css_name(owner))
    if isinstance(value, int) and len(graded) > 1:
        above = sum(other > value for other in graded)
        return Cell(text, f"{base} {'loud' if above == 0 and len(graded) > 2 else 'strong' if above <= (len(graded) - 1) // 2 else ''}".strip())
    return Cell(text, base)


def _columns(game: Game, table: Table, rows: list[list[Cell]]) -> tuple[Cell, ...]:
    """Column headings: text columns are set flush left, all others centred; a side's own column takes its colour."""
    width = len(table.columns) or max((len(row) for row in rows), default=1)
    titles = [*table.columns.items()] or [("", "")] * width
    result = []
    for index, (name, title) in enumerate(titles):
        texts = any(row[index].style == "text" for row in rows if index < len(row))
        result.append(Cell(title, "text" if texts else "word", css_name(name) if name in game.owners else ""))
    return tuple(result)


def _groups(table: Table) -> tuple[tuple[str, int], ...]:
    """Headings over neighbouring columns, and blanks over the rest."""
    of = {column: title for title, columns in table.groups.items() for column in columns}
    spans: list[tuple[str, int]] = []
    for column in table.columns if of else ():
        title = of.get(column, "")
        if spans and spans[-1][0] == title:
            spans[-1] = (title, spans[-1][1] + 1)
        else:
            spans.append((title, 1))
    return tuple(spans)


def _merged(rows: list[list[Cell]]) -> list[tuple[Cell, ...]]:
    """Equal words beneath one another become one cell; figures stay single, for the eye counts them."""
    spans: dict[tuple[int, int], int] = {}
    covered: set[tuple[int, int]] = set()
    for column in range(max((len(row) for row in rows), default=0)):
        start = 0
        for index in range(1, len(rows)):
            cell, above = rows[index][column], rows[start][column]
            if cell == above and not cell.style.startswith("figure"):
                covered.add((index, column))
                spans[start, column] = index - start + 1
            else:
                start = index
    return [
        tuple(replace(cell, rows=spans.get((index, column), 1)) for column, cell in enumerate(row) if (index, column) not in covered)
        for index, row in enumerate(rows)
    ]


def _remarks(table: Table) -> Iterable[str]:
    if table.beyond == "clamp" and table.drm and table.rows:
        ends = list(table.rows)
        first, last = _key(ends[0], True), _key(ends[-1], True)
        yield f"Totals below {first} count as {first}, above {last} as {last}: a DRM makes the end row it leads to likelier."
    for face, result in table.natural.items():
        yield f"A natural {face} is always: {result}."


def _width(book: FontBook, keys: list[str], rows: list[list[Cell]]) -> str:
    """Half, full or wide, by the widths that the columns would like to have."""
    columns = [keys, *([cell.text for cell in column] for column in zip(*rows, strict=True))]
    longest = [max((book.width(text, "sans", 9) / MM for text in column), default=0) for column in columns]
    wanted = sum(min(width + 4, 30 + width / 6) for width in longest)
    return "half" if wanted <= HALF else "full" if wanted <= FULL else "wide"


