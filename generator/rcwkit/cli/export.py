"""The export commands: VASSAL, Tabletop Simulator, deck files, and CSV."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rcwkit.cli.completing import game_argument
from rcwkit.cli.group import (
    as_json,
    exit_code,
    guarded,
    language_option,
    one_game,
    out_option,
    overlay_option,
    print_json,
    print_wrong,
    read_json,
    strict_option,
    usage,
)
from rcwkit.cli.kits import with_option
from rcwkit.diagnostics import sort
from rcwkit.reading.settings import SHOPS

if TYPE_CHECKING:
    from rcwkit.draw.pictures import Bleed
    from rcwkit.models.base import Shelf
    from rcwkit.reading.project import Project
    from rcwkit.screens.export.make import Exported

__all__ = ["COMMANDS"]

prefix_option = click.option("--url-prefix", "prefix", metavar="URL", help="Address where you will host the pictures.")


@click.group()
def export() -> None:
    """Export a kit to virtual tables, VASSAL, Tabletop Simulator, deck files, print shops, or its data to CSV."""


@export.command()
@game_argument
@click.option("--scenario", metavar="NAME", help="The only scenario to set up; all of them by default.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Use the set-up that this record rolled.",
)
@click.option(
    "--map",
    "picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="IMAGE",
    help="A picture of your map, and beside it a CSV of the same name with columns place, x, y (pixels).",
)
@click.option("--charts/--no-charts", default=True, show_default=True, help="Include charts, aids and checklists.")
@out_option
@overlay_option
@language_option
@strict_option
@as_json
@guarded
def vassal(
    game: str | None,
    scenario: str | None,
    record: Path | None,
    picture: Path | None,
    charts: bool,
    out: Path,
    overlays: tuple[Path, ...],
    language: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Make a module for VASSAL 3.6 or newer, with all set-ups on the board."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.screens.export.make import export_vassal

    if scenario is not None and record is not None:
        raise usage("a record has its own scenario; give one or the other", "--scenario")
    rolled = read_json(record) if record is not None else None
    project = locate(one_game(game), overlays, language)
    _tell(export_vassal(project, out, scenario, rolled, charts=charts, picture=picture), project, strict, as_json)


@export.command()
@game_argument
@prefix_option
@click.option("--scenario", metavar="NAME", help="The scenario to set up; the first one by default.")
@click.option("--charts/--no-charts", default=True, show_default=True, help="Include charts, aids and checklists.")
@out_option
@overlay_option
@language_option
@strict_option
@as_json
@guarded
def tts(
    game: str | None,
    prefix: str | None,
    scenario: str | None,
    charts: bool,
    out: Path,
    overlays: tuple[Path, ...],
    language: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Make a saved object for Tabletop Simulator: a board with its set-up, bags, decks, charts and dice."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.screens.export.make import export_tts

    project = locate(one_game(game), overlays, language)
    _tell(export_tts(project, out, prefix, scenario, charts=charts), project, strict, as_json)


@export.command()
@game_argument
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
@out_option
@overlay_option
@language_option
@strict_option
@as_json
@guarded
def decks(
    game: str | None,
    prefix: str | None,
    dpi: int,
    bleed: Bleed,
    out: Path,
    overlays: tuple[Path, ...],
    language: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Make deck files: a picture of each card with a CSV list, and a grid of all cards with its index."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.screens.export.make import export_decks

    project = locate(one_game(game), overlays, language)
    _tell(export_decks(project, out, prefix, dpi=dpi, bleed=bleed), project, strict, as_json)


@export.command("csv")
@game_argument
@out_option
@overlay_option
@language_option
@strict_option
@as_json
@guarded
def csv_(game: str | None, out: Path, overlays: tuple[Path, ...], language: str, strict: bool, as_json: bool) -> None:
    """Make CSV files of decks, counters and charts, to edit in a spreadsheet; documents read them with `from:`."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.screens.export.make import export_csv

    project = locate(one_game(game), overlays, language)
    _tell(export_csv(project, out), project, strict, as_json)


@export.command()
@game_argument
@click.option(
    "--shop",
    "shop_name",
    metavar="NAME",
    required=True,
    help=f"{', '.join(SHOPS)}; or a YAML file with the figures of another.",
)
@with_option
@out_option
@overlay_option
@strict_option
@as_json
@guarded
def shop(
    game: str | None,
    shop_name: str,
    shelves: tuple[Shelf, ...],
    out: Path,
    overlays: tuple[Path, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Make files for a print shop in its sizes, and tell what it would refuse."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.reading.shops import shop as read
    from rcwkit.screens.export.shops import export_shop

    project, (name, figures) = locate(one_game(game), overlays), read(shop_name)
    _tell(export_shop(project, out, name, figures, shelves), project, strict, as_json)


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
