"""How to install the system libraries that booklets need, on this system."""

from __future__ import annotations

import shutil
import sys

__all__ = ["advice"]

_COMMANDS = {
    "apt-get": "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango harfbuzz fontconfig",
    "pacman": "sudo pacman -S pango",
    "zypper": "sudo zypper install libpango-1_0-0 libharfbuzz-subset0",
    "apk": "sudo apk add pango fontconfig",
    "brew": "brew install pango",
}
_WINDOWS = (
    "install MSYS2 (msys2.org), run in its window: pacman -S mingw-w64-x86_64-pango; "
    r"then, before building: set WEASYPRINT_DLL_DIRECTORIES=C:\msys64\mingw64\bin"
)


def advice(system: str = sys.platform) -> str:
    """Return the command, or the steps, that install Pango."""
    if system == "win32":
        return _WINDOWS
    here = ["brew"] if system == "darwin" else [program for program in _COMMANDS if shutil.which(program)]
    return _COMMANDS[here[0]] if here else "install Pango 1.44 or newer with HarfBuzz and Fontconfig"
