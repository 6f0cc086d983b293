"""`kind: aids` and `kind: rulings`: quick references, and decisions on what the source leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field, model_validator

from rcwkit.game.references import Family, ruling_numbers
from rcwkit.kinds.kind import NUMBERS, File, Kind, Markup, Section, Usage, made_from
from rcwkit.source.base import Entry, Id, Model, Name, Rule, RulingId, Seq, Shelf, TableId, Text, optional
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


class AidSection(Model):
    """A section: numbered steps, points, running text, or a table of the game."""

    head: Name = Field(description="Heading.")
    rule: Rule = ""
    text: Text | None = optional("Running text.", examples=["Nobody looks at a card once it lies in a box."])
    steps: Seq[Text] = Field((), description="Numbered steps.", examples=[["Draw a card.", "Move."]])
    points: Seq[Text] = Field((), description="Points, without numbers.", examples=[["Rain: no squadron attacks."]])
    table: TableId | None = optional("Table to print here in full.")
    rulings: Seq[RulingId] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.text or self.steps or self.points or self.table):
            raise ValueError("a section has text, steps, points or a table")
        return self


class Aid(Entry):
    """A quick-reference sheet."""

    columns: Literal[1, 2, 3, 4] = Field(2, description="Columns per page.")
    pages: int | None = optional(
        "Print it in a file of its own, as large as fits on this many pages.", ge=1, le=8, examples=[2]
    )
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    sections: Seq[AidSection] = Field(min_length=1, description="Sections, in order.")


class Aids(Model):
    """The quick references of a game."""

    kind: Literal["aids"]
    id: Id
    source: Name
    aids: Mapping[Id, Aid] = Field(description="Aid id → quick reference.")


class Quote(Model):
    """What one passage of the source says, in our words."""

    rule: Rule = Field(description="Where it says so.")
    says: Text = Field(description="In our words.")


class Ruling(Model):
    """A contradiction, gap, doubtful reading or wrong reference; numbered, those to decide first, but for slips."""

    type: Literal["contradiction", "gap", "unclear", "cross-reference", "total", "misprint"] = Field(
        description="What is wrong with the source."
    )
    title: Name = Field(description="The issue, in a few words.")
    places: Seq[Quote] = Field(description="What the source says, passage by passage.")
    prints: Text = Field(description="The reading this kit prints.")
    moment: Name | None = optional("When the question arises; the sheet of the table groups its rulings by it.")
    decide: bool = Field(False, description="True if players should agree on it before play.")
    slip: bool = Field(
        False,
        description="True if it decides nothing in play, as a wrong reference: listed for study, without a number.",
    )

    @model_validator(mode="after")
    def _one_or_other(self) -> Self:
        if self.decide and self.slip:
            raise ValueError("a slip leaves nothing to decide")
        return self


class Rulings(Model):
    """The rulings sheet of a game."""

    kind: Literal["rulings"]
    id: Id
    source: Name
    rulings: Mapping[Id, Ruling] = Field(description="Ruling id → ruling; their order numbers them, but for slips.")
    terms: Mapping[Name, Text] = Field(
        {},
        description="Word or abbreviation → what it means, in the words of the game; printed below the rulings.",
        examples=[{"MP": "movement points", "Control": "a marker of that side lies on it"}],
    )


def _files(game: Game) -> list[File]:
    """The quick references of a shelf in one file; one with a given number of pages gets a file of its own."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.aids.say import fitted

        return fitted(game, setter.book, name)

    def lay_out_all(shelf: Shelf, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.aids.say import aids

        # In large print, a quick reference would outgrow its given pages.
        return aids(game, setter.book, setter.theme.reading, every=setter.theme.enlarges, shelf=shelf)

    reads = made_from("aids", NUMBERS, "tables")
    files = [
        File(f"aid-{name}", item.value.title, partial(lay_out, name), reads, shelf=item.value.shelf)
        for name, item in game[Aid].items()
        if item.value.pages is not None
    ]
    shelves = dict.fromkeys(item.value.shelf for item in game[Aid].values() if item.value.pages is None)
    for shelf in shelves:
        stem = "aids" if shelf == "table" else f"aids-{shelf}"
        files.append(
            File(stem, game.say("Quick references"), partial(lay_out_all, shelf), reads, large=True, shelf=shelf)
        )
    return files


def _charts(game: Game) -> Iterator[str]:
    shown = (aid.value for aid in game[Aid].values() if aid.value.shelf == "table")
    return (section.table for aid in shown for section in aid.sections if section.table)


def _sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.kinds.aids.say import aids

    yield Section("aids", game.say("Aids"), aids(game, book, every=True))


KIND = Kind(
    Aids,
    files=_files,
    charts=_charts,
    sections=_sections,
    on_table=True,
    use=Usage(copies=0),
    holds=lambda game: {"quick references": len(game[Aid])},
)


def _ruling_files(game: Game) -> list[File]:
    """The readings printed for the table; for study, what the source says, and its slips."""

    def lay_out(setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.aids.say import rulings_sheet

        return rulings_sheet(game)

    def lay_out_all(setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.aids.say import all_rulings

        return all_rulings(game)

    reads = made_from("rulings")
    sheet = File("rulings", game.say("Rulings"), lay_out, reads, large=True)
    every = File("all-rulings", game.say("All rulings"), lay_out_all, reads, large=True, shelf="study")
    return [*([sheet] if ruling_numbers(game) else []), *([every] if game[Ruling] else [])]


def _ruling_sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.kinds.aids.say import all_rulings

    yield Section("rulings", game.say("Rulings"), all_rulings(game, by_moment=True))


def _readings(game: Game) -> Iterator[str]:
    return (name for name, item in game[Ruling].items() if not item.value.slip)


RULINGS = Kind(
    Rulings,
    files=_ruling_files,
    families={"rulings": Family("ruling", "E225", lambda game: game[Ruling])},
    numbered=lambda game: sorted(_readings(game), key=lambda name: not game[Ruling][name].value.decide),
    holds=lambda game: {"rulings": len(game[Ruling])},
    sections=_ruling_sections,
    use=Usage(word("before play"), "right"),
    markup=Markup(("note", "prints", "says")),
)
