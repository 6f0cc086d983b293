"""`kind: cards`: decks of cards with sections of short text, a strip of track boxes, and lines to write on."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rcwkit.faces.layouts import CardSection, Strip
from rcwkit.source.base import (
    BARE,
    LISTED,
    Entries,
    Entry,
    FieldSpec,
    FieldValue,
    Given,
    Id,
    Idle,
    LayoutId,
    Line,
    Model,
    Name,
    OwnerId,
    PictureFile,
    PortraitId,
    Rule,
    Seq,
    Shelf,
    Text,
    Use,
    VariableName,
    optional,
    spec,
)
from rcwkit.source.info import Motif
from rcwkit.source.markup import resolved
from rcwkit.source.patterns import CardSize, Length
from rcwkit.source.symbols import Symbol

HOUSE, POSTER = "house", "poster"
"""The layouts of cards and backs that name none."""
ENLARGED = 1.4
"""Scale of reference cards in large print, including their type."""


class CardPoster(Model):
    """The picture over the texts of a card, for layouts that have one: `house`, `faction`, `stand_in`."""

    portrait: PortraitId | None = optional("One of the game's portraits, at the right.", examples=["Brandt"])
    symbol: Symbol | None = optional("A picture instead of a portrait.", examples=["ship"])
    small: Symbol | None = optional("A second one, smaller and lower.", examples=["ship"])
    ground: Literal["rays", "disc", "wedge"] = Field("rays", description="What is behind it.")


class CardBack(Model):
    """The back of a deck: a poster, a picture of your own, or a layout."""

    title: Name = Field(description="Words on the poster.")
    art: PictureFile | None = optional(
        "Picture that fills the back and its bleed, instead of the poster: a PNG, JPEG or SVG file in the"
        " game's folder. Nothing is printed over it."
    )
    motif: Motif | None = optional("What the poster shows; if left out, the game's motif, or else a wedge.")
    colour: OwnerId | None = optional("Owner whose colour the poster takes; the game's accent if left out.")
    subtitle: Name | None = optional(
        "Under the title, in layouts that have one, such as `stand_in_back`.", examples=["Action card"]
    )
    symbol: Symbol | None = optional("Picture on a disc, in such layouts.")
    small: Symbol | None = optional("A smaller one before the disc.")
    ground: Literal["rays", "wedge"] = Field("rays", description="What is behind the disc.")
    layout: LayoutId | None = optional("Layout to draw instead of a poster.")

    def idle(self) -> Iterator[Idle]:
        """Yield what a picture of one's own, or a layout, takes the place of."""
        yield from self.idle_without("layout", "subtitle", "symbol", "small", "ground")
        if not self.layout:
            yield from self.idle_beside("art", "motif")


class CardReverse(Model):
    """The back of a card of two faces: what differs from its front."""

    title: Name | None = optional("Title on the back.")
    subtitle: Name | None = optional("Under the title.", examples=["Remnants"])
    rule: Rule = ""
    note: Text | None = None
    text: Text | None = optional("Text on the back, before its sections.", examples=["Sink it."])
    number: Name | None = optional("Number on the back.", examples=["7b"])
    owner: OwnerId | None = optional("Owner whose colour the back takes.")
    strip: Strip | None = optional("A track's row in miniature.")
    sections: Seq[CardSection] = Field((), description="Sections, from the top.")
    write_in: Annotated[int, Field(ge=0, le=20)] = Field(0, description="Ruled lines to write on.", examples=[3])
    foot: Text | None = optional("A conspicuous warning at the bottom.", examples=["Not before turn 3"])
    fields: Mapping[VariableName, FieldValue] = Field(
        {}, description="Field → value on the back; others are those of the front."
    )
    layout: LayoutId | None = optional("Layout of the back; the front's if left out.")


class Card(Entry):
    """One card."""

    subtitle: Name | None = optional("Under the title.", examples=["Remnants"])
    number: Name | None = optional("In the circle; numbered in order if left out.", examples=["7"])
    owner: OwnerId | None = optional("Owner whose colour the band takes.")
    strip: Strip | None = optional("A track's row in miniature.")
    text: Text | None = optional(
        "Text before its sections; the house's card sets it in up to 14 pt if it has no others.",
        examples=["Move twice."],
    )
    sections: Seq[CardSection] = Field((), description="Sections, from the top.")
    users: Seq[OwnerId] = Field(
        (), description="Sides that may use it, or factions that a stand-in concerns.", examples=[["red", "white"]]
    )
    poster: CardPoster | None = optional("Its picture, in layouts that have one.")
    untitled: bool = Field(False, description="Whether its title is yet to be written in: on a line, if so.")
    write_in: Annotated[int, Field(ge=0, le=20)] = Field(0, description="Ruled lines to write on.")
    foot: Text | None = optional("A conspicuous warning at the bottom.")
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    type: Id | None = optional("Type, which tells its layout among the deck's `layouts`.", examples=["event"])
    fields: Mapping[VariableName, FieldValue] = Field(
        {}, description="Field of the deck → its value here.", examples=[{"cost": 3}]
    )
    layout: LayoutId | None = optional("Layout of this card instead of the deck's.")
    reverse: CardReverse | None = optional("The back of a card of two faces, instead of that of the deck.")
    behind: Id | None = optional(
        "Card of the same reference deck on whose back this one is printed, instead of the poster.", examples=["poland"]
    )

    def flagged(self, number: Callable[[str], int | None]) -> Self:
        """The card with the flags of the rulings that its texts name, by their printed numbers."""

        def said(text: str | None) -> str | None:
            return text and resolved(text, number)

        sections = tuple(one.told(said) for one in self.sections)
        texts = {key: said(getattr(self, key)) for key in ("note", "text", "foot")}
        return self.model_copy(update={"sections": sections, **texts})

    @cached_property
    def turned(self) -> Self:
        """The card as its back shows it: the reverse, and what that leaves as it is on the front."""
        if self.reverse is None:
            return self
        own = {key: getattr(self.reverse, key) for key in self.reverse.model_fields_set}
        texts = {**dict.fromkeys(("subtitle", "note", "text", "strip", "foot")), "sections": (), "write_in": 0}
        return self.model_copy(update={**texts, **own, "fields": {**self.fields, **self.reverse.fields}})


class Deck(Model):
    """A deck of cards."""

    kind: Literal["cards"]
    id: Id
    title: Name
    source: Name
    size: CardSize = Field(
        "poker",
        validate_default=True,
        description="poker, tarot, euro, mini or square; or width by height, such as 57x87mm.",
    )
    reference: bool = Field(False, description="Cards to read, not to draw: the large-print edition has larger ones.")
    shuffled: bool | None = optional(
        "Whether virtual tables shuffle it; false: its first card lies on top. If left out, all decks are "
        "shuffled but those to read."
    )
    reshuffles: bool = Field(
        False, description="In VASSAL, its discards are shuffled back into it when its last card is drawn."
    )
    hidden: bool = Field(
        False, description="Virtual tables show a drawn card to whoever drew it alone, until it is turned over."
    )
    owner: OwnerId | None = optional("Side that draws from it; in VASSAL, no other side can reach into it.")
    uses: Seq[Name] = Field(
        (),
        max_length=8,
        description="What its cards may be played for; virtual tables have a command for each, and log it.",
        examples=[["event", "operations"]],
    )
    thickness: Length = Field(
        0.3,
        description="Thickness of a card, with its sleeve if any; the tuck box holds all of them.",
        examples=[0.3, 0.65],
    )
    shelf: Shelf | None = optional(
        "proxies: stand-ins for cards of the game; if left out, told by whether most say nothing."
    )
    use: Use = Field(
        Use.model_construct(),
        description="How they are used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )
    statistics: bool = Field(
        False,
        description="true: a page for study counts its cards by type, owner and listed values, and shows how often "
        "each number in a field comes.",
    )
    back: CardBack = Field(
        default_factory=lambda given: CardBack(title=given.get("title", "?")),
        description="The back of all its cards; a poster with the deck's title if left out.",
    )
    fields: Mapping[VariableName, Given] = Field(
        {},
        description="Field → its type: what cards hold besides, for their layout.",
        examples=[{"cost": "number", "lacks": "list"}],
    )
    poster: CardPoster = Field(
        CardPoster(), description="Of cards that have none, in layouts that have one.", validate_default=False
    )
    posters: Seq[CardPoster] = Field(
        (),
        max_length=24,
        description="Several posters instead of `poster`, which cards take in turn.",
        examples=[[{"symbol": "horse"}, {"symbol": "factory", "ground": "wedge"}]],
    )
    topics: Mapping[Line, Symbol] = Field(
        {},
        description="Word in a card's title or sections → picture of its poster, if it has no poster; of several words "
        "that it has, the first gives the large picture, the second the small one.",
        examples=[{"train": "locomotive", "VP": "banner"}],
    )
    layout: LayoutId | None = optional("Layout of its cards; the house's if left out.")
    layouts: Mapping[Id, LayoutId] = Field(
        {},
        description="Type of card → layout, instead of `layout`, which is that of all other types.",
        examples=[{"event": "event_card", "skill": "skill_card"}],
    )
    reverse: LayoutId | None = optional(
        "Layout of the backs of its cards, which shows what each card holds; instead of that of `back`."
    )
    cards: Annotated[Entries[Id, Annotated[Card, BARE]], LISTED] = Field(
        description="Card id → card, in printed order; or a list, whose ids are made from titles. A card may be its "
        "title alone."
    )

    @model_validator(mode="after")
    def _backs_are_free(self) -> Self:
        taken: dict[str, str] = {}
        for name, card in self.cards.items():
            if card.behind is None:
                continue
            if self.turned(card) is not None:
                raise ValueError(f"card '{name}' is behind another, and cannot have a reverse")
            front = self.cards.get(card.behind)
            if not self.reference:
                raise ValueError(f"card '{name}' is behind another: only the cards of a reference deck can be")
            if front is None or front.behind is not None or card.behind == name:
                raise ValueError(f"card '{name}' needs another card that is a front: '{card.behind}' is none")
            if card.behind in taken:
                raise ValueError(f"cards '{taken[card.behind]}' and '{name}' are both behind '{card.behind}'")
            if self.turned(front) is not None:
                raise ValueError(f"card '{name}' is behind '{card.behind}', which has a reverse of its own")
            if front.copies != card.copies:
                raise ValueError(f"card '{name}' needs as many copies as '{card.behind}': {front.copies}")
            taken[card.behind] = name
        return self

    @property
    def enlarged(self) -> tuple[float, float]:
        """Width and height of a card in large print (mm): reference cards are larger."""
        (width, height), times = self.size, ENLARGED if self.reference else 1.0
        return width * times, height * times

    @property
    def is_shuffled(self) -> bool:
        """Whether virtual tables shuffle it."""
        return not self.reference if self.shuffled is None else self.shuffled

    def turned(self, card: Card) -> Card | None:
        """Return a card as its back shows it, or None if that is the back of the deck."""
        if card.reverse is not None and (card.reverse.layout or self.reverse is None):
            return card.turned
        return card.turned.model_copy(update={"layout": self.reverse}) if self.reverse else None

    def poster_of(self, card: Card, first: int = 1) -> CardPoster:
        """Return the poster of a card: its own, or the deck's with pictures of the topics in its texts.

        Of several posters of the deck, it is that of the number of its `first` copy.
        """
        usual = self.posters[(first - 1) % len(self.posters)] if self.posters else self.poster
        if card.poster is not None or not self.topics:
            return card.poster or usual
        sections = (f"{one.head} {' '.join(one.said)}" for one in card.sections)
        said = " ".join((card.title, card.text or "", *sections)).casefold()
        found = list(dict.fromkeys(symbol for word, symbol in self.topics.items() if word.casefold() in said))
        pictures = dict(zip(("symbol", "small"), found, strict=False))
        return usual.model_copy(update=pictures)

    def layout_of(self, card: Card) -> str | None:
        """Return the layout of a card, or None for the house's."""
        return card.layout or (self.layouts.get(card.type) if card.type else None) or self.layout

    @cached_property
    def specs(self) -> Mapping[str, FieldSpec]:
        """The fields of its cards."""
        return {name: spec(given) for name, given in self.fields.items()}

    @cached_property
    def firsts(self) -> Mapping[str, int]:
        """Card → the number of its first copy in the deck; a card on another's back has that of the other."""
        numbers = accumulate((card.copies for card in self.leaves.values()), initial=1)
        firsts = dict(zip(self.leaves, numbers, strict=False))
        return {name: firsts[card.behind or name] for name, card in self.cards.items()}

    @cached_property
    def count(self) -> int:
        """The number of cards that a player holds, with all copies."""
        return sum(card.copies for card in self.leaves.values())

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
        spoken = (card.text or card.sections or card.strip or self.layout_of(card) for card in self.cards.values())
        silent = sum(not one for one in spoken)
        return self.shelf or ("proxies" if 2 * silent > len(self.cards) else "table")
