"""The earth on paper: projections against known values, coasts, and areas around places."""

from __future__ import annotations

import json
from math import dist
from typing import Any

import pytest
from rcwkit.art.earth import (
    RADIUS,
    Conic,
    MapView,
    Plain,
    Reach,
    Relief,
    areas_around,
    bent,
    cells_around,
    projected,
    read_outlines,
    relief,
)
from rcwkit.art.theme import HOUSE, LOW_INK
from rcwkit.frame import MM, Path, Rect, box_of, encloses
from rcwkit.memo import Memo

Point = tuple[float, float]


def view(centre: Point, scale: float, size: float = 60 * MM) -> MapView:
    return MapView(projected(centre, 8), scale, 10, 20, size, size)


def area(points: list[Point]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))) / 2


def on_land(ground: Relief, point: Point) -> bool:
    """Return whether a point is within an odd number of rings of land."""
    x, y = point
    sides = [side for ring in ground.land for side in zip(ring, [*ring[1:], ring[0]], strict=True)]
    crossed = [a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides if (a[1] > y) != (b[1] > y)]
    return sum(x < at for at in crossed) % 2 == 1


def test_a_conic_projection_has_the_values_that_snyder_gives() -> None:
    """Map Projections: A Working Manual (1987), page 295: the sphere."""
    x, y = Conic((-96, 23), (33, 45)).point((-75, 35))
    assert x / RADIUS == pytest.approx(0.2966785, abs=5e-7)
    assert -y / RADIUS == pytest.approx(0.2462112, abs=5e-7)


def test_a_conic_projection_is_true_along_its_parallels() -> None:
    conic = Conic((46, 54), (46, 62))
    assert dist(conic.point((46, 62)), conic.point((46.01, 62))) == pytest.approx(0.01 * 111.195 * 0.469472, rel=1e-4)


def test_a_plain_projection_counts_degrees() -> None:
    plain = Plain((10, 60))
    assert plain.point((11, 61)) == pytest.approx((111.195 / 2, -111.195), rel=1e-4)


@pytest.mark.parametrize("centre", [(37.6, 55.7), (-58, -35), (0, 0), (179, 66), (100, 3), (-100, 40)])
def test_the_way_back_leads_to_the_same_place(centre: Point) -> None:
    there = view(centre, 10)
    for place in ((centre[0] + 2, centre[1] - 1.5), (centre[0] - 3, centre[1] + 2)):
        assert there.back(there.at(place)) == pytest.approx(place, abs=1e-6)
    assert there.at(centre) == pytest.approx(there.middle)
    assert there.at((centre[0], centre[1] + 1))[1] < there.middle[1], "north is up"


def test_places_beyond_180_degrees_lie_beside_those_before() -> None:
    there = view((179, 66), 20)
    assert dist(there.at((181, 66)), there.at((-179, 66))) < 1e-6
    assert there.at((-175, 66))[0] > there.at((178, 66))[0]


@pytest.mark.parametrize(
    ("place", "is_land"),
    [
        ((37.62, 55.75), True),
        ((34.2, 43.3), False),  # the Black Sea
        ((50.9, 42.0), False),  # the Caspian Sea, a hole in the land
        ((-175.0, 66.6), True),  # Chukotka, beyond 180 degrees
        ((-150.0, -30.0), False),
        ((-58.4, -34.9), True),
        ((133.0, -25.0), True),
    ],
)
def test_land_is_where_it_is(place: Point, is_land: bool) -> None:
    there = view(place, 20)
    assert on_land(relief(there), there.middle) is is_land


def test_rivers_flow_past_their_towns() -> None:
    there = view((47.0, 53.0), 10)
    rivers = [point for _, course in relief(there).rivers for point in course]
    for town in ((50.15, 53.20), (46.03, 51.53), (48.47, 53.16)):
        assert min(dist(point, there.at(town)) for point in rivers) < 3 * MM
    least = relief(there, least=2)
    assert {rank for rank, _ in least.rivers} <= {0, 1, 2}
    assert len(least.rivers) < len(relief(there).rivers)


@pytest.mark.parametrize("place", [(38.2, 58.5), (49.3, 54.3), (46.1, 50.9), (43.2, 48.2), (34.3, 47.4), (56.3, 58.7)])
def test_reservoirs_that_were_made_later_are_left_out(place: Point) -> None:
    """Rybinsk, Kuybyshev, Volgograd, Tsimlyansk, Kakhovka, Kama: wars of a hundred years ago did not know them."""
    there = view(place, 4)
    assert not any(encloses(ring, *there.middle) for ring in relief(there).lakes)


def test_where_there_is_no_lake_none_is_drawn() -> None:
    ground = relief(view((46.1, 50.9), 4))
    assert not ground.lakes
    assert all(item.subpaths for item in ground.waters(HOUSE) if isinstance(item, Path))


def test_an_area_may_reach_farther_across_than_down() -> None:
    ((part,),) = areas_around([((0.0, 0.0), "steppe", (300.0, 100.0))])
    left, top, right, low = box_of(part)
    assert (right - left, low - top) == pytest.approx((600, 200), abs=0.1)
    assert 3.14159 * 300 * 100 < area(part) < 600 * 200, "rounder than a box, fuller than an ellipse"


def test_low_ink_has_lines_and_no_fills() -> None:
    ground = relief(view((34.0, 44.0), 15))
    for theme in (HOUSE, LOW_INK):
        drawn = [*ground.sea(theme), *ground.waters(theme)]
        fills = {item.fill for item in drawn if isinstance(item, Path | Rect) and item.fill}
        assert (fills == {LOW_INK.page}) is theme.outlined


def test_areas_end_halfway_and_do_not_overlap() -> None:
    places: list[tuple[Point, str, Reach]] = [
        ((0, 0), "a", 25),
        ((30, 0), "a", 25),
        ((0, 40), "b", 25),
        ((30, 40), "b", 25),
        ((400, 400), "c", 35),
    ]
    (first,), (second,), (third,), (fourth,), (alone,) = areas_around(places)
    assert max(x for x, _ in first) == pytest.approx(15)
    assert max(y for _, y in first) == pytest.approx(20)
    assert area(alone) == pytest.approx(3.14159 * 35**2, rel=0.02), "nothing is near"
    assert sum(map(area, (first, second, third, fourth))) < 2 * (50 * 30 + 3.15 * 25**2)


def test_what_is_near_a_small_group_but_in_a_wide_one_is_the_wide_ones() -> None:
    ends: list[Point] = [(-100, 0), (100, 0), (0, -100), (0, 100)]
    parts = areas_around([*((end, "wide", 10.0) for end in ends), ((0, 0), "small", 10.0)])
    assert area(parts[4][0]) == pytest.approx(3.14159 * 10**2, rel=0.02)
    whole = 200**2 / 2 + 4 * 10 * 200 / 2**0.5 + 3.14159 * 10**2
    assert sum(area(part) for found in parts for part in found) == pytest.approx(whole, rel=0.01), "no gap is left"


def test_geojson_takes_the_place_of_what_is_shipped() -> None:
    island = {"type": "Polygon", "coordinates": [[[33, 43], [35, 43], [35, 44], [33, 44], [33, 43]]]}
    river = {"type": "MultiLineString", "coordinates": [[[33.2, 43.2], [34.8, 43.8]]]}
    features = [
        {"type": "Feature", "properties": {"scalerank": 3}, "geometry": shape} for shape in (island, river, None)
    ]
    own = {"land": read_outlines(json.dumps(features[0]).encode())}
    own["rivers"] = read_outlines(json.dumps({"type": "FeatureCollection", "features": features[1:]}).encode())
    there = view((34.0, 43.5), 5)
    ground = relief(there, own=own)
    assert on_land(ground, there.at((34, 43.5))), "in the Black Sea"
    assert not on_land(ground, there.at((34, 44.5)))
    shore = ground.on_land([Rect(0, 0, 9, 9)]).within
    assert isinstance(shore, Path) and [part.start for part in shore.subpaths] == [ground.land[0][0]]
    assert [rank for rank, _ in ground.rivers] == [3]
    assert ground.lakes == relief(there).lakes


def test_lines_of_geojson_go_on_beyond_180_degrees() -> None:
    (line,) = read_outlines(b'{"type": "LineString", "coordinates": [[179, 66], [-179, 66.5], [-177, 67], [179, 67]]}')
    assert [x for x, _ in line.points] == [179, 181, 183, 179]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no GeoJSON"),
        ("[1, 2]", "no GeoJSON"),
        ("[" * 100_000, "no GeoJSON"),
        ('{"type": "Feature", "geometry": null}', "no GeoJSON"),
        ('{"type": "Polygon", "coordinates": 5}', "no GeoJSON"),
        ('{"type": "LineString", "coordinates": [[1], [2]]}', "no GeoJSON"),
        ('{"type": "LineString", "coordinates": [[1, 95], [2, 3]]}', "no place on the earth: 1, 95"),
        ('{"type": "LineString", "coordinates": [[NaN, 5], [2, 3]]}', "no place on the earth: nan, 5"),
    ],
)
def test_what_is_no_geojson_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_outlines(text.encode())


def test_files_past_all_measure_are_refused() -> None:
    with pytest.raises(ValueError, match="larger than 16 MB"):
        read_outlines(b" " * 16_000_001)


def test_what_was_worked_out_for_a_view_is_found_for_an_equal_one() -> None:
    once = Memo(10).of(lambda _: 1)(relief)
    for projection in (projected, Conic):
        given: Any = ((46, 54), 12) if projection is projected else ((46, 54), (46, 62))
        one, other = (MapView(projection(*given), 40, 0, 0, 90, 60) for _ in range(2))
        assert once(one) is once(other)
        assert once(one) is not once(one._replace(x=5.0))


def test_lands_share_what_both_would_reach_and_end_nowhere_else_at_a_line() -> None:
    moscow, belarus, alone = cells_around([((500, 500), (200, 200)), ((200, 550), (150, 100)), ((2000, 500), 90.0)])
    (border,), (same,) = moscow.edges(), belarus.edges()
    for edge, other in ((border, same), (same, border)):
        assert all(min(dist(point, one) for one in other) < 7 for point in edge[9:-9]), "both see the same border"
    assert alone.edges() == []
    assert area(alone.ring()) == pytest.approx(3.14159 * 90**2, rel=0.05), "as far as it reaches"
    assert area(alone.ring(0.5)) == pytest.approx(area(alone.ring()) / 4, rel=0.1)
    faint, strong = moscow.ring(), moscow.ring(0.7)
    middle = border[len(border) // 2]
    assert all(min(dist(middle, point) for point in ring) < 1 for ring in (faint, strong)), "no border fades"
    assert max(x for x, _ in faint) > max(x for x, _ in strong) + 50


def test_a_large_land_bends_around_a_small_one_beside_it() -> None:
    small, large = cells_around([((0, 0), (30, 30)), ((300, 0), (400, 200))])
    assert not encloses(large.ring(), 0, 0) and not encloses(large.ring(), 15, 0)
    assert encloses(small.ring(), 15, 0) and encloses(large.ring(), 40, 0)
    assert cells_around([((0, 0), 9.0), ((0, 0), 9.0)])[0].edges() == [], "nothing parts two in one place"


def test_edges_that_nobody_knows_are_bent_alike_where_two_areas_touch() -> None:
    left = [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0)]
    right = [(100.0, 0.0), (200.0, 0.0), (200.0, 80.0), (100.0, 80.0)]
    one, other = bent(left), bent(right)
    shared = set(one) & set(other)
    assert len(shared) > 8, "the corners of their common side"
    assert max(abs(x - 100) for x, _ in shared) > 1, "which is not straight"
    moved = [min(dist(point, (x, y)) for x in (0, 100) for y in [point[1]]) for point in one if 10 < point[1] < 70]
    assert max(moved) < 3 * MM
    assert area(one) == pytest.approx(8000, rel=0.1)
