"""Sheets made in memory, for tests of what their headings and cells mean: a plan, its entries, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.source.cells import delimited
from rcwkit.source.columns import Declared, Sheet
from rcwkit.source.headings import RowPlan, planned
from rcwkit.source.sheets import entries_of
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import parse


def plan(text: str, annotation: Any, said: str = "", own: Declared | None = None) -> RowPlan:
    """Return how the rows of a CSV text become entries; `said` is what stands after the file in `from:`."""
    asked = parse(f"{{file: s.csv{said and ', '}{said}}}", "d.yaml")
    return planned(delimited(text, "s.csv"), modelled(Sheet, asked), asked, annotation, own)


def entries(text: str, annotation: Any, said: str = "", own: Declared | None = None) -> dict[Any, Any]:
    """Return the entries of a CSV text as plain data."""
    return {key: value.plain() for key, (_, value) in entries_of(plan(text, annotation, said, own)).items()}


def told(found: Diagnostic) -> str:
    """Return all that a diagnostic says as a line."""
    related = "".join(f" | {message} {span}" for message, span in found.related)
    return f"{found.code} {found.span}+{found.span.length} {found.message} | {found.hint}{related}"


def refused(made: Callable[..., Any], *arguments: Any) -> list[str]:
    """Return what a call refuses."""
    with pytest.raises(InputError) as error:
        made(*arguments)
    return [told(one) for one in error.value.diagnostics]
