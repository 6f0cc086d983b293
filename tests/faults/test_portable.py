"""Other machines: without Pango everything but booklets is made; without Linux's extras, the rest works."""

from __future__ import annotations

import ast
import json
import signal
import sys
import types
from pathlib import Path

import pytest
from faults_support import ROOT, command, environment, picture, spawn
from rcwkit import workers
from rcwkit.diagnostics import Surroundings
from rcwkit.kinds.booklet.draw import advice
from rcwkit.kit import publish
from tests_support import TOY, write

LACKING = """raise OSError(
    "cannot load library 'libgobject-2.0-0': no such file.  "
    "Additionally, ctypes.util.find_library() did not manage it"
)
"""


@pytest.fixture
def lacking(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which WeasyPrint finds no Pango and raises its own error."""
    path = write(tmp_path / "lacking", {"weasyprint/__init__.py": LACKING})
    return environment(PYTHONPATH=f"{path}:{ROOT / 'generator'}")


def test_without_pango_the_check_of_booklets_is_refused(tmp_path: Path, lacking: dict[str, str]) -> None:
    write(tmp_path / "toy", TOY)
    assert spawn("check", "toy", cwd=tmp_path, env=lacking).exit_code == 0
    result = spawn("check", "toy", "--layout", cwd=tmp_path, env=lacking)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "cannot load library 'libgobject-2.0-0'" in result.stderr


@pytest.fixture(scope="module")
def whole_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the toy's kit on this machine, which has Pango."""
    folder = tmp_path_factory.mktemp("whole")
    write(folder / "toy", TOY)
    assert spawn("build", "toy", "--out", "whole", cwd=folder).exit_code == 0
    return folder / "whole" / "toy"


@pytest.mark.parametrize("jobs", [1, 2])
def test_without_pango_everything_is_made_but_booklets(
    tmp_path: Path, lacking: dict[str, str], whole_kit: Path, jobs: int
) -> None:
    write(tmp_path / "toy", TOY)
    result = spawn("build", "toy", "--out", "out", "--jobs", jobs, cwd=tmp_path, env=lacking)
    assert result.exit_code == 3, result.stderr
    made, whole = ({path.name for path in folder.glob("*.pdf")} for folder in (tmp_path / "out" / "toy", whole_kit))
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("error: toy: not made: ")]
    unmade = set(line.removeprefix("error: toy: not made: ").split(", "))
    assert unmade == whole - made
    assert unmade and all(name.startswith("booklet-") for name in unmade)
    for name in made - {"0-print-guide.pdf"}:  # the guide lists the files that were made
        assert (tmp_path / "out" / "toy" / name).read_bytes() == (whole_kit / name).read_bytes()
    assert "cannot load library 'libgobject-2.0-0': no such file" in result.stderr
    assert f"; to install them: {advice()}\n" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_kit_without_booklets_needs_no_pango(tmp_path: Path, lacking: dict[str, str]) -> None:
    write(tmp_path / "toy", {name: text for name, text in TOY.items() if not text.startswith("kind: booklet")})
    result = spawn("build", "toy", "--with", "all", "--out", "out", "--jobs", 1, cwd=tmp_path, env=lacking)
    assert result.exit_code == 0, result.stderr
    made = {path.name for path in (tmp_path / "out" / "toy").glob("*.pdf")}
    assert {
        "0-print-guide.pdf",
        "all-charts.pdf",
        "folder-turn.pdf",
        "rulings.pdf",
        "odds.pdf",
        "setup-campaign.pdf",
    } <= made


def test_without_pango_everything_else_works(tmp_path: Path, lacking: dict[str, str]) -> None:
    write(tmp_path / "toy", TOY)
    rolls, odds = ["roll", "toy", "reductions", "--sheet", "sheet.pdf"], ["odds", "toy", "turn9", "--set", "lead=red"]
    for arguments in (["check", "toy"], rolls, odds, ["list", "toy"]):
        result = spawn(*arguments, cwd=tmp_path, env=lacking)
        assert result.exit_code == 0, result.stderr
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    result = spawn("build", "toy", "--out", "out", "--json", cwd=tmp_path, env=lacking)
    (kit,) = json.loads(result.stdout)["kits"]
    assert "Pango" in kit["missing"]
    assert all(name.startswith("booklet-") for name in kit["unmade"])


@pytest.mark.parametrize(
    ("system", "here", "words"),
    [
        ("linux", "apt-get", "sudo apt-get install libpango-1.0-0"),
        ("linux", "dnf", "sudo dnf install pango"),
        ("linux", "pacman", "sudo pacman -S pango"),
        ("linux", "apk", "sudo apk add pango"),
        ("linux", "", "install Pango 1.44 or newer"),
        ("darwin", "brew", "brew install pango"),
        ("darwin", "", "brew install pango"),
        (
            "win32",
            "",
            "pacman -S mingw-w64-x86_64-pango; then, before building: "
            r"set WEASYPRINT_DLL_DIRECTORIES=C:\msys64\mingw64\bin",
        ),
    ],
)
def test_the_way_to_get_pango_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, system: str, here: str, words: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda program: program if program == here else None)
    assert words in advice(system)


def test_without_fcntl_the_lock_is_that_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: set[int] = set()

    def locking(handle: int, mode: int, count: int) -> None:
        if held:
            raise OSError(36, "Resource deadlock avoided")
        held.add(handle)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(publish, "_PATIENCE", 0.2)
    publish.publish(tmp_path / "kit", {"a.pdf": b"a"}, {})
    assert held
    with pytest.raises(Surroundings, match=r"another build holds .*kit/\.lock; wait for it, or stop it"):
        publish.publish(tmp_path / "kit", {"a.pdf": b"b"}, {})
    assert (tmp_path / "kit" / "a.pdf").read_bytes() == b"a"


@pytest.mark.row("O4")
def test_a_lock_held_by_another_build_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "toy", TOY)
    (tmp_path / "out" / "toy").mkdir(parents=True)
    monkeypatch.setattr(publish, "_PATIENCE", 0.2)
    with publish._locked(tmp_path / "out" / "toy"):
        before = picture(tmp_path)
        result = command("build", tmp_path / "toy", "--out", tmp_path / "out", "--jobs", "1")
        assert picture(tmp_path) == before
    assert result.exit_code == 3
    assert f"error: another build holds {tmp_path / 'out' / 'toy' / '.lock'}; wait for it, or stop it" in result.stderr


def test_without_resource_memory_is_unbounded_and_all_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    workers.bound_memory()


def test_time_is_bounded_on_systems_with_few_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_OVER", signal.SIGFPE)
    with pytest.raises(workers.OverTime), workers.timed(0.1):
        while True:
            pass
    assert signal.getsignal(signal.SIGFPE) is signal.SIG_DFL


ELSEWHERE = """
import multiprocessing, os, signal, subprocess, sys
sys.modules.update(fcntl=None, resource=None, pwd=None, grp=None, termios=None)
sys.modules["msvcrt"] = type(sys)("msvcrt")
sys.modules["msvcrt"].locking, sys.modules["msvcrt"].LK_NBLCK = lambda handle, mode, count: None, 2
for module, names in (
    (os, "fork setpgrp getpgid setsid getuid geteuid getpgrp mkfifo O_NOFOLLOW O_DIRECTORY nice"),
    (signal, "pthread_sigmask SIGVTALRM SIGALRM SIGHUP SIGPIPE SIGUSR1 setitimer"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
multiprocessing.set_start_method("spawn", force=True)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_kit_is_the_same_where_the_system_has_none_of_these(tmp_path: Path, whole_kit: Path, jobs: int) -> None:
    write(tmp_path / "toy", TOY)
    lean = write(tmp_path / "lean", {"sitecustomize.py": ELSEWHERE})
    elsewhere = environment(PYTHONPATH=f"{lean}:{ROOT / 'generator'}")
    result = spawn("build", "toy", "--out", "out", "--jobs", jobs, cwd=tmp_path, env=elsewhere)
    assert result.exit_code == 0, result.stderr
    made = {path.name: path.read_bytes() for path in (tmp_path / "out" / "toy").glob("*.pdf")}
    assert made == {path.name: path.read_bytes() for path in whole_kit.glob("*.pdf")}
    others = ["check", "toy", "--layout"], ["roll", "toy", "reductions"], ["export", "vassal", "toy"]
    for arguments in others if jobs == 1 else ():  # none of them starts workers as a build does
        result = spawn(*arguments, cwd=tmp_path, env=elsewhere)
        assert result.exit_code == 0, result.stderr


ONE_SYSTEM = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "posix", "msvcrt", "winreg", "_winapi"}
CALLS = {
    "fork",
    "forkpty",
    "mkfifo",
    "mknod",
    "geteuid",
    "getuid",
    "setsid",
    "killpg",
    "wait4",
    "waitpid",
    "chroot",
    "sched_getaffinity",
    "uname",
}
CALLS |= {"alarm", "setitimer", "pause", "SIGALRM", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGPIPE", "SIGXCPU", "getpgid"}


def test_platform_specific_calls_have_an_alternative() -> None:
    found: dict[str, set[str]] = {}
    for path in (ROOT / "generator" / "rcwkit").rglob("*.py"):
        name = path.relative_to(ROOT / "generator" / "rcwkit").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in ("os", "signal")
                and node.attr in CALLS
            ):
                names.add(node.attr)
            if isinstance(node, ast.Constant) and str(node.value).startswith(
                ("/proc/", "/dev/", "/tmp", "/etc/", "/usr/")
            ):
                names.add(str(node.value))
            if strange := {one for one in names if one in ONE_SYSTEM or one in CALLS or one.startswith("/")}:
                found.setdefault(name, set()).update(strange)
    # The tests above remove each of these in turn.
    # Files that are only read where they exist.
    own = {"kit/kept.py": {"/etc/ld.so.cache"}, "workers.py": {"resource", "/proc/self/statm"}}
    assert found == {"kit/publish.py": {"fcntl", "msvcrt"}} | own
