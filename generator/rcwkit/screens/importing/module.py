"""What a module holds: counters with copies, decks, boards with spots, and the stacks of each start."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field

from rcwkit.screens.importing.archive import Element
from rcwkit.screens.importing.grids import whole_number
from rcwkit.screens.importing.pieces import Area, Piece, draft_of, prototypes_of, shared_of

__all__ = ["Board", "Counter", "Deck", "Module", "Stack", "module_of"]

GROUPS = ("ListWidget", "PanelWidget", "BoxWidget", "TabWidget", "PieceWindow")
"""Elements that group pieces in a window of pieces."""


@dataclass(frozen=True)
class Counter:
    """A counter with its copies, and the group or stack in which the module first has it."""

    piece: Piece
    copies: int
    group: str


@dataclass(frozen=True)
class Deck:
    """A deck: its cards in order, each with its copies."""

    title: str
    cards: tuple[tuple[Piece, int], ...]


@dataclass(frozen=True)
class Board:
    """A board of a window with its picture; its `element` has its grids."""

    window: str
    name: str
    image: str
    element: Element


@dataclass(frozen=True)
class Stack:
    """Counters that start together on a board, in pixels; `board` is empty if they do so on any."""

    window: str
    board: str
    name: str
    x: int
    y: int
    pieces: tuple[Piece, ...]


@dataclass
class Module:
    """Everything that is taken from a module. `starts` are boards of which a game has one."""

    title: str
    version: str
    sides: list[str] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)


def module_of(root: Element, area: Area) -> Module:
    """Read a build file; `area` tells how large pictures are. What it raises, this does."""
    module = Module(root.get("name") or "Module", root.get("version"))
    prototypes = prototypes_of(root)
    drafts = {id(slot): draft_of(slot, prototypes) for slot in root.walk() if slot.kind in ("PieceSlot", "CardSlot")}
    shared = shared_of(drafts.values())
    drawn = {slot: draft.piece(shared, area) for slot, draft in drafts.items()}
    listed: dict[Piece, str] = {}
    placed: dict[str, Tally[Piece]] = {}
    for roster in (one for one in root.walk() if one.kind == "PlayerRoster"):
        module.sides += [entry.text for entry in roster.parts if entry.kind == "entry" and entry.text]
    windows = [one for one in root.walk() if one.kind in ("Map", "PrivateMap", "PlayerHand")]
    inside = {id(one) for window in windows for one in window.walk()}
    for window in windows:
        boards = [one for one in window.walk() if one.kind == "Board"]
        title = window.get("mapName") or "Map"
        module.boards += [Board(title, board.get("name"), board.get("image"), board) for board in boards]
        several = {board.get("name") for board in boards} if len(boards) > 1 else set[str]()
        for stack in window.walk():
            if stack.kind not in ("SetupStack", "DrawPile"):
                continue
            slots = [one for one in stack.walk() if one.kind in ("PieceSlot", "CardSlot")]
            pieces = [(slot, drawn[id(slot)]) for slot in slots]
            cards = [
                piece for slot, piece in pieces if slot.kind == "CardSlot" or stack.kind == "DrawPile" and piece.mask
            ]
            others = [
                _plain(piece) for _, piece in pieces if not any(piece is card for card in cards) and _shows(piece)
            ]
            if cards:
                module.decks.append(Deck(stack.get("name") or "Deck", tuple(Tally(cards).items())))
            at, group = stack.get("owningBoard"), stack.get("name") or title
            for piece in others:
                listed.setdefault(_front_up(piece), group)
                placed.setdefault(at if at in several else "", Tally())[_front_up(piece)] += 1
            if stack.kind == "SetupStack" and others:
                module.stacks.append(
                    Stack(
                        title,
                        at,
                        stack.get("name"),
                        whole_number(stack.get("x")),
                        whole_number(stack.get("y")),
                        tuple(others),
                    )
                )
    for group, slot in _grouped(root, inside):
        piece = drawn[id(slot)]
        if slot.kind == "PieceSlot" and _shows(piece):
            listed.setdefault(_front_up(_plain(piece)), group)
    used = {stack.board for stack in module.stacks}
    module.starts = [name for name in placed if name and name in used]
    for piece, group in listed.items():
        # A game has one of the boards of a window, and so one of what starts on them.
        copies = placed.get("", Tally())[piece] + max((placed[name][piece] for name in placed if name), default=0)
        module.counters.append(Counter(piece, max(1, copies), group))
    return module


def _plain(piece: Piece) -> Piece:
    """The piece as a counter: without the back that hides it."""
    return Piece(piece.name, piece.front, piece.back, piece.back_name, piece.turned, "", piece.side)


def _front_up(piece: Piece) -> Piece:
    return Piece(piece.name, piece.front, piece.back, piece.back_name, False, piece.mask, piece.side)


def _shows(piece: Piece) -> bool:
    """Whether it is a piece to print: helpers without pictures are none."""
    return bool(piece.front or piece.back)


def _grouped(root: Element, inside: set[int]) -> Iterator[tuple[str, Element]]:
    """Yield the slots of windows of pieces, with the name of the group around each."""
    waiting = [(root, "")]
    while waiting:
        one, group = waiting.pop()
        if id(one) in inside:
            continue
        if one.kind in ("PieceSlot", "CardSlot"):
            yield group, one
        name = one.get("entryName") or one.get("name") if one.kind in GROUPS else ""
        waiting += [(part, name or group) for part in reversed(one.parts)]
