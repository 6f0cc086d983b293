"""Checks of how much procedures do: dice, repetitions, chains of procedures, and paths of dice that would be shared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.dice.conditions import Calc
from rcwkit.dice.counters import Counter
from rcwkit.dice.model import DEEPEST, MOST_STEPS, MOST_TIMES, Each, Procedure, Step, walk
from rcwkit.dice.notation import WholeRange
from rcwkit.dice.tables import Resolution, Table
from rcwkit.game.game import Document, Game, GameItem

MOST_SUMS = 2000
"""The largest sum that the dice of one roll may have."""
_INFINITE = float("inf")


def circles(game: Game) -> Iterator[Diagnostic]:
    """Check that no procedure runs itself, directly or through others."""
    done: set[str] = set()
    for name in game[Procedure]:
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
                found = tuple(ring or [("runs itself", game[Procedure][name].span)])
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
    item = game[Procedure][name]
    calls = [(path, step.run) for path, step in _steps(item) if step.run in game[Procedure]]
    return [(str(run), item.document.at(*path, "run")) for path, run in calls]


def deep(game: Game) -> Iterator[Diagnostic]:
    """Check the depth of chained procedures; report the innermost procedure from which a chain is too deep."""
    runs = {name: [run for run, _ in _chained(game, name)] for name in game[Procedure]}
    depth = dict.fromkeys(runs, _INFINITE)
    for _ in range(DEEPEST + 2):
        depth = {name: max((1 + depth[run] for run in chained), default=0) for name, chained in runs.items()}
    for name, links in depth.items():
        if links == DEEPEST + 1:
            message = f"'{name}' runs {DEEPEST + 1} procedures inside one another"
            yield _too_many(message, game[Procedure][name].span, f"at most {DEEPEST}")


def _steps(item: GameItem[Procedure]) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Return every step of a procedure, nested ones included, with its path."""
    return walk(item.value.steps, (*item.path, "steps"))


def sizes(game: Game) -> dict[str, float]:
    """Map procedures to how many single steps each unfolds into: infinitely many in a circle or too deep a chain."""
    found = dict.fromkeys(game[Procedure], _INFINITE)

    def of(step: Step) -> float:
        return _repeats(game, step) * (1 + sum(map(of, step.steps)) + found.get(str(step.run), 0))

    for _ in range(DEEPEST + 1):
        before, found = found, {name: sum(map(of, item.value.steps)) for name, item in game[Procedure].items()}
        if found == before:
            break
    return found


def _repeats(game: Game, step: Step) -> int:
    if isinstance(step.for_each, Each):
        return max(1, len(game[Counter]))
    if step.for_each is not None:
        return max(1, len(step.for_each))
    return max(1, times_of(step) or 1)


def times_of(step: Step) -> int | None:
    """Return how often a step is repeated, or how many cards it draws; None if that depends on rolls or answers."""
    return fixed(step.times) if step.draw is None else fixed(step.draw.count)


def fixed(amount: Any) -> int | None:
    """Return the constant value of an amount, or None if it has none."""
    if not isinstance(amount, Calc):
        return amount if isinstance(amount, int) else None
    base, plus = fixed(amount.of), fixed(amount.plus)
    if base is None or plus is None:
        return None
    total = base * amount.times + plus
    total = total if amount.least is None else max(total, amount.least)
    return total if amount.most is None else min(total, amount.most)


def bounds(game: Game) -> Iterator[Diagnostic]:
    """Check that dice, runs of numbers, repetitions and chained procedures stay within what can be rolled."""
    yield from deep(game)
    for table in game[Table].values():
        yield from _dice(table, table.path, table.value)
    for name, size in sizes(game).items():
        item = game[Procedure][name]
        long = [
            _too_many(f"{len(run):,} numbers", item.document.at(*path), f"at most {MOST_TIMES:,}")
            for path, run in _runs(item)
            if len(run) > MOST_TIMES
        ]
        for path, step in _steps(item):
            yield from _dice(item, path, step)
            if (times := times_of(step)) is not None and times > MOST_TIMES:
                unit, where = ("times", ("times",)) if step.draw is None else ("cards", ("draw", "count"))
                span = item.document.at(*path, *where)
                long.append(_too_many(f"{times:,} {unit}", span, f"at most {MOST_TIMES:,}"))
        yield from long
        if MOST_STEPS < size < _INFINITE and not long:
            yield _too_many(f"'{name}' unfolds into {size:,.0f} single steps", item.span, f"at most {MOST_STEPS:,}")


def _runs(item: GameItem[Procedure]) -> Iterator[tuple[tuple[Any, ...], WholeRange]]:
    """Yield every run of numbers in a procedure, with its path."""
    for name, question in item.value.inputs.items():
        for field in ("range", "list"):
            run = getattr(question, field)
            if run is not None:
                yield (*item.path, "inputs", name, field), run
    for name, deck in item.value.decks.items():
        if isinstance(deck.cards, WholeRange):
            yield (*item.path, "decks", name, "cards"), deck.cards
    for path, step in _steps(item):
        if isinstance(step.for_each, WholeRange):
            yield (*path, "for_each"), step.for_each


def _dice(item: GameItem[Any], path: tuple[Any, ...], source: Resolution) -> Iterator[Diagnostic]:
    if source.roll is not None and source.roll.most > MOST_SUMS:
        yield _too_many(f"the dice {source.roll}", item.document.at(*path, "roll"), f"sums up to {MOST_SUMS:,}")


def _too_many(what: str, span: Span, most: str) -> Diagnostic:
    return Diagnostic("E243", f"too many: {what}", span, most)


class _Items(NamedTuple):
    """Items of enclosing repetitions as part of a path, and where the innermost is written, if it is."""

    path: str = ""
    span: Span | None = None


def shared(game: Game) -> Iterator[Diagnostic]:
    """Report rolls with the same path: they would always show the same faces, and a roll refuses them."""
    size = sizes(game)
    for name, item in game[Procedure].items():
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
            if step.for_each is not None or step.times is not None
            else outer
        )
        name = f"{scope}{step.id}"
        if step.roll is not None or step.table is not None or step.draw is not None:
            span = document.at(*where, "id")
            for one in inner:
                yield unicodedata.normalize("NFC", name + one.path), one.span or span, scope, step
        yield from _rolls(game, step.steps, document, (*where, "steps"), scope, inner)
        if step.run in game[Procedure]:
            chained = game[Procedure][str(step.run)]
            plain = [_Items(one.path, one.span or document.at(*where, "run")) for one in inner]
            yield from _rolls(game, chained.value.steps, chained.document, (*chained.path, "steps"), f"{name}.", plain)


def _items(game: Game, step: Step, document: Document, where: tuple[Any, ...]) -> list[_Items]:
    """Return the items of a repeated step; of those that are only counted, the first two stand for all."""
    each = step.for_each
    if each is None:
        return [_Items("1"), _Items("2")]
    if isinstance(each, Each):
        return [_Items(name) for name, item in game[Counter].items() if item.value.type in each.units]
    if isinstance(each, tuple):
        return [_Items(str(item), document.at(*where, "for_each", at)) for at, item in enumerate(each)]
    return [_Items(str(item)) for item in each]
