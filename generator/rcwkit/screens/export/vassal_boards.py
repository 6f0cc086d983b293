"""Boards as VASSAL windows: named boxes, stacks set up on them, and decks."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from itertools import count
from xml.etree import ElementTree as ET

from rcwkit.draw.pictures import pixels
from rcwkit.screens.export import traits
from rcwkit.screens.export.board import Board, Zone
from rcwkit.screens.export.boards import CARDS, MAP, discards
from rcwkit.screens.export.table import Card, Deck, Stack, Table, Token
from rcwkit.screens.export.vassal_xml import Value, add, given

__all__ = ["DPI", "Slots", "cards_of", "counters_of", "window"]

DPI = 144
"""Pixels per inch: VASSAL shows pictures pixel by pixel, and a counter of 5/8 in then has 90."""
SCALE = DPI // 72
"""Pixels per point."""
PARTS = (
    "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer"
    " StackExpander PieceMover KeyBufferer SelectionHighlighters Zoomer"
)
"""Components that a map needs for play, besides its boards."""
BOARD = "module.map.boardPicker.board"
MENU = "Via right-click Menu"
"""A deck is shuffled, or turned, through its menu only; one that can be turned so starts face down."""


def counters_of(owner: str) -> str:
    """Return the name of the prototype of an owner's counters."""
    return f"{owner}, counters"


def cards_of(deck: Deck) -> str:
    """Return the name of the prototype of a deck's cards."""
    return f"{deck.title} ({deck.id}), cards"


class Slots:
    """Adds pieces in numbered slots."""

    def __init__(self, table: Table) -> None:
        self._numbers = count(1)
        self.sizes = {name: pixels(frame, dpi=DPI) for name, frame in table.frames.items()}

    def number(self) -> int:
        """Return a new slot number."""
        return next(self._numbers)

    def counter(self, parent: ET.Element, token: Token, turned: bool) -> None:
        """Add a counter."""
        number = self.number()
        outer = [traits.prototype(counters_of(token.owner))]
        outer += [traits.layer(token.back, traits.encode((token.reverse,), "+"), turned=turned)] if token.back else []
        marks = traits.mark(Type=token.type, Id=token.id)
        piece = (*outer, marks, traits.basic(token.front, token.name, number))
        self._slot(parent, "widget.PieceSlot", token.name, token.front, number, piece)

    def card(self, parent: ET.Element, deck: Deck, card: Card) -> None:
        """Add a card."""
        number = self.number()
        outer = (traits.mask(card.back), traits.mark(Deck=deck.title)) if card.back else ()
        shared = () if card.back else (traits.prototype(cards_of(deck)),)
        piece = (*outer, *shared, traits.basic(card.image, card.title, number))
        self._slot(parent, "widget.CardSlot", card.title, card.image, number, piece)

    def _slot(
        self, parent: ET.Element, kind: str, name: str, image: str, number: int, piece: tuple[traits.Trait, ...]
    ) -> None:
        width, height = self.sizes[image]
        add(parent, kind, entryName=name, gpid=number, width=width, height=height).text = traits.piece(piece)


def window(root: ET.Element, table: Table, board: Board, slots: Slots) -> None:
    """Add a window with one board and its set-up; the first board lies in the main window."""
    main = board.name == MAP
    found = add(
        root,
        "module.Map",
        mapName=board.name,
        buttonName="" if main else board.name,
        launch=not main,
        icon="",
        allowMultiple=False,
        markMoved="Never",
        moveToFormat="$pieceName$: $previousLocation$ to $location$",
        moveWithinFormat="$pieceName$: $previousLocation$ to $location$",
        createFormat="",
        changeFormat="$message$",
    )
    picker = add(found, "module.map.BoardPicker", title="Board", boardPrompt="Board")
    place = add(picker, "module.map.boardPicker.Board", name=board.name, image=board.image, reversible=False)
    _grid(place, board)
    add(found, "module.map.StackMetrics", exSepX=8, exSepY=26, unexSepX=2, unexSepY=2)
    for part in PARTS.split():
        add(found, f"module.map.{part}")
    add(found, "module.map.HighlightLastMoved", enabled=True, color="201,162,39", thickness=2)
    viewer = add(found, "module.map.CounterDetailViewer", version=4, display="from top-most layer only")
    given(viewer, delay=500, minDisplayPieces=2, showgraph=True)
    add(found, "module.properties.GlobalProperties")
    for stack, at in _places(table, board):
        setup = _stack(found, "SetupStack", board, at, name=stack.title, useGridLocation=False, location="")
        for unit, turned in stack.pieces:
            slots.counter(setup, table.tokens[unit], turned)
    if board.name == CARDS:
        for deck in table.decks:
            _deck(found, board, deck, slots)


def _grid(place: ET.Element, board: Board) -> None:
    """Name boxes for the log: a zone per panel, with a point per box. Nothing snaps to them."""
    if not board.zones:
        return
    grid = add(place, f"{BOARD}.ZonedGrid")
    for zone in board.zones:
        found = add(grid, f"{BOARD}.mapgrid.Zone", name=zone.area.title, locationFormat="$gridLocation$, $name$")
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


def _places(table: Table, board: Board) -> Iterator[tuple[Stack, tuple[float, float]]]:
    """The stacks of a board with their centres; stacks in one box stand side by side."""
    stacks = [stack for stack in table.stacks if stack.board == board.name]
    shares, done = Tally(stack.cell for stack in stacks), Tally[str]()
    for stack in stacks:
        yield stack, board.cells[stack.cell].place(done[stack.cell], shares[stack.cell])
        done[stack.cell] += 1


def _stack(window: ET.Element, kind: str, board: Board, at: tuple[float, float], **values: Value) -> ET.Element:
    x, y = (round(length * SCALE) for length in at)
    return add(window, f"module.map.{kind}", owningBoard=board.name, x=x, y=y, **values)


def _deck(window: ET.Element, board: Board, deck: Deck, slots: Slots) -> None:
    """A deck, face down, and beside it an empty one that takes discards and returns them."""
    name, (width, height) = f"{deck.title}: deck", slots.sizes[deck.back]
    common: Mapping[str, Value] = {
        "width": width,
        "height": height,
        "draw": True,
        "color": "107,101,90",
        "shuffle": MENU,
        "shuffleCommand": "Shuffle",
        "shuffleFormat": "$deckName$ is shuffled",
        "allowMultiple": True,
        "allowSelect": True,
        "selectDisplayProperty": "$BasicName$",
        "maxStack": 15,
    }
    at = board.cells[deck.id].place(0, 1)
    pile = _stack(window, "DrawPile", board, at, name=name, faceDown=MENU, drawFaceUp=False, **common)
    for card in deck.cards:
        for _ in range(card.copies):
            slots.card(pile, deck, card)
    _stack(
        window,
        "DrawPile",
        board,
        board.cells[discards(deck.id)].place(0, 1),
        name=f"{deck.title}: discards",
        faceDown="Never",
        drawFaceUp=True,
        reshufflable=True,
        reshuffleCommand="Back to the deck",
        reshuffleTarget=name,
        reshuffleMessage="$deckName$ go back to the deck",
        **common,
    )
