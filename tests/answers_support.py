"""The roller's answers in Python, as the page's `rolling.js` gives them: what the twins are compared with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.dice.plan import OTHER
from rcwkit.dice.record import Rolled, label, worded
from rcwkit.dice.record import roll as walked
from rcwkit.dice.roll import Prepared, again, answers, applied, prepare, rolled, seeded, with_check
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece, SettledSpot
from rcwkit.dice.sources import FaceCode, FaceSource, NeedsFace, Seeded, Typed, code_of_roll
from rcwkit.dice.tables import EACH
from rcwkit.dice.walk import Request
from rcwkit.dice.wording import (
    Odds,
    decimal,
    labelled,
    meaning,
    outcome_text,
    percent,
    result_text,
    translated,
    words,
)
from rcwkit.document.blocks import signed
from rcwkit.game.game import Game

__all__ = ["answered"]


def answered(game: Game, address: str, data: Mapping[str, Any]) -> Any:
    """Return Python's answers in the page's form: refusals with the step that they name."""
    try:
        answer = _ANSWERS[address](game, **data)
    except InputError as error:
        cause = error.__cause__
        return {"error": error.diagnostics[0].message, "step": getattr(getattr(cause, "node", None), "name", None)}
    return json.loads(json.dumps(answer))


def _asked(prepared: Prepared, need: NeedsFace, before: list[int]) -> dict[str, Any]:
    """Return the next die as data: its purpose, DRMs, and what each face means; `before` are all faces so far."""
    request: Request = need.request
    asked = {"label": label(request), "path": need.path, "sides": need.sides, "note": request.node.step.note or ""}
    if request.dice is None:
        faces = _cards(prepared, request, need)
        card = {
            "dice": prepared.game.say("card 1 of {count}", count=need.sides),
            "die": 1,
            "shown": [],
            "drm": [],
            "faces": faces,
            "totals": [],
        }
        return asked | card
    number, sides = _number(need.path), range(1, need.sides + 1)
    shown = before[len(before) - number :]
    last, digits = number + 1 == request.dice.count, str(request.dice).startswith("d")
    rest = product(sides, repeat=request.dice.count - number)
    naturals = [int("".join(map(str, (*shown, *more)))) if digits else sum((*shown, *more)) for more in rest]
    meanings = {
        face: _meaning(prepared.game, request, natural) if last else {}
        for face, natural in zip(sides, naturals, strict=False)
    }
    drms = [(words(text, prepared.game), add) for text, add in request.drm]
    return {
        **asked,
        "dice": str(request.dice),
        "die": number + 1,
        "shown": shown,
        "drm": [f"{signed(add)} {f'({text})' if EACH.match(text) else text}" for text, add in drms],
        "faces": [{"face": face, **meaning} for face, meaning in meanings.items()],
        "totals": [] if last else _runs(prepared.game, request, sorted(set(naturals))),
    }


def _number(path: str) -> int:
    """The index of a path's die within its roll, from 0."""
    return int(path.rpartition(".")[2].partition("~")[0])


def _meaning(game: Game, request: Request, natural: int) -> dict[str, Any]:
    text, effects = meaning(request, natural, game)
    return {"text": text, "effects": effects}


def _runs(game: Game, request: Request, totals: list[int]) -> list[dict[str, Any]]:
    """Group consecutive totals with equal meanings."""
    runs: list[dict[str, Any]] = []
    for total in totals:
        meaning = _meaning(game, request, total)
        if runs and all(runs[-1][key] == meaning[key] for key in meaning):
            runs[-1]["to"] = total
        else:
            runs.append({"from": total, "to": total, **meaning})
    return runs


def _cards(prepared: Prepared, request: Request, need: NeedsFace) -> list[dict[str, Any]]:
    """The cards left in the deck, in order of their numbers, each with the face that stands for it."""
    assert request.node.step.draw is not None
    classes: Mapping[Any, str] = prepared.plan.decks[request.node.step.draw.deck].whole
    faces = [(card, face) for face, card in enumerate(need.cards, 1)]
    texts = {card: "" if classes[card] == OTHER else result_text(classes[card], prepared.game) for card, _ in faces}
    ordered = sorted(faces, key=lambda entry: _order(entry[0]))
    return [{"face": face, "card": str(card), "text": texts[card]} for card, face in ordered]


def _order(card: Any) -> tuple[bool, int, str]:
    """Sort key of cards: numbers first."""
    return not isinstance(card, int), card if isinstance(card, int) else 0, str(card)


@dataclass
class _Recorded:
    """Typed faces that keep a list of all faces shown, rolled ones included."""

    typed: Typed
    shown: list[int] = field(default_factory=list)

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        value, by_hand = self.typed.face(path, sides)
        self.shown.append(value)
        return value, by_hand

    def close(self) -> None:
        self.typed.close()


@dataclass
class _Continued(Typed):
    """Typed faces, and after them dice of a seed."""

    after: Seeded = field(default_factory=lambda: Seeded(b""))

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        if self.used < len(self.faces):
            return super().face(path, sides)
        self.used += 1
        return self.after.face(path, sides)


def _roll(
    game: Game, procedure: str, given: Mapping[str, str], code: str | None = None, faces: list[int | None] | None = None
) -> dict[str, Any]:
    """Return the finished roll, or the next die to enter. Raises InputError."""
    prepared = prepare(game, procedure, given)
    named = prepared.without_check(code) if code else None
    if named and named.upper().startswith("F-"):
        return _shown(*_rolled(prepared, FaceCode.read(named), None))
    code, dice = seeded(named)
    if faces is None:
        return _shown(*_rolled(prepared, dice, code, "given" if named else "fresh"))
    heard = _Recorded(Typed([*faces], dice))
    try:
        return _shown(*_rolled(prepared, heard, code))
    except NeedsFace as need:
        settled = applied(prepared, Rolled({"rolls": need.rolls}, need.events))
        outcome = _outcome([worded(event) for event in need.events], game)
        asked = {**_asked(prepared, need, heard.shown), **_count(prepared, faces, dice)}
        waiting = {"code": code, "need": asked, "rolls": _rolls(need.rolls, game)}
        return {**waiting, "outcome": outcome, "setup": _setup(game, settled)}


def _count(prepared: Prepared, faces: list[int | None], dice: Seeded) -> dict[str, Any]:
    """Return how many dice the roll takes if the rest is rolled by machine, and whether other dice take as many."""
    found = set()
    for after in (dice, Seeded(b"another")):
        rest = _Continued([*faces], dice, after=after)
        # A roll that cannot go on after some faces is refused when they are there.
        with suppress(InputError):
            walked(prepared.plan, rest, {**prepared.facts, "seed": None, "seed_from": "faces alone"})
        found.add(rest.used)
    return {"of": max(found), "about": len(found) > 1}


def _again(game: Game, record: Mapping[str, Any], step: str, kept: Iterable[str]) -> dict[str, Any]:
    """Return a record with one step rolled again. Raises InputError."""
    return _shown(*again(game, record, step, tuple(kept), None))


def _odds(game: Game, procedure: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the exact odds of the questions a procedure reports. Raises InputError."""
    prepared = prepare(game, procedure, given)
    odds = Odds(prepared, answers(prepared))
    data = odds.as_json()
    for answer in data["answers"]:
        labels = odds.labels(answer["id"])
        for line in answer.get("distribution", ()):
            line |= {"text": text} if (text := labelled(labels, line["value"])) else {}
        for part in [answer["probability"]] if "probability" in answer else answer["distribution"]:
            part["percent"] = percent(part["decimal"])
            part |= {"value": _said(part["value"], game)} if "value" in part else {}
    return {name: value for name, value in data.items() if name not in ("items", "exempt")}


def _shown(prepared: Prepared, result: Rolled, settled: Settled | None) -> dict[str, Any]:
    """Return a finished roll: the record, its dice, outcome, results and chance, steps to reroll, and the set-up."""
    record, game = result.record, prepared.game
    labels = [(entry["path"].split("/")[1], entry) for entry in record["rolls"]]
    first = {step: entry["label"].partition(":")[0] for step, entry in reversed(labels)}
    titles = {step: first[step] for step, entry in labels if "card" not in entry}
    return {
        "record": record,
        "code": with_check(code_of_roll(record), record),
        "rolls": _rolls(record["rolls"], game),
        "outcome": _outcome(record["outcome"], game),
        "results": [[title, _said(value, game)] for title, value in result.results],
        "steps": [{"id": step, "title": title} for step, title in titles.items()],
        "chance": percent(decimal(record["chance"])),
        "setup": _setup(game, settled),
    }


def _rolled(
    prepared: Prepared, source: FaceSource, seed: str | None, origin: str = "fresh"
) -> tuple[Prepared, Rolled, Settled | None]:
    return (prepared, *rolled(prepared, source, seed, origin))


def _said(value: Any, game: Game) -> Any:
    return translated(value, game) if isinstance(value, str) else value


def _rolls(entries: Iterable[Mapping[str, Any]], game: Game) -> list[dict[str, Any]]:
    """Return the dice of a record with their texts in words."""
    return [
        {
            **entry,
            "drm": [[words(text, game), add] for text, add in entry["drm"]],
            "result": _said(entry["result"], game),
        }
        for entry in entries
    ]


def _outcome(events: Iterable[Mapping[str, Any]], game: Game) -> list[str]:
    return [outcome_text(event, game) for event in events]


def _setup(game: Game, settled: Settled | None) -> dict[str, Any] | None:
    """A set-up as lines of chips: each force by region, and its reserve."""
    return (
        {"title": settled.scenario.title, "forces": [_force(game, force) for force in settled.forces]}
        if settled
        else None
    )


def _force(game: Game, force: SettledForce) -> dict[str, Any]:
    regions = [{"title": region.title, "spots": [_spot(spot) for spot in region.spots]} for region in force.regions]
    reserve = {"title": game.say("Reserve"), "spots": [{"number": "", "name": "", "chips": _keys(force.reserve)}]}
    return {"owner": force.owner, "title": force.title, "regions": [*regions, reserve] if force.reserve else regions}


def _spot(spot: SettledSpot) -> dict[str, Any]:
    return {"number": spot.place, "name": spot.name, "chips": _keys(spot.pieces)}


def _keys(pieces: Iterable[SettledPiece]) -> list[str]:
    flags = ("reversed", "rolled")
    return [" ".join([piece.unit, *(flag for flag in flags if getattr(piece, flag))]) for piece in pieces]


_ANSWERS: Mapping[str, Callable[..., dict[str, Any]]] = {"roll": _roll, "again": _again, "odds": _odds}
