"""The boards of a table as windows of VASSAL: boxes with names, stacks that stand there at the start, and decks."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from itertools import count
from xml.etree import ElementTree as ET

from rcwkit.draw.pictures import pixels
from rcwkit.screens.export import traits
from rcwkit.screens.export.board import Board, Zone
from rcwkit.screens.export.boards import CARDS, MAP, discards
from rcwkit.screens.export.table import Deck, Stack, Table, Token
from rcwkit.screens.export.vassal_xml import Value, add

__all__ = ["DPI", "Slots", "cards_of", "counters_of", "window"]

DPI = 144
"""Pixels an inch: VASSAL shows pictures pixel by pixel, and a counter of 5/8 inch then has 90."""
SCALE = DPI // 72
"""Pixels in a point."""
PARTS = "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer StackExpander PieceMover KeyBufferer SelectionHighlighters Zoomer"
"""What a map needs besides its boards, to be played on."""
MENU = "Via right-click Menu"
"""What a deck does only when its menu is used: be shuffled, or be turned; one that may be turned so begins face down."""


def counters_of(owner: str) -> str:
    """The prototype of an owner's counters."""
    return f"{owner}, counters"


def cards_of(deck: Deck) -> str:
    """The prototype of a deck's cards."""
    return f"{deck.title} ({deck.id}), cards"


class Slots:
    """Pieces into their slots, each with a number of its own."""

    def __init__(self, table: Table) -> None:
        self._numbers = count(1)
        self.sizes = {name: pixels(frame, dpi=DPI) for name, frame in table.frames.items()}

    def number(self) -> int:
        """A number that no slot had before."""
        return next(self._numbers)

    def counter(self, parent: ET.Element, token: Token, turned: bool) -> None:
        """One counter."""
        number = self.number()
        outer = [traits.prototype(counters_of(token.owner))]
        outer += [traits.layer(token.back, traits.encode((token.reverse,), "+"), turned=turned)] if token.back else []
        marks = traits.mark(Type=token.type, Id=token.id)
        self._slot(
            parent,
            "widget.PieceSlot",
            token.name,
            token.front,
            number,
            (*outer, marks, traits.basic(token.front, token.name, number)),
        )

    def card(self, parent: ET.Element, deck: Deck, title: str, image: str) -> None:
        """One card."""
        number = self.number()
        self._slot(
            parent,
            "widget.CardSlot",
            title,
            image,
            number,
            (traits.prototype(cards_of(deck)), traits.basic(image, title, number)),
        )

    def _slot(
        self, parent: ET.Element, kind: str, name: str, image: str, number: int, piece: tuple[traits.Trait, ...]
    ) -> None:
        width, height = self.sizes[image]
        add(parent, kind, entryName=name, gpid=number, width=width, height=height).text = traits.piece(piece)


def window(root: ET.Element, table: Table, board: Board, slots: Slots) -> None:
    """A window with one board, and what stands on it at the start. The first one lies in the main window."""
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
    add(
        found,
        "module.map.CounterDetailViewer",
        version=4,
        display="from top-most layer only",
        delay=500,
        minDisplayPieces=2,
        showgraph=True,
    )
    add(found, "module.properties.GlobalProperties")
    for stack, at in _places(table, board):
        setup = _stack(found, "SetupStack", board, at, name=stack.title, useGridLocation=False, location="")
        for unit, turned in stack.pieces:
            slots.counter(setup, table.tokens[unit], turned)
    if board.name == CARDS:
        for deck in table.decks:
            _deck(found, board, deck, slots)


def _grid(place: ET.Element, board: Board) -> None:
    """The names of the boxes for the log: a zone for each panel, in it a point for each box. Nothing snaps to them."""
    if not board.zones:
        return
    grid = add(place, "module.map.boardPicker.board.ZonedGrid")
    for zone in board.zones:
        found = add(
            grid,
            "module.map.boardPicker.board.mapgrid.Zone",
            name=zone.area.title,
            locationFormat="$gridLocation$, $name$",
            path=_path(zone),
            useHighlight=False,
            useParentGrid=False,
        )
        regions = add(found, "module.map.boardPicker.board.RegionGrid", snapto=False, visible=False, fontsize=9)
        for area in zone.cells.values():
            x, y = area.place(0, 1)
            add(
                regions,
                "module.map.boardPicker.board.Region",
                name=area.title,
                originx=round(x * SCALE),
                originy=round(y * SCALE),
            )


def _path(zone: Zone) -> str:
    left, top, right, bottom = (
        round(side * SCALE)
        for side in (zone.area.x, zone.area.y, zone.area.x + zone.area.width, zone.area.y + zone.area.height)
    )
    return f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"


def _places(table: Table, board: Board) -> Iterator[tuple[Stack, tuple[float, float]]]:
    """The stacks of a board with their centres; those of one box stand side by side."""
    stacks = [stack for stack in table.stacks if stack.board == board.name]
    shares, done = Tally(stack.cell for stack in stacks), Tally[str]()
    for stack in stacks:
        yield stack, board.cells[stack.cell].place(done[stack.cell], shares[stack.cell])
        done[stack.cell] += 1


def _stack(window: ET.Element, kind: str, board: Board, at: tuple[float, float], **values: Value) -> ET.Element:
    return add(
        window, f"module.map.{kind}", owningBoard=board.name, x=round(at[0] * SCALE), y=round(at[1] * SCALE), **values
    )


def _deck(window: ET.Element, board: Board, deck: Deck, slots: Slots) -> None:
    """A deck, face down, and an empty one beside it that takes discards and gives them back."""
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
    pile = _stack(
        window,
        "DrawPile",
        board,
        board.cells[deck.id].place(0, 1),
        name=name,
        faceDown=MENU,
        drawFaceUp=False,
        **common,
    )
    for card in deck.cards:
        for _ in range(card.copies):
            slots.card(pile, deck, card.title, card.image)
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
