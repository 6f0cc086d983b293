"""`python -m generator` is `rcwkit`."""

from generator.cli import main

main(prog_name="rcwkit")
