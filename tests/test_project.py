"""The one reader: only plain UTF-8 files inside the root, each recorded with its hash."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.source import project as reading
from rcwkit.source.project import ALL, LIMIT, LINES, Project


def refused(project: Project, path: Path) -> str:
    with pytest.raises(InputError) as caught:
        project.read(path)
    return caught.value.diagnostics[0].code


def test_reads_are_logged_with_their_hash(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("kind: game\n", encoding="utf-8")
    project = Project(tmp_path, shown="game")
    assert project.read(tmp_path / "a.yaml") == "kind: game\n"
    assert project.reads == {"game/a.yaml": hashlib.sha256(b"kind: game\n").hexdigest()}
    assert project.line(Span("game/a.yaml", 1)) == "kind: game"
    assert project.line(Span("game/a.yaml", 9)) is None


def test_what_leads_out_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.yaml").write_text("x", encoding="utf-8")
    (root / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    project = Project(root)
    assert refused(project, root / "link.yaml") == "E101"
    assert not project.reads


def test_a_folder_that_is_a_link_may_lead_to_another_in_the_root_alone(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (root / "within", outside):
        folder.mkdir(parents=True)
        (folder / "a.yaml").write_text("x", encoding="utf-8")
    (root / "near").symlink_to(root / "within")
    (root / "far").symlink_to(outside)
    project = Project(root)
    assert project.read(root / "near" / "a.yaml") == "x"
    assert refused(project, root / "far" / "a.yaml") == "E101"
    assert refused(project, root / "within" / ".." / ".." / "outside" / "a.yaml") == "E101"


def test_anything_but_a_plain_text_file_is_refused(tmp_path: Path) -> None:
    project = Project(tmp_path)
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refused(project, tmp_path / "pipe.yaml") == "E101"
    (tmp_path / "latin.yaml").write_bytes(b"kind: game\ntitle: \xe9t\xe9\n")
    with pytest.raises(InputError) as caught:
        project.read(tmp_path / "latin.yaml")
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].span.line) == ("E104", 2)
    with (tmp_path / "huge.yaml").open("wb") as stream:
        stream.truncate(LIMIT + 1)
    assert refused(project, tmp_path / "huge.yaml") == "E102"
    assert refused(project, tmp_path / "gone.yaml") == "E103"
    (tmp_path / "long.yaml").write_bytes(b"#\r\n" * LINES + b"#\n")
    assert refused(project, tmp_path / "long.yaml") == "E102"
    (tmp_path / "long.yaml").write_bytes(b"#\r\n" * LINES)
    assert len(project.read(tmp_path / "long.yaml")) == 3 * LINES


def test_all_documents_together_have_a_bound(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        with (tmp_path / name).open("wb") as stream:
            stream.truncate(ALL // 3)
    project = Project(tmp_path)
    assert len(project.documents()) == 3
    with (tmp_path / "c.yaml").open("wb") as stream:
        stream.truncate(ALL // 3 + 3)
    with pytest.raises(InputError, match="more than 16 MiB of YAML files"):
        project.documents()


def test_documents_come_in_a_fixed_order_without_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.yaml", "a/z.yml", ".hidden/x.yaml", ".y.yaml", "note.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    project = Project(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in project.documents()] == ["b.yaml", "a/z.yml"]


def test_missing_and_empty_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no YAML files"):
        Project(tmp_path).documents()
    with pytest.raises(InputError, match="no such folder"):
        Project(tmp_path / "gone").documents()


def test_a_name_that_is_not_utf_8_is_read_and_can_be_written_and_hashed(tmp_path: Path) -> None:
    """Bug: the manifest of a build could not be written."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/toy\xff"))
    folder.mkdir()
    path = folder / os.fsdecode(b"\xfe.yaml")
    path.write_text("kind: game\n", encoding="utf-8")
    project = Project(folder)
    assert project.name(path) == "toy\\udcff/\\udcfe.yaml"
    assert project.read(path)
    project.mark(path, "game")
    assert json.dumps([project.reads, project.digests()], ensure_ascii=False).encode()


@pytest.mark.parametrize("folders", [False, True])
def test_a_folder_of_too_many_files_is_not_walked_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders: bool
) -> None:
    """Bug: `rcwkit check /` walked the whole disk."""
    monkeypatch.setattr(reading, "BELOW", 20)
    (tmp_path / "game.yaml").write_text("kind: game\n", encoding="utf-8")
    for number in range(18):
        (tmp_path / f"a{number}").mkdir() if folders else (tmp_path / f"a{number}").touch()
    assert len(Project(tmp_path).documents()) == 1
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").touch()
    with pytest.raises(InputError, match="more than 20 files and folders"):
        Project(tmp_path).documents()
