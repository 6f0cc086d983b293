"""Draw the boxes of tracks and displays, and tables of boxes with gates and locks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from math import ceil

from rcwkit.art.hatching import cornered, corners, dashed, hatched, line_art, plated
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Plate
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.setups import Box, Row, Track
from rcwkit.dice.setups import Box as TrackBox
from rcwkit.document.blocks import flags
from rcwkit.frame import MM, Circle, Group, Item, Line, Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.game.game import Item as Entry
from rcwkit.type.text import Setter, TextBlock, TextBox, Where

__all__ = ["Boxes", "Control", "PLAY"]

STACK = 2.2
"""Edge of a place for stacks, in counters."""
FAN = (83 * MM, 90 * MM)
"""Width and height of a place for cards: three poker cards, each 10 mm beside the last."""
PLAY = 0.6 * MM
"""How much larger a place is than its counter."""
PAD = 1.4 * MM
SMALL, BODY = 6.5, 7.5


def taken(game: Game, box: Box) -> float:
    """Return the width (pt) that a box keeps free for its counters or cards; 0 for none."""
    if box.takes in ("none", "cards"):
        return FAN[0] if box.takes == "cards" else 0.0
    counter = (game.info.marker_size if box.takes == "marker" else game.info.counter_size) * MM
    return counter * (STACK if box.takes == "stack" else 1) + PLAY


def shade(game: Game, box: Box, strength: float, setter: Setter) -> str:
    """Return the tint of a box's owner; plain without one, and for the neutral middle (strength 0)."""
    owner = game.owners.get(box.colour or "")
    return setter.theme.shade(owner.colour, strength) if owner else setter.theme.page


def corner(game: Game, box: Box, x: float, y: float, size: float, setter: Setter) -> Iterator[Item]:
    """Draw a hatched corner at (x, y) of an owner's box that is not tinted; a negative size is for a left corner."""
    owner = game.owners.get(box.colour or "")
    plate = setter.theme.plate(owner.colour) if owner else None
    if plate and plate.hatch and abs(size) > 1:
        points = ((x, y), (x - size, y), (x, y + abs(size)))
        yield from hatched(points, plate.hatch, plate.edge, 1.9)
        yield Polygon(points, None, plate.edge, 0.5)


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


def start_disc(x: float, y: float, radius: float, setter: Setter) -> list[Item]:
    """Draw the disc that marks a starting box, labelled START."""
    theme = setter.theme
    return [
        *ringed(x, y, radius, 1.2, setter),
        setter.line(setter.say("START"), x, y + 2.4, "narrow-bold", SMALL, theme.ink, align=0.5),
    ]


def ringed(x: float, y: float, radius: float, inset: float, setter: Setter) -> tuple[Item, Item]:
    """Draw a gold disc with a ring in it, or two rings in an outlined theme."""
    theme = setter.theme
    outer = Circle(x, y, radius, theme.page, theme.ink, 0.9) if theme.outlined else Circle(x, y, radius, theme.gold)
    return outer, Circle(x, y, radius - inset, None, theme.ink, 0.6)


class Boxes:
    """The boxes of one track at one width.

    A counter may cover a numbered box with little text; other boxes keep a place for it free.
    """

    def __init__(self, game: Game, entry: Entry[Track], width: float, setter: Setter) -> None:
        self.game, self.track, self.setter = game, entry.value, setter
        self.where = partial(entry.document.at, *entry.path)
        boxes = self.track.boxes
        self.need = max(taken(game, box) for box in boxes.values())
        self.deep = FAN[1] if any(box.takes == "cards" for box in boxes.values()) else self.need
        self.short = all(len(box.title) <= 3 for box in boxes.values())
        self.display = self.track.layout == "display"
        self.plain = self.short and not self.display and all(sum(map(len, box.lines)) <= 16 for box in boxes.values())
        self.gap = 0.0 if self.plain else 1.5 * MM
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
        self.heads = {name: self._title(name, box) for name, box in boxes.items()}
        deep = max(len(lines) * size for lines, size in self.heads.values())
        self.head = deep + 2.2 * MM
        self.row = max(self._height(box) for box in boxes.values())
        grown = 1.25 if self.plain else 2.6 if self.display else 1.7
        self.least, self.most = (self.rows * (self.row * part + self.gap) - self.gap for part in (1, grown))

    def draw(self, x: float, y: float, height: float) -> list[Item]:
        """Draw the boxes in rows of equal height."""
        tall = (height - (self.rows - 1) * self.gap) / self.rows
        items: list[Item] = []
        for index, name in enumerate(self.track.boxes):
            row, column = divmod(index, self.columns)
            left, top = x + column * (self.wide + self.gap), y + row * (tall + self.gap)
            items += (self._plain if self.plain else self._headed)(name, left, top, tall)
        return items

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
        """Return the minimum height of a box."""
        if self.plain:
            return self.deep + PLAY
        text = self._text(box)
        return self.head + 2 * PAD + (max(text, self.deep) if self.aside else text + self.deep)

    def _text(self, box: Box) -> float:
        blocks = self._blocks(box)
        return self.setter.height(blocks, self.measure, BODY) + PAD if blocks else 5 * MM if box.lines else 0.0

    def _blocks(self, box: Box) -> list[TextBlock]:
        """Return the small print, without lines of underscores, which are ruled instead."""
        font = "narrow" if self.wide < 40 * MM else "sans"
        lines = enumerate(box.lines)
        return [
            TextBlock(text, self.setter.theme.ink, ("lines", index), font, f"{font}-bold", before=0.2)
            for index, text in lines
            if text.strip("_ ")
        ]

    def _title(self, name: str, box: Box) -> tuple[tuple[str, ...], float]:
        """Return the lines and size of a box's title; numbers are large."""
        if self.short:
            return (box.title,), 21.0
        where, room = partial(self.where, "boxes", name, "title"), self.wide - 2 * PAD - (5 * MM if box.colour else 0)
        return self.setter.title(box.title.upper(), "narrow-bold", 12, 9, 7, room, where, "box")

    def _plain(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a box with a number that a counter may cover."""
        box, theme = self.track.boxes[name], self.setter.theme
        middle, centre = x + self.wide / 2, y + tall / 2
        edge = Rect(x, y, self.wide, tall, shade(self.game, box, 0.3, self.setter), theme.ink, 0.7)
        items: list[Item] = [cornered(edge, theme)]
        items += corner(self.game, box, x + self.wide, y, 4 * MM, self.setter)
        if name == self.track.start:
            items += ringed(middle, centre, 6.2 * MM, 1.4, self.setter)
        if box.lines:
            where = partial(self.where, "boxes", name, "lines")
            size = self.setter.size(box.lines[0], "narrow-bold", 7.5, SMALL, self.wide - PAD, where, "box")
            low = y + tall - 1.2 * MM
            items.append(self.setter.line(box.lines[0], middle, low, "narrow-bold", size, theme.ink, align=0.5))
            centre -= 0.8 * MM
        # Every fifth number is dark, to help the eye count.
        quiet = box.title.isdecimal() and int(box.title) % 5 and name != self.track.start
        ink = theme.quiet if quiet else theme.ink
        return [*items, self.setter.line(box.title, middle, centre + 6, "narrow-bold", 17, ink, align=0.5)]

    def _headed(self, name: str, x: float, y: float, tall: float) -> list[Item]:
        """Draw a box with a slanted head, small print, and the place for counters below it."""
        box, theme, setter = self.track.boxes[name], self.setter.theme, self.setter
        owner = self.game.owners.get(box.colour or "")
        plate = theme.plate(owner.colour if owner else theme.ink)
        fill = shade(self.game, box, 0.12, setter)
        items: list[Item] = [Rect(x, y, self.wide, tall, fill, plate.edge, 0.7 if plate.hatch else 1.0)]
        items += self._head(name, x, y, plate)
        text = self._text(box)
        room = tall - self.head - PAD - (0 if self.aside else self.deep + PAD)
        blocks = self._blocks(box)
        if blocks:
            place = TextBox(x + PAD, y + self.head + PAD / 2, self.measure, room, "box")
            # Larger boxes have larger print.
            start = min(10.0, BODY * max(1.0, tall / self.row) ** 0.7)
            items += setter.fit(blocks, place, start, SMALL, partial(self.where, "boxes", name))
        elif box.lines:
            rule = y + self.head + 4.5 * MM
            items.append(Line(x + PAD, rule, x + self.wide - PAD, rule, theme.quiet, 0.5))
        if box.takes in ("stack", "cards"):
            if owner:
                middle = y + self.head + text + (tall - self.head - text) / 2
                faint = theme.shade(owner.colour, 0.22)
                sign = mark(owner.mark, x + self.wide / 2, middle, self.need * 0.62, faint, fill)
                items += line_art(sign, plate.edge, theme.page, 0.5) if plate.hatch else sign
        elif box.takes != "none":
            left = x + self.wide - PAD - self.need if self.aside else x + (self.wide - self.need) / 2
            top = y + tall - PAD - self.need
            items += hooks(left, top, self.need, theme.hairline)
            if name == self.track.start:
                items += start_disc(left + self.need / 2, top + self.need / 2, self.need / 2 - 1 * MM, setter)
        return items

    def _head(self, name: str, x: float, y: float, plate: Plate) -> list[Item]:
        """Draw the title with the owner's colour and mark, or a light head with a line to write the title on."""
        theme, setter, box = self.setter.theme, self.setter, self.track.boxes[name]
        low, slant = self.head, theme.slant(min(1.2 * MM, self.wide * 0.03))
        shape = ((x, y), (x + self.wide, y), (x + self.wide, y + low - slant), (x, y + low))
        if not box.title.strip("… "):
            rule = y + low - slant - 1.4 * MM
            return [
                Polygon(shape, theme.paper, plate.edge, 0.7 if plate.hatch else 1.0),
                Line(x + PAD, rule, x + self.wide - PAD, rule, theme.quiet, 0.5),
            ]
        lines, size = self.heads[name]
        setter.check("".join(lines), "narrow-bold", partial(self.where, "boxes", name, "title"))
        first = y + (low - slant / 2) / 2 + 0.35 * size - (len(lines) - 1) * 0.5 * size
        owner = self.game.owners.get(box.colour or "")
        items: list[Item] = [Polygon(shape, plate.ground)]
        if plate.hatch:
            items = [Line(x, y + low, x + self.wide, y + low - slant, plate.edge, 1.8)]
            end = x + PAD + max(setter.book.width(line, "narrow-bold", size) for line in lines)
            items += self._hatched_head(end + 2.2 * MM, x + self.wide - 6 * MM, y, low - slant, plate) if owner else ()
        for index, line in enumerate(lines):
            items.append(setter.line(line, x + PAD, first + index * size, "narrow-bold", size, plate.text))
        if owner:
            items += mark(owner.mark, x + self.wide - 3.6 * MM, y + (low - slant) / 2, 3 * MM, plate.text, plate.ground)
        return items

    def _hatched_head(self, left: float, right: float, y: float, low: float, plate: Plate) -> Iterator[Item]:
        """Draw a hatched, slanted strip between a title and its owner's mark, if there is room."""
        if plate.hatch and right - left > 5 * MM:
            lean = self.setter.theme.slant(0.3 * low)
            strip = ((left + lean, y), (right, y), (right - lean, y + low), (left, y + low))
            yield from hatched(strip, plate.hatch, plate.edge, 2.6)


HEAD = 9 * MM
BAND, NAME = 6 * MM, 34 * MM
"""Width of the bands of groups, and of the names of rows."""
GATE, HEM = 3.4 * MM, 1.4 * MM
"""Width of gates and locks, and height of the hatched edge of a head that is not filled."""
LEAST = 6.5


class Control:
    """The table of one track at one width; rows are a little higher than their markers."""

    def __init__(self, game: Game, entry: Entry[Track], width: float, setter: Setter) -> None:
        self.game, self.track, self.setter, self.width = game, entry.value, setter, width
        self.where = partial(entry.document.at, *entry.path)
        self.need = max(taken(game, box) for box in self.track.boxes.values())
        self.grouped = any(row.group for row in self.track.rows.values())
        self.costly = any(box.leave != 1 for box in self.track.boxes.values())
        self.left = NAME + (BAND if self.grouped else 0)
        self.wide = (width - self.left) / len(self.track.boxes)
        gates = any(row.gates or row.locks for row in self.track.rows.values())
        if self.wide < self.need + (GATE if gates else 0):
            boxes = f"{len(self.track.boxes)} boxes for counters of {(self.need - PLAY) / MM:.1f} mm"
            message = f"{boxes} are wider than the page"
            self.setter.found.append(Diagnostic("E331", message, self.where("boxes"), "use a larger paper"))
        count = len(self.track.rows)
        self.least, self.most = HEAD + count * self.need, HEAD + count * (self.need + 3 * MM)

    def draw(self, x: float, y: float, height: float) -> list[Item]:
        """Draw heads, groups and rows."""
        tall = (height - HEAD) / len(self.track.rows)
        items = list(self._heads(x, y))
        if self.grouped:
            items += self._groups(x, y + HEAD, tall)
        for index, name in enumerate(self.track.rows):
            items += self._row(name, x, y + HEAD + index * tall, tall)
        items.append(Rect(x, y, self.width, height, None, self.setter.theme.ink, 1.2))
        return items

    def _heads(self, x: float, y: float) -> Iterator[Item]:
        theme, setter = self.setter.theme, self.setter
        dark = theme.plate(theme.ink)
        yield plated(Rect(x, y, self.width, HEAD), dark)
        for index, (name, box) in enumerate(self.track.boxes.items()):
            left = x + self.left + index * self.wide
            owner = self.game.owners.get(box.colour or "")
            plate = theme.plate(owner.colour) if owner and self._strength(index) else dark
            yield plated(Rect(left, y, self.wide, HEAD), plate)
            if plate.hatch and plate != dark:
                yield from hatched(corners(left, y, self.wide, HEM), plate.hatch, plate.edge, 1.5)
            where = partial(self.where, "boxes", name)
            most, baseline = (10, 4.3 * MM) if self.costly else (12, 6.0 * MM)
            size = setter.size(box.title.upper(), "narrow-bold", most, LEAST, self.wide - 2 * MM, where, "head")
            yield setter.line(
                box.title.upper(), left + self.wide / 2, y + baseline, "narrow-bold", size, plate.text, align=0.5
            )
            if self.costly:
                note = setter.say("{cost} to leave", cost=box.leave) if box.leave else setter.say("never left")
                yield setter.line(note, left + self.wide / 2, y + 7.5 * MM, "sans", 7, plate.text, align=0.5)
            if index:
                yield Line(left, y, left, y + HEAD, theme.ink if plate.hatch else theme.paper, 0.6)

    def _groups(self, x: float, y: float, tall: float) -> Iterator[Item]:
        """Set each group's name, rotated, on a dark band at the left."""
        theme, setter = self.setter.theme, self.setter
        dark = theme.plate(theme.ink)
        for title, rows in groupby(self.track.rows.values(), key=lambda row: row.group or ""):
            high = len(list(rows)) * tall
            yield plated(Rect(x, y, BAND, high), dark)
            text, where = title.upper(), partial(self.where, "rows")
            size = setter.size(text, "narrow-bold", 11, LEAST, high - 2 * MM, where, "band", spacing=0.12)
            word = setter.line(text, 0, 0, "narrow-bold", size, dark.text, align=0.5, spacing=0.12)
            yield Group((word,), x + BAND / 2 + 0.35 * size, y + high / 2, rotate=-90)
            y += high
            yield Line(x, y, x + self.width, y, theme.ink, 1.2)

    def _row(self, name: str, x: float, y: float, tall: float) -> Iterator[Item]:
        theme, row = self.setter.theme, self.track.rows[name]
        yield from self._name(name, row, x + (BAND if self.grouped else 0), y, tall)
        for index, box in enumerate(self.track.boxes.values()):
            left = x + self.left + index * self.wide
            fill = shade(self.game, box, self._strength(index), self.setter)
            yield Rect(left, y, self.wide, tall, fill, theme.ink, 0.5)
            yield from self._corner(box, index, left, y)
        for index, box_name in enumerate(self.track.boxes):
            left = x + self.left + index * self.wide
            if box_name == row.start:
                yield from start_disc(left + self.wide / 2, y + tall / 2, self.need / 2 - 1 * MM, self.setter)
            for number, gate in enumerate(row.gates):
                if gate.box == box_name:
                    plate = theme.plate(self.game.owners[gate.side].colour)
                    where = partial(self.where, "rows", name, "gates", number, "text")
                    yield from self._barrier(gate.text, index, left, y, tall, plate, True, where)
            for number, lock in enumerate(row.locks):
                text, _, place = lock.rpartition(self._inside)
                if place == self.track.boxes[box_name].title:
                    where = partial(self.where, "rows", name, "locks", number)
                    yield from self._barrier(text, index, left, y, tall, theme.plate(theme.ink), False, where)

    def _name(self, name: str, row: Row, x: float, y: float, tall: float) -> Iterator[Item]:
        """Draw the owner's mark, the row's title, its restrictions, and the flags of its rulings."""
        theme, setter = self.setter.theme, self.setter
        where = partial(self.where, "rows", name)
        yield Rect(x, y, NAME, tall, theme.page, theme.ink, 0.5)
        owner = self.game.owners.get(name)
        inner = x + 1.2 * MM
        if owner:
            plate = theme.plate(owner.colour)
            yield plated(Rect(x, y, 4.6 * MM, tall), plate, 0.5)
            if plate.hatch:
                low = y + tall / 2 + 2.2 * MM
                yield from hatched(corners(x, low, 4.6 * MM, y + tall - low), plate.hatch, plate.edge, 2.0)
            size = (3.2 if plate.hatch else 2.6) * MM
            yield from mark(owner.mark, x + 2.3 * MM, y + tall / 2, size, plate.text, plate.ground)
            inner = x + 5.8 * MM
        rulings = (*row.rulings, *(ruling for gate in row.gates for ruling in gate.rulings))
        numbers = flags(self.game, rulings)
        yield from setter.rulings(numbers, x + NAME - 0.8 * MM, y + 0.9 * MM, LEAST)
        digits, room = " ".join(map(str, sorted(numbers))), x + NAME - 1 * MM - inner
        free = room - (setter.book.width(digits, "narrow-bold", LEAST) + 3 * MM if numbers else 0)
        size = setter.size(row.title, "narrow-bold", 10.5, 7, free, partial(where, "title"), "row's name")
        others = [lock for lock in row.locks if not self._in_box(lock)]
        parts = [*(row.note.split(" · ") if row.note else ()), *others]
        lead = y + (tall / 2 + 0.36 * size if not parts else 4.3 * MM)
        yield setter.line(row.title, inner, lead, "narrow-bold", size, theme.ink)
        if parts:
            block = TextBlock(" · ".join(parts), theme.quiet, ("note",), "narrow", "narrow-bold")
            place = TextBox(inner, y + 5.2 * MM, room, tall - 5.6 * MM, "row's name")
            yield from setter.fit([block], place, 7.5, LEAST, where)

    @property
    def _inside(self) -> str:
        """The words between what a lock holds and its box."""
        return self.setter.say("{what} in {place}", what="", place="")

    def _in_box(self, lock: str) -> bool:
        return any(lock.endswith(f"{self._inside}{box.title}") for box in self.track.boxes.values())

    def _barrier(
        self, text: str, index: int, left: float, y: float, tall: float, plate: Plate, gate: bool, where: Where
    ) -> Iterator[Item]:
        """Draw a bar with rotated text on the border nearest to the middle, filled for a gate, hollow for a lock.

        In an outlined theme a gate has a heavy line and a lock a dashed one.
        """
        theme, setter = self.setter.theme, self.setter
        before = index > (len(self.track.boxes) - 1) / 2
        x = left if before else left + self.wide - GATE
        heavy = 1.6 if plate.hatch and gate else 0.8
        inset = heavy / 2 if plate.hatch else 0.0
        ground, edge = (plate.ground if gate else theme.page), None if plate.hatch and not gate else plate.edge
        yield Rect(x + inset, y + inset, GATE - 2 * inset, tall - 2 * inset, ground, edge, heavy)
        if edge is None:
            shape = corners(x + inset, y + inset, GATE - 2 * inset, tall - 2 * inset)
            yield from dashed(shape, plate.edge, heavy, 1.1 * MM, 0.8 * MM)
        words = text if gate else setter.say("Lock {what}", what=text)
        size = setter.size(words, "narrow-bold", 8, LEAST, tall - 1 * MM, where, "gate")
        word = setter.line(words, 0, 0, "narrow-bold", size, plate.text if gate else theme.ink, align=0.5)
        yield Group((word,), x + GATE / 2 + 0.35 * size, y + tall / 2, rotate=-90)

    def _corner(self, box: TrackBox, index: int, left: float, y: float) -> Iterator[Item]:
        """Draw a hatched corner on the side away from the middle, the larger the farther out."""
        before = index < (len(self.track.boxes) - 1) / 2
        size = 9 * MM * self._strength(index)
        x, reach = (left, -size) if before else (left + self.wide, size)
        yield from corner(self.game, box, x, y, reach, self.setter)

    def _strength(self, index: int) -> float:
        """Return the strength of a box's tint: it grows from the middle, where only an owner's box has some."""
        middle = (len(self.track.boxes) - 1) / 2
        owned = list(self.track.boxes.values())[index].colour is not None
        return 0.36 * abs(index - middle) / middle if index != middle else 0.14 if owned else 0.0
