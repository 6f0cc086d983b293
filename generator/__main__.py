"""`python -m generator` is `rcwkit`."""

from generator.cli import run

run()
