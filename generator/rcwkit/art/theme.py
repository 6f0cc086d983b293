"""The theme: palette, type sizes, how colours print, as fills or outlines, and night on screens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, Self

from rcwkit.art.colours import contrast, hue, lightened, luminance, mix, tint
from rcwkit.art.figures import SHIPPED as OF_THE_HOUSE
from rcwkit.art.figures import Figures
from rcwkit.frame import MM
from rcwkit.source.info import (
    Band,
    BoxStyle,
    Corners,
    FootStyle,
    GameInfo,
    Look,
    Motif,
    Owner,
    StepStyle,
    TableStyle,
    TitleStyle,
)
from rcwkit.source.language import word
from rcwkit.source.markup import SHIPPED, capitals
from rcwkit.source.symbols import OwnSign

Ink = Literal["full", "low"]
Hatch = Literal["vertical", "horizontal", "falling", "rising", "lattice", "grid", "dots"]
"""The hatch that stands for a colour in outlined themes."""

LEGIBLE = 4.5
"""Minimum contrast of text against its ground (WCAG AA)."""
CLEAR = 7.0
"""That of coloured words on a dark ground (WCAG AAA): as thin strokes, colours glare there."""
BAR, ON_BAR = "#1B1A18", "#F4ECDD"
"""The head of a screen in a look without bands, by day and by night, and what stands on it."""

_HATCHES: tuple[tuple[float, Hatch], ...] = (
    (15, "vertical"),
    (42, "lattice"),
    (72, "dots"),
    (170, "falling"),
    (250, "horizontal"),
    (345, "rising"),
    (360, "vertical"),
)
"""Upper limit of each range of hues, with its hatch: red, brown, gold, green, blue, purple, red again."""


class Plate(NamedTuple):
    """The colours of a counter, chip or band: its ground, text and marks, and frame (the ground's if it has none).

    A plate with a `hatch` is not filled: it is outlined in `edge`, and hatched where it has no text.
    """

    ground: str
    text: str
    edge: str
    hatch: Hatch | None = None


SKY = 1.5
"""Least contrast of a colour with the gold of a sky behind it."""


class Poster(NamedTuple):
    """The colours of a card back: its ground, a light one, a strong one that shows on both, and that of a sky."""

    ground: str
    light: str
    strong: str
    hatch: Hatch | None = None
    sky: str = ""


_LOOK = Look.model_construct()
"""The house's look."""


class Theme(NamedTuple):
    """Colours as `#rrggbb`, sizes in points.

    Text below its floor is a warning, below `least` an error; `reading` is the running text of aids. An `outlined`
    theme prints lines and hatches instead of fills. `edition` is printed in the footers. Without a `motif`, emblems
    go by document. `corner` is the size of corners that are not square. Texts may name the
    `colours`, the marks of `owners`, and the game's own `signs`; `said` has the words for signs by name.
    """

    ink: str = _LOOK.ink
    paper: str = _LOOK.paper
    page: str = _LOOK.page
    sheet: str = ""
    quiet: str = _LOOK.quiet
    hairline: str = _LOOK.hairline
    gold: str = _LOOK.gold
    accent: str = _LOOK.accent
    second: str = _LOOK.ink
    title: TitleStyle = _LOOK.title
    sign: str = ""
    scene: str = ""
    capitals: bool = _LOOK.capitals
    table: TableStyle = _LOOK.table
    box: BoxStyle = _LOOK.box
    steps: StepStyle = _LOOK.steps
    foot: FootStyle = _LOOK.foot
    motif: Motif | Literal["none"] | None = None
    band: Band = _LOOK.band
    corners: Corners = _LOOK.corners
    corner: float = _LOOK.corner * MM
    gutter: float = 0.0
    backs: Literal["poster", "pale", "frame", "plain"] = _LOOK.backs
    card_body: float = _LOOK.sizes.cards
    card_floor: float = 6.5
    counter_floor: float = 6.0
    aid_floor: float = 7.0
    reading: float = _LOOK.sizes.pages
    booklet: float = _LOOK.sizes.booklets
    titles: float = _LOOK.sizes.titles
    large_print: float = 12.0
    least: float = 5.0
    leading: float = 1.22
    tight: float = 1.1
    outlined: bool = False
    edition: str = ""
    owners: Mapping[str, Owner] = {}
    colours: Mapping[str, str] = {}
    signs: Mapping[str, OwnSign] = {}
    said: Mapping[str, str] = SHIPPED
    figures: Figures = OF_THE_HOUSE

    @property
    def enlarges(self) -> bool:
        """Whether this is the large-print theme."""
        return self.reading >= self.large_print

    @property
    def enlarged(self) -> Self:
        """The large-print theme: running text and anything smaller at `large_print`, headings scaled to match."""
        return self._replace(
            reading=self.large_print, edition=" · ".join(filter(None, (self.edition, word("large print"))))
        )

    @property
    def sparing(self) -> Self:
        """The theme in outlines and hatches on white."""
        return self._replace(paper="#FFFFFF", page="#FFFFFF", sheet="", outlined=True, edition=word("low ink"))

    def grown(self, usual: float) -> float:
        """Scale a type size with the running text, in large print to no less than that."""
        if self.reading == HOUSE.reading:
            return usual
        grown = usual * self.reading / HOUSE.reading
        return max(grown, self.reading) if self.enlarges else grown

    @property
    def loud(self) -> str:
        """The ground of extreme results: a deep accent."""
        return mix(self.accent, "#000000", 0.3)

    def on(self, ground: str) -> str:
        """Return paper or ink, whichever has more contrast on a ground."""
        return self.paper if contrast(self.paper, ground) >= contrast(self.ink, ground) else self.ink

    def ground(self, colour: str) -> str:
        """Return a colour as a ground for text, darkened just enough if neither paper nor ink is legible on it."""
        return _darkened(colour, self.paper, self.ink) if contrast(self.on(colour), colour) < LEGIBLE else colour

    def legible(self, colour: str, ground: str) -> str:
        """Return a colour as text, darkened just enough to be legible, or on a dark ground lighter in its own hue."""
        dark = luminance(ground) < luminance(self.ink)
        return lightened(colour, ground, CLEAR) if dark else _darkened(colour, ground, self.ink)

    def inked(self, name: str, fill: str = "") -> str:
        """Return a colour that a text names, legible on the ground that suits `fill`; `fill`, or ink, for none."""
        colour, fill = self.colours.get(name, self.accent if name == "accent" else None), fill or self.ink
        if colour is None:
            return fill
        if contrast(fill, self.paper) >= LEGIBLE:
            return self.legible(colour, self.paper)
        return colour if contrast(colour, self.ink) >= LEGIBLE else fill

    def plate(self, colour: str) -> Plate:
        """Return the plate of a full-strength side or a bar, filled with its owner's colour."""
        if self.outlined:
            line = self.legible(colour, self.page)
            return Plate(self.page, line, line, hatch(colour))
        ground = self.ground(colour)
        return Plate(ground, self.on(ground), ground)

    def reduced(self, colour: str) -> Plate:
        """Return the plate of a reduced side: paper, framed in its owner's colour."""
        if self.outlined:
            return self.plate(colour)
        return Plate(self.paper, self.legible(colour, self.paper), self.ground(colour))

    def poster(self, colour: str) -> Poster:
        """Return the colours of a back: the colour on ink, or as the ground if it is too dark for that."""
        if self.outlined:
            return Poster(self.page, self.ink, self.legible(colour, self.page), hatch(colour))
        if contrast(colour, self.ink) >= 2.2:
            return Poster(self.ink, self.paper, colour, sky=self.gold if contrast(colour, self.gold) >= SKY else "")
        return Poster(colour, self.paper, self.gold)

    def pale(self, colour: str) -> Poster:
        """Return the colours of a plain back: the colour on paper."""
        if self.outlined:
            return self.poster(colour)
        return Poster(self.paper, self.ink, self.legible(colour, self.paper))

    @property
    def title_plate(self) -> Plate:
        """The plate of the titles of pages: in the accent where a band stands behind them, else white."""
        if self.outlined or self.title not in ("rules", "slant", "blocks"):
            return Plate(self.page, self.ink, self.ink)
        ground = self.ground(self.accent)
        return Plate(ground, self.on(ground), ground)

    def table_head(self, *, corner: bool = False) -> tuple[str | None, str]:
        """Return the ground of the head of a table, if it has one, and the ink on it."""
        if self.outlined or self.table == "ruled" or (self.table == "grid" and corner):
            return None, self.accent if corner and self.table == "plain" else self.ink
        if self.table == "plain":
            return self.accent if corner else self.ink, self.paper
        accent = self.ground(self.second if corner else self.accent)
        ground = accent if self.table in ("grid", "blocks") else self.ink
        return ground, self.on(ground)

    def cased(self, text: str) -> str:
        """Return a title or head as the look writes it: in capitals, or as it is."""
        return capitals(text) if self.capitals else text

    def slant(self, rise: float) -> float:
        """Return how far a band rises over its length: as given, or not at all in a look without slanted bands."""
        return rise if self.band == "slanted" else 0.0

    def stripe(self, colour: str) -> str:
        """Return a colour that stands out beside a band: ink, or gold if the band is nearly ink."""
        return self.ink if contrast(colour, self.ink) >= 1.5 else self.gold

    def washed(self, colour: str, amount: float = 0.12) -> str:
        """Return a tint of a colour on the paper."""
        return tint(colour, amount, self.paper)

    def shade(self, colour: str, amount: float) -> str:
        """Return a tint of a colour on the page; in an outlined theme, the page itself."""
        return self.page if self.outlined else tint(colour, amount, self.page)


HOUSE = Theme()
"""The house palette."""
LOW_INK = HOUSE.sparing
"""The house palette in outlines and hatches."""
THEMES: Mapping[Ink, Theme] = {"full": HOUSE, "low": LOW_INK}


def themed(info: GameInfo, ink: Ink = "full") -> Theme:
    """Return the theme of a game's look, with its accent darkened if it is illegible on paper."""
    look = info.look
    theme = Theme(
        look.ink,
        look.paper,
        look.page,
        look.sheet or "",
        look.quiet,
        look.hairline,
        look.gold,
        second=look.second or look.ink,
        title=look.title,
        sign="" if look.sign in (None, "none") else look.sign,
        scene=look.scene or "",
        capitals=look.capitals,
        table=look.table,
        gutter=look.gutter * MM,
        box=look.box,
        steps=look.steps,
        foot=look.foot,
        motif=look.motif,
        band=look.band,
        corners=look.corners,
        corner=look.corner * MM,
        backs=look.backs,
        card_body=look.sizes.cards,
        reading=look.sizes.pages,
        booklet=look.sizes.booklets,
        titles=look.sizes.titles,
    )
    theme = theme.sparing if ink == "low" else theme
    owners, accent = {**info.sides, **info.factions}, theme.legible(look.accent, theme.paper)
    colours = {**look.colours, **{name: owner.colour for name, owner in owners.items()}, "accent": accent}
    return theme._replace(accent=accent, owners=owners, colours=colours, signs=info.own_signs, said=info.said)


def hatch(colour: str) -> Hatch:
    """Return the heraldic hatch for a colour, in the system of Silvester Petra Sancta (1638).

    Red is vertical, blue horizontal, green and purple diagonal, gold dotted, brown a lattice, black and grey a grid.
    """
    angle = hue(colour)
    return "grid" if angle is None else next(name for most, name in _HATCHES if angle <= most)


def css_variables(
    theme: Theme,
    info: GameInfo,
    fonts: Mapping[str, str] | None = None,
    under: str = ":root",
    accent: Plate | None = None,
) -> str:
    """Return CSS variables: `--ink` and other roles; per owner `--owner-red`, with `-ground`, `-on`, `-text`, `-tint`.

    `fonts` are families by role, as in `--sans`. Elements of class `owner-red` have the same as `--own`, `--own-ground`
    and so on; words of class `ink-red` have that colour. `under` selects the page.
    `accent` is the ground of main buttons, `--fill`, and what stands on it.
    """
    roles = ("ink", "paper", "page", "quiet", "hairline", "gold", "accent", "loud")
    variables = {role: getattr(theme, role) for role in roles}
    strong = accent or theme.plate(theme.accent)
    variables |= {"fill": strong.ground, "on-fill": strong.text}
    variables["gold-tint"] = tint(theme.gold, 0.22, theme.page)
    variables["desk"] = mix(theme.paper, theme.ink, 0.12)
    variables["wash"] = tint(theme.paper, 0.5, theme.page)
    variables |= _styles(theme)
    if accent and theme.title_plate.ground == theme.ground(theme.accent):
        variables |= {"band": accent.ground, "on-band": accent.text, "under": accent.text}
    variables["corner"] = "0" if theme.corners == "square" else f"{theme.corner:.1f}px"
    variables |= fonts or {}
    classes, prefix = [], "" if under == ":root" else f"{under} "
    for name, owner in {**info.sides, **info.factions}.items():
        plate, key = theme.plate(owner.colour), "owner-" + name.replace("_", "-").replace(".", "-")
        own = {
            "": owner.colour,
            "-ground": plate.ground,
            "-on": plate.text,
            "-text": theme.legible(owner.colour, theme.page),
            "-tint": tint(owner.colour, 0.18, theme.page),
        }
        variables |= {key + part: value for part, value in own.items()}
        classes.append(
            f"{prefix}.{key} {{ " + " ".join(f"--own{part}: {value};" for part, value in own.items()) + " }\n"
        )
    classes += (f"{prefix}.ink-{name.replace('.', '-')} {{ color: {theme.inked(name)}; }}\n" for name in theme.colours)
    return (
        f"{under} {{\n"
        + "".join(f"  --{name}: {value};\n" for name, value in variables.items())
        + "}\n"
        + "".join(classes)
    )


def _styles(theme: Theme) -> dict[str, str]:
    """Return the variables of titles and tables: their grounds and what is on them; heads without a band are black."""
    plate, (head, on_head) = theme.title_plate, theme.table_head()
    bare, banded = theme.table in ("ruled", "grid"), plate.ground != theme.page
    return {
        "second": theme.second,
        "band": plate.ground if banded else BAR,
        "on-band": plate.text if banded else ON_BAR,
        "under": plate.text if banded else theme.gold,
        "slant": "1" if theme.foot == "slant" else "0",
        "cased": "uppercase" if theme.capitals else "none",
        "head": head or theme.page,
        "on-head": on_head,
        "key": theme.page if bare else theme.accent,
        "on-key": theme.ink if bare else theme.paper,
        "rolled": theme.page if bare else theme.ink,
    }


@lru_cache(maxsize=1024)
def _darkened(colour: str, against: str, ink: str) -> str:
    """Mix a colour with ink in small steps until it is legible against the other."""
    steps = (mix(colour, ink, step / 20) for step in range(21))
    return next((shade for shade in steps if contrast(shade, against) >= LEGIBLE), ink)


def night(theme: Theme) -> Theme:
    """Return a theme on dark grounds; its accent is lightened until it is legible there."""
    dark = theme._replace(paper="#131210", page="#1D1B18", hairline="#4A453D")
    dark = dark._replace(ink="#F4ECDD", quiet="#BDB5A7", gold="#DDB83F")
    return dark._replace(accent=dark.legible(theme.accent, dark.page))


def screen_variables(theme: Theme, info: GameInfo, fonts: Mapping[str, str] | None = None) -> str:
    """Return the CSS variables of a page on screen: dark where the system or class `dark` says so, light in print."""
    dark = night(theme)
    # The accent itself: lightened, it would be pale.
    strong = theme.plate(theme.accent)
    rules = {root: css_variables(dark, info, None, root, strong) for root in (":root.dark", ":root:not(.light)")}
    chosen, followed = (f"{text}{root} {{ color-scheme: dark; }}\n" for root, text in rules.items())
    return (
        f"{css_variables(theme, info, fonts)}@media screen {{\n{chosen}}}\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n{followed}}}\n"
    )
