"""Types of fields that Pydantic examines once, and not again in every field: that would take most of the start."""

from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema

__all__ = ["Mark", "Once"]


class Mark:
    """An annotation that says something about a type, and has no part in its validation."""

    __slots__ = ()

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(source)


class Once:
    """Annotations of one type; `Annotated[str, Once(a, b)]` validates as `Annotated[str, a, b]`."""

    def __init__(self, *annotations: Any) -> None:
        self.annotations = annotations
        self._known: CoreSchema | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if self._known is None:
            self._known = handler.generate_schema(Annotated[source, *self.annotations])
        # Each field adds its own metadata.
        more = {key: [*one] if isinstance(one, list) else one for key, one in self._known.get("metadata", {}).items()}
        return {**self._known, "metadata": more}
