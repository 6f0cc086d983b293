"""Random jobs can be cut and line up, on any paper, from an exact printer or a faulty one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from faults_support import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rcwkit.frame import MM, Item, Line, Sheet
from rcwkit.sheets.imposition import CutPiece, gang, impose
from rcwkit.sheets.marks import RULER
from rcwkit.sheets.paper import COUNTERS, PAPERS, Edition, Printer
from rcwkit.source.patterns import CARDS
from sheets_support import FOOT, Area, Placed, apart, behind, card, extents, faces, printed

SIZES = [
    *CARDS.values(),
    *((edge, edge) for edge in COUNTERS.values()),
    (12.0, 12.0),
    (40.5, 90.25),
    (120.0, 100.0),
    (86.0, 30.0),
]
runs = st.tuples(
    st.sampled_from(SIZES),
    st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0]),
    st.booleans(),
    st.integers(0, 3),
    st.integers(1, 12),
)
readings = st.integers(-12, 12).map(lambda steps: steps * 0.25)
printers = st.one_of(
    st.none(),
    st.builds(Printer, st.just("office"), st.tuples(readings, readings), st.integers(970, 1030).map(lambda s: s / 10)),
)
editions = st.builds(
    Edition,
    st.sampled_from(list(PAPERS.values())),
    st.sampled_from(["duplex", "duplex", "gutterfold", "sheets", "none"]),
    st.sampled_from(["long", "short"]),
    st.sampled_from([None, None, 0.0, 1.0, 1.5]),
    st.booleans(),
    st.booleans(),
    printers,
    st.sampled_from(["front", "front", "both"]),
)


Run = tuple[tuple[float, float], float, bool, int, int]


def made(job: Sequence[Run]) -> list[CutPiece]:
    """Draw pieces: of each size one with a back, one without, or both."""
    pieces = []
    for run, ((width, height), bleed, butted, kinds, copies) in enumerate(job):
        for number in range(1 + kinds // 2):
            name = f"{run}-{number}"
            back = card(f"{name} back", width, height, bleed) if (kinds + number) % 2 else None
            pieces.append(CutPiece(card(name, width, height, bleed), back, copies + number, butted))
    return pieces


@pytest.mark.row("L3", many(2000, 200))
@settings(max_examples=many(2000, 200), suppress_health_check=list(HealthCheck))
@given(st.lists(runs, min_size=1, max_size=3), editions, st.sampled_from([impose, impose, gang]))
def test_every_job_can_be_cut_and_lines_up(
    job: list[Run], edition: Edition, lay_out: Callable[..., list[Sheet]]
) -> None:
    pieces = made(job)
    sheets = lay_out(pieces, edition, FOOT)
    placed = [list(faces(sheet.items)) for sheet in sheets]
    for sheet, found in zip(sheets, placed, strict=True):
        drawn = list(extents(sheet.items))
        stays_on_the_paper(sheet, drawn, edition)
        nothing_overlaps(found)
        the_ruler_is_true(drawn, edition)
    wanted = Counter({piece.front.name: piece.copies for piece in pieces})
    if edition.backs != "none":
        wanted.update({piece.back.name: piece.copies for piece in pieces if piece.back})
    assert Counter(face.name for found in placed for face in found) == wanted
    backs_lie_behind(sheets, placed, edition)


def stays_on_the_paper(sheet: Sheet, drawn: list[tuple[Item, Area]], edition: Edition) -> None:
    paper = edition.paper
    assert sorted((sheet.width, sheet.height)) == pytest.approx(sorted((paper.width * MM, paper.height * MM)))
    inset = paper.margin * MM - 0.01
    right, bottom = sheet.width - inset, sheet.height - inset
    for _, (x1, y1, x2, y2) in drawn:
        assert x1 > inset and y1 > inset and x2 < right and y2 < bottom


def nothing_overlaps(placed: list[Placed]) -> None:
    for index, one in enumerate(placed):
        for two in placed[index + 1 :]:
            assert apart(one.trim, two.seen) and apart(one.seen, two.trim)


def the_ruler_is_true(drawn: list[tuple[Item, Area]], edition: Edition) -> None:
    lines = [area for item, area in drawn if isinstance(item, Line) and abs(item.x2 - item.x1 - RULER) < 1e-6]
    assert lines
    (left, top, right, bottom), *_ = lines
    scale = edition.printer.scale / 100 if edition.printer else 1.0
    assert max(right - left, bottom - top) * scale == pytest.approx(283.465, abs=0.01)


def backs_lie_behind(sheets: list[Sheet], placed: list[list[Placed]], edition: Edition) -> None:
    """Assert this for the paper that comes out of the printer, with all its errors."""
    scale = edition.printer.scale if edition.printer else 100.0
    off = (edition.printer.back[0] * MM, edition.printer.back[1] * MM) if edition.printer else (0.0, 0.0)
    fronts = {
        sheet.label.removesuffix(", front"): found
        for sheet, found in zip(sheets, placed, strict=True)
        if "back" not in sheet.label
    }
    for sheet, found in zip(sheets, placed, strict=True):
        if "back" in sheet.label:
            name = sheet.label.partition(", back")[0]
            if edition.backs == "duplex":
                backs = [(behind(sheet, face, edition.flip), off) for face in found]
            else:
                backs = [
                    (behind(sheet, face, "long" if sheet.width < sheet.height else "short"), (0.0, 0.0))
                    for face in found
                ]
            match(
                sheet,
                fronts[name],
                [(face.name, printed(sheet, face.trim, scale, by), face.up) for face, by in backs],
                scale,
            )
        elif edition.backs == "gutterfold":
            half = sheet.width / 2
            folded = [
                (face.name, (2 * half - face.trim[2], face.trim[1], 2 * half - face.trim[0], face.trim[3]), face.up)
                for face in found
            ]
            match(
                sheet,
                found,
                [(name, printed(sheet, trim, scale), up) for name, trim, up in folded if name.endswith("back")],
                scale,
            )


def match(sheet: Sheet, fronts: list[Placed], backs: list[tuple[str, Area, tuple[float, float]]], scale: float) -> None:
    """Assert that every back lies behind its own front, the same way up, at true size."""
    where = {corner(printed(sheet, face.trim, scale)): face for face in fronts if not face.name.endswith("back")}
    for name, area, up in backs:
        near = [corner((area[0] + x, area[1] + y, 0, 0)) for x in (-0.04, 0, 0.04) for y in (-0.04, 0, 0.04)]
        front = next((where[spot] for spot in near if spot in where), None)
        assert front is not None, f"{name} lies behind nothing"
        assert name == f"{front.name} back"
        assert up == front.up
        there = printed(sheet, front.trim, scale)
        assert area == pytest.approx(there, abs=0.02)


def corner(area: Area) -> tuple[float, float]:
    return round(area[0], 1) + 0.0, round(area[1], 1) + 0.0


def test_pieces_come_out_in_their_size() -> None:
    """A printer that prints 3 % too small gets a drawing that much larger."""
    for scale in (97.0, 99.4, 100.0, 103.0):
        edition = Edition(PAPERS["a4"], printer=Printer("office", (0.5, -0.5), scale))
        front, back = impose([CutPiece(card("a", 63, 88, 2), card("a back", 63, 88, 2))], edition, FOOT)
        for sheet in (front, back):
            (face,) = faces(sheet.items)
            sides = sorted((face.trim[2] - face.trim[0], face.trim[3] - face.trim[1]))
            assert [side * scale / 100 for side in sides] == pytest.approx([63 * MM, 88 * MM], abs=0.001)
            assert sheet.width < sheet.height, "pages are printed upright, so that it is known where the backs move"
            assert sheet.trim is not None
            left, top, width, height = sheet.trim
            assert left - 0.01 < face.trim[0] < face.trim[2] < left + width + 0.01
            assert top - 0.01 < face.trim[1] < face.trim[3] < top + height + 0.01
