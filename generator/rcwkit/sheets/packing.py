"""Pages of pieces of many sizes, packed side by side, with a ruler and what to do with them in the footer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.frame import MM, Frame, Group, Item
from rcwkit.sheets.marks import BAND, RULER, ruler
from rcwkit.sheets.paper import Paper
from rcwkit.type.columns import PackedPlace
from rcwkit.type.columns import pack_rectangles as pack
from rcwkit.type.text import Setter, TextBlock, TextBox

__all__ = ["AIR", "PAGE_FOOT", "Plan", "aired", "area", "pages_of_pieces", "planned"]

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
    return Plan(page, tuple(frames), tuple(pack(sizes, area(page, paper), upright=unturned)))


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
