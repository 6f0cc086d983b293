"""Shared by the tests of records and forgery: honest records of every kind, recomputed hashes, small changes."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.dice.model import Procedure
from rcwkit.dice.roll import Prepared, again, prepare, questions, rollable, rolled, verify
from rcwkit.dice.sources import FaceCode, Seeded, Typed, code_of
from rcwkit.game.game import Game

Record = dict[str, Any]
GAMES = sorted(path.name for path in bundled("data").iterdir() if (path / "game.yaml").is_file())


def chained(record: Mapping[str, Any]) -> Record:
    """Return the record with every hash recomputed, as the docstring of `record` describes.

    Raises TypeError and others if the record is malformed.
    """

    def link(before: str, data: Any) -> str:
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(f"{before}|{text}".encode("utf-8", "surrogatepass")).hexdigest()

    last = ("faces_code", "outcome", "chance")
    running = link("", {name: value for name, value in record.items() if name not in ("rolls", "hash", *last)})
    rolls: list[Record] = []
    if not isinstance(record.get("rolls", rolls), list):
        raise TypeError
    for entry in record.get("rolls", ()):
        running = link(running, {name: value for name, value in entry.items() if name != "hash"})
        rolls.append({**entry, "hash": running[:16]})
    whole = link(running, {name: record[name] for name in last if name in record})
    return {**record, **({"rolls": rolls} if "rolls" in record else {}), "hash": whole}


def answered(game: Game, name: str, chance: Random) -> Prepared | None:
    """Return a plan with random answers, or None if they contradict each other."""
    given: dict[str, Any] = {}
    asked = game[Procedure][name].value.questions if name in game[Procedure] else {}
    for key, choices in questions(game, name).items():
        question = asked.get(key)
        if choices:
            given[key] = chance.choice(choices)
        elif question is not None and question.default is None:
            run = question.range or question.list
            assert run is not None
            given[key] = str(chance.randint(run.low, run.high))
        elif question is None:
            given[key] = str(chance.randint(-2, 3))
    try:
        return prepare(game, name, given)
    except InputError:
        return None


def honest(game: Game, chance: Random, number: int, most_again: int = 3) -> Iterator[Record]:
    """Yield records of every kind.

    Seeded, typed, mixed, from a face code; then rerolled, with items kept and new seeds.
    """
    names = rollable(game)
    while number and names:
        prepared = answered(game, chance.choice(names), chance)
        if prepared is None:
            continue
        seed = chance.randbytes(chance.choice([5, 5, 16]))
        try:
            record = rolled(prepared, Seeded(seed), code_of(seed), chance.choice(["fresh", "given"]))[0].record
        except InputError:
            continue
        faces = [face for entry in record["rolls"] for face in entry["faces"]]
        kind = chance.choice(["seed", "typed", "mixed", "code"])
        if kind == "typed" or kind == "mixed":
            typed = [face if kind == "typed" or chance.random() < 0.5 else None for face in faces]
            record = rolled(prepared, Typed([*typed], Seeded(seed)), code_of(seed), "given")[0].record
        elif kind == "code":
            record = rolled(prepared, FaceCode.read(record["faces_code"]), None)[0].record
        for _ in range(chance.randint(0, most_again)):
            record = once_more(game, record, chance)
        number -= 1
        yield json.loads(json.dumps(record))


def once_more(game: Game, record: Record, chance: Random) -> Record:
    """Return the record with one step rerolled and some of its items kept, or itself if it has no step."""
    paths = sorted({entry["path"] for entry in record["rolls"] if "card" not in entry})
    if not paths:
        return record
    step = chance.choice(paths).split("/")[1]
    items = sorted({path.rpartition("/")[2] for path in paths if path.split("/")[1] == step and path.count("/") > 1})
    kept = tuple(chance.sample(items, chance.randrange(len(items)))) if items else ()
    try:
        return again(game, record, step, kept, chance.choice([None, code_of(chance.randbytes(5))]))[1].record
    except InputError as error:
        # The new course may lead nowhere if random answers contradict each other.
        assert error.diagnostics[0].code == "E511", error
        return record


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a record, at every depth."""
    if at:
        yield at
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, (*at, key))


def changes(value: Any) -> list[Any]:
    """Return replacements for a value: changed a little, or of another type."""
    if isinstance(value, bool):
        return [not value, int(value), str(value).lower(), None]
    if isinstance(value, int):
        return [
            value + 1,
            value - 1,
            -value or 5,
            float(value),
            str(value),
            None,
            [value],
            *([bool(value)] if value in (0, 1) else []),
        ]
    if isinstance(value, str):
        return [
            value + "x",
            "x" + value,
            value + " ",
            value.swapcase(),
            "",
            len(value),
            None,
            True,
            [value],
            {"text": value},
        ]
    if value is None:
        return [0, "", False, [], {}, "null"]
    if isinstance(value, list):
        more = [value[1:], value[:-1], [*value, value[-1]], value[::-1]] if value else [[0], [None], [{}]]
        return [*more, {}, None, "", 0, [*value, None]]
    return [{}, [], None, "", {**value, "more": 1}, {**value, "": None}]


def forged(record: Record, number: int, chance: Random) -> Iterator[tuple[str, Record]]:
    """Yield the record so many times with one change, each with all public hashes recomputed.

    A value is changed, removed (`...`) or added. Left out is what no one can tell from an honest record: another
    answer of the same type, or another version of the tool.
    """
    options: list[tuple[tuple[Any, ...], Any]] = [(("more",), 1)]
    for at in places(record):
        value = within(record, at)
        taken = at[0] == "inputs" and not isinstance(value, dict) or at == ("tool",)
        told = [
            change
            for change in changes(value)
            if json.dumps(change) != json.dumps(value) and not (taken and type(change) is type(value))
        ]
        options += [(at, change) for change in [*told, ...]]
    for at, change in chance.sample(options, min(number, len(options))):
        *above, key = at
        other = copy.deepcopy(record)
        target = within(other, above)
        if change is ...:
            del target[key]
        else:
            target[key] = change
        name = f"{'.'.join(map(str, at))}: {'left out' if change is ... else json.dumps(change)[:60]}"
        yield name, other if key in ("hash", "before") else rehashed(other)


def rehashed(record: Record) -> Record:
    try:
        return chained(record)
    except (TypeError, AttributeError, KeyError):
        return record


def within(data: Any, at: Any) -> Any:
    for key in at:
        data = data[key]
    return data


def refusal(game: Game, record: Any) -> str:
    """Return why a record is refused, '' if it agrees. Anything but a clean refusal raises."""
    try:
        return verify(game, record).difference
    except InputError as error:
        assert [found.code for found in error.diagnostics] == ["E530"]
        return str(error.diagnostics[0].message)
