"""The command line: the only place that prints and chooses the exit code (0, 1 under --strict, 2 input, 3 surroundings, 70 our bug)."""

from __future__ import annotations

from generator.cli import dice, export, kits, pictures, preview, printing, proofs, writing
from generator.cli.group import main

__all__ = ["main"]

for _command in (*kits.COMMANDS, *printing.COMMANDS, *proofs.COMMANDS, *dice.COMMANDS, *preview.COMMANDS, *writing.COMMANDS, *pictures.COMMANDS, *export.COMMANDS):
    main.add_command(_command)
