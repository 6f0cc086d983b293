"""The effects of steps: one model for each verb. `item` stands for the current item of a for_each."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field, GetCoreSchemaHandler, SerializerFunctionWrapHandler, model_serializer
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType

from rcwkit.models.base import Id, Line, Model, PlaceRef, Ref, Text
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

# Not checked: `item` is no unit, and a name of the procedure may hold an owner.
Unit = Annotated[Id, Ref("units", checked=False)]
Holder = Annotated[Id, Ref("owners", checked=False)]


class Verb(Model):
    """One effect; the field named after the verb says what it acts on."""

    verb: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Take the one required field as the verb."""
        cls.verb = next((name for name, field in cls.model_fields.items() if field.is_required()), "")

    @property
    def what(self) -> Any:
        """What it acts on: a unit, a marker, variables with their values, or the text of a note."""
        return getattr(self, self.verb)

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts and names it reads."""
        return ()

    @model_serializer(mode="wrap")
    def _with_every_key(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Include the keys of all effects: records hash their procedure in that form."""
        return {**dict.fromkeys(_KEYS), **handler(self)}


class UnitEffect(Verb):
    """An effect on a unit."""


class Going(Verb):
    """Something goes to a place of the game, or to one described in words."""

    at: PlaceRef | None = Field(default=None, description="A place of the game.")
    where: Text | None = Field(
        default=None, description="In words, if no single space is meant.", examples=["any port"]
    )
    to: Id | None = None

    @property
    def reads(self) -> tuple[Any, ...]:
        """The owner or box, which may be a name that holds one."""
        return () if self.to is None else (self.to,)


class GoingUnit(UnitEffect, Going):
    """A unit goes to a place, an owner or a reserve."""

    to: Holder | None = Field(default=None, description="Its new owner, or an input or variable that holds one.")
    reserve: Holder | None = Field(default=None, description="Owner whose strategic reserve it joins.")


class PlaceUnit(GoingUnit):
    """A unit enters the set-up."""

    place: Unit = Field(description="Unit that enters the set-up.")


class ReduceUnit(UnitEffect):
    """A unit is flipped to its reduced side."""

    reduce: Unit = Field(description="Unit flipped to its reduced side.")


class RestoreUnit(UnitEffect):
    """A unit is flipped to its full side."""

    restore: Unit = Field(description="Unit flipped to its full side.")


class FlipUnit(UnitEffect):
    """A unit is flipped."""

    flip: Unit = Field(description="Unit that is flipped.")


class ConvertUnit(GoingUnit):
    """A unit changes owner."""

    convert: Unit = Field(description="Unit that changes owner (`to`).")


class RemoveUnit(UnitEffect):
    """A unit, or every unit of an owner, leaves the game."""

    remove: Unit = Field(description="A unit, or an owner for all its units.")


class MoveUnit(GoingUnit):
    """A unit moves."""

    move: Unit = Field(description="Unit that moves.")


class MoveMarker(Going):
    """A marker moves along a track."""

    marker: Unit = Field(description="Marker that moves along a track (`on`, `to`).")
    to: Annotated[Id, Ref("boxes", checked=False)] | None = Field(
        default=None, description="Box of the track, or a name that holds one."
    )
    on: Annotated[Id, Ref("tracks", checked=False)] | None = Field(default=None, description="The track.")


class AddNote(Verb):
    """A line is added to the record."""

    note: Text = Field(description="A line for the record and the sheet.", examples=["The enemy attacks."])


class VariableEffect(Verb):
    """A change of variables."""

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts."""
        return tuple(self.what.values())


class SetVariables(VariableEffect):
    """Variables are set."""

    set: Mapping[Id, Amount | Line] = Field(description="Variable → new value.", examples=[{"enemy": "white"}])


class AddToVariables(VariableEffect):
    """Variables are added to."""

    add: Mapping[Id, Amount] = Field(description="Variable → amount to add.", examples=[{"vp": 1}])


class _ByVerb:
    """Chooses the model of an effect by its verb; a value that is not a mapping is left to the first to reject."""

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
    Annotated[_Union, _ByVerb(), Field(description="One effect: a verb, and the keys that go with it.")],
)
