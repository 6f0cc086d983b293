"""A game of two counters and a table for tests of the preview, and components as it shows them."""

from __future__ import annotations

from rcwkit.screens.preview.pieces import PreviewFace, PreviewFile, PreviewPiece
from tests_support import TOY

RED = """\
kind: counters
id: red
title: Red
source: Rules
side: red
counters:
  A: {type: corps, name: A}
  B: {type: army, name: B}
"""
TABLES = """\
kind: tables
id: raids
title: Raids
source: Rules
tables:
  raid: {title: Raid, roll: 1d6, rows: {1-4: Loss, 5-6: Repulse}}
"""
SMALL = {"game.yaml": TOY["game.yaml"], "red.yaml": RED, "tables.yaml": TABLES}


def face(name: str) -> PreviewFace:
    """A face whose drawing and hash say its name, from a file of that name."""
    return PreviewFace(f"<svg>{name}</svg>", name, 1.0, 2.0, 0.5, f"toy/{name}.yaml:1")


def component(*pieces: tuple[str, str, str | None], stem: str = "counters") -> PreviewFile:
    """A component of pieces, each with a key, a front, and perhaps a back."""
    shown = tuple(PreviewPiece(key, 1, face(front), face(back) if back else None) for key, front, back in pieces)
    return PreviewFile(stem, "Counters", "pieces", "", shown, ())
