"""The print guide of an edition: how to print, cut and fold it, its contents, what else is needed, and credits."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from rcwkit.blocks.base import document, listed, unbroken
from rcwkit.blocks.vocabulary import (
    Block,
    Document,
    Heading,
    Listing,
    ListingRow,
    Measure,
    Paragraph,
    Part,
    Picture,
    Point,
    Step,
)
from rcwkit.checks.strengths import in_all
from rcwkit.diagnostics import Span
from rcwkit.look.edition import Edition
from rcwkit.look.frame import MM
from rcwkit.look.grids import PAPERS, READING, size_name
from rcwkit.models.base import Shelf
from rcwkit.models.counters import Counters
from rcwkit.models.dice import Dice
from rcwkit.models.procedures import walk
from rcwkit.reading.game import Game

__all__ = ["CHECKSUMS", "Component", "Form", "PageWords", "credits", "print_guide"]

Form = Literal["counters", "cards", "boards", "document", "booklet"]
CHECKSUMS = "SHA256SUMS"

PAPER: Mapping[str, Mapping[Form, str]] = {
    "a4": {
        "counters": "label on 1.5–2 mm board, or card",
        "cards": "card, 200–300 g/m², or sleeves",
        "boards": "card, 160–250 g/m²",
        "document": "80–100 g/m²",
        "booklet": "80–100 g/m²",
    },
    "letter": {
        "counters": "label on 1/16 in board, or card",
        "cards": "card, 80–110 lb cover, or sleeves",
        "boards": "card, 65–90 lb cover",
        "document": "20–28 lb bond",
        "booklet": "20–28 lb bond",
    },
}
"""Weights of paper as sold where text documents are printed on A4 or on Letter."""
WHOLE = {
    "tracks.pdf": ("boards", "Boards fill a page each: use them as they are, or trim them along their frames."),
    "gauges.pdf": (
        "gauges",
        "Glue gauges to board, then cut along their outer edges. Join parts of a stick letter to letter, over the tab.",
    ),
    "storage.pdf": (
        "boxes",
        "Cut boxes and labels along the solid lines, score and fold them along the dashed ones, and glue the tabs.",
    ),
}
"""What to do with files that are not cut into pieces: (heading, instruction)."""
SHELF: Mapping[Shelf, str] = {
    "table": "For play",
    "proxies": "Proxies of pieces that owners of the game have",
    "study": "For study",
}
MEASURE = ("Measure this first.", "The bar is 100 mm long, or the page was not printed at 100 %.")
FONTS = "PT Sans, PT Sans Narrow and PT Serif: © 2009 ParaType Ltd., ParaType Free Font License."


class PageWords(NamedTuple):
    """The words of a page in lower case: those of its headings, and all."""

    titles: str
    text: str


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
) -> Document:
    """Return the guide to an edition made of these components.

    `program` names the tool and its version; `printed` says low ink or large print; `left` are the shelf and title of
    each file that was not asked for.
    """
    kit, at, missing = list(components), Span(game.root.file), game.info.missing
    how = [
        Measure(*MEASURE, span=True),
        *(block for section in _sections(game, kit, edition) for block in _blocks(section, at)),
    ]
    how += [Heading("In this kit", "section", span=True, keep=True), _listing(kit, edition, at)]
    if counts := _by_shelf(kit):
        how.append(Paragraph(counts, "quiet", span=True, at=at))
    gaps = tuple(f"**{gap.what}.** {gap.supply}" for gap in missing)
    others = (
        _Section("Count what you cut", points=tuple(_counts(game))),
        _Section("Keep at hand", points=tuple(_borrowed(game))),
        _Section(
            "Not in the source",
            points=gaps,
            places=tuple(game.root.at("missing", index) for index in range(len(missing))),
        ),
        _Section("Not printed", points=tuple(_left(game, left))),
        _Section("Licence and credits", points=tuple(credits(game, program))),
    )
    rest = tuple(block for section in others if section.points for block in _blocks(section, at))
    parts = (
        Part("Print guide", tuple(how), "bars", note=f"**{' · '.join(_edition(edition, printed))}**"),
        Part("Check and gather", rest, "bars", note="Check that nothing is missing, and gather what else you need."),
    )
    return document(game, "Print guide", parts)


def _blocks(section: _Section, at: Span) -> Iterator[Block]:
    """Yield the blocks of a section; its steps stay together, its heading is repeated over points that continue."""
    yield Heading(section.head, "section", keep=True)
    if section.picture:
        yield Picture(section.picture, keep=True)
    for number, text in enumerate(section.steps, 1):
        yield Step(str(number), _line(text), keep=number < len(section.steps), at=at)
    for number, text in enumerate(section.points):
        place = section.places[number] if section.places else at
        yield Point(_line(text), again=f"{section.head}, continued" if number else "", at=place)


def _line(text: str) -> str:
    """Return a text as one paragraph."""
    return unbroken(re.sub(r"[ \t\n]+", " ", text).strip(" "))


def credits(game: Game, program: str) -> Iterator[str]:
    """Yield the credits of the game, source, program and type, a sentence each."""
    source = game.info.source
    title = " ".join(filter(None, (source.title, source.version)))
    about = ", ".join(filter(None, (source.author, source.publisher, source.date)))
    yield game.info.credits
    yield f"Facts and figures come from **{title}**{f' ({about})' if about else ''}."
    yield (
        "Rule numbers are those of the source; all sentences are written anew. "
        "The kit has no map, artwork or card text of the published game."
    )
    if game.info.licence:
        yield f"These data are under the licence {game.info.licence}."
    yield f"Made with {program}, which is under the MIT licence."
    yield FONTS


def _reading(edition: Edition) -> str:
    """Return the paper of text documents."""
    return READING[edition.paper.name.lower()]


def _edition(edition: Edition, printed: str) -> Iterator[str]:
    texts = PAPERS[_reading(edition)].name
    yield edition.paper.name if texts == edition.paper.name else f"{edition.paper.name}, texts {texts}"
    yield {
        "duplex": f"two-sided, turned over the {edition.flip} edge",
        "gutterfold": "backs beside their fronts, to fold",
        "sheets": "backs on sheets of their own, to glue",
        "none": "without backs",
    }[edition.backs]
    yield printed or "full colour"
    if edition.printer:
        yield f"for the printer {edition.printer.said}"


def _sections(game: Game, components: list[Component], edition: Edition) -> Iterator[_Section]:
    """Yield how to print, turn, cut and glue: only what this edition needs."""
    forms = {component.form for component in components}
    pieces = bool(forms & {"counters", "cards"})
    yield _Section("Before you print", steps=tuple(_before(edition, pieces, texts="document" in forms)))
    if pieces and edition.backs == "duplex":
        turned = (
            f"Choose **two-sided, turn over the {edition.flip} edge**.",
            "Print one sheet and hold it against the light: backs must lie behind their fronts.",
            "If they are off, run **rcwkit calibrate**, store its readings, and build again with **--printer**.",
        )
        yield _Section(
            "Fronts and backs", steps=turned, picture="turn long" if edition.flip == "long" else "turn short"
        )
    if pieces and edition.backs == "gutterfold":
        folded = (
            "Score the dashed line lightly, and fold along it with the print outside.",
            "Glue the halves, press them flat, and let them dry before you cut.",
        )
        yield _Section("Fold", steps=folded, picture="fold")
    if pieces and edition.backs == "sheets":
        glued = (
            "Print all sheets on one side; the backs come after the fronts.",
            "Do not trim yet. Against the light, lay each back sheet behind the front of its number, marks on marks.",
            "Glue them (counters with board between), press them flat, and let them dry.",
        )
        yield _Section("Glue", steps=glued, picture="glue")
    if pieces:
        yield _Section("Cut", steps=tuple(_cutting(game, edition, forms)), picture="cut")
    if "booklet" in forms:
        yield _Section("Booklets", steps=tuple(_stitching([one for one in components if one.form == "booklet"])))
    whole = [WHOLE[component.name] for component in components if component.name in WHOLE]
    if whole:
        yield _Section(listed(name for name, _ in whole).capitalize(), points=tuple(how for _, how in whole))


def _stitching(booklets: list[Component]) -> Iterator[str]:
    yield f"Print {listed(f'**{one.name}**' for one in booklets)} on **both sides**, turned over the **short edge**."
    if all(one.sheets == 1 for one in booklets):
        yield "Fold the sheet in half, with the cover outside."
        return
    yield "Nest the sheets of each in order, the first outside, and fold them in half."
    yield "Staple twice through the fold, from the outside."


def _before(edition: Edition, pieces: bool, *, texts: bool) -> Iterator[str]:
    yield "Print at **100 %** (“actual size”), never “fit to page”."
    yield "Measure the bar above with a ruler: it must be **100 mm** long. Sheets to be cut have the same bar below."
    if edition.printer:
        yield f"Sheets to be cut are corrected for **{edition.printer.name}**. Build again for another printer."
    if pieces and edition.backs != "duplex":
        yield "Print sheets to be cut on **one side** of the paper."
    if texts:
        yield "Texts such as charts and checklists may be printed on one side or two."
    yield "Choose paper from the list of components."


def _cutting(game: Game, edition: Edition, forms: set[Form]) -> Iterator[str]:
    yield "All sheets of one size have the same grid: align their marks and cut several at once."
    yield "Cut from mark to mark in the order of the small numbers: first all cuts across the sheet."
    yield "Leave the strips and both margins side by side, then make the cuts down."
    shapes = {game.shape_of(unit) for unit in game.counters} if "counters" in forms or "cards" in forms else set()
    tiles = [item.value for item in game.pieces.values() if item.value.form == "tile"]
    shapes |= {tile.shape for tile in tiles}
    if "hex" in shapes:
        yield "Hexes lie in rows that interlock: cut each along its line; where two touch, one cut serves both."
    if "round" in shapes or any(tile.outline for tile in tiles):
        yield "Pieces of other shapes: cut the rectangles apart, then each along its line."
    if edition.corners:
        yield "Round the corners along the arcs."
    elif "cards" in forms:
        yield "Round the corners of cards with a 3 mm punch, if you like."


def _listing(components: list[Component], edition: Edition, at: Span) -> Listing:
    """Return the table of files with their pages, sheets and pieces, and the totals."""
    rows = tuple(_row(one, PAPER[_reading(edition)]) for one in components)
    count = sum(count for component in components for count, _ in component.pieces)
    pages, sheets = sum(row.pages for row in rows), sum(row.sheets for row in rows)
    total = ListingRow("Total", "", pages, sheets, (f"{count} pieces",) if count else (), "")
    return Listing(("File", "Component", "Pages", "Sheets", "Pieces", "Paper"), rows, total, span=True, at=at)


def _by_shelf(components: list[Component]) -> str:
    """Return the pages and sheets of each shelf, if there are several."""
    told = []
    for shelf in dict.fromkeys(one.shelf for one in components):
        pages = sum(one.pages for one in components if one.shelf == shelf)
        sheets = sum(one.sheets for one in components if one.shelf == shelf)
        told.append(f"**{SHELF[shelf]}:** {pages} page{'s' * (pages != 1)} on {sheets} sheet{'s' * (sheets != 1)}")
    return f"{' · '.join(told)}." if len(told) > 1 else ""


def _row(component: Component, weights: Mapping[Form, str]) -> ListingRow:
    pieces = tuple(
        unbroken(f"{count} × {_size(size)}").replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
        for count, size in component.pieces
    )
    paper = unbroken(weights[component.form])
    return ListingRow(
        component.name, component.title, component.pages, component.sheets, pieces, paper, f"Printed: {component.name}"
    )


def _size(size: tuple[float, float]) -> str:
    """Return a size as printed: `poker, 63 × 88 mm`; `5/8 in, 15.9 mm`."""
    width, height = size
    name = size_name((width * MM, height * MM))
    measures = f"{width:.3g} mm" if width == height else f"{width:.4g} × {height:.4g} mm"
    return measures if "mm" in name else f"{name}, {measures}"


def _borrowed(game: Game) -> Iterator[str]:
    source = game.info.source.title
    yield f"Your copy of the game: its map, its rules, and whatever this kit does not print. Source: {source}."
    dice: dict[int, int] = {}
    for one in _rolls(game):
        dice[one.faces] = max(one.count, dice.get(one.faces, 0))
    said = (
        f"one **d{faces}**" if count == 1 else f"up to {count} **d{faces}** at once"
        for faces, count in sorted(dice.items())
    )
    yield f"Dice: {listed(said)}." if dice else "Whatever dice your game needs; this kit rolls none."
    yield "A steel rule, a sharp knife, a cutting mat, and glue or sleeves for the paper you choose."


def _left(game: Game, left: Iterable[tuple[Shelf, str]]) -> Iterator[str]:
    """Yield what each shelf that was left out holds, and how to print it."""
    shelves: dict[Shelf, list[str]] = {}
    for shelf, title in left:
        shelves.setdefault(shelf, []).append(title)
    for shelf, titles in shelves.items():
        yield f"**{SHELF[shelf]}:** {', '.join(titles)}. Run **rcwkit build {game.info.id} --with {shelf}**."


def _counts(game: Game) -> Iterator[str]:
    """Yield the numbers of counters by sheet and of cards by deck."""
    sheets: Tally[str] = Tally()
    for name, item in game.counters.items():
        sheets[game.sheets[name].title.removesuffix(" counters")] += item.value.copies
    if sheets:
        yield f"**{sheets.total()} counters:** {', '.join(f'{title} {count}' for title, count in sheets.items())}."
    for _, mix in game.of(Counters):
        count, said = in_all(game, mix)
        if count:
            yield f"**Values of {mix.title.removesuffix(' counters')}**, in all: {said}."
    decks = {deck.value.title: sum(card.copies for card in deck.value.leaves.values()) for deck in game.decks.values()}
    if decks:
        yield f"**{sum(decks.values())} cards:** {', '.join(f'{title} {count}' for title, count in decks.items())}."


def _rolls(game: Game) -> Iterator[Dice]:
    """Yield the dice of all tables and procedures."""
    yield from (item.value.roll for item in game.tables.values() if item.value.roll)
    for item in game.procedures.values():
        yield from (step.roll for _, step in walk(item.value.steps) if step.roll)
