"""`rcwkit printed`: keep the manifest of a kit as that of a print; and what `build --since` compares with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rcwkit.cli.completing import game_argument
from rcwkit.cli.group import as_json, guarded, language_option, located, one_game, out_option, overlay_option, usage
from rcwkit.cli.strict_json import print_json, read_json
from rcwkit.reading.claims import MANIFEST

if TYPE_CHECKING:
    from rcwkit.reading.project import Project

__all__ = ["COMMANDS", "Since", "since_of"]


class Since(NamedTuple):
    """The kit that another is compared with: its project, its manifest, and where that is.

    `built` says since when changes are shown, if the manifest is of a build that nobody said was printed.
    """

    project: Project
    manifest: dict[str, Any]
    path: Path
    built: str = ""


@click.command("printed")
@game_argument
@click.option("--as", "name", default="", metavar="NAME", help="What to call this print; v1, v2, … by default.")
@out_option
@overlay_option
@language_option
@as_json
@guarded
def printed_now(
    game: str | None, name: str, out: Path, overlays: tuple[Path, ...], language: str, as_json: bool
) -> None:
    """Note that the kit, as built last, was printed: `build --since printed` then prints what changed."""
    from rcwkit.kit.prints import mark

    found = mark(_folder(located(one_game(game), overlays, language), out), name)
    if as_json:
        print_json({"name": found.name, "manifest": found.path.as_posix()})
    else:
        click.echo(f"noted as printed: {found.name}; later: rcwkit build --since {found.name}")


def since_of(since: str, games: Sequence[str], out: Path, overlays: tuple[Path, ...], language: str) -> Since:
    """Return what `--since` means: a name given by `printed`, the last of these, or the path of a manifest.

    Raises InputError.
    """
    from rcwkit.kit.prints import LAST, printed
    from rcwkit.reading.catalogue import here

    if len(games) > 1:
        raise usage("a manifest belongs to one game; name no more than that", "--since")
    path = Path(since)
    if since != LAST and (path.is_file() or not re.fullmatch(r"[\w-]+", since)):
        before = read_json(path)
        project = located(games[0] if games else here() or str(before.get("game", "")), overlays, language)
        rebuilt = (_folder(project, out) / MANIFEST).absolute() == path.absolute()
        return Since(project, before, path, "since the last build, which wrote this manifest" if rebuilt else "")
    project = located(one_game(games[0] if games else None), overlays, language)
    folder = _folder(project, out)
    found = printed(folder, since)
    if found is None:
        known = "build it first, and say `rcwkit printed` after printing"
        raise usage(f"there is no print '{since}' of the kit in {folder}: {known}", "--since")
    said = "" if found.number else f"since its first build: nobody said that it was printed ({found.path})"
    return Since(project, read_json(found.path), found.path, said)


def _folder(project: Project, out: Path) -> Path:
    """The folder of a game's kit."""
    from rcwkit.reading.loader import load

    return out / load(project).kit


COMMANDS = (printed_now,)
