"""The roller's answers as data: what can be rolled, the next die, the finished record, and set-ups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.dice.asking import source_of
from rcwkit.dice.model import Input, Marker, Procedure, VariableEffect
from rcwkit.dice.plan import modifiers
from rcwkit.dice.record import Rolled, worded
from rcwkit.dice.record import roll as walked
from rcwkit.dice.roll import Prepared, again, answers, applied, prepare, rolled, seeded, with_check
from rcwkit.dice.rolls import label
from rcwkit.dice.settle import Force, Piece, Settled, Spot
from rcwkit.dice.sources import Faces, NeedsFace, Seeded, Typed
from rcwkit.dice.tables import EACH, Table
from rcwkit.dice.walk import Event, Request, WalkError, resolved
from rcwkit.dice.wording import decimal, odds_json, outcome_text, percent, words
from rcwkit.document.blocks import plain, signed
from rcwkit.game.game import Game
from rcwkit.kinds.counters.draw import chip
from rcwkit.sheets.svg import svg

__all__ = ["Ask", "AskError", "chips", "odds", "offer", "roll", "roll_again"]

OTHER = "other"
"""The class of cards that no class was given."""


def question(prepared: Prepared, need: NeedsFace, before: list[int]) -> dict[str, Any]:
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
    last, so_far, left = number + 1 == request.dice.count, sum(shown), request.dice.count - number
    meanings = {face: _meaning(prepared.game, request, so_far + face) if last else {} for face in sides}
    drms = [(words(text, prepared.game), add) for text, add in request.drm]
    totals = range(so_far + left, so_far + left * request.dice.faces + 1)
    return {
        **asked,
        "dice": str(request.dice),
        "die": number + 1,
        "shown": shown,
        "drm": [f"{signed(add)} {f'({text})' if EACH.match(text) else text}" for text, add in drms],
        "faces": [{"face": face, **meaning} for face, meaning in meanings.items()],
        "totals": [] if last else _runs(prepared.game, request, totals),
    }


def _number(path: str) -> int:
    """The index of a path's die within its roll, from 0."""
    return int(path.rpartition(".")[2].partition("~")[0])


def _meaning(game: Game, request: Request, natural: int) -> dict[str, Any]:
    """What a total of the dice means, in words, with its effects."""
    try:
        result = request.resolve(natural)
        effects = [] if result.again else list(_effects(game, request, result.result))
    except WalkError as error:
        return {"text": str(error), "effects": []}
    text = _result(game, result.result)
    return {"text": game.say("{result}, roll again", result=text) if result.again else text, "effects": effects}


def _result(game: Game, result: Any) -> str:
    return game.names.get(str(result)) or game.say(plain(words(result, game)))


def _effects(game: Game, request: Request, result: Any) -> Iterator[str]:
    for effect in request.node.step.then.get(result, ()):
        if not isinstance(effect, VariableEffect):
            yield outcome_text(worded(Event(request.node, request.item, resolved(request.view, effect))), game)


def _runs(game: Game, request: Request, totals: range) -> list[dict[str, Any]]:
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
    say = prepared.game.say
    texts = {card: "" if classes[card] == OTHER else say(plain(classes[card])) for card, _ in faces}
    ordered = sorted(faces, key=lambda entry: _order(entry[0]))
    return [{"face": face, "card": str(card), "text": texts[card]} for card, face in ordered]


def _order(card: Any) -> tuple[bool, int, str]:
    """Sort key of cards: numbers first."""
    return not isinstance(card, int), card if isinstance(card, int) else 0, str(card)


MOST = 4096
"""Most faces in one request."""


class AskError(ValueError):
    """A malformed request."""


@dataclass(frozen=True)
class Ask:
    """A procedure, its answers, and how to roll it: all by machine, or with `faces` (None for a face to be rolled)."""

    procedure: str
    given: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None
    faces: tuple[int | None, ...] | None = None

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Ask:
        """Parse JSON. Raises AskError."""
        procedure, given = data.get("procedure"), data.get("given", {})
        code, faces = data.get("code"), data.get("faces")
        answers = given.values() if isinstance(given, dict) else [None]
        if not isinstance(procedure, str) or not all(isinstance(value, str) for value in answers):
            raise AskError("procedure and answers must be strings")
        if not isinstance(code, str | None) or not isinstance(faces, list | None) or len(faces or ()) > MOST:
            raise AskError("the code must be a string and the faces a list")
        if not all(face is None or type(face) is int for face in faces or ()):
            raise AskError("a face must be a whole number or null")
        return cls(procedure, given, code or None, None if faces is None else tuple(faces))


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


def offer(game: Game) -> dict[str, Any]:
    """Return every procedure and rolled table with its questions."""
    playable = {name: item.value.title for name, item in game.scenarios.items() if item.value.setup is not None}
    offered = []
    for name, item in game.procedures.items():
        questions = [_question(key, asked, game) for key, asked in item.value.questions.items()]
        if len(playable) > 1 and "scenario" not in item.value.questions:
            choices = [{"value": key, "title": title} for key, title in playable.items()]
            preferred = [key for key in playable if name in game.scenarios[key].value.options] or [*playable]
            questions.append(
                {"name": "scenario", "title": game.say("Scenario"), "choices": choices, "default": preferred[0]}
            )
        offered.append(_offered(name, item.value, game.say("Procedures"), questions))
    for name, table in game.tables.items():
        if table.value.roll is not None:
            known = f"chart.{name}" if name in game.procedures else name
            offered.append(_offered(known, table.value, game.say("Charts"), _columns(table.value, game)))
    return {"game": {"id": game.info.id, "title": game.info.title}, "procedures": offered}


def _offered(name: str, entry: Procedure | Table, group: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": name, "title": entry.title, "rule": entry.rule, "group": group, "questions": questions}


def roll(game: Game, ask: Ask) -> dict[str, Any]:
    """Return the finished roll, or the next die to enter. Raises InputError."""
    prepared = prepare(game, ask.procedure, ask.given)
    given = prepared.without_check(ask.code) if ask.code else None
    if given and given.upper().startswith("F-"):
        return shown(*_rolled(prepared, source_of(given, Seeded(b"")), None))
    code, dice = seeded(given)
    if ask.faces is None:
        return shown(*_rolled(prepared, dice, code, "given" if given else "fresh"))
    heard = _Recorded(Typed(list(ask.faces), dice))
    try:
        return shown(*_rolled(prepared, heard, code))
    except NeedsFace as need:
        settled = applied(prepared, Rolled({"rolls": need.rolls}, need.events))
        outcome = _outcome([worded(event) for event in need.events], game)
        asked = {**question(prepared, need, heard.shown), **_count(prepared, ask.faces, dice)}
        waiting = {"code": code, "need": asked, "rolls": _rolls(need.rolls, game)}
        return {**waiting, "outcome": outcome, "setup": _setup(game, settled)}


def _count(prepared: Prepared, faces: tuple[int | None, ...], dice: Seeded) -> dict[str, Any]:
    """Return how many dice the roll takes if the rest is rolled by machine, and whether other dice take as many."""
    found = set()
    for after in (dice, Seeded(b"another")):
        rest = _Continued(list(faces), dice, after=after)
        # A roll that cannot go on after some faces is refused when they are there.
        with suppress(InputError):
            walked(prepared.plan, rest, {**prepared.facts, "seed": None, "seed_from": "faces alone"})
        found.add(rest.used)
    return {"of": max(found), "about": len(found) > 1}


def roll_again(game: Game, record: Mapping[str, Any], step: str, kept: Iterable[str]) -> dict[str, Any]:
    """Return a record with one step rolled again. Raises InputError."""
    return shown(*again(game, record, step, tuple(kept), None))


def odds(game: Game, ask: Ask) -> dict[str, Any]:
    """Return the exact odds of the questions a procedure reports. Raises InputError."""
    prepared = prepare(game, ask.procedure, ask.given)
    data = odds_json(prepared, answers(prepared))
    for answer in data["answers"]:
        for part in [answer["probability"]] if "probability" in answer else answer["distribution"]:
            part["percent"] = percent(part["decimal"])
            part |= {"value": _said(part["value"], game)} if "value" in part else {}
    return data


def shown(prepared: Prepared, result: Rolled, settled: Settled | None) -> dict[str, Any]:
    """Return a finished roll: the record, its dice, outcome, results and chance, steps to reroll, and the set-up."""
    record, game = result.record, prepared.game
    labels = [(entry["path"].split("/")[1], entry) for entry in record["rolls"]]
    first = {step: entry["label"].partition(":")[0] for step, entry in reversed(labels)}
    titles = {step: first[step] for step, entry in labels if "card" not in entry}
    return {
        "record": record,
        "code": with_check(_code(record), record),
        "rolls": _rolls(record["rolls"], game),
        "outcome": _outcome(record["outcome"], game),
        "results": [[title, _said(value, game)] for title, value in result.results],
        "steps": [{"id": step, "title": title} for step, title in titles.items()],
        "chance": percent(decimal(record["chance"])),
        "setup": _setup(game, settled),
    }


def _code(record: Mapping[str, Any]) -> str:
    """Return the code that repeats a roll: of its seed, or of its faces if dice were typed or rolled again."""
    by_hand = any(True in entry["typed"] for entry in record["rolls"])
    return str(record["faces_code"] if record["history"] or not record["seed"] or by_hand else record["seed"])


def chips(game: Game, wanted: Iterable[str]) -> dict[str, str]:
    """Return counters drawn as on a set-up sheet, by keys such as `Ra7`, `Ra7 reversed` or `Ra7 reversed rolled`."""
    setter = game.setter()
    drawn = {}
    for key in wanted:
        unit, *flags = key.split(" ")
        if unit in game.counters:
            frame = chip(game, game.counters[unit], setter, reversed="reversed" in flags, rolled="rolled" in flags)
            drawn[key] = svg(frame, label=_label(game, unit, flags), pictures="picture/{}".format, fonts=setter.book)
    return drawn


def _label(game: Game, unit: str, flags: list[str]) -> str:
    """Alternative text of a chip."""
    words = {"reversed": game.say("other side up"), "rolled": game.say("as rolled")}
    return ", ".join([game.names.get(unit, unit), *(said for flag, said in words.items() if flag in flags)])


def _rolled(
    prepared: Prepared, source: Faces, seed: str | None, origin: str = "fresh"
) -> tuple[Prepared, Rolled, Settled | None]:
    return (prepared, *rolled(prepared, source, seed, origin))


def _said(value: Any, game: Game) -> Any:
    """Return a result in words; a number, and the class of cards without one, as it is."""
    if not isinstance(value, str) or value == OTHER:
        return value
    found = words(value, game)
    read = found.replace("_", " ")
    said = game.say(read)
    return said if said != read else found


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


def _question(name: str, asked: Input, game: Game) -> dict[str, Any]:
    """A question as a form field; answers are strings."""
    item, default = name.partition(".")[2], asked.default
    title = f"{asked.title}: {game.names.get(item, item.replace('_', ' '))}" if item else asked.title
    if isinstance(default, tuple):
        default = "+".join(map(str, default)) or "-"
    data: dict[str, Any] = {"name": name, "title": title, "default": None if default is None else str(default)}
    if asked.marker is not None:
        data["marker"] = _marker(asked, asked.marker, game)
    if asked.choices is not None:
        return {**data, "choices": [{"value": str(key), "title": title} for key, title in asked.choices.items()]}
    assert asked.run is not None
    return {**data, "low": asked.run.low, "high": asked.run.high, "many": asked.list is not None}


def _marker(asked: Input, marker: Marker, game: Game) -> dict[str, Any]:
    """The marker that answers a question, as the companion's tracks name it, and the answers by its box."""
    track = game.tracks[marker.track].value
    answers = {box: str(marker.boxes.get(box, box)) for box in track.boxes}
    if asked.choices is not None:
        valid = {str(choice) for choice in asked.choices}
    else:
        assert asked.run is not None
        valid = {str(number) for number in range(asked.run.low, asked.run.high + 1)}
    boxes = {box: answer for box, answer in answers.items() if answer in valid}
    row = marker.row if marker.row in track.rows else None
    title = track.rows[row].title if row else track.title
    return {"name": f"{marker.track}|{row or ''}", "title": title, "boxes": boxes}


def _columns(table: Table, game: Game) -> list[dict[str, Any]]:
    """A rolled table's questions: its column, and the inputs of its DRMs."""
    columns = [{"value": key, "title": words(title, game)} for key, title in table.columns.items()]
    column: dict[str, Any] = {"name": "column", "title": game.say("Column"), "choices": columns, "default": None}
    titles = {name: name.replace("_", " ").capitalize() for name in modifiers(table)}
    read = [{"name": name, "title": title, "default": "0", "free": True} for name, title in titles.items()]
    return [column, *read] if columns else read


def _setup(game: Game, settled: Settled | None) -> dict[str, Any] | None:
    """A set-up as lines of chips: each force by region, and its reserve."""
    return (
        {"title": settled.scenario.title, "forces": [_force(game, force) for force in settled.forces]}
        if settled
        else None
    )


def _force(game: Game, force: Force) -> dict[str, Any]:
    regions = [{"title": region.title, "spots": [_spot(spot) for spot in region.spots]} for region in force.regions]
    reserve = {"title": game.say("Reserve"), "spots": [{"number": "", "name": "", "chips": _keys(force.reserve)}]}
    return {"owner": force.owner, "title": force.title, "regions": [*regions, reserve] if force.reserve else regions}


def _spot(spot: Spot) -> dict[str, Any]:
    return {"number": spot.place, "name": spot.name, "chips": _keys(spot.pieces)}


def _keys(pieces: Iterable[Piece]) -> list[str]:
    flags = ("reversed", "rolled")
    return [" ".join([piece.unit, *(flag for flag in flags if getattr(piece, flag))]) for piece in pieces]
