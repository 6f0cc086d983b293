"""Several hands on one file: edits of windows with what they read long ago, saves from outside, and undo of each."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from preview_support import SMALL
from rcwkit.screens.preview.editing import Base, Edit, Editing, Stale
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.splicing import GONE
from rcwkit.source.yaml import parse
from tests_support import write

FILE = "red.yaml"
TEXT = """\
kind: counters  # ours
id: red
title: Red
source: Rules
side: red
counters:
  A: {type: corps, name: A}  # the first

  B:
    type: army
    name: 'B'
  C: {type: corps, name: C, copies: 2}
"""
NAMES = {"A": "{type: corps, name: A}", "B": "name: 'B'", "C": "name: C, copies: 2"}


@pytest.fixture
def editing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editing:
    write(tmp_path / "toy", {**SMALL, FILE: TEXT})
    workshop = Workshop((tmp_path / "toy").as_posix())
    workshop.refresh()
    monkeypatch.setattr(Editing, "_check", lambda self, edit: None)  # what makes errors is tested elsewhere
    return Editing(workshop)


def _path(editing: Editing) -> Path:
    return editing.workshop.project.root / FILE


def _read(editing: Editing, key: str) -> dict[str, Any]:
    return editing.entry(f"{editing.workshop.name}/{FILE}", 0, ("counters", key))


def _save(editing: Editing, entry: dict[str, Any], window: str, settled: tuple[Any, ...] = (), **values: Any) -> None:
    path = tuple(entry["path"])
    changes = [Edit((*path, name), value, new=name not in entry["value"]) for name, value in values.items()]
    base = Base(path, entry["value"], settled)
    editing.change(entry["file"], entry["hash"], changes, base, window=window)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(["X", "Y: #z", "“ü”", "it's"])), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_edits_of_what_was_read_long_ago_are_taken_back_byte_by_byte(
    editing: Editing, edits: list[tuple[str, str]], random: Any
) -> None:
    path = _path(editing)
    path.write_text(TEXT, encoding="utf-8")
    last = dict(edits)
    stale = {key: _read(editing, key) for key in "ABC"}
    for key, name in last.items():
        _save(editing, stale[key], f"window {key}", name=name)
    saved = parse(path.read_text(encoding="utf-8"), FILE).plain()["counters"]
    assert {key: saved[key]["name"] for key in "ABC"} == dict(zip("ABC", "ABC", strict=True)) | last, (
        "all saves are there"
    )
    path.write_text(path.read_text(encoding="utf-8") + "# from outside\n", encoding="utf-8")
    for key in random.sample(sorted(last), len(last)):
        editing.undo(f"window {key}")
    assert path.read_text(encoding="utf-8") == TEXT + "# from outside\n"


@pytest.mark.parametrize("order", [*permutations("AB")])
def test_a_conflict_is_told_once_and_settled(editing: Editing, order: tuple[str, str]) -> None:
    first, second = (_read(editing, "A") for _ in order)
    _save(editing, first, order[0], name="Theirs", type="army")
    with pytest.raises(Stale) as stale:
        _save(editing, second, order[1], name="Mine", copies=3)
    (found,) = stale.value.conflicts
    assert (found.path, found.theirs, found.mine) == (("counters", "A", "name"), "Theirs", "Mine")
    assert "Mine" not in _path(editing).read_text(encoding="utf-8")
    _save(editing, second, order[1], ((found.path, "Theirs"),), name="Mine", copies=3)
    assert "A: {type: army, name: Mine, copies: 3}  # the first" in _path(editing).read_text(encoding="utf-8")


def test_an_entry_that_is_gone_is_a_conflict(editing: Editing) -> None:
    entry = _read(editing, "C")
    editing.change(entry["file"], entry["hash"], [Edit(("counters", "C"), remove=True)])
    with pytest.raises(Stale) as stale:
        _save(editing, entry, "a", name="Mine")
    (found,) = stale.value.conflicts
    assert found.path == ("counters", "C")
    assert found.theirs is GONE
    assert editing.history()["undo"] == [{"entry": ["counters", "C"], "keys": [], "how": "removed"}]


def test_an_entry_is_taken_out_of_a_file_that_has_changed_since(editing: Editing) -> None:
    """Bug: that ended in an error of the tool's own."""
    first, second = _read(editing, "A"), _read(editing, "B")
    change = [Edit(("counters", "A"), remove=True)]
    _save(editing, second, "b", name="Other")
    editing.change(first["file"], first["hash"], change, Base(("counters", "A"), first["value"]))
    text = _path(editing).read_text(encoding="utf-8")
    assert "name: A" not in text and "name: 'Other'" in text
    editing.undo()
    _save(editing, _read(editing, "A"), "a", name="Theirs")
    with pytest.raises(Stale) as stale:
        editing.change(first["file"], first["hash"], change, Base(("counters", "A"), first["value"]))
    (found,) = stale.value.conflicts
    assert (found.path, found.mine) == (("counters", "A"), GONE)
    settled = ((found.path, found.theirs),)
    editing.change(first["file"], first["hash"], change, Base(("counters", "A"), first["value"], settled))
    assert "Theirs" not in _path(editing).read_text(encoding="utf-8")


def test_a_window_takes_back_its_own_edits_alone(editing: Editing) -> None:
    for key, window in (("A", "one"), ("B", "two"), ("A", "two")):
        _save(editing, _read(editing, key), window, name=f"{key} of {window}")
    assert [one["entry"][-1] for one in editing.history("two")["undo"]] == ["A", "B"]
    with pytest.raises(Stale):
        editing.undo("one")
    assert editing.undo("two") == {"undo": 1, "redo": 1}
    assert editing.undo("one") == {"undo": 0, "redo": 1}
    assert _path(editing).read_text(encoding="utf-8") == TEXT.replace("'B'", "'B of two'")
    assert editing.redo("one") == {"undo": 1, "redo": 0}
    assert editing.state("three") == {"undo": 0, "redo": 0}


def _moved(editing: Editing, text: str, path: tuple[str | int, ...], at: int) -> str:
    _path(editing).write_text(text, encoding="utf-8")
    file = f"{editing.workshop.name}/{FILE}"
    editing.change(file, editing.entry(file, 0, ())["hash"], [Edit(path, at=at)])
    return _path(editing).read_text(encoding="utf-8")


def test_p9_entries_are_moved_with_their_lines(editing: Editing) -> None:
    moved = _moved(editing, TEXT, ("counters", "A"), 2)
    first, rest = "  A: {type: corps, name: A}  # the first\n", TEXT.partition("# the first\n")[2]
    assert moved == TEXT.partition("  A:")[0] + rest + first
    assert _moved(editing, moved, ("counters", "A"), 0) == TEXT
    flow = TEXT.partition("counters:\n")[0] + "counters: {A: {type: corps}, B: {type: army}}  # all\n"
    assert _moved(editing, flow, ("counters", "B"), 0).endswith("{B: {type: army}, A: {type: corps}}  # all\n")


def test_p9_entries_are_put_beside_one_and_taken_out(editing: Editing) -> None:
    file = f"{editing.workshop.name}/{FILE}"
    entry = editing.entry(file, 0, ("counters", "B"))
    assert entry["place"] == {"at": 1, "names": ["A", "B", "C"]}
    editing.change(file, entry["hash"], [Edit(("counters", "B_2"), {"type": "army", "name": "B"}, new=True, at=2)])
    added = TEXT.replace("  C: {type", "  B_2: {type: army, name: B}\n  C: {type")
    assert _path(editing).read_text(encoding="utf-8") == added
    assert editing.history()["undo"][0] == {"entry": ["counters", "B_2"], "keys": [], "how": "added"}
    hash_ = editing.entry(file, 0, ())["hash"]
    editing.change(file, hash_, [Edit(("counters", "A"), remove=True)])
    assert "  A:" not in _path(editing).read_text(encoding="utf-8")
    editing.undo()
    editing.undo()
    assert _path(editing).read_text(encoding="utf-8") == TEXT
