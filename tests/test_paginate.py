"""Parts of a document on its sheets: which go on below the one before them, and what then stands on the sheet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from generator.draw.paginate import JOIN, Area, Plan, joined, limit, rebuild
from generator.layout.columns import Band, Page

ROOM = 260.0


def part(*, turned: bool = False) -> Any:
    return ElementTree.fromstring(f'<article class="{"turned" if turned else "upright"}"><h1/><div class="blocks"/><footer/></article>')


def plan(used: float, pages: int = 1, room: float = ROOM) -> Plan:
    """How much of its last page a part uses, and on how many pages it lies."""
    return Plan("normal", (Page(()),) * pages, 180.0, used, room, (), lambda share: pages)


UPRIGHT, TURNED = part(), part(turned=True)
HALF = ROOM / 2

# (parts with their plans, which of them go on below the one before)
SHEETS = [
    ([(UPRIGHT, plan(10))], [False]),
    ([(UPRIGHT, plan(100)), (UPRIGHT, plan(100))], [False, True]),
    # A part needs its height and the distance from the part above, to the last millimetre.
    ([(UPRIGHT, plan(HALF)), (UPRIGHT, plan(HALF - JOIN))], [False, True]),
    ([(UPRIGHT, plan(HALF)), (UPRIGHT, plan(HALF - JOIN + 0.01))], [False, False]),
    # What is left is what the parts above leave, their distances too.
    ([(UPRIGHT, plan(100)), (UPRIGHT, plan(100)), (UPRIGHT, plan(60 - 2 * JOIN))], [False, True, True]),
    ([(UPRIGHT, plan(100)), (UPRIGHT, plan(100)), (UPRIGHT, plan(60 - 2 * JOIN + 0.01))], [False, True, False]),
    # One that begins a sheet leaves what is free on that.
    ([(UPRIGHT, plan(200)), (UPRIGHT, plan(100)), (UPRIGHT, plan(100))], [False, False, True]),
    # One of several pages never goes on below another, but another below its last.
    ([(UPRIGHT, plan(10)), (UPRIGHT, plan(10, pages=2))], [False, False]),
    ([(UPRIGHT, plan(10, pages=3)), (UPRIGHT, plan(100))], [False, True]),
    ([(UPRIGHT, plan(10)), (UPRIGHT, plan(0, pages=0))], [False, True]),
    # Turned paper is for one part alone.
    ([(UPRIGHT, plan(10)), (TURNED, plan(10))], [False, False]),
    ([(TURNED, plan(10)), (UPRIGHT, plan(10))], [False, False]),
    ([(TURNED, plan(10)), (TURNED, plan(10))], [False, False]),
    ([(UPRIGHT, plan(10)), (TURNED, plan(10)), (UPRIGHT, plan(10)), (UPRIGHT, plan(10))], [False, False, False, True]),
]


@pytest.mark.parametrize(("sheets", "wanted"), SHEETS, ids=range(len(SHEETS)))
def test_a_short_part_goes_on_below_another_where_there_is_room(sheets: list[tuple[Any, Plan]], wanted: list[bool]) -> None:
    assert joined([part for part, _ in sheets], [planned for _, planned in sheets]) == wanted


@pytest.mark.parametrize(("joins", "kind", "foot"), [(False, "sheet opening", True), (True, "joined", False)])
def test_one_foot_stands_on_a_sheet_of_several_parts(joins: bool, kind: str, foot: bool) -> None:
    below = part()
    rebuild(below, plan(10), joins=joins)
    (sheet,) = below
    assert sheet.get("class") == kind
    assert [element.tag for element in sheet] == ["h1", *(["footer"] if foot else [])]
    assert below.get("class") == "upright normal"


def test_a_sheet_that_goes_on_has_no_title() -> None:
    long = ElementTree.fromstring('<article><h1/><div class="blocks"><p/><p/></div></article>')
    pages = tuple(Page((Band(((index,),), 20.0),)) for index in range(2))
    rebuild(long, Plan("normal", pages, 180.0, 20.0, ROOM, (None, None), lambda share: 2))
    assert [(sheet.get("class"), [element.tag for element in sheet]) for sheet in long] == [
        ("sheet opening", ["h1", "div"]),
        ("sheet following", ["div"]),
    ]


def test_turned_paper_swaps_width_and_height_within_its_margins() -> None:
    area = Area.within((210.0, 297.0), (13.0, 14.0, 15.0))
    assert area.of(UPRIGHT) == (210 - 28, 297 - 28)
    assert area.of(TURNED) == (297 - 28, 210 - 28)


def test_only_a_bounded_part_has_a_limit_of_pages() -> None:
    assert limit(UPRIGHT) == 0
    assert limit(ElementTree.fromstring('<article data-pages="2"/>')) == 2


def test_a_plan_counts_blocks_that_are_divided_as_sheets() -> None:
    planned = Plan("normal", (Page(()),) * 2, 180.0, 65.0, ROOM, (SimpleNamespace(), None, None), lambda share: 2)
    assert (planned.divided, planned.sheets, planned.fill) == (2, 4, 0.25)
