"""Figures: every name has a file, and every file its name; shapes, places and colours are those of the drawing."""

from __future__ import annotations

import pathlib
from typing import get_args

import pytest
from rcwkit.art.figures import ROLES, SHIPPED, FigureFolder, Placing, place
from rcwkit.art.motifs import back_art, motif
from rcwkit.art.svg import figure
from rcwkit.art.svg_tree import NotDrawn
from rcwkit.art.symbols import SIGNS, symbol
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.frame import MM, Circle, Group, Item, Line, Path, Polygon, Rect
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.source.info import MOTIFS
from rcwkit.source.project import Project
from rcwkit.source.symbols import BRANCHES, FRAMES, MARKS, PARTS, PICTURES, SCENES

INKED = {None: None, "ink": "#111111", "ground": "#EEEEEE"}
NAMES: dict[FigureFolder, tuple[str, ...]] = {
    "branches": BRANCHES,
    "frames": FRAMES,
    "marks": MARKS,
    "motifs": MOTIFS,
    "portraits": ("hair_temples", "mouth_plain", *(f"{slot}_{one}" for slot in PARTS for one in PARTS[slot])),
    "posters": (*MOTIFS, "plain"),
    "scenes": SCENES,
    "signs": SIGNS,
    "symbols": tuple(name for name in PICTURES if name not in MARKS or name in ("star", "disc")),
}


def svg(shapes: str, root: str = "") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" {root}>\n{shapes}\n</svg>'.encode()


def read(shapes: str, folder: FigureFolder = "symbols") -> tuple[Item, ...]:
    return figure(svg(shapes), ROLES[folder]).items


@pytest.mark.parametrize("folder", get_args(FigureFolder))
def test_every_name_has_a_file_and_every_file_its_name(folder: FigureFolder) -> None:
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


def test_what_is_empty_too_large_or_has_two_radii_is_a_path() -> None:
    shapes = read(
        '<rect x="-1000" width="4" height="2"/><rect x="1001" width="4" height="2"/><rect width="4" height="2" ry="1"/>'
        '<rect width="4" height="0"/><circle r="0"/><polyline points="0,0 1,0 1,1"/><polygon points=""/>'
    )
    assert [type(one) for one in shapes] == [Rect, Path, Path, Path]


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
def test_colours_are_roles(folder: FigureFolder, colour: str, role: str) -> None:
    (shape,) = read(f'<circle r="1" fill="{colour}" opacity="0.5"/>', folder)
    assert isinstance(shape, Circle) and shape.fill == role


@pytest.mark.parametrize("colour", ["#B3201F", "var(--accent)", "red"])
def test_other_colours_are_refused_with_their_line(colour: str) -> None:
    with pytest.raises(NotDrawn) as caught:
        read(f'<circle r="2"/>\n<circle r="1" fill="{colour}"/>')
    assert (caught.value.line, caught.value.code) == (3, "E268")
    assert caught.value.hint == "write black for ink, white for ground"


GAME = """kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
look: {motif: palm}
drawings:
  symbols: {elephant: art/elephant.svg, tank: art/elephant.svg}
  branches: {camel: art/camel.svg}
  motifs: {palm: art/palm.svg}
  posters: {palm: art/palm.svg}
unit_types: {beast: {title: beast, plural: beasts, symbol: SYMBOL}}
"""
DRAWINGS = {"elephant": '<rect width="90" height="40"/>', "camel": '<circle r="9"/>', "palm": '<circle r="7"/>'}


def write_own(folder: pathlib.Path, game: str = GAME, symbol: str = "elephant", **drawings: str) -> Project:
    (folder / "art").mkdir()
    for name, shapes in {**DRAWINGS, **drawings}.items():
        (folder / "art" / f"{name}.svg").write_bytes(svg(shapes))
    (folder / "game.yaml").write_text(game.replace("SYMBOL", symbol), encoding="utf-8")
    (folder / "counters.yaml").write_text(COUNTERS, encoding="utf-8")
    return Project(folder, shown="pond")


COUNTERS = "kind: counters\nid: c\ntitle: C\nsource: s\nside: red\ncounters: {b1: {type: beast}}\n"


@pytest.mark.parametrize(
    ("symbol_name", "drawn"),
    [
        ("elephant", Rect(0, 5, 90, 40, "#111111")),
        ("tank", Rect(0, 5, 90, 40, "#111111")),
        ("friendly+camel", Circle(50, 31, 9, "#111111")),
        ("infantry+hostile+camel", Circle(50, 50, 9 * 0.66, "#111111")),
    ],
)
def test_symbols_of_a_game_stand_for_shipped_ones_and_branches_go_into_boxes(
    tmp_path: pathlib.Path, symbol_name: str, drawn: Item
) -> None:
    game = load(write_own(tmp_path, symbol=symbol_name))
    assert not [found for found in check(game) if found.severity == "error"]
    setter, high = game.setter(), 60 if "+" not in symbol_name else 100 if "hostile" in symbol_name else 62
    items = symbol(symbol_name, 0, 0, 100, high, "#111111", "#EEEEEE", setter.theme.figures)
    assert items[-1] == drawn
    assert len(setter.artwork.shown) == 1, "a build notices that this drawing changes, and reads no other"


def test_a_motif_of_a_game_is_on_its_pages_and_backs(tmp_path: pathlib.Path) -> None:
    theme = load(write_own(tmp_path)).setter().theme
    (emblem,) = motif("palm", theme).items
    assert isinstance(emblem, Circle) and (emblem.radius, emblem.fill) == (7 * MM, theme.ink)
    ground, disc = back_art(None, theme, 63, 88, 2, theme.poster("#B3201F"))
    assert isinstance(disc, Circle) and disc.radius == 7


@pytest.mark.parametrize(
    ("symbol_name", "drawings", "expected"),
    [
        ("camel", {}, ("E254", "pond/game.yaml:13", "'camel' is a branch, which stands in a box")),
        ("friendly+elephant", {}, ("E254", "pond/game.yaml:13", "'elephant' stands alone")),
        ("elefant", {}, ("E254", "pond/game.yaml:13", "unknown symbol 'elefant'")),
        ("elephant", {"camel": "<text>x</text>"}, ("E268", "pond/art/camel.svg:2", "<text> is not printed")),
        (
            "elephant",
            {"palm": '\n<circle r="1" fill="gold"/>'},
            ("E268", "pond/art/palm.svg:3", "'gold' is no colour of such a drawing"),
        ),
    ],
)
def test_a_wrong_drawing_or_name_is_refused_in_its_place(
    tmp_path: pathlib.Path, symbol_name: str, drawings: dict[str, str], expected: tuple[str, str, str]
) -> None:
    found = [one for one in check(load(write_own(tmp_path, symbol=symbol_name, **drawings))) if one.severity == "error"]
    assert (found[0].code, f"{found[0].span.file}:{found[0].span.line}", found[0].message) == expected


def test_a_motif_needs_a_poster(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InputError) as caught:
        load(write_own(tmp_path, GAME.replace("  posters: {palm: art/palm.svg}\n", "")))
    assert caught.value.diagnostics[0].message == "the motif 'palm' has no poster"
