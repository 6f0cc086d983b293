"""What models say in the language of the kit, found by the `Said` marks on the types of their fields."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import TypeAliasType

from rcwkit.models.base import Ref, Said

__all__ = ["resaid"]

Path = tuple[Any, ...]
Told = Callable[[str, Path, bool], str]
"""A text, its path, and whether it names a place → the text to take its place."""
_Mark = bool | None
"""Whether strings at a level name places; None if they are not said."""


def resaid(model: BaseModel, told: Told, path: Path = ()) -> BaseModel:
    """Return a model with every text replaced, in the order of its fields; the same one if nothing changes."""
    levels, found = _levels_of(type(model)), {}
    for name, value in vars(model).items():
        if name in levels:
            made = _resaid(value, levels[name], told, (*path, name))
            if made is not value:
                found[name] = made
    if not found:
        return model
    copy = model.model_copy(update=found)
    for name in [name for name in vars(copy) if name not in levels]:
        del vars(copy)[name]  # what was computed of the other texts
    return copy


def _resaid(value: Any, levels: tuple[_Mark, ...], told: Told, path: Path) -> Any:
    first, rest = (levels[0], levels[1:]) if levels else (None, ())
    if isinstance(value, str):
        return value if first is None else told(value, path, first)
    if isinstance(value, BaseModel):
        return resaid(value, told, path)
    if isinstance(value, tuple):
        parts = tuple(_resaid(part, levels, told, (*path, index)) for index, part in enumerate(value))
        return value if all(part is other for part, other in zip(parts, value, strict=True)) else parts
    if isinstance(value, Mapping):
        entries = {}
        for key, inner in value.items():
            said = told(key, (*path, key), first) if first is not None and isinstance(key, str) else key
            entries[said] = _resaid(inner, rest, told, (*path, key))
        same = all(value.get(key, entries) is inner for key, inner in entries.items())
        return value if same else entries
    return value


@cache
def _levels_of(model: type[BaseModel]) -> Mapping[str, tuple[_Mark, ...]]:
    """Return the marks of each field: of the keys of mappings, level by level, and of the values."""
    return {
        name: _levels(Annotated[field.annotation, *field.metadata, None]) for name, field in model.model_fields.items()
    }


def _levels(annotation: Any) -> tuple[_Mark, ...]:
    origin, parts = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, TypeAliasType):
        return _levels(annotation.__value__)
    if origin is Annotated:
        marks = annotation.__metadata__
        if any(isinstance(one, Said) for one in marks):
            return (False,)
        if any(isinstance(one, Ref) and one.family == "places" for one in marks):
            return (True,)
        return _levels(parts[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key = _levels(parts[0])
        return (key[0] if key else None, *_levels(parts[1]))
    found = (levels for part in parts if (levels := _levels(part)) and any(mark is not None for mark in levels))
    return next(found, ())
