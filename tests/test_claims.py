"""Files in no manifest of ours are never replaced or removed, and an interrupted build leaves known files only."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from faults_support import command
from faults_support import refused as refused_whole
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.frame import Sheet
from rcwkit.kit.publish import publish, withdraw
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.source.claims import MANIFEST, STAGED, read_manifest
from rcwkit.type.fonts import FontBook
from tests_support import TOY, write

FILES = {"a.pdf": b"1", "b.pdf": b"2"}
KEPT = {".kept.json": b"kept"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(folder: Path, files: dict[str, bytes], code: str = "E535") -> str:
    """Assert that publishing is refused with one error and changes nothing; return its message."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InputError) as error:
        publish(folder, files, {}, lambda _: KEPT)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    (found,) = error.value.diagnostics
    assert (found.code, str(found.span)) == (code, str(folder))
    return found.message


@pytest.mark.parametrize("name", ["a.pdf", ".kept.json", MANIFEST])
@pytest.mark.parametrize("data", [b"mine", b"{}", b'{"outputs": {"a.pdf": {}}}', b"\xff", b""])
def test_a_foreign_file_is_in_the_way(tmp_path: Path, name: str, data: bytes) -> None:
    """Bug: files that no build had made were overwritten."""
    (tmp_path / name).write_bytes(data)
    assert refused(tmp_path, FILES).endswith(f"did not make them: {name}")


def test_all_of_them_are_named(tmp_path: Path) -> None:
    for name in ("b.pdf", MANIFEST, "c.pdf"):
        (tmp_path / name).write_bytes(b"mine")
    assert refused(tmp_path, FILES).endswith(f"did not make them: b.pdf, {MANIFEST}")


def test_a_foreign_file_beside_our_own(tmp_path: Path) -> None:
    publish(tmp_path, FILES, {})
    (tmp_path / "c.pdf").write_bytes(b"mine")
    assert refused(tmp_path, {**FILES, "c.pdf": b"3"}).endswith(": c.pdf")
    publish(tmp_path, FILES, {})
    assert (tmp_path / "c.pdf").read_bytes() == b"mine"


def test_a_link_is_foreign_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "a.pdf").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError):
        publish(tmp_path / "kit", FILES, {})
    assert (tmp_path / "kit" / "a.pdf").is_symlink()


def test_a_kit_file_with_foreign_contents_is_replaced_but_not_removed(tmp_path: Path) -> None:
    publish(tmp_path, FILES, {})
    (tmp_path / "a.pdf").write_bytes(b"marked up")
    (tmp_path / "b.pdf").write_bytes(b"marked up")
    publish(tmp_path, {"a.pdf": b"1"}, {})
    assert contents(tmp_path)["a.pdf"] == b"1"
    assert contents(tmp_path)["b.pdf"] == b"marked up"


def test_a_form_that_was_filled_in_is_not_replaced(tmp_path: Path) -> None:
    screen = {"options": {"screen": True}}
    publish(tmp_path, FILES, screen)
    (tmp_path / "a.pdf").write_bytes(b"/AcroForm filled in")
    assert refused(tmp_path, {**FILES, "a.pdf": b"3"}, "E536").endswith(": a.pdf")
    publish(tmp_path, {"b.pdf": b"4"}, screen)
    assert contents(tmp_path)["a.pdf"] == b"/AcroForm filled in"


def saved(form: bool) -> bytes:
    """Return a PDF as another program would save it: packed, with or without a field."""
    stream, pdf = io.BytesIO(), pikepdf.new()
    pdf.add_blank_page()
    if form:
        field = pdf.make_indirect(
            pikepdf.Dictionary(FT=pikepdf.Name.Tx, T=pikepdf.String("name"), V=pikepdf.String("x"))
        )
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]))
    pdf.save(stream, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return stream.getvalue()


def test_only_a_file_with_fields_counts_as_filled_in(tmp_path: Path) -> None:
    """A deck of the same kit that was cut short blocked every later build."""
    screen = {"options": {"screen": True}}
    publish(tmp_path, FILES, screen)
    assert b"/AcroForm" not in saved(form=True), "its fields are packed"
    (tmp_path / "a.pdf").write_bytes(saved(form=True))
    assert refused(tmp_path, {**FILES, "a.pdf": b"3"}, "E536").endswith(": a.pdf")
    for lost in (saved(form=False), b"%PDF-1.7 cut sho", b""):
        (tmp_path / "a.pdf").write_bytes(lost)
        publish(tmp_path, {**FILES, "a.pdf": b"3"}, screen)
        assert contents(tmp_path)["a.pdf"] == b"3"


def test_a_kit_does_not_replace_that_of_another_game(tmp_path: Path) -> None:
    """The German kit of `g0` has the same folder as a game `g0-de`."""
    publish(tmp_path, FILES, {"game": "g0"})
    before = contents(tmp_path)
    with pytest.raises(InputError) as error:
        publish(tmp_path, FILES, {"game": "g0-de"})
    assert [found.code for found in error.value.diagnostics] == ["E535"]
    assert "the kit of another game, 'g0'" in error.value.diagnostics[0].message
    assert contents(tmp_path) == before
    publish(tmp_path, {"a.pdf": b"3"}, {"game": "g0"})
    assert contents(tmp_path)["a.pdf"] == b"3"


@pytest.mark.parametrize(
    "lost", [lambda path: path.unlink(), lambda path: path.write_bytes(b"torn")], ids=["gone", "torn"]
)
def test_without_the_manifest_the_record_identifies_our_files(tmp_path: Path, lost: Callable[[Path], object]) -> None:
    publish(tmp_path, FILES, {}, lambda _: KEPT)
    known = {name: facts["sha256"] for name, facts in read_manifest(tmp_path)["outputs"].items()}
    lost(tmp_path / MANIFEST)
    publish(tmp_path, {"a.pdf": b"3", "c.pdf": b"4"}, {}, lambda _: KEPT, known)
    assert set(contents(tmp_path)) == {"a.pdf", "c.pdf", MANIFEST, ".kept.json"}


def test_a_kit_without_a_manifest_is_accepted_if_it_would_be_the_same(tmp_path: Path) -> None:
    publish(tmp_path, FILES, {})
    (tmp_path / MANIFEST).unlink()
    publish(tmp_path, FILES, {})
    assert set(contents(tmp_path)) == {*FILES, MANIFEST}


def test_what_others_staged_is_left_alone(tmp_path: Path) -> None:
    """Bug: every file whose name began with `.staged-` was deleted."""
    (tmp_path / ".staged-mine").write_bytes(b"mine")
    publish(tmp_path, FILES, {})
    publish(tmp_path, {"a.pdf": b"3"}, {})
    assert contents(tmp_path)[".staged-mine"] == b"mine"


def test_contents_may_be_in_a_file(tmp_path: Path) -> None:
    large, kit = tmp_path / "large", tmp_path / "kit"
    large.write_bytes(b"1")
    publish(kit, {**FILES, "a.pdf": large}, {})
    facts = read_manifest(kit)["outputs"]
    assert contents(kit) == {**FILES, MANIFEST: (kit / MANIFEST).read_bytes()}
    publish(kit, FILES, {})
    assert facts == read_manifest(kit)["outputs"]
    before = (kit / "a.pdf").stat().st_ino
    publish(kit, {**FILES, "a.pdf": large}, {})
    assert (kit / "a.pdf").stat().st_ino == before, "a file that holds the contents already is left alone"
    large.write_bytes(b"3")
    publish(kit, {**FILES, "a.pdf": large}, {})
    assert contents(kit)["a.pdf"] == b"3"


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, error: BaseException) -> None:
    """Make renaming fail with this error once so many files are in place."""
    real, count = Path.replace, [0]

    def replace(self: Path, target: Path) -> Path:
        if count[0] == after:
            raise error
        count[0] += 1
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)


@pytest.mark.parametrize("after", range(4))
def test_a_first_publishing_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    interrupted(monkeypatch, after, PermissionError(13, "Permission denied"))
    with pytest.raises(Surroundings):
        publish(tmp_path, {**FILES, "c.pdf": b"3"}, {})
    assert contents(tmp_path) == {}


class Killed(BaseException):
    """Stands for a signal that leaves no time for cleaning up."""


@pytest.mark.parametrize("after", range(4))
@pytest.mark.parametrize("before", [{}, {"a.pdf": b"0", "z.pdf": b"9"}], ids=["first", "second"])
def test_after_a_kill_the_next_build_recognizes_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, before: dict[str, bytes]
) -> None:
    if before:
        publish(tmp_path, before, {})
    with monkeypatch.context() as patch:
        interrupted(patch, after, Killed())
        patch.setattr("rcwkit.kit.publish._clean_up", lambda *_: None)
        with pytest.raises(Killed):
            publish(tmp_path, {**FILES, "c.pdf": b"3"}, {})
    assert any(path.name.startswith(STAGED) for path in tmp_path.iterdir())
    publish(tmp_path, {"a.pdf": b"5"}, {})
    assert set(contents(tmp_path)) == {"a.pdf", MANIFEST}


def test_withdrawing_a_kit_leaves_only_foreign_files(tmp_path: Path) -> None:
    folder = tmp_path / "changes"
    publish(folder, FILES, {})
    withdraw(folder)
    assert not folder.exists()
    publish(folder, FILES, {})
    (folder / "a.pdf").write_bytes(b"marked up")
    withdraw(folder)
    assert contents(folder) == {"a.pdf": b"marked up"}
    for name, text in ((MANIFEST, json.dumps({"outputs": {}})), (MANIFEST, "mine")):
        (folder / name).write_text(text)
        withdraw(folder)
        assert contents(folder)[name].decode() == text


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("proof", "sheet.pdf", "--dpi", "20", "--out", "out"), "out/sheet-tritan-1.png"),
        (("schema", "--out", "out"), "out/tracks.json"),
        (("export", "vassal", "toy", "--no-charts", "--out", "out"), "out/toy/vassal/toy.vmod"),
        (("export", "decks", "toy", "--dpi", "36", "--out", "out"), "out/toy/decks/LICENCE.txt"),
        (("pictures", "toy", "--dpi", "36", "--out", "out", "--jobs", "1"), "out/toy/pieces/index.json"),
    ],
    ids=["proof", "schema", "vassal", "decks", "pictures"],
)
def test_every_command_that_writes_several_files_keeps_foreign_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], name: str
) -> None:
    write(tmp_path / "toy", TOY)
    (tmp_path / "sheet.pdf").write_bytes(draw([Sheet(72, 36, (), "one")], Imprint("a", "b", "c"), FontBook()))
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(parents=True)
    Path(name).write_bytes(b"mine")
    refused_whole(command(*words), "E535")
    assert [path.name for path in Path("out").rglob("*") if path.is_file()] == [Path(name).name]
    assert Path(name).read_bytes() == b"mine"
    Path(name).unlink()
    for _ in range(2):
        result = command(*words)
        assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(
    ("words", "name"),
    [(["companion", "toy"], "build/toy-companion.html"), (["calibrate"], "build/calibration.pdf")],
    ids=["companion", "calibrate"],
)
def test_a_single_file_is_replaced_only_where_it_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], name: str
) -> None:
    toy = write(tmp_path / "toy", TOY)
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir()
    Path(name).write_bytes(b"mine")
    refused_whole(command(*words), "E535")
    assert Path(name).read_bytes() == b"mine"
    Path(name).unlink()
    assert command(*words).exit_code == 0
    before = Path(name).read_bytes()
    (toy / "game.yaml").write_text(TOY["game.yaml"].replace("Nobody's", "Anybody’s"), encoding="utf-8")
    other = ["--paper", "letter"] if words == ["calibrate"] else []
    assert command(*words, *other).exit_code == 0
    assert Path(name).read_bytes() != before


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["companion", "toy", "--out", "phone"], "phone.html"),
        (["calibrate", "--out", "lines"], "lines.pdf"),
        (["calibrate", "--out", "lines.v2"], "lines.v2"),
        (["calibrate", "--out", ""], "calibration.pdf"),
    ],
    ids=["companion", "calibrate", "named whole", "named nowhere"],
)
def test_a_file_named_without_an_ending_gets_that_of_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], name: str
) -> None:
    write(tmp_path / "toy", TOY)
    monkeypatch.chdir(tmp_path)
    result = command(*words)
    assert result.exit_code == 0, result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"toy", name}


@pytest.mark.parametrize("host", ["a" * 70, "a..b", "\udcff"])
def test_a_host_that_no_network_can_look_up_is_named(host: str) -> None:
    result = command("preview", "soviet_dawn", "--no-open", "--host", host)
    assert result.exit_code == 2
    assert f"{host!r} is not the name or address of a machine" in result.stderr
