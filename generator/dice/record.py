"""Rolling a plan into a record: every die with its path, faces, modifiers and meaning, the outcome, and its exact chance.

The record is JSON data. Its list of faces is the truth of a roll; the seed is only one way to make them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from generator.diagnostics import Diagnostic, InputError
from generator.dice.odds import readings, request_odds
from generator.dice.plan import Plan
from generator.dice.sources import SCHEME, DiceError, Faces, NeedsFace, Recorded, Seeded, face_code, paths
from generator.dice.walk import Drawn, Event, Request, WalkError, begin, onward, refused, take

__all__ = ["FACTS", "Rolled", "again", "chance", "replay", "roll"]

FORMAT = "rcw-record/1"
FACTS = ("tool", "game", "scenario", "data", "seed", "seed_from", "history")
"""What a record says besides the roll itself."""
MOST_AGAIN = 1000


@dataclass
class Rolled:
    """A rolled procedure: `record` as JSON data, the events that change a set-up, and what its report comes to, as titles and values."""

    record: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    results: tuple[tuple[str, str], ...] = ()


def chance(value: Fraction) -> dict[str, Any]:
    """A probability as data: the exact fraction and a decimal beside it."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "decimal": float(f"{float(value):.6g}")}


def roll(plan: Plan, source: Faces, facts: Mapping[str, Any], attempts: Mapping[str, int] | None = None) -> Rolled:
    """Walk a plan with faces from a source. `facts` (game, scenario, seed, hash of the data) go into the record.

    `attempts` gives first attempt numbers by path, for steps rolled anew. Raises InputError for faces that do not fit and for data
    that lead nowhere, and NeedsFace when typed faces run out.
    """
    walker = _Walker(plan, source, attempts or {})
    try:
        events = walker.run()
        source.close()
        results = readings(plan, walker.state)
    except NeedsFace:
        raise
    except DiceError as error:
        raise InputError([Diagnostic("E520", str(error), plan.nodes[0].span)]) from error
    except WalkError as error:
        raise refused(plan, error) from error
    record: dict[str, Any] = {
        "format": FORMAT,
        "scheme": SCHEME,
        "procedure": plan.id,
        "title": plan.procedure.title,
        "rule": plan.procedure.rule,
        "inputs": {name: list(value) if isinstance(value, tuple) else value for name, value in plan.inputs.items()},
        **facts,
        "faces_code": face_code(walker.faces),
        "rolls": walker.rolls,
        "exempt": [{"item": item, "reason": reason} for node in plan.nodes for item, reason in node.exempt],
        "outcome": [worded(event) for event in events],
        "chance": chance(walker.chance),
    }
    return Rolled(_chained(record), events, results)


def _chained(record: dict[str, Any]) -> dict[str, Any]:
    """Add a running hash to each roll, so that a changed byte shows where."""
    running = _digest("", {key: value for key, value in record.items() if key not in ("rolls", "outcome", "chance", "faces_code")})
    rolls = []
    for entry in record["rolls"]:
        running = _digest(running, entry)
        rolls.append({**entry, "hash": running[:16]})
    return {**record, "rolls": rolls, "hash": _digest(running, {"outcome": record["outcome"], "chance": record["chance"]})}


def _digest(before: str, data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}|{text}".encode()).hexdigest()


def replay(plan: Plan, record: Mapping[str, Any]) -> tuple[Rolled, str]:
    """Walk a plan with a record's faces; the fresh record, and in words the first thing that differs ('' when nothing does)."""
    source = Recorded(record["rolls"])
    facts = {key: record[key] for key in FACTS if key in record}
    fresh = roll(plan, source, facts, source.attempts)
    for index, (ours, theirs) in enumerate(zip(fresh.record["rolls"], record["rolls"], strict=False), 1):
        for key in ours:
            if ours[key] != theirs.get(key):
                return fresh, f"roll {index} ({ours['path']}): {key} is {theirs.get(key)!r}, replayed it is {ours[key]!r}"
    if len(record["rolls"]) != len(fresh.record["rolls"]):
        return fresh, f"the record has {len(record['rolls'])} rolls, replayed there are {len(fresh.record['rolls'])}"
    for key in ("outcome", "chance", "exempt", "faces_code", "hash"):
        if fresh.record[key] != record.get(key):
            return fresh, f"{key} is {record.get(key)!r}, replayed it is {fresh.record[key]!r}"
    return fresh, ""


def again(plan: Plan, record: Mapping[str, Any], step: str, kept: Collection[str], dice: Seeded) -> Rolled:
    """Roll one step of a record anew, as its next attempt, but for the kept items; all other dice stay as they fell.

    Dice that only the new course of the walk needs come from `dice`. Raises InputError when the step has no roll in the record.
    """
    base = f"{plan.id}/{step}"
    last = {entry["path"]: entry["attempt"] for entry in record["rolls"] if "card" not in entry}
    chosen = [path for path in last if (path == base or path.startswith(base + "/")) and path.rpartition("/")[2] not in kept]
    if not chosen:
        steps = ", ".join(dict.fromkeys(path.split("/")[1] for path in last))
        raise InputError([Diagnostic("E525", f"the record has no roll of step '{step}'", plan.nodes[0].span, f"steps: {steps}")])
    source = Recorded(record["rolls"], dice)
    attempts = {**source.attempts, **{path: last[path] + 1 for path in chosen}}
    facts = {key: record[key] for key in FACTS if key in record}
    history = [*record.get("history", []), {"again": step, "kept": sorted(kept), "before": record["hash"]}]
    return roll(plan, source, {**facts, "history": history}, attempts)


class _Walker:
    """One walk: asks the source for faces, writes the log, follows actual cards through their decks."""

    def __init__(self, plan: Plan, source: Faces, attempts: Mapping[str, int]) -> None:
        self.plan, self.source, self.attempts = plan, source, attempts
        self.rolls: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self.faces: list[tuple[int, int]] = []
        self.decks = {name: list(deck.cards) for name, deck in plan.decks.items()}
        self.drawn = dict.fromkeys(plan.decks, 0)
        self.chance = Fraction(1)

    def run(self) -> list[Event]:
        self.state, self.events, request = begin(self.plan)
        while request is not None:
            outcome = self._draw(request) if request.node.step.draw is not None else self._roll(request)
            state, effects = take(request, outcome)
            self.state, quiet, request = onward(self.plan, state)
            self.events = [*self.events, *effects, *quiet]
        return self.events

    def _roll(self, request: Request) -> Any:
        dice = request.dice
        assert dice is not None
        first = self.attempts.get(request.path, 1)
        for attempt in range(first, first + MOST_AGAIN):
            shown = [self._face(request, path, dice.faces) for path in paths(request.path, dice.count, attempt)]
            faces = [value for value, _ in shown]
            result = request.resolve(sum(faces))
            self.faces += [(value, dice.faces) for value in faces]
            entry: dict[str, Any] = {"path": request.path, "label": label(request), "dice": str(dice), "faces": faces}
            entry |= {"typed": any(typed for _, typed in shown), "drm": [[text, add] for text, add in request.drm]}
            entry |= {"total": result.total, "read": result.read, "row": result.row, "result": result.result, "attempt": attempt}
            if request.bound is not None:
                entry["against"] = [request.bound[0].replace("_", " "), request.bound[1]]
            if not result.again:
                part = request_odds(request, result.result)
                self.chance *= part
                self.rolls.append({**entry, "chance": chance(part)})
                return result
            self.rolls.append({**entry, "rolled_again": True})
        raise WalkError(request.node, f"rolled again more than {MOST_AGAIN} times")

    def _face(self, request: Request, path: str, sides: int) -> tuple[int, bool]:
        try:
            return self.source.face(path, sides)
        except NeedsFace as need:
            need.request, need.rolls, need.events = request, self.rolls, self.events
            raise

    def _draw(self, request: Request) -> Drawn:
        """Fisher–Yates, one card at a time: swap a face's card to the front of what is left."""
        assert request.node.step.draw is not None
        name = request.node.step.draw.deck
        deck, done = self.decks[name], self.drawn[name]
        left = len(deck) - done
        if left == 0:
            raise WalkError(request.node, f"the deck '{self.plan.decks[name].title}' is empty")
        path = f"{self.plan.id}/{request.node.name}.{request.item}"
        value, typed = self._face(request, path, left)
        self.faces.append((value, left))
        chosen = done + value - 1
        deck[done], deck[chosen] = deck[chosen], deck[done]
        self.drawn[name] = done + 1
        card = deck[done]
        card_class = self.plan.decks[name].cards[card]
        part = Fraction(1, left)
        self.chance *= part
        entry = {"path": path, "label": label(request), "dice": f"1 of {left}", "faces": [value], "typed": typed, "drm": []}
        self.rolls.append(
            {**entry, "total": value, "read": value, "row": None, "result": card_class, "card": card, "attempt": 1, "chance": chance(part)}
        )
        return Drawn(card_class, 1)


def label(request: Request) -> str:
    """The step's title, with the item it is rolled for."""
    items = [str(value) for name, value in request.state.local if name.startswith("item.")] if request.node.step.draw is None else []
    return ": ".join([request.node.title, *(request.plan.names.get(item, item) for item in items)])


def worded(event: Event) -> dict[str, Any]:
    """An event as data: the verb, the unit with `item` filled in, and where; a note says what it is for, if its step was repeated or chained."""
    effect = event.effect
    data: dict[str, Any] = {}
    if effect.note is not None and (event.item is not None or event.node.outer):
        data["for"] = [text for text in (event.node.outer, str(event.item) if event.item is not None else "") if text]
    for name in ("place", "reduce", "restore", "flip", "convert", "remove", "move", "marker", "note"):
        value = getattr(effect, name)
        if value is not None:
            data["do"] = name
            data["what"] = str(event.item) if value == "item" else value
    for name in ("at", "where", "to", "on", "reserve"):
        if getattr(effect, name) is not None:
            data[name] = getattr(effect, name)
    return data
