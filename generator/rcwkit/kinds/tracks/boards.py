"""Draw tracks, tables of boxes and displays as full-page boards at true scale, packed in order into full pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import ceil, inf
from typing import Protocol

from rcwkit.art.colours import mix
from rcwkit.art.hatching import double_rule, hatched, plated
from rcwkit.art.motifs import title_art
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import Diagnostic, Severity
from rcwkit.dice.setups import Box, Row, Track
from rcwkit.document.blocks import flagged, flags
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.tracks.draw import Boxes, edged, grown
from rcwkit.kinds.tracks.table import RowTable
from rcwkit.sheets.paper import Paper
from rcwkit.source.language import Language, cited
from rcwkit.type.columns import ColumnBlock, flow
from rcwkit.type.text import Setter, TextBlock, TextBox

FOOT = 6.2 * MM
"""Height of the two lines at the foot of the page, and of the air over them."""
BANNER, BAR = 16 * MM, 11 * MM
"""Height of the heading of a page's first track, and of other tracks."""
AIR = 2.5 * MM
"""Space between heading, boxes and legend, and half the space between tracks."""
SIGN = 46 * MM
"""Width that the title of a board leaves free for the sign of its look."""
LEGEND = 8.5
NARROWEST = 58 * MM
"""Least width of a column of a legend."""
SIGNS = ("[", ":", "{")
"""What a line of a legend begins with that has a sign, or a word in colour, for its bullet."""
PAD, STRIPE = 1.2 * MM, 1.4 * MM
"""Room around the words of a legend in its band, and the width of the stripe at the left of it."""


class TrackBoxes(Protocol):
    """The boxes of one track at a width: their minimum and maximum height in points, and how to draw them."""

    least: float
    most: float

    def draw(self, x: float, y: float, height: float) -> list[Item]:
        """Draw the boxes with the top left corner at (x, y)."""


def boards(
    game: Game, tracks: Sequence[GameItem[Track]], paper: Paper, setter: Setter, free: float = 0.0, count: int = 0
) -> list[Frame]:
    """Return the pages of all tracks in order, each with a height in points left `free` at its foot.

    They are the fewest, or `count` pages; none if that many cannot hold them. In large print, small print is larger if
    no more pages are needed. The setter collects text (E310, W311) and boxes (E331) that overflow.
    """
    if not setter.theme.enlarges:
        return _boards(game, tracks, paper, setter, free, count)
    usual = replace(setter, theme=setter.theme._replace(reading=HOUSE.reading), found=[])
    tried = [(one, _boards(game, tracks, paper, one, free, count)) for one in (replace(setter, found=[]), usual)]
    chosen, made = min(tried, key=lambda one: len(one[1]))
    setter.found += chosen.found
    return made


def _boards(
    game: Game, tracks: Sequence[GameItem[Track]], paper: Paper, setter: Setter, free: float, count: int
) -> list[Frame]:
    upright = paper.width * MM, paper.height * MM
    # Diagnostics of attempts are dropped; the drawing of the chosen pages reports its own.
    pages = [_Board(game, paper, size, replace(setter, found=[]), free) for size in (upright, upright[::-1])]
    entries = [part for track in tracks for part in _parts(track, pages, setter)]
    frames = []
    for first, last, page in _packed(pages, entries, count):
        group = entries[first:last]
        span = group[0].span
        names = ", ".join(track.value.title for track in group)
        items = _Board(game, paper, page.size, setter, free).draw(group)
        frames.append(Frame(*page.size, items, name=names, at=span.place))
    return frames


def alone(game: Game, track: GameItem[Track], setter: Setter, width: float) -> Frame:
    """Return one track in its least height, as wide as given (pt), or as an A4 page if it needs more."""
    trial = _Panel(game, track, width, replace(setter, found=[]), first=False)
    panel = _Panel(game, track, width if trial.sound else 190 * MM, setter, first=False)
    return Frame(panel.width, panel.least, panel.draw(panel.least), name=track.value.title)


def _parts(track: GameItem[Track], pages: Sequence[_Board], setter: Setter) -> list[GameItem[Track]]:
    """Return the track in the fewest parts that each fit a page."""
    if all(page.filled([track]) == inf for page in pages):
        return [track]
    for count in range(1, len(track.value.rows or track.value.boxes) + 1):
        parts = _divided(setter.say, track, count) if count > 1 else [track]
        if all(any(page.filled([part]) <= 1 for page in pages) for part in parts):
            return parts
    message = f"'{track.value.title}' is too high for {pages[0].paper.name}"
    setter.found.append(Diagnostic("E331", message, track.span, "shorten its legend, or give it a larger `paper`"))
    return [track]


def _divided(say: Language, track: GameItem[Track], count: int) -> list[GameItem[Track]]:
    """Divide the rows of a track, or else its boxes, evenly into at most `count` parts."""
    value = track.value
    things: Mapping[str, Row | Box] = value.rows or value.boxes
    size = ceil(len(things) / count)
    names = [list(things)[at : at + size] for at in range(0, len(things), size)]
    parts = []
    for number, keys in enumerate(names, 1):
        which = say("{number} of {count}", number=number, count=len(names))
        held = {"rows" if value.rows else "boxes": {key: things[key] for key in keys}}
        part = value.model_copy(update={**held, "title": f"{value.title}, {which}"})
        parts.append(track._replace(id=f"{track.id} {number} of {len(names)}", value=part))
    return parts


_Runs = list[tuple[int, int, "_Board"]]


def _packed(pages: Sequence[_Board], tracks: Sequence[GameItem[Track]], count: int) -> _Runs:
    """Return the runs of tracks that share a page: the fewest, or `count`; then the fullest; portrait wins a tie."""
    best: list[dict[int, tuple[float, _Runs]]] = [{0: (0.0, [])}]
    for last in range(1, len(tracks) + 1):
        choices: dict[int, tuple[float, _Runs]] = {}
        for first, (turned, page) in product(range(last), enumerate(pages)):
            filled = page.filled(tracks[first:last])
            if filled > 1 and first < last - 1:
                continue
            cost = 10.0 + 100.0 * (filled > 1) + (1 / min(filled, 1.0) - 1) + 0.15 * turned
            for number, (before, runs) in best[first].items():
                if number + 1 not in choices or before + cost < choices[number + 1][0]:
                    choices[number + 1] = before + cost, [*runs, (first, last, page)]
        best.append(choices)
    found = best[-1] if not count else {key: one for key, one in best[-1].items() if key == count}
    return min(found.values(), key=lambda choice: choice[0], default=(0.0, []))[1]


class _Board:
    """A page in one orientation, and the panels of tracks measured for it."""

    def __init__(self, game: Game, paper: Paper, size: tuple[float, float], setter: Setter, free: float) -> None:
        self.game, self.paper, self.size, self.setter = game, paper, size, setter
        self.inset = paper.margin * MM
        self.width, self.height = size[0] - 2 * self.inset, size[1] - 2 * self.inset - FOOT - free
        self._panels: dict[tuple[str, bool], _Panel] = {}

    def filled(self, tracks: Sequence[GameItem[Track]]) -> float:
        """Return how full tracks make the page at minimum height; above 1 they do not fit, inf means too wide."""
        panels = self._panels_of(tracks)
        if not all(panel.sound for panel in panels):
            return inf
        return (sum(panel.least for panel in panels) + 2 * AIR * (len(panels) - 1)) / self.height

    def draw(self, tracks: Sequence[GameItem[Track]]) -> tuple[Item, ...]:
        """Return all items of a page; boxes share the spare height."""
        panels = self._panels_of(tracks)
        spare = self.height - sum(panel.least for panel in panels) - 2 * AIR * (len(panels) - 1)
        stretch = sum(panel.most - panel.least for panel in panels)
        part = min(1.0, max(0.0, spare) / stretch) if stretch else 0.0
        gap = 2 * AIR + min(6 * AIR, max(0.0, spare - stretch) / max(1, len(panels) - 1))
        ground = self.setter.theme.sheet
        items: list[Item] = [Rect(0, 0, *self.size, ground)] if ground else []
        y = self.inset
        for panel in panels:
            height = panel.least + part * (panel.most - panel.least)
            items.append(Group(panel.draw(height), self.inset, y))
            y += height + gap
        return tuple(items)

    def _panels_of(self, tracks: Sequence[GameItem[Track]]) -> list[_Panel]:
        return [self._panel(track, first=index == 0) for index, track in enumerate(tracks)]

    def _panel(self, track: GameItem[Track], *, first: bool) -> _Panel:
        key = (track.id, first)
        if key not in self._panels:
            self._panels[key] = _Panel(self.game, track, self.width, self.setter, first=first)
        return self._panels[key]


class _Panel:
    """A track with its heading and legend, at one width."""

    def __init__(self, game: Game, entry: GameItem[Track], width: float, setter: Setter, *, first: bool) -> None:
        self.game, self.entry, self.width, self.setter, self.first = game, entry, width, setter, first
        track = entry.value
        self.where = partial(entry.document.at, *entry.path)
        before = len(setter.found)
        self.area: TrackBoxes = (RowTable if track.rows else Boxes)(game, entry, width, setter)
        self.sound = all(diagnostic.severity is not Severity.ERROR for diagnostic in setter.found[before:])
        self.head = BANNER if first else BAR
        self.legend = [
            TextBlock(
                flagged(text, game),
                setter.theme.ink,
                ("legend", index),
                "narrow",
                "narrow-bold",
                before=0.3,
                indent=0.0 if text.startswith(SIGNS) else 0.9,
                bullet="" if text.startswith(SIGNS) else "•",
            )
            for index, text in enumerate(track.legend)
        ]
        self.print = grown(LEGEND, setter.theme)
        self.columns, self.wide = ([], width) if not self.legend else self._legend_columns()
        self.tail = self._depth() + AIR + 2 * PAD if self.columns else 0.0
        self.least, self.most = (self.head + height + self.tail for height in (self.area.least, self.area.most))

    def draw(self, height: float) -> tuple[Item, ...]:
        """Draw heading, boxes and legend in a height between `least` and `most`."""
        items = self._banner() if self.first else self._bar()
        tall = height - self.head - self.tail
        items += self.area.draw(0, self.head, tall)
        if self.columns:
            items += self._band(self.head + tall + AIR)
        return tuple(items)

    def _band(self, top: float) -> Iterator[Item]:
        """Yield the legend on a tinted band, or in a frame where that is the page's own colour."""
        theme, high = self.setter.theme, self._depth() + 2 * PAD
        framed = theme.outlined or theme.paper == theme.page
        if theme.box == "handcut":
            yield edged(0, top, self.width, high, theme.page, theme.ink, 0.5, theme)
        else:
            ground, edge = (None, theme.hairline) if framed else (theme.paper, None)
            yield Rect(0, top, self.width, high, ground, edge, 0.5)
            yield Rect(0, top, STRIPE, high, theme.accent)
        for index, blocks in enumerate(self.columns):
            left = STRIPE + 2 * PAD + index * (self.wide + 2 * AIR)
            box = TextBox(left, top + PAD, self.wide, self._depth() + 1, "legend")
            yield from self.setter.fit(blocks, box, self.print, 6.5, self.where)

    def _legend_columns(self) -> tuple[list[list[TextBlock]], float]:
        """Return the legend's paragraphs in the columns that are lowest, none of them empty, and a column's width."""
        found = []
        for count in (1, 2, 3, 4):
            wide = (self.width - STRIPE - 3 * PAD - (count - 1) * 2 * AIR) / count
            if count > 1 and wide < NARROWEST:
                break
            pieces = [
                ColumnBlock(self.setter.height([block], wide, self.print) + 0.3 * self.print) for block in self.legend
            ]
            (page,) = flow(pieces, count, 1e6, 1e6)
            columns = [[self.legend[index] for index in column] for column in page.bands[0].columns]
            depth = max(self.setter.height(blocks, wide, self.print) for blocks in columns)
            if len(columns) == count:
                found.append((depth, count, columns, wide))
        _, _, columns, wide = min(found, key=lambda one: one[:2])
        return columns, wide

    def _depth(self) -> float:
        return max(self.setter.height(blocks, self.wide, self.print) for blocks in self.columns)

    def _banner(self) -> list[Item]:
        """Draw a slanted band with the title, rule and note, and a wedge driven into its end."""
        theme, setter, track, width = self.setter.theme, self.setter, self.entry.value, self.width
        if theme.title != "emblem":
            return self._titled()
        if theme.band != "slanted":
            return self._flat_banner()
        low, high, stripe = BANNER - 2.6 * MM, BANNER - 5 * MM, 1.1 * MM
        plate = theme.plate(theme.accent)
        wedge = width - 34 * MM
        edge = low - (low - high) * wedge / width
        corner = ((wedge, edge + stripe / 2), (width, 0.0), (width, high + stripe))
        band = Polygon(((0, 0), (width, 0), (width, high), (0, low)), plate.ground)
        under = Polygon(((0, low), (width, high), (width, high + stripe), (0, low + stripe)), theme.ink)
        sun = Circle(width - 5.5 * MM, 4.6 * MM, 2.7 * MM, plate.text)
        items: list[Item] = [band, under, Polygon(corner, theme.ink), sun]
        if plate.hatch:
            top = Line(0, 0.4, width, 0.4, plate.edge, 0.8)
            items = [
                top,
                under,
                *hatched(corner, plate.hatch, plate.edge, 3.0, 0.5),
                Polygon(corner, None, plate.edge, 0.8),
                plated(sun, plate),
            ]
        room = wedge - 6 * MM
        title, where = theme.cased(track.title), partial(self.where, "title")
        size = setter.size(title, "display", 23, 12, room, where, "heading", spacing=0.02)
        items.append(setter.line(title, 4 * MM, 7.4 * MM, "display", size, plate.text, spacing=0.02))
        return [
            *items,
            *self._subtitle(4 * MM, 11 * MM, room, mix(plate.text, plate.ground, 0.0 if plate.hatch else 0.08)),
        ]

    def _titled(self) -> list[Item]:
        """Draw the title of a page's look over the board, with the title, rule and note on it."""
        theme, setter, track, deep = self.setter.theme, self.setter, self.entry.value, BANNER - 2.0 * MM
        plate, left = theme.title_plate, 0.0 if theme.title in ("hexes", "wedge") else 4 * MM
        title, where = theme.cased(track.title), partial(self.where, "title")
        # The lower edge of a slanted title rises to the right, over the end of a long note.
        room, up = (
            self.width - SIGN - left,
            {"wedge": 1.4 * MM, "slant": 1.1 * MM, "blocks": -0.9 * MM}.get(theme.title, 0.0),
        )
        most = 15 if theme.title == "slant" else 20
        size = setter.size(title, "display", most, 12, room, where, "heading", spacing=0.02)
        quiet = theme.quiet if plate.ground == theme.page else plate.text
        return [
            Group(tuple(title_art(theme, self.width, deep)), clip=(0.0, 0.0, self.width, deep)),
            setter.line(title, left, 6.4 * MM - up, "display", size, plate.text, spacing=0.02),
            *self._subtitle(left, 10.3 * MM - up, room, quiet),
        ]

    def _flat_banner(self) -> list[Item]:
        """Draw a straight band with the title, rule and note; without a band, a double rule under them."""
        theme, setter, track, width = self.setter.theme, self.setter, self.entry.value, self.width
        deep, plate = BANNER - 3.4 * MM, theme.plate(theme.accent)
        items: list[Item] = [*double_rule(0, width, deep, theme.accent)]
        filled = theme.band == "straight" and not plate.hatch
        if filled:
            items = [Rect(0, 0, width, deep, plate.ground), Rect(0, deep, width, 0.8 * MM, theme.ink)]
        left, fill = (4 * MM, plate.text) if filled else (0.0, theme.ink)
        room, title, where = width - 20 * MM - left, theme.cased(track.title), partial(self.where, "title")
        size = setter.size(title, "display", 23, 12, room, where, "heading", spacing=0.02)
        items.append(setter.line(title, left, 7.4 * MM, "display", size, fill, spacing=0.02))
        return [*items, *self._subtitle(left, 11 * MM, room, fill)]

    def _bar(self) -> list[Item]:
        """Draw a dark bar with a slanted end behind the title, with the note beside it on a line."""
        theme, setter, track, width = self.setter.theme, self.setter, self.entry.value, self.width
        title, where = theme.cased(track.title), partial(self.where, "title")
        most = 15 / setter.book.breadth  # a broad title leaves as much room for the note as a narrow one
        size = setter.size(title, "display", most, min(9, most), width * 0.55, where, "heading", spacing=0.02)
        end = 4 * MM + setter.book.width(title, "display", size, 0.02 * size) + 7 * MM
        deep, slant = 8 * MM, theme.slant(4 * MM)
        dark = theme.plate(theme.table_head()[0] or theme.ink)
        items: list[Item] = [
            plated(Polygon(((0, 0), (end, 0), (end - slant, deep), (0, deep))), dark),
            Polygon(
                ((end + 1 * MM, 0), (end + 3 * MM, 0), (end + 3 * MM - slant, deep), (end + 1 * MM - slant, deep)),
                theme.second if dark.ground == theme.accent else theme.accent,
            ),
            Line(end - slant, deep, width, deep, theme.ink, 0.8),
            setter.line(title, 4 * MM, deep / 2 + 0.35 * size, "display", size, dark.text, spacing=0.02),
        ]
        beside = end + 5 * MM - slant / 2  # clear of the stripe, which leans away from it
        return [*items, *self._subtitle(beside, deep - 1.6 * MM, width - beside - 1 * MM, theme.quiet)]

    def _subtitle(self, x: float, y: float, room: float, fill: str) -> list[Item]:
        """Set the rule's number, the rulings and the note on one line."""
        track, setter = self.entry.value, self.setter
        rulings, note = setter.cite(flags(self.game, track.rulings)), flagged(track.note or "", self.game)
        words = " · ".join(filter(None, (cited(setter.say, track.rule), rulings, note)))
        if not words:
            return []
        size = self.setter.size(words, "sans", 8, 6.5, room, partial(self.where, "note"), "heading")
        return [self.setter.line(words, x, y, "sans", size, fill)]
