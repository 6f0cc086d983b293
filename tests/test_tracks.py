"""Track boards at true scale: everything on the page, boxes large enough, gates where they stop a marker."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from log_support import describe
from rcwkit.art.motifs import HEAVY
from rcwkit.art.theme import themed
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter, sheet_of
from rcwkit.dice.setups import Track
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Path, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kinds.tracks.boards import FOOT, boards
from rcwkit.kinds.tracks.draw import PLAY
from rcwkit.kit.build import laid_out as laid
from rcwkit.kit.build import make
from rcwkit.kit.checks import check
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS, Paper, reading
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame, shipped

FONTS = FontBook()
MARKER = 12.7 * MM
GAME = """
kind: game
id: small
title: Small
source: {title: None at all}
credits: Nobody.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
unit_types: {}
"""


def points(item: Item) -> list[tuple[float, float]]:
    """Return the corners of an item's area, in its own coordinates."""
    match item:
        case Rect():
            return [(item.x, item.y), (item.x + item.width, item.y + item.height)]
        case Circle():
            return [(item.x - item.radius, item.y - item.radius), (item.x + item.radius, item.y + item.radius)]
        case Line():
            return [(item.x1, item.y1), (item.x2, item.y2)]
        case Polygon():
            return list(item.points)
        case Path():
            return [(step[-2], step[-1]) for subpath in item.subpaths for step in (subpath.start, *subpath.steps)]
        case Text():
            width = FONTS.width(item.text, item.font, item.size, item.spacing) - item.spacing
            return [(item.x, item.y - 0.7 * item.size), (item.x + width, item.y + 0.25 * item.size)]
    raise AssertionError(item)


def drawn(
    items: tuple[Item, ...], at: tuple[float, float, float] = (0, 0, 0)
) -> Iterator[tuple[Any, tuple[float, float, float, float]]]:
    """Yield every item and its area on the page."""
    x, y, turn = at
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for item in items:
        if isinstance(item, Group):
            moved = x + item.x * cos - item.y * sin, y + item.x * sin + item.y * cos
            yield from drawn(item.items, (*moved, turn + item.rotate))
        else:
            on_page = [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in points(item)]
            xs, ys = zip(*on_page, strict=True)
            yield item, (min(xs), min(ys), max(xs), max(ys))


def laid_out(game: Game, paper: Paper) -> tuple[list[Frame], Setter]:
    setter = Setter(themed(game.info))
    return boards(game, list(game[Track].values()), paper, setter), setter


def board(
    write_game: WriteGame, tracks: str, paper: str = "a4", size: str = "", sides: str = ""
) -> tuple[list[Frame], Setter]:
    project = write_game(
        {
            "game.yaml": GAME.replace("unit_types", f"{sides}unit_types") + size,
            "tracks.yaml": f"kind: tracks\nid: t\ntitle: Tracks\nsource: None\ntracks:\n{tracks}",
        }
    )
    return laid_out(load(project), PAPERS[paper])


def words(frame: Frame) -> list[str]:
    return [item.text for item, _ in drawn(frame.items) if isinstance(item, Text)]


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
def test_triumph_boards_stay_on_the_page_above_the_floor_of_type(triumph: Game, paper: Paper) -> None:
    frames, setter = laid_out(triumph, paper)
    assert setter.found == []
    inset = paper.margin * MM - 0.6  # half a frame's line may reach out
    for frame in frames:
        for item, (left, top, right, bottom) in drawn(frame.items):
            assert inset <= left
            assert inset <= top
            assert right <= frame.width - inset
            assert bottom <= frame.height - inset - FOOT + 1, "room for the line at the foot"
            if isinstance(item, Text):
                # raised numbers of rulings are smaller
                assert item.size >= (5.2 if re.fullmatch(r"\d+(, \d+)*", item.text) else 6.5), (
                    "raised numbers are smaller"
                )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_track_is_there_once_in_order_and_pages_are_full(triumph: Game, paper: str) -> None:
    frames, _ = laid_out(triumph, PAPERS[paper])
    assert ", ".join(frame.name for frame in frames) == ", ".join(
        track.value.title for track in triumph[Track].values()
    )
    for frame in frames:
        lowest = max(area[3] for _, area in drawn(frame.items))
        assert lowest > 0.93 * (frame.height - PAPERS[paper].margin * MM - FOOT)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_faction_control_table_fits_an_upright_page(triumph: Game, paper: str) -> None:
    (frame,) = boards(triumph, [triumph[Track]["faction_control"]], PAPERS[paper], Setter(themed(triumph.info)))
    assert frame.height > frame.width
    said = words(frame)
    track = triumph[Track]["faction_control"].value
    assert [row.title for row in track.rows.values()] == [
        text for text in said if text in {row.title for row in track.rows.values()}
    ]
    assert said.count("START") == 18
    boxes = [
        area
        for item, area in drawn(frame.items)
        if isinstance(item, Polygon) and item.stroke and area[2] - area[0] > 20 * MM and area[1] > 30 * MM
    ]
    assert len(boxes) == 18 * 5
    edges = sorted({round(top, 1) for _, top, _, _ in boxes})
    marker = triumph.info.marker_size * MM
    assert all(below - above >= marker - 0.1 for above, below in pairwise(edges)), "markers of two rows lie apart"
    assert all(right - left >= marker + 3.6 * MM for left, _, right, _ in boxes)
    cards = [card for row in track.rows.values() for bar in (*row.gates, *row.locks) for card in bar.cards]
    assert sorted(text for text in said if text in set(cards)) == sorted(cards)
    assert said.count("no forces") == 8
    assert (said.count("2"), said.count("3")) == (6 * 18, 2 * 18), "it costs more to leave either box of control"


TABLE = """
  control:
    title: Control
    layout: table
    boxes:
      a: {title: Red Control, colour: red, leave: 3}
      b: {title: Neutral}
      c: {title: White Control, colour: white, leave: 0}
    rows:
      one:
        title: One
        start: b
        gates: [{box: a, side: red, text: R1}, {box: c, side: white, text: W2}]
        locks: [{box: c, cards: [W8, W9]}]
        hatched: {b: no way}
        tags: [CP]
        note: elsewhere by R9
"""


def boxes_of(frame: Frame) -> list[tuple[float, float, float, float]]:
    """Return the areas of the boxes of a table, from left to right."""
    shapes = [area for item, area in drawn(frame.items) if isinstance(item, Polygon) and item.line in (0.7, 1.3)]
    return sorted(shapes)


def test_gates_are_on_the_border_nearest_the_middle(write_game: WriteGame) -> None:
    (frame,), setter = board(write_game, TABLE)
    assert setter.found == []
    left, middle, right = boxes_of(frame)
    items = list(drawn(frame.items))
    posts = sorted(
        area[0] for item, area in items if isinstance(item, Rect) and area[3] - area[1] == right[3] - right[1]
    )
    assert left[2] - 4 * MM < posts[1] < left[2] and right[0] < posts[2] < right[0] + 4 * MM
    disc = next(area for item, area in items if isinstance(item, Circle) and item.fill == "#C9A227")
    assert middle[0] < disc[0] < disc[2] < middle[2]
    assert {"R1", "W2", "W8", "W9", "no way", "CP", "elsewhere by R9"} <= set(words(frame))


def test_arrows_say_what_a_step_costs_and_a_box_that_is_never_left_has_none(write_game: WriteGame) -> None:
    (frame,), _ = board(write_game, TABLE)
    left, middle, right = boxes_of(frame)
    costs = sorted(
        (area[0], item.text) for item, area in drawn(frame.items) if isinstance(item, Text) and len(item.text) == 1
    )
    assert sorted(cost for x, cost in costs if left[2] < x < middle[0]) == ["1", "3"]
    assert [cost for x, cost in costs if middle[2] < x < right[0]] == ["1"], "into the last box, and not out of it"
    (free,), _ = board(write_game, TABLE.replace(", leave: 3", "").replace(", leave: 0", ""))
    assert not [text for text in words(free) if text.isdecimal()], "a step of one box needs no figure"
    assert len(list(arrows(free))) == 4


def arrows(frame: Frame) -> Iterator[Polygon]:
    """Yield the arrows between boxes."""
    for item, area in drawn(frame.items):
        if isinstance(item, Polygon) and len(item.points) == 5 and area[2] - area[0] < 7 * MM:
            yield item


HOLDERS = """
  board:
    title: Board
    layout: table
    axis: [near, far]
    holders:
      - {head: Side, choices: [red, white]}
      - {head: Gold, text: ":coin:"}
      - {head: Guard, after: true}
    boxes:
      2: {title: "2", takes: stack, chances: {attack: [1, 2], joins: [2, 3, 4, 5, 6]}}
      7: {title: "7", takes: stack, chances: {attack: [1, 2, 3, 4, 5, 6], joins: []}}
    rows:
      red: {title: A}
      white: {title: B, note: A second player.}
"""


def test_rows_of_stacks_have_chances_over_them_and_holders_beside_them(write_game: WriteGame) -> None:
    (frame,), setter = board(write_game, HOLDERS)
    assert setter.found == []
    said = words(frame)
    assert {"near", "far", "Side", "Gold", "Guard", "A", "B", "A second player."} <= set(said)
    assert [text for text in said if text in {"1–2", "2–6", "1–6", "never"}] == ["1–2", "2–6", "1–6", "never"]
    windows = [
        item
        for item, _ in drawn(frame.items)
        if isinstance(item, Rect) and item.width == item.height and item.line == 0.5
    ]
    assert [sum(one.fill == one.stroke for one in windows[at : at + 6]) for at in range(0, 24, 6)] == [2, 5, 6, 0]
    assert not list(arrows(frame)), "what lies in a row does not move in steps"


@pytest.mark.parametrize("pattern", ["plain", "hexes", "stripes", "split"])
def test_a_letter_beside_a_row_has_the_pattern_of_its_owner(write_game: WriteGame, pattern: str) -> None:
    own = f'  blue: {{title: Blue, short: B, colour: "#27425F", mark: diamond, pattern: {pattern}}}\n'
    made = []
    for name in ("white", "blue"):
        rows = HOLDERS.replace("white: {title: B", f"{name}: {{title: B")
        (frame,), setter = board(write_game, rows, sides=own)
        made.append([(type(item).__name__, area) for item, area in drawn(frame.items)])
    assert (made[0] == made[1]) is (pattern == "plain")
    assert setter.found == []


def test_a_letter_on_stripes_stands_in_a_halo_beside_its_mark(write_game: WriteGame) -> None:
    own = '  blue: {title: Blue, short: B, colour: "#27425F", mark: diamond, pattern: stripes}\n'
    (frame,), _ = board(write_game, HOLDERS.replace("white: {title: B", "blue: {title: B"), sides=own)
    letters = [(item.fill, area) for item, area in drawn(frame.items) if isinstance(item, Text) and item.text == "B"]
    halo, (ink, letter) = letters[:-1], letters[-1]
    assert len(halo) == 8 and {fill for fill, _ in halo} == {"#FFFFFF"} and ink == "#1B1A18"
    assert min(area[0] for _, area in halo) < letter[0] - 3


ROSTA = "look: {box: handcut, title: slant, sheet: '#F6EDD8'}\n"


@pytest.mark.parametrize(
    "text",
    [
        "  t: {title: T, layout: line, boxes: 1-9}\n",
        "  t: {title: T, layout: grid, boxes: {1: {title: '1', takes: none}, 2: {title: '2', takes: none}}}\n",
        "  t: {title: T, layout: display, boxes: {a: {title: Alpha, colour: red, takes: stack}, b: {title: Beta}}}\n",
    ],
    ids=["plain", "list", "display"],
)
def test_boxes_of_a_look_cut_by_hand_have_uneven_heavy_edges_on_its_sheet(write_game: WriteGame, text: str) -> None:
    plain, _ = board(write_game, text)
    (frame,), setter = board(write_game, text, size=ROSTA)
    assert setter.found == []
    ground = frame.items[0]
    assert isinstance(ground, Rect) and (ground.width, ground.height, ground.fill) == (*frame[:2], "#F6EDD8")
    assert not [item for item in plain[0].items if isinstance(item, Rect) and item.fill == "#F6EDD8"]
    cut = [
        item
        for item, _ in drawn(frame.items)
        if isinstance(item, Polygon) and len(item.points) == 4 and (item.stroke, item.line) == ("#1B1A18", HEAVY)
    ]
    assert len(cut) == (9 if "1-9" in text else 2)
    assert all(len({x for x, _ in item.points}) > 2 or len({y for _, y in item.points}) > 2 for item in cut)


@pytest.mark.parametrize("layout", ["display", "table"])
def test_counters_stand_out_on_boxes_of_their_colour_in_a_look_cut_by_hand(write_game: WriteGame, layout: str) -> None:
    boxes = "boxes: {a: {title: Alpha, colour: red}, b: {title: Beta, colour: white}}"
    rows = ", rows: {one: {title: One}}" if layout == "table" else ""
    (frame,), setter = board(write_game, f"  t: {{title: T, layout: {layout}, {boxes}{rows}}}\n", size=ROSTA)
    cut = [item.fill for item, _ in drawn(frame.items) if isinstance(item, Polygon) and item.line == HEAVY]
    assert {setter.theme.shade("#B3201F", 0.2), setter.theme.shade("#27425F", 0.2)} <= set(cut)
    assert not {"#B3201F", "#27425F"} & set(cut)


def test_what_bars_a_box_is_said_by_cards_or_by_text(write_game: WriteGame) -> None:
    for given in ("box: a, side: red", "box: a, side: red, text: R1, cards: [R1]"):
        with pytest.raises(InputError, match="either cards or text"):
            board(write_game, TABLE.replace("box: a, side: red, text: R1", given))


def test_a_disc_is_drawn_only_at_a_given_start(write_game: WriteGame) -> None:
    (frame,), _ = board(write_game, TABLE.replace("        start: b\n", ""))
    assert "START" not in words(frame)


def test_an_owners_box_in_the_middle_has_the_lightest_tint(write_game: WriteGame) -> None:
    boxes = {"a": "Normal", "b": "Disorganized, colour: red", "c": "Routed, colour: red"}
    listed = "".join(f"      {name}: {{title: {box}}}\n" for name, box in boxes.items())
    (frame,), setter = board(
        write_game, f"  t:\n    title: T\n    layout: table\n    boxes:\n{listed}    rows:\n      one: {{title: One}}\n"
    )
    plain, light, strong = [
        item.fill for item, _ in drawn(frame.items) if isinstance(item, Polygon) and item.line in (0.7, 1.3)
    ]
    assert plain == setter.theme.page
    assert light == setter.theme.shade("#B3201F", 0.14)
    assert strong == setter.theme.shade("#B3201F", 0.4)


def grid(count: int, **settings: object) -> str:
    keys = "".join(f"    {key}: {value}\n" for key, value in settings.items())
    return f"  grid:\n    title: Grid\n    layout: grid\n{keys}    boxes:\n" + "".join(
        f"      {n}: {{title: {n}}}\n" for n in range(count)
    )


def test_numbered_boxes_take_their_markers(write_game: WriteGame) -> None:
    (frame,), setter = board(write_game, grid(30, columns=10, start=7))
    assert setter.found == []
    boxes = [area for item, area in drawn(frame.items) if isinstance(item, Rect)]
    assert len(boxes) == 30
    assert all(min(right - left, bottom - top) >= MARKER + PLAY - 0.01 for left, top, right, bottom in boxes)
    (disc,) = [area for item, area in drawn(frame.items) if isinstance(item, Circle) and item.fill == "#C9A227"]
    assert boxes[7][0] < disc[0] < disc[2] < boxes[7][2]


def test_every_fifth_box_is_a_block_in_a_look_of_blocks(write_game: WriteGame) -> None:
    for look, count in (("", 0), ("look: {table: blocks}\n", 3)):
        (frame,), setter = board(write_game, grid(12, columns=12), size=look)
        assert setter.theme.paper != setter.theme.page
        boxes = [item for item, _ in drawn(frame.items) if isinstance(item, Rect) and item.stroke == setter.theme.ink]
        assert sum(item.fill == setter.theme.paper for item in boxes) == count


def test_more_columns_than_the_page_has_room_for(write_game: WriteGame) -> None:
    _, setter = board(write_game, grid(30, columns=30))
    (found,) = {(diagnostic.code, str(diagnostic.span)) for diagnostic in setter.found}
    assert found == ("E331", "game/tracks.yaml:9:14")


def test_a_place_wider_than_the_page_is_an_error(write_game: WriteGame) -> None:
    _, setter = board(
        write_game,
        "  camp: {title: Camp, layout: display, boxes: {a: {title: A, takes: stack}}}\n",
        size="counter_size: 4in\n",
    )
    assert {(diagnostic.code, str(diagnostic.span)) for diagnostic in setter.found} == {
        ("E331", "game/tracks.yaml:6:3")
    }


def test_a_track_too_long_for_a_page_continues_on_the_next(write_game: WriteGame) -> None:
    rows = "".join(f"      r{n}: {{title: Row {n}, start: b}}\n" for n in range(40))
    frames, setter = board(write_game, TABLE.replace("      one:\n", rows + "      one:\n"))
    assert setter.found == []
    assert [frame.name for frame in frames] == [f"Control, {n} of 3" for n in (1, 2, 3)]
    said = [text for frame in frames for text in words(frame)]
    assert [text for text in said if text.startswith("Row ")] == [f"Row {n}" for n in range(40)]


def test_displays_leave_room_for_stacks(write_game: WriteGame) -> None:
    boxes = "      a: {title: Dead, colour: red, takes: stack}\n      b: {title: …, lines: [____], takes: stack}\n"
    tracks = f"  d:\n    title: D\n    layout: display\n    boxes:\n{boxes}"
    (frame,), setter = board(write_game, tracks)
    assert setter.found == []
    places = [area for item, area in drawn(frame.items) if isinstance(item, Rect)]
    stack = 2.2 * 15.875 * MM
    assert all(right - left > stack and bottom - top > stack + 6 * MM for left, top, right, bottom in places)
    assert "…" not in words(frame), "a box without a title has a rule to write on"


@pytest.mark.parametrize("count", [1, 4, 8, 12])
def test_the_marks_of_a_common_box_stay_within_it_and_apart(write_game: WriteGame, count: int) -> None:
    """Bug: those of eight owners lay on the box's title, on its frame and on the box below."""
    names = [f"s{number}" for number in range(count)]
    sides = "".join(f'  {name}: {{title: "{name}", short: {name}, colour: "#8A5A2B", mark: disc}}\n' for name in names)
    more = "".join(f", b{number}: {{title: B{number}}}" for number in range(11))  # in four rows
    boxes = f"{{a: {{title: A, takes: stack, owners: [{', '.join(names)}]}}{more}}}"
    tracks = f"  d: {{title: D, layout: display, columns: 3, boxes: {boxes}}}\n"
    (frame,), setter = board(write_game, tracks, sides=sides)
    assert setter.found == []
    items = list(drawn(frame.items))
    left, top, right, bottom = next(area for item, area in items if isinstance(item, Rect) and item.stroke)
    (title,) = (area for item, area in items if isinstance(item, Text) and item.text == "A")
    marks = [area for item, area in items if isinstance(item, Circle) and area[0] < right]
    assert len(marks) == count
    assert all(left < area[0] and area[2] < right and area[3] < bottom for area in marks)
    assert all(title[3] + 2 * MM < area[1] for area in marks)
    areas = combinations(marks, 2)
    assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in areas)


@pytest.mark.parametrize("colour", ["red", None])
def test_a_box_shows_what_lies_in_it_in_place_of_its_owners_mark(write_game: WriteGame, colour: str | None) -> None:
    """Bug: the boxes of all markers of a side were alike, each with the star of the side."""
    owner = f", colour: {colour}" if colour else ""
    sizes = {}
    for given in ("", ", symbol: battleship"):
        tracks = f"  d:\n    title: D\n    layout: display\n    boxes: {{a: {{title: A, takes: stack{owner}{given}}}}}"
        (frame,), setter = board(write_game, tracks)
        assert setter.found == []
        (box,) = (area for item, area in drawn(frame.items) if isinstance(item, Rect) and item.stroke)
        within = [
            area
            for item, area in drawn(frame.items)
            if isinstance(item, Path | Polygon) and box[0] < area[0] and box[1] + 12 * MM < area[1] < box[3]
        ]
        assert bool(within) == bool(colour or given)
        sizes[given] = max((right - left for left, _, right, _ in within), default=0.0)
    assert sizes[", symbol: battleship"] > 1.3 * sizes[""]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pictures_of_a_box_stand_in_a_row_below_its_words(write_game: WriteGame, paper: str) -> None:
    counts = {}
    for number in (3, 8):
        box = f"{{title: Infantry, symbol: star, takes: none, colour: red, pictures: {number}, lines: [Eight of them]}}"
        tracks = f"  d: {{title: D, layout: display, columns: 4, boxes: {{a: {box}}}}}\n"
        (frame,), setter = board(write_game, tracks, paper)
        assert setter.found == []
        items = list(drawn(frame.items))
        left, top, right, bottom = next(area for item, area in items if isinstance(item, Rect) and item.stroke)
        (words,) = (area for item, area in items if isinstance(item, Text) and item.text == "Eight of them")
        shown = {area for item, area in items if isinstance(item, Path | Polygon) and area[1] > words[3] - 0.1}
        counts[number] = len(shown)
        assert all(left < area[0] and area[2] < right and area[3] < bottom for area in shown)
        assert all(one[2] <= other[0] + 1 for one, other in pairwise(sorted(shown)))
    assert counts[3] == 3 and counts[8] == 8


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_box_with_places_has_one_for_each_counter_below_its_poster(write_game: WriteGame, paper: str) -> None:
    """Bug: boxes for many single counters were as large as a page, and empty."""
    lines = "lines: [One more attack., Never two at once.]"
    boxes = f"{{a: {{title: A, symbol: battleship, takes: counter, places: 7, {lines}}}, b: {{title: B, places: 1}}}}"
    (frame,), setter = board(write_game, f"  d:\n    title: D\n    layout: display\n    boxes: {boxes}\n", paper)
    assert setter.found == []
    squares = [
        area
        for item, area in drawn(frame.items)
        if isinstance(item, Rect) and item.stroke and abs(item.width - item.height) < 0.01
    ]
    assert len(squares) == 8 and all(right - left > 15.875 * MM for left, _, right, _ in squares)
    for first, second in pairwise(sorted(squares[:7], key=lambda area: (round(area[1]), area[0]))):
        assert second[0] > first[2] or second[1] > first[3], "places lie apart"
    assert [text for text in words(frame) if text.isdecimal()][:7] == [str(number) for number in range(1, 8)]
    told = max(area[3] for item, area in drawn(frame.items) if isinstance(item, Text) and "at once" in item.text)
    assert all(area[1] > told for area in squares)


def test_a_box_with_places_has_its_fields_to_write_in_above_them(write_game: WriteGame) -> None:
    """Bug: a box with a poster told of fields by leaving room, and drew none."""
    box = "{title: A, symbol: star, takes: counter, places: 2, lines: [Each one, Usual ____ This game ____]}"
    (frame,), setter = board(write_game, f"  t: {{title: T, layout: display, columns: 2, boxes: {{a: {box}}}}}\n")
    assert setter.found == []
    lows = {item.text: area[3] for item, area in drawn(frame.items) if isinstance(item, Text)}
    assert lows["Each one"] < lows["Usual"] == lows["This game"] < lows["1"]


def test_places_are_of_displays(write_game: WriteGame) -> None:
    given = "  t: {title: T, layout: line, boxes: {a: {title: Alpha, places: 3}}}\n"
    project = write_game({"game.yaml": GAME, "t.yaml": f"kind: tracks\nid: t\ntitle: T\nsource: S\ntracks:\n{given}"})
    assert [one.message for one in check(load(project))] == ["`places` changes nothing with `layout: line`"]


def test_a_turn_is_of_the_symbol_in_the_head_of_a_table(write_game: WriteGame) -> None:
    given = "  t: {title: T, boxes: {a: {title: Alpha, symbol: star, turn: 90}}}\n"
    project = write_game({"game.yaml": GAME, "t.yaml": f"kind: tracks\nid: t\ntitle: T\nsource: S\ntracks:\n{given}"})
    said = "`turn` changes nothing without a symbol in the head of a table's column"
    assert [one.message for one in check(load(project))] == [said]


def test_several_pictures_are_of_boxes_where_nothing_lies(write_game: WriteGame) -> None:
    given = "  t: {title: T, boxes: {a: {title: Alpha, symbol: star, pictures: 3}}}\n"
    project = write_game({"game.yaml": GAME, "t.yaml": f"kind: tracks\nid: t\ntitle: T\nsource: S\ntracks:\n{given}"})
    said = "`pictures` changes nothing without a symbol in a box where nothing lies"
    assert [one.message for one in check(load(project))] == [said]


def test_a_stair_that_breaks_is_told(write_game: WriteGame) -> None:
    """Bug: boxes that should rise lay flat, without a word."""
    boxes = "{a: {title: A}, b: {title: B}, c: {title: C}}"
    _, setter = board(write_game, f"  t: {{title: T, layout: line, columns: 2, rises: red, boxes: {boxes}}}\n")
    assert [(one.code, one.message) for one in setter.found] == [
        ("W242", "`rises` changes nothing on a line that breaks into 2")
    ]
    _, setter = board(write_game, f"  t: {{title: T, layout: line, columns: 3, rises: red, boxes: {boxes}}}\n")
    assert setter.found == []


def test_numbers_of_which_nothing_lies_in_boxes_are_lines_of_a_list(write_game: WriteGame) -> None:
    boxes = "".join(f'      {n}: {{title: "{n}", lines: [Epoch {n}], takes: none}}\n' for n in range(1, 41))
    listed = f"  index:\n    title: Index\n    layout: grid\n    columns: 4\n    boxes:\n{boxes}"
    (frame,), setter = board(write_game, listed.replace("[Epoch 7]", "[Epoch 7, Treaty]"))
    assert setter.found == []
    plates = [area for item, area in drawn(frame.items) if isinstance(item, Rect) and item.width == 7.5 * MM]
    assert len(plates) == 40 and all(bottom - top < 12 * MM for _, top, _, bottom in plates)
    rules = [area for item, area in drawn(frame.items) if isinstance(item, Line) and area[2] - area[0] > 30 * MM]
    assert len(rules) == 40, "a title may be written on each"
    assert {"Epoch 7", "Treaty"} <= set(words(frame))


def test_chances_in_a_box_are_windows_or_words(write_game: WriteGame) -> None:
    box = "title: 4, lines: [Winter, Hand], chances: {France withdraws: [1, 2], Germany withdraws: automatic}"
    turns = (
        f"  turns:\n    title: Turns\n    layout: grid\n    columns: 2\n    boxes: {{4: {{{box}}}, 5: {{title: 5}}}}\n"
    )
    (frame,), setter = board(write_game, turns)
    assert setter.found == []
    assert {"France withdraws", "1–2", "Germany withdraws", "automatic", "Winter"} <= set(words(frame))
    rects = [item for item, _ in drawn(frame.items) if isinstance(item, Rect) and item.line == 0.5]
    windows = [item.fill == item.stroke for item in rects if item.width == item.height]
    assert windows == [True, True, False, False, False, False]


def test_a_chance_has_the_mark_of_an_owner_that_it_names(write_game: WriteGame) -> None:
    """Bug: a title within a word, such as that of Red in Redeployment, had its mark, too."""
    box = "title: 4, lines: [Winter], chances: {Red withdraws: [1, 2], Redeployment: [3, 4]}"
    turns = f"  turns:\n    title: Turns\n    layout: grid\n    columns: 1\n    boxes: {{4: {{{box}}}}}\n"
    (frame,), setter = board(write_game, turns)
    lefts = {item.text: area[0] for item, area in drawn(frame.items) if isinstance(item, Text)}
    assert setter.found == []
    assert lefts["Red withdraws"] > lefts["Redeployment"] + 3 * MM


def test_words_behind_the_last_blank_of_a_line_are_kept(write_game: WriteGame) -> None:
    """Bug: of a line with a blank before words, these were lost."""
    lines = 'Hand ____, "Rounds ____ in all", ____ men, Pool_a ____'
    (frame,), setter = board(
        write_game, f"  t: {{title: T, layout: display, boxes: {{a: {{title: A, lines: [{lines}]}}}}}}\n"
    )
    said = " ".join(words(frame))
    assert setter.found == []
    assert all(one in said for one in ("Hand", "Rounds", "in all", "men", "Pool_a"))


def test_fields_too_wide_for_their_box_are_reported(write_game: WriteGame) -> None:
    line = " ".join(f"{word * 6} ____" for word in ("Season", "Hand", "Rounds", "Victory"))
    boxes = ", ".join(f"b{n}: {{title: B, lines: [{line}]}}" for n in range(4))
    _, setter = board(write_game, f"  t: {{title: T, layout: display, columns: 4, boxes: {{{boxes}}}}}\n")
    assert {one.code for one in setter.found} == {"E310"}


def test_nothing_touches_the_corners_of_the_place_for_a_counter(triumph: Game) -> None:
    """Bug: a chance ended at one, and a line to write on crossed two."""
    seen = 0
    for frame in laid_out(triumph, PAPERS["a4"])[0]:
        shown = [*drawn(frame.items)]
        corners = [area for item, area in shown if isinstance(item, Polygon) and not item.closed]
        for item, (left, top, right, low) in shown:
            if isinstance(item, Text | Line):
                seen += 1
                near = 2 * MM if isinstance(item, Text) else 1 * MM
                meet = [c for c in corners if left < c[2] + near and c[0] < right + near and top < c[3] and c[1] < low]
                assert not meet, item
    assert seen > 200


def test_a_box_for_cards_holds_three_of_them_fanned(write_game: WriteGame) -> None:
    boxes = "".join(f"      {name}: {{title: {name.upper()}, colour: red, takes: cards}}\n" for name in "abc")
    (frame,), setter = board(
        write_game, f"  d:\n    title: D\n    layout: display\n    columns: 3\n    boxes:\n{boxes}"
    )
    assert setter.found == [] and frame.width > frame.height, "three beside each other need the page turned"
    places = [area for item, area in drawn(frame.items) if isinstance(item, Rect)]
    assert len(places) == 3
    for left, top, right, bottom in places:
        assert right - left >= (63 + 2 * 10) * MM and bottom - top >= (88 + 6) * MM


def test_small_tracks_share_a_page_and_may_turn_it(write_game: WriteGame) -> None:
    line = "  {}:\n    title: Track {}\n    layout: line\n    boxes: {{a: {{title: Low}}, b: {{title: High}}}}\n"
    frames, _ = board(write_game, "".join(line.format(name, name) for name in "abc"))
    assert [frame.name for frame in frames] == ["Track a, Track b, Track c"]


def test_text_that_does_not_fit_is_reported_at_its_place(write_game: WriteGame) -> None:
    title = "Unpronounceably" * 4
    _, setter = board(write_game, grid(8, columns=8).replace("{title: 1}", f"{{title: {title}}}"))
    assert ("E310", 12) in {(diagnostic.code, diagnostic.span.line) for diagnostic in setter.found}


def test_what_was_only_tried_is_not_reported(write_game: WriteGame) -> None:
    """Nine boxes are wider than the upright page: it is turned, without a diagnostic."""
    boxes = "".join(
        f"      b{n}: {{title: Affairs {n}, lines: [one, two, three, four, five, six]}}\n" for n in range(9)
    )
    (frame,), setter = board(
        write_game, f"  t:\n    title: T\n    layout: grid\n    columns: 9\n    boxes:\n{boxes}", "letter"
    )
    assert frame.width > frame.height
    assert setter.found == []


def test_board_golden(write_game: WriteGame, golden: Golden) -> None:
    (frame,), _ = board(write_game, TABLE)
    golden("control.txt", describe(frame))


@pytest.mark.parametrize(("name", "pages"), [("axis_allies_1914", 1), ("rcw_solitaire", 2), ("soviet_dawn", 2)])
def test_counters_share_the_sheet_of_tracks_that_say_so(name: str, pages: int) -> None:
    """Those that say nothing on their backs have one page."""
    game = shipped(name)
    files = {file.stem: file for file in files_of(game) if file.shelf == "table"}
    own = [item.value for item in game[Counter].values() if sheet_of(game, item.id).shelf == "table"]
    assert "counters" not in files and files["tracks"].pieces == len(own)
    made = make(game, files["tracks"], Options()).about.component
    assert (made.pages, made.sheets) == (pages, 1)
    assert sum(count for count, _ in made.pieces) == sum(one.copies for one in own)
    assert "counters" in {file.stem for file in files_of(shipped("white_general"))}


@pytest.mark.parametrize(("paper", "count", "least"), [("a4", 2, 1.2), ("a3", 1, 1.25), ("letter", 2, 1.2)])
def test_boards_are_larger_in_large_print(triumph: Game, paper: str, count: int, least: float) -> None:
    """Bug: folders, cards and chips grew, and the tracks beside them kept their small print."""
    file = next(file for file in files_of(triumph) if file.stem == "tracks")
    usual = file.lay_out(triumph.setter(), reading(PAPERS[paper]))
    large = file.lay_out(triumph.setter(large=True), PAPERS[paper])
    assert isinstance(usual, Cut) and isinstance(large, Cut) and len(large.boards) == count
    sizes = [max(_sizes(one.items, "Astrakhan")) for one in (usual.boards[0], large.boards[0])]
    assert sizes[1] / sizes[0] >= least


@pytest.mark.parametrize(("name", "part"), [("rcw_solitaire", "committee"), ("axis_allies_1914", "Mobilize")])
def test_legends_of_boards_have_12_pt_in_large_print(name: str, part: str) -> None:
    game = shipped(name)
    file = next(file for file in files_of(game) if file.stem == "tracks")
    large = file.lay_out(game.setter(large=True), PAPERS["a4"])
    assert isinstance(large, Cut)
    found = [size for text, size in _texts(large.boards[0].items) if part in text]
    assert found and min(found) >= 12


def _texts(items: Sequence[Item], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, scale * item.scale)
        elif isinstance(item, Text):
            yield item.text, scale * item.size


def _sizes(items: Sequence[Item], words: str) -> Iterator[float]:
    return (size for text, size in _texts(items) if text == words)


@pytest.mark.parametrize(
    ("sharing", "expected"),
    [
        ("true", {"counters": 1, "tracks-proxies": 1}),
        ("[proxies]", {"counters": 1, "tracks-proxies": 1}),
        ("[table]", {"counters": 1, "counters-proxies": 1}),
    ],
)
def test_counters_share_the_sheet_of_the_tracks_on_their_own_shelf(
    write_game: WriteGame, sharing: str, expected: dict[str, int]
) -> None:
    """Counters for which there are no tracks have a file of their own, as have those of shelves that are left out."""
    counters = "kind: counters\nid: %s\ntitle: %s\nside: red\nshelf: %s\ncounters: {%s: {type: marker, name: N}}\n"
    tracks = "kind: tracks\nid: t\ntitle: T\ncounters: " + sharing + "\ntracks:\n"
    tracks += "  a: {title: A, layout: line, boxes: 1-9, shelf: proxies}\n"
    shelves = ("table", "proxies")
    files = {f"{shelf}.yaml": counters % (shelf, shelf, shelf, shelf.capitalize()) for shelf in shelves}
    game = load(write_game({**files, "game.yaml": TOY["game.yaml"], "t.yaml": tracks}))
    pieces = {file.stem: file.pieces for file in files_of(game) if file.pieces}
    assert pieces == expected


def test_mats_and_tracks_may_have_paper_of_their_own_and_boxes_a_distance_of_their_text(write_game: WriteGame) -> None:
    tracks = "kind: tracks\nid: t\ntitle: T\ntracks:\n  a: {title: A, layout: line, boxes: 1-9}\n"
    mats = "kind: pieces\nid: m\ntitle: M\nform: mat\nsize: 380x260mm\nlayout: m\npaper: %s\npieces: {a: {title: A}}\n"
    box = "{at: [10, 10, 60, 20], text: W, pad: 4}"
    files = {
        "game.yaml": TOY["game.yaml"],
        "t.yaml": f"{tracks}  b: {{title: B, layout: line, boxes: 1-9, paper: a3}}\n",
        "l.yaml": f"kind: layouts\nid: l\nlayouts: {{m: {{boxes: {{t: {box}}}}}}}\n",
    }
    game = load(write_game({**files, "m.yaml": mats % "a3"}))
    pages = {file.stem: laid(game, file, Options())[0] for file in files_of(game) if file.cut}
    sizes = {stem: [(round(one.width / MM), round(one.height / MM)) for one in made] for stem, made in pages.items()}
    assert sizes == {"tracks": [(420, 297), (297, 210)], "pieces-m": [(420, 297)]}
    (mat,) = (page for page in pages["pieces-m"])
    (word,) = ((one, area) for one, area in extents(mat.items) if isinstance(one, Text) and one.text == "W")
    assert word[1][0] == pytest.approx((20 + 10 + 4) * MM, abs=0.5)
    game = load(write_game({**files, "m.yaml": mats % "a4"}))
    (file,) = (one for one in files_of(game) if one.stem == "pieces-m")
    assert [one.message for one in laid(game, file, Options())[1]] == ["'M' (380 × 260 mm) is too large for A4"]


def test_the_note_of_a_slanted_title_stays_above_its_lower_edge() -> None:
    """Bug: a long note ran into the black stroke, which rises to the right."""
    game = shipped("soviet_dawn")
    (_, frame) = boards(game, list(game[Track].values()), PAPERS["a4"], game.setter())[:2]
    shapes = [*_flat(frame.items)]
    stroke = next(one for one in shapes if isinstance(one, Polygon) and one.fill == game.setter().theme.ink)
    note = next(one for one in shapes if isinstance(one, Text) and one.text.startswith("rule"))
    (left, high), (right, low) = stroke.points[:2]
    end = note.x + game.setter().width(note.text, note.font, note.size)
    assert note.y + 0.25 * note.size < high + (low - high) * (end - left) / (right - left)


def test_a_box_of_several_owners_has_their_marks(triumph: Game) -> None:
    track = triumph[Track]["dead_boxes"]
    (frame,) = boards(triumph, [track], PAPERS["a4"], triumph.setter())
    plain = track._replace(
        value=track.value.model_copy(
            update={"boxes": {key: box.model_copy(update={"owners": ()}) for key, box in track.value.boxes.items()}}
        )
    )
    (bare,) = boards(triumph, [plain], PAPERS["a4"], triumph.setter())
    assert len([*_flat(frame.items)]) - len([*_flat(bare.items)]) >= 18


def _flat(items: Sequence[Item]) -> Iterator[Item]:
    for one in items:
        if isinstance(one, Group):
            yield from _flat(one.items)
        else:
            yield one
