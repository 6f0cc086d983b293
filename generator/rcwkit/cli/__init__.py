"""The command line: the only place that prints and sets the exit code.

Exit codes: 0, 1 for warnings under --strict, 2 input, 3 surroundings, 70 a bug of ours.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import click

from rcwkit.cli.group import Signals, Stopped, main
from rcwkit.workers import abandon, unreported

__all__ = ["main", "run"]


def run() -> None:
    """Run the command as a process; a signal ends it with 130 or 143.

    The process ends at once: the interpreter would wait for workers, which end with this process anyway, and tear down
    all its modules.
    """
    code = 0
    _open_streams()
    try:
        with Signals() as signals, unreported():
            main(prog_name="rcwkit", obj=signals)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else code
    except Stopped as stopped:
        code = 128 + stopped.number
        word = "stopped" if stopped.number == signal.SIGINT else "ended"
        with suppress(OSError):
            click.echo(f"{word}; no partial files were left behind", err=True)
    except OSError as error:  # click's own output failed
        code = 3
        with suppress(OSError):
            click.echo(f"error: output: {error.strerror}", err=True)
    with suppress(OSError):
        sys.stdout.flush()
    if "multiprocessing.util" in sys.modules:
        abandon()
    os._exit(code)


def _open_streams() -> None:
    """Put the null device in place of standard streams that are closed; without output, there is nothing to run.

    Otherwise the next file to be opened would take the place of the stream, and messages would be written into it.
    """
    lacking = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in lacking:
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    if "stdout" in lacking:
        click.echo("error: output: the standard output is closed", err=True)
        os._exit(3)
