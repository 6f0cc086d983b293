"""XLSX and ODS are read as spreadsheet programs write them: values, not formulas; dates and errors are told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.source.cells import SheetGrid, UnusableCell
from rcwkit.source.sheets import grid_of
from rcwkit.source.workbooks import DATE, WorkbookPlace, dated
from workbooks_support import Cells, ods, ods_parts, xlsx, xlsx_parts, zipped

ROWS: Cells = [
    ["id", "copies", "share", "plays"],
    [None, None, None, None],
    ["Ra1", 2, 0.5, True],
    [" two\nlines ", 3.0, -7, False],
]
WRITERS: Mapping[str, Callable[[Mapping[str, Cells]], bytes]] = {"xlsx": xlsx, "ods": ods}


def read(data: bytes, name: str, sheet: str | None = None) -> SheetGrid:
    return grid_of(data, WorkbookPlace(f"g/{name}", Span("g/a.yaml", 7, 3)), sheet)


def values(grid: SheetGrid) -> list[dict[int, object]]:
    return [{column: cell.value for column, cell in row.cells.items()} for row in grid.rows]


def refusal(data: bytes, name: str, sheet: str | None = None) -> str:
    with pytest.raises(InputError) as error:
        read(data, name, sheet)
    (found,) = error.value.diagnostics
    return f"{found.code} {found.span} {found.hint}"


@pytest.mark.parametrize("kind", WRITERS)
def test_values_come_with_the_addresses_of_their_cells(kind: str) -> None:
    grid = read(WRITERS[kind]({"Units": ROWS}), f"a.{kind}")
    assert values(grid) == [
        {1: "id", 2: "copies", 3: "share", 4: "plays"},
        {1: "Ra1", 2: 2, 3: 0.5, 4: True},
        {1: " two\nlines ", 2: 3, 3: -7, 4: False},
    ]
    assert isinstance(grid.rows[2].cells[2].value, int)
    assert str(grid.rows[1].cells[3].span) == f"g/a.{kind}!Units:C3"
    assert grid.shown[4, 1] == "two"


@pytest.mark.parametrize("kind", WRITERS)
def test_a_sheet_is_chosen_by_name_or_the_first(kind: str) -> None:
    data = WRITERS[kind]({"One": [["a"]], "Two & three": [["b"]]})
    assert values(read(data, f"a.{kind}")) == [{1: "a"}]
    assert values(read(data, f"a.{kind}", "Two & three")) == [{1: "b"}]
    assert refusal(data, f"a.{kind}", "Tow & three") == "E281 g/a.yaml:7:3 did you mean 'Two & three'?"


def test_hidden_sheets_come_last() -> None:
    data = xlsx({"Lists": [["a"]], "Cards": [["b"]]}, hidden=["Lists"])
    assert values(read(data, "a.xlsx")) == [{1: "b"}]
    assert values(read(data, "a.xlsx", "Lists")) == [{1: "a"}]


def unusable(data: bytes, name: str) -> list[object]:
    (row,) = read(data, name).rows
    return [cell.value.why if isinstance(cell.value, UnusableCell) else cell.value for cell in row.cells.values()]


def test_formulas_give_their_last_result_and_dates_and_errors_none() -> None:
    cells = [
        "<c><f>1+1</f><v>2</v></c>",
        '<c t="str"><f>A1</f><v>two</v></c>',
        '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c>',
        "<c><f>NOW()</f></c>",
        '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        '<c s="1"><v>45000</v></c>',
        '<c s="2"><v>45000</v></c>',
        '<c t="d"><v>2026-11-22</v></c>',
        '<c t="str"><v>a_x000D_b</v></c>',
        '<c s="1"/>',
    ]
    assert unusable(xlsx({"S": [cells]}), "a.xlsx") == [
        2,
        "two",
        "inline",
        "a formula without its result",
        "the error #DIV/0!",
        "a date or time",
        "15.03.2023",
        "2026-11-22",
        "a\nb",
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("d mmm yyyy", "8 Sep 1919"),
        ("dddd, d\\ mmmm yyyy", "Monday, 8 September 1919"),
        ('yyyy"-"mm"-"dd', "1919-09-08"),
        ("[$-407]d. mmm. yy;@", "8. Sep. 19"),
        ("mmm yy", ""),
        ("d-mmm", ""),
        ("dd/mm/yy", ""),
        ("d mmm yyyy h:mm", ""),
    ],
)
def test_a_date_is_the_text_that_a_sheet_shows_if_that_is_a_whole_date(code: str, said: str) -> None:
    """What a program took for a date, such as 2-3, has no year, or two figures of it."""
    found = dated(7191.0, code)
    assert (found if isinstance(found, str) else "") == said
    assert dated(60.0, code) == dated(7191.5, code) == dated(1e9, code) == DATE


def test_a_workbook_may_count_from_1904() -> None:
    parts = xlsx_parts({"S": [['<c s="2"><v>5729</v></c>']]})
    book = parts["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    assert unusable(zipped({**parts, "xl/workbook.xml": book}), "a.xlsx") == ["08.09.1919"]


def test_ods_has_the_same() -> None:
    def cell(attributes: str, inside: str = "") -> str:
        return f"<table:table-cell {attributes}>{inside}</table:table-cell>"

    cells = [
        cell('table:formula="of:=1+1" office:value-type="float" office:value="2"', "<text:p>2</text:p>"),
        cell('office:value-type="percentage" office:value="0.25"', "<text:p>25 %</text:p>"),
        cell('office:value-type="date" office:date-value="2026-11-22"', "<text:p>22.11.26</text:p>"),
        cell('office:value-type="date" office:date-value="1919-09-08"', "<text:p>8 Sep 1919</text:p>"),
        cell(
            'table:formula="of:=1/0" calcext:value-type="error" office:value-type="string"', "<text:p>#DIV/0!</text:p>"
        ),
        cell('table:formula="of:=1"'),
        cell(
            'office:value-type="string"',
            "<office:annotation><text:p>a comment</text:p></office:annotation>"
            "<text:p>a<text:s text:c='2'/><text:span>b</text:span></text:p><text:p>c<text:line-break/>d</text:p>",
        ),
        "<table:covered-table-cell><text:p>under a merged one</text:p></table:covered-table-cell>",
        cell('table:number-columns-repeated="2" office:value-type="string"', "<text:p>twice</text:p>"),
    ]
    parts = ods_parts({"S": [cells]})
    content = parts["content.xml"].replace("<office:document-content", '<office:document-content xmlns:calcext="c"', 1)
    assert unusable(zipped({**parts, "content.xml": content}), "a.ods") == [
        2,
        0.25,
        "a date or time",
        "8 Sep 1919",
        "the error #DIV/0!",
        "a formula without its result",
        "a  b\nc\nd",
        "twice",
        "twice",
    ]


def test_rows_and_cells_without_addresses_follow_one_another() -> None:
    parts = xlsx_parts({"S": [["a"]]})
    sheet = "<worksheet><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></worksheet>"
    grid = read(zipped({**parts, "xl/worksheets/sheet1.xml": sheet}), "a.xlsx")
    assert [str(cell.span) for row in grid.rows for cell in row.cells.values()] == [
        "g/a.xlsx!S:A1",
        "g/a.xlsx!S:B1",
        "g/a.xlsx!S:A2",
    ]


def test_a_prefix_on_every_element_makes_no_difference() -> None:
    parts = xlsx_parts({"S": [["id", 1]]})
    for name in ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"):
        parts[name] = (
            parts[name]
            .replace("</", "</x:")
            .replace("<", "<x:")
            .replace("<x:/x:", "</x:")
            .replace("xmlns=", "xmlns:x=")
        )
    assert values(read(zipped(parts), "a.xlsx")) == [{1: "id", 2: 1}]


def test_what_is_no_workbook_is_refused_where_it_is_named() -> None:
    for data in (b"", b"id,name\n", b"\xd0\xcf\x11\xe0old", zipped({"a": "b"}), xlsx({"S": [["a"]]})[:-200]):
        assert refusal(data, "a.xlsx").startswith("E280 g/a.yaml:7:3 open it in a spreadsheet program")
