"""I6: paths that lead outside, or to something other than a file, are refused where they are named and never opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from faults_support import Watch, command, picture, refused
from rcwkit.source.claims import STAGED
from tests_support import TOY, write

SMALL = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "gauges.yaml")}
SECRET = "kind: rulings\nid: secret\nsource: secret\nrulings: {}\n"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "outside", {"secret.yaml": SECRET})
    return write(tmp_path / "toy", SMALL)


def looped(path: Path) -> None:
    path.symlink_to(path.name)


Make = Callable[[Path], object]


def steps(*parts: Make) -> Make:
    """Return a function that makes several things at the same path."""

    def make(path: Path) -> None:
        for part in parts:
            part(path)

    return make


def link(target: str, inside: str = "") -> Make:
    """Return a function that makes a link, at the path or at a name in it."""
    return lambda path: (path / inside).symlink_to(target)


def pipe(inside: str = "") -> Make:
    """Return a function that makes a pipe, at the path or at a name in it."""
    return lambda path: os.mkfifo(path / inside)


def text(content: str, inside: str = "") -> Make:
    """Return a function that writes a file, at the path or at a name in it."""
    return lambda path: (path / inside).write_text(content, encoding="utf-8")


def folder(inside: str = "") -> Make:
    """Return a function that makes a folder and its parents, at the path or at a name in it."""
    return lambda path: (path / inside).mkdir(parents=True)


DOCUMENTS: dict[str, tuple[Make, str]] = {
    "a link out": (link("../outside/secret.yaml"), "E101"),
    "an absolute link": (link("/etc/passwd"), "E101"),
    "a link over a link": (
        steps(lambda path: path.with_name("a").symlink_to("../outside"), link("a/secret.yaml")),
        "E101",
    ),
    "a link to itself": (looped, "E103"),
    "a link to nothing": (link("nothing.yaml"), "E103"),
    "a pipe": (pipe(), "E101"),
    "/dev/zero": (link("/dev/zero"), "E101"),
    "/dev/stdin": (link("/dev/stdin"), "E101"),
    "/proc/self/environ": (link("/proc/self/environ"), "E101"),
    "/proc/self/mem": (link("/proc/self/mem"), "E101"),
    "unreadable": (steps(text(SECRET), lambda path: path.chmod(0)), "E103"),
    "a huge file with a hole": (steps(text(""), lambda path: os.truncate(path, 2**40)), "E102"),
    "a name with an escape sequence": (lambda path: path.with_name("\x1b[2Jx.yaml").write_text("kind: x"), "E121"),
    "a name with a line break": (lambda path: path.with_name("a\nerror: b.yaml").write_text("kind: x"), "E121"),
    "a name that is not UTF-8": (
        lambda path: Path(os.fsdecode(os.fsencode(path.parent) + b"/\xff.yaml")).write_text("kind: x"),
        "E121",
    ),
}


@pytest.mark.row("I6")
@pytest.mark.parametrize("verb", ["check", "build"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_that_is_not_a_plain_file_inside_is_refused(toy: Path, tmp_path: Path, name: str, verb: str) -> None:
    if name == "unreadable" and os.geteuid() == 0:
        pytest.skip("root may read everything")
    make, code = DOCUMENTS[name]
    make(toy / "zz.yaml")
    with Watch.get()() as watch:
        result = (
            command("check", toy)
            if verb == "check"
            else command("build", toy, "--out", tmp_path / "out", "--jobs", "1")
        )
    refused(result, code)
    assert "zz.yaml:1:1" in result.stderr or code == "E121"
    assert all(line.isprintable() for line in result.stderr.splitlines())
    assert_inside(watch, tmp_path)
    assert not (tmp_path / "out").exists()


def assert_inside(watch: Watch, tmp_path: Path) -> None:
    strange = [
        path
        for path in watch.opened
        if path.startswith((str(tmp_path / "outside"), "/etc/passwd", "/dev/zero", "/dev/stdin", "/proc"))
    ]
    assert strange == []
    assert watch.network == []


OVERLAYS: dict[str, tuple[Make, str]] = {
    "nothing": (lambda path: None, "E100"),
    "a file": (text(SECRET), "E100"),
    "a pipe": (pipe(), "E100"),
    "/dev/zero": (link("/dev/zero"), "E100"),
    "a loop": (looped, "E100"),
    "empty": (folder(), "E100"),
    "a folder with a link out": (steps(folder(), link("/etc/passwd", "x.yaml")), "E101"),
    "a folder with a pipe": (steps(folder(), pipe("x.yaml")), "E101"),
}


@pytest.mark.row("I6")
@pytest.mark.parametrize("name", OVERLAYS)
def test_an_overlay_that_is_not_a_folder_of_documents_is_refused(toy: Path, tmp_path: Path, name: str) -> None:
    make, code = OVERLAYS[name]
    make(tmp_path / "mine")
    with Watch.get()() as watch:
        result = command("check", toy, "--overlay", tmp_path / "mine")
    refused(result, code)
    assert_inside(watch, tmp_path)


@pytest.mark.row("I6")
@pytest.mark.parametrize("target", ["../outside", "/etc", "/", ".."])
def test_a_local_folder_that_leads_out_is_refused(toy: Path, tmp_path: Path, target: str) -> None:
    """Bug: through `local/` as a link, any folder of the reader's overlaid a stranger's game."""
    (toy / "local").symlink_to(target)
    with Watch.get()() as watch:
        result = command("check", toy)
    refused(result, "E101")
    assert_inside(watch, tmp_path)


@pytest.mark.row("I6")
def test_a_folder_of_far_too_many_documents_is_refused(toy: Path) -> None:
    for number in range(2100):
        (toy / f"{number}.yaml").touch()
    refused(command("check", toy), "E100")


@pytest.mark.row("I6")
def test_folders_that_are_links_are_not_entered(toy: Path, tmp_path: Path) -> None:
    (toy / "more").symlink_to("../outside")
    (toy / "again").symlink_to(".")
    with Watch.get()() as watch:
        assert command("check", toy).exit_code == 0
    assert_inside(watch, tmp_path)


@pytest.mark.row("I6")
@pytest.mark.parametrize(
    "name",
    ["file:///etc/passwd", "C:\\windows", "//server/share", "/dev/zero", "/etc/passwd", "a\0b", "x" * 5000, ""],
    ids=lambda name: ascii(name[:20]),
)
def test_a_game_that_is_not_a_folder_is_refused(name: str) -> None:
    with Watch.get()() as watch:
        result = command("check", "--", name)
    refused(result, "E105")
    assert [path for path in watch.opened if path.startswith(("/etc", "/dev"))] == []


RECORDS: dict[str, Make] = {
    "/dev/zero": link("/dev/zero"),
    "a folder": folder(),
    "nothing": lambda path: None,
    "deep": text("[" * 100_000),
    "a huge number": text('{"game": ' + "9" * 5000 + "}"),
    "a strange game": text('{"game": "../../etc"}'),
    "a NUL": text('{"game": "a\\u0000b"}'),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "no rolls": text('{"game": "triumph_of_chaos", "procedure": "ukraine", "inputs": {}, "rolls": [1, null, {}]}'),
}


@pytest.mark.row("I6")
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    """Bugs: `verify` read a device without end, and deep JSON crashed."""
    RECORDS[name](tmp_path / "record.json")
    refused(command("verify", tmp_path / "record.json"))


OUTS: dict[str, Make] = {
    "a file": text("x"),
    "a pipe": pipe(),
    "/dev/null": link("/dev/null"),
    "/dev/full": link("/dev/full"),
    "a loop": looped,
    "a kit that is a file": steps(folder(), text("x", "toy")),
    "a kit that is a pipe": steps(folder(), pipe("toy")),
    "a kit that leads out": steps(folder(), link("../outside", "toy")),
    "a lock that is a pipe": steps(folder("toy"), pipe("toy/.lock")),
    "a lock that leads out": steps(folder("toy"), link("../../outside/made", "toy/.lock")),
    "a PDF that is a folder": folder("toy/gauges.pdf"),
    "a manifest that is a folder": folder("toy/manifest.json"),
    "a staged file that is a folder": folder(f"toy/{STAGED}gauges.pdf"),
}


@pytest.mark.row("I6")
@pytest.mark.parametrize("name", OUTS)
def test_an_output_folder_that_is_none_is_an_error_of_the_surroundings(toy: Path, tmp_path: Path, name: str) -> None:
    OUTS[name](tmp_path / "out")
    before = picture(tmp_path)
    result = command("build", toy, "--out", tmp_path / "out", "--jobs", "1")
    assert result.exit_code == 3, result.stderr
    assert "error: " in result.stderr
    assert picture(tmp_path) == before


MANIFESTS: dict[str, str] = {
    "a foreign file": '{"outputs": {"mine.txt": {"bytes": 4, "sha256": "00"}}}',
    "the folder itself": '{"outputs": {"..": {}, ".": {}, "": {}}}',
    "a file outside": '{"outputs": {"../../outside/secret.yaml": {}, "/etc/passwd": {}}}',
    "a NUL": '{"outputs": {"a\\u0000b": {}}}',
    "a folder": '{"outputs": {"kept": {}}}',
    "deep": "[" * 100_000,
    "a huge number": '{"outputs": ' + "9" * 5000 + "}",
    "no mapping": '{"outputs": {"mine.txt": 1}}',
    "bytes": "\udcff",
}


@pytest.mark.row("I6")
@pytest.mark.parametrize("name", MANIFESTS)
def test_a_hostile_manifest_makes_us_remove_nothing(toy: Path, tmp_path: Path, name: str) -> None:
    """Bugs: a manifest could have a player's own file, or the parent folder, removed; deep JSON crashed."""
    kit = tmp_path / "out" / "toy"
    (kit / "kept").mkdir(parents=True)
    (kit / "mine.txt").write_text("mine", encoding="utf-8")
    for text in (MANIFESTS[name], MANIFESTS[name].replace("{", '{"tool": "rcwkit 1.0", ', 1)):
        (kit / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
        result = command("build", toy, "--out", tmp_path / "out", "--jobs", "1")
        if '"outputs": {' in text and "rcwkit" in text:
            assert result.exit_code == 0, result.stderr
        else:
            refused(result, "E535")
    assert (kit / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert (kit / "kept").is_dir()
    assert (tmp_path / "outside" / "secret.yaml").exists()


@pytest.mark.row("I6")
@pytest.mark.parametrize("kind", ["pipe", "/dev/zero"])
def test_a_manifest_that_is_not_a_file_is_not_read(toy: Path, tmp_path: Path, kind: str) -> None:
    """Bug: a pipe as the manifest blocked the build forever."""
    kit = tmp_path / "out" / "toy"
    kit.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(kit / "manifest.json")
    else:
        (kit / "manifest.json").symlink_to(kind)
    before = picture(tmp_path / "out")
    refused(command("build", toy, "--out", tmp_path / "out", "--jobs", "1"), "E535")
    assert picture(tmp_path / "out") == before
