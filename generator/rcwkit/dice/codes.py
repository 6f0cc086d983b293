"""Codes that people can say over the telephone: Crockford's base 32 with a check character (Luhn, modulo 32).

**Alphabet.** `0123456789ABCDEFGHJKMNPQRSTVWXYZ`: a character's value is its position, 0 to 31. A reader takes small letters for
capitals, `O` for `0`, `I` and `L` for `1`, and passes over hyphens and spaces; every other character is refused.

**Writing.** A number is written in base 32, the highest digit first, padded with `0` to the number of digits asked for. The check
character follows, and then a hyphen is put after every fourth character: `7K3Q-X0AB-3`.

**Check.** Number the characters from the right: the check itself is 0. A character of value v counts v at an even position; at an odd
one it counts (2v // 32) + (2v % 32). The sum over all characters, the check included, is a multiple of 32.
"""

from __future__ import annotations

__all__ = ["CodeError", "decode", "encode"]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Letters that are easily misread stand for the digits they look like; hyphens and spaces only make a code easier to read.
_READ = {letter: index for index, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_READ |= {letter.lower(): value for letter, value in _READ.items()}
_PASSED_OVER = str.maketrans("", "", "- ")
MOST = 16_384
"""The most characters that a code may have."""


class CodeError(ValueError):
    """A code with a wrong character or a wrong check; the message says which."""


def encode(number: int, digits: int) -> str:
    """A number in at least `digits` characters and the check, in groups of four: `7K3Q-X0AB-3`."""
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
    if len(code) > MOST:
        raise CodeError(f"the code is too long: {len(code):,} characters, where {MOST:,} are the most")
    characters = code.translate(_PASSED_OVER)
    for position, character in enumerate(characters, 1):
        if character not in _READ:
            raise CodeError(f"{_shown(character)} at position {position} is no character of a code")
    if len(characters) < 2:
        raise CodeError("the code is too short")
    if _luhn(characters) % 32:
        named = f"'{code}'" if len(code) <= 80 else "this code"
        raise CodeError(f"the check character of {named} does not fit: a character is wrong or two are swapped")
    number = 0
    for character in characters[:-1]:
        number = number * 32 + _READ[character]
    return number, len(characters) - 1


def _shown(character: str) -> str:
    return f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"


def _luhn(characters: str) -> int:
    """Luhn's sum modulo 32: finds every single wrong character and nearly every swap of neighbours."""
    total = 0
    for index, character in enumerate(reversed(characters)):
        value = _READ[character] * (1 + index % 2)
        total += value // 32 + value % 32
    return total
