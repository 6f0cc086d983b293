"""The print guide of an edition: how to print, cut and fold it, its contents, and what else is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.document.blocks import (
    Block,
    Cell,
    DocumentPart,
    Grid,
    Heading,
    Paragraph,
    Picture,
    Point,
    Row,
    TextDocument,
    again,
    document,
)
from rcwkit.frame import MM
from rcwkit.game.game import Game
from rcwkit.kinds.kind import OUTLINE, kinds_in
from rcwkit.sheets.paper import PAPERS, READING, Backs, Edition, Flip, size_name
from rcwkit.source.base import Shelf
from rcwkit.source.language import Language, unbroken, word

if TYPE_CHECKING:
    pass

__all__ = ["CHECKSUMS", "Component", "Form", "PageWords", "WHOLE", "credits", "print_guide"]

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
    "tracks.pdf": (
        word("boards"),
        word("Boards fill a page each: use them as they are, or trim them along their frames."),
    ),
    "gauges.pdf": (
        word("gauges"),
        word(
            "Glue gauges to board, then cut along their outer edges. "
            "Join parts of a stick letter to letter, over the tab."
        ),
    ),
    "storage.pdf": (
        word("boxes"),
        word(
            "Cut boxes and labels along the solid lines, score and fold them along the dashed ones, and glue the tabs."
        ),
    ),
}
"""What to do with files that are not cut into pieces: (heading, instruction)."""
SHELF: Mapping[Shelf, str] = {
    "table": word("For play"),
    "proxies": word("Proxies of pieces that owners of the game have"),
    "study": word("For study"),
}
FLIPPED: Mapping[Flip, str] = {
    "long": word("two-sided, turned over the long edge"),
    "short": word("two-sided, turned over the short edge"),
}
CHOOSE: Mapping[Flip, str] = {
    "long": word("Choose **two-sided, turn over the long edge**."),
    "short": word("Choose **two-sided, turn over the short edge**."),
}
BACKS: Mapping[Backs, str] = {
    "gutterfold": word("backs beside their fronts, to fold"),
    "sheets": word("backs on sheets of their own, to glue"),
    "none": word("without backs"),
}
MEASURE = (word("Measure this first."), word("The bar is 100 mm long, or the page was not printed at 100 %."))
FONTS = word("PT Sans, PT Sans Narrow and PT Serif: © 2009 ParaType Ltd., ParaType Free Font License.")

CHECKSUMS = "SHA256SUMS"


class PageWords(NamedTuple):
    """The words of a page in lower case: those of its headings, and all; `page` is what it is called, such as 3b."""

    titles: str
    text: str
    page: str = ""


class Component(NamedTuple):
    """A file of the kit: its pages and sheets of paper, and its pieces as (count, (width, height) in mm)."""

    name: str
    title: str
    form: Form
    pages: int
    sheets: int
    pieces: tuple[tuple[int, tuple[float, float]], ...] = ()
    shelf: Shelf = "table"
    words: tuple[PageWords, ...] = ()


class _Section(NamedTuple):
    """A heading with a picture, numbered steps, and points; `places` are those of the points in the data, if known."""

    head: str
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()
    picture: Literal["cut", "fold", "glue", "turn long", "turn short"] | None = None


def print_guide(
    game: Game,
    components: Iterable[Component],
    edition: Edition,
    program: str,
    printed: str,
    left: Iterable[tuple[Shelf, str]] = (),
) -> TextDocument:
    """Return the guide to an edition made of these components.

    `program` names the tool and its version; `printed` says low ink or large print; `left` are the shelf and title of
    each file that was not asked for.
    """
    kit, at, missing, say = list(components), Span(game.root.file), game.info.missing, game.say
    how = [
        Picture("bar", *map(say, MEASURE), span=True),
        *(block for section in _sections(game, kit, edition) for block in _blocks(say, section, at)),
    ]
    how += [Heading(say("In this kit"), "section", span=True, keep=True), _listing(say, kit, edition, at)]
    if counts := _by_shelf(say, kit):
        how.append(Paragraph(counts, "quiet", span=True, at=at))
    gaps = tuple(f"**{gap.what}.** {gap.supply}" for gap in missing)
    stems = {component.name.removesuffix(".pdf") for component in kit}
    lines = tuple(line for kind in kinds_in(game) for line in kind.counts(game, stems))
    others = (
        _Section(say("Count what you cut"), points=lines),
        _Section(say("Keep at hand"), points=tuple(_borrowed(game))),
        _Section(
            say("Not in the source"),
            points=gaps,
            places=tuple(game.root.at("missing", index) for index in range(len(missing))),
        ),
        _Section(say("Not printed"), points=tuple(_left(game, left))),
        _Section(say("Licence and credits"), points=tuple(credits(game, program))),
    )
    rest = tuple(block for section in others if section.points for block in _blocks(say, section, at))
    note = f"**{' · '.join(_edition(say, edition, printed))}**"
    return document(game, say("Print guide"), (DocumentPart(say("Print guide"), (*how, *rest), "bars", note=note),))


def _blocks(say: Language, section: _Section, at: Span) -> Iterator[Block]:
    """Yield the blocks of a section; its steps stay together, its heading is repeated over points that continue."""
    yield Heading(section.head, "section", keep=True)
    if section.picture:
        yield Picture(section.picture, keep=True)
    for number, text in enumerate(section.steps, 1):
        yield Point(_line(text), str(number), keep=number < len(section.steps), at=at)
    for number, text in enumerate(section.points):
        place = section.places[number] if section.places else at
        yield Point(_line(text), again=again(say, section.head) if number else "", at=place)


def _line(text: str) -> str:
    """Return a text as one paragraph."""
    return unbroken(re.sub(r"[ \t\n]+", " ", text).strip(" "))


def credits(game: Game, program: str) -> Iterator[str]:
    """Yield the credits of the game, source, program and type, a sentence each."""
    source, say = game.info.source, game.say
    title = " ".join(filter(None, (source.title, source.version)))
    about = ", ".join(filter(None, (source.author, source.publisher, source.date)))
    yield game.info.credits
    said = f"**{title}**{f' ({about})' if about else ''}"
    yield say("Facts and figures come from {source}.", source=said)
    yield say(
        "Rule numbers are those of the source; all sentences are written anew. "
        "The kit has no map, artwork or card text of the published game."
    )
    if game.info.licence:
        yield say("These data are under the licence {licence}.", licence=game.info.licence)
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


def _sections(game: Game, components: list[Component], edition: Edition) -> Iterator[_Section]:
    """Yield how to print, turn, cut and glue: only what this edition needs."""
    forms, say = {component.form for component in components}, game.say
    pieces = bool(forms & {"counters", "cards"})
    yield _Section(say("Before you print"), steps=tuple(_before(say, edition, pieces, texts="document" in forms)))
    if pieces and edition.backs == "duplex":
        turned = (
            say(CHOOSE[edition.flip]),
            say("Print one sheet and hold it against the light: backs must lie behind their fronts."),
            say("If they are off, run **rcwkit calibrate**, store its readings, and build again with **--printer**."),
        )
        yield _Section(
            say("Fronts and backs"), steps=turned, picture="turn long" if edition.flip == "long" else "turn short"
        )
    if pieces and edition.backs == "gutterfold":
        folded = (
            say("Score the dashed line lightly, and fold along it with the print outside."),
            say("Glue the halves, press them flat, and let them dry before you cut."),
        )
        yield _Section(say("Fold"), steps=folded, picture="fold")
    if pieces and edition.backs == "sheets":
        glued = (
            say("Print all sheets on one side; the backs come after the fronts."),
            say(
                "Do not trim yet. Against the light, lay each back sheet behind the front of its number, "
                "marks on marks."
            ),
            say("Glue them (counters with board between), press them flat, and let them dry."),
        )
        yield _Section(say("Glue"), steps=glued, picture="glue")
    if pieces:
        yield _Section(say("Cut"), steps=tuple(_cutting(game, edition, forms)), picture="cut")
    if "booklet" in forms:
        yield _Section(
            say("Booklets"), steps=tuple(_stitching(say, [one for one in components if one.form == "booklet"]))
        )
    whole = [WHOLE[component.name] for component in components if component.name in WHOLE]
    if whole:
        yield _Section(
            say.listed(say(name) for name, _ in whole).capitalize(), points=tuple(say(how) for _, how in whole)
        )


def _stitching(say: Language, booklets: list[Component]) -> Iterator[str]:
    files = say.listed(f"**{one.name}**" for one in booklets)
    yield say("Print {files} on **both sides**, turned over the **short edge**.", files=files)
    if all(one.sheets == 1 for one in booklets):
        yield say("Fold the sheet in half, with the cover outside.")
        return
    yield say("Nest the sheets of each in order, the first outside, and fold them in half.")
    yield say("Staple twice through the fold, from the outside.")


def _before(say: Language, edition: Edition, pieces: bool, *, texts: bool) -> Iterator[str]:
    yield say("Print at **100 %** (“actual size”), never “fit to page”.")
    yield say(
        "Measure the bar above with a ruler: it must be **100 mm** long. Sheets to be cut have the same bar below."
    )
    if edition.printer:
        text = word("Sheets to be cut are corrected for **{printer}**. Build again for another printer.")
        yield say(text, printer=edition.printer.name)
    if pieces and edition.backs != "duplex":
        yield say("Print sheets to be cut on **one side** of the paper.")
    if texts:
        yield say("Texts such as charts and checklists may be printed on one side or two.")
    yield say("Choose paper from the list of components.")


def _cutting(game: Game, edition: Edition, forms: set[Form]) -> Iterator[str]:
    say = game.say
    yield say("All sheets of one size have the same grid: align their marks and cut several at once.")
    yield say("Cut from mark to mark in the order of the small numbers: first all cuts across the sheet.")
    yield say("Leave the strips and both margins side by side, then make the cuts down.")
    cut = "counters" in forms or "cards" in forms
    shapes = {shape for kind in kinds_in(game) for shape in kind.shapes(game)} if cut else set()
    if "hex" in shapes:
        yield say("Hexes lie in rows that interlock: cut each along its line; where two touch, one cut serves both.")
    if shapes & {"round", OUTLINE}:
        yield say("Pieces of other shapes: cut the rectangles apart, then each along its line.")
    if edition.corners:
        yield say("Round the corners along the arcs.")
    elif "cards" in forms:
        yield say("Round the corners of cards with a 3 mm punch, if you like.")


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
        unbroken(f"{count} × {_size(say, size)}").replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
        for count, size in component.pieces
    )
    paper = unbroken(say(weights[component.form]))
    told = (component.title, f"{component.pages}", f"{component.sheets}", "\n".join(pieces), paper)
    return Row((Cell(component.name, box=say("Printed: {name}", name=component.name)), *map(Cell, told)))


def _size(say: Language, size: tuple[float, float]) -> str:
    """Return a size as printed: `poker, 63 × 88 mm`; `5/8 in, 15.9 mm`."""
    width, height = size
    name = size_name((width * MM, height * MM))
    if width == height:
        measures = say("{width} mm", width=say.number(f"{width:.3g}"))
    else:
        sides = say.number(f"{width:.4g}"), say.number(f"{height:.4g}")
        measures = say("{width} × {height} mm", width=sides[0], height=sides[1])
    return measures if "mm" in name else f"{say(name)}, {measures}"


def _borrowed(game: Game) -> Iterator[str]:
    source, say = game.info.source.title, game.say
    text = word("Your copy of the game: its map, its rules, and whatever this kit does not print. Source: {source}.")
    yield say(text, source=source)
    dice: dict[int, int] = {}
    for one in (one for kind in kinds_in(game) for one in kind.dice(game)):
        dice[one.faces] = max(one.count, dice.get(one.faces, 0))
    said = (
        say("one **d{faces}**", faces=faces)
        if count == 1
        else say("up to {number} **d{faces}** at once", number=count, faces=faces)
        for faces, count in sorted(dice.items())
    )
    none = word("Whatever dice your game needs; this kit rolls none.")
    yield say("Dice: {dice}.", dice=say.listed(said)) if dice else say(none)
    yield say("A steel rule, a sharp knife, a cutting mat, and glue or sleeves for the paper you choose.")


def _left(game: Game, left: Iterable[tuple[Shelf, str]]) -> Iterator[str]:
    """Yield what each shelf that was left out holds, and how to print it."""
    shelves: dict[Shelf, list[str]] = {}
    for shelf, title in left:
        shelves.setdefault(shelf, []).append(title)
    for shelf, titles in shelves.items():
        command = f"**rcwkit build {game.info.id} --with {shelf}**"
        yield f"**{game.say(SHELF[shelf])}:** {', '.join(titles)}. {game.say('Run {command}.', command=command)}"
