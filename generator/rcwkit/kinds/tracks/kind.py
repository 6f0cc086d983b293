"""Tracks and displays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.places import sharing
from rcwkit.dice.setups import Track, Tracks
from rcwkit.game.references import Family, unknown
from rcwkit.kinds.kind import COUNTERS, NUMBERS, Cut, File, Kind, Markup, Part, Usage, counter_pieces, made_from, used
from rcwkit.source.settings import SHELVES

if TYPE_CHECKING:
    from rcwkit.frame import Frame
    from rcwkit.game.game import Game, GameItem
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    """Check that starts, gates, locks and hatched boxes name boxes of their own track."""
    for document, sheet in game.all(Tracks):
        for name, track in sheet.tracks.items():
            if track.start is not None:
                yield from unknown("box", track.start, track.boxes, document.at("tracks", name, "start"), "E222")
            taken: dict[str, str] = {}
            for row_id, row in track.rows.items():
                where = ("tracks", name, "rows", row_id)
                if row.marker and (other := taken.setdefault(row.marker, row_id)) != row_id:
                    message = f"'{row.marker}' is the marker of row '{other}' already"
                    yield Diagnostic("W243", message, document.at(*where, "marker"), "give each row its own")
                if row.start is not None:
                    yield from unknown("box", row.start, track.boxes, document.at(*where, "start"), "E222")
                for key, bars in (("gates", row.gates), ("locks", row.locks)):
                    for index, bar in enumerate(bars):
                        yield from unknown("box", bar.box, track.boxes, document.at(*where, key, index, "box"), "E222")
                for box in row.hatched:
                    yield from unknown("box", box, track.boxes, document.at(*where, "hatched", box), "E222")


def _files(game: Game) -> list[File]:
    """The tracks of each shelf in one file, whose last sheet its counters may share."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.tracks.boards import boards
        from rcwkit.sheets.paper import LARGE, PAPERS, reading
        from rcwkit.sheets.tiling import enlarged

        def lower(height: float, pages: int) -> tuple[Frame, ...]:
            trial = replace(setter, found=[])
            made = tuple(laid(trial, paper, height, pages))
            return made if not trial.found else ()

        def laid(setter: Setter, usual: Paper, free: float = 0.0, pages: int = 0) -> Iterator[Frame]:
            """Yield the pages of tracks with paper of their own, and then those on the kit's."""
            tracks = _on(game, shelf)
            for own in sorted({one.value.paper for one in tracks}, key=lambda own: own == "usual"):
                of = {**PAPERS, **LARGE}.get(own, usual)
                yield from boards(game, [one for one in tracks if one.value.paper == own], of, setter, free, pages)

        pieces = counter_pieces(game, setter, sharing(game, shelf))
        if setter.theme.enlarges:
            frames = laid(setter, reading(paper))
            return Cut(pieces, tuple(page for one in frames for page in enlarged(one, paper, setter)))
        return Cut(pieces, tuple(laid(setter, paper)), lower)

    reads = made_from(NUMBERS, "tracks")
    return [
        File(
            "tracks" if shelf == "table" else f"tracks-{shelf}",
            _titled(game, shelf, counters=bool(sharing(game, shelf))),
            partial(lay_out, shelf),
            reads | made_from(*COUNTERS) if sharing(game, shelf) else reads,
            cut=True,
            pieces=len(sharing(game, shelf)),
            large=True,
            shelf=shelf,
            use=tuple(used(USE, sheet.use) for _, sheet in game.all(Tracks))[:1],
            of=("counters" if shelf == "table" else f"counters-{shelf}",) if sharing(game, shelf) else (),
        )
        for shelf in SHELVES
        if _on(game, shelf)
    ]


def _drawn(game: Game, name: str, setter: Setter, width: float) -> Frame:
    from rcwkit.kinds.tracks.boards import alone

    return alone(game, game[Track][name], setter, width)


def _titled(game: Game, shelf: Shelf, *, counters: bool) -> str:
    """Return what the file of a shelf is called: by its only board, if there is but one."""
    first, *others = (item.value.title for item in _on(game, shelf))
    if others:
        return game.say("Tracks, displays and counters") if counters else game.say("Tracks and displays")
    return game.say("{title} and counters", title=first) if counters else first


def _on(game: Game, shelf: Shelf) -> list[GameItem[Track]]:
    return [item for item in game[Track].values() if item.value.shelf == shelf]


FAMILIES = {
    "tracks": Family("track", "E222", lambda game: game[Track]),
    "rows": Family("row", "E222", lambda game: (row for item in game[Track].values() for row in item.value.rows)),
    "boxes": Family("box", "E222", lambda game: (box for item in game[Track].values() for box in item.value.boxes)),
}
USE = Usage(lies="left")
KIND = Kind(
    Tracks,
    _check,
    _files,
    families=FAMILIES,
    uses=lambda game: (row.marker or name for item in game[Track].values() for name, row in item.value.rows.items()),
    holds=lambda game: {"tracks and displays": len(game[Track])},
    use=USE,
    part=Part("track", lambda game: game[Track], _drawn, made_from("tracks", NUMBERS, *COUNTERS)),
    markup=Markup(
        ("hatched", "legend", "lines", "note", "tags", "text"),
        {"ruling": ("legend", "lines", "note"), "box": ("legend",)},
    ),
)
