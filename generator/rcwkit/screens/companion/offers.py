"""What can be rolled: every procedure and rolled table with its questions, and counters as they are drawn beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rcwkit.dice.counters import Counter, names_of
from rcwkit.dice.model import Input, Known, Procedure, Procedures
from rcwkit.dice.plan import modifiers
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.tables import Table
from rcwkit.dice.wording import words
from rcwkit.faces.counters import chip
from rcwkit.game.game import Game
from rcwkit.kinds.folder.model import Folder, FolderPage, Section
from rcwkit.sheets.svg import embedded, svg

__all__ = ["chips", "offer", "rolls_of", "turn"]


def offer(game: Game) -> dict[str, Any]:
    """Return every procedure and rolled table with its questions."""
    playable = {name: item.value.title for name, item in game[Scenario].items() if item.value.setup is not None}
    offered = []
    groups = {name: sheet.title for _, sheet in game.all(Procedures) for name in sheet.procedures}
    for name, item in game[Procedure].items():
        questions = [_question(key, asked, game) for key, asked in item.value.questions.items()]
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
        offered.append(_offered(name, item.value, groups[name], questions))
    for name, table in game[Table].items():
        if table.value.roll is not None:
            known = f"chart.{name}" if name in game[Procedure] else name
            offered.append(_offered(known, table.value, game.say("Charts"), _columns(table.value, game)))
    return {"game": {"id": game.info.id, "title": game.info.title}, "procedures": offered}


def _offered(name: str, entry: Procedure | Table, group: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": name, "title": entry.title, "rule": entry.rule, "group": group, "questions": questions}


def _question(name: str, asked: Input, game: Game) -> dict[str, Any]:
    """A question as a form field; answers are strings."""
    item, default = name.partition(".")[2], asked.default
    title = f"{asked.title}: {names_of(game).get(item, item.replace('_', ' '))}" if item else asked.title
    if isinstance(default, tuple):
        default = "+".join(map(str, default)) or "-"
    data: dict[str, Any] = {"name": name, "title": title, "default": None if default is None else str(default)}
    if item:
        data |= {"item": names_of(game).get(item, item.replace("_", " ")), "head": asked.title}
    if asked.known is not None:
        data["known"] = _known(asked, asked.known, game)
    if asked.choices is not None:
        return {**data, "choices": [{"value": str(key), "title": title} for key, title in asked.choices.items()]}
    assert asked.run is not None
    return {**data, "low": asked.run.low, "high": asked.run.high, "many": asked.list is not None}


def _known(asked: Input, known: Known, game: Game) -> dict[str, Any]:
    """What answers a question in a game on the table, with answers as the form gives them."""
    if known.track is not None:
        return _marker(asked, known, game, game[Track][known.track].value)
    if known.scenario:
        title, answers = game.say("Scenario"), {name: str(answer) for name, answer in known.scenario.items()}
        return {"fact": "scenario", "title": title, "answers": answers}
    if known.played:
        return {"cards": [*known.played], "event": known.event, "title": game.say("Cards played")}
    if known.roll is not None:
        title = game[Procedure][known.roll].value.title
        return {"fact": f"report|{known.roll}|{known.report}", "title": title}
    return {"fact": f"note|{known.note}", "title": game.say("Answered before")}


def _marker(asked: Input, known: Known, game: Game, track: Track) -> dict[str, Any]:
    """The marker that answers a question, as the companion's tracks name it, and the answers by its box."""
    answers = {box: str(known.boxes.get(box, box)) for box in track.boxes}
    answers = {box: answer for box, answer in answers.items() if asked.takes(answer)}
    if known.off is not None:
        answers[""] = str(known.off)
    row = known.row if known.row in track.rows else None
    return {"marker": f"{known.track}|{row or ''}", "title": track.title, "answers": answers}


def _columns(table: Table, game: Game) -> list[dict[str, Any]]:
    """A rolled table's questions: its column, and the inputs of its DRMs."""
    columns = [{"value": key, "title": words(title, game)} for key, title in table.columns.items()]
    column: dict[str, Any] = {"name": "column", "title": game.say("Column"), "choices": columns, "default": None}
    titles = {name: name.replace("_", " ").capitalize() for name in modifiers(table)}
    read = [{"name": name, "title": title, "default": "0", "free": True} for name, title in titles.items()]
    return [column, *read] if columns else read


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
    """The phases that the pages of a folder say they are for; without any, the first page is the turn."""
    pages = [
        (page, f"#pages-{number}", item.document, name)
        for item in game[Folder].values()
        for number, (name, page) in enumerate(item.value.pages.items(), 1)
    ]
    ribbon = next((page.ribbon for page, *_ in pages if any(phase.here for phase in page.ribbon)), ())
    if not ribbon:
        return [{"title": page.title, "note": "", "steps": _steps(game, page, href)} for page, href, *_ in pages[:1]]
    found = []
    for phase in ribbon:
        own = [one for one in pages if any(other.here and other.title == phase.title for other in one[0].ribbon)]
        steps = [step for page, href, *_ in own for step in _steps(game, page, href)]
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
