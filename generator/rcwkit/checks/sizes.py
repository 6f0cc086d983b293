"""Check that the type sizes of a look are those of something that the game has."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.diagnostics import Diagnostic
from rcwkit.models.cards import HOUSE, POSTER
from rcwkit.reading.game import Game
from rcwkit.reading.layouts import known, layout_of
from rcwkit.reading.sides import face_layout

__all__ = ["sizes"]

LOOK = "look.size"
"""The size of running text of cards, as layouts name it."""


def sizes(game: Game) -> Iterator[Diagnostic]:
    """Report sizes in `game.yaml` that set nothing; pages are in every kit."""
    given = game.info.look.sizes.model_fields_set
    if "cards" in given and not _sets_text(game):
        hint = "give the texts of their layouts a `size`, such as `{{ look.size }}`"
        yield from _unused(game, "cards", "no layout of this game uses it", hint)
    if "booklets" in given and not game.booklets:
        yield from _unused(game, "booklets", "this game has no booklets", "leave it out")


def _unused(game: Game, key: str, why: str, hint: str) -> Iterator[Diagnostic]:
    at = game.root.at("look", "sizes", key)
    if at.file == game.root.file:  # and not in the look that the game's is like
        yield Diagnostic("W271", f"the size of {key} changes nothing: {why}", at, hint)


def _sets_text(game: Game) -> bool:
    """Return whether a text of cards, counters or other pieces may have the look's size."""
    waiting, seen = [*_named(game)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in known(game):
            continue
        seen.add(name)
        drawn = layout_of(game, name)
        if any(LOOK in str(value) for value, _ in drawn.let.values()):
            return True
        for placed in drawn.boxes:
            box = placed.box
            if (box.size is None and (box.text or box.sections)) or any(LOOK in raw for _, raw in box.templates()):
                return True
            waiting += [box.layout] if box.layout is not None else []
    return False


def _named(game: Game) -> Iterator[str]:
    """Yield the layouts of all faces."""
    for item in game.decks.values():
        deck = item.value
        yield deck.back.layout or POSTER
        for card in deck.cards.values():
            yield from (deck.layout_of(one) or HOUSE for one in (card, deck.turned(card)) if one is not None)
    for document in game.pieces.values():
        for piece in document.value.pieces.values():
            yield from filter(None, (document.value.layout_of(piece), document.value.back_of(piece)))
    yield from {face_layout(game, unit) for unit in game.counters if game.counters[unit].value.type in game.strengths}
