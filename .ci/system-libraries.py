"""Find the shared libraries that WeasyPrint loads for booklets, and install them where possible.

Exit code 0: all found. 3: some are missing; the command that installs them is printed. Run as root with apt-get, it
installs them itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys

# The names that weasyprint/text/ffi.py tries, in the same order: one spelling per platform.
LIBRARIES = {
    "GObject": ("libgobject-2.0-0", "gobject-2.0-0", "gobject-2.0", "libgobject-2.0.so.0", "libgobject-2.0.0.dylib"),
    "Pango": ("libpango-1.0-0", "pango-1.0-0", "pango-1.0", "libpango-1.0.so.0", "libpango-1.0.dylib"),
    "PangoFT2": (
        "libpangoft2-1.0-0",
        "pangoft2-1.0-0",
        "pangoft2-1.0",
        "libpangoft2-1.0.so.0",
        "libpangoft2-1.0.dylib",
    ),
    "HarfBuzz": ("libharfbuzz-0", "harfbuzz", "harfbuzz-0.0", "libharfbuzz.so.0", "libharfbuzz.0.dylib"),
    "HarfBuzz-Subset": (
        "libharfbuzz-subset-0",
        "harfbuzz-subset",
        "libharfbuzz-subset.so.0",
        "libharfbuzz-subset.0.dylib",
    ),
    "Fontconfig": ("libfontconfig-1", "fontconfig-1", "fontconfig", "libfontconfig.so.1", "libfontconfig.1.dylib"),
}
COMMANDS = {
    "apt-get": "apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "dnf install -y pango harfbuzz fontconfig",
    "brew": "brew install pango",
}


def loads(names: tuple[str, ...]) -> bool:
    """Whether one of the names can be loaded, directly or as found by the system's search."""
    for name in reversed(names):
        for path in (name, ctypes.util.find_library(name)):
            if path is not None:
                with contextlib.suppress(OSError):
                    ctypes.CDLL(path)
                    return True
    return False


def missing() -> list[str]:
    """The libraries that cannot be loaded."""
    return [library for library, names in LIBRARIES.items() if not loads(names)]


def is_root() -> bool:
    """Whether packages can be installed without sudo."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    """Install with apt-get, quietly unless it fails; the next check shows what is still missing."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update", COMMANDS["apt-get"]):
        done = subprocess.run(command.split(), env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{command}: exit code {done.returncode}\n{done.stderr}", file=sys.stderr)


def advice() -> str:
    """The command for this machine's package manager, or for each known one."""
    here = [program for program in COMMANDS if shutil.which(program)]
    sudo = "" if is_root() else "sudo "
    return "\n".join(f"    {'' if program == 'brew' else sudo}{COMMANDS[program]}" for program in here[:1] or COMMANDS)


def main() -> int:
    """Check, install if allowed, and check again."""
    lacking = missing()
    if lacking and is_root() and shutil.which("apt-get"):
        print(f"environment: installing system libraries for {', '.join(lacking)}", file=sys.stderr)
        install()
        lacking = missing()
    if lacking:
        print(
            f"environment: without {', '.join(lacking)}, booklets are left out. Install:\n{advice()}", file=sys.stderr
        )
    return 3 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
