"""Shapes of pieces to cut."""

from typing import Literal

__all__ = ["Shape"]

Shape = Literal["square", "round", "hex"]
"""Four corners (a rectangle, too), a circle, or six corners with one to the left and one to the right."""
