"""What a VASSAL module holds: pieces with both faces, decks, boards with points, and the stacks of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from rcwkit.export.traits import Trait, decode, parse
from rcwkit.frame import area_of, encloses, sides
from rcwkit.importing.archive import BuildElement

LONGEST = 60_000
"""Longest text of a piece that is read."""
TRAITS, NESTED = 300, 12
"""Most traits of a piece, and of prototypes within prototypes."""
SIGNS = ("flip", "turn", "reduc", "step", "back", "side", "reverse")
"""Words by which a layer is known as the back of a piece, if it has several layers."""

SHADOW = "shadow"
"""Word in the names of pictures that lie under a piece, and may be much larger than it."""

Groups = tuple[str, ...]
Prototypes = Mapping[str, tuple[Trait, ...]]
Area = Callable[[str], int]
"""A picture's name → its pixels; 0 for a picture that is missing."""


class PieceFaces(NamedTuple):
    """A front and a back, the back's name as its layer gives it, whether the back is up, and how many there are.

    The program draws the back `over` the front, which may be seen beside it.
    """

    front: str
    back: str = ""
    back_name: str = ""
    turned: bool = False
    states: int = 1
    over: bool = False

    def without(self, area: Area) -> PieceFaces:
        """Return the faces without a back that is much smaller than the front."""
        return PieceFaces(self.front) if self.back and 2 * area(self.back) < area(self.front) else self


@dataclass(frozen=True)
class ModulePiece:
    """A piece: names of pictures are empty without one. `turned` if it starts on its back; `mask` is a card's back.

    Its back is drawn `over` its front. A `button` does something for the program and never moves; `prototype` is the
    first one of the piece, and `states` are how many pictures its face has.
    """

    name: str
    front: str
    back: str = ""
    back_name: str = ""
    turned: bool = False
    mask: str = ""
    side: str = ""
    button: bool = field(default=False, compare=False)
    prototype: str = field(default="", compare=False)
    states: int = field(default=0, compare=False)
    over: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Draft:
    """A piece as its slot has it: its own name, and what its layers could show, from the inside."""

    name: str
    faces: tuple[PieceFaces, ...]
    mask: str
    side: str
    button: bool
    prototype: str
    fixed: bool

    def piece(self, shared: Mapping[str, int], area: Area) -> ModulePiece:
        """Return the piece with the faces that it shares with the fewest others: all may have a shadow or a mark.

        What is much smaller than the piece is a mark on it, and no face; `area` tells in pixels.
        """
        shown = [faces for faces in self.faces if SHADOW not in faces.front.casefold()] or self.faces
        most = max((area(faces.front) for faces in shown), default=0)
        large = [faces.without(area) for faces in shown if 2 * area(faces.front) >= most]
        best = min(large, key=lambda faces: (shared.get(faces.front, 0), not faces.back), default=PieceFaces(""))
        stem = best.front.rpartition("/")[2].rpartition(".")[0].replace("_", " ").replace("-", " ")
        name = self.name or stem
        back_name = _named(name, best.back_name) if best.back else ""
        own = best.front, best.back, back_name, best.turned, self.mask, self.side
        return ModulePiece(name, *own, self.button, self.prototype, best.states, best.over)


def shared_of(drafts: Iterable[Draft]) -> Mapping[str, int]:
    """Return how many pieces of different names show each front."""
    names: dict[str, set[str]] = {}
    for draft in drafts:
        for faces in draft.faces:
            names.setdefault(faces.front, set()).add(draft.name)
    return {front: len(found) for front, found in names.items()}


def prototypes_of(root: BuildElement) -> Prototypes:
    """Return the traits of each prototype by name, without the basic one."""
    found = {}
    for one in root.walk():
        if one.kind == "PrototypeDefinition":
            found[one.get("name")] = tuple(trait for trait in _traits(one.text) if trait.name != "piece")
    return found


def draft_of(slot: BuildElement, prototypes: Prototypes) -> Draft:
    """Return the piece of a slot; what cannot be read of it is left out."""
    traits = list(islice(_expanded(_traits(slot.text), prototypes), TRAITS))
    basic = next((trait.fields for trait in traits if trait.name == "piece"), ())
    image, name = (*basic, "", "", "", "")[2:4]
    layers = [layer for trait in reversed(traits) if trait.name == "emb2" and (layer := _layer(trait))]
    mask = next((trait.fields[1] for trait in traits if trait.name == "obs" and len(trait.fields) > 1), "")
    marks = {
        key: value
        for trait in traits
        if trait.name == "mark"
        for key, value in zip(trait.fields, trait.state, strict=False)
    }
    own = (trait.fields[0] for trait in _traits(slot.text) if trait.name == "prototype" and trait.fields)
    return Draft(
        name or slot.get("entryName"),
        tuple(_faces(image, layers)),
        mask,
        marks.get("Side", ""),
        _is_button(traits),
        next(own, ""),
        _is_fixed(traits),
    )


ACTIONS = ("button", "globalkey", "globalhotkey", "setprop", "macro")
"""Traits that do something for the program."""


def _is_button(traits: Sequence[Trait]) -> bool:
    """Return whether a piece never moves, and does something when it is clicked or gets a key."""
    return _is_fixed(traits) and any(trait.name in ACTIONS for trait in traits)


def _is_fixed(traits: Sequence[Trait]) -> bool:
    return any(trait.name == "immob" and _never_moves(trait.fields) for trait in traits)


def _never_moves(fields: Sequence[str]) -> bool:
    """Return whether a piece cannot be selected, or not be moved."""
    return "n" in fields[0] or (len(fields) > 1 and fields[1].startswith("V"))


@dataclass(frozen=True)
class _Layer:
    """A layer: pictures and names by level, whether it always shows one, and which level, from 1 or less."""

    images: tuple[str, ...]
    names: tuple[str, ...]
    always: bool
    level: int
    said: str


def _layer(trait: Trait) -> _Layer | None:
    fields = (*trait.fields, *[""] * 30)
    images, names = decode(fields[15], ","), decode(fields[16], ",")
    if not any(images):
        return None
    # Before version 1, a layer without a key to activate it was always active.
    always = fields[25] == "true" if fields[24] not in ("", "0") else not fields[2]
    try:
        level = int(trait.state[0])
    except (ValueError, IndexError):
        level = 1
    said = " ".join((fields[0], fields[3], fields[6], fields[9], fields[18])).casefold()
    return _Layer(tuple(images), tuple(names), always, level, said)


def _faces(image: str, layers: list[_Layer]) -> Iterator[PieceFaces]:
    """Yield what a piece may show: each layer's first picture and its second one, or its picture over the basic one."""
    known = [layer for layer in layers if any(sign in layer.said for sign in SIGNS)]
    for layer in [*known, *(layer for layer in layers if layer not in known)]:
        shown = [(level, one) for level, one in enumerate(layer.images, 1) if one]
        if layer.always and layer.images[0]:
            front, others = layer.images[0], shown[1:]
        else:
            front, others = (image, shown) if image else (shown[0][1], shown[1:])
        level, back = next(((level, one) for level, one in others if one != front), (0, ""))
        name = layer.names[level - 1] if 0 < level <= len(layer.names) else ""
        states = len({front, *(one for _, one in shown)})
        yield PieceFaces(front, back, name, bool(back) and layer.level == level, states, bool(back) and front == image)
    if image:
        yield PieceFaces(image)


def _named(name: str, written: str) -> str:
    """Return the name on the back: a layer's name may begin or end with a plus sign, for the name on the front."""
    parts = decode(written, "+") if written else [""]
    if len(parts) == 1:
        return parts[0] or name
    return f"{name}{parts[1]}" if not parts[0] else f"{parts[0]}{name}"


def _traits(text: str) -> tuple[Trait, ...]:
    if len(text) > LONGEST:
        return ()
    try:
        return parse(text)
    except (ValueError, RecursionError):
        return ()


def _expanded(traits: tuple[Trait, ...], prototypes: Prototypes, depth: int = 0) -> Iterator[Trait]:
    for trait in traits:
        if trait.name != "prototype":
            yield trait
        elif depth < NESTED and trait.fields:
            yield from _expanded(prototypes.get(trait.fields[0], ()), prototypes, depth + 1)


MOST = 1000
"""Most cells of a grid that are spots: as many as a map has spaces. Of a larger grid, only its regions are."""
SMALLEST, LARGEST = 30.0, 2000.0
"""Limits on the sides of a map in millimetres."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Size = tuple[int, int]
Corners = Sequence[tuple[int, int]]


class ModuleSpot(NamedTuple):
    """A named point of a board in pixels, and the zone in which it lies."""

    name: str
    zone: str
    x: int
    y: int


def spots_of(board: BuildElement, size: Size) -> tuple[ModuleSpot, ...]:
    """Return the spots of a board whose picture has that size in pixels, each in the first zone around it.

    A zone without any is a spot itself: boxes of tracks and displays are drawn so.
    """
    zones = [(one, _corners(one.get("path"))) for one in board.walk() if one.kind == "Zone"]
    found: list[ModuleSpot] = []
    # The first zone around a point names it; all lie over the grid of the whole board, unless they use it.
    over: list[Corners] = []
    for zone, corners in zones:
        across, down = zip(*corners, strict=True) if corners else ((0,), (0,))
        found += (_surrounded(spot, zones) for spot in _regions(zone))
        for name, x, y in _cells(zone, size, (max(across) - min(across), max(down) - min(down))):
            if encloses(corners, x, y) and not _hidden(over, x, y):
                found.append(ModuleSpot(name, zone.get("name"), x, y))
        over += [corners] if corners and zone.get("useParentGrid") != "true" else []
    for parent in (one for one in board.walk() if one.kind in ("Board", "ZonedGrid")):
        found += _regions(parent)
        found += (ModuleSpot(name, "", x, y) for name, x, y in _cells(parent, size, size) if not _hidden(over, x, y))
    # The innermost first: what lies around it is none, then.
    for zone, corners in sorted(zones, key=lambda one: abs(area_of(one[1]))):
        if corners and zone.get("name") and not any(encloses(corners, spot.x, spot.y) for spot in found):
            x, y = (round(middle) for middle in _middle(corners))
            found.append(_surrounded(ModuleSpot(zone.get("name"), zone.get("name"), x, y), zones))
    return tuple(found)


def _hidden(over: Sequence[Corners], x: int, y: int) -> bool:
    """Return whether one of the polygons is around a point."""
    return any(encloses(corners, x, y) for corners in over)


def _middle(corners: Corners) -> tuple[float, float]:
    """Return the centre of gravity of a polygon, or of its corners if it has no area."""
    area = area_of(corners)
    if not area:
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    parts = [((a[0] + b[0]), (a[1] + b[1]), a[0] * b[1] - b[0] * a[1]) for a, b in sides(corners)]
    return sum(x * part for x, _, part in parts) / (6 * area), sum(y * part for _, y, part in parts) / (6 * area)


def _surrounded(spot: ModuleSpot, zones: Sequence[tuple[BuildElement, Corners]]) -> ModuleSpot:
    """Return a spot that has a zone to itself, of its own name, as one of the zone around that."""
    if spot.name != spot.zone:
        return spot
    around = (zone.get("name") for zone, corners in zones if encloses(corners, spot.x, spot.y))
    return spot._replace(zone=next((name for name in around if name != spot.name), ""))


def map_of(
    title: str, picture: str, size: Size, scale: float, spots: Sequence[tuple[str, int, int]]
) -> Mapping[str, Any]:
    """Return a map over a picture of that size in pixels, with spots as its spaces, unless there are too many.

    `scale` is in millimetres per pixel; the map is smaller if it would be too large, and empty if it is too small.
    """
    scale = min(scale, *(LARGEST / side for side in size))
    shown = [(place, x, y) for place, x, y in spots if 0 <= x <= size[0] and 0 <= y <= size[1]]
    across, down = (round(side * scale, 1) for side in size)
    if min(across, down) < SMALLEST:
        return {}
    bare = {"shape": "none", "label": "none"}
    spaces = {place: {"at": [round(x * scale, 1), round(y * scale, 1)], **bare} for place, x, y in shown}
    head = {"title": title, "source": "The module", "size": f"{across:g}x{down:g}mm", "picture": picture, "key": False}
    return {**head, "spaces": spaces} if 0 < len(shown) <= MOST else head


def _regions(parent: BuildElement) -> Iterator[ModuleSpot]:
    zone = parent.get("name") if parent.kind == "Zone" else ""
    for grid in parent.parts:
        for one in grid.parts if grid.kind == "RegionGrid" else ():
            if one.kind == "Region" and one.get("name"):
                at = whole_number(one.get("originx")), whole_number(one.get("originy"))
                yield ModuleSpot(one.get("name"), zone, *at)


def _cells(parent: BuildElement, size: Size, extent: Size) -> Iterator[tuple[str, int, int]]:
    """Yield the middle of each numbered cell of a hex or square grid on the board, if they are not too many."""
    for grid in parent.parts:
        names = next((one for one in grid.parts if one.kind == f"{grid.kind}Numbering"), None)
        if grid.kind not in ("HexGrid", "SquareGrid") or names is None:
            continue
        hexes, sideways = grid.kind == "HexGrid", grid.get("sideways") == "true"
        wide, high = _length(grid, "dx", 55.43 if hexes else 48.0), _length(grid, "dy", 64.0 if hexes else 48.0)
        x0, y0 = whole_number(grid.get("x0"), 0 if hexes else 24), whole_number(grid.get("y0"), 32 if hexes else 24)
        # A grid that lies sideways is that of an upright one with x and y exchanged.
        across, down = reversed(size) if sideways else size
        columns = range(int(-x0 / wide) - 1, int((across - x0) / wide) + 2)
        rows = range(int(-y0 / high) - 1, int((down - y0) / high) + 2)
        if len(columns) * len(rows) > 4 * MOST:
            continue
        cells = []
        for column in columns:
            for row in rows:
                shoved = high / 2 if hexes and column % 2 else 0.0
                x, y = x0 + column * wide, y0 + row * high + shoved
                x, y = (y, x) if sideways else (x, y)
                if 0 <= x < size[0] and 0 <= y < size[1]:
                    number = _number(names, column, row, (extent, wide, high), hexes=hexes, sideways=sideways)
                    cells.append((number, round(x), round(y)))
        if len(cells) <= MOST:
            yield from cells


def _number(
    names: BuildElement, column: int, row: int, measure: tuple[Size, float, float], *, hexes: bool, sideways: bool
) -> str:
    """Return the number of a cell as VASSAL counts it: from the other end if a direction descends."""
    (across, down), wide, high = measure
    if hexes:  # whose rows VASSAL counts by the distance of columns, and columns by that of rows
        wide, high = high, wide
    rightward, downward = names.get("hDescend") != "true", names.get("vDescend") != "true"
    staggered = hexes and names.get("stagger") != "false" and column % 2 != 0
    last_column, last_row = int(across / wide + 0.5), int(down / high + 0.5)
    if sideways:
        column, row = column if downward else last_row - column, row if rightward else last_column - row
    else:
        column, row = column if rightward else last_column - column, row if downward else last_row - row
    if staggered:
        row += 1 if (rightward if sideways else downward) else -1
    parts = [_half(names, "h", column), _half(names, "v", row)]
    return names.get("sep").join(parts if names.get("first") != "V" else reversed(parts))


def _half(names: BuildElement, which: str, index: int) -> str:
    value = index + whole_number(names.get(f"{which}Off"), 1)
    sign, value = "-" if value < 0 else "", abs(value)
    if names.get(f"{which}Type").startswith("A"):
        return sign + ALPHABET[value % 26] * (1 + min(value // 26, 9))
    return sign + str(value).zfill(min(whole_number(names.get(f"{which}Leading"), 1), 9) + 1)


def _corners(path: str) -> Corners:
    pairs = (corner.partition(",") for corner in path.split(";")[:2000])
    return [(whole_number(x), whole_number(y)) for x, comma, y in pairs if comma]


def _length(grid: BuildElement, name: str, usual: float) -> float:
    """A length in pixels; that of VASSAL's own grids for what is none."""
    try:
        found = float(grid.get(name)[:30])
    except ValueError:
        return usual
    return found if 2.0 <= found <= 10_000.0 else usual


def whole_number(text: str, usual: int = 0) -> int:
    """Return a number of pixels; another for what is none."""
    try:
        return int(text[:9])
    except ValueError:
        return usual


WINDOWS = ("Map", "WidgetMap", "PrivateMap", "PlayerHand")
"""Elements that have boards; the second lies in a window of charts."""
GROUPS = ("ListWidget", "PanelWidget", "BoxWidget", "TabWidget", "PieceWindow")
"""Elements that group pieces in a window of pieces."""


@dataclass(frozen=True)
class ModuleCounter:
    """A counter with its copies, and the groups or the stack in which the module first has it, the innermost last."""

    piece: ModulePiece
    copies: int
    groups: tuple[str, ...]


@dataclass(frozen=True)
class ModuleDeck:
    """A deck: its cards in order, each with its copies."""

    title: str
    cards: tuple[tuple[ModulePiece, int], ...]


@dataclass(frozen=True)
class ModuleBoard:
    """A board of a window with its picture; its `element` has its grids."""

    window: str
    name: str
    image: str
    element: BuildElement


@dataclass(frozen=True)
class ModuleStack:
    """Counters that start together, in pixels; `board` is empty if they do so on any board, `start` in any game."""

    window: str
    board: str
    name: str
    x: int
    y: int
    pieces: tuple[ModulePiece, ...]
    start: str = ""


@dataclass
class Module:
    """Everything that is taken from a module. `starts` are boards of which a game has one, `masks` hide pieces.

    `piles` are the groups of counters that come from stacks and draw piles, and are no tabs of a window.

    `bare` are the names of pieces without a picture, and `again` those of pieces that the module has more often than
    it gives copies: in several windows, or on boards of which a game has one.
    """

    title: str
    version: str
    sides: list[str] = field(default_factory=list)
    counters: list[ModuleCounter] = field(default_factory=list)
    decks: list[ModuleDeck] = field(default_factory=list)
    boards: list[ModuleBoard] = field(default_factory=list)
    stacks: list[ModuleStack] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    masks: set[str] = field(default_factory=set)
    piles: set[str] = field(default_factory=set)
    bare: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)


def module_of(root: BuildElement, area: Area) -> Module:
    """Read a build file; `area` tells how large pictures are. What it raises, this does.

    An extension of a module has no name, but a description.
    """
    module = Module(root.get("name") or root.get("description") or "Module", root.get("version"))
    prototypes = prototypes_of(root)
    drafts = {id(slot): draft_of(slot, prototypes) for slot in root.walk() if slot.kind in ("PieceSlot", "CardSlot")}
    shared = shared_of(drafts.values())
    drawn = {slot: draft.piece(shared, area) for slot, draft in drafts.items()}
    module.masks = {draft.mask for draft in drafts.values() if draft.mask}
    known = _Cards(root, drawn, area)
    listed: dict[ModulePiece, tuple[str, ...]] = {}
    placed: dict[str, Counter[ModulePiece]] = {}
    every: Counter[ModulePiece] = Counter()
    for roster in (one for one in root.walk() if one.kind == "PlayerRoster"):
        module.sides += [entry.text for entry in roster.parts if entry.kind == "entry" and entry.text]
    windows = [one for one in root.walk() if one.kind in WINDOWS]
    inside = {id(one) for window in windows for one in window.walk()}
    for window in windows:
        boards = [one for one in window.walk() if one.kind == "Board"]
        title = (
            window.get("mapName") or (boards[0].get("name") if window.kind == "WidgetMap" and boards else "") or "Map"
        )
        module.boards += [ModuleBoard(title, board.get("name"), board.get("image"), board) for board in boards]
        starts = _starts(window, [board.get("name") for board in boards])
        for stack in window.walk():
            if stack.kind not in ("SetupStack", "DrawPile"):
                continue
            slots = [one for one in stack.walk() if one.kind in ("PieceSlot", "CardSlot")]
            pieces = [(slot, drawn[id(slot)]) for slot in slots]
            if window.kind == "PlayerHand":  # What stays where it is in a hand shows where cards go.
                pieces = [(one, replace(two, button=two.button or drafts[id(one)].fixed)) for one, two in pieces]
            masked = any(piece.mask for _, piece in pieces)
            cards = [
                piece
                for slot, piece in pieces
                if (slot.kind == "CardSlot" or stack.kind == "DrawPile" and piece.mask)
                and not known.excel(piece, masked=masked)
            ]
            loose = [piece for _, piece in pieces if not any(piece is card for card in cards)]
            loose = [_covered(one, area) if stack.kind == "DrawPile" else _plain(one) for one in loose]
            others = [piece for piece in loose if _shows(piece)]
            module.bare += [piece.name for piece in loose if not _shows(piece)]
            every.update(map(_front_up, others))
            if cards:
                module.decks.append(ModuleDeck(stack.get("name") or "Deck", tuple(Counter(cards).items())))
            at, group = stack.get("owningBoard"), stack.get("name") or title
            module.piles.add(group)
            for piece in others:
                listed.setdefault(_front_up(piece), (group,))
                placed.setdefault(starts.get(at, ""), Counter())[_front_up(piece)] += 1
            if stack.kind == "SetupStack" and others:
                module.stacks.append(
                    ModuleStack(
                        title,
                        at,
                        stack.get("name"),
                        whole_number(stack.get("x")),
                        whole_number(stack.get("y")),
                        tuple(others),
                        starts.get(at, ""),
                    )
                )
    held, spread = {piece for deck in module.decks for piece, _ in deck.cards}, list[tuple[Groups, ModulePiece]]()
    for groups, slot in _grouped(root, inside):
        piece = drawn[id(slot)]
        if known.include(piece) and piece in held:
            module.again.append(piece.name)
        elif known.include(piece):
            spread.append((groups, piece))
        elif slot.kind == "PieceSlot" and _shows(piece):
            listed.setdefault(_front_up(_plain(piece)), groups)
            every[_front_up(_plain(piece))] += 1
        elif slot.kind == "PieceSlot":
            module.bare.append(piece.name)
    module.decks += _decks_of(spread)
    used = {stack.start for stack in module.stacks} - {""}
    module.starts = [name for name in placed if name in used] if len(used) > 1 else []
    for piece, groups in listed.items():
        # A game has one of the boards of a window, and so one of what starts on them.
        copies = placed.get("", Counter())[piece] + max((placed[name][piece] for name in placed if name), default=0)
        module.counters.append(ModuleCounter(piece, max(1, copies), groups))
        module.again += [piece.name] * (every[piece] - max(1, copies))
    return module


def _decks_of(cards: Sequence[tuple[Groups, ModulePiece]]) -> Iterator[ModuleDeck]:
    """Yield the cards of windows of pieces as decks, by the innermost group that has enough of them."""
    sizes = Counter(groups[:depth] for groups, _ in cards for depth in range(len(groups) + 1))
    decks: dict[Groups, Counter[ModulePiece]] = {}
    for groups, piece in cards:
        large = (groups[:depth] for depth in range(len(groups), 1, -1) if sizes[groups[:depth]] >= FEW)
        decks.setdefault(next(large, groups[:1]), Counter())[piece] += 1
    for groups, held in decks.items():
        yield ModuleDeck("".join(groups[-1:]) or "Cards", tuple(held.items()))


def _starts(window: BuildElement, boards: Sequence[str]) -> Mapping[str, str]:
    """Return the board that each board of a window stands for where a game has one of several.

    Those that games begin with side by side stand for the first of them.
    """
    said = next((one.text for one in window.walk() if one.kind == "setup"), "")
    # The window's name, then the name of each board, its column and its row.
    names = [re.sub(r"\\(.)", r"\1", name.removesuffix("/rev")) for name in said.split("\t")[1::3]]
    found = {name: names[0] if name in names else name for name in boards}
    return found if len({*found.values()}) > 1 else {}


FEW = 10
"""Least cards of a deck that is made of a group of pieces."""
CHIT, ALIKE = 3, 1.3
"""How many times as large as a chit of the same module a card is at least, and a piece as its like at most."""


class _Cards:
    """How large the cards of a module are, those that cover most in all, and its usual counters."""

    def __init__(self, root: BuildElement, drawn: Mapping[int, ModulePiece], area: Area) -> None:
        self.area = area
        piled = {id(slot) for pile in root.walk() if pile.kind == "DrawPile" for slot in pile.walk()}
        inside, beside = Counter[int](), Counter[int]()
        for slot, piece in drawn.items():
            if slot in piled or not piece.mask:
                (inside if slot in piled else beside)[area(piece.front or piece.back)] += 1
        self.size = max(inside, key=lambda size: size * inside[size], default=0)
        self.counter = beside.most_common(1)[0][0] if beside else 0

    def excel(self, piece: ModulePiece, *, masked: bool) -> bool:
        """Whether cards are much larger than a piece: a chit or a tile as small as counters, although it is in a pile.

        It is none, too, if no piece of its pile is ever `masked`, and it is as large as counters are.
        """
        size = self.area(piece.front or piece.back)
        return 0 < CHIT * size < self.size or not masked and 0 < size <= ALIKE * self.counter

    def include(self, piece: ModulePiece) -> bool:
        """Whether a piece of a window is a card: it is as large as one, and so is what hides it."""
        sizes = self.area(piece.front), self.area(piece.mask) if piece.mask else 0
        return self.size > CHIT * self.counter > 0 and all(
            self.size / ALIKE <= size <= ALIKE * self.size for size in sizes
        )


def _covered(piece: ModulePiece, area: Area) -> ModulePiece:
    """The piece as a counter: what hides it is its back if it is as large, and has none of its own."""
    front = area(piece.front)
    fits = front and not piece.back and front <= 2 * area(piece.mask) <= 4 * front if piece.mask else False
    return replace(piece, mask="", back=piece.mask, over=False) if fits else _plain(piece)


def _plain(piece: ModulePiece) -> ModulePiece:
    """The piece as a counter: without the back that hides it."""
    return replace(piece, mask="")


def _front_up(piece: ModulePiece) -> ModulePiece:
    return replace(piece, turned=False)


def _shows(piece: ModulePiece) -> bool:
    """Whether it is a piece to print: helpers without pictures are none."""
    return bool(piece.front or piece.back)


def _grouped(root: BuildElement, inside: set[int]) -> Iterator[tuple[tuple[str, ...], BuildElement]]:
    """Yield the slots of windows of pieces, with the names of the groups around each, the innermost last."""
    waiting: list[tuple[BuildElement, tuple[str, ...]]] = [(root, ())]
    while waiting:
        one, groups = waiting.pop()
        if id(one) in inside:
            continue
        if one.kind in ("PieceSlot", "CardSlot"):
            yield groups, one
        name = one.get("entryName") or one.get("name") if one.kind in GROUPS else ""
        waiting += [(part, (*groups, name) if name else groups) for part in reversed(one.parts)]
