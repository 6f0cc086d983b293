"""What can be rolled: every procedure and rolled table with its questions, and counters as they are drawn beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rcwkit.dice.counters import Counter, names_of
from rcwkit.dice.model import Input, Marker, Procedure
from rcwkit.dice.plan import modifiers
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.tables import Table
from rcwkit.dice.wording import words
from rcwkit.faces.counters import chip
from rcwkit.game.game import Game
from rcwkit.sheets.svg import embedded, svg

__all__ = ["chips", "offer"]


def offer(game: Game) -> dict[str, Any]:
    """Return every procedure and rolled table with its questions."""
    playable = {name: item.value.title for name, item in game[Scenario].items() if item.value.setup is not None}
    offered = []
    for name, item in game[Procedure].items():
        questions = [_question(key, asked, game) for key, asked in item.value.questions.items()]
        if len(playable) > 1 and "scenario" not in item.value.questions:
            choices = [{"value": key, "title": title} for key, title in playable.items()]
            preferred = [key for key in playable if name in game[Scenario][key].value.options] or [*playable]
            questions.append(
                {"name": "scenario", "title": game.say("Scenario"), "choices": choices, "default": preferred[0]}
            )
        offered.append(_offered(name, item.value, game.say("Procedures"), questions))
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
    if asked.marker is not None:
        data["marker"] = _marker(asked, asked.marker, game)
    if asked.choices is not None:
        return {**data, "choices": [{"value": str(key), "title": title} for key, title in asked.choices.items()]}
    assert asked.run is not None
    return {**data, "low": asked.run.low, "high": asked.run.high, "many": asked.list is not None}


def _marker(asked: Input, marker: Marker, game: Game) -> dict[str, Any]:
    """The marker that answers a question, as the companion's tracks name it, and the answers by its box."""
    track = game[Track][marker.track].value
    answers = {box: str(marker.boxes.get(box, box)) for box in track.boxes}
    if asked.choices is not None:
        valid = {str(choice) for choice in asked.choices}
    else:
        assert asked.run is not None
        valid = {str(number) for number in range(asked.run.low, asked.run.high + 1)}
    boxes = {box: answer for box, answer in answers.items() if answer in valid}
    row = marker.row if marker.row in track.rows else None
    title = track.rows[row].title if row else track.title
    return {"name": f"{marker.track}|{row or ''}", "title": title, "boxes": boxes}


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
