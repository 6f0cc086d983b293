"""Names of form fields."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import count

__all__ = ["field_name"]

LONGEST = 120
"""Most characters of a name."""


def field_name(text: str, used: Container[str]) -> str:
    """Turn text into a field name not in `used`: lower case and hyphens, no full stops (they separate nested fields).

    Fields are named after their purpose, so that names survive changes elsewhere; duplicates are numbered.
    """
    name = re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST].strip("-") or "field"
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in used)
