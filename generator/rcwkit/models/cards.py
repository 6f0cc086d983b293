"""`kind: cards`: decks of cards with sections of short text, a box strip, and space to write in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Entry, Id, Model, Name, OwnerId, RowId, Seq, Text, TrackId
from rcwkit.models.lengths import CardSize, Length

__all__ = ["Card", "CardBack", "Deck", "Section", "Strip"]


class Section(Model):
    """A small heading with either running text or a list of items."""

    head: Name = Field(description="A word or two.")
    text: Text | None = Field(default=None, description="Running text; **bold** is the only markup.")
    items: Seq[Text] = Field(default=(), description="Points, instead of running text.")


class Strip(Model):
    """The boxes of a track in miniature with one marker's start."""

    track: TrackId = Field(description="Track id.")
    row: RowId = Field(description="Row of that track.")


class CardBack(Model):
    """The poster on the back of a deck."""

    title: Name = Field(description="Words on the poster.")
    motif: Literal["wedge", "bars", "rings", "star", "flag"] = Field(
        default="wedge", description="What the poster shows."
    )
    colour: OwnerId | None = Field(default=None, description="Owner whose colour the poster takes.")


class Card(Entry):
    """One card."""

    subtitle: Name | None = Field(default=None, description="Under the title.")
    number: Name | None = Field(default=None, description="In the circle; counted if left out.", examples=["7"])
    owner: OwnerId | None = Field(default=None, description="Owner whose colour the band takes.")
    strip: Strip | None = Field(default=None, description="A track's row in miniature.")
    sections: Seq[Section] = Field(default=(), description="Headed parts, from the top.")
    write_in: Annotated[int, Field(ge=0, le=20)] = Field(default=0, description="Ruled lines to write on.")
    foot: Text | None = Field(default=None, description="A warning that must not be overlooked.")
    copies: Annotated[int, Field(ge=1, le=99, description="How many equal ones are printed.")] = 1


class Deck(Model):
    """A deck printed together."""

    kind: Literal["cards"]
    id: Id
    title: Name
    source: Name
    size: CardSize = Field(
        default="poker",
        validate_default=True,
        description="poker, tarot, euro, mini or square; or width by height, such as 57x87mm.",
    )
    reference: bool = Field(
        default=False, description="Cards to read from, not to draw: there are larger ones in large print."
    )
    thickness: Length = Field(
        default=0.3,
        description="Of a card, with its sleeve if any, mm: the tuck box is as deep as all.",
        examples=[0.3, 0.65],
    )
    back: CardBack = Field(description="The back of all its cards.")
    cards: Mapping[Id, Card] = Field(description="Card id → card, in printed order.")
