"""The panel below a map: its title, the key of terrain and lines, and the scale. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from rcwkit.art.hatching import double_rule
from rcwkit.diagnostics import Span
from rcwkit.frame import MM, Group, Item, Polygon, Rect
from rcwkit.game.game import Document, Game
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.maps import lines as map_lines
from rcwkit.kinds.maps import spaces as map_scale
from rcwkit.kinds.maps.hexes import ground_of, terrain_drawn
from rcwkit.kinds.maps.model import Edge, Map, Way
from rcwkit.kinds.maps.survey import Survey, drawing_of, is_over
from rcwkit.source.language import Language
from rcwkit.type.text import Setter, TextBlock, TextBox

__all__ = ["panel"]

TITLE, SUBTITLE, ENTRY, NOTE = 20.0, 10.0, 8.5, 7.0
SWATCH = 8.5 * MM
"""Height of what an entry of the key shows."""
ROW = 9.5 * MM
COLUMN = 38 * MM
"""Least width of an entry."""
WIDEST = 62 * MM
"""Most width of an entry."""
HEAD = 11 * MM
"""Height of the title, above the key."""
CAP = 0.7


class _Entry(NamedTuple):
    """An entry of the key: what it shows in a box of SWATCH by SWATCH, its title and note."""

    items: tuple[Item, ...]
    title: str
    note: str
    at: Span


def panel(
    game: Game, document: Document, found: Survey, width: float, setter: Setter, title: str
) -> tuple[float, tuple[Item, ...]]:
    """Return the height of the panel of a map at a width, and its items."""
    map_, theme = found.map, setter.theme
    entries = list(_entries(game, document, found, setter))
    columns = max(1, min(len(entries) or 1, int(width / COLUMN)))
    rows = ceil(len(entries) / columns)
    items: list[Item] = [*double_rule(0.0, width, 0.0, theme.ink)]
    base = 3.2 * MM + CAP * TITLE
    scale = " · ".join(_scales(setter.say, map_))
    said = setter.width(scale, "narrow", SUBTITLE)
    size = setter.size(
        title.upper(),
        "narrow-bold",
        TITLE,
        9.0,
        width - said - 6 * MM,
        lambda *_: document.at("title"),
        "title of the map",
    )
    items.append(setter.line(title.upper(), 0, base, "narrow-bold", size, theme.ink))
    start = setter.width(title.upper(), "narrow-bold", size) + 3 * MM
    numbers = (ruling_numbers(game)[name] for name in map_.rulings if name in ruling_numbers(game))
    if rulings := setter.cite(numbers):
        items.append(setter.line(rulings, start, base, "narrow", SUBTITLE, theme.quiet))
        start += setter.width(rulings, "narrow", SUBTITLE) + 3 * MM
    lines = [map_.note] if map_.note else []
    if map_.subtitle and start + setter.width(map_.subtitle, "sans-italic", SUBTITLE) + said + 4 * MM < width:
        items.append(setter.line(map_.subtitle, start, base, "sans-italic", SUBTITLE, theme.quiet))
    elif map_.subtitle:
        lines.insert(0, map_.subtitle)
    items.append(setter.line(scale, width, base, "narrow", SUBTITLE, theme.ink, align=1.0))
    aside, shown = map_scale.below(found, setter)
    if shown:
        items.append(Group(shown, width, HEAD))
    words = [TextBlock(line, theme.ink, ("subtitle" if line is map_.subtitle else "note",)) for line in lines]
    tall = setter.height(words, width - aside, ENTRY) if words else 0.0
    items += setter.fit(words, TextBox(0, HEAD, width - aside, tall + 0.5, "note"), ENTRY, theme.least, document.at)
    top = HEAD + max(tall + 2 * MM if words else 0.0, map_scale.HEIGHT + 1 * MM if shown else 0.0)
    wide = min(width / columns, WIDEST)
    for index, entry in enumerate(entries):
        row, column = divmod(index, columns)
        x, y = column * wide, top + row * ROW
        items.append(Group(entry.items, x, y))
        blocks = [TextBlock(entry.title, theme.ink, font="narrow-bold", bold="narrow-bold")]
        if entry.note:
            blocks.append(TextBlock(entry.note, theme.quiet, font="narrow", bold="narrow-bold", scale=NOTE / ENTRY))
        box = TextBox(x + SWATCH + 2.5 * MM, y, wide - SWATCH - 3.5 * MM, SWATCH, "key", 0.0, 0.5)
        items += setter.fit(blocks, box, ENTRY, theme.least, lambda *_, at=entry.at: at)
    return top + rows * ROW, tuple(items)


def _scales(say: Language, map_: Map) -> Iterator[str]:
    if map_.scale:
        yield map_.scale
    if map_.hexes is not None:
        yield say("hexes of {size} mm", size=say.number(f"{map_.hexes.size:.4g}"))


def _entries(game: Game, document: Document, found: Survey, setter: Setter) -> Iterator[_Entry]:
    """Yield what the map has: terrain, lines, zones."""
    map_, theme = found.map, setter.theme
    used = {name for names in found.terrain.values() for name in names}
    used |= {space.terrain for space in map_.spaces.values() if space.terrain}
    for name, terrain in map_.terrain.items():
        if name in used:
            yield _Entry(_swatch(found, name, setter), terrain.title, terrain.note or "", document.at("terrain", name))
    lines: list[tuple[str, str, Edge | Way]] = [("edges", name, edge) for name, edge in map_.edges.items()]
    lines += [("ways", name, way) for name, way in map_.ways.items()]
    for what, name, line in lines:
        if not (found.sides if what == "edges" else found.stretches).get(name):
            continue
        low = 0.72 * SWATCH
        points = [
            (0.6 * MM, low),
            (0.35 * SWATCH, 0.35 * SWATCH),
            (0.65 * SWATCH, 0.62 * SWATCH),
            (SWATCH - 0.6 * MM, 0.3 * SWATCH),
        ]
        shown = tuple(map_lines.drawn(name, line, [points], theme, curved=True))
        yield _Entry(shown, line.title, line.note or "", document.at(what, name))
    for name, zone in map_.zones.items():
        if zone.title:
            colour = zone.colour or (game.owners[zone.owner].colour if zone.owner else theme.accent)
            high = 0.6 * SWATCH
            edge = theme.legible(colour, theme.page)
            box = Rect(0.6 * MM, (SWATCH - high) / 2, SWATCH - 1.2 * MM, high, theme.shade(colour, 0.3), edge, 0.9 * MM)
            yield _Entry((box,), zone.title, "", document.at("zones", name))


def _swatch(found: Survey, name: str, setter: Setter) -> tuple[Item, ...]:
    """Return a hex, or a box on a map without hexes, with a terrain."""
    theme, terrain, grid = setter.theme, found.map.terrain[name], found.map.hexes
    drawing = drawing_of(name, terrain)
    ground = theme.page if theme.outlined else ground_of(drawing, terrain.colour)
    shown = theme.page if is_over(name, terrain) else ground
    middle = SWATCH / 2
    if grid is None:
        edge: Item = Rect(0.3 * MM, 1.2 * MM, SWATCH - 0.6 * MM, SWATCH - 2.4 * MM, shown, theme.ink, 0.5)
    else:
        far = SWATCH / 2 * (1.0 if grid.top == "flat" else 0.98)
        steps = [(-0.5, -0.866), (0.5, -0.866), (1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0)]
        turned = steps if grid.top == "flat" else [(y, x) for x, y in steps]
        corners = tuple((round(middle + x * far, 2), round(middle + y * far, 2)) for x, y in turned)
        edge = Polygon(corners, shown, theme.ink, 0.5)
    if drawing is None:
        return (edge,)
    items = terrain_drawn(drawing, 0, ground, theme.ink, theme.page, outlined=theme.outlined)
    return edge, Group(items, middle, middle, scale=round(0.85 * SWATCH / 100, 4))
