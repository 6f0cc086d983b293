"""Gauges: true lengths, parts that join, boards that fit the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import InputError, Severity
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.gauges.draw import boards, pieces
from rcwkit.kinds.gauges.kind import Gauge
from rcwkit.kinds.gauges.sticks import TAB, depth, parts
from rcwkit.sheets.imposition import PAGE_FOOT as FOOT
from rcwkit.sheets.marks import BAND, RULER, THIN
from rcwkit.sheets.paper import PAPERS, Paper
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import TOY, Golden, shipped, write

EXACT = 0.01 * MM
LONG = 280 * MM


def made(folder: Path, *entries: str) -> Game:
    listed = "".join(f"  g{number}: {{title: Gauge, {entry}}}\n" for number, entry in enumerate(entries))
    text = f"kind: gauges\nid: gauges\ntitle: Gauges\nsource: None\ngauges:\n{listed}"
    return load(Project(write(folder, {"game.yaml": TOY["game.yaml"], "gauges.yaml": text}), shown="game"))


def cut(game: Game, name: str = "g0", longest: float = LONG) -> tuple[list[Frame], Setter]:
    setter = Setter()
    return pieces(game, game[Gauge][name], longest, setter), setter


def drawn(
    items: tuple[Item, ...], at: tuple[float, float, float] = (0, 0, 0)
) -> Iterator[tuple[Any, Callable[[float, float], tuple[float, float]]]]:
    """Yield every item with the transformation to the page's coordinates."""
    x, y, turn = at
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def placed(a: float, b: float) -> tuple[float, float]:
        return x + a * cos - b * sin, y + a * sin + b * cos

    for item in items:
        if isinstance(item, Group):
            yield from drawn(item.items, (*placed(item.x, item.y), turn + item.rotate))
        else:
            yield item, placed


def ticks(frame: Frame) -> list[float]:
    """Return the positions of ticks, in points from the left edge."""
    lines = [item for item, _ in drawn(frame.items) if isinstance(item, Line)]
    return sorted(
        line.x1 for line in lines if line.line > THIN and line.y1 == 0 and line.x1 == line.x2 and line.y2 < 4 * MM
    )


def words(frame: Frame) -> list[str]:
    return [item.text for item, _ in drawn(frame.items) if isinstance(item, Text)]


def letters(frame: Frame) -> list[tuple[float, str]]:
    """Return the joints' letters with their distance from the left edge, in order."""
    circles = [item for item, _ in drawn(frame.items) if isinstance(item, Circle)]
    found = [
        item
        for item, _ in drawn(frame.items)
        if isinstance(item, Text) and item.size == 9 and item.font == "narrow-bold"
    ]
    return sorted(
        (circle.x, text.text) for circle in circles for text in found if abs(text.x - circle.x) < circle.radius
    )


@given(st.floats(1, 2000), st.floats(100, 420))
def test_parts_follow_each_other_and_are_as_few_as_can_be(length: float, longest: float) -> None:
    found = parts(length, longest)
    assert found[0].start == 0
    assert found[-1].end == length
    assert [part.end for part in found[:-1]] == [part.start for part in found[1:]]
    assert all(part.start < part.end and part.end - part.start + part.tab <= longest + 1e-6 for part in found)
    assert [part.tab for part in found] == [TAB] * (len(found) - 1) + [0.0]
    assert len(found) == 1 or (len(found) - 2) * (longest - TAB) + longest < length + 1e-6, (
        "fewer parts would be too short"
    )


def test_joints_are_at_full_distances() -> None:
    assert [part.end for part in parts(1000, 287)] == [250, 500, 750, 1000]
    assert [part.end for part in parts(600, 287)] == [200, 400, 600]
    assert [part.end for part in parts(1300, 287)] == [260, 520, 780, 1040, 1300]


@pytest.mark.parametrize(("length", "tick"), [(120, 10), (600, 10), (1500, 50), (333.5, 7.5), (254, 25.4)])
def test_a_tick_at_n_mm_is_n_mm_from_the_zero_end(tmp_path: Path, length: float, tick: float) -> None:
    frames, setter = cut(made(tmp_path, f"form: stick, length: {length}, tick: {tick}"))
    assert setter.found == []
    found: list[float] = []
    for frame, part in zip(frames, parts(length, LONG / MM), strict=True):
        assert frame.width == pytest.approx((part.end - part.start + part.tab) * MM, abs=1e-9)
        found += [part.start + x / MM for x in ticks(frame)]
    wanted = {round(tick * n, 6) for n in range(int(length / tick) + 1)}
    assert {min(wanted, key=lambda n: abs(n - at)) for at in found} == wanted
    for at in found:
        assert min(abs(at - n) for n in wanted) * MM < EXACT


REACHES = "{at: 240, text: Medium}, {at: 40, text: Close}, {at: 400, text: Long}"
STICK = f"form: stick, length: 600, rule: '12', reaches: [{REACHES}]"


def test_reaches_are_bands_with_their_texts(tmp_path: Path) -> None:
    (frame,), setter = cut(made(tmp_path, STICK), longest=700 * MM)
    assert setter.found == []
    bands = [item for item, _ in drawn(frame.items) if isinstance(item, Rect)]
    edges = [(band.x / MM, (band.x + band.width) / MM) for band in bands]
    assert edges == [pytest.approx(edge, abs=0.001) for edge in ((0, 40), (40, 240), (240, 400))]
    assert [band.fill for band in bands] == [HOUSE.ink, HOUSE.gold, HOUSE.accent], "a colour for each distance"
    texts = {item.text: item.x / MM for item, _ in drawn(frame.items) if isinstance(item, Text)}
    assert texts["CLOSE"] < 40 < texts["MEDIUM"] < texts["24 cm"] < 240 < texts["LONG"] < texts["40 cm"] < 400
    red = [item.x1 / MM for item, _ in drawn(frame.items) if isinstance(item, Line) and item.stroke == HOUSE.accent]
    assert red == [pytest.approx(at) for at in (40, 240, 400)]


def test_the_scale_runs_on_through_the_parts(tmp_path: Path) -> None:
    frames, _ = cut(made(tmp_path, STICK))
    numbers = [text for frame in frames for text in words(frame) if text.isdigit()]
    assert sorted(map(int, numbers)) == list(range(61))
    assert [next(text for text in words(frame) if "part" in text) for frame in frames] == [
        f"rule 12 · part {n} of 3" for n in (1, 2, 3)
    ]
    assert [sum(text == "LONG" for text in words(frame)) for frame in frames] == [0, 1, 0]
    assert [sum(text == "MEDIUM" for text in words(frame)) for frame in frames] == [1, 1, 0]


def test_joints_have_the_same_letter_on_both_sides_and_a_tab(tmp_path: Path) -> None:
    frames, _ = cut(made(tmp_path, STICK))
    assert [[letter for _, letter in letters(frame)] for frame in frames] == [["A"], ["A", "B"], ["B"]]
    for frame in frames[:2]:
        assert letters(frame)[-1][0] == pytest.approx(frame.width - TAB / 2 * MM)
        assert any(
            isinstance(item, Rect) and item.x == pytest.approx(frame.width - TAB * MM) for item, _ in drawn(frame.items)
        )
    assert [next(frame.width / MM for frame in frames[at:]) for at in range(3)] == [
        pytest.approx(width) for width in (208, 208, 200)
    ]


def test_a_wedge_marks_the_zero_end_only(tmp_path: Path) -> None:
    frames, _ = cut(made(tmp_path, STICK))
    wedges = [
        [item for item, _ in drawn(frame.items) if isinstance(item, Polygon) and item.fill == HOUSE.accent]
        for frame in frames
    ]
    assert [len(found) for found in wedges] == [1, 0, 0]
    assert [x for x, _ in wedges[0][0].points].count(0) == 2


def test_narrow_bands_turn_their_texts(tmp_path: Path) -> None:
    reaches = "[{at: 5, text: Close}, {at: 10, text: Normal}, {at: 40, text: Long}]"
    (frame,), setter = cut(made(tmp_path, f"form: stick, length: 40, width: 30, reaches: {reaches}"))
    assert setter.found == []
    turned = [item for item in frame.items if isinstance(item, Group) and item.rotate == -90]
    assert [text for group in turned for text in words(Frame(0, 0, group.items))] == ["CLOSE", "NORMAL"]
    assert turned[1].x / MM == pytest.approx(7.5)


@pytest.mark.parametrize("form", ["square", "circle", "compass"])
def test_templates_are_as_large_as_they_say(tmp_path: Path, form: str) -> None:
    reaches = ", reaches: [{at: 1, text: a}, {at: 2, text: b}]" if form == "compass" else ""
    (frame,), setter = cut(made(tmp_path, f"form: {form}, length: 100{reaches}"))
    assert setter.found == []
    side = 100 * MM
    assert (frame.width, frame.height) == pytest.approx((side, side), abs=EXACT)
    if form == "square":
        edge = next(item for item, _ in drawn(frame.items) if isinstance(item, Rect))
        outer = edge.x - edge.line / 2, edge.x + edge.width + edge.line / 2
    else:
        ring = max((item for item, _ in drawn(frame.items) if isinstance(item, Circle)), key=lambda item: item.radius)
        outer = ring.x - ring.radius - ring.line / 2, ring.x + ring.radius + ring.line / 2
    assert outer == pytest.approx((0, side), abs=EXACT)
    cross = [item for item, _ in drawn(frame.items) if isinstance(item, Line)]
    assert len(cross) == 2
    for line in cross:
        assert (line.x1 + line.x2, line.y1 + line.y2) == pytest.approx((side, side))
    if form != "compass":
        assert ("10 × 10 cm" if form == "square" else "10 cm across") in words(frame)


def test_a_compass_has_its_faces_clockwise_from_the_top(tmp_path: Path) -> None:
    faces = ", ".join(f"{{at: {n}, text: way {n}}}" for n in (5, 6, 7, 8, 1, 2, 3, 4))
    (frame,), setter = cut(made(tmp_path, f"form: compass, length: 100, reaches: [{faces}], lines: [Nine is a hit.]"))
    assert setter.found == []
    middle = 50 * MM
    found = [item for item, _ in drawn(frame.items) if isinstance(item, Text)]
    assert [text.text for text in found].count("WAY") == 8
    assert "Nine is a hit." in words(frame)
    large = [text for text in found if text.size == max(text.size for text in found)]
    assert [text.text for text in large] == list("12345678")
    # The face stands over its text, so its own angle is not quite that of its sector.
    angles = [math.degrees(math.atan2(text.x + 4 - middle, middle - text.y)) % 360 for text in large]
    for number, angle in enumerate(angles):
        assert abs((angle - 45 * number + 180) % 360 - 180) < 12
    north = next(item for item in frame.items if isinstance(item, Polygon))
    assert north.fill == HOUSE.accent


def placed(frame: Frame) -> list[tuple[float, float, float, float]]:
    """Return each piece's area on a board."""
    found = []
    for group in frame.items:
        if isinstance(group, Group) and group.key.startswith("piece "):
            corners = [at(x, y) for item, at in drawn((group,)) for x, y in _corners(item)]
            xs, ys = zip(*corners, strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def _corners(item: Item) -> list[tuple[float, float]]:
    match item:
        case Rect():
            return [(item.x, item.y), (item.x + item.width, item.y + item.height)]
        case Line():
            return [(item.x1, item.y1), (item.x2, item.y2)]
        case Circle():
            return [(item.x - item.radius, item.y - item.radius), (item.x + item.radius, item.y + item.radius)]
    return []


def white_general() -> Game:
    return shipped("white_general")


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
def test_the_white_generals_gauges_lie_apart_on_their_pages(paper: Paper) -> None:
    game, setter = white_general(), Setter()
    frames = boards(game, list(game[Gauge].values()), paper, setter)
    assert setter.found == []
    inset = paper.margin * MM
    for frame in frames:
        areas = placed(frame)
        for index, (left, top, right, bottom) in enumerate(areas):
            assert inset - EXACT <= left < right <= frame.width - inset + EXACT
            assert inset - EXACT <= top < bottom <= frame.height - inset - FOOT - BAND
            for a, b, c, d in areas[:index]:
                assert right <= a + EXACT or c <= left + EXACT or bottom <= b + EXACT or d <= top + EXACT
        assert all(item.size >= 6 for item, _ in drawn(frame.items) if isinstance(item, Text))
        rulers = [
            item
            for item, _ in drawn(frame.items)
            if isinstance(item, Line) and item.line == THIN and item.y1 == item.y2
        ]
        assert any(line.x2 - line.x1 == pytest.approx(RULER) == pytest.approx(100 * MM) for line in rulers)
    longest = max((frames[0].width, frames[0].height)) - 2 * inset
    longest -= FOOT + BAND + 1.5 * MM if frames[0].height > frames[0].width else 0
    wanted = sum(len(pieces(game, entry, longest, Setter())) * entry.value.copies for entry in game[Gauge].values())
    assert sum(len(placed(frame)) for frame in frames) == wanted


@pytest.mark.parametrize(("given", "high"), [("", 24), (", width: 21", 21)])
def test_sticks_are_wider_where_that_takes_no_more_pages(tmp_path: Path, given: str, high: int) -> None:
    game, setter = made(tmp_path, f"form: stick, length: 150{given}, copies: 3"), Setter()
    (frame,) = boards(game, list(game[Gauge].values()), PAPERS["letter"], setter)
    assert setter.found == []
    assert {round((bottom - top) / MM) for _, top, _, bottom in placed(frame)} == {high}
    full = made(tmp_path / "full", f"form: stick, length: 250{given}, copies: 9"), Setter()
    assert len(boards(full[0], list(full[0][Gauge].values()), PAPERS["a4"], full[1])) == 1


def test_the_last_cell_of_a_card_keeps_clear_of_its_frame() -> None:
    """Bug: the longest cell of The White General's tape card touched the frame."""
    game, book = white_general(), Setter().book
    (frame,) = pieces(game, game[Gauge]["tape_card"], 200 * MM, Setter())
    ends = [
        item.x + book.width(item.text, item.font, item.size) for item, _ in drawn(frame.items) if isinstance(item, Text)
    ]
    assert max(ends) < frame.width - 1.5 * MM


def test_few_sheets_for_the_white_general() -> None:
    game = white_general()
    gauges = [entry.value for entry in game[Gauge].values()]
    deep: dict[str, Callable[[Gauge], float]] = {
        "stick": lambda gauge: gauge.width,
        "tape": depth,
        "card": lambda gauge: gauge.length / 2,
    }
    area = sum(
        gauge.copies * gauge.length * (deep[gauge.form](gauge) if gauge.form in deep else gauge.length)
        for gauge in gauges
    )
    sheets = len(boards(game, list(game[Gauge].values()), PAPERS["a4"], Setter()))
    assert sheets <= math.ceil(area / (200 * 273)) + 2


@pytest.mark.parametrize(
    ("entry", "code", "said"),
    [
        ("form: square, length: 250", "E330", "'Gauge' (250 mm) is too large for A4"),
        ("form: stick, length: 100, width: 230", "E330", "'Gauge' (230 mm) is too large for A4"),
        (
            "form: stick, length: 100, reaches: [{at: 120, text: Far}]",
            "E332",
            "'Far' at 120 mm is not between 0 mm and the stick's end at 100 mm",
        ),
        (
            "form: stick, length: 100, reaches: [{at: 50, text: One}, {at: 50, text: Two}]",
            "E332",
            "'Two' at 50 mm is not between 50 mm and the stick's end at 100 mm",
        ),
        ("form: stick, length: 100, width: 12", "E310", "a stick 12 mm wide has no room for scale, band and caption"),
    ],
)
def test_what_cannot_be_made_is_reported(tmp_path: Path, entry: str, code: str, said: str) -> None:
    game, setter = made(tmp_path, entry), Setter()
    boards(game, list(game[Gauge].values()), PAPERS["a4"], setter)
    (found,) = [one for one in setter.found if one.severity is Severity.ERROR]
    assert (found.code, found.message, found.span.file, found.span.line) == (code, said, "game/gauges.yaml", 6)


def test_copies_are_all_there(tmp_path: Path) -> None:
    game, setter = (
        made(tmp_path, "form: square, length: 40, copies: 20", "form: stick, length: 100, copies: 3"),
        Setter(),
    )
    (frame,) = boards(game, list(game[Gauge].values()), PAPERS["letter"], setter)
    assert len(placed(frame)) == 23
    assert {group.key for group in frame.items if isinstance(group, Group) and group.key.startswith("piece")} == {
        "piece g0",
        "piece g1",
    }


def test_a_square_that_only_fits_upright_is_upright(tmp_path: Path) -> None:
    game, setter = made(tmp_path, "form: square, length: 195"), Setter()
    (frame,) = boards(game, list(game[Gauge].values()), PAPERS["a4"], setter)
    assert frame.height > frame.width
    assert setter.found == []


def test_stick_golden(tmp_path: Path, golden: Golden) -> None:
    game = made(
        tmp_path, "form: stick, length: 50, note: To the firer., reaches: [{at: 20, text: Near}, {at: 50, text: Far}]"
    )
    (frame,), setter = cut(game)
    assert setter.found == []
    golden("stick.txt", describe(frame))


LANES = "Rifle: [{at: 40, text: Near}, {at: 240, text: Far}], Gun: [{at: 300, text: Near}, {at: 500, text: Far}]"
TAPE = f"form: tape, length: 500, lanes: {{{LANES}}}"


def test_a_tape_has_a_lane_of_bands_for_each_weapon(tmp_path: Path) -> None:
    (frame,), setter = cut(made(tmp_path, TAPE), longest=600 * MM)
    assert setter.found == []
    bands = [item for item, _ in drawn(frame.items) if isinstance(item, Rect)]
    edges = [(band.x / MM, (band.x + band.width) / MM, band.fill) for band in bands]
    near, far = HOUSE.ink, HOUSE.paper
    assert [(round(left), round(right), fill) for left, right, fill in edges] == [
        (0, 40, near),
        (40, 240, far),
        (0, 300, near),
        (300, 500, far),
    ]
    assert bands[0].y == bands[1].y
    assert bands[2].y == pytest.approx(bands[1].y + bands[1].height)
    assert bands[2].y + bands[2].height < frame.height
    red = {item.x1 / MM for item, _ in drawn(frame.items) if isinstance(item, Line) and item.stroke == HOUSE.accent}
    assert sorted(red) == [pytest.approx(at) for at in (40, 240, 300, 500)]


def test_a_text_has_one_tint_in_all_lanes_of_a_tape(tmp_path: Path) -> None:
    lanes = (
        "Gun: [{at: 30, text: Near}, {at: 60, text: Far}], Mortar: [{at: 20, text: Too near}, {at: 50, text: Near}, "
        "{at: 90, text: Far}]"
    )
    (frame,), setter = cut(made(tmp_path, f"form: tape, length: 90, lanes: {{{lanes}}}"))
    assert setter.found == []
    near, far, too_near, *same = (item.fill for item, _ in drawn(frame.items) if isinstance(item, Rect))
    assert same == [near, far]
    assert len({near, far, too_near}) == 3
    assert (too_near, far) == (HOUSE.ink, HOUSE.paper)


def test_the_notes_of_the_white_generals_sticks_leave_their_bars_equal() -> None:
    game = white_general()
    tall = {
        max(item.height for item, _ in drawn(frame.items) if isinstance(item, Rect) and item.x == 0 and item.y > 0)
        for entry in game[Gauge].values()
        if entry.value.form == "stick" and entry.value.width == 20
        for frame in pieces(game, entry, 200 * MM, Setter())
    }
    assert max(tall) - min(tall) < 1 * MM


def test_a_tape_names_its_lanes_in_every_part_that_they_reach(tmp_path: Path) -> None:
    frames, setter = cut(made(tmp_path, TAPE), longest=200 * MM)
    assert setter.found == []
    said = [[text for text in words(frame) if text in {"Rifle", "Gun", "Near", "Far"}] for frame in frames]
    assert said[0] == ["Rifle", "Near", "Far", "Gun", "Near"]
    assert said[-1] == ["Gun", "Far"]
    assert [letter for _, letter in letters(frames[0])] == ["A"]
    assert [text for text in words(frames[0]) if text == "4"] == ["4", "4"], "on the scale, and where the band ends"


@pytest.mark.parametrize(
    ("lanes", "said"),
    [
        ("Gun: [{at: 600, text: Far}]", "'Far' at 600 mm is not between 0 mm and the tape's end at 500 mm"),
        (
            "Gun: [{at: 300, text: Far}, {at: 200, text: Near}]",
            "'Near' at 200 mm is not between 300 mm and the tape's end at 500 mm",
        ),
    ],
)
def test_the_bands_of_a_lane_follow_each_other(tmp_path: Path, lanes: str, said: str) -> None:
    _, setter = cut(made(tmp_path, f"form: tape, length: 500, lanes: {{{lanes}}}"), longest=600 * MM)
    (found,) = setter.found
    assert (found.code, found.message, found.span.line) == ("E332", said, 6)


@pytest.mark.parametrize("entry", ["form: tape, length: 90", f"form: stick, length: 90, lanes: {{{LANES}}}"])
def test_a_tape_and_nothing_else_has_lanes(tmp_path: Path, entry: str) -> None:
    with pytest.raises(InputError) as raised:
        made(tmp_path, entry)
    assert "a tape, and no other gauge, has lanes" in raised.value.diagnostics[0].message


def test_numbers_in_inches(tmp_path: Path) -> None:
    reaches = "reaches: [{at: 4in, text: Near}, {at: 10in, text: Far}]"
    game = made(tmp_path, f"form: stick, length: 10in, unit: in, {reaches}", "form: circle, length: 4in, unit: in")
    (stick,), setter = cut(game, longest=300 * MM)
    (circle,), _ = cut(game, "g1")
    assert setter.found == []
    assert [at / MM for at in ticks(stick)] == [pytest.approx(25.4 * inch) for inch in range(11)]
    assert [text for text in words(stick) if text.isdigit()] == ["1", "2", "3", "5", "6", "7", "8", "9", "4", "10", "0"]
    assert {"4 in", "10 in", "in"} <= set(words(stick))
    assert "4 in across" in words(circle)
    assert [part.end for part in parts(600, 287, 25.4)] == [pytest.approx(at) for at in (254, 508, 600)]


def test_a_frame_leaves_its_opening_free(tmp_path: Path) -> None:
    (frame,), setter = cut(
        made(tmp_path, "form: frame, length: 100, width: 8, rule: '14', lines: [Each model inside.]")
    )
    assert setter.found == []
    assert (frame.width, frame.height) == pytest.approx((116 * MM, 116 * MM))
    (hole,) = [item for item, _ in drawn(frame.items) if isinstance(item, Rect) and item.x == pytest.approx(8 * MM)]
    assert (hole.y, hole.width, hole.height) == pytest.approx((8 * MM, 100 * MM, 100 * MM))
    for item, at in drawn(frame.items):
        if isinstance(item, Text):
            _, y = at(item.x, item.y)
            assert y <= 8 * MM or y - 0.7 * item.size >= 108 * MM, item.text
    assert "10 × 10 cm" in words(frame)


def test_the_rows_of_a_card(tmp_path: Path) -> None:
    rows = "columns: [Weapon, Near, Far], rows: {Rifle: [4, 8], Gun: [20, '40.5']}"
    (frame,), setter = cut(made(tmp_path, f"form: card, length: 90, rule: '12', {rows}, lines: [Measure.]"))
    assert setter.found == []
    assert frame.width == pytest.approx(90 * MM)
    assert {"Weapon", "Near", "Far", "Rifle", "4", "8", "Gun", "20", "40.5"} <= set(words(frame))
    placed = {item.text: item for item, _ in drawn(frame.items) if isinstance(item, Text)}
    assert placed["Rifle"].y == placed["4"].y == placed["8"].y < placed["Gun"].y < frame.height
    assert placed["Near"].x < placed["Far"].x


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("form: card, length: 90", "a card, and no other gauge, has rows"),
        ("form: stick, length: 90, columns: [A, B], rows: {C: [1]}", "a card, and no other gauge, has rows"),
        ("form: card, length: 90, columns: [A, B], rows: {C: [1, 2]}", "each row of a card needs a cell for every"),
    ],
)
def test_cards_have_full_rows(tmp_path: Path, entry: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        made(tmp_path, entry)
    assert said in raised.value.diagnostics[0].message
