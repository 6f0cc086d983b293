"""Colours: contrast, tints, legible pairs, and the variables for documents."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.art.colours import contrast
from rcwkit.art.motifs import motif
from rcwkit.art.motifs import motif_disc as disc
from rcwkit.art.theme import HOUSE, LEGIBLE, LOW_INK, THEMES, Ink, css_variables, hatch, night, themed
from rcwkit.frame import MM, Circle, Polygon
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import make
from rcwkit.kit.options import Options
from rcwkit.screens.companion.page import page
from rcwkit.screens.preview.pieces import component
from rcwkit.sheets.pictures import pages
from rcwkit.source.info import MOTIFS, Look
from rcwkit.source.project import Project
from tests_support import TOY, shipped, write

SHELF = [*map(shipped, games())]
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


def info(look: Look) -> Any:
    """Return as much of a game as its theme needs."""
    return SimpleNamespace(look=look, sides={}, factions={}, own_signs={}, said={})


@given(COLOURS, st.sampled_from(["full", "low"]))
def test_any_accent_is_legible_as_text_and_as_a_ground(colour: str, ink: Ink) -> None:
    theme = themed(info(Look(accent=colour)), ink)
    assert min(contrast(theme.accent, theme.paper), contrast(theme.accent, theme.page)) >= LEGIBLE
    assert contrast("#FFFFFF", theme.loud) > contrast("#FFFFFF", theme.accent) or theme.accent == theme.loud


@pytest.mark.parametrize("ink", THEMES)
def test_a_game_without_a_look_has_the_house_theme(ink: Ink) -> None:
    house = THEMES[ink]
    assert themed(info(Look()), ink)._replace(colours=house.colours, said=house.said) == house


def test_the_kits_on_the_shelf_are_told_apart() -> None:
    looks = [game.info.look for game in SHELF]
    assert len(looks) == 5
    assert len({look.motif for look in looks} - {None}) == 5
    for key in ("title", "table", "box"):
        assert len({getattr(look, key) for look in looks}) == 5, f"{key}: these are drawn at low ink, too"
    assert len({look.type.display for look in looks}) == 5
    for look in looks:
        assert themed(info(look)).accent == look.accent, "legible as it is"
        assert all(contrast(look.accent, ground) >= LEGIBLE for ground in (HOUSE.paper, HOUSE.page))


def test_no_two_games_have_the_same_back() -> None:
    found = []
    for game in SHELF:
        backs = [deck.value.back for deck in game[Deck].values()]
        look = game.info.look
        owners = [game.owners.get(back.colour or "") for back in backs]
        kept = zip(backs, owners, strict=True)
        found += list({(back.motif or look.motif, owner.colour if owner else look.accent) for back, owner in kept})
    assert len(found) == len(set(found)) > 8


def test_every_motif_has_three_colours_and_room_for_a_number() -> None:
    for name in MOTIFS:
        fills = {shape.fill for shape in motif(name, HOUSE).items if isinstance(shape, Circle | Polygon)}
        assert fills == {HOUSE.ink, HOUSE.accent, HOUSE.paper}
        x, y, radius = disc(name)
        assert 4 * MM < radius < y, "it holds the number of a page"
        assert x + radius < 74 * MM


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with an accent of its own, in which nothing else is red."""
    files = {name: text.replace("#B3201F", "#5B4A86") for name, text in TOY.items()}
    files["game.yaml"] += 'look: {accent: "#2F6B34", motif: chevrons}\n'
    return load(Project(write(tmp_path_factory.mktemp("own"), files)))


@pytest.mark.usefixtures("here")
def test_no_file_of_a_kit_has_the_accent_of_the_house(own: Game) -> None:
    house = bytes.fromhex(HOUSE.accent[1:])
    for file in files_of(own):
        for picture in pages(make(own, file, Options()).data, 50):
            found = {bytes(colour) for _, colour in picture.convert("RGB").getcolors(1 << 24)}
            assert house not in found, file.stem


@pytest.mark.parametrize("ink", THEMES)
def test_no_page_keeps_the_accent_of_the_house(own: Game, ink: Ink) -> None:
    drawn = {}
    for file in files_of(own):
        shown = component(own, file, Options(ink=ink), {}).shown
        drawn[file.stem] = "".join(face.svg for piece in shown for face in piece.faces)
    assert not [stem for stem, text in drawn.items() if HOUSE.accent.lower() in text.lower()]
    assert {"all-charts", "cards-factions", "folder-turn", "gauges", "rulings"} <= {
        stem for stem, text in drawn.items() if "#2f6b34" in text.lower()
    }


def test_the_companion_has_the_accent_and_emblem_of_the_game(own: Game) -> None:
    text = page(own)
    assert "--accent: #2F6B34;" in text
    assert HOUSE.accent not in text


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.info.id)
def test_bands_and_heads_on_screen_are_legible_by_day_and_night(game: Game) -> None:
    theme = themed(game.info)
    for shown in (theme, night(theme)):
        said = dict(re.findall(r"--([\w-]+): (#\w{6});", css_variables(shown, game.info)))
        for text, ground in (("on-band", "band"), ("on-head", "head"), ("on-key", "key")):
            assert contrast(said[text], said[ground]) >= LEGIBLE, (text, ground, shown.page)
        assert contrast(said["under"], said["band"]) >= 3, "the mark of the part that is shown"


def test_the_sky_of_a_poster_is_gold_but_behind_what_is_golden_itself() -> None:
    assert HOUSE.poster("#B3201F").sky == HOUSE.gold
    assert HOUSE.poster(HOUSE.gold).sky == ""
    assert THEMES["low"].poster("#B3201F").sky == ""
