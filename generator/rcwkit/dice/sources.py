"""Sources of die faces: a seed (`rcw-dice/1`), players, a face code or a record; and codes to read out."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ = {letter: index for index, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_READ |= {letter.lower(): value for letter, value in _READ.items()}
_SEPARATORS = str.maketrans("", "", "- ")
MOST = 16_384
"""The maximum length of a code in characters."""


class CodeError(ValueError):
    """A malformed code."""


def encode(number: int, digits: int) -> str:
    """Return the code of a number, with at least `digits` characters before the check: `7K3Q-X0AB-3`."""
    characters = ""
    while number or len(characters) < digits:
        number, digit = divmod(number, 32)
        characters = ALPHABET[digit] + characters
    return grouped(characters + ALPHABET[-_luhn(characters + "0") % 32])


def grouped(characters: str) -> str:
    """Join groups of four characters with hyphens."""
    return "-".join(characters[start : start + 4] for start in range(0, len(characters), 4))


def decode(code: str) -> tuple[int, int]:
    """Return a code's number and its length without the check character. Raises CodeError."""
    if len(code) > MOST:
        raise CodeError(f"the code is too long: {len(code):,} characters; the limit is {MOST:,}")
    characters = code.translate(_SEPARATORS)
    for position, character in enumerate(characters, 1):
        if character not in _READ:
            raise CodeError(f"{_shown(character)} at position {position} is not a code character")
    if len(characters) < 2:
        raise CodeError("the code is too short")
    if _luhn(characters) % 32:
        named = f"'{code}'" if len(code) <= 80 else "this code"
        raise CodeError(f"the check character of {named} does not match: a character is wrong or two are swapped")
    number = 0
    for character in characters[:-1]:
        number = number * 32 + _READ[character]
    return number, len(characters) - 1


def _shown(character: str) -> str:
    return f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"


def _luhn(characters: str) -> int:
    """Return the Luhn sum, which detects any single wrong character and almost any swap of neighbours."""
    total = 0
    for index, character in enumerate(reversed(characters)):
        value = _READ[character] * (1 + index % 2)
        total += value // 32 + value % 32
    return total


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


class FaceSource(Protocol):
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


def code_of_roll(record: Mapping[str, Any]) -> str:
    """Return the code that repeats a roll: of its seed, or of its faces if dice were typed or rolled again."""
    by_hand = any(any(entry["typed"]) for entry in record["rolls"])
    return str(record["faces_code"] if record["history"] or not record["seed"] or by_hand else record["seed"])


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
