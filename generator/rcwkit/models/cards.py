"""`kind: cards`: decks of cards with sections of short text, a strip of track boxes, and lines to write on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rcwkit.models.base import Entry, Id, Model, Name, OwnerId, RowId, Seq, Shelf, Text, TrackId
from rcwkit.models.lengths import CardSize, Length
from rcwkit.models.looks import Motif
from rcwkit.models.sheets import Entries

__all__ = ["Card", "CardBack", "Deck", "Section", "Strip"]


class Section(Model):
    """A small heading with running text or a list of points."""

    head: Name = Field(description="A word or two.")
    text: Text | None = Field(default=None, description="Running text.")
    items: Seq[Text] = Field(default=(), description="Points, instead of running text.")


class Strip(Model):
    """One row of a track in miniature, with its marker's start."""

    track: TrackId = Field(description="Track id.")
    row: RowId = Field(description="Row of that track.")


class CardBack(Model):
    """The poster on the back of a deck."""

    title: Name = Field(description="Words on the poster.")
    motif: Motif | None = Field(
        default=None, description="What the poster shows; if left out, the game's motif, or else a wedge."
    )
    colour: OwnerId | None = Field(
        default=None, description="Owner whose colour the poster takes; the game's accent if left out."
    )


class Card(Entry):
    """One card."""

    subtitle: Name | None = Field(default=None, description="Under the title.")
    number: Name | None = Field(
        default=None, description="In the circle; numbered in order if left out.", examples=["7"]
    )
    owner: OwnerId | None = Field(default=None, description="Owner whose colour the band takes.")
    strip: Strip | None = Field(default=None, description="A track's row in miniature.")
    sections: Seq[Section] = Field(default=(), description="Sections, from the top.")
    write_in: Annotated[int, Field(ge=0, le=20)] = Field(default=0, description="Ruled lines to write on.")
    foot: Text | None = Field(default=None, description="A conspicuous warning at the bottom.")
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    behind: Id | None = Field(
        default=None,
        description="Card of the same reference deck on whose back this one is printed, instead of the poster.",
        examples=["poland"],
    )


class Deck(Model):
    """A deck of cards."""

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
        default=False, description="Cards to read, not to draw: the large-print edition has larger ones."
    )
    thickness: Length = Field(
        default=0.3,
        description="Thickness of a card, with its sleeve if any; the tuck box holds all of them.",
        examples=[0.3, 0.65],
    )
    shelf: Shelf | None = Field(
        default=None,
        description="proxies: stand-ins for cards of the game; if left out, told by whether most say nothing.",
    )
    back: CardBack = Field(description="The back of all its cards.")
    cards: Entries[Id, Card] = Field(description="Card id → card, in printed order.")

    @model_validator(mode="after")
    def _backs_are_free(self) -> Deck:
        taken: dict[str, str] = {}
        for name, card in self.cards.items():
            if card.behind is None:
                continue
            front = self.cards.get(card.behind)
            if not self.reference:
                raise ValueError(f"card '{name}' is behind another: only the cards of a reference deck can be")
            if front is None or front.behind is not None or card.behind == name:
                raise ValueError(f"card '{name}' needs another card that is a front: '{card.behind}' is none")
            if card.behind in taken:
                raise ValueError(f"cards '{taken[card.behind]}' and '{name}' are both behind '{card.behind}'")
            if front.copies != card.copies:
                raise ValueError(f"card '{name}' needs as many copies as '{card.behind}': {front.copies}")
            taken[card.behind] = name
        return self

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The number of copies before each card, in printed order, and last that of all."""
        return (0, *accumulate(card.copies for card in self.cards.values()))

    @cached_property
    def backs(self) -> Mapping[str, str]:
        """Card → the card on its back."""
        return {card.behind: name for name, card in self.cards.items() if card.behind is not None}

    @cached_property
    def leaves(self) -> Mapping[str, Card]:
        """The cards that are fronts: what is printed and cut."""
        return {name: card for name, card in self.cards.items() if card.behind is None}

    @property
    def stands_on(self) -> Shelf:
        """The shelf given, or the one that its cards tell."""
        silent = sum(not (card.sections or card.strip) for card in self.cards.values())
        return self.shelf or ("proxies" if 2 * silent > len(self.cards) else "table")
