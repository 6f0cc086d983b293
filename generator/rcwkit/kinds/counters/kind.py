"""The counter mix, and values that are printed on counters."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.counters import (
    Counter,
    Counters,
    ValueList,
    counter_entries,
    mixes,
    owner_of,
    replaced_by,
    shape_of,
    sheet_of,
    strengths_of,
    type_of,
    values_of,
)
from rcwkit.dice.places import sharing
from rcwkit.dice.setups import Setup
from rcwkit.game.references import Family
from rcwkit.kinds.kind import COUNTERS, PLAIN, Cut, File, Kind, Part, Rows, Usage, counter_pieces, made_from, used
from rcwkit.source.language import word
from rcwkit.source.settings import SHELVES
from rcwkit.source.symbols import ECHELONS

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.document.blocks import Cell, TextDocument
    from rcwkit.frame import Frame
    from rcwkit.game.game import Game, GameItem
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.counters import check

    checks = (
        check.names,
        check.dates,
        check.lacking,
        check.unusual,
        check.sums,
        check.starts,
        check.shapes,
        check.marks,
    )
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
    files = [
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
        if _on(game, shelf) and not sharing(game, shelf)
    ]
    if any(sheet.statistics for _, sheet in game.all(Counters)):
        title, use = game.say("Order of battle"), (Usage(word("before play"), "away"),)
        files.append(
            File("statistics-counters", title, lambda *_: statistics(game), reads, large=True, shelf="study", use=use)
        )
    return files


def statistics(game: Game) -> TextDocument:
    """Return the counters of documents that ask for it: by owner, type and size, their values, and when they arrive.

    Replacement counters are not units of their own.
    """
    from rcwkit.document.blocks import Block, Cell, DocumentPart, document
    from rcwkit.document.chart_blocks import ENTRY, OWNER, SIZE, TYPE, Counted, crossed, owned, summed, words
    from rcwkit.kinds.counters.check import mixed, number

    say, things, copies = game.say, list[Counted](), 0
    for unit, item in game[Counter].items():
        if not sheet_of(game, unit).statistics or replaced_by(game, unit) is not None:
            continue
        one, kind = item.value, type_of(game, unit)
        facts = {OWNER: owned(game, owner_of(game, unit)), TYPE: Cell(words(kind.plural))}
        facts |= {SIZE: Cell(size, "word")} if (size := one.unit_size or kind.unit_size) else {}
        facts |= {ENTRY: Cell(entry)} if (entry := one.entry or one.arrives) else {}
        values = {name: found for name, value in values_of(game, unit).items() if (found := number(value)) is not None}
        things.append(Counted(one.copies, facts, values))
        copies += one.copies
    blocks: list[Block] = []
    if any(SIZE in one.facts for one in things):
        for owner in dict.fromkeys(one.facts[OWNER] for one in things):
            own = sorted((one for one in things if one.facts[OWNER] == owner), key=lambda one: _by_size(one.fact(SIZE)))
            sized = SIZE if any(SIZE in one.facts for one in own) else ""
            blocks.append(crossed(say, own, (TYPE, say("Type")), sized, owner.text))
    else:
        blocks.append(crossed(say, things, (TYPE, say("Type")), OWNER))
    if any(one.numbers for one in things):
        blocks.append(summed(say, things, OWNER, say("Sums of values"), mixed))
    if arriving := [one for one in things if ENTRY in one.facts]:
        blocks.append(crossed(say, arriving, (ENTRY, say("Turn")), OWNER, say("Arrivals"), _by_turn))
    note = say.count(copies, "{n} counter", "{n} counters")
    return document(
        game, say("Order of battle"), [DocumentPart(say("Order of battle"), tuple(blocks), "bars", note=note)]
    )


def _by_size(size: Cell) -> int:
    """Put sizes of units in order, from small to large, and behind them a game's own and none."""
    marks = [*ECHELONS.values()]
    return marks.index(size.text) if size.text in marks else len(marks)


def _by_turn(entry: Cell) -> tuple[bool, int]:
    """Put numbered turns in order, and before what is said in words."""
    return not entry.text.isdecimal(), int(entry.text) if entry.text.isdecimal() else 0


def _stem(shelf: Shelf) -> str:
    """Return the name of the file of a shelf's counters."""
    return "counters" if shelf == "table" else f"counters-{shelf}"


def _on(game: Game, shelf: Shelf) -> list[GameItem[Counter]]:
    return [item for unit, item in game[Counter].items() if sheet_of(game, unit).shelf == shelf]


def _values(game: Game) -> Iterator[str]:
    return (name for one in strengths_of(game).values() for name in one.names)


def _layouts(game: Game) -> Iterator[str]:
    from rcwkit.faces.counters import face_layout, poster_layout

    typed = [unit for unit, item in game[Counter].items() if item.value.type in strengths_of(game)]
    return iter({*(face_layout(game, unit) for unit in typed), *(poster_layout(game, unit) for unit in typed)} - {""})


def _counts(game: Game, stems: Collection[str]) -> Iterator[str]:
    """Yield the numbers of counters by sheet, and the sums of their values."""
    from rcwkit.kinds.counters.check import in_all

    say, sheets = game.say, Tally[str]()
    shared = {_stem(shelf).replace("counters", "tracks"): _stem(shelf) for shelf in SHELVES if sharing(game, shelf)}
    stems = {shared.get(stem, stem) for stem in stems}
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


UNITS = {"units": Family("unit", "E210", lambda game: game[Counter]), "values": Family("value", "E258", _values)}


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
    names=lambda game: (item.value.full_name for item in game[Counter].values() if item.value.full_name),
    holds=lambda game: {"counters": sum(item.value.copies for item in game[Counter].values())},
    counts=_counts,
    use=USE,
    part=Part("counter", lambda game: game[Counter], _drawn, made_from(*COUNTERS)),
    listed=lambda sheet: [Rows(f"counters-{sheet.id}", ("counters",))],
    shapes=lambda game: {shape_of(game, unit) for unit in game[Counter]},
    markup=PLAIN,
)


VALUES = Kind(ValueList, families=UNITS, markup=PLAIN)
