"""The companion command: one HTML page of a kit for use at the table."""

from __future__ import annotations

from pathlib import Path

import click

from rcwkit.cli.completing import game_argument
from rcwkit.cli.group import as_json, guarded, language_option, load_checked, one_game, overlay_option, print_json

__all__ = ["COMMANDS"]


@click.command()
@game_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="The file; <game>-companion.html by default.",
)
@as_json
@overlay_option
@language_option
@guarded
def companion(game: str | None, out: Path | None, as_json: bool, overlays: tuple[Path, ...], language: str) -> None:
    """Make one HTML file with charts, aids, checklists and a dice roller; it works offline."""
    from rcwkit.kit.publish import put_all
    from rcwkit.screens.companion.page import MARK, page

    loaded = load_checked(one_game(game), overlays, language)
    path = out or Path(f"{loaded.kit}-companion.html")
    data = page(loaded).encode()
    put_all({path: data}, MARK)
    if as_json:
        print_json({"file": path.as_posix(), "bytes": len(data)})
    else:
        click.echo(f"{path}  ({len(data):,} bytes)")


COMMANDS = (companion,)
