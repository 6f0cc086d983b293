"""Rolls of a VASSAL module: buttons that throw dice, and reports that read them in the game's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from rcwkit.dice.model import Procedure, Step
from rcwkit.dice.tables import Resolution, Table
from rcwkit.export import traits
from rcwkit.export.vassal_boards import add, given
from rcwkit.game.game import Game
from rcwkit.kinds.tables.say import drm_lines
from rcwkit.kit.publish import named_apart
from rcwkit.source.base import Scalar
from rcwkit.source.language import word
from rcwkit.source.markup import spoken

__all__ = ["dice_buttons", "report_of", "rolls_of"]

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
                title = f"{procedure.value.title}: {step.title}" if step.title else procedure.value.title
                found.append(BoardRoll(named_apart(title, names), step))
    return found


def _steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _steps(step.steps)


def report_of(game: Game, roll: BoardRoll) -> str:
    """Return the report of a roll as a BeanShell expression: dice, modifier, total, and the row in all columns."""
    rolled, read = "numericalTotal", roll.read
    if read.drm:
        signed = '(addToTotal < 0 ? " − " + (0 - addToTotal) : " + " + addToTotal)'
        rolled = f'(numericalTotal - addToTotal) + {signed} + " = " + numericalTotal'
    return f'{{PlayerName + {_quoted(f": {roll.title}: ")} + {rolled} + " → " + {_result(game, read)}}}'


def _result(game: Game, read: Resolution) -> str:
    """The result of a total, as nested choices from the lowest row up; totals past the ends take the end rows."""
    rows = sorted(read.ranges.items(), key=lambda row: row[1].low)
    found = _quoted(_words(game, read, rows[-1][0]))
    for key, span in reversed(rows[:-1]):
        found = f"(numericalTotal <= {span.high} ? {_quoted(_words(game, read, key))} : {found})"
    for natural, result in read.natural.items():
        found = f"((numericalTotal - addToTotal) == {natural} ? {_quoted(_cell(game, read, result))} : {found})"
    return found


def _words(game: Game, read: Resolution, key: Scalar) -> str:
    """A row: its cell, or each with the heading of its column."""
    cells = read.rows[key]
    if not isinstance(cells, tuple):
        return _cell(game, read, cells)
    heads = (spoken(head, game.info.said) for head in read.columns.values())
    return " · ".join(f"{head}: {_cell(game, read, cell)}" for head, cell in zip(heads, cells, strict=False))


def _cell(game: Game, read: Resolution, cell: Scalar) -> str:
    """A result, with its meaning if the table has a key of results."""
    meaning = read.results.get(cell) if isinstance(read, Table) else None
    said = f"{game.say(str(cell))}: {meaning}" if meaning else game.say(str(cell))
    return spoken(said, game.info.said).replace("_", " ")


def _quoted(text: str) -> str:
    """A text in an expression: VASSAL would read dollars as names, and braces as ends."""
    plain = text.replace("$", "").replace("{", "(").replace("}", ")")
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dice_buttons(root: ET.Element, game: Game, dice: tuple[tuple[int, int], ...]) -> None:
    """Add a button for each combination of dice, and a menu of all rolls with results; modifiers are asked for."""
    say = game.say
    for number, sides in dice:
        name = say("{count}d{faces}", count=number, faces=sides)
        _button(root, name, say("Roll {dice}", dice=name), number, sides, f"$PlayerName$: {name} = $result$")
    rolls = rolls_of(game)
    for roll in rolls:
        if roll.read.roll:
            tip = "; ".join(f"{sign}: {spoken(text, game.info.said)}" for sign, text in drm_lines(roll.read.drm))
            thrown = roll.read.roll
            button = _button(root, roll.title, tip or roll.title, thrown.count, thrown.faces, report_of(game, roll))
            if roll.read.drm:
                given(button, prompt=True, lockDice=True, lockSides=True, lockPlus=True, lockAdd=False)
    if rolls:
        items = traits.encode([roll.title for roll in rolls], ",")
        menu = add(
            root, "module.ToolbarMenu", description=say(DICE_MENU), text=say(DICE_MENU), icon="", menuItems=items
        )
        given(menu, tooltip=say("Tables and procedures"))


def _button(root: ET.Element, name: str, tip: str, count: int, sides: int, report: str) -> ET.Element:
    button = add(root, "module.DiceButton", name=name, text=name, icon="", tooltip=tip)
    return given(button, nDice=count, nSides=sides, reportTotal=True, reportFormat=report)
