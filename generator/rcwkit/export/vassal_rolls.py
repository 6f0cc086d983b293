"""Rolls of a VASSAL module: buttons that throw dice, and reports that read them in the game's tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree as ET

from rcwkit.dice.model import Procedure, Step
from rcwkit.dice.tables import Resolution, Table
from rcwkit.export import traits
from rcwkit.export.traits import chosen, literal, plain
from rcwkit.export.vassal_boards import add, given, icon
from rcwkit.game.game import Game
from rcwkit.kinds.tables.say import drm_lines
from rcwkit.kit.publish import named_apart
from rcwkit.source.base import Scalar
from rcwkit.source.language import word
from rcwkit.source.markup import spoken

DICE_MENU = word("Roll on")
"""Text of the button under which the rolls of tables and procedures lie."""


class BoardRoll(NamedTuple):
    """A roll with results: its title, and how it is read."""

    title: str
    read: Resolution


def rolls_of(game: Game) -> list[BoardRoll]:
    """Return every roll that has results of its own: tables, and steps of procedures with rows."""
    found: list[BoardRoll] = []
    names: set[str] = set()
    for item in game[Table].values():
        if item.value.roll and item.value.rows:
            found.append(BoardRoll(named_apart(item.value.title, names), item.value))
    for procedure in game[Procedure].values():
        for step in _steps(procedure.value.steps):
            if step.roll and step.rows:
                whole = procedure.value.title
                title = f"{whole}: {step.title}" if step.title and step.title != whole else whole
                found.append(BoardRoll(named_apart(title, names), step))
    return found


def _steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _steps(step.steps)


def report_of(game: Game, roll: BoardRoll) -> str:
    """Return the report of a roll as an expression of BeanShell: dice, modifier, total, the row, and its chance."""
    rolled, read = "numericalTotal", roll.read
    if read.drm:
        signed = '(addToTotal < 0 ? " − " + (0 - addToTotal) : " + " + addToTotal)'
        rolled = f'(numericalTotal - addToTotal) + {signed} + " = " + numericalTotal'
    return f'{{PlayerName + {literal(f": {roll.title}: ")} + {rolled} + " → " + {_result(game, read)}}}'


def _result(game: Game, read: Resolution) -> str:
    """The result of a total, as choices from the lowest row up; totals past the ends take the end rows."""
    *lower, last = _sorted(read)
    cases: list[tuple[str, str]] = []
    for natural, result in read.natural.items():
        said = f"{_cell(game, read, result)}{_said(game, read, _ways(read).get(natural, 0))}"
        cases.append((f"numericalTotal - addToTotal == {natural}", literal(said)))
    cases += [(f"numericalTotal <= {read.ranges[key].high}", _chanced(game, read, key)) for key in lower]
    return chosen(cases, _chanced(game, read, last))


def _sorted(read: Resolution) -> list[Scalar]:
    return sorted(read.rows, key=lambda key: read.ranges[key].low)


def _ways(read: Resolution) -> Mapping[int, int]:
    """Sum of the dice → how many throws give it."""
    return read.roll.sums() if read.roll else {}


def _said(game: Game, read: Resolution, ways: int) -> str:
    """A chance in brackets, as `(1 in 3)`; nothing of what is certain or impossible."""
    chance = Fraction(ways, sum(_ways(read).values()) or 1)
    return f" ({game.say('{n} in {of}', n=chance.numerator, of=chance.denominator)})" if 0 < chance < 1 else ""


def _row_at(read: Resolution, total: int) -> Scalar:
    """The row that a total takes; totals past the ends take the end rows."""
    rows = _sorted(read)
    return rows[bisect_left([read.ranges[row].high for row in rows[:-1]], total)]


def _chance(game: Game, read: Resolution, key: Scalar, modifier: int) -> str:
    """How likely a row is with a modifier."""
    naturals = (natural for natural in _ways(read) if natural not in read.natural)
    fitting = (natural for natural in naturals if _row_at(read, natural + modifier) == key)
    return _said(game, read, sum(_ways(read)[natural] for natural in fitting))


def _chanced(game: Game, read: Resolution, key: Scalar) -> str:
    """The words of a row, and how likely it was with the modifier that was given."""
    if not read.drm:
        return literal(_words(game, read, key) + _chance(game, read, key, 0))
    cases: list[tuple[str, str]] = []
    for modifier in range(-MOST, MOST + 1):
        if said := _chance(game, read, key, modifier):
            given_it = f"addToTotal + {-modifier} == 0" if modifier < 0 else f"addToTotal == {modifier}"
            cases.append((given_it, literal(said)))
    words = literal(_words(game, read, key))
    return f"({words} + {chosen(cases, literal(''))})" if cases else words


def outcome_of(game: Game, roll: BoardRoll, natural: int, modifier: int) -> str:
    """Return what the report of a roll says of a throw, after the arrow."""
    read = roll.read
    if natural in read.natural:
        return plain(f"{_cell(game, read, read.natural[natural])}{_said(game, read, _ways(read).get(natural, 0))}")
    row = _row_at(read, natural + modifier)
    return plain(_words(game, read, row) + (_chance(game, read, row, modifier) if abs(modifier) <= MOST else ""))


class Misread(NamedTuple):
    """A line of a log that the game's tables do not bear out: its number, what it says, and what they say."""

    line: int
    says: str
    reads: str


_THROW = re.compile(r"(\d+)(?: ([+−]) (\d+) = (-?\d+))? → (.*)")


def read_log(game: Game, text: str) -> tuple[int, list[Misread]]:
    """Read the rolls on tables in a log of VASSAL, as text or HTML; return how many there are, and the wrong ones."""
    count, wrong = 0, list[Misread]()
    rolls = sorted(rolls_of(game), key=lambda roll: -len(roll.title))
    for number, line in enumerate(text.splitlines(), 1):
        said = unescape(re.sub(r"</?[a-z][^>]*>", "", line)).strip()
        roll = next((one for one in rolls if f": {plain(one.title)}: " in said), None)
        found = _THROW.fullmatch(said.partition(f": {plain(roll.title)}: ")[2]) if roll else None
        if roll is None or found is None:
            continue
        count += 1
        natural, sign = int(found[1]), -1 if found[2] == "−" else 1
        modifier = sign * int(found[3] or 0)
        total = f"{found[2]} {found[3]} = {natural + modifier} " if found[2] else ""
        reads = f"{natural} {total}→ {outcome_of(game, roll, natural, modifier)}"
        if natural not in _ways(roll.read) or found[0] != reads:
            wrong.append(Misread(number, said, reads if natural in _ways(roll.read) else ""))
    return count, wrong


MOST = 6
"""Modifiers to either side of which the chances are told."""


def _words(game: Game, read: Resolution, key: Scalar) -> str:
    """A row: its cell, or each with the headings of its column."""
    cells = read.rows[key]
    if not isinstance(cells, tuple):
        return _cell(game, read, cells)
    groups = read.groups if isinstance(read, Table) else {}
    over = {column: f"{group} " for group, columns in groups.items() for column in columns}
    heads = (spoken(over.get(column, "") + head, game.info.said) for column, head in read.columns.items())
    return " · ".join(f"{head}: {_cell(game, read, cell)}" for head, cell in zip(heads, cells, strict=False))


def _cell(game: Game, read: Resolution, cell: Scalar) -> str:
    """A result, with its meaning if the table has a key of results that says more."""
    meaning = read.results.get(cell) if isinstance(read, Table) else None
    plain = game.say(str(cell))
    said = f"{plain}: {meaning}" if meaning and meaning != plain else plain
    return spoken(said, game.info.said).replace("_", " ")


def dice_buttons(root: ET.Element, game: Game, dice: tuple[tuple[int, int], ...]) -> None:
    """Add a button for each combination of dice, and a menu of all rolls with results; modifiers are asked for."""
    say = game.say
    for number, sides in dice:
        name = say("{count}d{faces}", count=number, faces=sides)
        _button(root, name, say("Roll {dice}", dice=name), number, sides, f"$PlayerName$: {name} = $result$")
    rolls = rolls_of(game)
    for roll in rolls:
        if roll.read.roll:
            # The menu shows no tooltips, and VASSAL asks for a modifier under the name of the button.
            name, thrown = _named(game, roll), roll.read.roll
            button = _button(root, name, name, thrown.count, thrown.faces, report_of(game, roll))
            if roll.read.drm:
                given(button, prompt=True, lockDice=True, lockSides=True, lockPlus=True, lockAdd=False)
    if rolls:
        items = traits.encode([_named(game, roll) for roll in rolls], ",")
        menu = add(
            root,
            "module.ToolbarMenu",
            description=say(DICE_MENU),
            text=say(DICE_MENU),
            icon=icon("d6"),
            menuItems=items,
        )
        given(menu, tooltip=say("Tables and procedures"))


LONGEST = 160
"""Characters of a roll in the menu."""


def _named(game: Game, roll: BoardRoll) -> str:
    """A roll with its modifiers and when they apply."""
    drms = "; ".join(f"{sign}: {spoken(text, game.info.said)}" for sign, text in drm_lines(roll.read.drm))
    name = f"{roll.title} ({drms})" if drms else roll.title
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


SIGNS = (4, 6, 8, 10, 12, 20)
"""Dice of which there is a sign."""


def _button(root: ET.Element, name: str, tip: str, count: int, sides: int, report: str) -> ET.Element:
    die = icon(f"d{sides}") if sides in SIGNS else ""
    button = add(root, "module.DiceButton", name=name, text=name, icon=die, tooltip=tip)
    return given(button, nDice=count, nSides=sides, reportTotal=True, reportFormat=report)
