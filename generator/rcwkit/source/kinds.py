"""The kinds of documents: each word after `kind:`, with its package under `rcwkit.kinds`, loaded when it is needed."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rcwkit.diagnostics import InputError, Span

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
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._loaded:
            return self._loaded[name]
        if name not in self._names:
            raise KeyError(name)
        package = _SHARED.get(name, name)
        try:
            kind = getattr(import_module(f"rcwkit.kinds.{package}.kind"), name.upper() if name in _SHARED else "KIND")
            kind.model.model_rebuild()
        except Exception as error:
            if span := _fault(_HOME / package, error):
                said = f"{type(error).__name__}: {error}".partition("\n")[0]
                raise InputError.of("E109", f"the kind '{name}' cannot be loaded: {said}", span) from error
            raise
        return self._loaded.setdefault(name, kind)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _fault(package: Path, error: Exception) -> Span | None:
    """Return the line of a kind's package that raised an error, or that has the name which the error misses."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == package:
            return Span(frame.filename, frame.lineno or 0)
    name = getattr(error, "name", "")
    for path in sorted(package.glob("*.py")) if name else ():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(rf"\b{name}\b", line):
                return Span(str(path), number)
    return None


KINDS = _Kinds()
