"""Draw a table of boxes, a row for each marker, with starts, and gates and locks where they stop it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Group, Item, Line, Rect
from rcwkit.look.hatching import corners, dashed, hatched, plated
from rcwkit.look.symbols import mark
from rcwkit.look.text import Block, Setter, Where
from rcwkit.look.text import Box as Place
from rcwkit.look.theme import Plate
from rcwkit.models.tracks import Box as TrackBox
from rcwkit.models.tracks import Row, Track
from rcwkit.pieces.boxes import PLAY, corner, shade, start_disc, taken
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["Control"]

HEAD = 9 * MM
BAND, NAME = 6 * MM, 34 * MM
"""Width of the bands of groups, and of the names of rows."""
GATE, HEM = 3.4 * MM, 1.4 * MM
"""Width of gates and locks, and height of the hatched edge of a head that is not filled."""
SMALL = 6.5


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
            size = setter.size(box.title.upper(), "narrow-bold", most, SMALL, self.wide - 2 * MM, where, "head")
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
            size = setter.size(text, "narrow-bold", 11, SMALL, high - 2 * MM, where, "band", spacing=0.12)
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
        numbers = {self.game.ruling_numbers[ruling] for ruling in rulings}
        yield from setter.rulings(numbers, x + NAME - 0.8 * MM, y + 0.9 * MM, SMALL)
        digits, room = " ".join(map(str, sorted(numbers))), x + NAME - 1 * MM - inner
        free = room - (setter.book.width(digits, "narrow-bold", SMALL) + 3 * MM if numbers else 0)
        size = setter.size(row.title, "narrow-bold", 10.5, 7, free, partial(where, "title"), "row's name")
        others = [lock for lock in row.locks if not self._in_box(lock)]
        parts = [*(row.note.split(" · ") if row.note else ()), *others]
        lead = y + (tall / 2 + 0.36 * size if not parts else 4.3 * MM)
        yield setter.line(row.title, inner, lead, "narrow-bold", size, theme.ink)
        if parts:
            block = Block(" · ".join(parts), theme.quiet, ("note",), "narrow", "narrow-bold")
            place = Place(inner, y + 5.2 * MM, room, tall - 5.6 * MM, "row's name")
            yield from setter.fit([block], place, 7.5, SMALL, where)

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
        size = setter.size(words, "narrow-bold", 8, SMALL, tall - 1 * MM, where, "gate")
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
