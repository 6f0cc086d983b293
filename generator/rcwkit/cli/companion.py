"""The companion command: one HTML page of a kit for use at the table."""

from __future__ import annotations

from pathlib import Path

import click

from rcwkit.cli.completing import game_argument
from rcwkit.cli.group import as_json, guarded, language_option, load_checked, one_game, overlay_option, usage
from rcwkit.cli.strict_json import print_json

__all__ = ["COMMANDS"]


@click.command()
@game_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="The file; <game>-companion.html by default.",
)
@click.option(
    "--site",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="A folder for a web host instead: phones can install the page from there.",
)
@as_json
@overlay_option
@language_option
@guarded
def companion(
    game: str | None, out: Path | None, site: Path | None, as_json: bool, overlays: tuple[Path, ...], language: str
) -> None:
    """Make one HTML file with charts, aids, checklists and a dice roller; it works offline."""
    from rcwkit.kit.publish import publish, put_all
    from rcwkit.screens.companion.page import MARK, page

    if out and site:
        raise usage("a site is a folder, whose files have their names; leave one of the two out", "--out")
    loaded = load_checked(one_game(game), overlays, language)
    if site:
        from rcwkit.screens.companion.site import site as files_of

        files = files_of(loaded)
        publish(site, files, {"game": loaded.info.id, "title": loaded.info.title})
        if as_json:
            print_json({"folder": site.as_posix(), "files": sorted(files)})
        else:
            click.echo(f"{site}  ({len(files)} files)")
        return
    path = out or Path(f"{loaded.kit}-companion.html")
    data = page(loaded).encode()
    put_all({path: data}, MARK)
    if as_json:
        print_json({"file": path.as_posix(), "bytes": len(data)})
    else:
        click.echo(f"{path}  ({len(data):,} bytes)")


COMMANDS = (companion,)
