"""Faces typed by players: a list on the command line, or prompts at the terminal that explain each face."""

from __future__ import annotations

from itertools import groupby

import click

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.dice.roll import Prepared, rolled
from rcwkit.dice.rolls import label
from rcwkit.dice.sources import CodeError, DiceError, FaceCode, FaceSource, NeedsFace, Seeded, Typed
from rcwkit.dice.walk import Request
from rcwkit.dice.wording import meaning
from rcwkit.game.game import Game

__all__ = ["ask_faces", "source_of"]


def source_of(faces: str | None, dice: Seeded) -> FaceSource:
    """Return the source that `--faces` names: typed faces (`dice` rolls blanks), a face code, or `dice` alone."""
    if faces is None:
        return dice
    try:
        if faces.upper().startswith("F-"):
            return FaceCode.read(faces)
        return Typed([_face(text) for text in faces.split(",")], dice)
    except (CodeError, DiceError) as error:
        raise InputError([Diagnostic("E520", str(error), Span("--faces", 0))]) from error


def _face(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise DiceError(f"'{text}' is not a face")
    return int(text)


def ask_faces(prepared: Prepared, dice: Seeded, code: str) -> Typed:
    """Prompt for each die in turn, walking again from the start after each answer so that answers can be undone."""
    given: list[int | None] = []
    while True:
        source = Typed(list(given), dice)
        try:
            rolled(prepared, source, code)
        except NeedsFace as need:
            _ask(need, given, prepared.game)
        else:
            return Typed(given, dice)


def _ask(need: NeedsFace, given: list[int | None], game: Game) -> None:
    """Prompt for one die and update the list of answers."""
    request: Request = need.request
    click.echo(f"{label(request)}  (d{need.sides})", err=True)
    for line in _meanings(request, need.sides, game):
        click.echo(f"    {line}", err=True)
    while True:
        text = _answer()
        if text.lower() == "u":
            if given:
                given.pop()
                return
            click.echo("nothing to undo", err=True)
            continue
        try:
            face = _face(text)
            face = 10 if face == 0 and need.sides == 10 else face
            if face is not None and not 1 <= face <= need.sides:
                raise DiceError(f"{face} is not on a d{need.sides}")
        except DiceError as error:
            click.echo(str(error), err=True)
            continue
        given.append(face)
        return


def _answer() -> str:
    """Return a line that was typed. Raises InputError at the end of the input."""
    asked = "face (blank: roll it for me; u: undo the last one)"
    try:
        return str(click.prompt(asked, default="", show_default=False, err=True)).strip()
    except click.Abort as error:
        message, hint = "the input ended before all dice were asked for", "give the faces with --faces"
        raise InputError([Diagnostic("E520", message, Span("--ask", 0), hint)]) from error


def _meanings(request: Request, sides: int, game: Game) -> list[str]:
    """Describe the result of each face of a single die, merging runs of equal results."""
    if request.dice is None or request.dice.count != 1:
        return []
    meanings = [meaning(request, face, game) for face in range(1, sides + 1)]
    texts = [": ".join([text, *effects]) for text, effects in meanings]
    lines = []
    for text, run in groupby(range(1, sides + 1), key=lambda face: texts[face - 1]):
        low, *more = run
        lines.append(f"{low}-{more[-1]}: {text}" if more else f"{low}: {text}")
    return lines
