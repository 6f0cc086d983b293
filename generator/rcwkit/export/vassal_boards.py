"""Boards, hexes and dice as VASSAL components: windows with stacks, grids, and buttons that roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import floor
from xml.etree import ElementTree as ET

from rcwkit.dice.setups import Place, Track
from rcwkit.export import traits
from rcwkit.export import vassal_tracks as tracks
from rcwkit.export.boards import (
    CARDS,
    MAP,
    MARGIN,
    ROLLS,
    TRAY,
    WINDOW,
    Board,
    BoardArea,
    BoardHexes,
    cell_of,
)
from rcwkit.export.table import Start, TableCard, TableDeck, Token, VirtualTable, placed_stacks
from rcwkit.export.traits import Value, add, given, icon
from rcwkit.export.vassal_rolls import choices_of, player_of, roll_piece, rolls_of, seats
from rcwkit.frame import MM, area_of, drawn_in
from rcwkit.game.game import Game
from rcwkit.kinds.maps.grid import HexCell
from rcwkit.kinds.maps.model import Map
from rcwkit.sheets.pictures import pixels
from rcwkit.source.language import Language, word
from rcwkit.source.patterns import Half

SOLITAIRE = "Solitaire"
"""The side of a lone player: VASSAL knows it by this name, and shows it in the player's language."""
BOARD = "module.map.boardPicker.board"
LINE = 1.5
"""Points within the line around a map's hexes from which VASSAL, which counts in pixels, may reach a hex beyond it."""


def numbers_alike(hexes: BoardHexes) -> bool:
    """Return whether VASSAL can count as the map does: from the top left, and every hex of the rectangle.

    It counts from other corners by the size of the picture, which has margins.
    """
    return hexes.grid.corner == "top_left" and hexes.grid.counting == "straight"


def name_zones(place: ET.Element, board: Board, say: Language) -> None:
    """Name what a piece lies in, for the log: each box in its own outline, then what is around it, at last the board.

    A piece snaps to the middle of a box, unless the box is loose.
    """
    grid = add(place, f"{BOARD}.ZonedGrid")
    hexes = board.hexes if board.hexes is not None and numbers_alike(board.hexes) else None
    counted, numbered = hexes.grid.cells if hexes else {}, say(NUMBERED, number="$gridLocation$")
    # VASSAL takes the first zone around a piece: what lies within another must come before it.
    for area in sorted(board.cells.values(), key=lambda area: round(area.surface)):
        if area.title not in counted:
            zone = _zone(grid, area, _called(area, say))
            given(_regions(zone, [area]), snapto=not area.loose)
    for part in sorted(board.zones, key=lambda part: round(part.area.surface)):
        if hexes and part is board.zones[-1]:
            # What lies beside the hexes or in a gap, such as a legend, has no number.
            for outline in sorted((drawn_in(line, LINE) for line in hexes.outlines), key=area_of):
                within = area_of(outline) > 0
                around = _zone(grid, replace(part.area, outline=outline), numbered if within else part.area.title)
                if within:
                    _hex_grid(around, hexes, SCALE)
        around = _zone(grid, part.area, part.area.title)
        if part is board.zones[-1] and board.name == WINDOW and board.cells and not hexes:
            # Beside all regions, a map is told by its nearest place.
            given(around, locationFormat=say("the area near {place}", place="$gridLocation$"))
            _regions(around, board.cells.values())
    if all(part.area.title != say(board.name) for part in board.zones):
        whole = BoardArea(0, 0, board.frame.width, board.frame.height, say(board.name))
        _zone(grid, whole, whole.title)


def _regions(zone: ET.Element, areas: Iterable[BoardArea]) -> ET.Element:
    """Add the middles of boxes to a zone, in which a piece is at the nearest."""
    grid = add(zone, f"{BOARD}.RegionGrid", snapto=False, visible=False, fontsize=9)
    for area in areas:
        x, y = area.place(0, 1)
        add(grid, f"{BOARD}.Region", name=area.title, originx=round(x * SCALE), originy=round(y * SCALE))
    return grid


NUMBERED = word("hex {number}")
"""How the log calls a hex or a place of which there is only a number: VASSAL would read 0202 as 202."""


def _called(area: BoardArea, say: Language) -> str:
    """Return how the log calls a box."""
    if area.blank:
        return tracks.called(area)
    return say(NUMBERED, number=area.title) if area.title.isdecimal() else area.title


def _zone(grid: ET.Element, area: BoardArea, said: str) -> ET.Element:
    corners = ";".join(f"{round(x * SCALE)},{round(y * SCALE)}" for x, y in area.corners)
    zone = add(grid, f"{BOARD}.mapgrid.Zone", name=area.title, path=corners, useHighlight=False)
    return given(zone, locationFormat=said, useParentGrid=False)


def _hex_grid(parent: ET.Element, hexes: BoardHexes, scale: int) -> None:
    """Add a grid of hexes or squares to a zone; `scale` is in pixels per point.

    VASSAL shoves every second column, beginning with the second. Where the first is shoved instead, the second begins
    half a hex above it, and `stagger` counts its rows from there. Pointed hexes are the same with x and y exchanged.
    """
    grid, flat = hexes.grid, hexes.grid.top != "pointed"
    x, y = grid.centre(HexCell(0, 0))
    first = (hexes.x + x * MM) * scale, (hexes.y + y * MM) * scale
    x0, y0 = (round(value) for value in (first if flat else first[::-1]))
    kind, high = ("SquareGrid", 1.0) if grid.top == "square" else ("HexGrid", 1.5)
    found = add(parent, f"{BOARD}.{kind}", x0=x0, y0=y0, snapTo=True, visible=False)
    given(found, dx=f"{high * grid.side * MM * scale:.6f}", dy=f"{grid.size * MM * scale:.6f}")
    given(found, edgesLegal=False, cornersLegal=False, dotsVisible=False, color="0,0,0")
    across, dot, down = grid.halves
    along, below = (across, down) if flat else (down, across)
    names = add(found, f"{BOARD}.mapgrid.{kind}Numbering", sep=dot, visible=False)
    if kind == "HexGrid":
        given(found, sideways=not flat)
        given(names, stagger=grid.is_shoved(0))
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
LEVELS = 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0, 1.4, 2.0
WHOLE, READ, SMALL, LEAST = 1.0, 0.6, 0.5, 0.3
"""Levels of zoom; and some of them: full size, one at which all is read, half, and a third."""
MENU = "Via right-click Menu"
"""How a deck in a given order is shuffled: when a player asks for it."""
DEPTH, HIGH = 3, 6
"""Pieces that a deck shows below its top, and that a stack may have: more would spill out of their box."""
MOVED, ARROW, OVER = "moved.svg", 22, 8
"""Picture on a piece that has moved, its side in pixels, and how much of it lies over the piece."""
TURNED = word("Two-sided counters")
"""Name of the prototype that reports turning."""
FACINGS = {"hex": 12}
"""Directions that pieces of a shape turn to; eight for the others."""


def faces_about(game: Game) -> bool:
    """Whether counters may face somewhere: on hexes, or on a table without places or tracks for them to stand in."""
    return (not game[Place] and not game[Track]) or any(item.value.hexes for item in game[Map].values())


def counters_of(token: Token, say: Language) -> str:
    """Return the name of the prototype of an owner's counters of a type."""
    return say("{owner}, {type}", owner=token.owner, type=token.type)


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
        self.movers = tracks.movers(table)
        self.ways = tracks.ways(table)
        self.tallies = tracks.tallies(table)
        self.stocks = tracks.stocks(table)
        self.sizes = {name: pixels(frame, dpi=DPI) for name, frame in table.frames.items()}

    @property
    def hand(self) -> tuple[int, int]:
        """Width and height of a hand, which lies beside the map and is as high as the highest cards.

        More cards than it has room for side by side make it wider: they are scrolled to.
        """
        cards = [self.sizes[deck.back] for deck in self.table.decks]
        high = max(height for _, height in cards) + 2 * CLEAR + BARS
        return round(BESIDE[0] / SMALL), high

    @property
    def held(self) -> tuple[int, int]:
        """The middle of the first card in a hand."""
        widest = max(self.sizes[deck.back][0] for deck in self.table.decks)
        return widest // 2 + CLEAR, (self.hand[1] - BARS) // 2

    def number(self) -> int:
        """Return a new slot number."""
        return next(self._numbers)

    def counter(self, parent: ET.Element, token: Token, turned: bool, home: str) -> None:
        """Add a counter whose place in the tray is the deck `home`."""
        number, say = self.number(), self.table.say
        # From the outside: a report sees what the traits within it did, and a trail must not turn with the piece.
        outer = [traits.prototype(say(TURNED))] if token.back else []
        outer += [traits.prototype(counters_of(token, say))]
        outer += [traits.to_deck(say("Return to the tray"), traits.HOME, home)]
        outer += [traits.clone(say), traits.delete(say)] if token.marker else []
        width, height = self.sizes[token.front]
        # Its own corner lies on that of the piece, whose middle has values.
        outer += [traits.moved(MOVED, (OVER - width // 2 - ARROW, OVER - height // 2 - ARROW), say)]
        facings = FACINGS.get(self.table.frames[token.front].shape, 8)
        outer += [traits.rotate(facings, say)] if faces_about(self.table.game) else []
        reverse = traits.encode((token.reverse,), "+")
        outer += [traits.layer(token.back, reverse, token.turn, turned=turned)] if token.back else []
        if token.id in self.ways:
            outer[:0] = tracks.commands_of(self.table, token, self.ways[token.id])
        if token.id in self.tallies:
            outer[:0] = [traits.prototype(tracks.tally(token))]
        elif self.stocks and not token.marker:
            outer[:0] = [traits.prototype(tracks.STOCKED)]
        if token.id in self.movers:
            outer += [traits.send("", traits.TURNS, say(MAP), self.movers[token.id])]
        outer += [
            traits.calculated(self.table.values[name], f"{{Reverse_Level == 2 ? {behind} : {front}}}")
            for name, (front, behind) in token.values.items()
        ]
        marks = traits.mark(Type=token.type, Id=token.id, About=token.about, **self._more(token))
        piece = (*outer, marks, traits.basic(token.front, token.name, number))
        self._slot(parent, "widget.PieceSlot", token.name, token.front, number, piece)

    def _more(self, token: Token) -> Mapping[str, str]:
        """What tells which counter takes the place of a lost one, on both, and on which track a marker is."""
        replaces = token.becomes or any(one.becomes == token.type for one in self.table.tokens.values())
        alike = {"Symbol": token.symbol, "Formation": token.formation} if replaces else {}
        return {**alike, "Track": self.ways[token.id].track} if token.id in self.ways else alike

    def card(self, parent: ET.Element, deck: TableDeck, card: TableCard) -> None:
        """Add a card."""
        number, say = self.number(), self.table.say
        own: tuple[traits.Trait, ...] = ()
        if deck.two_faced:
            own = (traits.mask(card.back or deck.back, badge(self.sizes[card.image][1]), masked(deck, say), say),)
        if deck.open and card.back:
            # What can be read on both sides is turned for all.
            own = (traits.layer(card.back, "", say("Turn over"), turned=False),)
        if deck.two_faced:
            # Under the mask, as with other cards: what is written on a hidden card is hidden, too.
            own += (traits.written_on(say),)
        piece = (traits.prototype(cards_of(deck, say)), *own, traits.basic(card.image, card.title, number))
        self._slot(parent, "widget.CardSlot", card.title, card.image, number, piece)

    def helper(self, parent: ET.Element, name: str, *outer: traits.Trait, image: str = "") -> None:
        """Add a piece that nobody sees, or one to click at."""
        number = self.number()
        piece = (*outer, traits.basic(image, name, number))
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
    numbered = len(table.starts[0].boards) + 1
    for number, boards in enumerate(zip(*(start.boards for start in table.starts), strict=True)):
        found = _window(root, table, boards[0], number)
        picker = _picker(found, say)
        for start, board in zip(table.starts, boards, strict=True):
            _board(picker, board_name(table, start, board), board, say)
        _parts(found, WHOLE if number == 0 else _fitting(boards[0]), boards, table)
        if number == 0:
            _tools(found, table)
            _line(found, table, slots)
        for start, board in zip(table.starts, boards, strict=True):
            if board.name == TRAY:
                _tray(found, table, start, board, slots)
            else:
                _stacks(found, table, start, board, slots)
                _blanks(found, table, start, board, slots)
    for number, board in enumerate(table.besides, numbered - 1):
        found = _window(root, table, board, number)
        _board(_picker(found, say), say(board.name), board, say)
        _parts(found, _fitting(board), [board], table)
        if board is table.rolls:
            _rolls(found, table.game, board, slots)
        for deck in table.decks if board is table.cards else ():
            _deck(found, board, deck, slots, say)
    if any(deck.hidden for deck in table.decks):
        for side in seats(table.game):
            _hand(root, side, slots.hand, table)


SCREEN, BESIDE = (1340, 690), (820, 460)
"""Pixels of a board's window on a small screen, 1366 × 768, and of one that leaves two fifths of it to the map."""


def _fitting(board: Board) -> float:
    """Return the zoom at which a board lies beside the map, or is larger if it could not be read there."""
    wide, high = board.frame.width * SCALE, board.frame.height * SCALE
    beside, alone = (min(room[0] / wide, room[1] / high, WHOLE) for room in (BESIDE, SCREEN))
    return floor(100 * max(beside, min(alone, READ), LEAST)) / 100


SIGNED = {CARDS: "cards", MAP: "town", ROLLS: "yes", TRAY: "stone", WINDOW: "top"}
"""Window → the sign on its button."""


def _window(root: ET.Element, table: VirtualTable, board: Board, number: int) -> ET.Element:
    """Add the window of a board; the first is the main one, the others open by a key: F2, F3 and so on."""
    say, name = table.say, board.name
    aside = name in (TRAY, CARDS, ROLLS)
    found = add(root, "module.Map", mapName=say(name), buttonName=say(name), launch=number > 0)
    given(found, icon=icon(SIGNED[name]))
    if number:
        given(found, hotkey=f"{F1 + number},0")
    if not aside:
        given(found, markUnmovedText=say("Clear marks"), markUnmovedHotkey=CLEARS)
        given(found, markUnmovedTooltip=say("Clear the marks of all pieces that have moved"))
        given(found, moveKey=tracks.AFTER)
    given(found, allowMultiple=False, markMoved="Never" if aside else "Always", createFormat="")
    way = _way(table)
    # To set a piece right where it lies is no play.
    within = f'{{location == previousLocation ? "" : {way[1:]}'
    return given(found, moveToFormat=way, moveWithinFormat=within, changeFormat="$message$")


F1, CLEARS, DRAWS = 112, "123,0", "72,195"
"""Code of the key F1; the key F12, which clears marks; and Ctrl-Shift-H, which draws a card."""


def _way(table: VirtualTable) -> str:
    """What the log says of a piece that is moved."""
    say = table.say
    parts = {"player": "$player$", "piece": "$pieceName$", "before": "$before$", "after": "$location$"}
    tray, own = traits.literal(say("the tray")), traits.literal(say(TRAY))
    # A pile has the set-up in its name.
    endings = [_ending(table, start) for start in table.starts if len(table.starts) > 1]
    place = "".join(f'.replace({traits.literal(one)}, "")' for one in endings)
    before = f'(previousMap == {own} ? {tray} : ("" + previousLocation){place})'
    return traits.expression(
        say("{player}: {piece}: {before} to {after}", **parts), player=player_of(table.game), before=before
    )


def _picker(found: ET.Element, say: Language) -> ET.Element:
    return add(found, "module.map.BoardPicker", title=say("Board"), boardPrompt=say("Board"))


def _board(picker: ET.Element, name: str, board: Board, say: Language) -> None:
    place = add(picker, f"{BOARD[:-6]}.Board", name=name, reversible=False)
    if board.image:
        given(place, image=board.image)
    else:
        size = {"width": round(board.frame.width * SCALE), "height": round(board.frame.height * SCALE)}
        given(place, **size, color="229,224,213")
    name_zones(place, board, say)


def _parts(found: ET.Element, zoom: float, boards: Sequence[Board], table: VirtualTable) -> None:
    say = table.say
    add(found, "module.map.StackMetrics", exSepX=8, exSepY=26, unexSepX=7, unexSepY=7)
    for part in PARTS.split():
        add(found, f"module.map.{part}")
    _zoomer(found, zoom)
    flare = add(found, "module.map.Flare", flareName=say("Flare"), flareKey="keyAlt", circleSize=100, circleScale=True)
    given(flare, circleColor="179,32,31", flarePulses=6, flarePulsesPerSec=3, reportFormat="")
    saver = add(found, "module.map.ImageSaver", buttonText=say("Save picture"), icon="")
    given(saver, tooltip=say("Save the board as a picture"), hotkey="")
    add(found, "module.map.HighlightLastMoved", enabled=True, color="201,162,39", thickness=2)
    _viewer(found, boards, table)
    add(found, "module.properties.GlobalProperties")


BETWEEN, LOWER = 30, 24
"""Pixels between the counters of a stack that is shown, and from a counter to the middle of what is said of it."""


def _viewer(found: ET.Element, boards: Sequence[Board], table: VirtualTable) -> None:
    """Add what is told of the counters and the place that one points at: name, what is known of it, sums of values."""
    say = table.say
    viewer = add(found, "module.map.CounterDetailViewer", version=4, display="from top-most layer only")
    given(viewer, delay=500, minDisplayPieces=0, showgraph=True, showtext=True, fontSize=12)
    # VASSAL says it of each counter in a stack, side by side: lines are no longer than there is room for.
    least = min((pixels(table.frames[token.front], dpi=DPI)[0] for token in table.tokens.values()), default=DPI)
    given(viewer, bgColor="250,247,238", borderWidth=BETWEEN, verticalBottomText=LOWER, verticalOffset=LOWER)
    lines = f"<html><table width={least + BETWEEN - 8} cellpadding=0><tr><td align=center>{{}}</td></tr></table></html>"
    given(viewer, counterReportFormat=lines.format("<b>$PieceName$</b><br>$About$"))
    notes = {_called(area, say): area.note for board in boards for area in board.cells.values() if area.note}
    cases = ((f"LocationName == {traits.literal(at)}", traits.literal(f" · {note}")) for at, note in notes.items())
    place = f"LocationName + {traits.chosen(cases, traits.literal(''))}"
    summed = {name: f'GetProperty("sum({value})")' for name, value in table.values.items()}
    sums = [f'({value} == 0 ? "" : {traits.literal(f" · {name} ")} + {value})' for name, value in summed.items()]
    given(viewer, emptyHexReportForma=f"{{{place}}}", summaryReportFormat=f"{{{' + '.join((place, *sums))}}}")


CLEAR, BARS = 20, 100
"""Pixels around the cards of a hand, and those that bars take of its window's height."""


def _zoomer(found: ET.Element, zoom: float) -> None:
    """Add the levels of zoom to a window; it opens at one that VASSAL counts from the largest."""
    levels = sorted({*LEVELS, zoom})
    texts = traits.encode([str(level) for level in levels], ",")
    add(found, "module.map.Zoomer", zoomLevels=texts, zoomStart=len(levels) - levels.index(zoom))


def _tools(found: ET.Element, table: VirtualTable) -> None:
    """Add to the main window: an overview, and a way to look under the counters."""
    say = table.say
    overview = add(found, "module.map.GlobalMap", scale="0.15", color="179,32,31", buttonText=say("Overview"), icon="")
    given(overview, tooltip=say("The whole board in small"), hotkey=f"{F1 + 6},0")
    hide = add(found, "module.map.HidePiecesButton", buttonText=say("Hide counters"), showingIcon="", hiddenIcon="")
    given(hide, tooltip=say("See the board without counters"), hotkey=f"{F1 + 7},0")


def _line(found: ET.Element, table: VirtualTable, slots: Slots) -> None:
    """Show above the main board of each start where the markers on tracks are."""
    if shown := tracks.line(table, slots.ways, slots.tallies, slots.stocks):
        given(found, edgeHeight=ABOVE)
        for start in table.starts:
            name = board_name(table, start, start.boards[0])
            stack = _stack(found, "SetupStack", name, (MARGIN, -ABOVE / 2 / SCALE), name=tracks.LINE)
            slots.helper(stack, tracks.LINE, *shown)


def _blanks(found: ET.Element, table: VirtualTable, start: Start, board: Board, slots: Slots) -> None:
    """Let players write in the titles that a board leaves open, by a click on them."""
    for name, area in tracks.blanks(board).items():
        at, piece = tracks.blank(table, name, area)
        stack = _stack(found, "SetupStack", board_name(table, start, board), at, name=name)
        slots.helper(stack, name, *piece)


ABOVE = 44
"""Height of the line above the main board, in pixels."""


def _allowed(side: str) -> str:
    """Return who may look into what a side owns: itself, and a lone player."""
    return traits.encode((side, SOLITAIRE), ",")


def _hand(root: ET.Element, side: str, extent: tuple[int, int], table: VirtualTable) -> None:
    """A window for the cards of a side, that other sides cannot open, as high as the highest of them."""
    say = table.say
    name = say("{side}: hand", side=side)
    found = add(root, "module.PlayerHand", mapName=name, side=_allowed(side), visible=False, buttonName=name)
    given(found, launch=True, icon=icon("hand"))
    # Whoever looks on learns where the card comes from, and no more.
    takes = say("{player} takes a card from {before}", player="$player$", before="$previousLocation$")
    given(found, allowMultiple=False, markMoved="Never", changeFormat="$message$", createFormat="")
    given(found, moveToFormat=traits.expression(takes, player=player_of(table.game)), moveWithinFormat="")
    board = add(_picker(found, say), f"{BOARD[:-6]}.Board", name=say("Hand"), color="229,224,213")
    given(board, width=extent[0], height=extent[1])
    wide, high = extent[0] / SCALE, extent[1] / SCALE
    _zone(add(board, f"{BOARD}.ZonedGrid"), BoardArea(0, 0, wide, high, name), name)
    add(found, "module.map.HandMetrics", disabled=False)
    for part in PARTS.split():
        if part != "StackExpander":
            add(found, f"module.map.{part}")
    _zoomer(found, SMALL)


def _stacks(found: ET.Element, table: VirtualTable, start: Start, board: Board, slots: Slots) -> None:
    """The stacks of a board; many pieces of a kind are a pile."""
    name, homes = board_name(table, start, board), homes_of(table, start)
    for stack, at in placed_stacks(board, start.stacks):
        if len(stack.pieces) > HIGH and len(set(stack.pieces)) == 1:
            size = slots.sizes[table.tokens[stack.pieces[0][0]].front]
            setup = _pile(found, name, at, board.cells[stack.cell].title + _ending(table, start), size)
        else:
            setup = _stack(found, "SetupStack", name, at, name=stack.title, useGridLocation=False, location="")
        for unit, turned in stack.pieces:
            slots.counter(setup, table.tokens[unit], turned, homes[unit])


def _ending(table: VirtualTable, start: Start) -> str:
    """Return what ends the names of a start's piles, which need names of their own."""
    return f", {start.title}" if len(table.starts) > 1 else ""


def homes_of(table: VirtualTable, start: Start) -> Mapping[str, str]:
    """Return the name of each counter's deck in the tray: its own, with its id and the start where it needs them."""
    titles = Counter(token.name for token in table.tokens.values())
    return {
        name: f"{token.name}{f' ({name})' if titles[token.name] > 1 else ''}{_ending(table, start)}"
        for name, token in table.tokens.items()
    }


def _tray(found: ET.Element, table: VirtualTable, start: Start, board: Board, slots: Slots) -> None:
    """A deck for each counter: one piece is taken at a time, however many there are, and comes back to its own box."""
    homes = homes_of(table, start)
    for stack in start.stacks:
        if stack.board == board.name:
            token = table.tokens[stack.cell]
            at, name = board.cells[stack.cell].place(0, 1), board_name(table, start, board)
            pile = _pile(found, name, at, homes[token.id], slots.sizes[token.front])
            for unit, turned in stack.pieces:
                slots.counter(pile, table.tokens[unit], turned, homes[unit])


def _pile(window: ET.Element, board: str, at: tuple[float, float], name: str, size: tuple[int, int]) -> ET.Element:
    """Add a pile from which one piece is taken at a time."""
    pile = _stack(window, "DrawPile", board, at, name=name, draw=True, width=size[0], height=size[1])
    given(pile, color="201,196,184", shuffle="Never", faceDown="Never", reversible=False)
    return given(pile, drawFaceUp=True, allowMultiple=False, allowSelect=False, maxStack=DEPTH)


def _stack(window: ET.Element, kind: str, board: str, at: tuple[float, float], **values: Value) -> ET.Element:
    x, y = (round(length * SCALE) for length in at)
    return add(window, f"module.map.{kind}", owningBoard=board, x=x, y=y, **values)


def _rolls(window: ET.Element, game: Game, board: Board, slots: Slots) -> None:
    """What is clicked at in the boxes of rolls."""
    for roll in rolls_of(game):
        choices = choices_of(game, roll)
        for choice in (None, *choices):
            area = board.cells[choice.box if choice else roll.name]
            (left, top), _, (right, bottom), _ = area.corners
            middle = (left + right) / 2, (top + bottom) / 2
            stack = _stack(window, "SetupStack", game.say(board.name), middle, name=area.title)
            image, piece = roll_piece(roll, choice, choices)
            slots.helper(stack, area.title, *piece, image=image)


DRAWN = 7
"""Most cards that a command draws into a hand."""


def removed_pile(deck: TableDeck, say: Language) -> str:
    """Return the name of the pile of a deck's cards that are out of the game."""
    return say("{deck}: out of the game", deck=deck.title)


def discard_pile(deck: TableDeck, say: Language) -> str:
    """Return the name of a deck's discard pile."""
    return say("{deck}: discards", deck=deck.title)


def _deck(window: ET.Element, board: Board, deck: TableDeck, slots: Slots, say: Language) -> None:
    """A deck, face down if it is to be drawn from, and beside it empty ones: for discards, and for what is removed.

    Each shows how many cards it has.
    """
    name, (width, height) = say("{deck}: deck", deck=deck.title), slots.sizes[deck.back]
    common: Mapping[str, Value] = {
        "width": width,
        "height": height,
        "draw": True,
        "color": "107,101,90",
        "shuffleCommand": say("Shuffle"),
        "shuffleFormat": _told(slots.table, say("Shuffle")),
        "allowMultiple": True,
        "selectDisplayProperty": "$BasicName$",
        "maxStack": DEPTH,
        "reversible": False,
    }
    for cell in (deck.id, cell_of("discards", deck.id), *([] if deck.open else [cell_of("removed", deck.id)])):
        _count(window, board, cell, slots, say)
    at = board.cells[deck.id].place(0, 1)
    pile = _stack(window, "DrawPile", say(board.name), at, name=name, **common)
    for number in range(1, DRAWN + 1) if deck.hidden else ():
        draw = say("Draw {n} cards to my hand", n=number) if number > 1 else say("Draw a card to my hand")
        draws = add(pile, "module.map.DeckGlobalKeyCommand", name=draw, hotkey=traits.HAND)
        given(draws, deckCount=number, reportSingle=True, reportFormat="", filter="")
    if deck in slots.table.shared:
        turns = add(pile, "module.map.DeckGlobalKeyCommand", name=say("Turn up a card"), hotkey=traits.UP)
        given(turns, deckCount=1, reportSingle=True, reportFormat="", filter="")
    given(pile, faceDown="Never" if deck.open else "Always", drawFaceUp=not deck.hidden)
    given(pile, shuffle="Always" if deck.shuffled else MENU, allowSelect=not deck.hidden)
    if deck.owner:
        given(pile, deckRestrictAccess=True, deckOwners=_allowed(deck.owner))
    refill = {"reshuffleHotkey": traits.named(f"reshuffle-{deck.id}")} if deck.reshuffles else {}
    for stroke in refill.values():
        given(pile, hotkeyOnEmpty=True, emptyHotkey=stroke)
    # The last piece added lies on top.
    for card in reversed(deck.cards):
        for _ in range(card.copies):
            slots.card(pile, deck, card)
    _stack(
        window,
        "DrawPile",
        say(board.name),
        board.cells[cell_of("discards", deck.id)].place(0, 1),
        name=discard_pile(deck, say),
        faceDown="Never",
        drawFaceUp=True,
        reshufflable=True,
        reshuffleCommand=say("Back to the deck"),
        reshuffleTarget=name,
        reshuffleMessage=_told(slots.table, say("Back to the deck")),
        shuffle=MENU,
        allowSelect=True,
        **refill,
        **common,
    )
    if not deck.open:
        at = board.cells[cell_of("removed", deck.id)].place(0, 1)
        out = _stack(window, "DrawPile", say(board.name), at, name=removed_pile(deck, say), **common)
        given(out, faceDown="Never", drawFaceUp=True, shuffle=MENU, allowSelect=True)


def _told(table: VirtualTable, command: str) -> str:
    """What the log says of a command on a deck."""
    parts = {"player": "$player$", "piece": "$deckName$", "command": command}
    return traits.expression(table.say("{player}: {piece}: {command}", **parts), player=player_of(table.game))


def _count(window: ET.Element, board: Board, cell: str, slots: Slots, say: Language) -> None:
    """Show in the corner of a box how many cards its pile has."""
    area = board.cells[cell]
    (_, top), (right, _) = area.corners[:2]
    stack = _stack(window, "SetupStack", say(board.name), (right - 12, top + 14), name=f"{area.title} #")
    counts = traits.label("", "", 14, ("b", 0), f"${area.title}_numPieces$")
    slots.helper(stack, f"{area.title} #", traits.immobile(), counts)
