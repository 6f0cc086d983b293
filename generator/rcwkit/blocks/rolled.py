"""Dice records in words: every die face, its effects, and the results of the procedure's report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from rcwkit.blocks.base import place_name, plain, signed
from rcwkit.blocks.dice import Roll, Rolls
from rcwkit.look.language import Language, word
from rcwkit.models.procedures import Input
from rcwkit.reading.game import Game

__all__ = ["record_code", "rolls"]


def record_code(data: Mapping[str, Any]) -> str:
    """Return the code that reproduces a roll, or an empty string."""
    return str(data.get("seed") or data.get("faces_code", ""))


def rolls(game: Game, data: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> Rolls:
    """Return a dice record in words, with names for ids; `results` answer the procedure's report."""
    grouped: dict[str, list[Roll]] = {}
    say = game.say
    touched = {str(event.get("what")) for event in data["outcome"]}
    for roll in data["rolls"]:
        # The path keeps the item's id, where the label has its name.
        item = "" if "card" in roll else "/".join(roll["path"].split("/")[2:])
        title = roll["label"].rpartition(": ")[0] if item else roll["label"]
        drms = " ".join(signed(add) for _, add in roll["drm"])
        sums = f"{drms} = {roll['total']}".strip() if roll["drm"] or len(roll["faces"]) > 1 else ""
        result = say("card {n}", n=roll["card"]) if "card" in roll else _named(game, roll["result"])
        result += f" ({roll['chance']})" if "chance" in roll and "card" not in roll else ""
        six = str(roll["dice"]).endswith("d6")
        drawn = grouped.setdefault(title, [])
        # Of cards drawn only the order matters; the code has the faces.
        what, faces = (f"{len(drawn) + 1}.", ()) if "card" in roll else (_named(game, item), tuple(roll["faces"]))
        drawn.append(Roll(what, faces, six, sums, result, any(roll["typed"]), not item or item in touched))
    asked = game.procedures.get(data["procedure"])
    return Rolls(
        title=say("Rolled: {title}", title=data["title"]),
        inputs=" · ".join(_inputs(game, data)),
        steps=tuple((title, tuple(drawn)) for title, drawn in grouped.items()),
        texts=(*_notes_by_step(game, data["outcome"]), *_outcomes(game, data["outcome"]), *_results(game.say, results)),
        notes=tuple(_notes(game, data)),
        at=asked.span if asked else None,
    )


def _notes(game: Game, data: Mapping[str, Any]) -> Iterable[str]:
    """Yield who did not roll, and why; the code, and how likely the faces were."""
    exempt: dict[str, list[str]] = {}
    for entry in data.get("exempt", ()):
        exempt.setdefault(entry["reason"], []).append(_named(game, entry["item"]))
    yield from (f"{', '.join(units)}: {reason}" for reason, units in exempt.items())
    code, chance = record_code(data), _chance(game.say, data.get("chance", ""))
    said = (
        game.say("Code **{code}**.", code=code) if code else "",
        game.say("Chance of exactly these results: {chance}.", chance=chance) if chance else "",
    )
    if any(said):
        yield " ".join(filter(None, said))


def _inputs(game: Game, data: Mapping[str, Any]) -> Iterable[str]:
    """Yield the answer to each question, by item if it is asked of several."""
    left = dict(data.get("inputs", {}))
    item = game.procedures.get(data["procedure"])
    for name, question in item.value.inputs.items() if item else ():
        asked = question.title if question.title.endswith("?") else f"{question.title}:"
        if question.for_each:
            answers = {one: left.pop(f"{name}.{one}") for one in question.for_each if f"{name}.{one}" in left}
            said = ", ".join(
                f"{_named(game, one)} {_answer(game.say, question, value)}" for one, value in answers.items()
            )
        else:
            said = _answer(game.say, question, left.pop(name)) if name in left else ""
        if said:
            yield f"{asked} {said}"
    yield from (f"{plain(name)}: {_answer(game.say, None, value)}" for name, value in left.items())


def _answer(say: Language, question: Input | None, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or say("none")
    choices = (question.choices or {}) if question else {}
    return next((title for choice, title in choices.items() if choice == value), say(plain(value)))


def _chance(say: Language, fraction: str) -> str:
    """Return `1 in 134,217,728`, or an empty string for numbers too long to read."""
    over, _, under = fraction.partition("/")
    if not under or len(fraction) >= 24:
        return ""
    return say("{over} in {under}", over=say.number(f"{int(over):,}"), under=say.number(f"{int(under):,}"))


def _named(game: Game, name: Any) -> str:
    """Return the printed name of a counter, track row or owner; a number stands for itself."""
    text = str(name)
    if isinstance(name, int):
        return plain(name)
    if text in game.counters:
        return game.counters[text].value.name
    rows = {row: track.value.rows[row].title for track in game.tracks.values() for row in track.value.rows}
    return rows.get(text) or (game.owners[text].title if text in game.owners else game.say(plain(text)))


_DONE = {
    "place": word("Placed"),
    "reduce": word("Reduced"),
    "restore": word("Restored to full"),
    "flip": word("Turned over"),
    "convert": word("Changes sides"),
    "remove": word("Removed"),
    "move": word("Moved"),
    "marker": word("Marker"),
}


def _results(say: Language, results: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Yield the results, neighbours that begin alike in one line."""
    for _, alike in groupby(results, lambda result: result[0].partition(" ")[0]):
        yield " · ".join(f"{title}: **{say(plain(value))}**" if value else f"**{title}**" for title, value in alike)


def _notes_by_step(game: Game, events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Yield the notes, those of one step in one line after its name."""
    notes = (event for event in events if event.get("do") == "note")
    for step, said in groupby(notes, lambda event: tuple(event.get("for", ()))):
        words = " ".join(str(event["what"]) for event in said)
        yield f"**{', '.join(_named(game, name) for name in step)}:** {words}" if step else words


def _outcomes(game: Game, events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Yield what happened, equal effects grouped: `Reduced: Ra5, Ra7`."""
    grouped: dict[str, list[str]] = {}
    for event in events:
        if event.get("do") not in (None, "note"):
            where = game.say.listed(
                _place(game, event, key) for key in ("at", "where", "on", "to", "reserve") if key in event
            )
            grouped.setdefault(game.say(_DONE[event["do"]]) + (f" ({plain(where)})" if where else ""), []).append(
                _named(game, event["what"])
            )
    for done, units in grouped.items():
        yield f"**{done}:** {', '.join(units)}"


def _place(game: Game, event: Mapping[str, Any], key: str) -> str:
    """Return where something was done, or for whom."""
    track, name = game.tracks.get(str(event.get("on"))), str(event[key])
    if key == "on" and track is not None:
        return track.value.title
    if key == "to" and track is not None and name in track.value.boxes:
        return track.value.boxes[name].title
    if key == "at" and (place := game.place(name)) is not None:
        return place_name(place)
    if key == "reserve":
        return game.say("{owner} reserve", owner=_named(game, name))
    return _named(game, name) if key == "to" else name
