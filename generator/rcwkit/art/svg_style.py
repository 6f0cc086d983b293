"""What elements of an SVG inherit: their place, paint and lines; what browsers ignore is ignored here."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from fontTools.misc.transform import Transform

from rcwkit.art.artwork import CURRENT
from rcwkit.art.colours import mix
from rcwkit.art.svg_tree import EFFECTS, Element, NotDrawn, length

__all__ = ["State", "colour_of", "faded", "flat", "fraction", "styled", "transformed"]

_LONGEST = 2000
"""Maximum length of a transformation."""
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(
    r"rgba?\(\s*([-+.\d]+%?)\s*[,\s]\s*([-+.\d]+%?)\s*[,\s]\s*([-+.\d]+%?)\s*(?:[,/]\s*([-+.\d]+%?)\s*)?\)"
)
_VARIABLE = re.compile(r"var\(\s*--([a-z]+)\s*(?:,[^()]*)?\)")
_BLACK, _WHITE = frozenset({"black", "#000", "#000000"}), frozenset({"white", "#fff", "#ffffff"})


class State(NamedTuple):
    """What elements inherit: the way to the grid, and paint.

    A paint is `#rrggbb`, `#rrggbbaa`, CURRENT, `url(…)` with what takes its place, or None for none. The opacity of an
    element as a whole is `alpha`; figures, whose colours are `roles`, pass it on.
    """

    matrix: Transform
    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    even_odd: bool = False
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    stroke_first: bool = False
    colour: str = CURRENT
    alpha: float = 1.0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    shown: bool = True
    roles: tuple[str, ...] = ()
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    clip_even_odd: bool = False
    scaling: bool = True


def styled(element: Element, state: State, view: tuple[float, float]) -> State:
    """Return the state within an element: its attributes, and its `style`, which comes first. Raises NotDrawn."""
    given = element.style
    _check_effects(element, given)
    if "transform" in element.attributes:
        state = state._replace(matrix=transformed(element, "transform", state.matrix))
    if "color" in given:
        state = state._replace(colour=_paint(element, given["color"], state, state.colour) or state.colour)
    if "fill" in given:
        state = state._replace(fill=_paint(element, given["fill"], state, state.fill))
    if "stroke" in given:
        state = state._replace(stroke=_paint(element, given["stroke"], state, state.stroke))
    if given.get("fill-rule") in ("evenodd", "nonzero"):
        state = state._replace(even_odd=given["fill-rule"] == "evenodd")
    if given.get("clip-rule") in ("evenodd", "nonzero"):
        state = state._replace(clip_even_odd=given["clip-rule"] == "evenodd")
    state = _lined(given, state, math.hypot(*view) / math.sqrt(2))
    alpha = fraction(given.get("opacity", "1"), 1.0) * (state.alpha if state.roles else 1.0)
    if given.get("visibility", "inherit") in ("visible", "hidden", "collapse"):
        state = state._replace(shown=given["visibility"] == "visible")
    return state._replace(
        alpha=alpha,
        fill_alpha=fraction(given.get("fill-opacity", ""), state.fill_alpha),
        stroke_alpha=fraction(given.get("stroke-opacity", ""), state.stroke_alpha),
    )


def _check_effects(element: Element, given: Mapping[str, str]) -> None:
    """Raise NotDrawn for masks, filters and the like."""
    for name in EFFECTS:
        if given.get(name, "none") not in ("none", "", "inherit"):
            raise NotDrawn(element.line, f"'{name}' is not printed", "draw its result as shapes")
    if given.get("mix-blend-mode", "normal") != "normal":
        raise NotDrawn(element.line, "'mix-blend-mode' is not printed", "use plain colours")
    if given.get("transform", "none") != "none":
        raise NotDrawn(element.line, "'transform' in a style is not printed", "write it as an attribute")


def _lined(given: Mapping[str, str], state: State, whole: float) -> State:
    """Return the state with the properties of lines; percentages are of a `whole`."""
    wide = length(given.get("stroke-width", ""), whole)
    if wide >= 0:
        state = state._replace(width=wide)
    if given.get("stroke-linecap") in ("butt", "round", "square"):
        state = state._replace(cap=given["stroke-linecap"])
    if given.get("stroke-linejoin") in ("miter", "round", "bevel"):
        state = state._replace(join=given["stroke-linejoin"])
    if length(given.get("stroke-miterlimit", "")) >= 1:
        state = state._replace(miter=length(given["stroke-miterlimit"]))
    if given.get("paint-order", "inherit") != "inherit":
        order = given["paint-order"].split()
        state = state._replace(stroke_first="stroke" in order and "fill" not in order[: order.index("stroke")])
    if given.get("stroke-dasharray", "inherit") != "inherit":
        parts = [length(part, whole) for part in given["stroke-dasharray"].replace(",", " ").split()]
        sound = all(part >= 0 for part in parts) and sum(parts) > 0
        state = state._replace(dash=tuple(parts * (1 + len(parts) % 2)) if sound else ())
    phase = length(given.get("stroke-dashoffset", ""), whole)
    if not math.isnan(phase):
        state = state._replace(phase=phase)
    if given.get("vector-effect", "inherit") != "inherit":
        state = state._replace(scaling=given["vector-effect"] != "non-scaling-stroke")
    return state


def _paint(element: Element, value: str, state: State, above: str | None) -> str | None:
    """Return a paint; that above if it is none that is known. Raises NotDrawn for colours that figures have not."""
    lower = value.strip().lower()
    if lower in ("none", "transparent"):
        return None
    if lower == "currentcolor":
        return state.colour
    if lower in ("inherit", "context-fill", "context-stroke"):
        return above
    if state.roles:
        return _role(element, value, state.roles)
    if lower.startswith("url("):
        return value.strip()
    return colour_of(lower) or above


def colour_of(text: str) -> str | None:
    """Return a colour as `#RRGGBB`, or with its opacity `#RRGGBBAA`; None if it is none."""
    text = text.strip().lower()
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > 5 else "".join(2 * digit for digit in text[1:])
        return f"#{digits.upper().removesuffix('FF') if len(digits) == 8 else digits.upper()}"
    if match := _RGB.fullmatch(text):
        try:
            parts = [float(part[:-1]) * 2.55 if part.endswith("%") else float(part) for part in match.groups()[:3]]
        except ValueError:
            return None
        alpha = fraction(match[4] or "1", 1.0)
        colour = "#" + "".join(f"{round(min(255.0, max(0.0, part))):02X}" for part in parts)
        return colour if alpha == 1 else f"{colour}{round(255 * alpha):02X}"
    from PIL.ImageColor import colormap, getrgb

    if text in colormap or text.startswith("hsl("):
        try:
            return "#" + "".join(f"{part:02X}" for part in getrgb(text)[:3])
        except ValueError:
            return None
    return None


def _role(element: Element, value: str, roles: tuple[str, ...]) -> str:
    """Return the role that a colour of a figure stands for."""
    lower = value.strip().lower()
    match = _VARIABLE.fullmatch(lower)
    if match and match[1] in roles:
        return match[1]
    if lower in _BLACK or lower in _WHITE:
        return roles[0 if lower in _BLACK else -1]
    names = [f"black for {roles[0]}", *(f"var(--{role}) for {role}" for role in roles[1:-1]), f"white for {roles[-1]}"]
    raise NotDrawn(element.line, f"'{value[:40]}' is no colour of such a drawing", f"write {', '.join(names)}")


def flat(colour: str | None, alpha: float) -> tuple[str | None, float]:
    """Return a plain colour, None for none, and its opacity."""
    if colour is None or alpha <= 0:
        return None, 0.0
    if colour.startswith("#") and len(colour) == 9:
        return colour[:7], alpha * int(colour[7:], 16) / 255
    return colour, alpha


def faded(colour: str, alpha: float) -> str:
    """Return a plain colour as it looks on white."""
    return mix("#FFFFFF", colour, alpha) if colour.startswith("#") else colour


def fraction(text: str, default: float) -> float:
    """Return an opacity or a share from 0 to 1; a default if it is none."""
    value = length(text, 1.0)
    return default if math.isnan(value) else min(1.0, max(0.0, value))


def transformed(element: Element, name: str, matrix: Transform) -> Transform:
    """Return a matrix with the transformation of an attribute before it. Raises NotDrawn."""
    text, at = element.attributes.get(name, "").strip(), 0
    if len(text) > _LONGEST:
        raise NotDrawn(element.line, f"a transformation of {len(text):,} characters", "multiply it out", "E269")
    if text == "none":
        return matrix
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        try:
            matrix = _turned(matrix, match[1], [float(part) for part in match[2].replace(",", " ").split()])  # type: ignore[index]
        except (TypeError, ValueError, IndexError):
            raise NotDrawn(element.line, f"{name}='{text[:40]}' is not a transformation", "write it out") from None
        assert match is not None
        at = match.end()
    if not all(math.isfinite(value) for value in matrix):
        raise NotDrawn(element.line, f"{name}='{text[:40]}' is out of range", "use smaller numbers", "E269")
    return matrix


def _turned(matrix: Transform, name: str, values: list[float]) -> Transform:
    """Apply a transformation. Raises ValueError or IndexError for the wrong number of values."""
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return matrix.transform((a, b, c, d, e, f))
        case "translate", [x, *rest] if len(rest) < 2:
            return matrix.translate(x, rest[0] if rest else 0.0)
        case "scale", [x, *rest] if len(rest) < 2:
            return matrix.scale(x, rest[0] if rest else x)
        case "rotate", [angle]:
            return matrix.rotate(math.radians(angle))
        case "rotate", [angle, x, y]:
            return matrix.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
        case "skewX", [angle]:
            return matrix.skew(math.radians(angle), 0)
        case "skewY", [angle]:
            return matrix.skew(0, math.radians(angle))
    raise ValueError(name)
