"""Colours: contrast, tints, legible pairs, and the variables for documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.look.colours import contrast
from rcwkit.look.theme import HOUSE, LEGIBLE, LOW_INK, css_variables, hatch
from rcwkit.reading.game import Game

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


@given(COLOURS)
def test_any_owner_colour_gives_legible_sides(colour: str) -> None:
    for plate in (HOUSE.plate(colour), HOUSE.reduced(colour)):
        assert contrast(plate.text, plate.ground) >= LEGIBLE


@given(COLOURS)
def test_posters_contrast_with_their_ground(colour: str) -> None:
    poster = HOUSE.poster(colour)
    assert contrast(poster.strong, poster.ground) >= 2.2


def test_house_colours_stay_as_they_are_where_they_are_legible() -> None:
    assert HOUSE.plate("#B3201F").ground == "#B3201F"
    assert HOUSE.plate("#C9A227").text == HOUSE.ink
    assert HOUSE.ground("#2E7FA6") != "#2E7FA6"


def test_quiet_text_is_legible() -> None:
    assert min(contrast(HOUSE.quiet, HOUSE.paper), contrast(HOUSE.quiet, HOUSE.page)) >= LEGIBLE


def test_variables_name_every_owner(triumph: Game) -> None:
    css = css_variables(HOUSE, triumph.info)
    assert "  --ink: #1B1A18;\n" in css
    assert "  --owner-west-ukraine-ground: " in css
    assert css.count("--owner-") == 5 * len(triumph.owners)


def test_the_sides_of_the_data_can_be_told_apart(triumph: Game) -> None:
    seen = [(owner.colour, owner.mark) for owner in triumph.info.factions.values()]
    sides = [(owner.colour, owner.mark) for owner in triumph.info.sides.values()]
    assert len(set(sides)) == len(sides)
    assert len({mark for _, mark in sides}) == len(sides)
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    ("colour", "lines"),
    [
        ("#B3201F", "vertical"),
        ("#27425F", "horizontal"),
        ("#2E7FA6", "horizontal"),
        ("#4D7A3C", "falling"),
        ("#5B4A86", "rising"),
        ("#C9A227", "dots"),
        ("#8A5A2B", "lattice"),
        ("#1B1A18", "grid"),
    ],
)
def test_each_colour_has_the_hatch_of_heraldry(colour: str, lines: str) -> None:
    assert hatch(colour) == lines


@given(COLOURS)
def test_without_fills_every_side_is_legible_on_white_and_has_a_hatch(colour: str) -> None:
    for plate in (LOW_INK.plate(colour), LOW_INK.reduced(colour)):
        assert plate.ground == "#FFFFFF"
        assert plate.hatch == hatch(colour)
        assert min(contrast(plate.text, plate.ground), contrast(plate.edge, plate.ground)) >= LEGIBLE
    assert LOW_INK.shade(colour, 0.3) == "#FFFFFF"


def test_mark_and_hatch_together_name_every_owner(triumph: Game) -> None:
    signs = {name: (owner.mark, hatch(owner.colour)) for name, owner in triumph.owners.items()}
    assert len(set(signs.values())) == len(signs)


def test_large_print_says_so() -> None:
    assert (HOUSE.enlarged.reading, HOUSE.enlarged.edition) == (12.0, "large print")
    assert LOW_INK.enlarged.edition == "low ink · large print"
