"""The hex grid of a map, or one of squares: numbers, sides and corners, in millimetres."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, product
from math import dist, sqrt
from typing import Annotated, Literal, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from rcwkit.diagnostics import nearest
from rcwkit.frame import Point
from rcwkit.source.base import Id, Model, Seq
from rcwkit.source.patterns import RUN, Half, HexSize, halved

MOST = 10_000
"""Most hexes of one map."""

Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""Where a side lies; hexes with a flat top have none at e and w, others none at n and s; squares have four."""

Run = Annotated[str, StringConstraints(pattern=RUN, max_length=40), Field(examples=["0101-0110", "0304"])]
"""A hex, or all hexes between two: those of a column, of a row, or of a block with these two at opposite corners."""

_ROOT = sqrt(3)
_TURNED: Mapping[Direction, Direction] = {"n": "w", "ne": "sw", "se": "se", "s": "e", "sw": "ne", "nw": "nw"}
"""Direction of a hex with a flat top → that of one with a point at the top, with x and y exchanged."""
_WAYS: tuple[Direction, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_OPPOSITE: Mapping[Direction, Direction] = {way: _WAYS[at - 4] for at, way in enumerate(_WAYS)}
_CORNERS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    "pointed": ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)),
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
}
"""The corners of a hex about its middle: half hexsides across the lines of hexes, half widths along them."""
_SIDES: Mapping[str, tuple[Direction, ...]] = {
    "flat": ("n", "ne", "se", "s", "sw", "nw"),
    "pointed": ("ne", "e", "se", "sw", "w", "nw"),
    "square": ("n", "e", "s", "w"),
}


class HexCell(NamedTuple):
    """A hex by its column and row, from 0 at the left and at the top."""

    column: int
    row: int


class Hexside(NamedTuple):
    """A hexside, as one of the two hexes has it."""

    cell: HexCell
    direction: Direction


Step = TypeVar("Step", HexCell, Hexside)

NEAR = 0.01
"""Middles of sides are one if they are as near, in mm."""


class HexGrid(Model):
    """A grid of hexes in columns and rows, every second of which is shoved by half a hex."""

    size: HexSize = Field(description="Width of a hex, from one flat side to the opposite one.", examples=["19mm"])
    columns: Annotated[int, Field(ge=1, le=500, description="Number of columns.", examples=[22])]
    rows: Annotated[int, Field(ge=1, le=500, description="Number of rows.", examples=[14])]
    top: Literal["flat", "pointed", "square"] = Field(
        "flat", description="What hexes have at the top: a side or a point; square: squares instead of hexes."
    )
    shoved: Literal["odd", "even"] = Field(
        "even",
        description="Columns (rows, if hexes are pointed) that lie half a hex lower (to the right), by their number.",
    )
    first: Annotated[Id, AfterValidator(lambda first: halved(first) and first)] = Field(
        "0101",
        description="Number of the first hex: digits, half of them for the column; or letters or a dot: A1, 1.01.",
        examples=["0101", "A1"],
    )
    order: Literal["columns", "rows"] = Field("columns", description="What numbers begin with.")
    corner: Literal["top_left", "top_right", "bottom_left", "bottom_right"] = Field(
        "top_left", description="Where the first hex is."
    )
    counting: Literal["straight", "doubled", "diagonal"] = Field(
        "straight",
        description="How hexes are counted along a column (a row, if pointed). doubled: by twos, those of shoved "
        "columns between, as A1, A3 beside B2, B4; diagonal: a slanting row, to the right and up, has one number.",
    )
    numbered: bool = Field(True, description="Whether hexes show their numbers.")
    without: Annotated[Seq[Run], Field(max_length=200)] | Literal["unlisted"] = Field(
        (),
        description="Hexes that are not on the map; unlisted: all that neither `places` nor a terrain lists.",
        examples=[["0101-0103", "2214"]],
    )

    @model_validator(mode="after")
    def _is_numbered_without_doubt(self) -> Self:
        if self.columns * self.rows > MOST:
            raise ValueError(f"{self.columns * self.rows:,} hexes, more than {MOST:,}")
        if self.top == "square" and self.counting != "straight":
            raise ValueError("squares are counted straight")
        across, dot, down = self.halves
        flat, ahead = self.top == "flat", self._ahead
        if (down if flat else across).start + min(ahead) < 0:
            raise ValueError(f"'{self.first}' leaves no number for the hexes before it: begin with a higher one")
        most = max(ahead) + (2 if self.counting == "doubled" else 1) * ((self.rows if flat else self.columns) - 1) + 1
        for part, count in ((across, self.columns if flat else most), (down, most if flat else self.rows)):
            if not dot and across.digits and down.digits and part.start + count > 10**part.digits:
                raise ValueError(f"{count} columns or rows need more digits than '{self.first}' has for them")
        return self

    @cached_property
    def halves(self) -> tuple[Half, str, Half]:
        """The part of a number for the column, what stands between, and the part for the row."""
        one, dot, other = halved(self.first)
        return (one, dot, other) if self.order == "columns" else (other, dot, one)

    @cached_property
    def _grid(self) -> Mapping[HexCell, str]:
        """Every cell of the rectangle with its number, in the order of numbers."""
        across, dot, down = self.halves
        flat, step = self.top != "pointed", 2 if self.counting == "doubled" else 1

        def number(c: int, r: int) -> str:
            column = across.text(c if flat else self._ahead[r] + step * c)
            row = down.text(self._ahead[c] + step * r if flat else r)
            return column + dot + row if self.order == "columns" else row + dot + column

        if self.order == "columns":
            return {self._cell(c, r): number(c, r) for c, r in product(range(self.columns), range(self.rows))}
        return {self._cell(c, r): number(c, r) for r, c in product(range(self.rows), range(self.columns))}

    def _cell(self, column: int, row: int) -> HexCell:
        """Return a hex by its column and row counted from the corner of the first."""
        left, top = self.corner.endswith("left"), self.corner.startswith("top")
        return HexCell(column if left else self.columns - 1 - column, row if top else self.rows - 1 - row)

    @cached_property
    def _ahead(self) -> list[int]:
        """How many numbers each column (row, if pointed) begins after that of the first, counted from its corner."""
        flat = self.top != "pointed"
        if self.counting == "straight":
            return [0] * (self.columns if flat else self.rows)
        lines = [
            self._cell(at, 0).column if flat else self._cell(0, at).row for at in range((self.rows, self.columns)[flat])
        ]
        mirrored = not (self.corner.startswith("top") if flat else self.corner.endswith("left"))
        late = [self.is_shoved(line) != mirrored for line in lines]
        if self.counting == "doubled":
            return [one - late[0] for one in late]
        return list(accumulate((not one for one in late[:-1]), initial=0))

    @cached_property
    def _everywhere(self) -> Mapping[str, HexCell]:
        return {number: cell for cell, number in self._grid.items()}

    @cached_property
    def cells(self) -> Mapping[str, HexCell]:
        """The hexes on the map, by number, in the order of numbers."""
        gone = {number for run in self.without for number in self.run(run) or ()}
        return {number: cell for number, cell in self._everywhere.items() if number not in gone}

    @cached_property
    def numbers(self) -> Mapping[HexCell, str]:
        """The numbers of the hexes on the map."""
        return {cell: number for number, cell in self.cells.items()}

    def only(self, runs: Iterable[str]) -> Self:
        """Return a grid without all hexes but those of some runs."""
        kept = {number for run in runs for number in self.run(run) or ()}
        return self.model_copy(update={"without": tuple(one for one in self._everywhere if one not in kept)})

    def run(self, run: str) -> list[str] | None:
        """Return the numbers of a run, on the map or not; None if an end of it is no hex of the grid."""
        one, _, other = run.partition("-")
        first, last = self._everywhere.get(one), self._everywhere.get(other or one)
        if first is None or last is None:
            return None
        (a, b), (c, d) = first, last
        block = product(range(min(a, c), max(a, c) + 1), range(min(b, d), max(b, d) + 1))
        return [self._grid[HexCell(column, row)] for column, row in block]

    @property
    def side(self) -> float:
        """The length of a side in millimetres."""
        return self.size if self.top == "square" else self.size / _ROOT

    def is_shoved(self, line: int) -> bool:
        """Return whether a column (a row, if pointed) is shoved, on the map or beside it; a single one is not."""
        flat = self.top == "flat"
        across, _, down = self.halves
        part, count = (across, self.columns) if flat else (down, self.rows)
        forward = self.corner.endswith("left") if flat else self.corner.startswith("top")
        number = part.start + (line if forward else count - 1 - line) + (0 if part.digits else 1)
        return line % 2 == 1 if count == 1 else (number % 2 == 1) == (self.shoved == "odd")

    @cached_property
    def extent(self) -> Point:
        """Width and height of all hexes in millimetres."""
        if self.top == "square":
            return self.columns * self.size, self.rows * self.size
        flat = self.top == "flat"
        lines, along = (self.columns, self.rows) if flat else (self.rows, self.columns)
        wide, high = self.side * (1.5 * lines + 0.5), self.size * (along + (0.5 if lines > 1 else 0.0))
        return (wide, high) if flat else (high, wide)

    def _middle(self, cell: HexCell) -> tuple[int, int]:
        """Return the middle of a hex in half hexsides across the lines of hexes, and half widths along them."""
        line, along = cell if self.top != "pointed" else (cell.row, cell.column)
        return (
            (2 * line + 1, 2 * along + 1)
            if self.top == "square"
            else (3 * line + 2, 2 * along + (2 if self.is_shoved(line) else 1))
        )

    def _point(self, across: int, along: int) -> Point:
        """Return a point from whole numbers, so that a corner is the same for all hexes that meet in it."""
        x, y = across * self.side / 2, along * self.size / 2
        return (x, y) if self.top != "pointed" else (y, x)

    def centre(self, cell: HexCell) -> Point:
        """Return the middle of a hex, on the map or beside it, from the top left of the grid."""
        return self._point(*self._middle(cell))

    def corners(self, cell: HexCell) -> list[Point]:
        """Return the corners of a hex clockwise, each before the side of the same place in `sides`."""
        across, along = self._middle(cell)
        return [self._point(across + a, along + b) for a, b in _CORNERS[self.top]]

    @property
    def sides(self) -> tuple[Direction, ...]:
        """The directions of the sides of a hex, clockwise."""
        return _SIDES[self.top]

    @property
    def ways(self) -> tuple[Direction, ...]:
        """The directions of the hexes beside a hex; squares meet at corners, too."""
        return _WAYS if self.top == "square" else self.sides

    def neighbour(self, cell: HexCell, direction: Direction) -> HexCell:
        """Return the next hex in a direction, on the map or not. Raises KeyError for one that hexes do not have."""
        if self.top == "square":
            up, right = "n" in direction, "e" in direction
            return HexCell(cell.column + right - ("w" in direction), cell.row + ("s" in direction) - up)
        flat = self.top == "flat"
        line, along = cell if flat else (cell.row, cell.column)
        low = int(self.is_shoved(line))
        steps: Mapping[Direction, tuple[int, int]] = {
            "n": (0, -1),
            "s": (0, 1),
            "ne": (1, low - 1),
            "se": (1, low),
            "nw": (-1, low - 1),
            "sw": (-1, low),
        }
        named = steps if flat else {_TURNED[name]: step for name, step in steps.items()}
        across, down = named[direction]
        return HexCell(line + across, along + down) if flat else HexCell(along + down, line + across)

    def between(self, one: HexCell, other: HexCell) -> Direction | None:
        """Return the direction from a hex to one beside it; None if they are not adjacent."""
        return next((way for way in self.ways if self.neighbour(one, way) == other), None)

    def facing(self, cell: HexCell, direction: Direction) -> tuple[HexCell, Direction]:
        """Return the same side as the hex beyond it has it."""
        return self.neighbour(cell, direction), _OPPOSITE[direction]

    def side_of(self, cell: HexCell, direction: Direction) -> tuple[Point, Point]:
        """Return the ends of a side. Raises ValueError for a direction that hexes do not have."""
        at, corners = self.sides.index(direction), self.corners(cell)
        return corners[at], corners[(at + 1) % len(corners)]

    @cached_property
    def outlines(self) -> list[list[Point]]:
        """The lines around all hexes on the map, clockwise, and those around gaps within, the other way round."""
        ahead: dict[Point, list[Point]] = {}
        for cell in self.numbers:
            for way in self.sides:
                if self.neighbour(cell, way) not in self.numbers:
                    start, end = self.side_of(cell, way)
                    ahead.setdefault(start, []).append(end)
        found: list[list[Point]] = []
        while ahead:
            line, at = list[Point](), next(iter(ahead))
            while at in ahead:
                line.append(at)
                *others, after = ahead.pop(at)
                if others:
                    ahead[at] = others
                at = after
            found.append(line)
        return found

    def spelt(self, words: Sequence[str]) -> list[str]:
        """Return the words of a route, or of hexsides, with what lies between the places at either end of a dash.

        That is a straight line of hexes, or the way along hexsides; a dash between anything else stays.
        """
        found: list[str] = []
        for at, word in enumerate(words):
            one, other = self._named(words[:at], last=True), self._named(words[at + 1 :])
            if word == "-" and isinstance(one, HexCell) and isinstance(other, HexCell):
                found += (self.numbers[cell] for cell in _nearing(one, other, self.centre, self._beside))
            elif word == "-" and isinstance(one, Hexside) and isinstance(other, Hexside):
                for side in _nearing(one, other, self._middle_of, self._touching):
                    cell, way = side if side.cell in self.numbers else self.facing(*side)
                    found += (self.numbers[cell], way)
            else:
                found.append(word)
        return found

    def astray(self, words: Sequence[str]) -> tuple[str, str, str]:
        """Return the code, message and hint for words in which a dash stays: often one end is not on the map."""
        ends = (end for word in words for end in word.split("/") if end[-1:].isdecimal())
        missing = next((end for end in ends if end not in self.cells), None)
        if missing is not None:
            numbers = [*self.cells]
            near = nearest(missing, numbers) or f"hexes are numbered {numbers[0]} to {numbers[-1]}"
            return "E360", f"'{missing}' is not on the map", near
        hint = "it leads from hex to hex, 0203 - 0806, or between sides of adjacent hexes, 0203/0304 - 0806/0807"
        return "E361", "a dash that is between neither two hexes nor two hexsides", hint

    def no_hexside(self, one: str, other: str) -> tuple[str, str]:
        """Return the message and hint for a hex, and another or nothing, that have no side in common."""
        near = [self.numbers[cell] for cell in self._beside(self.cells[one])]
        if other in self.cells:
            return f"{one} and {other} are not adjacent", f"beside {one} are {', '.join(near)}"
        hint = f"write {one} {other or self.sides[0]}; or name both hexes, as in {one}/{(near or [one])[0]}"
        return f"'{one}/{other}' is no hexside", hint

    def _named(self, words: Sequence[str], *, last: bool = False) -> HexCell | Hexside | None:
        """Return the hex or hexside that the first of some words name, or the last; None if they name neither."""
        if not words:
            return None
        number = next((word for word in (reversed(words) if last else words[:1]) if word not in self.sides), "")
        one, _, other = number.partition("/")
        cell, beyond = self.cells.get(one), self.cells.get(other)
        way = words[-1] if last else (*words, "", "")[1]
        if cell is not None and beyond is not None:
            way = self.between(cell, beyond) or ""
        if cell is None or way not in self.sides:
            return None if way == number == "" or beyond is not None else cell
        return Hexside(cell, way)

    def _beside(self, cell: HexCell) -> Iterator[HexCell]:
        """Yield the hexes of the map beside one."""
        return (near for way in self.ways if (near := self.neighbour(cell, way)) in self.numbers)

    def _middle_of(self, side: Hexside) -> Point:
        (a, b), (c, d) = self.side_of(*side)
        return (a + c) / 2, (b + d) / 2

    def _touching(self, side: Hexside) -> Iterator[Hexside]:
        """Yield the sides of hexes on the map that meet a side in a corner."""
        for near, way in (side, Hexside(*self.facing(*side))):
            at = self.sides.index(way)
            for beside in (self.sides[at - 1], self.sides[(at + 1) % len(self.sides)]):
                ahead = (Hexside(self.neighbour(near, beside), way),) if self.top == "square" else ()
                for found in (Hexside(near, beside), *ahead):
                    if found.cell in self.numbers or self.facing(*found)[0] in self.numbers:
                        yield found


def _nearing(
    one: Step, other: Step, middle: Callable[[Step], Point], beside: Callable[[Step], Iterable[Step]]
) -> list[Step]:
    """Return the steps between two, each beside the last and the nearest there to the end, while they get nearer."""
    end, found = middle(other), [one]
    while (left := dist(middle(found[-1]), end)) > NEAR:
        following = min(beside(found[-1]), key=lambda step: dist(middle(step), end), default=found[-1])
        if dist(middle(following), end) >= left:
            break
        found.append(following)
    return found[1:-1] if dist(middle(found[-1]), end) <= NEAR else found[1:]
