"""Rolls for a game: choose the scenario, walk the procedure, apply its events; links to rolls, and several records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from rcwkit import __version__
from rcwkit.diagnostics import InputError, Span, one_of
from rcwkit.dice import model, sources
from rcwkit.dice.counters import Counter, back_owner, names_of, owner_of
from rcwkit.dice.odds import Answer, Known, report
from rcwkit.dice.plan import Plan, PlanDeck, PlanNode, modifiers, plan, plan_table, with_answers
from rcwkit.dice.record import DisagreementError, Rolled, Verdict, canonical, claims, difference, rebuild, roll
from rcwkit.dice.record import again as roll_again
from rcwkit.dice.settle import Settled, SettledPiece, SettledSpot, change_pieces, find, put, put_where, settle, take
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.tables import Table
from rcwkit.dice.walk import Event
from rcwkit.game.game import Game, once

_OWN = ("roll", "game", "code", "faces")
_PARTS = 500
"""Parts of a link."""


class LinkError(ValueError):
    """Not a link to a roll."""


@dataclass(frozen=True)
class Link:
    """What a link says; None for what it leaves out."""

    game: str
    procedure: str
    given: Mapping[str, str]
    code: str | None = None
    faces: str | None = None

    @classmethod
    def read(cls, text: str) -> Link:
        """Read a link. Raises LinkError."""
        try:
            pairs = parse_qsl(
                urlsplit(text).fragment, keep_blank_values=True, strict_parsing=True, max_num_fields=_PARTS
            )
        except ValueError as error:
            raise LinkError("a link to a roll ends in #roll=…&game=…") from error
        said = dict(pairs)
        if len(said) < len(pairs):
            raise LinkError("the link gives an answer twice")
        if not said.get("roll") or not said.get("game"):
            raise LinkError("a link to a roll ends in #roll=…&game=…")
        given = {name: value for name, value in said.items() if name not in _OWN}
        return cls(said["game"], said["roll"], given, said.get("code"), said.get("faces"))


_LENGTH = 3
_ALIKE = str.maketrans("OIL", "011", "- ")


def with_check(code: str, facts: Mapping[str, Any]) -> str:
    """Return a code with its check; the facts are those of a record."""
    return f"{code}.{_check(facts)}"


def without_check(text: str, facts: Mapping[str, Any]) -> str:
    """Return a code without its check. Raises CodeError if it is one of another roll."""
    code, dot, check = text.partition(".")
    if dot and check.upper().translate(_ALIKE) != _check(facts):
        raise sources.CodeError(
            "this code is of another procedure, or of other answers: give those, or use the link of the roll"
        )
    return code


def _check(facts: Mapping[str, Any]) -> str:
    told = {name: facts[name] for name in ("procedure", "scenario", "inputs")}
    number = int.from_bytes(hashlib.sha256(canonical(told).encode()).digest()[:2]) >> 1
    return "".join(sources.ALPHABET[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))


@dataclass(frozen=True)
class Prepared:
    """A procedure with its inputs answered, and the set-up that it is rolled for (None if the game has none)."""

    game: Game
    plan: Plan
    settled: Settled | None

    def answering(self, given: Mapping[str, Any]) -> Prepared:
        """Return the same procedure and set-up with other answers; faster than `prepare`. Raises InputError."""
        return replace(self, plan=with_answers(self.game, self.plan, given))

    def without_check(self, code: str, where: str = "--seed") -> str:
        """Return a code without its check. Raises InputError if it is one of another roll."""
        inputs = {name: list(value) if isinstance(value, tuple) else value for name, value in self.plan.inputs.items()}
        facts = {"procedure": self.plan.id, "scenario": self.settled.id if self.settled else None, "inputs": inputs}
        try:
            return without_check(code, facts)
        except sources.CodeError as error:
            raise InputError.of("E521", str(error), Span(where, 0)) from error

    @property
    def facts(self) -> dict[str, Any]:
        """The facts for a record: tool, game, scenario, and the fingerprint of the data."""
        scenario = self.settled.id if self.settled is not None else None
        data = fingerprint(self.game, self.plan.nodes, self.plan.decks, self.plan.variables)
        return {"tool": f"rcwkit {__version__}", "game": self.game.info.id, "scenario": scenario, "data": data}


def prepare(game: Game, name: str, given: Mapping[str, Any]) -> Prepared:
    """Prepare a procedure or rolled table; `chart.turn9` is the table if a procedure has the same id.

    The input `scenario` chooses the scenario, unless the procedure has an input of that name. Raises InputError.
    """
    given, wanted = dict(given), None
    if name not in game[model.Procedure] or "scenario" not in game[model.Procedure][name].value.questions:
        wanted = given.pop("scenario", None)
    settled = _settled(game, name, wanted)
    if name in game[model.Procedure]:
        return Prepared(game, plan(game, name, given, settled), settled)
    if name.removeprefix("chart.") in _rolled_tables(game):
        return Prepared(game, plan_table(game, name.removeprefix("chart."), given), settled)
    known = rollable(game)
    message = f"no procedure or rolled table '{name}' in {game.info.id}"
    hint = one_of(name, known)
    raise InputError.of("E524", message, Span("PROCEDURE", 0), hint)


def rollable(game: Game) -> list[str]:
    """Return all procedures and rolled tables by the names that `prepare` takes."""
    tables = (f"chart.{table}" if table in game[model.Procedure] else table for table in _rolled_tables(game))
    return [*game[model.Procedure], *tables]


def questions(game: Game, name: str) -> dict[str, list[str]]:
    """Return the inputs of a procedure or rolled table, each with its choices; [] if it takes a number."""
    playable = _playable(game)
    found = {"scenario": playable} if playable else {}
    if name in game[model.Procedure]:
        asked = game[model.Procedure][name].value.questions
        return found | {key: [str(choice) for choice in question.choices or ()] for key, question in asked.items()}
    if name.removeprefix("chart.") not in _rolled_tables(game):
        return found
    table = game[Table][name.removeprefix("chart.")].value
    columns = {"column": list(table.columns)} if table.columns else {}
    return found | columns | {key: [] for key in modifiers(table)}


class Asked(NamedTuple):
    """A question as a command line answers it, by its key, or `ip.ITEM` for each of `items`.

    `example` is an answer; `default` is None if there has to be one.
    """

    key: str
    title: str
    answers: tuple[str, ...]
    example: str
    default: str | None
    items: tuple[str, ...] = ()


def asked(game: Game, name: str) -> list[Asked]:
    """Return the questions of a procedure, those for each item as one, or of a rolled table, which are its columns."""
    if name in game[model.Procedure]:
        return [_asked(key, one) for key, one in game[model.Procedure][name].value.inputs.items()]
    columns = tuple(game[Table][name.removeprefix("chart.")].value.columns)
    return [Asked("column", game.say("Column"), columns, columns[0], None)] if columns else []


def _asked(key: str, one: model.Input) -> Asked:
    answers = tuple(map(str, one.choices or ()))
    if one.run:
        answers = (f"{one.run.low} to {one.run.high}" + (", several with commas" if one.list else ""),)
    usual = one.default
    default = None if usual is None else ",".join(map(str, usual)) if isinstance(usual, tuple) else str(usual)
    example = str(one.run.low) if one.run else answers[0]
    return Asked(f"{key}.ITEM" if one.for_each else key, one.title, answers, example, default, one.for_each)


def title_of(game: Game, name: str) -> str:
    """Return the title of a procedure or rolled table."""
    known = game[model.Procedure] if name in game[model.Procedure] else game[Table]
    return str(known[name.removeprefix("chart.") if name not in known else name].value.title)


def _rolled_tables(game: Game) -> list[str]:
    return [table for table, item in game[Table].items() if item.value.roll is not None]


def _playable(game: Game) -> list[str]:
    """Return the scenarios that have a set-up."""
    return [scenario for scenario, item in game[Scenario].items() if item.value.setup is not None]


def seeded(code: str | None) -> tuple[str, sources.Seeded]:
    """Return a seed code (a fresh one for None) in canonical form, and its dice. Raises InputError for a bad code."""
    try:
        seed = sources.seed_of(sources.new_code() if code is None else code)
    except sources.CodeError as error:
        raise InputError.of("E521", str(error), Span("--seed", 0)) from error
    return sources.code_of(seed), sources.Seeded(seed)


def rolled(
    prepared: Prepared, source: sources.FaceSource, seed: str | None, origin: str = "fresh"
) -> tuple[Rolled, Settled | None]:
    """Roll, and apply the roll to the set-up. The seed's origin is `fresh` or `given` (by the player)."""
    facts = {**prepared.facts, "seed": seed, "seed_from": origin if seed is not None else "faces alone"}
    result = roll(prepared.plan, source, facts)
    return result, applied(prepared, result)


class Roll(NamedTuple):
    """A roll of a prepared procedure, and the set-up after it, if there is one; as text, as `rcwkit roll` says it."""

    prepared: Prepared
    result: Rolled
    settled: Settled | None

    @property
    def record(self) -> dict[str, Any]:
        """Every die, with its path, face and meaning, and what the roll can be repeated from, as data for JSON."""
        return self.result.record

    def __str__(self) -> str:
        from rcwkit.dice.wording import record_lines

        return "\n".join(record_lines(self.record, self.prepared.game, self.result.results))


Faces = str | Sequence[int | None]
"""Faces that were rolled, in order, None to have one rolled; as text, `1,,4`; or a code of faces, `F-…`."""
Ask = Callable[[sources.NeedsFace, list[int | None]], None]
"""Adds the next face to those given so far, or takes the last one away."""


def throw(prepared: Prepared, seed: str | None = None, faces: Faces | None = None, ask: Ask | None = None) -> Roll:
    """Roll with a seed's dice, or fresh ones for None; or with faces that are given, or asked for one by one.

    Raises InputError.
    """
    code, dice = seeded(prepared.without_check(seed) if seed else seed)
    origin = "fresh" if seed is None else "given"
    given: list[int | None] = []
    while True:
        source = sources.Typed([*given], dice) if ask else _source_of(prepared, faces, dice)
        try:
            return Roll(prepared, *rolled(prepared, source, code, origin))
        except sources.NeedsFace as need:
            if ask is None:
                raise InputError.of("E523", str(need), Span("--faces", 0)) from need
            ask(need, given)


def _source_of(prepared: Prepared, faces: Faces | None, dice: sources.Seeded) -> sources.FaceSource:
    """Return the source of faces: those given (`dice` rolls blanks), those of a code, or `dice` alone."""
    if faces is None:
        return dice
    try:
        if not isinstance(faces, str):
            return sources.Typed([*faces], dice)
        if faces.upper().startswith("F-"):
            return sources.FaceCode.read(prepared.without_check(faces, "--faces"))
        return sources.Typed([face_of(text) for text in faces.split(",")], dice)
    except (sources.CodeError, sources.DiceError) as error:
        raise InputError.of("E520", str(error), Span("--faces", 0)) from error


def face_of(text: str) -> int | None:
    """Return a face that was typed, None for a blank. Raises DiceError."""
    text = text.strip()
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise sources.DiceError(f"'{text}' is not a face")
    return int(text)


def again(game: Game, record: Mapping[str, Any], step: str, kept: tuple[str, ...], seed: str | None) -> Roll:
    """Roll one step of a record again, with dice from another seed or, for None, from the record's.

    All other dice keep their faces. Raises InputError for a record that does not agree with the rules.
    """
    prepared, before, _ = replayed(game, record)
    _, dice = seeded(before.record["seed"] if seed is None else seed)
    result = roll_again(prepared.plan, before.record, step, kept, dice)
    return Roll(prepared, result, applied(prepared, result))


def replayed(game: Game, record: Mapping[str, Any]) -> Roll:
    """Replay a record with its own faces. Raises InputError if it does not agree with the rules."""
    found = _rebuilt(game, record)
    if isinstance(found, str):
        raise InputError.of("E532", f"this record does not agree with the rules: {found}", Span("record", 0))
    prepared, result = found
    return Roll(prepared, result, applied(prepared, result))


def verify(game: Game, record: Mapping[str, Any]) -> Verdict:
    """Rebuild a record and compare. Raises InputError for anything but a record of this version."""
    found = _rebuilt(game, record)
    return Verdict(found) if isinstance(found, str) else Verdict.of(found[1].record)


def _rebuilt(game: Game, record: Mapping[str, Any]) -> tuple[Prepared, Rolled] | str:
    """Rebuild a record from its claims, or describe what differs. Raises InputError for anything but a record."""
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
    except (DisagreementError, sources.DiceError) as error:
        return str(error)
    found = difference(record, built.record)
    return found or (prepared, built)


def answers(prepared: Prepared, known: Known | None = None) -> list[Answer]:
    """Return the exact odds that the procedure reports; `known` is a cache for all answers to one procedure."""
    return report(prepared.plan, known)


def applied(prepared: Prepared, result: Rolled) -> Settled | None:
    """Return the set-up after the events of a roll, with its record, or None if there is no set-up."""
    return None if prepared.settled is None else changed(prepared.game, prepared.settled, result)


def changed(game: Game, settled: Settled, result: Rolled) -> Settled:
    """Return a set-up after the events of a roll, with its record."""
    for event in result.events:
        settled = _apply(game, settled, event)
    return replace(settled, rolled=(*settled.rolled, (result.record, result.results)))


def _apply(game: Game, settled: Settled, event: Event) -> Settled:
    effect = event.effect
    what = str(event.item) if effect.what == "item" else effect.what
    match effect:
        case model.ReduceUnit():
            return change_pieces(game, settled, what, reversed=True, rolled=True)
        case model.RestoreUnit():
            return change_pieces(game, settled, what, reversed=False, rolled=True)
        case model.FlipUnit():
            turned = not any(piece.reversed for piece in find(settled, what))
            return change_pieces(game, settled, what, reversed=turned, rolled=True)
        case model.RemoveUnit():
            for unit in [name for name in game[Counter] if owner_of(game, name) == what] or [what]:
                settled = take(game, settled, unit)
        case model.GoingUnit():
            return _placed(game, settled, what, effect)
        case model.MoveMarker():
            return _marked(game, settled, what, effect)
        case model.AddNote():
            return replace(settled, notes=(*settled.notes, what))
    return settled


def _marked(game: Game, settled: Settled, marker: str, effect: model.MoveMarker) -> Settled:
    """Move a marker to another box of a track in the set-up; if it is on none of them, add a note."""
    track, to = game[Track].get(effect.on or ""), effect.to
    if track is not None and track.id in settled.tracks and to is not None:
        row = next((name for name, row in track.value.rows.items() if marker in (name, row.marker)), marker)
        return replace(settled, tracks={**settled.tracks, track.id: {**settled.tracks[track.id], row: to}})
    box = track.value.boxes.get(to or "") if track is not None else None
    ends = ", ".join(end for end in (effect.at, effect.where, to if box is None else box.title) if end is not None)
    note = ": ".join(part for part in (_marker_name(game, marker), ends) if part)
    return replace(settled, notes=(*settled.notes, note))


def _marker_name(game: Game, marker: str) -> str:
    """Return a counter's name, or the title of a track's row that has no counter."""
    rows = (row for item in game[Track].values() for name, row in item.value.rows.items() if name == marker)
    return names_of(game).get(marker) or next((row.title for row in rows), marker)


def _placed(game: Game, settled: Settled, unit: str, effect: model.GoingUnit) -> Settled:
    """Place a counter as an effect says.

    A counter with two owners shows the side of its new one; any other keeps its side unless it is converted.
    """
    holders = (force.owner for force in settled.forces if any(piece.unit == unit for piece in force.pieces))
    owner = effect.to or effect.reserve or next(holders, owner_of(game, unit))
    back = back_owner(game, unit)
    if back is not None and owner in (back, owner_of(game, unit)):
        turned = owner == back
    else:
        turned = not isinstance(effect, model.ConvertUnit) and any(piece.reversed for piece in find(settled, unit))
    piece = SettledPiece(unit, turned, rolled=True)
    stays = isinstance(effect, model.ConvertUnit) and not (effect.at or effect.where or effect.reserve)
    spot = _stood(settled, unit) if stays else None
    at, where = (spot.place, spot.name) if spot else (effect.at, effect.where)
    settled = take(game, settled, unit)
    if not at and where is not None:
        return put_where(game, settled, piece, owner, where)
    return put(game, settled, piece, owner, at)


def _stood(settled: Settled, unit: str) -> SettledSpot | None:
    """Return the line where a unit stands: one that changes sides stays there. None for one in a reserve."""
    return next((spot for spot in settled.spots if any(piece.unit == unit for piece in spot.pieces)), None)


def _settled(game: Game, procedure: str, wanted: Any) -> Settled | None:
    """Return the set-up of the wanted scenario, or of the default one."""
    playable = _playable(game)
    if wanted is not None and wanted not in playable:
        hint = one_of(str(wanted), playable)
        raise InputError.of("E522", f"no scenario '{wanted}' with a set-up", _root(game), hint)
    choice = wanted or chosen(game, procedure)
    return settle(game, choice) if choice is not None else None


def chosen(game: Game, procedure: str) -> str | None:
    """Return a roll's default scenario: the first with a set-up, preferably one that offers the procedure."""
    playable = _playable(game)
    offering = [name for name in playable if procedure in game[Scenario][name].value.options]
    return next(iter([*offering, *playable]), None)


def _root(game: Game) -> Span:
    return Span(game.root.file)


def fingerprint(
    game: Game, nodes: Iterable[PlanNode], decks: Mapping[str, PlanDeck], variables: Mapping[str, Any]
) -> str:
    """Return a hash of all that affects a roll: steps, even chained ones, items, tracks, tables, decks, variables."""
    steps: dict[str, Any] = {}
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        waiting += node.children
        track = None if node.track is None else node.track.model_dump(mode="json")
        steps[node.name] = [node.step.model_dump(mode="json"), node.items, track, dict(node.defaults)]
    tables: dict[str, Any] = {}
    named = [*_tables_in([step for step, *_ in steps.values()])]
    while named:
        name = named.pop()
        if name in game[Table] and name not in tables:
            tables[name], more = _rolled_on(game)(name)
            named += more
    dealt = {name: list(deck.whole.items()) for name, deck in decks.items()}
    parts = {"steps": steps, "tables": tables, "decks": dealt, "variables": dict(variables)}
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@once
def _rolled_on(game: Game) -> Callable[[str], tuple[dict[str, Any], list[str]]]:
    """Return a function that gives what of a table affects a roll, as JSON data, and the tables named in it."""

    @cache
    def rolled_on(name: str) -> tuple[dict[str, Any], list[str]]:
        fields = {"roll", "drm", "beyond", "columns", "rows", "natural"}
        data = game[Table][name].value.model_dump(mode="json", include=fields)
        return data, [*_tables_in(data)]

    return rolled_on


def _tables_in(data: Any) -> Iterator[str]:
    """Yield possible table names in steps or tables as JSON data: those rolled on, and those looked up at any depth."""
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield from (part[key] for key in ("table", "lookup") if isinstance(part.get(key), str))
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def read(game: Game, records: Mapping[str, Mapping[str, Any]]) -> dict[str, Roll]:
    """Replay records, by name. Raises InputError for one that is of another game or does not agree with the rules."""
    found: dict[str, Roll] = {}
    for name, record in records.items():
        if record.get("game") != game.info.id:
            raise InputError.of("E530", f"this is not a record of {game.info.id}", Span(name, 0))
        try:
            found[name] = replayed(game, record)
        except InputError as error:
            raise InputError([one._replace(span=Span(name, 0)) for one in error.diagnostics]) from error
    return found


def together(game: Game, rolls: Mapping[str, Roll]) -> Settled | None:
    """Return the set-up after all rolls, by the names of their records; None if it has none.

    Raises InputError, naming both records, if two are of one procedure or of two scenarios, or if it matters which of
    two came first: then they are not of one set-up.
    """
    first = next(iter(rolls.values())).prepared.settled
    for (name, before), (other, after) in combinations(rolls.items(), 2):
        early, late = before.result, after.result
        same = early.record["procedure"] == late.record["procedure"]
        if same:
            raise _apart(name, other, f"both are rolls of '{early.record['procedure']}'", "give one of them")
        ids = [one.prepared.settled.id if one.prepared.settled else "none" for one in (before, after)]
        if ids[0] != ids[1]:
            hint = "roll both with --set scenario=…"
            raise _apart(name, other, f"the scenario of one is {ids[0]}, and of the other {ids[1]}", hint)
        if first is not None and (what := _collision(game, first, early, late)):
            raise _apart(name, other, f"they disagree about {what}", "give one of them")
    for one in rolls.values() if first is not None else ():
        assert first is not None
        first = changed(game, first, one.result)
    return first


def _apart(one: str, other: str, why: str, hint: str) -> InputError:
    return InputError.of("E537", f"{one} and {other} make no set-up together: {why}", Span("--record", 0), hint)


def _collision(game: Game, settled: Settled, early: Rolled, late: Rolled) -> str:
    """Return what stands elsewhere if two rolls change places; nothing if they come to the same."""
    one = _standing(changed(game, changed(game, settled, early), late))
    other = _standing(changed(game, changed(game, settled, late), early))
    return next((f"'{what}'" for what in (*one, *other) if one.get(what) != other.get(what)), "")


def _standing(settled: Settled) -> dict[str, list[tuple[str, ...]]]:
    """Return where everything stands and which side it shows, by unit or marker."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for force in settled.forces:
        for spot in force.spots:
            for piece in spot.pieces:
                found.setdefault(piece.unit, []).append((force.owner, spot.place, spot.name, str(piece.reversed)))
        for piece in force.reserve:
            found.setdefault(piece.unit, []).append((force.owner, str(piece.reversed)))
    for track, rows in settled.tracks.items():
        for row, box in rows.items():
            found.setdefault(row, []).append((track, box))
    return {what: sorted(places) for what, places in found.items()}
