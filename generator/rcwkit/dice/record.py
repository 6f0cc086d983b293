r"""Records of rolls, `rcw-record/2`: every die with its path, faces, modifiers and meaning, what came of it, its chance, and a chain of hashes.

A record is a JSON object with exactly the fields below, in any order. T is a text, N a whole number (written without a point or an
exponent), [X] a list. An id matches `[A-Za-z0-9][A-Za-z0-9_.-]{0,79}`; a hash is hexadecimal digits in small letters.

**Taken from the record.** Nothing else decides these fields, and all others follow from them:

    tool         T     `rcwkit ` and 1 to 40 of the characters `0-9A-Za-z.+-`
    game         T     the game's id
    scenario     T     the id of the scenario whose set-up was rolled for; null where the game has none
    procedure    T     the id of the procedure or rolled table
    inputs       {}    every question of the procedure and its answer: T, N or [N] as the plan has it, a list in the order given
    seed         T     the code of the seed of the first roll as `code_of` writes it; null if none of its dice came from a seed
    seed_from    T     `fresh` (drawn for this roll) or `given` (by the player); `faces alone` if, and only if, `seed` is null
    typed_faces  []    for every die of the first roll in order its face (N) if a person typed it, else null; empty if nobody typed any
    history      []    each step that was rolled again afterwards, at most 1,000: {again: T, kept: [T], seed: T, before: T}, see below;
                       its `seed`, too, is a code as `code_of` writes it

**What follows from the rules and the dice.** The rules are `rcwkit.dice.roll.prepare(game, procedure, answers)`: its `plan`, and as its `facts`
the game, scenario and data. The answers are `inputs`, lists as tuples, and `scenario` under that name, unless it is null or among them.

    format       T     `rcw-record/2`
    scheme       T     `rcw-dice/1`
    title, rule  T     the procedure's
    data         T     a hash of the rules that bear on the roll, 16 digits
    exempt       []    {item: T or N, reason: T} for everything that `for_each` leaves out, over the plan's own steps in order
    rolls        []    the entries, in the order in which they fell
    faces_code   T     the code of all faces of all entries in order, see `sources`
    outcome      []    what happened, in order: `worded` of each event
    chance       T     the product of the chances of all entries that have one: `91/216`, in lowest terms; of none, `1/1`
    hash         T     the last link of the chain, 64 digits

An entry has the fields `path` to `attempt`, `hash`, and those of the others that are said to be there:

    path         T     see `sources`
    label        T     the step's title (after `outer title: ` in a procedure run by another); but for draws, also `: ` and the name of each item
    dice         T     `2d6`; of a draw out of twelve cards `1 of 12`
    faces        [N]   each from 1 to the number of sides
    typed        []    as many of true (a person typed this face) or false
    drm          []    [T, N] for each modifier that applies and is not 0
    total        N     the faces and modifiers added; of a draw the face
    read         N     the total as the table reads it
    row          T, N  the row that was read; null where there is none
    result       T, N  what it means; of a draw the card's class
    attempt      N     from 1
    against      []    [T, N] of a roll with a test: `at most`, `at least`, `above` or `below`, and the number
    card         T, N  of a draw: the card
    rolled_again true  of a roll that the rules have rolled again
    chance       T     of all others: the chance of `result` among those that are not rolled again; of a draw `1/` and the cards left
    hash         T     this entry's link of the chain, its first 16 digits

**The first roll.** The rules name one roll after the other (`walk.begin`, `take`, `onward`). The dice of a roll have the paths of its
first attempt, which is 1. If the result must be rolled again, the entry says so, and the next one is attempt 2, and so on. A die shows the
next of `typed_faces`; where that is null, or the list empty, the face that `sources` works out from the seed and its path. The list ends
with the last die. No two dice have the same path. Cards are drawn by Fisher-Yates: the deck lies in the order of `plan.decks[deck].cards`;
the card with number d (from 0, over all draws from this deck) is drawn by a die of as many sides as cards are left, whose face f changes the
places of the cards d and d + f - 1; the card at d is drawn, and is attempt 1.

**Again.** An entry of `history` makes a record of the one before it. With P for `procedure` and S for the entry's `again`, which has no
`/`, the rolls of the step are those without `card` whose path is `P/S` or begins with `P/S/`; the item of a longer path is what stands
behind its last `/`. `kept` names items of these rolls, in the order of their code points, none twice. The rolls that are not kept, at least
one, begin with the attempt after their last one; every other path begins with its first attempt in the record before, or with 1. A die
whose path the record before has, with a face that is on it, shows that face, and is typed if it was; every other shows that of its path and
the entry's `seed` (`false` in `typed`). `before` is the hash of the record before, whole. The fields taken from the record stay as they
are, with `history` longer by this entry.

**The chain.** `canonical(x)` is x as JSON: keys in the order of their code points, `,` and `:` without spaces, no escapes but `\"`, `\\`,
`\b`, `\t`, `\n`, `\f`, `\r` and, for other characters below U+0020, `\u00xx`. `link(before, x)` is the SHA-256 of before + `|` + canonical(x)
in UTF-8, as 64 digits. The first link is that of an empty text and the record without `rolls`, `faces_code`, `outcome`, `chance` and `hash`;
then one follows for each entry without its `hash`; the last is that of the object of `faces_code`, `outcome` and `chance`.

**Verifying** (`verify`). What is taken from the record must have the form above, and lead to a record that is equal to the given one:
the same keys everywhere, and the same canonical text, so that `true`, `1` and `1.0` all differ. Each `before` is compared on the way. Files are
read by `rcwkit.cli.group.read_json`, which refuses a key that is named twice, NaN, Infinity and half a surrogate pair. So every face that
was not typed follows from a seed and its path, and every attempt above 1 from a re-roll of the rules or an entry of `history`. It cannot be
proved where a seed came from, that typed faces lay on a table, or that no other roll was thrown away.
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
from rcwkit.dice.rolls import MOST_AGAIN, Walker, said
from rcwkit.dice.sources import SCHEME, DiceError, Faces, NeedsFace, Recorded, Seeded, code_of, face_code
from rcwkit.dice.walk import Event, WalkError, refused
from rcwkit.models.effects import AddNote

__all__ = ["FORMAT", "Rolled", "again", "canonical", "roll", "worded"]

FORMAT = "rcw-record/2"


@dataclass
class Rolled:
    """A rolled procedure: `record` as JSON data, the events that change a set-up, and what its report comes to, as titles and values."""

    record: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    results: tuple[tuple[str, str], ...] = ()


def roll(plan: Plan, source: Faces, facts: Mapping[str, Any]) -> Rolled:
    """Walk a plan with faces from a source. `facts` (tool, game, scenario, data, seed, seed_from) go into the record.

    A seed that no die came from is left out. Raises InputError for faces that do not fit and for data that lead nowhere, and NeedsFace
    when typed faces run out.
    """
    walker = Walker(plan, source, {})
    events = _walked(plan, walker)
    hand = any(face is not None for face in walker.typed)
    seed = {} if None in walker.typed else {"seed": None, "seed_from": "faces alone"}
    return _finished(
        plan, walker, events, {**facts, **seed, "typed_faces": walker.typed if hand else [], "history": []}
    )


def again(plan: Plan, record: Mapping[str, Any], step: str, kept: Collection[str], dice: Seeded) -> Rolled:
    """Roll one step of a record anew, as its next attempt, but for the kept items; all other dice stay as they fell.

    Dice that only the new course of the walk needs come from `dice`. Raises InputError when the step or an item has no roll in the record.
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
        raise InputError(
            [Diagnostic("E525", f"nothing of step '{step}' is left to roll again", at, "keep fewer items")]
        )
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
    """The record of a walk that has ended; of `facts`, what the walk itself does not say."""
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
        **{
            name: facts.get(name)
            for name in ("tool", "game", "scenario", "data", "seed", "seed_from", "typed_faces", "history")
        },
        "faces_code": face_code(walker.faces),
        "rolls": walker.rolls,
        "exempt": [{"item": item, "reason": reason} for node in plan.nodes for item, reason in node.exempt],
        "outcome": [worded(event) for event in events],
        "chance": said(walker.chance),
    }
    return Rolled(_chained(record), events, results)


LAST = ("faces_code", "outcome", "chance")
"""The fields that the last link of the chain covers; the first one covers all others but the rolls."""


def _chained(record: dict[str, Any]) -> dict[str, Any]:
    """Add a running hash to each roll, so that a changed byte shows where."""
    running = _link("", {key: value for key, value in record.items() if key not in ("rolls", *LAST)})
    rolls = []
    for entry in record["rolls"]:
        running = _link(running, entry)
        rolls.append({**entry, "hash": running[:16]})
    return {**record, "rolls": rolls, "hash": _link(running, {key: record[key] for key in LAST})}


def _link(before: str, data: Any) -> str:
    return hashlib.sha256(f"{before}|{canonical(data)}".encode()).hexdigest()


def canonical(data: Any) -> str:
    """Data as the JSON text that is hashed and compared."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def worded(event: Event) -> dict[str, Any]:
    """An event as data: the verb, the unit with `item` filled in, and where; a note says what it is for, if its step was repeated or chained."""
    effect = event.effect
    data: dict[str, Any] = {}
    if isinstance(effect, AddNote) and (event.item is not None or event.node.outer):
        data["for"] = [text for text in (event.node.outer, str(event.item) if event.item is not None else "") if text]
    data |= {"do": effect.verb, "what": str(event.item) if effect.what == "item" else effect.what}
    return data | {name: value for name, value in effect if name != effect.verb and value is not None}
