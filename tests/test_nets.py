"""Box nets: they close, hold their contents, and do not overlap."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.frame import Point
from rcwkit.kinds.storage.draw import EASE, LOOSE, TAB, WHOLE, Net, Tray, Tuck, chits

tucks = st.builds(
    Tuck.of,
    st.tuples(st.floats(40, 199), st.floats(40, 199)),
    st.integers(1, 200),
    st.sampled_from([0.2, 0.3, 0.5, 1.0]),
    st.sampled_from([0.2, 0.3, 0.5]),
)
trays = st.builds(
    Tray, st.tuples(st.floats(40, 200), st.floats(40, 250), st.floats(10, 45)), st.sampled_from([0.2, 0.3, 0.5])
)


def edges(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return [*pairwise(points), (points[-1], points[0])]


def off(point: Point, line: tuple[Point, Point]) -> float:
    """Return the distance of a point from a segment."""
    (x, y), ((x1, y1), (x2, y2)) = point, line
    length = hypot(x2 - x1, y2 - y1)
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
    return hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))


def side_of(line: tuple[Point, Point], point: Point) -> float:
    (x1, y1), (x2, y2) = line
    return (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)


def cross(one: tuple[Point, Point], two: tuple[Point, Point]) -> bool:
    """Return whether two segments cross inside both."""
    exact = 1e-7
    return side_of(one, two[0]) * side_of(one, two[1]) < -exact and side_of(two, one[0]) * side_of(two, one[1]) < -exact


def sound(net: Net) -> None:
    """Assert that the cut does not cross itself, folds join cuts, and everything is right of and below the corner."""
    cut = [edge for edge in edges(net.outline) if edge[0] != edge[1]]
    assert not any(cross(one, two) for one, two in combinations(cut, 2))
    borders = [*cut, *(edge for tab in net.tabs for edge in edges(tab)), *net.folds]
    for fold in net.folds:
        for end in fold:
            assert min(off(end, edge) for edge in borders if edge != fold) < 1e-6
    assert min(x for x, _ in net.outline) >= -1e-9 and min(y for _, y in net.outline) >= -1e-9


@given(tucks)
def test_a_tuck_box_can_be_cut_and_folded(tuck: Tuck) -> None:
    sound(tuck.net())
    sound(tuck.net(("front", "side")))
    sound(tuck.net(("back", "side")))


@given(tucks)
def test_a_tuck_box_closes(tuck: Tuck) -> None:
    panels = tuck.net().panels
    (_, _, front, high), (_, _, back, behind) = panels["front"], panels["back"]
    assert (front, high) == (back, behind)
    assert panels["side"][2:] == panels["side 2"][2:] == (tuck.depth, high)
    for end in ("lid", "floor"):
        # A lid spans from the back to the inner face of the front, under which it is tucked.
        assert panels[end][2:] == (back, tuck.lid)
    assert tuck.lid + tuck.card == pytest.approx(tuck.depth)
    assert 2 * tuck.flap <= tuck.width, "the flaps of an end meet"
    assert tuck.flap <= tuck.lid + tuck.tucked
    assert tuck.tucked < tuck.height / 2, "what is tucked in at both ends meets"
    assert front > TAB


@given(st.tuples(st.floats(40, 199), st.floats(40, 199)), st.integers(1, 300), st.sampled_from([0.2, 0.3, 0.6]))
def test_the_cards_fit_in(size: tuple[float, float], count: int, thickness: float) -> None:
    tuck = Tuck.of(size, count, thickness)
    wide, high, deep = tuck.inside
    assert wide == pytest.approx(size[0] + EASE) and high == pytest.approx(size[1] + EASE)
    assert deep >= count * thickness + EASE - 1e-9
    # From wall centre to wall centre: the room and one thickness of card, and more where flaps lie between.
    assert tuck.width >= wide + tuck.card - 1e-9
    assert tuck.depth >= deep + 2 * tuck.card - 1e-9
    assert tuck.height >= high + 3 * tuck.card - 1e-9


def test_halves_are_the_whole_with_one_more_tab() -> None:
    tuck = Tuck.of((63, 88), 66, 0.3)
    first, second = (tuck.net(half).size[0] for half in (("front", "side"), ("back", "side")))
    assert first + second == pytest.approx(tuck.net(WHOLE).size[0] + TAB)


def test_66_poker_cards() -> None:
    tuck = Tuck.of((63, 88), 66, 0.3)
    assert tuck.inside == pytest.approx((64, 89, 20.8))
    assert tuck.net().size == pytest.approx((2 * 64.3 + 2 * 21.4 + 12, 90.2 + 2 * (21.1 + 17.12)))


@given(trays)
def test_a_tray_can_be_cut_and_folded_and_its_lid_goes_over_it(tray: Tray) -> None:
    lid = tray.lid()
    for one in (tray, lid):
        net = one.net()
        sound(net)
        _, _, wide, long = net.panels["floor"]
        assert {panel[2:] for name, panel in net.panels.items() if name in ("upper", "lower")} == {(wide, one.wall)}
        assert {panel[2:] for name, panel in net.panels.items() if name in ("left", "right")} == {(one.wall, long)}
    outer = tray.inside[0] + 2 * tray.card, tray.inside[1] + 4 * tray.card
    assert lid.inside[:2] == pytest.approx((outer[0] + EASE, outer[1] + EASE))


@given(st.floats(1_000, 600_000))
def test_thrown_counters_fill_their_tray_and_no_more(volume: float) -> None:
    wide, long, deep = chits(volume).inside
    assert wide * long * deep * LOOSE >= volume - 1e-6
    assert wide <= long
