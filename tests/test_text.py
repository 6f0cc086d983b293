"""Setting text: line breaks, fitting, and overflow."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Span
from rcwkit.frame import Group, Text
from rcwkit.frame import Line as Stroke
from rcwkit.type.breaking import Line
from rcwkit.type.fonts import FACES, FontBook
from rcwkit.type.text import Setter, TextBlock, TextBox, running

INK = "#1B1A18"
WORDS = st.lists(
    st.sampled_from(["Red", "White", "**Polish Response**", "counter-battery", "1–3", "Вологда", "a", "—"]),
    min_size=1,
    max_size=40,
)


def where(*path: object) -> Span:
    return Span("cards.yaml", 7, 3 + len(path))


def spoken(lines: list[Line]) -> str:
    return " ".join("".join(text for _, text, _ in runs) for runs, _ in lines)


@given(WORDS, st.floats(60, 300))
def test_breaking_keeps_every_word_and_the_width(words: list[str], width: float) -> None:
    setter = Setter()
    text = " ".join(words)
    lines = setter.lines(TextBlock(text, INK), width, 7)
    assert spoken(lines).replace("counter- battery", "counter-battery") == text.replace("**", "")
    assert all(end * 7 / 1000 <= width + 0.01 for _, end in lines)


def test_lines_are_filled_greedily() -> None:
    setter = Setter()
    block = TextBlock("one two three four five six seven", INK)
    first = setter.lines(block, 60, 7)[0][0][0][1]
    longer = setter.book.width(first + " " + block.text[len(first) + 1 :].split(" ")[0], "sans", 7)
    assert setter.book.width(first, "sans", 7) <= 60 < longer


def test_a_word_may_change_weight_and_stays_whole() -> None:
    setter = Setter()
    lines = setter.lines(TextBlock("roll the **Set-up**.", INK), 500, 7)
    assert lines[0][0] == [
        ("sans", "roll the ", 0.0),
        ("sans-bold", "Set-up", pytest.approx(lines[0][0][1][2])),
        ("sans", ".", lines[0][0][2][2]),
    ]
    narrow = setter.lines(TextBlock("roll **Set-up**.", INK), setter.book.width("Set-up", "sans-bold", 7) + 0.5, 7)
    assert spoken(narrow) == "roll Set-up."
    assert len(narrow) == 2


def test_a_head_runs_in_before_the_first_word() -> None:
    setter = Setter()
    plain, headed = (
        TextBlock("Red or White.", INK),
        TextBlock("Red or White.", INK, head="USABLE BY", head_fill="#B3201F"),
    )
    assert setter.lines(headed, 300, 7)[0][0][0][2] > 1000
    items = setter.fit([headed], TextBox(0, 0, 300, 20, "card"), 7, 6.5, where)
    assert [item.text for item in items if isinstance(item, Text)] == ["USABLE BY", "Red or White."]
    assert setter.lines(plain, 300, 7)[0][0][0][2] == 0


def test_a_head_that_is_wider_than_its_box_is_reported() -> None:
    """Bug: of a line with no words but the head, the first word was asked for, and there was none."""
    setter = Setter()
    blocks = [TextBlock("Red or White.", INK, head="USABLE BY")]
    setter.fit(blocks, TextBox(0, 0, 8, 90, "card"), 7, 6.5, where)
    assert "the word 'USABLE BY' is" in next(one.message for one in setter.found)


def test_type_closes_up_before_it_shrinks() -> None:
    setter = Setter()
    blocks = [TextBlock("Vologda", INK) for _ in range(10)]
    sizes = {}
    for height in (10 * 7 * 1.22, 10 * 7 * 1.12, 10 * 6.5 * 1.1):
        items = [
            item
            for item in setter.fit(blocks, TextBox(0, 0, 200, height + 0.01, "card"), 7, 6.5, where)
            if isinstance(item, Text)
        ]
        sizes[height] = (items[0].size, (items[1].y - items[0].y) / items[0].size)
        assert items[-1].y < height
    assert [size for size, _ in sizes.values()] == [7, 7, 6.5]
    assert [leading for _, leading in sizes.values()] == pytest.approx([1.22, 1.12, 1.1], abs=0.005)
    assert setter.found == []


def test_an_overflow_names_the_excess_the_box_and_the_place() -> None:
    setter = Setter()
    blocks = [TextBlock("Vologda", INK, ("sections", index)) for index in range(10)]
    setter.fit(blocks, TextBox(0, 0, 200, 5 * 6.5 * 1.1, "card"), 7, 6.5, where)
    (found,) = setter.found
    assert found.code == "E310"
    assert "12.6 mm too long for the card (70.6 × 12.6 mm) at 6.5 pt" in found.message
    assert found.span == Span("cards.yaml", 7, 5)


def test_spare_room_opens_the_gaps_only_as_far_as_allowed() -> None:
    setter = Setter()
    blocks = [TextBlock("Vologda", INK, before=1.0), TextBlock("Vologda", INK, before=1.0)]
    usual, loose = (
        [
            item.y
            for item in setter.fit(blocks, TextBox(0, 0, 200, 400, "card"), 7, 6.5, where, loose=factor)
            if isinstance(item, Text)
        ]
        for factor in (1.0, 2.0)
    )
    assert loose[1] - loose[0] == pytest.approx(usual[1] - usual[0] + 7)


def test_a_word_too_wide_for_the_box_is_reported_once() -> None:
    setter = Setter()
    setter.fit(
        [TextBlock("Rechtsschutzversicherungsgesellschaften", INK)], TextBox(0, 0, 40, 100, "card"), 7, 6.5, where
    )
    assert [found.code for found in setter.found] == ["E310"]
    assert "'Rechtsschutzversicherungsgesellschaften' is" in setter.found[0].message


def test_a_missing_glyph_is_named_with_its_font_and_place() -> None:
    setter = Setter()
    setter.fit([TextBlock("1 → 2 **☭**", INK, ("text",))], TextBox(0, 0, 200, 100, "card"), 7, 6.5, where)
    assert [(found.code, found.span.column) for found in setter.found] == [("E320", 4), ("E320", 4)]
    assert setter.found[0].message == "PT Sans has no U+2192 (rightwards arrow) '→'"


@pytest.mark.parametrize("text", ["1 → 2", "**1 → 2**"], ids=["regular", "bold"])
def test_a_glyph_that_one_weight_alone_was_asked_for_is_named(tmp_path: Path, text: str) -> None:
    """Fresh fonts, since fonts remember the glyphs they lack."""
    for face in FACES.values():
        (tmp_path / face.file).symlink_to(bundled("fonts") / face.file)
    setter = Setter(book=FontBook(tmp_path))
    setter.fit([TextBlock(text, INK)], TextBox(0, 0, 200, 100, "card"), 7, 6.5, where)
    assert [found.message for found in setter.found] == ["PT Sans has no U+2192 (rightwards arrow) '→'"]


def test_a_line_shrinks_then_warns_then_fails() -> None:
    setter = Setter()
    em = setter.book.width("Petrozavodsk", "narrow-bold", 1)
    assert setter.size("Petrozavodsk", "narrow-bold", 11, 6, em * 20, where, "counter") == 11
    assert setter.size("Petrozavodsk", "narrow-bold", 11, 6, em * 8.3, where, "counter") == 8.25
    assert setter.found == []
    assert setter.size("Petrozavodsk", "narrow-bold", 11, 6, em * 5.6, where, "counter") == 5.5
    assert setter.size("Petrozavodsk", "narrow-bold", 11, 6, em * 4, where, "counter") == 5
    assert [found.code for found in setter.found] == ["W311", "E310"]


def test_titles_take_two_even_lines() -> None:
    setter = Setter()
    width = setter.book.width("THE PEASANTS’ UPRISING", "narrow-bold", 11)
    lines, size = setter.title("THE PEASANTS’ UPRISING IN TAMBOV", "narrow-bold", 15, 11, 6.5, width, where, "title")
    assert lines == ("THE PEASANTS’", "UPRISING IN TAMBOV")
    assert size == 11
    assert setter.title("UKRAINE", "narrow-bold", 15, 11, 6.5, width, where, "title") == (("UKRAINE",), 15)


def test_rulings_are_cited_in_words_and_counted_as_printed() -> None:
    setter = Setter()
    assert [setter.cite(one) for one in ((), (12,), (12, 3))] == ["", "ruling 12", "rulings 3, 12"]
    assert setter.flagged == {3, 12}
    assert setter.rulings([], 100, 0, 6.5) == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Novorossiysk", "shorten it"),
        ("0604", "use a narrower font, or more room for it, as on larger counters"),
        ("4-4-7", "use a narrower font, or more room for it, as on larger counters"),
    ],
)
def test_a_number_that_is_too_wide_is_not_to_be_shortened(text: str, hint: str) -> None:
    """Bug: the hint for a hex number on a counter was to shorten it."""
    for width, code in ((2.0, "E310"), (Setter().width(text, "sans", 5.5), "W311")):
        setter = Setter()
        setter.size(text, "sans", 9.0, 6.0, width, where, "name")
        assert [(found.code, found.hint) for found in setter.found] == [(code, hint)]


def test_a_start_that_is_too_wide_may_be_left_out() -> None:
    """Bug: where places have names, each was to be shortened on its counters, and nothing said how to print none."""
    setter = Setter()
    setter.size("Winchester", "sans", 9.0, 6.0, 2.0, where, "start")
    (found,) = setter.found
    assert found.hint == "use larger counters, or print no starts on them: `print_starts: false` in game.yaml"


def test_running_text_has_paragraphs_and_points() -> None:
    block = TextBlock("", INK)
    text = "One.\nTwo.\n\n\n- a\n  - b\n        - d\n12. c\n\n  Three.\n"
    assert [(one.text, one.bullet, one.before > 0.3, round(one.indent, 2)) for one in running(text, block)] == [
        ("One.", "", False, 0),
        ("Two.", "", False, 0),
        ("a", "•", True, 0.95),
        ("b", "•", False, 1.9),
        ("d", "•", False, 2.85),
        ("c", "12.", False, 1.95),
        ("Three.", "", True, 0),
    ]
    for plain in ("-1 to attack", "1.5 hexes", "–", "- ", "Go. - Stay."):
        assert running(plain, block) == [block._replace(text=plain)]


def test_points_hang_with_their_numbers_before_them() -> None:
    setter = Setter()
    blocks = running("1. one two three four\n10. five", TextBlock("", INK))
    items = [one for one in setter.fit(blocks, TextBox(0, 0, 60, 99, "card"), 8, 8, where) if isinstance(one, Text)]
    assert [one.text for one in items] == ["1.", "one two three", "four", "10.", "five"]
    assert items[1].x == items[2].x > setter.width("1.", "sans", 8)
    for number, words in ((items[0], items[1]), (items[3], items[4])):
        assert number.x + setter.width(number.text, "sans", 8) == pytest.approx(words.x - 0.35 * 8)


def test_lines_are_drawn_under_and_through_words_at_their_size() -> None:
    setter = Setter()
    text = "A [underline]b c[/] [strike][200%]d[/][/] e[sup]f[/]"
    items = setter.fit([TextBlock(text, INK)], TextBox(0, 0, 200, 99, "card"), 10, 10, where)
    under, through = (one for one in items if isinstance(one, Group))
    (words, line), (large, across) = under.items, through.items
    assert (
        isinstance(words, Text) and isinstance(line, Stroke) and isinstance(large, Text) and isinstance(across, Stroke)
    )
    assert (words.text, large.text.strip(), large.size) == ("b c ", "d", 20)
    assert line.x2 - line.x1 == pytest.approx(setter.width("b c", "sans", 10))
    assert line.y1 > words.y == large.y > across.y1 == across.y2
    first, *_, raised = (one for one in items if isinstance(one, Text))
    assert (raised.text, raised.size, raised.y < first.y) == ("f", 6.5, True)
    lower = setter.fit([TextBlock("A d", INK)], TextBox(0, 0, 200, 99, "card"), 10, 10, where)
    assert first.y - 5 > next(one.y for one in lower if isinstance(one, Text)), "a line with larger words is higher"


def test_a_word_or_row_of_signs_wider_than_its_box_makes_the_type_smaller() -> None:
    setter = Setter()
    box = TextBox(0, 0, setter.width("Unbelievable", "sans", 7), 99, "card")
    (text,) = setter.fit([TextBlock("Unbelievable", INK)], box, 12, 6, where)
    assert isinstance(text, Text) and text.size == 7
    setter.fit([TextBlock(":coin:" * 9, INK)], box, 12, 6, where)
    assert setter.found == []
    setter.fit([TextBlock(":coin:", INK)], box._replace(width=5), 12, 6, where)
    assert [one.message for one in setter.found] == ["the sign ':coin:' is 0.3 mm wider than the card"]


def test_justified_text_reaches_the_right_edge_but_for_its_last_line() -> None:
    setter = Setter()
    blocks = [TextBlock("one two three four five six seven eight nine", INK)]
    items = setter.fit(blocks, TextBox(0, 0, 70, 99, "card", justify=True), 8, 8, where)
    ends: dict[float, float] = {}
    for item in items:
        assert isinstance(item, Text)
        ends[item.y] = max(ends.get(item.y, 0), item.x + setter.width(item.text, "sans", 8))
    *full, last = ends.values()
    assert full == [pytest.approx(70)] * len(full) and len(full) > 1 and last < 65
