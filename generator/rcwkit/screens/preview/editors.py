"""URLs that open a file in an editor, at a line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

__all__ = ["EDITOR", "address"]

EDITOR = "vscode://file{path}:{line}"
"""The default, also for editors in a terminal, which no page can open."""
_QUERY = "open?url=file://{path}&line={line}"
_KNOWN: Mapping[str, str] = {
    "code": EDITOR,
    "codium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "mate": f"txmt://{_QUERY}",
    "mvim": f"mvim://{_QUERY}",
    "pycharm": "pycharm://open?file={path}&line={line}",
    "subl": f"subl://{_QUERY}",
    "windsurf": "windsurf://file{path}:{line}",
    "zed": "zed://file{path}:{line}",
}


def address(environment: Mapping[str, str]) -> str:
    """Return the URL of the editor in `VISUAL` or `EDITOR`, with `{path}` and `{line}`; VS Code's if it has none."""
    for name in ("VISUAL", "EDITOR"):
        program = environment.get(name, "").split(" ")[0]
        known = _KNOWN.get(PurePath(program).stem)
        if known is not None:
            return known
    return EDITOR
