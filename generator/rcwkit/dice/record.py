"""A walk with real faces, each die from a source; its record, `rcw-record/2`, and the verification of records."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.dice.model import AddNote
from rcwkit.dice.odds import readings, request_odds
from rcwkit.dice.plan import Plan
from rcwkit.dice.sources import (
    SCHEME,
    CodeError,
    DiceError,
    FaceSource,
    NeedsFace,
    Recorded,
    Seeded,
    Typed,
    code_of,
    draw_path,
    face_code,
    paths,
    seed_of,
)
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import DrawnCard, Event, Request, begin, onward, refused, take

MOST_AGAIN = 1000
"""The limit of rerolls, of one roll by its step's rule and of steps in one record."""


def fraction_text(part: Fraction) -> str:
    """Return a chance as records write it: `91/216`, in lowest terms, of any length."""
    return f"{_digits(part.numerator)}/{_digits(part.denominator)}"


def _digits(number: int) -> str:
    """Return an integer in decimal, even beyond Python's limit of 4,300 digits."""
    high, low = divmod(abs(number), 10**4000)
    return f"{'-' * (number < 0)}{_digits(high)}{low:04000}" if high else str(number)


class Walker:
    """One walk. `rolls` are the entries so far, `faces` each die's (face, sides), `typed` its face if it was typed."""

    def __init__(self, plan: Plan, source: FaceSource, attempts: Mapping[str, int]) -> None:
        self.plan, self.source, self.attempts = plan, source, attempts
        self.rolls: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self.faces: list[tuple[int, int]] = []
        self.typed: list[int | None] = []
        self.decks = {name: list(deck.cards) for name, deck in plan.decks.items()}
        self.drawn = dict.fromkeys(plan.decks, 0)
        self.chance = Fraction(1)
        self._seen: set[str] = set()

    def run(self) -> list[Event]:
        """Walk to the end. Raises NeedsFace, DiceError and WalkError."""
        self.state, self.events, request = begin(self.plan)
        while request is not None:
            outcome = self._draw(request) if request.node.step.draw is not None else self._roll(request)
            state, effects = take(request, outcome)
            self.state, quiet, request = onward(self.plan, state)
            self.events = [*self.events, *effects, *quiet]
        self.source.close()
        return self.events

    def _roll(self, request: Request) -> Any:
        dice = request.dice
        assert dice is not None
        first = self.attempts.get(request.path, 1)
        for attempt in range(first, first + MOST_AGAIN):
            shown = [self._face(request, path, dice.faces) for path in paths(request.path, dice.count, attempt)]
            faces = [value for value, _ in shown]
            result = request.resolve(dice.read(faces))
            entry: dict[str, Any] = {
                "path": request.path,
                "label": label(request),
                "dice": str(dice),
                "faces": faces,
                "typed": [typed for _, typed in shown],
                "drm": [[text, add] for text, add in request.drm],
                "total": result.total,
                "read": result.read,
                "row": result.row,
                "result": result.result,
                "attempt": attempt,
            }
            if request.bound is not None:
                entry["against"] = [request.bound[0].replace("_", " "), request.bound[1]]
            if not result.again:
                part = request_odds(request, result.result)
                self.chance *= part
                self.rolls.append({**entry, "chance": fraction_text(part)})
                return result
            self.rolls.append({**entry, "rolled_again": True})
        raise WalkError(request.node, f"rolled again more than {MOST_AGAIN} times")

    def _face(self, request: Request, path: str, sides: int) -> tuple[int, bool]:
        if path in self._seen:
            raise WalkError(request.node, f"two dice have the path '{path}': an item is listed twice")
        self._seen.add(path)
        try:
            value, typed = self.source.face(path, sides)
        except NeedsFace as need:
            need.request, need.rolls, need.events = request, self.rolls, self.events
            if request.node.step.draw is not None:
                deck = request.node.step.draw.deck
                need.cards = self.decks[deck][self.drawn[deck] :]
            raise
        self.faces.append((value, sides))
        self.typed.append(value if typed else None)
        return value, typed

    def _draw(self, request: Request) -> DrawnCard:
        """Draw one card by Fisher-Yates: swap the card at the die's face to the front of the remaining deck."""
        assert request.node.step.draw is not None
        name = request.node.step.draw.deck
        if request.reshuffles:
            for other, pile in self.decks.items():
                pile += self.plan.decks[other].discards
        deck, done = self.decks[name], self.drawn[name]
        left = len(deck) - done
        if left == 0:
            raise WalkError(request.node, self.plan.decks[name].exhausted)
        value, typed = self._face(request, draw_path(request.path), left)
        chosen = done + value - 1
        deck[done], deck[chosen] = deck[chosen], deck[done]
        self.drawn[name] = done + 1
        card = deck[done]
        card_class = self.plan.decks[name].whole[card]
        part = Fraction(1, left)
        self.chance *= part
        self.rolls.append(
            {
                "path": draw_path(request.path),
                "label": label(request),
                "dice": f"1 of {left}",
                "faces": [value],
                "typed": [typed],
                "drm": [],
                "total": value,
                "read": value,
                "row": None,
                "result": card_class,
                "card": card,
                "attempt": 1,
                "chance": fraction_text(part),
            }
        )
        return DrawnCard(card_class)


def label(request: Request) -> str:
    """Return the step's title and, except for draws, the items that it is rolled for."""
    items = []
    if request.node.step.draw is None:
        items = [str(value) for name, value in request.state.local if name.startswith("item.")]
    return ": ".join([request.node.title, *(request.plan.names.get(item, item) for item in items)])


FORMAT = "rcw-record/2"


@dataclass
class Rolled:
    """A rolled procedure: its record as JSON data, its events, and the answers of its report as (title, value)."""

    record: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    results: tuple[tuple[str, str], ...] = ()


def roll(plan: Plan, source: FaceSource, facts: Mapping[str, Any]) -> Rolled:
    """Walk a plan with faces from a source. `facts` (tool, game, scenario, data, seed, seed_from) go into the record.

    A seed that no die used is omitted. Raises InputError for faces that do not fit and for rules that fail, and
    NeedsFace when typed faces run out.
    """
    walker = Walker(plan, source, {})
    events = _walked(plan, walker)
    typed = walker.typed if any(face is not None for face in walker.typed) else []
    seed = {} if None in walker.typed else {"seed": None, "seed_from": "faces alone"}
    return _finished(plan, walker, events, {**facts, **seed, "typed_faces": typed, "history": []})


def again(plan: Plan, record: Mapping[str, Any], step: str, kept: Collection[str], dice: Seeded) -> Rolled:
    """Roll one step of a record again, except for the kept items; all other dice keep their faces.

    Dice that the record lacks come from `dice`. Raises InputError if the step or an item has no roll in the record.
    """
    base = f"{plan.id}/{step}"
    last = {entry["path"]: entry["attempt"] for entry in record["rolls"] if "card" not in entry}
    of_step = [path for path in last if "/" not in step and (path == base or path.startswith(base + "/"))]
    items = {path.rpartition("/")[2] for path in of_step if path != base}
    chosen = [path for path in of_step if path.rpartition("/")[2] not in kept]
    at = plan.nodes[0].span
    if not of_step:
        steps = dict.fromkeys(path.split("/")[1] for path in last)
        hint = nearest(step, steps) or f"steps: {', '.join(steps)}"
        raise InputError.of("E525", f"the record has no roll of step '{step}'", at, hint)
    for item in sorted(set(kept) - items):
        hint = nearest(item, items) or (f"items: {', '.join(sorted(items))}" if items else "leave out --keep")
        raise InputError.of("E525", f"step '{step}' has no roll for '{item}' to keep", at, hint)
    if not chosen:
        message = f"step '{step}' has nothing left to roll again"
        raise InputError.of("E525", message, at, "keep fewer items")
    if len(record["history"]) == MOST_AGAIN:
        raise InputError.of("E525", f"rolled again more than {MOST_AGAIN} times", at)
    source = Recorded(record["rolls"], dice)
    walker = Walker(plan, source, {**source.attempts, **{path: last[path] + 1 for path in chosen}})
    events = _walked(plan, walker)
    entry = {"again": step, "kept": sorted(set(kept)), "seed": code_of(dice.seed), "before": record["hash"]}
    return _finished(plan, walker, events, {**record, "history": [*record["history"], entry]})


def _walked(plan: Plan, walker: Walker) -> list[Event]:
    try:
        return walker.run()
    except NeedsFace:
        raise
    except DiceError as error:
        raise InputError.of("E520", str(error), plan.nodes[0].span) from error
    except WalkError as error:
        raise refused(plan, error) from error


def _finished(plan: Plan, walker: Walker, events: list[Event], facts: Mapping[str, Any]) -> Rolled:
    """Return the record of a finished walk; `facts` supply what the walk does not know."""
    try:
        results = readings(plan, walker.state)
    except WalkError as error:
        raise refused(plan, error) from error
    record: dict[str, Any] = {
        "format": FORMAT,
        "scheme": SCHEME,
        "procedure": plan.id,
        "title": plan.procedure.title,
        "rule": plan.procedure.rule,
        "inputs": {name: list(value) if isinstance(value, tuple) else value for name, value in plan.inputs.items()},
        **{name: facts.get(name) for name in FACTS},
        "faces_code": face_code(walker.faces),
        "rolls": walker.rolls,
        "exempt": [{"item": item, "reason": reason} for node in plan.nodes for item, reason in node.exempt],
        "outcome": [worded(event) for event in events],
        "chance": fraction_text(walker.chance),
    }
    return Rolled(_chained(record), events, results)


FACTS = ("tool", "game", "scenario", "data", "seed", "seed_from", "typed_faces", "history")
LAST = ("faces_code", "outcome", "chance")
"""Fields covered by the last link of the chain; the first link covers all others but the rolls."""


def _chained(record: dict[str, Any]) -> dict[str, Any]:
    """Add a running hash to each roll, so that any change can be located."""
    running = _link("", {key: value for key, value in record.items() if key not in ("rolls", *LAST)})
    rolls = []
    for entry in record["rolls"]:
        running = _link(running, entry)
        rolls.append({**entry, "hash": running[:16]})
    return {**record, "rolls": rolls, "hash": _link(running, {key: record[key] for key in LAST})}


def _link(before: str, data: Any) -> str:
    return hashlib.sha256(f"{before}|{canonical(data)}".encode()).hexdigest()


def canonical(data: Any) -> str:
    """Return data as the JSON text that is hashed and compared."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def worded(event: Event) -> dict[str, Any]:
    """Return an event as data: verb, unit with `item` filled in, and place; notes add item and outer step."""
    effect = event.effect
    data: dict[str, Any] = {}
    if isinstance(effect, AddNote) and (event.item is not None or event.node.outer):
        data["for"] = [text for text in (event.node.outer, "" if event.item is None else str(event.item)) if text]
    data |= {"do": effect.verb, "what": str(event.item) if effect.what == "item" else effect.what}
    return data | {name: value for name, value in effect if name != effect.verb and value is not None}


_TOOL = re.compile(r"rcwkit [0-9A-Za-z.+-]{1,40}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
_HASH = re.compile(r"[0-9a-f]{64}")


class DisagreementError(ValueError):
    """A record with the history of another."""


@dataclass(frozen=True)
class Claims:
    """The fields of a record that are taken on trust; all others follow from them."""

    tool: str
    game: str
    scenario: str | None
    procedure: str
    inputs: Mapping[str, Any]
    seed: str | None
    seed_from: str
    typed_faces: list[int | None]
    history: list[Mapping[str, Any]]

    @property
    def given(self) -> dict[str, Any]:
        """The answers as `prepare` takes them; a procedure's own input `scenario` takes precedence."""
        found = {name: tuple(value) if isinstance(value, list) else value for name, value in self.inputs.items()}
        return found if self.scenario is None else {"scenario": self.scenario, **found}


def claims(record: Mapping[str, Any]) -> Claims:
    """Return a record's claims. Raises InputError if they are malformed."""
    written = record.get("format")
    if isinstance(written, str) and written != FORMAT and re.fullmatch(r"rcw-record/[0-9]{1,6}", written):
        hint = "verify it with the version of rcwkit that made it, or roll again"
        raise _no_record(f"this record is in {written}, from another version of rcwkit; this one reads {FORMAT}", hint)
    if written != FORMAT:
        raise _no_record("this is not a record of a roll")
    try:
        canonical(record).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise _no_record("this record is not plain JSON") from error
    for name, fits in _FORMS.items():
        if name not in record:
            raise _no_record(f"the record lacks '{name}'")
        if not fits(record[name]):
            raise _no_record(f"'{name}' of the record is malformed")
    if (record["seed_from"] == "faces alone") != (record["seed"] is None):
        raise _no_record("'seed' and 'seed_from' of the record contradict each other")
    return Claims(**{name: record[name] for name in _FORMS})


def rebuild(plan: Plan, facts: Mapping[str, Any], believed: Claims) -> Rolled:
    """Rebuild a record from its claims: the first roll, then each reroll. `facts` are tool, game, scenario and data.

    Raises DisagreementError if the history belongs to another record, InputError if the rules refuse a step, and
    NeedsFace for too few faces.
    """
    seeded = Seeded(seed_of(believed.seed)) if believed.seed is not None else None
    source = seeded if seeded is not None and not believed.typed_faces else Typed(list(believed.typed_faces), seeded)
    built = roll(plan, source, {**facts, "seed": believed.seed, "seed_from": believed.seed_from})
    for number, entry in enumerate(believed.history, 1):
        before, right = entry["before"], built.record["hash"]
        if before != right:
            raise DisagreementError(f"history {number} follows record {before[:16]} but should follow {right[:16]}")
        built = again(plan, built.record, entry["again"], entry["kept"], Seeded(seed_of(entry["seed"])))
    return built


def difference(record: Mapping[str, Any], built: Mapping[str, Any]) -> str:
    """Describe the first difference between a record and the rebuilt one; '' if there is none."""
    for name in sorted(set(record) - set(built)):
        return f"unexpected field '{_short(name)}'"
    theirs = record.get("rolls")
    for name in (name for name in built if name not in _AFTER):
        if found := _differs(name, record, built):
            return found
    if not isinstance(theirs, list) or not all(isinstance(entry, dict) for entry in theirs):
        return "rolls is not a list of rolls"
    for number, (ours, other) in enumerate(zip(built["rolls"], theirs, strict=False), 1):
        where = f"roll {number} ({ours['path']})"
        for name in sorted(set(other) - set(ours)):
            return f"{where}: unexpected field '{_short(name)}'"
        for name in ours:
            if found := _differs(name, other, ours):
                return f"{where}: {found}"
    if len(theirs) != len(built["rolls"]):
        return f"the record has {len(theirs)} rolls but should have {len(built['rolls'])}"
    return next(filter(None, (_differs(name, record, built) for name in _AFTER)), "")


def _differs(name: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> str:
    if name not in theirs:
        return f"{name} is missing"
    # Compared as text, since Python takes true, 1 and 1.0 for equal.
    said, right = canonical(theirs[name]), canonical(ours[name])
    return "" if said == right else f"{name} is {_short(said)} but should be {_short(right)}"


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


@dataclass(frozen=True)
class Verdict:
    """The result of a verification: what differs ('' if nothing), and otherwise what agreement proves and what not."""

    difference: str
    seeded: int = 0
    typed: int = 0
    proved: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    unprovable: tuple[str, ...] = ()

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Verdict:
        """Return the verdict on a record that agrees."""
        dice = [
            (entry, face, typed)
            for entry in record["rolls"]
            for face, typed in zip(entry["faces"], entry["typed"], strict=True)
        ]
        by_hand = [f"{entry['label']} {face}" for entry, face, typed in dice if typed]
        seeded, typed = len(dice) - len(by_hand), len(by_hand)
        history = record["history"]
        seeds = [seed for seed in (record["seed"], *(entry["seed"] for entry in history)) if seed is not None]
        seeds = list(dict.fromkeys(seeds))
        named = f"the seed{'s' if len(seeds) > 1 else ''} {', '.join(seeds)}"
        origin = {"fresh": ", said to be fresh", "given": ", said to be given by a player"}.get(record["seed_from"], "")
        steps = ", ".join(_chosen(entry) for entry in history)
        replaced = sum(face is not None for face in record["typed_faces"]) - typed
        answers = {**({} if record["scenario"] is None else {"scenario": record["scenario"]}), **record["inputs"]}
        paths = "its path" if seeded == 1 else "their paths"
        proved = [
            f"{_counted(seeded, 'die follows', 'dice follow')} from {named} and {paths}" if seeded else "",
            f"modifiers, results, outcome and chances follow from the faces by the rules of {record['game']}",
            f"each reroll follows from the record before it: {steps}" if history else "",
        ]
        given = _listed([f"{name} = {_said(value)}" for name, value in answers.items()])
        taken = [
            named + origin if seeds else "",
            f"{_counted(typed, 'typed face', 'typed faces')}: {_listed(by_hand)}" if typed else "",
            f"{_counted(replaced, 'typed face', 'typed faces')} later replaced" if replaced > 0 else "",
            f"the answers: {given}" if answers else "",
            f"what was chosen for a reroll: {steps}" if history else "",
            f"that {record['tool']} made it",
        ]
        unprovable = [
            "that no other seed was tried and discarded before; dice by mail rule that out" if seeds else "",
            "that the typed faces were rolled with real dice" if typed or replaced > 0 else "",
            "that both players agreed to the rerolls" if history else "",
            "that no other roll was made and discarded",
        ]
        stated = (tuple(filter(None, lines)) for lines in (proved, taken, unprovable))
        return cls("", seeded, typed, *stated)

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as JSON data."""
        dice = {"from_seed": self.seeded, "typed": self.typed}
        said = {"proved": list(self.proved), "taken": list(self.taken), "unprovable": list(self.unprovable)}
        return {"agrees": not self.difference, "difference": self.difference, "dice": dice, **said}

    def lines(self) -> list[str]:
        """Return the verdict as lines of text; the first is to follow the record's name."""
        said = (("proved", self.proved), ("taken from the record", self.taken), ("cannot be proved", self.unprovable))
        return [self.difference or "agrees", *(f"  {head}: {line}" for head, lines in said for line in lines)]


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _listed(parts: list[str], most: int = 12) -> str:
    return ", ".join(parts[:most]) + (f", and {len(parts) - most:,} more" if len(parts) > most else "")


def _said(value: Any) -> str:
    return "+".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _chosen(entry: Mapping[str, Any]) -> str:
    return f"{entry['again']}" + (f" (kept: {', '.join(entry['kept'])})" if entry["kept"] else "")


def _is_code(value: Any) -> bool:
    try:
        return isinstance(value, str) and code_of(seed_of(value)) == value
    except CodeError:
        return False


def _is_answer(value: Any) -> bool:
    return type(value) in (str, int) or isinstance(value, list) and all(type(part) is int for part in value)


def _is_past(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == {"again", "kept", "seed", "before"}
        and isinstance(entry["again"], str)
        and isinstance(entry["kept"], list)
        and all(isinstance(item, str) for item in entry["kept"])
        and _is_code(entry["seed"])
        and isinstance(entry["before"], str)
        and _HASH.fullmatch(entry["before"]) is not None
    )


def _matches(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


_FORMS: Mapping[str, Callable[[Any], bool]] = {
    "tool": lambda value: _matches(_TOOL, value),
    "game": lambda value: _matches(_ID, value),
    "scenario": lambda value: value is None or _matches(_ID, value),
    "procedure": lambda value: _matches(_ID, value),
    "inputs": lambda value: isinstance(value, dict) and all(map(_is_answer, value.values())),
    "seed": lambda value: value is None or _is_code(value),
    "seed_from": lambda value: value in ("fresh", "given", "faces alone"),
    "typed_faces": lambda value: (
        isinstance(value, list) and all(face is None or type(face) is int and face > 0 for face in value)
    ),
    "history": lambda value: isinstance(value, list) and len(value) <= MOST_AGAIN and all(map(_is_past, value)),
}
_AFTER = ("faces_code", "rolls", "exempt", "outcome", "chance", "hash")


def _no_record(message: str, hint: str = "") -> InputError:
    return InputError.of("E530", message, Span("record", 0), hint)
