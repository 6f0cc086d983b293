"""A module as the documents of a new game: counters, cards, places and set-ups, whole or not at all."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from math import log
from pathlib import Path
from typing import Any
from unicodedata import normalize

from rcwkit.art.images import Adopted
from rcwkit.diagnostics import InputError, Span
from rcwkit.game.catalogue import games
from rcwkit.importing.archive import Archive, opened
from rcwkit.importing.module import (
    Module,
    ModuleBoard,
    ModuleCounter,
    ModuleDeck,
    ModulePiece,
    ModuleStack,
    map_of,
    module_of,
    spots_of,
    whole_number,
)
from rcwkit.kit.publish import create
from rcwkit.source.base import NEUTRAL
from rcwkit.source.patterns import id_of
from rcwkit.source.splicing import yaml_of
from rcwkit.type.fonts import FontBook

_WORD = re.compile(r"[^\w\s.,;()/’'&+–-]")


def sides_of(size: tuple[float, float]) -> str:
    """Return a size such as 15.9x15.9mm."""
    return f"{size[0]:g}x{size[1]:g}mm"


def names_of(full: str, across: float, art: str) -> dict[str, str]:
    """Return the name on a counter of that width, whose words must fit, and the full one if it is another.

    On one that shows a picture, no name is printed.
    """
    if art:
        return {"name": full}
    longest = max(3, int(0.6 * across))
    name = " ".join(word if len(word) <= longest else f"{word[: longest - 1]}." for word in full.split())[:24].strip()
    return {"name": name, **({"full_name": full} if full != name else {})}


def folded(regions: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[str, dict[str, list[str]]]:
    """Return the units of each place with their number: `Inf x3`."""
    return {
        region: {
            place: [f"{unit} x{count}" if count > 1 else unit for unit, count in Counter(units).items()]
            for place, units in places.items()
        }
        for region, places in regions.items()
    }


def sheet_of(spots: Iterable[tuple[str, int, int]]) -> bytes:
    """Return places with their spots in pixels as CSV."""
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(("place", "x", "y"))
    writer.writerows(spots)
    return target.getvalue().encode()


def text_of(text: str, most: int) -> str:
    """Return a text of the module as a name: one line of common characters without markup."""
    plain = "".join(map(_printed, text))
    return re.sub(r"\s+", " ", _WORD.sub(" ", plain).replace("_", " ")).strip()[:most].strip()


@cache
def _printed(one: str) -> str:
    """Return a character that the fonts have: the letter without its marks if need be, or a space."""
    letters = _letters()
    if (ord(one) < 0x530 or one in "–—’“”…") and one in letters:
        return one
    bare = normalize("NFKD", one)[0]
    return bare if bare.isalnum() and bare in letters else " "


@cache
def _letters() -> Set[str]:
    return frozenset(FontBook()["narrow"].letters)


def apart(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number behind it if it is taken; a set learns it."""
    known = taken if isinstance(taken, set | dict) else set(taken)
    found = name if name and name[:1].isalpha() else f"n_{name}"
    number = 1
    base = found
    while found in known:
        number += 1
        found = f"{base}_{number}"
    if isinstance(taken, set):
        taken.add(found)
    return found


_TITLE = {"at": ["8%", "10%", "84%", "80%"], "when": "{{ not art }}", "text": "{{ card.title }}", "size": [12, 4]}
LAYOUTS: Mapping[str, Any] = {
    "kind": "layouts",
    "id": "pictures",
    "layouts": {
        "picture": {
            "boxes": {
                "ground": {"fill": "{{ owner.colour | tint(0.35) }}", "over": "bleed"},
                "art": {"image": "{{ counter.art }}", "crop": "fit", "when": "{{ counter.art }}"},
                "name": {
                    "at": ["5%", "20%", "90%", "60%"],
                    "when": "{{ not counter.art }}",
                    "text": "{{ counter.name }}",
                    "size": [9, 3],
                    "align": "centre",
                    "valign": "middle",
                },
            }
        },
        "card_picture": {
            "boxes": {
                "art": {"image": "{{ art }}", "crop": "stretch", "over": "bleed", "when": "{{ art }}"},
                "title": _TITLE,
            }
        },
        "card_whole": {
            "boxes": {"art": {"image": "{{ art }}", "crop": "fit", "when": "{{ art }}"}, "title": _TITLE},
        },
    },
}
README = """This game was made from a VASSAL module by `rcwkit import vassal`; its pieces show the module's pictures.

boards/ has the pictures of its boards, which maps/ shows, and beside each the spots of places, in pixels, as `rcwkit
export vassal --map` reads them. Sizes are a guess: modules do not say how large their pieces are. Titles, owners and
set-ups are a start, to be corrected by hand. The pictures belong to their makers: keep the kit to yourself unless they
allow more.
"""

MM = 25.4
OURS = 144
"""Pixels per inch of modules that rcwkit exported."""
USUAL = 15.875
"""Millimetres of the most common counter of other modules: 5/8 in. Modules do not say how large their pieces are."""
CARD = 63.5
"""Millimetres of the shorter side of a card of other modules: 2.5 in."""
SQUARE, SQUEEZED = 1.2, 0.08
"""How many times as long a side of a card is as the other one, and by what part its picture may be drawn out."""
STEP, NEAREST = 1.1, 1.2
"""How many times as long a side of a counter is as the next shorter one, and how many steps off it is the usual one."""
SIZES, CARD_SIZES = (6.0, 120.0), (40.0, 200.0)
"""Limits on the sides of counters and of cards, in millimetres."""
MOST = 99
"""Most copies of a counter or card."""
NEAR = 80
"""Pixels within which a stack stands at a point of the board's grid."""
LISTED, TABS, ALIKE = 6, 12, 4
"""Kinds of pieces that a note lists, tabs that can be owners, and letters that names of one owner share."""
COMMON = re.compile(
    r"\b(marker|misc|game|status|other|info|piece|counter|card|token|model|dice|die|tile|terrain|custom|overlay|extra)",
    re.IGNORECASE,
)
"""What tabs are called that belong to nobody."""
ALONE = ("solitaire", "solo", "observer", "referee", "spectator")
"""What modules call those who play for all sides, or for none."""
COLOURS = ("#B3201F", "#27425F", "#4D7A3C", "#C9A227", "#7A3B69", "#1F6F63", "#8A5A2B", "#44508F", "#4A4640", "#2E7FA6")
MARKS = ("star", "diamond", "triangle", "disc", "cross", "square", "chevron", "ring", "hatch", "bar")


@dataclass
class ImportedGame:
    """The files of a game by name, and how much of the module they hold; `notes` say what was left out."""

    id: str
    files: dict[str, bytes] = field(default_factory=dict)
    counters: int = 0
    cards: int = 0
    notes: list[str] = field(default_factory=list)


def game_of(module: Module, archive: Archive) -> ImportedGame:
    """Return the documents and pictures of a module. Raises InputError if its pictures are too large."""
    return _ModuleWriter(module, archive).written()


class _ModuleWriter:
    """Writes one module."""

    def __init__(self, module: Module, archive: Archive) -> None:
        self.module, self.archive = module, archive
        self.made = ImportedGame(id_of(module.title) or "module")
        self.art: dict[str, str] = {}
        self.names: set[str] = set()
        self.lost: list[str] = []
        self.ids: dict[ModulePiece, str] = {}
        self._count("pieces that the module has again, in other windows or on other boards", module.again)
        self._count("pieces left out, without a picture", module.bare)
        self._leave_out("with nothing to see on them", self._blank)
        self._leave_out("buttons of the program", lambda piece: piece.button)
        masks = {piece.mask for deck in module.decks for piece, _ in deck.cards} | module.masks
        self._leave_out("blank, and the backs of others", lambda piece: self._only_masks(piece, masks))
        if more := [one.piece for one in module.counters if one.piece.states > 2]:
            self._note(
                f"pieces with more than two faces, of which the first two are kept: {len(more)}",
                [text_of(one.name, 40) for one in more],
            )
        self.scale = self._scale()
        self.cards = dict(self._card_size(deck, "") for deck in module.decks)
        self.owners = self._owners()

    def _leave_out(self, why: str, wanted: Callable[[ModulePiece], bool]) -> None:
        """Leave pieces out, and say how many of which kind."""
        gone = [one for one in self.module.counters if wanted(one.piece)]
        kinds = [one.piece.prototype or one.piece.name for one in gone for _ in range(one.copies)]
        self._count(f"pieces left out, {why}", kinds)
        self.module.counters = [one for one in self.module.counters if not wanted(one.piece)]

    def _count(self, what: str, kinds: Sequence[str]) -> None:
        """Note how many pieces there are of which kind, if there are any."""
        if kinds:
            counts = Counter(kind or "nameless" for kind in kinds).most_common()
            self._note(f"{what}: {len(kinds)}", [f"{text_of(kind, 40)} ({count})" for kind, count in counts])

    def _only_masks(self, piece: ModulePiece, masks: Set[str]) -> bool:
        """Whether a piece shows only one colour, which lies over others to hide them."""
        found = [self.archive.picture(name) for name in (piece.front, piece.back) if name]
        return {piece.front, piece.back} - {""} <= masks and all(one is not None and one.flat for one in found)

    def written(self) -> ImportedGame:
        module, made = self.module, self.made
        self._put("game.yaml", self._game())
        self._put("layouts.yaml", LAYOUTS)
        self._counters()
        for deck in module.decks:
            self._deck(deck)
        spots = self._places()
        self._setups(spots)
        images = (board.image for board in module.boards if board.image and not self.archive.board(board.image))
        if lost := sorted({*images, *(name for name, path in self.art.items() if not path)}):
            self._note(f"pictures that are missing or cannot be printed: {len(lost)}", lost)
        made.files["README.txt"] = "\n".join([README, *self.lost]).encode()
        return made

    def _note(self, what: str, names: Sequence[str]) -> None:
        """Note what was left out with the first of its names; all of them stand in the game's README."""
        more = "… all are in README.txt" if len(names) > LISTED else ""
        self.made.notes.append(f"{what}, {', '.join(names[:LISTED])}{more}")
        self.lost += [what, *(f"  {name}" for name in names), ""]

    def _put(self, name: str, document: Mapping[str, Any]) -> None:
        self.made.files[name] = yaml_of(document).encode()

    def _game(self) -> dict[str, Any]:
        title = text_of(self.module.title, 60) or "Module"
        said = f"VASSAL module {title} {text_of(self.module.version, 20)}".strip()
        sides = {
            name: {
                "title": owner,
                "short": "".join(word[0] for word in owner.split()[:3]).upper() or "M",
                "colour": COLOURS[number % len(COLOURS)],
                "mark": MARKS[number % len(MARKS)],
                **({"plays": True} if owner in self.module.sides else {}),
            }
            for number, (name, owner) in enumerate(self.owners.items())
        }
        return {
            "kind": "game",
            "id": self.made.id,
            "title": title,
            "source": {"title": said},
            "credits": f"{title} belongs to its designer and publisher, its pictures to their makers.",
            "sides": sides,
            "unit_types": {"piece": {"title": "piece", "plural": "pieces", "symbol": "disc", "layout": "picture"}},
        }

    def _owners(self) -> dict[str, str]:
        """Id → title of those who own counters, and of those who play; what nobody owns is neutral.

        If no counter is named after any of them, those who own are the tabs of the windows of pieces.
        """
        sides = [text_of(side, 40) for side in self.module.sides if side.casefold() not in ALONE]
        marked = Counter(text_of(one.piece.side, 40) for one in self.module.counters if one.piece.side)
        wanted = [*sides, *(title for title in marked if not any(_akin(side, title) for side in sides))]
        if not marked and not any(_named_after(one, wanted) for one in self.module.counters):
            wanted += [tab for tab in self._tabs() if not any(_akin(side, tab) for side in sides)]
        found: dict[str, str] = {}
        for title in dict.fromkeys(one for one in wanted if one and one.casefold() not in ALONE):
            found[apart(id_of(title) or "side", found)] = title
        found[NEUTRAL if NEUTRAL not in found else apart("markers", found)] = "Markers"
        return found

    def _owner(self, counter: ModuleCounter) -> str:
        """The owner of a counter: as it is marked, or the side that its group, name or picture begins with."""
        by_title = {title: name for name, title in self.owners.items()}
        titles = [title for title in by_title if title != "Markers"]
        if counter.piece.side:
            said = text_of(counter.piece.side, 40)
            return by_title[said if said in by_title else next(title for title in titles if _akin(title, said))]
        return by_title[_named_after(counter, titles) or "Markers"]

    def _tabs(self) -> list[str]:
        """The tabs of the windows of pieces: the outermost groups of which there are several."""
        stacks = {(name,) for name in self.module.piles}
        paths = [one.groups for one in self.module.counters]
        paths = [path for path in paths if path not in stacks] or paths
        for depth in range(max(map(len, paths), default=0)):
            names = dict.fromkeys(text_of(path[depth], 40) for path in paths if len(path) > depth)
            if len(names) > 1:
                return [name for name in names if name and not COMMON.search(name)] if len(names) <= TABS else []
        return []

    def _blank(self, piece: ModulePiece) -> bool:
        """Whether a piece has only pictures without anything on them: it helps the program, and is none of the game."""
        found = [self.archive.picture(name) for name in (piece.front, piece.back) if name]
        return all(one is not None and one.blank for one in found)

    def _scale(self) -> float:
        """Millimetres per pixel."""
        if self.archive.mark:
            return MM / OURS
        shown = [self.archive.picture(one.piece.front or one.piece.back) for one in self.module.counters]
        # Cards and terrain among the pieces are no measure: most counters are square.
        square = Counter(
            one.width for one in shown if one and max(one.width, one.height) < 1.1 * min(one.width, one.height)
        )
        sides = square or Counter(one.width for one in shown if one)
        return USUAL / sides.most_common(1)[0][0] if sides else MM / OURS

    def _size(self, picture: str, scale: float, limits: tuple[float, float]) -> tuple[float, float]:
        """The sides of a piece in millimetres; those of a usual one without a picture."""
        found, (least, most) = self.archive.picture(picture), limits
        if found is None:
            return (USUAL, USUAL) if limits == SIZES else (CARD, 1.4 * CARD)
        across, down = (round(min(max(side * scale, least), most), 1) for side in (found.width, found.height))
        return across, down

    def _card_size(self, deck: ModuleDeck, usual: str) -> tuple[tuple[int, int], tuple[float, float]]:
        """The pixels of a deck's most common front, and the sides of its cards in millimetres.

        What has the shape of a card is as large as cards are; tiles are by the measure of counters.
        """
        fronts = Counter[str]()
        for piece, count in deck.cards:
            fronts[piece.front or usual] += count
        shapes = Counter[tuple[int, int]]()
        for front, count in fronts.items():
            if found := self.archive.picture(front):
                shapes[found.width, found.height] += count
        if not shapes:
            return (0, 0), (CARD, round(1.4 * CARD, 1))
        pixels = shapes.most_common(1)[0][0]
        shorter, longer = sorted(pixels)
        by_counters = self.archive.mark or (self.module.counters and longer < SQUARE * shorter)
        scale, (least, most) = self.scale if by_counters else CARD / shorter, CARD_SIZES
        scale = min(max(scale, least / shorter), most / longer)
        return pixels, (round(pixels[0] * scale, 1), round(pixels[1] * scale, 1))

    def _has_other_shapes(self, deck: ModuleDeck, pixels: tuple[int, int]) -> bool:
        """Whether a deck has cards that would be squeezed or drawn out to the usual shape."""
        found = (self.archive.picture(piece.front) for piece, _ in deck.cards if piece.front)
        return any(one and abs(one.width * pixels[1] / (one.height * pixels[0]) - 1) > SQUEEZED for one in found)

    def _as_card(self, piece: ModulePiece) -> tuple[float, float] | None:
        """The sides of a piece in millimetres if its picture is as large as the cards of a deck."""
        found = self.archive.picture(piece.front or piece.back) if not self.archive.mark else None
        alike = (
            size
            for pixels, size in self.cards.items()
            if found
            and all(abs(a - b) <= SQUEEZED * b for a, b in zip((found.width, found.height), pixels, strict=True))
        )
        return next(alike, None)

    def _back(self, piece: ModulePiece) -> str:
        """Store the back of a piece like `_picture`, with its front under it where it is a mark over that."""
        laid = self.archive.laid(piece.front, piece.back) if piece.over else None
        if laid is None:
            return self._picture(piece.back)
        name = f"{piece.front} and {piece.back}"
        if name not in self.art:
            self.art[name] = self._stored(piece.back, laid)
        return self.art[name]

    def _picture(self, name: str) -> str:
        """Store a picture, and return its name in the game's folder; empty if there is none."""
        if name and name not in self.art:
            found = self.archive.picture(name)
            self.art[name] = self._stored(name, found) if found else ""
        return self.art.get(name, "")

    def _stored(self, name: str, picture: Adopted) -> str:
        stem = id_of(name.rpartition("/")[2].rpartition(".")[0]) or "picture"
        path = f"art/{apart(stem, self.names)}{picture.suffix}"
        self.made.files[path] = picture.data
        return path

    def _counters(self) -> None:
        documents: dict[tuple[str, str], dict[str, Any]] = {}
        for counter in self.module.counters:
            piece, owner = counter.piece, self._owner(counter)
            size = self._as_card(piece) or self._size(piece.front or piece.back, self.scale, SIZES)
            if not self.archive.mark and size not in self.cards.values():
                # Pictures cut out by hand differ by a pixel or two, and each size takes cuts of its own.
                size = _stepped(size[0]), _stepped(size[1])
            entries = documents.setdefault((owner, sides_of(size)), {})
            full = text_of(piece.name, 110) or "Piece"
            front, back = self._picture(piece.front), self._back(piece)
            name = apart(id_of(full) or "piece", self.ids.values())
            self.ids[piece] = name
            if counter.copies > MOST:
                self.made.notes.append(f"{full}: {counter.copies} copies, {MOST} of them kept")
            copies = min(counter.copies, MOST)
            self.made.counters += copies
            entries[name] = {
                "type": "piece",
                **names_of(full, size[0], front),
                **({"art": front} if front else {}),
                **({"copies": copies} if copies > 1 else {}),
                **({"reverse": _reverse(piece, full, back, size[0])} if piece.back else {}),
            }
        for number, ((owner, sides), entries) in enumerate(documents.items(), 1):
            title = self.owners[owner]
            name = f"counters_{owner}_{number}"
            head = {
                "kind": "counters",
                "id": name,
                "title": title,
                "source": "The module",
                "side": owner,
                "size": sides,
            }
            self._put(f"counters/{owner}-{number}.yaml", {**head, "counters": entries})

    def _deck(self, deck: ModuleDeck) -> None:
        masks = Counter(piece.mask for piece, _ in deck.cards if piece.mask)
        usual = masks.most_common(1)[0][0] if masks else ""
        pixels, size = self._card_size(deck, usual)
        back = self._picture(usual)
        title = text_of(re.sub(r": deck$", "", deck.title), 60) or "Deck"
        name = apart(id_of(title) or "deck", {path[6:-5] for path in self.made.files if path.startswith("cards/")})
        entries: dict[str, Any] = {}
        for piece, count in deck.cards:
            said = re.sub(r"^\d+ ", "", piece.name) if self.archive.mark else piece.name
            if count > MOST:
                self.made.notes.append(f"{text_of(piece.name, 60)}: {count} copies, {MOST} of them kept")
            copies = min(count, MOST)
            self.made.cards += copies
            art, other = self._picture(piece.front), self._picture(piece.mask if piece.mask != usual else piece.back)
            entries[apart(id_of(said) or "card", entries)] = {
                "title": text_of(said, 60) or "Card",
                **({"copies": copies} if copies > 1 else {}),
                **({"fields": {"art": art}} if art else {}),
                **({"reverse": {"fields": {"art": other}}} if other else {}),
            }
        self._put(
            f"cards/{name}.yaml",
            {
                "kind": "cards",
                "id": name,
                "title": title,
                "source": "The module",
                "size": sides_of(size),
                "shelf": "table",
                "back": {"title": title[:40], **({"art": back} if back else {})},
                "fields": {"art": "text"},
                "layout": "card_whole" if self._has_other_shapes(deck, pixels) else "card_picture",
                "cards": entries,
            },
        )

    def _places(self) -> dict[int, tuple[str, str]]:
        """Write places and boards; return the region and place of each stack, by its number."""
        regions: dict[str, dict[str, str]] = {}
        taken: set[str] = set()
        rows: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
        points: dict[tuple[str, str], list[tuple[int, int, str, str]]] = {}
        for board in self.module.boards:
            for name, zone, x, y in spots_of(board.element, self._extent(board)):
                region = text_of(zone or board.window, 60) or "Board"
                place = self._place(regions, taken, region, name)
                points.setdefault((board.window, board.name), []).append((x, y, region, place))
                rows.setdefault((board.window, board.name), []).append((place, x, y))
        found: dict[int, tuple[str, str]] = {}
        for number, stack in enumerate(self.module.stacks):
            known = self._near(stack, points)
            if known is None:
                region = text_of(stack.window, 60) or "Board"
                known = region, self._place(regions, taken, region, stack.name or f"{stack.x}, {stack.y}")
                on = self._board_of(stack)
                points.setdefault(on, []).append((stack.x, stack.y, *known))
                rows.setdefault(on, []).append((known[1], stack.x, stack.y))
            found[number] = known
        if regions:
            listed = {
                apart(id_of(title) or "region", taken): {"title": title, "places": places}
                for title, places in regions.items()
            }
            head = {"kind": "places", "id": "places", "title": "Places", "source": "The module"}
            self._put("places.yaml", {**head, "regions": listed})
        stems, plain = set[str](), list[str]()
        # Paper of one colour keeps what lies beside a board apart; if there is no board, it is one.
        boards = sum(1 for board in self.module.boards if self.archive.board(board.image))
        bare = sum(1 for board in self.module.boards if (shown := self.archive.board(board.image)) and shown[0].flat)
        for board in self.module.boards:
            picture, scale = self.archive.board(board.image) or (None, 1.0)
            stem = apart(id_of(board.name or board.window) or "board", stems)
            listed_spots = dict.fromkeys(rows.get((board.window, board.name), ()))
            spots = tuple((place, round(x * scale), round(y * scale)) for place, x, y in listed_spots)
            if spots and picture:
                self.made.files[f"boards/{stem}.csv"] = sheet_of(spots)
            if picture:
                path = f"boards/{stem}{picture.suffix}"
                self.made.files[path] = picture.data
                if scale < 1:
                    self.made.notes.append(f"{board.image} is scaled to {scale:.0%}: it has too many pixels to print")
                title, extent = text_of(board.name or board.window, 60) or "Board", (picture.width, picture.height)
                made = map_of(title, path, extent, self.scale / scale, spots)
                if not made or (picture.flat and bare != boards):
                    plain.append(title)
                else:
                    self._put(f"maps/{stem}.yaml", {"kind": "maps", "id": f"map_{stem}", **made})
        if plain:
            self._note(f"boards of one colour or less than 30 mm wide, not printed: {len(plain)}", plain)
        return found

    def _extent(self, board: ModuleBoard) -> tuple[int, int]:
        """Width and height of a board in pixels."""
        found = self.archive.board(board.image)
        if found:
            return round(found[0].width / found[1]), round(found[0].height / found[1])
        return whole_number(board.element.get("width"), 500), whole_number(board.element.get("height"), 500)

    def _place(self, regions: dict[str, dict[str, str]], taken: set[str], region: str, name: str) -> str:
        said = text_of(name, 80) or "Place"
        places = regions.setdefault(region, {})
        place = apart(f"p_{id_of(said) or 'place'}", taken)
        places[place] = said
        return place

    def _board_of(self, stack: ModuleStack) -> tuple[str, str]:
        """The board on which a stack stands; the first of its window if it does so on any."""
        names = [board.name for board in self.module.boards if board.window == stack.window]
        return stack.window, stack.board if stack.board in names else next(iter(names), "")

    def _near(
        self, stack: ModuleStack, points: Mapping[tuple[str, str], list[tuple[int, int, str, str]]]
    ) -> tuple[str, str] | None:
        def away(point: tuple[int, int, str, str]) -> float:
            return float((point[0] - stack.x) ** 2 + (point[1] - stack.y) ** 2)

        nearest = min(points.get(self._board_of(stack), ()), key=away, default=None)
        return nearest[2:] if nearest and away(nearest) <= NEAR**2 else None

    def _setups(self, spots: Mapping[int, tuple[str, str]]) -> None:
        starts: dict[str, str] = {}
        owners = dict(zip(self.ids.values(), map(self._owner, self.module.counters), strict=True))
        for start in self.module.starts or [""]:
            forces: dict[str, dict[str, dict[str, list[str]]]] = {}
            left = {self.ids[one.piece]: min(one.copies, MOST) for one in self.module.counters}
            for number, stack in enumerate(self.module.stacks):
                if stack.start in self.module.starts and stack.start != start:
                    continue
                region, place = spots[number]
                for piece in stack.pieces:
                    unit = next((self.ids[one] for one in (piece, _upright(piece)) if one in self.ids), "")
                    if left.get(unit):
                        left[unit] -= 1
                        units = forces.setdefault(owners[unit], {}).setdefault(region, {}).setdefault(place, [])
                        units.append(f"({unit})" if piece.turned and piece.back else unit)
            if forces:
                title = text_of(start, 60) or "At start"
                name = apart(id_of(title) or "start", starts)
                starts[name] = title
                listed = {owner: {"at": folded(regions)} for owner, regions in forces.items()}
                head = {"kind": "setup", "id": name, "title": title, "source": "The module"}
                self._put(f"setup/{name}.yaml", {**head, "forces": listed})
        if starts:
            entries = {name: {"title": title, "setup": name} for name, title in starts.items()}
            head = {"kind": "scenarios", "id": "scenarios", "source": "The module"}
            self._put("scenarios.yaml", {**head, "scenarios": entries})


def _stepped(side: float) -> float:
    """Return a side of a counter as the nearest of those that differ from the usual one in steps of a tenth."""
    steps = log(side / USUAL, STEP)
    return round(USUAL, 1) if abs(steps) < NEAREST else round(USUAL * STEP ** round(steps), 1)


def _upright(piece: ModulePiece) -> ModulePiece:
    return replace(piece, turned=False, mask="")


def _akin(one: str, other: str) -> bool:
    """Return whether names are one but for their endings, or one is brief: Prussia and Prussian, BR and Britain."""
    brief, full = sorted((one, other), key=len)
    short, long = brief.casefold(), full.casefold()
    if 1 < len(short) < ALIKE and brief.isupper() and not full.isupper():
        return long.startswith(short)
    return long == short or (len(short) >= ALIKE and long.startswith(short[: max(ALIKE, len(short) - 1)]))


def _named_after(counter: ModuleCounter, titles: Iterable[str]) -> str:
    """Return the title that its groups, the innermost first, its name or its picture begin with; empty if none."""
    for text in (*reversed(counter.groups), counter.piece.name, counter.piece.front):
        for title in titles:
            if re.search(rf"(?<!\w){re.escape(title.casefold())}", text.casefold()) or _akin(title, text_of(text, 40)):
                return title
    return ""


def _reverse(piece: ModulePiece, full: str, art: str, across: float) -> dict[str, Any]:
    """The back of a counter: its picture, and its name if that is another."""
    name = text_of(piece.back_name, 110)
    return {
        "state": "back",
        **({"name": names_of(name, across, art)["name"]} if name and name != full else {}),
        **({"art": art} if art else {}),
    }


def import_vassal(file: Path, out: Path | None) -> tuple[ImportedGame, Path]:
    """Write a module as a game into a new or empty folder, named after it by default; return what it holds.

    Raises InputError or Surroundings, with nothing written.
    """
    archive = opened(file)
    made = game_of(module_of(archive.tree(), archive.area), archive)
    folder = out or Path(made.id)
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        hint = "name a new or an empty one with --out; nothing was written"
        raise InputError.of("E534", "the folder is not empty", Span(str(folder), 0), hint)
    if folder.resolve().name in games():
        hint = "choose another name with --out: their kits would share a folder"
        raise InputError.of("E534", f"'{folder.name}' is a bundled game", Span(str(folder), 0), hint)
    create(folder, made.files)
    return made, folder
