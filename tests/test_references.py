"""Fields marked as references: found at any level, and known by their family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pytest
from rcwkit.game.schema import _models
from rcwkit.source.annotations import Levels, named, references
from rcwkit.source.base import CounterId, Id, Model, OwnerId, RulingId, Seq, UnitRef, Units
from rcwkit.source.kinds import KINDS
from rcwkit.source.symbols import PARTS

OWNERS, UNITS, COUNTERS, RULINGS = (get_args(one)[-1] for one in (OwnerId, UnitRef, CounterId, RulingId))


class Marked(Model):
    """A model with a field of every form."""

    plain: Id
    one: OwnerId
    some: CounterId | None = None
    many: Seq[RulingId] = ()
    nested: Mapping[OwnerId, Mapping[Id, Seq[UnitRef] | Id]] = {}
    keys: Mapping[CounterId, int] = {}
    values: Mapping[Id, CounterId] = {}
    sets: frozenset[UnitRef] = frozenset()


MARKED = {
    "one": (OWNERS,),
    "some": (COUNTERS,),
    "many": (RULINGS,),
    "nested": (OWNERS, None, UNITS),
    "keys": (COUNTERS,),
    "values": (None, COUNTERS),
    "sets": (UNITS,),
}


def test_marks_are_found_on_every_level() -> None:
    assert references(Marked) == MARKED


@pytest.mark.parametrize(
    ("value", "levels", "found"),
    [
        (None, (UNITS,), []),
        ("a", (UNITS,), [(UNITS, "a", (), False)]),
        (("a", "b"), (UNITS,), [(UNITS, "a", (0,), False), (UNITS, "b", (1,), False)]),
        ({"a": 1}, (UNITS,), [(UNITS, "a", ("a",), True)]),
        ({"a": "b"}, (None, UNITS), [(UNITS, "b", ("a",), False)]),
        (7, (UNITS,), []),
        ("a", (None, UNITS), []),
        (
            {"red": {"x": (Units("a"), Units("b", True, 2))}},
            (OWNERS, None, UNITS),
            [
                (OWNERS, "red", ("red",), True),
                (UNITS, "a", ("red", "x", 0), False),
                (UNITS, "b", ("red", "x", 1), False),
            ],
        ),
    ],
)
def test_every_name_has_its_path(value: object, levels: Levels, found: list[object]) -> None:
    assert list(named(value, levels)) == found


def test_every_family_is_known_and_named_by_some_model() -> None:
    marked = {
        ref.family
        for model in _models().values()
        for levels in references(model).values()
        for ref in levels
        if ref is not None
    }
    own = {
        "owners",
        "unit_types",
        "formations",
        "fonts",
        "symbols",
        "title_signs",
        "motifs",
        "portraits",
        "scenes",
        "marker_families",
        *PARTS,
    }
    assert marked == own.union(*(kind.families for kind in KINDS.values()))
