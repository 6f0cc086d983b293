"""References between entries, found by the `Ref` marks on the types of model fields."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel

from rcwkit.models.base import Ref
from rcwkit.models.units import Units

__all__ = ["Levels", "named", "references"]

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
