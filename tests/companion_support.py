"""Companions of the games in the data folder, each made once for all tests."""

from __future__ import annotations

from functools import cache

from rcwkit.screens.companion.page import page
from tests_support import shipped


@cache
def companion_of(name: str) -> str:
    """Return the page of a game."""
    return page(shipped(name))
