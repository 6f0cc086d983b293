"""The kinds of documents: each word after `kind:`, with its model."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from pydantic import BaseModel

__all__ = ["MODELS"]

_NAMES = {
    "game": "game.GameInfo",
    "counters": "counters.Counters",
    "values": "values.ValueList",
    "places": "places.Places",
    "maps": "maps.Map",
    "setup": "setup.Setup",
    "cards": "cards.Deck",
    "pieces": "pieces.Pieces",
    "layouts": "layouts.Layouts",
    "tracks": "tracks.Tracks",
    "tables": "tables.Tables",
    "procedures": "procedures.Procedures",
    "scenarios": "scenarios.Scenarios",
    "aids": "aids.Aids",
    "folder": "folders.Folder",
    "gauges": "gauges.Gauges",
    "booklet": "booklets.Booklet",
    "rulings": "aids.Rulings",
    "translation": "translations.Translation",
}


class _Models(Mapping[str, type[BaseModel]]):
    """Kind → model, loaded when first asked for: a game of few kinds starts faster without the others."""

    def __getitem__(self, kind: str) -> type[BaseModel]:
        module, name = _NAMES[kind].split(".")
        model: type[BaseModel] = getattr(import_module(f"rcwkit.models.{module}"), name)
        return model

    def __contains__(self, kind: object) -> bool:
        return kind in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


MODELS = _Models()
