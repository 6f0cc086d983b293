"""`kind: aids` and `kind: rulings`: quick references, and decisions on what the source leaves open."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from rcwkit.source.base import Entry, Id, Model, Name, Rule, RulingId, Seq, Shelf, TableId, Text


class AidSection(Model):
    """A section: numbered steps, points, running text, or a table of the game."""

    head: Name = Field(description="Heading.")
    rule: Rule = ""
    text: Text | None = Field(None, description="Running text.")
    steps: Seq[Text] = Field((), description="Numbered steps.")
    points: Seq[Text] = Field((), description="Points, without numbers.")
    table: TableId | None = Field(None, description="Table to print here in full.")
    rulings: Seq[RulingId] = ()


class Aid(Entry):
    """A quick-reference sheet."""

    columns: Literal[1, 2, 3, 4] = Field(2, description="Columns per page.")
    pages: int | None = Field(
        None,
        ge=1,
        le=8,
        description="Print it in a file of its own, as large as fits on this many pages.",
        examples=[2],
    )
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    sections: Seq[AidSection] = Field(description="Sections, in order.")


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
    """A contradiction, gap, doubtful reading or wrong cross-reference; numbered in file order but for slips."""

    type: Literal["contradiction", "gap", "unclear", "cross-reference", "total", "misprint"] = Field(
        description="What is wrong with the source."
    )
    title: Name = Field(description="The issue, in a few words.")
    places: Seq[Quote] = Field(description="What the source says, passage by passage.")
    prints: Text = Field(description="The reading this kit prints.")
    moment: Name | None = Field(
        None, description="When the question arises; the sheet of the table groups its rulings by it."
    )
    decide: bool = Field(False, description="True if players should agree on it before play.")
    slip: bool = Field(
        False,
        description="True if nobody could play it otherwise, as a wrong reference: listed for study, without a number.",
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
