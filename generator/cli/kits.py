"""Commands on whole kits: list, check, build."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.group import as_json, exit_code, guarded, overlay_option, print_diagnostics, print_json, tally, usage
from generator.diagnostics import Diagnostic, InputError, Severity, sort

if TYPE_CHECKING:
    from generator.build import Report

__all__ = ["COMMANDS"]

PAPERS = click.Choice(["a4", "letter"])
strict_option = click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")


@click.command("list")
@as_json
@guarded
def list_games(as_json: bool) -> None:
    """The games that come with the tool, and what each kit holds."""
    from generator.catalogue import describe, games, locate
    from generator.loader import load

    facts = [describe(load(locate(name))) for name in games()]
    if as_json:
        print_json(facts)
        return
    for game in facts:
        click.echo(click.style(game["id"], bold=True) + f"  {game['title']}")
        for kind, count in game["holds"].items():
            click.echo(f"    {count:>4} {kind}")
        click.echo(f"    to roll: {', '.join(game['procedures']) or 'nothing; this game has no dice procedures'}")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME|DIR]...")
@overlay_option
@strict_option
@as_json
@guarded
def check(games: tuple[str, ...], overlays: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Read and check the data of one, several or all games; draw nothing."""
    from generator.catalogue import games as bundled_games
    from generator.catalogue import locate
    from generator.checks import check as check_game
    from generator.loader import load

    found: list[Diagnostic] = []
    projects = [locate(name, overlays) for name in games or bundled_games()]
    for project in projects:
        try:
            found += check_game(load(project))
        except InputError as error:
            found += error.diagnostics
    if as_json:
        print_json([diagnostic.as_json() for diagnostic in sort(found)])
    else:
        print_diagnostics(found, projects)
        click.echo(tally(found, len(projects)), err=True)
    sys.exit(exit_code(found, strict))


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME|DIR]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build"), show_default=True, help="Folder for the kits.")
@click.option("--paper", type=PAPERS, default="a4", show_default=True)
@click.option("--backs", type=click.Choice(["duplex", "gutterfold", "none"]), default="duplex", show_default=True)
@click.option("--flip", type=click.Choice(["long", "short"]), default="long", show_default=True, help="The edge over which duplex turns the paper.")
@click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Processes at work; one a core if left out.")
@overlay_option
@strict_option
@as_json
@guarded
def build(
    games: tuple[str, ...], out: Path, paper: str, backs: Any, flip: Any, jobs: int | None, overlays: tuple[Path, ...], strict: bool, as_json: bool
) -> None:
    """Build the printed kits of one, several or all games."""
    from generator.build import Options
    from generator.build import build as build_game
    from generator.catalogue import games as bundled_games
    from generator.catalogue import locate
    from generator.progress import Progress

    options = Options(paper=paper, backs=backs, flip=flip)
    projects = [locate(name, overlays) for name in games or bundled_games()]
    reports: list[Report] = []
    found: list[Diagnostic] = []
    with Progress(enabled=sys.stderr.isatty() and not as_json) as progress:
        for project in projects:
            try:
                reports.append(build_game(project, out, options, progress.step, jobs or os.cpu_count() or 1))
                found += reports[-1].diagnostics
            except InputError as error:
                found += error.diagnostics
    if as_json:
        print_json({"kits": [report.as_json() for report in reports], "diagnostics": [diagnostic.as_json() for diagnostic in sort(found)]})
    else:
        print_diagnostics([diagnostic for diagnostic in found if diagnostic.severity is not Severity.NOTE], projects)
        for report in reports:
            for name, size in report.files.items():
                click.echo(f"{report.folder / name}  ({report.pages[name]} pages, {size:,} bytes)")
        click.echo(tally(found, len(projects)), err=True)
    unmade = dict.fromkeys(report.missing for report in reports if report.missing)
    if unmade:
        click.echo("error: some documents were not made: " + "; ".join(unmade), err=True)
    sys.exit(exit_code(found, strict) or (3 if unmade else 0))


@click.command()
@click.argument("kind", required=False)
@guarded
def schema(kind: str | None) -> None:
    """JSON Schema of one KIND of document, or of any: for editors that complete and check YAML as it is typed."""
    from generator.kinds import KINDS
    from generator.schema import document_schema, schema_of

    if kind is not None and kind not in KINDS:
        raise usage(f"no kind '{kind}'; one of: {', '.join(KINDS)}", "KIND")
    print_json(document_schema() if kind is None else schema_of(kind))


COMMANDS = (schema, list_games, check, build)
