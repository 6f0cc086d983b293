"""Draw what the boxes of a layout hold: shapes, pictures, symbols, posters, drawn words, texts, sections and strips."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rcwkit.art.artwork import Art, Crop, PictureView, placed
from rcwkit.art.colours import contrast
from rcwkit.art.hatching import (
    DIRECTIONS,
    Points,
    Rectangle,
    axis,
    bled,
    dashes,
    edge_of,
    halo,
    hatched,
    line_art,
    middle,
    outline,
    shadow,
    shape,
    within,
)
from rcwkit.art.hatching import disc as round_area
from rcwkit.art.motifs import UNEVEN, back_art, uneven
from rcwkit.art.symbols import mark, portrait, symbol
from rcwkit.diagnostics import Diagnostic, Span, nearest, relate
from rcwkit.faces.compiling import Compiled, Refused, Source, Spans
from rcwkit.faces.evaluation import Paint, Scope, Unfit, number
from rcwkit.faces.layouts import CardSection, Strip
from rcwkit.faces.parts import ChipFace, chip, disc, gate, plain_card, stair, windows, words_size
from rcwkit.faces.strips import RAIL, Flow, HeadingStyle, heading, relative, section_point, strip
from rcwkit.frame import MM, Gradient, Group, Item, Line, Text
from rcwkit.game.game import Game
from rcwkit.source.info import MOTIFS
from rcwkit.source.symbols import ECHELONS, MARKS, is_unit_box, wrong_symbol
from rcwkit.type.fonts import styled
from rcwkit.type.text import CAP, Setter, TextBlock, TextBox, Where, running

LINE_PITCH = (5.5 * MM, 8 * MM)
"""Minimum and maximum distance of ruled lines."""


def sections(
    texts: Sequence[TextBlock],
    listed: Sequence[CardSection],
    lines: int,
    box: TextBox,
    sizes: Sequence[float],
    setter: Setter,
    where: Where,
    sign: float = 1.0,
    *,
    game: Game | None = None,
    colour: str = "",
    font: str = "sans",
    run_in: bool = False,
) -> list[Item]:
    """Set texts and sections into a box, above a number of lines to write on. Reports E310.

    The paths of sections begin with their index, that of the lines is `ruled`. What sections draw is in a `colour`;
    their chips are counters of a `game`.
    """
    most, least, bottom = sizes[0], sizes[-1], box.y + box.height
    items: list[Item] = []
    drawn = any(section.is_drawn for section in listed)
    blocks = list(texts) if drawn else [*texts, *_blocks(listed, box, most, setter, sign, font, run_in=run_in)]
    if not drawn and not setter.fits(blocks, box, most) and not setter.fits(blocks, box, least):
        blocks = [*texts, *_blocks(listed, box, most, setter, sign, font, run_in=True)]
    if any(section.number for section in listed):
        box = box._replace(x=box.x + RAIL, width=box.width - RAIL)
    flow = Flow(setter, box, where, sign, game, colour or setter.theme.accent, font, run_in)
    slabs = [*flow.slabs(texts, listed)] if drawn else []
    if lines:
        text = flow.height(slabs, most, 1.0) if drawn else setter.height(blocks, box.width, most, box.leading)
        pitch = max(LINE_PITCH[0], min(LINE_PITCH[1], (box.height - text) / lines))
        box = box._replace(height=box.height - pitch * lines, name=f"{box.name} above its ruled lines")
        if box.height < 0:
            message = f"{lines} ruled lines need {-box.height / MM:.1f} mm more than the box has"
            setter.found.append(Diagnostic("E310", message, where("ruled"), "fewer lines, or a larger card"))
        heights = [bottom - pitch * row for row in reversed(range(lines))]
        items += [Line(box.x, y, box.x + box.width, y, setter.theme.hairline, 0.5) for y in heights]
    if drawn:
        return [*items, *flow.set(slabs, box, most, least)]
    return [*items, *setter.fit(blocks, box, most, least, where)]


def _blocks(
    listed: Sequence[CardSection], box: TextBox, size: float, setter: Setter, sign: float, font: str, *, run_in: bool
) -> list[TextBlock]:
    """Return the texts of sections. Heads run in for those of one line, or with `run_in`, of one paragraph."""
    theme, bold = setter.theme, styled(font, bold=True)
    ink, red = theme.ink, theme.legible(theme.accent, theme.paper)
    blocks: list[TextBlock] = []
    for index, section in enumerate(listed):
        path = (index,)
        usual = TextBlock("", ink, (*path, "text"), font, bold, sign=sign)
        texts = running(section.text, usual) if section.text else []
        head = (section.head or "").upper()
        if len(texts) == 1 and not texts[0].bullet and not section.items:
            short = texts[0]._replace(before=0.5, head=head, head_fill=red)
            if run_in or setter.single(short, box.width, size):
                blocks.append(short)
                continue
        blocks.append(TextBlock(head, red, (*path, "head"), "narrow-bold", "narrow-bold", before=0.7, spacing=0.05))
        blocks += texts
        blocks += [
            section_point(text, ink, (*path, "items", row), font, sign) for row, text in enumerate(section.items)
        ]
    return blocks


def poster(motif: str, place: Rectangle, bleed: float, colour: str, setter: Setter) -> tuple[Item, ...]:
    """Return the poster of a motif in a colour, or what the look has on its backs. Raises KeyError."""
    x, y, width, height = place
    named = motif or None
    theme = setter.theme
    pale = theme.backs == "pale" or theme.backs == "plain" and named is None
    colours = theme.pale(colour) if pale else theme.poster(colour)
    items = back_art(named, theme, width, height, bleed, colours)
    return (Group(items, x, y),) if x or y else items


PITCH = 2.6
"""Usual distance of the lines of a hatch, in points."""
HATCH = 0.45
"""Usual width of the lines of a hatch, in points."""
CLOSEST = 1.0
"""Least distance of the lines of a hatch, in points."""
MOST = 1000
"""Maximum number of lines of a hatch."""
CUT = 0.006
"""How far the corners of a rectangle that is cut by hand are off at most, as a share of its shorter side."""
BOX_LINE, LINE, MARK_LINE = 0.6, 0.45, 1.0
"""Width in points of the lines of unit boxes, other symbols and marks in outline."""
LETTER_LINE = 0.03
"""The same of letters, in sizes of their type; at least HATCH / 2 and at most MARK_LINE."""
PARTS = ("chip", "pile", "disc", "card", "gate", "lock", "stair", "windows")
"""The drawn words that a box may show; `strip` is a track's."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0, "justify": 0.0}
_VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "baseline": 1.0}


def _outlined(line: Item) -> Item:
    """Return a line of text, also one with signs or on an arc, with its letters in outline."""
    if isinstance(line, Group):
        return line._replace(items=tuple(map(_outlined, line.items)))
    if not isinstance(line, Text):
        return line
    return line._replace(outline=min(MARK_LINE, max(HATCH / 2, LETTER_LINE * line.size)))


class Contents(ABC):
    """Draws the contents of boxes of a face of a `size` in points.

    `beyond` becomes true if something is drawn outside of the bleed. Values that cannot be used raise Refused; texts
    that do not fit are added to the setter's `found`.
    """

    def __init__(self, game: Game, paint: Paint, spans: Spans, bleed: float) -> None:
        self.game, self.paint, self.spans, self.bleed = game, paint, spans, bleed
        self.setter: Setter = paint.setter
        self.size = (0.0, 0.0)
        self.beyond = False

    @abstractmethod
    def laid(self, layout: str, scope: Scope, size: tuple[float, float], depth: int) -> tuple[Item, ...]:
        """Return the items of a layout at a size."""

    def contents(
        self, box: Compiled, place: Rectangle, scope: Scope, depth: int, index: int, items: list[Item]
    ) -> None:
        """Draw shape, picture, symbols, inner layout, and text of a box, in this order, and what is around them."""
        opacity, first = max(0.0, box.value("opacity", scope, 1.0)), len(items)
        self._contents(box, place, scope, depth, index, items)
        if len(items) == first or self.setter.theme.outlined:
            return
        if not box.values.keys().isdisjoint(("shadow", "halo")):
            items[first:first] = self._around(box, place, scope, tuple(items[first:]))
        if opacity < 1:
            items[first:] = [Group(tuple(items[first:]), opacity=opacity)] if opacity else []

    def _around(self, box: Compiled, place: Rectangle, scope: Scope, items: tuple[Item, ...]) -> list[Item]:
        """Return the shadow and the halo of what a box holds."""
        found: list[Item] = []
        (x, y, width, height), reach = place, 0.0
        if "shadow" in box.values:
            colour, opacity = self._translucent(box, "shade", box.value("shade", scope, "ink 40%"))
            right, down, soft = [*box.values["shadow"](scope), 0.0][:3]
            reach = max(abs(right), abs(down)) + max(0.0, soft)
            if colour and opacity:
                found += shadow(items, colour, opacity, right, down, max(0.0, soft))
        if "halo" in box.values:
            colour, opacity = self._translucent(box, "halo", box.value("halo", scope))
            rim = box.value("rim", scope)
            reach = max(reach, rim)
            if colour and opacity and rim > 0:
                found.append(halo(items, colour, opacity, rim))
        self._bound(((x - reach, y - reach), (x + width + reach, y + height + reach)))
        return found

    def _contents(
        self, box: Compiled, place: Rectangle, scope: Scope, depth: int, index: int, items: list[Item]
    ) -> None:
        values, theme = box.values, self.setter.theme
        fill = self._colour(box, "fill", scope) if "fill" in values else None
        if box.drawn:
            self._drawing(box, place, fill, scope, depth, index, items)
        words = values["text"](scope).strip() if "text" in values else ""
        if name := box.value("part", scope):
            items += self._part(box, name, words, place, fill or theme.accent, scope, index)
            return
        if not words and not box.worded:
            return
        ink = self._colour(box, "ink", scope) if "ink" in values else None
        ink = self.paint.ink(ink or (theme.on(fill) if fill else theme.ink))
        known, pad = len(self.setter.found), box.value("pad", scope)
        x, y, width, height = place
        place = x + pad, y + pad, max(0.0, width - 2 * pad), max(0.0, height - 2 * pad)
        if box.worded:
            items += self._sections(box, words, place, ink, scope, index)
        else:
            items += self._text(box, words, place, ink, scope, index)
        if len(self.setter.found) > known and self.is_own(box):
            relate(self.setter.found, known, box.placed.at("at"))

    def is_own(self, box: Compiled) -> bool:
        """Return whether a box is in a layout of the game's own."""
        return any(box.placed.own[0] is one for one in self.game.documents)

    def _drawing(
        self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope, depth: int, index: int, items: list[Item]
    ) -> None:
        """Draw what a box has under its text."""
        values, given, theme = box.values, box.placed.box, self.setter.theme
        edges = bled(place, self.size, self.bleed) if given.over == "bleed" else place
        if "motif" in values:
            items += self._poster(box, edges, scope)
        if "part" not in values and not values.keys().isdisjoint(("fill", "stroke", "gradient", "hatch")):
            items += self._shape(box, edges, fill, scope)
        ink = self.paint.ink(self._colour(box, "ink", scope) or (theme.on(fill) if fill else theme.ink))
        ground = self.paint.behind(ink, self._colour(box, "ground", scope) or fill, scope.get("owner"))
        if name := box.value("image", scope):
            items += self._image(box, name, edges, ink, scope, self.where(box, "image", index))
        x, y, width, height = place
        if "part" not in values and (name := box.value("symbol", scope)):
            own = self.game.info.drawings
            if wrong := wrong_symbol(name, own.symbols, own.branches):
                raise self.refused("E254", wrong[0], box, "symbol", wrong[1])
            drawn = symbol(name, x, y, width, height, ink, ground, theme.figures)
            lined = theme.outlined and name not in ECHELONS and given.outlined is not False
            items += line_art(drawn, ink, ground, BOX_LINE if is_unit_box(name) else LINE) if lined else drawn
        if name := box.value("mark", scope):
            if name not in MARKS:
                raise self.refused("E254", f"unknown mark '{name}'", box, "mark", f"one of: {', '.join(MARKS)}")
            drawn = mark(name, x + width / 2, y + height / 2, min(width, height), ink, ground)
            items += line_art(drawn, ink, ground, MARK_LINE) if theme.outlined and given.outlined else drawn
        if name := box.value("portrait", scope):
            items.append(self._portrait(box, name, place, ink, scope))
        if given.layout is not None:
            inner = self.laid(given.layout, scope, (width, height), depth + 1)
            items += [Group(inner, x, y)] if x or y else inner
        if isinstance(shown := box.value("strip", scope), Strip):
            items += strip(self.game, shown, place, self.setter, self.where(box, "strip", index))
        if "flags" in values:
            numbers = box.value("flags", scope) or ()
            if not isinstance(numbers, (list, tuple)) or not all(type(one) is int for one in numbers):
                raise self.refused("E251", "these are not the numbers of rulings", box, "flags")
            about, size, quiet = self.setter.cite(numbers), theme.card_floor, theme.inked("accent", ink)
            if about:
                items.append(self.setter.line(about, x + width, y + CAP * size, "narrow-bold", size, quiet, align=1.0))

    def _part(
        self, box: Compiled, name: str, words: str, place: Rectangle, colour: str, scope: Scope, index: int
    ) -> Iterator[Item]:
        """Draw a drawn word that says some words."""
        setter, theme, (x, y, width, height) = self.setter, self.setter.theme, place
        lines, plate, where = words.split("\n"), theme.plate(colour), self.where(box, "text", index)
        match name:
            case "chip" | "pile":
                figure, label = (lines[0], lines[1]) if len(lines) > 1 else ("", words)
                edge, sign, said = min(width, height), box.value("symbol", scope) or "none", (label,) if label else ()
                face = ChipFace(colour, "", sign, "", figure, said, pile=name == "pile", sure="dash" not in box.values)
                size = words_size(edge, theme)
                setter.size(label, "narrow-bold", size, size, width - 0.175 * edge, where, "chip")
                yield Group(chip(face, setter, edge).items, x, y)
            case "disc":
                across, down, radius = middle(place)
                yield from disc(across, down, radius, words, 1.3 * radius, setter, "figures")
            case "card":
                yield from plain_card(x, y, width, height, words, plate, "", setter)
            case "gate":
                yield from gate(x + width / 2, y, height, theme.ink)
            case "lock":
                yield setter.line(":lock:", x, y + 0.86 * height, "narrow-bold", height, theme.ink)
            case "stair":
                steps = {title: text for title, _, text in (line.partition(": ") for line in lines)}
                yield from stair(x, y, width, steps, colour, setter)
            case "windows":
                faces = {int(one) for one in re.findall(r"[1-6]", words)}
                yield from windows(x, y, width, faces, plate.edge, theme.page)
            case _:
                raise self.refused("E254", f"unknown part '{name}'", box, "part", f"one of: {', '.join(PARTS)}")

    def _shape(self, box: Compiled, place: Rectangle, fill: str | None, scope: Scope) -> Iterator[Item]:
        given, values = box.placed.box, box.values
        stroke = self._colour(box, "stroke", scope)
        stops = self._stops(box, scope) if "gradient" in values else ()
        if self.setter.theme.outlined and stops:
            solid = all(opacity == 1 for _, _, opacity in stops)
            fill, stops = fill or (self._darkest(stops) if solid else None), ()
        fill, stroke, line = self.paint.laid(fill, stroke, box.value("line", scope))
        hatch = self._colour(box, "hatch", scope) if self.setter.theme.outlined else None
        if fill is None and stroke is None and hatch is None and not stops:
            return
        kind, points = self._area(box, place, scope)
        if kind == "polygon" and not points:
            return
        sweep = box.value("sweep", scope, (0, 360))
        self._bound(points or ((place[0], place[1]), (place[0] + place[2], place[1] + place[3])))
        if stops:
            if fill is not None:
                yield shape(kind, place, points, sweep, box.value("corner", scope), fill, None, 0.0)
                fill = None
            edge = edge_of(kind, place, points, sweep, box.value("corner", scope))
            paint = Gradient(*place, axis(place, self._direction(box, scope)), stops)
            yield Group((paint,), within=edge) if edge else paint
        if hatch is not None:
            plate = self.setter.theme.plate(hatch)
            area = points or (round_area(*middle(place)) if kind == "disc" else outline(kind, place))
            thin = HATCH if given.line is None or stroke is not None else box.value("line", scope)
            yield from hatched(area, plate.hatch or "grid", plate.edge, self._pitch(box, scope, place), thin)
        if stroke is None or not {"stroke", "dash"} <= values.keys():
            if fill is not None or stroke is not None:
                yield shape(kind, place, points, sweep, box.value("corner", scope), fill, stroke, line)
            return
        if fill is not None and kind != "line":
            yield shape(kind, place, points, sweep, box.value("corner", scope), fill, None, line)
        yield from dashes(kind, place, points, sweep, stroke, line, values["dash"](scope))

    def _stops(self, box: Compiled, scope: Scope) -> tuple[tuple[float, str, float], ...]:
        """Return the colours of a gradient, at equal distances; of one that is none, that beside it fades."""
        given = [self._translucent(box, "gradient", value) for value in box.values["gradient"](scope)]
        known = [colour for colour, _ in given if colour]
        if not known:
            return ()
        near = [
            colour or next(filter(None, (other for other, _ in given[at:])), known[-1])
            for at, (colour, _) in enumerate(given)
        ]
        shares = (opacity if colour else 0.0 for colour, opacity in given)
        return tuple(
            (at / (len(given) - 1), colour, share) for at, (colour, share) in enumerate(zip(near, shares, strict=True))
        )

    def _darkest(self, stops: tuple[tuple[float, str, float], ...]) -> str:
        page = self.setter.theme.page
        return max((colour for _, colour, _ in stops), key=lambda colour: contrast(colour, page))

    def _direction(self, box: Compiled, scope: Scope) -> float | None:
        """Return where a gradient runs, in degrees clockwise from up; None for one from the middle."""
        given = box.value("direction", scope, "down")
        if given == "radial" or given in DIRECTIONS:
            return DIRECTIONS.get(given)
        try:
            return number(given) % 360
        except Unfit:
            hint = f"radial, {', '.join(DIRECTIONS)}, or degrees clockwise from up"
            raise self.refused("E254", f"unknown direction '{given}'", box, "direction", hint) from None

    def _translucent(self, box: Compiled, key: str, value: Any) -> tuple[str | None, float]:
        try:
            return self.paint.translucent(value)
        except Unfit as error:
            raise self.refused("E254", error.message, box, key, error.hint) from error

    def _pitch(self, box: Compiled, scope: Scope, place: Rectangle) -> float:
        """Return the distance of the lines of a hatch, which are not too many to print."""
        return float(max(box.value("pitch", scope, PITCH), CLOSEST, (place[2] + place[3]) / MOST))

    def _bound(self, points: tuple[tuple[float, float], ...]) -> None:
        """Note points outside of the bleed."""
        least, (width, height) = -self.bleed - 0.01, self.size
        if not all(least <= x <= width - least and least <= y <= height - least for x, y in points):
            self.beyond = True

    def _image(
        self, box: Compiled, name: str, place: Rectangle, ink: str, scope: Scope, where: Callable[[], Span]
    ) -> Iterator[Item]:
        """Place a picture, cut off at the edge of the box's shape."""
        known, given = len(self.setter.found), box.placed.box
        art = self.setter.picture(name, where)
        if art is None:
            if self.is_own(box):
                relate(self.setter.found, known, box.placed.at("image"))
            return
        usual: Crop = "fill" if "focus" in box.values or "zoom" in box.values else "fit"
        crop = given.crop if isinstance(given.crop, str) else "fill" if given.crop else usual
        picture = placed(art, *place, crop, ink, self._view(box, art, scope))
        kind, points = self._area(box, place, scope)
        corner, sweep = box.value("corner", scope), box.value("sweep", scope, (0, 360))
        edge = edge_of(kind, place, points, sweep, corner)
        yield Group((picture,), within=edge) if edge else picture

    def _view(self, box: Compiled, art: Art, scope: Scope) -> PictureView:
        crop, values = box.placed.box.crop, box.values
        if isinstance(crop, tuple):
            sides = (art.pixels or (art.width, art.height)) * 2
            x, y, width, height = (part.of(side) for part, side in zip(crop, sides, strict=True))
            if min(width, height) <= 0 or x + width > 1.001 or y + height > 1.001:
                said = f"{sides[0]:g} × {sides[1]:g}"
                raise self.refused("E251", f"this is no part of a picture of {said}", box, "crop")
            view = PictureView((x, y, width, height))
        else:
            view = PictureView()
        if "focus" in values:
            across, down = (min(1.0, max(0.0, share)) for share in values["focus"](scope))
            view = view._replace(focus=(across, down))
        flip = box.value("flip", scope, "")
        if flip not in ("", "across", "down"):
            raise self.refused("E254", f"unknown flip '{flip}'", box, "flip", "one of: across, down")
        return view._replace(zoom=min(50.0, max(1.0, box.value("zoom", scope, 1.0))), flip=flip)

    def _area(self, box: Compiled, place: Rectangle, scope: Scope) -> tuple[str, Points]:
        """Return the shape of a box, and its points if it has some of its own."""
        inner = {**scope, "": place} if box.points else scope
        points = tuple((x(inner), y(inner)) for x, y in box.points)
        if box.placed.box.shape == "cut":
            pane = uneven(*place, min(UNEVEN, CUT * min(place[2:])))
            return "polygon", within(points, pane) if points else pane
        return box.placed.box.shape or ("polygon" if points else "rect"), points

    def _poster(self, box: Compiled, place: Rectangle, scope: Scope) -> tuple[Item, ...]:
        motif = box.value("motif", scope)
        known = dict.fromkeys((*MOTIFS, *self.game.info.drawings.motifs))
        if motif and motif not in known:
            raise self.refused("E254", f"unknown motif '{motif}'", box, "motif", f"one of: {', '.join(known)}")
        self.beyond = True
        bleed = self.bleed if box.placed.box.over == "bleed" else 0.0
        x, y, width, height = place
        inner = (x + bleed, y + bleed, width - 2 * bleed, height - 2 * bleed)
        return poster(motif, inner, bleed, self._colour(box, "ink", scope) or self.setter.theme.accent, self.setter)

    def _portrait(self, box: Compiled, name: str, place: Rectangle, ink: str, scope: Scope) -> Item:
        parts = self.game.info.portraits.get(name)
        if parts is None:
            known = self.game.info.portraits
            raise self.refused("E254", f"unknown portrait '{name}'", box, "portrait", nearest(name, known))
        overlay = box.value("overlay", scope, "")
        try:
            return portrait(parts, *place, ink, self.setter.theme, overlay)
        except KeyError:
            raise self.refused("E254", f"unknown overlay '{overlay}'", box, "overlay", "bandage, bars") from None

    def _sizes(self, box: Compiled, scope: Scope) -> list[float]:
        """Return the type sizes of a box, the largest first."""
        sizes: list[float] = box.value("size", scope) or [self.setter.theme.card_body, self.setter.theme.card_floor]
        return sizes

    def where(self, box: Compiled, key: str, index: int) -> Callable[..., Span]:
        """Return where a value of a box comes from: from the data, or else its place in the layout."""

        def found(*path: Any) -> Span:
            own, more = (path[0], path[1:]) if path and path[0] in box.sources else (key, path)
            return self._source(box, own, more, index) or box.placed.at(own)

        return found

    def _blocks(self, box: Compiled, words: str, ink: str, scope: Scope) -> list[TextBlock]:
        font = self._font(box, box.value("font", scope, "sans"))
        bold, sign = styled(font, bold=True), relative(box.value("sign", scope, 1.0))
        return running(words, TextBlock("", ink, ("text",), font, bold, sign=sign))

    def _text(self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int) -> Iterator[Item]:
        given, sizes, where = box.placed.box, self._sizes(box, scope), self.where(box, "text", index)
        if given.lines or len(sizes) > 2 or "bend" in box.values:
            style = HeadingStyle(
                given.lines or 1,
                _ALIGN[given.align or "left"],
                given.valign or "top",
                box.value("leading", scope, 1.0),
                box.value("rise", scope, 0.0),
                box.value("spacing", scope, 0.0),
                relative(box.value("sign", scope, 1.0)),
                box.value("pitch", scope, 0.0),
                box.value("bend", scope, 0.0),
            )
            font = self._font(box, box.value("font", scope, "sans"))
            lines = heading(words, TextBox(*place, box.placed.name), style, font, sizes, ink, self.setter, where)
            outlined = given.outlined and self.setter.theme.outlined
            yield from map(_outlined, lines) if outlined else lines
            return
        align, valign = _ALIGN[given.align or "left"], _VALIGN[given.valign or "top"]
        room = TextBox(*place, box.placed.name, align, valign, self._leading(box, scope), given.align == "justify")
        yield from self.setter.fit(self._blocks(box, words, ink, scope), room, sizes[0], sizes[-1], where)

    def _sections(
        self, box: Compiled, words: str, place: Rectangle, ink: str, scope: Scope, index: int
    ) -> Iterator[Item]:
        """Set text and sections above ruled lines."""
        listed = box.value("sections", scope) or ()
        if not isinstance(listed, (list, tuple)) or not all(isinstance(one, CardSection) for one in listed):
            raise self.refused("E251", "these are not the sections of a card", box, "sections")
        lines = int(min(20, max(0, box.value("ruled", scope, 0))))
        texts = self._blocks(box, words, ink, scope) if words else []
        room, where = (
            TextBox(*place, box.placed.name, leading=self._leading(box, scope)),
            self.where(box, "sections", index),
        )
        sizes, sign = self._sizes(box, scope), relative(box.value("sign", scope, 1.0))
        font = self._font(box, box.value("font", scope, "sans")).removesuffix("-italic")
        owner = scope.get("owner")
        colour = str(owner["colour"]) if owner is not None else ""
        colour = self.paint.named(colour) if colour else ""
        yield from sections(
            texts,
            listed,
            lines,
            room,
            sizes,
            self.setter,
            where,
            sign,
            game=self.game,
            colour=colour,
            font=font,
            run_in=box.placed.box.run_in,
        )

    def _leading(self, box: Compiled, scope: Scope) -> float:
        """Return the leading of running text, 0 for that of the theme."""
        return relative(box.value("leading", scope)) if "leading" in box.values else 0.0

    def _source(self, box: Compiled, key: str, more: tuple[Any, ...], index: int) -> Span | None:
        """Return the place in the data of a value of a box, or of something within it."""
        for source in box.sources.get(key, ()):
            path: Source = (*source, *more)
            if path[0] == "item" and box.listed is not None:
                path = (*box.listed, index, *path[1:])
            if (span := self.spans(path)) is not None:
                return span
        return None

    def _colour(self, box: Compiled, key: str, scope: Scope) -> str | None:
        value = box.value(key, scope)
        try:
            return self.paint.colour(value)
        except Unfit as error:
            raise self.refused("E254", error.message, box, key, error.hint) from error

    def _font(self, box: Compiled, name: str) -> str:
        try:
            return self.paint.font(name)
        except Unfit as error:
            raise self.refused("E254", error.message, box, "font", error.hint) from error

    def refused(self, code: str, message: str, box: Compiled, key: str, hint: str = "") -> Refused:
        """Return a refusal of the value of a key."""
        return Refused(Diagnostic(code, message, box.placed.at(key), hint))

    def report(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add an error or warning."""
        self.setter.found.append(Diagnostic(code, message, span, hint))
