"""Art: placed whole, filling, or stretched; drawings take the ink around them."""

from __future__ import annotations

import pytest
from pictures_support import printed
from rcwkit.art.artwork import CURRENT, Art, Crop, on_grid, placed
from rcwkit.frame import Group, Path, Picture, Subpath
from rcwkit.type.text import Setter

DRAWING = Art(
    200, 100, (Path((Subpath((0, 0), ((1000, 500), (0, 0, 250, 500, 1000, 0))),), CURRENT, line=4),), None, "a", True
)
PHOTOGRAPH = Art(72, 144, (Picture(0, 0, 500, 1000, "x"),), (300, 600), "b")


def test_the_grid_keeps_the_shape() -> None:
    assert on_grid(200, 100) == (1000, 500)
    assert on_grid(0.5, 1) == (500, 1000)


@pytest.mark.parametrize(("crop", "top"), [("fit", 12.5), ("stretch", 0)])
def test_art_stands_in_the_middle_of_its_box(crop: Crop, top: float) -> None:
    drawn = placed(DRAWING, 10, 20, 50, 50, crop)
    assert (drawn.scale, drawn.x, drawn.y) == (0.05, 10, 20 + top)


def test_art_that_fills_its_box_is_cut_off_at_its_edges() -> None:
    outer = placed(DRAWING, 10, 20, 50, 50, "fill")
    assert (outer.x, outer.y, outer.clip) == (10, 20, (0, 0, 50, 50))
    (inner,) = outer.items
    assert isinstance(inner, Group)
    assert (inner.scale, inner.x, inner.y) == (0.1, -25, 0)


def test_a_drawing_takes_the_ink_around_it_and_is_stored_once_for_each() -> None:
    red, blue, again = (placed(DRAWING, 0, 0, 50, 25, ink=ink) for ink in ("#B3201F", "#27425F", "#B3201F"))
    assert [path.fill for group in (red, blue) for path in group.items if isinstance(path, Path)] == [
        "#B3201F",
        "#27425F",
    ]
    assert red == again
    assert red.key and red.key != blue.key


def test_a_drawing_is_cut_off_at_its_own_edge_and_a_photograph_needs_not_be() -> None:
    drawing, photograph = (placed(art, 0, 0, 50, 50) for art in (DRAWING, PHOTOGRAPH))
    assert drawing.clip == (0, 0, 1000, 500)
    assert (photograph.clip, photograph.key) == (None, "")


def test_stretching_moves_points_and_scales_lines() -> None:
    (path,) = placed(DRAWING, 0, 0, 50, 50, "stretch").items
    assert isinstance(path, Path)
    assert path.subpaths == (Subpath((0, 0), ((1000, 1000), (0, 0, 250, 1000, 1000, 0))),)
    assert path.line == pytest.approx(4 * 2**0.5)
    wide = placed(PHOTOGRAPH, 0, 0, 100, 100, "stretch")
    assert wide.items == (Picture(0, 0, 1000, 1000, "x"),)
    assert wide.scale == 0.1


def test_round_ends_do_not_reach_the_next_line() -> None:
    """Bug-prone: line ends are part of a page's state, which forms inherit."""
    line = Path((Subpath((20, 20), ((80, 20),)),), None, "#000000", 20, cap="round")
    page = printed((line, line._replace(subpaths=(Subpath((20, 60), ((80, 60),)),), cap="butt")), Setter(), 100, 80)
    assert [page.getpixel((14, y))[0] < 128 for y in (20, 60)] == [True, False]
