"""`kind: counters` and `kind: values`: the counter mix, the values printed on it, and what each counter shows."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from rcwkit.frame import HEX, MM, Shape
from rcwkit.game.game import Document, Entry, Game, once
from rcwkit.source.base import (
    CounterId,
    Entries,
    FamilyId,
    FormationId,
    Id,
    Line,
    Model,
    Name,
    OwnerId,
    Ref,
    Rule,
    RulingId,
    Seq,
    Shelf,
    StartRef,
    Text,
    TypeId,
    Use,
    Value,
    ValueName,
    optional,
)
from rcwkit.source.info import GameInfo, PartName, Strength, UnitType
from rcwkit.source.patterns import Length, PieceSize, malformed
from rcwkit.source.symbols import Symbol, UnitSize

TURN = re.compile(r"turn (\d{1,3})", re.IGNORECASE)

Values = Mapping[ValueName, Value]


class Shown(Model):
    """What one side of a counter may show besides its name; fronts and backs have it alike."""

    values: Values = Field(
        {},
        description="Name → value, as the type says which: {attack: 4, defence: 3, move: 6}.",
        examples=[{"attack": 4, "defence": 3, "move": 6}],
    )
    symbol: Symbol | None = optional("Instead of the type's symbol.")
    art: Line | None = optional("A picture in the game's folder, instead of a symbol.", examples=["art/guards.svg"])
    unit_size: UnitSize | None = optional("Instead of the type's size.")
    designation: Name | None = optional("Number or short name.", examples=["2/17"])
    label: Name | None = optional("Printed instead of its name, which lists keep.", examples=["Red Army"])
    family: FamilyId | None = optional(
        "One of the game's families of markers: its colour and plate.", examples=["morale"]
    )
    turned: Literal[0, 90, 180, 270] | None = optional("Degrees by which its symbol is turned, clockwise.")


class UnitStep(Shown):
    """A unit at a lower strength; what it leaves out is as at the strength above."""

    name: Name | None = optional("Name on this side; that of the side above if left out.", examples=["Remnant"])
    state: Name | None = optional(
        "What this side means: wounded, arrested, Red allegiance; reduced if left out.", examples=["wounded"]
    )
    overlay: Annotated[PartName, Ref("overlay")] | None = optional(
        "What its portrait has over it on this side: bandage, bars.", examples=["bandage"]
    )


class Reverse(UnitStep):
    """The back of a counter where it is neither blank nor the plain reduced side; what it leaves out is as in front."""

    side: OwnerId | None = optional("Owner whose colour and mark the back carries.")


class Counter(Shown):
    """A counter, or `copies` identical ones."""

    type: TypeId = Field(description="One of the game's unit types.")
    side: OwnerId | None = optional("Its owner; that of its document if left out.")
    name: Name = Field(
        "", description="Printed under the symbol; keep it short. Its designation, or its type's title, if left out."
    )
    full_name: Name | None = optional("Spelt out, for lists.")
    parent: Name | None = optional("The unit it is part of.", examples=["3 Corps"])
    formation: FormationId | None = optional(
        "One of the game's formations: a band of its colour.", examples=["3_corps"]
    )
    setup: StartRef | None = optional(
        "Hex or place where it starts, printed on the counter; where all set-ups agree if left out.", examples=["0814"]
    )
    turn: Annotated[Name, Field(max_length=8)] | None = optional(
        "Turn of entry, printed on the counter; that of `arrives: turn 3` if left out.", examples=[3]
    )
    reverse: Reverse | Literal["reduced", "poster", "none"] | None = optional("Instead of the type's reverse.")
    steps: Annotated[int, Field(ge=1, le=12)] | Seq[UnitStep] | None = optional(
        "How many steps it has, or what its sides below full strength show: the back first, then front and "
        "back of replacement counters, which are printed with it. Instead of `reverse`.",
        examples=[4, [{"values": {"attack": 4}}, {"values": {"attack": 2}}]],
    )
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    arrives: Text | None = optional("When it enters, if not at set-up: 'turn 3', 'W24'; listed as a reinforcement.")
    rule: Rule = ""
    rulings: Seq[RulingId] = ()

    @model_validator(mode="before")
    @classmethod
    def _starts_at_a_place(cls, given: Any) -> Any:
        """Take a turn among the starts, as sheets have it in one column, for that of entry."""
        start = given.get("setup") if isinstance(given, dict) else None
        if isinstance(start, str) and TURN.fullmatch(start) and "arrives" not in given and "turn" not in given:
            return {name: value for name, value in given.items() if name != "setup"} | {"arrives": start}
        return given

    @model_validator(mode="after")
    def _has_one_back(self) -> Self:
        if self.steps is not None and self.reverse is not None:
            raise ValueError("its `steps` say what is on its back: leave `reverse` out")
        return self

    @property
    def lower(self) -> tuple[UnitStep, ...]:
        """Its sides below full strength, if it says its steps."""
        return (UnitStep(),) * (self.steps - 1) if isinstance(self.steps, int) else self.steps or ()

    def printed(self) -> "Iterator[Counter]":
        """Yield the counter, then the replacement counters for its third step and below, each with two sides."""
        if not self.lower:
            yield self if self.steps is None else self.model_copy(update={"reverse": "none"})
            return
        above: Counter = self
        for number, first in enumerate((None, *self.lower[1::2])):
            behind = self.lower[2 * number : 2 * number + 1]
            front = above if first is None else above.model_copy(update={**_shown(above, first), **_LATER})
            back: Reverse | Literal["reduced", "poster", "none"] = "none"
            if behind:
                given = {name: getattr(behind[0], name) for name in behind[0].model_fields_set}
                back = Reverse.model_construct(**given) if given else "reduced"
                above = front.model_copy(update=_shown(front, behind[0]))
            yield front.model_copy(update={"reverse": back})

    @property
    def enters(self) -> str | None:
        """When it enters, in words; None if it is there from the start."""
        return self.arrives or (f"turn {self.turn}" if self.turn else None)

    @property
    def entry(self) -> str:
        """The turn of entry as printed on the counter, or an empty text."""
        found = TURN.fullmatch(self.arrives or "")
        return self.turn or (found[1] if found else "")


_LATER = {"setup": None, "turn": None, "arrives": None}
"""What replacement counters do not have: they are not set up."""


def _shown(above: Counter, step: UnitStep) -> dict[str, Any]:
    """Return what a step changes, given the side above it."""
    own = {
        name: getattr(step, name)
        for name in step.model_fields_set - {"state", "overlay"}
        if getattr(step, name) is not None
    }
    if step.symbol and not step.art:
        own["art"] = None
    return {**own, "values": {**above.values, **step.values} if step.values or step.state else {}}


class Counters(Model):
    """The counters of one owner or of several, or markers that nobody owns (`side: neutral`)."""

    kind: Literal["counters"]
    id: Id
    title: Name
    source: Name
    side: OwnerId | None = optional(
        "Owner of these counters; left out if each says its own, as rows with a column Side do."
    )
    size: PieceSize | None = optional(
        "Length of a side, such as 5/8in, or width x height; that of the type or of the game if left out.",
        examples=["16mm", "16x25mm"],
    )
    shape: Shape | None = optional(
        "Their shape; that of the type if left out. The size of a hex is that across its flats."
    )
    thickness: Length = Field(
        2.0, description="Thickness of a mounted counter; the tray holds all of them.", examples=[2.0, 1.5]
    )
    formation: FormationId | None = optional("Formation of the counters that name none.", examples=["3_corps"])
    shelf: Shelf = Field(
        "table", description="proxies: printed only when asked for, as owners of the game have such counters."
    )
    use: Use = Field(
        Use.model_construct(),
        description="How they are used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )
    statistics: bool = Field(
        False,
        description="true: a page for study counts them by owner, type and unit size, adds up their values, and lists "
        "how many arrive when.",
    )
    rule: Rule = ""
    counters: Entries[Id, Counter] = Field(description="Counter id → counter. Ids are unique in the whole game.")

    @model_validator(mode="after")
    def _has_owners(self) -> Self:
        unowned = next((name for name, one in self.counters.items() if one.side is None), "")
        if self.side is None and unowned:
            raise malformed(f"whose is counter '{unowned}'?", "`side:` of the document, or of each counter, says it")
        return self

    @cached_property
    def printed(self) -> Mapping[str, tuple[str, int, Counter]]:
        """Counter id → the entry that it is printed for, the number of the step on its front, and what it shows.

        The replacement counters of `B1` are `B1.2`, `B1.3` and so on.
        """
        found: dict[str, tuple[str, int, Counter]] = {}
        for unit, entry, step, counter in self.pieces():
            found.setdefault(unit, (entry, step, counter))
        return found

    def pieces(self) -> Iterator[tuple[str, str, int, Counter]]:
        """Yield the id of each counter, its entry, the step on its front, and what it shows; ids may come twice."""
        for entry, counter in self.counters.items():
            for number, one in enumerate(counter.printed()):
                yield f"{entry}.{number + 1}" if number else entry, entry, 2 * number + 1, one


Row = Mapping[ValueName, Value | None]


class ValueList(Strength):
    """Values of counters of one type. Once one of them has values, all are expected to."""

    kind: Literal["values"]
    id: Id
    source: Name = Field(description="Where the values come from; printed small.", examples=["my own copy"])
    type: TypeId = Field(description="The unit type whose counters these are.")
    values: Seq[ValueName] = Field(description="Values that every counter of the type has.")
    counters: Entries[CounterId, Row] = Field(
        description="Counter → its values, by name; a value that is not yet known stays empty.",
        examples=[{"Rc16": {"attack": 2, "move": 4}}],
    )
    backs: Entries[CounterId, Row] = Field(
        {}, description="Counter → the values of its back, where they differ.", examples=[{"Rc16": {"attack": 1}}]
    )


def counter_entries(counters: Counters, info: GameInfo) -> Iterator[Entry]:
    """Yield the counters of a document, each with a name for lists: its own, its designation or its type's title."""
    for unit, entry, _, counter in counters.pieces():
        if not counter.name:
            kind = info.unit_types.get(counter.type)
            name = counter.designation or (kind.title if kind else counter.type)
            counter = counter.model_copy(update={"name": name})
        yield "counter", ("counters", entry), unit, counter


@once
def _sheets(game: Game) -> Mapping[str, Counters]:
    return {unit: sheet for _, sheet in game.all(Counters) for unit in sheet.printed}


def sheet_of(game: Game, unit: str) -> Counters:
    """Return the document of counters that holds a counter."""
    return _sheets(game)[unit]


def size_of(game: Game, unit: str) -> tuple[float, float]:
    """Return width and height of a counter in points, by its type, its document or the game.

    One length is that of a hex across its flats: above and below.
    """
    edge = game.info.counter_size
    wide, high = type_of(game, unit).size or sheet_of(game, unit).size or (edge, edge)
    if shape_of(game, unit) == "hex" and wide == high:
        wide = high / HEX
    # Rounded, so that 5/8 inch is 45 points.
    return round(wide * MM, 9), round(high * MM, 9)


def replaced_by(game: Game, unit: str) -> str | None:
    """Return the counter whose lower steps a replacement counter shows; None for any other."""
    entry, _, _ = sheet_of(game, unit).printed[unit]
    return None if entry == unit else entry


@once
def names_of(game: Game) -> Mapping[str, str]:
    """Return counter, faction and side ids with their names, for texts."""
    return {
        **{name: item.value.full_name or item.value.name for name, item in game[Counter].items()},
        **{name: owner.title for name, owner in game.owners.items()},
    }


class Mix(NamedTuple):
    """The counters of one owner in a document, which lie together, and how many they are."""

    title: str
    owner: str
    document: Document
    units: tuple[str, ...]
    copies: int


@once
def mixes(game: Game) -> tuple[Mix, ...]:
    """Return the counters of each document by owner; those of several owners are called after each."""
    found = []
    for document, sheet in game.all(Counters):
        owners: dict[str, list[str]] = {}
        for unit in sheet.printed:
            if sheet_of(game, unit) is sheet:
                owners.setdefault(owner_of(game, unit), []).append(unit)
        for owner, units in owners.items():
            alone = len(owners) == 1 or owner not in game.owners
            title = sheet.title if alone else game.owners[owner].title
            count = sum(game[Counter][unit].value.copies for unit in units)
            found.append(Mix(title, owner, document, tuple(units), count))
    return tuple(found)


def owner_of(game: Game, unit: str) -> str:
    """Return the owner id of a counter."""
    return game[Counter][unit].value.side or sheet_of(game, unit).side or ""


def type_of(game: Game, unit: str) -> UnitType:
    """Return the type of a counter."""
    return game.info.unit_types[game[Counter][unit].value.type]


BLANK = ("none", "poster")
"""Reverses that show no side of a counter."""


def reverse_of(game: Game, unit: str) -> Reverse | str:
    """Return what a counter's back shows: a `Reverse`, 'reduced', 'poster' or 'none'."""
    own = game[Counter][unit].value.reverse
    return type_of(game, unit).reverse if own is None else own


def back_owner(game: Game, unit: str) -> str | None:
    """Return the owner whose colour and mark a counter's back carries; None if it is that of the front."""
    reverse = reverse_of(game, unit)
    side = reverse.side if not isinstance(reverse, str) else None
    return None if side == owner_of(game, unit) else side


def is_turned(game: Game, unit: str, side: str | None) -> bool:
    """Return whether a counter shows its back to show an owner's side."""
    return side is not None and side == back_owner(game, unit)


def shape_of(game: Game, unit: str) -> Shape:
    """Return the shape of a counter."""
    return type_of(game, unit).shape or sheet_of(game, unit).shape or "square"


def _filled(row: Row) -> dict[str, str]:
    """Return the values of a row that are filled in."""
    return {name: value for name, value in row.items() if value is not None}


@once
def strengths_of(game: Game) -> Mapping[str, Strength]:
    """Return type ids with the values that their counters have, by the type and by lists of values with any in them."""
    found: dict[str, Strength] = dict(game.info.unit_types)
    for _, one in game.all(ValueList):
        known = found.get(one.type)
        if known is None or not any(_filled(row) for row in one.counters.values()):
            continue
        names = tuple(dict.fromkeys((*known.values, *one.values)))
        optional = tuple(dict.fromkeys((*known.optional, *one.optional)))
        shown, layout = one.shown or known.shown, one.layout or known.layout
        found[one.type] = Strength(values=names, optional=optional, shown=shown, layout=layout)
    return found


@once
def _listed(game: Game) -> tuple[Mapping[str, Mapping[str, str]], Mapping[str, Mapping[str, str]]]:
    """Return the values of lists of values, by counter: of fronts and of backs."""
    fronts: dict[str, dict[str, str]] = {}
    backs: dict[str, dict[str, str]] = {}
    for _, one in game.all(ValueList):
        for side, rows in ((fronts, one.counters), (backs, one.backs)):
            for unit, row in rows.items():
                side.setdefault(unit, {}).update(_filled(row))
    return fronts, backs


def values_of(game: Game, unit: str) -> Mapping[str, str]:
    """Return the values on a counter's front, by name, in the order of its type."""
    return _in_order(game, unit, {**game[Counter][unit].value.values, **_listed(game)[0].get(unit, {})})


def back_values_of(game: Game, unit: str) -> Mapping[str, str]:
    """Return the values on a counter's back; those that are not its own are as in front."""
    return _in_order(game, unit, {**values_of(game, unit), **_own_back(game, unit)})


def _own_back(game: Game, unit: str) -> Mapping[str, str]:
    reverse = reverse_of(game, unit)
    return {**(reverse.values if not isinstance(reverse, str) else {}), **_listed(game)[1].get(unit, {})}


def is_as_strong(game: Game, unit: str) -> bool:
    """Return whether a counter's reduced side says no values of its own, and so has all of its front."""
    return is_reduced(game, unit) and not _own_back(game, unit)


def is_reduced(game: Game, unit: str) -> bool:
    """Return whether a counter's back is its reduced side, not that of another owner or in another state."""
    reverse = reverse_of(game, unit)
    return reverse == "reduced" or (not isinstance(reverse, str) and not reverse.state and not reverse.side)


def _in_order(game: Game, unit: str, values: Mapping[str, str]) -> Mapping[str, str]:
    strength = strengths_of(game).get(game[Counter][unit].value.type)
    return {
        name: values[name] for name in dict.fromkeys((*(strength.names if strength else ()), *values)) if name in values
    }
