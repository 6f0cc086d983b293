"""A spreadsheet whose rows are entries, and what its headings and cells mean."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Line, Model, Scalar, Seq

__all__ = ["SUFFIXES", "TEXTS", "Sheet"]

SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")
"""Suffixes of spreadsheets."""
TEXTS = SUFFIXES[:2]
"""Those of them that are plain text."""


class Sheet(Model):
    """A sheet whose rows are entries and whose headings are their fields; `from: cards.csv` is short for its file."""

    file: Line = Field(
        description="A file in the game's folder: .csv, .tsv, .xlsx or .ods.", examples=["sheets/cards.xlsx"]
    )
    sheet: Line | None = Field(
        default=None, description="Name of a workbook's sheet; the first if left out.", examples=["Skills"]
    )
    header: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="Row of the headings; the first that is not empty, if left out.", examples=[3]
    )
    id: Line | Seq[Line] = Field(
        default=(),
        description="Heading of the column of ids; `id` if left out, or else ids are made from titles, names or "
        "designations.",
        examples=["Number"],
    )
    prefix: Annotated[str, Field(max_length=16)] = Field(
        default="",
        description="Text before every id, where two sheets have the same: each army may have a 1st Division.",
        examples=["german_"],
    )
    columns: Mapping[Line, Line] = Field(
        default_factory=dict,
        description="Heading → field, where they differ; dots lead into nested fields.",
        examples=[{"Name": "title", "Effect": "sections.Effect"}],
    )
    values: Mapping[Line, Mapping[Line, Scalar | float | bool | None]] = Field(
        default_factory=dict,
        description="Heading → what its cells say → what is meant; nothing (`~`) leaves the cell out, others stay.",
        examples=[{"Type": {"INF": "infantry", "ARM": "armour"}}],
    )
    skip: Seq[Line] | Literal["rest"] = Field(
        default=(), description="Headings to leave out; rest: all that are not fields.", examples=[["Playtest notes"]]
    )
    where: Mapping[Line, Scalar | Seq[Scalar]] = Field(
        default_factory=dict,
        description="Heading → what its cell must say, or one of several, for a row to count.",
        examples=[{"Side": "Red"}],
    )
