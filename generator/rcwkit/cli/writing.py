"""Commands for authors of data: new, import, schema, explain."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.completing import codes, kinds, near_games
from rcwkit.cli.group import as_json, guarded, load_checked, usage
from rcwkit.cli.strict_json import print_json
from rcwkit.diagnostics import nearest

if TYPE_CHECKING:
    from rcwkit.cli.starting import Genre
    from rcwkit.reading.importing import Kind

__all__ = ["COMMANDS", "SCHEMAS"]

SCHEMAS = ".schemas"
"""Folder of schemas beside the documents of a game."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--like",
    type=click.Choice(["counters", "cards", "area", "hex"]),
    help="Start from a game with counters of values, with cards in a spreadsheet, on areas, or on hexes.",
)
@as_json
@guarded
def new(folder: Path, like: Genre | None, as_json: bool) -> None:
    """Start a game of your own: a small, complete and commented example in a new folder."""
    from rcwkit.cli.starting import begin

    made = begin(folder, like)
    if as_json:
        print_json({"folder": folder.as_posix(), "files": [path.relative_to(folder).as_posix() for path in made]})
        return
    written = [path for path in made if path.suffix == ".yaml"]
    click.echo(f"{folder}: {len(written)} documents; begin with {folder / 'game.yaml'}")
    click.echo("\n".join(f"  rcwkit {command} {shlex.quote(str(folder))}" for command in ("preview", "check", "build")))


class Importing(click.Group):
    """A group whose first command need not be named: `import cards.csv` is `import sheet cards.csv`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Name the command, unless one is named, or help is asked for."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [next(iter(self.commands)), *args]
        return super().parse_args(ctx, args)


@click.group("import", cls=Importing)
def import_() -> None:
    """Import a spreadsheet as a document, or a VASSAL module as a game.

    `import FILE` is short for `import sheet FILE`.
    """


@import_.command("sheet")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--kind",
    type=click.Choice(["cards", "counters", "pieces", "places", "tables"]),
    required=True,
    help="The kind of document to make.",
)
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook; the first one by default.")
@click.option("--header", type=click.IntRange(min=1), metavar="ROW", help="Row of the headings; the first by default.")
@click.option("--id", "key", metavar="HEADING", help="The column of ids; made from titles or names by default.")
@click.option(
    "--column", "columns", multiple=True, metavar="HEADING=FIELD", help="Which field a column is, such as Name=title."
)
@click.option(
    "--fields", "own", is_flag=True, help="Other columns become fields of the document, or values of counters."
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A new file to write to.")
@guarded
def sheet_(
    file: Path,
    kind: Kind,
    sheet: str | None,
    header: int | None,
    key: str | None,
    columns: tuple[str, ...],
    own: bool,
    out: Path | None,
) -> None:
    """Write a spreadsheet as YAML, to be edited from then on; columns that are not fields are left out.

    To go on with the spreadsheet instead, name it in a document: `cards: {from: cards.csv}`.
    """
    from rcwkit.kit.publish import put
    from rcwkit.reading.importing import imported

    fields = dict(column.partition("=")[::2] for column in columns)
    if not all(fields.values()):
        raise usage("write HEADING=FIELD, such as Name=title", "--column")
    if out is not None and out.exists():
        raise usage(f"'{out}' exists; name a new file", "--out")
    made = imported(file, kind, sheet, fields, key, header, own=own)
    text = f"# yaml-language-server: $schema={SCHEMAS}/{kind}.json\n{made.text}"
    if out is None:
        click.echo(text, nl=False)
    else:
        put(out, text.encode())
    said = f"{made.entries} {'entry' if made.entries == 1 else 'entries'}" + (
        f"; left out: {', '.join(made.left_out)}" if made.left_out else ""
    )
    click.echo(said if out is None else f"{out}: {said}", err=out is None)


@import_.command("vassal")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="A new or empty folder; named after the module by default.",
)
@as_json
@guarded
def vassal_(file: Path, out: Path | None, as_json: bool) -> None:
    """Read a VASSAL module as a game to print: counters and decks with its pictures, boards, places and set-ups."""
    from rcwkit.screens.importing.make import import_vassal

    made, folder = import_vassal(file, out)
    if as_json:
        facts = {"counters": made.counters, "cards": made.cards, "notes": made.notes}
        print_json({"folder": folder.as_posix(), "files": sorted(made.files), **facts})
        return
    click.echo(f"{folder}: {made.counters} counters, {made.cards} cards, {len(made.files)} files")
    for note in made.notes:
        click.echo(f"  {note}")
    click.echo("\n".join(f"  rcwkit {command} {shlex.quote(str(folder))}" for command in ("check", "build")))


@click.command()
@click.argument("kind", shell_complete=kinds, required=False)
@click.option(
    "--for",
    "game",
    shell_complete=near_games,
    metavar="GAME|DIR",
    help="Complete references with the ids of this game.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write one file per kind to this folder, such as .schemas.",
)
@guarded
def schema(kind: str | None, game: str | None, out: Path | None) -> None:
    """Print the JSON Schema of one KIND of document, or of all, for editors that complete and check YAML."""
    from rcwkit.kit.publish import put_all
    from rcwkit.models.kinds import MODELS
    from rcwkit.reading.schema import MARK, document_schema, schema_files, schema_of

    if kind is not None and kind not in MODELS:
        raise usage(f"no kind '{kind}'; {nearest(kind, MODELS) or 'one of: ' + ', '.join(MODELS)}", "KIND")
    if kind is not None and out is not None:
        raise usage("--out writes all kinds; omit KIND", "--out")
    loaded = load_checked(game) if game is not None else None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        files = {out / name: text.encode() for name, text in schema_files(loaded).items()}
        put_all(files, MARK)
        click.echo("\n".join(map(str, files)))
        return
    print_json(document_schema(loaded) if kind is None else schema_of(kind, loaded))


@click.command()
@click.argument("code", shell_complete=codes, required=False)
@as_json
@guarded
def explain(code: str | None, as_json: bool) -> None:
    """Explain a CODE such as E210, with an example and the fix; list all codes without one."""
    from rcwkit.reading.explain import explain as explained
    from rcwkit.reading.explain import explanations

    if code is not None:
        found = explained(code)
        if as_json:
            print_json(found.as_json())
        else:
            click.echo("\n".join(found.lines()))
    elif as_json:
        print_json([one.as_json() for one in explanations().values()])
    else:
        click.echo("\n".join(f"{one.code}  {one.title}" for one in explanations().values()))


COMMANDS: tuple[Any, ...] = (new, import_, schema, explain)
