"""`rcwkit`, and `python -m generator`."""

import gc

__all__ = ["run"]


def run() -> None:
    """The command as a process, which ends before there is garbage worth looking for; commands that stay turn that on again."""
    gc.disable()
    from generator.cli import run as command

    command()


if __name__ == "__main__":
    run()
