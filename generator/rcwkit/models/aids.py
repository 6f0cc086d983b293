"""`kind: aids` and `kind: rulings`: quick references, and what the source leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from rcwkit.models.base import Entry, Id, Model, Name, Rule, RulingId, Seq, TableId, Text

__all__ = ["Aid", "AidSection", "Aids", "Quote", "Ruling", "Rulings"]


class AidSection(Model):
    """A headed part: numbered steps, plain points, running text, or a table of the game."""

    head: Name = Field(description="Heading.")
    rule: Rule = ""
    text: Text | None = Field(default=None, description="Running text.")
    steps: Seq[Text] = Field(default=(), description="Numbered steps.")
    points: Seq[Text] = Field(default=(), description="Plain points.")
    table: TableId | None = Field(default=None, description="Id of a table, printed here in full.")
    rulings: Seq[RulingId] = ()


class Aid(Entry):
    """A quick-reference sheet."""

    columns: Literal[1, 2, 3, 4] = Field(default=2, description="Columns of the page.")
    pages: int | None = Field(
        default=None,
        ge=1,
        le=8,
        description="At most so many pages: a file of its own, as large as they allow.",
        examples=[2],
    )
    sections: Seq[AidSection] = Field(description="Headed parts.")


class Aids(Model):
    """The quick references of a game."""

    kind: Literal["aids"]
    id: Id
    source: Name
    aids: Mapping[Id, Aid] = Field(description="Aid id → quick reference.")


class Quote(Model):
    """What one place of the source says, in our words."""

    rule: Rule = Field(description="Where it says so.")
    says: Text = Field(description="In our words.")


class Ruling(Model):
    """A contradiction, gap, doubtful reading or wrong cross-reference; numbered in the file's order."""

    type: Literal["contradiction", "gap", "unclear", "cross-reference", "total", "misprint"] = Field(
        description="What is wrong with the source."
    )
    title: Name = Field(description="What it is about, in a few words.")
    places: Seq[Quote] = Field(description="What its places say.")
    prints: Text = Field(description="The reading that this kit prints.")


class Rulings(Model):
    """The rulings sheet of a game."""

    kind: Literal["rulings"]
    id: Id
    source: Name
    rulings: Mapping[Id, Ruling] = Field(description="Ruling id → ruling; their order numbers them.")
