"""Describe the next die of a pending roll: each face or card with its result and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rcwkit.blocks.base import plain, signed
from rcwkit.dice.record import worded
from rcwkit.dice.roll import Prepared
from rcwkit.dice.rolls import label
from rcwkit.dice.sources import NeedsFace
from rcwkit.dice.walk import Event, Request, WalkError, resolved
from rcwkit.dice.wording import outcome_text, words
from rcwkit.models.effects import VariableEffect
from rcwkit.models.tables import EACH
from rcwkit.reading.game import Game

__all__ = ["OTHER", "question"]

OTHER = "other"
"""The class of cards that no class was given."""


def question(prepared: Prepared, need: NeedsFace, before: list[int]) -> dict[str, Any]:
    """Return the next die as data: its purpose, DRMs, and what each face means; `before` are all faces so far."""
    request: Request = need.request
    asked = {"label": label(request), "path": need.path, "sides": need.sides, "note": request.node.step.note or ""}
    if request.dice is None:
        faces = _cards(prepared, request, need)
        card = {
            "dice": prepared.game.say("card 1 of {count}", count=need.sides),
            "die": 1,
            "shown": [],
            "drm": [],
            "faces": faces,
            "totals": [],
        }
        return asked | card
    number, sides = _number(need.path), range(1, need.sides + 1)
    shown = before[len(before) - number :]
    last, so_far, left = number + 1 == request.dice.count, sum(shown), request.dice.count - number
    meanings = {face: _meaning(prepared.game, request, so_far + face) if last else {} for face in sides}
    drms = [(words(text, prepared.game), add) for text, add in request.drm]
    totals = range(so_far + left, so_far + left * request.dice.faces + 1)
    return {
        **asked,
        "dice": str(request.dice),
        "die": number + 1,
        "shown": shown,
        "drm": [f"{signed(add)} {f'({text})' if EACH.match(text) else text}" for text, add in drms],
        "faces": [{"face": face, **meaning} for face, meaning in meanings.items()],
        "totals": [] if last else _runs(prepared.game, request, totals),
    }


def _number(path: str) -> int:
    """The index of a path's die within its roll, from 0."""
    return int(path.rpartition(".")[2].partition("~")[0])


def _meaning(game: Game, request: Request, natural: int) -> dict[str, Any]:
    """What a total of the dice means, in words, with its effects."""
    try:
        result = request.resolve(natural)
        effects = [] if result.again else list(_effects(game, request, result.result))
    except WalkError as error:
        return {"text": str(error), "effects": []}
    text = _result(game, result.result)
    return {"text": game.say("{result}, roll again", result=text) if result.again else text, "effects": effects}


def _result(game: Game, result: Any) -> str:
    return game.names.get(str(result)) or game.say(plain(words(result, game)))


def _effects(game: Game, request: Request, result: Any) -> Iterator[str]:
    for effect in request.node.step.then.get(result, ()):
        if not isinstance(effect, VariableEffect):
            yield outcome_text(worded(Event(request.node, request.item, resolved(request.view, effect))), game)


def _runs(game: Game, request: Request, totals: range) -> list[dict[str, Any]]:
    """Group consecutive totals with equal meanings."""
    runs: list[dict[str, Any]] = []
    for total in totals:
        meaning = _meaning(game, request, total)
        if runs and all(runs[-1][key] == meaning[key] for key in meaning):
            runs[-1]["to"] = total
        else:
            runs.append({"from": total, "to": total, **meaning})
    return runs


def _cards(prepared: Prepared, request: Request, need: NeedsFace) -> list[dict[str, Any]]:
    """The cards left in the deck, in order of their numbers, each with the face that stands for it."""
    assert request.node.step.draw is not None
    classes: Mapping[Any, str] = prepared.plan.decks[request.node.step.draw.deck].whole
    faces = [(card, face) for face, card in enumerate(need.cards, 1)]
    say = prepared.game.say
    texts = {card: "" if classes[card] == OTHER else say(plain(classes[card])) for card, _ in faces}
    ordered = sorted(faces, key=lambda entry: _order(entry[0]))
    return [{"face": face, "card": str(card), "text": texts[card]} for card, face in ordered]


def _order(card: Any) -> tuple[bool, int, str]:
    """Sort key of cards: numbers first."""
    return not isinstance(card, int), card if isinstance(card, int) else 0, str(card)
