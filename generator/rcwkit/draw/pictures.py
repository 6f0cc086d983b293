"""Single faces of cards and counters into PNG bytes: through the same PDF pages as sheets, so that they look as printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rcwkit.draw.proof import pages
from rcwkit.draw.sheets import Imprint, draw
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Frame, Group, Sheet
from rcwkit.look.images import framed, png, tiled
from rcwkit.models.lengths import CARDS

__all__ = ["DPI", "Bleed", "picture", "pictures", "pixels", "tiles"]

DPI = 300
"""Pixels an inch that print shops ask for."""
Bleed = Literal["none", "own", "shop"]
"""What a picture shows: a face as it is cut; with its own bleed; or in a print shop's size with the bleed that shops ask for."""
SHOP_BLEED = 25.4 / 8
"""The bleed of print shops in millimetres: an eighth of an inch."""
SHOP: Mapping[tuple[float, float], tuple[float, float]] = {
    CARDS["poker"]: (63.5, 88.9),
    CARDS["tarot"]: (69.85, 120.65),
}
"""Card sizes, in millimetres, that print shops cut in whole quarters of an inch: 2.5 × 3.5 and 2.75 × 4.75."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A face in pixels: how much it is enlarged, what is drawn of it, and the edge that is made around that."""

    scale: float
    drawn: tuple[int, int]
    edge: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the finished picture."""
        return self.drawn[0] + 2 * self.edge[0], self.drawn[1] + 2 * self.edge[1]


def pixels(frame: Frame, *, dpi: float = DPI, bleed: Bleed = "none") -> tuple[int, int]:
    """The width and height of the frame's picture. A poker card for the shop has 825 × 1125 at 300 dpi."""
    return _plan(frame, dpi, bleed).size


def picture(
    frame: Frame, fonts: FontBook, *, dpi: float = DPI, bleed: Bleed = "none", images: Mapping[str, bytes] | None = None
) -> bytes:
    """One face of a piece as a PNG; `images` maps a Picture's digest to its file's bytes.

    The same frame gives the same bytes. Many faces are made faster with `pictures`. Raises KeyError for a font or picture that is not there.
    """
    return next(pictures([frame], fonts, dpi=dpi, bleed=bleed, images=images))


def pictures(
    frames: Iterable[Frame],
    fonts: FontBook,
    *,
    dpi: float = DPI,
    bleed: Bleed = "none",
    images: Mapping[str, bytes] | None = None,
) -> Iterator[bytes]:
    """The PNG of every face, in order, each made when it is asked for. As `picture`, but fonts and repeated art are stored once."""
    yield from (png(drawn, dpi) for drawn in _rendered(frames, fonts, dpi, bleed, images or {}))


def tiles(
    frames: Sequence[Frame | None],
    columns: int,
    rows: int,
    fonts: FontBook,
    *,
    dpi: float = DPI,
    images: Mapping[str, bytes] | None = None,
) -> bytes:
    """Faces of one size side by side, by rows, as one PNG without gaps; the places of None, and those left over, stay white."""
    shown = [frame for frame in frames if frame]
    drawn = _rendered(shown, fonts, dpi, "none", images or {})
    return png(
        tiled([next(drawn) if frame else None for frame in frames], columns, rows, pixels(shown[0], dpi=dpi)), dpi
    )


def _rendered(
    frames: Iterable[Frame], fonts: FontBook, dpi: float, bleed: Bleed, images: Mapping[str, bytes]
) -> Iterator[Any]:
    """Every face as a picture of PIL's."""
    planned = [(frame, _plan(frame, dpi, bleed)) for frame in frames]
    if not planned:
        return
    pdf = draw([_page(frame, plan, dpi) for frame, plan in planned], Imprint("", "", ""), fonts, images)
    for (_, plan), drawn in zip(planned, pages(pdf, dpi), strict=True):
        yield framed(drawn, *plan.edge)


def _plan(frame: Frame, dpi: float, bleed: Bleed) -> _Plan:
    across, down = frame.width / MM, frame.height / MM
    wanted, scale, edge = (across, down), 1.0, frame.bleed / MM if bleed == "own" else 0.0
    if bleed == "shop":
        wanted = next(
            (size for ours, size in SHOP.items() if abs(ours[0] - across) < 0.06 and abs(ours[1] - down) < 0.06), wanted
        )
        # A hair larger rather than smaller: no side of the shop's card may stay without its art.
        scale, edge = max(wanted[0] / across, wanted[1] / down), SHOP_BLEED
    whole = _pixels(wanted[0] + 2 * edge, dpi), _pixels(wanted[1] + 2 * edge, dpi)
    # Where the art ends before the picture does, its last pixels run on.
    most = tuple(int((side + 2 * frame.bleed) * scale / 72 * dpi) for side in (frame.width, frame.height))
    missing = tuple(max(0, (part - size + 1) // 2) for size, part in zip(most, whole, strict=True))
    return _Plan(scale, (whole[0] - 2 * missing[0], whole[1] - 2 * missing[1]), (missing[0], missing[1]))


def _page(frame: Frame, plan: _Plan, dpi: float) -> Sheet:
    """The face in the middle of a page as large as what is drawn of it: a hundredth of a pixel less, so that rounding adds none."""
    width, height = ((side - 0.01) * 72 / dpi for side in plan.drawn)
    x, y = (width - frame.width * plan.scale) / 2, (height - frame.height * plan.scale) / 2
    return Sheet(width, height, (Group(frame.items, x, y, scale=plan.scale),), frame.name)


def _pixels(millimetres: float, dpi: float) -> int:
    return max(1, round(millimetres / 25.4 * dpi))
