"""Sheets that can be cut: nothing overlaps or leaves the page, every copy is there, and every back lies behind its front."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.diagnostics import InputError
from generator.draw.log import describe
from generator.fonts import FontBook
from generator.layout.frame import MM, Circle, Frame, Group, Item, Line, Picture, Polygon, Rect, Sheet, Text
from generator.layout.grids import GAP, PAPERS, Paper, fit, fit_report
from generator.layout.imposition import Edition, Piece, impose, whole_pages
from generator.layout.marks import RULER, THIN, Foot
from generator.theme import HOUSE

FONTS = FontBook()
FOOT = Foot("Triumph of Chaos", "Faction cards", "An unofficial player aid that does not replace the game. " * 3, HOUSE, FONTS)
Point = tuple[float, float]
Area = tuple[float, float, float, float]
Move = Callable[[float, float], Point]


def still(x: float, y: float) -> Point:
    return x, y


def moved(group: Group, outer: Move) -> Move:
    """From a group's own coordinates to those of the page."""
    cos, sin = math.cos(math.radians(group.rotate)), math.sin(math.radians(group.rotate))
    return lambda x, y: outer(group.x + x * cos - y * sin, group.y + x * sin + y * cos)


def span(move: Move, left: float, top: float, right: float, bottom: float) -> Area:
    corners = [move(x, y) for x in (left, right) for y in (top, bottom)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def meet(one: Area, two: Area) -> Area:
    return max(one[0], two[0]), max(one[1], two[1]), min(one[2], two[2]), min(one[3], two[3])


def apart(one: Area, two: Area) -> bool:
    """Whether two areas share at most an edge."""
    left, top, right, bottom = meet(one, two)
    return right - left < 0.01 or bottom - top < 0.01


def distance(one: Area, two: Area) -> float:
    left, top, right, bottom = meet(one, two)
    return math.hypot(max(0.0, left - right), max(0.0, top - bottom))


def extents(items: tuple[Item, ...], move: Move = still) -> Iterator[tuple[Item, Area]]:
    """Every drawn item with the area that it covers on the page."""
    for item in items:
        match item:
            case Group():
                inner = list(extents(item.items, moved(item, move)))
                if item.clip:
                    x, y, width, height = item.clip
                    seen = span(moved(item, move), x, y, x + width, y + height)
                    inner = [(thing, meet(area, seen)) for thing, area in inner]
                yield from inner
            case Rect() | Picture():
                yield item, span(move, item.x, item.y, item.x + item.width, item.y + item.height)
            case Circle():
                yield item, span(move, item.x - item.radius, item.y - item.radius, item.x + item.radius, item.y + item.radius)
            case Line():
                yield item, span(move, min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2))
            case Polygon():
                xs, ys = zip(*item.points, strict=True)
                yield item, span(move, min(xs), min(ys), max(xs), max(ys))
            case Text():
                width = FONTS.width(item.text, item.font, item.size)
                yield item, span(move, item.x, item.y - 0.75 * item.size, item.x + width, item.y + 0.25 * item.size)


@dataclass(frozen=True)
class Placed:
    """A face on a sheet: its trim, what may be seen of it, and which way its upper edge points."""

    name: str
    trim: Area
    seen: Area
    up: Point


def faces(items: tuple[Item, ...], move: Move = still) -> Iterator[Placed]:
    """The faces on a sheet; `card` makes them recognisable by the text that comes first."""
    for item in items:
        if isinstance(item, Group):
            inside = moved(item, move)
            first = item.items[0] if item.items else None
            if isinstance(first, Rect) and first.stroke == "#123456" and item.clip:
                text = item.items[1]
                assert isinstance(text, Text)
                x, y, width, height = item.clip
                (ox, oy), (ux, uy) = inside(0, 0), inside(0, -1)
                yield Placed(
                    text.text,
                    span(inside, 0, 0, first.width, first.height),
                    span(inside, x, y, x + width, y + height),
                    (round(ux - ox, 6), round(uy - oy, 6)),
                )
            else:
                yield from faces(item.items, inside)


def card(name: str, width: float, height: float, bleed: float) -> Frame:
    """A face in millimetres whose art covers its bleed."""
    w, h, b = width * MM, height * MM, bleed * MM
    trim = Rect(0, 0, w, h, stroke="#123456", line=0.1)
    return Frame(w, h, (trim, Text(4, 4, name, "sans", 2, "#1B1A18"), Rect(-b, -b, w + 2 * b, h + 2 * b, "#B3201F")), b, name, "cards.yaml:7")


@st.composite
def jobs(draw: st.DrawFn) -> list[Piece]:
    """Cards and counters of one to three sizes."""
    pieces = []
    for size in range(draw(st.integers(1, 3))):
        width, height, bleed = draw(st.floats(10, 90)), draw(st.floats(10, 120)), draw(st.sampled_from([0, 0.5, 1, 2, 3]))
        butted = draw(st.booleans())
        for number in range(draw(st.integers(1, 4))):
            name = f"{size}-{number}"
            back = card(f"{name} back", width, height, bleed) if draw(st.booleans()) else None
            pieces.append(Piece(card(name, width, height, bleed), back, draw(st.integers(1, 15)), butted))
    return pieces


papers = st.sampled_from(list(PAPERS.values()))
backs = st.sampled_from(["duplex", "gutterfold", "none"])
flips = st.sampled_from(["long", "short"])


def fronts(sheets: list[Sheet]) -> list[Sheet]:
    return [sheet for sheet in sheets if not sheet.label.endswith("back")]


@settings(max_examples=60, deadline=None)
@given(jobs(), papers, backs, flips)
def test_nothing_overlaps_or_leaves_the_printable_area(pieces: list[Piece], paper: Paper, how: str, flip: str) -> None:
    for sheet in impose(pieces, Edition(paper, how, flip), FOOT):  # type: ignore[arg-type]
        inset = paper.margin * MM - 0.01
        page = (inset, inset, sheet.width - inset, sheet.height - inset)
        drawn = list(extents(sheet.items))
        assert all(meet(area, page) == area for _, area in drawn if area[2] > area[0] and area[3] > area[1])
        placed = list(faces(sheet.items))
        for index, one in enumerate(placed):
            for two in placed[index + 1 :]:
                assert apart(one.trim, two.trim)
                assert apart(one.seen, two.trim), "bleed on a neighbour"
        # Marks, ruler and foot keep off the pieces and their bleed.
        around = [(item, area) for item, area in drawn if not isinstance(item, Rect) or item.fill == HOUSE.ink]
        around = [(item, area) for item, area in around if not isinstance(item, Text) or item.size > 2]
        assert around
        for item, area in around:
            for face in placed:
                assert distance(area, face.seen) > 0.01
                if isinstance(item, Line):
                    assert distance(area, face.trim) >= GAP - 0.01


@settings(max_examples=60, deadline=None)
@given(jobs(), papers, backs, flips)
def test_every_copy_is_printed_once(pieces: list[Piece], paper: Paper, how: str, flip: str) -> None:
    sheets = impose(pieces, Edition(paper, how, flip), FOOT)  # type: ignore[arg-type]
    printed = Counter(face.name for sheet in sheets for face in faces(sheet.items))
    wanted = Counter({piece.front.name: piece.copies for piece in pieces})
    if how != "none":
        wanted.update({piece.back.name: piece.copies for piece in pieces if piece.back})
    assert printed == wanted


@settings(max_examples=60, deadline=None)
@given(jobs(), papers, flips)
def test_backs_lie_behind_their_fronts(pieces: list[Piece], paper: Paper, flip: str) -> None:
    sheets = impose(pieces, Edition(paper, "duplex", flip), FOOT)  # type: ignore[arg-type]
    for front, back in zip(sheets, sheets[1:], strict=False):
        if not back.label.endswith("back"):
            continue
        assert front.label == back.label.removesuffix("back") + "front"
        upright = front.width < front.height
        sideways = (flip == "long") == upright
        seen = {}
        for face in faces(back.items):
            left, top, right, bottom = face.trim
            where = (back.width - right, top, back.width - left, bottom) if sideways else (left, back.height - bottom, right, back.height - top)
            up = face.up if sideways else (face.up[0], -face.up[1])
            seen[tuple(round(value, 2) + 0.0 for value in where)] = (face.name, up)
        for face in faces(front.items):
            behind = seen.pop(tuple(round(value, 2) + 0.0 for value in face.trim), None)
            assert behind is None or behind == (f"{face.name} back", (0.0, -1.0))
        assert not seen, "a back without its front"


@settings(max_examples=60, deadline=None)
@given(jobs(), papers)
def test_gutterfold_backs_meet_their_fronts(pieces: list[Piece], paper: Paper) -> None:
    for sheet in impose(pieces, Edition(paper, "gutterfold"), FOOT):
        axis = sheet.width / 2
        placed = list(faces(sheet.items))
        for back in (face for face in placed if face.name.endswith("back")):
            left, top, right, bottom = back.trim
            assert left > axis
            assert back.up == (0.0, -1.0)
            front = [face for face in placed if face.name == back.name.removesuffix(" back")]
            folded = (2 * axis - right, top, 2 * axis - left, bottom)
            assert any(face.trim == pytest.approx(folded, abs=0.01) for face in front)


@settings(max_examples=40, deadline=None)
@given(jobs(), papers, backs)
def test_a_run_can_be_cut_as_a_stack(pieces: list[Piece], paper: Paper, how: str) -> None:
    runs = defaultdict(list)
    for sheet in fronts(impose(pieces, Edition(paper, how), FOOT)):  # type: ignore[arg-type]
        first = next(faces(sheet.items))
        marks = [area for item, area in extents(sheet.items) if isinstance(item, Line) and item.line == THIN]
        runs[first.name.partition("-")[0]].append((sheet.trim, [tuple(round(value, 3) for value in mark) for mark in marks]))
    for sheets in runs.values():
        assert all(sheet == sheets[0] for sheet in sheets)


@given(st.floats(10, 90), st.floats(10, 120), st.floats(0, 3), papers, st.booleans())
def test_crop_marks_point_at_every_edge(width: float, height: float, bleed: float, paper: Paper, butted: bool) -> None:
    (sheet,) = impose([Piece(card("a", width, height, bleed), butted=butted)], Edition(paper), FOOT)
    (face,) = faces(sheet.items)
    lines = [area for item, area in extents(sheet.items) if isinstance(item, Line) and item.line == THIN]
    for edge in (face.trim[0], face.trim[2]):
        assert len([line for line in lines if line[0] == line[2] == pytest.approx(edge, abs=0.001)]) >= 2
    for edge in (face.trim[1], face.trim[3]):
        assert len([line for line in lines if line[1] == line[3] == pytest.approx(edge, abs=0.001)]) >= 2


def test_the_report_says_what_less_bleed_gains() -> None:
    poker = (63 * MM, 88 * MM)
    assert fit_report("poker", poker, PAPERS["letter"], 2 * MM) == "Letter, poker, 2 mm bleed: 6-up; with 1 mm 8-up; with none 9-up"
    assert fit_report("poker", poker, PAPERS["a4"], 3 * MM).startswith("A4, poker, 3 mm bleed: ")
    assert "9-up" not in fit_report("poker", poker, PAPERS["a4"], 3 * MM).partition(";")[0]
    assert fit_report("poster", (300 * MM, 400 * MM), PAPERS["a4"], 0.0) == "A4, poster, no bleed: does not fit"


@pytest.mark.parametrize(("paper", "bleed", "count"), [("a4", 1, 9), ("a4", 0, 9), ("letter", 0, 9), ("letter", 1, 8), ("a4", 2, 8)])
def test_poker_cards_on_a_sheet(paper: str, bleed: float, count: int) -> None:
    grid = fit((63 * MM, 88 * MM), PAPERS[paper], bleed * MM)
    assert grid is not None
    assert grid.count == count


def test_bleed_is_cut_where_asked_and_where_it_would_not_fit() -> None:
    def seen(sheet: Sheet) -> float:
        (face,) = faces(sheet.items)
        return (face.seen[2] - face.seen[0] - face.trim[2] + face.trim[0]) / 2 / MM

    (asked,) = impose([Piece(card("a", 63, 88, 3))], Edition(PAPERS["a4"], bleed=1), FOOT)
    assert (seen(asked), asked.bleed) == (pytest.approx(1), pytest.approx(MM))
    (tight,) = impose([Piece(card("a", 190, 200, 4))], Edition(PAPERS["a4"]), FOOT)
    assert 0 < seen(tight) < 4


def test_butted_counters_bleed_only_outside() -> None:
    pieces = [Piece(card(f"{number}", 15, 15, 1), butted=True) for number in range(30)]
    (sheet,) = impose(pieces, Edition(PAPERS["a4"], "none"), FOOT)
    placed = {face.name: face for face in faces(sheet.items)}
    assert placed["0"].seen[0] == pytest.approx(placed["0"].trim[0] - MM)
    assert placed["0"].seen[1] == pytest.approx(placed["0"].trim[1] - MM)
    assert placed["0"].seen[2] == pytest.approx(placed["0"].trim[2])
    assert placed["1"].trim[0] == pytest.approx(placed["0"].trim[2])


def test_a_piece_larger_than_the_paper_is_an_error_at_its_place() -> None:
    with pytest.raises(InputError) as caught:
        impose([Piece(card("map", 300, 400, 0))], Edition(PAPERS["a4"]), FOOT)
    (found,) = caught.value.diagnostics
    assert (found.code, str(found.span)) == ("E330", "cards.yaml:7:1")
    assert "'map' (300 × 400 mm) is too large for A4" in found.message


def keys(items: tuple[Item, ...]) -> list[str]:
    groups = [item for item in items if isinstance(item, Group)]
    return [key for group in groups for key in ([group.key] if group.clip else keys(group.items))]


def test_repeated_frames_share_a_key() -> None:
    back = card("poster", 63, 88, 2)
    pieces = [Piece(card("one", 63, 88, 2), back), Piece(card("two", 63, 88, 2), back, copies=2)]
    front, behind = impose(pieces, Edition(PAPERS["a4"]), FOOT)
    assert len(set(keys(behind.items))) == 1
    one, *two = keys(front.items)
    assert one == ""
    assert two[0] == two[1] != ""


def test_every_sheet_to_be_cut_has_a_ruler_of_100_mm() -> None:
    sheets = impose([Piece(card("a", 63, 88, 2), card("a back", 63, 88, 2), 20)], Edition(PAPERS["letter"]), FOOT)
    for sheet in sheets:
        lengths = [area[2] - area[0] for item, area in extents(sheet.items) if isinstance(item, Line)]
        assert max(lengths) == pytest.approx(283.465, abs=0.01)
    assert pytest.approx(283.4646, abs=0.0001) == RULER
    assert [sheet.label for sheet in sheets[:3]] == ["sheet 1 of 4, front", "sheet 1 of 4, back", "sheet 2 of 4, front"]


def test_whole_pages_keep_their_frame_and_gain_a_foot() -> None:
    board = Frame(595.28, 841.89, (Rect(20, 20, 100, 100, "#B3201F"),), name="board")
    (sheet,) = whole_pages([board], Edition(PAPERS["a4"]), FOOT)
    assert sheet.items[0] == board.items[0]
    assert (sheet.label, sheet.trim) == ("sheet 1 of 1", None)
    assert "print at 100 %" in describe(sheet)


def test_sheet_golden(golden: Callable[[str, str], None]) -> None:
    back = card("back", 63, 88, 2)
    sheets = impose([Piece(card(name, 63, 88, 2), back) for name in ("one", "two")], Edition(PAPERS["letter"], flip="short"), FOOT)
    golden("imposition.txt", "".join(describe(sheet) for sheet in sheets))
