"""Notation, codes and the sources of faces."""

from __future__ import annotations

from collections import Counter

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.codes import ALPHABET, MOST, CodeError, decode, encode
from generator.dice.notation import Dice
from generator.dice.sources import DiceError, FaceCode, NeedsFace, Seeded, Typed, face, face_code, new_code, seed_of


@given(st.integers(1, 99), st.integers(1, 999))
def test_notation_parses_what_it_prints(count: int, faces: int) -> None:
    assert Dice.parse(str(Dice(count, faces))) == Dice(count, faces)


@pytest.mark.parametrize("text", ["", "d6", "0d6", "1d0", "01d6", "1d06", "1d6+1", "1D6", "1d6 ", "100d6", "1d1000", "-1d6", "1d", "²d6", "1d６"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no dice notation"):
        Dice.parse(text)


@given(st.integers(1, 5), st.integers(1, 12))
def test_sums_count_every_combination(count: int, faces: int) -> None:
    sums = Dice(count, faces).sums()
    assert sum(sums.values()) == faces**count
    assert (min(sums), max(sums)) == (count, count * faces)


@given(st.integers(1, 40), st.integers(1, 30))
def test_sums_are_those_of_icepool(count: int, faces: int) -> None:
    dice = count @ icepool.d(faces)
    assert Dice(count, faces).sums() == {total: ways * (faces**count // dice.denominator()) for total, ways in dice.items()}
    assert Dice(count, faces).sums() is Dice(count, faces).sums()


def test_the_least_and_most_of_dice() -> None:
    assert (Dice(3, 6).least, Dice(3, 6).most) == (3, 18)
    assert Dice(2, 3).sums() == {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}


def test_the_scheme_keeps_its_test_vector() -> None:
    import hashlib
    import hmac

    digest = hmac.digest(b"seed", b"rcw-dice/1|ukraine/peasants/Makhno.0|0", hashlib.sha256)
    assert digest.hex().startswith("5d6b14c7")
    assert face(b"seed", "ukraine/peasants/Makhno.0", 6) == 6


@pytest.mark.row("D4")
def test_stored_faces_never_change() -> None:
    assert [face(b"rcwkit", f"p/s.{n}", 6) for n in range(20)] == [3, 3, 1, 4, 5, 1, 2, 3, 3, 6, 4, 5, 6, 3, 6, 6, 6, 3, 3, 3]
    assert [face(b"rcwkit", f"p/s.{n}", 10) for n in range(12)] == [7, 7, 5, 2, 3, 7, 6, 3, 9, 10, 6, 1]


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_faces_are_fair(sides: int) -> None:
    rolls = 60_000
    counts = Counter(face(b"chi", f"p/s/{n}.0", sides) for n in range(rolls))
    expected = rolls / sides
    chi_square = sum((counts[value] - expected) ** 2 / expected for value in range(1, sides + 1))
    # Far in the tail: the mean is sides - 1, the deviation about its root doubled.
    assert chi_square < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_paths_are_compared_in_normal_form() -> None:
    assert Seeded(b"s").face("p/Cafe\u0301.0", 6) == Seeded(b"s").face("p/Caf\u00e9.0", 6)


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
        ("0" * 100_000, "too long: 100,000 characters, where 16,384"),
    ],
)
def test_wrong_codes_say_what_is_wrong(code: str, message: str) -> None:
    with pytest.raises(CodeError, match=message):
        decode(code)


def test_letters_that_look_like_digits_are_read_as_digits() -> None:
    code = encode(0, 4) + ""
    assert decode(code.replace("0", "O"))[0] == 0


@pytest.mark.parametrize(("number", "digits", "code"), [(0, 4, "0000-0"), (1, 1, "1Y"), (31, 1, "Z1"), (37, 2, "15N"), (1 << 20, 5, "1000-0Y")])
def test_codes_are_written_as_they_are_described(number: int, digits: int, code: str) -> None:
    """Worked out by hand: a digit counts twice at an odd place from the right, less 31 from 32 on."""
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
        assert f"the check character of {named} does not fit" in str(caught.value)


def test_new_codes_are_seeds() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(seed_of(code)) == 5 for code in codes)


def test_typed_faces_are_checked() -> None:
    source = Typed([3, 0, None], Seeded(b"s"))
    assert source.face("p.0", 6) == (3, True)
    assert source.face("p.1", 10) == (10, True)
    assert source.face("p.2", 6) == (face(b"s", "p.2", 6), False)
    with pytest.raises(NeedsFace, match="too few faces: 3 given, the next die is p.3"):
        source.face("p.3", 6)
    with pytest.raises(DiceError, match="face 1 is 7, but p.0 is a d6"):
        Typed([7]).face("p.0", 6)
    with pytest.raises(DiceError, match="face 1 is 0, but p.0 is a d6"):
        Typed([0]).face("p.0", 6)
    left = Typed([1, 2])
    left.face("p.0", 6)
    with pytest.raises(DiceError, match="1 faces are left over"):
        left.close()


@given(st.lists(st.integers(2, 66).flatmap(lambda sides: st.tuples(st.integers(1, sides), st.just(sides))), max_size=40))
def test_a_code_of_faces_needs_no_generator(rolled: list[tuple[int, int]]) -> None:
    source = FaceCode.read(face_code(rolled))
    assert [source.face("p", sides)[0] for _, sides in rolled] == [value for value, _ in rolled]
    source.close()
    short = FaceCode.read(face_code(rolled))
    if rolled:
        with pytest.raises(DiceError, match="goes on"):
            short.close()
    with pytest.raises(DiceError, match="ends before"):
        source.face("p", 6)


def test_a_code_of_faces_holds_a_whole_deck() -> None:
    """The last card of a deck is a die of one side, which takes no room in the code."""
    faces = [(3, 4), (1, 3), (2, 2), (1, 1)]
    source = FaceCode.read(face_code(faces))
    assert [source.face("p/s.0", sides)[0] for _, sides in faces] == [value for value, _ in faces]
    source.close()
