"""The command line: the only place that prints and chooses the exit code (0, 1 under --strict, 2 input, 3 surroundings, 70 our bug)."""

from __future__ import annotations

import signal
from contextlib import suppress

from generator.cli import companion, completing, dice, export, kits, pictures, preview, printing, proofs, writing
from generator.cli.group import main

__all__ = ["main", "run"]

for _room in (kits, printing, proofs, pictures, export, dice, companion, preview, writing, completing):
    for _command in _room.COMMANDS:
        main.add_command(_command)


def run() -> None:
    """The command as a process: once it has ended, a signal ends the process at once, whatever still is being put away."""
    try:
        main(prog_name="rcwkit")
    finally:
        with suppress(BaseException):  # one that comes at this very moment
            _let_signals_end()
        _let_signals_end()


def _let_signals_end() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
