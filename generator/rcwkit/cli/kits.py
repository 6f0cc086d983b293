"""Commands on whole kits: list, check, build, kit, printed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import repeat
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

import rcwkit
from rcwkit.cli import group
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
from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span
from rcwkit.source.claims import MANIFEST
from rcwkit.source.settings import BACKS, PAPERS

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.kit.options import BuildReport, Options
    from rcwkit.source.project import Project


EDITION = ("paper", "backs", "ink", "aids", "screen")
"""Options that make an edition of a kit."""
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


@click.command("printed", cls=group.Command)
@game_argument
@click.option("--as", "name", default="", metavar="NAME", help="What to call this print; v1, v2, … by default.")
@out_option
@variant_options
@json_option
def printed_now(game: str | None, name: str, out: Path, variant: group.Variant, as_json: bool) -> None:
    """Note that the kit, as built last, was printed: `build --since printed` then prints what changed."""
    from rcwkit.kit.publish import mark

    found = mark(_folder(group.located(group.one_game(game), variant), out), name)
    said = f"noted as printed: {found.name}; later: rcwkit build --since {found.name}"
    group.show(as_json, {"name": found.name, "manifest": found.path.as_posix()}, said)


def since_of(since: str, games: Sequence[str], out: Path, variant: group.Variant) -> Since:
    """Return what `--since` means: a name given by `printed`, the last of these, or the path of a manifest.

    Raises InputError.
    """
    from rcwkit.game.catalogue import here
    from rcwkit.kit.publish import LAST, printed

    if len(games) > 1:
        raise group.usage("a manifest belongs to one game; name no more than that", "--since")
    path = Path(since)
    if since != LAST and (path.is_file() or not re.fullmatch(r"[\w-]+", since)):
        before = group.read_json(path)
        project = group.located(games[0] if games else here() or str(before.get("game", "")), variant)
        rebuilt = (_folder(project, out) / MANIFEST).absolute() == path.absolute()
        return Since(project, before, path, "since the last build, which wrote this manifest" if rebuilt else "")
    project = group.located(group.one_game(games[0] if games else None), variant)
    folder = _folder(project, out)
    found = printed(folder, since)
    if found is None:
        known = "build it first, and say `rcwkit printed` after printing"
        raise group.usage(f"there is no print '{since}' of the kit in {folder}: {known}", "--since")
    said = "" if found.number else f"since its first build: nobody said that it was printed ({found.path})"
    return Since(project, group.read_json(found.path), found.path, said)


def _folder(project: Project, out: Path) -> Path:
    """The folder of a game's kit."""
    from rcwkit.game.loader import load

    return out / load(project).kit


@click.command("list", cls=group.Command)
@games_argument
@click.option("--pages", is_flag=True, help="Count files, pages and sheets by shelf; as slow as a build.")
@click.option("--questions", is_flag=True, help="Show what each roll asks, and its answers.")
@json_option
def list_games(games: tuple[str, ...], pages: bool, questions: bool, as_json: bool) -> None:
    """List the included games and what their kits hold; for games that are named, also the commands that roll."""
    from rcwkit.game.catalogue import describe
    from rcwkit.game.catalogue import games as included
    from rcwkit.game.loader import load

    projects = [group.located(name) for name in games or included()]
    loaded = [load(project) for project in projects]
    facts = [{**describe(game), "rolls": _rolls(game)} for game in loaded]
    if pages:
        from rcwkit.kit.pipeline import counts

        with _progress(as_json) as progress:
            found = counts(projects, progress.step, os.cpu_count() or 1)
        facts = [{**game, "shelves": shelves} for game, shelves in zip(facts, found, strict=True)]
    if as_json:
        group.print_json(facts)
        return
    for name, game in zip(games or included(), facts, strict=True):
        click.echo(click.style(game["id"], bold=True) + f"  {game['title']}")
        for kind, count in game["holds"].items():
            one = re.sub(r"s\b", "", kind)  # these names are in English, and plain plurals
            click.echo(f"    {count:>4} {one if count == 1 else kind}")
        for shelf, count in game.get("shelves", {}).items():
            sheets = _counted(count["sheets"], "sheet")
            click.echo(f"    {_counted(count['pages'], 'page', 4)} on {sheets}: {shelf}")
        if questions:
            click.echo("".join(map(_roll_lines, repeat(name), game["rolls"])), nl=False)
        elif games and game["rolls"]:
            click.echo()
            wide = max(len(one["title"]) for one in game["rolls"])
            for one in game["rolls"]:
                click.echo(f"  {one['title']:{wide}}  {_command(name, one)}")
            click.echo(f"  What each asks: rcwkit list {shlex.quote(name)} --questions")
        elif game["procedures"]:
            click.echo(f"    to roll: {len(game['procedures'])} procedures; rcwkit list {name} shows them")
        else:
            click.echo("    to roll: nothing; this game has no procedures")


def _rolls(game: Game) -> list[dict[str, Any]]:
    """Return what can be rolled in a game, each with its questions."""
    from rcwkit.dice.roll import asked, rollable, title_of

    return [
        {"id": name, "title": title_of(game, name), "questions": [one._asdict() for one in asked(game, name)]}
        for name in rollable(game)
    ]


def _command(game: str, roll: Mapping[str, Any]) -> str:
    """Return a command to copy, with an example for each answer that has to be given."""
    needed = [one for one in roll["questions"] if one["default"] is None]
    given = [f"{one['key'].replace('ITEM', (one['items'] or ('',))[0])}={one['example']}" for one in needed]
    return shlex.join(["rcwkit", "roll", game, roll["id"], *(word for one in given for word in ("--set", one))])


def _roll_lines(game: str, roll: Mapping[str, Any]) -> str:
    """Return what can be rolled as lines: its title, a command to copy, and its questions with their answers."""
    lines = [f"\n  {click.style(roll['title'], bold=True)}", f"    {_command(game, roll)}"]
    for one in roll["questions"]:
        usual = f"; {one['default'] or 'none'} if left out" if one["default"] is not None else ""
        colon = "" if one["title"].endswith("?") else ":"
        lines.append(f"      {one['key']}  {one['title']}{colon} {', '.join(one['answers'])}{usual}")
        if one["items"]:
            lines.append(f"        ITEM: {', '.join(one['items'])}")
    return "\n".join([*lines, ""])


@click.command(cls=group.Command)
@games_argument
@variant_options
@click.option("--layout", is_flag=True, help="Set the text documents too, and report overflow; as slow as a build.")
@report_options
def check(games: tuple[str, ...], variant: group.Variant, layout: bool, output: group.Output) -> None:
    """Check the data of games, and lay out cards, counters and boards; write nothing."""
    projects = group.all_located(games, variant)
    if layout:
        from rcwkit.kit.kept import load_models

        load_models()
        from rcwkit.kit.pipeline import diagnose

        with _progress(output.as_json) as progress:
            found = diagnose(projects, progress.step, os.cpu_count() or 1)
    else:
        found = [diagnostic for project in projects for diagnostic in rcwkit.Opened(project).check()]
    if output.as_json:
        group.print_json(group.as_facts(found))
    else:
        group.print_diagnostics(found, projects, output.form)
        click.echo(group.tally(found, len(projects)), err=True)
    sys.exit(group.exit_code(found, output.strict))


@click.command(cls=group.Command)
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
    variant: group.Variant,
    output: group.Output,
) -> None:
    """Build the printed kits of games."""
    if since is not None:
        from rcwkit.kit.kept import load_models

        load_models()
        if options.draft:
            raise group.usage("only a finished kit is compared with another; leave one of the two out", "--draft")
        if options.only:
            raise group.usage("--since finds by itself which files changed; leave --only out", "--only")
        _reprint(since_of(since, games, making.out, variant), options, making, output)
    from rcwkit.kit.options import DRAFT, ONLY

    if options.draft and options.only:
        raise group.usage("a draft has all files of the kit; leave one of the two out", "--draft")
    projects = group.all_located(games, variant)
    short = sys.stdout.isatty() and not coverage
    lines = _measured_lines if coverage else _closing_lines if short else _file_lines
    before = _editions(making.out)
    place = ONLY if options.only else DRAFT if options.draft else ""
    reports, found = _build(projects, {place: options}, lines, making, output.as_json)
    for report in reports:
        _tell_replaced(report.folder, before)
    if output.as_json and coverage:
        from rcwkit.kit.options import measured

        reports = [measured(report) for report in reports]
    _tell(reports, found, projects, output)


@click.command(cls=group.Command)
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
    variant: group.Variant,
    output: group.Output,
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
    projects = group.all_located(games, variant)
    _tell(*_build(projects, wanted, _folder_line, making, output.as_json), projects, output)


def _build(
    projects: list[Project],
    wanted: Mapping[str, Options],
    lines: Callable[[BuildReport, list[str]], Iterable[str]],
    making: Making,
    as_json: bool,
) -> tuple[list[BuildReport], list[Diagnostic]]:
    """Build kits, and print the lines of each, which know the files that were made, as soon as it is there."""
    from rcwkit.kit.kept import kits

    anew: dict[str, list[str]] = defaultdict(list)
    with _progress(as_json) as progress:

        def step(game: str, file: str, done: int, total: int) -> None:
            anew[game].append(file)
            progress.step(game, file, done, total)

        def announce(report: BuildReport) -> None:
            with progress.aside():
                click.echo("" if as_json else "\n".join([*lines(report, anew[report.game]), ""]), nl=False)

        out, jobs, fresh = making
        return kits(projects, out, wanted, step, jobs, fresh=fresh, on_report=announce)


def _progress(as_json: bool) -> Progress:
    """A progress bar on a terminal, unless the output is JSON."""
    return Progress(enabled=sys.stderr.isatty() and not as_json)


def _names(text: str, known: Sequence[str], option: str) -> list[Any]:
    """Parse a comma-separated list of known names, without duplicates."""
    names = list(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))
    for name in names:
        if name not in known:
            raise group.usage(f"'{name}' is not one of: {', '.join(known)}", option)
    if not names:
        raise group.usage("name at least one", option)
    return names


def _reprint(since: Since, options: Options, making: Making, output: group.Output) -> NoReturn:
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
        group.print_json({**made.as_json(), "diagnostics": group.as_facts(made.diagnostics)})
    else:
        _print_found(made.diagnostics, [project], output.form)
        nothing = f"nothing changed {built}".rstrip()
        click.echo("\n".join(made.changes.lines()) if made.changes.add or made.changes.remove else nothing)
        for name, size in made.files.items():
            click.echo(f"{made.folder / name}  ({_pages(made.pages[name])}, {size:,} bytes)")
    if made.missing:
        click.echo(f"error: some documents were not made: {made.missing}", err=True)
    sys.exit(group.exit_code(made.diagnostics, output.strict) or (3 if made.missing else 0))


def _tell(
    reports: list[BuildReport], found: list[Diagnostic], projects: list[Project], output: group.Output
) -> NoReturn:
    """Print what builds found and, as JSON, what they made; then exit."""
    if output.as_json:
        group.print_json({"kits": [report.as_json() for report in reports], "diagnostics": group.as_facts(found)})
    else:
        _print_found(found, projects, output.form)
        notes = any(one.severity is Severity.NOTE for one in found)
        click.echo(group.tally(found, len(projects)) + ("; rcwkit check lists the notes" if notes else ""), err=True)
    unmade = dict.fromkeys(report.missing for report in reports if report.missing)
    if unmade:
        for report in reports:
            click.echo(f"error: {report.game}: not made: {', '.join(report.unmade)}", err=True)
        click.echo("\n".join(f"error: {said}" for said in unmade), err=True)
    sys.exit(group.exit_code(found, output.strict) or (3 if unmade else 0))


def _editions(out: Path) -> dict[Path, dict[str, Any]]:
    """Return the editions of the kits that stand in a folder, by their own folders."""
    found: dict[Path, dict[str, Any]] = {}
    for path in sorted(out.glob(f"*/{MANIFEST}")):
        with suppress(InputError):
            found[path.parent] = _edition(path)
    return found


def _edition(path: Path) -> dict[str, Any]:
    """Return what makes the edition that a manifest is of: paper, backs, ink, size of print, and form fields."""
    options = group.read_json(path).get("options")
    return {name: options.get(name) for name in EDITION} if isinstance(options, dict) else {}


def _tell_replaced(folder: Path, before: Mapping[Path, Mapping[str, Any]]) -> None:
    """Say that a kit took the place of another edition."""
    old, new = before.get(folder), _edition(folder / MANIFEST)
    if old and old != new:
        was = ", ".join(
            f"{name} {'yes' if value is True else value}" for name, value in old.items() if value != new[name]
        )
        click.echo(f"note: {folder} held another edition ({was}); to keep several, give each its --out", err=True)


def _counted(number: int, thing: str, width: int = 0) -> str:
    """Return how many there are of a thing, in English."""
    return f"{number:>{width}} {thing}{'s' if number != 1 else ''}"


def _closing_lines(report: BuildReport, anew: Sequence[str]) -> Iterator[str]:
    """Yield what a kit is, in a line or two for people: how much of it is new, and what to open first."""
    made = [name for name in report.files if name.endswith(".pdf")]
    fresh = [name for name in made if name in anew]
    if not fresh:
        yield f"{report.game}: nothing changed since the last build, in {report.folder}"
    elif len(fresh) < len(made):
        same = len(made) - len(fresh)
        yield f"{report.game}: {_listed(fresh)} new; {same} {'other is' if same == 1 else 'others are'} as before"
        yield f"Print: {' '.join(str(report.folder / name) for name in fresh)}"
    else:
        facts = group.read_json(report.folder / MANIFEST)
        sheets, pages = sum(count["sheets"] for count in facts["shelves"].values()), sum(report.pages.values())
        counts = f"{_counted(len(made), 'PDF')}, {_counted(pages, 'page')} on {_counted(sheets, 'sheet')}"
        yield f"{report.game}: {counts} ({facts['options']['paper']}), in {report.folder}"
        yield f"Begin with {report.folder / made[0]}"


def _listed(names: Sequence[str]) -> str:
    """Return up to three names in words, or their count."""
    if len(names) > 3:
        return f"{len(names)} files are"
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _folder_line(report: BuildReport, _: Sequence[str]) -> list[str]:
    files, pages, size = len(report.files), sum(report.pages.values()), sum(report.files.values())
    return [f"{report.folder}  ({files} files, {_pages(pages)}, {size:,} bytes)"]


def _pages(count: int) -> str:
    return f"{count} page{'s' * (count != 1)}"


def _measured_lines(report: BuildReport, anew: Sequence[str]) -> Iterator[str]:
    from rcwkit.kit.options import measured

    return _file_lines(measured(report), anew)


def _file_lines(report: BuildReport, _: Sequence[str]) -> Iterator[str]:
    for name, size in report.files.items():
        taken = f", {_ink(report.ink[name])}" if name in report.ink else ""
        pages = f"{_pages(report.pages[name])}, " if name in report.pages else ""
        yield f"{report.folder / name}  ({pages}{size:,} bytes{taken})"


def _ink(ink: Sequence[float]) -> str:
    """Format ink as `6.9 % ink`: the mean, and the range if pages differ."""
    least, most = f"{min(ink):.1f}", f"{max(ink):.1f}"
    return f"{sum(ink) / len(ink):.1f} % ink" + (f", pages {least}–{most}" if least != most else "")


def _print_found(found: Sequence[Diagnostic], projects: list[Project], form: str) -> None:
    """Print errors and warnings, and those notes that say what fits on the paper, or that nothing needs a large one."""
    group.print_wrong(found, projects, form)
    for one in {diagnostic.message: diagnostic for diagnostic in found if diagnostic.code in ("N330", "N334")}.values():
        click.echo(f"{one.span.place if one.span.line else one.span}: note: {one.message}", err=True)


COMMANDS = (list_games, check, build, kit, printed_now)
