"""The grid of a form: a row for each item, with what is asked of it, its dice, modifiers and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rcwkit.blocks.composed import Worksheet, WorksheetColumn, WorksheetRow
from rcwkit.blocks.steps import dice_of, short
from rcwkit.blocks.words import Words
from rcwkit.dice.settle import settle
from rcwkit.models.procedures import Each, Procedure, Step
from rcwkit.reading.game import Game

__all__ = ["worksheet"]

TICKED, SHORT = 3, 24
"""Up to so many choices, with so many letters in all, are ticked in a grid; others are written in."""
NARROW, ABREAST, FEW = 4, 3, 9
"""A grid of up to so many columns stands so many times side by side, or fewer times if its rows are few."""


def worksheet(
    game: Game,
    words: Words,
    procedure: Procedure,
    items: Sequence[str],
    asked: Sequence[str],
    dice: Sequence[tuple[Step, int]],
) -> Worksheet:
    """Return a grid of items: the inputs `asked` of each, and its dice as (step, times)."""
    columns = [WorksheetColumn(width=2.4, align="left", named=True)]
    blank: list[str] = []
    spaces = _spaces(game, [step for step, _ in dice])
    if spaces:
        columns.append(WorksheetColumn(game.say("Space"), width=3.2, align="left"))
    for name in asked:
        choices = tuple((procedure.inputs[name].choices or {}).values())
        ticks = len(choices) <= TICKED and sum(map(len, choices)) <= SHORT
        columns.append(WorksheetColumn(short(procedure.inputs[name]), width=2.0))
        blank.append("   ".join(f"{{box}} {choice}" for choice in choices) if ticks else "")
    for step, often in dice:
        roll = dice_of(game, step)
        count = often * (roll.count if roll is not None else 1)
        head = (step.title or game.say("Die")) if len(dice) > 1 else game.say("Die" if count == 1 else "Dice")
        columns.append(WorksheetColumn(head, width=max(0.9, 0.55 * count)))
        blank.append("{die}" * count)
        if step.drm or (step.table and game.tables[step.table].value.drm):
            columns.append(WorksheetColumn("±", width=0.7))
            blank.append("")
        columns.append(WorksheetColumn(game.say("Result"), width=1.6, shaded=True))
        blank.append("")
    where = [(spaces.get(item, "–"),) if spaces else () for item in items]
    rows = [
        (words.unit(item), *space, *_cells(procedure, item, asked, blank))
        for item, space in zip(items, where, strict=True)
    ]
    even = next((count for count in range(ABREAST, 1, -1) if len(rows) % count == 0), 1)
    abreast = (ABREAST if len(rows) > FEW else even) if len(columns) <= NARROW and not asked else 1
    high = -(-len(rows) // abreast)
    rows += [("",) * len(columns)] * (high * abreast - len(rows))
    lines = ([cell for row in rows[number::high] for cell in row] for number in range(high))
    return Worksheet(tuple(columns) * abreast, tuple(WorksheetRow(tuple(line)) for line in lines), height=6.0)


def _spaces(game: Game, steps: Iterable[Step]) -> dict[str, str]:
    """Return where the units of the game's first set-up stand, if a step repeats for these."""
    scenario = next((name for name, item in game.scenarios.items() if item.value.setup is not None), None)
    if scenario is None or not any(isinstance(step.for_each, Each) for step in steps):
        return {}
    regions = (region for force in settle(game, scenario).forces for region in force.regions)
    spots = [spot for region in regions for spot in region.spots]
    return {piece.unit: f"{spot.place} {spot.name}".strip() for spot in spots for piece in spot.pieces}


def _cells(procedure: Procedure, item: str, asked: Sequence[str], blank: Sequence[str]) -> list[str]:
    """Return the cells of an item, with a dash where a question is not asked of it."""
    return [
        "–" if number < len(asked) and item not in procedure.inputs[asked[number]].for_each else text
        for number, text in enumerate(blank)
    ]
