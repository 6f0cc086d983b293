"""Layouts of faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.faces.layouts import Layouts
from rcwkit.kinds.kind import Kind

if TYPE_CHECKING:
    pass


KIND = Kind(Layouts)
