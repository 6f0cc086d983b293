"""What stands at which address of the preview: pages, drawings, PDFs, and the roller's answers; it knows nothing of HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.draw.html import html, read_templates
from rcwkit.look.fonts import FACES
from rcwkit.look.text import Setter
from rcwkit.look.theme import HOUSE, THEMES, css_variables
from rcwkit.reading.game import Game
from rcwkit.screens.preview import roller
from rcwkit.screens.preview.press import Press, Printed
from rcwkit.screens.preview.workshop import Workshop

__all__ = ["Answer", "Site"]

TYPES = {
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
JSON = "application/json; charset=utf-8"
PAGES = {"": "preview.html", "roller": "roller.html"}


@dataclass(frozen=True)
class Answer:
    """A body with its type; `name` makes it a download."""

    body: bytes
    type: str
    status: int = 200
    name: str = ""

    @classmethod
    def json(cls, data: Any, status: int = 200) -> Answer:
        """Data."""
        return cls(json.dumps(data, ensure_ascii=False).encode(), JSON, status)


MISSING = Answer.json({"error": "there is nothing at this address"}, 404)


class Site:
    """The pages of one game. Addresses are relative, without the token and without a leading slash."""

    def __init__(self, workshop: Workshop, press: Press) -> None:
        self.workshop, self.press = workshop, press
        templates = bundled("templates")
        # Only what lies there when the server starts can be asked for: no address becomes a path.
        self._assets = {
            path.name: path
            for path in (*(templates / "preview").iterdir(), templates / "blocks.css")
            if path.suffix in TYPES
        }
        self._templates = read_templates(templates)
        self._fonts = {face.file: bundled("fonts") / face.file for face in FACES.values()}
        self._asked: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
            "drawings": self._drawings,
            "ink": self._ink,
            "place": self._place,
            "roll": lambda data: Answer.json(roller.roll(self._game(), roller.Ask.read(data))),
            "again": lambda data: Answer.json(
                roller.roll_again(self._game(), _record(data), str(data.get("step")), _texts(data, "kept"))
            ),
            "odds": lambda data: Answer.json(roller.odds(self._game(), roller.Ask.read(data))),
            "chips": lambda data: Answer.json(roller.chips(self._game(), _texts(data, "keys"))),
            "sheet": lambda data: Answer(
                self.press.sheet(_record(data), self.workshop.options), "application/pdf", name="set-up.pdf"
            ),
        }

    def get(self, address: str) -> Answer:
        """What a page reads."""
        if address in PAGES:
            return _file(self._assets[PAGES[address]])
        first, *rest = address.split("/")
        try:
            return self._read(first, rest)
        except (KeyError, IndexError, ValueError):
            return MISSING
        except InputError as error:
            return _refused(error)
        except Surroundings as error:
            return Answer.json({"error": str(error)}, 503)

    def post(self, address: str, data: Any) -> Answer:
        """What a page asks with data of its own."""
        if address not in self._asked:
            return MISSING
        if not isinstance(data, dict):
            return Answer.json({"error": "an object is meant here"}, 400)
        try:
            return self._asked[address](data)
        except InputError as error:
            return _refused(error)
        except roller.AskError as error:
            return Answer.json({"error": str(error)}, 400)
        except KeyError:
            return MISSING
        except Surroundings as error:
            return Answer.json({"error": str(error)}, 503)

    def _read(self, first: str, rest: list[str]) -> Answer:
        match first, rest:
            case "asset", [name]:
                return _file(self._assets[name])
            case "font", [name]:
                return Answer(self._fonts[name].read_bytes(), "font/ttf")
            case "theme.css", []:
                return Answer(self._theme().encode(), TYPES[".css"])
            case "state", []:
                return Answer.json(self.workshop.state())
            case "offer", []:
                return Answer.json(roller.offer(self._game()))
            case "pieces", [stem]:
                return Answer.json(self.workshop.pieces(stem))
            case "reading", [stem]:
                return Answer.json({"html": self._reading(stem)})
            case "pages", [stem, digest]:
                return self._pages(stem, digest)
            case "page", [stem, digest, number]:
                return Answer(self._printed(stem, digest).pages[int(number.removesuffix(".png")) - 1].png, "image/png")
            case "pdf", [name]:
                stem = name.removesuffix(".pdf")
                return Answer(
                    self._printed(stem, self.workshop.components[stem].hash).pdf, "application/pdf", name=f"{stem}.pdf"
                )
        return MISSING

    def _reading(self, stem: str) -> str:
        """What a text document says, as HTML."""
        context = {"document": self.workshop.document(stem), "places": True, "linked": False}
        return html("reading.html", context, self._templates, Setter(THEMES[self.workshop.options.ink]))

    def _printed(self, stem: str, digest: str) -> Printed:
        """A file, if the hash is of this component as it is now. Raises KeyError: an old one would fill the press with new work."""
        if self.workshop.components[stem].hash != digest:
            raise KeyError(digest)
        return self.press.printed(stem, digest, self.workshop.options)

    def _pages(self, stem: str, digest: str) -> Answer:
        printed = self._printed(stem, digest)
        pages = [
            {"src": f"page/{stem}/{digest}/{number}.png", "width": page.width, "height": page.height}
            for number, page in enumerate(printed.pages, 1)
        ]
        return Answer.json({"pages": pages, "problems": list(printed.problems)})

    def _drawings(self, data: Mapping[str, Any]) -> Answer:
        return Answer.json(self.workshop.drawings(str(data.get("stem")), set(_texts(data, "hashes"))))

    def _place(self, data: Mapping[str, Any]) -> Answer:
        """Where words stand in the sources: those of a document to read say so themselves, on a sheet they have the number of a place."""
        number = data.get("number")
        at = (
            self.workshop.place(str(data.get("stem")), str(data.get("key")), number)
            if isinstance(number, int)
            else str(data.get("at"))
        )
        return Answer.json({"at": at, "open": self.workshop.opened(at)})

    def _ink(self, data: Mapping[str, Any]) -> Answer:
        """Draw everything in another ink, for all who look."""
        ink = next((ink for ink in THEMES if ink == data.get("ink")), None)
        if ink is None:
            raise roller.AskError("the ink is full or low")
        self.workshop.dip(ink)
        return Answer.json({"ink": ink})

    def _theme(self) -> str:
        """The fonts of the book and the colours of the game."""
        faces = (
            f'@font-face {{ font-family: "{face.family}"; src: url("font/{face.file}"); font-weight: {face.weight}; font-style: {face.style}; }}\n'
            for face in FACES.values()
        )
        return "".join(faces) + (css_variables(HOUSE, self.workshop.game.info) if self.workshop.game else "")

    def _game(self) -> Game:
        if self.workshop.game is None:
            raise InputError([problem.diagnostic for problem in self.workshop.problems])
        return self.workshop.game


def _file(path: Path) -> Answer:
    return Answer(path.read_bytes(), TYPES[path.suffix])


def _refused(error: InputError) -> Answer:
    said = "; ".join(dict.fromkeys(one.message for one in error.diagnostics))
    return Answer.json({"error": said, "hints": [one.hint for one in error.diagnostics]}, 422)


def _record(data: Mapping[str, Any]) -> Mapping[str, Any]:
    record = data.get("record")
    if not isinstance(record, dict):
        raise roller.AskError("a record of a roll is meant here")
    return record


def _texts(data: Mapping[str, Any], name: str) -> list[str]:
    values = data.get(name, [])
    if not isinstance(values, list) or len(values) > roller.MOST or not all(isinstance(value, str) for value in values):
        raise roller.AskError(f"'{name}' is a list of texts")
    return values
