"""A document's tree of blocks into sheets with columns, by the heights that a first layout measured.

Each `<article>` is a part that begins on a new sheet, or below the one before it where that leaves room for all of it. Its
`<div class="blocks" data-columns="2">` holds the blocks: those of class `span` take all columns, `keep` stays with the next, and
`data-again` is said again above one that begins a column. `data-order="free"` lets later blocks fill gaps. An article of class `turned`
lies on turned paper; one with `data-pages="2"` has at most so many, its columns are packed, and its setting is a size of type. Whatever else
an article holds (its title) opens its first sheet. Trees and boxes are those of the layout engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.layout.columns import Block, Page, flow, pack

__all__ = [
    "AGAIN",
    "CLOSE",
    "GAP",
    "JOIN",
    "TALL",
    "Area",
    "NotSetError",
    "Plan",
    "boxes",
    "fill",
    "joined",
    "limit",
    "narrow",
    "parts",
    "plan",
    "rebuild",
    "strays",
]

AGAIN = 5.0
"""The height in millimetres of a heading said again; the style sheet has the same."""
GAP, CLOSE = 8.0, 5.0
"""Millimetres between columns, and between packed ones; the style sheets have the same."""
APART = 5.0
"""Millimetres that packed blocks are moved apart at most, to fill their page."""
JOIN = 6.0
"""Millimetres between a part and the one that goes on below it on the same sheet."""
TALL = 2_000_000
"""Height in millimetres of the sheet on which blocks are measured: more than any document can take in its time."""
_PX = 25.4 / 96
_SPARE = 0.5  # millimetres kept free on every sheet, for rounding
_SLACK = 1.5  # pixels by which rounding may push a text over an edge


class NotSetError(ValueError):
    """A block was not laid out; the message says why."""


@dataclass(frozen=True)
class Area:
    """What lies between the margins of upright paper, in millimetres."""

    width: float
    height: float
    turned_width: float
    turned_height: float

    @classmethod
    def within(cls, paper: tuple[float, float], margins: tuple[float, float, float]) -> Area:
        """What margins (top, either side, bottom) leave of paper of a width and height."""
        across, down = 2 * margins[1], margins[0] + margins[2]
        return cls(paper[0] - across, paper[1] - down, paper[1] - across, paper[0] - down)

    def of(self, part: Any) -> tuple[float, float]:
        """Width and height for one part."""
        return (self.turned_width, self.turned_height) if "turned" in _classes(part) else (self.width, self.height)


@dataclass(frozen=True)
class Plan:
    """How a part is set: how densely, on which pages, in columns of which width; what its last page uses of the room (all in mm).

    `boxes` are its blocks as they were laid out, None for one that must be laid out anew. `hoped` tells how many sheets it would take if
    a share of every height were saved. `wide` is a text of a table that is wider than its column.
    """

    setting: str
    pages: tuple[Page, ...]
    width: float
    used: float
    room: float
    boxes: tuple[Any, ...]
    hoped: Callable[[float], int]
    wide: str = ""

    @property
    def fill(self) -> float:
        """How far its last page is filled, from 0 to 1."""
        return self.used / self.room

    @property
    def divided(self) -> int:
        """How many blocks are taller than a page: each of them leaves the page on which it ends almost empty."""
        return sum(box is None for box in self.boxes)

    @property
    def sheets(self) -> int:
        """About how many pages it takes."""
        return len(self.pages) + self.divided


def parts(root: Any) -> list[Any]:
    """The parts of a document, in order."""
    return list(root.iter("article"))


def limit(part: Any) -> int:
    """The most pages that a part may take; 0 for as many as it needs."""
    return int(part.get("data-pages", "0"))


def _set(part: Any, setting: str) -> None:
    if limit(part):
        part.set("style", f"font-size: {setting}")
    else:
        part.set("class", " ".join([*_classes(part), setting]))


def _classes(element: Any) -> list[str]:
    return str(element.get("class", "")).split()


def _holder(part: Any) -> Any:
    return next(element for element in part if "blocks" in _classes(element))


def _count(part: Any) -> int:
    return int(_holder(part).get("data-columns", "1"))


def _column(part: Any, width: float) -> float:
    gap = CLOSE if limit(part) else GAP
    return (width - gap * (_count(part) - 1)) / _count(part)


def narrow(wanted: list[Any], root: Any, area: Area, setting: str) -> None:
    """Make parts ready to be measured: their blocks as wide as the columns that they will stand in, all others taken out.

    Blocks of one width have it from one rule: what each had for itself would make of everything in it a style of its own.
    """
    rules: dict[str, None] = {}
    for part in wanted:
        _set(part, setting)
        width = area.of(part)[0]
        column = _column(part, width)
        widths = f"{column:.3f} {width:.3f}"
        _holder(part).set("data-widths", widths)
        blocks = f'[data-widths="{widths}"] >'
        rules[f"{blocks} * {{ width: {column:.3f}mm !important }} {blocks} .span {{ width: {width:.3f}mm !important }}"] = None
    sheet = root.makeelement("style", {})
    sheet.text = "\n".join(rules)
    next(root.iter("head")).append(sheet)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == "article" and child not in wanted:
                parent.remove(child)


def boxes(page_box: Any) -> Mapping[Any, Any]:
    """Element → its outermost box."""
    found: dict[Any, Any] = {}
    for box in page_box.descendants():
        if box.element is not None and hasattr(box, "margin_top"):
            found.setdefault(box.element, box)
    return found


def plan(part: Any, boxes: Mapping[Any, Any], area: Area, setting: str) -> Plan:
    """Distribute a measured part over sheets; the first also carries its title."""
    holder, (width, height) = _holder(part), area.of(part)

    def high(element: Any) -> float:
        if element not in boxes:
            raise NotSetError("a block has no place: its style hides it, or there is too much before it")
        return float(boxes[element].margin_height() * _PX)

    blocks = [
        Block(high(block), "span" in _classes(block), "keep" in _classes(block), AGAIN if block.get("data-again") else 0.0) for block in holder
    ]
    title = sum(high(element) for element in part if element is not holder and element in boxes)
    room = height - _SPARE

    def set_out(share: float) -> tuple[list[Page], set[int]]:
        """The pages if heights were a share of what they are, and the blocks that are taller than theirs."""
        top, lower = room - title * share, [block._replace(height=block.height * share) for block in blocks]
        if most := limit(part):
            pages = pack([block.height for block in lower], _count(part), most, top, room)
        else:
            pages = flow(lower, _count(part), top, room, free=holder.get("data-order") == "free")
        tall = [page for page in pages if page.height > (room if page is not pages[0] else top)]
        return pages, {index for page in tall for band in page.bands for column in band.columns for index in column}

    pages, split = set_out(1.0)  # what is taller than its page is laid out anew, over several
    used = (title if len(pages) <= 1 else 0.0) + (pages[-1].height if pages else 0.0)
    ready = tuple(None if index in split else boxes[block] for index, block in enumerate(holder))
    wide = next((text for block in holder for text in _too_wide(boxes[block])), "")
    return Plan(setting, tuple(pages), _column(part, width), used, room, ready, lambda saved: sum(map(len, set_out(1 - saved))), wide)


def _too_wide(block: Any) -> Iterator[str]:
    """A text of each table in a block that is wider than the block."""
    edge = block.position_x + block.margin_width() + _SLACK
    for box in block.descendants():
        if type(box).__name__ == "TableBox" and box.position_x + box.margin_width() > edge:
            yield next((inner.text for inner in box.descendants() if getattr(inner, "text", None)), "")


def joined(parts: list[Any], plans: list[Plan]) -> list[bool]:
    """Whether each part goes on below the one before it: a short one does, where there is room on that one's last sheet."""
    found: list[bool] = []
    left = 0.0
    for part, planned in zip(parts, plans, strict=True):
        fits = len(planned.pages) <= 1 and planned.used + JOIN <= left and "turned" not in _classes(part)
        found.append(fits)
        left = left - planned.used - JOIN if fits else planned.room - planned.used
        if "turned" in _classes(part):
            left = 0.0
    return found


def rebuild(part: Any, planned: Plan, *, joins: bool = False) -> dict[Any, Any]:
    """Put a part's blocks into sheets, bands and columns; one that joins the sheet before it has no foot of its own.

    Blocks that have been laid out leave blanks of their height: blank element → box, to be filled in.
    """
    holder = _holder(part)
    make = holder.makeelement
    opening = [element for element in part if element is not holder and not (joins and element.tag == "footer")]
    blanks: dict[Any, Any] = {}
    again, standing = [block.get("data-again") for block in holder], list(holder)
    apart = _apart(planned) if limit(part) else {}
    for index, box in enumerate(planned.boxes):
        if box is not None:
            standing[index] = make("div", {"style": f"height: {box.margin_height() + apart.get(index, 0) / _PX:.4f}px"})
            blanks[standing[index]] = box
    for element in list(part):
        part.remove(element)
    _set(part, planned.setting)
    for number, page in enumerate(planned.pages or (Page(()),)):
        sheet = make("div", {"class": "sheet following" if number else "joined" if joins else "sheet opening"})
        sheet.extend([] if number else opening)
        for band in page.bands:
            # Columns float, and floats do not fill their band: its height is given, and their width rounded down, or else the last would drop.
            # A single column may flow on to another sheet.
            several = len(band.columns) > 1
            row = make("div", {"class": "band", "style": f"height: {band.height:.3f}mm"} if several else {"class": "band"})
            for column in band.columns:
                cell = make("div", {"class": "column", "style": f"width: {planned.width - 0.001:.3f}mm"} if several else {})
                # Below another band, what goes on stands under its own heading.
                if again[column[0]] and (several or band is page.bands[0]):
                    heading = make("p", {"class": "again"})
                    heading.text = again[column[0]]
                    cell.append(heading)
                cell.extend(standing[index] for index in column)
                row.append(cell)
            sheet.append(row)
        part.append(sheet)
    return blanks


def _apart(planned: Plan) -> dict[int, float]:
    """Millimetres to leave free below a packed block, so that the columns fill their page and end alike."""
    found: dict[int, float] = {}
    for band in (band for page in planned.pages for band in page.bands):
        for column in band.columns:
            free = band.height - sum(planned.boxes[index].margin_height() * _PX for index in column if planned.boxes[index] is not None)
            found |= {index: min(max(free, 0.0) / (len(column) - 1), APART) for index in column[:-1]}
    return found


def fill(page_box: Any, blanks: Mapping[Any, Any]) -> Iterator[Any]:
    """Put blocks into the blanks of a page, and give each block's box."""
    for box in list(page_box.descendants()):
        block = blanks.get(box.element)
        if block is not None:
            block.translate(box.position_x - block.position_x, box.position_y - block.position_y)
            box.children = (block,)
            yield block


def strays(page_box: Any) -> Iterator[tuple[str, float]]:
    """The texts on a page that reach beyond the block that holds them, or into the margins, and by how many millimetres.

    Those of its feet may reach as far as the edge of the paper.
    """
    paper = page_box.margin_width(), page_box.margin_height()
    for margin in (box for box in page_box.children if hasattr(box, "at_keyword")):
        for box in margin.descendants():
            if isinstance(getattr(box, "text", None), str) and (excess := _excess(box, *paper)) > 0:
                yield box.text.strip(), excess * _PX
    right, bottom = page_box.content_box_x() + page_box.width, page_box.content_box_y() + page_box.height
    pending = [(box, right, right) for box in page_box.children if not hasattr(box, "at_keyword")]
    while pending:
        box, edge, right = pending.pop()
        text = getattr(box, "text", None)
        if isinstance(text, str):
            if text.strip() and (excess := _excess(box, edge, bottom)) > _SLACK:
                yield text.strip(), excess * _PX
            continue
        if box.element is not None and "block" in _classes(box.element):
            right = min(right, box.content_box_x() + box.width)
        if any(type(child).__name__ == "LineBox" for child in box.children):
            edge = min(right, box.content_box_x() + box.width)  # a table may grow wider than its block
        pending += [(child, edge, right) for child in box.children]


def _excess(box: Any, right: float, bottom: float) -> float:
    return float(max(box.position_x + box.width - right, box.position_y + box.height - bottom))
