"""Standard streams that are closed, at their end or in another encoding, and too little memory for threads."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import pytest
from faults_support import Cases, environment, many, spawn
from tests_support import TOY, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells there cannot close streams")

CLOSED: dict[str, tuple[str, int]] = {
    "list >&-": ("the standard output is closed", 3),
    "list --json >&-": ("the standard output is closed", 3),
    "check toy >&-": ("the standard output is closed", 3),
    "check toy >&- <&-": ("the standard output is closed", 3),
    "build toy --out kits >&-": ("the standard output is closed", 3),
    "odds toy turn9 --set lead=red >&-": ("the standard output is closed", 3),
    "roll toy turn9 --set lead=red >&-": ("the standard output is closed", 3),
    "--help >&-": ("the standard output is closed", 3),
    "list >&- 2>&-": ("", 3),
    "check toy 2>&-": ("", 0),
    "check nothing 2>&-": ("", 2),
    "check toy <&-": ("", 0),
    "roll toy turn9 --set lead=red --ask <&-": ("the input ended", 2),
    "roll toy turn9 --set lead=red --ask </dev/null": ("the input ended", 2),
    "roll toy turn9 --set lead=red --ask <&- 2>&-": ("", 2),
    "list >/dev/full": ("No space left on device", 3),
}
"""Commands in a shell, what they say on stderr, and their exit code."""


@pytest.mark.row("O8")
def test_a_closed_stream_ends_a_command_cleanly(tmp_path: Path, cases: Cases) -> None:
    write(tmp_path / "toy", TOY)
    for words, (said, code) in [*CLOSED.items()][:: many(1, 4)]:
        with cases(words):
            ended = spawn(f"{sys.executable} -m rcwkit {words}", cwd=tmp_path, script=("-c", SHELL))
            assert "Traceback" not in ended.stderr + ended.stdout
            assert ended.exit_code == code, ended.stderr[:300]
            assert said in ended.stderr, ended.stderr[:300]
            assert not (tmp_path / "kits").exists()


SHELL = "import os, sys; os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])"
RUSSIAN = "kind: translation\nlanguage: ru\ntexts:\n  Turn 9: \u0425\u043e\u0434 9\n"


@pytest.mark.row("O8")
def test_an_output_that_lacks_the_letters_is_named(tmp_path: Path, cases: Cases) -> None:
    write(tmp_path / "toy", {**TOY, "ru.yaml": RUSSIAN})
    for encoding, code in {"latin-1": 3, "cp1252": 3, "utf-8": 0}.items():
        with cases(encoding):
            told = environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0")
            words = ["roll", "toy", "turn9", "--set", "lead=red", "--language", "ru"]
            ended = spawn(*words, cwd=tmp_path, env=told, encoding="latin-1")
            assert ended.exit_code == code, ended.stderr[:300]
            assert code == 0 or "has no U+0425; set PYTHONIOENCODING=utf-8" in ended.stderr


@pytest.mark.row("O8")
def test_too_little_memory_for_threads_ends_a_build(tmp_path: Path, cases: Cases) -> None:
    """Bug: a build waited for ever for a process whose thread could not be started."""
    write(tmp_path / "toy", TOY)
    for mib in range(50, 130, many(5, 20)):
        with cases(f"{mib} MiB", 120):

            def limited(most: int = mib * 2**20) -> None:
                resource.setrlimit(resource.RLIMIT_AS, (most, most))

            words = ["build", "toy", "--out", f"kits{mib}", "--jobs", "1"]
            ended = spawn(*words, cwd=tmp_path, preexec_fn=limited)
            # With a little more, a booklet itself is found to be too large.
            assert ended.exit_code == 3 or "error[E413]" in ended.stderr, ended.stderr[-300:]
            assert "Traceback" not in ended.stderr
