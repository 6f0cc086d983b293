"""The schematic maps of published games: they show what the sources name and no more, say so, and can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import cos, hypot, radians, sin

import pytest
from rcwkit.art.theme import Ink
from rcwkit.dice.places import positions
from rcwkit.dice.setups import Place, Places, Track
from rcwkit.faces.labels import LED, Box
from rcwkit.frame import MM, Group, Item, Path, Point, Polygon, Text
from rcwkit.game.game import Game
from rcwkit.kinds.maps.draw import EDGE, board, field
from rcwkit.kinds.maps.key import DOT, STAR
from rcwkit.kinds.maps.model import Map, Space
from rcwkit.kinds.maps.spaces import SPACE_NAME, Spaces
from rcwkit.kinds.maps.survey import surveys
from rcwkit.sheets.paper import PAPERS
from rcwkit.sheets.tiling import OVERLAP, seams
from rcwkit.type.text import Setter
from tests_support import shipped

GAMES = ("triumph_of_chaos", "soviet_dawn")
STEPS = {("324", "329"), ("325", "326"), ("314", "315"), ("322", "326")}
"""The only connections that the Supplement tells of, in its example of play (16.0)."""
NAMED = {"Petrograd", "Moscow", "Kiev", "Available Resources", "Allied Front"}
"""All places and boxes that the Expansion Kit names."""
HOLDS = 1.6


def map_of(game: Game) -> Map:
    return game[Map]["sketch"].value


def texts(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Text, float, float]]:
    """Yield texts with the places of their origins; those that are turned are names of waters around theirs."""
    for item in items:
        if isinstance(item, Group) and item.rotate:
            (text,) = (one for one in item.items if isinstance(one, Text))
            yield text, x + item.x, y + item.y
        elif isinstance(item, Group):
            assert item.scale == 1.0 or not list(texts(item.items))
            yield from texts(item.items, x + item.x, y + item.y)
        elif isinstance(item, Text):
            yield item, x + item.x, y + item.y


def groups(items: Sequence[Item]) -> Iterator[Group]:
    """Yield all groups, from the outermost in."""
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def box(space: Space) -> tuple[float, float, float, float]:
    wide, high = space.size if isinstance(space.size, tuple) else (space.size, space.size)
    return space.at[0] - wide / 2, space.at[1] - high / 2, space.at[0] + wide / 2, space.at[1] + high / 2


def quad(space: Space) -> list[tuple[float, float]]:
    """The corners of a space as it is turned."""
    left, top, right, bottom = box(space)
    (x, y), turn = space.at, radians(space.turn)
    corners = ((left - x, top - y), (right - x, top - y), (right - x, bottom - y), (left - x, bottom - y))
    return [(x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in corners]


def clear(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    """Whether a line along an edge of one of two convex shapes lies between them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            sides = [[(x - ax) * (by - ay) - (y - ay) * (bx - ax) for x, y in part] for part in (one, other)]
            if max(sides[0]) <= min(sides[1]) + 1 or max(sides[1]) <= min(sides[0]) + 1:
                return True
    return False


def panels(map_: Map) -> list[tuple[float, float, float, float]]:
    assert map_.earth is not None
    return [panel for panel in (map_.earth.title, map_.earth.key, map_.earth.beside) if panel]


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("name", GAMES)
def test_it_says_on_its_face_that_it_is_not_the_games_map(name: str) -> None:
    game = shipped(name)
    said = " ".join(text.text for text, _, _ in texts(board(game, game[Map]["sketch"], game.setter()).items))
    assert "Schematic map, not the game’s map" in said
    assert map_of(game).title == {"triumph_of_chaos": "Spaces and regions"}.get(name, "The Fronts around Moscow")
    assert "Schematic" in said and "on the game’s" in said
    assert map_of(game).shelf == "proxies", "owners of the game have its map"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_it_overlaps(name: str) -> None:
    game = shipped(name)
    setter = game.setter()
    for (one, first), (other, second) in combinations(map_of(game).spaces.items(), 2):
        assert clear(quad(first), quad(second)), (one, other)
    lines: dict[tuple[float, float], tuple[str, tuple[float, ...]]] = {}
    for text, x, y in texts(field(game, game[Map]["sketch"], setter)):
        wide = setter.width(text.text, text.font, text.size)
        lines[round(x / HOLDS), round(y / HOLDS)] = text.text, (x, y - 0.7 * text.size, x + wide, y)
    for (one, area), (other, beside) in combinations(lines.values(), 2):
        near = one == other and abs(area[0] - beside[0]) + abs(area[1] - beside[1]) < 2 * HOLDS  # a halo
        assert near or apart(area, beside), (one, other)
    for said, area in lines.values():
        for place, space in map_of(game).spaces.items():
            corners = [(x * MM, y * MM) for x, y in quad(space)]
            left, top, right, bottom = area
            words = [(left, top), (right, top), (right, bottom), (left, bottom)]
            name, (march, _, number) = game[Place][place].value.name, place.rpartition("_")
            own = said in f"{place} {name}" or (march in map_of(game).marches and said == number)
            assert own or clear(words, corners), (said, place)


def test_the_points_of_marches_touch_neither_boxes_nor_one_another() -> None:
    game = shipped("soviet_dawn")
    boxes = Spaces(game, game[Map]["sketch"].document, surveys(game)["sketch"], game.setter())
    bands = [item.points for item in boxes.marches() if isinstance(item, Polygon)][1::2]
    assert len(bands) == len(map_of(game).marches)
    heads = [[band[0], band[1], band[-1]] for band in bands]
    x, y = map_of(game).spaces["moscow"].at
    gaps = [hypot(a / MM - x, b / MM - y) for (a, b), *_ in heads]
    assert max(gaps) - min(gaps) < 0.5, "all end as far from Moscow"
    assert all(abs(b / MM - y) > 1.5 for _, *base in heads for _, b in base), "no two touch beside it"
    for one, other in combinations(heads, 2):
        assert clear(one, other)
    for head, march in zip(heads, map_of(game).marches, strict=True):
        for name, space in map_of(game).spaces.items():
            own = name.startswith(march) and name.endswith("_1")
            assert own or clear(head, [(x * MM, y * MM) for x, y in quad(space)]), (march, name)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_box_of_soviet_dawn_and_no_march_lies_where_two_sheets_meet(paper: str) -> None:
    """Bug: the arrows of two marches, and what they led to, were on different sheets."""
    game = shipped("soviet_dawn")
    frame = board(game, game[Map]["sketch"], game.setter())
    (seam,), () = seams(frame.width, frame.height, PAPERS[paper])
    cut = seam - EDGE, seam + OVERLAP - EDGE
    boxes = Spaces(game, game[Map]["sketch"].document, surveys(game)["sketch"], game.setter())
    drawn = [[x for x, _ in item.points] for item in (*boxes.marches(), *boxes.spaces()) if isinstance(item, Polygon)]
    assert len(drawn) > 40
    assert all(max(across) < cut[0] or min(across) > cut[1] for across in drawn)


def test_triumph_of_chaos_has_every_place_of_the_list_and_no_other() -> None:
    game = shipped("triumph_of_chaos")
    map_, found = map_of(game), surveys(game)["sketch"]
    ((_, places),) = game.all(Places)
    listed = {place: entry for entry in places.regions.values() for place in entry.places}
    assert set(map_.spaces) == set(listed)
    for place, entry in listed.items():
        assert map_.spaces[place].owner == entry.home, place
    located = {name for name, place in positions(game).items() if place.at}
    assert set(found.anchors) == located and not found.points, "each has a box, joined with where it lies"


def test_the_boxes_of_triumph_of_chaos_stand_near_where_their_places_lie() -> None:
    found = surveys(shipped("triumph_of_chaos"))["sketch"]
    for name, (number, (x, y)) in found.anchors.items():
        left, top, right, bottom = box(found.map.spaces[name])
        away = hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom))
        assert away < 34, name
        view = found.views[number]
        assert view.holds((left * MM, top * MM)) and view.holds((right * MM, bottom * MM)), name


def test_no_box_of_triumph_of_chaos_hides_a_dot_or_is_nearer_to_it_than_its_own() -> None:
    """Bug: the star of Kazan lay under a box, and the dots of Daugavpils and Cheboksary beside those of others."""
    found = surveys(shipped("triumph_of_chaos"))["sketch"]
    known = positions(shipped("triumph_of_chaos"))

    def away(spot: Point, place: str) -> float:
        left, top, right, low = box(found.map.spaces[place])
        return hypot(max(left - spot[0], 0.0, spot[0] - right), max(top - spot[1], 0.0, spot[1] - low))

    for name, (view, spot) in found.anchors.items():
        radius = (STAR if known[name].vc else DOT) / MM
        for other in (place for place, (there, _) in found.anchors.items() if there == view):
            assert away(spot, other) > radius + 0.3, (name, other)
            led = away(spot, name) > 2 * LED and away(spot, other) > LED - 0.1
            assert led or other == name or away(spot, other) > away(spot, name), (name, other)


def test_no_line_to_a_box_runs_through_the_name_of_a_region() -> None:
    """Bug: the line to Orsk ran through URALS CENTRAL."""
    game, setter = shipped("triumph_of_chaos"), Setter()
    found, ((_, places),) = surveys(game)["sketch"], game.all(Places)
    named = {region.title.upper() for region in places.regions.values()}
    drawn = [(one, x, y) for one, x, y in texts(field(game, game[Map]["sketch"], setter)) if one.text in named]
    assert len(drawn) > 15
    for one, x, y in drawn:
        wide = setter.width(one.text, one.font, one.size, 0.2)
        name = Box(x + 1, y - 0.7 * one.size + 1, wide - 2, 0.7 * one.size - 2)
        for place, (_, (across, down)) in found.anchors.items():
            left, top, right, low = (side * MM for side in box(found.map.spaces[place]))
            spot = across * MM, down * MM
            assert not name.meets(spot, Box(left, top, right - left, low - top).closest(spot)), (one.text, place)


def test_triumph_of_chaos_joins_only_what_the_example_of_play_joins() -> None:
    stretches = surveys(shipped("triumph_of_chaos"))["sketch"].stretches
    assert {tuple(sorted(map(str, pair))) for pairs in stretches.values() for pair in pairs} == STEPS


def test_soviet_dawn_has_the_places_that_the_kit_names_and_a_stock_of_fronts() -> None:
    game = shipped("soviet_dawn")
    map_ = map_of(game)
    names = {space.name for name, space in map_.spaces.items() if name not in map_.marched}
    titles = {march.title for march in map_.marches.values()}
    rows = game[Track]["front_status"].value.rows
    assert names | titles == NAMED | {f"Front {number}" for number in range(2, len(rows) + 1)}
    assert set(map_.marches) == set(rows), "a march for each row of the display"
    assert not map_.ways
    assert not any(place.at for place in positions(game).values()), "no place but those named"


def test_most_of_the_land_of_soviet_dawn_is_seen() -> None:
    """Marches and boxes lie on the land; they do not hide it."""
    map_ = map_of(shipped("soviet_dawn"))
    assert map_.size is not None
    covered = [*map(box, map_.spaces.values()), *((x, y, x + w, y + h) for x, y, w, h in panels(map_))]
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in covered)
    assert area < 0.25 * map_.size[0] * map_.size[1]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_zones_of_a_flat_map_of_the_earth_are_rays_over_land_and_sea(ink: Ink) -> None:
    game = shipped("soviet_dawn")
    setter = game.setter(ink)
    spaces = Spaces(game, game[Map]["sketch"].document, surveys(game)["sketch"], setter)
    tint, sea = [*spaces.lands()], [*spaces.seas()]
    for drawn in (tint, sea):
        rays = [item for item in drawn if isinstance(item, Polygon)]
        assert len(rays) == len(map_of(game).marches) == len({ray.points for ray in rays})
        assert all((ray.fill is None and ray.stroke) if ink == "low" else (ray.fill and not ray.stroke) for ray in rays)
    assert any(isinstance(item, Path) for item in tint) == (ink == "low"), "hatched there"
    masked = [one for one in groups(field(game, game[Map]["sketch"], setter)) if set(tint) <= set(one.items)]
    assert masked
    assert all(one.within for one in masked)


def test_names_grow_with_the_spaces_that_they_stand_in() -> None:
    game = shipped("soviet_dawn")
    sizes = {text.text: text.size for text, _, _ in texts(field(game, game[Map]["sketch"], game.setter()))}
    assert SPACE_NAME < sizes["Kiev"] < sizes["Available Resources"] < 2 * SPACE_NAME


def test_a_name_grows_no_further_than_on_its_line() -> None:
    game = shipped("triumph_of_chaos")
    boxes = Spaces(game, game[Map]["theatre"].document, surveys(game)["theatre"], Setter())
    assert {"915 FE Restrict 2", "907 FE Restrict 3"} <= {text.text for text, _, _ in texts(tuple(boxes.spaces()))}
