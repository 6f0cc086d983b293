"""Storage for a kit: nets of tuck boxes, and of trays with lids, in millimetres; how they are drawn, and labels."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, cos, pi, sin, sqrt
from typing import NamedTuple

from rcwkit.art.hatching import box_corners, dashed, hatched
from rcwkit.art.motifs import back_art, patterned
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Plate, Poster
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.counters import Counter, Mix, sheet_of, size_of
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Point, Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.kinds.kind import Boxed
from rcwkit.kinds.storage import counter_count, decks, has_tray, sheets
from rcwkit.sheets import imposition as pages
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import Paper
from rcwkit.source.info import Motif, Owner
from rcwkit.source.language import Language, word
from rcwkit.type.text import Setter, TextBlock, TextBox, Where

CARD = 0.3
"""Thickness of the card that boxes are cut from."""
EASE = 1.0
"""Clearance inside a box."""
SHALLOW = 8.0
"""Minimum depth of a tuck box, for its flaps."""
TAB = 12.0
"""Width of tabs to glue."""
NOTCH = 9.0
"""Radius of the thumb notch."""
LOOSE = 0.55
"""Part of a tray's volume that loose counters fill."""
DEPTHS, BROAD, LEAST = (15.0, 25.0, 35.0, 45.0), 12_000.0, (50.0, 60.0)
"""Depths of trays, the area (mm²) from which the next depth is used, and the smallest width and length."""
WHOLE = ("front", "side", "back", "side")
"""The panels of a tuck box from left to right."""

Panel = tuple[float, float, float, float]
"""Left, top, width and height."""


class Net(NamedTuple):
    """A box laid flat: outline to cut, folds, tabs to glue, and panels by name; `body` is the outline without tabs."""

    outline: tuple[Point, ...]
    body: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[tuple[Point, ...], ...]
    panels: Mapping[str, Panel]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole net."""
        return max(x for x, _ in self.outline), max(y for _, y in self.outline)


class Tuck(NamedTuple):
    """An upright tuck box, by the room inside it. Each end has two flaps and a lid that is tucked in."""

    inside: tuple[float, float, float]
    card: float = CARD

    @classmethod
    def of(cls, size: tuple[float, float], count: int, thickness: float, card: float = CARD) -> Tuck:
        """Return the box for `count` cards of a size and thickness."""
        return cls((size[0] + EASE, size[1] + EASE, max(SHALLOW, count * thickness + EASE)), card)

    @property
    def width(self) -> float:
        """Width of front and back between their folds."""
        return self.inside[0] + self.card

    @property
    def depth(self) -> float:
        """Width of the sides between their folds, with room for the tab in one corner."""
        return self.inside[2] + 2 * self.card

    @property
    def height(self) -> float:
        """Height of the back between its folds, with room for two layers of flaps at each end."""
        return self.inside[1] + 4 * self.card

    @property
    def lid(self) -> float:
        """Height of a lid between its folds; the tucked-in part goes behind the front."""
        return self.depth - self.card

    @property
    def tucked(self) -> float:
        """Length of the part that is tucked in."""
        return min(18.0, max(10.0, 0.8 * self.depth))

    @property
    def flap(self) -> float:
        """Length of a side's flap; the two at an end do not meet."""
        return min(self.width / 2 - 1, max(self.depth, 12.0), self.lid + self.tucked)

    def net(self, columns: Sequence[str] = WHOLE) -> Net:
        """Return the net of these panels, with a tab at the right: the whole box, or one of its halves."""
        wide = {"front": self.width, "back": self.width, "side": self.depth}
        lefts = [sum(wide[name] for name in columns[:at]) for at in range(len(columns) + 1)]
        top = self.lid + self.tucked if "back" in columns else self.flap - self.card
        low, right = top + self.height, lefts[-1]
        placed = list(zip(lefts, columns, strict=False))
        upper = [(left + x, top - y) for left, name in placed for x, y in self._edge(name, notched=True)]
        lower = [(left + x, low + y) for left, name in placed for x, y in self._edge(name, notched=False)]
        tab = ((right, top + 1), (right + TAB, top + 5), (right + TAB, low - 5), (right, low - 1))
        folds = [((x, top + self.card), (x, low - self.card)) for x in lefts[1:]]
        panels: dict[str, Panel] = {}
        for left, name in placed:
            panels[name if name not in panels else f"{name} 2"] = (left, top, wide[name], self.height)
            if name == "back":
                panels["lid"] = (left, top - self.lid, self.width, self.lid)
                panels["floor"] = (left, low, self.width, self.lid)
                ends = ((0.0, 0.0), (self.lid, 0.5 + self.card))
                folds += [
                    ((left + inset, y), (left + self.width - inset, y))
                    for off, inset in ends
                    for y in (top - off, low + off)
                ]
            elif name == "side":
                folds += [((left, y), (left + self.depth, y)) for y in (top + self.card, low - self.card)]
        body = (*upper, *reversed(lower))
        return Net((*upper, *tab, *reversed(lower)), body, tuple(folds), (tab,), panels)

    def _edge(self, name: str, *, notched: bool) -> list[Point]:
        """Return the end of a panel from left to right; y points outwards from the end of the body."""
        if name == "front":
            middle, radius = self.width / 2, min(NOTCH, self.width / 6)
            angles = [step * pi / 12 for step in range(13)] if notched else []
            arc = [(middle - radius * cos(angle), -radius * sin(angle)) for angle in angles]
            return [(0, 0), *arc, (self.width, 0)]
        if name == "side":
            near, far, out, slant = 0.5, self.depth - 0.5, self.flap - self.card, min(2.0, self.depth / 5)
            body = -self.card
            return [(0, body), (near, body), (near + slant, out), (far - slant, out), (far, body), (self.depth, body)]
        left, end, radius = 0.5 + self.card, self.lid + self.tucked, min(8.0, 0.6 * self.tucked)
        angles = [step * pi / 12 for step in range(7)]
        arc = [(left + radius * (1 - cos(angle)), end - radius * (1 - sin(angle))) for angle in angles]
        half = [(0, 0), (0, self.lid), (left, self.lid), *arc]
        return [*half, *((self.width - x, y) for x, y in reversed(half))]


class Tray(NamedTuple):
    """A tray without a lid, by the room inside it; its walls are glued at the corners."""

    inside: tuple[float, float, float]
    card: float = CARD

    @property
    def floor(self) -> tuple[float, float]:
        """Width and length between the folds; tabs lie inside two of the walls."""
        return self.inside[0] + self.card, self.inside[1] + 3 * self.card

    @property
    def wall(self) -> float:
        """Height of the walls."""
        return self.inside[2] + self.card

    def lid(self) -> Tray:
        """Return a lid that fits over this tray, about half as high."""
        (wide, long), outer = self.floor, 2 * self.card + EASE
        return Tray((wide - self.card + outer, long - self.card + outer, max(10.0, self.inside[2] / 2)), self.card)

    def net(self) -> Net:
        """Return the floor with four walls; the left and right ones have tabs."""
        (wide, long), high = self.floor, self.wall
        tab = min(TAB, long / 3, high)
        left, right, top, low = high, high + wide, high, high + long
        end, bottom = right + high, low + high
        corners = (
            ((right, top), (right + 1, top - tab), (end - 2, top - tab), (end, top)),
            ((end, low), (end - 2, low + tab), (right + 1, low + tab), (right, low)),
            ((left, low), (left - 1, low + tab), (2, low + tab), (0, low)),
            ((0, top), (2, top - tab), (left - 1, top - tab), (left, top)),
        )
        ends = ((left, 0), (right, 0)), ((right, bottom), (left, bottom))
        sides = ((right, top), (end, top), (end, low), (right, low)), ((left, low), (0, low), (0, top), (left, top))
        body = (*ends[0], *sides[0], *ends[1], *sides[1])
        outline = (*ends[0], *corners[0], *corners[1], *ends[1], *corners[2], *corners[3])
        folds = [((left, y), (right, y)) for y in (top, low)] + [((x, top), (x, low)) for x in (left, right)]
        folds += [((a, y), (b, y)) for a, b in ((0, left), (right, end)) for y in (top, low)]
        panels = {
            "floor": (left, top, wide, long),
            "upper": (left, 0.0, wide, high),
            "lower": (left, low, wide, high),
            "left": (0.0, top, high, long),
            "right": (right, top, high, long),
        }
        return Net(outline, body, tuple(folds), corners, panels)


def chits(volume: float) -> Tray:
    """Return the tray for loose counters of a volume in mm³, about 1.5 times as long as wide; the more, the deeper."""
    deep = next((deep for deep in DEPTHS if volume / LOOSE / deep <= BROAD), DEPTHS[-1])
    area = volume / LOOSE / deep
    wide = max(LEAST[0], sqrt(area / 1.5))
    return Tray((ceil(wide), ceil(max(LEAST[1], area / wide)), deep))


FONT = "narrow-bold"
BLEED = 1 * MM
"""Bleed of a box's colour."""
HALO = 0.35 * MM
"""Width of the light line under a cut, so that it shows on any colour."""
DASH = 1.6 * MM, 1.2 * MM
BAND = 17 * MM
"""Height of the band on the back of a tuck box."""


class BoxArt(NamedTuple):
    """The texts and colours of a box: title, contents, game, measures; `where` leads to the source."""

    title: str
    holds: str
    game: str
    measures: str
    plate: Plate
    where: Where
    at: str


def tuck_box(
    tuck: Tuck, art: BoxArt, motif: Motif | None, colours: Poster, setter: Setter, columns: Sequence[str] = WHOLE
) -> Frame:
    """Return a tuck box, or the half with these panels: the deck's poster in front, its contents on the back."""
    net = tuck.net(columns)
    items: list[Item] = []
    for name, panel in net.panels.items():
        match name.split(" ")[0]:
            case "front":
                items += _placed(panel, _front(panel, art, motif, colours, setter), bleed=BLEED)
            case "side":
                holds = art.holds if name == "side 2" or "back" in columns[:1] else ""
                items += _placed(panel, _side(panel, art, holds, setter))
            case "back":
                items += _placed(panel, _back(panel, art, setter))
            case _:
                items += _placed(panel, _lid(panel, art, setter))
    name, halved = art.title, tuple(columns) != WHOLE
    if halved:
        half = word("{box}, first half") if "front" in columns else word("{box}, second half")
        name = setter.say(half, box=art.title)
    return _frame(net, items, art.plate, setter, name, art.at)


def lidded(tray: Tray, art: BoxArt, colours: Poster, setter: Setter) -> list[Frame]:
    """Return a tray and its lid, which has the look's poster."""
    base, lid = tray.net(), tray.lid().net()
    plain = Plate(setter.theme.page, setter.theme.quiet, setter.theme.page)
    said = _placed(
        base.panels["floor"], _centred_lines(base.panels["floor"], (art.measures,), plain, setter, art.where)
    )
    top = lid.panels["floor"]
    items = [*_placed(top, _front(top, art, None, colours, setter, f"{art.game} · {art.holds}"), bleed=BLEED)]
    for name in ("upper", "lower"):
        panel, turned = lid.panels[name], 180.0 if name == "upper" else 0.0
        items += _placed(panel, _centred_line(panel, f"{art.game} · {art.title}", art.plate, setter, art.where, turned))
    return [
        _frame(base, list(said), plain, setter, setter.say("{box}, tray", box=art.title), art.at),
        _frame(lid, items, art.plate, setter, setter.say("{box}, lid", box=art.title), art.at),
    ]


def _frame(net: Net, art: Iterable[Item], plate: Plate, setter: Setter, name: str, at: str) -> Frame:
    """Return a net with its art, tabs and lines."""
    theme = setter.theme
    filled = plate.ground != theme.page
    items: list[Item] = [Polygon(_points(net.body), plate.ground, plate.ground, 2 * BLEED)] if filled else []
    items += art
    for tab in net.tabs:
        items.append(Polygon(_points(tab), theme.page))
        items += hatched(_points(tab), "rising", theme.hairline, 2.4)
    items += [
        Polygon(_points(net.outline), None, colour, line) for colour, line in ((theme.page, HALO), (theme.ink, THIN))
    ]
    for fold in net.folds:
        start, end = _points(fold)
        items += [Line(*start, *end, theme.page, HALO), *dashed((start, end), theme.ink, THIN, *DASH, closed=False)]
    width, height = (side * MM for side in net.size)
    return Frame(width, height, tuple(items), 0.0, name, at)


def _placed(panel: Panel, items: Iterable[Item], bleed: float = 0.0) -> Iterator[Group]:
    """Yield the items of a panel, clipped to it."""
    x, y, width, height = (part * MM for part in panel)
    yield Group(tuple(items), x, y, clip=(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed))


def _front(
    panel: Panel, art: BoxArt, motif: Motif | None, colours: Poster, setter: Setter, below: str = ""
) -> Iterator[Item]:
    """Draw a poster with the title at its foot, and small words `below` that."""
    width, height = panel[2] * MM, panel[3] * MM
    yield from back_art(motif, setter.theme, width, height, BLEED, colours)
    if below:
        small = setter.size(below, FONT, 9, 6.5, width - 8 * MM, art.where, "box")
        yield setter.line(below, 4 * MM, height - 2.6 * MM, FONT, small, colours.light)
        height += 3.4 * MM - 1.25 * small  # the title stands close above
    most = min(19.0, 0.088 * height)  # the foot of a poster is a fifth of it
    lines, size = setter.title(
        art.title.upper(), FONT, most, min(13.0, most), setter.theme.card_floor, width - 8 * MM, art.where, "box"
    )
    first = height - 6 * MM - (len(lines) - 1) * size
    yield from (
        setter.line(line, 4 * MM, first + row * size, FONT, size, colours.light) for row, line in enumerate(lines)
    )


def _back(panel: Panel, art: BoxArt, setter: Setter) -> Iterator[Item]:
    """Draw the back: a slanted band with the title, the contents, and the measures at the foot."""
    theme, width, height = setter.theme, panel[2] * MM, panel[3] * MM
    slope = theme.slant(0.06 * width)
    yield Rect(0, 0, width, height, theme.paper if not art.plate.hatch else theme.page)
    wedge = ((0.0, 0.0), (width, 0.0), (width, BAND - slope), (0.0, BAND))
    if art.plate.hatch:
        stripe = ((0.0, BAND - 3 * MM), (width, BAND - slope - 3 * MM), (width, BAND - slope), (0.0, BAND))
        yield from hatched(stripe, art.plate.hatch, art.plate.edge, 2.6)
        yield Line(0, BAND, width, BAND - slope, theme.ink, 1.2)
    else:
        yield Polygon(wedge, art.plate.ground)
        yield Line(0, BAND + 1.2, width, BAND - slope + 1.2, theme.stripe(art.plate.ground), 2.4)
    room, left = width - 8 * MM, 4 * MM
    size = setter.size(art.title.upper(), FONT, 16, theme.card_floor, room, art.where, "box")
    yield setter.line(art.title.upper(), left, 8.5 * MM, FONT, size, art.plate.text)
    texts = [
        TextBlock(art.holds, theme.ink, font=FONT, bold=FONT, scale=1.5),
        TextBlock(art.game, theme.ink, before=0.4),
    ]
    yield from setter.fit(texts, TextBox(left, BAND + 5 * MM, room, 30 * MM, "box"), 9, theme.card_floor, art.where)
    small = TextBlock(art.measures, theme.quiet)
    high = setter.height([small], room, theme.card_floor)
    foot = TextBox(left, height - high - 4 * MM, room, high + 1, "box")
    yield from setter.fit([small], foot, theme.card_floor, theme.card_floor, art.where)


def _side(panel: Panel, art: BoxArt, holds: str, setter: Setter) -> Iterator[Item]:
    width, height = panel[2] * MM, panel[3] * MM
    text = holds or f"{art.title.upper()} · {art.game}"
    most, floor = min(15.0, 0.55 * width), setter.theme.card_floor
    size = setter.size(text, FONT, most, floor, height - 10 * MM, art.where, "side of the box")
    yield Rect(0, 0, width, height, art.plate.ground)
    yield Group((setter.line(text, 0, 0.35 * size, FONT, size, art.plate.text, align=0.5),), width / 2, height / 2, 90)


def _lid(panel: Panel, art: BoxArt, setter: Setter) -> Iterator[Item]:
    yield Rect(0, 0, panel[2] * MM, panel[3] * MM, art.plate.ground)
    yield from _centred_line(panel, art.title.upper(), art.plate, setter, art.where, 0.0)


def _centred_line(panel: Panel, text: str, plate: Plate, setter: Setter, where: Where, turned: float) -> Iterator[Item]:
    """Set a line of text in the middle of a panel."""
    width, height = panel[2] * MM, panel[3] * MM
    most, floor = min(15.0, 0.55 * height), setter.theme.card_floor
    size = setter.size(text, FONT, most, floor, width - 8 * MM, where, "lid of the box")
    yield Group((setter.line(text, 0, 0.35 * size, FONT, size, plate.text, align=0.5),), width / 2, height / 2, turned)


def _centred_lines(panel: Panel, texts: Sequence[str], plate: Plate, setter: Setter, where: Where) -> Iterator[Item]:
    """Set lines of text in the middle of a panel, the first the largest."""
    width, height = panel[2] * MM, panel[3] * MM
    sizes = [
        setter.size(text, FONT, 26 if at == 0 and len(texts) > 1 else 11, 6.5, width - 10 * MM, where, "box")
        for at, text in enumerate(texts)
    ]
    y = height / 2 - sum(sizes) * 0.65
    for text, size in zip(texts, sizes, strict=True):
        y += 1.25 * size
        yield setter.line(text, width / 2, y, FONT, size, plate.text, align=0.5)


def _points(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple((round(x * MM, 3), round(y * MM, 3)) for x, y in points)


HALVES = (("front", "side"), ("back", "side"))
LABEL = (70 * MM, 18 * MM)
HOW = word(
    "Print on card of 160–300 g/m². Cut along solid lines; score dashed lines and fold them with the print outside; "
    "glue hatched tabs. Stick each label on the tray or bag for what it names."
)


def boards(game: Game, paper: Paper, setter: Setter) -> list[Frame]:
    """Return the pages of a kit's boxes and labels. A tuck box wider than the paper comes in two halves.

    The setter collects texts that do not fit (E310, W311). Boxes that are still too large are left out (W333).
    """
    boxes = [_tuck(game, item, paper, setter) for item in decks(game)]
    boxes += [_trays(game, setter)] if has_tray(game) else []
    kept: list[Frame] = []
    for box in boxes:
        large = next((net for net in box if not _fits(net, paper)), None)
        if large:
            size = f"{large.width / MM:.0f} × {large.height / MM:.0f} mm"
            message = f"the box '{large.name}' is left out: laid flat it is {size}, too large for {paper.name}"
            hint = "choose a larger paper, or divide what it holds"
            setter.found.append(Diagnostic("W333", message, large.span, hint))
        else:
            kept += [pages.aired(net) for net in box]
    labels = _labels(game, setter)
    plans = _plans([*kept, *labels], labels, paper)
    return [board for plan in plans for board in pages.pages_of_pieces(plan, paper, setter.say(HOW), setter)]


def _plans(frames: Sequence[Frame], labels: Sequence[Frame], paper: Paper) -> Iterator[pages.Plan]:
    """Yield a plan of the fewest pages in one orientation, or two plans if no orientation suits all frames.

    Labels are not turned, so that all on a page read alike.
    """
    upright, across = paper.ways
    suited = [way for way in paper.ways if all(pages.fits(frame, way, paper) for frame in frames)]
    whole = [pages.planned(frames, way, paper, labels) for way in suited]
    if whole:
        yield min(whole, key=lambda plan: plan.pages)
        return
    first = [frame for frame in frames if pages.fits(frame, upright, paper)]
    yield pages.planned(first, upright, paper, labels)
    yield pages.planned([frame for frame in frames if frame not in first], across, paper, labels)


def _fits(frame: Frame, paper: Paper) -> bool:
    return any(pages.fits(pages.aired(frame), way, paper) for way in paper.ways)


def _tuck(game: Game, deck: Boxed, paper: Paper, setter: Setter) -> list[Frame]:
    """Return a deck's tuck box, whole or in halves."""
    theme, count, at = setter.theme, deck.number, deck.at
    tuck = Tuck.of(deck.enlarged if theme.enlarges else deck.size, count, deck.thickness)
    colour = game.owners[deck.owner].colour if deck.owner in game.owners else theme.accent
    wide, high, deep = tuck.inside
    say, thick = setter.say, setter.say.number(f"{deck.thickness:g}")
    sides = {"wide": f"{wide:.0f}", "deep": f"{deep:.0f}", "high": f"{high:.0f}"}
    measures = say.count(
        count,
        "Inside {wide} × {deep} × {high} mm: {n} card, {thick} mm thick.",
        "Inside {wide} × {deep} × {high} mm: {n} cards, each {thick} mm thick.",
        thick=thick,
        **sides,
    )
    plate = theme.plate(colour)
    art = BoxArt(
        deck.title, say.count(count, "{n} card", "{n} cards"), game.info.title, measures, plate, lambda *_: at, at.place
    )
    draw = partial(tuck_box, tuck, art, deck.motif, theme.poster(colour))
    whole = draw(setter, WHOLE)
    return [whole] if _fits(whole, paper) else [draw(setter, half) for half in HALVES]


def _trays(game: Game, setter: Setter) -> list[Frame]:
    """Return a tray that holds all counters, unsorted, and its lid."""
    sizes = {name: size_of(game, name) for name in game[Counter]}
    volume = sum(
        (wide / MM) * (high / MM) * sheet_of(game, name).thickness * game[Counter][name].value.copies
        for name, (wide, high) in sizes.items()
    )
    tray = chits(volume)
    wide, long, deep = tray.inside
    document = sheets(game)[0].document
    count, plate = counter_count(game), setter.theme.plate(setter.theme.accent)
    say, sides = setter.say, {"wide": f"{wide:.0f}", "long": f"{long:.0f}", "deep": f"{deep:.0f}"}
    measures = say("{wide} × {long} × {deep} mm inside", **sides)
    at = document.at("title")
    art = BoxArt(
        say("Counters"),
        say.count(count, "{n} counter", "{n} counters"),
        game.info.title,
        measures,
        plate,
        lambda *_: at,
        at.place,
    )
    return lidded(tray, art, setter.theme.poster(setter.theme.accent), setter)


def _labels(game: Game, setter: Setter) -> list[Frame]:
    """Return a label for the counters of each document and owner, if there are several."""
    named = sheets(game)
    return [_label(game, mix, setter) for mix in named] if len(named) > 1 else []


def _label(game: Game, mix: Mix, setter: Setter) -> Frame:
    """Return a label: the owner's sign and colour, the title, and counts by unit type."""
    theme, owner, (width, height) = setter.theme, game.owners[mix.owner], LABEL
    plate, at = theme.plate(owner.colour), mix.document.at("title")
    inset, disc = 18 * MM, 5.5 * MM
    items: list[Item] = [Rect(0, 0, width, height, plate.ground)]
    if plate.hatch:
        items += hatched(box_corners(0, 0, inset - 2 * MM, height), plate.hatch, plate.edge, 2.6)
    items += _pattern(owner, inset - 2 * MM, height, setter)
    items.append(Circle(inset / 2 - MM, height / 2, disc, theme.page, plate.edge, 0.6))
    if any(one.pattern != "plain" for one in game.owners.values()):
        base = height / 2 + 0.35 * 20
        items.append(setter.line(owner.short, inset / 2 - MM, base, "sans-bold", 20, plate.edge, align=0.5))
    else:
        items += mark(owner.mark, inset / 2 - MM, height / 2, 6 * MM, plate.edge, theme.page)
    room = width - inset - 3 * MM
    title = _shortened(mix.title.removesuffix(" counters").upper(), theme.card_floor, room, setter)
    size = setter.size(title, "narrow-bold", 17, theme.card_floor, room, lambda *_: at, "label")
    items.append(setter.line(title, inset, 7.8 * MM, "narrow-bold", size, plate.text))
    box = TextBox(inset, 9.6 * MM, room, 7 * MM, "label")
    held = [
        TextBlock(text, plate.text, font="narrow", bold="narrow-bold") for text in _summaries(game, mix, setter.say)
    ]
    fitting = next((block for block in held if _fits_label(block, box, setter)), held[-1])
    items += setter.fit([fitting], box, 8.5, theme.card_floor, lambda *_: at)
    items.append(Rect(0, 0, width, height, None, theme.ink, THIN))
    return Frame(width, height, tuple(items), 0.0, f"label {mix.document.model.id}", at.place)


def _pattern(owner: Owner, wide: float, high: float, setter: Setter) -> Iterator[Item]:
    """Yield the pattern of an owner's counters, where owners are told by theirs and by letters."""
    theme = setter.theme
    if owner.pattern in ("hexes", "stripes"):
        items = (Rect(0, 0, wide, high, theme.page), *patterned(owner, wide, high, theme))
        yield Group(items, clip=(0.0, 0.0, wide, high))
    elif owner.pattern == "split" and not theme.outlined:
        yield Polygon(((wide, 0.0), (wide, high), (0.0, high)), theme.accent)


def _fits_label(block: TextBlock, box: TextBox, setter: Setter) -> bool:
    """Return whether a list fits its label, including its longest word."""
    size = setter.theme.card_floor
    wide = max(setter.book.width(word, "narrow-bold", size) for word in block.text.split(" "))
    return wide <= box.width and setter.fits([block], box, size)


def _summaries(game: Game, mix: Mix, say: Language) -> Iterator[str]:
    """Yield `12 armies · 26 corps`, then ever shorter lists, and at last the total alone."""
    counts: Tally[str] = Tally()
    for counter in (game[Counter][unit].value for unit in mix.units):
        counts[counter.type] += counter.copies
    types = game.info.unit_types
    parts = [f"{count} {types[name].title if count == 1 else types[name].plural}" for name, count in counts.items()]
    yield " · ".join(parts)
    for left in range(2, len(parts)):
        yield " · ".join([*parts[:-left], say.count(left, "and {n} more type", "and {n} more types")])
    yield say.count(sum(counts.values()), "{n} counter", "{n} counters")


def _shortened(text: str, size: float, width: float, setter: Setter) -> str:
    """Truncate text to `width`, with an ellipsis."""
    if setter.book.width(text, "narrow-bold", size) <= width:
        return text
    shorter = (f"{text[:end].rstrip()}…" for end in range(len(text), -1, -1))
    return next(cut for cut in shorter if setter.book.width(cut, "narrow-bold", size) <= width)
