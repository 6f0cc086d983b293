"""A heading means a field, and a cell a value of that field's kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import pytest
from pydantic import BaseModel
from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter as Unit
from rcwkit.source.cells import SheetCell
from rcwkit.source.columns import (
    FieldStep,
    Form,
    declared,
    family,
    fields,
    forgiven,
    forms_of,
    headed,
    naming,
    parts,
    resolved,
    valued,
)

AT = Span("s.csv", 2, 3)


class Section(BaseModel):
    head: str
    text: str | None = None
    items: tuple[str, ...] = ()


class Point(BaseModel):
    name: str = ""
    value: int = 0


class Single(BaseModel):
    only: str


class Strip(BaseModel):
    track: str
    row: str


class Backed(BaseModel):
    reverse: Strip | None = None


class Card(BaseModel):
    title: str
    write_in: int | None = None
    type: str = ""
    copies: int = 1
    strip: Strip | None = None
    sections: tuple[Section, ...] = ()
    steps: tuple[Point, ...] = ()
    singles: tuple[Single, ...] = ()
    fields: Mapping[str, str | int] = {}


class Space(BaseModel):
    at: tuple[float, float] | str
    pair: tuple[str, str] = ("", "")
    many: tuple[float, ...] = ()
    spot: tuple[int | float, bool | float] = (0, 0.0)


class Named(BaseModel):
    name: str
    qty: int = 1
    copies: int = 1
    at: str = ""
    x: str = ""


class Kept(BaseModel):
    at: Mapping[str, str] = {}
    first: tuple[float, str] = (0, "")
    second: tuple[str, float] = ("", 0)


class Mixed(BaseModel):
    what: Strip | Mapping[str, int]


class Counter(BaseModel):
    title: str
    at: str = ""


OWN: dict[str, frozenset[Form]] = {
    "Main Cost": frozenset({"whole"}),
    "type": frozenset({"list"}),
    "title": frozenset({"list"}),
}


def found(heading: str, model: type[BaseModel], own: Any = None) -> str:
    """Return a path and its forms as a line."""
    one = resolved(heading, model, own)
    if one is None:
        return ""
    steps = ("/".join(map(str, (step.key, step.item, step.place))).rstrip("/0") for step in one[0])
    return f"{'.'.join(steps)} {' '.join(sorted(one[1]))}".strip()


# Headings


def test_case_spaces_and_dashes_make_no_difference() -> None:
    assert forgiven("  Write -_In ") == "write_in"
    assert forgiven("STRASSE") == forgiven("straße")


@pytest.mark.parametrize(
    ("heading", "model", "path"),
    [
        ("Write-In", Card, "write_in whole"),
        (" title ", Card, "title text"),
        ("Nothing", Card, ""),
        ("", Card, ""),
        ("Strip", Card, "strip"),
        ("strip. Row", Card, "strip.row text"),
        ("strip.column", Card, ""),
        ("title.x", Card, ""),
        ("Qty", Card, "copies whole"),
        ("quantity", Card, "copies whole"),
        ("Name", Card, "title text"),
        ("qty", Named, "qty whole"),
        ("Quantity", Named, "copies whole"),
        ("name", Named, "name text"),
        ("x", Named, "x text"),
        ("y", Named, ""),
        ("y", Counter, ""),
        ("x", Card, ""),
        ("qty", Strip, ""),
    ],
)
def test_a_heading_means_a_field(heading: str, model: type[BaseModel], path: str) -> None:
    assert found(heading, model) == path


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("at", "at numbers text"),
        ("X", "at.//1 number"),
        ("y", "at.//2 number"),
        ("at.1", "at.//1 number"),
        ("at. 2 ", "at.//2 number"),
        ("at. X", "at.//1 number"),
        ("at.0", ""),
        ("at.3", ""),
        ("at.z", ""),
        ("at.1.x", ""),
        ("pair", "pair list"),
        ("pair.1", ""),
        ("many", "many numbers"),
        ("many.1", ""),
        ("spot.1", "spot.//1 number whole"),
        ("spot.2", "spot.//2 number truth"),
    ],
)
def test_a_point_has_two_parts(heading: str, path: str) -> None:
    assert found(heading, Space) == path


def test_what_begins_with_no_number_is_no_point() -> None:
    assert (found("first.1", Kept), found("second.1", Kept)) == ("first.//1 number", "")
    assert (found("x", Kept), found("at.1", Kept)) == ("", "at.1 text")


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("sections", "sections"),
        ("sections.Effect", "sections.Effect/head.text text"),
        ("sections. St. Petersburg ", "sections.St. Petersburg/head.text text"),
        ("sections.Needs.Items", "sections.Needs/head.items list"),
        ("sections.St. P.Items", "sections.St. P/head.items list"),
        ("sections.items", "sections.items/head.text text"),
        ("sections.Needs.head", ""),
        ("sections.", ""),
        ("sections. ", ""),
        ("steps", "steps"),
        ("steps.1.value", "steps.//1.value whole"),
        ("steps. 12 .Name", "steps.//12.name text"),
        ("steps.0.name", ""),
        ("steps.100.name", ""),
        ("steps.x.name", ""),
        ("steps.1.none", ""),
        ("singles", "singles"),
        ("singles.a", ""),
    ],
)
def test_items_are_named_or_numbered(heading: str, path: str) -> None:
    assert found(heading, Card) == path.replace("//10", "//1")


def test_the_keys_of_mappings_have_no_spaces() -> None:
    assert found("what. Air  Power ", Mixed) == "what.Air_Power whole"
    assert found("what.track", Mixed) == "what.track text whole"
    assert found("what. ", Mixed) == ""


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("main-cost", "fields.Main Cost whole"),
        ("Fields.main cost", "fields.Main Cost whole"),
        ("fields.other", "fields.other text whole"),
        ("Type", "fields.type list"),
        ("title", "title text"),
        ("Copies", "copies whole"),
        ("strip.row", "strip.row text"),
        ("other", ""),
    ],
)
def test_fields_of_a_deck_go_before_others_that_are_not_needed(heading: str, path: str) -> None:
    assert found(heading, Card, OWN) == path


def test_only_cards_have_fields_of_their_own() -> None:
    assert found("strip.row", Card, {"row": frozenset({"list"})}) == "strip.row text"
    assert found("main cost", Strip, OWN) == ""
    assert found("track", Strip, {"track": frozenset({"list"})}) == "track text"
    assert found("type", Card) == "type text"
    assert found("fields.a", Card) == "fields.a text whole"


def test_headings_of_other_tools() -> None:
    assert headed("copies", Card) == ["copies", "qty", "quantity", "count", "how_many", "number_of_copies"]
    assert headed("copies", Named) == ["copies", "quantity", "count", "how_many", "number_of_copies"]
    assert headed("title", Card) == ["title", "name", "card_name", "card_title"]
    assert headed("row", Card) == ["row"]


def test_the_items_of_a_list_are_named_by_a_first_field_that_all_have() -> None:
    class Always(Point):
        named: ClassVar[bool] = True

    assert (naming(Section), naming(Point), naming(Always)) == ("head", "", "name")


def test_headings_of_the_back_are_its_fields() -> None:
    assert (found("Back Track", Backed), found("reduced-row", Backed)) == ("reverse.track text", "reverse.row text")
    assert (found("Back Cost", Backed), found("Back Track", Card)) == ("", "")


def test_hints_list_what_a_cell_can_hold() -> None:
    assert [*fields(Card)] == [
        "title",
        "write_in",
        "type",
        "copies",
        "strip.track",
        "strip.row",
        "steps.1.name",
        "steps.1.value",
    ]
    assert [*fields(Space)] == ["at", "pair", "many", "spot"]


# Forms


@pytest.mark.parametrize(
    ("annotations", "forms"),
    [
        ([int], "whole"),
        ([float, type(None)], "number"),
        ([bool, str], "text truth"),
        ([Literal["a", 1]], "text whole"),
        ([Literal["a"]], "text"),
        ([Literal[1]], "whole"),
        ([tuple[str, ...]], "list"),
        ([tuple[int, ...]], "list"),
        ([tuple[float, ...]], "numbers"),
        ([tuple[float | str, ...]], "list"),
        ([tuple[tuple[float, float], ...]], "points"),
        ([tuple[Strip, ...]], ""),
        ([Strip, Mapping[str, int]], ""),
        ([Any], "text"),
        ([], ""),
    ],
)
def test_what_a_cell_may_be(annotations: list[Any], forms: str) -> None:
    assert " ".join(sorted(forms_of(annotations))) == forms


def test_what_the_fields_of_a_deck_may_be() -> None:
    assert {name: " ".join(sorted(forms)) for name, forms in declared(
        {
            "a": "text", "b": "number", "c": "list", "d": "flag", "e": "colour", "f": {"type": "picture"},
            "g": {"type": "list"}, "h": "other", "i": {"type": 3}, 7: 8,
        }
    ).items()} == {
        "a": "text", "b": "number whole", "c": "list", "d": "truth", "e": "text", "f": "text",
        "g": "list", "h": "text whole", "i": "text whole", "7": "text whole",
    }  # fmt: skip
    assert declared(None) == {}
    assert declared(["a"]) == {}


# Values


@pytest.mark.parametrize(
    ("value", "forms", "made"),
    [
        (" a ", "text", "a"),
        ("7", "text", "7"),
        ("7", "whole", 7),
        ("0", "whole", 0),
        ("-7", "whole text", -7),
        ("+7", "whole", 7),
        ("+7", "whole text", "+7"),
        ("+7", "number", 7),
        ("07", "whole", "07"),
        ("123456789012345678", "whole", 123456789012345678),
        ("1234567890123456789", "whole", "1234567890123456789"),
        ("7", "number", 7),
        ("7.5", "number", 7.5),
        ("-.5", "number", -0.5),
        ("+7.5", "number", 7.5),
        ("7.", "number", "7."),
        ("7.5", "whole", "7.5"),
        ("7.5", "text", "7.5"),
        ("123456789012345.123456789012345", "number", 123456789012345.123456789012345),
        ("1234567890123456.5", "number", "1234567890123456.5"),
        ("1.1234567890123456", "number", "1.1234567890123456"),
        ("7 km", "number whole", "7 km"),
        ("Yes", "truth", True),
        ("x", "truth", True),
        ("TRUE", "truth", True),
        ("1", "truth whole", True),
        ("No", "truth", False),
        ("0", "truth", False),
        ("false", "truth", False),
        ("maybe", "truth", "maybe"),
        ("yes", "text", "yes"),
        ("", "truth whole number", ""),
        (True, "text", True),
        (True, "whole", True),
        (7, "whole", 7),
        (7.5, "number", 7.5),
        (7, "text", "7"),
        (7.5, "text", "7.5"),
        (1, "truth", True),
        (0, "truth", False),
        (2, "truth", "2"),
        (1, "text", "1"),
        (1, "truth whole", 1),
        ("a; 7;;+1", "list", ["a", 7, "+1"]),
        ("a; b\n\n c ", "list", ["a; b", "c"]),
        (7, "list", [7]),
        ("", "list", []),
        ("63.5; 20", "numbers", [63.5, 20]),
        ("63.5", "numbers", [63.5]),
        (63.5, "numbers", [63.5]),
        ("63.5; +2", "numbers text", [63.5, 2]),
        ("63.5", "numbers text", "63.5"),
        ("63.5", "numbers number", 63.5),
        (63.5, "numbers number", 63.5),
        ("10 20.5; 30 40", "points", [[10, 20.5], [30, 40]]),
        ("10 20\n30 forty", "points", [[10, 20], [30, "forty"]]),
        (7, "points", [[7]]),
        ("", "points", []),
        ("a; b", "list text", "a; b"),
        ("1.5; a; +2", "numbers list", ["1.5", "a", "+2"]),
    ],
)
def test_a_cell_becomes_what_its_field_takes(value: Any, forms: str, made: Any) -> None:
    wanted: Any = frozenset(forms.split())
    node = valued(SheetCell(value, AT), wanted)
    assert repr(node.plain()) == repr(made)
    assert node.span == AT
    if isinstance(made, list):
        assert [one.span for one in node.value] == [AT] * len(made)


def test_a_comma_before_three_digits_divides_decimals_only_where_semicolons_divide_cells() -> None:
    wanted: frozenset[Form] = frozenset({"number"})
    found = [valued(SheetCell(text, AT), wanted, parted).value for text in ("1,250", "1,5") for parted in (True, False)]
    assert found == [1.25, "1,250", 1.5, 1.5]


def test_a_list_stands_in_lines_or_between_semicolons() -> None:
    assert [*parts("a; b ;; c")] == ["a", "b", "c"]
    assert [*parts("a; b\nc;\n \n")] == ["a; b", "c;"]
    assert [*parts(" ; ")] == []


@pytest.mark.parametrize(
    ("path", "ids"),
    [("side", "owners"), ("setup", "places"), ("formation", "formations"), ("reverse.side", "owners"), ("name", "")],
)
def test_a_field_holds_ids_of_its_family_or_none(path: str, ids: str) -> None:
    assert family([FieldStep(one) for one in path.split(".")], Unit) == ids


def test_a_value_of_counters_may_be_that_of_their_backs() -> None:
    own: Mapping[str, frozenset[Form]] = {"attack": frozenset({"text"})}
    assert found("Attack", Unit, own) == "values.attack text"
    assert found("Back Attack", Unit, own) == "reverse.values.attack text"
    assert found("Back Defence", Unit, own) == ""
    assert found("Back Name", Unit, own) == found("Reduced Name", Unit, own) == "reverse.name text"
