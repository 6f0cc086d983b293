"""Where faces come from: seeded (`rcw-dice/1`), typed, or read from a code of faces. Exact dice need no source: see `odds`."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from generator.dice.codes import CodeError, decode, encode

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
    """A face of `rcw-dice/1`: HMAC-SHA256 over scheme, path and block; the first 32-bit word that does not favour low faces.

    `digest = HMAC(seed, "rcw-dice/1|path|block")`; eight big-endian words; take the first below 2^32 // n * n; else the next block.
    """
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
    """Faces out of a record's rolls, by the path of each die; dice that it does not have come from `behind`."""

    def __init__(self, rolls: Iterable[Mapping[str, Any]], behind: Seeded | None = None) -> None:
        self.dice: dict[str, tuple[int, bool]] = {}
        self.attempts: dict[str, int] = {}
        self.behind = behind
        for entry in rolls:
            path, attempt, faces = entry["path"], entry["attempt"], entry["faces"]
            self.attempts.setdefault(path, attempt)
            dice = [path] if "card" in entry else paths(path, len(faces), attempt)
            self.dice |= {die: (value, entry["typed"]) for die, value in zip(dice, faces, strict=True)}

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """The recorded face. Raises DiceError when there is none, or it is off the die."""
        if path not in self.dice:
            if self.behind is not None:
                return self.behind.face(path, sides)
            raise DiceError(f"the record has no die {path}")
        value, typed = self.dice[path]
        if value not in range(1, sides + 1):
            raise DiceError(f"{path}: the record says {value}, but it is a d{sides}")
        return value, typed

    def close(self) -> None:
        """A record's extra rolls show as a difference."""


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
