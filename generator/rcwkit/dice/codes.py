"""Codes to read out over the telephone: Crockford's base 32 with a check character (Luhn, modulo 32).

**Alphabet.** `0123456789ABCDEFGHJKMNPQRSTVWXYZ`: a character's value is its position, 0 to 31. Decoding ignores case,
reads `O` as `0`, `I` and `L` as `1`, skips hyphens and spaces, and refuses every other character.

**Encoding.** A number is written in base 32, most significant digit first, padded with `0` to the requested number of
digits and followed by the check character. Hyphens separate groups of four characters: `7K3Q-X0AB-3`.

**Check.** Number the characters from the right, the check character being 0. A character of value v counts v at an even
position and (2v // 32) + (2v % 32) at an odd one. The sum over all characters is a multiple of 32.
"""

from __future__ import annotations

__all__ = ["CodeError", "decode", "encode"]

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
