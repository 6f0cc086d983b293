"""The schemas match the models: keys, requirements, and descriptions of every field that authors fill in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from layouts_support import DECK, game_of
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.schema import document_schema, schema_files, schema_of
from rcwkit.source.kinds import KINDS
from rcwkit.source.yaml import parse
from tests_support import shipped


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_the_keys_of_its_model(kind: str) -> None:
    schema = schema_of(kind)
    assert set(schema["properties"]) == set(KINDS[kind].model.model_fields)
    assert schema["additionalProperties"] is False
    assert "kind" in schema["required"]


def fields() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield model, field and schema of everything that authors fill in."""
    for kind in KINDS:
        schema = schema_of(kind)
        for model, inner in ((KINDS[kind].model.__name__, schema), *schema.get("$defs", {}).items()):
            for field, value in inner.get("properties", {}).items():
                yield model, field, value


def test_every_field_is_described() -> None:
    assert sorted({f"{model}.{field}" for model, field, schema in fields() if not schema.get("description")}) == []


def test_a_field_shows_what_it_accepts() -> None:
    """Fields show choices or examples; fields that hold whole entries show theirs."""

    def shown(schema: dict[str, Any]) -> bool:
        return any(word in json.dumps(schema) for word in ('"enum"', '"const"', '"examples"', '"boolean"', '"$ref"'))

    silent = {f"{model}.{field}" for model, field, schema in fields() if not shown(schema)}
    assert sorted(silent) == [], "give each `examples=[…]`"


@pytest.mark.parametrize("kind", KINDS)
def test_examples_hold(kind: str) -> None:
    whole = schema_of(kind)
    for model in (whole, *whole.get("$defs", {}).values()):
        for field, schema in model.get("properties", {}).items():
            for example in schema.get("examples", []):
                assert Draft7Validator({**schema, "$defs": whole.get("$defs", {})}).is_valid(keyed(example)), (
                    field,
                    example,
                )


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(part) for part in value.values()))
    return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()


def test_the_joint_schema_resolves_and_chooses_by_kind() -> None:
    schema = document_schema()
    assert [branch["if"]["properties"]["kind"]["const"] for branch in schema["allOf"]] == list(KINDS)
    assert {ref.removeprefix("#/$defs/") for ref in references(schema)} <= set(schema["$defs"])


def test_the_joint_schema_has_the_models_of_each_kind() -> None:
    """Bug: models of one name in two kinds, such as the steps of counters and of procedures, replaced each other."""
    joint = document_schema()["$defs"]
    wrong = [
        (kind, name)
        for kind in KINDS
        for name, inner in schema_of(kind).get("$defs", {}).items()
        if joint[name] != inner
    ]
    assert wrong == []


def test_names_may_be_numbers() -> None:
    assert schema_of("tracks")["$defs"]["Box"]["properties"]["title"]["type"] == ["string", "integer"]
    rest, several = schema_of("setup")["$defs"]["Force"]["properties"]["reserve"]["anyOf"]
    assert (rest, several["items"]["type"]) == ({"const": "rest"}, "string")


def test_the_command_prints_json_and_refuses_unknown_kinds() -> None:
    assert json.loads(CliRunner().invoke(main, ["schema", "counters"]).stdout)["title"] == "rcwkit: counters"
    assert json.loads(CliRunner().invoke(main, ["schema"]).stdout)["title"] == "rcwkit document"
    wrong = CliRunner().invoke(main, ["schema", "countres"])
    assert (wrong.exit_code, "no kind 'countres'" in wrong.stderr) == (2, True)


def test_the_schemas_beside_the_data_match_the_models(request: pytest.FixtureRequest) -> None:
    folder, wanted = bundled("data") / ".schemas", schema_files()
    if request.config.getoption("--update"):
        for name, text in wanted.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == wanted, "run pytest --update"


@pytest.mark.parametrize("path", sorted(bundled("data").rglob("*.yaml")), ids=lambda path: "/".join(path.parts[-3:]))
def test_a_document_of_the_shipped_data_points_an_editor_to_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    schema = path.parent / first.removeprefix("# yaml-language-server: $schema=")
    assert schema.resolve().parent == bundled("data") / ".schemas", f"its first line names no schema: {first}"
    assert schema.stem == parse(path.read_text(encoding="utf-8"), path.name).plain()["kind"]


def keyed(value: Any) -> Any:
    """Return YAML as JSON has it: keys are strings."""
    if isinstance(value, dict):
        return {str(key): keyed(part) for key, part in value.items()}
    return [keyed(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", games())
def test_what_the_loader_takes_the_schemas_take(game: str) -> None:
    loaded = shipped(game)
    for document in loaded.documents:
        for schema in (schema_of(document.kind), schema_of(document.kind, loaded)):
            assert [error.message for error in Draft7Validator(schema).iter_errors(keyed(document.node.plain()))] == []


def test_what_the_loader_refuses_the_schemas_refuse() -> None:
    text = {
        "kind": "counters",
        "id": "red",
        "title": "Red",
        "source": "S",
        "side": "red",
        "counters": {"Ra1": {"type": "army", "name": "1"}},
    }
    check = Draft7Validator(schema_of("counters"))
    assert check.is_valid(text)
    wrongs: list[dict[str, Any]] = [
        {"titel": "Red"},
        {"counters": {"Ra1": {"type": "army", "name": "1", "copies": 0}}},
        {"id": "no spaces"},
        {"counters": []},
    ]
    for wrong in wrongs:
        assert not check.is_valid({**text, **wrong}), wrong


def test_the_ids_of_a_game_are_offered_where_they_are_referred_to(triumph: Game) -> None:
    setup = schema_of("setup", triumph)
    assert {"Ra7", "UkrPeas2"} <= set(setup["$defs"]["ids.units"]["enum"])
    assert "715 Petrozavodsk" in setup["$defs"]["Force.at.regions"]["properties"]
    assert {"red", "ukraine"} <= set(setup["properties"]["forces"]["properties"])
    assert schema_of("setup")["properties"]["forces"].get("properties") is None


def test_entries_that_are_left_out_are_valid() -> None:
    """Bug: editors marked `disc: ~`, which leaves out a box of a layout, though the program takes it."""
    layouts = {"kind": "layouts", "id": "faces", "layouts": {"bare": {"extends": "house", "boxes": {"disc": None}}}}
    check = Draft7Validator(schema_of("layouts"))
    assert check.is_valid(layouts)
    assert not check.is_valid({**layouts, "layouts": {"bare": {"extends": None}}})


def test_schemas_are_written_for_a_folder(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["schema", "--for", "soviet_dawn", "--out", str(tmp_path / ".schemas")])
    assert (result.exit_code, len(result.stdout.split())) == (0, len(KINDS))
    assert json.loads((tmp_path / ".schemas" / "cards.json").read_text(encoding="utf-8")) == schema_of(
        "cards", shipped("soviet_dawn")
    )


def test_the_fields_of_a_games_decks_are_offered(tmp_path: Path) -> None:
    """Fields that no deck declares stay valid: they may not be declared yet."""
    deck = DECK.replace("words: text", "words: text, kind: [raid, feast], rare: {type: flag, default: false}")
    schema = schema_of("cards", game_of(tmp_path, "a: {text: a}", deck))
    offered = schema["$defs"]["Card"]["properties"]["fields"]
    assert offered["properties"] == {
        "cost": {"type": ["number"]},
        "words": {"type": ["string", "number"]},
        "kind": {"enum": ["raid", "feast"]},
        "rare": {"type": ["boolean"], "default": False},
        "needs": {"type": ["array", "string", "number"]},
    }
    assert offered["additionalProperties"]
    assert Draft7Validator(schema).is_valid(parse(deck, "cards.yaml").plain())
    wrong = parse(deck.replace("cost: 3", "cost: high"), "cards.yaml").plain()
    assert not Draft7Validator(schema).is_valid(wrong)
