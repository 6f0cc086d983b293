"""Export a VASSAL module, and read it back: positions, decks, and the pictures it uses."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET
from zipfile import ZipFile

from rcwkit.export.traits import Trait, decode, parse
from tests_support import run

PREFIX = "VASSAL.build."


def exported(game: str, out: Path, *options: str) -> bytes:
    """Return the module that the command writes into a folder."""
    result = run("export", "vassal", game, "--out", str(out), "--json", *options)
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    (file,) = facts["files"]
    data: bytes = (Path(facts["folder"]) / file["name"]).read_bytes()
    assert file["bytes"] == len(data)
    return data


@cache
def module_of(name: str) -> bytes:
    """Return the module of a game of the data folder, without charts: one for all tests."""
    with TemporaryDirectory() as folder:
        return exported(name, Path(folder), "--no-charts")


@dataclass(frozen=True)
class Counter:
    """A piece on a board at the start."""

    unit: str
    turned: bool
    name: str
    turned_name: str
    side: str
    front: str
    back: str | None
    window: str
    board: str
    zone: str
    box: str
    stack: str


@dataclass(frozen=True)
class Pile:
    """A deck of cards, each as (name, picture), from the bottom up; whether it is face down, and its one back."""

    name: str
    cards: tuple[tuple[str, str], ...]
    face_down: str
    back: str | None
    target: str
    shuffled: bool
    drawn_open: bool


@dataclass
class Module:
    """Everything that the tests check in a module."""

    root: ET.Element
    prototypes: dict[str, tuple[Trait, ...]]
    names: list[str] = field(default_factory=list)
    entries: dict[str, bytes] = field(default_factory=dict)
    counters: list[Counter] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)

    def all(self, kind: str) -> Iterator[ET.Element]:
        """Return every component of a kind, such as `widget.Chart`."""
        return self.root.iter(PREFIX + kind)

    @property
    def pictures(self) -> set[str]:
        """Return the names of all pictures that any component uses."""
        asked = {one.get("image", "") for one in self.all("module.map.boardPicker.Board")}
        asked |= {one.get("fileName", "") for one in self.all("widget.Chart")}
        asked |= {one.get("fileName", "") for one in self.all("module.documentation.AboutScreen")}
        asked |= {one.get(name, "") for one in self.root.iter() for name in ("icon", "buttonIcon")}
        for slot in (
            *self.all("widget.PieceSlot"),
            *self.all("widget.CardSlot"),
            *self.all("module.PrototypeDefinition"),
        ):
            for trait in parse(slot.text or ""):
                asked |= {trait.fields[2]} if trait.name == "piece" else set()
                asked |= {trait.fields[1], trait.fields[3].removeprefix("G")} if trait.name == "obs" else set()
                asked |= {trait.fields[0]} if trait.name == "markmoved" else set()
                asked |= set(decode(trait.fields[15], ",")) if trait.name == "emb2" else set()
        return asked - {""}


def read(data: bytes) -> Module:
    """Read a module from the bytes of its file."""
    with ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        entries = {name: archive.read(name) for name in names}
    return replace(built(entries["buildFile.xml"]), names=names, entries=entries)


def built(data: bytes) -> Module:
    """Read a build file."""
    root = ET.fromstring(data)
    prototypes = {
        one.get("name", ""): parse(one.text or "") for one in root.iter(f"{PREFIX}module.PrototypeDefinition")
    }
    module = Module(root, prototypes)
    for window in module.all("module.Map"):
        for kind in ("SetupStack", "DrawPile"):
            for stack in window.iter(f"{PREFIX}module.map.{kind}"):
                slots = [slot for slot in stack if slot.tag == f"{PREFIX}widget.PieceSlot" and slot.get("width") != "0"]
                if slots:
                    zone, box = located(window, stack)
                    module.counters += [_counter(module, slot, window, stack, zone, box) for slot in slots]
        if window.get("mapName") == "Cards":
            for pile in window.iter(f"{PREFIX}module.map.DrawPile"):
                module.piles.append(_pile(module, pile))
    return module


def located(window: ET.Element, stack: ET.Element) -> tuple[str, str]:
    """Return the zone and box that VASSAL names for a stack: the first around it, and what that lies in."""
    x, y = int(stack.get("x", "")), int(stack.get("y", ""))
    (board,) = (
        one
        for one in window.iter(f"{PREFIX}module.map.boardPicker.Board")
        if one.get("name") == stack.get("owningBoard")
    )
    named = zones_at(board, x, y)
    assert named, f"no zone around {x}, {y}"
    outer = next((name for name in named if name != named[0]), "")
    return "Map" if window.get("mapName") == "Map" else outer, named[0]


def zones_at(board: ET.Element, x: float, y: float) -> list[str]:
    """Return what the log calls a pixel, and after it the zones further out."""
    zones = board.iter(f"{PREFIX}module.map.boardPicker.board.mapgrid.Zone")
    return [zone.get("locationFormat", "") for zone in zones if around(zone, x, y)]


def around(zone: ET.Element, x: float, y: float) -> bool:
    """Return whether a zone's polygon contains a point."""
    corners = [tuple(map(int, corner.split(","))) for corner in zone.get("path", "").split(";")]
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _traits(module: Module, slot: ET.Element) -> dict[str, list[Trait]]:
    """Return the traits of a piece by name, with those of its prototype expanded."""
    found: dict[str, list[Trait]] = {}
    for trait in parse(slot.text or ""):
        for one in module.prototypes[trait.fields[0]][:-1] if trait.name == "prototype" else (trait,):
            found.setdefault(one.name, []).append(one)
    return found


def _counter(module: Module, slot: ET.Element, window: ET.Element, stack: ET.Element, zone: str, box: str) -> Counter:
    traits = _traits(module, slot)
    (basic,) = traits["piece"]
    assert basic.state[3] == slot.get("gpid")
    marks = {key: value for mark in traits["mark"] for key, value in zip(mark.fields, mark.state, strict=True)}
    layer = traits["emb2"][0] if "emb2" in traits else None
    return Counter(
        marks["Id"],
        layer is not None and layer.state == ("2",),
        basic.fields[3],
        decode(decode(layer.fields[16], ",")[1], "+")[0] if layer else "",
        marks["Side"],
        basic.fields[2],
        decode(layer.fields[15], ",")[1] if layer else None,
        window.get("mapName", ""),
        stack.get("owningBoard", ""),
        zone,
        box,
        stack.get("name", ""),
    )


def _pile(module: Module, pile: ET.Element) -> Pile:
    cards = [_traits(module, slot) for slot in pile if slot.tag == f"{PREFIX}widget.CardSlot"]
    backs = {traits["obs"][0].fields[1] for traits in cards if "obs" in traits}
    return Pile(
        pile.get("name", ""),
        tuple((traits["piece"][0].fields[3], traits["piece"][0].fields[2]) for traits in cards),
        pile.get("faceDown", ""),
        next(iter(backs)) if len(backs) == 1 else None,
        pile.get("reshuffleTarget", ""),
        pile.get("shuffle") == "Always",
        pile.get("drawFaceUp") == "true",
    )
