"""The texts of a game, and which of them have translations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rcwkit.diagnostics import Span

__all__ = ["Texts"]


@dataclass(eq=False, repr=False)
class Texts:
    """The texts of a game: each with its first place; and which of them have translations."""

    found: dict[str, Span] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    @property
    def missing(self) -> Iterator[tuple[str, Span]]:
        """The texts without a translation, with their places."""
        return ((text, span) for text, span in self.found.items() if text not in self.known)
