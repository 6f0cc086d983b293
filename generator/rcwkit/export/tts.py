"""Games as saved objects of Tabletop Simulator: decks from sheets of faces, counters as tiles, set up on the board."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import ceil
from typing import Any

from rcwkit.dice.notation import Dice
from rcwkit.export.boards import Board
from rcwkit.export.table import TableCard, TableChart, TableDeck, TableStack, Token, placed_stacks
from rcwkit.frame import Frame, Shape
from rcwkit.game.game import Game

THUMBNAIL = 256
"""Pixels on a side of the picture that stands for the object in the game's list."""
CARD_DPI, TILE_DPI = 150, 300
"""Pixels per inch of sheets and tiles."""
LARGEST = 69
"""Most faces on a sheet of ten by seven, whose last cell shows the back of hidden cards."""
FACE_DOWN = 180.0
"""Rotation around the long axis that shows a deck's back."""
TILE = 144.0
"""Side of a tile of scale 1, in points: two inches, if cards are life-size."""
TILES: Mapping[Shape, int] = {"square": 0, "hex": 1, "round": 2}
"""The numbers by which Tabletop Simulator knows shapes of tiles."""
CARD = 0
"""The number of the shape of cards: a rectangle with round corners."""
INCH = 72.0
"""Points per inch: one unit of the table."""
POKER = 88 / 25.4
"""Height of a card of scale 1, in inches."""
PAGE = 210 / 25.4, 297 / 25.4
"""Sides of A4 paper in inches."""
GAP, ROW = 1.0, 10
"""Space between objects in inches, and bags per row."""
ABOVE, THICK = 1.1, 0.1
"""Height of the lowest counter on the board, and thickness of a tile."""
DICE = (4, 6, 8, 10, 12, 20)
"""Sides of the dice that Tabletop Simulator has."""
WIDEST = 4096
"""Most pixels on a side of a picture: what every graphics card can show."""

Address = Callable[[str], str]
"""Maps the name of a picture to its URL."""
Object = dict[str, Any]


ACROSS = 10
"""Cards per row."""


@dataclass(frozen=True)
class FaceGrid:
    """A picture of faces in rows from the top left, as names of their pictures; None is an empty cell."""

    name: str
    faces: tuple[str | None, ...]
    columns: int
    rows: int


def grid(name: str, cards: Sequence[TableCard], hidden: str | None = None) -> FaceGrid:
    """Arrange cards in rows of ten; copies share a face.

    With `hidden`, that picture takes the last cell of a grid of at least two by two.
    """
    count, least = (len(cards) + 1, 2) if hidden else (len(cards), 1)
    columns, rows = max(least, min(ACROSS, count)), max(least, ceil(count / ACROSS))
    blank = columns * rows - count
    return FaceGrid(
        name, (*(card.image for card in cards), *[None] * blank, *([hidden] if hidden else ())), columns, rows
    )


def fitting(frame: Frame, columns: int, rows: int, dpi: float) -> float:
    """Return the pixels per inch, at most `dpi`, at which a grid of such faces has no side beyond `WIDEST`."""
    # A pixel less in each cell leaves room for rounding.
    across, down = (WIDEST - columns) / columns / frame.width, (WIDEST - rows) / rows / frame.height
    return min(dpi, across * INCH, down * INCH)


def leaves(chart: TableChart) -> list[TableSheet]:
    """Return the pages of a chart as sheets of A4 paper, two pages on each."""
    names = [name for _, name in chart.pages]
    return [
        TableSheet(chart.title, front, back, PAGE)
        for front, back in zip_longest(names[::2], names[1::2], fillvalue=names[-1])
    ]


def sheets(deck: TableDeck) -> list[tuple[FaceGrid, tuple[TableCard, ...]]]:
    """Return the sheets of a deck, each with its cards; copies share a face."""
    parts = [deck.cards[at : at + LARGEST] for at in range(0, len(deck.cards), LARGEST)]
    return [(grid(f"sheet-{deck.id}-{number}.png", part, deck.back), part) for number, part in enumerate(parts, 1)]


def behind(deck: TableDeck) -> list[FaceGrid]:
    """Return the backs of a deck's sheets, if some of its cards have backs of their own."""
    if not deck.two_faced:
        return []
    parts = [part for _, part in sheets(deck)]
    turned = ([replace(card, image=card.back or deck.back) for card in part] for part in parts)
    return [grid(f"backs-{deck.id}-{number}.png", part, deck.back) for number, part in enumerate(turned, 1)]


@dataclass(frozen=True)
class TableSheet:
    """A picture that lies on the table: its names on both sides, and its width and height in inches."""

    title: str
    front: str
    back: str
    size: tuple[float, float]


@dataclass(frozen=True)
class Scene:
    """What lies on the table besides counters and decks: boards with their stacks, charts, dice, and notes by title."""

    boards: tuple[Board, ...] = ()
    stacks: tuple[TableStack, ...] = ()
    charts: tuple[TableSheet, ...] = ()
    dice: tuple[Dice, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)


def saved_object(
    game: Game,
    tokens: Mapping[str, Token],
    decks: tuple[TableDeck, ...],
    faces: Mapping[str, Frame],
    address: Address,
    scene: Scene | None = None,
) -> bytes:
    """Return the JSON of the table; the same arguments give the same bytes.

    Counters that no stack of the scene sets up lie in bags, one for each owner.
    """
    guids, scene = _guids(game.info.id), scene or Scene()
    objects: list[Object] = []
    first, across = 1, 0.0
    for deck in decks:
        size = faces[deck.back].width / INCH, faces[deck.back].height / INCH
        objects.append(_deck(deck, first, (across + size[0] / 2, _beyond(scene)), size[1], address, guids))
        first += len(sheets(deck))
        across += size[0] + GAP
    left = {name: token.copies for name, token in tokens.items()}
    for board, middle in zip(scene.boards, _middles(scene.boards), strict=True):
        flat = _flat(_sheet_of(board, game.say(board.name)), (middle, 0.0), address, guids)
        objects.append(flat | ({"AttachedSnapPoints": _snaps(board)} if board.snaps else {}))
        for spot, height, unit, turned in _set_up(board, middle, scene.stacks):
            left[unit] -= 1
            objects.append(_tile(tokens[unit], faces[tokens[unit].front], 1, spot, address, guids, turned, height))
    before = -_beyond(scene)
    for number, owner in enumerate(dict.fromkeys(token.owner for token in tokens.values())):
        rest = [token for token in tokens.values() if token.owner == owner and left[token.id]]
        tiles = [_tile(token, faces[token.front], left[token.id], (0.0, 0.0), address, guids) for token in rest]
        if tiles:
            at = number % ROW * GAP * 2, before - number // ROW * GAP * 2
            own: Object = {"Bag": {"Order": 0}, "ContainedObjects": tiles}
            objects.append(_object("Bag", game.say("{owner}: counters", owner=owner), "", at, (1.0, 1.0), guids, own))
    beside = (scene.boards[0].frame.width / INCH / 2 if scene.boards else 0.0) + GAP
    if scene.charts:
        widest = max(chart.size[0] for chart in scene.charts)
        first_chart, *others = (_flat(one, (beside + widest / 2, 0.0), address, guids) for one in scene.charts)
        # One tile turns its pages: in a row, the charts would lie out of reach.
        states = {str(number): chart for number, chart in enumerate(others, 2)}
        objects.append(first_chart | ({"States": states} if states else {}))
    for number, dice in enumerate(one for one in scene.dice if one.faces in DICE):
        for again in range(dice.count):
            at = -GAP * (number + 2), before - GAP * again
            objects.append(
                _object(f"Die_{dice.faces}", game.say("{n}-sided die", n=dice.faces), "", at, (1.0, 1.0), guids, {})
            )
    saved = {
        "SaveName": game.info.title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": game.info.title,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": game.info.credits,
        "TabStates": {
            str(number): {
                "title": title,
                "body": text,
                "color": "Grey",
                "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
                "id": number,
            }
            for number, (title, text) in enumerate(scene.notes.items())
        },
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    return (json.dumps(saved, indent=2, ensure_ascii=False) + "\n").encode()


def _beyond(scene: Scene) -> float:
    """How far from the middle, in inches, decks and bags lie: clear of the board."""
    return max((board.frame.height / INCH / 2 for board in scene.boards), default=0.0) + 2 * GAP


def _middles(boards: tuple[Board, ...]) -> Iterator[float]:
    """Yield where the middle of each board lies, in inches right of that of the table: the first there, others left."""
    edge = 0.0
    for number, board in enumerate(boards):
        half = board.frame.width / INCH / 2
        yield edge - half if number else 0.0
        edge = (edge - 2 * half if number else -half) - GAP


def _sheet_of(board: Board, title: str) -> TableSheet:
    return TableSheet(title, board.image, board.image, (board.frame.width / INCH, board.frame.height / INCH))


def _set_up(
    board: Board, middle: float, stacks: Iterable[TableStack]
) -> Iterator[tuple[tuple[float, float], float, str, bool]]:
    """Yield each counter that starts on a board: its spot and height in inches, its id, and whether it is turned."""
    for stack, (x, y) in placed_stacks(board, stacks):
        spot = middle + (x - board.frame.width / 2) / INCH, (board.frame.height / 2 - y) / INCH
        for level, (unit, turned) in enumerate(stack.pieces):
            yield spot, ABOVE + THICK * level, unit, turned


def _snaps(board: Board) -> list[Object]:
    """The points of a board where counters snap, as it counts them: from its middle, turned and scaled as it is."""
    wide, high = board.frame.width / 2, board.frame.height / 2
    across, down = TILE / INCH / board.frame.width, TILE / INCH / board.frame.height
    return [
        {"Position": {"x": round((wide - x) * across, 5), "y": THICK, "z": round((y - high) * down, 5)}}
        for x, y in board.snaps
    ]


def _flat(sheet: TableSheet, spot: tuple[float, float], address: Address, guids: Iterator[str]) -> Object:
    """A picture that lies fast on the table."""
    own = _custom_tile(address(sheet.front), address(sheet.back), 0, stackable=False)
    scale = sheet.size[0] * INCH / TILE, sheet.size[1] * INCH / TILE
    return {**_object("Custom_Tile", sheet.title, "", spot, scale, guids, own), "Locked": True}


def _deck(
    deck: TableDeck, first: int, spot: tuple[float, float], height: float, address: Address, guids: Iterator[str]
) -> Object:
    """A deck of cards of that height, in inches, or its card if there is only one; `first` numbers its first sheet."""
    scale = height / POKER, height / POKER
    used: dict[str, Object] = {}
    cards: list[Object] = []
    backs = [one.name for one in behind(deck)] or [deck.back] * len(sheets(deck))
    for number, ((sheet, part), back) in enumerate(zip(sheets(deck), backs, strict=True), first):
        used[str(number)] = {
            "FaceURL": address(sheet.name),
            "BackURL": address(back),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": deck.two_faced,
            "Type": CARD,
        }
        for index, card in enumerate(part):
            for _ in range(card.copies):
                deck_of_card = {str(number): used[str(number)]}
                own = {"CardID": 100 * number + index, "SidewaysCard": False, "CustomDeck": deck_of_card}
                cards.append(_object("Card", card.title, deck.title, spot, scale, guids, own, face_down=not deck.open))
    if len(cards) == 1:
        return cards[0]
    ids = [card["CardID"] for card in cards]
    own = {"SidewaysCard": False, "DeckIDs": ids, "CustomDeck": used, "ContainedObjects": cards}
    return _object("Deck", deck.title, "", spot, scale, guids, own, face_down=not deck.open)


def _tile(
    token: Token,
    face: Frame,
    count: int,
    spot: tuple[float, float],
    address: Address,
    guids: Iterator[str],
    turned: bool = False,
    height: float = 1.0,
) -> Object:
    """A counter, or a stack of `count`. Without a reverse, both sides show the front."""
    own = _custom_tile(address(token.front), address(token.back or token.front), TILES[face.shape], stackable=True)
    if count > 1:
        own["Number"] = count
    kind = "Custom_Tile_Stack" if count > 1 else "Custom_Tile"
    scale, said = (face.width / TILE, face.height / TILE), f"{token.owner}, {token.type}"
    return _object(kind, token.name, said, spot, scale, guids, own, face_down=turned, height=height)


def _custom_tile(front: str, back: str, kind: int, *, stackable: bool) -> Object:
    tile = {"Type": kind, "Thickness": THICK, "Stackable": stackable, "Stretch": True}
    picture = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": tile}
    return {"CustomImage": picture}


def _object(
    kind: str,
    name: str,
    text: str,
    spot: tuple[float, float],
    scale: tuple[float, float],
    guids: Iterator[str],
    own: Object,
    *,
    face_down: bool = False,
    height: float = 1.0,
) -> Object:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": FACE_DOWN if face_down else 0.0}
    scales = {"scaleX": round(scale[0], 4), "scaleY": 1.0, "scaleZ": round(scale[1], 4)}
    place = {"posX": round(spot[0], 3), "posY": round(height, 3), "posZ": round(spot[1], 3)}
    return {
        "GUID": next(guids),
        "Name": kind,
        "Transform": {**place, **turned, **scales},
        "Nickname": name,
        "Description": text,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        **own,
    }


def _guids(seed: str) -> Iterator[str]:
    """Six hexadecimal digits per object, unique, and the same for the same game."""
    seen: set[str] = set()
    number = 0
    while True:
        found = hashlib.sha256(f"{seed} {number}".encode()).hexdigest()[:6]
        number += 1
        if found not in seen:
            seen.add(found)
            yield found
