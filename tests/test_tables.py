"""Tables: column widths, merged cells and parts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Copy, Letters, copy
from rcwkit.document.tables import Cell, Edge, Table, table
from rcwkit.frame import Group, Item, Line, Rect, Text
from rcwkit.type.text import Setter
from sheets_support import extents

SETTER = Setter()
SMALL = Letters(8, "#000000")


def words(text: str) -> Copy:
    return copy(SETTER, (text, SMALL))


def rows_of(texts: list[list[str]]) -> list[list[Cell]]:
    return [[Cell(words(text)) for text in row] for row in texts]


def texts(items: tuple[Item, ...]) -> list[str]:
    """Return all drawn words, in order."""
    found = []
    for item in items:
        found += texts(item.items) if isinstance(item, Group) else [item.text] if isinstance(item, Text) else []
    return found


def widths(made: Table) -> list[float]:
    return [right - left for left, right in pairwise(made.lefts)]


text = st.lists(st.sampled_from(["a", "of", "corps", "armies", "withdrawal", "15.13"]), min_size=1, max_size=12).map(
    " ".join
)
grids = st.integers(1, 5).flatmap(
    lambda count: st.lists(st.lists(text, min_size=count, max_size=count), min_size=1, max_size=12)
)


@given(grids, st.floats(300, 600))
def test_no_word_runs_out_of_its_column(grid: list[list[str]], width: float) -> None:
    made = table(rows_of(grid), width)
    assert all(spot.lines.width <= widths(made)[spot.column] + 0.02 for spot in made.spots)


@st.composite
def merged(draw: st.DrawFn) -> list[list[Cell]]:
    """Draw rows of three columns in which some cells span rows, under a row of heads with one over two columns."""
    count = draw(st.integers(1, 12))
    rows: list[list[Cell]] = [[] for _ in range(count)]
    for column in range(3):
        row = 0
        while row < count:
            span = min(draw(st.integers(1, 4)), count - row)
            rows[row].append(Cell(words(f"{column}.{row} {draw(text)}"), rows=span))
            row += span
    head = [Cell(words("head"), role="TH"), Cell(words("over two"), columns=2, role="TH")]
    return [head, *rows]


@given(merged())
def test_cells_cover_the_table_once(rows: list[list[Cell]]) -> None:
    made = table(rows, 400, heads=1)
    taken = [
        (spot.row + down, spot.column + right)
        for spot in made.spots
        for down in range(spot.cell.rows)
        for right in range(spot.cell.columns)
    ]
    assert sorted(taken) == [(row, column) for row in range(len(rows)) for column in range(3)]


@given(merged(), st.floats(20, 200))
def test_a_cut_table_has_every_row_once_in_parts_no_higher_than_allowed(rows: list[list[Cell]], room: float) -> None:
    made = table(rows, 400, heads=1)
    parts = made.cut(room)
    assert [row for first, last in parts for row in range(first, last)] == list(range(len(rows) - 1))
    for first, last in parts:
        assert made.part(first, last).height <= room + 0.01 or last == first + 1


@given(merged())
def test_merged_cells_continue_in_every_part_under_the_heads(rows: list[list[Cell]]) -> None:
    made = table(rows, 400, heads=1)
    for number in range(len(rows) - 1):
        drawn = texts(made.part(number, number + 1).items)
        assert "head" in drawn
        shown = [spot.cell for spot in made.spots if spot.row <= number + 1 < spot.row + spot.cell.rows]
        assert len(shown) == 3
        assert all(cell.words.atoms[0].parts[0].text in " ".join(drawn) for cell in shown)


@given(merged())
def test_a_row_is_as_high_as_its_contents(rows: list[list[Cell]]) -> None:
    made = table(rows, 400, heads=1)
    shown, count = made._shown(0, None)
    heights = made._heights(shown, count)
    assert all(sum(heights[one.begin : one.begin + one.rows]) >= one.spot.height - 0.01 for one in shown)


def test_no_last_row_is_alone() -> None:
    made = table(rows_of([["one"]] * 5), 100)
    high = made.height(0, 1)
    assert made.cut(4 * high + 0.1) == [(0, 3), (3, 5)]
    assert made.cut(1.5 * high) == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]


def test_columns_are_widened_where_that_saves_lines() -> None:
    long = "a sentence of some length, which wants room to be read"
    made = table(rows_of([[long, "short"], ["word", "a few words more"], [long, "–"]]), 260)
    assert {spot.lines.height for spot in made.spots if spot.column == 1} == {1.15 * 8}


def test_a_word_wider_than_its_column_is_reported_at_its_place() -> None:
    setter = Setter()
    table([[Cell(copy(setter, ("Withdrawal", SMALL)), at=Span("a.yaml", 7))]], 20)
    (found,) = setter.found
    assert (found.code, found.span.line) == ("E310", 7)
    assert "'Withdrawal'" in found.message


def test_turned_words_save_width() -> None:
    upright, turned = (Cell(words("Impassable"), turned=turned).widths[0] for turned in (False, True))
    assert turned < upright / 3
    made = table([[Cell(words("Impassable"), turned=True)]], 20)
    assert made.height() == pytest.approx(words("Impassable").most)


def test_neighbouring_grounds_and_rules_are_drawn_as_one() -> None:
    cell = Cell(words("x"), ground="#112233", edges=(Edge("under", "#000000", 0.5),))
    slab = table([[cell, cell, cell._replace(ground="#445566")]], 90).part()
    assert [(item.fill, round(item.width)) for item in slab.items if isinstance(item, Rect)] == [
        ("#112233", 60),
        ("#445566", 30),
    ]
    (rule,) = (item for item in slab.items if isinstance(item, Line))
    assert (rule.x1, rule.x2) == pytest.approx((0, 90))


def test_rows_and_heads_are_read_aloud_as_such() -> None:
    made = table([[Cell(words("Card"), role="TH")], [Cell(words("R1"))]], 50, heads=1)
    rows = [item for item in made.part().items if isinstance(item, Group)]
    assert [(row.role, [cell.role for cell in row.items if isinstance(cell, Group)]) for row in rows] == [
        ("TR", ["TH"]),
        ("TR", ["TD"]),
    ]


def test_a_cell_to_write_in_is_a_field_over_all_of_it() -> None:
    blank = Cell(words(""), least=(30, 17), write="Die: 1")
    slab = table([[Cell(words("1")), blank]], 100).part()
    (field,) = slab.fields
    assert (field.said, field.kind, field.height) == ("Die: 1", "write", 17)
    assert field.x + field.width == pytest.approx(100)


def test_a_line_to_write_on_is_a_field_where_it_is_drawn() -> None:
    tall = Cell(words("a b c d e f"), least=(0, 60))
    slab = table([[tall, Cell(words("Turn ____"), pad=(4, 6))]], 120).part()
    (field,) = slab.fields
    (area,) = (area for item, area in extents(slab.items) if isinstance(item, Text) and "____" in item.text)
    assert field.y < area[3] < field.y + field.height + 4
    assert area[0] < field.x and field.x + field.width == pytest.approx(area[2], abs=0.5)


def test_rows_beside_one_merged_cell_stay_together() -> None:
    """Bug: two rows of a group of five stood alone on the next page."""
    groups = [[Cell(words(f"group {number}"), rows=5)] for number in range(4)]
    rows = [[*(groups[row // 5] if row % 5 == 0 else []), Cell(words(f"row {row}"))] for row in range(20)]
    made = table([[Cell(words("head")), Cell(words("head"))], *rows], 200.0, heads=1)
    assert made.cut(made.height(0, 18)) == [(0, 15), (15, 20)]
    assert made.cut(made.height(0, 10)) == [(0, 10), (10, 20)]
    assert made.cut(made.height(0, 7)) == [(0, 5), (5, 10), (10, 15), (15, 20)]
    assert made.cut(made.height(0, 4)) == [(0, 4), (4, 8), (8, 10), (10, 14), (14, 18), (18, 20)]


def test_columns_may_have_widths_of_their_own() -> None:
    assert widths(table(rows_of([["withdrawal of armies", "a"]]), 500, across=(30, 70))) == pytest.approx([30, 70])


def test_a_cell_paints_its_ground_where_it_stands_and_as_large_as_it_is() -> None:
    painted = Cell(words("b"), least=(0.0, 25.0), paint=lambda width, high: [Rect(0, 0, width, high, "#123456")])
    slab = table([*rows_of([["a", "a"]]), [Cell(words("a")), painted]], 100, across=(40, 60)).part()
    (area,) = [area for item, area in extents(slab.items) if isinstance(item, Rect)]
    assert area == pytest.approx((40, slab.height - 25, 100, slab.height))


def test_words_that_drop_make_their_cell_higher() -> None:
    def top(cell: Cell) -> tuple[float, float]:
        slab = table([[cell]], 100).part()
        return next(area[1] for item, area in extents(slab.items) if isinstance(item, Text)), slab.height

    usual, low = top(Cell(words("a"))), top(Cell(words("a"), drop=6.0))
    assert low == pytest.approx((usual[0] + 6, usual[1] + 6))
