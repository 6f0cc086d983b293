from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rcwkit.type.columns import ColumnBlock, ColumnPage, flow, overfull, pack, roomiest

HIGH = 100.0

heights = st.floats(min_value=1, max_value=60)
blocks = st.lists(
    st.builds(ColumnBlock, heights, st.booleans(), st.booleans(), st.sampled_from([0.0, 4.0])), max_size=40
)


def indices(pages: list[ColumnPage]) -> list[int]:
    return [index for page in pages for band in page.bands for column in band.columns for index in column]


@given(blocks, st.integers(1, 3))
def test_every_block_is_placed_once_and_in_order(found: list[ColumnBlock], columns: int) -> None:
    assert indices(flow(found, columns, 70, HIGH)) == list(range(len(found)))


@given(blocks, st.integers(1, 3))
def test_a_free_flow_places_every_block_once(found: list[ColumnBlock], columns: int) -> None:
    assert sorted(indices(flow(found, columns, 70, HIGH, free=True))) == list(range(len(found)))


loose = st.lists(
    st.builds(ColumnBlock, heights, st.booleans(), st.just(value=False), st.sampled_from([0.0, 4.0])), max_size=40
)


@given(loose, st.integers(1, 3), st.booleans())
def test_no_page_is_higher_than_it_may_be(found: list[ColumnBlock], columns: int, free: bool) -> None:
    for page in flow(found, columns, HIGH, HIGH, free=free):
        assert page.height <= HIGH + 1e-3
        assert all(len(band.columns) <= columns for band in page.bands)


@given(st.lists(st.builds(ColumnBlock, heights, st.just(value=False), st.booleans(), st.just(0.0)), max_size=40))
def test_blocks_kept_together_are_in_one_column_if_they_fit_a_page(found: list[ColumnBlock]) -> None:
    chains: list[list[int]] = [[]]
    for index, block in enumerate(found):
        chains[-1].append(index)
        chains += [] if block.keep else [[]]
    columns = [column for page in flow(found, 2, HIGH, HIGH) for band in page.bands for column in band.columns]
    for chain in chains:
        high = sum(found[index].height for index in chain)
        together = any(set(chain) <= set(column) for column in columns)
        assert together or not chain or high > HIGH
    assert all(sum(found[index].height for index in column) <= HIGH + 1e-3 for column in columns)


@given(st.lists(heights, min_size=1, max_size=30))
def test_columns_that_end_on_a_page_differ_by_one_block_at_most(found: list[float]) -> None:
    last = flow([ColumnBlock(height) for height in found], 2, 1e6, 1e6)[-1].bands[-1]
    tall = [sum(found[index] for index in column) for column in last.columns]
    assert max(tall) - sum(found) / 2 <= max(found) + 1e-3


def test_a_spanning_block_parts_the_columns() -> None:
    (page,) = flow([ColumnBlock(10), ColumnBlock(10), ColumnBlock(20, span=True), ColumnBlock(10)], 2, HIGH, HIGH)
    assert [band.columns for band in page.bands] == [((0,), (1,)), ((2,),), ((3,),)]


def test_a_heading_stays_with_its_section() -> None:
    found = [ColumnBlock(80), ColumnBlock(10, span=True, keep=True), ColumnBlock(15), ColumnBlock(15)]
    first, second = flow(found, 2, HIGH, HIGH, free=True)
    assert indices([first]) == [0]
    assert second.bands[0].columns == ((1,),)


def test_a_free_flow_draws_later_blocks_into_gaps() -> None:
    found = [
        ColumnBlock(60, span=True),
        ColumnBlock(70, span=True),
        ColumnBlock(35, span=True),
        ColumnBlock(25, span=True),
    ]
    assert [indices([page]) for page in flow(found, 2, HIGH, HIGH, free=True)] == [[0, 2], [1, 3]]
    assert [indices([page]) for page in flow(found, 2, HIGH, HIGH)] == [[0], [1], [2, 3]]


def test_a_block_is_parted_from_its_heading_where_both_fit_no_page() -> None:
    """Bug: the block went over the edge of the page in silence."""
    heading = ColumnBlock(10, keep=True)
    assert [page.height for page in flow([heading, ColumnBlock(90)], 1, HIGH, HIGH)] == [100]
    assert [page.height for page in flow([heading, ColumnBlock(95)], 1, HIGH, HIGH)] == [10, 95]


def test_a_block_that_the_first_page_has_too_little_room_for_is_found() -> None:
    def crowded(*blocks: ColumnBlock) -> list[tuple[int, float]]:
        return [*overfull(flow(blocks, 1, 80, HIGH), [one.height for one in blocks], 80, HIGH)]

    assert crowded(ColumnBlock(80)) == crowded(ColumnBlock(10), ColumnBlock(95)) == []
    assert crowded(ColumnBlock(95)) == [(0, 15)]
    assert crowded(ColumnBlock(130)) == [], "too high for any page, which is said of it alone"


def test_a_repeated_heading_takes_its_room() -> None:
    found = [ColumnBlock(40, again=10) for _ in range(4)]
    assert len(flow(found, 2, 90, 90)) == 1
    assert len(flow(found, 2, 85, 85)) == 2


@given(st.lists(heights, max_size=30), st.integers(1, 4), st.integers(1, 3))
def test_packed_columns_hold_every_block_once_within_their_page(found: list[float], columns: int, most: int) -> None:
    pages = pack(found, columns, most, 70, HIGH)
    assert sorted(indices(pages)) == list(range(len(found)))
    for number, page in enumerate(pages):
        (band,) = page.bands
        assert len(band.columns) <= columns
        assert band.height == (HIGH if number else 70)
        assert all(sum(found[index] for index in column) <= band.height + 1e-6 for column in band.columns)


def test_packed_blocks_fill_gaps_from_further_on_and_are_spread_over_the_pages_there_are() -> None:
    assert indices(pack([60, 50, 40, 50], 2, 1, HIGH, HIGH)) == [0, 2, 1, 3]
    assert [len(page.bands[0].columns) for page in pack([10] * 8, 2, 2, HIGH, HIGH)] == [2]
    assert [len(column) for page in pack([10] * 24, 2, 2, HIGH, HIGH) for column in page.bands[0].columns] == [
        6,
        6,
        6,
        6,
    ]


def test_a_free_run_is_divided_only_where_every_column_gets_some_of_it() -> None:
    wide, half = ColumnBlock(60, span=True), ColumnBlock(30)
    assert [indices([page]) for page in flow([wide, half, half, half, half], 2, HIGH, HIGH, free=True)] == [
        [0, 1, 2],
        [3, 4],
    ]
    assert [
        indices([page])
        for page in flow(
            [wide, ColumnBlock(30), ColumnBlock(50), ColumnBlock(50), ColumnBlock(50)], 2, HIGH, HIGH, free=True
        )
    ] == [[0], [1, 2, 3, 4]]


SPACES = (3.0, 2.0, 1.5, 1.0, 0.5, 0.1)


@given(st.floats(0.1, 99), st.lists(st.floats(0, 30), min_size=len(SPACES), max_size=len(SPACES)))
def test_the_roomiest_space_is_found_with_fewer_tries(first: float, more: list[float]) -> None:
    """Whatever spaces add to a page, the first that fits is found, and none is tried twice or for nothing."""
    heights = {space: first + sum(more[at + 1 :]) for at, space in enumerate(SPACES)}
    tried: list[float] = []

    def fits(space: float) -> bool:
        tried.append(space)
        return heights[space] <= HIGH

    found = roomiest(SPACES, 0.1, HIGH, heights.__getitem__, fits)
    assert found == next(space for space in SPACES if heights[space] <= HIGH)
    assert len(tried) == len(set(tried)) < len(SPACES)


def test_a_page_that_grows_evenly_takes_two_tries() -> None:
    tried: list[float] = []

    def fits(space: float) -> bool:
        tried.append(space)
        return 80 + 15 * space <= HIGH

    assert roomiest(SPACES, 0.1, HIGH, lambda space: 80 + 15 * space, fits) == 1.0
    assert tried == [1.0, 1.5]
