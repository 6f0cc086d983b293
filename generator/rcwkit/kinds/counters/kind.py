"""The counter mix, and values that are printed on counters."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.counters import Counter, Counters, ValueList, counter_entries, mixes, shape_of, sheet_of, strengths_of
from rcwkit.dice.places import sharing
from rcwkit.dice.setups import Setup
from rcwkit.game.references import Family
from rcwkit.kinds.kind import COUNTERS, Cut, File, Kind, Part, Rows, Usage, counter_pieces, made_from, used
from rcwkit.source.settings import SHELVES

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.frame import Frame
    from rcwkit.game.game import Game, Item
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.counters import check

    checks = (check.names, check.lacking, check.unusual, check.sums, check.starts, check.shapes, check.marks)
    for function in (*checks, check.layouts):
        yield from function(game)


def _check_sound(game: Game) -> Iterable[Diagnostic]:
    if not game[Setup]:
        return ()
    from rcwkit.kinds.counters.check import copies

    return copies(game)


def _files(game: Game) -> list[File]:
    """The counters of each shelf in one file, unless they share a sheet with tracks."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> Cut:
        return Cut(counter_pieces(game, setter, _on(game, shelf)))

    reads, title = made_from(*COUNTERS), game.say("Counters")
    return [
        File(
            _stem(shelf),
            title,
            partial(lay_out, shelf),
            reads,
            cut=True,
            pieces=len(_on(game, shelf)),
            shelf=shelf,
            use=tuple(used(USE, sheet.use) for _, sheet in game.all(Counters) if sheet.shelf == shelf)[:1],
        )
        for shelf in SHELVES
        if _on(game, shelf) and not (shelf == "table" and sharing(game))
    ]


def _stem(shelf: Shelf) -> str:
    """Return the name of the file of a shelf's counters."""
    return "counters" if shelf == "table" else f"counters-{shelf}"


def _on(game: Game, shelf: Shelf) -> list[Item[Counter]]:
    """Return the counters on a shelf."""
    return [item for unit, item in game[Counter].items() if sheet_of(game, unit).shelf == shelf]


def _values(game: Game) -> Iterator[str]:
    return (name for one in strengths_of(game).values() for name in one.names)


def _layouts(game: Game) -> Iterator[str]:
    from rcwkit.faces.counters import face_layout, poster_layout

    typed = [unit for unit, item in game[Counter].items() if item.value.type in strengths_of(game)]
    return iter({*(face_layout(game, unit) for unit in typed), *(poster_layout(game, unit) for unit in typed)} - {""})


def _names(game: Game) -> Iterator[str]:
    return (item.value.full_name for item in game[Counter].values() if item.value.full_name)


def _holds(game: Game) -> dict[str, int]:
    return {"counters": sum(item.value.copies for item in game[Counter].values())}


def _counts(game: Game, stems: Collection[str]) -> Iterator[str]:
    """Yield the numbers of counters by sheet, and the sums of their values."""
    from rcwkit.kinds.counters.check import in_all

    say, sheets = game.say, Tally[str]()
    joined = {"tracks": "counters"} if sharing(game) else {}
    stems = {joined.get(stem, stem) for stem in stems}
    for mix in mixes(game):
        if _stem(mix.document.model.shelf) in stems:
            sheets[mix.title.removesuffix(" counters")] += mix.copies
    if sheets:
        number = say.count(sheets.total(), "{n} counter", "{n} counters")
        yield f"**{number}:** {', '.join(f'{title} {count}' for title, count in sheets.items())}."
    for mix in (one for one in mixes(game) if _stem(one.document.model.shelf) in stems):
        count, text = in_all(game, mix)
        if count:
            yield say("**Values of {mix}**, in all: {values}.", mix=mix.title.removesuffix(" counters"), values=text)


UNITS = {
    "units": Family("unit", "E210", lambda game: game[Counter]),
    "values": Family("value", "E258", _values),
}


def _drawn(game: Game, unit: str, setter: Setter, width: float) -> Frame:
    from rcwkit.faces.counters import faces
    from rcwkit.faces.faces import Faces

    front, _ = faces(Faces(game, setter), game[Counter][unit])
    return front


USE = Usage(lies="map")
KIND = Kind(
    Counters,
    _check,
    _files,
    _check_sound,
    entries=counter_entries,
    families=UNITS,
    layouts=_layouts,
    names=_names,
    holds=_holds,
    counts=_counts,
    use=USE,
    part=Part("counter", lambda game: game[Counter], _drawn, made_from(*COUNTERS)),
    listed=lambda sheet: [Rows(f"counters-{sheet.id}", ("counters",))],
    shapes=lambda game: {shape_of(game, unit) for unit in game[Counter]},
)


VALUES = Kind(ValueList, families=UNITS)
