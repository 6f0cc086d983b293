"""The promises of the low-ink and large-print editions, measured on rendered pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat
from rcwkit.art.images import as_seen
from rcwkit.art.theme import LOW_INK
from rcwkit.dice.counters import Counter, owner_of
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.frame import Frame, Group, Rect, Sheet
from rcwkit.game.game import Game
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import Made, make
from rcwkit.kit.options import Options
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import coverage, pages
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import text_of

Maker = Callable[..., Made]


@pytest.fixture(scope="module")
def made(triumph: Game) -> Maker:
    known: dict[tuple[str, Options], Made] = {}
    files = {file.stem: file for file in files_of(triumph)}

    def one(stem: str, **chosen: str) -> Made:
        options = Options(**chosen)  # type: ignore[arg-type]
        if (stem, options) not in known:
            known[stem, options] = make(triumph, files[stem], options)
        return known[stem, options]

    return one


@pytest.mark.parametrize(("stem", "part"), [("counters-proxies", 0.25), ("cards-factions", 0.25), ("tracks", 0.35)])
def test_low_ink_takes_a_fraction_everywhere(made: Maker, stem: str, part: float) -> None:
    full, low = (sum(coverage(made(stem, ink=ink).data)) for ink in ("full", "low"))
    assert low < part * full


def test_low_ink_has_the_same_pages_under_the_same_names_and_says_so(made: Maker) -> None:
    for stem in ("counters-proxies", "tracks", "checklists"):
        full, low = made(stem), made(stem, ink="low")
        assert (full.name, full.about.component.pages) == (low.name, low.about.component.pages)
        assert "low ink" in text_of(low.data)
        assert "low ink" not in text_of(full.data)
        assert low.about.diagnostics == full.about.diagnostics == ()


def plain_corps(triumph: Game) -> list[str]:
    """Return counters that differ only in owner and name."""
    return [name for name, item in triumph[Counter].items() if item.value.type == "corps" and not item.value.symbol]


def hidden(front: Frame) -> tuple[tuple[float, float], ...]:
    """Return from where the name, and the number and place of set-up, are hidden."""
    return (0, 0.7 * front.height), (0.6 * front.width, 0)


def rendered(triumph: Game, units: list[str], setter: Setter) -> list[Image.Image]:
    """Return fronts in greyscale, without names, numbers and places of set-up."""
    fronts = [faces(Faces(triumph, setter), triumph[Counter][unit])[0] for unit in units]
    blank = [tuple(Rect(x, y, f.width, f.height, "#FFFFFF") for x, y in hidden(f)) for f in fronts]
    sheets = [
        Sheet(f.width, f.height, (Group(f.items), *over), unit)
        for f, over, unit in zip(fronts, blank, units, strict=True)
    ]
    return [as_seen(page, "grey") for page in pages(draw(sheets, Imprint("a", "b", "c"), FontBook()), 150)]


def band(front: Image.Image) -> Image.Image:
    """Return the owner's mark and stripes."""
    return front.crop((0, 0, round(0.17 * front.width), round(0.7 * front.height)))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_red_and_white_are_told_apart_in_greyscale(triumph: Game, ink: str) -> None:
    setter = Setter(LOW_INK) if ink == "low" else Setter()
    corps = {
        side: [name for name in plain_corps(triumph) if owner_of(triumph, name) == side] for side in ("red", "white")
    }
    red, other, white = rendered(triumph, [*corps["red"][:2], corps["white"][0]], setter)
    assert ImageChops.difference(red, other).getbbox() is None
    found = ImageStat.Stat(ImageChops.difference(red, white).convert("L"))
    assert found.extrema[0][1] > 100
    assert found.mean[0] > 4


def test_without_colour_every_owner_s_corps_still_differs(triumph: Game) -> None:
    corps = {owner_of(triumph, name): name for name in plain_corps(triumph)}
    shown = dict(zip(corps, rendered(triumph, list(corps.values()), Setter(LOW_INK)), strict=True))
    assert len(shown) >= 15
    for a, b in combinations(shown, 2):
        # In pure black and white, so that shades of grey do not count.
        flat = [band(shown[owner]).convert("L").point(lambda grey: 255 * (grey > 170)) for owner in (a, b)]
        assert ImageStat.Stat(ImageChops.difference(*flat)).mean[0] > 3, f"{a} and {b} look alike"


@pytest.mark.parametrize("stem", ["checklists", "setup-campaign", "odds", "rulings"])
def test_large_print_grows_and_is_set_at_12_points(made: Maker, stem: str) -> None:
    usual, large = made(stem), made(stem, aids="large")
    assert large.about.diagnostics == ()
    assert large.about.component.pages >= usual.about.component.pages
    assert "large print" in text_of(large.data)
    assert made("counters-proxies", aids="large").data == made("counters-proxies").data
