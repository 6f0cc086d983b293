"""The schemas say what the models say: keys, requirements, and descriptions for every field that people fill in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.kinds import KINDS
from generator.schema import document_schema, schema_of


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_the_keys_of_its_model(kind: str) -> None:
    schema = schema_of(kind)
    assert set(schema["properties"]) == set(KINDS[kind].model.model_fields)
    assert schema["additionalProperties"] is False
    assert "kind" in schema["required"]


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(part) for part in value.values()))
    return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()


def test_the_joint_schema_resolves_and_chooses_by_kind() -> None:
    schema = document_schema()
    assert [branch["if"]["properties"]["kind"]["const"] for branch in schema["allOf"]] == list(KINDS)
    assert {ref.removeprefix("#/$defs/") for ref in references(schema)} <= set(schema["$defs"])


def test_names_may_be_numbers() -> None:
    assert '["string", "integer"]' in json.dumps(schema_of("setup"))


def test_the_command_prints_json_and_refuses_unknown_kinds() -> None:
    assert json.loads(CliRunner().invoke(main, ["schema", "counters"]).stdout)["title"] == "rcwkit: counters"
    assert json.loads(CliRunner().invoke(main, ["schema"]).stdout)["title"] == "rcwkit document"
    wrong = CliRunner().invoke(main, ["schema", "countres"])
    assert (wrong.exit_code, "no kind 'countres'" in wrong.stderr) == (2, True)
