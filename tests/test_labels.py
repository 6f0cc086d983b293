"""Labels of maps cover nothing, and locators show every place of a block."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from map_support import mapped
from rcwkit.art.colours import VISIONS, difference
from rcwkit.art.earth import MapView, Relief, projected
from rcwkit.art.theme import HOUSE, LOW_INK, hatch
from rcwkit.dice.places import positions, region_of
from rcwkit.faces.labels import (
    APART,
    DEPTHS,
    LED,
    STEP,
    Box,
    WantedLabel,
    free_in,
    haloed,
    leader,
    place_labels,
    shade,
    side_by_side,
    tinted,
    tones,
    tones_of,
)
from rcwkit.faces.territories import locator, map_beside
from rcwkit.frame import MM, Circle, Frame, Group, Item, Subpath, Text
from rcwkit.frame import Path as Curve
from rcwkit.game.game import Game
from rcwkit.kinds.maps.key import tints
from rcwkit.kinds.maps.survey import surveys
from tests_support import shipped

T = TypeVar("T")

ROOM = Box(0, 0, 400 * MM, 270 * MM)
CELLS = [(column, row) for column in range(16) for row in range(10)]
PLACES = """kind: places
id: p
title: P
source: S
regions:
  north:
    title: North
    places:
      701: {name: Petrograd, at: [30.32, 59.94], resource: 2}
      726: {name: Vologda, at: [39.89, 59.22]}
      742: {name: Balezino, at: [53.01, 57.98], sure: false}
      700: Nowhere
  centre:
    title: Centre
    places:
      moskva: {name: Moskva, at: [37.62, 55.75], vc: true}
      817: {name: Tula, at: [37.62, 54.19]}
  east:
    title: East
    places:
      901: {name: Vladivostok, at: [131.9, 43.12]}
      902: {name: Uelen, at: [-169.8, 66.16]}
"""


def test_labels_keep_as_far_from_the_stars_of_others_as_their_own() -> None:
    """Bug: the counters of Buguruslan touched the star of Samara."""
    star, clear = (50 * MM, 50 * MM), 2 * MM
    wanted = [WantedLabel(star, 20 * MM, 9 * MM, clear), WantedLabel((45 * MM, 50 * MM), 2 * MM, 3 * MM)]
    for box, free in place_labels(wanted, ROOM):
        assert free and not box.near(star, clear)
    beside, other = place_labels([WantedLabel((x * MM, 50 * MM), 12 * MM, 9 * MM) for x in (50, 64.5)], ROOM)
    assert not beside[0].near((64.5 * MM, 50 * MM), 1.5 * MM) and not other[0].near((50 * MM, 50 * MM), 1.5 * MM)


@given(st.lists(st.sampled_from(CELLS), min_size=1, max_size=45, unique=True), st.integers(0, 3))
def test_labels_cover_neither_one_another_nor_dots_nor_panels(cells: list[tuple[int, int]], panels: int) -> None:
    dots = [((12 + 24 * column + 3 * (row % 3)) * MM, (12 + 26 * row) * MM) for column, row in cells]
    labels = [
        WantedLabel(point, (12 + (at * 7) % 25) * MM, (3.5 if at % 3 else 12) * MM) for at, point in enumerate(dots)
    ]
    taken = [Box(70 * step * MM, 250 * MM, 50 * MM, 20 * MM) for step in range(panels)]
    taken = [box for box in taken if not any(box.near(point, 0.0) for point in dots)]
    placed = place_labels(labels, ROOM, taken)
    assert all(free for _, free in placed)
    boxes = [box for box, _ in placed]
    assert not any(one.overlap(other) for one, other in combinations([*boxes, *taken], 2) if one in boxes)
    assert not any(box.near(point, 0.0) for box in boxes for point in dots)
    assert all(box.x >= 0 and box.x + box.width <= ROOM.width for box in boxes)


def test_a_label_without_room_is_said_to_cover_something() -> None:
    tight = Box(0, 0, 40, 12)
    labels = [WantedLabel((10, 6), 30, 8), WantedLabel((20, 6), 30, 8)]
    assert not all(free for _, free in place_labels(labels, tight))


def test_a_label_stands_to_the_right_of_its_dot_if_nothing_is_there() -> None:
    ((box, free),) = place_labels([WantedLabel((100, 100), 40, 10)], ROOM)
    assert free
    assert box.x == pytest.approx(100 + 1.6 * MM, abs=0.01)
    assert box.y + box.height / 2 == pytest.approx(100, abs=0.01)


def test_lines_lead_only_to_labels_that_stand_apart(tmp_path: Path) -> None:
    theme = game(tmp_path).setter().theme
    assert not list(leader((0, 0), Box(5, -5, 20, 10), theme))
    halo, line = leader((0, 0), Box(30, -5, 20, 10), theme)
    assert isinstance(line, Curve)
    assert isinstance(halo, Curve)
    assert line.subpaths == halo.subpaths == (Subpath((0, 0), ((30, 0),)),)
    assert line.line < halo.line


def test_a_label_with_a_line_keeps_away_from_the_dots_of_others() -> None:
    sizes = [(45, 30, 19, 17), (50, 16, 20, 14), (57, 31, 20, 4), (39, 33, 20, 14), (38, 22, 20, 4), (53, 31, 20, 14)]
    labels = [WantedLabel((x * MM, y * MM), wide * MM, high * MM) for x, y, wide, high in sizes]
    for label, (box, _) in zip(labels, place_labels(labels, Box(0, 0, 90 * MM, 60 * MM)), strict=True):
        if dist(box.closest(label.dot), label.dot) > LED * MM:
            assert not any(box.near(other.dot, 2.4 * MM) for other in labels if other is not label)


def test_a_line_meets_a_box_that_it_runs_through() -> None:
    box = Box(10, 10, 10, 10)
    assert box.meets((0, 15), (30, 15))
    assert box.meets((15, 0), (15, 30))
    assert not box.meets((0, 0), (5, 5))
    assert not box.meets((0, 25), (30, 25))
    assert not box.meets((5, 0), (5, 30))


def game(folder: Path) -> Game:
    return mapped(folder, places=PLACES)


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield from flat(item.items) if isinstance(item, Group) else (item,)


def drawn(frame: Frame, kind: type[T]) -> list[T]:
    return [item for item in flat(frame.items) if isinstance(item, kind)]


@pytest.mark.parametrize(
    "ids", [["701", "726", "742"], ["701"], ["901", "902"], ["701", "901"], ["moskva", "817", "700"]]
)
def test_a_locator_shows_all_places_that_are_known(tmp_path: Path, ids: list[str]) -> None:
    one = game(tmp_path)
    setter = one.setter()
    frame = locator(one, ids, 31 * MM, "#B3201F", setter)
    assert frame is not None
    assert frame.width == pytest.approx(31 * MM)
    assert 17 * MM - 0.01 <= frame.height <= 36 * MM + 0.01
    texts = {item.text for item in drawn(frame, Text)}
    known = {"701", "726", "742", "901", "902", "817"} & set(ids) | ({"Moskva"} if "moskva" in ids else set())
    assert known <= texts
    dots = [item for item in drawn(frame, Circle) if item.stroke]
    assert len(dots) == len(known)
    assert all(3 * MM < dot.x < 28 * MM and 3 * MM < dot.y < frame.height - 3 * MM for dot in dots)
    assert setter.found == []


def test_a_locator_names_towns_nearby_and_leaves_guesses_hollow(tmp_path: Path) -> None:
    one = game(tmp_path)
    frame = locator(one, ["701", "726", "742"], 31 * MM, "#B3201F", one.setter())
    assert frame is not None
    fonts = {item.text: item.font for item in drawn(frame, Text)}
    assert fonts["Moskva"] == "sans-italic"
    hollow = [item for item in drawn(frame, Circle) if item.fill == "#FFFFFF"]
    assert len(hollow) == 1


def test_names_of_towns_nearby_stay_off_the_frame_of_a_locator() -> None:
    """Bug: Chelyabinsk and Izhevsk hung on the frames of the maps of the set-up of Triumph of Chaos."""
    triumph = shipped("triumph_of_chaos")
    setter = triumph.setter()
    for ids in (["523", "516", "915", "907"], ["715", "701", "719", "729", "726", "742"]):
        frame = map_beside(triumph, ids, "red", 2, setter, False)
        assert frame is not None
        towns = [text for text in drawn(frame, Text) if text.font == "sans-italic"]
        assert towns
        for text in towns:
            ends = text.x, text.x + setter.width(text.text, text.font, text.size)
            assert ends[0] > 1 * MM and ends[1] < frame.width - 1 * MM and 1 * MM < text.y < frame.height - 1 * MM


def test_a_locator_of_unknown_places_is_none(tmp_path: Path) -> None:
    one = game(tmp_path)
    assert locator(one, ["700"], 31 * MM, "#B3201F", one.setter()) is None


def test_a_locator_has_the_height_that_it_is_given(tmp_path: Path) -> None:
    one = game(tmp_path)
    frame = locator(one, ["701", "726"], 31 * MM, "#B3201F", one.setter(), 20 * MM)
    assert frame is not None
    assert frame.height == pytest.approx(20 * MM)


@pytest.mark.parametrize(("count", "high"), [(2, 20.0), (4, 29.45), (9, 29.45)])
def test_a_map_beside_lines_is_no_stamp(tmp_path: Path, count: int, high: float) -> None:
    """Bug: maps of wide regions were strips of 17 mm beside five lines, and showed no land around their places."""
    one = game(tmp_path)
    ids = ["701", "726", *(["nowhere"] * (count - 2))]
    frame = map_beside(one, ids, "red", 2, one.setter(), False)
    assert frame is not None
    assert (frame.width / MM, frame.height / MM) == pytest.approx((31, high)), "as high as the lines, or nearly square"


def test_haloed_words_have_the_ground_around_them() -> None:
    text = Text(0, 0, "Tula", "narrow", 8, "#000000")
    *around, above = haloed((text,), "#FFFFFF", 0.5)
    assert above == text
    assert [dist((item.x, item.y), (0, 0)) for item in around if isinstance(item, Group)] == pytest.approx(
        [0.5] * 8, abs=0.01
    )


def test_regions_side_by_side_have_tints_that_all_players_tell_apart() -> None:
    """Bug: red and blue tints of one depth were one grey, and tones of one red were one brown to the colour-blind."""
    spots = [((0.0, 0.0), "north"), ((10.0, 0.0), "east"), ((21.0, 0.0), "far"), ((5.0, 2.0), "west")]
    colours = {"north": "#B3201F", "east": "#B3201F", "far": "#B3201F", "west": "#27425F"}
    found = tones(spots, colours, HOUSE)
    beside = [("north", "west"), ("west", "east"), ("east", "far")]
    assert found["north"] == found["east"], "they do not touch"
    for one, other in beside:
        first, second = (shade(colours[name], found[name], HOUSE) for name in (one, other))
        assert all(difference(first, second, vision) >= APART for vision in VISIONS), (one, other)
    assert len({found["east"].pitch, found["far"].pitch}) == 2, "in low ink their lines differ"


@pytest.mark.parametrize("name", ["triumph_of_chaos", "axis_allies_1914"])
def test_areas_of_shipped_maps_are_told_apart_by_all_players(name: str) -> None:
    game = shipped(name)
    found, theme = surveys(game)["theatre"], game.setter().theme
    shown = tints(game, found.map, found, theme)
    shades = {area: shade(*tint, theme) for area, tint in shown.items()}
    by_places = found.map.earth is not None and found.map.earth.areas == "places"
    spots = [
        (found.views[0].at(place.at), area)
        for one, place in positions(game).items()
        if place.at is not None and (area := one if by_places else region_of(game, one).id) in shown
    ]
    beside = {frozenset((one, other)) for one, others in side_by_side(spots).items() for other in others}
    assert len(beside) > 9
    for one, other in map(sorted, beside):
        assert all(difference(shades[one], shades[other], vision) > 5 for vision in VISIONS), (one, other)


@pytest.mark.parametrize("name", ["triumph_of_chaos", "axis_allies_1914", "soviet_dawn"])
def test_unlike_sides_of_any_map_are_told_apart_without_colour(name: str) -> None:
    """Bug: in grey, Red's North was White's Urals, and Imperial Belarus was Soviet Tatarstan, or the sea."""
    game = shipped(name)
    theme = game.setter().theme
    for one, found in surveys(game).items():
        if found.map.earth is None:
            continue
        shown = tints(game, found.map, found, theme)
        assert bool(shown) == (name != "soviet_dawn"), one
        for (colour, tone), (other, beside) in combinations(shown.values(), 2):
            shades = shade(colour, tone, theme), shade(other, beside, theme)
            apart = all(difference(*shades, vision) > 5 for vision in VISIONS)
            sided = {colour, other} & {one.colour for one in game.info.sides.values()}
            assert not sided or colour == other or hatch(colour) != hatch(other) or apart
        for colour, tone in shown.values():
            *_, lines = tinted([[(0, 0), (50, 0), (50, 50), (0, 50)]], colour, tone, theme, 4)
            assert isinstance(lines, Curve) and lines.stroke
            least = min(difference(lines.stroke, shade(colour, tone, theme), vision) for vision in VISIONS)
            assert least > 3.5, "its lines are seen on its tint"


def test_no_hue_of_a_colour_is_nearer_to_another() -> None:
    """Bug: the violet of White's regions in Siberia was that of the Baltic countries."""
    navy, violet = "#27425F", "#5B4A86"
    turns = [tone.turn for tone in tones_of(navy, [violet, "#B3201F"])]
    assert 26 not in turns and -26 in turns
    assert 26 in [tone.turn for tone in tones_of(navy, ["#B3201F"])]


@pytest.mark.parametrize("colour", ["#B3201F", "#27425F", "#8A7D50"])
def test_tones_differ_for_everyone_or_their_hatches_do(colour: str) -> None:
    square = [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)]
    drawn = [[*tinted([square], colour, tone, HOUSE, 4)][1] for tone in tones_of(colour, [])]
    fills = [item.fill for item in drawn if isinstance(item, Curve) and item.fill]
    assert len(fills) == len(DEPTHS)
    for one, other in combinations(fills, 2):
        assert max(difference(one, other, vision) for vision in VISIONS) > 4, (one, other, colour)
    hatches = [[*tinted([square], colour, tone, LOW_INK, 4)][-1] for tone in tones_of(colour, [])]
    counts = [len(one.subpaths) for one in hatches if isinstance(one, Curve)]
    assert len(set(counts)) == len(counts), counts


def test_a_name_stands_on_land() -> None:
    """Bug: the name of a region of the Kuban stood in the Black Sea."""
    view = MapView(projected((40.0, 45.0), 8), 10, 0, 0, 200, 100)
    region = [(20.0, 20.0), (180.0, 20.0), (180.0, 80.0), (20.0, 80.0)]
    coast = [(120.0, 0.0), (200.0, 0.0), (200.0, 100.0), (120.0, 100.0)]
    inland = free_in(
        [region], Relief(view, ([(0.0, 0.0), (200.0, 0.0), (200.0, 100.0), (0.0, 100.0)],), (), ()), 30, 8, []
    )
    by_the_sea = free_in([region], Relief(view, (coast,), (), ()), 30, 8, [])
    assert inland and inland.x + 15 == pytest.approx(100, abs=STEP)
    assert by_the_sea and by_the_sea.x > 120
    lozenge = [(20.0, 50.0), (100.0, 20.0), (180.0, 50.0), (100.0, 80.0)]
    assert free_in([lozenge], Relief(view, (coast,), (), ()), 50, 8, []) is None, "its corners would lie over the edge"
    assert free_in([region], Relief(view, (), (), ()), 30, 8, []) is None
