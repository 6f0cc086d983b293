r"""Records of rolls, `rcw-record/2`: each die with its path, faces, modifiers, result and chance, in a hash chain.

A record is a JSON object with exactly the fields below, in any order. T is a string, N an integer (without a decimal
point or exponent), [X] a list. An id matches `[A-Za-z0-9][A-Za-z0-9_.-]{0,79}`; a hash is lower-case hexadecimal.

**Claims.** These fields are taken on trust; all others follow from them:

    tool         T     `rcwkit ` and 1 to 40 of the characters `0-9A-Za-z.+-`
    game         T     the game's id
    scenario     T     the id of the scenario whose set-up is rolled for; null if the game has none
    procedure    T     the id of the procedure or rolled table
    inputs       {}    the answer to each question: T, N or [N] as in the plan, lists in the order given
    seed         T     the code of the first roll's seed, as written by `code_of`; null if none of its dice used a seed
    seed_from    T     `fresh` (drawn for this roll) or `given` (by the player); `faces alone` just if `seed` is null
    typed_faces  []    for each die of the first roll in order: its face (N) if typed, else null; empty if none was
    history      []    each reroll of a step, at most 1,000: {again: T, kept: [T], seed: T, before: T}, see below;
                       its `seed`, too, is a code as written by `code_of`

**Consequences.** The rules are `rcwkit.dice.roll.prepare(game, procedure, answers)`: its `plan`, and its `facts` for
game, scenario and data. The answers are `inputs`, with lists as tuples, and `scenario` unless it is null or among them.

    format       T     `rcw-record/2`
    scheme       T     `rcw-dice/1`
    title, rule  T     the procedure's
    data         T     a hash of the rules that affect the roll, 16 digits
    exempt       []    {item: T or N, reason: T} for each item that `for_each` omits, over the plan's own steps in order
    rolls        []    the entries, in the order rolled
    faces_code   T     the code of all faces of all entries in order, see `sources`
    outcome      []    what happened, in order: `worded` of each event
    chance       T     the product of all chances of entries, in lowest terms: `91/216`; `1/1` if there are none
    hash         T     the last link of the chain, 64 digits

An entry has the fields `path` to `attempt` and `hash`, and the others where noted:

    path         T     see `sources`
    label        T     the step's title (after `outer title: ` in a procedure run by another) and, except for draws,
                       `: ` and the name of each item
    dice         T     `2d6`; for a draw from twelve cards `1 of 12`
    faces        [N]   each from 1 to the number of sides
    typed        []    for each face, true if a person typed it, else false
    drm          []    [T, N] for each modifier that applies and is not 0
    total        N     the sum of faces and modifiers; for a draw, the face
    read         N     the total as the table reads it
    row          T, N  the row that was read; null if there is none
    result       T, N  the result; for a draw, the card's class
    attempt      N     from 1
    against      []    [T, N] for a roll with a test: `at most`, `at least`, `above` or `below`, and the number
    card         T, N  for a draw: the card
    rolled_again true  for a roll that the rules roll again
    chance       T     for all others: the chance of `result`, given that it is not rolled again; for a draw, `1/` and
                       the number of cards left
    hash         T     this entry's link of the chain, its first 16 digits

**First roll.** The rules request one roll after another (`walk.begin`, `take`, `onward`). A roll's dice have the paths
of its first attempt, number 1. If the result must be rolled again, the entry says so, and attempt 2 follows, and so on.
A die shows the next of `typed_faces`; if that is null, or the list is empty, it shows the face that `sources` derives
from the seed and its path. The list ends with the last die. No two dice have the same path. Cards are drawn by
Fisher-Yates shuffling: the deck starts in the order of `plan.decks[deck].cards`; draw number d (from 0, over all draws
from this deck) rolls a die with as many sides as cards are left, and its face f swaps cards d and d + f - 1; the card
now at d is drawn, as attempt 1. The first time that a draw finds no card but the deck has discards, every deck is
continued with its `discards`, in their order.

**Rerolls.** An entry of `history` turns the record before it into the next one. Let P be `procedure` and S the entry's
`again`, which has no `/`. The rolls of the step are those without `card` whose path is `P/S` or starts with `P/S/`; the
item of a longer path is the part after its last `/`. `kept` lists items of these rolls in code point order, without
duplicates. The rolls that are not kept, at least one, start at the attempt after their last; every other path starts at
its first attempt in the previous record, or at 1. A die whose path is in the previous record, with a face that fits it,
shows that face, typed if it was; any other shows the face of its path and the entry's `seed` (`false` in `typed`).
`before` is the full hash of the previous record. The claims stay as they are, with this entry appended to `history`.

**Chain.** `canonical(x)` is x as JSON: keys in code point order, `,` and `:` without spaces, no escapes but `\"`, `\\`,
`\b`, `\t`, `\n`, `\f`, `\r` and, for other characters below U+0020, `\u00xx`. `link(before, x)` is the SHA-256 of
before + `|` + canonical(x) in UTF-8, as 64 digits. The first link is that of an empty string and the record without
`rolls`, `faces_code`, `outcome`, `chance` and `hash`; one follows for each entry without its `hash`; the last is that
of the object of `faces_code`, `outcome` and `chance`.

**Verification** (`verify`). The claims must have the form above and lead to a record equal to the given one: the same
keys everywhere and the same canonical text, so that `true`, `1` and `1.0` all differ. Each `before` is compared on the
way. Files are read by `cli.strict_json.read_json`, which refuses duplicate keys, NaN, Infinity and lone surrogates.
So every face that was not typed follows from a seed and its path, and every attempt above 1 from a reroll by the rules
or an entry of `history`. It cannot be proved where a seed came from, that typed faces were rolled with real dice, or
that no other roll was discarded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError, nearest
from rcwkit.dice.odds import readings
from rcwkit.dice.plan import Plan
from rcwkit.dice.rolls import MOST_AGAIN, Walker, fraction_text
from rcwkit.dice.sources import SCHEME, DiceError, Faces, NeedsFace, Recorded, Seeded, code_of, face_code
from rcwkit.dice.walk import Event, WalkError, refused
from rcwkit.models.effects import AddNote

__all__ = ["FORMAT", "Rolled", "again", "canonical", "roll", "worded"]

FORMAT = "rcw-record/2"


@dataclass
class Rolled:
    """A rolled procedure: its record as JSON data, its events, and the answers of its report as (title, value)."""

    record: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    results: tuple[tuple[str, str], ...] = ()


def roll(plan: Plan, source: Faces, facts: Mapping[str, Any]) -> Rolled:
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
        raise InputError([Diagnostic("E525", f"the record has no roll of step '{step}'", at, hint)])
    for item in sorted(set(kept) - items):
        hint = nearest(item, items) or (f"items: {', '.join(sorted(items))}" if items else "leave out --keep")
        raise InputError([Diagnostic("E525", f"step '{step}' has no roll for '{item}' to keep", at, hint)])
    if not chosen:
        message = f"step '{step}' has nothing left to roll again"
        raise InputError([Diagnostic("E525", message, at, "keep fewer items")])
    if len(record["history"]) == MOST_AGAIN:
        raise InputError([Diagnostic("E525", f"rolled again more than {MOST_AGAIN} times", at)])
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
        raise InputError([Diagnostic("E520", str(error), plan.nodes[0].span)]) from error
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
