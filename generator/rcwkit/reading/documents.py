"""Validated files, and the models in them that can be referred to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from rcwkit.diagnostics import Span
from rcwkit.models.markup import marked
from rcwkit.reading.source import Node, span_at
from rcwkit.reading.walking import walked

if TYPE_CHECKING:
    from rcwkit.reading.prose import Attached

__all__ = ["Document", "Item", "indexed"]

T = TypeVar("T")


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A validated file: its kind, its model, its nodes with their positions, and its attached files."""

    kind: str
    model: Any
    node: Node
    file: str
    attached: Attached | None = None

    @cached_property
    def models(self) -> tuple[tuple[tuple[Any, ...], BaseModel], ...]:
        """Every model of this document, with its path."""
        return tuple(walked(self.model))

    @cached_property
    def texts(self) -> tuple[tuple[tuple[Any, ...], str, str], ...]:
        """Every text that may have markup: its path, the field of its model that it stands in, and its words."""
        return tuple(
            ((*path, *where), field, said)
            for path, model in self.models
            for field, value in vars(model).items()
            for where, said in (_strings(value, (field,)) if value else ())
            if ":" in said or marked(said)
        )

    def at(self, *path: Any, key: bool = False) -> Span:
        """Return the span of the value (or the key) at a path of keys and indices."""
        return span_at(self.node, path, key=key)


class Item(NamedTuple, Generic[T]):
    """A model that can be referred to, and its place in the data."""

    id: str
    value: T
    document: Document
    path: tuple[Any, ...]

    @property
    def span(self) -> Span:
        """The span of the item's key."""
        return self.document.at(*self.path, key=True)


def _strings(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield the texts in a field, with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from _strings(part, (*path, index))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _strings(part, (*path, key))


def indexed(entries: Iterable[tuple[Document, tuple[Any, ...], str, T]]) -> dict[str, Item[T]]:
    """Return items by id; the first of an id stays."""
    found: dict[str, Item[T]] = {}
    for document, path, name, value in entries:
        found.setdefault(name, Item(name, value, document, path))
    return found
