"""Fields of a deck's own: what its cards hold besides titles and texts, for layouts to show."""

from typing import Annotated, Any, Literal

from pydantic import Field

from rcwkit.models.base import Line, Model, Said, Seq

__all__ = ["FieldSpec", "FieldType", "FieldValue", "Given", "spec"]

FieldType = Literal["text", "number", "list", "flag", "colour", "picture"]
Scalar = Annotated[str, Said()] | int | float | bool
FieldValue = Scalar | Seq[Scalar] | None


class FieldSpec(Model):
    """A field: its type, and what a card has that does not give it."""

    type: FieldType = Field(default="text", description="text, number, list, flag (true or false), colour, picture.")
    choice: Seq[Line] = Field(default=(), description="The values that it may have.", examples=[["skill", "event"]])
    default: FieldValue = Field(default=None, description="Value on cards that do not give one.", examples=[0])
    needed: bool = Field(default=False, description="Whether every card must give it.")

    def of(self, given: Any) -> Any:
        """Return the value of a card that gives this, or None; one word of a list is a list."""
        value = self.default if given is None else given
        if self.type == "list":
            return () if value is None else value if isinstance(value, tuple) else (value,)
        return False if value is None and self.type == "flag" else value

    def misfit(self, value: Any) -> str:
        """Return what is wrong with a value, or an empty string."""
        if self.choice:
            return "" if value in self.choice else f"'{value}' is not one of: {', '.join(self.choice)}"
        if value is None or _FITS[self.type](value):
            return ""
        return {
            "text": "this has to be text",
            "number": f"'{value}' is not a number",
            "list": "this has to be a list",
            "flag": f"'{value}' is neither true nor false",
            "colour": f"'{value}' is not a colour",
            "picture": "this has to be the name of a picture",
        }[self.type]


_FITS = {
    "text": lambda value: isinstance(value, (str, int, float)) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "list": lambda value: not isinstance(value, bool),
    "flag": lambda value: isinstance(value, bool),
    "colour": lambda value: isinstance(value, str),
    "picture": lambda value: isinstance(value, str),
}

Given = Annotated[
    FieldType | Seq[Line] | FieldSpec,
    Field(examples=["number", ["skill", "event"], {"type": "number", "default": 0}]),
]
"""A field as written: its type, the list of its values, or a mapping."""


def spec(given: FieldType | tuple[str, ...] | FieldSpec) -> FieldSpec:
    """Return a field from any way to write it."""
    if isinstance(given, FieldSpec):
        return given
    return FieldSpec(type=given) if isinstance(given, str) else FieldSpec(choice=given)
