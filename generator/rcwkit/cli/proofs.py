"""The command that shows pages in greyscale and as colour-blind players see them."""

from __future__ import annotations

from pathlib import Path

import click

from rcwkit.cli.group import as_json, guarded, usage
from rcwkit.cli.strict_json import print_json
from rcwkit.look.colours import VISIONS

__all__ = ["COMMANDS"]


@click.command()
@click.argument("file", metavar="FILE.pdf", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--as",
    "kind",
    type=click.Choice([*VISIONS, "all"]),
    default="all",
    show_default=True,
    help="Greyscale, or a colour vision deficiency.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("proofs"), show_default=True, help="Folder for the pictures."
)
@click.option("--dpi", type=click.IntRange(20, 600), default=100, show_default=True, help="Pixels per inch.")
@as_json
@guarded
def proof(file: Path, kind: str, out: Path, dpi: int, as_json: bool) -> None:
    """Render the pages of a PDF in greyscale and as colour-blind players see them, as PNG."""
    from rcwkit.draw import proof as pages
    from rcwkit.kit.publish import put_all

    data, made = file.read_bytes(), dict[Path, bytes]()
    try:
        for vision in (vision for vision in VISIONS if kind in (vision, "all")):
            for number, page in enumerate(pages.proof(data, dpi, vision), 1):
                made[out / f"{file.stem}-{vision}-{number}.png"] = page
    except ValueError as error:
        raise usage(str(error), str(file)) from error
    out.mkdir(parents=True, exist_ok=True)
    put_all(made, pages.MARK.encode())
    if as_json:
        print_json([path.as_posix() for path in made])
        return
    for path in made:
        click.echo(path)


COMMANDS = (proof,)
