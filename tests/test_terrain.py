"""Terrain on maps of hexes and of areas: how it flows together, patterns, tiles of one's own, dark grounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from map_support import mapped
from rcwkit.diagnostics import InputError
from rcwkit.frame import MM, Group, Item, Polygon, Rect
from rcwkit.frame import Path as Curve
from rcwkit.kinds.maps.draw import board, field
from rcwkit.kinds.maps.hexes import EDGE, torn
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.terrain import terrain_drawn
from rcwkit.kit.checks import check

HEXES = "hexes: {size: 20mm, columns: 4, rows: 3}\nground: clear\n"
WOODS = """terrain:
  clear: {title: Clear}
  woods: {title: Woods, hexes: ["0201-0202", "0403"]}
"""
WOOD = "#C3D19C"


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def drawn(folder: Path, text: str, ink: str = "full") -> list[Item]:
    game = mapped(folder, text)
    setter = game.setter("low" if ink == "low" else "full")
    items = [*flat(field(game, game[Map]["valley"], setter))]
    assert setter.found == []
    return items


def edges(items: list[Item]) -> list[Curve]:
    return [item for item in items if isinstance(item, Curve) and item.line == EDGE and item.join == "round"]


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("how", ["soft", "ragged"])
def test_neighbours_of_one_terrain_have_one_edge(tmp_path: Path, how: str, ink: str) -> None:
    items = drawn(tmp_path, HEXES + f"terrain_edge: {how}\n" + WOODS, ink)
    (edge,) = edges(items)
    assert len(edge.subpaths) == 2, "around two neighbours together, and one hex alone"
    curved = {len(step) for subpath in edge.subpaths for step in subpath.steps}
    assert curved == ({2, 6} if how == "soft" else {2})
    grounds = [
        item.fill
        for item in items
        if isinstance(item, Curve)
        and item._replace(fill=None, line=0) in [one._replace(stroke=None, line=0, join="miter") for one in (edge,)]
    ]
    assert (WOOD in grounds) == (ink == "full")


def test_along_hexsides_terrain_has_no_edge(tmp_path: Path) -> None:
    assert edges(drawn(tmp_path, HEXES + WOODS)) == []


def test_figures_stand_on_the_sides_that_hexes_share(tmp_path: Path) -> None:
    apart, together = (
        [
            item
            for item in drawn(tmp_path / how, HEXES + f"terrain_edge: {how}\n" + WOODS)
            if isinstance(item, Group) and item.key.startswith("terrain woods")
        ]
        for how in ("hexsides", "soft")
    )
    assert len(apart) == 3
    assert len(together) == 4, "0201 and 0202 share a side"
    first, second, between = apart[0], apart[1], together[0]
    assert (between.x, between.y) == pytest.approx(((first.x + second.x) / 2, (first.y + second.y) / 2), abs=0.1)


def test_a_terrain_goes_on_under_one_that_is_listed_after_it(tmp_path: Path) -> None:
    text = HEXES + "terrain_edge: soft\n" + WOODS + '  hills: {title: Hills, hexes: ["0203"]}\n'
    woods, hills = edges(drawn(tmp_path, text))
    assert set(hills.subpaths[0].steps) & {step for one in woods.subpaths for step in one.steps}, "they share an edge"
    assert len(woods.subpaths) == 2 and len(hills.subpaths) == 1


def test_ragged_lines_are_the_same_back_and_forth() -> None:
    start, end = (10.0, 4.0), (42.5, 17.25)
    there, back = [*torn(start, end, 0.2, 2), end], [*torn(end, start, 0.2, 2), start]
    assert there == back[::-1]
    assert len(there) == 5
    assert all(one != other for one, other in pairwise(there))


def test_zones_are_laid_over_areas(tmp_path: Path) -> None:
    text = HEXES + "terrain_edge: soft\n" + WOODS + 'zones: {north: {owner: red, hexes: ["0201-0202"]}}\n'
    shades = [item for item in drawn(tmp_path / "full", text) if isinstance(item, Group) and item.opacity < 1]
    assert [len(shade.items[0].subpaths) for shade in shades] == [2]  # type: ignore[union-attr]
    assert not [item for item in drawn(tmp_path / "low", text, "low") if isinstance(item, Group) and item.opacity < 1]


TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#E6D3E0"/></svg>'


def test_a_tile_of_ones_own_is_repeated_within_its_terrain(tmp_path: Path) -> None:
    tmp_path.joinpath("heath.svg").write_text(TILE)
    terrain = 'terrain:\n  clear: {title: Clear}\n  heath: {title: Heath, art: heath.svg, hexes: ["0101-0202"]}\n'
    for edge in ("hexsides", "ragged"):
        items = drawn(tmp_path, HEXES + f"terrain_edge: {edge}\n" + terrain)
        (area,) = [
            item
            for item in items
            if isinstance(item, Group)
            and item.items
            and all(isinstance(tile, Group) and tile.key.startswith("tile") for tile in item.items)
        ]
        assert isinstance(area.within, Curve) and len(area.within.subpaths) == 1
        assert len({tile.key for tile in area.items}) == 1, "stored once"  # type: ignore[union-attr]
        assert 4 < len(area.items) < 30


def test_a_tile_is_as_wide_as_it_says(tmp_path: Path) -> None:
    tmp_path.joinpath("heath.svg").write_text(TILE)
    heath = "{title: Heath, art: heath.svg, WIDE hexes: ['0101-0202']}"

    def tiles(wide: str) -> list[Group]:
        text = HEXES + "terrain:\n  clear: {title: Clear}\n  heath: " + heath.replace("WIDE", wide) + "\n"
        items = (tile for item in drawn(tmp_path, text) if isinstance(item, Group) for tile in item.items)
        return [tile for tile in items if isinstance(tile, Group) and tile.key.startswith("tile")]

    usual, small = tiles(""), tiles("tile: 7mm,")
    assert {round(tile.clip[2], 2) for tile in small if tile.clip} == {round(7 * MM, 2)}
    assert len(small) > 3 * len(usual) > 0
    with pytest.raises(InputError, match="`tile` is the width of a picture"):
        mapped(tmp_path, HEXES + "terrain:\n  clear: {title: Clear, tile: 7mm}\n")


def test_terrain_over_other_terrain_has_its_picture_once_in_each_hex(tmp_path: Path) -> None:
    tmp_path.joinpath("ruin.svg").write_text(TILE)
    terrain = (
        'terrain:\n  clear: {title: Clear}\n  ruin: {title: Ruin, over: true, art: ruin.svg, hexes: ["0101-0102"]}\n'
    )
    items = drawn(tmp_path, HEXES + "terrain_edge: soft\n" + terrain)
    assert len([item for item in items if isinstance(item, Group) and item.key.startswith("terrain ruin")]) == 2


def test_a_picture_that_is_missing_is_told_where_it_is_named(tmp_path: Path) -> None:
    game = mapped(tmp_path, HEXES + "terrain:\n  clear: {title: Clear, art: gone.svg}\n")
    setter = game.setter()
    board(game, game[Map]["valley"], setter)
    assert [(one.code, one.span.line) for one in setter.found] == [("E103", 8)]
    assert "W363" not in {one.code for one in check(game)}, "a picture shows it"


def test_a_pattern_is_of_signs_or_of_lines(tmp_path: Path) -> None:
    text = (
        HEXES
        + """terrain:
  clear: {title: Clear}
  pines: {title: Pines, colour: "#BFD0B0", pattern: {sign: forest, every: 5mm}, hexes: ["0101"]}
  shoals: {title: Shoals, colour: "#DDE8EE", pattern: {hatch: horizontal, every: 2mm}, hexes: ["0301"]}
"""
    )
    items = drawn(tmp_path, text)
    (pines,) = [item for item in items if isinstance(item, Group) and item.key.startswith("terrain pines")]
    assert len(pines.items) > 5
    assert all(isinstance(sign, Group) and sign.key.startswith("forest") for sign in pines.items)
    (lines,) = [one for group in items if isinstance(group, Group) and group.within for one in group.items]
    assert isinstance(lines, Curve)
    assert len(lines.subpaths) == 10, "2 mm apart in 20 mm"


def test_houses_show_on_a_dark_ground() -> None:
    dark, light = (
        next(
            item
            for item in terrain_drawn("town", 0, ground, "#1B1A18", "#FFFFFF", outlined=False)
            if isinstance(item, Rect)
        ).fill
        for ground in ("#2A3140", "#F3ECD8")
    )
    assert dark is not None and light is not None
    assert dark > "#A" > light


AREAS = """size: 200x100mm
terrain:
  woods: {title: Woods}
  heath: {title: Heath, art: heath.svg}
  pines: {title: Pines, pattern: {sign: forest, every: 5mm}}
  flats: {title: Flats, pattern: {hatch: horizontal, every: 2mm}}
spaces:
  a: {at: [25, 25], terrain: woods, outline: [[5, 5], [45, 5], [25, 45]]}
  b: {at: [75, 25], terrain: heath, outline: [[55, 5], [95, 5], [75, 45]]}
  c: {at: [125, 25], terrain: pines, shape: box, size: [40, 40]}
  d: {at: [175, 25], terrain: flats, shape: diamond, size: 40}
  e: {at: [25, 75], terrain: woods}
"""


@pytest.mark.parametrize("ink", ["full", "low"])
def test_terrain_of_areas_is_cut_at_their_edges(tmp_path: Path, ink: str) -> None:
    tmp_path.joinpath("heath.svg").write_text(TILE)
    items = drawn(tmp_path, AREAS, ink)
    woods, heath, pines, flats = [one for one in items if isinstance(one, Group) and one.within]
    cut = [one.within for one in (woods, heath, flats) if isinstance(one.within, Curve)]
    assert [len(part.steps) + 1 for one in cut for part in one.subpaths] == [3, 3, 4]
    keys = [one.key for group in (woods, heath, pines) for one in group.items if isinstance(one, Group)]
    assert {key.split()[1] for key in keys} == {"woods", "heath.svg", "pines"}
    (lines,) = flats.items
    assert isinstance(lines, Curve) and len(lines.subpaths) > 1
    assert len(pines.items) > 40 * 40 / 5**2, "a sign every 5 mm"
    edges_ = [one for one in items if isinstance(one, Polygon | Rect) and one.fill is None and one.stroke]
    assert len(edges_) >= 4, "edges lie on what is drawn in them"


def test_what_would_be_drawn_too_often_in_an_area_is_left_out(tmp_path: Path) -> None:
    spaces = "".join(
        f"  {name}: {{at: [1000, 1000], terrain: flats, shape: box, size: 500}}\n" for name in ("a", "b", "c")
    )
    dense = "{title: Dense, pattern: {sign: forest, every: 1mm}}"
    items = drawn(tmp_path, f"size: 2000x2000mm\nterrain:\n  flats: {dense}\nspaces:\n{spaces}")
    assert not [one for one in items if isinstance(one, Group) and one.within]
