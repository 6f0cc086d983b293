"""Draw cards: a band with the title, sections of short text, and a poster on the back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.art import placed
from rcwkit.look.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.look.hatching import corners, double_rule, hatched, plated
from rcwkit.look.text import Block, Box, Setter, Where, paragraphs
from rcwkit.look.theme import Plate, Theme
from rcwkit.models.cards import Card, Deck
from rcwkit.models.lengths import Size
from rcwkit.models.looks import Band
from rcwkit.pieces.faces import Faces
from rcwkit.pieces.posters import back_art
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry
from rcwkit.reading.scopes import back_scope, card_scope, deck_scope, spans_of

__all__ = ["BLEED", "leaves", "printed_size", "sides"]

BLEED = 2 * MM
"""Bleed of a card, in points."""
STRIPE = 1.2 * MM
HEM = 1.2 * MM
"""Height of the hatched edge of a track's box that is not tinted."""
ENLARGED = 1.4
"""Scale of reference cards in large print, including their type."""
PITCH = (5.5 * MM, 8 * MM)
"""Minimum and maximum distance of ruled lines."""


def printed_size(deck: Deck, theme: Theme) -> tuple[float, float]:
    """Return the width and height (mm) of a deck's cards; reference cards are larger in large print."""
    (width, height), times = deck.size, ENLARGED if deck.reference and theme.enlarges else 1.0
    return width * times, height * times


class _Plan:
    """The measures of a card's front, in points; the band of its title rises to the right if it is `slanted`."""

    def __init__(self, size: Size, *, slanted: bool = True) -> None:
        across, down = size
        self.unit = unit = min(across / 63, 1.0)
        self.width, self.height = across * MM, down * MM
        margin = (4.0 if across >= 55 else 3.0) * MM
        self.left, self.right = margin, self.width - margin
        deep = 0.4 + (17 if slanted else 14) * unit
        self.band = deep * MM, (deep - (0.092 * across if slanted else 0.0)) * MM
        self.circle = (self.width - 7.2 * unit * MM, 6.3 * unit * MM, 4.3 * unit * MM)
        self.top = self.band[0] + STRIPE + 1.5 * MM

    def edge(self, x: float) -> float:
        """Return the y of the band's lower edge at x."""
        deep, shallow = self.band
        return deep - (deep - shallow) * x / self.width

    def room(self, baseline: float) -> float:
        """Return the width for text on a baseline within the band."""
        deep, shallow = self.band
        end = (deep - baseline - 0.7 * MM) / (deep - shallow) * self.width if deep > shallow else self.right
        return min(self.right, end) - self.left


@lru_cache(maxsize=32)
def _plan(size: Size, band: Band) -> _Plan:
    return _Plan(size, slanted=band == "slanted")


def leaves(faces: Faces, deck: Entry[Deck]) -> Iterator[tuple[Card, Frame, Frame]]:
    """Yield a deck's fronts with their backs: that of the deck, the card's reverse, or the card that is `behind`."""
    numbers = {name: number for number, name in enumerate(deck.value.cards, 1)}
    for name, card in deck.value.leaves.items():
        front, back = sides(faces, deck, name, numbers[name])
        if second := deck.value.backs.get(name):
            back, _ = sides(faces, deck, second, numbers[second])
        yield card, front, back


def sides(faces: Faces, deck: Entry[Deck], card_id: str, number: int) -> tuple[Frame, Frame]:
    """Return the front and back of a card; `number` counts the deck's cards from 1. The setter collects diagnostics.

    Reference cards are larger in large print.
    """
    card = deck.value.cards[card_id]
    front = _face(faces, deck, card_id, card, number)
    if card.reverse is None:
        back = _back(faces, deck, card_id)
    else:
        back = _face(faces, deck, card_id, card.turned, number, reverse=True)
    return (
        (_enlarged(front), _enlarged(back)) if deck.value.reference and faces.setter.theme.enlarges else (front, back)
    )


def _face(faces: Faces, deck: Entry[Deck], card_id: str, card: Card, number: int, *, reverse: bool = False) -> Frame:
    """Return one face of a card: by its layout, or as the house draws cards."""
    game, setter = faces.game, faces.setter
    plan = _plan(deck.value.size, setter.theme.band)
    at = deck.document.at(*deck.path, "cards", card_id, key=True)
    name = f"{deck.id}/{card_id}" + (" back" if reverse else "")
    if layout := deck.value.layout_of(card):
        scope = {**card_scope(game, deck, card_id, card, number), "deck": deck_scope(deck)}
        spans = spans_of(deck, card_id, reverse=reverse)
        return faces.face(layout, scope, (plan.width, plan.height), bleed=BLEED, name=name, at=at, spans=spans)
    path = ("cards", card_id, "reverse") if reverse else ("cards", card_id)
    where = partial(deck.document.at, *deck.path, *path)
    owner = game.owners.get(card.owner or deck.value.back.colour or "")
    plate = setter.theme.plate(owner.colour if owner else setter.theme.accent)
    foot, bottom = _foot(deck.value, card, number, plan, plate, setter, where)
    items = (
        _ground(deck.value.size, plate, setter.theme),
        *_head(card, number, plan, plate, setter, where),
        *_flags(game, card, plan, setter),
        *_body(game, card, plan, bottom, setter, where),
        *foot,
    )
    return Frame(plan.width, plan.height, items, BLEED, name, at.place)


def _back(faces: Faces, deck: Entry[Deck], card_id: str) -> Frame:
    """Return the back that a card shares with its deck: by its layout, or as a poster."""
    plan, layout = _plan(deck.value.size, faces.setter.theme.band), deck.value.back.layout
    name, at = f"{deck.id}/{card_id} back", deck.document.at(*deck.path, "cards", card_id, key=True)
    if layout is None:
        items = _poster(faces.game, deck, plan, faces.setter)
        return Frame(plan.width, plan.height, items, BLEED, name, at.place)
    scope = {**back_scope(faces.game, deck), "deck": deck_scope(deck)}
    return faces.face(layout, scope, (plan.width, plan.height), bleed=BLEED, name=name, at=at)


def _enlarged(face: Frame) -> Frame:
    items = (Group(face.items, scale=ENLARGED),)
    return face._replace(
        width=face.width * ENLARGED, height=face.height * ENLARGED, items=items, bleed=face.bleed * ENLARGED
    )


@lru_cache(maxsize=256)
def _ground(size: Size, plate: Plate, theme: Theme) -> Group:
    """Return paper, band, stripe and the tint in the corner, the same on every card of a colour."""
    plan = _plan(size, theme.band)
    width, height, (deep, shallow) = plan.width, plan.height, plan.band
    slope = (deep - shallow) / width * BLEED
    left, right = deep + slope, shallow - slope
    corner = 25 * plan.unit * MM
    low, far = -BLEED, width + BLEED
    if plate.hatch:
        # A wedge under the title; its hatch stands for the colour.
        wedge = ((low, left - 4.1 * plan.unit * MM), (far, right), (far, right + 0.3), (low, left))
        lines = (
            *hatched(wedge, plate.hatch, plate.edge, 2.6, 0.45),
            Polygon(wedge, None, plate.edge, 0.6),
            Line(low, left + STRIPE, far, right + STRIPE, theme.ink, 1.6),
            Circle(*plan.circle, theme.page, plate.edge, 1.1),
        )
        return Group(lines, key=f"card-{size.width:g}x{size.height:g}-{plate.edge}")
    paper = Rect(low, low, width + 2 * BLEED, height + 2 * BLEED, theme.paper)
    if theme.band == "none":
        edge = theme.legible(plate.ground, theme.paper)
        ruled = (*double_rule(plan.left, plan.right, deep, edge), Circle(*plan.circle, None, edge, 0.9))
        return Group((paper, *ruled), key=f"card-{size.width:g}x{size.height:g}-{plate.edge}")
    if theme.band == "straight":
        flat = (
            Rect(low, low, width + 2 * BLEED, deep - low, plate.ground),
            Rect(low, deep, width + 2 * BLEED, STRIPE, theme.stripe(plate.ground)),
            Circle(*plan.circle, theme.paper),
        )
        return Group((paper, *flat), key=f"card-{size.width:g}x{size.height:g}-{plate.edge}")
    items: tuple[Item, ...] = (
        paper,
        Polygon(
            ((far, height - corner - BLEED), (far, height + BLEED), (width - corner - BLEED, height + BLEED)),
            theme.washed(plate.ground),
        ),
        # The stripe overlaps the band, so that no gap shows.
        Polygon(
            ((low, left - 1), (far, right - 1), (far, right + STRIPE), (low, left + STRIPE)), theme.stripe(plate.ground)
        ),
        Polygon(((low, low), (far, low), (far, right), (low, left)), plate.ground),
        Circle(*plan.circle, theme.paper),
    )
    return Group(items, key=f"card-{size.width:g}x{size.height:g}-{plate.edge}")


def _head(card: Card, number: int, plan: _Plan, plate: Plate, setter: Setter, where: Where) -> list[Item]:
    theme, unit = setter.theme, plan.unit
    light, floor = theme.ink if theme.band == "none" else plate.text, theme.card_floor
    x, y, radius = plan.circle
    room = x - radius - 1.5 * MM - plan.left
    lines, size = setter.title(
        card.title.upper(), "narrow-bold", 15 * unit, 11 * unit, floor, room, partial(where, "title"), "title"
    )
    top, steps = (3.7 * unit * MM, (0.8,)) if len(lines) == 1 else (2.6 * unit * MM, (0.7, 1.62))
    items: list[Item] = [
        setter.line(text, plan.left, top + size * step, "narrow-bold", size, light)
        for text, step in zip(lines, steps, strict=True)
    ]
    items += _subtitle(card, plan, light, setter, where)
    shown = card.number or str(number)
    tall = setter.size(
        shown, "narrow-bold", 12.5 * unit, floor, radius * 1.7, partial(where, "number"), "number's circle"
    )
    items.append(
        setter.line(shown, x, y + tall * 0.35, "narrow-bold", tall, theme.legible(plate.edge, theme.paper), align=0.5)
    )
    return items


def _subtitle(card: Card, plan: _Plan, light: str, setter: Setter, where: Where) -> list[Item]:
    """Set the subtitle and the first rule in the room above the slanted edge; in capitals if they fit."""
    text = " · ".join(part for part in (card.subtitle, card.rule.split(",")[0]) if part)
    if not text:
        return []
    size, baseline = setter.theme.card_floor, 11.7 * plan.unit * MM
    room = plan.room(baseline)
    spacing = 0.08
    if setter.book.width(text.upper(), "narrow", size, spacing * size) <= room:
        text = text.upper()
    else:
        spacing = 0.0
    source = partial(where, "subtitle" if card.subtitle else "rule")
    wide = setter.size(text, "narrow", size, size, room, source, "subtitle", spacing=spacing)
    return [setter.line(text, plan.left, baseline, "narrow", wide, light, spacing=spacing)]


def _flags(game: Game, card: Card, plan: _Plan, setter: Setter) -> tuple[Item, ...]:
    """Return the flags of the card's rulings, in the wedge of paper under the band."""
    numbers = [game.ruling_numbers[name] for name in card.rulings if name in game.ruling_numbers]
    top = plan.edge(plan.right - 18 * MM) + STRIPE + 0.7 * MM
    return setter.rulings(numbers, plan.right, top, setter.theme.card_floor)


def _body(game: Game, card: Card, plan: _Plan, bottom: float, setter: Setter, where: Where) -> list[Item]:
    theme, top = setter.theme, plan.top
    items: list[Item] = []
    if card.strip and card.strip.track in game.tracks:
        items += _strip(game, card, plan, top + 1.0 * MM, setter, partial(where, "strip"))
        top += 8.6 * MM
    box = Box(plan.left, top, plan.right - plan.left, bottom - top, "card")
    blocks = _blocks(card, box, setter, run_in=False)
    if not setter.fits(blocks, box, theme.card_body) and not setter.fits(blocks, box, theme.card_floor):
        blocks = _blocks(card, box, setter, run_in=True)
    if card.write_in:
        text = setter.height(blocks, box.width, theme.card_body)
        pitch = max(PITCH[0], min(PITCH[1], (box.height - text) / card.write_in))
        box = Box(box.x, top, box.width, box.height - pitch * card.write_in, "card above its ruled lines")
        if box.height < 0:
            message = f"{card.write_in} ruled lines need {-box.height / MM:.1f} mm more than the card has"
            setter.found.append(Diagnostic("E310", message, where("write_in"), "fewer lines, or a larger card"))
        heights = [bottom - pitch * row for row in reversed(range(card.write_in))]
        items += [Line(plan.left, y, plan.right, y, theme.hairline, 0.5) for y in heights]
    return [*items, *setter.fit(blocks, box, theme.card_body, theme.card_floor, where, loose=2.2)]


def _blocks(card: Card, box: Box, setter: Setter, *, run_in: bool) -> list[Block]:
    """Return the card's texts. Heads run in for sections of one line, or with `run_in`, of one paragraph."""
    theme = setter.theme
    ink, red = theme.ink, theme.legible(theme.accent, theme.paper)
    blocks: list[Block] = []
    if card.note:
        blocks += [
            Block(text, theme.quiet, ("note",), "sans-italic", "sans-bold-italic") for text in paragraphs(card.note)
        ]
    for index, section in enumerate(card.sections):
        path = ("sections", index)
        texts = paragraphs(section.text) if section.text else []
        if len(texts) == 1 and not section.items:
            short = Block(texts[0], ink, (*path, "text"), before=0.4, head=section.head.upper(), head_fill=red)
            if run_in or setter.single(short, box.width, theme.card_body):
                blocks.append(short)
                continue
        blocks.append(
            Block(section.head.upper(), red, (*path, "head"), "narrow-bold", "narrow-bold", before=0.5, spacing=0.05)
        )
        blocks += [Block(text, ink, (*path, "text")) for text in texts]
        blocks += [
            Block(text, ink, (*path, "items", row), before=0.04, indent=0.95, bullet="•")
            for row, text in enumerate(section.items)
        ]
    return blocks


def _strip(game: Game, card: Card, plan: _Plan, y: float, setter: Setter, where: Where) -> list[Item]:
    """Draw a track's boxes in miniature, with a disc on the box where the row's marker starts."""
    assert card.strip is not None
    theme, floor, font = setter.theme, setter.theme.card_floor, "narrow-bold"
    track = game.tracks[card.strip.track].value
    row = track.rows.get(card.strip.row)
    start = row.start if row else track.start
    wide, tall, middle = (plan.right - plan.left) / len(track.boxes), 6.2 * MM, (len(track.boxes) - 1) / 2
    labels = {name: setter.halves(box.title, font) for name, box in track.boxes.items()}
    longest = max(
        (line for label in labels.values() for line in label), key=lambda line: setter.book.width(line, font, 1.0)
    )
    size = setter.size(longest, font, floor, floor, wide - 1 * MM, where, "box strip")
    items: list[Item] = []
    marked: list[Item] = []
    for index, (name, box) in enumerate(track.boxes.items()):
        x = plan.left + index * wide
        owner = game.owners.get(box.colour or "")
        # The farther from the middle, the stronger the colour.
        strength = abs(index - middle) / (middle or 1)
        fill = theme.shade(owner.colour, 0.2 + 0.2 * strength) if owner else theme.page
        items.append(Rect(x, y, wide, tall, fill, theme.ink, 0.7))
        label = labels[name]
        plate = theme.plate(owner.colour if owner else theme.ink)
        hem = HEM if plate.hatch else 0.0
        if plate.hatch and owner:
            items += hatched(corners(x, y, wide, hem), plate.hatch, plate.edge, 1.9 - 0.7 * strength)
        first = y + hem + (tall - hem) / 2 + 0.35 * size - (len(label) - 1) * 0.5 * size
        items += [
            setter.line(line, x + wide / 2, first + place * size, font, size, theme.ink, align=0.5)
            for place, line in enumerate(label)
        ]
        if name == start:
            marked.append(Rect(x, y, wide, tall, None, theme.ink, 1.8))
            marked += [
                Circle(x + wide / 2, y - 0.5 * MM, 1.35 * MM, theme.ink),
                Circle(x + wide / 2, y - 0.5 * MM, 0.5 * MM, theme.paper),
            ]
    return [*items, *marked]


def _foot(
    deck: Deck, card: Card, number: int, plan: _Plan, plate: Plate, setter: Setter, where: Where
) -> tuple[list[Item], float]:
    """Draw the foot: deck, count and source under the warning on a dark bar. Also return the y where the body ends."""
    theme, size = setter.theme, setter.theme.card_floor
    quiet = theme.legible(theme.quiet, theme.washed(plate.ground))
    width, baseline = plan.right - plan.left, plan.height - 2.8 * MM
    first = deck.before[number - 1] + 1
    which = f"{first}–{first + card.copies - 1}" if card.copies > 1 else f"{first}"
    count = f"{deck.title} {which} of {deck.before[-1]}"
    rules = card.rule if "," in card.rule else ""
    beside = width - setter.book.width(count, "narrow-bold", size) - 2 * MM
    double = bool(rules) or setter.book.width(deck.source, "narrow", size) > beside
    upper = baseline - 1.15 * size if double else baseline
    items: list[Item] = [setter.line(count, plan.right, upper, "narrow-bold", size, quiet, align=1.0)]
    if rules:
        small = setter.size(rules, "narrow", size, size, beside, partial(where, "rule"), "foot")
        items.append(setter.line(rules, plan.left, upper, "narrow", small, quiet))
    small = setter.size(deck.source, "narrow", size, size, width, where, "foot")
    items.append(setter.line(deck.source, plan.left, baseline, "narrow", small, quiet))
    top = upper - size - 0.5 * MM
    if card.foot:
        dark = theme.plate(theme.ink)
        warning = [Block(text, dark.text, ("foot",), "narrow-bold", "narrow-bold") for text in paragraphs(card.foot)]
        tall = setter.height(warning, width, theme.card_body) + 1.0 * MM
        top -= tall
        far = plan.width + BLEED
        rise = theme.slant(0.5 * MM)
        shape = ((-BLEED, top + rise), (far, top - rise), (far, top + tall), (-BLEED, top + tall))
        bar = plated(Polygon(shape), dark)
        box = Box(plan.left, top + 0.6 * MM, width, tall - 1.2 * MM, "warning")
        items = [bar, *setter.fit(warning, box, theme.card_body, size, where), *items]
        top -= 0.6 * MM
        if top < plan.top:
            message = f"text does not fit: {(plan.top - top) / MM:.1f} mm too long for the foot of a card"
            hint = "shorten the texts of this piece, or use a larger size"
            setter.found.append(Diagnostic("E310", message, where("foot"), hint))
    return items, top - 0.8 * MM


def _poster(game: Game, deck: Entry[Deck], plan: _Plan, setter: Setter) -> tuple[Item, ...]:
    key = f"back-{deck.id}"
    if key in setter.art:
        return setter.art[key]
    theme, back, unit = setter.theme, deck.value.back, plan.unit
    clip = (-BLEED, -BLEED, plan.width + 2 * BLEED, plan.height + 2 * BLEED)
    if back.art and (art := setter.picture(back.art, partial(deck.document.at, *deck.path, "back", "art"))):
        setter.art[key] = (Group((placed(art, *clip, "fill", theme.ink),), key=key, clip=clip),)
        return setter.art[key]
    owner = game.owners.get(back.colour or "")
    colours = theme.poster(owner.colour if owner else theme.accent)
    shapes = back_art(back.motif, theme, plan.width, plan.height, BLEED, colours)
    where = partial(deck.document.at, *deck.path, "back", "title")
    framed = theme.backs == "frame" and not back.motif
    room = plan.right - plan.left - (4 * unit * MM if framed else 0.0)
    lines, size = setter.title(
        back.title.upper(), "narrow-bold", 19 * unit, 13 * unit, theme.card_floor, room, where, "back"
    )
    first = plan.height - (8 if framed else 5) * unit * MM - (len(lines) - 1) * size
    x, align = (plan.width / 2, 0.5) if framed else (plan.left, 0.0)
    titles = [
        setter.line(line, x, first + row * size, "narrow-bold", size, colours.light, align=align)
        for row, line in enumerate(lines)
    ]
    setter.art[key] = (Group((*shapes, *titles), key=key, clip=clip),)
    return setter.art[key]
