"""Rolling for a game: choose the scenario, walk the procedure, and carry its events into the settled set-up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from rcwkit import __version__
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.dice.codes import CodeError
from rcwkit.dice.node import Node
from rcwkit.dice.odds import Answer, Known, report
from rcwkit.dice.plan import Deck, Plan, answer_anew, modifiers, plan, plan_table
from rcwkit.dice.record import Rolled, roll
from rcwkit.dice.record import again as roll_again
from rcwkit.dice.settle import Piece, Settled, change_pieces, find, put, put_where, settle, take
from rcwkit.dice.sources import DiceError, Faces, Seeded, code_of, new_code, seed_of
from rcwkit.dice.verify import DisagreementError, Verdict, claims, difference, rebuild
from rcwkit.dice.walk import Event
from rcwkit.models.effects import (
    AddNote,
    ConvertUnit,
    FlipUnit,
    GoingUnit,
    MoveMarker,
    ReduceUnit,
    RemoveUnit,
    RestoreUnit,
)
from rcwkit.models.procedures import Procedure
from rcwkit.reading.game import Game

__all__ = [
    "Prepared",
    "again",
    "answers",
    "applied",
    "chosen",
    "fingerprint",
    "prepare",
    "questions",
    "replayed",
    "rollable",
    "rolled",
    "seeded",
    "verify",
    "ways",
]


@dataclass(frozen=True)
class Prepared:
    """A procedure with its inputs answered, and the set-up it is rolled for (None where the game has none)."""

    game: Game
    plan: Plan
    settled: Settled | None

    def answering(self, given: Mapping[str, Any]) -> Prepared:
        """The same procedure and set-up with other answers, made ready faster. Raises InputError."""
        return replace(self, plan=answer_anew(self.game, self.plan, given))

    @property
    def facts(self) -> dict[str, Any]:
        """What a record says of its surroundings."""
        scenario = self.settled.id if self.settled is not None else None
        data = fingerprint(self.game, self.plan.nodes, self.plan.decks, self.plan.variables)
        return {"tool": f"rcwkit {__version__}", "game": self.game.info.id, "scenario": scenario, "data": data}


def prepare(game: Game, name: str, given: Mapping[str, Any]) -> Prepared:
    """A procedure or rolled table ready to walk; `chart.turn9` is the table where a procedure has the same name.

    `scenario` among the inputs chooses the scenario. Raises InputError.
    """
    given = dict(given)
    wanted = (
        given.pop("scenario", None)
        if name not in game.procedures or "scenario" not in game.procedures[name].value.questions
        else None
    )
    settled = _settled(game, name, wanted)
    if name in game.procedures:
        return Prepared(game, plan(game, name, given, settled), settled)
    if name.removeprefix("chart.") in _rolled_tables(game):
        return Prepared(game, plan_table(game, name.removeprefix("chart."), given), settled)
    known = rollable(game)
    raise InputError(
        [
            Diagnostic(
                "E524",
                f"no procedure or rolled table '{name}' in {game.info.id}",
                _root(game),
                nearest(name, known) or f"one of: {', '.join(known)}",
            )
        ]
    )


def rollable(game: Game) -> list[str]:
    """Every procedure and rolled table by the name that `prepare` takes."""
    return [
        *game.procedures,
        *(f"chart.{table}" if table in game.procedures else table for table in _rolled_tables(game)),
    ]


def questions(game: Game, name: str) -> dict[str, list[str]]:
    """What a procedure or rolled table asks, each with its choices; none where any number does."""
    playable = [scenario for scenario, item in game.scenarios.items() if item.value.setup is not None]
    found = {"scenario": playable} if playable else {}
    if name in game.procedures:
        asked = game.procedures[name].value.questions
        return found | {key: [str(choice) for choice in question.choices or ()] for key, question in asked.items()}
    if name.removeprefix("chart.") not in _rolled_tables(game):
        return found
    table = game.tables[name.removeprefix("chart.")].value
    columns = {"column": list(table.columns)} if table.columns else {}
    return found | columns | {key: [] for key in modifiers(table)}


def _rolled_tables(game: Game) -> list[str]:
    return [table for table, item in game.tables.items() if item.value.roll is not None]


def seeded(code: str | None) -> tuple[str, Seeded]:
    """A seed code as it is written in records (a fresh one for None) and its dice. Raises InputError for a code with a wrong character."""
    try:
        seed = seed_of(new_code() if code is None else code)
    except CodeError as error:
        raise InputError([Diagnostic("E521", str(error), Span("--seed", 0))]) from error
    return code_of(seed), Seeded(seed)


def rolled(prepared: Prepared, source: Faces, seed: str | None, origin: str = "fresh") -> tuple[Rolled, Settled | None]:
    """Roll, and the settled set-up with what was rolled. `origin` says where the seed came from: fresh, or given by the player."""
    result = roll(
        prepared.plan,
        source,
        {**prepared.facts, "seed": seed, "seed_from": origin if seed is not None else "faces alone"},
    )
    return result, applied(prepared, result)


def again(
    game: Game, record: Mapping[str, Any], step: str, kept: tuple[str, ...], seed: str | None
) -> tuple[Prepared, Rolled, Settled | None]:
    """Roll one step of a record anew; the other dice stay. The new dice come from a seed of their own, or from the record's.

    Raises InputError for a record that does not agree with the rules.
    """
    prepared, before, _ = replayed(game, record)
    result = roll_again(
        prepared.plan, before.record, step, kept, seeded(before.record["seed"] if seed is None else seed)[1]
    )
    return prepared, result, applied(prepared, result)


def replayed(game: Game, record: Mapping[str, Any]) -> tuple[Prepared, Rolled, Settled | None]:
    """A record walked again as it fell. Raises InputError for one that does not agree with the rules."""
    found = _rebuilt(game, record)
    if isinstance(found, str):
        raise InputError([Diagnostic("E532", f"this record does not agree with the rules: {found}", Span("record", 0))])
    prepared, result = found
    return prepared, result, applied(prepared, result)


def verify(game: Game, record: Mapping[str, Any]) -> Verdict:
    """Build a record anew and compare. Raises InputError for what is no record of this version."""
    found = _rebuilt(game, record)
    return Verdict(found) if isinstance(found, str) else Verdict.of(found[1].record)


def _rebuilt(game: Game, record: Mapping[str, Any]) -> tuple[Prepared, Rolled] | str:
    """A record built anew from what it must be believed about, or in words what differs. Raises InputError for what is no record."""
    believed = claims(record)
    if believed.game != game.info.id:
        return f"it is a record of {believed.game}, not of {game.info.id}"
    try:
        prepared = prepare(game, believed.procedure, believed.given)
        if record.get("data") != prepared.facts["data"]:
            return "the rules data have changed since this record was made"
        built = rebuild(prepared.plan, {**prepared.facts, "tool": believed.tool}, believed)
    except InputError as error:
        return f"the rules refuse it: {error.diagnostics[0].message}"
    except (DisagreementError, DiceError) as error:
        return str(error)
    found = difference(record, built.record)
    return found or (prepared, built)


def answers(prepared: Prepared, known: Known | None = None) -> list[Answer]:
    """The exact odds that the procedure reports; `known` serves all ways to answer one procedure."""
    return report(prepared.plan, known)


def ways(procedure: Procedure, most: int = 9) -> list[tuple[dict[str, Any], str]]:
    """Every way to answer what has no default, with its title; none where there are more than `most`, or a list is asked for."""
    choices: list[list[tuple[str, Any, str]]] = []
    for name, question in procedure.questions.items():
        if question.default is not None:
            continue
        if question.choices is not None:
            choices.append([(name, key, title) for key, title in question.choices.items()])
        elif question.range is not None:
            choices.append([(name, number, str(number)) for number in question.range])
        else:
            return []
    if prod(len(options) for options in choices) > most:
        return []
    return [({name: key for name, key, _ in way}, ", ".join(title for _, _, title in way)) for way in product(*choices)]


def applied(prepared: Prepared, result: Rolled) -> Settled | None:
    """The set-up after the events of a roll, with the record on it."""
    settled = prepared.settled
    if settled is None:
        return None
    for event in result.events:
        settled = _apply(prepared.game, settled, event)
    return replace(settled, record=result.record, results=result.results)


def _apply(game: Game, settled: Settled, event: Event) -> Settled:
    effect = event.effect
    what = str(event.item) if effect.what == "item" else effect.what
    match effect:
        case ReduceUnit():
            return change_pieces(game, settled, what, reversed=True, rolled=True)
        case RestoreUnit():
            return change_pieces(game, settled, what, reversed=False, rolled=True)
        case FlipUnit():
            turned = not any(piece.reversed for piece in find(settled, what))
            return change_pieces(game, settled, what, reversed=turned, rolled=True)
        case RemoveUnit():
            for unit in [name for name in game.counters if game.owner_of(name) == what] or [what]:
                settled = take(game, settled, unit)
        case GoingUnit():
            return _placed(game, settled, what, effect)
        case MoveMarker():
            return _marked(game, settled, what, effect)
        case AddNote():
            return replace(settled, notes=(*settled.notes, what))
    return settled


def _marked(game: Game, settled: Settled, marker: str, effect: MoveMarker) -> Settled:
    """Move a marker to another box of a track of the set-up; where one goes that is on none of them is noted in words."""
    track, to = game.tracks.get(effect.on or ""), effect.to
    if track is not None and track.id in settled.tracks and to is not None:
        row = next((name for name, row in track.value.rows.items() if marker in (name, row.marker)), marker)
        return replace(settled, tracks={**settled.tracks, track.id: {**settled.tracks[track.id], row: to}})
    box = track.value.boxes.get(to or "") if track is not None else None
    ends = ", ".join(end for end in (effect.at, effect.where, to if box is None else box.title) if end is not None)
    note = ": ".join(part for part in (_marker_name(game, marker), ends) if part)
    return replace(settled, notes=(*settled.notes, note))


def _marker_name(game: Game, marker: str) -> str:
    """A counter's name, or the title of a track's row that has no counter."""
    rows = (row for item in game.tracks.values() for name, row in item.value.rows.items() if name == marker)
    return game.names.get(marker) or next((row.title for row in rows), marker)


def _placed(game: Game, settled: Settled, unit: str, effect: GoingUnit) -> Settled:
    """Put a counter where an effect says. One with two owners shows the side of its new one; another keeps its side unless it is converted."""
    holder = next(
        (force.owner for force in settled.forces if any(p.unit == unit for p in force.pieces)), game.owner_of(unit)
    )
    owner = effect.to or effect.reserve or holder
    back = game.back_owner(unit)
    if back is not None and owner in (back, game.owner_of(unit)):
        turned = owner == back
    else:
        turned = not isinstance(effect, ConvertUnit) and any(piece.reversed for piece in find(settled, unit))
    piece = Piece(unit, turned, rolled=True)
    settled = take(game, settled, unit)
    if effect.at is not None:
        return put(game, settled, piece, owner, effect.at)
    if effect.where is not None:
        return put_where(game, settled, piece, owner, effect.where)
    return put(game, settled, piece, owner, None)


def _settled(game: Game, procedure: str, wanted: Any) -> Settled | None:
    """The set-up of the wanted scenario, or of the one that is chosen without a wish."""
    playable = [name for name, item in game.scenarios.items() if item.value.setup is not None]
    if wanted is not None and wanted not in playable:
        hint = nearest(str(wanted), playable) or f"one of: {', '.join(playable)}"
        raise InputError([Diagnostic("E522", f"no scenario '{wanted}' with a set-up", _root(game), hint)])
    choice = wanted or chosen(game, procedure)
    return settle(game, choice) if choice is not None else None


def chosen(game: Game, procedure: str) -> str | None:
    """The scenario of a roll where none is named: the first that offers the procedure, or the first with a set-up."""
    playable = [name for name, item in game.scenarios.items() if item.value.setup is not None]
    offering = [name for name in playable if procedure in game.scenarios[name].value.options]
    return next(iter([*offering, *playable]), None)


def _root(game: Game) -> Span:
    return Span(game.root.file)


def fingerprint(game: Game, nodes: Iterable[Node], decks: Mapping[str, Deck], variables: Mapping[str, Any]) -> str:
    """A hash of everything that bears on a roll: the steps, with those of procedures they run, who rolls, and what is read on the way."""
    steps: dict[str, Any] = {}
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        waiting += node.children
        track = None if node.track is None else node.track.model_dump(mode="json")
        steps[node.name] = [node.step.model_dump(mode="json"), node.items, track, dict(node.defaults)]
    tables: dict[str, Any] = {}
    named = [*_tables_in(steps)]
    while named:
        name = named.pop()
        if name in game.tables and name not in tables:
            fields = {"roll", "drm", "beyond", "columns", "rows", "natural"}
            tables[name] = game.tables[name].value.model_dump(mode="json", include=fields)
            named += _tables_in(tables[name])
    dealt = {name: list(deck.whole.items()) for name, deck in decks.items()}
    parts = {"steps": steps, "tables": tables, "decks": dealt, "variables": dict(variables)}
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _tables_in(data: Any) -> Iterator[str]:
    """What may be names of tables in steps or tables as JSON data: those that are rolled on or looked up, in conditions and amounts too."""
    if isinstance(data, dict):
        yield from (value for key, value in data.items() if key in ("table", "lookup") and isinstance(value, str))
    if isinstance(data, (dict, list)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _tables_in(part)
