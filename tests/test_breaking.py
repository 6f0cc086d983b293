"""Words measured once, and lines broken at any width."""

from __future__ import annotations

import pytest
from rcwkit.source.markup import Sign
from rcwkit.type.breaking import Cluster, Hand, Line, Run, WordClusters, broken, clustered, heights, justified, turned
from rcwkit.type.fonts import FontBook

BOLD = Hand("sans-bold")
PORT = Hand("sans", sign=Sign("sign", "port"))


def word(text: str, width: float, space: float = 10.0, font: str | Hand = "sans") -> Cluster:
    return space, width, ((font, text, width),), f" {text}" if space else text, font if isinstance(font, str) else ""


def mixed(*runs: Run, space: float = 10.0) -> Cluster:
    return space, sum(width for _, _, width in runs), runs, " " + "".join(text for _, text, _ in runs), ""


def said(clusters: list[Cluster], limit: float, first: float = 0.0) -> list[tuple[str, float, float]]:
    """Return each line's text, the offset of its first run, and that of its end."""
    return [("".join(text for _, text, _ in runs), runs[0][2], end) for runs, end in broken(clusters, limit, first)]


def test_a_word_is_measured_in_thousandths_of_an_em_with_the_spacing_of_its_letters() -> None:
    book = FontBook()
    words = WordClusters(book, "sans-bold", 0.05)
    ((space, width, runs, text, font),) = words["Don"]
    assert (text, font) == (" Don", "sans-bold")
    assert space == book.width(" ", "sans-bold", 1000, 50) != book.width(" ", "sans-bold", 1000)
    assert width == book.width("Don", "sans-bold", 1000, 50) != book.width("Don", "sans-bold", 1000)
    assert runs == (("sans-bold", "Don", width),)
    assert words["Don"] is words["Don"]
    assert words[""] == ()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("counter-battery", ["counter-", "battery"]),
        ("sea/land/air", ["sea/", "land/", "air"]),
        ("no—not", ["no—", "not"]),
        ("x-ray", ["x-ray"]),
        ("re-do", ["re-do"]),
        ("1918-1920", ["1918-1920"]),
    ],
)
def test_a_long_word_may_break_after_a_hyphen_a_slash_or_a_dash(text: str, parts: list[str]) -> None:
    found = WordClusters(FontBook(), "sans", 0.0)[text]
    assert [said for _, _, ((_, said, _),), _, _ in found] == parts
    assert [space > 0 for space, *_ in found] == [True, *(False for _ in parts[1:])]
    assert "".join(whole for *_, whole, _ in found) == f" {text}"
    assert {space for space, *_ in found[1:]} <= {0.0}


def test_a_line_holds_what_reaches_its_end_to_a_hair() -> None:
    one, two = word("one", 100), word("two", 50)
    assert said([one, two], 160) == [("one two", 0, 160)]
    assert said([one, two], 159.995) == [("one two", 0, 160)], "as wide as it was measured"
    assert said([one, two], 159.98) == [("one", 0, 100), ("two", 0, 50)]
    assert said([word("one", 64), word("two", 31.99, space=4.0)], 99.98) == [("one two", 0, 99.99)]
    assert said([word("one", 64), word("two", 32, space=4.0)], 99.0) == [("one", 0, 64), ("two", 0, 32)]


def test_a_first_word_has_no_space_before_it_and_a_wider_one_stands_alone() -> None:
    wide = word("wide", 300)
    assert said([wide, word("a", 90), wide, word("b", 20)], 100) == [
        ("wide", 0, 300),
        ("a", 0, 90),
        ("wide", 0, 300),
        ("b", 0, 20),
    ]
    assert said([word("a", 100)], 100) == [("a", 0, 100)]


def test_a_line_that_begins_further_in_may_stay_empty() -> None:
    """So that a wide word goes below the run-in head."""
    assert said([word("a", 40), word("b", 40)], 100, 60) == [("a", 60, 100), ("b", 0, 40)]
    lines = broken([word("wide", 90)], 100, 60)
    assert lines == [([], 60), ([("sans", "wide", 0.0)], 90)]
    assert broken([], 100, 60) == [([], 60)]


def test_words_in_several_fonts_are_runs_with_the_space_at_the_end_of_the_one_before() -> None:
    clusters = [word("a", 20), word("b", 30, font="sans-bold"), word("c", 40, font="sans-bold"), word("d", 50)]
    ((runs, end),) = broken(clusters, 1000, 5)
    assert runs == [("sans", "a ", 5), ("sans-bold", "b c ", 35), ("sans", "d", 125)]
    assert end == 175
    parts = [word("sea/", 40), word("land", 40, space=0.0, font="sans-bold")]
    assert broken(parts, 1000, 0) == [([("sans", "sea/", 0), ("sans-bold", "land", 40)], 80)]


def test_words_in_one_font_are_one_run() -> None:
    ((runs, end),) = broken([word("a", 20), word("b", 30, space=0.0), word("c", 40)], 1000, 0)
    assert (runs, end) == ([("sans", "ab c", 0)], 100)


def test_a_word_may_change_its_font_within() -> None:
    clusters = [word("a", 20), mixed(("sans", "Set", 30), (BOLD, "-up", 20), ("sans", ".", 5)), word("b", 10)]
    ((runs, end),) = broken(clusters, 1000, 0)
    assert runs == [("sans", "a Set", 0), (BOLD, "-up", 60), ("sans", ". b", 80)]
    assert end == 105


def test_signs_are_runs_of_their_own_even_beside_equal_ones() -> None:
    """A sign has no text; two of them in one run would be one."""
    clusters = [mixed((PORT, "", 25), (PORT, "", 25)), mixed((PORT, "", 25))]
    ((runs, end),) = broken(clusters, 1000, 0)
    assert runs == [(PORT, "", 0), (PORT, " ", 25), (PORT, "", 60)]
    assert end == 85
    assert PORT.large == 1, "as large as the text beside it"


def test_words_all_in_colour_are_joined_by_their_hand() -> None:
    clusters = [mixed((BOLD, "a", 20)), mixed((BOLD, "b", 20))]
    assert broken(clusters, 1000, 0) == [([(BOLD, "a b", 0)], 50)]
    assert broken(clusters, 30, 0) == [([(BOLD, "a", 0)], 20), ([(BOLD, "b", 0)], 20)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("敵軍が来た。", ["敵", "軍", "が", "来", "た。"]),
        ("「春」、夏", ["「春」、", "夏"]),
        ("サッカー", ["サッ", "カー"]),
        ("第3軍", ["第", "3", "軍"]),
        ("第12回", ["第", "12", "回"]),
        ("한국어", ["한국어"]),
    ],
)
def test_chinese_and_japanese_break_beside_each_character_but_for_what_closes_and_opens(
    text: str, parts: list[str]
) -> None:
    found = WordClusters(FontBook(), "sans", 0.0)[text]
    assert [said for _, _, ((_, said, _),), _, _ in found] == parts


def set_out(text: str) -> list[Cluster]:
    """Return the clusters of a text, whose letters are 100 wide, and signs 300."""

    def words(said: str, font: str) -> list[Cluster]:
        return [word(one, 100 * len(one), 50, font) for one in said.split(" ")]

    return clustered(text, "sans", "sans-bold", words, lambda sign, large: 300 * large)


def test_signs_in_a_row_may_be_parted_and_keep_to_words() -> None:
    clusters = set_out("ab:coin::coin::coin:. :coin:{flag 2}")
    assert [width for _, width, *_ in clusters] == [500, 300, 400, 600]
    assert [space for space, *_ in clusters] == [50, 0, 0, 50]
    assert [end for _, end in broken(clusters, 850, 0)] == [800, 400, 600]


def test_words_in_other_sizes_and_places_are_measured_as_they_are_set() -> None:
    ((_, width, runs, _, _),) = set_out("a[sup]bc[/][200%]:coin:[/]")
    assert [(hand.size, hand.rise > 0) if isinstance(hand, Hand) else hand for hand, _, _ in runs] == [
        *("sans", (0.65, True), (1.0, False))
    ]
    assert isinstance(runs[2][0], Hand) and runs[2][0].large == 2
    assert width == 100 + 0.65 * 200 + 2 * 300
    (space, width, runs, _, _) = set_out("a [50%][red]bcd[/][/]")[1]
    assert (space, width, runs) == (25, 150, ((Hand("sans", "red", size=0.5), "bcd", 150),))
    assert isinstance((hand := set_out("[sub][sub][20%]a[/][/][/]")[0][2][0][0]), Hand) and hand.size == 0.2
    assert isinstance((hand := set_out("[300%][300%]a[/][/]")[0][2][0][0]), Hand) and hand.size == 5
    # The space before a word in another style shrinks with it; that before a sign is one of the words around it.
    assert [space for space, *_ in set_out("a [50%]b[/] [50%]:coin:[/] :coin:")] == [50, 25, 50, 50]


def test_words_are_raised_and_lowered_by_parts_of_the_size_around_them() -> None:
    def rises(text: str) -> list[float]:
        hands = [hand for _, _, runs, _, _ in set_out(text) for hand, _, _ in runs]
        return [round(hand.rise, 4) for hand in hands if isinstance(hand, Hand)]

    assert rises("[sup]a[/] [sub]b[/]") == [0.36, -0.14]
    assert rises("[200%][sup]a[/][/]") == [0.72]
    assert rises("[sup][sub]a[/][/]") == [round(0.36 - 0.65 * 0.14, 4)]


def test_words_in_colour_keep_their_widths_and_spaces() -> None:
    (first, second) = set_out("a [red]b[/]")
    assert second == (50, 100, ((Hand("sans", "red"), "b", 100),), " b", "")
    assert first == word("a", 100, 50)


def test_a_sign_without_an_extent_is_set_as_words() -> None:
    def words(said: str, font: str) -> list[Cluster]:
        return [word(one, 100 * len(one), 50, font) for one in said.split(" ")]

    ((_, width, runs, _, _),) = clustered(":coin:", "sans", "sans-bold", words, lambda sign, large: None)
    assert width == 100 * len(runs[0][1]) > 0
    ((_, wide, _, _, _),) = clustered(":coin:", "sans", "sans-bold", words, lambda sign, large: 0.0)
    assert wide == 0, "one without a width is a sign all the same"


def test_signs_in_large_type_are_large_but_for_numbers_of_rulings() -> None:
    clusters = clustered(
        "a :coin: b{flag 2}",
        "sans",
        "sans-bold",
        lambda said, font: [word(said, 100)],
        lambda sign, large: 300 * large,
        2.0,
    )
    assert [width for _, width, *_ in clusters] == [100, 600, 400]


def test_signs_keep_what_they_are_in_colour() -> None:
    ((_, _, runs, _, _),) = set_out("[red]:coin:[/]")
    assert [(hand.sign is not None, hand.colour) for hand, _, _ in runs if isinstance(hand, Hand)] == [(True, "red")]


def test_a_rulings_number_never_begins_a_line() -> None:
    for text in ("ab {flag 2}", "ab:coin: {flag 2}", "ab:coin:{flag 2}"):
        last = set_out(text)[-1]
        assert len(last[2]) > 1, text
    assert [width for _, width, *_ in set_out("{flag 2} ab")] == [300, 200]


def test_lines_are_as_high_as_their_tallest_sign_or_word() -> None:
    def high(sign: Sign, large: float) -> float:
        return 2.0 * large

    lines: list[Line] = [
        ([("sans", "a", 0.0)], 100),
        ([(Hand("sans", size=2.0), "b", 0.0), (Hand("sans", size=0.5), "c", 0.0)], 100),
        ([(Hand("sans", size=1.5), "b", 0.0), (PORT._replace(large=0.5), "", 0.0)], 100),
    ]
    assert heights(lines, high, 1.2) == [0.0, 2.4, pytest.approx(1.8)]
    assert heights([([(PORT, "", 0.0)], 100)], high, 1.2) == [pytest.approx(2.12)]


def test_a_justified_line_reaches_the_edge_by_equal_steps_unless_they_are_too_wide() -> None:
    clusters = set_out("ab :coin: **c** d e")
    (line,) = broken(clusters, 5000, 0)
    assert line[1] == 200 + 300 + 3 * 100 + 4 * 50

    def measured(hand: str | Hand, text: str) -> float:
        sign = isinstance(hand, Hand) and hand.sign
        return (300 if sign else 0) + sum(50 if one == " " else 100 for one in text)

    runs, end = justified(line, 1040, measured)
    assert end == 1040
    assert [(text, at) for _, text, at in runs if text] == [("ab", 0), ("c", 620), ("d", 780), ("e", 940)]
    assert [at for hand, _, at in runs if isinstance(hand, Hand)] == [260]
    assert justified(line, 5000, measured) == line
    assert justified(([("sans", "ab", 0.0)], 200), 300, measured) == ([("sans", "ab", 0.0)], 200)
    spaced: Line = ([("sans", "ab c", 0.0)], 350.0)
    assert justified(spaced, 1050, measured)[1] == 1050, "the most that a space takes is 700"
    assert justified(spaced, 1050.1, measured) == spaced
    assert justified(spaced, 350, measured) == spaced
    assert justified(spaced, 350.5, measured)[1] == 350.5
    bold: Line = ([(BOLD, "a ", 0.0), ("sans", "b", 150.0)], 250.0)
    assert [text for _, text, _ in justified(bold, 300, measured)[0]] == ["a", "b"], "no run is empty"


def test_a_line_from_right_to_left_begins_at_its_end() -> None:
    runs, end = turned(
        ([("sans", "ab", 0.0), (PORT, " ", 200.0), ("sans", "c", 500.0)], 600.0), lambda hand, text: 100.0
    )
    assert ([(text, at) for _, text, at in runs], end) == ([("\u200fab", 500), ("", 300), ("\u200fc", 0)], 600)
