"""Values that are written as text of one form: read once, checked by the pattern of the form, and written back as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

__all__ = ["Written"]


@dataclass(frozen=True)
class Written:
    """Marks the type of a value that `parse` reads out of text with this pattern; `parse` raises ValueError."""

    parse: Callable[[str], Any]
    pattern: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Text in, the value out, and text again in JSON."""
        text = core_schema.str_schema(pattern=self.pattern)
        return core_schema.no_info_after_validator_function(
            self.parse, text, serialization=core_schema.to_string_ser_schema()
        )
