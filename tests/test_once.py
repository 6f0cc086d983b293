"""Types that are examined once validate, and are described, as if each field had its own."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, ValidationError, WithJsonSchema
from rcwkit.source.base import Mark, Once

LIMITS = (BeforeValidator(str), StringConstraints(min_length=1, max_length=5))
SHOWN = WithJsonSchema({"type": ["string", "integer"], "maxLength": 5})
Short = Annotated[str, Once(*LIMITS, SHOWN)]
Plain = Annotated[str, *LIMITS, SHOWN]


class Shared(BaseModel):
    """Fields of a type that is examined once."""

    name: Short = Field(description="A name.")
    other: Short | None = Field(default=None, description="Another.", examples=["b"])
    tight: Annotated[Short, Mark(), Field(max_length=2)] = "a"


class Own(BaseModel):
    """Fields of the same type, each examined anew."""

    name: Plain = Field(description="A name.")
    other: Plain | None = Field(default=None, description="Another.", examples=["b"])
    tight: Annotated[Plain, Field(max_length=2)] = "a"


def outcome(model: type[BaseModel], data: dict[str, Any]) -> Any:
    try:
        return model.model_validate(data).model_dump()
    except ValidationError as error:
        return [(one["type"], one["loc"]) for one in error.errors()]


@pytest.mark.parametrize(
    "data",
    [
        {"name": "abc"},
        {"name": 715, "other": 3, "tight": 12},
        {"name": ""},
        {"name": "abcdef"},
        {"name": "a", "other": "abcdef"},
        {"name": "a", "tight": "abc"},
    ],
)
def test_it_validates_like_its_annotations(data: dict[str, Any]) -> None:
    assert outcome(Shared, data) == outcome(Own, data)


def test_every_field_keeps_its_own_description_and_limits() -> None:
    fields = Shared.model_json_schema()["properties"]
    assert [fields[name].get("description") for name in ("name", "other", "tight")] == ["A name.", "Another.", None]
    assert fields["name"] == Own.model_json_schema()["properties"]["name"]
    assert fields["other"] == Own.model_json_schema()["properties"]["other"]
    assert fields["tight"]["maxLength"] == 2
