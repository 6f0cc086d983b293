"""The printed odds sheet equals the exact report."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.dice.model import Procedure
from rcwkit.dice.roll import answers, prepare
from rcwkit.dice.tables import Reader, Table
from rcwkit.document.blocks import Block, Grid, Heading, Paragraph
from rcwkit.document.chart_blocks import chart_entry
from rcwkit.document.odds_blocks import has_odds, odds_sheet
from rcwkit.document.odds_grids import alike, chance, folded, percent, together
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.source.language import ENGLISH
from rcwkit.type.fonts import FontBook
from tests_support import TOY, WriteGame, shipped

BOOK = FontBook()

PROCEDURES = """kind: procedures
id: rolls
title: Rolls
source: Toy rules
procedures:
  armies:
    title: Armies
    rule: "3"
    inputs:
      side: {title: "Which side?", choices: {red: Red, white: White}}
      more: {title: "One more?", choices: {yes: Yes, no: No}, default: no}
    steps:
      - {id: one, for_each: 1-3, roll: 1d6, rows: {1: lost, 2-6: kept}}
      - {id: two, when: {side: red}, roll: 1d6, rows: {1-2: comes, 3-6: stays}}
    report:
      any: {title: Any is lost, when: {any: {one: lost}}}
      comes: {title: It comes, when: {two: comes}}
      never: {title: Four are lost, when: {count: {one: lost}, at_least: 4}}
      three: {title: At most three are lost, when: {count: {one: lost}, at_most: 3}}
      lost: {title: Armies lost, of: {count: {one: lost}}}
  tall:
    title: Ten dice
    steps: [{id: sum, roll: 10d6}]
    report: {sum: {title: Sum, of: sum}}
  many:
    title: By number
    inputs: {units: {title: "How many units?", range: 0-30}}
    steps: [{id: unit, times: units, roll: 1d6, rows: {1: lost, 2-6: kept}}]
    report: {any: {title: Any is lost, when: {any: {unit: lost}}}}
  crossed:
    title: Two questions
    inputs: {low: {title: "From?", range: 1-2}, bonus: {title: "Bonus?", range: 0-3}}
    steps: [{id: hit, roll: 1d6, drm: [{add: bonus, text: Bonus}], test: {at_least: {of: low, plus: 4}}}]
    report: {hit: {title: It hits, when: {hit: yes}}, plain: {title: Bonus alone, when: {value: bonus, at_least: 2}}}
  open:
    title: Too many ways
    inputs: {a: {title: "A?", range: 0-20}, b: {title: "B?", range: 0-20}}
    steps: [{id: die, roll: 1d6}]
    report: {one: {title: One, when: {die: 1}}}
  fixed:
    title: Nothing to roll
    steps: [{id: die, roll: 1d6}]
    report: {sure: {title: Sure, when: {value: die, at_least: 1}}}
"""


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    files = {name: text for name, text in TOY.items() if name in ("game.yaml", "tables.yaml")}
    return load(write_game({**files, "procedures.yaml": PROCEDURES}))


@pytest.fixture(scope="module")
def white_general() -> Game:
    return shipped("white_general")


def entries(game: Game) -> dict[str, list[Block]]:
    """Return the blocks of each entry, by the id of its heading."""
    found: dict[str, list[Block]] = {}
    for part in odds_sheet(game, BOOK).parts:
        for block in part.blocks:
            if isinstance(block, Heading):
                found[block.id] = []
            found[block.id if isinstance(block, Heading) else list(found)[-1]].append(block)
    return found


def grids(blocks: Iterable[Block]) -> list[list[Grid]]:
    """Return grids with their bands: one without a title continues the one before."""
    found: list[list[Grid]] = []
    for block in blocks:
        if isinstance(block, Grid) and block.look == "odds":
            if block.title or not found:
                found.append([])
            found[-1].append(block)
    return found


def lines(blocks: Iterable[Block]) -> dict[str, list[tuple[str, str]]]:
    """Return percentages and fractions of yes-or-no questions."""
    return {
        row.key: [(one.text, one.note) for one in row.cells]
        for block in blocks
        if isinstance(block, Grid) and block.look == "lines"
        for row in block.rows
    }


def cells(grid: Iterable[Grid]) -> dict[tuple[str, ...], str]:
    """Return keys and column → percentage."""
    return {
        (*(key.text for key in row.keys), column.text): cell.text
        for band in grid
        for row in band.rows
        for column, cell in zip(band.columns, row.cells, strict=True)
    }


def shown(game: Game, name: str, question: str, **given: Any) -> Any:
    """Return the exact answer to a question of a report."""
    (answer,) = [answer for answer in answers(prepare(game, name, given)) if answer.title == question]
    return answer.chance if answer.chance is not None else dict(answer.distribution)


def test_lines_are_the_exact_report(toy: Game) -> None:
    found = entries(toy)["armies"]
    (head,) = [block for block in found if isinstance(block, Grid) and block.look == "lines" and block.columns]
    exact = chance(shown(toy, "armies", "Any is lost", side="red"))
    assert (head.heads, [one.text for one in head.columns]) == (("Which side?",), ["Red", "White"])
    assert lines(found)["Any is lost"] == [(exact.text, exact.note)] == [("42.1", "91/216")]
    assert lines(found)["It comes"] == [("33.3", "1/3"), ("–", "")]


def test_results_have_the_words_of_the_report(triumph: Game) -> None:
    """Bug: columns had bare numbers and ids, whatever the report calls them."""
    blocks = odds_sheet(triumph, BOOK).parts[0].blocks
    title = "Boxes on the Involvement Track"
    columns = [block.columns for block in blocks if isinstance(block, Grid) and block.title.startswith(title)]
    assert [column.text for column in columns[0]][:3] == ["stays", "1 box", "2 boxes"]


def test_certain_results_print_100_and_impossible_ones_are_left_out(toy: Game) -> None:
    found = lines(entries(toy)["armies"])
    assert found["At most three are lost"] == [("100", "")]
    assert "Four are lost" not in found


def test_equal_distributions_are_one_strip_with_its_mean(toy: Game) -> None:
    ((grid,),) = grids(entries(toy)["armies"])
    exact = shown(toy, "armies", "Armies lost", side="white")
    assert cells([grid]) == {(str(value),): percent(part) for value, part in exact.items()}
    assert (grid.mean, grid.widths) == ("0.5", ())


def test_defaults_are_shown(toy: Game) -> None:
    assert [block.text for block in entries(toy)["armies"] if isinstance(block, Paragraph)] == ["One more? **No**"]


def test_a_continued_grid_repeats_its_heading_with_the_answers(toy: Game) -> None:
    heading, taken, head, first, *rest = entries(toy)["armies"]
    assert [block.keep for block in (heading, taken, head, first)] == [True, True, True, False]
    assert {block.again for block in (heading, taken, head, first)} == {""}
    assert {block.again for block in rest} == {"Armies, continued: Red | White"}


def test_blocks_are_located_at_their_procedure(toy: Game) -> None:
    found = entries(toy)
    places = {
        name: {f"{block.at.file}:{block.at.line}" for block in found[name] if block.at} for name in ("armies", "turn9")
    }
    armies, turn9 = (toy[Procedure]["armies"].span, toy[Table]["turn9"].span)
    assert places == {"armies": {f"{armies.file}:{armies.line}"}, "turn9": {f"{turn9.file}:{turn9.line}"}}


def test_rare_values_are_summed_at_their_ends(toy: Game) -> None:
    (grid,) = grids(entries(toy)["tall"])
    exact = shown(toy, "tall", "Sum")
    found = cells(grid)
    low = max(value for value in exact if value < 35 and exact[value] < Fraction(1, 1000))
    assert found[f"10–{low}",] == percent(sum((part for value, part in exact.items() if value <= low), Fraction(0)))
    assert found["35",] == percent(exact[35])
    assert f"{low}" not in {key for (key,) in found}
    assert sum(part for value, part in exact.items() if value <= low) > exact[low]
    assert {len(band.columns) + band.blank for band in grid} == {max(len(band.columns) for band in grid)}
    assert [bool(band.title and band.mean) for band in grid] == [True, *(False for _ in grid[1:])]


def test_long_runs_of_numbers_are_sampled_at_round_ones(toy: Game) -> None:
    (grid,) = grids(entries(toy)["many"])
    assert [key for (key,) in cells(grid)] == [*map(str, range(11)), "15", "20", "25", "30"]
    assert all(
        cells(grid)[key,] == percent(shown(toy, "many", "Any is lost", units=key)) for key in ("0", "3", "10", "30")
    )


def test_two_questions_cross_and_a_question_that_does_not_matter_goes(toy: Game) -> None:
    found = entries(toy)["crossed"]
    hit, plain = grids(found)
    (asked,) = [block.text for block in found if isinstance(block, Paragraph)]
    down, across = ("low", "bonus") if asked == "Down: From? · Across: Bonus?" else ("bonus", "low")
    for (row, column), text in cells(hit).items():
        assert text == percent(shown(toy, "crossed", "It hits", **{down: row, across: column}))
    assert len(cells(hit)) == 8
    assert (plain[0].title, plain[0].by, cells(plain)) == (
        "Bonus alone",
        "Bonus?",
        {("0",): "–", ("1",): "–", ("2",): "100", ("3",): "100"},
    )


def test_what_is_all_certain_or_has_too_many_ways_is_left_out(toy: Game) -> None:
    assert {"fixed", "open"}.isdisjoint(entries(toy))


def test_what_is_all_certain_is_printed_where_nothing_else_is(write_game: WriteGame) -> None:
    fixed = PROCEDURES[: PROCEDURES.index("  armies:")] + PROCEDURES[PROCEDURES.index("  fixed:") :]
    game = load(write_game({"game.yaml": TOY["game.yaml"], "procedures.yaml": fixed}))
    assert has_odds(game)
    assert lines(entries(game)["fixed"]) == {"Sure": [("100", "")]}


def test_a_game_without_dice_has_no_sheet(write_game: WriteGame) -> None:
    game = load(write_game({"game.yaml": TOY["game.yaml"]}))
    assert not has_odds(game)
    assert odds_sheet(game, BOOK).parts == ()


@pytest.mark.parametrize("name", ["gas_attack", "minefield", "charge_move"])
def test_odds_of_other_answers_are_those_of_a_plan_of_their_own(white_general: Game, name: str) -> None:
    (question,) = [key for key, one in white_general[Procedure][name].value.questions.items() if one.default is None]
    asked = white_general[Procedure][name].value.questions[question]
    first, *others = [{question: answer} for answer in (asked.choices or asked.range or ())]
    prepared = prepare(white_general, name, first)
    answers(prepared)
    for other in others:
        assert answers(prepared.answering(other)) == answers(prepare(white_general, name, other))


def test_charts_by_sum_of_drms(toy: Game) -> None:
    ((grid,),) = grids(entries(toy)["turn9"])
    assert (grid.title, grid.heads) == ("Red and Neutral", ("DRM",))
    assert cells([grid]) == {
        ("−1", "RED"): "33.3",
        ("−1", "neutral"): "66.7",
        ("±0", "RED"): "16.7",
        ("±0", "neutral"): "83.3",
    }


def table(**more: Any) -> Table:
    return Table.model_validate({"title": "T", "roll": "1d6", **more})


def test_groups_name_their_columns_and_equal_columns_are_one_row(toy: Game) -> None:
    columns = {"a": "FCM", "b": "PIT", "c": "FCM"}
    rows = {"1-2": [1, 0, 1], "3-6": [0, 1, 0]}
    ((grid,),) = grids(
        chart_entry(
            toy, BOOK, table(columns=columns, groups={"Belarus": ["a", "b"], "Lithuania": ["c"]}, rows=rows)
        ).body
    )
    assert [[key.text for key in row.keys] for row in grid.rows] == [["Belarus FCM and Lithuania FCM"], ["Belarus PIT"]]
    assert cells([grid])["Belarus PIT", "1"] == "66.7"


def test_a_group_of_all_columns_heads_them(toy: Game) -> None:
    two = table(columns={"a": "A", "b": "B"}, groups={"Factor": ["a", "b"]}, rows={"1-2": [1, 0], "3-6": [0, 1]})
    ((grid,),) = grids(chart_entry(toy, BOOK, two).body)
    assert grid.heads == ("Factor",)
    assert ("A", "0") in cells([grid])


def test_columns_with_results_of_their_own_are_strips(toy: Game) -> None:
    rows = {face: [f"first result {face}", f"second result {face}"] for face in range(1, 7)}
    found = grids(chart_entry(toy, BOOK, table(columns={"a": "A", "b": "B"}, rows=rows)).body)
    assert [(grid[0].title, grid[0].widths, len(cells(grid))) for grid in found] == [("A", (), 6), ("B", (), 6)]


def test_drms_for_answers_to_one_question_exclude_one_another(toy: Game) -> None:
    drm = [
        {"add": -1, "text": "a", "when": {"x": 1}},
        {"add": -3, "text": "b", "when": {"x": 2}},
        {"add": 1, "text": "c"},
    ]
    (grid,) = grids(chart_entry(toy, BOOK, table(drm=drm, beyond="clamp", rows={"1-5": "no", 6: "yes"})).body)
    assert [key for key, column in cells(grid) if column == "no"] == ["−3 to −1", "±0", "+1"]


def test_an_open_drm_gives_all_sums_that_differ_and_the_ends(toy: Game) -> None:
    entry = chart_entry(
        toy, BOOK, table(drm=[{"add": "lost", "text": "each lost"}], beyond="clamp", rows={"1-4": "no", "5-6": "yes"})
    )
    found = cells(grids(entry.body)[0])
    assert [key for key, column in found if column == "yes"] == [
        "−2 or less",
        "−1",
        "±0",
        "+1",
        "+2",
        "+3",
        "+4 or more",
    ]
    assert (found["−2 or less", "yes"], found["±0", "yes"], found["+4 or more", "yes"]) == ("–", "33.3", "100")
    assert any("likelier" in block.text for block in entry.body if isinstance(block, Paragraph))


@pytest.mark.parametrize(
    ("totals", "rows"),
    [
        ("0-9", ["±0", "+1", "+2", "+3", "+4 or more"]),
        ("-9-1", ["−2 or less", "−1", "±0", "+1"]),
        ("-1-2", ["−1", "±0", "+1", "+2"]),
    ],
)
def test_totals_that_cannot_come_up_are_left_out(toy: Game, totals: str, rows: list[str]) -> None:
    drm = [{"add": "lost", "text": "each lost"}]
    limited = table(drm=drm, beyond="clamp", rows={"1-4": "no", "5-6": "yes"}, totals=totals)
    found = cells(grids(chart_entry(toy, BOOK, limited).body)[0])
    assert [key for key, column in found if column == "yes"] == rows


def test_fixed_drms_are_limited_to_the_totals(toy: Game) -> None:
    drm = [{"add": add, "text": "x"} for add in (-1, 2, 3)]
    limited = table(drm=drm, beyond="clamp", rows={"1-5": "no", 6: "yes"}, totals="-1-3")
    (grid,) = grids(chart_entry(toy, BOOK, limited).body)
    assert [key for key, column in cells(grid) if column == "yes"] == ["−1", "±0", "+1", "+2", "+3"]


def test_odds_are_left_out_where_the_data_say_so(write_game: WriteGame) -> None:
    marked = PROCEDURES.replace("title: Ten dice\n", "title: Ten dice\n    odds: none\n")
    game = load(write_game({"game.yaml": TOY["game.yaml"], "procedures.yaml": marked}))
    printed = {block.id for part in odds_sheet(game, BOOK).parts for block in part.blocks if isinstance(block, Heading)}
    assert printed & {"armies", "tall", "many"} == {"armies", "many"}
    assert {file.stem: file.shelf for file in files_of(game) if "odds" in file.stem} == {"odds": "study"}


def test_drm_is_explained_where_a_chart_has_one(write_game: WriteGame, triumph: Game) -> None:
    assert "DRM: the sum" in odds_sheet(triumph, BOOK).parts[0].note
    plain = load(write_game({"game.yaml": TOY["game.yaml"], "procedures.yaml": PROCEDURES}))
    assert "DRM" not in odds_sheet(plain, BOOK).parts[0].note


def test_every_cell_of_a_real_chart_is_the_result_of_its_reader(triumph: Game) -> None:
    chart = triumph[Table]["polish_response"].value
    found = {key: text for grid in grids(chart_entry(triumph, BOOK, chart).body) for key, text in cells(grid).items()}
    reader = Reader.of(chart)
    for column, title in (("belarus_fcm", "Belarus FCM"), ("ukraine_pit", "Ukraine PIT")):
        faces = [reader.read(face, -1, column).result for face in range(1, 7)]
        assert {result: found[title, "−1", str(result)] for result in (0, 1, 2)} == {
            r: percent(Fraction(faces.count(r), 6)) for r in (0, 1, 2)
        }


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Fraction(0), "–"),
        (Fraction(1), "100"),
        (Fraction(1, 3), "33.3"),
        (Fraction(1, 2**27), "< 0.1"),
        (1 - Fraction(1, 2**27), "> 99.9"),
        (Fraction(1, 1000), "0.1"),
        (Fraction(999, 1000), "99.9"),
    ],
)
def test_per_cents(part: Fraction, text: str) -> None:
    assert percent(part) == text


@pytest.mark.parametrize(
    ("part", "text"), [(Fraction(91, 216), "91/216"), (Fraction(1), ""), (Fraction(0), ""), (Fraction(1, 10**6), "")]
)
def test_fractions_are_printed_where_they_are_short(part: Fraction, text: str) -> None:
    assert chance(part).note == text


@given(st.dictionaries(st.integers(-20, 40), st.integers(1, 10**6), min_size=1), st.integers(3, 12))
def test_folding_loses_no_value_and_keeps_their_order(weights: dict[int, int], most: int) -> None:
    whole = sum(weights.values())
    columns = folded([{value: Fraction(weight, whole) for value, weight in weights.items()}], most)
    assert [value for column in columns for value in column] == sorted(weights)
    assert len(columns) <= most


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(1, 10**6), min_size=1), st.integers(3, 12))
def test_folded_words_come_last(weights: dict[str, int], most: int) -> None:
    whole = sum(weights.values())
    columns = folded([{value: Fraction(weight, whole) for value, weight in weights.items()}], most)
    assert sorted(value for column in columns for value in column) == sorted(weights)
    assert all(len(column) == 1 for column in columns[:-1])
    assert len(columns) <= most


def test_equal_rows_are_taken_together() -> None:
    assert alike({1: "a", 2: "b", 3: "a"}) == [((1, 3), "a"), ((2,), "b")]
    assert alike({1: "a", 2: "b", 3: "a"}, adjacent=True) == [((1,), "a"), ((2,), "b"), ((3,), "a")]
    assert together(ENGLISH, [6, 7, 8, 9, 4]) == "4, 6–9"
    assert together(ENGLISH, ["Latvia", "Lithuania"]) == "Latvia and Lithuania"
