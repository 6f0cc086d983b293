"""The names that every layout may use, with their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.look.theme import Theme
from rcwkit.reading.game import Game

__all__ = ["LOOP", "RESERVED", "TAKEN", "Spans", "base_scope", "owner_scope"]

Spans = Callable[[tuple[Any, ...]], Span | None]
"""Path of a value in a scope → its place in the data, if it is from there."""

TAKEN = ("piece", "set")
"""Names besides, that the fields of pieces cannot have."""
RESERVED = ("card", "deck", "game", "owner", "back", "face", "look", "low_ink", "item", "loop")
"""Names that fields cannot have."""
LOOP = ("index", "index0", "first", "last", "length")
"""What `loop` tells in a repeated box."""


def owner_scope(game: Game, owner: str | None) -> dict[str, Any]:
    """Return an owner's values; those of nobody have the game's accent."""
    found = game.owners.get(owner or "")
    if found is None:
        return {"id": "", "title": "", "short": "", "colour": "accent", "mark": "", "type": ""}
    return {"id": owner, **{name: getattr(found, name) for name in ("title", "short", "colour", "mark", "type")}}


def _game_scope(game: Game) -> dict[str, Any]:
    """Return the values of the game."""
    info = game.info
    version = info.source.version
    return {"id": info.id, "title": info.title, "subtitle": info.subtitle, "version": version, "credits": info.credits}


def base_scope(game: Game, theme: Theme) -> dict[str, Any]:
    """Return the names that are the same on all faces of a file, whatever their size."""
    look = {"band": theme.band, "corners": theme.corners, "backs": theme.backs, "size": theme.card_body}
    return {"game": _game_scope(game), "look": look, "low_ink": theme.outlined}
