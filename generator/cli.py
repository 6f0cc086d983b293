"""The command line: the only place that prints and chooses the exit code (0, 1 under --strict, 2 input, 3 surroundings, 70 our bug)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator import __version__
from generator.diagnostics import Diagnostic, InputError, Severity, Span, Surroundings, frame, nearest, sort

if TYPE_CHECKING:
    from generator.game import Game
    from generator.project import Project
    from generator.roll import Prepared

__all__ = ["main"]

F = TypeVar("F", bound=Callable[..., Any])
as_json = click.option("--json", "as_json", is_flag=True, help="Print the same facts as JSON.")
answers = click.option("--set", "given", multiple=True, metavar="KEY=VALUE", help="Answer one of the procedure's questions, or choose the scenario.")


class _Group(click.Group):
    """Commands with a near name for a mistyped one, and the exit codes of the contract."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = nearest(args[0], self.commands) if args else ""
            raise click.UsageError(f"no command '{args[0]}'" + (f"; {hint}" if hint else "")) from error


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rcwkit")
def main() -> None:
    """Print-and-play kits for wargames: check the data, build the PDFs, roll set-ups, know the odds."""


def _guarded(command: F) -> F:
    """Turn our exceptions into messages and exit codes."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
        except InputError as error:
            _show(error.diagnostics, None, as_json=bool(options.get("as_json")))
            sys.exit(2)
        except Surroundings as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(3)
        except BrokenPipeError:
            sys.exit(0)

    return run  # type: ignore[return-value]


@main.command("list")
@as_json
@_guarded
def list_games(as_json: bool) -> None:
    """The games that come with the tool, and what each kit holds."""
    from generator.catalogue import describe, games

    facts = [describe(_loaded(name)[1]) for name in games()]
    if as_json:
        _data(facts)
        return
    for game in facts:
        click.echo(click.style(game["id"], bold=True) + f"  {game['title']}")
        for kind, count in game["holds"].items():
            click.echo(f"    {count:>4} {kind}")
        click.echo(f"    to roll: {', '.join(game['procedures']) or 'nothing; this game has no dice procedures'}")


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME|DIR]...")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@as_json
@_guarded
def check(games: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Read and check the data of one, several or all games; draw nothing."""
    from generator.catalogue import games as bundled_games
    from generator.checks import check as check_game

    found: list[Diagnostic] = []
    projects: list[Project] = []
    for name in games or bundled_games():
        project = _project(name)
        projects.append(project)
        try:
            found += check_game(_load(project))
        except InputError as error:
            found += error.diagnostics
    if as_json:
        _data([diagnostic.as_json() for diagnostic in sort(found)])
    else:
        _print(found, projects)
        click.echo(_tally(found, len(projects)), err=True)
    sys.exit(_code(found, strict))


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME|DIR]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build"), show_default=True, help="Folder for the kits.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--backs", type=click.Choice(["duplex", "gutterfold", "none"]), default="duplex", show_default=True)
@click.option("--flip", type=click.Choice(["long", "short"]), default="long", show_default=True, help="The edge over which duplex turns the paper.")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@as_json
@_guarded
def build(games: tuple[str, ...], out: Path, paper: str, backs: Any, flip: Any, strict: bool, as_json: bool) -> None:
    """Build the printed kits of one, several or all games."""
    from generator.build import Options
    from generator.build import build as build_game
    from generator.catalogue import games as bundled_games
    from generator.progress import Progress

    options = Options(paper=paper, backs=backs, flip=flip)
    projects = [_project(name) for name in games or bundled_games()]
    reports = []
    found: list[Diagnostic] = []
    with Progress(enabled=sys.stderr.isatty() and not as_json) as progress:
        for project in projects:
            try:
                report = build_game(project, out, options, progress.step)
            except InputError as error:
                found += error.diagnostics
                continue
            found += report.diagnostics
            reports.append(report)
    if as_json:
        _data({"kits": [report.as_json() for report in reports], "diagnostics": [diagnostic.as_json() for diagnostic in sort(found)]})
    else:
        _print([diagnostic for diagnostic in found if diagnostic.severity is not Severity.NOTE], projects)
        for report in reports:
            for name, size in report.files.items():
                click.echo(f"{report.folder / name}  ({size:,} bytes)")
        click.echo(_tally(found, len(projects)), err=True)
    if any(report.missing for report in reports):
        click.echo("some documents were not made: " + "; ".join(dict.fromkeys(report.missing for report in reports if report.missing)), err=True)
        sys.exit(_code(found, strict) or 3)
    sys.exit(_code(found, strict))


@main.command()
@click.argument("game")
@click.argument("procedure")
@answers
@click.option("--seed", metavar="CODE", help="Roll again what this code rolled.")
@click.option("--faces", metavar="1,4,2", help="Faces that you rolled, in order; blank: roll it for me. Or a code of faces, F-...")
@click.option("--ask", is_flag=True, help="Ask for each die.")
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False), help="Print the whole set-up sheet, as rolled, into this PDF.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper of the sheet.")
@as_json
@_guarded
def roll(
    game: str, procedure: str, given: tuple[str, ...], seed: str | None, faces: str | None, ask: bool, sheet: Path | None, paper: str, as_json: bool
) -> None:
    """Roll a procedure of a game, show every die, and print the set-up sheet on request."""
    from generator.asking import ask_faces, source_of
    from generator.roll import prepare, rolled, seeded

    if sum((seed is not None and not ask and faces is not None, ask and faces is not None)) > 0:
        raise _usage("--faces stands alone: it takes neither --seed nor --ask", "--faces")
    prepared = prepare(_loaded(game)[1], procedure, _given(given))
    code, dice = seeded(seed)
    if ask:
        source, code_used = ask_faces(prepared, dice, code), code
    else:
        source, code_used = source_of(faces, dice), code
    result, settled = rolled(prepared, source, code_used if faces is None else None)
    if sheet is not None:
        _sheet(prepared, settled, sheet, paper)
    if as_json:
        _data(result.record)
    else:
        from generator.wording import record_lines

        click.echo("\n".join(record_lines(result.record)))
        if sheet is not None:
            click.echo(f"printed: {sheet}", err=True)


@main.command()
@click.argument("game")
@click.argument("procedure", metavar="PROCEDURE|TABLE")
@answers
@as_json
@_guarded
def odds(game: str, procedure: str, given: tuple[str, ...], as_json: bool) -> None:
    """The exact odds of a procedure or rolled table, as fractions."""
    from generator.roll import answers as answers_of
    from generator.roll import prepare
    from generator.wording import odds_json, odds_lines

    prepared = prepare(_loaded(game)[1], procedure, _given(given))
    found = answers_of(prepared)
    if as_json:
        _data(odds_json(prepared, found))
    else:
        click.echo("\n".join(odds_lines(prepared, found)))


@main.command()
@click.argument("record", type=click.Path(path_type=Path))
@as_json
@_guarded
def verify(record: Path, as_json: bool) -> None:
    """Replay a record of a roll and say whether every line agrees."""
    from generator.roll import verify as verify_record

    try:
        data = json.loads(record.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError([Diagnostic("E531", f"cannot be read: {error.strerror}", Span(str(record)))]) from error
    except ValueError as error:
        raise InputError([Diagnostic("E531", "is no JSON", Span(str(record), getattr(error, "lineno", 1), getattr(error, "colno", 1)))]) from error
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise InputError([Diagnostic("E530", "this is no record of a roll", Span(str(record)))])
    difference = verify_record(_loaded(data["game"])[1], data)
    if as_json:
        _data({"agrees": not difference, "difference": difference})
    else:
        click.echo(f"{record}: {difference or 'agrees, every die and every line'}")
    sys.exit(2 if difference else 0)


def _project(name: str) -> Project:
    from generator.catalogue import locate

    return locate(name)


def _load(project: Project) -> Game:
    from generator.loader import load

    try:
        return load(project)
    except InputError as error:
        error.add_note(str(project.root))
        raise


def _loaded(name: str) -> tuple[Project, Game]:
    """A game that has passed every check that bears on its use; else its errors, framed."""
    from generator.checks import check as check_game

    project = _project(name)
    try:
        game = _load(project)
        errors = [diagnostic for diagnostic in check_game(game) if diagnostic.severity is Severity.ERROR]
        if errors:
            raise InputError(errors)
    except InputError as error:
        _print(error.diagnostics, [project])
        sys.exit(2)
    return project, game


def _given(pairs: tuple[str, ...]) -> dict[str, str]:
    """`--set key=value` as a mapping."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise _usage(f"'{pair}' is not of the form key=value", "--set")
        if key in found:
            raise _usage(f"'{key}' is set twice", "--set")
        found[key] = value
    return found


def _usage(message: str, where: str) -> InputError:
    return InputError([Diagnostic("E523", message, Span(where))])


def _sheet(prepared: Prepared, settled: Any, path: Path, paper: str) -> None:
    from generator.build import setup_sheet

    if settled is None:
        raise _usage("this game has no set-up to print", "--sheet")
    data = setup_sheet(prepared.game, settled, paper)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror}") from error


def _data(facts: Any) -> None:
    click.echo(json.dumps(facts, indent=2, ensure_ascii=False))


def _show(diagnostics: Iterable[Diagnostic], projects: list[Project] | None, *, as_json: bool) -> None:
    if as_json:
        _data({"diagnostics": [diagnostic.as_json() for diagnostic in sort(diagnostics)]})
    _print(diagnostics, projects or [])


def _print(diagnostics: Iterable[Diagnostic], projects: list[Project]) -> None:
    """Each diagnostic as a frame on stderr, coloured on a terminal."""
    colours: Mapping[Severity, str] = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}
    for diagnostic in sort(diagnostics):
        line = next((text for text in (project.line(diagnostic.span) for project in projects) if text is not None), None)
        head, *rest = frame(diagnostic, line).split("\n")
        click.echo("\n".join([click.style(head, fg=colours[diagnostic.severity], bold=True), *rest]), err=True)


def _tally(found: Iterable[Diagnostic], games: int) -> str:
    unique = sort(found)
    counts = [(sum(d.severity is level for d in unique), level) for level in Severity]
    said = ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for count, level in counts)
    return f"{games} game{'' if games == 1 else 's'}: {said}"


def _code(found: Iterable[Diagnostic], strict: bool) -> int:
    levels = {diagnostic.severity for diagnostic in found}
    if Severity.ERROR in levels:
        return 2
    return 1 if strict and Severity.WARNING in levels else 0


