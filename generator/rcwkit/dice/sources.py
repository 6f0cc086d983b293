"""Where faces come from: a seed (`rcw-dice/1`), people, a code of faces, or a record. Exact dice need no source: see `odds`.

**A path** names a die. That of a roll is `procedure/step`, and `/item` for each repetition around it, the outermost first and the step's own
last: an entry of `for_each` as text, or 1, 2, … of `times`. A step of a procedure that is run by another has the ids of the steps that run
it before its own, with dots: `procedure/outer.inner`. The dice of a roll have its path, `.`, and 0, 1, …; from the second attempt on, `~` and
the number of the attempt follow: `ukraine/peasants/Makhno.0`, `ukraine/peasants/Makhno.0~2`. Drawing has one die a card: its path ends
in a dot and the card's number in this step's draw, from 0: `procedure/draw.0`, or `procedure/draw/item.0` for an item of a repeated group.

**A face.** Under a seed (bytes) the die with a path and n sides shows `w mod n + 1`. `digest(b)` for b = 0, 1, … is HMAC-SHA256 with the seed
as key over `rcw-dice/1|path|b` in UTF-8, the path in Unicode's form NFC, b in decimal. Each digest is eight words of 32 bits, the highest
byte first; w is the first word of digest(0), digest(1), … that is below 2^32 - (2^32 mod n), so that no face is favoured.

**A seed's code** is that of its bytes as one number, the highest first: 5 bytes in 8 digits (dice at home), 16 in 26 (dice by mail), each
with the check of `codes`. Read, a code of up to 8 digits is 5 bytes, a longer one 16, and its number must fit into them.

**A code of faces** is `F-` and the code, in as few digits as it needs, of the number (f1 - 1) + s1 × ((f2 - 1) + s2 × (… (fm - 1) + sm × 1))
for the faces f on dice of s sides, in order, those that were rolled again too.
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
    """Faces that do not fit the dice: too few, left over, or off the die."""


class NeedsFace(DiceError):
    """Typed faces have run out at a die; the walk fills in the roll that waits, and the rolls and events before it."""

    def __init__(self, path: str, sides: int, given: int) -> None:
        super().__init__(f"too few faces: {given} given, the next die is {path} (d{sides})")
        self.path, self.sides = path, sides
        self.request: Any = None
        self.rolls: list[dict[str, Any]] = []
        self.events: list[Any] = []


class Faces(Protocol):
    """A source: `face(path, n)` is a face from 1 to n, and whether a person typed it."""

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """The face of the die with this path."""
        ...

    def close(self) -> None:
        """Called after the last die; raises DiceError when something is left over."""
        ...


def face(seed: bytes, path: str, sides: int) -> int:
    """A face of `rcw-dice/1`, from 1 to `sides`; the path is in the form NFC."""
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
    """Dice from a seed; each die depends on its own path alone, so no roll moves another."""

    seed: bytes

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """The face of this path's die."""
        return face(self.seed, unicodedata.normalize("NFC", path), sides), False

    def close(self) -> None:
        """Nothing can be left over."""


@dataclass
class Typed:
    """Faces that a person rolled, in order; None means 'roll it for me', by the seeded dice behind."""

    faces: list[int | None]
    behind: Seeded | None = None
    used: int = 0

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """The next typed face. Raises DiceError when there is none, or it is not on the die."""
        if self.used >= len(self.faces):
            raise NeedsFace(path, sides, len(self.faces))
        value = self.faces[self.used]
        self.used += 1
        if value is None:
            if self.behind is None:
                raise DiceError(f"face {self.used} is left blank, and there is no seed to roll it")
            return self.behind.face(path, sides)
        # A die of ten sides numbered 0 to 9 shows its ten as 0.
        value = 10 if value == 0 and sides == 10 else value
        if not 1 <= value <= sides:
            raise DiceError(f"face {self.used} is {value}, but {path} is a d{sides}")
        return value, True

    def close(self) -> None:
        """Every face must have been used."""
        if self.used < len(self.faces):
            raise DiceError(f"{len(self.faces) - self.used} faces are left over: the procedure needs {self.used}")


@dataclass
class FaceCode:
    """Faces out of a code that lists them alone and needs no generator."""

    number: int

    @classmethod
    def read(cls, code: str) -> FaceCode:
        """From the text `F-...`. Raises CodeError."""
        if not code.upper().startswith("F-"):
            raise CodeError("a code of faces begins with F-")
        return cls(decode(code[2:])[0])

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """The next face."""
        if self.number < 2 and sides > 1:  # the last card of a deck takes no room in the code
            raise DiceError(f"the code of faces ends before {path}")
        self.number, value = divmod(self.number, sides)
        return value + 1, True

    def close(self) -> None:
        """The code must end with the dice."""
        if self.number != 1:
            raise DiceError("the code of faces goes on after the last die")


class Recorded:
    """Faces out of a record's rolls, by the path of each die; `behind` gives those that it lacks or that are not on the die asked for.

    `attempts` has the first attempt of each roll.
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
        """The recorded face, or a new one."""
        known = self.dice.get(path)
        return known if known is not None and known[0] <= sides else self.behind.face(path, sides)

    def close(self) -> None:
        """Dice that the new course of the walk does not need are left out."""


def face_code(rolled: list[tuple[int, int]]) -> str:
    """The code of (face, sides) pairs in order: mixed radix, with a leading one that marks the end."""
    number = 1
    for value, sides in reversed(rolled):
        number = number * sides + value - 1
    return f"F-{encode(number, 1)}"


def code_of(seed: bytes) -> str:
    """The code of a seed of 5 bytes (dice at home) or 16 (dice by mail)."""
    return encode(int.from_bytes(seed, "big"), -(-len(seed) * 8 // 5))


def new_code() -> str:
    """A fresh seed as a code."""
    return code_of(secrets.token_bytes(SEED_BYTES))


def seed_of(code: str) -> bytes:
    """The seed of a code: 5 bytes for one of up to 8 digits, 16 for a longer one. Raises CodeError."""
    number, digits = decode(code)
    length = SEED_BYTES if digits <= SEED_BYTES * 8 // 5 else LONG_SEED_BYTES
    if number >= 1 << 8 * length:
        raise CodeError(f"the code is too long for a seed: {digits + 1:,} characters, or its first digit is too high")
    return number.to_bytes(length, "big")


def paths(base: str, count: int, attempt: int) -> Iterator[str]:
    """The paths of a roll's dice: `base.0`, `base.1`, …; a second attempt ends in `~2`."""
    for index in range(count):
        yield f"{base}.{index}" + (f"~{attempt}" if attempt > 1 else "")


def draw_path(base: str) -> str:
    """The path of a drawn card's die: that of its roll with a dot before the number of the draw, `procedure/step.0`."""
    head, _, number = base.rpartition("/")
    return f"{head}.{number}"
