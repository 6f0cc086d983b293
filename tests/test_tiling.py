"""Pages tiled over sheets: all of them is shown at true scale, neighbours overlap, and marks stand where edges go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_support import describe
from rcwkit.frame import MM, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.sheets.paper import LARGE, PAPERS, Paper
from rcwkit.sheets.tiling import FOOT, MOST, OVERLAP, PLAN, SPILL, Tiling, named, tiled
from rcwkit.type.text import Setter
from tests_support import Golden

Area = tuple[float, float, float, float]


def page(width: float, height: float, bleed: float = 0.0) -> Frame:
    """Return a page in millimetres."""
    ground = Rect(-bleed * MM, -bleed * MM, (width + 2 * bleed) * MM, (height + 2 * bleed) * MM, "#E7DCC0")
    return Frame(width * MM, height * MM, (ground,), bleed * MM, "map", "maps.yaml:3")


def window(board: Frame) -> tuple[Area, tuple[float, float]]:
    """Return what a sheet shows of the page, and where the corner of the page lies on the sheet."""
    whole = next(item for item in board.items if isinstance(item, Group) and item.key)
    assert whole.clip is not None
    assert (whole.scale, whole.rotate) == (1.0, 0.0)
    left, top, width, height = whole.clip
    return (left, top, left + width, top + height), (whole.x, whole.y)


def lines(items: tuple[Item, ...], *, upright: bool) -> set[float]:
    """Return the places of all vertical lines, or of all horizontal ones."""
    found = [item for item in items if isinstance(item, Line)]
    return {round(one.x1 if upright else one.y1, 2) for one in found if (one.x1 == one.x2) == upright}


def parts(boards: tuple[Frame, ...]) -> dict[str, Frame]:
    """Return the sheets by their name, without a plan of its own."""
    return {one.name.removeprefix("map "): one for one in boards if not one.name.endswith("plan")}


@given(
    width=st.floats(30, 1500),
    height=st.floats(30, 1500),
    bleed=st.sampled_from([0.0, 2.0, 3.0]),
    paper=st.sampled_from([*PAPERS.values(), *LARGE.values()]),
)
def test_all_is_shown_and_within_the_printable_area(width: float, height: float, bleed: float, paper: Paper) -> None:
    frame, setter = page(width, height, bleed), Setter()
    boards = tiled(frame, paper, setter)
    if not boards:
        assert [one.code for one in setter.found] == ["E330"]
        return
    assert not setter.found
    tiling = Tiling.of(frame, paper)
    shown = {name: window(board) for name, board in parts(boards).items()}
    assert len(shown) == tiling.columns * tiling.rows <= MOST
    for board in boards:
        assert {round(board.width / MM, 1), round(board.height / MM, 1)} == {paper.width, paper.height}
    for (left, top, right, bottom), (x, y) in shown.values():
        inset = paper.margin * MM
        assert min(x + left, y + top) >= inset
        assert x + right <= tiling.sheet[0] - inset
        assert y + bottom <= tiling.sheet[1] - inset - FOOT
    lefts, tops = ({area[side] for area, _ in shown.values()} for side in (0, 1))
    rights, bottoms = ({area[side] for area, _ in shown.values()} for side in (2, 3))
    for starts, ends, whole in ((lefts, rights, frame.width), (tops, bottoms, frame.height)):
        assert (min(starts), max(ends)) == pytest.approx((-bleed * MM, whole + bleed * MM))
        for start, end in zip(sorted(starts)[1:], sorted(ends), strict=False):
            # The strip that is covered, and a little more for the cut.
            assert end - start == pytest.approx(OVERLAP + SPILL)


def test_a_page_that_fits_is_alone_on_its_sheet_without_names() -> None:
    (board,) = tiled(page(190, 270), PAPERS["a4"], Setter())
    assert not [item for item in board.items if isinstance(item, Text)]
    _, (x, y) = window(board)
    assert lines(board.items, upright=True) == {round(x, 2), round(x + 190 * MM, 2)}
    assert lines(board.items, upright=False) == {round(y, 2), round(y + 270 * MM, 2)}
    assert len(tiled(page(191.1, 273), PAPERS["a4"], Setter())) == 2


def test_the_largest_page_of_one_sheet_leaves_room_for_margins_marks_and_foot() -> None:
    for paper in (*PAPERS.values(), *LARGE.values()):
        border = 2 * (paper.margin + 1.5 + 3)
        assert len(tiled(page(paper.width - border, paper.height - border - 5), paper, Setter())) == 1
        assert len(tiled(page(paper.width - border + 0.1, paper.height - border - 5), paper, Setter())) > 1


def test_inner_edges_are_cut_on_one_sheet_and_pointed_at_on_the_other() -> None:
    sheets = parts(tiled(page(420, 297, 2), PAPERS["a4"], Setter()))
    assert list(sheets) == ["A1", "A2", "B1", "B2"]
    (seam, _, _, _), (x, _) = window(sheets["A2"])
    seam += SPILL
    assert round(x + seam, 2) in lines(sheets["A2"].items, upright=True)
    (_, (left, _)) = window(sheets["A1"])
    assert round(left + seam, 2) in lines(sheets["A1"].items, upright=True)
    tips = {round(min(at for at, _ in one.points) - left - seam, 2) for one in arrows(sheets["A1"], upright=True)}
    assert tips == {round(0.15 * MM, 2)}
    assert not arrows(sheets["A2"], upright=True)
    assert arrows(sheets["A2"], upright=False)
    assert not arrows(sheets["B2"], upright=False)


def arrows(board: Frame, *, upright: bool) -> list[Polygon]:
    """Return the arrows that point left, at an upright seam, or up."""
    found = [item for item in board.items if isinstance(item, Polygon)]
    return [one for one in found if (one.points[1][0] == one.points[2][0]) == upright]


def test_each_sheet_has_its_name_in_its_corners_and_those_of_its_neighbours_in_its_strips() -> None:
    sheets = parts(tiled(page(420, 297), PAPERS["a4"], Setter()))
    for name, others in (("A2", ["B2"]), ("B1", ["B2"]), ("B2", [])):
        texts = [item.text for item in sheets[name].items if isinstance(item, Text)]
        assert sorted(texts) == sorted([name] * 4 + others)
    assert [named(0, 0), named(1, 11), named(25, 0), named(26, 0), named(52, 2)] == ["A1", "B12", "Z1", "AA1", "BA3"]


def test_the_plan_stands_beside_the_first_part_or_on_a_page_of_its_own() -> None:
    paper = PAPERS["a4"]
    for width, height, alone in ((300, 180, False), (420, 297, False), (560, 268, True)):
        frame, setter = page(width, height), Setter()
        boards = tiled(frame, paper, setter)
        assert not setter.found
        assert (boards[0].name == "map plan") == alone
        texts = [item.text for item in boards[0].items if isinstance(item, Text)]
        assert "ASSEMBLY" in texts
        free = Tiling.of(frame, paper).beside()
        assert (free is None) == alone
        if free is not None:
            assert free.width >= PLAN[0]
            assert free.height >= PLAN[1]
            (small,) = (item for item in boards[0].items if isinstance(item, Group) and item.scale < 1)
            assert small.x + small.scale * frame.width <= free.x + free.width
            assert small.y + small.scale * frame.height <= free.y + free.height


@pytest.mark.parametrize("turned", [False, True])
def test_two_sheets_without_room_for_a_plan_say_in_their_strip_what_to_do(turned: bool) -> None:
    """Bug: a page that fills two sheets took a third, for a plan of two halves."""
    size = (180, 500) if turned else (373, 268)
    boards = tiled(page(*size), PAPERS["a4"], Setter())
    assert [one.name for one in boards] == ["map A1", "map A2" if not turned else "map B1"]
    said = [
        (item.text, one.rotate)
        for one in boards[0].items
        if isinstance(one, Group)
        for item in one.items
        if isinstance(item, Text) and "strip" in item.text
    ]
    told = "Cut the other sheet at its marks and glue it over this strip, up to the arrows."
    assert said == [(told, 0 if turned else 90)]


def test_steps_that_a_single_row_does_not_need_are_left_out() -> None:
    def steps(width: float, height: float) -> set[str]:
        board = tiled(page(width, height), PAPERS["a4"], Setter())[0]
        return {item.text for item in board.items if isinstance(item, Text)} & {"1", "2", "3"}

    assert (steps(300, 180), steps(420, 297)) == ({"1", "2"}, {"1", "2", "3"})


def test_a_page_of_too_many_sheets_is_refused_at_its_place() -> None:
    setter = Setter()
    assert tiled(page(4000, 4000), PAPERS["a4"], setter) == ()
    (one,) = setter.found
    assert (one.code, str(one.span)) == ("E330", "maps.yaml:3:1")
    assert one.message == "'map' (4000 × 4000 mm) takes 345 sheets of A4, more than 100"


def test_sheets_are_as_few_as_either_way_of_turning_the_paper_allows() -> None:
    paper = PAPERS["a4"]
    tall, wide = Tiling.of(page(180, 500), paper), Tiling.of(page(500, 180), paper)
    assert ((tall.columns, tall.rows), tall.sheet[0] < tall.sheet[1]) == ((1, 2), True)
    assert ((wide.columns, wide.rows), wide.sheet[0] < wide.sheet[1]) == ((2, 1), False)


def test_tiles_golden(golden: Golden) -> None:
    boards = tiled(page(300, 180, 2), PAPERS["a4"], Setter())
    golden("tiling.txt", "".join(describe(board) for board in boards))
