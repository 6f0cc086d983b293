"""The command that shows kits as pictures: pages, single pieces, and sheets for virtual tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from rcwkit.cli.completing import near_games
from rcwkit.cli.group import as_json, exit_code, guarded, overlay_option, print_json, print_wrong, tally
from rcwkit.diagnostics import Diagnostic, InputError, sort
from rcwkit.reading.settings import PAPERS

__all__ = ["COMMANDS"]


@click.command()
@click.argument("games", shell_complete=near_games, nargs=-1, metavar="[GAME|DIR]...")
@click.option(
    "--what",
    type=click.Choice(["pieces", "sheets", "pages"]),
    default="pieces",
    show_default=True,
    help="Sheets: for virtual tables.",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    show_default=True,
    help="Pixels an inch; sheets get fewer where they must.",
)
@click.option(
    "--bleed",
    type=click.Choice(["none", "own", "shop"]),
    default="none",
    show_default=True,
    help="Of pieces; shop: print shops' sizes.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("pictures"),
    show_default=True,
    help="Folder for the pictures.",
)
@click.option(
    "--ink",
    type=click.Choice(["full", "low"]),
    default="full",
    show_default=True,
    help="Low: outlines and hatches instead of fills.",
)
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="Of the pages.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Processes at work; one a core if left out.")
@overlay_option
@as_json
@guarded
def pictures(
    games: tuple[str, ...],
    what: Any,
    dpi: int,
    bleed: Any,
    out: Path,
    ink: Any,
    paper: str,
    jobs: int | None,
    overlays: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Every card and counter, front and back, as PNG named by its id; or sheets of them, or every page. Into <out>/<game>/<what>/."""
    from rcwkit.cli.progress import Progress
    from rcwkit.kit.options import Options
    from rcwkit.reading.catalogue import locate, meant
    from rcwkit.screens.gallery import Gallery, Shot, gallery

    projects = [locate(name, overlays) for name in meant(games)]
    made: list[Gallery] = []
    found: list[Diagnostic] = []
    with Progress(enabled=sys.stderr.isatty() and not as_json) as progress:
        for project in projects:
            try:
                made.append(
                    gallery(
                        project,
                        out,
                        Options(paper=paper, ink=ink),
                        Shot(what, dpi, bleed),
                        progress.step,
                        jobs or os.cpu_count() or 1,
                    )
                )
                found += made[-1].diagnostics
            except InputError as error:
                found += error.diagnostics
    if as_json:
        print_json(
            {
                "kits": [one.as_json() for one in made],
                "diagnostics": [diagnostic.as_json() for diagnostic in sort(found)],
            }
        )
    else:
        print_wrong(found, projects)
        for one in made:
            click.echo(f"{one.folder}  ({len(one.files) - 1} pictures, {sum(one.files.values()):,} bytes)")
        click.echo(tally(found, len(projects)), err=True)
    missing = next((one.missing for one in made if one.missing), "")
    if missing:
        click.echo(f"error: some pages were not made: {missing}", err=True)
    sys.exit(exit_code(found, strict=False) or (3 if missing else 0))


COMMANDS = (pictures,)
