"""Sources of die faces: a seed (`rcw-dice/1`), players, a face code, or a record. Exact odds need none: see `odds`.

**Paths.** Each die has a path. The path of a roll is `procedure/step`, followed by `/item` for each enclosing
repetition, outermost first and the step's own last: an entry of `for_each` as text, or 1, 2, … for `times`. A step of a
procedure run by another is prefixed with the ids of the steps that run it, joined by dots: `procedure/outer.inner`. The
dice of a roll append `.` and 0, 1, … to its path, and from the second attempt on `~` and the number of the attempt:
`ukraine/peasants/Makhno.0`, `ukraine/peasants/Makhno.0~2`. A draw rolls one die per card, whose path ends in a dot and
the card's number within this step's draw, from 0: `procedure/draw.0`, or `procedure/draw/item.0` for an item of a
repeated group.

**Faces.** Given a seed (bytes), the die with a given path and n sides shows `w mod n + 1`. `digest(b)` for b = 0, 1, …
is HMAC-SHA256, keyed with the seed, of `rcw-dice/1|path|b` in UTF-8, with the path in NFC and b in decimal. Each digest
is eight big-endian 32-bit words; w is the first word of digest(0), digest(1), … below 2^32 - (2^32 mod n), so that all
faces are equally likely.

**Seed codes.** A seed's bytes are encoded as one big-endian number: 5 bytes in 8 digits (dice at home), 16 in 26 (dice
by mail), each with the check character of `codes`. When read, a code of up to 8 digits stands for 5 bytes and a longer
one for 16; its number must fit in them.

**Face codes.** `F-` and the code, in as few digits as possible, of the number
(f1 - 1) + s1 × ((f2 - 1) + s2 × (… (fm - 1) + sm × 1)) for the faces f of dice with s sides, in order, including those
that were rolled again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rcwkit.dice.codes import CodeError, decode, encode

__all__ = [
    "SCHEME",
    "DiceError",
    "FaceCode",
    "Faces",
    "NeedsFace",
    "Recorded",
    "Seeded",
    "Typed",
    "code_of",
    "draw_path",
    "face",
    "face_code",
    "new_code",
    "paths",
    "seed_of",
]

SCHEME = "rcw-dice/1"
SEED_BYTES = 5
LONG_SEED_BYTES = 16


class DiceError(ValueError):
    """Faces that do not fit the dice: too few, too many, or not on the die."""


class NeedsFace(DiceError):
    """Raised when the typed faces run out. The walk adds the pending roll, and the rolls and events before it.

    `cards` are those left to draw from, in the order of the faces that stand for them.
    """

    def __init__(self, path: str, sides: int, given: int) -> None:
        super().__init__(f"too few faces: {given} given, the next die is {path} (d{sides})")
        self.path, self.sides = path, sides
        self.request: Any = None
        self.rolls: list[dict[str, Any]] = []
        self.events: list[Any] = []
        self.cards: list[Any] = []


class Faces(Protocol):
    """A source of faces."""

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return the face of the die with this path, from 1 to `sides`, and whether a person typed it."""
        ...

    def close(self) -> None:
        """End the source after the last die. Raises DiceError if faces are left over."""
        ...


def face(seed: bytes, path: str, sides: int) -> int:
    """Return a face of `rcw-dice/1`, from 1 to `sides`, for a path in NFC."""
    limit = 2**32 // sides * sides
    head = f"{SCHEME}|{path}|".encode()
    block = 0
    while True:
        digest = hmac.digest(seed, head + b"%d" % block, hashlib.sha256)
        for start in range(0, 32, 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < limit:
                return word % sides + 1
        block += 1


@dataclass
class Seeded:
    """Dice from a seed. Each die depends on its path alone, so no roll affects another."""

    seed: bytes

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return the face of the die with this path."""
        return face(self.seed, unicodedata.normalize("NFC", path), sides), False

    def close(self) -> None:
        """Do nothing: a seed never runs out."""


@dataclass
class Typed:
    """Faces that a person rolled, in order. `behind`, the seeded dice, rolls those that are None."""

    faces: list[int | None]
    behind: Seeded | None = None
    used: int = 0

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return the next typed face. Raises DiceError if there is none, or it is not on the die."""
        if self.used >= len(self.faces):
            raise NeedsFace(path, sides, len(self.faces))
        value = self.faces[self.used]
        self.used += 1
        if value is None:
            if self.behind is None:
                raise DiceError(f"face {self.used} is left blank, and there is no seed to roll it")
            return self.behind.face(path, sides)
        # A ten-sided die numbered 0 to 9 shows ten as 0.
        value = 10 if value == 0 and sides == 10 else value
        if not 1 <= value <= sides:
            raise DiceError(f"face {self.used} is {value}, but {path} is a d{sides}")
        return value, True

    def close(self) -> None:
        """Raise DiceError unless every face was used."""
        if self.used < len(self.faces):
            raise DiceError(f"too many faces: {len(self.faces)} given, the procedure needs {self.used}")


@dataclass
class FaceCode:
    """Faces from a face code, which lists them without a seed."""

    number: int

    @classmethod
    def read(cls, code: str) -> FaceCode:
        """Read a face code, `F-...`. Raises CodeError."""
        if not code.upper().startswith("F-"):
            raise CodeError("a face code begins with F-")
        return cls(decode(code[2:])[0])

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return the next face. Raises DiceError if the code has ended."""
        if self.number < 2 and sides > 1:  # the last card of a deck takes no space in the code
            raise DiceError(f"the face code ends before {path}")
        self.number, value = divmod(self.number, sides)
        return value + 1, True

    def close(self) -> None:
        """Raise DiceError unless the code ends with the last die."""
        if self.number != 1:
            raise DiceError("the face code continues after the last die")


class Recorded:
    """Faces from a record's rolls, by path. `behind` rolls dice that it lacks, or whose face is not on the die.

    `attempts` maps the path of each roll to its first attempt.
    """

    def __init__(self, rolls: Iterable[Mapping[str, Any]], behind: Seeded) -> None:
        self.dice: dict[str, tuple[int, bool]] = {}
        self.attempts: dict[str, int] = {}
        self.behind = behind
        for entry in rolls:
            path, attempt, faces = entry["path"], entry["attempt"], entry["faces"]
            self.attempts.setdefault(path, attempt)
            dice = [path] if "card" in entry else paths(path, len(faces), attempt)
            self.dice |= dict(zip(dice, zip(faces, entry["typed"], strict=True), strict=True))

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return the recorded face, or a new one."""
        known = self.dice.get(path)
        return known if known is not None and known[0] <= sides else self.behind.face(path, sides)

    def close(self) -> None:
        """Do nothing: recorded dice may no longer be needed."""


def face_code(rolled: list[tuple[int, int]]) -> str:
    """Return the face code of (face, sides) pairs: mixed radix, with a leading one as end mark."""
    number = 1
    for value, sides in reversed(rolled):
        number = number * sides + value - 1
    return f"F-{encode(number, 1)}"


def code_of(seed: bytes) -> str:
    """Return the code of a seed of 5 bytes (dice at home) or 16 (dice by mail)."""
    return encode(int.from_bytes(seed, "big"), -(-len(seed) * 8 // 5))


def new_code() -> str:
    """Return the code of a fresh seed."""
    return code_of(secrets.token_bytes(SEED_BYTES))


def seed_of(code: str) -> bytes:
    """Return the seed of a code: 5 bytes for up to 8 digits, 16 for more. Raises CodeError."""
    number, digits = decode(code)
    length = SEED_BYTES if digits <= SEED_BYTES * 8 // 5 else LONG_SEED_BYTES
    if number >= 1 << 8 * length:
        raise CodeError(f"the code is too long for a seed: {digits + 1:,} characters, or its first digit is too high")
    return number.to_bytes(length, "big")


def paths(base: str, count: int, attempt: int) -> Iterator[str]:
    """Yield the paths of a roll's dice: `base.0`, `base.1`, …; those of a second attempt end in `~2`."""
    for index in range(count):
        yield f"{base}.{index}" + (f"~{attempt}" if attempt > 1 else "")


def draw_path(base: str) -> str:
    """Return the path of a drawn card's die: its roll's path with a dot before the number, `procedure/step.0`."""
    head, _, number = base.rpartition("/")
    return f"{head}.{number}"
