"""Publishing: whole sets, the manifest last, foreign files untouched."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import Surroundings
from rcwkit.kit.publish import publish, put
from rcwkit.source.claims import MANIFEST, STAGED, digest, read_manifest, refuse


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_set_replaces_the_set_before_and_leaves_foreign_files(tmp_path: Path) -> None:
    publish(tmp_path, {"a.pdf": b"1", "b.pdf": b"2"}, {"game": "toy"})
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    publish(tmp_path, {"b.pdf": b"3", "c.pdf": b"4"}, {"game": "toy"})
    assert names(tmp_path) == {"b.pdf", "c.pdf", "mine.txt", MANIFEST}
    manifest = read_manifest(tmp_path)
    assert manifest["game"] == "toy"
    assert manifest["outputs"] == {
        "b.pdf": {"bytes": 1, "sha256": digest(b"3")},
        "c.pdf": {"bytes": 1, "sha256": digest(b"4")},
    }


def test_leftovers_of_a_killed_build_are_cleared_away(tmp_path: Path) -> None:
    (tmp_path / f"{STAGED}a.pdf").write_bytes(b"half")
    publish(tmp_path, {"a.pdf": b"1"}, {})
    assert names(tmp_path) == {"a.pdf", MANIFEST}


def test_a_failing_disk_leaves_the_old_set_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, {"a.pdf": b"old"}, {})

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Surroundings, match="manifest.json: No space left on device"):
        publish(tmp_path, {"a.pdf": b"new"}, {})
    assert (tmp_path / "a.pdf").read_bytes() == b"old"
    assert names(tmp_path) == {"a.pdf", MANIFEST}


def test_a_manifest_cannot_remove_files_outside(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    folder.mkdir()
    (tmp_path / "precious").write_text("x", encoding="utf-8")
    outputs = {"../precious": {"bytes": 1, "sha256": digest(b"x")}}
    (folder / MANIFEST).write_text(json.dumps({"tool": "rcwkit 1", "outputs": outputs}), encoding="utf-8")
    publish(folder, {"a.pdf": b"1"}, {})
    assert (tmp_path / "precious").exists()


def test_builds_at_the_same_time_end_with_one_whole_set(tmp_path: Path) -> None:
    sets = [
        {f"{n}.pdf": str(n).encode() * 1000 for n in range(5)},
        {f"{n}.pdf": str(n * 7).encode() * 1000 for n in range(5)},
    ]
    threads = [threading.Thread(target=publish, args=(tmp_path, sets[n % 2], {"set": n % 2})) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winner = sets[read_manifest(tmp_path)["set"]]
    assert {name: (tmp_path / name).read_bytes() for name in winner} == winner


def test_a_build_that_ended_meanwhile_is_not_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: one that had read no manifest yet took the files of another for those of strangers."""

    def late(*known: Any) -> None:
        monkeypatch.undo()
        publish(tmp_path, {"a.pdf": b"1"}, {})
        refuse(*known)

    monkeypatch.setattr("rcwkit.kit.publish.refuse", late)
    publish(tmp_path, {"a.pdf": b"2"}, {})
    assert (tmp_path / "a.pdf").read_bytes() == b"2"


def test_one_file_goes_through_a_link_but_into_no_pipe(tmp_path: Path) -> None:
    """Bug: publishing waited forever for a reader of a pipe."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), tmp_path):
        with pytest.raises(Surroundings, match="it is not a plain file"):
            put(path, b"1")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    for data in (b"1", b"2"):
        put(tmp_path / "link", data)
        assert (tmp_path / "file").read_bytes() == data
    assert (tmp_path / "link").is_symlink()
