"""Links to rolls, as the roller's pages make them: everything that repeats a roll, in the fragment of an address.

`rcwkit:#roll=ukraine&game=triumph_of_chaos&scenario=campaign&code=7Q4K-W2M8` names the procedure, the game, the
answers, and a code of a seed or of faces (`code`), or faces in their order (`faces`), blank where the machine rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

__all__ = ["Link", "LinkError"]

_OWN = ("roll", "game", "code", "faces")
_PARTS = 500
"""Parts of a link."""


class LinkError(ValueError):
    """Not a link to a roll."""


@dataclass(frozen=True)
class Link:
    """What a link says; None for what it leaves out."""

    game: str
    procedure: str
    given: Mapping[str, str]
    code: str | None = None
    faces: str | None = None

    @classmethod
    def read(cls, text: str) -> Link:
        """Read a link. Raises LinkError."""
        try:
            pairs = parse_qsl(
                urlsplit(text).fragment, keep_blank_values=True, strict_parsing=True, max_num_fields=_PARTS
            )
        except ValueError as error:
            raise LinkError("a link to a roll ends in #roll=…&game=…") from error
        said = dict(pairs)
        if len(said) < len(pairs):
            raise LinkError("the link gives an answer twice")
        if not said.get("roll") or not said.get("game"):
            raise LinkError("a link to a roll ends in #roll=…&game=…")
        given = {name: value for name, value in said.items() if name not in _OWN}
        return cls(said["game"], said["roll"], given, said.get("code"), said.get("faces"))
