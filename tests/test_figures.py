"""Figures: every name has a file, and every file its name; shapes, places and colours are those of the drawing."""

from __future__ import annotations

from typing import get_args

import pytest
from rcwkit.art.figures import ROLES, SHIPPED, Folder, Placing, place
from rcwkit.art.motifs import MOTIFS
from rcwkit.art.signs import SIGNS
from rcwkit.art.svg import figure
from rcwkit.art.svg_tree import NotDrawn
from rcwkit.bundled import bundled
from rcwkit.frame import Circle, Group, Item, Line, Path, Polygon, Rect
from rcwkit.source.info import MARKS
from rcwkit.source.symbols import BRANCHES, FRAMES, PICTURES

INKED = {None: None, "ink": "#111111", "ground": "#EEEEEE"}
NAMES: dict[Folder, tuple[str, ...]] = {
    "branches": BRANCHES,
    "frames": FRAMES,
    "marks": MARKS,
    "motifs": MOTIFS,
    "posters": (*MOTIFS, "plain"),
    "signs": SIGNS,
    "symbols": PICTURES,
}


def svg(shapes: str, root: str = "") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" {root}>\n{shapes}\n</svg>'.encode()


def read(shapes: str, folder: Folder = "symbols") -> tuple[Item, ...]:
    return figure(svg(shapes), ROLES[folder]).items


@pytest.mark.parametrize("folder", get_args(Folder))
def test_every_name_has_a_file_and_every_file_its_name(folder: Folder) -> None:
    files = {path.stem.partition("-")[0] for path in (bundled("templates") / "art" / folder).glob("*.svg")}
    assert files == set(NAMES[folder])
    assert all(SHIPPED.find(folder, name).items for name in NAMES[folder] if name != "none")


def test_a_drawing_for_one_frame_goes_with_one_for_all() -> None:
    own = [path.stem.split("-") for path in (bundled("templates") / "art" / "branches").glob("*-*.svg")]
    assert own and all(branch in BRANCHES and frame in FRAMES for branch, frame in own)


def test_shapes_stay_what_they_are() -> None:
    shapes = read(
        '<rect x="1" y="2" width="3" height="4" rx="1"/><circle cx="5" cy="6" r="7" fill="#fff"/>'
        '<line x1="1" y1="2" x2="3" y2="4" stroke="black" stroke-width="2"/><polygon points="0,0 1,0 1,1"/>'
        '<polyline points="0,0 1,0 1,1" fill="none" stroke="currentColor"/><path d="M0 0h9v9z" fill="white"/>'
    )
    assert shapes[:5] == (
        Rect(1, 2, 3, 4, "ink", None, 0.0, 1),
        Circle(5, 6, 7, "ground"),
        Line(1, 2, 3, 4, "ink", 2),
        Polygon(((0, 0), (1, 0), (1, 1)), "ink"),
        Polygon(((0, 0), (1, 0), (1, 1)), None, "ink", 1, closed=False),
    )
    assert isinstance(shapes[5], Path) and shapes[5].fill == "ground"


def test_what_is_turned_is_in_a_group_and_what_is_skewed_a_path() -> None:
    turned, skewed = read(
        '<rect width="4" height="2" transform="translate(10 20) rotate(90) scale(2)"/>'
        '<rect width="4" height="2" transform="skewX(20)"/>'
    )
    assert isinstance(skewed, Path) and isinstance(turned, Group)
    assert (turned.x, turned.y, turned.rotate, turned.scale) == pytest.approx((10, 20, 90, 2))
    (drawn,) = place((turned,), Placing(0, 0, 3, 1, 1), INKED)
    assert isinstance(drawn, Polygon) and drawn.fill == "#111111"
    assert drawn.points == ((30, 20), (30, 28), (26, 28), (26, 20)), "its origin is stretched, its form is not"


def test_a_curve_and_its_line_are_placed() -> None:
    curve = read('<path d="M0 0C1 2 3 4 5 6z" fill="none" stroke="black" stroke-width="2"/>')
    (drawn,) = place(curve, Placing(10, 20, 2, 3, 0.5), INKED)
    assert isinstance(drawn, Path)
    assert (drawn.subpaths[0].start, drawn.subpaths[0].steps[0]) == ((10, 20), (12, 26, 16, 32, 20, 38))
    assert (drawn.fill, drawn.stroke, drawn.line) == (None, "#111111", 1.0)


@pytest.mark.parametrize(
    ("folder", "colour", "role"),
    [
        ("motifs", "black", "ink"),
        ("motifs", "var(--accent, #B3201F)", "accent"),
        ("motifs", "#FFFFFF", "paper"),
        ("posters", "currentColor", "ground"),
        ("posters", "var(--strong)", "strong"),
        ("posters", "white", "light"),
    ],
)
def test_colours_are_roles(folder: Folder, colour: str, role: str) -> None:
    (shape,) = read(f'<circle r="1" fill="{colour}" opacity="0.5"/>', folder)
    assert isinstance(shape, Circle) and shape.fill == role


@pytest.mark.parametrize("colour", ["#B3201F", "var(--accent)", "red"])
def test_other_colours_are_refused_with_their_line(colour: str) -> None:
    with pytest.raises(NotDrawn) as caught:
        read(f'<circle r="2"/>\n<circle r="1" fill="{colour}"/>')
    assert (caught.value.line, caught.value.code) == (3, "E268")
    assert caught.value.hint == "write black for ink, white for ground"
