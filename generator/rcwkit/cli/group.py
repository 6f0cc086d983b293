"""The group of commands: where they are, mistyped names, signals, strict JSON, and exceptions as messages."""

from __future__ import annotations

import _thread
import json
import os
import signal
import stat
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from weakref import ref

import click

import rcwkit
from rcwkit.diagnostics import (
    Diagnostic,
    InputError,
    LineSource,
    Severity,
    Span,
    Surroundings,
    annotation,
    frame,
    nearest,
    sort,
)
from rcwkit.source.settings import find, read
from rcwkit.workers import MEMORY, memory_limit

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.source.project import Project

_AGAIN = 0.01


class Stopped(BaseException):
    """A signal arrived. Neither handlers of ordinary exceptions nor click's prompts catch this."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """While entered, a signal raises Stopped, and more are ignored until it is handled; later ones end the process."""

    number: signal.Signals | None = None
    """The signal that arrived, if any."""

    def __enter__(self) -> Signals:
        self._over = False
        self._raised: ref[Stopped] | None = None
        sys.unraisablehook = self._lost
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._answer)
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True

    def _answer(self, number: int, _: Any) -> None:
        if self._over:
            os._exit(128 + number)
        if self._raised is None or self._raised() is None:
            raise self._stopped(signal.Signals(number))

    def _stopped(self, number: signal.Signals) -> Stopped:
        # A local of the raising frame would keep the exception alive.
        self.number, stopped = number, Stopped(number)
        self._raised = ref(stopped)
        return stopped

    def _lost(self, lost: sys.UnraisableHookArgs) -> None:
        """Send the signal again a moment later if it arrived in a callback, where the interpreter cannot raise it."""
        if isinstance(lost.exc_value, Stopped):
            threading.Timer(_AGAIN, _send, [lost.exc_value.number]).start()
        else:
            sys.__unraisablehook__(lost)


def _send(number: signal.Signals) -> None:
    if os.name == "nt":  # os.kill would end the process
        _thread.interrupt_main(number)
    else:  # this also interrupts system calls of the main thread
        os.kill(os.getpid(), number)


class Command(click.Command):
    """A command that turns exceptions into messages and exit codes: 2 input, 3 surroundings, 70 a bug of ours."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command, and end the process if that fails."""
        try:
            try:
                _check_depth(ctx.params)
                _check_memory()
                super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except InputError as error:
            if ctx.params.get("as_json"):
                print_json({"diagnostics": as_facts(error.diagnostics)})
            print_diagnostics(error.diagnostics, error.sources, ctx.params.get("form", "text"))
            sys.exit(2)
        except Surroundings as error:
            _fail(f"error: {error}", 3)
        except OSError as error:
            # The reader is gone or the disk is full: the rest of the output has nowhere to go.
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
            said = f"error: {error.filename or 'output'}: {error.strerror or error}"
            _fail("" if isinstance(error, BrokenPipeError) else said, 3)
        except MemoryError:
            _fail("error: not enough memory", 3)
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except Exception as error:
            signals = ctx.find_object(Signals)
            if signals is not None and signals.number is not None:
                # A library may have replaced the signal's exception with one of its own.
                raise Stopped(signals.number) from error
            if found := _lack(error):
                _fail(f"error: {found}", 3)
            try:
                report = _crash_report(error)
            except MemoryError:  # of which the first error was only another sign
                _fail("error: not enough memory", 3)
            _fail(f"internal error: {type(error).__name__}; please report it{report}", 70)


class StrictGroup(click.Group):
    """A group whose commands refuse an option given twice, unless it may be repeated."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name; raises UsageError for an option given twice, too."""
        name, command, words = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_twice(click.Context(command, parent=ctx, info_name=name), words)
        return name, command, words


def _refuse_twice(context: click.Context, words: Sequence[str]) -> None:
    """Raise UsageError if an option of a command, not a switch, is given twice: only the last would count."""
    try:
        given = context.command.make_parser(context).parse_args(list(words))[2]
    except click.UsageError:
        return  # the command itself says what is wrong
    values = [one for one in given if isinstance(one, click.Option) and not (one.multiple or one.is_flag or one.count)]
    for one, number in Counter(values).items():
        if number > 1:
            raise click.UsageError(f"{one.opts[0]} is given {number} times; give it once", context)


DEEPEST = 50
"""Deepest nesting of lists and objects in a JSON file."""


def json_text(facts: Any) -> str:
    """Return data as JSON; lone surrogates, from file names that are not UTF-8, become escapes."""
    return json.dumps(facts, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def print_json(facts: Any) -> None:
    """Print data on stdout as JSON."""
    click.echo(json_text(facts))


def show(as_json: bool, facts: Any, *lines: object) -> None:
    """Print data as JSON, or lines for people."""
    for line in (json_text(facts),) if as_json else lines:
        click.echo(line)


def as_facts(found: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """Return diagnostics in order, as data for JSON."""
    return [diagnostic.as_json() for diagnostic in sort(found)]


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object from a file, strictly: no duplicate keys, no NaN or Infinity, nesting up to `DEEPEST`.

    Raises InputError, also if the file is not a plain file or is too large.
    """
    from rcwkit.source.project import LIMIT

    def wrong(message: str, line: int = 1, column: int = 1) -> InputError:
        return InputError.of("E531", message, Span(str(path), line, column))

    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise wrong("is not a plain file")
        if status.st_size > LIMIT:
            raise wrong(f"is larger than {LIMIT // 2**20} MiB")
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unique_keys, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise wrong(f"is not JSON: {error.msg}", error.lineno, error.colno) from error
    except UnicodeEncodeError as error:
        raise wrong("has a text that is not Unicode: a lone surrogate") from error
    except UnicodeDecodeError as error:
        raise wrong("is not JSON: not UTF-8 text") from error
    except _StrictError as error:
        raise wrong(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise wrong("cannot be read as JSON: a number is too long, or lists are nested too deeply") from error
    if not isinstance(data, dict):
        raise wrong("is not a JSON object")
    if _is_deep(data):
        raise wrong(f"is nested more than {DEEPEST} deep")
    return data


class _StrictError(ValueError):
    """JSON that laxer readers would accept."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _StrictError(f"has the key {twice!a} twice" if len(twice) <= 80 else "has a key twice")
    return found


def _no_number(name: str) -> Any:
    raise _StrictError(f"has {name}, which is not a number in JSON")


def _is_deep(data: Any) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        lists = [list(part.values()) if isinstance(part, dict) else part for part in level]
        level = [inner for part in lists if isinstance(part, list) for inner in part]
    return bool(level)


FOLDERS = 256
"""Folders in a path that is given."""
MOST = 200
"""The most diagnostics to print; nobody reads on past that."""
GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Print": {
        "build": ("kits", "Make the PDFs of kits"),
        "kit": ("kits", "Make every edition: two papers, two inks, duplex and gutterfold"),
        "printed": ("kits", "Note that a kit was printed, for build --since printed"),
        "fit": ("export", "Count the cards and counters of each size that a sheet holds"),
        "calibrate": ("export", "Print a test sheet, and store what you measured on it"),
        "proof": ("export", "Show a PDF in greyscale, and as colour-blind players see it"),
    },
    "Roll": {
        "list": ("kits", "Show the games, what kits hold, and what can be rolled"),
        "roll": ("dice", "Roll a procedure; every die is on record"),
        "odds": ("dice", "Show exact odds"),
        "verify": ("dice", "Check a record of a roll"),
        "again": ("dice", "Roll one step of a record again"),
        "request": ("dice", "List the dice to order from a dice server"),
        "mail": ("dice", "Roll by mail without trust"),
    },
    "Change": {
        "new": ("writing", "Start a game of your own"),
        "preview": ("screens", "Open a page in the browser: games, new ones, editing, printing"),
        "watch": ("screens", "Build again whenever you save"),
        "check": ("kits", "Find mistakes; write nothing"),
        "explain": ("writing", "Explain an error code"),
        "manual": ("screens", "Make the manual: guides, gallery, reference"),
        "import": ("writing", "Read a spreadsheet or a VASSAL module"),
        "rename": ("writing", "Rename an id everywhere in a game"),
        "fetch": ("writing", "Get the sheets of a game that are published on the web"),
        "values": ("writing", "List counters, to fill in values from your copy"),
        "translate": ("writing", "List the texts to translate"),
    },
    "Share": {
        "share": ("export", "Put all that playtesters need into one file"),
        "companion": ("screens", "Make one file for phones, which works offline"),
        "export": ("export", "Make a VASSAL module, or files for other tables and shops"),
        "pictures": ("export", "Make a picture of each piece"),
    },
    "For editors and shells": {
        "schema": ("writing", "Print what documents may contain"),
        "completion": ("writing", "Print the completion of a shell"),
    },
}
"""Commands as `--help` lists them: for each, the module of this package that has it, and what it does.

A run imports the module of its own command, and `--help` none.
"""
COMMANDS = {name: one for group in GROUPS.values() for name, one in group.items()}
COLOURS: Mapping[Severity, str] = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}


class _Group(StrictGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            for command in import_module(f"rcwkit.cli.{COMMANDS[cmd_name][0]}").COMMANDS:
                self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        wide = max(map(len, COMMANDS))
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(wide), text) for name, (_, text) in group.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if args and self.get_command(ctx, args[0]):
                raise
            hint = nearest(args[0], COMMANDS) if args else ""
            raise click.UsageError(f"no command '{args[0]}'" + (f"; {hint}" if hint else "")) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.MissingParameter as error:
            hint, kind = error.param_hint, error.param_type
            raise click.MissingParameter(_choices(error), error.ctx, error.param, hint, kind) from None


def _choices(error: click.MissingParameter) -> str:
    """Suggestions for a missing argument: the games, or what can be rolled in the given one."""
    from rcwkit.dice.roll import rollable
    from rcwkit.game.catalogue import games, locate
    from rcwkit.game.loader import load

    name, given = error.param.name if error.param else "", error.ctx.params.get("game") if error.ctx else None
    if name == "game":
        return f"Games: {', '.join(games())}; or the path of a folder."
    if name == "procedure" and given:
        with suppress(InputError, Surroundings, OSError):
            game = load(locate(given))
            return f"To roll in {game.info.title}: {', '.join(rollable(game))}."
    return error.message


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower})
@click.version_option(rcwkit.__version__, prog_name="rcwkit")
@click.pass_context
def main(context: click.Context) -> None:
    """Print-and-play kits for wargames.

    \b
    rcwkit preview                opens a page in your browser: your games, new ones, printing
    rcwkit build soviet_dawn      one kit, as PDFs
    rcwkit COMMAND --help         all options of a command
    """  # noqa: D301
    context.default_map = _settings(Path.cwd())


def _settings(folder: Path) -> dict[str, Any]:
    """Defaults of commands from the nearest `rcwkit.toml`; errors in it end the run."""
    path = find(folder)
    if path is None:
        return {}
    settings = read(path, folder)
    if settings.found:
        print_diagnostics(settings.found, [settings])
        sys.exit(2)
    return settings.defaults()


def _lack(error: Exception) -> str:
    """Say what the system lacks, if that is why a library or the output failed."""
    if isinstance(error, (RuntimeError, ImportError)) and any(sign in str(error) for sign in _LACKS):
        return f"not enough memory: {error}"
    if isinstance(error, SystemError) and (memory_limit() or MEMORY) < MEMORY:  # a library failed without saying why
        return "not enough memory"
    encoding = str(getattr(sys.stdout, "encoding", "utf-8"))
    if isinstance(error, UnicodeEncodeError) and encoding.lower().replace("_", "-") not in ("utf-8", "utf8"):
        letter = error.object[error.start]
        return f"output: its encoding, {encoding}, has no U+{ord(letter):04X}; set PYTHONIOENCODING=utf-8"
    return ""


_LACKS = ("can't start new thread", "failed to map segment", "annot allocate memory", "out of memory")
"""What Python and the loader of libraries say when memory is short."""


_LEAST = 64 * 2**20
"""Bytes of address space without which libraries abort the process, where no handler could say why."""


def _check_memory() -> None:
    """Raise Surroundings for a limit on memory too small for the libraries."""
    limit = memory_limit()
    if limit is not None and limit < _LEAST:
        raise Surroundings("not enough memory")


def _check_depth(options: Mapping[str, Any]) -> None:
    """Raise InputError for a path in more folders than Python's functions, which call themselves, can make."""
    for name, value in options.items():
        for path in value if isinstance(value, tuple) else (value,):
            if isinstance(path, Path) and len(path.parts) > FOLDERS:
                raise usage(f"a path of more than {FOLDERS} folders", name)


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):
        if message:
            click.echo(message, err=True)
    sys.exit(code)


def _crash_report(error: Exception) -> str:
    """Save version, command and traceback, and say where; leave out user data: messages of exceptions, and answers."""
    import tempfile
    import traceback

    def harmless(word: str) -> bool:
        return word.startswith("-") or word in COMMANDS or Path(word).exists()

    words = [word.partition("=")[0] for word in sys.argv[1:] if harmless(word)]
    version = f"rcwkit {rcwkit.__version__}, Python {sys.version.split()[0]}, {sys.platform}"
    lines = [version, " ".join(["rcwkit", *words]), ""]
    while error is not None:
        lines += [*(line.rstrip() for line in traceback.format_tb(error.__traceback__)), type(error).__name__, ""]
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    try:
        handle, name = tempfile.mkstemp(prefix="rcwkit-crash-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write("\n".join(lines))
    except OSError:
        return ""
    return f" with {name}"


def print_diagnostics(diagnostics: Iterable[Diagnostic], projects: Sequence[LineSource], form: str = "text") -> None:
    """Print diagnostics: framed on stderr, in colour on a terminal, or for GitHub on stdout; at most `MOST`."""
    found = sort(diagnostics)
    if form == "github":
        click.echo("".join(f"{annotation(diagnostic)}\n" for diagnostic in found[:MOST]), nl=False)
        return
    for diagnostic in found[:MOST]:
        lines = (project.line(diagnostic.span) for project in projects)
        line = next((text for text in lines if text is not None), None)
        head, *rest = frame(diagnostic, line).split("\n")
        click.echo("\n".join([click.style(head, fg=COLOURS[diagnostic.severity], bold=True), *rest]), err=True)
    if len(found) > MOST:
        click.echo(f"... and {len(found) - MOST:,} more", err=True)


def print_wrong(found: Iterable[Diagnostic], projects: Sequence[LineSource], form: str = "text") -> None:
    """Print errors and warnings; notes are left to `check`."""
    print_diagnostics([diagnostic for diagnostic in found if diagnostic.severity is not Severity.NOTE], projects, form)


def tally(found: Iterable[Diagnostic], games: int) -> str:
    """Return totals, such as `5 games: 0 errors, 2 warnings, 31 notes`."""
    unique = sort(found)
    counts = [(sum(diagnostic.severity is level for diagnostic in unique), level) for level in Severity]
    said = ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for count, level in counts)
    return f"{games} game{'' if games == 1 else 's'}: {said}"


def exit_code(found: Iterable[Diagnostic], strict: bool) -> int:
    """Return 2 for errors, 1 for warnings under --strict, else 0."""
    levels = {diagnostic.severity for diagnostic in found}
    if Severity.ERROR in levels:
        return 2
    return 1 if strict and Severity.WARNING in levels else 0


class Variant(NamedTuple):
    """How the data of a game are read: with overlays, and in a language, or in the game's own."""

    overlays: tuple[Path, ...] = ()
    language: str = ""


class Output(NamedTuple):
    """How a command says what it made and found."""

    as_json: bool
    strict: bool = False
    form: str = "text"


USUAL = Variant()


def opened(name: str, variant: Variant = USUAL) -> rcwkit.Opened:
    """Open a game; say it if that is an included game although a folder here has its name."""
    from rcwkit.game.catalogue import passed_over

    if passed_over(name):
        click.echo(f"note: this is the included game '{name}'; for the folder here, write ./{name}", err=True)
    return rcwkit.open(name, variant.overlays, variant.language)


def located(name: str, variant: Variant = USUAL) -> Project:
    """Return the project of a game."""
    return opened(name, variant).project


def all_located(names: Sequence[str], variant: Variant) -> list[Project]:
    """Return the projects of the games on a command line, or of those meant without any. Raises InputError."""
    from rcwkit.game.catalogue import meant

    return [located(name, variant) for name in meant(names)]


def load_checked(name: str, variant: Variant = USUAL) -> Game:
    """Return a game without errors. Raises InputError with all of them."""
    return opened(name, variant).game


def one_game(name: str | None) -> str:
    """Return the game of a command on one game: the one named, or the current folder's. Raises InputError."""
    from rcwkit.game.catalogue import games, here

    if name or here():
        return name or here()
    raise usage(f"name a game ({', '.join(games())}) or a folder, or change into a game's folder", "GAME")


def usage(message: str, where: str) -> InputError:
    """Return an error in the command line; `where` names the option or argument."""
    return InputError.of("E523", message, Span(where, 0))
