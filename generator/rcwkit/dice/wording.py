"""Rolls and odds as text for people and as data for scripts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import names_of
from rcwkit.dice.model import Effect, Procedure, Report, VariableEffect
from rcwkit.dice.odds import Answer
from rcwkit.dice.places import find_place
from rcwkit.dice.plan import OTHER, Plan, PlanNode, every
from rcwkit.dice.record import fraction_text, worded
from rcwkit.dice.roll import Prepared, with_check
from rcwkit.dice.setups import Track
from rcwkit.dice.sources import code_of_roll, draw_path, paths
from rcwkit.dice.tables import EACH
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import Event, Request, refused, resolved, within_reason
from rcwkit.game.game import Game
from rcwkit.source.language import plain, word
from rcwkit.source.markup import spoken

_DONE = {
    "place": word("place {what}"),
    "reduce": word("reduce {what}"),
    "restore": word("restore {what}"),
    "flip": word("flip {what}"),
    "convert": word("convert {what}"),
    "remove": word("remove {what}"),
    "move": word("move {what}"),
    "marker": word("marker {what}"),
}
"""What is done to a counter, by the verb of its effect."""


def chance(value: Fraction) -> dict[str, Any]:
    """Return a probability as data: the exact fraction and a decimal."""
    return {"fraction": fraction_text(value), "decimal": float(f"{float(value):.6g}")}


def decimal(fraction: str) -> float:
    """Return the value of a fraction given as text, from its first digits: Python reads at most 4,300 of them."""
    above, below = fraction.split("/")
    shift = (len(above) - len(above[:300])) - (len(below) - len(below[:300]))
    return float(f"{int(above[:300]) / int(below[:300]) * 10.0**shift:.6g}")


def brief(fraction: str) -> str:
    """Return a fraction that fits a line of text, abbreviated if it is very long."""
    if len(fraction) <= 60:
        return fraction
    above, below = ((digits if len(digits) <= 12 else f"{digits[:8]}…") for digits in fraction.split("/"))
    return f"{above}/{below}, all {len(fraction) - 1} digits with --json"


def percent(decimal: float) -> str:
    """Return a decimal as a percentage; small ones keep two significant figures, but need no row of zeros."""
    if 0 < decimal < 1e-8:
        return "< 0.000001 %"
    if decimal == 0 or decimal >= 0.001:
        return f"{decimal * 100:.1f} %"
    return f"{decimal * 100:.{2 - math.floor(math.log10(decimal * 100)) - 1}f} %"


def words(value: object, game: Game) -> str:
    """Return a result or the text of a DRM without its markup."""
    return spoken(str(value), game.info.said)


def translated(text: str, game: Game) -> str:
    """Return a result or the text of a DRM without its markup, and in the language of the kit if it is known there."""
    found = words(text, game)
    read = found.replace("_", " ")
    said = game.say(read)
    return said if said != read and text != OTHER else found


def result_text(value: object, game: Game) -> str:
    """Return a result as people read it: what it names, or else its own words."""
    return names_of(game).get(str(value)) or game.say(plain(words(value, game)))


def labels_of(report: Report, plan: Plan, game: Game) -> dict[str, str]:
    """Return what the odds call answers: as the report has it, or the titles of boxes where a marker ends."""
    if report.labels:
        return {str(value): text for value, text in report.labels.items()}
    moves = (node.step.slide for node in every(plan.nodes) if node.name == report.of and node.step.slide)
    return {name: box.title for move in moves for name, box in game[Track][move.track].value.boxes.items()}


def labelled(labels: Mapping[str, str], value: object) -> str | None:
    """Return what the odds call an answer, if they have a word for it."""
    return labels.get(str(value)) or (labels["else"].replace("{n}", str(value)) if "else" in labels else None)


def meaning(request: Request, natural: int, game: Game) -> tuple[str, list[str]]:
    """Return what a natural sum of the dice means, and what it does, in words; a fault of the rules if it has none."""
    try:
        found = request.resolve(natural)
        effects = () if found.again else request.node.step.then.get(found.result, ())
        events = [
            Event(request.node, request.item, resolved(request.view, effect))
            for effect in effects
            if not isinstance(effect, VariableEffect)
        ]
    except WalkError as error:
        return str(error), []
    text = result_text(found.result, game)
    said = game.say("{result}, roll again", result=text) if found.again else text
    return said, [outcome_text(worded(event), game) for event in events]


def effect_text(node: PlanNode, effect: Effect, game: Game) -> str:
    """Describe an effect before it happens: `{item}` and `{to}` stand for the item, and for where it goes."""
    data = worded(Event(node, "{item}", effect))
    return outcome_text(data | ({"to": "{to}"} if "to" in data else {}), game)


def outcome_text(event: Mapping[str, Any], game: Game) -> str:
    """Describe an event of a record, with names for ids."""
    named, say = _names(game), game.say
    if event.get("do") == "note":
        return ": ".join([*(named.get(text, text) for text in event.get("for", ())), str(event["what"])])
    if event.get("do") == "marker" and "to" in event:
        track = game[Track][event["on"]].value if event.get("on") in game[Track] else None
        box = track.boxes[event["to"]].title if track is not None and event["to"] in track.boxes else event["to"]
        inside = ", ".join(filter(None, (track.title if track is not None else "", event.get("where", ""))))
        moved = say("{what}: marker to {box}", what=named.get(event["what"], event["what"]), box=box)
        return moved + (f" ({inside})" if inside else "")
    what = named.get(event["what"], event["what"])
    owner = " " + say("as {owner}", owner=named.get(event["to"], event["to"])) if "to" in event else ""
    at = find_place(game, event["at"]) if "at" in event else None
    place = f": {event['where']}" if "where" in event else ""
    if at is not None:
        number = f"{at.id} " if at.id[:1].isdigit() else ""
        place = " " + say("at {place}", place=f"{number}{at.value.name}")
    reserve = ""
    if "reserve" in event:
        reserve = " " + say("in the reserve of {owner}", owner=named.get(event["reserve"], event["reserve"]))
    return f"{say(_DONE[event['do']], what=what)}{owner}{place}{reserve}"


def _names(game: Game) -> dict[str, str]:
    """Map ids to names; a track's row names its marker."""
    rows = {row.marker or name: row.title for item in game[Track].values() for name, row in item.value.rows.items()}
    return {**names_of(game), **rows}


def record_lines(record: Mapping[str, Any], game: Game, results: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Return a record as lines: its answers, every die, what happened, and the results of the procedure's report."""
    lines = [f"{record['title']}" + (f" ({record['rule']})" if record["rule"] else "")]
    lines += _answers(record, game)
    code = code_of_roll(record)
    lines += [f"  code {with_check(code, record)}"] if code != record["faces_code"] else []
    lines.append(f"  faces {with_check(record['faces_code'], record)}")
    lines += [
        f"  {names_of(game).get(entry['item'], entry['item'])} does not roll: {entry['reason']}"
        for entry in record["exempt"]
    ]
    lines += [_roll_line(entry, game) for entry in record["rolls"]]
    lines += [f"  > {text}" for text in _outcomes(record["outcome"], game)]
    lines += [f"  = {text}" for text in _together([(title, words(value, game)) for title, value in results])]
    lines.append(f"  chance of exactly these results: {brief(record['chance'])} ({percent(decimal(record['chance']))})")
    return lines


def _outcomes(events: Iterable[Mapping[str, Any]], game: Game) -> Iterator[str]:
    """Yield what happened; notes about the same thing are one line."""
    for about, same in groupby(events, key=lambda event: event.get("for") if event["do"] == "note" else None):
        first, *others = same
        told = [outcome_text(first, game)]
        more = [f"{event['what']}" if about else outcome_text(event, game) for event in others]
        yield from [" ".join(told + more)] if about else told + more


def _together(results: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield results; those in a row whose titles differ in one word are a line: `Column of …: A 2, B 5`."""
    rest = [*results]
    while rest:
        title, value = rest.pop(0)
        said, names, at = title.split(), [(title, value)], -1
        while value and rest and rest[0][1] and len(other := rest[0][0].split()) == len(said):
            differ = [place for place, pair in enumerate(zip(said, other, strict=True)) if pair[0] != pair[1]]
            if len(differ) != 1 or differ == [0] or at not in (-1, *differ):
                break
            at = differ[0]
            names.append(rest.pop(0))
        if at < 0:
            yield f"{title}: {value}" if value else title
            continue
        every = ", ".join(f"{one.split()[at]} {found}" for one, found in names)
        yield f"{' '.join([*said[:at], '…', *said[at + 1 :]])}: {every}"


def _answers(record: Mapping[str, Any], game: Game) -> list[str]:
    """Return a line of the answers that are not defaults, if there are any."""
    item = game[Procedure].get(record["procedure"])
    defaults = {name: question.default for name, question in item.value.questions.items()} if item is not None else {}
    shown = []
    for name, value in record["inputs"].items():
        listed = isinstance(value, list)
        if (tuple(value) if listed else value) != defaults.get(name):
            shown.append(f"{name} = {'+'.join(map(str, value)) or 'none' if listed else value}")
    return [f"  {', '.join(shown)}"] if shown else []


def _roll_line(entry: Mapping[str, Any], game: Game) -> str:
    digits = entry["dice"].startswith("d")
    faces = (" " if digits else "+").join(map(str, entry["faces"])) + (" typed" if any(entry["typed"]) else "")
    drms = [(words(text, game), add) for text, add in entry["drm"]]
    modifiers = "".join(f" {add:+d} {f'({text})' if EACH.match(text) else text}" for text, add in drms)
    total = f" = {entry['total']}" if entry["drm"] or len(entry["faces"]) > 1 else ""
    clamped = f" read as {entry['read']}" if entry["read"] != entry["total"] else ""
    against = f" {entry['against'][0]} {entry['against'][1]}" if "against" in entry else ""
    results = [f"card {entry['card']}"] if "card" in entry else []
    if not results or entry["result"] != OTHER:  # most cards have no class but their number
        results.append(words(entry["result"], game))
    again = "  (rolled again)" if entry.get("rolled_again") else ""
    rolled = f"{entry['label']}: {entry['dice']} [{faces}]{modifiers}{total}{clamped}{against}"
    return f"  {rolled} -> {', '.join(results)}{again}"


class Odds(NamedTuple):
    """The exact odds of a prepared procedure: what its report asks, answered; as text, as `rcwkit odds` says them."""

    prepared: Prepared
    answers: list[Answer]

    def as_json(self) -> dict[str, Any]:
        """Return the odds as data for JSON."""
        answers = []
        for answer in self.answers:
            entry: dict[str, Any] = {"id": answer.id, "title": answer.title}
            if answer.chance is not None:
                entry["probability"] = chance(answer.chance)
            else:
                entry["distribution"] = [{"value": value, **chance(part)} for value, part in answer.distribution]
                if answer.mean is not None:
                    entry["mean"] = chance(answer.mean)
            answers.append(entry)
        plan = self.prepared.plan
        exempt = [{"item": item, "reason": reason} for node in plan.nodes for item, reason in node.exempt]
        rolling = {node.name: list(node.items) for node in plan.nodes if node.items is not None}
        return {
            "game": self.prepared.game.info.id,
            "procedure": plan.id,
            "inputs": _inputs(plan),
            "items": rolling,
            "exempt": exempt,
            "answers": answers,
        }

    def labels(self, answer: str) -> dict[str, str]:
        """Return what the results of an answer are called."""
        plan = self.prepared.plan
        report = plan.procedure.report.get(answer)
        return labels_of(report, plan, self.prepared.game) if report else {}

    def __str__(self) -> str:
        data, procedure = self.as_json(), self.prepared.plan.procedure
        lines = [procedure.title + (f" ({procedure.rule})" if procedure.rule else "")]
        if data["inputs"]:
            lines.append("  " + ", ".join(f"{name} = {value}" for name, value in data["inputs"].items()))
        lines += [f"  {name}: {', '.join(map(str, items))}" for name, items in data["items"].items()]
        lines += [f"  {entry['item']} does not roll: {entry['reason']}" for entry in data["exempt"]]
        for answer in data["answers"]:
            if "probability" in answer:
                part = answer["probability"]
                lines.append(f"  {answer['title']}: {brief(part['fraction'])} ({percent(part['decimal'])})")
                continue
            mean = f", on average {answer['mean']['decimal']:g}" if "mean" in answer else ""
            lines.append(f"  {answer['title']}{mean}")
            labels = self.labels(answer["id"])
            found = [entry["value"] for entry in answer["distribution"]]
            values = [labelled(labels, value) or words(value, self.prepared.game) for value in found]
            width = max(map(len, values), default=0)
            lines += [
                f"    {value:>{width}}  {percent(entry['decimal']):>8}  {brief(entry['fraction'])}"
                for value, entry in zip(values, answer["distribution"], strict=True)
            ]
        return "\n".join(lines)


def _inputs(plan: Plan) -> dict[str, Any]:
    """Return the answers that a procedure is rolled with as data for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plan.inputs.items()}


def possible_dice(plan: Plan) -> Iterator[tuple[str, int, str]]:
    """Yield (path, sides, title) of each die, in step order. Raises InputError if the number of dice is rolled too."""
    for node in plan.nodes:
        yield from _needed(plan, node, ())


def _needed(plan: Plan, node: PlanNode, outer: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    draw, title = node.step.draw, node.title
    for item in _items(plan, node):
        inner = outer if item is None else (*outer, str(item))
        base = "/".join([plan.id, node.name, *inner])
        if node.reader is not None:
            dice = node.reader.dice
            for path in paths(base, dice.count, 1):
                yield path, dice.faces, ": ".join([title, *(plan.names.get(item, item) for item in inner)])
        elif draw is not None:
            deck = plan.decks[draw.deck]
            yield (
                draw_path(base),
                len(deck.cards) + len(deck.discards),
                f"{title}: card {int(str(item)) + 1} of the deck",
            )
        for child in node.children:
            yield from _needed(plan, child, inner)


def _items(plan: Plan, node: PlanNode) -> tuple[object, ...]:
    """Return the items of a step, or (None,) if it is not repeated. Raises InputError if their number is rolled."""
    if node.items is not None:
        return node.items
    draw, counted = node.step.draw, node.step.times
    if counted is None:
        if draw is None:
            return (None,)
        counted = draw.count
    number = plan.inputs.get(counted, counted) if isinstance(counted, str) else counted
    if not isinstance(number, int):
        message = f"how many dice step '{node.name}' needs depends on other dice"
        raise InputError.of("E526", message, node.span, "roll with --ask or by mail")
    try:
        within_reason(node, number)
    except WalkError as error:
        raise refused(plan, error) from error
    first = 0 if draw is not None else 1
    return tuple(range(first, number + first))


def request_json(prepared: Prepared) -> dict[str, Any]:
    """Return every die that a procedure may need, in the order of its steps."""
    dice = [
        {"number": number, "path": path, "die": f"d{sides}", "for": title}
        for number, (path, sides, title) in enumerate(possible_dice(prepared.plan), 1)
    ]
    inputs = _inputs(prepared.plan)
    return {"game": prepared.game.info.id, "procedure": prepared.plan.id, "inputs": inputs, "dice": dice}


def request_lines(prepared: Prepared) -> list[str]:
    """Return the declaration to paste into a dice server, one die a line."""
    data = request_json(prepared)
    answers = ", ".join(f"{name} = {value}" for name, value in data["inputs"].items())
    lines = [f"{prepared.game.info.title}: {prepared.plan.procedure.title}" + (f" ({answers})" if answers else "")]
    rule = "each assigned to its line before the roll; lines that turn out not to be needed are skipped."
    lines.append(f"{len(data['dice'])} dice, {rule}")
    return lines + [f"{die['number']:>3}. {die['die']:<4} {die['for']}" for die in data["dice"]]
