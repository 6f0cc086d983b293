"""The schemas say what the models say: keys, requirements, and descriptions for every field that people fill in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.bundled import bundled
from generator.cli import main
from generator.kinds import KINDS
from generator.schema import document_schema, schema_files, schema_of
from generator.source import parse


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


def test_the_schemas_beside_the_data_are_what_the_models_say(request: pytest.FixtureRequest) -> None:
    folder, wanted = bundled("data") / ".schemas", schema_files()
    if request.config.getoption("--update"):
        for name, text in wanted.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == wanted, "run pytest --update"


@pytest.mark.parametrize("path", sorted(bundled("data").rglob("*.yaml")), ids=lambda path: "/".join(path.parts[-3:]))
def test_a_document_of_the_shipped_data_points_an_editor_to_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    schema = path.parent / first.removeprefix("# yaml-language-server: $schema=")
    assert schema.resolve().parent == bundled("data") / ".schemas"
    assert schema.stem == parse(path.read_text(encoding="utf-8"), path.name).plain()["kind"]
