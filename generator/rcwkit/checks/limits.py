"""Checks that everything in a game stays within limits: chained procedures, dice, repetitions and lists of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.conditions import Calc
from rcwkit.models.procedures import DEEPEST, MOST_STEPS, MOST_TIMES, Each, Procedure, Step, walk
from rcwkit.models.run import Run
from rcwkit.models.tables import Resolution
from rcwkit.reading.game import Game, Item

__all__ = ["bounds", "circles", "sizes"]

MOST_SUMS = 2000
"""The largest sum that the dice of one roll may have."""
_INFINITE = float("inf")


def circles(game: Game) -> Iterator[Diagnostic]:
    """Check that no procedure runs itself, directly or through others."""
    done: set[str] = set()
    for name in game.procedures:
        if name not in done:
            yield from _circles(game, name, done)


def _circles(game: Game, first: str, done: set[str]) -> Iterator[Diagnostic]:
    """Search depth first from one procedure; `way` lists each caller so far, with the place of its call."""
    names, way, waiting = [first], list[tuple[str, Span]](), [iter(_chained(game, first))]
    while waiting:
        name = names[-1]
        for run, span in waiting[-1]:
            if run in names:
                at = names.index(run)
                calls = zip(way[at:], names[at + 1 :], strict=True)
                ring = [(f"runs '{after}'", called) for (_, called), after in calls]
                found = tuple(ring or [("runs itself", game.procedures[name].span)])
                message = f"'{name}' runs '{run}' in a circle"
                yield Diagnostic("E229", message, span, "a procedure may not run itself", found)
            elif run not in done:
                names.append(run)
                way.append((name, span))
                waiting.append(iter(_chained(game, run)))
                break
        else:
            done.add(names.pop())
            waiting.pop()
            del way[len(names) - 1 :]


def _chained(game: Game, name: str) -> list[tuple[str, Span]]:
    """Return the procedures that a procedure runs, with the place of each call."""
    item = game.procedures[name]
    calls = [(path, step.run) for path, step in _steps(item) if step.run in game.procedures]
    return [(str(run), item.document.at(*path, "run")) for path, run in calls]


def deep(game: Game) -> Iterator[Diagnostic]:
    """Check the depth of chained procedures; report the innermost procedure from which a chain is too deep."""
    runs = {name: [run for run, _ in _chained(game, name)] for name in game.procedures}
    depth = dict.fromkeys(runs, _INFINITE)
    for _ in range(DEEPEST + 2):
        depth = {name: max((1 + depth[run] for run in chained), default=0) for name, chained in runs.items()}
    for name, links in depth.items():
        if links == DEEPEST + 1:
            message = f"'{name}' runs {DEEPEST + 1} procedures inside one another"
            yield _too_many(message, game.procedures[name].span, f"at most {DEEPEST}")


def _steps(item: Item[Procedure]) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Return every step of a procedure, nested ones included, with its path."""
    return walk(item.value.steps, (*item.path, "steps"))


def sizes(game: Game) -> dict[str, float]:
    """Map procedures to how many single steps each unfolds into: infinitely many in a circle or too deep a chain."""
    found = dict.fromkeys(game.procedures, _INFINITE)

    def of(step: Step) -> float:
        return _repeats(game, step) * (1 + sum(map(of, step.steps)) + found.get(str(step.run), 0))

    for _ in range(DEEPEST + 1):
        found = {name: sum(map(of, item.value.steps)) for name, item in game.procedures.items()}
    return found


def _repeats(game: Game, step: Step) -> int:
    if isinstance(step.for_each, Each):
        return max(1, len(game.counters))
    if step.for_each is not None:
        return max(1, len(step.for_each))
    return max(1, _times(step) or 1)


def _times(step: Step) -> int | None:
    """Return how often a step is repeated, or how many cards it draws; None if that depends on rolls or answers."""
    return _fixed(step.times) if step.draw is None else _fixed(step.draw.count)


def _fixed(amount: Any) -> int | None:
    """Return the constant value of an amount, or None if it has none."""
    if not isinstance(amount, Calc):
        return amount if isinstance(amount, int) else None
    base, plus = _fixed(amount.of), _fixed(amount.plus)
    if base is None or plus is None:
        return None
    total = base * amount.times + plus
    total = total if amount.least is None else max(total, amount.least)
    return total if amount.most is None else min(total, amount.most)


def bounds(game: Game) -> Iterator[Diagnostic]:
    """Check that dice, runs of numbers, repetitions and chained procedures stay within what can be rolled."""
    yield from deep(game)
    for table in game.tables.values():
        yield from _dice(table, table.path, table.value)
    for name, size in sizes(game).items():
        item = game.procedures[name]
        long = [
            _too_many(f"{len(run):,} numbers", item.document.at(*path), f"at most {MOST_TIMES:,}")
            for path, run in _runs(item)
            if len(run) > MOST_TIMES
        ]
        for path, step in _steps(item):
            yield from _dice(item, path, step)
            if (times := _times(step)) is not None and times > MOST_TIMES:
                unit, where = ("times", ("times",)) if step.draw is None else ("cards", ("draw", "count"))
                span = item.document.at(*path, *where)
                long.append(_too_many(f"{times:,} {unit}", span, f"at most {MOST_TIMES:,}"))
        yield from long
        if MOST_STEPS < size < _INFINITE and not long:
            yield _too_many(f"'{name}' unfolds into {size:,.0f} single steps", item.span, f"at most {MOST_STEPS:,}")


def _runs(item: Item[Procedure]) -> Iterator[tuple[tuple[Any, ...], Run]]:
    """Yield every run of numbers in a procedure, with its path."""
    for name, question in item.value.inputs.items():
        for field in ("range", "list"):
            run = getattr(question, field)
            if run is not None:
                yield (*item.path, "inputs", name, field), run
    for name, deck in item.value.decks.items():
        if isinstance(deck.cards, Run):
            yield (*item.path, "decks", name, "cards"), deck.cards
    for path, step in _steps(item):
        if isinstance(step.for_each, Run):
            yield (*path, "for_each"), step.for_each


def _dice(item: Item[Any], path: tuple[Any, ...], source: Resolution) -> Iterator[Diagnostic]:
    if source.roll is not None and source.roll.most > MOST_SUMS:
        yield _too_many(f"the dice {source.roll}", item.document.at(*path, "roll"), f"sums up to {MOST_SUMS:,}")


def _too_many(what: str, span: Span, most: str) -> Diagnostic:
    return Diagnostic("E243", f"too many: {what}", span, most)
