"""Draw the boxes of tracks and displays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import ceil, cos, pi, sin

from rcwkit.art.colours import mix
from rcwkit.art.hatching import cornered, hatched, line_art, plated
from rcwkit.art.motifs import HEAVY, uneven
from rcwkit.art.symbols import mark, symbol
from rcwkit.art.theme import Plate, Theme
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.setups import Box, Track
from rcwkit.document.blocks import flagged
from rcwkit.faces.parts import disc, on_faces, ringed, windows
from rcwkit.frame import MM, Circle, Group, Item, Line, Point, Polygon, Rect
from rcwkit.game.game import Game, GameItem
from rcwkit.type.text import Setter, TextBlock, TextBox

STACK = 2.2
"""Edge of a place for stacks, in counters."""
FAN = (83 * MM, 90 * MM)
"""Width and height of a place for cards: three poker cards, each 10 mm beside the last."""
PLAY = 0.6 * MM
"""How much larger a place is than its counter."""
PAD = 1.4 * MM
SMALL, BODY = 6.5, 7.5
GROWN = 9.6
"""The least size of small print on boards in large print, which are 1.25 times as large or more."""
LINE, CHANCE = 8.6 * MM, 4.3 * MM
"""Height of a box in one line, and of a chance in a box."""
FIELD, RISE = 6.4 * MM, 3.4 * MM
"""Height of a row of fields to write in, and how far a box of a stair stands over the one before."""
BAY = 11 * MM
"""Width of a picture beside small print, at most."""
TIP = 2.4 * MM
"""How far the heads of boxes that follow one another point into the next, in a look of blocks."""
_FIELD = re.compile(r"(.*?) *__+ *")
"""What is to be written, and its blank."""


def _written(line: str) -> list[str]:
    """Return what is to be written in a line that ends with a blank behind words; nothing of another line."""
    found = [one[1] for one in _FIELD.finditer(line)] if line.rstrip().endswith("__") else []
    return found if any(found) else []


def grown(size: float, theme: Theme) -> float:
    """Return a size of small print on boards, larger in large print, in which boards grow less than texts."""
    return max(size, GROWN) if theme.enlarges else size


FLAT = 0.2
"""Strength of a tint in a look cut by hand."""


def taken(game: Game, box: Box) -> float:
    """Return the width (pt) that a box keeps free for its counters or cards; 0 for none."""
    if box.takes in ("none", "cards"):
        return FAN[0] if box.takes == "cards" else 0.0
    counter = (game.info.marker_size if box.takes == "marker" else game.info.counter_size) * MM
    return counter * (STACK if box.takes == "stack" else 1) + PLAY


def shade(game: Game, box: Box, strength: float, setter: Setter) -> str:
    """Return the tint of a box's owner; plain without one, and for the neutral middle (strength 0).

    In a look cut by hand, it is as strong in all boxes, so that counters of that colour stand out on it.
    """
    owner, theme = game.owners.get(box.colour or ""), setter.theme
    flat = theme.box == "handcut" and strength > 0
    return theme.shade(owner.colour, FLAT if flat else strength) if owner else theme.page


def corner(game: Game, box: Box, x: float, y: float, size: float, setter: Setter) -> Iterator[Item]:
    """Draw a hatched corner at (x, y) of an owner's box that is not tinted; a negative size is for a left corner."""
    owner = game.owners.get(box.colour or "")
    plate = setter.theme.plate(owner.colour) if owner else None
    if plate and plate.hatch and abs(size) > 1:
        points = ((x, y), (x - size, y), (x, y + abs(size)))
        yield from hatched(points, plate.hatch, plate.edge, 1.9)
        yield Polygon(points, None, plate.edge, 0.5)


def edged(
    x: float, y: float, width: float, height: float, fill: str | None, edge: str, line: float, theme: Theme
) -> Rect | Polygon:
    """Return a box with an edge; in a look cut by hand, an uneven one with a heavy edge in ink."""
    if theme.box == "handcut":
        return Polygon(uneven(x, y, width, height, 0.3 * MM), fill, theme.ink, HEAVY)
    return Rect(x, y, width, height, fill, edge, line)


def hooks(x: float, y: float, size: float, ink: str) -> list[Item]:
    """Draw the four corners of a square place for a counter."""
    arm = min(size / 5, 3 * MM)
    corners = (
        ((x, y + arm), (x, y), (x + arm, y)),
        ((x + size - arm, y), (x + size, y), (x + size, y + arm)),
        ((x + size, y + size - arm), (x + size, y + size), (x + size - arm, y + size)),
        ((x + arm, y + size), (x, y + size), (x, y + size - arm)),
    )
    return [Polygon(hook, None, ink, 0.5, closed=False) for hook in corners]


POSTER, RAYS = 22 * MM, 14
"""Least height of the poster of what lies in a box, and how many rays are in it."""
APART, ROOMY, ALONE = 2.4 * MM, 1.7, 2.4
"""Distance of places for single counters, and the most to which they, and one that is alone, grow."""
LISTED = 11.9 * MM
"""The most to which a line of a list grows."""


class Boxes:
    """The boxes of one track at one width.

    A counter may cover a numbered box with little text; other boxes keep a place for it free.
    """

    def __init__(self, game: Game, entry: GameItem[Track], width: float, setter: Setter) -> None:
        self.game, self.track, self.setter = game, entry.value, setter
        self.where = partial(entry.document.at, *entry.path)
        boxes = self.track.boxes
        self.need = max(taken(game, box) for box in boxes.values())
        self.deep = FAN[1] if any(box.takes == "cards" for box in boxes.values()) else self.need
        self.posted = self.track.layout == "display" and any(box.places for box in boxes.values())
        self.short = all(len(box.title) <= 3 for box in boxes.values())
        self.display = self.track.layout == "display"
        self.hand = setter.theme.box == "handcut"
        self.font = "display" if self.hand else "narrow-bold"
        self.small = grown(BODY, setter.theme)
        self.listed = self.short and all(box.takes == "none" for box in boxes.values())
        quiet = all(sum(map(len, box.lines)) <= 16 and not box.chances for box in boxes.values())
        self.plain = self.short and quiet and not self.display and not self.listed
        self.gap = 0.0 if self.plain or self.listed else 1.5 * MM
        self.columns = self._columns(width)
        self.rows = ceil(len(boxes) / self.columns)
        self.wide = (width - (self.columns - 1) * self.gap) / self.columns
        if self.need > self.wide + 0.01:
            message = (
                f"a place of {self.need / MM:.0f} mm for what it takes is wider than the page ({width / MM:.0f} mm)"
            )
            setter.found.append(Diagnostic("E331", message, entry.span, "use a larger paper, or smaller counters"))
        # In a wide box the text goes beside the place for the counter, in others above it.
        self.aside = not self.display and self.wide >= self.need + 34 * MM
        self.measure = self.wide - 2 * PAD - (self.need + PAD if self.aside else 0)
        if self.posted:
            across = max(1, int((self.measure + APART) // (self.need + APART)))
            self.deep = POSTER + max(ceil(box.places / across) for box in boxes.values()) * (self.need + APART)
        self.pointed = self.track.layout == "line" and self.rows == 1 and setter.theme.table == "blocks"
        self.heads = {name: self._title(name, box) for name, box in boxes.items()}
        deep = max(len(lines) * size for lines, size in self.heads.values())
        self.head = deep + 2.2 * MM
        self.row = max(self._height(box) for box in boxes.values())
        titled = [name for name, box in boxes.items() if box.title.strip("… ")]
        self.stair = titled if self.track.rises and self.rows == 1 else []
        if self.track.rises and self.rows > 1:
            message = f"`rises` changes nothing on a line that breaks into {self.rows}"
            setter.found.append(Diagnostic("W242", message, self.where("rises"), "use fewer boxes, or larger paper"))
        self.told = max(self._text(box) for box in boxes.values())
        listed = max(1.25, LISTED / self.row)
        most = listed if self.listed else 1.25 if self.plain else 3.3 if self.display else 1.7
        rise = RISE * max(0, len(self.stair) - 1)
        self.least, self.most = (self.rows * (self.row * part + self.gap) - self.gap + rise for part in (1, most))

    def draw(self, x: float, y: float, height: float) -> list[Item]:
        """Draw the boxes in rows of equal height."""
        tall = (height - (self.rows - 1) * self.gap) / self.rows
        items: list[Item] = []
        for index, name in enumerate(self.track.boxes):
            row, column = divmod(index, self.columns)
            left, top = x + column * (self.wide + self.gap), y + row * (tall + self.gap)
            wide = self._posted if self.posted else self._headed
            drawn = self._plain if self.plain else self._line if self.listed else wide
            low = RISE * (len(self.stair) - 1 - self._step(name)) if self.stair else 0.0
            items += drawn(name, left, top + low, tall - low)
        return items

    def _step(self, name: str) -> int:
        """Return the step of a stair that a box is."""
        return self.stair.index(name) if name in self.stair else 0

    def _columns(self, width: float) -> int:
        """Return the track's own number of columns, or as many as fit, in rows of similar length."""
        count = len(self.track.boxes)
        narrow = self.need if self.plain else max(self.need + 2 * PAD, 22 * MM)
        room = max(1, int((width + self.gap) // (narrow + self.gap)))
        wanted = self.track.columns
        if wanted and wanted > room:
            page = f"the page ({width / MM:.0f} mm)"
            message = f"{wanted} boxes per line are wider than {page}: each needs {narrow / MM:.1f} mm"
            hint = f"at most {room} boxes per line fit"
            self.setter.found.append(Diagnostic("E331", message, self.where("columns"), hint))
        return min(wanted or ceil(count / ceil(count / room)), count, room)

    def _height(self, box: Box) -> float:
        if self.plain:
            return self.deep + PLAY
        if self.listed:
            return LINE
        text = self._text(box)
        return self.head + 2 * PAD + (max(text, self.deep) if self.aside else text + self.deep)

    def _text(self, box: Box) -> float:
        blocks, fields, drawn = self._blocks(box), self._fields(box), len(box.chances) * CHANCE
        said = self.setter.height(blocks, self._across(box), self.small) + PAD if blocks else 0.0
        ruled = 5 * MM if box.lines and not blocks and not fields else 0.0
        return said + ruled + drawn + len(fields) * FIELD

    def _across(self, box: Box) -> float:
        """Return the width of small print, beside a picture where nothing lies."""
        return self.measure - (BAY if box.symbol and box.takes == "none" and box.pictures == 1 else 0.0)

    def _fields(self, box: Box) -> list[list[str]]:
        """Return what is to be written in each line that has blanks behind words."""
        return [fields for line in flagged(box.lines, self.game) if (fields := _written(line))]

    def _blocks(self, box: Box) -> list[TextBlock]:
        """Return the small print, without fields to write in, and without lines of underscores, which are ruled."""
        font = "narrow" if self.wide < 40 * MM else "sans"
        lines = enumerate(flagged(box.lines, self.game))
        return [
            TextBlock(text, self._ink(box), ("lines", index), font, f"{font}-bold", before=0.2)
            for index, text in lines
            if text.strip("_ ") and not _written(text)
        ]

    def _ink(self, box: Box) -> str:
        """Return the colour of words on the ground of a box."""
        return self.setter.theme.on(shade(self.game, box, 0.12, self.setter)) if self.hand else self.setter.theme.ink

    def _title(self, name: str, box: Box) -> tuple[tuple[str, ...], float]:
        """Return the lines and size of a box's title; numbers are large."""
        if self.short:
            return (box.title,), 21.0
        where, room = partial(self.where, "boxes", name, "title"), self.wide - 2 * PAD - (5 * MM if box.colour else 0)
        room -= TIP if self.pointed else 0.0
        return self.setter.title(box.title.upper(), self.font, 12, 9, 7, room, where, "box")

    def _plain(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a box with a number that a counter may cover."""
        box, theme = self.track.boxes[name], self.setter.theme
        middle, centre = x + self.wide / 2, y + tall / 2
        fifth = box.title.isdecimal() and int(box.title) % 5 == 0
        blocks = theme.table == "blocks" and not theme.outlined and not box.colour
        fill = theme.paper if blocks and fifth else shade(self.game, box, 0.3, self.setter)
        edge = edged(x, y, self.wide, tall, fill, theme.ink, 0.7, theme)
        items: list[Item] = [cornered(edge, theme) if isinstance(edge, Rect) else edge]
        items += corner(self.game, box, x + self.wide, y, 4 * MM, self.setter)
        if name == self.track.start:
            items += ringed(middle, centre, 6.2 * MM, 1.4, self.setter)
        elif box.symbol and not theme.outlined:
            size, pale = min(12.4 * MM, tall - 1.6 * MM), mix(fill, theme.gold, 0.5)
            left, top = middle - size / 2, centre - size / 2
            items += symbol(box.symbol, left, top, size, size, pale, fill, theme.figures)
        if box.lines:
            where = partial(self.where, "boxes", name, "lines")
            size = self.setter.size(box.lines[0], "narrow-bold", self.small, SMALL, self.wide - PAD, where, "box")
            low = y + tall - 1.2 * MM
            items.append(self.setter.line(box.lines[0], middle, low, "narrow-bold", size, theme.ink, align=0.5))
            centre -= 0.8 * MM
        # Every fifth number is dark, to help the eye count.
        ink = theme.quiet if box.title.isdecimal() and not fifth and name != self.track.start else theme.ink
        font = "display" if theme.table == "blocks" else "narrow-bold"
        return [*items, self.setter.line(box.title, middle, centre + 6, font, 17, ink, align=0.5)]

    def _line(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a number in a small box, its first line as small print beside it, and its others, or a rule, below."""
        box, theme, setter = self.track.boxes[name], self.setter.theme, self.setter
        owner = self.game.owners.get(box.colour or "")
        plate, wide = theme.plate(owner.colour if owner else theme.ink), 7.5 * MM
        left, room, low = x + wide + 1.8 * MM, self.wide - wide - 4 * MM, y + tall - 1.2 * MM
        square = edged(x, y + 0.6 * MM, wide, tall - 1.2 * MM, plate.ground, plate.edge, 0.0, theme)
        font, size = ("figures", 10.0) if self.hand else ("narrow-bold", 12.0)
        items: list[Item] = [
            plated(square, plate) if isinstance(square, Rect) else square,
            setter.line(box.title, x + wide / 2, y + tall / 2 + 0.35 * size, font, size, plate.text, align=0.5),
            Line(left, low, left + room, low, theme.hairline, 0.6),
        ]
        for number, line in enumerate(box.lines[:2]):
            text, where = flagged(line, self.game), partial(self.where, "boxes", name, "lines", number)
            most, fill = (self.small, theme.quiet) if number == 0 else (9.0, theme.ink)
            size = setter.size(text, "narrow", most, SMALL, room, where, "box")
            base = y + 0.6 * MM + 0.8 * size if number == 0 else low - 1 * MM
            items.append(setter.line(text, left, base, "narrow", size, fill))
        return items

    def _headed(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a box with a slanted head, small print, and the place for counters below it."""
        box, theme, setter = self.track.boxes[name], self.setter.theme, self.setter
        riser = self.track.rises if name in self.stair else None
        owner = self.game.owners.get(box.colour or riser or "")
        plate = theme.plate(owner.colour if owner else theme.ink)
        fill = shade(self.game, box, 0.12, setter)
        if owner and riser:
            fill = theme.shade(owner.colour, 0.08 + 0.1 * self._step(name))
        edge = edged(x, y, self.wide, tall, fill, plate.edge, 0.7 if plate.hatch else 1.0, theme)
        items: list[Item] = [edge]
        items += self._head(name, x, y, theme.plate(theme.ink) if self.hand else plate)
        text, chances = self._text(box), len(box.chances) * CHANCE
        said = text  # in the size that it has in a larger box
        items += self._chances(name, box, x + PAD, y + self.head + PAD / 2)
        room = tall - self.head - PAD - (0 if self.aside else self.deep + PAD)
        blocks, fields = self._blocks(box), self._fields(box)
        if blocks:
            deep = room - chances - len(fields) * FIELD
            place = TextBox(x + PAD, y + self.head + PAD / 2 + chances, self._across(box), deep, "box")
            # Larger boxes have larger print.
            start = min(10.0, self.small * max(1.0, tall / self.row) ** 0.7)
            said *= start / self.small
            items += setter.fit(blocks, place, start, SMALL, partial(self.where, "boxes", name))
        items += self._write_in(name, x + PAD, y + self.head + PAD / 2 + room)
        if box.lines and not blocks and not fields:
            rule = y + self.head + 4.5 * MM
            items.append(Line(x + PAD, rule, x + PAD + self.measure, rule, theme.quiet, 0.5))
        if box.takes in ("stack", "cards"):
            high = tall - self.head - text
            middle = y + self.head + text + high / 2
            faint = theme.shade(owner.colour if owner else theme.ink, 0.5 if self.hand else 0.22)
            size = self.need * 0.62
            sign: tuple[Item, ...] = ()
            if box.symbol:
                size = max(size, 0.4 * min(self.wide, high))
                left, top = x + (self.wide - size) / 2, middle - size / 2
                sign = symbol(box.symbol, left, top, size, size, faint, fill, theme.figures)
            elif owner:
                sign = mark(owner.mark, x + self.wide / 2, middle, size, faint, fill)
            elif box.owners:
                sign = tuple(self._marks(box, x + self.wide / 2, middle, high, fill))
            items += line_art(sign, plate.edge, theme.page, 0.5) if plate.hatch else sign
        elif box.takes == "none" and box.symbol:
            free = tall - self.head - 1.2 * PAD - (said if box.pictures > 1 else 0.0)
            pitch = min(BAY, self.measure / box.pictures)
            size = min(free, pitch)
            low, right = y + tall - 0.6 * PAD, x + self.wide - PAD
            for number in range(box.pictures):
                left = right - size - number * pitch
                sign = symbol(box.symbol, left, low - size, size, size, plate.edge, fill, theme.figures)
                items += line_art(sign, plate.edge, theme.page, 0.5) if theme.outlined else sign
        elif box.takes != "none":
            left = x + self.wide - PAD - self.need if self.aside else x + (self.wide - self.need) / 2
            top = y + tall - PAD - self.need
            items += hooks(left, top, self.need, theme.hairline)
            if name == self.track.start:
                radius = self.need / 2 - 1 * MM
                items += disc(left + self.need / 2, top + self.need / 2, radius, setter.say("START"), 6.5, setter)
        return items

    def _posted(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a box with a poster of what lies in it, what that does, and a numbered place for each counter."""
        box, theme, setter = self.track.boxes[name], self.setter.theme, self.setter
        owner = self.game.owners.get(box.colour or "")
        plate, fill = theme.plate(owner.colour if owner else theme.ink), shade(self.game, box, 0.12, setter)
        size = min(10.5, self.small * max(1.0, tall / self.row) ** 0.8)
        told = self.told * (size / self.small) ** 1.3
        high = max(POSTER, min(0.36 * (tall - self.head - told), 0.8 * self.wide))
        text, low = y + self.head + high, y + tall - PAD
        frame = edged(x, y, self.wide, tall, fill, plate.edge, 0.7 if plate.hatch else 1.0, theme)
        items: list[Item] = [frame, *self._poster(box, x, y + self.head - 2 * MM, high + 2 * MM)]
        items.append(frame._replace(fill=None))
        items += self._head(name, x, y, theme.plate(theme.ink) if self.hand else plate)
        fields = self._fields(box)
        words = TextBox(x + PAD, text + PAD, self.measure, told - len(fields) * FIELD, "box")
        items += setter.fit(self._blocks(box), words, size, SMALL, partial(self.where, "boxes", name))
        items += self._write_in(name, x + PAD, text + PAD + told)
        items += self._places(box, x + PAD, text + told + 2 * PAD, low - text - told - 2 * PAD)
        return items

    def _poster(self, box: Box, x: float, y: float, high: float) -> Iterator[Item]:
        """Yield a symbol on a sun with rays, across a box; in outline at low ink."""
        theme, owner = self.setter.theme, self.game.owners.get(box.colour or "")
        colour, middle, centre = owner.colour if owner else theme.quiet, x + self.wide / 2, y + high / 2
        sun, reach, half = 0.42 * min(high, self.wide), self.wide + high, pi / RAYS / 2
        frame = (x, y, self.wide, high)
        rays: list[Item] = [] if theme.outlined else [Rect(*frame, colour)]
        for ray in range(RAYS):
            ends = [(middle + reach * cos(turn), centre + reach * sin(turn)) for turn in _around(ray, half)]
            if theme.outlined:
                rays.append(Line(middle, centre, *ends[0], theme.hairline, 0.5))
            else:
                rays.append(Polygon(((middle, centre), *ends), mix(colour, theme.ink, 0.3)))
        yield Group(tuple(rays), clip=frame)
        edge = theme.ink if self.hand or theme.outlined else None
        yield Circle(middle, centre, sun, theme.page if theme.outlined else theme.gold, edge, HEAVY if self.hand else 1)
        if self.hand or theme.outlined:
            yield Line(x, y + high, x + self.wide, y + high, theme.ink, HEAVY if self.hand else 0.7)
        if box.symbol:
            size, ground = 1.2 * sun, theme.page if theme.outlined else theme.gold
            yield from symbol(
                box.symbol, middle - size / 2, centre - size / 2, size, size, theme.ink, ground, theme.figures
            )

    def _places(self, box: Box, x: float, y: float, high: float) -> Iterator[Item]:
        """Yield numbered places for a counter each, as large as fits a box from (x, y), each with the box's symbol."""
        if not box.places:
            return
        theme, wide, count = self.setter.theme, self.measure, box.places
        options = ((min((wide + APART) / n, (high + APART) / ceil(count / n)) - APART, n) for n in range(1, count + 1))
        size, across = max(options)
        size = min(size, (ROOMY if count > 1 else ALONE) * self.need)
        down, owner = ceil(count / across), self.game.owners.get(box.colour or "")
        over = min(5 * APART, (high - down * size) / max(1, down)) if down > 1 else 0.0
        beside = min(3 * APART, (wide - across * size) / (across - 1)) if across > 1 else 0.0
        top = y + (high - down * size - (down - 1) * over) / 2
        pale = theme.shade(owner.colour if owner else theme.ink, 0.45)
        for number in range(count):
            row, column = divmod(number, across)
            held = min(across, count - row * across)
            left = x + (wide - held * size - (held - 1) * beside) / 2 + column * (size + beside)
            low = top + row * (size + over)
            yield edged(left, low, size, size, theme.page, theme.quiet, 0.7, theme)
            if box.symbol:
                inner = 0.5 * size
                middle = left + (size - inner) / 2, low + (size - inner) / 2
                sign = symbol(box.symbol, *middle, inner, inner, pale, theme.page, theme.figures)
                yield from line_art(sign, theme.quiet, theme.page, 0.5) if theme.outlined else sign
            if count > 1:
                at = left + 1.3 * MM, low + 1.2 * MM + 0.72 * self.small
                yield self.setter.line(str(number + 1), *at, "narrow-bold", self.small, theme.ink)

    def _marks(self, box: Box, x: float, y: float, high: float, fill: str) -> Iterator[Item]:
        """Yield the marks of those who have a box in common, in rows about a point, as large as its height allows."""
        owners, wide = [self.game.owners[name] for name in box.owners], self.wide - 2 * PAD
        count, most = len(owners), self.need * 0.85
        # A mark takes 0.6 of its step: a row is shorter than its steps by what is beside its first and last mark.
        options = ((ceil(count / rows), rows) for rows in range(1, count + 1))
        steps = ((min(most, wide / (across - 0.4), high / rows), across, rows) for across, rows in options)
        step, across, rows = max(steps, key=lambda option: option[0])
        for number, owner in enumerate(owners):
            row, column = divmod(number, across)
            left = column - (min(across, count - row * across) - 1) / 2
            top = row - (rows - 1) / 2
            faint = self.setter.theme.shade(owner.colour, 0.3)
            yield from mark(owner.mark, x + left * step, y + top * step, 0.6 * step, faint, fill)

    def _chances(self, name: str, box: Box, x: float, y: float) -> Iterator[Item]:
        """Draw what is rolled in a box: its name, and six windows of a die with the faces in words, or words alone."""
        theme, setter, wide = self.setter.theme, self.setter, 15 * MM
        for number, (title, faces) in enumerate(box.chances.items()):
            base, end = y + (number + 0.8) * CHANCE, x + self.measure - (PAD if self.aside else 0)
            words = faces if isinstance(faces, str) else on_faces(faces, setter.say)
            told = setter.width(words, "narrow-bold", BODY)
            if not isinstance(faces, str):
                told = wide + 6 * MM
                yield from windows(end - told, base - 2.2 * MM, wide, faces, theme.ink, theme.page)
            where, left = partial(self.where, "boxes", name, "chances"), x
            middle, side = base - 1.1 * MM, 3.6 * MM
            named = (
                one for one in self.game.owners.values() if re.search(rf"(?<!\w){re.escape(one.title)}(?!\w)", title)
            )
            for owner in named:
                chip = theme.plate(owner.colour)
                edge, line = (chip.edge, 0.5) if chip.hatch else (None, 0.0)
                yield Rect(left, middle - side / 2, side, side, chip.ground, edge, line, 1.0)
                yield from mark(owner.mark, left + side / 2, middle, 0.7 * side, chip.text, chip.ground)
                left += side + 0.6 * MM
            left += PAD / 2 if left > x else 0
            size = setter.size(title, "narrow", 8.5, SMALL, end - left - told - 1 * MM, where, "box")
            yield setter.line(title, left, base, "narrow", size, theme.ink)
            yield setter.line(words, end, base, "narrow-bold", BODY, theme.ink, align=1)

    def _write_in(self, name: str, x: float, low: float) -> Iterator[Item]:
        """Draw a box's fields to write in above a line, each as wide as its word needs and a share of the rest."""
        theme, setter, gap, rows = self.setter.theme, self.setter, 0.8 * MM, self._fields(self.track.boxes[name])
        for number, words in enumerate(rows):
            left, y = x, low - (len(rows) - number) * FIELD
            blank = self.measure - (2 * MM + gap) * len(words) + gap
            where = partial(self.where, "boxes", name, "lines")
            size = setter.size("".join(words), "narrow", grown(SMALL, theme), SMALL, blank, where, "box")
            widths = [setter.width(word, "narrow", size) + 2 * MM for word in words]
            more = (self.measure - sum(widths) - gap * (len(words) - 1)) / len(words)
            for word, width in zip(words, widths, strict=True):
                yield Rect(left, y, width + more, FIELD - gap, theme.page, theme.quiet, 0.5)
                yield setter.line(word, left + 0.7 * MM, y + size + 0.1 * MM, "narrow", size, theme.quiet)
                left += width + more + gap

    def _head(self, name: str, x: float, y: float, plate: Plate) -> list[Item]:
        """Draw the title with the owner's colour and mark, or a light head with a line to write the title on."""
        theme, setter, box = self.setter.theme, self.setter, self.track.boxes[name]
        low, slant = self.head, theme.slant(min(1.2 * MM, self.wide * 0.03))
        shape: tuple[Point, ...] = ((x, y), (x + self.wide, y), (x + self.wide, y + low - slant), (x, y + low))
        if self.pointed:
            begins, ends = (name == [*self.track.boxes][end] for end in (0, -1))
            right, middle = x + self.wide, y + low / 2
            tip, notch = (right + (0 if ends else TIP), middle), (x + (0 if begins else TIP), middle)
            shape = ((x, y), (right, y), tip, (right, y + low), (x, y + low), notch)
        if not box.title.strip("… "):
            rule, left = y + low - slant - 1.4 * MM, x + PAD + (TIP if self.pointed else 0.0)
            return [
                Polygon(shape, theme.paper, plate.edge, 0.7 if plate.hatch else 1.0),
                Line(left, rule, x + self.wide - PAD, rule, theme.quiet, 0.5),
            ]
        lines, size = self.heads[name]
        left = x + PAD + (TIP if self.pointed else 0.0)
        setter.check("".join(lines), self.font, partial(self.where, "boxes", name, "title"))
        first = y + (low - slant / 2) / 2 + 0.35 * size - (len(lines) - 1) * 0.5 * size
        owner = self.game.owners.get(box.colour or "")
        items: list[Item] = [Polygon(shape, plate.ground)]
        if plate.hatch:
            under = Line(x, y + low, x + self.wide, y + low - slant, plate.edge, 1.8)
            items = [Polygon(shape, theme.page, plate.edge, 1.0) if self.pointed else under]
            end = left + max(setter.book.width(line, self.font, size) for line in lines)
            items += self._hatched_head(end + 2.2 * MM, x + self.wide - 6 * MM, y, low - slant, plate) if owner else ()
        for index, line in enumerate(lines):
            items.append(setter.line(line, left, first + index * size, self.font, size, plate.text))
        if owner:
            items += mark(owner.mark, x + self.wide - 3.6 * MM, y + (low - slant) / 2, 3 * MM, plate.text, plate.ground)
        return items

    def _hatched_head(self, left: float, right: float, y: float, low: float, plate: Plate) -> Iterator[Item]:
        """Draw a hatched, slanted strip between a title and its owner's mark, if there is room."""
        if plate.hatch and right - left > 5 * MM:
            lean = self.setter.theme.slant(0.3 * low)
            strip = ((left + lean, y), (right, y), (right - lean, y + low), (left, y + low))
            yield from hatched(strip, plate.hatch, plate.edge, 2.6)


def _around(ray: int, half: float) -> tuple[float, float]:
    """Return the angles of the two edges of a ray."""
    turn = 2 * pi * ray / RAYS - pi / 2
    return turn - half, turn + half
