"""`rcwkit translate`: the texts of a game that have no translation into a language, to fill in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.completing import near_games
from rcwkit.cli.group import guarded, language, load_checked, usage

if TYPE_CHECKING:
    from rcwkit.reading.game import Game

__all__ = ["COMMANDS", "blank"]


@click.command()
@click.argument("game", shell_complete=near_games, metavar="GAME|DIR")
@click.argument("code", metavar="LANGUAGE", callback=language)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write them to this file, new or empty, such as my_game/lang/de.yaml.",
)
@guarded
def translate(game: str, code: str, out: Path | None) -> None:
    """Print the texts of a game that are not translated into a LANGUAGE, as a document to fill in."""
    loaded = load_checked(game, language=code)
    if loaded.texts is None:
        raise usage(f"the texts of {loaded.info.id} are in '{code}'", "LANGUAGE")
    if out is None:
        click.echo(blank(loaded), nl=False)
        return
    if out.is_file() and out.read_bytes().strip():
        raise usage(f"{out} is not empty: what it has would be lost; name another file beside it", "--out")
    from rcwkit.kit.publish import put

    out.parent.mkdir(parents=True, exist_ok=True)
    put(out, blank(loaded).encode())
    click.echo(f"{out}  ({len(list(loaded.texts.missing)):,} texts)")


def blank(game: Game) -> str:
    """Return the document: every text without a translation as a key, those of a file under its name."""
    assert game.texts is not None
    head = ["kind: translation", f"language: {game.say.code}", "texts:"]
    return "\n".join([*head, *_lines(game)]) + "\n"


def _lines(game: Game) -> Iterator[str]:
    file = ""
    for text, span in game.texts.missing if game.texts else ():
        if span.file != file:
            file = span.file
            yield f"  # {file}"
        yield f"  {json.dumps(text, ensure_ascii=False)}:"


COMMANDS: tuple[Any, ...] = (translate,)
