"""The test sheet measures a printer's errors, and its profile corrects exactly those."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import HOUSE
from rcwkit.cli import main
from rcwkit.frame import MM, Circle, Line, Rect, Sheet, Text
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import PAPERS, Printer
from rcwkit.sheets.tiling import FARTHEST, STEP
from rcwkit.sheets.tiling import test_sheet as calibration_sheet
from rcwkit.source.language import ENGLISH
from sheets_support import FONTS, Area, Placed, behind, distance, extents, meet, printed
from tests_support import Golden, text_of

readings = st.integers(-10, 10).map(lambda steps: steps * STEP)
papers = st.sampled_from(list(PAPERS))
flips = st.sampled_from(["long", "short"])


def vernier(sheets: list[Sheet], flip: str, printer: Printer, axis: int) -> float:
    """Return the reading on this printer's sheet held against the light: the number at the pair of lines that meets."""
    front, back = sheets
    mine = [printed(front, area, printer.scale) for area in _ticks(front, THIN, axis)]
    off = printer.back[0] * MM, printer.back[1] * MM
    theirs = [
        printed(back, behind(back, Placed("", area, area, (0.0, -1.0)), flip).trim, printer.scale, off)
        for area in _ticks(back, 2 * THIN, axis)
    ]
    # The scale ends at its axis; other lines of that kind (crosses, bars) do not.
    end = (3, 2)[axis]
    axes = Counter(round(area[end], 1) for area in mine)
    scale = sorted(area[axis] for area in mine if round(area[end], 1) == axes.most_common(1)[0][0])
    lines = sorted(area[axis] for area in theirs)
    count = round(2 * FARTHEST / STEP) + 1
    assert (len(scale), len(lines)) == (count, count)
    (best, step), (second, _), *_ = sorted((abs(one - two) / MM, a) for a, one in enumerate(scale) for two in lines)
    assert best < 0.1 < second, "only one pair meets"
    return step * STEP - FARTHEST


def _ticks(sheet: Sheet, line: float, axis: int) -> list[Area]:
    """Return the vertical lines (axis 0) or horizontal lines (axis 1) of a thickness."""
    return [
        area
        for item, area in extents(sheet.items)
        if isinstance(item, Line) and item.line == line and abs(area[axis] - area[axis + 2]) < 0.01
    ]


@given(papers, flips, st.tuples(readings, readings), st.integers(980, 1020).map(lambda s: s / 10))
def test_the_lines_that_meet_tell_how_far_the_back_is_off(
    paper: str, flip: str, back: tuple[float, float], scale: float
) -> None:
    printer = Printer("office", back, scale)
    sheets = calibration_sheet(PAPERS[paper], flip, HOUSE, FONTS)  # type: ignore[arg-type]
    for axis in (0, 1):
        assert vernier(sheets, flip, printer, axis) == pytest.approx(back[axis], abs=0.01)


@given(papers, flips, st.tuples(readings, readings), st.integers(980, 1020).map(lambda s: s / 10))
def test_a_corrected_sheet_reads_nought(paper: str, flip: str, back: tuple[float, float], scale: float) -> None:
    printer = Printer("office", back, scale)
    sheets = calibration_sheet(PAPERS[paper], flip, HOUSE, FONTS, printer)  # type: ignore[arg-type]
    for axis in (0, 1):
        assert vernier(sheets, flip, printer, axis) == 0.0


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_can_be_printed_and_crosses_lie_in_rings(paper: str) -> None:
    front, back = calibration_sheet(PAPERS[paper], "long", HOUSE, FONTS)
    inset = PAPERS[paper].margin * MM
    page = (inset, inset, front.width - inset, front.height - inset)
    for sheet in (front, back):
        assert all(meet(area, page) == area for _, area in extents(sheet.items))
    rings = [area for item, area in extents(back.items) if isinstance(item, Circle)]
    for left, top, right, bottom in rings:
        x, y = back.width - (left + right) / 2, (top + bottom) / 2
        spot = (x - 0.01, y - 0.01, x + 0.01, y + 0.01)
        crossing = [area for item, area in extents(front.items) if isinstance(item, Line) and distance(area, spot) == 0]
        assert len(crossing) == 2
    assert len(rings) == 4


def test_bars_are_100_and_150_mm_and_read_the_scale() -> None:
    front, _ = calibration_sheet(PAPERS["a4"], "long", HOUSE, FONTS)
    blocks = [
        area
        for item, area in extents(front.items)
        if isinstance(item, Rect) and item.fill == HOUSE.ink and item.stroke is None
    ]
    level = sorted(area for area in blocks if area[2] - area[0] > area[3] - area[1])
    start = level[0][0]
    assert [round((area[0] - start) / MM, 3) for area in level] == [0, 20, 40, 60, 80, 100, 120, 140]
    # A printer at 99 % turns what was drawn at 150 / 0.99 into the 150 mm of a ruler.
    ticks = sorted(
        area[0]
        for item, area in extents(front.items)
        if isinstance(item, Line) and abs(area[3] - area[1] - 1.6 * MM) < 0.01
    )
    drawn = [(place - start) / MM for place in ticks if place - start > 140 * MM]
    assert [round(15000 / place, 1) for place in drawn] == [103 - step / 2 for step in range(13)]
    shown = [item.text for item, _ in extents(front.items) if isinstance(item, Text)]
    assert shown.count("99") == 2


def test_profiles_say_what_they_correct() -> None:
    assert Printer("office", (0.75, -0.25), 99.4).said(ENGLISH) == "office: backs +0.75, −0.25 mm; 99.4 %"
    assert Printer("exact").said(ENGLISH) == "exact: backs 0, 0 mm; 100 %"


def test_large_faults_take_more_margin() -> None:
    a4 = PAPERS["a4"]
    assert Printer("exact").paper(a4, True) == a4
    assert Printer("near", (1.5, -1.5)).paper(a4, True) == a4
    assert Printer("far", (3.0, 0.0)).paper(a4, True).margin == pytest.approx(a4.margin + 1.25)
    assert Printer("far", (3.0, 0.0)).paper(a4, False) == a4
    assert Printer("small", scale=99.0).paper(a4, True).margin > a4.margin
    assert Printer("large", scale=101.0).paper(a4, True) == a4


def test_sheet_golden(golden: Golden) -> None:
    sheets = calibration_sheet(PAPERS["letter"], "short", HOUSE, FONTS)
    golden("calibration.txt", "".join(describe(sheet) for sheet in sheets))


def test_the_command_draws_the_sheet_in_a_language(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    result = CliRunner().invoke(main, ["calibrate", "--out", str(out), "--language", "de"])
    assert result.exit_code == 0, result.output
    assert "KALIBRIERUNG" in text_of(out.read_bytes())
    assert "CALIBRATION" not in text_of(out.read_bytes())
