"""Edits from the preview's page: one place of one file changes, checked before it is written, and can be undone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.game.game import Game
from rcwkit.game.schema import schema_at, schema_of
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.screens.preview.editing import Edit, Editing, RefusedEdit, Stale
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.project import Project
from tests_support import TOY, write


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "toy", TOY)
    return tmp_path / "toy"


def _editing(folder: Path, language: str = "") -> Editing:
    workshop = Workshop(str(folder), language=language)
    workshop.refresh()
    assert workshop.game is not None, workshop.problems
    return Editing(workshop)


def _editing_of(folder: Path) -> Editing:
    """The edits of a game that may have errors."""
    workshop = Workshop(str(folder))
    workshop.refresh()
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
    state = editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Another title")])
    after = (toy / "rulings.yaml").read_text(encoding="utf-8")
    assert state == {"undo": 1, "redo": 0}
    assert after == before.replace(f"title: {entry['value']['title']}", "title: Another title", 1) != before
    assert editing.undo() == {"undo": 0, "redo": 1}
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == before
    assert editing.redo() == {"undo": 1, "redo": 0}
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == after


def test_a_change_is_checked_without_being_written(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "red.yaml", "Rc16:")
    before = (toy / "red.yaml").read_bytes()
    editing.check(entry["file"], entry["hash"], [Edit((*entry["path"], "copies"), 3)])
    with pytest.raises(RefusedEdit) as refused:
        editing.check(entry["file"], entry["hash"], [Edit((*entry["path"], "copies"), 0)])
    assert refused.value.paths == [(*entry["path"], "copies")]
    assert (toy / "red.yaml").read_bytes() == before
    assert editing.state() == {"undo": 0, "redo": 0}


BOOKLET = "kind: booklet\nid: notes\ntitle: Notes\nsource: Ours\n"


@pytest.mark.parametrize("inside", [False, True])
def test_lines_of_a_booklet_are_written_where_they_stand(toy: Path, inside: bool) -> None:
    words = "# The *first*\n\nA line,\nand another.\n\n- A point.\n"
    if inside:
        text = (
            BOOKLET
            + "text: |\n"
            + "".join(f"  {line}\n" if line else "\n" for line in words.splitlines())
            + "rule: '1'\n"
        )
        (toy / "notes.yaml").write_text(text, encoding="utf-8")
    else:
        (toy / "notes.yaml").write_text(BOOKLET + "text: {file: notes.md}\n", encoding="utf-8")
        (toy / "notes.md").write_text(words, encoding="utf-8")
    name, first = ("notes.yaml", 8) if inside else ("notes.md", 3)
    editing, file = _editing(toy), f"{toy.as_posix()}/{name}"
    before = (toy / name).read_text(encoding="utf-8")
    passage = editing.passage(file, first, 2)
    assert passage.text == "A line,\nand another."
    assert editing.reword(passage, "One line.\n\nAnd a new one.\n", passage.hash) == 3
    indent = "  " if inside else ""
    wanted = before.replace(f"{indent}A line,\n{indent}and another.", f"{indent}One line.\n\n{indent}And a new one.")
    assert (toy / name).read_text(encoding="utf-8") == wanted
    with pytest.raises(Stale):
        editing.reword(passage, "Late.", passage.hash)
    passage = editing.passage(file, first, 3)
    with pytest.raises(InputError, match="no heading"):
        editing.reword(passage, "[there](#nowhere)", passage.hash, draft=True)
    editing.undo()
    assert (toy / name).read_text(encoding="utf-8") == before
    with pytest.raises(InputError):
        editing.passage(f"{toy.as_posix()}/red.yaml", 1, 1)


def test_a_wrong_change_leaves_the_file_alone(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_bytes()
    with pytest.raises(InputError) as refused:
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "type"), "guess")])
    assert refused.value.diagnostics[0].span.line == entry["lines"][-1]
    assert (toy / "rulings.yaml").read_bytes() == before
    assert editing.state() == {"undo": 0, "redo": 0}


def test_p15_a_refusal_says_which_values_are_wrong(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "red.yaml", "Ra1:")
    changes = [
        Edit((*entry["path"], "copies"), 0),
        Edit((*entry["path"], "name"), "A very long counter name that cannot fit anywhere"),
    ]
    with pytest.raises(RefusedEdit) as refused:
        editing.change(entry["file"], entry["hash"], changes[1:])
    assert set(refused.value.paths) == {(*entry["path"], "name")}
    with pytest.raises(RefusedEdit) as refused:
        editing.change(entry["file"], entry["hash"], changes)
    assert refused.value.paths == [(*entry["path"], "copies")]


def test_a_file_that_has_changed_since_is_not_overwritten(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    change = [Edit((*entry["path"], "title"), "Another title")]
    before = (toy / "rulings.yaml").read_text(encoding="utf-8")
    with pytest.raises(Stale):
        editing.change(entry["file"], "0" * 64, change)
    editing.change(entry["file"], entry["hash"], change)
    saved = (toy / "rulings.yaml").read_text(encoding="utf-8") + "# saved in an editor\n"
    (toy / "rulings.yaml").write_text(saved, encoding="utf-8")
    editing.undo()
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == before + "# saved in an editor\n"
    editing.redo()
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == saved
    (toy / "rulings.yaml").write_text(saved.replace("Another title", "A third"), encoding="utf-8")
    with pytest.raises(Stale) as stale:
        editing.undo()
    assert [(one.theirs, one.mine) for one in stale.value.conflicts] == [("A third", entry["value"]["title"])]
    assert "A third" in (toy / "rulings.yaml").read_text(encoding="utf-8")


def test_a_change_goes_into_the_games_overlay(toy: Path) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_bytes()
    for title in ("Ours", "Ours too"):
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), title)], local=True)
    assert (toy / "rulings.yaml").read_bytes() == before
    laid = (toy / "local" / "rulings.yaml").read_text(encoding="utf-8")
    assert laid.startswith("kind: rulings\nid: ")
    assert "Ours too" in laid
    editing.workshop.refresh()
    assert editing.workshop.game is not None
    assert editing.workshop.game[Ruling][str(entry["path"][1])].value.title == "Ours too"
    editing.undo()
    editing.undo()
    assert not (toy / "local").exists(), "P20: the folder stayed, empty"


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
        editing.change(entry["file"], entry["hash"], [Edit(path, "x")])


def test_a_bare_title_is_edited_as_an_entry(toy: Path) -> None:
    deck = (
        write(toy, {"deck.yaml": "kind: cards\nid: a\ntitle: Action\ncards:\n  rain: Rain\n  sun: Sun\n"}) / "deck.yaml"
    )
    editing = _editing(toy)
    entry = _entry(editing, toy, "deck.yaml", "rain: Rain")
    assert (entry["value"], entry["path"]) == ({"title": "Rain"}, ["cards", "rain"])
    editing.change(entry["file"], entry["hash"], [Edit(("cards", "rain", "copies"), 3)])
    assert "rain: {title: Rain, copies: 3}" in deck.read_text() or "title: Rain\n" in deck.read_text()


def test_a_schema_is_found_at_a_path() -> None:
    schema = schema_of("cards")
    assert schema_at(schema, ("cards", "noise", "title"))["type"] == ["string", "integer"]
    card = schema_at(schema, ("cards", "noise"))
    assert card["properties"]["sections"]["type"] == "array"
    assert card["$defs"].keys() < schema["$defs"].keys()
    assert schema_at(schema, ("nothing",)) == {"$defs": {}}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make checks take long enough that another thread comes in between."""
    inspected = Workshop.inspected

    def slowly(workshop: Workshop, project: Project) -> tuple[Game, list[Diagnostic]]:
        time.sleep(0.03)
        return inspected(workshop, project)

    monkeypatch.setattr("rcwkit.screens.preview.workshop.Workshop.inspected", slowly)


def _at_once(*works: Callable[[], object]) -> list[Exception]:
    """Run works at the same time, and return what they raised."""
    raised: list[Exception] = []
    begin = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        begin.wait()
        try:
            work()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.usefixtures("slow")
def test_of_two_edits_at_once_one_is_told_that_the_file_has_changed(toy: Path) -> None:
    """Bug: both were checked, and the later one silently took the earlier one back."""
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")

    def change(key: str, value: str) -> Callable[[], object]:
        return lambda: editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], key), value)])

    raised = _at_once(change("title", "Ours"), change("prints", "Theirs."))
    assert [type(error) for error in raised] == [Stale]
    text = (toy / "rulings.yaml").read_text(encoding="utf-8")
    assert ("Ours" in text) != ("Theirs." in text)
    assert editing.state() == {"undo": 1, "redo": 0}


@pytest.mark.usefixtures("slow")
def test_edits_and_undo_while_the_kit_is_drawn_keep_every_change(toy: Path) -> None:
    editing = _editing(toy)
    before = (toy / "rulings.yaml").read_bytes()

    def edit(number: int) -> Callable[[], object]:
        def work() -> None:
            while True:
                entry = _entry(editing, toy, "rulings.yaml", "type:")
                title = [Edit((*entry["path"], "title"), f"{entry['value']['title']} {number}")]
                try:
                    editing.change(entry["file"], entry["hash"], title)
                except Stale:
                    continue
                return

        return work

    raised = _at_once(*map(edit, range(4)), editing.undo, editing.undo, editing.workshop.refresh)
    assert raised == []
    state = editing.state()
    title = str(_entry(editing, toy, "rulings.yaml", "type:")["value"]["title"])
    assert len([word for word in title.split() if word.isdecimal()]) == state["undo"], "what can be undone is there"
    for _ in range(state["undo"]):
        editing.undo()
    assert (toy / "rulings.yaml").read_bytes() == before


def test_what_an_editor_saves_during_the_check_is_not_overwritten(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: the file was compared before the check alone, which takes some tenths of a second in a large game."""
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    saved = (toy / "rulings.yaml").read_text(encoding="utf-8") + "# saved in an editor\n"

    def saves(project: Project) -> tuple[Game, list[Diagnostic]]:
        (toy / "rulings.yaml").write_text(saved, encoding="utf-8")
        return inspected(project)

    inspected = editing.workshop.inspected
    monkeypatch.setattr(editing.workshop, "inspected", saves)
    with pytest.raises(Stale):
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Another title")])
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == saved


@pytest.mark.parametrize(
    ("wrong", "right"), [("name: 1 Army}", "nam: 1 Army}"), ("701 Petrograd: [Ra1]", "701 Petrograd: [Ra9]")]
)
def test_an_error_elsewhere_does_not_stop_an_edit(toy: Path, wrong: str, right: str) -> None:
    editing = _editing(toy)
    for path in (toy / "red.yaml", toy / "setup.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace(wrong, right), encoding="utf-8")
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Another title")])
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    with pytest.raises(InputError) as refused:
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "type"), "guess")])
    assert {one.span.file for one in refused.value.diagnostics} == {entry["file"]}, "only what the edit makes wrong"


def test_a_second_error_like_a_known_one_is_refused(toy: Path) -> None:
    """Bug: errors were compared as a set, so that an edit could add another of a known kind."""
    text = TOY["rulings.yaml"].replace("title: Totals", "title: 'Totals :nosign:'")
    assert text != TOY["rulings.yaml"]
    (toy / "rulings.yaml").write_text(text, encoding="utf-8")
    editing = _editing_of(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    with pytest.raises(InputError, match="nosign"):
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "prints"), "The list :nosign:.")])
    editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "prints"), "The lists.")])


def test_nothing_is_redone_after_another_edit(toy: Path) -> None:
    editing = _editing(toy)
    for title in ("First", "Second"):
        entry = _entry(editing, toy, "rulings.yaml", "type:")
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), title)])
        if title == "First":
            assert editing.undo() == {"undo": 0, "redo": 1}
    assert editing.state() == {"undo": 1, "redo": 0}
    editing.redo()
    assert _entry(editing, toy, "rulings.yaml", "type:")["value"]["title"] == "Second"


@pytest.mark.parametrize("art", ["/etc/passwd", "../../secret.png", "a/../../b.png", "nothing.png"])
@pytest.mark.parametrize("local", [False, True])
def test_a_picture_from_outside_is_refused_before_it_is_written(toy: Path, art: str, local: bool) -> None:
    """Bug: what a build refuses was written."""
    editing = _editing(toy)
    before = {path.name: path.read_bytes() for path in toy.rglob("*.yaml")}
    file = f"{toy.as_posix()}/cards.yaml"
    entry = editing.entry(file, 0, ("back",))
    with pytest.raises(InputError) as refused:
        editing.change(file, entry["hash"], [Edit(("back", "art"), art)], local=local)
    assert refused.value.diagnostics[0].code in ("E101", "E260", "E103"), refused.value.diagnostics
    assert {path.name: path.read_bytes() for path in toy.rglob("*.yaml")} == before


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), {"a": float("nan")}, None])
@pytest.mark.parametrize("local", [False, True])
def test_what_is_no_number_in_yaml_is_refused(toy: Path, value: Any, local: bool) -> None:
    editing = _editing(toy)
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    before = (toy / "rulings.yaml").read_bytes()
    with pytest.raises(InputError):
        editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), value)], local=local)
    assert (toy / "rulings.yaml").read_bytes() == before
    assert not (toy / "local").exists()


def test_p1_a_new_entry_does_not_take_the_place_of_another(toy: Path) -> None:
    editing = _editing(toy)
    file = f"{toy.as_posix()}/red.yaml"
    entry = editing.entry(file, 0, ("counters",))
    new = Edit(("counters", "Ra1"), {"type": "army", "name": "9 Army"}, new=True)
    with pytest.raises(InputError) as refused:
        editing.change(file, entry["hash"], [new])
    assert refused.value.diagnostics[0].message == "'Ra1' is there already"
    assert (toy / "red.yaml").read_text(encoding="utf-8") == TOY["red.yaml"]


def test_p5_a_text_that_does_not_fit_is_refused_before_it_is_written(toy: Path) -> None:
    """Bug: it was saved, although the kit could not be built any more."""
    editing = _editing(toy)
    entry = _entry(editing, toy, "red.yaml", "Ra1:")
    name = Edit((*entry["path"], "name"), "A very long counter name that cannot fit anywhere")
    with pytest.raises(InputError) as refused:
        editing.change(entry["file"], entry["hash"], [name])
    assert {one.code for one in refused.value.diagnostics} == {"E310"}
    assert "0.0 mm" not in str(refused.value)
    assert (toy / "red.yaml").read_text(encoding="utf-8") == TOY["red.yaml"]


def test_keys_that_are_numbers_are_found_as_texts(toy: Path) -> None:
    """Bug: the page, in whose JSON every key is a text, could not change the rows of a chart."""
    editing = _editing(toy)
    file = f"{toy.as_posix()}/map.yaml"
    entry = editing.entry(file, 0, ("spaces", "701"))
    assert (entry["value"], entry["path"]) == ({"at": [25, 30]}, ["spaces", 701])
    editing.change(file, entry["hash"], [Edit(("spaces", "701", "at", 0), 26)])
    assert "701: {at: [26, 30]}" in (toy / "map.yaml").read_text(encoding="utf-8")


GERMAN = """kind: translation
language: de
texts:
  Toy: Spielzeug
  Totals: Summen  # a heading
  army: {one: Armee, other: Armeen}
"""


@pytest.fixture
def german(toy: Path) -> Editing:
    (toy / "german.yaml").write_text(GERMAN, encoding="utf-8")
    return _editing(toy, "de")


def test_texts_are_shown_and_changed_in_the_language_of_the_preview(toy: Path, german: Editing) -> None:
    """Bug: they were shown in the game's own language, and a change made its translation out of date."""
    entry = _entry(german, toy, "rulings.yaml", "type:")
    assert (entry["language"], entry["value"]["title"], entry["value"]["prints"]) == ("de", "Summen", "The list.")
    path = tuple(entry["path"])
    changes = [Edit((*path, "title"), "Gesamtzahlen"), Edit((*path, "prints"), "Die Liste.")]
    german.change(entry["file"], entry["hash"], changes)
    after = GERMAN.replace("Totals: Summen ", "Totals: Gesamtzahlen ") + "  The list.: Die Liste.\n"
    assert (toy / "german.yaml").read_text(encoding="utf-8") == after
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == TOY["rulings.yaml"]
    entry = _entry(german, toy, "rulings.yaml", "type:")
    assert entry["value"]["title"] == "Gesamtzahlen", "before the workshop has read it"
    german.workshop.refresh()
    assert _entry(german, toy, "rulings.yaml", "type:") == entry
    german.undo()
    assert (toy / "german.yaml").read_text(encoding="utf-8") == GERMAN


def test_values_and_texts_of_one_edit_go_into_two_files_and_back(toy: Path, german: Editing) -> None:
    entry = _entry(german, toy, "red.yaml", "Rc16:")
    path = tuple(entry["path"])
    changes = [Edit((*path, "name"), "K 16"), Edit((*path, "copies"), 3)]
    german.change(entry["file"], entry["hash"], changes)
    assert (toy / "german.yaml").read_text(encoding="utf-8") == GERMAN + "  c16: K 16\n"
    assert (toy / "red.yaml").read_text(encoding="utf-8") == TOY["red.yaml"].replace("copies: 2", "copies: 3")
    (toy / "german.yaml").write_text(GERMAN + "  c16: Korps 16\n", encoding="utf-8")
    with pytest.raises(Stale):
        german.undo()
    assert "copies: 3" in (toy / "red.yaml").read_text(encoding="utf-8"), "of two files, none is taken back alone"


def test_a_translation_saved_elsewhere_is_not_overwritten(toy: Path, german: Editing) -> None:
    entry = _entry(german, toy, "rulings.yaml", "type:")
    (toy / "german.yaml").write_text(GERMAN.replace("Summen", "Addition"), encoding="utf-8")
    german.workshop.refresh()
    with pytest.raises(Stale):
        german.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Gesamtzahlen")])


@pytest.mark.parametrize(
    ("file", "line", "path", "value", "message"),
    [
        ("red.yaml", "Ra1:", ("designation",), "Neu", "'Neu' is a new text"),
        ("aids.yaml", "sheet:", ("sections", 1, "points"), ["Stop.", "Weiter."], "'Weiter.' is a new text"),
        ("game.yaml", "army:", ("title",), "Armee", "the translation of 'army' depends on a number"),
    ],
)
def test_what_a_translation_cannot_say_is_refused(
    toy: Path, german: Editing, file: str, line: str, path: tuple[str | int, ...], value: Any, message: str
) -> None:
    entry = _entry(german, toy, file, line)
    with pytest.raises(InputError, match=message) as refused:
        german.change(entry["file"], entry["hash"], [Edit((*entry["path"], *path), value)])
    assert refused.value.diagnostics[0].code == "E392"
    assert (toy / file).read_text(encoding="utf-8") == TOY[file]


def test_lines_are_taken_out_in_the_language_of_the_preview(toy: Path, german: Editing) -> None:
    (toy / "aids.yaml").write_text(TOY["aids.yaml"].replace("[Stop.]", "[One., Totals, Three.]"), encoding="utf-8")
    german.workshop.refresh()
    entry = _entry(german, toy, "aids.yaml", "sheet:")
    assert entry["value"]["sections"][1]["points"] == ["One.", "Summen", "Three."]
    change = [Edit((*entry["path"], "sections", 1, "points"), ["Summen", "Three."])]
    german.change(entry["file"], entry["hash"], change)
    assert "[Totals, Three.]" in (toy / "aids.yaml").read_text(encoding="utf-8")
    assert (toy / "german.yaml").read_text(encoding="utf-8") == GERMAN


def test_the_first_translation_makes_the_document_of_its_language(toy: Path) -> None:
    editing = _editing(toy, "ru")
    entry = _entry(editing, toy, "rulings.yaml", "type:")
    editing.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Итоги")])
    made = toy / "lang" / "ru.yaml"
    assert made.read_text(encoding="utf-8") == "kind: translation\nlanguage: ru\ntexts: {Totals: Итоги}\n"
    editing.undo()
    assert not made.exists()


def test_a_translation_goes_into_the_games_overlay(toy: Path, german: Editing) -> None:
    entry = _entry(german, toy, "rulings.yaml", "type:")
    change = [Edit((*entry["path"], "prints"), "Die Liste.")]
    german.change(entry["file"], entry["hash"], change, local=True)
    assert "The list.: Die Liste." in (toy / "local" / "de.yaml").read_text(encoding="utf-8")
    assert (toy / "german.yaml").read_text(encoding="utf-8") == GERMAN
    assert not (toy / "local" / "rulings.yaml").exists()


def test_a_change_without_an_effect_in_a_translated_preview_writes_nothing(toy: Path, german: Editing) -> None:
    entry = _entry(german, toy, "rulings.yaml", "type:")
    german.change(entry["file"], entry["hash"], [Edit((*entry["path"], "title"), "Summen")])
    assert german.state() == {"undo": 0, "redo": 0}
    assert (toy / "german.yaml").read_text(encoding="utf-8") == GERMAN
    assert (toy / "rulings.yaml").read_text(encoding="utf-8") == TOY["rulings.yaml"]
