"""Lists of values that are printed on counters."""

from __future__ import annotations

from rcwkit.kinds.counters.model import ValueList
from rcwkit.kinds.kind import Kind

KIND = Kind(ValueList)
