"""A booklet's attached files, its text and pictures: read through the one reader, refused where they are named."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from rcwkit.diagnostics import Diagnostic, InputError, Severity
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet.kind import LONGEST, Booklet
from rcwkit.kit.build import opened
from rcwkit.kit.checks import check
from rcwkit.kit.kept import unchanged
from rcwkit.kit.options import Options
from rcwkit.source.project import LIMIT, Project
from tests_support import TOY, pointed, write

BOOKLET = "kind: booklet\nid: notes\ntitle: Notes\nsource: S\ntext: {file: notes.md}\n"
SMALL = {"game.yaml": TOY["game.yaml"], "booklet.yaml": BOOKLET}


def picture(form: str = "PNG", size: tuple[int, int] = (8, 4)) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", size, "#B3201F").save(target, form)
    return target.getvalue()


def loaded(folder: Path, text: str, **files: str) -> tuple[Game, Project]:
    project = Project(write(folder, {**SMALL, "notes.md": text, **files}), shown="toy")
    return load(project), project


def refused(project: Project) -> list[tuple[str, str]]:
    """Return the code and the text pointed at of every error in a game."""
    with pytest.raises(InputError) as error:
        opened(project)
    errors = (one for one in error.value.diagnostics if one.severity is Severity.ERROR)
    return [(one.code, pointed(project, one.span)) for one in errors]


def test_the_text_and_its_pictures_are_read_and_logged(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a map.png").write_bytes(picture())
    game, project = loaded(tmp_path, "# Notes\n\n![A](<pictures/a map.png>)\n")
    attached = game[Booklet]["notes"].document.attached
    assert attached is not None
    assert [one.data for one in attached.pictures] == [picture()]
    assert attached.prose.headings[0].text == "Notes"
    assert set(project.reads) == {"toy/game.yaml", "toy/booklet.yaml", "toy/notes.md", "toy/pictures/a map.png"}
    before = project.digests()["booklet"]
    (tmp_path / "pictures" / "a map.png").write_bytes(picture(size=(9, 9)))
    load(project)
    assert project.digests()["booklet"] != before


@pytest.mark.parametrize("style", ["|", "|-", "|2"])
def test_lines_of_a_block_in_yaml_have_their_own_places(tmp_path: Path, style: str) -> None:
    text = BOOKLET.replace("{file: notes.md}", f"{style}\n\n  # A\n\n  b <i>")
    project = Project(write(tmp_path, {**SMALL, "booklet.yaml": text}), shown="toy")
    assert refused(project) == [("E130", "booklet.yaml:9 <i>")]


@pytest.mark.parametrize("text", ["'a <i>'", ">\n  a <i>", '"a\\n<i>"'])
def test_other_texts_in_yaml_are_pointed_at_as_a_whole(tmp_path: Path, text: str) -> None:
    project = Project(
        write(tmp_path, {**SMALL, "booklet.yaml": BOOKLET.replace("{file: notes.md}", text)}), shown="toy"
    )
    ((code, place),) = refused(project)
    assert (code, place.startswith(f"booklet.yaml:5 {text[0]}")) == ("E130", True)


@pytest.mark.parametrize("name", ["../notes.md", "/etc/passwd", "a/../../x.md", "C:\\x.md", "file:///etc/passwd"])
def test_a_text_from_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    project = Project(write(tmp_path, {**SMALL, "booklet.yaml": BOOKLET.replace("notes.md", f"'{name}'")}), shown="toy")
    assert refused(project) == [("E101", f"booklet.yaml:5 '{name}'")]


def test_a_text_behind_a_link_or_in_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    project = Project(write(tmp_path / "toy", SMALL), shown="toy")
    (tmp_path / "toy" / "notes.md").symlink_to(tmp_path / "secret.md")
    assert refused(project) == [("E101", "booklet.yaml:5 notes.md")]
    (tmp_path / "toy" / "notes.md").unlink()
    (tmp_path / "toy" / "notes.md").mkdir()
    assert refused(project) == [("E101", "booklet.yaml:5 notes.md")]


TEXTS = {
    "not UTF-8": (b"# A\n\nZ\xfcrich\n", "E104", "notes.md"),
    "a control character": (b"# A\n\nb\x1b[2J\n", "E119", "notes.md"),
    "writing turned round": ("# A\n\n\u202eb\n".encode(), "E119", "notes.md"),
    "too many characters": (b"a" * (LONGEST + 1), "E102", "booklet.yaml"),
    "too many bytes": (b"a" * (LIMIT + 1), "E102", "booklet.yaml"),
    "nothing": (b"", "E130", "notes.md"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    data, code, place = TEXTS[name]
    write(tmp_path, SMALL)
    (tmp_path / "notes.md").write_bytes(data)
    with pytest.raises(InputError) as error:
        load(Project(tmp_path, shown="toy"))
    (found,) = error.value.diagnostics
    assert (found.code, found.span.file) == (code, f"toy/{place}")


PICTURES = {
    "another kind": (picture("GIF"), "E132"),
    "an SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "E132"),
    "broken": (picture(size=(99, 99))[:-40], "E132"),
    "text": (b"no picture", "E132"),
    "empty": (b"", "E132"),
    "too large": (b"\0" * (LIMIT + 1), "E102"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_cannot_be_printed_is_refused(tmp_path: Path, name: str) -> None:
    data, code = PICTURES[name]
    (tmp_path / "a.png").write_bytes(data)
    project = Project(write(tmp_path, {**SMALL, "notes.md": "b\n\n![A](a.png)\n"}), shown="toy")
    assert refused(project) == [(code, "notes.md:3 a.png")]


DRAWINGS = {
    "no XML": ("<svg", "E269"),
    "another thing": ("<html/>", "E269"),
    "entities that grow": (
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        '<svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
        "E269",
    ),
    "too large": (f'<svg xmlns="http://www.w3.org/2000/svg">{" " * LIMIT}</svg>', "E102"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_that_cannot_be_printed_is_refused(tmp_path: Path, name: str) -> None:
    text, code = DRAWINGS[name]
    (tmp_path / "a.svg").write_text(text)
    project = Project(write(tmp_path, {**SMALL, "notes.md": "b\n\n![A](a.svg)\n"}), shown="toy")
    with pytest.raises(InputError) as error:
        opened(project)
    assert [one.code for one in error.value.diagnostics if one.severity is Severity.ERROR] == [code]


def test_a_file_has_signs_by_their_characters_and_lines_keep_their_places(tmp_path: Path) -> None:
    """Bug: `characters:` had no effect in a Markdown file, whose emoji were errors."""
    files = {"game.yaml": TOY["game.yaml"] + 'characters: {"\U0001f4a1": sun}\n'}
    game, _ = loaded(tmp_path, "# A \U0001f4a1\n\nb \U0001f4a1\U0001f4a1 c :sun:\n", **files)
    attached = game[Booklet]["notes"].document.attached
    assert attached is not None and [one.name for one in attached.prose.signs] == ["sun"] * 4
    assert [one for one in check(game) if one.code == "E320"] == []
    project = Project(write(tmp_path, {**SMALL, **files, "notes.md": "a\n\n\U0001f4a1 <i>\n"}), shown="toy")
    assert [code for code, _ in refused(project)] == ["E130"]
    with pytest.raises(InputError) as error:
        load(project)
    assert [str(one.span) for one in error.value.diagnostics] == ["toy/notes.md:3:1"]


def test_all_errors_are_reported_together(tmp_path: Path) -> None:
    project = Project(write(tmp_path, {**SMALL, "notes.md": "<b>\n\n![A](../a.png) ![B](//b.c/d.png)\n"}), shown="toy")
    assert refused(project) == [
        ("E130", "notes.md:1 <b>"),
        ("E101", "notes.md:3 ../a.png"),
        ("E132", "notes.md:3 //b.c/d.png"),
    ]


def test_an_overlay_brings_files_of_its_own(tmp_path: Path) -> None:
    base = write(tmp_path / "toy", {**SMALL, "notes.md": "Base.\n"})
    over = write(
        tmp_path / "ours", {"b.yaml": "kind: booklet\nid: notes\ntext: {file: notes.md}\n", "notes.md": "Ours.\n"}
    )
    game = load(Project(base, shown="toy", overlays=(Project(over, shown="ours"),)))
    attached = game[Booklet]["notes"].document.attached
    assert attached is not None
    assert (attached.prose.text, attached.prose.origin.file) == ("Ours.\n", "ours/notes.md")


def test_a_kit_is_not_taken_for_unchanged_when_a_text_or_picture_is(tmp_path: Path) -> None:
    from rcwkit.kit.kept import kits

    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "a.png").write_bytes(picture())
    write(tmp_path / "toy", {**SMALL, "notes.md": "![A](a.png)\n"})
    project = Project(tmp_path / "toy", shown="toy")
    wanted = {"": Options()}
    reports, found = kits([project], tmp_path / "out", wanted, lambda *_: None)
    assert [one for one in found if one.code[0] == "E"] == list[Diagnostic]()
    assert unchanged(Project(tmp_path / "toy", shown="toy"), tmp_path / "out", wanted) == reports
    for name, data in {"notes.md": b"![B](a.png)\n", "a.png": picture(size=(9, 9))}.items():
        before = (tmp_path / "toy" / name).read_bytes()
        (tmp_path / "toy" / name).write_bytes(data)
        assert unchanged(Project(tmp_path / "toy", shown="toy"), tmp_path / "out", wanted) is None
        (tmp_path / "toy" / name).write_bytes(before)
    assert unchanged(Project(tmp_path / "toy", shown="toy"), tmp_path / "out", wanted) is not None
