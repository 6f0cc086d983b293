"""Colours: contrast, tints, legible pairs, and the variables for documents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.game import Game
from generator.colours import contrast
from generator.theme import HOUSE, LEGIBLE, css_variables

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


@given(COLOURS)
def test_any_owner_colour_gives_legible_sides(colour: str) -> None:
    for plate in (HOUSE.plate(colour), HOUSE.reduced(colour)):
        assert contrast(plate.text, plate.ground) >= LEGIBLE


@given(COLOURS)
def test_posters_stand_apart_from_their_ground(colour: str) -> None:
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
