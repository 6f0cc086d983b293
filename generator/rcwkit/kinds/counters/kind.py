"""The counter mix, and values that are printed on counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rcwkit.kinds.counters.model import Counters, ValueList
from rcwkit.kinds.kind import Cut, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.counters import check

    for function in (check.names, check.lacking, check.unusual, check.sums, check.starts, check.shapes, check.marks):
        yield from function(game)


def _check_sound(game: Game) -> Iterable[Diagnostic]:
    if not game.setups:
        return ()
    from rcwkit.kinds.counters.check import copies

    return copies(game)


def _entries(model: Counters) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    return (("counter", ("counters", entry), name) for name, entry, _, _ in model.pieces())


def _files(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.counters import draw as counters
        from rcwkit.kinds.counters.sides import sized_at
        from rcwkit.sheets.imposition import Piece

        drawing = Faces(game, setter)
        faces = ((counters.faces(drawing, item), item.value, item.id) for item in game.counters.values())
        pieces = (
            # Only squares can share cuts.
            Piece(front, back, one.copies, front.shape == "square", one.full_name or one.name, sized_at(game, unit))
            for (front, back), one, unit in faces
        )
        return Cut(tuple(pieces))

    number, reads = len(game.counters), made_from("counters", "layouts", "maps", "places", "setup", "values")
    return [File("counters", game.say("Counters"), lay_out, reads, cut=True, pieces=number)] if number else []


KIND = Kind(Counters, _check, _files, _check_sound, entries=_entries)


VALUES = Kind(ValueList)
