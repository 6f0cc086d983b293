"""Edits from the preview's page: one place of one file changes, checked before it is written, and can be undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.reading.schema import schema_at, schema_of
from rcwkit.screens.preview.editing import Change, Editing, Stale
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "toy", TOY)
    return tmp_path / "toy"


def _editing(folder: Path) -> Editing:
    workshop = Workshop(str(folder))
    workshop.refresh()
    assert workshop.game is not None, workshop.problems
    return Editing(workshop)


def _line(folder: Path, name: str, words: str) -> int:
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if words in line)


def _entry(editing: Editing, folder: Path, name: str, words: str) -> dict[str, Any]:
    return editing.entry(f"{folder.as_posix()}/{name}", _line(folder, name, words))


def test_an_entry_is_found_by_its_line_with_its_schema(toy: Path) -> None:
    entry = _entry(_editing(toy), toy, "rulings.yaml", "type:")
    assert entry["kind"] == "rulings"
    assert entry["path"][0] == "rulings"
    assert {"type", "title", "prints"} <= set(entry["schema"]["properties"])
    assert entry["lines"][-1] == _line(toy, "rulings.yaml", "type:")
    assert entry["value"]["title"]
    assert entry["local"] is True


def test_a_change_is_written_into_its_own_line(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_text(encoding="utf-8")
    state = editing.change(entry["file"], entry["hash"], [Change((*entry["path"], "title"), "Another title")])
    after = (toy / "rulings.yaml").read_text(encoding="utf-8")
    assert state == {"undo": 1, "redo": 0}
    assert after == before.replace(f"title: {entry['value']['title']}", "title: Another title", 1) != before
    assert editing.undo() == {"undo": 0, "redo": 1}
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == before
    assert editing.redo() == {"undo": 1, "redo": 0}
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == after


def test_a_wrong_change_leaves_the_file_alone(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_bytes()
    with pytest.raises(InputError) as refused:
        editing.change(entry["file"], entry["hash"], [Change((*entry["path"], "type"), "guess")])
    assert refused.value.diagnostics[0].span.line == entry["lines"][-1]
    assert (toy / "rulings.yaml").read_bytes() == before
    assert editing.state() == {"undo": 0, "redo": 0}


def test_a_file_that_has_changed_since_is_not_overwritten(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    change = [Change((*entry["path"], "title"), "Another title")]
    with pytest.raises(Stale):
        editing.change(entry["file"], "0" * 64, change)
    editing.change(entry["file"], entry["hash"], change)
    saved = (toy / "rulings.yaml").read_text(encoding="utf-8") + "# saved in an editor\n"
    (toy / "rulings.yaml").write_text(saved, encoding="utf-8")
    with pytest.raises(Stale):
        editing.undo()
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == saved


def test_a_change_goes_into_the_games_overlay(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_bytes()
    for title in ("Ours", "Ours too"):
        editing.change(entry["file"], entry["hash"], [Change((*entry["path"], "title"), title)], local=True)
    assert (toy / "rulings.yaml").read_bytes() == before
    laid = (toy / "local" / "rulings.yaml").read_text(encoding="utf-8")
    assert laid.startswith("kind: rulings\nid: ")
    assert "Ours too" in laid
    editing.workshop.refresh()
    assert editing.workshop.game is not None
    assert editing.workshop.game.rulings[str(entry["path"][1])].value.title == "Ours too"
    editing.undo()
    editing.undo()
    assert not (toy / "local" / "rulings.yaml").exists()


def test_only_documents_of_the_game_can_be_edited(toy: Path) -> None:
    editing = _editing(toy)
    (toy.parent / "secret.yaml").write_text("kind: rulings\n", encoding="utf-8")
    for file in ("../secret.yaml", f"{toy.as_posix()}/../secret.yaml", f"{toy.as_posix()}/none.yaml", "/etc/passwd"):
        with pytest.raises(InputError) as refused:
            editing.entry(file, 1)
        assert refused.value.diagnostics[0].code == "E391"


@pytest.mark.parametrize("path", [(), ("rulings", "none", "title"), ("rulings", 3), ("kind", "x")])
def test_a_change_needs_a_place_that_is_there(toy: Path, path: tuple[str | int, ...]) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    with pytest.raises(InputError):
        editing.change(entry["file"], entry["hash"], [Change(path, "x")])


def test_a_schema_is_found_at_a_path() -> None:
    schema = schema_of("cards")
    assert schema_at(schema, ("cards", "noise", "title"))["type"] == ["string", "integer"]
    card = schema_at(schema, ("cards", "noise"))
    assert card["properties"]["sections"]["type"] == "array"
    assert card["$defs"].keys() < schema["$defs"].keys()
    assert schema_at(schema, ("nothing",)) == {"$defs": {}}
