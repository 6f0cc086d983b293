"""Rows become entries: their keys, nested values, lists that add up, and what is wrong with a cell or row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from grids_support import entries, plan, refused, told
from pydantic import BaseModel
from rcwkit.diagnostics import InputError, Span
from rcwkit.source.cells import SheetCell, SheetGrid, SheetRow, UnusableCell
from rcwkit.source.columns import Sheet
from rcwkit.source.headings import planned
from rcwkit.source.patterns import free, id_of
from rcwkit.source.sheets import entries_of
from rcwkit.source.yaml import Node


class Section(BaseModel):
    head: str
    text: str | None = None
    items: tuple[str, ...] = ()


class Numbered(BaseModel):
    name: str = ""
    value: int = 0


class Strip(BaseModel):
    track: str
    row: str


class Card(BaseModel):
    title: str
    copies: int = 1
    number: str | None = None
    strip: str | Strip | None = None
    sections: tuple[Section, ...] = ()
    steps: tuple[Numbered, ...] = ()
    needs: tuple[str, ...] = ()


class Force(BaseModel):
    units: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    leader: str | None = None


CARDS = Mapping[str, Card]
TEXTS = Mapping[str, str]
LISTS = Mapping[str, tuple[str, ...]]
PLACED = Mapping[str, Mapping[str, str | tuple[str, ...]]]
FORCES = Mapping[str, Mapping[str, Force | tuple[str, ...]]]


def wrong(text: str, annotation: Any, said: str = "") -> list[str]:
    return refused(entries, text, annotation, said)


def sheet(*rows: list[Any], annotation: Any = CARDS, **said: Any) -> dict[Any, Any]:
    """Return the entries of a workbook's sheet, as plain data, whose cells have values of any type."""
    name = "w.xlsx!S"
    made = tuple(
        SheetRow(
            {at: SheetCell(one, Span(name, line, at)) for at, one in enumerate(row, 1) if one is not None},
            Span(name, line),
        )
        for line, row in enumerate(rows, 1)
    )
    asked = Node({}, Span("d.yaml"))
    found = entries_of(planned(SheetGrid(name, made), Sheet(file="w.xlsx", **said), asked, annotation))
    return {key: value.plain() for key, (_, value) in found.items()}


# Keys


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Noise & Smoke", "noise_smoke"),
        ("  -Été 1920! ", "ete_1920"),
        ("Ёж", ""),
        ("a" * 60, "a" * 56),
        ("__x__", "x"),
    ],
)
def test_a_name_becomes_an_id(name: str, made: str) -> None:
    assert id_of(name) == made


def test_a_name_that_is_taken_is_numbered() -> None:
    assert free("a", ()) == "a"
    assert free("a", {"a"}) == "a_2"
    assert free("a", {"a", "a_2", "a_3", "b"}) == "a_4"

    taken: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for name in ("a", "a_2", "a", "a_2", "a", "b"):
        taken[free(name, taken, numbers)] = len(taken)
    assert [*taken] == ["a", "a_2", "a_3", "a_2_2", "a_4", "b"], "as without the numbers that are kept"


def test_keys_made_from_names_never_repeat() -> None:
    found = entries("title\nNoise\nnoise!\nЁж\n\nÖl\n", CARDS, "prefix: w_")
    assert [*found] == ["w_noise", "w_noise_2", "w_row_4", "w_ol"]
    assert [*entries("title,number\nA,1\n,2\n", CARDS)] == ["a", "row_3"]


def test_ids_are_kept_and_numbers_are_numbers() -> None:
    found = entries("id,Result\n0,a\n7,b\n007,c\nA B,d\n-1,e\n123456789012345678,f\n1234567890123456789,g\n", TEXTS)
    assert [*found] == [0, 7, "007", "A B", "-1", 123456789012345678, "1234567890123456789"]
    assert [*entries("id,Result\n7,b\nx,c\n", TEXTS, "prefix: '1'")] == [17, "1x"]


def test_a_chosen_column_is_made_an_id_where_it_is_none() -> None:
    found = entries("Key,title\nNoise & Smoke,a\nN-7,b\nЁж,c\nfine,d\n", CARDS, "id: Key, prefix: p_")
    assert [*found] == ["p_noise_smoke", "p_N-7", "p_Ёж", "p_fine"]
    # Only where ids are asked for by their column.
    assert [*entries("id,title\nNoise & Smoke,a\n", CARDS)] == ["Noise & Smoke"]


def test_the_place_of_a_key_is_that_of_its_cell() -> None:
    found = entries_of(plan("number,title\n7,Noise\n,,\n8\n", CARDS))
    assert [str(key.span) for key, _ in found.values()] == ["s.csv:2:3", "s.csv:4:1"]
    assert [str(value.span) for _, value in found.values()] == ["s.csv:2:1", "s.csv:4:1"]


def test_a_repeated_key_is_refused_with_both_places() -> None:
    assert wrong("id,Result\na,x\nb,y\na,z\n", TEXTS) == [
        "E117 s.csv:4:1+1 repeated key 'a' | remove one of the two | first here s.csv:2:1"
    ]


def test_a_row_without_its_id_is_refused() -> None:
    hint = "write it, or clear the row"
    assert wrong("id,Title\n,x\na,y\n", CARDS) == [
        f"E288 s.csv:2:2+1 the row has nothing in the column 'id', which gives the id | {hint}"
    ]
    assert wrong("Force,Place,Unit\nred,,x\n,a,x\n", PLACED) == [
        f"E288 s.csv:2:1+3 the row has nothing in the column 'Place', which gives the id | {hint}",
        f"E288 s.csv:3:2+1 the row has nothing in the column 'Force', which gives the id | {hint}",
    ]


# Rows


def test_rows_count_where_all_columns_say_so() -> None:
    text = "Side,Year,title\nRed,1919,a\nRed,1920,b\nWhite,1919,c\n,1919,d\n"
    assert [*entries(text, CARDS, "where: {Side: [Red, Blue], Year: 1919}, skip: rest")] == ["a"]
    assert [*entries(text, CARDS, "where: {Year: 1919}, skip: rest")] == ["a", "c", "d"]


def test_rows_without_used_cells_and_of_no_copies_are_left_out() -> None:
    text = "title,copies,Note\nA,0,x\n,,only a note\nB,1,\nC,,\n"
    assert entries(text, CARDS, "skip: [Note]") == {
        "b": {"title": "B", "copies": 1},
        "c": {"title": "C"},
    }


def test_a_value_called_copies_may_be_0() -> None:
    """Bug: the counter was left out."""
    assert entries("id,copies\na,0\n", Mapping[str, Mapping[str, int]]) == {"a": {"copies": 0}}


def test_a_cell_beyond_the_last_heading_is_refused_in_texts() -> None:
    hint = "put a cell into quotes that has what divides the cells in it, or head the column"
    assert wrong("title,number\nA,1,x,yy\nB,2\n", CARDS) == [
        f"E282 s.csv:2:7+2 a cell beyond the last heading | {hint}"
    ]
    assert [*entries("title,number\nA,1,\n", CARDS)] == ["a"]
    # In a workbook it may be a note beside the table.
    assert [*sheet(["title"], ["A", "a note"], ["B"])] == ["a", "b"]


def test_a_value_that_cannot_be_printed_is_refused_in_columns_that_are_used() -> None:
    bad = UnusableCell("an error", "mend it")
    with pytest.raises(InputError) as error:
        sheet(["title", "number", "Note"], ["A", bad, bad], ["B"], [bad, bad], skip=("Note",))
    assert [told(one) for one in error.value.diagnostics] == [
        "E284 w.xlsx!S:B2+1 an error cannot be printed | mend it",
        "E284 w.xlsx!S:A4+1 an error cannot be printed | mend it",
        "E284 w.xlsx!S:B4+1 an error cannot be printed | mend it",
    ]
    assert [*sheet(["title", "Note"], ["A", bad], skip=("Note",))] == ["a"]


def test_no_more_than_a_hundred_errors_are_told() -> None:
    assert len(wrong("id,Title\n" + ",x\n" * 120, CARDS)) == 100
    assert len(wrong("id,Title\n" + ",x\n" * 99 + "a,b\na,b\na,b\n", CARDS)) == 100


# What cells mean


def test_cells_mean_something_else_than_they_say() -> None:
    said = (
        "values: {title: {N: Noise}, copies: {none: 0, some: 3, '~': ~}, needs: {a: oil, b: ~, c: 7}, number: {e: ''}}"
    )
    text = "title,copies,needs,number\nN,some,a;b;c;d,e\nB,none,,\nC,~,b,f\n,,,\nD,2,a,\n"
    assert entries(text, CARDS, said) == {
        "noise": {"title": "Noise", "copies": 3, "needs": ["oil", 7, "d"]},
        "c": {"title": "C", "number": "f"},
        "d": {"title": "D", "copies": 2, "needs": ["oil"]},
    }


def test_a_list_may_be_meant_as_a_whole() -> None:
    said = "values: {needs: {'a;b': 'x;y'}}"
    assert entries("title,needs\nA,a;b\nB,a; b\n", CARDS, said)["a"]["needs"] == ["x", "y"]


def test_only_lists_are_meant_part_by_part() -> None:
    assert entries("title,number\nA,a;b\n", CARDS, "values: {number: {a: x}}")["a"]["number"] == "a;b"


def test_cells_that_choose_rows_and_ids_may_mean_something_too() -> None:
    said = "id: Key, skip: [Note], values: {Key: {x: y}, Note: {q: r}}"
    assert [*entries("Key,title,Note\nx,A,q\nz,B,other\n", CARDS, said)] == ["y", "z"]


def test_a_row_may_lack_a_cell_that_would_mean_something() -> None:
    said = "values: {title: {N: Noise}, number: {x: '7'}}"
    assert entries("id,title,number\na,,x\n", CARDS, said)["a"] == {"number": "7"}


def test_what_is_meant_has_the_place_of_its_cell() -> None:
    found = entries_of(plan("number,title\nx,A\n", CARDS, "values: {number: {x: y}}"))
    assert str(found["a"][1].value["number"][1].span) == "s.csv:2:1"


# Values


def test_values_outside_of_models_are_one_or_a_list() -> None:
    assert entries("Die,Result\n1,AE\n2,\n", TEXTS) == {1: "AE", 2: ""}
    assert entries("Die,A,B\n1,x,\n2,,y\n", LISTS) == {1: ["x", ""], 2: ["", "y"]}
    assert entries("Die\n1\n", LISTS) == {1: []}
    assert entries("Die,Result\n1,0 copies\n", TEXTS) == {1: "0 copies"}
    found = entries_of(plan("Die,A,B\n1,,yy\n", LISTS))[1][1]
    assert [str(one.span) for one in (found, *found.value)] == ["s.csv:2:3", "s.csv:2:3", "s.csv:2:4"]
    assert str(entries_of(plan("\n Die\n 1\n", LISTS))[1][1].span) == "s.csv:3:1"


def test_values_are_nested_by_name_and_number() -> None:
    text = (
        "title,strip.track,sections.Effect,strip.row,sections.Needs.items,sections.Effect.items,steps.2.name,steps.2.value"
        "\nA,t,Draw.,r,a;b,c,second,2\n"
    )
    assert entries(text, CARDS)["a"] == {
        "title": "A",
        "strip": {"track": "t", "row": "r"},
        "sections": [
            {"head": "Effect", "text": "Draw.", "items": ["c"]},
            {"head": "Needs", "items": ["a", "b"]},
        ],
        "steps": [{}, {"name": "second", "value": 2}],
    }
    assert entries("title,steps.1.name,steps.3.name\nA,x,y\n", CARDS)["a"]["steps"] == [
        {"name": "x"},
        {},
        {"name": "y"},
    ]


def test_nested_values_have_the_places_of_their_first_cells() -> None:
    found = entries_of(plan("title,strip.track,strip.row,sections.E,steps.2.name\nA,t,r,e,n\n", CARDS))["a"][1].value
    places = {name: [str(key.span), str(value.span)] for name, (key, value) in found.items()}
    assert places == {
        "title": ["s.csv:2:1", "s.csv:2:1"],
        "strip": ["s.csv:2:3", "s.csv:2:3"],
        "sections": ["s.csv:2:7", "s.csv:2:7"],
        "steps": ["s.csv:2:9", "s.csv:2:9"],
    }
    section = found["sections"][1].value[0].value
    assert {name: str(value.span) for name, (_, value) in section.items()} == {"head": "s.csv:2:7", "text": "s.csv:2:7"}


def test_a_whole_beside_its_parts_is_refused() -> None:
    hint = "clear one of the cells"
    assert wrong("title,strip.row,Strip\nA,r,whole\n", CARDS) == [
        f"E286 s.csv:2:5+5 'strip' as a whole and in parts | {hint}"
    ]
    assert entries("title,strip.row,Strip\nA,r,\nB,,whole\n", CARDS) == {
        "a": {"title": "A", "strip": {"row": "r"}},
        "b": {"title": "B", "strip": "whole"},
    }


# Rows that add up


def test_lists_of_one_place_add_up() -> None:
    text = "Force,Place,Units\nred,a,x;y\nwhite,a,q\nred,b,v\nred,a,z\n"
    lists = Mapping[str, Mapping[str, tuple[str, ...]]]
    assert entries(text, lists) == {"red": {"a": ["x", "y", "z"], "b": ["v"]}, "white": {"a": ["q"]}}
    places = entries_of(plan(text, lists))
    assert [str(places["red"][0].span), str(places["red"][1].span)] == ["s.csv:2:1", "s.csv:2:1"]
    assert str(places["red"][1].value["a"][1].span) == "s.csv:2:7"


def test_fields_of_one_place_add_up_unless_they_differ() -> None:
    text = "Force,Place,units,reserve,leader\nred,a,x,,L\nred,a,y,r,L\nred,a,,s,\nred,a,,,M\n"
    assert entries(text.replace("red,a,,,M\n", ""), FORCES) == {
        "red": {"a": {"units": ["x", "y"], "leader": "L", "reserve": ["r", "s"]}}
    }
    assert wrong(text, FORCES) == ["E117 s.csv:5:5+1 repeated key 'a' | remove one of the two | first here s.csv:2:5"]
    assert entries("Force,Place,units,leader\nred,a,x,\nred,a,,L\n", FORCES) == {
        "red": {"a": {"units": ["x"], "leader": "L"}}
    }
    found = entries_of(plan("Force,Place,units,reserve\nred,a,x,\nred,a,y,r\n", FORCES))["red"][1].value["a"]
    assert [str(one.span) for one in found] == ["s.csv:2:5", "s.csv:2:1"]
    assert {name: str(one.span) for name, (_, one) in found[1].value.items()} == {
        "units": "s.csv:2:7",
        "reserve": "s.csv:3:9",
    }


def test_only_lists_add_up() -> None:
    assert len(wrong("Force,Place,Units\nred,a,x\nred,a,y\n", PLACED)) == 1
    assert len(wrong("Force,Place,Units\nred,a,x\nred,a,y;z\n", PLACED)) == 1
    texts = Mapping[str, Mapping[str, str]]
    assert len(wrong("Force,Place,Units\nred,a,x\nred,a,y\n", texts)) == 1
    points = Mapping[str, Mapping[str, str | tuple[float, ...]]]
    assert len(wrong("Force,Place,At\nred,a,here\nred,a,1;2\n", points)) == 1
    assert len(wrong("Force,Place,At\nred,a,1;2\nred,a,here\n", points)) == 1
    # Entries of one level never do.
    assert len(wrong("Die,Results\n1,a;b\n1,c\n", LISTS)) == 1
