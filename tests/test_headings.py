"""Headings are matched with fields, keys and values, and refused at their place with a way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from grids_support import plan, refused
from pydantic import BaseModel
from rcwkit.diagnostics import Span
from rcwkit.source.cells import SheetCell, SheetRow
from rcwkit.source.columns import FieldStep, Form
from rcwkit.source.headings import RowPlan, SheetColumn, below_title


class Strip(BaseModel):
    track: str
    row: str


class Card(BaseModel):
    title: str
    copies: int = 1
    number: str | None = None
    strip: Strip | None = None
    fields: Mapping[str, str] = {}


class Piece(BaseModel):
    type: str = ""
    name: str = ""
    designation: str = ""
    values: Mapping[str, str | int] = {}


class Plain(BaseModel):
    label: str = ""
    colour: str = ""


class Many(BaseModel):
    n01: int = 1
    n02: int = 1
    n03: int = 1
    n04: int = 1
    n05: int = 1
    n06: int = 1
    n07: int = 1
    n08: int = 1
    n09: int = 1
    n10: int = 1
    n11: int = 1
    n12: int = 1
    n13: int = 1


class Wide(BaseModel):
    a: int = 1
    many: Many | None = None


CARDS = Mapping[str, Card]
PIECES = Mapping[str, Piece]
TEXTS = Mapping[str, str]
NESTED = Mapping[str, Mapping[str, str]]
LISTS = Mapping[str, tuple[str, ...]]
PLACED = Mapping[str, Mapping[str, tuple[str | int, ...]]]

TEXT: frozenset[Form] = frozenset({"text"})


def paths(found: RowPlan) -> dict[int, str]:
    """Return the steps to the field of each column, joined with dots."""
    return {number: ".".join(step.key for step in column.path) for number, column in found.columns.items()}


# Keys


def test_a_name_makes_keys_and_stays_a_field() -> None:
    found = plan("Number,Title\n7,Noise\n", CARDS)
    assert (found.keys, found.made, paths(found)) == ((2,), True, {1: "number", 2: "title"})
    assert (found.model, found.eased, found.adds, found.prefix, found.counted) == (True, False, False, "", True)
    assert not plan("name\nA\n", PIECES).counted


def test_other_tools_call_a_title_a_name() -> None:
    found = plan("Number,Name\n7,Noise\n", CARDS)
    assert (found.keys, found.made, paths(found)) == ((2,), True, {1: "number", 2: "title"})


def test_a_renamed_column_gives_the_names() -> None:
    found = plan("title,Card Name\n,Noise\n", CARDS, "columns: {Card name: title}, skip: [title]")
    assert (found.keys, found.made, paths(found)) == ((2,), True, {2: "title"})


def test_a_column_that_is_renamed_is_the_only_one_for_its_name() -> None:
    found = plan("designation,name\n16,A\n", PIECES, "columns: {name: designation}, skip: [designation]")
    assert (found.keys, found.made, paths(found)) == ((2,), True, {2: "designation"})


@pytest.mark.parametrize(("head", "key"), [("designation,name", 2), ("name,designation", 1), ("type,designation", 2)])
def test_names_go_before_designations(head: str, key: int) -> None:
    found = plan(f"{head}\na,b\n", PIECES)
    assert (found.keys, found.made, sorted(found.columns)) == ((key,), True, [1, 2])


def test_ids_go_before_names_and_are_no_field() -> None:
    found = plan("Title,ID\nNoise,n\n", CARDS)
    assert (found.keys, found.made, paths(found), found.eased) == ((2,), False, {1: "title"}, False)


def test_a_renamed_id_gives_no_keys() -> None:
    found = plan("ID,name\n16,A\n", PIECES, "columns: {ID: type}")
    assert (found.keys, found.made, paths(found)) == ((2,), True, {1: "type", 2: "name"})


def test_a_chosen_column_gives_ids_and_stays_a_field() -> None:
    found = plan("Title,Number\nNoise,7\n", CARDS, "id: number, prefix: x_")
    assert (found.keys, found.made, paths(found)) == ((2,), False, {1: "title", 2: "number"})
    assert (found.eased, found.prefix) == (True, "x_")


def test_ids_are_no_field_even_if_the_deck_declares_one() -> None:
    assert paths(plan("id,title\nn,Noise\n", CARDS, "", {"id": TEXT})) == {2: "title"}


def test_only_ids_of_models_in_one_level_are_eased() -> None:
    assert not plan("Key,Result\n1,AE\n", TEXTS, "id: Key").eased
    assert not plan("Force,Place,title\nred,a,x\n", Mapping[str, CARDS], "id: [Force, Place]").eased


def test_a_chosen_column_need_not_be_a_field() -> None:
    found = plan("Title,Key\nNoise,7\n", CARDS, "id: [Key]")
    assert (found.keys, paths(found), found.eased) == ((2,), {1: "title"}, True)


def test_without_names_the_first_columns_are_keys() -> None:
    found = plan("Box,label\na,A\n", Mapping[str, Plain])
    assert (found.keys, found.made, paths(found)) == ((1,), False, {2: "label"})
    found = plan("Die,Result\n1,AE\n", TEXTS)
    assert (found.keys, found.made, found.model) == ((1,), False, False)
    assert found.columns == {2: SheetColumn((), TEXT)}
    found = plan("Force,Place,Unit\nred,a,x\n", PLACED)
    assert (found.keys, found.made, found.adds, found.model, found.eased) == ((1, 2), False, True, False, False)


def test_keys_of_two_levels_are_the_first_columns_also_beside_an_id() -> None:
    found = plan("Force,id,Unit\nred,a,x\n", PLACED)
    assert (found.keys, sorted(found.columns)) == ((1, 2), [3])
    found = plan("Force,Place,title\nred,a,x\n", Mapping[str, CARDS])
    assert (found.keys, found.made, found.model, found.adds, found.eased) == ((1, 2), False, True, False, False)


def test_columns_that_choose_rows_are_no_keys() -> None:
    found = plan("Scenario,Die,Result\nA,1,AE\n", TEXTS, "where: {scenario: [A, 7]}, skip: [Scenario]")
    assert (found.keys, sorted(found.columns), found.where) == ((2,), [3], {1: frozenset({"A", "7"})})
    assert plan("Turn,Die,Result\n1,1,AE\n", TEXTS, "where: {Turn: 1}, skip: [Turn]").where == {1: {"1"}}


def test_ids_of_two_levels_are_chosen_in_order() -> None:
    found = plan("Place,Force,Unit\na,red,x\n", PLACED, "id: [Force, Place]")
    assert (found.keys, sorted(found.columns), found.eased) == ((2, 1), [3], False)


@pytest.mark.parametrize(
    ("annotation", "said", "message"),
    [
        (PLACED, "id: Force", "E282 d.yaml:1:19+5 2 columns of ids are needed here | name their headings"),
        (TEXTS, "id: [Force, Place]", "E282 d.yaml:1:19+1 one column of ids is needed here | name their headings"),
    ],
)
def test_as_many_ids_as_levels_are_needed(annotation: Any, said: str, message: str) -> None:
    assert refused(plan, "Force,Place,Unit\nred,a,x\n", annotation, said) == [message]


@pytest.mark.parametrize(
    ("annotation", "text", "said", "names"),
    [
        (CARDS, "Number\n7\n", "", "'id' or 'title'"),
        (PIECES, "N\n2\n", "columns: {N: values.n}", "'id' or 'name' or 'designation' or 'type'"),
        (TEXTS, "Side\nRed\n", "where: {Side: Red}", "'id'"),
    ],
)
def test_a_sheet_without_keys_is_refused(annotation: Any, text: str, said: str, names: str) -> None:
    length = text.index("\n")
    hint = "head one so, or name the column of ids in `id:`"
    assert refused(plan, text, annotation, said) == [f"E282 s.csv:1:1+{length} no column {names} in s.csv | {hint}"]


def test_missing_keys_are_not_told_beside_another_reason() -> None:
    assert refused(plan, "Number\n7\n", CARDS, "id: Nr") == [
        "E282 d.yaml:1:19+2 no column 'Nr' in s.csv | its headings: Number"
    ]
    assert len(refused(plan, "Number\n7\n", CARDS, "skip: [Notes]")) == 1


# Wide sheets


def test_a_wide_sheet_has_one_id_and_a_key_in_each_other_heading() -> None:
    found = plan("id,Attack,move\na,1,2\n", NESTED)
    assert (found.keys, found.model, found.made, found.adds, found.eased) == ((1,), True, False, False, False)
    assert found.columns == {2: SheetColumn((FieldStep("Attack"),), TEXT), 3: SheetColumn((FieldStep("move"),), TEXT)}
    found = plan("Key,Attack,move,note\na,1,2,\n", NESTED, "id: Key, skip: [note]")
    assert (found.keys, paths(found), found.model) == ((1,), {2: "Attack", 3: "move"}, True)


def test_sheets_of_one_level_of_lists_and_of_models_are_not_wide() -> None:
    assert plan("id,Result\n1,AE\n", TEXTS).columns == {2: SheetColumn((), TEXT)}
    assert plan("id,Place,Unit\nred,a,x\n", PLACED).keys == (1, 2)
    assert plan("id,Place,title\nred,a,x\n", Mapping[str, CARDS]).keys == (1, 2)
    assert plan("Force,Place,Text\nred,a,x\n", NESTED).keys == (1, 2)
    assert plan("Force,Place,Text\nred,a,x\n", NESTED, "id: [Force, Place]").keys == (1, 2)
    three = Mapping[str, NESTED]
    assert plan("a,b,id,d\n1,2,3,4\n", three).keys == (1, 2, 3)


# Values


def test_lists_stand_in_one_cell_or_in_several() -> None:
    assert plan("Die,Results\n1,a;b\n", LISTS).columns == {2: SheetColumn((), frozenset({"list"}))}
    found = plan("Die,First,Second\n1,a,b\n", LISTS)
    assert (found.keys, found.columns, found.adds) == (
        (1,),
        {2: SheetColumn((), TEXT), 3: SheetColumn((), TEXT)},
        False,
    )
    either = Mapping[str, str | tuple[int, ...]]
    assert plan("Die,R\n1,a\n", either).columns == {2: SheetColumn((), frozenset({"text", "list"}))}
    assert plan("Die,R,S\n1,a,b\n", either).columns[3] == SheetColumn((), frozenset({"whole"}))


def test_one_value_has_one_column() -> None:
    assert refused(plan, "Die,Result,Note\n1,AE,x\n", TEXTS) == [
        "E282 s.csv:1:12+4 more than one column of values | leave the others out"
    ]
    assert refused(plan, "Die,Result,Note,More\n1,AE,x,y\n", TEXTS) == [
        "E282 s.csv:1:12+4 more than one column of values | leave the others out"
    ]
    found = plan("Die,Note,Result\n1,x,AE\n", TEXTS, "skip: [note]")
    assert sorted(found.columns) == [3]


def test_values_of_cells_are_kept_by_column() -> None:
    found = plan("Title,Number\nA,x\n", CARDS, "values: {number: {x: '10'}}")
    assert found.meant == {2: {"x": "10"}}


# Fields


def test_the_plan_knows_headings_rows_and_places() -> None:
    found = plan("Title,Strip.Row\nA,x\nB,y\n", CARDS)
    assert found.headings == {1: "Title", 2: "Strip.Row"}
    assert {column: str(span) for column, span in found.spans.items()} == {1: "s.csv:1:1", 2: "s.csv:1:7"}
    assert [row.span.line for row in found.rows] == [2, 3]
    assert found.columns[2] == SheetColumn((FieldStep("strip"), FieldStep("row")), TEXT)


def test_columns_left_out_end_nothing() -> None:
    found = plan("Title,Note,Number\nA,x,7\n", CARDS, "skip: [note]")
    assert paths(found) == {1: "title", 3: "number"}
    found = plan("Title,Note,Number\nA,x,7\n", CARDS, "skip: rest")
    assert paths(found) == {1: "title", 3: "number"}
    found = plan("Title,Side,Number\nA,x,7\n", CARDS, "where: {SIDE: x}")
    assert paths(found) == {1: "title", 3: "number"}
    found = plan("Title,Number,Copies\nA,7,1\n", CARDS, "where: {number: 7}")
    assert paths(found) == {1: "title", 2: "number", 3: "copies"}


def test_fields_of_the_deck_are_headings() -> None:
    found = plan("Title,Cost\nA,7\n", CARDS, "", {"cost": frozenset({"whole"})})
    assert found.columns[2] == SheetColumn((FieldStep("fields"), FieldStep("cost")), frozenset({"whole"}))


def test_two_columns_of_one_field_are_refused() -> None:
    assert refused(plan, "Title,Number,Qty,Copies\nA,7,1,1\n", CARDS) == [
        "E286 s.csv:1:18+6 'Copies' and 'Qty' are the same field | rename or remove one | first here s.csv:1:14"
    ]


def test_a_column_headed_twice_is_refused_before_all_else() -> None:
    assert refused(plan, "Title,Note,title,TITLE\nA,x,B,C\n", CARDS) == [
        "E286 s.csv:1:12+5 a second column 'title' | rename or remove one | first here s.csv:1:1",
        "E286 s.csv:1:18+5 a second column 'TITLE' | rename or remove one | first here s.csv:1:1",
    ]


WAYS = "`columns:` names its field, `skip:` leaves it out"


@pytest.mark.parametrize(
    ("annotation", "text", "said", "told"),
    [
        (CARDS, "title,Nmber\nA,7\n", "", "1:7+5 'Nmber' is not a field of a card | did you mean 'number'?"),
        (
            CARDS,
            "id,title,Cost\nA,A,7\n",
            "",
            f"1:10+4 'Cost' is not a field of a card | declare it as one of the `fields:`, {WAYS}",
        ),
        (
            CARDS,
            "title,Cost\nA,7\n",
            "",
            "1:7+4 'Cost' is not a field of a card | "
            f"`id: Cost` takes ids from it, declare it as one of the `fields:`, {WAYS}",
        ),
        (
            PIECES,
            "name,Att Strength\nA,7\n",
            "id: name",
            "1:6+12 'Att Strength' is not a field of a piece | "
            f"`columns: {{Att Strength: values.att_strength}}` makes it a value, {WAYS}",
        ),
        (
            PIECES,
            "name,2nd\nA,7\n",
            "id: name",
            f"1:6+3 '2nd' is not a field of a piece | `columns: {{2nd: values.attack}}` makes it a value, {WAYS}",
        ),
        (Mapping[str, Plain], "Id,label,Cost\na,A,7\n", "", f"1:10+4 'Cost' is not a field of a plain | {WAYS}"),
        (CARDS, "title,Strip\nA,7\n", "", "1:7+5 'Strip' has several values | one of: strip.track, strip.row"),
        (
            Mapping[str, Wide],
            "id,many\na,7\n",
            "",
            "1:4+4 'many' has several values | one of: " + ", ".join(f"many.n{n:02}" for n in range(1, 13)),
        ),
    ],
)
def test_a_heading_that_is_no_field_is_refused_with_ways_out(annotation: Any, text: str, said: str, told: str) -> None:
    assert refused(plan, text, annotation, said) == [f"E282 s.csv:{told}"]


def test_a_slip_for_a_field_of_the_deck_is_told() -> None:
    assert refused(plan, "title,Costs\nA,7\n", CARDS, "", {"cost": TEXT}) == [
        "E282 s.csv:1:7+5 'Costs' is not a field of a card | did you mean 'cost'?"
    ]


def test_a_wrong_field_is_told_where_it_is_named() -> None:
    assert refused(plan, "title,Nr\nA,7\n", CARDS, "columns: {nr: numbr}, skip: rest") == [
        "E282 d.yaml:1:29+5 'numbr' is not a field of a card | did you mean 'number'?"
    ]
    assert refused(plan, "title,Nr\nA,7\n", CARDS, "columns: {nr: strip}") == [
        "E282 d.yaml:1:29+5 'strip' has several values | one of: strip.track, strip.row"
    ]
    # Something else than a heading has these names, too, without being nested.
    assert "is not a field" in refused(plan, "title,Nr\nA,7\n", CARDS, "columns: {nr: strip.track.x}")[0]


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("where: {Sid: Red}", "1:23+3"),
        ("values: {Sid: {a: b}}", "1:24+3"),
        ("columns: {Sid: title}", "1:25+3"),
        ("skip: [Note, Sid]", "1:28+3"),
        ("id: Sid", "1:19+3"),
    ],
)
def test_an_unknown_heading_is_told_where_it_is_named(said: str, place: str) -> None:
    text = "title,Side,Note\nA,7,x\n"
    more = "" if said.startswith("skip") else ", skip: [Note, Side]"
    found = refused(plan, text, CARDS, said + more)
    assert found[0] == f"E282 d.yaml:{place} no column 'Sid' in s.csv | did you mean 'Side'?"


def test_an_unlike_heading_is_told_with_the_headings_there_are() -> None:
    text = ",".join(f"h{number}" for number in range(1, 14))
    told = ", ".join(f"h{number}" for number in range(1, 13))
    assert refused(plan, f"{text}\nA\n", CARDS, "id: Quantity, skip: rest") == [
        f"E282 d.yaml:1:19+8 no column 'Quantity' in s.csv | its headings: {told}"
    ]


def test_all_that_is_wrong_is_told_at_once() -> None:
    found = refused(plan, "title,Cost\nA,7\n", CARDS, "where: {a: 1}, values: {b: {c: d}}, columns: {e: title}")
    assert [one.partition("'")[2].partition("'")[0] for one in found] == ["a", "b", "e", "Cost"]


# The row of headings


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("", "", "1:1+13"),
        ("Title\nA\n", "header: 9", "1:23+1"),
        ("Title\n\nNumber\n", "header: 2", "1:23+1"),
    ],
)
def test_a_sheet_needs_a_row_of_headings(text: str, said: str, place: str) -> None:
    found = refused(plan, text, CARDS, said)
    assert [one.split(" ", 1)[0] + one[one.index(" no ") :] for one in found] == [
        "E287 no row of headings in s.csv | its first row names the fields"
    ]
    if said:
        assert f"d.yaml:{place}" in found[0]


def test_a_row_of_headings_may_be_lower() -> None:
    found = plan("All cards\n\nTitle,Number,Copies\nA,7,1\n", CARDS, "header: 3")
    assert (paths(found), [row.span.line for row in found.rows]) == ({1: "title", 2: "number", 3: "copies"}, [4])
    assert plan("\n\nTitle\nA\n", CARDS).keys == (1,)
    assert plan("Title\nA,x,y,z\n", CARDS, "header: 1").keys == (1,)


def test_a_title_is_not_taken_for_the_headings() -> None:
    assert refused(plan, "All cards\n\nTitle,Number,Copies\nA,7,1\n", CARDS) == [
        "E287 s.csv:1:1+9 the first row of s.csv is a title | the headings seem to be lower: `header: 3`"
    ]


def test_headings_that_are_alike_are_named_after_those_above() -> None:
    found = plan(
        "Front,,Back\nTitle,Number,Number\nA,7,8\n", CARDS, "header: 2, columns: {Back Number: copies}, skip: rest"
    )
    assert found.headings == {1: "Title", 2: "Front Number", 3: "Back Number"}
    assert paths(found) == {1: "title", 3: "copies"}


@pytest.mark.parametrize(("line", "found"), [(2, 2), (6, 6), (7, 0)])
def test_headings_below_a_title_are_among_the_first_six_rows(line: int, found: int) -> None:
    def row(at: int, count: int) -> SheetRow:
        cells = {column: SheetCell("x", Span("s.csv", at, column)) for column in range(1, count + 1)}
        return SheetRow(cells, Span("s.csv", at))

    assert below_title(tuple(row(at, 3 if at == line else 1) for at in range(1, 9))) == found
    assert below_title((row(1, 1), row(2, 2))) == 0, "two cells may be a note"
    assert below_title((row(1, 2), row(2, 3))) == 0, "the first row has no mere title"
