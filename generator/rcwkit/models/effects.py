"""What steps bring about: one model for each verb, with what goes with it. `item` stands for the unit of the running for_each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field, GetCoreSchemaHandler, SerializerFunctionWrapHandler, model_serializer
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType

from rcwkit.models.base import Id, Model, Name, PlaceRef, Ref, Text
from rcwkit.models.conditions import Amount

__all__ = [
    "AddNote",
    "AddToVariables",
    "ConvertUnit",
    "Effect",
    "FlipUnit",
    "Going",
    "MoveMarker",
    "MoveUnit",
    "PlaceUnit",
    "ReduceUnit",
    "RemoveUnit",
    "RestoreUnit",
    "SetVariables",
    "UnitEffect",
    "VariableEffect",
    "Verb",
]

# `item` is no unit, and names of the procedure may hold an owner.
Unit = Annotated[Id, Ref("units", checked=False)]
Holder = Annotated[Id, Ref("owners", checked=False)]


class Verb(Model):
    """One thing that happens; the field of the verb's own name says to what."""

    verb: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """The verb is the one field that must be there."""
        cls.verb = next((name for name, field in cls.model_fields.items() if field.is_required()), "")

    @property
    def what(self) -> Any:
        """What it happens to: a unit, a marker, or variables with their values; of a note, its text."""
        return getattr(self, self.verb)

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts and names that it reads."""
        return ()

    @model_serializer(mode="wrap")
    def _with_every_key(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Records hold a hash of their procedure as data in which each effect has the keys of all of them."""
        return {**dict.fromkeys(_KEYS), **handler(self)}


class UnitEffect(Verb):
    """Something is done to a unit."""


class Going(Verb):
    """Something goes somewhere: to a place of the game, or to one in words."""

    at: PlaceRef | None = Field(default=None, description="A place of the game.")
    where: Text | None = Field(
        default=None, description="In words, where no single space is meant.", examples=["any port"]
    )
    to: Id | None = None

    @property
    def reads(self) -> tuple[Any, ...]:
        """The name of the owner or box, as far as it may be one."""
        return () if self.to is None else (self.to,)


class GoingUnit(UnitEffect, Going):
    """A unit goes somewhere: to a place, to an owner, into a reserve."""

    to: Holder | None = Field(
        default=None, description="Its new owner: an owner, or an input or variable that holds one."
    )
    reserve: Holder | None = Field(default=None, description="Owner whose strategic reserve takes it.")


class PlaceUnit(GoingUnit):
    """A unit comes into the set-up."""

    place: Unit = Field(description="Unit that comes into the set-up.")


class ReduceUnit(UnitEffect):
    """A unit is turned to its reduced side."""

    reduce: Unit = Field(description="Unit turned to its reduced side.")


class RestoreUnit(UnitEffect):
    """A unit is turned to its full side."""

    restore: Unit = Field(description="Unit turned to its full side.")


class FlipUnit(UnitEffect):
    """A unit is turned over."""

    flip: Unit = Field(description="Unit turned over.")


class ConvertUnit(GoingUnit):
    """A unit changes its owner."""

    convert: Unit = Field(description="Unit that changes its owner (`to`).")


class RemoveUnit(UnitEffect):
    """A unit leaves the game, or all units of an owner do."""

    remove: Unit = Field(description="A unit, or an owner: all its units.")


class MoveUnit(GoingUnit):
    """A unit goes elsewhere."""

    move: Unit = Field(description="Unit that goes elsewhere.")


class MoveMarker(Going):
    """A marker moves on a track."""

    marker: Unit = Field(description="Marker that moves on a track (`on`, `to`).")
    to: Annotated[Id, Ref("boxes", checked=False)] | None = Field(
        default=None, description="Box of the track, or a name that holds one."
    )
    on: Annotated[Id, Ref("tracks", checked=False)] | None = Field(default=None, description="The track.")


class AddNote(Verb):
    """A line is noted."""

    note: Text = Field(description="A line for the record and the sheet.", examples=["The enemy attacks."])


class VariableEffect(Verb):
    """Variables change."""

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts."""
        return tuple(self.what.values())


class SetVariables(VariableEffect):
    """Variables get new values."""

    set: Mapping[Id, Amount | Name] = Field(description="Variable → new value.", examples=[{"enemy": "white"}])


class AddToVariables(VariableEffect):
    """Something is added to variables."""

    add: Mapping[Id, Amount] = Field(description="Variable → what is added.", examples=[{"vp": 1}])


class _ByVerb:
    """Chooses the model of an effect by the one verb that it has; what is no mapping is refused by the first."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        tags = {model.verb: model.__name__ for model in get_args(source)}

        def tag(value: Any) -> str | None:
            if isinstance(value, Verb):
                return type(value).__name__
            found = [tag for verb, tag in tags.items() if not isinstance(value, Mapping) or value.get(verb) is not None]
            return found[0] if len(found) == 1 or not isinstance(value, Mapping) else None

        return core_schema.tagged_union_schema(
            {model.__name__: handler.generate_schema(model) for model in get_args(source)},
            tag,
            custom_error_type="malformed",
            custom_error_message=f"an effect does exactly one of: {', '.join(tags)}",
        )


_Union = (
    PlaceUnit
    | ReduceUnit
    | RestoreUnit
    | FlipUnit
    | ConvertUnit
    | RemoveUnit
    | MoveUnit
    | MoveMarker
    | AddNote
    | SetVariables
    | AddToVariables
)
_KEYS = [name for model in get_args(_Union) for name in model.model_fields]
Effect = TypeAliasType(
    "Effect",
    Annotated[_Union, _ByVerb(), Field(description="One thing that happens: one verb, and what goes with it.")],
)
