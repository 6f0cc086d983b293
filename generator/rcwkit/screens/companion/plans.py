"""Procedures as data for templates/companion/walk.js: prepared nodes, for every set-up.

Mappings whose keys may be numbers become lists of pairs, since JSON would turn the keys into strings. Empty values are
left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from rcwkit.dice.decks import report_sets, step_sets
from rcwkit.dice.exact import countable
from rcwkit.dice.node import Node, names_in
from rcwkit.dice.plan import Deck, Plan, decks, modifiers, nodes, plan_table
from rcwkit.dice.questions import Question, Term, question
from rcwkit.dice.reader import Reader
from rcwkit.dice.roll import chosen, fingerprint
from rcwkit.dice.settle import Settled
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.effects import Effect, VariableEffect
from rcwkit.models.procedures import Input, Procedure, Report, Step
from rcwkit.models.tables import Table
from rcwkit.models.tracks import Track
from rcwkit.reading.game import Game, Item

__all__ = ["lookups", "procedures", "tracks"]


def procedures(game: Game, setups: Mapping[str, Settled]) -> dict[str, Any]:
    """Return everything that can be rolled, by the roller's names; `setups` are the settled scenarios."""
    found = {name: _procedure(game, name, item.value, setups) for name, item in game.procedures.items()}
    for name, table in game.tables.items():
        if table.value.roll is not None:
            known = f"chart.{name}" if name in game.procedures else name
            found[known] = _rolled_table(game, name, table, setups)
    return found


def lookups(game: Game) -> dict[str, Any]:
    """Return the tables whose cells can be looked up."""
    tables = {name: item.value for name, item in game.tables.items()}
    return {name: {"columns": [*table.columns], "rows": _pairs(table.rows)} for name, table in tables.items()}


def tracks(game: Game) -> dict[str, Any]:
    """Return the tracks along which markers move."""
    return {name: _track(item.value) for name, item in game.tracks.items()}


def _procedure(game: Game, name: str, procedure: Procedure, setups: Mapping[str, Settled]) -> dict[str, Any]:
    dealt = decks(game, procedure, {})
    settled: Mapping[str, Settled | None] = setups or {"": None}
    ready = {scenario: nodes(game, name, one) for scenario, one in settled.items()}
    told = {scenario: [_node(node) for node in found] for scenario, found in ready.items()}
    distinct = {json.dumps(found): found for found in told.values()}
    first, answers = next(iter(ready.values())), dict.fromkeys(procedure.questions)
    walked = Plan(name, procedure, first, answers, procedure.variables, dealt, {})
    questions = {key: question(walked, one) for key, one in procedure.report.items()}
    return {
        **_head(game, name, procedure),
        "named": True,
        "questions": [[key, _question(question)] for key, question in procedure.questions.items()],
        "variables": [*procedure.variables.items()],
        "decks": [[key, _deck(walked, key, deck)] for key, deck in dealt.items()],
        "nodes": [*distinct.values()],
        "variants": {scenario: [*distinct].index(json.dumps(found)) for scenario, found in told.items()},
        "report": [[key, _report(walked, one, questions[key])] for key, one in procedure.report.items()],
        "counted": sorted(countable(walked, [*questions.values()])),
        "known": sorted(walked.known),
        "data": {scenario: fingerprint(game, found, dealt, procedure.variables) for scenario, found in ready.items()},
    }


def _rolled_table(game: Game, name: str, item: Item[Table], setups: Mapping[str, Settled]) -> dict[str, Any]:
    table = item.value
    columns = {column: {"column": column} for column in table.columns} or {"": {}}
    plans = {column: plan_table(game, name, given) for column, given in columns.items()}
    (node, *_) = next(iter(plans.values())).nodes
    titles = {key: key.replace("_", " ").capitalize() for key in modifiers(table)}
    read = [[key, {"title": title, "free": True, "default": 0}] for key, title in titles.items()]
    column = (
        [["column", {"title": game.say("Column"), "choices": [*table.columns], "default": None}]]
        if table.columns
        else []
    )
    head = _head(game, name, table)
    scenarios = [*setups] or [""]
    data = {column: fingerprint(game, plan.nodes, {}, {}) for column, plan in plans.items()}
    return {
        **head,
        "named": False,
        "column": bool(table.columns),
        "questions": [*column, *read],
        "variables": [],
        "decks": [],
        "nodes": [[_node(node)]],
        "variants": dict.fromkeys(scenarios, 0),
        "report": [],
        "counted": [],
        "known": sorted(next(iter(plans.values())).known),
        "data": data if table.columns else dict.fromkeys(scenarios, data[""]),
    }


def _head(game: Game, name: str, entry: Procedure | Table) -> dict[str, Any]:
    return {"title": entry.title, "rule": entry.rule, "scenario": chosen(game, name)}


def _question(question: Input) -> dict[str, Any]:
    """What answers are valid; choices keep their type."""
    default = [*question.default] if isinstance(question.default, tuple) else question.default
    data = {"title": question.title, "default": default}
    if question.choices is not None:
        return {**data, "choices": [*question.choices]}
    assert question.run is not None
    return {**data, "low": question.run.low, "high": question.run.high, "many": question.list is not None}


def _deck(plan: Plan, name: str, deck: Deck) -> dict[str, Any]:
    """A deck, and the sets of its classes that steps ask about."""
    out = {"without": deck.spec.without, "discarded": deck.spec.discards}
    return {"title": deck.spec.title, "cards": _pairs(deck.whole), **out, "apart": step_sets(plan, name)}


def _report(plan: Plan, report: Report, asked: Question) -> dict[str, Any]:
    """A question of the report as written, with what it reads, and split into terms for the odds."""
    terms = [_term(one) for one in asked.terms]
    apart = {name: report_sets(plan, name, report) for name in plan.decks}
    return {
        **_present(title=report.title, when=_plain(report.when), of=_plain(report.of)),
        **_present(asked=sorted(names_in([report.when, report.of])), test=_plain(asked.test)),
        **_present(terms=terms, bounds=[list(bound) for bound in asked.bounds], apart=apart),
    }


def _term(term: Term) -> dict[str, Any]:
    value, names = _plain(term.value), sorted(term.names)
    return {"kind": term.kind, "value": value, "times": term.times, "counted": term.counted, "names": names}


def _node(node: Node) -> dict[str, Any]:
    step = node.step
    when, times, test, draw = (_plain(value) for value in (step.when, step.times, step.test, step.draw))
    reader, slide = node.reader and _reader(node.reader), step.slide and _slide(step)
    then = [[result, _effects(effects)] for result, effects in step.then.items()]
    children, exempt = [_node(child) for child in node.children], [list(pair) for pair in node.exempt]
    return {
        **_present(note=step.note, outer=node.outer, when=when, items=node.items, times=times, column=step.column),
        **_present(reader=reader, test=test, draw=draw),
        **_present(slide=slide, do=_effects(step.do), children=children),
        **_present(defaults=_pairs(node.defaults), given=_pairs(step.given), again=_pairs(step.again)),
        **_present(then=then, exempt=exempt),
        **_present(inner=sorted(node.inner), reads=sorted(node.reads), writes=sorted(node.writes)),
        "id": step.id,
        "name": node.name,
        "scope": node.scope,
        "title": node.title,
        "by_item": any(name == "item" or name.endswith(".item") for name in names_in(step.when)),
    }


def _reader(reader: Reader) -> dict[str, Any]:
    return {
        "dice": {"count": reader.dice.count, "faces": reader.dice.faces},
        "rows": [[low, high, key, [*cells]] for low, high, key, cells in reader.rows],
        "columns": [*reader.columns],
        "beyond": reader.beyond,
        "natural": _pairs(reader.natural),
        "drm": [_present(text=drm.text, add=_plain(drm.add), when=_plain(drm.when)) for drm in reader.drm],
    }


def _slide(step: Step) -> dict[str, Any]:
    assert step.slide is not None
    move = step.slide
    points, boxes, blocked = _plain(move.points), _plain(move.boxes), _plain(move.blocked)
    told = _present(start=move.start, points=points, boxes=boxes, blocked=blocked, open=_pairs(move.open))
    return {"track": move.track, "row": move.row, **told}


def _track(track: Track) -> dict[str, Any]:
    boxes = [[name, {"title": box.title, "leave": box.leave}] for name, box in track.boxes.items()]
    rows = {
        name: _present(start=row.start, marker=row.marker) | {"gates": [gate.box for gate in row.gates]}
        for name, row in track.rows.items()
    }
    return {"title": track.title, "boxes": boxes, "rows": rows}


def _effects(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """Effects as written, with what they set and add as pairs."""
    return [_present(**_effect(effect)) for effect in effects]


def _effect(effect: Effect) -> dict[str, Any]:
    if isinstance(effect, VariableEffect):
        return {effect.verb: _pairs(effect.what)}
    return {effect.verb: effect.what, **dict(effect)}


def _pairs(mapping: Mapping[Any, Any]) -> list[list[Any]]:
    return [[key, _plain(value)] for key, value in mapping.items()]


def _plain(value: Any) -> Any:
    """Conditions, amounts and plain values as data."""
    match value:
        case Calc():
            counted = [[name, [*_listed(results)]] for name, results in (value.count or {}).items()]
            looked = _present(of=_plain(value.of), lookup=value.lookup, row=value.row, column=value.column)
            base = looked | _present(count=None if value.count is None else counted, sum=value.sum)
            kept = _present(least=value.least, most=value.most)
            return {**base, **kept, "times": value.times, "plus": _plain(value.plus), "read": _pairs(value.read)}
        case Compare():
            listed = _present(is_in=_plain(value.is_in), not_in=_plain(value.not_in))
            bounded = _present(at_least=_plain(value.at_least), at_most=_plain(value.at_most))
            return {"value": _plain(value.value), **listed, **bounded}
        case Items():
            return {"step": value.step, "results": [*value.results], "quantity": value.quantity}
        case Logic():
            return {"join": value.join, "parts": [_plain(part) for part in value.parts]}
        case BaseModel():
            return _present(**{name: _plain(getattr(value, name)) for name in type(value).model_fields})
        case tuple():
            return [_plain(part) for part in value]
    return value


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _present(**values: Any) -> dict[str, Any]:
    """The values that are neither None nor empty; 0 is kept."""
    return {name: value for name, value in values.items() if value is not None and value not in ("", (), [], {})}
