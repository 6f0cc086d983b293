"""The names that layouts of pieces may use, with their values, and where these come from."""

from __future__ import annotations

from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.faces.compiling import Spans, owner_scope
from rcwkit.game.game import Game, Item
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.pieces.model import Pieces

__all__ = ["piece_scope", "piece_spans_of"]


def piece_scope(game: Game, item: Item[Pieces], name: str, side: int | None = None) -> dict[str, Any]:
    """Return the names of one face of a piece; `side` counts those of a die from 1."""
    document, piece = item.value, item.value.pieces[name]
    shown = {
        "id": name,
        "rulings": [ruling_numbers(game)[one] for one in piece.rulings if one in ruling_numbers(game)],
        "side": side or 0,
        "sides": len(piece.sides),
        **{key: getattr(piece, key) for key in ("title", "rule", "note", "text", "art", "copies")},
    }
    if side is not None:
        shown["text"] = piece.sides[side - 1]
    fields = {field: spec.of(piece.fields.get(field)) for field, spec in document.specs.items()}
    whole = {"id": item.id, "title": document.title, "source": document.source}
    return {"piece": shown, "owner": owner_scope(game, piece.owner), "set": whole, **fields}


def piece_spans_of(item: Item[Pieces], name: str, side: int | None = None) -> Spans:
    """Return where the values of a piece come from."""
    root, piece = (*item.path, "pieces", name), item.value.pieces[name]

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "piece" and rest == ["text"] and side is not None:
            return item.document.at(*root, "sides", side - 1)
        if first == "piece" and rest and rest[0] in piece.model_fields_set:
            return item.document.at(*root, *rest)
        return item.document.at(*root, "fields", *path) if first in piece.fields else None

    return place
