"""The command line: the only place that prints and chooses the exit code (0, 1 under --strict, 2 input, 3 surroundings, 70 our bug)."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

import click

from generator.cli import companion, completing, dice, export, kits, pictures, preview, printing, proofs, writing
from generator.cli.group import main
from generator.cli.signals import Signals, Stopped

__all__ = ["main", "run"]

for _room in (kits, printing, proofs, pictures, export, dice, companion, preview, writing, completing):
    for _command in _room.COMMANDS:
        main.add_command(_command)


def run() -> None:
    """The command as a process, which a signal ends with 130 or 143."""
    try:
        with Signals():
            main(prog_name="rcwkit")
    except Stopped as stopped:
        with suppress(OSError):
            click.echo(f"{'stopped' if stopped.number == signal.SIGINT else 'ended'}; nothing half-made was left behind", err=True)
        # At once: the interpreter would wait for processes at work, which follow this one anyhow.
        os._exit(128 + stopped.number)
