"""What the annotations of model fields allow: their alternatives, and the annotations inside them."""

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeGuard, Union, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import TypeAliasType

__all__ = ["alternatives", "inside", "is_mapping", "is_model"]


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
