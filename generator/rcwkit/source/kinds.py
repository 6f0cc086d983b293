"""The kinds of documents: each word after `kind:`, with its package under `rcwkit.kinds`, loaded when it is needed."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

_ORDER = (
    "game",
    "counters",
    "values",
    "places",
    "maps",
    "setup",
    "cards",
    "pieces",
    "layouts",
    "tracks",
    "tables",
    "procedures",
    "scenarios",
    "aids",
    "folder",
    "gauges",
    "booklet",
    "rulings",
    "translation",
)
"""The order of kinds in lists, of their checks and of their files; others follow by name."""
_SHARED = {
    "values": "counters",
    "places": "setup",
    "layouts": "cards",
    "scenarios": "setup",
    "rulings": "aids",
    "translation": "game",
}
"""Kinds that live in the package of another, under their own names."""
_HOME = Path(__file__).parents[1] / "kinds"


class _Kinds(Mapping[str, Any]):
    """Name → the `KIND` in `kind.py` of its package, loaded when first asked for: a game of few kinds starts faster."""

    def __init__(self) -> None:
        found = {path.parent.name for path in _HOME.glob("*/kind.py")} | _SHARED.keys()
        self._names = dict.fromkeys((*(name for name in _ORDER if name in found), *sorted(found)))

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        module = import_module(f"rcwkit.kinds.{_SHARED.get(name, name)}.kind")
        return getattr(module, name.upper() if name in _SHARED else "KIND")

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


KINDS = _Kinds()
