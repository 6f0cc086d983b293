"""Colours: contrast, mixtures, and how they look in greyscale or to colour-blind readers."""

from __future__ import annotations

from itertools import combinations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.art.colours import VISIONS, contrast, difference, hue, luminance, mix, seen, tint, turned
from rcwkit.bundled import bundled

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06X}".format)
RED, GREEN, BLUE = "#FF0000", "#00FF00", "#0000FF"


def test_contrast_as_wcag_defines_it() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert luminance(RED) == pytest.approx(0.2126)


def test_tints_lie_between() -> None:
    assert tint("#B3201F", 0) == "#FFFFFF"
    assert tint("#B3201F", 1) == "#B3201F"
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"


@pytest.mark.parametrize(
    ("colour", "angle"), [(RED, 0), ("#FFFF00", 60), (GREEN, 120), (BLUE, 240), ("#FF00FF", 300), ("#808080", None)]
)
def test_hues(colour: str, angle: float | None) -> None:
    assert hue(colour) == angle


@given(COLOURS)
def test_greyscale_keeps_luminance_and_nothing_else(colour: str) -> None:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = seen((parts[0], parts[1], parts[2]), "grey")
    assert red == green == blue
    level = round(red * 255)
    assert luminance(f"#{level:02X}{level:02X}{level:02X}") == pytest.approx(luminance(colour), abs=0.005)


@given(COLOURS)
def test_greys_look_the_same_to_everybody(colour: str) -> None:
    level = int(colour[1:3], 16) / 255
    for vision in VISIONS:
        assert seen((level, level, level), vision) == pytest.approx((level, level, level), abs=0.005)


@given(COLOURS, COLOURS)
def test_differences_are_distances(a: str, b: str) -> None:
    for vision in VISIONS:
        assert difference(a, a, vision) == 0
        assert difference(a, b, vision) == difference(b, a, vision)
    assert difference("#000000", "#FFFFFF", "grey") == pytest.approx(100, abs=0.1)


def test_who_confuses_what() -> None:
    olive, brick = "#7A7A00", "#9A6400"
    assert difference(olive, brick, "deutan") < 12 < difference(olive, brick, "tritan")
    green, blue = "#009E9E", "#3A96C8"
    assert difference(green, blue, "tritan") < difference(green, blue, "protan")


def test_the_house_sides_stay_apart_for_everybody() -> None:
    red, white = "#B3201F", "#27425F"
    assert min(difference(red, white, vision) for vision in VISIONS) > 5
    assert all(difference(a, b, "grey") > 5 for a, b in combinations(("#1B1A18", "#B3201F", "#F4ECDD", "#C9A227"), 2))


@pytest.mark.parametrize(
    "game", ["axis_allies_1914", "rcw_solitaire", "soviet_dawn", "triumph_of_chaos", "white_general"]
)
def test_sides_and_markers_are_told_apart_without_a_kind_of_cone(game: str) -> None:
    """What looks nearly alike to somebody differs in its mark, or in its plate."""
    root = yaml.safe_load((bundled("data") / game / "game.yaml").read_text("utf-8"))
    sides, factions = root["sides"], root.get("factions", {})

    def least(one: dict[str, str], other: dict[str, str]) -> float:
        return min(difference(one["colour"], other["colour"], vision) for vision in VISIONS if vision != "grey")

    for a, b in combinations([side for side in sides.values() if side.get("plays")], 2):
        assert least(a, b) > 15, (a["title"], b["title"])
        assert a["mark"] != b["mark"]
    for a, b in combinations([*sides.values(), *factions.values()], 2):
        assert least(a, b) > 5 or a["mark"] != b["mark"], (a["title"], b["title"])
    families = root.get("families", {}).values()
    for a, b in combinations([one for one in families if "colour" not in one], 2):
        assert a["plate"] != b["plate"], "those in their owners' colours, by the plate"
    for a, b in combinations([one for one in families if "colour" in one], 2):
        assert least(a, b) > 12, (a["title"], b["title"])
        assert difference(a["colour"], b["colour"], "grey") > 9 or a["plate"] != b["plate"], "in grey, by the plate"


def test_a_turned_hue_keeps_its_lightness() -> None:
    assert turned("#C80000", 60) == "#C8C800"
    assert turned(turned("#27425F", 25), -25) == "#27425F"
    assert turned("#808080", 90) == "#808080"
