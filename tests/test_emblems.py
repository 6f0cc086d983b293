"""Counters that are read at a glance: ribbons, large numbers, persons, plates of families, states and patterns."""

from __future__ import annotations

import pathlib
from itertools import combinations
from typing import Any

import pytest
from pictures_support import printed
from PIL import ImageChops, ImageStat
from rcwkit.art.theme import Ink
from rcwkit.dice.counters import Counter
from rcwkit.faces.counters import chip, faces, sides
from rcwkit.faces.faces import Faces
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Path, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import counter_pieces
from rcwkit.kit.checks import check
from rcwkit.source.project import Project
from sheets_support import extents
from tests_support import shipped

GAME = """kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
formations:
  don: {title: Don, colour: "#2E5FA0", ribbon: ["#2E5FA0", "#E2B128", "#C3281E"]}
  guard: {title: Guard, colour: "#3E7A46"}
families:
  morale: {title: Morale, colour: "#E0A526", plate: triangle}
  damage: {title: Damage, colour: "#8E1B23", plate: shield}
portraits: {Duck: {hair: wild}}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, unit_size: XXXX, reverse: reduced, layout: ribbon}
  corps: {title: corps, plural: corps, symbol: infantry, unit_size: XXX, reverse: poster, layout: ribbon}
  leader: {title: leader, plural: leaders, symbol: leader, reverse: poster, layout: person}
  status: {title: status marker, plural: status markers, symbol: bayonets, layout: status}
  marker: {title: marker, plural: markers, symbol: star}
"""
COUNTERS = """kind: counters
id: c
title: C
source: s
side: red
formation: guard
counters:
  a7: {type: army, name: Ra7, label: Red Army, designation: "7", setup: "701"}
  a8: {type: army, name: Ra8, label: Red Army, designation: "8", formation: don}
  c1: {type: corps, name: Rc1, label: Red Corps, designation: "1"}
  Duck: {type: leader, name: Duck, reverse: {state: wounded, overlay: bandage}}
  Drake: {type: leader, name: Drake}
  routs: {type: marker, family: morale, name: Routs, symbol: rout, reverse: {name: Halted, state: halted, symbol: halt}}
  shelled: {type: marker, family: morale, name: Shelled, symbol: none, designation: "−1"}
  hit: {type: marker, family: damage, name: Hit, symbol: burst, designation: "1"}
  state: {type: status, name: Shaken, turned: 90, reverse: {state: Routed, turned: 180}}
"""


def pond(folder: pathlib.Path, counters: str = COUNTERS, types: str = "") -> Game:
    (folder / "game.yaml").write_text(GAME + types, encoding="utf-8")
    (folder / "counters.yaml").write_text(counters, encoding="utf-8")
    return load(Project(folder, shown="pond"))


def drawn(game: Game, name: str, ink: Ink = "full") -> tuple[Frame, Frame | None]:
    return faces(Faces(game, game.setter(ink)), game[Counter][name])


def shapes(items: tuple[Item, ...], turn: float = 0.0) -> list[tuple[Any, float]]:
    """Return the shapes of a face and how far each is turned."""
    found: list[tuple[Any, float]] = []
    for item in items:
        found += shapes(item.items, turn + item.rotate) if isinstance(item, Group) else [(item, turn)]
    return found


def words(face: Frame | None) -> list[str]:
    return [item.text for item, _ in shapes(face.items if face else ()) if isinstance(item, Text)]


def fills(face: Frame | None) -> list[str | None]:
    kinds = Rect | Circle | Polygon | Path
    return [item.fill for item, _ in shapes(face.items if face else ()) if isinstance(item, kinds)]


def test_the_small_game_is_sound(tmp_path: pathlib.Path) -> None:
    assert not [found for found in check(pond(tmp_path)) if found.severity == "error"]


def test_a_counter_has_its_label_and_number_and_its_chip_the_short_name(tmp_path: pathlib.Path) -> None:
    game = pond(tmp_path)
    front, back = drawn(game, "a7")
    assert words(front) == ["7", "701", "RED ARMY"]
    assert words(back) == ["7", "RED ARMY"], "it is not set up on its back"
    assert words(chip(game, game[Counter]["a7"], game.setter()))[-2:] == ["7", "Ra"]


def test_a_number_is_the_larger_the_fewer_digits_it_has(tmp_path: pathlib.Path) -> None:
    sizes = []
    for number in ("7", "10", "8A", "10B"):
        game = pond(tmp_path, COUNTERS.replace('"7"', f'"{number}"'))
        sizes += [item.size for item, _ in shapes(drawn(game, "a7")[0].items) if getattr(item, "text", "") == number]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 28 and sizes[-1] >= 12


def test_the_bands_of_a_formation_stand_from_the_top_within_the_colour_of_its_owner(tmp_path: pathlib.Path) -> None:
    """Bug: white bands at the cut ran into the white between counters, so that their edges looked broken."""
    front, _ = drawn(pond(tmp_path), "a8")
    colours = ["#2E5FA0", "#E2B128", "#C3281E"]
    bands = [item for item, _ in shapes(front.items) if isinstance(item, Rect) and item.fill in colours]
    assert [band.fill for band in bands] == colours
    assert [band.y for band in bands] == sorted(band.y for band in bands)
    assert min(bands[0].x, bands[0].y, front.height - bands[-1].y - bands[-1].height) > 0.55 * MM
    other, _ = drawn(pond(tmp_path), "a7")
    assert "#3E7A46" in fills(other), "that of the document"


def test_the_size_of_a_reduced_unit_stands_clear_of_its_bands_and_symbol(tmp_path: pathlib.Path) -> None:
    """Bug: it touched the mark on its left and the symbol under it."""
    _, back = drawn(pond(tmp_path), "a8")
    assert back is not None
    (band, *_) = [one for one, _ in shapes(back.items) if isinstance(one, Rect) and one.fill == "#2E5FA0"]
    strokes = [area for one, area in extents(back.items) if isinstance(one, Line) and area[3] < 3.2 * MM]
    assert len(strokes) == 8, "XXXX"
    assert min(area[0] for area in strokes) > band.x + band.width + 0.3 * MM


def test_low_ink_hatches_bands_and_fills_no_area(tmp_path: pathlib.Path) -> None:
    front, _ = drawn(pond(tmp_path), "a8", "low")
    pale = {None, pond(tmp_path).setter("low").theme.page}
    large = [item.fill for item, _ in shapes(front.items) if isinstance(item, Rect) and item.width > 2 * MM]
    assert set(large) <= pale
    assert sum(isinstance(item, Line | Circle) for item, _ in shapes(front.items)) > 20


@pytest.mark.parametrize(("side", "full", "open"), [(0, 2, 0), (1, 1, 1)])
def test_steps_are_discs(tmp_path: pathlib.Path, side: int, full: int, open: int) -> None:
    face = drawn(pond(tmp_path), "a7")[side]
    assert face
    discs = [item for item, _ in shapes(face.items) if isinstance(item, Circle) and abs(item.y - 9.72 * MM) < 0.2 * MM]
    assert (sum(bool(one.fill) for one in discs), sum(not one.fill for one in discs)) == (full, open)


RATED = "layout: rated, write_in: {combat: sabres, move: arrow}"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_unit_has_a_box_for_each_value_and_a_picture_in_those_to_write_in(tmp_path: pathlib.Path, ink: Ink) -> None:
    """Bug: a list of values had no effect on a counter with a ribbon."""
    given = COUNTERS.replace('designation: "7"', 'designation: "7", values: {combat: 5}')
    pond(tmp_path, given)
    game = pond_with(tmp_path, GAME.replace("reverse: reduced, layout: ribbon", f"reverse: reduced, {RATED}"))
    assert not [found for found in check(game) if found.severity == "error"]
    both = drawn(game, "a7", ink)
    assert [words(side) for side in both] == [["7", "701", "RED ARMY", "5"], ["7", "RED ARMY", "5"]]
    for side in both:
        assert side
        low = [one for one, _ in shapes(side.items) if isinstance(one, Rect) and 12 * MM < one.y < 13 * MM]
        assert len(low) == 2 and low[0].width == low[1].width
        inside = [area for _, area in extents(side.items) if is_within(area, low[1])]
        assert len(inside) == 1, "the arrow"


def is_within(area: tuple[float, float, float, float], box: Rect) -> bool:
    """Return whether something lies in a box, with room around it."""
    left, top, right, foot = area
    return box.x < left < right < box.x + box.width and box.y < top < foot < box.y + box.height


def test_a_leader_has_a_box_on_the_shoulder(tmp_path: pathlib.Path) -> None:
    plain, _ = drawn(pond(tmp_path), "Duck")
    boxed, _ = drawn(
        pond_with(tmp_path, GAME.replace("layout: person", "layout: person, write_in: {lead: star}")), "Duck"
    )
    assert len(shapes(boxed.items)) == len(shapes(plain.items)) + 2, "a box and a star"


def pond_with(folder: pathlib.Path, game: str) -> Game:
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    return load(Project(folder))


def test_a_back_without_a_state_is_a_poster_and_no_side_of_the_counter(tmp_path: pathlib.Path) -> None:
    game = pond(tmp_path)
    _, back = drawn(game, "c1")
    assert words(back) == ["RED CORPS"] and len(shapes(back.items if back else ())) >= 4
    setup = """kind: setup
id: s
title: S
source: s
forces: {red: {at: {Pond: {Hill: ["(c1)"]}}}}
"""
    (tmp_path / "setup.yaml").write_text(setup, encoding="utf-8")
    assert any(found.code == "E214" for found in check(load(Project(tmp_path)))), "it has no reverse side"


def test_a_type_may_have_a_poster_of_its_own(tmp_path: pathlib.Path) -> None:
    own = """kind: layouts
id: mine
layouts:
  mine: {boxes: {word: {at: [2, 2, 10, 10], text: "{{ counter.NAME }}", font: narrow-bold, lines: 1, size: [9, 6]}}}
"""
    (tmp_path / "layouts.yaml").write_text(own.replace("NAME", "name"), encoding="utf-8")
    pond(tmp_path)
    game = (
        (tmp_path / "game.yaml").read_text(encoding="utf-8").replace("reverse: poster", "reverse: poster, poster: mine")
    )
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    assert words(drawn(load(Project(tmp_path)), "c1")[1]) == ["Rc1"]
    (tmp_path / "layouts.yaml").write_text(own.replace("NAME", "nme"), encoding="utf-8")
    errors = [one.code for one in check(load(Project(tmp_path))) if one.severity == "error"]
    assert errors == ["E251"], "told once, though two types show it"


def test_a_state_takes_the_place_of_the_name_of_a_person(tmp_path: pathlib.Path) -> None:
    front, back = drawn(pond(tmp_path), "Duck")
    assert (words(front), words(back)) == (["DUCK"], ["WOUNDED"])
    portraits = [
        {group.key for group in face.items if isinstance(group, Group) and group.key.startswith("portrait-")}
        for face in (front, back)
        if face
    ]
    assert len(portraits[0]) == 1 and portraits[0] != portraits[1], "a bandage"
    assert words(drawn(pond(tmp_path), "Drake")[0]) == ["DRAKE"], "the symbol of its type instead of a portrait"


def test_the_back_of_a_family_is_turned_over(tmp_path: pathlib.Path) -> None:
    front, back = drawn(pond(tmp_path), "routs")
    assert (words(front), words(back)) == (["ROUTS"], ["HALTED"])
    assert [fills(front).count("#E0A526"), fills(back).count("#E0A526")] == [1, 2], (
        "the ground; the edge, and the plate"
    )
    plate = next(item for item, _ in shapes(front.items) if isinstance(item, Polygon))
    assert len(plate.points) == 3


def test_words_on_the_back_of_a_family_stand_clear_of_its_frame(tmp_path: pathlib.Path) -> None:
    """Bug: they stood on the lower edge of the frame."""
    _, back = drawn(pond(tmp_path, COUNTERS.replace("side: red", "side: red\nsize: 12.7mm")), "routs")
    assert back is not None
    (low,) = (area[3] for item, area in extents(back.items) if isinstance(item, Text))
    assert low < back.height - 1 * MM, "the frame is 1 mm wide"


def test_a_value_is_the_sign_or_stands_on_one(tmp_path: pathlib.Path) -> None:
    game = pond(tmp_path)
    assert words(drawn(game, "shelled")[0]) == ["−1", "SHELLED"]
    assert words(drawn(game, "hit")[0]) == ["1", "HIT"]
    assert len(shapes(drawn(game, "hit")[0].items)) == len(shapes(drawn(game, "shelled")[0].items)) + 1


def test_low_ink_keeps_signs_solid(tmp_path: pathlib.Path) -> None:
    game = pond(tmp_path)
    assert game.setter("low").theme.ink in fills(drawn(game, "routs", "low")[0])


def test_at_low_ink_figures_on_a_sign_are_white_letters_with_an_outline(tmp_path: pathlib.Path) -> None:
    game = pond(tmp_path)
    (figure,) = [item for item, _ in shapes(drawn(game, "hit", "low")[0].items) if getattr(item, "text", "") == "1"]
    assert figure.outline and not any(
        item.outline for item, _ in shapes(drawn(game, "hit")[0].items) if isinstance(item, Text)
    )


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_back_of_a_numeral_says_which_it_is(tmp_path: pathlib.Path, ink: Ink) -> None:
    """Bug: six fronts had the same back."""
    more = "  f2: {type: front, name: '2', label: Front, designation: '2'}\n"
    kind = "  front: {title: front, plural: fronts, symbol: bayonets, REST}\n"
    game = pond(
        tmp_path, COUNTERS + more, kind.replace("REST", "reverse: poster, layout: numeral, poster: numeral_poster")
    )
    front, back = drawn(game, "f2", ink)
    assert words(front) == words(back) == ["2", "FRONT"]
    assert back and shapes(front.items) != shapes(back.items)


def test_a_status_is_turned_as_the_piece_is(tmp_path: pathlib.Path) -> None:
    front, back = drawn(pond(tmp_path), "state")
    turns = [{turn for _, turn in shapes(face.items)} - {0} for face in (front, back) if face]
    assert turns == [{90}, {180}]
    assert (words(front), words(back)) == (["SHAKEN", "turned 90°"], ["ROUTED", "turned 180°"])


def test_an_unknown_family_is_refused(tmp_path: pathlib.Path) -> None:
    (found,) = [
        one
        for one in check(pond(tmp_path, COUNTERS.replace("family: damage", "family: damaged")))
        if one.severity == "error"
    ]
    assert (found.code, found.hint) == ("E260", "did you mean 'damage'?")


@pytest.mark.parametrize("ink", ["full", "low"])
def test_players_of_two_inks_differ_in_grey(ink: Ink) -> None:
    """All but the letter: a counter without one still tells its player."""
    game = shipped("rcw_solitaire")
    setter = game.setter(ink)
    drawing, pages = Faces(game, setter), {}
    for name, item in game[Counter].items():
        front, _ = faces(drawing, item)
        ground = tuple(one for one in front.items if not isinstance(one, Text))
        face = (Group(ground, clip=(0, 0, front.width, front.height)),)
        pages[name] = printed(face, setter, 34, 34, 4).convert("L")
    for one, other in combinations(pages, 2):
        if {one[-1], other[-1]} == {"C", "D"}:
            continue  # told by the ink of the letter
        apart = ImageChops.difference(pages[one], pages[other]).point(lambda value: 255 if value > 40 else 0)
        assert ImageStat.Stat(apart).mean[0] / 255 > 0.04, f"{one} looks like {other}"


@pytest.mark.parametrize("name", ["white_general"])
def test_families_are_told_by_plate_or_by_sign_without_colour(name: str) -> None:
    game = shipped(name)
    signs: dict[str, dict[str, set[str]]] = {}
    for item in game[Counter].values():
        for side in filter(None, sides(game, item)):
            if side.family:
                known = signs.setdefault(side.family.plate, {})
                known.setdefault(side.family.title, set()).add(side.designation or side.symbol)
    assert len(signs) >= 6
    for alike in signs.values():
        for one, other in combinations(alike.values(), 2):
            assert not one & other


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(
    ("layout", "name", "panes"),
    [("silhouette", "hit", 1), ("numeral", "hit", 1), ("status", "state", 1), ("", "a7", 0)],
)
def test_counters_of_a_look_cut_by_hand_are_panes_on_paper(
    tmp_path: pathlib.Path, ink: Ink, layout: str, name: str, panes: int
) -> None:
    """Those with a ribbon, or a portrait, are as in other looks."""
    kinds = GAME.replace("symbol: star}", f"symbol: star, layout: {layout}}}") if layout else GAME
    made = []
    for look in ("", "look: {box: handcut}\n"):
        (tmp_path / "game.yaml").write_text(kinds + look, encoding="utf-8")
        (tmp_path / "counters.yaml").write_text(COUNTERS.replace("family: damage, ", ""), encoding="utf-8")
        front, _ = drawn(load(Project(tmp_path)), name, ink)
        cut = [one for one, _ in shapes(front.items) if isinstance(one, Polygon) and is_uneven(one)]
        made.append((words(front), len([one for one in cut if one.stroke == "#1B1A18"])))
        ground = next((one.fill for one, _ in shapes(front.items) if isinstance(one, Rect)), None)
        assert (ground == "#F4ECDD") is (bool(look and panes) and ink == "full")
    assert made == [(made[0][0], 0), (made[0][0], panes)]


def is_uneven(shape: Polygon) -> bool:
    """Return whether a shape has four corners of which no two stand above or beside one another."""
    across, down = zip(*shape.points, strict=True)
    return len(shape.points) == 4 and (len(set(across)) > 2 or len(set(down)) > 2)


def test_wedge_and_band_of_a_pane_cut_by_hand_end_at_its_edges(tmp_path: pathlib.Path) -> None:
    """Bug: a band had corners of its own, and left gaps at those of the pane."""
    (tmp_path / "game.yaml").write_text(GAME + "look: {box: handcut}\n", encoding="utf-8")
    (tmp_path / "counters.yaml").write_text(COUNTERS, encoding="utf-8")
    front, _ = drawn(load(Project(tmp_path)), "state")
    pane, wedge, frame, band = [one.points for one, _ in shapes(front.items) if isinstance(one, Polygon)][:4]
    assert frame == pane
    near = [tuple(round(part, 3) for part in corner) for corner in pane]
    assert near[0] in [tuple(round(part, 3) for part in corner) for corner in wedge]
    assert {*near[2:]} <= {tuple(round(part, 3) for part in corner) for corner in band}


def test_counters_are_printed_by_owner_as_the_game_lists_them(tmp_path: pathlib.Path) -> None:
    """Bug: they followed the names of files."""
    kinds = GAME.replace("plays: true}}", 'plays: true}, blue: {title: Blue, short: B, colour: "#27425F", mark: ring}}')
    (tmp_path / "game.yaml").write_text(kinds, encoding="utf-8")
    for name, side in (("a", "blue"), ("b", "red")):
        sheet = (
            f"kind: counters\nid: {name}\ntitle: C\nsource: s\nside: {side}\ncounters: {{{side}1: {{type: marker}}}}\n"
        )
        (tmp_path / f"{name}.yaml").write_text(sheet, encoding="utf-8")
    game = load(Project(tmp_path))
    pieces = counter_pieces(game, game.setter("full"), game[Counter].values())
    assert [one.front.name for one in pieces] == ["red1", "blue1"]
