"""The export commands: VASSAL, Tabletop Simulator, deck files, and CSV."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.completing import game_argument
from rcwkit.cli.group import (
    as_json,
    exit_code,
    guarded,
    language_option,
    located,
    one_game,
    out_option,
    overlay_option,
    print_wrong,
    strict_option,
    usage,
)
from rcwkit.cli.kits import with_option
from rcwkit.cli.strict_group import StrictGroup
from rcwkit.cli.strict_json import print_json, read_json
from rcwkit.diagnostics import sort
from rcwkit.reading.settings import SHOPS

if TYPE_CHECKING:
    from rcwkit.draw.pictures import Bleed
    from rcwkit.models.base import Shelf
    from rcwkit.reading.project import Project
    from rcwkit.screens.export.make import Exported

__all__ = ["COMMANDS"]

prefix_option = click.option("--url-prefix", "prefix", metavar="URL", help="Address where you will host the pictures.")
charts_option = click.option(
    "--charts/--no-charts", default=True, show_default=True, help="Include charts, aids and checklists."
)
map_option = click.option(
    "--map",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="IMAGE",
    help="A picture of your map, and beside it a CSV of the same name with columns place, x, y (pixels).",
)


def exporting(make: Callable[..., Exported]) -> Callable[..., None]:
    """Give an export the options that all have; it is called with the project, the folder and its own options."""

    @game_argument
    @out_option
    @overlay_option
    @language_option
    @strict_option
    @as_json
    @guarded
    @wraps(make)
    def run(
        game: str | None,
        out: Path,
        overlays: tuple[Path, ...],
        language: str,
        strict: bool,
        as_json: bool,
        **options: Any,
    ) -> None:

        project = located(one_game(game), overlays, language)
        _tell(make(project, out, **options), project, strict, as_json)

    return run


@click.group(cls=StrictGroup)
def export() -> None:
    """Export a kit to virtual tables, VASSAL, Tabletop Simulator, deck files, print shops, or its data to CSV."""


@export.command()
@click.option("--scenario", metavar="NAME", help="The only scenario to set up; all of them by default.")
@click.option(
    "--record",
    "records",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="Use the set-up that this record rolled; may be repeated, for rolls of other procedures.",
)
@map_option
@charts_option
@exporting
def vassal(
    project: Project, out: Path, scenario: str | None, records: tuple[Path, ...], picture: Path | None, charts: bool
) -> Exported:
    """Make a module for VASSAL 3.6 or newer, with all set-ups on the board."""
    from rcwkit.screens.export.make import export_vassal

    if scenario is not None and records:
        raise usage("a record has its own scenario; give one or the other", "--scenario")
    rolled = {str(path): read_json(path) for path in records}
    return export_vassal(project, out, scenario, rolled, charts=charts, picture=picture)


@export.command()
@prefix_option
@click.option("--scenario", metavar="NAME", help="The scenario to set up; the first one by default.")
@map_option
@charts_option
@exporting
def tts(
    project: Project, out: Path, prefix: str | None, scenario: str | None, picture: Path | None, charts: bool
) -> Exported:
    """Make a saved object for Tabletop Simulator: a board with its set-up, bags, decks, charts and dice."""
    from rcwkit.screens.export.make import export_tts

    return export_tts(project, out, prefix, scenario, charts=charts, picture=picture)


@export.command()
@prefix_option
@click.option(
    "--dpi",
    type=click.IntRange(36, 600),
    default=300,
    show_default=True,
    help="Pixels per inch of single cards.",
)
@click.option(
    "--bleed",
    type=click.Choice(["none", "own", "shop"]),
    default="none",
    show_default=True,
    help="Shop: sizes and bleed for print shops.",
)
@exporting
def decks(project: Project, out: Path, prefix: str | None, dpi: int, bleed: Bleed) -> Exported:
    """Make deck files: a picture of each card with a CSV list, and a grid of all cards with its index."""
    from rcwkit.screens.export.make import export_decks

    return export_decks(project, out, prefix, dpi=dpi, bleed=bleed)


@export.command("csv")
@exporting
def csv_(project: Project, out: Path) -> Exported:
    """Make CSV files of decks, counters and charts, to edit in a spreadsheet; documents read them with `from:`."""
    from rcwkit.screens.export.make import export_csv

    return export_csv(project, out)


@export.command()
@click.option(
    "--shop",
    "name",
    metavar="NAME",
    required=True,
    help=f"{', '.join(SHOPS)}; or a YAML file with the figures of another.",
)
@with_option
@exporting
def shop(project: Project, out: Path, name: str, shelves: tuple[Shelf, ...]) -> Exported:
    """Make files for a print shop in its sizes, and tell what it would refuse."""
    from rcwkit.reading.shops import shop as read
    from rcwkit.screens.export.shops import export_shop

    return export_shop(project, out, *read(name), shelves)


def _tell(made: Exported, project: Project, strict: bool, as_json: bool) -> None:
    """Print what was written and found, and exit."""
    if as_json:
        print_json({**made.as_json(), "diagnostics": [diagnostic.as_json() for diagnostic in sort(made.diagnostics)]})
    else:
        print_wrong(made.diagnostics, [project])
        for name, size in made.files.items():
            click.echo(f"{made.folder / name}  ({size:,} bytes)")
    sys.exit(exit_code(made.diagnostics, strict))


COMMANDS = (export,)
