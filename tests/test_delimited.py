"""CSV and TSV are read as spreadsheet programs write them, with the line and column of each cell."""

from __future__ import annotations

import csv
import io
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import InputError
from rcwkit.source.cells import SheetGrid, UnusableCell, delimited, text_of


def values(grid: SheetGrid) -> list[dict[int, object]]:
    return [{column: cell.value for column, cell in row.cells.items()} for row in grid.rows]


def refusal(text: str) -> str:
    with pytest.raises(InputError) as error:
        delimited(text, "a.csv")
    (found,) = error.value.diagnostics
    return f"{found.code} {found.span}"


@pytest.mark.parametrize(
    "text",
    [
        "id,name\nRa1,1 Army\n",
        "id;name\r\nRa1;1 Army\r\n",
        "id\tname\rRa1\t1 Army",
        "sep=;\nid;name\nRa1;1 Army",
        '"id","name"\n"Ra1","1 Army"',
        "id,name\n\n , \nRa1,1 Army\n\n",
    ],
)
def test_what_divides_cells_and_ends_lines_is_found_out(text: str) -> None:
    assert values(delimited(text, "a.csv")) == [{1: "id", 2: "name"}, {1: "Ra1", 2: "1 Army"}]


def test_a_tsv_file_is_divided_by_tabs_whatever_else_is_in_it() -> None:
    assert values(delimited("id\ttext\nA\tone, two, three; four", "a.tsv"))[1] == {1: "A", 2: "one, two, three; four"}


def test_the_mark_is_not_looked_for_within_quotes() -> None:
    assert values(delimited('"a;b;c;d",e\n1,2', "a.csv")) == [{1: "a;b;c;d", 2: "e"}, {1: "1", 2: "2"}]


def test_a_cell_in_quotes_may_have_quotes_marks_and_lines() -> None:
    grid = delimited('id,text\nA,"Say ""no"",\r\nand go."\nB,5" gun\n', "a.csv")
    assert values(grid)[1:] == [{1: "A", 2: 'Say "no",\nand go.'}, {1: "B", 2: '5" gun'}]
    assert [str(cell.span) for row in grid.rows for cell in row.cells.values()] == [
        "a.csv:1:1",
        "a.csv:1:4",
        "a.csv:2:1",
        "a.csv:2:3",
        "a.csv:4:1",
        "a.csv:4:3",
    ]


def test_places_are_those_of_an_editor() -> None:
    grid = delimited('sep=,\nid,text,more\nA,"one\ntwo",three\nB,"four",5\n', "a.csv")
    spans = [cell.span for row in grid.rows[1:] for cell in row.cells.values()]
    assert [tuple(span)[1:] for span in spans] == [(3, 1, 1), (3, 3, 1), (4, 6, 5), (5, 1, 1), (5, 3, 6), (5, 10, 1)]
    assert [row.span.line for row in grid.rows] == [2, 3, 5]
    assert [str(row.span) for row in delimited("id\nA", "a.csv").rows] == ["a.csv:1:1", "a.csv:2:1"]


def test_empty_cells_are_left_out_and_keep_their_column() -> None:
    grid = delimited("a,b,c,,\n,,3,  ,\n", "a.csv")
    assert values(grid) == [{1: "a", 2: "b", 3: "c"}, {3: "3"}]
    assert str(grid.rows[1].cells[3].span) == "a.csv:2:3"


def test_a_tab_within_quotes_is_a_space() -> None:
    assert values(delimited('a,b\n"x\ty",1', "a.csv"))[1] == {1: "x y", 2: "1"}


def test_a_quote_that_is_never_closed_is_shown_where_it_opens() -> None:
    assert refusal('id,text\nA,"one\nB,two\n') == "E283 a.csv:2:3"
    assert refusal('id,text\nA,"one" or two\n') == "E283 a.csv:2:3"


def test_a_control_character_is_refused_at_its_place() -> None:
    assert refusal("id,text\nA,x\0y") == "E119 a.csv:2:4"
    assert refusal("id,text\nA,\u202ex") == "E119 a.csv:2:3"
    assert refusal("\0") == "E119 a.csv:1:1"
    assert refusal("id,text\n\0") == "E119 a.csv:2:1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("=1+3", "a formula"),
        ("= -(2.5*2)", "a formula"),
        ('"=B2&"" to ""&C2"', "a formula"),
        ("=$B$2", "a formula"),
        ("=SUM(B2:B9)", "a formula"),
        ("#REF!", "the error #REF!"),
        ("#N/A ", "the error #N/A"),
        ("=", "="),
        ("=> back", "=> back"),
        ("= one step", "= one step"),
        ("=1", "=1"),
        ("#7", "#7"),
        ("#FF0000", "#FF0000"),
        (" =1+3", "=1+3"),
    ],
)
def test_formulas_and_errors_have_no_value(text: str, why: str) -> None:
    cell = delimited(f"id,attack\nA,{text}\n", "a.csv").rows[1].cells[2]
    assert text_of(cell.value) == why
    assert isinstance(cell.value, UnusableCell) == (why != text.strip())


def test_there_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal("a\n" + "x" * 20_001) == "E285 a.csv:2:1"
    assert refusal("," * 500 + "a") == "E285 a.csv:1:501"
    assert refusal("a\n" * 20_001) == "E285 a.csv:20001:1"
    monkeypatch.setattr("rcwkit.source.cells.CELLS", 3)
    assert refusal("a,b\n , \n") == "E285 a.csv:2:1"
    assert len(delimited("," * 100_000 + "\na", "a.csv").rows) == 1


CELL = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=' ",;\n'), max_size=6
).filter(lambda text: text[:1] not in ("=", "#"))


@given(
    st.lists(st.lists(CELL | st.sampled_from(["", " ", "\u00a0"]), min_size=2, max_size=6), min_size=1, max_size=4),
    st.sampled_from(",;\t"),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_it_reads_what_the_csv_module_writes(rows: list[list[str]], mark: str, quoting: Literal[0, 1]) -> None:
    file = io.StringIO()
    csv.writer(file, delimiter=mark, quoting=quoting).writerows([["a", "b"], *rows])
    expected = [{n: cell for n, cell in enumerate(row, 1) if cell.strip()} for row in rows]
    assert values(delimited(file.getvalue(), "a.csv"))[1:] == [row for row in expected if row]
