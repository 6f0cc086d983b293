"""What the boxes of layouts hold: with which colours, sizes and places each part is drawn, and where it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
from layouts_support import DECK, drawn, face_of, game_of, ungrouped
from rcwkit.art.artwork import placed
from rcwkit.art.hatching import Points, arc, bled, box_corners, dashes, disc, edge_of, hatched, line_art, outline, shape
from rcwkit.art.motifs import UNEVEN
from rcwkit.art.symbols import mark, symbol
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Span
from rcwkit.faces.contents import CUT, poster, sections
from rcwkit.faces.layouts import CardGrid, CardSection, Strip
from rcwkit.faces.parts import grid
from rcwkit.faces.strips import NODE, RAIL, HeadingStyle, heading, strip
from rcwkit.frame import MM, Group, Item, Line, Polygon, Rect, Text
from rcwkit.source.info import MOTIFS
from rcwkit.source.symbols import MARKS
from rcwkit.type.text import Setter, TextBlock, TextBox

AT = "at: [2, 4, 12, 8]"
PLACE = (2 * MM, 4 * MM, 12 * MM, 8 * MM)
X, Y, WIDE, HIGH = PLACE
WIDER = "at: [2, 4, 30, 12]"
ROOM = TextBox(2 * MM, 4 * MM, 30 * MM, 12 * MM, "a")
RED, BLUE, GREY = "#B3201F", "#27425F", "#444444"
SAMPLE = "One wagon :die4: **moves** once more, and then halts."


def shown(folder: Path, boxes: str, scope: Mapping[str, Any] | None = None, **more: Any) -> list[Item]:
    """Return what boxes draw without faults."""
    face, found = face_of(game_of(folder, boxes), scope, **more)
    assert found == []
    return list(ungrouped(face.items))


def refused(folder: Path, boxes: str, scope: Mapping[str, Any] | None = None) -> tuple[str, str, str, str]:
    """Return the code, the place, the message and the hint of the one fault of boxes, of which nothing is drawn."""
    face, (found,) = face_of(game_of(folder, boxes), scope)
    assert face.items == ()
    return found.code, str(found.span).removeprefix("demo/"), found.message, found.hint


@pytest.mark.parametrize(
    "box",
    [
        "fill: none",
        "fill: ''",
        "stroke: none, dash: [1, 1]",
        "hatch: gold",
        "symbol: none",
        "symbol: ''",
        "symbol: '{{ none }}'",
        "mark: ''",
        "image: ''",
        "image: '{{ none }}'",
        "strip: \"{{ 'x' }}\"",
        "flags: '{{ none }}'",
        "flags: '{{ [] }}'",
        "text: '  '",
        "ink: gold, ground: red",
        "ruled: 0",
        "sections: '{{ none }}'",
    ],
)
def test_an_empty_value_draws_nothing(tmp_path: Path, box: str) -> None:
    assert shown(tmp_path, f"a: {{{AT}, {box}}}") == []


@pytest.mark.parametrize(
    ("box", "ink", "ground"),
    [
        ("", HOUSE.ink, HOUSE.paper),
        ("ink: gold", HOUSE.gold, HOUSE.paper),
        ("ground: '#123456'", HOUSE.ink, "#123456"),
        ("fill: '#123456'", HOUSE.on("#123456"), "#123456"),
        ("fill: '#123456', ink: gold, ground: '#654321'", HOUSE.gold, "#654321"),
        ("ink: paper", HOUSE.paper, HOUSE.paper),
    ],
)
def test_the_colours_of_symbols_and_marks(tmp_path: Path, box: str, ink: str, ground: str) -> None:
    under = [Rect(*PLACE, "#123456")] if "fill" in box else []
    both = f"symbol: infantry, mark: star, {box}"
    middle = X + WIDE / 2, Y + HIGH / 2
    signs = [*symbol("infantry", *PLACE, ink, ground), *mark("star", *middle, HIGH, ink, ground)]
    assert HOUSE.on("#123456") != HOUSE.ink
    assert shown(tmp_path, f"a: {{{AT}, {both}}}") == [*under, *signs]


def test_a_light_symbol_without_a_ground_has_that_of_its_owner(tmp_path: Path) -> None:
    scope = {"owner": {"id": "red", "colour": RED}}
    assert shown(tmp_path, f"a: {{{AT}, symbol: infantry, ink: paper}}", scope) == [
        *symbol("infantry", *PLACE, HOUSE.paper, RED)
    ]


@pytest.mark.parametrize(("name", "line"), [("infantry", 0.6), ("infantry+motorised", 0.6), ("train", 0.45)])
def test_symbols_are_line_art_in_low_ink(tmp_path: Path, name: str, line: float) -> None:
    ink = LOW_INK.legible(LOW_INK.gold, LOW_INK.page)
    filled = symbol(name, *PLACE, ink, LOW_INK.page)
    found = shown(tmp_path, f"a: {{{AT}, symbol: {name}, ink: gold}}", theme=LOW_INK)
    assert found == [*line_art(filled, ink, LOW_INK.page, line)] != list(filled)


def test_a_symbol_may_stay_filled_in_low_ink(tmp_path: Path) -> None:
    assert shown(tmp_path, f"a: {{{AT}, symbol: infantry, outlined: false}}", theme=LOW_INK) == [
        *symbol("infantry", *PLACE, LOW_INK.ink, LOW_INK.page)
    ]


def test_the_size_of_a_unit_is_the_same_in_low_ink(tmp_path: Path) -> None:
    assert shown(tmp_path, f"a: {{{AT}, symbol: corps}}", theme=LOW_INK) == [
        *symbol("corps", *PLACE, LOW_INK.ink, LOW_INK.page)
    ]


def test_the_shape_is_under_the_picture_the_signs_and_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(DRAWING)
    box = f"a: {{{AT}, text: Go, mark: disc, symbol: corps, image: a.svg, fill: ink, motif: bars}}"
    found = shown(tmp_path, box)
    first = next(index for index, item in enumerate(found) if item == Rect(*PLACE, HOUSE.ink))
    assert first > 0
    kinds = [type(item).__name__ for item in found[first:]]
    assert kinds[:2] == ["Rect", "Group"] and kinds[-1] == "Text"


@pytest.mark.parametrize(
    ("at", "moved"), [("[2, 0, 12, 8]", (2, 0)), ("[0, 4, 12, 8]", (0, 4)), ("[0, 0, 12, 8]", None)]
)
def test_a_layout_in_a_box_begins_at_its_corner(tmp_path: Path, at: str, moved: tuple[float, float] | None) -> None:
    inner = "{boxes: {b: {fill: ink}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{inner: {inner}}}\n", encoding="utf-8")
    face, found = face_of(game_of(tmp_path, f"a: {{at: {at}, layout: inner}}"))
    rect = Rect(0, 0, 12 * MM, 8 * MM, HOUSE.ink)
    assert found == []
    assert face.items == ((rect,) if moved is None else (Group((rect,), moved[0] * MM, moved[1] * MM),))


def test_layouts_within_layouts_end(tmp_path: Path) -> None:
    face, (found,) = face_of(game_of(tmp_path, "a: {fill: ink}\nb: {layout: own, at: [0, 0, -1, -1]}"))
    assert len(face.items) == 7
    assert (found.code, found.message) == ("E255", "layouts within layouts, deeper than 6")
    assert str(found.span) == "demo/cards.yaml:1:1"


def test_rulings_are_named_at_the_right_edge(tmp_path: Path) -> None:
    (named,) = shown(tmp_path, f"a: {{{AT}, flags: '{{{{ [2, 1] }}}}'}}")
    assert isinstance(named, Text)
    wide = Setter().book.width(named.text, named.font, named.size)
    assert (named.text, named.size) == ("rulings 1, 2", HOUSE.card_floor)
    assert named.x + wide == pytest.approx(X + WIDE)
    assert named.y == pytest.approx(Y + 0.7 * HOUSE.card_floor)


def test_a_strip_fills_its_box(tmp_path: Path) -> None:
    track = (
        "kind: tracks\nid: tracks\ntitle: Tracks\nsource: Demo rules\ntracks:\n  morale:\n"
        "    {title: Morale, layout: table, boxes: {low: {title: Low}, high: {title: High}},"
        " rows: {town: {title: Town, start: low}}}\n"
    )
    (tmp_path / "track.yaml").write_text(track)
    game = game_of(tmp_path, "a: {at: [2, 4, 30, 8], strip: '{{ shown }}'}")
    one = Strip(track="morale", row="town")
    face, found = face_of(game, {"shown": one})
    place = (2 * MM, 4 * MM, 30 * MM, 8 * MM)
    expected = strip(game, one, place, Setter(HOUSE), lambda *path: Span("", 1, 1))
    assert found == []
    assert [*face.items] == [*expected] != []


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
@pytest.mark.parametrize(
    ("box", "said"),
    [
        ("part: chip, symbol: infantry, text: Guards", ["Guards"]),
        ("part: chip, symbol: infantry, text: Guards, dash: [1, 1]", ["Guards"]),
        ('part: pile, text: "1–6\\narmy"', ["1–6", "army"]),
        ("part: disc, text: '2'", ["2"]),
        ("part: card, text: R1", ["R1"]),
        ("part: gate", []),
        ('part: stair, text: "Home: its region\\nFree: anywhere"', ["Home", "its", "region", "Free", "anywhere"]),
        ("part: windows, text: 1 2", []),
    ],
)
def test_a_part_is_drawn_in_both_inks(tmp_path: Path, box: str, said: list[str], theme: Theme) -> None:
    found = shown(tmp_path, f"a: {{at: [2, 2, 24, 24], fill: '#27425F', {box}}}", theme=theme)
    inner = [one for item in found for one in (item.items if isinstance(item, Group) else (item,))]
    words = " ".join(item.text for item in inner if isinstance(item, Text)).split()
    assert sorted(words) == sorted(" ".join(said).split())
    drawn = [item for item in found if not isinstance(item, Text)]
    assert len(drawn) > 0
    dark = [item for item in drawn if getattr(item, "fill", None) == "#27425F"]
    assert not dark or "windows" in box or (theme is HOUSE and "dash" not in box)


def test_windows_are_full_on_the_faces_that_a_text_lists(tmp_path: Path) -> None:
    found = shown(tmp_path, "a: {at: [2, 2, 30, 6], fill: '#27425F', part: windows, text: '2, 5'}")
    boxes = [item for item in found if isinstance(item, Rect)]
    assert [box.fill == "#27425F" for box in boxes] == [False, True, False, False, True, False]


SHAPES: list[tuple[str, str, Points]] = [
    ("rect", "shape: rect", ()),
    ("disc", "shape: disc", ()),
    ("hex", "shape: hex", ()),
    ("polygon", "points: [[0, 0], ['100%', 0], [1, 8]]", ((X, Y), (X + WIDE, Y), (X + 1 * MM, Y + 8 * MM))),
    ("line", "shape: line", ()),
    ("line", "shape: line, points: [[0, 0], [1, 8]]", ((X, Y), (X + 1 * MM, Y + 8 * MM))),
    ("arc", "shape: arc", ()),
]


@pytest.mark.parametrize(("kind", "box", "points"), SHAPES)
def test_a_shape_is_filled_and_has_an_outline(tmp_path: Path, kind: str, box: str, points: Points) -> None:
    def expected(fill: str | None, stroke: str | None, line: float = 0.25, corner: float = 0.0) -> list[Item]:
        return [shape(kind, PLACE, points, (0, 360), corner, fill, stroke, line * MM)]

    for given, items in (
        ("fill: gold", expected(HOUSE.gold, None)),
        ("stroke: ink", expected(None, HOUSE.ink)),
        ("fill: gold, dash: [2, 1]", expected(HOUSE.gold, None)),
        ("fill: gold, stroke: ink, line: 1, corner: 2", expected(HOUSE.gold, HOUSE.ink, 1, 2 * MM)),
    ):
        assert shown(tmp_path, f"a: {{{AT}, {box}, {given}}}") == items, given


@pytest.mark.parametrize(("kind", "box", "points"), SHAPES)
def test_the_dashes_of_an_outline_lie_on_the_fill(tmp_path: Path, kind: str, box: str, points: Points) -> None:
    edge = [*dashes(kind, PLACE, points, (0, 360), HOUSE.ink, 1 * MM, (2 * MM, 1 * MM))]
    under = [shape(kind, PLACE, points, (0, 360), 0.0, HOUSE.gold, None, 1 * MM)] if kind != "line" else []
    broken = f"{AT}, {box}, stroke: ink, line: 1, dash: [2, 1]"
    assert shown(tmp_path, f"a: {{{broken}}}") == edge
    assert shown(tmp_path, f"a: {{{broken}, fill: gold}}") == [*under, *edge]


def test_an_arc_has_its_sweep(tmp_path: Path) -> None:
    box = f"a: {{{AT}, shape: arc, sweep: [30, '{{{{ 90 }}}}'], stroke: ink}}"
    (found,) = shown(tmp_path, box)
    assert isinstance(found, Polygon) and found.points == arc(PLACE, 30, 90)


@pytest.mark.parametrize(
    ("kind", "box", "area"),
    [
        ("rect", "", box_corners(*PLACE)),
        ("disc", "shape: disc", disc(X + WIDE / 2, Y + HIGH / 2, HIGH / 2)),
        ("hex", "shape: hex", outline("hex", PLACE)),
        ("polygon", "points: [[0, 0], ['100%', 0], [1, 8]]", ((X, Y), (X + WIDE, Y), (X + 1 * MM, Y + 8 * MM))),
    ],
)
def test_a_hatch_stands_for_a_colour_in_low_ink(tmp_path: Path, kind: str, box: str, area: Points) -> None:
    plate = LOW_INK.plate(RED)
    assert plate.hatch == "vertical"
    lines = [*hatched(area, "vertical", plate.edge, 2.6, 0.45)]
    given = f"{AT}, {box or 'corner: 0'}, hatch: '{RED}'"
    assert shown(tmp_path, f"a: {{{given}}}", theme=LOW_INK) == lines
    stroke = LOW_INK.legible(BLUE, LOW_INK.page)
    points = area if kind == "polygon" else ()
    edge = shape(kind, PLACE, points, (0, 360), 0.0, None, stroke, 1 * MM)
    found = shown(tmp_path, f"a: {{{given}, stroke: '{BLUE}', line: 1}}", theme=LOW_INK)
    assert found == [*lines, edge]


def test_a_colour_without_a_hatch_of_its_own_has_a_grid(tmp_path: Path) -> None:
    plate = LOW_INK.plate(HOUSE.paper)
    assert plate.hatch in (None, "grid")
    lines = [*hatched(box_corners(*PLACE), "grid", plate.edge, 2.6, 0.45)]
    assert shown(tmp_path, f"a: {{{AT}, hatch: '{HOUSE.paper}'}}", theme=LOW_INK) == lines


@pytest.mark.parametrize(
    ("box", "size", "pitch", "line"),
    [
        ("line: 1", 100, 2.6, 1 * MM),
        ("pitch: 2", 100, 2 * MM, 0.45),
        ("pitch: 0.1", 100, 1.0, 0.45),
        ("pitch: 1pt", 900, 1.8, 0.45),
    ],
)
def test_the_lines_of_a_hatch_are_neither_too_near_nor_too_many(
    tmp_path: Path, box: str, size: float, pitch: float, line: float
) -> None:
    found = shown(tmp_path, f"a: {{hatch: '{RED}', {box}}}", theme=LOW_INK, size=(size, size))
    edge = LOW_INK.plate(RED).edge
    assert found == [*hatched(box_corners(0.0, 0.0, size, size), "vertical", edge, pitch, line)]
    assert isinstance(found[0], Line) and found[0].line == line


def test_a_high_box_has_no_more_lines_than_a_broad_one(tmp_path: Path) -> None:
    edge = LOW_INK.plate(RED).edge
    for size in ((1500.0, 300.0), (300.0, 1500.0)):
        found = shown(tmp_path, f"a: {{hatch: '{RED}', pitch: 0}}", theme=LOW_INK, size=size)
        assert found == [*hatched(box_corners(0.0, 0.0, *size), "vertical", edge, 1.8, 0.45)]


def test_low_ink_leaves_out_pale_fills_and_frames_strong_ones(tmp_path: Path) -> None:
    pale, strong = shown(tmp_path, f"a: {{{AT}, fill: paper}}\nb: {{{AT}, fill: '{RED}'}}", theme=LOW_INK)
    assert pale == Rect(*PLACE, LOW_INK.page)
    assert strong == Rect(*PLACE, LOW_INK.page, LOW_INK.legible(RED, LOW_INK.page), 0.8)


@pytest.mark.parametrize(
    ("at", "over"),
    [
        ("['0% - 3', 0, 9, 9]", False),
        ("['0% - 3.1', 0, 9, 9]", True),
        ("[0, '0% - 3', 9, 9]", False),
        ("[0, '0% - 3.1', 9, 9]", True),
        ("[0, 0, '100% + 3', 9]", False),
        ("[0, 0, '100% + 3.1', 9]", True),
        ("[0, 0, 9, '100% + 3']", False),
        ("[0, 0, 9, '100% + 3.1']", True),
        ("[9, 9, '100% - 6', '100% - 6']", False),
        ("[20, 9, '100% - 6', '100% - 12']", True),
        ("[9, 20, '100% - 12', '100% - 6']", True),
        ("['0% - 3', '0% - 3', '100% + 6', '100% + 6']", False),
    ],
)
def test_what_reaches_beyond_the_bleed_is_clipped(tmp_path: Path, at: str, over: bool) -> None:
    for box in ("fill: ink", "points: [[0, 0], ['100%', 0], ['100%', '100%'], [0, '100%']], fill: ink"):
        face, found = face_of(game_of(tmp_path, f"a: {{at: {at}, {box}}}"), bleed=3 * MM)
        clips = [item.clip for item in face.items if isinstance(item, Group)]
        assert found == []
        whole = (-3 * MM, -3 * MM, 100 + 6 * MM, 100 + 6 * MM)
        assert [clip == pytest.approx(whole) for clip in clips if clip] == ([True] * len(clips) if over else [])
        assert bool(clips) is over


def test_a_point_of_a_polygon_may_lie_outside_of_its_box(tmp_path: Path) -> None:
    box = "at: [1, 1, 2, 2], fill: ink, points: [[0, 0], [{}, 0], [1, 1]]"
    inside, _ = face_of(game_of(tmp_path / "in", f"a: {{{box.format(30)}}}"))
    outside, _ = face_of(game_of(tmp_path / "out", f"a: {{{box.format(40)}}}"))
    assert [isinstance(face.items[0], Group) for face in (inside, outside)] == [False, True]


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">
<path d="M0 0h20v10H0z" fill="currentColor"/></svg>"""


@pytest.mark.parametrize(
    ("box", "crop", "edge"),
    [
        ("", "fit", ()),
        ("crop: fill", "fill", ()),
        ("crop: stretch", "stretch", ()),
        ("corner: 2", "fit", edge_of("rect", PLACE, (), (0, 360), 2 * MM)),
        ("shape: disc", "fit", edge_of("disc", PLACE, (), (0, 360), 0.0)),
        ("shape: arc", "fit", edge_of("arc", PLACE, (), (0, 360), 0.0)),
        ("shape: arc, sweep: [0, 90]", "fit", edge_of("arc", PLACE, (), (0, 90), 0.0)),
        ("points: [[0, 0], [5, 0], [0, 5]]", "fit", ((X, Y), (X + 5 * MM, Y), (X, Y + 5 * MM))),
    ],
)
def test_a_picture_stands_in_its_box(tmp_path: Path, box: str, crop: Any, edge: Points) -> None:
    (tmp_path / "a.svg").write_text(DRAWING)
    game = game_of(tmp_path, f"a: {{{AT}, image: a.svg, ink: gold, {box or 'align: left'}}}")
    art = game.setter().picture("a.svg", lambda: Span("", 1, 1))
    assert art is not None
    face, found = face_of(game)
    picture = placed(art, *PLACE, crop, HOUSE.gold)
    assert found == []
    assert face.items == ((Group((picture,), within=edge) if edge else picture),)


def test_a_picture_and_a_shape_may_go_on_to_the_bleed(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(DRAWING)
    for over, edge in (("over: bleed", 5.0), ("over: trim", 0.0)):
        game = game_of(tmp_path, f"a: {{image: a.svg, fill: gold, crop: stretch, {over}}}")
        face, _ = face_of(game, bleed=5.0)
        art = game.setter().picture("a.svg", lambda: Span("", 1, 1))
        assert art is not None
        place = (-edge, -edge, 100 + 2 * edge, 100 + 2 * edge)
        ink = HOUSE.on(HOUSE.gold)
        assert list(ungrouped(face.items)) == [Rect(*place, HOUSE.gold), placed(art, *place, "stretch", ink)]


@pytest.mark.parametrize(
    ("box", "inner", "bleed", "colour"),
    [
        ("motif: rings", (0.0, 0.0, 100.0, 100.0), 0.0, HOUSE.accent),
        ("motif: rings, ink: gold", (0.0, 0.0, 100.0, 100.0), 0.0, HOUSE.gold),
        ("motif: rings, over: bleed", (0.0, 0.0, 100.0, 100.0), 5.0, HOUSE.accent),
        (f"motif: rings, over: trim, {AT}", PLACE, 0.0, HOUSE.accent),
        ("motif: ''", (0.0, 0.0, 100.0, 100.0), 0.0, HOUSE.accent),
    ],
)
def test_a_poster_fills_its_box(
    tmp_path: Path, box: str, inner: tuple[float, float, float, float], bleed: float, colour: str
) -> None:
    face, found = face_of(game_of(tmp_path, f"a: {{{box}}}"), bleed=5.0)
    motif = "rings" if "rings" in box else ""
    expected = poster(motif, inner, bleed, colour, Setter(HOUSE))
    assert found == []
    assert list(ungrouped(face.items)) == list(ungrouped(expected))
    (group,) = face.items
    assert isinstance(group, Group) and group.clip == (-5, -5, 110, 110)


def test_a_poster_in_the_middle_that_goes_on_to_the_bleed(tmp_path: Path) -> None:
    face, _ = face_of(game_of(tmp_path, f"a: {{{AT}, motif: rings, over: bleed}}"), bleed=3.0)
    x, y, width, height = bled(PLACE, (100, 100), 3.0)
    expected = poster("rings", (x + 3, y + 3, width - 6, height - 6), 3.0, HOUSE.accent, Setter(HOUSE))
    assert list(ungrouped(face.items)) == list(ungrouped(expected))


@pytest.mark.parametrize(
    ("box", "style", "sizes", "font"),
    [
        ("lines: 1", HeadingStyle(1, 0.0, "top", 1.0, 0.0, 0.0, 1.0), (9.2, 6.5), "sans"),
        ("lines: 2, size: 7", HeadingStyle(2, 0.0, "top", 1.0, 0.0, 0.0, 1.0), (7,), "sans"),
        ("lines: 2, size: [16, 5]", HeadingStyle(2, 0.0, "top", 1.0, 0.0, 0.0, 1.0), (16, 5), "sans"),
        ("size: [14, 12, 6]", HeadingStyle(1, 0.0, "top", 1.0, 0.0, 0.0, 1.0), (14, 12, 6), "sans"),
        (
            "lines: 1, size: [16, 5], align: centre, valign: middle, leading: 1.3, rise: 0.1, spacing: 0.05, sign: 1.5,"
            " font: narrow-bold",
            HeadingStyle(1, 0.5, "middle", 1.3, 0.1, 0.05, 1.5),
            (16, 5),
            "narrow-bold",
        ),
        (
            "lines: 2, size: [16, 5], align: right, valign: baseline, leading: 1.3, pitch: 5",
            HeadingStyle(2, 1.0, "baseline", 1.3, 0.0, 0.0, 1.0, 5 * MM),
            (16, 5),
            "sans",
        ),
        ("lines: 1, size: 6, sign: 0", HeadingStyle(1, 0.0, "top", 1.0, 0.0, 0.0, 0.1), (6,), "sans"),
    ],
)
def test_a_heading_is_set_as_its_box_says(
    tmp_path: Path, box: str, style: HeadingStyle, sizes: Sequence[float], font: str
) -> None:
    words = "Halt :die4: at once" if "sign" in box else "Eighteenth Rifles at the wood"
    sizes = (HOUSE.card_body, HOUSE.card_floor) if box == "lines: 1" else sizes
    expected = heading(words, ROOM, style, font, sizes, HOUSE.ink, Setter(HOUSE), lambda *path: Span("", 1, 1))
    found = shown(tmp_path, f"a: {{{WIDER}, {box}, text: '{words}'}}", size=(200.0, 200.0))
    assert found == list(ungrouped(expected)) != []


@pytest.mark.parametrize(
    ("box", "sizes", "fonts", "sign", "room"),
    [
        ("lines: ~", (HOUSE.card_body, HOUSE.card_floor), ("sans", "sans-bold"), 1.0, ROOM),
        ("size: 7", (7, 7), ("sans", "sans-bold"), 1.0, ROOM),
        ("size: [16, 5]", (16, 5), ("sans", "sans-bold"), 1.0, ROOM),
        ("size: 7, font: narrow, sign: 1.5", (7, 7), ("narrow", "narrow-bold"), 1.5, ROOM),
        ("size: 6, align: centre, valign: middle, leading: 1.4", (6, 6), ("sans", "sans-bold"), 1.0, (0.5, 0.5, 1.4)),
        ("size: 6, align: right, valign: bottom, leading: 0", (6, 6), ("sans", "sans-bold"), 1.0, (1.0, 1.0, 0.1)),
        ("size: 6, valign: baseline", (6, 6), ("sans", "sans-bold"), 1.0, (0.0, 1.0, 0.0)),
    ],
)
def test_running_text_is_set_as_its_box_says(
    tmp_path: Path, box: str, sizes: tuple[float, float], fonts: tuple[str, str], sign: float, room: Any
) -> None:
    lines = SAMPLE, "Then again."
    blocks = [TextBlock(line, HOUSE.ink, ("text",), *fonts, sign=sign) for line in lines]
    within = room if isinstance(room, TextBox) else TextBox(*ROOM[:4], "a", *room)
    expected = Setter(HOUSE).fit(blocks, within, *sizes, lambda *path: Span("", 1, 1))
    text = '"' + "\\n".join(lines) + '"'
    found = shown(tmp_path, f"a: {{{WIDER}, {box}, text: {text}}}", size=(200.0, 200.0))
    assert found == list(ungrouped(expected)) != []


@pytest.mark.parametrize(
    ("box", "theme", "ink"),
    [
        ("text: Go", HOUSE, HOUSE.ink),
        ("text: Go, ink: ''", HOUSE, HOUSE.ink),
        ("text: Go, ink: accent", HOUSE, HOUSE.accent),
        ("text: Go, fill: '#102030'", HOUSE, HOUSE.on("#102030")),
        ("text: Go, fill: '#102030', ink: gold", HOUSE, HOUSE.gold),
        ("text: Go, fill: none", HOUSE, HOUSE.ink),
        ("text: Go, ink: gold", LOW_INK, LOW_INK.legible(LOW_INK.gold, LOW_INK.page)),
        ("text: Go, ink: page", LOW_INK, LOW_INK.ink),
        ("text: Go, fill: '#102030'", LOW_INK, LOW_INK.ink),
    ],
)
def test_the_colour_of_a_text(tmp_path: Path, box: str, theme: Theme, ink: str) -> None:
    (text,) = (item for item in shown(tmp_path, f"a: {{{AT}, {box}}}", theme=theme) if isinstance(item, Text))
    assert text.fill == ink


PARTS = (CardSection(head="Move", text="One wagon."), CardSection(head="Halt", items=("Here.", "There :die4:.")))
TALL = TextBox(2 * MM, 2 * MM, 60 * MM, 80 * MM, "a")


@pytest.mark.parametrize(
    ("box", "words", "listed", "lines", "sizes", "leading", "sign"),
    [
        ("sections: '{{ parts }}'", "", PARTS, 0, (), 0.0, 1.0),
        ("sections: '{{ parts }}', text: Now, size: [8, 6]", "Now", PARTS, 0, (8, 6), 0.0, 1.0),
        ("sections: '{{ none }}', text: Now, ruled: 2.7", "Now", (), 2, (), 0.0, 1.0),
        ("ruled: 3", "", (), 3, (), 0.0, 1.0),
        ("ruled: -3, text: Now", "Now", (), 0, (), 0.0, 1.0),
        ("ruled: '{{ 1 }}', sections: '{{ parts }}'", "", PARTS, 1, (), 0.0, 1.0),
        ("sections: '{{ parts }}', leading: 1.4, sign: 1.5", "", PARTS, 0, (), 1.4, 1.5),
    ],
)
def test_sections_are_set_under_the_text_and_above_ruled_lines(
    tmp_path: Path,
    box: str,
    words: str,
    listed: Sequence[CardSection],
    lines: int,
    sizes: Sequence[float],
    leading: float,
    sign: float,
) -> None:
    texts = [TextBlock(words, HOUSE.ink, ("text",), "sans", "sans-bold", sign=sign)] if words else []
    sizes = sizes or (HOUSE.card_body, HOUSE.card_floor)
    room = TALL._replace(leading=leading)
    expected = sections(texts, listed, lines, room, sizes, Setter(HOUSE), lambda *path: Span("", 1, 1), sign)
    found = shown(tmp_path, f"a: {{at: [2, 2, 60, 80], {box}}}", {"parts": PARTS}, size=(300.0, 300.0))
    assert found == list(ungrouped(expected)) != []


DRAWN = (
    CardSection(head="Pays", bar="own", discs={"2": "a turn"}),
    CardSection(head="Where", stair={"Home": "its region", "Limited": "and beside it", "Free": "anywhere"}),
    CardSection(head="When", chances={"turn 2": (1, 2), "turn 5": "always"}, text="Then they go."),
    CardSection(cards={"R1": "opens it", "W4": "locks it"}),
    CardSection(lead=":lock:", text="It stays."),
)


def set_in(height: float, theme: Theme = HOUSE) -> tuple[list[Item], Setter]:
    setter, box = Setter(theme), TextBox(0, 0, 57 * MM, height, "sections")
    items = sections([], DRAWN, 0, box, (8.2, 8), setter, lambda *path: Span("", 1, 1), colour="#27425F", font="narrow")
    return [*ungrouped(items)], setter


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_sections_with_drawn_words_flow_one_under_the_other(theme: Theme) -> None:
    items, setter = set_in(100 * MM, theme)
    assert setter.found == []
    lines = {item.text: item for item in items if isinstance(item, Text)}
    order = ["PAYS", "WHERE", "Limited", "WHEN", "turn 2", "turn 5", "R1"]
    assert sorted(order, key=lambda text: lines[text].y) == order
    assert min(line.size for line in lines.values()) >= 8
    filled = [item for item in items if isinstance(item, Rect) and item.fill == "#27425F"]
    ruled = [item for item in items if isinstance(item, Line) and item.stroke == "#27425F"]
    assert len(filled) == (3 if theme is HOUSE else 0)  # two windows, and a bar
    assert (len(ruled) > 2) == (theme is LOW_INK)  # or their hatches, and a rule


def test_sections_with_drawn_words_move_closer_before_they_are_refused() -> None:
    whole = max(item.y for item in set_in(100 * MM)[0] if isinstance(item, Text))
    items, setter = set_in(whole - 1 * MM)
    assert setter.found == []
    assert max(item.y for item in items if isinstance(item, Text)) < whole
    _, setter = set_in(40 * MM)
    (found,) = setter.found
    assert found.code == "E310" and "text does not fit: the sections needs" in found.message


@pytest.mark.parametrize(("ruled", "lines"), [(19, 19), (20, 20), (21, 20), (99, 20), (1, 1)])
def test_ruled_lines_are_at_most_twenty(tmp_path: Path, ruled: int, lines: int) -> None:
    assert len(shown(tmp_path, f"a: {{ruled: {ruled}}}", size=(200.0, 900.0))) == lines


UNKNOWN_MARK = f"one of: {', '.join(MARKS)}"
UNKNOWN_PART = "one of: chip, pile, disc, card, gate, lock, stair, windows"
UNKNOWN_MOTIF = f"one of: {', '.join(MOTIFS)}"


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("fill: goldd", ("E254", "layouts.yaml:7:17", "unknown colour 'goldd'", "did you mean 'gold'?")),
        ("stroke: goldd", ("E254", "layouts.yaml:7:19", "unknown colour 'goldd'", "did you mean 'gold'?")),
        ("text: a, ink: goldd", ("E254", "layouts.yaml:7:25", "unknown colour 'goldd'", "did you mean 'gold'?")),
        (
            "symbol: corps, ground: goldd",
            ("E254", "layouts.yaml:7:34", "unknown colour 'goldd'", "did you mean 'gold'?"),
        ),
        ("font: sanss, text: a", ("E254", "layouts.yaml:7:17", "unknown font 'sanss'", "did you mean 'sans'?")),
        (
            "font: sanss, text: a, lines: 1",
            ("E254", "layouts.yaml:7:17", "unknown font 'sanss'", "did you mean 'sans'?"),
        ),
        ("symbol: infantri", ("E254", "layouts.yaml:7:19", "unknown symbol 'infantri'", "did you mean 'infantry'?")),
        ("mark: comet", ("E254", "layouts.yaml:7:17", "unknown mark 'comet'", UNKNOWN_MARK)),
        ("part: comet", ("E254", "layouts.yaml:7:17", "unknown part 'comet'", UNKNOWN_PART)),
        ("motif: comet", ("E254", "layouts.yaml:7:18", "unknown motif 'comet'", UNKNOWN_MOTIF)),
        (
            "sections: '{{ [one, two] }}'",
            ("E251", "layouts.yaml:7:21", "these are not the sections of a card", ""),
        ),
        ("sections: '{{ two }}'", ("E251", "layouts.yaml:7:21", "these are not the sections of a card", "")),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_at_its_place(
    tmp_path: Path, box: str, expected: tuple[str, str, str, str]
) -> None:
    assert refused(tmp_path, f"a: {{{box}}}", {"one": PARTS[0], "two": "Two."}) == expected


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("sections: '{{ 5 }}'", ("E251", "layouts.yaml:7:21", "these are not the sections of a card", "")),
        ("flags: '{{ 5 }}'", ("E251", "layouts.yaml:7:18", "these are not the numbers of rulings", "")),
        ("flags: '{{ \"12\" }}'", ("E251", "layouts.yaml:7:18", "these are not the numbers of rulings", "")),
        ("flags: '{{ [1, \"a\"] }}'", ("E251", "layouts.yaml:7:18", "these are not the numbers of rulings", "")),
    ],
)
def test_what_is_not_a_list_is_refused(tmp_path: Path, box: str, expected: tuple[str, str, str, str]) -> None:
    assert refused(tmp_path, f"a: {{{box}}}") == expected


def test_a_text_is_reported_where_it_comes_from(tmp_path: Path) -> None:
    places = {
        ("words",): Span("data.yaml", 1, 1),
        ("needs", 0): Span("data.yaml", 2, 1),
        ("needs", 1, "long"): Span("data.yaml", 3, 1),
        ("parts", 1, "items", 0): Span("data.yaml", 4, 1),
        ("item",): Span("data.yaml", 5, 1),
    }
    long = "Extraordinary"
    scope = {"words": long, "needs": [long, long], "more": [long], "parts": PARTS, "item": long}
    pairs = [{"long": ""}, {"long": long}]

    def lines(box: str, **more: Any) -> list[int | None]:
        game = game_of(tmp_path, f"a: {{at: [1, 1, 3, 3], size: 8, {box}}}")
        _, found = face_of(game, {**scope, **more}, spans=places.get)
        return [one.span.line if one.span.file == "data.yaml" else None for one in found]

    assert lines("lines: 1, text: '{{ words }}'") == [1]
    assert lines("text: '{{ words }}'") == [1, 1]  # too broad, and too high
    assert lines("text: '{{ none or words }}'") == [1, 1]
    assert lines("lines: 1, text: '{{ item }}'") == [5]
    assert lines("lines: 1, text: '{{ item }}', repeat: '{{ needs }}'") == [2, None]
    assert lines("lines: 1, text: '{{ item }}', repeat: '{{ needs + more }}'") == [5, 5, 5]
    assert lines("lines: 1, text: '{{ item.long }}', repeat: '{{ needs }}'", needs=pairs) == [3]
    assert lines("lines: 1, text: '{{ loop.index }} {{ words }}', repeat: '{{ needs }}'") == [1, 1]
    assert lines("lines: 1, text: Extraordinary") == [None]


def test_a_section_is_reported_where_it_comes_from(tmp_path: Path) -> None:
    places = {("parts", 0, "text"): Span("data.yaml", 1, 1), ("words",): Span("data.yaml", 2, 1)}
    scope = {"words": "Extraordinary", "parts": [CardSection(head="A", text="Extraordinary")]}

    def places_of(box: str) -> set[str]:
        game = game_of(tmp_path, f"a: {{at: [1, 1, 3, 3], size: 8, {box}}}")
        _, found = face_of(game, scope, spans=places.get)
        return {str(one.span) for one in found}

    assert places_of("sections: '{{ parts }}', ruled: 0") == {"data.yaml:1:1"}
    assert places_of("sections: '{{ parts }}', text: '{{ words }}'") == {"data.yaml:1:1", "data.yaml:2:1"}
    assert places_of("sections: '{{ [] }}', text: 'Extraordinary'") == {"demo/layouts.yaml:7:66"}


def test_each_text_that_does_not_fit_shows_its_own_box(tmp_path: Path) -> None:
    box = "{at: [1, 1, 3, 3], size: 8, lines: 1, text: '{{ words }}'}"
    span = Span("data.yaml", 1, 1)
    game = game_of(tmp_path, f"a: {box}\nb: {{fill: paper}}\nc: {box}")
    _, found = face_of(game, {"words": "Extraordinary"}, spans=lambda path: span)
    assert [[str(place) for _, place in one.related] for one in found] == [
        ["demo/layouts.yaml:7:15"],
        ["demo/layouts.yaml:9:15"],
    ]


def test_the_bleed_may_be_left_by_a_hundredth_of_a_point(tmp_path: Path) -> None:
    box = "a: {fill: ink, points: [['{{ low }}', 0], ['{{ high }}', 0], [0, '{{ low }}'], [0, '{{ high }}']]}"
    game = game_of(tmp_path, box)
    for more, over in ((0.01, False), (0.02, True)):
        face, found = face_of(game, {"low": -more / MM, "high": (100 + more) / MM})
        assert ([isinstance(item, Group) for item in face.items], found) == ([over], [])


def test_a_text_in_a_layout_of_the_tool_does_not_show_its_box(tmp_path: Path) -> None:
    deck = DECK.replace("layout: own\n", "").replace("title: Ambush", f"title: {'Ambush' * 19}")
    _, found = drawn(game_of(tmp_path, "a: {fill: ink}", deck))
    assert [(one.code, one.related) for one in found] == [("E310", ())]


def bent(folder: Path, box: str, theme: Theme = HOUSE) -> Group:
    """Return the heading on an arc that a box draws without faults."""
    face, found = face_of(game_of(folder, box), size=(200.0, 200.0), theme=theme)
    assert found == []
    (arc,) = face.items
    assert isinstance(arc, Group)
    return arc


def leaves(items: Sequence[Item]) -> Iterator[Item]:
    """Yield what is in groups, at any depth."""
    for item in items:
        yield from leaves(item.items) if isinstance(item, Group) else (item,)


def corners_of(arc: Group) -> list[tuple[float, float]]:
    """Return the corners of the letters of an arc, from their baselines to the height of capitals."""
    setter, found = Setter(), list[tuple[float, float]]()
    for letter in arc.items:
        assert isinstance(letter, Group)
        (text,) = letter.items
        assert isinstance(text, Text)
        turn, wide = radians(letter.rotate), setter.width(text.text, text.font, text.size)
        for x, y in ((-wide / 2, 0), (wide / 2, 0), (-wide / 2, -0.7 * text.size), (wide / 2, -0.7 * text.size)):
            found.append((letter.x + x * cos(turn) - y * sin(turn), letter.y + x * sin(turn) + y * cos(turn)))
    return found


@pytest.mark.parametrize("bend", [20, 90, 180, 300, -20, -90, -180])
@pytest.mark.parametrize("valign", ["top", "middle", "bottom", "baseline"])
def test_a_heading_on_an_arc_lies_in_its_box(tmp_path: Path, bend: int, valign: str) -> None:
    box = f"a: {{at: [10, 10, 40, 20], text: HALLOWED HILLS, bend: {bend}, size: [40, 2], valign: {valign}}}"
    arc = bent(tmp_path, box)
    assert arc.alt == "HALLOWED HILLS" and len(arc.items) == 14
    near = 0.25 * 40  # how far letters at the ends may lie beside the arc of their baselines, and steps of the size
    across, down = zip(*corners_of(arc), strict=True)
    assert min(across) >= 10 * MM - 1 and max(across) <= 50 * MM + 1
    assert min(down) >= 10 * MM - near / 4 and max(down) <= 30 * MM + near / 4
    assert max(across) - min(across) > 40 * MM - near or max(down) - min(down) > 20 * MM - 2 * near
    turns = [letter.rotate for letter in arc.items if isinstance(letter, Group)]
    assert turns == sorted(turns, reverse=bend < 0) and abs(turns[0] + turns[-1]) < 0.1 * abs(bend)


def test_a_heading_on_an_arc_is_straight_at_0_shrinks_no_further_than_it_may_and_has_outlines(tmp_path: Path) -> None:
    box = "a: {at: [10, 10, 40, 9], text: 'AB :coin:', bend: 0, size: 12, lines: 1}"
    straight = shown(tmp_path / "a", box.replace("bend: 0, ", ""), size=(200.0, 200.0))
    assert shown(tmp_path / "b", box, size=(200.0, 200.0)) == straight
    wide = box.replace("bend: 0", "bend: 170").replace("40, 9", "4, 9")
    _, found = face_of(game_of(tmp_path / "c", wide), size=(200.0, 200.0))
    assert [one.code for one in found] == ["E310"]
    arc = bent(tmp_path / "d", box.replace("bend: 0", "bend: 50, outlined: true"), LOW_INK)
    letters = [one for group in arc.items if isinstance(group, Group) for one in group.items]
    assert [one.outline > 0 for one in letters if isinstance(one, Text)] == [True] * 3
    assert [one.alt for one in letters if isinstance(one, Group)] == ["coin"]


@pytest.mark.parametrize("bend", ["", "bend: 50, "])
def test_signs_among_letters_in_outline_stay_as_they_are(tmp_path: Path, bend: str) -> None:
    """Bug: beside a sign, letters on a straight line were filled, and the sign on an arc was empty."""
    box = f"a: {{at: [10, 10, 40, 9], text: 'AB :coin:', {bend}size: 12, lines: 1, outlined: OUTLINED}}"
    lined, filled = (
        [*leaves(face_of(game_of(tmp_path / name, one), theme=LOW_INK)[0].items)]
        for name, one in (("a", box.replace("OUTLINED", "true")), ("b", box.replace("OUTLINED", "false")))
    )
    assert all(item.outline > 0 for item in lined if isinstance(item, Text))
    assert [item._replace(outline=0.0) if isinstance(item, Text) else item for item in lined] == filled
    assert any(not isinstance(item, Text) for item in filled)


WHAT, ASKED = (
    CardGrid(
        columns=("die", "{die 1}", "{die 2}"), rows={"attacks": ("one", "two"), "purge": ("no", "yes")}, filled=("yes",)
    ),
    CardGrid(ask="Who joins?", columns=("column", "near", "far away"), rows={"on": ("2–6", "never ever")}),
)


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_steps_stand_beside_their_numbers_on_one_line(theme: Theme) -> None:
    listed = (CardSection(number="1", head="Strategy", grid=WHAT), CardSection(number="2", head="Purge", text="Now."))
    setter, box = Setter(theme), TextBox(10 * MM, 0, 60 * MM, 80 * MM, "sections")
    items = list(ungrouped(sections([], listed, 0, box, (8.2, 8), setter, lambda *path: Span("", 1, 1))))
    assert setter.found == []
    lines = {item.text: item for item in items if isinstance(item, Text)}
    assert lines["1"].y < lines["2"].y and max(lines[number].x for number in "12") < 10 * MM + RAIL
    assert lines["STRATEGY"].x == lines["PURGE"].x == lines["Now."].x == 10 * MM + RAIL
    (rail,) = (item for item in items if isinstance(item, Rect))
    assert rail.x + rail.width / 2 == pytest.approx(10 * MM + NODE)
    assert rail.y + rail.height == pytest.approx(80 * MM)


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_a_grid_has_even_columns_and_fills_what_stands_out(theme: Theme) -> None:
    setter = Setter(theme)
    made = grid(WHAT, 60 * MM, setter, lambda: Span("", 1, 1))
    assert setter.found == []
    cells = [item for item in made.items if isinstance(item, Rect)]
    lines = {item.text: item for item in made.items if isinstance(item, Text)}
    assert [cell.x for cell in cells[:3]] == [cell.x for cell in cells[3:6]] == [cell.x for cell in cells[6:]]
    assert cells[4].width == pytest.approx(cells[5].width)
    assert cells[5].x + cells[5].width == pytest.approx(made.width) and cells[8].y + cells[8].height == made.height
    assert [cell.fill for cell in cells[3:]] == [None] * 5 + [theme.plate(theme.accent).ground]
    assert lines["yes"].fill == theme.plate(theme.accent).text != lines["no"].fill == theme.ink


def test_a_grid_that_asks_stands_within_points_and_breaks_its_cells_once() -> None:
    setter = Setter(HOUSE)
    wide, narrow, _ = (grid(ASKED, width * MM, setter, lambda: Span("", 1, 1)) for width in (60, 36, 16))
    texts = [[item.text for item in made.items if isinstance(item, Text)] for made in (wide, narrow)]
    assert texts[0] == ["Who joins?", "column", "near", "far away", "on", "2–6", "never ever"]
    assert texts[1] == ["Who joins?", "column", "near", "far", "away", "on", "2–6", "never", "ever"]
    assert narrow.height > wide.height
    edge = wide.items[0]
    assert isinstance(edge, Polygon) and len(edge.points) == 6
    assert {edge.points[1], edge.points[4]} == {(0, wide.height / 2), (wide.width, wide.height / 2)}
    assert [one.message for one in setter.found if one.code == "E310"] == ["text does not fit: the grid is too wide"]


def test_a_grid_is_said_row_by_row() -> None:
    assert [*CardSection(grid=WHAT).said] == [
        "**attacks:** {die 1} one; {die 2} two",
        "**purge:** {die 1} no; {die 2} yes",
    ]
    asked = CardSection(grid=ASKED)
    assert [*asked.said] == ["Who joins?", "**on:** near 2–6; far away never ever"]
    told = asked.told(lambda text: text and text.upper()).grid
    assert told and told.ask == "WHO JOINS?" and told.rows == {"on": ("2–6", "NEVER EVER")}
    with pytest.raises(ValueError, match="row 'on' has 1 cells, and there are 2 columns"):
        CardGrid(columns=("column", "near", "far"), rows={"on": ("2–6",)})


@pytest.mark.parametrize(("at", "most"), [("at: [2, 4, 12, 8]", CUT * 8 * MM), ("at: [2, 4, 60, 40]", UNEVEN)])
def test_a_box_cut_by_hand_has_uneven_corners_the_same_each_time(tmp_path: Path, at: str, most: float) -> None:
    (cut,), (again,) = (shown(tmp_path, f"a: {{{at}, shape: cut, fill: gold, stroke: ink, line: 0.5}}") for _ in "12")
    (plain,) = shown(tmp_path, f"a: {{{at}, fill: gold}}")
    assert isinstance(cut, Polygon) and isinstance(plain, Rect) and cut == again
    assert (cut.fill, cut.stroke, cut.line) == (HOUSE.gold, HOUSE.ink, 0.5 * MM)
    off = [
        abs(a - b)
        for one, other in zip(cut.points, box_corners(*plain[:4]), strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    assert 0 < max(off) <= most + 0.01


def test_boxes_to_write_in_stand_behind_their_words_and_boxes_to_tick_are_numbered() -> None:
    listed = (CardSection(boxes={"Baltics": ("Est", "Latvia"), "Hits": 3}), CardSection(head="Effect", text="One."))
    setter, box = Setter(HOUSE), TextBox(0, 0, 57 * MM, 80 * MM, "sections")
    made = sections([], listed, 0, box, (8.2, 8), setter, lambda *path: Span("", 1, 1), font="narrow", run_in=True)
    items = [*ungrouped(made)]
    lines = {item.text: item for item in items if isinstance(item, Text)}
    boxes = [item for item in items if isinstance(item, Rect)]
    assert setter.found == [] and len(boxes) == 5
    for word, room in zip(("Est", "Latvia"), boxes, strict=False):
        right = lines[word].x + setter.width(word, "narrow", 8)
        assert right < room.x and room.x + room.width <= box.width
    assert boxes[0].width == boxes[1].width, "words of other lengths have boxes of one width"
    for number, room in zip("123", boxes[2:], strict=True):
        assert room.x < lines[number].x < room.x + room.width
    assert lines["EFFECT"].y == lines["One."].y, "a heading begins its text, as on cards without boxes"
