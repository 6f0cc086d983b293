"""Signs within texts: `{die 4 5}`, `{mark red}`, `{boxes red- white!}`, `{sign port}`, `{box}`, `{ruling its_id}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

__all__ = ["PICTURES", "Sign", "TrackBox", "capitals", "parted", "resolved", "unsigned"]

Kind = Literal["box", "boxes", "die", "flag", "mark", "ruling", "sign"]

PICTURES: Mapping[str, str] = {
    "arrow": "leads to",
    "arrow_left": "to the left",
    "arrow_right": "to the right",
    "arrows": "to either side",
    "card": "card",
    "chosen": "card chosen",
    "drawn": "card drawn at random",
    "fire": "fire",
    "flag": "flag",
    "gate": "gate",
    "leader": "leader",
    "lock": "lock",
    "loss": "loss",
    "move": "move",
    "port": "port",
    "reduced": "reduced",
    "resource": "resource",
    "spot": "spot",
    "start": "start",
    "victory": "victory point",
}
"""The pictures that `{sign …}` may name, and what is read in their place."""

_TOKEN = re.compile(r"\{(boxes|box|die|flag|mark|ruling|sign)(?: ([^{}]*))?\}")


class TrackBox(NamedTuple):
    """A box in a row of boxes: its owner, whether it is in full colour, and whether it is the start."""

    owner: str
    full: bool = True
    start: bool = False


class Sign(NamedTuple):
    """A sign in a text: its kind and what it shows (faces, an owner, a picture, a ruling's id or number)."""

    kind: Kind
    value: str = ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of dice."""
        return tuple(int(face) for face in self.value.split() if face in "123456" and len(face) == 1)

    @property
    def boxes(self) -> tuple[TrackBox, ...]:
        """The boxes of a row: `red` in full colour, `red-` in outline, `red!` with the start."""
        return tuple(TrackBox(word.rstrip("-!"), "-" not in word, "!" in word) for word in self.value.split())


def parted(text: str) -> list[str | Sign]:
    """A text as words and signs, in order; braces that are no sign stand for themselves."""
    if "{" not in text:
        return [text] if text else []
    parts: list[str | Sign] = []
    end = 0
    for found in _TOKEN.finditer(text):
        parts += [text[end : found.start()]] if found.start() > end else []
        parts.append(Sign(found[1], found[2] or ""))  # type: ignore[arg-type]
        end = found.end()
    return [*parts, text[end:]] if end < len(text) else parts


def resolved(text: str, number: Callable[[str], int | None]) -> str:
    """The text with the printed number of every ruling in place of its id; unknown rulings are left out."""
    if "{ruling " not in text:
        return text

    def flag(found: re.Match[str]) -> str:
        if found[1] != "ruling":
            return found[0]
        printed = number(found[2] or "")
        return "" if printed is None else f"{{flag {printed}}}"

    return _TOKEN.sub(flag, text)


def capitals(text: str) -> str:
    """The text in capitals, its signs as they are."""
    end, made = 0, []
    for found in _TOKEN.finditer(text):
        made += [text[end : found.start()].upper(), found[0]]
        end = found.end()
    return "".join([*made, text[end:].upper()])


def unsigned(text: str) -> str:
    """The text as it is measured or named where signs are not drawn: each counts as two figures."""
    return _TOKEN.sub("00", text) if "{" in text else text
