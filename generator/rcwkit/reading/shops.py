"""Read what print shops take: files that ship with the tool, by name, or a file of the user's."""

from __future__ import annotations

from pathlib import Path

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.models.shops import Shop
from rcwkit.reading.source import parse
from rcwkit.reading.validation import modelled

__all__ = ["named", "shop"]

LIMIT = 2**17
"""Maximum size of a file, in bytes."""


def named() -> dict[str, Path]:
    """Return the files that ship with the tool, by name."""
    return {path.stem: path for path in sorted((bundled("templates") / "shops").glob("*.yaml"))}


def shop(name: str) -> tuple[str, Shop]:
    """Return a shop by name, or by the path of a YAML file, and the name of its folder. Raises InputError."""
    known = named()
    if name in known:
        return name, modelled(Shop, parse(known[name].read_text(encoding="utf-8"), f"templates/shops/{name}.yaml"))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        hint = nearest(name, known) or f"one of: {', '.join(known)}; or a YAML file"
        raise InputError.of("E371", f"unknown print shop '{name}'", Span("--shop", 0), hint)
    if not path.is_file():
        raise InputError.of("E371", f"there is no file '{name}'", Span("--shop", 0), f"or one of: {', '.join(known)}")
    try:
        with path.open("rb") as stream:
            data = stream.read(LIMIT + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError.of("E371", f"cannot read '{name}': {reason}", Span("--shop", 0)) from error
    if len(data) > LIMIT:
        raise InputError.of("E371", f"'{name}' has more than {LIMIT // 1024} KiB", Span("--shop", 0))
    return path.stem, modelled(Shop, parse(text, path.as_posix()))
