"""Boards, hexes and dice as VASSAL components: windows with stacks, grids, and buttons that roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple
from xml.etree import ElementTree as ET

from rcwkit.dice.model import Procedure, Step
from rcwkit.dice.tables import Resolution, Table
from rcwkit.export import traits
from rcwkit.export.boards import CARDS, TRAY, Board, BoardArea, BoardHexes, Zone, discards
from rcwkit.export.table import Start, TableCard, TableDeck, Token, VirtualTable
from rcwkit.frame import MM
from rcwkit.game.game import Game
from rcwkit.kinds.maps.model import Half, HexCell
from rcwkit.kinds.tables.say import drm_lines
from rcwkit.kit.publish import named_apart
from rcwkit.sheets.pictures import pixels
from rcwkit.source.base import Scalar
from rcwkit.source.language import Language, word
from rcwkit.source.markup import spoken

__all__ = [
    "DPI",
    "MOVED",
    "PREFIX",
    "SHUFFLE",
    "SHUFFLER",
    "Slots",
    "TURNED",
    "add",
    "badge",
    "board_name",
    "cards_of",
    "counters_of",
    "dice_buttons",
    "discard_pile",
    "given",
    "hex_zones",
    "masked",
    "numbers_alike",
    "report_of",
    "rolls_of",
    "seats",
    "windows",
    "written",
]

PREFIX = "VASSAL.build."
"""Prefix of all components' names."""
Value = str | int | bool


def add(parent: ET.Element, kind: str, **values: Value) -> ET.Element:
    """Add a component to another."""
    return given(ET.SubElement(parent, PREFIX + kind), **values)


def given(element: ET.Element, **values: Value) -> ET.Element:
    """Set attributes of an element, and return it."""
    for name, value in values.items():
        element.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return element


def written(root: ET.Element) -> bytes:
    """Return the document as bytes."""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"


DICE_MENU = word("Roll on")
"""Text of the button under which the rolls of tables and procedures lie."""


class BoardRoll(NamedTuple):
    """A roll with results: its title, and how it is read."""

    title: str
    read: Resolution


def rolls_of(game: Game) -> list[BoardRoll]:
    """Return every roll that has results of its own: tables, and steps of procedures with rows."""
    found: list[BoardRoll] = []
    names: set[str] = set()
    for item in game[Table].values():
        if item.value.roll and item.value.rows:
            found.append(BoardRoll(named_apart(item.value.title, names), item.value))
    for procedure in game[Procedure].values():
        for step in _steps(procedure.value.steps):
            if step.roll and step.rows:
                title = f"{procedure.value.title}: {step.title}" if step.title else procedure.value.title
                found.append(BoardRoll(named_apart(title, names), step))
    return found


def _steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _steps(step.steps)


def report_of(game: Game, roll: BoardRoll) -> str:
    """Return the report of a roll as a BeanShell expression: dice, modifier, total, and the row in all columns."""
    rolled, read = "numericalTotal", roll.read
    if read.drm:
        signed = '(addToTotal < 0 ? " − " + (0 - addToTotal) : " + " + addToTotal)'
        rolled = f'(numericalTotal - addToTotal) + {signed} + " = " + numericalTotal'
    return f'{{PlayerName + {_quoted(f": {roll.title}: ")} + {rolled} + " → " + {_result(game, read)}}}'


def _result(game: Game, read: Resolution) -> str:
    """The result of a total, as nested choices from the lowest row up; totals past the ends take the end rows."""
    rows = sorted(read.ranges.items(), key=lambda row: row[1].low)
    found = _quoted(_words(game, read, rows[-1][0]))
    for key, span in reversed(rows[:-1]):
        found = f"(numericalTotal <= {span.high} ? {_quoted(_words(game, read, key))} : {found})"
    for natural, result in read.natural.items():
        found = f"((numericalTotal - addToTotal) == {natural} ? {_quoted(_cell(game, read, result))} : {found})"
    return found


def _words(game: Game, read: Resolution, key: Scalar) -> str:
    """A row: its cell, or each with the heading of its column."""
    cells = read.rows[key]
    if not isinstance(cells, tuple):
        return _cell(game, read, cells)
    heads = (spoken(head, game.info.said) for head in read.columns.values())
    return " · ".join(f"{head}: {_cell(game, read, cell)}" for head, cell in zip(heads, cells, strict=False))


def _cell(game: Game, read: Resolution, cell: Scalar) -> str:
    """A result, with its meaning if the table has a key of results."""
    meaning = read.results.get(cell) if isinstance(read, Table) else None
    said = f"{game.say(str(cell))}: {meaning}" if meaning else game.say(str(cell))
    return spoken(said, game.info.said).replace("_", " ")


def _quoted(text: str) -> str:
    """A text in an expression: VASSAL would read dollars as names, and braces as ends."""
    plain = text.replace("$", "").replace("{", "(").replace("}", ")")
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dice_buttons(root: ET.Element, game: Game, dice: tuple[tuple[int, int], ...]) -> None:
    """Add a button for each combination of dice, and a menu of all rolls with results; modifiers are asked for."""
    say = game.say
    for number, sides in dice:
        name = say("{count}d{faces}", count=number, faces=sides)
        _button(root, name, say("Roll {dice}", dice=name), number, sides, f"$PlayerName$: {name} = $result$")
    rolls = rolls_of(game)
    for roll in rolls:
        if roll.read.roll:
            tip = "; ".join(f"{sign}: {spoken(text, game.info.said)}" for sign, text in drm_lines(roll.read.drm))
            thrown = roll.read.roll
            button = _button(root, roll.title, tip or roll.title, thrown.count, thrown.faces, report_of(game, roll))
            if roll.read.drm:
                given(button, prompt=True, lockDice=True, lockSides=True, lockPlus=True, lockAdd=False)
    if rolls:
        items = traits.encode([roll.title for roll in rolls], ",")
        menu = add(
            root, "module.ToolbarMenu", description=say(DICE_MENU), text=say(DICE_MENU), icon="", menuItems=items
        )
        given(menu, tooltip=say("Tables and procedures"))


def _button(root: ET.Element, name: str, tip: str, count: int, sides: int, report: str) -> ET.Element:
    button = add(root, "module.DiceButton", name=name, text=name, icon="", tooltip=tip)
    return given(button, nDice=count, nSides=sides, reportTotal=True, reportFormat=report)


BOARD = "module.map.boardPicker.board"


def numbers_alike(hexes: BoardHexes) -> bool:
    """Return whether VASSAL can count as the map does: from the top left, and every hex of the rectangle.

    It counts from other corners by the size of the picture, which has margins.
    """
    return hexes.grid.corner == "top_left"


def hex_zones(parent: ET.Element, board: Board, hexes: BoardHexes, scale: int) -> None:
    """Add a zone for each box beside the hexes, and one for the whole map with its grid."""
    named = {area.title for area in board.cells.values()} - hexes.grid.cells.keys()
    for area in (*(one for one in board.cells.values() if one.title in named), board.zones[0].area):
        box = area.title in named
        zone = add(parent, f"{BOARD}.mapgrid.Zone", name=area.title, path=_zone_path(area, scale), useHighlight=False)
        given(zone, locationFormat="$name$" if box else "$gridLocation$", useParentGrid=False)
        if not box:
            _hex_grid(zone, hexes, scale)


def _zone_path(area: BoardArea, scale: int) -> str:
    sides = area.x, area.y, area.x + area.width, area.y + area.height
    left, top, right, bottom = (round(side * scale) for side in sides)
    return f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"


def _hex_grid(parent: ET.Element, hexes: BoardHexes, scale: int) -> None:
    """Add a grid of hexes to a zone; `scale` is in pixels per point.

    VASSAL shoves every second column, beginning with the second. Where the first is shoved instead, the second begins
    half a hex above it, and `stagger` counts its rows from there. Pointed hexes are the same with x and y exchanged.
    """
    grid, flat = hexes.grid, hexes.grid.top == "flat"
    x, y = grid.centre(HexCell(0, 0))
    first = (hexes.x + x * MM) * scale, (hexes.y + y * MM) * scale
    x0, y0 = (round(value) for value in (first if flat else first[::-1]))
    found = add(parent, f"{BOARD}.HexGrid", x0=x0, y0=y0, sideways=not flat, snapTo=True, visible=False)
    given(found, dx=f"{1.5 * grid.side * MM * scale:.6f}", dy=f"{grid.size * MM * scale:.6f}")
    given(found, edgesLegal=False, cornersLegal=False, dotsVisible=False, color="0,0,0")
    across, dot, down = grid.halves
    along, below = (across, down) if flat else (down, across)
    names = add(found, f"{BOARD}.mapgrid.HexGridNumbering", stagger=grid.is_shoved(0), sep=dot, visible=False)
    given(names, first="H" if (grid.order == "columns") == flat else "V", locationFormat="$gridLocation$")
    given(names, **_half("h", along), **_half("v", below), hDescend=False, vDescend=False)
    given(names, fontSize=9, color="0,0,0", rotateText=0, hDrawOff=0, vDrawOff=0)


def _half(which: str, half: Half) -> dict[str, Value]:
    """Return how VASSAL writes one half of a number."""
    kind, leading = ("N", half.digits - 1) if half.digits else ("A", 0)
    return {f"{which}Type": kind, f"{which}Off": half.start, f"{which}Leading": leading}


DPI = 144
"""Pixels per inch: VASSAL shows pictures pixel by pixel, and a counter of 5/8 in then has 90."""
SCALE = DPI // 72
"""Pixels per point."""
PARTS = (
    "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer"
    " StackExpander PieceMover KeyBufferer SelectionHighlighters"
)
"""Components that a map needs for play, besides its boards."""
LEVELS = ("0.25", "0.35", "0.5", "0.7", "1.0", "1.4", "2.0")
WHOLE, SMALL = 4, 2
"""Levels of zoom, and at which of them a window starts: at full size, or half of it for the tall card table."""
MENU = "Via right-click Menu"
"""A deck is shuffled, or turned, through its menu only; one that can be turned so starts face down."""
DEPTH = 3
"""Pieces that a deck shows below its top: more would spill out of its box."""
MOVED = "moved.svg"
"""Picture on a piece that has moved."""
SHUFFLE = traits.named("shuffleDecks")
"""The key that shuffles all decks at the start, and the command that a piece on the card table gets then."""
SHUFFLER = "Shuffle"
"""Name of that piece."""
TURNED = word("Two-sided counters")
"""Name of the prototype that reports turning."""
FACINGS = {"hex": 12}
"""Directions that pieces of a shape turn to; eight for the others."""


def counters_of(owner: str, say: Language) -> str:
    """Return the name of the prototype of an owner's counters."""
    return say("{owner}, counters", owner=owner)


def cards_of(deck: TableDeck, say: Language) -> str:
    """Return the name of the prototype of a deck's cards."""
    return say("{deck}, cards", deck=f"{deck.title} ({deck.id})")


def board_name(table: VirtualTable, start: Start, board: Board) -> str:
    """Return the name of a board for a start: that of the set-up tells which one is set up."""
    return start.title if len(table.starts) > 1 else table.say(board.name)


class Slots:
    """Adds pieces in numbered slots."""

    def __init__(self, table: VirtualTable) -> None:
        self._numbers = count(1)
        self.table = table
        self.sizes = {name: pixels(frame, dpi=DPI) for name, frame in table.frames.items()}

    def number(self) -> int:
        """Return a new slot number."""
        return next(self._numbers)

    def counter(self, parent: ET.Element, token: Token, turned: bool, home: str) -> None:
        """Add a counter whose place in the tray is the deck `home`."""
        number, say = self.number(), self.table.say
        # From the outside: a report sees what the traits within it did, and a trail must not turn with the piece.
        outer = [traits.prototype(say(TURNED))] if token.back else []
        outer += [traits.to_deck(say("Return to the tray"), traits.HOME, home)]
        outer += [traits.prototype(counters_of(token.owner, say))]
        outer += [traits.clone(say), traits.delete(say)] if token.marker else []
        outer += [traits.rotate(FACINGS.get(self.table.frames[token.front].shape, 8), say)]
        reverse = traits.encode((token.reverse,), "+")
        outer += [traits.layer(token.back, reverse, say, turned=turned)] if token.back else []
        marks = traits.mark(Type=token.type, Id=token.id)
        piece = (*outer, marks, traits.basic(token.front, token.name, number))
        self._slot(parent, "widget.PieceSlot", token.name, token.front, number, piece)

    def card(self, parent: ET.Element, deck: TableDeck, card: TableCard) -> None:
        """Add a card."""
        number, say = self.number(), self.table.say
        back = traits.mask(card.back or deck.back, badge(self.sizes[card.image][1]), masked(deck, say), say)
        own = (back,) if deck.two_faced else ()
        piece = (traits.prototype(cards_of(deck, say)), *own, traits.basic(card.image, card.title, number))
        self._slot(parent, "widget.CardSlot", card.title, card.image, number, piece)

    def helper(self, parent: ET.Element, name: str, *outer: traits.Trait) -> None:
        """Add a piece that nobody sees."""
        number = self.number()
        piece = (*outer, traits.basic("", name, number))
        add(parent, "widget.PieceSlot", entryName=name, gpid=number, width=0, height=0).text = traits.piece(piece)

    def _slot(
        self, parent: ET.Element, kind: str, name: str, image: str, number: int, piece: tuple[traits.Trait, ...]
    ) -> None:
        width, height = self.sizes[image]
        add(parent, kind, entryName=name, gpid=number, width=width, height=height).text = traits.piece(piece)


def badge(height: int) -> str:
    """Return the name of the picture on a card of that height, in pixels, that only its owner sees."""
    return f"hidden-{height}.svg"


def masked(deck: TableDeck, say: Language) -> str:
    """Return what the log calls a card that others do not see."""
    return say("a card of {deck}", deck=deck.title)


def windows(root: ET.Element, table: VirtualTable, slots: Slots) -> None:
    """Add the windows: the boards of all starts, the first in the main window, the card table, and hands."""
    say = table.say
    for number, boards in enumerate(zip(*(start.boards for start in table.starts), strict=True)):
        found = _window(root, boards[0].name, say, main=number == 0)
        picker = _picker(found, say)
        for start, board in zip(table.starts, boards, strict=True):
            _board(picker, board_name(table, start, board), board)
        _parts(found)
        for start, board in zip(table.starts, boards, strict=True):
            if board.name == TRAY:
                _tray(found, table, start, board, slots)
            else:
                _stacks(found, table, start, board, slots)
    if table.cards:
        found = _window(root, CARDS, say, main=not table.starts[0].boards)
        _board(_picker(found, say), say(CARDS), table.cards)
        _parts(found, SMALL)
        for deck in table.decks:
            _deck(found, table.cards, deck, slots, say)
        if any(deck.shuffled for deck in table.decks):
            slots.helper(_stack(found, "SetupStack", say(CARDS), (0, 0), name=SHUFFLER), SHUFFLER, _SHUFFLING)
    if any(deck.hidden for deck in table.decks):
        for side in seats(table):
            _hand(root, side, say)


_SHUFFLING = traits.hotkey(SHUFFLE, SHUFFLE)


def seats(table: VirtualTable) -> tuple[str, ...]:
    """Return whom players can play: sides that play, unless none of them has a counter and others do."""
    sides = {name: side.title for name, side in table.game.info.sides.items() if side.plays}
    owners = {token.owned: token.owner for token in table.tokens.values()}
    return tuple((sides if not owners or sides.keys() & owners.keys() else owners).values())


def _window(root: ET.Element, name: str, say: Language, *, main: bool) -> ET.Element:
    cleared = {
        "markUnmovedText": say("Clear marks"),
        "markUnmovedTooltip": say("Clear the marks of all pieces that have moved"),
    }
    return add(
        root,
        "module.Map",
        mapName=say(name),
        buttonName="" if main else say(name),
        launch=not main,
        icon="",
        allowMultiple=False,
        markMoved="Never" if name in (TRAY, CARDS) else "Always",
        **({} if name in (TRAY, CARDS) else cleared),
        moveToFormat=_way(say),
        moveWithinFormat=_way(say),
        createFormat="",
        changeFormat="$message$",
    )


def _way(say: Language) -> str:
    """What the log says of a piece that is moved."""
    parts = {"piece": "$pieceName$", "before": "$previousLocation$", "after": "$location$"}
    return say("{piece}: {before} to {after}", **parts)


def _picker(found: ET.Element, say: Language) -> ET.Element:
    return add(found, "module.map.BoardPicker", title=say("Board"), boardPrompt=say("Board"))


def _board(picker: ET.Element, name: str, board: Board) -> None:
    place = add(picker, f"{BOARD[:-6]}.Board", name=name, image=board.image, reversible=False)
    _grid(place, board)


def _parts(found: ET.Element, zoom: int = WHOLE) -> None:
    add(found, "module.map.StackMetrics", exSepX=8, exSepY=26, unexSepX=2, unexSepY=2)
    for part in PARTS.split():
        add(found, f"module.map.{part}")
    add(found, "module.map.Zoomer", zoomLevels=traits.encode(LEVELS, ","), zoomStart=zoom)
    add(found, "module.map.HighlightLastMoved", enabled=True, color="201,162,39", thickness=2)
    viewer = add(found, "module.map.CounterDetailViewer", version=4, display="from top-most layer only")
    given(viewer, delay=500, minDisplayPieces=2, showgraph=True)
    add(found, "module.properties.GlobalProperties")


def _hand(root: ET.Element, side: str, say: Language) -> None:
    """A window for the cards of a side, that other sides cannot open."""
    name = say("{side}: hand", side=side)
    found = add(
        root, "module.PlayerHand", mapName=name, side=side, visible=False, buttonName=name, launch=True, icon=""
    )
    given(found, allowMultiple=False, markMoved="Never", changeFormat="", createFormat="")
    given(found, moveToFormat=_way(say), moveWithinFormat="")
    add(_picker(found, say), f"{BOARD[:-6]}.Board", name=say("Hand"), width=1200, height=400, color="229,224,213")
    add(found, "module.map.HandMetrics", disabled=False)
    for part in PARTS.split():
        if part != "StackExpander":
            add(found, f"module.map.{part}")
    add(found, "module.map.Zoomer", zoomLevels=traits.encode(LEVELS, ","), zoomStart=SMALL)


def _grid(place: ET.Element, board: Board) -> None:
    """Name boxes for the log: a zone per panel, with a point per box. Nothing snaps to them."""
    if not board.zones:
        return
    grid = add(place, f"{BOARD}.ZonedGrid")
    if board.hexes is not None and numbers_alike(board.hexes):
        hex_zones(grid, board, board.hexes, SCALE)
        return
    for zone in board.zones:
        found = add(grid, f"{BOARD}.mapgrid.Zone", name=zone.area.title, locationFormat="$gridLocation$")
        given(found, path=_path(zone), useHighlight=False, useParentGrid=False)
        regions = add(found, f"{BOARD}.RegionGrid", snapto=False, visible=False, fontsize=9)
        for area in zone.cells.values():
            x, y = area.place(0, 1)
            add(regions, f"{BOARD}.Region", name=area.title, originx=round(x * SCALE), originy=round(y * SCALE))


def _path(zone: Zone) -> str:
    area = zone.area
    sides = area.x, area.y, area.x + area.width, area.y + area.height
    left, top, right, bottom = (round(side * SCALE) for side in sides)
    return f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"


def _stacks(found: ET.Element, table: VirtualTable, start: Start, board: Board, slots: Slots) -> None:
    """The stacks of a board; those in one box stand side by side."""
    stacks = [stack for stack in start.stacks if stack.board == board.name]
    shares, done = Counter(stack.cell for stack in stacks), Counter[str]()
    name, homes = board_name(table, start, board), homes_of(table, start)
    for stack in stacks:
        at = board.cells[stack.cell].place(done[stack.cell], shares[stack.cell])
        done[stack.cell] += 1
        setup = _stack(found, "SetupStack", name, at, name=stack.title, useGridLocation=False, location="")
        for unit, turned in stack.pieces:
            slots.counter(setup, table.tokens[unit], turned, homes[unit])


def homes_of(table: VirtualTable, start: Start) -> Mapping[str, str]:
    """Return the name of each counter's deck in the tray: its own, with its id and the start where it needs them."""
    titles = Counter(token.name for token in table.tokens.values())
    ending = f", {start.title}" if len(table.starts) > 1 else ""
    return {
        name: f"{token.name}{f' ({name})' if titles[token.name] > 1 else ''}{ending}"
        for name, token in table.tokens.items()
    }


def _tray(found: ET.Element, table: VirtualTable, start: Start, board: Board, slots: Slots) -> None:
    """A deck for each counter: one piece is taken at a time, however many there are, and comes back to its own box."""
    homes = homes_of(table, start)
    for stack in start.stacks:
        if stack.board == board.name:
            token = table.tokens[stack.cell]
            at, (width, height) = board.cells[stack.cell].place(0, 1), slots.sizes[token.front]
            pile = _stack(found, "DrawPile", board_name(table, start, board), at, name=homes[token.id], draw=True)
            given(pile, width=width, height=height, color="201,196,184", shuffle="Never", faceDown="Never")
            given(pile, drawFaceUp=True, allowMultiple=False, allowSelect=False, maxStack=DEPTH)
            for unit, turned in stack.pieces:
                slots.counter(pile, table.tokens[unit], turned, homes[unit])


def _stack(window: ET.Element, kind: str, board: str, at: tuple[float, float], **values: Value) -> ET.Element:
    x, y = (round(length * SCALE) for length in at)
    return add(window, f"module.map.{kind}", owningBoard=board, x=x, y=y, **values)


def discard_pile(deck: TableDeck, say: Language) -> str:
    """Return the name of a deck's discard pile."""
    return say("{deck}: discards", deck=deck.title)


def _deck(window: ET.Element, board: Board, deck: TableDeck, slots: Slots, say: Language) -> None:
    """A deck, face down if it is to be drawn from, and beside it an empty one that takes discards and returns them."""
    name, (width, height) = say("{deck}: deck", deck=deck.title), slots.sizes[deck.back]
    common: Mapping[str, Value] = {
        "width": width,
        "height": height,
        "draw": True,
        "color": "107,101,90",
        "shuffle": MENU,
        "shuffleCommand": say("Shuffle"),
        "shuffleFormat": say("{deck} is shuffled", deck="$deckName$"),
        "allowMultiple": True,
        "allowSelect": True,
        "selectDisplayProperty": "$BasicName$",
        "maxStack": DEPTH,
    }
    at = board.cells[deck.id].place(0, 1)
    pile = _stack(window, "DrawPile", say(board.name), at, name=name, **common)
    given(pile, faceDown="Never" if deck.open else MENU, drawFaceUp=not deck.hidden)
    if deck.shuffled:
        given(pile, shuffleHotkey=SHUFFLE)
    # The last piece added lies on top.
    for card in reversed(deck.cards):
        for _ in range(card.copies):
            slots.card(pile, deck, card)
    _stack(
        window,
        "DrawPile",
        say(board.name),
        board.cells[discards(deck.id)].place(0, 1),
        name=discard_pile(deck, say),
        faceDown="Never",
        drawFaceUp=True,
        reshufflable=True,
        reshuffleCommand=say("Back to the deck"),
        reshuffleTarget=name,
        reshuffleMessage=say("{deck} go back to the deck", deck="$deckName$"),
        **common,
    )
