"""Frames as SVG, for documents, previews and exports."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rcwkit.frame import MM, SILENT, Circle, Frame, Gradient, Group, Item, Line, Path, Picture, Polygon, Rect, Text
from rcwkit.memo import Memo
from rcwkit.type.fonts import Font, FontBook, composed
from rcwkit.type.scripts import MARK

Addresses = Callable[[str], str]
"""The URL of a raster picture, by its digest."""


_HOUSE = FontBook()
LONG = 60
"""Steps, or parts, of a path that is worth keeping."""


def svg(
    frame: Frame,
    *,
    width: float | None = None,
    bleed: bool = False,
    label: str | None = "",
    pictures: Addresses | None = None,
    fonts: FontBook | None = None,
    memo: Memo | None = None,
) -> str:
    """Return a frame as an `<svg>` element: true to size, or `width` mm wide.

    `pictures` gives the URLs of raster pictures, `fonts` the families of fonts if they are not the house's. `bleed`
    includes the frame's bleed. `label` is the alternative text;
    an empty one marks an ornament, and None leaves the frame's own text to be read. A `memo` keeps long paths, such as
    coasts, for the next frame.
    """
    edge = frame.bleed if bleed else 0.0
    across, down = frame.width + 2 * edge, frame.height + 2 * edge
    scale = 1 / MM if width is None else width / across
    role = "" if label is None else f' role="img" aria-label={quoteattr(label)}' if label else ' aria-hidden="true"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(across * scale)}mm" height="{_n(down * scale)}mm"'
        f' viewBox="{_n(-edge)} {_n(-edge)} {_n(across)} {_n(down)}"{role}>'
    )
    ways = _Ways(pictures or _unknown, fonts or _HOUSE, _steps if memo is None else memo.of(len)(_steps))
    written = [head]
    _write(frame.items, ways, written)
    written.append("</svg>")
    return "".join(written)


def embedded(data: bytes) -> str:
    """Return the file of a picture, PNG or JPEG, as a URL that contains it."""
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


def _unknown(digest: str) -> str:
    raise KeyError(digest)


class _Ways(NamedTuple):
    """How items are written: the URLs of pictures, the families of fonts, and the steps of long paths."""

    pictures: Addresses
    fonts: FontBook
    long: Callable[[Path], str]

    def steps(self, path: Path) -> str:
        parts = path.subpaths
        return (self.long if len(parts) > LONG or any(len(one.steps) > LONG for one in parts) else _steps)(path)


def _write(items: tuple[Item, ...], ways: _Ways, written: list[str]) -> None:
    """Add the elements of items to what is written: a map has ten thousand of them, too many for nested generators."""
    for item in items:
        match item:
            case Group():
                _write_group(item, ways, written)
            case Text():
                written.append(_text(item, ways.fonts[item.font]))
            case Picture():
                address = quoteattr(ways.pictures(item.digest))
                written.append(f'<image {_box(item)} preserveAspectRatio="none" href={address}/>')
            case Gradient():
                written.append(_gradient(item))
            case Line():
                written.append(
                    f'<line x1="{_n(item.x1)}" y1="{_n(item.y1)}" x2="{_n(item.x2)}" y2="{_n(item.y2)}"'
                    f' stroke="{item.stroke}" stroke-width="{_n(item.line)}"/>'
                )
            case _:
                written.append(_shape(item, ways))


def _gradient(item: Gradient) -> str:
    """Return a box with a gradient: a picture of its own, as ids would clash between the pictures of a page."""
    names = ("x1", "y1", "x2", "y2") if len(item.axis) == 4 else ("fx", "fy", "fr", "cx", "cy", "r")
    axis = "".join(f' {key}="{_n(value)}"' for key, value in zip(names, item.axis, strict=True))
    moved = " ".join(f"{part:.6g}" for part in item.matrix)
    stops = "".join(
        f'<stop offset="{at:.4g}" stop-color="{colour}"' + (f' stop-opacity="{alpha:.3g}"/>' if alpha < 1 else "/>")
        for at, colour, alpha in item.stops
    )
    kind = "linearGradient" if len(item.axis) == 4 else "radialGradient"
    size = " ".join(_n(part) for part in item[:4])
    inner = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{_n(item.width)}" height="{_n(item.height)}">'
        f'<{kind} id="g" gradientUnits="userSpaceOnUse"{axis} gradientTransform="matrix({moved})">{stops}</{kind}>'
        f'<rect {_box(item)} fill="url(#g)"/></svg>'
    )
    address = f"data:image/svg+xml;base64,{b64encode(inner.encode()).decode()}"
    return f'<image {_box(item)} preserveAspectRatio="none" href="{address}"/>'


def _shape(item: Rect | Circle | Polygon | Path, ways: _Ways) -> str:
    paint = f' fill="{item.fill or "none"}"'
    if item.stroke:
        paint += f' stroke="{item.stroke}" stroke-width="{_n(item.line)}"'
    match item:
        case Rect():
            corner = f' rx="{_n(item.radius)}"' if item.radius else ""
            return f"<rect {_box(item)}{corner}{paint}/>"
        case Circle():
            return f'<circle cx="{_n(item.x)}" cy="{_n(item.y)}" r="{_n(item.radius)}"{paint}/>'
        case Polygon():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in item.points)
            return f'<{"polygon" if item.closed else "polyline"} points="{points}"{paint}/>'
        case Path():
            return f'<path d="{ways.steps(item)}"{_ends(item)}{paint}/>'


def _steps(item: Path) -> str:
    steps = []
    for (x, y), parts, closed in item.subpaths:
        steps.append(f"M{x:.2f} {y:.2f}")
        for part in parts:
            if len(part) == 6:
                a, b, c, d, e, f = part
                steps.append(f"C{a:.2f} {b:.2f} {c:.2f} {d:.2f} {e:.2f} {f:.2f}")
            else:
                steps.append(f"L{part[0]:.2f} {part[1]:.2f}")
        steps += ["Z"] if closed else []
    # All at once: coasts have a hundred thousand numbers.
    return _ZEROS.sub("", "".join(steps).replace("-0.00", "0"))


_ZEROS = re.compile(r"\.00|(?<=\.[0-9])0")
"""What numbers with two decimals have that says nothing."""


def _ends(item: Path) -> str:
    rule = ' fill-rule="evenodd"' if item.fill and item.even_odd else ""
    if item.stroke and item.cap != "butt":
        rule += f' stroke-linecap="{item.cap}"'
    if item.stroke and item.join != "miter":
        rule += f' stroke-linejoin="{item.join}"'
    elif item.stroke and item.miter != 4:
        rule += f' stroke-miterlimit="{_n(item.miter)}"'
    if item.stroke and item.dash:
        rule += f' stroke-dasharray="{" ".join(map(_n, item.dash))}"'
        rule += f' stroke-dashoffset="{_n(item.phase)}"' if item.phase else ""
    return rule


def _box(item: Rect | Picture | Gradient) -> str:
    return f'x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}"'


def _text(item: Text, font: Font) -> str:
    if pieces := font.laid(item.text).pieces:
        scale, space = item.size / font.units, font.advances.get(32, 0)
        parts = [
            # Spaces at the beginning of a text are not shown.
            _string(
                item._replace(
                    x=item.x + (x + space * (len(text) - len(text.lstrip(" ")))) * scale,
                    y=item.y - y * scale,
                    text=text.strip(" "),
                    spacing=0.0,
                ),
                font,
            )
            for x, y, text in pieces
            if text.strip(" ")
        ]
        return f'<g role="img" aria-label={quoteattr(item.text.replace(MARK, ""))}>{"".join(parts)}</g>'
    return _string(item, font)


def _string(item: Text, font: Font) -> str:
    text = escape(composed(item.text, font.glyphs if font.spare is None else font.advances))
    # Attributes, not CSS: a document's style sheet does not reach into inline SVG.
    face = font.face
    style = f' font-family="{_families(font)}" font-size="{_n(item.size)}"'
    if face.weight != 400:
        style += f' font-weight="{face.weight}"'
    if face.style != "normal":
        style += f' font-style="{face.style}"'
    if item.spacing:
        style += f' letter-spacing="{_n(item.spacing)}"'
    paint = f'fill="{item.fill}"'
    if item.outline:
        paint = f'fill="{item.inside}" stroke="{item.fill}" stroke-width="{_n(item.outline)}" stroke-linejoin="round"'
    return f'<text x="{_n(item.x)}" y="{_n(item.y)}"{style} {paint}>{text}</text>'


@lru_cache(maxsize=64)
def _families(font: Font) -> str:
    names = font.families
    return ", ".join(f"'{name}'" for name in names) if len(names) > 1 else names[0]


def _write_group(group: Group, ways: _Ways, written: list[str]) -> None:
    steps = [f"translate({_n(group.x)} {_n(group.y)})"] if group.x or group.y else []
    steps += [f"rotate({_n(group.rotate)})"] if group.rotate else []
    if group.mirror:
        steps.append(f"scale({-group.scale:.6g} {group.scale:.6g})")
    elif group.scale != 1.0:
        steps.append(f"scale({group.scale:.6g})")
    place = f" data-at={quoteattr(group.at)}" if group.at else ""
    place += ' aria-hidden="true"' if group.alt == SILENT else ""
    if group.opacity < 1:
        place += f' opacity="{group.opacity:.3g}"'
    if isinstance(group.within, Path):
        rule = "evenodd, " if group.within.even_odd else ""
        place += f" clip-path=\"path({rule}'{ways.steps(group.within)}') view-box\""
    elif group.within:
        corners = ", ".join(f"{_n(x)}px {_n(y)}px" for x, y in group.within)
        # An attribute, as pages allow no styles of their own; without `view-box`, corners count from what is drawn.
        place += f' clip-path="polygon({corners}) view-box"'
    written.append(f'<g{place} transform="{" ".join(steps)}">' if steps else f"<g{place}>")
    if group.clip:
        # A nested svg clips without an id; ids would clash between the pictures of a page.
        x, y, width, height = (_n(part) for part in group.clip)
        box = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
        written.append(f'<svg {box} overflow="hidden">')
    _write(group.items, ways, written)
    written.append("</svg></g>" if group.clip else "</g>")


def _n(value: float) -> str:
    """Format a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
