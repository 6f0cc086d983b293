"""Headings as sheets have them: those of charts are heads, X and Y are points, Name is the title of a card."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.dice.roll import questions
from rcwkit.dice.setups import Scenario
from rcwkit.dice.tables import Table
from rcwkit.document.chart_blocks import chart
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.model import Map
from rcwkit.kit.checks import check
from rcwkit.source.base import Units
from rcwkit.source.project import Project
from tests_support import TOY, run, write

CHART = "kind: tables\nid: t\ntitle: T\nsource: S\ntables: {crt: {title: Combat, rows: {from: crt.csv}%s}}\n"
MAP = "kind: maps\nid: m\ntitle: M\nsource: S\nsize: 120x80mm\nspaces: {from: %s}\n"
DECK = "kind: cards\nid: d\ntitle: D\nsource: S\nback: {title: D}\ncards: {from: {file: d.csv, skip: [Text]}}\n"


def game(folder: Path, **files: str) -> Game:
    named = {name.replace("_", "."): text for name, text in files.items()}
    return load(Project(write(folder, {"game.yaml": TOY["game.yaml"], **named}), shown="toy"))


def test_the_headings_of_a_sheet_are_the_heads_of_its_chart(tmp_path: Path) -> None:
    """Bug: without `columns:`, the chart was printed without heads."""
    made = game(tmp_path, t_yaml=CHART % ", roll: 1d6", crt_csv="Die,1:2,1:1,+\n1-3,AE,A1,A1\n4-6,NE,D1,DE\n")
    table = made[Table]["crt"].value
    assert table.columns == {"1_2": "1:2", "1_1": "1:1", "column": "+"}
    shown = chart(made, made.book, made[Table]["crt"])
    assert [cell.text for cell in shown.columns] == ["1:2", "1:1", "+"]
    assert shown.head == "1d6"
    assert questions(made, "crt") == {"column": ["1_2", "1_1", "column"]}
    assert [one.code for one in check(made) if one.code[0] == "E"] == []


def test_the_first_heading_stands_over_the_keys_of_a_chart_without_dice(tmp_path: Path) -> None:
    made = game(tmp_path, t_yaml=CHART % "", crt_csv="Terrain,Foot,Horse\nWoods,2,3\n")
    assert chart(made, made.book, made[Table]["crt"]).head == "Terrain"


@pytest.mark.parametrize(
    ("more", "csv", "columns"),
    [
        (", columns: {a: A, b: B}", "Die,1:2,1:1\n1,AE,A1\n", {"a": "A", "b": "B"}),
        ("", "Die,Result\n1,AE\n", {}),
    ],
    ids=["columns of its own", "a single column"],
)
def test_charts_with_columns_and_with_one_column_stay(
    tmp_path: Path, more: str, csv: str, columns: dict[str, str]
) -> None:
    assert game(tmp_path, t_yaml=CHART % more, crt_csv=csv)[Table]["crt"].value.columns == columns


@pytest.mark.parametrize(
    ("asked", "csv"),
    [
        ("s.csv", "id;at\na;63.5;20\n".replace("a;63.5;20", 'a;"63.5; 20"')),
        ("s.csv", "id,X,Y\na,63.5,20\n"),
        ("{file: s.csv, columns: {Left: at.1, Top: at.2}}", "id,Left,Top\na,63.5,20\n"),
        ("{file: s.csv, columns: {Left: at.x, Top: at.y}}", "id,Left,Top\na,63.5,20\n"),
    ],
    ids=["one cell", "X and Y", "mapped by number", "mapped by letter"],
)
def test_spaces_have_decimals_and_columns_of_x_and_y(tmp_path: Path, asked: str, csv: str) -> None:
    """Bug: 63.5 was refused as a text, and `at.1` was no field."""
    assert game(tmp_path, m_yaml=MAP % asked, s_csv=csv)[Map]["m"].value.spaces["a"].at == (63.5, 20)


def test_the_size_of_a_space_may_be_one_number_or_two(tmp_path: Path) -> None:
    made = game(tmp_path, m_yaml=MAP % "s.csv", s_csv='id,X,Y,size\na,1,2,12.5\nb,1,2,"12.5; 9"\n')
    assert [one.size for one in made[Map]["m"].value.spaces.values()] == [12.5, (12.5, 9)]


def test_a_point_without_one_of_its_parts_is_refused_at_its_row(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        game(tmp_path, m_yaml=MAP % "s.csv", s_csv="id,X\na,63.5\n")
    assert {one.span.file for one in caught.value.diagnostics} == {"toy/s.csv"}


@pytest.mark.parametrize("part", ["at.3", "at.z", "at.x.y"])
def test_a_point_has_two_parts(tmp_path: Path, part: str) -> None:
    with pytest.raises(InputError) as caught:
        game(tmp_path, m_yaml=MAP % f"{{file: s.csv, columns: {{L: {part}}}}}", s_csv="id,L\na,1\n")
    assert {one.code for one in caught.value.diagnostics} == {"E282"}


def test_name_is_the_title_of_a_card(tmp_path: Path) -> None:
    """Bug: the commonest heading of all was none."""
    made = game(tmp_path, d_yaml=DECK, d_csv="Name,Qty,Text\nSmoke,2,x\n")
    assert {name: (card.title, card.copies) for name, card in made[Deck]["d"].value.cards.items()} == {
        "smoke": ("Smoke", 2)
    }


def test_a_set_up_without_a_scenario_is_one_of_its_own(tmp_path: Path) -> None:
    """Bug: nothing was printed of it, without a word."""
    files = {name: text for name, text in TOY.items() if name not in ("scenarios.yaml", "aids.yaml", "german.yaml")}
    toy = write(tmp_path / "toy", files)
    made = load(Project(toy, shown="toy"))
    assert [(name, item.value.setup) for name, item in made[Scenario].items()] == [("campaign", "campaign")]
    result = run("build", toy, "--out", tmp_path / "out", "--jobs", "1")
    assert (result.exit_code, "setup-campaign.pdf" in result.stdout) == (0, True), result.stderr


def test_a_set_up_beside_scenarios_is_one_more(tmp_path: Path) -> None:
    more = TOY["setup.yaml"].replace("id: campaign", "id: second").replace("title: Campaign", "title: Second")
    other = more.replace("id: second", "id: third")
    scenarios = "kind: scenarios\nid: s\nsource: S\nscenarios: {second: {title: A, setup: campaign}}\n"
    files = {**TOY, "more.yaml": more, "other.yaml": other, "scenarios.yaml": scenarios}
    made = load(Project(write(tmp_path, files), shown="toy"))
    assert {name: item.value.setup for name, item in made[Scenario].items()} == {
        "second": "campaign",
        "second.setup": "second",
        "third": "third",
    }


def test_a_mistake_in_a_list_of_entries_is_told_at_its_place(tmp_path: Path) -> None:
    """Bug: the whole list was 'an unknown key', as its entries have no ids until they are read."""
    deck = "kind: cards\nid: d\ntitle: D\ncards:\n  - Smoke\n  - {title: Fog, txt: Slow.}\n"
    with pytest.raises(InputError) as raised:
        game(tmp_path, d_yaml=deck)
    assert [(one.code, one.message, one.span.line) for one in raised.value.diagnostics] == [
        ("E122", "unknown key 'txt'", 6)
    ]


def test_a_card_may_have_text_without_a_section(tmp_path: Path) -> None:
    deck = "kind: cards\nid: d\ntitle: D\ncards: {from: d.csv}\n"
    made = game(tmp_path, d_yaml=deck, d_csv="Name,Text\nFog,Slow.\n")
    assert made[Deck]["d"].value.cards["fog"].text == "Slow."
    assert made[Deck]["d"].value.stands_on == "table"


def test_types_are_like_others_but_for_their_titles(tmp_path: Path) -> None:
    """Chains are followed, and circles left where they close."""
    types = """unit_types:
  foot: {title: foot, plural: feet, symbol: infantry, values: [attack], reverse: reduced}
  guard: {title: guard, like: foot}
  old: {title: old guard, symbol: cavalry, like: guard}
  lost: {title: lost, symbol: disc, like: lost}
"""
    toy = write(tmp_path, {"game.yaml": f"{TOY['game.yaml'].partition('unit_types:')[0]}{types}"})
    found = load(Project(toy, shown="toy")).info.unit_types
    assert {name: (one.plural, one.symbol, one.values, one.reverse) for name, one in found.items()} == {
        "foot": ("feet", "infantry", ("attack",), "reduced"),
        "guard": ("guards", "infantry", ("attack",), "reduced"),
        "old": ("old guards", "cavalry", ("attack",), "reduced"),
        "lost": ("losts", "disc", (), "none"),
    }


def test_set_ups_name_counters_by_name() -> None:
    assert [str(Units.parse(text)) for text in ("Ra7", "(3 Rifles) x2", "Col. Aster", "日 x3")] == [
        "Ra7",
        "(3_rifles) x2",
        "col_aster",
        "日 x3",
    ]


def test_rows_of_one_id_add_up_to_lists(tmp_path: Path) -> None:
    """A card with several pips has a row for each; what is no list has to be the same in all."""
    deck = "kind: cards\nid: d\ntitle: D\nfields: {x: list, suit: text}\n"
    deck += "cards: {from: {file: d.csv, id: Name, columns: {Name: title}}}\n"
    made = game(tmp_path, d_yaml=deck, d_csv="Name,x,suit\nTwo,6,S\nTwo,42,S\nThree,9,S\n")
    cards = made[Deck]["d"].value.cards
    assert [(card.title, card.fields) for card in cards.values()] == [
        ("Two", {"x": (6, 42), "suit": "S"}),
        ("Three", {"x": (9,), "suit": "S"}),
    ]
    with pytest.raises(InputError, match="repeated key 'Two'"):
        game(tmp_path, d_yaml=deck, d_csv="Name,x,suit\nTwo,6,S\nTwo,42,H\n")
