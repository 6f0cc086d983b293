"""The print guide of an edition: what to print for whom, where it lies, and how to print, cut and fold it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.document.blocks import (
    Block,
    Cell,
    DocumentPart,
    Grid,
    Heading,
    Lying,
    Panel,
    Paragraph,
    Picture,
    Point,
    Row,
    Tabletop,
    TextDocument,
    document,
)
from rcwkit.frame import MM, Miniature
from rcwkit.game.game import Game
from rcwkit.kinds.kind import OUTLINE, Usage, files_of, kinds_in, sheets_of
from rcwkit.sheets.paper import PAPERS, READING, Backs, Edition, Flip, size_name
from rcwkit.source.base import Lies, Shelf
from rcwkit.source.language import Language, unbroken, word

Form = Literal["counters", "cards", "boards", "document", "booklet"]
PAPER: Mapping[str, Mapping[Form, str]] = {
    "a4": {
        "counters": word("label on 1.5–2 mm board, or card"),
        "cards": word("card, 200–300 g/m², or sleeves"),
        "boards": word("card, 160–250 g/m²"),
        "document": word("80–100 g/m²"),
        "booklet": word("80–100 g/m²"),
    },
    "letter": {
        "counters": word("label on 1/16 in board, or card"),
        "cards": word("card, 80–110 lb cover, or sleeves"),
        "boards": word("card, 65–90 lb cover"),
        "document": word("20–28 lb bond"),
        "booklet": word("20–28 lb bond"),
    },
}
"""Weights of paper as sold where text documents are printed on A4 or on Letter."""
WHOLE = {
    "gauges": word(
        "**Gauges:** glue them to board, then cut along their outer edges. "
        "Join parts of a stick letter to letter, over the tab."
    ),
    "storage": word(
        "**Boxes and labels:** cut along the solid lines, score and fold along the dashed ones, and glue the tabs."
    ),
}
"""What to do with files that are not cut into pieces."""
LIES: Mapping[Lies, str] = {
    "seat": word("at your seat"),
    "map": word("on the map"),
    "left": word("left of the map"),
    "right": word("right of the map"),
    "box": word("in the lid of the box"),
    "away": word("away afterwards"),
}
SHELF: Mapping[Shelf, str] = {
    "table": word("For play"),
    "proxies": word("Proxies of pieces that owners of the game have"),
    "study": word("For study"),
}
LEFT: Mapping[Shelf, str] = {
    "table": word("Left out:"),
    "proxies": word("Left out, as owners of the game have them:"),
    "study": word("Left out, to read at home:"),
}
TURN: Mapping[Flip, str] = {
    "long": word("**Both sides,** turned over the long edge. Hold a sheet against the light."),
    "short": word("**Both sides,** turned over the short edge. Hold a sheet against the light."),
}
FLIPPED: Mapping[Flip, str] = {
    "long": word("two-sided, turned over the long edge"),
    "short": word("two-sided, turned over the short edge"),
}
BACKS: Mapping[Backs, str] = {
    "gutterfold": word("backs beside their fronts, to fold"),
    "sheets": word("backs on sheets of their own, to glue"),
    "none": word("without backs"),
}
MEASURE = (word("Measure this first."), word("The bar is 100 mm long, or the page was not printed at 100 %."))
INDEXED = Usage(word("when in doubt"), "box")
ROWS = 12
"""Most sheets by letter on a page."""
TALL, LOW, ROW, LINE = 112.0, 52.0, 6.0, 5.0
"""Height of the table top (mm) up to five sheets, its least, and how far each further sheet and line lowers it."""
FONTS = word("PT Sans, PT Sans Narrow and PT Serif: © 2009 ParaType Ltd., ParaType Free Font License.")

CHECKSUMS = "SHA256SUMS"


class PageWords(NamedTuple):
    """The words of a page in lower case: those of its headings, all, and those in bold type.

    `page` is what it is called, such as 3b.
    """

    titles: str
    text: str
    page: str = ""
    strong: str = ""


class Component(NamedTuple):
    """A file of the kit: its pages and sheets of paper, and its pieces as (count, (width, height) in mm).

    `labels` are what its pages are called, if they have numbers, and `heads` their titles; the first page, and those
    that are used apart, are also `small`.
    """

    name: str
    title: str
    form: Form
    pages: int
    sheets: int
    pieces: tuple[tuple[int, tuple[float, float]], ...] = ()
    shelf: Shelf = "table"
    words: tuple[PageWords, ...] = ()
    labels: tuple[str, ...] = ()
    small: tuple[Miniature, ...] = ()
    heads: Mapping[str, str] = {}

    @property
    def told(self) -> int:
        """How many pages it has, if those with one number, as 3a and 3b, count once."""
        numbers = [label.rstrip(ascii_lowercase) for label in self.labels if label]
        return self.pages - len(numbers) + len({*numbers})


class _Use(NamedTuple):
    """A file, or pages of one that are used apart: how, with their number and that of their sheets of paper."""

    component: Component
    use: Usage
    pages: int
    sheets: int
    small: Miniature

    @property
    def both(self) -> bool:
        """Whether its sheets are printed on both sides."""
        return self.sheets < self.pages


def print_guide(
    game: Game,
    components: Iterable[Component],
    edition: Edition,
    program: str,
    printed: str,
    left: Iterable[tuple[Shelf, str]] = (),
    *,
    large: bool = False,
    study: bool = False,
) -> TextDocument:
    """Return the guide to an edition made of these components: on one page, if not too many lie on the table.

    `program` names the tool and its version; `printed` says low ink or large print; `left` are the shelf and title of
    each file that was not asked for. In `large` print it takes as many pages as it needs; for `study` it says what the
    source lacks.
    """
    kit, say = list(components), game.say
    table = [component for component in kit if component.shelf == "table"]
    owned = _owned(game)
    told = say("Print what the box lacks; the rest of this kit you have already.") if owned else ""
    note = " ".join(filter(None, (told, f"**{' · '.join(_edition(say, edition, printed))}**")))
    parts = [
        DocumentPart(say("You own the game?") if owned else say("What to print"), blocks, "bars", note=note, columns=1)
        for blocks in _pages(game, kit, table, edition, program, [*left])
    ]
    if len(table) < len(kit):
        at = Span(game.root.file)
        listing = _listing(say, kit, edition, at)
        counts = Paragraph(_by_shelf(say, kit), "quiet", at=at)
        parts.append(DocumentPart(say("All files"), (listing, counts), "bars", columns=1))
    if study and game.info.missing:
        points = (
            Point(f"**{gap.what}.** {gap.supply}", at=game.root.at("missing", number))
            for number, gap in enumerate(game.info.missing)
        )
        parts.append(DocumentPart(say("What the source lacks"), tuple(points), "bars"))
    made = document(game, say("Print guide"), parts)
    return made if large or study or len(table) < len(kit) else replace(made, pages=1, composed=True)


def _pages(
    game: Game,
    kit: list[Component],
    table: list[Component],
    edition: Edition,
    program: str,
    left: list[tuple[Shelf, str]],
) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks of each page; further pages have only more sheets by letter."""
    say, at = game.say, Span(game.root.file)
    uses = sorted(_uses(game, table), key=lambda one: [*LIES].index(one.use.lies))
    lettered = list(zip(_letters(), uses, strict=False))
    seats = game.players
    things = tuple(
        Lying(letter, one.use.lies, one.small, one.pages, one.use.copies == 0 and one.use.lies == "seat")
        for letter, one in lettered
        if one.small.width
    )
    contents = [*_contents(uses)]
    high = max(TALL - ROW * max(min(len(uses), ROWS) - 5, 0) - LINE * len(contents), LOW)
    middle = game.info.table.middle or say("map of the game")
    rows = [_row_of(game, letter, one, edition) for letter, one in lettered]
    heads = (say("print"), say("for"), say("sheets"), say("on"), say("in play"), say("lies"))
    columns = tuple(map(Cell, ("", *heads)))
    cut = tuple(Row((Cell(text, picture),)) for picture, text in _steps(say, edition, kit))
    notes = [_line(text) for text in _notes(game, kit, edition)]
    first: list[Block] = [Tabletop(seats or (say("you"),), middle, things, high, at=at)]
    first += [Grid("sheets", tuple(rows[:ROWS]), columns, at=at)] if rows else []
    told = (*contents, *_left(game, left))
    first += [Panel(told, "note", at=at)] if told else []
    first += [Heading(say("Print and cut"), "section", keep=True), Grid("steps", cut, at=at)]
    first += [Picture(*map(say, MEASURE))]
    first += [Paragraph(" ".join(notes), "quiet", at=at), Paragraph(" ".join(credits(game, program)), "quiet", at=at)]
    yield tuple(first)
    for begin in range(ROWS, len(rows), 3 * ROWS):
        yield (Grid("sheets", tuple(rows[begin : begin + 3 * ROWS]), columns, at=at),)


def _letters() -> Iterator[str]:
    """Yield A to Z, then AA, AB and so on."""
    yield from ascii_uppercase
    yield from (one + two for one in ascii_uppercase for two in ascii_uppercase)


def _uses(game: Game, table: Iterable[Component]) -> Iterator[_Use]:
    """Yield what is used apart: files, and pages of composed ones that say so."""
    known = {f"{file.stem}.pdf": file.use for file in sheets_of(game)}
    for component in table:
        use = known.get(component.name, (INDEXED._replace(when=game.say(INDEXED.when)),))
        numbers = [label.rstrip(ascii_lowercase) for label in component.labels]
        starts = [numbers.index(one.page) if one.page in numbers else 0 for one in use]
        small = {one.page.rstrip(ascii_lowercase): one for one in reversed(component.small)}
        for one, begin, end in zip(use, starts, [*starts[1:], component.pages], strict=True):
            pages = end - begin
            sheets = component.sheets if len(use) == 1 else pages
            seen = small.get(one.page) or next(iter(component.small), Miniature(0, 0, ()))
            yield _Use(component, one, pages, sheets, seen)


def _contents(uses: Iterable[_Use]) -> Iterator[str]:
    """Yield what the numbered pages of each sheet are about: where to look."""
    for one in uses:
        heads = one.component.heads
        pages = {
            label.rstrip(ascii_lowercase): heads[label] for label in reversed(one.component.labels) if label in heads
        }
        if len(pages) > 1 and not one.use.page:
            yield f"**{one.component.title}:** {' · '.join(f'{page} {pages[page]}' for page in reversed(pages))}."


SIZES = 8
"""Sizes of pieces that the line of a file lists."""


def _row_of(game: Game, letter: str, one: _Use, edition: Edition) -> Row:
    """Return what a sheet is, for whom, on how many sheets of which paper, when it is used, and where it lies."""
    say, component, use = game.say, one.component, one.use
    players, file = len(game.players), component.name
    pieces = " ".join(_pieces(say, component))
    page = say("page {number}", number=use.page) if use.page and use.title else ""
    everybody = say("you") if players < 2 else say("both") if players == 2 else say("all")
    whom = say("each player") if use.copies == 0 and players > 1 else everybody
    copies = f", {say.count(use.copies, '{n} copy', '{n} copies')}" if use.copies > 1 else ""
    sheets = say("{n}, both sides", n=one.sheets) if one.both else f"{one.sheets}"
    note = unbroken(" · ".join(filter(None, (file, page, pieces))))
    paper = unbroken(say(PAPER[_reading(edition)][component.form]))
    said = (whom + copies, sheets, paper, use.when, say(LIES[use.lies]))
    return Row((Cell(letter), Cell(use.title or component.title, note=note), *map(Cell, said)))


def _line(text: str) -> str:
    return unbroken(re.sub(r"[ \t\n]+", " ", text).strip(" "))


def credits(game: Game, program: str) -> Iterator[str]:
    """Yield the credits of the game, source, program and type, a sentence each.

    A game whose source says no more than its own title is its maker's own, and leaves nothing out.
    """
    source, say = game.info.source, game.say
    title = " ".join(filter(None, (source.title, source.version)))
    about = ", ".join(filter(None, (source.author, source.publisher, source.date)))
    yield game.info.credits
    if about or title != game.info.title:
        said = f"**{title}**{f' ({about})' if about else ''}"
        yield say("Facts and figures come from {source}.", source=said)
        yield say(
            "Rule numbers are those of the source; all sentences are written anew. "
            "The kit has no map, artwork or card text of the published game."
        )
    if game.info.licence:
        yield say("These data are under the {licence} licence.", licence=game.info.licence)
    yield say("Made with {program}, which is under the MIT licence.", program=program)
    yield say(FONTS)


def _reading(edition: Edition) -> str:
    """Return the paper of text documents."""
    return READING[edition.paper.name.lower()]


def _edition(say: Language, edition: Edition, printed: str) -> Iterator[str]:
    texts = PAPERS[_reading(edition)].name
    paper = edition.paper.name
    yield paper if texts == paper else say("{paper}, texts {other}", paper=paper, other=texts)
    yield say(FLIPPED[edition.flip] if edition.backs == "duplex" else BACKS[edition.backs])
    yield say(printed or word("full colour"))
    if edition.printer:
        yield say("for the printer {printer}", printer=edition.printer.said(say))


def _steps(say: Language, edition: Edition, kit: Collection[Component]) -> Iterator[tuple[str, str]]:
    """Yield the picture and the words of each step of printing and cutting: only what this edition needs."""
    forms = {component.form for component in kit}
    pieces = "counters" in forms or "cards" in forms
    yield "measure", say("**100 %,** never “fit to page”. Measure the bar below.")
    if not pieces or edition.backs == "duplex":
        flip: Flip = edition.flip if pieces else "long"
        yield f"turn {flip}", say(TURN[flip])
    elif edition.backs == "gutterfold":
        yield "fold", say("**Score and fold** along the dashed line, print outside. Glue, press, let dry.")
    elif edition.backs == "sheets":
        yield "glue", say("**Glue each back** behind the front of its number, marks on marks against the light.")
    if pieces:
        yield "down", say("**Cut down** in the order of the numbers, sheets of one size together.")
        yield "across", say("**Then cut across,** with all strips side by side.")
    booklets = [component for component in kit if component.form == "booklet"]
    if any(component.sheets > 1 for component in booklets):
        yield "staple", say("**Booklets:** turn over the short edge, nest, fold, staple twice.")
    elif booklets:
        yield "staple", say("**Booklets:** turn over the short edge, and fold.")


def _notes(game: Game, kit: list[Component], edition: Edition) -> Iterator[str]:
    """Yield what else to know: pieces to count, cuts of other kinds, what to have at hand."""
    say, stems = game.say, {component.name.removesuffix(".pdf") for component in kit}
    stems |= {stem for name, shared in game.info.sheets.items() if name in stems for stem in shared.of}
    forms = {component.form for component in kit}
    pieces = "counters" in forms or "cards" in forms
    yield from (line for kind in kinds_in(game) for line in kind.counts(game, stems))
    yield from (say(how) for stem, how in WHOLE.items() if stem in stems)
    shapes = {shape for kind in kinds_in(game) for shape in kind.shapes(game)} if pieces else set()
    if "hex" in shapes:
        yield say("Hexes lie in rows that interlock: cut each along its line; where two touch, one cut serves both.")
    if shapes & {"round", OUTLINE}:
        yield say("Pieces of other shapes: cut the rectangles apart, then each along its line.")
    if edition.corners:
        yield say("Round the corners along the arcs.")
    if edition.printer:
        text = word("Sheets to be cut are corrected for **{printer}**. Build again for another printer.")
        yield say(text, printer=edition.printer.name)
    elif pieces and edition.backs == "duplex":
        yield say("Backs that are off: run **rcwkit calibrate**, then build with **--printer**.")
    yield _dice(game)


def _listing(say: Language, components: list[Component], edition: Edition, at: Span) -> Grid:
    """Return the table of files with their pages, sheets and pieces, and the totals."""
    rows = tuple(_row(say, one, PAPER[_reading(edition)]) for one in components)
    count = sum(count for component in components for count, _ in component.pieces)
    pages, sheets = f"{sum(one.pages for one in components)}", f"{sum(one.sheets for one in components)}"
    counted = say.count(count, "{n} piece", "{n} pieces") if count else ""
    total = Row(tuple(map(Cell, (say("Total"), "", pages, sheets, counted, ""))))
    heads = (say("File"), say("Component"), say("Pages"), say("Sheets"), say("Pieces"), say("Paper"))
    return Grid("files", (*rows, total), tuple(map(Cell, heads)), span=True, at=at)


def _by_shelf(say: Language, components: list[Component]) -> str:
    """Return the pages and sheets of each shelf, if there are several."""
    told = []
    for shelf in dict.fromkeys(one.shelf for one in components):
        pages = sum(one.pages for one in components if one.shelf == shelf)
        sheets = sum(one.sheets for one in components if one.shelf == shelf)
        counted = say.count(pages, "{n} page", "{n} pages"), say.count(sheets, "on {n} sheet", "on {n} sheets")
        told.append(f"**{say(SHELF[shelf])}:** {' '.join(counted)}")
    return f"{' · '.join(told)}." if len(told) > 1 else ""


def _row(say: Language, component: Component, weights: Mapping[Form, str]) -> Row:
    pieces = (
        unbroken(text).replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}") for text in _pieces(say, component)
    )
    paper = unbroken(say(weights[component.form]))
    told = (component.title, f"{component.pages}", f"{component.sheets}", "\n".join(pieces), paper)
    return Row((Cell(component.name, box=say("Printed: {name}", name=component.name)), *map(Cell, told)))


def _pieces(say: Language, component: Component) -> list[str]:
    """Return how many pieces to cut there are of each size, or of how many sizes if these are many."""
    if len(component.pieces) > SIZES:
        total = sum(count for count, _ in component.pieces)
        return [say("{n} pieces of {sizes} sizes", n=total, sizes=len(component.pieces))]
    return [f"{count} × {_size(say, size)}" for count, size in component.pieces]


def _size(say: Language, size: tuple[float, float]) -> str:
    """Return a size as printed: `poker, 63 × 88 mm`; `5/8 in, 15.9 mm`."""
    width, height = size
    points = width * MM, height * MM
    if width == height:
        measures = say("{width} mm", width=say.number(f"{width:.3g}"))
    else:
        sides = say.number(f"{width:.4g}"), say.number(f"{height:.4g}")
        measures = say("{width} × {height} mm", width=sides[0], height=sides[1])
    return measures if size_name(points).endswith("mm") else f"{size_name(points, say)}, {measures}"


def _dice(game: Game) -> str:
    say, dice = game.say, dict[int, int]()
    for one in (one for kind in kinds_in(game) for one in kind.dice(game)):
        dice[one.faces] = max(one.count, dice.get(one.faces, 0))
    said = (
        say("one **d{faces}**", faces=faces)
        if count == 1
        else say("up to {number} **d{faces}** at once", number=count, faces=faces)
        for faces, count in sorted(dice.items())
    )
    none = word("Whatever dice your game needs; this kit rolls none.")
    return say("Dice: {dice}.", dice=say.listed(said)) if dice else say(none)


def _owned(game: Game) -> bool:
    """Return whether there are proxies of what lies in the box of the published game."""
    return any(file.shelf == "proxies" and file.kind != "storage" for file in files_of(game))


def _left(game: Game, left: Iterable[tuple[Shelf, str]]) -> Iterator[str]:
    """Yield what was left out, for whom that is, and how to print it."""
    titled = sorted(left, key=lambda one: [*LEFT].index(one[0]))
    shelves: dict[Shelf, list[str]] = {}
    for shelf, title in titled:
        shelves.setdefault(shelf, []).append(title)
    for shelf, titles in shelves.items():
        why = LEFT["table" if shelf == "proxies" and not _owned(game) else shelf]
        yield f"**{game.say(why)}** {', '.join(dict.fromkeys(titles))}."
    if shelves:
        command = f"**rcwkit build {game.info.id} --with {','.join(shelves)}**"
        yield game.say("To print them, too: {command}.", command=command)
