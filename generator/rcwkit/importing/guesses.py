"""What the headings and cells of a spreadsheet let us guess of a new game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rcwkit.bundled import bundled
from rcwkit.diagnostics import nearest
from rcwkit.dice.counters import Counter
from rcwkit.dice.notation import FAR, Dice, Range
from rcwkit.kinds.cards.model import Card
from rcwkit.source.cells import SheetGrid, SheetRow, UnusableCell, text_of
from rcwkit.source.claims import is_plain
from rcwkit.source.columns import BACK, forgiven, resolved
from rcwkit.source.headings import below_title
from rcwkit.source.patterns import free, id_of
from rcwkit.source.project import Project
from rcwkit.source.splicing import yaml_of
from rcwkit.source.symbols import BRANCHES, PICTURES, echelon

Begin = Literal["counters", "cards"]
"""What the rows of a sheet may be."""
_TYPES = ("type", "unit_type", "class", "kind", "arm", "branch")
"""Headings of types of counters."""
_NATIONS = ("nation", "country", "nationality", "navy", "alliance", "allegiance", "team", "belligerent")
"""Headings of sides, besides the fields of counters and cards."""
_REGIONS = ("region", "area", "theatre", "theater", "front", "province", "district", "sector", "zone")
"""Headings of what places lie in."""
_FORMATIONS = ("formation", "corps", "division", "brigade", "fleet", "command", "wing")
_LOOKS = ("#D98F7A", "#9DB8D9", "#B9C98A", "#D9C27A", "#C3A6CF", "#A9C9C4", "#C9B29B", "#BFC3C9")
"""Light colours of sides, in order."""
_CALLED = {"red": 0, "blue": 1, "green": 2, "yellow": 3, "purple": 4, "grey": 7, "gray": 7}
_MARKS = ("star", "diamond", "disc", "triangle", "square", "chevron", "cross", "ring")
_NOBODY = ("neutral", "none", "markers", "marker", "system", "nobody", "both", "all", "any", "either", "shared")
_SYMBOLS = {
    "inf": "infantry",
    "foot": "infantry",
    "cav": "cavalry",
    "horse": "cavalry",
    "squadron": "cavalry",
    "art": "artillery",
    "arty": "artillery",
    "guns": "artillery",
    "battery": "artillery",
    "battalion": "infantry",
    "arm": "armour",
    "armor": "armour",
    "armored": "armour",
    "armoured": "armour",
    "pz": "armour",
    "panzer": "armour",
    "mech": "mechanised",
    "mechanized": "mechanised",
    "mot": "motorised",
    "motorized": "motorised",
    "at": "anti_tank",
    "aa": "anti_air",
    "flak": "anti_air",
    "eng": "engineers",
    "engineer": "engineers",
    "hq": "headquarters",
    "ldr": "leader",
    "general": "leader",
    "commander": "leader",
    "para": "airborne",
    "mtn": "mountain",
    "marines": "marine",
    "recce": "recon",
    "mg": "machine_gun",
    "air": "aircraft",
    "bb": "battleship",
    "ca": "cruiser",
    "cl": "cruiser",
    "dd": "destroyer",
    "ss": "submarine",
    "minelayer": "steamer",
    "minesweeper": "steamer",
    "frigate": "destroyer",
    "corvette": "destroyer",
    "dreadnought": "battleship",
    "cv": "carrier",
    "marker": "disc",
    "army": "infantry",
    "corps": "infantry",
    "division": "infantry",
    "brigade": "infantry",
}
"""Words for types of units → parts of symbols."""
_IDS = ("unit_id", "counter_id", "card_id", "code")
"""Headings of ids, beside the plain one."""
_WORDED = ("card", "text", "effect", "event", "description")
"""Words in headings of sheets of cards."""
_FILE = re.compile(r"(?!.*\.\.)\w[\w ./-]*\.(?:png|jpe?g|svg)", re.IGNORECASE)
NAMED = 8
"""Most missing pictures that are named."""
_LONG = 30
"""Characters from which a text of a card is one to read."""
_FEW = 4
"""Most rows whose values may happen to be 1, 2, 3 and so on."""
_SIDES, _FAMILIES = 8, 60
"""Most sides and types that a column can mean."""
_ROLLED = re.compile(r"\b(?:die|dice|\d?d\d+)\b|roll")
"""Heading of what dice show."""
_DICE = ("1d6", "2d6", "1d10", "1d8", "1d12", "1d20", "1d100", "3d6", "d66")
"""Dice of charts, the likeliest first."""
_NUMBER = re.compile(r"[-+−]?\d{1,4}([./]\d{1,2})?|[\[(]\d{1,3}[\])]")


class Column(NamedTuple):
    """A heading, and the texts of its cells, without those that are empty."""

    heading: str
    said: tuple[str, ...]

    @property
    def name(self) -> str:
        """The heading without differences of case and spaces."""
        return forgiven(self.heading)

    @property
    def words(self) -> tuple[str, ...]:
        """What its cells say, each once."""
        return tuple(dict.fromkeys(self.said))

    @property
    def is_value(self) -> bool:
        """Whether its cells look like values of counters: most are numbers, not those of the rows, and none is long."""
        numbers = sum(1 for one in self.said if _NUMBER.fullmatch(one))
        numbered = self.said == tuple(map(str, range(1, len(self.said) + 1))) and len(self.said) > _FEW
        return bool(self.said) and not numbered and 2 * numbers > len(self.said) and max(map(len, self.said)) <= 5


class Guesses:
    """What is guessed of one sheet; `used` are the headings that mean something."""

    def __init__(
        self, grid: SheetGrid, file: str, title: str, before: Guesses | None = None, name: str | None = None
    ) -> None:
        self.file, self.title, self.name = file, title, name
        self.sides: dict[str, Any] = before.sides if before else {}
        self.more: dict[str, Any] = before.more if before else {}
        self.header = below_title(grid.rows)
        rows = [row for row in grid.rows if row.span.line >= self.header]
        self.rows = rows[1:]
        self.columns = [
            Column(text_of(cell.value), tuple(filter(None, (_said(row, number) for row in self.rows))))
            for number, cell in rows[0].cells.items()
        ]
        self.numbers = dict(zip((column.heading for column in self.columns), rows[0].cells, strict=True))
        self.guesses: list[str] = before.guesses if before else []
        self.used = {column.heading for column in self.columns if column.name == "id"}
        self.given: dict[str, Any] = {}
        numbered = self._find(lambda one: one.name in _IDS and len(one.words) == len(self.rows))
        if numbered is not None and not self.used:
            self.given["id"] = numbered.heading
            self.used.add(numbered.heading)
        self.pictures: tuple[str, ...] = ()
        self.whose = 0

    def kind(self) -> Begin:
        """Return what the rows seem to be: a long text is on a card, a type or several values on a counter."""
        texts = any(column.said and max(map(len, column.said)) > _LONG for column in self.columns)
        found: Begin = "cards" if self.worded or (texts and not self.typed) else "counters"
        return found

    @property
    def worded(self) -> bool:
        """Whether a heading is of cards."""
        return any({*_WORDED} & {*column.name.split("_")} for column in self.columns)

    @property
    def typed(self) -> bool:
        """Whether a heading is of counters."""
        return any(column.name in (*_TYPES, "size", "echelon") for column in self.columns)

    def left_out(self) -> tuple[str, ...]:
        """Return the headings that mean nothing to a document."""
        return tuple(column.heading for column in self.columns if column.heading not in self.used)

    def counters(self) -> dict[str, str]:
        """Return the documents of a game of counters."""
        sides = self._sides("side", Counter)
        self._illustrated("art", "pictures of the counters, instead of symbols")
        types = self._types()
        sizes = self._sized()
        formations, starts = self._formations(), self._starts()
        for column in self.columns:
            is_left = column.heading not in (*self.used, sizes) and column.name not in self.given
            if is_left and self._field(column, Counter) and column.name == "steps":
                self.guesses.append(f"{column.heading}: how many steps a unit has, two on a counter")
        placed = self._placed(starts, sides) if starts else {}
        self._named()
        self.more |= {"unit_types": types, **formations}
        stem = id_of(Path(self.file).stem) or "units"
        units = {"kind": "counters", "id": stem, "title": "Units", "counters": {"from": self._from()}}
        said = "Rows of the sheet are counters; what is left out by `skip:` is not read."
        return {"counters": _document(units, said), **placed}

    def cards(self) -> dict[str, str]:
        """Return the documents of a game of one deck."""
        self._sides("owner", Card)
        self._illustrated("fields.art", "pictures of the cards, above their texts")
        self._titled()
        for column in self.columns:
            if column.heading in self.used or not column.said:
                continue
            if column.name == "type":
                self._mean(column, "subtitle", "the line under the title of a card")
            elif not self._field(column, Card):
                self._mean(column, f"sections.{column.heading}", "a section of a card")
        deck: dict[str, Any] = {"kind": "cards", "id": "deck", "title": self.title}
        deck |= {"fields": {"art": "picture"}, "layout": "pictured"} if self.pictures else {}
        deck |= {} if self.whose or "all" in self.given else {"back": {"title": self.title}}
        cards = _document({**deck, "cards": {"from": self._from()}}, "Rows of the sheet are cards.")
        face = bundled("templates") / "documents" / "faces" / "pictured.yaml"
        return {"cards": cards, **({"layouts": face.read_text(encoding="utf-8")} if self.pictures else {})}

    def _named(self) -> None:
        """Use a column of names if no heading means it: one whose cells are all there, different, short, no numbers."""
        if not any(self._means(column, "name", "designation") for column in self.columns):
            found = self._find(lambda one: self._differs(one) and max(map(len, one.said)) <= _LONG)
            if found is not None:
                self._mean(found, "name", "names of the counters")

    def _differs(self, column: Column) -> bool:
        return len(column.words) == len(self.rows) and not column.is_value

    @staticmethod
    def _means(column: Column, *fields: str) -> bool:
        """Return whether a heading means one of some fields of counters."""
        path = resolved(column.heading, Counter)
        return path is not None and path[0][0].key in fields

    def _titled(self) -> None:
        """Use a column of titles if none is headed so: one whose cells are all there, all different, and no numbers."""
        if not any(
            path and path[0][0].key == "title" for path in (resolved(one.heading, Card) for one in self.columns)
        ):
            named = self._find(lambda one: self._differs(one) and bool({"title", "name"} & {*one.name.split("_")}))
            if found := named or self._find(self._differs):
                self._mean(found, "title", "titles of the cards")

    def found(self, project: Project, beside: Path) -> dict[str, bytes]:
        """Return the pictures that the sheet names, from beside it or a folder there; tell of those that are not."""
        # Those that a page sent lie beside the sheet without their folders.
        folders = (beside, *(one for one in sorted(beside.iterdir()) if one.is_dir() and not one.is_symlink()))
        at = {
            name: next(filter(is_plain, (beside / name, *(one / Path(name).name for one in folders))), None)
            for name in self.pictures
        }
        if missing := [name for name, path in at.items() if path is None]:
            are, them = ("picture is", "it") if len(missing) == 1 else ("pictures are", "them")
            named = ", ".join(missing[:NAMED]) + (" …" if len(missing) > NAMED else "")
            said = f"{len(missing)} {are} not beside the sheet: put {them} into the game's folder ({named})"
            self.guesses.append(said)
        return {name: project.load(path) for name, path in at.items() if path is not None}

    def _find(self, test: Callable[[Column], bool]) -> Column | None:
        return next((one for one in self.columns if one.heading not in self.used and one.said and test(one)), None)

    def _illustrated(self, field: str, what: str) -> None:
        """Use a column whose cells name pictures."""
        column = self._find(lambda one: all(map(_FILE.fullmatch, one.said)))
        if column is not None:
            self._mean(column, field, what)
            self.pictures = column.words

    def _mean(self, column: Column, field: str, what: str = "") -> None:
        """Say that a column is a field, which the document has to say if the heading does not."""
        self.used.add(column.heading)
        if forgiven(field) != column.name:
            self.given.setdefault("columns", {})[column.heading] = field
        if what:
            self.guesses.append(f"{column.heading}: {what}")

    def _field(self, column: Column, model: type) -> bool:
        """Use a column that is a field as it is headed, if its cells suit it."""
        found = resolved(column.heading, model)
        if found is None or not found[1]:
            return False
        if found[1] <= {"whole", "number"} and not all(one.isdecimal() for one in column.said):
            return False
        self.used.add(column.heading)
        return True

    def _sides(self, field: str, model: type) -> dict[str, Any]:
        """Return the sides, which a column names, or one."""

        def named(column: Column) -> bool:
            path = resolved(column.heading, model)
            whose = path is not None and [step.key for step in path[0]] == [field]
            known = {forgiven(one["title"]) for one in self.sides.values()}
            theirs = bool(known) and known.issuperset(map(forgiven, column.words))
            return theirs or (whose or column.name in _NATIONS) and len(column.words) <= _SIDES

        column = self._find(named) or (None if self.sides else self._find(partial(self._divides, model)))
        if column is None and self.sides:
            self.given |= {"all": {field: "neutral"}} if field == "side" else {}
            self.guesses.append(f"{self.file}: nobody's; no column tells whose a row is")
            return self.sides
        if column is None:
            titles: tuple[str, ...] = ("Red",)
            self.given.setdefault("all", {})[field] = "red"
            self.guesses.append("one side, Red: no column tells whose a row is")
        else:
            self.whose = self.numbers[column.heading]
            titles = tuple(one for one in column.words if forgiven(one) not in _NOBODY)
            direct = resolved(column.heading, model)
            self._mean(column, field if direct is None else column.heading)
            self.guesses.append(f"{column.heading}: sides {', '.join(titles)}")
            nobody = {one: "neutral" for one in column.words if forgiven(one) in _NOBODY[1:]}
            if nobody:
                self.given.setdefault("values", {})[column.heading] = nobody
            if len(column.said) < len(self.rows):
                self.given.setdefault("all", {})[field] = "neutral"
                self.guesses.append(f"{column.heading}: rows without one are nobody's (neutral)")
        found = self.sides
        shorts = {one["short"] for one in found.values()}
        known = {forgiven(one["title"]) for one in found.values()}
        new = [one for one in titles or ("Red",) if forgiven(one) not in known]
        for index, one in enumerate(new, len(found)):
            lengths = (one[:length].strip() for length in (1, 2, 3, 4))
            short = next((text for text in lengths if text.upper() not in shorts), str(index + 1)).upper()
            shorts.add(short)
            colour = _LOOKS[_CALLED.get(forgiven(one), index) % len(_LOOKS)]
            mark = _MARKS[index % len(_MARKS)]
            name = free(id_of(one) or "side", found)
            found[name] = {"title": one, "short": short, "colour": colour, "mark": mark, "plays": True}
        return found

    def _divides(self, model: type, column: Column) -> bool:
        """Return whether a column may be of sides, whatever heads it: each of a few words is in several rows."""
        known = (*_TYPES, *_REGIONS, *_FORMATIONS, "size", "echelon", "weather", "suit", "rarity", "colour", "color")
        several = 1 < len(column.words) <= _FEW and all(column.said.count(word) > 1 for word in column.words)
        words = several and len(column.said) == len(self.rows) and not column.is_value
        return words and column.name not in known and resolved(column.heading, model) is None

    def _types(self) -> dict[str, Any]:
        """Return the types of counters, which a column names, or one, with their values."""
        column = next(filter(None, (self._find(lambda one, name=name: one.name == name) for name in _TYPES)), None)  # type: ignore[misc]
        if column is not None and len(column.words) > _FAMILIES:
            column = None
        if column is None:
            self.given.setdefault("all", {})["type"] = "unit"
            self.guesses.append("one type of counter, unit: no column has the types")
        else:
            self._mean(column, "type")
            if len(column.said) < len(self.rows):
                self.given.setdefault("all", {})["type"] = "unit"
        values, number = self._values(), self.numbers[column.heading] if column else 0
        found, strange = dict[str, Any](), dict[str, list[str]]()
        for word in dict.fromkeys(_said(row, number) or "unit" for row in self.rows):
            of_type = [row for row in self.rows if (_said(row, number) or "unit") == word]
            always, some = list[str](), list[str]()
            for heading, name in values.items():
                count = sum(1 for row in of_type if _said(row, self.numbers[heading]))
                if count:
                    (always if count == len(of_type) else some).append(name)
            symbol, known = _symbol(word)
            if not known and column is not None:
                strange.setdefault(symbol, []).append(f"'{word}'")
            entry: dict[str, Any] = {"title": word, "symbol": symbol}
            entry |= {"values": always} if always else {}
            entry |= {"optional": some} if some else {}
            found[free(id_of(word) or "type", found)] = entry
        for symbol, words in strange.items():
            said = f"{column.heading if column else ''} {', '.join(words)}: drawn as {symbol}"
            self.guesses.append(f"{said}; correct {'its' if len(words) == 1 else 'their'} `symbol:`")
        if column is not None:
            self.guesses.append(f"{column.heading}: {len(found)} {'type' if len(found) == 1 else 'types'} of counters")
        return found

    def _values(self) -> dict[str, str]:
        """Return headings of values, with their names."""
        found: dict[str, str] = {}
        for column in self.columns:
            known = resolved(column.heading, Counter)
            if column.heading in self.used or known is not None or not column.is_value:
                continue
            back = BACK.fullmatch(column.name)
            if back and back[1] in map(forgiven, found.values()):
                self.used.add(column.heading)
                continue
            name = free(id_of(column.heading) or "value", found.values())
            found[column.heading] = name
            self.used.add(column.heading)
            if forgiven(name) != column.name:
                self.given.setdefault("columns", {})[column.heading] = f"values.{name}"
        if found:
            self.guesses.append(f"values: {', '.join(found)}")
        return found

    def _sized(self) -> str:
        """Use a column of sizes of units if one of them is known, and leave out the others; return its heading."""
        column = self._find(lambda one: one.name in ("unit_size", "size", "echelon"))
        if column is None:
            return ""
        strange = [word for word in column.words if not _is_size(word)]
        if len(strange) < len(column.words):
            self.used.add(column.heading)
        if strange and column.heading in self.used:
            self.given.setdefault("values", {})[column.heading] = dict.fromkeys(strange)
            said = f"{', '.join(strange)}: no size that is known; say what it means in `values:`"
            self.guesses.append(f"{column.heading} {said}")
        return column.heading

    def _formations(self) -> dict[str, Any]:
        """Return formations that a column names, as the game's document has them."""
        column = self._find(lambda one: one.name in _FORMATIONS and 1 < len(one.words) < len(one.said))
        if column is None:
            return {}
        self._mean(column, "formation", f"{len(column.words)} formations, each with a band in a colour")
        return {"formations": {"from": {**self._sheet(), "id": column.heading, "once": True}}}

    def _starts(self) -> Column | None:
        """Return the column of places where counters start."""
        column = self._find(lambda one: self._means(one, "setup"))
        if column is not None:
            self.used.add(column.heading)
        return column

    def _placed(self, starts: Column, sides: Mapping[str, Any]) -> dict[str, str]:
        """Return a map or a list of the places where counters start, and a set-up."""
        forces: dict[str, Any] = {"kind": "setup", "id": "start", "title": "Start", "forces": dict.fromkeys(sides, {})}
        begin = (_said(row, self.whose) for row in self.rows if _said(row, self.numbers[starts.heading]))
        neutral = self.whose and any(forgiven(one) in ("", *_NOBODY) for one in begin)
        owners = (*sides, "neutral") if neutral else (*sides,)
        forces["forces"] = {name: {"note": "As on the counters."} for name in owners}
        files = {"setup": _document(forces, f"Counters start where the column {starts.heading} says.")}
        numbers = [re.fullmatch(r"(\d\d)(\d\d)", one) for one in starts.words if not re.match("turn ", one, re.I)]
        if all(numbers):
            columns, rows = (max(int(one[half]) for one in numbers if one) for half in (1, 2))
            if 0 < columns <= 60 and 0 < rows <= 60:
                self.guesses.append(f"{starts.heading}: hexes of a map of {columns} columns and {rows} rows")
                hexes = {"size": "19mm", "columns": columns, "rows": rows}
                map_ = {"kind": "maps", "id": "map", "title": "Map", "hexes": hexes}
                more = {"ground": "clear", "terrain": {"clear": {"title": "Clear"}}, "setups": ["start"]}
                return {**files, "map": _document({**map_, **more}, "An empty map, large enough for the starts.")}
        self.guesses.append(f"{starts.heading}: {len(starts.words)} places")
        places = {**self._sheet(), "id": starts.heading, "once": True}
        regions: dict[str, Any] = {}
        if column := self._find(partial(self._holds, starts)):
            self.used.add(column.heading)
            self.given["skip"] = [column.heading]  # a counter has no region, but its place
            self.guesses.append(f"{column.heading}: {len(column.words)} regions of places")
            for word in column.words:
                where = {"where": {column.heading: word}}
                regions[free(id_of(word) or "region", regions)] = {"title": word, "places": {"from": places | where}}
        regions = regions or {"map": {"title": "Map", "places": {"from": places}}}
        listed = {"kind": "places", "id": "places", "title": "Places", "regions": regions}
        return {**files, "places": _document(listed, "The places that the sheet names.")}

    def _holds(self, starts: Column, column: Column) -> bool:
        """Return whether a column names regions, and each place where counters start lies in one of them."""
        if column.name not in _REGIONS or len(column.words) < 2:
            return False
        pairs = {tuple(_said(row, self.numbers[one.heading]) for one in (starts, column)) for row in self.rows}
        inside = [pair for pair in pairs if pair[0]]
        return all(region for _, region in inside) and len(inside) == len({place for place, _ in inside})

    def _sheet(self) -> dict[str, Any]:
        of = {"sheet": self.name} if self.name else {}
        return {"file": self.file, **of, **({"header": self.header} if self.header else {})}

    def _from(self) -> Any:
        """Return what the document says of the sheet."""
        if unused := [heading for heading in self.left_out() if heading]:
            self.given["skip"] = [*self.given.get("skip", ()), *unused]
        said = {**self._sheet(), **self.given}
        return self.file if len(said) == 1 else said

    def game(self) -> str:
        """Return the game's own document, with the sides and types of all sheets so far."""
        head = {"kind": "game", "id": id_of(self.title) or "my_game", "title": self.title}
        source = {"source": {"title": self.title}, "credits": "Ours."}
        guessed = "".join(f"\n# - {' '.join(one.split())}" for one in self.guesses)
        said = f"What was guessed from the sheet, to correct{':' * bool(guessed) or '.'}{guessed}"
        return _document({**head, **source, "sides": self.sides, **self.more}, said)


class Guessed(NamedTuple):
    """The text of a document, and what was guessed."""

    text: str
    guess: str


def charted(grid: SheetGrid, file: str, name: str | None, document: str) -> Guessed | None:
    """Return a document of a chart if a sheet is one: its first column is of dice, and has, in order, all they show.

    Where its open ends lie beyond any dice, modifiers lead there, which are not known: such a chart is only printed.
    """
    header = below_title(grid.rows)
    head, *rows = (row for row in grid.rows if row.span.line >= header)
    first = min(head.cells)
    if not _ROLLED.search(_said(head, first).casefold()):
        return None
    try:
        ranges = [one for row in rows for one in Range.listed(_said(row, first))]
    except ValueError:
        return None
    heading = _said(head, first).casefold()
    dice = next((one for one in sorted(_DICE, key=lambda one: one not in heading) if _shows(one, ranges)), None)
    if dice is None and not any(abs(end) == FAR for one in ranges for end in one):
        return None
    title = name or Path(file).stem.replace("_", " ").capitalize()
    of = {"file": file, **({"sheet": name} if name else {}), **({"header": header} if header else {})}
    tables = {document: {"title": title, **({"roll": dice} if dice else {}), "rows": {"from": of}}}
    said = f"{title}: a chart of {dice}"
    if dice is None:
        said = f"{title}: a chart to look up; to roll on it, say its `roll:`, its `drm:` and `beyond: rows`"
    return Guessed(_document({"kind": "tables", "id": document, "title": title, "tables": tables}, said), said)


def located(grid: SheetGrid, file: str, name: str | None, document: str) -> Guessed | None:
    """Return a document of a map of points if a sheet has places, by name or number, with X and Y in millimetres."""
    header = below_title(grid.rows)
    head, *rows = (row for row in grid.rows if row.span.line >= header)
    at = {forgiven(text_of(cell.value)): number for number, cell in head.cells.items()}
    ways = [[_said(row, at.get(one, 0)) for row in rows] for one in ("x", "y")]
    if not (
        {"id", "name", "place"} & {*at} and all(re.fullmatch(r"\d{1,3}([.,]\d+)?", one) for way in ways for one in way)
    ):
        return None
    size = "x".join(f"{10 * (int(max(float(one.replace(',', '.')) for one in way)) // 10 + 3)}" for way in ways) + "mm"
    title = name or Path(file).stem.replace("_", " ").capitalize()
    of = {"file": file, **({"sheet": name} if name else {}), **({"header": header} if header else {}), "skip": "rest"}
    map_ = {"kind": "maps", "id": document, "title": title, "size": size, "spaces": {"from": of}}
    said = f"{title}: places of a map of {size}"
    return Guessed(_document(map_, said), said)


def _shows(dice: str, ranges: Sequence[Range]) -> bool:
    """Return whether rows, in order, have each number that dice show once, and no other."""
    ways = sorted(Dice.parse(dice).ways())
    within = [range(ways[0] if low == -FAR else low, (ways[-1] if high == FAR else high) + 1) for low, high in ranges]
    return all(within) and [face for one in within for face in one] == ways


def _said(row: SheetRow, column: int) -> str:
    """Return the text of a cell, empty if there is none."""
    cell = row.cells.get(column)
    return "" if cell is None or isinstance(cell.value, UnusableCell) else text_of(cell.value)


def _symbol(word: str) -> tuple[str, bool]:
    """Return the symbol for a type of counter, and whether its name tells it."""
    name = id_of(word)
    if name in (*BRANCHES, *PICTURES):
        return name, True
    parts = [_SYMBOLS.get(part, part) for part in name.split("_")]
    boxes = [part for part in dict.fromkeys(parts) if part in BRANCHES]
    pictures = [part for part in parts if part in PICTURES]
    if boxes:
        return "+".join(boxes), True
    if pictures:
        return pictures[0], True
    near = re.search("'(.+)'", nearest(name, [*BRANCHES, *PICTURES], 0.75))
    return near[1] if near else "infantry", False


def _is_size(word: str) -> bool:
    try:
        echelon(word)
    except ValueError:
        return False
    return True


def _document(data: Mapping[str, Any], said: str) -> str:
    """Return a document with a comment over it."""
    kind = data["kind"]
    return f"# yaml-language-server: $schema=.schemas/{kind}.json\n# {said}\n{yaml_of(data)}"
