"""The command that makes pictures of kits: pages, single pieces, and sheets for virtual tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from rcwkit.cli.completing import games_argument
from rcwkit.cli.group import (
    as_json,
    exit_code,
    guarded,
    ink_option,
    jobs_option,
    language_option,
    located,
    overlay_option,
    print_wrong,
    tally,
)
from rcwkit.cli.strict_json import print_json
from rcwkit.diagnostics import Diagnostic, InputError, sort
from rcwkit.reading.settings import PAPERS

__all__ = ["COMMANDS"]


@click.command()
@games_argument
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
    help="Pixels per inch; reduced for sheets that would be too large.",
)
@click.option(
    "--bleed",
    type=click.Choice(["none", "own", "shop"]),
    default="none",
    show_default=True,
    help="Of pieces. Shop: sizes for print shops.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("pictures"),
    show_default=True,
    help="Folder for the pictures.",
)
@ink_option
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="Of the pages.")
@jobs_option
@overlay_option
@language_option
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
    language: str,
    as_json: bool,
) -> None:
    """Write every card and counter, front and back, as a PNG named by its id; or sheets of them, or every page.

    The files go into <out>/<game>/<what>/.
    """
    from rcwkit.cli.progress import Progress
    from rcwkit.kit.options import Options
    from rcwkit.reading.catalogue import meant
    from rcwkit.screens.gallery import Gallery, Shot, gallery

    projects, workers = [located(name, overlays, language) for name in meant(games)], jobs or os.cpu_count() or 1
    options, shot = Options(paper=paper, ink=ink), Shot(what, dpi, bleed)
    made: list[Gallery] = []
    found: list[Diagnostic] = []
    with Progress(enabled=sys.stderr.isatty() and not as_json) as progress:
        for project in projects:
            try:
                made.append(gallery(project, out, options, shot, progress.step, workers))
                found += made[-1].diagnostics
            except InputError as error:
                found += error.diagnostics
    if as_json:
        kits = [one.as_json() for one in made]
        print_json({"kits": kits, "diagnostics": [diagnostic.as_json() for diagnostic in sort(found)]})
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
