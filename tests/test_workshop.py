"""The workshop of a preview: what it keeps, in which order it draws, and what it tells its listeners."""

from __future__ import annotations

import queue
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from preview_support import RED, SMALL, component, face
from rcwkit.art.artwork import Artwork
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.game.game import Game
from rcwkit.kinds.kind import File
from rcwkit.kit import checks
from rcwkit.kit.options import Options
from rcwkit.screens.preview import pieces
from rcwkit.screens.preview import workshop as workshop_module
from rcwkit.screens.preview.pieces import PreviewFile, PreviewPiece
from rcwkit.screens.preview.workshop import Workshop, address
from tests_support import write

ALL = ["counters", "charts", "odds"]
"""The components of the small game in the order of the kit."""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A workshop of the small game, which the tests do not change."""
    return _opened(tmp_path_factory.mktemp("read") / "toy")


@pytest.fixture
def small(tmp_path: Path) -> Workshop:
    return _opened(tmp_path / "toy")


def _opened(folder: Path) -> Workshop:
    workshop = _unread(folder)
    workshop.refresh()
    assert workshop.problems == []
    return workshop


def _unread(folder: Path, **files: str) -> Workshop:
    named = {f"{name}.yaml": text for name, text in files.items()}
    return Workshop(write(folder, {**SMALL, **named}).as_posix(), editor="edit://{path}#{line}")


def _save(workshop: Workshop, name: str, before: str, after: str) -> None:
    """Replace a text in a file, and refresh."""
    path = workshop.project.root / name
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    workshop.refresh([path])


def _told(heard: queue.Queue[dict[str, Any]]) -> list[dict[str, Any]]:
    return [heard.get_nowait() for _ in range(heard.qsize())]


def _hashes(state: dict[str, Any]) -> dict[str, str]:
    return {one["stem"]: one["hash"] for one in state["components"]}


def test_nothing_is_there_before_the_game_is_read(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy")
    assert workshop.state() == {
        "version": 0,
        "game": {"id": "", "title": workshop.name, "places": 0, "file": ""},
        "left": 0,
        "kept": [],
        "behind": False,
        "components": [],
        "problems": [],
        "took": 0,
        "ink": "full",
        "look": "",
    }
    assert workshop.overview() == []


def test_a_state_has_all_that_a_page_asks_for_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 102.0])
    monkeypatch.setattr(workshop_module, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    workshop = _unread(tmp_path / "toy")
    workshop.refresh()
    state = workshop.state()
    looks = state.pop("look")
    assert state == {
        "version": 4,
        "game": {"id": "toy", "title": "Toy", "places": 0, "file": f"{workshop.project.shown}/game.yaml"},
        "left": 0,
        "kept": [],
        "behind": False,
        "components": [one.as_json() for one in workshop.components.values()],
        "problems": [],
        "took": 2000,
        "ink": "full",
    }
    assert len(looks) == 12
    assert list(_hashes(state)) == ALL


def test_the_look_changes_with_the_colours_of_the_game(small: Workshop) -> None:
    looks = [small.state()["look"]]
    for name, before, after in (
        ("red.yaml", "name: A", "name: C"),
        ("game.yaml", "#B3201F", "#5B4A86"),
        ("game.yaml", "id: toy\n", 'id: toy\nlook: {accent: "#2F6B34"}\n'),
    ):
        _save(small, name, before, after)
        looks.append(small.state()["look"])
    assert looks[0] == looks[1]
    assert len({*looks}) == 3


@pytest.mark.parametrize(
    ("asked", "own", "code"), [("", "", "en"), ("", "language: fr\n", "fr"), ("de", "language: fr\n", "de")]
)
def test_the_language_is_told_before_the_game_is_read(tmp_path: Path, asked: str, own: str, code: str) -> None:
    folder = write(tmp_path / "toy", {**SMALL, "game.yaml": SMALL["game.yaml"] + own})
    assert Workshop(folder.as_posix(), language=asked).say.code == code


def test_the_words_are_those_of_the_game_once_it_is_read(tmp_path: Path) -> None:
    texts = 'kind: translation\nlanguage: de\ntexts: {"sheet {n}": "Tafel {n}"}\n'
    folder = write(tmp_path / "toy", {**SMALL, "german.yaml": texts})
    workshop = Workshop(folder.as_posix(), language="de")
    workshop.refresh()
    assert workshop.say("sheet {n}", n=2) == "Tafel 2"


def test_the_options_are_those_given(tmp_path: Path) -> None:
    workshop = Workshop(write(tmp_path / "toy", SMALL).as_posix(), options=Options(ink="low"))
    workshop.refresh()
    assert workshop.state()["ink"] == "low"


def test_an_overlay_that_comes_later_is_laid_over_and_watched(tmp_path: Path, small: Workshop) -> None:
    folder = tmp_path / "toy"
    assert small.folders == [folder]
    before = _hashes(small.state())
    write(folder / "local", {"red.yaml": RED.replace("name: A", "name: C")})
    small.refresh()
    assert small.folders == [folder, folder / "local"]
    assert {stem for stem, now in _hashes(small.state()).items() if now != before[stem]} == {"counters"}


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "vscode://file/g/a.yaml:7"),
        ({"EDITOR": "nano"}, "vscode://file/g/a.yaml:7"),
        ({"EDITOR": "/usr/bin/zed --wait"}, "zed://file/g/a.yaml:7"),
        ({"EDITOR": "vim", "VISUAL": "subl -w"}, "subl://open?url=file:///g/a.yaml&line=7"),
        ({"EDITOR": "zed", "VISUAL": "vim"}, "zed://file/g/a.yaml:7"),
        ({"EDITOR": "zed", "VISUAL": "code"}, "vscode://file/g/a.yaml:7"),
    ],
)
def test_the_editor_that_is_named_opens(environment: dict[str, str], expected: str) -> None:
    assert address(environment).format(path="/g/a.yaml", line=7) == expected


def test_a_folder_that_is_gone_before_it_is_read_is_a_problem(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy")
    shutil.rmtree(tmp_path / "toy")
    workshop.refresh()
    assert [one.diagnostic.severity for one in workshop.problems] == ["error"]
    assert (workshop.wait(), workshop.behind) == (None, True)


def test_a_component_that_fails_stays_and_others_are_drawn(small: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    before, drawn = dict(small.components), list[str]()

    def made(game: Game, file: File, *rest: Any) -> PreviewFile:
        if file.stem == "charts":
            raise RuntimeError("oops")
        drawn.append(file.stem)
        return pieces.component(game, file, *rest)

    monkeypatch.setattr(workshop_module, "component", made)
    _save(small, "red.yaml", "name: A", "name: C")
    assert sorted(drawn) == ["counters", "odds"]
    assert list(small.components) == ALL
    assert small.components["charts"] is before["charts"]
    assert small.components["counters"].hash != before["counters"].hash
    error = Diagnostic("E900", "internal error: RuntimeError: oops, in charts", Span(small.name))
    assert [one.diagnostic for one in small.problems] == [error]


def test_a_component_that_fails_at_first_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(game: Game, file: File, *rest: Any) -> PreviewFile:
        if file.stem == "charts":
            raise InputError([error])
        return pieces.component(game, file, *rest)

    error = Diagnostic("E310", "long", Span("toy/tables.yaml", 3))
    monkeypatch.setattr(workshop_module, "component", made)
    workshop = _unread(tmp_path / "toy")
    workshop.refresh()
    assert list(workshop.components) == ["counters", "odds"]
    assert [one.diagnostic for one in workshop.problems] == [error]


def test_a_failure_is_not_told_beside_errors_that_it_may_follow_from(
    small: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> PreviewFile:
        raise RuntimeError("oops")

    monkeypatch.setattr(workshop_module, "component", fail)
    monkeypatch.setattr(workshop_module, "check", _finding("E200"))
    small.refresh()
    assert [one.diagnostic.code for one in small.problems] == ["E200"]


def test_the_data_are_checked_again_only_if_a_file_changed(small: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Game] = []

    def check(game: Game) -> list[Diagnostic]:
        checked.append(game)
        return []

    monkeypatch.setattr(workshop_module, "check", check)
    root = small.project.root
    write(root / "art", {"a.svg": "<svg/>"})
    small.refresh()
    assert len(checked) == 1, "there is a new picture"
    write(root / ".git", {"index": "a"})
    small.refresh()
    assert len(checked) == 1, "what is hidden is no part of the game"
    write(root / "art", {"a.svg": "<svg></svg>"})
    small.refresh()
    assert len(checked) == 2
    _save(small, "red.yaml", "name: A", "name: C")
    assert len(checked) == 3


def test_a_file_with_errors_is_taken_as_it_last_was(small: Workshop) -> None:
    before = dict(small.components)
    _save(small, "red.yaml", "kind: counters", "kind: [")
    assert small.state()["kept"] == [f"{small.project.shown}/red.yaml"]
    assert (small.components, small.state()["behind"]) == (before, False)
    _save(small, "red.yaml", "kind: [", "kind: counters")
    assert small.state()["kept"] == []
    assert small.problems == []


def test_a_game_of_which_nothing_can_be_read_is_behind(small: Workshop) -> None:
    before = dict(small.components)
    (small.project.root / "game.yaml").rename(small.project.root / "game.txt")
    small.refresh()
    assert (small.components, small.state()["behind"]) == (before, True)
    (small.project.root / "game.txt").rename(small.project.root / "game.yaml")
    small.refresh()
    assert small.state()["behind"] is False


def test_an_internal_error_becomes_a_problem_of_the_game(small: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr(workshop_module, "check", fail)
    small.refresh()
    (problem,) = small.problems
    assert problem.diagnostic == Diagnostic("E900", "internal error: RuntimeError: oops", Span(small.name))
    assert small.state()["behind"] is True
    assert list(small.components) == ALL


def _finding(*codes: str) -> Callable[[object], list[Diagnostic]]:
    """A check that finds these, the later the further up in `red.yaml`."""
    lines = range(len(codes) + 1, 1, -1)
    return lambda game: [
        Diagnostic(code, "found", Span(f"{game.files.project.root.as_posix()}/red.yaml", line))  # type: ignore[attr-defined]
        for code, line in zip(codes, lines, strict=True)
    ]


def test_warnings_are_problems_and_notes_are_not(small: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop_module, "check", _finding("W200", "N107", "W201"))
    small.refresh()
    file = f"{small.name}/red.yaml"
    expected = [("W201", 2, "id: red"), ("W200", 4, "source: Rules")]
    for problem, (code, line, text) in zip(small.state()["problems"], expected, strict=True):
        frame = [f"{file}:{line}:1: warning[{code}]: found", "  |", f"{line} | {text}", "  | ^"]
        assert problem.pop("frame").splitlines() == frame
        assert problem == {
            "code": code,
            "severity": "warning",
            "message": "found",
            "file": file,
            "line": line,
            "column": 1,
            "length": 1,
            "hint": "",
            "related": [],
            "open": f"edit://{file}#{line}",
        }
    assert small.state()["behind"] is False


def test_what_the_checks_find_wrong_is_drawn_all_the_same(small: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop_module, "check", _finding("W200", "E200"))
    before = small.game
    small.refresh()
    assert [one.diagnostic.code for one in small.problems] == ["E200", "W200"]
    assert (small.state()["behind"], small.state()["kept"]) == (False, [])
    assert small.game is not before


def test_what_is_found_while_laying_out_is_a_problem(tmp_path: Path) -> None:
    workshop = _unread(
        tmp_path / "toy", red=RED.replace("name: A", "name: A very long counter name that cannot fit anywhere at all")
    )
    workshop.refresh()
    assert {one.diagnostic.code for one in workshop.problems} == {"E310"}
    assert workshop.state()["behind"] is False


def test_letters_that_the_fonts_lack_are_a_problem(small: Workshop) -> None:
    _save(small, "tables.yaml", "title: Raid,", "title: Raid \u6f22,")
    assert [one.diagnostic.code for one in small.problems] == ["E320"]


def test_the_overview_has_each_first_piece(read: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    two, none = component(("A", "a", "b"), ("C", "c", None)), component(stem="notes")
    monkeypatch.setattr(read, "components", {"counters": two, "notes": none})
    assert read.overview() == [{**two.as_json(), "svg": "<svg>a</svg>"}, {**none.as_json(), "svg": ""}]


def test_pieces_come_with_what_opens_them(read: Workshop) -> None:
    shown = read.components["counters"].shown
    assert [piece.key for piece in shown] == ["A", "B"]
    assert [piece.title for piece in shown] == ["A", "B"]
    assert read.pieces("counters") == [
        {**piece.as_json(), "open": f"edit://{read.name}/red.yaml#{line}", "edit": True}
        for piece, line in zip(shown, (7, 8), strict=True)
    ]
    with pytest.raises(KeyError):
        read.pieces("nothing")


def test_only_drawings_asked_for_come(read: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "components", {"counters": component(("A", "a", "b"), ("C", "c", None))})
    assert read.drawings("counters", ["b", "c", "d"]) == {"b": "<svg>b</svg>", "c": "<svg>c</svg>"}
    with pytest.raises(KeyError):
        read.drawings("nothing", [])


def test_a_document_is_one_of_text(read: Workshop) -> None:
    assert read.document("charts") is read.components["charts"].document
    assert read.document("charts").title == "Charts"
    for other in ("counters", "nothing"):
        with pytest.raises(KeyError, match=other):
            read.document(other)


def test_a_picture_comes_from_any_component_that_shows_it(read: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (replace(component(stem=stem), artwork={stem: stem.encode()}) for stem in "ab")  # type: ignore[arg-type]
    monkeypatch.setattr(read, "components", {"a": one, "b": two})
    assert [read.picture("a"), read.picture("b")] == [b"a", b"b"]
    with pytest.raises(KeyError, match="c"):
        read.picture("c")


def test_pictures_of_the_last_six_drawings_that_were_tried_are_served(small: Workshop) -> None:
    for name in "abcdefg":
        small.trying({name: name.encode()})  # type: ignore[arg-type]
    assert [small.picture(name) for name in "bg"] == [b"b", b"g"]
    with pytest.raises(KeyError, match="a"):
        small.picture("a")


def test_words_on_a_sheet_are_placed_by_their_number(read: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = [(key, replace(face(key), places=(f"{key}:1", f"{key}:2"))) for key in ("one", "two")]
    shown = tuple(PreviewPiece(key, 1, front) for key, front in sheets)
    monkeypatch.setattr(read, "components", {"aids": replace(component(stem="aids"), shown=shown)})
    assert [read.place("aids", "two", 0), read.place("aids", "one", 1)] == ["two:1", "one:2"]
    for stem, key, number in (("maps", "one", 0), ("aids", "three", 0), ("aids", "one", 2), ("aids", "one", -1)):
        with pytest.raises(KeyError):
            read.place(stem, key, number)


def test_places_in_the_folders_can_be_opened_and_documents_edited(tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    name = write(tmp_path / "to#y 1", SMALL).as_posix()
    workshop = Workshop(name, (more,), editor="edit://{path}?{line}")
    game = f"edit://{tmp_path.as_posix()}/to%23y%201"
    for at, opened, edit in (
        (f"{name}/red.yaml:3", f"{game}/red.yaml?3", True),
        (f"{name}/a/b.yml:999999999", f"{game}/a/b.yml?999999999", True),
        (f"{name}/units.xlsx!Units:2", f"{game}/units.xlsx?2", False),
        (f"{more.as_posix()}/x.yaml:1", f"edit://{more.as_posix()}/x.yaml?1", True),
        (f"{name}/red.yaml:1000000000", "", False),
        (f"{name}/red.yaml:x", "", False),
        (f"{name}/red.yaml", "", False),
        (f"{name}2/red.yaml:1", "", False),
        ("/etc/passwd.yaml:1", "", False),
    ):
        assert workshop.opened(at) == {"open": opened, "edit": edit}, at


def test_a_bundled_game_is_named_by_its_folder() -> None:
    workshop = Workshop("soviet_dawn")
    assert workshop.path_of("data/soviet_dawn/game.yaml") == workshop.project.root / "game.yaml"
    assert workshop.path_of("soviet_dawn/game.yaml") is None


def test_games_of_one_workshop_share_what_is_known(read: Workshop, tmp_path: Path) -> None:
    assert read.game is not None
    first, second = read.remembering(read.game), read.remembering(replace(read.game))
    other = _unread(tmp_path / "toy").remembering(read.game)
    assert first.memo is second.memo is not other.memo


def test_pages_are_told_of_each_component_of_the_first_kit(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy")
    heard = workshop.listen()
    workshop.refresh()
    told = _told(heard)
    assert [list(_hashes(state)) for state in told] == [ALL[:1], ALL[:2], ALL, ALL]
    assert [(state["left"], state["version"]) for state in told] == [(2, 1), (1, 2), (0, 3), (0, 4)]


def test_pages_are_told_of_a_change_before_the_rest_is_laid_out(
    small: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    _save(small, "red.yaml", "type: army", "type: arms")
    monkeypatch.setattr(small, "problems", [*small.problems, small._problem(Diagnostic("W200", "", Span("")))])
    before, heard, slept = small.state(), small.listen(), list[float]()
    kept = dict(small.components)
    monkeypatch.setattr(time, "sleep", slept.append)
    _save(small, "red.yaml", "type: arms", "type: corps")
    first, last = _told(heard)
    assert _hashes(first).keys() == _hashes(last).keys() == {*ALL}
    assert [stem for stem, now in _hashes(first).items() if now != _hashes(before)[stem]] == ["counters"]
    assert _hashes(first) == _hashes(last)
    assert [one["code"] for one in first["problems"]] == ["W200"], "the errors are over"
    assert last["problems"] == []
    assert slept == [0.03]
    assert all(small.components[stem].shown is kept[stem].shown for stem in ("charts", "odds")), "drawn once"


def test_a_new_ink_is_told_of_when_all_is_drawn_in_it(small: Workshop) -> None:
    before, heard = small.state(), small.listen()
    small.use_ink("low")
    (after,) = _told(heard)
    assert after["ink"] == "low"
    assert all(now != _hashes(before)[stem] for stem, now in _hashes(after).items())
    small.use_ink("low")
    assert _told(heard) == [], "nothing to do"
    small.refresh()
    assert small.state()["ink"] == "low"


@pytest.mark.parametrize(
    ("before", "after"), [("#B3201F", "#5B4A86"), ("id: toy\n", 'id: toy\nlook: {accent: "#2F6B34"}\n')]
)
def test_another_look_is_drawn_at_once(small: Workshop, before: str, after: str) -> None:
    known = _hashes(small.state())
    _save(small, "game.yaml", before, after)
    fresh = Workshop(small.name)
    fresh.refresh()
    assert _hashes(small.state()) == _hashes(fresh.state()) != known


def test_components_come_and_go_with_their_documents(small: Workshop) -> None:
    (small.project.root / "tables.yaml").rename(small.project.root / "tables.txt")
    heard = small.listen()
    _save(small, "red.yaml", "name: A", "name: C")
    assert [list(_hashes(state)) for state in _told(heard)] == [["counters"], ["counters"]]
    (small.project.root / "tables.txt").rename(small.project.root / "tables.yaml")
    small.refresh()
    assert [list(_hashes(state)) for state in _told(heard)] == [ALL]


def test_the_first_good_kit_is_kept(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy", red="kind: [")
    workshop.refresh()
    assert workshop.components != {}
    assert workshop.first == {}
    (workshop.project.root / "red.yaml").write_text(RED, "utf-8")
    workshop.refresh()
    first = dict(workshop.components)
    _save(workshop, "red.yaml", "name: A", "name: C")
    assert workshop.first == first
    assert workshop.components["counters"] != first["counters"]


CARDS = """\
kind: cards
id: events
title: Events
source: Rules
layout: plain
fields: {said: {type: text, default: Stop.}}
back: {title: Events}
cards:
"""
LAYOUTS = """\
kind: layouts
id: layouts
layouts:
  plain:
    extends: blank
    boxes: {it: {at: [5, 5, 40, 20], text: "{{ card.title }} {{ said }} {{ owner.title }}", size: 12}}
"""


def test_pieces_in_view_are_drawn_first_and_all_end_as_in_a_fresh_preview(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = "".join(f"  c{number}: {{title: Card, owner: red}}\n" for number in range(20))
    workshop = _unread(tmp_path / "toy", cards=CARDS + cards, layouts=LAYOUTS)
    workshop.refresh()
    assert workshop.problems == []
    workshop.pieces("cards-events")
    seen = ["events/c15", "events/c16"]
    told: list[PreviewFile] = []
    monkeypatch.setattr(workshop, "_tell", lambda: told.append(workshop.components["cards-events"]))
    checked: list[int] = []
    check = checks.check

    def noted(game: Game) -> list[Diagnostic]:
        checked.append(len(told))
        return check(game)

    monkeypatch.setattr(workshop_module, "check", noted)
    for name, before, after, keys in (
        ("cards.yaml", "Stop.", "Go.", seen),
        ("layouts.yaml", "size: 12", "size: 9", seen),
        ("game.yaml", "title: Red", "title: Reds", []),
        ("cards.yaml", "title: Events}", "title: Days}", ["events/c0", *seen]),
        ("cards.yaml", "  c0: {title: Card, owner: red}\n", "", seen),
    ):
        workshop.view("cards-events", keys)
        old = {piece.key: piece for piece in workshop.components["cards-events"].shown}
        told.clear()
        checked.clear()
        _save(workshop, name, before, after)
        fresh = Workshop(workshop.name, editor=workshop.editor)
        fresh.refresh()
        whole = {piece.key: piece for piece in fresh.components["cards-events"].shown}
        assert {piece.key: piece for piece in told[-1].shown} == whole
        assert {stem: one.shown for stem, one in workshop.components.items()} == {
            stem: one.shown for stem, one in fresh.components.items()
        }
        if name == "cards.yaml" and after == "":  # nothing in view has changed
            continue
        first = {piece.key: piece for piece in told[0].shown}
        new = {key for key in first if first[key].faces != old[key].faces}
        assert new == set(keys or [f"events/c{number}" for number in range(12)])
        assert all(first[key] == whole[key] for key in new)
        assert checked[0] >= 1  # after the first picture


def test_pieces_that_a_page_has_in_view_are_those_of_the_component(read: Workshop) -> None:
    read.view("counters", ["A", "no such piece"])
    assert read._viewed == {"counters": {"A"}}
    with pytest.raises(KeyError):
        read.view("nothing", [])


def test_what_is_looked_at_comes_first_then_what_was_edited_then_cut_pieces(
    tmp_path: Path, small: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    looked = [f"looked {number}" for number in range(7)]
    art = small.project.root / "art" / "a.png"
    write(art.parent, {"a.png": ""})

    def known(stem: str) -> PreviewFile:
        shown = PreviewPiece("A", 1, replace(face(stem), at=f"{small.name}/{stem}.yaml:1"))
        artwork = Artwork()
        artwork.shown.update({"art/a.png": ""} if stem == "pictured" else {})
        form: Any = "document" if stem == "text" else "pieces"
        return replace(component(stem=stem), form=form, shown=(shown,), artwork=artwork)

    def made(_game: object, file: Any, *_: object) -> PreviewFile:
        drawn.append(file.stem)
        return known(file.stem)

    kit = ["text", "new", "cut", "edited", "pictured", *looked]
    monkeypatch.setattr(workshop_module, "files_of", lambda _: [SimpleNamespace(stem=stem, cut=False) for stem in kit])
    monkeypatch.setattr(workshop_module, "component", made)
    monkeypatch.setattr(small, "components", {stem: known(stem) for stem in kit if stem != "new"})
    for stem in [*looked, looked[2]]:
        small.pieces(stem)
    small.refresh([art, small.project.root / "edited.yaml", tmp_path / "text.yaml"])
    assert drawn == [looked[2], *reversed(looked[3:]), "edited", "pictured", "new", "cut", *looked[:2], "text"]


def _answer(asked: Callable[[], object]) -> queue.Queue[object]:
    """Ask in another thread, and return where its answer comes."""
    answers: queue.Queue[object] = queue.Queue()
    threading.Thread(target=lambda: answers.put(asked()), daemon=True).start()
    return answers


def test_who_waits_has_the_game_before_it_is_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = _unread(tmp_path / "toy")
    early = _answer(workshop.wait)
    time.sleep(0.02)
    assert early.empty()

    def slowly(*given: Any) -> PreviewFile:
        game = workshop.game
        assert game is not None
        assert _answer(workshop.wait).get(timeout=5) is game
        return pieces.component(*given)

    monkeypatch.setattr(workshop_module, "component", slowly)
    workshop.refresh()
    assert workshop.problems == []
    assert early.get(timeout=5) is workshop.game


def test_who_waits_is_told_at_once_that_there_is_no_game(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy", game="kind: [")
    workshop.refresh()
    assert _answer(workshop.wait).get(timeout=5) is None


def test_nobody_waits_longer_than_half_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, waited = _unread(tmp_path / "toy"), list[float]()
    monkeypatch.setattr(workshop, "_read", SimpleNamespace(wait=waited.append))
    assert workshop.wait() is None
    assert waited == [30.0]


def test_who_left_hears_nothing_more(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy", game="kind: [")
    left, stays = workshop.listen(), workshop.listen()
    workshop.leave(left)
    workshop.refresh()
    assert left.empty()
    assert [state["version"] for state in _told(stays)] == [1]


def test_a_listener_is_dropped_that_is_sixty_four_states_behind(tmp_path: Path) -> None:
    workshop = _unread(tmp_path / "toy", game="kind: [")
    slow, quick = workshop.listen(), workshop.listen()
    for version in range(1, 66):
        workshop.refresh()
        assert [state["version"] for state in _told(quick)] == [version]
    assert [state["version"] for state in _told(slow)] == [*range(1, 65)]
    workshop.refresh()
    assert slow.empty()
    assert quick.get_nowait()["version"] == 66
