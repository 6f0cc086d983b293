"""A build from folders to kits: what is made, in which order and where, what is kept, told and published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from preview_support import RED as TWO
from preview_support import TABLES
from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.document.blocks import TextDocument
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.say import Component, PageWords
from rcwkit.kinds.kind import LANGUAGE, MARKERS, File
from rcwkit.kit import pipeline
from rcwkit.kit.build import GUIDE, INDEX, About, Made, Scratch, temporary
from rcwkit.kit.kept import files_kept, inputs_of, key_of
from rcwkit.kit.options import BuildReport, Options
from rcwkit.kit.pipeline import (
    Kit,
    Planned,
    _open,
    _publish,
    _Standing,
    _unspread,
    build,
    counts,
    diagnose,
    digests_of,
    indexed,
    kit_of,
    make_all,
    shared,
)
from rcwkit.source.claims import digest
from rcwkit.source.project import Project
from rcwkit.workers import Workers
from tests_support import TOY, write

RED = f"{TWO}  C: {{type: army, name: C}}\n"
SMALL = {"game.yaml": TOY["game.yaml"], "red.yaml": RED}
LONG = RED.replace("name: B", f"name: {'Donaudampfschifffahrt' * 3}")
RULED = {**SMALL, "rulings.yaml": TOY["rulings.yaml"]}
WANTED = {"": Options(shelves=("table",))}
ERROR, NOTE = Diagnostic("E310", "long", Span("a.yaml", 3)), Diagnostic("N330", "note", Span("a.yaml", 1))


def project(folder: Path, files: Mapping[str, str] = SMALL, name: str = "toy") -> Project:
    named = {**files, "game.yaml": files["game.yaml"].replace("id: toy", f"id: {name}")}
    return Project(write(folder / name, named), shown=name)


def opened(one: Project, *stems: str, **more: Any) -> Kit:
    """The kit of a game, with text documents of these stems, if any, in place of its own files."""
    kit = _open(one)
    assert isinstance(kit, Kit)
    return kit._replace(files=[text(stem) for stem in stems] or kit.files)._replace(**more)


def text(stem: str, **more: Any) -> File:
    def lay_out(*_: object) -> Any:
        raise AssertionError

    return File(stem, stem.upper(), lay_out, frozenset({"game"}), kind="aids", **more)


def made(stem: str, missing: str = "", **more: Any) -> Made:
    """A file of a page, with a word that the index would list."""
    component = Component(f"{stem}.pdf", stem, "document", 1, 1, words=(PageWords("", stem),))
    return Made(About(component, **{"inputs": stem, **more}), b"x", missing)


class Maker:
    """Stands for what makes planned files."""

    def __init__(self, **more: Mapping[str, Any]) -> None:
        self.asked, self.planned = list[tuple[str, Any]](), list[Planned]()
        self.more = more

    def __call__(self, planned: Planned, scratch: Scratch | None = None) -> Made:
        self.planned.append(planned)
        self.asked.append((planned.stem, scratch))
        return made(planned.stem, **self.more.get(planned.stem, {}))

    @property
    def stems(self) -> list[str]:
        return [stem for stem, _ in self.asked]


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = Maker()
    monkeypatch.setattr(pipeline, "do", maker)
    return maker


class Standing:
    """Stands for the files of a kit's last builds, of which those named are as they would be made."""

    def __init__(self, *stems: str) -> None:
        self.stems, self.asked = stems, list[Planned]()

    def find(self, planned: Planned) -> Made | None:
        self.asked.append(planned)
        return made(planned.stem) if planned.stem in self.stems else None


def weighed(monkeypatch: pytest.MonkeyPatch, **weights: float) -> None:
    monkeypatch.setattr(Kit, "weight", lambda _, planned: weights[planned.stem])


def steps_of(
    kits: Sequence[Kit], wanted: Mapping[str, Options] = WANTED, *stand: str, scratch: Scratch | None = None
) -> list[tuple[str, str, int, int]]:
    """Make the files of kits in this process but for those that stand; return what is told meanwhile."""
    told: list[tuple[str, str, int, int]] = []
    standing: Any = {kit.folders: Standing(*stand) for kit in kits}
    editions = [*make_all(kits, wanted, lambda *step: told.append(step), 1, standing, scratch)]
    assert len(editions) == len(kits)
    return told


def none(*_: object) -> None:
    """Stands for those who are told of steps."""


def test_the_files_of_the_wanted_shelves_are_planned(tmp_path: Path) -> None:
    kit = opened(project(tmp_path), files=[text("a"), text("b", shelf="study"), text("c")])
    assert [planned.stem for planned in kit.plan(Options())] == ["a", "b", "c"]
    assert kit.plan(WANTED[""]) == [kit.planned(one, Options()) for one in (kit.files[0], kit.files[2])]


def test_the_guide_names_the_files_of_other_shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pipeline, "print_guide", lambda *given, **more: told.append((*given, more)))
    monkeypatch.setattr(pipeline, "sheets_of", lambda game: [text("a"), text("b", shelf="study"), text("c")])
    game = opened(project(tmp_path)).game
    kept, unmade = made("a").about.component, Component("b.pdf", "b", "document", 0, 0)
    for aids in ("usual", "large"):
        pipeline.guide_view(game, [kept, unmade], Options(shelves=("table",), aids=aids, draft=True))
    usual, large = told
    assert (usual[1], usual[4:]) == ([kept], ("DRAFT", [("study", "B")], {"large": False, "study": False}))
    assert large[4:] == ("DRAFT · large print", [("study", "B")], {"large": True, "study": False})


def test_another_process_reads_a_kit_with_its_overlays_in_its_language(tmp_path: Path) -> None:
    one = project(tmp_path)
    over = {"red.yaml": RED.replace("name: C", "name: Over")}
    one.overlays = (Project(write(tmp_path / "over", over), shown="over"),)
    one.language = "de"
    kit = opened(one)
    found = pipeline._Kits()[kit.folders]
    assert (found.folders, found.reads) == (kit.folders, kit.reads)
    (laid,) = found.project.overlays
    assert (found.game.say.code, laid.shown, laid.overlays) == ("de", "over", ())


def test_the_guide_is_last_to_be_made_and_first_in_a_kit(
    tmp_path: Path, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[list[Component]] = []
    monkeypatch.setattr(pipeline, "last_view", lambda game, stem, listed, options: views.append(listed))
    few, many = (opened(project(tmp_path), *stems) for stems in ("abcd", "abcdefghi"))
    for kit, last in ((few, [GUIDE]), (many, [INDEX, GUIDE])):
        (editions,) = make_all([kit], WANTED, none, 1)
        assert [one.name for one in editions[""]] == [
            f"{stem}.pdf" for stem in (*last[::-1], *(file.stem for file in kit.files))
        ]
        assert maker.stems[-len(last) :] == last
        guide = maker.planned[-1]
        assert (guide.folders, guide.kind) == (kit.folders, "")
        assert [one.name for one in views[-1]] == [f"{file.stem}.pdf" for file in kit.files] + [
            f"{stem}.pdf" for stem in last[:-1]
        ]
        assert {one.words for one in views[-1]} == {()}, "the guide lists files without their words"


def test_a_text_weighs_what_its_data_do_and_odds_threefold(tmp_path: Path) -> None:
    kit = opened(project(tmp_path, {**SMALL, "tables.yaml": TABLES}))
    letters = sum(map(len, TABLES.splitlines()))

    def weight(stem: str, kind: str) -> float:
        return kit.weight(Planned(kit.folders, Options(), kind, stem, ""))

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
    editions = make_all(kits, wanted, lambda *step: told.append(step), 1)
    guide = f"{GUIDE}.pdf"
    first = [("toy", f"{stem}.pdf", number, 8) for number, stem in enumerate("bca", 1)]
    first += [("toy", guide, 4, 8), ("toy", guide, 5, 8)]
    names = [[f"{stem}.pdf" for stem in (GUIDE, *stems)] for stems in ("abc", "d")]
    assert [[one.name for one in files] for files in next(editions).values()] == [names[0]] * 2
    assert told == first
    assert [[one.name for one in files] for files in next(editions).values()] == [names[1]] * 2
    assert told == [*first, ("other", "d.pdf", 6, 8), ("other", guide, 7, 8), ("other", guide, 8, 8)]
    assert next(editions, None) is None


def test_files_that_are_as_they_were_are_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    weighed(monkeypatch, a=1, b=1, c=1)
    kit, scratch = opened(project(tmp_path), *"abc"), Scratch("scratch")
    assert steps_of([kit], WANTED, "b", "c", GUIDE, scratch=scratch) == [("toy", "a.pdf", 1, 2)], (
        "the guide is only known to stand at its turn"
    )
    assert maker.asked == [("a", scratch)]
    assert steps_of([kit], WANTED, *"abc", GUIDE) == []


def test_an_index_is_one_more_file_and_a_kept_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: Maker
) -> None:
    weighed(monkeypatch, **dict.fromkeys("abcdefghi", 1))
    index, guide = f"{INDEX}.pdf", f"{GUIDE}.pdf"
    told = steps_of([opened(project(tmp_path), *"abcdefghi")])
    assert told == [
        *(("toy", f"{stem}.pdf", number, 10) for number, stem in enumerate("abcdefghi", 1)),
        ("toy", index, 10, 11),
        ("toy", guide, 11, 11),
    ]
    told = steps_of([opened(project(tmp_path), *"abcdefghi")], WANTED, INDEX, *"abcdefg")
    assert told == [("toy", "h.pdf", 1, 3), ("toy", "i.pdf", 2, 3), ("toy", guide, 3, 3)]


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
    asked: list[Sequence[Planned]] = []

    class Elsewhere(Workers):
        def map(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
            asked.append(tasks)
            return map(function, tasks)

    monkeypatch.setattr(pipeline, "Workers", Elsewhere)
    kit = opened(project(tmp_path))._replace(files=[text(stem) for stem in stems])
    assert len([*make_all([kit], WANTED, none, 2)]) == 1
    assert sorted(planned.stem for plan in asked for planned in plan) == ([*stems] if elsewhere else [])
    assert sorted(maker.stems) == [GUIDE, *stems]


def test_what_files_are_made_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut files have layouts, and the guide its own text, which says all else that it depends on."""
    monkeypatch.setattr(pipeline, "last_view", lambda game, *rest: (game.info.id, *rest))
    one, two = text("a"), text("b", cut=True)._replace(reads=frozenset(("counters", "odds")))
    kit = opened(project(tmp_path), files=[one, two], reads={"game": "1", "counters": "2"})
    assert [planned.inputs for planned in kit.plan(Options())] == [
        inputs_of(Options().reading, "a", {"game": "1"}, cut=False),
        inputs_of(Options(), "b", {"counters": "2", "odds": ""}, cut=True),
    ]
    (guide,) = kit.last(Options(), {planned: made(planned.stem) for planned in kit.plan(Options())})
    view = repr(guide.view)
    assert guide.inputs == inputs_of(Options(), GUIDE, [view, "1", None], cut=True)


def test_files_are_made_from_the_translations_into_their_own_language(tmp_path: Path) -> None:
    def words(language: str, said: str) -> str:
        german = f"kind: translation\nlanguage: de\ntexts: {{Toy: {said}}}\n"
        folder = write(tmp_path / f"{language}-{said}", {**SMALL, "german.yaml": german})
        one = Project(folder, shown="toy", language=language) if language else Project(folder, shown="toy")
        return digests_of(one, load(one))[LANGUAGE]

    assert words("", "Spiel") == words("", "Spielzeug") != words("de", "Spiel") != words("de", "Spielzeug")


def test_what_changed_while_a_kit_was_made_is_not_believed(tmp_path: Path) -> None:
    """A process that reads the game by itself may find other documents than were planned for."""
    kit = opened(project(tmp_path))
    (planned,) = kit.plan(WANTED[""])
    about = kit.make(planned).about
    assert (about.inputs, about.sha256) == (planned.inputs, digest(kit.make(planned).data))
    assert kit._replace(reads={**kit.reads, "counters": "other"}).make(planned).about.inputs == ""


def test_maps_are_made_from_the_markers_of_tracks_or_their_ids(tmp_path: Path) -> None:
    def markers(row: str) -> str:
        track = "kind: tracks\nid: tracks\ntitle: Tracks\nsource: Demo rules\ntracks:\n  morale:\n"
        boxes = "    {title: Morale, layout: table, boxes: {low: {title: Low}}, "
        one = project(tmp_path, {**SMALL, "track.yaml": f"{track}{boxes}rows: {{{row}}}}}\n"})
        return digests_of(one, load(one))[MARKERS]

    red, blue = (markers(f"{name}: {{title: Town, start: low}}") for name in ("red", "blue"))
    assert red == markers("red: {title: City, start: low}") != blue
    assert markers("red: {title: Town, start: low, marker: blue}") == blue


def test_a_file_that_cannot_be_laid_out_has_no_pages_but_its_errors(tmp_path: Path) -> None:
    def refuse(*_: object) -> Any:
        raise InputError([ERROR])

    kit = opened(project(tmp_path), files=[text("a")._replace(lay_out=refuse)])
    (planned,) = kit.plan(Options())
    about = kit.make(planned).about
    assert (about.component[:5], about.diagnostics) == (("a.pdf", "a", "document", 0, 0), (ERROR,))
    assert about.inputs == planned.inputs


def test_maps_do_not_count_as_pages_that_need_an_index(tmp_path: Path, maker: Maker) -> None:
    kit = opened(project(tmp_path))
    for spread, last in ((False, [INDEX, GUIDE]), (True, [GUIDE])):
        files = [*map(text, "abcdefgh"), text("i", spread=spread)]
        assert len([*make_all([kit._replace(files=files)], WANTED, none, 1)]) == 1
        assert maker.stems[9:] == last
        maker.asked.clear()


def test_nothing_is_diagnosed_as_in_a_draft(tmp_path: Path) -> None:
    one = project(tmp_path, {**SMALL, "red.yaml": RED.replace("name: B", "name: 漢")})
    assert [one.code for one in diagnose([one], none)] == ["E320"]


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is published: the folder, the files, what was found before, and the key for the next build."""
    asked: list[tuple[Any, ...]] = []

    def finish(
        project: Project, game: Any, made: Any, options: Options, folder: Path, said: Any, key: str
    ) -> BuildReport:
        asked.append((folder, [one.name for one in made], said, key))
        if folder.name == "bad":
            raise InputError([ERROR])
        return BuildReport(game.kit, folder, {}, {}, [NOTE._replace(message=folder.name)])

    monkeypatch.setattr(pipeline, "finish", finish)
    return asked


def published(kit: Kit, wanted: Mapping[str, Options], **more: Mapping[str, Any]) -> pipeline.Outcome:
    """Publish a kit whose files were made as `more` says."""
    files = [made(stem, **more.get(stem, {})) for stem in (GUIDE, *(file.stem for file in kit.files))]
    return _publish(kit, Path("out"), wanted, dict.fromkeys(wanted, files))


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
    ("more", "sound"),
    [
        ({}, True),
        ({"a": {"inputs": ""}}, False),
        ({"a": {"pictures": {"x": "1"}}, "b": {"pictures": {"x": "1", "y": "2"}}}, True),
        ({"a": {"pictures": {"x": "1"}}, "b": {"pictures": {"x": "2"}}}, False),
        ({"a": {"missing": "no Pango"}}, False),
    ],
    ids=["plain", "documents changed", "pictures", "pictures changed", "missing"],
)
def test_a_kit_counts_as_standing_only_if_it_was_made_at_once_and_whole(
    tmp_path: Path, finished: list[tuple[Any, ...]], more: Mapping[str, Any], sound: bool
) -> None:
    kit = opened(project(tmp_path), *"ab")
    published(kit, WANTED, **more)
    ((_, _, _, key),) = finished
    assert key == (key_of(kit.project, WANTED[""]) if sound else "")


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
    kit = opened(project(tmp_path), files=files)
    message = f"nothing of toy is printed whole on a1: {more}"
    expected = [Diagnostic("N334", message, Span("--whole", 0))] if more else []
    assert [*_unspread(kit, Options(whole=whole, shelves=("table",)))] == expected


def test_a_file_that_no_kit_has_is_named_with_what_is_meant(tmp_path: Path, finished: list[tuple[Any, ...]]) -> None:
    kit = opened(project(tmp_path), "cards-deck", "tables")
    listed = "one of: cards-deck, tables; or a beginning such as cards"
    for name, hint in (("tabels", "did you mean 'tables'?"), ("DECK", "'cards-deck' has CARDS-DECK"), ("x", listed)):
        wanted = {"": Options(only=(name,)), "low": Options(only=("tables",))}
        _, found = _publish(kit, tmp_path / "out", wanted, {"": [made("tables")], "low": [made("tables")]})
        assert found[0] == Diagnostic("E523", f"no file '{name}' in the kit of toy", Span("--only", 0), hint)
    assert len(finished) == 3, "the other edition is published all the same"


def test_the_guide_and_the_index_have_their_titles_and_only_the_index_is_drawn_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str, Any]] = []

    def noted(game: Game, name: str, title: str, *rest: Any, shown: Any) -> Made:
        asked.append((name, title, shown))
        return made(name)

    monkeypatch.setattr(pipeline, "make_document", noted)
    game, view = opened(project(tmp_path)).game, TextDocument("", (), "", "", "")
    for stem in (INDEX, GUIDE):
        pipeline.last(game, stem, view, Options())
    assert asked == [(f"{INDEX}.pdf", "Index", {""}), (f"{GUIDE}.pdf", "Print guide", None)]


def test_a_large_file_that_is_kept_is_copied_before_it_may_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "LARGE", 3)
    (tmp_path / "small").write_bytes(b"abc")
    (tmp_path / "large").write_bytes(b"abcd")
    with temporary() as scratch:
        standing = _Standing(opened(project(tmp_path)), tmp_path / "out", [], scratch)
        assert standing._contents(tmp_path / "small") == b"abc"
        copied = standing._contents(tmp_path / "large")
        assert isinstance(copied, Path) and copied.parent == scratch.folder
        (tmp_path / "large").write_bytes(b"other")
        assert copied.read_bytes() == b"abcd"


def test_a_file_stands_as_long_as_its_inputs_its_pictures_and_its_bytes_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, folder = project(tmp_path), tmp_path / "out" / "toy"
    shown, file = one.root / "a.png", folder / "a.pdf"
    shown.write_bytes(b"picture")
    folder.mkdir(parents=True)
    file.write_bytes(b"drawn")
    kit = opened(one, "a")
    (planned,) = kit.plan(Options())
    drawn: dict[str, Any] = {
        "inputs": planned.inputs,
        "pictures": {"a.png": digest(b"picture")},
        "sha256": digest(b"drawn"),
    }
    about = made("a", **drawn).about
    monkeypatch.setattr(pipeline, "files_kept", lambda where: [about] if where == folder else [])

    def found(planned: Planned = planned, *editions: str) -> Made | None:
        return _Standing(kit, tmp_path / "out", editions or [""], Scratch("none")).find(planned)

    assert found() == found(planned, "fair", "") == Made(about, b"drawn")
    assert found(planned, "fair") is None and found(planned._replace(inputs="")) is None
    shown.write_bytes(b"other")
    assert found() is None
    shown.write_bytes(b"picture")
    file.write_bytes(b"other")
    assert found() is None
    file.unlink()
    assert found() is None
    (folder / "b.pdf").write_bytes(b"drawn")
    file.symlink_to(folder / "b.pdf")
    assert found() is None


@pytest.mark.parametrize(("drafts", "draft"), [((False, True), True), ((True, True), True), ((False, False), False)])
def test_a_game_is_opened_as_a_draft_if_any_edition_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drafts: tuple[bool, bool], draft: bool
) -> None:
    asked: list[bool] = []

    def refused(one: Project, *, draft: bool = False) -> list[Diagnostic]:
        asked.append(draft)
        return [ERROR]

    monkeypatch.setattr(pipeline, "_open", refused)
    wanted = {str(number): Options(draft=one) for number, one in enumerate(drafts)}
    assert build([project(tmp_path)], tmp_path / "out", wanted, none) == [([], [ERROR])]
    assert asked == [draft]


def test_the_index_tells_only_of_pages_with_words_for_the_table() -> None:
    page, silent = made("a").about.component, Component("b.pdf", "b", "document", 9, 9)
    many = [page._replace(words=(PageWords("", str(at)),)) for at in range(9)]
    assert indexed([*many, silent]) == (*many,)
    assert indexed([*many, page._replace(shelf="study")]) == (*many,)
    assert indexed(many[1:]) == ()


def test_processes_have_the_kits_that_are_shared_only_while_they_are(tmp_path: Path) -> None:
    kit = opened(project(tmp_path), "a")
    (planned,) = (one for one in kit.plan(WANTED[""]))
    with shared([kit]):
        assert kit_of(planned) is kit
    assert kit_of(planned) is not kit, "it is read anew"


def test_kits_are_built_in_order_and_errors_do_not_hold_up_others(tmp_path: Path) -> None:
    bad = {**SMALL, "red.yaml": RED.replace("kind", "sort")}
    projects = [project(tmp_path, *one) for one in ((SMALL, "one"), (bad, "bad"), (SMALL, "two"))]
    told: list[tuple[str, str, int, int]] = []
    reported: list[BuildReport] = []

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
    assert [one.component.name for one in files_kept(tmp_path / "out" / "one")] == [f"{GUIDE}.pdf", "counters.pdf"]
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
        {"table": dict.fromkeys(("files", "pages", "sheets"), number)} for number in (2, 4)
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
