"""Values written as text of a fixed pattern: parsed once, serialised as text again."""

from collections.abc import Callable
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

__all__ = ["Written"]


class Written:
    """Marks a type whose values `parse` reads from text that matches `pattern`; `parse` may raise ValueError."""

    def __init__(self, parse: Callable[[str], Any], pattern: str) -> None:
        self.parse, self.pattern = parse, pattern

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accept text, hold the parsed value, and serialise it as text."""
        text = core_schema.str_schema(pattern=self.pattern)
        return core_schema.no_info_after_validator_function(
            self.parse, text, serialization=core_schema.to_string_ser_schema()
        )
