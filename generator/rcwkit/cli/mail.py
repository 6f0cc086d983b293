"""The commands of dice by mail: commit, answer, reveal, open."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from rcwkit.cli.group import StrictGroup, json_text, print_json, read_json, usage
from rcwkit.cli.options import FILE, PATH
from rcwkit.diagnostics import InputError, Span

T = TypeVar("T")
out_option = click.option("--out", type=FILE, metavar="FILE.json", help="Write the message to this new file.")


@click.group(cls=StrictGroup)
def mail() -> None:
    """Roll dice by mail without trust: commit, answer, reveal, open. The result is a code for `roll --seed`."""


@mail.command()
@click.argument("first")
@click.argument("second")
@click.argument("context")
@out_option
def commit(first: str, second: str, context: str, out: Path | None) -> None:
    """FIRST tells SECOND what will be rolled (CONTEXT) and seals a secret. Send the message; keep it and the secret."""
    from rcwkit.dice.mail import commit as make
    from rcwkit.dice.sources import LONG_SEED_BYTES, code_of

    secret = secrets.token_bytes(LONG_SEED_BYTES)
    _send(_exchange(lambda: make(first, second, context, secret), "CONTEXT"), out)
    click.echo(f"keep the message, and this secret until the answer comes: {code_of(secret)}", err=True)


@mail.command()
@click.argument("commitment", type=PATH)
@out_option
def answer(commitment: Path, out: Path | None) -> None:
    """SECOND answers a COMMITMENT with a random number of their own.

    Send the message, and keep it: the reveal is checked against it.
    """
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
@out_option
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


COMMANDS = (mail,)
