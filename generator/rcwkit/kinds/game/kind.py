"""The game itself."""

from __future__ import annotations

from rcwkit.kinds.kind import Kind
from rcwkit.source.info import GameInfo

KIND = Kind(GameInfo)
