"""What the annotations of model fields say: alternatives, references, and texts in a language."""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeGuard, Union, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import TypeAliasType

from rcwkit.source.base import Ref, Said, Units


def inside(annotation: Any, step: Any) -> Iterator[Any]:
    """Yield the alternatives of the value at a key or index of an annotation."""
    if is_model(annotation):
        if step in annotation.model_fields:
            yield from alternatives(annotation.model_fields[step].annotation)
    elif is_mapping(annotation):
        yield from alternatives(get_args(annotation)[1])
    elif get_origin(annotation) is tuple:
        yield from alternatives(get_args(annotation)[0])


def alternatives(annotation: Any) -> Iterator[Any]:
    """Yield the parts of a union, without aliases and metadata."""
    origin = get_origin(annotation)
    if isinstance(annotation, TypeAliasType):
        yield from alternatives(annotation.__value__)
    elif origin is Annotated:
        yield from alternatives(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from alternatives(part)
    else:
        yield annotation


def is_model(annotation: Any) -> TypeGuard[type[BaseModel]]:
    """Return whether an annotation is a model."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def is_mapping(annotation: Any) -> bool:
    """Return whether an annotation is a mapping."""
    origin = get_origin(annotation)
    return isinstance(origin, type) and issubclass(origin, Mapping)


Levels = tuple[Ref | None, ...]
"""What the keys of a mapping refer to, then the keys of mappings within it, and last the values."""


@cache
def references(model: type[BaseModel]) -> Mapping[str, Levels]:
    """Return the fields of a model that hold references."""
    found = {name: _marked(field.annotation, field.metadata) for name, field in model.model_fields.items()}
    return {name: levels for name, levels in found.items() if any(levels)}


def _marked(annotation: Any, metadata: Iterable[Any]) -> Levels:
    mark = next((one for one in metadata if isinstance(one, Ref)), None)
    return _levels(annotation) if mark is None else (mark,)


def _levels(annotation: Any) -> Levels:
    if isinstance(annotation, type):  # as most are
        return ()
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _marked(parts[0], annotation.__metadata__)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, values = _levels(parts[0]), _levels(parts[1])
        return (*key, *values) if key else (None, *values) if values else ()
    return next((levels for part in parts if (levels := _levels(part))), ())


def named(value: Any, levels: Levels, path: tuple[Any, ...] = ()) -> Iterator[tuple[Ref, str, tuple[Any, ...], bool]]:
    """Yield each reference in a field's value: its mark, the id, its path, and whether it is a key."""
    first, *rest = levels
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from named(part, levels, (*path, index))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if first is not None:
                yield first, key, (*path, key), True
            if rest:
                yield from named(inner, tuple(rest), (*path, key))
    elif first is not None and isinstance(value, (str, Units)):
        yield first, value.unit if isinstance(value, Units) else value, path, False


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
        name: _said_levels(Annotated[field.annotation, *field.metadata, None])
        for name, field in model.model_fields.items()
    }


def _said_levels(annotation: Any) -> tuple[_Mark, ...]:
    origin, parts = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, TypeAliasType):
        return _said_levels(annotation.__value__)
    if origin is Annotated:
        marks = annotation.__metadata__
        if any(isinstance(one, Said) for one in marks):
            return (False,)
        if any(isinstance(one, Ref) and one.family == "places" for one in marks):
            return (True,)
        return _said_levels(parts[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key = _said_levels(parts[0])
        return (key[0] if key else None, *_said_levels(parts[1]))
    found = (levels for part in parts if (levels := _said_levels(part)) and any(mark is not None for mark in levels))
    return next(found, ())
