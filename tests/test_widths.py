"""Column widths: they add up, no column is narrower than its words, and requests are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.document.tables import Column, Need, widths


def need(column: int, least: float, most: float, columns: int = 1, row: int = 0) -> Need:
    return Need(row, column, columns, least, most, 0.0, 10.0)


@st.composite
def asked(draw: st.DrawFn) -> tuple[list[Need], list[Column]]:
    """Draw columns, and in some rows a cell for each or one over two of them."""
    count = draw(st.integers(1, 5))
    columns = draw(
        st.lists(
            st.builds(Column, st.sampled_from([0.0, 30.0]), st.sampled_from([0.0, 0.3]), st.booleans()),
            min_size=count,
            max_size=count,
        )
    )
    needs: list[Need] = []
    for row in range(draw(st.integers(0, 6))):
        column = 0
        while column < count:
            span = min(draw(st.integers(1, 2)), count - column)
            least = draw(st.floats(1, 60))
            needs.append(need(column, least, least + draw(st.floats(0, 300)), span, row))
            column += span
    return needs, columns


@given(asked(), st.floats(50, 900))
def test_widths_add_up(found: tuple[list[Need], list[Column]], width: float) -> None:
    made = widths(*found, width)
    assert sum(made) == pytest.approx(width)
    assert min(made) >= 0


@given(asked())
def test_where_there_is_room_no_cell_is_narrower_than_its_longest_word(found: tuple[list[Need], list[Column]]) -> None:
    needs, columns = found
    made = widths(needs, columns, 900)
    assert all(sum(made[one.column : one.column + one.columns]) >= one.least - 0.01 for one in needs)
    assert all(one >= column.least - 0.01 for one, column in zip(made, columns, strict=True))


def test_a_tight_column_takes_what_it_must_and_shares_are_even() -> None:
    needs = [need(0, 20, 90), need(1, 10, 50), need(2, 10, 20)]
    assert widths(needs, [Column(tight=True), Column(share=0.4), Column(share=0.4)], 400) == pytest.approx(
        [20, 190, 190]
    )


def test_columns_without_a_share_take_the_spare_width() -> None:
    assert widths([need(0, 10, 100), need(1, 10, 20)], [Column(), Column(share=0.2)], 400) == pytest.approx([320, 80])


def test_shares_give_way_before_words_are_broken() -> None:
    one, other = widths([need(0, 10, 150), need(1, 10, 20)], [Column(), Column(share=0.5)], 200)
    assert one >= 150
    assert one + other == pytest.approx(200)


def test_what_is_too_wide_is_shrunk_and_nothing_else() -> None:
    needs = [need(0, 60, 60), need(1, 10, 10), need(2, 40, 40), need(3, 90, 90)]
    assert widths(needs, [Column()] * 4, 140) == pytest.approx([45, 10, 40, 45])


def test_columns_are_widened_at_the_cost_of_others_where_that_saves_lines() -> None:
    needs = [need(0, 20, 400, row=row) for row in range(6)] + [need(1, 20, 90, row=row) for row in range(6, 12)]
    one, other = widths(needs, [Column(), Column()], 330)
    assert one >= 400 / 2  # two lines
    assert other >= 90  # one line, for which its share by length would not do


def test_tight_columns_share_spare_width_only_where_all_are_tight_or_have_a_share() -> None:
    needs = [need(0, 10, 30), need(1, 10, 60)]
    assert widths(needs, [Column(tight=True), Column(share=0.2)], 210) == pytest.approx([10, 200])
    assert widths(needs, [Column(tight=True), Column(tight=True)], 200) == pytest.approx([100, 100])
    wider = [need(0, 10, 30), need(1, 30, 60)]
    assert widths(wider, [Column(tight=True), Column(tight=True)], 200) == pytest.approx([50, 150])


def test_no_column_is_moved_by_less_than_shows() -> None:
    """A column that has a hundredth of a point to spare gives nothing to a neighbour, whatever that would save."""
    needs = [need(0, 20, 60.4, row=0), need(1, 99.995, 100, row=1)]
    one, other = widths(needs, [Column(), Column()], 120)
    assert other >= 99.995
    assert one + other == pytest.approx(120)


def test_lines_stand_within_the_padding_of_their_cells() -> None:
    """Three cells of 90 points and nine of 270, besides 30 points at their sides, fit in two lines each."""
    needs = [Need(row, row > 2, 1, 40, 300 if row > 2 else 120, 30, 10) for row in range(12)]
    one, other = widths(needs, [Column(), Column()], 260)
    assert 1.04 * 90 / (one - 30) <= 2
    assert 1.04 * 270 / (other - 30) <= 2


def test_columns_stay_in_proportion_where_nothing_is_saved() -> None:
    even = [need(column, 10, 150, row=column) for column in (0, 1)]
    assert widths(even, [Column(), Column()], 200) == pytest.approx([100, 100])
    unbroken = [Need(row, row, 1, 20, (400, 90)[row], 0, 0) for row in (0, 1)]
    one, other = widths(unbroken, [Column(), Column()], 330)
    assert (one - 20) / (400 - 20) == pytest.approx((other - 20) / (90 - 20))


def test_a_column_is_widened_by_whatever_its_cells_lack() -> None:
    needs = [need(0, 10.5, 10.5), need(1, 10, 20)]
    assert widths(needs, [Column(10, tight=True), Column()], 100) == pytest.approx([10.5, 89.5])


def test_a_column_is_widened_by_less_than_a_point_if_that_saves_a_line() -> None:
    needs = [need(0, 20, 510), Need(1, 1, 1, 60, 61.8, 0, 0)]
    one, other = widths(needs, [Column(), Column()], 325.9)
    assert 1.04 * 510 / 265 > 2 >= 1.04 * 510 / one
    assert other >= 60
