"""Small games with layouts of their own, and their faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rcwkit.art.theme import HOUSE, Theme
from rcwkit.diagnostics import Diagnostic
from rcwkit.faces.compiling import Pose, Spans
from rcwkit.faces.faces import Faces
from rcwkit.frame import Frame, Group, Item
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.draw import leaves
from rcwkit.kinds.cards.model import Deck
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import write

__all__ = ["DECK", "GAME", "drawn", "face_of", "game_of", "ungrouped"]

GAME = """kind: game
id: demo
title: Demo
source: {title: Demo rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
"""
DECK = """kind: cards
id: events
title: Events
source: Demo rules
back: {title: Events}
fields: {cost: number, words: text, needs: list}
layout: own
cards:
  ambush: {title: Ambush, owner: red, fields: {cost: 3, words: Stop., needs: [rail, gun]}}
"""


def game_of(folder: Path, boxes: str, deck: str = DECK, let: str = "") -> Game:
    """Return a game with a deck of cards and the layout `own`, made of lines of boxes."""
    rows = "".join(f"      {line}\n" for line in boxes.strip().splitlines())
    layouts = f"kind: layouts\nid: layouts\nlayouts:\n  own:\n    let: {{{let}}}\n    boxes:\n{rows}"
    return load(Project(write(folder, {"game.yaml": GAME, "layouts.yaml": layouts, "cards.yaml": deck}), shown="demo"))


def drawn(game: Game, setter: Setter | None = None) -> tuple[list[tuple[Frame, Frame]], list[Diagnostic]]:
    """Return the fronts and backs of the game's cards, and what was found in drawing them, but for texts at edges."""
    setter = setter or game.setter()
    found = [(front, back) for _, front, back in leaves(Faces(game, setter), game[Deck]["events"])]
    return found, [one for one in setter.found if one.code != "W292"]


def face_of(
    game: Game,
    scope: Mapping[str, Any] | None = None,
    *,
    theme: Theme = HOUSE,
    size: tuple[float, float] = (100.0, 100.0),
    bleed: float = 0.0,
    spans: Spans = lambda path: None,
) -> tuple[Frame, list[Diagnostic]]:
    """Return the face of the layout `own` for values by name, at a size in points, and what was found in drawing it."""
    setter = Setter(theme, game.book, artwork=game.artwork, say=game.say)
    at = game[Deck]["events"].span
    return Faces(game, setter).face(
        Pose("own", scope or {}, size, bleed=bleed, name="one", at=at, spans=spans)
    ), setter.found


def ungrouped(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items, and those of groups that faces share or that the edge of the face clips."""
    for item in items:
        if isinstance(item, Group) and not (item.x or item.y or item.rotate or item.within) and item.scale == 1:
            yield from ungrouped(item.items)
        else:
            yield item
