"""Commands for authors of data, and what helps at a keyboard: new, import, fetch, rename, schema, completion."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli import group
from rcwkit.cli.options import FILE, FOLDER, GAME, PATH, PRESENT, as_language, codes, game_argument, json_option, kinds
from rcwkit.diagnostics import InputError, Span, one_of
from rcwkit.source.project import SCHEMAS

if TYPE_CHECKING:
    from rcwkit.export.csv import Kind
    from rcwkit.game.game import Game
    from rcwkit.importing.begin import Genre
    from rcwkit.importing.guesses import Begin
    from rcwkit.source.project import Project
    from rcwkit.source.published import FetchedSheet


@click.command(cls=group.Command)
@click.argument("game", type=GAME, metavar="GAME|DIR")
@click.argument("code", metavar="LANGUAGE", callback=as_language)
@click.option(
    "--out", type=FILE, metavar="FILE", help="Write them to this file, new or empty, such as my_game/lang/de.yaml."
)
def translate(game: str, code: str, out: Path | None) -> None:
    """Print the texts of a game that are not translated into a LANGUAGE, as a document to fill in."""
    loaded = group.load_checked(game, group.Variant(language=code))
    if loaded.texts is None:
        raise group.usage(f"the texts of {loaded.info.id} are in '{code}'", "LANGUAGE")
    if out is None:
        click.echo(blank_translation(loaded), nl=False)
        return
    if out.is_file() and out.read_bytes().strip():
        raise group.usage(f"{out} is not empty: what it has would be lost; name another file beside it", "--out")
    from rcwkit.kit.publish import put

    out.parent.mkdir(parents=True, exist_ok=True)
    put(out, blank_translation(loaded).encode())
    click.echo(f"{out}  ({len(list(loaded.texts.missing)):,} texts)")


def blank_translation(game: Game) -> str:
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


@click.command(cls=group.Command)
@click.argument("game", type=GAME, metavar="GAME|DIR")
@click.argument("kind", metavar="TYPE")
@click.argument("names", metavar="VALUE...", nargs=-1, required=True)
@click.option("--out", type=FOLDER, help="Folder to write to, for --overlay; the game's own local/ if left out.")
def values(game: str, kind: str, names: tuple[str, ...], out: Path | None) -> None:
    """List the counters of a TYPE, to fill in values that your copy of the game has, such as `attack defence move`."""
    from rcwkit.game.catalogue import locate
    from rcwkit.source.project import LOCAL

    loaded = group.load_checked(game)
    if kind not in loaded.info.unit_types:
        known = loaded.info.unit_types
        raise group.usage(f"no unit type '{kind}'; {one_of(kind, known)}", "TYPE")
    for name in names:
        if not _NAME.fullmatch(name):
            raise group.usage(f"'{name}' is not a name: begin with a letter, then letters, digits and '_'", "VALUE")
    root = locate(game).root
    path = (out or root / LOCAL) / f"values_{kind}.yaml"
    if os.path.lexists(path):
        hint = "fill it in; to begin anew, delete it first"
        raise InputError.of("E535", "is there already", Span(str(path), 0), hint)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = blank_values(loaded, kind, names, _LOCAL if out is None else _OUT.format(out=out.as_posix()))
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


def blank_values(game: Game, kind: str, names: Sequence[str], whose: str = _LOCAL) -> str:
    """Return the document: every counter of a type with empty values, and the backs of those with a reduced side.

    `whose` is a comment on the folder that it is for.
    """
    from rcwkit.dice.counters import Counter, is_reduced

    units = [(name, item.value) for name, item in game[Counter].items() if item.value.type == kind]
    backs = [(name, one) for name, one in units if is_reduced(game, name)]
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


@click.command(cls=group.Command)
@click.argument("folder", metavar="DIR", type=PATH)
@click.option(
    "--like",
    type=click.Choice(["counters", "cards", "area", "hex"]),
    help="Start from a game with counters of values, with cards in a spreadsheet, on areas, or on hexes.",
)
@click.option(
    "--from",
    "sheets",
    type=PRESENT,
    multiple=True,
    metavar="SHEET",
    help="Start from a spreadsheet of your own: a CSV, TSV, XLSX or ODS file with a counter or a card in each row; "
    "twice, for one of each.",
)
@click.option("--kind", type=click.Choice(["counters", "cards"]), help="What its rows are; guessed if left out.")
@json_option
def new(folder: Path, like: Genre | None, sheets: tuple[Path, ...], kind: Begin | None, as_json: bool) -> None:
    """Start a game of your own in a new folder: a small, complete and commented example, or from spreadsheets."""
    if like and sheets:
        raise group.usage("give one of --like and --from", "--like")
    from rcwkit.importing.begin import begin, begin_from

    if kind and len(sheets) != 1:
        raise group.usage("it is for one --from", "--kind")
    guessed = begin_from(folder, sheets, kind) if sheets else None
    made = [folder / name for name in guessed.files] if guessed else begin(folder, like)
    if as_json:
        told = {"kind": guessed.kinds[0], "guesses": guessed.guesses, "left_out": guessed.left_out} if guessed else {}
        files = [path.relative_to(folder).as_posix() for path in made]
        group.print_json({"folder": folder.as_posix(), "files": files, **told})
        return
    written = [path for path in made if path.suffix == ".yaml"]
    click.echo(f"{folder}: {len(written)} documents; begin with {folder / 'game.yaml'}")
    if guessed and len(sheets) == 1 and not kind:
        click.echo(f"  guessed: each row is a {guessed.kinds[0].removesuffix('s')} (--kind says otherwise)")
    for line in guessed.guesses if guessed else ():
        click.echo(f"  guessed: {line}")
    if guessed and guessed.left_out:
        click.echo(f"  left out: {', '.join(guessed.left_out)}")
        click.echo("    to read a column, say in `columns:` which field it is; to read a sheet, name it in a document,")
        click.echo(
            "    as in `cards: {from: {file: game.xlsx, sheet: Events}}`; data/README.md, Spreadsheets, has more"
        )
    click.echo("\n".join(f"  rcwkit {command} {shlex.quote(str(folder))}" for command in ("preview", "check", "build")))


class Importing(group.StrictGroup):
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
@click.argument("file", type=PRESENT)
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
@click.option("--out", type=FILE, help="A new file to write to.")
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
    from rcwkit.export.csv import imported
    from rcwkit.kit.publish import put

    fields = dict(column.partition("=")[::2] for column in columns)
    if not all(fields.values()):
        raise group.usage("write HEADING=FIELD, such as Name=title", "--column")
    if out is not None and out.exists():
        raise group.usage(f"'{out}' exists; name a new file", "--out")
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
@click.argument("file", type=PRESENT)
@click.option("--out", type=FOLDER, metavar="DIR", help="A new or empty folder; named after the module by default.")
@json_option
def vassal_(file: Path, out: Path | None, as_json: bool) -> None:
    """Read a VASSAL module as a game to print: counters and decks with its pictures, boards, places and set-ups."""
    from rcwkit.importing.game import import_vassal

    made, folder = import_vassal(file, out)
    facts = {"counters": made.counters, "cards": made.cards, "notes": made.notes}
    lines = [f"{folder}: {made.counters} counters, {made.cards} cards, {len(made.files)} files"]
    lines += (f"  {note}" for note in made.notes)
    lines += (f"  rcwkit {command} {shlex.quote(str(folder))}" for command in ("check", "build"))
    group.show(as_json, {"folder": folder.as_posix(), "files": sorted(made.files), **facts}, *lines)


@click.command(cls=group.Command)
@game_argument
@click.option("--replace", is_flag=True, help="Replace copies, too, that were changed since they were fetched.")
@json_option
def fetch(game: str | None, replace: bool, as_json: bool) -> None:
    """Get the sheets of a game that are published on the web; all of them, or none.

    This is the only command that goes to the network. A sheet has its address beside its file:
    `from: {file: units.csv, address: "https://…"}`.
    """
    from rcwkit.source.published import fetched, record_of, safely

    project = group.located(group.one_game(game))
    record = record_of(project)
    found = [*fetched(project, record, safely, replace=replace)]
    if not found:
        raise group.usage("no sheet of this game has an `address:`", "GAME")
    _keep(project, record, found)
    facts = [{"file": one.sheet.file, "bytes": len(one.data), "change": one.change} for one in found]
    lines = (f"{project.root / one.sheet.file}  ({len(one.data):,} bytes, {one.change})" for one in found)
    group.show(as_json, {"folder": project.root.as_posix(), "files": facts}, *lines)


def _keep(project: Project, record: Mapping[str, Mapping[str, str]], sheets: Sequence[FetchedSheet]) -> None:
    """Write sheets into a game's folder, and then when and from where they were fetched. Raises Surroundings."""
    from rcwkit.kit.publish import keep
    from rcwkit.source.published import ADDRESS, RECORD

    day = datetime.now(UTC).date().isoformat()
    kept = dict(record)
    for one in sheets:
        keep(one.data, project.root / one.sheet.file)
        kept[one.sheet.file] = {ADDRESS: one.sheet.address, "sha256": one.sha256, "fetched": day}
    keep((group.json_text(kept) + "\n").encode(), project.root / RECORD)


@click.command(cls=group.Command)
@click.argument("game", type=GAME, metavar="GAME|DIR")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--of", "family", default="", metavar="KIND", help="What has the id, such as units, if several have it.")
@json_option
def rename(game: str, old: str, new: str, family: str, as_json: bool) -> None:
    """Rename an id in all documents and sheets of a game: all places, or none.

    Comments, order and quotes stay. Cells of workbooks are listed, to be changed by hand.
    """
    from rcwkit.kit.renaming import renamed

    project = group.located(game)
    made = renamed(project, old, new, family)
    _write(made.files)
    if as_json:
        group.print_json({"changed": [*map(str, made.changed)], "by_hand": [*map(str, made.by_hand)]})
        return
    for file in dict.fromkeys(span.file for span in made.changed):
        lines = sorted({span.line for span in made.changed if span.file == file})
        click.echo(f"{file}: {'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines))}")
    count = len(made.changed)
    click.echo(f"{old} is {new} now, in {count} {'place' if count == 1 else 'places'}")
    for span in made.by_hand:
        click.echo(f"change by hand: {span}", err=True)


def _write(files: Mapping[Path, bytes]) -> None:
    """Write files, all or none. Raises Surroundings."""
    from rcwkit.kit.publish import put

    before: dict[Path, bytes] = {}
    try:
        for path, data in files.items():
            before[path] = path.read_bytes()
            put(path, data)
    except BaseException:
        for path, data in before.items():
            put(path, data)
        raise


@click.command(cls=group.Command)
@click.argument("kind", type=kinds, required=False)
@click.option("--for", "game", type=GAME, metavar="GAME|DIR", help="Complete references with the ids of this game.")
@click.option("--out", type=FOLDER, help="Write one file per kind to this folder, such as .schemas.")
def schema(kind: str | None, game: str | None, out: Path | None) -> None:
    """Print the JSON Schema of one KIND of document, or of all, for editors that complete and check YAML."""
    from rcwkit.game.schema import MARK, document_schema, schema_files, schema_of
    from rcwkit.kit.publish import put_all
    from rcwkit.source.kinds import KINDS

    if kind is not None and kind not in KINDS:
        raise group.usage(f"no kind '{kind}'; {one_of(kind, KINDS)}", "KIND")
    if kind is not None and out is not None:
        raise group.usage("--out writes all kinds; omit KIND", "--out")
    loaded = group.load_checked(game) if game is not None else None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        files = {out / name: text.encode() for name, text in schema_files(loaded).items()}
        put_all(files, MARK)
        click.echo("\n".join(map(str, files)))
        return
    group.print_json(document_schema(loaded) if kind is None else schema_of(kind, loaded))


@click.command(cls=group.Command)
@click.argument("code", type=codes, required=False)
@json_option
def explain(code: str | None, as_json: bool) -> None:
    """Explain a CODE such as E210, with an example and the fix; list all codes without one."""
    from rcwkit.game.schema import explain as explained
    from rcwkit.game.schema import explanations

    if code is not None:
        found = explained(code)
        group.show(as_json, found.as_json(), *found.lines())
    else:
        known = explanations().values()
        group.show(as_json, [one.as_json() for one in known], *(f"{one.code}  {one.title}" for one in known))


# Bash breaks words at '='. Rejoin them before sending, and strip the part up to '=' from the replies.
_BASH = r"""%(complete_func)s() {
    local IFS=$'\n' words=() i word type value
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $word == = || ${COMP_WORDS[i - 1]} == = ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
    done
    local current=${words[${#words[@]} - 1]} before=""
    [[ $current == *=* ]] && before=${current%%=*}=
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$before"}") ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) %(complete_var)s=bash_complete "$1")
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@click.command(cls=group.Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes rcwkit in SHELL: games, procedures, tables, answers, options."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    asked = found(group.main, {}, "rcwkit", "_RCWKIT_COMPLETE")
    template = _BASH if shell == "bash" else asked.source_template
    click.echo(template % asked.source_vars())


COMMANDS: tuple[click.Command, ...] = (new, import_, fetch, rename, schema, explain, translate, values, completion)
