"""`rcwkit.toml`: defaults for the command line, from the current folder or the nearest one above it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span, one_of

if TYPE_CHECKING:
    from rcwkit.source.base import Shelf

# The values of options. `layout` and `look` have them too; they are repeated here, held equal by a test, so that
# `--help` need not import those packages.
PAPERS = ("a4", "letter", "a3", "tabloid")
SHOPS = ("drivethrucards", "gamecrafter", "home", "makeplayingcards")
LARGE = ("a3", "tabloid", "a2", "a1")
READ_FROM = {"a4": "a4", "letter": "letter", "a3": "a4", "tabloid": "letter"}
"""Paper of sheets → paper of text documents."""
BACKS = ("duplex", "gutterfold", "sheets", "none")
FLIPS = ("long", "short")
INKS = ("full", "low")
SHELVES: tuple[Shelf, ...] = ("table", "proxies", "study")

NAME = "rcwkit.toml"
LIMIT = 2**16
"""Maximum size of the file, in bytes."""
CHOICES: dict[str, tuple[str, ...]] = {
    "paper": PAPERS,
    "whole": LARGE,
    "backs": BACKS,
    "flip": FLIPS,
    "ink": INKS,
    "printer": (),
    "out": (),
}
"""The settings and their values; an empty tuple allows any text."""
TAKEN: dict[str, tuple[str, ...]] = {
    "paper": ("build", "watch", "preview", "roll", "again", "calibrate", "export cut"),
    "whole": ("build",),
    "backs": ("build", "export cut"),
    "flip": ("build", "kit", "calibrate", "export cut"),
    "ink": ("build", "watch", "preview", "roll", "again"),
    "printer": ("build", "kit", "export cut"),
    "out": ("build", "kit", "printed", "watch"),
}
"""Commands that take a setting as the default of their option of that name."""
READ = ("watch", "preview", "roll", "again")
"""Commands that know only the papers of text documents."""


class Settings(NamedTuple):
    """The values and errors of a settings file."""

    shown: str = NAME
    values: dict[str, str] = {}
    found: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()

    def line(self, span: Span) -> str | None:
        """Return the line that a diagnostic points at."""
        return self.lines[span.line - 1] if span.file == self.shown and span.line <= len(self.lines) else None

    def defaults(self) -> dict[str, Any]:
        """Return the defaults by command and option, those of a command in a group by the group first."""
        found: dict[str, Any] = {}
        for name, value in self.values.items():
            for command in TAKEN[name]:
                read = name == "paper" and command in READ
                own = found
                for word in command.split():
                    own = own.setdefault(word, {})
                own[name] = READ_FROM[value] if read else value
        return found


def find(start: Path) -> Path | None:
    """Return the settings file of a folder, or of the nearest folder above it."""
    return next((folder / NAME for folder in (start, *start.parents) if (folder / NAME).is_file()), None)


def read(path: Path, base: Path) -> Settings:
    """Read settings from a file.

    `base` is the folder that shown paths are relative to. `out` is relative to the file's folder and must be inside it.
    """
    import tomllib

    shown = Path(os.path.relpath(path, base)).as_posix()
    try:
        with path.open("rb") as stream:
            text = stream.read(LIMIT).decode("utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1 + text.count("\n"), 1)
        message = str(error)[: place.start()] if place else str(error).removesuffix(" (at end of document)")
        found = [Diagnostic("E560", message, Span(shown, line, column), 'write key = "value"')]
        return Settings(shown, {}, tuple(found), tuple(text.splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", "") or "is not UTF-8"
        return Settings(shown, {}, (Diagnostic("E560", f"cannot be read: {reason}", Span(shown)),))
    except (ValueError, RecursionError):
        message = "cannot be read: a number is too long, or lists are nested too deeply"
        return Settings(shown, {}, (Diagnostic("E560", message, Span(shown)),))
    lines, values = tuple(text.splitlines()), dict[str, str]()
    found = []
    for name, value in data.items():
        values[name] = value.lower() if isinstance(value, str) and CHOICES.get(name) else value
        if wrong := _wrong(name, values[name], _span(shown, lines, name), path.parent):
            found.append(wrong)
    if found:
        return Settings(shown, {}, tuple(found), lines)
    if "out" in values:
        values["out"] = os.path.relpath(path.parent / values["out"], base)
    return Settings(shown, values, (), lines)


def _wrong(name: str, value: Any, span: Span, folder: Path) -> Diagnostic | None:
    if name not in CHOICES:
        return Diagnostic("E561", f"unknown setting '{name}'", span, one_of(name, CHOICES))
    if not isinstance(value, str):
        return Diagnostic("E562", f"'{name}' takes a text", span, "put it in quotes")
    if CHOICES[name] and value not in CHOICES[name]:
        return Diagnostic("E562", f"'{name}' cannot be '{value}'", span, one_of(value, CHOICES[name]))
    if name == "out" and not _inside(folder, value):
        hint = "name a folder inside, or give --out on the command line"
        return Diagnostic("E563", f"'{value}' leads out of the folder of {NAME}", span, hint)
    return None


def _inside(folder: Path, name: str) -> bool:
    """Return whether a path relative to a folder leads inside it, with links resolved."""
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link to itself, a NUL
        return False


def _span(shown: str, lines: tuple[str, ...], name: str) -> Span:
    """Find a key or heading, because `tomllib` does not report positions."""
    for number, line in enumerate(lines, 1):
        match = re.match(rf"""\s*\[*\s*["']?({re.escape(name)})\b""", line)
        if match:
            return Span(shown, number, match.start(1) + 1, len(name))
    return Span(shown)
