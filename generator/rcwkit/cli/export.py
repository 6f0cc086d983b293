"""Commands for printers, shops and other programs: fit, calibrate, proof, export, pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rcwkit.art.colours import VISIONS
from rcwkit.cli import group
from rcwkit.cli.options import (
    BUILD,
    FILE,
    PATH,
    PRESENT,
    F,
    as_language,
    choice,
    cut_options,
    game_argument,
    games_argument,
    ink_option,
    jobs_option,
    json_option,
    kit_options,
    option_group,
    out_option,
    output_options,
    place,
    records_option,
    variant_options,
    with_option,
)
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.source.settings import PAPERS, SHOPS

if TYPE_CHECKING:
    from rcwkit.export.make import Exported
    from rcwkit.kit.options import Options
    from rcwkit.sheets.paper import Flip, Paper, Printer
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


SAID = ("N372", "N373")
"""Notes of an export for a print shop: what is drawn smaller, and what else it would make."""
LOST = "N289"
"""The note on what a sheet does not hold."""


OPENED = {
    "vassal.vmod": ": open it in VASSAL",
    "tts.json": ": copy it to the Saved Objects of Tabletop Simulator",
}
"""What to do with a file of an export, by the export and its suffix."""


def export_lines(made: Exported, *, short: bool) -> Iterator[str]:
    """Yield the files of an export with their sizes and what to do with them; the pictures as one line if `short`."""
    pictures = [name for name in made.files if short and name.endswith(".png")]
    for name, size in made.files.items():
        if name not in pictures:
            yield f"{made.folder / name}  ({size:,} bytes){OPENED.get(made.target + Path(name).suffix, '')}"
    if pictures:
        counted = f"{len(pictures)} picture{'s' * (len(pictures) > 1)}"
        yield f"{made.folder}  ({counted}, {sum(made.files[name] for name in pictures):,} bytes)"


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
    def run(game: str | None, out: Path, variant: group.Variant, output: group.Output, **options: Any) -> None:
        project = group.located(group.one_game(game), variant)
        made = make(project, out, **options)
        if output.as_json:
            group.print_json({**made.as_json(), "diagnostics": group.as_facts(made.diagnostics)})
        else:
            group.print_wrong(made.diagnostics, [project])
            group.print_diagnostics([one for one in made.diagnostics if one.code in SAID], [project])
            for line in export_lines(made, short=sys.stdout.isatty()):
                click.echo(line)
            if lost := sum(one.code == LOST for one in made.diagnostics):
                click.echo(f"the sheets lack something of {lost} places in the data; --json lists them", err=True)
        sys.exit(group.exit_code(made.diagnostics, output.strict))

    return run


@click.group(cls=group.StrictGroup)
def export() -> None:
    """Export a kit to VASSAL, Tabletop Simulator, deck files, print shops, cutting machines, or its data to CSV."""


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
        raise group.usage("a record has its own scenario; give one or the other", "--scenario")
    rolled = {str(path): group.read_json(path) for path in records}
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


@export.command()
@cut_options
@exporting
def cut(project: Project, out: Path, options: Options) -> Exported:
    """Make SVG and DXF files for a cutting machine: where the pieces are cut on each sheet that `build` prints."""
    from rcwkit.export.shops import export_cut

    return export_cut(project, out, options)


@click.command(cls=group.Command)
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
    variant: group.Variant,
    as_json: bool,
) -> None:
    """Write every card and counter, front and back, as a PNG named by its id; or sheets of them, or every page.

    The files go into <out>/<game>/<what>/.
    """
    from rcwkit.cli.kits import Progress
    from rcwkit.screens.pictures import Gallery, Shot, gallery

    projects, shot = group.all_located(games, variant), Shot(what, dpi, bleed)
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
        group.print_json({"kits": [one.as_json() for one in made], "diagnostics": group.as_facts(found)})
    else:
        group.print_wrong(found, projects)
        for one in made:
            click.echo(f"{one.folder}  ({len(one.files) - 1} pictures, {sum(one.files.values()):,} bytes)")
        click.echo(group.tally(found, len(projects)), err=True)
    missing = next((one.missing for one in made if one.missing), "")
    if missing:
        click.echo(f"error: some pages were not made: {missing}", err=True)
    sys.exit(group.exit_code(found, strict=False) or (3 if missing else 0))


BLEEDS = (0.0, 1.0, 2.0, 3.0)


class Readings(NamedTuple):
    """What somebody read off the test sheet of a printer, to be stored under a name."""

    name: str | None
    back: str | None
    scale: float | None


@click.command(cls=group.Command)
@click.option("--paper", "papers", type=click.Choice(PAPERS), multiple=True, help="Only this paper; may be repeated.")
@click.option(
    "--size",
    metavar="SIZE",
    help="A size of your own: 57x87mm for cards, 18mm or 5/8in for counters; says why no more fit.",
)
@click.option("--gutterfold", is_flag=True, help="With backs beside their fronts.")
@json_option
def fit(papers: tuple[str, ...], size: str | None, gutterfold: bool, as_json: bool) -> None:
    """Show how many cards and counters of each usual size fit on a sheet, by bleed."""
    from rcwkit.sheets.paper import PAPERS as SHEETS
    from rcwkit.sheets.paper import fit_table

    chosen = [SHEETS[name] for name in papers or PAPERS]
    if size is not None:
        _fit_one(size, chosen, gutterfold, as_json)
        return
    tables = {paper.name: list(fit_table(paper, BLEEDS, folded=gutterfold)) for paper in chosen}
    if as_json:
        rows = ((paper, *row) for paper, rows in tables.items() for row in rows)
        group.print_json([_fit_json(*row) for row in rows])
        return
    heads = f"{'bleed':>34}" + "".join(f"{_bleed(bleed):>7}" for bleed in BLEEDS)
    for paper in chosen:
        title = click.style(f"{paper.name}, {paper.width:g} × {paper.height:g} mm", bold=True)
        click.echo(f"{title.ljust(40)}\n{heads}")
        for name, measures, counts, said in tables[paper.name]:
            click.echo(f"  {name:<15}{measures:>17}" + "".join(f"{count or '–':>7}" for count in counts) + f"   {said}")
        click.echo()


def _fit_json(paper: str, size: str, measures: str, counts: Sequence[int], said: str) -> dict[str, Any]:
    fit = dict(zip(map(_bleed, BLEEDS), counts, strict=True))
    return {"paper": paper, "size": size, "measures": measures, "fit": fit, "said": said}


def _fit_one(text: str, papers: list[Paper], folded: bool, as_json: bool) -> None:
    """One size on each paper with each bleed, and what would make more fit."""
    from rcwkit.frame import MM
    from rcwkit.sheets.paper import fit as grid_of
    from rcwkit.sheets.paper import fit_limits
    from rcwkit.source.patterns import CARDS
    from rcwkit.source.patterns import size as size_of

    butted = text not in CARDS and not {"x", "×"} & set(text)
    try:
        across, down = size_of(text)
        if not (across >= 1 and down >= 1):
            raise ValueError(text)
    except ValueError as error:
        raise group.usage(f"'{text}' is not a size such as 57x87mm, poker, 18mm or 5/8in", "--size") from error
    size = across * MM, down * MM
    facts, lines = list[dict[str, Any]](), list[str]()
    for paper in papers:
        for bleed in BLEEDS:
            grid = grid_of(size, paper, bleed * MM, butted=butted, folded=folded)
            said = fit_limits(size, paper, bleed * MM, butted=butted, folded=folded)
            count = grid.count if grid else 0
            facts.append({"paper": paper.name, "size": text, "bleed": bleed, "fit": count, "said": said})
            lines.append(f"{paper.name}, {text}, {f'{bleed:g} mm' if bleed else 'no'} bleed: {said}")
    group.show(as_json, facts, *lines)


@click.command(cls=group.Command)
@click.option("--out", type=FILE, metavar="FILE.pdf", help="The test sheet; build/calibration.pdf by default.")
@choice("--paper", PAPERS)
@click.option(
    "--flip", type=click.Choice(["long", "short"]), help="Edge over which the printer flips the paper.  [default: long]"
)
@click.option(
    "--printer", metavar="NAME", help="Correct the test sheet for this printer; it should then read 0, 0 and 100."
)
@click.option("--language", default="en", metavar="CODE", callback=as_language, help="Language of the test sheet.")
@option_group(
    "readings",
    Readings,
    name=click.option(
        "--name", metavar="NAME", help="Store your readings under this name, instead of drawing a sheet."
    ),
    back=click.option(
        "--back", metavar="ACROSS,DOWN", help="Your readings of both verniers, in mm, such as 0.75,-0.25."
    ),
    scale=click.option("--scale", type=float, metavar="PERCENT", help="Your reading of the scale check."),
)
@click.option("--list", "listed", is_flag=True, help="List the stored printers.")
@json_option
def calibrate(
    out: Path | None,
    paper: str,
    flip: str | None,
    printer: str | None,
    language: str,
    readings: Readings,
    listed: bool,
    as_json: bool,
) -> None:
    """Draw a two-sided test sheet, or store your readings of one as a printer for `build --printer`."""
    name, back, scale = readings
    if listed:
        _list_printers(as_json)
    elif name is not None:
        if back is None and scale is None:
            raise group.usage("there is nothing to store: give --back, --scale or both", "--name")
        _store(name, back, scale, flip, as_json)
    elif back is not None or scale is not None:
        raise group.usage("readings need the printer's name", "--name")
    else:
        _draw_sheet(place(out, "calibration.pdf"), paper, flip, printer, language, as_json)


def _list_printers(as_json: bool) -> None:
    from rcwkit.kit.options import printer, printer_names

    known = [printer(name) for name in printer_names()]
    group.show(as_json, [_printer_json(one) for one in known], *map(_printer_line, known))


def _printer_json(printer: Printer) -> dict[str, Any]:
    return {"name": printer.name, "back": printer.back, "scale": printer.scale, "flip": printer.flip}


def _printer_line(printer: Printer) -> str:
    from rcwkit.source.language import ENGLISH

    return f"{printer.said(ENGLISH)}; turned over the {printer.flip} edge"


def _store(name: str, back: str | None, scale: float | None, flip: str | None, as_json: bool) -> None:
    from rcwkit.kit.options import profile, store

    printer = profile(name, _parse_pair(back or "0,0"), 100.0 if scale is None else scale, flip or "long")
    path = store(printer)
    stored = f"stored in {path}; use it with: rcwkit build --printer {name}"
    group.show(as_json, {**_printer_json(printer), "file": str(path)}, _printer_line(printer), stored)


def _draw_sheet(out: Path, paper: str, flip: str | None, printer: str | None, language: str, as_json: bool) -> None:
    from rcwkit.art.theme import HOUSE
    from rcwkit.game.languages import spoken
    from rcwkit.kit.options import printer as profile_of
    from rcwkit.kit.publish import put_all
    from rcwkit.sheets.paper import PAPERS as SHEETS
    from rcwkit.sheets.pdf import Imprint, draw
    from rcwkit.sheets.tiling import CROSS as MARK
    from rcwkit.sheets.tiling import test_sheet
    from rcwkit.type.fonts import FontBook

    fonts, corrected = FontBook(), profile_of(printer) if printer else None
    edge: Flip = "short" if (flip or (corrected.flip if corrected else "long")) == "short" else "long"
    sheets = test_sheet(SHEETS[paper], edge, HOUSE, fonts, corrected, spoken(language, ()))
    imprint = Imprint("rcwkit: calibration", "rcwkit", "A two-sided test sheet for one printer", flip=edge)
    put_all({out: draw(sheets, imprint, fonts) + MARK}, MARK)
    said = f"{out}: print it two-sided at 100 %, over the {edge} edge, and follow the steps on it"
    group.show(as_json, {"file": out.as_posix(), "paper": paper, "flip": edge}, said)


def _parse_pair(text: str) -> tuple[float, float]:
    """Parse `0.75,-0.25`; a typographic minus will do too."""
    parts = text.replace("−", "-").split(",")
    try:
        across, down = (float(part) for part in parts)
    except ValueError:
        raise group.usage(f"'{text}' is not of the form ACROSS,DOWN, such as 0.75,-0.25", "--back") from None
    return across, down


def _bleed(millimetres: float) -> str:
    return f"{millimetres:g} mm" if millimetres else "none"


@click.command(cls=group.Command)
@click.argument("file", metavar="FILE.pdf", type=PRESENT)
@click.option(
    "--as",
    "kind",
    type=click.Choice([*VISIONS, "all"]),
    default="all",
    show_default=True,
    help="Greyscale, or a colour vision deficiency.",
)
@click.option("--out", type=PATH, default=BUILD / "proofs", show_default=True, help="Folder for the pictures.")
@click.option("--dpi", type=click.IntRange(20, 600), default=100, show_default=True, help="Pixels per inch.")
@json_option
def proof(file: Path, kind: str, out: Path, dpi: int, as_json: bool) -> None:
    """Render the pages of a PDF in greyscale and as colour-blind players see them, as PNG."""
    from rcwkit.kit.publish import put_all
    from rcwkit.sheets import pictures as pages

    data, made = file.read_bytes(), dict[Path, bytes]()
    try:
        for vision in (vision for vision in VISIONS if kind in (vision, "all")):
            for number, page in enumerate(pages.proof(data, dpi, vision), 1):
                made[out / f"{file.stem}-{vision}-{number}.png"] = page
    except ValueError as error:
        raise group.usage(str(error), str(file)) from error
    out.mkdir(parents=True, exist_ok=True)
    put_all(made, pages.MARK.encode())
    group.show(as_json, [path.as_posix() for path in made], *made)


@click.command(cls=group.Command)
@game_argument
@click.option("--file", type=FILE, metavar="FILE.zip", help="The file; build/<game>-share-<number>.zip by default.")
@click.option(
    "--paper",
    "papers",
    multiple=True,
    type=click.Choice(PAPERS),
    default=PAPERS[:1],
    show_default=True,
    help="Paper of the PDFs; may be repeated, for playtesters elsewhere.",
)
@out_option
@variant_options
@json_option
def share(
    game: str | None, file: Path | None, papers: tuple[str, ...], out: Path, variant: group.Variant, as_json: bool
) -> None:
    """Put all that playtesters need into one zip file: PDFs, companion, VASSAL module, and what changed.

    The game's folder keeps the manifest of each share in .shares/.
    """
    from rcwkit.export.make import share as shared
    from rcwkit.screens.companion.page import page

    project = group.located(group.one_game(game), variant)
    try:
        made = shared(project, out, file, page, lambda *_: None, [*dict.fromkeys(papers)])
    except InputError as error:
        raise InputError(error.diagnostics, [project]) from error
    changes = made.changes
    if as_json:
        facts = {"number": made.number, "file": made.file.as_posix(), "names": made.names, "left_out": made.left_out}
        group.print_json({**facts, "changes": changes and changes.as_json()})
        return
    group.print_wrong(made.diagnostics, [project])
    count = sum(one.copies for one in changes.add) if changes else 0
    said = "the first one" if changes is None else f"to print since the last one: {count}"
    click.echo(f"{made.file}  (share {made.number}, {len(made.names)} files; {said})")
    for one in made.left_out:
        click.echo(f"left out: {one}", err=True)


COMMANDS = (fit, calibrate, proof, export, pictures, share)
