"""Impose pieces on sheets to cut: n-up grids, backs that line up, sizes ganged or packed on few sheets, booklets."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from rcwkit.art.motifs import cover
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.frame import MM, Cuts, Frame, Group, Item, Sheet
from rcwkit.sheets.marks import (
    ARM,
    BAND,
    BESIDE,
    CORNER,
    HEADING,
    INSET,
    RULER,
    Box,
    Foot,
    corners_of,
    crop_marks,
    cut_line,
    cut_numbers,
    fold_line,
    gutters,
    outline,
    registration,
    ruler,
    shaped,
    trimmed,
)
from rcwkit.sheets.paper import Edition, Grid, Paper, bleed_towards, counts, fit, fit_report, gap, size_name
from rcwkit.source.language import word
from rcwkit.type.columns import PackedPlace, pack_rectangles
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter, TextBlock, TextBox

LEAST = 1 * MM
"""Minimum bleed for a careful cut."""
MANY = 1.5
"""The bleed is reduced to that if it brings this many times more pieces on a sheet."""
ROUND = {False: 3 * MM, True: 1 * MM}
"""Radius of rounded corners by whether pieces are butted: cards and counters."""


class CutPiece(NamedTuple):
    """A card or counter to cut; `title` is its name in reports. Butted pieces touch, and bleed only outside a block.

    `sized` is where the data say how large it is, `of` the deck or the owner that it belongs to.
    """

    front: Frame
    back: Frame | None = None
    copies: int = 1
    butted: bool = False
    title: str = ""
    sized: Span | None = None
    of: str = ""

    @property
    def faces(self) -> tuple[Frame, ...]:
        """The front, and the back if there is one."""
        return (self.front, self.back) if self.back else (self.front,)

    @property
    def place(self) -> Span:
        """Where the data say how large it is, or else where its front is written."""
        return self.sized or self.front.span


class PieceGrid(NamedTuple):
    """A grid and its pieces in order; the last places may stay empty. Marks keep inside its `cell`, or the page.

    If it is `titled`, what it holds stands above the cell.
    """

    grid: Grid
    batch: tuple[CutPiece, ...]
    cell: Box | None = None
    titled: bool = False

    @property
    def two_sided(self) -> bool:
        """Whether any piece has a back."""
        return any(piece.back for piece in self.batch)


def impose(pieces: Sequence[CutPiece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Return sheets for all copies of all pieces: one run per size, in the order of first appearance.

    Duplex backs follow each front sheet; back sheets to glue come after all fronts. Raises InputError for a piece
    larger than the paper.
    """
    parted = [*_batches(pieces, edition)]
    sheets = Counter(id(grid) for grid, _ in parted)  # those of a run are cut as a stack
    alone = [(grid if sheets[id(grid)] > 1 else grid.filled(len(batch)), batch) for grid, batch in parted]
    return Press.of(pieces, edition, foot).sheets([(PieceGrid(grid, batch),) for grid, batch in alone])


def _batches(pieces: Sequence[CutPiece], edition: Edition) -> Iterator[_Run]:
    """Yield the pieces of each size and shape by the sheet, in order; the last of a run may be fewer."""
    for run in runs(pieces):
        grid = run_grid(run, edition)
        yield from ((grid, tuple(run[at : at + grid.count])) for at in range(0, len(run), grid.count))


def whole_pages(frames: Sequence[Frame], edition: Edition, foot: Foot, cuts: Cuts = ()) -> list[Sheet]:
    """Return boards, each as large as its page, as sheets with a footer line, and a scale unless they have a ruler.

    `cuts` are those of pieces on the last one.
    """
    inset, own = edition.room.margin * MM, ruler(foot.theme, foot.fonts, foot.say)
    sheets = []
    for number, frame in enumerate(frames, 1):
        label = foot.say("sheet {number} of {count}", number=number, count=len(frames))
        ruled = any(isinstance(item, Group) and item.items == own for item in frame.items)
        how = foot.say("print at 100 %" if ruled else "print at 100 %: this scale is 100 mm long")
        said = f"{label} · {how}"
        line = Group(foot.line(frame.width - 2 * inset, said, scale=not ruled), inset, frame.height - inset - 2)
        sheet = Sheet(frame.width, frame.height, (*frame.items, line), label, outline=(foot.title,))
        sheet = sheet._replace(cuts=cuts) if number == len(frames) else sheet
        sheets.append(edition.printer.scaled(sheet) if edition.printer else sheet)
    return sheets


LINES, CLEAR, SHORT = 5.4 * MM, 2 * MM, 0.7 * MM
"""Height of the lines at the foot of a board, the space between it and pieces, and how much shorter marks are there."""
RULED = 9.4 * MM
"""Height of the foot with a ruler, as on the back of pieces."""
LOWEST = 0.6
"""The least share of a page that is left to boards above pieces."""


Lower = Callable[[float, int], Sequence[Frame]]
"""Gives boards with a height in points left free at the foot of each, on so many pages; on the fewest for 0."""


def above_pieces(
    boards: Sequence[Frame], lower: Lower, pieces: Sequence[CutPiece], edition: Edition, foot: Foot
) -> list[Sheet]:
    """Return boards with all pieces at the foot of the last; nothing if they need sheets of their own.

    If the pieces have backs, two boards are printed on both sides, over these; behind others is a cover.
    """
    first, *others = runs(pieces)
    two_sided = edition.backs != "none" and any(piece.back for piece in first)
    if others or edition.marks == "cutter" or two_sided and edition.backs != "duplex":
        return []
    paired = two_sided and len(boards) == 2
    made = _above(boards, lower, pieces, edition, foot, two_sided=True, behind=True) if paired else []
    return made or _above(boards, lower, pieces, edition, foot, two_sided=two_sided)


def _above(
    boards: Sequence[Frame],
    lower: Lower,
    pieces: Sequence[CutPiece],
    edition: Edition,
    foot: Foot,
    *,
    two_sided: bool,
    behind: bool = False,
) -> list[Sheet]:
    """Return the sheets of boards above pieces; the last board is printed `behind` the one before it."""
    (first,) = runs(pieces)
    page = boards[-1].width, boards[-1].height
    whole = _resized(run_grid(first, edition), page, folded=False)
    columns, rows = _most(whole)
    if len(first) > columns * rows:
        return []
    grid, batch = whole.in_rows(first, columns), tuple(first)
    wide, high = _extent(grid)
    below = RULED if two_sided else LINES
    room = high + CLEAR + below - LINES
    made = lower(room, 2 if behind else 0) if high < (1 - LOWEST) * page[1] else ()
    if len(made) != len(boards) or any((one.width, one.height) != page for one in made[-2 if behind else -1 :]):
        return []
    *before, last = made[:-1] if behind else made
    block = _placed(grid, batch, (page[0] - wide) / 2, page[1] - edition.room.margin * MM - below - high, SHORT)
    press = Press.of(pieces, edition, foot)
    last = last._replace(items=(*last.items, *press.block(block)))
    sheets = whole_pages([*before, last], edition, foot, press.cuts(block))
    sheets[-1] = sheets[-1]._replace(pieces=tuple(piece.front.name for piece in batch))
    if two_sided:
        name = foot.say("sheet {number} of {count}, back", number=len(sheets), count=len(sheets))
        inset = edition.room.margin * MM
        wide, high = page[0] - 2 * inset, block.grid.block[1] - CLEAR - inset
        under = made[-1].items if behind else tuple(cover(foot.theme, inset, inset, wide, high))
        sheets.append(press.back([block], name, under)._replace(behind=True))
    return sheets


def fit_notes(pieces: Sequence[CutPiece], edition: Edition) -> Iterator[Diagnostic]:
    """Yield a note (N330) for each size of which less bleed would save sheets, or whose bleed was reduced."""
    for run in runs(pieces):
        first, grid, bleed = run[0], run_grid(run, edition), _wanted(run, edition)
        folded = grid.fold is not None
        how = {"butted": first.butted, "folded": folded, "nested": grid.nested}
        said = fit_report(size_name(grid.size), grid.size, edition.room, bleed, **how)
        least = fit(grid.size, edition.room, 0.0, **how)
        saved = ceil(len(run) / grid.count) - ceil(len(run) / least.count) if least else 0
        reduced = grid.bleed < bleed - 0.01
        told = f"printed with {grid.bleed / MM:.2g} mm" if reduced else f"{saved} sheet{'s' * (saved > 1)} fewer"
        if reduced or saved > 0:
            yield Diagnostic("N330", f"{said}; {told}", first.place, "cap it with --bleed")


def runs(pieces: Sequence[CutPiece]) -> list[list[CutPiece]]:
    """Return all copies of all pieces, grouped by size and shape."""
    found: dict[tuple[float, float, bool, str], list[CutPiece]] = {}
    for piece in pieces:
        size = _hundredths(piece.front.width, piece.front.height)
        found.setdefault((*size, piece.butted, piece.front.shape), []).extend([piece] * piece.copies)
    return list(found.values())


@lru_cache(maxsize=64)
def _hundredths(width: float, height: float) -> tuple[float, float]:
    return round(width, 2), round(height, 2)


def run_grid(run: Sequence[CutPiece], edition: Edition) -> Grid:
    """Return the grid of a run, with less bleed if no piece fits otherwise, or if many more fit and none was asked for.

    Raises InputError for a piece that does not fit at all.
    """
    first, bleed = run[0], _wanted(run, edition)
    folded = edition.backs == "gutterfold" and any(piece.back for piece in run)
    tried = [*(bleed * part for part in (1.0, 0.75, 0.5, 0.25, 0.0)), LEAST]
    trim = first.front.width, first.front.height
    nested = first.front.shape == "hex"
    grids = [fit(trim, edition.room, one, butted=first.butted, folded=folded, nested=nested) for one in tried]
    whole = next((grid for grid in grids if grid), None)
    slim = grids[-1] if edition.bleed is None else None
    if whole:
        return slim if slim and slim.count >= MANY * whole.count else whole
    size = f"{first.front.width / MM:.4g} × {first.front.height / MM:.4g} mm"
    message = f"'{first.front.name}' ({size}) is too large for {edition.paper.name}"
    raise InputError.of("E330", message, first.place, "choose a larger paper")


def _wanted(run: Sequence[CutPiece], edition: Edition) -> float:
    bleed = max(frame.bleed for piece in run for frame in piece.faces)
    return bleed if edition.bleed is None else min(bleed, edition.bleed * MM)


class Press(NamedTuple):
    """Places blocks on fronts and backs of sheets; `keys` names frames that are drawn more than once."""

    edition: Edition
    foot: Foot
    keys: Mapping[int, str]

    @classmethod
    def of(cls, pieces: Sequence[CutPiece], edition: Edition, foot: Foot) -> Press:
        """Return a press for these pieces."""
        return cls(edition, foot, _keys(pieces))

    def sheets(self, planned: Sequence[tuple[PieceGrid, ...]]) -> list[Sheet]:
        """Return the sheets of a file, one or two for each planned page of blocks."""
        fronts: list[Sheet] = []
        behind: list[Sheet] = []
        duplex = self.edition.backs == "duplex"
        for number, blocks in enumerate(planned, 1):
            name, say = {"number": number, "count": len(planned)}, self.foot.say
            two_sided = self.edition.backs in ("duplex", "sheets") and any(block.two_sided for block in blocks)
            folded = any(block.grid.fold is not None for block in blocks)
            if two_sided:
                label = say("sheet {number} of {count}, front", **name)
            elif folded:
                label = say("sheet {number} of {count}, fold and glue", **name)
            else:
                label = say("sheet {number} of {count}", **name)
            fronts.append(self._front(blocks, label, two_sided=two_sided))
            if two_sided:
                text = word("sheet {number} of {count}, back" if duplex else "sheet {number} of {count}, back to glue")
                back = self.back(blocks, say(text, **name))._replace(behind=duplex)
                (fronts if duplex else behind).append(back)
        return [*fronts, *behind]

    def _front(self, blocks: Sequence[PieceGrid], label: str, *, two_sided: bool) -> Sheet:
        """Return fronts with their marks; a gutterfold sheet has backs too, beyond the fold."""
        grid, free = blocks[0].grid, free_area(blocks[0].grid)
        items: list[Item] = []
        for block in blocks:
            fold = block.grid.fold
            items += self._block(block, block.cell or (free if fold is None else (*free[:2], fold, free[3])))
        if grid.fold is not None:
            items += fold_line(grid.fold, free[1], free[3], self.foot.theme.ink)
        if grid.cutter:
            items += registration(grid.page, grid.margin)
        items.append(self._foot(grid, label, behind=False))
        cuts = tuple(line for block in blocks for line in self.cuts(block))
        pieces = tuple(one.front.name for block in blocks for one in block.batch)
        sheet = self._sheet(grid, items, _around(blocks), label)._replace(cuts=cuts, pieces=pieces)
        return self._scaled(_turned(sheet, 90) if two_sided and self._upright(grid) else sheet)

    def _block(self, block: PieceGrid, free: Box) -> Iterator[Item]:
        """Yield a block of fronts with outlines and marks, and its folded backs."""
        grid, edition, ink = block.grid, self.edition, self.foot.theme.ink
        yield from self._placed(grid, ((at, piece.front, grid.front(at)) for at, piece in enumerate(block.batch)))
        for index, piece in enumerate(block.batch):
            x, y = grid.front(index)
            box = x, y, x + grid.size[0], y + grid.size[1]
            if cut_line(piece.front):
                yield from shaped(piece.front, x, y, self.foot.theme)
            elif edition.outline or edition.corners:
                radius = ROUND[piece.butted] if edition.corners else 0.0
                yield from outline(box, radius, self.foot.theme, whole=edition.outline)
        if grid.fold is not None:
            yield from self._placed(grid, ((at, piece.back, grid.back(at)) for at, piece in enumerate(block.batch)))
        if not grid.cutter:
            yield from _marks(grid, free, ink, self.foot.fonts)
        if block.titled:
            holds, size = Counter(piece.of for piece in block.batch), size_name(grid.size, self.foot.say)
            yield from self.foot.heading(free, holds, size)

    def cuts(self, block: PieceGrid) -> Cuts:
        """Return the lines along which the fronts of a block are cut."""
        radius = ROUND[block.batch[0].butted] if self.edition.corners else 0.0
        return tuple(trimmed(one.front, *block.grid.front(at), radius) for at, one in enumerate(block.batch))

    def block(self, block: PieceGrid) -> Iterator[Item]:
        """Yield a block of fronts with their marks within its cell."""
        return self._block(block, block.cell or free_area(block.grid))

    def back(self, blocks: Sequence[PieceGrid], label: str, under: Sequence[Item] = ()) -> Sheet:
        """Return the other side of a front sheet over what lies `under` it, upright if that is turned like a page.

        For a printer that turns the paper over its upper edge, the whole page is rotated by 180 degrees. Backs to glue
        always have marks, to align them with their fronts against the light.
        """
        grid, edition = blocks[0].grid, self.edition
        (width, height), items = grid.page, [*under]
        for block in blocks:
            placed = ((at, piece.back, block.grid.back(at)) for at, piece in enumerate(block.batch))
            items += self._placed(block.grid, placed, mirrored=True)
            marked = edition.backs == "sheets" or edition.marks == "both"
            if block.two_sided and marked and not block.grid.cutter:
                left, top, right, bottom = block.grid.block
                across, down = block.grid.cuts()
                cell = block.cell and (width - block.cell[2], block.cell[1], width - block.cell[0], block.cell[3])
                cuts = [width - x for x in across], down
                box, free = (width - right, top, width - left, bottom), cell or free_area(grid, behind=True)
                items += crop_marks(box, free, cuts, gap(block.grid.bleed), self.foot.theme.ink)
        left, top, right, bottom = _around(blocks)
        x = y = 0.0
        if edition.printer and edition.backs == "duplex":
            x, y = edition.printer.shift(upright=width < height)
        moved = [Group(tuple(items), x, y)] if x or y else items
        trim = (width - right + x, top + y, width - left + x, bottom + y)
        sheet = self._sheet(grid, [*moved, self._foot(grid, label, behind=True)], trim, label)
        if edition.backs == "duplex":
            if self._upright(grid):
                sheet = _turned(sheet, -90 if edition.flip == "long" else 90)
            elif (edition.flip == "short") == (width < height):
                sheet = _turned(sheet, 180)
        return self._scaled(sheet)

    def _upright(self, grid: Grid) -> bool:
        """Return whether to rotate a landscape page to portrait, so that the printer's correction applies to it."""
        return self.edition.printer is not None and self.edition.backs == "duplex" and grid.page[0] > grid.page[1]

    def _scaled(self, sheet: Sheet) -> Sheet:
        return self.edition.printer.scaled(sheet) if self.edition.printer else sheet

    def _placed(
        self, grid: Grid, placed: Iterable[tuple[int, Frame | None, tuple[float, float]]], *, mirrored: bool = False
    ) -> Iterator[Item]:
        """Yield frames at their corners, each clipped to its trim and the bleed it may show."""
        frames = [(index, frame, corner) for index, frame, corner in placed if frame]
        if grid.nested:
            return (yield from self._nested(grid, frames))
        filled, steps = frozenset(index for index, _, _ in frames), ((0, -1), (0, 1), (-1, 0), (1, 0))
        for index, frame, (x, y) in frames:
            left, right, up, down = (bleed_towards(grid, index, step, filled) for step in steps)
            if mirrored or x > (grid.fold or x):
                left, right = right, left
            clip = (-left, -up, frame.width + left + right, frame.height + up + down)
            yield Group(frame.items, x, y, key=self.keys.get(id(frame), ""), clip=clip)
        yield from gutters(frames, self.foot.theme) if grid.gutter == 0.0 else ()

    def _nested(self, grid: Grid, frames: Iterable[tuple[int, Frame, tuple[float, float]]]) -> Iterator[Item]:
        """Yield hexes, clipped to theirs and their bleed; those that touch lie above the bleed of the others."""
        placed, (width, height) = list(frames), grid.size
        for bleed in (grid.bleed, 0.0) if grid.gutter == 0.0 and grid.bleed else (grid.bleed,):
            more = bleed * width / height
            within = corners_of("hex", (-more, -bleed, width + more, height + bleed))
            for _, frame, (x, y) in placed:
                yield Group(frame.items, x, y, key=self.keys.get(id(frame), ""), within=within)

    def _foot(self, grid: Grid, label: str, *, behind: bool) -> Group:
        """Return the footer at the bottom, or along the side: left on fronts and therefore right on backs."""
        width, height = grid.page
        inset = grid.margin
        aside = INSET + ARM + 3 * MM if grid.cutter else 0.0
        length = (width if grid.foot == "bottom" else height) - 2 * inset - aside
        items = self.foot.band(length, label)
        if grid.foot == "bottom":
            return Group(items, inset + aside, height - inset - BAND)
        if behind:
            return Group(items, width - inset, inset, rotate=90)
        return Group(items, inset, height - inset, rotate=-90)

    def _sheet(self, grid: Grid, items: Iterable[Item], box: Box, label: str) -> Sheet:
        left, top, right, bottom = box
        trim = left, top, right - left, bottom - top
        return Sheet(*grid.page, tuple(items), label, trim, (self.foot.title,), grid.bleed)


@lru_cache(maxsize=32)
def _marks(grid: Grid, free: Box, ink: str, fonts: FontBook) -> tuple[Item, ...]:
    """Return the crop marks of a block with their numbers; the sheets of a deck share theirs."""
    around = grid.block, free, grid.cuts(), gap(grid.bleed), ink
    return (*crop_marks(*around), *cut_numbers(*around, fonts))


def free_area(grid: Grid, *, behind: bool = False) -> Box:
    """Return the area of a page for blocks and their marks: all but its margins and the footer."""
    (width, height), inset = grid.page, grid.margin
    if grid.cutter:
        return inset + CORNER, inset + BESIDE, width - inset - CORNER, height - inset - BESIDE
    if grid.foot == "bottom":
        return inset, inset, width - inset, height - inset - BAND
    if behind:
        return inset, inset, width - inset - BAND, height - inset
    return inset + BAND, inset, width - inset, height - inset


def _around(blocks: Sequence[PieceGrid]) -> Box:
    """Return the box around all blocks on a page and their folded backs."""
    boxes = [block.grid.block for block in blocks]
    left, top, right, bottom = (chosen(box[side] for box in boxes) for side, chosen in enumerate((min, min, max, max)))
    fold = blocks[0].grid.fold
    return left, top, right if fold is None else 2 * fold - left, bottom


def _turned(sheet: Sheet, degrees: float) -> Sheet:
    """Rotate a sheet and its page by 90 or 180 degrees clockwise, or by -90; only fronts, turned by 90, have cuts."""
    width, height = sheet.width, sheet.height
    assert sheet.trim is not None  # a sheet to be cut has one
    x, y, across, down = sheet.trim
    if degrees == 180:
        page, trim = (
            Group(sheet.items, width, height, rotate=180),
            (width - x - across, height - y - down, across, down),
        )
        return sheet._replace(items=(page,), trim=trim)
    if degrees == 90:
        page, trim = Group(sheet.items, height, 0, rotate=90), (height - y - down, x, down, across)
        sheet = sheet._replace(cuts=sheet.cut_as(lambda right, low: (height - low, right)))
    else:
        page, trim = Group(sheet.items, 0, width, rotate=-90), (y, width - x - across, down, across)
    return sheet._replace(width=height, height=width, items=(page,), trim=trim)


def _keys(pieces: Sequence[CutPiece]) -> dict[int, str]:
    """Return a key for every frame that is drawn more than once, a hash of its items."""
    uses: Counter[int] = Counter()
    frames: dict[int, Frame] = {}
    for piece in pieces:
        for frame in piece.faces:
            uses[id(frame)] += piece.copies
            frames[id(frame)] = frame
    shared = {name: repr(frames[name].items) for name, count in uses.items() if count > 1}
    return {name: hashlib.sha256(items.encode()).hexdigest()[:16] for name, items in shared.items()}


_Run = tuple[Grid, tuple[CutPiece, ...]]
"""Pieces of one size and their grid."""


def fewest(pieces: Sequence[CutPiece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Return sheets of one size each, or ganged ones if that saves any. Raises InputError as `gang` does."""
    sheets = impose(pieces, edition, foot)
    return min(sheets, gang(pieces, edition, foot), key=len) if len(runs(pieces)) > 1 else sheets


def gang(pieces: Sequence[CutPiece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Return sheets for all pieces, as few as possible. Raises InputError for a piece larger than the paper.

    Full sheets of one size are as `impose` makes them; the rest of each size shares sheets with others, in blocks that
    say what they hold, if that takes no more sheets.
    """
    parted = [*_batches(pieces, edition)]
    folded = any(grid.fold is not None for grid, _ in parted)
    whole = [(PieceGrid(grid, batch),) for grid, batch in parted if len(batch) == grid.count]
    rest = [(grid, batch) for grid, batch in parted if len(batch) < grid.count]
    tried = [
        _shared([(_resized(grid, page, folded), batch) for grid, batch in rest], full=full, head=head)
        for head in ((HEADING, 0.0) if all(piece.of for piece in pieces) else (0.0,))
        for full in (False, True)
        for page in edition.room.ways
    ]
    # If a run fits on neither page beside the others, each keeps its own sheet.
    alone = [(PieceGrid(grid, batch),) for grid, batch in rest]
    shared = min((way for way in tried if way is not None), key=len, default=alone)
    return Press.of(pieces, edition, foot).sheets([*whole, *shared])


def _shared(rest: Sequence[_Run], *, full: bool, head: float) -> list[tuple[PieceGrid, ...]] | None:
    """Return pages of blocks, `full` ones or as wide as can be, or None if not every piece fits on such a page.

    Above each is a heading `head` high, if any.
    """
    if not rest:
        return []
    if not all(all(_most(grid, head)) for grid, _ in rest):
        return None
    left, top, right, bottom = _area(rest[0][0])
    blocks = [part for grid, batch in rest for part in _parts(grid, batch, full=full, head=head)]
    sizes = [(wide, head + high) for wide, high in (_extent(grid) for grid, _ in blocks)]
    spots = pack_rectangles(sizes, (right - left, bottom - top), turn=False)
    pages: list[tuple[PieceGrid, ...]] = [()] * (1 + max(spot.page for spot in spots))
    for (grid, batch), spot in zip(blocks, spots, strict=True):
        placed = _placed(grid, batch, left + spot.x, top + spot.y + head, 0.0 if head else SHORT)
        pages[spot.page] += (placed._replace(titled=head > 0),)
    return pages


def _resized(grid: Grid, page: tuple[float, float], folded: bool) -> Grid:
    """Return the grid on a page with its footer at the bottom, left of a fold if any piece is folded."""
    return replace(grid, page=page, foot="bottom", fold=page[0] / 2 if folded else None)


def _area(grid: Grid) -> Box:
    """Return the area for blocks: above the footer, and left of the fold if there is one."""
    left, top, right, bottom = free_area(grid)
    return left, top, right if grid.fold is None else grid.fold, bottom


def _most(grid: Grid, head: float = 0.0) -> tuple[int, int]:
    """Return the maximum numbers of columns and rows of a block below its heading."""
    left, top, right, bottom = _area(grid)
    room = right - left - 2 * grid.reach, bottom - top - head - 2 * grid.reach
    columns, rows = counts(room, grid.size, grid.gutter, nested=grid.nested)
    return max(columns, 0), max(rows, 0)


def _parts(grid: Grid, batch: tuple[CutPiece, ...], *, full: bool, head: float) -> Iterator[_Run]:
    """Yield the pieces in blocks that fit on the page: as wide as can be, or `full` ones, with few empty places."""
    columns, rows = _most(grid, head)
    for at in range(0, len(batch), columns * rows):
        part = batch[at : at + columns * rows]
        widths = range(min(columns, len(part)), ceil(len(part) / rows) - 1, -1)
        across = min(widths, key=lambda wide: -len(part) % wide) if full else widths[0]
        yield replace(grid, columns=across, rows=ceil(len(part) / across)), part


def _extent(grid: Grid) -> tuple[float, float]:
    """Return width and height of a block with its marks."""
    left, top, right, bottom = grid.block
    return right - left + 2 * grid.reach, bottom - top + 2 * grid.reach


def _placed(grid: Grid, batch: tuple[CutPiece, ...], x: float, y: float, short: float = 0.0) -> PieceGrid:
    """Return a block with the corner of its marks at (x, y), and the lower ones so much shorter."""
    width, height = _extent(grid)
    return PieceGrid(
        replace(grid, corner=(x + grid.reach, y + grid.reach)), batch, (x, y, x + width, y + height - short)
    )


PAGE_FOOT = 4.3 * MM
"""Height of the line at the foot of the page."""
AIR = 1.5 * MM
"""Space around pieces that do not share cuts."""


class Plan(NamedTuple):
    """A page size, portrait or landscape, and the spot of every piece."""

    page: tuple[float, float]
    frames: tuple[Frame, ...]
    spots: tuple[PackedPlace, ...]

    @property
    def pages(self) -> int:
        """The number of pages."""
        return 1 + max((spot.page for spot in self.spots), default=-1)


def area(page: tuple[float, float], paper: Paper) -> tuple[float, float]:
    """Return a page's room for pieces, without margins, footer and ruler."""
    inset = paper.margin * MM
    return page[0] - 2 * inset, page[1] - 2 * inset - PAGE_FOOT - BAND - AIR


def planned(frames: Sequence[Frame], page: tuple[float, float], paper: Paper, upright: Collection[Frame] = ()) -> Plan:
    """Pack pieces onto pages of a size, `upright` ones unturned. Raises ValueError for a piece larger than the page."""
    sizes = [(frame.width, frame.height) for frame in frames]
    unturned = {number for number, frame in enumerate(frames) if frame in upright}
    return Plan(page, tuple(frames), tuple(pack_rectangles(sizes, area(page, paper), upright=unturned)))


def fits(frame: Frame, page: tuple[float, float], paper: Paper) -> bool:
    """Return whether a piece has room on a page of a size, upright or turned."""
    sides, room = sorted((frame.width, frame.height)), sorted(area(page, paper))
    return sides[0] <= room[0] and sides[1] <= room[1]


def aired(frame: Frame) -> Frame:
    """Return the frame with space around it."""
    return frame._replace(
        width=frame.width + 2 * AIR, height=frame.height + 2 * AIR, items=(Group(frame.items, AIR, AIR),)
    )


def pages_of_pieces(plan: Plan, paper: Paper, said: str, setter: Setter) -> list[Frame]:
    """Return the pages of a plan, each with the text `said` beside the ruler in its footer."""
    return [_board(plan, number, paper, said, setter) for number in range(plan.pages)]


def _board(plan: Plan, number: int, paper: Paper, said: str, setter: Setter) -> Frame:
    """Return one page: its pieces, centred, and its footer."""
    placed = [(frame, spot) for frame, spot in zip(plan.frames, plan.spots, strict=True) if spot.page == number]
    inset, (width, height) = paper.margin * MM, plan.page
    left = (width - max(spot.x + (frame.height if spot.turned else frame.width) for frame, spot in placed)) / 2
    items: list[Item] = []
    for frame, spot in placed:
        x, y, key = left + spot.x, inset + spot.y, f"piece {frame.name}"
        items.append(
            Group(frame.items, x + frame.height, y, 90, key) if spot.turned else Group(frame.items, x, y, key=key)
        )
    items += _foot(inset, height - inset - PAGE_FOOT - BAND, width - 2 * inset, said, setter)
    names = ", ".join(dict.fromkeys(frame.name for frame, _ in placed))
    return Frame(width, height, tuple(items), 0.0, names, placed[0][0].at)


def _foot(x: float, y: float, width: float, said: str, setter: Setter) -> Iterator[Item]:
    """Yield the instructions, and the ruler at the right end."""
    text = TextBlock(said, setter.theme.quiet)
    yield from setter.fit(
        [text], TextBox(x, y + 2, width - RULER - 9 * MM, BAND, "foot"), 7.0, 6.5, lambda: Span("foot")
    )
    yield Group(ruler(setter.theme, setter.book, setter.say), x + width - RULER - 3 * MM, y)
