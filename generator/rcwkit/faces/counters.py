"""Counters drawn, as faces and as chips of set-up sheets, and what their sides show, from all that says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from rcwkit.art.symbols import proportion
from rcwkit.art.theme import Plate
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
from rcwkit.dice.settle import SettledPiece
from rcwkit.faces.compiling import Pose, Spans, owner_scope
from rcwkit.faces.layouts import Chip
from rcwkit.faces.parts import ChipFace, face_picture
from rcwkit.faces.parts import chip as draw_chip
from rcwkit.frame import MM, Frame, Shape
from rcwkit.game.game import Game, GameItem, once
from rcwkit.source.info import Family, Formation, Owner, Place, Strength
from rcwkit.source.symbols import ECHELONS, is_unit_box, wrong_symbol
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.faces.faces import Faces

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
    return strength.layout or ("classic" if strength.names else PLATE if counter.family else STANDARD)


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


@once
def _shown(game: Game) -> dict[str, tuple[Side, Side | None]]:
    """Return what counters show, by id, as it is asked for: by checks, faces and set-ups."""
    return {}


def sides(game: Game, item: GameItem[Counter]) -> tuple[Side, Side | None]:
    """Return what a counter's front and back show; None for a blank back."""
    if (shown := _shown(game).get(item.id)) is None:
        shown = _shown(game)[item.id] = _sides(game, item)
    return shown


def _sides(game: Game, item: GameItem[Counter]) -> tuple[Side, Side | None]:
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


def side_scope(game: Game, item: GameItem[Counter], side: Side, *, back: bool = False) -> dict[str, Any]:
    """Return the names of one side of a counter in a layout."""
    counter, formation, kind = item.value, side.formation, type_of(game, item.id)
    blanks = kind.write_in
    entry, _, _ = sheet_of(game, item.id).printed[item.id]
    shown = {
        "id": item.id,
        "name": side.name if side.named else "",
        "full_name": counter.full_name or counter.name,
        "label": side.label or (side.name if side.named else ""),
        "type": kind.title,
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
    told = {name: (getattr(family, name) if family else None) or "" for name in FAMILY}
    return {
        "counter": shown,
        "symbol": side.symbol,
        "boxed": is_unit_box(side.symbol),
        "wide": proportion(side.symbol, game.figures) < WIDE,
        "figures": [
            {"name": name, "value": side.values.get(name, ""), "symbol": blanks.get(name, "none")}
            for name in dict.fromkeys((*blanks, *side.values))
        ],
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


def side_spans(game: Game, item: GameItem[Counter]) -> Spans:
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


def poses(game: Game, item: GameItem[Counter], *, started: bool = True) -> Iterator[Pose]:
    """Yield what the front of a counter is drawn of, and its back unless that is blank; without a start, if asked."""
    front, back = sides(game, item)
    front = front if started else front._replace(start="")
    layout, size, spans = face_layout(game, item.id), size_of(game, item.id), side_spans(game, item)
    behind = layout if back else poster_layout(game, item.id)
    yield Pose(layout, side_scope(game, item, front), size, BLEED, item.id, item.span, spans, front.shape)
    if behind:
        side, name = back or front, f"{item.id} back"
        scope = side_scope(game, item, side, back=True)
        yield Pose(behind, scope, size, BLEED, name, item.span, spans, side.shape)


def faces(drawing: Faces, item: GameItem[Counter]) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a blank one.

    A start that only set-ups give, or the name of a place without a number, is left out if it does not fit.
    """
    game, found = drawing.game, drawing.setter.found
    before = len(found)
    front, *back = map(drawing.face, poses(game, item))
    place = find_place(game, item.value.setup or "")
    told = found[before:] if not item.value.setup or place is not None and not place.id[:1].isdecimal() else ()
    if any(one.code == "E310" and one.span == start_span(game, item.id) for one in told):
        del found[before:]
        front, *back = map(drawing.face, poses(game, item, started=False))
    return front, back[0] if back else None


NUMBERED = re.compile(
    r"(?P<words>.*?)(?<![-–./]) ?(?P<number>\d+[A-Za-z]?)|(?P<first>\d+)(?:st|nd|rd|th|\.)? (?P<rest>.+)"
)
"""A name that ends or begins with a number, which a chip shows large."""


def numbered(name: str) -> tuple[str, str]:
    """Return the words of a name and the number at its end or beginning, if it has one: ("Ger a", "8A")."""
    found = NUMBERED.fullmatch(name)
    if found is None:
        return name, ""
    return found["words"] or found["rest"] or "", found["number"] or found["first"]


def column_label(game: Game, item: GameItem[Counter]) -> str:
    """Return what a chip in its owner's column is called: no name of the owner, and the type for one letter."""
    owner, title = game.owners[owner_of(game, item.id)], game.info.unit_types[item.value.type].title
    words = numbered(item.value.name)[0].removeprefix(owner.title).removeprefix(owner.short or "").strip()
    return words if len(words) > 1 else title


def series(units: Iterable[GameItem[Counter]]) -> Iterator[list[GameItem[Counter]]]:
    """Yield counters, those that differ only in consecutive numbers together."""
    alike: list[GameItem[Counter]] = []
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


def _numbered(side: Side) -> tuple[str, str]:
    """Return the words of a side's name and its number: its designation, if that is one, or from the name."""
    number = side.designation
    if not number or number.isalpha():
        return numbered(side.name) if not number else (side.name, "")
    return side.name.removesuffix(number).removeprefix(number).strip() or side.label, number


def chip_face(
    game: Game,
    item: GameItem[Counter],
    setter: Setter,
    *,
    copies: int = 1,
    until: str = "",
    label: str = "",
    reversed: bool = False,
) -> ChipFace:
    """Return what a chip of a counter shows: its number or values large, its name and state at the foot.

    Several `copies` are a pile with their number, a series is one that ends with the number `until`. A `label` stands
    in place of the words of its name. A portrait shows states itself.
    """
    front, back = sides(game, item)
    side = back if reversed and back else front
    words, number = _numbered(side)
    count = f"{copies} ×" if copies > 1 else ""
    large = count or side.strength or (f"{number}–{until}" if until else number)
    name = side.name if count and number else label or (words if large == number or until else side.name)
    shown = game.info.portraits.get(sheet_of(game, item.id).printed[item.id][0])
    state = side.state if reversed and side.framed and not (shown and side.overlay) else ""
    for text in (name, large, state):
        setter.check(text, "narrow-bold", lambda: item.span)
    return ChipFace(
        side.owner.colour,
        side.owner.mark,
        side.symbol,
        side.echelon,
        large,
        tuple(filter(None, (name, state))),
        shown,
        side.overlay,
        setter.picture(side.art, lambda: item.span) if side.art else None,
        values=bool(side.texts),
        pile=copies > 1 or bool(until),
        reduced=side.framed,
        name=item.id,
        at=item.span.place,
    )


def chip_of(game: Game, one: Chip, setter: Setter) -> ChipFace:
    """Return what a chip of a card shows; several counters are a pile, with the range of their numbers."""
    items = [game[Counter][unit] for unit in one.of]
    numbers = [_numbered(sides(game, item)[0])[1] for item in items]
    until = numbers[-1] if len(items) > 1 and all(numbers) else ""
    face = chip_face(game, items[0], setter, until=until, label=one.label or column_label(game, items[0]))
    large = one.figure or (face.large if len(items) == 1 or until else "")
    return face._replace(large=large, pile=len(items) > 1)


def chip(
    game: Game,
    item: GameItem[Counter],
    setter: Setter,
    *,
    copies: int = 1,
    reversed: bool = False,
    rolled: bool = False,
) -> Frame:
    """Return a counter, or equal ones as a pile, as on set-up sheets; `rolled` if dice decided it."""
    face = chip_face(game, item, setter, copies=copies, reversed=reversed)._replace(rolled=rolled)
    return draw_chip(face, setter)


def chips(game: Game, pieces: Iterable[SettledPiece], setter: Setter) -> Iterator[Frame]:
    """Yield the chips of pieces; adjacent equal ones are one chip with their number."""
    for piece, equal in groupby(pieces):
        item, copies = game[Counter][piece.unit], len(list(equal))
        yield chip(game, item, setter, copies=copies, reversed=piece.reversed, rolled=piece.rolled)


def silhouette(game: Game, item: GameItem[Counter], setter: Setter, height: float, plate: Plate | None = None) -> Frame:
    """Return what a counter shows, in a height in points, without its ground and words.

    It is in its owner's colour, or that of the words of a plate on which it stands.
    """
    theme, face = setter.theme, chip_face(game, item, setter)
    tall = 100.0 if face.portrait or face.art else proportion(face.symbol, theme.figures)
    width = height * min(100 / tall, 1.5)
    colour = theme.legible(face.colour, theme.page)
    plate = plate or Plate(theme.page, colour, colour)
    drawn = tuple(face_picture(face, 0, 0, width, height, plate, theme._replace(ink=plate.text)))
    return Frame(width, height, drawn, name=f"{face.name} silhouette", at=face.at)
