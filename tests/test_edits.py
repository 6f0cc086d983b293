"""Edits of a small game, call by call: what an entry is, what a change writes, and what it is refused for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from preview_support import RED, SMALL, TABLES
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.game.game import Game
from rcwkit.game.schema import schema_at, schema_of
from rcwkit.kinds.kind import MARKERS
from rcwkit.kit import build
from rcwkit.screens.preview import editing as editing_module
from rcwkit.screens.preview.editing import Base, Edit, Editing, Stale
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.project import Project
from rcwkit.source.splicing import GONE
from rcwkit.source.yaml import known_path, parse
from tests_support import write

LINES = """\
kind: tables
id: more
title: More
source: Rules
tables:
  cold:
    title: Cold
    roll: 1d6
    drm:
      - add: 1
        text: Snow
      - {add: 2, text: Storm}
    beyond: clamp
    rows: {1: Loss, 2-6: "None
      at all"}
"""
"""A table with lists, a number as a key, and a text over several lines."""
GERMAN = "kind: translation\nlanguage: de\ntexts: {Raid: Angriff}\n"
NAME = ("counters", "A", "name")
LONG = "A very long counter name that cannot fit anywhere at all"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", SMALL)


def _editing(folder: Path, *overlays: Path, language: str = "", **more: str) -> Editing:
    """The edits of the game in a folder, with more documents."""
    write(folder, {f"{name}.yaml": text for name, text in more.items()})
    workshop = Workshop(folder.as_posix(), overlays, language)
    workshop.refresh()
    return Editing(workshop)


def _texts(folder: Path) -> dict[str, str]:
    """All files of a folder that the small game has not, or has otherwise."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in folder.rglob("*.*")}
    return {name: text for name, text in files.items() if SMALL.get(name) != text}


def _change(editing: Editing, name: str, *changes: Edit, local: bool = False) -> dict[str, int]:
    file = f"{editing.workshop.name}/{name}"
    return editing.change(file, editing.entry(file, 0, ())["hash"], changes, local=local)


def _refused(editing: Editing, name: str, *changes: Edit, local: bool = False) -> list[tuple[str, str]]:
    """The codes and messages of a change that is refused, with nothing written."""
    folder = editing.workshop.project.root
    before = _texts(folder)
    with pytest.raises(InputError) as refused:
        _change(editing, name, *changes, local=local)
    assert _texts(folder) == before
    assert editing.state()["undo"] == 0
    return [(one.code, one.message) for one in refused.value.diagnostics]


def _sha(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def test_an_entry_has_all_that_a_form_needs(folder: Path) -> None:
    editing = _editing(folder)
    file = f"{folder.as_posix()}/red.yaml"
    assert editing.entry(file, 7) == {
        "game": "toy",
        "file": file,
        "hash": _sha(RED),
        "kind": "counters",
        "path": ["counters", "A"],
        "lines": [6, 7],
        "value": {"type": "corps", "name": "A"},
        "schema": schema_at(schema_of("counters", editing.workshop.game), ("counters", "A")),
        "place": {"at": 0, "names": ["A", "B"]},
        "owners": {"red": "Red", "white": "White"},
        "local": True,
        "language": "",
    }


def test_an_entry_is_found_while_the_game_cannot_be_read(folder: Path) -> None:
    editing = _editing(folder, wrong="kind: [")
    entry = editing.entry(f"{folder.as_posix()}/red.yaml", 7)
    assert (entry["game"], entry["path"], entry["language"]) == ("toy", ["counters", "A"], "")


@pytest.mark.parametrize(
    ("line", "path", "lines"),
    [
        (0, [], []),
        (1, ["kind"], [1]),
        (2, [], []),
        (3, ["title"], [3]),
        (5, ["tables"], [5]),
        (6, ["tables", "cold"], [5, 6]),
        (9, ["tables", "cold", "drm"], [5, 6, 9]),
        (10, ["tables", "cold", "drm", 0], [5, 6, 9, 10]),
        (11, ["tables", "cold", "drm", 0, "text"], [5, 6, 9, 10, 11]),
        (12, ["tables", "cold", "drm", 1], [5, 6, 9, 12]),
        (15, ["tables", "cold", "rows", "2-6"], [5, 6, 14, 14]),
        (99, ["tables", "cold", "rows", "2-6"], [5, 6, 14, 14]),
    ],
)
def test_a_line_belongs_to_the_entry_that_begins_on_it_or_before(
    folder: Path, line: int, path: list[str | int], lines: list[int]
) -> None:
    entry = _editing(folder, more=LINES).entry(f"{folder.as_posix()}/more.yaml", line)
    assert (entry["path"], entry["lines"]) == (path, lines)


@pytest.mark.parametrize(
    ("data", "path", "known"),
    [
        ({"a": [{1: "x"}]}, ("a", 0, "1"), ("a", 0, 1)),
        ({1: {2: {3: "x"}}}, ("1", "2", "3"), (1, 2, 3)),
        ({"a": [{1: "x"}]}, ("a", 1, "1"), ("a", 1, "1")),
        ({"a": [{1: "x"}]}, ("a", "0", "1"), ("a", "0", "1")),
        ({"a": 5}, ("a", 0, "1"), ("a", 0, "1")),
        ({"a": 5}, ("b", 0), ("b", 0)),
    ],
)
def test_keys_are_known_as_they_are_in_the_data(
    data: Any, path: tuple[str | int, ...], known: tuple[str | int, ...]
) -> None:
    assert known_path(data, path) == known


@pytest.mark.parametrize(
    ("path", "step"),
    [(("none",), "none"), (("counters", "C", "name"), "C"), (("title", 0), "0"), (("counters", "A", "name", "x"), "x")],
)
def test_an_entry_that_is_not_there_is_refused(folder: Path, path: tuple[str | int, ...], step: str) -> None:
    file = f"{folder.as_posix()}/red.yaml"
    with pytest.raises(InputError) as refused:
        _editing(folder).entry(file, 0, path)
    assert refused.value.diagnostics == [Diagnostic("E391", f"no entry '{step}' in the file", Span(file))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n- b\n", "is no mapping of keys to values"),
        ("id: x\n", "is no document of a known kind"),
        ("kind: whatever\nid: x\n", "is no document of a known kind"),
        ("kind: [counters]\n", "is no document of a known kind"),
    ],
)
def test_a_file_without_a_known_kind_has_no_entries(folder: Path, text: str, message: str) -> None:
    """Bug: the place of a problem in such a file was answered with an internal error, or that there is no page."""
    file = f"{folder.as_posix()}/odd.yaml"
    editing = _editing(folder, odd=text)
    with pytest.raises(InputError) as refused:
        editing.entry(file, 1)
    assert refused.value.diagnostics == [Diagnostic("E391", message, Span(file))]


def test_a_list_cannot_be_changed(folder: Path) -> None:
    editing = _editing(folder, odd="- a\n")
    with pytest.raises(InputError, match="is no mapping of keys to values"):
        editing.change(f"{folder.as_posix()}/odd.yaml", _sha("- a\n"), [Edit((0,), "b")])


def test_a_document_keeps_a_kind(folder: Path) -> None:
    """Bug: taking it out was answered that there is no such page."""
    assert _refused(_editing(folder), "red.yaml", Edit(("kind",), remove=True))[0] == (
        "E120",
        "the document has no 'kind:'",
    )


DATA = {"a": 1, "list": ["x", "y"], "map": {"k": 1, 2: "two"}, "numbers": [2, 5], "deep": [{"k": 1}]}


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ([Edit(("a",), 2)], {"a": 2}),
        ([Edit(("b",), 2)], {"b": 2}),
        ([Edit(("b",), 2, new=True)], {"b": 2}),
        ([Edit(("a",), remove=True), Edit(("a",), 3)], {"a": 3}),
        ([Edit(("map", "k"), 2)], {"map": {"k": 2, 2: "two"}}),
        ([Edit(("map", "2"), "zwei")], {"map": {"k": 1, 2: "zwei"}}),
        ([Edit(("map", "2"), remove=True)], {"map": {"k": 1}}),
        ([Edit(("map", 3), 4), Edit(("map", 4), 5)], {"map": {"k": 1, 2: "two", 3: 4, 4: 5}}),
        ([Edit(("list", 0), "z")], {"list": ["z", "y"]}),
        ([Edit(("list", 0), remove=True)], {"list": ["y"]}),
        ([Edit(("list", 2), "z"), Edit(("list", 3), "w")], {"list": ["x", "y", "z", "w"]}),
        ([Edit(("numbers", 2), 7, new=True)], {"numbers": [2, 5, 7]}),
        ([Edit(("deep", 0, "k"), 2)], {"deep": [{"k": 2}]}),
    ],
)
def test_changes_are_made_one_after_the_other(changes: list[Edit], wanted: dict[str, Any]) -> None:
    before = repr(DATA)
    assert editing_module._changed(DATA, changes, "f") == {**DATA, **wanted}
    assert repr(DATA) == before


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (Edit((), 2), Diagnostic("E391", "a change needs a place", Span("f"))),
        (
            Edit(("map", "2"), 2, new=True),
            Diagnostic("E117", "'2' is there already", Span("f"), "give the new one another id"),
        ),
        (Edit(("b", "c"), 2), Diagnostic("E391", "no entry 'b' in the file", Span("f"))),
        (Edit(("b",), remove=True), Diagnostic("E391", "no entry 'b' in the file", Span("f"))),
        (Edit(("list", 3), "z"), Diagnostic("E391", "no entry '3' in the file", Span("f"))),
        (Edit(("list", 2), remove=True), Diagnostic("E391", "no entry '2' in the file", Span("f"))),
        (Edit(("list", 0, 0), "z"), Diagnostic("E391", "no entry '0' in the file", Span("f"))),
        (Edit(("a", 0), "z"), Diagnostic("E391", "no entry '0' in the file", Span("f"))),
    ],
)
def test_a_change_in_no_place_is_refused(change: Edit, found: Diagnostic) -> None:
    with pytest.raises(InputError) as refused:
        editing_module._changed(DATA, [change], "f")
    assert refused.value.diagnostics == [found]


def test_entries_change_places_and_new_ones_stand_where_they_are_put() -> None:
    def order(*changes: Edit) -> list[Any]:
        made = editing_module._changed(DATA, changes, "f")
        return [[*made["map"]], made["list"]]

    assert order(Edit(("map", "k"), at=1)) == [[2, "k"], ["x", "y"]]
    assert order(Edit(("map", "2"), at=0)) == [[2, "k"], ["x", "y"]]
    assert order(Edit(("list", 0), at=1)) == [["k", 2], ["y", "x"]]
    assert order(Edit(("map", "n"), 9, new=True, at=1)) == [["k", "n", 2], ["x", "y"]]
    assert order(Edit(("list", 2), "z", new=True, at=0)) == [["k", 2], ["x", "y", "z"]]
    with pytest.raises(InputError, match="'k' is there already"):
        order(Edit(("map", "k"), 9, new=True, at=1))


def test_a_key_beside_a_bare_title_makes_it_an_entry() -> None:
    made = editing_module._changed({"map": {"e": "Title"}}, [Edit(("map", "e", "rule"), "5", new=True)], "f")
    assert made == {"map": {"e": {"title": "Title", "rule": "5"}}}


@pytest.mark.parametrize(
    ("changes", "entry", "keys", "how"),
    [
        ([Edit(("c", "A", "name"), 1), Edit(("c", "A", "type"), 2)], ["c", "A"], ["name", "type"], "changed"),
        ([Edit(("c", "A", "name"), 1), Edit(("c", "A", "name"), 2)], ["c", "A"], ["name"], "changed"),
        ([Edit(("title",), "X")], ["f.yaml"], ["title"], "changed"),
        ([Edit(("c", "A"), {}, new=True)], ["c", "A"], [], "added"),
        ([Edit(("c", "A"), remove=True)], ["c", "A"], [], "removed"),
        ([Edit(("c", "A"), at=1)], ["c", "A"], [], "moved"),
        ([Edit(("c", "A"), {}, new=True), Edit(("c", "B", "name"), 1)], ["c"], ["A", "B"], "changed"),
        ([], ["f.yaml"], [], "changed"),
    ],
)
def test_an_edit_is_told_by_its_entry_and_keys(
    changes: list[Edit], entry: list[str], keys: list[str], how: str
) -> None:
    assert editing_module._said(changes, "f.yaml") == {"entry": entry, "keys": keys, "how": how}


A = Base(("c", "A"), {"name": "A", "type": "corps"})


@pytest.mark.parametrize(
    ("data", "base", "change", "wanted"),
    [
        ({"name": "B", "type": "corps"}, A, Edit(("c", "A", "type"), "army"), {"name": "B", "type": "army"}),
        ({"name": "B", "type": "corps"}, A, Edit(("c", "A", "copies"), 2), {"name": "B", "type": "corps", "copies": 2}),
        ("Title", Base(("c", "A"), {"title": "Title"}), Edit(("c", "A", "title"), "New"), "New"),
        (
            "Title",
            Base(("c", "A"), {"title": "Title"}),
            Edit(("c", "A", "rule"), "5"),
            {"title": "Title", "rule": "5"},
        ),
        ({"title": "X"}, Base(("c", "A"), {"title": "Y"}), Edit(("c", "A", "title"), "X"), {"title": "X"}),
    ],
)
def test_a_change_catches_up_with_what_was_made_of_its_entry(data: Any, base: Base, change: Edit, wanted: Any) -> None:
    assert editing_module._caught_up({"c": {"A": data}}, [change], base, "f") == [Edit(("c", "A"), wanted)]


@pytest.mark.parametrize(
    ("base", "paths"), [(None, [("c", "A")]), (Base((), {}), [("c", "A")]), (A, [("c", "A", "name"), ("c", "B")])]
)
def test_changes_beside_what_was_read_cannot_catch_up(base: Base | None, paths: list[tuple[str, ...]]) -> None:
    with pytest.raises(Stale) as stale:
        editing_module._caught_up({"c": {"A": A.value}}, [Edit(path, 1) for path in paths], base, "f")
    assert stale.value.conflicts == ()


@pytest.mark.parametrize(
    ("now", "last", "found"),
    [([1, 2, 3], 0, (1, 2)), ([5, 2, 2], 0, (0, 5)), ([2, 2], 1, (1, 2)), ([5, 6], 1, (1, 6))],
)
def test_an_item_of_a_list_is_found_again_by_what_it_was(now: list[int], last: int, found: tuple[int, int]) -> None:
    at, value = found
    assert editing_module._present({"list": now}, Base(("list", last), 2)) == (("list", at), value)
    with pytest.raises(Stale) as stale:
        editing_module._present({"list": now}, Base(("list", 9), 7))
    (conflict,) = stale.value.conflicts
    assert (conflict.path, conflict.theirs, conflict.mine) == (("list", 9), GONE, 7)


@pytest.mark.parametrize(
    ("text", "path", "at", "wanted"),
    [
        ("l:\n- a # one\n# about b\n- b", ("l", 1), 0, "l:\n# about b\n- b\n- a # one\n"),
        ("m:\n  1: a\n  2: b\n", ("m", "2"), 0, "m:\n  2: b\n  1: a\n"),
        ("# of a\na: 1\nb: 2\nc: 3\n", ("b",), 0, "b: 2\n# of a\na: 1\nc: 3\n"),
        ("m: {a: 1,  b: [2]} # c\n", ("m", "b"), 0, "m: {b: [2],  a: 1} # c\n"),
        (
            "m:\n  a: >-\n    x\n\n    y\n  b: 2\nn: 3\n",
            ("m", "a"),
            1,
            "m:\n  b: 2\n  a: >-\n    x\n\n    y\nn: 3\n",
        ),
        ("l:\n- - a\n  - b\n", ("l", 0, 1), 0, None),
        ("m:\n  n:\n    a: 1\n    b: 2\n", ("m", "n", "b"), 0, "m:\n  n:\n    b: 2\n    a: 1\n"),
    ],
)
def test_an_entry_is_moved_with_its_lines_and_the_comments_above(
    text: str, path: tuple[str | int, ...], at: int, wanted: str | None
) -> None:
    move = Edit(path, at=at)
    data = editing_module._changed(parse(text, "f").plain(), [move], "f")
    if wanted is None:
        with pytest.raises(InputError, match="cannot change places within the file's own lines"):
            editing_module._reordered(text.encode(), data, move, "f")
    else:
        assert editing_module._reordered(text.encode(), data, move, "f") == wanted


def test_edits_are_taken_back_and_made_again_in_order(folder: Path) -> None:
    editing, texts = _editing(folder), [RED]
    for number, name in enumerate("CDE", 1):
        assert _change(editing, "red.yaml", Edit(NAME, name)) == {"undo": number, "redo": 0}
        texts.append(RED.replace("name: A", f"name: {name}"))
    path = folder / "red.yaml"
    for left in (2, 1, 0):
        assert editing.undo() == {"undo": left, "redo": 3 - left}
        assert path.read_text("utf-8") == texts[left]
    assert editing.undo() == {"undo": 0, "redo": 3}
    for done in (1, 2, 3):
        assert editing.redo() == {"undo": done, "redo": 3 - done}
        assert path.read_text("utf-8") == texts[done]
    assert editing.redo() == {"undo": 3, "redo": 0}
    editing.undo()
    assert _change(editing, "red.yaml", Edit(NAME, "F")) == {"undo": 3, "redo": 0}


def test_two_hundred_edits_can_be_undone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editing = _editing(folder)
    monkeypatch.setattr(editing.workshop, "inspected", lambda _: (editing.workshop.game, []))
    monkeypatch.setattr(editing_module, "misfits", lambda *_: [])
    file, text = f"{folder.as_posix()}/red.yaml", RED
    for number in range(201):
        editing.change(file, _sha(text), [Edit(NAME, f"A{number}")])
        text = RED.replace("name: A", f"name: A{number}")
    for left in range(199, -1, -1):
        assert editing.undo() == {"undo": left, "redo": 200 - left}
    assert editing.undo() == {"undo": 0, "redo": 200}
    assert _texts(folder) == {"red.yaml": RED.replace("name: A", "name: A0")}


def test_a_change_of_nothing_writes_nothing(folder: Path) -> None:
    for local in (False, True):
        editing = _editing(folder)
        assert _change(editing, "red.yaml", Edit(NAME, "A"), local=local) == {"undo": 0, "redo": 0}
        assert _texts(folder) == {}
        assert not (folder / "local").exists()


def test_a_file_with_another_hash_is_left_alone(folder: Path) -> None:
    editing = _editing(folder)
    with pytest.raises(Stale):
        editing.change(f"{folder.as_posix()}/red.yaml", _sha(TABLES), [Edit(NAME, "C")])
    assert _texts(folder) == {}


@pytest.mark.parametrize("name", ["red.yaml", "local/red.yaml"])
def test_a_mark_of_the_byte_order_stays(folder: Path, name: str) -> None:
    text = "\ufeff" + RED
    write(folder, {name: text})
    editing = _editing(folder)
    assert editing.entry(f"{folder.as_posix()}/{name}", 0, ())["hash"] == _sha(text)
    _change(editing, "red.yaml", Edit(NAME, "C"), local=name.startswith("local"))
    assert _texts(folder) == {name: text.replace("name: A", "name: C")}


@pytest.mark.parametrize("file", ["red.yaml", "/etc/passwd", "{}/none.yaml", "{}2/red.yaml", "{}/a/../red.yaml", ""])
def test_only_documents_of_the_game_have_entries(folder: Path, file: str) -> None:
    file = file.format(folder.as_posix())
    with pytest.raises(InputError) as refused:
        _editing(folder).entry(file, 1)
    assert refused.value.diagnostics == [Diagnostic("E391", "is no document of this game", Span(file))]


OVER = "kind: counters\nid: red\n"


@pytest.mark.parametrize(
    ("name", "change", "laid"),
    [
        ("red", Edit(NAME, "C"), f"{OVER}counters:\n  A: {{type: corps, name: C}}\n"),
        ("red", Edit(("title",), "Reds"), f"{OVER}title: Reds\n"),
        ("game", Edit(("look",), {"accent": "#2F6B34"}), 'kind: game\nid: toy\nlook: {accent: "#2F6B34"}\n'),
        (
            "more",
            Edit(("tables", "cold", "drm", 0, "text"), "Ice"),
            "kind: tables\nid: more\ntables:\n  cold:\n    title: Cold\n    roll: 1d6\n"
            "    drm: [{add: 1, text: Ice}, {add: 2, text: Storm}]\n    beyond: clamp\n"
            "    rows: {1: Loss, 2-6: None at all}\n",
        ),
    ],
)
def test_an_overlay_has_whole_entries_and_what_tells_its_document(
    folder: Path, name: str, change: Edit, laid: str
) -> None:
    write(folder, {"deep/more.yaml": LINES})
    editing, before = _editing(folder), _texts(folder)
    assert _change(editing, "deep/more.yaml" if name == "more" else f"{name}.yaml", change, local=True)["undo"] == 1
    assert _texts(folder) == {**before, f"local/{name}.yaml": laid}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"{OVER}counters: # mine\n  B: {{type: army, name: X}}  # stays\n",
            f"{OVER}counters: # mine\n  B: {{type: army, name: X}}  # stays\n  A: {{type: corps, name: C}}\n",
        ),
        (
            f"{OVER}counters: {{A: {{type: corps, name: Y}}}}\ntitle: Reds\n",
            f"{OVER}counters: {{A: {{type: corps, name: C}}}}\ntitle: Reds\n",
        ),
        (f"{OVER}title: Reds\n", f"{OVER}title: Reds\ncounters:\n  A: {{type: corps, name: C}}\n"),
        (f"{OVER}counters:\n", f"{OVER}counters: {{A: {{type: corps, name: C}}}}\n"),
        (f"{OVER}counters: [A]\n", f"{OVER}counters: {{A: {{type: corps, name: C}}}}\n"),
    ],
)
def test_an_overlay_keeps_what_it_has(folder: Path, before: str, after: str) -> None:
    """Bug: one whose entries were not there yet, or no mapping, was answered with an internal error."""
    editing = _editing(write(folder, {"local/red.yaml": before}))
    _change(editing, "red.yaml", Edit(NAME, "C"), local=True)
    assert _texts(folder) == {"local/red.yaml": after}
    editing.undo()
    assert _texts(folder) == {"local/red.yaml": before}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (Edit(("counters", "B"), remove=True), ("E390", "an overlay cannot take an entry out")),
        (Edit(("side",), remove=True), ("E390", "an overlay cannot take an entry out")),
        (Edit(("counters",), "none"), ("E124", "this has to be a mapping")),
        (Edit(("title",), float("nan")), ("E390", "the change cannot be written as YAML")),
    ],
)
def test_what_an_overlay_cannot_say_is_refused(folder: Path, change: Edit, found: tuple[str, str]) -> None:
    assert _refused(_editing(folder), "red.yaml", change, local=True) == [found]
    assert not (folder / "local").exists()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind: counters\nid: white\n", ("E390", "'local/red.yaml' is another document")),
        ("kind: cards\nid: red\n", ("E390", "'local/red.yaml' is another document")),
        ("- a\n", ("E391", "is no mapping of keys to values")),
    ],
)
def test_another_document_in_the_overlay_is_left_alone(folder: Path, text: str, found: tuple[str, str]) -> None:
    editing = _editing(write(folder, {"local/red.yaml": text}))
    assert _refused(editing, "red.yaml", Edit(NAME, "C"), local=True) == [found]


def test_a_translation_can_be_laid_over(folder: Path) -> None:
    """Bug: the overlay did not say its language, and was refused for that."""
    editing = _editing(folder, german=GERMAN)
    _change(editing, "german.yaml", Edit(("texts", "Raids"), "Angriffe"), local=True)
    laid = "kind: translation\nlanguage: de\ntexts: {Raids: Angriffe}\n"
    assert _texts(folder) == {"german.yaml": GERMAN, "local/german.yaml": laid}


def test_the_first_edit_in_the_overlay_is_taken_back_with_its_folder(folder: Path) -> None:
    """Bug: the folder stayed, and the game could not be read, since an overlay has documents."""
    editing = _editing(folder)
    _change(editing, "red.yaml", Edit(NAME, "C"), local=True)
    _change(editing, "tables.yaml", Edit(("title",), "More"), local=True)
    laid = _texts(folder)
    assert list(laid) == ["local/red.yaml", "local/tables.yaml"]
    editing.undo()
    assert list(_texts(folder)) == ["local/red.yaml"]
    editing.undo()
    assert not (folder / "local").exists()
    editing.workshop.refresh()
    assert editing.workshop.problems == []
    editing.redo()
    editing.redo()
    assert _texts(folder) == laid


def test_documents_of_other_overlays_are_changed_where_they_are(folder: Path, tmp_path: Path) -> None:
    over = f"{OVER}counters:\n  A: {{type: corps, name: X}}\n"
    more = write(tmp_path / "more", {"red.yaml": over})
    editing = _editing(write(folder, {"local/tables.yaml": "kind: tables\nid: raids\ntitle: Ours\n"}), more)
    before = _texts(folder)
    file = f"{more.as_posix()}/red.yaml"
    entry = editing.entry(file, 4)
    assert (entry["local"], entry["path"], entry["value"]["name"]) == (False, ["counters", "A"], "X")
    editing.change(file, entry["hash"], [Edit(NAME, "Z")])
    assert (more / "red.yaml").read_text("utf-8") == over.replace("name: X", "name: Z")
    assert _texts(folder) == before
    _change(editing, "red.yaml", Edit(("title",), "Reds"), local=True)
    assert _texts(folder) == {**before, "local/red.yaml": f"{OVER}title: Reds\n"}
    entry = editing.entry(f"{folder.as_posix()}/local/tables.yaml", 0, ())
    assert (entry["local"], entry["value"]["title"]) == (False, "Ours")


SIGN = ("tables", "raid", "title")
BAD = TABLES.replace("title: Raid,", "title: ':none: Raid',")
"""The table with a sign that there is not, in a game that can be read."""


def test_errors_that_an_edit_makes_are_refused(folder: Path) -> None:
    editing = _editing(folder)
    (found,) = _refused(editing, "tables.yaml", Edit(SIGN, ":none: Raid"))
    assert found[0] == "E245"
    (found,) = _refused(editing, "red.yaml", Edit((*NAME[:2], "nam"), "A"))
    assert found == ("E122", "unknown key 'nam'")
    (found,) = _refused(editing, "red.yaml", Edit(NAME, LONG))
    assert found[0] == "E310"


def test_errors_that_are_there_do_not_stop_an_edit(folder: Path) -> None:
    editing = _editing(folder, tables=BAD)
    _change(editing, "red.yaml", Edit(NAME, "C"))
    assert _texts(folder) == {"red.yaml": RED.replace("name: A", "name: C"), "tables.yaml": BAD}
    _change(editing, "tables.yaml", Edit(("title",), "More"))


def test_one_more_error_like_another_is_refused(folder: Path) -> None:
    editing = _editing(folder, tables=BAD)
    assert [code for code, _ in _refused(editing, "tables.yaml", Edit(("title",), ":none: Raids"))] == ["E245"]


def test_an_error_of_a_code_that_is_known_is_refused_if_it_says_something_else(folder: Path) -> None:
    """Also one in place of the other: an edit that mends one makes no room for the next."""
    editing = _editing(folder, tables=BAD)
    edits = Edit(SIGN, "Raid"), Edit(("title",), ":nought: Raids")
    (found,) = _refused(editing, "tables.yaml", *edits)
    assert found == ("E245", "unknown sign 'nought'")


def test_a_game_that_cannot_be_read_may_show_more_errors_once_it_can(folder: Path) -> None:
    wrong = RED.replace("name: A", "nam: A")
    editing = _editing(folder, red=wrong, tables=BAD)
    (found,) = _refused(editing, "red.yaml", Edit((*NAME[:2], "nam"), remove=True), Edit((*NAME[:2], "typ"), "x"))
    assert found == ("E122", "unknown key 'typ'")
    _change(editing, "red.yaml", Edit((*NAME[:2], "nam"), remove=True), Edit(NAME, "A"))
    assert _texts(folder) == {"tables.yaml": BAD}


@pytest.mark.parametrize(
    ("language", "name", "change", "code"),
    [
        ("", "red.yaml", Edit(NAME, "A longer name of some parts that goes"), "W311"),
        ("de", "german.yaml", Edit(("texts", "Nothing"), "Nichts"), "W382"),
    ],
)
def test_warnings_do_not_stop_an_edit(folder: Path, language: str, name: str, change: Edit, code: str) -> None:
    editing = _editing(folder, language=language, german=GERMAN)
    _change(editing, name, change)
    editing.workshop.refresh()
    codes = [one.diagnostic.code for one in editing.workshop.problems]
    assert [one for one in codes if one != "W385"] == [code], "but for what is not translated yet"


def test_only_pieces_of_the_changed_kinds_are_laid_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editing, asked = _editing(folder), list[Collection[str]]()

    def follow(_game: Game, kinds: Collection[str], _digests: Mapping[str, str]) -> list[Diagnostic]:
        asked.append(kinds)
        return []

    monkeypatch.setattr(editing_module, "misfits", follow)
    _change(editing, "red.yaml", Edit(NAME, "C"))
    assert asked == [{"counters"}]
    turn = "{title: Turn, layout: table, boxes: {on: {title: On}}, rows: {A: {title: A, start: on}}}"
    editing = _editing(
        folder, track=f"kind: tracks\nid: track\ntitle: Track\nsource: Rules\ntracks: {{turn: {turn}}}\n"
    )
    asked.clear()
    _change(editing, "track.yaml", Edit(("tracks", "turn", "title"), "Turns"))
    _change(editing, "track.yaml", Edit(("tracks", "turn", "rows", "A", "marker"), "B", new=True))
    assert asked == [{"tracks"}, {"tracks", MARKERS}], "maps with set-ups, where the reserves now differ"


def _saving(path: Path, data: bytes | None) -> Callable[[Project], tuple[Game, list[Diagnostic]]]:
    """A check during which an editor saves a file, or removes it."""

    def inspected(project: Project) -> tuple[Game, list[Diagnostic]]:
        path.unlink() if data is None else path.write_bytes(data)
        return build.inspected(project)

    return inspected


@pytest.mark.parametrize("data", [b"kind: counters\nid: red\n", None])
def test_a_file_saved_during_the_check_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, data: bytes | None
) -> None:
    editing = _editing(folder)
    monkeypatch.setattr(editing.workshop, "inspected", _saving(folder / "red.yaml", data))
    with pytest.raises(Stale):
        _change(editing, "red.yaml", Edit(NAME, "C"))
    assert _texts(folder) == ({} if data is None else {"red.yaml": data.decode()})
    assert (folder / "red.yaml").exists() == (data is not None)
    assert editing.state() == {"undo": 0, "redo": 0}


def test_a_file_that_came_meanwhile_is_left_alone(folder: Path) -> None:
    editing = _editing(folder)
    _change(editing, "red.yaml", Edit(NAME, "C"), local=True)
    editing.undo()
    write(folder, {"local/red.yaml": "# mine\n"})
    with pytest.raises(Stale):
        editing.redo()
    assert _texts(folder) == {"local/red.yaml": "# mine\n"}
    assert editing.state() == {"undo": 0, "redo": 1}


def test_texts_are_shown_translated_with_a_hash_of_all_their_files(folder: Path) -> None:
    more = "kind: translation\nlanguage: de\ntexts: {Raids: Angriffe}\n"
    editing = _editing(folder, language="de", a=more, b=GERMAN)
    entry = editing.entry(f"{folder.as_posix()}/tables.yaml", 0, ())
    assert entry["language"] == "de"
    rows = {"1-4": "Loss", "5-6": "Repulse"}
    tables = {"raid": {"title": "Angriff", "roll": "1d6", "rows": rows}}
    assert entry["value"] == {"kind": "tables", "id": "raids", "title": "Angriffe", "source": "Rules", "tables": tables}
    assert entry["hash"] == _sha(TABLES, more, GERMAN)


def test_translations_are_changed_where_they_are_and_added_to_the_last(folder: Path) -> None:
    more = "kind: translation\nlanguage: de\n"
    editing = _editing(folder, language="de", a=GERMAN, b=more)
    _change(editing, "tables.yaml", Edit(SIGN, "Raubzug"), Edit(("title",), "Angriffe"))
    german = {"a.yaml": GERMAN.replace("Angriff", "Raubzug"), "b.yaml": f"{more}texts: {{Raids: Angriffe}}\n"}
    assert _texts(folder) == german
    assert editing.state() == {"undo": 1, "redo": 0}
    theirs = GERMAN.replace("Angriff", "Vorstoß")
    write(folder, {"a.yaml": theirs})
    with pytest.raises(Stale):
        editing.undo()
    assert _texts(folder) == {**german, "a.yaml": theirs}, "of two files, none is taken back alone"


def test_values_and_translations_of_one_edit_go_into_their_files(folder: Path) -> None:
    editing = _editing(folder, language="de", german=GERMAN)
    _change(editing, "tables.yaml", Edit(SIGN, "Raubzug"), Edit(("tables", "raid", "beyond"), "clamp"))
    german, tables = GERMAN.replace("Angriff", "Raubzug"), TABLES.replace("Repulse}}", "Repulse}, beyond: clamp}")
    assert _texts(folder) == {"german.yaml": german, "tables.yaml": tables}
    _change(editing, "tables.yaml", Edit(("tables", "raid", "beyond"), remove=True))
    assert _texts(folder) == {"german.yaml": german}


def test_a_text_that_is_new_is_refused_in_another_language(folder: Path) -> None:
    editing = _editing(folder, language="de", german=GERMAN)
    ((code, message),) = _refused(editing, "red.yaml", Edit(("counters", "B", "arrives"), "turn 2"))
    assert (code, message) == ("E392", "'turn 2' is a new text, which is written in the game's own language")


@pytest.mark.parametrize(("local", "name"), [(False, "lang/de.yaml"), (True, "local/de.yaml")])
def test_the_first_translation_makes_a_document(folder: Path, local: bool, name: str) -> None:
    editing = _editing(folder, language="de")
    _change(editing, "tables.yaml", Edit(SIGN, "Angriff"), local=local)
    assert _texts(folder) == {name: GERMAN}
    _change(editing, "tables.yaml", Edit(SIGN, "Raubzug"), local=local)
    assert _texts(folder) == {name: GERMAN.replace("Angriff", "Raubzug")}
    _change(editing, "tables.yaml", Edit(("title",), "Angriffe"), local=local)
    assert _texts(folder) == {name: GERMAN.replace("Angriff", "Raubzug, Raids: Angriffe")}
    for _ in range(3):
        editing.undo()
    assert _texts(folder) == {}
    assert not (folder / name).parent.exists()


def test_translations_in_the_overlay_leave_the_games_own(folder: Path) -> None:
    editing = _editing(folder, language="de", german=GERMAN)
    _change(editing, "tables.yaml", Edit(("title",), "Angriffe"), local=True)
    laid = {"local/de.yaml": GERMAN.replace("Raid: Angriff", "Raids: Angriffe")}
    assert _texts(folder) == {"german.yaml": GERMAN, **laid}


def test_a_document_is_begun_as_one_edit_with_what_the_game_lacks_for_it(folder: Path) -> None:
    (folder / "red.yaml").unlink()
    game = SMALL["game.yaml"].partition("unit_types:")[0]
    editing = _editing(folder, game=game)
    assert editing.begin("counters", "White", {}) == f"{folder.as_posix()}/white.yaml"
    made = _texts(folder)
    assert "unit_types" in made["game.yaml"] and made["game.yaml"].startswith(game)
    assert made["white.yaml"].endswith("white_1: {type: infantry, name: First}\n")
    editing.undo()
    assert _texts(folder) == {"game.yaml": game}


def test_a_deck_is_begun_with_the_layout_of_its_faces_and_a_table_without(folder: Path) -> None:
    editing = _editing(folder)
    editing.begin("cards", "Events", {}, "w")
    assert _texts(folder).keys() == {"events.yaml", "events_face.yaml"}
    editing.begin("tables", "Combat", {}, "w")
    assert _texts(folder).keys() == {"events.yaml", "events_face.yaml", "combat.yaml"}
    assert [one["how"] for one in editing.history("w")["undo"]] == ["changed", "changed"]
    with pytest.raises(KeyError):
        editing.begin("nothing", "Nothing", {})


def test_the_overlay_is_checked_as_it_would_be(folder: Path) -> None:
    """Not below what it has now."""
    write(folder, {"local/red.yaml": f"{OVER}counters:\n  A: {{type: corps, name: X}}\n"})
    assert _refused(_editing(folder), "red.yaml", Edit(NAME, LONG), local=True)[0][0] == "E310"


def test_whole_files_are_written_and_taken_away(folder: Path) -> None:
    editing, path = _editing(folder), folder / "tables.yaml"
    assert editing.write({path: None, folder / "red.yaml": RED.encode()}) == {"undo": 1, "redo": 0}
    assert not path.is_file()
    (told,) = editing.history()["undo"]
    assert (told["how"], told["entry"]) == ("changed", ["tables.yaml, red.yaml"])
    editing.undo()
    assert _texts(folder) == {}
    editing.write({path: None})
    assert editing.history()["undo"][0]["how"] == "removed"


def test_a_file_that_is_gone_is_not_brought_back_by_undo(folder: Path) -> None:
    editing = _editing(folder)
    _change(editing, "red.yaml", Edit(NAME, "C"))
    (folder / "red.yaml").unlink()
    with pytest.raises(Stale) as stale:
        editing.undo()
    assert stale.value.conflicts == ()
    assert not (folder / "red.yaml").is_file()


def test_what_could_be_taken_out_of_a_file_passes_its_check(folder: Path) -> None:
    """An overlay could not take it out."""
    editing, file = _editing(folder), f"{folder.as_posix()}/red.yaml"
    editing.check(file, _sha(RED), [Edit(("counters", "B"), remove=True)])
    assert _texts(folder) == {}


NOTES = "kind: booklet\nid: notes\ntitle: Notes\nsource: Ours\ntext: "


@pytest.mark.parametrize(
    ("text", "first", "count", "found"),
    [
        ("|\n  One.\n\n  Two.\n", 6, 1, "One."),
        ("|\n  One.\n\n  Two.\n", 8, 3, "Two."),
        ("|\n  One.\n\n  Two.\n", 6, 0, None),
        ("|\n  One.\n\n  Two.\n", 5, 2, None),
        ("One.\n", 5, 1, None),
    ],
)
def test_a_passage_is_within_a_text_whose_lines_are_known(
    folder: Path, text: str, first: int, count: int, found: str | None
) -> None:
    editing, file = _editing(folder, notes=NOTES + text), f"{folder.as_posix()}/notes.yaml"
    if found is None:
        with pytest.raises(InputError, match="is no text of a booklet"):
            editing.passage(file, first, count)
    else:
        assert editing.passage(file, first, count).text == found


def test_lists_and_entries_alone_have_a_place_among_others(folder: Path) -> None:
    editing = _editing(folder, more=LINES)
    file = f"{folder.as_posix()}/more.yaml"
    assert editing.entry(file, 0, ("tables", "cold", "drm", 1))["place"] == {"at": 1, "names": [0, 1]}
    rows = editing.entry(file, 0, ("tables", "cold", "rows", "2-6"))
    assert (rows["place"], rows["value"]) == ({"at": 1, "names": ["1", "2-6"]}, "None at all")
    for key in (("tables", "cold", "title"), ("title",)):
        assert editing.entry(file, 0, key)["place"] is None
    assert editing.entry(file, 0, ("tables", "cold"))["value"]["title"] == "Cold"
