"""What a kit in the preview is compared with, and what differs: on a game of two counters and a table."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from preview_support import RED, SMALL, component
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.game.catalogue import locate
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import build
from rcwkit.screens.preview import workshop as past_module
from rcwkit.screens.preview.pieces import PreviewFile
from rcwkit.screens.preview.workshop import Past, Workshop
from rcwkit.source.settings import SHELVES
from tests_support import write

LAID = "kind: counters\nid: red\ncounters:\n  A: {type: corps, name: X}\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A workshop of the small game, which the tests do not change."""
    workshop = Workshop(write(tmp_path_factory.mktemp("small") / "toy", SMALL).as_posix())
    workshop.refresh()
    assert workshop.problems == []
    return workshop


@pytest.fixture(scope="module")
def printed(small: Workshop, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The manifest of the small game's printed kit."""
    out = tmp_path_factory.mktemp("out")
    for _ in build([locate(small.name)], out, {"": Options(shelves=SHELVES)}, lambda *_: None):
        pass
    read: dict[str, Any] = json.loads((out / "toy" / "manifest.json").read_text("utf-8"))
    return read


def _ids(past: Past) -> list[str]:
    return [one["id"] for one in past.offer()]


def _since_start(folder: Path, before: PreviewFile | None, now: PreviewFile) -> list[dict[str, Any]]:
    workshop = Workshop(write(folder, SMALL).as_posix())
    workshop.components, workshop.first = {"counters": now}, {"counters": before} if before else {}
    return Past(workshop).differing("start", "counters")


def _drawn(name: str, key: str) -> dict[str, Any]:
    face = {"hash": name, "width": 1.0, "height": 2.0, "bleed": 0.5, "at": f"toy/{name}.yaml:1"}
    return {"key": key, **face, "svg": f"<svg>{name}</svg>"}


@pytest.mark.parametrize("where", ["repository", "repository/toy"])
def test_the_last_commit_is_offered_in_a_repository(tmp_path: Path, where: str) -> None:
    """Bug: it was not in a game folder that is itself the repository."""
    folder = write(tmp_path / "repository" / "toy", SMALL)
    workshop = Workshop(folder.as_posix())
    begun = {"id": "start", "title": "when the preview began"}
    assert Past(workshop).offer() == [begun]
    (tmp_path / where / ".git").mkdir()
    assert Past(workshop).offer() == [begun, {"id": "commit", "title": "the last commit"}]


def test_overlays_and_other_folders_are_offered_in_order(tmp_path: Path, small: Workshop) -> None:
    first, second = (write(tmp_path / name, {"red.yaml": LAID}) for name in ("first", "second"))
    kit = write(tmp_path / "kit", {"manifest.json": "{}"})
    laid = Workshop(small.name, (first, second))
    against = [Path(small.name), tmp_path / "more", kit, kit / "manifest.json"]
    assert Past(laid, against).offer()[1:] == [
        {"id": "without-1", "title": f"without {first.as_posix()}"},
        {"id": "without-2", "title": f"without {second.as_posix()}"},
        {"id": "against-1", "title": small.name},
        {"id": "against-2", "title": f"with {(tmp_path / 'more').as_posix()} laid over"},
        {"id": "against-3", "title": f"as printed: {kit.as_posix()}"},
        {"id": "against-4", "title": f"as printed: {(kit / 'manifest.json').as_posix()}"},
    ]


def test_faces_that_differ_are_drawn_as_they_were(tmp_path: Path) -> None:
    before = component(("same", "a", "b"), ("front", "c", "d"), ("both", "e", "f"), ("gone", "g", "h"))
    now = component(("same", "a", "b"), ("front", "C", "d"), ("both", "E", "F"), ("new", "i", "j"))
    assert _since_start(tmp_path, before, now) == [
        _drawn("c", "front"),
        _drawn("e", "both"),
        _drawn("f", "both"),
        _drawn("g", "gone"),
        {"key": "new", "new": True},
    ]


def test_all_pieces_of_a_new_component_are_new(tmp_path: Path) -> None:
    assert _since_start(tmp_path, None, component(("a", "a", "b"))) == [{"key": "a", "new": True}]


def test_overlays_are_left_out_one_at_a_time(tmp_path: Path, small: Workshop) -> None:
    overlays = tuple(write(tmp_path / name, {"red.yaml": LAID.replace("A:", f"{name}:")}) for name in "AB")
    laid = Workshop(small.name, overlays)
    laid.refresh()
    past = Past(laid)
    for number, name in (("1", "A"), ("2", "B")):
        assert {one["key"] for one in past.differing(f"without-{number}", "counters")} == {name}
    for unknown in ("without-0", "without-3", "without-", "with-1", "against-1"):
        with pytest.raises(KeyError, match=unknown):
            past.differing(unknown, "counters")


def test_an_overlay_is_laid_over_those_of_the_preview(tmp_path: Path, small: Workshop) -> None:
    one, two = (write(tmp_path / name, {"red.yaml": LAID.replace("A:", f"{name}:")}) for name in "AB")
    laid = Workshop(small.name, (one,))
    laid.refresh()
    past = Past(laid, [two, Path(small.name)])
    assert {one["key"] for one in past.differing("against-1", "counters")} == {"B"}
    assert {one["key"] for one in past.differing("against-2", "counters")} == {"A"}, "without the overlays"


def test_a_component_that_the_other_state_lacks_is_new(tmp_path: Path, small: Workshop) -> None:
    other = write(tmp_path / "other", {name: text for name, text in SMALL.items() if name != "tables.yaml"})
    past = Past(small, [other])
    assert past.differing("against-1", "charts") == [{"key": "sheet 1", "new": True}]
    with pytest.raises(KeyError):
        past.differing("against-1", "nothing")


def test_twenty_four_components_of_other_states_are_kept(monkeypatch: pytest.MonkeyPatch, small: Workshop) -> None:
    made: list[str] = []

    def named(_game: object, file: Any, *_: object) -> Any:
        made.append(file.stem)
        return replace(component(stem=file.stem), artwork={file.stem: file.stem.encode()})  # type: ignore[arg-type]

    stems = [str(number) for number in range(25)]
    monkeypatch.setattr(past_module, "component", named)
    monkeypatch.setattr(past_module, "files_of", lambda _: [SimpleNamespace(stem=stem) for stem in stems])
    past, game = Past(small), small.game
    assert game is not None
    for stem in [*stems, *stems[1:]]:
        found = past._laid_out("other", game, stem)
        assert found is not None
        assert found.stem == stem
    assert made == stems, "each was made once"
    assert past.picture("24") == b"24"
    assert past.picture("1") == b"1"
    for missing in ("0", "25"):
        with pytest.raises(KeyError, match=missing):
            past.picture(missing)
    assert past._laid_out("other", game, "none") is None
    past._laid_out("third", game, "24")
    assert made == [*stems, "24"], "another state is made anew"


class _Git:
    """Git as far as the preview asks it, with the archive of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked, self.head = folder, list[str](), b"abc\n"

    def __call__(self, command: Sequence[str], **how: Any) -> Any:
        assert how == {"capture_output": True, "check": True, "timeout": 20}
        assert list(command[:2]) == ["git", "-C"]
        self.asked.append(" ".join(command[3:]))
        if command[3] == "rev-parse":
            return SimpleNamespace(stdout=self.head)
        with tempfile.TemporaryDirectory() as packed:
            data = Path(shutil.make_archive(f"{packed}/packed", "zip", self.folder)).read_bytes()
        return SimpleNamespace(stdout=data)


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_a_commit_is_unpacked_once_and_removed_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scratch: Path, small: Workshop
) -> None:
    committed = write(tmp_path / "committed", {**SMALL, "red.yaml": RED.replace("name: A", "name: X")})
    git = _Git(committed)
    monkeypatch.setattr(subprocess, "run", git)
    past = Past(small)
    for _ in range(2):
        assert [one["key"] for one in past.differing("commit", "counters")] == ["A"]
    assert past.differing("commit", "charts") == []
    assert git.asked == ["rev-parse HEAD", "archive --format=zip abc -- .", *["rev-parse HEAD"] * 2]
    (unpacked,) = scratch.glob("rcwkit-*")
    assert (unpacked / "red.yaml").is_file()
    shutil.rmtree(unpacked)
    del past
    assert list(scratch.glob("rcwkit-*")) == [], "a folder that is gone already does no harm"


def test_what_was_unpacked_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scratch: Path, small: Workshop
) -> None:
    monkeypatch.setattr(subprocess, "run", _Git(write(tmp_path / "committed", SMALL)))
    past = Past(small)
    past.differing("commit", "counters")
    assert len(list(scratch.glob("rcwkit-*"))) == 1
    del past
    assert list(scratch.glob("rcwkit-*")) == []


def test_a_commit_is_removed_once_nothing_of_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scratch: Path, small: Workshop
) -> None:
    git = _Git(write(tmp_path / "committed", SMALL))
    monkeypatch.setattr(subprocess, "run", git)
    monkeypatch.setattr(past_module, "KEPT", 1)
    past = Past(small)
    past.differing("commit", "charts")
    (first,) = scratch.glob("rcwkit-*")
    git.head = b"def\n"
    past.differing("commit", "charts")
    gc.collect()
    (second,) = scratch.glob("rcwkit-*")
    assert second != first


def test_the_first_error_of_a_commit_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scratch: Path, small: Workshop
) -> None:
    wrong = {"red.yaml": "kind: first\nid: red\n", "tables.yaml": "kind: second\nid: raids\n"}
    monkeypatch.setattr(subprocess, "run", _Git(write(tmp_path / "committed", {**SMALL, **wrong})))
    with pytest.raises(InputError) as refused:
        Past(small).differing("commit", "counters")
    (found,) = refused.value.diagnostics
    assert found.message.startswith("as committed, it has errors: ")
    assert "first" in found.message
    assert found.span.file.endswith("/red.yaml")
    assert scratch.as_posix() not in found.span.file


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (subprocess.CalledProcessError(128, "git", stderr=b" not a repository \xff\n"), "not a repository \ufffd"),
        (subprocess.CalledProcessError(128, "git", stderr=b" \n"), "returned non-zero exit status 128."),
        (subprocess.TimeoutExpired("git", 20), "timed out after 20 seconds"),
        (FileNotFoundError("no git"), "no git"),
    ],
)
def test_what_git_said_is_told(monkeypatch: pytest.MonkeyPatch, small: Workshop, error: Exception, told: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(Surroundings) as refused:
        Past(small).differing("commit", "counters")
    assert str(refused.value).startswith("Git cannot show the last commit: ")
    assert str(refused.value).endswith(told)
    assert (str(refused.value) == f"Git cannot show the last commit: {told}") == (
        "exit" not in told and "timed" not in told
    )


def _since_printed(folder: Path, small: Workshop, manifest: object, stem: str) -> list[dict[str, Any]]:
    write(folder, {"manifest.json": json.dumps(manifest)})
    return Past(small, [folder]).differing("against-1", stem)


def test_pieces_that_differ_from_printed_ones_are_marked(
    tmp_path: Path, small: Workshop, printed: dict[str, Any]
) -> None:
    assert _since_printed(tmp_path, small, printed, "counters") == []
    assert _since_printed(tmp_path, small, printed, "charts") == []
    counters, documents = printed["pieces"]["counters.pdf"], printed["pieces"]["documents"]
    old = {"B": {**counters["B"], "sha256": "0"}, "C": counters["A"]}
    other = {"documents": {**documents, "charts.pdf": {**documents["charts.pdf"], "sha256": "0"}}}
    assert _since_printed(tmp_path, small, {**printed, "pieces": {"counters.pdf": old}}, "counters") == [
        {"key": "B", "changed": True},
        {"key": "C", "gone": True},
        {"key": "A", "new": True},
    ]
    none = {**printed, "pieces": {}}
    assert _since_printed(tmp_path, small, none, "counters") == [{"key": name, "new": True} for name in "AB"]
    assert _since_printed(tmp_path, small, {**printed, "pieces": other}, "charts") == [
        {"key": "sheet 1", "changed": True}
    ]
    assert _since_printed(tmp_path, small, none, "charts") == [{"key": "sheet 1", "new": True}]


def test_a_file_without_sheets_differs_from_no_printed_one(
    tmp_path: Path, small: Workshop, printed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_module, "make", lambda *_: SimpleNamespace(about=SimpleNamespace(whole=None)))
    assert _since_printed(tmp_path, small, printed, "charts") == []
    assert _since_printed(tmp_path, small, {**printed, "pieces": {}}, "charts") == []


def test_a_manifest_of_another_kit_is_refused(tmp_path: Path, small: Workshop, printed: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="this manifest belongs to 'other', not 'toy'"):
        _since_printed(tmp_path, small, {**printed, "game": "other"}, "counters")
    for wrong in ([], [["game", "toy"]], "toy"):
        with pytest.raises(InputError, match="this manifest belongs to 'None', not 'toy'"):
            _since_printed(tmp_path, small, wrong, "counters")


@pytest.mark.parametrize("text", [b"[", b"\xff", b"[" * 100_000], ids=["cut", "bytes", "deep"])
def test_a_manifest_that_cannot_be_read_is_refused(tmp_path: Path, small: Workshop, text: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(text)
    with pytest.raises(InputError, match="this manifest cannot be read") as refused:
        Past(small, [tmp_path]).differing("against-1", "counters")
    (found,) = refused.value.diagnostics
    assert (found.code, found.span.file) == ("E533", (tmp_path / "manifest.json").as_posix())


def test_sixteen_mebibytes_of_a_manifest_are_read(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(b"{" + b" " * (16 * 1024 * 1024 - 2) + b"}x")
    assert past_module._read(path) == {}
