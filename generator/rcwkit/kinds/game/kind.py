"""The game itself, and its texts in other languages."""

from rcwkit.game.languages import Translation
from rcwkit.kinds.kind import PLAIN, Kind, Usage
from rcwkit.source.info import GameInfo
from rcwkit.source.language import word

KIND = Kind(GameInfo, use=Usage(word("before play"), "away"), markup=PLAIN)


TRANSLATION = Kind(Translation)
