"""Draw tables of boxes: a row a marker, with what its steps cost, gates and locks; or a row of places for stacks."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, groupby

from rcwkit.art.hatching import box_corners, hatched, plated
from rcwkit.art.motifs import patterned
from rcwkit.art.symbols import mark, symbol
from rcwkit.art.theme import Plate
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.setups import Box, Gate, Holder, Lock, Row
from rcwkit.dice.setups import Track as TrackOfBoxes
from rcwkit.document.blocks import flagged, flags
from rcwkit.faces.labels import haloed
from rcwkit.faces.parts import CARD, arrow, card, disc, gate, on_faces, place, pointed, step, tag, windows
from rcwkit.frame import MM, Group, Item, Polygon, Rect
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.tracks.draw import PLAY, edged, grown, shade, taken
from rcwkit.source.markup import numbered
from rcwkit.type.text import Setter, TextBlock, TextBox, Where

BAND = 6 * MM
"""Width of the bands of groups."""
NAME, LETTER = 33 * MM, 17 * MM
"""Width of the names of rows: beside boxes for a marker, and beside those for stacks."""
STEP = 7.4 * MM
"""Space between two boxes, for the arrows of steps."""
POINT = 2.6 * MM
"""Length of the points of the outer boxes."""
POST = 3.6 * MM
"""Width of a gate."""
HOLDER, CHOICES = 12.8 * MM, 17.5 * MM
"""Width of a place beside the boxes, and of one with choices."""
STACKED = 0.55
"""Least height of a box for stacks, in edges of its place."""
BREAK = 1.4 * MM
"""Space between groups."""
LEAST = 6.5
BODY = 8.0


class RowTable:
    """The table of one track at one width; rows are a little higher than their markers."""

    def __init__(self, game: Game, entry: GameItem[TrackOfBoxes], width: float, setter: Setter) -> None:
        self.game, self.track, self.setter, self.width = game, entry.value, setter, width
        self.where = partial(entry.document.at, *entry.path)
        self.small = grown(BODY, setter.theme)
        track = self.track
        self.need = max(taken(game, box) for box in track.boxes.values())
        self.groups = [
            (title, list(names)) for title, names in groupby(track.rows, key=lambda name: track.rows[name].group or "")
        ]
        self.grouped = any(title for title, _ in self.groups)
        self.usual = Tally(box.leave for box in track.boxes.values()).most_common()[0][0]
        self.costly = any(box.leave != 1 for box in track.boxes.values())
        self.apart = STEP if track.moves else 0.0
        before = [holder for holder in track.holders if not holder.after]
        after = [holder for holder in track.holders if holder.after]
        self.names = (NAME if track.moves else LETTER) + (BAND if self.grouped else 0)
        self.before = dict(_columns(before, self.names))
        self.left = self.names + sum(self._holder(holder) for holder in before) + 1.5 * MM
        ends = width - sum(self._holder(holder) for holder in after) - (1.5 * MM if after else 0.0)
        self.after = dict(_columns(after, ends + 1.5 * MM))
        count = len(track.boxes)
        self.wide = (ends - self.left - (count - 1) * self.apart) / count
        barred = POST if any(row.gates or row.locks for row in track.rows.values()) else 0.0
        if self.wide < self.need + barred:
            boxes = f"{count} boxes for counters of {(self.need - PLAY) / MM:.1f} mm"
            message = f"{boxes} are wider than the page"
            setter.found.append(Diagnostic("E331", message, self.where("boxes"), "use a larger paper"))
        chances = max(len(box.chances) for box in track.boxes.values())
        self.axis = 7 * MM if track.axis else 0.0
        self.head = self.axis + (1.4 + 6.5 * chances) * MM if chances else self.axis + 9 * MM
        edge = self.need - PLAY
        # Counters of a stack may lie one upon another.
        low, high = (edge, edge + 7 * MM) if track.moves else (STACKED * edge, 1.7 * edge)
        rows, breaks = len(track.rows), BREAK * (len(self.groups) - 1)
        self.least, self.most = (self.head + 1 * MM + rows * tall + breaks for tall in (low, high))

    @staticmethod
    def _holder(holder: Holder) -> float:
        return (CHOICES if holder.choices else HOLDER) + 1 * MM

    def draw(self, x: float, y: float, height: float) -> list[Item]:
        """Draw heads, groups and rows."""
        top = y + self.head + 1 * MM
        tall = (height - self.head - 1 * MM - BREAK * (len(self.groups) - 1)) / len(self.track.rows)
        gap = min(1.2 * MM, max(0.3 * MM, tall - self.need + PLAY)) if self.track.moves else 0.8 * MM
        items = list(self._heads(x, y))
        for title, names in self.groups:
            if title:
                items += self._group(title, x, top, len(names) * tall - gap)
            for name in names:
                items += self._row(name, x, top, tall - gap)
                top += tall
            top += BREAK
        return items

    def _boxes(self, x: float) -> Iterator[tuple[int, str, Box, float]]:
        """Yield each box with its number, name, and left edge."""
        for index, (name, box) in enumerate(self.track.boxes.items()):
            yield index, name, box, x + self.left + index * (self.wide + self.apart)

    def _heads(self, x: float, y: float) -> Iterator[Item]:
        theme, setter, track = self.setter.theme, self.setter, self.track
        if track.axis:
            yield from self._axis(track.axis, x, y)
        top, high = y + self.axis, self.head - self.axis
        chances = any(box.chances for box in track.boxes.values())
        if not chances and theme.box != "handcut":
            dark, slant = theme.plate(theme.ink), theme.slant(2.4 * MM)
            left = x + (BAND if self.grouped else 0.0)
            band = ((left, top), (x + self.width, top), (x + self.width - slant, top + high), (left, top + high))
            yield plated(Polygon(band), dark)
        for _, name, box, left in self._boxes(x):
            where = partial(self.where, "boxes", name)
            if chances:
                yield from self._chances(name, box, left, top, high)
                continue
            dark, room, font = theme.plate(theme.ink), self.wide + 0.6 * self.apart, "narrow-bold"
            if theme.box == "handcut":
                font, room = "display", self.wide - 3 * MM
                yield edged(left, top, self.wide, high, dark.ground, theme.ink, 0.8, theme)
            if box.symbol:
                side = high - 2.4 * MM
                shown = symbol(box.symbol, -side / 2, -side / 2, side, side, dark.text, dark.ground, theme.figures)
                yield Group(tuple(shown), left + side, top + high / 2, rotate=box.turn)
                left, room = left + 0.8 * side, room - 1.6 * side
            lines = setter.halves(box.title.upper(), font)
            size = min(setter.size(line, font, 11, LEAST, room, where, "head") for line in lines)
            first = top + high / 2 + 0.35 * size - (len(lines) - 1) * 0.57 * size
            for number, line in enumerate(lines):
                middle, lead = left + self.wide / 2, first + number * 1.14 * size
                yield setter.line(line, middle, lead, font, size, dark.text, align=0.5)
        for holder, left in (*self.before.items(), *self.after.items()):
            room = self._holder(holder) - 1 * MM
            size = setter.size(holder.head, "sans-bold", self.small, LEAST, room, self.where, "head")
            low = top + high - 1.2 * MM
            yield setter.line(holder.head, x + left + room / 2, low, "sans-bold", size, theme.ink, align=0.5)

    def _axis(self, axis: Sequence[str], x: float, y: float) -> Iterator[Item]:
        """Draw what the ends of the rows mean, with an arrow between them."""
        theme, (first, last) = self.setter.theme, axis
        left, right = x + self.left, x + self.left + len(self.track.boxes) * (self.wide + self.apart) - self.apart
        base = y + 4.6 * MM
        yield self.setter.line(first, left, base, "sans-bold", 12, theme.accent)
        yield self.setter.line(last, right, base, "sans-bold", 12, theme.ink, align=1)
        begin = left + self.setter.width(first, "sans-bold", 12) + 4 * MM
        yield from arrow(begin, right - self.setter.width(last, "sans-bold", 12) - 4 * MM, y + 3.2 * MM, theme.ink)

    def _chances(self, name: str, box: Box, left: float, top: float, high: float) -> Iterator[Item]:
        """Draw a head with a large number, and what is rolled in its column as windows with the faces in words."""
        theme, setter = self.setter.theme, self.setter
        plate, where = theme.plate(theme.accent), partial(self.where, "boxes", name)
        yield plated(Rect(left, top, self.wide, high, None, theme.ink, 0.8), plate)
        column = 0.36 * self.wide
        size = setter.size(box.title, "sans-bold", 27, 9, column - 1 * MM, where, "head")
        base = top + high / 2 + 0.36 * size
        yield setter.line(box.title, left + column / 2, base, "sans-bold", size, plate.text, align=0.5)
        begin, room = left + column, self.wide - column - 1.6 * MM
        for number, (said, faces) in enumerate(box.chances.items()):
            y = top + 1.3 * MM + number * 6.5 * MM
            shown: Sequence[int] = () if isinstance(faces, str) else faces
            yield from windows(begin, y, room, shown, plate.text, plate.ground)
            words = faces if isinstance(faces, str) else on_faces(faces, setter.say)
            base = y + room / 6.7 + 2.7 * MM
            yield setter.line(said, begin, base, "narrow", self.small, plate.text)
            yield setter.line(words, begin + room, base, "narrow-bold", self.small, plate.text, align=1)

    def _group(self, title: str, x: float, y: float, high: float) -> Iterator[Item]:
        """Set a group's name, rotated, on a dark band at the left."""
        theme, setter = self.setter.theme, self.setter
        dark = theme.plate(theme.ink)
        yield plated(Rect(x, y, BAND - 1 * MM, high), dark)
        text, where = title.upper(), partial(self.where, "rows")
        size = setter.size(text, "narrow-bold", 10, LEAST, high - 2 * MM, where, "band", spacing=0.04)
        word = setter.line(text, 0, 0, "narrow-bold", size, dark.text, align=0.5, spacing=0.04)
        yield Group((word,), x + (BAND - 1 * MM) / 2 + 0.35 * size, y + high / 2, rotate=-90)

    def _row(self, name: str, x: float, y: float, tall: float) -> Iterator[Item]:
        track, row = self.track, self.track.rows[name]
        left = x + (BAND if self.grouped else 0)
        yield from (self._name if track.moves else self._letter)(name, row, left, y, tall)
        for holder, at in (*self.before.items(), *self.after.items()):
            yield from self._holding(holder, x + at, y, self._holder(holder) - 1 * MM, tall)
        last = len(track.boxes) - 1
        for index, box_name, box, at in self._boxes(x):
            yield from self._box(index, box, at, y, tall, row.hatched.get(box_name), name)
            if track.moves and index < last:
                yield from self._steps(index, at + self.wide, y, tall)
        if row.note and not track.moves:
            room = TextBox(x + self.left + 1 * MM, y + 1 * MM, self.wide - 2 * MM, tall - 2 * MM, "row's note")
            block = TextBlock(flagged(row.note, self.game), self.setter.theme.quiet, ("note",), "narrow", "narrow-bold")
            yield from self.setter.fit([block], room, self.small, LEAST, partial(self.where, "rows", name))
        for _, box_name, _, at in self._boxes(x):
            if box_name == row.start:
                radius = min(tall / 2, self.need / 2) - 1.2 * MM
                yield from disc(at + self.wide / 2, y + tall / 2, radius, self.setter.say("START"), LEAST, self.setter)
        bars = {("gates", number): gate for number, gate in enumerate(row.gates)}
        locks = {("locks", number): lock for number, lock in enumerate(row.locks)}
        for (key, number), bar in {**bars, **locks}.items():
            for index, box_name, _, at in self._boxes(x):
                if bar.box == box_name:
                    where = partial(self.where, "rows", name, key, number, "text")
                    yield from self._bar(bar, index, at, y, tall, row.hatched.get(box_name) or "", where)

    def _plate(self, box: Box) -> Plate | None:
        owner = self.game.owners.get(box.colour or "")
        return self.setter.theme.plate(owner.colour) if owner else None

    def _box(
        self, index: int, box: Box, left: float, y: float, tall: float, hatch: str | None, name: str
    ) -> Iterator[Item]:
        """Draw a box in its owner's tint, pointed at the outer ends; hatched with words if it is less to this row."""
        theme, setter = self.setter.theme, self.setter
        owner, plate = self.game.owners.get(box.colour or ""), self._plate(box)
        strength, last = self._strength(index), len(self.track.boxes) - 1
        if not self.track.moves:
            yield Rect(left, y, self.wide, tall, theme.page, theme.ink, 0.7)
            right, low = left + self.wide - 1 * MM, y + tall - 1 * MM
            yield setter.line(box.title, right, low, "sans", self.small, theme.quiet, align=1)
            return
        first, final = (POINT if owner and index == 0 else 0.0), (POINT if owner and index == last else 0.0)
        shape = pointed(left, y, self.wide, tall, left=first, right=final)
        fill = theme.shade(owner.colour, strength) if owner else theme.page
        edge = plate.edge if plate else theme.ink
        if theme.box == "handcut":
            fill = shade(self.game, box, 1.0, setter)
            yield edged(left, y, self.wide, tall, fill, theme.ink, 0.7, theme)
        else:
            yield Polygon(shape, fill, edge, 1.3 if first or final else 0.7)
        if hatch is None:
            return
        yield from hatched(shape, "rising", edge, 3.0, 0.5)
        if hatch and not any(gate.box == list(self.track.boxes)[index] for gate in self.track.rows[name].gates):
            yield from self._said(
                hatch, left + self.wide / 2, y + tall / 2, fill, edge, partial(self.where, "rows", name)
            )

    def _said(self, text: str, middle: float, y: float, fill: str, ink: str, where: Where) -> Iterator[Item]:
        """Set a word or two on a plain ground, around (middle, y)."""
        setter = self.setter
        size = setter.size(text, "narrow-bold", BODY, LEAST, self.wide - 2 * POINT, where, "box")
        width = setter.width(text, "narrow-bold", size) + 1.6 * MM
        yield Rect(middle - width / 2, y - 0.62 * size, width, 1.24 * size, fill)
        yield setter.line(text, middle, y + 0.33 * size, "narrow-bold", size, ink, align=0.5)

    def _steps(self, index: int, left: float, y: float, tall: float) -> Iterator[Item]:
        """Draw the two arrows between a box and the next, with what they cost; steps that are never made have none."""
        theme, boxes = self.setter.theme, list(self.track.boxes.values())
        here, there = boxes[index], boxes[index + 1]
        high, wide, gap = min(0.42 * tall, 5.4 * MM), self.apart - 1.2 * MM, 0.4 * MM
        top, middle = y + tall / 2 - high - gap / 2, left + 0.6 * MM
        ends = (boxes[0], boxes[-1])
        for back, cost, side in ((True, there.leave, ends[0]), (False, here.leave, ends[1])):
            if cost:
                rare = self.costly and cost != self.usual
                plate = theme.plate(theme.ink) if rare else self._plate(side) or theme.plate(theme.quiet)
                said = str(cost) if self.costly else ""
                level = top + (0.0 if back else high + gap)
                yield from step(middle, level, wide, high, said, plate, self.setter, back=back, heavy=rare)

    def _bar(
        self, bar: Lock, index: int, left: float, y: float, tall: float, hatch: str, where: Where
    ) -> Iterator[Item]:
        """Draw what bars a box: a gate towards the middle, or a lock, and the cards that do it to tick."""
        theme, setter = self.setter.theme, self.setter
        inner = index > (len(self.track.boxes) - 1) / 2  # the way in is at the left
        box = list(self.track.boxes.values())[index]
        plate = self._plate(box) or theme.plate(theme.ink)
        point = POINT if box.colour and index in (0, len(self.track.boxes) - 1) else 0.8 * MM
        begin, end = (left + POST, left + self.wide - point) if inner else (left + point, left + self.wide - POST)
        if isinstance(bar, Gate):
            owner = self.game.owners[bar.side]
            plate = theme.plate(owner.colour)
            yield from gate(left + POST / 2 if inner else left + self.wide - POST / 2, y, tall, theme.ink)
        else:
            size = 4.6 * MM
            spot = end - size if inner else begin
            glyph = setter.line(":lock:", spot, y + 0.6 * MM + 0.85 * size, "narrow-bold", size / 0.88, theme.ink)
            yield glyph
            begin, end = (begin, spot - 0.3 * MM) if inner else (spot + size + 0.3 * MM, end)
        if bar.text:
            block = TextBlock(bar.text, theme.ink, (), "narrow-bold", "narrow-bold")
            place_ = TextBox(begin + 0.5 * MM, y + 0.5 * MM, end - begin - 1 * MM, tall - 1 * MM, "gate", 0.5, 0.5)
            yield from setter.fit([block], place_, BODY, LEAST, lambda *_: where())
        wide = min(end - begin, 12.5 * MM)
        x, gap = (begin + end - wide) / 2, 0.6 * MM
        said = 3.4 * MM if hatch else 0.0
        deep = len(bar.cards) * (CARD + gap) - gap + said
        top = y + (tall - deep) / 2
        if hatch:
            theme_box = self.game.owners.get(box.colour or "")
            fill = theme.shade(theme_box.colour, self._strength(index)) if theme_box else theme.page
            yield from self._said(hatch, (begin + end) / 2, top + 1.3 * MM, fill, plate.edge, where)
        for number, title in enumerate(bar.cards):
            yield from card(x, top + said + number * (CARD + gap), wide, title, plate, setter)

    def _holding(self, holder: Holder, x: float, y: float, wide: float, tall: float) -> Iterator[Item]:
        """Draw a place beside the boxes: dashed, or a choice of sides, one below the other."""
        theme, setter = self.setter.theme, self.setter
        if not holder.choices:
            yield from place(x, y, wide, tall, holder.text or "", setter)
            return
        deep = tall / len(holder.choices)
        size = min(4.2 * MM, deep - 1.2 * MM)
        room, titles = wide - size - 2.2 * MM, [self.game.owners[name].title for name in holder.choices]
        letters = min(setter.size(title, "narrow", self.small, LEAST, room, self.where, "place") for title in titles)
        for number, name in enumerate(holder.choices):
            owner, top = self.game.owners[name], y + number * deep
            yield Rect(x, top, wide, deep, theme.page, theme.ink, 0.5)
            plate, begin = theme.plate(owner.colour), x + size + 1.7 * MM
            yield from mark(owner.mark, x + 1 * MM + size / 2, top + deep / 2, size, plate.edge, theme.page)
            yield setter.line(owner.title, begin, top + deep / 2 + 0.35 * letters, "narrow", letters, theme.ink)

    def _letter(self, name: str, row: Row, x: float, y: float, tall: float) -> Iterator[Item]:
        """Draw a row's short title large on its owner's plate or pattern, as on the owner's counters."""
        theme, setter = self.setter.theme, self.setter
        owner = self.game.owners.get(name)
        plate = theme.plate(owner.colour if owner else theme.ink)
        wide, fill, ground = LETTER - 1 * MM, plate.text, plate.ground
        if owner and owner.pattern in ("hexes", "stripes"):
            ground = theme.page
            yield Rect(x, y, wide, tall, ground)
            yield Group((*patterned(owner, wide, tall, theme),), x, y, clip=(0.0, 0.0, wide, tall))
            yield Rect(x + 0.4 * MM, y + 0.4 * MM, wide - 0.8 * MM, tall - 0.8 * MM, None, plate.edge, 0.8 * MM)
            fill = theme.ink if owner.pattern == "stripes" else theme.legible(owner.colour, theme.page)
        else:
            yield plated(Rect(x, y, wide, tall), plate, 1.2)
        if owner and owner.pattern == "split" and not theme.outlined:
            yield Polygon(((x + wide, y), (x + wide, y + tall), (x, y + tall)), theme.accent)
        where = partial(self.where, "rows", name, "title")
        size = setter.size(row.title, "sans-bold", 36, 9, wide - 2 * MM, where, "row's name")
        letter = setter.line(row.title, x + wide / 2, y + tall / 2 + 0.35 * size, "sans-bold", size, fill, align=0.5)
        yield from haloed((letter,), ground, 1.35 * MM) if owner and owner.pattern == "stripes" else (letter,)

    def _name(self, name: str, row: Row, x: float, y: float, tall: float) -> Iterator[Item]:
        """Draw the owner's mark, the row's title with the numbers of its rulings, its tags and note."""
        theme, setter = self.setter.theme, self.setter
        where = partial(self.where, "rows", name)
        width = NAME - 0.8 * MM
        yield edged(x, y, width, tall, theme.page, theme.hairline, 0.5, theme)
        owner = self.game.owners.get(name)
        inner = x + (2.2 if theme.box == "handcut" else 1.2) * MM  # its outline is heavy
        if owner:
            plate = theme.plate(owner.colour)
            yield plated(Rect(x, y, 3.4 * MM, tall), plate, 0.6)
            if plate.hatch:
                low = y + tall / 2 + 2.0 * MM
                yield from hatched(box_corners(x, low, 3.4 * MM, y + tall - low), plate.hatch, plate.edge, 2.0)
            yield from mark(owner.mark, x + 1.7 * MM, y + tall / 2, 2.3 * MM, plate.text, plate.ground)
            inner = x + 4.6 * MM
        rulings = (*row.rulings, *(ruling for bar in (*row.gates, *row.locks) for ruling in bar.rulings))
        title, room = numbered(row.title, flags(self.game, rulings)), x + width - 0.8 * MM - inner
        size = setter.size(title, "narrow-bold", 11, 7, room, partial(where, "title"), "row's name")
        under = bool(row.tags or row.note)
        lead = y + (tall / 2 - 0.9 * MM if under else tall / 2 + 0.36 * size)
        yield setter.line(title, inner, lead, "narrow-bold", size, theme.ink)
        left, top = inner, lead + 1.3 * MM
        for text in row.tags:
            wide, items = tag(left, top, text, 7, setter)
            yield from items
            left += wide + 1.2 * MM
        if row.note:
            note, left_over = flagged(row.note, self.game), inner + room - left
            least = setter.size(note, "narrow", 7.5, LEAST, left_over, partial(where, "note"), "row's name")
            yield setter.line(note, left, top + 6.8, "narrow", least, theme.quiet)

    def _strength(self, index: int) -> float:
        """Return the strength of a box's tint: it grows from the middle, where only an owner's box has some."""
        middle = (len(self.track.boxes) - 1) / 2
        owned = list(self.track.boxes.values())[index].colour is not None
        return 0.4 * abs(index - middle) / middle if index != middle else 0.14 if owned else 0.0


def _columns(holders: Sequence[Holder], start: float) -> Iterator[tuple[Holder, float]]:
    """Yield holders with their left edges, from `start` on."""
    widths = [(CHOICES if holder.choices else HOLDER) + 1 * MM for holder in holders]
    yield from zip(holders, accumulate(widths, initial=start), strict=False)
