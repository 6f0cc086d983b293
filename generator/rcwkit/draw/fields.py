"""The names of form fields."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import count

__all__ = ["field_name"]

LONGEST = 120
"""The most characters of a name."""


def field_name(text: str, used: Container[str]) -> str:
    """Small letters and digits with hyphens; no full stop, which in a field's name would part it from one that it stands in.

    A field is named after what it is for, so that it keeps its name whatever changes elsewhere; equal names are numbered.
    """
    name = re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST].strip("-") or "field"
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in used)
