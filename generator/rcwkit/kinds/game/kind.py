"""The game itself, and its texts in other languages."""

from __future__ import annotations

from rcwkit.game.languages import Translation
from rcwkit.kinds.kind import Kind
from rcwkit.source.info import GameInfo

KIND = Kind(GameInfo)


TRANSLATION = Kind(Translation)
