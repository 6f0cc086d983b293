"""Regions with their spaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcwkit.dice.setups import Places
from rcwkit.kinds.kind import Kind


def _entries(model: Places) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    yield from (("region", ("regions", region), region) for region in model.regions)
    for region, one in model.regions.items():
        yield from (("place", ("regions", region, "places", place), place) for place in one.places)


KIND = Kind(Places, entries=_entries)
