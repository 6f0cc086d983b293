"""The dice commands: roll, odds, verify, again, request, and dice by mail."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

import rcwkit
from rcwkit.cli.group import Command, StrictGroup, Variant, json_text, opened, print_json, read_json, show, usage
from rcwkit.cli.options import (
    FILE,
    GAME,
    PATH,
    PROCEDURE,
    answers_option,
    choice,
    json_option,
    kit_options,
    option_group,
    records_option,
    variant_options,
)
from rcwkit.diagnostics import InputError, Span, Surroundings

if TYPE_CHECKING:
    from rcwkit.dice.sources import NeedsFace
    from rcwkit.dice.walk import Request
    from rcwkit.game.game import Game
    from rcwkit.kit.options import Options


T = TypeVar("T")
LONGEST_ID = 80
"""Longest name of a game in a record or link."""


class Printout(NamedTuple):
    """Files of a roll: its set-up sheet, the records whose results that has as well, and the roll's own record.

    The sheet may be of the roll `alone`, without the set-up.
    """

    sheet: Path | None
    alone: bool
    records: tuple[Path, ...]
    out: Path | None


printout_options = option_group(
    "printout",
    Printout,
    sheet=click.option(
        "--sheet",
        type=FILE,
        help="Write the set-up sheet, as rolled, to this PDF; the roll alone if the game has no set-up.",
    ),
    alone=click.option("--alone", is_flag=True, help="On the sheet, only the roll, without the set-up."),
    records=records_option("On the sheet, also what this record of another procedure rolled; may be repeated."),
    out=click.option("--out", type=FILE, metavar="FILE.json", help="Write the record to this file, new or a record."),
)
sheet_options = kit_options(
    paper=choice("--paper", ("a4", "letter"), "Paper of the sheet."),
    ink=choice("--ink", ("full", "low"), "Ink of the sheet."),
)
record_argument = click.argument("record", type=PATH)
own_argument = click.argument("game", type=GAME, required=False)
game_argument = click.argument("game", type=GAME)


@click.command(cls=Command)
@click.argument("game", type=GAME, metavar="GAME|LINK")
@click.argument("procedure", type=PROCEDURE, required=False)
@answers_option
@click.option("--seed", metavar="CODE", help="Repeat the roll with this code.")
@click.option(
    "--faces", metavar="1,4,2", help="Faces you rolled, in order; leave one blank to have it rolled. Or a code, F-..."
)
@click.option("--ask", is_flag=True, help="Ask for the face of each die.")
@printout_options
@sheet_options
@json_option
@variant_options
def roll(
    game: str,
    procedure: str | None,
    given: tuple[str, ...],
    seed: str | None,
    faces: str | None,
    ask: bool,
    printout: Printout,
    options: Options,
    as_json: bool,
    variant: Variant,
) -> None:
    """Roll a procedure of a game: show every die and its effects, and print the set-up sheet on request.

    A LINK of the preview or the companion names all of it: `rcwkit roll 'rcwkit:#roll=…'` repeats its roll.
    """
    if ask and faces is not None:
        raise usage("--faces and --ask exclude each other", "--faces")
    if procedure is None:
        game, procedure, linked, seed, faces = _linked(game, seed, faces)
        given = (*linked, *given)
    one = opened(game, variant)
    asking = partial(_ask, game=one.game) if ask else None
    with _answered():
        made = one.roll(procedure, _answers(given), seed=seed, faces=faces, ask=asking)
    _finish(made, printout, options, as_json)


@contextmanager
def _answered() -> Iterator[None]:
    """Tell of wrong answers and of those left out at the option, not at the question in a file of the game."""
    try:
        yield
    except InputError as error:
        if any(one.code != "E500" for one in error.diagnostics):
            raise
        raise InputError([one._replace(span=Span("--set", 0)) for one in error.diagnostics]) from None


@click.command(cls=Command)
@game_argument
@click.argument("procedure", type=PROCEDURE, metavar="PROCEDURE|TABLE")
@answers_option
@json_option
@variant_options
def odds(game: str, procedure: str, given: tuple[str, ...], as_json: bool, variant: Variant) -> None:
    """Print the exact odds of a procedure or rolled table, as fractions."""
    one = opened(game, variant)
    with _answered():
        found = one.odds(procedure, _answers(given))
    show(as_json, found.as_json(), found)


@click.command(cls=Command)
@record_argument
@own_argument
@json_option
@variant_options
def verify(record: Path, game: str | None, as_json: bool, variant: Variant) -> None:
    """Roll a record again from its seed and faces, compare every line, and say what that proves.

    GAME is the folder of its game, if that is your own. A log of VASSAL, its own file or its chat as text or HTML,
    needs its game: every roll on a table is read again.
    """
    if record.suffix.lower() in LOGS:
        _verify_log(record, game, variant)
        return
    data = read_json(record)
    verdict = opened(game or _game_of(data, record), variant).verify(data)
    first, *more = verdict.lines()
    show(as_json, verdict.as_json(), f"{click.format_filename(record)}: {first}", *more)
    sys.exit(2 if verdict.difference else 0)


@click.command(cls=Command)
@record_argument
@click.argument("step")
@own_argument
@click.option("--keep", "kept", multiple=True, metavar="ITEM", help="Keep this item's dice as they fell.")
@click.option("--seed", metavar="CODE", help="Seed of the new dice; the record's own by default.")
@printout_options
@sheet_options
@json_option
@variant_options
def again(
    record: Path,
    step: str,
    game: str | None,
    kept: tuple[str, ...],
    seed: str | None,
    printout: Printout,
    options: Options,
    as_json: bool,
    variant: Variant,
) -> None:
    """Roll one step of a record again, as its next attempt; all other dice stay as they fell.

    GAME is the folder of its game, if that is your own.
    """
    from rcwkit.dice.roll import again as roll_again

    data = read_json(record)
    one = opened(game or _game_of(data, record), variant)
    _finish(roll_again(one.game, data, step, kept, seed), printout, options, as_json)


@click.command(cls=Command)
@game_argument
@click.argument("procedure", type=PROCEDURE)
@answers_option
@json_option
@variant_options
def request(game: str, procedure: str, given: tuple[str, ...], as_json: bool, variant: Variant) -> None:
    """List all dice that a procedure may need, to paste into a dice server."""
    from rcwkit.dice.roll import prepare
    from rcwkit.dice.wording import request_json, request_lines

    prepared = prepare(opened(game, variant).game, procedure, _answers(given))
    show(as_json, request_json(prepared), *request_lines(prepared))


def _finish(made: rcwkit.Roll, printout: Printout, options: Options, as_json: bool) -> None:
    """Print a roll, and its sheet on request. Raises InputError for records that it cannot have."""
    from rcwkit.dice.roll import read, together

    if printout.alone and (printout.sheet is None or printout.records):
        raise usage("the roll alone is a sheet of its own: name its file with --sheet, without --record", "--alone")
    if printout.records and printout.sheet is None:
        raise usage("these records are for the set-up sheet; name its file with --sheet", "--record")
    game, settled = made.prepared.game, made.settled
    if printout.records:
        others = read(game, {str(path): read_json(path) for path in printout.records})
        settled = together(game, {**others, "this roll": made})
    if printout.out is not None:
        _write_record(made.record, printout.out)
    if printout.sheet is not None:
        _print_sheet(made._replace(settled=None if printout.alone else settled), printout.sheet, options)
    show(as_json, made.record, made)
    for said, path in (("record", printout.out), ("printed", printout.sheet)):
        if path is not None:
            click.echo(f"{said}: {path}", err=True)


def _write_record(record: Mapping[str, Any], path: Path) -> None:
    """Write a record to a new file, or over a record. Raises InputError."""
    from rcwkit.dice.record import claims
    from rcwkit.kit.publish import put

    if path.exists():
        claims(read_json(path))
    put(path, json_text(record).encode())


LOGS = (".txt", ".html", ".htm", ".vlog")
"""How files of logs end."""


def _verify_log(path: Path, game: str | None, variant: Variant) -> None:
    """Say which rolls in a log the tables of the game do not bear out. Raises InputError or Surroundings."""
    from rcwkit.export.vassal_rolls import read_log
    from rcwkit.importing.archive import chat_of

    if game is None:
        raise InputError.of("E530", "a log does not say its game", Span(str(path)), f"rcwkit verify {path.name} GAME")
    try:
        text = chat_of(path) if path.suffix.lower() == ".vlog" else path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Surroundings(f"cannot read {path}: {error.strerror or error}") from error
    count, wrong = read_log(opened(game, variant).game, text)
    name = click.format_filename(path)
    rolls = f"{count} {'roll' if count == 1 else 'rolls'} on tables"
    click.echo(f"{name}: {rolls}, {len(wrong) or 'none'} of them read wrong")
    for one in wrong:
        reads = f"the tables say {one.reads}" if one.reads else "the roll has no such dice or modifiers"
        click.echo(f"  line {one.line}: {one.says}; {reads}")
    sys.exit(2 if wrong else 0)


def _print_sheet(made: rcwkit.Roll, path: Path, options: Options) -> None:
    from rcwkit.kit.build import roll_sheet, setup_sheet
    from rcwkit.kit.publish import put

    game, settled = made.prepared.game, made.settled
    put(path, setup_sheet(game, settled, options) if settled else roll_sheet(game, made.result, options))


def _game_of(data: Mapping[str, Any], path: Path) -> str:
    """The game that a record names: bundled, or a folder of that name here, never another path. Raises InputError."""
    from rcwkit.dice.record import claims

    try:
        name = claims(data).game
    except InputError as error:
        raise InputError([found._replace(span=Span(str(path))) for found in error.diagnostics]) from error
    if not _is_known(name):
        hint = f"name its folder: rcwkit verify {path.name} FOLDER"
        message = f"this is a record of '{name}', which is not a bundled game"
        raise InputError.of("E530", message, Span(str(path)), hint)
    return name


def _is_known(name: str) -> bool:
    """Return whether a game that a stranger's record or link names is a bundled one, or a folder of that name here."""
    from rcwkit.game.catalogue import games
    from rcwkit.source.patterns import ID

    return (
        name in games()
        or len(name) <= LONGEST_ID
        and bool(re.fullmatch(ID, name))
        and Path(name, "game.yaml").is_file()
    )


def _linked(text: str, seed: str | None, faces: str | None) -> tuple[str, str, tuple[str, ...], str | None, str | None]:
    """Return game, procedure, answers, seed and faces of a link; a seed or faces of the user's own go before."""
    from rcwkit.dice.roll import Link, LinkError

    if "#" not in text:
        context = click.get_current_context()
        procedure = next(one for one in context.command.params if one.name == "procedure")
        raise click.MissingParameter(None, context, procedure, "'PROCEDURE'", "argument")
    try:
        link = Link.read(text)
    except LinkError as error:
        raise usage(str(error), "LINK") from error
    if not _is_known(link.game):
        message = f"this is a link to a roll of {link.game[:80]!r}, which is neither a bundled game nor a folder here"
        raise usage(f"{message}; change into the folder that holds the game's", "LINK")
    code, shown = (None, link.code) if (link.code or "").upper().startswith("F-") else (link.code, link.faces)
    answers = tuple(f"{name}={value}" for name, value in link.given.items())
    return link.game, link.procedure, answers, seed or code, faces or shown


def _answers(pairs: tuple[str, ...]) -> dict[str, str]:
    """Parse `--set key=value` options."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise usage(f"'{pair}' is not of the form key=value", "--set")
        if key in found:
            raise usage(f"'{key}' is set twice", "--set")
        found[key] = value
    return found


def _ask(need: NeedsFace, given: list[int | None], game: Game) -> None:
    """Prompt for one die and update the list of answers."""
    from rcwkit.dice.record import label
    from rcwkit.dice.roll import face_of
    from rcwkit.dice.sources import DiceError

    request: Request = need.request
    click.echo(f"{label(request)}  (d{need.sides})", err=True)
    for line in _meanings(request, need.sides, game):
        click.echo(f"    {line}", err=True)
    while True:
        text = _typed()
        if text.lower() == "u":
            if given:
                given.pop()
                return
            click.echo("nothing to undo", err=True)
            continue
        try:
            face = face_of(text)
            face = 10 if face == 0 and need.sides == 10 else face
            if face is not None and not 1 <= face <= need.sides:
                raise DiceError(f"{face} is not on a d{need.sides}")
        except DiceError as error:
            click.echo(str(error), err=True)
            continue
        given.append(face)
        return


def _typed() -> str:
    """Return a line that was typed. Raises InputError at the end of the input."""
    asked = "face (blank: roll it for me; u: undo the last one)"
    try:
        return str(click.prompt(asked, default="", show_default=False, err=True)).strip()
    except click.Abort as error:
        message, hint = "the input ended before all dice were asked for", "give the faces with --faces"
        raise InputError.of("E520", message, Span("--ask", 0), hint) from error


def _meanings(request: Request, sides: int, game: Game) -> list[str]:
    """Describe the result of each face of a single die, merging runs of equal results."""
    from rcwkit.dice.wording import meaning

    if request.dice is None or request.dice.count != 1:
        return []
    meanings = [meaning(request, face, game) for face in range(1, sides + 1)]
    texts = [": ".join([text, *effects]) for text, effects in meanings]
    lines = []
    for text, run in groupby(range(1, sides + 1), key=lambda face: texts[face - 1]):
        low, *more = run
        lines.append(f"{low}-{more[-1]}: {text}" if more else f"{low}: {text}")
    return lines


message_option = click.option("--out", type=FILE, metavar="FILE.json", help="Write the message to this new file.")


@click.group(cls=StrictGroup)
def mail() -> None:
    """Roll dice by mail without trust: commit, answer, reveal, open. The result is a code for `roll --seed`."""


@mail.command()
@click.argument("first")
@click.argument("second")
@click.argument("context")
@message_option
def commit(first: str, second: str, context: str, out: Path | None) -> None:
    """FIRST tells SECOND what will be rolled (CONTEXT) and seals a secret. Send the message; keep it and the secret."""
    import secrets

    from rcwkit.dice.mail import commit as make
    from rcwkit.dice.sources import LONG_SEED_BYTES, code_of

    secret = secrets.token_bytes(LONG_SEED_BYTES)
    _send(_exchange(lambda: make(first, second, context, secret), "CONTEXT"), out)
    click.echo(f"keep the message, and this secret until the answer comes: {code_of(secret)}", err=True)


@mail.command()
@click.argument("commitment", type=PATH)
@message_option
def answer(commitment: Path, out: Path | None) -> None:
    """SECOND answers a COMMITMENT with a random number of their own.

    Send the message, and keep it: the reveal is checked against it.
    """
    import secrets

    from rcwkit.dice.mail import answer as make
    from rcwkit.dice.sources import LONG_SEED_BYTES

    data = read_json(commitment)
    message = _exchange(lambda: make(data, secrets.token_bytes(LONG_SEED_BYTES)), str(commitment))
    _send(message, out)
    click.echo(f"{message['first']} and {message['second']} roll: {message['context']}", err=True)
    click.echo(f"keep the message until the secret is revealed, or its digest: {message['digest']}", err=True)


@mail.command()
@click.argument("commitment", type=PATH)
@click.argument("answer", type=PATH)
@click.argument("secret")
@message_option
def reveal(commitment: Path, answer: Path, secret: str, out: Path | None) -> None:
    """FIRST checks the ANSWER to their COMMITMENT and reveals the SECRET; both can now derive the code of the dice."""
    from rcwkit.dice.mail import reveal as make
    from rcwkit.dice.mail import seed_from
    from rcwkit.dice.sources import CodeError, seed_of

    try:
        number = seed_of(secret)
    except CodeError:
        # Neither the secret nor an error that quotes it may be shown.
        number = None
    if number is None:
        message = "the secret is not a code: a character is wrong, missing or too many"
        raise InputError.of("E540", message, Span("SECRET", 0))
    sent, answered = read_json(commitment), read_json(answer)
    revealed = _exchange(lambda: make(sent, answered, number), str(answer))
    seed = _exchange(lambda: seed_from(revealed, answered), str(answer))
    _send(revealed, out)
    click.echo(f"roll with: --seed {seed}", err=True)


@mail.command("open")
@click.argument("message", type=PATH)
@click.argument("answer", metavar="ANSWER|DIGEST")
def open_message(message: Path, answer: str) -> None:
    """SECOND checks a revealed MESSAGE against their ANSWER, or its digest; prints the code for `roll --seed`."""
    from rcwkit.dice.mail import seed_from

    data = read_json(message)
    kept = answer.lower() if re.fullmatch("[0-9A-Fa-f]{64}", answer) else read_json(Path(answer))
    click.echo(_exchange(lambda: seed_from(data, kept), str(message)))


def _send(message: Mapping[str, Any], out: Path | None) -> None:
    """Print a message, or write it to a new file: nothing of an exchange may be lost. Raises InputError."""
    from rcwkit.kit.publish import put

    if out is None:
        print_json(message)
        return
    if os.path.lexists(out):
        raise usage(f"'{out}' exists; name a new file", "--out")
    put(out, json_text(message).encode())
    click.echo(f"send this: {out}", err=True)


def _exchange(step: Callable[[], T], where: str) -> T:
    """Run a step of the exchange, with its errors as diagnostics."""
    from rcwkit.dice.mail import MailError

    try:
        return step()
    except MailError as error:
        raise InputError.of("E540", f"the message does not fit: {error}", Span(where)) from error


COMMANDS = (roll, odds, verify, again, request, mail)
