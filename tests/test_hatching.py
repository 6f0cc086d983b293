"""Hatches stay inside their shapes and differ visibly; dashes keep corners; line art hides what it covers."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.art.hatching import box_corners, cut_corners, dashed, disc, hatched, line_art, plated, silhouette
from rcwkit.art.theme import HOUSE, LOW_INK, Hatch
from rcwkit.frame import SILENT, Circle, Group, Line, Path, Picture, Polygon, Rect, Subpath, Text

HATCHES: tuple[Hatch, ...] = get_args(Hatch)
SIDES = st.floats(4, 200)
PITCHES = st.floats(1.2, 6)


@given(SIDES, SIDES, PITCHES, st.sampled_from(HATCHES))
def test_a_hatch_stays_inside_and_fills_evenly(width: float, height: float, pitch: float, hatch: Hatch) -> None:
    items = list(hatched(box_corners(10, 20, width, height), hatch, "#000000", pitch))
    points = [(item.x, item.y) for item in items if isinstance(item, Circle)]
    points += [end for item in items if isinstance(item, Line) for end in ((item.x1, item.y1), (item.x2, item.y2))]
    assert all(10 - 0.02 <= x <= 10 + width + 0.02 and 20 - 0.02 <= y <= 20 + height + 0.02 for x, y in points)
    if min(width, height) > 3 * pitch:
        drawn = sum(hypot(item.x2 - item.x1, item.y2 - item.y1) for item in items if isinstance(item, Line))
        lines = 2 / 1.5 if hatch in ("lattice", "grid") else 1
        if hatch != "dots":
            assert drawn == pytest.approx(lines * width * height / pitch, rel=0.35)
        else:
            assert len(items) >= 0.5 * width * height / pitch**2


def test_a_silhouette_has_one_colour_and_is_larger() -> None:
    path = Path((Subpath((0, 0), ((1, 0), (1, 1)), closed=True),), "#111111")
    items = (
        Rect(0, 0, 4, 2, "#222222"),
        Line(0, 0, 1, 1, "#333333", 0.5),
        path,
        path._replace(fill=None),
        Picture(1, 2, 3, 4, "a"),
        Group((Rect(0, 0, 9, 9, "#444444"),), 5, 5, scale=2, within=((0, 0), (4, 0), (0, 4)), alt="a"),
        Group((path,), key="drawing", clip=(0, 0, 9, 9), scale=0.5),
        Group((Rect(0, 0, 9, 9, "#444444"),), clip=(1, 1, 2, 2)),
    )
    red = "#FF0000"
    larger = path._replace(fill=red, stroke=red, line=2.0, join="round")
    assert list(silhouette(items, red, 1.0)) == [
        Rect(0, 0, 4, 2, red, red, 2.0),
        Line(0, 0, 1, 1, red, 2.5),
        larger,
        Rect(1, 2, 3, 4, red, red, 2.0),
        Group((Polygon(((0, 0), (4, 0), (0, 4)), red, red, 1.0),), 5, 5, scale=2, alt=SILENT),
        Group((larger._replace(line=4.0),), scale=0.5),
        Group((Rect(1, 1, 2, 2, red, red, 2.0),)),
    ]


def test_no_two_hatches_are_alike() -> None:
    drawn = [tuple(hatched(box_corners(0, 0, 30, 20), hatch, "#000000", 2.5)) for hatch in HATCHES]
    assert len(set(drawn)) == len(HATCHES)


def test_a_hatch_follows_a_shape_with_a_notch() -> None:
    notched = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (15.0, 5.0), (0.0, 20.0))
    lines = [item for item in hatched(notched, "horizontal", "#000000", 2.0) if isinstance(item, Line)]
    low = [line for line in lines if line.y1 > 12]
    assert len({line.y1 for line in low}) * 2 == len(low), "each level line is broken by the notch"
    assert all(line.x2 <= 15 or line.x1 >= 15 for line in low)


@given(SIDES, SIDES)
def test_dashes_lie_on_the_outline_and_keep_its_corners(width: float, height: float) -> None:
    shape = cut_corners(5, 5, width, height, min(width, height) / 4)
    lines = [item for item in dashed(shape, "#000000", 1.0, 3.0, 2.0) if isinstance(item, Line)]
    ends = [end for line in lines for end in ((line.x1, line.y1), (line.x2, line.y2))]
    assert all(min(hypot(x - a, y - b) for a, b in ends) < 0.02 for x, y in shape)
    around = sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise((*shape, shape[0])))
    assert 0 < sum(hypot(line.x2 - line.x1, line.y2 - line.y1) for line in lines) <= around + 0.2


def test_a_panel_is_filled_or_outlined_as_its_plate_says() -> None:
    shape = Rect(1, 2, 30, 20)
    assert plated(shape, HOUSE.plate("#B3201F")) == Rect(1, 2, 30, 20, "#B3201F")
    assert plated(shape, LOW_INK.plate("#B3201F"), 0.5) == Rect(1, 2, 30, 20, "#FFFFFF", "#B3201F", 0.5)


def test_line_art_has_no_fills_but_the_page() -> None:
    drawn = (
        Rect(0, 0, 5, 5, "#000000"),
        Circle(0, 0, 4, "#B3201F", "#000000", 3),
        Line(0, 0, 1, 1, "#000000", 2),
        Text(0, 0, "a", "sans", 7, "#000000"),
    )
    rect, circle, line, text = line_art((*drawn,), "#1B1A18", "#FFFFFF", 0.5)
    assert rect == Rect(0, 0, 5, 5, "#FFFFFF", "#1B1A18", 0.5)
    assert circle == Circle(0, 0, 4, "#FFFFFF", "#1B1A18", 0.5)
    assert (line, text) == (Line(0, 0, 1, 1, "#1B1A18", 0.5), drawn[3])


def test_a_disc_is_round() -> None:
    assert all(hypot(x - 3, y - 4) == pytest.approx(5) for x, y in disc(3, 4, 5))


def test_line_art_gives_a_broad_ring_two_edges() -> None:
    edges = list(line_art((Circle(0, 0, 10, None, "#000000", 4),), "#1B1A18", "#FFFFFF", 0.5))
    assert edges == [Circle(0, 0, radius, "#FFFFFF", "#1B1A18", 0.5) for radius in (12, 8)]
