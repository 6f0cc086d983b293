"""Whatever the preview offers to edit can be edited and saved, in all games and in those that `new` begins."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.importing.begin import Genre, begin
from rcwkit.screens.preview import editing as editing_module
from rcwkit.screens.preview import pieces as pieces_module
from rcwkit.screens.preview.editing import Edit, Editing
from rcwkit.screens.preview.workshop import Workshop

GAMES = sorted(path.parent.name for path in bundled("data").glob("*/game.yaml"))
STARTS = ["plain", *get_args(Genre)]
TRIES = 6


def _places(workshop: Workshop) -> dict[str, list[str]]:
    """Return the places that lead to a file, by file: those of pieces, and of words on sheets."""
    faces = (face for one in workshop.components.values() for piece in one.shown for face in piece.faces)
    found = {at for face in faces for at in (face.at, *face.places) if at}
    files: dict[str, list[str]] = {}
    for at in sorted(found, key=lambda one: (one.rpartition(":")[0], int(one.rpartition(":")[2]))):
        files.setdefault(at.rpartition(":")[0], []).append(at)
    return files


def _changes(value: Any, path: tuple[Any, ...]) -> Iterator[Edit]:
    """Yield changes of a value, the likeliest to be right first: a text longer by a letter, another number or order."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, list) and len(value) > 1 and value != value[::-1]:
        yield Edit(path, value[::-1])
    elif isinstance(value, list) and value:
        yield Edit(path, [*value, value[0]])
    elif isinstance(value, str):
        yield Edit(path, f"{value} x")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield Edit(path, value + 1)
    for step, one in inner:
        yield from _changes(one, (*path, step))


def _saved(editing: Editing, entry: dict[str, Any]) -> bool:
    """Return whether one of the first changes is saved; it is undone again."""
    changes = sorted(_changes(entry["value"], tuple(entry["path"])), key=lambda one: isinstance(one.value, list))
    for change in changes[:TRIES]:
        try:
            editing.change(entry["file"], entry["hash"], [change])
        except InputError:
            continue
        editing.undo()
        return True
    return False


@pytest.mark.parametrize("name", [*GAMES, *STARTS])
def test_p6_there_is_no_edit_that_cannot_save(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: cards from a spreadsheet had buttons to edit, which said that it is no document of the game."""
    folder = tmp_path / name
    if name in STARTS:
        begin(folder, None if name == "plain" else name)  # type: ignore[arg-type]
    else:
        shutil.copytree(bundled("data") / name, folder)
        # Whether what is changed still fits its piece is asked in the small games.
        monkeypatch.setattr(editing_module, "misfits", lambda *_: [])
        # So is what their pieces look like: here only their places count.
        monkeypatch.setattr(pieces_module, "svg", lambda *_, **__: "")
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    editing = Editing(workshop)
    kinds: dict[str, bool] = {}
    for file, places in _places(workshop).items():
        kind = ""
        for at in {places[0], places[len(places) // 2], places[-1]}:
            told = workshop.opened(at)
            assert told["open"], f"{at} can be opened"
            assert told["edit"] == file.endswith(".yaml")
        for at in (places[0], places[len(places) // 2], places[-1]):
            if not file.endswith(".yaml") or kinds.get(kind):
                break
            entry = editing.entry(file, int(at.rpartition(":")[2]))
            kind = entry["kind"]
            kinds[kind] = kinds.get(kind) or _saved(editing, entry)
    assert len(kinds) > 1
    assert all(kinds.values()), kinds
    assert (name in ("cards", "hex")) == any(not file.endswith(".yaml") for file in _places(workshop))
