"""A virtual table, whatever program shows it: boards, stacks of counters, decks, charts, dice and a turn track."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.settle import Force, Piece, Settled
from rcwkit.kit.publish import named_apart
from rcwkit.look.frame import Frame
from rcwkit.look.text import Setter
from rcwkit.models.counters import Counter, Reverse
from rcwkit.models.tables import Resolution
from rcwkit.models.tracks import Track
from rcwkit.pieces import cards, counters
from rcwkit.pieces.faces import Faces
from rcwkit.reading.game import Game, Item
from rcwkit.reading.sides import sides
from rcwkit.screens.export.board import Board
from rcwkit.screens.export.boards import (
    MAP,
    TRAY,
    by_hand,
    card_board,
    main_board,
    marker_cell,
    place_cell,
    reserve_cell,
    track_cell,
    tray_board,
    words_cell,
)

__all__ = ["Album", "Card", "Chart", "Deck", "Stack", "Table", "Token", "checked", "decks_of", "lay", "tokens_of"]

LARGEST = 7200.0
"""Most points on a side of a board: a hundred inches."""
Pieces = tuple[tuple[str, bool], ...]
"""Counters from the bottom of a stack to its top, and whether each shows its reverse."""


@dataclass(frozen=True)
class Token:
    """A counter with its `copies`; `front` and `back` name pictures, `reverse` is its name when flipped."""

    id: str
    name: str
    owner: str
    type: str
    copies: int
    front: str
    back: str | None = None
    reverse: str = ""


@dataclass(frozen=True)
class Card:
    """A card with its `copies`; its title begins with its number, `image` names its picture.

    A card of two faces has a `back` of its own.
    """

    id: str
    title: str
    image: str
    copies: int
    back: str | None = None


@dataclass(frozen=True)
class Deck:
    """A deck; `back` names the picture on the backs of its cards."""

    id: str
    title: str
    back: str
    cards: tuple[Card, ...]

    @property
    def backs(self) -> tuple[str, ...]:
        """The back of each card."""
        return tuple(card.back or self.back for card in self.cards)

    @property
    def two_faced(self) -> bool:
        """Whether some of its cards have backs of their own."""
        return any(card.back for card in self.cards)


@dataclass(frozen=True)
class Stack:
    """Counters that start in a box of a board."""

    board: str
    cell: str
    title: str
    pieces: Pieces


@dataclass(frozen=True)
class Chart:
    """A text document; `pages` name pictures."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A game ready to play; `frames` are pictures to draw, `pictures` finished ones, `setup` is the set-up's title."""

    game: Game
    setup: str
    boards: tuple[Board, ...]
    tokens: Mapping[str, Token]
    decks: tuple[Deck, ...]
    stacks: tuple[Stack, ...]
    charts: tuple[Chart, ...]
    dice: tuple[tuple[int, int], ...]
    turns: Track | None
    frames: Mapping[str, Frame]
    pictures: Mapping[str, bytes] = field(default_factory=dict)


class Album(dict[str, Frame]):
    """Frames by the names of their pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: set[str] = set()

    def put(self, stem: str, frame: Frame) -> str:
        """Keep a frame and return a name for its picture."""
        name = f"{named_apart(stem, self.taken)}.png"
        self[name] = frame
        return name


def lay(game: Game, settled: Settled | None, charts: Mapping[str, tuple[bytes, ...]], setter: Setter) -> Table:
    """Lay out the table of a game, with or without a set-up; `charts` are pages of text documents as PNG, by title."""
    album = Album()
    tokens = tokens_of(game, setter, album)
    decks = decks_of(game, setter, album)
    boards = [main_board(game, settled, setter)]
    boards += [tray_board(game, setter)] if tokens else []
    boards += [card_board(game, setter)] if decks else []
    boards = [replace(board, image=album.put(f"board-{board.name.lower()}", board.frame)) for board in boards]
    placed = tuple(_set_up(game, settled)) if settled else ()
    pages = {
        title: {f"chart-{number}-{page}.png": data for page, data in enumerate(found, 1)}
        for number, (title, found) in enumerate(charts.items(), 1)
    }
    return Table(
        game,
        settled.scenario.title if settled else "",
        tuple(boards),
        tokens,
        decks,
        (*placed, *_tray(tokens, placed)),
        tuple(Chart(title, tuple(found)) for title, found in pages.items()),
        _dice(game),
        next((item.value for name, item in game.tracks.items() if _counts_turns(name, item)), None),
        album,
        {name: data for found in pages.values() for name, data in found.items()},
    )


def tokens_of(game: Game, setter: Setter, album: Album) -> dict[str, Token]:
    """Return all counters, adding their pictures to the album."""
    drawing = Faces(game, setter)
    return {name: _token(drawing, item, album) for name, item in game.counters.items()}


def decks_of(game: Game, setter: Setter, album: Album) -> tuple[Deck, ...]:
    """Return all decks, adding their pictures to the album."""
    decks, faces = [], Faces(game, setter)
    for name, item in game.decks.items():
        back = ""
        found = []
        for number, (card, entry) in enumerate(item.value.cards.items(), 1):
            front, behind = cards.sides(faces, item, card, number)
            title, image = f"{entry.number or number} {entry.title}", album.put(f"deck-{name}-{card}", front)
            own = album.put(f"deck-{name}-{card}-back", behind) if item.value.turned(entry) else None
            # All other cards of a deck have the same back.
            back = back if own or back else album.put(f"deck-{name}-back", behind)
            found.append(Card(card, title, image, entry.copies, own))
        if found:
            decks.append(Deck(name, item.value.title, back or str(found[0].back), tuple(found)))
    return tuple(decks)


def checked(table: Table) -> Iterator[Diagnostic]:
    """Yield broken references (E570), counters set up too often (E571) and boards too large to show (E573)."""
    at = table.game.documents[0].at()
    cells = {(board.name, cell) for board in table.boards for cell in board.cells}
    images = {*table.frames, *table.pictures}
    wanted = [name for token in table.tokens.values() for name in (token.front, token.back) if name]
    wanted += [board.image for board in table.boards]
    wanted += [name for deck in table.decks for name in (deck.back, *deck.backs, *(card.image for card in deck.cards))]
    wanted += [name for chart in table.charts for name in chart.pages]
    for name in dict.fromkeys(wanted):
        if name not in images:
            yield Diagnostic("E570", f"there is no picture '{name}'", at)
    for board in table.boards:
        if max(board.frame.width, board.frame.height) > LARGEST:
            message = f"the board '{board.name}' is too large for a virtual table: {len(board.cells)} boxes"
            yield Diagnostic("E573", message, at, "leave places or tracks out")
    for stack in table.stacks:
        if (stack.board, stack.cell) not in cells:
            message = f"'{stack.title}' starts in a box that no board has: {stack.board}, {stack.cell}"
            yield Diagnostic("E570", message, at)
        for unit, turned in stack.pieces:
            if unit not in table.tokens:
                yield Diagnostic("E570", f"'{stack.title}' has a counter that is not in the mix: '{unit}'", at)
            elif turned and table.tokens[unit].back is None:
                message = f"'{unit}' is set up on its reverse, but has none"
                yield Diagnostic("E570", message, table.game.counters[unit].span)
    for unit, count in Tally(unit for stack in table.stacks for unit, _ in stack.pieces).items():
        if unit in table.tokens and count > table.tokens[unit].copies:
            there = f"there {'is one' if table.tokens[unit].copies == 1 else f'are {table.tokens[unit].copies}'}"
            yield Diagnostic("E571", f"'{unit}' is set up {count} times, and {there}", table.game.counters[unit].span)


def _token(drawing: Faces, item: Item[Counter], album: Album) -> Token:
    game = drawing.game
    front, back = counters.faces(drawing, item)
    shown, behind = sides(game, item)
    title = item.value.full_name or item.value.name
    name = f"{title} {shown.strength}" if shown.texts else title
    reverse = game.reverse_of(item.id)
    turned = f"{title} ({reverse})" if back else ""
    if isinstance(reverse, Reverse):
        turned = f"{reverse.name or title} ({reverse.state or 'reduced'})"
    if behind is not None and behind.texts:
        turned = f"{turned} {behind.strength}"
    images = album.put(f"counter-{item.id}", front), album.put(f"counter-{item.id}-back", back) if back else None
    owner = game.owners[game.owner_of(item.id)].title
    return Token(item.id, name, owner, game.type_of(item.id).title, item.value.copies, *images, turned)


def _set_up(game: Game, settled: Settled) -> Iterator[Stack]:
    """A stack for each line of the set-up: forces by place, reserves, markers, and starting boxes on tracks."""
    for force in settled.forces:
        yield from _forces(force)
    for number, line in enumerate(settled.markers):
        title = f"{game.names[line.marker]}: {line.at}"
        places = [place_cell(place.id) for place in map(game.place, line.places) if place]
        where = [marker_cell(number)] if by_hand(line) else places
        for cell in where:
            yield Stack(
                MAP, cell, title, ((line.marker, game.turned(line.marker, line.side)),) * (line.count // len(where))
            )
    for track, starts in settled.tracks.items():
        rows = game.tracks[track].value.rows
        for row, box in starts.items():
            marker = (rows[row].marker if row in rows else None) or row
            if marker in game.counters:
                cell = track_cell(track, row if row in rows else "", box)
                yield Stack(MAP, cell, f"{game.names[marker]}: {box}", ((marker, False),))


def _forces(force: Force) -> Iterator[Stack]:
    for region in force.regions:
        for spot in region.spots:
            cell = place_cell(spot.place) if spot.place else words_cell(spot.name)
            yield Stack(MAP, cell, f"{force.title}: {spot.name}", _pieces(spot.pieces))
    if force.reserve:
        yield Stack(MAP, reserve_cell(force.owner), f"{force.title}: reserve", _pieces(force.reserve))


def _pieces(pieces: Iterable[Piece]) -> Pieces:
    return tuple((piece.unit, piece.reversed) for piece in pieces)


def _tray(tokens: Mapping[str, Token], placed: tuple[Stack, ...]) -> Iterator[Stack]:
    """The counters that no line sets up."""
    used = Tally(unit for stack in placed for unit, _ in stack.pieces)
    for name, token in tokens.items():
        if token.copies > used[name]:
            yield Stack(TRAY, name, token.name, ((name, False),) * (token.copies - used[name]))


def _dice(game: Game) -> tuple[tuple[int, int], ...]:
    """Every combination of dice that a table or procedure rolls, as (dice, sides)."""
    models = (model for document in game.documents for _, model in document.models)
    rolls = {model.roll for model in models if isinstance(model, Resolution) and model.roll}
    return tuple(sorted(((dice.count, dice.faces) for dice in rolls), key=lambda pair: (pair[1], pair[0])))


def _counts_turns(name: str, item: Item[Track]) -> bool:
    """Whether this is the turn track, by its id: `turn`, or `turn_order` and the like."""
    return (name == "turn" or name.startswith("turn_")) and not item.value.rows
