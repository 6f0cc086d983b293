"""O1-O7: however a build ends, each file in the output is whole, old or new; and every PDF is sound."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pikepdf
import pypdfium2
import pytest
from faults_support import FULL, LONGEST, ROOT, Cases, command, environment, gone, many, members, picture, spawn, start
from fontTools.ttLib import TTFont
from rcwkit.game.catalogue import games
from rcwkit.importing.begin import Genre
from rcwkit.source.claims import STAGED
from tests_support import TOY, write

SHEETS = "".join(
    f"  s{number}: {{title: Sheet, columns: 3, pages: 2, sections: [{{head: End, points: [Stop.]}}]}}\n"
    for number in range(4)
)
OLD = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "gauges.yaml", "rulings.yaml")}
OLD["aids.yaml"] = f"kind: aids\nid: aids\nsource: Toy rules\naids:\n{SHEETS}"
"""A toy that is built fast, but with enough texts for several processes."""
NEW = {
    **OLD,
    "game.yaml": TOY["game.yaml"].replace("title: Toy\n", "title: Toy the second\n"),
    "more.yaml": TOY["rulings.yaml"]
    .replace("id: rulings", "id: more")
    .replace("totals", "more")
    .replace("tow:", "other:"),
}


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with two games of one id, and a kit of each: `old`, `new`."""
    folder = tmp_path_factory.mktemp("kits")
    for name, files in (("old", OLD), ("new", NEW)):
        write(folder / name, files)
        assert command("build", folder / name, "--out", folder / f"out-{name}", "--jobs", "1").exit_code == 0
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a game that has every kind, and its kit, `out`."""
    folder = tmp_path_factory.mktemp("whole")
    write(folder / "toy", TOY)
    # As a process, since other tests in this one may have shown Pango other fonts.
    assert spawn("build", folder / "toy", "--out", folder / "out", "--jobs", "1", cwd=folder).exit_code == 0
    return folder


def older(kits: Path, folder: Path) -> Path:
    """Make an output folder with the old kit and a file of the player's own."""
    out = folder / "out"
    shutil.copytree(kits / "out-old", out)
    (out / "toy" / "mine.txt").write_text("mine", encoding="utf-8")
    return out


def assert_whole(kits: Path, out: Path) -> str:
    """Assert that each file is from the old or the new build and none is lost; return which: old, new, or mixed."""
    old, new, now = (picture(folder / "toy") for folder in (kits / "out-old", kits / "out-new", out))
    found = {name: digest for name, digest in now.items() if not name.startswith(STAGED)}
    assert found.pop("mine.txt") == hashlib.sha256(b"mine").hexdigest()
    assert set(found) >= set(old) & set(new), "a file is lost"
    for name, digest in found.items():
        assert digest in (old.get(name), new.get(name)), f"{name} is neither old nor new"
    return "old" if found == old else "new" if found == new else "mixed"


def assert_clean(out: Path) -> None:
    assert [path.name for path in (out / "toy").iterdir() if path.name.startswith(STAGED)] == []


def broken_off(
    kits: Path, tmp_path: Path, dice: random.Random, number: int, how: int, *, group: bool
) -> tuple[subprocess.Popen[str], Path, str]:
    """Build the new kit over the old one, and kill it at a random moment; every third time while publishing."""
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    out = older(kits, tmp_path)
    process = start("build", kits / "new", "--out", out, "--jobs", dice.choice((1, 2)), cwd=tmp_path)
    if number % 3 == 0:
        deadline = time.monotonic() + LONGEST
        while process.poll() is None and time.monotonic() < deadline and not any((out / "toy").glob(f"{STAGED}*")):
            time.sleep(0.0005)
        time.sleep(dice.random() * 0.03)
    else:
        time.sleep(dice.uniform(0.2, 1.0))
    with contextlib.suppress(ProcessLookupError):
        if group:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
    try:
        _, error = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise AssertionError("still running long after the signal") from None
    return process, out, error


@pytest.mark.row("O1")
@pytest.mark.parametrize("part", range(many(2, 1)))
def test_killed_at_any_moment(kits: Path, tmp_path: Path, cases: Cases, part: int) -> None:
    """Bug: workers of a killed build lived on."""
    dice = random.Random(f"O1/{part}")
    seen = set()
    for number in range(many(50, 3)):
        with cases(f"{part}/{number}", seconds=120):
            process, out, _ = broken_off(kits, tmp_path, dice, number, signal.SIGKILL, group=number % 2 == 0)
            seen.add(assert_whole(kits, out))
            assert gone(process.pid), f"left running: {members(process.pid)}"
            if number % 5 == 0:
                assert command("build", kits / "new", "--out", out, "--jobs", "1").exit_code == 0
                assert assert_whole(kits, out) == "new"
                assert_clean(out)
    assert not FULL or "old" in seen


@pytest.mark.row("O2")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["SIGINT", "SIGTERM"])
def test_interrupted_at_any_moment(kits: Path, tmp_path: Path, cases: Cases, how: int, code: int) -> None:
    """Bugs: SIGTERM left staged files behind; workers printed tracebacks on Ctrl-C."""
    dice = random.Random(f"O2/{how}")
    for number in range(many(25, 2)):
        with cases(f"{number}", seconds=120):
            process, out, error = broken_off(kits, tmp_path, dice, number, how, group=number % 2 == 0)
            # Before our own code runs, Python ends as the system tells it to.
            assert process.returncode in (0, code, -how), (process.returncode, error[-300:])
            assert process.returncode == -how or "Traceback" not in error, error[-400:]
            assert_whole(kits, out)
            assert_clean(out)
            assert gone(process.pid)


@pytest.mark.row("O3")
def test_a_disk_that_fills_up(kits: Path, tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("O3")
    sizes = sorted(path.stat().st_size for path in (kits / "out-new" / "toy").glob("*.pdf"))
    for number in range(many(20, 2)):
        limit = dice.choice(
            [0, 1, 4096, sizes[0] - 1, sizes[len(sizes) // 2], sizes[-1] - 1, sizes[-1] + 1, dice.randrange(sizes[-1])]
        )

        def limited(limit: int = limit) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        with cases(f"{number}: {limit} bytes"):
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
            out = older(kits, tmp_path)
            result = limited_build(kits, out, tmp_path, limited)
            assert result[0] in (0, 3), result
            assert (result[0] == 0) is (limit > sizes[-1]), result
            assert assert_whole(kits, out) == ("new" if result[0] == 0 else "old")
            assert "Traceback" not in result[1]
            assert result[0] == 0 or "error: " in result[1]
            assert_clean(out)


def limited_build(kits: Path, out: Path, cwd: Path, limited: Callable[[], None]) -> tuple[int, str]:
    process = start("build", kits / "new", "--out", out, "--jobs", "1", cwd=cwd, preexec_fn=limited)
    _, error = process.communicate(timeout=LONGEST)
    return process.returncode, error


@pytest.mark.row("O3")
@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system takes root")
@pytest.mark.parametrize("size", ["40k", "100k", "400k", "800k"] if FULL else ["100k"])
def test_a_small_file_system(kits: Path, tmp_path: Path, size: str) -> None:
    small = tmp_path / "small"
    small.mkdir()
    script = (
        f"mount -t tmpfs -o size={size} tmpfs {small} && exec {shutil.which('python3')} -c 'import sys; sys.exit(0)'"
    )
    if subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, check=False).returncode:
        pytest.skip("no mounts in this place")
    import sys

    build = f"{sys.executable} -m rcwkit build {kits / 'old'} --out {small}/out --jobs 1"
    run = f"{build}; echo $?; ls -A {small}/out/toy 2>/dev/null | grep staged"
    mounted = f"mount -t tmpfs -o size={size} tmpfs {small} && {{ {run}; }}"
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", mounted], capture_output=True, text=True, check=False, cwd=ROOT, env=environment()
    )
    lines = result.stdout.split()
    assert "Traceback" not in result.stderr
    assert "3" in lines or "0" in lines
    assert "staged" not in result.stdout
    assert "0" in lines or "No space left on device" in result.stderr


@pytest.mark.row("O3")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["list", "soviet_dawn"],
        ["check", "--json"],
        ["list", "soviet_dawn", "--json"],
        ["odds", "white_general", "sniper"],
    ],
    ids=" ".join,
)
def test_output_that_nobody_can_take(tmp_path: Path, arguments: list[str]) -> None:
    """Bugs: a full disk behind stdout was reported as an internal error, with a traceback; so was click's output."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        process = start(*arguments, cwd=tmp_path, stdout=full)
        _, error = process.communicate(timeout=LONGEST)
    assert process.returncode == 3, error
    assert "No space left on device" in error
    assert "Traceback" not in error and "Exception ignored" not in error
    process = start(*arguments, cwd=tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) in (0, 1, 3)
    assert "Traceback" not in error and "internal error" not in error and "Exception ignored" not in error


@pytest.mark.row("O4")
@pytest.mark.parametrize(
    "out", ["/proc/rcwkit", "/sys/rcwkit", "/dev/null/x", "/dev/fd/99/x", "/proc/self/mem", "/proc/1/root\0"]
)
def test_a_folder_that_cannot_be_written(kits: Path, out: str) -> None:
    if out.startswith("/sys/") and not os.path.ismount("/sys"):
        pytest.skip("/sys is an ordinary folder on this machine")
    if "\0" in out:
        pytest.skip("no system passes a NUL in an argument")
    result = command("build", kits / "new", "--out", out, "--jobs", "1")
    assert result.exit_code == 3, result.stderr
    assert f"error: cannot write {out}" in result.stderr or f"error: {out}" in result.stderr


@pytest.mark.row("O4")
@pytest.mark.parametrize("moment", range(3))
def test_a_folder_that_vanishes(kits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    out = older(kits, tmp_path)
    calls = iter(range(1000))
    real = os.fsync

    def vanish(handle: int) -> None:
        if next(calls) == moment * 2:
            shutil.rmtree(out)
        real(handle)

    monkeypatch.setattr(os, "fsync", vanish)
    result = command("build", kits / "new", "--out", out, "--jobs", "1")
    assert result.exit_code == 3
    assert f"error: cannot write {out}" in result.stderr


@pytest.mark.row("O4")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("mode", [0o000, 0o444, 0o555])
def test_a_folder_without_permission(kits: Path, tmp_path: Path, mode: int) -> None:
    out = older(kits, tmp_path)
    (out / "toy").chmod(mode)
    result = command("build", kits / "new", "--out", out, "--jobs", "1")
    (out / "toy").chmod(0o755)
    assert result.exit_code == 3
    assert assert_whole(kits, out) == "old"


@pytest.mark.row("O4")
@pytest.mark.parametrize("call", ["replace", "unlink", "mkdir", "fsync", "open"])
@pytest.mark.parametrize("number", range(6) if FULL else range(2))
def test_the_system_refuses_one_call(
    kits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    """Permission is denied at one step of publishing: each file is whole, and no staged one is left."""
    out = older(kits, tmp_path)
    calls = iter(range(1000))
    owner: object = os if call == "fsync" else Path
    real = getattr(owner, call)

    def deny(*args: object, **options: object) -> object:
        mine = call == "fsync" or str(args[0]).startswith(str(out))
        if mine and next(calls) == number * 2:
            raise PermissionError(13, "Permission denied")
        return real(*args, **options)

    monkeypatch.setattr(owner, call, deny)
    result = command("build", kits / "new", "--out", out, "--jobs", "1")
    monkeypatch.undo()
    assert result.exit_code in (0, 3)
    assert result.exit_code == 0 or "Permission denied" in result.stderr
    state = assert_whole(kits, out)
    assert state == "old" or call in ("replace", "unlink", "fsync") or result.exit_code == 0
    assert_clean(out)


@pytest.mark.row("O4")
def test_an_own_file_that_a_build_once_made_and_the_player_changed_is_kept(kits: Path, tmp_path: Path) -> None:
    """Bug: a PDF that the kit no longer has was removed even after its reader had written into it."""
    out = tmp_path / "out"
    shutil.copytree(kits / "out-new", out)
    (out / "toy" / "gauges.pdf").write_bytes(b"with my notes")
    less = {name: text for name, text in NEW.items() if name != "gauges.yaml"}
    assert command("build", write(tmp_path / "less", less), "--out", out, "--jobs", "1").exit_code == 0
    assert (out / "toy" / "gauges.pdf").read_bytes() == b"with my notes"


@pytest.mark.row("O5")
def test_builds_at_the_same_time(kits: Path, tmp_path: Path, cases: Cases) -> None:
    for number in range(many(10, 1)):
        with cases(number, seconds=200):
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
            out = older(kits, tmp_path)
            builds = [
                start("build", kits / ("old", "new")[n % 2], "--out", out, "--jobs", "1", cwd=tmp_path)
                for n in range(8 if FULL else 4)
            ]
            ends = [(process.communicate(timeout=LONGEST)[1], process.returncode) for process in builds]
            assert [code for _, code in ends] == [0] * len(builds), ends
            assert assert_whole(kits, out) in ("old", "new")
            assert_clean(out)
            manifest = json.loads((out / "toy" / "manifest.json").read_text(encoding="utf-8"))
            files = picture(out / "toy")
            assert all(files[name] == facts["sha256"] for name, facts in manifest["outputs"].items())


SURROUNDINGS: list[tuple[dict[str, str], list[str], int]] = [
    ({"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "1", "LC_ALL": "C"}, ["--jobs", "1"], 0o022),
    ({"TZ": "America/Lima", "PYTHONHASHSEED": "77", "LC_ALL": "C.UTF-8"}, ["--jobs", "3"], 0o077),
    ({"PYTHONHASHSEED": "0", "LC_ALL": "POSIX"}, ["--jobs", "2"], 0o000),
    ({"PYTHONHASHSEED": "4294967295", "LANG": "tr_TR.UTF-8"}, [], 0o027),
    ({"SOURCE_DATE_EPOCH": "0"}, ["--jobs", "1"], 0o022),
    ({"SOURCE_DATE_EPOCH": "2000000000"}, ["--jobs", "2"], 0o022),
    ({"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"}, ["--jobs", "1"], 0o022),
    ({"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, ["--jobs", "1"], 0o022),
    ({"COLUMNS": "20", "NO_COLOR": "1", "TERM": "dumb"}, ["--jobs", "1"], 0o022),
    ({"FONTCONFIG_FILE": "/nonexistent", "FONTCONFIG_PATH": "/nonexistent"}, ["--jobs", "1"], 0o022),
    ({"PYTHONOPTIMIZE": "2"}, ["--jobs", "1"], 0o022),
    ({"LC_NUMERIC": "de_DE.UTF-8", "TZ": ":nonsense"}, ["--jobs", "64"], 0o022),
]


@pytest.mark.row("O6")
@pytest.mark.parametrize("number", range(len(SURROUNDINGS)) if FULL else (1, 10))
def test_the_same_bytes_in_other_surroundings(whole: Path, tmp_path: Path, number: int) -> None:
    settings, arguments, umask = SURROUNDINGS[number]
    folder = tmp_path / f"f {number}é"
    write(folder / "toy", TOY)
    result = spawn("build", "toy", "--out", "out", *arguments, cwd=folder, env=environment(**settings), umask=umask)
    assert result.exit_code == 0, result.stderr
    expected = dict(picture(whole / "out" / "toy"))
    found = dict(picture(folder / "out" / "toy"))
    # The manifest and the data kept for the next build name inputs as the user named their folder.
    for pictures in (expected, found):
        del pictures["manifest.json"], pictures[".kept.json"]
    assert found == expected
    manifests = [
        json.loads((place / "toy" / "manifest.json").read_text(encoding="utf-8"))
        for place in (whole / "out", folder / "out")
    ]
    assert manifests[0]["outputs"] == manifests[1]["outputs"]
    assert sorted(manifests[0]["inputs"].values()) == sorted(manifests[1]["inputs"].values())


@pytest.mark.row("O6")
@pytest.mark.skipif(not FULL, reason="takes minutes: only under make faults")
@pytest.mark.parametrize("game", games())
def test_every_game_has_the_same_bytes_everywhere(tmp_path: Path, cases: Cases, game: str) -> None:
    first: dict[str, str] = {}
    for number, (settings, arguments, umask) in enumerate(SURROUNDINGS):
        with cases(f"{game} {number}", seconds=600):
            out = tmp_path / f"out{number}"
            result = spawn(
                "build",
                game,
                "--out",
                out,
                *arguments,
                cwd=tmp_path,
                env=environment(**settings),
                umask=umask,
                limit=500,
            )
            assert result.exit_code == 0, result.stderr
            first = first or dict(picture(out / game))
            assert picture(out / game) == first
            shutil.rmtree(out)


@pytest.mark.row("O7")
@pytest.mark.skipif(not FULL, reason="takes minutes: only under make faults")
@pytest.mark.parametrize("game", games())
def test_every_pdf_of_every_game_is_sound(tmp_path: Path, cases: Cases, game: str) -> None:
    assert_all_sound(cases, game, tmp_path / "a4", "--with", "all")
    assert_all_sound(cases, game, tmp_path / "letter", "--paper", "letter", "--backs", "gutterfold")


@pytest.mark.row("O7")
@pytest.mark.parametrize("genre", get_args(Genre) if FULL else get_args(Genre)[:1])
def test_every_pdf_of_a_new_game_is_sound(tmp_path: Path, cases: Cases, genre: str) -> None:
    game = tmp_path / "mine"
    assert command("new", game, "--like", genre).exit_code == 0
    editions = [["--with", "all"], ["--paper", "a3", "--ink", "low"], ["--paper", "letter", "--aids", "large"]]
    for number, edition in enumerate(editions if FULL else editions[:1]):
        assert_all_sound(cases, game, tmp_path / f"v{number}", *edition)


def assert_all_sound(cases: Cases, game: str | Path, out: Path, *edition: str) -> None:
    """Build an edition of a game; each of its PDFs is a case."""
    assert command("build", game, "--out", out, *edition).exit_code == 0
    for path in sorted(out.rglob("*.pdf")):
        with cases(f"{' '.join(edition)} {path.parent.name}/{path.name}"):
            assert_sound(path)


def objects(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Yield every dictionary and stream of a PDF, nested ones included."""
    waiting: list[pikepdf.Object] = list(pdf.objects)
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            yield thing
            values = thing.stream_dict if isinstance(thing, pikepdf.Stream) else thing
            inner: Iterable[Any] = values.as_dict().values()
        else:
            inner = thing if isinstance(thing, pikepdf.Array) else ()
        waiting += [value for value in inner if isinstance(value, pikepdf.Object) and not value.is_indirect]


FORBIDDEN = (
    "/JavaScript",
    "/Launch",
    "/URI",
    "/GoToR",
    "/SubmitForm",
    "/ImportData",
    "/Sound",
    "/Movie",
    "/Rendition",
    "/GoToE",
)


@cache
def bundled_fonts() -> set[str]:
    """Return how the names of the fonts that are shipped begin: PostScript's, and families as booklets write them."""
    names = [TTFont(path)["name"] for path in (ROOT / "fonts").glob("*.ttf")]
    return {str(name.getDebugName(6)) for name in names} | {
        str(name.getBestFamilyName()).replace(" ", "-") for name in names
    }


def assert_sound(path: Path) -> None:
    """Assert that a PDF passes qpdf, opens in PDFium, embeds its fonts, and has no actions or external references.

    What is typed into form fields is in a font of the program that shows them.
    """
    if shutil.which("qpdf"):
        checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert "WARNING" not in checked.stdout + checked.stderr
    document = pypdfium2.PdfDocument(path)
    assert len(document) > 0
    document.close()
    with pikepdf.open(path) as pdf:
        assert "/Names" not in pdf.Root or "/EmbeddedFiles" not in pdf.Root.Names
        assert "/OpenAction" not in pdf.Root and "/AA" not in pdf.Root
        fonts = 0
        for thing in objects(pdf):
            assert str(thing.get("/S", "")) not in FORBIDDEN
            assert "/JS" not in thing
            if str(thing.get("/Type", "")) == "/Font" and str(thing.get("/Subtype", "")) != "/Type0":
                fonts += 1
                if "/AcroForm" in pdf.Root and thing.BaseFont in ("/Helvetica", "/ZapfDingbats"):
                    continue
                assert any(name in thing.FontDescriptor for name in ("/FontFile", "/FontFile2", "/FontFile3")), (
                    thing.get("/BaseFont")
                )
                assert str(thing.BaseFont).partition("+")[2].startswith((*bundled_fonts(),)), thing.BaseFont
        assert fonts


@pytest.mark.row("O7")
def test_every_pdf_is_sound(whole: Path, tmp_path: Path, cases: Cases) -> None:
    for path in sorted(whole.glob("out/toy/*.pdf")):
        with cases(path.name):
            assert_sound(path)
    variants = [
        ["--paper", "letter"],
        ["--backs", "gutterfold"],
        ["--backs", "none"],
        ["--flip", "short"],
        ["--with", "all", "--aids", "large"],
        ["--paper", "tabloid", "--ink", "low"],
        ["--marks", "cutter"],
        ["--screen"],
    ]
    for number, variant in enumerate(variants if FULL else variants[:1]):
        assert_all_sound(cases, whole / "toy", tmp_path / f"v{number}", "--jobs", "1", *variant)
    sheet = tmp_path / "sheet.pdf"
    assert command("roll", whole / "toy", "reductions", "--sheet", sheet).exit_code == 0
    with cases("rolled sheet"):
        assert_sound(sheet)


@pytest.mark.row("O1")
def test_a_rolled_sheet_is_written_whole_or_not_at_all(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: `--sheet` overwrote the old sheet in place."""
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = command("roll", whole / "toy", "reductions", "--sheet", sheet)
    assert (result.exit_code, sheet.read_bytes()) == (3, b"old")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


@pytest.mark.row("O2")
def test_a_worker_that_the_system_ends(kits: Path, tmp_path: Path) -> None:
    """Bug: a worker killed for lack of memory was reported as an internal error."""
    for _ in range(3):  # on a busy machine, the worker may have done its part before it is ended
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        out = older(kits, tmp_path)
        process = start("build", kits / "new", "--out", out, "--jobs", 2, cwd=tmp_path)
        deadline = time.monotonic() + LONGEST
        while len(found := members(process.pid)) < 3 and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.01)
        for worker in [pid for pid in found if pid != process.pid][:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        _, error = process.communicate(timeout=LONGEST)
        if process.returncode:
            break
    assert process.returncode == 3, error
    assert "--jobs 1" in error
    assert assert_whole(kits, out) == "old"
    assert gone(process.pid)
