"""Entries that may be taken from the rows of a spreadsheet: `cards: {from: cards.csv}`."""

from collections.abc import Mapping
from typing import Annotated, TypeVar

__all__ = ["FROM", "Entries", "FromSheet"]

K = TypeVar("K")
T = TypeVar("T")

FROM = "from"
"""The key that names a sheet among entries."""


class FromSheet:
    """Marks a mapping whose entries may be the rows of a sheet."""


Entries = Annotated[Mapping[K, T], FromSheet()]
"""A mapping of entries; its key `from` names a sheet whose rows are entries, too."""
