"""VASSAL's flat texts: sequences whose escapes nest, and the traits of a piece; each way back is the exact inverse.

A sequence joins texts with a delimiter. A backslash before a delimiter that belongs to a text is the only escape, so that a text
inside a text inside a text collects backslashes. Quotes around a text keep a backslash at its end from meaning the delimiter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "FLIP",
    "Trait",
    "basic",
    "decode",
    "encode",
    "layer",
    "mark",
    "mask",
    "parse",
    "piece",
    "prototype",
    "report",
]

FLIP = "70,130"
"""Control and F, as VASSAL writes keys: the key's code, and its modifiers."""
_ADD = "+/"
"""What a text that adds a piece begins with."""


def encode(texts: Sequence[str], delimiter: str) -> str:
    """One or more texts as a sequence."""
    return delimiter.join(_quoted(text).replace(delimiter, "\\" + delimiter) for text in texts)


def decode(sequence: str, delimiter: str) -> list[str]:
    """The texts of a sequence."""
    parts = re.split(rf"(?<!\\){re.escape(delimiter)}", sequence)
    return [_unquoted(part.replace("\\" + delimiter, delimiter)) for part in parts]


def _quoted(text: str) -> str:
    return f"'{text}'" if text.endswith("\\") or (text.startswith("'") and text.endswith("'")) else text


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text.startswith("'") and text.endswith("'") else text


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait: its name, the fields that define it, and those of its state in play. Neither may be empty."""

    name: str
    fields: tuple[str, ...]
    state: tuple[str, ...] = ("",)

    @property
    def delimiter(self) -> str:
        """What its fields are joined with."""
        return "," if self.name == "mark" else ";"


def piece(traits: Sequence[Trait]) -> str:
    """A piece, its traits from the outermost to the basic one, as a module holds it."""
    kinds = [f"{trait.name};{encode(trait.fields, trait.delimiter)}" for trait in traits]
    states = [encode(trait.state, trait.delimiter) for trait in traits]
    return _ADD + encode(("null", _nested(kinds), _nested(states)), "/")


def parse(text: str) -> tuple[Trait, ...]:
    """The traits of a piece from its text. Raises ValueError for what is no piece."""
    parts = decode(text.removeprefix(_ADD), "/")
    if not text.startswith(_ADD) or len(parts) != 3:
        raise ValueError("this text adds no piece")
    traits = []
    for kind, state in zip(_unnested(parts[1]), _unnested(parts[2]), strict=True):
        name, _, fields = kind.partition(";")
        delimiter = Trait(name, ()).delimiter
        traits.append(Trait(name, tuple(decode(fields, delimiter)), tuple(decode(state, delimiter))))
    return tuple(traits)


def _nested(texts: Sequence[str]) -> str:
    *outer, inner = texts
    whole = encode((inner,), "\t")
    for text in reversed(outer):
        whole = encode((text, whole), "\t")
    return whole


def _unnested(text: str) -> list[str]:
    first, *inner = decode(text, "\t")
    return [first, *(_unnested(inner[0]) if inner else ())]


def basic(image: str, name: str, gpid: int) -> Trait:
    """The innermost trait: the picture of the front, and the name. `gpid` is the piece's own number in the module, 0 in a prototype."""
    return Trait("piece", ("", "", image, name), ("null", "0", "0", str(gpid) if gpid else "", "0"))


def layer(image: str, name: str, *, turned: bool) -> Trait:
    """The reverse: a picture over the front's that `FLIP` turns up and away; `name` is the piece's name then, or ` ending` after a plus sign."""
    keys = ("", "2", "")
    looks = (encode(("", image), ","), encode(("", name), ","))
    commands = (*keys, "Flip", *keys[1:], *keys, "", "", "1")
    ending = ("true", "Reverse", "", "", "false", "", "1", "1", "true", "", FLIP, "")
    return Trait("emb2", (*commands, "false", "0", "0", *looks, *ending), ("2" if turned else "1",))


def mark(**values: str) -> Trait:
    """Properties that never change, by name."""
    return Trait("mark", tuple(values), tuple(values.values()))


def mask(back: str) -> Trait:
    """A card's back: `FLIP` turns it down so that only who turned it sees its face."""
    return Trait("obs", (FLIP, back, "Flip", "I", "?", "player:", "Peek", "", "true", "", ""), ("null", ""))


def prototype(name: str) -> Trait:
    """Traits that are defined once for many pieces."""
    return Trait("prototype", (name,))


def report(keys: Sequence[str], text: str) -> Trait:
    """A line in the log when one of the keys is used on the piece."""
    return Trait("report", (encode(keys, ","), text, "", "", "", "false"), ("-1",))
