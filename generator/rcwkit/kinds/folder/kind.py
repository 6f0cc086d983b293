"""`kind: folder`: pages composed for play, in the order of the turn: player folders, turn mats, worksheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from rcwkit.diagnostics import Diagnostic, nearest
from rcwkit.dice.setups import Track, counts_turns
from rcwkit.dice.tables import Table
from rcwkit.game.references import unknown
from rcwkit.kinds.kind import NUMBERS, ROLLED, File, Kind, Usage, made_from, used
from rcwkit.kinds.kind import Section as Chapter
from rcwkit.source.base import (
    Colour,
    Entry,
    Id,
    Idle,
    Model,
    Name,
    OwnerId,
    ProcedureId,
    Rule,
    RulingId,
    Scalar,
    Seq,
    Shelf,
    Shown,
    TableId,
    Text,
    Use,
    optional,
)
from rcwkit.source.info import StepStyle
from rcwkit.source.language import typeset
from rcwkit.source.symbols import SCENES, PaneScene, Scene, Symbol

if TYPE_CHECKING:
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


class Phase(Model):
    """A phase of the turn in the ribbon below a page's title, or a box or arrow in a row of a pane."""

    title: Name = Field(description="Name of the phase, or what the box holds.", examples=["Political phase"])
    text: Text | None = optional("What is done in it, or where it stands.", examples=["Pages 2 and 3"])
    here: bool = Field(False, description="True for what is filled: the phase that this page is about.")
    owner: OwnerId | None = optional(
        "Side or faction whose colour it takes if it is filled, else a tint of that; the accent, or paper, if left out."
    )
    back: Name | None = optional(
        "In a row of boxes: what a step to the box before it costs, on an arrow over the boxes.", examples=["2"]
    )
    onward: Name | None = optional(
        "What a step to the next box costs, on an arrow under the boxes; `**3**` makes the arrow dark.",
        examples=["**3**"],
    )


class Column(Model):
    """A column of a worksheet."""

    head: Name | None = optional("Heading.")
    under: Name | None = optional("Small words under the heading.", examples=["box"])
    width: float = Field(1, gt=0, le=100, description="Width relative to the other columns.", examples=[2])
    group: Name | None = optional(
        "Heading over this column and neighbours with the same group.", examples=["Political cards"]
    )
    align: Literal["left", "centre"] = Field("centre", description="How its cells are aligned.")
    shaded: bool = Field(False, description="True for a tinted column, such as a total.")
    cell: Text | None = optional("What its cells hold where a row has no words for them.", examples=["{box}"])


class WorksheetLine(Model):
    """A row of a worksheet; cells that are left out are blank, to write in."""

    head: Name | None = optional("Words in the first column, in bold.", examples=["Astrakhan"])
    cells: Seq[Shown] = Field(
        (),
        description='Printed words, column by column; "" is what the column holds, or a blank to write in.',
        examples=[["", "{box} R15"]],
    )
    group: Name | None = optional(
        "Heading at the side of this row and neighbours with the same group.", examples=["Republics"]
    )
    copies: int = Field(1, ge=1, le=60, description="How many such rows.", examples=[16])


class Worksheet(Model):
    """A grid to fill in: columns with headings, rows with blanks and boxes."""

    columns: Seq[Column] = Field(
        min_length=1, max_length=40, description="Columns, from left to right.", examples=["Republics"]
    )
    rows: Seq[WorksheetLine] = Field(min_length=1, max_length=80, description="Rows, from top to bottom.")
    height: float = Field(6.0, ge=3, le=60, description="Height of a row in mm.", examples=[8])
    axis: Annotated[Seq[Name], Field(min_length=2, max_length=2)] | None = optional(
        "What the first and last column behind the heads of rows mean; an arrow joins them.",
        examples=[["friendly", "hostile"]],
    )
    striped: bool = Field(False, description="True to tint every second row, so that long rows are followed.")

    @model_validator(mode="after")
    def _rows_fit_the_columns(self) -> Self:
        for number, row in enumerate(self.rows, 1):
            if len(row.cells) + (row.head is not None) > len(self.columns):
                raise ValueError(f"row {number} has more cells than there are columns")
        return self


Answers = Mapping[Id, Scalar]
"""Input → answer."""


class Odds(Model):
    """A picture of exact odds: the answer to one question of a procedure, or the result of a rolled chart.

    Each row gives answers of its own; the columns are the answers to the input `across`, or without it the results.
    With `until`, the roll is made for one answer to `across` after another, until it happens.
    """

    form: Literal["windows", "heat", "columns", "curve", "sequence"] = Field(
        description="windows: those of a die, the full ones win; heat: darker where likelier; columns: bars; "
        "curve: what is left after each roll; sequence: arrows, one for each roll."
    )
    procedure: ProcedureId | None = optional("Id of the procedure that is rolled.")
    table: TableId | None = optional("Id of a rolled chart, in place of a procedure.")
    asks: Id | None = optional("Question of its report; the first if left out.", examples=["withdraws"])
    result: Scalar | None = optional("Result whose chance is shown, of a question that counts.", examples=["fire"])
    rows: Mapping[Name, Answers] = Field(
        {},
        max_length=24,
        description="Words → the answers that they stand for; one row without words if left out.",
        examples=[{"France": {"power": "france"}}],
    )
    across: Id | None = optional("Input whose answers are the columns.", examples=["turn"])
    values: Seq[Scalar] = Field(
        (), max_length=24, description="Answers to `across`, all if left out.", examples=[[1, 2, 3]]
    )
    given: Answers = Field({}, description="Input → answer, for all of it.", examples=[{"side": "none"}])
    until: bool = Field(False, description="True for a roll that is repeated, one answer to `across` after another.")
    shown: Mapping[Scalar, Name] = Field(
        {}, description="Answer or result → words in its place.", examples=[{1: "first turn", 2: "second in a row"}]
    )
    head: Name | None = optional("Words over the rows, such as what the columns are.", examples=["turn"])
    sure: Name | None = optional("Word for what is certain; sure if left out.", examples=["goes"])
    never: Name | None = optional("Word for what is impossible; nothing if left out.", examples=["no"])
    mean: Name | None = optional(
        "Words for the mean of a row, with {n}: of `across` when it happens, or of its results.",
        examples=["on average turn {n}"],
    )
    by: Name | None = optional(
        "Words for the chance that it has happened by now, with {n}.", examples=["won by now: {n}"]
    )
    means: Mapping[Name, Id] = Field(
        {},
        description="Words → another question, whose mean stands with each chance.",
        examples=[{"casualties on average": "casualties"}],
    )
    worth: Mapping[Name, Id] = Field(
        {},
        description="Words → another question, whose mean where it happens stands with each chance.",
        examples=[{"VPs if it comes": "vp"}],
    )

    @model_validator(mode="after")
    def _is_of_a_form(self) -> Self:
        if (self.procedure is None) == (self.table is None):
            raise ValueError("odds are of a procedure or of a table: give one of the two")
        if self.form in ("curve", "sequence") and self.across is None:
            raise ValueError(f"a {self.form} needs the input that changes from roll to roll: across")
        if (self.until or self.values) and self.across is None:
            raise ValueError("until and values need across, the input whose answers they are")
        if self.form in ("curve", "sequence") and not self.until:
            raise ValueError(f"a {self.form} is of a roll that is repeated: until: true")
        if self.form in ("columns", "sequence") and len(self.rows) > 1:
            raise ValueError(f"a picture of {self.form} has one row; make another for each of the others")
        if self.by is not None and self.form != "sequence":
            raise ValueError("only a sequence says what has happened by now")
        answered = {name for row in self.rows.values() for name in row} | {*filter(None, (self.across,))}
        if twice := sorted(answered & self.given.keys()):
            raise ValueError(f"'{twice[0]}' is answered for all of it in given: leave it out of rows and across")
        return self


class Pane(Model):
    """A part of a band: words, lists, a chart, a worksheet, odds, a form and further panes, printed in this order."""

    width: float = Field(1, gt=0, le=100, description="Width relative to its neighbours.", examples=[2])
    look: Literal["plain", "boxed", "question", "tinted", "label", "filled", "slip"] = Field(
        "plain",
        description="boxed: framed under its heading; question: with pointed ends, for what is asked or rolled; "
        "tinted: on paper, or on a tint of its owner’s colour; label: the name of a band; filled: on its owner’s "
        "colour; slip: a slip of paper on tape, for an option laid over the page.",
    )
    picture: PaneScene | None = optional(
        "Picture over its words if it is broad, else beside them: a drawing, or a PNG, JPEG or SVG of the game.",
        examples=["standoff", "art/harbour.jpg"],
    )
    head: Name | None = optional("Heading.")
    aside: Name | None = optional("Words at the right of the heading.", examples=["1–22"])
    owner: OwnerId | None = optional("Side or faction whose colour the heading takes.")
    rulings: Seq[RulingId] = ()
    text: Text | None = optional("Running text.", examples=["Nobody looks at a card once it lies in a box."])
    steps: Seq[Text] = Field((), description="Lettered steps.", examples=[["Reveal both cards."]])
    points: Seq[Text] = Field((), description="Plain points.", examples=[["A tie is rolled again."]])
    ticks: Seq[Text] = Field((), description="Points with a box to tick.", examples=[["Gate played"]])
    modifiers: Mapping[Text, Seq[Text]] = Field(
        {},
        description="Amount → what it is for, printed as a list with hanging signs.",
        examples=[{"+1": ["close order", "the unit advances"]}],
    )
    table: TableId | None = optional("Id of a chart, printed here.")
    bare: bool = Field(False, description="True to print the chart without its title and note.")
    across: bool = Field(
        False, description="True to print the rows of the chart as columns, such as a die from left to right."
    )
    grid: bool = Field(
        False, description="True to print no more of the chart than its rows and columns, of the form than its grid."
    )
    shown: Mapping[Scalar, Text] = Field(
        {},
        description="Cell, row or heading of the chart → what is printed in its place, such as signs.",
        examples=[{"D": ":loss:"}],
    )
    worksheet: Worksheet | None = optional("A grid to fill in.")
    odds: Odds | None = optional("A picture of exact odds.")
    boxes: Seq[Phase] = Field((), max_length=16, description="A row of boxes, such as a track.")
    arrows: Seq[Phase] = Field((), max_length=12, description="A row of arrows, such as an order of turns.")
    foot: Text | None = optional(
        "Words in a dark strip along its lower edge, level with those of its neighbours.",
        examples=["it advances one box"],
    )
    axis: Annotated[Seq[Name], Field(min_length=2, max_length=2)] | None = optional(
        "What moving to the left and to the right of the boxes means, printed below with arrows.",
        examples=[["it advances", "it retreats"]],
    )
    form: ProcedureId | None = optional("Id of a procedure, whose roll form is printed here.")
    stack: Seq[Pane] = Field(
        (),
        description="Panes one below the other, such as two charts.",
        examples=[[{"head": "Ranges", "table": "ranges"}]],
    )
    arrow: bool = Field(False, description="True for an arrow from this box to the next.")
    leads: bool = Field(
        False,
        description="True for a broad arrow from its left edge into the pane beside it, such as from an option in a "
        "stack to the result that it gives.",
    )
    ways: Seq[Name] = Field(
        (),
        max_length=2,
        description="Words at an arrow to the next box, and at one that leads back.",
        examples=[["worse", "recovers"]],
    )

    def idle(self) -> Iterator[Idle]:
        """Yield what is said of a chart, a heading or boxes that are not there."""
        yield from self.idle_without("table", "bare", "across", "shown")
        yield from self.idle_without("table form", "grid")
        yield from self.idle_without("head", "aside")
        yield from self.idle_without("boxes", "axis")

    def placed(self, *path: str | int) -> Iterator[tuple[Pane, tuple[str | int, ...]]]:
        """This pane, which has that path, and those stacked in it, each with its path."""
        yield self, path
        for number, pane in enumerate(self.stack):
            yield from pane.placed(*path, "stack", number)


class Section(Model):
    """A numbered section of a page: bands one below the other, each of panes side by side."""

    head: Name = Field(description="Heading.")
    number: Name | None = optional("Number or letter before the heading.", examples=["1"])
    note: Text | None = optional("A few words after the heading.", examples=["one die"])
    rule: Rule = ""
    rulings: Seq[RulingId] = ()
    colour: Colour | None = optional("Colour of its number; the game's accent if left out.")
    symbol: Symbol | None = optional(
        "Picture of what it is about: in its tab or block of colour, where there is room, or at the right of its "
        "heading.",
        examples=["field_gun"],
    )
    width: float = Field(1, gt=0, le=100, description="Width relative to the sections beside it.", examples=[2])
    rolls: Seq[ProcedureId] = Field(
        (), description="Procedures that are rolled here: a companion has their buttons.", examples=[["battle"]]
    )
    turns: Seq[Id] = Field(
        (),
        max_length=100,
        description="Boxes of the turn track in which a companion has it due; all if left out.",
        examples=[["9"]],
    )
    bands: Seq[Annotated[Seq[Pane], Field(min_length=1)]] = Field(
        min_length=1, description="Bands, from top to bottom, each a list of panes."
    )

    def idle(self) -> Iterator[Idle]:
        """Yield turns of what is no step, and arrows from the last pane of a band."""
        yield from self.idle_without("number", "turns")
        for number, band in enumerate(self.bands):
            for key in ("arrow", "ways"):
                if band[-1].gives(key):
                    yield ("bands", number, len(band) - 1, key), "in the last pane of a band"


class FolderPage(Entry):
    """One page; its running text has the size of the whole folder, 9 pt if all pages fit."""

    turned: bool = Field(False, description="True for a page in landscape.")
    dice: float = Field(
        0,
        ge=0,
        le=12,
        description="Least size of its dice and of the game’s own signs in mm; in proportion to the text if left out.",
        examples=[4],
    )
    look: StepStyle | None = optional(
        "numbers: in squares; rail: on a line down the page; tabs: headings turned, in bands at the edge; "
        "panes: in heavy frames; labels: in brackets; blocks: heads of colour at the left. If left out, `look: steps` "
        "of the game says it."
    )
    picture: Scene | None = optional(
        "Picture in the titles rules, slant and blocks, in place of the sign of the look.", examples=["standoff"]
    )
    ribbon: Seq[Phase] = Field((), max_length=8, description="Phases of the turn, below the title.")
    sections: Seq[Section | Annotated[Seq[Section], Field(min_length=1)]] = Field(
        min_length=1, description="Sections; a list of them stands side by side."
    )
    use: Use | None = optional(
        "How it is used, if unlike the pages before it: it is then a sheet of its own.",
        examples=[{"copies": 1, "when": "end of turn", "lies": "right"}],
    )
    foot: Text | None = optional("Last line of the page, such as what its signs mean.", examples=[":port: is a port."])

    @property
    def parts(self) -> Iterator[tuple[Section, tuple[str | int, ...]]]:
        """Every section of the page, with its path in the data."""
        for number, row in enumerate(self.sections):
            alone = isinstance(row, Section)
            for at, section in enumerate((row,) if isinstance(row, Section) else row):
                yield section, ("sections", number) if alone else ("sections", number, at)

    @property
    def placed(self) -> Iterator[tuple[Pane, tuple[str | int, ...]]]:
        """Every pane of the page, those stacked within others too, with its path in the data."""
        for section, path in self.parts:
            for line, band in enumerate(section.bands):
                for place, pane in enumerate(band):
                    yield from pane.placed(*path, "bands", line, place)

    @property
    def panes(self) -> Iterator[Pane]:
        """Every pane of the page, those stacked within others too."""
        return (pane for pane, _ in self.placed)


class Folder(Model):
    """Pages composed for play; together they are one file."""

    kind: Literal["folder"]
    id: Id
    title: Name
    source: Name
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    use: Use = Field(
        Use.model_construct(),
        description="How it is used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )
    pages: Mapping[Id, FolderPage] = Field(description="Page id → page, in the order of printing.")

    @property
    def panes(self) -> Iterator[Pane]:
        """Every pane of every page, in order."""
        return chain.from_iterable(page.panes for page in self.pages.values())


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.folder.say import folder

        return folder(game, setter.book, name)

    def read_by(one: Folder) -> frozenset[str]:
        usual = made_from("folder", NUMBERS, "tables")
        return usual | ROLLED if any(pane.form or pane.odds for pane in one.panes) else usual

    return [
        File(
            f"folder-{name}",
            item.value.title,
            partial(lay_out, name),
            read_by(item.value),
            large=True,
            shelf=item.value.shelf,
            use=_use(item.value),
        )
        for name, item in game[Folder].items()
    ]


USE = Usage(copies=0)


def _use(one: Folder) -> tuple[Usage, ...]:
    """Return how a folder is used, and from which of its pages on otherwise."""
    whole = used(USE, one.use)
    pages = [(str(number), page) for number, page in enumerate(one.pages.values(), 1)]
    others = [used(whole, page.use, number, page.title) for number, page in pages if page.use is not None]
    return tuple(others) if others and others[0].page == "1" else (whole, *others)


def _check(game: Game) -> Iterator[Diagnostic]:
    """Check that the pictures of panes are there: drawings of a name, or files that can be read."""
    drawings, found = (*SCENES, *game.info.drawings.scenes), list[Diagnostic]()
    for item in game[Folder].values():
        for key, page in item.value.pages.items():
            for pane, path in page.placed:
                at = partial(item.document.at, "pages", key, *path, "picture")
                if pane.picture and "." in pane.picture:
                    game.artwork.find(pane.picture, at, found, None)
                elif pane.picture:
                    found += unknown("scene", pane.picture, drawings, at(), "E254")
    yield from found


def _check_sound(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.folder.say import checked

    turns = [box for name, item in game[Track].items() if counts_turns(name, item.value) for box in item.value.boxes]
    for item in game[Folder].values():
        for key, page in item.value.pages.items():
            for section, path in page.parts:
                for number, box in enumerate(section.turns):
                    span = item.document.at("pages", key, *path, "turns", number)
                    yield from unknown("box of a turn track", box, turns, span, "E222")
            for pane, path in page.placed:
                if pane.table is not None:
                    said = {*map(typeset, game[Table][pane.table].value.printed)}
                    for cell in (one for one in pane.shown if typeset(one) not in said):
                        message = f"`{cell}` changes nothing as the chart does not say so"
                        span = item.document.at("pages", key, *path, "shown", cell, key=True)
                        yield Diagnostic("W242", message, span, nearest(str(cell), said) or "leave it out")
                if pane.odds is not None:
                    yield from checked(game, pane.odds, partial(item.document.at, "pages", key, *path, "odds"))


def _charts(game: Game) -> Iterator[str]:
    shown = (folder.value for folder in game[Folder].values() if folder.value.shelf == "table")
    return (pane.table for folder in shown for pane in folder.panes if pane.table)


def _prints(game: Game) -> Iterator[tuple[str, int, str]]:
    """Yield the titles of charts on pages, which may leave them out."""
    for name, item in game[Folder].items():
        for number, page in enumerate(item.value.pages.values(), 1):
            tables = dict.fromkeys(pane.table for pane in page.panes if pane.table)
            yield from ((f"folder-{name}", number, game[Table][table].value.title) for table in tables)


def _sections(game: Game, book: FontBook) -> Iterator[Chapter]:
    from rcwkit.document.blocks import document
    from rcwkit.kinds.folder.say import folder

    parts = [part for name in game[Folder] for part in folder(game, book, name).parts]
    yield Chapter("pages", game.say("Pages"), document(game, game.say("Pages"), parts))


KIND = Kind(
    Folder,
    _check,
    _files,
    check_sound=_check_sound,
    whole="folder",
    charts=_charts,
    prints=_prints,
    holds=lambda game: {"pages composed for play": sum(len(item.value.pages) for item in game[Folder].values())},
    sections=_sections,
    on_table=True,
    use=USE,
)
