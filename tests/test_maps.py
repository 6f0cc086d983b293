"""Maps: true to scale, everything in its place, whole on a page or over several, and goldens of what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, hypot, radians, tan
from pathlib import Path

import pytest
from log_support import describe
from map_support import BASE, HEAD, SET_UP, VALLEY, mapped, played
from rcwkit.art.colours import contrast
from rcwkit.art.motifs import scene
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import InputError, Severity
from rcwkit.dice.setups import Place
from rcwkit.frame import MM, Frame, Group, Item, Polygon, Rect, Text, encloses
from rcwkit.frame import Path as Curve
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kinds.maps.courses import LOOKS
from rcwkit.kinds.maps.draw import EDGE, FIGURE, THICK, board, field
from rcwkit.kinds.maps.hexes import BORDER
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.spaces import Spaces
from rcwkit.kinds.maps.survey import survey, surveys
from rcwkit.kit.checks import check
from rcwkit.kit.options import Options
from rcwkit.sheets.imposition import whole_pages
from rcwkit.sheets.marks import Foot
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import Golden, write


def flat(
    items: tuple[Item, ...], x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> Iterator[tuple[Item, float, float]]:
    """Yield every item with the place of its origin; nothing on a map but labels is rotated."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, x + scale * item.x, y + scale * item.y, scale * item.scale)
        else:
            yield item, x, y


def pages(game: Game, stem: str, paper: str = "a4", setter: Setter | None = None) -> tuple[Frame, ...]:
    (file,) = [file for file in files_of(game) if file.stem == stem]
    cut = file.lay_out(setter or game.setter(), PAPERS[paper])
    assert isinstance(cut, Cut)
    return cut.boards


def test_numbers_stand_where_their_hexes_are(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    frame, grid = board(game, game[Map]["valley"], game.setter()), game[Map]["valley"].value.hexes
    assert grid is not None
    found = {item.text: (x + item.x, y + item.y) for item, x, y in flat(frame.items) if isinstance(item, Text)}
    for number, cell in grid.cells.items():
        x, y = ((value * MM + EDGE) for value in grid.centre(cell))
        left, base = found[number]
        assert left < x < left + 6 * MM
        assert y - 10 * MM < base < y - 5 * MM, "in the upper part, inside the hex"


def test_a_map_is_true_to_scale(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    frame = board(game, game[Map]["valley"], game.setter())
    grid = next(item for item, _, _ in flat(frame.items) if isinstance(item, Curve) and item.line == 0.4)
    sides = [dist(path.start, path.steps[0]) for path in grid.subpaths]
    assert max(sides) == pytest.approx(min(sides), abs=0.05)
    assert sides[0] == pytest.approx(20 / 3**0.5 * MM, abs=0.02)
    assert len(sides) == len({frozenset((path.start, path.steps[0])) for path in grid.subpaths}), "every side once"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_map_is_its_golden(tmp_path: Path, golden: Golden, ink: str) -> None:
    game = mapped(tmp_path)
    assert [one for one in check(game) if one.severity is not Severity.NOTE and one.code != "W216"] == []
    setter = game.setter("low" if ink == "low" else "full")
    (frame,) = pages(game, "map-valley", setter=setter)
    assert setter.found == []
    sheets = whole_pages([frame], Edition(PAPERS["a4"]), Foot("Toy", "The valley", "", HOUSE, FontBook()))
    golden(f"maps/valley-{ink}.txt", "\n".join(describe(sheet) for sheet in sheets))


def test_low_ink_has_no_grounds(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    setter = game.setter("low")
    fills = {
        item.fill for item, _, _ in flat(board(game, game[Map]["valley"], setter).items) if isinstance(item, Curve)
    }
    assert fills == {None, setter.theme.page}, "outlines, on white"


def test_a_large_map_takes_several_sheets_or_a_paper_of_its_own(tmp_path: Path) -> None:
    text = VALLEY.replace("size: 20mm", "size: 45mm")
    assert len(pages(mapped(tmp_path, text), "map-valley")) > 1
    (frame,) = pages(mapped(tmp_path, text + "paper: a3\n"), "map-valley")
    assert sorted((frame.width, frame.height)) == [pytest.approx(297 * MM), pytest.approx(420 * MM)]
    (frame,) = pages(mapped(tmp_path, text + "paper: whole\n"), "map-valley")
    assert frame.width > 250 * MM
    setter = Setter()
    assert pages(mapped(tmp_path, text + "paper: a4\n"), "map-valley", setter=setter) == ()
    assert [one.code for one in setter.found] == ["E330"]


def test_a_set_up_shows_its_counters_on_their_hexes(tmp_path: Path) -> None:
    game = played(tmp_path)
    (frame,) = pages(game, "map-valley-dawn")
    words = [item.text for item, _, _ in flat(frame.items) if isinstance(item, Text)]
    assert "2" in words, "the pile in 0203 has two counters"
    assert any("reserve" in word for word in words)
    keys = [item.key for item in groups(frame.items) if item.key.startswith("counter ")]
    assert keys == ["counter Ra1", "counter Rc16", "counter Ra2 back"]


def test_a_set_up_with_room_to_spare_lies_as_its_map_does(tmp_path: Path) -> None:
    for columns, rows in ((6, 3), (3, 6)):
        text = f"hexes: {{size: 20mm, columns: {columns}, rows: {rows}}}\n"
        setup = 'kind: setup\nid: dawn\ntitle: Dawn\nsource: S\nforces: {red: {at: {The valley: {"0203": [Ra1]}}}}\n'
        scenarios = "kind: scenarios\nid: s\nsource: S\nscenarios: {dawn: {title: Dawn, setup: dawn}}\n"
        game = mapped(tmp_path / f"{columns}", text + "setups: [dawn]\n", setup=setup, scenarios=scenarios)
        (frame,) = pages(game, "map-valley-dawn", "a3")
        assert (frame.width > frame.height) == (columns > rows)


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def test_a_set_up_beside_the_map_is_an_error_with_a_near_name(tmp_path: Path) -> None:
    setup = 'kind: setup\nid: s\ntitle: S\nsource: S\nforces: {red: {at: {The valley: {"0306": [Ra1]}}}}\n'
    found = [one for one in check(mapped(tmp_path, setup=setup)) if one.severity is Severity.ERROR]
    assert [(one.code, one.message) for one in found] == [("E211", "unknown place '0306'")]
    assert found[0].hint.startswith("did you mean '0")


@pytest.mark.parametrize("top", ["flat", "pointed", "square"])
@pytest.mark.parametrize("edge", ["ragged", "straight"])
def test_every_kind_of_grid_is_drawn(tmp_path: Path, top: str, edge: str) -> None:
    text = f"hexes: {{size: 20mm, columns: 6, rows: 5, top: {top}}}\nedge: {edge}\n"
    text += "terrain: {woods: {title: W, hexes: ['0101-0305']}}\n"
    setter = Setter()
    assert len(pages(mapped(tmp_path, text), "map-valley", setter=setter)) == 1
    assert setter.found == []


def test_roads_cross_corners_of_squares_and_borders_keep_touching_squares_apart(tmp_path: Path) -> None:
    text = """hexes: {size: 20mm, columns: 4, rows: 4, top: square, first: A1}
edges: {river: {title: River, sides: ["A1 e s"]}}
ways: {road: {title: Road, routes: ["A1 B2 C1 ne"]}}
zones: {north: {title: North, colour: "#B3201F", hexes: [A3, B4]}}
"""
    game, setter = mapped(tmp_path, text), Setter()
    (page,) = pages(game, "map-valley", setter=setter)
    assert setter.found == []
    (border, *_) = [one for one, *_ in flat(page.items) if isinstance(one, Curve) and one.line == BORDER]
    assert [len(ring.steps) for ring in border.subpaths] == [3, 3], "two squares, not one outline through their corner"
    found = check(mapped(tmp_path, text.replace("A1 e s", "B2 ne")))
    assert [(one.code, one.hint) for one in found] == [("E361", "the sides of these hexes are n, e, s, w")]


def test_a_picture_of_ones_own_lies_under_a_map(tmp_path: Path) -> None:
    (tmp_path / "map.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>'
    )
    game = mapped(tmp_path, "size: 90x60mm\npicture: map.svg\nspaces: {here: {at: [20, 20], name: Here}}\n")
    setter = game.setter()
    assert len(pages(game, "map-valley", setter=setter)) == 1
    assert setter.found == []
    assert set(setter.artwork.shown) == {"map.svg"}


def filled(frame: Frame) -> list[tuple[Rect, float, float]]:
    """Return the parts of a scale bar, with their places."""
    return [(item, x, y) for item, x, y in flat(frame.items) if isinstance(item, Rect) and item.height == THICK]


def words(frame: Frame) -> dict[str, tuple[float, float]]:
    return {item.text: (x + item.x, y + item.y) for item, x, y in flat(frame.items) if isinstance(item, Text)}


def test_names_evade_ways_where_there_is_room(tmp_path: Path) -> None:
    others = "2: {at: [60, 85]}, 3: {at: [100, 45]}, 4: {at: [20, 45]}, 5: {at: [60, 5]}"
    text = f"size: 120x90mm\nspaces: {{1: {{at: [60, 45], name: Mill}}, {others}}}\n"
    road = "ways: {road: {title: Road, routes: [%s]}}\n"
    tall = 45 * MM
    for number, (routes, high, aside) in enumerate(
        [("", 1, 0), ("1 2", -1, 0), ("1 2, 1 5", 0, 1), ("1 2, 1 5, 1 3", 0, -1), ("1 2, 1 5, 1 3, 1 4", 1, 0)]
    ):
        listed = ", ".join(f'"{route}"' for route in routes.split(", ")) if routes else ""
        game = mapped(tmp_path / f"{number}", text + (road % listed if listed else ""))
        x, y = words(board(game, game[Map]["valley"], game.setter()))["Mill"]
        x, y = x - EDGE - 60 * MM, y - EDGE - tall
        assert (y > 9 * MM, y < -9 * MM) == (high > 0, high < 0), routes
        assert (x > 9 * MM, x < -9 * MM) == (aside > 0, aside < 0), routes
    game = mapped(tmp_path / "said", text.replace("name: Mill", "name: Mill, label: below") + road % '"1 2"')
    assert words(board(game, game[Map]["valley"], game.setter()))["Mill"][1] > tall + EDGE, "as it says"


@pytest.mark.parametrize(("way", "above"), [("s", True), ("n", False), ("n s", False)])
def test_the_name_of_a_hex_stands_where_no_road_runs(tmp_path: Path, way: str, above: bool) -> None:
    routes = ", ".join(f'"0202 {one}"' for one in way.split())
    ways = f"ways: {{road: {{title: Road, routes: [{routes}]}}}}\n"
    text = "hexes: {size: 20mm, columns: 3, rows: 3}\nplaces: {'0202': {name: Mill}}\n"
    game = mapped(tmp_path, text + ways)
    found = words(board(game, game[Map]["valley"], game.setter()))
    assert (found["Mill"][1] < found["0202"][1] + 6 * MM) == above


@pytest.mark.parametrize(("bar", "length"), [("hexes: 3", 60), ("length: 45mm", 45)])
@pytest.mark.parametrize("at", ["", ", at: [20, 15]"])
def test_a_scale_bar_is_as_long_as_it_reads(tmp_path: Path, bar: str, length: float, at: str) -> None:
    game = mapped(tmp_path, VALLEY + f"scale_bar: {{{bar}, reads: 7.5, unit: km, steps: 3{at}}}\n")
    setter = game.setter()
    frame = board(game, game[Map]["valley"], setter)
    parts = filled(frame)
    assert [part.width for part, _, _ in parts] == pytest.approx([length / 3 * MM] * 3, abs=0.01)
    assert [part.fill for part, _, _ in parts] == [setter.theme.ink, setter.theme.page, setter.theme.ink]
    (first, x, y), (last, ex, _) = parts[0], parts[-1]
    read = words(frame)
    for number, text in enumerate(("0", "2.5", "5")):
        middle = read[text][0] + setter.width(text, "narrow", FIGURE) / 2
        assert middle == pytest.approx(x + number * length / 3 * MM, abs=0.05), "figures stand under the ends of parts"
    half = setter.width("7.5", "narrow", FIGURE) / 2
    assert read["7.5 km"][0] + half == pytest.approx(ex + last.x + last.width, abs=0.05)
    if at:
        assert (x + first.x, y) == pytest.approx((20 * MM + EDGE, 15 * MM + EDGE))
    else:
        assert y > surveys(game)["valley"].size[1] * MM, "below the map"
        end = read["7.5 km"][0] + setter.width("7.5 km", "narrow", FIGURE)
        assert end < frame.width - EDGE


@pytest.mark.parametrize(
    ("north", "across", "up"), [(0, 0, 1), (90, 1, 0), (-90, -1, 0), (180, 0, -1), (30, 0.5, 0.866)]
)
def test_a_compass_points_to_the_north(tmp_path: Path, north: float, across: float, up: float) -> None:
    game = mapped(tmp_path, VALLEY + f"compass: {{at: [50, 40], size: 20, north: {north}}}\n")
    setter = game.setter()
    frame = board(game, game[Map]["valley"], setter)
    needle = [(item, x, y) for item, x, y in flat(frame.items) if isinstance(item, Polygon) and len(item.points) == 3][
        -2:
    ]
    assert [item.fill for item, _, _ in needle] == [setter.theme.ink, setter.theme.page]
    for item, x, y in needle:
        assert (x, y) == pytest.approx((50 * MM + EDGE, 40 * MM + EDGE))
        (dx, dy), length = item.points[0], dist((0, 0), item.points[0])
        assert (dx / length, -dy / length) == pytest.approx((across, up), abs=0.01)
    x, y = words(frame)["N"]
    right, above = (
        x + setter.width("N", "narrow-bold", 5.2 * MM) / 2 - 50 * MM - EDGE,
        40 * MM + EDGE - (y - 0.35 * 5.2 * MM),
    )
    assert (right, above) == pytest.approx((across * 7.4 * MM, up * 7.4 * MM), abs=0.5), "its letter stands at the tip"


def test_a_compass_below_the_map_takes_no_room_from_it(tmp_path: Path) -> None:
    plain = mapped(tmp_path / "plain", VALLEY)
    game = mapped(tmp_path / "north", VALLEY + "compass: {}\n")
    before, after = (board(one, one[Map]["valley"], one.setter()) for one in (plain, game))
    assert before.width == after.width
    assert words(after)["N"][1] > surveys(game)["valley"].size[1] * MM
    assert {text: at for text, at in words(before).items() if text in game[Map]["valley"].value.hexes.cells} == {  # type: ignore[union-attr]
        text: at
        for text, at in words(after).items()
        if text in game[Map]["valley"].value.hexes.cells  # type: ignore[union-attr]
    }


def test_the_note_of_a_map_and_a_long_subtitle_stand_under_its_title(tmp_path: Path) -> None:
    long = "The valley in the summer of the third year of the war, before the rains began and the roads were lost"
    game = mapped(tmp_path, VALLEY + f"subtitle: {long}\nnote: Ours, not the publisher’s.\n")
    read = words(board(game, game[Map]["valley"], game.setter()))
    assert "The valley in the summer" in " ".join(read)
    title, note = read["THE VALLEY"], next(at for text, at in read.items() if text.startswith("Ours"))
    assert title[1] < note[1] < read["Clear"][1], "between the title and the key"


def test_a_label_may_have_lines(tmp_path: Path) -> None:
    game = mapped(tmp_path, VALLEY.replace("text: HIGH MOOR", 'text: "HIGH\\nMOOR"'))
    setter = game.setter()
    read = words(board(game, game[Map]["valley"], setter))
    assert setter.found == []
    assert read["HIGH"][1] == pytest.approx(read["MOOR"][1] - 11.5)


def test_the_rulings_of_a_map_stand_clear_of_its_title(tmp_path: Path) -> None:
    names = [f"r{number}" for number in range(12)]
    ruling = "{type: gap, title: T, places: [{rule: '1', says: S}, {rule: '2', says: S}], prints: P}"
    rulings = "kind: rulings\nid: r\nsource: S\nrulings:\n" + "".join(f"  {name}: {ruling}\n" for name in names)
    game = mapped(tmp_path, VALLEY + f"rulings: [{', '.join(names[8:])}]\n", rulings=rulings)
    setter = game.setter()
    read = words(board(game, game[Map]["valley"], setter))
    assert read["rulings 9, 10, 11, 12"][0] > read["THE VALLEY"][0] + setter.width("THE VALLEY", "narrow-bold", 20)


def test_a_space_has_the_star_and_the_features_of_its_place(tmp_path: Path) -> None:
    places = "kind: places\nid: p\ntitle: P\nsource: S\nregions: {east: {title: East, places: "
    places += "{7: {name: Ufa, vc: true, resource: 3, port: true}, 8: Orsk}}}\n"
    text = "size: 90x60mm\nspaces: {7: {at: [20, 20], shape: box}, 8: {at: [60, 20], shape: box}}\n"
    game = mapped(tmp_path, text, places=places)
    frame = board(game, game[Map]["valley"], game.setter())
    theme = game.setter().theme
    stars = [item for item, _, _ in flat(frame.items) if isinstance(item, Polygon) and item.fill == theme.gold]
    assert len(stars) == 2, "on the map, and in the key"
    assert min(x for x, _ in stars[0].points) < 30 * MM
    assert {"Victory City", "resource center (a house each)", "port"} <= {*words(frame)}
    signs = [one.alt for one in groups(frame.items) if one.alt]
    assert signs.count("resource") == 3 and signs.count("port") == 1, signs


def test_a_zone_has_its_name_in_a_bar(tmp_path: Path) -> None:
    corners = "[[5, 5], [35, 5], [35, 50], [5, 50]]"
    game = mapped(
        tmp_path, f"size: 90x60mm\nzones: {{north: {{name: Northern Valley, owner: red, outline: {corners}}}}}\n"
    )
    theme = game.setter().theme
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    (bar,) = (item for item in drawn if isinstance(item, Rect) and item.fill == theme.plate("#B3201F").ground)
    (name,) = (item for item in drawn if isinstance(item, Text))
    assert (bar.x, bar.y, bar.width) == pytest.approx((5 * MM, 5 * MM, 30 * MM), abs=0.01)
    assert name.text == "NORTHERN VALLEY" and bar.y < name.y < bar.y + bar.height
    assert bar.x < name.x and name.x + game.setter().width(name.text, name.font, name.size) < bar.x + bar.width


def test_a_large_map_is_whole_on_the_paper_that_a_build_names(tmp_path: Path) -> None:
    game = mapped(tmp_path, VALLEY.replace("size: 20mm", "size: 45mm"))
    (file,) = [file for file in files_of(game) if file.stem == "map-valley"]
    for whole, count in ((None, 2), ("a2", 1)):
        edition = Options(whole=whole).of(file).edition
        cut = file.lay_out(game.setter(), edition.paper)
        assert isinstance(cut, Cut)
        assert len(cut.boards) == count
    (own,) = [file for file in files_of(mapped(tmp_path / "own", VALLEY + "paper: a3\n")) if file.stem == "map-valley"]
    assert Options(whole="a2").of(own).paper == "a4", "a map with a paper of its own keeps it"


def test_a_sheet_says_terrain_by_its_title_and_which_hexes_there_are(tmp_path: Path) -> None:
    text = """hexes: {size: 20mm, columns: 6, rows: 5, without: unlisted}
ground: clear
terrain: {clear: {title: Open Ground}, woods: {title: Light Woods, hexes: ["0601"]}, town: {title: Town}}
places: {from: {file: hexes.csv, id: Hex}}
"""
    (tmp_path / "hexes.csv").write_text(
        "Hex,Terrain\n0101,Light woods\n0102,Light Woods; TOWN\n0201,Open ground\n", encoding="utf-8"
    )
    game = mapped(tmp_path, text)
    assert [one for one in check(game) if one.code[0] == "E"] == []
    ((_, drawn),) = game.all(Map)
    found = survey(drawn)
    assert found.terrain == {"0101": ("woods",), "0102": ("woods", "town"), "0201": ("clear",), "0601": ("woods",)}


def test_a_map_without_an_extent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a map has `hexes`, or a `size`"):
        mapped(tmp_path, "key: false\n")


def test_counters_stand_clear_of_the_names_of_their_places(tmp_path: Path) -> None:
    spaces = (
        "size: 120x90mm\nspaces:\n"
        "  a: {at: [20, 30], name: Upper town, outline: [[2, 2], [58, 2], [58, 60], [2, 60]]}\n"
        "  b: {at: [80, 30], name: Lower town, shape: box, size: 12}\n"
        "  c: {at: [60, 70], name: Inner town, shape: box, size: [40, 24], label: inside}\n"
    )
    at = '{The valley: {a: [Ra1, Rc16, "(Ra2)"], b: [Ra1], c: [Rc16]}}'
    grid = "hexes: {size: 24mm, columns: 3, rows: 3}\nplaces: {'0202': {name: Oldham}}\n"
    for index, (text, lines) in enumerate(((spaces, at), (grid, "{The valley: {'0202': [Ra1, Rc16, '(Ra2)']}}"))):
        setup = f"kind: setup\nid: dawn\ntitle: Dawn\nsource: S\nforces: {{red: {{at: {lines}}}}}\n"
        scenarios = "kind: scenarios\nid: s\nsource: S\nscenarios: {dawn: {title: Dawn, setup: dawn}}\n"
        game = mapped(tmp_path / f"{index}", text + "setups: [dawn]\n", setup=setup, scenarios=scenarios)
        (frame,) = pages(game, "map-valley-dawn", "a3")
        found = list(flat(frame.items))
        counters = [
            (group.x, group.y, group.clip[2], group.clip[3])
            for group in placed_groups(frame.items)
            if group.key.startswith("counter ") and group.clip
        ]
        assert counters
        names = [(x + item.x, y + item.y, item) for item, x, y in found if isinstance(item, Text)]
        names = [one for one in names if one[2].text in ("Upper town", "Lower town", "Inner town", "Oldham", "town")]
        assert names
        for x, base, text_item in names:
            wide = game.setter().width(text_item.text, text_item.font, text_item.size)
            for left, top, across, down in counters:
                assert (
                    x + wide <= left or x >= left + across or base - 0.7 * text_item.size >= top + down or base <= top
                )


def placed_groups(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[Group]:
    """Yield every group with its place on the page; set-ups that fit are not scaled."""
    for item in items:
        if isinstance(item, Group):
            assert item.scale == 1.0
            here = item._replace(x=x + item.x, y=y + item.y)
            yield here
            if not item.key:
                yield from placed_groups(item.items, here.x, here.y)


def test_arrows_and_dashes_of_its_own_are_drawn_along_a_way(tmp_path: Path) -> None:
    spaces = "size: 120x90mm\nspaces: {a: {at: [20, 20]}, b: {at: [100, 20]}, c: {at: [100, 70]}}\n"
    frames: list[tuple[Item, ...]] = []
    for more in ("", ", arrow: true", ", dash: [4mm, 2mm]"):
        game = mapped(tmp_path / str(len(frames)), f'{spaces}ways: {{sea: {{title: Sea, routes: ["a b c"]{more}}}}}\n')
        frames.append(field(game, game[Map]["valley"], game.setter()))
    plain, arrows, dashes = ([item for item, _, _ in flat(items)] for items in frames)
    heads = [item for item in arrows if isinstance(item, Polygon)]
    assert len(heads) == 2
    assert heads[0].points[0] == pytest.approx((60 * MM + 2.0 * MM, 20 * MM), abs=0.05), "its tip, toward b"
    assert not any(isinstance(item, Polygon) for item in plain)
    (line,) = [item for item in dashes if isinstance(item, Curve)]
    assert len(line.subpaths) == 14 + 9, "80 and 50 mm in dashes of 4 mm and gaps of 2, whole at both ends"


def test_links_that_meet_on_a_hex_map_are_neither_joined_nor_bent(tmp_path: Path) -> None:
    text = "hexes: {size: 20mm, columns: 4, rows: 4}\n"
    text += 'ways: {link: {title: Link, routes: ["0101 0201 0301", "0202 0201"]}}\n'
    game = mapped(tmp_path, text)
    items = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    links = [item for item in items if isinstance(item, Curve) and item.stroke == LOOKS["link"].colour]
    assert [len(path.steps) for path in links[0].subpaths] == [1, 1, 1]
    assert all(len(step) == 2 for path in links[0].subpaths for step in path.steps), "straight"


def test_words_and_numbers_read_on_dark_grounds(tmp_path: Path) -> None:
    terrain = 'terrain: {space: {title: Space, drawing: clear, colour: "#101828"}}\nground: space\n'
    text = f"hexes: {{size: 20mm, columns: 2, rows: 2}}\n{terrain}places: {{'0101': {{name: Vega}}}}\n"
    text += 'labels: [{text: THE VOID, at: "0202", colour: "#F4F4F4"}]\n'
    game = mapped(tmp_path, text)
    found = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter())) if isinstance(item, Text)]
    for word in ("0102", "Vega"):
        (*_, above) = [item for item in found if item.text == word]
        assert contrast(above.fill, "#101828") >= 4.5, word
    *around, above = [item for item in found if item.text == "THE VOID"]
    assert above.fill == "#F4F4F4"
    assert {item.fill for item in around} == {game.setter().theme.ink}


def test_the_key_tells_whose_the_spaces_are(tmp_path: Path) -> None:
    spaces = (
        "size: 120x90mm\nspaces: {a: {at: [20, 20], owner: red}, b: {at: [90, 20]}, c: {at: [90, 70], owner: red}}\n"
    )
    game = mapped(tmp_path, spaces)
    told = [
        item.text
        for item, _, _ in flat(board(game, game[Map]["valley"], game.setter()).items)
        if isinstance(item, Text)
    ]
    assert told.count("Red") == 1
    assert "White" not in told


MARCH = """size: 200x120mm
spaces: {city: {at: [30, 60], name: City, shape: box, size: [24, 20], label: inside}}
marches: {north: {title: Northern front, owner: red, to: city, boxes: 4, at: [[70, 60], [130, 60], [130, 90]]}}
"""


def test_boxes_of_a_march_are_spaces_evenly_along_its_course(tmp_path: Path) -> None:
    game = mapped(tmp_path, MARCH)
    found = surveys(game)["valley"]
    assert [found.at(f"north_{number}") for number in range(1, 5)] == [(70, 60), (100, 60), (130, 60), (130, 90)]
    assert game[Place]["north_3"].value.name == "Northern front, 3"
    texts = [
        item.text for item, _, _ in flat(field(game, game[Map]["valley"], game.setter())) if isinstance(item, Text)
    ]
    assert [one for one in texts if one.isdecimal()] == ["1", "2", "3", "4"]
    assert "Northern front" in texts and "Northern front, 4" not in texts


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_arrow_of_a_march_lies_under_its_boxes_and_ends_at_its_goal(tmp_path: Path, ink: str) -> None:
    game = mapped(tmp_path, MARCH)
    setter = game.setter("low" if ink == "low" else "full")
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], setter))]
    edge, band = (item for item in drawn if isinstance(item, Polygon) and len(item.points) > 9)
    tip, one, *_, other = band.points
    assert tip == pytest.approx((42 * MM, 60 * MM), abs=0.02), "the right edge of the city"
    assert edge.points == band.points and edge.line and edge.stroke == edge.fill != band.fill
    first = next(at for at, item in enumerate(drawn) if isinstance(item, Rect) and item.radius)
    assert drawn.index(edge) < drawn.index(band) < first
    right, left = band.points[1 : len(band.points) // 2 + 1], band.points[: len(band.points) // 2 : -1]
    assert (one, other) == (right[0], left[0])
    wide = [dist(*pair) for pair in zip(right, left, strict=True)]
    assert wide == pytest.approx([1.16 * 18 * MM] * len(wide), abs=0.1), "as wide all along"
    assert band.fill == setter.theme.page if ink == "low" else band.fill not in (None, setter.theme.page)


def test_the_arrow_of_a_march_may_end_apart_from_its_goal(tmp_path: Path) -> None:
    game = mapped(tmp_path, MARCH.replace("to: city,", "to: city, apart: 12,"))
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    band = next(item for item in drawn if isinstance(item, Polygon) and len(item.points) > 9)
    assert band.points[0] == pytest.approx((54 * MM, 60 * MM), abs=0.02)


def test_a_march_may_open_like_a_ray_and_deepen_towards_a_star(tmp_path: Path) -> None:
    ray = MARCH.replace("shape: box, size: [24, 20]", "shape: star, size: 24")
    ray = ray.replace("to: city,", 'to: city, apart: 10, spread: 10, heat: "#B9251C",')
    ray += "scenes: [{scene: standoff, at: [150, 20], width: 30}]\n"
    game = mapped(tmp_path, ray)
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    band = next(item for item in drawn if isinstance(item, Polygon) and len(item.points) > 10)
    assert band.points[0] == pytest.approx((52 * MM, 60 * MM), abs=0.02), "as far from the circle around the star"
    right, left = band.points[1 : len(band.points) // 2 + 1], band.points[: len(band.points) // 2 : -1]
    wide = [dist(*pair) for pair in zip(right, left, strict=True)]
    assert wide == sorted(wide) and wide[-1] > wide[0] + 10 * MM
    (star,) = (item for item in drawn if isinstance(item, Polygon) and len(item.points) == 10)
    assert star.points[0] == pytest.approx((30 * MM, 48 * MM), abs=0.02)
    boxes = Spaces(game, game[Map]["valley"].document, surveys(game)["valley"], game.setter())
    fills = [boxes.fill(box) for box in game[Map]["valley"].value.marched.values()]
    deep = [contrast(fill, HOUSE.page) for fill in fills]
    assert deep == sorted(deep, reverse=True) and len({*deep}) == 4, "deeper towards the star"
    (pictured,) = scene("standoff", game.setter().theme, 30 * MM).items
    assert isinstance(pictured, Group) and set(pictured.items) <= set(drawn)


def test_boxes_of_a_march_turn_with_its_course(tmp_path: Path) -> None:
    course = MARCH.replace(
        "boxes: 4, at: [[70, 60], [130, 60], [130, 90]]", "boxes: 3, at: [[70, 60], [100, 60], [130, 90]]"
    )
    game = mapped(tmp_path, course)
    turns = [box.turn for box in game[Map]["valley"].value.marched.values()]
    assert turns == [7.3, 26.6, -45.0]
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    box = [item.points for item in drawn if isinstance(item, Polygon) and len(item.points) == 4][1]
    (ax, ay), (bx, by) = box[:2]
    assert (by - ay) / (bx - ax) == pytest.approx(tan(radians(26.6)), abs=0.01)
    assert hypot(bx - ax, by - ay) == pytest.approx(18 * MM, abs=0.05)


@pytest.mark.parametrize("look", ["", "look: {box: handcut, title: slant}\n"])
def test_the_title_of_a_march_stands_on_a_plate_with_its_picture_and_a_line(tmp_path: Path, look: str) -> None:
    more = MARCH.replace("owner: red,", "owner: red, symbol: bayonets, unnamed: true, label: above,")
    game = load(Project(write(tmp_path, BASE | {"map.yaml": HEAD + more, "game.yaml": BASE["game.yaml"] + look})))
    drawn = [item for item, _, _ in flat(field(game, game[Map]["valley"], game.setter()))]
    title = next(item for item in drawn if isinstance(item, Text) and item.text == "Northern front")
    plate = next(
        item.points
        for item in drawn
        if isinstance(item, Polygon) and len(item.points) == 4 and encloses(item.points, title.x, title.y)
    )
    assert max(y for _, y in plate) < (90 - 8.5) * MM, "above the last box"
    (line,) = (item for item in drawn if isinstance(item, Rect) and item.height < 0.3 * MM)
    assert encloses(plate, line.x, line.y) and line.y > title.y and line.width >= 30 * MM


def test_a_march_to_nowhere_and_ids_taken_twice_are_errors(tmp_path: Path) -> None:
    faults = surveys(mapped(tmp_path, MARCH.replace("to: city", "to: town")))["valley"].faults
    assert [(fault.code, fault.path) for fault in faults] == [("E360", ("marches", "north", "to"))]
    with pytest.raises(InputError, match="'north_1' has the id of a box of a march"):
        mapped(tmp_path, MARCH.replace("spaces: {", "spaces: {north_1: {at: [50, 100]}, "))


def test_a_space_shows_a_picture_under_its_counters(tmp_path: Path) -> None:
    plain, shown = (
        [*flat(field(game, game[Map]["valley"], game.setter()))]
        for game in (
            mapped(tmp_path / "a", MARCH),
            mapped(tmp_path / "b", MARCH.replace("shape: box", "shape: box, symbol: star", 1)),
        )
    )
    assert len(shown) == len(plain) + 1


def test_the_file_of_a_games_only_map_says_map_once(tmp_path: Path) -> None:
    """Bug: files were called map-map.pdf and map-map-dawn.pdf."""
    one = HEAD.replace("id: valley", "id: map") + VALLEY

    def stems(**more: str) -> list[str]:
        files = (
            BASE
            | SET_UP
            | {"map.yaml": one + "setups: [dawn]\n", **{f"{name}.yaml": text for name, text in more.items()}}
        )
        game = load(Project(write(tmp_path, files), shown="toy"))
        return [file.stem for file in files_of(game) if file.kind == "maps"]

    assert stems() == ["map", "map-dawn"]
    assert stems(other=HEAD.replace("id: valley", "id: dawn") + VALLEY) == ["map-map", "map-map-dawn", "map-dawn"]


def test_a_map_declares_fields_of_its_spaces_which_sheets_call_by_their_names(tmp_path: Path) -> None:
    """Bug: fields of spaces needed a document of `kind: places`, though its places stood on the map alone."""
    text = "size: 100x80mm\nfields: {pop: number}\nspaces: {from: spaces.csv}\n"
    write(tmp_path, {"spaces.csv": "id,X,Y,Pop,Outline\na,10,12.5,3,0 0; 30 0.5; 0 30\nb,60,40,few,\n"})
    game = mapped(tmp_path, text)
    assert dict(game[Place]["a"].value.fields) == {"pop": 3}
    assert game[Map]["valley"].value.spaces["a"].outline == ((0, 0), (30, 0.5), (0, 30))
    found = [(str(one.span), one.message) for one in check(game) if one.code == "E253"]
    assert found == [("toy/spaces.csv:3:9", "'few' is not a number")]
    rated = mapped(tmp_path / "other", text.replace("from: spaces.csv", "a: {at: [9, 9], fields: {rating: 3}}"))
    assert [one.message for one in check(rated) if one.code == "E253"] == ["unknown field 'rating'"]
