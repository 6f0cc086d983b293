"""Sources of faces: seeds, people, face codes and records; and their paths and codes."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.dice.sources import (
    CodeError,
    DiceError,
    FaceCode,
    NeedsFace,
    Recorded,
    Seeded,
    Typed,
    code_of,
    draw_path,
    encode,
    face,
    face_code,
    new_code,
    paths,
    seed_of,
)


def test_the_scheme_keeps_its_test_vector() -> None:
    digest = hmac.digest(b"seed", b"rcw-dice/1|ukraine/peasants/Makhno.0|0", hashlib.sha256)
    assert digest.hex().startswith("5d6b14c7")
    assert face(b"seed", "ukraine/peasants/Makhno.0", 6) == 6


@pytest.mark.row("D4")
def test_stored_faces_never_change() -> None:
    assert [face(b"rcwkit", f"p/s.{n}", 6) for n in range(20)] == [
        3,
        3,
        1,
        4,
        5,
        1,
        2,
        3,
        3,
        6,
        4,
        5,
        6,
        3,
        6,
        6,
        6,
        3,
        3,
        3,
    ]
    assert [face(b"rcwkit", f"p/s.{n}", 10) for n in range(12)] == [7, 7, 5, 2, 3, 7, 6, 3, 9, 10, 6, 1]


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_faces_are_fair(sides: int) -> None:
    rolls = 60_000
    counts = Counter(face(b"chi", f"p/s/{n}.0", sides) for n in range(rolls))
    expected = rolls / sides
    chi_square = sum((counts[value] - expected) ** 2 / expected for value in range(1, sides + 1))
    # Far in the tail: the mean is sides - 1, the deviation about the root of its double.
    assert chi_square < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_paths_are_compared_in_normal_form() -> None:
    assert Seeded(b"s").face("p/Cafe\u0301.0", 6) == Seeded(b"s").face("p/Caf\u00e9.0", 6)


def words(path: str) -> Iterator[int]:
    """Yield the words of a die under the seed `rcwkit`, as the scheme describes them."""
    for block in count():
        yield from struct.unpack(">8I", hmac.digest(b"rcwkit", f"rcw-dice/1|{path}|{block}".encode(), hashlib.sha256))


@pytest.mark.parametrize("sides", [2**31 + 1, 3 * 10**9, 2**32])
def test_words_that_would_favour_a_face_are_passed_over(sides: int) -> None:
    """With 2^31 + 1 faces nearly half the words are rejected, so some dice need more than one digest."""
    limit = 2**32 - 2**32 % sides
    for number in range(600):
        path = f"p/s.{number}"
        assert face(b"rcwkit", path, sides) == next(word for word in words(path) if word < limit) % sides + 1


def test_the_first_word_past_the_limit_is_passed_over() -> None:
    (path, first) = next((f"p/s.{n}", word) for n in range(10) if (word := next(words(f"p/s.{n}"))) > 2**31)
    assert face(b"rcwkit", path, first) == next(word for word in words(path) if word < first) + 1


def test_seeded_dice_are_nobodys_and_leave_nothing_over() -> None:
    dice = Seeded(b"rcwkit")
    assert dice.face("p/s.0", 6) == (face(b"rcwkit", "p/s.0", 6), False)
    dice.close()


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
    with pytest.raises(DiceError, match="too many faces: 2 given, the procedure needs 1"):
        left.close()


@given(
    st.lists(st.integers(2, 66).flatmap(lambda sides: st.tuples(st.integers(1, sides), st.just(sides))), max_size=40)
)
def test_a_code_of_faces_needs_no_generator(rolled: list[tuple[int, int]]) -> None:
    source = FaceCode.read(face_code(rolled))
    assert [source.face("p", sides)[0] for _, sides in rolled] == [value for value, _ in rolled]
    source.close()
    short = FaceCode.read(face_code(rolled))
    if rolled:
        with pytest.raises(DiceError, match="continues"):
            short.close()
    with pytest.raises(DiceError, match="ends before"):
        source.face("p", 6)


def test_a_code_of_faces_holds_a_whole_deck() -> None:
    """The last card of a deck is a die with one side, which takes no space in the code."""
    faces = [(3, 4), (1, 3), (2, 2), (1, 1)]
    source = FaceCode.read(face_code(faces))
    assert [source.face("p/s.0", sides)[0] for _, sides in faces] == [value for value, _ in faces]
    source.close()


@pytest.mark.parametrize(("sides", "value", "shown"), [(6, 1, 1), (6, 6, 6), (10, 10, 10), (10, 0, 10), (20, 20, 20)])
def test_a_typed_face_is_on_the_die(sides: int, value: int, shown: int) -> None:
    source = Typed([value])
    assert source.face("p.0", sides) == (shown, True)
    source.close()


@pytest.mark.parametrize(("sides", "value"), [(6, 0), (6, 7), (6, -1), (10, 11), (11, 0), (9, 10), (20, 0)])
def test_or_it_is_refused(sides: int, value: int) -> None:
    with pytest.raises(DiceError, match=f"face 1 is {value}, but p.0 is a d{sides}"):
        Typed([value]).face("p.0", sides)


def test_a_blank_needs_a_seed() -> None:
    source = Typed([2, None])
    source.face("p.0", 6)
    with pytest.raises(DiceError, match="face 2 is left blank, and there is no seed to roll it"):
        source.face("p.1", 6)


def test_the_number_of_wrong_typed_faces_is_reported() -> None:
    with pytest.raises(NeedsFace, match=r"too few faces: 0 given, the next die is p.0 \(d6\)") as caught:
        Typed([]).face("p.0", 6)
    assert (caught.value.path, caught.value.sides, caught.value.request, caught.value.rolls, caught.value.events) == (
        "p.0",
        6,
        None,
        [],
        [],
    )
    source = Typed([1, 2, 3])
    source.face("p.0", 6)
    with pytest.raises(DiceError, match="too many faces: 3 given, the procedure needs 1"):
        source.close()


@pytest.mark.parametrize(
    ("rolled", "number"),
    [([], 1), ([(1, 6)], 6), ([(6, 6)], 11), ([(1, 2)], 2), ([(3, 6), (2, 10)], 2 + 6 * (1 + 10)), ([(1, 1)], 1)],
)
def test_a_code_of_faces_is_a_number_in_mixed_radix(rolled: list[tuple[int, int]], number: int) -> None:
    assert face_code(rolled) == f"F-{encode(number, 1)}"
    source = FaceCode.read(face_code(rolled).lower())
    assert [source.face("p.0", sides) for _, sides in rolled] == [(value, True) for value, _ in rolled]
    source.close()


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("sides", [2, 6])
def test_a_code_of_faces_ends(number: int, sides: int) -> None:
    with pytest.raises(DiceError, match="the face code ends before p/a.0"):
        FaceCode(number).face("p/a.0", sides)


@pytest.mark.parametrize("number", [0, 2])
def test_a_face_code_must_not_continue_after_its_end(number: int) -> None:
    with pytest.raises(DiceError, match="continues after the last die"):
        FaceCode(number).close()


@pytest.mark.parametrize("code", ["", "F", encode(6, 1), "G-" + encode(6, 1)])
def test_other_codes_are_none_of_faces(code: str) -> None:
    with pytest.raises(CodeError, match="a face code begins with F-"):
        FaceCode.read(code)


def entry(path: str, faces: list[int], typed: list[bool], attempt: int = 1, **more: Any) -> dict[str, Any]:
    return {"path": path, "faces": faces, "typed": typed, "attempt": attempt, **more}


def test_recorded_dice_show_the_same_faces() -> None:
    source = Recorded(
        [
            entry("p/a", [3, 6], [False, True], 2),
            entry("p/a", [1, 2], [True, False], 3),
            entry("p/d.0", [5], [True], card="x"),
        ],
        Seeded(b"new"),
    )
    assert source.attempts == {"p/a": 2, "p/d.0": 1}
    assert [source.face(f"p/a.{die}~{attempt}", 6) for attempt in (2, 3) for die in (0, 1)] == [
        (3, False),
        (6, True),
        (1, True),
        (2, False),
    ]
    assert source.face("p/d.0", 5) == (5, True)
    source.close()


@pytest.mark.parametrize(("path", "sides"), [("p/a.0", 5), ("p/a.1", 6), ("p/b.0", 6), ("p/a.0~2", 6)])
def test_other_dice_and_faces_that_are_not_on_the_die_are_new(path: str, sides: int) -> None:
    source = Recorded([entry("p/a", [6], [True])], Seeded(b"new"))
    assert source.face(path, sides) == (face(b"new", path, sides), False)
    assert source.face("p/a.0", 6) == (6, True)
    assert Recorded([entry("p/a", [1], [True])], Seeded(b"new")).face("p/a.0", 6) == (1, True)


@pytest.mark.parametrize(("length", "digits"), [(5, 8), (16, 26)])
def test_seeds_have_codes_of_so_many_digits(length: int, digits: int) -> None:
    for seed in (bytes(length), bytes(length - 1) + b"x", b"\xff" * length):
        code = code_of(seed)
        assert len(code.replace("-", "")) == digits + 1
        assert seed_of(code) == seed


@pytest.mark.parametrize(
    ("number", "digits", "length"),
    [(5, 1, 5), (2**40 - 1, 8, 5), (5, 9, 16), (2**40, 9, 16), (2**128 - 1, 26, 16), (7, 30, 16)],
)
def test_longer_codes_are_long_seeds(number: int, digits: int, length: int) -> None:
    assert seed_of(encode(number, digits)) == number.to_bytes(length, "big")


def test_a_code_of_too_large_a_number_is_not_a_seed() -> None:
    with pytest.raises(
        CodeError, match="the code is too long for a seed: 27 characters, or its first digit is too high"
    ):
        seed_of(encode(2**128, 26))


def test_dice_have_paths() -> None:
    assert list(paths("p/s", 2, 1)) == ["p/s.0", "p/s.1"]
    assert list(paths("p/s/x", 1, 2)) == ["p/s/x.0~2"]
    assert draw_path("p/s/3") == "p/s.3"
    assert draw_path("p/s/x/0") == "p/s/x.0"
