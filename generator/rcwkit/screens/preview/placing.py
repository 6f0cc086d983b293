"""Places by hand: counters put where a set-up has them, and places clicked on a picture of one's own map."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.counters import Counter, names_of, owner_of
from rcwkit.dice.places import find_place, left_of, region_of, written_place
from rcwkit.dice.setups import Force, Place, Region, Setup
from rcwkit.game.game import Game, GameItem
from rcwkit.game.loader import load
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.survey import surveys
from rcwkit.kit.publish import put
from rcwkit.screens.companion.plans import chips
from rcwkit.screens.preview.editing import Edit, Editing
from rcwkit.screens.preview.shaping import lines_of
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.base import REST, Units
from rcwkit.source.cells import lines_of as cell_lines
from rcwkit.source.cells import rewritten, text_of
from rcwkit.source.patterns import id_of
from rcwkit.source.project import DOCUMENTS, LIMIT, encoded
from rcwkit.source.sheets import behind
from rcwkit.source.yaml import parse

PICTURES = {b"\x89PNG\r\n": ".png", b"\xff\xd8\xff": ".jpg"}
"""What files of pictures begin with, and their suffixes."""
LARGEST = 64 * 2**20
"""Most bytes of a picture of a board."""
MANY = 500
"""Most pictures of a game that are offered."""
POOL, RESERVE = "pool", "reserve"
"""Where counters are that are not on the map."""
MOST = 40
"""Most copies of a counter that are shown one by one."""


class _Move(NamedTuple):
    """One copy of a counter that goes from a place, the reserve or the pool to another; `turned` as it lies there."""

    owner: str
    unit: Units
    source: str
    target: str
    turned: Units


class SettingUp:
    """The set-ups of one game as its preview shows and changes them."""

    def __init__(self, workshop: Workshop, editing: Editing) -> None:
        self.workshop, self.editing = workshop, editing

    def shown(self, name: str) -> dict[str, Any]:
        """Return the places of the game, and what a set-up has on each, in reserve and nowhere. Raises InputError."""
        game = self.workshop.sound()
        return _shown(self.workshop.remembering(game), name)

    def change(self, name: str, wanted: Mapping[str, Any], window: str = "") -> dict[str, Any]:
        """Move or turn a copy of a counter, and return what `shown` does, with the lines written. Raises InputError."""
        with self.editing.writing:
            game = load(self.editing.tried({}))
            item, move = _setup(game, name), _move(wanted)
            known = move.owner in item.value.forces and move.unit.unit in game[Counter]
            if not known or (move.target not in game[Place] and move.target not in (POOL, RESERVE)):
                raise InputError.of("E391", "no such force, counter or place in this set-up", item.span)
            file, before = self._written(game, item, move, window)
        path = self.workshop.path_of(file)
        assert path is not None, "it was written"
        game = load(self.editing.tried({}))
        lines = lines_of(before.decode("utf-8-sig"), path.read_bytes().decode("utf-8-sig"))
        told = [{"file": path.name, "lines": lines}] if lines else []
        return {**_shown(self.workshop.remembering(game), name), "written": told}

    def _written(self, game: Game, item: GameItem[Setup], move: _Move, window: str) -> tuple[str, bytes]:
        """Write a move; return the file that it changes, and what that had before."""
        file = item.document.file
        data = self._read(file)
        root = parse(data.decode("utf-8-sig"), file)
        force = root.plain()["forces"].get(move.owner) or {}
        reserves = RESERVE in (move.source, move.target) and not _rests(force)
        sheet = behind(root, self.editing.tried({}), ("forces", move.owner, "at"))
        if reserves and {move.source, move.target} - {RESERVE, POOL} and (sheet or "at" not in force):
            message = "what waits in reserve stands in another file than what is on the map"
            raise InputError.of("E390", message, item.span, "move it out of one of them, and then into the other")
        if "at" not in force and not reserves:
            return self._started(game, move, window)
        if sheet is None or reserves:
            digest = self.editing.entry(file, 0, ())["hash"]
            self.editing.change(file, digest, [*_edits(game, move, force)], window=window)
            return file, data
        before = sheet.path.read_bytes()
        cells, rows = _cells(game, sheet.plan, move)
        text = _pruned(rewritten(sheet.text, sheet.file, cells, rows), sheet.file, cells)
        self.editing.write({sheet.path: encoded(text, before)}, window)
        return sheet.file, before

    def _started(self, game: Game, move: _Move, window: str) -> tuple[str, bytes]:
        """Write where a counter starts into its own entry."""
        counter = game[Counter][move.unit.unit]
        if not counter.document.file.endswith(DOCUMENTS) or move.turned.reversed:
            hint = "give the set-up a list of its own, `at:`"
            raise InputError.of("E390", f"where {counter.id} starts is written on it", counter.span, hint)
        file, path = counter.document.file, (*counter.path, "setup")
        before, entry = self._read(file), self.editing.entry(file, 0, counter.path)
        there = isinstance(entry["value"], dict) and "setup" in entry["value"]
        place = "" if move.target in (POOL, RESERVE) else written_place(game, move.target)
        change = Edit(path, place, remove=not place, new=not there)
        self.editing.change(file, entry["hash"], [change], window=window)
        return file, before

    def _read(self, file: str) -> bytes:
        path = self.workshop.path_of(file)
        if path is None:
            raise InputError.of("E391", "is no document of this game", Span(file))
        return path.read_bytes()


def _setup(game: Game, name: str) -> GameItem[Setup]:
    if name not in game[Setup]:
        raise InputError.of("E391", f"no set-up '{name}'", Span(name))
    return game[Setup][name]


def _move(wanted: Mapping[str, Any]) -> _Move:
    """Read a move as a page sends it. Raises InputError."""
    texts = [wanted.get(key) for key in ("owner", "unit", "from", "to")]
    if not all(isinstance(one, str) and one for one in texts):
        raise InputError.of("E391", "a move has an owner, a unit, and where it goes from and to", Span("the move"))
    owner, unit, source, target = map(str, texts)
    one = Units(unit, reversed=bool(wanted.get("reversed")))
    return _Move(owner, one, source, target, Units(unit, reversed=one.reversed != bool(wanted.get("turn"))))


def _shown(game: Game, name: str) -> dict[str, Any]:
    setup, names = _setup(game, name).value, names_of(game)
    left = left_of(game, setup, setup.forces.values())
    forces: list[dict[str, Any]] = []
    for owner, force in setup.forces.items():
        stands: dict[str, list[dict[str, Any]]] = {}
        for place, units in _stands(game, force):
            stands.setdefault(place, []).extend(_each(units))
        rest = any(ref.unit == REST for ref in force.reserve)
        own = [Units(unit, copies=count) for unit, count in left.items() if owner_of(game, unit) == owner]
        title = force.title or game.owners[owner].title if owner in game.owners else owner
        colour = game.owners[owner].colour if owner in game.owners else ""
        told = {"owner": owner, "title": title, "colour": colour, "rest": rest, "stands": stands}
        forces.append({**told, "reserve": _each(force.reserve), "pool": _each(own)})
    shown = [
        one for force in forces for each in (*force["stands"].values(), force["reserve"], force["pool"]) for one in each
    ]
    keys = {side for one in shown for side in (one["unit"], f"{one['unit']} reversed")}
    places = [
        {"id": place, "name": item.value.name, "region": region_of(game, place).value.title}
        for place, item in game[Place].items()
    ]
    found = surveys(game)
    held = {place for force in forces for place in force["stands"]} or game[Place].keys()
    # A map that lacks most of the places does not show the set-up.
    maps = [one for one in game[Map] if 2 * sum(found[one].at(place) is not None for place in held) > len(held)]
    return {
        "title": setup.title,
        "forces": forces,
        "places": places,
        "maps": maps,
        "chips": chips(game, sorted(keys)),
        "names": {one["unit"]: names.get(one["unit"], one["unit"]) for one in shown},
    }


def _stands(game: Game, force: Force) -> Iterator[tuple[str, Sequence[Units]]]:
    """Yield the places of a force, by id or as they are written, with what stands there."""
    for _, written, units in force.placed:
        item = find_place(game, written)
        yield item.id if item else written, units


def _each(units: Sequence[Units]) -> list[dict[str, Any]]:
    """Return copies one by one."""
    return [{"unit": one.unit, "reversed": one.reversed} for one in units for _ in range(min(one.copies, MOST))]


def _without(units: Sequence[Units], gone: Units) -> list[Units]:
    """Return counters without a copy of one. Raises InputError if it is not among them."""
    for at, one in enumerate(units):
        if (one.unit, one.reversed) == (gone.unit, gone.reversed):
            fewer = [Units(one.unit, one.reversed, one.copies - 1)] if one.copies > 1 else []
            return [*units[:at], *fewer, *units[at + 1 :]]
    raise InputError.of("E391", f"'{gone}' is not there any more", Span(gone.unit))


def _with(units: Sequence[Units], new: Units) -> list[Units]:
    """Return counters with a copy of one more."""
    for at, one in enumerate(units):
        if (one.unit, one.reversed) == (new.unit, new.reversed):
            return [*units[:at], Units(one.unit, one.reversed, one.copies + 1), *units[at + 1 :]]
    return [*units, new]


def _rests(force: Mapping[str, Any]) -> bool:
    """Return whether all that a force has nowhere else is in its reserve."""
    return force.get(RESERVE) == REST or REST in (force.get(RESERVE) or ())


def _edits(game: Game, move: _Move, force: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield the changes of a force, as it is written, that make a move."""
    at, above = force.get("at") or {}, ("forces", move.owner)
    named = [Units.parse(str(one)) for one in force.get(RESERVE) or () if force.get(RESERVE) != REST and one != REST]
    rest = _rests(force)

    def listed(where: str) -> tuple[tuple[str | int, ...], list[Units], bool]:
        if where == RESERVE:
            return (*above, RESERVE), named, RESERVE in force
        for region, lines in at.items():
            for key, line in (lines or {}).items():
                item = find_place(game, str(key))
                if (item.id if item else str(key)) == where:
                    whole = isinstance(line, dict)
                    path = (*above, "at", region, key, *(("units",) if whole else ()))
                    return path, [Units.parse(str(one)) for one in (line["units"] if whole else line)], True
        title = region_of(game, where).value.title
        return (*above, "at", title, written_place(game, where)), [], False

    ends = {RESERVE: "", POOL: ""} if rest else {POOL: ""}
    source, target = (ends.get(one, one) for one in (move.source, move.target))
    found: dict[tuple[str | int, ...], tuple[list[Units], bool]] = {}
    for where, changed, unit in ((source, _without, move.unit), (target, _with, move.turned)):
        if where:
            path, units, there = listed(where)
            units, there = found.get(path, (units, there))
            found[path] = changed(units, unit), there
    for path, (units, there) in found.items():
        texts = [str(one) for one in units]
        texts += [REST] if rest and path[-1] == RESERVE and isinstance(force.get(RESERVE), list) else []
        whole = path[:-1] if path[-1] == "units" else path
        if not texts:
            lonely = len(whole) == 5 and len(at[whole[3]]) == 1 and len(at) > 1
            yield Edit(whole[:4] if lonely else whole, remove=True)
        elif len(path) == 5 and not there and path[3] not in at:
            yield Edit(path[:4], {path[4]: texts}, new=True)
        else:
            yield Edit(path, texts, new=not there)


def _pruned(text: str, file: str, cells: Mapping[tuple[int, int], str]) -> str:
    """Return the text of a sheet without the row whose only counter has left it."""
    gone = {line for (line, _), said in cells.items() if not said}
    for line in reversed(cell_lines(text, file)[1]):
        if 1 + text.count("\n", 0, line.start) in gone:
            text = text[: line.start] + text[line.end :]
    return text


def _cells(game: Game, plan: Any, move: _Move) -> tuple[dict[tuple[int, int], str], list[dict[int, str]]]:
    """Return the cells of a sheet of places that a move changes, and its new rows."""
    column = next(
        (at for at, one in plan.columns.items() if [step.key for step in one.path][-1:] in ([], ["units"])), 0
    )
    cells: dict[tuple[int, int], str] = {}

    def said(row: Any, at: int) -> str:
        return text_of(row.cells[at].value) if at in row.cells else ""

    for where, gone in ((move.source, True), (move.target, False)):
        rows = [row for row in plan.rows if all(said(row, at) in words for at, words in plan.where.items())]
        here = [row for row in rows if (item := find_place(game, said(row, plan.keys[-1]))) and item.id == where]
        for row in here:
            text = cells.get((row.span.line, column), said(row, column))
            units = [Units.parse(one.strip()) for one in text.replace("\n", ";").split(";") if one.strip()]
            with suppress(InputError):
                changed = _without(units, move.unit) if gone else _with(units, move.turned)
                cells[row.span.line, column] = "; ".join(map(str, changed))
                break
        else:
            if not gone and where not in (POOL, RESERVE):
                keys = (region_of(game, where).value.title, written_place(game, where))[-len(plan.keys) :]
                new = dict(zip(plan.keys, keys, strict=True)) | {at: min(words) for at, words in plan.where.items()}
                return cells, [{**new, column: str(move.turned)}]
    return cells, []


class BoardPictures:
    """Pictures of boards in a game's folder, and the sheets beside them that say where places are, in pixels."""

    def __init__(self, workshop: Workshop, editing: Editing) -> None:
        self.workshop, self.editing = workshop, editing

    def shown(self, picture: str = "") -> dict[str, Any]:
        """Return the places of the game in order, its pictures, and where places are on one of them, if it is given."""
        game = self.workshop.sound()
        regions = {name: one.value.title for one in game[Region].values() for name in one.value.places}
        places = [
            {"id": name, "name": item.value.name, "region": regions.get(name, "")} for name, item in game[Place].items()
        ]
        spots = self._spots(self._path(picture)) if picture else {}
        return {"places": places, "pictures": self._pictures(), "picture": picture, "spots": spots}

    def read(self, picture: str) -> bytes:
        """Return a picture. Raises InputError if the game has none of this name, or if it is too large."""
        with self._path(picture).open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST or _suffix(data) is None:
            raise InputError.of(
                "E590", f"{picture}: not a PNG or JPEG file of at most {LARGEST >> 20} MiB", Span(picture)
            )
        return data

    def take(self, name: str, path: Path) -> dict[str, Any]:
        """Put a picture that was sent into the game's folder, beside those there are, and return what `shown` does."""
        data = path.read_bytes()
        suffix = _suffix(data)
        if suffix is None:
            raise InputError.of("E590", f"{name}: neither a PNG nor a JPEG file", Span(name), "save it as PNG or JPEG")
        root = self.workshop.project.root
        stem = id_of(Path(name).stem) or "board"
        stems = (stem if number == 1 else f"{stem}_{number}" for number in range(1, MANY))
        free = next(one for one in stems if not [*root.glob(f"{one}.*")])
        put(root / f"{free}{suffix}", data)
        return self.shown(f"{free}{suffix}")

    def mark(self, picture: str, spots: Mapping[str, Any], window: str = "") -> dict[str, Any]:
        """Write where places are into the sheet beside a picture, and return what `shown` does."""
        game, path = self.shown(), self._path(picture)
        order = [place["id"] for place in game["places"]]
        unknown = [name for name in spots if name not in order]
        points = [one for one in spots.values() if isinstance(one, list) and len(one) == 2]
        if unknown or len(points) != len(spots) or any(type(n) not in (int, float) for one in points for n in one):
            raise InputError.of("E591", f"no place '{unknown[0]}'" if unknown else "a spot is x and y", Span(picture))
        target = io.StringIO()
        rows = csv.writer(target, lineterminator="\n")
        rows.writerows([SPOTS, *((name, *map(round, spots[name])) for name in order if name in spots)])
        self.editing.write({path.with_suffix(".csv"): target.getvalue().encode()}, window)
        return self.shown(picture)

    def _pictures(self) -> list[str]:
        """Return the names of all pictures in the game's folder."""
        root = self.workshop.project.root
        found = (path.relative_to(root).as_posix() for path in self.workshop.project.walk())
        return [*islice((name for name in found if name.lower().endswith(ENDS)), MANY)]

    def _path(self, picture: str) -> Path:
        if picture not in self._pictures():
            raise InputError.of("E103", f"no picture '{picture}' in the game's folder", Span(picture))
        path = self.workshop.project.root / picture
        if not path.resolve().is_relative_to(self.workshop.project.root.resolve()) or not path.is_file():
            raise InputError.of("E101", f"'{picture}' leads out of the game's folder", Span(picture))
        return path

    def _spots(self, path: Path) -> dict[str, list[float]]:
        """Return the spots in the sheet beside a picture; none of rows that say no place."""
        sheet = path.with_suffix(".csv")
        if not sheet.is_file() or sheet.stat().st_size > LIMIT:
            return {}
        found: dict[str, list[float]] = {}
        for row in csv.DictReader(io.StringIO(sheet.read_bytes().decode("utf-8-sig", "replace"), newline="")):
            with suppress(KeyError, TypeError, ValueError):
                found[str(row["place"]).strip()] = [float(row["x"]), float(row["y"])]
        return {name: spot for name, spot in found.items() if all(map(isfinite, spot))}


SPOTS = ("place", "x", "y")
"""Columns of the sheet beside a picture: `export vassal --map` reads them."""
ENDS = (".png", ".jpg", ".jpeg")


def _suffix(data: bytes) -> str | None:
    return next((suffix for start, suffix in PICTURES.items() if data.startswith(start)), None)
