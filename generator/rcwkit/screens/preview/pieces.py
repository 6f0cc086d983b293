"""The components of a kit as the preview shows them, and words found on them."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from rcwkit.art.artwork import Artwork, coarse
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.dice.counters import Counter
from rcwkit.dice.setups import Scenario
from rcwkit.document.blocks import TextDocument
from rcwkit.document.pages import sheets
from rcwkit.document.setting import Known
from rcwkit.frame import MM, Frame, Group, Item, Sheet
from rcwkit.game.game import Game
from rcwkit.kinds.booklet.draw import Volume
from rcwkit.kinds.booklet.kind import Booklet
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.kind import Cut, File
from rcwkit.kinds.maps.kind import stem_of
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.pieces.kind import Pieces
from rcwkit.kit.build import contents_of
from rcwkit.kit.options import Options
from rcwkit.sheets.svg import svg
from rcwkit.type.fonts import FontBook

Form = Literal["pieces", "boards", "document", "booklet"]


@dataclass(frozen=True)
class PreviewFace:
    """One side of a piece: its SVG with bleed and the hash of that, trim size and bleed in mm, and file:line.

    On a sheet of text, `data-at` in the SVG is an index into `places`, so that a line inserted further up in a file
    changes no drawing. It keeps the `frame` that is drawn, and is not drawn again while that stays.
    """

    svg: str
    hash: str
    width: float
    height: float
    bleed: float
    at: str = ""
    places: tuple[str, ...] = ()
    frame: Frame | None = field(default=None, compare=False, repr=False)

    @cached_property
    def words(self) -> str:
        """The texts in the drawing."""
        return " ".join(html.unescape(_TAG.sub("", text)).strip() for text in _TEXT.findall(self.svg))

    def as_json(self) -> dict[str, Any]:
        """Return the face as plain data, without the drawing."""
        return {"hash": self.hash, "width": self.width, "height": self.height, "bleed": self.bleed, "at": self.at}


@dataclass(frozen=True)
class PreviewPiece:
    """A piece, with a key that stays the same from save to save, and its title; `layout` if its faces have layouts."""

    key: str
    copies: int
    front: PreviewFace
    back: PreviewFace | None = None
    layout: bool = False
    title: str = ""

    @property
    def faces(self) -> tuple[PreviewFace, ...]:
        """The front, and the back if there is one."""
        return (self.front, self.back) if self.back else (self.front,)

    def as_json(self) -> dict[str, Any]:
        """Return the piece as plain data, without the drawings."""
        back = self.back.as_json() if self.back else None
        sides = {"front": self.front.as_json(), "back": back}
        return {"key": self.key, "title": self.title, "copies": self.copies, "layout": self.layout, **sides}


@dataclass(frozen=True)
class PreviewFile:
    """One file of a kit; `hash` covers its contents. `found` are diagnostics of its contents, `laid` of its sheets.

    `known` are a document's blocks as they were set; `artwork` has its pictures; `reads` are the digests of the kinds
    of documents that it is made from. It shows the `map`, the `setup` or the `booklet` of this id; `own` is the file of
    the document that alone makes it, if one does.
    """

    stem: str
    title: str
    form: Form
    hash: str
    shown: tuple[PreviewPiece, ...]
    found: tuple[Diagnostic, ...]
    laid: tuple[Diagnostic, ...] = ()
    document: TextDocument | None = None
    known: Known = field(default_factory=dict)
    artwork: Artwork = field(default_factory=Artwork)
    reads: Mapping[str, str] = field(default_factory=dict)
    map: str = ""
    setup: str = ""
    booklet: str = ""
    own: str = ""

    @cached_property
    def files(self) -> set[str]:
        """The files its pieces come from, as diagnostics name them."""
        places = (at for piece in self.shown for face in piece.faces for at in (face.at, *face.places))
        return {Span(at.rpartition(":")[0]).path for at in places}

    def as_json(self) -> dict[str, Any]:
        """Return its entry in the list of components; `hand` says what is changed by hand, `rows` if in a table."""
        hand = (
            "map"
            if self.map
            else "setup"
            if self.setup
            else "layout"
            if any(piece.layout for piece in self.shown)
            else ""
        )
        told = {
            "stem": self.stem,
            "title": self.title,
            "form": self.form,
            "hand": hand,
            "map": self.map,
            "setup": self.setup,
            "own": self.own,
        }
        return {**told, "rows": self.form == "pieces", "hash": self.hash, "count": len(self.shown)}


def component(
    game: Game, file: File, options: Options, digests: Mapping[str, str], known: PreviewFile | None = None
) -> PreviewFile:
    """Lay out one file of a kit, made from documents with these digests by kind.

    `known` is the file as it was made with the same options and look. It stays if nothing that it is made from has
    changed; an equal document keeps its sheets, a changed one its equal blocks.
    """
    reads = {kind: digests.get(kind, "") for kind in file.reads}
    known = known if known and game.files.same(known.artwork.shown) else None
    if known and known.reads == reads:
        return known
    maps = (name for name in game[Map] if file.kind == "maps" and f"{file.stem}-".startswith(f"{stem_of(game, name)}-"))
    scenario = game[Scenario].get(file.stem.removeprefix("setup-")) if file.kind == "setup" else None
    setup, made = (scenario.value.setup if scenario else None) or "", _made(game, file, options, known, digests)
    booklet = next((name for name in game[Booklet] if file.kind == "booklet" and file.stem.endswith(f"-{name}")), "")
    ids = {one.file: str(getattr(one.model, "id", "")) for one in game.documents if one.kind == file.kind}
    whole = len(ids) == 1 and file.stem == file.kind
    own = next((name for name, one in ids.items() if whole or file.stem.endswith(f"-{one}")), "")
    map_ = max(maps, key=len, default="")
    return replace(made, reads=reads, map=map_, setup=setup, booklet=booklet, own=own)


def _made(
    game: Game, file: File, options: Options, known: PreviewFile | None, digests: Mapping[str, str]
) -> PreviewFile:
    setter = game.setter(options.ink)
    contents = contents_of(game, file, options, setter, digests)
    found = tuple(setter.found)
    if isinstance(contents, Volume):
        return PreviewFile(file.stem, file.title, "booklet", digest(repr((contents, setter.theme))), (), found)
    if isinstance(contents, TextDocument):
        if known and known.document == contents:
            return replace(known, title=file.title, found=found)
        blocks = known.known if known else {}
        made = tuple(sheets(contents, options.paper_of(), setter, game.owners, known=blocks))
        shown = tuple(_sheets(game, made, known, setter.book))
        laid = (*setter.found[len(found) :], *coarse(made, setter.artwork))
        return PreviewFile(
            file.stem, file.title, "document", _hash(shown), shown, found, laid, contents, blocks, setter.artwork
        )
    found += tuple(coarse(contents.frames, setter.artwork))
    shown = tuple(_keyed(game, contents, known, setter.book))
    form: Form = "boards" if contents.boards else "pieces"
    return PreviewFile(file.stem, file.title, form, _hash(shown), shown, found, artwork=setter.artwork)


def glimpse(
    game: Game, file: File, options: Options, digests: Mapping[str, str], known: PreviewFile, keys: Collection[str]
) -> tuple[PreviewFile, Artwork]:
    """Return a file of pieces as it is known, but with those of some keys as they are now, and the pictures on these.

    Its `reads` stay, so that `component` draws the rest. Raises as that does.
    """
    seen = [piece for piece in known.shown if piece.key in keys]
    setter = game.setter(options.ink)
    faces = [*(face for piece in seen for face in piece.faces), known.shown[0].faces[-1]]  # whose back all share
    setter.wanted = {face.frame.name for face in faces if face.frame}
    contents = contents_of(game, file, options, setter, digests)
    made = _keyed(game, contents, known, setter.book, setter.wanted) if isinstance(contents, Cut) else []
    there = {piece.key for piece in known.shown}
    shown = tuple(piece for piece in made if piece.key in there)  # a new one is blank
    return replace(known, shown=shown, hash=_hash(shown)), setter.artwork


def digest(text: str) -> str:
    """Return a short hash: twelve characters are enough to tell the drawings of a kit apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _keyed(
    game: Game,
    contents: Cut,
    known: PreviewFile | None,
    fonts: FontBook,
    wanted: Collection[str] | None = None,
) -> list[PreviewPiece]:
    """Pieces by name; repeated names are numbered."""
    seen: dict[str, int] = {}
    before = {piece.key: piece for piece in known.shown} if known else {}
    shown = []
    pieces = ((piece.front, piece.back, piece.copies, piece.title) for piece in contents.pieces)
    for front, back, copies, title in (*pieces, *((board, None, 1, "") for board in contents.boards)):
        seen[front.name] = number = seen.get(front.name, 0) + 1
        key = front.name if number == 1 else f"{front.name} #{number}"
        sheet = front.name.partition("/")[0]
        layout = front.name in game[Counter] or sheet in game[Deck] or sheet in game[Pieces]
        was = before.get(key)
        faces = (
            _face(game, front, was.front if was else None, fonts, wanted),
            _face(game, back, was.back if was else None, fonts, wanted) if back else None,
        )
        shown.append(PreviewPiece(key, copies, *faces, layout, title))
    return shown


def _face(
    game: Game, frame: Frame, was: PreviewFace | None, fonts: FontBook, wanted: Collection[str] | None
) -> PreviewFace:
    """A face, as it was drawn before if it is the same but for its place in a file, or none of those `wanted`."""
    if was and wanted is not None and not (frame.name in wanted and frame.items):
        return replace(was, at=frame.at)
    if was and was.frame and was.frame._replace(at=frame.at) == frame:
        return replace(was, at=frame.at, frame=frame)
    drawn = svg(frame, bleed=True, label=frame.name, pictures="picture/{}".format, fonts=fonts, memo=game.memo)
    return replace(_drawn(frame, drawn), frame=frame)


def _sheets(game: Game, made: Sequence[Sheet], known: PreviewFile | None, fonts: FontBook) -> Iterator[PreviewPiece]:
    """The sheets of a document; one that is as it was, but for the places of its words, is not drawn again."""
    before = known.shown if known else ()
    for index, (sheet, was) in enumerate(zip_longest(made, before[: len(made)])):
        places: dict[str, int] = {}
        frame = Frame(sheet.width, sheet.height, _numbered(sheet.items, places))
        if was and was.front.frame == frame:
            yield was if was.front.places == (*places,) else replace(was, front=replace(was.front, places=(*places,)))
            continue
        drawn = svg(frame, label=None, pictures="picture/{}".format, fonts=fonts)
        face = replace(_drawn(frame, drawn, tuple(places)), frame=frame)
        yield PreviewPiece(game.say("sheet {n}", n=index + 1), 1, face)


def _numbered(items: tuple[Item, ...], places: dict[str, int]) -> tuple[Item, ...]:
    """Items with each place replaced by its index in `places`."""

    def numbered(group: Group) -> Group:
        inner = _numbered(group.items, places)
        return group._replace(items=inner, at=str(places.setdefault(group.at, len(places))) if group.at else "")

    return tuple(numbered(item) if isinstance(item, Group) else item for item in items)


def _drawn(frame: Frame, drawn: str, places: tuple[str, ...] = ()) -> PreviewFace:
    width, height, bleed = (round(length / MM, 3) for length in (frame.width, frame.height, frame.bleed))
    return PreviewFace(drawn, digest(drawn), width, height, bleed, frame.at, places)


def _hash(shown: Iterable[PreviewPiece]) -> str:
    return digest(" ".join(face.hash for piece in shown for face in piece.faces))


MOST = 60
"""How many pieces are told."""
AROUND = 40
"""Characters told before and after what was found."""
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.S)
_TAG = re.compile(r"<[^>]*>")


def find(components: Iterable[PreviewFile], wanted: str) -> list[dict[str, Any]]:
    """Return the pieces and pages with all of the wanted words, with the words around the first of them."""
    parts = wanted.casefold().split()
    found: list[dict[str, Any]] = []
    for one in components if parts else ():
        for piece in one.shown:
            said = " ".join([piece.key, *(face.words for face in piece.faces)])
            low = said.casefold()
            if all(part in low for part in parts):
                words = _around(said, low.index(parts[0]), len(parts[0]))
                found.append({"stem": one.stem, "title": one.title, "key": piece.key, "words": words})
                if len(found) == MOST:
                    return found
    return found


def _around(said: str, at: int, length: int) -> str:
    """Return what is said around a place, in whole words."""
    end = at + length
    before, after = said[max(at - AROUND, 0) : at], said[end : end + AROUND]
    if at > AROUND:
        before = before.partition(" ")[2]
    if end + AROUND < len(said):
        after = after.rpartition(" ")[0]
    return f"{before}{said[at:end]}{after}".strip()


def with_words(shown: PreviewFile, texts: Sequence[str]) -> PreviewPiece | None:
    """Return the piece on which the first of some texts stands, and most of the others; None if it is on none."""
    wanted = [_plain(text) for text in texts]
    said = [(piece, _plain(" ".join(face.words for face in piece.faces))) for piece in shown.shown]
    found = [(piece, words) for piece, words in said if wanted and wanted[0] and wanted[0] in words]
    return max(found, key=lambda one: sum(text in one[1] for text in wanted), default=(None, ""))[0]


def _plain(text: str) -> str:
    """Return a text without spaces and soft hyphens, as pages and pieces break it differently."""
    return re.sub(r"[\s\u00ad]", "", text).casefold()
