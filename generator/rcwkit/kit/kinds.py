"""The files of a kit: for each kind of document, the cut sheets or text documents made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.document.blocks import Document
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.kinds.counters.sides import sized_at
from rcwkit.sheets.imposition import Piece
from rcwkit.sheets.paper import Paper
from rcwkit.source.base import Shelf
from rcwkit.source.language import word
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.dice.setups import Scenario
    from rcwkit.kinds.booklet.say import Volume
    from rcwkit.kinds.cards.model import Deck
    from rcwkit.kinds.folder.model import Folder
    from rcwkit.kinds.pieces.model import Form, Pieces

__all__ = ["Cut", "FILES", "File", "LANGUAGE", "LETTERS", "NUMBERS"]


class Cut(NamedTuple):
    """Contents of cut sheets: pieces to impose, or boards that are whole pages already."""

    pieces: tuple[Piece, ...] = ()
    boards: tuple[Frame, ...] = ()

    @property
    def frames(self) -> Iterator[Frame]:
        """Every face."""
        for piece in self.pieces:
            yield from piece.faces
        yield from self.boards


class File(NamedTuple):
    """One PDF of a kit: its name without suffix, its title, and the function that lays it out for a paper.

    The layout of `cut` files depends on how sheets are printed, that of text documents does not. `pieces` counts
    different pieces, none for boards. A `large` file has a large-print edition; a `spread` one has pages of any size,
    tiled over sheets. `kind` is the kind of its documents; `reads` are all kinds that it is made from: it is made again
    when one of them changes.
    """

    stem: str
    title: str
    lay_out: Callable[[Setter, Paper], Cut | Document | Volume]
    reads: frozenset[str]
    cut: bool = False
    pieces: int = 0
    large: bool = False
    kind: str = ""
    shelf: Shelf = "table"
    spread: bool = False


NUMBERS = "ruling numbers"
"""Pseudo-kind read by files that print ruling numbers alone: a reworded ruling does not remake them."""
LANGUAGE = "language of the kit"
"""Pseudo-kind read by all files: their language, and the game's translations into it."""
LETTERS = "letters of fonts"
"""Pseudo-kind read by files whose engine sees all letters of a game's fonts, not only those that it prints."""


def _reads(*kinds: str) -> frozenset[str]:
    """These kinds, and the game and language, which every file reads."""
    return frozenset({"game", LANGUAGE, *kinds})


_SETTLED = ("counters", "maps", "places", NUMBERS, "scenarios", "setup", "tracks", "values")
"""Kinds that a settled set-up is made from."""
_ROLLED = _reads("procedures", "tables", *_SETTLED)


def _counters(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.counters import draw as counters

        drawing = Faces(game, setter)
        faces = ((counters.faces(drawing, item), item.value, item.id) for item in game.counters.values())
        pieces = (
            # Only squares can share cuts.
            Piece(front, back, one.copies, front.shape == "square", one.full_name or one.name, sized_at(game, unit))
            for (front, back), one, unit in faces
        )
        return Cut(tuple(pieces))

    number, reads = len(game.counters), _reads("counters", "layouts", "maps", "places", "setup", "values")
    return [File("counters", game.say("Counters"), lay_out, reads, cut=True, pieces=number)] if number else []


def _cards(game: Game) -> list[File]:
    def lay_out(deck: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.cards import draw as cards

        item = game.decks[deck]
        made, sized = cards.leaves(Faces(game, setter), item), item.document.at(*item.path, "size")
        return Cut(tuple(Piece(front, back, card.copies, title=card.title, sized=sized) for card, front, back in made))

    reads = _reads("cards", "layouts", NUMBERS, "tracks")

    def file(name: str, deck: Deck) -> File:
        contents, pieces, large = partial(lay_out, name), len(deck.leaves), deck.reference
        on = deck.stands_on
        return File(f"cards-{name}", deck.title, contents, reads, cut=True, pieces=pieces, large=large, shelf=on)

    # Boxes for cards and counters come after both.
    return [*(file(name, item.value) for name, item in game.decks.items()), *_storage(game)]


NETS: Mapping[Form, str] = {
    "figure": word(
        "Cut along solid lines, score dashed lines and fold them backwards; glue the hatched tab under the foot."
    ),
    "die": word(
        "Print on card. Cut along solid lines, score dashed ones and fold them back; glue the hatched tabs inside."
    ),
}
"""What to do with the nets of each form."""


def _pieces(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.pieces import draw as cutouts
        from rcwkit.sheets.tiling import tiled

        drawing, item = Faces(game, setter), game.pieces[name]
        document = item.value
        if document.form == "tile":
            butted = document.cuts == "shared" and document.outline is None and document.shape != "round"
            made = cutouts.tiles(drawing, item)
            return Cut(tuple(Piece(front, back, one.copies, butted, one.title) for one, front, back in made))
        if document.form == "mat":
            copies = [piece.copies for piece in document.pieces.values()]
            mats = zip(cutouts.mats(drawing, item), copies, strict=True)
            return Cut(boards=tuple(page for mat, count in mats for page in tiled(mat, paper, setter) * count))
        frames = cutouts.nets(drawing, item)
        return Cut(boards=tuple(cutouts.boards(frames, paper, setter.say(NETS[document.form]), setter, item)))

    reads = _reads("layouts", "pieces", NUMBERS)

    def file(name: str, one: Pieces) -> File:
        count, spread = len(one.pieces) if one.form == "tile" else 0, one.form == "mat"
        contents, stem = partial(lay_out, name), f"pieces-{name}"
        return File(stem, one.title, contents, reads, cut=True, pieces=count, shelf=one.shelf, spread=spread)

    return [file(name, item.value) for name, item in game.pieces.items()]


def _tracks(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.tracks import boards as tracks

        return Cut(boards=tuple(tracks.boards(game, list(game.tracks.values()), paper, setter)))

    return (
        [File("tracks", game.say("Tracks and displays"), lay_out, _reads(NUMBERS, "tracks"), cut=True)]
        if game.tracks
        else []
    )


def _setups(game: Game) -> list[File]:
    def lay_out(scenario: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.setup.say import setup_sheet

        return setup_sheet(game, settle(game, scenario), setter)

    def shelf_of(scenario: Scenario) -> Shelf:
        return "study" if scenario.marked_on else scenario.shelf

    def titled(one: Scenario) -> str:
        return game.say("{scenario}: set-up", scenario=one.title)

    reads = _reads(*_SETTLED)
    return [
        File(
            f"setup-{name}",
            titled(one),
            partial(lay_out, name),
            reads,
            large=True,
            shelf=shelf_of(one),
        )
        for name, one in ((name, item.value) for name, item in game.scenarios.items())
        if one.setup is not None
    ]


def _charts(game: Game) -> list[File]:
    """Charts that no other page for the table prints, and for study all of them."""

    def lay_out(tables: frozenset[str], setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.tables.say import charts

        return charts(game, setter.book, setter.theme.reading, tables)

    every = frozenset(game.tables)
    alone = frozenset(name for name, item in game.tables.items() if item.value.shelf == "table") - _printed(game)
    reads = _reads("aids", "folder", NUMBERS, "tables")
    files = [File("charts", game.say("Charts"), partial(lay_out, alone), reads, large=True)] if alone else []
    if alone == every:
        return files
    return [
        *files,
        File("all-charts", game.say("All charts"), partial(lay_out, every), reads, large=True, shelf="study"),
    ]


def _printed(game: Game) -> set[str]:
    """Return the tables that pages composed for play and quick references on the table print."""
    panes = (pane for item in game.folders.values() if item.value.shelf == "table" for pane in item.value.panes)
    sections = (one for item in game.aids.values() if item.value.shelf == "table" for one in item.value.sections)
    return {name for name in (*(pane.table for pane in panes), *(one.table for one in sections)) if name}


def _procedures(game: Game) -> list[File]:
    if not game.procedures and not game.tables:
        return []
    from rcwkit.kinds.procedures.forms import forms
    from rcwkit.kinds.procedures.odds import has_odds, odds_sheet

    def odds(shelf: Shelf, setter: Setter, paper: Paper) -> Document:
        return odds_sheet(game, setter.book, outlined=setter.theme.outlined, shelf=shelf)

    rolls = File("rolls", game.say("Roll forms"), lambda setter, paper: forms(game), _ROLLED, large=True, shelf="study")
    files = [rolls] if game.procedures else []
    every = File("odds", game.say("Odds"), partial(odds, "study"), _ROLLED, large=True, shelf="study")
    if has_odds(game, shelf="table"):
        table = File("odds", game.say("Odds that matter"), partial(odds, "table"), _ROLLED, large=True)
        return [*files, table, every._replace(stem="all-odds", title=game.say("All odds"))]
    return [*files, every] if has_odds(game) else files


def _checklists(game: Game) -> list[File]:
    """The checklists of a shelf in one file."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.aids.say import checklists

        return checklists(game, shelf)

    reads, files = _reads(NUMBERS, "scenarios"), []
    for shelf in dict.fromkeys(item.value.shelf for item in game.scenarios.values() if item.value.checklist):
        stem = "checklists" if shelf == "table" else f"checklists-{shelf}"
        files.append(File(stem, game.say("Checklists"), partial(lay_out, shelf), reads, large=True, shelf=shelf))
    return files


def _aids(game: Game) -> list[File]:
    """The quick references of a shelf in one file; one with a given number of pages gets a file of its own."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.aids.say import fitted

        return fitted(game, setter.book, name)

    def lay_out_all(shelf: Shelf, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.aids.say import aids

        # In large print, a quick reference would outgrow its given pages.
        return aids(game, setter.book, setter.theme.reading, every=setter.theme.enlarges, shelf=shelf)

    reads = _reads("aids", NUMBERS, "tables")
    files = [
        File(f"aid-{name}", item.value.title, partial(lay_out, name), reads, shelf=item.value.shelf)
        for name, item in game.aids.items()
        if item.value.pages is not None
    ]
    shelves = dict.fromkeys(item.value.shelf for item in game.aids.values() if item.value.pages is None)
    for shelf in shelves:
        stem = "aids" if shelf == "table" else f"aids-{shelf}"
        files.append(
            File(stem, game.say("Quick references"), partial(lay_out_all, shelf), reads, large=True, shelf=shelf)
        )
    return files


def _folders(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.folder.say import flowing, folder

        if setter.theme.enlarges:
            return flowing(folder(game, setter.book, name, setter.theme.reading))
        return folder(game, setter.book, name)

    def reads(one: Folder) -> frozenset[str]:
        usual = _reads("folder", NUMBERS, "tables")
        return usual | _ROLLED if any(pane.form for pane in one.panes) else usual

    return [
        File(
            f"folder-{name}",
            item.value.title,
            partial(lay_out, name),
            reads(item.value),
            large=True,
            shelf=item.value.shelf,
        )
        for name, item in game.folders.items()
    ]


def _gauges(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.gauges import draw as gauges

        return Cut(boards=tuple(gauges.boards(game, list(game.gauges.values()), paper, setter)))

    return [File("gauges", game.say("Gauges"), lay_out, _reads("gauges", NUMBERS), cut=True)] if game.gauges else []


def _maps(game: Game) -> list[File]:
    """Each map, and a page for each set-up that it shows."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.maps import draw as maps
        from rcwkit.sheets.tiling import tiled

        item = game.maps[name]
        frame, own = maps.board(game, item, setter), item.value.paper
        if own == "usual" and not maps.fits(frame, paper):
            return Cut(boards=tiled(frame, paper, setter))
        page = paper if own == "usual" else maps.large(item.value)
        return Cut(boards=tuple(maps.whole(frame, page, item.value.title, setter)))

    def lay_out_setup(name: str, scenario: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.maps.draw import setup_page

        return Cut(boards=(setup_page(game, game.maps[name], settle(game, scenario), paper, setter),))

    files = []
    for name, item in game.maps.items():
        one = item.value
        reads, on, spread = _reads("maps", NUMBERS, "places"), one.shelf, one.paper == "usual"
        files.append(File(f"map-{name}", one.title, partial(lay_out, name), reads, cut=True, shelf=on, spread=spread))
        for scenario in filter(game.scenarios.get, one.setups):
            contents, reads = partial(lay_out_setup, name, scenario), _reads("layouts", *_SETTLED)
            title = f"{one.title}: {game.scenarios[scenario].value.title}"
            stem = f"map-{name}-{scenario}"
            files.append(File(stem, title, contents, reads, cut=True, shelf=on, spread=spread))
    return files


def _storage(game: Game) -> list[File]:
    """Boxes and labels, sized by the decks and counters they hold."""
    from rcwkit.kinds.storage.draw import stored

    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.storage import draw as storage

        return Cut(boards=tuple(storage.boards(game, paper, setter)))

    if not stored(game):
        return []
    large = any(item.value.reference for item in game.decks.values())
    reads = _reads("cards", "counters")
    return [File("storage", game.say("Boxes and labels"), lay_out, reads, cut=True, large=large, shelf="proxies")]


def _booklets(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Volume:
        from rcwkit.kinds.booklet.say import volume

        return volume(game, name)

    reads = _reads("booklet", LETTERS, NUMBERS)
    return [
        File(f"booklet-{name}", item.value.title, partial(lay_out, name), reads, large=True, shelf=item.value.shelf)
        for name, item in game.booklets.items()
    ]


def _rulings(game: Game) -> list[File]:
    """The rulings to decide before play, and for study all; without any to decide, all are for the table."""

    def lay_out(setter: Setter, paper: Paper, *, decide: bool) -> Document:
        from rcwkit.kinds.aids.say import rulings_sheet

        return rulings_sheet(game, decide=decide)

    reads = _reads("rulings")
    every = File(
        "all-rulings", game.say("All rulings"), partial(lay_out, decide=False), reads, large=True, shelf="study"
    )
    if any(item.value.decide for item in game.rulings.values()):
        return [File("rulings", game.say("Rulings to decide"), partial(lay_out, decide=True), reads, large=True), every]
    return [every._replace(stem="rulings", title=game.say("Rulings"), shelf="table")] if game.rulings else []


FILES: Mapping[str, Callable[[Game], list[File]]] = {
    "counters": _counters,
    "setup": _setups,
    "cards": _cards,
    "pieces": _pieces,
    "tracks": _tracks,
    "tables": _charts,
    "procedures": _procedures,
    "scenarios": _checklists,
    "aids": _aids,
    "folder": _folders,
    "maps": _maps,
    "gauges": _gauges,
    "booklet": _booklets,
    "rulings": _rulings,
}
