"""Texts in another language."""

from __future__ import annotations

from rcwkit.game.languages import Translation
from rcwkit.kinds.kind import Kind

KIND = Kind(Translation)
