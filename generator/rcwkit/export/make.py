"""The pipeline of exports: a game and a set-up in, published files out; everything is checked before writing."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape, unescape
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rcwkit.art.images import fitted, measured, thumbnail
from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest, one_of
from rcwkit.dice.counters import Counter, size_of
from rcwkit.dice.roll import read, together
from rcwkit.dice.settle import Settled, settle
from rcwkit.dice.setups import Place, Scenario
from rcwkit.document.blocks import Entry
from rcwkit.export import tts, vassal
from rcwkit.export.boards import TRAY, Ground, drawn_ground
from rcwkit.export.csv import as_csv, listings
from rcwkit.export.table import (
    Album,
    Charts,
    TableDeck,
    VirtualTable,
    charts_of,
    checked,
    decks_of,
    lay,
)
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.guide.index import index_sheet
from rcwkit.kit.build import LICENCE, PROGRAM, licence, opened, stop
from rcwkit.kit.changes import Changes
from rcwkit.kit.kept import kits
from rcwkit.kit.options import Options, Step
from rcwkit.kit.publish import keep, publish, put_all
from rcwkit.kit.reprint import reprint
from rcwkit.sheets.pictures import DPI, Bleed, pictures, pictures_and_tiles, tiles
from rcwkit.source.claims import MANIFEST, is_plain
from rcwkit.source.markup import spoken
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from rcwkit.workers import pooled

JOBS = os.cpu_count() or 1
"""Processes that draw."""


@dataclass(frozen=True)
class Exported:
    """What an export wrote: files with their sizes in bytes, and diagnostics."""

    game: str
    target: str
    folder: Path
    files: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Return the export as plain data."""
        files = [{"name": name, "bytes": size} for name, size in self.files.items()]
        return {"game": self.game, "export": self.target, "folder": self.folder.as_posix(), "files": files}


def export_vassal(
    project: Project,
    out: Path,
    scenario: str | None,
    records: Mapping[str, Mapping[str, Any]],
    *,
    charts: bool = True,
    picture: Path | None = None,
) -> Exported:
    """Export a game as `out/<game>/vassal/<game>.vmod`; other modules there stay.

    It has all set-ups, unless a scenario or `records` of rolls, by name, ask for one, whose name the file then has.
    `picture` is a map, with the spots of places in a sheet of its name; without one, the game's own map is the
    board. Raises InputError or Surroundings, with nothing written.
    """
    game, found = opened(project)
    settled = set_ups(game, scenario, records)
    setter = game.setter()
    ground = read_ground(game, picture) if picture else drawn_ground(game, setter)
    table = table_of(game, settled, setter, _charts(project, game, settled) if charts else Charts(), ground)
    found += stop([*setter.found, *checked(table)])
    data = vassal.module(table, setter.book, setter.artwork, JOBS)
    folder = out / game.kit / "vassal"
    asked = settled[0].id if scenario or records else ""
    parts = [game.kit, *([asked] if asked else []), *(["rolled"] if records else [])]
    name = f"{'-'.join(parts)}.vmod"
    put_all({_created(folder) / name: data}, vassal.MARK)
    return Exported(game.info.id, "vassal", folder, {name: len(data)}, tuple(found))


def export_csv(project: Project, out: Path) -> Exported:
    """Export a game's decks, counters and charts as `out/<game>/csv/`, which `from:` reads back.

    Raises InputError or Surroundings, with nothing written.
    """
    game, found = opened(project)
    listed = list(listings(game))
    if not listed:
        raise _nothing(game, "decks, counters or charts")
    found += [note for one in listed for note in one.notes]
    # With a byte order mark, spreadsheet programs know that it is UTF-8.
    files = {one.name: one.text.encode("utf-8-sig") for one in listed}
    return _published(project, game, "csv", out / game.kit / "csv", files, found)


def export_tts(
    project: Project,
    out: Path,
    prefix: str | None,
    scenario: str | None = None,
    *,
    charts: bool = True,
    picture: Path | None = None,
) -> Exported:
    """Export a game as `out/<game>/tts/`: the saved object, its pictures and its thumbnail, with one set-up.

    It refers to pictures by URLs that start with `prefix`, or in the folder itself. `picture` is a map, with the spots
    of places in a sheet of its name; without one, the game's own map is the board. Raises InputError or
    Surroundings, with nothing written.
    """
    game, found = opened(project)
    setter = game.setter()
    ground = read_ground(game, picture) if picture else drawn_ground(game, setter)
    settled = set_ups(game, scenario)[:1]
    table = table_of(game, settled, setter, _charts(project, game, settled) if charts else Charts(), ground)
    if not (table.tokens or table.decks):
        raise _nothing(game, "counters or decks")
    album = table.frames
    found += stop([*setter.found, *checked(table)])
    folder = out / game.kit / "tts"
    address = _address(folder, prefix)
    start = table.starts[0]
    boards = tuple(board for board in start.boards if board.name != TRAY and board.zones)
    files: dict[str, bytes] = {}
    for deck in table.decks:
        grids = [*(sheet for sheet, _ in tts.sheets(deck)), *tts.behind(deck)]
        columns, rows = max(one.columns for one in grids), max(one.rows for one in grids)
        dpi = tts.fitting(album[deck.back], columns, rows, tts.CARD_DPI)
        files |= _grids(grids, album, setter, dpi)
        # The backs of cards of two faces are a sheet of their own.
        files |= {} if deck.two_faced else _pictures({deck.back: album[deck.back]}, setter, dpi)
    faces = {name: album[name] for token in table.tokens.values() for name in (token.front, token.back) if name}
    files |= _pictures(faces, setter, tts.TILE_DPI)
    for board in boards:
        if board.image in table.pictures:
            files[board.image] = table.pictures[board.image]
        else:
            files |= _pictures({board.image: board.frame}, setter, tts.fitting(board.frame, 1, 1, tts.CARD_DPI))
    files |= {name: table.pictures[name] for chart in table.charts for _, name in chart.pages}
    shown = tuple(sheet for chart in table.charts for sheet in tts.leaves(chart))
    licensed = {game.say("Licence and credits"): licence(game).decode()}
    notes = {**licensed, **{name: told(text) for name, text in table.helps.items()}}
    scene = tts.Scene(boards, start.stacks, shown, table.dice, notes)
    files[f"{game.info.id}.json"] = tts.saved_object(game, table.tokens, table.decks, album, address, scene)
    first = files[boards[0].image if boards else next(iter(files))]
    files[f"{game.info.id}.png"] = thumbnail(first, tts.THUMBNAIL)
    return _published(project, game, "tts", folder, files, found)


def export_decks(project: Project, out: Path, prefix: str | None, *, dpi: int = DPI, bleed: Bleed = "none") -> Exported:
    """Export a game's decks as `out/<game>/decks/`: pictures of all cards and backs, lists, and grids with an index.

    The lists name pictures by URLs that start with `prefix`, or by bare names. Raises InputError or Surroundings, with
    nothing written.
    """
    game, found = opened(project)
    setter, album = game.setter(), Album()
    listed = decks_of(game, setter, album)
    found += stop(setter.found)
    if not listed:
        raise _nothing(game, "decks")
    folder = out / game.kit / "decks"
    address = _address(folder, prefix) if prefix else str
    if prefix is None:
        message, hint = "PlayingCards.io cannot find the pictures by bare names", "host them, and give --url-prefix URL"
        found.append(Diagnostic("W590", message, Span("--url-prefix", 0), hint))
    files = deck_lists(listed, address)
    draw = partial(_faces_and_grid, fonts=setter.book, images=setter.artwork, dpi=dpi, bleed=bleed)
    # The largest first, so that no process waits for it at the end.
    sized = sorted(listed, key=lambda deck: -len(deck.cards))

    def named(names: Iterable[str]) -> dict[str, Frame]:
        return {name: album[name] for name in names}

    tasks = [
        (faces_of(deck), named(card.image for card in deck.cards), named((deck.back, *deck.backs))) for deck in sized
    ]
    for made in pooled(draw, tasks, JOBS):
        files |= made
    return _published(project, game, "decks", folder, files, found)


COLUMNS = ("label", "image", "back", "item-count")
"""Columns of a deck's CSV: PlayingCards.io reads `item-count` as copies; the others appear on the card."""
INDEX = ("number", "column", "row", "id", "title", "copies")
"""Columns of a grid's index; columns and rows count from 1."""
GRID_DPI = 150
"""Pixels per inch of a grid."""


def faces_of(deck: TableDeck) -> tts.FaceGrid:
    """Return all faces of a deck as one picture; copies share a face."""
    return tts.grid(f"grid-{deck.id}.png", deck.cards)


def deck_lists(decks: Iterable[TableDeck], address: Callable[[str], str]) -> dict[str, bytes]:
    """Return the CSV files of all decks by name: each deck's cards, and each grid's index."""
    files = {}
    for deck in decks:
        listed = (
            (card.title, address(card.image), address(back), card.copies)
            for card, back in zip(deck.cards, deck.backs, strict=True)
        )
        files[f"cards-{deck.id}.csv"] = as_csv(COLUMNS, listed).encode()
        columns = faces_of(deck).columns
        rows = (
            (at + 1, at % columns + 1, at // columns + 1, card.id, card.title, card.copies)
            for at, card in enumerate(deck.cards)
        )
        files[f"grid-{deck.id}.csv"] = as_csv(INDEX, rows).encode()
    return files


def _faces_and_grid(
    task: tuple[tts.FaceGrid, Mapping[str, Frame], Mapping[str, Frame]],
    fonts: FontBook,
    images: Mapping[str, bytes],
    dpi: int,
    bleed: Bleed,
) -> dict[str, bytes]:
    """The PNG of each face and back of a deck, and of its grid, by name."""
    grid, faces, backs = task
    single, tiled = pictures_and_tiles(
        list(faces.values()), grid.columns, grid.rows, fonts, dpi=dpi, bleed=bleed, tile_dpi=GRID_DPI, images=images
    )
    behind = pictures(backs.values(), fonts, dpi=dpi, bleed=bleed, images=images)
    return dict(zip((*faces, *backs), (*single, *behind), strict=True)) | {grid.name: tiled}


def table_of(
    game: Game, settled: Sequence[Settled], setter: Setter, charts: Charts, ground: Ground | None = None
) -> VirtualTable:
    """Return the table of a game for its set-ups; text that does not fit is reported to the setter.

    Raises InputError.
    """
    return lay(game, settled, charts.pages, setter, ground, helps_of(game, charts))


def _charts(project: Project, game: Game, settled: Sequence[Settled]) -> Charts:
    try:
        return charts_of(project, game, settled, JOBS)
    except Surroundings as error:
        raise Surroundings(f"{error}; or omit the charts with --no-charts") from error


def set_ups(
    game: Game, scenario: str | None, records: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> tuple[Settled, ...]:
    """Return the set-up that records rolled, by name, a scenario's, or all of the game's. Raises InputError."""
    if records:
        rolled = together(game, read(game, records))
        if rolled is None:
            raise InputError.of("E522", f"{game.info.id} has no set-up to roll", Span("--record", 0))
        return (rolled,)
    known = [name for name, item in game[Scenario].items() if item.value.setup is not None]
    if scenario is not None and scenario not in known:
        hint = one_of(scenario, known) if known else "this game has no set-ups"
        raise InputError.of("E522", f"no scenario '{scenario}' with a set-up", Span("--scenario", 0), hint)
    return tuple(settle(game, name) for name in ([scenario] if scenario else known))


def helps_of(game: Game, charts: Charts) -> dict[str, str]:
    """Return pages of the help menu as HTML by title: the index of the charts, and the rulings."""
    helps = {}
    entries = [
        block
        for part in index_sheet(game, charts.components).parts
        for block in part.blocks
        if isinstance(block, Entry)
    ]
    if entries:
        rows = "".join(_entry(game, one) for one in entries)
        helps[game.say("Index")] = f"<p>{escape(game.say('Window and tab of the charts.'))}</p><table>{rows}</table>"
    if game[Ruling]:
        helps[game.say("Rulings")] = "".join(_rulings(game))
    return helps


def told(page: str) -> str:
    """Return a page of HTML as plain text."""
    lines = re.sub(r"</(?:h\d|p|li|tr)>", "\n", page).replace("</td><td>", ": ")
    return unescape(re.sub(r"<[^>]*>", "", lines)).strip()


def _entry(game: Game, entry: Entry) -> str:
    """Return an entry of the index as a row, set in if it is a part of the one before."""
    name = ("\u2003" if entry.within else "") + spoken(entry.name, game.info.said)
    return f"<tr><td>{escape(name)}</td><td>{escape(spoken(entry.where, game.info.said))}</td></tr>"


def _rulings(game: Game) -> Iterator[str]:
    for name, number in ruling_numbers(game).items():
        one = game[Ruling][name].value
        yield f"<h3>{number}. {escape(spoken(one.title, game.info.said))}</h3><ul>"
        for place in one.places:
            yield f"<li>{escape(place.rule)}: {escape(spoken(place.says, game.info.said))}</li>"
        yield f"</ul><p>{escape(spoken(one.prints, game.info.said))}</p>"


def _nothing(game: Game, what: str) -> InputError:
    return InputError.of("E572", f"{game.info.id} has no {what} to export", Span(game.info.id))


def _address(folder: Path, prefix: str | None) -> Callable[[str], str]:
    """Return a function from names of pictures to URLs. Raises InputError for an invalid prefix."""
    if prefix is None:
        # Tabletop Simulator reads local addresses as they stand: with plain spaces.
        return lambda name: f"file:///{(folder.resolve() / name).as_posix().lstrip('/')}"
    if not prefix.startswith(("https://", "http://", "file:///")):
        hint = "begin with https://"
        raise InputError.of("E523", f"'{prefix}' is not a URL", Span("--url-prefix", 0), hint)
    return lambda name: f"{prefix.rstrip('/')}/{name}"


def _pictures(frames: Mapping[str, Frame], setter: Setter, dpi: float) -> dict[str, bytes]:
    """The PNG of each frame, by name."""
    return dict(zip(frames, pictures(frames.values(), setter.book, dpi=dpi, images=setter.artwork), strict=True))


def _grids(grids: Iterable[tts.FaceGrid], faces: Mapping[str, Frame], setter: Setter, dpi: float) -> dict[str, bytes]:
    """The PNG of each grid, by name."""
    files = {}
    for one in grids:
        cells = [faces[name] if name else None for name in one.faces]
        files[one.name] = tiles(cells, one.columns, one.rows, setter.book, dpi=dpi, images=setter.artwork)
    return files


def _published(
    project: Project, game: Game, target: str, folder: Path, files: Mapping[str, bytes], found: Sequence[Diagnostic]
) -> Exported:
    """Publish a folder of files with the licence and a manifest."""
    files = {**files, LICENCE: licence(game)}
    reads = {name: digest for one in (project, *project.overlays) for name, digest in one.reads.items()}
    facts = {"tool": PROGRAM, "game": game.info.id, "export": target, "inputs": dict(sorted(reads.items()))}
    publish(folder, files, facts)
    sizes = {name: len(data) for name, data in sorted(files.items())}
    return Exported(game.info.id, target, folder, sizes, tuple(found))


def _created(folder: Path) -> Path:
    """Create the folder if necessary. Raises Surroundings."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Surroundings(f"cannot write {folder}: {error.strerror or error}") from error
    return folder


SPOTS = ("place", "x", "y")
"""Columns of the sheet: an id of a place, and pixels from the left and from the top."""
SCALE = 2
"""Pixels per point: a virtual table shows pictures pixel by pixel."""
MOST = 10_000_000
"""Most bytes of the sheet."""


def read_ground(game: Game, picture: Path) -> Ground:
    """Return the map in a PNG or JPEG file, with the spots in the CSV beside it.

    Raises InputError (E590 for the picture, E591 for the sheet), or Surroundings.
    """
    sheet = picture.with_suffix(".csv")
    try:
        data = picture.read_bytes()
        with sheet.open("rb") as stream:
            text = stream.read(MOST).decode("utf-8-sig")
    except OSError as error:
        raise Surroundings(f"cannot read {error.filename}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError.of("E591", "not UTF-8 text", Span(str(sheet), 1), "save it as UTF-8") from error
    try:
        # Far fewer pixels than VASSAL could show, but what every screen and graphics card can.
        data, scale = fitted(data)
        size = measured(data)
    except ValueError as error:
        raise InputError.of("E590", f"{picture.name}: {error}", Span(str(picture), 0)) from error
    spots, found = {}, []
    extent = f"{round(size.width / scale)} × {round(size.height / scale)}"
    rows = csv.DictReader(io.StringIO(text, newline=""))
    if not set(SPOTS) <= set(rows.fieldnames or ()):
        raise InputError.of("E591", "no columns place, x, y", Span(str(sheet), 1), "head them so")
    for row in rows:
        at, place = Span(str(sheet), rows.line_num), str(row["place"]).strip()
        try:
            x, y = float(row["x"]) * scale, float(row["y"]) * scale
            inside = 0 <= x <= size.width and 0 <= y <= size.height
        except (TypeError, ValueError):
            inside = False
        if place not in game[Place]:
            found.append(Diagnostic("E591", f"unknown place '{place}'", at, nearest(place, game[Place])))
        elif not inside:
            said = f"'{row['x']}, {row['y']}' is not a spot on a picture of {extent} pixels"
            found.append(Diagnostic("E591", said, at))
        else:
            spots[place] = game[Place][place].value.name, x / SCALE, y / SCALE
    if found:
        raise InputError(found)
    edge = max((max(size_of(game, unit)) for unit in game[Counter]), default=45.0)
    frame = Frame(size.width / SCALE, size.height / SCALE, (), name="map")
    kind = "png" if data.startswith(b"\x89PNG") else "jpg"
    return Ground(frame, spots, edge, data, f"map.{kind}")


SHARES = ".shares"
"""Folder in a game's own folder with the manifest of each share."""
_SHARE = re.compile(r"(\d{1,6})(?:-[a-z0-9]+)?\.json")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of files in a share, which are the same whenever it is made."""


class SharedKit(NamedTuple):
    """What playtesters get: number and file of the share, what is in it, and what changed since the last one."""

    number: int
    file: Path
    names: tuple[str, ...]
    changes: Changes | None
    left_out: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def share(
    project: Project,
    out: Path,
    file: Path | None,
    companion: Callable[[Game], str],
    step: Step,
    papers: Sequence[str] = ("a4",),
) -> SharedKit:
    """Put a game's kit, companion and VASSAL module into one zip file, with what changed since the last share.

    Kits on all `papers` but the first have folders of their own. `companion` makes its page. The manifests of each
    share are kept in the game's folder. Raises InputError or Surroundings, with no share made.
    """
    editions = {paper if at else "": Options(paper, shelves=("table",)) for at, paper in enumerate(papers)}
    reports, found = kits([project], out, editions, step)
    if not reports:
        raise InputError(found, [project])
    if missing := next((one.missing for one in reports if one.missing), ""):
        raise Surroundings(missing)
    game, left, files, kept = load(project), list[str](), dict[str, bytes](), dict[str, bytes]()
    store, changes = project.root / SHARES, None
    earlier = sorted((int(one[1]), path) for path in _plain(store) if (one := _SHARE.fullmatch(path.name)))
    number = earlier[-1][0] + 1 if earlier else 1
    for (folder, options), report in zip(editions.items(), reports, strict=True):
        within = f"{folder}/" if folder else ""
        files |= {f"{within}{name}": (report.folder / name).read_bytes() for name in report.files}
        kept[f"{number}-{folder}.json" if folder else f"{number}.json"] = (report.folder / MANIFEST).read_bytes()
        for last, path in reversed(earlier):
            before = json.loads(path.read_bytes())
            if before.get("options", {}).get("paper") == options.paper:
                printed = reprint(project, out, options, before, Span(str(path)), step)
                changes = changes or printed.changes
                said = "\n".join([f"Since share {last}:", *_changed_lines(printed.changes), ""])
                files[f"{within}what-changed.txt"] = said.encode()
                for name in printed.files:
                    files[f"{within}changes/{name}"] = (printed.folder / name).read_bytes()
                break
    files[f"{game.kit}-companion.html"] = companion(game).encode()
    try:
        made = export_vassal(project, out, None, {})
        files |= {name: (made.folder / name).read_bytes() for name in made.files}
    except InputError as error:
        left.append(f"the VASSAL module: {error.diagnostics[0].message}")
    path = file or out / f"{game.kit}-share-{number}.zip"
    keep(_zipped(files), path)
    for name, manifest in kept.items():
        keep(manifest, store / name)
    return SharedKit(number, path, (*files,), changes, tuple(left), tuple(found))


def _plain(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if is_plain(path)] if folder.is_dir() else []


def _changed_lines(changes: Changes) -> list[str]:
    return [*changes.lines()] if changes.add or changes.remove else ["nothing changed"]


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip file; equal files give equal bytes."""
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name, LONG_AGO), data, ZIP_DEFLATED)
    return stream.getvalue()
