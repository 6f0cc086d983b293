"""A build from folders to kits: what is made, in which order and where, what is kept, told and published."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.kinds.guide.say import PageWords
from rcwkit.kinds.kind import File
from rcwkit.kit import pipeline
from rcwkit.kit.build import GUIDE, INDEX, Made, Scratch
from rcwkit.kit.kept import key_of
from rcwkit.kit.options import Options, Report
from rcwkit.kit.pipeline import (
    Task,
    _inputs_of,
    _Kit,
    _make_all,
    _open,
    _publish,
    _unspread,
    build,
    counts,
    diagnose,
    folders_of,
    kept_in,
    task_of,
)
from rcwkit.source.project import Project
from rcwkit.workers import Workers
from tests_support import TOY, write

RED = """\
kind: counters
id: red
title: Red
source: Rules
side: red
counters:
  A: {type: corps, name: A}
  B: {type: army, name: B}
  C: {type: army, name: C}
"""
TABLES = """\
kind: tables
id: raids
title: Raids
source: Rules
tables:
  raid: {title: Raid, roll: 1d6, rows: {1-4: Loss, 5-6: Repulse}}
"""
SMALL = {"game.yaml": TOY["game.yaml"], "red.yaml": RED}
LONG = RED.replace("name: B", f"name: {'Donaudampfschifffahrt' * 3}")
RULED = {**SMALL, "rulings.yaml": TOY["rulings.yaml"]}
WANTED = {"": Options(shelves=("table",))}
ERROR, NOTE = Diagnostic("E310", "long", Span("a.yaml", 3)), Diagnostic("N330", "note", Span("a.yaml", 1))


def project(folder: Path, files: Mapping[str, str] = SMALL, name: str = "toy") -> Project:
    named = {**files, "game.yaml": files["game.yaml"].replace("id: toy", f"id: {name}")}
    return Project(write(folder / name, named), shown=name)


def opened(one: Project, *stems: str, **more: Any) -> _Kit:
    """The kit of a game, with text documents of these stems, if any, in place of its own files."""
    kit = _open(one, Path("out"))
    assert isinstance(kit, _Kit)
    return kit._replace(files=[text(stem) for stem in stems] or kit.files)._replace(**more)


def text(stem: str, **more: Any) -> File:
    def lay_out(*_: object) -> Any:
        raise AssertionError

    return File(stem, stem.upper(), lay_out, frozenset({"game"}), kind="aids", **more)


class Maker:
    """Stands for what makes the files of tasks; each has a word that the index would list."""

    def __init__(self, **more: Mapping[str, Any]) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.more = more

    def __call__(self, task: Task, scratch: Scratch | None = None) -> Made:
        self.asked.append((task.stem, scratch))
        found = self.more.get(task.stem, {})
        return Made(task.name, task.stem, b"x", 1, sheets=1, words=(PageWords("", task.stem),), **found)

    @property
    def stems(self) -> list[str]:
        return [stem for stem, _ in self.asked]


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = Maker()
    monkeypatch.setattr(pipeline, "do", maker)
    return maker


class Known:
    """Stands for the files of an edition's last build, of which those named are as they would be made."""

    def __init__(self, *names: str) -> None:
        self.names, self.asked = names, list[tuple[Any, ...]]()

    def find(self, name: str, *rest: Any) -> Made | None:
        self.asked.append((name, *rest))
        return Made(name, name, b"kept", 1, words=(PageWords("", name),)) if name in self.names else None


def weighed(monkeypatch: pytest.MonkeyPatch, **weights: float) -> None:
    monkeypatch.setattr(_Kit, "weight", lambda _, task: weights[task.stem])


def steps_of(
    kits: Sequence[_Kit], wanted: Mapping[str, Options] = WANTED, scratch: Scratch | None = None
) -> list[tuple[str, str, int, int]]:
    """Make the files of kits in this process; return what is told meanwhile."""
    told: list[tuple[str, str, int, int]] = []
    made = [*_make_all(Workers(1), kits, wanted, lambda *step: told.append(step), scratch)]
    assert len(made) == len(kits)
    return told


def none(*_: object) -> None:
    """Stands for those who are told of steps."""


def test_tasks_are_those_of_the_wanted_shelves(tmp_path: Path) -> None:
    kit = opened(project(tmp_path), files=[text("a"), text("b", shelf="study"), text("c")])
    assert [task.stem for task in kit.tasks(Options())] == ["a", "b", "c"]
    assert kit.tasks(WANTED[""]) == [task_of(kit.project, Options(), one) for one in (kit.files[0], kit.files[2])]


def test_the_guide_is_last_to_be_made_and_first_in_a_kit(tmp_path: Path, maker: Maker) -> None:
    few, many = (opened(project(tmp_path), *stems) for stems in ("abcd", "abcde"))
    for kit, last in ((few, [GUIDE]), (many, [INDEX, GUIDE])):
        (made,) = _make_all(Workers(1), [kit], WANTED, none)
        tasks = kit.all(WANTED[""], made)
        assert [task.stem for task in tasks] == [*last[::-1], *(file.stem for file in kit.files)]
        assert {(task.folders, task.kind) for task in tasks[: len(last)]} == {(folders_of(kit.project), "")}
        assert [one.name for one in tasks[0].listed] == [
            f"{task.stem}.pdf" for task in (*tasks[len(last) :], *tasks[1 : len(last)])
        ]
        assert {one.words for one in tasks[0].listed} == {()}, "the guide lists files without their words"


def test_a_text_weighs_what_its_data_do_and_odds_threefold(tmp_path: Path) -> None:
    kit = opened(project(tmp_path, {**SMALL, "tables.yaml": TABLES}))
    own = kit.project
    letters = sum(map(len, TABLES.splitlines()))

    def weight(stem: str, kind: str) -> float:
        return kit.weight(Task(folders_of(own), Options(), kind, stem))

    assert weight("charts", "tables") == pytest.approx(15 + letters / 150)
    assert weight("odds", "tables") == pytest.approx(15 + 3 * letters / 150)
    assert weight("counters", "counters") == 3 / 4
    assert weight(GUIDE, "") == 0


def test_the_longest_tasks_of_a_kit_come_first_and_each_kit_in_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    weighed(monkeypatch, a=1, b=3, c=2, d=9)
    kits = [opened(project(tmp_path), *"abc"), opened(project(tmp_path, name="other"), "d")]
    wanted = {"duplex": Options(), "none": Options(backs="none")}
    told: list[tuple[str, str, int, int]] = []
    made = _make_all(Workers(1), kits, wanted, lambda *step: told.append(step))
    guide = f"{GUIDE}.pdf"
    first = [("toy", f"{stem}.pdf", number, 8) for number, stem in enumerate("bca", 1)]
    first += [("toy", guide, 4, 8), ("toy", guide, 5, 8)]
    assert {task.stem for task in next(made)} == {*"abc", GUIDE}
    assert told == first
    assert {task.stem for task in next(made)} == {*"abcd", GUIDE}
    assert told == [*first, ("other", "d.pdf", 6, 8), ("other", guide, 7, 8), ("other", guide, 8, 8)]
    assert next(made, None) is None


def test_files_that_are_as_they_were_are_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    weighed(monkeypatch, a=1, b=1, c=1)
    one, two = Known("b.pdf"), Known("c.pdf", f"{GUIDE}.pdf")
    kit, scratch = opened(project(tmp_path), *"abc", kept=[one, two]), Scratch("scratch")
    assert steps_of([kit], scratch=scratch) == [("toy", "a.pdf", 1, 2)], (
        "the guide is only known to be kept at its turn"
    )
    assert maker.asked == [("a", scratch)]
    task = kit.tasks(WANTED[""])[0]
    assert one.asked[0] == ("a.pdf", _inputs_of(kit, task), kit.reads, kit.picture, scratch)
    assert (
        steps_of([opened(project(tmp_path), *"abc", kept=[Known(*(f"{stem}.pdf" for stem in (*"abc", GUIDE)))])]) == []
    )


def test_an_index_is_one_more_file_and_a_kept_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    weighed(monkeypatch, **dict.fromkeys("abcde", 1))
    index, guide = f"{INDEX}.pdf", f"{GUIDE}.pdf"
    told = steps_of([opened(project(tmp_path), *"abcde")])
    assert told == [
        *(("toy", f"{stem}.pdf", number, 6) for number, stem in enumerate("abcde", 1)),
        ("toy", index, 6, 7),
        ("toy", guide, 7, 7),
    ]
    told = steps_of([opened(project(tmp_path), *"abcde", kept=[Known(index, *(f"{stem}.pdf" for stem in "abc"))])])
    assert told == [("toy", "d.pdf", 1, 3), ("toy", "e.pdf", 2, 3), ("toy", guide, 3, 3)]


def test_a_file_that_two_editions_or_kits_share_is_made_once(tmp_path: Path, maker: Maker) -> None:
    one = project(tmp_path)
    told = steps_of([opened(one, "a"), opened(one, "a")], {"x": Options(), "y": Options()})
    assert maker.stems == ["a", GUIDE]
    assert told == [("toy", "a.pdf", 1, 5), ("toy", f"{GUIDE}.pdf", 2, 5)]


@pytest.mark.parametrize(
    ("weights", "elsewhere"),
    [
        ((), False),
        ((100.0,), False),
        ((60.0, 50.0), False),
        ((60.0, 50.5), True),
        ((30.0, 30.0), False),
        ((30.0, 30.0, 60.0), True),
        ((10.0, 45.0, 60.0), True),
    ],
)
def test_other_processes_are_started_for_enough_work_besides_the_longest_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker, weights: tuple[float, ...], elsewhere: bool
) -> None:
    stems = "abc"[: len(weights)]
    weighed(monkeypatch, **dict(zip(stems, weights, strict=True)))
    asked: list[Sequence[Task]] = []

    class Elsewhere(Workers):
        def map(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
            asked.append(tasks)
            return map(function, tasks)

    kit = opened(project(tmp_path))._replace(files=[text(stem) for stem in stems])
    assert len([*_make_all(Elsewhere(2), [kit], WANTED, none)]) == 1
    assert sorted(task.stem for tasks in asked for task in tasks) == ([*stems] if elsewhere else [])
    assert sorted(maker.stems) == [GUIDE, *stems]


def test_what_a_file_is_made_from_besides_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut files have layouts, and the guide its own text, which says all else that it depends on."""
    asked: list[tuple[Any, ...]] = []

    def made_of(options: Options, stem: str, *, cut: bool, more: str = "") -> str:
        asked.append((options, stem, cut, more))
        return stem

    monkeypatch.setattr(pipeline, "made_of", made_of)
    monkeypatch.setattr(pipeline, "last_view", lambda game, *rest: (game.info.id, *rest))
    kit = opened(project(tmp_path), files=[text("a"), text("b", cut=True)])
    listed = (Made("a.pdf", "A", b"", 1).component,)
    tasks = [*kit.tasks(Options()), Task(folders_of(kit.project), Options(), "", GUIDE, listed)]
    assert [_inputs_of(kit, task) for task in tasks] == ["a", "b", GUIDE]
    assert asked == [
        (Options(), "a", False, ""),
        (Options(), "b", True, ""),
        (Options(), GUIDE, True, repr(("toy", GUIDE, listed, Options()))),
    ]


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is published: the folder, the files, what was found before, and what is kept for the next build."""
    asked: list[tuple[Any, ...]] = []

    def finish(project: Project, game: Any, made: Any, options: Options, folder: Path, said: Any, keep: Any) -> Report:
        asked.append((folder, [one.name for one in made], said, keep))
        if folder.name == "bad":
            raise InputError([ERROR])
        return Report(game.kit, folder, {}, {}, [NOTE._replace(message=folder.name)])

    monkeypatch.setattr(pipeline, "finish", finish)
    return asked


def published(kit: _Kit, wanted: Mapping[str, Options], **more: Mapping[str, Any]) -> pipeline.Outcome:
    """Publish a kit whose files were made as `more` says."""
    made = Maker(**more)
    tasks = {task: made(task) for options in wanted.values() for task in kit.tasks(options)}
    last = {task: made(task) for options in wanted.values() for task in kit.last(options, tasks)}
    return _publish(kit, wanted, {**tasks, **last})


def test_each_edition_is_published_in_a_folder_of_its_own(tmp_path: Path, finished: list[tuple[Any, ...]]) -> None:
    kit = opened(project(tmp_path), *"ab", found=[NOTE])
    wanted = {"one": Options(), "bad": Options(backs="none"), "two": Options(ink="low", whole="a1")}
    reports, found = published(kit, wanted)
    names = [f"{stem}.pdf" for stem in (GUIDE, "a", "b")]
    assert [one[:2] for one in finished] == [(Path("out/toy") / name, names) for name in wanted]
    assert [[one.code for one in said] for _, _, said, _ in finished] == [["N330"], ["N330"], ["N330", "N334"]]
    assert [report.folder.name for report in reports] == ["one", "two"]
    assert [one.message for one in found] == ["one", "long", "two"], "an error does not hold up other editions"


@pytest.mark.parametrize(
    ("more", "sound", "listed"),
    [
        ({}, True, "ab"),
        ({"a": {"reads": {"game": "1"}}, "b": {"reads": {"game": "1", "none": ""}}}, True, "ab"),
        ({"a": {"reads": {"game": "1"}}, "b": {"reads": {"game": "2"}}}, False, "ab"),
        ({"a": {"pictures": {"x": "1"}}, "b": {"pictures": {"x": "1", "y": "2"}}}, True, "ab"),
        ({"a": {"pictures": {"x": "1"}}, "b": {"pictures": {"x": "2"}}}, False, "ab"),
        ({"a": {"missing": "no Pango"}}, False, "b"),
    ],
    ids=["plain", "documents", "documents changed", "pictures", "pictures changed", "missing"],
)
def test_a_kit_counts_as_standing_only_if_it_was_made_at_once_and_whole(
    tmp_path: Path, finished: list[tuple[Any, ...]], more: Mapping[str, Any], sound: bool, listed: str
) -> None:
    kit = opened(project(tmp_path), *"ab", reads={"game": "1"})
    published(kit, WANTED, **more)
    ((_, _, _, (key, entries)),) = finished
    assert bool(key) is sound
    assert key in ("", key_of(kit.project, WANTED[""]))
    assert [*json.loads(entries)] == [f"{stem}.pdf" for stem in (GUIDE, *listed)]


@pytest.mark.parametrize(
    ("whole", "files", "more"),
    [
        (None, [], None),
        ("a1", [], "it has no maps or mats"),
        ("a1", [text("a")], "it has no maps or mats"),
        ("a1", [text("a", spread=True), text("b", spread=True, shelf="study")], None),
        (
            "a1",
            [text("a", spread=True, shelf="study"), text("b", spread=True, shelf="proxies"), text("c")],
            "its maps and mats come with --with study, proxies",
        ),
    ],
)
def test_whole_maps_need_maps_that_are_built(
    tmp_path: Path, whole: str | None, files: list[File], more: str | None
) -> None:
    game = opened(project(tmp_path)).game
    message = f"nothing of toy is printed whole on a1: {more}"
    expected = [Diagnostic("N334", message, Span("--whole", 0))] if more else []
    assert [*_unspread(game, files, Options(whole=whole, shelves=("table",)))] == expected


def test_kits_are_built_in_order_and_errors_do_not_hold_up_others(tmp_path: Path) -> None:
    bad = {**SMALL, "red.yaml": RED.replace("kind", "sort")}
    projects = [project(tmp_path, *one) for one in ((SMALL, "one"), (bad, "bad"), (SMALL, "two"))]
    told: list[tuple[str, str, int, int]] = []
    reported: list[Report] = []

    def built(*, fresh: bool = False) -> list[pipeline.Outcome]:
        told.clear()
        reported.clear()
        return build(
            projects, tmp_path / "out", WANTED, lambda *step: told.append(step), fresh=fresh, on_report=reported.append
        )

    everything = [
        (game, name, number, 4)
        for number, (game, name) in enumerate(
            ((game, name) for game in ("one", "two") for name in ("counters.pdf", f"{GUIDE}.pdf")), 1
        )
    ]
    outcomes = built()
    assert told == everything
    assert [report.folder for reports, _ in outcomes for report in reports] == [
        tmp_path / "out" / "one",
        tmp_path / "out" / "two",
    ]
    assert reported == [report for reports, _ in outcomes for report in reports]
    assert ["E1" in found[0].code for _, found in outcomes if found] == [True]
    assert kept_in(tmp_path / "out" / "one").files.keys() == {"counters.pdf", f"{GUIDE}.pdf"}
    assert build(projects[:1], tmp_path / "out", WANTED, lambda *step: pytest.fail(str(step))) == outcomes[:1]
    assert (built(), told) == (outcomes, [])
    assert (built(fresh=True), told) == (outcomes, everything)


def test_everything_amiss_is_found_without_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bad = {**SMALL, "red.yaml": RED.replace("kind", "sort")}
    long = {**RULED, "red.yaml": LONG, "empty.yaml": ""}
    projects = [project(tmp_path, *one) for one in ((long, "one"), (bad, "bad"), (RULED, "two"))]
    files = sorted(tmp_path.rglob("*"))
    found = [(one.code, one.span.file) for one in diagnose(projects, none)]
    assert list(dict.fromkeys(found)) == [
        ("W108", "one/empty.yaml"),
        ("E310", "one/red.yaml"),
        ("W290", "one/rulings.yaml"),
        ("E120", "bad/red.yaml"),
        ("W290", "two/rulings.yaml"),
    ]
    assert sorted(tmp_path.rglob("*")) == files


def test_what_cannot_be_made_here_is_not_diagnosed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "do", Maker(counters={"missing": "no Pango"}))
    with pytest.raises(Surroundings, match="^no Pango$"):
        diagnose([project(tmp_path)], none)


def test_files_are_counted_without_writing(tmp_path: Path, maker: Maker) -> None:
    projects = [project(tmp_path, *one) for one in ((SMALL, "one"), (RULED, "two"))]
    assert counts(projects, none) == [
        {"table": dict.fromkeys(("files", "pages", "sheets"), number)} for number in (2, 3)
    ]
    bad = {**SMALL, "red.yaml": RED.replace("kind", "sort")}
    with pytest.raises(InputError) as refused:
        counts([*projects, *(project(tmp_path, bad, name) for name in ("bad", "worse"))], none)
    assert [one.span.file for one in refused.value.diagnostics] == ["bad/red.yaml", "worse/red.yaml"]


def test_one_process_is_used_unless_more_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    asked: list[int] = []

    class Counted(Workers):
        def __init__(self, jobs: int) -> None:
            asked.append(jobs)
            super().__init__(jobs)

    monkeypatch.setattr(pipeline, "Workers", Counted)
    projects, out = [project(tmp_path)], tmp_path / "out"
    build(projects, out, WANTED, none)
    diagnose(projects, none)
    counts(projects, none)
    build(projects, out, WANTED, none, 2)
    diagnose(projects, none, 3)
    counts(projects, none, 4)
    assert asked == [1, 1, 1, 2, 3, 4]
