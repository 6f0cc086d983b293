"""Sheets that can be cut: nothing overlaps or leaves the page, no copy is lost, every back lies behind its front."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import InputError, Span
from rcwkit.frame import MM, Frame, Group, Item, Line, Polygon, Rect, Sheet, Text
from rcwkit.sheets.imposition import (
    CutPiece,
    above_pieces,
    fit_notes,
    free_area,
    gang,
    impose,
    run_grid,
    runs,
    whole_pages,
)
from rcwkit.sheets.marks import BAND, RULER, THIN, ruler
from rcwkit.sheets.paper import COUNTERS, GAP, PAPERS, Edition, Paper, Printer
from sheets_support import FOOT, Area, Placed, apart, behind, card, distance, extents, faces, meet
from tests_support import Golden


@st.composite
def jobs(draw: st.DrawFn) -> list[CutPiece]:
    """Draw cards and counters of one to three sizes."""
    pieces = []
    for size in range(draw(st.integers(1, 3))):
        width, height, bleed = (
            draw(st.floats(10, 90)),
            draw(st.floats(10, 120)),
            draw(st.sampled_from([0, 0.5, 1, 2, 3])),
        )
        butted = draw(st.booleans())
        for number in range(draw(st.integers(1, 4))):
            name = f"{size}-{number}"
            back = card(f"{name} back", width, height, bleed) if draw(st.booleans()) else None
            pieces.append(CutPiece(card(name, width, height, bleed), back, draw(st.integers(1, 15)), butted))
    return pieces


papers = st.sampled_from(list(PAPERS.values()))
backs = st.sampled_from(["duplex", "gutterfold", "sheets", "none"])
flips = st.sampled_from(["long", "short"])


def fronts(sheets: list[Sheet]) -> list[Sheet]:
    return [sheet for sheet in sheets if "back" not in sheet.label]


FOLDED = [CutPiece(card("wide", 90, 10, 1), card("wide back", 90, 10, 1))]
"""Its bleed was on the fold."""


@settings(max_examples=60)
@given(jobs(), papers, backs, flips, st.sampled_from(["front", "cutter"]))
@example(FOLDED, PAPERS["a4"], "gutterfold", "long", "cutter")
def test_nothing_overlaps_or_leaves_the_printable_area(
    pieces: list[CutPiece], paper: Paper, how: str, flip: str, marks: str
) -> None:
    for sheet in impose(pieces, Edition(paper, how, flip, marks=marks), FOOT):  # type: ignore[arg-type]
        inset = paper.margin * MM - 0.01
        page = (inset, inset, sheet.width - inset, sheet.height - inset)
        drawn = list(extents(sheet.items))
        assert all(meet(area, page) == area for _, area in drawn if area[2] > area[0] and area[3] > area[1])
        placed = list(faces(sheet.items))
        for index, one in enumerate(placed):
            for two in placed[index + 1 :]:
                assert apart(one.trim, two.trim)
                assert apart(one.seen, two.trim), "bleed on a neighbour"
        # Marks, ruler and foot keep clear of the pieces and their bleed.
        inked = (HOUSE.ink, "#000000")
        around = [(item, area) for item, area in drawn if not isinstance(item, Rect) or item.fill in inked]
        around = [(item, area) for item, area in around if not isinstance(item, Text) or item.size > 2]
        assert around
        for item, area in around:
            for face in placed:
                assert distance(area, face.seen) > 0.01
                if isinstance(item, Line):
                    assert distance(area, face.trim) >= GAP - 0.01


@settings(max_examples=40)
@given(jobs(), papers, backs)
def test_a_run_can_be_cut_as_a_stack(pieces: list[CutPiece], paper: Paper, how: str) -> None:
    runs = defaultdict(list)
    for sheet in fronts(impose(pieces, Edition(paper, how), FOOT)):  # type: ignore[arg-type]
        first = next(faces(sheet.items))
        marks = [area for item, area in extents(sheet.items) if isinstance(item, Line) and item.line == THIN]
        runs[first.name.partition("-")[0]].append(
            (sheet.trim, [tuple(round(value, 3) for value in mark) for mark in marks])
        )
    for sheets in runs.values():
        assert all(sheet == sheets[0] for sheet in sheets)


@pytest.mark.parametrize(("count", "columns", "rows"), [(1, 1, 1), (3, 3, 1), (15, 14, 2), (29, 14, 3)])
def test_nothing_is_cut_where_a_single_sheet_has_no_pieces(count: int, columns: int, rows: int) -> None:
    (sheet,) = impose([CutPiece(card("a", 20, 20, 0), None, count, butted=True)], Edition(PAPERS["a4"]), FOOT)
    assert sheet.trim is not None
    left, top, width, height = sheet.trim
    assert (width, height) == pytest.approx((columns * 20 * MM, rows * 20 * MM))
    lines = [area for item, area in extents(sheet.items) if isinstance(item, Line) and item.line == THIN]
    across = {round((x - left) / MM, 2) for x, low, end, _ in lines if x == end and low < top + height + 3 * MM}
    assert across == {20.0 * number for number in range(columns + 1)}


@given(st.floats(10, 90), st.floats(10, 120), st.floats(0, 3), papers, st.booleans())
def test_crop_marks_point_at_every_edge(width: float, height: float, bleed: float, paper: Paper, butted: bool) -> None:
    (sheet,) = impose([CutPiece(card("a", width, height, bleed), butted=butted)], Edition(paper), FOOT)
    (face,) = faces(sheet.items)
    lines = [area for item, area in extents(sheet.items) if isinstance(item, Line) and item.line == THIN]
    for edge in (face.trim[0], face.trim[2]):
        assert len([line for line in lines if line[0] == line[2] == pytest.approx(edge, abs=0.001)]) >= 2
    for edge in (face.trim[1], face.trim[3]):
        assert len([line for line in lines if line[1] == line[3] == pytest.approx(edge, abs=0.001)]) >= 2


def test_bleed_is_cut_where_asked_and_where_it_would_not_fit() -> None:
    def seen(sheet: Sheet) -> float:
        (face,) = faces(sheet.items)
        return (face.seen[2] - face.seen[0] - face.trim[2] + face.trim[0]) / 2 / MM

    (asked,) = impose([CutPiece(card("a", 63, 88, 3))], Edition(PAPERS["a4"], bleed=1), FOOT)
    assert (seen(asked), asked.bleed) == pytest.approx((1, MM))
    (tight,) = impose([CutPiece(card("a", 190, 200, 4))], Edition(PAPERS["a4"]), FOOT)
    assert 0 < seen(tight) < 4


def clipped(items: tuple[Item, ...]) -> list[Group]:
    """Return the groups that are clipped to a shape, in the order of drawing."""
    groups = [item for item in items if isinstance(item, Group)]
    return [one for group in groups for one in ([group] if group.within else clipped(group.items))]


@pytest.mark.parametrize(("butted", "bleed", "shown"), [(True, 2, (2, 0)), (False, 2, (2,)), (True, 0, (0,))])
def test_hexes_are_clipped_to_their_shape_and_lie_above_the_bleed_of_others(
    butted: bool, bleed: float, shown: tuple[float, ...]
) -> None:
    width, height = 40.0, 30.0
    front = card("a", width, height, bleed)._replace(shape="hex")
    (sheet,) = impose([CutPiece(front, copies=3, butted=butted)], Edition(PAPERS["a4"], "none"), FOOT)
    groups = clipped(sheet.items)
    assert len(groups) == 3 * len(shown)
    for index, group in enumerate(groups):
        down = shown[index // 3]
        across = down * width / height
        xs, ys = zip(*(group.within or ()), strict=True)
        found = (min(xs) / MM, max(xs) / MM, min(ys) / MM, max(ys) / MM)
        assert found == pytest.approx((-across, width + across, -down, height + down))
        assert group.items == front.items


def test_butted_counters_bleed_only_outside() -> None:
    pieces = [CutPiece(card(f"{number}", 15, 15, 1), butted=True) for number in range(30)]
    (sheet,) = impose(pieces, Edition(PAPERS["a4"], "none"), FOOT)
    placed = {face.name: face for face in faces(sheet.items)}
    assert placed["0"].seen[0] == pytest.approx(placed["0"].trim[0] - MM)
    assert placed["0"].seen[1] == pytest.approx(placed["0"].trim[1] - MM)
    assert placed["0"].seen[2] == pytest.approx(placed["0"].trim[2])
    assert placed["1"].trim[0] == pytest.approx(placed["0"].trim[2])


def test_the_last_counters_of_a_row_and_of_a_sheet_bleed_where_no_piece_is() -> None:
    """Where a row ends early, counters above it bleed downwards, and its last one to the right."""
    pieces = [CutPiece(card(f"{number}", 15, 15, 1), butted=True) for number in range(20)]
    (sheet,) = impose(pieces, Edition(PAPERS["a4"], "none"), FOOT)
    placed = {face.name: face for face in faces(sheet.items)}
    lowest = max(face.trim[1] for face in placed.values())
    columns = sum(face.trim[1] < lowest for face in placed.values())
    last, above = placed["19"], placed[f"{20 - columns}"]
    assert above.trim[0] == pytest.approx(last.trim[2])
    assert above.seen[3] == pytest.approx(above.trim[3] + MM)
    assert last.seen[2] == pytest.approx(last.trim[2] + MM)
    assert above.seen[0] == pytest.approx(above.trim[0])


def test_a_piece_larger_than_the_paper_is_an_error_at_its_place() -> None:
    with pytest.raises(InputError) as caught:
        impose([CutPiece(card("map", 300, 400, 0))], Edition(PAPERS["a4"]), FOOT)
    (found,) = caught.value.diagnostics
    assert (found.code, str(found.span)) == ("E330", "cards.yaml:7:1")
    assert "'map' (300 × 400 mm) is too large for A4" in found.message


def keys(items: tuple[Item, ...]) -> list[str]:
    groups = [item for item in items if isinstance(item, Group)]
    return [key for group in groups for key in ([group.key] if group.clip else keys(group.items))]


def test_repeated_frames_share_a_key() -> None:
    back = card("poster", 63, 88, 2)
    pieces = [CutPiece(card("one", 63, 88, 2), back), CutPiece(card("two", 63, 88, 2), back, copies=2)]
    front, behind = impose(pieces, Edition(PAPERS["a4"]), FOOT)
    assert len(set(keys(behind.items))) == 1
    one, *two = keys(front.items)
    assert one == ""
    assert two[0] == two[1] != ""


def test_every_sheet_to_be_cut_has_a_ruler_of_100_mm() -> None:
    sheets = impose([CutPiece(card("a", 63, 88, 2), card("a back", 63, 88, 2), 20)], Edition(PAPERS["letter"]), FOOT)
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


def test_a_board_with_a_ruler_of_its_own_gets_no_scale() -> None:
    def lines(board: Frame) -> int:
        (sheet,) = whole_pages([board], Edition(PAPERS["a4"]), FOOT)
        return sum(
            isinstance(item, Line) and item.x2 - item.x1 == pytest.approx(RULER) for item, _ in extents(sheet.items)
        )

    bar = Group(ruler(FOOT.theme, FOOT.fonts), 50, 700)
    assert (lines(Frame(595.28, 841.89, ())), lines(Frame(595.28, 841.89, (bar,)))) == (1, 1)


def test_boards_are_scaled_for_a_printer() -> None:
    board = Frame(595.28, 841.89, (Rect(0, 0, 595.28, 841.89),))
    (sheet,) = whole_pages([board], Edition(PAPERS["a4"], printer=Printer("office", scale=98.0)), FOOT)
    (_, (left, top, right, bottom)), *_ = extents(sheet.items)
    assert ((right - left) * 0.98, (left + right) / 2) == pytest.approx((595.28, 595.28 / 2))
    assert ((bottom - top) * 0.98, (top + bottom) / 2) == pytest.approx((841.89, 841.89 / 2))


def test_backs_to_be_glued_come_after_all_fronts_with_marks_of_their_own() -> None:
    pieces = [CutPiece(card("a", 63, 88, 2), card("a back", 63, 88, 2), 20), CutPiece(card("b", 63, 88, 2))]
    sheets = impose(pieces, Edition(PAPERS["a4"], "sheets"), FOOT)
    assert [sheet.label.partition(" of ")[2] for sheet in sheets] == ["3, front"] * 3 + ["3, back to glue"] * 3

    def marks(sheet: Sheet) -> set[tuple[float, ...]]:
        return {
            tuple(round(v, 1) for v in area)
            for item, area in extents(sheet.items)
            if isinstance(item, Line) and area[1] < sheet.height - 33
        }

    for front, back in zip(sheets[:3], sheets[3:], strict=True):
        assert marks(front)
        mirrored = {(front.width - x2, y1, front.width - x1, y2) for x1, y1, x2, y2 in marks(front)}
        assert all(
            min(max(abs(a - b) for a, b in zip(one, other, strict=True)) for other in mirrored) < 0.15
            for one in marks(back)
        )
        assert len(mirrored) == len(marks(back))
        numbers = [
            item.text
            for item, _ in extents(back.items)
            if isinstance(item, Text) and item.text.isdigit() and item.size < 5
        ]
        assert numbers == [], "the order of cuts stands on the fronts"


def test_backs_have_marks_on_request_where_those_of_their_fronts_show_through() -> None:
    pieces = [CutPiece(card("a", 63, 88, 1), card("a back", 63, 88, 1), 5)]

    def marks(sheet: Sheet) -> set[Area]:
        return {
            area
            for item, area in extents(sheet.items)
            if isinstance(item, Line) and item.line == THIN and area[3] < sheet.height - 33
        }

    assert not marks(impose(pieces, Edition(PAPERS["a4"]), FOOT)[1])
    front, back = impose(pieces, Edition(PAPERS["a4"], marks="both"), FOOT)
    through = {behind(back, Placed("", area, area, (0.0, -1.0)), "long").trim for area in marks(back)}
    assert len(through) > 10
    assert all(
        any(max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.01 for other in marks(front))
        for one in through
    )


def test_counters_of_all_sizes_are_printed_in_one_kit() -> None:
    pieces = [CutPiece(card(name, edge, edge, 1), copies=5, butted=True) for name, edge in COUNTERS.items()]
    sheets = impose(pieces, Edition(PAPERS["letter"], "none"), FOOT)
    assert len(sheets) == len(COUNTERS)
    for sheet, edge in zip(sheets, COUNTERS.values(), strict=True):
        assert {round((face.trim[2] - face.trim[0]) / MM, 3) for face in faces(sheet.items)} == {round(edge, 3)}


def test_outlines_and_corners_are_drawn_on_fronts_alone() -> None:
    pieces = [CutPiece(card("a", 63, 88, 2), card("a back", 63, 88, 2), 4)]

    def shapes(**how: bool) -> list[tuple[int, int]]:
        sheets = impose(pieces, Edition(PAPERS["a4"], **how), FOOT)  # type: ignore[arg-type]
        drawn = [[item for item, _ in extents(sheet.items)] for sheet in sheets]
        return [
            (
                sum(isinstance(i, Rect) and i.stroke == HOUSE.page for i in items),
                sum(isinstance(i, Polygon) and not i.closed for i in items),
            )
            for items in drawn
        ]

    assert shapes() == [(0, 0), (0, 0)]
    assert shapes(outline=True) == [(4, 0), (0, 0)]
    assert shapes(corners=True) == [(0, 32), (0, 0)]
    assert shapes(outline=True, corners=True) == [(4, 0), (0, 0)]


def test_bleed_gives_way_where_that_brings_many_more_unless_it_is_asked_for() -> None:
    pieces = [CutPiece(card("a", 63, 88, 2), card("a back", 63, 88, 2), 4)]
    letter = PAPERS["letter"]
    assert len(impose(pieces, Edition(letter, "gutterfold"), FOOT)) == 1
    assert len(impose(pieces, Edition(letter, "gutterfold", bleed=2.0), FOOT)) == 2
    (note,) = fit_notes(pieces, Edition(letter, "gutterfold"))
    assert note.message == "Letter, poker, 2 mm bleed: 2-up; with 1 mm 4-up; printed with 1 mm"
    # Eight instead of six is not much of a gain.
    assert len(impose([pieces[0]._replace(copies=8)], Edition(letter), FOOT)) == 4


def test_notes_tell_where_less_bleed_saves_sheets() -> None:
    cards, counters = CutPiece(card("a", 63, 88, 2), copies=9), CutPiece(card("b", 15.875, 15.875, 1), butted=True)

    def notes(*pieces: CutPiece, bleed: float | None = None) -> list[str]:
        return [note.message for note in fit_notes(pieces, Edition(PAPERS["letter"], "none", bleed=bleed))]

    less = "Letter, poker, 2 mm bleed: 6-up; with 1 mm 8-up; with none 9-up"
    assert notes(cards, counters) == [f"{less}; 1 sheet fewer"]
    assert notes(cards._replace(copies=55)) == [f"{less}; 3 sheets fewer"]
    assert notes(cards, bleed=1) == ["Letter, poker, 1 mm bleed: 8-up; with none 9-up; 1 sheet fewer"]
    assert notes(cards, bleed=0) == []
    assert notes(cards._replace(copies=6)) == notes(cards._replace(copies=10)) == [], "as many sheets with less"
    (tight,) = notes(CutPiece(card("c", 190, 200, 6)))
    assert tight.startswith("Letter, 190 × 200 mm, 6 mm bleed: does not fit; with")
    assert "; printed with " in tight


def test_sheet_golden(golden: Golden) -> None:
    back = card("back", 63, 88, 2)
    sheets = impose(
        [CutPiece(card(name, 63, 88, 2), back) for name in ("one", "two")],
        Edition(PAPERS["letter"], flip="short"),
        FOOT,
    )
    golden("imposition.txt", "".join(describe(sheet) for sheet in sheets))


FAULTY = Printer("office", (0.5, -0.25), 99.0)
WIDE, TALL = (110, 85, 2), (140, 90, 2)
"""Return cards of two sizes for A4: landscape with the foot below, and portrait with the foot on the left."""


def two(width: float, height: float, bleed: float) -> list[CutPiece]:
    """Return a card with a back, and one without."""
    return [
        CutPiece(card("a", width, height, bleed), card("a back", width, height, bleed)),
        CutPiece(card("b", width, height, bleed)),
    ]


def test_corners_are_rounder_on_cards_than_on_counters() -> None:
    def radius(**how: bool) -> float:
        (sheet,) = impose([CutPiece(card("a", 20, 20, 1), **how)], Edition(PAPERS["a4"], corners=True), FOOT)  # type: ignore[arg-type]
        (corner, *_) = [area for item, area in extents(sheet.items) if isinstance(item, Polygon)]
        return (corner[2] - corner[0]) / MM

    assert (radius(), radius(butted=True)) == pytest.approx((3, 1), abs=0.01)


def test_boards_golden(golden: Golden) -> None:
    ruled = Frame(595.28, 841.89, (Group(ruler(FOOT.theme, FOOT.fonts), 50, 700),))
    other = Frame(841.89, 595.28, (Group((Rect(0, 0, 9, 9, "#B3201F"),), 50, 50),))
    golden(
        "imposition/boards.txt",
        "".join(describe(sheet) for sheet in whole_pages([ruled, other], Edition(PAPERS["a4"]), FOOT)),
    )


@pytest.mark.parametrize(("width", "share"), [(184, 1.0), (186, 0.75), (189, 0.5), (192, 0.25), (194, 0.0)])
def test_bleed_gives_way_by_quarters_until_a_piece_fits(width: float, share: float) -> None:
    grid = run_grid([CutPiece(card("a", width, 200, 6))], Edition(PAPERS["a4"]))
    assert (grid.count, grid.bleed / MM) == pytest.approx((1, 6 * share))


def test_slightly_less_bleed_is_reported_too() -> None:
    (note,) = fit_notes([CutPiece(card("a", 92, 150, 1.3))], Edition(PAPERS["a4"]))
    assert note.message == "A4, 92 × 150 mm, 1.3 mm bleed: 2-up; with 1 mm 3-up; printed with 1 mm"
    assert (note.code, str(note.span)) == ("N330", "cards.yaml:7:1")


def test_what_fits_is_said_where_the_size_is_given() -> None:
    sized = Span("decks.yaml", 3, 7)
    (note,) = fit_notes([CutPiece(card("a", 92, 150, 1.3), sized=sized)], Edition(PAPERS["a4"]))
    assert note.span == sized


def test_sizes_that_differ_by_rounding_are_one_run() -> None:
    """Lengths are in points: a hundredth is far below what can be seen."""
    one, other, third = (
        card("a", 20, 20, 1)._replace(width=width, height=height)
        for width, height in ((50.001, 60), (50, 60.004), (50, 60.02))
    )
    assert [
        len(run) for run in runs([CutPiece(one), CutPiece(other), CutPiece(third), CutPiece(one, butted=True)])
    ] == [2, 1, 1]


def test_the_widest_bleed_of_a_run_is_kept_for_all() -> None:
    bled = [CutPiece(card("a", 20, 20, 1)), CutPiece(card("b", 20, 20, 0), card("b back", 20, 20, 3))]
    assert run_grid(bled, Edition(PAPERS["a4"])).bleed == pytest.approx(3 * MM)


def test_only_pieces_with_backs_are_folded() -> None:
    front = CutPiece(card("a", 63, 88, 2))
    grids = [
        run_grid(run, Edition(PAPERS["a4"], "gutterfold"))
        for run in ([front], [front, front._replace(back=front.front)])
    ]
    assert [grid.fold is None for grid in grids] == [True, False]


def test_marks_end_at_the_fold() -> None:
    (sheet,) = impose(
        [CutPiece(card("a", 92, 63, 2), card("a back", 92, 63, 2))], Edition(PAPERS["a4"], "gutterfold"), FOOT
    )
    across = [
        area
        for item, area in extents(sheet.items)
        if isinstance(item, Line) and item.line == THIN and item.y1 == item.y2
    ]
    fold = PAPERS["a4"].width * MM / 2
    assert [area[2] for area in across if area[0] < fold < area[2] - 0.01 and area[1] < sheet.height - 33] == []
    assert any(area[2] == pytest.approx(fold) for area in across)


def test_wide_pages_are_turned_only_where_a_printers_backs_are_moved() -> None:
    def upright(pieces: list[CutPiece], **how: object) -> list[bool]:
        return [sheet.width < sheet.height for sheet in impose(pieces, Edition(PAPERS["a4"], **how), FOOT)]  # type: ignore[arg-type]

    backed, plain = two(*WIDE), two(*WIDE)[1:]
    assert upright(backed, printer=FAULTY) == [True, True]
    assert upright(plain, printer=FAULTY) == [False]
    assert upright(backed, printer=FAULTY, backs="sheets") == [False, False]
    assert upright(backed) == [False, False]


@pytest.mark.parametrize(("off", "moved"), [((0.5, 0.0), (1, 0)), ((0.0, 0.5), (0, 1)), ((0.5, 0.5), (1, 1))])
def test_backs_are_moved_against_a_printers_fault(off: tuple[float, float], moved: tuple[int, int]) -> None:
    def back(printer: Printer) -> Area:
        (face,) = faces(impose(two(*TALL)[:1], Edition(PAPERS["a4"], printer=printer), FOOT)[1].items)
        return face.trim

    still, shifted = back(Printer("exact", (0.0, 0.0), 100.0)), back(Printer("office", off, 100.0))
    assert [abs(shifted[side] - still[side]) / MM for side in (0, 1)] == pytest.approx([0.5 * side for side in moved])


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_room_for_marks_lies_beside_the_foot_and_is_mirrored_behind(size: tuple[float, float, float]) -> None:
    grid = run_grid(two(*size), Edition(PAPERS["a4"]))
    (width, height), inset = grid.page, grid.margin
    left, top, right, bottom = free_area(grid)
    assert free_area(grid, behind=True) == pytest.approx((width - right, top, width - left, bottom))
    foot = (0, BAND) if size == WIDE else (BAND, 0)
    assert (left, top, right, bottom) == pytest.approx(
        (inset + foot[0], inset, width - inset, height - inset - foot[1])
    )


@pytest.mark.parametrize("count", range(1, 15))
@pytest.mark.parametrize("every", [1, 2, 3], ids=["all have backs", "half", "a third"])
def test_touching_pieces_bleed_only_where_no_other_is_near(count: int, every: int) -> None:
    """Over a corner only beside a piece, towards which there is none: four to a row, where some have no backs."""
    pieces = [
        CutPiece(
            card(f"{number}", 40, 40, 2), None if number % every else card(f"{number} back", 40, 40, 2), butted=True
        )
        for number in range(count)
    ]
    for sheet in impose(pieces, Edition(PAPERS["a4"]), FOOT):
        placed = list(faces(sheet.items))
        for one in placed:
            left, top, right, bottom = one.trim
            reach = 2 * MM
            across, down = (left - reach, left, right, right + reach), (top - reach, top, bottom, bottom + reach)

            def there(
                column: int,
                row: int,
                *,
                one: Placed = one,
                placed: list[Placed] = placed,
                across: Area = across,
                down: Area = down,
            ) -> bool:
                """Return whether a piece reaches into a part of the ground around this one: -1, 0 or 1 each way."""
                part = (across[column + 1], down[row + 1], across[column + 2], down[row + 2])
                return any(not apart(part, other.trim) for other in placed if other is not one)

            for side, (column, row) in enumerate(((-1, 0), (0, -1), (1, 0), (0, 1))):
                over = [(aside, 0) if row else (0, aside) for aside in (-1, 1)]
                near = there(column, row) or any(there(column + x, row + y) and not there(x, y) for x, y in over)
                assert abs(one.seen[side] - one.trim[side]) == pytest.approx(0 if near else reach), (one.name, side)


@pytest.mark.parametrize(
    ("name", "size", "edition"),
    [
        ("duplex-long-wide", WIDE, Edition(PAPERS["a4"])),
        ("duplex-short-tall", TALL, Edition(PAPERS["a4"], flip="short", marks="both")),
        ("duplex-long-wide-printer", WIDE, Edition(PAPERS["a4"], printer=FAULTY)),
        ("duplex-short-wide-printer", WIDE, Edition(PAPERS["a4"], flip="short", printer=FAULTY)),
        ("duplex-tall-printer", TALL, Edition(PAPERS["a4"], printer=FAULTY, marks="both")),
        ("sheets-letter", (120, 100, 0), Edition(PAPERS["letter"], "sheets", outline=True)),
        ("sheets-printer", TALL, Edition(PAPERS["a4"], "sheets", printer=FAULTY)),
        ("gutterfold", (88, 63, 2), Edition(PAPERS["a4"], "gutterfold", corners=True)),
        ("none-bleed", TALL, Edition(PAPERS["a4"], "none", bleed=1)),
    ],
)
def test_ways_of_printing_golden(golden: Golden, name: str, size: tuple[float, float, float], edition: Edition) -> None:
    golden(f"imposition/{name}.txt", "".join(describe(sheet) for sheet in impose(two(*size), edition, FOOT)))


def test_few_pieces_share_the_page_of_a_board() -> None:
    pieces = [CutPiece(card("a", 15, 15, 0), card("a back", 15, 15, 0), 14, butted=True)]

    def lower(height: float, pages: int) -> list[Frame]:
        free.append(height)
        return [board._replace(items=(Rect(0, 0, 100, board.height - height, "#000000"),))]

    free: list[float] = []
    board = Frame(210 * MM, 297 * MM, (), name="board")
    front, back = above_pieces([board], lower, pieces, Edition(PAPERS["a4"]), FOOT)
    placed, behind = ([one.trim for one in faces(sheet.items)] for sheet in (front, back))
    assert len(placed) == len(behind) == 14 and back.behind
    assert [line[0] for line in front.cuts] == [pytest.approx((left, top)) for left, top, _, _ in placed]
    assert not back.cuts
    assert min(top for _, top, _, _ in placed) > front.height - free[-1] - 8 * MM
    assert max(bottom for _, _, _, bottom in placed) < front.height - 10 * MM
    mirrored = sorted((round(front.width - right, 2), round(top, 2)) for _, top, right, _ in behind)
    assert mirrored == sorted((round(left, 2), round(top, 2)) for left, top, _, _ in placed)


def test_two_boards_are_printed_on_both_sides_over_pieces_and_their_backs() -> None:
    """Bug: the page behind a board had nothing but a strip of backs."""
    pieces = [CutPiece(card("a", 15, 15, 0), card("a back", 15, 15, 0), 14, butted=True)]
    board = Frame(210 * MM, 297 * MM, (), name="board")

    def lower(height: float, pages: int) -> list[Frame]:
        shown = [Rect(0, 0, 100 + at, board.height - height, "#000000") for at in range(2)]
        return [board._replace(items=(one,)) for one in shown]

    front, back = above_pieces([board] * 2, lower, pieces, Edition(PAPERS["a4"]), FOOT)
    for width, sheet in ((100, front), (101, back)):
        assert [item.width for item in sheet.items if isinstance(item, Rect)][:1] == [width]
        tops = [one.trim[1] for one in faces(sheet.items)]
        assert len(tops) == 14 and min(tops) > 230 * MM
    assert back.behind and not front.behind and front.label == "sheet 1 of 1"


def test_behind_a_board_is_a_cover_over_the_backs() -> None:
    """Boards of one page are used together, and so are not parted."""
    pieces = [CutPiece(card("a", 15, 15, 0), card("a back", 15, 15, 0), 14, butted=True)]
    board = Frame(210 * MM, 297 * MM, (), name="board")
    asked: list[int] = []

    def lower(_: float, pages: int) -> list[Frame]:
        asked.append(pages)
        return [board]

    _, back = above_pieces([board], lower, pieces, Edition(PAPERS["a4"]), FOOT)
    placed = [*faces(back.items)]
    covers = [one for one in back.items if isinstance(one, Group) and one.clip and one.clip[2] > 60 * MM]
    assert len(placed) == 14 and covers and set(asked) == {0}
    assert all(one.y + one.clip[3] < min(face.trim[1] for face in placed) for one in covers if one.clip)


def test_kinds_of_pieces_above_a_foot_lie_in_one_row_each_without_numbers_on_it() -> None:
    pieces = [CutPiece(card(name, 12, 12, 0), None, 5, butted=True) for name in "abcdef"]
    board = Frame(297 * MM, 210 * MM, (), name="board")
    (sheet,) = above_pieces([board], lambda *_: [board], pieces, Edition(PAPERS["a4"]), FOOT)
    rows = defaultdict(list)
    for face in faces(sheet.items):
        rows[round(face.trim[1])].append(face.name)
    assert list(rows.values()) == [[*"aaaaabbbbbccccc"], [*"dddddeeeeefffff"]]
    low = max(face.trim[3] for face in faces(sheet.items))
    said = [(item.text, area[1]) for item, area in extents(sheet.items) if isinstance(item, Text)]
    assert {str(number) for number in range(1, 20)} <= {text for text, _ in said}
    assert not [text for text, top in said if top > low and text.isdecimal()]


@pytest.mark.parametrize("how", ["gutterfold", "sheets"])
def test_backs_to_fold_or_glue_need_sheets_of_their_own(how: str) -> None:
    board = Frame(210 * MM, 297 * MM, (), name="board")
    pieces = [CutPiece(card("a", 15, 15, 0), card("a back", 15, 15, 0), 4, butted=True)]
    assert above_pieces([board], lambda *_: [board], pieces, Edition(PAPERS["a4"], how), FOOT) == []  # type: ignore[arg-type]
    assert (
        above_pieces([board], lambda _, pages: [] if pages else [board, board], pieces, Edition(PAPERS["a4"]), FOOT)
        == []
    )
    many = [pieces[0]._replace(copies=200)]
    assert above_pieces([board], lambda *_: [board], many, Edition(PAPERS["a4"]), FOOT) == []


def test_a_cutter_has_registration_marks_on_fronts_and_no_crop_marks() -> None:
    edition = Edition(PAPERS["a4"], marks="cutter")
    one = CutPiece(card("a", 63.5, 88.9, 1), card("a back", 63.5, 88.9, 1), 8)
    front, back = impose([one], edition, FOOT)
    marks = [item for item in front.items if isinstance(item, Rect | Polygon)]
    at = [10 * MM, 10 * MM, front.width - 10 * MM, front.height - 10 * MM]
    assert (len(front.cuts), [type(mark) for mark in marks]) == (8, [Rect, Polygon, Polygon])
    square, right, low = marks
    assert isinstance(square, Rect) and isinstance(right, Polygon) and isinstance(low, Polygon)
    assert (square.x, square.y, right.points[1], low.points[1]) == (*at[:2], (at[2], at[1]), (at[0], at[3]))
    assert not [item for item in (*front.items, *back.items) if isinstance(item, Line)]
    assert not [item for item in back.items if isinstance(item, Rect | Polygon)]
    shared = gang([one, CutPiece(card("b", 20, 20, 1), None, 3, True)], edition, FOOT)
    assert [len(sheet.cuts) for sheet in shared] == [8, 0, 3]


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize(
    "edition",
    [
        Edition(PAPERS["a4"], printer=FAULTY),
        Edition(PAPERS["tabloid"], "gutterfold", corners=True),
        Edition(PAPERS["a3"], "sheets", printer=Printer("wide", (0.0, 0.0), 101.0)),
    ],
    ids=["moved", "folded", "scaled"],
)
def test_cuts_are_the_trims_of_the_fronts_wherever_these_come_out_on_paper(
    size: tuple[float, float, float], edition: Edition
) -> None:
    sheets = impose(two(*size), edition, FOOT)
    assert all(not sheet.cuts for sheet in sheets if "back" in sheet.label)
    for sheet in fronts(sheets):
        placed: list[tuple[float, ...]] = [one.trim for one in faces(sheet.items)]
        if edition.printer:
            # It prints everything smaller or larger about the middle of the page.
            middle, printed = (sheet.width / 2, sheet.height / 2) * 2, 1 / edition.printer.factor
            placed = [tuple(m + (at - m) * printed for m, at in zip(middle, area, strict=True)) for area in placed]
        if edition.backs == "gutterfold":
            placed = [area for area in placed if area[2] < sheet.width / 2]
        cut = [
            tuple(side(point[axis] for point in line) for side in (min, max) for axis in (0, 1)) for line in sheet.cuts
        ]
        assert len(cut) == len(placed) > 0
        for found, wanted in zip(cut, placed, strict=True):
            assert found == pytest.approx(wanted, abs=0.01)
        assert {len(line) for line in sheet.cuts} == {36 if edition.corners else 4}
