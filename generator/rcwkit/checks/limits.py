"""Checks that nothing in a game unfolds without end: procedures that run one another, and numbers past all dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.conditions import Calc
from rcwkit.models.procedures import DEEPEST, MOST_STEPS, MOST_TIMES, Each, Procedure, Step, walk
from rcwkit.models.run import Run
from rcwkit.models.tables import Resolution
from rcwkit.reading.game import Game, Item

__all__ = ["circles", "endless", "sizes"]

MOST_SUMS = 2000
"""The most that the dice of one roll may add up to."""
_ENDLESS = float("inf")


def circles(game: Game) -> Iterator[Diagnostic]:
    """No procedure runs itself, by whatever way."""
    done: set[str] = set()
    for name in game.procedures:
        if name not in done:
            yield from _circles(game, name, done)


def _circles(game: Game, first: str, done: set[str]) -> Iterator[Diagnostic]:
    """Depth first from one procedure; `way` are the runs that lead to the present one, from its caller each."""
    names, way, waiting = [first], list[tuple[str, Span]](), [iter(_chained(game, first))]
    while waiting:
        name = names[-1]
        for run, span in waiting[-1]:
            if run in names:
                at = names.index(run)
                ring = [
                    (f"runs '{after}'", called) for (_, called), after in zip(way[at:], names[at + 1 :], strict=True)
                ]
                found = tuple(ring or [("runs itself", game.procedures[name].span)])
                yield Diagnostic(
                    "E229", f"'{name}' runs '{run}' in a circle", span, "a procedure may not run itself", found
                )
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
    """The procedures that a procedure runs, and where it says so."""
    item = game.procedures[name]
    return [
        (str(step.run), item.document.at(*path, "run")) for path, step in _steps(item) if step.run in game.procedures
    ]


def deep(game: Game) -> Iterator[Diagnostic]:
    """Procedures are chained as deep as can be rolled; of longer chains, the first link that is too many is named."""
    runs = {name: [run for run, _ in _chained(game, name)] for name in game.procedures}
    depth = dict.fromkeys(runs, _ENDLESS)
    for _ in range(DEEPEST + 2):
        depth = {name: max((1 + depth[run] for run in chained), default=0) for name, chained in runs.items()}
    for name, links in depth.items():
        if links == DEEPEST + 1:
            yield _too_many(
                f"'{name}' runs {DEEPEST + 1} procedures inside one another",
                game.procedures[name].span,
                f"at most {DEEPEST}",
            )


def _steps(item: Item[Procedure]) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Every step of a procedure with its path, inner ones too."""
    return walk(item.value.steps, (*item.path, "steps"))


def sizes(game: Game) -> dict[str, float]:
    """Procedure id → how many single steps it unfolds into; infinity for one that runs in a circle, or a chain that is too deep."""
    found = dict.fromkeys(game.procedures, _ENDLESS)

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
    """How often a step says that it is repeated, or how many cards it draws; None where that depends on the roll or on answers."""
    return _fixed(step.times) if step.draw is None else _fixed(step.draw.count)


def _fixed(amount: Any) -> int | None:
    """What an amount always comes to; None where it depends on something."""
    if not isinstance(amount, Calc):
        return amount if isinstance(amount, int) else None
    base, plus = _fixed(amount.of), _fixed(amount.plus)
    if base is None or plus is None:
        return None
    total = base * amount.times + plus
    total = total if amount.least is None else max(total, amount.least)
    return total if amount.most is None else min(total, amount.most)


def endless(game: Game) -> Iterator[Diagnostic]:
    """Dice, runs of numbers, repetitions and chained procedures stay within what can be rolled and counted."""
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
                what = (
                    (f"{times:,} times", ("times",)) if step.draw is None else (f"{times:,} cards", ("draw", "count"))
                )
                long.append(_too_many(what[0], item.document.at(*path, *what[1]), f"at most {MOST_TIMES:,}"))
        yield from long
        if MOST_STEPS < size < _ENDLESS and not long:
            yield _too_many(f"'{name}' unfolds into {size:,.0f} single steps", item.span, f"at most {MOST_STEPS:,}")


def _runs(item: Item[Procedure]) -> Iterator[tuple[tuple[Any, ...], Run]]:
    """Every run of numbers of a procedure, with its path."""
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
