"""`rcwkit`, and `python -m rcwkit`."""

import gc


def run() -> None:
    """Run the command. Garbage is collected rarely, because most of what a build makes lives until it ends."""
    # Kits of five games make fewer objects than the first of these, and so spend no time on garbage at all.
    gc.set_threshold(1_200_000, 12, 1000)
    from rcwkit.cli import run as command

    command()


if __name__ == "__main__":
    run()
