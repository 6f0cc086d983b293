"""Commands on whole kits: list, check, build, kit, printed."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from rcwkit.cli.group import (
    Command,
    Output,
    Variant,
    all_located,
    as_facts,
    exit_code,
    located,
    one_game,
    print_diagnostics,
    print_json,
    print_wrong,
    read_json,
    tally,
    usage,
)
from rcwkit.cli.options import (
    Making,
    build_options,
    game_argument,
    games_argument,
    json_option,
    making_options,
    out_option,
    output_options,
    printing_options,
    report_options,
    variant_options,
)
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.source.claims import MANIFEST
from rcwkit.source.settings import BACKS, PAPERS

if TYPE_CHECKING:
    from rcwkit.kit.options import BuildReport, Options
    from rcwkit.source.project import Project


_BAR = 40
"""Columns for the bar and the count behind a label."""


class Progress:
    """Shows which file of which game is being made, on the last line of the terminal; a context manager."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._erase()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Erase the bar, until the next step, while something else is printed."""
        self._erase()
        yield

    def step(self, game: str, file: str, done: int, total: int) -> None:
        """Show that file number `done` of `total` is made."""
        if self._enabled:
            self._erase()
            label = f"{game}: {file}"[: max(0, shutil.get_terminal_size().columns - _BAR)]
            bar = click.progressbar(
                length=total, label=label, file=sys.stderr, width=20, show_eta=False, show_percent=False, show_pos=True
            )
            bar.update(done)

    def _erase(self) -> None:
        if self._enabled:
            click.echo("\r\x1b[K\x1b[?25h", nl=False, err=True)  # the line, and the cursor is seen again


class Since(NamedTuple):
    """The kit that another is compared with: its project, its manifest, and where that is.

    `built` says since when changes are shown, if the manifest is of a build that nobody said was printed.
    """

    project: Project
    manifest: dict[str, Any]
    path: Path
    built: str = ""


@click.command("printed", cls=Command)
@game_argument
@click.option("--as", "name", default="", metavar="NAME", help="What to call this print; v1, v2, … by default.")
@out_option
@variant_options
@json_option
def printed_now(game: str | None, name: str, out: Path, variant: Variant, as_json: bool) -> None:
    """Note that the kit, as built last, was printed: `build --since printed` then prints what changed."""
    from rcwkit.kit.publish import mark

    found = mark(_folder(located(one_game(game), variant), out), name)
    if as_json:
        print_json({"name": found.name, "manifest": found.path.as_posix()})
    else:
        click.echo(f"noted as printed: {found.name}; later: rcwkit build --since {found.name}")


def since_of(since: str, games: Sequence[str], out: Path, variant: Variant) -> Since:
    """Return what `--since` means: a name given by `printed`, the last of these, or the path of a manifest.

    Raises InputError.
    """
    from rcwkit.game.catalogue import here
    from rcwkit.kit.publish import LAST, printed

    if len(games) > 1:
        raise usage("a manifest belongs to one game; name no more than that", "--since")
    path = Path(since)
    if since != LAST and (path.is_file() or not re.fullmatch(r"[\w-]+", since)):
        before = read_json(path)
        project = located(games[0] if games else here() or str(before.get("game", "")), variant)
        rebuilt = (_folder(project, out) / MANIFEST).absolute() == path.absolute()
        return Since(project, before, path, "since the last build, which wrote this manifest" if rebuilt else "")
    project = located(one_game(games[0] if games else None), variant)
    folder = _folder(project, out)
    found = printed(folder, since)
    if found is None:
        known = "build it first, and say `rcwkit printed` after printing"
        raise usage(f"there is no print '{since}' of the kit in {folder}: {known}", "--since")
    said = "" if found.number else f"since its first build: nobody said that it was printed ({found.path})"
    return Since(project, read_json(found.path), found.path, said)


def _folder(project: Project, out: Path) -> Path:
    """The folder of a game's kit."""
    from rcwkit.game.loader import load

    return out / load(project).kit


@click.command("list", cls=Command)
@click.option("--pages", is_flag=True, help="Count files, pages and sheets by shelf; as slow as a build.")
@json_option
def list_games(pages: bool, as_json: bool) -> None:
    """List the bundled games and what their kits hold."""
    from rcwkit.game.catalogue import describe, games, locate
    from rcwkit.game.loader import load

    facts = [describe(load(locate(name))) for name in games()]
    if pages:
        from rcwkit.kit.pipeline import counts

        with _progress(as_json) as progress:
            found = counts([locate(name) for name in games()], progress.step, os.cpu_count() or 1)
        facts = [{**game, "shelves": shelves} for game, shelves in zip(facts, found, strict=True)]
    if as_json:
        print_json(facts)
        return
    for game in facts:
        click.echo(click.style(game["id"], bold=True) + f"  {game['title']}")
        for kind, count in game["holds"].items():
            click.echo(f"    {count:>4} {kind}")
        for shelf, count in game.get("shelves", {}).items():
            click.echo(f"    {count['pages']:>4} pages on {count['sheets']} sheets: {shelf}")
        click.echo(f"    to roll: {', '.join(game['procedures']) or 'nothing; this game has no procedures'}")


@click.command(cls=Command)
@games_argument
@variant_options
@click.option("--layout", is_flag=True, help="Set the text documents too, and report overflow; as slow as a build.")
@report_options
def check(games: tuple[str, ...], variant: Variant, layout: bool, output: Output) -> None:
    """Check the data of games, and lay out cards, counters and boards; write nothing."""
    from rcwkit.kit.kept import load_models

    load_models()
    from rcwkit.kit.build import checked

    projects = all_located(games, variant)
    if layout:
        from rcwkit.kit.pipeline import diagnose

        with _progress(output.as_json) as progress:
            found = diagnose(projects, progress.step, os.cpu_count() or 1)
    else:
        found = [diagnostic for project in projects for diagnostic in checked(project)]
    if output.as_json:
        print_json(as_facts(found))
    else:
        print_diagnostics(found, projects, output.form)
        click.echo(tally(found, len(projects)), err=True)
    sys.exit(exit_code(found, output.strict))


@click.command(cls=Command)
@games_argument
@build_options
@click.option(
    "--since",
    metavar="PRINT",
    help="Print only what changed: since `printed`, the name of a print, or the path of a manifest.",
)
@click.option("--coverage", is_flag=True, help="Measure the ink coverage of every page; slow.")
@making_options
@variant_options
@report_options
def build(
    games: tuple[str, ...],
    options: Options,
    coverage: bool,
    since: str | None,
    making: Making,
    variant: Variant,
    output: Output,
) -> None:
    """Build the printed kits of games."""
    if since is not None:
        from rcwkit.kit.kept import load_models

        load_models()
        _reprint(since_of(since, games, making.out, variant), options, making, output)
    projects = all_located(games, variant)
    lines = _measured_lines if coverage else _file_lines
    reports, found = _build(projects, {"": options}, lines, making, output.as_json)
    if output.as_json and coverage:
        from rcwkit.kit.options import measured

        reports = [measured(report) for report in reports]
    _tell(reports, found, projects, output)


@click.command(cls=Command)
@games_argument
@click.option("--papers", default="a4,letter", show_default=True, help=f"Comma-separated: {', '.join(PAPERS)}.")
@click.option("--backs", default="duplex,gutterfold", show_default=True, help=f"Comma-separated: {', '.join(BACKS)}.")
@click.option("--inks", default="full,low", show_default=True, help="Comma-separated: full, low.")
@click.option("--aids", default="usual", show_default=True, help="Comma-separated: usual, large.")
@printing_options
@making_options
@variant_options
@output_options
def kit(
    games: tuple[str, ...],
    papers: str,
    backs: str,
    inks: str,
    aids: str,
    options: Options,
    making: Making,
    variant: Variant,
    output: Output,
) -> None:
    """Build all editions at once, each in <game>/<paper>-<backs>-<ink>/; large print in …-large/."""
    from rcwkit.kit.kept import editions

    wanted = editions(
        options,
        _names(papers, PAPERS, "--papers"),
        _names(backs, BACKS, "--backs"),
        _names(inks, ("full", "low"), "--inks"),
        _names(aids, ("usual", "large"), "--aids"),
    )
    projects = all_located(games, variant)
    _tell(*_build(projects, wanted, _folder_line, making, output.as_json), projects, output)


def _build(
    projects: list[Project],
    wanted: Mapping[str, Options],
    lines: Callable[[BuildReport], Iterable[str]],
    making: Making,
    as_json: bool,
) -> tuple[list[BuildReport], list[Diagnostic]]:
    """Build kits, and print the lines of each as soon as it is there."""
    from rcwkit.kit.kept import kits

    with _progress(as_json) as progress:

        def announce(report: BuildReport) -> None:
            with progress.aside():
                click.echo("" if as_json else "\n".join([*lines(report), ""]), nl=False)

        out, jobs, fresh = making
        return kits(projects, out, wanted, progress.step, jobs, fresh=fresh, on_report=announce)


def _progress(as_json: bool) -> Progress:
    """A progress bar on a terminal, unless the output is JSON."""
    return Progress(enabled=sys.stderr.isatty() and not as_json)


def _names(text: str, known: Sequence[str], option: str) -> list[Any]:
    """Parse a comma-separated list of known names, without duplicates."""
    names = list(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))
    for name in names:
        if name not in known:
            raise usage(f"'{name}' is not one of: {', '.join(known)}", option)
    if not names:
        raise usage("name at least one", option)
    return names


def _reprint(since: Since, options: Options, making: Making, output: Output) -> NoReturn:
    """Print what changed since a manifest, list what to take out and put in, and exit."""
    from rcwkit.kit.reprint import reprint

    project, before, path, built = since
    if built:
        click.echo(f"note: what changed {built}; after printing, say: rcwkit printed", err=True)
    try:
        with _progress(output.as_json) as progress:
            made = reprint(project, making.out, options, before, Span(str(path)), progress.step, making.jobs)
    except InputError as error:
        _tell([], error.diagnostics, [project], output)
    if output.as_json:
        print_json({**made.as_json(), "diagnostics": as_facts(made.diagnostics)})
    else:
        _print_found(made.diagnostics, [project], output.form)
        nothing = f"nothing changed {built}".rstrip()
        click.echo("\n".join(made.changes.lines()) if made.changes.add or made.changes.remove else nothing)
        for name, size in made.files.items():
            click.echo(f"{made.folder / name}  ({made.pages[name]} pages, {size:,} bytes)")
    if made.missing:
        click.echo(f"error: some documents were not made: {made.missing}", err=True)
    sys.exit(exit_code(made.diagnostics, output.strict) or (3 if made.missing else 0))


def _tell(reports: list[BuildReport], found: list[Diagnostic], projects: list[Project], output: Output) -> NoReturn:
    """Print what builds found and, as JSON, what they made; then exit."""
    if output.as_json:
        print_json({"kits": [report.as_json() for report in reports], "diagnostics": as_facts(found)})
    else:
        _print_found(found, projects, output.form)
        click.echo(tally(found, len(projects)), err=True)
    unmade = dict.fromkeys(report.missing for report in reports if report.missing)
    if unmade:
        for report in reports:
            click.echo(f"error: {report.game}: not made: {', '.join(report.unmade)}", err=True)
        click.echo("\n".join(f"error: {said}" for said in unmade), err=True)
    sys.exit(exit_code(found, output.strict) or (3 if unmade else 0))


def _folder_line(report: BuildReport) -> list[str]:
    files, pages, size = len(report.files), sum(report.pages.values()), sum(report.files.values())
    return [f"{report.folder}  ({files} files, {pages} pages, {size:,} bytes)"]


def _measured_lines(report: BuildReport) -> Iterator[str]:
    from rcwkit.kit.options import measured

    return _file_lines(measured(report))


def _file_lines(report: BuildReport) -> Iterator[str]:
    for name, size in report.files.items():
        taken = f", {_ink(report.ink[name])}" if name in report.ink else ""
        pages = f"{report.pages[name]} pages, " if name in report.pages else ""
        yield f"{report.folder / name}  ({pages}{size:,} bytes{taken})"


def _ink(ink: Sequence[float]) -> str:
    """Format ink as `6.9 % ink`: the mean, and the range if pages differ."""
    least, most = f"{min(ink):.1f}", f"{max(ink):.1f}"
    return f"{sum(ink) / len(ink):.1f} % ink" + (f", pages {least}–{most}" if least != most else "")


def _print_found(found: Sequence[Diagnostic], projects: list[Project], form: str) -> None:
    """Print errors and warnings, and those notes that say what fits on the paper, or that nothing needs a large one."""
    print_wrong(found, projects, form)
    for one in {diagnostic.message: diagnostic for diagnostic in found if diagnostic.code in ("N330", "N334")}.values():
        click.echo(f"{one.span.place if one.span.line else one.span}: note: {one.message}", err=True)


COMMANDS = (list_games, check, build, kit, printed_now)
