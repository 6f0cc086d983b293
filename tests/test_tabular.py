"""Decks, counters and charts of every game go to CSV and come back through `from:`; what CSV cannot hold is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.dice.counters import Counters
from rcwkit.dice.tables import Table
from rcwkit.export.csv import listings, read_back
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from rcwkit.source.sheets import filled
from rcwkit.source.yaml import Node, parse
from tests_support import TOY, shipped, write
from workbooks_support import xlsx

LOST = {"axis_allies_1914": 0, "rcw_solitaire": 4, "soviet_dawn": 20, "triumph_of_chaos": 52, "white_general": 42}
"""Rows not held whole: sections in different orders or that draw, cells of digits, lines with flags of their own."""


@pytest.mark.parametrize("name", games())
def test_what_is_exported_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    game = shipped(name)
    listed = {one.name: one for one in listings(game)}
    for one in listed.values():
        (tmp_path / one.name).write_text(one.text, encoding="utf-8-sig")
    compared = 0
    for document in game.documents:
        if not isinstance(document.model, Deck | Counters):
            continue
        file = f"{document.kind}-{document.model.id}.csv"
        lost = {note.span for note in listed[file].notes}
        own = json.dumps(document.node.plain().get("fields", {}))
        text = f"kind: {document.kind}\nfields: {own}\n{document.kind}: {{from: {file}}}\n"
        back = filled(parse(text, f"{name}.yaml"), Project(tmp_path)).plain()[document.kind]
        again = KINDS[document.kind].model.model_validate({**document.node.plain(), document.kind: back})
        for key, entry in getattr(document.model, document.kind).items():
            if document.at(document.kind, key, key=True) not in lost:
                assert getattr(again, document.kind)[key] == entry
                compared += 1
        assert list(getattr(again, document.kind)) == list(getattr(document.model, document.kind))
    for key, table in game[Table].items():
        if table.value.rows:
            back = read_back(listed[f"tables-{key}.csv"].text, Table.model_fields["rows"].annotation)
            compared += (
                Table.model_validate({"title": "T", "rows": back, "columns": table.value.columns}).rows
                == table.value.rows
            )
    assert compared > 5
    assert sum(len(one.notes) for one in listed.values()) == LOST[name]


def exported(tmp_path: Path, **documents: str) -> tuple[Game, dict[str, Any]]:
    folder = write(tmp_path / "toy", {**TOY, **{f"{name}.yaml": text for name, text in documents.items()}})
    said = CliRunner().invoke(main, ["export", "csv", str(folder), "--out", str(tmp_path / "out"), "--json"])
    assert said.exit_code == 0, said.stderr
    return load(Project(folder)), json.loads(said.stdout)


def test_the_command_writes_a_file_each_and_tells_what_is_not_in_it(tmp_path: Path) -> None:
    table = "kind: tables\nid: t\ntitle: T\nsource: s\ntables: {t: {title: T, rows: {1: one, 2: '3', 4: a; b}}}\n"
    _, made = exported(tmp_path, extra=table)
    assert {"cards-factions.csv", "counters-red.csv", "counters-white.csv", "tables-t.csv", "tables-turn9.csv"} <= {
        file["name"] for file in made["files"]
    }
    notes = [(one["code"], one["file"].rpartition("/")[2], one["message"]) for one in made["diagnostics"]]
    assert ("N289", "extra.yaml", "tables-t.csv does not hold: all") in notes
    told = CliRunner().invoke(main, ["export", "csv", str(tmp_path / "toy"), "--out", str(tmp_path / "again")])
    lost = sum(code == "N289" for code, _, _ in notes)
    assert f"the sheets lack something of {lost} places in the data; --json lists them\n" in told.stderr
    text = (tmp_path / "out" / "toy" / "csv" / "counters-red.csv").read_bytes().decode("utf-8-sig")
    assert text == "id,type,name,copies\nRa1,army,1 Army,\nRa2,army,2 Army,\nRc16,corps,c16,2\n"
    assert (tmp_path / "out" / "toy" / "csv" / "tables-t.csv").read_text(
        "utf-8-sig"
    ) == "id,result\n1,one\n2,3\n4,a; b\n"


def imported(path: Path, *words: str) -> Any:
    result = CliRunner().invoke(main, ["import", str(path), *words])
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("# yaml-language-server: $schema=.schemas/")
    return parse(result.stdout, "a.yaml").plain(), result.stderr.strip()


def test_a_sheet_becomes_a_document_that_is_valid(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Name", "Qty", "Effect", "Test"],
        ["Noise", 2, "Draw: one", "x"],
        ["Move", None, "Go", None],
    ]
    (tmp_path / "our_skills.xlsx").write_bytes(xlsx({"Skills": rows}))
    (tmp_path / "toy.csv").write_text("id,type,name\nWa1,army,1 Army\n")
    (tmp_path / "wind.csv").write_text("Die;At sea;On land\n1;calm;calm\n2-6;+1;wind\n")
    columns = ("--column", "Name=title", "--column", "effect=sections.Effect")
    cards, said = imported(tmp_path / "our_skills.xlsx", "--kind", "cards", "--sheet", "Skills", *columns)
    assert cards == {
        "kind": "cards",
        "id": "skills",
        "title": "Skills",
        "source": "our_skills.xlsx",
        "back": {"title": "Skills"},
        "cards": {
            "noise": {"title": "Noise", "copies": 2, "sections": [{"head": "Effect", "text": "Draw: one"}]},
            "move": {"title": "Move", "sections": [{"head": "Effect", "text": "Go"}]},
        },
    }
    assert said == "2 entries; left out: Test"
    tables, _ = imported(tmp_path / "wind.csv", "--kind", "tables")
    assert tables["tables"]["wind"] == {
        "title": "Wind",
        "head": "Die",
        "columns": {"at_sea": "At sea", "on_land": "On land"},
        "rows": {1: ["calm", "calm"], "2-6": ["+1", "wind"]},
    }
    counters, _ = imported(tmp_path / "toy.csv", "--kind", "counters")
    for document in (cards, tables, counters):
        KINDS[document["kind"]].model.model_validate(document)


def test_other_columns_may_become_fields_of_the_deck(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Cost,Win %,Lore,2nd,Empty\nNoise,2.5,3,Loud,a,\nMove,1,,,b,\n")
    cards, said = imported(tmp_path / "cards.csv", "--kind", "cards", "--fields", "--column", "Name=title")
    assert cards["fields"] == {"cost": "number", "win": "number", "lore": "text"}
    assert cards["cards"]["noise"] == {"title": "Noise", "fields": {"cost": 2.5, "win": 3, "lore": "Loud"}}
    assert cards["cards"]["move"] == {"title": "Move", "fields": {"cost": 1}}
    assert said == "2 entries; left out: 2nd, Empty"


def test_headings_may_be_lower_and_other_columns_values_of_counters(tmp_path: Path) -> None:
    (tmp_path / "oob.csv").write_text(
        "Armies,,,\n\nName,Type,Attack,Nr,Notes\nGuards,army,[4],01,a long note\nRest,army,3,2,\n"
    )
    path = tmp_path / "oob.csv"
    refused = CliRunner().invoke(main, ["import", str(path), "--kind", "counters"])
    assert "error[E287]" in refused.stderr and "`--header 3`" in refused.stderr
    counters, said = imported(path, "--kind", "counters", "--header", "3", "--fields")
    assert counters["counters"] == {
        "guards": {"name": "Guards", "type": "army", "values": {"attack": "[4]", "nr": "01"}},
        "rest": {"name": "Rest", "type": "army", "values": {"attack": 3, "nr": 2}},
    }
    assert said == "2 entries; left out: Notes"


def test_places_and_pieces_are_imported_alike(tmp_path: Path) -> None:
    (tmp_path / "woods.csv").write_text("Hex,Name,Rating\n0101,Oak,3\n0102,,1\n")
    places, _ = imported(tmp_path / "woods.csv", "--kind", "places", "--id", "Hex", "--fields")
    assert places["fields"] == {"rating": "number"}
    assert places["regions"]["woods"]["places"]["0101"] == {"name": "Oak", "fields": {"rating": 3}}
    (tmp_path / "tiles.csv").write_text("Title,Qty\nReeds,3\n")
    pieces, said = imported(tmp_path / "tiles.csv", "--kind", "pieces")
    assert pieces["pieces"] == {"reeds": {"title": "Reeds", "copies": 3}}
    assert said == "1 entry"
    for document in (places, pieces):
        KINDS[document["kind"]].model.model_validate(document)


def test_import_writes_a_new_file_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "toy.csv").write_text("id,type,name\nWa1,army,1 Army\n")
    words = ["import", str(tmp_path / "toy.csv"), "--kind", "counters", "--out", str(tmp_path / "toy.yaml")]
    assert CliRunner().invoke(main, words).stdout == f"{tmp_path / 'toy.yaml'}: 1 entry\n"
    before = (tmp_path / "toy.yaml").read_bytes()
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, (tmp_path / "toy.yaml").read_bytes()) == (2, before)
    assert "name a new file" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["toy.csv", "--kind", "cards"], "toy.csv:1:1: error[E282]: no column 'id' or 'title'"),
        (["toy.csv", "--kind", "cards", "--column", "Nmae=title"], "error[E282]: no column 'Nmae'"),
        (["toy.csv", "--kind", "cards", "--column", "Name"], "write HEADING=FIELD"),
        (["toy.xls", "--kind", "cards"], "error[E280]"),
    ],
)
def test_what_cannot_be_imported_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("toy.csv", "toy.xls"):
        Path(name).write_text("Label,type\n1 Army,army\n")
    result = CliRunner().invoke(main, ["import", *words])
    assert result.exit_code == 2
    assert said in result.stderr


def test_nodes_of_a_document_without_sheets_are_the_same(tmp_path: Path) -> None:
    root = parse(TOY["red.yaml"], "red.yaml")
    assert isinstance(root, Node)
    assert filled(root, Project(tmp_path)) is root
