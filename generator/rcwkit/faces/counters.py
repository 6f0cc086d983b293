"""Counters drawn, as faces and as chips of set-up sheets, and what their sides show, from all that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from rcwkit.art.artwork import placed
from rcwkit.art.hatching import corners, cut_corners, dashed, line_art
from rcwkit.art.symbols import mark, proportion, symbol
from rcwkit.art.theme import Plate, Theme
from rcwkit.diagnostics import Span
from rcwkit.dice.counters import (
    BLANK,
    Counter,
    back_values_of,
    is_reduced,
    owner_of,
    reverse_of,
    shape_of,
    sheet_of,
    size_of,
    strengths_of,
    type_of,
    values_of,
)
from rcwkit.dice.places import find_place, place_fields, printed_start, region_of, start_of, start_span
from rcwkit.faces.compiling import Spans, owner_scope
from rcwkit.faces.layouts import Chip
from rcwkit.faces.parts import ChipFace
from rcwkit.frame import MM, Frame, Line, Polygon, Rect, Shape
from rcwkit.frame import Item as Drawn
from rcwkit.game.game import Game, Item
from rcwkit.source.info import Family, Formation, Owner, Place, Strength
from rcwkit.source.symbols import ECHELONS, is_unit_box, wrong_symbol
from rcwkit.type.text import CAP, Setter

if TYPE_CHECKING:
    from rcwkit.faces.faces import Faces

__all__ = [
    "BLEED",
    "Side",
    "chip",
    "chip_face",
    "column_label",
    "face_layout",
    "faces",
    "numbered",
    "poster_layout",
    "series",
    "side_scope",
    "side_spans",
    "sides",
    "size_of",
    "sized_at",
    "struck",
    "texts_of",
    "token",
]

STANDARD = "standard"
"""Layout of counters of types without values."""
PLATE = "plate"
"""Layout of those of a family of markers."""
POSTER = "counter_poster"
"""Layout of backs that show their owner alone."""
WIDE = 75
"""Height of a symbol at a width of 100, below which it is wide."""
NAMES = re.compile(r"\{([^{}]*)\}")
"""The names of values in the text that shows them."""


class Side(NamedTuple):
    """What one side of a counter shows; `framed` if it is reduced. `texts` are its values by place.

    It is `named` if the data give its name, or a designation; otherwise lists call it after its type.
    `left` are the steps that it has left, 0 if the counter does not say its steps; `steps` are all of them, two with a
    reduced side.
    """

    owner_id: str
    owner: Owner
    name: str
    named: bool
    symbol: str
    echelon: str = ""
    state: str = ""
    overlay: str = ""
    turned: int = 0
    label: str = ""
    family: Family | None = None
    framed: bool = False
    values: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    art: str = ""
    designation: str = ""
    parent: str = ""
    formation: Formation | None = None
    start: str = ""
    entry: str = ""
    shape: Shape = "square"
    left: int = 0
    steps: int = 0

    @property
    def strength(self) -> str:
        """All values in one text, such as 4-3-6: the line at the foot, or joined if they stand apart."""
        return self.texts["bottom"] if list(self.texts) == ["bottom"] else "-".join(self.values.values())


def sized_at(game: Game, unit: str) -> Span:
    """Return where the data give the size of a counter, or would."""
    if type_of(game, unit).size:
        return game.root.at("unit_types", game[Counter][unit].value.type, "size")
    document = game[Counter][unit].document
    return document.at("size") if sheet_of(game, unit).size else game.root.at("counter_size")


def face_layout(game: Game, unit: str) -> str:
    """Return the id of the layout of a counter's face."""
    counter = game[Counter][unit].value
    strength = strengths_of(game)[counter.type]
    return strength.layout or ("classic" if strength.values else PLATE if counter.family else STANDARD)


def poster_layout(game: Game, unit: str) -> str:
    """Return the id of the layout of a counter's back if it is a poster, or an empty text."""
    return (type_of(game, unit).poster or POSTER) if reverse_of(game, unit) == "poster" else ""


def texts_of(strength: Strength, values: Mapping[str, str]) -> dict[str, str]:
    """Return how values are printed, by place: a dash for a value that is lacking, nothing for a text without any."""
    if strength.shown is None:
        return {"bottom": "-".join(values.values())} if values else {}
    shown = {"bottom": strength.shown} if isinstance(strength.shown, str) else strength.shown
    return {
        place: NAMES.sub(lambda name: values.get(name[1], "–"), text)
        for place, text in shown.items()
        if any(name in values for name in NAMES.findall(text))
    }


def _strength_left(game: Game, unit: str) -> tuple[int, int, str]:
    """Return how many steps a counter has, how many its front has left, and the state that it names.

    It has none left if it does not say its steps; then it has two if its back is its reduced side, or else none.
    """
    entry, first, _ = sheet_of(game, unit).printed[unit]
    lower = sheet_of(game, unit).counters[entry].lower
    if not lower:
        return 2 if is_reduced(game, unit) else 0, 0, ""
    return len(lower) + 1, len(lower) + 2 - first, lower[first - 2].state or "" if first > 1 else ""


def _known(game: Game, symbol: str) -> str:
    """Return a symbol, or none for one that `check` refuses."""
    own = game.info.drawings
    return "none" if wrong_symbol(symbol, own.symbols, own.branches) else symbol


def sides(game: Game, item: Item[Counter]) -> tuple[Side, Side | None]:
    """Return what a counter's front and back show; None for a blank back."""
    counter, kind = item.value, type_of(game, item.id)
    own, strength = owner_of(game, item.id), strengths_of(game)[item.value.type]
    drawing, values = _known(game, counter.symbol or kind.symbol), values_of(game, item.id)
    echelon = (counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else ""
    formation = game.info.formations.get(counter.formation or sheet_of(game, item.id).formation or "")
    steps, left, state = _strength_left(game, item.id)
    front = Side(
        own,
        game.owners[own],
        counter.name,
        bool(sheet_of(game, item.id).printed[item.id][2].name or counter.designation),
        drawing,
        echelon,
        values=values,
        texts=texts_of(strength, values),
        art=counter.art or "",
        designation=counter.designation or "",
        parent=counter.parent or (formation.short if formation and formation.short else ""),
        formation=formation,
        start=printed_start(game, item.id),
        entry=counter.entry,
        shape=shape_of(game, item.id),
        left=left,
        steps=steps,
        state=state,
        turned=counter.turned or 0,
        label=counter.label or "",
        family=game.info.families.get(counter.family or ""),
    )
    reverse = reverse_of(game, item.id)
    if reverse in BLANK:
        return front, None
    values = back_values_of(game, item.id)
    back = front._replace(framed=True, start="", entry="", state="", left=max(0, left - 1))
    back = back._replace(values=values, texts=texts_of(strength, values))
    if not isinstance(reverse, str):
        other = reverse.side or own
        drawing = _known(game, reverse.symbol or drawing)
        back = back._replace(
            owner_id=other,
            owner=game.owners[other],
            name=reverse.name or counter.name,
            named=front.named or bool(reverse.name),
            state=reverse.state or "",
            overlay=reverse.overlay or "",
            turned=(reverse.turned if reverse.turned is not None else counter.turned) or 0,
            label=reverse.label or (front.label if not reverse.name else ""),
            family=game.info.families.get(reverse.family or counter.family or ""),
            framed=not reverse.side,
            symbol=drawing,
            echelon=(reverse.unit_size or counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else "",
            art=reverse.art or ("" if reverse.symbol else front.art),
            designation=reverse.designation or ("" if reverse.symbol and front.family else front.designation),
        )
    return front, back


FAMILY = ("title", "colour", "plate")
"""What layouts may name of a family of markers."""
PLACES: tuple[str, ...] = get_args(Place)
WORDS = {mark: word for word, mark in ECHELONS.items()}
"""The mark of an echelon → its word."""


def side_scope(game: Game, item: Item[Counter], side: Side, *, back: bool = False) -> dict[str, Any]:
    """Return the names of one side of a counter in a layout."""
    counter, formation = item.value, side.formation
    entry, _, _ = sheet_of(game, item.id).printed[item.id]
    shown = {
        "id": item.id,
        "name": side.name if side.named else "",
        "full_name": counter.full_name or counter.name,
        "label": side.label or (side.name if side.named else ""),
        "type": type_of(game, item.id).title,
        "designation": side.designation,
        "parent": side.parent,
        "unit_size": WORDS.get(side.echelon, ""),
        "own_size": "" if side.echelon in WORDS else side.echelon,
        "echelon": side.echelon,
        "start": side.start,
        "entry": side.entry,
        "state": side.state,
        "portrait": entry if entry in game.info.portraits else "",
        "overlay": side.overlay,
        "turned": side.turned,
        "art": side.art,
        "shape": side.shape,
        "copies": counter.copies,
        "rule": counter.rule,
    }
    colour = formation.colour if formation else ""
    family = side.family
    told = {name: getattr(family, name) if family else "" for name in FAMILY}
    return {
        "counter": shown,
        "symbol": side.symbol,
        "boxed": is_unit_box(side.symbol),
        "wide": proportion(side.symbol, game.figures) < WIDE,
        "figures": [{"name": name, "value": value} for name, value in side.values.items()],
        "values": dict(side.values),
        "shown": {place: side.texts.get(place, "") for place in PLACES},
        "steps": {**_steps(side.values.get("steps", "")), "left": side.left, "total": side.steps},
        "strength": side.strength if side.texts else "",
        "formation": {
            "title": formation.title if formation else "",
            "colour": colour,
            "bands": list(formation.bands) if formation else [],
        },
        "family": told,
        "owner": owner_scope(game, side.owner_id),
        "place": _place_scope(game, item.id),
        "reduced": side.framed,
        "back": back,
    }


def _steps(value: str) -> dict[str, Any]:
    """Return how many steps a value means, and what it says at each: 3 says nothing, 8/5/2 something."""
    texts = value.split("/") if "/" in value else []
    return {"count": len(texts) or (int(value) if value.isdecimal() else 0), "texts": texts}


def side_spans(game: Game, item: Item[Counter]) -> Spans:
    """Return where the values of a counter come from: the counter, for its type says only how they are shown."""
    given = item.value.model_fields_set

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "shown" and not texts_of(strengths_of(game)[item.value.type], values_of(game, item.id)).get(
            rest[0]
        ):
            return None
        if path == ("counter", "entry"):
            return item.document.at(*item.path, "turn" if "turn" in given else "arrives") if item.value.entry else None
        if path == ("counter", "start"):
            return start_span(game, item.id)
        if first == "counter" and rest and rest[0] in given:
            return item.document.at(*item.path, rest[0])
        if path == ("counter", "echelon"):
            typed = "unit_size" not in given
            return (
                game.root.at("unit_types", item.value.type, "unit_size")
                if typed
                else item.document.at(*item.path, "unit_size")
            )
        if first in ("shown", "strength", "values") and "values" in given:
            return item.document.at(*item.path, "values")
        return item.span

    return place


def _place_scope(game: Game, unit: str) -> dict[str, Any]:
    """Return the values of the place where a counter starts, with the game's own fields; they are empty without one."""
    item = find_place(game, start_of(game, unit))
    given = item.value.fields if item else {}
    own = {name: one.of(given.get(name)) if item else "" for name, one in place_fields(game).items()}
    region = region_of(game, item.id).value.title if item else ""
    return {**own, "id": item.id if item else "", "name": item.value.name if item else "", "region": region}


BLEED = 1 * MM
"""Bleed of a counter, in points."""


def faces(drawing: Faces, item: Item[Counter]) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a blank one."""
    game = drawing.game
    front, back = sides(game, item)
    layout, size, spans = face_layout(game, item.id), size_of(game, item.id), side_spans(game, item)

    def drawn(layout: str, side: Side, ending: str) -> Frame:
        scope = side_scope(game, item, side, back=bool(ending))
        name = item.id + ending
        return drawing.face(layout, scope, size, bleed=BLEED, name=name, at=item.span, spans=spans, shape=side.shape)

    if back is None:
        poster = poster_layout(game, item.id)
        return drawn(layout, front, ""), drawn(poster, front, " back") if poster else None
    return drawn(layout, front, ""), drawn(layout, back, " back")


NUMBER = re.compile(r"(?P<words>.*?)[\s.]*(?P<letter>\b[a-z])?(?P<number>\d+)")
"""The end of a counter's name that is a number, which one small letter may precede."""


def chip_face(game: Game, one: Chip, setter: Setter) -> ChipFace:
    """Return what a small chip of a counter shows, or a pile of several: symbol or number, and its name or type."""
    items = [game[Counter][unit] for unit in one.of]
    side, _ = sides(game, items[0])
    short = [_without_owner(item.value.name, side.owner.short) for item in items]
    found = [NUMBER.fullmatch(name) for name in short]
    numbers = [match["number"] for match in found if match]
    figure, label = one.figure or "", one.label
    if len(numbers) == len(items):
        figure = figure or (numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}")
        label = label or (found[0]["words"] if found[0] else "") or type_of(game, items[0].id).title
    art = setter.picture(side.art, lambda: items[0].span) if side.art else None
    shown = ChipFace(side.owner.colour, side.symbol, side.echelon, figure, label or short[0], art)
    return shown._replace(portrait=game.info.portraits.get(one.of[0]) if len(items) == 1 else None)


def _without_owner(name: str, owner: str) -> str:
    """Return a counter's name without the short title of its owner before it."""
    return name.removeprefix(f"{owner} ") if owner else name


CHIP = 8 * MM
"""Side of a set-up chip, half that of a usual counter; it is as wide as its name asks."""
NUMBERED = re.compile(r"(?P<words>.*?) ?(?P<number>\d+[A-Za-z]?)|(?P<first>\d+)(?:st|nd|rd|th|\.)? (?P<rest>.+)")
"""A name that ends or begins with a number, which a chip shows large."""
PILED = 0.55 * MM
"""How far the second and third counters of a pile stand out."""


def numbered(name: str) -> tuple[str, str]:
    """Return the words of a name and the number at its end or beginning, if it has one: ("Ger a", "8A")."""
    found = NUMBERED.fullmatch(name)
    if found is None:
        return name, ""
    return found["words"] or found["rest"] or "", found["number"] or found["first"]


def column_label(game: Game, item: Item[Counter]) -> str:
    """Return what a chip in its owner's column is called: no name of the owner, and the type for its first letter."""
    owner, title = game.owners[owner_of(game, item.id)], game.info.unit_types[item.value.type].title
    words = numbered(item.value.name)[0].removeprefix(owner.title).removeprefix(owner.short or "").strip()
    return title if not words or words == title[:1] else words


def series(units: Iterable[Item[Counter]]) -> Iterator[list[Item[Counter]]]:
    """Yield counters, those that differ only in consecutive numbers together."""
    alike: list[Item[Counter]] = []
    for item in units:
        words, number = numbered(item.value.name)
        before, last = numbered(alike[-1].value.name) if alike else ("", "")
        follows = number.isdecimal() and last.isdecimal() and words == before and int(number) == int(last) + 1
        if alike and not (follows and item.value.copies == 1):
            yield alike
            alike = []
        alike.append(item)
    if alike:
        yield alike


def chip(
    game: Game,
    item: Item[Counter],
    setter: Setter,
    *,
    copies: int = 1,
    until: str = "",
    label: str = "",
    reversed: bool = False,
    rolled: bool = False,
    unsure: bool = False,
) -> Frame:
    """Return a counter as shown on set-up sheets: its number or values large, its name at the foot.

    Several `copies` are a pile with their number, a series is one that ends with the number `until`. A `label` stands
    in place of the words of its name. A `rolled` chip, decided by dice, has a gold edge; in an outlined theme, a second
    frame, where a reduced counter is dashed. One that is `unsure` to come is dashed.
    """
    front, back = sides(game, item)
    side = back if reversed and back else front
    name, number = (side.name, side.designation) if side.designation else numbered(side.name)
    count = f"{copies} ×" if copies > 1 else ""
    large = count or side.strength or (f"{number}–{until}" if until else number)
    name = side.name if count and number else label or (name if large == number or until else side.name)
    state = side.state if reversed and side.framed else ""
    theme, plate = setter.theme, _plate(side, setter.theme)
    if unsure:
        plate = theme.reduced(side.owner.colour)
    for text in (name, large, state, side.echelon):
        setter.check(text, "narrow-bold", lambda: item.span)
    words = max(setter.book.width(text, "narrow-bold", CHIP_NAME) for text in (name, state))
    width = round(max(CHIP, words + 1.4 * MM, setter.book.width(large, "narrow-bold", LEAST_LARGE) + 1.2 * MM), 2)
    base = CHIP - (2.6 if state else 0.9) * MM
    lines = [(name, base), (state, CHIP - 0.9 * MM)] if state else [(name, base)]
    foot = base - 1.9 * MM
    items = [*mark(side.owner.mark, 1.15 * MM, 1.3 * MM, 1.2 * MM, plate.text, plate.ground)]
    items += _over(side, width, large, foot, plate, item, setter)
    items += (setter.line(text, width / 2, y, "narrow-bold", CHIP_NAME, plate.text, align=0.5) for text, y in lines)
    pile = 2 if copies > 1 or until else 0
    edges = _edges(width, side, plate, setter.theme, rolled=rolled, unsure=unsure)
    return Frame(
        width + pile * PILED,
        CHIP,
        (*_behind(width, plate, pile), *edges, *items),
        0.0,
        f"{item.id} chip",
        item.span.place,
    )


def struck(shown: Frame, theme: Theme) -> Frame:
    """Return a chip struck out: its counter can no longer come."""
    inset = 0.6 * MM
    line = Line(inset, CHIP - inset, shown.width - inset, inset, theme.ink, 0.5 * MM)
    return shown._replace(items=(*shown.items, line))


def token(game: Game, item: Item[Counter], setter: Setter, *, reversed: bool = False) -> Frame:
    """Return a small picture of a marker: its symbol in the colours of its side."""
    front, back = sides(game, item)
    side = back if reversed and back else front
    high, plate = TOKEN, _plate(side, setter.theme)
    ground = Rect(0.2, 0.2, high - 0.4, high - 0.4, plate.ground, plate.edge, 0.4, 0.5 * MM)
    inner = _symbol(side, 0.6 * MM, 0.6 * MM, high - 1.2 * MM, high - 1.2 * MM, setter, lambda: item.span)
    return Frame(high, high, (ground, *inner), 0.0, f"{item.id} token", item.span.place)


TOKEN = 4.6 * MM
"""Side of the small picture of a marker."""
CHIP_NAME, LARGE, LOWER, LEAST_LARGE = 7.0, 12.5, 10.5, 9.0
"""Sizes of a chip's name, of its number, the same under a symbol, and the least to which that shrinks (pt)."""


def _over(
    side: Side, width: float, large: str, foot: float, plate: Plate, item: Item[Counter], setter: Setter
) -> Iterator[Drawn]:
    """Yield what stands over a chip's name: the number under the echelon or a small symbol, or the symbol, large."""
    book, top = setter.book, 0.6 * MM
    if side.echelon and not side.texts:
        yield from _echelon(side.echelon, width / 2 + 0.4 * MM, top, plate.text, setter)
        if side.symbol != "infantry":
            corner = width - 0.5 * MM, 0.5 * MM
            yield Polygon((corner, (corner[0] - 2 * MM, corner[1]), (corner[0], corner[1] + 2 * MM)), plate.text)
        top += 1.3 * MM
    elif large and side.symbol != "none":
        yield from _symbol(side, width / 2 - 2 * MM, top, 4 * MM, 2 * MM, setter, lambda: item.span)
        top += 2.1 * MM
    if large:
        most = LARGE if side.echelon and not side.texts else LOWER
        size = min(most, LARGE * (width - 1.2 * MM) / book.width(large, "narrow-bold", LARGE))
        yield setter.line(
            large, width / 2, (top + foot) / 2 + CAP / 2 * size, "narrow-bold", size, plate.text, align=0.5
        )
    elif side.symbol != "none":
        wide = (5.0 if is_unit_box(side.symbol) else 4.4) * MM
        yield from _symbol(side, (width - wide) / 2, top, wide, foot - top - 0.3 * MM, setter, lambda: item.span)


def _echelon(echelon: str, middle: float, top: float, ink: str, setter: Setter) -> Iterator[Drawn]:
    """Yield an echelon: crosses are drawn, other marks set."""
    if set(echelon) != {"X"}:
        yield setter.line(echelon, middle, top + 1.35 * MM, "narrow-bold", CHIP_NAME, ink, align=0.5)
        return
    side, step = 0.85 * MM, 1.15 * MM
    left, top = middle - (step * (len(echelon) - 1) + side) / 2, top + 0.3 * MM
    for x in (left + number * step for number in range(len(echelon))):
        yield Line(x, top, x + side, top + side, ink, 0.6)
        yield Line(x, top + side, x + side, top, ink, 0.6)


def _behind(width: float, plate: Plate, count: int) -> Iterator[Drawn]:
    """Yield the edges of the other counters of a pile, at its right."""
    for step in range(count, 0, -1):
        x, short = width + step * PILED, step * 0.5 * MM
        yield Rect(x - 0.35 * MM, short, 0.35 * MM, CHIP - 2 * short, plate.edge)


def _edges(width: float, side: Side, plate: Plate, theme: Theme, *, rolled: bool, unsure: bool) -> Iterator[Drawn]:
    """Yield a chip's ground and edge; in outlined themes its frame, dashed if reduced, and a second one if rolled."""
    line, dash = 0.45 * MM, (1.0 * MM, 0.6 * MM)
    if not theme.outlined:
        edge = theme.gold if rolled else plate.edge
        shape = Rect(
            line / 2, line / 2, width - line, CHIP - line, plate.ground, None if unsure else edge, line, 0.4 * MM
        )
        yield shape
        if unsure:
            yield from dashed(corners(line / 2, line / 2, width - line, CHIP - line), edge, line, *dash)
        return
    if rolled:
        yield Rect(0.4, 0.4, width - 0.8, CHIP - 0.8, None, theme.ink, 0.8, 0.6 * MM)
    inset = 2.0 if rolled else 0.3
    across, down = width - 2 * inset, CHIP - 2 * inset
    if side.framed:
        yield from dashed(cut_corners(inset, inset, across, down, 1.2 * MM), plate.edge, 0.8, *dash)
    elif unsure:
        yield from dashed(corners(inset, inset, across, down), plate.edge, 0.8, *dash)
    else:
        yield Rect(inset, inset, across, down, None, plate.edge, 0.6, 0.4 * MM)


def _plate(side: Side, theme: Theme) -> Plate:
    """Return the colours of a side."""
    return theme.reduced(side.owner.colour) if side.framed else theme.plate(side.owner.colour)


def _symbol(
    side: Side, x: float, y: float, width: float, height: float, setter: Setter, where: Callable[[], Span]
) -> tuple[Drawn, ...]:
    """Draw a picture of the game's own, or a symbol: boxes in ink on a light ground, others in the side's colours."""
    theme = setter.theme
    if side.art and (art := setter.picture(side.art, where)):
        return (placed(art, x, y, width, height, "fit", _plate(side, theme).text),)
    if theme.outlined:
        drawn = symbol(side.symbol, x, y, width, height, theme.ink, theme.page, theme.figures)
        return tuple(line_art(drawn, theme.ink, theme.page, 0.6 if is_unit_box(side.symbol) else 0.45))
    if is_unit_box(side.symbol):
        ground = theme.page if side.framed else theme.paper
        return symbol(side.symbol, x, y, width, height, theme.ink, ground, theme.figures)
    plate = _plate(side, theme)
    return symbol(side.symbol, x, y, width, height, plate.text, plate.ground, theme.figures)
