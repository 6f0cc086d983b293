"""A VASSAL module as a file: its build file as a tree of elements, and its pictures, read within limits; and logs."""

from __future__ import annotations

import re
from binascii import a2b_base64, a2b_hex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from rcwkit.art.images import Adopted, adopted, fitted, laid
from rcwkit.art.rendering import cleaned
from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.source.workbooks import Parts, WorkbookPlace, stream

LARGEST = 256 * 2**20
"""Maximum size of a module, in bytes."""
ELEMENTS, DEPTH = 150_000, 60
"""Maximum number of elements of a build file, and how deep they may lie within each other."""
PICTURES = 192 * 2**20
"""Maximum size of all pictures that are used, in bytes."""
BUILD_FILES = ("buildFile.xml", "buildFile")
"""Names of the build file, from VASSAL 3.5 on and before."""
SAVED_GAME = "savedGame"
"""Name of the commands in a log file."""
FRAME = 3
"""Most shapes in a drawing that is only a picture in a frame."""
LINKS, JOINED = 8, 2**20
"""Most other drawings that one takes something from, and how many bytes."""
HEAD = 4000
"""Bytes of a drawing in which its size is looked for."""
_PICTURE = re.compile(rb"""<image\b[^>]{0,2000}?href=["']data:im(?:age|g)/(?:png|jpe?g);base64,([^"']*)""")
_LINK = re.compile(rb"""href=["']([^"'#:]{1,200}\.svg)#""")
_SHAPE = re.compile(rb"<(?:path|text|rect|circle|ellipse|polygon|polyline|line|use)\b")
_SIDE = {
    name: re.compile(rb"""<svg\b[^>]{0,2000}?\s%b=["'](\d{1,5}(?:\.\d*)?)(?:px)?["']""" % name.encode())
    for name in ("width", "height")
}


@dataclass(slots=True)
class BuildElement:
    """An element of the build file; `kind` is the last part of its name, such as `PieceSlot`."""

    kind: str
    values: Mapping[str, str]
    text: str = ""
    parts: list[BuildElement] = field(default_factory=list)

    def walk(self) -> Iterator[BuildElement]:
        """Yield this element and all within it, in order."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.parts)

    def get(self, name: str) -> str:
        """Return an attribute, or an empty text."""
        return self.values.get(name, "")


class _Module(WorkbookPlace):
    """A module as messages name it."""

    __slots__ = ()
    what = "module"

    def broken(self, why: str) -> InputError:
        """Return the error for a file that is no module."""
        other = why.replace("workbook", self.what)
        said = f"is not a VASSAL {self.what}, or broken" if why.startswith("is not") else other
        return InputError.of("E592", f"'{self.file}' {said}", self.named, "open it in VASSAL, and save it again")

    def too_large(self, what: str) -> InputError:
        """Return the error for a module that would take too much time or memory."""
        return InputError.of("E593", f"'{self.file}' has {what}", self.named, "remove what you do not need from it")


class _Log(_Module):
    """A log as messages name it."""

    __slots__ = ()
    what = "log"


class Archive:
    """An open module. `mark` is the comment of its zip file."""

    def __init__(self, data: bytes, place: WorkbookPlace) -> None:
        """Open it. Raises InputError."""
        self._parts, self._place = Parts(data, place), place
        self._names = {name.casefold(): name for name in sorted(self._parts.names)}
        self._taken = 0
        self._seen: dict[str, Adopted | None] = {}
        self._boards: dict[str, tuple[Adopted, float] | None] = {}
        self._drawings: dict[bytes, Mapping[str, memoryview]] = {}
        self.mark = data[-64:].partition(b"rcwkit export vassal")[1]

    def tree(self) -> BuildElement:
        """Return the build file. Raises InputError."""
        name = next((name for name in BUILD_FILES if name in self._parts.names), None)
        if name is None:
            raise self._place.broken("has no build file: it is not a VASSAL module")
        root, count = BuildElement("", {}), 0
        open_: list[BuildElement] = [root]
        texts: list[list[str]] = [[]]

        def start(name: str, attributes: Mapping[str, str]) -> None:
            nonlocal count
            count += 1
            if count > ELEMENTS or len(open_) > DEPTH:
                raise self._place.too_large(f"a build file of more than {ELEMENTS:,} elements, or too deep")
            found = BuildElement(name.rpartition(".")[2], dict(attributes))
            open_[-1].parts.append(found)
            open_.append(found)
            texts.append([])

        def end(_: str) -> None:
            open_.pop().text = "".join(texts.pop()).strip()

        def said(text: str) -> None:
            texts[-1].append(text)

        stream(self._parts.read(name), self._place, start, end, said)
        if not root.parts or root.parts[0].kind not in ("GameModule", "BasicModule", "ModuleExtension"):
            raise self._place.broken("has no game module in its build file")
        return root.parts[0]

    def picture(self, name: str) -> Adopted | None:
        """Return a picture of the module, or None if it has none of that name that can be printed.

        Raises InputError if all pictures together are too large.
        """
        if name not in self._seen:
            self._seen[name] = self._picture(name)
        return self._seen[name]

    def board(self, name: str) -> tuple[Adopted, float] | None:
        """Return the picture of a board, scaled down if it has too many pixels, and its scale; None without one.

        Raises InputError like `picture`.
        """
        if name not in self._boards:
            found = self.picture(name)
            self._boards[name] = (found, 1.0) if found else self._fitted(name)
        return self._boards[name]

    def laid(self, under: str, over: str) -> Adopted | None:
        """Return a picture with a mark over it, None if it is one that hides the other. Raises InputError likewise."""
        below, above = self.picture(under), self.picture(over)
        if not below or not above or ".svg" in (below.suffix, above.suffix):
            return None
        try:
            data = laid(below.data, above.data)
            return adopted(data) if data else None
        except ValueError:
            return None

    def _fitted(self, name: str) -> tuple[Adopted, float] | None:
        try:
            data, scale = fitted(self._data(name))
            return adopted(data), scale
        except ValueError:
            return None

    def area(self, name: str) -> int:
        """Return the pixels of a picture, 0 without anything to see. Raises InputError like `picture`."""
        found = self.picture(name)
        return found.width * found.height if found and not found.blank else 0

    def _picture(self, name: str) -> Adopted | None:
        data = self._data(name)
        if not data:
            return None
        try:
            if data.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8")):
                return adopted(data)
            wrapped = _wrapped(data)
            if wrapped:
                return wrapped
            data = self._joined(data)
            # VASSAL shows a drawing at 96 pixels to the inch. What is more than shapes becomes a picture when printed.
            found = cleaned(data)
        except ValueError:
            return None
        return Adopted(data, ".svg", round(found.width), round(found.height))

    def _joined(self, data: bytes) -> bytes:
        """Return a drawing with those parts of the module's other drawings in it that it uses. Raises ValueError."""
        used, left = list[memoryview](), JOINED
        head = data.find(b">", data.find(b"<svg")) + 1 if b"<svg" in data else 0
        for name in sorted({found[1] for found in _LINK.finditer(data)})[:LINKS] if head else ():
            if name not in self._drawings:
                self._drawings[name] = identified(self._data(name.decode(errors="replace")))
            parts, wanted = self._drawings[name], _ids(data, name)
            known = {*wanted}
            for part in (parts[one] for one in wanted if one in parts):
                left -= len(part)
                if left < 0:
                    raise ValueError("it uses too much of other drawings")
                used.append(part)
                wanted += (more := [one for one in _ids(part) if one not in known])
                known |= {*more}
            data = data.replace(name + b"#", b"#")
        return b"".join((data[:head], b"<defs>", *used, b"</defs>", data[head:])) if head and used else data

    def _data(self, name: str) -> bytes:
        """Return the file of a picture, empty if there is none. Raises InputError if all together are too large."""
        inner = name.removeprefix("/").removeprefix("images/")
        tried = (f"images/{name}", f"images/{inner}", f"images/{inner}.gif", f"images/{inner}.png")
        found = next((self._names[one.casefold()] for one in tried if one.casefold() in self._names), None)
        if not inner or found is None:
            return b""
        data = self._parts.read(found)
        self._taken += len(data)
        if self._taken > PICTURES:
            raise self._place.too_large(f"more than {PICTURES // 2**20} MiB of pictures")
        return data


def _ids(data: bytes | memoryview, name: bytes = b"") -> list[str]:
    """Return the ids of what a drawing uses, of its own or of another's."""
    found = re.findall(rb"""(?:href=["']|url\()%b#([^"')]{1,200})""" % re.escape(name), data)
    return [one.decode(errors="replace") for one in dict.fromkeys(found)]


def identified(data: bytes) -> Mapping[str, memoryview]:
    """Return the elements of a drawing that have an id, as they are written; nothing of one that is broken."""
    parser, open_, found = expat.ParserCreate(), list[tuple[str, int]](), dict[str, memoryview]()

    def start(_: str, attributes: Mapping[str, str]) -> None:
        open_.append((attributes.get("id", ""), parser.CurrentByteIndex))

    def end(_: str) -> None:
        (name, begins), ends = open_.pop(), parser.CurrentByteIndex
        if name and open_:
            ends = data.index(b">", ends) + 1 if data[ends : ends + 2] == b"</" else ends
            found[name] = memoryview(data)[begins:ends]

    def entity(*_: object) -> None:
        raise ValueError("entities")

    parser.StartElementHandler, parser.EndElementHandler, parser.EntityDeclHandler = start, end, entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError):
        return {}
    return found


def _wrapped(data: bytes) -> Adopted | None:
    """Return the picture in a drawing that holds nothing else, at the drawing's size. Raises ValueError."""
    found = _PICTURE.search(data) if data.count(b"<image") == 1 else None
    if found is None or len(_SHAPE.findall(data)) > FRAME:
        return None
    picture, sides = adopted(a2b_base64(found[1])), [_SIDE[name].search(data[:HEAD]) for name in ("width", "height")]
    across, down = (round(float(side[1])) if side else 0 for side in sides)
    return picture._replace(width=across, height=down) if across and down else picture


def opened(path: Path) -> Archive:
    """Open a module's file. Raises InputError or Surroundings."""
    place = _Module(path.name, Span(str(path), 0))
    return Archive(_bytes(path, place), place)


def chat_of(path: Path) -> str:
    """Return what was said in a log file, a line each. Raises InputError or Surroundings."""
    place = _Log(path.name, Span(str(path), 0))
    data = Parts(_bytes(path, place), place).read(SAVED_GAME)
    if data.startswith(b"!VCSK"):
        try:
            key, data = int(data[5:7], 16), a2b_hex(data[7:])
        except ValueError as error:
            raise place.broken("is not a log") from error
        data = data.translate(bytes(byte ^ key for byte in range(256)))
    said = re.findall(r"\x1bLOG\tCHAT([^\x1b]*)", data.decode("utf-8", "replace"))
    # Escapes of what follows are no part of it.
    return "\n".join(line.rstrip("\\") for line in said)


def _bytes(path: Path, place: WorkbookPlace) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Surroundings(f"cannot read {path}: {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise place.too_large(f"more than {LARGEST // 2**20} MiB")
    return data
