"""A kind of documents: its model, its checks and the files made from it; and what files are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from rcwkit.source.kinds import KINDS
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic, Span
    from rcwkit.dice.notation import Dice
    from rcwkit.document.blocks import TextDocument
    from rcwkit.frame import Frame
    from rcwkit.game.game import Document, Entry, Game, GameItem
    from rcwkit.game.references import Family
    from rcwkit.kinds.booklet.draw import Volume
    from rcwkit.sheets.imposition import CutPiece
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Lies, Shelf, Use
    from rcwkit.source.info import GameInfo, Motif
    from rcwkit.source.project import Project
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


class Cut(NamedTuple):
    """Contents of cut sheets: pieces to impose, or boards that are whole pages already.

    Few pieces may share the last board's page: `lower` gives the boards with a height (pt) left free at the foot of
    each, on a number of pages or the fewest for 0, or none if they do not fit.
    """

    pieces: tuple[CutPiece, ...] = ()
    boards: tuple[Frame, ...] = ()
    lower: Callable[[float, int], tuple[Frame, ...]] | None = None

    @property
    def frames(self) -> Iterator[Frame]:
        """Every face."""
        for piece in self.pieces:
            yield from piece.faces
        yield from self.boards


class Section(NamedTuple):
    """A section of the companion: its id within the page, its title, and what it shows."""

    id: str
    title: str
    document: TextDocument


class Usage(NamedTuple):
    """How a file is used, or from a composed `page` on, which has a title of its own: when, and where it lies.

    Copies are for all players together, 0 is one for each of them.
    """

    when: str = word("throughout")
    lies: Lies = "seat"
    copies: int = 1
    page: str = ""
    title: str = ""


def used(usual: Usage, given: Use, page: str = "", title: str = "") -> Usage:
    """Return the usual use with what a document says otherwise."""
    copies = 0 if given.copies == "each" else usual.copies if given.copies is None else given.copies
    return Usage(given.when or usual.when, given.lies or usual.lies, copies, page, title)


def counter_pieces(game: Game, setter: Setter, counters: Iterable[GameItem[Any]]) -> tuple[CutPiece, ...]:
    """Return counters as pieces to cut, by their owners as the game lists them; only squares can share cuts."""
    from rcwkit.dice.counters import owner_of
    from rcwkit.faces.counters import faces, sized_at
    from rcwkit.faces.faces import Faces
    from rcwkit.sheets.imposition import CutPiece

    drawing, rank = Faces(game, setter), [*game.owners].index
    listed = sorted(counters, key=lambda item: rank(owner_of(game, item.id)))
    drawn = ((*faces(drawing, item), item.value, item.id) for item in listed)
    return tuple(
        CutPiece(
            front,
            back,
            one.copies,
            front.shape == "square",
            one.full_name or one.name,
            sized_at(game, key),
            game.owners[owner_of(game, key)].title,
        )
        for front, back, one, key in drawn
    )


class File(NamedTuple):
    """One PDF of a kit: its name without suffix, its title, and the function that lays it out for a paper.

    The layout of `cut` files depends on how sheets are printed, that of text documents does not. `pieces` counts
    different pieces, none for boards. A `large` file has a large-print edition; a `spread` one has pages of any size,
    tiled over sheets. `use` says how it is used, each for the pages before the next; without any, it is used as files
    of its kind are. `kind` is the kind of its documents; `reads` are all kinds that it is made from: it is made again
    when one of them changes. A file with the pieces of several is `of` them, by their stems.
    """

    stem: str
    title: str
    lay_out: Callable[[Setter, Paper], Cut | TextDocument | Volume]
    reads: frozenset[str]
    cut: bool = False
    pieces: int = 0
    large: bool = False
    kind: str = ""
    shelf: Shelf = "table"
    spread: bool = False
    use: tuple[Usage, ...] = ()
    of: tuple[str, ...] = ()


class Part(NamedTuple):
    """What booklets print of a kind, as in `{table crt}`: the word, the ids, and how one is drawn at most so wide (pt).

    It is drawn from documents of the kinds that it `reads`.
    """

    word: str
    ids: Callable[[Game], Collection[str]]
    draw: Callable[[Game, str, Setter, float], Frame]
    reads: frozenset[str]


class Boxed(NamedTuple):
    """Cards that get a tuck box: their title and its place, how many, their size and that in large print (mm).

    The box has the back's motif in the colour of an owner.
    """

    title: str
    at: Span
    number: int
    size: tuple[float, float]
    enlarged: tuple[float, float]
    thickness: float
    motif: Motif | None = None
    owner: str = ""


class Rows(NamedTuple):
    """Entries of a document that make a sheet: its name, their path, and the columns of rows that are lists."""

    name: str
    path: tuple[str, ...]
    columns: Sequence[str] = ()


class Markup(NamedTuple):
    """Which texts of a kind are printed with styles and signs: those of some fields, or all but titles and asides.

    Fields have pictures, dice and marks of owners; `also` names those with signs of another sort. What is `laid` out
    by layouts has lines under and through words, other sizes, and raised and lowered words, too.
    """

    fields: Collection[str] | None = None
    also: Mapping[str, Collection[str]] = {}
    laid: bool = False

    def runs(self, field: str) -> bool:
        """Whether the texts of a field have styles and signs."""
        return field not in _TITLES if self.fields is None else field in self.fields

    def draws(self, sort: str, field: str) -> bool:
        """Whether the texts of a field have signs of a sort."""
        if self.fields is None or not self.runs(field):
            return self.runs(field)
        return sort in _SMALL or field in self.also.get(sort, ())


PLAIN = Markup(())
"""Of kinds whose texts are names, and stand in lists and on small things."""
_TITLES = frozenset({"title", "aside"})
_SMALL = frozenset({"die", "mark", "sign"})


def _nothing(*_: Any) -> Collection[Any]:
    return ()


class Kind(NamedTuple):
    """What the program knows of a kind of documents; its package imports the rest when one of these is called.

    `check` are the checks of a game that has such documents, `check_sound` those that need a game without errors.
    `files` are the files made from them. A document is one thing, called `whole` in messages, or else has entries:
    those of the mapping named like the kind, or what `entries` yields, given the document of `kind: game`, too.
    `game[Model]` holds all these by id, and behind them what `derived` yields for a model. `families` are the ids that
    references may name, `numbered` those of rulings that have numbers.

    `attach` adds what a document names in other files, those of a translation in their place: it takes the
    document, these files by name, their language, the project, and the signs for characters. `limit` refuses
    documents that are too large together. Both raise InputError. `complete` fills in what documents leave to others
    of the game. `uses` are the counters that need no set-up, such as those that rolls bring. `fixed` are the fields
    of entries that are not translated, `cells` the texts, with their paths, that are values to the rules and
    translated only in print. `layouts` are those of its faces, `drawn` the paths of what only layouts of the game's
    own print. `charts` are those that its pages for the table print, which need no page of their own.

    `names` are what the index of a kit looks for, `prints` those that pages have without saying them: a
    file's stem, the page, and the name. `holds` says how many there are of what. The print guide says the lines of
    `counts`, given the stems of a kit's files, how to cut `shapes`, and which `dice` to have at hand. The companion
    shows `sections`, exports as CSV have what of a document is `listed`, and virtual tables the text documents of kinds
    that lie `on_table`. Its files have a usual `use`. Booklets print its `part`.
    Kits have boxes for what is `boxed`. Texts have styles and signs as its `markup` says, or else as on pages.
    """

    model: type[BaseModel]
    check: Callable[[Game], Iterable[Diagnostic]] = _nothing
    files: Callable[[Game], Iterable[File]] = _nothing
    check_sound: Callable[[Game], Iterable[Diagnostic]] = _nothing
    whole: str = ""
    entries: Callable[[Any, GameInfo], Iterable[Entry]] | None = None
    derived: Mapping[type, Callable[[Game], Iterable[GameItem[Any]]]] = {}
    families: Mapping[str, Family] = {}
    numbered: Callable[[Game], Iterable[str]] = _nothing
    attach: Callable[[Document, Mapping[str, str], str, Project, Mapping[str, str]], Document] | None = None
    limit: Callable[[Iterable[tuple[Any, Span]]], None] | None = None
    complete: Callable[[Game], Game] | None = None
    layouts: Callable[[Game], Iterable[str]] = _nothing
    drawn: Callable[[Game, Document], Iterable[tuple[Any, ...]]] = _nothing
    charts: Callable[[Game], Iterable[str]] = _nothing
    names: Callable[[Game], Iterable[str]] = _nothing
    prints: Callable[[Game], Iterable[tuple[str, int, str]]] = _nothing
    sections: Callable[[Game, FontBook], Iterable[Section]] = _nothing
    listed: Callable[[Any], Iterable[Rows]] = _nothing
    on_table: bool = False
    use: Usage = Usage()
    part: Part | None = None
    boxed: Callable[[Game], Iterable[Boxed]] = _nothing
    holds: Callable[[Game], Mapping[str, int]] = lambda _: {}
    counts: Callable[[Game, Collection[str]], Iterable[str]] = _nothing
    shapes: Callable[[Game], Iterable[str]] = _nothing
    dice: Callable[[Game], Iterable[Dice]] = _nothing
    uses: Callable[[Game], Iterable[str]] = _nothing
    fixed: Callable[[Any], Collection[str]] = _nothing
    cells: Callable[[Any], Iterable[tuple[str, tuple[Any, ...]]]] = _nothing
    markup: Markup = Markup()


_STORAGE = "storage"
"""Stands for a kind in the order of files: boxes and labels."""

NUMBERS = "ruling numbers"
"""Pseudo-kind read by files that print ruling numbers alone: a reworded ruling does not remake them."""
MARKERS = "markers of tracks"
"""Pseudo-kind read by maps with set-ups, where counters on tracks are not: what a box is called is not on them."""
SPOTS = "names of places"
"""Pseudo-kind read by counters, which say where they start: where a map draws its places is not on them."""
LANGUAGE = "language of the kit"
"""Pseudo-kind read by all files: their language, and the game's translations into it."""
LETTERS = "letters of fonts"
"""Pseudo-kind read by files whose engine sees all letters of a game's fonts, not only those that it prints."""


def made_from(*kinds: str) -> frozenset[str]:
    """Return these kinds, and the game and language, which every file reads."""
    return frozenset({"game", LANGUAGE, *kinds})


OUTLINE = "outline"
"""Stands for the shape of pieces that are cut along an outline of their own."""
SETTLED = ("counters", "maps", "places", NUMBERS, "scenarios", "setup", "tracks", "values")
"""Kinds that a settled set-up is made from."""
COUNTERS = ("counters", "layouts", SPOTS, "setup", "values")
"""Kinds that counters are drawn from."""
ROLLED = made_from("procedures", "tables", *SETTLED)
"""Kinds that odds and forms are made from."""


def odds_files(game: Game) -> list[File]:
    """Return the file of the odds of all charts and procedures, if there are any."""
    from rcwkit.document.odds_blocks import has_odds, odds_sheet

    def odds(setter: Setter, paper: Paper) -> TextDocument:
        return odds_sheet(game, setter.book, outlined=setter.theme.outlined)

    return [File("odds", game.say("Odds"), odds, ROLLED, large=True, shelf="study")] if has_odds(game) else []


def kinds_in(game: Game) -> Iterator[Kind]:
    """Yield the kinds of a game's documents, in order."""
    return (KINDS[name] for name in _order(game) if name in KINDS)


def files_of(game: Game, kind: str = "") -> Iterator[File]:
    """Yield the files of a kit, in the order of kinds, boxes and labels after the cards; or those of one `kind`."""
    for name in (name for name in _order(game) if kind in ("", name)):
        usual = (KINDS[name].use,) if name in KINDS else (Usage(lies="box"),)
        for file in _files(game, name):
            use = tuple(one._replace(when=game.say(one.when)) for one in file.use or usual)
            yield file._replace(kind=name, use=use)


def sheets_of(game: Game) -> Iterator[File]:
    """Yield the files of a kit as they are printed: those that share sheets are one, in the place of the first."""
    found = {file.stem: file for file in files_of(game)}
    place = {stem: name for name, one in game.info.sheets.items() for stem in one.of}
    for stem, file in found.items():
        name = place.get(stem)
        if name is None:
            yield file
            continue
        shared = game.info.sheets[name]
        files = [found[one] for one in shared.of if one in found]
        if file is files[0]:
            reads = frozenset[str]().union(*(one.reads for one in files))
            pieces = sum(one.pieces for one in files)
            lay_out = partial(_together, files)
            one = file._replace(stem=name, title=shared.title, lay_out=lay_out, reads=reads, pieces=pieces, large=False)
            yield one._replace(of=tuple(other.stem for other in files))


def _together(files: Sequence[File], setter: Setter, paper: Paper) -> Cut:
    laid = [one.lay_out(setter, paper) for one in files]
    return Cut(tuple(piece for one in laid if isinstance(one, Cut) for piece in one.pieces))


_AFTER = {"cards": _STORAGE, "folder": "maps"}
"""What comes after the files of a kind: the boxes to keep cards and counters in, and maps after pages for play."""


def _order(game: Game) -> Iterator[str]:
    """Yield the kinds of a game's documents in the order of their files, with the boxes to keep them in."""
    found = {_STORAGE, *game.kinds}
    order = (one for name in KINDS if name not in _AFTER.values() for one in (name, _AFTER.get(name, "")))
    return (name for name in order if name in found)


def _files(game: Game, name: str) -> Iterable[File]:
    if name != _STORAGE:
        return KINDS[name].files(game)  # type: ignore[no-any-return]
    from rcwkit.kinds.storage import storage_files

    return storage_files(game)
