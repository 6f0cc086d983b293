"""The owner of what nobody owns: `neutral`, wherever a side can stand, unless the game has one of that name."""

from __future__ import annotations

from dataclasses import replace

from rcwkit.models.game import Owner
from rcwkit.models.references import named, references
from rcwkit.reading.game import Game

__all__ = ["NEUTRAL", "with_neutral"]

NEUTRAL = "neutral"
COLOUR = "#D8D2C0"


def with_neutral(game: Game) -> Game:
    """Return the game with an owner `neutral`, last of its factions, if it names one and has none."""
    if NEUTRAL in game.owners or not _is_named(game):
        return game
    owner = Owner(title=game.say("Neutral"), short="–", colour=COLOUR, mark="bar")
    info = game.info.model_copy(update={"factions": {**game.info.factions, NEUTRAL: owner}})
    documents = (replace(one, model=info) if one is game.root else one for one in game.documents)
    return replace(game, documents=tuple(documents), info=info)


def _is_named(game: Game) -> bool:
    """Return whether an entry names an owner `neutral`."""
    return any(
        ref.family == "owners" and name == NEUTRAL
        for document in game.documents
        for _, model in document.models
        for field, levels in references(type(model)).items()
        if any(level is not None and level.family == "owners" for level in levels)
        for ref, name, _, _ in named(getattr(model, field), levels)
    )
