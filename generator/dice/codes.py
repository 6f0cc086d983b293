"""Codes that people can say over the telephone: Crockford's base 32 with a check character (Luhn, modulo 32)."""

from __future__ import annotations

__all__ = ["CodeError", "decode", "encode"]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Letters that are easily misread stand for the digits they look like.
_READ = {letter: index for index, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}


class CodeError(ValueError):
    """A code with a wrong character or a wrong check; the message says which."""


def encode(number: int, digits: int) -> str:
    """A number in at least `digits` characters and the check, in groups of four: `7K3Q-X0AB-C`."""
    characters = ""
    while number or len(characters) < digits:
        number, digit = divmod(number, 32)
        characters = ALPHABET[digit] + characters
    return grouped(characters + ALPHABET[-_luhn(characters + "0") % 32])


def grouped(characters: str) -> str:
    """Characters in groups of four joined by hyphens."""
    return "-".join(characters[start : start + 4] for start in range(0, len(characters), 4))


def decode(code: str) -> tuple[int, int]:
    """The number of a code and how many characters it had without the check. Raises CodeError."""
    characters = code.upper().replace("-", "").replace(" ", "")
    for position, character in enumerate(characters, 1):
        if character not in _READ:
            raise CodeError(f"'{character}' at position {position} is no character of a code")
    if len(characters) < 2:
        raise CodeError("the code is too short")
    if _luhn(characters) % 32:
        raise CodeError(f"the check character of '{code}' does not fit: a character is wrong or two are swapped")
    number = 0
    for character in characters[:-1]:
        number = number * 32 + _READ[character]
    return number, len(characters) - 1


def _luhn(characters: str) -> int:
    """Luhn's sum modulo 32: finds every single wrong character and nearly every swap of neighbours."""
    total = 0
    for index, character in enumerate(reversed(characters)):
        value = _READ[character] * (1 + index % 2)
        total += value // 32 + value % 32
    return total
