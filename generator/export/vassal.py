"""A table as a module of VASSAL: a zip of the build file, its short description, and the pictures.

Every counter of the mix is there once for each copy: in a stack that stands on the board at the start, or in the tray. So no saved game is needed.
"""

from __future__ import annotations

import io
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from itertools import count
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator import __version__
from generator.draw.pictures import pictures, pixels
from generator.export import traits
from generator.export.board import Board, Zone
from generator.export.boards import CARDS, MAP, discards
from generator.export.table import Deck, Stack, Table, Token
from generator.fonts import FontBook
from generator.paperwork import LICENCE, licence

__all__ = ["BUILD_FILE", "DPI", "IMAGES", "MODULE_DATA", "SCALE", "VERSION", "build_file", "module"]

VERSION = "3.6.7"
"""The format. A module that names a version below 3.5 is searched for a build file of another name."""
BUILD_FILE, MODULE_DATA, IMAGES = "buildFile.xml", "moduledata", "images/"
DPI = 144
"""Pixels an inch: VASSAL shows pictures pixel by pixel, and a counter of 5/8 inch then has 90."""
SCALE = DPI // 72
"""Pixels in a point."""
EPOCH = (1980, 1, 1, 0, 0, 0), "315532800000"
"""When everything was made, as zip files and as VASSAL write it: modules do not depend on the clock."""
PARTS = "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer StackExpander PieceMover KeyBufferer SelectionHighlighters Zoomer"
"""What a map needs besides its boards, to be played on."""
FLIPS = "$location$: $oldPieceName$ is turned, now $newPieceName$"

Value = str | int | bool


def module(table: Table, fonts: FontBook) -> bytes:
    """The module as the bytes of its file; the same table gives the same bytes."""
    drawn = dict(zip(table.frames, pictures(table.frames.values(), fonts, dpi=DPI), strict=True))
    files = {BUILD_FILE: build_file(table), MODULE_DATA: _module_data(table), LICENCE: licence(table.game)}
    files |= {IMAGES + name: data for name, data in (drawn | dict(table.pictures)).items()}
    target = io.BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = ZipInfo(name, EPOCH[0])
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def build_file(table: Table) -> bytes:
    """The XML that a module is built from."""
    info, slots = table.game.info, _Slots(table)
    root = ET.Element(f"{_PREFIX}GameModule")
    _add(root, "module.BasicCommandEncoder")
    _add(root, "module.Documentation")
    _players(root, table)
    _add(root, "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Never", nonOwnerUnmaskable="Never")
    _add(root, "module.Chatter")
    _add(root, "module.KeyNamer")
    _add(root, "module.gamepieceimage.GamePieceImageDefinitions")
    _add(root, "module.properties.GlobalProperties")
    _prototypes(root, table)
    for board in table.boards:
        _map(root, table, board, slots)
    _charts(root, table)
    _dice(root, table)
    _turns(root, table)
    _add(root, "module.NotesWindow", buttonText="Notes", icon="", tooltip="Notes")
    said = f"{table.setup or 'No set-up'}. {info.credits}"
    _set(root, name=info.title, version=__version__, VassalVersion=VERSION, description=said, nextPieceSlotId=slots.next)
    return _written(root)


def _module_data(table: Table) -> bytes:
    """What VASSAL's list of modules shows without opening one."""
    root = ET.Element("data", version="1")
    for name, text in (
        ("version", __version__),
        ("VassalVersion", VERSION),
        ("dateSaved", EPOCH[1]),
        ("description", table.setup),
        ("name", table.game.info.title),
    ):
        ET.SubElement(root, name).text = text
    return _written(root)


class _Slots:
    """Pieces into their slots, each with a number of its own."""

    def __init__(self, table: Table) -> None:
        self.table, self.numbers = table, count(1)
        self.sizes = {name: pixels(frame, dpi=DPI) for name, frame in table.frames.items()}

    @property
    def next(self) -> int:
        """A number that no slot has."""
        return next(self.numbers)

    def counter(self, parent: ET.Element, token: Token, turned: bool) -> None:
        """One counter."""
        number = self.next
        outer = [traits.prototype(_counters_of(token.owner))]
        outer += [traits.layer(token.back, traits.encode((token.reverse,), "+"), turned=turned)] if token.back else []
        marks = traits.mark(Type=token.type, Id=token.id)
        self._slot(parent, "widget.PieceSlot", token.name, token.front, number, (*outer, marks, traits.basic(token.front, token.name, number)))

    def card(self, parent: ET.Element, deck: Deck, title: str, image: str) -> None:
        """One card."""
        number = self.next
        self._slot(parent, "widget.CardSlot", title, image, number, (traits.prototype(_cards_of(deck)), traits.basic(image, title, number)))

    def _slot(self, parent: ET.Element, kind: str, name: str, image: str, number: int, piece: tuple[traits.Trait, ...]) -> None:
        width, height = self.sizes[image]
        _add(parent, kind, entryName=name, gpid=number, width=width, height=height).text = traits.piece(piece)


def _players(root: ET.Element, table: Table) -> None:
    roster = _add(root, "module.PlayerRoster", buttonText="Sides", buttonIcon="", buttonToolTip="Take or leave a side")
    for title in (*(side.title for side in table.game.info.sides.values() if side.plays), "Solitaire"):
        ET.SubElement(roster, "entry").text = title


def _prototypes(root: ET.Element, table: Table) -> None:
    """What all counters of an owner have, and all cards of a deck."""
    container = _add(root, "module.PrototypesContainer")
    empty = traits.basic("", "", 0)
    for owner in dict.fromkeys(token.owner for token in table.tokens.values()):
        shared = (traits.report([traits.FLIP], FLIPS), traits.mark(Side=owner), empty)
        _add(container, "module.PrototypeDefinition", name=_counters_of(owner), description="").text = traits.piece(shared)
    for deck in table.decks:
        shared = (traits.mask(deck.back), traits.mark(Deck=deck.title), empty)
        _add(container, "module.PrototypeDefinition", name=_cards_of(deck), description="").text = traits.piece(shared)


def _counters_of(owner: str) -> str:
    return f"{owner}, counters"


def _cards_of(deck: Deck) -> str:
    return f"{deck.title} ({deck.id}), cards"


def _map(root: ET.Element, table: Table, board: Board, slots: _Slots) -> None:
    """A window with one board, and what stands on it at the start. The first one lies in the main window."""
    main = board.name == MAP
    window = _add(
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
    picker = _add(window, "module.map.BoardPicker", title="Board", boardPrompt="Board")
    place = _add(picker, "module.map.boardPicker.Board", name=board.name, image=board.image, reversible=False)
    _grid(place, board)
    _add(window, "module.map.StackMetrics", exSepX=8, exSepY=26, unexSepX=2, unexSepY=2)
    for part in PARTS.split():
        _add(window, f"module.map.{part}")
    _add(window, "module.map.HighlightLastMoved", enabled=True, color="201,162,39", thickness=2)
    _add(window, "module.map.CounterDetailViewer", version=4, display="from top-most layer only", delay=500, minDisplayPieces=2, showgraph=True)
    _add(window, "module.properties.GlobalProperties")
    for stack, at in _places(table, board):
        setup = _stack(window, "SetupStack", board, at, name=stack.title, useGridLocation=False, location="")
        for unit, turned in stack.pieces:
            slots.counter(setup, table.tokens[unit], turned)
    if board.name == CARDS:
        for deck in table.decks:
            _deck(window, board, deck, slots)


def _grid(place: ET.Element, board: Board) -> None:
    """The names of the boxes for the log: a zone for each panel, in it a point for each box. Nothing snaps to them."""
    if not board.zones:
        return
    grid = _add(place, "module.map.boardPicker.board.ZonedGrid")
    for zone in board.zones:
        found = _add(
            grid,
            "module.map.boardPicker.board.mapgrid.Zone",
            name=zone.area.title,
            locationFormat="$gridLocation$, $name$",
            path=_path(zone),
            useHighlight=False,
            useParentGrid=False,
        )
        regions = _add(found, "module.map.boardPicker.board.RegionGrid", snapto=False, visible=False, fontsize=9)
        for area in zone.cells.values():
            x, y = area.place(0, 1)
            _add(regions, "module.map.boardPicker.board.Region", name=area.title, originx=round(x * SCALE), originy=round(y * SCALE))


def _path(zone: Zone) -> str:
    left, top, right, bottom = (
        round(side * SCALE) for side in (zone.area.x, zone.area.y, zone.area.x + zone.area.width, zone.area.y + zone.area.height)
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
    return _add(window, f"module.map.{kind}", owningBoard=board.name, x=round(at[0] * SCALE), y=round(at[1] * SCALE), **values)


def _deck(window: ET.Element, board: Board, deck: Deck, slots: _Slots) -> None:
    """A deck, face down, and an empty one beside it that takes discards and gives them back."""
    name, width_height = f"{deck.title}: deck", slots.sizes[deck.back]
    common: Mapping[str, Value] = {
        "width": width_height[0],
        "height": width_height[1],
        "draw": True,
        "color": "107,101,90",
        "shuffle": "Via right-click Menu",
        "shuffleCommand": "Shuffle",
        "shuffleFormat": "$deckName$ is shuffled",
        "allowMultiple": True,
        "allowSelect": True,
        "selectDisplayProperty": "$BasicName$",
        "maxStack": 15,
    }
    pile = _stack(window, "DrawPile", board, board.cells[deck.id].place(0, 1), name=name, faceDown="Via right-click Menu", drawFaceUp=False, **common)
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


def _charts(root: ET.Element, table: Table) -> None:
    for chart in table.charts:
        window = _add(root, "module.ChartWindow", name=chart.title, text=chart.title, icon="", tooltip=chart.title)
        tabs = _add(window, "widget.TabWidget", entryName=chart.title)
        for number, page in enumerate(chart.pages, 1):
            _add(tabs, "widget.Chart", chartName=f"Sheet {number}", fileName=page, description="")


def _dice(root: ET.Element, table: Table) -> None:
    for dice, sides in table.dice:
        name = f"{dice}d{sides}"
        report = f"$PlayerName$: {name} = $result$"
        _add(
            root,
            "module.DiceButton",
            name=name,
            text=name,
            icon="",
            tooltip=f"Roll {name}",
            nDice=dice,
            nSides=sides,
            reportTotal=True,
            reportFormat=report,
        )


def _turns(root: ET.Element, table: Table) -> None:
    if table.turns:
        title = table.turns.title
        tracker = _add(root, "module.turn.TurnTracker", name=title, buttonText=title, turnFormat="$level1$", reportFormat=f"{title}: $newTurn$")
        names = traits.encode([box.title for box in table.turns.boxes.values()], ",")
        _add(tracker, "module.turn.ListTurnLevel", property=title, list=names, turnFormat="$value$", configFirst=False, configList=False)


_PREFIX = "VASSAL.build."


def _add(parent: ET.Element, kind: str, **values: Value) -> ET.Element:
    """A component within another."""
    return _set(ET.SubElement(parent, _PREFIX + kind), **values)


def _set(element: ET.Element, **values: Value) -> ET.Element:
    for name, value in values.items():
        element.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return element


def _written(root: ET.Element) -> bytes:
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"
