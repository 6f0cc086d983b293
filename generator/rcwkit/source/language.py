"""The language of a kit: the tool's own words are written in English, where they are said, and looked up here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Said = str | Mapping[Any, str]
"""A translation, or one for each plural form."""
_LETTERS = (
    "aabefkmnrsvyz baeghimnors caehorsuvy daevz eelnostu fafijory gadlnuv haeiortuyz iadegikostu jav "
    "kagijklmnorsuvwy labginotuv mghiklnrsty nabdeglnorvy ocjmrs pailst qu rmnouw sacdeghiklmnoqrstuvw "
    "taeghiklnorstwy ugkrz veio wao xh yio zahu"
)
"""First letters of codes, each with the second letters."""
CODES = frozenset(one[0] + second for one in _LETTERS.split() for second in one[1:])
"""Languages with two letters in ISO 639-1. Those with three are not listed."""
_PART = re.compile(r"\{(\w+)\}")
_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")
"""A relation in a plural rule of CLDR, for whole numbers: `n % 10 = 2..4`, `n != 0,1`."""


def word(text: str) -> str:
    """Return a text of the tool as it is: marks it for catalogues where it is said only later."""
    return text


AND, OR, NOR = word("{first} and {last}"), word("{first} or {last}"), word("{first} nor {last}")


class Language:
    """A language: `texts` maps English texts to translations, `plurals` plural forms to their rules (as in CLDR).

    `decimal` and `thousands` are its separators in numbers. English itself needs no texts.
    """

    def __init__(
        self,
        code: str = "en",
        texts: Mapping[str, Said] | None = None,
        plurals: Mapping[Any, str] | None = None,
        decimal: str = ".",
        thousands: str = ",",
    ) -> None:
        self.code, self.decimal, self.thousands = code, decimal, thousands
        self.texts, self.plurals = texts or {}, plurals or {}

    def __call__(self, text: str, /, **parts: object) -> str:
        """Return a text in this language, with `{name}` replaced by the part of that name."""
        said = self.texts.get(text, text)
        return _filled(said if isinstance(said, str) else said["other"], parts)

    def count(self, n: int, one: str, other: str, /, **parts: object) -> str:
        """Return a text that depends on a number, `{n}`: in English `one` or `other`, the key of all its forms."""
        said = self.texts.get(other)
        if said is None:
            said = one if n == 1 else other
        elif not isinstance(said, str):
            said = said.get(self._form(n), said["other"])
        return _filled(said, {"n": n, **parts})

    def listed(self, parts: Iterable[str], last: str = AND) -> str:
        """Join words as in a sentence; `last` joins the last two."""
        words = list(parts)
        return self(last, first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)

    def number(self, text: str) -> str:
        """Return a number with this language's separators instead of the English ones."""
        return text.translate({ord("."): self.decimal, ord(","): self.thousands})

    def _form(self, n: int) -> str:
        return next((str(form) for form, rule in self.plurals.items() if _holds(rule, n)), "other")


ENGLISH = Language()


def part_names(text: str) -> frozenset[str]:
    """Return the names of the parts of a text, `{name}`."""
    return frozenset(_PART.findall(text))


def _filled(text: str, parts: Mapping[str, object]) -> str:
    if not parts:
        return text
    return _PART.sub(lambda found: str(parts[found[1]]) if found[1] in parts else found[0], text)


def _holds(rule: str, n: int) -> bool:
    """Return whether a plural rule holds for a whole number."""
    return any(all(_relates(one, abs(n)) for one in part.split(" and ")) for part in rule.split(" or "))


def _relates(relation: str, n: int) -> bool:
    found = _RELATION.fullmatch(relation)
    assert found is not None  # the model of translations has seen to that
    divisor, sign, values = found.groups()
    number = n % int(divisor) if divisor and int(divisor) else n
    runs = (value.partition("..") for value in values.split(","))
    return any(int(low) <= number <= int(high or low) for low, _, high in runs) == (sign == "=")


def typeset(value: Any) -> str:
    """Return a value with minus signs, en dashes in ranges, and no break between a number and its unit."""
    return unbroken(re.sub(r"(?<=\d)-(?=\d)", "–", re.sub(r"^-(?=\d)", "−", str(value))))


def unbroken(text: str) -> str:
    """Return a text with no-break spaces between numbers and units."""
    return re.sub(r"(?<=\d) (?=(?:cm|mm|m|km|P|lb|см|мм|м|км)\b|%|g/m²|г/м²)", "\N{NO-BREAK SPACE}", text)


def plain(value: Any) -> str:
    """Return an id or result as people read it."""
    return typeset(value).replace("_", " ")


def cited(say: Language, rule: str) -> str:
    """Return `rule` and the number; a heading is left as it is."""
    return say("rule {rule}", rule=rule) if rule[:1].isdecimal() else rule
