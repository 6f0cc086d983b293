"""The preview's addresses: pages, drawings, printed files, and what the roller rolls."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote

from rcwkit.art.theme import THEMES, screen_variables, themed
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.document.templates import html, read_templates
from rcwkit.game.game import Game
from rcwkit.importing.begin import documents
from rcwkit.kinds.booklet.draw import on_screen
from rcwkit.screens.companion.page import dictionary, inert, told
from rcwkit.screens.companion.page import site as companion
from rcwkit.screens.companion.plans import kit
from rcwkit.screens.preview.editing import Base, Edit, Editing, Passage, RefusedEdit, Stale
from rcwkit.screens.preview.mapmaking import Mapmaking
from rcwkit.screens.preview.pieces import find, with_words
from rcwkit.screens.preview.placing import LARGEST, BoardPictures, SettingUp
from rcwkit.screens.preview.played import AgreedState, Listeners, PlayedGames
from rcwkit.screens.preview.press import OUT, Printed, Printing, PrintJobs
from rcwkit.screens.preview.shaping import Shaping
from rcwkit.screens.preview.tables import Tables, WrongRows, sent
from rcwkit.screens.preview.workshop import Past, Workshop
from rcwkit.source.info import GameInfo, Source
from rcwkit.source.language import Language
from rcwkit.source.project import LIMIT
from rcwkit.source.splicing import GONE, Conflict
from rcwkit.type.fonts import FACES, FontBook, face_rule

TYPES = {
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
PLAIN = GameInfo.model_construct(
    kind="game", id="", title="", source=Source.model_construct(title=""), credits="", sides={}
)
"""A game in the look of the house, until one can be read."""
MOST = 4096
"""Most strings in a list of a request."""
DEEPEST = 70
"""How deep the data of a request may be nested."""
JSON = "application/json; charset=utf-8"
FILE = "application/octet-stream"
"""The type of files that pages send, and of those that they only download."""
MOST_WORDS = 100_000
"""Most characters of a passage of a booklet."""
LONGEST = 60
"""Most characters in the title of a new document."""
GIVEN = {"size": "[1-9][0-9]?", "columns": "[1-9][0-9]?", "rows": "[1-9][0-9]?", "top": "flat|pointed|square"}
"""How a new map may be divided."""
PAGES = {"": "preview.html", "roller": "roller.html"}


class MalformedError(ValueError):
    """A request that has not the form of its address."""


@dataclass(frozen=True)
class Response:
    """A body with its media type; `name` makes it a download. A page that states its own `policy` needs no other."""

    body: bytes
    type: str
    status: int = 200
    name: str = ""
    policy: str = ""

    @classmethod
    def json(cls, data: Any, status: int = 200) -> Response:
        """Return data as an answer."""
        return cls(json.dumps(data, ensure_ascii=False).encode(), JSON, status)


MISSING = Response.json({"error": "there is nothing at this address"}, 404)


class Assets:
    """The files that our pages load, and the pages in a language."""

    def __init__(self) -> None:
        templates = bundled("templates")
        # Only files present at the start are served: no address becomes a path.
        files = (*(templates / "companion").glob("*.js"), *(templates / "preview").iterdir(), templates / "blocks.css")
        self._files = {path.name: path for path in files if path.suffix in TYPES}
        scripts = (path for path in self._files.values() if path.suffix == ".js")
        self._script = "".join(path.read_text(encoding="utf-8") for path in scripts)
        self._fonts = {face.file: bundled("fonts") / face.file for face in FACES.values()}
        self.templates = read_templates(templates)

    def page(self, name: str, say: Language) -> Response:
        """Return a page, with what its scripts say, in a language."""
        words = f'<script type="application/json" id="words">{inert(dictionary(self._script, say))}</script>'
        page = told(self._files[name].read_text(encoding="utf-8"), say)
        return Response(page.replace("</head>", f"  {words}\n</head>", 1).encode(), TYPES[".html"])

    def read(self, name: str) -> Response:
        """Return a file. Raises KeyError."""
        path = self._files[name]
        return Response(path.read_bytes(), TYPES[path.suffix])

    def font(self, name: str) -> bytes:
        """Return a font of the house. Raises KeyError."""
        return self._fonts[name].read_bytes()


def theme_css(info: GameInfo = PLAIN, book: FontBook | None = None) -> Response:
    """Return the CSS of the fonts and colours of a game, or of the house."""
    own = book or FontBook()
    faces = (*FACES.values(), *(font.face for font in own.own.values()))
    rules = "".join(face_rule(face, f"font/{face.file}") for face in faces)
    return Response((rules + screen_variables(themed(info), info, own.stacks)).encode(), TYPES[".css"])


class Site:
    """The pages of one game. Addresses are relative, without the token or a leading slash."""

    def __init__(self, workshop: Workshop, press: PrintJobs, against: Sequence[Path] = (), out: Path = OUT) -> None:
        self.workshop, self.press, self.editing = workshop, press, Editing(workshop)
        self.past, self.shaping = Past(workshop, against), Shaping(workshop, self.editing)
        self.mapmaking, self.boards = Mapmaking(workshop, self.editing), BoardPictures(workshop, self.editing)
        self.setting_up = SettingUp(workshop, self.editing)
        self.printing, self.tables = Printing(workshop, press, out), Tables(workshop, self.editing)
        self.played, self._assets = PlayedGames(), Assets()
        self._companion: tuple[Game | None, dict[str, bytes]] = None, {}
        self._rolled: tuple[Game | None, dict[str, Any]] = None, {}
        self._making = Lock()
        self._asked: Mapping[str, Callable[[Mapping[str, Any]], Response]] = {
            "drawings": self._drawings,
            "view": self._view,
            "ink": self._ink,
            "place": self._place,
            "words": self._words,
            "find": lambda data: Response.json(find(self.workshop.components.values(), str(data.get("text"))[:200])),
            "entry": self._entry,
            "edit": self._edit,
            "check": self._check,
            "passage": self._passage,
            "check-passage": self._check_passage,
            "kinds": lambda data: Response.json(documents()),
            "document": self._document,
            "remove": self._remove,
            "shape": self._shape,
            "map": lambda data: self._by_hand(self.mapmaking, "map", data),
            "setup": lambda data: self._by_hand(self.setting_up, "setup", data),
            "board": self._board,
            "undo": lambda data: self._history(self.editing.undo, data),
            "redo": lambda data: self._history(self.editing.redo, data),
            "table": lambda data: Response.json(self.tables.table(str(data.get("stem")), _window(data))),
            "rows": self._rows,
            "companion/game": self._played,
            "rename": lambda data: Response.json(
                {"places": self.tables.rename(str(data.get("old")), str(data.get("new")), _window(data))}
            ),
            "count": lambda data: Response.json(self.printing.count(str(data.get("stem")), _mapping(data, "options"))),
            "leaf": self._leaf,
            "make": lambda data: Response.json(self.printing.begin(str(data.get("what")), _mapping(data, "options"))),
            "printed": lambda data: Response.json(self.printing.note()),
            "sheet": lambda data: _pdf(self.press.sheet(_record(data), self.workshop.options), "set-up.pdf"),
        }

    def get(self, address: str) -> Response:
        """Answer a GET request."""
        if address in PAGES:
            return self._assets.page(PAGES[address], self.workshop.say)
        first, *rest = address.split("/")
        try:
            if first == "companion" and rest[:1] == ["game"]:
                return _agreed(self.played.read("/".join(rest[1:])))
            if first == "companion" and rest:
                return self._companion_file("/".join(rest) or "index.html")
            return self._read(first, rest)
        except (KeyError, IndexError, ValueError, StopIteration):
            return MISSING
        except InputError as error:
            return refusal(error)
        except Surroundings as error:
            return Response.json({"error": str(error)}, 503)

    def stream(self, address: str) -> Listeners | None:
        """Return whose states an address streams: the workshop, or the games that are played; None for others."""
        return {"events": self.workshop, "companion/live": self.played}.get(address)

    def most(self, address: str) -> int:
        """Return the most bytes of a file that an address takes."""
        return {"board": LARGEST, "art": LIMIT}.get(address, 0)

    def take(self, address: str, name: str, path: Path) -> Response:
        """Answer a file that was sent, which lies at a path until then: a picture of a board, or for pieces."""
        try:
            if address == "board":
                return Response.json(self.boards.take(name, path))
            return Response.json({"name": self.tables.add(name, path)}) if address == "art" else MISSING
        except InputError as error:
            return refusal(error)

    def post(self, address: str, data: Any) -> Response:
        """Answer a POST request with data."""
        if address not in self._asked:
            return MISSING
        if not isinstance(data, dict):
            return Response.json({"error": "an object is needed here"}, 400)
        if not _is_plain(data):
            return Response.json({"error": "this is not plain JSON, or nested too deeply"}, 400)
        try:
            return self._asked[address](data)
        except InputError as error:
            return refusal(error)
        except MalformedError as error:
            return Response.json({"error": str(error)}, 400)
        except Stale as stale:
            said = self.workshop.say("the file has changed since; look at it as it is now")
            return Response.json({"error": said, "conflicts": [*map(_conflict, stale.conflicts)]}, 409)
        except KeyError:
            return MISSING
        except Surroundings as error:
            return Response.json({"error": str(error)}, 503)

    def _read(self, first: str, rest: list[str]) -> Response:
        match first, rest:
            case "asset", [name]:
                return self._assets.read(name)
            case "font", [name]:
                return Response(self._font(name), "font/ttf")
            case "theme.css", []:
                return self._theme()
            case "state", []:
                return Response.json(self.workshop.state())
            case "kit", [known]:
                return self._kit(known)
            case "past", []:
                return Response.json(self.past.offer())
            case "past", [which, stem]:
                return Response.json(self.past.differing(which, stem))
            case "overview", []:
                return Response.json(self.workshop.overview())
            case "board", [*names]:
                data = self.boards.read(unquote("/".join(names)))
                return Response(data, "image/png" if data.startswith(b"\x89PNG") else "image/jpeg")
            case "art", [*names]:
                return Response(*self.tables.picture(unquote("/".join(names))))
            case "pieces", [stem]:
                return Response.json(self.workshop.pieces(stem))
            case "reading", [stem]:
                return Response.json({"html": self._reading(stem)})
            case "picture", [digest]:
                data = self._picture(digest)
                return Response(data, "image/png" if data.startswith(b"\x89PNG") else "image/jpeg")
        return self._read_printed(first, rest)

    def _read_printed(self, first: str, rest: list[str]) -> Response:
        """Answer a request for what the press makes."""
        match first, rest:
            case "print", []:
                return Response.json(self.printing.files())
            case "job", [number]:
                return Response.json(self.press.job(int(number)))
            case "made", [number, index]:
                name, data = self.press.made(int(number), int(index))
                return Response(data, "application/pdf" if name.endswith(".pdf") else FILE, name=Path(name).name)
            case "pages", [stem, digest]:
                return self._pages(stem, digest)
            case "page", [stem, digest, number]:
                return Response(
                    self._printed(stem, digest).pages[int(number.removesuffix(".png")) - 1].png, "image/png"
                )
            case "pdf", [name]:
                stem = name.removesuffix(".pdf")
                return _pdf(self._printed(stem, self.workshop.components[stem].hash).pdf, f"{stem}.pdf")
        return MISSING

    def _picture(self, digest: str) -> bytes:
        """A picture on a piece as it is now, or as it is in a state to compare with. Raises KeyError."""
        try:
            return self.workshop.picture(digest)
        except KeyError:
            return self.past.picture(digest)

    def _reading(self, stem: str) -> str:
        """A text document as HTML; its script sets the styles, which the policy allows no attribute to."""
        game, booklet = self.workshop.sound(), self.workshop.components[stem].booklet
        if booklet:
            said = on_screen(game, booklet, game.setter(self.workshop.options.ink))
            return f'<div class="booklet">{said.replace(" style=", " data-style=")}</div>'
        context = {"document": self.workshop.document(stem), "places": True, "linked": False}
        setter = self.workshop.sound().setter(self.workshop.options.ink)
        text = html("reading.html", context, self._assets.templates, setter)
        return text.replace(' style="', ' data-style="')

    def _companion_file(self, name: str) -> Response:
        """A file of the companion of the game as it is now."""
        game = self.workshop.sound()
        with self._making:
            if self._companion[0] is not game:
                self._companion = game, companion(game, live=True)
            body = self._companion[1][name]
        # The page's own policy names its script by hash.
        policy = "frame-ancestors 'self'" if name == "index.html" else ""
        return Response(body, TYPES[Path(name).suffix], policy=policy)

    def _kit(self, known: str) -> Response:
        """What the roller rolls: the kit of the game as it is now; null if its page has it, under this hash."""
        game = self.workshop.sound()
        with self._making:
            if self._rolled[0] is not game:
                data = kit(game)
                self._rolled = game, {**data, "hash": sha256(inert(data).encode()).hexdigest()[:16]}
            data = self._rolled[1]
        return Response.json(None if data["hash"] == known else data)

    def _printed(self, stem: str, digest: str) -> Printed:
        """A file, if the hash is current. Raises KeyError: outdated pages would load the press with new work."""
        if self.workshop.components[stem].hash != digest:
            raise KeyError(digest)
        return self.press.printed(stem, digest, self.workshop.options)

    def _pages(self, stem: str, digest: str) -> Response:
        printed = self._printed(stem, digest)
        pages = [
            {
                "src": f"page/{stem}/{digest}/{number}.png",
                "width": page.width,
                "height": page.height,
                "words": page.words,
            }
            for number, page in enumerate(printed.pages, 1)
        ]
        return Response.json({"pages": pages, "problems": list(printed.problems)})

    def _view(self, data: Mapping[str, Any]) -> Response:
        """Note which pieces a page has in view."""
        self.workshop.view(str(data.get("stem")), _strings(data, "keys"))
        return Response.json(None)

    def _drawings(self, data: Mapping[str, Any]) -> Response:
        return Response.json(self.workshop.drawings(str(data.get("stem")), set(_strings(data, "hashes"))))

    def _place(self, data: Mapping[str, Any]) -> Response:
        """The source of clicked words: given as such in a reading view, by number on a sheet."""
        number, at = data.get("number"), str(data.get("at"))
        if isinstance(number, int):
            at = self.workshop.place(str(data.get("stem")), str(data.get("key")), number)
        return Response.json({"at": at, **self.workshop.opened(at)})

    def _words(self, data: Mapping[str, Any]) -> Response:
        """The source of words on a printed page: the piece that has them, and most of those around them."""
        piece = with_words(self.workshop.components[str(data.get("stem"))], _strings(data, "texts"))
        at = piece.front.at if piece else ""
        return Response.json({"key": piece.key if piece else "", "at": at, **self.workshop.opened(at)})

    def _entry(self, data: Mapping[str, Any]) -> Response:
        """The entry at a place (file:line), or at a path in a file."""
        file, _, line = str(data.get("at")).rpartition(":")
        if not re.fullmatch(r"[0-9]{1,9}", line):
            raise MalformedError("a place (file:line) is needed here")
        path = _path(data["path"]) if "path" in data else None
        entry, window = self.editing.entry(file, int(line), path), _window(data)
        told = {**self.editing.state(window), "history": self.editing.history(window)}
        return Response.json({**self.tables.offered(entry), **told})

    def _history(self, way: Callable[[str], dict[str, int]], data: Mapping[str, Any]) -> Response:
        """Undo or redo, and what can be undone and redone then."""
        window = _window(data)
        return Response.json({**way(window), "history": self.editing.history(window)})

    def _edit(self, data: Mapping[str, Any]) -> Response:
        window = _window(data)
        state = self.editing.change(*_asked(data), local=bool(data.get("local")), window=window)
        return Response.json({**state, "history": self.editing.history(window)})

    def _passage(self, data: Mapping[str, Any]) -> Response:
        """Lines of a booklet's text, after others took their place if there are any."""
        file, window, first, passage = str(data.get("file")), _window(data), *self._lines(data)
        if "text" in data:
            lines = self.editing.reword(passage, str(data["text"])[:MOST_WORDS], str(data.get("hash")), window)
            passage = self.editing.passage(file, first, lines)
        told = {"file": file, "line": first, "count": passage.lines, "text": passage.text, "hash": passage.hash}
        return Response.json({**told, **self.editing.state(window), "history": self.editing.history(window)})

    def _lines(self, data: Mapping[str, Any]) -> tuple[int, Passage]:
        first, count = data.get("line"), data.get("count")
        if type(first) is not int or type(count) is not int:
            raise MalformedError("'line' and 'count' must be numbers")
        return first, self.editing.passage(str(data.get("file")), first, count)

    def _check_passage(self, data: Mapping[str, Any]) -> Response:
        """Answer what is wrong with lines that are being typed."""
        try:
            with suppress(Stale):
                text, digest = str(data.get("text"))[:MOST_WORDS], str(data.get("hash"))
                self.editing.reword(self._lines(data)[1], text, digest, draft=True)
        except InputError as error:
            return Response.json({"problems": _problems(error)})
        return Response.json({"problems": []})

    def _document(self, data: Mapping[str, Any]) -> Response:
        """Add a document to the game."""
        kind, title = str(data.get("kind")), str(data.get("title", "")).strip()[:LONGEST]
        given = {name: str(data[name]) for name, known in GIVEN.items() if re.fullmatch(known, str(data.get(name, "")))}
        if not title:
            raise MalformedError("'title' must be a short text")
        return Response.json({"file": self.editing.begin(kind, title, given, _window(data))})

    def _remove(self, data: Mapping[str, Any]) -> Response:
        """Take a document out of the game, with the faces that began with it if nothing else uses them."""
        file, game = str(data.get("file")), self.workshop.sound()
        path = self.workshop.path_of(file)
        if path is None or all(one.file != file for one in game.documents):
            raise InputError.of("E391", "is no document of this game", Span(file))
        face = path.with_name(f"{path.stem}_face{path.suffix}")
        with suppress(InputError):
            if face.is_file():
                return Response.json(self.editing.write({path: None, face: None}, _window(data)))
        return Response.json(self.editing.write({path: None}, _window(data)))

    def _check(self, data: Mapping[str, Any]) -> Response:
        """Answer what is wrong with an edit that is being typed: that of an older file is told when it is saved."""
        try:
            with suppress(Stale):
                self.editing.check(*_asked(data))
        except InputError as error:
            return Response.json({"problems": _problems(error)})
        return Response.json({"problems": []})

    def _shape(self, data: Mapping[str, Any]) -> Response:
        """The layout of a face of a piece, after a change of one of its boxes if there is one."""
        key, back, wanted = str(data.get("key")), bool(data.get("back")), data.get("wanted", {})
        if "box" not in data:
            return Response.json(self.shaping.shown(key, back=back))
        if not isinstance(wanted, dict) or not isinstance(wanted.get("keys", {}), dict):
            raise MalformedError("'wanted' must be an object, and its 'keys', too")
        return Response.json(self.shaping.change(key, back, str(data["box"]), wanted, _window(data)))

    def _by_hand(self, hand: Mapmaking | SettingUp, what: str, data: Mapping[str, Any]) -> Response:
        """A map or a set-up, after a change of it if there is one."""
        name, wanted = str(data.get(what)), data.get("wanted")
        if wanted is None:
            return Response.json(hand.shown(name))
        if not isinstance(wanted, dict):
            raise MalformedError("'wanted' must be an object")
        return Response.json(hand.change(name, wanted, _window(data)))

    def _board(self, data: Mapping[str, Any]) -> Response:
        """The places of the game and a picture of a board, after spots on it were written if there are any."""
        picture, spots = str(data.get("picture", "")), data.get("spots")
        if spots is None:
            return Response.json(self.boards.shown(picture))
        if not isinstance(spots, dict):
            raise MalformedError("'spots' must be an object")
        return Response.json(self.boards.mark(picture, spots, _window(data)))

    def _leaf(self, data: Mapping[str, Any]) -> Response:
        """A sheet of paper of a file, to leaf through before it is printed."""
        number = data.get("number")
        if type(number) is not int or number < 0:
            raise MalformedError("'number' must be that of a sheet, from 0")
        return Response.json(self.printing.leaf(str(data.get("stem")), number, _mapping(data, "options")))

    def _rows(self, data: Mapping[str, Any]) -> Response:
        """Write the rows of a table; what is wrong is told with rows and columns."""
        try:
            rows, line = list(sent(data.get("rows"))), int(data.get("line", 0))
        except (TypeError, ValueError) as error:
            raise MalformedError(str(error)) from None
        try:
            file, digest = str(data.get("file")), str(data.get("hash"))
            return Response.json(self.tables.change(file, digest, line, rows, _window(data)))
        except WrongRows as error:
            told = zip(error.diagnostics, error.places, strict=True)
            problems = [{"message": one.message, "hint": one.hint, "row": row, "column": at} for one, (row, at) in told]
            return Response.json({**json.loads(refusal(error).body), "problems": problems}, 422)

    def _ink(self, data: Mapping[str, Any]) -> Response:
        """Redraw everything in another ink, for all viewers."""
        ink = next((ink for ink in THEMES if ink == data.get("ink")), None)
        if ink is None:
            raise MalformedError("the ink must be full or low")
        self.workshop.use_ink(ink)
        return Response.json({"ink": ink})

    def _played(self, data: Mapping[str, Any]) -> Response:
        """Take the state of a game that is played; the present one goes back if the page did not know it."""
        name = str(data.get("name"))
        try:
            taken = self.played.change(name, data.get("number"), _mapping(data, "state"))
        except ValueError as error:
            raise MalformedError(str(error)) from None
        return Response.json({"number": taken.number}) if taken else _agreed(self.played.read(name), 409)

    def _theme(self) -> Response:
        """CSS of the fonts and the game's colours."""
        game = self.workshop.game
        return theme_css(game.info, game.book) if game else theme_css()

    def _font(self, name: str) -> bytes:
        """Return a font of the house, or of the game as it is now. Raises KeyError."""
        with suppress(KeyError):
            return self._assets.font(name)
        return next(font.data for font in self.workshop.sound().book.own.values() if font.face.file == name)


def _agreed(state: AgreedState, status: int = 200) -> Response:
    return Response(f'{{"number": {state.number}, "state": {state.text}}}'.encode(), JSON, status)


def _pdf(data: bytes, name: str) -> Response:
    return Response(data, "application/pdf", name=name)


def refusal(error: InputError) -> Response:
    """Return what is wrong with what was asked, and what to write instead."""
    said = "; ".join(dict.fromkeys(one.message for one in error.diagnostics))
    return Response.json(
        {"error": said, "hints": [one.hint for one in error.diagnostics], "problems": _problems(error)}, 422
    )


def _problems(error: InputError) -> list[dict[str, Any]]:
    """What is wrong, each with the path of its value in the file that was edited."""
    paths = error.paths if isinstance(error, RefusedEdit) else [None] * len(error.diagnostics)
    told = zip(error.diagnostics, paths, strict=True)
    return [{"message": one.message, "hint": one.hint, "path": path} for one, path in told]


def _is_plain(data: Any) -> bool:
    """Return whether data can be written as JSON in UTF-8, and are no deeper than any document."""
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for one in level if isinstance(one, dict | list) for inner in _inner(one)]
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return not level


def _inner(one: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return one.values() if isinstance(one, dict) else one


def _asked(data: Mapping[str, Any]) -> tuple[str, str, list[Edit], Base | None]:
    """The file of an edit with its hash, the changes, and the entry that they are made of."""
    listed = data.get("changes")
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise MalformedError("'changes' must be a list of objects")
    changes = [
        Edit(
            _path(one.get("path")),
            _without_tabs(one.get("value")),
            bool(one.get("remove")),
            bool(one.get("new")),
            _at(one),
        )
        for one in listed
    ]
    return str(data.get("file")), str(data.get("hash")), changes, _base(data.get("base"))


def _without_tabs(value: Any) -> Any:
    """Texts with spaces in place of tabs, as in cells of sheets: no text of a game has any."""
    if isinstance(value, dict):
        return {name: _without_tabs(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [*map(_without_tabs, value)]
    return value.replace("\t", " ") if isinstance(value, str) else value


def _at(change: Mapping[str, Any]) -> int | None:
    """The position that a change puts its entry at."""
    at = change.get("at")
    if at is not None and (type(at) is not int or at < 0):
        raise MalformedError("'at' must be a position")
    return at


def _window(data: Mapping[str, Any]) -> str:
    """What tells the window of a request from others."""
    return str(data.get("window", ""))[:40]


def _conflict(one: Conflict) -> dict[str, Any]:
    """A conflict as plain data, null for what is not there."""
    theirs, mine = (None if value is GONE else value for value in (one.theirs, one.mine))
    return {"path": one.path, "theirs": theirs, "mine": mine}


def _base(data: Any) -> Base | None:
    """The entry that a page edits, as it read it."""
    if not isinstance(data, dict):
        return None
    settled = data.get("settled", [])
    if not isinstance(settled, list) or not all(isinstance(one, dict) for one in settled):
        raise MalformedError("'settled' must be a list of objects")
    kept = ((_path(one.get("path")), GONE if one.get("theirs") is None else one["theirs"]) for one in settled)
    return Base(_path(data.get("path")), data.get("value"), tuple(kept))


def _record(data: Mapping[str, Any]) -> Mapping[str, Any]:
    record = data.get("record")
    if not isinstance(record, dict):
        raise MalformedError("a record of a roll is needed here")
    return record


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise MalformedError(f"'{name}' must be an object")
    return found


def _path(path: Any) -> tuple[str | int, ...]:
    if not isinstance(path, list) or not all(isinstance(one, str) or (type(one) is int and one >= 0) for one in path):
        raise MalformedError("'path' must be a list of keys and positions")
    return tuple(path)


def _strings(data: Mapping[str, Any], name: str) -> list[str]:
    values = data.get(name, [])
    if not isinstance(values, list) or len(values) > MOST or not all(isinstance(value, str) for value in values):
        raise MalformedError(f"'{name}' must be a list of strings")
    return values
