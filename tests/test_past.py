"""Comparing a kit in the preview with how it was: at the start, as committed, in another folder."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.screens.preview.past import Past
from rcwkit.screens.preview.workshop import Workshop
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


def _told(past: Past, which: str) -> dict[str, bool]:
    """What differs among the counters, and whether there was something before."""
    return {one["key"]: "svg" in one for one in past.differing(which, "counters")}


def test_what_differs_from_the_start_is_told(tmp_path: Path) -> None:
    past = Past(_changed(write(tmp_path / "toy", TOY)))
    assert _told(past, "start") == {"Ra1": True, "Ra2": True, "Ra3": False}
    with pytest.raises(KeyError):
        past.differing("start", "nothing")
    with pytest.raises(KeyError):
        past.differing("folder", "counters")


def test_another_folder_can_be_compared_with(tmp_path: Path) -> None:
    workshop = _changed(write(tmp_path / "toy", TOY))
    past = Past(workshop, write(tmp_path / "old", TOY))
    assert [one["id"] for one in past.offer()] == ["start", "folder"]
    assert _told(past, "folder") == _told(past, "start")


@pytest.mark.skipif(GIT is None, reason="Git is missing")
def test_the_last_commit_can_be_compared_with(tmp_path: Path) -> None:
    folder = write(tmp_path / "repository" / "toy", TOY)
    run = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(tmp_path / "repository")]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*run, *arguments], check=True)
    past = Past(_changed(folder))
    assert [one["id"] for one in past.offer()] == ["start", "commit"]
    assert _told(past, "commit") == {"Ra1": True, "Ra2": True, "Ra3": False}
    (folder / "white.yaml").write_text("kind: nothing\n", encoding="utf-8")
    subprocess.run([*run, "commit", "-qam", "Break it"], check=True)
    with pytest.raises(InputError, match="as committed, it has errors"):
        past.differing("commit", "counters")


def test_a_folder_outside_of_git_is_told(tmp_path: Path) -> None:
    with pytest.raises(Surroundings, match="Git cannot tell the last commit"):
        Past(_changed(write(tmp_path / "toy", TOY))).differing("commit", "counters")
