"""Signals end a command as exceptions do: once, wherever they arrive, without output from the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults_support import start

pytestmark = pytest.mark.row("O2")

RUN = """
import os, time
from rcwkit import cli

def signalled():
    os.kill(os.getpid(), {number})

def main(**_):
{body}

cli.main = main
cli.run()
"""
STOPPED = "stopped; no partial files were left behind\n"
ENDED = "ended; no partial files were left behind\n"


def ended(folder: Path, body: str, number: int = 15) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a command that does this, and in which signals of this number arrive."""
    script = RUN.format(number=number, body="\n".join(f"    {line}" for line in body.splitlines()))
    process = start(cwd=folder, script=("-W", "ignore::DeprecationWarning", "-c", script))  # of forks beside threads
    output, error = process.communicate(timeout=300)
    return process.returncode, output, error


@pytest.mark.parametrize(("number", "code", "said"), [(2, 130, STOPPED), (15, 143, ENDED)])
def test_a_signal_interrupts_a_wait(tmp_path: Path, number: int, code: int, said: str) -> None:
    body = "import threading\nthreading.Timer(0.05, signalled).start()\ntime.sleep(100)"
    assert ended(tmp_path, body, number) == (code, "", said)


def test_no_handler_of_exceptions_stops_it(tmp_path: Path) -> None:
    body = "try:\n    signalled()\nexcept Exception:\n    print('caught')\nfinally:\n    print('cleared')"
    assert ended(tmp_path, body) == (143, "cleared\n", ENDED)


def test_more_signals_do_not_disturb_the_clearing(tmp_path: Path) -> None:
    """Bug: `timeout` sends a signal twice, and the second interrupted the removal of staged files."""
    body = "try:\n    signalled()\nfinally:\n    signalled()\n    print('cleared')"
    assert ended(tmp_path, body) == (143, "cleared\n", ENDED)


def test_what_a_library_makes_of_a_signal_is_still_the_signal(tmp_path: Path) -> None:
    """Bug: a signal while pydantic built a validator became an error of its own, and the command crashed."""
    body = """import click
from rcwkit.cli.group import Command

@click.command(cls=Command)
def odd():
    try:
        signalled()
    except BaseException:
        raise ValueError from None

odd.main([], standalone_mode=False, obj=_["obj"])"""
    assert ended(tmp_path, body) == (143, "", ENDED)


@pytest.mark.parametrize(
    "lost",
    [
        "class Odd:\n    def __del__(self): signalled()\nOdd()",
        "import weakref\nclass Odd: pass\nodd = Odd()\nheard = weakref.ref(odd, lambda _: signalled())\ndel odd",
        "os.register_at_fork(after_in_parent=signalled)\nos.fork() or os._exit(0)",
    ],
    ids=["finalizer", "weak reference", "fork"],
)
def test_one_that_comes_where_nothing_can_be_raised_comes_again(tmp_path: Path, lost: str) -> None:
    """Bug: inside an interpreter callback a signal was printed as an ignored exception, and the build continued."""
    assert ended(tmp_path, f"{lost}\ntime.sleep(100)") == (143, "", ENDED)


def test_one_that_was_swallowed_leaves_the_next_to_be_heard(tmp_path: Path) -> None:
    """A library may catch everything: watchfiles does."""
    body = "try:\n    signalled()\nexcept BaseException:\n    print('swallowed')\nsignalled()\nprint('went on')"
    assert ended(tmp_path, body, 2) == (130, "swallowed\n", STOPPED)


def test_after_the_end_there_is_nothing_to_signal(tmp_path: Path) -> None:
    """Bug: a signal during interpreter shutdown printed a traceback."""
    body = "import atexit\natexit.register(print, 'went on')\natexit.register(signalled)\nprint('done')"
    assert ended(tmp_path, body) == (0, "done\n", "")


def test_one_between_the_command_and_the_end_ends_the_process_at_once(tmp_path: Path) -> None:
    body = "import sys\nclass Odd:\n    def flush(self): signalled()\nsys.stdout = Odd()"
    assert ended(tmp_path, body) == (143, "", "")


def test_other_unraisable_exceptions_are_reported_as_usual(tmp_path: Path) -> None:
    code, _, error = ended(tmp_path, "class Odd:\n    def __del__(self): raise KeyError('odd')\nOdd()")
    assert code == 0 and "KeyError: 'odd'" in error
