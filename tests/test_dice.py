"""Dice notation and codes."""

from __future__ import annotations

import re

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.dice.notation import FAR, Dice, Range
from rcwkit.dice.sources import ALPHABET, MOST, CodeError, decode, encode


@given(st.integers(1, 99), st.integers(1, 999))
def test_notation_parses_what_it_prints(count: int, faces: int) -> None:
    assert Dice.parse(str(Dice(count, faces))) == Dice(count, faces)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "d6",
            "0d6",
            "1d0",
            "01d6",
            "1d06",
            "1d6+1",
            "1D6",
            "1d6 ",
            "100d6",
            "1d1000",
            "-1d6",
            "1d",
            "²d6",
            "1d６",
        ),
        *("d67", "d55", "d6666", "D66", "d66 ", "d1010", "d６６", "²d6", "1d６"),
    ],
)
def test_malformed_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not dice notation"):
        Dice.parse(text)


@given(st.integers(1, 5), st.integers(1, 12))
def test_sums_count_every_combination(count: int, faces: int) -> None:
    sums = Dice(count, faces).ways()
    assert sum(sums.values()) == faces**count
    assert (min(sums), max(sums)) == (count, count * faces)


@given(st.integers(1, 40), st.integers(1, 30))
def test_sums_are_those_of_icepool(count: int, faces: int) -> None:
    dice = count @ icepool.d(faces)
    assert Dice(count, faces).ways() == {
        total: ways * (faces**count // dice.denominator()) for total, ways in dice.items()
    }
    assert Dice(count, faces).ways() is Dice(count, faces).ways()


@pytest.mark.parametrize("text", ["d33", "d44", "d66", "d88", "d666", "d888"])
def test_dice_that_are_digits_show_each_number_in_one_way(text: str) -> None:
    dice, digits = Dice.parse(text), text[1:]
    assert str(dice) == text
    assert (dice.count, dice.faces) == (len(digits), int(digits[0]))
    assert (dice.least, dice.most) == (10 ** len(digits) // 9, int(digits))
    numbers = [number for number in range(dice.most + 1) if set(str(number)) <= set("123456789"[: dice.faces])]
    assert dice.ways() == {number: 1 for number in numbers if number >= dice.least}
    assert all(dice.read(map(int, str(number))) == number for number in dice.ways())


def test_the_least_and_most_of_dice() -> None:
    assert (Dice(3, 6).least, Dice(3, 6).most) == (3, 18)
    assert Dice(2, 3).ways() == {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}


@given(st.integers(0, 2**80), st.integers(1, 12))
def test_codes_read_back(number: int, digits: int) -> None:
    code = encode(number, digits)
    assert decode(code)[0] == number
    assert decode(code.lower().replace("-", " "))[0] == number


@given(st.integers(0, 2**40 - 1), st.data())
def test_one_wrong_character_is_found(number: int, data: st.DataObject) -> None:
    characters = encode(number, 8).replace("-", "")
    position = data.draw(st.integers(0, len(characters) - 1))
    wrong = data.draw(st.sampled_from([letter for letter in ALPHABET if letter != characters[position]]))
    with pytest.raises(CodeError):
        decode(characters[:position] + wrong + characters[position + 1 :])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "too short"),
        ("7U3Q-X", "'U' at position 2"),
        ("A!", "'!' at position 2"),
        ("A\n", r"U\+000A at position 2"),
        ("\udcff", r"U\+DCFF at position 1"),
        ("ß", "'ß' at position 1"),
        ("0" * 100_000, "too long: 100,000 characters; the limit is 16,384"),
    ],
)
def test_malformed_codes_are_refused_with_the_reason(code: str, message: str) -> None:
    with pytest.raises(CodeError, match=message):
        decode(code)


def test_letters_that_look_like_digits_are_read_as_digits() -> None:
    code = encode(0, 4) + ""
    assert decode(code.replace("0", "O"))[0] == 0


@pytest.mark.parametrize(
    ("number", "digits", "code"),
    [(0, 4, "0000-0"), (1, 1, "1Y"), (16, 1, "GZ"), (31, 1, "Z1"), (37, 2, "15N"), (1 << 20, 5, "1000-0Y")],
)
def test_codes_are_written_as_they_are_described(number: int, digits: int, code: str) -> None:
    """Computed by hand: digits at odd places from the right count twice, less 31 from 32 on."""
    assert encode(number, digits) == code
    assert decode(code) == (number, digits)
    assert decode(code.replace("1", "I")) == decode(code.replace("1", "l")) == (number, digits)


def test_codes_have_bounds() -> None:
    assert decode("-" * (MOST - 2) + "00") == (0, 1)
    with pytest.raises(CodeError, match=r"too long: 16,385 characters"):
        decode("-" * (MOST - 1) + "00")
    with pytest.raises(CodeError, match=r"too short"):
        decode("0")


def test_a_wrong_code_is_repeated_unless_it_is_long() -> None:
    for length, named in ((2, "'01'"), (80, f"'{'-' * 78}01'"), (81, "this code")):
        with pytest.raises(CodeError) as caught:
            decode("01".rjust(length, "-"))
        assert f"the check character of {named} does not match" in str(caught.value)


@pytest.mark.parametrize(
    ("key", "found"),
    [
        (3, (3, 3)),
        ("3", (3, 3)),
        ("2-3", (2, 3)),
        ("-3--1", (-3, -1)),
        ("-1-1", (-1, 1)),
        ("6+", (6, FAR)),
        ("0-", (-FAR, 0)),
        ("-2-", (-FAR, -2)),
        ("2–3", (2, 3)),
        ("−1", (-1, -1)),
    ],
)
def test_a_row_stands_for_a_range_of_results(key: str | int, found: tuple[int, int]) -> None:
    assert Range.parse(key) == found


def test_a_row_may_stand_for_several_results() -> None:
    assert Range.listed("2, 12") == ((2, 2), (12, 12))
    assert Range.listed("1-2;5+") == ((1, 2), (5, FAR))
    with pytest.raises(ValueError, match="'' is not a die result"):
        Range.listed("2,")


@pytest.mark.parametrize("key", ["", "x", "3-2", "1-2-3", "+", "1 - 2", "100000", "२"])
def test_a_malformed_range_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"'{key}'")):
        Range.parse(key)
