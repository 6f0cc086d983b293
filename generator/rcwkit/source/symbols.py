"""Names of symbols and signs: a picture, a unit box composed with `+`, such as `infantry+motorised`, a game's own."""

import re
from collections.abc import Collection, Container
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema, model_validator

from rcwkit.diagnostics import nearest
from rcwkit.source.base import Model, Name, Ref, optional
from rcwkit.source.markup import SHIPPED
from rcwkit.source.patterns import LINE, SIGN, malformed

BRANCHES = (
    "infantry",
    "cavalry",
    "recon",
    "armour",
    "artillery",
    "anti_tank",
    "anti_air",
    "engineers",
    "bridging",
    "machine_gun",
    "mortar",
    "rocket",
    "signals",
    "headquarters",
    "supply",
    "transport",
    "medical",
    "maintenance",
    "chemical",
    "aviation",
    "fortress",
    "airborne",
    "marine",
    "mountain",
    "motorised",
    "mechanised",
    "self_propelled",
    "wheeled",
    "bicycle",
    "ski",
    "railway",
    "coastal",
    "militia",
    "partisan",
    "security",
    "police",
    "guards",
    "elite",
    "light",
    "heavy",
)
"""What is drawn in a unit box, or under it; several are joined with `+`."""
FRAMES = ("friendly", "hostile", "neutral", "unknown")
"""Shapes of a unit box: rectangle, diamond, square, quatrefoil. Friendly unless another is named."""
Mark = Literal[
    "star",
    "disc",
    "ring",
    "diamond",
    "square",
    "triangle",
    "bar",
    "cross",
    "chevron",
    "hatch",
    "saltire",
    "stripes",
    "hexagon",
    "half",
    "roundel",
    "crescent",
    "sun",
    "stars",
    "flower",
    "tree",
    "peaks",
    "shield",
    "anchor",
    "double_cross",
]
"""The shapes that tell owners apart."""
MARKS: tuple[str, ...] = get_args(Mark)
PICTURES = (
    "train",
    "aircraft",
    "fighter",
    "bomber",
    "heavy_bomber",
    "recon_plane",
    "transport_plane",
    "seaplane",
    "zeppelin",
    "ship",
    "battleship",
    "cruiser",
    "destroyer",
    "submarine",
    "carrier",
    "transport_ship",
    "gunboat",
    "sailing_ship",
    "tank",
    "armoured_car",
    "gun",
    "lorry",
    "leader",
    "asset",
    "star",
    "cube",
    "barrel",
    "flag",
    "disc",
    "arrow",
    "act",
    "acted",
    "retreat",
    "halt",
    "rout",
    "surrender",
    "hidden",
    "spotted",
    "shot",
    "target",
    "ranks_close",
    "ranks_open",
    "half_speed",
    "spade",
    "trench",
    "rough",
    "swamp",
    "no_entry",
    "fire",
    "gas",
    "smoke",
    "burst",
    "stuck",
    "abandoned",
    "disarmed",
    "flare",
    "officer",
    "cheka",
    "decree",
    "bayonets",
    "turn",
    "soldier",
    "field_gun",
    "coin",
    "locomotive",
    "steamer",
    "factory",
    "gear",
    "telegraph",
    "horse",
    "sabre",
    "sabres",
    "banner",
    "map",
    "wheat",
    "eye",
    "none",
    *(name for name in MARKS if name not in ("star", "disc")),
)
"""Symbols without a unit box, which stand alone."""

ECHELONS = {
    "team": "Ø",
    "squad": "•",
    "section": "••",
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army_group": "XXXXX",
    "theatre": "XXXXXX",
    "command": "++",
}
"""Size of a unit in words → the mark above its box."""


PARTS = {
    "head": ("oval", "dome", "long", "square"),
    "nose": ("straight", "hawk", "blunt", "bald"),
    "eyes": ("calm", "slant", "stern"),
    "brow": ("thin", "heavy", "low", "arch"),
    "hair": ("fringe", "wild", "swept", "parted", "receding", "bob", "cropped"),
    "moustache": ("small", "walrus", "handlebar", "kaiser", "brush", "thin"),
    "beard": ("goatee", "imperial", "full", "spade"),
    "eyewear": ("glasses", "patch"),
    "cap": ("peaked", "naval", "maciejowka", "kepi", "papakha", "pickelhaube", "campaign", "helmet"),
    "badge": ("disc", "eagle", "anchor", "trident", "ribbon", "wedge", "star"),
    "coat": ("suit", "tunic", "white", "cherkeska", "fur"),
    "detail": ("lines", "gaunt", "tabs", "zigzag", "boards", "cross", "belts", "strap"),
    "overlay": ("bandage", "bars"),
}
"""Parts of portraits by what they are: of a head, its shade by the nose, and so on; overlays show a state."""


def is_unit_box(symbol: str) -> bool:
    """Return whether a symbol is a unit box, which has an echelon above it."""
    return any(part in _BOXED for part in symbol.split("+"))


def wrong_symbol(value: str, own: Collection[str] = (), own_branches: Collection[str] = ()) -> tuple[str, str] | None:
    """Return what is wrong with the name of a symbol or of a unit's size, and a hint; None if there is nothing.

    A game's `own` pictures and branches are known, too.
    """
    if value in ECHELONS:
        return None
    parts = value.split("+")
    boxes, pictures = (*BRANCHES, *FRAMES, *own_branches), (*PICTURES, *own)
    if value in own_branches and not (value in BRANCHES or value in pictures):
        return f"'{value}' is a branch, which stands in a box", f"write friendly+{value}"
    for part in parts:
        if part in pictures and part not in boxes and len(parts) > 1:
            return f"'{part}' stands alone", f"leave out the rest of '{value}'"
        if part not in boxes and part not in pictures:
            if part.lower().endswith((".png", ".jpg", ".jpeg", ".svg")):
                return f"unknown symbol '{part}'", f"a picture of your own: write art: {part}"
            hint = nearest(part, boxes if len(parts) > 1 else [*boxes, *pictures])
            return f"unknown symbol '{part}'", hint or "data/README.md lists all of them"
    if len(set(parts)) < len(parts):
        return f"'{value}' names a part twice", "write each part once"
    if sum(part in FRAMES for part in parts) > 1:
        return f"'{value}' has two frames", f"write one of {', '.join(FRAMES)}"
    return None


def _symbol(value: str) -> str:
    if value in ECHELONS:
        raise malformed(f"'{value}' is the size of a unit", f"write unit_size: {value}")
    return value


def echelon(value: Any) -> str:
    """Return the mark of a unit's size as it is written. Raises ValueError, with a hint."""
    text = str(value).strip()
    code = text.upper().replace("●", "•").replace("*", "•")
    if code in ECHELONS.values():
        return code
    word = text.lower().replace(" ", "_")
    word = _SHORT.get(word.rstrip("."), word)
    if word in ECHELONS:
        return ECHELONS[word]
    near = nearest(word, ECHELONS)
    if not near and _OWN.fullmatch(text):
        return text
    hint = near or f"write one of: {', '.join(ECHELONS)}; its mark, such as XX; or a few capitals, such as KG"
    raise malformed(f"unknown unit size '{text}'", hint)


_SHORT = {
    **dict.fromkeys(("plt", "pl"), "platoon"),
    **dict.fromkeys(("coy", "co", "sqn", "squadron", "bty", "btry", "battery"), "company"),
    **dict.fromkeys(("bn", "btn", "batt"), "battalion"),
    **dict.fromkeys(("rgt", "regt", "reg"), "regiment"),
    **dict.fromkeys(("bde", "brig"), "brigade"),
    **dict.fromkeys(("div", "dv"), "division"),
}
"""Sizes as they are abbreviated in orders of battle."""
_OWN = re.compile(r"(?=.*[A-Z])[A-Z0-9]{1,4}|\[[A-Z0-9]{1,4}\]|\([A-Z0-9]{1,4}\)")
"""A size of another kind, as it is printed: KG, RCT, [III]."""
_NAMED = r"^[A-Za-z0-9_-]+(\+[A-Za-z0-9_-]+)*$"
_BOXED = frozenset((*BRANCHES, *FRAMES))


def _among(*names: str) -> WithJsonSchema:
    return WithJsonSchema(
        {"anyOf": [{"enum": [*names]}, {"type": "string", "pattern": _NAMED, "examples": ["infantry+motorised"]}]}
    )


Symbol = Annotated[
    str,
    StringConstraints(max_length=200),
    AfterValidator(_symbol),
    _among(*BRANCHES, *PICTURES),
    Ref("symbols"),
]
"""A picture such as `battleship`, or the parts of a unit box joined with `+`: `infantry+motorised+airborne`."""
TitleSign = Annotated[
    str,
    StringConstraints(max_length=200),
    AfterValidator(_symbol),
    _among(*dict.fromkeys((*BRANCHES, *PICTURES, *SHIPPED))),
    Ref("title_signs"),
]
"""A symbol, or a sign of texts such as `heart`."""

UnitSize = Annotated[
    str,
    AfterValidator(echelon),
    WithJsonSchema({"type": "string", "examples": [*ECHELONS.values(), *ECHELONS, "KG"]}),
    Field(examples=["XX", "division"]),
]
"""The size of a unit, as a word, as its mark or as a few capitals of its own; kept as the mark."""

SCENES = (
    *("drives", "driven", "standoff", "tower", "bayonets", "bayonets_90", "bayonets_180"),
    *(f"die_{face}" for face in range(1, 7)),
)
"""The scenes that ship with the tool."""
Scene = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40),
    WithJsonSchema({"anyOf": [{"enum": [*SCENES]}, {"type": "string", "examples": ["standoff"]}]}),
    Ref("scenes"),
]
"""A picture in a title: one of those shipped, or of the game's `drawings`."""
PaneScene = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200, pattern=LINE),
    WithJsonSchema({"anyOf": [{"enum": [*SCENES]}, {"type": "string", "examples": ["standoff", "art/harbour.jpg"]}]}),
    Ref("scenes", checked=False),
]
"""A picture in a pane: the same, or a file in the game's folder, which has a dot in its name."""

FontName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9 _]{0,39}$"), Field(examples=["Futura"])]
"""The name of a font: letters, digits, spaces and `_`."""
SignName = Annotated[str, StringConstraints(pattern=SIGN, max_length=40)]
SignFile = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=LINE)]


class OwnSign(Model):
    """A sign of the game's own, for `:name:` in texts."""

    file: SignFile | None = optional(
        "A drawing or picture in the game's folder: SVG, PNG or JPEG.", examples=["signs/noise.svg"]
    )
    font: FontName | None = optional(
        "One of the game's fonts, such as one of icons, instead of a file.", examples=["icons"]
    )
    character: Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=LINE)] | None = optional(
        "What is printed in that font, in the colour of the words beside it.", examples=["♞"]
    )
    width: Annotated[float, Field(ge=0.2, le=8)] | None = optional(
        "Its width in sizes of the type, for signs that stand under one another; its own if left out.", examples=[1.2]
    )
    said: Name | None = optional("What is read in its place; its name if left out.", examples=["noise"])
    tint: bool = Field(
        False, description="Whether a drawing takes the colour of the words beside it; white stays white."
    )

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.file is None) == (self.character is None) or (self.font is None) != (self.character is None):
            raise malformed("a sign is a file, or a character of a font", "give file, or font and character")
        return self


Character = Annotated[str, StringConstraints(min_length=1, max_length=12, pattern=LINE)]


def sign_name(character: str, name: str, signs: Container[str]) -> str:
    """Return the name of the sign for a character that stands for the sign, or is printed in the font, of a name."""
    return name if name in signs else "u" + "-".join(f"{ord(one):x}" for one in character)
