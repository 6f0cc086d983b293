"""`rcwkit.toml`: defaults for the command line, from the folder that one stands in or the nearest above it that has one."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, nearest

__all__ = ["BACKS", "CHOICES", "FLIPS", "INKS", "NAME", "PAPERS", "READ_FROM", "TAKEN", "Settings", "find", "read"]

# The words of the command line; layout and theme know them too, and a test holds both together, so that `--help` need not load those.
PAPERS = ("a4", "letter", "a3", "tabloid")
READ_FROM = {"a4": "a4", "letter": "letter", "a3": "a4", "tabloid": "letter"}
"""Paper of sheets → paper of the texts beside them."""
BACKS = ("duplex", "gutterfold", "sheets", "none")
FLIPS = ("long", "short")
INKS = ("full", "low")

NAME = "rcwkit.toml"
LIMIT = 2**16
"""The most bytes that settings may have."""
CHOICES: dict[str, tuple[str, ...]] = {
    "paper": PAPERS,
    "backs": BACKS,
    "flip": FLIPS,
    "ink": INKS,
    "printer": (),
    "out": (),
}
"""The settings and the values that each takes; those without take any text."""
TAKEN: dict[str, tuple[str, ...]] = {
    "paper": ("build", "watch", "preview", "roll", "again", "calibrate"),
    "backs": ("build",),
    "flip": ("build", "kit", "calibrate"),
    "ink": ("build", "watch", "preview", "roll", "again"),
    "printer": ("build", "kit"),
    "out": ("build", "kit", "watch"),
}
"""Which commands take a setting as the default of their option of that name."""
READ = ("watch", "preview", "roll", "again")
"""The commands that know only the papers that one reads from."""


@dataclass(frozen=True)
class Settings:
    """What a file sets, and what is wrong in it."""

    shown: str = NAME
    values: dict[str, str] = field(default_factory=dict)
    found: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()

    def line(self, span: Span) -> str | None:
        """The line that a diagnostic points at."""
        return self.lines[span.line - 1] if span.file == self.shown and span.line <= len(self.lines) else None

    def defaults(self) -> dict[str, dict[str, str]]:
        """Command → option → default."""
        found: dict[str, dict[str, str]] = {}
        for name, value in self.values.items():
            for command in TAKEN[name]:
                read = name == "paper" and command in READ
                found.setdefault(command, {})[name] = READ_FROM[value] if read else value
        return found


def find(start: Path) -> Path | None:
    """The nearest settings of a folder and those above it."""
    return next((folder / NAME for folder in (start, *start.parents) if (folder / NAME).is_file()), None)


def read(path: Path, base: Path) -> Settings:
    """Settings from a file; `base` is the folder that paths are shown from. `out` counts from the file's folder, and lies inside it."""
    import tomllib

    shown = Path(os.path.relpath(path, base)).as_posix()
    try:
        with path.open("rb") as stream:
            text = stream.read(LIMIT).decode("utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1 + text.count("\n"), 1)
        said = str(error)[: place.start()] if place else str(error).removesuffix(" (at end of document)")
        return Settings(
            shown,
            {},
            (Diagnostic("E560", said, Span(shown, line, column), 'write key = "value"'),),
            tuple(text.splitlines()),
        )
    except (OSError, UnicodeDecodeError) as error:
        return Settings(
            shown,
            {},
            (Diagnostic("E560", f"cannot be read: {getattr(error, 'strerror', '') or 'is not UTF-8'}", Span(shown)),),
        )
    except (ValueError, RecursionError):
        return Settings(
            shown,
            {},
            (Diagnostic("E560", "cannot be read: a number is too long, or lists are nested too deeply", Span(shown)),),
        )
    lines = tuple(text.splitlines())
    data = {
        name: value.lower() if isinstance(value, str) and CHOICES.get(name) else value for name, value in data.items()
    }
    found = tuple(
        wrong
        for name, value in data.items()
        if (wrong := _wrong(name, value, _span(shown, lines, name), path.parent)) is not None
    )
    values = {name: value for name, value in data.items() if not found}
    if "out" in values:
        values["out"] = os.path.relpath(path.parent / values["out"], base)
    return Settings(shown, values, found, lines)


def _wrong(name: str, value: Any, span: Span, folder: Path) -> Diagnostic | None:
    if name not in CHOICES:
        return Diagnostic(
            "E561", f"unknown setting '{name}'", span, nearest(name, CHOICES) or f"one of: {', '.join(CHOICES)}"
        )
    if not isinstance(value, str):
        return Diagnostic("E562", f"'{name}' takes a text", span, "put it in quotes")
    if CHOICES[name] and value not in CHOICES[name]:
        return Diagnostic(
            "E562",
            f"'{name}' is not '{value}'",
            span,
            nearest(value, CHOICES[name]) or f"one of: {', '.join(CHOICES[name])}",
        )
    if name == "out" and not _inside(folder, value):
        return Diagnostic(
            "E563",
            f"'{value}' leads out of the folder of {NAME}",
            span,
            "name a folder inside, or give --out on the command line",
        )
    return None


def _inside(folder: Path, name: str) -> bool:
    """Whether a path that counts from a folder leads to something inside it, links and all."""
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link to itself, a NUL
        return False


def _span(shown: str, lines: tuple[str, ...], name: str) -> Span:
    """Where a key or a heading stands; TOML's own reader does not say."""
    for number, line in enumerate(lines, 1):
        match = re.match(rf"""\s*\[*\s*["']?({re.escape(name)})\b""", line)
        if match:
            return Span(shown, number, match.start(1) + 1, len(name))
    return Span(shown)
