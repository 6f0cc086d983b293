"""The companion's roller: what can be rolled, with its questions, and procedures prepared for walk.js, with set-ups."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from rcwkit import __version__
from rcwkit.dice.conditions import Compare, names_in
from rcwkit.dice.counters import Counter, back_owner, names_of, owner_of
from rcwkit.dice.exact import countable, report_sets, step_sets
from rcwkit.dice.model import (
    AddNote,
    Effect,
    Going,
    Input,
    Known,
    Procedure,
    Procedures,
    RemoveUnit,
    Report,
    Step,
    UnitEffect,
    VariableEffect,
    walk,
)
from rcwkit.dice.places import find_place, region_of
from rcwkit.dice.plan import Plan, PlanDeck, PlanNode, decks, every, modifiers, nodes, plan_table
from rcwkit.dice.questions import Question, Term, question
from rcwkit.dice.roll import chosen, fingerprint
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece, SettledSpot, settle, spot_name
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.tables import Reader, Resolution, Table
from rcwkit.dice.wording import effect_text, labels_of, outcome_text, result_text, translated, words
from rcwkit.faces.counters import chip
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.folder.kind import Folder, FolderPage, Section
from rcwkit.sheets.svg import embedded, svg


def offer(game: Game) -> dict[str, Any]:
    """Return every procedure and rolled table with its questions."""
    playable = {name: item.value.title for name, item in game[Scenario].items() if item.value.setup is not None}
    offered = []
    groups = {name: sheet.title for _, sheet in game.all(Procedures) for name in sheet.procedures}
    for name, item in game[Procedure].items():
        questions = [_asked(key, asked, game, name) for key, asked in item.value.questions.items()]
        if len(playable) > 1 and "scenario" not in item.value.questions:
            choices = [{"value": key, "title": title} for key, title in playable.items()]
            preferred = [key for key in playable if name in game[Scenario][key].value.options] or [*playable]
            questions.append(
                {
                    "name": "scenario",
                    "title": game.say("Scenario"),
                    "choices": choices,
                    "default": preferred[0],
                    "known": {"fact": "scenario", "title": ""},
                }
            )
        says = {one.title: {**one.says} for one in item.value.report.values() if one.says or one.scores or one.answers}
        offered.append({**_offered(name, item.value, groups[name], questions), "says": says})
    for name, table in game[Table].items():
        if table.value.roll is not None:
            known = f"chart.{name}" if name in game[Procedure] else name
            offered.append(_offered(known, table.value, game.say("Charts"), _columns(table.value, game)))
    return {"game": {"id": game.info.id, "title": game.info.title}, "procedures": offered}


def _offered(name: str, entry: Procedure | Table, group: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": name, "title": entry.title, "rule": entry.rule, "group": group, "questions": questions}


def _asked(name: str, asked: Input, game: Game, procedure: str) -> dict[str, Any]:
    """A question as a form field; answers are strings."""
    item, default = name.partition(".")[2], asked.default
    if any(other.known and other.known.row == name for other in game[Procedure][procedure].value.inputs.values()):
        default = None  # whose marker or note answers others is not to be passed over
    title = f"{asked.title}: {names_of(game).get(item, item.replace('_', ' '))}" if item else asked.title
    if isinstance(default, tuple):
        default = "+".join(map(str, default)) or "-"
    data: dict[str, Any] = {"name": name, "title": title, "default": None if default is None else str(default)}
    if item:
        data |= {"item": names_of(game).get(item, item[:1].upper() + item[1:].replace("_", " ")), "head": asked.title}
    if asked.known is not None:
        data["known"] = _known(asked, asked.known, game, procedure)
    if asked.choices is not None:
        return {**data, "choices": [{"value": str(key), "title": title} for key, title in asked.choices.items()]}
    assert asked.run is not None
    return {**data, "low": asked.run.low, "high": asked.run.high, "many": asked.list is not None}


def _known(asked: Input, known: Known, game: Game, procedure: str) -> dict[str, Any]:
    """What answers a question in a game on the table, with answers as the form gives them."""
    if known.track is not None:
        track, inputs = game[Track][known.track].value, game[Procedure][procedure].value.inputs
        if known.count:
            return {"markers": [f"{known.track}|{row}" for row in known.rows], "box": known.count, "title": track.title}
        by = known.row if known.row in inputs and known.row not in track.rows else None
        return _marker(asked, known, track, by)
    if known.in_a_row:
        return {"rolled": procedure, "alike": known.alike, "title": game.say("Turns in a row")}
    if known.scenario:
        title, answers = game.say("Scenario"), {name: str(answer) for name, answer in known.scenario.items()}
        return {"fact": "scenario", "title": title, "answers": answers}
    if known.played:
        return {"cards": [*known.played], "event": known.event, "title": game.say("Cards played")}
    if known.rolls:
        title = game[Procedure][known.rolls[0]].value.title
        answers = {str(value): str(answer) for value, answer in known.answers.items()}
        told = {"reports": [f"report|{name}|{known.report}" for name in known.rolls], "title": title}
        return {**told, "answers": answers} if answers else told
    of = f".{{{known.row}}}" if known.row else ""
    kept = "note|turn" if known.turn else "note"
    return {"fact": f"{kept}|{known.note}{of}", "title": game.say("Answered before")}


def _marker(asked: Input, known: Known, track: Track, by: str | None) -> dict[str, Any]:
    """The marker that answers a question, or the question `by` which its row is named, and the answers by its box."""
    answers = {box: str(known.boxes.get(box, box)) for box in track.boxes}
    answers = {box: answer for box, answer in answers.items() if asked.takes(answer)}
    if known.off is not None:
        answers[""] = str(known.off)
    row = f"{{{by}}}" if by else known.row if known.row in track.rows else None
    told = {"marker": f"{known.track}|{row or ''}", "title": track.title, "answers": answers}
    return {**told, "face": True} if known.face else told


def _columns(table: Table, game: Game) -> list[dict[str, Any]]:
    """A rolled table's questions: its column, and the inputs of its DRMs."""
    titles = {key: words(title, game) for key, title in table.columns.items()}
    if len({*titles.values()}) < len(titles):  # their groups tell them apart
        above = {key: f"{group}: " for group, keys in table.groups.items() for key in keys}
        titles = {key: above.get(key, "") + title for key, title in titles.items()}
    columns = [{"value": key, "title": title} for key, title in titles.items()]
    column: dict[str, Any] = {"name": "column", "title": game.say("Column"), "choices": columns, "default": None}
    read = [_modifier(name, table, game) for name in modifiers(table)]
    return [column, *read] if columns else read


def _modifier(name: str, table: Table, game: Game) -> dict[str, Any]:
    """What a rolled table's DRMs read, as a form field: one of the words that they name, or any number."""
    read = [drm for drm in table.drm if name in names_in(drm.reads)]
    named = [drm.when.is_in if isinstance(drm.when, Compare) and drm.when.value == name else None for drm in read]
    told = dict.fromkeys(value for one in named for value in one or ())
    field = {"name": name, "title": _sentence(name.replace("_", " ")), "default": "0"}
    if not all(named) or not all(isinstance(value, str) for value in told):
        return {**field, "free": True}
    choices = {"0": game.say("none"), **{one: words(one, game) for one in told}}
    if [*told] == ["yes"]:
        field["title"], choices = _sentence(read[0].text), {"0": game.say("no"), "yes": game.say("yes")}
    shown = [{"value": value, "title": _sentence(text.replace("_", " "))} for value, text in choices.items()]
    return {**field, "choices": shown}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def chips(game: Game, wanted: Iterable[str]) -> dict[str, str]:
    """Return counters drawn as on a set-up sheet, by keys such as `Ra7`, `Ra7 reversed` or `Ra7 reversed rolled`."""
    setter = game.setter()

    def addresses(digest: str) -> str:
        """A picture within the page: a companion is one file, and the preview shows the same."""
        return embedded(setter.artwork[digest])

    drawn = {}
    for key in wanted:
        unit, *flags = key.split(" ")
        if unit in game[Counter]:
            frame = chip(game, game[Counter][unit], setter, reversed="reversed" in flags, rolled="rolled" in flags)
            drawn[key] = svg(frame, label=_label(game, unit, flags), pictures=addresses, fonts=setter.book)
    return drawn


def _label(game: Game, unit: str, flags: list[str]) -> str:
    """Alternative text of a chip."""
    words = {"reversed": game.say("other side up"), "rolled": game.say("as rolled")}
    return ", ".join([names_of(game).get(unit, unit), *(said for flag, said in words.items() if flag in flags)])


def turn(game: Game) -> dict[str, Any]:
    """Return the phases of a turn with their steps, the track of its rounds, and the cards that questions ask for."""
    rounds = next((f"{name}|" for name, item in game[Track].items() if item.value.counts == "rounds"), "")
    return {"phases": _phases(game), "rounds": rounds, "cards": [*_cards(game)]}


def _phases(game: Game) -> list[dict[str, Any]]:
    """The phases that the pages of a folder say they are for; without any, the first page with steps is the turn."""
    bound = (page for item in game[Folder].values() for page in item.value.pages.values())
    pages = [(page, f"#pages-{number}") for number, page in enumerate(bound, 1)]
    ribbon = next((page.ribbon for page, _ in pages if any(phase.here for phase in page.ribbon)), ())
    if not ribbon:
        told = [{"title": page.title, "note": "", "steps": _steps(game, page, href)} for page, href in pages]
        return [one for one in told if one["steps"]][:1] or told[:1]
    found = []
    for phase in ribbon:
        own = [one for one in pages if any(other.here and other.title == phase.title for other in one[0].ribbon)]
        steps = [step for page, href in own for step in _steps(game, page, href)]
        found.append({"title": phase.title, "note": "" if own else words(phase.text or "", game), "steps": steps})
    return found


def _steps(game: Game, page: FolderPage, href: str) -> list[dict[str, Any]]:
    numbered = [section for section, _ in page.parts if section.number]
    return [
        {
            "number": section.number,
            "title": words(section.head, game),
            "note": words(section.note or "", game),
            "rule": section.rule,
            "href": href,
            "rolls": rolls_of(game, section),
            "turns": section.turns,
        }
        for section in numbered
    ]


def rolls_of(game: Game, section: Section) -> list[dict[str, str]]:
    """Return the procedures rolled in a section: those that it names, and those whose forms it prints."""
    panes = (pane for band in section.bands for one in band for pane, _ in one.placed())
    names = dict.fromkeys((*section.rolls, *(pane.form for pane in panes if pane.form)))
    return [{"id": name, "title": game[Procedure][name].value.title} for name in names]


def _cards(game: Game) -> Iterator[str]:
    """Yield, once each, the cards that questions ask for."""
    asked = (one.known for item in game[Procedure].values() for one in item.value.inputs.values() if one.known)
    yield from dict.fromkeys(card for known in asked for card in known.played)


LONG = 8
"""A track of more boxes has buttons to move its marker one box."""


def procedures(game: Game, setups: Mapping[str, Settled]) -> dict[str, Any]:
    """Return everything that can be rolled, by the roller's names; `setups` are the settled scenarios."""
    found = {name: _procedure(game, name, item.value, setups) for name, item in game[Procedure].items()}
    for name, table in game[Table].items():
        if table.value.roll is not None:
            known = f"chart.{name}" if name in game[Procedure] else name
            found[known] = _rolled_table(game, name, table, setups)
    return found


def lookups(game: Game) -> dict[str, Any]:
    """Return the tables whose cells can be looked up."""
    tables = {name: item.value for name, item in game[Table].items()}
    return {name: {"columns": [*table.columns], "rows": _pairs(table.rows)} for name, table in tables.items()}


def tracks(game: Game) -> dict[str, Any]:
    """Return the tracks along which markers move."""
    return {name: _track(game, name, item.value) for name, item in game[Track].items()}


def _procedure(game: Game, name: str, procedure: Procedure, setups: Mapping[str, Settled]) -> dict[str, Any]:
    dealt = decks(game, procedure, {})
    settled: Mapping[str, Settled | None] = setups or {"": None}
    ready = {scenario: nodes(game, name, one) for scenario, one in settled.items()}
    told = {scenario: [_node(game, node) for node in found] for scenario, found in ready.items()}
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
        "report": [[key, _report(game, walked, one, questions[key])] for key, one in procedure.report.items()],
        "counted": sorted(countable(walked, [*questions.values()])),
        "known": sorted(walked.known),
        "data": {scenario: fingerprint(game, found, dealt, procedure.variables) for scenario, found in ready.items()},
    }


def _rolled_table(game: Game, name: str, item: GameItem[Table], setups: Mapping[str, Settled]) -> dict[str, Any]:
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
        "nodes": [[_node(game, node)]],
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


def _deck(plan: Plan, name: str, deck: PlanDeck) -> dict[str, Any]:
    """A deck, and the sets of its classes that steps ask about."""
    out = {"without": deck.spec.without, "discarded": deck.spec.discards}
    return {"title": deck.spec.title, "cards": _pairs(deck.whole), **out, "apart": step_sets(plan, name)}


def _report(game: Game, plan: Plan, report: Report, asked: Question) -> dict[str, Any]:
    """A question of the report as written, with what it reads, and split into terms for the odds."""
    terms = [_term(one) for one in asked.terms]
    apart = {name: report_sets(plan, name, report) for name in plan.decks}
    return {
        **_present(title=report.title, when=_plain(report.when), of=_plain(report.of)),
        **_present(asked=sorted(names_in((report.when, report.of))), test=_plain(asked.test)),
        **_present(terms=terms, bounds=[list(bound) for bound in asked.bounds], apart=apart),
        **_present(scores=_plain(report.scores), answers=report.answers, labels=labels_of(report, plan, game)),
        **({} if report.told else {"told": False}),
    }


def _term(term: Term) -> dict[str, Any]:
    value, names = _plain(term.value), sorted(term.names)
    return {"kind": term.kind, "value": value, "times": term.times, "counted": term.counted, "names": names}


def _node(game: Game, node: PlanNode) -> dict[str, Any]:
    step = node.step
    when, times, test, draw = (_plain(value) for value in (step.when, step.times, step.test, step.draw))
    reader, slide = node.reader and _reader(node.reader), step.slide and _slide(step)
    then = [[result, _effects(game, node, effects)] for result, effects in step.then.items()]
    children, exempt = [_node(game, child) for child in node.children], [list(pair) for pair in node.exempt]
    return {
        **_present(note=step.note, outer=node.outer, when=when, items=node.items, times=times, column=step.column),
        **_present(reader=reader, test=test, draw=draw),
        **_present(slide=slide, do=_effects(game, node, step.do), children=children),
        **_present(defaults=_pairs(node.defaults), given=_pairs(step.given), again=_pairs(step.again)),
        **_present(then=then, exempt=exempt),
        **_present(inner=sorted(node.inner), reads=sorted(node.reads), writes=sorted(node.writes)),
        "id": step.id,
        "name": node.name,
        "scope": node.scope,
        "title": node.title,
        "by_item": node.guarded_by_item,
    }


def _reader(reader: Reader) -> dict[str, Any]:
    dice = reader.dice
    return {
        "dice": {"count": dice.count, "faces": dice.faces, **({"base": dice.base} if dice.digits else {})},
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


def _track(game: Game, name: str, track: Track) -> dict[str, Any]:
    boxes = [[box_id, {"title": box.title, "leave": box.leave}] for box_id, box in track.boxes.items()]
    rows = {}
    for row_id, row in track.rows.items():
        moved = {"do": "marker", "what": row.marker or row_id, "on": name, "to": "{to}"}
        fields = _present(start=row.start, marker=row.marker, text=outcome_text(moved, game))
        rows[row_id] = fields | {"gates": [gate.box for gate in row.gates]}
    return {"boxes": boxes, "rows": rows}


def _effects(game: Game, node: PlanNode, effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """Effects as written, with what they set and add as pairs; others with their text."""
    return [_present(**_effect(game, node, effect)) for effect in effects]


def _effect(game: Game, node: PlanNode, effect: Effect) -> dict[str, Any]:
    if isinstance(effect, VariableEffect):
        return {effect.verb: _pairs(effect.what)}
    text = "" if isinstance(effect, AddNote) else effect_text(node, effect, game)
    return {effect.verb: effect.what, **dict(effect), "text": text}


def _pairs(mapping: Mapping[Any, Any]) -> list[list[Any]]:
    return [[key, _plain(value)] for key, value in mapping.items()]


def _plain(value: Any) -> Any:
    """Conditions, amounts and plain values as data."""
    match value:
        case BaseModel():
            return {name: _plain(part) for name, part in value if part is not None}
        case Mapping():
            return _pairs(value)
        case tuple():
            return [_plain(part) for part in value]
    return value


def _present(**values: Any) -> dict[str, Any]:
    """The values that are neither None nor empty; 0 is kept."""
    return {name: value for name, value in values.items() if value is not None and value not in ("", (), [], {})}


def kit(game: Game) -> dict[str, Any]:
    """Return the JSON data that templates/companion/rolling.js reads."""
    setups = {name: settle(game, name) for name, item in game[Scenario].items() if item.value.setup is not None}
    rows = {row.marker or name: row.title for item in game[Track].values() for name, row in item.value.rows.items()}
    rolled = procedures(game, setups)
    return {
        "tool": f"rcwkit {__version__}",
        "game": {"id": game.info.id, "title": game.info.title},
        "offer": offer(game),
        "names": dict(names_of(game)),
        "markers": rows,
        "owners": {name: owner.title for name, owner in game.owners.items()},
        "units": {name: _unit(game, name) for name in game[Counter]},
        "places": _places(game),
        "tables": lookups(game),
        "tracks": tracks(game),
        "setups": {name: _setup(settled) for name, settled in setups.items()},
        "procedures": rolled,
        "results": _results(game),
        "spoken": {text: said for text in sorted({*_texts(rolled)}) if (said := translated(text, game)) != text},
        "chips": chips(game, sorted(_shown(game, setups))),
    }


def _results(game: Game) -> dict[str, str]:
    """How the results of rolls and draws read, where they read otherwise than they are written."""
    steps = [step for item in game[Procedure].values() for _, step in walk(item.value.steps)]
    readings: list[Resolution] = [*steps, *(item.value for item in game[Table].values())]
    decks_of = (deck for item in game[Procedure].values() for deck in item.value.decks.values())
    found = frozenset(name for deck in decks_of for name in deck.classes).union(*(one.outcomes for one in readings))
    return {str(one): text for one in sorted(found, key=str) if (text := result_text(one, game)) != str(one)}


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, tuple)):
        yield from (text for part in data for text in _texts(part))
    elif isinstance(data, Mapping):
        yield from (text for part in data.values() for text in _texts(part))


def _unit(game: Game, name: str) -> dict[str, str]:
    """A counter's owner, and the owner of its back if that differs."""
    back = back_owner(game, name)
    return {"owner": owner_of(game, name), **({} if back is None else {"back": back})}


def _places(game: Game) -> dict[str, Any]:
    """The places that effects refer to, by reference."""
    found = {}
    for ref in sorted(
        {effect.at for effect in _effects_of_kit(game) if isinstance(effect, Going) and effect.at is not None}
    ):
        item = find_place(game, ref)
        assert item is not None
        region = region_of(game, item.id).value.title
        found[ref] = {"number": item.id, "name": spot_name(item), "region": region}
    return found


def _setup(settled: Settled) -> dict[str, Any]:
    return {"title": settled.scenario.title, "forces": [_force(force) for force in settled.forces]}


def _force(force: SettledForce) -> dict[str, Any]:
    regions = [{"title": region.title, "spots": [_spot(spot) for spot in region.spots]} for region in force.regions]
    reserve = [_piece(piece) for piece in force.reserve]
    return {"owner": force.owner, "title": force.title, "regions": regions, "reserve": reserve}


def _spot(spot: SettledSpot) -> dict[str, Any]:
    return {"number": spot.place, "name": spot.name, "pieces": [_piece(piece) for piece in spot.pieces]}


def _piece(piece: SettledPiece) -> dict[str, Any]:
    return {"unit": piece.unit, "reversed": piece.reversed, "rolled": piece.rolled}


def _shown(game: Game, setups: Mapping[str, Settled]) -> set[str]:
    """The chips a set-up may show: those at the start, and both sides of every counter that dice may flip or place."""
    pieces = [piece for settled in setups.values() for force in settled.forces for piece in force.pieces]
    start = {f"{piece.unit} reversed" if piece.reversed else piece.unit for piece in pieces}
    if not setups:
        return start
    effects = (effect for effect in _effects_of_kit(game) if isinstance(effect, UnitEffect))
    named = {effect.what for effect in effects if not isinstance(effect, RemoveUnit)}
    if "item" in named:
        walks = (nodes(game, name, settled) for settled in setups.values() for name in game[Procedure])
        named |= {str(item) for found in walks for node in every(found) for item in node.items or ()}
    touched = {unit for unit in named if unit in game[Counter]}
    return start | {f"{unit}{side} rolled" for unit in touched for side in ("", " reversed")}


def _effects_of_kit(game: Game) -> Iterator[Effect]:
    for item in game[Procedure].values():
        yield from (effect for _, step in walk(item.value.steps) for _, effect in step.effects)


def boards(game: Game, setups: Mapping[str, Settled]) -> list[dict[str, Any]]:
    """Return every track along which markers move, with its markers.

    A marker has the box where it starts, `start`, and where it starts in the set-ups that say so, `starts`: box → ids
    of scenarios; its row, if it has one, and the `owner` whose row it is.
    """
    return [
        {
            "id": name,
            "title": item.value.title,
            "rule": item.value.rule,
            "boxes": [
                {"id": key, "title": box.title, "colour": box.colour or ""} for key, box in item.value.boxes.items()
            ],
            "markers": markers,
            "faces": {owner: game.owners[owner].title for owner in item.value.faces if owner in game.owners},
            "long": not item.value.rows and len(item.value.boxes) > LONG,
        }
        for name, item in game[Track].items()
        if (markers := _markers(game, name, item.value, setups))
    ]


def _markers(game: Game, name: str, track: Track, setups: Mapping[str, Settled]) -> list[dict[str, Any]]:
    placed = {key: None for settled in setups.values() for key in settled.tracks.get(name, {})}
    if track.rows and track.moves:
        titles = {key: row.title for key, row in track.rows.items()}
        starts = {key: row.start for key, row in track.rows.items()}
    elif placed:
        titles, starts = {key: names_of(game).get(key, key) for key in placed}, dict.fromkeys(placed)
    elif track.layout in ("line", "grid"):
        titles, starts = {"": track.title}, {"": track.start}
    else:
        return []
    return [
        {
            "id": key,
            "title": title,
            "start": starts.get(key) or "",
            "starts": _starts(name, key, setups),
            "row": track.rows.get(key),
            "owner": key if key in game.owners else "",
        }
        for key, title in titles.items()
    ]


def _starts(track: str, marker: str, setups: Mapping[str, Settled]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, settled in setups.items():
        if box := settled.tracks.get(track, {}).get(marker):
            found.setdefault(box, []).append(name)
    return found
