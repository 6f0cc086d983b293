"""Pictures: of kits, for screens and virtual tables, and of all that data can choose from, for the manual."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import starmap
from math import ceil
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple, get_args

from rcwkit.art.images import png
from rcwkit.art.motifs import foot_art, motif, poster, scene, title_art
from rcwkit.art.symbols import mark, proportion, shipped, symbol
from rcwkit.art.theme import HOUSE, Hatch, Poster
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.document.blocks import Cell, Chart, Panel, Row, TextDocument
from rcwkit.document.look import PageLook, stacked
from rcwkit.document.pages import sheets
from rcwkit.document.setting import slabs
from rcwkit.frame import MM, Frame, Group, Item
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, File, files_of
from rcwkit.kinds.maps.draw import board
from rcwkit.kinds.maps.kind import stem_of
from rcwkit.kinds.maps.model import Drawing, Map, TerrainEdge
from rcwkit.kit.build import PROGRAM, Made, opened, stop
from rcwkit.kit.options import Options, Step
from rcwkit.kit.pipeline import Kit, Planned, kit_of, make_all, shared
from rcwkit.kit.publish import named_apart, publish
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.paper import PAPERS
from rcwkit.sheets.pictures import DPI, Bleed, pages, pixels, tiles
from rcwkit.sheets.pictures import pictures as rastered
from rcwkit.source.info import (
    MOTIFS,
    SHIPPED_FONTS,
    Band,
    BoxStyle,
    FootStyle,
    Like,
    Roles,
    TableStyle,
    TitleStyle,
)
from rcwkit.source.markup import SHIPPED, Sign
from rcwkit.source.project import Project
from rcwkit.source.symbols import BRANCHES, ECHELONS, FRAMES, MARKS, PICTURES, SCENES
from rcwkit.type.fonts import STRONG, FontBook, roles
from rcwkit.type.text import Setter
from rcwkit.workers import pooled

INDEX = "index.json"
"""Index of a gallery: what each picture shows."""
COLUMNS, ROWS = 10, 7
"""Grid of a full sheet for a virtual table; the last cell is for the back of hidden cards."""
LARGEST = 4096
"""Most pixels on a side of such a sheet: what every graphics card can show."""

What = Literal["pieces", "sheets", "pages"]


@dataclass(frozen=True)
class Shot:
    """What to picture, at how many pixels per inch, and with which bleed (single pieces only)."""

    what: What = "pieces"
    dpi: float = DPI
    bleed: Bleed = "none"


@dataclass(frozen=True)
class Gallery:
    """The pictures made, with their sizes in bytes, and diagnostics."""

    game: str
    folder: Path
    files: dict[str, int]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the gallery as plain data."""
        files = [{"name": name, "bytes": size} for name, size in self.files.items()]
        return {"game": self.game, "folder": self.folder.as_posix(), "files": files, "missing": self.missing}


@dataclass(frozen=True)
class _Picture:
    """Pictures under one name: front and back, or a page; `facts` describe them in the index."""

    name: str
    facts: dict[str, Any]
    sides: dict[str, bytes]


@dataclass(frozen=True)
class _Pictures:
    """The pictures of one file of a kit."""

    pictures: list[_Picture] = field(default_factory=list)
    diagnostics: tuple[Diagnostic, ...] = ()
    missing: str = ""


def gallery(project: Project, out: Path, options: Options, shot: Shot, step: Step, jobs: int = 1) -> Gallery:
    """Make the pictures of one game in `out/<game>/<what>/`. Raises InputError or Surroundings, changing nothing."""
    game, found = opened(project)
    kit, taken = Kit.of(project, game), list[_Pictures]()
    if shot.what == "pages":
        made = next(make_all([kit], {"": options}, step, jobs))[""]
        found += stop([diagnostic for one in made for diagnostic in one.about.diagnostics])
        taken += pooled(partial(_printed_pages, shot=shot), made, jobs)
    else:
        plan = [kit.planned(file, options) for file in kit.files if file.cut]
        with shared([kit]):
            for planned, one in zip(plan, pooled(partial(_cut_faces, shot=shot), plan, jobs), strict=True):
                taken.append(one)
                step(game.info.id, planned.stem, len(taken), len(plan))
    found += stop([diagnostic for one in taken for diagnostic in one.diagnostics])
    named, index = _files_and_index([picture for one in taken for picture in one.pictures])
    facts = {"tool": PROGRAM, "game": game.info.id, "what": shot.what, "dpi": shot.dpi, "bleed": shot.bleed}
    named[INDEX] = (json.dumps({**facts, "pictures": index}, indent=2, ensure_ascii=False) + "\n").encode()
    folder = out / game.kit / shot.what
    publish(folder, named, facts)
    missing = next((one.missing for one in taken if one.missing), "")
    return Gallery(game.info.id, folder, {name: len(data) for name, data in named.items()}, found, missing)


def _files_and_index(pictures: Sequence[_Picture]) -> tuple[dict[str, bytes], list[dict[str, Any]]]:
    """Return files by name, and the index."""
    files: dict[str, bytes] = {}
    index = []
    taken: set[str] = set()
    for picture in pictures:
        name = named_apart(picture.name, taken)
        named = {side: f"{name}-{side}.png" if side != "page" else f"{name}.png" for side in picture.sides}
        files |= {named[side]: data for side, data in picture.sides.items()}
        index.append({**picture.facts, **named})
    return files, index


def _printed_pages(made: Made, shot: Shot) -> _Pictures:
    """The pages of a finished file."""
    shown = []
    for number, page in enumerate(pages(made.data, shot.dpi) if made.data else (), 1):
        facts = {"file": made.name, "title": made.about.component.title, "number": number}
        shown.append(_Picture(f"{made.name.removesuffix('.pdf')}-{number}", facts, {"page": png(page, shot.dpi)}))
    return _Pictures(shown, missing=made.missing)


def _cut_faces(planned: Planned, shot: Shot) -> _Pictures:
    """The pieces of one file. Its errors go into the diagnostics."""
    kit, options = kit_of(planned), planned.options
    file, setter = kit.file(planned), kit.game.setter(options.ink)
    try:
        contents = file.lay_out(setter, options.edition.room)
        pieces = contents.pieces if isinstance(contents, Cut) else ()
        take = _pieces if shot.what == "pieces" else _tabletop
        return _Pictures(list(take(file, pieces, setter, shot)), tuple(setter.found))
    except InputError as error:
        return _Pictures(diagnostics=tuple(error.diagnostics))


def _pieces(file: File, pieces: Sequence[CutPiece], setter: Setter, shot: Shot) -> Iterator[_Picture]:
    # Most backs are alike: identical drawings are rendered once.
    faces = list(dict.fromkeys(face.nameless for piece in pieces for face in piece.faces))
    made = dict(
        zip(faces, rastered(faces, setter.book, dpi=shot.dpi, bleed=shot.bleed, images=setter.artwork), strict=True)
    )
    for piece in pieces:
        sides = {"front": piece.front} | ({"back": piece.back} if piece.back else {})
        size = pixels(piece.front, dpi=shot.dpi, bleed=shot.bleed)
        facts = {**_facts(piece), "file": file.stem, "mm": _measures(piece.front), "pixels": size}
        drawn = {side: made[face.nameless] for side, face in sides.items()}
        yield _Picture(piece.front.name.replace("/", "-"), facts, drawn)


def _tabletop(file: File, pieces: Sequence[CutPiece], setter: Setter, shot: Shot) -> Iterator[_Picture]:
    """Group pieces of one size on sheets; the last cell of the fronts shows the first back, for hidden cards."""
    sizes: dict[tuple[float, float], list[CutPiece]] = {}
    for piece in pieces:
        sizes.setdefault(_measures(piece.front), []).append(piece)
    most = COLUMNS * ROWS - 1
    parts = [group[at : at + most] for group in sizes.values() for at in range(0, len(group), most)]
    for number, part in enumerate(parts, 1):
        columns = min(COLUMNS, len(part) + 1)
        rows = ceil((len(part) + 1) / columns)
        across, down = (side / 25.4 for side in _measures(part[0].front))
        dpi = min(shot.dpi, LARGEST // columns / across, LARGEST // rows / down)
        blank = [None] * (columns * rows - 1 - len(part))
        backs = [piece.back for piece in part]
        alike = len({back and back.nameless for back in backs}) == 1
        facts = {"file": file.stem, "mm": _measures(part[0].front), "columns": columns, "rows": rows, "one_back": alike}
        facts["places"] = [_facts(piece) for piece in part]
        fronts = [*(piece.front for piece in part), *blank, backs[0]]
        sides = {"front": tiles(fronts, columns, rows, setter.book, dpi=dpi, images=setter.artwork)}
        if alike and backs[0]:
            sides["back"] = next(rastered([backs[0]], setter.book, dpi=dpi, images=setter.artwork))
        elif any(backs):
            sides["back"] = tiles(backs, columns, rows, setter.book, dpi=dpi, images=setter.artwork)
        yield _Picture(f"{file.stem}-{number}", facts, sides)


def _facts(piece: CutPiece) -> dict[str, Any]:
    return {"id": piece.front.name, "title": piece.title, "copies": piece.copies}


def _measures(frame: Frame) -> tuple[float, float]:
    return round(frame.width / MM, 2), round(frame.height / MM, 2)


class Sample(NamedTuple):
    """A word that data may have, the line that has it, and what comes of it: frames, with the fonts of their texts."""

    name: str
    line: str
    frames: tuple[Frame, ...]
    fonts: FontBook | None = None


class Samples(NamedTuple):
    """The words that one key takes; `where` says in which documents."""

    title: str
    where: str
    samples: tuple[Sample, ...]


COLUMN, EDGE = 150 * MM, 6 * MM
"""Width of a text document's column, and of the paper around it."""
TILE = 14 * MM
"""Side of the drawing of a symbol, sign or mark."""
FACES = ("standard", "classic", "modern", "leader", "block", "naval", "marker")
"""Layouts of counters that ship with the tool."""
LINES = {
    "edges": ("river", "stream", "wall", "cliff", "border", "coast"),
    "ways": ("highway", "road", "track", "rail", "link", "sea_link"),
}
"""Styles of lines along hexsides, and from place to place."""
GAME = """\
kind: game
id: gallery
title: Gallery
source: {title: Gallery}
credits: Nobody's.
counter_size: 16mm
sides:
  north: {title: North, short: North, colour: "#9DB8C9", mark: star, plays: true}
"""


def pictures(files: Mapping[str, str], stem: str, ids: Collection[str] = (), column: float = COLUMN) -> Sample:
    """Draw a file of the kit of a game, whose documents and sheets are `files`: what it says, in a column, not pages.

    Of pieces to cut it shows the fronts; of those with these `ids`, backs, too. Raises InputError, or KeyError if the
    kit has no such file.
    """
    with _folder(files) as folder:
        game = load(Project(folder, shown=folder.name))
        setter = game.setter()
        file = {one.stem: one for one in files_of(game)}[stem]
        return Sample(file.title, "", tuple(_shown(game, file, setter, ids, column)), setter.book)


def _shown(game: Game, file: File, setter: Setter, ids: Collection[str], column: float) -> Iterator[Frame]:
    contents = file.lay_out(setter, PAPERS["a4"])
    if isinstance(contents, Cut):
        pieces = {piece.front.name: piece for piece in contents.pieces}
        if ids:
            yield from (_beside(pieces[name].faces, MM) for name in ids)
        elif file.kind == "maps":
            yield from (board(game, one, setter) for one in game[Map].values() if file.stem == stem_of(game, one.id))
        else:
            yield from (*(piece.front for piece in pieces.values()), *contents.boards)
    elif isinstance(contents, TextDocument) and contents.composed:
        yield from (Frame(*one[:3]) for one in sheets(contents, PAPERS["a4"], setter, game.owners))
    elif isinstance(contents, TextDocument):
        look = PageLook(setter, owners=game.owners)
        made = stacked([slab for part in contents.parts for one in part.blocks for slab in slabs(one, look, column)])
        yield Frame(column + 2 * EDGE, made.height + 2 * EDGE, (Group(made.items, EDGE, EDGE),))


def samples() -> Iterator[Samples]:
    """Yield what the gallery shows, in order."""
    looks = (_look(name) for name in get_args(Like))
    yield Samples("Looks", "`look: {like: …}` in `game.yaml`", tuple(looks))
    yield Samples("Faces of counters", "`layout:` of a unit type in `game.yaml`; front and back", tuple(_faces()))
    boxes = (*BRANCHES, *(f"{name}+infantry" for name in FRAMES if name != "friendly"))
    where = "`symbol:` of a unit type in `game.yaml`, or of a counter"
    yield Samples("Unit boxes", f"{where}; parts are joined: `infantry+motorised`", tuple(map(_symbol, boxes)))
    alone = [name for name in PICTURES if name != "none"]
    yield Samples("Pictures on counters", where, tuple(map(_symbol, alone)))
    yield Samples("Sizes of units", "`unit_size:` of a unit type or counter", tuple(map(_size, ECHELONS)))
    yield Samples("Signs in texts", "between colons in any text", tuple(map(_sign, SHIPPED)))
    yield Samples("Marks of owners", "`mark:` of a side or faction in `game.yaml`", tuple(map(_mark, MARKS)))
    yield Samples("Terrain", "`drawing:` of a terrain of `kind: maps`", tuple(map(_terrain, get_args(Drawing))))
    yield Samples("Edges of terrain", "`terrain_edge:` of `kind: maps`", tuple(map(_edge, get_args(TerrainEdge))))
    patterns = (*(("sign", name) for name in ("forest", "mountain")), *(("hatch", name) for name in get_args(Hatch)))
    yield Samples("Patterns of terrain", "`pattern:` of a terrain of `kind: maps`", tuple(starmap(_pattern, patterns)))
    lines = (_line(key, name) for key, names in LINES.items() for name in names)
    yield Samples("Lines on maps", "`line:` of `edges:` and `ways:` of `kind: maps`", tuple(lines))
    yield Samples("Backs of cards", "`back: {motif: …}` of `kind: cards`", tuple(map(_motif, MOTIFS)))
    yield Samples("Pictures on pages", "`picture:` of a pane of `kind: folder`", tuple(map(_scene, SCENES)))
    yield Samples("Bands of cards", "`look: {band: …}` in `game.yaml`", tuple(map(_band, get_args(Band))))
    yield Samples("Paint in layouts", "a box of `kind: layouts`", tuple(_painted()))
    for title, key, names, draw in (
        ("Titles of pages", "title", get_args(TitleStyle), _title),
        ("Heads of tables", "table", get_args(TableStyle), _table),
        ("Boxes with text", "box", get_args(BoxStyle), _box),
        ("Feet of pages", "foot", get_args(FootStyle), _foot),
    ):
        made = (Sample(name, f"look: {{{key}: {name}}}", (draw(name),)) for name in names)
        yield Samples(title, f"`look: {{{key}: …}}` in `game.yaml`", tuple(made))
    yield Samples("Fonts of titles", "`look: {type: {display: …}}` in `game.yaml`", tuple(map(_font, SHIPPED_FONTS)))


SCENE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<rect width="60" height="40" fill="#9DB8C9"/><circle cx="45" cy="12" r="7" fill="#F2B134"/>
<path d="M0 40V26l14-12 12 14 8-6 26 18z" fill="#3F5B36"/><path d="M8 40V32h8v8z" fill="#7A2E1D"/></svg>
"""
PAINT = {
    "gradient": "gradient: [accent, gold]",
    "direction": "gradient: [accent, gold], direction: 45",
    "radial": "gradient: [gold, 'gold 0%'], direction: radial",
    "opacity": "fill: accent, opacity: 0.4",
    "shadow": "fill: gold, corner: 2, shadow: [0.8, 1.2, 2]",
    "halo": "text: Halo, size: 40, lines: 1, halo: gold, rim: 0.8",
    "shape": "image: scene.svg, crop: fill, shape: disc",
    "crop": "image: scene.svg, crop: ['55%', 0, '45%', '60%']",
    "zoom": "image: scene.svg, zoom: 2, focus: [0.2, 0.8]",
    "flip": "image: scene.svg, crop: fill, flip: across",
}
"""Ways to paint a box, and the keys that do."""


class _Drawn(NamedTuple):
    """A game, its pieces in order, and its fonts."""

    game: Game
    pieces: Sequence[CutPiece]
    fonts: FontBook


@contextmanager
def _folder(files: Mapping[str, str], like: str = "") -> Iterator[Path]:
    """Write a game's files into a folder for the time being."""
    with TemporaryDirectory() as name:
        folder = Path(name, "gallery")
        if like:
            copytree(bundled("templates") / "like" / like, folder)
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        yield folder


def _drawn(files: Mapping[str, str], like: str = "") -> _Drawn:
    """Draw a game of these documents; with `like`, they replace those of a game of `rcwkit new`."""
    with _folder(files, like) as folder:
        game = load(Project(folder, shown="gallery"))
        setter = game.setter()
        made = (file for kind in ("counters", "cards") for file in files_of(game, kind))
        cuts = (file.lay_out(setter, PAPERS["a4"]) for file in made)
        pieces = [piece for cut in cuts if isinstance(cut, Cut) for piece in cut.pieces]
    return _Drawn(game, pieces, setter.book)


LOOKING = HOUSE._replace(second="#27425F")
"""The theme in which parts of a look are shown."""
WIDE, LOW, CHART = 90 * MM, 17 * MM, 74 * MM
"""Width of titles and feet, height of titles, and width of a table or box."""


def _title(name: TitleStyle) -> Frame:
    theme = LOOKING._replace(title=name)
    text = Setter(theme).line("VICTORY", 6 * MM, 9 * MM, "display", 16, theme.title_plate.text)
    corner = motif("wedge", theme)
    emblem = Group(corner.items, WIDE - 0.4 * corner.width, 0, scale=0.4)
    items = (emblem,) if name == "emblem" else tuple(title_art(theme, WIDE, LOW))
    return Frame(WIDE, LOW, (Group((*items, text), clip=(0.0, 0.0, WIDE, LOW)),))


def _table(name: TableStyle) -> Frame:
    """A small table, of which one look makes panes."""
    heads = tuple(Cell(text, "word") for text in ("On the map", "Advances"))
    lines = {"Normal": ("upright", "two boxes"), "Routed": ("turned", "no")}
    rows = tuple(Row(tuple(Cell(text, "word") for text in texts), (Cell(key),)) for key, texts in lines.items())
    chart = Chart("", "", "", (), "Level", (), heads, rows, False, "text", (), (), (), (), "half")
    look = PageLook(Setter(LOOKING._replace(table=name)))
    made = stacked([*slabs(chart, look, CHART + 12 * MM)])
    return Frame(CHART + 12 * MM, made.height, made.items)


def _box(name: BoxStyle) -> Frame:
    look = PageLook(Setter(LOOKING._replace(box=name)))
    made = stacked([*slabs(Panel(("Nobody crosses the causeway until the turn ends.",), "warning"), look, CHART)])
    return Frame(CHART + 2 * MM, made.height + MM, (Group(made.items, MM),))


def _foot(name: FootStyle) -> Frame:
    theme = LOOKING._replace(foot=name)
    said = Setter(theme).line("The Causeway · page 1 of 2", 0, 6 * MM, "sans", 7, theme.quiet)
    return Frame(WIDE, 8 * MM, (*foot_art(theme, 0, WIDE, 3 * MM), said))


def _font(name: str) -> Sample:
    book = FontBook(roles=roles(Roles(display=name), ()))
    face = book.roles.get("display", STRONG["display"])
    lines = (Setter(LOOKING, book).line("Two Rivers 1918", 0, 7 * MM, face, 18, LOOKING.ink),)
    return Sample(name, f"look: {{type: {{display: {name}}}}}", (Frame(WIDE, 10 * MM, lines),), book)


def _document(kind: str, body: str) -> str:
    return f"kind: {kind}\nid: {kind}\ntitle: {kind.title()}\nsource: Gallery\n{body}"


def _beside(frames: Iterable[Frame], gap: float = 2 * MM) -> Frame:
    """Put frames side by side into one, cut at their edges."""
    items: list[Item] = []
    across = tall = 0.0
    for frame in frames:
        items.append(Group(frame.items, across, 0.0, clip=(0.0, 0.0, frame.width, frame.height)))
        across, tall = across + frame.width + gap, max(tall, frame.height)
    return Frame(across - gap, tall, tuple(items))


def _look(name: str) -> Sample:
    """Counters of two sides, a card and its back in a look."""
    root = (bundled("templates") / "like" / "counters" / "game.yaml").read_text(encoding="utf-8")
    section = '{head: Now, text: "Nobody crosses the causeway until the turn ends."}'
    cards = f"back: {{title: Events}}\ncards:\n  tide: {{title: Spring tide, sections: [{section}]}}\n"
    files = {"game.yaml": root.replace("like: classic", f"like: {name}"), "cards.yaml": _document("cards", cards)}
    drawn = _drawn(files, "counters")
    card = next(piece for piece in drawn.pieces if piece.title == "Spring tide")
    units = [piece.front for piece in drawn.pieces if piece.butted]
    shown = (*units[:2], *units[-6:-4])
    return Sample(name, f"look: {{like: {name}}}", (_beside(shown), _beside(card.faces)), drawn.fonts)


def _faces() -> Iterator[Sample]:
    values = "unit_size: battalion, symbol: infantry, reverse: reduced, values: [attack, defence, move]"
    types = "".join(f"  {name}: {{title: {name}, plural: {name}, layout: {name}, {values}}}\n" for name in FACES)
    both = "values: {attack: 4, defence: 5, move: 3}, reverse: {values: {attack: 2, defence: 3, move: 3}}"
    units = "".join(f"  {name}: {{type: {name}, name: 1 Rifles, {both}}}\n" for name in FACES)
    counters = _document("counters", f"side: north\ncounters:\n{units}")
    drawn = _drawn({"game.yaml": f"{GAME}unit_types:\n{types}", "counters.yaml": counters})
    for name, piece in zip(FACES, drawn.pieces, strict=True):
        yield Sample(name, f"layout: {name}", (_beside(piece.faces, MM),), drawn.fonts)


def _tile(items: tuple[Item, ...]) -> tuple[Frame, ...]:
    return (Frame(TILE, TILE, items),)


def _symbol(name: str) -> Sample:
    high = min(TILE, TILE * proportion(name) / 100)
    items = symbol(name, 0, (TILE - high) / 2, TILE, high, HOUSE.ink, HOUSE.page)
    return Sample(name, f"symbol: {name}", _tile(items))


def _size(name: str) -> Sample:
    items = symbol(name, TILE / 4, TILE / 3, TILE / 2, TILE / 3, HOUSE.ink, HOUSE.page)
    return Sample(name, f"unit_size: {name}", _tile(items))


def _sign(name: str) -> Sample:
    glyph = shipped(Sign("sign", name), TILE / 2, HOUSE.ink, HOUSE.page, HOUSE, {})
    items = glyph.items if glyph else ()
    return Sample(name, f":{name}:", _tile((Group(items, TILE / 4, TILE / 4),)))


def _mark(name: str) -> Sample:
    return Sample(name, f"mark: {name}", _tile(mark(name, TILE / 2, TILE / 2, 0.7 * TILE, HOUSE.ink, HOUSE.page)))


def _map(
    body: str, grid: str = "size: 15mm, columns: 3, rows: 2, numbered: false"
) -> tuple[tuple[Frame, ...], FontBook]:
    head = f"hexes: {{{grid}}}\nkey: false\nground: clear\n"
    drawn = _drawn({"game.yaml": GAME, "map.yaml": _document("maps", head + body)})
    setter = drawn.game.setter()
    return (board(drawn.game, drawn.game[Map]["maps"], setter),), setter.book


def _terrain(name: str) -> Sample:
    clear = "" if name == "clear" else "  clear: {title: Clear}\n"
    frames, fonts = _map(f"terrain:\n{clear}  {name}: {{title: {name.title()}, hexes: [0101, 0201, 0302]}}\n")
    return Sample(name, f"drawing: {name}", frames, fonts)


def _edge(name: str) -> Sample:
    terrain = "woods: {title: Woods, hexes: [0101, 0201]}\n  water: {title: Lake, hexes: [0202, 0301-0302]}"
    frames, fonts = _map(f"terrain_edge: {name}\nterrain:\n  clear: {{title: Clear}}\n  {terrain}\n")
    return Sample(name, f"terrain_edge: {name}", frames, fonts)


def _pattern(what: str, name: str) -> Sample:
    said = f"{{{what}: {name}, every: {'5mm' if what == 'sign' else '1.5mm'}}}"
    own = f'own: {{title: Own, colour: "#DDE3C4", pattern: {said}, hexes: [0101, 0201, 0302]}}'
    frames, fonts = _map(f"terrain_edge: soft\nterrain:\n  clear: {{title: Clear}}\n  {own}\n")
    return Sample(name, f"pattern: {said}", frames, fonts)


def _line(key: str, name: str) -> Sample:
    course = 'sides: ["0101 se", "0102 ne", "0201 s", "0301 sw"]' if key == "edges" else 'routes: ["0101 0201 0301"]'
    body = f"terrain: {{clear: {{title: Clear}}}}\n{key}:\n  {name}: {{title: {name.title()}, {course}}}\n"
    frames, fonts = _map(body)
    return Sample(name, f"line: {name}", frames, fonts)


def _motif(name: str) -> Sample:
    size = 31.5 * MM, 44 * MM
    items = poster(name, *size, 0.0, Poster(HOUSE.ink, HOUSE.paper, HOUSE.accent))
    frame = Frame(*size, (Group(items, clip=(0.0, 0.0, *size)),))
    return Sample(name, f"back: {{title: …, motif: {name}}}", (frame,))


def _scene(name: str) -> Sample:
    return Sample(name, f"picture: {name}", (scene(name, HOUSE, 44 * MM, 30 * MM),))


def _painted() -> Iterator[Sample]:
    boxes = "".join(
        f"  {name}: {{extends: blank, boxes: {{it: {{at: [7, 7, 49, 27], {box}}}}}}}\n" for name, box in PAINT.items()
    )
    cards = "".join(f"  {name}: {{title: {name}, layout: {name}}}\n" for name in PAINT)
    deck = _document("cards", f"size: 63 x 41\nback: {{title: Paint}}\ncards:\n{cards}")
    layouts = f"kind: layouts\nid: layouts\nlayouts:\n{boxes}"
    drawn = _drawn({"game.yaml": GAME, "cards.yaml": deck, "layouts.yaml": layouts, "scene.svg": SCENE})
    for (name, box), piece in zip(PAINT.items(), drawn.pieces, strict=True):
        yield Sample(name, box, (_beside((piece.front,)),), drawn.fonts)


def _band(name: str) -> Sample:
    section = "{head: Now, text: Nobody sails.}"
    card = f"back: {{title: Events}}\ncards:\n  storm: {{title: Storm, owner: north, sections: [{section}]}}\n"
    drawn = _drawn({"game.yaml": f"{GAME}look: {{band: {name}}}\n", "cards.yaml": _document("cards", card)})
    return Sample(name, f"look: {{band: {name}}}", (_beside(drawn.pieces[0].faces),), drawn.fonts)


KEYS: Mapping[tuple[str, str], Sequence[str]] = {
    ("maps", ""): ("edge: straight", "edge: ragged"),
    ("maps", "hexgrid"): (
        *("top: flat", "top: pointed", "top: square", "shoved: odd", "shoved: even", "first: A1", "order: rows"),
        *(
            "corner: bottom_left",
            "counting: doubled",
            "counting: diagonal",
            "numbered: false",
            "without: ['0101', '0302']",
        ),
    ),
    ("counters", ""): ("shape: round", "shape: hex"),
    ("counters", "counter"): (
        *("designation: III", "label: Guards", "unit_size: regiment", "formation: first", "turned: 90"),
        *("setup: '0304'", "turn: '3'", "reverse: reduced", "reverse: poster", "reverse: none", "steps: 3"),
    ),
    ("cards", "card"): (
        *("subtitle: At night", "number: 7", "owner: north", "text: Nobody sails.", "untitled: true"),
        *("write_in: 3", "foot: Discard it."),
    ),
    ("tables", "table"): (
        *("columns: [Calm, Gale]", "head: Wind", "note: Once a turn.", "foot: [Doubled at night.]", "heat: true"),
        *("turned: true", "tints: {1: '#8E1B23'}", "results: {3: Three ships}", "groups: {Sea: [calm, gale]}"),
    ),
    ("tracks", "track"): (
        *("start: '2'", "columns: 2", "note: One a turn.", "layout: display", "legend: [It rains on 3.]"),
    ),
    ("tracks", "box"): ("lines: [Fog.]", "colour: north", "takes: stack"),
    ("layouts", "layoutbox"): (
        *("fill: gold", "gradient: [gold, paper]", "stroke: ink", "shape: disc", "corner: 6", "turn: 20"),
        *("opacity: 0.4", "shadow: [1, 1, 2]", "font: serif-bold", "size: 22", "ink: accent", "align: centre"),
        *("valign: bottom", "bend: 40", "halo: gold", "ruled: 2", "symbol: infantry", "mark: star"),
    ),
}
"""Kind and model (none: the document itself) → lines whose effect the reference shows beside their key."""


def keys(kind: str) -> Iterator[tuple[str, Sample]]:
    """Yield the model and the picture of each line of `KEYS`, named as its key."""
    draw = {"maps": _hexes, "counters": _counter, "cards": _card, "tables": _chart, "tracks": _track}
    for (of, model), lines in KEYS.items():
        if of == kind:
            yield from ((model, draw.get(kind, _layout)(line, model)) for line in lines)


def _hexes(line: str, model: str) -> Sample:
    grid = f"size: 11mm, columns: 4, rows: 3, {line}" if model else "size: 11mm, columns: 4, rows: 3"
    frames, fonts = _map(f"terrain: {{clear: {{title: Clear}}}}\n{'' if model else line}\n", grid)
    return Sample(line.partition(":")[0], line, frames, fonts)


def _counter(line: str, model: str) -> Sample:
    army = "{title: Army, symbol: infantry, unit_size: battalion, values: [attack, move]}"
    root = f"{GAME}unit_types: {{army: {army}}}\nformations: {{first: {{title: First, colour: '#B3201F'}}}}\n"
    unit = f"  unit: {{type: army, name: 1 Rifles, values: {{attack: 4, move: 3}}{f', {line}' if model else ''}}}\n"
    body = f"side: north\n{'' if model else line}\ncounters:\n{unit}"
    drawn = _drawn({"game.yaml": root, "counters.yaml": _document("counters", body)})
    faces = (face for piece in drawn.pieces for face in piece.faces)
    return Sample(line.partition(":")[0], line, (_beside(faces, MM),), drawn.fonts)


def _card(line: str, _: str) -> Sample:
    deck = f"back: {{title: Events}}\ncards:\n  tide: {{title: Spring tide, {line}}}\n"
    drawn = _drawn({"game.yaml": GAME, "cards.yaml": _document("cards", deck)})
    return Sample(line.partition(":")[0], line, (drawn.pieces[0].front,), drawn.fonts)


def _chart(line: str, _: str) -> Sample:
    heads = "" if line.startswith("columns") else ", columns: [Calm, Gale]"
    table = f"{{title: Losses, roll: 1d2{heads}, rows: {{1: [1, 2], 2: [3, 4]}}, {line}}}"
    files = {"game.yaml": GAME, "tables.yaml": _document("tables", f"tables: {{losses: {table}}}")}
    return pictures(files, "charts", column=CHART)._replace(name=line.partition(":")[0], line=line)


def _track(line: str, model: str) -> Sample:
    boxes = f"boxes: {{1: {{title: '1', {line}}}, 2: '2', 3: '3'}}" if model == "box" else f"boxes: 1-3, {line}"
    files = {"game.yaml": GAME, "tracks.yaml": _document("tracks", f"tracks: {{turns: {{title: Turns, {boxes}}}}}")}
    made = pictures(files, "tracks")
    frames = tuple(Frame(one.width, min(one.height, 66 * MM), one.items) for one in made.frames)
    return Sample(line.partition(":")[0], line, frames, made.fonts)


def _layout(line: str, _: str) -> Sample:
    name = line.partition(":")[0]
    usual = {"fill": "'#D9E4EA'", "text": "Spring tide", "size": "14"}
    others = {name, "fill"} if name == "gradient" else {name}
    kept = usual.keys() - others if name not in ("symbol", "mark", "ruled") else ()
    box = "".join(f"{key}: {usual[key]}, " for key in sorted(kept))
    layouts = f"layouts: {{it: {{extends: blank, boxes: {{it: {{at: [7, 7, 49, 27], {box}{line}}}}}}}}}"
    deck = "size: 63 x 41\nback: {title: Box}\nlayout: it\ncards:\n  tide: {title: Spring tide, owner: north}\n"
    files = {"cards.yaml": _document("cards", deck), "layouts.yaml": f"kind: layouts\nid: l\n{layouts}\n"}
    drawn = _drawn({"game.yaml": GAME, **files})
    return Sample(name, line, (drawn.pieces[0].front,), drawn.fonts)
