"""Maps of the earth: places where they lie, insets, panels, keys of what is drawn, and set-ups on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path as Folder
from time import process_time

import pytest
from log_support import describe
from map_support import BASE, HEAD, SET_UP, mapped
from rcwkit.art.colours import mix
from rcwkit.art.earth import Relief, land
from rcwkit.diagnostics import InputError
from rcwkit.dice.places import positions
from rcwkit.dice.settle import settle
from rcwkit.export.boards import drawn_ground
from rcwkit.faces.labels import Box
from rcwkit.faces.territories import LIGHTER, SOFT, like_others
from rcwkit.frame import MM, Circle, Frame, Group, Item, Path, Polygon, Rect, Text, box_of, encloses
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kinds.maps.draw import EDGE, board
from rcwkit.kinds.maps.kind import check_faults
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.spaces import Spaces
from rcwkit.kinds.maps.survey import surveys
from rcwkit.sheets.paper import PAPERS
from rcwkit.sheets.tiling import seams
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import Golden, shipped, write

PLACES = """kind: places
id: places
title: Places
source: Toy rules
regions:
  east:
    title: The East
    home: red
    places:
      1: {name: Orsk, at: [58.57, 51.23], resource: 2}
      2: {name: Orenburg, at: [55.1, 51.77], vc: true}
      3: {name: Somewhere, at: [57, 50.7], sure: false}
      4: Nowhere
  west:
    title: The West
    places:
      5: {name: Buzuluk, at: [52.26, 52.78], port: true}
  boxes:
    title: Boxes
    places: {dead: Dead box}
"""
STEPPE = """size: 150x90mm
setups: [dawn]
earth:
  centre: [55.5, 51.6]
  scale: 4
  names: [{text: Ural, at: [56.6, 51.3], size: 8, turn: 10}]
  insets: [{title: Orsk, box: [110, 0, 40, 40], centre: [58.57, 51.23], scale: 2, note: twice the scale}]
  title: [110, 65, 40, 25]
  beside: [0, 60, 45, 30]
ways: {step: {title: One step, line: track, routes: ["2 5", "1 3"]}}
"""
SETTING_OUT = SET_UP["setup.yaml"].replace(
    'The valley: {"0203": [Ra1, Rc16], "0304 Oldham": [(Ra2)]}', "The East: {1 Orsk: [Ra1, Rc16], 2 Orenburg: [(Ra2)]}"
)


def steppe(folder: Folder, text: str = STEPPE, places: str = PLACES) -> Game:
    files = BASE | SET_UP | {"setup.yaml": SETTING_OUT, "places.yaml": places, "map.yaml": HEAD + text}
    return load(Project(write(folder, files), shown="toy"))


@cache
def triumph() -> Game:
    return shipped("triumph_of_chaos")


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def words(frame: Frame) -> set[str]:
    return {item.text for item in flat(frame.items) if isinstance(item, Text)}


def shown(game: Game, name: str, scenario: str, ink: str = "full") -> tuple[Frame, Setter]:
    setter = game.setter("low" if ink == "low" else "full")
    return board(game, game[Map][name], setter, settled=settle(game, scenario)), setter


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_map_of_the_earth_is_its_golden(tmp_path: Folder, golden: Golden, ink: str) -> None:
    frame, setter = shown(steppe(tmp_path), "valley", "dawn", ink)
    assert setter.found == []
    golden(f"maps/steppe-{ink}.txt", describe(frame))


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("scenario", ["campaign", "intro_1918"])
def test_the_theatre_of_triumph_has_all_its_counters_and_nothing_covered(scenario: str, ink: str) -> None:
    game = triumph()
    start = process_time()
    frame, setter = shown(game, "theatre", scenario, ink)
    assert process_time() - start < 4, "a second on a quiet machine"
    assert setter.found == [], "W364 tells of a label that covers something"
    settled = settle(game, scenario)
    chips = [item for item in flat(frame.items) if isinstance(item, Group) and item.key.startswith("chip ")]
    assert len(chips) == sum(len(force.pieces) for force in settled.forces)
    assert set(positions(game)) <= set(surveys(game)["theatre"].points)
    assert {"Not on this map: look at your own", "Ukraine: 210, 221"} <= words(frame)
    assert "Schematic, not the published map" in words(frame)


@pytest.mark.parametrize("name", ["axis_allies_1914", "soviet_dawn", "triumph_of_chaos"])
def test_the_title_of_a_map_is_drawn_as_those_of_pages(name: str) -> None:
    """Bug: the title of every game's map had the wedge and the disc of one."""
    game = shipped(name)
    theme = game.setter().theme
    drawn = [*flat(board(game, game[Map]["sketch" if name == "soviet_dawn" else "theatre"], game.setter()).items)]
    fills = {(type(one), one.fill) for one in drawn if isinstance(one, Rect | Polygon)}
    art = {"blocks": (Rect, theme.ground(theme.second)), "slant": (Polygon, theme.title_plate.ground)}
    assert art.get(theme.title, (Polygon, theme.accent)) in fills
    discs = [one for one in drawn if isinstance(one, Circle) and one.radius > 10]
    assert bool(discs) == (name == "triumph_of_chaos"), "beside its wedge alone"


def test_every_place_lies_where_it_is_from_its_neighbours() -> None:
    """Nothing but its degrees says where a place is: south of, and east of, as everybody knows."""
    at = {place.name: place.at for place in positions(triumph()).values() if place.at}
    for north, south in (("Petrograd", "Moskva"), ("Moskva", "Kursk"), ("Perm", "Ufa"), ("Kyiv", "Sevastopol")):
        assert at[north][1] > at[south][1]
    for west, east in (("Minsk", "Moskva"), ("Moskva", "Kazan"), ("Samara", "Ufa"), ("Omsk", "Irkutsk")):
        assert at[west][0] < at[east][0]


def test_a_place_lies_in_the_view_of_the_largest_scale(tmp_path: Folder) -> None:
    found = surveys(steppe(tmp_path))["valley"]
    assert {name: number for name, (number, _) in found.points.items()} == {"1": 1, "2": 0, "3": 0, "5": 0}
    assert found.points["1"][1] == pytest.approx((130, 20 + 2.8), abs=0.01), "the middle of its inset, below the bar"
    east = found.points["3"][1][0] - found.points["2"][1][0]
    assert east == pytest.approx(1.9 * 111.2 * 0.625 / 4, rel=0.02)


def test_the_key_has_what_is_drawn_and_no_more(tmp_path: Folder) -> None:
    told = words(shown(steppe(tmp_path), "valley", "dawn")[0])
    for title in ("a space, where it lies", "position unsure: a guess", "Victory City", "port", "army", "corps"):
        assert title in told, title
    assert {"resource center (a house each)", "home region of Red", "One step", "reduced"} <= told
    assert not any("faction" in title or "nobody" in title for title in told)
    plain = "size: 150x90mm\nearth: {centre: [55.5, 51.6], scale: 4}\n"
    bare = PLACES.replace(", resource: 2", "").replace(", vc: true", "").replace(", port: true", "")
    game = steppe(tmp_path / "bare", plain, bare.replace(", sure: false", ""))
    told = words(board(game, game[Map]["valley"], game.setter()))
    assert {"a space, where it lies", "home region of Red"} <= told
    assert not {"position unsure: a guess", "Victory City", "port", "reduced", "army"} & told


def test_names_of_seas_stand_whole_or_not_at_all(tmp_path: Folder) -> None:
    """Bug: a panel or the edge of an inset cut them."""
    names = (
        "[{text: Whole Sea, at: [56.6, 51]}, {text: Cut Sea, at: [54.63, 52.5]}, {text: Far Sea, at: [59.75, 51.6]}]"
    )
    text = f"size: 150x90mm\nearth: {{centre: [55.5, 51.6], scale: 4, key: [0, 0, 60, 40], names: {names}}}\n"
    game = steppe(tmp_path, text)
    assert words(board(game, game[Map]["valley"], game.setter())) & {"Whole Sea", "Cut Sea", "Far Sea"} == {"Whole Sea"}


@pytest.mark.parametrize("name", ["axis_allies_1914", "soviet_dawn", "triumph_of_chaos"])
def test_all_names_of_seas_of_the_kits_have_room(name: str) -> None:
    game = shipped(name)
    for map_ in game[Map].values():
        named = {one.text for one in map_.value.earth.names} if map_.value.earth else set()
        assert named <= words(board(game, map_, game.setter())), map_.id


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_territory_fades_out_as_far_as_its_own_land_goes(ink: str) -> None:
    """Bug: a territory far from its neighbours was a capsule with straight sides, and its edge claimed a border."""
    game = shipped("axis_allies_1914")
    setter = game.setter("low" if ink == "low" else "full")
    setter = replace(setter, theme=setter.theme._replace(table="plain"))  # a look that has no blocks
    frame = board(game, game[Map]["theatre"], setter, settled=settle(game, "revolution"))
    ground, _ = (item for item in flat(frame.items) if isinstance(item, Group) and item.within)
    (x, y), earth = surveys(game)["theatre"].points["kazakhstan"][1], game[Map]["theatre"].value.earth
    assert earth is not None
    own = [ring for ring in rings(ground) if encloses(ring, x * MM, y * MM)]
    reaches = [(max(end[0] for end in ring) / MM - x) * earth.scale for ring in own]
    # The edges of the fainter steps are bent as borders are.
    steps = 14 if ink == "full" else 3
    even = [1350 * (1 - SOFT * step / steps) for step in range(steps)]
    assert reaches == pytest.approx(even, rel=0.035) == sorted(reaches, reverse=True)
    assert {one.code for one in setter.found} == {"W364"}, "labels in the inset, which the kit's look has not"


def rings(ground: Group) -> Iterator[list[tuple[float, float]]]:
    """Yield the outlines of all that is filled."""
    for path in flat(ground.items):
        for part in path.subpaths if isinstance(path, Path) and path.fill else ():
            yield [part.start, *((step[0], step[1]) for step in part.steps)]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_names_and_silhouettes_stand_on_their_land_in_looks_with_blocks(ink: str) -> None:
    """Bug: territories were bare boxes, lakes were punched through their names, and Karelia's fell off the map."""
    game = shipped("axis_allies_1914")
    frame, setter = shown(game, "theatre", "revolution", ink)
    grounds = [item for item in flat(frame.items) if isinstance(item, Group) and item.within]
    found = [ring for ground in grounds for ring in rings(ground)]
    lying = {one.name.upper(): surveys(game)["theatre"].points[name][1] for name, one in positions(game).items()}
    sizes = {}
    for text in (one for one in flat(frame.items) if isinstance(one, Text) and one.text in lying):
        x, y = (side * MM for side in lying[text.text])
        own = [ring for ring in found if encloses(ring, x, y) and encloses(ring, text.x, text.y)]
        assert own, f"{text.text} stands on its own land"
        sizes[text.text] = text.size
    assert lying.keys() - sizes.keys() == {"SEVASTOPOL"}, "which is too small for its name"
    assert sizes["KAZAKHSTAN"] > sizes["MOSCOW"] > sizes["TATARSTAN"], "as large as there is room"
    assert {"SEA ZONE 12", "3", "2"} <= words(frame)
    theatre = game[Map]["theatre"].value
    assert theatre.earth is not None and theatre.earth.key is not None
    left, top, right, low = box_of(list(theatre.spaces["12"].outline))
    assert Box(*theatre.earth.key).encloses(Box(left, top, right - left, low - top)), "no sea lies in Siberia"
    assert not [one for one in flat(frame.items) if isinstance(one, Group) and one.key.startswith("chip ")]
    assert setter.found == []


def test_blocks_that_look_alike_in_grey_are_told_apart_by_light_lines() -> None:
    """Bug: Inner and Outer Russia were one grey."""
    assert like_others(["#B3201F", "#27425F", "#B9AF9A", "#27425F"]) == {"#27425F"}
    for ink, count in (("full", 7), ("low", 0)):
        frame, setter = shown(shipped("axis_allies_1914"), "theatre", "revolution", ink)
        light = mix("#27425F", land(setter.theme), LIGHTER)
        lined = [one for one in flat(frame.items) if isinstance(one, Path) and one.stroke == light and not one.fill]
        assert len(lined) == count, "six territories of Outer Russia, and the key"


def test_markers_that_go_onto_several_territories_stand_on_their_blocks() -> None:
    game = shipped("axis_allies_1914")
    settled = settle(game, "revolution")
    bare = replace(settled, markers=())
    frames = [board(game, game[Map]["theatre"], game.setter(), settled=one) for one in (settled, bare)]
    assert "Control" in words(frames[0])
    assert "Control" not in words(frames[1])
    assert len(list(flat(frames[0].items))) > len(list(flat(frames[1].items))) + 4


def test_the_key_says_what_rings_around_spaces_of_insets_are() -> None:
    """Bug: rings in the colours of sides around spaces of the Don were not in the key."""
    said = "counters stand there: see the inset"
    frame, _ = shown(triumph(), "theatre", "campaign")
    assert said in words(frame)
    assert said not in words(board(triumph(), triumph()[Map]["theatre"], triumph().setter()))


def test_no_counter_lies_where_two_sheets_meet() -> None:
    """Bug: the counters of Penza and Tsaritsyn were cut in two by the seam."""
    paper = "a4"
    game = triumph()
    item, settled = game[Map]["theatre"], settle(game, "campaign")
    setter = game.setter()
    frame = board(game, item, setter, settled=settled, paper=PAPERS[paper])
    (seam,), _ = seams(frame.width, frame.height, PAPERS[paper])
    chips = [one for one, x in at_x(frame.items) if x < seam < x + 8 * MM and one.key.startswith("chip ")]
    assert chips == [] and setter.found == []
    plain = board(game, item, game.setter(), settled=settled)
    assert [one for one, x in at_x(plain.items) if x < seam < x + 8 * MM and one.key.startswith("chip ")]
    board(game, item, setter, settled=settled, paper=PAPERS["letter"])
    assert setter.found == [], "four sheets, whose seams leave too little room: labels rather cover seams than dots"


def at_x(items: tuple[Item, ...], left: float = 0.0) -> Iterator[tuple[Group, float]]:
    for item in items:
        if isinstance(item, Group):
            yield item, left + item.x
            yield from at_x(item.items, left + item.x)


def test_regions_are_named_if_they_are_listed_or_somebodys_home(tmp_path: Folder) -> None:
    told = words(shown(steppe(tmp_path), "valley", "dawn")[0])
    assert "THE EAST" in told
    assert "THE WEST" not in told
    listed = STEPPE.replace("  scale: 4\n", "  scale: 4\n  regions: [The West]\n")
    told = words(shown(steppe(tmp_path / "listed", listed), "valley", "dawn")[0])
    assert "THE WEST" in told
    assert "THE EAST" not in told
    assert "nobody’s home region" in told


def test_reserves_and_places_without_a_place_stand_beside(tmp_path: Folder) -> None:
    told = words(shown(steppe(tmp_path), "valley", "dawn")[0])
    assert "The East: 4 Nowhere" in told
    assert not any("Dead box" in text for text in told), "no place of its region lies on the earth"


def test_a_label_that_covers_another_is_reported(tmp_path: Folder) -> None:
    crowd = ", ".join(f"{at}: {{name: Very long name {at}, at: [{55 + at / 500}, 51.6]}}" for at in range(10, 60))
    places = f"kind: places\nid: p\ntitle: P\nsource: S\nregions: {{east: {{title: East, places: {{{crowd}}}}}}}\n"
    game = mapped(tmp_path, "size: 60x50mm\nearth: {centre: [55.1, 51.6], scale: 4}\n", places=places)
    setter = game.setter()
    board(game, game[Map]["valley"], setter)
    assert {one.code for one in setter.found} == {"W364"}
    assert setter.found[0].span.file.endswith("places.yaml")


def test_insets_and_panels_lie_on_the_map(tmp_path: Folder) -> None:
    wide = STEPPE.replace("[110, 0, 40, 40]", "[120, 0, 40, 40]").replace("[0, 60, 45, 30]", "[0, 60, 45, 31]")
    found = list(check_faults(steppe(tmp_path, wide)))
    assert [one.code for one in found] == ["E363", "E363"]
    assert found[0].message == "160, 40 is beside the map"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("earth: {centre: [0, 0], scale: 4}\nsize: 50x50mm", "halfway between its parallels"),
        ("earth: {centre: [10, 50], scale: 4}\nhexes: {size: 20mm, columns: 2, rows: 2}", "`size`, and no `hexes`"),
    ],
)
def test_some_maps_of_the_earth_cannot_be(tmp_path: Folder, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        steppe(tmp_path, text + "\n")


def test_a_plain_map_lies_on_the_equator(tmp_path: Folder) -> None:
    text = "earth: {centre: [32, 0], scale: 10, projection: plain}\nsize: 50x50mm\n"
    places = PLACES.replace("[58.57, 51.23]", "[32, 1]")
    found = surveys(steppe(tmp_path, text, places))["valley"]
    assert found.points["1"][1] == pytest.approx((25, 25 - 11.12), abs=0.01)


def test_a_map_of_the_earth_is_printed_with_its_set_ups(tmp_path: Folder) -> None:
    game = steppe(tmp_path)
    stems = [file.stem for file in files_of(game) if file.stem.startswith("map-")]
    assert stems == ["map-valley-dawn"]
    (file,) = [file for file in files_of(game) if file.stem == "map-valley-dawn"]
    assert file.spread
    cut = file.lay_out(game.setter(), PAPERS["a4"])
    assert isinstance(cut, Cut)
    assert len(cut.boards) == 1


def test_a_map_is_drawn_again_as_it_was(tmp_path: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: in the preview, ways between places vanished after the first edit, and labels moved."""
    game = steppe(tmp_path)
    drawn = shown(game, "valley", "dawn")[0]
    assert "THE EAST" in words(drawn)
    monkeypatch.setattr(Relief, "near", None)  # names of regions are not looked for again
    assert shown(replace(steppe(tmp_path), memo=game.memo), "valley", "dawn")[0] == drawn


def test_a_board_has_the_places_of_its_earth(tmp_path: Folder) -> None:
    game = steppe(tmp_path)
    ground = drawn_ground(game, game.setter())
    assert ground is not None
    title, x, y = ground.spots["1"]
    assert title == "1 Orsk"
    assert (x, y) == pytest.approx((130 * MM + EDGE, 22.8 * MM + EDGE), abs=0.05)


def test_equal_counters_are_one_chip_with_their_number(tmp_path: Folder) -> None:
    more = SETTING_OUT.replace("[Ra1, Rc16]", "[Ra1, Rc16 x2]").replace("[(Ra2)]", "[(Ra2), Rc16]")
    files = BASE | SET_UP | {"setup.yaml": more, "places.yaml": PLACES, "map.yaml": HEAD + STEPPE}
    game = load(Project(write(tmp_path, files), shown="toy"))
    frame, _ = shown(game, "valley", "dawn")
    keys = [item.key for item in flat(frame.items) if isinstance(item, Group) and item.key.startswith("chip Rc16")]
    assert sorted(keys)[:2] == ["chip Rc16 1 False False", "chip Rc16 1 False False"]
    assert sorted(keys)[2:] == ["chip Rc16 2 False False"]


def test_a_game_brings_finer_rivers(tmp_path: Folder) -> None:
    brook = '{"type": "LineString", "coordinates": [[53, 51], [55, 51.2], [57, 51]]}'
    text = STEPPE.replace("  scale: 4\n", "  scale: 4\n  files: {rivers: brook.geojson}\n")
    write(tmp_path, {"brook.geojson": brook})
    frame, setter = shown(steppe(tmp_path, text), "valley", "dawn")
    assert setter.found == []
    plain, _ = shown(steppe(tmp_path / "plain"), "valley", "dawn")
    assert describe(frame) != describe(plain)
    assert set(setter.artwork.shown) == {"brook.geojson"}, "a build is made anew when it changes"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_zones_tint_the_land_alone_of_a_map_of_the_earth(tmp_path: Folder, ink: str) -> None:
    """Bug: zones of such a map were not drawn."""
    zone = "zones: {north: {owner: red, outline: [[0, 0], [150, 0], [150, 90]]}}\n"
    game = mapped(tmp_path, f"size: 150x90mm\nearth: {{centre: [55.5, 51.6], scale: 4}}\n{zone}")
    setter = game.setter("low" if ink == "low" else "full")
    spaces = Spaces(game, game[Map]["valley"].document, surveys(game)["valley"], setter)
    tint = [*spaces.lands()]
    assert tint and not [*spaces.seas()]
    assert any(isinstance(item, Path) and item.fill not in (setter.theme.page, None) for item in tint) == (
        ink == "full"
    )
    grounds = [item for item in flat(board(game, game[Map]["valley"], setter).items) if isinstance(item, Group)]
    assert any(one.within and set(tint) <= set(one.items) for one in grounds)


def test_a_river_that_is_not_in_the_file_is_reported(tmp_path: Folder) -> None:
    """Bug: a map whose rivers were misspelt had none, without a word."""
    game = mapped(tmp_path, "size: 60x50mm\nearth: {centre: [47, 52], scale: 9, flat: true, rivers: [Volga, Vistla]}\n")
    setter = game.setter()
    board(game, game[Map]["valley"], setter)
    assert [(one.code, one.message) for one in setter.found] == [("E362", "unknown river 'Vistla'")]


@pytest.mark.parametrize(("files", "code"), [({"brook.geojson": "{}"}, "E367"), ({}, "E103")])
def test_a_file_of_rivers_that_cannot_be_read_is_reported(tmp_path: Folder, files: dict[str, str], code: str) -> None:
    text = STEPPE.replace("  scale: 4\n", "  scale: 4\n  files: {rivers: brook.geojson}\n")
    write(tmp_path, files)
    _, setter = shown(steppe(tmp_path, text), "valley", "dawn")
    assert [one.code for one in setter.found] == [code]


def test_a_map_with_too_many_places_is_refused_at_once(tmp_path: Folder) -> None:
    crowd = ", ".join(f"p{at}: {{name: P, at: [{55 + at / 1e5}, 51.6]}}" for at in range(201))
    places = f"kind: places\nid: p\ntitle: P\nsource: S\nregions: {{east: {{title: East, places: {{{crowd}}}}}}}\n"
    game = mapped(tmp_path, "size: 60x50mm\nearth: {centre: [55.1, 51.6], scale: 4}\n", places=places)
    (fault,) = check_faults(game)
    assert (fault.code, fault.message) == ("E365", "201 places lie on this map, more than 200")
    start = process_time()
    assert board(game, game[Map]["valley"], game.setter())
    assert process_time() - start < 2
