"""Commands for screens: companion, preview, watch."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcwkit.cli.group import Command, Variant, load_checked, located, main, one_game, show, usage
from rcwkit.cli.options import (
    FILE,
    FOLDER,
    game_argument,
    json_option,
    out_option,
    place,
    screen_options,
    variant_options,
)
from rcwkit.diagnostics import Diagnostic, InputError, Severity, Surroundings, nearest, sort

if TYPE_CHECKING:
    from rcwkit.kit.options import BuildReport, Options
    from rcwkit.screens.manual import CommandHelp
    from rcwkit.screens.preview.server import Pages


@click.command(cls=Command)
@game_argument
@click.option("--out", type=FILE, metavar="FILE.html", help="The file; build/<game>-companion.html by default.")
@click.option(
    "--site",
    type=FOLDER,
    metavar="FOLDER",
    help="A folder for a web host instead: phones can install the page from there.",
)
@json_option
@variant_options
def companion(game: str | None, out: Path | None, site: Path | None, as_json: bool, variant: Variant) -> None:
    """Make one HTML file with charts, aids, checklists and a dice roller; it works offline."""
    from rcwkit.kit.publish import publish, put_all
    from rcwkit.screens.companion.page import MARK, page

    if out and site:
        raise usage("a site is a folder, whose files have their names; leave one of the two out", "--out")
    loaded = load_checked(one_game(game), variant)
    if site:
        from rcwkit.screens.companion.page import site as files_of

        files = files_of(loaded)
        publish(site, files, {"game": loaded.info.id, "title": loaded.info.title})
        show(as_json, {"folder": site.as_posix(), "files": sorted(files)}, f"{site}  ({len(files)} files)")
        return
    path = place(out, f"{loaded.kit}-companion.html")
    data = page(loaded).encode()
    put_all({path: data}, MARK)
    said = f"{path}  ({len(data):,} bytes): open it in a browser, or send it to a phone"
    show(as_json, {"file": path.as_posix(), "bytes": len(data)}, said)


def _named(_context: click.Context, _option: click.Parameter, host: str) -> str:
    """Return the name of a machine. Raises click.BadParameter for what no network can look up."""
    try:
        host.encode("idna")
    except UnicodeError as error:
        raise click.BadParameter(f"{host!r} is not the name or address of a machine") from error
    return host


@click.command(cls=Command)
@game_argument
@click.option("--port", type=click.IntRange(0, 65535), help="Port; the game's own by default, or else any free one.")
@click.option(
    "--host",
    metavar="ADDRESS",
    default="",
    callback=_named,
    help="This machine's address in the network, such as 192.168.1.20: phones there can open the page.",
)
@click.option("--open/--no-open", "opened", default=True, help="Open the page in the browser.")
@click.option(
    "--editor",
    metavar="ADDRESS",
    help="URL that opens a file, with {path} and {line}; that of $VISUAL or $EDITOR by default.",
)
@click.option(
    "--against",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Another edition of the game, an overlay, or a printed kit's manifest, to compare with; may be repeated.",
)
@screen_options
@variant_options
def preview(
    game: str | None,
    port: int | None,
    host: str,
    opened: bool,
    editor: str | None,
    against: tuple[Path, ...],
    options: Options,
    variant: Variant,
) -> None:
    """Show a kit in the browser, redraw it whenever you save, and roll on a page of its own.

    Without a game, and outside of its folder, a page opens with your games, the included ones, and all that begins one.
    """
    from rcwkit.game.catalogue import here
    from rcwkit.screens.preview.workshop import address

    editor = _editor(editor or address(os.environ))
    if not game and not here():
        if against or variant.overlays:
            raise usage("it is for one game: name it", "--against" if against else "--overlay")
        _serve_door(port, host, options, editor, variant.language, opened=opened)
    else:
        _serve_game(one_game(game), port, host, options, editor, variant, against, opened=opened)


def _serve_game(
    name: str,
    port: int | None,
    host: str,
    options: Options,
    editor: str,
    variant: Variant,
    against: tuple[Path, ...],
    *,
    opened: bool,
) -> None:
    """Serve the preview of one game until Ctrl-C."""
    from rcwkit.screens.preview.door import remember
    from rcwkit.screens.preview.press import PrintJobs
    from rcwkit.screens.preview.server import check_watchable, watching
    from rcwkit.screens.preview.site import Site
    from rcwkit.screens.preview.workshop import Workshop

    located(name)
    workshop = Workshop(name, *variant, options=options, editor=editor)
    check_watchable(workshop.folders)
    press = PrintJobs(workshop.name, *variant)

    def work() -> None:
        press.warm()
        remember(workshop.project.root)
        # Files saved while the kit is drawn for the first time are drawn after it.
        threading.Thread(target=workshop.refresh, daemon=True).start()
        watching(workshop.folders, workshop.refresh)

    try:
        _serve(Site(workshop, press, against), workshop.project.root, port, host, workshop.name, work, opened=opened)
    finally:
        press.close()


def _serve_door(port: int | None, host: str, options: Options, editor: str, language: str, *, opened: bool) -> None:
    """Serve the front door to the games of the current folder until Ctrl-C."""
    from rcwkit.game.languages import codes, spoken
    from rcwkit.screens.manual import manual as made
    from rcwkit.screens.preview.door import Door

    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "").partition("_")[0]
    door = Door(
        Path.cwd(),
        spoken(language or (locale if locale in codes() else "en"), ()),
        language=language,
        options=options,
        editor=editor,
        manual=lambda: made(_helps(main, "rcwkit")),
    )
    try:
        _serve(door, Path.cwd(), port, host, "your games", threading.Event().wait, opened=opened)
    finally:
        door.close()


def _serve(
    site: Pages, folder: Path, port: int | None, host: str, name: str, work: Callable[[], object], *, opened: bool
) -> None:
    """Serve pages, tell their address, and do the rest of the work, until Ctrl-C."""
    import webbrowser

    from rcwkit.screens.preview.server import serving

    try:
        server = serving(site, folder, port, host)
    except OSError as error:
        where = ", ".join(filter(None, (host, f"port {port}" if port else "")))
        raise Surroundings(f"cannot listen on {where or 'any port'}: {error.strerror or error}") from error
    if host:
        click.echo(f"Everybody in the network of {host} who has the address can see and edit {name}.", err=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    click.echo(f"{name}: {server.address}  (Ctrl-C stops)")
    if opened:
        webbrowser.open(server.address)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            work()
    finally:
        server.shutdown()
        server.server_close()


@click.command(cls=Command)
@game_argument
@out_option
@screen_options
@variant_options
def watch(game: str | None, out: Path, options: Options, variant: Variant) -> None:
    """Build a kit, and rebuild what changed whenever one of its files is saved."""
    from rcwkit.game.catalogue import locate
    from rcwkit.kit.kept import kits
    from rcwkit.screens.preview.server import check_watchable, watching

    name = one_game(game)
    project = located(name, variant)
    folders = [project.root, *(overlay.root for overlay in project.overlays)]
    check_watchable(folders)

    def again(_: Any = None) -> None:
        began, anew = time.perf_counter(), list[str]()
        try:
            projects = [locate(name, *variant)]
            reports, found = kits(projects, out, {"": options}, lambda _, file, *__: anew.append(file))
            line = _success(reports[0], anew) if reports else _failure(found)
        except InputError as error:
            line = _failure(error.diagnostics)
        except Surroundings as error:
            line = click.style(f"error: {error}", fg="red")
        click.echo(f"[{time.strftime('%H:%M:%S')}] {line} in {time.perf_counter() - began:.2f} s")
        sys.stdout.flush()

    with contextlib.suppress(KeyboardInterrupt):
        again()
        watching(folders, again)


def _success(report: BuildReport, anew: list[str]) -> str:
    """Summarise a successful build."""
    warnings = [one for one in report.diagnostics if one.severity is Severity.WARNING]
    said = "nothing new" if not anew else f"{len(anew)} files" if len(anew) > 3 else ", ".join(anew)
    more = f", {len(warnings)} warnings" if warnings else ""
    return click.style(f"{report.folder}: built {said}{more}", fg="yellow" if warnings or report.missing else "green")


def _failure(found: list[Diagnostic]) -> str:
    """The first error, and the number of others."""
    errors = [one for one in sort(found) if one.severity is Severity.ERROR]
    first, more = errors[0], f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    hint = f"; {first.hint}" if first.hint else ""
    return click.style(f"{first.span}: error[{first.code}]: {first.message}{hint}{more}", fg="red")


def _editor(address: str) -> str:
    try:
        address.format(path="", line=1)
    except (KeyError, IndexError, ValueError) as error:
        raise usage(f"'{address}' has braces other than {{path}} and {{line}}", "--editor") from error
    return address


@click.command(cls=Command)
@click.option("--out", type=FILE, metavar="FILE.html", help="The file; build/manual.html by default.")
@click.option(
    "--find", metavar="WORD", help="Show the lines of the gallery that have a word, such as ship; make no file."
)
@click.pass_context
def manual(context: click.Context, out: Path | None, find: str | None) -> None:
    """Make one HTML file with guides, a gallery of what there is to choose, the reference, commands and messages."""
    if find is not None:
        click.echo(_found(find), nl=False)
        return
    from rcwkit.kit.publish import put_all
    from rcwkit.screens.manual import MARK
    from rcwkit.screens.manual import manual as made

    path = place(out, "manual.html")
    root = context.find_root().command
    assert isinstance(root, click.Group)
    data = made(_helps(root, "rcwkit")).encode()
    put_all({path: data}, MARK)
    click.echo(f"{path}  ({len(data):,} bytes): open it in a browser")


def _found(word: str) -> str:
    """Return the lines of the gallery that have a word, under the keys that take them. Raises UsageError."""
    from rcwkit.screens.pictures import samples

    lines, names = list[str](), list[str]()
    for group in samples():
        names += [one.name for one in group.samples]
        having = [one.line for one in group.samples if word.lower() in one.line.lower()]
        lines += (
            [f"{group.title} ({group.where.replace('`', '')})", *(f"  {line}" for line in having)] if having else []
        )
    if not lines:
        raise usage(
            f"nothing in the gallery is called '{word}'; {nearest(word, names) or 'rcwkit manual draws all'}", "--find"
        )
    return "\n".join([*lines, ""])


def _helps(group: click.Group, name: str) -> Iterator[CommandHelp]:
    """Yield the help of all commands of a group, those of groups within it as well."""
    from rcwkit.screens.manual import CommandHelp, OptionHelp

    for word in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), word)
        assert command is not None
        full = f"{name} {word}"
        context = click.Context(command, info_name=full)
        options = [OptionHelp(*record) for one in command.params if (record := one.get_help_record(context))]
        usage = command.get_usage(context).removeprefix("Usage: ")
        yield CommandHelp(full.removeprefix("rcwkit "), usage, cleandoc(command.help or ""), options)
        if isinstance(command, click.Group):
            yield from _helps(command, full)


COMMANDS = (companion, preview, watch, manual)
