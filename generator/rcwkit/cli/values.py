"""`rcwkit values`: a list of a game's counters, to fill in the values that are printed on your own."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.completing import near_games
from rcwkit.cli.group import guarded, load_checked, usage
from rcwkit.cli.writing import SCHEMAS
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest

if TYPE_CHECKING:
    from rcwkit.reading.game import Game

__all__ = ["COMMANDS", "blank"]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
_HEAD = """\
# What is printed on the {plural} of your own copy, for you to fill in: {example}.
# As long as all are empty, the kit prints these counters without values. Once one is filled in, `rcwkit check`
# lists those that lack theirs. {whose}
kind: values
id: values_{type}
source: my own copy
type: {type}
values: [{names}]
shown: "{shown}"
"""
_LOCAL = "A game's folder local/ is yours; git ignores it."
_OUT = "Name its folder with --overlay {out}."


@click.command()
@click.argument("game", shell_complete=near_games, metavar="GAME|DIR")
@click.argument("kind", metavar="TYPE")
@click.argument("names", metavar="VALUE...", nargs=-1, required=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write to, for --overlay; the game's own local/ if left out.",
)
@guarded
def values(game: str, kind: str, names: tuple[str, ...], out: Path | None) -> None:
    """List the counters of a TYPE, to fill in values that your copy of the game has, such as `attack defence move`."""
    from rcwkit.reading.catalogue import locate
    from rcwkit.reading.project import LOCAL

    loaded = load_checked(game)
    if kind not in loaded.info.unit_types:
        known = loaded.info.unit_types
        raise usage(f"no unit type '{kind}'; {nearest(kind, known) or 'one of: ' + ', '.join(known)}", "TYPE")
    for name in names:
        if not _NAME.fullmatch(name):
            raise usage(f"'{name}' is not a name: begin with a letter, then letters, digits and '_'", "VALUE")
    root = locate(game).root
    path = (out or root / LOCAL) / f"values_{kind}.yaml"
    if os.path.lexists(path):
        hint = "fill it in; to begin anew, delete it first"
        raise InputError([Diagnostic("E535", "is there already", Span(str(path), 0), hint)])
    path.parent.mkdir(parents=True, exist_ok=True)
    text = blank(loaded, kind, names, _LOCAL if out is None else _OUT.format(out=out.as_posix()))
    path.write_text(_schema(root, path.parent) + text, encoding="utf-8")
    laid = f" --overlay {shlex.quote(str(out))}" if out is not None else ""
    click.echo(f"{path}: fill it in, then: rcwkit build {shlex.quote(game)}{laid}")


def _schema(root: Path, folder: Path) -> str:
    """Return the line that points editors from a folder to the schema of values, if a game has schemas."""
    for schemas in (root / SCHEMAS, root.parent / SCHEMAS):
        if (schemas / "values.json").is_file():
            where = Path(os.path.relpath(schemas.resolve(), folder.resolve())).as_posix()
            return f"# yaml-language-server: $schema={where}/values.json\n"
    return ""


def blank(game: Game, kind: str, names: Sequence[str], whose: str = _LOCAL) -> str:
    """Return the document: every counter of a type with empty values, and the backs of those with a reduced side.

    `whose` is a comment on the folder that it is for.
    """
    units = [(name, item.value) for name, item in game.counters.items() if item.value.type == kind]
    backs = [(name, one) for name, one in units if game.is_reduced(name)]
    head = _HEAD.format(
        type=kind,
        whose=whose,
        plural=game.info.unit_types[kind].plural,
        names=", ".join(names),
        shown="-".join(f"{{{name}}}" for name in names),
        example=f"{{{', '.join(f'{name}: {number}' for number, name in enumerate(names, 1))}}}",
    )
    empty = f"{{{', '.join(f'{name}: ' for name in names)}}}"
    wide = max((len(_key(name)) for name, _ in units), default=0)

    def lines(title: str, rows: Sequence[tuple[str, Any]]) -> list[str]:
        keys = {name: f"{_key(name)}:".ljust(wide + 1) for name, _ in rows}
        return [f"{title}:", *(f"  {keys[name]} {empty}  # {one.full_name or one.name}" for name, one in rows)]

    return head + "\n".join([*lines("counters", units), *(lines("backs", backs) if backs else []), ""])


def _key(name: str) -> str:
    """Quote an id that YAML would read as a number."""
    return json.dumps(name) if name[:1].isdecimal() else name


COMMANDS: tuple[Any, ...] = (values,)
