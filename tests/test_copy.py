"""Copy: words in several faces with drawings among them, broken into lines that fit and lose no word."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Copy, Inset, Letters, Lines, copy
from rcwkit.document.look import PageLook
from rcwkit.frame import Field, Group, Rect, Text
from rcwkit.type.text import Setter

SETTER = Setter()
PLAIN = Letters(10.0, HOUSE.ink)
WORD = st.text("abcdefgh–-", min_size=1, max_size=9)
RUN = st.tuples(
    st.lists(WORD, min_size=1, max_size=8).map(" ".join), st.sampled_from([PLAIN, Letters(8.0, HOUSE.quiet, "narrow")])
)


def square(side: float, gap: float = 0.0) -> Inset:
    return Inset((Rect(0, 0, side, side, HOUSE.ink),), side, side, gap, (Field(0, 0, side, side, "box"),))


def texts(lines: Lines) -> list[Text]:
    return [item for item in lines.items if isinstance(item, Text)]


def said(lines: Lines) -> str:
    """Return the words by line; a word may continue on the next line without a space."""
    rows: dict[float, list[Text]] = {}
    for item in texts(lines):
        rows.setdefault(round(item.y, 3), []).append(item)
    return " ".join("".join(item.text for item in row) for row in rows.values())


@given(st.lists(RUN, min_size=1, max_size=4), st.floats(20, 300))
def test_no_line_is_wider_than_its_measure_unless_a_word_is(runs: list[tuple[str, Letters]], width: float) -> None:
    made = copy(SETTER, *runs)
    lines = made.set(width)
    book = SETTER.book
    assert lines.width <= max(width, made.least) + 0.01
    for item in texts(lines):
        assert item.x >= -0.01
        assert item.x + book.width(item.text.rstrip(), item.font, item.size) <= max(width, made.least) + 0.02


@given(st.lists(WORD, min_size=1, max_size=30), st.floats(10, 300))
def test_every_word_is_there_once_and_in_order(words: list[str], width: float) -> None:
    found = said(copy(SETTER, (" ".join(words), PLAIN)).set(width))
    # Lines may break after hyphens, where there is no space.
    assert found.replace(" ", "") == "".join(words)


@given(st.lists(RUN, min_size=1, max_size=4), st.floats(20, 300))
def test_runs_that_begin_with_a_new_line_have_lines_of_their_own(runs: list[tuple[str, Letters]], width: float) -> None:
    made = copy(SETTER, *((f"\n{text}", letters) for text, letters in runs))
    alone = [copy(SETTER, run) for run in runs]
    assert made.most == max(one.most for one in alone)
    assert made.count(made.most) == len(runs)
    assert made.count(width) == sum(one.count(width) for one in alone)
    assert said(made.set(width)) == " ".join(said(one.set(width)) for one in alone)


@given(st.lists(RUN, min_size=1, max_size=3))
def test_on_one_line_it_is_as_wide_as_it_says(runs: list[tuple[str, Letters]]) -> None:
    made = copy(SETTER, *runs)
    assert made.count(made.most) == 1
    assert abs(made.set(made.most).width - made.most) < 0.01


def test_bold_parts_are_set_in_the_bold_face_and_words_may_mix_faces() -> None:
    look = PageLook(SETTER)
    lines = look.copy(("a **bold**er word", PLAIN)).set(500)
    assert [(item.text, item.font) for item in texts(lines)] == [
        ("a ", "sans"),
        ("bold", "sans-bold"),
        ("er word", "sans"),
    ]
    assert look.copy(("**bold**er", PLAIN)).count(1) == 1, "a word is not parted where its face changes"


def test_insets_are_centred_on_the_capitals_of_the_line() -> None:
    lines = copy(SETTER, ("Word", PLAIN), square(4, gap=2)).set(500, leading=1.2)
    (inset,) = [item for item in lines.items if isinstance(item, Group)]
    (word,) = texts(lines)
    assert inset.x == SETTER.book.width("Word", "sans", 10.0) + 2
    assert abs(inset.y + 2 - (word.y - 3.5)) < 0.01
    assert lines.fields == (Field(inset.x, inset.y, 4, 4, "box"),)


def test_a_high_inset_makes_its_line_higher() -> None:
    assert copy(SETTER, ("Word", PLAIN), square(40)).set(500, leading=1.2).height == 40
    assert copy(SETTER, ("Word", PLAIN), square(4)).set(500, leading=1.2).height == 12


def test_lines_are_ranged_left_centred_or_right() -> None:
    made = copy(SETTER, ("Word", PLAIN))
    lefts = [texts(made.set(100, align=align))[0].x for align in (0.0, 0.5, 1.0)]
    assert lefts == [0.0, (100 - made.most) / 2, 100 - made.most]


def test_a_word_wider_than_its_measure_is_reported() -> None:
    setter = Setter()
    copy(setter, ("inseparable", PLAIN)).set(10, where=Span("a.yaml", 3, 2), name="cell")
    (found,) = setter.found
    assert (found.code, str(found.span)) == ("E310", "a.yaml:3:2")
    assert "'inseparable'" in found.message and "wider than the cell" in found.message


def test_the_same_copy_is_set_once_and_reported_to_each_who_asks() -> None:
    first = Setter()
    again = replace(first, found=[])
    runs = ("inseparable ", PLAIN), square(4)
    lines = [copy(setter, *runs).set(10, where=Span("a.yaml", 3, 2)) for setter in (first, again)]
    assert lines[0] is lines[1]
    assert [one.code for one in first.found] == [one.code for one in again.found] == ["E310"]
    assert copy(first, *runs).set(10, leading=2.0).height > lines[0].height
    assert copy(first, *runs).set(90).width > 10


def test_lines_to_write_on_are_fields_named_after_the_words_before_them() -> None:
    lines = copy(SETTER, ("Twilight: ____ Other: ______", PLAIN)).set(500)
    assert [(field.kind, field.said) for field in lines.fields] == [("write", "Twilight"), ("write", "Other")]
    assert lines.fields[0].x + lines.fields[0].width < lines.fields[1].x


@given(st.lists(WORD, min_size=1, max_size=60), st.integers(1, 5))
def test_parts_of_a_divided_text_hold_so_many_lines_and_all_words(words: list[str], most: int) -> None:
    made: Copy = copy(SETTER, (" ".join(words), PLAIN))
    parts = made.divided(60, most)
    assert all(part.count(60) <= most for part in parts)
    assert "".join(said(part.set(60)) for part in parts).replace(" ", "") == "".join(words)


def test_an_address_breaks_after_its_signs_and_no_other_word_does() -> None:
    address = "https://example.org/a/long/path/to_a_page.html?with=much&more=behind"
    made = copy(SETTER, (f"See {address}.", PLAIN))
    assert made.count(150) > 1 and made.least < 150
    assert said(made.set(150)).replace(" ", "") == f"See{address}."
    assert copy(SETTER, ("and/or", PLAIN)).count(10) == 1
