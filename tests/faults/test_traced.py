"""T6: no outside file is opened and no connection made, even by libraries: watched with strace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from faults_support import ROOT, environment
from tests_support import TOY, write

CALL = re.compile(
    r"^\d+ +(?:open|openat|openat2)\((?:AT_FDCWD<(?P<at>[^>]*)>|\d+<(?P<fd>[^>]*)>)?,? ?"
    r'"(?P<path>(?:[^"\\]|\\.)*)".* = \d+'
)
STARTED = re.compile(r'^\d+ +execve\("(?P<path>[^"]*)".* = 0')
SYSTEM = [
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/usr/share/fontconfig",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/locale",
]
SYSTEM += [
    "/usr/share/zoneinfo",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/fonts",
    "/var/cache/fontconfig",
    "/etc/localtime",
    "/etc/mime.types",
]
SYSTEM += ["/proc", "/sys", "/dev/null", "/dev/urandom", "/dev/shm", str(ROOT), sys.prefix, sys.base_prefix]
# ctypes runs these to find the libraries that WeasyPrint loads.
SEARCH = {"ldconfig", "ldconfig.real", "gcc", "cc", "collect2", "ld", "objdump", "sh", "dash", "uname"}


def linked(folder: Path) -> list[str]:
    (folder / "toy" / "zz.yaml").symlink_to("../outside/secret.yaml")
    (folder / "toy" / "zz").symlink_to("../outside")
    return ["-m", "rcwkit", "build", "toy", "--out", "out", "--jobs", "1"]


def addressed(folder: Path) -> list[str]:
    files = {
        "rulings.yaml": "The list.",
        "cards.yaml": "Ukraine, owner",
        "aids.yaml": "Quick",
        "game.yaml": "Nobody's.",
    }
    # The longest goes into the page feet, which have room for a long word.
    addresses = [
        "url(../outside/x.svg)",
        "http://127.0.0.1:9/x.png",
        "../outside/secret.yaml",
        f"file://{folder}/outside/secret.yaml",
    ]
    for (name, old), address in zip(files.items(), addresses, strict=True):
        new = f'"{address}", owner' if "owner" in old else f'"{address}"'
        (folder / "toy" / name).write_text(TOY[name].replace(old, new, 1), encoding="utf-8")
    return ["-m", "rcwkit", "build", "toy", "--out", "out", "--jobs", "1"]


def pressed(folder: Path) -> list[str]:
    """Every place of a template that could name a file, filled with an outside file and an address."""
    outside = [
        f"file://{folder}/outside/secret.yaml",
        f"{folder}/outside/secret.yaml",
        "../outside/secret.yaml",
        "http://127.0.0.1:9/x.svg",
    ]
    (folder / "press.py").write_text(
        "from templates_support import PAGE, filled\n"
        "from test_templates import PLACES, addressed\n"
        "for css, head, body in PLACES.values():\n"
        f"    for address in {outside!r}:\n"
        "        assert filled(addressed(PAGE.format(css=css, head=head, body=body), address))[1] == []\n",
        encoding="utf-8",
    )
    return ["press.py"]


HOSTILE: dict[str, tuple[Callable[[Path], list[str]], int]] = {
    "links": (linked, 2),
    "addresses in data": (addressed, 0),
    "templates": (pressed, 0),
}


pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace; on Debian: apt-get install strace"
)


@pytest.fixture
def around(tmp_path: Path) -> Path:
    write(
        tmp_path / "outside", {"secret.yaml": "kind: rulings\n", "x.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    )
    write(tmp_path / "toy", TOY)
    for folder in ("tmp", "home", "out"):
        (tmp_path / folder).mkdir()
    return tmp_path


def traced(around: Path, arguments: list[str]) -> tuple[int, list[str], list[str], set[str]]:
    """Run Python under strace.

    Returns its exit code, the paths opened outside what is allowed, the connections, and the programs started.
    """
    trace = [
        "strace",
        "-f",
        "-qq",
        "-y",
        "-s",
        "4096",
        "-e",
        "trace=open,openat,openat2,connect,execve",
        "-o",
        "trace",
        sys.executable,
    ]
    path = ":".join(map(str, (ROOT / "generator", ROOT / "tests", ROOT / "tests" / "faults")))
    env = environment(
        TMPDIR=str(around / "tmp"), HOME=str(around / "home"), XDG_CACHE_HOME=str(around / "home"), PYTHONPATH=path
    )
    ended = subprocess.run(
        [*trace, *arguments], cwd=around, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    if "ptrace" in ended.stderr:
        pytest.skip("strace may not trace here")
    rows = (around / "trace").read_text(encoding="utf-8", errors="replace").splitlines()
    opened = {
        str(Path(found["at"] or found["fd"] or around, found["path"])) for row in rows if (found := CALL.match(row))
    }
    assert any(one.startswith(f"{ROOT}/generator") for one in opened)
    allowed = {*map(Path, SYSTEM), *(around / one for one in ("toy", "tmp", "home", "out", "press.py"))}
    outside = [
        one for one in sorted(opened) if one != str(around) and allowed.isdisjoint({Path(one), *Path(one).parents})
    ]
    started = {Path(found["path"]).name for row in rows if (found := STARTED.match(row))} - {Path(sys.executable).name}
    return ended.returncode, outside, [row for row in rows if " connect(" in row], started


@pytest.mark.row("T6")
@pytest.mark.parametrize("name", HOSTILE)
def test_the_system_sees_nothing_outside_opened(around: Path, name: str) -> None:
    hostile, expected = HOSTILE[name]
    code, outside, connected, started = traced(around, hostile(around))
    assert (code, outside, connected) == (expected, [], [])
    assert started <= SEARCH


def test_what_is_opened_and_connected_would_be_seen(around: Path) -> None:
    """Show that the test above could fail."""
    (around / "press.py").write_text(
        "import os, socket, subprocess, rcwkit.source.yaml\n"
        "open('outside/secret.yaml').close()\n"
        "socket.socket().connect_ex(('127.0.0.1', 9))\n"
        "subprocess.run(['true'])\n",
        encoding="utf-8",
    )
    code, outside, connected, started = traced(around, ["press.py"])
    assert (code, outside, len(connected), started) == (0, [f"{around}/outside/secret.yaml"], 1, {"true"})
