"""`rcwkit`, and `python -m rcwkit`."""

import gc

__all__ = ["run"]


def run() -> None:
    """Run the command. Garbage is collected rarely, because most of what a build makes lives until it ends."""
    gc.set_threshold(100_000, 50, 1000)
    from rcwkit.cli import run as command

    command()


if __name__ == "__main__":
    run()
