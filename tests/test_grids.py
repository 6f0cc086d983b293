"""How many pieces fit, and the sentences that explain why not more."""

from __future__ import annotations

import pytest
from rcwkit.frame import MM
from rcwkit.sheets.paper import COUNTERS, PAPERS, READING, fit, fit_limits, fit_report, fit_table, size_name
from rcwkit.source.patterns import CARDS

POKER = (63 * MM, 88 * MM)


def test_the_report_shows_the_gain_of_less_bleed() -> None:
    assert (
        fit_report("poker", POKER, PAPERS["letter"], 2 * MM)
        == "Letter, poker, 2 mm bleed: 6-up; with 1 mm 8-up; with none 9-up"
    )
    assert fit_report("poker", POKER, PAPERS["a4"], 1 * MM) == "A4, poker, 1 mm bleed: 9-up"
    assert fit_report("poster", (300 * MM, 400 * MM), PAPERS["a4"], 0.0) == "A4, poster, no bleed: does not fit"


@pytest.mark.parametrize(
    ("paper", "bleed", "count"),
    [("a4", 1, 9), ("a4", 0, 9), ("letter", 0, 9), ("letter", 1, 8), ("a4", 2, 8), ("a3", 2, 16)],
)
def test_poker_cards_on_a_sheet(paper: str, bleed: float, count: int) -> None:
    grid = fit(POKER, PAPERS[paper], bleed * MM)
    assert grid is not None
    assert grid.count == count


def test_a_fold_halves_the_page_and_keeps_the_grid_left_of_it() -> None:
    grid = fit(POKER, PAPERS["a4"], 1 * MM, folded=True)
    assert grid is not None and grid.fold is not None
    assert grid.fold == pytest.approx(grid.page[0] / 2)
    assert grid.block[2] + grid.bleed < grid.fold
    assert 4 <= grid.count < 9


def test_the_limits_show_the_need_of_one_more_column_or_row() -> None:
    said = fit_limits((18 * MM, 18 * MM), PAPERS["a4"], 0.0, butted=True)
    assert said == "150-up: 10 × 15, portrait; another column needs 3.0 mm, another row 14.0 mm"
    wider = PAPERS["a4"]._replace(width=213.01)
    assert fit_limits((18 * MM, 18 * MM), wider, 0.0, butted=True).startswith("165-up: 11 × 15")
    assert fit_limits((199 * MM, 100 * MM), PAPERS["a4"], 0.0).startswith("1-up: 1 × 1, landscape")
    assert fit_limits((250 * MM, 300 * MM), PAPERS["a4"], 0.0) == "does not fit: 55.0 mm too wide and 26.0 mm too high"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("folded", [False, True])
def test_the_table_has_every_size_and_more_bleed_never_brings_more(paper: str, folded: bool) -> None:
    rows = list(fit_table(PAPERS[paper], (0.0, 1.0, 2.0, 3.0), folded=folded))
    assert [name for name, *_ in rows] == [*CARDS, *(f"{name} counter" for name in COUNTERS)]
    for name, _, counts, said in rows:
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] > 0
        assert said.startswith(f"{PAPERS[paper].name}, {name}, 3 mm bleed: {counts[-1]}-up")
        assert ("with" in said) == (counts[0] > counts[-1])


def test_sizes_have_names() -> None:
    assert size_name(POKER) == "poker"
    assert [size_name((edge * MM, edge * MM)) for edge in COUNTERS.values()] == list(COUNTERS)
    assert size_name((57 * MM, 87.5 * MM)) == "57 × 87.5 mm"


def test_texts_stay_on_paper_that_can_be_read() -> None:
    assert {READING[name] for name in PAPERS} == {"a4", "letter"}
