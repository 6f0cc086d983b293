"""The command line: the only place that prints and chooses the exit code (0, 1 under --strict, 2 input, 3 surroundings, 70 our bug)."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import click

from rcwkit.cli import companion, completing, dice, export, kits, pictures, preview, printing, proofs, writing
from rcwkit.cli.group import main
from rcwkit.cli.signals import Signals, Stopped

__all__ = ["main", "run"]

for _room in (kits, printing, proofs, pictures, export, dice, companion, preview, writing, completing):
    for _command in _room.COMMANDS:
        main.add_command(_command)


def run() -> None:
    """The command as a process, which a signal ends with 130 or 143.

    It ends at once: the interpreter would wait for processes at work, which follow this one anyhow, and take all its modules apart.
    """
    code = 0
    try:
        with Signals() as signals:
            main(prog_name="rcwkit", obj=signals)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else code
    except Stopped as stopped:
        code = 128 + stopped.number
        with suppress(OSError):
            click.echo(
                f"{'stopped' if stopped.number == signal.SIGINT else 'ended'}; nothing half-made was left behind",
                err=True,
            )
    except OSError as error:  # what click prints by itself has nowhere to go
        code = 3
        with suppress(OSError):
            click.echo(f"error: output: {error.strerror}", err=True)
    with suppress(OSError):
        sys.stdout.flush()
    if "multiprocessing.util" in sys.modules:
        from rcwkit.workers import abandon

        abandon()
    os._exit(code)
