"""Comparing a kit in the preview with how it was: at the start, as committed, in another folder."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pictures_support import picture, saved
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.kinds.kind import File
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import build
from rcwkit.screens.preview import workshop as past_module
from rcwkit.screens.preview.pieces import PreviewFile, component
from rcwkit.screens.preview.workshop import Past, Workshop
from rcwkit.source.settings import SHELVES
from tests_support import TOY, write

GIT = shutil.which("git")


def _changed(folder: Path) -> Workshop:
    """A workshop in which one counter was renamed, one taken out, and one added since its start."""
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    text = TOY["red.yaml"].replace("name: 1 Army", "name: I Army").replace("  Ra2: {type: army, name: 2 Army}\n", "")
    (folder / "red.yaml").write_text(text + "  Ra3: {type: army, name: 3 Army}\n", encoding="utf-8")
    setup = TOY["setup.yaml"].replace("(Ra2)", "(Ra3)")
    (folder / "setup.yaml").write_text(setup, encoding="utf-8")
    workshop.refresh()
    assert not [one for one in workshop.problems if one.diagnostic.severity == "error"]
    return workshop


def _commit(folder: Path) -> None:
    """Commit everything in a new repository."""
    run = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(folder)]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*run, *arguments], check=True)


def _told(past: Past, which: str) -> dict[str, bool]:
    """What differs among the counters, and whether there was something before."""
    return {one["key"]: "svg" in one for one in past.differing(which, "counters")}


def test_what_differs_from_the_start_is_told(tmp_path: Path) -> None:
    past = Past(_changed(write(tmp_path / "toy", TOY)))
    assert _told(past, "start") == {"Ra1": True, "Ra2": True, "Ra3": False}
    with pytest.raises(KeyError):
        past.differing("start", "nothing")
    with pytest.raises(KeyError):
        past.differing("against-1", "counters")


def test_another_folder_can_be_compared_with(tmp_path: Path) -> None:
    workshop = _changed(write(tmp_path / "toy", TOY))
    past = Past(workshop, [write(tmp_path / "old", TOY)])
    assert [one["id"] for one in past.offer()] == ["start", "against-1"]
    assert past.offer()[1]["title"] == (tmp_path / "old").as_posix()
    assert _told(past, "against-1") == _told(past, "start")
    (tmp_path / "old" / "red.yaml").write_bytes((tmp_path / "toy" / "red.yaml").read_bytes())
    (tmp_path / "old" / "setup.yaml").write_bytes((tmp_path / "toy" / "setup.yaml").read_bytes())
    assert _told(past, "against-1") == {}, "it is read as it is now"


OVERLAY = "kind: counters\nid: red\ncounters:\n  Ra1: {type: army, name: First}\n"


def test_the_kit_can_be_compared_with_itself_without_an_overlay_and_with_one(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", {**TOY, "local/red.yaml": OVERLAY})
    more = write(
        tmp_path / "more", {"red.yaml": OVERLAY.replace("Ra1: {type: army, name: First}", "Ra9: {type: army}")}
    )
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    past = Past(workshop, [more])
    shown = folder.as_posix()
    assert past.offer()[1:] == [
        {"id": "without-1", "title": f"without {shown}/local"},
        {"id": "against-1", "title": f"with {more.as_posix()} laid over"},
    ]
    assert _told(past, "without-1") == {"Ra1": True}
    assert _told(past, "against-1") == {"Ra9": True}
    for unknown in ("without-0", "without-2", "against-2", "with-1"):
        with pytest.raises(KeyError):
            past.differing(unknown, "counters")
    (folder / "local" / "red.yaml").unlink()
    (folder / "local").rmdir()
    with pytest.raises(KeyError):
        past.differing("without-1", "counters")


@pytest.mark.skipif(GIT is None, reason="Git is missing")
def test_pictures_of_the_last_commit_are_drawn_and_served(tmp_path: Path) -> None:
    """Bug: they were looked for in a folder that was gone, so that every piece with one differed."""
    cards = TOY["cards.yaml"].replace("back: {", "back: {art: a.png, ")
    folder = write(tmp_path / "repository" / "toy", {**TOY, "cards.yaml": cards})
    (folder / "a.png").write_bytes(saved(picture(seed=1)))
    _commit(tmp_path / "repository")
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    past = Past(workshop)
    assert past.differing("commit", "cards-factions") == []
    committed = past._component("commit", "cards-factions")
    assert committed is not None
    back = committed.shown[0].back
    now = workshop.components["cards-factions"].shown[0].back
    assert back is not None and now is not None
    assert back.svg == now.svg
    before = (folder / "a.png").read_bytes()
    (folder / "a.png").write_bytes(saved(picture(seed=2)))
    workshop.refresh()
    (address,) = re.findall(r'href="picture/([^"]+)"', back.svg)
    assert [one["svg"] for one in past.differing("commit", "cards-factions")][:1] == [back.svg], "a back alone"
    with pytest.raises(KeyError):
        workshop.picture(address)
    assert past.picture(address) == before
    with pytest.raises(KeyError):
        past.picture("0" * 64)


def test_the_kit_can_be_compared_with_a_printed_one(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
    options = Options(shelves=SHELVES)
    for _ in build([locate(folder.as_posix())], tmp_path / "out", {"": options}, lambda *_: None):
        pass
    printed = tmp_path / "out" / "toy"
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    past = Past(workshop, [printed, printed / "manifest.json"])
    assert past.offer()[1] == {"id": "against-1", "title": f"as printed: {printed.as_posix()}"}
    same = {
        stem: past.differing("against-1", stem) for stem, one in workshop.components.items() if one.form != "booklet"
    }
    assert {stem for stem, found in same.items() if found} == set()

    past = Past(_changed(folder), [printed / "manifest.json"])
    assert past.differing("against-1", "counters") == [
        {"key": "Ra1", "changed": True},
        {"key": "Ra2", "gone": True},
        {"key": "Ra3", "new": True},
    ]
    assert past.differing("against-1", "setup-campaign") == [{"key": "sheet 1", "changed": True}]
    assert past.differing("against-1", "rulings") == []
    past.workshop.use_ink("low")
    with pytest.raises(InputError, match="this kit was printed with --ink full"):
        past.differing("against-1", "counters")
    (printed / "manifest.json").write_text("[", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        past.differing("against-1", "counters")


def test_only_so_many_components_of_other_states_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = write(tmp_path / "old", {**TOY, "cards.yaml": TOY["cards.yaml"].replace("back: {", "back: {art: a.png, ")})
    (old / "a.png").write_bytes(saved(picture(seed=1)))
    past = Past(_changed(write(tmp_path / "toy", TOY)), [old])
    drawn: list[str] = []

    def noted(game: Game, file: File, options: Options, known: dict[str, Any]) -> PreviewFile:
        drawn.append(file.stem)
        return component(game, file, options, known)

    monkeypatch.setattr(past_module, "component", noted)
    (address, *_) = re.findall(
        r'href="picture/([^"]+)"', json.dumps(past.differing("against-1", "cards-factions")).replace('\\"', '"')
    )
    for _ in range(2):
        past.differing("against-1", "counters")
    assert drawn == ["cards-factions", "counters"]
    assert past.picture(address) == (old / "a.png").read_bytes()
    assert past._made.budget <= 100
    monkeypatch.setattr(past._made, "budget", 2)
    past.differing("against-1", "tracks")
    with pytest.raises(KeyError):
        past.picture(address)
    past.differing("against-1", "counters")
    assert drawn == ["cards-factions", "counters", "tracks"], "the last two are kept"


@pytest.mark.skipif(GIT is None, reason="Git is missing")
def test_the_last_commit_can_be_compared_with(tmp_path: Path) -> None:
    folder = write(tmp_path / "repository" / "toy", TOY)
    _commit(tmp_path / "repository")
    past = Past(_changed(folder))
    assert [one["id"] for one in past.offer()] == ["start", "commit"]
    assert _told(past, "commit") == {"Ra1": True, "Ra2": True, "Ra3": False}
    (folder / "white.yaml").write_text("kind: nothing\n", encoding="utf-8")
    _commit(tmp_path / "repository")
    with pytest.raises(InputError, match="as committed, it has errors"):
        past.differing("commit", "counters")


def test_a_folder_outside_of_git_is_told(tmp_path: Path) -> None:
    with pytest.raises(Surroundings, match="Git cannot show the last commit"):
        Past(_changed(write(tmp_path / "toy", TOY))).differing("commit", "counters")
