"""The export commands: VASSAL, Tabletop Simulator, deck files, CSV, and pictures of kits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.group import (
    Command,
    Output,
    StrictGroup,
    Variant,
    all_located,
    as_facts,
    exit_code,
    located,
    one_game,
    print_json,
    print_wrong,
    read_json,
    tally,
    usage,
)
from rcwkit.cli.options import (
    BUILD,
    FILE,
    PATH,
    F,
    choice,
    game_argument,
    games_argument,
    ink_option,
    jobs_option,
    json_option,
    kit_options,
    out_option,
    output_options,
    records_option,
    variant_options,
    with_option,
)
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.source.settings import PAPERS, SHOPS

if TYPE_CHECKING:
    from rcwkit.export.make import Exported
    from rcwkit.kit.options import Options
    from rcwkit.sheets.pictures import Bleed
    from rcwkit.source.base import Shelf
    from rcwkit.source.project import Project


prefix_option = click.option("--url-prefix", "prefix", metavar="URL", help="Address where you will host the pictures.")
charts_option = click.option(
    "--charts/--no-charts", default=True, show_default=True, help="Include charts, aids and checklists."
)
map_option = click.option(
    "--map",
    "picture",
    type=FILE,
    metavar="IMAGE",
    help="A picture of your map, and beside it a CSV of the same name with columns place, x, y (pixels).",
)


def scenario_option(text: str) -> Callable[[F], F]:
    """Return the option of a scenario, with its help."""
    return click.option("--scenario", metavar="NAME", help=text)


def picture_options(most: int, dpi: str, bleed: str) -> Callable[[F], F]:
    """Return the options of how pictures are drawn, with their help and the most pixels per inch."""

    def add(command: F) -> F:
        command = choice("--bleed", ("none", "own", "shop"), bleed)(command)
        return click.option("--dpi", type=click.IntRange(36, most), default=300, show_default=True, help=dpi)(command)

    return add


def exporting(make: Callable[..., Exported]) -> Callable[..., None]:
    """Give an export the options that all have; it is called with the project, the folder and its own options."""

    @game_argument
    @out_option
    @variant_options
    @output_options
    @wraps(make)
    def run(game: str | None, out: Path, variant: Variant, output: Output, **options: Any) -> None:
        project = located(one_game(game), variant)
        made = make(project, out, **options)
        if output.as_json:
            print_json({**made.as_json(), "diagnostics": as_facts(made.diagnostics)})
        else:
            print_wrong(made.diagnostics, [project])
            for name, size in made.files.items():
                click.echo(f"{made.folder / name}  ({size:,} bytes)")
        sys.exit(exit_code(made.diagnostics, output.strict))

    return run


@click.group(cls=StrictGroup)
def export() -> None:
    """Export a kit to virtual tables, VASSAL, Tabletop Simulator, deck files, print shops, or its data to CSV."""


@export.command()
@scenario_option("The only scenario to set up; all of them by default.")
@records_option("Use the set-up that this record rolled; may be repeated, for rolls of other procedures.")
@map_option
@charts_option
@exporting
def vassal(
    project: Project, out: Path, scenario: str | None, records: tuple[Path, ...], picture: Path | None, charts: bool
) -> Exported:
    """Make a module for VASSAL 3.6 or newer, with all set-ups on the board."""
    from rcwkit.export.make import export_vassal

    if scenario is not None and records:
        raise usage("a record has its own scenario; give one or the other", "--scenario")
    rolled = {str(path): read_json(path) for path in records}
    return export_vassal(project, out, scenario, rolled, charts=charts, picture=picture)


@export.command()
@prefix_option
@scenario_option("The scenario to set up; the first one by default.")
@map_option
@charts_option
@exporting
def tts(
    project: Project, out: Path, prefix: str | None, scenario: str | None, picture: Path | None, charts: bool
) -> Exported:
    """Make a saved object for Tabletop Simulator: a board with its set-up, bags, decks, charts and dice."""
    from rcwkit.export.make import export_tts

    return export_tts(project, out, prefix, scenario, charts=charts, picture=picture)


@export.command()
@prefix_option
@picture_options(600, "Pixels per inch of single cards.", "Shop: sizes and bleed for print shops.")
@exporting
def decks(project: Project, out: Path, prefix: str | None, dpi: int, bleed: Bleed) -> Exported:
    """Make deck files: a picture of each card with a CSV list, and a grid of all cards with its index."""
    from rcwkit.export.make import export_decks

    return export_decks(project, out, prefix, dpi=dpi, bleed=bleed)


@export.command("csv")
@exporting
def csv_(project: Project, out: Path) -> Exported:
    """Make CSV files of decks, counters and charts, to edit in a spreadsheet; documents read them with `from:`."""
    from rcwkit.export.make import export_csv

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
    from rcwkit.export.shops import export_shop
    from rcwkit.export.shops import shop as read

    return export_shop(project, out, *read(name), shelves)


@click.command(cls=Command)
@games_argument
@choice("--what", ("pieces", "sheets", "pages"), "Sheets: for virtual tables.")
@picture_options(
    1200, "Pixels per inch; reduced for sheets that would be too large.", "Of pieces. Shop: sizes for print shops."
)
@click.option("--out", type=PATH, default=BUILD, show_default=True, help="Folder for the pictures.")
@kit_options(ink=ink_option, paper=choice("--paper", PAPERS, "Of the pages."))
@jobs_option
@variant_options
@json_option
def pictures(
    games: tuple[str, ...],
    what: Any,
    dpi: int,
    bleed: Any,
    out: Path,
    options: Options,
    jobs: int,
    variant: Variant,
    as_json: bool,
) -> None:
    """Write every card and counter, front and back, as a PNG named by its id; or sheets of them, or every page.

    The files go into <out>/<game>/<what>/.
    """
    from rcwkit.cli.kits import Progress
    from rcwkit.screens.pictures import Gallery, Shot, gallery

    projects, shot = all_located(games, variant), Shot(what, dpi, bleed)
    made: list[Gallery] = []
    found: list[Diagnostic] = []
    with Progress(enabled=sys.stderr.isatty() and not as_json) as progress:
        for project in projects:
            try:
                made.append(gallery(project, out, options, shot, progress.step, jobs))
                found += made[-1].diagnostics
            except InputError as error:
                found += error.diagnostics
    if as_json:
        print_json({"kits": [one.as_json() for one in made], "diagnostics": as_facts(found)})
    else:
        print_wrong(found, projects)
        for one in made:
            click.echo(f"{one.folder}  ({len(one.files) - 1} pictures, {sum(one.files.values()):,} bytes)")
        click.echo(tally(found, len(projects)), err=True)
    missing = next((one.missing for one in made if one.missing), "")
    if missing:
        click.echo(f"error: some pages were not made: {missing}", err=True)
    sys.exit(exit_code(found, strict=False) or (3 if missing else 0))


COMMANDS = (export, pictures)
