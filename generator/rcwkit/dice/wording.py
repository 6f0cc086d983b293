"""Rolls and odds in words and as data, for people and for scripts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rcwkit.dice.odds import Answer
from rcwkit.dice.request import possible_dice
from rcwkit.dice.roll import Prepared
from rcwkit.dice.rolls import said
from rcwkit.reading.game import Game

__all__ = [
    "brief",
    "chance",
    "decimal",
    "odds_json",
    "odds_lines",
    "outcome_text",
    "percent",
    "record_lines",
    "request_json",
    "request_lines",
]


def chance(value: Fraction) -> dict[str, Any]:
    """A probability as data: the exact fraction and a decimal beside it."""
    return {"fraction": said(value), "decimal": float(f"{float(value):.6g}")}


def decimal(fraction: str) -> float:
    """The value of a fraction as text. Of long ones the first digits tell: Python does not read numbers of more than 4,300."""
    above, below = fraction.split("/")
    shift = (len(above) - len(above[:300])) - (len(below) - len(below[:300]))
    return float(f"{int(above[:300]) / int(below[:300]) * 10.0**shift:.6g}")


def brief(fraction: str) -> str:
    """A fraction as a line of text can hold it; of very many digits only the first are shown."""
    if len(fraction) <= 60:
        return fraction
    above, below = ((digits if len(digits) <= 12 else f"{digits[:8]}…") for digits in fraction.split("/"))
    return f"{above}/{below}, all {len(fraction) - 1} digits with --json"


def percent(decimal: float) -> str:
    """A decimal as a percentage; small ones keep two significant figures."""
    if decimal == 0 or decimal >= 0.001:
        return f"{decimal * 100:.1f} %"
    return f"{decimal * 100:.{2 - math.floor(math.log10(decimal * 100)) - 1}f} %"


def outcome_text(event: Mapping[str, Any], game: Game) -> str:
    """An event of a record in words, with names for ids."""
    named = _names(game)
    if event.get("do") == "note":
        return ": ".join([*(named.get(text, text) for text in event.get("for", ())), str(event["what"])])
    if event.get("do") == "marker" and "to" in event:
        track = game.tracks[event["on"]].value if event.get("on") in game.tracks else None
        box = track.boxes[event["to"]].title if track is not None and event["to"] in track.boxes else event["to"]
        inside = ", ".join(filter(None, (track.title if track is not None else "", event.get("where", ""))))
        return f"{named.get(event['what'], event['what'])}: marker to {box}" + (f" ({inside})" if inside else "")
    what = named.get(event["what"], event["what"])
    owner = f" as {named.get(event['to'], event['to'])}" if "to" in event else ""
    at = game.place(event["at"]) if "at" in event else None
    place = f" at {at.id} {at.value.name}" if at is not None else f": {event['where']}" if "where" in event else ""
    reserve = f" in the reserve of {named.get(event['reserve'], event['reserve'])}" if "reserve" in event else ""
    return f"{event['do']} {what}{owner}{place}{reserve}"


def _names(game: Game) -> dict[str, str]:
    """Ids → names; a track's row stands for its marker too."""
    rows = {row.marker or name: row.title for item in game.tracks.values() for name, row in item.value.rows.items()}
    return {**game.names, **rows}


def record_lines(record: Mapping[str, Any], game: Game, results: Iterable[tuple[str, str]] = ()) -> list[str]:
    """A record as lines: what was asked, every die, what happened, and what the procedure's report comes to."""
    lines = [f"{record['title']}" + (f" ({record['rule']})" if record["rule"] else "")]
    lines += _answers(record, game)
    if record.get("seed"):
        lines.append(f"  code {record['seed']}")
    lines.append(f"  faces {record['faces_code']}")
    lines += [
        f"  {game.names.get(entry['item'], entry['item'])} does not roll: {entry['reason']}"
        for entry in record["exempt"]
    ]
    lines += [_roll_line(entry) for entry in record["rolls"]]
    lines += [f"  > {outcome_text(event, game)}" for event in record["outcome"]]
    lines += [f"  = {title}: {value}" if value else f"  = {title}" for title, value in results]
    lines.append(f"  chance of exactly these results: {brief(record['chance'])} ({percent(decimal(record['chance']))})")
    return lines


def _answers(record: Mapping[str, Any], game: Game) -> list[str]:
    """The answers that are not the defaults."""
    item = game.procedures.get(record["procedure"])
    defaults = {name: question.default for name, question in item.value.questions.items()} if item is not None else {}
    shown = {
        name: value
        for name, value in record["inputs"].items()
        if (tuple(value) if isinstance(value, list) else value) != defaults.get(name)
    }
    return (
        [
            "  "
            + ", ".join(
                f"{name} = {'+'.join(map(str, value)) or 'none' if isinstance(value, list) else value}"
                for name, value in shown.items()
            )
        ]
        if shown
        else []
    )


def _roll_line(entry: Mapping[str, Any]) -> str:
    faces = "+".join(map(str, entry["faces"])) + (" typed" if any(entry["typed"]) else "")
    modifiers = "".join(f" {add:+d} {text}" for text, add in entry["drm"])
    total = f" = {entry['total']}" if entry["drm"] or len(entry["faces"]) > 1 else ""
    clamped = f" read as {entry['read']}" if entry["read"] != entry["total"] else ""
    against = f" {entry['against'][0]} {entry['against'][1]}" if "against" in entry else ""
    # Most cards are of no class; the number says it all.
    plain = "card" in entry and entry["result"] == "other"
    results = [f"card {entry['card']}"] if "card" in entry else []
    results += [] if plain else [str(entry["result"])]
    again = "  (rolled again)" if entry.get("rolled_again") else ""
    return f"  {entry['label']}: {entry['dice']} [{faces}]{modifiers}{total}{clamped}{against} -> {', '.join(results)}{again}"


def odds_json(prepared: Prepared, found: list[Answer]) -> dict[str, Any]:
    """The odds of a report as data."""
    answers = []
    for answer in found:
        entry: dict[str, Any] = {"id": answer.id, "title": answer.title}
        if answer.chance is not None:
            entry["probability"] = chance(answer.chance)
        else:
            entry["distribution"] = [{"value": value, **chance(part)} for value, part in answer.distribution]
            if answer.mean is not None:
                entry["mean"] = chance(answer.mean)
        answers.append(entry)
    inputs = {name: list(value) if isinstance(value, tuple) else value for name, value in prepared.plan.inputs.items()}
    exempt = [{"item": item, "reason": reason} for node in prepared.plan.nodes for item, reason in node.exempt]
    rolling = {node.name: list(node.items) for node in prepared.plan.nodes if node.items is not None}
    return {
        "game": prepared.game.info.id,
        "procedure": prepared.plan.id,
        "inputs": inputs,
        "items": rolling,
        "exempt": exempt,
        "answers": answers,
    }


def odds_lines(prepared: Prepared, found: list[Answer]) -> list[str]:
    """The odds of a report as lines."""
    data = odds_json(prepared, found)
    lines = [
        f"{prepared.plan.procedure.title}"
        + (f" ({prepared.plan.procedure.rule})" if prepared.plan.procedure.rule else "")
    ]
    if data["inputs"]:
        lines.append("  " + ", ".join(f"{name} = {value}" for name, value in data["inputs"].items()))
    lines += [f"  {name}: {', '.join(map(str, items))}" for name, items in data["items"].items()]
    lines += [f"  {entry['item']} does not roll: {entry['reason']}" for entry in data["exempt"]]
    for answer in data["answers"]:
        if "probability" in answer:
            lines.append(
                f"  {answer['title']}: {brief(answer['probability']['fraction'])} ({percent(answer['probability']['decimal'])})"
            )
            continue
        mean = f", on average {answer['mean']['decimal']:g}" if "mean" in answer else ""
        lines.append(f"  {answer['title']}{mean}")
        width = max((len(str(entry["value"])) for entry in answer["distribution"]), default=0)
        lines += [
            f"    {entry['value']!s:>{width}}  {percent(entry['decimal']):>8}  {brief(entry['fraction'])}"
            for entry in answer["distribution"]
        ]
    return lines


def request_json(prepared: Prepared) -> dict[str, Any]:
    """Every die that a procedure can need, in the order of its steps."""
    dice = [
        {"number": number, "path": path, "die": f"d{sides}", "for": title}
        for number, (path, sides, title) in enumerate(possible_dice(prepared.plan), 1)
    ]
    inputs = {name: list(value) if isinstance(value, tuple) else value for name, value in prepared.plan.inputs.items()}
    return {"game": prepared.game.info.id, "procedure": prepared.plan.id, "inputs": inputs, "dice": dice}


def request_lines(prepared: Prepared) -> list[str]:
    """The declaration to paste into a dice server, one die a line."""
    data = request_json(prepared)
    answers = ", ".join(f"{name} = {value}" for name, value in data["inputs"].items())
    lines = [f"{prepared.game.info.title}: {prepared.plan.procedure.title}" + (f" ({answers})" if answers else "")]
    lines += [
        f"{len(data['dice'])} dice, each bound to its line before they are rolled; lines that turn out not to be needed are passed over."
    ]
    return lines + [f"{die['number']:>3}. {die['die']:<4} {die['for']}" for die in data["dice"]]
