"""A virtual table, whatever program shows it: starts with boards and stacks, decks, charts, and buttons."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rcwkit.art.images import png
from rcwkit.diagnostics import Diagnostic, Surroundings
from rcwkit.dice.counters import (
    Counter,
    Reverse,
    back_values_of,
    is_turned,
    names_of,
    owner_of,
    reverse_of,
    type_of,
    values_of,
)
from rcwkit.dice.notation import Dice
from rcwkit.dice.places import find_place
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece
from rcwkit.dice.setups import Track, counts_turns
from rcwkit.dice.tables import Resolution, Table
from rcwkit.export.boards import (
    MAP,
    TRAY,
    WINDOW,
    Board,
    Ground,
    by_hand,
    card_board,
    cell_of,
    main_board,
    reserve_boxes,
    roll_board,
    start_of,
    track_cell,
    tray_board,
)
from rcwkit.faces import counters
from rcwkit.faces.counters import sides
from rcwkit.faces.faces import Faces
from rcwkit.frame import Frame, Group, Item, Rect
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.cards import draw as cards
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.counters.check import lacking_copies
from rcwkit.kinds.guide.say import Component
from rcwkit.kit.build import Made, setup_sheet, stop
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import Kit, Planned, do, kit_of, shared
from rcwkit.kit.publish import named_apart
from rcwkit.sheets.pictures import Bookmark, bookmarks, pages
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import Language
from rcwkit.source.markup import spoken
from rcwkit.source.project import Project
from rcwkit.type.text import Setter, TextBlock, TextBox
from rcwkit.workers import Workers

LARGEST = 7200.0
"""Most points on a side of a board: a hundred inches."""
Pieces = tuple[tuple[str, bool], ...]
"""Counters from the bottom of a stack to its top, and whether each shows its reverse."""


@dataclass(frozen=True)
class Token:
    """A counter with its `copies`; `front` and `back` name pictures, `reverse` is its name when flipped.

    `owner` and `type` are titles, `owned` is the owner's id; a `marker` stands for something other than a unit. `turn`
    says what turning it does, `about` what is known of it: its type, when it arrives, its rule and rulings. `becomes`
    is the title of the type that takes its place when it is lost; `symbol` is its own instead of its type's, and
    `formation` an id. `values` are its numbers by name, of front and back.
    """

    id: str
    name: str
    owner: str
    type: str
    copies: int
    front: str
    back: str | None = None
    reverse: str = ""
    owned: str = ""
    marker: bool = False
    turn: str = ""
    about: str = ""
    becomes: str = ""
    symbol: str = ""
    formation: str = ""
    values: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class TableCard:
    """A card with its `copies`; its title begins with its number, `image` names its picture.

    A card of two faces has a `back` of its own.
    """

    id: str
    title: str
    image: str
    copies: int
    back: str | None = None


@dataclass(frozen=True)
class TableDeck:
    """A deck; `back` names the picture on the backs of its cards.

    Cards of an `open` deck, to read, lie face up. Drawn cards of a `hidden` one are for their owner's eyes; a
    `shuffled` one is always shuffled. `uses` are what its cards may be played for. `owner` is the title of the side
    that draws from it; anyone may, if it is empty. One that `reshuffles` takes back its discards after its last card.
    """

    id: str
    title: str
    back: str
    cards: tuple[TableCard, ...]
    open: bool = False
    hidden: bool = False
    shuffled: bool = False
    uses: tuple[str, ...] = ()
    owner: str = ""
    reshuffles: bool = False

    @property
    def backs(self) -> tuple[str, ...]:
        """The back of each card."""
        return tuple(card.back or self.back for card in self.cards)

    @property
    def two_faced(self) -> bool:
        """Whether some of its cards have backs of their own."""
        return any(card.back for card in self.cards)

    @property
    def masked(self) -> bool:
        """Whether others may not see some of its cards, which those to read on both sides let them."""
        return not (self.open and all(card.back for card in self.cards))


@dataclass(frozen=True)
class TableStack:
    """Counters that start in a box of a board."""

    board: str
    cell: str
    title: str
    pieces: Pieces


@dataclass(frozen=True)
class TablePage:
    """A page of a text document: its name among the others, its PNG, and the number of the part it belongs to."""

    name: str
    data: bytes
    part: int = 0


@dataclass(frozen=True)
class TableChart:
    """A text document; `pages` are names, and the names of pictures; `parts` number the part of each, from 0."""

    title: str
    pages: tuple[tuple[str, str], ...]
    parts: tuple[int, ...] = ()

    def first(self, part: int) -> tuple[str, str]:
        """Return the first page of a part, empty if it has none."""
        return next((page for page, number in zip(self.pages, self.parts, strict=False) if number == part), ("", ""))


@dataclass(frozen=True)
class Start:
    """A set-up on its boards, the main one first; `title` is empty without a set-up."""

    title: str
    boards: tuple[Board, ...]
    stacks: tuple[TableStack, ...]


@dataclass(frozen=True)
class VirtualTable:
    """A game ready to play, from any of its starts; `frames` are pictures to draw, `pictures` finished ones.

    `helps` are pages of HTML by title; `about` is the picture that stands for the game; `rolls` has what is chosen
    before a roll.
    """

    game: Game
    starts: tuple[Start, ...]
    cards: Board | None
    tokens: Mapping[str, Token]
    decks: tuple[TableDeck, ...]
    charts: tuple[TableChart, ...]
    dice: tuple[Dice, ...]
    turns: GameItem[Track] | None
    frames: Mapping[str, Frame]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    helps: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    rolls: Board | None = None

    @property
    def say(self) -> Language:
        """The language of the game; boards have English names, which it says, too."""
        return self.game.say

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards of all starts, the card table, and the rolls."""
        return (*(board for start in self.starts for board in start.boards), *self.besides)

    @cached_property
    def values(self) -> Mapping[str, str]:
        """The names of all values of counters, each with what it is called as a property."""
        names = dict.fromkeys(name for token in self.tokens.values() for name in token.values)
        return {name: f"Value_{name}" for name in names}

    @property
    def shared(self) -> tuple[TableDeck, ...]:
        """The first nine decks whose cards are turned up for all, and not drawn into hands: those with keys."""
        return tuple(deck for deck in self.decks if not (deck.hidden or deck.open))[:9]

    @property
    def besides(self) -> tuple[Board, ...]:
        """The boards that are the same for all starts."""
        return tuple(board for board in (self.cards, self.rolls) if board)


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


def lay(
    game: Game,
    settled: Sequence[Settled],
    charts: Mapping[str, tuple[TablePage, ...]],
    setter: Setter,
    ground: Ground | None = None,
    helps: Mapping[str, str] | None = None,
) -> VirtualTable:
    """Lay out the table of a game, with its set-ups or none; `charts` are pages of text documents, `ground` is a map.

    `helps` are pages of HTML by title.
    """
    album = Album()
    tokens = tokens_of(game, setter, album)
    decks = decks_of(game, setter, album)
    names: set[str] = set()
    if ground and not ground.data:
        album[ground.name] = ground.frame
    starts = tuple(_start(game, one, tokens, setter, album, names, ground) for one in settled or (None,))
    cards, rolls = card_board(game, setter) if decks else None, roll_board(game, setter)
    pages = {
        title: {f"chart-{number}-{at}.png": page for at, page in enumerate(found, 1)}
        for number, (title, found) in enumerate(charts.items(), 1)
    }
    finished = {name: page.data for found in pages.values() for name, page in found.items()}
    return VirtualTable(
        game,
        starts,
        replace(cards, image=album.put("board-cards", cards.frame)) if cards else None,
        tokens,
        decks,
        tuple(
            TableChart(
                title,
                tuple((page.name, name) for name, page in found.items()),
                tuple(page.part for page in found.values()),
            )
            for title, found in pages.items()
        ),
        _dice(game),
        next((item for name, item in game[Track].items() if _counts_turns(name, item)), None),
        album,
        finished | ({ground.name: ground.data} if ground and ground.data else {}),
        helps or {},
        album.put("about", _about(game, setter, [album[one] for one in _foremost(game, tokens)])),
        replace(rolls, image=album.put("board-rolls", rolls.frame)) if rolls else None,
    )


ABOUT, SHOWN = (480.0, 270.0), (13.0, 48.0, 3)
"""Sides of the picture that stands for the game; the left of the counters in it, their sides, in points, and how many.

VASSAL shows the leftmost 72 points of it beside its questions, with words at the top.
"""


def _about(game: Game, setter: Setter, shown: Sequence[Frame]) -> Frame:
    """Draw the title beside counters, between the colours of the sides, in the look of the kit."""
    theme, info, (width, height) = setter.theme, game.info, ABOUT
    at = game.documents[0].at()
    items: list[Item] = [Rect(0, 0, width, height, theme.paper), Rect(0, 0, width, 10, theme.accent)]
    colours = [theme.plate(side.colour).edge for side in info.sides.values()]
    share = width / max(1, len(colours))
    items += [Rect(number * share, height - 14, share, 14, colour) for number, colour in enumerate(colours)]
    left, side, _ = SHOWN
    for number, frame in enumerate(reversed(shown), 1):
        scale = side / max(frame.width, frame.height)
        clip = (0.0, 0.0, frame.width, frame.height)
        items.append(Group(frame.items, left, height - 20 - number * (side + 6), clip=clip, scale=scale))
    left = 2 * left + side if shown else 30.0
    texts = (info.title, 34.0, 46.0, 90.0, "narrow-bold"), (info.subtitle or "", 16.0, 140.0, 30.0, "narrow")
    for text, size, top, high, font in (*texts, (info.credits, 9.0, 196.0, 48.0, "narrow")):
        if text:
            box = TextBox(left, top, width - left - 30, high, "about")
            block = TextBlock(text, theme.ink, font=font, bold="narrow-bold")
            items += setter.fit([block], box, size, theme.least, lambda *_: at)
    return Frame(width, height, tuple(items), name="about")


def _foremost(game: Game, tokens: Mapping[str, Token]) -> list[str]:
    """Return the pictures of the first unit of each side, or else of the first counters of all owners."""
    first: dict[str, str] = {}
    for token in sorted(tokens.values(), key=lambda token: (token.marker, token.owned not in game.info.sides)):
        first.setdefault(token.owned, token.front)
    return [*first.values()][: SHOWN[2]]


def _start(
    game: Game,
    settled: Settled | None,
    tokens: Mapping[str, Token],
    setter: Setter,
    album: Album,
    names: set[str],
    ground: Ground | None,
) -> Start:
    main = main_board(game, settled, setter, ground.spots if ground else ())
    boards = [main] if main.zones or not ground else []
    boards += [tray_board(game, setter)] if tokens else []
    boards = [
        replace(board, image=_shared(album, f"board-{board.name.lower()}", board.frame)) if board.zones else board
        for board in boards
    ]
    placed = tuple(_set_up(game, settled)) if settled else tuple(_on_tracks(game, _beginnings(game)))
    if ground:
        boards = [ground.board(game.say), *boards]
        placed = tuple(replace(one, board=WINDOW) if one.cell in ground.cells else one for one in placed)
    title = named_apart(settled.scenario.title, names) if settled else ""
    return Start(title, tuple(boards), (*placed, *_tray(tokens, placed)))


def _shared(album: Album, stem: str, frame: Frame) -> str:
    """Return the name of this picture, if the album has it, or put it there."""
    return next((name for name, had in album.items() if had == frame), None) or album.put(stem, frame)


def tokens_of(game: Game, setter: Setter, album: Album) -> dict[str, Token]:
    """Return all counters, adding their pictures to the album."""
    drawing = Faces(game, setter)
    return {name: _token(drawing, item, album) for name, item in game[Counter].items()}


def decks_of(game: Game, setter: Setter, album: Album) -> tuple[TableDeck, ...]:
    """Return all decks, adding their pictures to the album."""
    decks, faces = [], Faces(game, setter)
    for name, item in game[Deck].items():
        back = ""
        found = []
        for number, (card, entry) in enumerate(item.value.leaves.items(), 1):
            front, behind = cards.sides(faces, item, card, number)
            title, image = f"{entry.number or number} {entry.title}", album.put(f"deck-{name}-{card}", front)
            turned = card in item.value.backs or item.value.turned(entry) is not None
            own = album.put(f"deck-{name}-{card}-back", behind) if turned else None
            # All other cards of a deck have the same back.
            back = back if own or back else album.put(f"deck-{name}-back", behind)
            found.append(TableCard(card, title, image, entry.copies, own))
        if found:
            owner = game.owners[item.value.owner].title if item.value.owner else ""
            deck = item.value
            manner = deck.reference, deck.hidden, deck.is_shuffled, deck.uses, owner, deck.reshuffles
            decks.append(TableDeck(name, deck.title, back or str(found[0].back), tuple(found), *manner))
    return tuple(decks)


def checked(table: VirtualTable) -> Iterator[Diagnostic]:
    """Yield broken references (E570), counters set up too often (E571) and boards too large to show (E573)."""
    at = table.game.documents[0].at()
    images = {*table.frames, *table.pictures}
    wanted = [name for token in table.tokens.values() for name in (token.front, token.back) if name]
    wanted += [board.image for board in table.boards if board.zones]
    wanted += [name for deck in table.decks for name in (deck.back, *deck.backs, *(card.image for card in deck.cards))]
    wanted += [name for chart in table.charts for _, name in chart.pages] + [table.about]
    for name in dict.fromkeys(wanted):
        if name not in images:
            yield Diagnostic("E570", f"there is no picture '{name}'", at)
    for board in table.boards:
        if max(board.frame.width, board.frame.height) > LARGEST:
            message = f"the board '{board.name}' is too large for a virtual table: {len(board.cells)} boxes"
            yield Diagnostic("E573", message, at, "leave places or tracks out")
    for start in table.starts:
        yield from _misplaced(table, start)


def _misplaced(table: VirtualTable, start: Start) -> Iterator[Diagnostic]:
    at = table.game.documents[0].at()
    cells = {(board.name, cell) for board in start.boards for cell in board.cells}
    for stack in start.stacks:
        if (stack.board, stack.cell) not in cells:
            message = f"'{stack.title}' starts in a box that no board has: {stack.board}, {stack.cell}"
            yield Diagnostic("E570", message, at)
        for unit, turned in stack.pieces:
            if unit not in table.tokens:
                yield Diagnostic("E570", f"'{stack.title}' has a counter that is not in the mix: '{unit}'", at)
            elif turned and table.tokens[unit].back is None:
                message = f"'{unit}' is set up on its reverse, but has none"
                yield Diagnostic("E570", message, table.game[Counter][unit].span)
    yield from lacking_copies(table.game, Tally(unit for stack in start.stacks for unit, _ in stack.pieces), {})


def _token(drawing: Faces, item: GameItem[Counter], album: Album) -> Token:
    game = drawing.game
    front, back = counters.faces(drawing, item)
    shown, behind = sides(game, item)
    title = item.value.full_name or item.value.name
    name = f"{title} {shown.strength}" if shown.texts else title
    reverse = reverse_of(game, item.id)
    reduced = game.say("reduced")
    turned = f"{title} ({reduced})" if behind else f"{title} ({game.say('back')})" if back else ""
    if isinstance(reverse, Reverse):
        turned = f"{reverse.name or title} ({reverse.state or reduced})"
    if behind is not None and behind.texts:
        turned = f"{turned} {behind.strength}"
    images = album.put(f"counter-{item.id}", front), album.put(f"counter-{item.id}-back", back) if back else None
    owned, kind = owner_of(game, item.id), type_of(game, item.id)
    other = isinstance(reverse, Reverse) and (reverse.name or reverse.state or reverse.side)
    return Token(
        item.id,
        name,
        game.owners[owned].title,
        kind.title,
        item.value.copies,
        *images,
        turned,
        owned,
        item.value.type == "marker",
        game.say("Turn over" if behind is None or other else "Reduce or restore"),
        _known(game, item),
        game.info.unit_types[kind.becomes].title if kind.becomes else "",
        item.value.symbol if item.value.symbol not in (None, kind.symbol) else "",
        item.value.formation or "",
        dict(_numbers(game, item.id)),
    )


APART = {"move", "moves", "movement", "range"}
"""Values that do not add up in a stack."""


def _numbers(game: Game, unit: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the values of a counter that are numbers and add up in a stack, as they are in front and on its back."""
    behind = back_values_of(game, unit)
    for name, value in values_of(game, unit).items():
        if value.isdecimal() and name not in APART:
            yield name, (int(value), int(behind[name]) if behind[name].isdecimal() else 0)


def _known(game: Game, item: GameItem[Counter]) -> str:
    """What is known of a counter, for whoever points at it."""
    one, numbers = item.value, ruling_numbers(game)
    parts = [type_of(game, item.id).title, one.arrives or ""]
    parts += [game.say("Rule {rule}", rule=one.rule)] if one.rule else []
    rulings = [
        game.say("Ruling {number}: {title}", number=numbers[ruling], title=game[Ruling][ruling].value.title)
        for ruling in one.rulings
        if ruling in numbers
    ]
    parts += rulings
    return " · ".join(spoken(part, game.info.said) for part in parts if part)


def _set_up(game: Game, settled: Settled) -> Iterator[TableStack]:
    """A stack for each line of the set-up: forces by place, reserves, markers, and starting boxes on tracks."""
    yield from (stack for force in settled.forces for stack in _forces(game, force))
    for number, line in enumerate(settled.markers):
        title = f"{names_of(game)[line.marker]}: {line.at}"
        places = [cell_of("place", place.id) for place in (find_place(game, one) for one in line.places) if place]
        start = start_of(game, line)
        where = [start] if start else [cell_of("markers", number)] if by_hand(game, line) else places
        for cell in where:
            turned = is_turned(game, line.marker, line.side)
            yield TableStack(MAP, cell, title, ((line.marker, turned),) * (line.count // len(where)))
    yield from _on_tracks(game, settled.tracks)


def _beginnings(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return where markers begin on tracks, track → row → box, in a game that has no set-up to say it."""
    rows = {name: {row: one.start for row, one in item.value.rows.items()} for name, item in game[Track].items()}
    return {name: {row: box for row, box in starts.items() if box is not None} for name, starts in rows.items()}


def _on_tracks(game: Game, boxes: Mapping[str, Mapping[str, str]]) -> Iterator[TableStack]:
    """Yield the marker of each row of a track in its box."""
    for track, starts in boxes.items():
        value = game[Track][track].value
        for row, box in starts.items():
            marker = (value.rows[row].marker if row in value.rows else None) or row
            if marker in game[Counter]:
                cell = track_cell(track, row if row in value.rows else "", box)
                yield TableStack(MAP, cell, f"{names_of(game)[marker]}: {value.boxes[box].title}", ((marker, False),))


def _forces(game: Game, force: SettledForce) -> Iterator[TableStack]:
    for spot in force.spots:
        cell = cell_of("place", spot.place) if spot.place else cell_of("words", spot.name)
        yield TableStack(MAP, cell, f"{force.title}: {spot.name or spot.place}", _pieces(spot.pieces))
    # Stacks of equal counters side by side: nobody wants to draw one from the bottom of a pile.
    reserve = game.say("{owner}: reserve", owner=force.title)
    for unit in dict.fromkeys(piece.unit for piece in force.reserve):
        alike = (piece for piece in force.reserve if piece.unit == unit)
        cell = reserve_boxes(game).get(force.owner) or cell_of("reserve", force.owner)
        yield TableStack(MAP, cell, reserve, _pieces(alike))


def _pieces(pieces: Iterable[SettledPiece]) -> Pieces:
    return tuple((piece.unit, piece.reversed) for piece in pieces)


def _tray(tokens: Mapping[str, Token], placed: tuple[TableStack, ...]) -> Iterator[TableStack]:
    """The counters that no line sets up, and an empty place for each that one does."""
    used = Tally(unit for stack in placed for unit, _ in stack.pieces)
    for name, token in tokens.items():
        yield TableStack(TRAY, name, token.name, ((name, False),) * (token.copies - used[name]))


def placed_stacks(board: Board, stacks: Iterable[TableStack]) -> Iterator[tuple[TableStack, tuple[float, float]]]:
    """Yield what starts on a board, and where, in points; the stacks of one box stand side by side."""
    here = [stack for stack in stacks if stack.board == board.name]
    shares, done = Tally(stack.cell for stack in here), Tally[str]()
    for stack in here:
        yield stack, board.cells[stack.cell].place(done[stack.cell], shares[stack.cell])
        done[stack.cell] += 1


DIE = (Dice(1, 6),)
"""The dice of a game that says nothing of any."""


def _dice(game: Game) -> tuple[Dice, ...]:
    """Every combination of dice that a table or procedure rolls."""
    models = (model for document in game.documents for _, model in document.models)
    rolls = {model.roll for model in models if isinstance(model, Resolution) and model.roll}
    return tuple(sorted(rolls, key=lambda dice: (dice.faces, dice.count, dice.base))) or DIE


def _counts_turns(name: str, item: GameItem[Track]) -> bool:
    """Whether this is the turn track: as it says or by its id: `turn`, `turns`, or `turn_order` and the like."""
    return counts_turns(name, item.value) or (name.startswith("turn_") and not item.value.rows)


DPI = 110
"""Pixels per inch of their pages."""
LONGEST = 32
"""Characters of a page's name."""


@dataclass
class Charts:
    """Pages of text documents by title, the set-up sheets first; `components` have their words, for an index."""

    pages: dict[str, tuple[TablePage, ...]] = field(default_factory=dict)
    components: list[Component] = field(default_factory=list)


def charts_of(project: Project, game: Game, settled: Sequence[Settled], jobs: int = 1) -> Charts:
    """Return the pages of a game's text documents, set by that many processes. Raises InputError or Surroundings."""
    found = Charts()
    kit = Kit.of(project, game)
    files = [file for file in kit.files if not file.cut and KINDS[file.kind].on_table]
    complete = any(file.stem == "all-charts" for file in files)
    wanted = [file for file in files if not (complete and file.stem == "charts")]
    with shared([kit]), Workers(jobs) as workers:
        charted = workers.map(_charted, [kit.planned(file, Options()) for file in wanted])
        for one in settled:
            named = game.say("Set-up sheet: {scenario}", scenario=one.scenario.title)
            title = named if len(settled) > 1 else game.say("Set-up sheet")
            found.pages[title] = _pages(game, setup_sheet(game, one, Options()))
        for file, (made, pages) in zip(wanted, charted, strict=True):
            stop([*made.about.diagnostics])
            if made.missing:
                raise Surroundings(made.missing)
            found.pages[file.title] = pages
            found.components.append(made.about.component._replace(name=file.title))
    return found


def _charted(planned: Planned) -> tuple[Made, tuple[TablePage, ...]]:
    """Make a document, and pictures of its pages."""
    made = do(planned)
    return made, _pages(kit_of(planned).game, made.data) if made.data else ()


def _pages(game: Game, pdf: bytes) -> tuple[TablePage, ...]:
    images, marks = [png(page, DPI) for page in pages(pdf, DPI)], bookmarks(pdf)
    starts = [mark.page for mark in marks if not mark.level]
    # A part goes on until the next one begins.
    parts = (max(0, sum(start <= page for start in starts) - 1) for page in range(len(images)))
    return tuple(map(TablePage, _names(game, marks, len(images)), images, parts))


def _names(game: Game, marks: Sequence[Bookmark], count: int) -> list[str]:
    """Name each page by the section that begins on it, or else by the last one before, with numbers."""
    titles = sorted((item.value.title for item in game[Table].values()), key=len, reverse=True)
    names: list[str] = []
    last = ""
    for number in range(count):
        here = [mark for mark in marks if mark.page == number and mark.level] or [
            mark for mark in marks if mark.page == number
        ]
        top = min((mark.level for mark in here), default=0)
        fresh = [_short(mark.title, titles) for mark in here if mark.level == top]
        last = fresh[0] if fresh else last or game.say("Page")
        names.append(last)
    shown: list[str] = []
    for name in names:
        again = sum(one == name or one.startswith(f"{name} (") for one in shown)
        shown.append(f"{name} ({again + 1})" if again else name)
    return shown


def _short(title: str, titles: Sequence[str]) -> str:
    """A bookmark's title without the rule numbers behind the title of a chart, and not too long for a tab."""
    known = next((one for one in titles if title.startswith(one)), title)
    return known if len(known) <= LONGEST else f"{known[: LONGEST - 1].rstrip()}…"
