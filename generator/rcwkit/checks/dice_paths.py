"""Checks that no two rolls of a procedure share the path of their dice, and so their faces."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from rcwkit.checks.limits import sizes
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.procedures import MOST_STEPS, Each, Step
from rcwkit.reading.game import Document, Game

__all__ = ["shared"]


class _Items(NamedTuple):
    """Items of enclosing repetitions as part of a path, and where the innermost is written, if it is."""

    path: str = ""
    span: Span | None = None


def shared(game: Game) -> Iterator[Diagnostic]:
    """Report rolls with the same path: they would always show the same faces, and a roll refuses them."""
    size = sizes(game)
    for name, item in game.procedures.items():
        if size[name] > MOST_STEPS:
            continue
        seen: dict[str, tuple[Span, str, Step]] = {}
        told: set[Span] = set()
        for path, span, scope, step in _rolls(
            game, item.value.steps, item.document, (*item.path, "steps"), "", [_Items()]
        ):
            first, beside, other = seen.setdefault(path, (span, scope, step))
            # Steps of one id in one procedure are told as such.
            if first is not span and span not in told and (other is step or beside != scope):
                told.add(span)
                message = f"two rolls of '{name}' would share their dice: {path}"
                yield Diagnostic("E234", message, span, "rename one of the two", (("the other", first),))


def _rolls(
    game: Game, steps: tuple[Step, ...], document: Document, path: tuple[Any, ...], scope: str, outer: list[_Items]
) -> Iterator[tuple[str, Span, str, Step]]:
    """Yield the path of every roll, in NFC as dice read it, the place of its item or step, the scope, and the step."""
    for index, step in enumerate(steps):
        where = (*path, index)
        inner = (
            [
                _Items(f"{before.path}/{item.path}", item.span or before.span)
                for before in outer
                for item in _items(game, step, document, where)
            ]
            if _repeats(step)
            else outer
        )
        name = f"{scope}{step.id}"
        if step.roll is not None or step.table is not None or step.draw is not None:
            span = document.at(*where, "id")
            for one in inner:
                yield unicodedata.normalize("NFC", name + one.path), one.span or span, scope, step
        yield from _rolls(game, step.steps, document, (*where, "steps"), scope, inner)
        if step.run in game.procedures:
            chained = game.procedures[str(step.run)]
            plain = [_Items(one.path, one.span or document.at(*where, "run")) for one in inner]
            yield from _rolls(game, chained.value.steps, chained.document, (*chained.path, "steps"), f"{name}.", plain)


def _repeats(step: Step) -> bool:
    return step.for_each is not None or step.times is not None


def _items(game: Game, step: Step, document: Document, where: tuple[Any, ...]) -> list[_Items]:
    """Return the items of a repeated step; of those that are only counted, the first two stand for all."""
    each = step.for_each
    if each is None:
        return [_Items("1"), _Items("2")]
    if isinstance(each, Each):
        return [_Items(name) for name, item in game.counters.items() if item.value.type in each.units]
    if isinstance(each, tuple):
        return [_Items(str(item), document.at(*where, "for_each", at)) for at, item in enumerate(each)]
    return [_Items(str(item)) for item in each]
