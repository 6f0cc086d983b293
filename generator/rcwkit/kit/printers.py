"""Printer profiles from `calibrate`: one JSON file per printer, in the user's configuration folder."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest
from rcwkit.kit.publish import put
from rcwkit.sheets.paper import Printer
from rcwkit.sheets.tiling import FAULT, SCALES

__all__ = ["folder", "names", "profile", "read", "store"]

_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$")


def folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder of the profiles: under XDG_CONFIG_HOME if set, else the platform's usual place."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if Path(environment.get("XDG_CONFIG_HOME", "")).is_absolute():
        base = Path(environment["XDG_CONFIG_HOME"])
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    elif platform == "win32":
        base = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        base = home / ".config"
    return base / "rcwkit" / "printers"


def names() -> list[str]:
    """Return the printers that have a profile."""
    return sorted(path.stem for path in folder().glob("*.json") if _NAME.match(path.stem))


def profile(name: str, back: tuple[float, float], scale: float, flip: str) -> Printer:
    """Return a profile from readings in mm and per cent. Raises InputError for readings no test sheet can give."""
    span = Span("calibrate", 0)
    if not _NAME.match(name):
        hint = "use up to 20 letters, digits, '-' and '_'"
        raise InputError([Diagnostic("E550", f"'{name}' is not a valid printer name", span, hint)])
    if not all(abs(value) <= FAULT for value in back):
        message = f"backs that are off by {back[0]:g}, {back[1]:g} mm cannot be corrected"
        hint = f"from -{FAULT:g} to {FAULT:g} mm; if they are further off, print the sheet again"
        raise InputError([Diagnostic("E550", message, span, hint)])
    if not SCALES[0] <= scale <= SCALES[1]:
        hint = f"from {SCALES[0]:g} to {SCALES[1]:g}; switch off 'fit to page' and print the sheet again"
        raise InputError([Diagnostic("E550", f"a scale of {scale:g} % cannot be corrected", span, hint)])
    return Printer(name, back, scale, "short" if flip == "short" else "long")


def read(name: str) -> Printer:
    """Return the stored profile of a printer. Raises InputError if it is missing or unreadable."""
    path = folder() / f"{name}.json"
    if name not in names():
        hint = nearest(name, names()) or f"store one with: rcwkit calibrate --name {name} --back 0,0 --scale 100"
        raise InputError([Diagnostic("E551", f"no printer '{name}'", Span("--printer", 0), hint)])
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        across, down = data["back"]
        return profile(name, (float(across), float(down)), float(data["scale"]), data["flip"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        found = Diagnostic("E551", f"the profile cannot be read: {error}", Span(str(path)), "store it again")
        raise InputError([found]) from error


def store(printer: Printer) -> Path:
    """Write a profile atomically, replacing an older one of its name. Raises Surroundings."""
    path = folder() / f"{printer.name}.json"
    facts = {key: value for key, value in printer._asdict().items() if key != "name"}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror or error}") from error
    put(path, (json.dumps(facts, indent=2) + "\n").encode())
    return path
