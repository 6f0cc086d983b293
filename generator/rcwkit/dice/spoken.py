"""Codes as they are read out: with a check of what they roll, so that under another procedure they are refused.

`7K3Q-X0AB-3.9XM`: behind the dot stand the first 15 bits of the SHA-256 of the canonical JSON of an object with the
`procedure`, `scenario` and `inputs` of the record, as three characters of `codes`. A code without them is not checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from rcwkit.dice.codes import ALPHABET, CodeError
from rcwkit.dice.record import canonical

__all__ = ["with_check", "without_check"]

_LENGTH = 3
_ALIKE = str.maketrans("OIL", "011", "- ")


def with_check(code: str, facts: Mapping[str, Any]) -> str:
    """Return a code with its check; the facts are those of a record."""
    return f"{code}.{_check(facts)}"


def without_check(text: str, facts: Mapping[str, Any]) -> str:
    """Return a code without its check. Raises CodeError if it is one of another roll."""
    code, dot, check = text.partition(".")
    if dot and check.upper().translate(_ALIKE) != _check(facts):
        raise CodeError(
            "this code is of another procedure, or of other answers: give those, or use the link of the roll"
        )
    return code


def _check(facts: Mapping[str, Any]) -> str:
    told = {name: facts[name] for name in ("procedure", "scenario", "inputs")}
    number = int.from_bytes(hashlib.sha256(canonical(told).encode()).digest()[:2]) >> 1
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
