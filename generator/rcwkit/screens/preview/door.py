"""The front door: games of a folder, those opened lately, the included ones, and new ones, each with its preview."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar, get_args

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.game.catalogue import describe, games, is_game
from rcwkit.game.loader import load
from rcwkit.importing.archive import LARGEST
from rcwkit.importing.begin import BegunGame, Genre, begin, begin_from, begun
from rcwkit.importing.game import import_vassal
from rcwkit.importing.guesses import Begin
from rcwkit.kinds.kind import Cut, File, files_of
from rcwkit.kit.checks import check
from rcwkit.kit.options import Options
from rcwkit.kit.publish import put
from rcwkit.memo import Memo
from rcwkit.screens.preview.played import Listeners
from rcwkit.screens.preview.press import OUT, PrintJobs, shortened
from rcwkit.screens.preview.server import cache, check_watchable, watching
from rcwkit.screens.preview.site import MISSING, TYPES, Assets, MalformedError, Response, Site, refusal, theme_css
from rcwkit.screens.preview.workshop import EDITOR, Workshop
from rcwkit.sheets.svg import embedded, svg
from rcwkit.source.columns import SUFFIXES
from rcwkit.source.language import Language
from rcwkit.source.patterns import free, id_of
from rcwkit.source.project import LIMIT, Project
from rcwkit.workers import OverTime, Workers, result_of, timed

T = TypeVar("T")

MOST_GAMES, MOST_RECENT, MOST_OPEN, MOST_SENT = 200, 12, 6, 4
"""Games of a folder and lately opened ones that are listed, games that are open at once, and sheets that wait."""
MOST_PICTURES = 600
"""Pictures that a sheet may have."""
NAMED = 5
"""How many errors of a sheet's game are told before it is made."""
SHOWN = 3
"""Pieces in the picture of a game."""
SECONDS = 60.0
"""Processor time for the picture of a game, or for reading a file that was sent."""
RECENT = "recent.json"
_TITLE = re.compile(r"^title: *(.+?) *$", re.MULTILINE)
_MODULE = ".vmod"
_PICTURE = re.compile(r"\w[^/\\\x00-\x1f]{0,50}\.(?:png|jpe?g|svg)", re.IGNORECASE)


class _Desk(NamedTuple):
    """A game that is open, and what ends the watching of its files."""

    site: Site
    stop: threading.Event


class Door:
    """The pages without a game, and under `game/<key>/` those of each game; new ones are made in the folder."""

    def __init__(
        self,
        folder: Path,
        say: Language,
        *,
        language: str = "",
        options: Options | None = None,
        editor: str = EDITOR,
        manual: Callable[[], str] = str,
    ) -> None:
        self.folder, self.say, self.language = folder, say, language
        self.options, self.editor, self._manual = options, editor, manual
        self._assets = Assets()
        # Spawned, as a fork would copy locks held by the server's threads.
        self._workers = Workers(1, get_context("spawn"))
        self._covers = Memo(MOST_GAMES)
        self._desks: dict[str, _Desk] = {}
        self._sent = TemporaryDirectory(prefix="rcwkit-")
        self._names: dict[str, tuple[str, list[Path]]] = {}
        self._changing, self._telling = threading.Lock(), threading.Lock()
        self._asked: Mapping[str, Callable[[Mapping[str, Any]], Response]] = {
            "new": self._new,
            "guess": self._guess,
            "begin": self._begin,
        }

    def close(self) -> None:
        """Close all games."""
        for desk in self._desks.values():
            _close(desk)
        self._workers.close(wait=False)
        self._sent.cleanup()

    def get(self, address: str) -> Response:
        """Answer a GET request."""
        return self._answer(self._site("get", address) or partial(self._read, address))

    def post(self, address: str, data: Any) -> Response:
        """Answer a POST request with data."""
        inner = self._site("post", address)
        if inner is None and (address not in self._asked or not isinstance(data, dict)):
            return MISSING
        return self._answer(partial(inner or self._asked[address], data))

    def most(self, address: str) -> int:
        """Return the most bytes of a file that an address takes."""
        with suppress(KeyError, InputError, Surroundings):
            inner = self._site("most", address)
            return int(inner()) if inner else {"sheet": LIMIT, "module": LARGEST}.get(address.partition("/")[0], 0)
        return 0

    def take(self, address: str, name: str, path: Path) -> Response:
        """Answer a file that was sent: a sheet or a module from which a game begins."""
        took = {"sheet": self._sheet, "module": self._module}.get(address)
        if address.startswith("sheet/"):
            took = partial(self._added, address.removeprefix("sheet/"))
        if took is None:
            inner = self._site("take", address)
            return self._answer(partial(inner, name, path)) if inner else MISSING
        try:
            return took(name, path)
        except InputError as error:
            named = [one._replace(message=f"{name} {one.message}") for one in error.diagnostics]
            return refusal(InputError(named))
        except (MalformedError, Surroundings) as error:
            return Response.json({"error": str(error)}, 400)
        except KeyError:
            return MISSING

    def stream(self, address: str) -> Listeners | None:
        """Return whose states an address of a game streams; None for others."""
        with suppress(KeyError, InputError, Surroundings):
            inner = self._site("stream", address)
            return inner() if inner else None
        return None

    def _site(self, method: str, address: str) -> Callable[..., Any] | None:
        """Return a method of the game's site for the rest of an address of a game; None for other addresses."""
        first, _, rest = address.partition("/")
        key, slash, inner = rest.partition("/")
        if first != "game" or not slash:
            return None
        return lambda *given: getattr(self._desk(key).site, method)(inner, *given)

    def _answer(self, found: Callable[[], Response]) -> Response:
        try:
            return found()
        except InputError as error:
            return refusal(error)
        except MalformedError as error:
            return Response.json({"error": str(error)}, 400)
        except (KeyError, IndexError, ValueError):
            return MISSING
        except Surroundings as error:
            return Response.json({"error": str(error)}, 503)

    def _read(self, address: str) -> Response:
        match address.split("/"):
            case [""]:
                return self._assets.page("door.html", self.say)
            case ["asset", name]:
                return self._assets.read(name)
            case ["font", name]:
                return Response(self._assets.font(name), "font/ttf")
            case ["theme.css"]:
                return theme_css()
            case ["games"]:
                return Response.json({"folder": shortened(self.folder), "games": [*self._listed()]})
            case ["cover", key]:
                return self._cover(key)
            case ["manual"]:
                with self._telling:
                    return Response(self._manual().encode(), TYPES[".html"], policy="frame-ancestors 'none'")
        return MISSING

    def _folders(self) -> dict[str, tuple[str, Path]]:
        """The games that can be opened, by key: whose they are, and their folders."""
        found: dict[str, tuple[str, Path]] = {}
        with suppress(OSError):
            inside = sorted(one for one in self.folder.iterdir() if one.is_dir() and not one.name.startswith("."))
            for one in [one for one in inside if is_game(one)][:MOST_GAMES]:
                found.setdefault(_key(one), ("mine", one))
        for one in _recent():
            if is_game(one):
                found.setdefault(_key(one), ("recent", one))
        for name in games():
            found.setdefault(_key(bundled("data") / name), ("included", bundled("data") / name))
        return found

    def _listed(self) -> Iterator[dict[str, Any]]:
        for key, (whose, folder) in self._folders().items():
            yield {
                "key": key,
                "whose": whose,
                "title": _title(folder),
                "folder": shortened(folder),
                "at": _saved(folder),
            }

    def _cover(self, key: str) -> Response:
        """The picture of a game, and how much there is of what."""
        whose, folder = self._folders()[key]
        state = key, _saved(folder)
        known: dict[str, Any] | None = self._covers.find(state)
        if known is None:
            known = self._done(_covered, Project(folder, shown=folder.name), whose == "included")
            self._covers.keep(state, known)
        return Response.json(known)

    def _done(self, work: Callable[..., T], *given: Any) -> T:
        return result_of(self._workers.submit(work, *given))

    def _desk(self, key: str) -> _Desk:
        """The game of a key, opened if need be. Raises KeyError if there is none."""
        with self._changing:
            if key not in self._desks:
                whose, folder = self._folders()[key]
                self._desks[key] = self._opened(folder.name if whose == "included" else self._named(folder))
                if len(self._desks) > MOST_OPEN:
                    _close(self._desks.pop(next(iter(self._desks))))
                if whose != "included":
                    remember(folder)
            return self._desks[key]

    def _named(self, folder: Path) -> str:
        """A folder as messages name it: its path from here, unless that is the name of an included game."""
        near = Path(os.path.relpath(folder))
        return (folder if ".." in near.parts or near.name in games() else near).as_posix()

    def _opened(self, name: str) -> _Desk:
        workshop = Workshop(name, (), self.language, options=self.options, editor=self.editor)
        check_watchable(workshop.folders)
        press, stop = PrintJobs(workshop.name, (), self.language), threading.Event()
        press.warm()
        for work in (workshop.refresh, partial(watching, workshop.folders, workshop.refresh, stop)):
            threading.Thread(target=work, daemon=True).start()
        return _Desk(Site(workshop, press, out=self.folder / OUT), stop)

    def _place(self, title: str) -> Path:
        """A folder for a new game of this title."""
        taken = {one.name for one in self.folder.iterdir()} | {*games()}
        return self.folder / free(id_of(title)[:40] or "my_game", taken)

    def _new(self, data: Mapping[str, Any]) -> Response:
        """A new game like one of the examples."""
        title, like = _said(data, "title"), next((one for one in get_args(Genre) if one == data.get("like")), None)
        folder = self._place(title)
        begin(folder, like, title)
        return Response.json({"key": _key(folder), "folder": shortened(folder)})

    def _sheet(self, name: str, path: Path) -> Response:
        """A sheet is kept until the game is begun, and its guesses are told."""
        if path.suffix.lower() not in SUFFIXES:
            raise MalformedError(self.say("'{name}' is no spreadsheet: CSV, TSV, XLSX or ODS", name=name))
        number = sha256(os.urandom(16)).hexdigest()[:12]
        with self._changing:
            kept = Path(self._sent.name) / number / f"{id_of(Path(name).stem) or 'sheet'}{path.suffix.lower()}"
            kept.parent.mkdir()
            copyfile(path, kept)
            self._names[number] = name, [kept]
            while len(self._names) > MOST_SENT:
                rmtree(self._names.pop(next(iter(self._names)))[1][0].parent)
        return self._guess({"sheet": number, "title": Path(name).stem})

    def _added(self, sheet: str, name: str, path: Path) -> Response:
        """A picture is kept beside the sheet that was sent before, and so is a sheet of another kind of pieces.

        A sheet that is there already is not another. Raises KeyError if the first waits no longer, and InputError for a
        sheet that a game does not begin with.
        """
        with self._changing:
            first, sheets = self._names[sheet]
            folder = sheets[0].parent
            if path.suffix.lower() in SUFFIXES:
                if path.read_bytes() in (one.read_bytes() for one in sheets):
                    return Response.json({"name": name})
                taken = {one.stem for one in folder.iterdir()}
                kept = folder / f"{free(id_of(Path(name).stem) or 'sheet', taken)}{path.suffix.lower()}"
                copyfile(path, kept)
                try:
                    self._done(_in_time, begun, [*sheets, kept], first)
                except (InputError, Surroundings):
                    kept.unlink()
                    raise
                self._names[sheet] = first, [*sheets, kept]
                return Response.json({"name": name})
            if not _PICTURE.fullmatch(name) or len([*folder.iterdir()]) > MOST_PICTURES:
                raise MalformedError(self.say("'{name}' is no picture for this sheet: PNG, JPEG or SVG", name=name))
            copyfile(path, folder / name)
        return Response.json({"name": name})

    def _guess(self, data: Mapping[str, Any]) -> Response:
        """What is guessed of a sheet that was sent, and what its pieces would look like."""
        name, sheets = self._names[_said(data, "sheet")]
        title, kind = _said(data, "title"), next((one for one in get_args(Begin) if one == data.get("kind")), None)
        made, cover = self._done(_guessed, sheets, title, kind)
        told = {"kinds": made.kinds, "guesses": made.guesses, "left_out": made.left_out, "cover": cover}
        named = ", ".join([name, *(one.name for one in sheets[1:])])
        return Response.json({"sheet": data["sheet"], "name": named, "title": title, **told})

    def _begin(self, data: Mapping[str, Any]) -> Response:
        """A game from the sheets that were sent."""
        _, sheets = self._names[_said(data, "sheet")]
        title, kind = _said(data, "title"), next((one for one in get_args(Begin) if one == data.get("kind")), None)
        folder = self._place(title)
        self._done(_in_time, begin_from, folder, sheets, kind, title)
        return Response.json({"key": _key(folder), "folder": shortened(folder)})

    def _module(self, name: str, path: Path) -> Response:
        """A game from a VASSAL module."""
        if path.suffix.lower() != _MODULE:
            raise MalformedError(self.say("'{name}' is no VASSAL module: a file that ends in .vmod", name=name))
        folder = self._place(Path(name).stem)
        made, _ = self._done(_in_time, import_vassal, path, folder)
        told = {"counters": made.counters, "cards": made.cards, "notes": made.notes}
        return Response.json({"key": _key(folder), "folder": shortened(folder), **told})


def _close(desk: _Desk) -> None:
    desk.stop.set()
    desk.site.press.close()


def _said(data: Mapping[str, Any], name: str) -> str:
    said = data.get(name)
    if not isinstance(said, str) or not 0 < len(said.strip()) <= 200:
        raise MalformedError(f"'{name}' must be a short text")
    return said.strip()


def _key(folder: Path) -> str:
    return sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]


def _title(folder: Path) -> str:
    """The title of a game, without reading its documents as a whole."""
    with suppress(OSError, ValueError):
        with (folder / "game.yaml").open(encoding="utf-8") as stream:
            found = _TITLE.search(stream.read(2**16))
        if found:
            return str(json.loads(found[1])) if found[1].startswith('"') else found[1].strip("'")
    return folder.name.encode("utf-8", "replace").decode()


def _saved(folder: Path) -> int:
    """When one of a game's documents was saved last, in milliseconds since 1970."""
    times = [0.0]
    for path in (*folder.glob("*.y*ml"), *folder.glob("*/*.*")):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return round(max(times) * 1000)


def remember(folder: Path) -> None:
    """Note that a game was opened, for the next time; nothing is kept where that cannot be."""
    try:
        listed = dict.fromkeys([folder.resolve(), *_recent()])
        text = json.dumps([str(one) for one in listed][:MOST_RECENT])
        cache().mkdir(parents=True, exist_ok=True, mode=0o700)
        put(cache() / RECENT, text.encode())
    except (OSError, RuntimeError, ValueError, Surroundings):
        return


def _recent() -> list[Path]:
    """The folders of the games that were opened lately, the last one first."""
    with suppress(OSError, RuntimeError, ValueError):
        listed = json.loads((cache() / RECENT).read_text(encoding="utf-8"))
        return [Path(one) for one in listed if isinstance(one, str)][:MOST_RECENT] if isinstance(listed, list) else []
    return []


def _in_time(work: Callable[..., T], *given: Any) -> T:
    """Do work on a file of a stranger's within a time. Raises Surroundings if it takes longer."""
    try:
        with timed(SECONDS):
            return work(*given)
    except OverTime:
        raise Surroundings(f"it takes more than {SECONDS:.0f} seconds to read") from None


def _guessed(sheets: list[Path], title: str, kind: Begin | None) -> tuple[BegunGame, dict[str, Any]]:
    """What is guessed of sheets, and the picture of the game that they would make."""
    made = _in_time(begun, sheets, title, kind)
    with TemporaryDirectory(dir=sheets[0].parent) as folder:  # pictures are read from files alone
        for name, data in made.files.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_bytes(data)
        return made._replace(files={}), _covered(Project(Path(folder)), included=False, kind=made.kinds[0])


def _covered(project: Project, included: bool, kind: str = "") -> dict[str, Any]:
    """The picture of a game, or of its pieces of a kind, how much there is of what, and the number of its errors."""
    try:
        return _in_time(_drawn, project, included, kind)
    except InputError as error:
        wrong = sum(one.severity is Severity.ERROR for one in error.diagnostics)
        said = [*dict.fromkeys(one.message for one in error.diagnostics)][:NAMED]
        return {"form": "", "faces": [], "holds": {}, "errors": max(wrong, 1), "problems": said}
    except Surroundings:
        return {"form": "", "faces": [], "holds": {}, "errors": 0, "problems": []}


def _drawn(project: Project, included: bool, kind: str) -> dict[str, Any]:
    game = load(project)
    wrong = [one for one in check(game) if one.severity is Severity.ERROR]
    file = _telling([one for one in files_of(game) if kind in ("", one.kind)], included)
    faces: list[str] = []
    if file is not None and not wrong:
        setter = game.setter()
        contents = file.lay_out(setter, Options().edition.room)
        wrong = [one for one in setter.found if one.severity is Severity.ERROR]
        assert isinstance(contents, Cut)
        pieces = [one.back if included and one.back else one.front for one in contents.pieces]
        some = pieces[:: max(1, len(pieces) // SHOWN)][:SHOWN] or [*contents.boards]
        if contents.boards and not included:
            some = [*contents.boards]
        drawings = setter.artwork
        for frame in some[: 1 if included or contents.boards else SHOWN]:
            faces.append(svg(frame, pictures=lambda digest: embedded(drawings[digest]), fonts=setter.book))
    form = file.kind if file else ""
    # Those that are missing are told as a guess.
    said = [*dict.fromkeys(one.message for one in wrong if one.code != "E103")][:NAMED]
    told = {"errors": len(wrong), "problems": said}
    return {"form": form, "faces": faces, "holds": describe(game)["holds"], **told}


def _telling(files: list[File], backs: bool) -> File | None:
    """The file that shows best what a game is: cards, a map or counters; with `backs`, what has them comes first."""
    for kind in ("cards", "counters", "tracks", "maps") if backs else ("cards", "maps", "counters"):
        for file in files:
            if file.kind == kind and file.cut:
                return file
    return next((file for file in files if file.cut and file.pieces), None)
