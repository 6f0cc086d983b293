"""VASSAL's text format: nested sequences with escapes, and the traits of pieces; reading exactly inverts writing.

A sequence joins texts with a delimiter, and a backslash escapes delimiters within a text, so that nested texts
accumulate backslashes. Quotes around a text keep a backslash at its end from escaping the delimiter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rcwkit.source.language import Language

__all__ = [
    "CLONE",
    "DEAD",
    "DELETE",
    "DISCARD",
    "FLIP",
    "HOME",
    "Trait",
    "basic",
    "clone",
    "decode",
    "delete",
    "encode",
    "hotkey",
    "key",
    "layer",
    "mark",
    "mask",
    "moved",
    "named",
    "parse",
    "piece",
    "prototype",
    "report",
    "rotate",
    "send",
    "to_deck",
    "trail",
]


def key(letter: str) -> str:
    """Return Ctrl and a letter as VASSAL writes keys: key code and modifiers."""
    return f"{ord(letter)},130"


def named(name: str) -> str:
    """Return a key without a keyboard, known by its name."""
    return f"57348,0,{name}"


FLIP, MOVED, TRAIL, CLONE, DELETE = key("F"), key("M"), key("T"), key("C"), key("D")
DEAD, HOME, DISCARD, LEFT, RIGHT = key("E"), key("R"), key("K"), key("["), key("]")
"""Keys of the commands on pieces: dead box, back to the tray, discard pile, turn left, turn right."""
_ADD = "+/"
"""Prefix of a text that adds a piece."""


def encode(texts: Sequence[str], delimiter: str) -> str:
    """Join one or more texts as a sequence."""
    return delimiter.join(_quoted(text).replace(delimiter, "\\" + delimiter) for text in texts)


def decode(sequence: str, delimiter: str) -> list[str]:
    """Split a sequence into texts."""
    parts = re.split(rf"(?<!\\){re.escape(delimiter)}", sequence)
    return [_unquoted(part.replace("\\" + delimiter, delimiter)) for part in parts]


def _quoted(text: str) -> str:
    return f"'{text}'" if text.endswith("\\") or (text.startswith("'") and text.endswith("'")) else text


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text.startswith("'") and text.endswith("'") else text


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait: its name, defining fields and state in play; neither fields nor state may be empty."""

    name: str
    fields: tuple[str, ...]
    state: tuple[str, ...] = ("",)

    @property
    def delimiter(self) -> str:
        """The delimiter of its fields."""
        return "," if self.name == "mark" else ";"


def piece(traits: Sequence[Trait]) -> str:
    """Return a piece's text for a module, given its traits from the outermost to the basic one."""
    kinds = [f"{trait.name};{encode(trait.fields, trait.delimiter)}" for trait in traits]
    states = [encode(trait.state, trait.delimiter) for trait in traits]
    return _ADD + encode(("null", _nested(kinds), _nested(states)), "/")


def parse(text: str) -> tuple[Trait, ...]:
    """Return the traits in a piece's text. Raises ValueError for other text."""
    parts = decode(text.removeprefix(_ADD), "/")
    if not text.startswith(_ADD) or len(parts) != 3:
        raise ValueError("not a piece's text")
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
    """The innermost trait: front picture and name; `gpid` is the piece's number in the module, 0 in a prototype."""
    return Trait("piece", ("", "", image, name), ("null", "0", "0", str(gpid) if gpid else "", "0"))


def layer(image: str, name: str, say: Language, *, turned: bool) -> Trait:
    """The reverse: a picture that `FLIP` shows over the front's, and the name with it (` ending` after a plus sign)."""
    keys = ("", "2", "")
    looks = (encode(("", image), ","), encode(("", name), ","))
    commands = (*keys, say("Flip"), *keys[1:], *keys, "", "", "1")
    ending = ("true", "Reverse", "", "", "false", "", "1", "1", "true", "", FLIP, "")
    return Trait("emb2", (*commands, "false", "0", "0", *looks, *ending), ("2" if turned else "1",))


def mark(**values: str) -> Trait:
    """Constant properties, by name."""
    return Trait("mark", tuple(values), tuple(values.values()))


def mask(back: str, badge: str, name: str, say: Language) -> Trait:
    """A card's back: `FLIP` turns the card down; who did so sees its face under a `badge`, others a `name`."""
    shown = (say("Flip"), f"G{badge}", name, "player:", say("Peek"))
    return Trait("obs", (FLIP, back, *shown, "", "true", "", ""), ("null", ""))


def moved(picture: str, say: Language) -> Trait:
    """A mark on a piece that has moved, in its top left corner, until it is cleared."""
    commands = (say("Mark as moved"), MOVED, "", "false", "", "", "", "")
    return Trait("markmoved", (picture, "0", "0", *commands), ("false",))


def trail(say: Language) -> Trait:
    """The way that a piece has come, shown and hidden by Ctrl-T."""
    looks = ("10", "255,255,255", "0,0,0", "100", "50", "20", "30", "1.0")
    fields = (TRAIL, say("Movement trail"), "false", "false", *looks, "", "", "", "")
    return Trait("footprint", fields, ("false", "", "0", "false"))


def send(command: str, stroke: str, window: str, region: str) -> Trait:
    """A command that moves a piece to a region of a window's board."""
    return Trait(
        "sendto",
        (command, stroke, window, "", "0", "0", "", "", "0", "0", "1", "1", "", "R", "", region, "", ""),
        ("", "", ""),
    )


def to_deck(command: str, stroke: str, deck: str) -> Trait:
    """A command that puts a piece on a deck."""
    return Trait("return", (command, stroke, "", "", "", "2", "false", deck))


def clone(say: Language) -> Trait:
    """A command that makes another piece like this one."""
    return Trait("clone", (say("Clone"), CLONE, ""))


def delete(say: Language) -> Trait:
    """A command that removes a piece from the game."""
    return Trait("delete", (say("Delete"), DELETE, ""))


def rotate(facings: int, say: Language) -> Trait:
    """Commands that turn a piece by one of its facings."""
    turns = (RIGHT, LEFT, say("Turn right"), say("Turn left"))
    return Trait("rotate", (str(facings), *turns, "", "", "Turn", "", "", "", "", "true"), ("0",))


def hotkey(stroke: str, sent: str) -> Trait:
    """A key that reaches the whole module when the piece gets another."""
    return Trait("globalhotkey", ("", stroke, sent, ""))


def prototype(name: str) -> Trait:
    """Traits defined once for many pieces."""
    return Trait("prototype", (name,))


def report(keys: Sequence[str], text: str) -> Trait:
    """A line in the log when one of the keys is used on the piece."""
    return Trait("report", (encode(keys, ","), text, "", "", "", "false"), ("-1",))
