"""The kinds of documents: each word after `kind:`, with its model."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from pydantic import BaseModel

__all__ = ["MODELS"]

_NAMES = {
    "game": "source.info.GameInfo",
    "counters": "kinds.counters.model.Counters",
    "values": "kinds.counters.model.ValueList",
    "places": "dice.setups.Places",
    "maps": "kinds.maps.model.Map",
    "setup": "dice.setups.Setup",
    "cards": "kinds.cards.model.Deck",
    "pieces": "kinds.pieces.model.Pieces",
    "layouts": "faces.layouts.Layouts",
    "tracks": "dice.setups.Tracks",
    "tables": "dice.tables.Tables",
    "procedures": "dice.model.Procedures",
    "scenarios": "dice.setups.Scenarios",
    "aids": "kinds.aids.model.Aids",
    "folder": "kinds.folder.model.Folder",
    "gauges": "kinds.gauges.model.Gauges",
    "booklet": "kinds.booklet.model.Booklet",
    "rulings": "kinds.aids.model.Rulings",
    "translation": "game.translations.Translation",
}


class _Models(Mapping[str, type[BaseModel]]):
    """Kind → model, loaded when first asked for: a game of few kinds starts faster without the others."""

    def __getitem__(self, kind: str) -> type[BaseModel]:
        module, _, name = _NAMES[kind].rpartition(".")
        model: type[BaseModel] = getattr(import_module(f"rcwkit.{module}"), name)
        return model

    def __contains__(self, kind: object) -> bool:
        return kind in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


MODELS = _Models()
